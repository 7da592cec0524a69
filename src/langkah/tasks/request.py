"""Requests: frozen values that say what is asked, and how they are read from plain JSON.

The annotations of a request say what is legal, for every caller: `Annotated[int, Range(2, 100)]`, `bool`, `str | None`
(see `langkah.typed_json`). What Python holds as another value than JSON has a `Reader` in its annotation: a problem,
or a position of one, travels as a saved session and is opened by the catalogue of problems; a search travels as a table
of its options. Combinations that mean nothing are refused by `check`, wherever a request is made.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, NotRequired, Self, TypedDict, get_args, get_type_hints

from langkah.model import Problem
from langkah.search.options import OPTIONS, OptionKind, SearchRequest
from langkah.tracing import Limit
from langkah.typed_json import Name, Range, Table, check_json

if TYPE_CHECKING:
    from langkah.session import Session
    from langkah.tasks.problems import ProblemCatalogue


class Reader(NamedTuple):
    """How a field is read from JSON: its name there, what it looks like there, and what makes a value of that."""

    name: str
    get_shape: Callable[[], Any]
    read: "Callable[[Any, ProblemCatalogue], Any]"


PYTHON_ONLY = Reader("", lambda: None, lambda _value, _catalogue: None)  # JSON has no such field
FROM_CATALOGUE = Reader("", lambda: None, lambda _value, catalogue: catalogue)  # nor this: the catalogue itself


@dataclass(frozen=True)
class Request:
    """A question. Its fields are all that can be said about it."""

    def __post_init__(self) -> None:
        """Check it, whoever makes it."""
        self.check()

    @classmethod
    def from_dict(cls, values: Mapping[str, object], catalogue: "ProblemCatalogue") -> Self:
        """The request that plain JSON values describe, a position among them opened."""
        kind: Any = cls
        check_json(list_fields(kind), values)
        readers = _list_readers(kind).items()
        return cls(
            **{name: each.read(values[each.name], catalogue) for name, each in readers if each.name in values},
            **{name: catalogue for name, each in readers if each is FROM_CATALOGUE},
        )

    def check(self) -> None:
        """Refuse what is well formed and still cannot be answered."""

    def check_ranges(self, *names: str) -> None:
        """Hold Python's callers, too, to the ranges of these fields: some ranges are only those of a page."""
        hints = get_type_hints(type(self), include_extras=True)
        check_json(Table({name: hints[name] for name in names}, set()), {name: getattr(self, name) for name in names})


@cache
def list_fields(request: Any) -> Table:
    """The fields of a request as JSON has them."""
    readers = {name: each for name, each in _list_readers(request).items() if each.name}
    shapes = {each.name: each.get_shape() for each in readers.values()}
    needed = {each.name for each in fields(request) if each.default is each.default_factory is MISSING}
    return Table(shapes, {each.name for name, each in readers.items() if name in needed})


@cache
def _list_readers(request: Any) -> dict[str, Reader]:
    """How each field of a request is read."""
    hints = get_type_hints(request, include_extras=True)
    return {each.name: _find_reader(each.name, hints[each.name]) for each in fields(request)}


def _find_reader(name: str, hint: Any) -> Reader:
    usual = Reader(name, lambda: hint, lambda value, _catalogue: tuple(value) if isinstance(value, list) else value)
    return next((part for part in get_args(hint) if isinstance(part, Reader)), usual)


# Problems and positions


def find_problem_here(session: "Session") -> Problem[Any, Any]:
    """The problem from where a session stands."""
    return session.problem.at(session.state) if session.made else session.problem


def get_saved_shape() -> Any:
    """What a saved session looks like; sessions are loaded only where one is read."""
    from langkah.session.share import Saved

    return Saved


# A problem, or a position of one: in JSON a saved session
Here = Annotated[
    Problem[Any, Any],
    Reader("saved", get_saved_shape, lambda saved, catalogue: find_problem_here(catalogue.session(saved))),
]


@dataclass(frozen=True)
class HereRequest(Request):
    """A question about a problem, or about a position of one, from which the problem then begins."""

    problem: Here


# Searches


@cache
def get_search_shape() -> Any:
    """What a search looks like in JSON, made from the one table of options."""
    kinds: dict[OptionKind, Any] = {
        OptionKind.NUMBER: float,
        OptionKind.WHOLE: int,
        OptionKind.SWITCH: bool,
        OptionKind.ESTIMATE: Name,
        OptionKind.TIES: Annotated[list[Name], Range(0, 6)],
    }
    found: dict[str, Any] = {"algorithm": Name}
    for name, option in OPTIONS.items():
        bounds = Range(option.low or 0, option.high or 0, option.above)
        hint = Annotated[kinds[option.kind], bounds] if option.high is not None else kinds[option.kind]
        found[name] = NotRequired[hint | None]
    shape: Any = TypedDict("SearchJson", found)  # type: ignore[misc]
    shape.__doc__ = "A search: an algorithm, and what is not as usual about it."
    return shape


def read_search(values: Mapping[str, Any], seconds: float) -> SearchRequest:
    """The search that JSON values describe; it ends after so many seconds at most."""
    search = SearchRequest.from_dict(values)
    return replace(search, limit=search.limit.tighten(Limit(seconds=seconds)))


def make_search_reader(seconds: float) -> Reader:
    """How a search is read that may take so many seconds where a page asks for it."""
    return Reader("search", get_search_shape, lambda values, _catalogue: read_search(values, seconds))
