"""Solves games of marks and lines in compiled code: who wins, how fast, with which moves.

The search adds one ply at a time: can the side to move force a line within 1 ply, can the other side within 2, and so
on. The first yes gives the value and the length of the game; if every answer until the board is full is no, the game is
a draw.
"""

from collections.abc import Sequence
from typing import Any

from langkah.engine.blocks import Words, make_words
from langkah.engine.compiler import can_compile, is_kernel_cached, load_kernel
from langkah.engine.kernels import duel_control as at
from langkah.engine.kernels.two_player import attack
from langkah.language import N_, _
from langkah.memory import measure_memory
from langkah.model import Game, Step
from langkah.packed import Grid
from langkah.run import Run, Stopped
from langkah.scores import WIN, Verdict, format_score, name_value, widen_bound

LIMIT_CHECK_NODES = 300_000  # between two checks of the limits
MOST_ENTRY_BITS, LEAST_ENTRY_BITS = 22, 14  # bounds on the logarithm of the number of table entries
SO_FAR = N_("neither player can force a win within {n} moves; beyond that, the result is unknown")

State = tuple[int, int]


def can_search(game: Game[Any, Any]) -> bool:
    """Whether compiled code is available here, supports the game, and can hold its positions."""
    grid = game.structure()
    return grid is not None and can_compile() and grid.cells <= at.MOST_MOVES and len(grid.lines) > 0


class AttackSearch:
    """Answers whether a player can force a line in one game. A table keeps the answers for later questions."""

    def __init__(self, grid: Grid, run: Run[Any, Any]) -> None:
        self.grid, self.run = grid, run
        bits = MOST_ENTRY_BITS
        while run.limit.memory and bits > LEAST_ENTRY_BITS and measure_memory() + (16 << bits) > run.limit.memory:
            bits -= 1
        self.shift = 64 - bits + 2  # four entries share a bucket
        self.table = Words(2 << bits, huge=True)
        self.lines = make_words(grid.lines)
        self.images = make_words([1 << cell for way in self.ways() for cell in way])
        self.stack, self.control = Words((grid.cells + 2) * at.FRAME + 2 * grid.cells), Words(8)
        self.kernel = load_kernel(attack)

    def ways(self) -> Sequence[Sequence[int]]:
        """The symmetries of the board, the identity first."""
        same = tuple(range(self.grid.cells))
        return [same, *(way for way in self.grid.symmetries if tuple(way) != same)]

    def forces(self, state: State, attacker: int, bound: int) -> bool:
        """Whether the player `attacker` can force a line before the board holds more than `bound` marks. Raises
        `Stopped` at a limit.
        """
        marks = (state[0] | state[1]).bit_count()
        now = self.control.numbers
        now[at.LEVEL], now[at.BOUND] = 0, min(bound, self.grid.cells)
        now[at.SIDE] = (marks + attacker) % 2
        self.stack.fill([state[attacker], state[1 - attacker]])
        why, before = at.UNFINISHED, now[at.NODES]
        while why == at.UNFINISHED:
            nodes = self.run.limit.nodes
            now[at.BUDGET] = (
                LIMIT_CHECK_NODES if nodes is None else max(1, min(LIMIT_CHECK_NODES, nodes - self.run.stats.expanded))
            )
            why = self.kernel(
                self.lines, len(self.grid.lines), self.grid.cells, self.images, len(self.ways()), self.table,
                self.shift, self.stack, self.control,
            )  # fmt: skip
            self.run.stats.expanded += now[at.NODES] - before
            self.run.stats.generated = self.run.stats.expanded
            before = now[at.NODES]
            if why == at.UNFINISHED or self.run.limit.nodes is not None:
                self.run.check()
        return why == at.FOUND


class MarkGameSolution:
    """Finds the score of a position by asking about one more ply at a time. From the score follow the best moves and a
    best line of play.
    """

    def __init__(self, game: Game[Any, Any], duel: AttackSearch) -> None:
        self.game, self.duel, self.looked = game, duel, 0
        self.cells = duel.grid.cells

    def score(self, state: State) -> float:
        """The score of a position, as in `game_tree`: it depends on the number of plies to a win or a loss, and is 0
        for a draw.
        """
        marks, mover = (state[0] | state[1]).bit_count(), self.game.player(state)
        for plies in range(1, self.cells - marks + 1):
            if plies % 2 and self.duel.forces(state, mover, marks + plies):
                return WIN - plies
            if plies % 2 == 0 and self.duel.forces(state, 1 - mover, marks + plies):
                return plies - WIN
            self.looked = plies
        return 0

    def best(self, state: State, score: float) -> list[Step[Any, Any]]:
        """The best steps of a state: those that keep its score."""
        return [step for step in self.game.steps(state) if self._keeps(state, step, score)]

    def _keeps(self, state: State, step: Step[Any, Any], score: float) -> bool:
        """Whether a step is a best step from `state`: the player who makes it still reaches `score`."""
        marks, mover = (state[0] | state[1]).bit_count(), self.game.player(state)
        ended = self.game.outcome(step.state)
        if score > 0:
            in_time = marks + round(WIN - score)
            return ended.winner == mover if ended else self.duel.forces(step.state, mover, in_time)
        if ended:
            return score == 0 or ended.winner == mover
        last = self.cells if score == 0 else marks + round(WIN + score) - 1
        return not self.duel.forces(step.state, 1 - mover, last)

    def line(self, state: State, score: float) -> list[Step[Any, Any]]:
        """A best line of play from a state."""
        found: list[Step[Any, Any]] = []
        while self.game.outcome(state) is None:
            step = next(step for step in self.game.steps(state) if self._keeps(state, step, score))
            found.append(step)
            state, score = step.state, -widen_bound(score)
        return found


def negamax(game: Game[Any, Any], run: Run[Any, Any], *, patient: bool = False) -> Verdict[Any, Any] | None:
    """The verdict on a game of marks and lines, unproved if a limit stops the search. None if the game is over at its
    start, if compiled code cannot be used or, with `patient`, if the code would have to be compiled first.
    """
    grid = game.structure()
    if grid is None or not can_search(game) or game.outcome(game.start) is not None:
        return None
    if patient and not is_kernel_cached(attack):
        return None
    run.stats.engine = "compiled"
    solution = MarkGameSolution(game, AttackSearch(grid, run))
    try:
        score = solution.score(game.start)
        best = solution.best(game.start, score)
        line = solution.line(game.start, score)
    except (Stopped, KeyboardInterrupt) as stop:
        run.cut_by = stop.limit if isinstance(stop, Stopped) else "interrupt"
        why = _(SO_FAR).format(n=solution.looked)
        return Verdict(game.evaluate(game.start), "", (), (), False, why)
    return Verdict(score, name_value(score), tuple(step.move for step in best), tuple(line), True, format_score(score))
