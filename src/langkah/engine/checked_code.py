"""A puzzle's own functions, compiled so that they mean what Python means, or say that they cannot.

Machine numbers wrap around at 2**63, shifts by 64 mean nothing, and memory has no bounds. In functions that are not
ours every sum, difference, product, shift, power and division is checked, and every index; what Python would do
otherwise raises an exception, and whoever runs the code goes on in Python. Floating point, and functions of the
interpreter that are not known here to be exact, are not compiled at all.
"""

import operator
from importlib import import_module
from typing import Any

from langkah.engine.checked_operators import NumbaParts, OperatorRewriter
from langkah.engine.numba_instructions import WORD, cgutils, extending, ir, make_binary, types

compiler: Any = import_module("numba.core.compiler")
errors: Any = import_module("numba.core.errors")
machinery: Any = import_module("numba.core.compiler_machinery")
models: Any = import_module("numba.core.datamodel.models")
nodes: Any = import_module("numba.core.ir")
tools: Any = import_module("numba.core.ir_utils")
untyped: Any = import_module("numba.core.untyped_passes")


def _raise_on_overflow(name: str) -> Any:
    """Arithmetic on two numbers that raises where the answer does not fit."""

    def add_code(context: Any, builder: Any, _signature: Any, operands: Any) -> Any:
        pair = getattr(builder, name)(*operands)
        with builder.if_then(builder.extract_value(pair, 1), likely=False):
            context.call_conv.return_user_exc(builder, OverflowError, ("past 2**63",))
        return builder.extract_value(pair, 0)

    return extending.intrinsic(lambda _typing, _one, _two: (types.int64(types.int64, types.int64), add_code))


_add, _subtract, _multiply = map(_raise_on_overflow, ("sadd_with_overflow", "ssub_with_overflow", "smul_with_overflow"))
_shift_left = make_binary(lambda builder, value, places: builder.shl(value, places))
_shift_right = make_binary(lambda builder, value, places: builder.ashr(value, places))


def _add_numbers(one: Any, two: Any) -> Any:
    return _add(one, two)


def _subtract_numbers(one: Any, two: Any) -> Any:
    return _subtract(one, two)


def _multiply_numbers(one: Any, two: Any) -> Any:
    return _multiply(one, two)


def _shift_number_left(one: Any, two: Any) -> Any:
    if two < 0:
        raise ValueError("negative shift count")
    if one != 0 and (two > 62 or _shift_right(_shift_left(one, two), two) != one):
        raise OverflowError("past 2**63")
    return _shift_left(one, min(two, 63))


def _shift_number_right(one: Any, two: Any) -> Any:
    if two < 0:
        raise ValueError("negative shift count")
    return _shift_right(one, min(two, 63))


def _raise_to_power(one: Any, two: Any) -> Any:
    if two < 0:
        raise OverflowError("no whole number")
    if -2 < one < 2:
        return one if two % 2 else one * one if two else 1
    found = 1
    for _time in range(two):
        found = _multiply(found, one)
    return found


def _divide_numbers(one: Any, two: Any) -> Any:
    if two == -1:
        return _subtract(0, one)
    return one // two


def _find_remainder(one: Any, two: Any) -> Any:
    if two == -1:
        return 0
    return one % two


def _negate_number(one: Any) -> Any:
    return _subtract(0, one)


def _invert_number(one: Any) -> Any:
    return -1 - one


def _find_absolute(one: Any) -> Any:
    return _subtract(0, one) if one < 0 else one + 0


CHECKED = {  # what stands for an operator in checked code
    operator.add: _add_numbers,
    operator.sub: _subtract_numbers,
    operator.mul: _multiply_numbers,
    operator.lshift: _shift_number_left,
    operator.rshift: _shift_number_right,
    operator.pow: _raise_to_power,
    operator.floordiv: _divide_numbers,
    operator.mod: _find_remainder,
    operator.neg: _negate_number,
    operator.invert: _invert_number,
    abs: _find_absolute,
}
REWRITER = OperatorRewriter(NumbaParts(errors, extending, nodes, tools, types), CHECKED)


@machinery.register_pass(mutates_CFG=False, analysis_only=False)
class _Check(machinery.FunctionPass):  # type: ignore[misc]
    _name = "langkah_checked_operators"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """One step of compiling a function."""
        REWRITER.rewrite(state.func_ir)
        return True


class CheckedCompiler(compiler.CompilerBase):  # type: ignore[misc]
    """Numba's own way to compile, with one step more."""

    def define_pipelines(self) -> list[Any]:
        """The steps."""
        steps = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        steps.add_pass_after(_Check, untyped.IRProcessing)
        steps.finalize()
        return [steps]


class _Bounded(types.Type):  # type: ignore[misc]
    """A block whose length is known: indices mean what they mean in a Python list."""

    def __init__(self) -> None:
        super().__init__("langkah block")


BOUNDED, POINTER = _Bounded(), types.CPointer(types.int64)


@extending.register_model(_Bounded)
class _BoundedModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("pointer", POINTER), ("length", types.int64)])


def _make_bounded(signature: Any, build: Any) -> Any:
    """An instruction whose first operand is a bounded block."""

    def add_code(context: Any, builder: Any, _signature: Any, operands: Any) -> Any:
        block = cgutils.create_struct_proxy(BOUNDED)(context, builder, operands[0])
        value = build(builder, block, *operands[1:])
        return context.get_dummy_value() if value is None else value

    if len(signature.args) == 1:
        return extending.intrinsic(lambda _typing, _block: (signature, add_code))
    if len(signature.args) == 2:
        return extending.intrinsic(lambda _typing, _block, _index: (signature, add_code))
    return extending.intrinsic(lambda _typing, _block, _index, _number: (signature, add_code))


_measure = _make_bounded(types.int64(BOUNDED), lambda _builder, block: block.length)
_read = _make_bounded(
    types.int64(BOUNDED, types.int64),
    lambda builder, block, index: builder.load(builder.gep(block.pointer, [index])),
)
_write = _make_bounded(
    types.void(BOUNDED, types.int64, types.int64),
    lambda builder, block, index, number: builder.store(number, builder.gep(block.pointer, [index])) and None,
)


def _bound(context: Any, builder: Any, _signature: Any, operands: Any) -> Any:
    """A pointer with the length that stands before its first number."""
    block = cgutils.create_struct_proxy(BOUNDED)(context, builder)
    block.pointer = operands[0]
    block.length = builder.load(builder.gep(operands[0], [ir.Constant(WORD, -1)]))
    return block._getvalue()


bound_block: Any = extending.intrinsic(lambda _typing, _pointer: (BOUNDED(POINTER), _bound))


@extending.register_jitable  # type: ignore[untyped-decorator]
def _find_place(block: Any, index: Any) -> Any:
    length = _measure(block)
    place = index + length if index < 0 else index
    if place < 0 or place >= length:
        raise IndexError("list index out of range")
    return place


@extending.overload(len, strict=False)  # type: ignore[untyped-decorator]
def _overload_len(block: Any) -> Any:
    return (lambda block: _measure(block)) if block is BOUNDED else None


@extending.overload(operator.getitem, strict=False)  # type: ignore[untyped-decorator]
def _overload_getitem(block: Any, index: Any) -> Any:
    return (
        (lambda block, index: _read(block, _find_place(block, index)))
        if block is BOUNDED and REWRITER.is_whole(index)
        else None
    )


@extending.overload(operator.setitem, strict=False)  # type: ignore[untyped-decorator]
def _overload_setitem(block: Any, index: Any, number: Any) -> Any:
    if block is not BOUNDED or not REWRITER.is_whole(index) or not REWRITER.is_whole(number):
        return None
    return lambda block, index, number: _write(block, _find_place(block, index), number)
