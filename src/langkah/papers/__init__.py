"""The five papers, recomputed: each claim with the paper's printed value and the one recomputed by running the search.

The files contain only the papers' printed values and no answers of our own. Where they differ, the note says why. There
is one module per paper; the table names them.
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
    """One claim of a paper, and the recomputed value. `paper` is None for a question that the paper leaves open and
    Langkah answers.
    """

    claim: str
    paper: object
    ours: object
    note: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the paper gives the same value, or none."""
        return self.paper is None or self.paper == self.ours


def recompute_claims(paper: str) -> list[Claim]:
    """Run every experiment of a paper."""
    module = import_module("langkah.papers." + paper.replace("-", "_"))
    found: list[Claim] = module.recompute_claims()
    return found
