"""All layouts of the 5 x 4 board: one 2 x 2 block, any number of dominoes and singles, at least two empty cells.

An exploration visits the states that one start can reach; an atlas covers all starts: their number, their connected
components, and the distance of each to the goal. It is built from the engine's own parts.

Run it with `python examples/klotski_atlas.py`; it takes a minute or two and about 1.5 GB.
"""

from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple

from langkah.engine.blocks import Words, make_words
from langkah.engine.compiler import load_kernel
from langkah.engine.kernels import table_control as at
from langkah.engine.kernels.breadth_first_wide import select_goals
from langkah.engine.kernels.layouts import find_components, lay_pieces, number_layouts
from langkah.engine.own_functions import get_functions, get_wide_functions
from langkah.engine.spaces.state_table import StateTable, ThreadBuffers
from langkah.engine.team import count_threads
from langkah.games.klotski.klotski import Klotski
from langkah.packed import Packed

BOARD = "a**b/a**b/ceed/cfgd/h..i"  # contains a piece of each kind


class Pieces(NamedTuple):
    """The kinds of pieces whose layouts an atlas lists. `least` and `most` have one number for each kind; `cover` and
    `marks` have, for each kind, one number for each cell of the board.
    """

    cells: int
    cover: tuple[tuple[int, ...], ...]  # the cells of a piece whose first cell is this one; 0: it does not fit
    marks: tuple[tuple[int, ...], ...]  # the bits of such a piece in a packed position
    least: tuple[int, ...]  # the least number of pieces of each kind
    most: tuple[int, ...]
    empty: int  # the least number of empty cells


@dataclass
class Atlas:
    """The results for all layouts: their number, components, goals and distances."""

    layouts: int
    goals: int
    parts: int
    largest: int
    solvable: int
    farthest: int
    hardest: int
    examples: tuple[int, ...]
    distances: list[int]  # the number of layouts at each distance from the nearest goal

    @property
    def unsolvable(self) -> int:
        """The number of layouts from which no goal can be reached."""
        return self.layouts - self.solvable


def make_atlas(packed: Packed[Any], pieces: Pieces) -> Atlas:
    """The atlas of all layouts of these kinds of pieces. Steps must be reversible, and positions must fit into one
    word.
    """
    states, count = _list_layouts(pieces)
    parts, largest = _count_components(packed, states, count)
    goals, met = _find_goals(packed, states, count)
    states.close()
    with closing(StateTable(packed, goals, met, threads=count_threads())) as space:
        while space.advance(1 << 20) != at.DONE:
            pass
        distances, solvable = space.layers(), space.now[at.TAIL]
        last = [space.word(index) for index in range(solvable - distances[-1], solvable)]
    return Atlas(
        count, met, parts, largest, solvable, len(distances) - 1, len(last), tuple(sorted(last)[:6]), distances
    )


def _find_goals(packed: Packed[Any], states: Words, count: int) -> tuple[Words, int]:
    goals, kernel = Words(count), load_kernel(select_goals, **get_wide_functions(packed, "goal"))
    return goals, kernel(states, 0, count, goals, 0, Words(1, bound=1), make_words(packed.data), 1)


def _list_layouts(pieces: Pieces) -> tuple[Words, int]:
    """A list of all layouts, and their number."""
    kinds = len(pieces.cover)
    cover, marks = (make_words([each for row in rows for each in row]) for rows in (pieces.cover, pieces.marks))
    least, most = make_words(pieces.least), make_words(pieces.most)
    found, used, stack = Words(1 << 33), Words(kinds), Words(8 * (pieces.cells + 2))
    kernel = load_kernel(lay_pieces)
    return found, kernel(found, pieces.cells, kinds, cover, marks, least, most, pieces.empty, used, stack)


def _count_components(packed: Packed[Any], states: Words, count: int) -> tuple[int, int]:
    """The number of connected components of the layouts, and the number of layouts in the largest component."""
    size = max((2 * count).bit_length(), 4)
    slots, queue, part, sizes = Words(1 << size, huge=True), Words(count), Words(count), Words(count)
    load_kernel(number_layouts)(states, count, slots, 64 - size)
    kernel = load_kernel(find_components, expand=get_functions(packed)["expand"])
    out, data = ThreadBuffers(packed).out, make_words(packed.data)
    parts = kernel(states, count, slots, 64 - size, queue, part, sizes, out, data)
    largest = max(sizes.read(0, parts))
    for block in (slots, queue, part, sizes):
        block.close()
    return parts, largest


def atlas() -> tuple[Klotski, Atlas]:
    """A Klotski problem whose board has a piece of each kind, and the atlas of the layouts of these kinds of pieces."""
    problem = Klotski(board=BOARD, goal={"*": [[3, 1], [3, 2], [4, 1], [4, 2]]})
    packed = problem.packed()
    full, cells = (1 << packed.bits) - 1, packed.cells
    cover, marks = [], []
    for kind in packed.table.marks:
        marks.append(tuple(kind.get(cell, 0) for cell in range(cells)))
        cover.append(
            tuple(sum(1 << place for place in range(cells) if mark >> place * packed.bits & full) for mark in marks[-1])
        )
    large = [max(row).bit_count() == 4 for row in cover]
    limits = tuple(1 if each else cells for each in large)
    pieces = Pieces(cells, tuple(cover), tuple(marks), tuple(map(int, large)), limits, empty=2)
    return problem, make_atlas(packed, pieces)


def drawn(problem: Klotski, word: int) -> str:
    """A layout in the digits of the Klotski paper: 0 empty cell, 1 single, 2 horizontal and 3 vertical domino, 4 large
    block.
    """
    packed = problem.packed()
    board = ["0"] * packed.cells
    for kind in packed.table.marks:
        for anchor, mark in kind.items():
            code = mark >> anchor * packed.bits & (1 << packed.bits) - 1
            if word >> anchor * packed.bits & (1 << packed.bits) - 1 == code:
                covered = [
                    place for place in range(packed.cells) if mark >> place * packed.bits & (1 << packed.bits) - 1
                ]
                shape = {1: "1", 4: "4"}.get(len(covered), "2" if covered[-1] - covered[0] == 1 else "3")
                for place in covered:
                    board[place] = shape
    return "\n".join("".join(board[first : first + 4]) for first in range(0, packed.cells, 4))


def main() -> None:
    """Print the results."""
    problem, found = atlas()
    print(f"layouts {found.layouts:,} in {found.parts:,} components, the largest of {found.largest:,}")
    print(f"goals {found.goals:,}; solvable {found.solvable:,}; unsolvable {found.unsolvable:,}")
    print(f"hardest: {found.farthest} steps, {found.hardest} layouts")
    for word in found.examples:
        print("\n" + drawn(problem, word))


if __name__ == "__main__":
    main()
