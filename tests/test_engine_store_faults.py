"""Explorations with a store, while workers, the driver, the scheduler or the disk fail: no number is wrong, and no
process keeps running.

The short tests run in `make test`; the tests that take a minute run in `make proofs`.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from langkah import BadInput, Limit, Store, explore, load
from langkah.engine.spaces import stored_layers
from langkah.engine.spaces.store import StoreSpace
from langkah.engine.store.reader import open_store
from langkah.engine.store.workers import DaskWorkers, ProcessWorkers

pytest.importorskip("numba")
pytest.importorskip("distributed")

ROOT = Path(__file__).parent.parent
PATIENCE_SECONDS = 240.0  # long, because other programs may use the processor
LAYERS = [
    1,
    3,
    5,
    10,
    14,
    28,
    42,
    80,
    108,
    202,
    278,
    524,
    726,
    1348,
    1804,
    3283,
    4193,
]  # the layers of 3 x 3 tiles, from a search in memory


def start_program(*words: str) -> subprocess.Popen[str]:
    """Start the `langkah` command in a new process group."""
    return subprocess.Popen(
        [sys.executable, "-m", "langkah", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


def list_group(group: int) -> list[int]:
    """The ids of the living processes of a group, without zombies."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            fields = (path / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group and fields[0] != "Z":
            found.append(int(path.name))
    return found


def wait_until(true: Callable[[], object]) -> None:
    """Wait until `true()` holds. Fail after `PATIENCE_SECONDS`."""
    until = time.monotonic() + PATIENCE_SECONDS
    while not true():
        assert time.monotonic() < until
        time.sleep(0.01)


def find_depth(place: Path) -> int:
    """The depth of the deepest layer in a store; -1 if the store has no layer."""
    return max((int(path.stem) for path in place.glob("layers/*.json")), default=-1)


def has_layer(place: Path, depth: int) -> bool:
    """Whether a store has the layer of this depth or a deeper one."""
    return find_depth(place) >= depth


@contextmanager
def striking(strike: Callable[[], object], times: int, pause: float) -> Iterator[list[object]]:
    """Call `strike` in a thread, at random intervals and until it has hit `times` victims, while the block runs. Yields
    the list of victims.
    """
    hit: list[object] = []
    ended = threading.Event()

    def work() -> None:
        while len(hit) < times and not ended.wait(pause * random.uniform(0.5, 1.5)):
            if (victim := strike()) is not None:
                hit.append(victim)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield hit
    finally:
        ended.set()
        thread.join()


def kill_one(pids: list[int]) -> int | None:
    """Send SIGKILL to a random process of a list. Returns its id, or None if no process was killed."""
    if not pids:
        return None
    pid = random.choice(pids)
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return None
    return pid


@pytest.fixture
def cut_finely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower the thresholds, so that even small layers are split into several partitions and distributed to workers."""
    for name, value in (("SMALL_STATES", 16), ("SHARED_STATES", 64), ("PART_STATES", 1 << 10)):
        monkeypatch.setattr(stored_layers, name, value)


def test_a_pool_that_loses_a_process(tmp_path: Path, cut_finely: None) -> None:
    """A puzzle from a Python file is explored by two worker processes: killing one of them changes no number, and no
    process remains after `close`.
    """
    del cut_finely
    source = tmp_path / "ring.py"
    source.write_text(OWN, encoding="utf-8")
    problem = load(f"{source}:Ring", size=3000)
    workers = ProcessWorkers(2)
    victims: list[int] = []

    def strike(now: Any) -> None:
        pids = list(getattr(workers.executor, "_processes", None) or {})
        if now.depth > 10 and not victims and (pid := kill_one(pids)) is not None:
            victims.append(pid)

    try:
        backend_survey = explore_with_workers(problem, tmp_path / "kept", workers, strike)
    finally:
        pids = list(getattr(workers.executor, "_processes", None) or {})
        workers.close()
    whole = explore(problem)
    assert (backend_survey.layers, backend_survey.hardest) == (whole.layers, whole.hardest)
    assert victims
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)


def explore_with_workers(problem: Any, place: Path, workers: Any, progress: Any = None, **more: Any) -> Any:
    """Explore a problem with a store in `place` and with workers that the test created."""
    from langkah.engine.layers import explore_space
    from langkah.run import Run

    run: Run[Any, Any] = Run(more.pop("limit", None) or Limit(), progress=progress)
    return explore_space(StoreSpace(problem, problem.packed(), run, str(place), workers, **more), run, hardest=True)


OWN = """
from langkah import Packed, Puzzle, Step

def expand(state, out, data):
    out[0] = (state + 1) % data[0]
    out[1] = (state + data[0] - 1) % data[0]
    out[2] = data[0] - 1 - state
    out[3] = (state ^ 1) if (state ^ 1) < data[0] else state
    for each in range(data[1]):
        out[4 + each] = (state + (each + 2) * data[2]) % data[0]
        out[4 + data[1] + each] = (state + data[0] * 99 - (each + 2) * data[2]) % data[0]
    return 4 + 2 * data[1]

def goal(state, data):
    return state % 1000 == 77

class Ring(Puzzle):
    reversible = True
    start = 0

    def __init__(self, size=100):
        self.size = size
        self.data = [size, 2, 31]

    def steps(self, state):
        return [Step(each, each) for each in self.packed().successors(state)]

    def is_goal(self, state):
        return goal(state, self.data)

    def packed(self):
        same = lambda number: number
        return Packed.of(0, same, same, expand, goal, data=self.data, branching=8)
"""


def test_dask_with_a_killed_worker(tmp_path: Path, cut_finely: None) -> None:
    """Killing one of two workers of a local Dask cluster changes no number, and no process remains."""
    del cut_finely
    workers = DaskWorkers("local:2")
    victims: list[int] = []

    def list_pids() -> list[int]:
        return [nanny.pid for nanny in workers.cluster.workers.values() if nanny.pid]

    def strike(now: Any) -> None:
        if now.depth > 5 and now.tasks > 2 and not victims and (pid := kill_one(list_pids())) is not None:
            victims.append(pid)

    try:
        problem = load("hanoi", discs=5, pegs=4)
        found = explore_with_workers(problem, tmp_path / "kept", workers, strike)
    finally:
        pids = list_pids()
        workers.close()
    whole = explore(problem)
    assert (found.layers, found.hardest, found.goals) == (whole.layers, whole.hardest, whole.goals)
    assert victims
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)


def test_full_disks(tmp_path: Path) -> None:
    """If a file cannot grow any further, exploration ends with exit code 4 and the numbers so far, and can be resumed
    without this limit.
    """
    words = ["explore", "tiles", "rows=3", "cols=3", "--json", "--no-hardest", "--store", str(tmp_path / "kept")]
    script = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (30000, 30000));"
        "from langkah.apps.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    ended = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, check=False)
    found = json.loads(ended.stdout)
    assert (ended.returncode, found["limit"], found["complete"]) == (4, "disk", False)
    assert found["layers"][: len(LAYERS)] == LAYERS
    assert "File too large" in found["note"]
    assert not list((tmp_path / "kept").rglob(".*"))
    assert (
        explore(load("tiles", rows=3, cols=3), store=Store(tmp_path / "kept", resume=True), hardest=False).states
        == 181440
    )


def kill_and_interrupt(place: Path) -> int:
    """Kill the driver of an exploration, resume the exploration and interrupt it. Assert that no worker process stays
    and that the numbers so far are right, and return the exit code of the interrupted driver.
    """
    words = ["explore", "tiles", "rows=3", "cols=3", "--json", "--workers", "2", "--store", str(place)]
    process = start_program(*words)
    wait_until(lambda: has_layer(place, 20) or process.poll() is not None)
    process.kill()
    process.communicate()
    wait_until(lambda: not list_group(process.pid))
    reached = find_depth(place)
    again = start_program(*words, "--resume")
    wait_until(lambda: has_layer(place, reached + 1) or again.poll() is not None)
    again.send_signal(signal.SIGINT)
    out, err = again.communicate(timeout=PATIENCE_SECONDS)
    assert again.returncode in (0, 130), err
    assert "Traceback" not in err
    assert json.loads(out)["layers"][: len(LAYERS)] == LAYERS
    wait_until(lambda: not list_group(again.pid))
    return again.returncode


def test_the_driver_is_killed_and_interrupted(tmp_path: Path) -> None:
    """After SIGKILL of the driver, its workers end too. After Ctrl-C, the command prints the numbers so far, with exit
    code 130. Both runs can be resumed. An exploration that is complete before Ctrl-C is tried again in a new store.
    """
    places = [tmp_path / str(attempt) for attempt in range(5)]
    place = next((place for place in places if kill_and_interrupt(place) == 130), None)
    assert place is not None
    found = explore(load("tiles", rows=3, cols=3), store=Store(place, resume=True))
    whole = explore(load("tiles", rows=3, cols=3))
    assert (found.layers, found.hardest, found.complete) == (whole.layers, whole.hardest, True)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("rule", ["free", "cyclic"])
def test_ten_workers_are_killed(tmp_path: Path, cut_finely: None, rule: str) -> None:
    """At least ten Dask workers are killed at random moments of one run, and every layer is still right."""
    del cut_finely
    workers = DaskWorkers("local:2")

    def strike() -> int | None:
        return kill_one([nanny.pid for nanny in workers.cluster.workers.values() if nanny.pid])

    killed = 0
    try:
        for discs in (8, 9, 10):  # larger puzzles, in case a run ends before ten kills
            problem = load("hanoi", discs=discs, pegs=4, rule=rule)
            with striking(strike, 20, 0.3) as hit:
                found = explore_with_workers(problem, tmp_path / f"kept-{discs}", workers)
            assert found.layers == explore(problem).layers
            killed = len(hit)
            if killed >= 10:
                break
    finally:
        workers.close()
    assert killed >= 10


@pytest.mark.slow
def test_a_stopped_worker_goes_on(tmp_path: Path, cut_finely: None) -> None:
    """A worker is stopped with SIGSTOP for half a minute: the run waits, or the other worker takes over, and every
    layer is right.
    """
    del cut_finely
    problem = load("hanoi", discs=7, pegs=4)
    workers = DaskWorkers("local:2")
    stopped: list[int] = []

    def strike(now: Any) -> None:
        if now.depth > 8 and not stopped:
            stopped.append(next(nanny.pid for nanny in workers.cluster.workers.values()))
            os.kill(stopped[0], signal.SIGSTOP)
            threading.Timer(30, os.kill, (stopped[0], signal.SIGCONT)).start()

    try:
        found = explore_with_workers(problem, tmp_path / "kept", workers, strike)
    finally:
        workers.close()
    assert stopped
    assert found.layers == explore(problem).layers


def start_dask(*words: str) -> subprocess.Popen[bytes]:
    """Start a Dask scheduler or worker as a separate process, independent of the exploration."""
    command = [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


@pytest.mark.slow
def test_a_new_scheduler_is_joined(tmp_path: Path) -> None:
    """The scheduler and its workers are killed, and another cluster starts at the same address: the run continues on
    the new cluster.
    """
    import socket

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address, started = f"tcp://127.0.0.1:{port}", []

    def start_cluster() -> None:
        started.append(start_dask("dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"))
        started.extend(
            start_dask("dask_worker", address, "--nthreads", "1", "--no-dashboard", "--local-directory", str(tmp_path))
            for _worker in range(2)
        )

    start_cluster()
    place = tmp_path / "kept"
    words = ["explore", "tiles", "rows=3", "cols=4", "--limit-depth", "23", "--no-hardest", "--json"]
    try:
        process = start_program(*words, "--store", str(place), "--cluster", address)
        wait_until(lambda: has_layer(place, 20) or process.poll() is not None)
        for each in started:
            os.killpg(each.pid, signal.SIGKILL)
        start_cluster()
        out, err = process.communicate(timeout=PATIENCE_SECONDS)
        assert process.returncode == 4, err
        assert json.loads(out)["layers"] == explore(load("tiles", rows=3, cols=4), limit=Limit(depth=23)).layers
    finally:
        for each in started:
            try:
                os.killpg(each.pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
            finally:
                each.wait()


@pytest.mark.slow
def test_a_small_disk_is_full(tmp_path: Path) -> None:
    """On a full file system of 3 MB, exploration ends with exit code 4 and the numbers so far. A copy of the store on a
    larger disk can be resumed.
    """
    small = tmp_path / "small"
    small.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(small)], check=False)
    if mounted.returncode:
        pytest.skip("only root can mount a small disk; `test_full_disks` does without")
    try:
        words = ["explore", "tiles", "rows=3", "cols=4", "--no-hardest", "--json", "--workers", "2"]
        ended = subprocess.run(
            [sys.executable, "-m", "langkah", *words, "--store", str(small / "kept")],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        found = json.loads(ended.stdout)
        assert (ended.returncode, found["limit"]) == (4, "disk"), ended.stderr
        assert found["note"]
        shutil.copytree(small / "kept", tmp_path / "kept")
    finally:
        subprocess.run(["umount", str(small)], check=True)
    limit = Limit(depth=len(found["layers"]) + 1)
    gone_on = explore(
        load("tiles", rows=3, cols=4), store=Store(tmp_path / "kept", resume=True), limit=limit, hardest=False
    )
    assert gone_on.layers == explore(load("tiles", rows=3, cols=4), limit=limit, hardest=False).layers


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_the_complete_three_by_four_tiles(tmp_path: Path) -> None:
    """Two workers explore all 239,500,800 states in a store. The reported peak memory is below 1 GiB, and the store has
    fewer than 6 bytes per state.
    """
    words = ["explore", "tiles", "rows=3", "cols=4", "--no-hardest", "--json", "--workers", "2", "--memory", "700M"]
    process = start_program(*words, "--store", str(tmp_path / "kept"))
    out, err = process.communicate()
    found = json.loads(out)
    assert (found["states"], found["depth"], found["complete"]) == (239_500_800, 53, True), err
    assert found["peak_memory"] < 1 << 30
    assert open_store(tmp_path / "kept").size / found["states"] < 6


@pytest.mark.parametrize("deaths", [1, 1_000])
def test_workers_that_die_while_dask_starts(deaths: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the Dask workers fail once at the start, they are started again. If they always fail, the exploration is
    refused with the reason.
    """
    distributed = pytest.importorskip("distributed")
    start, left = distributed.LocalCluster, deaths

    def start_or_die(**more: Any) -> Any:
        nonlocal left
        left -= 1
        if left >= 0:  # what Dask raises if a worker process is killed before it reports
            raise RuntimeError("Nanny failed to start.") from RuntimeError("Nanny failed to start worker process")
        return start(**more)

    monkeypatch.setattr(distributed, "LocalCluster", start_or_die)
    problem, store = load("hanoi", discs=3), Store(tmp_path / "store", cluster="local:1")
    if deaths == 1:
        assert explore(problem, store=store).states == 27
    else:
        with pytest.raises(BadInput, match="could not be started in 3 attempts: Nanny failed"):
            explore(problem, store=store)
