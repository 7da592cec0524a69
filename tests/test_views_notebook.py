"""Notebooks: a real kernel runs the example, and every value has a picture or a page."""

import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import pytest
from tools.notebook import NOTEBOOK, list_outputs, run_notebook

from langkah import Limit, Trace, compare, doctor, explore, load, odds, solve, trace
from langkah.views.notebook import (
    REPRESENTATIONS,
    show_comparison,
    show_odds,
    show_report,
    show_result,
    show_survey,
    show_trace,
)


def read_example() -> Any:
    """The example notebook, as it is stored."""
    return nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]


def test_the_example_is_stored_with_its_outputs() -> None:
    """Every code cell of the example has its number and one output. The file is small and contains no time stamps,
    versions or paths of the machine.
    """
    book = read_example()
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == [1, 2, 3, 4, 5]
    assert [[each.output_type for each in cell.outputs] for cell in cells] == [["execute_result"]] * 5
    assert not any(cell.metadata for cell in book.cells)
    assert set(book.metadata) == {"kernelspec", "language_info"}
    assert book.metadata["language_info"] == {"name": "python"}
    assert book.metadata["kernelspec"]["name"] == "python3"
    text = NOTEBOOK.read_text(encoding="utf-8")
    assert not re.search(rf"{re.escape(str(Path.home()))}/|{re.escape(str(NOTEBOOK.parents[1]))}|site-packages", text)
    assert len(text.encode()) < 500_000


def test_a_fresh_run_has_the_stored_outputs(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a real kernel, every cell of the example ends with a value that is shown: of the same kinds and with the same
    result as the stored one.
    """
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    monkeypatch.setenv("LANGUAGE", "id")
    stored, shown = list_outputs(read_example()), list_outputs(run_notebook())
    assert {cell: set(found) for cell, found in shown.items()} == {cell: set(found) for cell, found in stored.items()}
    hint = "run `python -m tools.notebook`"
    assert [found["text/plain"] for found in shown.values()] == [found["text/plain"] for found in stored.values()], hint
    for outputs in (stored, shown):
        assert outputs["problem"]["image/svg+xml"].startswith("<svg")
        assert "A* (manhattan)" in outputs["result"]["text/html"]
        assert "<svg" in outputs["result"]["text/html"]
        assert '<iframe sandbox="allow-scripts"' in outputs["trace"]["text/html"]
        assert "Breadth-first (BFS)" in outputs["comparison"]["text/html"]
        assert "Expected turns" in outputs["dice"]["text/html"]


def test_a_run_that_differs_only_in_times_is_not_stored() -> None:
    """Times and memory are left out when the outputs of two runs are compared; other numbers are not."""

    def read(shown: str) -> str:
        output = SimpleNamespace(data={"text/html": shown})
        cell = SimpleNamespace(id="one", cell_type="code", outputs=[output])
        return list_outputs(SimpleNamespace(cells=[cell]))["one"]["text/html"]

    for one, other in (
        ("6 nodes expanded, 0.000 s</div>", "6 nodes expanded, 0.012 s</div>"),
        ("<td>34</td><td>0.001</td>", "<td>34</td><td>1.250</td>"),
        ("&quot;seconds&quot;:0.0002,", "&quot;seconds&quot;:1e-05,"),
        ("least memory: 5.8 KB.", "least memory: 6 KB."),
    ):
        assert read(one) == read(other)
    assert read("<td>32.6087</td>") != read("<td>32.6088</td>")
    assert read("6 nodes") != read("7 nodes")


def test_a_recording_is_sealed_off() -> None:
    """A recording is shown in a frame that contains the whole page, loads nothing, and may only run scripts."""
    assert show_trace(Trace()) is None, "nothing was searched yet"
    shown = show_trace(trace(load("hanoi", discs=2), "bfs"))
    assert shown is not None
    assert re.match(r'<iframe sandbox="allow-scripts" title="Breadth-first \(BFS\) on hanoi discs=2"', shown)
    assert shown.count("<") == 2, "the page inside is escaped"
    assert not re.search(r"(?:src|href)=&quot;(?!data:)", shown)


def test_what_is_stopped_or_impossible_shows_itself() -> None:
    """A stopped or impossible search is shown as a sentence; names are shown as text and never become markup."""
    assert "stopped" in str(show_result(solve("tiles:15-puzzle", "bfs", limit=Limit(nodes=10))))
    assert "no solution" in str(show_result(solve("tiles:loyd-14-15")))
    problem = load("hanoi", discs=2)
    problem.name = "<b>mine</b>"
    assert "<b>mine" not in show_comparison(compare(problem, ["bfs"]))
    assert "player 2" in show_odds(odds("snakes:small", players=2))
    assert "<b>mine" not in show_survey(explore(problem))
    assert "9 states" in show_report(doctor(problem))


@pytest.mark.parametrize("host", ["IPython", "marimo"])
def test_values_show_themselves_in_any_notebook(host: str) -> None:
    """If a notebook is loaded, values have the methods that a notebook calls to show them."""
    code = f"""
import sys, types
sys.modules[{host!r}] = types.ModuleType({host!r})
import langkah
session = langkah.Session(langkah.load("hanoi"))
assert session._repr_svg_().startswith("<svg")
assert langkah.solve("hanoi")._repr_html_().startswith("<div>")
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_elsewhere_values_have_no_such_methods() -> None:
    """Without a notebook, values have no such methods, and the module that shows them is not imported."""
    names = {name for methods in REPRESENTATIONS.values() for name in methods}
    code = f"""
import sys, langkah
assert not any(hasattr(langkah.solve("hanoi"), name) for name in {names!r})
assert "langkah.views.notebook" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)
