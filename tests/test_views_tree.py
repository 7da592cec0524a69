"""The search tree: laid out tidily in linear time, drawn with the fate of every node, and folded if it is too large."""

import time
from collections import defaultdict
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import Limit, Trace, load, solve
from langkah.games import GAMES
from langkah.scene import Disc, Path, Rect, Scene, Text
from langkah.views.svg import draw_svg
from langkah.views.tree import draw_search_tree, format_dot, select_visible
from langkah.views.tree_layout import lay_out_tree
from langkah.views.tree_legend import list_legend
from tests.goldens import same_as_golden
from tests.node import PANES, run_script
from tests.small import FITTING, SMALL

Forest = tuple[list[int], dict[int, list[int]]]


@st.composite
def forests(draw: st.DrawFn) -> Forest:
    """Random forests: each node is a child of an earlier node, or a root."""
    parents = draw(st.lists(st.integers(0, 10**6), max_size=60))
    children: dict[int, list[int]] = defaultdict(list)
    roots = [0]
    for node, number in enumerate(parents, 1):
        parent = number % (node + 1) - 1
        (roots if parent < 0 else children[parent]).append(node)
    return roots, dict(children)


@settings(max_examples=300)
@given(forests())
def test_layout_is_tidy(forest: Forest) -> None:
    """Every node has a place, nodes of the same depth are in order and apart, parents are above the middle of their
    children, and no place is left of 0.
    """
    roots, children = forest
    layout = lay_out_tree(roots, children)
    places = layout.places
    assert len(places) == len(roots) + sum(map(len, children.values()))
    rows: dict[int, list[float]] = defaultdict(list)
    stack = list(reversed(roots))
    while stack:  # from left to right at every depth
        node = stack.pop()
        rows[places[node][1]].append(places[node][0])
        stack += reversed(children.get(node, []))
    for row in rows.values():
        assert all(right - left >= 1 - 1e-9 for left, right in pairwise(row))
    for node, below in children.items():
        middle = (places[below[0]][0] + places[below[-1]][0]) / 2
        assert places[node][0] == pytest.approx(middle)
        assert {places[each][1] for each in below} == {places[node][1] + 1}
    assert min(x for x, _depth in places.values()) == pytest.approx(0)
    assert max(x for x, _depth in places.values()) == pytest.approx(layout.width)
    assert layout.depth == max(rows) + 1


@given(forests())
def test_layout_is_narrow(forest: Forest) -> None:
    """No sibling could be further left: at some depth, its subtree is at the least distance from the subtrees to its
    left.
    """
    roots, children = forest
    places = lay_out_tree(roots, children).places

    def edges(node: int, depth: int = 0) -> dict[int, list[float]]:
        found = defaultdict(list, {depth: [places[node][0]]})
        for child in children.get(node, []):
            for level, row in edges(child, depth + 1).items():
                found[level] += row
        return found

    for below in children.values():
        for index in range(1, len(below)):
            left: dict[int, list[float]] = defaultdict(list)
            for each in below[:index]:
                for level, row in edges(each).items():
                    left[level] += row
            here = edges(below[index])
            gaps = [min(here[level]) - max(left[level]) for level in here if left[level]]
            assert min(gaps) == pytest.approx(1)


def test_layout_takes_linear_time_and_any_depth() -> None:
    """A chain, a comb and a bush of 30,000 nodes are each laid out within 2 seconds, at any depth."""
    size = 30_000
    chain = {node: [node + 1] for node in range(size)}
    comb = {2 * node: [2 * node + 1, 2 * node + 2] for node in range(size // 2)}
    bush = {
        node: [each for each in (3 * node + 1, 3 * node + 2, 3 * node + 3) if each < size] for node in range(size // 3)
    }
    for children in (chain, comb, bush):
        times = []
        for _again in range(3):
            began = time.process_time()
            lay_out_tree([0], children)
            times.append(time.process_time() - began)
        assert min(times) < 2.0


PLACES = """
({ TreeLayout }, forests) => forests.map((parents) => {
  const layout = new TreeLayout(parents);
  layout.arrange(new Uint8Array(parents.length).fill(1));
  return parents.map((_parent, node) => [layout.x[node] - layout.left, layout.depth[node]]);
})
"""


def test_the_page_lays_trees_out_alike() -> None:
    """The page's layout code, which is made for growing trees, places every node where the Python code places it."""
    draw = Random(21)
    forests = [[draw.randrange(-1, node) for node in range(draw.randrange(1, 60))] for _tree in range(100)]
    for parents, seen in zip(forests, run_script(PANES / "layout.js", PLACES, forests), strict=True):
        children: dict[int, list[int]] = defaultdict(list)
        for node, parent in enumerate(parents):
            children[parent].append(node)
        places = lay_out_tree(children.pop(-1), dict(children)).places
        assert [each for place in seen for each in place] == pytest.approx(
            [each for node in range(len(parents)) for each in places[node]]
        )


def boxes(scene: Scene) -> dict[int, Rect]:
    """The box of each node in a picture."""
    return {
        int(each.id.split()[1]): each for each in scene.shapes if isinstance(each, Rect) and each.id.startswith("node ")
    }


@pytest.mark.parametrize(("game", "algorithm"), FITTING)
def test_a_tree_of_every_search(game: str, algorithm: str) -> None:
    """Every node of the last round is drawn once, boxes do not overlap, and the same trace gives the same picture."""
    problem = load(game, SMALL[game])
    trace = Trace()
    result = solve(problem, algorithm, observe=trace, limit=Limit(nodes=60))
    line = [step.move for step in result.path]
    scene = draw_search_tree(problem, trace, most=None, line=line)
    begin = trace.rounds()[-1] if trace.rounds() else -1
    assert set(boxes(scene)) == {node for node in trace.made if trace.history(node).made > begin}
    rows: dict[float, list[Rect]] = defaultdict(list)
    for box in boxes(scene).values():
        rows[box.y].append(box)
        assert box.x >= -0.11
        assert box.x + box.width <= scene.width + 0.11
    for row in rows.values():
        assert all(a.x + a.width < b.x for a, b in pairwise(sorted(row)))
    assert scene == draw_search_tree(problem, trace, most=None, line=line)
    assert draw_svg(scene).startswith("<svg")
    assert format_dot(problem, trace).count(" -> ") == len(boxes(scene)) - len(trace.roots())


def papers_tree() -> tuple[Any, Trace]:
    """The first board of the paper on branch and bound, and the trace of its search."""
    problem, trace = load("snakes:paper-1"), Trace()
    solve(problem, "branch-and-bound", estimate="paper", ties=("deep", "high"), duplicates=False, observe=trace)
    return problem, trace


def test_what_a_picture_says() -> None:
    """The picture shows the path to the goal, the bounds of pruned nodes, the moves, and the node expanded last."""
    problem, trace = papers_tree()
    scene = draw_search_tree(problem, trace, boards=False)
    roles = {node: box.role for node, box in boxes(scene).items()}
    assert [problem.label(trace.node(node).state) for node, role in roles.items() if role == "cell:path"] == [
        "0",
        "21",
        "27",
        "84",
        "91",
        "96",
        "100",
    ]
    words = [each.text for each in scene.shapes if isinstance(each, Text)]
    assert {"100", "× 15", "× 17", "6"} <= set(words)
    assert sum(isinstance(each, Path) and each.role == "up" for each in scene.shapes) == 6
    assert sum(each.role == "cell:current" for each in scene.shapes) == 1
    assert scene.title == "search tree: 37 of 37 nodes"


def test_the_tree_of_an_earlier_moment() -> None:
    """The tree at an earlier event contains only the nodes generated by then, with their fates at that event."""
    problem, trace = papers_tree()
    early = draw_search_tree(problem, trace, 8, boards=False)
    assert {box.role for box in boxes(early).values()} == {"cell:taken", "cell:waiting"}
    assert len(boxes(early)) == 7


def test_folding() -> None:
    """A folded node hides its subtree and shows the number of hidden nodes. A large tree is folded automatically, but
    not along the path to the goal.
    """
    problem, trace = papers_tree()
    folded = draw_search_tree(problem, trace, boards=False, folded={3})
    assert len(boxes(folded)) == 7
    assert [each.label for each in folded.shapes if isinstance(each, Disc)] == ["+30"]
    few = select_visible(trace, most=12)
    assert len(few.reasons) == 12
    assert set(trace.solution()) <= set(few.reasons)
    assert sum(few.hidden.values()) == 37 - 12


def test_thousands_of_nodes() -> None:
    """A whole tree of more than 5,000 nodes is drawn within 5 seconds."""
    trace, problem = Trace(), load("hanoi", discs=8)
    solve(problem, "breadth-first", observe=trace, limit=Limit(nodes=1700))
    assert len(trace.made) > 5000
    began = time.process_time()
    scene = draw_search_tree(problem, trace, most=None)
    assert len(boxes(scene)) == len(trace.made)
    assert time.process_time() - began < 5


def test_dot_golden() -> None:
    """The golden file contains the text for Graphviz."""
    problem, trace = load("hanoi", discs=2), Trace()
    solve(problem, "breadth-first", observe=trace)
    same_as_golden("trace-hanoi.dot", format_dot(problem, trace))


def test_dot_quotes_anything() -> None:
    """Quotes and backslashes in states and moves cannot break out of their strings."""
    from langkah.views.tree import quote_dot

    assert quote_dot('a"b\\c\nd') == '"a\\"b\\\\c\\nd"'


def test_every_game_is_there() -> None:
    """The small problems of the tests include every game."""
    assert set(SMALL) == set(GAMES)


@pytest.mark.parametrize(
    ("name", "given", "algorithm", "shown", "missing"),
    [
        (
            "hanoi",
            SMALL["hanoi"],
            "breadth-first",
            {"in the frontier", "expanded", "goal", "duplicate", "path to the goal"},
            {"pruned", "cut off"},
        ),
        (
            "mnk",
            SMALL["mnk"],
            "alpha-beta",
            {"visited", "cut off", "best line"},
            {"in the frontier", "expanded", "pruned", "path to the goal"},
        ),
        (
            "queens",
            {"n": 6},
            "backtracking",
            {"visited", "taken back", "goal"},
            {"in the frontier", "expanded", "duplicate"},
        ),
    ],
)
def test_the_legend_has_the_colours_of_the_tree_and_no_others(
    name: str, given: dict[str, Any], algorithm: str, shown: set[str], missing: set[str]
) -> None:
    """The legend explains the colours that occur in the tree, in words that fit the search, and no other colours."""
    trace = Trace()
    solve(load(name, given), algorithm, observe=trace, limit=Limit(nodes=150))
    words = {entry.words for entry in list_legend(trace)}
    assert shown | {"now"} <= words
    assert not words & missing
