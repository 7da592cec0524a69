"""Boards in which a space has a meaning: a place outside the board, or empty floor. Rows may have any length and begin
with spaces.
"""

from collections.abc import Mapping

from langkah.language import _
from langkah.settings import Mistakes, quote_value

OUTSIDE = " "
MOST_ROWS = 200  # rows, and columns
NAMES = {" ": "space"}  # names of invisible characters


def read_spaced_rows(value: object, signs: str, most: int, mistakes: Mistakes) -> list[str]:
    """The rows of a board. `value` is a list of strings, or one string with rows separated by line breaks or `/`.

    Spaces (also written `_` or `-`) are kept, except for empty columns on the left and empty rows above and below. All
    rows are padded to the same length. After recording mistakes, the result is [].
    """
    given = value.replace("/", "\n").split("\n") if isinstance(value, str) else value
    if not isinstance(given, list | tuple) or not all(isinstance(row, str) for row in given):
        text = _("board = {value}: give the rows of a board, one per line or with / between them")
        mistakes.say(text.format(value=quote_value(value)), "board")
        return []
    if len(given) > MOST_ROWS or any(len(row) > MOST_ROWS for row in given):
        mistakes.say(_("board: at most {n} rows and {n} columns are allowed").format(n=MOST_ROWS), "board")
        return []
    rows = [row.rstrip("\r").replace("\t", OUTSIDE).replace("_", OUTSIDE).replace("-", OUTSIDE) for row in given]
    rows = _trim([row.rstrip() for row in rows])
    if not rows:
        mistakes.say(_("board: it is empty; write it with the characters {signs}").format(signs=_list(signs)), "board")
    for number, row in enumerate(rows, 1):
        for column, sign in enumerate(row, 1):
            if sign not in signs + OUTSIDE:
                text = _("board: {sign} is not allowed at row {row}, column {column}; allowed: {signs}")
                told = text.format(row=number, column=column, sign=quote_value(sign), signs=_list(signs + OUTSIDE))
                mistakes.say(told, "board")
                return []
    cells = sum(len(row.replace(OUTSIDE, "")) for row in rows)
    if cells > most:
        text = _("board: it has {n} cells; at most {most} are allowed")
        mistakes.say(text.format(n=cells, most=most), "board")
    width = max(map(len, rows), default=0)
    return [row.ljust(width) for row in rows] if mistakes.are_fine("board") else []


def _trim(rows: list[str]) -> list[str]:
    """The rows without empty ones above and below, and without empty columns on the left."""
    while rows and not rows[0].strip():
        rows = rows[1:]
    while rows and not rows[-1].strip():
        rows = rows[:-1]
    left = min((len(row) - len(row.lstrip()) for row in rows if row.strip()), default=0)
    return [row[left:] for row in rows]


def _list(signs: str) -> str:
    return " ".join(NAMES.get(sign, sign) for sign in signs)


def draw_rows(rows: list[str], signs: Mapping[tuple[int, int], str]) -> str:
    """The rows as text, without trailing spaces. `signs` maps cells (row and column) to the characters that replace
    those in the rows.
    """
    grid = [list(row) for row in rows]
    for (row, column), sign in signs.items():
        grid[row][column] = sign
    return "\n".join("".join(line).rstrip() for line in grid)
