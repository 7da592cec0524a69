"""The odds API of games of chance: its numbers equal those of a naive oracle, stopped work reports the missing parts,
and refusals have a message.
"""

import json
import time
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import httpx
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from langkah import load
from langkah.apps.web.server import make_app
from langkah.dice_odds import find_odds
from langkah.dice_odds.chain import has_odds
from langkah.dice_odds.jumps import change_settings, find_effects
from langkah.dice_odds.policy import find_best_policy
from langkah.errors import BadInput
from langkah.games.snakes import Snakes
from langkah.model import Chance, Puzzle, Step
from langkah.session import Seat, Session
from langkah.settings import Setting
from langkah.tasks import odds, odds_choices, positions
from langkah.tasks.context import Context
from langkah.tasks.odds import OddsRequest, SeatsRequest
from langkah.tasks.odds_choices import ChoicesRequest, GamesRequest
from langkah.tasks.problems import ProblemCatalogue
from langkah.tasks.table import TASKS, read_request
from langkah.tracing import Limit, Stats
from tests import dice_boards
from tests.dice_boards import Board, boards
from tests.webserver import running

Values = dict[str, Any]
BENCH = ProblemCatalogue()
THREE: Values = {"problem": "snakes", "seats": ["human"] * 3, "moves": ["4", "6", "1", "3", "2"]}
STUCK: Values = {"problem": "snakes", "settings": {"squares": 12, "die": 2, "jumps": {"1": 11, "5": 2, "6": 2}}}
NEVER: Values = {"problem": "snakes", "settings": {"squares": 8, "jumps": {str(n): 1 for n in range(2, 8)}}}


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    """A client of the web app, which is served on this machine."""
    with running(make_app()) as found:
        yield found


def asked(client: httpx.Client, path: str, body: Values, status: int = 200) -> list[tuple[str, Values]]:
    """Send a POST request to the odds API. Returns all events of the response, or the error body if the status is not
    200.
    """
    answer = client.post(f"/api/odds{path}", json=body)
    assert answer.status_code == status, answer.text
    if status != 200:
        return [("error", answer.json())]
    events = [[line.partition(": ")[2] for line in part.split("\n")] for part in answer.text.strip().split("\n\n")]
    return [(kind, json.loads(data)) for kind, data in events]


def whole(session: Session, **options: Any) -> Values:
    """All parts of a session's odds, computed in this process; values that JSON cannot represent raise an error."""
    found: Any = odds.work_out_odds(SeatsRequest(session, **options), Context(Limit(seconds=60)))
    json.dumps(found, allow_nan=False)
    return dict(found)


def played(board: Board, seats: int = 1) -> Session:
    """A session on a board."""
    return Session(board.problem(), seats=[Seat()] * seats)


# The numbers


@settings(max_examples=40)
@given(boards(), st.integers(0, 13))
def test_a_position_has_the_odds_of_an_oracle(board: Board, start: int) -> None:
    """From any square, the expected number of turns equals that of dense elimination, and all other figures equal those
    of the library.
    """
    here = board._replace(start=start % board.squares)
    session = Session(board.problem().at(here.start))
    found, known = whole(session), find_odds(session.problem)
    figures = found["figures"]
    assert figures["expected"] == pytest.approx(known.expected) if known.expected else not figures["expected"]
    assert figures["status"] == known.status
    exact = dice_boards.expected(here)
    if exact is None:
        assert figures["expected"] is None
        assert figures["why"] == known.why
    else:
        assert Fraction(found["exact"]["expected"]["text"]) == exact
        assert Fraction(found["exact"]["variance"]["text"]) == known.variance_exact
        assert figures["sd"] == pytest.approx(known.sd, abs=1e-6)
    if known.minimum is None:
        assert set(found) == {"left_out", "figures", "seats"}
        return
    assert (figures["least"], Fraction(figures["least_exact"]["text"])) == (known.minimum, known.probability_of_minimum)
    lengths = found["lengths"]
    assert (lengths["median"], lengths["mode"], lengths["quantiles"]) == (known.median, known.mode, known.quantiles)


@settings(max_examples=25)
@given(boards(six_again=False))
def test_bars_are_the_lengths(board: Board) -> None:
    """Each bar of the chart has the exact probability of its numbers of turns, and the cumulative probability up to its
    end.
    """
    session = played(board)
    assume(odds.find_stand(OddsRequest(session)).game.possible)
    told = odds.work_out_lengths(odds.find_stand(OddsRequest(session)))
    last = told["bars"][-1][0] + told["width"] - 1
    exact = dice_boards.lengths(board, min(last, 40))
    done = Fraction(0)
    for first, chance, by in told["bars"]:
        own = exact[first : first + told["width"]]
        if first + told["width"] > len(exact):
            break
        done += sum(own)
        assert chance == pytest.approx(float(sum(own)), abs=1e-12)
        assert by == pytest.approx(float(done), abs=1e-11)


def test_many_lengths_share_bars() -> None:
    """A long game has at most `MOST_BARS` bars, each for several numbers of turns, and the bars still sum to the
    cumulative probability.
    """
    told = odds.work_out_lengths(odds.find_stand(OddsRequest(Session(load("snakes:paper-2")))))
    long = odds.work_out_lengths(
        odds.find_stand(OddsRequest(Session(load("snakes", rows=20, cols=20, jumps={"399": 2, "398": 3}))))
    )
    assert long["width"] > 1
    assert len(long["bars"]) <= odds.MOST_BARS
    assert long["bars"][-1][2] == pytest.approx(0.999, abs=0.002)
    assert sum(chance for _first, chance, _done in told["bars"]) == pytest.approx(told["bars"][-1][2])


@settings(max_examples=15)
@given(boards(most=8, six_again=False))
def test_seats_by_an_oracle(board: Board) -> None:
    """The win probability of the first of two players on the same square equals the solution of a system of equations
    over all pairs of squares.
    """
    session = played(board)
    exact = dice_boards.first_of_two_wins(board)
    assume(exact is not None and dice_boards.expected(board) is not None)
    told = odds.work_out_race(SeatsRequest(session, players=2), Context())
    assert told["together"][0] == pytest.approx(float(exact or 0), abs=1e-9)
    assert told["standing"] == []


def test_every_seat_of_a_game_under_way() -> None:
    """In the middle of a race of three, every seat has the figures of its own square. The win probabilities take into
    account whose turn it is.
    """
    session = BENCH.session(THREE)
    assert (session.turn, session.states) == (2, [7, 8, 38])
    for seat in (None, 0, 1, 2):
        found = whole(session, seat=seat, players=5)
        square = session.states[2 if seat is None else seat]
        assert found["figures"]["expected"] == pytest.approx(find_odds(load("snakes", start=square)).expected)
        wins = find_odds(session.problem, at=[38, 7, 8]).win_chances
        assert found["seats"]["standing"] == pytest.approx([wins[1], wins[2], wins[0]])
        assert found["seats"]["together"] == pytest.approx(find_odds(load("snakes", start=square), 5).win_chances)


def test_the_one_who_has_arrived() -> None:
    """At the goal, no turns are expected and the win probability is 1. The other players still have odds."""
    session = Session(load("snakes", squares=6, die=6, jumps={}), seats=[Seat(), Seat()], seed=1)
    while not session.over:
        session.roll()
    winner = session.states.index(6)
    found = whole(session, seat=winner)
    assert (found["figures"]["over"], found["figures"]["expected"], found["figures"]["least"]) == (True, 0.0, 0)
    assert found["seats"]["standing"][winner] == 1.0
    assert whole(session, seat=1 - winner)["figures"]["expected"] > 0
    assert odds_choices.weigh_jumps(OddsRequest(session, seat=winner), Context())["rows"] == []


def test_heat_lies_on_the_squares() -> None:
    """Each coloured shape of the heat map is the square of its state and never a token. All visits sum to the expected
    number of turns.
    """
    for saved in (THREE, {"problem": "snakes:paper-1", "moves": ["3"]}, {"problem": "snakes", "dice": False}):
        session = BENCH.session(saved)
        found = whole(session)
        shapes = positions.describe_position(session)["scene"]["shapes"]
        known = find_odds(session.problem.at(session.state)).visits
        cells = {shapes[index]["label"]: value for index, _shade, value in found["heat"]["cells"]}
        assert cells == pytest.approx({str(square): count for square, count in known.items()}, abs=1e-5)
        assert sum(cells.values()) == pytest.approx(found["figures"]["expected"], abs=1e-3)
        assert {shapes[index]["role"].partition(":")[0] for index, *_more in found["heat"]["cells"]} <= {
            "board",
            "cell",
        }
        assert max(shade for _index, shade, _value in found["heat"]["cells"]) == 9


@settings(max_examples=20)
@given(boards(most=12), st.integers(0, 11))
def test_jumps_by_an_oracle(board: Board, start: int) -> None:
    """For each jump, the value `without` is the expected number of turns on the board without this jump, from the same
    square. Rows are sorted by the size of the effect.
    """
    here = board._replace(start=start % board.squares)
    assume(here.jumps and dice_boards.expected(here) is not None)
    told = odds_choices.weigh_jumps(OddsRequest(Session(here.problem())), Context())
    assert {(int(row["from"]), int(row["to"])) for row in told["rows"]} == set(here.jumps.items())
    for row in told["rows"]:
        rest = {foot: end for foot, end in here.jumps.items() if foot != int(row["from"])}
        exact = dice_boards.expected(here._replace(jumps=rest))
        assert row["without"] == (None if exact is None else pytest.approx(float(exact)))
        assert row["handles"] == [f"square {row['from']}", f"square {row['to']}"]
    order = [abs(row["effect"]) if row["effect"] is not None else float("inf") for row in told["rows"]]
    assert order == sorted(order, reverse=True)


def test_choices() -> None:
    """Each choice of the player is evaluated alone, then both together. All of them reduce the expected number of
    turns, and choosing every roll reduces it most.
    """
    session = BENCH.session(THREE)
    here = session.problem.at(38)
    four = change_settings(session.problem, die=4)
    request = ChoicesRequest(session, decline=True, setting="die", value=4)
    told: Any = odds_choices.weigh_choices(request, Context())
    wanted = [
        find_best_policy(here, decline=True),
        find_best_policy(here, [("four", four)]),
        find_best_policy(here, [("four", four)], decline=True),
    ]
    assert [way["expected"] for way in told["ways"]] == [each.expected for each in wanted]
    assert [Fraction(way["exact"]["text"]) for way in told["ways"]] == [each.expected_exact for each in wanted]
    assert told["least"] < told["ways"][2]["expected"] < told["ways"][0]["expected"] < told["expected"]
    assert ["87", "36"] in told["ways"][0]["declined"]
    assert [way["taken"] for way in told["ways"]] == [
        [],
        sorted((str(at) for at, name in wanted[1].choices.items() if name), key=int),
        sorted((str(at) for at, name in wanted[2].choices.items() if name), key=int),
    ]
    assert odds_choices.weigh_choices(ChoicesRequest(session), Context())["ways"] == []


def test_games_really_played() -> None:
    """The same seed simulates the same games. Their mean agrees with the exact value, also on boards where games can
    get stuck.
    """
    session = BENCH.session(THREE)
    first, again, other = (  # type: Any, Any, Any
        odds_choices.play_games(GamesRequest(session, games=40_000, seed=seed, seat=0), Context()) for seed in (7, 7, 8)
    )
    assert first["mean"] == again["mean"] != other["mean"]
    for told in (first, other):
        assert told["agrees"]
        assert abs(told["away"]) <= 4
        assert (told["mean"] - told["expected"]) / told["standard_error"] == pytest.approx(told["away"])
        assert told["expected"] == pytest.approx(find_odds(load("snakes", start=7)).expected)
    stuck = odds_choices.play_games(GamesRequest(BENCH.session(STUCK), games=20_000), Context())
    assert stuck["stuck"] / 20_000 == pytest.approx(1 - stuck["finishes"], abs=0.02)
    assert stuck["agrees"]
    never = odds_choices.play_games(GamesRequest(BENCH.session(NEVER), games=100), Context())
    assert (never["mean"], never["agrees"], never["stuck"]) == (None, None, 100)
    sure = odds_choices.play_games(GamesRequest(Session(load("snakes", squares=5, die=1)), games=100), Context())
    assert (sure["mean"], sure["away"], sure["agrees"]) == (5.0, 0.0, True)


def test_a_lie_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulated games that do not fit the exact value are reported as not agreeing."""
    session = BENCH.session({"problem": "snakes"})
    monkeypatch.setattr(type(odds.find_stand(OddsRequest(session)).game), "expected_if_finished", 40.0)
    assert odds_choices.play_games(GamesRequest(session, games=40_000), Context())["agrees"] is False


def test_boards_that_may_never_end() -> None:
    """If a game may never end, a message says so and there is no expected number of turns; with the choice to decline
    jumps, there can be one.
    """
    never = whole(BENCH.session(NEVER))
    assert never["figures"]["finishes"] == 0
    assert "never be finished" in never["figures"]["why"]
    stuck = whole(BENCH.session(STUCK))
    assert stuck["figures"]["finishes"] == pytest.approx(0.5)
    assert (stuck["figures"]["expected"], stuck["exact"]["expected"]) == (None, None)
    assert "stuck" in stuck["figures"]["why"]
    told = odds_choices.weigh_choices(ChoicesRequest(BENCH.session(STUCK), decline=True), Context())
    assert told["expected"] is None
    assert told["ways"][0]["expected"] is not None
    assert odds_choices.weigh_jumps(OddsRequest(BENCH.session(STUCK)), Context())["why"] == stuck["figures"]["why"]


def test_fractions_that_nobody_could_read() -> None:
    """Fractions with thousands of digits are reported by their number of digits, because Python refuses to convert them
    to text.
    """
    told: Any = odds.write_fraction(Fraction(1, 10**9000 + 1))
    assert told == {"text": None, "digits": pytest.approx(18_000, rel=0.01)}
    assert odds.write_fraction(Fraction(5, 15552)) == {"text": "5/15552", "digits": 6}
    assert odds.write_fraction(None) is None


# Choices


class Walk(Puzzle[int, str], Chance[int]):
    """A walk to the end of a road against the wind: a game of chance that is not built in."""

    settings = (
        Setting("road", 5, "length", 2, 30),
        Setting("wind", 2, "how often it blows back", 2, 9),
        Setting("colour", "red", "of the coat", choices=("red", "blue")),
    )

    def __init__(self, road: int = 5, wind: int = 2, colour: str = "red") -> None:
        self.road, self.wind, self.colour, self.start = road, wind, colour, 0

    def steps(self, state: int) -> Iterable[Step[int, str]]:
        """One step forward or back."""
        return [Step("on", state + 1), Step("back", max(0, state - 1))]

    def is_goal(self, state: int) -> bool:
        """Whether the state is the end of the road."""
        return state == self.road

    def chances(self, state: int) -> Iterable[tuple[Fraction, int]]:
        """One step forward, or one step back by the wind."""
        if state > self.road:
            raise IndexError(state)
        back = Fraction(1, self.wind)
        return [(1 - back, state + 1), (back, max(0, state - 1))]


def test_what_can_be_chosen_is_found_out() -> None:
    """The menu offers the settings that change only the turns of a game. It omits settings that change nothing (the
    colour) or change the goal (the length of the road).
    """
    found = whole(Session(Walk()))
    assert [(row["name"], row["other"]) for row in found["menu"]["settings"]] == [("wind", 3)]
    assert (found["menu"]["decline"], found["menu"]["jumps"], found["heat"]["cells"]) == (False, 0, [])
    assert Fraction(found["exact"]["expected"]["text"]) == find_odds(Walk()).expected_exact
    board = whole(Session(Snakes()))
    assert [(row["name"], row["other"]) for row in board["menu"]["settings"]] == [
        ("die", 4),
        ("overshoot", "bounce"),
        ("six_again", True),
    ]
    assert board["menu"]["decline"]


# Bounds


def test_parts_for_which_there_is_no_time_are_named() -> None:
    """If the time runs out or the task is cancelled, the result has the finished parts and lists the others."""
    session = BENCH.session(THREE)
    everything = [*odds.PARTS]
    assert odds.work_out_odds(SeatsRequest(session), Context(Limit(seconds=1e-9)))["left_out"] == everything
    assert (
        odds.work_out_odds(SeatsRequest(session), Context(Limit(seconds=60), cancelled=lambda: True))["left_out"]
        == everything
    )
    heard: list[Values] = []
    two_parts = Context(Limit(seconds=60), cancelled=lambda: len(heard) == 2, partial=heard.append)
    found = odds.work_out_odds(SeatsRequest(session), two_parts)
    assert found["left_out"] == everything[2:]
    assert set(found) == {"left_out", *everything[:2]}


def test_jumps_choices_and_games_can_be_stopped() -> None:
    """Jumps, choices and simulated games can be cancelled. The result has the finished ones and their total."""
    session = BENCH.session({"problem": "snakes"})
    seen: list[Stats] = []
    looks = iter([False, False, True])
    context = Context(Limit(seconds=60), seen.append, lambda: next(looks))
    told: Any = odds_choices.weigh_jumps(OddsRequest(session), context)
    assert (len(told["rows"]), told["all"]) == (3, 16)
    assert [each.expanded for each in seen] == [1, 2, 3]
    whole_table = {(each.start, each.end): each for each in find_effects(session.problem, told["expected"])}
    for row in told["rows"]:
        assert whole_table[int(row["from"]), int(row["to"])].expected_without == row["without"]
    wanted = ChoicesRequest(session, decline=True, setting="die", value=4)
    once = iter([False, True, True])
    ways = odds_choices.weigh_choices(wanted, Context(Limit(seconds=60), None, lambda: next(once)))
    assert (len(ways["ways"]), ways["left_out"]) == (1, 2)
    none = odds_choices.play_games(GamesRequest(session, games=1000), Context(Limit(seconds=60), None, lambda: True))
    assert (none["games"], none["wanted"], none["mean"], none["agrees"]) == (0, 1000, None, None)


def test_what_is_known_when_time_runs_out_in_the_middle() -> None:
    """On a board of 10,000 squares with a die of 1000 faces, the time runs out: the result contains a lower bound on
    the number of turns and a list of the missing parts.
    """
    settings = {"rows": 100, "cols": 100, "die": 1000, "jumps": {}}
    session = BENCH.session({"problem": "snakes", "settings": settings})
    began = time.monotonic()
    found = odds.work_out_odds(SeatsRequest(session), Context(Limit(seconds=5)))
    assert time.monotonic() - began < 20
    assert found["left_out"] == [name for name in odds.PARTS if name != "figures"]
    assert found["figures"]["status"] == "stopped"
    assert "at least 10 turns" in found["figures"]["why"]


@pytest.mark.slow
def test_ten_thousand_squares_within_the_time_of_a_task() -> None:
    """On 100 x 100 squares with a thousand jumps, all parts are finished within the time limit of the task."""
    jumps = {str(n): (n * 7919) % 9990 + 2 for n in range(7, 9_990, 10) if (n * 7919) % 9990 + 2 != n}
    session = BENCH.session({"problem": "snakes", "settings": {"rows": 100, "cols": 100, "jumps": jumps}})
    found = odds.work_out_odds(SeatsRequest(session), Context(Limit(seconds=TASKS["odds"].seconds)))
    assert found["left_out"] == []
    assert len(json.dumps(found)) < 1_000_000


# The API


def test_parts_come_as_they_are_known(client: httpx.Client) -> None:
    """Each finished part is sent as a progress event, in the order of `PARTS`; the result repeats all parts."""
    events = asked(client, "", {"saved": THREE, "players": 3})
    parts = [data for kind, data in events if kind == "progress"]
    kind, result = events[-1]
    assert kind == "result"
    assert [each["part"] for each in parts] == list(odds.PARTS)
    assert all(result[each["part"]] == each["told"] for each in parts)
    assert result["left_out"] == []
    assert len(result["seats"]["together"]) == 3


def test_every_question_is_answered(client: httpx.Client) -> None:
    """The endpoints for seats, jumps, choices and games return the same results as direct calls."""
    questions: list[tuple[str, Values, Any]] = [
        ("/seats", {"players": 4}, odds.work_out_race),
        ("/jumps", {}, odds_choices.weigh_jumps),
        ("/choices", {"decline": True, "setting": "overshoot", "value": "bounce"}, odds_choices.weigh_choices),
        ("/games", {"games": 1000, "seed": 5}, odds_choices.play_games),
    ]
    for path, options, task in questions:
        kind, result = asked(client, path, {"saved": THREE, **options})[-1]
        assert kind == "result"
        request = read_request(f"odds of {path[1:]}", {"saved": THREE, **options}, BENCH)
        wanted = task(request, Context(Limit(seconds=60)))
        for told in (wanted, result):
            told.pop("seconds", None)
            told.pop("turns_per_second", None)
        assert result == json.loads(json.dumps(wanted))


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("", {"saved": {"problem": "hanoi"}}, 400, "not a game with dice"),
        ("/games", {"saved": {"problem": "mnk"}}, 400, "not a game with dice"),
        ("", {"saved": {"problem": "nothing"}}, 400, "nothing"),
        ("", {"saved": {"problem": "snakes", "settings": {"die": 0}}}, 400, "die = 0"),
        ("", {"saved": {"problem": "snakes"}, "seat": 1}, 400, "seat = 1: there are 1 seats"),
        ("", {"saved": {"problem": "snakes"}, "seat": -1}, 422, "seat"),
        ("", {"saved": {"problem": "snakes"}, "seat": 4}, 422, "seat"),
        ("/seats", {"saved": {"problem": "snakes"}, "players": 1}, 422, "players"),
        ("/seats", {"saved": {"problem": "snakes"}, "players": 101}, 422, "players"),
        ("/games", {"saved": {"problem": "snakes"}, "games": 0}, 422, "games"),
        ("/games", {"saved": {"problem": "snakes"}, "games": 1_000_001}, 422, "1,000,000"),
        ("/games", {"saved": {"problem": "snakes"}, "seed": -1}, 422, "seed"),
        ("/games", {"saved": {"problem": "snakes"}, "seed": "x"}, 422, "seed"),
        ("/choices", {"saved": {"problem": "snakes"}, "setting": "dye", "value": 4}, 400, "die"),
        ("/choices", {"saved": {"problem": "snakes"}, "setting": "die", "value": "many"}, 400, "die = 'many'"),
        ("/choices", {"saved": {"problem": "snakes"}, "setting": "die"}, 400, "die = None"),
        ("/choices", {"saved": {"problem": "snakes"}, "setting": "jumps", "value": 3}, 400, "jumps = 3"),
        (
            "/choices",
            {"saved": {"problem": "snakes", "settings": {"jumps": {}}}, "setting": "squares", "value": 50},
            400,
            "changes the goal",
        ),
        ("/jumps", {"saved": {"problem": "snakes"}, "players": 2}, 422, "players"),
        ("/jumps", {}, 422, "saved"),
    ],
)
def test_refusals(client: httpx.Client, path: str, body: Values, status: int, words: str) -> None:
    """Invalid requests are refused with the expected status and a message that names the mistake."""
    ((_kind, told),) = asked(client, path, body, status)
    assert words in " ".join(told["error"])


def test_declining_where_there_is_nothing_to_decline() -> None:
    """Declining jumps is refused with a message if the game has no jumps."""
    with pytest.raises(BadInput, match="no jumps that a player could decline"):
        odds_choices.weigh_choices(ChoicesRequest(Session(Walk()), decline=True), Context())


def test_the_sheet_tells_who_has_odds(client: httpx.Client) -> None:
    """The description of a problem says whether it has odds, which depends on the abilities of the game and not on its
    name.
    """
    found = {name: client.post("/api/problem", json={"problem": name}).json()["odds"] for name in ("snakes", "tiles")}
    assert found == {"snakes": True, "tiles": False}
    assert has_odds(Walk())
