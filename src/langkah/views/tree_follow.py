"""Where to look at a tree that grows, and how it glides there. A view says how many pixels lie between neighbours
(`across`) and between generations (`down`), and where in its pane the first root stands.

As the room for a node shrinks, boards give way to numbers, and these to dots. `views/replay/follow.js` is the same for
the page; a test compares the two.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import floor, log
from typing import NamedTuple

from langkah.views.growing_tree import GrowingTree

AROUND = 12  # pixels around a tree
STEP = 1.2  # between two scales, so that a tree that grows is not made a little smaller all the time
LEAST_WHOLE = 0.62  # of their usual size, at which boards and labels can still be made out
LEAST_NUMBER = 0.85
LARGEST = 1.15  # of the usual size, where a tree is small
SPARSE = 2  # times the room of a number: farther apart they would look lost
NEAREST, FARTHEST = 400.0, 0.02  # pixels between neighbours, to which a hand may zoom
WHOLE, NUMBER, DOT = "whole", "number", "dot"

Size = tuple[float, float]
Place = tuple[float, float]


class View(NamedTuple):
    """Where one looks, in pixels."""

    x: float
    y: float
    across: float
    down: float

    def spot(self, place: Place) -> Place:
        """Where a place of the tree is seen: the middle of a node's box."""
        return self.x + place[0] * self.across, self.y + place[1] * self.down


class Rooms(NamedTuple):
    """The room that a node takes with the gaps around it, as a board or label and as a number; what stands left of it
    all."""

    whole: Size
    number: Size
    aside: float


class Detail(NamedTuple):
    """What can be shown of a node, "whole" (a board or a label), "number" or "dot", and how large."""

    level: str
    scale: float


def choose_detail(view: View, rooms: Rooms) -> Detail:
    """What can be shown of nodes in a view."""
    whole, number = (min(view.across / size[0], view.down / size[1]) + 1e-6 for size in rooms[:2])
    if whole >= LEAST_WHOLE:
        return Detail(WHOLE, whole)
    return Detail(NUMBER, min(number, LARGEST)) if number >= LEAST_NUMBER else Detail(DOT, 1.0)


def _choose_pitch(room: float, span: float, least: float, most: float) -> float:
    """Pixels between neighbours or generations: as many as a span of steps allows, in scales, but no fewer than the
    least where that many fit."""
    fit = room / (span + 1)
    if fit >= most:
        return most
    scaled: float = most * STEP ** floor(log(fit / most) / log(STEP) + 1e-9)
    return max(scaled, least) if fit >= least else scaled


def _choose_pitches(tree: GrowingTree, must: Size, room: Size, rooms: Rooms) -> tuple[float, ...]:
    """How far apart neighbours and generations stand so that what must be seen is seen, in as much detail as that
    allows; the whole tree where it can be seen so."""
    details = (
        ([side * LEAST_WHOLE for side in rooms.whole], [side * LARGEST for side in rooms.whole]),
        ([side * LEAST_NUMBER for side in rooms.number], [side * SPARSE for side in rooms.number]),
        ([0.0, 0.0], [rooms.number[0] * LEAST_NUMBER, rooms.number[1] * SPARSE]),
    )
    axes, whole = range(2), (tree.right - tree.left, max(0, tree.levels - 1))
    seen = (each for each in details if all(room[axis] / (must[axis] + 1) >= each[0][axis] for axis in axes))
    least, most = next(seen)  # dots are always seen
    return tuple(
        min(
            _choose_pitch(room[axis], must[axis], least[axis], most[axis]),
            max(_choose_pitch(room[axis], whole[axis], least[axis], most[axis]), least[axis]),
        )
        for axis in axes
    )


def find_view(tree: GrowingTree, nodes: Iterable[int], middle: int, size: Size, rooms: Rooms) -> View:
    """The view of a pane in which some nodes are seen. Roots stand at the top; the node in the `middle` stands there,
    if the others allow it."""
    places = [(0.0, 0), *(tree.places[node] for node in nodes)]
    low, top = min(x for x, _depth in places), max(x for x, _depth in places)
    must = top - low, max(depth for _x, depth in places)
    room = max(1.0, size[0] - rooms.aside - 2 * AROUND), max(1.0, size[1] - 2 * AROUND)
    across, down = _choose_pitches(tree, must, room, rooms)
    centre = (size[0] + rooms.aside) / 2

    def begin(edge: float) -> float:
        """Where the root stands if that edge is at the left."""
        return rooms.aside + AROUND + across / 2 - edge * across

    def end(edge: float) -> float:
        return size[0] - AROUND - across / 2 - edge * across

    if (tree.right - tree.left + 1) * across <= room[0]:
        x = centre - (tree.left + tree.right) / 2 * across
    else:
        centred = centre - tree.places.get(middle, (0.0, 0))[0] * across
        filled = max(end(tree.right), min(begin(tree.left), centred))  # nothing beside the tree but where it ends
        x = min(end(top), max(begin(low), filled))
    return View(x, AROUND + min(down, rooms.whole[1]) / 2, across, down)


def zoom_view(view: View, by: float, at: Place) -> View:
    """The view from nearer or farther; one point of the pane stays where it is."""
    real = max(FARTHEST / view.across, min(by, NEAREST / view.across))
    x, y = at[0] - (at[0] - view.x) * real, at[1] - (at[1] - view.y) * real
    return View(x, y, view.across * real, view.down * real)


class Glide:
    """Places and a view on their way to where they shall be. New nodes come out of their parents."""

    def __init__(self, find_parent: Callable[[int], int]) -> None:
        self.find_parent = find_parent
        self.places: Mapping[int, Place] = {}  # where nodes shall be
        self.target = self.view = View(0.0, 0.0, 1.0, 1.0)
        self._start: Mapping[int, Place] = {}
        self._source = self.view
        self._began = self._lasts = 0.0
        self._share = 1.0

    @property
    def is_moving(self) -> bool:
        """Whether there is more to come."""
        return self._share < 1

    def begin(
        self, places: Mapping[int, Place], view: View, now: float, lasts: float, seen: Sequence[int] = ()
    ) -> None:
        """Go to other places and another view; `seen` are the nodes that were shown last, on their way or not."""
        under_way = {node: self.find_place(node) for node in seen if node in self.places} if self.is_moving else {}
        self._start = {**self.places, **under_way}
        self._source, self.places, self.target = self.view, places, view
        self._began, self._lasts = now, lasts
        self.advance(now)

    def advance(self, now: float) -> None:
        """Be where one is by now."""
        gone = min(1.0, (now - self._began) / self._lasts) if self._lasts > 0 else 1.0
        self._share = share = 1 - (1 - gone) ** 3
        self.view = View(*(a + (b - a) * share for a, b in zip(self._source, self.target, strict=True)))

    def find_place(self, node: int) -> Place:
        """Where a node is by now, in steps."""
        x, y = self.places[node]
        if self._share >= 1:
            return x, y
        origin = node
        while origin >= 0 and origin not in self._start:
            origin = self.find_parent(origin)
        if origin < 0:
            return x, y
        from_x, from_y = self._start[origin]
        return from_x + (x - from_x) * self._share, from_y + (y - from_y) * self._share
