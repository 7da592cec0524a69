"""Pancakes: turn the upper part of a stack over until it is sorted; an estimate and pattern databases, all compiled.

    langkah solve examples/pancakes.py:Pancakes
    langkah solve examples/pancakes.py:Pancakes --estimate own --algorithm ida-star
    langkah doctor examples/pancakes.py:Pancakes

A state is one number, four bits to a pancake, the top first. `flip` writes what one turn leads to. `gap` counts the
neighbours that do not belong together: each needs a turn of its own. The two abstractions are lists of what they
forget, the small and the large pancakes; `flip` works on what is left as it does on whole stacks.
"""

from collections.abc import Iterable
from math import factorial
from random import Random
from typing import Any

from langkah import PATTERNS, Packed, Puzzle, Setting, Step, forget

Stack = tuple[int, ...]
MOST = 15  # pancakes, from 0 to 14: 15 stands for one that is forgotten


def flip(state: int, out: Any, data: Any) -> int:
    """Turn over the upper 2, 3, ... pancakes."""
    for count in range(2, data[0] + 1):
        turned = state >> 4 * count << 4 * count
        for place in range(count):
            turned |= (state >> 4 * place & 15) << 4 * (count - 1 - place)
        out[count - 2] = turned
    return int(data[0] - 1)


def is_sorted(state: int, data: Any) -> bool:
    """Whether every pancake lies at its place."""
    return bool(state == data[1])


def gap(state: int, data: Any) -> int:
    """How many neighbours do not belong together, the plate included."""
    gaps = 0
    below = data[0]
    for place in range(data[0] - 1, -1, -1):
        here = state >> 4 * place & 15
        gaps += abs(here - below) > 1
        below = here
    return gaps


class Pancakes(Puzzle[Stack, int]):
    """A stack of pancakes, the smallest on top in the end."""

    title = "Pancakes"
    settings = (Setting("n", 9, "pancakes", low=2, high=MOST), Setting("seed", 1, "order of the pancakes"))
    estimates = (PATTERNS,)
    admissible = True  # no turn mends more than one gap
    reversible = True  # the same turn again
    lists_all_goals = True

    def __init__(self, n: int = 9, seed: int = 1) -> None:
        self.n, self.seed = n, seed
        self.sorted = tuple(range(n))
        order = list(self.sorted)
        Random(seed).shuffle(order)
        self.start = tuple(order)

    def steps(self, state: Stack) -> Iterable[Step[Stack, int]]:
        """Turn over the upper 2, 3, ... pancakes."""
        return [Step(count, state[:count][::-1] + state[count:]) for count in range(2, self.n + 1)]

    def is_goal(self, state: Stack) -> bool:
        """Whether every pancake lies at its place."""
        return state == self.sorted

    def goals(self) -> Iterable[Stack]:
        """The only one."""
        return [self.sorted]

    def estimate(self, state: Stack) -> int:
        """The gaps, counted in the packed form."""
        return gap(self.pack(state), (self.n,))

    def pack(self, state: Stack) -> int:
        """Four bits to a pancake."""
        return sum(pancake << 4 * place for place, pancake in enumerate(state))

    def unpack(self, word: int) -> Stack:
        """The pancakes of a number."""
        return tuple(word >> 4 * place & 15 for place in range(self.n))

    def packed(self) -> Packed[Stack]:
        """All functions, as compiled code calls them."""
        data, half = [self.n, self.pack(self.sorted)], self.n // 2
        parts = [forget(each, places=self.n, bits=4) for each in (range(half), range(half, self.n))]
        return Packed.of(
            self.start, self.pack, self.unpack, flip, is_sorted, data=data, branching=self.n - 1, unit_cost=True,
            estimate=gap, abstractions=parts, size=factorial(self.n),
        )  # fmt: skip
