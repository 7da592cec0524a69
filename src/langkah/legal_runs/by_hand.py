"""A run that somebody does by hand: nodes that are expanded, branches that are cut off where an algorithm does that."""

from typing import Generic

from langkah.language import _
from langkah.legal_runs.base import LegalRun
from langkah.legal_runs.record import RecordedRun
from langkah.model import M, S

MOST_TAKEN = 300  # steps of a hand; then the result counts what was done
MOST_NODES = 2_000  # that those may generate: all of them are drawn


class RunByHand(Generic[S, M]):
    """The run, its record, and what was `done`: node n expanded as n, a branch cut off before node n as -1 - n."""

    def __init__(self, run: LegalRun[S, M]) -> None:
        run.cuts_by_hand = run.can_cut
        self.run, self.recorded = run, RecordedRun(run)
        self.done: list[int] = []

    @property
    def is_full(self) -> bool:
        """Whether more would be too much for a hand, and for a page."""
        return len(self.done) >= MOST_TAKEN or len(self.run.nodes) > MOST_NODES

    @property
    def is_whole(self) -> bool:
        """Whether this is all that can be done: the search has ended, or it is too long for a hand."""
        return self.is_full or self.run.over

    def is_legal(self, number: int, *, cut: bool) -> bool:
        """Whether a node may be expanded now, or a branch cut off."""
        return not self.is_whole and number in (self.run.find_cuts() if cut else self.run.find_legal())

    def do(self, number: int, *, cut: bool) -> None:
        """Expand a node, or cut off a branch."""
        self.done.append(-1 - number if cut else number)
        (self.recorded.cut if cut else self.recorded.take)(number)

    def follow(self, deed: int) -> bool:
        """Do what was `done` elsewhere; False where that is not legal."""
        number, cut = (-1 - deed, True) if deed < 0 else (deed, False)
        if not self.is_legal(number, cut=cut):
            return False
        self.do(number, cut=cut)
        return True

    def explain(self, number: int, *, cut: bool, name_next: bool) -> str:
        """Which rule a guess breaks; `name_next`: also what would be right, which costs a hint."""
        node = self.run.nodes[number]
        if cut:
            text = _("{state} is not cut off now: only where alpha >= beta are the other moves of a node left out")
            return text.format(state=self.run.label(node))
        if name_next and not self.run.find_cuts():
            return self.run.explain(node.state)
        return self.run.explain_rule(node.state)
