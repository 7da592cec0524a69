"""The rows of experiments agree with an oracle, and are the same on any workers and after any interruption."""

import json
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from langkah import BadInput, Comparison, Experiment, ExperimentResult, Limit, Puzzle, Step, compare, load, solve
from langkah import data_frame as frames
from langkah.engine.folder_lock import FolderLock
from langkah.errors import MissingExtra
from langkah.experiments.one_run import COLUMNS, VOLATILE
from langkah.experiments.repeat import make_command, repeat_row
from langkah.experiments.rows import flatten_row, format_csv, parse_rows
from langkah.experiments.summary import compare_rows
from langkah.language import current_language

SMALL: dict[str, Any] = {"settings": {"rows": 2, "cols": 3}, "problem": "tiles", "random": 4}


def make_small(**more: Any) -> Experiment:
    """An experiment of twelve short runs."""
    given: dict[str, Any] = {"algorithms": ["a*", "wa*", "ida*"], "estimates": ["manhattan"], "seed": 3} | more
    return Experiment([SMALL], memory=False, **given)


def drop_times(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of an experiment without the columns that differ from run to run."""
    return [{name: value for name, value in row.items() if name not in VOLATILE} for row in rows]


def measure_distances(problem: Puzzle[Any, Any]) -> dict[Any, int]:
    """The distance of each state from the start, by a plain breadth-first search."""
    found, queue = {problem.start: 0}, deque([problem.start])
    while queue:
        state = queue.popleft()
        for step in problem.steps(state):
            if step.state not in found:
                found[step.state] = found[state] + 1
                queue.append(step.state)
    return found


def test_rows_are_what_an_oracle_counts() -> None:
    """In a row of A* with a consistent heuristic, the number of states with f below the least cost is the true one. In
    a row of IDA*, the nodes of all rounds add up to the expanded nodes. Each row can be repeated on its own.
    """
    found = make_small().run()
    assert len(found.rows) == 12
    for row in found.rows:
        problem = load(row["problem"], row["settings"])
        assert "/".join(problem.text(problem.start).split("\n")) == row["start"]
        options: Any = {"estimate": row["estimate"]} | ({"weight": row["weight"]} if row["weight"] else {})
        result = solve(problem, row["algorithm"], limit=Limit(nodes=200_000), **options)
        assert (row["cost"], row["expanded"], row["optimal"]) == (result.cost, result.stats.expanded, result.optimal)
        least = solve(problem, "breadth-first").cost
        assert row["h_start"] <= row["bound"] <= least <= row["cost"]
        assert list(row) == list(COLUMNS)
        if row["algorithm"] == "a-star":
            assert isinstance(problem, Puzzle)
            estimate = next(each for each in problem.all_estimates() if each.name == "manhattan")
            sums = [far + estimate.of(problem, state) for state, far in measure_distances(problem).items()]
            assert row["expanded_below"] == sum(f < row["cost"] for f in sums)
            assert row["reopened"] == 0
        if row["algorithm"] == "ida-star":
            assert sum(nodes for _bound, nodes in row["rounds"]) == row["expanded"]
            assert row["rounds"][0][0] == row["h_start"]
            assert row["rounds"][-1][0] == row["cost"]
        again, differs = repeat_row(row)
        assert not differs
        assert make_command(row)[:3] == ["langkah", "solve", "tiles"]
        assert again["run"] == row["run"]


def test_reopened_states_are_counted() -> None:
    """With a heuristic that is admissible but not consistent, A* expands states again, and the row counts them."""

    class Detour(Puzzle[str, str]):
        """A puzzle in which a cheaper path to c is found after c was expanded."""

        start = "s"
        roads = {"s": [("a", 1), ("c", 3)], "a": [("c", 1)], "c": [("d", 3)], "d": [("g", 3)], "g": []}
        admissible = True

        def steps(self, state: str) -> list[Step[str, str]]:
            return [Step(there, there, cost) for there, cost in self.roads[state]]

        def is_goal(self, state: str) -> bool:
            return state == "g"

        def estimate(self, state: str) -> int:
            return {"s": 0, "a": 6, "c": 0, "d": 0, "g": 0}[state]

    (row,) = Experiment([Detour()], ["a*"], memory=False).run().rows
    assert (row["cost"], row["optimal"], row["reopened"]) == (8, True, 2)


def test_the_command_of_a_row_has_every_limit() -> None:
    """The command that repeats a row has every limit of the experiment."""
    limit = Limit(nodes=40, seconds=5.0, depth=9, memory=1 << 30)
    row = make_small(limit=limit).run().rows[0]
    words = ["--limit-nodes", "40", "--limit-seconds", "5.0", "--limit-depth", "9", "--memory", "1073741824"]
    assert " ".join(words) in " ".join(make_command(row))


def test_same_rows_from_any_workers_in_any_language() -> None:
    """The rows are the same in this process, in an executor, and in another language."""
    here = make_small(limit=Limit(nodes=40)).run()
    assert any(row["limit"] == "nodes" for row in here.rows)
    with ThreadPoolExecutor(3) as executor:
        there = make_small(limit=Limit(nodes=40)).run(executor=executor)
    token = current_language.set("id")
    try:
        abroad = make_small(limit=Limit(nodes=40)).run()
    finally:
        current_language.reset(token)
    assert drop_times(here.rows) == drop_times(there.rows) == drop_times(abroad.rows)


def stop_after(count: int) -> Callable[[], bool]:
    """A function that cancels an experiment after `count` runs."""
    asked = iter(range(count))
    return lambda: next(asked, None) is None


def test_interrupted_experiments_go_on(tmp_path: Path) -> None:
    """If a kill has truncated the last row, a resumed experiment runs this row again and keeps all others. The final
    rows are those of an uninterrupted experiment.
    """
    whole, folder = make_small().run(tmp_path / "whole"), tmp_path / "cut"
    first = make_small().run(folder, cancelled=stop_after(5))
    assert (len(first.rows), first.ended, first.complete) == (5, "cancel", False)
    kept = (folder / "runs.jsonl").read_bytes()
    (folder / "runs.jsonl").write_bytes(kept[:-20])
    with pytest.raises(BadInput, match="the last row is incomplete"):
        ExperimentResult.open(folder)
    done = make_small().run(folder, resume=True)
    assert (done.resumed, done.complete) == (4, True)
    assert kept[: kept[:-20].rfind(b"\n") + 1] == (folder / "runs.jsonl").read_bytes()[: kept[:-20].rfind(b"\n") + 1]
    assert drop_times(ExperimentResult.open(folder).rows) == drop_times(whole.rows)
    assert compare_rows(done.rows, whole.rows).is_none
    assert make_small().run(folder, resume=True).resumed == 12


def test_a_folder_is_one_experiment(tmp_path: Path) -> None:
    """A folder with rows is not used for a new experiment, continued as another experiment, or written by two processes
    at once.
    """
    make_small().run(tmp_path / "x", resume=True)  # the folder is empty, so the experiment starts from the beginning
    for other, resume, why in (
        (make_small(), False, "--resume"),
        (make_small(seed=4), True, "another experiment"),
        (make_small(limit=Limit(nodes=7)), True, "another experiment"),
    ):
        with pytest.raises(BadInput, match=why):
            other.run(tmp_path / "x", resume=resume)
    lock = FolderLock(tmp_path / "x")
    with pytest.raises(BadInput, match="in use"):
        make_small().run(tmp_path / "x", resume=True)
    lock.close()
    (tmp_path / "y").mkdir()
    (tmp_path / "y" / "runs.jsonl").write_text("mine\n")
    with pytest.raises(BadInput, match="contains rows, but not the definition of their experiment"):
        make_small().run(tmp_path / "y")
    assert (tmp_path / "y" / "runs.jsonl").read_text() == "mine\n"


BROKEN = """title = 3
problems = ["tiles", "tile",
   { problem = "hanoi", disc = 3 }]
algorithms = ["bfs",
   "a**"]
estimates = ["manhatan"]
weigth = 2
weight = [1.5, -2]
limit_nodes = "many"
seed = -1
memory = 1
ties = ["deepest"]
"""


def test_mistakes_in_a_file_have_places(tmp_path: Path) -> None:
    """Every mistake in a file is reported with line and column."""
    path = tmp_path / "broken.toml"
    path.write_text(BROKEN)
    with pytest.raises(BadInput) as error:
        Experiment.read(path)
    said = "\n".join(error.value.lines)
    for line, column, word in (
        *((1, 1, "title"), (2, 22, "tile"), (3, 16, "disc"), (5, 4, "a**"), (6, 14, "manhatan"), (7, 1, "weigth")),
        *((8, 1, "-2"), (9, 1, "many"), (10, 1, "-1"), (11, 1, "true or false"), (12, 1, "deepest")),
    ):
        place = f"{path}, line {line}, column {column}: "
        assert any(each.startswith(place) and word in each for each in error.value.lines), (place, word, said)
    path.write_text('problems = ["hanoi"]\nalgorithms = ["minimax"]\n')
    with pytest.raises(BadInput, match="line 2, column 1: minimax fits none"):
        Experiment.read(path)
    path.write_text("problems = = 3")
    with pytest.raises(BadInput, match="line 1"):
        Experiment.read(path)


def test_files_beside_the_experiment(tmp_path: Path) -> None:
    """Instance files, patterns of file names and Python puzzles are found in the folder of the experiment file."""
    (tmp_path / "some.jsonl").write_text('{"game": "hanoi", "discs": 2}\n{"discs": 3}\n')
    (tmp_path / "a-1.toml").write_text('game = "hanoi"\ndiscs = 1\n')
    (tmp_path / "own.py").write_text(
        "from langkah import Puzzle, Step\n\n\nclass Count(Puzzle):\n    start = 5\n"
        "    def steps(self, state):\n        return [Step(each, state + each) for each in (-1, 1) if state < 50]\n"
        "    def is_goal(self, state):\n        return state == 0\n"
    )
    problems = '["some.jsonl", "a-*.toml", "own.py:Count", { problem = "own.py:Count", random = 1 }, "hanoi discs=4"]'
    (tmp_path / "x.toml").write_text(f'problems = {problems}\nalgorithms = "bfs"\nmemory = false\n')
    found = Experiment.read(tmp_path / "x.toml").run()
    costs = [row["cost"] for row in found.rows]
    assert costs[:4] + costs[5:] == [3, 7, 1, 5, 15]
    assert costs[4] == int(found.rows[4]["start"])
    assert {row["status"] for row in found.rows} == {"solved"}


def test_own_code_that_fails_is_a_row() -> None:
    """If a puzzle raises an error, the row of this run contains the message, and the other runs continue."""

    class Broken(Puzzle[int, int]):
        """A puzzle that raises an error when it is expanded."""

        start = 1

        def steps(self, state: int) -> list[Step[int, int]]:
            raise RuntimeError(f"no steps from {state}")

        def is_goal(self, state: int) -> bool:
            return state == 0

    found = Experiment([Broken(), "hanoi"], ["bfs"], memory=False).run()
    assert [row["status"] for row in found.rows] == ["failed", "solved"]
    assert "no steps from 1" in found.rows[0]["why"]


def test_difference_of_two_experiments() -> None:
    """Rows of two experiments are matched by problem and configuration, and every number except times is compared."""
    one, other = make_small().run(), make_small(algorithms=["ida*", "a*", "bfs"]).run()
    other.rows[3] |= {"expanded": 1, "seconds": 9.0}
    found = compare_rows(one.rows, other.rows)
    assert (found.same, len(found.only_here), len(found.only_there)) == (7, 4, 4)
    assert [(two["run"], names) for _one, two, names in found.changed] == [(4, ["expanded"])]
    assert found.as_dict()["changed"][0]["expanded"][1] == 1


def test_tables_and_frames(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """JSON lines and Parquet contain the rows of the experiment, CSV has its columns, and `to_frame` uses the installed
    library for data frames.
    """
    found = make_small().run()
    names = found.write(tmp_path)
    assert parse_rows((tmp_path / "runs.jsonl").read_text().splitlines()) == found.rows
    assert format_csv(found.rows).splitlines()[0] == ",".join(COLUMNS)
    if "runs.parquet" in names:
        parquet = pytest.importorskip("pyarrow.parquet")
        assert parquet.read_table(tmp_path / "runs.parquet").to_pylist() == [
            {name: pytest.approx(value) if isinstance(value, float) else value for name, value in row.items()}
            for row in map(flatten_row, found.rows)
        ]
    monkeypatch.setattr(frames, "find_spec", lambda _name: None)
    with pytest.raises(MissingExtra, match=r"polars / pandas.*pip install polars"):
        found.to_frame()
    monkeypatch.setattr(frames, "find_spec", lambda name: name == "pandas" or None)
    monkeypatch.setattr(frames, "import_module", lambda name: SimpleNamespace(DataFrame=lambda table: (name, table)))
    library, table = found.to_frame()
    assert (library, table["cost"]) == ("pandas", [row["cost"] for row in found.rows])
    compared: Comparison = compare("hanoi", "bfs,a*", settings={"discs": 2}, memory=False)
    library, table = compared.to_frame()
    assert (table["cost"], table["algorithm"], len(table["moves"])) == ([3, 3], ["breadth-first", "a-star"], 2)


def test_rows_that_are_none_are_refused() -> None:
    """A line that is not a row is refused with the number of the line."""
    row = json.dumps(make_small().run().rows[0])
    with pytest.raises(BadInput, match="line 2: this is not a row"):
        ExperimentResult.parse(f'{row}\n{{"a": 1}}\n', "x.jsonl")


def test_command_line(langkah: Any, tmp_path: Path) -> None:
    """The command runs an experiment file, resumes an empty folder, compares two folders, repeats a row, writes reports
    and plots, and refuses wrong arguments.
    """
    path, folder, other = tmp_path / "x.toml", str(tmp_path / "one"), str(tmp_path / "two")
    path.write_text('problems = ["hanoi discs=2", "hanoi discs=3"]\nalgorithms = ["bfs", "a*"]\nmemory = false\n')
    assert langkah("experiment", str(path), "-o", folder, "--workers", "1")[0] == 0
    code, out, err = langkah("experiment", str(path), "-o", other, "--workers", "1", "--resume")
    assert code == 0
    assert "contains no experiment yet: this one starts from the beginning" in err
    assert "Breadth-first (BFS)" in out
    code, out, _err = langkah("experiment", folder, "--against", other, "--json")
    assert json.loads(out) == {"same": 4, "only_here": [], "only_there": [], "changed": []}
    code, out, _err = langkah("experiment", folder, "--row", "3")
    assert "langkah solve hanoi discs=3 --algorithm breadth-first" in out
    assert "This run gives the same row as the experiment" in out
    page, table, plot = (str(tmp_path / name) for name in ("r.html", "r.tex", "p.svg"))
    assert langkah("experiment", folder, "--report", page, "--plot", f"scatter={plot}", "--theme", "dark")[0] == 0
    assert langkah("experiment", folder, "--report", table)[0] == 0
    assert Path(page).read_text().count("<figure>") == 5
    assert Path(table).read_text().count(r" \\") == 3
    assert Path(plot).read_text().startswith("<svg")
    for words, why in (
        ([], "give an experiment: FILE.toml"),
        ([str(path)], "-o FOLDER"),
        ([str(tmp_path)], "contains no experiment"),
        ([folder, "--row", "9"], "no run 9"),
        ([folder, "--plot", "pie=x.svg"], "scatter"),
        ([folder, "--pair", "1,7", "--plot", "scatter=x.svg"], "1 to 2"),
        ([folder, "--resume"], "is a folder of results: to run the experiment, give its FILE.toml"),
    ):
        code, _out, err = langkah("experiment", *words)
        assert (code, why in err) == (2, True), (words, err)
    suites = json.loads(langkah("experiment", "--suites", "--json")[1])["suites"]
    assert {"korf15", "korf24"} <= suites.keys()


def test_rounds_are_the_same_in_compiled_code() -> None:
    """IDA* on numbered tiles has the same rounds in compiled code, which takes over after some thousand nodes, as in
    Python.
    """
    problem = load("tiles", rows=3, cols=3, start=[4, 7, 5, 2, 1, 0, 3, 6, 8])
    fast = solve(problem, "ida*", estimate="manhattan", limit=Limit(nodes=100_000))
    heard = solve(problem, "ida*", estimate="manhattan", observe=lambda _event: None)
    assert fast.rounds == heard.rounds
    assert [bound for bound, _before in fast.rounds] == [17, 19, 21, 23, 25, 27]
    assert fast.stats.expanded == heard.stats.expanded > 5_000
