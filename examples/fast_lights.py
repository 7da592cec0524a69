"""Lights Out at compiled speed: pressing a lamp switches it and its neighbours; all lamps must go out.

`langkah explore examples/fast_lights.py:Lights` explores all 8,388,608 positions of the 5 x 5 board that can be solved,
a quarter of all 2^25, in about a second, and shows the hardest ones, which need 15 presses. The page "Make your puzzle
fast" explains every line.
"""

from collections.abc import Iterable
from typing import Any

from langkah import Packed, Puzzle, Step

SIZE = 5
NEAR = [
    sum(1 << r * SIZE + c for r in range(SIZE) for c in range(SIZE) if abs(r - row) + abs(c - col) <= 1)
    for row in range(SIZE)
    for col in range(SIZE)
]


def expand(state: int, out: Any) -> int:
    """Write the boards after each possible press into `out`; returns their number."""
    for lamp in range(SIZE * SIZE):
        out[lamp] = state ^ NEAR[lamp]
    return SIZE * SIZE


def goal(state: int) -> bool:
    """Whether all lamps are out."""
    return state == 0


class Lights(Puzzle[int, int]):
    """A state is a number with a bit for each lamp; a move is the lamp that is pressed."""

    title = "Lights Out"
    start = 0b11111_11111_11111_11111_11111
    reversible = True

    def steps(self, state: int) -> Iterable[Step[int, int]]:
        """Press a lamp."""
        return [Step(lamp, state ^ near) for lamp, near in enumerate(NEAR)]

    def is_goal(self, state: int) -> bool:
        """Whether all lamps are out."""
        return goal(state)

    def notation(self, move: int) -> str:
        """Row and column, counted from 1: `2,3`."""
        return f"{move // SIZE + 1},{move % SIZE + 1}"

    def text(self, state: int) -> str:
        """A star for each lamp that is on."""
        lamps = "".join("*" if state >> lamp & 1 else "." for lamp in range(SIZE * SIZE))
        return "\n".join(lamps[first : first + SIZE] for first in range(0, SIZE * SIZE, SIZE))

    def packed(self) -> Packed[int]:
        """The packed form for compiled searches: a state is a number already."""
        return Packed.of(self.start, int, int, expand, goal, branching=SIZE * SIZE, unit_cost=True)
