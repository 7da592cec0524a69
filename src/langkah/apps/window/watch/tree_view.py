"""The search tree in the window: it pans, zooms and folds, however many nodes there are.

Only what can be seen is drawn, and only as much of it as can be made out: boards or labels when near, boxes from afar.
A node that looks as before is copied from a picture kept of it; pictures are made a few for each frame. While the tree
is panned from afar, what was drawn is shifted and only the strips that come into view are drawn anew.
"""

import time
from collections import OrderedDict
from collections.abc import Iterable
from math import floor, hypot, log

import pygame
from pygame import Rect, Surface

from langkah.apps.window.canvas import Canvas
from langkah.scene import Disc, Scene
from langkah.views.paint import Point, paint_scene
from langkah.views.playback import Playback
from langkah.views.theme import Theme, mix_colours, to_rgb
from langkah.views.watched_tree import NONE, TreeLook, WatchedTree

SCALE_STEP = 1.25  # between two scales
BASE_UNIT = 44.0  # pixels for a unit at scale 0
FARTHEST, NEAREST = -44, 6
FIRST_NODES_ACROSS, FIRST_GENERATIONS = 6.5, 3.4  # nodes and generations in the first view of a large tree
READABLE_WIDTH = 34  # pixels: from this width on, a node shows what it holds
CLICK_REACH = 4  # pixels: how far from a small node a click may be
LEAST_EDGE_HEIGHT = 4  # pixels: where generations are closer together, plain lines say nothing
PICTURE_SECONDS = 0.006  # seconds for new pictures in one frame
MOST_KEPT = 900  # pictures
MARGIN = 70  # pixels that a followed node keeps from the edge
RING = 0.1  # units around a node that stands out
CORNER = 0.12  # units
BADGE = 0.34  # units: the radius of what folds and unfolds


class TreeView:
    """A view of a tree: where it looks, how near, and what it has drawn."""

    def __init__(self, playback: Playback, tree: WatchedTree, canvas: Canvas) -> None:
        self.playback, self.tree, self.canvas = playback, tree, canvas
        self.scale = 0
        self.x = self.y = 0.0  # where the tree's corner lies, in pixels from the corner of the area
        self.area = Rect(0, 0, 1, 1)
        self.following = True
        self.fresh = True  # whether the first view must still be found
        self.seen: object = None  # the moment that is shown
        self.kept: OrderedDict[object, Surface] = OrderedDict()
        self.layer = Surface((1, 1))
        self.drawn: object = None  # what the layer shows, but for where it looks
        self.corner = (0, 0)  # where the layer looks, in whole pixels
        self.missing = False  # whether pictures are still to be made
        self.until = 0.0

    @property
    def unit(self) -> float:
        """Pixels for a unit."""
        return BASE_UNIT * SCALE_STEP**self.scale

    # Looking around

    def pan(self, dx: float, dy: float) -> None:
        """Move the tree; whoever does that does not want to be led."""
        self.following = False
        self.x, self.y = self.x + dx, self.y + dy
        self._hold()

    def _hold(self) -> None:
        """Keep a part of the tree in view."""
        wide, high = self.tree.width * self.unit, self.tree.height * self.unit
        edge = min(60.0, self.area.width / 4)
        self.x = max(edge - wide, min(self.area.width - edge, self.x))
        self.y = max(edge - high, min(self.area.height - edge, self.y))

    def zoom(self, by: int, at: Point | None = None) -> None:
        """Nearer or farther, around a point of the window or the middle."""
        x, y = (at[0] - self.area.x, at[1] - self.area.y) if at else (self.area.width / 2, self.area.height / 2)
        before = self.unit
        self.scale = max(FARTHEST, min(NEAREST, self.scale + by))
        share = self.unit / before
        self.x, self.y = x - (x - self.x) * share, y - (y - self.y) * share
        self._hold()

    def fit(self) -> None:
        """Show the whole tree, as it is now: the moment may have changed since it was last drawn."""
        if self.tree.show(self.playback.at):
            self.drawn = None
        self.following = False
        self.scale = NEAREST - 3
        while self.scale > FARTHEST and (
            self.tree.width * self.unit > self.area.width - 30 or self.tree.height * self.unit > self.area.height - 30
        ):
            self.scale -= 1
        self.x = (self.area.width - self.tree.width * self.unit) / 2
        self.y = max(15.0, (self.area.height - self.tree.height * self.unit) / 2)

    def begin(self) -> None:
        """The first view: the whole tree where it can be read so, else its root at the top, some nodes side by side."""
        self.fresh = False
        following = self.following
        self.fit()
        painter = self.tree.painter
        unit = min(
            self.area.width / (FIRST_NODES_ACROSS * painter.across),
            self.area.height / (FIRST_GENERATIONS * painter.down),
        )
        readable = round(log(max(unit, 1.0) / BASE_UNIT, SCALE_STEP))
        if self.scale < readable - 1 and self.tree.roots:
            self.scale = max(FARTHEST, min(NEAREST, readable))
            x, _y = self.tree.places[self.tree.roots[0]]
            self.x, self.y = self.area.width / 2 - (x + self.tree.size[0] / 2) * self.unit, self.area.height / 20
        self.following = following

    def follow(self) -> None:
        """If the node that is shown cannot be seen well, move: to the middle across, no more than needed down."""
        node = self.playback.shown
        if node not in self.tree.places:
            return
        box, (wide, high) = self.box(node), self.area.size
        across, down = min(MARGIN, wide / 5), min(MARGIN, high / 5)
        if not across <= box.x <= wide - across - box.width:
            self.x += (wide - box.width) / 2 - box.x
        self.y += max(0.0, down - box.y) or min(0.0, high - down - box.bottom)

    def fold(self, node: int) -> None:
        """Fold or unfold what lies below a node, which stays where it is."""
        before = self.tree.places.get(node, (0.0, 0.0))
        if self.tree.fold(node):
            self._hold_on((node, before))
            self.drawn = None

    def turn(self) -> None:
        """Boards or labels."""
        folded = self.tree.folded
        self.tree = WatchedTree(self.tree.recording, boards=not self.tree.boards)
        self.tree.show(self.playback.at)
        self.tree.folded = folded
        self.tree.arrange(self.playback.at)
        self.kept.clear()
        self.drawn = None
        self.begin()

    def units(self, point: Point) -> Point:
        """A point of the window, in units of the tree."""
        return (point[0] - self.area.x - self.x) / self.unit, (point[1] - self.area.y - self.y) / self.unit

    def box(self, node: int) -> Rect:
        """Where a node is, in pixels of the layer."""
        x, y = self.tree.places[node]
        wide, high = self.tree.size
        left, top = floor(x * self.unit) + floor(self.x), floor(y * self.unit) + floor(self.y)
        return Rect(left, top, max(1, round(wide * self.unit)), max(1, round(high * self.unit)))

    def node_at(self, point: Point) -> int:
        """The node at a point of the window, or NONE; where nodes are small, one close to it."""
        x, y = self.units(point)
        found, count = self.tree.node_at(x, y), self.playback.at
        if found != NONE and self.tree.trace.history(found).made < count:
            return found
        wide, high = self.tree.size
        if wide * self.unit >= READABLE_WIDTH:
            return NONE
        reach = CLICK_REACH / self.unit
        close = self.tree.within(x - reach, y - reach, x + reach, y + reach, count)
        middles = {node: (self.tree.places[node][0] + wide / 2, self.tree.places[node][1] + high / 2) for node in close}
        return min(middles, key=lambda node: hypot(middles[node][0] - x, middles[node][1] - y), default=NONE)

    def badge_at(self, point: Point) -> int:
        """The folded node whose badge is at a point of the window, or NONE."""
        x, y = point[0] - self.area.x, point[1] - self.area.y
        reach = max(9.0, BADGE * self.unit)
        for node in self.tree.hidden:
            if node in self.tree.places:
                right, bottom = self.box(node).bottomright
                if abs(x - right) <= reach and abs(y - bottom) <= reach:
                    return node
        return NONE

    # Drawing

    def draw(self, target: Surface, area: Rect, theme: Theme) -> None:
        """Draw what can be seen of the tree into an area."""
        self._follow_moment(area)
        self.missing, self.until = False, time.perf_counter() + PICTURE_SECONDS
        playback = self.playback
        look = self.tree.look(playback.at, playback.solution(), playback.trace.taken(playback.at))
        key = theme.name, self.scale, playback.at, playback.selected, area.size, len(self.tree.folded)
        corner = floor(self.x), floor(self.y)
        dx, dy = corner[0] - self.corner[0], corner[1] - self.corner[1]
        if key == self.drawn and abs(dx) < area.width and abs(dy) < area.height:
            self.shift(dx, dy, look, theme)
        else:
            if self.layer.get_size() != area.size:
                self.layer = Surface(area.size, 0, target)
            self._paint(self.layer.get_rect(), look, theme)
        self.corner, self.drawn = corner, None if self.missing else key
        target.blit(self.layer, area)

    def _follow_moment(self, area: Rect) -> None:
        """Lay out another round if one has begun, and look where something happens."""
        resized, self.area = area.size != self.area.size, area.copy()
        moment = self.playback.at, self.playback.selected
        held, begin = self.held(), self.tree.begin
        if self.tree.show(self.playback.at):
            self.drawn = None
            self.fresh |= self.tree.begin != begin
        if self.fresh:
            self.begin()
        else:
            self._hold_on(held)
        if self.following and (moment != self.seen or resized):
            self.follow()
        self.seen = moment

    def held(self) -> tuple[int, Point]:
        """The node to be kept in its place where the layout changes: the one shown, or the nearest one above it."""
        way = self.tree.trace.path(self.playback.shown) if self.playback.shown >= 0 else []
        node = next((each for each in reversed(way) if each in self.tree.places), NONE)
        return node, self.tree.places.get(node, (0.0, 0.0))

    def _hold_on(self, held: tuple[int, Point]) -> None:
        """Look to where a node is now that was elsewhere before."""
        node, before = held
        after = self.tree.places.get(node, before)
        self.x += (before[0] - after[0]) * self.unit
        self.y += (before[1] - after[1]) * self.unit

    def shift(self, dx: int, dy: int, look: TreeLook, theme: Theme) -> None:
        """Move what is drawn, and draw what comes into view."""
        if not dx and not dy:
            return
        wide, high = self.layer.get_size()
        self.layer.scroll(dx, dy)
        if dx:
            self._paint(Rect(0 if dx > 0 else wide + dx, 0, abs(dx), high), look, theme)
        if dy:
            self._paint(Rect(0, 0 if dy > 0 else high + dy, wide, abs(dy)), look, theme)

    def _paint(self, part: Rect, look: TreeLook, theme: Theme) -> None:
        """Draw a part of the layer."""
        self.layer.set_clip(part)
        self.layer.fill(to_rgb(theme.of("board").fill if theme.name == "dark" else theme.of("cell").fill))
        near = self.tree.size[0] * self.unit >= READABLE_WIDTH
        apart = 0.0 if near else 1.0 / self.unit
        around = part.inflate(round(2 * BADGE * self.unit) + 8, round(2 * BADGE * self.unit) + 8)
        frame = self.frame(around)
        self.edges(list(self.tree.crossing(*frame, look.explainer.count, apart)), look, theme, near=near)
        nodes = list(self.tree.within(*frame, look.explainer.count, apart))
        (self.nodes if near else self._dots)(nodes, look, theme)
        self.layer.set_clip(None)

    def frame(self, part: Rect) -> tuple[float, float, float, float]:
        """A part of the layer, in units of the tree: left, top, right, bottom."""
        x, y = floor(self.x), floor(self.y)
        return (
            (part.x - x) / self.unit,
            (part.y - y) / self.unit,
            (part.right - x) / self.unit,
            (part.bottom - y) / self.unit,
        )

    def edges(self, ends: list[int], look: TreeLook, theme: Theme, *, near: bool) -> None:
        """The lines to nodes; those on the way to the goal in front, and thick."""
        trace = self.tree.trace
        trail = set(trace.path(self.playback.shown)) if self.playback.shown >= 0 else set[int]()
        plain = [node for node in ends if node not in look.path and node not in trail]
        faint = mix_colours(theme.of("cell").fill, theme.of("faint").fill, 0.55 if near else 0.4)
        if self.tree.painter.down * self.unit >= LEAST_EDGE_HEIGHT:
            self.lines(plain, faint, 1, soft=near)
        self.lines([node for node in ends if node in trail], theme.of("piece:0").fill, 2 if near else 1, soft=True)
        self.lines([node for node in ends if node in look.path], theme.of("up").fill, 4 if near else 2, soft=True)

    def lines(self, nodes: Iterable[int], colour: str, width: int, *, soft: bool) -> None:
        """Lines from the parents of nodes."""
        trace, places, unit = self.tree.trace, self.tree.places, self.unit
        half, high = self.tree.size[0] / 2, self.tree.size[1]
        ink, left, top = to_rgb(colour), floor(self.x), floor(self.y)
        stroke = pygame.draw.aaline if soft else pygame.draw.line
        for node in nodes:
            x, y = places[node]
            above, over = places[trace.node(node).parent]
            start = int((above + half) * unit) + left, int((over + high) * unit) + top
            stroke(self.layer, ink, start, (int((x + half) * unit) + left, int(y * unit) + top), width)

    def _dots(self, nodes: list[int], look: TreeLook, theme: Theme) -> None:
        """Nodes from afar: boxes in the colour of what became of them."""
        layer, paints = self.layer, {}
        striking = (look.current, self.playback.selected)
        for node in nodes:
            role = look.role(node)
            if role not in paints:
                paints[role] = to_rgb(mix_colours(theme.of(role).fill, theme.of(role).stroke, 0.6))
            layer.fill(paints[role], self.box(node))
        for node in striking:
            if node in self.tree.places and look.explainer.fate(node) not in ("unseen", "past"):
                role = "hint" if node == self.playback.selected else "cell:current"
                layer.fill(to_rgb(theme.of(role).fill), self.box(node).inflate(4, 4))
        for node in self.tree.hidden:
            if node in self.tree.places:
                self._badge(node, theme)

    def nodes(self, nodes: list[int], look: TreeLook, theme: Theme) -> None:
        """Nodes near enough to show what they hold."""
        ring = max(2, round(RING * self.unit))
        corner = round((CORNER + RING) * self.unit)
        for node in nodes:
            box = self.box(node)
            if node in (look.current, self.playback.selected):
                role = "hint" if node == self.playback.selected else "cell:current"
                pygame.draw.rect(self.layer, theme.of(role).fill, box.inflate(2 * ring, 2 * ring), border_radius=corner)
            self.put(node, box, look, theme)
            if node in self.tree.hidden:
                self._badge(node, theme)

    def put(self, node: int, box: Rect, look: TreeLook, theme: Theme) -> None:
        """One node: a picture that is kept, or one that is made now, or an empty box where there is no time left."""
        fate, size = look.explainer.fate(node), (self.tree.size, self.scale)
        key = node, fate, node in look.path, self.valued(node, look), size, theme.name
        found = self.kept.get(key)
        if found is None:
            if time.perf_counter() > self.until:
                self.missing = True
                paint = theme.of(look.role(node))
                pygame.draw.rect(self.layer, paint.fill, box, border_radius=round(CORNER * self.unit))
                return
            found = self.kept[key] = self._picture(node, look._replace(current=NONE), theme)
            if len(self.kept) > MOST_KEPT:
                self.kept.popitem(last=False)
        self.kept.move_to_end(key)
        self.layer.blit(found, (box.x - 2, box.y - 2), special_flags=pygame.BLEND_PREMULTIPLIED)

    def valued(self, node: int, look: TreeLook) -> bool:
        """Whether the value of a node is known by now."""
        return 0 <= self.tree.trace.history(node).valued < look.explainer.count

    def _picture(self, node: int, look: TreeLook, theme: Theme) -> Surface:
        """A node with all it holds, two pixels from the corner."""
        wide, high = self.tree.size
        found = Surface((round(wide * self.unit) + 5, round(high * self.unit) + 5), pygame.SRCALPHA)
        shapes = [each for each in self.tree.shapes(node, look) if not each.handle.startswith("fold")]
        for item in paint_scene(Scene(wide, high, tuple(shapes)), theme.of):
            self.canvas.put(found, item, self.unit, (2.0, 2.0))
        return found

    def _badge(self, node: int, theme: Theme) -> None:
        """How much lies folded below a node."""
        unit = max(self.unit, 9 / BADGE)
        disc = Disc(0, 0, BADGE, "cell:1", f"+{self.tree.hidden[node]}")
        right, bottom = self.box(node).bottomright
        for item in paint_scene(Scene(1, 1, (disc,)), theme.of):
            self.canvas.put(self.layer, item, unit, (right, bottom))
