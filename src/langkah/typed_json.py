"""Checks whether JSON values match annotations. Requests, saved sessions and answers all use this one check.

Annotations are those of Python: `bool`, `str | None`, `Literal["win", "loss"]`, `list[str]`, a `TypedDict` for a table,
`Annotated[int, Range(2, 100)]` for a restricted range. The OpenAPI description and the page's types are generated from
the same annotations.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import is_dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import islice
from math import isfinite
from types import GenericAlias, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from langkah.errors import Malformed
from langkah.language import _, format_number
from langkah.settings import make_unknown_name, quote_value

REPORTED_LINES = 20  # lines about one value, at most


class Range(NamedTuple):
    """The legal range of a number, or of the length of a text or list. Both ends are included; if `above` is set, the
    lower end `low` is excluded.
    """

    low: float
    high: float
    above: bool = False  # whether a number must be larger than `low`


class Table(NamedTuple):
    """The fields of a table with their annotations, and which of them are required."""

    fields: dict[str, Any]
    required: Set[str]


Name = Annotated[str, Range(1, 300)]


def check_json(table: Table, value: object) -> None:
    """Raise `Malformed` if a JSON value does not match a table. The error has one line for each mistake, at most
    `REPORTED_LINES`.
    """
    lines = tuple(islice(_find_table_mistakes(table, value, ""), REPORTED_LINES))
    if lines:
        raise Malformed(*lines)


@cache
def read_table(hint: Any) -> Table:
    """The fields of a `TypedDict`, a named tuple or a dataclass."""
    fields = get_type_hints(hint, include_extras=True)
    return Table(fields, getattr(hint, "__required_keys__", fields.keys()))


def is_table(hint: Any) -> bool:
    """Whether an annotation means a JSON table with named fields."""
    return is_typeddict(hint) or (isinstance(hint, type) and (hasattr(hint, "_fields") or is_dataclass(hint)))


def resolve(hint: Any) -> Any:
    """Normalise an annotation for JSON. Sequences become lists, fractions become numbers, enumerations become their
    texts, and `Annotated[dict, Some]` becomes the table `Some`. Markers of required fields are dropped, because `Table`
    records which fields are required.
    """
    parts = get_args(hint)
    if get_origin(hint) in (Required, NotRequired):
        return resolve(parts[0])
    if get_origin(hint) is Annotated and is_table(parts[1]):
        return parts[1]
    if get_origin(hint) is Sequence or (get_origin(hint) is tuple and parts[-1] is Ellipsis):
        return GenericAlias(list, parts[:1])
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return Literal[tuple(str(each) for each in hint)]
    return float if hint is Fraction else hint


def find_mistakes(hint: Any, value: object, name: str) -> Iterator[str]:
    """One line for each part of a JSON value that does not match its annotation."""
    hint = resolve(hint)
    origin, parts = get_origin(hint), get_args(hint)
    if is_table(hint):
        yield from _find_table_mistakes(read_table(hint), value, name)
    elif origin is list and isinstance(value, list) and _has_table(hint):
        for number, each in enumerate(value):
            yield from find_mistakes(parts[0], each, f"{name}[{number}]")
    elif origin is dict and isinstance(value, dict) and _has_table(hint):
        for key, each in value.items():
            yield from find_mistakes(parts[1], each, f"{name}.{key}")
    elif origin is Annotated and _is_in_range(parts[1], value) and _has_table(hint):
        yield from find_mistakes(parts[0], value, name)
    elif not _accepts(hint, value):
        meant = [part for part in map(resolve, parts) if part is not NoneType and _is_meant(part, value)]
        if origin in (Union, UnionType) and len(meant) == 1 and value is not None:
            yield from find_mistakes(meant[0], value, name)
        else:
            text = _("{name} = {value}: this must be {legal}")
            yield text.format(name=name, value=quote_value(value), legal=_describe_legal(hint))


def _find_table_mistakes(table: Table, value: object, name: str) -> Iterator[str]:
    path = f"{name}." if name else ""
    if not isinstance(value, Mapping):
        text = _("{name} = {value}: this must be {legal}") if name else _("{value}: this must be {legal}")
        yield text.format(name=name, value=quote_value(value), legal=_("a table"))
        return
    for key, each in value.items():
        if key in table.fields:
            yield from find_mistakes(table.fields[key], each, f"{path}{key}")
        else:
            yield make_unknown_name(_("Name"), f"{path}{key}", table.fields).lines[0]
    for key in table.fields:
        if key in table.required and key not in value:
            yield _("{name} is missing").format(name=f"{path}{key}")


def _has_table(hint: Any) -> bool:
    """Whether an annotation is a table with named fields or contains one."""
    hint = resolve(hint)
    return is_table(hint) or any(map(_has_table, get_args(hint)))


def _is_meant(hint: Any, value: object) -> bool:
    """Whether a value could be meant as `hint`, a member of a union. A table is recognised by the values of its
    `Literal` fields; any other member could always be meant.
    """
    if not is_table(hint):
        return True
    words = {name: each for name, each in read_table(hint).fields.items() if get_origin(each) is Literal}
    return isinstance(value, dict) and all(value.get(name) in get_args(each) for name, each in words.items())


def _is_in_range(limits: Range, value: object) -> bool:
    size = value if isinstance(value, int | float) else len(value) if isinstance(value, str | list) else 0
    return size <= limits.high and (size > limits.low if limits.above else size >= limits.low)


def _accepts(hint: Any, value: object) -> bool:
    """Whether a JSON value matches an annotation."""
    hint = resolve(hint)
    origin, parts = get_origin(hint), get_args(hint)
    if is_table(hint):
        return not any(_find_table_mistakes(read_table(hint), value, ""))
    if origin in (Union, UnionType):
        return any(_accepts(part, value) for part in parts)
    if origin is Annotated:
        return _accepts(parts[0], value) and _is_in_range(parts[1], value)
    if origin is Literal:
        return any(value == each and type(value) is type(each) for each in parts)
    if origin is tuple:
        return isinstance(value, list) and len(value) == len(parts) and all(map(_accepts, parts, value))
    if origin is list:
        return isinstance(value, list) and all(_accepts(parts[0], each) for each in value)
    if origin is dict:
        return isinstance(value, dict) and all(_accepts(parts[1], each) for each in value.values())
    if hint in (int, float):
        return type(value) is int or (hint is float and type(value) is float and isfinite(value))
    return hint is Any or isinstance(value, NoneType if hint is None else hint)


def _describe_legal(hint: Any) -> str:
    """The values that an annotation accepts, as a phrase."""
    hint = resolve(hint)
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _(" or ").join(dict.fromkeys(_describe_legal(part) for part in parts if part is not NoneType))
    if origin is Literal:
        return _("one of {names}").format(names=", ".join(map(str, parts)))
    if origin is Annotated and parts[0] in (int, float):
        low, high = (format_number(each) for each in parts[1][:2])
        text = _("a whole number from {low} to {high}") if parts[0] is int else _("a number from {low} to {high}")
        return text.format(low=low, high=high)
    if origin is Annotated and parts[0] is str:
        return _("a text of at most {n} characters").format(n=format_number(parts[1].high))
    if origin is Annotated:
        low, high = (format_number(each) for each in parts[1][:2])
        return _("a list of {low} to {high} items").format(low=low, high=high)
    names = {bool: _("true or false"), str: _("a text"), int: _("a whole number"), float: _("a number")}
    return names.get(hint) or (_("a list") if origin in (list, tuple) else _("a table"))
