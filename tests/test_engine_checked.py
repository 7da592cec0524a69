"""Compiled code means the same as Python or is not used: operators at the limits of their range, indices, constants,
recursion.
"""

import math
import multiprocessing
import operator
import os
import random
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import pytest

from langkah import BadInput, Limit, solve
from langkah.engine import explore as exploring
from langkah.engine import team
from langkah.engine.explore import explore
from langkah.engine.fingerprint import NotCompilable, compute_fingerprint
from langkah.engine.kernels import table_control as at
from langkah.engine.spaces.python import PythonSpace
from langkah.engine.spaces.state_table import StateTable
from langkah.model import Puzzle
from langkah.packed import Packed
from langkah.run import Run
from langkah.search import packed_search
from tests.own_source import define

pytest.importorskip("numba")

TABLE = [5, 7, 11, -3]
MANY = (1 << 62) - 1
ENGINES: list[str] = []  # the tier of each exploration that tried compiled code first


class Own(Puzzle[int, int]):
    """A puzzle that defines only a packed form, made of the given functions."""

    def __init__(self, expand: Any, goal: Any = None, start: int = 0, **more: Any) -> None:
        self.start, self.expand, self.more = start, expand, more
        self.goal = goal or (lambda state: state == -1)

    def packed(self) -> Packed[int]:
        """The packed form; each state is a number, which is packed as itself."""
        return Packed.of(self.start, int, int, self.expand, self.goal, **self.more)


def both(puzzle: Own, limit: Limit | None = None) -> tuple[Any, Any]:
    """What two explorations find, the first trying compiled code, the second in plain Python: each finds states,
    layers, goals and whether the space is complete, or raises an exception of a type.
    """
    found: list[Any] = []
    for patience in (0, 10**9):
        with pytest.MonkeyPatch.context() as patch:
            for name in ("PATIENCE_STATES", "LITTLE_PATIENCE", "PATIENCE_SECONDS"):
                patch.setattr(exploring, name, patience)
            try:
                survey = explore(puzzle, threads=1, hardest=False, limit=limit or Limit(nodes=3000))
                found.append((survey.states, survey.layers, survey.goals, survey.complete))
                if patience == 0:
                    ENGINES.append(survey.engine)
            except Exception as error:
                found.append(type(error))
    return found[0], found[1]


ATOMS = ["state", "data[state % 7]", "3", "(state - 40)", "64", "data[-1]", "(state > 20)", "TABLE[state % 4]", "-1"]
FORMS = [
    "({a} + {b})", "({a} - {b})", "({a} * {b})", "({a} << ({b} & 127))", "({a} >> {b})", "({a} << -3)", "({a} * MANY)",
    "({a} // {b})", "({a} % {b})", "({a} ** ({b} & 63))", "({a} + MANY + MANY + 1)", "((-MANY * 2 - 2) // {a})",
    "({a} & {b})", "({a} | {b})", "({a} ^ {b})", "(~{a})", "(-{a})", "({a}).bit_length()", "({a}).bit_count()",
    "abs({a})", "abs({a} - MANY * 2 - 2)", "({a} - MANY * 2 - 2).bit_length()", "pow({a}, {b} & 63)",
    "min({a}, {b})", "max({a}, {b})", "(~({a} > {b}))", "data[{a}]", "TABLE[{a}]", "len(data)",
]  # fmt: skip


def write_expression(draw: random.Random, depth: int) -> str:
    """A random expression of integers."""
    if depth == 0:
        return draw.choice(ATOMS)
    form = draw.choice(FORMS)
    return form.format(a=write_expression(draw, depth - 1), b=write_expression(draw, draw.randrange(depth)))


@pytest.mark.parametrize("seed", range(int(os.environ.get("LANGKAH_SOAK", "3"))))
def test_random_code(seed: int) -> None:
    """Random functions give the same survey, or an exception of the same type, in compiled code and in Python."""
    draw = random.Random(seed)
    first, second, third = (write_expression(draw, draw.choice((1, 1, 2))) for _each in range(3))
    text = f"""
    def expand(state, out, data):
        count = 0
        out[-1] = state
        out[count] = ({first}) % 251
        count += 1
        value = {second}
        out[count] = (value & 127) + out[-1] // 3
        count += 1
        return count

    def goal(state, data):
        return ({third}) > state
    """
    scope = define(text, TABLE=TABLE, MANY=MANY)
    data = [draw.randrange(-9, 99) for _each in range(7)]
    puzzle = Own(scope["expand"], scope["goal"], data=data, branching=3, scratch=4)
    compiled, plain = both(puzzle)
    assert compiled == plain, (first, second, third)


def test_an_index_before_the_list() -> None:
    """A negative index counts from the end of a list in compiled code, as in Python."""

    def expand(state: int, out: Any, data: Any) -> int:
        out[0] = data[-1] + state
        return int(state < 100_000)

    compiled, plain = both(Own(expand, data=[1, 2, 3], branching=1), Limit(nodes=50_000))
    assert compiled == plain
    assert compiled[0] == 33_335
    assert ENGINES[-1] == "compiled"


def count_down(state: int) -> int:
    """The number of recursive calls from `state` down to 0; this cannot be compiled."""
    return count_down(state - 1) + 1 if state > 0 else 0


def test_recursion_falls_back_to_python() -> None:
    """A recursive function cannot be compiled, so the puzzle runs in Python."""

    def expand(state: int, out: Any) -> int:
        out[0] = count_down(state % 5) + state + 1
        return int(state < 500)

    compiled, plain = both(Own(expand, branching=1))
    assert compiled == plain
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packed_search, "PATIENCE_STATES", 0)
        assert solve(Own(expand, branching=1), "breadth-first").stats.engine == "python"


SIZES = """
    from enum import IntEnum
    import sizes
    from langkah import Packed, Puzzle
    from langkah.engine import explore as exploring
    exploring.PATIENCE_STATES = 0

    class P(IntEnum):
        N = {limit}

    class Q(IntEnum):
        step = {step}

    def expand(state, out):
        out[0] = state + Q.step
        return 1 if out[0] < P.N and out[0] < sizes.N else 0

    def goal(state):
        return False

    class Line(Puzzle):
        start = 0
        def packed(self):
            return Packed.of(0, int, int, expand, goal)

    survey = exploring.explore(Line(), hardest=False)
    print(survey.engine, survey.states)
"""


@pytest.mark.slow
def test_constants_of_classes_and_modules_are_never_stale(tmp_path: Path) -> None:
    """After each edit of a constant in a class or a module, compiled code uses the new value."""
    for limit, step, size, states in ((700, 1, 900, 700), (800, 2, 900, 400), (800, 2, 100, 50)):
        (tmp_path / "sizes.py").write_text(f"N = {size}\n", encoding="utf-8")
        (tmp_path / "line.py").write_text(textwrap.dedent(SIZES).format(limit=limit, step=step), encoding="utf-8")
        path = ":".join([str(tmp_path), *sys.path])
        done = subprocess.run(
            [sys.executable, "-B", str(tmp_path / "line.py")],
            env={"PATH": "", "LANGKAH_CACHE": str(tmp_path / "cache"), "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout.split() == ["compiled", str(states)], done.stderr


def test_fingerprints_of_what_is_reached_through_names() -> None:
    """The fingerprint of a function depends on the module constants that the function and its callees use, and on no
    other constant of the module.
    """
    import types

    def make(**values: int) -> str:
        module = types.ModuleType("sizes")
        vars(module).update({"A": 1, "B": 2, **values})
        scope: dict[str, Any] = {"sizes": module}
        exec("def g(x):\n    return x + sizes.B\ndef f(x):\n    return g(x) + sizes.A", scope)
        return compute_fingerprint(scope["f"])

    assert len({make(), make(A=5), make(B=5)}) == 3
    assert make() == make(C=7)


def test_what_has_no_fingerprint_runs_in_python() -> None:
    """A function that reads an attribute of an object, which may change unnoticed, runs in Python."""

    class Box:
        step = 1

    box = Box()

    def expand(state: int, out: Any) -> int:
        out[0] = state + box.step
        return int(state < 50)

    assert both(Own(expand, branching=1))[0][0] == 51


ELSEWHERE = [
    "state / 3",
    "sum(TABLE, 3)",
    "math.sqrt(state)",
    "round(2.5)",
    "divmod(state, 3)[0]",
    "operator.add(1, 2)",
]


@pytest.mark.parametrize(
    "expression", [*ELSEWHERE, "float(state)", "int('7')", "sqrt(state)", "1e9", "(lambda one: one * one)(state)"]
)
def test_what_may_mean_something_else_runs_in_python(expression: str) -> None:
    """Three kinds of code run in Python: floating point; functions whose compiled form was not compared with Python
    number by number; and functions inside a function, whose steps could not be checked.
    """
    text = f"def expand(state, out):\n    out[0] = state + 1 + 0 * int({expression})\n    return int(state < 99)"
    scope = define(text, TABLE=TABLE, math=math, operator=operator, sqrt=math.sqrt)
    compiled, plain = both(Own(scope["expand"], branching=1))
    assert compiled == plain
    assert compiled[0] == 100
    assert ENGINES[-1] == "python"


def turn_for_ever(state: int, out: Any) -> int:
    """An `expand` function that never returns from state 900."""
    turn = 0
    while state == 900 and turn < 2:
        turn ^= 1
    out[0] = state + 1
    return 1


def try_code_that_never_returns() -> None:
    """The body of `test_code_that_never_returns`. It runs in a separate process, because threads that never return end
    only with their process.
    """
    patch = pytest.MonkeyPatch()
    patch.setattr(exploring, "PATIENCE_STATES", 0)
    patch.setattr(packed_search, "PATIENCE_STATES", 0)
    patch.setattr(team, "END_SECONDS", 0.2)
    puzzle = Own(turn_for_ever, branching=1)
    explore(puzzle, limit=Limit(nodes=100), hardest=False)  # compiles the function before the clock starts
    began = time.monotonic()
    found = explore(puzzle, limit=Limit(seconds=11), hardest=False)
    assert found.limit == "seconds"
    assert "did not return" in found.note
    result = solve(puzzle, "breadth-first", limit=Limit(seconds=11))
    assert result.limit == "seconds"
    assert time.monotonic() - began < 60
    os._exit(0)


@pytest.mark.slow
def test_code_that_never_returns() -> None:
    """If compiled code does not return, the time limit ends exploration and search, and the survey has a note."""
    process = multiprocessing.get_context("spawn").Process(target=try_code_that_never_returns)
    process.start()
    process.join(120)
    code = process.exitcode
    process.kill()
    assert code == 0


def test_a_sample_is_compared_with_python() -> None:
    """Compiled code whose results differ from Python's is refused."""

    def expand(state: int, out: Any) -> int:
        out[0], out[1] = state + 1, state + 2
        return 2 if state < 20_000 else 0

    puzzle = Own(expand, branching=2)
    packed = puzzle.packed()
    packed.successors = lambda word: [word + 1, word + 3]  # type: ignore[method-assign]
    space = StateTable(packed)
    with pytest.raises(NotCompilable, match="compiled results"):
        list(iter(space.advance, at.DONE))
    plain = PythonSpace(puzzle, puzzle.packed(), Run(), None)
    plain.ends = [1, 3, 6]
    with pytest.raises(NotCompilable, match="compiled results"):
        plain.compare(explore(puzzle, hardest=False))


def test_too_many_successors_are_refused() -> None:
    """Writing beyond the room for successors raises the same exception in compiled code as in Python."""

    def expand(state: int, out: Any) -> int:
        for number in range(6):
            out[number] = state + number
        return 2

    with pytest.raises((IndexError, BadInput)):
        explore(Own(expand, branching=2))
    assert both(Own(expand, branching=2)) == (IndexError, IndexError)
