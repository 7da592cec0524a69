"""Reads maps of the MovingAI collection (`type octile`, `height`, `width`, `map`, then the rows) and their scenarios.

A scenario file has `version 1`, then a line per scenario with the name and size of the map, the start, the goal, and
the length of the shortest path. The map is a separate file in the same folder. To read scenarios, the functions here
take one text with both files, the map first.
"""

from pathlib import PurePosixPath
from re import MULTILINE, fullmatch, match, split

from langkah.errors import BadInput
from langkah.games.board_text import name_cell
from langkah.games.route.grid_map import MOST_CELLS, OPEN, WALL
from langkah.language import _
from langkah.model import FoundLevel
from langkah.settings import quote_value

FREE, BLOCKED = ".GS", "@OTW"  # swamp is free; water, which can only be reached from water, is not
HEADER_LINES = 4
VERSION = r"^version\s+1(?:\.0)?\s*$"
MOST_SCENARIOS = 5000
SCENARIO_FORM = "0  arena.map  49  49  1  11  1  12  1.0"


def read_moving_ai(text: str) -> list[str] | None:
    """The rows of a map of the MovingAI collection, as rows of a board; None if the text has another format. Raises
    `BadInput` for a mistake in a map.
    """
    lines = [line.rstrip() for line in text.rstrip().splitlines()]
    if not lines or not fullmatch(r"type\s+\w+", lines[0]):
        return None
    head = [
        fullmatch(form, line)
        for form, line in zip((r"height\s+(\d{1,5})", r"width\s+(\d{1,5})"), lines[1:3], strict=False)
    ]
    if len(lines) < HEADER_LINES or not all(head) or lines[3] != "map":
        raise BadInput(_("lines 2 to 4 of a map must be: height N, width N, map"))
    height, width = (int(found[1]) for found in head if found)
    if height * width > MOST_CELLS:
        text = _("the map has {n} squares; at most {most} are allowed")
        raise BadInput(text.format(n=height * width, most=MOST_CELLS))
    rows = lines[HEADER_LINES:]
    if len(rows) != height:
        raise BadInput(_("line 2 gives {n} rows, but {found} follow").format(n=height, found=len(rows)))
    return [_read_row(row, number, width) for number, row in enumerate(rows, HEADER_LINES + 1)]


def find_map_name(text: str) -> str:
    """The file name of the map that a text of scenarios needs; "" if the text includes the map or has no scenarios."""
    if not match(VERSION, text.lstrip(), MULTILINE):
        return ""
    words = next((line.split() for line in text.strip().splitlines()[1:] if line.strip()), [])
    return PurePosixPath(words[1]).name if len(words) > 1 else ""


def read_scenarios(text: str) -> list[FoundLevel] | None:
    """The scenarios in a text that has a map and then its scenarios; None for any other text. Raises `BadInput` if
    scenarios come without their map, or for a mistake in the text.
    """
    if find_map_name(text):
        raise BadInput(_("this text has only scenarios: put their map before them, in the same text"))
    head, *rest = split(VERSION, text, maxsplit=1, flags=MULTILINE)
    if not rest or (rows := read_moving_ai(head)) is None:
        return None
    board = "/".join(rows)
    lines = [(number, line) for number, line in enumerate(rest[0].split("\n")[1:], 2) if line.strip()]
    if len(lines) > MOST_SCENARIOS:
        raise BadInput(_("{n} scenarios; at most {most} are allowed").format(n=len(lines), most=MOST_SCENARIOS))
    return [_read_scenario(line, number, rows, board) for number, line in lines]


def _read_scenario(line: str, number: int, rows: list[str], board: str) -> FoundLevel:
    words = line.split()
    numbers = [int(word) for word in words[2:8] if fullmatch(r"[0-9]{1,5}", word)]
    if len(words) != 9 or len(numbers) != 6 or not fullmatch(r"[0-9.]{1,30}", words[8]):
        text = _("line {line} of the scenarios: a scenario must have nine fields, as in {form}")
        raise BadInput(text.format(line=number, form=SCENARIO_FORM))
    width, height, *places = numbers
    if (width, height) != (len(rows[0]), len(rows)):
        text = _("line {line} of the scenarios: its map is {width} x {height}, but this map is {columns} x {rows}")
        size = {"width": width, "height": height, "columns": len(rows[0]), "rows": len(rows)}
        raise BadInput(text.format(line=number, **size))
    ends = list(zip(places[1::2], places[::2], strict=True))
    for row, column in ends:
        if row >= height or column >= width or rows[row][column] == WALL:
            text = _(
                "line {line} of the scenarios: the square in column {column}, row {row}, counted from 0, is blocked"
            )
            raise BadInput(text.format(line=number, column=column, row=row))
    start, goal = (name_cell(*each) for each in ends)
    title = _("{start} to {goal}, length {length}").format(start=start, goal=goal, length=words[8])
    return FoundLevel({"board": board, "diagonal": True, "start": start, "goal": goal}, title, line=number)


def _read_row(row: str, number: int, width: int) -> str:
    strange = next(((column, sign) for column, sign in enumerate(row, 1) if sign not in FREE + BLOCKED), None)
    if strange is not None:
        text = _("line {line}, column {column}: {sign} is not allowed; allowed: {legal}")
        legal = " ".join(FREE + BLOCKED)
        raise BadInput(text.format(line=number, column=strange[0], sign=quote_value(strange[1]), legal=legal))
    if len(row) != width:
        text = _("line {line} has {n} squares, but line 3 gives {columns} columns")
        raise BadInput(text.format(line=number, n=len(row), columns=width))
    return "".join(OPEN if sign in FREE else WALL for sign in row)
