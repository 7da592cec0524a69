"""Requests: frozen values that say what is asked, and how they are read from plain JSON.

The annotations of a request say what is legal: `Annotated[int, Range(2, 100)]`, `bool`, `str | None`. The same ones
check what a worker is sent and describe the HTTP API. A position travels as `saved` and is opened by the store of
problems; every mistake becomes one line of a `BadInput`.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from math import isfinite
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, NewType, Self, Union, get_args, get_origin, get_type_hints

from langkah.errors import BadInput
from langkah.language import _, format_number
from langkah.model import Problem
from langkah.search import OPTIONS
from langkah.search.options import OptionKind
from langkah.session import Session
from langkah.settings import make_unknown_name, quote_value
from langkah.tasks.problems import ProblemStore


class Range(NamedTuple):
    """What is legal, both ends included: the value of a number, the length of a text or a list."""

    low: float
    high: float
    above: bool = False  # whether a number must be larger than `low`


Name = Annotated[str, Range(1, 300)]
SearchValues = NewType("SearchValues", Mapping[str, Any])  # a search in plain values, see `list_search_fields`


@dataclass(frozen=True)
class Request:
    """A question. Its fields are all that can be said about it."""

    @classmethod
    def from_dict(cls, values: Mapping[str, object], store: ProblemStore) -> Self:
        """The request that plain JSON values describe, a position among them opened."""
        hints = list_fields(cls)
        lines = [make_unknown_name(_("Name"), str(name), hints).lines[0] for name in values if name not in hints]
        lines += [
            _("{name} is missing").format(name=name)
            for name in hints
            if name not in values and get_default(cls, name) is MISSING
        ]
        for name, hint in hints.items():
            if name in values and not _accepts(hint, values[name]):
                text = _("{name} = {value}: this must be {legal}")
                lines.append(text.format(name=name, value=quote_value(values[name]), legal=_describe_legal(hint)))
        if lines:
            raise BadInput(*lines)
        given = {name: _open_value(hints[name], value, store) for name, value in values.items()}
        request = cls(**given, **({"store": store} if issubclass(cls, StoreRequest) else {}))
        request.check()
        return request

    def check(self) -> None:
        """Refuse what is well formed and still cannot be answered."""


@dataclass(frozen=True)
class StoreRequest(Request):
    """A question about what there is."""

    store: ProblemStore


@dataclass(frozen=True)
class ProblemRequest(StoreRequest):
    """A question about a problem, with settings on top."""

    problem: Name
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class PositionRequest(Request):
    """A question about a position. It travels as a saved session and is then an open one."""

    saved: Session

    @property
    def problem(self) -> Problem[Any, Any]:
        """The problem from where the session stands."""
        return find_problem_here(self.saved)


def find_problem_here(session: Session) -> Problem[Any, Any]:
    """The problem from where a session stands."""
    return session.problem.at(session.state) if session.made else session.problem


def list_fields(request: type[Request]) -> dict[str, Any]:
    """The fields of a request with their annotations."""
    hints = get_type_hints(request, include_extras=True)
    return {each.name: hints[each.name] for each in fields(request) if hints[each.name] is not ProblemStore}


def get_default(request: type[Request], name: str) -> object:
    """What is meant where a field is left out; MISSING where it must be given."""
    found = next(each for each in fields(request) if each.name == name)
    return found.default if found.default_factory is MISSING else found.default_factory()


def _open_value(hint: Any, value: Any, store: ProblemStore) -> Any:
    """What a JSON value stands for."""
    if hint is Session:
        return store.session(value)
    return tuple(value) if isinstance(value, list) else value


def list_search_fields() -> dict[str, Any]:
    """What can be said about a search besides its algorithm, with annotations made from the one table of options."""
    kinds: dict[OptionKind, Any] = {
        OptionKind.NUMBER: float,
        OptionKind.WHOLE: int,
        OptionKind.SWITCH: bool,
        OptionKind.ESTIMATE: Name,
        OptionKind.TIES: Annotated[tuple[Name, ...], Range(0, 6)],
    }
    found: dict[str, Any] = {}
    for name, option in OPTIONS.items():
        bounds = Range(option.low or 0, option.high or 0, option.above)
        found[name] = Annotated[kinds[option.kind], bounds] if option.high is not None else kinds[option.kind]
    return {name: hint | None for name, hint in found.items()}


def _accepts(hint: Any, value: object) -> bool:
    """Whether a JSON value is what an annotation says."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(_accepts(part, value) for part in parts)
    if origin is Annotated:
        size = value if isinstance(value, int | float) else len(value) if isinstance(value, str | list) else 0
        return _accepts(parts[0], value) and parts[1].low <= size <= parts[1].high
    if origin is tuple:
        return isinstance(value, list) and all(_accepts(parts[0], each) for each in value)
    if hint in (Session, SearchValues) or origin is Mapping:
        return isinstance(value, dict)
    if hint in (int, float):
        return type(value) is int or (hint is float and type(value) is float and isfinite(value))
    return hint is Any or isinstance(value, hint)


def _describe_legal(hint: Any) -> str:
    """What an annotation accepts, as a phrase."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _(" or ").join(_describe_legal(part) for part in parts if part is not NoneType)
    if origin is Annotated and parts[0] in (int, float):
        low, high = (format_number(each) for each in parts[1][:2])
        text = _("a whole number from {low} to {high}") if parts[0] is int else _("a number from {low} to {high}")
        return text.format(low=low, high=high)
    if origin is Annotated and parts[0] is str:
        return _("a text of at most {n} characters").format(n=format_number(parts[1].high))
    names = {bool: _("true or false"), str: _("a text"), int: _("a whole number"), float: _("a number")}
    return names.get(hint) or (_("a list") if origin is tuple else _("a table"))
