"""The documents' page about making a puzzle fast, and the examples about speed, give the results that they claim."""

import re
import runpy
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from langkah import load
from langkah.engine.explore import explore
from langkah.engine.shortest_ways import count_shortest_ways
from langkah.model import Puzzle
from langkah.packed import Packed

pytest.importorskip("numba")
ROOT = Path(__file__).parents[1]


def test_the_page_is_short_and_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The puzzle on the page has fewer than 30 lines, and compiled code explores its 4 x 4 board: it has the expected
    states and goals.
    """
    page = (ROOT / "docs" / "make-your-puzzle-fast.md").read_text(encoding="utf-8")
    code = re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0]
    assert len([line for line in code.splitlines() if line.strip()]) < 30
    (tmp_path / "lights.py").write_text(code.replace("SIZE = 5", "SIZE = 4"), encoding="utf-8")
    problem = load(f"{tmp_path / 'lights.py'}:Lights")
    monkeypatch.setattr("langkah.engine.explore.PATIENCE_STATES", 0)
    survey = explore(problem)
    assert (survey.engine, survey.states, survey.complete, survey.goals) == ("compiled", 4096, True, 1)


@pytest.mark.slow  # a test of the documents explores them too
def test_lights_out() -> None:
    """Compiled code explores all 8,388,608 positions of the example; the hardest need 15 presses. In one state, `steps`
    and `expand` are compared.
    """
    problem = load(f"{ROOT / 'examples' / 'fast_lights.py'}:Lights")
    assert isinstance(problem, Puzzle)
    packed = problem.packed()
    assert packed is not None
    assert [step.state for step in problem.steps(77)] == list(Packed.successors(packed, 77))
    survey = explore(problem)
    assert (survey.engine, survey.states, survey.depth, survey.nearest_goal) == ("compiled", 1 << 23, 15, 15)
    assert survey.hardest is not None
    assert (survey.hardest.distance, survey.hardest.count) == (15, 7350)
    assert all("*" in problem.text(state) for state in survey.hardest.states)


@pytest.mark.slow
def test_every_layout_of_the_board() -> None:
    """The example `klotski_atlas` gives the expected counts for all layouts of the 5 x 4 board with one 2 x 2 block and
    at least two empty cells.
    """
    script: dict[str, Any] = runpy.run_path(str(ROOT / "examples" / "klotski_atlas.py"))
    problem, found = script["atlas"]()
    assert (found.layouts, found.parts, found.largest) == (29_334_498, 25_422, 964_656)
    assert (found.goals, found.solvable, found.unsolvable) == (2_260_392, 28_913_089, 421_409)
    assert (found.farthest, found.hardest) == (179, 6)
    drawings = {script["drawn"](problem, word) for word in found.examples}
    assert "3111\n3344\n3344\n3221\n2200" in drawings


@pytest.mark.slow
def test_bitmaps_of_solitaire(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a board of 15 holes, the bitmap of the positions that can be reduced to one peg equals the result of a plain
    search.
    """
    monkeypatch.syspath_prepend(str(ROOT / "examples"))  # imported: compiled code is cached per module
    script: dict[str, Any] = vars(import_module("solitaire_bitmaps"))
    board = script["make_board"]("ooo/ooo/ooo/ooo/ooo")
    for ends in (range(15), (7,)):
        bitmap, layers = script["find_reducible"](board, ends)
        good = {1 << end for end in ends}
        for position in sorted(range(1, 1 << 15), key=int.bit_count):
            if any(position & jump.need == jump.have and position ^ jump.need in good for jump in board.jumps):
                good.add(position)
        assert sum(layers) == len(good)
        assert all(script["can_be_solved"](bitmap, position) == (position in good) for position in range(1 << 15))


@pytest.mark.slow
def test_shortest_ways_of_towers() -> None:
    """The example `hanoi_ways` counts as many shortest paths as OEIS A143807; `count_shortest_ways` agrees for seven
    discs.
    """
    script: dict[str, Any] = runpy.run_path(str(ROOT / "examples" / "hanoi_ways.py"))
    published = [1, 2, 2, 22, 40, 18, 2468, 11698, 11426, 2178, 74056628]
    assert [script["count_ways"](discs) for discs in range(1, 12)] == published
    seven: Any = load("hanoi", discs=7, pegs=4, goal="peg 4")
    assert count_shortest_ways(seven).ways == 2468
