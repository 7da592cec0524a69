"""Comparisons: every number is that of the search itself, and every remark follows from the numbers."""

import csv
import io
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import pytest

from langkah import BadInput, Limit, Puzzle, Status, Step, load, solve
from langkah.apps.cli.main import main
from langkah.comparison import (
    ComparisonRow,
    Entry,
    explain_misled,
    find_contradictions,
    list_entries,
    measure_entry,
    write_remarks,
)
from langkah.games import GAMES, list_levels
from langkah.model import Estimate, Game
from langkah.scene import Rect
from langkah.search import SearchRequest, list_algorithms
from langkah.start_settings import take_random_walk
from langkah.tracing import Result, Stats
from langkah.views.compare_chart import Bars, draw_comparison, find_decades
from langkah.views.svg import draw_svg
from tests.oracle import distances


def compare(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """The JSON output of `langkah compare` with these words."""
    assert main(["compare", *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_papers_story_in_one_view(capsys: pytest.CaptureFixture[str]) -> None:
    """Branch and bound finds cost 9 with the paper's heuristic, which is not admissible, and cost 6 with an admissible
    one; breadth-first search also finds 6.
    """
    names = "breadth-first,branch-and-bound"
    found = compare(capsys, "snakes:paper-2", "--algorithms", names)
    rows = {(row["algorithm"], row["estimate"]): row for row in found["rows"]}
    assert [row["cost"] for row in found["rows"]] == [6, 6, 9]
    assert rows["breadth-first", None]["optimal"]
    assert not rows["branch-and-bound", "paper"]["optimal"]
    assert found["remarks"][0] == "The least cost is 6, proved by Breadth-first (BFS), Branch and bound (jumps)."
    assert "These searches found a more expensive solution: Branch and bound (paper) 9." in found["remarks"]
    gap = "at 0 its value is 17, but a goal can be reached at cost 6 (the largest difference found)"
    assert found["remarks"][-2:] == [
        f"The heuristic 'paper' is not admissible: {gap}.",
        "Branch and bound finds cost 9 with 'paper', but cost 6 with 'jumps', which is admissible.",
    ]
    main(["compare", "snakes:paper-2", "--algorithms", names])
    told = capsys.readouterr().out
    assert "Branch and bound (paper)" in told
    assert found["remarks"][-1] in told


def test_with_the_papers_own_rules(capsys: pytest.CaptureFixture[str]) -> None:
    """With the paper's tie-breaking and without duplicate detection, branch and bound expands 10 nodes and generates
    55.
    """
    words = ["--algorithms", "branch-and-bound", "--ties", "deep,high", "--no-duplicates"]
    rows = compare(capsys, "snakes:paper-2", *words)["rows"]
    paper = next(row for row in rows if row["estimate"] == "paper")
    assert (paper["cost"], paper["stats"]["expanded"], paper["stats"]["generated"]) == (9, 10, 55)
    assert next(row for row in rows if row["estimate"] == "jumps")["cost"] == 6


@pytest.mark.parametrize("game", ["hanoi discs=3", "mnk", "queens n=5"])
def test_figures_are_those_of_the_search(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each row has the numbers that `solve` gives for the same search; by default, the rows cover every algorithm that
    fits.
    """
    name, *settings = game.split(" ")
    problem = load(name, {word.split("=")[0]: int(word.split("=")[1]) for word in settings})
    found = compare(capsys, name, *settings, "--no-memory", "--limit-nodes", "3000")
    assert [row["algorithm"] for row in found["rows"]] == list_algorithms(problem)
    for row in found["rows"]:
        alone = solve(problem, row["algorithm"], limit=Limit(nodes=3000))
        stats = {name: value for name, value in row["stats"].items() if name not in ("seconds", "engine")}
        assert stats == {name: getattr(alone.stats, name) for name in stats}
        assert (row["cost"], row["status"], row["optimal"]) == (alone.cost, str(alone.status), alone.optimal)
        assert row["memory"] is None


def test_who_takes_part() -> None:
    """By default, heuristics that are not admissible run only with the algorithms that need admissible ones for a
    proof. Heuristics chosen by name run with every chosen algorithm that uses a heuristic. Unknown names are refused.
    """
    problem = load("snakes:paper-2")
    usual = list_entries(problem)
    assert {entry.algorithm for entry in usual if entry.estimate == "paper"} == {
        "a-star",
        "ida-star",
        "ida-star-with-table",
        "meet-in-the-middle",
        "branch-and-bound",
        "depth-first-branch-and-bound",
    }
    chosen = list_entries(problem, ["greedy", "breadth-first"], ["paper", "zero"])
    assert chosen == [Entry("greedy", "paper"), Entry("greedy", "zero"), Entry("breadth-first")]
    with pytest.raises(BadInput, match="Did you mean greedy"):
        list_entries(problem, ["greedi"])
    with pytest.raises(BadInput, match="is not known"):
        list_entries(problem, None, ["papper"])
    with pytest.raises(BadInput, match="only puzzles have heuristics"):
        list_entries(load("mnk"), None, ["paper"])


class Loaded(Puzzle[int, str]):
    """A puzzle that keeps 100 kB for each expanded state; `pause`: seconds by which `steps` is delayed."""

    start = 0
    weight, pause = 100_000, 0.0

    def __init__(self) -> None:
        self.held: dict[int, bytearray] = {}

    def steps(self, state: int) -> Iterator[Step[int, str]]:
        time.sleep(self.pause)
        self.held[state] = bytearray(self.weight)
        if state < 20:
            yield Step("on", state + 1)

    def is_goal(self, state: int) -> bool:
        return state == 20


def test_memory_is_measured() -> None:
    """The peak memory of a whole search is measured, and marked as complete."""
    row = measure_entry(Loaded(), Entry("breadth-first"), SearchRequest())
    assert row.memory is not None
    assert 20 * Loaded.weight <= row.memory <= 24 * Loaded.weight
    assert row.memory_whole


def test_memory_that_was_watched_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the memory measurement takes too long, it stops, and the result is marked as a lower bound."""
    monkeypatch.setattr("langkah.comparison.MEMORY_SECONDS", 0.05)
    monkeypatch.setattr(Loaded, "pause", 0.01)
    row = measure_entry(Loaded(), Entry("breadth-first"), SearchRequest())
    assert row.result.status is Status.SOLVED
    assert not row.memory_whole
    assert row.memory is not None
    assert row.memory < 20 * Loaded.weight


def row(
    name: str, cost: int | None, *, optimal: bool = True, expanded: int = 5, memory: int | None = None
) -> ComparisonRow:
    """A row of a comparison, made by hand; without a cost, there is no solution."""
    status = Status.SOLVED if cost is not None else Status.IMPOSSIBLE
    result: Result[Any, Any] = Result("p", name, status, cost, optimal, stats=Stats(expanded=expanded))
    return ComparisonRow("p", Entry(name), result, memory)


def test_sentences_follow_from_the_figures() -> None:
    """The remarks name the searches that proved the least cost, found a more expensive solution, expanded the fewest
    and the most nodes, and needed the least memory.
    """
    rows = [
        row("breadth-first", 6, expanded=80, memory=3_000),
        row("greedy", 9, optimal=False, expanded=3),
        row("a-star", 6, expanded=12, memory=5_000),
        replace_limit(row("depth-first", None), "seconds"),
    ]
    assert write_remarks(rows) == [
        "The least cost is 6, proved by Breadth-first (BFS), A*.",
        "These searches found a more expensive solution: Greedy best-first (GBFS) 9.",
        "Of the searches with the result 6, A* expanded the fewest nodes (12), Breadth-first (BFS) the most (80).",
        "Breadth-first (BFS) needed the least memory: 3.0 KB.",
        "These searches were stopped by a limit: Depth-first (DFS) (time limit).",
    ]
    unproved = write_remarks([row("greedy", 9, optimal=False)])
    assert unproved == ["The least cost found is 9; it is not proved to be the minimum."]
    proved = "These searches proved that there is no solution: Breadth-first (BFS)."
    assert write_remarks([row("breadth-first", None)]) == [proved]


def test_a_value_before_the_limit_is_not_called_proved() -> None:
    """A value that a search found before it stopped at a limit is not reported as proved, in the table or in the
    remark.
    """
    game = load("mnk", size=3, position=["XX.", "OO.", "..."])
    search = SearchRequest(limit=Limit(nodes=8))
    rows = [measure_entry(game, Entry(name), search) for name in ("minimax", "alpha-beta", "negamax")]
    assert [each.result.optimal for each in rows] == [False, False, True]
    assert {each.result.value for each in rows} == {"win"}
    found = "These searches found the value 'win', but were stopped by a limit before they found the number of moves:"
    assert write_remarks(rows)[:2] == [
        "The value for the side to move is 'win', proved by Negamax.",
        f"{found} Minimax, Alpha-beta.",
    ]
    assert write_remarks(rows[:1])[0] == f"{found} Minimax."


def replace_limit(found: ComparisonRow, limit: str) -> ComparisonRow:
    """The same row, stopped by this limit."""
    return found._replace(result=replace(found.result, status=Status.STOPPED, limit=limit))


def test_contradictions_are_not_passed_over() -> None:
    """Reported contradictions: proofs of different costs, a solution below a proved cost, a solution despite a proof
    that there is none.
    """
    alarm = ["These answers contradict each other! `langkah doctor` may explain why."]
    assert find_contradictions([row("a-star", 6), row("breadth-first", 6), row("greedy", 8, optimal=False)]) == []
    assert find_contradictions([row("a-star", 6), row("breadth-first", 7)]) == alarm
    assert find_contradictions([row("a-star", 7), row("greedy", 6, optimal=False)]) == alarm
    assert find_contradictions([row("a-star", None), row("greedy", 6, optimal=False)]) == alarm


class Vouched(Puzzle[int, str]):
    """A puzzle with a heuristic that is declared admissible, but far too high on the cheap path."""

    start = 0
    estimates = (Estimate("bold", lambda _puzzle, state: 50 if state == 1 else 0, True, ""),)

    def steps(self, state: int) -> list[Step[int, str]]:
        ways = {0: [("near", 1, 1), ("far", 2, 5)], 1: [("on", 3, 1)], 2: [("on", 3, 5)], 3: []}
        return [Step(*way) for way in ways[state]]

    def is_goal(self, state: int) -> bool:
        return state == 3


def test_a_puzzle_that_vouches_wrongly_is_found_out() -> None:
    """With a wrong declaration of admissibility, A* 'proves' 10, but uniform-cost search proves 2: the contradiction is
    reported.
    """
    puzzle = Vouched()
    rows = [measure_entry(puzzle, entry, SearchRequest()) for entry in list_entries(puzzle, ["uniform-cost", "a-star"])]
    assert [each.result.cost for each in rows] == [2, 10]
    assert "These answers contradict each other! `langkah doctor` may explain why." in write_remarks(rows)
    assert explain_misled(puzzle, rows) == []


def test_medians_over_levels(capsys: pytest.CaptureFixture[str]) -> None:
    """There are rows for every level; the medians over the levels are those that `statistics.median` computes."""
    found = compare(capsys, "snakes", "--levels", "paper-1,paper-2,paper-bfs", "--algorithms", "breadth-first,a-star")
    assert {row["problem"] for row in found["rows"]} == {"snakes:paper-1", "snakes:paper-2", "snakes:paper-bfs"}
    for each in found["medians"]:
        algorithm, _space, estimate = each["name"].partition(" ")
        mine = [
            row
            for row in found["rows"]
            if row["algorithm"] == algorithm and (row["estimate"] or "") == estimate.strip("()")
        ]
        assert each["runs"] == len(mine) == 3
        assert each["cost"] == median(row["cost"] for row in mine)
        assert each["expanded"] == median(row["stats"]["expanded"] for row in mine)
        assert each["proved"] == sum(row["optimal"] for row in mine)
    best = {row["problem"]: row["cost"] for row in found["rows"] if row["algorithm"] == "breadth-first"}
    paper = next(each for each in found["medians"] if each["name"] == "a-star (paper)")
    rows = [row for row in found["rows"] if row["estimate"] == "paper"]
    assert paper["least"] == sum(row["cost"] == best[row["problem"]] for row in rows) < 3


def test_all_levels_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    """`--levels all` compares on every level."""
    words = ["--levels", "all", "--algorithms", "breadth-first", "--limit-nodes", "50", "--no-memory"]
    found = compare(capsys, "queens", *words)
    assert len({row["problem"] for row in found["rows"]}) == len(list_levels("queens")) > 1


@pytest.mark.parametrize("game", GAMES)
def test_random_starts(game: str) -> None:
    """The same seed gives the same start; eight seeds give more than one start, and every start has a legal move."""
    problem = load(game)
    one = [problem.random(Random(seed)).start for seed in range(8)]
    assert one == [problem.random(Random(seed)).start for seed in range(8)]
    assert len(set(one)) > 1
    assert all(list(problem.steps(state)) for state in one)
    if isinstance(problem, Game):
        assert all(problem.outcome(state) is None for state in one)


def test_random_starts_are_reachable() -> None:
    """A random walk from the start ends in a reachable state."""
    problem = load("snakes:paper-2")
    assert isinstance(problem, Puzzle)
    reachable = distances(problem)
    assert all(take_random_walk(problem, problem.start, Random(seed)) in reachable for seed in range(50))


def test_random_comparison(capsys: pytest.CaptureFixture[str]) -> None:
    """`--random N --seed S` is reproducible, and another seed gives other results."""

    def costs(seed: str) -> list[Any]:
        words = [
            "hanoi",
            "discs=4",
            "--random",
            "5",
            "--seed",
            seed,
            "--algorithms",
            "breadth-first,greedy",
            "--no-memory",
        ]
        return [row["cost"] for row in compare(capsys, *words)["rows"]]

    assert len(costs("1")) == 10
    assert costs("1") == costs("1")
    assert costs("1") != costs("2")
    assert main(["compare", "hanoi", "discs=3", "--random", "3", "--algorithms", "a-star"]) == 0
    assert "medians" in capsys.readouterr().out


def test_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The comparison is written as CSV, Markdown, LaTeX and charts."""
    words = ["compare", "hanoi", "discs=3", "--algorithms", "breadth-first,a-star"]
    assert main([*words, "--csv", "-"]) == 0
    table = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert table[0][:4] == ["algorithm", "answer", "cost", "proved"]
    assert [line[0] for line in table[1:]] == ["breadth-first", "a-star (misplaced)"]
    assert main([*words, "--latex", "-"]) == 0
    assert "a-star (misplaced) & solved & 7 & yes" in capsys.readouterr().out
    assert main([*words, "--markdown", "-"]) == 0
    assert "| breadth-first | solved | 7 |" in capsys.readouterr().out
    for name, start in (("x.svg", b"<svg"), ("x.png", b"\x89PNG")):
        assert main([*words, "--chart", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(start)


def test_the_chart() -> None:
    """The chart has one bar for each number, longer for a larger number, and no bar for a missing number. The powers of
    ten at its ends enclose all numbers.
    """
    bars = [
        Bars("one", "6 ✓", "piece:0", (10, 0.1, 1e6)),
        Bars("two", "9", "piece:5", (1000, 0.001, None)),
    ]
    scene = draw_comparison("title", bars)
    widths = [shape.width for shape in scene.shapes if isinstance(shape, Rect)]
    assert len(widths) == 5
    assert widths[1] > widths[0]
    assert widths[2] > widths[3]
    assert "1,000" in draw_svg(scene)
    assert find_decades([3, 250]) == (0, 3)
    assert find_decades([]) == (0, 1)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["hanoi", "--algorithms", "a-sta"], "Did you mean a-star"),
        (["hanoi", "--algorithms", "minimax"], "does not fit"),
        (["hanoi", "--estimates", "nope"], "is not known"),
        (["snakes:paper-1", "--levels", "all"], "use this only with the name of a game"),
        (["snakes", "--levels", "papr-1"], "Did you mean snakes:paper-1"),
        (["hanoi", "--random", "0"], "at least 1"),
        (["hanoi", "--chart", "x.gif"], "must end in one of .png, .svg"),
    ],
)
def test_bad_input(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistake gives exit code 2, and a message with the expected text."""
    assert main(["compare", *words, "--limit-nodes", "50", "--no-memory"]) == 2
    assert told in capsys.readouterr().err
