"""The tasks 'prove this' and 'does this proof hold?': writes certificates, and checks them with the rules alone."""

import base64
import binascii
import io
import re
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Literal, TypedDict, TypeVar

from langkah.errors import BadInput, DoesNotHold
from langkah.language import N_, _
from langkah.model import Problem
from langkah.proofs.certificate import CLAIMS, NoCertificate, Proof, ProofRequest, list_claims, write_proof
from langkah.proofs.checker import MEMORY
from langkah.proofs.rules import describe_rules
from langkah.proofs.verdict import Checked, Verdict, check_certificate
from langkah.run import LIMITS, Run, Stopped
from langkah.search import SearchRequest
from langkah.tasks.context import Context
from langkah.tasks.request import PYTHON_ONLY, HereRequest, Reader, Request, find_problem_here, get_saved_shape
from langkah.tracing import Result, Stats
from langkah.typed_json import Name, Range

__all__ = [
    "CLAIMS",
    "CheckRequest",
    "Checked",
    "Proof",
    "ProveRequest",
    "check_proof",
    "is_own_problem",
    "list_claims",
    "prove_claim",
]

T = TypeVar("T")
MOST_CHARACTERS = 380_000  # characters of a certificate sent by a page, in base 64


@dataclass(frozen=True)
class ProveRequest(HereRequest):
    """A problem, and the claim to prove. "" means the default claim: the value of a two-player game, or else the least
    cost or that there is no solution.

    Python can pass the result of a search that has already run.
    """

    claim: Name | Literal[""] = ""
    player: Name | Literal[""] = ""
    seat: Literal["first", "second"] = "second"
    search: Annotated[SearchRequest, PYTHON_ONLY] = field(default_factory=SearchRequest)
    seed: Annotated[int, PYTHON_ONLY] = 0
    every_state: Annotated[bool, PYTHON_ONLY] = False
    result: Annotated[Result[Any, Any] | None, PYTHON_ONLY] = None


class ProofJson(TypedDict):
    """A certificate for a page: its file name, its bytes in base 64, and what it proves. `sendable`: whether it is
    short enough to be sent back and checked.
    """

    name: str
    data: str
    bytes: int
    sendable: bool
    claim: str
    proved: str
    unproved: list[str]
    states: int


def _open_here(saved: Any, catalogue: Any) -> Problem[Any, Any]:
    return find_problem_here(catalogue.session(saved))


def is_own_problem(problem: Problem[Any, Any]) -> bool:
    """Whether the problem comes from a user's Python file. `check` runs such a file only if the user names it."""
    return "source" in describe_rules(problem)


@dataclass(frozen=True)
class CheckRequest(Request):
    """A certificate in base 64 (`data`), and optionally the position that the certificate is claimed to be about.
    Python code can give `file` instead of `data`, and `problem` as a problem or a name.
    """

    data: Annotated[str, Range(1, MOST_CHARACTERS)] = ""
    file: Annotated[Path | bytes | None, PYTHON_ONLY] = None
    problem: Annotated[Problem[Any, Any] | str | None, Reader("saved", get_saved_shape, _open_here)] = None
    memory: Annotated[int, PYTHON_ONLY] = MEMORY
    region: Annotated[str, PYTHON_ONLY] = ""  # a region or "all", if `file` is the checkpoint of a large exploration

    def open(self) -> BinaryIO:
        """The bytes as a stream that can be read more than once."""
        if isinstance(self.file, bytes):
            return io.BytesIO(self.file)
        if self.file is not None:
            try:
                return self.file.open("rb")
            except OSError as error:
                raise BadInput(_("{path} cannot be read: {why}").format(path=self.file, why=error.strerror)) from None
        try:
            return io.BytesIO(base64.b64decode(self.data, validate=True))
        except (binascii.Error, ValueError):
            raise BadInput(_("this is not a certificate: it is not in base 64")) from None


def prove_claim(request: ProveRequest, context: Context) -> Proof:
    """Write a certificate within the limits; otherwise, raise a `NoCertificate` that says what is missing."""
    asked = ProofRequest(
        request.problem, request.claim, request.search, request.player, request.seat, request.seed,
        request.every_state, request.result,
    )  # fmt: skip
    return _end_at_limits(lambda: write_proof(asked, context.limit, context.progress, context.cancelled))


def describe_proof(proof: Proof) -> ProofJson:
    """A certificate for a page."""
    told, data = proof.verdict, base64.b64encode(proof.data).decode()
    return {
        "name": re.sub(r"[^a-z0-9]+", "-", f"{told.problem[:40]}-{told.claim}".lower()).strip("-") + ".proof",
        "data": data,
        "bytes": len(proof.data),
        "sendable": len(data) <= MOST_CHARACTERS,
        "claim": told.claim,
        "proved": told.proved,
        "unproved": list(told.unproved),
        "states": told.states,
    }


def check_proof(request: CheckRequest, context: Context) -> Checked:
    """Check a certificate with the rules of the problem that it names. If the certificate does not hold, the answer
    contains the error. Raises `BadInput` if the data is not a certificate, and `NoCertificate` at a limit.
    """
    deadline = context.make_deadline()

    def report(done: int, _total: int) -> None:
        if context.progress is not None:
            context.progress(Stats(expanded=done))
        if deadline():
            raise Stopped(deadline.limit)

    def check() -> Checked:
        report(0, 0)
        if request.region:
            return Checked(_check_regions(request, context))
        with request.open() as file:
            return Checked(check_certificate(file, request.problem, memory=request.memory, progress=report))

    try:
        return _end_at_limits(check)
    except DoesNotHold as failure:
        return Checked(None, failure)


def _check_regions(request: CheckRequest, context: Context) -> Verdict:
    """Check the checkpoint of a large exploration: one region or all of them. A region is explored again from the
    states at which its neighbours enter it. Raises `DoesNotHold` if the results differ.
    """
    from langkah.engine.spaces.tower_check import check_regions

    flaws = {
        "entries": N_("region {region}: its gate entry times do not match those computed from its neighbours"),
        "times": N_(
            "region {region}: explored again, it reaches its gates at other times than those in the checkpoint"
        ),
        "counts": N_("region {region}: exploring it again gives layer sizes that differ from those in the checkpoint"),
    }
    run: Run[Any, Any] = Run(context.limit, progress=context.progress, cancelled=context.cancelled)
    reports = []
    with closing(check_regions(str(request.file), request.region, run)) as found:
        for report in found:
            if report.flaw:
                raise DoesNotHold(_(flaws[report.flaw]).format(region=report.region))
            reports.append(report)
    last = reports[-1]
    text = _(
        "{name}: {n} of {all} regions were explored again, starting where their neighbours lead into "
        "them, and agree with the checkpoint."
    )
    proved = text.format(name=last.problem, n=len(reports), all=last.regions)
    believed = [_("that the code that explores a region is correct: this check used the same code as the exploration")]
    if len(reports) < last.regions:
        believed.append(_("that the other regions are correct: only all regions together prove the result"))
    positions = sum(each.positions for each in reports)
    return Verdict("region", last.problem, proved, tuple(believed), positions, last.sha256)


def _end_at_limits(work: Callable[[], T]) -> T:
    try:
        return work()
    except Stopped as stopped:
        raise NoCertificate(_(LIMITS[stopped.limit])) from None
