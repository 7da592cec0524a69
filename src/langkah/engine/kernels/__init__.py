"""The loops that are compiled to machine code, called kernels. Nothing here imports Numba: a kernel is a plain function
with a signature, until `compiler` compiles it.

The annotations of a kernel are its signature. An argument is an `int` or a block, whose address is passed. The names
`expand`, `goal` and `estimate` are placeholders for the puzzle's own functions, which are bound at compile time, so
that they can be inlined into the innermost loop.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, ParamSpec

from langkah.engine.blocks import Bytes, Halves, Words

P = ParamSpec("P")
KINDS: tuple[type, ...] = (int, Words, Halves, Bytes)


@dataclass(frozen=True)
class Kernel(Generic[P]):
    """A function that can be compiled and called with blocks and whole numbers."""

    function: Callable[P, int]
    kinds: tuple[type, ...]  # types of its arguments

    @property
    def name(self) -> str:
        """The qualified name: module and function."""
        return f"{self.function.__module__}.{self.function.__name__}"


def kernel(function: Callable[P, int]) -> Kernel[P]:
    """Turn a function into a kernel; its annotations are its signature. Raises `TypeError` if an annotation is missing
    or is not one of `KINDS`.
    """
    kinds = {name: kind for name, kind in function.__annotations__.items() if name != "return"}
    wrong = [name for name, kind in kinds.items() if kind not in KINDS]
    if wrong or len(kinds) != function.__code__.co_argcount or function.__annotations__.get("return") is not int:
        raise TypeError(f"the signature of the kernel {function.__qualname__} is not complete: {wrong or 'a name'}")
    return Kernel(function, tuple(kinds.values()))


def expand(state: Any, out: Any, data: Any) -> int:
    """Placeholder for the puzzle's own `expand`."""
    raise NotImplementedError


def goal(state: Any, data: Any) -> bool:
    """Placeholder for the puzzle's own `goal`."""
    raise NotImplementedError


def estimate(state: Any, data: Any, tables: Any) -> int:
    """Placeholder for the puzzle's own `estimate`, or for lookups in its pattern databases."""
    raise NotImplementedError


def count_words() -> int:
    """Placeholder for the number of words in a state, a constant in compiled code."""
    raise NotImplementedError
