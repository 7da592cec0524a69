"""Edits a puzzle between two runs: machine code from before the edit must never be used after it."""

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

from tools.soak.cases import Case, Counts, Mismatch, require
from tools.soak.packed import make_python_path

SECONDS = 200

# Ways in which a compiled function can reach a number; {n} is the edited number.
WAYS = {
    "global": ("N = {n}", "N"),
    "list": ("NUMBERS = [3, {n}]", "NUMBERS[1]"),
    "class": ("class P:\n    N = {n}", "P.N"),
    "enum": ("from enum import IntEnum\n\n\nclass P(IntEnum):\n    N = {n}", "P.N"),
    "nested class": ("class P:\n    class Q:\n        N = {n}", "P.Q.N"),
    "module": ("import sizes", "sizes.N"),
    "from module": ("from sizes import N", "N"),
    "function": ("def size():\n    return {n}", "size()"),
    "function of module": ("import sizes", "sizes.count()"),
    "function of function": ("M = {n}\n\n\ndef inner():\n    return M\n\n\ndef size():\n    return inner()", "size()"),
    "default": ("def size(n={n}):\n    return n", "size()"),
    "two-dimensional list": ("NUMBERS = [[1, 2], [3, {n}]]", "NUMBERS[1][1]"),
    "tuple": ("NUMBERS = (3, {n})", "NUMBERS[1]"),
    "expression": ("N = {n} * 2 // 2", "N"),
}
PUZZLE = """from langkah import Packed, Puzzle, Step
{before}


def expand(state, out):
    out[0] = (state + 1) % {reach}
    return 1


def goal(state):
    return state == {reach} - 1


class Ring(Puzzle):
    start = 0

    def steps(self, state):
        return [Step("on", (state + 1) % ({reach}))]

    def is_goal(self, state):
        return goal(state)

    def packed(self):
        return Packed.of(0, int, int, expand, goal, branching=1)
"""
PROGRAM = """
import sys
from tools.soak.tiers import compile_at_once
from langkah.apps.cli.main import main
with compile_at_once():
    sys.exit(main())
"""


def make_edit_case(rng: Random) -> Case:
    """A random case: how the functions of the puzzle reach a number, and this number before and after the edit."""
    return {"way": rng.choice(list(WAYS)), "numbers": rng.sample(range(20, 400), 2)}


def check_edit_case(case: Case) -> Counts:
    """Explore the puzzle, edit its number, and explore the puzzle again, with the same cache of machine code."""
    before, reach = WAYS[case["way"]]
    counts: Counts = Counter(edits=1)
    with tempfile.TemporaryDirectory(prefix="soak-edits-") as name:
        folder = Path(name)
        for number in case["numbers"]:
            text = PUZZLE.format(before=before.format(n=number), reach=reach)
            (folder / "ring.py").write_text(text, encoding="utf-8")
            sizes = f"N = {number}\n\n\ndef count():\n    return {number}\n"
            (folder / "sizes.py").write_text(sizes, encoding="utf-8")
            counts[f"edits, {_compare_size(case, folder, number)}"] += 1
    return counts


def _compare_size(case: Case, folder: Path, number: int) -> str:
    """Explore a puzzle with `number` states in a ring. The exploration must find this number, or be refused. Returns
    the name of the engine, or "refused".
    """
    path = os.pathsep.join((str(folder), make_python_path()))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    words = [sys.executable, "-c", PROGRAM, "explore", "ring.py:Ring", "--json"]
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, cwd=folder, env=environment, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise Mismatch("the program did not end", str(case)) from None
    about = f"{case} {number} -> {done.returncode} {done.stdout[-600:]}\n{done.stderr[-500:]}"
    require(done.returncode in (0, 2), f"ended with {done.returncode}", about)
    if done.returncode == 2:
        return "refused"
    found = json.loads(done.stdout)
    require(found["states"] == number and found["goals"] == 1, "machine code from before an edit", about)
    return str(found["engine"])
