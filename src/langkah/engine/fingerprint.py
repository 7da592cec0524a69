"""What a function computes, as a value: its code, its constants and everything it reaches through names.

Machine code that is kept on disk is found again by this value. It must change whenever an answer could change, so it
is made of the compiled Python code and the present values of all globals and closed-over variables, followed through
every function that is called, and never of a file's name or date.
"""

import hashlib
import types
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

from langkah.engine.kernels.instructions import Instruction


def compute_fingerprint(*parts: object) -> str:
    """A short text that differs whenever any of the parts differs."""
    seen: dict[int, int] = {}
    digest = hashlib.sha256()
    for part in parts:
        for piece in _iterate_pieces(part, seen):
            digest.update(piece)
            digest.update(b"\0")
    return digest.hexdigest()[:32]


def _iterate_pieces(value: object, seen: dict[int, int]) -> Iterator[bytes]:
    """The bytes that make a value what it is; functions and containers are taken apart."""
    if isinstance(value, types.FunctionType | types.CodeType):
        if id(value) in seen:
            yield b"again %d" % seen[id(value)]
            return
        seen[id(value)] = len(seen)
    if isinstance(value, types.CodeType):
        yield from _iterate_code_pieces(value, seen)
    elif isinstance(value, types.FunctionType):
        yield from _iterate_code_pieces(value.__code__, seen)
        for name, found in _find_used_names(value).items():
            yield name.encode()
            yield from _iterate_pieces(found, seen)
        yield from _iterate_pieces(value.__defaults__, seen)
    elif isinstance(value, tuple | list):
        yield b"%s %d" % (type(value).__name__.encode(), len(value))
        if all(type(each) is int for each in value):
            yield repr(value).encode()
        else:
            for each in value:
                yield from _iterate_pieces(each, seen)
    elif isinstance(value, types.ModuleType):
        yield value.__name__.encode()
    elif isinstance(getattr(value, "py_func", None), types.FunctionType):  # compiled by its author already
        yield from _iterate_pieces(value.py_func, seen)  # type: ignore[attr-defined]
    elif hasattr(value, "tobytes") and hasattr(value, "dtype"):  # a NumPy array
        yield f"{value.dtype} {getattr(value, 'shape', '')}".encode()
        yield value.tobytes()
    else:
        yield f"{type(value).__qualname__} {value!r}".encode()


def _iterate_code_pieces(code: types.CodeType, seen: dict[int, int]) -> Iterator[bytes]:
    """The bytes of compiled Python code, without file names and line numbers."""
    yield code.co_code
    yield repr((code.co_argcount, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)).encode()
    for constant in code.co_consts:
        yield from _iterate_pieces(constant, seen)


def _find_used_names(function: types.FunctionType) -> dict[str, Any]:
    """The globals and closed-over variables that a function uses, with their present values."""
    found: dict[str, Any] = {}
    for name in _list_mentioned_names(function.__code__):
        if name in function.__globals__:
            found[name] = function.__globals__[name]
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        found[name] = cell.cell_contents
    return found


def _list_mentioned_names(code: types.CodeType) -> list[str]:
    """Every name that code or a function inside it looks up."""
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names += _list_mentioned_names(constant)
    return names


def freeze_function(
    function: Callable[..., Any], compile_one: Callable[[types.FunctionType], Any], bound: Mapping[str, Any]
) -> types.FunctionType:
    """A copy of a function in which the plain functions it calls are compiled and lists of numbers are constants.

    In a kernel, the names in `bound` stand for what they are bound to.
    """
    assert isinstance(function, types.FunctionType)
    scope: dict[str, Any] = {"__builtins__": function.__globals__.get("__builtins__")}
    closed: dict[str, Any] = {}
    for name, value in _find_used_names(function).items():
        target = closed if name in function.__code__.co_freevars else scope
        is_open = function.__module__.startswith("langkah.engine.kernels.") and name in bound
        target[name] = bound[name] if is_open else _make_constant(value, compile_one)
    cells = tuple(types.CellType(closed[name]) for name in function.__code__.co_freevars)
    copy = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__, cells)
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return copy


def _make_constant(value: object, compile_one: Callable[[types.FunctionType], Any]) -> object:
    """A value as compiled code can hold it."""
    if isinstance(value, types.FunctionType):
        return compile_one(value)
    if isinstance(value, Instruction):
        return getattr(import_module("langkah.engine.numba_instructions"), value.name)
    if isinstance(value, list | tuple) and value and _are_numbers(value):
        import numpy as np

        return np.array(value, np.int64)
    return value


def _are_numbers(value: object) -> bool:
    """Whether a value is a whole number, or a list of such values that all have the same form."""
    if isinstance(value, list | tuple):
        return all(_are_numbers(each) for each in value) and len({_measure_length(each) for each in value}) <= 1
    return type(value) is int and -(1 << 63) <= value < 1 << 63


def _measure_length(value: object) -> int:
    """The length of a list, -1 for anything else."""
    return len(value) if isinstance(value, list | tuple) else -1
