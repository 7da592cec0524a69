"""Pig: values against plain value iteration over points and sums, and play with seats, dice and opponents."""

from fractions import Fraction
from typing import Any

import pytest

from langkah import BadInput, Limit, Session, load, match, odds, solve
from langkah.games.pig import Pig, State
from langkah.players import PLAYERS, list_players, make_player
from langkah.run import Run
from langkah.search.expectiminimax import ChanceValues
from langkah.session import make_seat, make_token, open_link


def iterate(target: int, die: int) -> dict[tuple[int, int, int], float]:
    """The winning chance of the player to move, by the points of both players and the sum of the turn, by value
    iteration as in Neller and Presser (2004).
    """
    worth = {(i, j, k): 0.0 for i in range(target) for j in range(target) for k in range(target - i)}
    for _round in range(300):
        change = 0.0
        for i, j, k in reversed(list(worth)):
            turns = [1.0 if i + k + face >= target else worth[i, j, k + face] for face in range(2, die + 1)]
            roll = (1 - worth[j, i, 0] + sum(turns)) / die
            best = max(roll, 1 - worth[j, i + k, 0]) if k else roll
            change, worth[i, j, k] = max(change, abs(best - worth[i, j, k])), best
        if change < 1e-14:
            break
    return worth


@pytest.mark.parametrize(("target", "die"), [(7, 6), (8, 3)])
def test_values_and_choices_are_those_of_value_iteration(target: int, die: int) -> None:
    worth, game = iterate(target, die), Pig(target, die)
    result = solve(game)
    assert result.optimal
    assert float(result.probability or 0) == pytest.approx(worth[0, 0, 0], abs=1e-11)
    assert isinstance(result.probability, Fraction)
    values = ChanceValues(game, Run())
    reached = {each: chance for each, chance in worth.items() if values.knows(State(each[:2], each[2]))}
    assert len(reached) > target * target // 2
    for (i, j, k), chance in reached.items():
        found = values.judge(State((i, j), k))
        assert found.score == pytest.approx(chance, abs=1e-11)
        hold = 1 - worth[j, i + k, 0] if k else -1.0
        assert ("hold" in found.best) == (hold >= chance - 1e-9)


def test_odds_and_expectimax_are_at_home() -> None:
    game = load("pig", target=7)
    found = odds(game)
    assert found.worth_exact == Fraction(1296, 1729) == solve(game).probability
    assert sum(found.win_chances) == pytest.approx(1)
    assert found.worth_exact is not None
    assert found.win_chances[0] == pytest.approx(float(found.worth_exact))
    assert found.as_dict()["worth_exact"] == "1296/1729"
    soon, later = (solve(game, "expectimax", limit=Limit(depth=depth)).probability for depth in (8, 16))
    assert soon is not None
    assert later is not None
    assert 0 < soon < later < found.worth_exact
    with pytest.raises(BadInput, match="is a two-player game"):
        odds(game, players=3)
    with pytest.raises(BadInput, match="a game without dice"):
        solve(game, "alpha-beta")


def test_a_turn_by_hand() -> None:
    """The player chooses, and the dice are thrown automatically. A throw that was undone has the same result when it is
    repeated, and a link restores the state.
    """
    session = Session(load("pig"), seed=5)
    assert [choice.label for choice in session.choices()] == ["roll"]
    assert session.click("roll").kind == "moved"
    assert session.falls
    assert session.choices() == []
    assert session.opponent is not None
    assert session.click("roll").kind == "refused"
    first = session.respond()
    assert first.label in "123456"
    assert session.undo()
    assert session.made == 0
    session.play("roll")
    assert session.respond() == first
    again = open_link(make_token(session), lambda name, given: load(name, given))
    assert again.state == session.state
    with pytest.raises(BadInput, match="no dice here"):
        session.roll()


def test_a_one_takes_the_turn_away() -> None:
    game = Pig(20)
    rolling = State((4, 7), 9, 0, True, 3)
    after = {step.move: step.state for step in game.steps(rolling)}
    assert after["1"] == State((4, 7), 0, 1, False, 1)
    assert after["5"] == State((4, 7), 14, 0, False, 5)
    assert sum(chance for chance, _state in game.chances(rolling)) == 1
    assert game.chances(State((4, 7), 9)) == []
    assert [step.move for step in game.steps(State((4, 7), 0))] == ["roll"]
    hold = next(step.state for step in game.steps(State((4, 7), 9, 1)) if step.move == "hold")
    assert hold.points == (4, 16)
    assert game.outcome(State((12, 0), 8)) is not None


def test_opponents_play_it_and_the_perfect_one_is_no_worse() -> None:
    game = Pig(8)
    names = list_players(game)
    assert {"easy", "medium", "hard", "perfect", "expectimax", "monte-carlo", "random", "human"} == set(names)
    assert "perfect" not in list_players(Pig(100))
    for name in names[:-1]:
        weak = f"{name}:1" if PLAYERS[name].strengths else name
        seats = [make_seat(Pig(3), weak), make_seat(Pig(3), "random", 1)]
        session = Session(Pig(3), seats=seats, seed=2)
        while not session.over:
            session.respond()
        assert session.ending() is not None
    assert match("perfect", "random", game, games=40).total.wins > 25
    one, other = match("medium", "easy", game, games=6, seed=3), match("medium", "easy", game, games=6, seed=3)
    assert one.as_dict() | {"seconds": 0} == other.as_dict() | {"seconds": 0}


def test_advice_knows_the_chances() -> None:
    game = Pig(7)
    session = Session(game)
    session.play("roll")
    session.make(next(step for step in session.list_steps() if step.move == "4"))
    marks = {mark.move: mark for mark in session.marks()}
    assert marks["roll"].chance is not None
    assert marks["hold"].chance is not None
    best = max(marks.values(), key=lambda mark: mark.chance or 0)
    assert best.best
    assert session.least().best == (best.move,)
    worse = next(mark.move for mark in marks.values() if not mark.best)
    session.play(worse)
    lapses = session.review()
    assert [lapse.move for lapse in lapses] == [worse]
    assert "%" in lapses[0].text


def test_a_perfect_player_that_has_no_time_still_moves() -> None:
    player: Any = make_player("perfect", Pig(60))
    player.seconds = 0.2
    choices = player.options(State((3, 4), 7))
    assert choices
    assert "not proved" in choices[0].reason
