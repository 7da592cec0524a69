"""What refutes a proof: a plan against an estimate, a listed goal against a packed form; what a time limit leaves."""

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
    """A way of cost 6 looks nearer than one of cost 2, for an estimate that somebody vouches for."""

    start = 0
    admissible = True

    def steps(self, state: int) -> list[Step[int, str]]:
        return [Step("long", state + 1, 1), *([Step("short", 6, 2)] if state == 0 else [])] if state < 6 else []

    def is_goal(self, state: int) -> bool:
        return state == 6

    def estimate(self, state: int) -> int:
        return 8 if state == 0 else 0


def test_a_plan_refutes_an_estimate() -> None:
    """Where its own plan costs less than the estimate said, nothing is called proved."""
    result = solve(TooHigh(), "a-star")
    assert not result.optimal
    assert "is too high: it gives 8 for 0" in result.why


def count_up(state: int, out: Any) -> int:
    """One step on."""
    out[0] = state + 1
    return int(state < 9)


def is_wrong_goal(state: int) -> bool:
    """Off by one."""
    return state == 10


class WrongGoal(Puzzle[int, str]):
    """Lists its goal, which its packed form takes for none."""

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
    """No proof that there is no solution, also where the goal lies beyond what is compared."""
    monkeypatch.setattr("langkah.engine.packed_check.CHECKED_STATES", 3)
    with pytest.raises(BadInput, match=r"at 9, packed\(\) contradicts steps\(\)"):
        solve(WrongGoal(), "breadth-first")


def test_a_search_that_is_out_of_time_still_answers(tmp_path: Path, langkah: Any) -> None:
    """Also where it takes a while to free what it has found."""
    (tmp_path / "endless.py").write_text(ENDLESS, encoding="utf-8")
    code, out, _err = langkah("solve", str(tmp_path / "endless.py"), "--algorithm", "ucs", "--limit-seconds", "1.5")
    assert code == 4
    assert "nodes expanded" in out
