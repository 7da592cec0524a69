"""The kinds of values in a puzzle's own functions: numbers, lists passed by a kernel, and lists defined outside the
functions.

Lists that are defined outside may be nested in any shape. They become flat tables of numbers: an inner list is
identified by its index among all lists of its level, so that compiled code handles only whole numbers and flat tables.
"""

import builtins
import types
from abc import ABCMeta
from dataclasses import dataclass
from enum import EnumType
from itertools import accumulate
from typing import Any

from langkah.language import _

LOW, HIGH = -(1 << 63), 1 << 63
MOST_LEVELS = 8  # the most levels of nested lists
SAID = {"__repr__", "__new__", "__doc__", "__getattribute__", "__getnewargs__", "__format__", "__sizeof__"}
OPERATORS = [name for name in vars(int) if name.startswith(("__", "bit_")) and name not in SAID]  # of `int`


@dataclass(frozen=True)
class Number:
    """A 64-bit whole number; true and false are 1 and 0."""

    def __str__(self) -> str:
        return _("a number")


@dataclass(frozen=True)
class Block:
    """A list of numbers that a kernel passes as an argument; only the list `out` may be written."""

    is_out: bool

    def __str__(self) -> str:
        return _("a list")


@dataclass(frozen=True)
class Several:
    """Several numbers, from `return a, b` or `divmod`. A puzzle's function must assign them at once to as many names as
    there are numbers.
    """

    count: int

    def __str__(self) -> str:
        return _("several numbers")


@dataclass(frozen=True)
class Level:
    """One nesting level of a table: all lists at this depth, stored consecutively."""

    length: int | None  # the common length of all lists; None: see `lengths` and `starts`
    lengths: str = ""  # the name of the table with the length of each list, if the lengths differ
    starts: str = ""  # the name of the table with the first index of each list, if the lengths differ


@dataclass(frozen=True)
class Table:
    """A list that is stored in a flat table. Its value in compiled code is its index among all lists of its level. The
    lists of the last level contain the numbers.
    """

    numbers: str  # the name of the flat table
    levels: tuple[Level, ...]

    def __str__(self) -> str:
        return _("a list")


Kind = Number | Block | Several | Table
NUMBER, OUT, LIST = Number(), Block(is_out=True), Block(is_out=False)


class Unfit(Exception):
    """Raised for a value that cannot be compiled; the message says why, and the caller adds the path and line."""


def check_number(value: int) -> int:
    """The value as a plain `int`. Raises `Unfit` if the value does not fit 64 bits, or if its type defines its own
    operators.
    """
    if type(value) not in (int, bool) and any(
        getattr(type(value), each) is not getattr(int, each) for each in OPERATORS
    ):
        raise Unfit(_("the type {kind} has its own operators").format(kind=type(value).__name__))
    if not LOW <= value < HIGH:
        raise Unfit(_("a number beyond 2**63"))
    return int(value)


def get_member(owner: Any, name: str) -> Any:
    """A member of a module or class, looked up without running any code. Raises `Unfit` if there is none, or if reading
    it would run code.
    """
    if isinstance(owner, EnumType) and name in owner.__members__:
        return owner.__members__[name]
    for each in owner.__mro__ if type(owner) in (type, EnumType, ABCMeta) else (owner,):
        if name in vars(each) and not isinstance(each, type):
            return vars(each)[name]
        if name in vars(each):
            found = vars(each)[name]
            found = found.__func__ if isinstance(found, staticmethod) else found
            if isinstance(found, types.FunctionType) or not hasattr(type(found), "__get__"):
                return found
            break
    raise Unfit(_("{name} is not defined").format(name=f"{owner.__name__}.{name}"))


def find_global(function: types.FunctionType, name: str) -> Any:
    """The value of a name that a function reads but does not assign: from an enclosing function, a global or a
    built-in. Raises `Unfit` if the name has no value.
    """
    code = function.__code__
    if name in code.co_freevars:
        try:
            return (function.__closure__ or ())[code.co_freevars.index(name)].cell_contents
        except ValueError:
            raise Unfit(_("{name} is possibly unassigned here").format(name=name)) from None
    if name in function.__globals__:
        return function.__globals__[name]
    if name in vars(builtins):
        return vars(builtins)[name]
    raise Unfit(_("{name} is possibly unassigned here").format(name=name))


class Tables:
    """Converts lists that are defined outside a puzzle's functions to named flat tables, each list once."""

    def __init__(self) -> None:
        self.flat: dict[str, list[int]] = {}
        self._known: dict[int, tuple[object, Table]] = {}  # keeps the list alive, so that its id is not reused

    def add(self, value: list[Any] | tuple[Any, ...]) -> Table:
        """The table of the list `value`, which is converted if it is new."""
        if id(value) not in self._known:
            self._known[id(value)] = value, self._flatten(value)
        return self._known[id(value)][1]

    def _flatten(self, value: list[Any] | tuple[Any, ...]) -> Table:
        levels: list[Level] = []
        lists: list[Any] = [value]
        while True:
            levels.append(self._add_level([len(each) for each in lists]))
            lists = [each for inner in lists for each in inner]
            if not any(type(each) in (list, tuple) for each in lists):
                break
            if len(levels) == MOST_LEVELS or not all(type(each) in (list, tuple) for each in lists):
                raise Unfit(_("a list that mixes lists and other values"))
        strange = [each for each in lists if not isinstance(each, int)]
        if strange:
            raise Unfit(_("a list that contains values of type {kind}").format(kind=type(strange[0]).__name__))
        return Table(self._add_flat([check_number(each) for each in lists]), tuple(levels))

    def _add_level(self, lengths: list[int]) -> Level:
        if len(set(lengths)) == 1:
            return Level(lengths[0])
        starts = [0, *accumulate(lengths)][:-1]
        return Level(None, self._add_flat(lengths), self._add_flat(starts))

    def _add_flat(self, numbers: list[int]) -> str:
        """Add a flat table, and return its name. The table gets one extra number at its end, which a read after a fault
        may reach.
        """
        name = f"table{len(self.flat)}"
        self.flat[name] = [*numbers, 0]
        return name
