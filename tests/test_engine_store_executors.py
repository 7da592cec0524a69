"""Explorations give the same results in this process, in a process pool and on a Dask cluster, and every worker keeps
its memory limit.

One pool and one cluster serve all cases. `make test` runs a few of the cases, `make proofs` all of them.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from langkah import Limit, Store, explore, load
from langkah.engine.spaces import stored_layers
from langkah.engine.store.reader import open_store
from langkah.engine.store.workers import DaskWorkers, ProcessWorkers, Workers
from langkah.games import GAMES
from langkah.model import Puzzle
from tests.packed_graphs import Walk, walks
from tests.small import SMALL

pytest.importorskip("numba")
pytest.importorskip("distributed")


@pytest.fixture(scope="module", params=["process pool", "Dask"])
def team(request: pytest.FixtureRequest) -> Iterator[Workers]:
    """Two workers, processes or Dask workers, which serve all tests of this file."""
    workers = ProcessWorkers(2) if request.param == "process pool" else DaskWorkers("local:2")
    yield workers
    workers.close()


@pytest.fixture(autouse=True, scope="module")
def cut_finely() -> Iterator[None]:
    """Make explorations distribute even small layers to the workers, in several partitions."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("SMALL_STATES", 8), ("SHARED_STATES", 32), ("PART_STATES", 64)):
            patch.setattr(stored_layers, name, value)
        yield


def compare(problem: Puzzle[Any, Any], place: Path, team: Workers) -> None:
    """Check that two explorations in stores, one in this process and one by the workers `team`, agree with an
    exploration in memory.
    """
    whole, limit = explore(problem), Limit()
    expected = (whole.layers, whole.goals, whole.nearest_goal, whole.hardest, whole.complete)
    for name, executor in (("here", None), ("there", team.executor)):
        found = explore(
            problem, store=Store(place / name, workers=2 if executor else None, executor=executor), limit=limit
        )
        assert (found.layers, found.goals, found.nearest_goal, found.hardest, found.complete) == expected
    assert open_store(place / "here", problem).layers == open_store(place / "there", problem).layers


def is_packed(name: str) -> bool:
    """Whether a game's small problem has a packed form that compiled code can explore."""
    problem = load(name, SMALL[name])
    packed = problem.packed() if isinstance(problem, Puzzle) else None
    return packed is not None and packed.expand is not None


def make_walk(ways: list[list[int]], *, wide: bool) -> Walk:
    """A puzzle on a directed graph with the targets 3 and 17; `ways` lists the successors of each node."""
    return Walk(ways, frozenset({3, 17}), wide=wide, reversible=False)


FEW = [
    load("hanoi", discs=4, pegs=4),
    load("hanoi", discs=3, pegs=4, rule="cyclic"),
    make_walk([[(7 * node + 3) % 40, (node * node + 1) % 40] for node in range(40)], wide=True),
]


@pytest.mark.parametrize("problem", FEW, ids=["towers", "directed towers", "wide graph"])
def test_a_few_spaces(problem: Puzzle[Any, Any], team: Workers, tmp_path: Path) -> None:
    """The results agree for a space whose steps can be undone, for a directed space, and for a space with states of
    three words.
    """
    compare(problem, tmp_path, team)


@pytest.mark.slow
@pytest.mark.parametrize("name", [each for each in GAMES if is_packed(each)])
def test_games(name: str, team: Workers, tmp_path: Path) -> None:
    """The results agree for every game that compiled code can explore."""
    problem = load(name, SMALL[name])
    assert isinstance(problem, Puzzle)
    compare(problem, tmp_path, team)


@pytest.mark.slow
@settings(max_examples=25)
@given(walk=walks())
def test_random_graphs(walk: Walk, team: Workers, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The results agree for random graphs, directed or not, with states of one word or three."""
    compare(walk, tmp_path_factory.mktemp("walk"), team)


MEGABYTE = 1 << 20
SPACES = {
    "tiles": (load("tiles", rows=3, cols=4), 24, False),
    "directed": (load("hanoi", discs=10, pegs=4, rule="cyclic"), None, True),
    "two words": (load("tiles", rows=4, cols=4), 20, False),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SPACES)
@pytest.mark.parametrize("memory", [230, 300])
def test_the_memory_of_workers_is_held(name: str, memory: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The peak memory of every worker, as the system reports it, stays within the limit."""
    for constant, value in (("SMALL_STATES", 1 << 14), ("SHARED_STATES", 1 << 16), ("PART_STATES", 1 << 20)):
        monkeypatch.setattr(stored_layers, constant, value)
    problem, depth, hardest = SPACES[name]
    workers, peaks = ProcessWorkers(2), dict[int, int]()

    def note(_now: Any) -> None:
        for pid in list(getattr(workers.executor, "_processes", None) or {}):
            lines = Path(f"/proc/{pid}/status").read_text().splitlines()
            peaks[pid] = int(next(line.split()[1] for line in lines if line.startswith("VmHWM"))) << 10

    try:
        limit = Limit(depth=depth, memory=memory * MEGABYTE)
        found = explore(
            problem,
            store=Store(tmp_path, workers=2, executor=workers.executor),
            limit=limit,
            hardest=hardest,
            progress=note,
        )
    finally:
        workers.close()
    assert found.states > 10**6
    assert len(peaks) == 2
    assert max(peaks.values()) <= memory * MEGABYTE
