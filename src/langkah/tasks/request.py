"""Requests: frozen values with the parameters of a task, and their conversion from plain JSON.

The annotations of a request define the legal values for every caller: `Annotated[int, Range(2, 100)]`, `bool`, `str |
None` (see `langkah.typed_json`). A field whose Python value differs from its JSON value has a `Reader` in its
annotation: a problem or position is sent as a saved session, which the catalogue of problems opens; a search is sent as
a table of its options. `check` refuses meaningless combinations, wherever a request is made.
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
    """How a field of a request is read from JSON: the name of the field in JSON, a function that returns its JSON type,
    and the function that converts its value.
    """

    name: str
    get_shape: Callable[[], Any]
    read: "Callable[[Any, ProblemCatalogue], Any]"


PYTHON_ONLY = Reader("", lambda: None, lambda _value, _catalogue: None)  # not a field in JSON
FROM_CATALOGUE = Reader(
    "", lambda: None, lambda _value, catalogue: catalogue
)  # not a field in JSON: the catalogue itself


@dataclass(frozen=True)
class Request:
    """A request to a task; its fields are the parameters."""

    def __post_init__(self) -> None:
        """Check the request on creation."""
        self.check()

    @classmethod
    def from_dict(cls, values: Mapping[str, object], catalogue: "ProblemCatalogue") -> Self:
        """Create the request from plain JSON values; the `Reader` of each field converts its value, for example a saved
        session to a problem. Raises `Malformed` if the values do not match the annotations.
        """
        kind: Any = cls
        check_json(list_fields(kind), values)
        readers = _list_readers(kind).items()
        return cls(
            **{name: each.read(values[each.name], catalogue) for name, each in readers if each.name in values},
            **{name: catalogue for name, each in readers if each is FROM_CATALOGUE},
        )

    def check(self) -> None:
        """Raise `BadInput` if the values have the right types, but the request cannot be answered. Default: accept
        every request.
        """

    def check_ranges(self, *names: str) -> None:
        """Check the ranges of the fields `names`, also if Python code makes the request. The ranges of other fields are
        checked only for requests from a page.
        """
        hints = get_type_hints(type(self), include_extras=True)
        check_json(Table({name: hints[name] for name in names}, set()), {name: getattr(self, name) for name in names})


@cache
def list_fields(request: Any) -> Table:
    """The fields of a type of request as they appear in JSON."""
    readers = {name: each for name, each in _list_readers(request).items() if each.name}
    shapes = {each.name: each.get_shape() for each in readers.values()}
    needed = {each.name for each in fields(request) if each.default is each.default_factory is MISSING}
    return Table(shapes, {each.name for name, each in readers.items() if name in needed})


@cache
def _list_readers(request: Any) -> dict[str, Reader]:
    """The reader of each field of a type of request, by the field's name."""
    hints = get_type_hints(request, include_extras=True)
    return {each.name: _find_reader(each.name, hints[each.name]) for each in fields(request)}


def _find_reader(name: str, hint: Any) -> Reader:
    usual = Reader(name, lambda: hint, lambda value, _catalogue: tuple(value) if isinstance(value, list) else value)
    return next((part for part in get_args(hint) if isinstance(part, Reader)), usual)


# Problems and positions


def find_problem_here(session: "Session") -> Problem[Any, Any]:
    """The problem of a session, with the session's current position as its start."""
    return session.problem.at(session.state) if session.made else session.problem


def get_saved_shape() -> Any:
    """The JSON type of a saved session; its module is imported only when a session is read."""
    from langkah.session.share import Saved

    return Saved


# A problem, or a position in one: in JSON a saved session
Here = Annotated[
    Problem[Any, Any],
    Reader("saved", get_saved_shape, lambda saved, catalogue: find_problem_here(catalogue.session(saved))),
]


@dataclass(frozen=True)
class HereRequest(Request):
    """A request about a problem. If a page sends a position, it becomes the start of the problem."""

    problem: Here


# Searches


@cache
def get_search_shape() -> Any:
    """The JSON type of a search, generated from the table of options."""
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
    shape.__doc__ = "A search: an algorithm, and the options that differ from their defaults."
    return shape


def read_search(values: Mapping[str, Any], seconds: float) -> SearchRequest:
    """The search that the JSON `values` describe, with a time limit of at most `seconds`."""
    search = SearchRequest.from_dict(values)
    return replace(search, limit=search.limit.tighten(Limit(seconds=seconds)))


def make_search_reader(seconds: float) -> Reader:
    """A `Reader` for the field `search` of a request. The reader converts JSON to a `SearchRequest` whose time limit is
    at most `seconds`.
    """
    return Reader("search", get_search_shape, lambda values, _catalogue: read_search(values, seconds))
