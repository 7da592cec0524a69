"""The search tree in the window: it pans, zooms and folds, however many nodes there are.

Only what can be seen is drawn, and only as much of it as can be made out: boards or labels when near, boxes from afar.
A node that looks as before is copied from a picture kept of it; pictures are made a few for each frame. While the tree
is panned from afar, what was drawn is shifted and only the strips that come into view are drawn anew.
"""

import time
from math import floor, hypot, log

import pygame
from pygame import Rect, Surface

from langkah.apps.window.canvas import Canvas
from langkah.apps.window.picture_cache import PictureCache
from langkah.scene import Disc, Scene
from langkah.views.paint import Point
from langkah.views.playback import Playback
from langkah.views.theme import LIGHT, Theme, mix_colours, to_rgb
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
        self.pictures = PictureCache(MOST_KEPT)
        self.layer = Surface((1, 1))
        self.drawn: object = None  # what the layer shows, but for where it looks
        self.corner = (0, 0)  # where the layer looks, in whole pixels
        self.missing = False  # whether pictures are still to be made
        self.until = 0.0
        self.theme: Theme = LIGHT
        self.look: TreeLook

    @property
    def unit(self) -> float:
        """Pixels for a unit."""
        return BASE_UNIT * SCALE_STEP**self.scale

    # Looking around

    def pan(self, dx: float, dy: float) -> None:
        """Move the tree; whoever does that does not want to be led."""
        self.following = False
        self.x, self.y = self.x + dx, self.y + dy
        self._keep_in_view()

    def _keep_in_view(self) -> None:
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
        self._keep_in_view()

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

    def _choose_first_view(self) -> None:
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
            self._keep_anchor((node, before))
            self.drawn = None

    def toggle_boards(self) -> None:
        """Boards or labels."""
        folded = self.tree.folded
        self.tree = WatchedTree(self.tree.recording, boards=not self.tree.boards)
        self.tree.show(self.playback.at)
        self.tree.folded = folded
        self.tree.arrange(self.playback.at)
        self.pictures.clear()
        self.drawn = None
        self._choose_first_view()

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
        self.missing, self.until, self.theme = False, time.perf_counter() + PICTURE_SECONDS, theme
        playback = self.playback
        self.look = self.tree.look(playback.at, playback.solution(), playback.trace.taken(playback.at))
        key = theme.name, self.scale, playback.at, playback.selected, area.size, len(self.tree.folded)
        corner = floor(self.x), floor(self.y)
        dx, dy = corner[0] - self.corner[0], corner[1] - self.corner[1]
        if key == self.drawn and abs(dx) < area.width and abs(dy) < area.height:
            self._shift(dx, dy)
        else:
            if self.layer.get_size() != area.size:
                self.layer = Surface(area.size, 0, target)
            self._paint(self.layer.get_rect())
        self.corner, self.drawn = corner, None if self.missing else key
        target.blit(self.layer, area)

    def _follow_moment(self, area: Rect) -> None:
        """Lay out another round if one has begun, and look where something happens."""
        resized, self.area = area.size != self.area.size, area.copy()
        moment = self.playback.at, self.playback.selected
        anchor, begin = self._find_anchor(), self.tree.begin
        if self.tree.show(self.playback.at):
            self.drawn = None
            self.fresh |= self.tree.begin != begin
        if self.fresh:
            self._choose_first_view()
        else:
            self._keep_anchor(anchor)
        if self.following and (moment != self.seen or resized):
            self.follow()
        self.seen = moment

    def _find_anchor(self) -> tuple[int, Point]:
        """The node to be kept in its place where the layout changes: the one shown, or the nearest one above it."""
        node = next((each for each in reversed(self._find_trail()) if each in self.tree.places), NONE)
        return node, self.tree.places.get(node, (0.0, 0.0))

    def _find_trail(self) -> list[int]:
        """The nodes from the root to the one that is shown."""
        return self.tree.trace.path(self.playback.shown) if self.playback.shown >= 0 else []

    def _keep_anchor(self, anchor: tuple[int, Point]) -> None:
        """Look to where a node is now that was elsewhere before."""
        node, before = anchor
        after = self.tree.places.get(node, before)
        self.x += (before[0] - after[0]) * self.unit
        self.y += (before[1] - after[1]) * self.unit

    def _shift(self, dx: int, dy: int) -> None:
        """Move what is drawn, and draw what comes into view."""
        wide, high = self.layer.get_size()
        self.layer.scroll(dx, dy)
        if dx:
            self._paint(Rect(0 if dx > 0 else wide + dx, 0, abs(dx), high))
        if dy:
            self._paint(Rect(0, 0 if dy > 0 else high + dy, wide, abs(dy)))

    def _paint(self, part: Rect) -> None:
        theme, unit, count = self.theme, self.unit, self.look.explainer.count
        self.layer.set_clip(part)
        self.layer.fill(to_rgb(theme.of("board").fill if theme.name == "dark" else theme.of("cell").fill))
        near = self.tree.size[0] * unit >= READABLE_WIDTH
        apart = 0.0 if near else 1.0 / unit
        around = part.inflate(round(2 * BADGE * unit) + 8, round(2 * BADGE * unit) + 8)
        x, y = floor(self.x), floor(self.y)
        frame = (around.x - x) / unit, (around.y - y) / unit, (around.right - x) / unit, (around.bottom - y) / unit
        self._draw_edges(list(self.tree.crossing(*frame, count, apart)), near=near)
        nodes = list(self.tree.within(*frame, count, apart))
        (self._draw_nodes if near else self._draw_dots)(nodes)
        self.layer.set_clip(None)

    def _draw_edges(self, ends: list[int], *, near: bool) -> None:
        """The lines to nodes; those on the way to the goal in front, and thick."""
        theme, path, trail = self.theme, self.look.path, set(self._find_trail())
        faint = mix_colours(theme.of("cell").fill, theme.of("faint").fill, 0.55 if near else 0.4)
        if self.tree.painter.down * self.unit >= LEAST_EDGE_HEIGHT:
            plain = [node for node in ends if node not in path and node not in trail]
            self._draw_lines(plain, faint, 1, soft=near)
        for way, role, width in ((trail, "piece:0", 2 if near else 1), (path, "up", 4 if near else 2)):
            self._draw_lines([node for node in ends if node in way], theme.of(role).fill, width, soft=True)

    def _draw_lines(self, nodes: list[int], colour: str, width: int, *, soft: bool) -> None:
        trace, places, unit = self.tree.trace, self.tree.places, self.unit
        half, high = self.tree.size[0] / 2, self.tree.size[1]
        ink, left, top = to_rgb(colour), floor(self.x), floor(self.y)
        stroke = pygame.draw.aaline if soft else pygame.draw.line
        for node in nodes:
            x, y = places[node]
            above, over = places[trace.node(node).parent]
            start = int((above + half) * unit) + left, int((over + high) * unit) + top
            stroke(self.layer, ink, start, (int((x + half) * unit) + left, int(y * unit) + top), width)

    def _find_ring_role(self, node: int) -> str:
        """The role of what stands out: the node that is looked at, the one at work; "" for all others."""
        return "hint" if node == self.playback.selected else "cell:current" if node == self.look.current else ""

    def _draw_dots(self, nodes: list[int]) -> None:
        """Nodes from afar: boxes in the colour of what became of them."""
        theme, look, paints = self.theme, self.look, dict[str, tuple[int, int, int]]()
        for node in nodes:
            role = look.role(node)
            if role not in paints:
                paints[role] = to_rgb(mix_colours(theme.of(role).fill, theme.of(role).stroke, 0.6))
            self.layer.fill(paints[role], self.box(node))
        for node in (look.current, self.playback.selected):
            if node in self.tree.places and look.explainer.fate(node) not in ("unseen", "past"):
                self.layer.fill(to_rgb(theme.of(self._find_ring_role(node)).fill), self.box(node).inflate(4, 4))
        for node in self.tree.hidden:
            if node in self.tree.places:
                self._draw_badge(node)

    def _draw_nodes(self, nodes: list[int]) -> None:
        """Nodes near enough to show what they hold."""
        ring = max(2, round(RING * self.unit))
        corner = round((CORNER + RING) * self.unit)
        for node in nodes:
            box, role = self.box(node), self._find_ring_role(node)
            if role:
                colour = self.theme.of(role).fill
                pygame.draw.rect(self.layer, colour, box.inflate(2 * ring, 2 * ring), border_radius=corner)
            self._draw_node(node, box)
            if node in self.tree.hidden:
                self._draw_badge(node)

    def _draw_node(self, node: int, box: Rect) -> None:
        """One node: a picture that is kept, or one that is made now, or an empty box where there is no time left."""
        look, theme = self.look, self.theme
        is_valued = 0 <= self.tree.trace.history(node).valued < look.explainer.count
        key = node, look.explainer.fate(node), node in look.path, is_valued, self.tree.size, self.scale, theme.name
        if key not in self.pictures and time.perf_counter() > self.until:
            self.missing = True
            fill = theme.of(look.role(node)).fill
            pygame.draw.rect(self.layer, fill, box, border_radius=round(CORNER * self.unit))
            return
        found = self.pictures.get(key, lambda: self._make_picture(node))
        self.layer.blit(found, (box.x - 2, box.y - 2), special_flags=pygame.BLEND_PREMULTIPLIED)

    def _make_picture(self, node: int) -> Surface:
        """A node with all it holds, two pixels from the corner."""
        wide, high = self.tree.size
        found = Surface((round(wide * self.unit) + 5, round(high * self.unit) + 5), pygame.SRCALPHA)
        shapes = self.tree.shapes(node, self.look._replace(current=NONE))
        scene = Scene(wide, high, tuple(each for each in shapes if not each.handle.startswith("fold")))
        self.canvas.draw_scene(found, scene, self.theme, self.unit, (2.0, 2.0))
        return found

    def _draw_badge(self, node: int) -> None:
        unit = max(self.unit, 9 / BADGE)
        disc = Disc(0, 0, BADGE, "cell:1", f"+{self.tree.hidden[node]}")
        self.canvas.draw_scene(self.layer, Scene(1, 1, (disc,)), self.theme, unit, self.box(node).bottomright)
