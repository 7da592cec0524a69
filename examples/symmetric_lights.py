"""Lights Out with symmetric packing: boards that are turned or mirrored images of each other get one number.

`examples/fast_lights.py` explores all 8,388,608 positions of the 5 x 5 board that can be solved. By turning and
mirroring, every board has up to eight images, which need the same number of presses. Here all images have the number of
the least one, and `langkah explore examples/symmetric_lights.py` explores 1,057,824 numbers for the same answer: at
most 15 presses.
"""

from collections.abc import Iterator
from typing import Any

from langkah import Packed, Puzzle, Rect, Scene, Step

SIZE = 5
ROW = (1 << SIZE) - 1  # the bits of one row
NEAR = [
    sum(1 << r * SIZE + c for r in range(SIZE) for c in range(SIZE) if abs(r - row) + abs(c - col) <= 1)
    for row in range(SIZE)
    for col in range(SIZE)
]
MIRROR = [int(f"{row:0{SIZE}b}"[::-1], 2) for row in range(1 << SIZE)]  # each row, mirrored
COLUMN = [
    sum((row >> col & 1) << col * SIZE for col in range(SIZE)) for row in range(1 << SIZE)
]  # each row, as a column


def find_least_image(state: int) -> int:
    """The least of a board's eight images, which are made by mirroring left to right, top to bottom and diagonally."""
    mirrored = flipped = both = across = 0
    for row in range(SIZE):
        lamps = state >> row * SIZE & ROW
        mirrored |= MIRROR[lamps] << row * SIZE
        flipped |= lamps << (SIZE - 1 - row) * SIZE
        both |= MIRROR[lamps] << (SIZE - 1 - row) * SIZE
        across |= COLUMN[lamps] << row
    least = min(min(state, mirrored), min(flipped, both))
    mirrored = flipped = both = 0
    for row in range(SIZE):
        lamps = across >> row * SIZE & ROW
        mirrored |= MIRROR[lamps] << row * SIZE
        flipped |= lamps << (SIZE - 1 - row) * SIZE
        both |= MIRROR[lamps] << (SIZE - 1 - row) * SIZE
    return min(least, min(min(across, mirrored), min(flipped, both)))


def expand(state: int, out: Any) -> int:
    """Write the numbers of the boards after each possible press into `out`; returns how many there are."""
    for lamp in range(SIZE * SIZE):
        out[lamp] = find_least_image(state ^ NEAR[lamp])
    return SIZE * SIZE


def goal(state: int) -> bool:
    """Whether all lamps are out: true for all images of a board, or for none."""
    return state == 0


class SymmetricLights(Puzzle[int, int]):
    """Pressing a lamp switches it and its neighbours; all lamps must go out."""

    title = "Lights Out"
    start = (1 << SIZE * SIZE) - 1
    reversible = True

    def steps(self, state: int) -> Iterator[Step[int, int]]:
        """Press a lamp. States are plain boards: plans and pictures do not use images."""
        for lamp, near in enumerate(NEAR):
            yield Step(lamp, state ^ near)

    def is_goal(self, state: int) -> bool:
        """Whether all lamps are out."""
        return state == 0

    def packed(self) -> Packed[int]:
        """The packed form: the number of a board is its least image, which is itself a board, so `int` unpacks this
        number.
        """
        return Packed.of(self.start, find_least_image, int, expand, goal, branching=SIZE * SIZE, unit_cost=True)

    def notation(self, move: int) -> str:
        """Row and column, counted from 1: `2,3`."""
        return f"{move // SIZE + 1},{move % SIZE + 1}"

    def text(self, state: int) -> str:
        """A star for each lamp that is on."""
        lamps = "".join("*" if state >> lamp & 1 else "." for lamp in range(SIZE * SIZE))
        return "\n".join(lamps[first : first + SIZE] for first in range(0, SIZE * SIZE, SIZE))

    def scene(self, state: int) -> Scene:
        """A cell for each lamp, in another colour if the lamp is on."""
        cells = [
            Rect(
                lamp % SIZE,
                lamp // SIZE,
                1,
                1,
                "piece:6" if state >> lamp & 1 else "cell",
                handle=f"{lamp}",
                round=0.15,
            )
            for lamp in range(SIZE * SIZE)
        ]
        return Scene(SIZE, SIZE, tuple(cells), f"{state.bit_count()} lamps are on")

    def gestures(self, state: int, move: int) -> tuple[tuple[str], ...]:
        """Click the lamp."""
        del state
        return ((f"{move}",),)
