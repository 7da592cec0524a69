"""Players: legal and explained moves, strengths, and the results of matches between players."""

import json
import time
from contextlib import suppress
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import solve
from langkah.apps.cli.main import main
from langkah.errors import BadInput, DoesNotFit
from langkah.games import load
from langkah.games.pig import Pig
from langkah.model import Game
from langkah.player_audit import audit
from langkah.player_match import Match, Tally, compute_interval, match, play_game
from langkah.players import PLAYERS, Choice, Player, can_play, list_players, make_player
from langkah.players.human import Human
from langkah.session import Seat, Session, make_seat
from langkah.tracing import Limit, Status
from tests import tictactoe
from tests.nim import Nim

FACTS = json.loads((Path(__file__).parent / "data" / "mnk.json").read_text(encoding="utf-8"))
QUICK = ["paper", "expert", "perfect", "alpha-beta:1", "alpha-beta:3", "monte-carlo:1", "random"]
OURS = ("easy", "medium", "hard", "perfect", "paper", "expert", "alpha-beta", "monte-carlo", "random", "human")


def mnk(**given_settings: object) -> Game[Any, Any]:
    """An m,n,k-game."""
    found = load("mnk", given_settings)
    assert isinstance(found, Game)
    return found


def some_state(game: Game[Any, Any], numbers: list[int]) -> Any:
    """A state in which the game is not over, reached from the start by moves that `numbers` selects."""
    state = game.start
    for number in numbers:
        steps = list(game.steps(state))
        after = steps[number % len(steps)].state
        if game.outcome(after) is not None:
            break
        state = after
    return state


@given(st.lists(st.integers(0, 100), max_size=8), st.sampled_from([*QUICK, "monte-carlo:2"]))
def test_every_move_is_legal_and_explained(numbers: list[int], name: str) -> None:
    """Every option is a legal move with a reason, a second call returns the same options, and the player chooses one of
    them.
    """
    game = mnk()
    state = some_state(game, numbers)
    seated = make_player(name, game, seed=5)
    options = seated.options(state)
    legal = {step.move for step in game.steps(state)}
    assert options
    assert {choice.move for choice in options} <= legal
    assert all(choice.reason for choice in options)
    assert list(seated.options(state)) == list(options)
    assert seated(state) in options


@given(st.lists(st.integers(0, 100), max_size=14), st.sampled_from([3, 4, 5]))
def test_paper_follows_the_formulas(numbers: list[int], size: int) -> None:
    """On any board and for either player, the paper's player chooses the cell that a plain implementation computes."""
    game = mnk(size=size)
    state = some_state(game, numbers)
    marks = game.text(state).replace("\n", "").translate(str.maketrans(".XO", "012"))
    wanted = tictactoe.paper(tuple(map(int, marks)), game.player(state) + 1)
    assert make_player("paper", game)(state).move == wanted


def test_paper_explains_itself() -> None:
    """The paper's player names the rule that decided, with its numbers."""
    game = mnk(position=["X..", "...", "..."])
    assert make_player("paper", game)(game.start) == Choice(
        4, "largest cost of defending: cd = 1; then largest cost of attacking: ca = 3"
    )
    game = mnk(position=["XX.", ".O.", "..."])
    assert "blocks" in make_player("paper", game)(game.start).reason
    game = mnk(position=["OO.", "XX.", "X.."])
    assert make_player("paper", game)(game.start) == Choice(2, "completes a line")


def test_expert_follows_the_rules() -> None:
    """In every position of the game, the expert uses the rule and chooses the cell that the plain code computes, and
    every rule decides somewhere.
    """
    game = mnk()
    seated = make_player("expert", game)
    used = set()
    states = {game.start}
    todo = [game.start]
    while todo:
        state = todo.pop()
        if game.outcome(state) is not None:
            continue
        marks = tuple(map(int, game.text(state).replace("\n", "").translate(str.maketrans(".XO", "012"))))
        number, cell = tictactoe.expert(marks, game.player(state) + 1)
        choice = seated(state)
        assert (choice.move, choice.reason[:7]) == (cell, f"rule {number}:")
        used.add(number)
        for step in game.steps(state):
            if step.state not in states:
                states.add(step.state)
                todo.append(step.state)
    assert len(states) == 5478
    assert used == set(range(1, 9))


NOT_OVER = [
    entry
    for entry in FACTS["random_positions"]
    if (game := mnk(position=entry["rows"], k=entry["k"])).outcome(game.start) is None
]


@pytest.mark.parametrize("entry", NOT_OVER, ids=lambda entry: str(entry["name"]))
def test_perfect_gets_what_the_position_is_worth(entry: dict[str, Any]) -> None:
    """A game between two perfect players ends with the known value of the position."""
    game = mnk(position=entry["rows"], k=entry["k"])
    mover = game.player(game.start)
    found = play_game(game, make_player("perfect", game, 1), make_player("perfect", game, 2))
    value = "draw" if found.winner is None else "win" if found.winner == mover else "loss"
    assert value == entry["value_for_side_to_move"]


def test_perfect_wins_fastest_and_resists_longest() -> None:
    """A game between two perfect players has as many plies as the line of the exact search."""
    game = mnk(rows=3, cols=4, k=3)
    seated = make_player("perfect", game)
    assert "win in" in seated(game.start).reason
    lengths = {
        len(play_game(game, make_player("perfect", game, a), make_player("perfect", game, b)).moves)
        for a in (0, 1)
        for b in (2, 3)
    }
    assert lengths == {len(solve(game).moves)}


def test_perfect_varies_among_equals() -> None:
    """Different seeds give different games, and the same seed gives the same game."""
    game = mnk()
    games = {
        play_game(game, make_player("perfect", game, seed), make_player("perfect", game, -seed)).moves
        for seed in range(1, 30)
    }
    assert len(games) > 10
    again = [
        play_game(game, make_player("perfect", game, 3), make_player("perfect", game, 4)).moves for _time in range(2)
    ]
    assert again[0] == again[1]


def test_perfect_says_when_a_game_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """The perfect player refuses a game that is too large with a clear line instead of searching without end."""
    monkeypatch.setattr("langkah.players.perfect.MOST_NODES", 500)
    game = mnk(rows=6, cols=7, k=4)
    with pytest.raises(DoesNotFit, match="too large to solve"):
        make_player("perfect", game)(game.start)


@pytest.mark.parametrize(("size", "k", "offered"), [((3, 3), 3, True), ((4, 4), 4, True), ((10, 10), 5, False)])
def test_perfect_is_offered_where_it_can_be(size: tuple[int, int], k: int, offered: bool) -> None:
    """The perfect player is offered only for games that a short search solves."""
    assert ("perfect" in list_players(mnk(rows=size[0], cols=size[1], k=k))) is offered


@pytest.mark.parametrize("name", ["perfect", "hard", "alpha-beta:10", "monte-carlo:10"])
def test_an_opponent_always_moves(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a board too large to solve, an opponent makes the best move found within its time, and the perfect player says
    that the move is not proved.
    """
    monkeypatch.setattr("langkah.session.play.MOVE_SECONDS", 0.5)
    game = mnk(rows=10, cols=10, k=5)
    session = Session(game, seats=[Seat(), make_seat(game, name)])
    session.play("45")
    began = time.process_time()
    session.respond()
    assert session.made == 2
    assert session.reason.startswith("not proved") is (name == "perfect")
    assert time.process_time() - began < 5


def test_long_thinking_heeds_the_limits_of_an_audit() -> None:
    """The time limit of an audit stops a player in the middle of its move."""
    game = mnk(rows=6, cols=7, k=4)
    record = audit(make_player("perfect", game), game, 0, limit=Limit(seconds=0.3))
    assert (record.status, record.limit) == (Status.STOPPED, "seconds")
    assert record.stats.seconds < 20


def test_long_thinking_heeds_the_limits_of_a_match() -> None:
    """The time limit of a match stops a perfect, an alpha-beta and a Monte Carlo player in the middle of a move."""
    game = mnk(rows=15, cols=15, k=5)
    for name in ("perfect", "alpha-beta:10", "monte-carlo:10"):
        result = match(game, (name, "random"), games=1000, limit=Limit(seconds=0.3))
        assert (result.status, result.limit) == (Status.STOPPED, "seconds")
        assert result.stats.seconds < 20


@given(st.integers(1, 20), st.booleans())
def test_players_of_any_game(heap: int, last_wins: bool) -> None:
    """The general players need only the model of a game: they are offered for Nim, and the perfect player wins the
    heaps that are known to be won.
    """
    game = Nim(heap, last_wins)
    fitting = [name for name in list_players(game) if name in OURS]
    assert fitting == ["easy", "medium", "hard", "perfect", "alpha-beta", "monte-carlo", "random", "human"]
    winner = play_game(game, make_player("perfect", game), make_player("perfect", game)).winner
    lost = heap % 4 == (0 if last_wins else 1)
    assert winner == int(lost)
    assert play_game(game, make_player("alpha-beta:10", game), make_player("random", game)).winner == 0 or lost


def test_monte_carlo_learns_the_heap() -> None:
    """Simulated random games without an evaluation are enough to play a heap of six correctly."""
    game = Nim(6)
    assert make_player("monte-carlo:3", game)(game.start).move == 2
    assert "simulated games" in make_player("monte-carlo:3", game)(game.start).reason


@pytest.mark.slow
def test_round_robin_of_everyone() -> None:
    """The perfect player loses no game in either seat, and every player scores over 0.6 against the random player."""
    game = mnk()
    names = ["perfect", *(name for name in QUICK if name != "perfect")]
    results = [match(game, pair, games=16, seed=3) for pair in combinations(names, 2)]
    assert len(results) == 21
    for result in results:
        if "perfect" in result.players:
            tally = result.total if result.players[0] == "perfect" else flipped(result.total)
            assert tally.losses == 0, result
            assert result.seats[0].games == result.seats[1].games == 8
    against_random = {r.players[0]: r.total.score for r in results if r.players[1] == "random"}
    assert min(against_random.values()) > 0.6


def flipped(tally: Tally) -> Tally:
    """The tally as the other player sees it: wins and losses are exchanged."""
    return Tally(tally.losses, tally.draws, tally.wins)


@pytest.mark.parametrize("stronger", range(2, 11))
def test_strengths_are_ordered_on_three_by_three(stronger: int) -> None:
    """Each strength has a score of at least 0.5 against the strength below it."""
    result = match(mnk(), (f"alpha-beta:{stronger}", f"alpha-beta:{stronger - 1}"), games=40, seed=1)
    assert result.interval[1] >= 0.5
    assert result.total.score >= 0.5


@pytest.mark.slow
@pytest.mark.parametrize(("stronger", "shape"), list(product(range(2, 6), [(4, 4, 4), (5, 5, 4), (6, 6, 5)])))
def test_strengths_are_ordered_on_larger_boards(stronger: int, shape: tuple[int, int, int]) -> None:
    """On larger boards, the confidence interval of each strength's score against the next lower one reaches at least
    0.5.
    """
    game = mnk(rows=shape[0], cols=shape[1], k=shape[2])
    result = match(game, (f"alpha-beta:{stronger}", f"alpha-beta:{stronger - 1}"), games=20, seed=1)
    assert result.interval[1] >= 0.5, result.interval


def test_strength_beats_weakness_against_a_common_opponent() -> None:
    """Against the random player, a strong alpha-beta player loses no game and scores at most 0.05 less than the weakest
    one.
    """
    game = mnk()
    weak, strong = (match(game, (f"alpha-beta:{n}", "random"), games=60, seed=2).total for n in (1, 8))
    assert strong.losses == 0
    assert strong.score >= weak.score - 0.05


@given(st.integers(0, 200), st.integers(0, 200), st.integers(0, 200))
def test_intervals_hold_the_score(wins: int, draws: int, losses: int) -> None:
    """The confidence interval lies between 0 and 1, contains the score, and is not wider with more games of the same
    score.
    """
    tally = Tally(wins, draws, losses)
    low, high = compute_interval(tally.score, tally.games)
    assert 0 <= low <= tally.score <= high <= 1
    more = compute_interval(tally.score, tally.games * 4)
    assert more[1] - more[0] <= high - low


def test_matches_are_reproducible() -> None:
    """The same seed plays the same games, and another seed plays others."""
    game = mnk(size=4)
    first, again, other = (match(game, ("random", "random"), games=12, seed=seed) for seed in (1, 1, 2))
    assert first.total == again.total
    assert first.plies == again.plies
    assert (first.total, first.plies) != (other.total, other.plies)
    assert first.different == 12


def test_matches_heed_limits() -> None:
    """A match stopped by a limit reports the limit and the number of games played."""
    result: Match = match(mnk(size=4), ("random", "random"), games=10**6, limit=Limit(seconds=0.2))
    assert (result.status, result.limit) == (Status.STOPPED, "seconds")
    assert 0 < result.total.games < 10**6
    assert "of 1000000" in result.why


def test_humans_are_asked_again() -> None:
    """Input that is not a legal move is refused with the legal moves, and the prompt is repeated."""
    game = mnk(position=["XO.", "...", "..."])
    answers = iter(["", "1", "ten", " 5 "])
    said: list[str] = []
    human = Human(game, ask=lambda _prompt: next(answers), tell=said.append)
    assert human(game.start).move == 4
    assert said[0] == "XO.\n...\n..."
    assert sum("not a legal move" in line for line in said) == 3
    assert "3, 4, 5" in said[1]


@pytest.mark.parametrize("spec", ["", "nobody", "alpha-beta:0", "alpha-beta:1.5", "perfect:1", "random:", "expert:x"])
def test_bad_names(spec: str) -> None:
    """Unknown players and impossible strengths are refused."""
    with pytest.raises(BadInput):
        make_player(spec, mnk())


@settings(max_examples=200)
@given(st.text(max_size=12))
def test_any_text_is_a_player_or_a_clear_line(spec: str) -> None:
    """Any text names a player or is refused with `BadInput`."""
    with suppress(BadInput):
        assert isinstance(make_player(spec, mnk()), Player)


def test_large_boards_are_played_in_moments() -> None:
    """Every player except the expert and the perfect player is offered for five in a row on a full-size board and can
    move there.
    """
    game = mnk(rows=15, cols=15, k=5)
    fitting = [name for name in list_players(game) if name in OURS]
    assert fitting == [name for name in OURS if name not in ("expert", "perfect")]
    for name in ("easy", "medium", "hard", "paper", "alpha-beta:2", "monte-carlo:2", "random"):
        assert make_player(name, game)(game.start).reason


def test_match_command(capsys: pytest.CaptureFixture[str]) -> None:
    """`match` prints a table or, with --json, one object with the games of both seats; exit code 4 means a limit
    stopped it.
    """
    assert main(["match", "perfect", "random,paper", "tictactoe", "--games", "6", "--seed", "2"]) == 0
    said = capsys.readouterr().out
    assert "95 % interval" in said
    assert main(["match", "perfect", "random", "tictactoe", "--games", "6", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["losses"]) == (6, 0)
    assert found["as_first"]["games"] == found["as_second"]["games"] == 3
    assert found["interval"][0] <= found["score"] <= found["interval"][1]
    assert main(["match", "perfect", "random,paper", "tictactoe", "--games", "2", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["matches"]) == 2
    assert main(["match", "random", "random", "mnk", "--games", "100000", "--limit-seconds", "0.2", "--json"]) == 4
    assert json.loads(capsys.readouterr().out)["limit"] == "seconds"


def test_matches_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    """`match --show` prints the first games move by move, with a reason for every move and for the result."""
    assert main(["match", "expert", "perfect", "tictactoe", "--games", "2", "--show", "2"]) == 0
    said = capsys.readouterr().out
    assert "1. 5  expert: rule 5: takes the centre" in said
    assert "perfect: solved: draw with best play; then " in said
    assert "the board is full" in said
    assert main(["match", "expert", "perfect", "tictactoe", "--games", "2", "--show", "1", "--json"]) == 0
    (game,) = json.loads(capsys.readouterr().out)["shown"]
    assert len(game["moves"]) == len(game["reasons"]) == 9


@given(st.lists(st.integers(0, 100), max_size=7), st.sampled_from(["perfect", "alpha-beta:3"]))
def test_foreseen_lines_can_be_played(numbers: list[int], name: str) -> None:
    """For each of a player's moves, the line that the player expects after the move is legal."""
    game = mnk()
    state = some_state(game, numbers)
    for choice in make_player(name, game).options(state):
        here = next(step.state for step in game.steps(state) if step.move == choice.move)
        for word in choice.reason.partition("; then ")[2].removesuffix(" ...").split():
            legal = {game.notation(step.move): step.state for step in game.steps(here)}
            here = legal[word]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("perfect nobody tictactoe", "'nobody' is not known"),
        ("perfect expert mnk size=5", "3 x 3"),
        ("perfect random hanoi", "not a game for two"),
        ("perfect random tictactoe --games 0", "from 1 to"),
        ("perfect , tictactoe", "name two players"),
        ("perfect random nothing", "'nothing' is not known"),
        ('perfect random mnk position=["XX","XX"]', "cannot arise"),
    ],
)
def test_bad_matches(words: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Bad arguments give a clear line and exit code 2."""
    assert main(["match", *words.split()]) == 2
    assert told in capsys.readouterr().err


def test_the_table_is_complete() -> None:
    """Every player has a description and a default strength within the legal range."""
    for name, row in PLAYERS.items():
        assert row.about
        if row.strengths:
            low, high, default = row.strengths
            assert low <= default <= high
            board = mnk() if can_play(name, mnk()) else Pig()
            assert make_player(f"{name}:{high}", board).strength == high


def test_opponents_for_people() -> None:
    """Easy takes a win but overlooks a threat, medium blocks a threat, and hard foresees a fork; all give reasons in
    words.
    """
    threat = mnk(position=["XX.", "O..", "..."])  # O to move
    assert len(make_player("easy", threat).options(threat.start)) == 6
    assert {choice.move for choice in make_player("medium", threat).options(threat.start)} == {2}
    wins = mnk(position=["XX.", "OO.", "X.."])
    assert [choice.reason for choice in make_player("easy", wins).options(wins.start)] == ["this move wins at once"]
    fork = mnk(position=["X..", ".O.", "..X"])
    assert {choice.move for choice in make_player("hard", fork).options(fork.start)} <= {1, 3, 5, 7}
    for name in ("easy", "medium", "hard"):
        assert "+" not in make_player(name, fork)(fork.start).reason
