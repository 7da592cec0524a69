"""The record compared with the search itself: frontier, closed set, counters and reasons, at every event, for every
algorithm on every game.
"""

import json
import re
from collections.abc import Hashable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, Event, Kind, Limit, Problem, Status, Trace, load, solve
from langkah.model import Puzzle
from langkah.search import ALGORITHMS
from langkah.search.algorithm import HEAP, PATH, QUEUE, QUEUES, STACK
from langkah.tracing import Cursor, Snapshot
from langkah.tracing.storage import trace_from_dict, trace_to_dict
from tests.graphs import Graph, graphs
from tests.nim import Nim
from tests.probe import READERS, Probe, Seen
from tests.small import FITTING, SMALL

RECURSIVE = {name for name, row in ALGORITHMS.items() if row.frontier == PATH}  # they store only their path


def recorded(problem: Problem[Any, Any], algorithm: str, **options: Any) -> tuple[Probe, Any]:
    """A probe that looked into the search at every event, and the result of the search."""
    probe = Probe(algorithm)
    limit = options.pop("limit", Limit(nodes=400))
    return probe, solve(problem, algorithm, observe=probe, limit=limit, **options)


def naive(events: list[Event], count: int) -> tuple[dict[int, Event], set[int]]:
    """The frontier and the expanded nodes after `count` events, computed in the plainest way."""
    waiting: dict[int, Event] = {}
    taken: set[int] = set()
    for event in events[:count]:
        if event.kind == "restart":
            waiting, taken = {}, set()
        if event.kind == "open":
            waiting[event.node] = event
        if event.kind == "take" and event.node in waiting:
            taken.add(event.node)
        if event.kind in ("take", "duplicate", "prune"):
            waiting.pop(event.node, None)
    return waiting, taken


def check_frontier(problem: Problem[Any, Any], probe: Probe, dropped: set[Hashable] | None = None) -> None:
    """Check that, at every event, the record has the same frontier as the search, in the same order, and that the
    search remembers no other states.
    """
    snapshot = Snapshot()
    lost: set[Hashable] = set() if dropped is None else dropped
    for event, seen in zip(probe.trace.events, probe.seen, strict=True):
        snapshot.apply(event)
        if event.kind is Kind.RESTART:
            lost.clear()
        if event.kind in (Kind.PRUNE, Kind.DUPLICATE) and event.state is not None:
            lost.add(problem.key(event.state))
        if seen is None:
            continue
        assert [each.node for each in snapshot.frontier()] == seen.frontier, event
        if event.kind is not Kind.RESTART:  # a restart is reported just before the search clears its memory
            check_keys(problem, snapshot, seen, lost)


def check_events(events: list[Event]) -> None:
    """Check the record without looking into the search: it agrees with a plain replay of its events, and the order of
    the events is possible.
    """
    snapshot, opened, taken = Snapshot(), set[int](), set[int]()
    for count, event in enumerate(events, 1):
        if event.kind is Kind.TAKE:
            assert event.node in snapshot.waiting, "taken, but it was not waiting"
        if event.kind is Kind.OPEN:
            assert event.node not in opened, "opened twice"
            opened.add(event.node)
            assert event.parent < 0 or event.parent in taken, "its parent was not taken"
        taken |= {event.node} if event.kind is Kind.TAKE else set()
        snapshot.apply(event)
        if count % 40 == 0 or count == len(events):
            waiting, done = naive(events, count)
            assert (snapshot.waiting, set(snapshot.done)) == (waiting, done)


def check_keys(problem: Problem[Any, Any], snapshot: Snapshot, seen: Seen, lost: set[Hashable]) -> None:
    """Check that the search remembers all expanded states, and no states other than those of the record and some
    dropped ones (`lost`).
    """
    if seen.keys is None:
        return
    held = {problem.key(each.state) for each in (*snapshot.waiting.values(), *snapshot.done.values())}
    assert {problem.key(each.state) for each in snapshot.done.values()} <= seen.keys
    assert seen.keys <= held | lost


@pytest.mark.parametrize(("game", "algorithm"), FITTING)
def test_the_record_holds_what_the_search_holds(game: str, algorithm: str) -> None:
    """For every algorithm and game, at every event: the record and the search have the same frontier, in the same
    order, and the same closed set.
    """
    problem = load(game, SMALL[game])
    probe, result = recorded(problem, algorithm, duplicates=True)
    assert probe.trace.events
    check_events(probe.trace.events)
    if algorithm in RECURSIVE:
        check_path(probe)
    else:
        check_frontier(problem, probe)
    check_counters(probe.trace, result)


def test_readers_look_into_algorithms_that_are_there() -> None:
    """Every reader (a function of the tests that reads the frontier of a running search) belongs to an algorithm in the
    table, and fits the kind of frontier that the algorithm declares.
    """
    assert set(READERS) <= set(ALGORITHMS)
    kept = {"heap": HEAP, "stack": STACK, "queue": QUEUE, "both": QUEUES, "layers": HEAP}
    assert len(READERS) >= 12
    for name, (_function, reader) in READERS.items():
        assert ALGORITHMS[name].frontier == kept[reader.__name__]


def check_path(probe: Probe) -> None:
    """Check a search that stores only the current path: the frontier of the record has at most one node, and the path
    to an expanded node in the record is that of the search.
    """
    snapshot = Snapshot()
    for event, path in zip(probe.trace.events, probe.paths, strict=True):
        snapshot.apply(event)
        assert set(snapshot.waiting) <= {event.node}
        if event.kind is Kind.TAKE and path:
            assert probe.trace.path(event.node) == path


def check_counters(trace: Trace, result: Any) -> None:
    """Check that the record and the search have the same counters at the end."""
    found, stats = trace.counters(), result.stats
    assert (found.expanded, found.skipped, found.pruned) == (stats.expanded, stats.skipped, stats.pruned)
    if result.status is Status.SOLVED:
        assert found.generated == stats.generated


OPTIONS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name, row in ALGORITHMS.items() if name not in RECURSIVE and row.on is Puzzle),
    ("branch-and-bound", {"duplicates": False, "estimate": "wild", "limit": Limit(nodes=60)}),
    ("branch-and-bound", {"estimate": "patchy", "ties": ("high", "shallow")}),
    ("a-star", {"estimate": "wild"}),
    ("a-star", {"estimate": "patchy", "ties": ("first",)}),
    ("beam", {"width": 2, "estimate": "half"}),
    ("depth-first", {"limit": Limit(depth=3)}),
    ("breadth-first", {"limit": Limit(depth=2)}),
    ("ida-star", {"estimate": "half", "limit": Limit(depth=4)}),
    ("depth-first-branch-and-bound", {"estimate": "wild", "limit": Limit(depth=4)}),
    ("bidirectional", {"limit": Limit(depth=3)}),
]


@pytest.mark.parametrize(("algorithm", "options"), OPTIONS, ids=str)
@settings(max_examples=60)
@given(graph=graphs())
def test_on_random_graphs(graph: Graph, algorithm: str, options: dict[str, Any]) -> None:
    """On random graphs, the record agrees with the search: with heuristics of every quality, tie-breaks, limits, and
    without duplicate detection.
    """
    probe, result = recorded(graph, algorithm, **{"limit": Limit(nodes=200), **options})
    check_frontier(graph, probe)
    check_counters(probe.trace, result)


@settings(max_examples=100)
@given(
    graph=graphs(), algorithm=st.sampled_from(["breadth-first", "a-star", "ida-star", "depth-first"]), data=st.data()
)
def test_any_moment_is_reached_from_anywhere(graph: Graph, algorithm: str, data: st.DataObject) -> None:
    """A cursor that jumps between events, and the method `Trace.after`, give the same snapshots as a plain replay."""
    trace = Trace()
    solve(graph, algorithm, observe=trace, limit=Limit(nodes=100))
    cursor = Cursor(trace)
    for count in data.draw(st.lists(st.integers(-1, len(trace) + 1), min_size=1, max_size=12)):
        waiting, taken = naive(trace.events, max(count, 0))
        snapshot = cursor.seek(count)
        assert (snapshot.waiting, set(snapshot.done)) == (waiting, taken)
        assert [each.node for each in snapshot.frontier()] == sorted(waiting, key=lambda node: waiting[node].order)
        assert trace.after(max(count, 0)) == snapshot


def long_trace() -> Trace:
    """The trace of a search with tens of thousands of events and a large frontier."""
    trace = Trace()
    solve(load("hanoi", discs=8, pegs=4), "breadth-first", observe=trace, limit=Limit(nodes=12_000))
    return trace


def test_keyframes_are_no_longer_than_the_record_and_never_far() -> None:
    """All keyframes together hold at most as many nodes as the record has events. The number of events between two
    keyframes is at most 256, or about the size of the largest frontier between them if this is larger.
    """
    trace = long_trace()
    frames = trace.index().frames
    assert len(trace) > 50_000
    assert sum(len(numbers) for _count, numbers in frames) <= len(trace)
    sizes = trace.sizes()
    for (before, _numbers), (after, _more) in pairwise(frames):
        assert after - before <= max(256, 1 + max(sizes[before:after]))


def test_stepping_back_touches_one_event_at_a_time() -> None:
    """Stepping back changes the same snapshot at every step instead of building a new one, and the frontier has the
    right size at every step.
    """
    trace = long_trace()
    counts = range(len(trace), len(trace) - 5_000, -1)
    cursor = Cursor(trace, len(trace))
    cursor.snapshot.frontier()
    sizes = trace.sizes()
    identity = id(cursor.snapshot)
    for count in counts:
        snapshot = cursor.seek(count)
        assert id(snapshot) == identity, "the snapshot was built anew"
        assert len(snapshot.waiting) == sizes[count - 1]
    assert cursor.snapshot == trace.after(counts[-1])


@pytest.mark.parametrize(("game", "algorithm"), FITTING)
def test_the_frontier_is_in_true_order(game: str, algorithm: str) -> None:
    """The node that is expanded next is the first of the frontier (in bidirectional search: the first of one of the two
    frontiers).
    """
    problem = load(game, SMALL[game])
    trace, snapshot = Trace(), Snapshot()
    solve(problem, algorithm, observe=trace, limit=Limit(nodes=400))
    for event in trace.events:
        if event.kind is Kind.TAKE:
            first: dict[str, int] = {}
            for each in snapshot.frontier():
                first.setdefault(each.side, each.node)
            assert event.node in first.values(), event
        snapshot.apply(event)


def test_memory_is_bounded_and_what_is_missing_is_said() -> None:
    """A trace stores at most `most` events, and counts the others by kind; the search is not affected."""
    whole, short = Trace(), Trace(most=50)
    problem = load("hanoi", discs=4)
    result = solve(problem, "breadth-first", observe=whole)
    assert solve(problem, "breadth-first", observe=short).cost == result.cost
    assert len(short) == 50
    assert short.left_out == len(whole) - 50
    assert sum(short.missing.values()) == short.left_out
    assert short.events == whole.events[:50]
    assert short.missing[Kind.GOAL] == 1
    assert "place" in short.why(max(short.after(50).waiting)).text


class Doors(Puzzle[int, str]):
    """A puzzle with three rooms and a goal, which is called home. One room has a direct way that costs more than a
    detour, so that a search generates duplicates.
    """

    start = 0
    ways = {0: [("a", 1, 5), ("b", 2, 1)], 1: [("home", 3, 9)], 2: [("c", 1, 1), ("back", 0, 1)], 3: []}

    def steps(self, state: int) -> list[Any]:
        from langkah import Step

        return [Step(*way) for way in self.ways[state]]

    def is_goal(self, state: int) -> bool:
        return state == 3


def fates(trace: Trace, count: int | None = None) -> dict[str, list[str]]:
    """The nodes by their fate, each with its reason."""
    found: dict[str, list[str]] = {}
    for number in trace.made:
        reason = trace.why(number, count)
        found.setdefault(reason.fate, []).append(f"#{number} {reason.text}")
    return found


def test_why_of_every_kind() -> None:
    """The reasons for these fates: expanded, duplicate, goal, in the frontier, and not yet generated."""
    trace = Trace()
    assert solve(Doors(), "uniform-cost", observe=trace).cost == 11
    assert fates(trace) == {
        "taken": ["#0 expanded in iteration 1", "#2 expanded in iteration 2", "#3 expanded in iteration 3"],
        "duplicate": ["#1 duplicate of #3", "#4 duplicate of #0"],
        "goal": ["#5 expanded in iteration 4; a goal"],
    }
    assert fates(trace, 3)["waiting"] == ["#1 place 1 of 1 in the frontier; this node comes first"]
    assert fates(trace, 4)["waiting"] == [
        "#1 place 2 of 2 in the frontier; #2 comes first: its value, 1, is less than 5",
        "#2 place 1 of 2 in the frontier; this node comes first",
    ]
    assert fates(trace, 1) == {
        "waiting": ["#0 place 1 of 1 in the frontier; this node comes first"],
        "unseen": [f"#{n} not yet reached at this step" for n in (1, 2, 3, 4, 5)],
    }


def test_why_names_bounds_and_limits() -> None:
    """Reasons name the bound, the depth limit, the round of a deepening search, the beam, or the end of the search."""

    def of(algorithm: str, **options: Any) -> Trace:
        trace = Trace()
        solve(load("hanoi", discs=3), algorithm, observe=trace, **options)
        return trace

    killed = fates(of("branch-and-bound"))["pruned"]
    assert killed
    assert all("bound" in text and ">= best 7" in text for text in killed)
    assert all(
        "; not expanded: beyond the depth limit" in text
        for text in fates(of("breadth-first", limit=Limit(depth=2)))["deep"]
    )
    deepening = fates(of("iterative-deepening"))
    assert any("belongs to an earlier round; the current round has the bound 7" in text for text in deepening["past"])
    assert any("8 > bound 7" in text for text in deepening["pruned"])
    assert any("outside the beam of width 1" in text for text in fates(of("beam", width=1))["pruned"])
    stopped = of("breadth-first", limit=Limit(nodes=5))
    assert any("still in the frontier when the search ended" in text for text in fates(stopped)["waiting"])


def test_why_in_games_for_two() -> None:
    """In a two-player game, reasons name values and cut-offs, and the best line is in the tree."""
    trace = Trace()
    game = load("mnk", rows=3, cols=3, k=3, position=["XO.", ".X.", "..O"])
    result = solve(game, "alpha-beta", observe=trace)
    assert trace.value(0) is not None
    told = fates(trace)
    assert any("alpha" in text and ">= beta" in text for text in told["pruned"])
    assert any("the other moves of this node are not examined: alpha" in text for text in told["taken"])
    assert "MAX is to move; value: +97 (MAX wins at ply 3)" in trace.why(0).text
    line = trace.follow([step.move for step in result.path])
    assert [trace.node(number).state for number in line] == list(result.states[: len(line)])
    assert len(line) >= 2


@pytest.mark.parametrize("algorithm", ["breadth-first", "a-star", "ida-star", "bidirectional", "greedy"])
def test_stored_and_read_again(algorithm: str) -> None:
    """A trace that is stored as JSON and read again has the same frontiers, reasons, paths and counters; storing it
    again gives the same JSON.
    """
    problem, trace = load("hanoi", discs=3), Trace()
    result = solve(problem, algorithm, observe=trace)
    text = json.dumps(trace.as_dict(problem, result, at=7, board=lambda state: f"board of {state}"))
    stored = trace_from_dict(json.loads(text))
    again = trace_to_dict(stored.trace, stored.problem, at=stored.at)
    again["result"] = stored.result
    assert json.loads(json.dumps(again)) == json.loads(text)
    assert stored.problem.label(stored.trace.node(0).state) == problem.label(problem.start)
    for count in range(0, len(trace) + 1, 5):
        there, here = stored.trace.after(count), trace.after(count)
        assert [each.node for each in there.frontier()] == [each.node for each in here.frontier()]
        assert set(there.done) == set(here.done)
        assert stored.trace.counters(count) == trace.counters(count)
    assert fates(stored.trace) == fates(trace)
    assert stored.trace.path(trace.goals()[0]) == trace.path(trace.goals()[0])


def test_games_are_stored_too() -> None:
    """The infinite bounds and values of a two-player game survive storing as JSON."""
    trace, game = Trace(), Nim(6)
    solve(game, "negamax", observe=trace)
    text = json.dumps(trace.as_dict(game), allow_nan=False)
    assert fates(Trace.from_dict(json.loads(text))) == fates(trace)


def junk() -> st.SearchStrategy[Any]:
    """A stored trace with one part replaced by a random value, or only a random value."""
    trace, problem = Trace(), load("hanoi", discs=2)
    solve(problem, "a-star", observe=trace)
    good = trace.as_dict(problem)
    parts = (
        [(name,) for name in good]
        + [("nodes", name) for name in good["nodes"]]
        + [("events", name) for name in good["events"]]
    )
    anything = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=6,
    )

    def spoiled(part: tuple[str, ...], value: Any) -> Any:
        found = json.loads(json.dumps(good))
        inner = found[part[0]] if len(part) > 1 else found
        inner[part[-1]] = value
        return found

    return st.builds(spoiled, st.sampled_from(parts), anything) | anything


@settings(max_examples=300)
@given(junk())
def test_junk_is_refused_in_one_line(value: Any) -> None:
    """A random value is either refused in one line, or read as a trace that can be used."""
    told: tuple[str, ...] = ()
    try:
        stored = trace_from_dict(value)
    except BadInput as error:
        told = error.lines
    if told:
        assert len(told) == 1
        assert "is not a stored trace" in told[0]
    else:
        fates(stored.trace)
        stored.trace.after(len(stored.trace)).frontier()


def test_the_clock() -> None:
    """A timed trace contains the time of each event and stores these times; an untimed one has none. Invalid times are
    refused.
    """
    problem, trace = load("hanoi", discs=3), Trace(most=40, timed=True)
    solve(problem, "breadth-first", observe=trace)
    assert trace.seconds is not None
    assert len(trace.seconds) == len(trace) == 40
    assert trace.seconds[0] < 1e-3
    assert all(a <= b for a, b in pairwise(trace.seconds))
    found = json.loads(json.dumps(trace.as_dict(problem)))
    again = trace_from_dict(found).trace.seconds
    assert again is not None
    assert list(again) == found["seconds"]
    assert trace.first(10).as_dict(problem)["seconds"] == found["seconds"][:10]
    assert Trace().as_dict(problem)["seconds"] is None
    for wrong in ([1.0], [0.0] * 39 + [-1.0], [0.0] * 39 + ["x"], list(range(40, 0, -1))):
        with pytest.raises(BadInput):
            trace_from_dict({**found, "seconds": wrong})


@pytest.mark.parametrize(
    ("algorithm", "words"),
    [
        ("breadth-first", r"#(\d+) comes first: it was generated earlier"),
        ("depth-first", r"#(\d+) comes first: it was generated later"),
        (
            "a-star",
            (
                r"#(\d+) (comes first: its value, \d+, is less than \d+|has the same value, \d+, but the "
                r"tie-break rule puts it first)"
            ),
        ),
    ],
)
def test_why_another_node_comes_first(algorithm: str, words: str) -> None:
    """The reason for a frontier node names the first node of the frontier, and why that node comes first."""
    trace = Trace()
    solve(load("klotski:classic"), algorithm, observe=trace, limit=Limit(nodes=60))
    for count in range(20, len(trace) - 1, 7):
        explainer, frontier = trace.explainer(count), [event.node for event in trace.after(count).frontier()]
        for node in frontier[1:]:
            found = re.search(words + "$", explainer.explain(node).text)
            assert found
            assert int(found[1]) == frontier[0]
