"""Contradictions that refute a proof: a plan cheaper than the heuristic's estimate, and a listed goal that the packed
form rejects. Also the result of a search that a time limit stops.
"""

from pathlib import Path
from typing import Any

import pytest

from langkah import BadInput, Packed, Puzzle, Step, solve

ENDLESS = """
from langkah import Puzzle, Step

class Endless(Puzzle):
    start = 0

    def steps(self, state):
        return [Step("on", state + 1), Step("back", -state)]

    def is_goal(self, state):
        return False
"""


class TooHigh(Puzzle[int, str]):
    """A puzzle whose heuristic is declared admissible, but gives the estimate 8 for the start, from which the least
    cost is 2.
    """

    start = 0
    admissible = True

    def steps(self, state: int) -> list[Step[int, str]]:
        return [Step("long", state + 1, 1), *([Step("short", 6, 2)] if state == 0 else [])] if state < 6 else []

    def is_goal(self, state: int) -> bool:
        return state == 6

    def estimate(self, state: int) -> int:
        return 8 if state == 0 else 0


def test_a_plan_refutes_an_estimate() -> None:
    """If the plan costs less than the estimate of the start, the result is not optimal and names the estimate as too
    high.
    """
    result = solve(TooHigh(), "a-star")
    assert not result.optimal
    assert "is too high: it gives 8 for 0" in result.why


def count_up(state: int, out: Any) -> int:
    """The expansion of the packed form: write the successor to `out`, and return the number of successors."""
    out[0] = state + 1
    return int(state < 9)


def is_wrong_goal(state: int) -> bool:
    """A goal test that is off by one: 10 instead of 9."""
    return state == 10


class WrongGoal(Puzzle[int, str]):
    """A puzzle that lists its goal, 9, while its packed form does not recognise 9 as a goal."""

    start = 0

    def steps(self, state: int) -> list[Step[int, str]]:
        return [Step("on", state + 1)] if state < 9 else []

    def is_goal(self, state: int) -> bool:
        return state == 9

    def goals(self) -> list[int]:
        return [9]

    def packed(self) -> Packed[int]:
        return Packed.of(0, lambda state: state, lambda word: word, count_up, is_wrong_goal, unit_cost=True)


def test_a_listed_goal_refutes_a_packed_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """The contradiction between a listed goal and the packed form is reported instead of a proof of impossibility, even
    if the goal lies beyond the states that are compared.
    """
    monkeypatch.setattr("langkah.engine.packed_check.CHECKED_STATES", 3)
    with pytest.raises(BadInput, match=r"at 9, packed\(\) contradicts steps\(\)"):
        solve(WrongGoal(), "breadth-first")


def test_a_search_that_is_out_of_time_still_answers(tmp_path: Path, langkah: Any) -> None:
    """A search of an endless space prints its result after the time limit, although freeing its nodes takes a while."""
    (tmp_path / "endless.py").write_text(ENDLESS, encoding="utf-8")
    code, out, _err = langkah("solve", str(tmp_path / "endless.py"), "--algorithm", "ucs", "--limit-seconds", "1.5")
    assert code == 4
    assert "nodes expanded" in out
