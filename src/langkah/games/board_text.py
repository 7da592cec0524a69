"""Boards as text: rows of characters, and cells named by column letter and row number."""

from re import fullmatch

from langkah.language import _
from langkah.settings import Mistakes, quote_value


def read_rows(value: object, name: str, form: str, most: int, mistakes: Mistakes) -> list[str]:
    """The rows of a board. `value` is a list of strings, or one string with rows separated by line breaks or `/`.
    `name` (of the setting) and `form` (an example) are used in messages.

    All rows must have the same length, and the board may have at most `most` cells. After recording a mistake, the
    result is [].
    """
    given = value.strip(" \t\r\n/").replace("/", "\n").splitlines() if isinstance(value, str) else value
    if not isinstance(given, list | tuple) or not given or not all(isinstance(row, str) for row in given):
        text = _("{name} = {value}: give the rows of a board, as in {form}")
        mistakes.say(text.format(name=name, value=quote_value(value), form=form), name)
        return []
    rows = ["".join(row.split()) for row in given]
    cells = max(sum(map(len, rows)), len(rows))
    if cells > most:
        text = _("{name} has {n} cells; at most {most} are allowed")
        mistakes.say(text.format(name=name, n=cells, most=most), name)
        return []
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]) or not row:
            text = _(
                "{name}: row {row}, {line}, has {n} cells, but row 1 has {first}; all rows must have the same length"
            )
            told = text.format(name=name, row=number, line=quote_value(row), n=len(row), first=len(rows[0]))
            mistakes.say(told, name)
    return rows if mistakes.are_fine(name) else []


def check_signs(rows: list[str], name: str, legal: str, mistakes: Mistakes) -> None:
    """Record a mistake for each row of a board that contains a character not in `legal`."""
    for number, row in enumerate(rows, 1):
        strange = [(column, sign) for column, sign in enumerate(row, 1) if sign not in legal]
        for column, sign in strange[:1]:
            text = _("{name}: {sign} is not allowed at row {row}, column {column}; allowed: {legal}")
            shown = " ".join(legal)
            mistakes.say(text.format(name=name, row=number, column=column, sign=quote_value(sign), legal=shown), name)


def name_cell(row: int, column: int) -> str:
    """The name of a cell: its column letter and row number, counted from the top left, such as `a1` or `c2`. After
    column `z` comes `aa`.
    """
    return (chr(ord("a") + column // 26 - 1) if column >= 26 else "") + chr(ord("a") + column % 26) + str(row + 1)


def parse_cell(text: str) -> tuple[int, int] | None:
    """The row and column, from 0, of the cell that `text` names, such as `c2`; the board need not contain this cell.
    None if `text` is not the name of a cell.
    """
    found = fullmatch("([a-z]?)([a-z])([0-9]{1,3})", "".join(text.split()).lower())
    if not found or found[3] == "0" * len(found[3]):
        return None
    tens = ord(found[1]) - ord("a") + 1 if found[1] else 0
    return int(found[3]) - 1, 26 * tens + ord(found[2]) - ord("a")
