"""Functions for games in which two players place marks to get a number of them in a row. The functions read positions
written in X, O and `.`, and find lines by shifting bitboards.
"""

from collections.abc import Mapping

from langkah.language import _
from langkah.settings import Mistakes, quote_value


def read_position(position: object, form: str, most: int, mistakes: Mistakes) -> list[str]:
    """The rows of a position, each a string of X, O and `.`; [] after recording mistakes. `most` is the largest number
    of rows and of columns, and `form` is an example for messages.
    """
    rows = position.replace("/", "\n").strip().splitlines() if isinstance(position, str) else position
    if not isinstance(rows, list | tuple) or not rows or not all(isinstance(row, str) for row in rows):
        text = _("position = {position}: give one text of X, O and . for each row, as in {form}")
        mistakes.say(text.format(position=quote_value(position), form=form), "position")
        return []
    lines = ["".join(row.split()).upper() for row in rows]
    for number, (line, row) in enumerate(zip(lines, rows, strict=True), 1):
        strange = "".join(dict.fromkeys(mark for mark in line if mark not in "XO."))
        if strange:
            text = _("position: row {n} is {row}; {strange} is not allowed: use X, O and . (a free cell)")
            mistakes.say(text.format(n=number, row=quote_value(row), strange=quote_value(strange)), "position")
        elif len(line) != len(lines[0]):
            text = _("position: row {n} is {row}, {length} cells long; the first row has {first}")
            mistakes.say(text.format(n=number, row=quote_value(row), length=len(line), first=len(lines[0])), "position")
    if not 1 <= len(lines) <= most or not 1 <= len(lines[0]) <= most:
        text = _("position: {rows} x {cols} cells; rows and columns must be from 1 to {most}")
        mistakes.say(text.format(rows=len(lines), cols=len(lines[0]), most=most), "position")
    return lines if mistakes.are_fine("position") else []


def check_position_shape(lines: list[str], given: Mapping[str, int], mistakes: Mistakes) -> None:
    """Record a mistake if the number of rows or columns of a position differs from the settings `rows` and `cols`, or
    from `size`, which stands for both.
    """
    for name, actual in (("rows", len(lines)), ("cols", len(lines[0]))):
        asked = given.get(name, given.get("size", actual))
        if mistakes.are_fine(name, "size") and asked != actual:
            text = _("the position has {name} = {actual}, but the setting is {name} = {asked}")
            mistakes.say(text.format(name=name, actual=actual, asked=asked), "position", name)


def list_run_shifts(step: int, k: int) -> tuple[int, ...]:
    """The shifts that find runs of `k` bits, each bit `step` places after the previous one. Combine (AND) a bitboard
    with a copy of itself shifted by each of these shifts in turn: only the bits with which a run begins remain. There
    are few shifts, since each one can double the length of the runs.
    """
    shifts, length = [], 1
    while length < k:
        more = min(length, k - length)
        shifts.append(step * more)
        length += more
    return tuple(shifts)
