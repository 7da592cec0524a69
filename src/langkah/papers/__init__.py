"""The five papers, recomputed: each claim with the paper's printed value and ours, found by running the real thing.

Nothing in these files is an answer of ours: only the papers' printed values are written down. Where they differ, the
note says why. One module for each paper; the table names them.
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
    """One statement of a paper, and what comes out when it is recomputed. `paper` is None where it leaves a question
    open that we can answer."""

    claim: str
    paper: object
    ours: object
    note: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the paper says the same, or says nothing."""
        return self.paper is None or self.paper == self.ours


def recompute_claims(paper: str) -> list[Claim]:
    """Run every experiment of a paper."""
    module = import_module("langkah.papers." + paper.replace("-", "_"))
    found: list[Claim] = module.recompute_claims()
    return found
