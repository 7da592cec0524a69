"""Short names of algorithms: they are accepted wherever an algorithm can be named, and suggested after a typing
mistake.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from langkah import compare, load, solve
from langkah.apps.cli.main import main
from langkah.errors import UnknownName
from langkah.search import ALGORITHMS, SearchRequest, find_algorithm, get_algorithm_title
from langkah.tasks.context import Context
from langkah.tasks.lesson import LessonRequest, open_lesson, run_lesson
from langkah.tasks.problems import ProblemCatalogue
from langkah.tasks.table import run_task

SHORT = {
    "bfs": "breadth-first",
    "dfs": "depth-first",
    "ids": "iterative-deepening",
    "ucs": "uniform-cost",
    "gbfs": "greedy",
    "astar": "a-star",
    "a*": "a-star",
    "A*": "a-star",
    "wastar": "weighted-a-star",
    "wa*": "weighted-a-star",
    "idastar": "ida-star",
    "ida*": "ida-star",
    "bnb": "branch-and-bound",
    "alphabeta": "alpha-beta",
}
LESSON = """title = "A lesson"
problem = "{problem}"
settings = {settings}
search = {{ algorithm = "{short}" }}
[[stops]]
at = "end"
text = "The end."
"""


def choose_problem(full: str) -> tuple[str, dict[str, Any]]:
    """The name and the settings of a small problem that the algorithm fits."""
    return ("mnk", {"rows": 2, "cols": 2, "k": 2}) if full == "alpha-beta" else ("hanoi", {"discs": 2})


@pytest.mark.parametrize(("short", "full"), SHORT.items())
def test_everywhere(short: str, full: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A short name is accepted by the library, the command line, the tasks of the front ends and lessons; the result
    contains the full name.
    """
    name, settings = choose_problem(full)
    problem = load(name, settings)
    assert find_algorithm(short).name == full
    assert SearchRequest.from_dict({"algorithm": short}).as_dict() == {"algorithm": full}
    assert solve(problem, short).algorithm == full
    words = [name, *(f"{key}={value}" for key, value in settings.items())]
    for command in (["solve", *words], ["trace", *words]):
        assert main([*command, "--algorithm", short, "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert answer.get("result", answer)["algorithm"] == full
    assert [row.result.algorithm for row in compare(problem, [short], memory=False).rows] == [full]
    saved = {"problem": name, "settings": settings}
    asked: dict[str, dict[str, Any]] = {
        "record": {"search": {"algorithm": short}},
        "solve": {"search": {"algorithm": short}},
    }
    for task, values in asked.items():
        found = run_task(task, {"saved": saved, **values}, Context(), ProblemCatalogue())
        assert found.get("result", found)["algorithm"] == full
    path = tmp_path / "lesson.toml"
    written = ", ".join(f"{key} = {value}" for key, value in settings.items())
    path.write_text(LESSON.format(problem=name, settings=f"{{ {written} }}", short=short), encoding="utf-8")
    assert run_lesson(LessonRequest(open_lesson(str(path))), Context()).result.algorithm == full


@pytest.mark.parametrize("short", sorted({name.lower() for name in SHORT}))
def test_slips_are_answered_with_the_short_name(short: str) -> None:
    """If an extra letter is inserted anywhere in a short name, the error suggests the short name."""
    for place in range(len(short) + 1):
        slip = f"{short[:place]}x{short[place:]}"
        with pytest.raises(UnknownName) as caught:
            find_algorithm(slip)
        meant = str(caught.value).partition("Did you mean ")[2].partition("?")[0]
        assert short in meant.split(", ")


def test_the_names_that_people_read() -> None:
    """Every algorithm has a title; the titles of BFS and DFS contain these abbreviations."""
    assert all(row.title and row.title != row.name for row in ALGORITHMS.values())
    for short in ("bfs", "dfs"):
        assert f"({short.upper()})" in get_algorithm_title(SHORT[short])
    assert [get_algorithm_title(name) for name in ("a-star", "ida-star")] == ["A*", "IDA*"]
    assert get_algorithm_title("branch-and-bound") == "Branch and bound"
