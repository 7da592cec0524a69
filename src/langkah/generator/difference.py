"""Recognises boards that are equal up to rotation, reflection and the names of pieces."""

from langkah.model import NAMELESS, Problem

MOST_CELLS = 2500  # the most cells of a board that is also compared rotated and reflected


def find_pattern(problem: "Problem[object, object]") -> str:
    """A text that is the same for boards that are equal up to rotation, reflection and the names of pieces. For a board
    of more than `MOST_CELLS` cells, only equal boards have the same text.
    """
    rows = problem.likeness(problem.start).split("\n")
    width = max(map(len, rows))
    if width * len(rows) > MOST_CELLS:
        return "\n".join(rows)
    grid = [row.ljust(width) for row in rows]
    forms = []
    for _turn in range(4):
        forms += [_rename("\n".join(grid)), _rename("\n".join(row[::-1] for row in grid))]
        grid = ["".join(column) for column in zip(*grid[::-1], strict=True)]
    return min(forms)


def _rename(text: str) -> str:
    """`text` with its nameless characters (those from `NAMELESS` on) numbered in order of their first occurrence."""
    met = dict.fromkeys(sign for sign in text if ord(sign) >= NAMELESS)
    return text.translate({ord(sign): NAMELESS + number for number, sign in enumerate(met)})
