"""The progress line of a long search: it reports compiling, and the restart in compiled code."""

from pathlib import Path
from typing import Any

import pytest

from langkah import explore, solve
from langkah.apps.terminal.progress import ProgressLine
from langkah.apps.worker import make_reporter
from langkah.engine.compiler import can_compile
from langkah.run import Run, compiling
from langkah.tracing import Stats
from tests import ten_puzzles as ten


class _Screen:
    """A status line that stores the texts it shows."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def update(self, text: str) -> None:
        self.lines.append(text)

    def stop(self) -> None:
        """Do nothing."""


def make_line() -> tuple[ProgressLine, _Screen]:
    """A visible progress line, and its screen."""
    line, screen = ProgressLine(), _Screen()
    line.visible, line.status = True, screen
    return line, screen


def test_the_line_says_what_goes_on() -> None:
    """The line reports compiling at once, then the restart in compiled code, and is not updated too often."""
    line, screen = make_line()
    line(Stats(expanded=10, seconds=0.1))
    assert not screen.lines, "the first moment is silent"
    line(Stats(expanded=20, seconds=0.2, engine="compiling"))
    assert screen.lines == ["Compiling for the first time, about 5 s"]
    line(Stats(expanded=5, seconds=8.0, compile_seconds=6.0, engine="compiled"))
    assert screen.lines[-1].startswith("restarted in compiled code: 5 nodes, 2 a second")
    line(Stats(expanded=6, seconds=8.0, compile_seconds=6.0, engine="compiled"))
    assert len(screen.lines) == 2


def test_the_page_hears_of_it_at_once() -> None:
    """A change of engine is reported at once, even if the next report is not due yet."""
    heard: list[Any] = []
    report = make_reporter(lambda _word, said: heard.append(said))
    for engine in ("python", "compiling", "compiling", "compiled"):
        report(Stats(expanded=7, engine=engine))
    assert [said["engine"] for said in heard] == ["compiling", "compiled"]


def test_compiling_is_noted_where_a_search_waits_for_it() -> None:
    """Compiling during a search is reported, and its seconds are added up, even if it fails. Without a search, nothing
    is reported.
    """
    heard: list[str] = []
    run: Run[Any, Any] = Run(progress=lambda stats: heard.append(stats.engine))
    with compiling():
        pass
    with run.at_work(), compiling():
        assert run.stats.engine == "compiling"
    assert (heard, run.stats.engine) == (["compiling"], "python")
    assert run.stats.compile_seconds > 0
    before = run.stats.compile_seconds
    with pytest.raises(ValueError, match="no"), run.at_work(), compiling():
        raise ValueError("no")
    assert run.stats.engine == "python"
    assert run.stats.compile_seconds > before


def test_rates_leave_compiling_out() -> None:
    """The rates of searches and of explorations exclude the time for compiling."""
    assert Stats(expanded=100, seconds=6.0, compile_seconds=5.0).rate == 100
    survey = explore("hanoi")
    survey.seconds, survey.compile_seconds = 10.0, 9.0
    assert survey.rate == pytest.approx(survey.states)


@pytest.mark.slow
@pytest.mark.skipif(not can_compile(), reason="nothing can be compiled here")
def test_a_first_run_compiles_and_a_second_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first run of a search reports compiling and its seconds; the second run uses the stored code."""
    monkeypatch.setenv("LANGKAH_CACHE", str(tmp_path))
    monkeypatch.setattr("langkah.engine.compiler.loaded_kernels", {})
    said: list[str] = []
    puzzle = ten.Counter(1_000_003, 1_000_000)
    first = solve(puzzle, progress=lambda stats: said.append(stats.engine))
    assert (first.stats.engine, first.optimal) == ("compiled", True)
    assert 0 < first.stats.compile_seconds < first.stats.seconds
    assert "compiling" in said
    again = solve(puzzle)
    assert (again.stats.compile_seconds, again.cost) == (0, first.cost)
    assert list(tmp_path.iterdir()), "what was made is kept"
