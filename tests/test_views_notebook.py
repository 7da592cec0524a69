"""What a notebook shows: the example is run by a real kernel, and every value shows itself."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

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

EXAMPLE = Path(__file__).parent.parent / "examples" / "notebook.ipynb"


def test_the_example_is_small_and_has_no_outputs() -> None:
    """Outputs are made by whoever runs it."""
    book = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    cells = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    assert len(cells) >= 5
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells)
    assert EXAMPLE.stat().st_size < 8_000


def test_the_example_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a kernel of its own, every cell ends with something to look at."""
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    book: Any = nbformat.read(EXAMPLE, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(book, timeout=300, kernel_name="python3").execute()
    shown = {}
    for cell in book.cells:
        if cell.cell_type == "code":
            assert [each.output_type for each in cell.outputs] == ["execute_result"], cell.id
            shown[cell.id] = cell.outputs[0].data
    assert shown["problem"]["image/svg+xml"].startswith("<svg")
    assert "A* (manhattan)" in shown["result"]["text/html"]
    assert "<svg" in shown["result"]["text/html"]
    assert '<iframe sandbox="allow-scripts"' in shown["trace"]["text/html"]
    assert "Breadth-first (BFS)" in shown["comparison"]["text/html"]
    assert "Expected turns" in shown["dice"]["text/html"]


def test_a_recording_is_sealed_off() -> None:
    """A frame with the whole page inside: it asks for nothing, and may run its script and nothing else."""
    assert show_trace(Trace()) is None, "nothing was searched yet"
    shown = show_trace(trace(load("hanoi", discs=2), "bfs"))
    assert shown is not None
    assert re.match(r'<iframe sandbox="allow-scripts" title="Breadth-first \(BFS\) on hanoi discs=2"', shown)
    assert shown.count("<") == 2, "the page inside is escaped"
    assert not re.search(r"(?:src|href)=&quot;(?!data:)", shown)


def test_what_is_stopped_or_impossible_shows_itself() -> None:
    """An honest sentence instead of a plan; names are text, not markup."""
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
    """Where a notebook is there, values have the methods that it asks for; elsewhere nothing is imported for that."""
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
    """A program that draws nothing does not load what draws."""
    names = {name for methods in REPRESENTATIONS.values() for name in methods}
    code = f"""
import sys, langkah
assert not any(hasattr(langkah.solve("hanoi"), name) for name in {names!r})
assert "langkah.views.notebook" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)
