"""Sokoban levels in the formats of collections: XSB and SOK text, run lengths, titles, and solutions in letters.

A file holds levels one after the other, with any text between them. A line of a level has only board characters, with a
wall at each end; run-length lines have numbers before characters and `|` between rows. Letters may replace characters:
`p` and `P` for the player, `b` and `B` for a crate, `o` for a goal. The nearest line of words before a level, or a line
`Title: ...` after it, is its title; `Solution` is followed by letters `lurdLURD` on the same line or the next ones.
"""

import re

from langkah.errors import BadInput
from langkah.games.sokoban.room import FLOOR, SIGNS, WALL
from langkah.language import _
from langkah.model import FoundLevel

LONGEST_RUN, LONGEST_LEVEL = 200, 40_000  # cells; anything longer is not a level
MOST_LEVELS = 5000  # levels of one file
PLAYERS = "@+pP"
LETTERED = str.maketrans("pPbBo", "@+$*.")
RUNS = re.compile(r"(\d*)([^\d])")
MARKED = re.compile(
    r"\s*(?P<name>title|author|solution|comment|collection|date[\w ]*)\b[^:]*(?::(?P<value>.*))?$", re.I
)
LETTERS = re.compile(r"[lurdLURD]+")


def decode_runs(board: object) -> object:
    """Expand run lengths in a board: `5#|#@$.#|5#`. A board that would be too large, and any other value, is returned
    unchanged.
    """
    if not isinstance(board, str) or not any(sign.isdigit() or sign == "|" for sign in board):
        return board
    written = 0
    found = []
    for number, sign in RUNS.findall(board):
        count = int(number) if number and len(number) < 4 else 1 if not number else LONGEST_LEVEL
        written += count
        if written > LONGEST_LEVEL or count > LONGEST_RUN:
            return board  # the caller reports what is wrong with it
        found.append("\n" if sign == "|" else sign * count)
    return "".join(found) + board[len(board.rstrip("0123456789")) :]


def _is_level_line(line: str) -> bool:
    """Whether a line is part of a board."""
    text = line.rstrip()
    if not text.strip() or not set(text) <= set(SIGNS + FLOOR + "-_0123456789|pPbBo"):
        return False
    return WALL in text and not text.strip().isdigit()


class _Collector:
    """Collects the levels of a file, line by line."""

    def __init__(self) -> None:
        self.levels: list[FoundLevel] = []
        self.rows: list[str] = []
        self.first = 0
        self.before = ""  # the last words before a level
        self.solving = False

    def close(self) -> None:
        """Finish the current level, if there is one."""
        if not self.rows:
            return
        if len(self.levels) >= MOST_LEVELS:
            raise BadInput(
                _("line {line}: the file has more than {most} levels, which is too many").format(
                    line=self.first, most=MOST_LEVELS
                )
            )
        board = str(decode_runs("\n".join(self.rows))).translate(LETTERED)
        self.levels.append(FoundLevel({"board": board}, self.before, "", self.first))
        self.rows, self.before = [], ""

    def add(self, number: int, line: str) -> None:
        """Add one line of the file: a row of a level, a title, a solution, or other words."""
        if _is_level_line(line):
            self.solving = False
            if not self.rows:
                self.first = number
            self.rows.append(line.rstrip())
            return
        self.close()
        marked = MARKED.match(line)
        if marked and (marked["value"] is not None or marked["name"].lower() == "solution"):
            self._note(marked["name"].lower(), (marked["value"] or "").strip(), number)
        elif self.solving and self.levels and LETTERS.fullmatch(line.strip()):
            self._solve(line.strip())
        elif line.strip():
            self.solving = False
            self.before = line.strip().strip(";").strip()

    def _note(self, name: str, value: str, number: int) -> None:
        self.solving = name == "solution"
        if name == "title" and value and self.levels:
            self.levels[-1] = self.levels[-1]._replace(title=value)
        if name == "solution" and value:
            if not LETTERS.fullmatch("".join(value.split())):
                column = next(place for place, sign in enumerate(value, 1) if sign not in "lurdLURD ")
                text = _(
                    "line {line}: character {column} of the solution is {sign}; use the letters l u r d and L U R D"
                )
                raise BadInput(text.format(line=number, column=column, sign=repr(value[column - 1])))
            self._solve("".join(value.split()))

    def _solve(self, letters: str) -> None:
        if self.levels:
            self.levels[-1] = self.levels[-1]._replace(plan=self.levels[-1].plan + letters)


def read_collection(text: str) -> list[FoundLevel] | None:
    """The levels in a file; None if there are none."""
    lines = text.splitlines()
    rows = [line.strip() for line in lines if _is_level_line(line)]
    if not any(row[0] in "#0123456789" for row in rows) or not any(sign in row for row in rows for sign in PLAYERS):
        return None
    found = _Collector()
    for number, line in enumerate(lines, 1):
        found.add(number, line)
    found.close()
    return found.levels or None


def write_level(rows: list[str]) -> str:
    """A level as text, one line per row."""
    return "".join(row.rstrip() + "\n" for row in rows)
