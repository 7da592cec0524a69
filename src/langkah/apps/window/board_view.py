"""The picture of a position in the window: its place on the screen, its resting shapes and its moving shapes.

Resting shapes are drawn once into a layer, which is copied for every frame. Shapes at the back of the picture that did
not change between the last two drawings have a layer of their own, so that a change redraws only the shapes in front of
them.
"""

from pygame import Rect, Surface

from langkah.apps.window.canvas import Canvas
from langkah.apps.window.transition import Places, Renamed, Transition, make_shake, make_transition, place_shape
from langkah.scene import Path, Scene, Shape, Text
from langkah.views.motion import Frame, get_place
from langkah.views.paint import Box, PaintedShape, Point, paint_scene, paint_shape
from langkah.views.theme import Theme

MARGIN_UNITS = 0.3  # around the picture: space for rings, and for pieces lifted off the board
WHOLE_PIXELS_FROM = 14  # a unit this large is rounded down to whole pixels, which keeps lines even
LARGEST_UNIT_SHARE = 0.3  # the largest unit, as a share of the window's shorter side
BACK_LAYER_GAIN_SHAPES = 24  # the back layer is redrawn if it can then hold this many more shapes
RING_UNITS, RING_CORNER_UNITS = 0.07, 0.12  # the ring of the keyboard focus, and its corners
EMPTY_SCENE = Scene(1, 1, ())


class BoardView:
    """Shows scenes (pictures of positions) in a part of the window."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.scene = EMPTY_SCENE
        self.lit: dict[str, str] = {}
        self.transition = Transition()
        self.poses: dict[str, Point] = {}  # places of shapes away from their position in the picture: lifted or dragged
        self.area = Rect(0, 0, 1, 1)
        self.unit, self.origin = 1.0, (0.0, 0.0)
        self.items: list[PaintedShape] = []
        self.behind: list[PaintedShape] = []  # the content of the layer at the back
        self.back = Surface((1, 1))
        self.look: object = None

    # Geometry

    def fit(self, area: Rect) -> None:
        """Place the picture in the middle of `area`, as large as `fit_scene` allows."""
        self.area = area
        self.unit, self.origin = fit_scene(self.scene, area)

    def units(self, point: Point) -> Point:
        """Convert a point of the window to units of the picture."""
        return (point[0] - self.origin[0]) / self.unit, (point[1] - self.origin[1]) / self.unit

    def pixels(self, point: Point) -> Point:
        """Convert a point of the picture to pixels of the window."""
        return point[0] * self.unit + self.origin[0], point[1] * self.unit + self.origin[1]

    # Changes

    def go(self, scene: Scene, renamed: Renamed, now: float, speed: float) -> None:
        """Show another scene. Shapes that are in both scenes glide from where they are shown now to their new places.
        `renamed` maps the old id of a shape to its new id.
        """
        self._start_transition(scene, {}, renamed, now, speed)
        if scene[:2] != self.scene[:2]:
            self.scene = scene
            self.fit(self.area)
        self.scene = scene

    def pose(self, poses: Places, now: float, speed: float) -> None:
        """Let the shapes in `poses` glide to the given positions, and all other shapes back to their normal places."""
        if poses != self.poses:
            self._start_transition(self.scene, poses, {}, now, speed)

    def _start_transition(self, scene: Scene, poses: Places, renamed: Renamed, now: float, speed: float) -> None:
        shown = {**self.poses, **self.transition.places(now)}
        self.transition = make_transition(
            self.scene, scene, renamed=renamed, shown=shown, poses=poses, now=now, speed=speed
        )
        self.poses = dict(poses)

    def carry(self, ids: list[str], dx: float, dy: float) -> None:
        """Move shapes by (dx, dy) from their normal places, without animation, because they follow the mouse."""
        homes = {shape.id: get_place(shape) for shape in self.scene.shapes if shape.id in ids}
        self.poses = {name: (x + dx, y + dy) for name, (x, y) in homes.items()}
        self.transition = Transition()

    def shake(self, handle: str, now: float) -> None:
        """Shake the clicked shape to show that the click was refused. Do nothing if shapes are moving, lifted or
        dragged.
        """
        if self.is_resting(now) and not self.poses:
            self.transition = make_shake(self.scene, handle, now)

    def is_resting(self, now: float) -> bool:
        """Whether no shape is moving."""
        return self.transition.share(now) >= 1.0

    # Drawing

    def draw_resting(self, target: Surface, theme: Theme, now: float) -> None:
        """Draw the shapes that are not moving. A selected shape that is lifted gets no ring around it."""
        floating = set(self.poses) | (set() if self.is_resting(now) else self.transition.floating())
        lifted = {shape.handle for shape in self.scene.shapes if shape.id in floating}
        still = self.scene._replace(shapes=tuple(shape for shape in self.scene.shapes if shape.id not in floating))
        lit = {name: role for name, role in self.lit.items() if not (role == "selected" and name in lifted)}
        items = list(paint_scene(still, theme.of, lit))
        for item in items[self._draw_back(items, target, theme) :]:
            self.canvas.put(target, item, self.unit, self.origin)
        self.items = items

    def _draw_back(self, items: list[PaintedShape], target: Surface, theme: Theme) -> int:
        """Draw the back layer: the shapes at the back of the picture that do not change. If many more such shapes have
        now stayed unchanged, first add them to the layer. Returns the number of shapes in the layer.
        """
        look = self.unit, self.origin, theme.name, target.get_size()
        if look != self.look:
            self.look, self.items, self.behind = look, [], []
            if self.back.get_size() != target.get_size():
                self.back = Surface(target.get_size(), 0, target)
        same = _count_equal_front(items, self.items)
        if items[: len(self.behind)] != self.behind or same > len(self.behind) + BACK_LAYER_GAIN_SHAPES:
            self.behind = items[:same]
            self.back.blit(target, self.area, self.area)
            for item in self.behind:
                self.canvas.put(self.back, item, self.unit, self.origin)
        if self.behind:
            target.blit(self.back, self.area, self.area)
        return len(self.behind)

    def draw_moving(self, target: Surface, theme: Theme, now: float) -> None:
        """Draw the shapes that are moving, lifted or dragged, in front of all others."""
        moving = [] if self.is_resting(now) else self.transition.shapes(now)
        under_way = {shape.id for shape, _size in moving}
        waiting = [
            (place_shape(shape, self.poses[shape.id]), 1.0)
            for shape in self.scene.shapes
            if shape.id in self.poses and shape.id not in under_way
        ]
        for shape, size in (*waiting, *moving):
            self.canvas.put(target, _paint_single_shape(shape, theme), self.unit, self.origin, size)

    def draw_ring(self, target: Surface, frame: Frame, colour: str) -> None:
        """Draw the ring of the keyboard focus around a part of the picture."""
        left, top, right, bottom = frame
        box = Box(0, 0, right - left, bottom - top, RING_CORNER_UNITS, stroke=colour, line=RING_UNITS)
        self.canvas.put(target, PaintedShape(Text(left, top, ""), left, top, (box,)), self.unit, self.origin)


def fit_scene(scene: Scene, area: Rect) -> tuple[float, Point]:
    """How to fit a scene into the middle of an area: the pixels per unit, limited to `LARGEST_UNIT_SHARE` of the area's
    shorter side, and the position of the scene's top left corner.
    """
    wide, high = area.width / (scene.width + 2 * MARGIN_UNITS), area.height / (scene.height + 2 * MARGIN_UNITS)
    unit = min(wide, high, LARGEST_UNIT_SHARE * min(area.size))
    unit = float(int(unit)) if unit >= WHOLE_PIXELS_FROM else max(unit, 1.0)
    corner = round(area.centerx - scene.width * unit / 2), round(area.centery - scene.height * unit / 2)
    return unit, (float(corner[0]), float(corner[1]))


def _paint_single_shape(shape: Shape, theme: Theme) -> PaintedShape:
    at = (0.0, 0.0) if isinstance(shape, Path) else (shape.x, shape.y)
    if isinstance(shape, Text) and not shape.text:
        return PaintedShape(shape, *at, ())
    return PaintedShape(shape, *at, tuple(paint_shape(shape, theme.of)))


def _count_equal_front(one: list[PaintedShape], other: list[PaintedShape]) -> int:
    pairs = zip(one, other, strict=False)
    return next((count for count, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
