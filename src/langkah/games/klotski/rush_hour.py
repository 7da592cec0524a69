"""Rush Hour: cars and trucks that only move forwards and backwards, and a red car that must leave.

The rules are those of Klotski with blocks that slide only lengthwise. Moves and the packed form are inherited from
`Klotski`; this module only reads, writes and draws Rush Hour boards. `A` is the red car; it lies horizontally and
leaves to the right. Any other letter is a car, `x` a wall, `o` or `.` an empty cell.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Self

from langkah.editor import Editor
from langkah.games.klotski.blocks import Cell
from langkah.games.klotski.car_lines import read_car_lines, split_board
from langkah.games.klotski.klotski import Klotski
from langkah.games.klotski.random_cars import draw_cars
from langkah.games.klotski.slides import State
from langkah.language import N_, _
from langkah.model import FoundLevel
from langkah.scene import Disc, Path, Rect, Scene, Shape
from langkah.settings import Mistakes, Setting, quote_value
from langkah.start_settings import Order

RED = "A"
FIRST = "BB...C/D..E.C/DAAE.C/D..E../F...GG/F.HHH."
PAINTS = (0, 1, 2, 3, 4, 6, 7)  # the colours of cars, except that of the red one
BODY = 0.08  # margin of a car inside its cells


class RushHour(Klotski):
    """Move the cars until the red car can leave."""

    title = N_("Rush Hour")
    about = N_("Cars and trucks go only forwards and backwards. Clear the way for the red car to the exit.")
    level_groups = (N_("Beginner"), N_("Intermediate"), N_("Advanced"), N_("Expert"))
    small = {"board": "..B/AAB/.../.CC", "metric": "steps"}
    puzzle_orders = {"easy": Order(({},), 3, 5), "medium": Order(({},), 6, 9), "hard": Order(({},), 9, 60)}
    generator_states = 1500
    settings = (
        Setting(
            "board",
            FIRST,
            N_(
                "rows, or all cells in one text: A is the red car, other letters are other cars, x is a wall, o or . "
                "is empty"
            ),
            form=FIRST,
            label=N_("Board"),
        ),
        Setting(
            "metric",
            "moves",
            N_("what counts as one move"),
            choices=("moves", "steps"),
            meanings=(N_("one car moves any distance"), N_("one car moves one cell")),
            label=N_("What counts as one move"),
        ),
    )

    def __init__(self, board: str | Sequence[str] = FIRST, metric: str = "moves") -> None:
        mistakes = Mistakes()
        mistakes.check(self.settings, {"metric": metric})
        rows = split_board(board, mistakes)
        exits = _find_exit(rows, mistakes) if rows else []
        mistakes.raise_any()
        plain = [row.replace("x", "#") for row in rows]
        super().__init__(plain, {RED: exits}, metric, "along")
        self.about, self.board = type(self).about, "/".join(rows)

    @classmethod
    def from_text(cls, text: str) -> dict[str, object] | None:
        """The settings for the first board in a text: a board in rows, or the first line of a database; None if the
        text has another format.
        """
        found = read_car_lines(text)
        return found[0].settings if found else None

    @classmethod
    def read_levels(cls, text: str) -> list[FoundLevel] | None:
        """The boards in a text: every line of a database, or a single board in rows; None if the text has another
        format.
        """
        return read_car_lines(text)

    def new_board(self, rng: Random) -> Self:
        """A random board of the same size; the red car keeps its row and its length."""
        cells = self.layout.spread(RED, self.start[self.layout.names.index(RED)])
        rows = draw_cars(self.layout.height, self.layout.width, cells[0][0], len(cells), rng)
        return type(self)(rows, self.metric)

    def to_text(self) -> str:
        """All cells in one line, as in databases; a board that is not square is written in rows."""
        rows = self.text(self.start).replace(".", "o").split("\n")
        return ("" if len(rows) == len(rows[0]) else "\n").join(rows) + "\n"

    def text(self, state: State) -> str:
        """The board as text, in the characters that files use."""
        return "\n".join(self.layout.lines(state)).replace("#", "x")

    def editor(self) -> Editor:
        """The editor in which the board is drawn letter by letter."""
        legend = (("x", "wall", _("wall")), (".", "cell", _("empty")), (RED, "target", _("the red car")))
        return Editor("letters", "board", self.text(self.start).split("\n"), legend, _("car"), handle="piece ")

    def scene(self, state: State) -> Scene:
        """A car park with an exit, and a car or a truck for each letter."""
        layout = self.layout
        under = {cell for name, at in zip(layout.names, state, strict=True) for cell in layout.spread(name, at)}
        exits = layout.spread(RED, self.targets[RED])
        shapes: list[Shape] = [Rect(0, 0, layout.width, layout.height, "board", id="board")]
        for row, column in layout.cells:
            name = f"cell {row},{column}"
            shapes.append(Rect(column, row, 1, 1, "cell", handle="" if (row, column) in under else name, id=name))
        for row, column in layout.walls:
            shapes.append(Rect(column + 0.06, row + 0.06, 0.88, 0.88, "wall", id=f"wall {row},{column}", round=0.14))
        shapes += _draw_exit(exits[0][0], layout.width)
        for number, (name, at) in enumerate(zip(layout.names, state, strict=True)):
            role = "target" if name == RED else f"piece:{PAINTS[number % len(PAINTS)]}"
            shapes += _draw_car(layout.spread(name, at), role, name)
        return Scene(layout.width + 0.8, layout.height, tuple(shapes), self.spoken(state))


def _find_exit(rows: list[str], mistakes: Mistakes) -> list[list[int]]:
    """The cells that the red car covers when it is at the exit; [] after recording the mistakes in the cars."""
    cars: dict[str, list[Cell]] = {}
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            if sign not in ".x":
                cars.setdefault(sign, []).append((row, column))
    for name, cells in cars.items():
        (top, left), (bottom, right) = cells[0], cells[-1]
        straight = len(cells) == (bottom - top + 1) * (right - left + 1) and (top == bottom or left == right)
        if len(cells) < 2 or not straight:
            text = _("board: car {name} must cover two or more adjacent cells of one row or column; cells covered: {n}")
            mistakes.say(text.format(name=quote_value(name), n=len(cells)), "board")
    red = cars.get(RED, [])
    if not red or red[0][0] != red[-1][0]:
        mistakes.say(
            _("board: the red car A must be on the board and horizontal, since it leaves to the right"), "board"
        )
    elif "x" in rows[red[0][0]][-len(red) :]:
        mistakes.say(_("board: a wall blocks the exit, at the end of row {n}").format(n=red[0][0] + 1), "board")
    if not mistakes.are_fine("board"):
        return []
    row, width = red[0][0], len(rows[0])
    return [[row, width - len(red) + place] for place in range(len(red))]


def _draw_exit(row: int, width: int) -> Iterator[Shape]:
    """The exit at the right, with an arrow."""
    yield Rect(width, row + 0.06, 0.8, 0.88, "goal", id="exit", round=0.1)
    x, y = width + 0.18, row + 0.5
    yield Path(((x, y), (x + 0.4, y)), "line", width=0.09, id="exit arrow")
    yield Path(((x + 0.24, y - 0.17), (x + 0.42, y), (x + 0.24, y + 0.17)), "line", width=0.09, id="exit head")


def _draw_car(cells: list[Cell], role: str, name: str) -> Iterator[Shape]:
    """A car seen from above: wheels, body, windows and lights; a truck has a load instead of the rear window."""
    (top, left), (bottom, _right) = cells[0], cells[-1]
    long, across = len(cells), top == bottom
    handle = f"piece {name}"

    def place(along: float, aside: float, length: float, breadth: float) -> tuple[float, float, float, float]:
        """The rectangle (x, y, width, height) of a part of the car, whichever way the car lies. `along` is measured
        from the rear of the car (the left or bottom end), `aside` across the car.
        """
        if across:
            return left + along, top + aside, length, breadth
        return left + aside, bottom + 1 - along - length, breadth, length

    def part(box: tuple[float, float, float, float], kind: str, what: str, corner: float) -> Rect:
        return Rect(*box, kind, "", handle, f"{handle} {what}", corner)

    for number, along in enumerate((0.2, long - 0.45)):
        for side, aside in enumerate((0.03, 0.85)):
            yield part(place(along, aside, 0.25, 0.12), "line", f"wheel {number}{side}", 0.04)
    body = place(BODY, BODY + 0.02, long - 2 * BODY, 1 - 2 * BODY - 0.04)
    yield Rect(*body, role, name, handle, handle, 0.24, name=True)
    yield part(place(long - 0.62, 0.22, 0.17, 0.56), "glass", "windscreen", 0.06)
    if long == 2:
        yield part(place(0.24, 0.24, 0.13, 0.52), "glass", "rear window", 0.05)
    else:
        for number, along in enumerate((0.22, long - 0.84)):
            (x, y, _long, _wide), (to_x, to_y, _length, _breadth) = place(along, 0.16, 0, 0), place(along, 0.84, 0, 0)
            yield Path(((x, y), (to_x, to_y)), "line", "", handle, f"{handle} door {number}", 0.05)
    for side, aside in enumerate((0.26, 0.74)):
        x, y, _length, _breadth = place(long - BODY - 0.07, aside, 0, 0)
        yield Disc(x, y, 0.05, "piece:6", "", handle, f"{handle} light {side}")
