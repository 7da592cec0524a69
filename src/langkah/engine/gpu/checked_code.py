"""A puzzle's own functions on a GPU, so that they mean what Python means: as `engine.checked_code` on the processor.

Every sum, difference, product, shift, power and division of functions that are not ours is checked, and every index.
Sums are made without signs: a compiler may take it that those with signs never overflow, and leave out the check.
Where Python would do otherwise an exception ends the thread; on a GPU nobody hears of it, so whoever launches the
kernel counts the states that were finished.
"""

import operator
from importlib import import_module
from typing import Any

from langkah.engine.checked_operators import NumbaParts, OperatorRewriter
from langkah.engine.fingerprint import NotCompilable
from langkah.engine.gpu.jit import SIMULATED, cuda, int64, numba, uint64
from langkah.language import _

types: Any = numba.types
multiply_high: Any = None if SIMULATED else cuda.libdevice.mul64hi  # the upper half of a product
LEAST = -(1 << 63)


def _add_numbers(one: Any, two: Any) -> Any:
    found = int64(uint64(one) + uint64(two))
    if (int64(one) ^ found) & (int64(two) ^ found) < 0:
        raise OverflowError("past 2**63")
    return found


def _subtract_numbers(one: Any, two: Any) -> Any:
    found = int64(uint64(one) - uint64(two))
    if (int64(one) ^ int64(two)) & (int64(one) ^ found) < 0:
        raise OverflowError("past 2**63")
    return found


def _multiply_numbers(one: Any, two: Any) -> Any:
    found = int64(uint64(one) * uint64(two))
    if multiply_high(int64(one), int64(two)) != found >> 63:
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
        return int64(one) if two % 2 else int64(one != 0) if two else int64(1)
    found = int64(1)
    for _time in range(two):
        product = int64(uint64(found) * uint64(one))
        if multiply_high(found, int64(one)) != product >> 63:
            raise OverflowError("past 2**63")
        found = product
    return found


def _divide_numbers(one: Any, two: Any) -> Any:
    if two == 0 or (two == -1 and one == LEAST):
        raise ZeroDivisionError("no whole number below 2**63")
    return int64(one) // int64(two)


def _find_remainder(one: Any, two: Any) -> Any:
    if two == 0:
        raise ZeroDivisionError("no whole number")
    return int64(0) if two == -1 else int64(one) % int64(two)


def _negate_number(one: Any) -> Any:
    if one == LEAST:
        raise OverflowError("past 2**63")
    return -int64(one)


def _invert_number(one: Any) -> Any:
    return int64(-1) - int64(one)


def _find_absolute(one: Any) -> Any:
    if one >= 0:
        return int64(one)
    if one == LEAST:
        raise OverflowError("past 2**63")
    return -int64(one)


def _find_place(array: Any, index: Any) -> Any:
    length = len(array)
    place = int64(index) + length if index < 0 else int64(index)
    if place < 0 or place >= length:
        raise IndexError("list index out of range")
    return place


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
    operator.getitem: _find_place,  # of lists outside the function, which are arrays there
}


def _import_cuda(name: str) -> Any:
    """A module that only numba-cuda has."""
    return import_module(f"numba.cuda.{name}")


def _make_rewriter() -> OperatorRewriter:
    """What finds the operators: the same as on the processor."""
    extending, nodes, tools = map(_import_cuda, ("extending", "core.ir", "core.ir_utils"))
    return OperatorRewriter(NumbaParts(numba.core.errors, extending, nodes, tools, types), CHECKED)


def _teach_compiler() -> None:
    """Give numba-cuda's way to compile one step more. Nobody can choose another way for functions that kernels call, so
    all are compiled by this one, and the step leaves alone those that are not a puzzle's own."""
    names = ("core.compiler_machinery", "core.untyped_passes", "compiler")
    machinery, untyped, compiler = map(_import_cuda, names)

    @machinery.register_pass(mutates_CFG=False, analysis_only=False)
    class Check(machinery.FunctionPass):  # type: ignore[misc,name-defined]
        _name = "langkah_checked_operators_gpu"

        def __init__(self) -> None:
            super().__init__()

        def run_pass(self, state: Any) -> bool:
            """One step of compiling a function."""
            if state.func_id.func not in _own:
                return False
            REWRITER.rewrite(state.func_ir)
            _checked.add(state.func_id.func)
            return True

    class CheckedCompiler(compiler.CUDACompiler):  # type: ignore[misc,name-defined]
        def define_pipelines(self) -> list[Any]:
            """The steps."""
            [steps] = super().define_pipelines()
            steps.add_pass_after(Check, untyped.IRProcessing)
            steps.finalize()
            return [steps]

    compiler.CUDACompiler = CheckedCompiler


def _make_bounded() -> Any:  # noqa: C901 - likewise
    """An array whose indices mean what they mean in a Python list, made from one that has no bounds."""
    extending, typed = map(_import_cuda, ("extending", "cgutils"))

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
        if not isinstance(block, Bounded) or not REWRITER.is_whole(index):
            return None
        return lambda block, index: unbound(block)[find_place(block, index)]

    @extending.overload(operator.setitem, strict=False)  # type: ignore[untyped-decorator]
    def write(block: Any, index: Any, number: Any) -> Any:
        if not isinstance(block, Bounded) or not REWRITER.is_whole(index) or not REWRITER.is_whole(number):
            return None

        def put(block: Any, index: Any, number: Any) -> None:
            unbound(block)[find_place(block, index)] = number

        return put

    return bound


def compile_checked(function: Any) -> Any:
    """A function for the GPU whose every step is checked; in the simulator, as it is."""
    _own.add(function)
    return cuda.jit(device=True)(function)


def require_checks() -> None:
    """Refuse what was compiled without our step: another numba-cuda may not know of it."""
    if not SIMULATED and not _checked:
        raise NotCompilable(_("this numba-cuda compiles functions without checks"))


_own: set[Any] = set()  # functions that are a puzzle's own
_checked: set[Any] = set()  # those of them that were compiled
REWRITER: Any = None if SIMULATED else _make_rewriter()
if not SIMULATED:
    _teach_compiler()
bound_array: Any = cuda.jit(device=True)(lambda array: array) if SIMULATED else _make_bounded()
