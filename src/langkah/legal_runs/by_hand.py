"""A search by hand: the player expands nodes, and cuts off branches if the algorithm prunes."""

from typing import Generic

from langkah.language import _
from langkah.legal_runs.base import LegalRun
from langkah.legal_runs.record import RecordedRun
from langkah.model import M, S

MOST_TAKEN = 300  # steps by hand; after these, the exercise ends and its result counts
MOST_NODES = 2_000  # generated nodes, which are all drawn


class RunByHand(Generic[S, M]):
    """A search by hand: the run, its trace, and the list `done` of the player's actions (n stands for expanding node n,
    -1 - n for cutting off node n).
    """

    def __init__(self, run: LegalRun[S, M]) -> None:
        run.cuts_by_hand = run.can_cut
        self.run, self.recorded = run, RecordedRun(run)
        self.done: list[int] = []

    @property
    def is_full(self) -> bool:
        """Whether the run has reached the limit on actions or on nodes."""
        return len(self.done) >= MOST_TAKEN or len(self.run.nodes) > MOST_NODES

    @property
    def is_whole(self) -> bool:
        """Whether the exercise is over: the search has ended, or a limit is reached."""
        return self.is_full or self.run.over

    def is_legal(self, number: int, *, cut: bool) -> bool:
        """Whether a node may be expanded now, or with `cut`, whether its branch may be cut off."""
        return not self.is_whole and number in (self.run.find_cuts() if cut else self.run.find_legal())

    def do(self, number: int, *, cut: bool) -> None:
        """Expand a node or, with `cut`, cut off its branch, and add this action to `done`."""
        self.done.append(-1 - number if cut else number)
        (self.recorded.cut if cut else self.recorded.take)(number)

    def follow(self, deed: int) -> bool:
        """Repeat an action from the `done` list of another run; returns False if it is not legal now."""
        number, cut = (-1 - deed, True) if deed < 0 else (deed, False)
        if not self.is_legal(number, cut=cut):
            return False
        self.do(number, cut=cut)
        return True

    def explain(self, number: int, *, cut: bool, name_next: bool) -> str:
        """The rule that a wrong action breaks. `name_next`: after a wrong expansion, also name a node that may be
        expanded next, unless a branch must be cut off first. This counts as a hint.
        """
        node = self.run.nodes[number]
        if cut:
            text = _("{state} is not cut off now: the other moves of a node are skipped only if alpha >= beta")
            return text.format(state=self.run.label(node))
        if name_next and not self.run.find_cuts():
            return self.run.explain(node.state)
        return self.run.explain_rule(node.state)
