"""The restricted language of a puzzle's own functions: every permitted construct means the same as in Python;
everything else is refused.
"""

import ast
import importlib.util
import re
import textwrap
import types
from enum import IntEnum
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tools.soak.own_functions import check_own_case, make_own_case
from tools.soak.own_programs import HEAD, NEAR_EXPRESSIONS, NEAR_STATEMENTS, write_functions

from langkah import Limit, load
from langkah.doctor_checks import examine
from langkah.engine import explore as exploring
from langkah.engine.explore import explore
from langkah.engine.fingerprint import NotCompilable
from langkah.engine.own_code import OwnProgram
from langkah.engine.own_values import LIST, NUMBER, OUT
from langkah.engine.spaces.python import PythonSpace
from langkah.engine.watched_code import OPERATORS
from langkah.errors import BadInput
from langkah.model import Puzzle
from langkah.packed import Packed
from langkah.run import Run
from tests.own_source import define

pytest.importorskip("numba")

NUMBERS = st.one_of(st.integers(-20, 70), st.sampled_from([2**62, 2**63 - 1, -(2**63), 2**31, -1]))


class Own(Puzzle[int, int]):
    """A puzzle that defines only a packed form, made of the given functions."""

    def __init__(self, expand: Any, goal: Any, **more: Any) -> None:
        self.start, self.expand, self.goal, self.more = 0, expand, goal, more

    def packed(self) -> Packed[int]:
        """The packed form; each state is a number, which is packed as itself."""
        return Packed.of(self.start, int, int, self.expand, self.goal, **self.more)


def explore_own(text: str, patch: pytest.MonkeyPatch, limit: int = 3000, **names: Any) -> tuple[Any, Any]:
    """The survey of an exploration that tries compiled code from the first state on, and the survey of plain Python."""
    made = define(textwrap.dedent(text) + "\n\ndef goal(state):\n    return state == -1\n", **names)
    puzzle, found = Own(made["expand"], made["goal"], branching=4, data=[3, 4]), []
    for patience in (0, 10**9):
        for name in ("PATIENCE_STATES", "LITTLE_PATIENCE", "PATIENCE_SECONDS"):
            patch.setattr(exploring, name, patience)
        found.append(explore(puzzle, threads=1, hardest=False, limit=Limit(nodes=limit)))
    return found[0], found[1]


class Strange(IntEnum):
    """An enumeration with an addition of its own: every sum is 2."""

    ONE = 1

    def __add__(self, _other: int) -> int:
        return 2


# Found by adversarial tests: each function once gave another result than Python, or ended in an exception
MET = {
    "try": """
        def expand(state, out):
            try:
                out[0] = (state + 2**62) * 4 % 1000
            except Exception:
                return 0
            return 1
    """,
    "a number beyond 2**63": """
        def expand(state, out):
            for number in range(-2**62, HUGE, 2**61):
                state += 1
            out[0] = state % 1000
            return 1
    """,
    "is": """
        def expand(state, out):
            one, two = state + 1000, 1000 + state
            out[0] = state + 1 if one is two else state + 2
            return state < 900
    """,
    "this operation on a list of lists": """
        def expand(state, out):
            out[0] = state + 2 if 5 in NESTED else state + 1
            return state < 900
    """,
    "has its own operators": """
        def expand(state, out):
            out[0] = state + (ONE + state) % 5
            return state < 900
    """,
    "a number is needed here, not a list": """
        def expand(state, out):
            if LIST:
                out[0] = state + 1
            return state < 900
    """,
    "is possibly unassigned here": """
        def expand(state, out):
            if state < 5000:
                step = 1
            out[0] = state + step
            return state < 900
    """,
    "return without a value": """
        def expand(state, out):
            if state > 900:
                return
            out[0] = state + 1
            return 1
    """,
}


@pytest.mark.parametrize("why", MET)
def test_what_an_attack_met_runs_in_python(why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each function that adversarial tests found runs in Python, and the note of the survey gives the reason and the
    line.
    """
    names: dict[str, Any] = {"NESTED": [[5, 1], [2, 3]], "ONE": Strange.ONE, "LIST": [0, 1], "HUGE": 2**63}
    compiled, plain = explore_own(MET[why], monkeypatch, **names)
    assert (compiled.states, compiled.layers, compiled.engine) == (plain.states, plain.layers, "python")
    assert why in compiled.note
    assert re.search(r"line \d+: ", compiled.note)


def test_a_range_of_too_many_numbers_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A range of more than 2**63 numbers is noticed while compiled code runs; Python then explores the space, because
    it generates only the numbers that are needed.
    """
    text = """
        def expand(state, out):
            for number in range(LOW, HIGH):
                out[0] = state + 1
                break
            return state < 40_000
    """
    compiled, plain = explore_own(text, monkeypatch, 40_002, LOW=-(2**63), HIGH=2**63 - 1)
    assert compiled.states == plain.states == 40_001
    assert "exceeds 2**63" in compiled.note


def test_out_is_empty_when_a_function_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the beginning of each call, `out` contains zeros, and nothing from another state."""
    text = """
        def expand(state, out):
            if out[3] == 0:
                out[0], out[3] = state + 1, 7
                return int(state < 40_000)
            return 0
    """
    compiled, plain = explore_own(text, monkeypatch, 40_002)
    assert (compiled.states, compiled.engine) == (plain.states, "compiled") == (40_001, "compiled")


def test_compiled_code_that_ends_early_is_not_believed() -> None:
    """Compiled results with fewer layers than Python has already found are refused."""
    made = define("def expand(state, out):\n    return 0\ndef goal(state):\n    return state < 0\n")
    puzzle = Own(made["expand"], made["goal"])
    plain = PythonSpace(puzzle, puzzle.packed(), Run(), None)
    plain.ends = [1, 2, 3]
    with pytest.raises(NotCompilable, match="compiled results"):
        plain.compare(explore(puzzle, hardest=False))


WIDE = """
def expand(state, out):
    out[0], out[1] = state[0] + 1, state[1]
    return state[0] < 20_000

def goal(state):
    return state[0] < 0
"""


@pytest.mark.parametrize("patience", [0, 10**9])
def test_words_with_too_many_bits_are_refused(patience: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A word with too many bits is refused with the state, in Python and in compiled code."""
    monkeypatch.setattr(exploring, "PATIENCE_STATES", patience)
    monkeypatch.setattr(exploring, "PATIENCE_SECONDS", patience)
    made = define(WIDE)
    puzzle = Own(made["expand"], made["goal"], words=2, word_bits=8, branching=1)
    with pytest.raises(BadInput, match=r"expand\(255\) gives a word outside 0 to 2\*\*8 - 1"):
        explore(puzzle, hardest=False)


# Permitted constructs, each the body of a function of a number, `out` and `data`

ALLOWED = """
    return -state + ~data[0] - abs(data[1])
    return state + data[0] * data[1]
    return (state // data[0]) ^ (state % data[1]) | (state & 12)
    return (state << data[0]) - (data[1] >> state)
    return data[0] ** state + pow(data[1], 3)
    return data[0] < state <= data[1] != 3
    return (state and data[0]) or data[1]
    return not (state or data[0] > 3)
    return ~(state > 3) + (data[0] == True) + True
    return state if data[0] in (1, 2, state) else data[1] if state not in TABLE else 5
    return state.bit_length() + data[0].bit_count() * (-state).bit_count()
    return min(state, data[0]) + max(state, data[0], data[1]) + min(TABLE) + max(data) + sum(data)
    return int(state) + bool(data[0]) + len(data) + len(GRID) + len(RAGGED[state % 4])
    return len(GRID[state]) + len(RAGGED[data[0]])
    return TABLE[state] + GRID[data[0]][data[1]] + RAGGED[3][state]
    a, b = divmod(state, data[0]); return a * 3 + b
    a, b = split(state, data[0]); a, b = b, a; return a - b
    a = b = state; a += data[0]; b -= a; a *= 2; a //= 3; a %= 7; b <<= 2; a **= 2; return a + b
    b = state; b >>= 1; b |= 5; b &= 99; b ^= 3; return b
    out[0], out[1] = state, data[0]; out[0] += 3; return out[0] - out[1] + out[2]
    out[state] = 1; return out[data[0]]
    i, out[i % 5] = state % 7, 5; return i
    row = GRID[state]; return row[0] + len(row) + sum(row)
    a, b, c = GRID[state % 4]; return a * b - c
    total: int = 0; total += mix(state, data[0]); put(out, 1, total); return total
    return look(TABLE, state) + look(data, 1) + look(RAGGED[3], 2) + Side.LEFT + Sizes.WIDE + Sizes.ROWS[1] + FLAG
    state = data[1]; data = TABLE; return state + data[2]
"""
LOOPS = """
    for i in range(state % 9): total += i
    for i in range(state, data[0], data[1]): total += i; break
    for i in range(-9223372036854775808, state, 2305843009213693952): total = i % 100
    for i in range(20, state % 7, -3): total = total * 2 + i
    for i in reversed(range(state % 9)): total = total * 2 + i
    for i in data: total ^= i
    for i in reversed(TABLE): total ^= i
    for i in (state % 5, data[0] % 3, 4): total = total * 5 + i
    for row in GRID: total += row[state % 3]
    for a, b, c in GRID: total += a * b - c
    for row in RAGGED: total = total * 2 + len(row) + sum(row)
    for i, each in enumerate(TABLE, 2): total ^= i * (each % 100)
    for i, (a, b) in enumerate(zip(data, TABLE)): total ^= i + a % 9 + b % 9
    for i in range(9):\\n        if i == state % 9:\\n            continue\\n        total += i
    for i in range(9):\\n        if i == data[0] % 9:\\n            break\\n        total += i
    i = 3\\n    for i in range(state % 3): pass\\n    total = i
    while total < state % 30: total += 1 + total
    while True:\\n        total += 1\\n        if total > state % 9: break
    while True:\\n        seen = total\\n        if total > 3: break\\n        total += 1\\n    total += seen
    for i in range(4):\\n        for j in range(i):\\n            if j == state % 4: break\\n            total += j
"""
MODULE = define(HEAD)


def list_bodies() -> list[str]:
    """Every permitted construct as the body of a function."""
    alone = [line.strip() for line in ALLOWED.strip().splitlines()]
    inside = [line.strip().replace("\\n    ", "\n") for line in LOOPS.strip().splitlines()]
    return alone + [f"total = 0\n{each}\nreturn total" for each in inside]


def make_function(body: str) -> Any:
    """A function with this body and the arguments `state`, `out` and `data`."""
    text = "def own(state, out, data):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    return define(text, **{name: each for name, each in MODULE.items() if not name.startswith("__")})["own"]


@pytest.mark.parametrize("body", list_bodies())
@settings(max_examples=60, deadline=None)
@given(state=NUMBERS, data=st.tuples(NUMBERS, NUMBERS))
def test_every_construct_means_what_python_means(body: str, state: int, data: tuple[int, int]) -> None:
    """A rewritten function returns the same result as the original and leaves the same numbers in `out`, or raises an
    exception.
    """
    function = FUNCTIONS.setdefault(body, make_function(body))
    rewritten = REWRITTEN.setdefault(body, OwnProgram(OPERATORS).rewrite(function, (NUMBER, OUT, LIST)).function)
    mine, other = [0] * 5, [0] * 5
    try:
        found = rewritten(state, mine, list(data), None)
    except (ArithmeticError, LookupError, ValueError):
        pass
    else:
        assert (found, mine) == (function(state, other, list(data)), other)


FUNCTIONS: dict[str, Any] = {}
REWRITTEN: dict[str, Any] = {}


@pytest.mark.slow
def test_every_construct_is_compiled() -> None:
    """Every construct gives the results of Python if it is compiled for the CPU, compiled with the operators of the
    GPU, or run in the GPU simulator.
    """
    bodies = [body.replace("\n", "\n    ") for body in list_bodies()]
    functions = [f"def own_{number}(state, out, data):\n    {body}" for number, body in enumerate(bodies)]
    case = {**make_own_case(Random("constructs"), 0), "functions": functions}
    assert check_own_case(case)["same"] == len(functions)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_random_functions_are_compiled(seed: int) -> None:
    """Twenty random functions per seed give the results of Python; `make soak` tries thousands."""
    counts = check_own_case(make_own_case(Random(f"short {seed}"), 20))
    assert counts["functions"] == 20


def refuse(text: str, name: str = "own") -> str:
    """The reason why the function `name` in `text` is not compiled; an empty string if it is."""
    function = define(HEAD + "\n" + text)[name]
    try:
        OwnProgram(OPERATORS).rewrite(function, (NUMBER, OUT, LIST))
    except NotCompilable as error:
        return str(error)
    return ""


def test_near_misses_are_refused_with_their_line() -> None:
    """Every listed construct that is similar to a permitted one is refused with its line, or with the line in a
    function that it calls. The exceptions are listed in ACCEPTED.
    """
    accepted = []
    for expression in NEAR_EXPRESSIONS:
        text = f"def own(state, out, data):\n    r = state\n\n    return {expression.format(x='r', y='state')}"
        if not re.search(r"line (\d+): ", why := refuse(text)):
            accepted.append(expression)
        elif expression not in ("loop(3)", "(nothing({x}) or 5)", "mix({x})"):
            assert f"line {HEAD.count(chr(10)) + 5}: " in why, (expression, why)
    for lines in NEAR_STATEMENTS:
        body = "".join(f"    {line}\n" for line in lines)
        text = f"def own(state, out, data):\n    r = state\n{body}    return r"
        try:
            ast.parse(text)
            compile(text, "near", "exec")
        except SyntaxError:
            continue
        if not re.search(r"line (\d+): ", refuse(text)):
            accepted.append("; ".join(lines))
    assert accepted == ACCEPTED


ACCEPTED = [  # correct, or refused while the code runs
    "split({x}, 3)",
    "r = TABLE; r = 0",
    "(r) = s = t = 5; r = s + t",
    "out = TABLE",
    "r = out = 3",
    "'text'",
    "out = 5",
    "data = 5; r = data",
    "state = TABLE; r = state[1]",
    "for p in range(-2**62, 2**62):;     r += 1;     if r > 4:;         break",
    "for p in range(-2**63, 2**63 - 1):;     r = p;     break",
    "for p in range(1, 5, 0):;     r = p",
]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("def own(state, out, data=3):\n    return 1", "without defaults"),
        ("def own(state, out, *data):\n    return 1", "plain arguments"),
        ("def own(state, out, data):\n    if state:\n        return 1", "ends without returning"),
        ("def own(state, out, data):\n    while state > 3:\n        return 1", "ends without returning"),
        ("def own(state, out, data):\n    return 1 if state else (2, 3)", "a number is needed here"),
        ("def own(state, out, data):\n    if state:\n        return 1\n    return 2, 3", "one `return` gives"),
        ("import functools\n@functools.cache\ndef own(state, out, data):\n    return 1", "not a plain function"),
    ],
)
def test_what_a_function_must_be(text: str, why: str) -> None:
    """A function must be plain, with plain arguments, and must return the same kind of value on every path."""
    scope = define(text)
    packed = Packed.of(0, int, int, scope["own"], lambda state: state < 0)
    with pytest.raises(NotCompilable, match=why):
        OwnProgram(OPERATORS).rewrite_expand(packed)


def test_only_the_source_that_was_run_is_compiled(tmp_path: Path) -> None:
    """A function is refused if its file was edited after the import, or if it has no source."""
    path = tmp_path / "mine.py"
    path.write_text("def own(state, out, data):\n    return state + 1\n", encoding="utf-8")
    spec = importlib.util.spec_from_file_location("mine", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    path.write_text("def own(state, out, data):\n    return state + 2\n", encoding="utf-8")
    scope: dict[str, Any] = {}
    exec("def own(state, out, data):\n    return state\n", scope)
    for function in (module.own, scope["own"]):
        with pytest.raises(NotCompilable, match="source code of own cannot be found"):
            OwnProgram(OPERATORS).rewrite(function, (NUMBER, OUT, LIST))


def test_lambdas_of_one_line_are_told_apart() -> None:
    """Several lambdas on one line are distinguished by their positions, even if they are closures."""
    made = define("def make(n):\n    return (lambda a: a + n), (lambda a: a - n), (lambda a: a * (n + 1))\n")["make"](5)
    found = [OwnProgram(OPERATORS).rewrite(each, (NUMBER,)).function(10, None) for each in made]
    assert found == [15, 5, 60]


def test_names_of_classes_are_spelled_as_python_spells_them() -> None:
    """A private name in a class is refused: Python changes `__N` to `_A__N`, so it is not the global `__N`."""
    text = "__N = 5\n_A__N = 6\nclass A:\n    @staticmethod\n    def own(state):\n        return state + __N\n"
    with pytest.raises(NotCompilable, match="__N is not compiled"):
        OwnProgram(OPERATORS).rewrite(define(text)["A"].own, (NUMBER,))


def test_a_list_through_a_module_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of numbers in a module is compiled; another list is refused with its name and the reason."""
    module = types.ModuleType("sizes")
    vars(module).update({"ROWS": [1, 2], "MIXED": [1, [2]], "TEXT": ["a"]})
    text = "def expand(state, out):\n    out[0] = state + sizes.{}[0]\n    return state < 50\n"
    assert explore_own(text.format("ROWS"), monkeypatch, sizes=module)[0].engine == "compiled"
    refused = {"MIXED": "a list that mixes lists and other values", "TEXT": "a list that contains values of type str"}
    for name, why in refused.items():
        function = define(text.format(name), sizes=module)["expand"]
        with pytest.raises(NotCompilable, match=rf"line 2: sizes\.{name} \({why}\) is not compiled"):
            OwnProgram(OPERATORS).rewrite(function, (NUMBER, OUT))


def test_the_doctor_says_beforehand(tmp_path: Path) -> None:
    """The doctor notes that compiled code will not be used, with the reason and the line."""
    path = tmp_path / "mine.py"
    path.write_text(
        "from langkah import Packed, Puzzle, Step\n\n"
        "def expand(state, out):\n    out[0] = int(state / 2)\n    return state > 0\n\n"
        "def goal(state):\n    return state == 0\n\n"
        "class Mine(Puzzle):\n    start = 40\n"
        "    def steps(self, state):\n        return [Step(0, state // 2)] if state else []\n"
        "    def is_goal(self, state):\n        return state == 0\n"
        "    def packed(self):\n        return Packed.of(40, int, int, expand, goal)\n",
        encoding="utf-8",
    )
    report = examine(load(f"{path}:Mine"), Limit(50, 4))
    check = next(each for each in report.checks if each.name == "compiled")
    assert (check.status, report.healthy) == ("note", True)
    assert "compiled code will not be used" in check.findings[0][0].text
    assert "mine.py, line 4: floating point" in check.findings[0][0].text


def test_generated_functions_use_the_whole_list() -> None:
    """The random functions of the soak test contain every kind of syntax that is permitted."""
    trees = [ast.parse(text) for text in write_functions(Random("all"), 400, 0.0)]
    used = {type(node).__name__ for tree in trees for node in ast.walk(tree)}
    wanted = "For While If IfExp BoolOp Compare BinOp UnaryOp Call Subscript Assign AugAssign AnnAssign Tuple List Set"
    assert {*wanted.split(), "Break", "Continue", "Pass", "Attribute", "In", "NotIn", "Return"} <= used
