"""A minimal game, algorithm and player, as another package could add them."""

from collections.abc import Iterator
from typing import Any

from langkah import Puzzle, Step
from langkah.players import Choice, Player, PlayerRow
from langkah.run import Found, Run
from langkah.search import Algorithm, Promise


class Countdown(Puzzle[int, str]):
    """Count down to 0."""

    title = "Countdown"
    start = 5

    def steps(self, state: int) -> Iterator[Step[int, str]]:
        """Subtract one or two."""
        yield from (Step(f"minus {n}", state - n) for n in (1, 2) if state >= n)

    def is_goal(self, state: int) -> bool:
        """Whether the count is 0."""
        return state == 0


def plod(problem: Puzzle[Any, Any], run: Run[Any, Any]) -> Found[Any, Any] | None:
    """An algorithm that takes the first step of each state until a goal is reached; None if a state has no step or the
    depth limit is reached.
    """
    node = run.child(None, problem.start)
    run.report_open(node, (0,))
    while True:
        run.take(node)
        if problem.is_goal(node.state):
            run.goal(node)
            return Found(node.path(), node.cost, False, "the first step is not always the best")
        step = next(iter(problem.steps(node.state)), None)
        if step is None or run.too_deep(node):
            run.cut_by = "depth"
            return None
        node = run.child(node, step.state, step.move, node.cost + step.cost)
        run.report_open(node, (node.number,))


PLOD = Algorithm("plod", plod, "the first step, again and again", Promise("nothing", complete=False), aliases=("pl",))


class Last(Player[Any, Any]):
    """A player that chooses the last legal move."""

    def options(self, state: Any) -> list[Choice[Any]]:
        """The last legal move."""
        return [Choice(list(self.game.steps(state))[-1].move, "it is the last")]


LAST = PlayerRow(Last, "the last legal move")
