"""Two small animated searches for the first page: the same board, without and with an estimate.

Both are real searches, recorded once; the page only replays their events.
"""

from typing import Any, Literal, TypedDict, cast

from langkah.games import load
from langkah.search import SearchRequest, get_algorithm_title, run_search
from langkah.tracing import Kind, Trace
from langkah.views.strokes import SceneJson, scene_to_strokes
from langkah.views.tree_layout import lay_out_tree

BOARD = "tiles:nilsson"
SEARCHES = ("breadth-first", "a-star")

# A board that every search solves at once, and on which they differ: depth-first takes 1,191 steps where 11 are enough,
# greedy 17, and A* expands 24 nodes where breadth-first expands 779.
COMPARED = "tiles?start=1%202%205%200%206%203%204%207%208"


class DemoNodeJson(TypedDict):
    """A node of the search tree: its coordinates, and the index of its parent (-1 for the root)."""

    x: float
    y: float
    parent: int


class DemoSearchJson(TypedDict):
    """An animated search on the first page: the nodes of its tree, its events (each with the index of its node), and
    the indices of the nodes on the path to the goal.
    """

    title: str
    nodes: list[DemoNodeJson]
    events: list[tuple[Literal["open", "take"], int]]
    path: list[int]


class DemoJson(TypedDict):
    """The demonstration on the first page: searches whose trees grow, pictures of the states along the solution, and
    links that watch the search and compare it with others.
    """

    searches: list[DemoSearchJson]
    scenes: list[SceneJson]
    link: str
    compare: str


def describe_demo() -> DemoJson:
    """Run the searches of the demonstration, draw the path that they find, and add the links."""
    problem = load(BOARD)
    found = [_record_search(problem, name) for name in SEARCHES]
    states = run_search(problem, SearchRequest(SEARCHES[-1])).states
    scenes = [scene_to_strokes(problem.scene(state)) for state in states]
    link = f"{BOARD}&watch&algorithm={SEARCHES[-1]}"
    return {"searches": found, "scenes": scenes, "link": link, "compare": f"{COMPARED}&compare"}


def _record_search(problem: Any, algorithm: str) -> DemoSearchJson:
    """Record one search for the demonstration. The result has the coordinates of the nodes, the order in which the
    nodes are generated and expanded, and the path to the goal.
    """
    trace = Trace()
    run_search(problem, SearchRequest(algorithm), trace)
    opened = [event for event in trace.events if event.kind is Kind.OPEN]
    numbers = {event.node: number for number, event in enumerate(opened)}
    children: dict[int, list[int]] = {}
    for event in opened:
        if event.parent >= 0:
            children.setdefault(numbers[event.parent], []).append(numbers[event.node])
    layout = lay_out_tree([0], children)
    found: Any = {
        "title": get_algorithm_title(algorithm),
        "nodes": [
            {"x": layout.places[number][0] / max(layout.width, 1), "y": layout.places[number][1] / (layout.depth - 1)}
            | {"parent": numbers.get(event.parent, -1)}
            for number, event in enumerate(opened)
        ],
        "events": [
            [str(event.kind), numbers[event.node]]
            for event in trace.events
            if event.kind in (Kind.OPEN, Kind.TAKE) and event.node in numbers
        ],
        "path": [numbers[node] for node in trace.solution()],
    }
    return cast("DemoSearchJson", found)
