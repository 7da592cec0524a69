"""Pictures as values: the look of a game in board units and roles, independent of colours, pixels and front ends.

The board's top left corner is (0, 0); one unit is one cell. A shape carries
- a `role`, which a theme maps to colours and line styles: "board" (the background), "cell" and "cell:1" (the two
  kinds of squares), "wall", "piece" (plain), "piece:0" ... "piece:7" (distinguishable things), "piece:wood0" ...
  "piece:wood3" (blocks of wood with a grain, from light to dark), "goal" (where
  something must go), "target" (the thing that must go there), "line", "up" and "down" (helpful and harmful things),
  "mark:0" and "mark:1" (the signs of two players), "text", "faint", "glass" (windows, eyes), and special squares:
  "cell:cold", "cell:hot", "cell:grass", "cell:wood", "cell:rock" and "cell:area0" ... "cell:area15" (distinguishable
  regions of a board);
- a `label`, the text drawn on the shape and read out by a screen reader; a label that is only a `name` (the letter of a
  block, used in the notation of moves) may be hidden from players who use a pointer;
- a `handle`, the name that a front end reports when the shape is clicked ("" if a click has no effect);
- an `id`: shapes with the same id in two scenes are the same thing, so a front end can animate its movement.

Shapes whose role is "board", "cell", "goal" or "wall" are the ground: they are part of the board, and all other shapes
stand on them.
"""

from typing import NamedTuple

ROLES = (
    *("board", "cell", "cell:1", "wall", "goal", "target", "line", "up", "down", "mark:0", "mark:1", "text", "faint"),
    *("piece", *(f"piece:{number}" for number in range(8)), *(f"piece:wood{shade}" for shade in range(4)), "glass"),
    *("cell:cold", "cell:hot", "cell:grass", "cell:wood", "cell:rock"),
    *(f"cell:area{number}" for number in range(16)),
)
GROUND = ("board", "cell", "goal", "wall")  # the roles of shapes that pieces stand on


def is_ground(role: str) -> bool:
    """Whether shapes with this role belong to the ground, which means that they are part of the board. All other shapes
    stand on the board.
    """
    return role.partition(":")[0] in GROUND


class Rect(NamedTuple):
    """An upright rectangle; `round` is the corner radius. The label stands in the middle or, with `corner`, small at
    the top left of a cell (at the top centre of a wide one).

    >>> Rect(0, 0, 2, 1, "piece:1", label="a", handle="block a").handle
    'block a'
    """

    x: float
    y: float
    width: float
    height: float
    role: str = "piece"
    label: str = ""
    handle: str = ""
    id: str = ""
    round: float = 0.0
    corner: bool = False
    name: bool = False


class Disc(NamedTuple):
    """A circle around (x, y).

    >>> Disc(0.5, 0.5, 0.3, "mark:1").radius
    0.3
    """

    x: float
    y: float
    radius: float
    role: str = "piece"
    label: str = ""
    handle: str = ""
    id: str = ""


class Path(NamedTuple):
    """A line through points, or the outline of an area if `closed`. With `head`, the line ends in an arrowhead.

    >>> Path(((0, 0), (1, 1)), "line").closed
    False
    """

    points: tuple[tuple[float, float], ...]
    role: str = "line"
    label: str = ""
    handle: str = ""
    id: str = ""
    width: float = 0.08
    closed: bool = False
    head: bool = False
    name: bool = False


class Text(NamedTuple):
    """Words centred on (x, y), `size` units high.

    >>> Text(0.5, 0.5, "42").label
    '42'
    """

    x: float
    y: float
    text: str
    size: float = 0.4
    role: str = "text"
    handle: str = ""
    id: str = ""

    @property
    def label(self) -> str:
        """The text for a screen reader: the words themselves."""
        return self.text


Shape = Rect | Disc | Path | Text


class Scene(NamedTuple):
    """A picture: its size in board units, its shapes from back to front, and a one-sentence description.

    >>> Scene(1, 1, (Rect(0, 0, 1, 1, "board"),), "an empty board").title
    'an empty board'
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""

    def __repr__(self) -> str:
        title = f": {self.title}" if self.title else ""
        return f"<Scene {self.width:g} x {self.height:g}, {len(self.shapes)} shapes{title}>"


PITCH, LINE, LETTER = 0.25, 0.5, 0.29  # letter spacing, line spacing and letter height of text in a box
MOST_LETTERS = 2000  # the lines of longer texts are placed as a whole


def draw_text_box(text: str) -> Scene:
    """A picture of a text in a box, for a state or value without a picture of its own. The letters of several lines are
    placed one by one, so that they form columns in every font.
    """
    lines = [line.rstrip() for line in text.splitlines()] or [""]
    across = max(map(len, lines))
    width, height = max(2.0, PITCH * across + 1), LINE * len(lines) + 0.5
    left, single = (width - PITCH * across) / 2, len(lines) == 1 or len(text) > MOST_LETTERS
    words = [
        Text(left + PITCH * (start + len(word) / 2), LINE * (row + 1), word, LETTER)
        for row, line in enumerate(lines)
        for start, word in ([(0, line)] if single else enumerate(line))
        if word.strip()
    ]
    return Scene(width, height, (Rect(0, 0, width, height, "board", round=0.1), *words), text)
