"""A puzzle's own `expand` and `goal` as kernels call them: one list of arguments, blocks that know their lengths."""

from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from langkah.engine.compiler import is_trusted
from langkah.engine.kernels.instructions import bound_block
from langkah.engine.watched_code import find_refusal, place_expand
from langkah.errors import BadInput
from langkah.language import _
from langkah.packed import Packed


def raise_refused(packed: Packed[Any], words: Iterable[int]) -> NoReturn:
    """Say what is wrong with one of some states, and in which line."""
    refusal = find_refusal(packed, words)
    text = _("expand gives other answers compiled than in Python; numbers may have passed 2**63")
    raise BadInput(refusal.text if refusal else place_expand(packed, text))


def get_functions(packed: Packed[Any]) -> dict[str, Callable[..., Any]]:
    """A view's own functions, all with the same arguments."""
    assert packed.expand is not None
    assert packed.goal is not None
    expand, goal = _add_data_argument(packed.expand, 3), _add_data_argument(packed.goal, 2)
    if not (is_trusted(packed.expand) and is_trusted(packed.goal)):
        expand, goal = _add_bounds(expand, goal, wide=packed.words > 1)
    return {"expand": expand, "goal": goal}


def get_wide_functions(packed: Packed[Any], *names: str) -> dict[str, Callable[..., Any]]:
    """Some of a view's functions as kernels for several words call them, whatever number of words there is."""
    found = get_functions(packed)
    if packed.words == 1:
        expand, goal = found["expand"], found["goal"]
        found = {
            "expand": lambda state, out, data: expand(state[0], out, data),
            "goal": lambda state, data: goal(state[0], data),
        }
    return {name: found[name] for name in names}


def _add_bounds(expand: Any, goal: Any, *, wide: bool) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Functions that see blocks with their lengths, as they see lists in Python."""
    if wide:
        return (
            lambda state, out, data: expand(bound_block(state), bound_block(out), bound_block(data)),
            lambda state, data: goal(bound_block(state), bound_block(data)),
        )
    return (
        lambda state, out, data: expand(state, bound_block(out), bound_block(data)),
        lambda state, data: goal(state, bound_block(data)),
    )


def _add_data_argument(function: Callable[..., Any], full: int) -> Callable[..., Any]:
    """A function that takes `data` as its last argument, whether it needs it or not."""
    if function.__code__.co_argcount == full:
        return function
    if full == 3:
        return lambda state, out, data: function(state, out)  # noqa: ARG005
    return lambda state, data: function(state)  # noqa: ARG005
