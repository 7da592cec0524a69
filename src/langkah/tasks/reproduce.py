"""The question 'do the papers' numbers hold?': every claim of the five papers, recomputed."""

from dataclasses import dataclass
from typing import Any

from langkah.language import _
from langkah.papers import PAPERS, Claim, recompute_claims
from langkah.settings import make_unknown_name

__all__ = ["PAPERS", "Claim", "ReproduceAnswer", "reproduce_papers"]


@dataclass(frozen=True)
class ReproduceAnswer:
    """The claims of each paper."""

    papers: dict[str, list[Claim]]

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain JSON values."""
        return {
            "papers": [
                {
                    "paper": name,
                    "title": _(PAPERS[name]),
                    "claims": [{**each._asdict(), "agrees": each.agrees} for each in claims],
                }
                for name, claims in self.papers.items()
            ]
        }


def reproduce_papers(paper: str | None = None) -> ReproduceAnswer:
    """Recompute one paper, or all of them."""
    if paper and paper not in PAPERS:
        raise make_unknown_name(_("Paper"), paper, PAPERS)
    return ReproduceAnswer({name: recompute_claims(name) for name in ([paper] if paper else PAPERS)})
