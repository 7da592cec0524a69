"""The map task: whole maps and parts of maps, steps on a map, caching, progress and limits."""

import base64
import json
from array import array
from collections import OrderedDict
from pathlib import Path

import pytest

import langkah
from langkah import BadInput, Limit, Session, load
from langkah.tasks import space_map
from langkah.tasks.context import Context
from langkah.tasks.problems import ProblemCatalogue
from langkah.tasks.space_map import MapRequest, make_map
from langkah.tasks.table import run_task
from langkah.tracing import EXPLORING, LAYING_OUT

HANOI = {"problem": "hanoi", "settings": {"discs": 3}}


def test_places_and_ways_agree_with_the_map() -> None:
    """The path of a session on the map ends at the current position. The steps of this path, sent to the task `map
    place`, give the same moves and the same board.
    """
    session = Session(load("hanoi", discs=3))
    for move in ("1-2", "1-3", "2-3"):
        session.play(move)
    drawn = make_map(MapRequest(session), Context())
    assert drawn.graph.get_state(drawn.trail[-1]) == session.state
    told = drawn.as_dict()
    assert told["trail"] == list(drawn.trail)
    onward = array("i", base64.b64decode(told["onward"]))
    assert (told["states"], len(onward), told["farthest"]) == (27, told["steps"], 7)
    saved = {**HANOI, "moves": ["1-2", "1-3", "2-3"]}
    catalogue = ProblemCatalogue()
    way = run_task("map way", {"saved": saved}, Context(), catalogue)["way"]
    place = run_task("map place", {"saved": HANOI, "way": way}, Context(), catalogue)
    position = run_task("position", {"saved": saved}, Context(), catalogue)
    assert (place["moves"], place["text"]) == (["1-2", "1-3", "2-3"], position["text"])
    assert place["scene"]["shapes"] == position["scene"]["shapes"]
    with pytest.raises(BadInput, match="these steps are not possible"):
        run_task("map place", {"saved": HANOI, "way": [9]}, Context(), catalogue)


def test_a_part_grows_with_the_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the space is too large, the map contains the states around the moves of the session and around a solution."""
    monkeypatch.setattr(space_map, "PART_STATES", 300)
    session = Session(load("tiles:15-puzzle"))
    first = make_map(MapRequest(session), Context())
    assert not first.is_whole
    assert len(first.graph) == 300
    assert (first.list_hardest(), first.list_bottlenecks()) == ([], [])
    assert first.graph.distances[0] == 35  # the length of the solution
    session.make(next(iter(session.problem.steps(session.state))))
    second = make_map(MapRequest(session), Context())
    assert second.trail[-1] != 0
    assert second.graph.get_state(second.trail[-1]) == session.state


def test_a_second_look_is_read_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The layout of a large space is read from the cache folder, byte for byte; a damaged cache file is replaced."""
    monkeypatch.setenv("LANGKAH_CACHE", str(tmp_path))
    monkeypatch.setattr(space_map, "_kept", OrderedDict())
    request = MapRequest(Session(load("hanoi", discs=7)))
    first = json.dumps(make_map(request, Context()).as_dict())
    (kept,) = tmp_path.glob("*.map")
    before, told = kept.read_bytes(), []
    for _look in range(2):
        space_map._kept.clear()
        told.append(json.dumps(make_map(request, Context()).as_dict()))
        kept.write_bytes(b"damaged")
    assert told == [first, first]
    space_map._kept.clear()
    make_map(request, Context())
    assert kept.read_bytes() == before


def test_whole_maps_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole map is explored once, and reused after further moves."""
    session = Session(load("hanoi", discs=4))
    make_map(MapRequest(session), Context())
    monkeypatch.setattr(space_map, "explore_graph", None)
    session.play("1-2")
    assert len(make_map(MapRequest(session), Context()).trail) == 2


def test_progress_says_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """The progress reports name the current work: first exploring, then laying out."""
    monkeypatch.setattr(space_map, "_kept", OrderedDict())
    told: list[tuple[str, int]] = []
    context = Context(progress=lambda stats: told.append((stats.engine, stats.expanded)))
    make_map(MapRequest(Session(load("hanoi", discs=3))), context)
    assert {engine for engine, _states in told[:-1]} <= {EXPLORING}
    assert told[-1] == (LAYING_OUT, 27)


def test_limits_and_refusals() -> None:
    """Every limit is obeyed and named in the answer; a two-player game has no map."""
    session = Session(load("hanoi", discs=6))
    assert (found := make_map(MapRequest(session), Context(Limit(nodes=80)))).limit == "nodes"
    assert len(found.graph) <= 80
    found = make_map(MapRequest(session), Context(Limit(depth=3)))
    assert (found.limit, found.is_whole, max(found.graph.depths)) == ("depth", False, 3)
    for given, limit in ((Limit(seconds=1e-6), "seconds"), (Limit(memory=1), "memory")):
        found = make_map(MapRequest(session), Context(given))
        assert (found.limit, len(found.graph)) == (limit, 1)
    assert make_map(MapRequest(session), Context(cancelled=lambda: True)).limit == "cancel"
    with pytest.raises(BadInput, match="tictactoe is a two-player game"):
        langkah.map("tictactoe")
