"""The tree that grows with a search: what is there at every moment, what lies where, where a view that follows looks,
and how it glides there; against plain arithmetic."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import Limit, Trace, load, solve
from langkah.games import parse_settings
from langkah.views.growing_tree import NONE, GrowingTree
from langkah.views.recording import Recording
from langkah.views.tree_follow import (
    AROUND,
    DOT,
    NUMBER,
    WHOLE,
    Glide,
    Rooms,
    View,
    choose_detail,
    find_view,
    zoom_view,
)
from langkah.views.tree_layout import lay_out_tree
from langkah.views.tree_legend import list_legend
from tests.graphs import Graph, graphs
from tests.small import SMALL

ROOMS = Rooms((64.0, 130.0), (40.0, 32.0), 0.0)
GROWN = (
    ("hanoi", "breadth-first"),
    ("hanoi", "bidirectional"),
    ("tiles", "ida-star"),
    ("tiles", "a-star"),
    ("mnk", "alpha-beta"),
    ("queens", "backtracking"),
    ("snakes", "branch-and-bound"),
)


def grown(name: str, algorithm: str, nodes: int = 150) -> GrowingTree:
    """The tree of a search on a small problem, before its first event."""
    word, _space, given = name.partition(" ")
    problem, trace = load(word, parse_settings([given]) if given else SMALL[name]), Trace()
    result = solve(problem, algorithm, observe=trace, limit=Limit(nodes=nodes))
    return GrowingTree(Recording(problem, trace, result))


@pytest.mark.parametrize(("name", "algorithm"), GROWN)
def test_what_exists_is_laid_out_and_nothing_else(name: str, algorithm: str) -> None:
    """At every moment, there and back: the nodes of the round that are made by now, where the tidy layout has them."""
    tree = grown(name, algorithm)
    trace, forth = tree.trace, dict[int, Any]()
    moments = sorted({*range(0, len(trace) + 1, max(1, len(trace) // 40)), len(trace)})
    for at in (*moments, *reversed(moments)):
        tree.show(at)
        begin = trace.index().round_at(at)[0]
        made = [node for node, history in trace.index().histories.items() if begin <= history.made < at]
        assert tree.places.keys() == set(made)
        layout = lay_out_tree(trace.roots(at), {node: trace.children(node, at) for node in made})
        assert layout.places.keys() == set(made)
        assert all((x + tree.left, y) == pytest.approx(tree.places[node]) for node, (x, y) in layout.places.items())
        assert not made or tree.places[tree.roots[0]] == (0.0, 0)
        assert forth.setdefault(at, tree.places) == tree.places
        assert tree.current in {NONE, *made}
        assert tree.current == NONE or f"#{tree.current}" in tree.recording.happened(at), "it is spoken of"
        assert not tree.show(at), "nothing has changed"


@settings(max_examples=40)
@given(graphs(), st.data())
def test_what_lies_in_a_part_of_the_tree(graph: Graph, data: st.DataObject) -> None:
    """Bisection finds the nodes and the lines that plain comparison finds."""
    trace = Trace()
    result = solve(graph, "breadth-first", observe=trace, limit=Limit(nodes=60))
    tree = GrowingTree(Recording(graph, trace, result))
    tree.show(data.draw(st.integers(0, len(trace))))
    left, top = data.draw(st.floats(-15, 15)), data.draw(st.floats(-3, 10))
    right, bottom = left + data.draw(st.floats(0, 20)), top + data.draw(st.floats(0, 10))
    plain = {node for node, (x, y) in tree.places.items() if left <= x <= right and top <= y <= bottom}
    assert set(tree.within(left, top, right, bottom)) == plain
    around = set(tree.within(left - 1.0, top, right, bottom))
    assert set(tree.within(left, top, right, bottom, 1.0)) <= around, "steps begin at whole places"
    for node, parent in tree.parents.items():
        if parent < 0:
            continue
        (a, high), (b, low) = tree.places[parent], tree.places[node]
        touches = max(a, b) >= left and min(a, b) <= right and low >= top and high <= bottom
        assert (node in set(tree.crossing(left, top, right, bottom))) == touches


def test_folding_hides_what_lies_below_and_what_grows_there() -> None:
    """A folded node stays, what lies below is counted and gone; unfolded, all is as before. A new round unfolds."""
    tree = grown("hanoi", "breadth-first")
    trace = tree.trace
    tree.show(20)
    before = dict(tree.places)
    node = next(each for each in trace.children(0) if trace.children(each, 20))
    assert tree.fold(node)
    gone = set(before) - set(tree.places)
    assert tree.hidden == {node: len(gone)}
    assert all(node in trace.path(each) for each in gone)
    assert {tree.find_shown(each) for each in gone} == {node}
    tree.show(len(trace))
    assert tree.hidden[node] > len(gone)
    tree.show(20)
    assert tree.fold(node)
    assert tree.places == before
    leaf = next(each for each in before if not trace.children(each))
    assert not tree.fold(leaf)
    rounds = grown("tiles", "ida-star")
    rounds.show(rounds.trace.rounds()[1])
    assert rounds.fold(rounds.roots[0])
    rounds.show(len(rounds.trace))
    assert not rounds.folded


def test_walking_in_the_tree() -> None:
    """Up to the parent, down to the first child, aside in the row; nowhere where there is nothing."""
    tree = grown("hanoi", "breadth-first")
    tree.show(len(tree.trace))
    first, second = tree.trace.children(0)[:2]
    assert tree.beside(0, 0, 1) == first
    assert tree.beside(first, 0, -1) == 0
    assert tree.beside(0, 0, -1) == 0
    assert tree.beside(first, 1, 0) == second
    assert tree.beside(first, -1, 0) == first
    assert tree.beside(10**9, 0, 1) == 0
    tree.fold(first)
    assert tree.beside(first, 0, 1) == first
    assert tree.find_shown(10**9) == NONE


@pytest.mark.parametrize("size", [(1000.0, 600.0), (560.0, 360.0), (300.0, 200.0)])
@pytest.mark.parametrize(("name", "algorithm"), GROWN)
def test_what_must_be_seen_lies_in_the_view(name: str, algorithm: str, size: tuple[float, float]) -> None:
    """Roots, the node at work, its siblings, the subject: with as much room around each as its detail needs."""
    tree = grown(name, algorithm)
    for at in range(1, len(tree.trace) + 1, max(1, len(tree.trace) // 30)):
        tree.show(at)
        subject = tree.find_shown(max(tree.trace.events[at - 1].node, NONE))
        must = tree.list_followed(subject)
        view = find_view(tree, must, subject, size, ROOMS)
        for node in must:
            x, y = view.spot(tree.places[node])
            assert AROUND + min(view.across, 1) / 2 - 1e-6 <= x <= size[0] - AROUND + 1e-6
            assert AROUND - 1e-6 <= y <= size[1] - AROUND + 1e-6
        level = choose_detail(view, ROOMS).level
        assert level in (WHOLE, NUMBER, DOT)
        if len(tree.places) == 1:
            assert level == WHOLE


def test_detail_and_zoom() -> None:
    """Boards, then numbers, then dots; the point under the mouse stays, and there is a nearest and a farthest view."""
    view, levels = View(300.0, 20.0, 60.0, 120.0), []
    for _step in range(20):
        levels.append(choose_detail(view, ROOMS).level)
        after = zoom_view(view, 0.8, (100.0, 50.0))
        assert (100.0 - view.x) / view.across == pytest.approx((100.0 - after.x) / after.across)
        assert (50.0 - view.y) / view.down == pytest.approx((50.0 - after.y) / after.down)
        view = after
    assert list(dict.fromkeys(levels)) == [WHOLE, NUMBER, DOT]
    assert zoom_view(view, 1e9, (0.0, 0.0)).across == pytest.approx(400)
    assert zoom_view(view, 1e-9, (0.0, 0.0)).across == pytest.approx(0.02)


def is_moving(glide: Glide) -> bool:
    """Whether it is on its way, asked anew each time."""
    return glide.is_moving


def test_a_glide_goes_from_where_nodes_are_to_where_they_shall_be() -> None:
    """New nodes come out of their parents; a glide that is interrupted goes on from where it has come to."""
    parents = {0: -1, 1: 0, 2: 0, 3: 2}
    glide, view = Glide(lambda node: parents[node]), View(0.0, 0.0, 10.0, 10.0)
    glide.begin({0: (0.0, 0.0)}, view, now=0.0, lasts=0.0)
    assert not is_moving(glide)
    places: dict[int, Any] = {0: (0.0, 0.0), 1: (-1.0, 1.0), 2: (1.0, 1.0), 3: (1.0, 2.0)}
    glide.begin(places, view._replace(x=20.0), now=1.0, lasts=0.3)
    assert is_moving(glide)
    assert [glide.find_place(node) for node in places] == [(0.0, 0.0)] * 4
    glide.advance(1.1)
    x, y = glide.find_place(3)
    assert 0 < x < 1
    assert y == pytest.approx(2 * x)
    assert 0 < glide.view.x < 20
    middle = glide.view
    glide.begin(places, view, now=1.1, lasts=0.3, seen=[1, 2, 3])
    assert glide.find_place(3) == pytest.approx((x, y))
    assert glide.view == pytest.approx(middle)
    glide.advance(5.0)
    assert not is_moving(glide)
    assert glide.find_place(3) == (1.0, 2.0)
    assert glide.view == view


@pytest.mark.parametrize(
    ("name", "algorithm", "shown", "missing"),
    [
        (
            "hanoi",
            "breadth-first",
            {"waiting", "expanded", "goal", "duplicate", "way to the goal"},
            {"pruned", "cut off"},
        ),
        (
            "mnk",
            "alpha-beta",
            {"visited", "cut off", "best line"},
            {"waiting", "expanded", "pruned", "way to the goal"},
        ),
        ("queens n=6", "backtracking", {"visited", "taken back", "goal"}, {"waiting", "expanded", "duplicate"}),
    ],
)
def test_the_legend_has_the_colours_of_the_tree_and_no_others(
    name: str, algorithm: str, shown: set[str], missing: set[str]
) -> None:
    """Each in the words that fit the search."""
    words = {entry.words for entry in list_legend(grown(name, algorithm).trace)}
    assert shown | {"now"} <= words
    assert not words & missing
