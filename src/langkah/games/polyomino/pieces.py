"""Pieces of connected squares: reads them from drawings in letters, and lists their rotations and reflections."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from langkah.games.outline import Cell, find_parts
from langkah.language import _
from langkah.settings import Mistakes, quote_value

MOST_PIECES, MOST_CELLS = 40, 64
TURNINGS = ("all", "turned", "fixed")


class Piece(NamedTuple):
    """A piece: its letter, and its cells as pairs of a row and a column. The least row is 0, and so is the least
    column.
    """

    letter: str
    cells: tuple[Cell, ...]


def normalize(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The cells of the same shape, moved so that the least row and the least column are 0."""
    given = sorted(cells)
    top, left = min(row for row, _column in given), min(column for _row, column in given)
    return tuple((row - top, column - left) for row, column in given)


def list_turned(cells: Iterable[Cell], turning: str) -> list[tuple[Cell, ...]]:
    """The distinct shapes of a piece: its rotations unless `turning` is "fixed", and also its reflections if `turning`
    is "all".
    """
    shape = normalize(cells)
    found = [shape]
    if turning != "fixed":
        for start in (shape, *((normalize((row, -column) for row, column in shape),) if turning == "all" else ())):
            turned = start
            for _quarter in range(4):
                if turned not in found:
                    found.append(turned)
                turned = normalize((column, -row) for row, column in turned)
    return found


def read_pieces(value: object, mistakes: Mistakes) -> list[Piece]:
    """The pieces drawn in a text or in a list of texts; [] after recording mistakes.

    A piece is drawn with one letter in consecutive rows. Rows are separated by line breaks or by `/`.
    """
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
        text = _('pieces = {value}: draw each piece in its own letter, as in ["AA/A", "B/BB"]')
        mistakes.say(text.format(value=quote_value(value)), "pieces")
        return []
    lines = [line for text in texts for line in text.replace("/", "\n").split("\n")]
    return read_piece_lines(enumerate(lines, 1), mistakes, _("pieces, row {n}"))


def read_piece_lines(lines: Iterable[tuple[int, str]], mistakes: Mistakes, place: str) -> list[Piece]:
    """The pieces drawn in numbered lines. `place` is the text that names line `{n}` in a mistake."""
    drawn: dict[str, list[Cell]] = {}
    last, row = "", 0
    for number, line in lines:
        letters = line.replace("\t", " ").rstrip()
        if not letters.strip():
            continue
        where = place.format(n=number)
        if told := _find_mistake(letters, last, drawn):
            mistakes.say(f"{where}: {told}", "pieces")
            return []
        letter = letters.strip()[0]
        row = row + 1 if letter == last else 0
        last = letter
        drawn.setdefault(letter, []).extend((row, column) for column, sign in enumerate(letters) if sign == letter)
    return list(_make_pieces(drawn, mistakes))


def _find_mistake(letters: str, last: str, drawn: dict[str, list[Cell]]) -> str:
    """The mistake in a row of a piece, or "". `last` is the letter of the row before, `drawn` has the pieces so far."""
    kinds = set(letters) - {" "}
    strange = next((column for column, sign in enumerate(letters, 1) if sign != " " and not sign.isalpha()), 0)
    if strange:
        text = _("column {column} is {sign}; pieces are drawn in letters and spaces")
        return text.format(column=strange, sign=quote_value(letters[strange - 1]))
    if len(kinds) > 1:
        return _("{line} has several letters; draw each piece in one letter").format(line=quote_value(letters))
    letter = next(iter(kinds))
    if letter in drawn and letter != last:
        return _("the letter {letter} was used for another piece before").format(letter=letter)
    if len(letters) > MOST_CELLS:
        return _("a row of a piece may have at most {n} cells").format(n=MOST_CELLS)
    if letter not in drawn and len(drawn) == MOST_PIECES:
        return _("at most {n} pieces are allowed").format(n=MOST_PIECES)
    return ""


def _make_pieces(drawn: dict[str, list[Cell]], mistakes: Mistakes) -> Iterator[Piece]:
    """The pieces that are connected and not too large. Records a mistake for every other piece, and if there are no
    pieces.
    """
    if not drawn:
        mistakes.say(_('pieces: there are none; draw each piece in its own letter, as in ["AA/A", "B/BB"]'), "pieces")
    for letter, cells in drawn.items():
        if len(cells) > MOST_CELLS:
            text = _("pieces: {letter} has {n} cells; at most {most} are allowed")
            mistakes.say(text.format(letter=letter, n=len(cells), most=MOST_CELLS), "pieces")
        elif len(find_parts(cells)) > 1:
            text = _("pieces: {letter} is not connected: the squares of a piece must share sides")
            mistakes.say(text.format(letter=letter), "pieces")
        else:
            yield Piece(letter, normalize(cells))


def write_piece(piece: Piece) -> str:
    """The piece as text: its letter in every cell, and `/` between rows."""
    height, width = (max(each) + 1 for each in zip(*piece.cells, strict=True))
    rows = [
        "".join(piece.letter if (row, column) in piece.cells else " " for column in range(width))
        for row in range(height)
    ]
    return "/".join(row.rstrip() for row in rows)
