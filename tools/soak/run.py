"""Runs a soak in a few supervised worker processes. A worker that crashes or hangs counts as a failure of its case."""

import json
import os
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tools.soak.cases import FOLDER, KNOWN, Counts, keep_case
from tools.soak.page import list_children
from tools.soak.table import ATTACKS
from tools.soak.worker import work

SILENCE = 600.0  # seconds without a message after which a worker counts as hanging
SAMPLE = 10.0  # seconds between two samples of the memory

# Targets for an hour on two cores, each the sum of a counter over all attacks.
TARGETS = {
    "searches": 1_000_000,
    "puzzles": 100_000,
    "inputs": 100_000,
    "kills": 200,
    "kills, directed": 100,
    "signals": 300,
}
FLAT = 1.25  # the largest ratio of the last third of the memory curve to the middle third


@dataclass
class Report:
    """The findings of a soak so far."""

    minutes: float
    workers: int
    seed: str
    counts: dict[str, Counts] = field(default_factory=dict)
    failures: Counts = field(default_factory=Counter)  # by "attack: kind"
    kept: list[Path] = field(default_factory=list)
    memory: list[tuple[float, int]] = field(default_factory=list)  # seconds, bytes of all workers
    seconds: float = 0.0

    def total(self, name: str) -> int:
        """The sum of a counter over all attacks."""
        return sum(found[name] for found in self.counts.values())

    @property
    def unknown(self) -> dict[str, int]:
        """The number of failures of each kind that is not in `KNOWN`."""
        return {kind: count for kind, count in self.failures.items() if kind not in KNOWN}

    def is_flat(self) -> bool:
        """Whether the memory of the workers stopped growing: its maximum in the last third of the time is at most
        `FLAT` times its maximum in the middle third. True if there are too few samples.
        """
        held = [each for _second, each in self.memory]
        third = len(held) // 3
        if third < 3:
            return True
        return max(held[-third:]) <= FLAT * max(held[third : 2 * third])


@dataclass
class Worker:
    """A worker process from its parent's view."""

    number: int
    process: Any
    ear: Connection
    current: Path
    heard: float
    resident: int = 0
    done: bool = False


class Soak:
    """The parent process of all workers."""

    def __init__(self, report: Report, names: list[str], folder: Path, keep: Path = FOLDER) -> None:
        self.report, self.names, self.folder, self.keep = report, names, folder, keep
        self.began = time.time()
        self.until = self.began + 60 * report.minutes
        self.started = 0
        self.context = get_context("spawn")

    def start(self, number: int) -> Worker:
        """Start a worker with a seed of its own."""
        ear, mouth = self.context.Pipe(duplex=False)
        current = self.folder / f"worker-{number}.json"
        seed = f"{self.report.seed}:{number}:{self.started}"
        self.started += 1
        process = self.context.Process(target=work, args=(mouth, seed, self.until, self.names, str(current)))
        process.start()
        mouth.close()
        return Worker(number, process, ear, current, time.monotonic())

    def go(self, say: Callable[[str], None]) -> None:
        """Supervise the workers until the time is over, with a line of progress for `say` every minute."""
        workers = [self.start(number) for number in range(self.report.workers)]
        sampled = told = time.monotonic()
        try:
            while not all(worker.done for worker in workers):
                for index, worker in enumerate(workers):
                    workers[index] = self.look_after(worker)
                now = time.monotonic()
                if now - sampled > SAMPLE:
                    sampled = now
                    self.report.memory.append((time.time() - self.began, sum(each.resident for each in workers)))
                if now - told > 60:
                    told = now
                    say(describe_progress(self.report, time.time() - self.began))
                time.sleep(0.05)
        finally:
            for worker in workers:
                kill_family(worker.process)
            self.report.seconds = time.time() - self.began

    def look_after(self, worker: Worker) -> Worker:
        """Receive a worker's messages; replace it if it is dead or silent for too long."""
        while not worker.done and _is_readable(worker.ear):
            try:
                message = worker.ear.recv()
            except EOFError:
                break
            worker.heard = time.monotonic()
            self.hear(worker, message)
        silent = time.monotonic() - worker.heard > SILENCE
        if worker.done or (worker.process.is_alive() and not silent):
            return worker
        kind = "hang" if silent and worker.process.is_alive() else f"crash, exit code {worker.process.exitcode}"
        kill_family(worker.process)
        self.fail_current(worker, kind)
        return self.start(worker.number)

    def fail_current(self, worker: Worker, kind: str) -> None:
        """Record the current case of a dead worker as failed."""
        try:
            found = json.loads(worker.current.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            found = {"attack": "none", "case": {}}
        self.hear(worker, {"failure": found["attack"], "kind": kind, "why": kind, "case": found["case"]})

    def hear(self, worker: Worker, message: dict[str, Any]) -> None:
        """Handle a worker's message."""
        if "failure" in message:
            attack, kind = message["failure"], message["kind"]
            self.report.failures[f"{attack}: {kind}"] += 1
            path = keep_case(attack, message["case"], kind, message["why"], self.keep)
            if path is not None:
                self.report.kept.append(path)
            return
        for name, found in message["counts"].items():
            self.report.counts.setdefault(name, Counter()).update(found)
        worker.resident = message["resident"]
        worker.done = message.get("done", False)


def kill_family(process: Any) -> None:
    """Kill a worker and all programs that it started, by process id."""
    family = list_children(process.pid) if process.is_alive() else []
    process.kill()
    process.join()
    for pid in family:
        for each in (*list_children(pid), pid):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)


def _is_readable(ear: Connection) -> bool:
    """Whether a message is waiting."""
    try:
        return ear.poll()
    except (OSError, EOFError):
        return False


@contextmanager
def own_cache() -> Iterator[Path]:
    """A temporary folder for the files of a soak. The cache of machine code lies in this folder, too."""
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        before = os.environ.get("LANGKAH_CACHE")
        os.environ["LANGKAH_CACHE"] = str(Path(folder) / "cache")
        try:
            yield Path(folder)
        finally:
            os.environ.pop("LANGKAH_CACHE")
            if before is not None:
                os.environ["LANGKAH_CACHE"] = before


def soak(minutes: float, workers: int, seed: str, names: list[str], say: Callable[[str], None], keep: Path) -> Report:
    """Run the named attacks in some workers for some minutes; returns the report, also after Ctrl-C."""
    report = Report(minutes, workers, seed, {name: Counter() for name in names})
    with own_cache() as folder, suppress(KeyboardInterrupt):
        Soak(report, names, folder, keep).go(say)
    return report


def describe_progress(report: Report, seconds: float) -> str:
    """The time, the counts and the number of failures of a soak, in one line."""
    told = ", ".join(f"{report.total(name):,} {name}" for name in TARGETS)
    return f"{seconds / 60:5.1f} min: {told}; {sum(report.failures.values())} failures"


def format_report(report: Report) -> str:
    """The report of a soak in Markdown: the counts of each attack, the targets, the memory and the failures."""
    lines = [f"{report.seconds / 60:.0f} minutes, {report.workers} processes, seed {report.seed}.", ""]
    lines += ["| attack | what | counts |", "|---|---|---|"]
    for name, found in report.counts.items():
        told = ", ".join(f"{count:,} {what}" for what, count in sorted(found.items()))
        lines.append(f"| {name} | {ATTACKS[name].about} | {told} |")
    lines += ["", "| in all | wanted in an hour | reached |", "|---|---|---|"]
    lines += [f"| {name} | {target:,} | {report.total(name):,} |" for name, target in TARGETS.items()]
    held = [each >> 20 for _second, each in report.memory]
    if held:
        every = max(1, len(held) // 12)
        curve = " ".join(map(str, held[::every]))
        lines += ["", f"Memory of the workers, MB: {curve} ({'flat' if report.is_flat() else 'GROWING'})."]
    failures = sum(report.failures.values())
    lines += ["", f"Failures: {failures}."]
    lines += [f"- {kind}: {count}{' (known)' if kind in KNOWN else ''}" for kind, count in report.failures.items()]
    lines += [f"- kept: {path.name}" for path in report.kept]
    return "\n".join(lines)
