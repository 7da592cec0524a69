"""Explorations with a store: the same tasks under several schedulers with two workers each.

Peers that are not installed are listed and skipped. Times are wall times, which include the scheduler's overhead.
"""

import importlib.util
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.measure import Row, alone

DEPTH, STATES = 27, 12_062_610  # of 3 x 4 tiles
OURS = "process pool"  # the name of `--workers 2`
PACKAGES = {"Dask": "distributed", "Ray": "ray", "Spark": "pyspark"}


def scale() -> Iterator[Row]:
    """Explore 3 x 4 tiles to depth 27 by each installed scheduler, in turn; the best of three runs counts. Then compare
    ways to explore in one process (see `compare_ways`).
    """
    work = f"3 x 4 tiles to depth {DEPTH}, {STATES:,} states, two workers, by the clock"
    present = [who for who in SCHEDULERS if importlib.util.find_spec(PACKAGES.get(who, "langkah"))]
    if missing := sorted(set(SCHEDULERS) - set(present)):
        print(f"not installed and left out: {', '.join(missing)}", file=sys.stderr)
    wanted = {"states": STATES}
    turns = [
        {who: alone("benchmarks.scale:explore_by", who, DEPTH, wanted=wanted) for who in present} for _turn in range(3)
    ]
    best = {who: min((turn[who] for turn in turns), key=lambda each: float(each["seconds"])) for who in present}
    for who, found in best.items():
        reach = {OURS: ">= 1.5 M/s", "Ray": ">= 1 x", "Spark": ">= 3 x"}.get(who, "")
        note = f"{found['states'] / found['seconds'] / 1e6:.2f} M states/s"
        yield Row(
            work, who, found["seconds"], found["peak"], None if who == OURS else best[OURS]["seconds"], reach, note
        )
    yield from compare_ways()


def compare_ways() -> Iterator[Row]:
    """Explore four spaces in one process: with a store, on disk from the start, and in memory with and without a
    checkpoint. The ways take turns; the best of three runs by processor time counts.
    """
    for name, depth, states in (
        ("tiles", 25, ...),
        ("directed", 1000, 6**7),
        ("two words", 20, ...),
        ("thin", 10**6, 3**9),
    ):
        wanted: dict[str, Any] = {"states": states}
        turns: list[dict[str, Any]] = [{} for _turn in range(3)]
        for turn in turns:
            for way in WAYS:
                turn[way] = alone("benchmarks.scale:explore_one", name, depth, way, wanted=wanted)
                wanted = {"states": turn[way]["states"]}  # all ways must give the same number
        found = {way: min((turn[way] for turn in turns), key=lambda each: float(each["cpu"])) for way in WAYS}
        ours = found["--store"]
        work = f"{name} to depth {depth}, {ours['states']:,} states, one process"
        for way, each in found.items():
            yield Row(work, way, each["cpu"], each["peak"], None if way == "--store" else ours["cpu"])


def scale_whole() -> Iterator[Row]:
    """Explore with a store and two workers: all of 3 x 4 tiles, a directed space with its hardest starts, and a space
    with states of two words. The target for the memory is 2 GB.
    """
    for name, depth, states in (
        ("tiles", 10**6, 239_500_800),
        ("directed, large", 10**6, 6**9),
        ("two words", 24, ...),
    ):
        found = alone("benchmarks.scale:explore_large", name, depth, wanted={"states": states})
        note = f"{found['states']:,} states, {found['cpu']:.0f} s of processor time, {found['each']:.2f} bytes a state"
        work = f"{name} to depth {found['depth']}, two workers of 700 MB, by the clock"
        yield Row(work, "Langkah", found["seconds"], found["peak"], None, "within 2 GB", note)


SPACES: dict[str, tuple[str, dict[str, Any]]] = {
    "tiles": ("tiles", {"rows": 3, "cols": 4}),
    "directed": ("hanoi", {"discs": 7, "pegs": 6, "rule": "cyclic"}),
    "directed, large": ("hanoi", {"discs": 9, "pegs": 6, "rule": "cyclic"}),
    "two words": ("tiles", {"rows": 4, "cols": 4}),
    "thin": ("hanoi", {"discs": 9, "rule": "linear"}),  # one state per layer
}
WAYS = ("--store", "--disk", "--checkpoint", "memory")


def load_space(name: str) -> Any:
    """The problem with this short name in `SPACES`."""
    from langkah import load

    game, settings = SPACES[name]
    return load(game, settings)


def explore_one(name: str, depth: int, way: str) -> dict[str, Any]:
    """Explore in one process with one thread, in one of the ways in `WAYS`. Returns the processor seconds, the number
    of states and the peak memory.
    """
    from langkah import Limit, Store, explore

    problem = load_space(name)
    with tempfile.TemporaryDirectory() as place:
        keep = {"--store": "layers", "--disk": "overflow", "--checkpoint": "checkpoint"}.get(way, "")
        store = Store(Path(place) / "kept", keep=keep) if keep else None
        limit = Limit(depth=depth, memory=1 if way == "--disk" else None)
        before = time.process_time()
        found = explore(problem, limit=limit, hardest=False, threads=1, store=store)
        cpu = time.process_time() - before
    return {"cpu": cpu, "states": found.states, "peak": found.peak_memory}


def explore_large(name: str, depth: int) -> dict[str, Any]:
    """Explore with a store and two workers; in a directed space, also find the hardest starts. Returns the results, the
    wall and the processor seconds, the bytes per state in the store, and the peak memory.
    """
    from langkah import Limit, Store, explore
    from langkah.engine.store.reader import open_store

    problem = load_space(name)
    with tempfile.TemporaryDirectory() as place:
        before, began = _measure_cpu(), time.perf_counter()
        limit, hardest = Limit(depth=depth, memory=700 << 20), name.startswith("directed")
        found = explore(problem, store=Store(place, workers=2), limit=limit, hardest=hardest)
        seconds = time.perf_counter() - began
        store = open_store(place)
        return {
            "seconds": seconds,
            "states": found.states,
            "depth": found.depth,
            "hardest": None if found.hardest is None else [found.hardest.distance, found.hardest.count],
            "cpu": _measure_cpu() - before,
            "each": store.size / store.states,
            "peak": found.peak_memory,
        }


def explore_by(who: str, depth: int) -> dict[str, Any]:
    """Explore 3 x 4 tiles to `depth` with the scheduler named `who`. Returns the wall seconds, the number of states,
    and the peak memory of a worker.
    """
    from langkah import Limit, Store, explore, load

    with tempfile.TemporaryDirectory() as place, SCHEDULERS[who]() as more:
        problem = load("tiles", rows=3, cols=4)
        explore(problem, limit=Limit(depth=20), hardest=False, store=Store(f"{place}/first", **more))  # workers begin
        began = time.perf_counter()
        found = explore(problem, limit=Limit(depth=depth), hardest=False, store=Store(f"{place}/kept", **more))
        return {"seconds": time.perf_counter() - began, "states": found.states, "peak": found.peak_memory}


def _measure_cpu() -> float:
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, kinds))


@contextmanager
def _open_pool() -> Iterator[dict[str, Any]]:
    from langkah.engine.store.workers import ProcessWorkers

    workers = ProcessWorkers(2)
    try:
        yield {"executor": workers.executor, "workers": 2}
    finally:
        workers.close()


@contextmanager
def _open_dask() -> Iterator[dict[str, Any]]:
    from langkah.engine.store.workers import DaskWorkers

    workers = DaskWorkers("local:2")
    try:
        yield {"executor": workers.executor, "workers": 2}
    finally:
        workers.close()


class _Adapter(Executor):
    """Makes an executor from a scheduler whose function `run` blocks: two threads call it and wait for the results."""

    def __init__(self, run: Callable[[Callable[[], Any]], Any]) -> None:
        self.run, self.threads = run, ThreadPoolExecutor(2)

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **more: Any) -> Future[Any]:
        return self.threads.submit(self.run, lambda: function(*arguments, **more))


@contextmanager
def _open_ray() -> Iterator[dict[str, Any]]:
    ray: Any = importlib.import_module("ray")
    ray.init(
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        runtime_env={"env_vars": {"PYTHONPATH": os.pathsep.join(sys.path)}},
    )
    call = ray.remote(max_retries=5)(lambda work: work())
    try:
        yield {"executor": _Adapter(lambda work: ray.get(call.remote(work))), "workers": 2}
    finally:
        ray.shutdown()


@contextmanager
def _open_spark() -> Iterator[dict[str, Any]]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    sql: Any = importlib.import_module("pyspark.sql")
    session = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    context = session.sparkContext
    try:
        yield {
            "executor": _Adapter(lambda work: context.parallelize([0], 1).map(lambda _n: work()).collect()[0]),
            "workers": 2,
        }
    finally:
        session.stop()


SCHEDULERS: dict[str, Callable[[], Any]] = {
    "process pool": _open_pool,
    "Dask": _open_dask,
    "Ray": _open_ray,
    "Spark": _open_spark,
}
