"""The compiled loops. Nothing here imports Numba: a kernel is a plain function with its signature, until `compiler`
makes machine code of it.

A kernel's signature is its annotations: `int`, or the kind of block whose address it is handed. The names `expand`,
`goal` and `estimate` in it stand for the puzzle's own functions and are bound when it is compiled, so that they end up
inside its innermost loop.
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
    kinds: tuple[type, ...]  # of its arguments

    @property
    def name(self) -> str:
        """The name, with that of its module."""
        return f"{self.function.__module__}.{self.function.__name__}"


def kernel(function: Callable[P, int]) -> Kernel[P]:
    """Make a kernel of a function whose annotations are its signature."""
    kinds = {name: kind for name, kind in function.__annotations__.items() if name != "return"}
    wrong = [name for name, kind in kinds.items() if kind not in KINDS]
    if wrong or len(kinds) != function.__code__.co_argcount or function.__annotations__.get("return") is not int:
        raise TypeError(f"the signature of the kernel {function.__qualname__} is not complete: {wrong or 'a name'}")
    return Kernel(function, tuple(kinds.values()))


def expand(state: Any, out: Any, data: Any) -> int:
    """Stands for the puzzle's own function in a kernel."""
    raise NotImplementedError


def goal(state: Any, data: Any) -> bool:
    """Stands for the puzzle's own function in a kernel."""
    raise NotImplementedError


def estimate(state: Any, data: Any, tables: Any) -> int:
    """Stands for the puzzle's own function in a kernel, or for a look into its pattern databases."""
    raise NotImplementedError


def count_words() -> int:
    """Stands for the number of words of a state, which is a constant in compiled code."""
    raise NotImplementedError
