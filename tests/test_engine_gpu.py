"""The GPU code in numba-cuda's simulator, which runs kernels as plain Python: the same numbers as on the processor.

`make gpu` runs the same comparisons, and larger ones, on a GPU.
"""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from langkah import Limit, load
from langkah.engine.backend import explore_with
from langkah.engine.explore import explore
from langkah.engine.gpu import device
from langkah.engine.tower_regions import ProcessorFlood, TowerRegions
from langkah.errors import DoesNotFit, MissingExtra, UnknownName
from langkah.packed import Pegs
from langkah.search.run import Run
from tests.packed_graphs import Walk

pytest.importorskip("numba")

EXPLORE = """
import json, sys
from langkah import load
from langkah.engine.explore import explore
from langkah.engine.gpu import hash_exploration
from tests.packed_graphs import Walk
hash_exploration.FIRST_SLOTS = 64  # so that the table must grow; the simulator fills large ones for hours
kind, words = json.loads(sys.argv[1])
problem = load(kind, **words) if kind else Walk(words[0], frozenset(words[1]), wide=False, reversible=False)
print(json.dumps(explore(problem, device="gpu", hardest=bool(kind)).as_dict(problem)))
"""
FLOOD = """
import json
from langkah import Limit
from langkah.engine.backend import explore_with
from langkah.engine.gpu.tower_flood import GpuFlood
from langkah.engine.tower_regions import TowerRegions
from langkah.packed import Pegs
from langkah.search.run import Run
run = Run(Limit())
survey = explore_with(TowerRegions(Pegs(4, (2,) * 7, ((1,) * 7, (3,) * 7)), run, GpuFlood, 6), run, hardest=False)
print(json.dumps([survey.layers, survey.goals, survey.nearest_goal]))
"""
SAME = ("states", "layers", "depth", "goals", "nearest_goal", "complete")


def simulate(script: str, *words: str) -> Any:
    """What a script prints in a process whose GPU is simulated."""
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_CUDA_WARN_ON_IMPLICIT_COPY": "0"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script, *words], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def test_a_space_is_the_same_on_the_gpu() -> None:
    """Layers, goals, nearest goal and hardest starts, and where it was explored."""
    problem = load("hanoi", discs=3)
    plain, found = (
        explore(problem, device="cpu").as_dict(problem),
        simulate(EXPLORE, json.dumps(["hanoi", {"discs": 3}])),
    )
    assert [found[name] for name in (*SAME, "hardest")] == [plain[name] for name in (*SAME, "hardest")]
    assert (found["device"], plain["device"]) == ("gpu", "cpu")


def test_a_puzzle_of_ones_own_is_the_same_on_the_gpu() -> None:
    """A directed graph with several targets, some of them out of reach."""
    ways = [[1, 2], [3, 3], [0, 4], [], [4, 5], [1], [0]]
    plain = explore(Walk(ways, frozenset((3, 5, 6)), wide=False, reversible=False), hardest=False)
    found = simulate(EXPLORE, json.dumps(["", [ways, [3, 5, 6]]]))
    assert [found[name] for name in SAME] == [getattr(plain, name) for name in SAME]


def test_a_tower_is_the_same_on_the_gpu() -> None:
    """Seven discs in two regions."""
    run: Run[Any, Any] = Run(Limit())
    pegs = Pegs(4, (2,) * 7, ((1,) * 7, (3,) * 7))
    plain = explore_with(TowerRegions(pegs, run, lambda small: ProcessorFlood(small, 1), 6), run, hardest=False)
    assert simulate(FLOOD) == [plain.layers, plain.goals, plain.nearest_goal]


def test_devices_are_named() -> None:
    """An unknown device lists the known ones."""
    with pytest.raises(UnknownName, match="auto, cpu, gpu"):
        explore(load("hanoi", discs=3), device="tpu")
    assert explore(load("hanoi", discs=3), device="cpu").as_dict(load("hanoi", discs=3))["device"] == "cpu"


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """No numba-cuda, no driver, no GPU: a line each, and never another device in silence."""
    monkeypatch.setattr(device, "has_gpu", lambda: False)
    monkeypatch.setattr(device, "load_cuda", lambda: None)
    with pytest.raises(MissingExtra, match=r"langkah\[gpu\]"):
        device.require_gpu()
    without_driver = type("Cuda", (), {"cuda_error": staticmethod(lambda: "no driver\nmore")})
    monkeypatch.setattr(device, "load_cuda", lambda: without_driver)
    with pytest.raises(DoesNotFit, match=r"no driver$"):
        device.require_gpu()
