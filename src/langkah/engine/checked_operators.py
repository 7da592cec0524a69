"""Puts checked operators into the place of plain ones in a puzzle's own functions, before their types are known, and
refuses what compiled code could make something else of.

Numba for processors and Numba for GPUs have everything that is needed here twice, so it is given.
"""

import operator
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

ALONE = (operator.neg, operator.invert, abs)  # operators on one number
INEXACT = ("builtins", "math", "cmath", "operator", "_operator")  # modules of which nothing else is compiled
EXACT = (min, max, len, range, int, bool, enumerate, zip, reversed)  # of these all is


class NumbaParts(NamedTuple):
    """Modules of Numba."""

    errors: Any
    extending: Any
    nodes: Any  # of a function before its types are known
    tools: Any  # for these
    types: Any


class OperatorRewriter:
    """`checked` has, for an operator of Python, what stands for it on whole numbers; for reading a list, where there is
    something for that, what finds the place."""

    def __init__(self, parts: NumbaParts, checked: dict[Any, Any]) -> None:
        self.parts = parts
        self.operators = {plain: self._make_operator(plain, function) for plain, function in checked.items()}
        self.operators[pow] = self.operators[operator.pow]

    def is_whole(self, kind: Any) -> bool:
        """Whether a type has whole numbers."""
        return isinstance(kind, self.parts.types.Integer | self.parts.types.Boolean)

    def _make_operator(self, plain: Any, checked: Any) -> Any:
        """A function that Numba knows as an operator: checked on whole numbers, as it is on everything else."""
        overload = self.parts.extending.overload
        if plain in ALONE:

            def apply_one(one: Any) -> Any:
                return plain(one)

            overload(apply_one, strict=False)(lambda one: checked if self.is_whole(one) else lambda one: plain(one))
            return apply_one

        def apply_two(one: Any, two: Any) -> Any:
            return plain(one, two)

        def choose(one: Any, two: Any) -> Any:
            if plain is operator.getitem:
                return checked if isinstance(one, self.parts.types.Array) else lambda one, two: two  # noqa: ARG005
            return checked if self.is_whole(one) and self.is_whole(two) else lambda one, two: plain(one, two)

        overload(apply_two, strict=False)(choose)
        return apply_two

    def rewrite(self, function: Any) -> None:
        """Go through all statements of a function."""
        for block in function.blocks.values():
            block.body = [new for old in block.body for new in self._replace(old)]
        function._definitions = self.parts.tools.build_definitions(function.blocks)

    def _replace(self, statement: Any) -> list[Any]:
        nodes, value = self.parts.nodes, getattr(statement, "value", None)
        if isinstance(value, nodes.Const | nodes.Global | nodes.FreeVar):
            return [self._replace_known(statement, value.value)]
        if not isinstance(value, nodes.Expr):
            return [statement]
        if value.op == "getattr" and value.attr in ("bit_length", "bit_count"):  # of a number without its sign
            read = partial(nodes.Expr.getattr, attr=value.attr, loc=statement.loc)
            return self._call_before(self.operators[abs], [value.value], read, statement)
        if value.op == "make_function":
            raise self.parts.errors.UnsupportedError("a function inside a function", loc=statement.loc)
        if value.op == "getitem" and operator.getitem in self.operators:
            read = partial(nodes.Expr.getitem, value.value, loc=statement.loc)
            return self._call_before(self.operators[operator.getitem], [value.value, value.index], read, statement)
        if value.op not in ("binop", "inplace_binop", "unary"):
            return [statement]
        plain = value.immutable_fn if value.op == "inplace_binop" else value.fn
        if plain in (operator.truediv, operator.matmul):
            raise self.parts.errors.UnsupportedError("floating point", loc=statement.loc)
        if plain not in self.operators:
            return [statement]
        operands = [value.value] if value.op == "unary" else [value.lhs, value.rhs]
        return self._call(self.operators[plain], operands, statement.target, statement.loc)

    def _replace_known(self, statement: Any, known: Any) -> Any:
        """A constant or a function by its name: refused where compiled code could make something else of it."""
        refuse, nodes = self.parts.errors.UnsupportedError, self.parts.nodes
        if type(known) is int and not -(1 << 63) <= known < 1 << 63:
            raise refuse("a number past 2**63", loc=statement.loc)
        if isinstance(known, float | complex):
            raise refuse("floating point", loc=statement.loc)
        home = getattr(known, "__module__", None) if callable(known) else getattr(known, "__name__", None)
        if callable(known) and home in ("builtins", "_operator") and known in self.operators:
            called = self.operators[known]
            return nodes.Assign(nodes.Global(called.__name__, called, statement.loc), statement.target, statement.loc)
        is_error = isinstance(known, type) and issubclass(known, BaseException)
        if home in INEXACT and known not in EXACT and not is_error:
            raise refuse(f"{known.__name__}, which may mean something else", loc=statement.loc)
        return statement

    def _call_before(self, called: Any, operands: list[Any], read: Callable[[Any], Any], statement: Any) -> list[Any]:
        """Call something first, and read by what it gives."""
        found = self.parts.nodes.Var(statement.target.scope, self.parts.tools.mk_unique_var("$before"), statement.loc)
        last = self.parts.nodes.Assign(read(found), statement.target, statement.loc)
        return [*self._call(called, operands, found, statement.loc), last]

    def _call(self, called: Any, operands: list[Any], target: Any, place: Any) -> list[Any]:
        nodes = self.parts.nodes
        function = nodes.Var(target.scope, self.parts.tools.mk_unique_var("$checked"), place)
        return [
            nodes.Assign(nodes.Global(called.__name__, called, place), function, place),
            nodes.Assign(nodes.Expr.call(function, operands, (), place), target, place),
        ]
