"""Explorations with a store: one set of tasks, handed out by several schedulers with two workers each.

Peers that are not installed are named and left out. Times are by the clock, as that is what a scheduler costs; the note
has the processor time of all processes together.
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


def scale() -> Iterator[Row]:
    """3 x 4 tiles to depth 27, by each scheduler that is there; then the same on disk as it was, by turns."""
    work, ours = f"3 x 4 tiles to depth {DEPTH}, {STATES:,} states, two workers, by the clock", None
    for who, package in (("process pool", ""), ("Dask", "distributed"), ("Ray", "ray"), ("Spark", "pyspark")):
        if package and importlib.util.find_spec(package) is None:
            print(f"{who} is not installed and left out", file=sys.stderr)
            continue
        found = alone("benchmarks.scale:explore_by", who, DEPTH)
        reach = {"process pool": ">= 1.5 M/s", "Ray": ">= 1 x", "Spark": ">= 3 x"}.get(who, "")
        ours = ours or found["seconds"]
        note = f"{found['states'] / found['seconds'] / 1e6:.2f} M states/s, {found['cpu']:.1f} s of processor time"
        yield Row(work, who, found["seconds"], found["peak"], None if who == "process pool" else ours, reach, note)
    yield from compare_with_disk()


def compare_with_disk() -> Iterator[Row]:
    """`--store` and `--disk` on the same space, in one process, by turns, the best of three by processor time."""
    for name, depth in (("tiles", 25), ("cyclic", 1000), ("two words", 26)):
        turns = [
            (
                alone("benchmarks.scale:explore_one", name, depth, True),
                alone("benchmarks.scale:explore_one", name, depth, False),
            )
            for _turn in range(3)
        ]
        mine, theirs = (min((turn[place] for turn in turns), key=lambda each: each["cpu"]) for place in (0, 1))
        work = f"{name} to depth {depth}, {mine['states']:,} states, layers on disk"
        yield Row(work, "--store", mine["cpu"], mine["peak"])
        yield Row(work, "--disk", theirs["cpu"], theirs["peak"], mine["cpu"], ">= 1 x")


def scale_whole() -> Iterator[Row]:
    """All of 3 x 4 tiles."""
    found = alone("benchmarks.scale:explore_by", "process pool", 60)
    note = f"{found['states']:,} states, {found['cpu']:.0f} s of processor time"
    yield Row(
        "3 x 4 tiles, complete, two workers, by the clock",
        "Langkah",
        found["seconds"],
        found["peak"],
        None,
        "within 2 GB",
        note,
    )


def load_space(name: str) -> Any:
    """A space by a short name."""
    from langkah import load

    if name == "tiles":
        return load("tiles", rows=3, cols=4)
    return load("hanoi", discs=9, pegs=4, rule="cyclic") if name == "cyclic" else load("hanoi", discs=34, pegs=4)


def explore_one(name: str, depth: int, store: bool) -> dict[str, Any]:
    """One process: a store, or layers on disk as `--disk` keeps them."""
    from langkah import Limit, explore

    problem = load_space(name)
    with tempfile.TemporaryDirectory() as place:
        where: dict[str, Any] = {"store": place} if store else {"disk": Path(place)}
        before = time.process_time()
        limit = Limit(depth=depth, memory=None if store else 1)
        found = explore(problem, limit=limit, hardest=False, threads=1, **where)
        cpu = time.process_time() - before
    return {"cpu": cpu, "states": found.states, "peak": found.peak_memory}


def explore_by(who: str, depth: int) -> dict[str, Any]:
    """The same tasks by one scheduler: seconds by the clock, processor seconds, and the peak of a worker."""
    from langkah import Limit, explore, load

    with tempfile.TemporaryDirectory() as place, SCHEDULERS[who]() as more:
        problem = load("tiles", rows=3, cols=4)
        explore(problem, limit=Limit(depth=20), hardest=False, store=f"{place}/first", **more)  # workers begin
        before, began = _measure_cpu(), time.perf_counter()
        found = explore(problem, limit=Limit(depth=depth), hardest=False, store=f"{place}/kept", **more)
        seconds = time.perf_counter() - began
    return {
        "seconds": seconds,
        "states": found.states,
        "cpu": _measure_cpu() - before,
        "peak": found.peak_memory,
    }


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
    """A scheduler that answers when it has done one task, as an executor; threads wait for it."""

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
