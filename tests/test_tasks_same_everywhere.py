"""The same search has the same counters in the library, on the command line, in the API task and in the window's
worker.
"""

import json
import time
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from langkah import load, solve
from langkah.apps.cli.main import main
from langkah.apps.worker_client import Question, WorkerClient
from langkah.search import ALGORITHMS, list_algorithms
from langkah.tasks.context import Context
from langkah.tasks.problems import ProblemCatalogue
from langkah.tasks.table import run_task
from langkah.tracing import Limit

COUNTERS = ("expanded", "generated", "skipped", "pruned", "frontier_max")
PROBLEMS: list[tuple[str, dict[str, Any]]] = [
    ("hanoi", {"discs": 3}),
    ("tiles", {"rows": 2, "cols": 3, "start": [4, 5, 0, 3, 1, 2]}),
    ("snakes:small", {}),
    ("queens", {"n": 5}),
    ("mnk", {"rows": 2, "cols": 3, "k": 2}),
    ("klotski", {"board": "**a/**b/..c", "goal": {"*": [[1, 0], [1, 1], [2, 0], [2, 1]]}}),
]
CHANGED: dict[str, Any] = {  # for each option, a value other than its default
    "duplicates": False,
    "reopen": False,
    "weight": 1.5,
    "width": 2,
    "ties": ["shallow", "first"],
}
FLAGS = {
    "duplicates": lambda value: ["--duplicates" if value else "--no-duplicates"],
    "reopen": lambda value: ["--reopen" if value else "--no-reopen"],
    "ties": lambda value: ["--ties", ",".join(value)],
    "find_all": lambda value: ["--all"] if value else [],
}


def list_searches() -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Every algorithm on every problem that it fits: with the default options, and with all options changed that the
    algorithm uses.
    """
    for name, settings in PROBLEMS:
        problem = load(name, settings)
        estimates = [each.name for each in getattr(problem, "all_estimates", tuple)()]
        for algorithm in list_algorithms(problem):
            usual: dict[str, Any] = {"algorithm": algorithm}
            yield name, settings, usual
            heeded = ALGORITHMS[algorithm].options
            changed = {option: value for option, value in CHANGED.items() if option in heeded}
            if "estimate" in heeded and len(estimates) > 1:
                changed["estimate"] = estimates[-1]
            if changed:
                yield name, settings, {**usual, **changed, "nodes": 3000}
    yield "tiles:8-puzzle", {}, {"algorithm": "ida-star"}
    yield "tiles:8-puzzle", {}, {"algorithm": "ida-star", "duplicates": True}
    yield "queens", {"n": 5}, {"algorithm": "backtracking", "find_all": True}
    yield "hanoi", {"discs": 4}, {"algorithm": "breadth-first", "depth": 6}


SEARCHES = list(list_searches())


def name_of(value: object) -> str:
    """The id of a test case."""
    return json.dumps(value) if isinstance(value, dict) else str(value)


class Hearing:
    """A callback that stores the final answer of the window's worker."""

    def __init__(self) -> None:
        self.word, self.said = "", None  # type: str, Any

    def __call__(self, word: str, said: Any) -> None:
        if word != "progress":
            self.word, self.said = word, said


@pytest.fixture(scope="module")
def worker() -> Iterator[WorkerClient]:
    """The worker that the window uses."""
    found = WorkerClient()
    yield found
    found.close()


def count_in_library(name: str, settings: Mapping[str, Any], search: Mapping[str, Any]) -> dict[str, Any]:
    """The counters that `solve` reports."""
    options = {key: value for key, value in search.items() if key not in ("algorithm", "nodes", "depth")}
    limit = Limit(nodes=search.get("nodes"), depth=search.get("depth"))
    result = solve(load(name, settings), search["algorithm"], limit=limit, **options)
    return read_counters(result.as_dict())


def count_in_shell(
    name: str, settings: Mapping[str, Any], search: Mapping[str, Any], capsys: pytest.CaptureFixture[str]
) -> dict[str, Any]:
    """The counters that `langkah solve --json` prints."""
    words = [f"{key}={json.dumps(value) if isinstance(value, list) else value}" for key, value in settings.items()]
    if "goal" in settings:
        words = [word for word in words if not word.startswith("goal=")]
        words.append('goal={ "*" = ' + json.dumps(settings["goal"]["*"]) + " }")
    for key, value in search.items():
        flag = {"nodes": "--limit-nodes", "depth": "--limit-depth"}.get(key, f"--{key}")
        words += FLAGS[key](value) if key in FLAGS else [flag, str(value)]
    assert main(["solve", name, *words, "--json"]) in (0, 3, 4)
    return read_counters(json.loads(capsys.readouterr().out))


def count_in_task(saved: Mapping[str, Any], search: Mapping[str, Any]) -> dict[str, Any]:
    """The counters in the answer of the page's task."""
    values = {"saved": dict(saved), "search": dict(search)}
    answer = run_task("record", values, Context(Limit(seconds=60.0)), ProblemCatalogue())
    return read_counters(answer["result"])


def count_in_worker(worker: WorkerClient, saved: Mapping[str, Any], search: Mapping[str, Any]) -> dict[str, Any]:
    """The counters that the window's worker reports."""
    hearing, until = Hearing(), time.monotonic() + 60
    worker.ask(Question("record", dict(saved), hearing, {"search": dict(search)}))
    while not hearing.word and time.monotonic() < until:
        worker.attend()
        time.sleep(0.002)
    assert hearing.word == "result", hearing.said
    return read_counters(hearing.said["result"])


def read_counters(result: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a result that must be the same everywhere."""
    counted = {name: result["stats"][name] for name in COUNTERS}
    answer = {name: result[name] for name in ("algorithm", "status", "cost", "optimal", "limit")}
    return {**counted, **answer}


@pytest.mark.parametrize(("name", "settings", "search"), SEARCHES, ids=name_of)
def test_counters_are_the_same(
    name: str,
    settings: dict[str, Any],
    search: dict[str, Any],
    worker: WorkerClient,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Library, command line, task and worker give the same counters and the same answer."""
    saved = {"problem": name, "settings": settings}
    expected = count_in_library(name, settings, search)
    assert count_in_shell(name, settings, search, capsys) == expected
    assert count_in_task(saved, search) == expected
    assert count_in_worker(worker, saved, search) == expected


def test_every_algorithm_takes_part() -> None:
    """The tests cover every algorithm except expectiminimax, whose record shows a small tree while its answer is
    computed for all positions together.
    """
    assert {search["algorithm"] for _name, _settings, search in SEARCHES} == set(ALGORITHMS) - {"expectiminimax"}
