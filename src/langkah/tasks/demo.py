"""A small search that plays itself on the first page: the same board searched blindly, then with a good guess.

Both are real searches, recorded once; the page only shows their events one after the other.
"""

from typing import Any

from langkah.games import load
from langkah.search import SearchRequest, get_algorithm_title, run_search
from langkah.tasks.context import Values
from langkah.tracing import Kind, Trace
from langkah.views.strokes import scene_to_strokes
from langkah.views.tree_layout import lay_out_tree

BOARD = "tiles:nilsson"
SEARCHES = ("breadth-first", "a-star")

# A board on which every search is done at once, and searches differ: depth-first takes 1,191 steps where 11 are enough,
# greedy 17, and A* expands 24 nodes where breadth-first expands 779.
COMPARED = "tiles?start=1%202%205%200%206%203%204%207%208"


def describe_demo() -> Values:
    """The searches as trees that grow, the way that they find as pictures, and links to watch it and to compare."""
    problem = load(BOARD)
    found = [_record_search(problem, name) for name in SEARCHES]
    states = [problem.start, *(step.state for step in found[-1].pop("steps"))]
    found[0].pop("steps")
    scenes = [scene_to_strokes(problem.scene(state)) for state in states]
    links = {"link": f"{BOARD}&watch&algorithm={SEARCHES[-1]}", "compare": f"{COMPARED}&compare"}
    return {"searches": found, "scenes": scenes, **links}


def _record_search(problem: Any, algorithm: str) -> Values:
    """One search: where its nodes stand, in which order they are made and taken, and which lead to the goal."""
    trace = Trace()
    result = run_search(problem, SearchRequest(algorithm), trace)
    opened = [event for event in trace.events if event.kind is Kind.OPEN]
    numbers = {event.node: number for number, event in enumerate(opened)}
    children: dict[int, list[int]] = {}
    for event in opened:
        if event.parent >= 0:
            children.setdefault(numbers[event.parent], []).append(numbers[event.node])
    layout = lay_out_tree([0], children)
    return {
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
        "steps": result.path,
    }
