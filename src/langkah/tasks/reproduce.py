"""The task 'do the papers' numbers hold?': every claim of the five papers, recomputed."""

from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

from langkah.language import _
from langkah.papers import PAPERS, Claim, recompute_claims
from langkah.run import Stopped
from langkah.settings import make_unknown_name
from langkah.tasks.context import Context
from langkah.tasks.request import Request
from langkah.tracing import Stats
from langkah.typed_json import Name

__all__ = ["PAPERS", "Claim", "ReproduceAnswer", "ReproduceRequest", "reproduce_papers"]


@dataclass(frozen=True)
class ReproduceRequest(Request):
    """One paper by name, or all of them."""

    paper: Name | None = None

    def check(self) -> None:
        """Refuse unknown papers."""
        if self.paper and self.paper not in PAPERS:
            raise make_unknown_name(_("Paper"), self.paper, PAPERS)


class ClaimJson(TypedDict):
    """A claim of a paper: the printed value, the recomputed value (`ours`), and whether they agree."""

    claim: str
    paper: object
    ours: object
    note: str
    agrees: bool


class PaperJson(TypedDict):
    """A paper with its claims."""

    paper: str
    title: str
    claims: list[ClaimJson]


class PapersJson(TypedDict):
    """Papers with their claims. `limit` names the limit that stopped the work early, if any."""

    papers: list[PaperJson]
    limit: NotRequired[str]


@dataclass(frozen=True, repr=False)
class ReproduceAnswer:
    """The claims of each paper. `limit` names the limit that stopped the work early, if any."""

    papers: dict[str, list[Claim]]
    limit: str = ""

    def __repr__(self) -> str:
        claims = [claim for found in self.papers.values() for claim in found]
        agreeing = sum(bool(claim.agrees) for claim in claims)
        return f"<ReproduceAnswer on {', '.join(self.papers)}: {agreeing} of {len(claims)} claims agree>"

    def as_dict(self) -> PapersJson:
        """The answer as plain JSON values."""
        found: PapersJson = {"papers": [_describe_paper(name, claims) for name, claims in self.papers.items()]}
        if self.limit:
            found["limit"] = self.limit
        return found


def _describe_paper(name: str, claims: list[Claim]) -> PaperJson:
    rows: list[Any] = [{**each._asdict(), "agrees": each.agrees} for each in claims]
    return {"paper": name, "title": _(PAPERS[name]), "claims": rows}


def reproduce_papers(request: ReproduceRequest, context: Context) -> ReproduceAnswer:
    """Recompute the claims of one paper or of all; when the time is up or the task is cancelled, return the claims
    recomputed so far.
    """
    found: dict[str, list[Claim]] = {}
    stats, is_over = Stats(), context.make_deadline()
    for name in [request.paper] if request.paper else PAPERS:
        if is_over():
            return ReproduceAnswer(found, is_over.limit)
        try:
            found[name] = recompute_claims(name)
        except Stopped as stop:  # by an alarm of the front end
            return ReproduceAnswer(found, stop.limit)
        stats.expanded += len(found[name])
        if context.progress is not None:
            context.progress(stats)
        if context.partial is not None:
            context.partial({**_describe_paper(name, found[name])})
    return ReproduceAnswer(found)
