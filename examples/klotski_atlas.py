"""Every layout of the 5 x 4 board: one 2 x 2 block, any dominoes and singles, at least two empty cells.

Run it with `python examples/klotski_atlas.py`; it takes a minute or two and about 1.5 GB.
"""

from langkah.engine.atlas import Atlas, make_atlas
from langkah.games.klotski.klotski import Klotski
from langkah.packed import Pieces
from langkah.run import Run

BOARD = "a**b/a**b/ceed/cfgd/h..i"  # has a piece of each kind


def atlas() -> tuple[Klotski, Atlas]:
    """A board that knows how to draw layouts, and what is known about all of them."""
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
    return problem, make_atlas(packed, pieces, Run())


def drawn(problem: Klotski, word: int) -> str:
    """A layout in the papers' digits: 0 empty, 1 single, 2 lying, 3 standing, 4 the large block."""
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
    """Print what is known."""
    problem, found = atlas()
    print(f"layouts {found.layouts:,} in {found.parts:,} components, the largest of {found.largest:,}")
    print(f"goals {found.goals:,}; solvable {found.solvable:,}; unsolvable {found.unsolvable:,}")
    print(f"hardest: {found.farthest} steps, {found.hardest} layouts")
    for word in found.examples:
        print("\n" + drawn(problem, word))


if __name__ == "__main__":
    main()
