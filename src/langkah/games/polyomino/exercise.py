"""The text format of the exercise 'IQ Puzzler Pro' of the course IF2211.

The first line gives the numbers of rows, columns and pieces. The second line gives the kind of board: `DEFAULT` is the
whole rectangle; `CUSTOM` is followed by the rows of the board, with `X` for each cell to be filled. Then follow the
pieces, each drawn with its letter. Boards of the kind `PYRAMID`, which stack balls in layers, are refused with a
message that names the supported kinds.
"""

from langkah.errors import BadInput
from langkah.games.polyomino.pieces import Piece, read_piece_lines, write_piece
from langkah.language import _
from langkah.settings import Mistakes, quote_value

KINDS = ("DEFAULT", "CUSTOM")
OTHER_KINDS = ("PYRAMID",)
MOST_SIDE = 30


def read_exercise(text: str) -> dict[str, object] | None:
    """The settings that a text in this format describes; None if the text has another format. Errors name the line."""
    lines = [(number, line.rstrip("\r")) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    head = lines[0][1].split() if lines else []
    kind = lines[1][1].strip().upper() if len(lines) > 1 else ""
    numbers = len(head) == 3 and all(word.isascii() and word.isdigit() for word in head)
    if not (numbers and kind.isalpha()) and kind not in (*KINDS, *OTHER_KINDS):
        return None
    if kind not in KINDS:
        told = _("line {line}: boards of the kind {kind} cannot be read; supported kinds: {kinds}")
        raise BadInput(told.format(line=lines[1][0], kind=quote_value(kind), kinds=", ".join(KINDS)))
    if not numbers or any(not 1 <= int(word[:3]) <= MOST_SIDE for word in head[:2]) or len(head[2]) > 2:
        told = _(
            "line {line}: {head}: write the number of rows, the number of columns (1 to {most} each) and "
            "the number of pieces"
        )
        raise BadInput(told.format(line=lines[0][0], head=quote_value(" ".join(head)), most=MOST_SIDE))
    rows, columns, count = map(int, head)
    begin = 2 + (rows if kind == "CUSTOM" else 0)
    board = _read_custom_rows(lines[2:begin], rows, columns) if kind == "CUSTOM" else ["." * columns] * rows
    mistakes = Mistakes()
    pieces = read_piece_lines(lines[begin:], mistakes, _("line {n}"))
    mistakes.raise_any()
    if len(pieces) != count:
        told = _("line {line} gives {n} pieces, but there are {all}: {letters}")
        letters = " ".join(piece.letter for piece in pieces)
        raise BadInput(told.format(line=lines[0][0], n=count, all=len(pieces), letters=letters))
    return {"board": "/".join(board), "pieces": [write_piece(piece) for piece in pieces]}


def _read_custom_rows(lines: list[tuple[int, str]], rows: int, columns: int) -> list[str]:
    """The rows of a board of the kind CUSTOM, with the usual characters: `.` for cells to be filled, `#` for all
    others.
    """
    if len(lines) < rows:
        told = _("line 1 gives {rows} rows: {rows} lines of the board must follow, but there are {n}")
        raise BadInput(told.format(rows=rows, n=len(lines)))
    found = []
    for number, line in lines:
        signs = "".join(line.split()).upper()
        column = next((at for at, sign in enumerate(signs, 1) if sign not in "X."), 0)
        if column:
            told = _("line {line}, column {column} is {sign}; write X for a cell to be filled, . for any other")
            raise BadInput(told.format(line=number, column=column, sign=quote_value(signs[column - 1])))
        if len(signs) != columns:
            told = _("line {line} has {n} cells, but line 1 gives {columns} columns")
            raise BadInput(told.format(line=number, n=len(signs), columns=columns))
        found.append(signs.translate(str.maketrans("X.", ".#")))
    return found


def write_exercise(rows: list[str], pieces: list[Piece]) -> str:
    """Write a board and its pieces in the format of the exercise."""
    lines = [f"{len(rows)} {len(rows[0])} {len(pieces)}"]
    if "#" in "".join(rows):
        lines += ["CUSTOM", *(row.translate(str.maketrans(".#", "X.")) for row in rows)]
    else:
        lines.append("DEFAULT")
    return "\n".join([*lines, *(write_piece(piece).replace("/", "\n") for piece in pieces)]) + "\n"
