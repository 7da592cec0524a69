"""A puzzle's own `expand` and `goal`, compiled for the GPU: ours as they are, others with every step checked."""

from collections.abc import Callable
from typing import Any

from langkah.engine.compiler import is_trusted
from langkah.engine.fingerprint import NotCompilable, freeze_function
from langkah.engine.gpu.jit import SIMULATED, cuda
from langkah.language import _
from langkah.packed import Packed


def _compile_for_gpu(function: Callable[..., Any]) -> Any:
    """A plain function and all that it calls, for the GPU."""
    made: dict[Any, Any] = {}

    def compile_one(each: Any) -> Any:
        if each not in made:
            made[each] = None
            frozen = freeze_function(each, compile_one, {})
            if is_trusted(each):
                made[each] = cuda.jit(device=True)(frozen)
            else:
                from langkah.engine.gpu.checked_code import compile_checked

                made[each] = compile_checked(frozen)
        if made[each] is None:
            raise NotCompilable(_("{name} calls itself").format(name=each.__name__))
        return made[each]

    return compile_one(function)


def compile_own_functions(packed: Packed[Any]) -> tuple[Any, Any]:
    """`expand(words of the state, out, data)` and `goal(words of the state, data)`, whatever arguments they take."""
    assert packed.expand is not None
    assert packed.goal is not None
    is_ours = is_trusted(packed.expand) and is_trusted(packed.goal)
    expand, goal, bound = _compile_for_gpu(packed.expand), _compile_for_gpu(packed.goal), _get_bounds(is_ours)
    state = bound if packed.words > 1 else cuda.jit(device=True)(lambda own: int(own[0]))
    if packed.expand.__code__.co_argcount == 3:
        one = cuda.jit(device=True)(lambda own, out, data: expand(state(own), bound(out), bound(data)))
    else:
        one = cuda.jit(device=True)(lambda own, out, _data: expand(state(own), bound(out)))
    if packed.goal.__code__.co_argcount == 2:
        other = cuda.jit(device=True)(lambda own, data: goal(state(own), bound(data)))
    else:
        other = cuda.jit(device=True)(lambda own, _data: goal(state(own)))
    return one, other


def _get_bounds(is_ours: bool) -> Any:
    """What makes an array one that keeps its bounds; ours keep to them by themselves."""
    if is_ours:
        return _PlainNumbers if SIMULATED else cuda.jit(device=True)(lambda array: array)
    from langkah.engine.gpu.checked_code import bound_array

    return bound_array


class _PlainNumbers:
    """An array in the simulator, whose numbers are Python's there: NumPy's have no `bit_length`."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def __getitem__(self, place: int) -> int:
        return int(self._array[place])

    def __setitem__(self, place: int, number: int) -> None:
        self._array[place] = number
