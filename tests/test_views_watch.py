"""The panes of a watched search, compared with its trace at every event, forward and backward, for every game, for two
example puzzles, and after a round trip through JSON.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from langkah import Kind, Limit, Problem, Result, Trace, load, solve
from langkah.games import GAMES
from langkah.search import ALGORITHMS, list_algorithms
from langkah.tracing.record import NEVER
from langkah.tracing.storage import trace_from_dict
from langkah.views.playback import SPEEDS, Playback
from langkah.views.recording import ListEntry
from tests.small import SMALL

EXAMPLES = Path(__file__).parent.parent / "examples"
OWN = f"{EXAMPLES / 'river.py'}:River", f"{EXAMPLES / 'jugs.py'}:Jugs"
SEARCHES = [
    (name, algorithm) for name in (*SMALL, *OWN) for algorithm in list_algorithms(load(name, SMALL.get(name, {})))
]


def recorded(name: str, algorithm: str, **options: Any) -> tuple[Problem[Any, Any], Trace, Result[Any, Any]]:
    """A small problem, the trace of a search on it, and the result of the search."""
    problem, trace = load(name, SMALL.get(name, {})), Trace()
    result = solve(problem, algorithm, observe=trace, limit=Limit(nodes=150), **options)
    return problem, trace, result


def reopened(problem: Problem[Any, Any], trace: Trace, result: Result[Any, Any]) -> Playback:
    """A playback of the trace after a round trip through JSON, as the terminal opens a stored trace."""
    stored = trace_from_dict(json.loads(json.dumps(trace.as_dict(problem, result))))
    return Playback(stored.problem, stored.trace, stored.ending())


def test_every_game_is_here() -> None:
    """Every game has a small problem in `SMALL`."""
    assert set(GAMES) <= set(SMALL)


@pytest.mark.parametrize(("name", "algorithm"), SEARCHES)
def test_panes_are_the_snapshot_at_every_event_both_ways(name: str, algorithm: str) -> None:
    """At every event, the panes equal the snapshot of the trace. Going backward shows the same panes."""
    problem, trace, result = recorded(name, algorithm)
    playback = Playback(problem, trace, result)
    forth = []
    for at in range(len(trace) + 1):
        forth.append(playback.panes())
        snapshot, panes = trace.after(at), forth[-1]
        assert panes.at == at
        if not playback.recording.walks:
            assert [entry.node for entry in panes.frontier] == [event.node for event in snapshot.frontier()]
            assert panes.waiting == len(snapshot.waiting)
        assert [entry.node for entry in panes.closed] == list(snapshot.done)[::-1]
        assert panes.counters == trace.counters(at)
        assert panes.done == len(snapshot.done)
        playback.step(1)
    assert playback.at == len(trace)
    for at in range(len(trace), -1, -1):
        playback.go(at)
        assert playback.panes() == forth[at]
    assert playback.at == 0


@pytest.mark.parametrize(("name", "algorithm"), SEARCHES)
def test_the_same_through_json(name: str, algorithm: str) -> None:
    """A trace that was stored as JSON shows the same panes, solutions and states as the original."""
    problem, trace, result = recorded(name, algorithm)
    here, there = Playback(problem, trace, result), reopened(problem, trace, result)
    for at in range(0, len(trace) + 1, max(1, len(trace) // 25)):
        here.go(at)
        there.go(at)
        here.look(at % len(trace.made))
        there.look(at % len(trace.made))
        assert there.panes(20) == here.panes(20)
        assert there.trace.solution(at) == here.trace.solution(at)
        assert there.recording.best_line() == here.recording.best_line()
        node = here.shown
        if node >= 0:
            assert there.problem.text(there.trace.node(node).state) == problem.text(trace.node(node).state)


@pytest.mark.parametrize(("name", "algorithm"), SEARCHES)
def test_why_answers_for_every_node_at_every_kind_of_moment(name: str, algorithm: str) -> None:
    """At the start, after one event, in the middle and at the end, every node has an explanation. Its fate equals the
    fate that the explainer gives, and its text is not empty.
    """
    problem, trace, result = recorded(name, algorithm)
    playback = Playback(problem, trace, result)
    for at in {0, 1, len(trace) // 2, len(trace)}:
        playback.go(at)
        explainer = trace.explainer(at)
        for node in trace.made:
            playback.look(node)
            why = playback.panes(1).why
            assert why is not None
            assert why.text
            assert why.fate == explainer.fate(node)


def test_every_kind_of_fate_is_met_and_told() -> None:
    """Each fate of a node occurs in some search: duplicate, pruned, in an earlier round, goal, in the frontier,
    expanded, beyond the depth limit, not yet generated.
    """
    cases = [
        ("hanoi", "breadth-first", "duplicate"),
        ("snakes", "branch-and-bound", "pruned"),
        ("mnk", "alpha-beta", "pruned"),
        ("tiles", "ida-star", "past"),
        ("hanoi", "breadth-first", "goal"),
        ("hanoi", "breadth-first", "waiting"),
        ("hanoi", "breadth-first", "taken"),
    ]
    for name, algorithm, fate in cases:
        problem, trace, result = recorded(name, algorithm)
        playback = Playback(problem, trace, result, len(trace) if fate != "waiting" else len(trace) // 2)
        fates = {playback.trace.why(node, playback.at).fate for node in trace.made}
        assert fate in fates, (name, algorithm)
    trace = Trace()
    problem = load("hanoi", discs=3)
    result = solve(problem, "breadth-first", observe=trace, limit=Limit(depth=2))
    playback = Playback(problem, trace, result, len(trace))
    deep = [node for node in trace.made if trace.why(node).fate == "deep"]
    playback.look(deep[0])
    assert "not expanded" in (playback.panes().why or ("", ""))[1]
    playback.go(0)
    assert (playback.panes().why or ("",))[0] == "unseen"


def test_what_happened_is_a_sentence() -> None:
    """The description of every event is a sentence without unfilled placeholders, and the highlighted line exists in
    the pseudocode.
    """
    for name, algorithm in SEARCHES:
        playback = Playback(*recorded(name, algorithm))
        for at in range(0, playback.length + 1, max(1, playback.length // 30)):
            playback.go(at)
            panes = playback.panes(1)
            assert panes.happened.endswith(".")
            assert "{" not in panes.happened + panes.caption
            assert -1 <= panes.lit < len(playback.recording.code)


def test_jumps() -> None:
    """A playback can jump to the next or previous expansion, to the next notable event, to a goal, and to the event
    that generated a node. Jumps stop at the first and the last event.
    """
    problem, trace, result = recorded("snakes", "branch-and-bound")
    playback = Playback(problem, trace, result)
    takes = [index + 1 for index, event in enumerate(trace.events) if event.kind is Kind.TAKE]
    seen = []
    for _take in takes:
        playback.iterate(1)
        seen.append(playback.at)
    assert seen == takes
    playback.iterate(1)
    assert playback.at == len(trace)
    for at in reversed(takes):
        if at < len(trace):
            playback.iterate(-1)
            assert playback.at == at
    playback.iterate(-1)
    assert playback.at == 0
    playback.strike(1)
    assert trace.events[playback.at - 1].kind not in (Kind.OPEN, Kind.TAKE)
    assert playback.to_goal()
    assert trace.events[playback.at - 1].kind is Kind.GOAL
    node = trace.events[playback.at - 1].node
    assert playback.to_made(node)
    assert trace.events[playback.at - 1].node == node
    assert not playback.to_made(10**9)
    playback.look(10**9)
    assert playback.selected == NEVER


def test_playing_owes_no_event() -> None:
    """The number of events played per second does not depend on the frame rate. Playback pauses at the end, restarts
    from the beginning, and stops on a single step.
    """
    playback = Playback(*recorded("hanoi", "breadth-first"))
    playback.faster(-99)
    assert SPEEDS[playback.speed] == 1
    playback.toggle()
    for _frame in range(40):
        playback.tick(0.1)
    assert playback.at in (3, 4)
    playback.faster(99)
    playback.tick(60.0)
    assert (playback.at, playback.playing) == (playback.length, False)
    playback.toggle()
    assert (playback.at, playback.playing) == (0, True)
    playback.step(1)
    assert (playback.at, playback.playing) == (1, False)


def test_an_empty_record() -> None:
    """A trace without events is shown as a search that has not begun, and every jump leaves the playback at event 0."""
    problem = load("hanoi", discs=1)
    playback = Playback(problem, Trace(), solve(problem, "breadth-first"))
    panes = playback.panes()
    assert (panes.node, panes.frontier, panes.closed, panes.lit) == (NEVER, (), (), -1)
    playback.toggle()
    playback.tick(1.0)
    playback.strike(1)
    playback.iterate(-1)
    assert not playback.to_goal()
    assert not playback.playing
    assert playback.at == 0


def test_costs_are_written_as_in_the_papers() -> None:
    """Costs are written as f = g + h, as f alone if the estimate is 0, and as f with g and h in parentheses if f is not
    their sum.
    """
    assert ListEntry(1, "a", "9", "4", "5").costs == "9 = 4 + 5"
    assert ListEntry(1, "a", "4", "4", "0").costs == "4"
    assert ListEntry(1, "a").costs == ""
    greedy = Playback(*recorded("tiles", "greedy"))
    greedy.go(20)
    for entry in greedy.panes().frontier:
        event = greedy.trace.node(entry.node)
        assert entry.costs == (f"{event.total} (g {event.cost}, h {event.estimate})" if event.estimate else "0")
    playback = Playback(*recorded("snakes", "branch-and-bound"))
    playback.iterate(1)
    playback.iterate(1)
    for entry in playback.panes().frontier:
        event = playback.trace.node(entry.node)
        assert (entry.f, entry.g, entry.h) == (str(event.total), str(event.cost), str(event.estimate))


def test_an_unknown_algorithm_has_no_code() -> None:
    """A stored trace of an algorithm that this version does not have opens, with no pseudocode line highlighted."""
    problem, trace, result = recorded("hanoi", "breadth-first")
    told = json.loads(json.dumps(trace.as_dict(problem, result)))
    told["result"]["algorithm"] = "magic"
    stored = Trace.from_dict(told), told
    assert "magic" not in ALGORITHMS
    found = trace_from_dict(stored[1])
    playback = Playback(found.problem, found.trace, found.ending(), 5)
    assert playback.panes().lit == -1
