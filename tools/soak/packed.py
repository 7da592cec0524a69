"""Compares compiled code with plain Python on random packed puzzles.

Compiling takes seconds, and a tiny puzzle takes a millisecond. Therefore a case is a batch of random functions with
many data tables each. All functions are compiled into one `expand`, in which `data[0]` selects the function. A batch
runs in a process of its own, which may crash; each failure is reduced to one function and one table.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import CodeType
from typing import Any

from tools.soak.cases import Case, Counts, Mismatch
from tools.soak.expressions import COMPARISONS, HELPERS, TABLES, draw_number, draw_tree, write_tree

FUNCTIONS, VARIANTS = 16, 360
SECONDS = 560  # time limit of a batch
DATA = 6  # numbers in `data`
LOW = -(1 << 63)
ROOT = Path(__file__).parents[2]

Function = dict[str, Any]


def draw_function(rng: Random) -> Function:
    """The random expressions of an `expand` and a `goal`: a value, a loop that changes the value, the successors, and
    the condition of a goal.
    """
    wild = rng.choice((0.0, 0.0, 0.05, 0.3))
    names = ["state", "state", "x", "data[1]", "data[2]"]
    found: Function = {
        "wild": wild,
        "first": draw_tree(rng, 2, ["state", "data[1]", "data[3]"], wild),
        "loop": rng.choice((0, 0, 1, 3)),
        "again": draw_tree(rng, 2, [*names, "i"], wild),
        "halve": rng.choice((0, 0, 50)),
        "successors": [],
        "goal": [rng.choice(COMPARISONS), draw_tree(rng, 2, ["state", "data[4]"], wild), ["number", rng.randint(0, 9)]],
    }
    for _successor in range(rng.randint(1, 3)):
        raw = rng.random() < 0.1 * wild
        size = rng.choice((5, 17, 64, 120))
        value = draw_tree(rng, 3, names, wild)
        condition = [rng.choice(COMPARISONS), draw_tree(rng, 1, names, wild), draw_tree(rng, 1, names, wild)]
        found["successors"].append(
            {
                "value": value if raw else ["%", value, ["number", size]],
                "when": condition if rng.random() < 0.4 else None,
            }
        )
    return found


def has_large_constants(code: CodeType) -> bool:
    """Whether a constant in the bytecode, where Python folds constants, exceeds 64 bits. Compiled code refuses such a
    function as a whole.
    """
    return any(
        has_large_constants(each) if isinstance(each, CodeType) else isinstance(each, int) and not LOW <= each < -LOW
        for each in code.co_consts
    )


def draw_small(draw: Callable[[], Any], write: Callable[[Any], list[str]]) -> Any:
    """Call `draw` until the source of the result, which `write` gives, has no constants beyond 64 bits."""
    while True:
        found = draw()
        if not has_large_constants(compile("\n".join(write(found)), "drawn", "exec")):
            return found


def _draw_helper(rng: Random) -> Any:
    return draw_small(lambda: draw_tree(rng, 2, ["a", "b", "b"], 0.05, 0), lambda tree: [write_tree(tree)])


def _write_function(function: Function) -> list[str]:
    """The source of `expand` and the expression of `goal`, in which Python looks for large constants."""
    return [*_write_expand(0, function, 1), write_tree(function["goal"])]


def make_packed_case(rng: Random, functions: int = FUNCTIONS, variants: int = VARIANTS) -> Case:
    """A random batch: the functions, the helpers and lists that they use, and the puzzles (a function, a data table and
    a start each).
    """
    tables = [[draw_number(rng) for _place in range(length)] for length in TABLES]
    return {
        "helpers": [_draw_helper(rng) for _helper in range(HELPERS)],
        "tables": tables,
        "functions": [draw_small(lambda: draw_function(rng), _write_function) for _function in range(functions)],
        "puzzles": [
            [which, [draw_number(rng) for _place in range(DATA - 1)], rng.randrange(60)]
            for _variant in range(variants)
            for which in range(functions)
        ],
        "words": rng.choice((1, 1, 1, 2)),
    }


def write_module(case: Case) -> str:
    """The source of a Python module with all functions of a batch."""
    lines = [f"TABLE_{index} = {numbers}" for index, numbers in enumerate(case["tables"])]
    for index, tree in enumerate(case["helpers"]):
        lines += ["", "", f"def helper_{index}(a, b):", f"    return {write_tree(tree)}"]
    for index, function in enumerate(case["functions"]):
        lines += ["", "", *_write_expand(index, function, case["words"])]
        state = ["    state = state[0]"] if case["words"] > 1 else []
        lines += ["", "", f"def goal_{index}(state, data):", *state, f"    return {write_tree(function['goal'])}"]
    for name, arguments in (("expand", "state, out, data"), ("goal", "state, data")):
        lines += ["", "", f"def {name}({arguments}):"]
        for index in range(len(case["functions"]) - 1):
            lines += [f"    if data[0] == {index}:", f"        return {name}_{index}({arguments})"]
        lines += [f"    return {name}_{len(case['functions']) - 1}({arguments})"]
    return "\n".join(lines) + "\n"


def _write_expand(index: int, function: Function, words: int) -> list[str]:
    """The source of one `expand`. A two-word state has the number in the first word and its square in the other."""
    lines = [f"def expand_{index}({'wide' if words > 1 else 'state'}, out, data):"]
    if words > 1:
        lines += ["    state = wide[0]"]
    lines += [f"    x = {write_tree(function['first'])}"]
    if function["loop"]:
        lines += [f"    for i in range({function['loop']}):", f"        x = {write_tree(function['again'])}"]
    if function["halve"]:
        lines += [f"    while x > {function['halve']}:", "        x = x // 2"]
    lines += ["    n = 0"]
    for successor in function["successors"]:
        indent = "    "
        if successor["when"] is not None:
            lines += [f"    if {write_tree(successor['when'])}:"]
            indent += "    "
        value = write_tree(successor["value"])
        if words > 1:
            lines += [f"{indent}y = {value}", f"{indent}out[2 * n] = y", f"{indent}out[2 * n + 1] = y * y"]
        else:
            lines += [f"{indent}out[n] = {value}"]
        lines += [f"{indent}n += 1"]
    return [*lines, "    return n"]


def check_packed_case(case: Case) -> Counts:
    """Run a batch in a process of its own; raise its failures, each reduced to a single puzzle."""
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder)
        (where / "case.json").write_text(json.dumps(case), encoding="utf-8")
        (where / "told.jsonl").write_text("", encoding="utf-8")
        (where / "batch.py").write_text(write_module(case), encoding="utf-8")
        words = [sys.executable, "-m", "tools.soak.packed_batch", folder]
        environment = {**os.environ, "PYTHONPATH": make_python_path()}
        try:
            done = subprocess.run(words, capture_output=True, text=True, timeout=SECONDS, env=environment, check=False)
            ending, told = str(done.returncode), done.stderr
        except subprocess.TimeoutExpired:
            ending, told = "timeout", ""
        lines = (
            (where / "told.jsonl").read_text(encoding="utf-8").splitlines() if (where / "told.jsonl").exists() else []
        )
    counts: Counts = Counter(batches=1)
    failures: list[Mismatch] = []
    begun = -1
    for line in map(json.loads, lines):
        if "begun" in line:
            begun = line["begun"]
            continue
        counts[line["verdict"]] += 1
        counts["puzzles"] += 1
        counts["searches"] += line.get("searches", 0)
        if line["verdict"] == "mismatch":
            whole = line["kind"] == "not compiled"
            smaller = {**case, "puzzles": case["puzzles"][:1]} if whole else cut_down(case, line["puzzle"])
            failures.append(Mismatch(line["kind"], line["about"], smaller))
    if ending != "0":
        smaller = cut_down(case, begun) if begun >= 0 else case
        failures.append(Mismatch(f"compiled batch ended with {ending}", told[-1500:], smaller))
    if failures:
        first = failures[0]
        first.others, first.counts = failures[1:], counts
        raise first
    return counts


def cut_down(case: Case, number: int) -> Case:
    """The same batch with one puzzle only."""
    which, data, start = case["puzzles"][number]
    return {**case, "functions": [case["functions"][which]], "puzzles": [[0, data, start]]}


def make_python_path() -> str:
    """The value of PYTHONPATH with which a child process finds the package `tools` and Langkah."""
    return os.pathsep.join(filter(None, [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")]))
