"""Where tasks are worked on: a few processes, each with one task at a time, that can be ended.

A task that is called off is first asked to stop, which keeps what its process remembers; if it does not within a
moment, the process is killed. Its place is free at once either way: nobody waits for a dead task. One place is always
kept for light tasks, so that a move is answered while others solve. Answers that will never change are remembered.
"""

import asyncio
import json
import os
import sys
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, NamedTuple

from langkah.apps.web.limits import Refused
from langkah.language import _, current_language
from langkah.tasks.table import TASKS

Values = dict[str, Any]

PATIENCE = 0.3  # seconds in which a task must obey before its process is killed
STARTING = 5.0  # the same for a process that is still starting: killing it would only start another one
SOON = 0.05  # seconds to wait for a process that is just being calmed rather than start another one
GRACE = 2.0  # seconds beyond a task's time after which its process is killed
LONGEST_LINE = 1 << 24
MOST_WAITING = 80
MOST_REMEMBERED = 4000


class Job(NamedTuple):
    """A task, the session it is about, and its options."""

    task: str
    saved: Values
    options: Values

    @property
    def problem(self) -> str:
        """What the job is about: a process that has worked on it before knows more."""
        return json.dumps([self.saved.get("problem"), self.saved.get("settings")], sort_keys=True)

    def key(self, language: str) -> str:
        """What decides the answer, apart from time."""
        told = self.saved | {"moves": self.saved.get("moves", [])[: self.saved.get("made")], "made": None}
        return json.dumps([self.task, language, told, self.options], sort_keys=True)


class WorkerProcess:
    """One worker process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.problem = ""
        self.busy = False
        self.ready = False

    async def send(self, message: Values) -> None:
        """Send one line."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        await self.process.stdin.drain()

    async def line(self) -> Values:
        """The next line; {} when the process has ended. That it is ready it says once, unasked."""
        assert self.process.stdout is not None
        found = await self.process.stdout.readline()
        message: Values = json.loads(found) if found else {}
        if "ready" in message:
            self.ready = True
            return await self.line()
        return message

    async def ask(self, job: Job) -> AsyncIterator[Values]:
        """Everything the process says about a job, the answer last."""
        self.busy, self.problem = True, job.problem
        told = {"task": job.task, "saved": job.saved, "options": job.options, "language": current_language.get()}
        await self.send(told)
        while message := await self.line():
            if "progress" not in message:
                self.busy = False
            yield message
            if not self.busy:
                return
        yield {"error": [_("the search was ended by the system; it may have needed too much memory")]}

    async def _call_off(self) -> bool:
        """Call off what is under way. Whether the process obeyed."""
        with suppress(TimeoutError, OSError, ValueError):
            async with asyncio.timeout(PATIENCE if self.ready else STARTING):
                await self.send({"cancel": True})
                while self.busy and (message := await self.line()):
                    self.busy = "progress" in message
        return not self.busy and self.process.returncode is None

    async def end(self) -> None:
        """Kill the process and wait until it is gone."""
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Pool:
    """The processes, and the queue in front of them."""

    def __init__(self, own: tuple[str, ...] = (), places: int | None = None) -> None:
        self.own = own
        self.places = places or max(2, os.cpu_count() or 1) + 1
        self.idle: list[WorkerProcess] = []
        self.all: set[WorkerProcess] = set()
        self.cleaning: set[asyncio.Task[None]] = set()
        self.waiting = 0
        self.light = asyncio.Semaphore(self.places)
        self.heavy = asyncio.Semaphore(self.places - 1)
        self.remembered: OrderedDict[str, Values] = OrderedDict()
        self.closed = False

    def admit(self) -> None:
        """Refuse a job while too many wait."""
        if self.waiting >= MOST_WAITING:
            raise Refused(503, _("Too many people are solving at once; please try again in a moment."))

    async def run(self, job: Job) -> AsyncIterator[Values]:
        """Work on a job: words about progress, and at the end a result or an error."""
        key = job.key(current_language.get())
        if key in self.remembered:
            self.remembered.move_to_end(key)
            yield {"result": self.remembered[key]}
            return
        if self.closed:
            yield {"error": [_("the server is closing")]}
            return
        async with _Place(self, heavy=TASKS[job.task].heavy):
            async for message in self._worked(job):
                if "result" in message and _is_lasting(job.task, message["result"]):
                    self.remember(key, message["result"])
                yield message

    async def _worked(self, job: Job) -> AsyncIterator[Values]:
        """The same, in a process of its own, within its time."""
        process = await self.take(job)
        try:
            async with asyncio.timeout(TASKS[job.task].seconds + GRACE):
                async for message in process.ask(job):
                    yield message
        except TimeoutError:
            yield {"error": [_("this took too long and was ended")]}
        finally:
            cleaning = asyncio.create_task(self._give_back(process))
            self.cleaning.add(cleaning)
            cleaning.add_done_callback(self.cleaning.discard)

    async def take(self, job: Job) -> WorkerProcess:
        """A process that is free, best one that knows the problem; a new one if there is none."""
        if not self.idle and self.cleaning:
            full = len(self.all) >= 2 * self.places
            await asyncio.wait(self.cleaning, timeout=None if full else SOON, return_when=asyncio.FIRST_COMPLETED)
        self.idle.sort(key=lambda process: process.problem == job.problem)
        while self.idle:
            process = self.idle.pop()
            if process.process.returncode is None:
                return process
            self.all.discard(process)
        return await self.start()

    async def start(self) -> WorkerProcess:
        """Start a process."""
        process = WorkerProcess(
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "langkah.apps.worker",
                *self.own,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
                start_new_session=True,  # Ctrl-C in the terminal is the server's business, which ends its workers
            )
        )
        self.all.add(process)
        return process

    async def _give_back(self, process: WorkerProcess) -> None:
        """Put a process back if it is free or can be made so; kill it otherwise."""
        if not self.closed and (not process.busy or await process._call_off()) and len(self.idle) < self.places:
            self.idle.append(process)
            return
        self.all.discard(process)
        await process.end()

    def remember(self, key: str, result: Values) -> None:
        """Keep an answer; the oldest goes when there are too many."""
        self.remembered[key] = result
        if len(self.remembered) > MOST_REMEMBERED:
            self.remembered.popitem(last=False)

    async def warm(self) -> None:
        """Start one process before anybody asks."""
        self.idle.append(await self.start())

    async def close(self) -> None:
        """End every process; whoever waits for one of them hears of it."""
        self.closed = True
        await asyncio.gather(*(process.end() for process in list(self.all)), *self.cleaning)


class _Place:
    """A place among the processes, waited for; heavy tasks leave one place to the others."""

    def __init__(self, pool: Pool, *, heavy: bool) -> None:
        self.pool, self.doors = pool, [pool.heavy, pool.light] if heavy else [pool.light]
        self.passed: list[asyncio.Semaphore] = []

    async def __aenter__(self) -> None:
        self.pool.waiting += 1
        try:
            for door in self.doors:
                await door.acquire()
                self.passed.append(door)
        except asyncio.CancelledError:
            await self.__aexit__()
            raise
        finally:
            self.pool.waiting -= 1

    async def __aexit__(self, *_error: object) -> None:
        for door in self.passed:
            door.release()


def _is_lasting(task: str, result: Values) -> bool:
    """Whether an answer will never change: proved, not stopped by a limit."""
    if task == "least":
        return bool(result["optimal"]) or result["status"] == "impossible"
    return task == "marks" and all(mark["verdict"] != "unknown" for mark in result["marks"])
