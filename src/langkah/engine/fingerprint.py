"""Fingerprints of functions: of their code, constants and everything they reach through names.

A fingerprint is a key of cached machine code, so it must change whenever a result could change. It covers the compiled
Python code and the current values of all globals and closure variables, through every called function, but never the
name or date of a file.
"""

import hashlib
import types
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from importlib import import_module
from typing import Any

from langkah.engine.kernels.instructions import Instruction
from langkah.errors import BadInput
from langkah.language import N_, _
from langkah.settings import quote_value

PLAIN = (int, float, complex, str, bytes, range, type(None), type(...), Instruction)  # identified by their `repr`
DIFFERENT = N_("its compiled results differ from its results in Python")


class NotCompilable(Exception):
    """Raised if compiled code cannot be used, usually because a puzzle's own function uses something that cannot be
    compiled; the message says what.
    """


def compute_fingerprint(*parts: object) -> str:
    """A short text that changes whenever one of the values in `parts` changes."""
    digest = hashlib.sha256()
    for piece in _Pieces().take_apart(parts):
        digest.update(piece)
        digest.update(b"\0")
    return digest.hexdigest()[:32]


class _Pieces:
    """Converts values to bytes that identify them. A function, code object, module or class is converted only at its
    first occurrence; at each later one, a number stands for it.
    """

    def __init__(self) -> None:
        self.seen: dict[tuple[int, frozenset[str] | None], int] = {}
        # Names in the functions being taken apart; only these members of modules and classes count
        self.names: list[str] = []

    def take_apart(self, value: object) -> Iterator[bytes]:  # noqa: C901 - one line for each kind
        """The bytes that identify one value."""
        if isinstance(value, types.FunctionType | types.CodeType | types.ModuleType | type):
            reach = frozenset(self.names) if isinstance(value, types.ModuleType | type) else None
            if (id(value), reach) in self.seen:
                yield b"again %d" % self.seen[id(value), reach]
                return
            self.seen[id(value), reach] = len(self.seen)
        if isinstance(value, Enum):
            yield value.name.encode()
            yield from self.take_apart(value.value)
        elif isinstance(value, PLAIN):
            yield f"{type(value).__qualname__} {value!r}".encode()
        elif isinstance(value, types.CodeType):
            yield value.co_code
            names = (value.co_argcount, value.co_names, value.co_varnames, value.co_freevars, value.co_cellvars)
            yield repr(names).encode()
            yield from self.take_apart(value.co_consts)
        elif isinstance(value, types.FunctionType):
            yield from self._take_function_apart(value)
        elif isinstance(value, tuple | list):
            yield f"{type(value).__name__} {len(value)} {getattr(value, '_fields', '')}".encode()
            if all(type(each) is int for each in value):
                yield repr(value).encode()
            else:
                for each in value:
                    yield from self.take_apart(each)
        elif isinstance(value, frozenset):
            yield repr(sorted(map(repr, value))).encode()
        elif isinstance(value, types.ModuleType | type):
            yield value.__name__.encode()
            for name in sorted({name for name in self.names if hasattr(value, name)}):
                yield name.encode()
                yield from self.take_apart(getattr(value, name))
        else:
            yield from self._take_object_apart(value)

    def _take_function_apart(self, function: types.FunctionType) -> Iterator[bytes]:
        """The bytes that identify a function: its code, the names it uses with their values, and its default
        arguments.
        """
        before, self.names = self.names, self.names + _list_mentioned_names(function.__code__)
        yield from self.take_apart(function.__code__)
        for name, found in _find_used_names(function).items():
            yield name.encode()
            yield from self.take_apart(found)
        yield from self.take_apart(function.__defaults__)
        yield from self.take_apart(tuple((function.__kwdefaults__ or {}).items()))
        self.names = before

    def _take_object_apart(self, value: Any) -> Iterator[bytes]:
        """The bytes that identify a compiled function, an array, a number type or a built-in function."""
        if isinstance(getattr(value, "py_func", None), types.FunctionType):  # already compiled by its author
            yield from self.take_apart(value.py_func)
        elif hasattr(value, "tobytes") and hasattr(value, "dtype"):  # a NumPy array
            yield f"{value.dtype} {getattr(value, 'shape', '')}".encode()
            yield value.tobytes()
        elif isinstance(name := getattr(value, "__qualname__", getattr(value, "__name__", None)), str):
            yield f"{type(value).__qualname__} {getattr(value, '__module__', '')} {name}".encode()
        elif type(value).__module__.split(".")[0] in ("numpy", "numba"):
            yield f"{type(value).__qualname__} {value!r}".encode()
        else:
            text = _("it uses a value of type {kind}, which cannot be compiled: use whole numbers, lists and functions")
            raise NotCompilable(text.format(kind=type(value).__name__))


def _find_used_names(function: types.FunctionType) -> dict[str, Any]:
    """The globals and closure variables that a function uses, with their current values."""
    found: dict[str, Any] = {}
    for name in _list_mentioned_names(function.__code__):
        if name in function.__globals__:
            found[name] = function.__globals__[name]
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        found[name] = cell.cell_contents
    return found


def _list_mentioned_names(code: types.CodeType) -> list[str]:
    """Every global name or attribute that `code`, or a function nested in it, looks up."""
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names += _list_mentioned_names(constant)
    return names


def freeze_function(
    function: Callable[..., Any], compile_one: Callable[[types.FunctionType], Any], bound: Mapping[str, Any]
) -> types.FunctionType:
    """A copy of a function whose global names have fixed values: the functions that it calls are compiled, and lists of
    numbers are constants.

    In a kernel, the names in `bound` are replaced by their values.
    """
    assert isinstance(function, types.FunctionType)
    in_kernel = (function.__module__ or "").startswith("langkah.engine.kernels.")
    scope: dict[str, Any] = {"__builtins__": function.__globals__.get("__builtins__")}
    closed: dict[str, Any] = {}
    for name, value in _find_used_names(function).items():
        target = closed if name in function.__code__.co_freevars else scope
        target[name] = bound[name] if in_kernel and name in bound else _make_constant(value, compile_one)
    cells = tuple(types.CellType(closed[name]) for name in function.__code__.co_freevars)
    copy = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__, cells)
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return copy


def _make_constant(value: object, compile_one: Callable[[types.FunctionType], Any]) -> object:
    """A value in a form that compiled code can hold: functions are compiled, and lists of numbers become arrays."""
    if isinstance(value, types.FunctionType):
        return compile_one(value)
    if isinstance(value, Instruction):
        return getattr(import_module("langkah.engine.numba_instructions"), value.name)
    if isinstance(value, list | tuple) and value and _are_numbers(value):
        import numpy as np

        return np.array(value, np.int64)
    return value


def _are_numbers(value: object) -> bool:
    """Whether a value is a 64-bit whole number, or a list of such numbers or of equally shaped lists of them."""
    if isinstance(value, list | tuple):
        return all(_are_numbers(each) for each in value) and len({_measure_length(each) for each in value}) <= 1
    return type(value) is int and -(1 << 63) <= value < 1 << 63


def _measure_length(value: object) -> int:
    return len(value) if isinstance(value, list | tuple) else -1


def make_other_problem(path: object, theirs: object, ours: str) -> BadInput:
    """The error for a folder that belongs to a problem with another fingerprint."""
    if theirs == ours:
        text = _(
            "{path} contains another version of {problem}, which has been edited since: undo the edit, or choose "
            "another folder"
        )
        return BadInput(text.format(path=path, problem=quote_value(ours)))
    text = _("{path} contains another problem: {theirs}, not {ours}")
    return BadInput(text.format(path=path, theirs=quote_value(theirs), ours=quote_value(ours)))
