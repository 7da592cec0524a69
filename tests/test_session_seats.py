"""Seats and dice of sessions, and sessions that are saved and shared."""

import json
import tomllib
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langkah import BadInput, Chance, load
from langkah.games import GAMES, load_shipped
from langkah.scene import Disc, Scene
from langkah.session import (
    Seat,
    Session,
    make_seat,
    make_token,
    open_link,
    pack_link,
    restore_session,
    save_session,
    unpack_link,
)
from langkah.session.dice import draw_together, list_throws
from tests.nim import Nim
from tests.test_session import hanoi, shortest, walked


def test_opponents_answer_and_are_undone_together() -> None:
    """An opponent moves only in its turn, undo and redo include its reply, and its illegal choice is refused."""
    game = load("tictactoe")
    session = Session(game, seats=[Seat(), make_seat(game, "paper")])
    session.play("1")
    assert session.opponent
    turn = session.respond()
    assert (turn.label, turn.player) == ("5", 1)
    assert session.reason
    with pytest.raises(BadInput, match="person's turn"):
        session.respond()
    assert (session.undo(), session.made) == (True, 0)
    assert (session.redo(), session.made) == (True, 2)
    cheat = Session(game, seats=[Seat("cheat", lambda _state: 99), Seat()])
    with pytest.raises(BadInput, match="cheat chose 99"):
        cheat.respond()
    assert cheat.made == 0


def test_undo_stops_where_no_person_moved() -> None:
    """Undo does not take back an opponent's first move while no person has moved. Without people, it takes back one
    move.
    """
    game = load("tictactoe")
    session = Session(game, seats=[make_seat(game, "paper"), Seat()])
    session.respond()
    assert not session.undo()
    assert session.made == 1
    robots = Session(game, seats=[make_seat(game, "paper"), make_seat(game, "paper")])
    robots.respond()
    robots.respond()
    assert robots.undo()
    assert robots.made == 1


@pytest.mark.parametrize(("name", "seats"), [("tictactoe", 1), ("tictactoe", 3), ("hanoi", 2), ("snakes", 5)])
def test_wrong_number_of_players(name: str, seats: int) -> None:
    """A two-player game has two players, a puzzle one, and a race one to four; any other number is refused."""
    with pytest.raises(BadInput, match=f"{seats} players"):
        Session(load(name), seats=[Seat()] * seats)


@pytest.mark.parametrize("settings", [{}, {"overshoot": "bounce"}, {"six_again": True}, {"die": 4, "overshoot": "win"}])
def test_throws_have_the_chances_of_the_game(settings: dict[str, object]) -> None:
    """The probabilities of the throws add up to 1, their labels are distinct, and each state is reached with the
    probability that the game declares.
    """
    problem = load("snakes", settings)
    assert isinstance(problem, Chance)
    for state in range(0, 100, 7):
        found = list_throws(problem, state)
        assert sum(each.probability for each in found) == 1
        assert len({each.label for each in found}) == len(found)
        led: dict[Any, Fraction] = {}
        for each in found:
            led[each.state] = led.get(each.state, Fraction(0)) + each.probability
        assert led == {after: chance for chance, after in problem.chances(state)}


def test_a_seed_decides_the_race() -> None:
    """The same seed gives the same throws, a throw after undo repeats the undone one, and all faces come up about
    equally often.
    """
    one, other = (walked(Session(load("snakes"), seats=[Seat()] * 3, seed=7), 500) for _times in range(2))
    assert one.turns == other.turns
    assert one.over
    ending = one.ending()
    assert ending is not None
    assert ending.winner == one.turns[-1].player
    assert "has reached the goal" in ending.text
    with pytest.raises(BadInput, match="has reached the goal"):
        one.roll()
    label = one.turns[-1].label
    one.undo()
    assert one.roll().label == label
    firsts = [Session(load("snakes"), seed=seed).roll().label for seed in range(600)]
    assert all(60 < firsts.count(str(face)) < 140 for face in range(1, 7))


def test_race_rules() -> None:
    """In a race, the players take turns, each with a state of their own; a click on a face rolls the dice; moves cannot
    be chosen.
    """
    session = Session(load("snakes"), seats=[Seat()] * 2, seed=3)
    assert session.choices() == []
    assert [session.roll().player for _turn in range(3)] == [0, 1, 0]
    assert session.turn == 1
    assert session.states == [session.turns[2].step.state, session.turns[1].step.state]
    assert session.click("roll 1").kind == "moved"
    assert session.made == 4
    assert set(session.highlights().values()) == {"selected"}
    assert session.click("square 77").kind == "refused"
    with pytest.raises(BadInput, match="dice decide"):
        session.play("3")
    with pytest.raises(BadInput, match="no dice"):
        hanoi().roll()
    assert session.review() == ()
    assert session.marks() == ()
    assert session.least().cost == shortest(session.problem, session.state)  # type: ignore[arg-type]
    assert session.ask().text == "Here the dice decide: roll."


def test_lost_throws() -> None:
    """A throw that leads nowhere is recorded as a lost throw, and a session with lost throws can be shared and
    reopened.
    """
    session = Session(load("snakes", squares=2, jumps={}, start=1), seed=1)
    labels = [session.roll().label for _throw in range(3) if not session.over]
    assert set(labels) <= {"-", "1"}
    assert open_link(make_token(session), load_shipped).states == session.states


def test_every_player_has_a_token() -> None:
    """The tokens of the players have different places and colours; everything else in the picture is as in the picture
    of the game.
    """
    problem = load("snakes")
    picture = draw_together(problem, [5, 5, 9, 0])
    tokens = [shape for shape in picture.shapes if shape.id.startswith("token")]
    assert [shape.role for shape in tokens] == ["piece:0", "piece:1", "piece:2", "piece:3"]
    assert len({(shape.x, shape.y) for shape in tokens if isinstance(shape, Disc)}) == 4
    alone = problem.scene(5)
    assert [shape for shape in alone.shapes if shape.id != "token"] == [
        shape for shape in picture.shapes if not shape.id.startswith("token")
    ]
    assert isinstance(picture, Scene)
    assert "player 4" in picture.title


def test_choosing_instead_of_throwing() -> None:
    """Without dice, a game with dice is a puzzle in which the player chooses the throws, as in the papers."""
    session = Session(load("snakes:paper-2"), dice=False)
    assert session.least().cost == 6
    assert [choice.label for choice in session.choices()] == list("123456")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("moves", [0, 1, 12])
def test_a_link_alone_reopens_the_exact_position(name: str, moves: int) -> None:
    """In every game, a token made after some moves and one undo restores the same states, history and hints, and
    consists of characters that any link can contain.
    """
    session = walked(Session(load(name), seed=5), moves)
    session.undo()
    session.hints, session.grade = 3, 1
    text = make_token(session)
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    again = open_link(text, load_shipped)
    assert again.states == session.states
    assert (again.turns, again.made, again.hints, again.grade) == (session.turns, session.made, 3, 1)
    assert make_token(again) == text


def test_kept_in_json_and_toml() -> None:
    """A saved session survives conversion to JSON and to TOML unchanged."""
    session = walked(Session(load("hanoi", start=[[3, 1], [2], []], goal="peg 3")), 3)
    found = save_session(session)
    assert json.loads(json.dumps(found)) == found
    lines = [f"{name} = {json.dumps(value)}" for name, value in found.items() if name != "settings"]
    lines += ["[settings]", *(f"{name} = {json.dumps(value)}" for name, value in found["settings"].items())]
    assert tomllib.loads("\n".join(lines)) == found
    assert restore_session(found, load_shipped).state == session.state


def test_own_boards_travel_whole(tmp_path: Any) -> None:
    """A shared session contains the board itself, so it can be opened without the file of the board."""
    path = tmp_path / "own.toml"
    path.write_text('game = "klotski"\nboard = """\na.\n*b\n"""\ngoal = { "*" = [[0, 1]] }\n', encoding="utf-8")
    session = walked(Session(load(str(path))), 3)
    text = make_token(session)
    path.unlink()
    again = open_link(text, load_shipped)
    assert again.problem.text(again.state) == session.problem.text(session.state)
    assert again.problem.origin[0] == "klotski"


def test_what_was_made_in_python_cannot_be_kept_but_says_so() -> None:
    """A session whose problem was not loaded by name cannot be saved, and the error says why."""
    with pytest.raises(BadInput, match="loaded by name"):
        save_session(Session(Nim()))
    with pytest.raises(BadInput, match="loaded by name"):
        save_session(Session(load("hanoi").at((1, 1, 1, 1, 1))))


BAD = [
    ({}, "problem is missing"),
    ({"problem": 3}, "problem = 3"),
    ({"problem": "hanoi", "moves": "1-2"}, "moves = '1-2'"),
    ({"problem": "hanoi", "moves": [1]}, "moves = "),
    ({"problem": "hanoi", "moves": ["1-1"]}, "move 1: '1-1' is not a legal move"),
    ({"problem": "hanoi", "moves": ["1"]}, "move 1: '1' could mean 1-2, 1-3"),
    ({"problem": "hanoi", "moves": ["1-2", "1-2"]}, "move 2"),
    ({"problem": "hanoi", "made": -1}, "made = -1"),
    ({"problem": "hanoi", "made": True}, "made = True"),
    ({"problem": "hanoi", "seed": 2**64}, "seed = "),
    ({"problem": "hanoi", "extra": 1}, "'extra' is not known"),
    ({"problem": "hanoi", "langkah": 99}, "langkah = 99"),
    ({"problem": "hanoi", "settings": {"discs": "many"}}, "discs = 'many'"),
    ({"problem": "hanoi", "settings": [1]}, "settings = "),
    ({"problem": "hanoi", "dice": 1}, "dice = 1"),
    ({"problem": "no such game"}, "no such game"),
    ({"problem": "tictactoe", "seats": ["human", "nobody"]}, "nobody"),
    ({"problem": "tictactoe", "seats": ["human"]}, "1 players"),
    ({"problem": "hanoi", "seats": ["paper"]}, "not a game for two"),
    ({"problem": "snakes", "moves": ["7"]}, "'7' is not a possible roll here"),
]


@pytest.mark.parametrize(("found", "line"), BAD)
def test_bad_sessions_are_refused(found: dict[str, Any], line: str) -> None:
    """A wrong saved session is refused with a line that names the mistake; as a link, it is refused, too."""
    with pytest.raises(BadInput) as caught:
        restore_session(found, load_shipped)
    assert line in str(caught.value)
    with pytest.raises(BadInput):
        open_link(pack_link(found), load_shipped)


@pytest.mark.parametrize(
    "name",
    ["evil.py:Evil", "hanoi:evil.py:Evil", "hanoi:../../../etc/passwd", "/etc/passwd", "x.toml", "klotski:x.toml", ""],
)
def test_a_link_opens_no_file_and_runs_nothing(name: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A problem name in a link refers only to shipped games: it opens no file and runs no code, even if a file of this
    name exists.
    """
    monkeypatch.chdir(tmp_path)
    for file in ("evil.py", "hanoi:evil.py", "x.toml", "klotski:x.toml"):
        (tmp_path / file).write_text("raise SystemExit('run!')\n", encoding="utf-8")
    with pytest.raises(BadInput, match="is not known"):
        open_link(pack_link({"problem": name}), load_shipped)


@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda data: pack_link({"x": data.hex()})))
def test_damaged_links_are_refused(text: str) -> None:
    """A random text is refused as a link with `BadInput`."""
    with pytest.raises(BadInput):
        open_link(text, load_shipped)


def test_huge_links_are_refused_before_they_grow() -> None:
    """A short text that would unpack to a huge one is refused as damaged, and so is a truncated token."""
    bomb = pack_link({"problem": "hanoi", "moves": ["1-2"] * 10_000_000})
    assert len(bomb) < 200_000
    with pytest.raises(BadInput, match="damaged"):
        unpack_link(bomb)
    with pytest.raises(BadInput, match="damaged"):
        unpack_link(make_token(hanoi())[:-5])
