"""The search tree in its pane: it grows with the search, and the view follows unless a hand leads it elsewhere.

What is there is laid out anew when it changes (`langkah.views.growing_tree`) and glides to its place
(`langkah.views.tree_follow`); `tree_painter` draws it into a layer, which is copied while nothing changes.
"""

import time
from math import hypot

from pygame import Rect, Surface

from langkah.apps.window.canvas import Canvas
from langkah.apps.window.watch.small_boards import SmallBoards
from langkah.apps.window.watch.tree_painter import BADGE, TreeLook, TreePainter
from langkah.tracing.record import NEVER
from langkah.views.growing_tree import NONE, GrowingTree
from langkah.views.paint import Point
from langkah.views.playback import SPEEDS, Playback
from langkah.views.theme import Theme
from langkah.views.tree_follow import Glide, View, find_view, zoom_view

ZOOM_STEP = 1.25  # of one turn of the wheel
GLIDE_SECONDS = 0.3  # that a change takes; less where the next event comes sooner
CLICK_REACH = 5  # pixels: how far from the middle of a small node a click may be
UNNOTICED = 250  # times as many nodes: then new ones need not be seen at once
KEPT_IN_VIEW = 60  # pixels of the tree that cannot be moved out of the pane
MARGIN = 12  # pixels that a node walked to keeps from the edge


class TreeView:
    """A view of a tree: where it looks, and what it has drawn."""

    def __init__(self, playback: Playback, canvas: Canvas, boards: SmallBoards) -> None:
        self.playback = playback
        self.tree = GrowingTree(playback.recording)
        self.glide = Glide(lambda node: self.tree.trace.node(node).parent)
        self.painter = TreePainter(self.tree, self.glide, canvas, boards)
        self.following = True
        self.area = Rect(0, 0, 1, 1)
        self.layer = Surface((1, 1))
        self.seen: object = None  # the moment whose places and view were found
        self.drawn: object = None  # what the layer shows

    @property
    def is_lively(self) -> bool:
        """Whether the next frame will look otherwise."""
        return self.glide.is_moving or self.painter.missing

    @property
    def view(self) -> View:
        """Where it looks, once it stands still."""
        return self.glide.target

    @property
    def subject(self) -> int:
        """The node that the view follows, or the nearest one above it that is not folded away."""
        return self.tree.find_shown(self.playback.shown)

    # Looking around

    def _look(self, view: View, seconds: float = 0.0) -> None:
        self.glide.begin(self.tree.places, view, time.monotonic(), seconds, self.painter.nodes)

    def _find_target(self) -> View:
        """The view for this moment: where following leads, or where the hand left it."""
        if not self.following:
            return self.view
        nodes = self.tree.list_followed(self.subject)
        return find_view(self.tree, nodes, self.subject, self.area.size, self.painter.rooms)

    def follow(self, on: bool) -> None:
        """Follow the search, or stay."""
        self.following = on

    def pan(self, dx: float, dy: float) -> None:
        """Move the tree; whoever does that does not want to be led."""
        self.following = False
        self._look(self._keep_in_view(self.view._replace(x=self.view.x + dx, y=self.view.y + dy)))

    def _keep_in_view(self, view: View) -> View:
        """A view from which a part of the tree is seen."""
        edge = min(KEPT_IN_VIEW, self.area.width / 4, self.area.height / 4)
        left, right = (view.x + side * view.across for side in (self.tree.left, self.tree.right))
        bottom = view.y + max(0, self.tree.levels - 1) * view.down
        dx = max(0.0, edge - right) - max(0.0, left - self.area.width + edge)
        dy = max(0.0, edge - bottom) - max(0.0, view.y - self.area.height + edge)
        return view._replace(x=view.x + dx, y=view.y + dy)

    def zoom(self, by: int, at: Point | None = None) -> None:
        """Nearer or farther, around a point of the window or the middle; it follows no longer."""
        self.following = False
        middle = at or self.area.center
        spot = middle[0] - self.area.x, middle[1] - self.area.y
        self._look(self._keep_in_view(zoom_view(self.view, ZOOM_STEP**by, spot)))

    def fit(self) -> None:
        """Show the whole tree, as it is now: the moment may have changed since it was last drawn."""
        self.following = False
        self.tree.show(self.playback.at)
        view = find_view(self.tree, self.tree.places, NONE, self.area.size, self.painter.rooms)
        self._look(view, GLIDE_SECONDS)

    def reveal(self, node: int) -> None:
        """Move no more than needed for a node to be seen."""
        if self.following or node not in self.tree.places:
            return
        box, inside = self.box(node), Rect(0, 0, *self.area.size).inflate(-2 * MARGIN, -2 * MARGIN)
        near = box.clamp(inside)
        self._look(self.view._replace(x=self.view.x + near.x - box.x, y=self.view.y + near.y - box.y), GLIDE_SECONDS)

    def fold(self, node: int) -> None:
        """Fold or unfold what lies below a node; where the view does not follow, the node stays where it is."""
        before = self.tree.places.get(node, (0.0, 0))
        if self.tree.fold(node):
            (x, y), view = self.tree.places[node], self.view
            kept = view._replace(x=view.x + (before[0] - x) * view.across, y=view.y + (before[1] - y) * view.down)
            self._look(self._find_target() if self.following else kept, GLIDE_SECONDS)

    def toggle_boards(self) -> None:
        """Boards or labels."""
        self.painter.boards = not self.painter.boards

    def box(self, node: int) -> Rect:
        """Where a node stands, in pixels of the pane, once nothing moves."""
        return self.painter.find_box(node, self.view)

    def node_at(self, point: Point) -> int:
        """The node at a point of the window, or NONE; where nodes are small, one close to it."""
        view, (x, y) = self.view, (point[0] - self.area.x, point[1] - self.area.y)
        _detail, wide, high = self.painter.measure_node(view)
        across, down = max(wide / 2, CLICK_REACH), max(high / 2, CLICK_REACH)
        close = self.tree.within(
            (x - across - view.x) / view.across,
            (y - down - view.y) / view.down,
            (x + across - view.x) / view.across,
            (y + down - view.y) / view.down,
        )
        spots = {node: view.spot(self.tree.places[node]) for node in close}
        return min(spots, key=lambda node: hypot(spots[node][0] - x, spots[node][1] - y), default=NONE)

    def badge_at(self, point: Point) -> int:
        """The folded node whose badge is at a point of the window, or NONE."""
        reach = BADGE * self.painter.type
        for node in self.tree.hidden:
            if node in self.tree.places:
                right, bottom = self.box(node).move(self.area.topleft).bottomright
                if hypot(point[0] - right, point[1] - bottom) <= reach:
                    return node
        return NONE

    # Drawing

    def draw(self, target: Surface, area: Rect, theme: Theme, em: float) -> None:
        """Draw what can be seen of the tree into an area, with letters of a measure."""
        now = time.monotonic()
        self._follow_moment(area, em, now)
        moving = self.is_lively
        self.glide.advance(now)
        drawn = theme.name, self.glide.view, self.seen
        if moving or drawn != self.drawn:
            self.drawn = drawn
            if self.layer.get_size() != area.size:
                self.layer = Surface(area.size, 0, target)
            self.painter.paint(self.layer, theme, self._make_look())
        target.blit(self.layer, area.topleft)

    def _follow_moment(self, area: Rect, em: float, now: float) -> None:
        """Find places and view for the moment that is shown, where it is another one than before."""
        shape = area.size, em, self.painter.boards
        playback = self.playback
        seen = playback.at, playback.selected, self.following, frozenset(self.tree.folded), shape
        if seen == self.seen:
            self.area = area
            return
        other = self.area.size != area.size or self.painter.measured != (em, self.painter.boards)
        self.seen, self.area = seen, area
        self.painter.measure(em)
        if not self._may_wait():
            self.tree.show(playback.at)
        view = self._find_target()
        if other or self.glide.places is not self.tree.places or view != self.view:
            seconds = min(GLIDE_SECONDS, 1 / SPEEDS[playback.speed]) if playback.playing else GLIDE_SECONDS
            self.glide.begin(self.tree.places, view, now, 0.0 if other else seconds, self.painter.nodes)

    def _may_wait(self) -> bool:
        """Whether a large tree that plays has grown so little that it can be laid out later."""
        made = (
            self.tree.trace.counters(self.playback.at).generated - self.tree.trace.counters(self.tree.count).generated
        )
        return self.playback.playing and 0 <= made < len(self.tree.places) // UNNOTICED

    def _make_look(self) -> TreeLook:
        playback, trace, subject = self.playback, self.tree.trace, self.subject
        return TreeLook(
            trace.explainer(playback.at),
            frozenset(playback.solution()),
            frozenset(trace.path(subject) if subject != NONE else ()),
            subject,
            self.tree.current,
            playback.selected if playback.selected != NEVER else NONE,
        )
