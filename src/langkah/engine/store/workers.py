"""Where the tasks of a store run: in this process, in a process pool, in a given executor, or under Dask.

The driver uses each of them as a `concurrent.futures.Executor`. A broken pool is replaced; if a Dask scheduler is lost,
the driver waits for it to come back.
"""

import multiprocessing
import os
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from multiprocessing.connection import wait
from typing import Any

from langkah.engine.store.folder import require_cluster
from langkah.errors import BadInput, MissingExtra
from langkah.language import _, format_number

MOST_FAILURES = 1000  # lost workers per task before Dask gives the task up
MOST_STARTS = 3  # attempts to start our own cluster
RECONNECT_SECONDS = 120.0  # time to wait for a lost scheduler
END_SECONDS = 10.0  # time for cancelled tasks to end
START_SECONDS, QUEUE_SECONDS = 60.0, 24 * 3600.0  # time to wait: for the first worker; for a queued job
WORKER_BYTES = 1 << 30  # default memory of a worker
BATCH = {  # by name of the batch system: the dask-jobqueue class, and the command that submits jobs
    "slurm": ("SLURMCluster", "sbatch"),
    "pbs": ("PBSCluster", "qsub"),
    "sge": ("SGECluster", "qsub"),
    "lsf": ("LSFCluster", "bsub"),
}
QUIET = {  # background activities of Dask to turn off
    "distributed.scheduler.allowed-failures": MOST_FAILURES,
    "distributed.worker.profile.enabled": False,
}


class Workers:
    """An executor, the number of tasks it runs at once, and the link to its dashboard (or a text that says why there is
    none).
    """

    elsewhere = True  # whether tasks run in other processes

    def __init__(self, executor: Executor, count: int = 1, link: str = "") -> None:
        self.executor, self.count, self.link = executor, count, link

    def submit(self, function: Callable[..., Any], *arguments: Any, **more: Any) -> Future[Any]:
        """Submit a task; returns its future."""
        return self.executor.submit(function, *arguments, **more)

    def renew(self) -> bool:
        """Replace lost workers; returns False if that is impossible."""
        return False

    def close(self, *, now: bool = False) -> None:
        """Shut down the workers; with `now`, do not wait for tasks. An executor given by the caller stays open."""


class _Immediate(Executor):
    """An executor that runs a task as soon as it is submitted."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **more: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(function(*arguments, **more))
        except Exception as error:
            future.set_exception(error)
        return future


class OwnProcess(Workers):
    """Runs tasks in this process, one at a time."""

    elsewhere = False

    def __init__(self) -> None:
        super().__init__(_Immediate())


class ProcessWorkers(Workers):
    """A process pool on this machine."""

    def __init__(self, count: int) -> None:
        super().__init__(_start_pool(count), count)

    def renew(self) -> bool:
        """Replace the broken pool."""
        self.close(now=True)
        self.executor = _start_pool(self.count)
        return True

    def close(self, *, now: bool = False) -> None:
        """End the processes; with `now`, do not wait for their tasks."""
        processes = list((getattr(self.executor, "_processes", None) or {}).values())
        self.executor.shutdown(wait=False, cancel_futures=True)
        until = time.monotonic() + (0 if now else END_SECONDS)
        for process in processes:
            process.join(max(until - time.monotonic(), 0))
            if process.is_alive():
                process.kill()
                process.join()


def _start_pool(count: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), initializer=prepare_process)


def prepare_process() -> None:
    """Set up a worker process: it ignores Ctrl-C, and it ends as soon as its driver has ended for any reason."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


class DaskWorkers(Workers):
    """The workers of a Dask cluster, which either is already running or is started here."""

    def __init__(self, where: str, memory: int | None = None) -> None:
        self.distributed, self.where = require_cluster("distributed"), where
        self.cluster: Any = None  # only if started here
        if not where.startswith(("tcp://", "tls://", "ucx://", "ws://")):
            self.cluster = _start_cluster(where, memory)
        try:
            self._join(START_SECONDS if where.partition(":")[0] not in BATCH else QUEUE_SECONDS)
        except BaseException:  # including Ctrl-C while jobs are queued
            self._end_cluster()
            raise

    def _join(self, patience: float) -> None:
        target = self.where if self.cluster is None else self.cluster
        until = time.monotonic() + patience
        while True:
            try:
                left = max(until - time.monotonic(), 1)
                self.client = self.distributed.Client(target, timeout=min(left, 10), set_as_default=False)
                break
            except (OSError, TimeoutError) as error:
                if time.monotonic() > until:
                    text = _("there is no Dask scheduler at {address}: {why}")
                    why = str(error.__cause__ or error).splitlines()[0]
                    raise BadInput(text.format(address=self.where, why=why)) from None
                time.sleep(0.5)
        self.client.run_on_scheduler(_raise_allowed_failures)
        try:
            self.client.wait_for_workers(1, timeout=patience)
        except (OSError, TimeoutError):
            self.close()
            if self.cluster is not None:
                text = _("no worker of {where} has started within {seconds} s")
                raise BadInput(text.format(where=self.where, seconds=format_number(patience, ",.0f"))) from None
            text = _("the Dask scheduler at {address} has no workers; start some with: {command}")
            raise BadInput(text.format(address=self.where, command=f"dask worker {self.where}")) from None
        missing = _("none; the dashboard needs bokeh on the scheduler's machine: {command}").format(
            command="pip install bokeh"
        )
        self.link = self.client.dashboard_link if self.client.run_on_scheduler(_has_dashboard) else missing
        self.executor = self.client.get_executor(pure=False)
        self._count()

    def _count(self) -> None:
        self.count = max(sum(self.client.nthreads().values()), 1)

    def renew(self) -> bool:
        """Wait until the scheduler, or a new one at the same address, can be reached."""
        if self.cluster is None:
            with suppress(Exception):
                self.client.close(timeout=2)
            self._join(RECONNECT_SECONDS)
        return True

    def close(self, *, now: bool = False) -> None:
        """Disconnect from the cluster, and stop it if it was started here. Running tasks are abandoned."""
        with suppress(Exception):
            self.client.close(timeout=2 if now else 10)
        self._end_cluster()

    def _end_cluster(self) -> None:
        if self.cluster is not None:
            with suppress(Exception):
                self.cluster.close(timeout=20)


def _has_dashboard() -> bool:
    """Whether the scheduler's machine has the package that the dashboard needs; runs on that machine."""
    return find_spec("bokeh") is not None


def _raise_allowed_failures(dask_scheduler: Any = None) -> None:
    """Make Dask repeat a task even if its workers were lost several times while they ran it; runs on the scheduler's
    machine.
    """
    dask_scheduler.allowed_failures = MOST_FAILURES


def _start_cluster(where: str, memory: int | None) -> Any:
    """Start our own Dask cluster: on this machine, or through a batch system."""
    kind, _colon, number = where.partition(":")
    count = int(number) if number.isdigit() else 0
    if kind == "local" and (count or not number):
        return _start_local_cluster(count or os.cpu_count() or 1)
    if kind in BATCH and (count or not number):
        return _submit_jobs(kind, count or 4, memory)
    text = _("'{where}' is not a cluster; write, for example, tcp://host:8786, local:2 or slurm:16")
    raise BadInput(text.format(where=where))


def _start_local_cluster(count: int) -> Any:
    """Start a Dask cluster on this machine, trying again a few times if a worker dies while starting."""
    distributed, dask = require_cluster("distributed"), require_cluster("dask")
    dask.config.set(QUIET)
    why: object = ""
    for _attempt in range(MOST_STARTS):
        try:
            with _ignoring_interrupts():
                return distributed.LocalCluster(
                    n_workers=count, threads_per_worker=1, memory_limit=0, dashboard_address=":0", silence_logs=50
                )
        except (RuntimeError, OSError, TimeoutError) as error:  # 'Nanny failed to start'; Dask has cleaned up
            why = error.__cause__ or error
    text = _("a Dask cluster of {n} workers could not be started in {times} attempts: {why}")
    said = str(why).partition("\n")[0] or type(why).__name__
    raise BadInput(text.format(n=count, times=MOST_STARTS, why=said))


def _submit_jobs(kind: str, count: int, memory: int | None) -> Any:
    """Submit workers as jobs of a batch system, one core each."""
    if find_spec("dask_jobqueue") is None:
        text = _("--cluster {kind} needs dask-jobqueue, which is not installed. Try: {command}")
        raise MissingExtra(text.format(kind=kind, command="pip install dask-jobqueue"))
    name, command = BATCH[kind]
    if shutil.which(command) is None:
        text = _(
            "--cluster {kind} needs {command}, which is not installed here: run Langkah on a machine "
            "from which jobs can be submitted"
        )
        raise BadInput(text.format(kind=kind, command=command))
    room = f"{(memory or WORKER_BYTES) >> 20}MiB"
    try:
        cluster = getattr(require_cluster("dask_jobqueue"), name)(cores=1, processes=1, memory=room)
        cluster.scale(count)
    except (ValueError, RuntimeError, OSError) as error:
        raise BadInput(_("--cluster {kind}: {why}").format(kind=kind, why=error)) from None
    return cluster


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """A context in which child processes are started so that they ignore Ctrl-C, which their driver handles."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def is_lost(error: BaseException) -> bool:
    """Whether a task failed because its worker was lost, rather than because of an error that the task raised."""
    theirs = type(error).__module__.partition(".")[0] in ("distributed", "dask", "tornado")
    return theirs or isinstance(error, BrokenExecutor | CancelledError)


def open_workers(
    executor: Executor | None = None, count: int | None = None, cluster: str = "", memory: int | None = None,
    *, apart: bool = False,
) -> Workers:  # fmt: skip
    """The workers for a store: a given executor, a cluster, a process pool, or this process.

    `apart`: do not run tasks in this process, because the puzzle's code may never return.
    """
    if executor is not None:
        return Workers(executor, count or getattr(executor, "_max_workers", None) or 4)
    if cluster:
        return DaskWorkers(cluster, memory)
    return ProcessWorkers(count or 1) if apart or (count or 1) > 1 else OwnProcess()
