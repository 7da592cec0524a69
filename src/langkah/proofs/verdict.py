"""What a certificate proves, in sentences: `check_certificate` opens a certificate, checks it and states the result."""

import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO, NamedTuple, TypedDict

from langkah.errors import BadInput, DoesNotHold, LangkahError, format_exception, make_printable
from langkah.language import N_, _, format_number, format_plural
from langkah.model import Game, Problem
from langkah.proofs.checker import LINE_BYTES, MEMORY, Checker, require
from langkah.proofs.estimate_checker import EstimateChecker, PatternChecker
from langkah.proofs.game_checker import GameChecker
from langkah.proofs.rules import open_rules
from langkah.proofs.state_text import encode_state, read_number
from langkah.settings import quote_value

GZIP = b"\x1f\x8b"  # the first bytes of a file that gzip wrote
FORMATS = ("langkah proof 1", "langkah proof 2")  # formats that can be read
PROVED = {
    "least": N_("{name}: there is a solution of cost {cost}, and none costs less."),
    "impossible": N_("{name}: there is no solution."),
    "distances": N_(
        "{name}: every listed distance to a goal is exact; the hardest of {states} starts is at distance {hardest}."
    ),
    "layers": N_("{name}: exactly {states} states can be reached, the farthest in {depth} moves."),
    "value": N_("{name}: with best play the result for the side to move is: {value}."),
    "never-loses": N_("{name}: {player} ({seat}), playing the moves listed here, never loses."),
    "odds": N_("{name}: a game takes exactly {expected} turns on average."),
    "consistent": N_(
        "{name}: the heuristic {estimate} is consistent in all {states} listed states, which include "
        "all reachable states."
    ),
}
CHANCE = N_("{name}: with best play the first player wins with probability {expected}, counting a draw as half a win.")
NO_GOAL = N_(
    "{name}: the {states} listed states include all reachable states, and no goal can be reached from any of them."
)
VALUES = {"win": N_("win"), "draw": N_("draw"), "loss": N_("loss")}
PLAYER = re.compile(r"[\w.-]{1,60}(:[0-9]{1,9})?")
SHAPES: dict[str, tuple[Callable[[Any], object], str]] = {  # what a header must give, and what the verdict prints
    "problem": (lambda given: isinstance(given, str) and given.isprintable(), N_("the name of a problem")),
    "settings": (lambda given: isinstance(given, dict), N_("a table")),
    "claim": (lambda given: isinstance(given, str) and given in PROVED, N_("one of the claims of `langkah prove`")),
    "merged": (lambda given: isinstance(given, bool), N_("true or false")),
    "states": (lambda given: type(given) is int, N_("a whole number")),
    "estimate": (lambda given: isinstance(given, str) and given.isprintable(), N_("the name of a heuristic")),
    "player": (lambda given: isinstance(given, str) and PLAYER.fullmatch(given), N_("the name of a player")),
}
OPTIONAL = ("estimate", "player")
REPORT_STATES = 1 << 10  # between two calls of `progress`
UNREADABLE = (
    *(OSError, EOFError, zlib.error, ValueError, TypeError, LookupError, AttributeError, ArithmeticError),
    *(RecursionError, StopIteration, RuntimeError),
)

Report = Callable[[int, int], None]  # the number of states checked so far, and of all listed states


class VerdictJson(TypedDict):
    """A verdict as plain JSON values."""

    holds: bool
    claim: str
    problem: str
    proved: str
    unproved: list[str]
    states: int
    sha256: str


@dataclass(frozen=True)
class Verdict:
    """What a checked certificate proves, and what it does not prove.

    >>> check(prove(load("hanoi", discs=3)))
    <Verdict: hanoi discs=3: there is a solution of cost 7, and none costs less. (19 states)>
    """

    claim: str
    problem: str
    proved: str
    unproved: tuple[str, ...]
    states: int
    sha256: str  # checksum of the whole text

    def __repr__(self) -> str:
        return f"<Verdict: {self.proved} ({self.states:,} states)>"

    def as_dict(self) -> VerdictJson:
        """The verdict as plain JSON values."""
        return {
            "holds": True,
            "claim": self.claim,
            "problem": self.problem,
            "proved": self.proved,
            "unproved": list(self.unproved),
            "states": self.states,
            "sha256": self.sha256,
        }


class CheckedProofJson(TypedDict):
    """Whether a certificate holds. If it holds, what it proves and does not prove; otherwise, where it first fails, and
    why.
    """

    holds: bool
    claim: str
    problem: str
    proved: str
    unproved: list[str]
    states: int
    sha256: str
    why: str
    line: int
    state: str


class Checked(NamedTuple):
    """The result of checking a certificate: what it proves, or where it fails."""

    verdict: Verdict | None
    failure: DoesNotHold | None = None

    def as_dict(self) -> CheckedProofJson:
        """The result as plain JSON values."""
        told: Any = {"claim": "", "problem": "", "proved": "", "unproved": [], "states": 0, "sha256": ""}
        told |= {"why": "", "line": 0, "state": "", "holds": False}
        if self.verdict is not None:
            told |= self.verdict.as_dict()
        if self.failure is not None:
            told |= {name: getattr(self.failure, name) for name in ("claim", "problem", "why", "line", "state")}
        found: CheckedProofJson = told
        return found


def check_certificate(
    file: BinaryIO,
    problem: "Problem[Any, Any] | str | None" = None,
    *,
    memory: int = MEMORY,
    progress: Report | None = None,
) -> Verdict:
    """Check a certificate by the rules of its problem. Raises `DoesNotHold` at the first place where it fails, and
    `BadInput` if the file is not a certificate, or if it is about a Python file and `problem` is not given."""
    about = "", ""
    try:
        said = read_header(file)
        about = str(said["claim"]), name_problem(said)
        opened, moved = open_rules(said, problem)
        checker = choose_checker(said, opened)(file, said, opened, memory)
        total = said["states"]

        def report(number: int) -> None:
            if progress is not None and number % REPORT_STATES == 0:
                progress(min(number, total), total)

        for name, fact in checker.check(report).items():
            known = name not in said or (said[name] if name == "layers" else read_number(said[name])) == fact
            require(known, N_("the header is wrong: {name} should be {fact}"), name=name, fact=fact)
        return _make_verdict(checker, moved=moved)
    except DoesNotHold as failure:
        failure.claim, failure.problem = about
        raise
    except LangkahError:
        raise
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise BadInput(_("this certificate is damaged or cut off: gzip cannot unpack it")) from None
    except UNREADABLE as error:
        why = format_exception(error)
        raise BadInput(_("the header of this certificate cannot be used: {why}").format(why=why)) from None


def read_header(file: BinaryIO) -> dict[str, Any]:
    """Read the header, the first line of a certificate. Raises `BadInput` or `ValueError` if it is not legal."""
    file.seek(0)
    if file.read(len(GZIP)) != GZIP:
        raise BadInput(_("this is not a certificate: it is not compressed with gzip"))
    file.seek(0)
    with gzip.GzipFile(fileobj=file) as unpacked:
        line = unpacked.readline(LINE_BYTES)
    try:
        said: dict[str, Any] = json.loads(line)
        known = said["format"]
    except (ValueError, LookupError, TypeError):
        raise BadInput(_("this is not a certificate: its first line is not a header in JSON")) from None
    if known not in FORMATS:
        raise ValueError(f"format {known!r}, not {FORMATS[-1]!r}")
    for name, (fits, legal) in SHAPES.items():
        if name in said or name not in OPTIONAL:
            given = said.get(name)
            if not fits(given):
                text = _("the header of the certificate is wrong: {name} = {value}: this must be {legal}")
                raise BadInput(text.format(name=name, value=quote_value(given), legal=_(legal)))
    return said


def choose_checker(said: dict[str, Any], problem: Problem[Any, Any]) -> type[Checker]:
    """The class that checks the claim in a header: for puzzles, for estimates, for pattern databases, or for games and
    dice.
    """
    if "patterns" in said:
        return PatternChecker
    if isinstance(problem, Game) or said["claim"] == "odds":
        return GameChecker
    return EstimateChecker if "estimate" in said else Checker


def name_problem(header: Mapping[str, Any]) -> str:
    """The name of the problem in a header, with its settings, as on the command line."""
    words = [str(header["problem"]), *(f"{name}={_shorten(value)}" for name, value in header["settings"].items())]
    return make_printable(" ".join(words))


def hash_text(file: BinaryIO) -> str:
    """The SHA-256 of the unpacked text of a certificate."""
    file.seek(0)
    digest = hashlib.sha256()
    with gzip.GzipFile(fileobj=file) as unpacked:
        while part := unpacked.read(1 << 16):
            digest.update(part)
    return digest.hexdigest()


def _shorten(value: object, most: int = 40) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= most else text[:most] + "..."


def _make_verdict(checker: Checker, *, moved: bool) -> Verdict:
    said, problem, count = checker.said, checker.problem, checker.said["states"]
    name = name_problem(said)
    if moved:
        name = _("{name} from the state {state}").format(name=name, state=_shorten(encode_state(problem.start)))
    values = {key: make_printable(str(value)) for key, value in said.items() if isinstance(value, str | int)}
    values |= {"name": name, "states": format_number(count)}
    if "patterns" in said:
        values["states"] = format_number(sum(checker.counts.values()))  # without the states of tables
    if "layers" in said:
        values["depth"] = format_number(len(said["layers"]) - 1)
    if "value" in said:
        values["value"] = _(VALUES[said["value"]])
    if "seat" in said:
        values["seat"] = _(problem.players[said["seat"]])
    aimless = checker.claim == "distances" and said["hardest"] is None
    odds_of_two = checker.claim == "odds" and isinstance(problem, Game)
    proved = _(NO_GOAL if aimless else CHANCE if odds_of_two else PROVED[checker.claim]).format(**values)
    if said["merged"] and checker.claim in ("distances", "layers", "consistent"):
        proved = _("{proved} States with the same key count once.").format(proved=proved)
    return Verdict(checker.claim, name, proved, _list_doubts(checker), count, hash_text(checker.file))


def _list_doubts(checker: Checker) -> tuple[str, ...]:
    """What the certificate does not prove: what the reader must trust."""
    said, found = checker.said, [_("that the rules, as they are written, are the rules that you mean")]
    if said["merged"]:
        text = format_plural(
            "that states with the same key are equivalent: tested on {n} pair, not proved",
            "that states with the same key are equivalent: tested on {n} pairs, not proved",
            checker.pairs,
        )
        found.append(text)
    if "patterns" in said and checker.claim != "consistent":
        text = _("that the heuristic {name}, whose tables are proved, is consistent: tested, not proved")
        found.append(text.format(name=said["estimate"]))
    elif "estimate" in said and checker.claim != "consistent":
        found.append(_("that the heuristic {name} is never too high").format(name=said["estimate"]))
    if checker.claim == "never-loses":
        found.append(_("that {player} plays the listed moves").format(player=said["player"]))
    return tuple(found)
