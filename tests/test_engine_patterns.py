"""Pattern databases never give estimates that are too high, give the same results in both tiers, are cached, and are
refused if they would be wrong.
"""

from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from tools.soak.naive import measure_space
from tools.soak.tiers import compile_at_once

from langkah import PATTERNS, BadInput, Limit, Stats, doctor, forget, load, solve
from langkah.apps.site import own_puzzle
from langkah.apps.terminal.progress import ProgressLine
from langkah.engine import pattern_tables, patterns
from langkah.engine.patterns import PatternDatabases, find_patterns
from langkah.model import Puzzle, Step
from langkah.packed import Packed
from langkah.tasks.context import Context
from langkah.tasks.table import run_task

pytest.importorskip("numba")
EXAMPLES = Path(__file__).parents[1] / "examples"


def load_pancakes(n: int, seed: int = 1) -> Any:
    """The pancake puzzle of the examples, with `n` pancakes."""
    return load(f"{EXAMPLES / 'pancakes.py'}:Pancakes", n=n, seed=seed)


def test_never_too_high_and_consistent() -> None:
    """For all 720 stacks of six pancakes, the heuristic value is at most the true distance, is consistent, and is the
    larger of the values in the two tables.
    """
    problem = load_pancakes(6)
    start = problem.sorted
    space = measure_space(start, lambda state: [step.state for step in problem.steps(state)], lambda _state: False)
    found, packed = find_patterns(problem), problem.packed()
    tables = [dict(zip(each.states, each.costs, strict=True)) for each in found.parts]
    for state, far in space.depth.items():
        guess = PATTERNS.of(problem, state)
        assert 0 <= guess <= far
        assert all(guess <= 1 + PATTERNS.of(problem, step.state) for step in problem.steps(state))
        word = problem.pack(state)
        assert guess == max(tables[number][packed.abstract(number, word)] for number in range(2))
    assert PATTERNS.of(problem, start) == 0


@pytest.mark.slow
def test_both_tiers_and_all_estimates_give_the_same_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """A* with pattern databases gives the same plan and counts in plain Python and in compiled code; IDA* and
    bidirectional search find the same cost.
    """
    for seed in (1, 2):
        plain = solve(load_pancakes(8, seed), "a-star", estimate="patterns")
        blind = solve(load_pancakes(8, seed), "bidirectional")
        with compile_at_once(), monkeypatch.context() as patched:
            patched.setattr(patterns, "FIRST_STATES", 0)
            problem = load_pancakes(8, seed)
            fast = solve(problem, "a-star", estimate="patterns")
            deep = solve(problem, "ida-star", estimate="patterns")
        assert fast.stats.engine == deep.stats.engine == "compiled"
        assert (fast.cost, fast.optimal, fast.moves) == (plain.cost, True, plain.moves)
        assert (fast.stats.expanded, deep.cost, blind.cost) == (plain.stats.expanded, fast.cost, fast.cost)


def test_kept_in_the_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Pattern databases are computed once, and then read from the cache folder."""
    monkeypatch.setenv("LANGKAH_CACHE", str(tmp_path))
    monkeypatch.setattr(patterns, "FIRST_STATES", 0)
    monkeypatch.setattr(pattern_tables, "_explore", patterns.explore_plainly)
    pattern_tables._find_held.cache_clear()
    first = find_patterns(load_pancakes(5))
    assert len(list(tmp_path.glob("*.patterns"))) == 2
    pattern_tables._find_held.cache_clear()
    monkeypatch.setattr(pattern_tables, "_explore", lambda *_arguments: pytest.fail("it is kept"))
    again = find_patterns(load_pancakes(5, seed=3))
    assert [sorted(zip(*each, strict=True)) for each in again.parts] == [
        sorted(zip(*each, strict=True)) for each in first.parts
    ]


def lose_the_top(state: int, data: Any) -> int:
    """An abstraction that erases the second pancake from the top if `data[0]` is not 0, so that stacks with the same
    abstract state have different abstract steps.
    """
    return state & ~(15 << 4) if data[0] else state


def test_an_abstraction_that_loses_steps_is_refused() -> None:
    """An abstraction that does not preserve every step is refused with such a step before the search; the doctor
    reports it as a defect.
    """
    problem = load_pancakes(5)
    packed = problem.packed()
    packed.abstractions = (lose_the_top,)
    problem.packed = lambda: packed
    with pytest.raises(BadInput, match=r"abstraction lose_the_top: the step from .* needs an abstract step"):
        solve(problem, "a-star", estimate="patterns")
    report = doctor(problem)
    [check] = [each for each in report.checks if each.name == "patterns"]
    assert check.status == "defect"


def test_sums_need_steps_that_change_one_pattern() -> None:
    """Additive patterns are refused for pancakes, because every flip changes both patterns."""
    problem = load_pancakes(5)
    packed = problem.packed()
    packed.additive = True
    problem.packed = lambda: packed
    with pytest.raises(
        BadInput, match=r"additive: the step from .* changes the abstract state of more than one abstraction"
    ):
        solve(problem, "a-star", estimate="patterns")


def keep_left(state: int) -> int:
    """An abstraction that keeps only the left counter."""
    return state & 15


def keep_right(state: int) -> int:
    """An abstraction that keeps only the right counter."""
    return state & 240


def count(state: int, out: Any) -> int:
    """Writes four successors into `out`: either counter goes up or down by one, modulo 10. Returns 4."""
    left = state & 15
    right = state >> 4
    out[0], out[1] = (left + 1) % 10 | right << 4, (left + 9) % 10 | right << 4
    out[2], out[3] = left | (right + 1) % 10 << 4, left | (right + 9) % 10 << 4
    return 4


class Counters(Puzzle[int, int]):
    """A puzzle with two cyclic counters from 0 to 9. The distances of both counters to 0 can be added, because each
    step changes one counter.
    """

    start, reversible, lists_all_goals, estimates = 0x45, True, True, (PATTERNS,)

    def steps(self, state: int) -> Any:
        """Four steps: either counter goes up or down by one."""
        out = [0] * 4
        return [Step(number, out[number]) for number in range(count(state, out))]

    def is_goal(self, state: int) -> bool:
        """Whether both counters are 0."""
        return state == 0

    def goals(self) -> list[int]:
        """A list with the only goal: both counters are 0."""
        return [0]

    def packed(self) -> Any:
        """A packed form with two additive abstractions, one for each counter."""
        how: dict[str, Any] = {"abstractions": (keep_left, keep_right), "additive": True}
        return Packed.of(self.start, int, int, count, lambda state: state == 0, branching=4, unit_cost=True, **how)


def test_sums_are_exact_where_parts_are_independent() -> None:
    """The sum of the two counters' distances is the exact distance, so A* expands only the nodes of the plan."""
    problem = Counters()
    assert PATTERNS.of(problem, 0x45) == 9
    result = solve(problem)
    assert (result.cost, result.optimal, result.estimate, result.stats.expanded) == (9, True, "patterns", 10)
    assert isinstance(find_patterns(problem), PatternDatabases)


@pytest.mark.parametrize("missing", ["reversible", "lists_all_goals"])
def test_what_is_missing_is_named(missing: str) -> None:
    """Pattern databases are refused with the name of the declaration that they need and that is missing."""
    problem = Counters()
    setattr(problem, missing, False)
    with pytest.raises(BadInput, match=f"{missing} = True"):
        solve(problem, "a-star")


def test_a_list_of_what_to_forget() -> None:
    """`forget` replaces the listed numbers at every place and every number at the listed places, nothing else."""
    problem = load_pancakes(6)
    without_small, without_ends = forget(range(3), places=6, bits=4), forget(at=(0, 5), places=6, bits=4, by=0)
    for order in permutations(range(6)):
        word = problem.pack(order)
        assert without_small(word) == problem.pack([15 if number < 3 else number for number in order])
        assert without_ends(word) == problem.pack([0, *order[1:5], 0])
    found = solve(problem, "a-star", estimate="patterns")
    assert (found.cost, found.optimal) == (solve(load_pancakes(6), "breadth-first").cost, True)
    assert forget(at=(1,), places=2, bits=4, by=0)(0x987) == 0x907


@pytest.mark.slow
def test_a_list_is_compiled_as_a_function_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """From an abstraction made by `forget`, compiled code builds the same table as plain Python."""
    found = []
    for compiled in (False, True):
        problem = load_pancakes(6)
        packed = problem.packed()
        packed.abstractions = (forget(range(3), places=6, bits=4),)
        problem.packed = lambda packed=packed: packed
        if compiled:
            monkeypatch.setattr(patterns, "FIRST_STATES", 0)
        found.append(sorted(zip(*find_patterns(problem).parts[0], strict=True)))
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"values": (16,), "places": 4, "bits": 4}, "16 is wrong: numbers must have at most 4 bits"),
        ({"at": (4,), "places": 4, "bits": 4}, "4 is wrong: .* places must be from 0 to 3"),
        ({"values": (1,), "places": 16, "bits": 4}, "which has 62 bits"),
    ],
)
def test_lists_that_make_no_sense(how: dict[str, Any], words: str) -> None:
    """`forget` refuses a wrong number, a wrong place and a state that is too large, each with a message that names the
    mistake.
    """
    with pytest.raises(BadInput, match=words):
        forget(**how)


def test_building_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress reports say which pattern database is being built and how many states it has so far; the command's
    progress line says so in words.
    """
    monkeypatch.setattr(patterns, "REPORT_SECONDS", 0.0)
    heard: list[Stats] = []
    solve(load_pancakes(5), "a-star", estimate="patterns", progress=lambda stats: heard.append(replace(stats)))
    told = [stats for stats in heard if stats.engine.startswith("patterns")]
    assert {stats.engine for stats in told} == {"patterns 1 2", "patterns 2 2"}
    assert max(stats.expanded for stats in told) > 20
    assert ProgressLine().describe(told[0]).startswith("Building pattern database 1 of 2: ")


@pytest.mark.parametrize("compiles", [True, False])
def test_an_own_puzzle_with_patterns_on_the_page(
    compiles: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The web app without a server examines and solves a user's puzzle with pattern databases, with and without
    compiled code.
    """
    monkeypatch.chdir(tmp_path)
    if not compiles:
        for module in ("compiler", "compiled_best_first", "compiled_search", "compiled_bidirectional", "ways"):
            monkeypatch.setattr(f"langkah.engine.{module}.can_compile", lambda: False)
        monkeypatch.setattr(patterns, "FIRST_STATES", 10)
    code = (EXAMPLES / "pancakes.py").read_text(encoding="utf-8")
    assert own_puzzle.check_puzzle(code)["faults"] == []
    saved, search = (
        {"problem": "puzzle.py:Pancakes", "settings": {"n": 6}},
        {"algorithm": "a-star", "estimate": "patterns"},
    )
    asked = {"saved": saved, "search": search}
    answer = run_task("solve", asked, Context(Limit(seconds=20)), own_puzzle.make_catalogue(code))
    blind = solve(load_pancakes(6), "breadth-first")
    assert (answer["cost"], answer["optimal"], answer["estimate"]) == (blind.cost, True, "patterns")
