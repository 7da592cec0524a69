"""What a puzzle can add to the view of a search: a table for each state, and the place of each state on one common
picture.
"""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from langkah import Puzzle, Step, Trace, load, solve
from langkah.model import Problem
from langkah.scene import Disc, Rect, Scene
from langkah.state_table import StateTable
from langkah.views.recording import Recording
from langkah.views.replay import make_replay_page
from langkah.views.tree import has_long_labels
from tests.test_views_replay import Window


class Stairs(Puzzle[int, str]):
    """Climb five stairs, one or two at a time."""

    start = 0
    labels_nodes = True

    def steps(self, state: int) -> list[Step[int, str]]:
        """One stair up, or two."""
        return [Step(f"up {n}", state + n, 3 - n) for n in (1, 2) if state + n <= 5]

    def is_goal(self, state: int) -> bool:
        """Whether the state is the top."""
        return state == 5

    def label(self, state: int) -> str:
        """A label that is too long for a small board."""
        return f"stair number {state}"

    def map_spot(self, state: int) -> str:
        """The id of the shape that stands for the state on the picture."""
        return f"stair {state}"

    def scene(self, state: int) -> Scene:
        """All stairs, and the climber."""
        stairs = [Rect(n, 5 - n, 1, 1, "cell", handle=f"stair {n}", id=f"stair {n}") for n in range(6)]
        return Scene(6, 6, (*stairs, Disc(state + 0.5, 5.5 - state, 0.3, "piece:0", id="climber")), "stairs")

    def working(self, state: int) -> StateTable | None:
        """A table for every state except the top."""
        rows = (("stairs", str(5 - state)),)
        return None if state == 5 else StateTable("Left", ("", "n"), rows, (f"5 - {state} = {5 - state}",), ((0, 0),))


def record(problem: Problem[Any, Any], algorithm: str) -> tuple[Trace, Any]:
    """The trace and the result of a search."""
    trace = Trace()
    return trace, solve(problem, algorithm, observe=trace)


def test_recordings_carry_places_and_tables() -> None:
    """A recording contains each state once, with its place and its table, and one picture for all states. It is plain
    JSON.
    """
    problem = Stairs()
    trace, result = record(problem, "uniform-cost")
    data: Any = json.loads(json.dumps(Recording(problem, trace, result).as_dict()))
    assert data["mapped"]
    assert not data["boards"]["alike"]
    assert [state["spot"] for state in data["states"]] == [f"stair {state}" for state in (0, 1, 2, 3, 4, 5)]
    assert ["board" in state for state in data["states"]] == [True] + [False] * 5
    assert data["states"][2]["table"] == {
        "title": "Left", "head": ["", "n"], "rows": [["stairs", "3"]], "notes": ["5 - 2 = 3"], "marked": [[0, 0]]
    }  # fmt: skip
    assert "table" not in data["states"][-1]
    assert not has_long_labels(problem, trace, [0, 1])
    plain: Any = Recording(load("hanoi"), *record(load("hanoi", discs=2), "a-star")).as_dict()
    assert not plain["mapped"]
    assert not any("table" in state or "spot" in state for state in plain["states"])


# What the page shows at a moment: the fate of every place, the numbers of points of the two paths, and the table.
SEEN = """
(at) => {
  player.go(at);
  const { spots, way, solution } = player.panes.map;
  const count = (line) => line.getAttribute("points").split(" ").filter(Boolean).length;
  const fates = Object.fromEntries([...spots].map(([name, { group }]) => [name, group.getAttribute("data-fate")]));
  const table = [...document.querySelectorAll("#table td, #table .arithmetic")].map((each) => each.textContent);
  return { fates, way: count(way), solution: count(solution), table };
}
"""


def test_a_search_spreads_over_the_picture(tmp_path: Path) -> None:
    """In a replay file, at every moment, forward and backward, the colour of each place shows what has happened to its
    state, the solution is drawn once the goal is found, and the table is that of the node shown. A click on a place
    selects a node of its state.
    """
    problem = Stairs()
    trace, result = record(problem, "uniform-cost")
    path = tmp_path / "stairs.html"
    path.write_text(make_replay_page(problem, trace, result, verdict="solved"), encoding="utf-8")
    moments = [*range(len(trace) + 1), *reversed(range(len(trace)))]

    def look(page: Page) -> Any:
        seen = [page.evaluate(SEEN, at) for at in moments]
        page.evaluate("player.go(4)")
        page.locator("#map [data-id='stair 1']").click()
        chosen = page.evaluate("player.selected")
        visible = page.locator("#map").is_visible(), page.locator("#tree").is_visible()
        page.locator("#centre [data-centre=tree]").click()
        return seen, chosen, visible, (page.locator("#map").is_visible(), page.locator("#tree").is_visible())

    window = Window()
    try:
        seen, chosen, before, after = window.see(path, look)
    finally:
        window.close()
    for at, found in zip(moments, seen, strict=True):
        waiting = {f"stair {event.state}" for event in trace.after(at).frontier()}
        taken = {f"stair {event.state}" for event in trace.events[:at] if event.kind == "take"} - waiting
        assert {name for name, fate in found["fates"].items() if fate == "waiting"} == waiting
        assert {name for name, fate in found["fates"].items() if fate == "taken"} == taken
        goal = any(event.kind == "goal" for event in trace.events[:at])
        assert found["solution"] == (len(result.path) + 1 if goal else 0)
        state = trace.node(max(trace.subject(at), 0)).state
        assert found["table"] == ([] if state == 5 else [str(5 - state), f"5 - {state} = {5 - state}"])
    assert trace.node(chosen).state == 1
    assert (before, after) == ((True, False), (False, True))
