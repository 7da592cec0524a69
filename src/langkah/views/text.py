"""A scene as text: boxes for blocks, bars for shapes one line high, letters for the rest; for terminals, screen readers
and files.

Board units become character cells on one of a few scales, the largest that fits. A border is stored as the directions
in which lines leave a character cell, so that touching boxes share their border and get the right box-drawing
characters. Lines that characters cannot show, such as long diagonal ones, are listed below the board; if such a line
leads up or down from one named square to another, both squares show it if there is enough space.

Where words, bars or discs of a picture are cut off, run together or cover each other, a larger scale is tried. If none
that fits shows everything, the description of the picture is added below it.
"""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import floor
from textwrap import wrap
from typing import NamedTuple
from unicodedata import combining, east_asian_width

from langkah.scene import GROUND, Disc, Path, Rect, Scene, Shape, Text, is_ground
from langkah.views.paint import SHORT_LETTERS, Point, get_label_size, is_inside, is_level_outline
from langkah.views.theme import Theme, to_rgb

SCALES = ((4, 2), (2, 1))  # columns and lines per unit
ROOMY = (6, 3)  # the scale if cells have texts of their own
LARGER_SCALES = ((4, 1), (6, 1), (6, 2), (8, 2), (6, 3), (8, 3), (10, 3), (10, 4))  # if the usual scale loses something
USUAL_COLUMNS, USUAL_LINES = 80, 50
UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
LINES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"  # indexed by the directions of lines
PLAIN = str.maketrans(
    {**dict.fromkeys(LINES[1:], "+"), "│": "|", "─": "-", "╵": "|", "╷": "|", "╴": "-", "╶": "-"}
    | {"║": "|", "▀": "=", "━": "=", "▒": "#", "░": ":", "●": "@", "○": "O", "·": ".", "╱": "/", "╲": "\\", "╳": "X"}
    | {"→": ">", "←": "<", "↑": "^", "↓": "v", "♛": "Q"}
    | {sign: str(number) for number, sign in enumerate("①②③④⑤⑥⑦⑧⑨", 1)}
)
CIRCLED = {str(number): sign for number, sign in enumerate("①②③④⑤⑥⑦⑧⑨", 1)}
TINTED = ("piece", "target", "mark", "up", "down")
JUMPS = {"up": "↑", "down": "↓"}  # lines from one square to another
SIGNS = {"mark:1": "○", "faint": "·"}
HOLE = "○"  # a disc of the ground: a piece may be placed in it
WALL = "▒"  # the inside of a large wall; a disc of the ground is a hole in it

LEAST_RADIUS, LEAST_AREA = 0.065, 0.75  # discs, and areas without a label, below this size are ornaments
LEAST_SLANTED_WIDTH = 1.0  # areas with diagonal sides that are clickable and at least this wide are outlined
LEAST_BOX_SIDE = 1.5  # lines or columns; smaller blocks are drawn as bars


class _CharacterCell(NamedTuple):
    """One character cell: a character, the directions of its lines, and the role it shows."""

    sign: str = " "
    lines: int = 0
    role: str = "text"


class _Writing(NamedTuple):
    """Characters that must remain in the picture: words, a bar or a disc; `spaced`: no other word may touch them."""

    column: int
    row: int
    signs: tuple[str, ...]
    spaced: bool


def draw_text(
    scene: Scene,
    *,
    width: int = USUAL_COLUMNS,
    height: int = USUAL_LINES,
    ascii: bool = False,  # noqa: A002 - the name used everywhere
    notes: Mapping[str, str] | None = None,
    theme: Theme | None = None,
) -> str:
    """The picture in characters. `notes` maps handles of ground shapes to words that are written there if there is
    space. A `theme` colours the text for terminals.
    """
    canvas = _draw_at_best_scale(scene, width, height)
    damaged = canvas.count_damaged()
    for shape in scene.shapes:
        if notes and shape.handle in notes and isinstance(shape, Rect) and is_ground(shape.role):
            canvas.note(shape, notes[shape.handle])
    lines = canvas.lines(theme) + _wrap_items(_list_path_labels(scene.shapes), width)
    if damaged:
        words = [line for each in scene.title.splitlines() for line in wrap(each, width)]
        lines += words if len(lines) + len(words) <= height else []
    return "\n".join(lines).translate(PLAIN) if ascii else "\n".join(lines)


def _draw_at_best_scale(scene: Scene, width: int, height: int) -> "_TextCanvas":
    """The picture on the usual scale or, if words, bars or discs are damaged there, on a larger scale: the picture that
    damages the fewest of them.
    """
    usual = _choose_scale(scene, width, height)
    best = _TextCanvas(scene, *usual)
    best.draw_all()
    for across, down in LARGER_SCALES:
        larger = across >= usual[0] and down >= usual[1]
        if best.count_damaged() and larger and scene.width * across < width and scene.height * down < height:
            canvas = _TextCanvas(scene, across, down)
            canvas.draw_all()
            best = min(best, canvas, key=_TextCanvas.count_damaged)
    return best


def _choose_scale(scene: Scene, width: int, height: int) -> tuple[int, int]:
    written = any(
        isinstance(shape, Rect)
        and shape.width < 2
        and is_ground(shape.role)
        and 0 < len(shape.label) <= SHORT_LETTERS
        and not _is_labelled_inside(shape)
        for shape in scene.shapes
    )
    for across, down in (*([ROOMY] if written else []), *SCALES):
        if scene.width * across < width and scene.height * down < height:
            return across, down
    return SCALES[-1]


def _is_labelled_inside(shape: Rect) -> bool:
    """Whether the label of a cell is in its middle, like that of a piece."""
    return shape.role == "cell" and bool(shape.label.strip()) and not shape.corner


def _list_path_labels(shapes: Iterable[Shape]) -> list[str]:
    """The labels of all lines, to be listed below the board; characters alone cannot show most lines."""
    return [shape.label for shape in shapes if isinstance(shape, Path) and not shape.closed and shape.label]


def _wrap_items(items: list[str], width: int) -> list[str]:
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + len(item) + 3 <= width:
            lines[-1] += f", {item}"
        else:
            lines[-1:] = [f"{lines[-1]},"] if lines else []
            lines.append(item)
    return lines


class _TextCanvas:
    """Character cells, and the drawing of shapes on them."""

    def __init__(self, scene: Scene, across: int, down: int) -> None:
        self.scene, self.across, self.down = scene, across, down
        self.writings: list[_Writing] = []
        self.clipped = 0
        self.columns, self.rows = _round_half_up(scene.width * across) + 1, _round_half_up(scene.height * down) + 1
        self.cells = [[_CharacterCell()] * self.columns for _row in range(self.rows)]
        self.squares = [
            shape for shape in scene.shapes if isinstance(shape, Rect) and is_ground(shape.role) and shape.width < 2
        ]
        self.grid = not any(
            isinstance(shape, Rect) and shape.role == "board" and shape.width >= scene.width for shape in scene.shapes
        )

    def draw_all(self) -> None:
        for shape in self.scene.shapes:
            self.draw(shape)

    def count_damaged(self) -> int:
        """How many words, bars and discs are cut off or partly covered, or are words that other words touch."""
        return self.clipped + sum(not self._is_whole(each) for each in self.writings)

    def _is_whole(self, writing: _Writing) -> bool:
        start, end, row = writing.column, writing.column + len(writing.signs), writing.row
        if tuple(self.look(column, row).sign for column in range(start, end)) != writing.signs:
            return False
        beside = (self.look(start - 1, row), self.look(end, row))
        return not (writing.spaced and any(cell.sign.isalnum() or cell.sign in ("(", ")", WALL) for cell in beside))

    def look(self, column: int, row: int) -> _CharacterCell:
        """The character cell at a place; a blank one outside the board."""
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return self.cells[row][column] if inside else _CharacterCell()

    def put(self, column: int, row: int, sign: str, role: str) -> None:
        if 0 <= column < self.columns and 0 <= row < self.rows:
            self.cells[row][column] = _CharacterCell(sign, 0, role)

    def join(self, column: int, row: int, lines: int, role: str, without: int = 0) -> None:
        if 0 <= column < self.columns and 0 <= row < self.rows:
            self.cells[row][column] = _CharacterCell(" ", (self.cells[row][column].lines & ~without) | lines, role)

    def _box_of(self, shape: Rect) -> tuple[int, int, int, int]:
        left, right = _round_half_up(shape.x * self.across), _round_half_up((shape.x + shape.width) * self.across)
        top, bottom = _round_half_up(shape.y * self.down), _round_half_up((shape.y + shape.height) * self.down)
        return left, right, top, bottom

    def draw(self, shape: Shape) -> None:
        match shape:
            case Rect():
                self.rect(shape)
            case Disc():
                self.disc(shape)
            case Path():
                self.path(shape)
            case Text():
                self.write(shape.x, shape.y, shape.text, shape.role)

    def rect(self, shape: Rect) -> None:
        left, right, top, bottom = box = self._box_of(shape)
        kind = shape.role.partition(":")[0]
        roomy = (
            min(bottom - top, right - left) >= 2
            and min(shape.height * self.down, shape.width * self.across) >= LEAST_BOX_SIDE
        )
        if kind == "wall":
            self.wall(shape, *box)
        elif kind in GROUND:
            self.ground(shape, kind, *box)
        elif roomy:
            self.frame(*box, shape.role, clear=True)
            label = self._clip(shape, right - left - 1)
            self.words((left + right) / 2, (top + bottom) / 2, label, shape.role)
        else:
            self.bar(shape, left, right, top)

    def _clip(self, shape: Rect, room: int) -> str:
        """The first `room` characters of a block's label; a longer label counts as clipped. "" if the label is too long
        to be drawn in any picture.
        """
        label = shape.label if get_label_size(shape) else ""
        self.clipped += sum(map(count_columns, label)) > max(room, 1)
        return label[: max(room, 1)]

    def ground(self, shape: Rect, kind: str, left: int, right: int, top: int, bottom: int) -> None:
        for row in range(top + 1, bottom):
            for column in range(left + 1, right):
                if self.look(column, row).sign == WALL:
                    self.put(column, row, " ", shape.role)
        if kind == "goal":
            for row in range(top + 1, bottom):
                for column in range(left + 1, right):
                    self.put(column, row, "░", shape.role)
        if bottom - top < 2:
            self.put((left + right) // 2, top, "·", "faint")
        elif (kind == "board" and self.down > 1) or (kind != "board" and (self.grid or _is_labelled_inside(shape))):
            self.frame(left, right, top, bottom, shape.role, clear=False)
        if _is_labelled_inside(shape) and len(shape.label) < right - left:
            self.words((left + right) / 2, (top + bottom) / 2, shape.label, "faint")
        else:
            self.corner(shape, left, top)

    def corner(self, shape: Rect, left: int, top: int) -> None:
        """Write the label of a ground shape if it fits: centred if the shape is at least two units wide, otherwise in
        the corner.
        """
        room = _round_half_up(shape.width * self.across) - 1
        short = len(shape.label) <= SHORT_LETTERS or shape.width >= 2
        if shape.label and short and len(shape.label) <= room and self.down > 1:
            start = left + 1 if shape.width < 2 else left + 1 + (room - len(shape.label)) // 2
            for offset, sign in enumerate(shape.label):
                self.put(start + offset, top + 1, sign, "faint")

    def frame(self, left: int, right: int, top: int, bottom: int, role: str, *, clear: bool) -> None:
        """Draw a border; `clear` erases its inside."""
        for row in range(top + 1, bottom) if clear else ():
            for column in range(left + 1, right):
                self.put(column, row, " ", role)
        for column in range(left + 1, right):
            self.join(column, top, LEFT | RIGHT, role, DOWN if clear else 0)
            self.join(column, bottom, LEFT | RIGHT, role, UP if clear else 0)
        for row in range(top + 1, bottom):
            self.join(left, row, UP | DOWN, role, RIGHT if clear else 0)
            self.join(right, row, UP | DOWN, role, LEFT if clear else 0)
        for column, row, lines in (
            (left, top, DOWN | RIGHT),
            (right, top, DOWN | LEFT),
            (left, bottom, UP | RIGHT),
            (right, bottom, UP | LEFT),
        ):
            self.join(column, row, lines, role)

    def bar(self, shape: Rect, left: int, right: int, top: int) -> None:
        """Draw a block that is one line high. If another such block ends in the character cell where this block begins,
        this block begins one cell farther to the right, provided that its label still fits.
        """
        room = right - left - (len(shape.label) if get_label_size(shape) else 0)
        if room > 1 and right - left > 2 and self.look(left, top).sign == ")":
            left += 1
        inner = right - left - 1
        label = self._clip(shape, inner + 2)
        if 0 < inner >= len(label):
            signs = f"({label.center(inner, '━')})"
        else:
            signs = label.center(inner + 2) if label else "●"
        for offset, sign in enumerate(signs):
            self.put(left + offset, top, sign, shape.role)
        if label:
            self.keep(left, top, tuple(signs), spaced=inner > 0)

    def wall(self, shape: Rect, left: int, right: int, top: int, bottom: int) -> None:
        if shape.width * self.across < 2:
            for row in range(top, bottom):
                self.put((left + right) // 2, row, "║", "wall")
        elif shape.height * self.down < 2:
            for column in range(left, right + 1):
                self.put(column, top, "▀", "wall")
        else:
            for row in range(top, bottom + 1):
                for column in range(left, right + 1):
                    self.put(column, row, WALL, "wall")

    def disc(self, shape: Disc) -> None:
        """Draw a disc as its label or as a character for its role, in the lowest line of its square. The disc may cover
        a hole. If its character cell is occupied, the disc is drawn in the nearest free cell to the right, if any.
        Ornaments are omitted.
        """
        ornament = not shape.label and (shape.role == "glass" or shape.radius < LEAST_RADIUS)  # a glint, an eye
        if shape.role in ("up", "down") or ornament:
            return
        label = CIRCLED.get(shape.label, shape.label if len(shape.label) < self.across else "")
        column, row = self.cell(shape.x, shape.y)
        if self.down > 2 and self._find_square(shape.x, shape.y):
            row = min(max(int(shape.y), 0) * self.down + self.down - 1, self.rows - 1)
        under = self.cells[row][column]
        if is_ground(shape.role) and under.sign in (WALL, "●"):
            self.hollow(shape, column, row, under)
            return
        column = next((each for each in range(column, self.columns) if self._is_free(each, row)), column)
        sign = HOLE if is_ground(shape.role) else SIGNS.get(shape.role, "●")
        self.words(column, row, label or sign, shape.role)

    def hollow(self, shape: Disc, column: int, row: int, under: _CharacterCell) -> None:
        """Draw a disc that belongs to the ground: as a hole if it lies on a wall, and as a ring if it lies on another
        disc.
        """
        if under.sign == WALL:
            aside, above = int(shape.radius * self.across), int(shape.radius * self.down)
            for line in range(row - above, row + above + 1):
                for at in range(column - aside, column + aside + 1):
                    self.put(at, line, " ", shape.role)
            self.put(column, row, "·", shape.role)
        else:
            self.writings = [each for each in self.writings if (each.column, each.row) != (column, row)]
            self.keep(column, row, (HOLE,), spaced=False)
            self.put(column, row, HOLE, under.role)

    def _is_free(self, column: int, row: int) -> bool:
        """Whether a piece may be drawn in a character cell: the cell shows bare ground or a hole."""
        cell = self.cells[row][column]
        return cell.sign in " ░·" or (cell.sign == HOLE and is_ground(cell.role))

    def path(self, shape: Path) -> None:
        """Draw a path: a closed one as an area, a labelled line between squares as notes in these squares, other
        upright and level lines as lines, and diagonal marks as slanted characters.
        """
        if shape.closed:
            if shape.label or max(max(side) - min(side) for side in zip(*shape.points, strict=True)) >= LEAST_AREA:
                self.area(shape)
            return
        if shape.role in JUMPS and shape.label:
            self.jump(shape)
        elif shape.role == "line" and self.down > 1:
            for start, end in pairwise(shape.points):
                self._segment(start, end, shape.role)
        elif shape.role.startswith("mark"):
            (x, y), (to_x, to_y) = shape.points[0], shape.points[-1]
            stroke = "╲" if (to_x - x) * (to_y - y) > 0 else "╱"
            column, row = self.cell((x + to_x) / 2, (y + to_y) / 2)
            there = self.cells[row][column].sign
            self.put(column, row, "╳" if there in "╲╱" and there != stroke else stroke, shape.role)

    def jump(self, shape: Path) -> None:
        """Show a line between two squares as text: an arrow and the target's name in the first square, and the origin's
        name in the last square. If squares are small, only the arrow is shown; if an end is outside all squares,
        nothing is.
        """
        ends = [self._find_square(*point) for point in (shape.points[0], shape.points[-1])]
        if ends[0] is None or ends[1] is None or ends[0] == ends[1]:
            return
        start, end = ends[0], ends[1]
        left, right, top, bottom = self._box_of(start)
        if bottom - top > 2:
            self._write_row(start, JUMPS[shape.role] + end.label, shape.role, over=True)
            self._write_row(end, f"←{start.label}", "faint", over=False)
        else:
            beside = left + 1 + len(start.label) if bottom - top == 2 else (left + right) // 2
            if beside < right:
                self.put(beside, top + (bottom - top) // 2, JUMPS[shape.role], shape.role)

    def _find_square(self, x: float, y: float) -> Rect | None:
        inside = (
            each for each in self.squares if each.x <= x < each.x + each.width and each.y <= y < each.y + each.height
        )
        return next(inside, None)

    def _write_row(self, square: Rect, words: str, role: str, *, over: bool) -> None:
        """Write words into the last line of a square if they fit. `over`: replace other words in this line; otherwise
        the line must be free.
        """
        left, right, _top, bottom = self._box_of(square)
        signs = {column: self.look(column, bottom - 1).sign for column in range(left + 1, right)}
        free = over or all(sign in " ░" for sign in signs.values())
        if free and len(words) < right - left:
            for column, sign in signs.items():
                if sign not in " ░":
                    self.put(column, bottom - 1, " ", role)
            for offset, sign in enumerate(words):
                self.put(left + 1 + offset, bottom - 1, sign, role)

    def _segment(self, start: Point, end: Point, role: str) -> None:
        left, right = sorted((_round_half_up(start[0] * self.across), _round_half_up(end[0] * self.across)))
        top, bottom = sorted((_round_half_up(start[1] * self.down), _round_half_up(end[1] * self.down)))
        if top == bottom:
            for column in range(left, right + 1):
                self.join(column, top, (LEFT if column > left else 0) | (RIGHT if column < right else 0), role)
        elif left == right:
            for row in range(top, bottom + 1):
                self.join(left, row, (UP if row > top else 0) | (DOWN if row < bottom else 0), role)

    def area(self, shape: Path) -> None:
        """Draw an area with upright and level sides: clear it, outline it, and label its first cell. If an area has
        diagonal sides, draw only its label; a large piece also gets an outline.
        """
        if not is_level_outline(shape.points):
            across, down = zip(*shape.points, strict=True)
            if shape.handle and shape.id and not shape.label and max(across) - min(across) >= LEAST_SLANTED_WIDTH:
                self.slanted(shape)
            self.write((min(across) + max(across)) / 2, (min(down) + max(down)) / 2, shape.label, shape.role)
            return
        corners = (*shape.points, shape.points[0])
        first: tuple[int, int] | None = None
        for row in range(self.rows):
            for column in range(self.columns):
                if is_inside(shape.points, (column + 0.01) / self.across, (row + 0.01) / self.down):
                    self.put(column, row, " ", shape.role)
                    first = first or (column, row)
        for start, end in pairwise(corners):
            self._segment(start, end, shape.role)
        if shape.label and first:
            self.words(first[0] + self.across / 2 - 1, first[1] + self.down // 2 - 1, shape.label, shape.role)

    def slanted(self, shape: Path) -> None:
        """Outline an area with diagonal sides, line by line, from its left side to its right side."""
        inside = [
            [
                column
                for column in range(self.columns)
                if is_inside(shape.points, (column + 0.5) / self.across, (row + 0.5) / self.down)
            ]
            for row in range(self.rows)
        ]
        rows = [row for row, columns in enumerate(inside) if len(columns) > 1]
        for row in rows:
            left, right = inside[row][0], inside[row][-1]
            for column in range(left, right + 1):
                self.put(column, row, "━" if row == rows[-1] else " ", shape.role)
            self.put(left, row, "╲", shape.role)
            self.put(right, row, "╱", shape.role)

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """The column and row of the character cell in which a point of the board lies; for a point outside, the nearest
        cell.
        """
        column, row = _round_half_up(x * self.across), int(y * self.down + (0.5 if self.down > 2 else 0))
        return min(max(column, 0), self.columns - 1), min(max(row, 0), self.rows - 1)

    def write(self, x: float, y: float, words: str, role: str) -> None:
        column, row = self.cell(x, y)
        if row == self.rows - 1 and len(words) > 1 and self.cells[row][0].lines:  # the lower border of the board
            row -= 1
        self.words(column, row, words, role)

    def words(self, column: float, row: float, words: str, role: str) -> None:
        """Write `words` centred on a character cell, or as near as the board's edges allow; a wide character takes two
        cells.
        """
        signs: list[str] = []
        for sign in words:
            if count_columns(sign) or not signs:
                signs.append(sign)
            else:  # an accent combines with the character before it
                signs[-1] += sign
        length = sum(map(count_columns, words))
        at = int(column - (length - 1) / 2 + 0.5)
        edge = int(length > 1 and bool(self.look(0, int(row)).lines))  # words keep off the border of the board
        at = max(min(at, self.columns - length - edge), edge)
        self.clipped += length > self.columns
        covered = is_ground(role) or (length == 1 and role in ("text", "faint"))  # a piece may stand on it
        if length == len(signs) and not covered:
            self.keep(at, int(row), tuple(signs), spaced=length > 1)
        for sign in signs:
            self.put(at, int(row), sign, role)
            if count_columns(sign) == 2:
                self.put(at + 1, int(row), "", role)
            at += count_columns(sign)

    def keep(self, column: int, row: int, signs: tuple[str, ...], *, spaced: bool) -> None:
        """Record characters that must stay visible; `count_damaged` checks later whether they were covered."""
        if any(sign.strip() for sign in signs):
            self.writings.append(_Writing(column, row, signs, spaced))

    def note(self, shape: Rect, words: str) -> None:
        """Write words in the middle of a ground shape or, if they would touch other text there, at its end; write
        nothing if they fit in neither place. On a wall, the words are written at the top.
        """
        wall = shape.role == "wall"
        column, row = self.cell(shape.x + shape.width / 2, shape.y if wall else shape.y + shape.height / 2)
        middle, end = int(column - (len(words) - 1) / 2 + 0.5), self._box_of(shape)[1] - len(words)
        for at in (middle, end) if len(words) < self.across and self.down > 1 else ():
            around = range(max(0, at - 1), min(self.columns, at + len(words) + 1))
            touched = [self.cells[row][each] for each in around]
            inside = at >= 0 and at + len(words) <= self.columns
            if inside and all(each.sign in (WALL if wall else " ░·") for each in touched if not each.lines):
                for offset, sign in enumerate(words):
                    self.put(at + offset, row, sign, "faint")
                return

    def lines(self, theme: Theme | None) -> list[str]:
        found = []
        for row in self.cells:
            last = max((index for index, cell in enumerate(row) if cell.sign != " " or cell.lines), default=-1)
            found.append(_colour_row(row[: last + 1], theme))
        while found and not found[-1]:
            found.pop()
        while found and not found[0]:
            found.pop(0)
        return found


def count_columns(sign: str) -> int:
    """The number of columns that a character takes in a terminal: two for Chinese characters, none for combining
    accents.
    """
    return 0 if combining(sign[0]) else 2 if east_asian_width(sign[0]) in "WF" else 1


def _round_half_up(value: float) -> int:
    """Round to the nearest whole number; halves always go up, so that shapes one unit apart remain the same distance
    apart.
    """
    return floor(value + 0.5)


def _colour_row(row: list[_CharacterCell], theme: Theme | None) -> str:
    """A line of cells as text. If there is a theme, pieces are coloured; all other characters have the terminal's own
    colours.
    """
    parts = []
    before = now = ""
    for cell in row:
        sign = LINES[cell.lines] if cell.lines else cell.sign
        if theme and sign.strip():
            tinted = cell.role.partition(":")[0] in TINTED
            now = "\x1b[38;2;{};{};{}m".format(*to_rgb(theme.of(cell.role).fill)) if tinted else ""
        if now != before:
            parts.append(now or "\x1b[0m")
            before = now
        parts.append(sign)
    return "".join(parts) + ("\x1b[0m" if before else "")
