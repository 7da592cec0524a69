"""The tree of a search that is watched in the window: it grows, glides, follows, and is moved, folded and clicked."""

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest
from pygame import Rect, Surface

from langkah import Limit, Trace, load, solve
from langkah.apps.window.canvas import Canvas
from langkah.apps.window.watch.small_boards import SmallBoards
from langkah.apps.window.watch.tree_painter import TreePainter
from langkah.apps.window.watch.tree_view import TreeView
from langkah.apps.window.watch.viewer import TraceViewer
from langkah.apps.window.window import Window
from langkah.views.growing_tree import NONE
from langkah.views.playback import SPEEDS, Playback
from langkah.views.theme import DARK, LIGHT
from langkah.views.tree_follow import DOT, NUMBER, WHOLE
from tests.test_window_watch import WATCHED
from tests.test_window_watch_whole import watched
from tests.windows import Windows

pytestmark = pytest.mark.usefixtures("screenless")

AREA = Rect(10, 20, 600, 400)
EM = 13.0


def tree_of(nodes: int, words: str = "klotski", algorithm: str = "breadth-first") -> TreeView:
    """The tree of a search, at its end."""
    problem, trace = load(words), Trace()
    result = solve(problem, algorithm, observe=trace, limit=Limit(nodes=nodes))
    playback, canvas = Playback(problem, trace, result, len(trace)), Canvas()
    return TreeView(playback, canvas, SmallBoards(problem, problem.start, canvas))


def settle(view: TreeView, area: Rect = AREA, theme: Any = LIGHT) -> Surface:
    """Draw until nothing moves and no picture is missing."""
    target = Surface(area.inflate(40, 40).size)
    ends = time.monotonic() + 30
    view.draw(target, area, theme, EM)
    while view.is_lively:
        assert time.monotonic() < ends
        view.draw(target, area, theme, EM)
    return target


def is_seen(view: TreeView, node: int) -> bool:
    """Whether the whole box of a node lies in the pane."""
    return Rect(0, 0, *view.area.size).contains(view.box(node))


@pytest.mark.parametrize("words", WATCHED)
def test_what_must_be_seen_is_seen(words: str, windows: Windows) -> None:
    """At five moments, in a large and a small window: the root, the node at work, its siblings and the lit line lie
    inside their panes, and nothing is laid out that does not exist yet."""
    window = windows(words)
    viewer = watched(window, WATCHED[words])
    view, playback, tree = viewer.view, viewer.playback, viewer.view.tree
    for size in ((1280, 800), (640, 480)):
        window.window.size = size
        for share in (0.03, 0.2, 0.45, 0.7, 1.0):
            playback.go(max(1, round(playback.length * share)))
            assert show_pane(window, viewer, "tree").contains(view.area)
            histories = playback.trace.index().histories.items()
            assert tree.places.keys() == {
                node for node, history in histories if tree.begin <= history.made < playback.at
            }
            for node in {*tree.roots, *list_siblings(view), tree.find_shown(playback.shown)}:
                assert is_seen(view, node), (playback.at, node)
            pane, lit = show_pane(window, viewer, "code"), viewer.panes().lit
            assert (viewer.lit.height > 8) == (lit >= 0)
            assert pane.contains(viewer.lit) or lit < 0


def show_pane(window: Window, viewer: TraceViewer, name: str) -> Rect:
    """Draw a window with a pane in sight; where the pane lies."""
    viewer.tab = name
    window.draw(time.monotonic(), object())
    assert viewer.plan is not None
    return viewer.plan.panes[name]


def list_siblings(view: TreeView) -> list[int]:
    """The node at work, and the other children of its parent that exist."""
    trace, at, current = view.tree.trace, view.playback.at, view.tree.current
    parent = NONE if current == NONE else trace.node(current).parent
    return trace.children(parent, at) if parent != NONE else []


def test_it_glides_when_it_grows_and_new_nodes_come_out_of_their_parents() -> None:
    """A step does not jump: places and view are on their way for a moment, then they are where they shall be."""
    view = tree_of(60)
    view.playback.go(3)
    settle(view)
    made = max(view.tree.places)
    view.playback.go(4)
    view.draw(Surface((700, 500)), AREA, LIGHT, EM)
    new = max(view.tree.places)
    assert new != made
    assert view.is_lively
    parent = view.tree.trace.node(new).parent
    begun = view.glide.find_place(new)
    assert abs(begun[1] - view.tree.places[parent][1]) < abs(begun[1] - view.tree.places[new][1])
    settle(view)
    assert view.glide.find_place(new) == view.tree.places[new]
    assert view.glide.view == pytest.approx(view.glide.target)


def test_it_follows_until_it_is_moved_and_again_when_asked() -> None:
    """Panning and zooming end following: the root then stays where it is; the command takes it up again."""
    moves: tuple[Callable[[TreeView], None], ...] = (lambda each: each.pan(-30, 20), lambda each: each.zoom(-1))
    for move in moves:
        view = tree_of(120)
        view.playback.go(40)
        settle(view)
        before = view.view
        move(view)
        settle(view)
        assert not view.following
        place = view.box(0)
        assert view.view != before
        view.playback.go(200)
        settle(view)
        assert view.box(0) == place
        view.follow(True)
        settle(view)
        assert is_seen(view, 0)
        assert is_seen(view, view.tree.find_shown(view.playback.shown))


def test_boards_give_way_to_numbers_and_numbers_to_dots() -> None:
    """What a node shows depends on the room that it has; everything is drawn at every size, by day and by night."""
    for theme in (LIGHT, DARK):
        view, levels = tree_of(40), []
        view.playback.go(8)
        for _step in range(14):
            settle(view, theme=theme)
            levels.append(view.painter.detail.level)
            view.zoom(-1)
        assert list(dict.fromkeys(levels)) == [WHOLE, NUMBER, DOT]


def test_zoom_keeps_the_point_and_clicks_find_nodes() -> None:
    """What lies under the mouse stays there while the wheel turns; a click on a node is a click on that node."""
    view = tree_of(60)
    view.playback.go(60)
    settle(view)
    for by in (1, 2, -3, -4, 5):
        x, y = view.box(3).move(AREA.topleft).center
        view.zoom(by, (float(x), float(y)))
        assert view.box(3).move(AREA.topleft).center == pytest.approx((x, y), abs=1.5)
        settle(view)
    for node in view.tree.places:
        middle = view.box(node).move(AREA.topleft).center
        assert view.node_at((float(middle[0]), float(middle[1]))) == node
    x, y = view.box(0).move(AREA.topleft).midtop
    assert view.node_at((float(x), y - 30.0)) == -1
    view.zoom(-12)
    settle(view)
    assert view.painter.detail.level == DOT
    x, y = view.box(0).move(AREA.topleft).center
    assert view.node_at((x + 3.0, y - 3.0)) == 0, "small nodes are hit by clicks beside them"


def test_a_folded_node_stays_where_it_is() -> None:
    """Without following nothing else moves it; its badge is found, and the tree grows on below without being seen."""
    view = tree_of(60)
    view.playback.go(60)
    view.fit()
    settle(view)
    folder = next(node for node in view.tree.children[0] if view.tree.children.get(node))
    place = view.box(folder)
    view.fold(folder)
    settle(view)
    assert view.box(folder).topleft == pytest.approx(place.topleft, abs=1)
    hidden = view.tree.hidden[folder]
    assert hidden > 0
    corner = view.box(folder).move(AREA.topleft).bottomright
    assert view.badge_at((float(corner[0]), float(corner[1]))) == folder
    view.playback.go(view.playback.length)
    settle(view)
    assert view.tree.hidden[folder] > hidden
    assert not set(view.tree.trace.children(folder)) & view.tree.places.keys()


def test_two_players_see_levels_bounds_values_and_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    """MAX and MIN beside the rows, alpha and beta in the nodes, and on a branch that is cut why it is."""
    view = tree_of(400, "mnk:fork", "alpha-beta")
    said: list[str] = []
    monkeypatch.setattr(TreePainter, "_write_pill", lambda _painter, words, *_where: said.append(words))
    trace = view.playback.trace
    cut = next(node for node, history in trace.index().histories.items() if history.dropped >= 0)
    view.playback.go(trace.history(cut).dropped + 1)
    view.playback.look(cut)
    settle(view)
    assert {"MAX", "MIN"} <= set(said)
    why = trace.why(cut).text
    assert why.startswith("alpha ")
    assert " >= beta " in why
    assert f"#{cut}: {why}" in said, "where nodes are numbers, it is told below the one that is shown"
    assert {trace.events[trace.history(node).valued].why for node in (2, 3)} & set(said), "and values below theirs"
    x, y = view.box(cut).move(AREA.topleft).center
    view.zoom(6, (float(x), float(y)))
    settle(view)
    assert view.painter.detail.level == WHOLE
    assert why in said, "else on the branch"
    look = view._make_look()
    valued = next(node for node in view.tree.places if trace.history(node).valued in range(view.playback.at))
    assert view.painter._find_words(valued, look)[0] == trace.events[trace.history(valued).valued].why
    assert view.painter._find_words(0, look)[1].startswith("α ")


def test_a_large_tree_grows_and_is_panned(record_property: Callable[[str, object], None]) -> None:
    """Five thousand nodes and more: the time of every frame is measured, and reported."""
    view = tree_of(1600)
    area, target = Rect(0, 0, 1000, 600), Surface((1000, 600))
    view.draw(target, area, LIGHT, EM)
    assert len(view.tree.places) > 5000

    def measure(change: Callable[[int], object]) -> list[float]:
        times = []
        for step in range(30):
            began = time.thread_time()
            change(step)
            view.draw(target, area, LIGHT, EM)
            times.append((time.thread_time() - began) * 1000)
        return times

    view.playback.go(view.playback.length - 60)
    view.playback.speed = SPEEDS.index(240)
    view.playback.toggle()
    found = {"grow": measure(lambda _step: view.playback.tick(1 / 120))}
    for name, by in (("far", -3), ("near", 40)):
        view.zoom(by)
        found[f"pan_{name}"] = measure(lambda step: view.pan(-9 if step < 15 else 9, 3))
    for name, times in found.items():
        record_property(f"tree_{name}_frame_ms_median", round(median(times), 2))
        assert len(times) == 30
