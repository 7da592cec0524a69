"""Views of searches without a frontier (minimax, alpha-beta, backtracking, expectimax): texts use the terms of the
algorithm (MAX and MIN, alpha and beta, trying and taking back), and never the frontier or the closed set. All values
are compared with the recorded events.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from langkah import Kind, Limit, Trace, load, solve
from langkah.language import current_language
from langkah.scores import WIN, score_to_points
from langkah.search import ALGORITHMS, list_algorithms
from langkah.search.algorithm import PATH
from langkah.tracing.points import format_points
from langkah.views.playback import Playback
from langkah.views.quiz import make_walk_questions
from langkah.views.recording import Recording
from langkah.views.watch_screen import draw_screen
from tests.small import SMALL

WALKS = [
    (game, algorithm)
    for game in SMALL
    for algorithm in list_algorithms(load(game, SMALL[game]))
    if ALGORITHMS[algorithm].frontier == PATH
]
FORBIDDEN = {
    "en": re.compile("frontier|closed set|waiting|waits|queue", re.IGNORECASE),
    "id": re.compile("frontier|himpunan tertutup|menunggu|antrean|simpul hidup", re.IGNORECASE),
}
LATE = {"position": ["XOX", "XO.", "..O"]}


def recorded(game: str, algorithm: str, settings: dict[str, Any] | None = None, **more: Any) -> Any:
    """A problem, the trace of a search on it, and the result of the search."""
    problem, trace = load(game, SMALL[game] if settings is None else settings), Trace()
    return problem, trace, solve(problem, algorithm, observe=trace, limit=Limit(nodes=150), **more)


def list_words(value: Any) -> Iterator[str]:
    """All strings in a JSON value, except in fields that are never displayed."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            if name not in ("fates", "themes", "boards", "states", "counters", "kind", "fate"):
                yield from list_words(each)
    elif isinstance(value, list):
        for each in value:
            yield from list_words(each)


@pytest.mark.parametrize("language", ["en", "id"])
@pytest.mark.parametrize(("game", "algorithm"), WALKS)
def test_nothing_waits_where_there_is_no_frontier(game: str, algorithm: str, language: str) -> None:
    """The texts of a recording and of the terminal screen never mention a frontier, a closed set or a queue if the
    algorithm has none.
    """
    token = current_language.set(language)
    try:
        problem, trace, result = recorded(game, algorithm)
        data: Any = Recording(problem, trace, result).as_dict()
        assert data["walks"]
        assert "frontier" not in data["counters"]
        playback = Playback(problem, trace, result)
        words = list(list_words({name: data[name] for name in data if name not in ("result", "title")}))
        for at in range(0, len(trace) + 1, max(1, len(trace) // 7)):
            playback.go(at)
            playback.look(playback.subject)
            words += draw_screen(playback, 130, 40)[1:]
        assert not [text for text in words if FORBIDDEN[language].search(text)]
    finally:
        current_language.reset(token)


def minimax_oracle(trace: Trace, count: int) -> dict[int, tuple[Any, Any, Any]]:
    """For each node in the first `count` events: its alpha, beta and value, computed by replaying these events."""
    found: dict[int, tuple[Any, Any, Any]] = {}
    for event in trace.events[:count]:
        alpha, beta, value = found.get(event.node, (None, None, None))
        if event.alpha is not None:
            alpha, beta = event.alpha, event.beta
        found[event.node] = alpha, beta, event.why if event.kind is Kind.VALUE else value
    return found


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta", "negamax"])
def test_alpha_beta_and_values_stand_at_each_node(algorithm: str) -> None:
    """The columns alpha, beta and value of a recording equal the latest values in the events. Levels alternate between
    MAX and MIN, beginning with MAX.
    """
    problem, trace, result = recorded("mnk", algorithm, LATE)
    data = Recording(problem, trace, result).as_dict()
    assert data["players"]
    for node, level in enumerate(data["nodes"]["level"]):
        assert level == ("MAX", "MIN")[trace.node(node).depth % 2]
    for count, event in enumerate(trace.events, 1):
        if event.node < 0:
            continue
        told = minimax_oracle(trace, count)
        alpha, beta, value = told[event.node]
        shown = [data["words"][data["events"][name][count - 1]] for name in ("alpha", "beta", "value")]
        bounds = ["" if each is None else format_points(each) for each in (alpha, beta)]
        assert shown[:2] == bounds
        if value is None and shown[2]:  # the best value so far, in brackets, is the value of a child
            values = [told[node][2] or "" for node in told if node >= 0 and trace.node(node).parent == event.node]
            below = {each.removeprefix("≤ ").removeprefix("≥ ") for each in values}
            assert shown[2][1:-1] in below
        else:
            assert shown[2] == (value or "")


def test_cuts_come_exactly_where_alpha_meets_beta() -> None:
    """Branches are cut if and only if alpha >= beta; a child inherits the bounds of its parent."""
    _problem, trace, _result = recorded("mnk", "alpha-beta", {"position": ["X..", ".O.", "..X"]})
    more = {event.node for event in trace.events if event.kind is Kind.CUT}
    assert len(more) > 3
    for at, event in enumerate(trace.events):
        if event.kind is Kind.OPEN and event.parent >= 0:
            assert trace.bounds(event.node, at + 1) == trace.bounds(event.parent, at)
        bounds = trace.bounds(event.node, at + 1)
        if event.kind is Kind.UPDATE and bounds and bounds[0] >= bounds[1]:
            assert trace.events[at + 1].kind in (Kind.CUT, Kind.VALUE)  # VALUE: no child is left to cut
        if event.kind is Kind.CUT:
            assert bounds is not None
            assert bounds[0] >= bounds[1]
            assert event.why == f"alpha {format_points(bounds[0])} >= beta {format_points(bounds[1])}"


def test_sentences_of_a_game() -> None:
    """The events of an alpha-beta search are described in textbook terms."""
    playback = Playback(*recorded("mnk", "alpha-beta", LATE))
    told = []
    for at in range(playback.length + 1):
        playback.go(at)
        told.append(playback.panes(1).happened)
    for sentence in (
        "The search begins at #0.",
        "#0 is examined: MAX is to move.",
        "Move 6 leads from #0 to #1, with alpha -∞ and beta +∞.",
        "The value of #3 is known: 0 (a draw).",
        "The best child of #1 (MIN) so far is #4: beta falls to -98.",
        "The value of #1 (MIN) is the least of its children: -98 (MIN wins at ply 2).",
        (
            "The best child of #0 (MAX) so far is #5, +99: "
            "alpha rises to +98, just below it, so that equally good moves are found too."
        ),
        "The other moves of #6 are cut off: alpha +98 >= beta +97.",
        "The value of #6 (MIN) is ≤ +97; its exact value is not needed.",
    ):
        assert sentence in told


def test_sentences_of_backtracking() -> None:
    """The events of backtracking are described as trying a move and taking it back."""
    playback = Playback(*recorded("queens", "backtracking", {"n": 4}))
    told = []
    for at in range(playback.length + 1):
        playback.go(at)
        told.append(playback.panes(1).happened)
    assert "From #0 the search tries move a1: #1." in told
    assert all(f"#{playback.trace.subject(at)}" in told[at] for at in range(1, playback.length + 1))
    backs = [event for event in playback.trace.events if event.kind is Kind.BACK]
    assert [(event.node, event.other) for event in backs] == [(4, 1), (11, 9), (9, 1), (1, 0)]
    assert "The move to #4 is taken back: nothing is left to try below it. Back to #1." in told
    assert playback.trace.why(4).fate == "back"
    assert playback.recording.lit_line(playback.trace.events.index(backs[0]) + 1) == 6
    why = "breaks a rule: no state below it can be a goal"
    assert f"From #1 the search tries move a2 (#2) and takes it back at once: {why}." in told


def test_sentences_where_chance_decides() -> None:
    """An edge below a chance node is described as a chance event, not as a move."""
    playback = Playback(*recorded("snakes", "expectimax"))
    playback.go(3)
    assert playback.trace.events[2].kind is Kind.OPEN
    assert playback.panes(1).happened == "A chance event leads from #0 to #1."
    assert playback.panes(1).caption == "#1: reached from #0 by a roll of the dice"


@pytest.mark.parametrize(
    ("game", "algorithm", "settings"),
    [
        ("mnk", "alpha-beta", LATE),
        ("mnk", "negamax", LATE),
        ("mnk", "minimax", LATE),
        ("queens", "backtracking", {"n": 4}),
        ("queens", "backtracking", {"n": 4, "tree": "full"}),
    ],
)
def test_questions_about_a_walk(game: str, algorithm: str, settings: dict[str, Any]) -> None:
    """Quiz questions about a search without a frontier (what the value of a node is, whether branches are cut off,
    whether the search goes on) have exactly one right answer each, which agrees with the next event. The same trace
    always gives the same questions.
    """
    problem, trace, _result = recorded(game, algorithm, settings)
    asked = make_walk_questions(problem, trace, 50)
    assert asked == make_walk_questions(problem, trace, 50)
    assert len(asked) >= 2
    for question in asked:
        after = trace.events[question.at]
        assert [reply.startswith("right:") for reply in question.replies].index(True) == question.answer
        assert sum(reply.startswith("right:") for reply in question.replies) == 1
        if algorithm == "minimax":
            assert question.choices[question.answer] == format_points(after.bound or 0)
        elif algorithm == "backtracking":
            assert (question.answer == 0) == (after.kind is Kind.OPEN)
            assert question.answer == 0 or after.kind in (Kind.BACK, Kind.PRUNE)
        else:
            assert (question.answer == 0) == (after.kind is Kind.CUT)
            assert question.ask.endswith("Are its remaining branches cut off?")


def test_long_games_keep_their_order() -> None:
    """A win at a later ply has a lower score than a win at an earlier ply, and every win scores higher than every
    estimate, up to 3000 plies.
    """
    points = [score_to_points(WIN - ply, 0) for ply in range(1, 3001)]
    assert points == sorted(points, reverse=True)
    assert len(set(points)) == len(points)
    assert min(points) > 1
    assert score_to_points(WIN - 3, 4) == 93
    assert score_to_points(3 - WIN, 4) == -93
