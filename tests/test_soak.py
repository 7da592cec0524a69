"""The short soak test: a few random cases of every attack (one kind of attempt to find wrong behaviour), with fixed
seeds, and every case that ever failed.

`make soak` runs the long test. The naive solvers that check Langkah's results are tested, too.
"""

from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random
from re import findall
from typing import Any

import pytest
from tools.soak.cases import FOLDERS, KNOWN, Case, Mismatch, keep_case, read_cases
from tools.soak.expressions import Edge, Evaluator, draw_tree, write_tree
from tools.soak.judge import Asked, Truth, judge_result
from tools.soak.kills import measure_towers
from tools.soak.naive import count_simple_paths, eliminate, measure_space, relax_costs
from tools.soak.packed import make_packed_case
from tools.soak.rules import BlocksBoard, MarksGame, SnakesBoard, count_queens, make_hanoi, make_tiles
from tools.soak.run import Report, format_report
from tools.soak.table import ATTACKS
from tools.soak.worker import try_case

from langkah import Result, Status

KEPT = list(read_cases())
CLASSIC = {"board": "a**b/a**b/ceed/cfgd/h..i", "goal": {"*": [[3, 1], [3, 2], [4, 1], [4, 2]]}}
MANY = {"games": 20, "graphs": 50, "dice": 20, "inputs": 120}


def try_cases(name: str, cases: list[Case]) -> Counter[str]:
    """Try cases of one attack and count what was tried, by kind. A failure is allowed only if it is in the list of
    known failures.
    """
    counts: Counter[str] = Counter()
    for case in cases:
        counted, failures = try_case(ATTACKS[name], case)
        counts += counted
        strange = [(kind, why) for kind, why, _smaller in failures if f"{name}: {kind}" not in KNOWN]
        assert not strange, f"{strange[0]}\n{case}"
    return counts


@pytest.mark.parametrize("kept", [each for _name, each in KEPT], ids=[name for name, _each in KEPT])
def test_what_once_failed_passes(kept: dict[str, Any]) -> None:
    """Every stored case that once failed passes."""
    try_cases(kept["attack"], [kept["case"]])


@pytest.mark.parametrize("name", MANY)
def test_many_small_cases(name: str) -> None:
    """The attacks whose cases take little time find no failure."""
    counts = try_cases(name, [ATTACKS[name].make(Random(f"short:{name}:{number}")) for number in range(MANY[name])])
    assert sum(counts.values()) >= MANY[name]


@pytest.mark.slow
def test_compiled_against_plain() -> None:
    """Compiled code and plain Python agree on a small batch of puzzles."""
    pytest.importorskip("numba")
    counts = try_cases("packed", [make_packed_case(Random("short"), 2, 12)])
    assert counts["puzzles"] == 24


@pytest.mark.slow
def test_kills_and_signals() -> None:
    """An exploration of a directed space is resumed after kills and finds the right layers. Commands that get signals
    at several moments end soon, with a documented exit code.
    """
    pytest.importorskip("numba")
    strikes = [[True, 0.01], [True, 0.1], [False, 0.3]]
    case = {"settings": "discs=6 rule=cyclic", "way": "checkpoint", "threads": 1, "strikes": strikes}
    assert try_cases("kills", [case])["kills"] >= 1
    try_cases("signals", [ATTACKS["signals"].make(Random(f"short:{number}")) for number in range(5)])


@pytest.mark.slow
def test_the_page_under_load() -> None:
    """The web app survives a few seconds of load, with a killed worker and slow clients."""
    pytest.importorskip("fastapi")
    try_cases("page", [{"seconds": 3, "seed": 1, "kills": 1, "slow": 5}])


def test_the_naive_rules_are_right() -> None:
    """The naive rules give numbers that are known from other sources."""
    hanoi = make_hanoi({"discs": 4})
    assert measure_space(hanoi.start, hanoi.onward, hanoi.is_goal).nearest == 15
    tiles = make_tiles({"rows": 2, "cols": 3, "start": [1, 2, 3, 4, 5, 0]})
    space = measure_space(tiles.start, tiles.onward, tiles.is_goal)
    assert (len(space.depth), len(space.layers) - 1) == (360, 21)
    assert [count_queens({"n": n}) for n in (4, 5, 6)] == [2, 10, 4]
    assert MarksGame({"rows": 3, "cols": 3, "k": 3}).score("." * 9) == 0
    blocks = BlocksBoard(CLASSIC)
    assert len(set(blocks.onward(blocks.start))) == 4
    board = SnakesBoard({"squares": 2, "die": 2, "overshoot": "stay"})
    assert [int(each) for each in (board.expect([0, 1, 2]) or {}).values()] == [2, 2, 0]
    assert sum(measure_towers("discs=3 rule=cyclic").layers) == 27


def test_the_naive_solvers_are_right() -> None:
    """The naive solvers are correct on tiny examples computed by hand."""
    ways = [[(1, Fraction(1)), (2, Fraction(5))], [(2, Fraction(1))], []]
    assert relax_costs(ways, [2]) == [Fraction(2), Fraction(1), Fraction(0)]
    assert count_simple_paths(ways, 0, {2}, 100) == 2
    found = eliminate([[Fraction(2), Fraction(1), Fraction(5)], [Fraction(1), Fraction(-1), Fraction(1)]])
    assert found == [Fraction(2), Fraction(1)]
    assert eliminate([[Fraction(0), Fraction(1)]]) is None


def test_the_evaluator_is_python() -> None:
    """Random expressions have the same value in the evaluator as their source has in Python, unless the evaluator
    raises `Edge`.
    """
    data, tables = [3, -1, 7, 2**62, 0, 5], [[1, 2, 3], list(range(8)), list(range(13))]
    scope: dict[str, Any] = {"data": data, "state": 6, **{f"TABLE_{n}": table for n, table in enumerate(tables)}}
    evaluator = Evaluator([], tables, data)
    same = 0
    for number in range(300):
        tree = draw_tree(Random(number), 4, ["state"], 0.2, 0)
        try:
            found = evaluator.value(tree, {"state": 6})
        except Edge:
            continue
        assert found == eval(write_tree(tree), scope)
        same += 1
    assert same > 250, "few expressions have an undefined value"


def test_wrong_claims_are_noticed() -> None:
    """The judge accepts a correct result and rejects wrong ones."""
    truth = Truth(Fraction(3), 3)
    good: Result[int, int] = Result("p", "a-star", Status.SOLVED, cost=3, optimal=True)
    judge_result(good, truth, Asked("a-star"), lambda: Fraction(3))
    wrong: list[tuple[Result[int, int], Fraction]] = [
        (Result("p", "a-star", Status.IMPOSSIBLE, why="none"), Fraction(3)),
        (Result("p", "a-star", Status.SOLVED, cost=4, optimal=True), Fraction(4)),
        (Result("p", "a-star", Status.SOLVED, cost=3, optimal=True), Fraction(4)),
        (Result("p", "a-star", Status.STOPPED, why="?", limit="nodes"), Fraction(3)),
        (Result("p", "a-star", Status.SOLVED, cost=4, why="maybe"), Fraction(4)),
    ]
    for result, walked in wrong:
        with pytest.raises(Mismatch):
            judge_result(result, truth, Asked("a-star"), lambda cost=walked: cost)  # type: ignore[misc]


def test_the_promises_name_tests_that_exist() -> None:
    """Every test that docs/reliability.md names exists."""
    root = Path(__file__).parents[1]
    named = findall(r"(tests/\w+\.py)::(\w+)", (root / "docs" / "reliability.md").read_text(encoding="utf-8"))
    assert len(named) > 20
    missing = [(path, name) for path, name in named if f"def {name}(" not in (root / path).read_text(encoding="utf-8")]
    assert not missing


def test_nothing_that_fails_is_passed_over() -> None:
    """The list of known failures is empty: it may contain some between releases, but not at a release."""
    assert not KNOWN


def test_failing_cases_are_kept(tmp_path: Path) -> None:
    """Failing cases are stored as small files, at most three of each kind, and the report names the failures."""
    paths = [keep_case("games", {"n": number}, "wrong cost", "3, truth 2", tmp_path) for number in range(5)]
    assert [path is None for path in paths] == [False, False, False, True, True]
    assert {kept["case"]["n"] for _name, kept in read_cases(tmp_path)} == {0, 1, 2}
    report = Report(1, 2, "seed", {"games": Counter(searches=1234)}, Counter({"games: wrong cost": 5}))
    assert "1,234 searches" in format_report(report)
    assert report.unknown == {"games: wrong cost": 5}
    assert "games: wrong cost: 5" in format_report(report)


def test_kept_cases_name_no_folder_of_the_machine(tmp_path: Path) -> None:
    """A stored failure contains file names without the folders of this machine; boards and relative paths stay."""
    path = keep_case("packed", {}, "ended", 'File "/home/me/x/batch.py", line 3: a**b/a**b/ceed, tests/data', tmp_path)
    assert path
    (_name, kept) = next(read_cases(tmp_path))
    assert kept["why"] == 'File "batch.py", line 3: a**b/a**b/ceed, tests/data'
    assert not [name for name, kept in read_cases() if FOLDERS.search(kept["why"])]
