"""A puzzle's own `expand` and `goal` compiled for the GPU. Langkah's functions stay unchanged; others are rewritten
(see `own_code`).

The operators are those of the processor, with GPU instructions. A GPU thread cannot raise an exception. Instead, a
fault sets a flag in the thread, loops end when the flag is set, and the function returns -1.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from langkah.engine.compiler import is_trusted
from langkah.engine.fingerprint import NotCompilable, freeze_function
from langkah.engine.gpu.jit import SIMULATED, cuda, int64, uint64
from langkah.engine.own_code import OwnProgram
from langkah.engine.own_functions import OPERATORS, check_words, clear_numbers
from langkah.engine.watched_code import OPERATORS as WATCHING
from langkah.language import _
from langkah.packed import Packed

multiply_high: Any = None if SIMULATED else cuda.libdevice.mul64hi  # the upper half of a product


def add_wrapping(one: Any, two: Any) -> Any:
    """The lowest 64 bits of a sum, computed unsigned, since a compiler may assume that signed sums never overflow."""
    return int64(uint64(one) + uint64(two))


def add_overflows(one: Any, two: Any) -> Any:
    """Whether a signed sum overflows 64 bits."""
    found = int64(uint64(one) + uint64(two))
    return (int64(one) ^ found) & (int64(two) ^ found) < 0


def subtract_wrapping(one: Any, two: Any) -> Any:
    """The lowest 64 bits of a difference."""
    return int64(uint64(one) - uint64(two))


def subtract_overflows(one: Any, two: Any) -> Any:
    """Whether a signed difference overflows 64 bits."""
    found = int64(uint64(one) - uint64(two))
    return (int64(one) ^ int64(two)) & (int64(one) ^ found) < 0


def multiply_wrapping(one: Any, two: Any) -> Any:
    """The lowest 64 bits of a product."""
    return int64(uint64(one) * uint64(two))


def multiply_overflows(one: Any, two: Any) -> Any:
    """Whether a signed product overflows 64 bits."""
    return multiply_high(int64(one), int64(two)) != int64(uint64(one) * uint64(two)) >> 63


def measure_width(number: Any) -> Any:
    """The bit length of an unsigned number."""
    return int64(64) - int64(cuda.clz(int64(number)))


def count_ones(number: Any) -> Any:
    """The number of bits that are set in a number."""
    return int64(cuda.popc(int64(number)))


def measure(numbers: Any) -> Any:
    """The length of an array."""
    return int64(numbers.size)


def note_fault(fault: Any) -> None:
    """Set the fault flag, because Python's result would differ here."""
    fault[0] = 1


def has_fault(fault: Any) -> Any:
    """Whether the fault flag is set."""
    return fault[0] != 0


INSTRUCTIONS = (
    add_wrapping, add_overflows, subtract_wrapping, subtract_overflows, multiply_wrapping, multiply_overflows,
    measure_width, count_ones, measure, note_fault, has_fault,
)  # fmt: skip


def _compile_for_gpu(function: Callable[..., Any], bound: dict[str, Any], made: dict[Any, Any]) -> Any:
    """Compile a plain function, and all functions it calls, for the GPU; `bound` holds the GPU instructions for
    operators.
    """

    def compile_one(each: Any) -> Any:
        if each not in made:
            made[each] = None
            made[each] = cuda.jit(device=True)(freeze_function(each, compile_one, bound))
        if made[each] is None:
            raise NotCompilable(_("{name} calls itself").format(name=each.__name__))
        return made[each]

    return compile_one(function)


def _make_operators() -> dict[str, Any]:
    """The operators for rewritten functions. In the GPU simulator, these are Python operators that raise an exception
    at a fault; the exception then sets the fault flag.
    """
    if SIMULATED:
        return {**{name: _flag_errors(each) for name, each in WATCHING.items()}, "has_fault": has_fault}
    device = {each.__name__: cuda.jit(device=True)(each) for each in INSTRUCTIONS}
    made: dict[Any, Any] = {}
    compiled = {name: device.get(name) or _compile_for_gpu(each, device, made) for name, each in OPERATORS.items()}
    return {**compiled, "has_fault": device["has_fault"]}


def _flag_errors(operator: Callable[..., Any]) -> Callable[..., Any]:
    def apply(*operands: Any) -> Any:
        try:
            return operator(*operands)
        except (ArithmeticError, LookupError, ValueError):
            note_fault(operands[-1])
            return 0

    return apply


def compile_own_functions(packed: Packed[Any]) -> tuple[Any, Any]:
    """Compile `expand(words, out, data)`, which returns the number of successors, and `goal(words, data)`, which
    returns 1 or 0. Both accept `data` even if the originals do not, and return -1 after a fault.
    """
    program = OwnProgram(_make_operators(), cuda.jit(device=True), list if SIMULATED else _hold_numbers)
    return _compile_expand(program, packed), _compile_goal(program, packed)


def _hold_numbers(numbers: list[int]) -> Any:
    return np.array(numbers, np.int64)


def _compile_goal(program: OwnProgram, packed: Packed[Any]) -> Any:
    assert packed.goal is not None
    state, several, takes_data = _get_state(packed), _list_numbers, packed.goal.__code__.co_argcount == 2
    if is_trusted(packed.goal):
        plain = _compile_for_gpu(packed.goal, {}, {})
        if takes_data:
            return cuda.jit(device=True)(lambda own, data: 1 if plain(state(own), several(data)) else 0)
        return cuda.jit(device=True)(lambda own, _data: 1 if plain(state(own)) else 0)
    goal = program.rewrite_goal(packed)

    def apply(own: Any, data: Any) -> Any:
        fault = cuda.local.array(1, int64)
        fault[0] = 0
        met = goal(state(own), several(data), fault) if takes_data else goal(state(own), fault)
        return -1 if fault[0] != 0 else 1 if met != 0 else 0

    return cuda.jit(device=True)(apply)


def _compile_expand(program: OwnProgram, packed: Packed[Any]) -> Any:
    assert packed.expand is not None
    state, several, takes_data = _get_state(packed), _list_numbers, packed.expand.__code__.co_argcount == 3
    if is_trusted(packed.expand):
        plain = _compile_for_gpu(packed.expand, {}, {})
        if takes_data:
            return cuda.jit(device=True)(lambda own, out, data: plain(state(own), several(out), several(data)))
        return cuda.jit(device=True)(lambda own, out, _data: plain(state(own), several(out)))
    expand, reads_out = program.rewrite_expand(packed), program.reads_out
    clear, check = cuda.jit(device=True)(clear_numbers), cuda.jit(device=True)(check_words)
    words, bits, branching = packed.words, packed.word_bits, packed.branching

    def apply(own: Any, out: Any, data: Any) -> Any:
        fault = cuda.local.array(1, int64)
        fault[0] = 0
        if reads_out:
            clear(out, out.size)
        if takes_data:
            count = expand(state(own), several(out), several(data), fault)
        else:
            count = expand(state(own), several(out), fault)
        if fault[0] != 0:
            return -1
        return check(out, count, branching, words, bits) if words > 1 else count

    return cuda.jit(device=True)(apply)


def _get_state(packed: Packed[Any]) -> Any:
    """A function that converts the words of a state to the form that `expand` and `goal` take."""
    return _list_numbers if packed.words > 1 else cuda.jit(device=True)(lambda own: int(own[0]))


class _PlainNumbers:
    """Wraps an array in the GPU simulator so that its items are Python numbers. NumPy's numbers would wrap around, and
    have no `bit_length`.
    """

    def __init__(self, array: Any) -> None:
        self._array = array

    def __len__(self) -> int:
        return len(self._array)

    def __getitem__(self, place: Any) -> Any:
        return list(map(int, self._array[place])) if isinstance(place, slice) else int(self._array[place])

    def __setitem__(self, place: int, number: int) -> None:
        self._array[place] = number


_list_numbers: Any = _PlainNumbers if SIMULATED else cuda.jit(device=True)(lambda array: array)
