"""Recomputes the claims of five papers: each claim has the value printed in the paper, and the value that a search
computes.

The files contain only the printed values; all other values are computed. If they differ, a note explains why. There is
one module per paper, listed in `PAPERS`.
"""

from importlib import import_module
from typing import NamedTuple

from langkah.language import N_

PAPERS = {
    "snakes-bnb": N_("Snakes and ladders by branch and bound"),
    "klotski-bfs": N_("Klotski by breadth-first search"),
    "hanoi-bfs": N_("Tower of Hanoi by breadth-first search"),
    "snakes-bfs": N_("Snakes and ladders by breadth-first search"),
    "tictactoe-bnb": N_("n x n tic-tac-toe by branch and bound"),
}


class Claim(NamedTuple):
    """A claim of a paper: the printed value and the recomputed value. `paper` is None if the paper leaves the question
    open.
    """

    claim: str
    paper: object
    ours: object
    note: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the paper gives the same value, or leaves the question open."""
        return self.paper is None or self.paper == self.ours

    @property
    def mark(self) -> str:
        """The comparison as a sign: "=" if both values are the same, "≠" if they differ, "+" if only the recomputation
        gives a value.
        """
        if self.paper is None:
            return "+"
        return "=" if self.agrees else "≠"


def recompute_claims(paper: str) -> list[Claim]:
    """Recompute every claim of a paper."""
    module = import_module("langkah.papers." + paper.replace("-", "_"))
    found: list[Claim] = module.recompute_claims()
    return found
