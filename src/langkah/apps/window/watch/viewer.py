"""A recorded search on the screen: what each command and each move of the mouse does to it."""

from collections.abc import Callable
from functools import partial

from pygame import Rect

from langkah.apps.window.canvas import Canvas
from langkah.apps.window.keys import find_next
from langkah.apps.window.watch.layout import PaneLayout
from langkah.apps.window.watch.lesson import CHOICE_COMMAND, NEXT, PREVIOUS, LessonPages
from langkah.apps.window.watch.small_boards import SmallBoards
from langkah.apps.window.watch.tree_view import TreeView
from langkah.tracing.record import NEVER
from langkah.views.growing_tree import NONE
from langkah.views.paint import Point
from langkah.views.playback import Panes, Playback, sample_curve
from langkah.views.tree_legend import list_legend

MOST_ENTRIES = 400  # entries of a list
PAN_SHARE = 0.25  # of the tree's area, by which a key moves it
CLICK_SLACK = 5  # pixels that a press may stir and still be a click
DOUBLE_CLICK_SECONDS = 0.4  # seconds in which a second click is one of two
NODE_COMMAND, TAB_COMMAND = (
    "node ",
    "tab ",
)  # before the number of a node, or the name of a tab, in the command of a area


class TraceViewer:
    """A recorded search that is being watched."""

    def __init__(self, playback: Playback, canvas: Canvas, *, verdict: str = "", left: str = "") -> None:
        self.playback = playback
        self.lesson: LessonPages | None = None
        self.boards = SmallBoards(playback.problem, playback.problem.start, canvas)
        self.view = TreeView(playback, canvas, self.boards)
        self.verdict, self.left = verdict, left
        self.plan: PaneLayout | None = None  # where the panes lie, once they have been drawn
        self.tab = "tree"
        self.plain = False  # whether lists show states as text
        self.tops = {"frontier": 0, "closed": 0}  # the first row of each list that is shown
        self.lit = Rect(0, 0, 0, 0)  # where the line of the pseudo-code at work was drawn
        self.slider, self.chart = Rect(0, 0, 1, 1), Rect(0, 0, 1, 1)  # where they lie
        self.grip = ""  # what the mouse holds: slider, chart or tree
        self.began: Point = (0.0, 0.0)
        self.last: Point = (0.0, 0.0)
        self.clicked = (NONE, 0.0)  # the last node clicked, and when
        self.known: tuple[object, Panes] | None = None
        self.curve = playback.recording.curve()
        self.legend = list_legend(playback.trace)
        self.columns: tuple[int, list[int]] = (0, [])
        self.commands = self._make_commands()

    def _make_commands(self) -> dict[str, Callable[[], object]]:
        playback, view = self.playback, self.view
        return {
            **playback.make_commands(),
            "fold": lambda: view.fold(playback.shown),
            "nearer": lambda: view.zoom(1),
            "farther": lambda: view.zoom(-1),
            "fit": view.fit,
            "follow": lambda: view.follow(not view.following),
            "text": self._toggle_text,
            "boards": view.toggle_boards,
            "tab": lambda: self._turn_tab(1),
            "tab back": lambda: self._turn_tab(-1),
            **{f"walk {name}": partial(self._walk, dx, dy) for name, (dx, dy) in DIRECTIONS.items()},
            **{f"pan {name}": partial(self._pan, dx, dy) for name, (dx, dy) in DIRECTIONS.items()},
        }

    def command(self, name: str) -> bool:
        """Do what a key or a button stands for. Whether it is known here."""
        if name.startswith(NODE_COMMAND):
            self._toggle_node(int(name.removeprefix(NODE_COMMAND)))
        elif name.startswith(TAB_COMMAND):
            self.tab = name.removeprefix(TAB_COMMAND)
        elif self.lesson is not None and name in (NEXT, PREVIOUS):
            self.lesson.turn(1 if name == NEXT else -1)
        elif self.lesson is not None and name.startswith(CHOICE_COMMAND):
            self.lesson.choose(int(name.removeprefix(CHOICE_COMMAND)))
        elif name in self.commands:
            self.commands[name]()
        else:
            return False
        return True

    def panes(self) -> Panes:
        """What all panes show now; worked out once for each moment."""
        key = self.playback.at, self.playback.selected
        if self.known is None or self.known[0] != key:
            self.known = key, self.playback.panes(MOST_ENTRIES)
        return self.known[1]

    def _toggle_node(self, node: int) -> None:
        playback = self.playback
        playback.look(NEVER if node == playback.selected else node)

    def deselect(self) -> bool:
        """Stop looking at a node. Whether one was looked at."""
        looked = self.playback.selected != NEVER
        self.playback.look(NEVER)
        return looked

    def _toggle_text(self) -> None:
        self.plain = not self.plain

    def _walk(self, dx: int, dy: int) -> None:
        """Look at the node beside the one that is shown, as far as the search has come."""
        self.view.tree.show(self.playback.at)
        found = self.view.tree.beside(self.playback.shown, dx, dy)
        if found != NONE:
            self.playback.playing = False
            self.playback.look(found)
            self.view.reveal(found)

    def _pan(self, dx: int, dy: int) -> None:
        self.view.pan(-dx * PAN_SHARE * self.view.area.width, -dy * PAN_SHARE * self.view.area.height)

    def _turn_tab(self, by: int) -> None:
        """Show another pane, where one is shown at a time."""
        tabs = self.plan.tabs if self.plan else ()
        if tabs:
            self.tab = find_next(tabs, self.tab if self.tab in tabs else tabs[0], by)

    def sample_chart(self, columns: int) -> list[int]:
        """The chart in so many columns, worked out once for each width."""
        if self.columns[0] != columns:
            self.columns = columns, sample_curve(self.curve, columns)
        return self.columns[1]

    # The mouse

    def press(self, point: Point) -> None:
        """The button goes down on something that is no button."""
        self.began = self.last = point
        around = {"slider": self.slider.inflate(0, 14), "chart": self.chart, "tree": self.find_tree_area()}
        self.grip = next((name for name, rect in around.items() if rect.collidepoint(point)), "")
        self._seek(point)

    def find_tree_area(self) -> Rect:
        """Where the tree lies; nowhere while another pane is shown in its place."""
        return self.view.area if self.plan and "tree" in self.plan.panes else Rect(0, 0, 0, 0)

    def _seek(self, point: Point) -> None:
        """Go to where the mouse points to on the slider or on the chart."""
        rect = {"slider": self.slider, "chart": self.chart}.get(self.grip)
        if rect is not None:
            share = (point[0] - rect.x) / max(1, rect.width)
            self.playback.go(round(max(0.0, min(1.0, share)) * self.playback.length))

    def drag(self, point: Point) -> None:
        """The mouse moves with the button down."""
        self._seek(point)
        far = abs(point[0] - self.began[0]) + abs(point[1] - self.began[1]) > CLICK_SLACK
        if self.grip == "tree" and (far or self.last != self.began):
            self.view.pan(point[0] - self.last[0], point[1] - self.last[1])
            self.last = point

    def release(self, point: Point, now: float) -> None:
        """The button goes up: on the tree, where nothing was dragged, it was a click."""
        if self.grip == "tree" and self.last == self.began:
            self._click(point, now)
        self.grip = ""

    def _click(self, point: Point, now: float) -> None:
        """A click on the tree: on a badge, on a node, twice on a node, or beside them."""
        folder, node = self.view.badge_at(point), self.view.node_at(point)
        twice = node != NONE and node == self.clicked[0] and now - self.clicked[1] < DOUBLE_CLICK_SECONDS
        self.clicked = node, now
        if folder != NONE:
            self.view.fold(folder)
        elif twice:
            self.playback.look(node)
            self.playback.to_made(node)
        elif node == NONE:
            self.playback.look(NEVER)
        else:
            self._toggle_node(node)

    def fold_at(self, point: Point) -> None:
        """The other button: fold or unfold the node at a point."""
        node = self.view.node_at(point) if self.find_tree_area().collidepoint(point) else NONE
        if node != NONE:
            self.view.fold(node)

    def wheel(self, by: int, point: Point) -> None:
        """The wheel: zooms the tree, scrolls a list."""
        panes = self.plan.panes if self.plan else {}
        if self.find_tree_area().collidepoint(point):
            self.view.zoom(by, point)
        for name in self.tops:
            if name in panes and panes[name].collidepoint(point):
                self.tops[name] = max(0, self.tops[name] - (3 if self.plain else 1) * by)


DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
