"""Random functions in the part of Python that Langkah compiles, and slightly beyond this part. Compiled code and Python
must never give different results.

A case is a batch of functions, compiled together, and inputs for all of them (see `own_batch`).
"""

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

from tools.soak.cases import Case, Counts, Mismatch
from tools.soak.own_programs import EDGES, write_functions
from tools.soak.packed import make_python_path

FUNCTIONS, INPUTS = 60, 12
NEAR = 0.3  # probability of syntax beyond the language at each place, in functions that may have it
BATCH_SECONDS = 900


def make_own_case(rng: Random, functions: int = FUNCTIONS) -> Case:
    """A random batch of functions, and inputs for all of them."""

    def draw() -> int:
        return rng.choice(EDGES) if rng.random() < 0.3 else rng.randint(-99, 99)

    inputs = [[abs(draw()) & (1 << 63) - 1, [draw() for _number in range(5)]] for _input in range(INPUTS)]
    return {"functions": write_functions(rng, functions, NEAR), "inputs": inputs}


def check_own_case(case: Case) -> Counts:
    """Run a batch in a process of its own; raise its failures, each reduced to a single function."""
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder)
        (where / "case.json").write_text(json.dumps(case), encoding="utf-8")
        (where / "told.jsonl").touch()
        words = [sys.executable, "-W", "ignore", "-m", "tools.soak.own_batch", folder]
        environment = {**os.environ, "PYTHONPATH": make_python_path(), "NUMBA_ENABLE_CUDASIM": "1", "LANGUAGE": "en"}
        try:
            done = subprocess.run(
                words, capture_output=True, text=True, timeout=BATCH_SECONDS, env=environment, check=False
            )
            ending, told = str(done.returncode), done.stderr
        except subprocess.TimeoutExpired:
            ending, told = "timeout", ""
        lines = (where / "told.jsonl").read_text(encoding="utf-8").splitlines()
    counts: Counts = Counter(batches=1)
    failures: list[Mismatch] = []
    begun = -1
    for line in map(json.loads, lines):
        begun = line.get("begun", begun)
        if "verdict" in line:
            counts[line["verdict"]] += 1
            counts["functions"] += 1
            counts["left to Python"] += line.get("faults", 0)
        if line.get("verdict") == "mismatch":
            failures.append(Mismatch("another answer", line["about"], _cut_down(case, line["function"])))
    if ending != "0":
        smaller = _cut_down(case, begun) if begun >= 0 else case
        failures.append(Mismatch(f"the batch ended with {ending}", told[-1500:], smaller))
    if failures:
        failures[0].others, failures[0].counts = failures[1:], counts
        raise failures[0]
    return counts


def _cut_down(case: Case, number: int) -> Case:
    """The same batch with one function only."""
    text = case["functions"][number].replace(f"def own_{number}(", "def own_0(")
    return {**case, "functions": [text]}
