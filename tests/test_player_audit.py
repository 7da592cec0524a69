"""The audits of players: their numbers are compared with games played one by one by plain code."""

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langkah.apps.cli.main import main
from langkah.games import load
from langkah.model import Game
from langkah.player_audit import Audit, audit
from langkah.players import PLAYERS, Choice, Player, can_play, make_player
from langkah.tracing import Limit, Status
from tests import tictactoe
from tests.nim import Nim


def game(**settings: object) -> Game[Any, Any]:
    """An m,n,k-game."""
    found = load("mnk", settings)
    assert isinstance(found, Game)
    return found


def audited(name: str, seat: int, **settings: object) -> Audit[Any]:
    """The audit of a player, given by name, in a seat."""
    board = game(**settings)
    return audit(make_player(name, board), board, seat, name=name)


class First(Player[Any, Any]):
    """A player that always makes the first legal move."""

    def options(self, state: Any) -> list[Choice[Any]]:
        """The first legal move as the only option."""
        return [Choice(next(iter(self.game.steps(state))).move, "the first")]


@pytest.mark.parametrize("seat", [0, 1])
def test_paper_agrees_with_games_played_one_by_one(seat: int) -> None:
    """The audit of the paper's player has the same numbers of games and the same losing lines as the plain code."""
    record = audited("paper", seat)
    games, lost = tictactoe.play_all(3, tictactoe.paper, seat + 1)
    assert record.games == sum(games.values())
    assert (record.player_wins, record.opponent_wins, record.draws) == (games[seat + 1], games[2 - seat], games[0])
    assert sorted(record.losing_lines) == sorted(tuple(map(str, line)) for line in lost)
    assert record.deterministic
    assert record.status is Status.SOLVED


def test_the_papers_open_question() -> None:
    """The paper's program can be beaten: 4 of 521 games, by a fork."""
    record = audited("paper", 1)
    assert (record.games, record.player_wins, record.opponent_wins, record.draws) == (521, 362, 4, 155)
    assert ("1", "5", "9", "3", "7", "4", "8") in record.losing_lines
    assert not record.unbeaten


def test_expert_never_loses() -> None:
    """The expert loses in neither seat; the numbers are those of an independent implementation of the eight rules."""
    first, second = audited("expert", 0), audited("expert", 1)
    assert first.unbeaten
    assert second.unbeaten
    assert (first.player_wins, first.draws) == (124, 16)
    assert (second.player_wins, second.draws) == (346, 111)


@pytest.mark.parametrize("seat", [0, 1])
def test_perfect_never_loses(seat: int) -> None:
    """The perfect player loses in neither seat with any of its best moves."""
    record = audited("perfect", seat)
    assert record.unbeaten
    assert record.draws > 0
    assert not record.deterministic


@pytest.mark.parametrize("shape", [(3, 4, 3), (2, 4, 2), (4, 4, 3)])
def test_perfect_wins_what_is_won(shape: tuple[int, int, int]) -> None:
    """The perfect player wins every game when it moves first on boards where the first player wins."""
    record = audited("perfect", 0, rows=shape[0], cols=shape[1], k=shape[2])
    assert record.player_wins == record.games > 0


@pytest.mark.parametrize("seat", [0, 1])
def test_random_meets_every_game(seat: int) -> None:
    """The audit of the random player covers the whole game tree, because it considers every choice of the player."""
    record = audited("random", seat)
    assert record.games == 255_168
    assert {record.player_wins, record.opponent_wins} == {131_184, 77_904}
    assert record.draws == 46_080
    assert record.positions == 5_478


@given(st.integers(0, 12), st.booleans(), st.sampled_from([0, 1]))
def test_games_without_lines(heap: int, last_wins: bool, seat: int) -> None:
    """For Nim, a game without lines, the counts are those of a recursion over the game tree."""
    nim = Nim(heap, last_wins)
    record = audit(First(nim), nim, seat, lines=10**6)

    def lost(heap: int, turn: int) -> int:
        if heap == 0:
            return int((turn == seat) == last_wins)
        takes = [1] if turn == seat else [take for take in (1, 2, 3) if take <= heap]
        return sum(lost(heap - take, 1 - turn) for take in takes)

    assert record.opponent_wins == lost(heap, 0) == len(record.losing_lines)
    assert len(set(record.losing_lines)) == len(record.losing_lines)
    assert all(sum(map(int, line)) == heap for line in record.losing_lines)


def test_games_that_never_end_are_recognised() -> None:
    """If both players may pass forever, the audit follows every position instead of every game, and counts each ending
    once.
    """
    nim = Nim(5, passing=True)
    record = audit(First(nim), nim, 1)
    assert record.status is Status.SOLVED
    assert "a game that never ends counts as a draw" in record.why
    assert record.games == record.player_wins + record.opponent_wins == 2
    perfect = audit(make_player("perfect", nim), nim, 0)
    assert perfect.unbeaten
    assert perfect.positions < 12


def test_limits_are_honest() -> None:
    """A stopped audit names the limit that stopped it and proves nothing."""
    board = game(size=4)
    record = audit(make_player("paper", board), board, limit=Limit(nodes=1000))
    assert (record.status, record.limit, record.positions) == (Status.STOPPED, "nodes", 1000)
    assert not record.unbeaten
    shallow = audit(make_player("paper", board), board, limit=Limit(depth=4))
    assert (shallow.status, shallow.limit, shallow.longest) == (Status.STOPPED, "depth", 0)
    exact = game(position=["XO.", "...", "..."])
    assert audit(make_player("paper", exact), exact, limit=Limit(depth=7)).status is Status.SOLVED
    assert audit(make_player("paper", exact), exact, limit=Limit(depth=6)).status is Status.STOPPED


def test_from_any_position() -> None:
    """An audit from a position counts only the games that continue from this position."""
    board = game(position=["X..", ".O.", "..X"])
    record = audit(make_player("paper", board), board)
    assert record.losing_lines == (("3", "7", "4", "8"),)
    assert [board.text(state) for state in record.losing_states[0]][:2] == ["X..\n.O.\n..X", "X.O\n.O.\n..X"]


@pytest.mark.slow
@pytest.mark.timeout(1800)  # two minutes on an idle machine
def test_paper_on_four_by_four() -> None:
    """The audit of eight million games on the 4 x 4 board has the numbers of the plain code, which plays the games one
    by one and caches only the player's moves.
    """
    record = audited("paper", 1, size=4)
    games, lost = tictactoe.play_all(4, cache(tictactoe.paper), 2)
    assert record.games == sum(games.values()) == 8_092_200
    assert record.opponent_wins == games[1] == len(lost) == 1_667
    assert record.draws == games[0]
    assert {tuple(map(str, line)) for line in lost} >= set(record.losing_lines)


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The JSON has the documented fields, and the paper's player moves second by default, as in the paper."""
    assert main(["audit", "paper", "tictactoe", "size=3", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["games"], said["player_wins"], said["opponent_wins"], said["draws"]) == (521, 362, 4, 155)
    assert ["1", "5", "9", "3", "7", "4", "8"] in said["losing_lines"]
    assert len(said["losing_lines"]) == len(said["losing_boards"]) == 4
    assert said["seat"] == "second"


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    """The text output lists losing games and says whether the player is proved never to lose."""
    assert main(["audit", "paper", "tictactoe", "--lines", "1"]) == 0
    said = capsys.readouterr().out
    assert "can be beaten" in said
    assert "a game lost by the player: 1 5 9 3 7 4 8" in said
    assert "3 more" in said
    assert main(["audit", "expert", "tictactoe", "--seat", "first"]) == 0
    assert "proved never to lose" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("papr tictactoe", "Did you mean paper?"),
        ("paper:3 tictactoe", "has no strength"),
        ("alpha-beta:11 tictactoe", "from 1 to 10"),
        ("alpha-beta: tictactoe", "from 1 to 10"),
        ("alpha-beta:-1 tictactoe", "from 1 to 10"),
        ("expert tictactoe size=4", "3 x 3"),
        ("paper hanoi", "not a game for two"),
        ("human tictactoe", "the moves of a human player cannot be listed in advance"),
        ("paper tictactoe --seat third", "third"),
        ("paper tictactoe --lines -1", "not a whole number"),
        ('paper tictactoe position=["XXX","...","..."]', "cannot arise"),
    ],
)
def test_bad_input(words: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Bad arguments give a clear line and exit code 2."""
    assert main(["audit", *words.split()]) == 2
    assert told in capsys.readouterr().err


def test_stopped_and_endless_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    """The exit code is 4 if a limit stops the audit."""
    assert main(["audit", "paper", "mnk", "size=4", "--limit-nodes", "50", "--json"]) == 4
    assert json.loads(capsys.readouterr().out)["limit"] == "nodes"


def test_every_player_can_be_audited_or_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    """A player is audited or refused as the table of players states."""
    for name, row in PLAYERS.items():
        board = "tictactoe" if can_play(name, game()) else "pig"
        code = main(["audit", name, board, "--limit-nodes", "4", "--json"])
        assert code == (4 if row.audited else 2)
    capsys.readouterr()
