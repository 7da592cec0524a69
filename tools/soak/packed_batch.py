"""The process that runs a batch of packed puzzles: `python -m tools.soak.packed_batch FOLDER`.

The process reads FOLDER/case.json and FOLDER/batch.py, and writes a line to `FOLDER/told.jsonl` before and after each
puzzle.
"""

import importlib.util
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

from langkah import LangkahError, Packed, Puzzle, Step, solve
from langkah.engine.explore import explore
from tools.soak.cases import Case
from tools.soak.expressions import Edge, Evaluator
from tools.soak.naive import Distances, measure_space
from tools.soak.packed import Function
from tools.soak.tiers import compile_at_once

MOST_STATES = 600
WORD = 1 << 63
PLAIN_ERRORS = (ArithmeticError, LookupError, ValueError, TypeError, MemoryError)


class TooLarge(Exception):
    """Raised if a state space has more than `MOST_STATES` states."""


class Batch(Puzzle[int, int]):
    """A puzzle of a batch: one function of the module with one data table."""

    def __init__(self, module: ModuleType, data: list[int], start: int, words: int) -> None:
        self.module, self.data, self.start, self.words = module, data, start, words

    def onward(self, state: int) -> list[int]:
        """The successors, in plain Python."""
        out = [0] * 64
        if self.words > 1:
            count = self.module.expand([state, state * state], out, self.data)
            return [out[2 * index] for index in range(count)]
        count = self.module.expand(state, out, self.data)
        return out[:count]

    def steps(self, state: int) -> Iterable[Step[int, int]]:
        """The successors as steps, each with its index as the move."""
        return [Step(index, after) for index, after in enumerate(self.onward(state))]

    def is_goal(self, state: int) -> bool:
        """The result of `goal`."""
        return bool(self.module.goal([state, state * state] if self.words > 1 else state, self.data))

    def packed(self) -> Packed[int]:
        """The packed form to be compiled."""
        module: Any = self.module
        if self.words == 1:
            return Packed.of(self.start, int, int, module.expand, module.goal, branching=3, data=self.data)
        return Packed.of(
            self.start, lambda state: state | state * state << 60, lambda word: word & (1 << 60) - 1, module.expand,
            module.goal, branching=3, data=self.data, words=2, word_bits=60,
        )  # fmt: skip


def load_batch(path: Path) -> ModuleType:
    """The module of a batch, from its file."""
    spec = importlib.util.spec_from_file_location("batch", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["batch"] = module
    spec.loader.exec_module(module)
    return module


def measure_plainly(puzzle: Batch) -> Distances | str:
    """The whole state space, computed in plain Python with the naive solver, or the name of the exception that Python
    raises.
    """

    seen = 0

    def onward(state: int) -> list[int]:
        nonlocal seen
        seen += 1
        if seen > MOST_STATES:
            raise TooLarge
        return puzzle.onward(state)

    try:
        return measure_space(puzzle.start, onward, puzzle.is_goal)
    except PLAIN_ERRORS as error:
        return type(error).__name__


def has_strange_states(puzzle: Batch, plain: Distances | str) -> bool:
    """Whether plain Python raised an exception, or some states are too large or negative, so that `packed()` cannot be
    right about them.
    """
    most = WORD if puzzle.words == 1 else 1 << 30
    return isinstance(plain, str) or any(isinstance(each, int) and not 0 <= each < most for each in plain.depth)


def is_at_edge(case: Case, puzzle: Batch, function: Function, plain: Distances) -> str:
    """What the first value in the state space is that exceeds the promised range, in words; "" if there is none."""
    evaluator = Evaluator(case["helpers"], case["tables"], puzzle.data)
    fixed = {f"data[{index}]": number for index, number in enumerate(puzzle.data)}
    if has_strange_states(puzzle, plain):
        return "a state without a number"
    try:
        for state in plain.depth:
            assert isinstance(state, int)
            _evaluate_state(evaluator, function, {**fixed, "state": state})
    except Edge as edge:
        return str(edge)
    return ""


def _evaluate_state(evaluator: Evaluator, function: Function, names: dict[str, int]) -> None:
    """Evaluate the expressions of `expand` and `goal` in one state; raises `Edge` if a value exceeds the promised
    range.
    """
    names["x"] = evaluator.value(function["first"], names)
    for index in range(function["loop"]):
        names["x"] = evaluator.value(function["again"], {**names, "i": index})
    while function["halve"] and names["x"] > function["halve"]:
        names["x"] //= 2
    for successor in function["successors"]:
        if successor["when"] is None or evaluator.value(successor["when"], names):
            evaluator.value(successor["value"], names)
    evaluator.value(function["goal"], names)


def compare_puzzle(case: Case, module: ModuleType, number: int) -> dict[str, Any]:
    """The verdict on one puzzle: `same`, `mismatch`, `large` (not tried), or `refused` and `left to Python` if this is
    legitimate.
    """
    which, rest, start = case["puzzles"][number]
    puzzle = Batch(module, [which, *rest], start, case["words"])
    try:
        plain = measure_plainly(puzzle)
    except TooLarge:
        return {"verdict": "large"}
    try:
        survey = explore(puzzle, threads=1 + number % 2)
        result = solve(puzzle, "breadth-first")
    except (LangkahError, *PLAIN_ERRORS) as error:
        why = f"{type(error).__name__}: {error}"
        if "packed() contradicts steps()" in why and not has_strange_states(puzzle, plain):
            return {"verdict": "mismatch", "kind": "a contradiction that is not there", "about": why, "puzzle": number}
        if isinstance(plain, str) or is_at_edge(case, puzzle, case["functions"][which], plain):
            return {"verdict": "refused", "searches": 2}
        return {"verdict": "mismatch", "kind": "a sound packed puzzle was refused", "about": why, "puzzle": number}
    if isinstance(plain, str):
        about = f"plain Python raises {plain}; compiled says {survey}"
        return {"verdict": "mismatch", "kind": "compiled answers where Python raises", "about": about, "puzzle": number}
    hardest = survey.hardest
    far = max(plain.to_goal.values(), default=None)
    truth = (plain.layers, len(plain.goals), plain.nearest, far, plain.nearest)
    found = (survey.layers, survey.goals, survey.nearest_goal, hardest and hardest.distance, result.cost)
    if truth != found:
        about = f"{found}, truth {truth}, engine {survey.engine}, note {survey.note}"
        return {"verdict": "mismatch", "kind": "compiled is not plain", "about": about, "puzzle": number}
    if survey.engine != "compiled":
        if is_at_edge(case, puzzle, case["functions"][which], plain):
            return {"verdict": "left to Python", "searches": 2}
        return {"verdict": "mismatch", "kind": "not compiled", "about": survey.note, "puzzle": number}
    return {"verdict": "same", "searches": 2}


def main(folder: Path, tell: Callable[[dict[str, Any]], None]) -> None:
    """Compare every puzzle of a batch, and report each verdict by `tell`. The first puzzle that is wrongly not compiled
    ends the batch.
    """
    case = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    module = load_batch(folder / "batch.py")
    for number in range(len(case["puzzles"])):
        tell({"begun": number})
        with compile_at_once():
            verdict = compare_puzzle(case, module, number)
        tell(verdict)
        if verdict.get("kind") == "not compiled":  # all other puzzles of this batch would fail, too
            return


if __name__ == "__main__":
    with (Path(sys.argv[1]) / "told.jsonl").open("w", encoding="utf-8", buffering=1) as told:
        main(Path(sys.argv[1]), lambda line: print(json.dumps(line), file=told))
