"""Finds the definition of a puzzle's own function in its source, and proves that the two belong together.

The source is compiled again and must yield exactly the code of the function, so that a file edited since it was loaded
is never mistaken for the running code.
"""

import ast
import linecache
import types
import warnings
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from langkah.engine.fingerprint import NotCompilable
from langkah.language import _

Definition = ast.FunctionDef | ast.Lambda
PARTS = ("co_name", "co_firstlineno", "co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars")


def shorten_path(name: str) -> Path:
    """A path relative to the current folder, or absolute if it lies outside."""
    path = Path(name).resolve()
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def refuse(filename: str, line: int, why: str) -> NotCompilable:
    """The error for syntax that is not compiled, with the path and line in the puzzle's source."""
    return NotCompilable(_("{path}, line {n}: {why}").format(path=shorten_path(filename), n=line, why=why))


def find_definition(function: types.FunctionType) -> Definition:
    """The syntax tree that a function was compiled from. Raises `NotCompilable` unless exactly one definition in the
    source yields the code of the function.
    """
    code = function.__code__
    for _attempt in range(2):
        text = "".join(linecache.getlines(code.co_filename, function.__globals__))
        found = [node for node, made in _read_definitions(text, code.co_filename) if _are_same(made, code)]
        if len(found) == 1:
            return found[0]
        linecache.checkcache(code.co_filename)  # the file may have been edited since, and reloaded
    why = _("the source code of {name} cannot be found; the compiler needs it").format(name=function.__name__)
    raise refuse(code.co_filename, code.co_firstlineno, why)


@lru_cache(maxsize=16)
def _read_definitions(text: str, filename: str) -> list[tuple[Definition, types.CodeType]]:
    """Every function in a source text, with its compiled code."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text, filename)
            codes = list(_list_codes(compile(tree, filename, "exec", dont_inherit=True)))
    except (SyntaxError, ValueError):
        return []
    nodes = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef | ast.Lambda)]
    return [(node, code) for node in nodes for code in codes if _is_code_of(code, node)]


def _list_codes(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from _list_codes(each)


def _is_code_of(code: types.CodeType, node: Definition) -> bool:
    """Whether `code` was compiled from the definition `node`. A function is recognised by its name and first line, a
    lambda by the position of its expression.
    """
    if isinstance(node, ast.FunctionDef):
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        return (code.co_name, code.co_firstlineno) == (node.name, first)
    place = (node.body.lineno, node.body.end_lineno, node.body.col_offset, node.body.end_col_offset)
    return code.co_name == "<lambda>" and code.co_firstlineno == node.lineno and place in set(code.co_positions())


def _are_same(one: types.CodeType, two: types.CodeType) -> bool:
    """Whether two code objects are equal, including their positions in the source."""
    if any(getattr(one, part) != getattr(two, part) for part in PARTS) or len(one.co_consts) != len(two.co_consts):
        return False
    return set(one.co_positions()) == set(two.co_positions()) and all(
        _are_same(mine, other)
        if isinstance(mine, types.CodeType) and isinstance(other, types.CodeType)
        else type(mine) is type(other) and mine == other
        for mine, other in zip(one.co_consts, two.co_consts, strict=True)
    )
