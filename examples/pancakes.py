"""Pancakes: flip the upper part of a stack until it is sorted. A compiled puzzle with a heuristic and pattern
databases.

    langkah solve examples/pancakes.py:Pancakes
    langkah solve examples/pancakes.py:Pancakes --estimate own --algorithm ida-star
    langkah doctor examples/pancakes.py:Pancakes

A state is one number, four bits per pancake, the top one first. `flip` writes all stacks after one flip. `gap` counts
the pairs of neighbours whose sizes are not consecutive: each pair needs a flip of its own. The two abstractions are
lists of the pancakes that they forget, the small and the large ones; `flip` works on abstract stacks as it does on
whole ones.
"""

from collections.abc import Iterable
from math import factorial
from random import Random
from typing import Any

from langkah import PATTERNS, Packed, Puzzle, Setting, Step, forget

Stack = tuple[int, ...]
MOST = 15  # pancakes, from 0 to 14; 15 stands for a forgotten one


def flip(state: int, out: Any, data: Any) -> int:
    """Write the stacks after turning over the upper 2, 3, ... pancakes into `out`; returns their number."""
    for count in range(2, data[0] + 1):
        turned = state >> 4 * count << 4 * count
        for place in range(count):
            turned |= (state >> 4 * place & 15) << 4 * (count - 1 - place)
        out[count - 2] = turned
    return int(data[0] - 1)


def is_sorted(state: int, data: Any) -> bool:
    """Whether every pancake is in its place."""
    return bool(state == data[1])


def gap(state: int, data: Any) -> int:
    """The number of pairs of neighbours, the plate included, whose sizes are not consecutive."""
    gaps = 0
    below = data[0]
    for place in range(data[0] - 1, -1, -1):
        here = state >> 4 * place & 15
        gaps += abs(here - below) > 1
        below = here
    return gaps


class Pancakes(Puzzle[Stack, int]):
    """A stack of pancakes, to be sorted with the smallest on top."""

    title = "Pancakes"
    settings = (Setting("n", 9, "pancakes", low=2, high=MOST), Setting("seed", 1, "order of the pancakes"))
    estimates = (PATTERNS,)
    admissible = True  # no flip closes more than one gap
    reversible = True  # the same flip undoes it
    lists_all_goals = True

    def __init__(self, n: int = 9, seed: int = 1) -> None:
        self.n, self.seed = n, seed
        self.sorted = tuple(range(n))
        order = list(self.sorted)
        Random(seed).shuffle(order)
        self.start = tuple(order)

    def steps(self, state: Stack) -> Iterable[Step[Stack, int]]:
        """Turn over the upper 2, 3, ... pancakes; a move is the number of pancakes that are turned over."""
        return [Step(count, state[:count][::-1] + state[count:]) for count in range(2, self.n + 1)]

    def is_goal(self, state: Stack) -> bool:
        """Whether every pancake is in its place."""
        return state == self.sorted

    def goals(self) -> Iterable[Stack]:
        """The only goal: the sorted stack."""
        return [self.sorted]

    def estimate(self, state: Stack) -> int:
        """The number of adjacent pairs whose sizes are not consecutive, computed by `gap`."""
        return gap(self.pack(state), (self.n,))

    def pack(self, state: Stack) -> int:
        """The stack as a number, four bits per pancake."""
        return sum(pancake << 4 * place for place, pancake in enumerate(state))

    def unpack(self, word: int) -> Stack:
        """The stack that `pack` converts to this number."""
        return tuple(word >> 4 * place & 15 for place in range(self.n))

    def packed(self) -> Packed[Stack]:
        """The packed form: the functions that compiled searches call."""
        data, half = [self.n, self.pack(self.sorted)], self.n // 2
        parts = [forget(each, places=self.n, bits=4) for each in (range(half), range(half, self.n))]
        return Packed.of(
            self.start, self.pack, self.unpack, flip, is_sorted, data=data, branching=self.n - 1, unit_cost=True,
            estimate=gap, abstractions=parts, size=factorial(self.n),
        )  # fmt: skip
