"""Reads Rush Hour boards: as rows, as all cells in one word, or as lines of a database.

A line of a database is `moves board positions`, as in the database of Fogleman: the fewest moves, a board of 36
letters, and the number of reachable positions. Either number may be missing. `o` or `.` is an empty cell, `x` a wall,
`A` the red car; all other capitals are cars.
"""

import re
from math import isqrt

from langkah.errors import BadInput
from langkah.language import _, format_plural
from langkah.model import FoundLevel
from langkah.settings import Mistakes, quote_value

EMPTY = ".o"
MOST_SIDE, MOST_LINES = 12, 100_000
SIGNS = re.compile(r"[A-Zox.]+")
LINE = re.compile(r"\s*(?:(?P<moves>\d{1,6})[\s,]+)?(?P<board>[A-Zox.]{9,144})(?:[\s,]+(?P<size>\d{1,12}))?\s*")


def split_board(value: object, mistakes: Mistakes) -> list[str]:
    """The rows of a board that is given as rows or as one word, with `.` for empty cells; [] after recording the
    mistakes in it.
    """
    given = value.strip(" \t\r\n/").replace("/", "\n").split("\n") if isinstance(value, str) else value
    if not isinstance(given, list | tuple) or not given or not all(isinstance(row, str) for row in given):
        text = _("board = {value}: give the rows of a board, or all its cells in one word")
        mistakes.say(text.format(value=quote_value(value)), "board")
        return []
    rows = [row.strip().replace("o", ".") for row in given]
    if len(rows) == 1 and isqrt(len(rows[0])) ** 2 == len(rows[0]):
        side = isqrt(len(rows[0]))
        rows = [rows[0][at : at + side] for at in range(0, len(rows[0]), side)] if side else rows
    if max(len(rows), *map(len, rows)) > MOST_SIDE or not rows[0]:
        text = _("board: 1 to {n} rows and 1 to {n} columns are allowed")
        mistakes.say(text.format(n=MOST_SIDE), "board")
        return []
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            text = _(
                "board: row {row}, {line}, has {n} cells, but row 1 has {first}; all rows must have the same length"
            )
            mistakes.say(text.format(row=number, line=quote_value(row), n=len(row), first=len(rows[0])), "board")
        for column, sign in enumerate(row, 1):
            if not (sign in ".x" or (sign.isascii() and sign.isalpha() and sign.isupper())):
                text = _("board: {sign} is not allowed at row {row}, column {column}; allowed: A to Z, x, o and .")
                mistakes.say(text.format(row=number, column=column, sign=quote_value(sign)), "board")
                return []
    return rows if mistakes.are_fine("board") else []


def read_car_lines(text: str) -> list[FoundLevel] | None:
    """The boards in the text of a file: one board in rows, or one board per line. None if the text has another format.
    Raises `BadInput` for a wrong line.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip() and line[:1] != "#"]
    first = lines[0][1] if lines else ""
    if _is_board_in_rows([line.strip() for _number, line in lines]):
        return [FoundLevel({"board": "/".join(line.strip() for _number, line in lines)}, line=lines[0][0])]
    head = LINE.fullmatch(first)
    if head is None or "A" not in head["board"] or isqrt(len(head["board"])) ** 2 != len(head["board"]):
        return None
    if not any(sign in EMPTY for sign in head["board"]):  # nothing could move, so it is a board of another game
        return None
    if len(lines) > MOST_LINES:
        raise BadInput(
            _("{n} lines: at most {most} boards can be read from one file").format(n=len(lines), most=MOST_LINES)
        )
    found = []
    for number, line in lines:
        match = LINE.fullmatch(line)
        if match is None or isqrt(len(match["board"])) ** 2 != len(match["board"]):
            column = _find_strange_column(line)
            raise BadInput(
                _(
                    "line {line}, column {column}: write the number of moves, a board such as {form}, and the "
                    "number of positions"
                ).format(line=number, column=column, form=head["board"])
            )
        title = format_plural("{n} move", "{n} moves", int(match["moves"])) if match["moves"] else ""
        found.append(FoundLevel({"board": match["board"]}, title, line=number))
    return found


def _is_board_in_rows(lines: list[str]) -> bool:
    """Whether lines are the rows of one board with a red car and at least one empty cell."""
    if not 2 < len(lines) <= MOST_SIDE or not all(SIGNS.fullmatch(line) and len(line) <= MOST_SIDE for line in lines):
        return False
    empty = any(sign in EMPTY for line in lines for sign in line)  # otherwise it is a board of another game
    return empty and len({len(line) for line in lines}) == 1 and any("AA" in line for line in lines)


def _find_strange_column(line: str) -> int:
    """The column, counted from 1, of the first character in a line that a database may not contain; the last column if
    every character is allowed.
    """
    return next((column for column, sign in enumerate(line, 1) if not re.match(r"[A-Zox.\d\s,]", sign)), len(line))
