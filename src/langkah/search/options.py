"""The table of search options, and `SearchRequest`, a search with its options and limits.

The argument parser, API, forms, menus and documents are generated from `OPTIONS`. The row of an algorithm lists the
options it uses; all algorithms obey limits. A request converts from and to plain JSON values, which omit defaults.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from fractions import Fraction
from functools import partial
from math import inf
from typing import Any, NamedTuple, Self, TypedDict

from langkah.engine.gpu.device import DEVICES
from langkah.errors import BadInput
from langkah.language import N_, _
from langkah.model import Problem, Puzzle
from langkah.search.best_first import TIES
from langkah.search.given_estimate import GivenEstimate
from langkah.search.table import find_algorithm, find_estimate, require_fit
from langkah.settings import make_unknown_name, quote_value
from langkah.tracing import Limit, format_code
from langkah.tracing.result import HIGHEST_LIMIT


class OptionKind(StrEnum):
    """The kind of an option's value, which determines the field in a form."""

    NUMBER = "number"
    WHOLE = "whole"
    SWITCH = "switch"  # yes, no, or (None) the algorithm's default
    ESTIMATE = "estimate"  # the name of one of the puzzle's estimates
    TIES = "ties"  # a list of names from TIES


class Option(NamedTuple):
    """One option of a search. If `default` is None, the option is not set unless the algorithm has its own default."""

    name: str
    kind: OptionKind
    title: str
    about: str
    default: Any = None
    low: int | None = None
    high: int | None = None
    above: bool = False  # whether a number must be larger than `low`
    steps: tuple[float, ...] = ()  # the values in a menu
    is_limit: bool = False  # whether the option is a limit, which all algorithms obey

    def describe_legal(self) -> str:
        """The legal values of this option, as a phrase."""
        if self.kind is OptionKind.SWITCH:
            return _("true or false")
        if self.kind is OptionKind.ESTIMATE:
            return _("the name of a heuristic (estimate)")
        if self.kind is OptionKind.TIES:
            return _("a list with any of {names}").format(names=", ".join(TIES))
        if self.kind is OptionKind.WHOLE:
            return _("a whole number from {low} to {high}").format(low=self.low, high=self.high)
        text = _("a number above {low}, at most {high}") if self.above else _("a number from {low} to {high}")
        return text.format(low=self.low, high=self.high)

    def accepts(self, value: object) -> bool:
        """Whether a value has the right type for this option and is in the legal range."""
        if value is None:
            return self.default is None
        if self.kind is OptionKind.SWITCH:
            return isinstance(value, bool)
        if self.kind is OptionKind.ESTIMATE:
            return isinstance(value, str)
        if self.kind is OptionKind.TIES:
            return isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)
        kinds: Any = int if self.kind is OptionKind.WHOLE else int | float | Fraction
        if not isinstance(value, kinds) or isinstance(value, bool):
            return False
        low, high = -inf if self.low is None else self.low, inf if self.high is None else self.high
        return bool(low < value <= high if self.above else low <= value <= high)

    def as_dict(self) -> dict[str, Any]:
        """The fields of the option for a form or menu, with texts in the reader's language."""
        found: dict[str, Any] = {**self._asdict(), "kind": str(self.kind), "steps": list(self.steps)}
        return {**found, "title": _(self.title), "about": _(self.about)}


_SMALL_STEPS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
_LARGE_STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)


def _list_options() -> Iterator[Option]:
    yield Option(
        "estimate",
        OptionKind.ESTIMATE,
        N_("Heuristic (estimate)"),
        N_("the heuristic (estimate) that guides the search"),
    )
    yield Option(
        "ties",
        OptionKind.TIES,
        N_("Tie-break"),
        N_(
            "which of equally good nodes is expanded first: deep, shallow, first (the older), last (the "
            "newer), high (the greater state), low (the smaller state)"
        ),
    )
    yield Option(
        "duplicates", OptionKind.SWITCH, N_("Remove duplicates"), N_("recognise states that were reached before")
    )
    about = N_("expand a state again if a cheaper path to it is found (the default), or never")
    yield Option("reopen", OptionKind.SWITCH, N_("Reopen states"), about)
    about = N_("find all solutions (backtracking)")
    yield Option("find_all", OptionKind.SWITCH, N_("Find all solutions"), about, default=False)
    number, whole = OptionKind.NUMBER, OptionKind.WHOLE
    about, steps = N_("weight of the heuristic, for weighted-a-star (default 2)"), (1, 1.5, 2, 2.5, 3, 4, 5, 10)
    yield Option("weight", number, N_("Weight"), about, 2.0, low=0, high=1000, above=True, steps=steps)
    about = N_("width of the beam (default 100)")
    yield Option("width", whole, N_("Width of the beam"), about, 100, low=1, high=10**9, steps=_SMALL_STEPS)
    limit = partial(Option, default=None, is_limit=True)
    about, depths = N_("search no deeper than this"), tuple(range(101))
    yield limit("depth", whole, N_("Depth limit"), about, low=0, high=HIGHEST_LIMIT, steps=depths)
    about = N_("stop after expanding this many nodes")
    yield limit("nodes", whole, N_("Node limit"), about, low=0, high=HIGHEST_LIMIT, steps=_LARGE_STEPS)
    about = N_("stop after this many seconds")
    yield limit("seconds", number, N_("Time limit (seconds)"), about, low=0, high=10**9, above=True, steps=_SMALL_STEPS)
    yield limit(
        "memory",
        whole,
        N_("Memory limit"),
        N_("stop if the memory exceeds this many bytes"),
        low=1,
        high=HIGHEST_LIMIT,
    )


OPTIONS: dict[str, Option] = {option.name: option for option in _list_options()}


class SearchOptions(TypedDict, total=False):
    """The options of a search as keywords: the rows of `OPTIONS` except limits, and the device. In Python, an estimate
    may be a function of (problem, state) or (state), or an `Estimate`, which can declare that it is admissible.

    >>> options: SearchOptions = {"weight": 1.5}
    >>> solve(load("hanoi", discs=3), "weighted-a-star", **options).cost
    7
    """

    estimate: GivenEstimate | None
    ties: Sequence[str] | None
    duplicates: bool | None
    reopen: bool | None
    find_all: bool
    weight: float | Fraction
    width: int
    device: str


@dataclass(frozen=True, repr=False)
class SearchRequest:
    """A requested search: an algorithm ("" leaves the choice to the puzzle), its options and its limits.

    >>> SearchRequest.from_dict({"algorithm": "a*", "nodes": 100}).as_dict()
    {'algorithm': 'a-star', 'nodes': 100}
    """

    algorithm: str = ""
    estimate: str | None = None
    ties: Sequence[str] | None = None
    duplicates: bool | None = None
    reopen: bool | None = None
    find_all: bool = False
    weight: float | Fraction = 2.0
    width: int = 100
    limit: Limit = field(default_factory=Limit)
    device: str = "auto"  # not in the table: the device depends on the machine, and no form offers it

    __repr__ = format_code

    def __post_init__(self) -> None:
        if isinstance(self.ties, list):
            object.__setattr__(self, "ties", tuple(self.ties))

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """The request for plain JSON values. Raises one `BadInput` that names every mistake."""
        given = {name: value for name, value in values.items() if value is not None}
        algorithm = given.pop("algorithm", "")
        mistakes: list[BadInput] = [
            make_unknown_name(_("Option"), name, OPTIONS) for name in given if name not in OPTIONS
        ]
        if not isinstance(algorithm, str):
            mistakes.append(
                BadInput(_("algorithm = {value}: give the name of an algorithm").format(value=quote_value(algorithm)))
            )
        mistakes += _find_wrong_values({name: value for name, value in given.items() if name in OPTIONS})
        _raise_all(mistakes)
        if algorithm:
            algorithm = find_algorithm(algorithm).name
        limit = Limit(**{name: value for name, value in given.items() if OPTIONS[name].is_limit})
        chosen = {name: value for name, value in given.items() if not OPTIONS[name].is_limit}
        return cls(algorithm, **chosen, limit=limit)

    def as_dict(self) -> dict[str, Any]:
        """The request as plain JSON values, without defaults."""
        found: dict[str, Any] = {"algorithm": self.algorithm} if self.algorithm else {}
        found |= {name: value for name, value in self._values().items() if value != OPTIONS[name].default}
        if "ties" in found:
            found["ties"] = list(found["ties"])
        return found

    def bounded(self, **limit: Any) -> "SearchRequest":
        """The same request with these fields of its `Limit` replaced."""
        return replace(self, limit=replace(self.limit, **limit))

    def check(self, problem: Problem[Any, Any]) -> None:
        """Raise one `BadInput` that names every mistake if this request does not fit a problem."""
        mistakes = _find_wrong_values(self._values())
        try:
            row = find_algorithm(self.algorithm) if self.algorithm else None
            if row is not None:
                require_fit(problem, row.name)
        except BadInput as error:
            mistakes.insert(0, error)
        if isinstance(self.estimate, str) and isinstance(problem, Puzzle):
            try:
                find_estimate(problem, self.estimate)
            except BadInput as error:
                mistakes.append(error)
        if self.device not in DEVICES:
            mistakes.append(make_unknown_name(_("Device"), self.device, DEVICES))
        _raise_all(mistakes)

    def list_unused(self) -> list[str]:
        """The names of the options that are set (differ from their defaults), but that the chosen algorithm does not
        use.
        """
        used = find_algorithm(self.algorithm).options if self.algorithm else tuple(OPTIONS)
        set_here = {name for name, value in self._values().items() if value != OPTIONS[name].default}
        return [name for name in OPTIONS if name in set_here - {*used} and not OPTIONS[name].is_limit]

    def _values(self) -> dict[str, Any]:
        own = {each.name: getattr(self, each.name) for each in fields(self) if each.name in OPTIONS}
        return {**own, **{name: getattr(self.limit, name) for name, each in OPTIONS.items() if each.is_limit}}


def _find_wrong_values(values: Mapping[str, object]) -> list[BadInput]:
    found: list[BadInput] = []
    for name, value in values.items():
        option = OPTIONS[name]
        if not option.accepts(value):
            text = _("{name} = {value}: this must be {legal}")
            line = text.format(name=name, value=quote_value(value), legal=option.describe_legal())
            found.append(BadInput(line))
        elif option.kind is OptionKind.TIES:
            ties: Any = value or ()
            found += [make_unknown_name(_("Tie-break"), tie, TIES) for tie in ties if tie not in TIES]
    return found


def _raise_all(mistakes: list[BadInput]) -> None:
    if len(mistakes) == 1:
        raise mistakes[0]
    if mistakes:
        raise BadInput(*(line for each in mistakes for line in each.lines))
