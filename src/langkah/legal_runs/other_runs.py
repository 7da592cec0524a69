"""Runs of algorithms that do not search for a goal with a frontier: constructions, retrograde analysis, dice."""

from collections.abc import Hashable, Iterator
from typing import ClassVar

from langkah.dice_throws import list_decisions, list_dice
from langkah.language import _
from langkah.legal_runs.base import LegalRun, RunNode
from langkah.legal_runs.frontier_runs import QueueRun, StackRun
from langkah.model import Chance, Game, M, Puzzle, S, Step


class ConstructionRun(LegalRun[S, M]):
    """A run of an algorithm that constructs a plan without a search: its moves are fixed, so there is only one run."""

    construction: ClassVar[str] = ""

    def begin(self) -> None:
        assert isinstance(self.problem, Puzzle)
        self.moves = iter(self.problem.constructions()[self.construction].moves)
        self.coming = [self.make_root().number]

    def find_legal(self) -> list[int]:
        return list(self.coming)

    def list_waiting(self) -> list[int]:
        return list(self.coming)

    def remove(self, number: int) -> None:
        self.coming.remove(number)

    def is_goal(self, node: RunNode[S, M]) -> bool:
        del node
        return False  # the run ends with the construction

    def add_children(self, node: RunNode[S, M]) -> None:
        move = next(self.moves, None)
        steps = () if move is None else [step for step in self.problem.steps(node.state) if step.move == move]
        self.coming = [child.number for child in self.make_children(node, steps)]

    def describe_rule(self) -> str:
        return _("the construction determines every move")

    def describe_wait(self, node: RunNode[S, M], instead: RunNode[S, M]) -> str:
        text = _("{other} comes next, not {state}: the construction determines every move")
        return text.format(state=self.label(node), other=self.label(instead))


class RecursiveRun(ConstructionRun[S, M]):
    """A run of the recursive construction of a plan."""

    construction = "recursive"


class IterativeRun(ConstructionRun[S, M]):
    """A run of the iterative construction of a plan."""

    construction = "iterative"


class FrameStewartRun(ConstructionRun[S, M]):
    """A run of the Frame-Stewart construction of a plan."""

    construction = "frame-stewart"


class RetrogradeRun(QueueRun[S, M]):
    """A run of retrograde analysis. It expands all positions of a game, in the order in which they were generated,
    before values are computed backwards.
    """

    def add_children(self, node: RunNode[S, M]) -> None:
        assert isinstance(self.problem, Game)
        if self.problem.outcome(node.state) is None:
            super().add_children(node)


class DiceTreeRun(StackRun[S, M]):
    """A depth-first run through a tree of moves and throws, down to the depth limit; a position is expanded once for
    each number of turns left.
    """

    usual_depth: ClassVar[int] = 20

    def _place(self, number: int) -> Hashable:
        node = self.nodes[number]
        player = self.problem.player(node.state) if isinstance(self.problem, Game) else 0
        return node.key, player, node.depth

    def find_legal(self) -> list[int]:
        legal = self.groups.next_group(lambda number: self._place(number) not in self.reached)
        return list({self._place(number): number for number in reversed(legal)}.values())

    def remove(self, number: int) -> None:
        self.groups.remove(number)
        self.reached.add(self._place(number))

    def meet_goal(self, node: RunNode[S, M]) -> None:
        """Do not end the run: a goal has the value 1, and the rest of the tree is still searched."""

    def add_children(self, node: RunNode[S, M]) -> None:
        depth = self.usual_depth if self.rules.depth is None else self.rules.depth
        if node.depth < depth:
            self.groups.put([child.number for child in self.make_children(node, self._list_steps(node.state))])

    def _list_steps(self, state: S) -> Iterator[Step[S, M]]:
        """The possible next steps: throws, or the moves of a player; none if a game is over."""
        problem = self.problem
        if not isinstance(problem, Game):
            assert isinstance(problem, Chance)
            for _name, outcomes in list_decisions(problem, state):
                yield from (Step(None, after) for chance, after in outcomes if chance)  # type: ignore[misc]
        elif problem.outcome(state) is None:
            throws = list_dice(problem, state)
            yield from (Step(None, after) for _chance, after in throws)  # type: ignore[misc]
            yield from () if throws else problem.steps(state)


class DuelRun(DiceTreeRun[S, M]):
    """A run of expectiminimax: two players and dice."""

    usual_depth = 4
