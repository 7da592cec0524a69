"""If compiled code is refused, the message names the line of the puzzle's source and the error on this line."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from langkah import BadInput, Limit, Store
from langkah.apps.cli.main import main
from langkah.doctor_checks import examine
from langkah.engine import explore as exploring
from langkah.engine.explore import explore
from langkah.engine.kernels import operators
from langkah.engine.watched_code import find_refusal
from langkah.errors import DoesNotFit

MINE = """from langkah import Packed, Puzzle, Step

LIST = [3, 4, 1 << 62]
FAR = 1 << 40


def square(number):
    return number * number


def expand(state, out, data):
    value = state + 1
    {code}
    out[0] = value
    return 1 if state < 9000 else 0


def goal(state):
    return state == -1


class Mine(Puzzle):
    start = 0

    def steps(self, state):
        out = [0] * 8
        return [Step("on", out[place]) for place in range(expand(state, out, [5]))]

    def is_goal(self, state):
        return goal(state)

    def packed(self):
        return Packed.of(0, int, int, expand, goal, branching=1, data=[5])
"""


def write_mine(folder: Path, code: str) -> Any:
    """Write the puzzle with `code` as its line 13, import the file, and return the class."""
    path = folder / "mine.py"
    path.write_text(MINE.format(code=code), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("mine", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Mine


def find_text(folder: Path, code: str) -> str:
    """The reason why compiled code is refused for this line; an empty text if compiled code supports the line."""
    found = find_refusal(write_mine(folder, code)().packed(), range(100))
    return "" if found is None else found.text


PAST = {
    "value = FAR * FAR": "1099511627776 * 1099511627776 exceeds 2**63 (state 0)",
    "value += (state + 1) << 62": "2 << 62 exceeds 2**63 (state 1)",
    "value = 3 << (state + 60)": "3 << 62 exceeds 2**63 (state 2)",
    "value = 1 << (state + 63)": "1 << 63 exceeds 2**63 (state 0)",
    "value = (1 << 99 - state) % 7": "1 << 99 exceeds 2**63 (state 0)",
    "value = max(LIST) + max(LIST)": "4611686018427387904 + 4611686018427387904 exceeds 2**63 (state 0)",
    "value = abs(-LIST[2] * 2)": "abs -9223372036854775808 exceeds 2**63 (state 0)",
    "value = -(-LIST[2] - LIST[2])": "--9223372036854775808 exceeds 2**63 (state 0)",
    "value = (-2) ** (2 * state + 62)": "-2 ** 64 exceeds 2**63 (state 1)",
    "for i in range(70): value *= 3": "4052555153018976267 * 3 exceeds 2**63 (state 0)",
}


@pytest.mark.parametrize("code", PAST)
def test_numbers_that_pass_a_machine_word(code: str, tmp_path: Path) -> None:
    """If a number exceeds a machine word, the message shows the expression with its numbers."""
    assert find_text(tmp_path, code) == f"{tmp_path / 'mine.py'}, line 13, in expand: {PAST[code]}"


RAISED = {
    "value = LIST[state]": "IndexError: list index out of range (state 3)",
    "value = data[state]": "IndexError: list index out of range (state 1)",
    "value = 1 << (5 - state)": "ValueError: negative shift count (state 6)",
    "value = 7 // (4 - state)": "ZeroDivisionError: integer division or modulo by zero (state 4)",
    "out[state] = 1": "IndexError: out[2] is out of range for branching = 1 (state 2)",
    "out[1] = 5; return 2": "expand(0) writes more than branching = 1 successors",
    "out[0] = -3; return 1": "expand(0) gives a number outside 0 to 2**63 - 1",
}


@pytest.mark.parametrize("code", RAISED)
def test_what_python_refuses_too(code: str, tmp_path: Path) -> None:
    """Code that fails in Python too is refused with Python's error, or with the violated rule of the packed form."""
    assert find_text(tmp_path, code) == f"{tmp_path / 'mine.py'}, line 13, in expand: {RAISED[code]}"


def test_the_innermost_line_is_named(tmp_path: Path) -> None:
    """If the error is in a helper function, the message names the line of the helper function."""
    text = find_text(tmp_path, "value = square(FAR)")
    assert text.startswith(f"{tmp_path / 'mine.py'}, line 8, in square: ")


@pytest.mark.parametrize(
    "code", ["value += data[-1]", "value = abs(~(state > 3))", "value += (-state).bit_length()", "value += 0 << 99"]
)
def test_what_means_the_same_compiled(code: str, tmp_path: Path) -> None:
    """Negative indices, inverted truth values, bit lengths of negative numbers and long shifts of 0 are not refused."""
    assert find_text(tmp_path, code) == ""


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use compiled code from the first state on."""
    pytest.importorskip("numba")
    monkeypatch.setattr(exploring, "PATIENCE_STATES", 0)


@pytest.mark.usefixtures("compiled")
def test_explore_tells_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If compiled code fails, `explore` continues in Python, and a note names the line. If a store requires compiled
    code, the refusal names the line.
    """
    mine = write_mine(tmp_path, "value += (1 << (state - 8000 + 60)) % 3 if state > 8000 else 0")
    found = explore(mine(), hardest=False, limit=Limit(nodes=8400))
    where = "mine.py, line 13, in expand: 1 << 64 exceeds 2**63 (state 8004)"
    assert where in found.note
    assert found.engine == "python"
    with pytest.raises(DoesNotFit) as refused:
        explore(mine(), store=Store(tmp_path / "kept", keep="checkpoint"))
    assert where in str(refused.value)
    monkeypatch.chdir(tmp_path)
    assert main(["explore", "mine.py:Mine", "--disk", "disk"]) == 2
    assert f": {where}" in capsys.readouterr().err


@pytest.mark.usefixtures("compiled")
def test_what_has_no_compiled_form_tells_the_line(tmp_path: Path) -> None:
    """If a line has no compiled form, `explore` runs in Python, and a note names the line."""
    found = explore(write_mine(tmp_path, "value = int(state / 1) + 1")(), hardest=False)
    assert f"{tmp_path / 'mine.py'}, line 13: floating point" in found.note
    assert found.states == 9001


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("way", ["memory", "disk"])
def test_too_many_successors_tell_the_line(way: str, tmp_path: Path) -> None:
    """More successors than `branching` allows are refused, and the message names the line, in memory and on disk."""
    mine = write_mine(tmp_path, "if state == 50: out[1] = 5; return 2")
    limit, disk = (Limit(memory=1), tmp_path / "disk") if way == "disk" else (None, None)
    with pytest.raises(BadInput, match=r"mine\.py, line 13, in expand: expand\(50\) writes more than branching = 1"):
        explore(mine(), store=disk and Store(disk, keep="overflow"), limit=limit)


def test_the_doctor_tells_the_line(tmp_path: Path) -> None:
    """The doctor names the line of an error: in a note if only compiled code fails, as a defect if the packed form is
    wrong.
    """
    report = examine(write_mine(tmp_path, "value += (1 << 70 + state) % 2")(), Limit(300, 4))
    check = next(each for each in report.checks if each.name == "compiled")
    assert (check.status, report.healthy) == ("note", True)
    assert "line 13, in expand: 1 << 70 exceeds 2**63 (state 0)" in check.findings[0][0].text
    report = examine(write_mine(tmp_path, "if state == 50: out[1] = 5; return 2")(), Limit(100, 4))
    check = next(each for each in report.checks if each.name == "compiled")
    assert check.status == "defect"
    assert "line 13, in expand: expand(50) writes more than branching" in check.findings[0][0].text


def test_the_longest_shift_is_exact(tmp_path: Path) -> None:
    """-1 << 63 fits into a machine word; 1 << 63 does not."""
    assert find_text(tmp_path, "value = (-1 << 63) + 9223372036854775807 + 2") == ""
    assert "1 << 63 exceeds 2**63" in find_text(tmp_path, "value = (state | 1) << 63")
    assert operators.shift_left(-1, 63, None) == -(1 << 63)


def test_an_operator_is_refused_by_its_own_name(tmp_path: Path) -> None:
    """An operator without a compiled form is refused by its own name, not as floating point."""
    assert "@ is not compiled" in find_text(tmp_path, "value = state @ state")
