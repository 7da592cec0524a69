"""Searches that keep no frontier: what is said of MAX and MIN, of alpha and beta, of trying and taking back; never of a
frontier, a closed set or waiting. Everything against the events themselves."""

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
    """A problem, its record and its result."""
    problem, trace = load(game, SMALL[game] if settings is None else settings), Trace()
    return problem, trace, solve(problem, algorithm, observe=trace, limit=Limit(nodes=150), **more)


def list_words(value: Any) -> Iterator[str]:
    """Every text in JSON values, but for those that people never see."""
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
    """On the page, in the replay file, in window and terminal: no word of what this search does not have."""
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
    """For each node made by then its alpha, beta and value, by replaying every event."""
    found: dict[int, tuple[Any, Any, Any]] = {}
    for event in trace.events[:count]:
        alpha, beta, value = found.get(event.node, (None, None, None))
        if event.alpha is not None:
            alpha, beta = event.alpha, event.beta
        found[event.node] = alpha, beta, event.why if event.kind is Kind.VALUE else value
    return found


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta", "negamax"])
def test_alpha_beta_and_values_stand_at_each_node(algorithm: str) -> None:
    """The columns for viewers say what the events said last; who is to move alternates from MAX."""
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
        if value is None and shown[2]:  # the best so far, in brackets, is that of a child
            values = [told[node][2] or "" for node in told if node >= 0 and trace.node(node).parent == event.node]
            below = {each.removeprefix("≤ ").removeprefix("≥ ") for each in values}
            assert shown[2][1:-1] in below
        else:
            assert shown[2] == (value or "")


def test_cuts_come_exactly_where_alpha_meets_beta() -> None:
    """A branch is cut where alpha >= beta, nowhere else; children inherit the bounds of their parents."""
    _problem, trace, _result = recorded("mnk", "alpha-beta", {"position": ["X..", ".O.", "..X"]})
    more = {event.node for event in trace.events if event.kind is Kind.CUT}
    assert len(more) > 3
    for at, event in enumerate(trace.events):
        if event.kind is Kind.OPEN and event.parent >= 0:
            assert trace.bounds(event.node, at + 1) == trace.bounds(event.parent, at)
        bounds = trace.bounds(event.node, at + 1)
        if event.kind is Kind.UPDATE and bounds and bounds[0] >= bounds[1]:
            assert trace.events[at + 1].kind in (Kind.CUT, Kind.VALUE)  # a value where no child is left to be cut
        if event.kind is Kind.CUT:
            assert bounds is not None
            assert bounds[0] >= bounds[1]
            assert event.why == f"alpha {format_points(bounds[0])} >= beta {format_points(bounds[1])}"


def test_sentences_of_a_game() -> None:
    """What happens is told in the words of the textbook."""
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
    """It tries, and takes back."""
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
    """No move is made: chance leads to the children."""
    playback = Playback(*recorded("snakes", "expectimax"))
    playback.go(3)
    assert playback.trace.events[2].kind is Kind.OPEN
    assert playback.panes(1).happened == "A chance event leads from #0 to #1."
    assert playback.panes(1).caption == "#1: reached from #0 by a roll"


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
    """'Is this branch cut?', 'Which value?', 'Does it go on?': the record agrees with the answer and with no other."""
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
            assert question.ask.endswith("Are its remaining branches pruned?")


def test_long_games_keep_their_order() -> None:
    """A win is worth less the later it comes, and always more than a guess, however long a game lasts."""
    points = [score_to_points(WIN - ply, 0) for ply in range(1, 3001)]
    assert points == sorted(points, reverse=True)
    assert len(set(points)) == len(points)
    assert min(points) > 1
    assert score_to_points(WIN - 3, 4) == 93
    assert score_to_points(3 - WIN, 4) == -93
