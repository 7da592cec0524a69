"""The question 'do the papers' numbers hold?': every claim of the five papers, recomputed."""

from dataclasses import dataclass
from typing import Any

from langkah.language import _
from langkah.papers import PAPERS, Claim, recompute_claims
from langkah.run import Stopped
from langkah.settings import make_unknown_name
from langkah.tasks.context import Context
from langkah.tracing import Stats

__all__ = ["PAPERS", "Claim", "ReproduceAnswer", "ReproduceRequest", "reproduce_papers"]


@dataclass(frozen=True)
class ReproduceRequest:
    """One paper by name, or all of them."""

    paper: str | None = None


@dataclass(frozen=True, repr=False)
class ReproduceAnswer:
    """The claims of each paper; `limit` says what ended it before the last one."""

    papers: dict[str, list[Claim]]
    limit: str = ""

    def __repr__(self) -> str:
        claims = [claim for found in self.papers.values() for claim in found]
        agreeing = sum(bool(claim.agrees) for claim in claims)
        return f"<ReproduceAnswer on {', '.join(self.papers)}: {agreeing} of {len(claims)} claims agree>"

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain JSON values."""
        papers = [_describe_paper(name, claims) for name, claims in self.papers.items()]
        return {"papers": papers, **({"limit": self.limit} if self.limit else {})}


def _describe_paper(name: str, claims: list[Claim]) -> dict[str, Any]:
    rows = [{**each._asdict(), "agrees": each.agrees} for each in claims]
    return {"paper": name, "title": _(PAPERS[name]), "claims": rows}


def reproduce_papers(request: ReproduceRequest, context: Context) -> ReproduceAnswer:
    """Recompute; where the time is up or it is called off, what was recomputed by then."""
    if request.paper and request.paper not in PAPERS:
        raise make_unknown_name(_("Paper"), request.paper, PAPERS)
    found: dict[str, list[Claim]] = {}
    stats, is_over = Stats(), context.make_deadline()
    for name in [request.paper] if request.paper else PAPERS:
        if is_over():
            return ReproduceAnswer(found, is_over.limit)
        try:
            found[name] = recompute_claims(name)
        except Stopped as stop:  # an alarm of the front end
            return ReproduceAnswer(found, stop.limit)
        stats.expanded += len(found[name])
        if context.progress is not None:
            context.progress(stats)
        if context.partial is not None:
            context.partial(_describe_paper(name, found[name]))
    return ReproduceAnswer(found)
