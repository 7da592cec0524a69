"""The default pictures of states that define no `scene`: the structure of the value decides the picture.

Rows of numbers or letters become cells, rows of rows a grid, sets become chips in a box, records and dictionaries one
line per name. Everything else is text.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from itertools import groupby
from typing import Any, NamedTuple

from langkah.scene import Rect, Scene, Shape, Text, draw_text_box

MOST_CELLS = 400  # cells of a picture; larger states are written as text
CELLS_IN_A_ROW = 16
CHIPS_IN_A_COLUMN = 6
DEEPEST = 6  # nesting levels that are looked into
SHORT_LETTERS = 4  # the longest word that fits one cell
GAP, CHIP_HEIGHT, LETTER_WIDTH = 0.3, 0.7, 0.26  # in units of a cell
EMPTY = ("", " ", ".", "_", "-", "None", "False", "0")  # values that leave a grid cell without a piece


def write_state(value: object) -> str:
    """A state as text. If the state contains sets, their members are sorted, so that the text is always the same;
    otherwise the text is that of `str`.

    >>> write_state((frozenset({"wolf", "goat"}), "left"))
    '{goat, wolf} left'
    """
    if isinstance(value, str) or not _holds_sets(value):
        return str(value)
    if isinstance(value, set | frozenset):
        return "{" + ", ".join(sorted(map(write_state, value), key=_make_sort_key)) + "}"
    if record := _read_record(value):
        return ", ".join(f"{name}: {write_state(part)}" for name, part in record.items())
    return " ".join(map(write_state, value)) if isinstance(value, tuple | list) else str(value)


def draw_state(value: object) -> Scene:
    """A state as a picture.

    >>> draw_state((1, 2, 3)).width
    3.0
    """
    text = write_state(value)
    drawing = _draw_value(value) if _count_parts(value) <= MOST_CELLS else None
    if drawing is None:
        return draw_text_box(text)
    ground = Rect(0, 0, drawing.width, drawing.height, "board", id="board", round=0.08)
    return Scene(drawing.width, drawing.height, (ground, *_drop_repeated_ids(drawing.shapes)), text)


class _Drawing(NamedTuple):
    """A part of a picture, whose top left corner is at (0, 0)."""

    width: float
    height: float
    shapes: tuple[Shape, ...]

    def move(self, x: float, y: float) -> tuple[Shape, ...]:
        """The shapes of the drawing, moved so that its top left corner is at (x, y). None of the shapes is a path."""
        return tuple(shape._replace(x=shape.x + x, y=shape.y + y) for shape in self.shapes)  # type: ignore[call-arg, union-attr]


def _draw_value(value: object) -> _Drawing | None:
    """The drawing of a value; None if the value is better written as text."""
    if isinstance(value, str):
        return _draw_text(value)
    if isinstance(value, set | frozenset):
        return _draw_chips(value)
    if record := _read_record(value):
        return _draw_record(record)
    if not isinstance(value, tuple | list) or not value:
        return None
    if len(value) > 1 and all(isinstance(row, str) and len(row) == len(value[0]) > 1 for row in value):
        return _draw_cells([list(row) for row in value])
    if all(map(_is_short, value)):
        names = list(map(str, value))
        rows = [names[first : first + CELLS_IN_A_ROW] for first in range(0, len(names), CELLS_IN_A_ROW)]
        return _draw_cells(rows, _are_a_permutation(names))
    if all(isinstance(row, tuple | list) and all(map(_is_short, row)) for row in value):
        return _draw_cells([list(map(str, row)) for row in value])
    return _place_side_by_side(map(_draw_value_or_text, value))


def _draw_value_or_text(value: object) -> _Drawing:
    if not (isinstance(value, str) or _is_short(value)) and (drawing := _draw_value(value)):
        return drawing
    words = write_state(value)
    width = max(1.0, LETTER_WIDTH * len(words) + 0.4)
    return _Drawing(width, 1.0, (Text(width / 2, 0.5, words, 0.4),))


def _draw_text(text: str) -> _Drawing | None:
    """The drawing of a text: a word as a row of letters, lines of equal length as a grid of letters."""
    lines = text.split("\n")
    if not text or (len(lines) == 1 and len(text) > CELLS_IN_A_ROW) or len(set(map(len, lines))) > 1 or " " in text:
        return None
    return _draw_cells([list(line) for line in lines])


def _draw_cells(rows: list[list[str]], named: bool = False) -> _Drawing:
    """A grid of cells, each with a piece unless it is empty. If `named`, a piece keeps its id when it moves, so that it
    can be animated.
    """
    columns = max(map(len, rows), default=0)
    letters = max((len(name) for row in rows for name in row), default=1)
    wide = max(1.0, LETTER_WIDTH * letters + 0.3)
    shapes: list[Shape] = []
    pieces: list[Shape] = []
    for down, row in enumerate(rows):
        for across, name in enumerate(row):
            place, x = f"{down},{across}", across * wide
            shapes.append(Rect(x, down, wide, 1, "cell", name if name in EMPTY else "", id=f"cell {place}"))
            if name not in EMPTY:
                box = (x + 0.05, down + 0.05, wide - 0.1, 0.9)
                pieces.append(Rect(*box, "piece", name, id=f"piece {name if named else place}", round=0.1))
    return _Drawing(max(columns * wide, 1.0), float(max(len(rows), 1)), (*shapes, *pieces))


def _draw_chips(members: Iterable[object]) -> _Drawing:
    """A set as chips in a box, in columns. A chip keeps its id when its member moves to another set, so that it can be
    animated.
    """
    names = sorted(map(write_state, members), key=_make_sort_key)
    columns = [names[first : first + CHIPS_IN_A_COLUMN] for first in range(0, len(names), CHIPS_IN_A_COLUMN)]
    shapes: list[Shape] = []
    x, height = GAP, max(1.0, max(map(len, columns), default=0) * (CHIP_HEIGHT + 0.1) + 0.5)
    for column in columns:
        wide = max(0.9, LETTER_WIDTH * max(map(len, column)) + 0.5)
        for down, name in enumerate(column):
            box = (x, 0.3 + down * (CHIP_HEIGHT + 0.1), wide, CHIP_HEIGHT)
            shapes.append(Rect(*box, "piece", name, id=f"chip {name}", round=0.2))
        x += wide + GAP
    width = max(x, 1.0)
    return _Drawing(width, height, (Rect(0.1, 0.1, width - 0.2, height - 0.2, "cell:1", round=0.2), *shapes))


def _draw_record(record: Mapping[str, object]) -> _Drawing:
    """A drawing of a record (see `_read_record`), with a line for each field: the name of the field and its value."""
    drawings = [(str(name), _draw_value_or_text(value)) for name, value in record.items()]
    aside = LETTER_WIDTH * max(len(name) for name, _drawing in drawings) + 0.6
    shapes: list[Shape] = []
    y = 0.1
    for name, drawing in drawings:
        shapes.append(Text(aside / 2, y + drawing.height / 2, name, 0.34, "text"))
        shapes.extend(drawing.move(aside, y))
        y += drawing.height + 0.1
    return _Drawing(aside + max(drawing.width for _name, drawing in drawings) + 0.1, y, tuple(shapes))


def _place_side_by_side(drawings: Iterable[_Drawing]) -> _Drawing:
    parts = list(drawings)
    height, x = max(part.height for part in parts), 0.0
    shapes: list[Shape] = []
    for part in parts:
        shapes.extend(part.move(x, (height - part.height) / 2))
        x += part.width + GAP
    return _Drawing(x - GAP, height, tuple(shapes))


def _read_record(value: Any) -> dict[str, object]:
    """The names and values of the fields of a record: a dataclass instance, a mapping or a named tuple. Empty for any
    other value.
    """
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: getattr(value, each.name) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): part for name, part in value.items()}
    return dict(value._asdict()) if isinstance(value, tuple) and hasattr(value, "_asdict") else {}


def _drop_repeated_ids(shapes: tuple[Shape, ...]) -> Iterable[Shape]:
    """Make ids unique within a picture: if several shapes have the same id, only the first keeps it and can be
    animated.
    """
    met: set[str] = set()
    for shape in shapes:
        yield shape._replace(id="") if shape.id in met else shape
        met.add(shape.id)


def _is_short(value: object) -> bool:
    """Whether a value fits a cell: a number, a letter, a short word."""
    return value is None or (isinstance(value, int | float | str) and len(str(value)) <= SHORT_LETTERS)


def _are_a_permutation(names: list[str]) -> bool:
    return len(set(names)) == len(names) > 2


def _list_parts(value: Any) -> list[object]:
    """The values directly inside a value: the fields of a record, or the members of a sequence or set; [] for any other
    value.
    """
    return list(_read_record(value).values() or (value if isinstance(value, tuple | list | set | frozenset) else ()))


def _holds_sets(value: object, depth: int = 0) -> bool:
    if isinstance(value, set | frozenset):
        return True
    return depth < DEEPEST and any(_holds_sets(part, depth + 1) for part in _list_parts(value))


def _count_parts(value: object, depth: int = 0) -> int:
    """The approximate number of cells that the picture of a value takes; more than the limit if the value is nested too
    deeply.
    """
    if depth > DEEPEST:
        return MOST_CELLS + 1
    parts = _list_parts(value)
    return sum(_count_parts(part, depth + 1) for part in parts) if parts else len(str(value))


def _make_sort_key(name: str) -> tuple[list[tuple[bool, int, str]], str]:
    """A sort key that orders numbers in names by size: 2 comes before 10."""
    parts = ["".join(letters) for _digits, letters in groupby(name, str.isdigit)]
    return [(part.isdigit(), int(part) if part.isdecimal() else 0, part) for part in parts], name
