"""Watching a search in the window: the form, where panes lie, real keys and clicks on a screen."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygame import Rect

from langkah import Limit, Trace
from langkah.apps.window.watch.layout import ALL_PANES, compute_watch_em, make_layout
from langkah.apps.window.watch.search_choices import SearchChoices
from langkah.games import GAMES
from langkah.language import current_language
from langkah.search.table import get_algorithm_title
from langkah.tasks.context import Context
from langkah.tasks.request import find_problem_here
from langkah.tasks.solve import solve_problem
from langkah.tasks.trace import list_searches, read_search
from langkah.views.playback import Playback
from tests.screen import Pilot
from tests.window_report import MOST_NODES
from tests.windows import session

EXAMPLES = Path(__file__).parent.parent / "examples"
RIVER = f"{EXAMPLES / 'river.py'}:River"
WATCHED: dict[str, dict[str, Any]] = {
    "hanoi discs=3": {"algorithm": "breadth-first"},
    "klotski:paper": {"algorithm": "a-star", "ties": ["shallow"]},
    "snakes:paper-2": {"algorithm": "branch-and-bound", "estimate": "paper", "duplicates": False, "nodes": 300},
    "mnk rows=2 cols=3 k=2": {"algorithm": "alpha-beta"},
    "tiles rows=2 cols=3 start=[4,5,0,3,1,2]": {"algorithm": "ida-star"},
    "queens n=5": {"algorithm": "backtracking", "find_all": True},
    RIVER: {"algorithm": "depth-first"},
}

pytestmark = pytest.mark.usefixtures("screenless")


def direct(words: str, search: dict[str, Any], moves: tuple[str, ...] = ()) -> Playback:
    """The same search made here and now, without a window."""
    problem, trace = find_problem_here(session(words, moves)), Trace()
    answer = solve_problem(read_search(problem, search, 60.0), Context(), trace)
    return Playback(problem, trace, answer.result)


# The form


@pytest.mark.parametrize("words", WATCHED)
def test_whatever_is_chosen_can_be_searched(words: str) -> None:
    """Any walk through the form ends in a search that runs, and offers only options that the algorithm heeds."""
    played = session(words)
    choices, luck = SearchChoices(list_searches(played)), Random(words)
    seen = set()
    for _step in range(60):
        choices.move(luck.choice([-1, 1, 2]))
        if luck.random() < 0.7:
            choices.turn(luck.choice([-1, 1]))
        else:
            choices.type(luck.choice(["0", "1", "2", "3", ""]))
        seen.add(choices.search["algorithm"])
        heeded = {*choices.algorithm["options"], "algorithm", "depth", "nodes"}
        assert set(choices.search) <= heeded
        rows = [row.name.partition(" ")[0] for row in choices.rows()]
        assert {"ties" if name == "tie" else name for name in rows} <= heeded
        request = read_search(find_problem_here(played), choices.search, 5.0)
        solve_problem(request, Context(Limit(nodes=20)))
    assert len(seen) > 1


def test_numbers_are_typed_and_stepped() -> None:
    """Digits set a limit, Backspace takes them back, arrows climb, and below the smallest limit there is none."""
    choices = SearchChoices(list_searches(session("hanoi")))
    choices.go("nodes")
    for sign in "250":
        choices.type(sign)
    assert choices.search["nodes"] == 250
    choices.turn(1)
    assert choices.search["nodes"] == 500
    choices.type("7")
    assert choices.search["nodes"] == 7
    choices.type("")
    assert "nodes" not in choices.search
    choices.go("depth")
    choices.turn(1)
    assert choices.search["depth"] == 0
    choices.turn(-1)
    assert "depth" not in choices.search
    choices.go("algorithm")
    choices.type("5")
    assert set(choices.search) == {"algorithm"}
    assert all(each["low"] <= each["steps"][0] <= each["high"] for each in choices.options.values() if each["steps"])


@pytest.mark.parametrize(("language", "shown"), [("en", ("1,234,567", "2.5")), ("id", ("1.234.567", "2,5"))])
def test_numbers_are_shown_with_all_their_digits(language: str, shown: tuple[str, str]) -> None:
    """Large limits and weights are written as people read them in their language."""
    kept = current_language.set(language)
    try:
        chosen = {"algorithm": "weighted-a-star", "nodes": 1_234_567, "weight": 2.5}
        rows = {row.name: row.value for row in SearchChoices(list_searches(session("hanoi")), chosen).rows()}
    finally:
        current_language.reset(kept)
    assert (rows["nodes"], rows["weight"]) == shown


def test_what_was_chosen_is_kept_where_it_fits() -> None:
    """The last search is offered again; on a problem that it does not fit, the usual one."""
    chosen = {"algorithm": "beam", "width": 5}
    assert SearchChoices(list_searches(session("hanoi")), chosen).search == chosen
    assert SearchChoices(list_searches(session("mnk")), chosen).search == {"algorithm": "negamax"}


# Where things lie


@given(
    st.integers(420, 2600),
    st.integers(380, 1700),
    st.sampled_from(ALL_PANES),
    st.integers(3, 16),
    st.booleans(),
    st.integers(0, 160),
)
@settings(max_examples=150)
def test_panes_lie_apart_and_inside(wide: int, high: int, tab: str, lines: int, walks: bool, lesson: int) -> None:
    """At any size: all panes are shown, or can be by a tab; none reaches over the edge or over another. There is no
    closed set where a search keeps none."""
    plan = make_layout((wide, high), compute_watch_em((wide, high)), tab, lines, walks=walks, lesson=lesson)
    assert set(plan.panes) | set(plan.tabs) == set(ALL_PANES) - ({"closed"} if walks else set())
    assert bool(plan.lesson.height) == bool(lesson)
    parts = [*plan.panes.values(), plan.header, plan.words, plan.foot]
    parts += [*([plan.bar] if plan.tabs else []), *([plan.lesson] if lesson else [])]
    assert all(Rect(0, 0, wide, high).contains(part) for part in parts)
    assert all(part.collidelist(parts[index + 1 :]) == -1 for index, part in enumerate(parts))
    assert all(part.width > 60 and part.height > 10 for part in plan.panes.values())
    if plan.tabs and tab in plan.tabs:
        assert tab in plan.panes


def test_narrow_windows_have_tabs_and_wide_ones_do_not() -> None:
    """800x600: board and why beside tabs; 1920x1080: everything at once."""
    assert make_layout((800, 600), compute_watch_em((800, 600)), "tree", 11).tabs
    assert not make_layout((1920, 1080), compute_watch_em((1920, 1080)), "tree", 11).tabs
    assert not make_layout((1280, 800), compute_watch_em((1280, 800)), "tree", 11).tabs


# With a screen


def shows(**wanted: Any) -> Callable[[dict[str, Any]], bool]:
    """Whether the report says so about what is watched."""
    return lambda facts: bool(facts["watch"]) and all(facts["watch"].get(name) == each for name, each in wanted.items())


def differs(before: str, facts: dict[str, Any]) -> bool:
    """Whether another algorithm is chosen."""
    return bool(facts["watch"]["chosen"] != before)


def chooses(name: str, facts: dict[str, Any]) -> bool:
    """Whether a game is marked on the sheet of levels."""
    return bool(facts["choosing"] == name)


def test_keys_and_clicks(start: Callable[[str], Pilot]) -> None:
    """The form by keys, the buttons by clicks, slider and tree by the mouse: panes are those of the search itself."""
    plain = direct("hanoi discs=3", {"algorithm": "breadth-first"})
    pilot = start("hanoi discs=3")
    pilot.click("watch")
    pilot.until(shows(stage="form"))
    names = [each["name"] for each in list_searches(session("hanoi discs=3"))["algorithms"]]
    usual = pilot.facts["watch"]["chosen"]
    for place in range(names.index(usual), names.index("breadth-first"), -1):
        pilot.keys("Left")
        pilot.until(partial(differs, names[place]))
    assert pilot.facts["watch"]["form"]["algorithm"] == get_algorithm_title("breadth-first")
    pilot.keys("Return")
    pilot.until(shows(stage="viewing", at=0, of=plain.length))
    for keys_, at in (
        (["Right", "Right", "Right"], 3),
        (["Left"], 2),
        (["End"], plain.length),
        (["Home"], 0),
    ):
        pilot.keys(*keys_)
        found = pilot.until(shows(at=at))["watch"]
        plain.go(at)
        panes = plain.panes()
        assert found["frontier"] == [entry.node for entry in panes.frontier]
        assert found["closed"] == [entry.node for entry in panes.closed]
        assert (found["happened"], found["lit"]) == (panes.happened, panes.lit)
    pilot.keys("g")
    goal = plain.trace.index().goals[0] + 1
    pilot.until(shows(at=goal))
    pilot.click("first")
    pilot.until(shows(at=0))
    pilot.click("forward", "forward", "next", "strike")
    plain.go(2)
    plain.iterate(1)
    plain.strike(1)
    pilot.until(shows(at=plain.at))
    pilot.click("back")
    pilot.until(shows(at=plain.at - 1))
    for _time in range(4):
        pilot.click("faster")
    pilot.until(shows(pace=6))
    pilot.click("play")
    pilot.until(shows(at=plain.length, playing=False))
    facts = pilot.facts
    x, y, wide, _high = facts["watch"]["slider"]
    place = facts["position"]
    pilot.hand("mousemove", place[0] + x + wide // 2, place[1] + y + 2, "mousedown", 1)
    pilot.hand("mousemove", place[0] + x + wide // 4, place[1] + y + 2, "mouseup", 1)
    facts = pilot.until(lambda facts: 0 < facts["watch"]["at"] < plain.length // 2)
    assert abs(facts["watch"]["at"] / plain.length - 0.25) < 0.03


def test_the_tree_by_mouse_and_keys(start: Callable[[str], Pilot]) -> None:
    """Click a node and ask why, go there; walk by keys, fold, zoom by the wheel, drag; tabs where it is narrow."""
    pilot = start("snakes:paper-1")
    pilot.keys("w", "Return")
    pilot.until(shows(stage="viewing"))
    pilot.keys("End", "0")
    facts = pilot.until(lambda facts: facts["watch"]["at"] == facts["watch"]["of"] and facts["watch"]["tree"]["still"])
    assert not facts["watch"]["tree"]["following"]
    assert len(facts["watch"]["tree"]["nodes"]) == min(facts["watch"]["counters"]["generated"], MOST_NODES)
    pilot.keys("c")
    facts = pilot.until(lambda facts: facts["watch"]["tree"]["following"] and facts["watch"]["tree"]["still"])
    node, (x, y) = list(facts["watch"]["tree"]["nodes"].items())[1]
    place = facts["position"]
    pilot.hand("mousemove", x + place[0], y + place[1], "click", 1)
    facts = pilot.until(shows(looked=int(node)))
    assert facts["watch"]["why"][1]
    pilot.keys("Return")
    facts = pilot.until(lambda facts: facts["watch"]["happened"].startswith(f"#{node} "))
    assert facts["watch"]["at"] < facts["watch"]["of"]
    pilot.keys("End")
    pilot.until(lambda facts: facts["watch"]["at"] == facts["watch"]["of"])
    pilot.keys("w")
    facts = pilot.until(lambda facts: facts["watch"]["looked"] not in (int(node), -1))
    pilot.keys("f")
    pilot.until(lambda facts: facts["watch"]["tree"]["folded"])
    pilot.keys("f")
    pilot.until(lambda facts: not facts["watch"]["tree"]["folded"])
    x, y, wide, high = facts["watch"]["tree"]["area"]
    middle = place[0] + x + wide // 2, place[1] + y + high // 2
    across = pilot.facts["watch"]["tree"]["across"]
    pilot.hand("mousemove", *middle)
    pilot.hand("click", 4)
    facts = pilot.until(lambda facts: facts["watch"]["tree"]["across"] > across * 1.2)
    assert not facts["watch"]["tree"]["following"]
    pilot.hand("click", 4)
    pilot.until(lambda facts: facts["watch"]["tree"]["across"] > across * 1.5)
    pilot.keys("Next")
    pilot.until(lambda facts: facts["watch"]["tree"]["across"] < across * 1.3)
    corner = pilot.facts["watch"]["tree"]["corner"]
    pilot.hand("mousedown", 1)
    for share in (10, 25, 40):
        pilot.hand("mousemove", middle[0] - share, middle[1] + share // 2)
    pilot.hand("mouseup", 1)
    facts = pilot.until(lambda facts: facts["watch"]["tree"]["corner"] != corner)
    assert not facts["watch"]["tree"]["following"]
    pilot.keys("c")
    pilot.until(lambda facts: facts["watch"]["tree"]["following"])
    pilot.resize(800, 600)
    pilot.keys("Tab")
    facts = pilot.until(shows(tab="frontier"))
    assert facts["watch"]["panes"] == ["board", "frontier", "why"]
    pilot.click("tab effort")
    facts = pilot.until(lambda facts: "effort" in facts["watch"]["panes"])
    assert facts["watch"]["chart"][2] > 100
    pilot.keys("Escape", "t", "i")
    pilot.until(
        lambda facts: (facts["theme"], facts["language"]) == ("dark", "id") and facts["watch"]["stage"] == "viewing"
    )
    pilot.keys("Escape")
    pilot.until(lambda facts: facts["watch"] is None)


@pytest.mark.slow
def test_every_game_is_watched(start: Callable[[str], Pilot]) -> None:
    """From the sheet of levels to the end of a search and back, in one window, by the keyboard alone."""
    pilot = start("")
    for number, name in enumerate(GAMES):
        if number:
            pilot.keys("l")
            pilot.until(lambda facts: facts["choosing"])
            pilot.keys("Tab")
        pilot.until(partial(chooses, name))
        pilot.keys("Return", "w", "Up")
        pilot.until(lambda facts: facts["watch"] and facts["watch"]["form"])
        pilot.keys("3", "0", "Return")  # the last line of the form is the limit of nodes
        facts = pilot.until(shows(stage="viewing"))
        pilot.keys("Right", "shift+Right", "e")
        facts = pilot.until(lambda facts: facts["watch"]["at"] > 2)
        pilot.keys("End")
        facts = pilot.until(lambda facts: facts["watch"]["at"] == facts["watch"]["of"] > 0)
        assert facts["watch"]["counters"]["expanded"] <= 31
        pilot.keys("Home")
        pilot.until(shows(at=0))
        pilot.keys("Escape")
        pilot.until(lambda facts: facts["watch"] is None)


def test_ones_own_puzzle_is_watched(start: Callable[[str], Pilot]) -> None:
    """A class of one's own, from a position that was played."""
    pilot = start(RIVER)
    pilot.keys("1")
    pilot.until(lambda facts: facts["made"] == 1)
    position = pilot.facts["state"]
    pilot.keys("w", "Return")
    pilot.until(shows(stage="viewing"))
    pilot.keys("Right")
    facts = pilot.until(shows(at=1))
    assert facts["watch"]["board"] == position
    pilot.keys("g")
    pilot.until(lambda facts: "is a goal" in facts["watch"]["happened"])
