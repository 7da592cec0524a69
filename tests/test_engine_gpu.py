"""The GPU code gives the same results as the CPU. By default, it runs on the simulator of numba-cuda, which runs
kernels as plain Python.

`make gpu` runs these tests on a GPU (LANGKAH_TEST_GPU=1), and compares larger spaces there.
"""

import json
import operator
import os
import random
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from langkah import Limit, Store, load
from langkah.engine.explore import explore
from langkah.engine.gpu import device
from langkah.engine.layers import explore_space
from langkah.engine.spaces.grid import GridSpace
from langkah.engine.spaces.towers import ProcessorFlood, TowerSpace
from langkah.errors import DoesNotFit, MissingExtra, UnknownName
from langkah.model import Game, Puzzle
from langkah.packed import Pegs
from langkah.run import Run
from tests.packed_graphs import Own, Walk
from tests.small import SMALL

pytest.importorskip("numba")

SAME = ("states", "layers", "depth", "goals", "nearest_goal", "complete", "limit", "hardest")
WAYS = [[1, 2], [3, 3], [0, 4], [], [4, 5], [1], [0]]


def run_on_gpu(*cases: list[Any]) -> Any:
    """The results of some cases, which `tests/gpu_cases.py` runs in a separate process. The GPU is simulated unless
    LANGKAH_TEST_GPU is set.
    """
    simulated = "0" if os.environ.get("LANGKAH_TEST_GPU") else "1"
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": simulated, "NUMBA_CUDA_WARN_ON_IMPLICIT_COPY": "0"}
    command = [sys.executable, "-W", "ignore", "-m", "tests.gpu_cases", json.dumps(cases)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=Path(__file__).parent.parent)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def pick(found: dict[str, Any]) -> list[Any]:
    """The values of the fields of a survey that must not depend on the device."""
    return [found.get(name) for name in SAME]


def test_a_space_is_the_same_on_the_gpu() -> None:
    """Layers, goals, nearest goal and hardest starts agree on CPU and GPU, with and without a depth limit."""
    problem = load("hanoi", discs=2)
    limits: tuple[dict[str, int], ...] = ({}, {"depth": 2})
    on_gpu = run_on_gpu(*(["explore_game", "hanoi", {"discs": 2}, limit, "", False] for limit in limits))
    plain = [explore(problem, device="cpu", limit=Limit(**limit)).as_dict() for limit in limits]
    assert list(map(pick, on_gpu)) == list(map(pick, plain))
    assert (on_gpu[0]["device"], plain[0]["device"]) == ("gpu", "cpu")


def test_puzzles_of_ones_own_are_the_same_on_the_gpu() -> None:
    """Directed graphs with unreachable targets give the same survey on CPU and GPU, for states of one word and of
    three; a successor beyond `branching` raises an error.
    """
    targets = [3, 5, 6]
    *on_gpu, mistake = run_on_gpu(
        *(["explore_walk", WAYS, targets, wide, False] for wide in (False, True)), ["explore_too_far"]
    )
    for wide, found in zip((False, True), on_gpu, strict=True):
        problem = Walk(WAYS, frozenset(targets), wide=wide, reversible=False)
        assert pick(found) == pick(explore(problem, device="cpu").as_dict())
    assert mistake == "list assignment index out of range"


def test_functions_of_ones_own_mean_what_python_means_on_the_gpu() -> None:
    """User-written functions handle negative numbers as in Python; floating point is refused."""
    signs, halves = run_on_gpu(["explore_own", False], ["explore_own", True])
    assert pick(signs) == pick(explore(Own(halves=False), device="cpu").as_dict())
    assert "floating point" in halves[0]


@pytest.mark.slow
def test_operators_of_the_gpu_mean_what_python_means() -> None:
    """Each operator gives Python's result, or reports a fault if Python raises an error or if the result does not fit
    into 64 bits.
    """
    edges = [0, 1, -1, 2, -2, 3, 7, -7, 40, 62, 63, 64, 65, 2**31, -(2**31), 2**62, -(2**62), 2**63 - 1, -(2**63)]
    [found] = run_on_gpu(["apply_operators", edges])
    assert len({name for name, _numbers, _result in found}) == 12
    for name, numbers, result in found:
        assert result == apply_plainly(name, numbers), (name, numbers)


PLAIN: dict[str, Callable[..., Any]] = {
    "add": operator.add, "subtract": operator.sub, "multiply": operator.mul, "divide": operator.floordiv,
    "find_remainder": operator.mod, "raise_to_power": operator.pow, "shift_left": operator.lshift,
    "shift_right": operator.rshift, "negate": operator.neg, "find_absolute": abs, "measure_bits": int.bit_length,
    "count_bits": int.bit_count,
}  # fmt: skip


def apply_plainly(name: str, numbers: list[int]) -> int | None:
    """Python's result of an operator; None if Python raises an error or if the result does not fit into 64 bits."""
    if "shift" in name and numbers[1] > 63:  # avoids huge Python integers, which do not fit into 64 bits
        return 0 if numbers[0] == 0 else None if name == "shift_left" else -(numbers[0] < 0)
    if name == "raise_to_power" and not -2 < numbers[0] < 2 and not -1 < numbers[1] < 64:
        return None
    try:
        found = PLAIN[name](*numbers)
    except (ArithmeticError, ValueError):
        return None
    return int(found) if type(found) is int and -(2**63) <= found < 2**63 else None


def test_a_plan_from_the_gpu_is_a_shortest_one() -> None:
    """The plan from the GPU leads to a goal and is optimal."""
    problem = load("hanoi", discs=2)
    assert isinstance(problem, Puzzle)
    [found] = run_on_gpu(["solve_game", "hanoi", {"discs": 2}])
    state = problem.start
    for move in found["moves"]:
        state = next(step.state for step in problem.steps(state) if problem.notation(step.move) == move)
    assert problem.is_goal(state)
    assert (found["cost"], found["optimal"], found["stats"]["engine"]) == (3, True, "gpu")


def test_a_checkpoint_of_the_processor_goes_on_on_the_gpu(tmp_path: Path) -> None:
    """The CPU and the GPU can resume each other's checkpoints."""
    problem, folder = load("hanoi", discs=2), tmp_path / "kept"
    begun = explore(problem, store=Store(folder, keep="checkpoint"), device="cpu", limit=Limit(depth=1))
    assert begun.layers == [1, 2]
    [found] = run_on_gpu(["explore_game", "hanoi", {"discs": 2}, {}, str(folder), True])
    whole = explore(problem, device="cpu")
    assert pick(found) == pick(whole.as_dict())
    assert explore(problem, store=Store(folder, keep="checkpoint", resume=True), device="cpu").layers == whole.layers


@pytest.mark.slow
def test_regions_of_the_processor_go_on_on_the_gpu(tmp_path: Path) -> None:
    """The GPU resumes a complete checkpoint that the CPU wrote region by region; a damaged region is refused with its
    name. For seven discs, the GPU chooses regions of six discs.
    """
    problem, folder = load("hanoi", discs=7, pegs=4), tmp_path / "kept"
    plain = explore(problem, store=Store(folder, keep="checkpoint"), device="cpu", hardest=False)
    assert plain.engine == "compiled regions"
    [found] = run_on_gpu(["resume_tower", 7, str(folder)])
    assert found[:2] == [plain.layers, "gpu regions"]
    assert "region by region does not support this" in found[2]
    assert found[3] == 6
    (folder / "region-1").write_bytes(b"")
    [error] = run_on_gpu(["resume_tower", 7, str(folder)])
    assert "region-1" in error


@pytest.mark.slow
def test_a_tower_is_the_same_on_the_gpu() -> None:
    """A tower of seven discs, explored in regions of six discs, gives the same survey on CPU and GPU."""
    run: Run[Any, Any] = Run(Limit())
    pegs = Pegs(4, (2,) * 7, ((1,) * 7, (3,) * 7))
    plain = explore_space(TowerSpace(pegs, run, lambda small: ProcessorFlood(small, 1), 6), run, hardest=False)
    assert run_on_gpu(["flood_tower", 7, 6]) == [[plain.layers, plain.goals, plain.nearest_goal]]


@pytest.mark.slow
def test_a_game_for_two_is_the_same_on_the_gpu() -> None:
    """Retrograde analysis of a small m,n,k-game gives the same layers and values on CPU and GPU."""
    problem = load("mnk", rows=2, cols=3, k=2)
    assert isinstance(problem, Game)
    grid = problem.structure()
    assert grid is not None
    [found] = run_on_gpu(["explore_game", "mnk", {"rows": 2, "cols": 3, "k": 2}, {}, "", False])
    run: Run[Any, Any] = Run(Limit())
    plain = explore_space(GridSpace(grid, 1), run, hardest=False).as_dict()
    assert pick(found) == pick(plain)
    assert (found["value"], found["values"], found["engine"]) == (plain["value"], plain["values"], "gpu retrograde")


def make_random_walk(seed: int) -> tuple[list[list[int]], list[int], bool, bool]:
    """A graph with loops, dead ends and unreachable parts: its successor lists, its targets, whether its states have
    three words, and whether it is undirected.
    """
    draw = random.Random(seed)
    size, back = draw.randrange(1, 40), seed % 3 == 0
    ways = [[draw.randrange(size) for _way in range(draw.choice((0, 1, 1, 2, 5)))] for _node in range(size)]
    for node, onward in enumerate([list(each) for each in ways] if back else []):
        for other in onward:
            ways[other].append(node)
    return ways, [node for node in range(size) if draw.random() < 0.15], seed % 2 == 0, back


def test_random_puzzles_are_the_same_on_the_gpu() -> None:
    """Random graphs, directed or not, give the same survey on CPU and GPU, for states of one word and of three."""
    walks = [make_random_walk(seed) for seed in range(6)]
    on_gpu = run_on_gpu(*(["explore_walk", *walk] for walk in walks))
    for (ways, targets, wide, reversible), found in zip(walks, on_gpu, strict=True):
        problem = Walk(ways, frozenset(targets), wide=wide, reversible=reversible)
        assert pick(found) == pick(explore(problem, device="cpu").as_dict())


# A table without a list of its states: 9 bytes for a state of one word, 25 bytes for a state of three words

CHAIN = [[index + 1, max(index - 1, 0)] for index in range(13)] + [[12]]  # 14 layers of one state


def measure_table(wide: bool) -> int:
    """A number of bytes of GPU memory that has room for the table of a small graph, but not for a list of its states as
    well.
    """
    return 1500 if wide else 560


@pytest.mark.parametrize("told", [False, True])
def test_a_table_without_a_list_finds_the_same(told: bool) -> None:
    """A table without a list of states gives the CPU's layers, goals and hardest starts, whether the size of the space
    is known in advance or the GPU changes to such a table when memory runs out.
    """
    walks = [make_random_walk(seed) for seed in range(6, 40) if len(make_random_walk(seed)[0]) > 16][:6]
    sizes = [len(walk[0]) if told else None for walk in walks]
    on_gpu = run_on_gpu(
        *(["explore_in", measure_table(walk[2]), 253, walk, size, {}] for walk, size in zip(walks, sizes, strict=True))
    )
    engines = set()
    for (ways, targets, wide, reversible), (found, _note) in zip(walks, on_gpu, strict=True):
        problem = Walk(ways, frozenset(targets), wide=wide, reversible=reversible)
        assert pick(found) == pick(explore(problem, device="cpu").as_dict())
        engines.add(found["engine"])
    assert "gpu table" in engines


@pytest.mark.slow
@pytest.mark.parametrize("reversible", [False, True])
def test_more_layers_than_labels(reversible: bool) -> None:
    """If a space has more layers than the GPU's table has labels, labels are used again, and the survey is still right.
    A search cannot find a plan then, and reports the memory limit.
    """
    chain: list[Any] = [CHAIN, [13], False, reversible]
    (found, _note), (moves, answer) = run_on_gpu(["explore_in", 320, 5, chain, 14, {}], ["solve_in", 320, 5, chain])
    plain = explore(Walk(CHAIN, frozenset([13]), wide=False, reversible=reversible), device="cpu")
    assert (pick(found), found["engine"]) == (pick(plain.as_dict()), "gpu table")
    assert (moves, answer["status"], answer["limit"]) == ([], "stopped", "memory")


def test_a_plan_from_a_table_without_a_list() -> None:
    """A table without a list of states gives a shortest plan."""
    [(moves, answer)] = run_on_gpu(["solve_in", 320, 253, [CHAIN, [13], False, False]])
    state = 0
    for move in moves:
        state = CHAIN[state][move]
    assert (state, len(moves), answer["cost"], answer["stats"]["engine"]) == (13, 13, 13, "gpu table")


def test_a_limit_holds_in_a_table_without_a_list() -> None:
    """Limits on depth and states hold in a table without a list of states; goals in the last layer count."""
    chain: list[Any] = [CHAIN, [3, 4], False, True]
    limits: list[dict[str, int]] = [{"depth": 3}, {"depth": 4}, {"nodes": 7}]
    on_gpu = run_on_gpu(*(["explore_in", 320, 253, chain, 14, limit] for limit in limits))
    for limit, (found, _note) in zip(limits, on_gpu, strict=True):
        plain = explore(Walk(CHAIN, frozenset([3, 4]), wide=False, reversible=True), device="cpu", limit=Limit(**limit))
        first = 1 if "nodes" in limit else 0  # the CPU also counts the states of an incomplete layer
        assert (pick(found)[first:], found["engine"]) == (pick(plain.as_dict())[first:], "gpu table")


def test_a_full_table_ends_with_what_was_found() -> None:
    """If the GPU's table is full, the survey has every complete layer, names the memory limit, and has a note with the
    number of the last complete layer.
    """
    layers = [[2 * node + 1, 2 * node + 2] if 2 * node + 2 < 511 else [] for node in range(511)]  # a tree of 9 layers
    [(found, note)] = run_on_gpu(["explore_in", 800, 253, [layers, [510], False, False], None, {}])
    assert (found["layers"], found["limit"], found["complete"]) == ([1, 2, 4, 8, 16, 32], "memory", False)
    assert found["engine"] == "gpu table"
    assert note.startswith("layer 5 is the last complete one")


@pytest.mark.slow
def test_games_are_the_same_on_the_gpu() -> None:
    """The first layers of the small board of every game with a packed form agree on CPU and GPU."""
    problems = {name: load(name, settings) for name, settings in SMALL.items()}
    names = [name for name, each in problems.items() if isinstance(each, Puzzle) and each.packed() is not None]
    assert {"hanoi", "klotski", "tiles"} <= set(names)
    limit = {"depth": 3}
    on_gpu = run_on_gpu(*(["explore_game", name, SMALL[name], limit, "", False] for name in names))
    for name, found in zip(names, on_gpu, strict=True):
        plain = explore(problems[name], device="cpu", limit=Limit(**limit))
        assert pick(found) == pick(plain.as_dict()), name


@pytest.mark.slow
def test_peg_solitaire_is_the_same_on_the_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bitmap of solvable positions of a board with twelve holes is the same on CPU and GPU."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent.parent / "examples"))
    script = vars(import_module("solitaire_bitmaps"))
    board, ends = "oooo/oooo/oooo", range(12)
    [(layers, words)] = run_on_gpu(["reduce_pegs", board, list(ends)])
    good, plain = script["find_reducible"](script["make_board"](board), ends)
    assert (layers, words) == (plain, good.tolist())
    assert sum(layers) > 50


def test_devices_are_named() -> None:
    """An unknown device is refused with a list of the known devices; the device `cpu` is accepted."""
    with pytest.raises(UnknownName, match="auto, cpu, gpu"):
        explore(load("hanoi", discs=3), device="tpu")
    assert explore(load("hanoi", discs=3), device="cpu").as_dict()["device"] == "cpu"


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing numba-cuda, a missing driver and a missing GPU are each refused with a message; Langkah never falls
    back to the CPU silently.
    """
    monkeypatch.setattr(device, "has_gpu", lambda: False)
    monkeypatch.setattr(device, "load_cuda", lambda: None)
    with pytest.raises(MissingExtra, match=r"langkah\[gpu\]"):
        device.require_gpu()
    for why, line in (
        ("\nCUDA driver library cannot be found.\nIf you are sure", "no NVIDIA driver is installed here"),
        ("Call to cuInit results in CUDA_ERROR_NO_DEVICE (100)", "it finds no GPU"),
        ("Call to cuInit results in UNKNOWN_CUDA_ERROR (999)", r"no GPU can be used here: .*999\)$"),
    ):
        found = type("Cuda", (), {"cuda_error": staticmethod(lambda why=why: why)})
        monkeypatch.setattr(device, "load_cuda", lambda found=found: found)
        with pytest.raises(DoesNotFit, match=line):
            device.require_gpu()
