"""Ten puzzle files by an author who knew the documents of Langkah but not its code. The files are unchanged.

Each puzzle is solved by the default search, and the result is compared with a plain search.
"""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from langkah import doctor, load, odds, solve
from langkah.tracing import Limit
from tests.oracle import least_cost, replay

FILES = sorted((Path(__file__).parent / "data" / "newcomer").glob("*.py"))
GAMES = ("hexapawn",)


@pytest.mark.parametrize("path", [path for path in FILES if path.stem not in GAMES], ids=lambda path: path.stem)
def test_solved_by_default(path: Path) -> None:
    """The default search proves the least cost, and the plan is legal and ends at a goal."""
    problem: Any = load(str(path))
    found = solve(problem, limit=Limit(seconds=30))
    state, cost = replay(problem, found)
    assert (problem.is_goal(state), cost, found.optimal) == (True, found.cost, True)
    assert found.cost == least_cost(problem)


def test_the_game_for_two() -> None:
    """The value of the two-player game agrees with plain minimax."""
    game: Any = load(str(next(path for path in FILES if path.stem in GAMES)))

    @cache
    def value(state: Any) -> int:
        ended = game.outcome(state)
        if ended is not None:
            return 0 if ended.winner is None else 1 if ended.winner == game.player(state) else -1
        return max(-value(step.state) for step in game.steps(state))

    assert solve(game).value == {1: "win", 0: "draw", -1: "loss"}[value(game.start)]


def test_the_dice() -> None:
    """The expected number of turns in the race, with best play, agrees with plain value iteration."""
    problem: Any = load(str(next(path for path in FILES if path.stem == "race")))
    worth = dict.fromkeys(range(problem.last + 1), 0.0)
    for _sweep in range(120):
        for state in range(problem.last):
            turns = [sum(float(p) * worth[after] for p, after in each) for each in problem.decisions(state).values()]
            worth[state] = 1 + min(turns)
    assert odds(problem).expected == pytest.approx(worth[0], rel=1e-9)


def test_the_doctor_finds_nothing() -> None:
    """The doctor finds no defect in any of the ten puzzles."""
    found = {path.stem: doctor(load(str(path)), limit=Limit(200, 0.1)) for path in FILES}
    assert len(found) == 10
    assert not [name for name, report in found.items() if not report.healthy]
