"""Benchmarks time only work that gives the right answer, and fail if the answer is missing or wrong."""

import inspect
import sys

import pytest

pytest.importorskip("resource")

from benchmarks import __main__ as table
from benchmarks.measure import alone, check_answer, shell, twin


def test_the_cold_shell_runs_the_real_thing() -> None:
    """Both rows of the table for whole processes are Langkah's, and their peak memory is that of a program that is
    really loaded.
    """
    rows = list(table.cold())
    assert [row.who for row in rows] == ["Langkah", "Langkah"]
    assert all(row.peak is not None and row.peak > 18 << 20 for row in rows)


def test_a_process_that_does_nothing_is_no_row() -> None:
    """Running a module that does nothing, a program that prints another answer, and a failing process are errors."""
    for words in (["-m", "langkah.apps.cli.main"], ["-m", "langkah", "--version"], ["-c", "print(116); exit(3)"]):
        with pytest.raises(RuntimeError, match="exit code"):
            shell(sys.executable, *words, wanted="116")


def test_answers_are_checked() -> None:
    """Each expected field must be in a benchmark's answer, with the expected value. A benchmark without expected fields
    is refused.
    """
    assert check_answer("x", {"states": 3, "cpu": 1.0}, {"states": 3})
    assert check_answer("x", {"states": 3}, {"states": ...})
    for wanted in ({"states": 4}, {"cost": 3}, {"cost": ...}):
        with pytest.raises(RuntimeError, match="x: "):
            check_answer("x", {"states": 3, "none": 0}, wanted)
    with pytest.raises(ValueError, match="nothing is said"):
        check_answer("x", {"states": 3}, {})
    with pytest.raises(RuntimeError, match="cost is 7, not 8"):
        alone("benchmarks.ours:towers", 3, wanted={"cost": 8})
    for function in (alone, shell, twin):
        assert inspect.signature(function).parameters["wanted"].default is inspect.Parameter.empty
