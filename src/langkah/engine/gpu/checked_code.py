"""A puzzle's own functions on a GPU, so that they mean what Python means: as `engine.checked_code` on the processor.

Every sum, difference, product, shift, power and division of functions that are not ours is checked, and every index.
Where Python would do otherwise an exception ends the thread; on a GPU nobody hears of it, so whoever launches the
kernel counts the states that were finished.
"""

import operator
from importlib import import_module
from typing import Any

from langkah.engine.gpu.jit import SIMULATED, cuda, int64, numba

types: Any = numba.types


def _add_numbers(one: Any, two: Any) -> Any:
    found = int64(one) + int64(two)
    if (int64(one) ^ found) & (int64(two) ^ found) < 0:
        raise OverflowError("past 2**63")
    return found


def _subtract_numbers(one: Any, two: Any) -> Any:
    found = int64(one) - int64(two)
    if (int64(one) ^ int64(two)) & (int64(one) ^ found) < 0:
        raise OverflowError("past 2**63")
    return found


def _multiply_numbers(one: Any, two: Any) -> Any:
    found = int64(one) * int64(two)
    if cuda.libdevice.mul64hi(int64(one), int64(two)) != found >> 63:
        raise OverflowError("past 2**63")
    return found


def _shift_number_left(one: Any, two: Any) -> Any:
    if two < 0:
        raise ValueError("negative shift count")
    found = int64(one) << min(int64(two), 62)
    if one != 0 and (two > 62 or found >> int64(two) != one):
        raise OverflowError("past 2**63")
    return found


def _shift_number_right(one: Any, two: Any) -> Any:
    if two < 0:
        raise ValueError("negative shift count")
    return int64(one) >> min(int64(two), 63)


def _raise_to_power(one: Any, two: Any) -> Any:
    if two < 0:
        raise OverflowError("no whole number")
    if -2 < one < 2:
        return int64(one) if two % 2 else int64(one) * int64(one) if two else int64(1)
    found = int64(1)
    for _time in range(two):
        if cuda.libdevice.mul64hi(found, int64(one)) != found * int64(one) >> 63:
            raise OverflowError("past 2**63")
        found *= int64(one)
    return found


def _divide_numbers(one: Any, two: Any) -> Any:
    if two == 0 or (two == -1 and int64(one) == -int64(one) and one != 0):
        raise ZeroDivisionError("no whole number below 2**63")
    return int64(one) // int64(two)


def _find_remainder(one: Any, two: Any) -> Any:
    if two == 0:
        raise ZeroDivisionError("no whole number")
    return int64(0) if two == -1 else int64(one) % int64(two)


def _negate_number(one: Any) -> Any:
    if int64(one) == -int64(one) and one != 0:
        raise OverflowError("past 2**63")
    return -int64(one)


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
}


def _is_whole(kind: Any) -> bool:
    return isinstance(kind, types.Integer | types.Boolean)


def _make_compiler() -> Any:  # noqa: C901 - what numba-cuda has is known only where it is there
    """numba-cuda's own way to compile, with one step more: checked operators take the place of plain ones."""
    extending, machinery, nodes, tools, untyped, compiler = (
        import_module(f"numba.cuda.{name}")
        for name in (
            "extending",
            "core.compiler_machinery",
            "core.ir",
            "core.ir_utils",
            "core.untyped_passes",
            "compiler",
        )
    )

    def make_operator(plain: Any, checked: Any) -> Any:
        if plain is operator.neg:

            def apply_one(one: Any) -> Any:
                return plain(one)

            extending.overload(apply_one, strict=False)(
                lambda one: checked if _is_whole(one) else lambda one: plain(one)
            )
            return apply_one

        def apply_two(one: Any, two: Any) -> Any:
            return plain(one, two)

        def choose(one: Any, two: Any) -> Any:
            return checked if _is_whole(one) and _is_whole(two) else lambda one, two: plain(one, two)

        extending.overload(apply_two, strict=False)(choose)
        return apply_two

    operators = {plain: make_operator(plain, checked) for plain, checked in CHECKED.items()}

    @machinery.register_pass(mutates_CFG=False, analysis_only=False)
    class Check(machinery.FunctionPass):  # type: ignore[misc,name-defined]
        _name = "langkah_checked_operators_gpu"

        def __init__(self) -> None:
            super().__init__()

        def run_pass(self, state: Any) -> bool:
            """Go through all statements of a function."""
            for block in state.func_ir.blocks.values():
                block.body = [new for old in block.body for new in self._replace(old)]
            state.func_ir._definitions = tools.build_definitions(state.func_ir.blocks)
            return True

        def _replace(self, statement: Any) -> list[Any]:
            value = getattr(statement, "value", None)
            if not isinstance(value, nodes.Expr) or value.op not in ("binop", "inplace_binop", "unary"):
                return [statement]
            plain = value.immutable_fn if value.op == "inplace_binop" else value.fn
            if plain not in operators:
                return [statement]
            operands = [value.value] if value.op == "unary" else [value.lhs, value.rhs]
            function = nodes.Var(statement.target.scope, tools.mk_unique_var("$checked"), statement.loc)
            called = operators[plain]
            return [
                nodes.Assign(nodes.Global(called.__name__, called, statement.loc), function, statement.loc),
                nodes.Assign(nodes.Expr.call(function, operands, (), statement.loc), statement.target, statement.loc),
            ]

    class CheckedCompiler(compiler.CUDACompiler):  # type: ignore[misc,name-defined]
        def define_pipelines(self) -> list[Any]:
            """The steps."""
            [steps] = super().define_pipelines()
            steps.add_pass_after(Check, untyped.IRProcessing)
            steps.finalize()
            return [steps]

    return CheckedCompiler


def _make_bounded() -> Any:  # noqa: C901 - likewise
    """An array whose indices mean what they mean in a Python list, made from one that has no bounds."""
    extending, typed = import_module("numba.cuda.extending"), import_module("numba.cuda.cgutils")

    class Bounded(types.Type):  # type: ignore[misc]
        def __init__(self, array: Any) -> None:
            self.array = array
            super().__init__(f"langkah list on {array}")

    @extending.register_model(Bounded)
    class BoundedModel(extending.core_models.StructModel):  # type: ignore[misc,name-defined]
        def __init__(self, manager: Any, kind: Any) -> None:
            super().__init__(manager, kind, [("array", kind.array)])

    def wrap(context: Any, builder: Any, signature: Any, operands: Any) -> Any:
        block = typed.create_struct_proxy(signature.return_type)(context, builder)
        block.array = operands[0]
        return block._getvalue()

    def unwrap(context: Any, builder: Any, signature: Any, operands: Any) -> Any:
        return typed.create_struct_proxy(signature.args[0])(context, builder, operands[0]).array

    bound = extending.intrinsic(lambda _typing, array: (Bounded(array)(array), wrap))
    unbound = extending.intrinsic(lambda _typing, block: (block.array(block), unwrap))

    def find_place(block: Any, index: Any) -> Any:
        length = int64(unbound(block).size)
        place = int64(index) + length if index < 0 else int64(index)
        if place < 0 or place >= length:
            raise IndexError("list index out of range")
        return place

    find_place = extending.register_jitable(find_place)

    @extending.overload(len, strict=False)  # type: ignore[untyped-decorator]
    def measure(block: Any) -> Any:
        return (lambda block: unbound(block).size) if isinstance(block, Bounded) else None

    @extending.overload(operator.getitem, strict=False)  # type: ignore[untyped-decorator]
    def read(block: Any, index: Any) -> Any:
        if not isinstance(block, Bounded) or not _is_whole(index):
            return None
        return lambda block, index: unbound(block)[find_place(block, index)]

    @extending.overload(operator.setitem, strict=False)  # type: ignore[untyped-decorator]
    def write(block: Any, index: Any, number: Any) -> Any:
        if not isinstance(block, Bounded) or not _is_whole(index) or not _is_whole(number):
            return None

        def put(block: Any, index: Any, number: Any) -> None:
            unbound(block)[find_place(block, index)] = number

        return put

    return bound


def compile_checked(function: Any) -> Any:
    """A function for the GPU whose every step is checked; in the simulator, as it is."""
    if SIMULATED:
        return cuda.jit(device=True)(function)
    dispatcher: Any = import_module("numba.cuda.dispatcher").CUDADispatcher
    return dispatcher(function, {"device": True, "debug": False, "opt": True}, pipeline_class=CheckedCompiler)


CheckedCompiler: Any = None if SIMULATED else _make_compiler()
bound_array: Any = cuda.jit(device=True)(lambda array: array) if SIMULATED else _make_bounded()
