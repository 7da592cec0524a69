"""Retrograde analysis of m,n,k-games gives the counts and values of plain searches."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from langkah import Limit, load, solve
from langkah.engine import explore as exploring
from langkah.engine.explore import explore
from langkah.engine.layers import explore_space
from langkah.engine.spaces.grid import GridSpace
from langkah.games.mnk import Mnk
from langkah.model import Game
from langkah.run import Run

pytest.importorskip("numba")

COUNTS = json.loads((Path(__file__).parent / "data" / "mnk.json").read_text(encoding="utf-8"))["counts"]
BOARDS = [(3, 3, 3), (2, 4, 2), (3, 3, 2), (1, 7, 3), (2, 3, 4)]


@pytest.mark.parametrize(("rows", "cols", "k"), BOARDS)
@pytest.mark.parametrize("threads", [1, 2])
def test_the_whole_space(rows: int, cols: int, k: int, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The numbers of positions at each ply, of finished positions and of positions with each value agree with an
    exploration in plain Python.
    """
    game = load("mnk", rows=rows, cols=cols, k=k)
    assert isinstance(game, Mnk)
    monkeypatch.setattr(exploring, "PATIENCE_STATES", 10**9)
    monkeypatch.setattr(exploring, "PATIENCE_SECONDS", 10**9)
    plain = explore(game)
    run: Run[Any, Any] = Run(Limit())
    found = explore_space(GridSpace(game.structure(), threads), run, hardest=False)
    for name in ("states", "layers", "goals", "nearest_goal", "complete", "value", "values"):
        assert getattr(found, name) == getattr(plain, name), name
    assert plain.engine == "python"


@pytest.mark.parametrize("seed", range(12))
def test_from_positions(seed: int) -> None:
    """The values from a random position in the middle of a game agree with those of plain searches."""
    draw = random.Random(seed)
    game = load("mnk", rows=3, cols=4, k=3)
    assert isinstance(game, Mnk)
    state = game.start
    for _move in range(draw.randrange(1, 6)):
        state = draw.choice([step for step in game.steps(state) if game.outcome(step.state) is None]).state
    there = game.at(state)
    run: Run[Any, Any] = Run(Limit())
    analysis = GridSpace(there.structure(), 1)
    found, plain = explore_space(analysis, run, hardest=False), explore(there)
    assert (found.layers, found.values, found.value) == (plain.layers, plain.values, plain.value)
    assert found.value == solve(there).value
    for step in list(game.steps(state))[:3]:
        if game.outcome(step.state) is None:
            assert analysis.find_value(step.state) == solve(game.at(step.state)).value


@pytest.mark.parametrize("case", [case for case in COUNTS if case["m"] * case["n"] <= 16], ids=str)
def test_known_counts(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code finds the published numbers of positions."""
    game = load("mnk", rows=case["m"], cols=case["n"], k=case["k"])
    assert isinstance(game, Game)
    monkeypatch.setattr(exploring, "PATIENCE_STATES", 0)
    found = explore(game)
    assert found.states == case["positions"]
    assert found.layers == case["positions_by_ply"]


def test_four_in_a_row_on_four_by_four() -> None:
    """Four in a row on a 4 x 4 board is a draw, with 9,722,011 positions."""
    found = explore(load("mnk", rows=4, cols=4, k=4))
    assert (found.engine, found.value, found.depth) == ("compiled retrograde", "draw", 16)
    assert sum(found.values.values()) == found.states == sum(found.layers) == 9_722_011


def test_limits() -> None:
    """An analysis stopped by a limit, in Python or in compiled code, is not complete, names the limit and has no
    value.
    """
    for limit, name, engine in (
        (Limit(seconds=0.01), "seconds", "python"),
        (Limit(nodes=100_000), "nodes", "compiled retrograde"),
    ):
        found = explore(load("mnk", rows=4, cols=4, k=4), limit=limit)
        assert (found.complete, found.limit, found.engine) == (False, name, engine)
        assert (found.value, found.values) == ("", {})
