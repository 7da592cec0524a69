"""A pool of worker processes that run one task at a time and can be killed.

A job starts when it gets a place. There is a fixed number of places, so that only so many jobs run at once. Heavy tasks
leave a place for light ones, and both leave places for instant answers, so that a move is answered while others solve.
A cancelled task is first asked to stop, which keeps its process with its caches; if it does not stop in time, the
process is killed. In both cases, the place of the task becomes free at once. Answers that never change are cached.
"""

import asyncio
import json
import os
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import suppress

from langkah.apps.process_bounds import measure_processor_seconds
from langkah.apps.web.limits import Refused
from langkah.apps.worker_client import Conversation, Job, Word, make_command
from langkah.language import _, current_language
from langkah.tasks.table import TASKS, Effort

CANCEL_SECONDS = 0.3  # time for a cancelled task to stop before its process is killed
STARTING = 5.0  # additional time for a process that is still starting: killing it would only start another one
SOON = 0.05  # wait this long for a process that is being stopped, before another one is started
KILL_AFTER_SECONDS = 2.0  # time beyond a task's limit before its process is killed
MOST_STRETCHED = 5.0  # the most times that a limit is extended if a busy machine gives the process little time
STRETCH_SECONDS = 0.25  # time between two measurements of processor time
LONGEST_LINE = 1 << 26
MOST_WAITING = 80
INSTANT_PLACES = 2  # reserved for instant answers
MOST_REMEMBERED = 16 << 20  # bytes of cached answers and their requests


class WorkerProcess:
    """One worker process."""

    def __init__(self, process: asyncio.subprocess.Process, *, once: bool = False) -> None:
        self.process, self.once = process, once
        self.problem = ""
        self._talk = Conversation()
        self._killed = False

    @property
    def ready(self) -> bool:
        """Whether the process has reported that it is listening."""
        return self._talk.ready

    @property
    def busy(self) -> bool:
        """Whether the process is working on a job."""
        return self._talk.busy

    async def ask(self, job: Job) -> AsyncIterator[Word]:
        """Send a job to the process, and yield each of its messages about the job; the last message is the answer."""
        self.problem = job.problem
        with suppress(OSError, ValueError):  # a process that has just died sends nothing, a broken one too much
            await self._send(self._talk.ask(job))
            while word := await self._hear():
                yield word
                if word.is_last:
                    return
        yield make_error(_("the operating system ended the search, perhaps because the search needed too much memory"))

    async def call_off(self) -> bool:
        """Cancel the current job; returns whether the process stopped it in time."""
        with suppress(TimeoutError, OSError, ValueError):
            async with asyncio.timeout(CANCEL_SECONDS if self.ready else STARTING):
                await self._send(self._talk.cancel())
                while self.busy and await self._hear():
                    pass
        return not self.busy and self.process.returncode is None

    async def end(self) -> None:
        """Kill the process, unless it was killed before, and wait for its end."""
        if not self._killed:
            self._killed = True
            with suppress(ProcessLookupError):
                self.process.kill()
        await self.process.wait()

    async def _send(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line)
        await self.process.stdin.drain()

    async def _hear(self) -> Word | None:
        """The next message about the job; None when the process has ended."""
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            if (word := self._talk.hear(line)) is not None:
                return word
        return None


class _Stretch:
    """Extends the time limit of a task. Worker processes have a low priority, so on a busy machine a process must wait
    for a processor; this waiting time does not count towards the limit.
    """

    def __init__(self, process: WorkerProcess, end: asyncio.Timeout, seconds: float) -> None:
        self.pid, self.end, self.seconds = process.process.pid, end, seconds
        self.used = measure_processor_seconds(self.pid)

    async def __aenter__(self) -> None:
        self.watch = asyncio.create_task(self._put_off())

    async def __aexit__(self, *_given: object) -> None:
        self.watch.cancel()

    async def _put_off(self) -> None:
        loop = asyncio.get_running_loop()
        last = loop.time() + MOST_STRETCHED * self.seconds
        while (
            not self.end.expired()
            and self.used is not None
            and (used := measure_processor_seconds(self.pid)) is not None
        ):
            self.end.reschedule(min(last, loop.time() + self.seconds - (used - self.used)))
            await asyncio.sleep(STRETCH_SECONDS)


class Memory:
    """A cache of answers that will never change, stored as the bytes that are sent. Old answers are dropped if the
    cache gets too large.
    """

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        self.most, self.size = most, 0
        self.answers: OrderedDict[bytes, Word] = OrderedDict()

    def recall(self, key: bytes) -> Word | None:
        """The cached answer to a request; None if there is none."""
        if key in self.answers:
            self.answers.move_to_end(key)
        return self.answers.get(key)

    def remember(self, key: bytes, word: Word) -> None:
        """Cache the answer to a request."""
        if key in self.answers:
            return
        self.answers[key] = word
        self.size += len(key) + len(word.text)
        while self.size > self.most:
            old, gone = self.answers.popitem(last=False)
            self.size -= len(old) + len(gone.text)


class Pool:
    """The worker processes, and the jobs that wait for a free place."""

    def __init__(self, own: tuple[str, ...] = (), places: int | None = None) -> None:
        self.own = own
        self.places = places or max(2, os.cpu_count() or 1) + 1
        self.idle: list[WorkerProcess] = []
        self.all: set[WorkerProcess] = set()
        self.cleaning: set[asyncio.Task[None]] = set()
        self.waiting = 0
        self.doors = [asyncio.Semaphore(self.places + more) for more in (INSTANT_PLACES, 0, -1)]  # by effort
        self.memory = Memory()
        self.closed = False

    def admit(self) -> None:
        """Raise `Refused` for a new job if too many jobs are waiting."""
        if self.waiting >= MOST_WAITING:
            raise Refused(503, _("Too many people are solving at once; please try again in a moment."))

    async def run(self, job: Job) -> AsyncIterator[Word]:
        """Run a job, and yield its messages: any number about progress, and at the end a result or an error."""
        key = _make_key(job)
        if known := self.memory.recall(key):
            yield known
            return
        async with _Place(self, TASKS[job.task].effort):
            if self.closed:
                yield make_error(_("the server is closing"))
                return
            async for word in self._work(job):
                if word.kind == "lasting":
                    self.memory.remember(key, word)
                yield word

    async def _work(self, job: Job) -> AsyncIterator[Word]:
        """Run a job in a worker process within its time limit, and yield its messages."""
        process = await self._take(job)
        seconds = TASKS[job.task].seconds + KILL_AFTER_SECONDS + (0 if process.ready else STARTING)
        try:
            async with asyncio.timeout(seconds) as end, _Stretch(process, end, seconds):
                async for word in process.ask(job):
                    yield word
        except TimeoutError:
            late = _("no answer in time; try another opponent") if job.task == "reply" else ""
            yield make_error(late or _("the computation took too long and was stopped"))
        finally:
            cleaning = asyncio.create_task(self._give_back(process))
            self.cleaning.add(cleaning)
            cleaning.add_done_callback(self.cleaning.discard)

    async def _take(self, job: Job) -> WorkerProcess:
        """A free process, preferably one that has worked on the same problem; if there is none, a new one. A
        certificate is always checked in a new process that has loaded nothing else.
        """
        if job.task == "check":
            return await self._start(job.task)
        if not self.idle and self.cleaning:
            full = len(self.all) >= 2 * self.places + INSTANT_PLACES
            await asyncio.wait(self.cleaning, timeout=None if full else SOON, return_when=asyncio.FIRST_COMPLETED)
        self.idle.sort(key=lambda process: process.problem == job.problem)
        while self.idle:
            process = self.idle.pop()
            if process.process.returncode is None:
                return process
            self.all.discard(process)
        return await self._start()

    async def _start(self, task: str = "") -> WorkerProcess:
        process = WorkerProcess(
            await asyncio.create_subprocess_exec(
                *make_command(self.own, task),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
                start_new_session=True,  # Ctrl-C in the terminal is handled by the server, which ends its workers
            ),
            once=task == "check",
        )
        self.all.add(process)
        return process

    async def _give_back(self, process: WorkerProcess) -> None:
        """Return a process to the pool if it is not working on a job, or can be stopped in time; kill it otherwise."""
        if (
            not self.closed
            and not process.once
            and (not process.busy or await process.call_off())
            and len(self.idle) < self.places + INSTANT_PLACES
        ):
            self.idle.append(process)
            return
        self.all.discard(process)
        await process.end()

    async def warm(self) -> None:
        """Start one process in advance."""
        self.idle.append(await self._start())

    async def close(self) -> None:
        """Kill every process. Jobs that are still running or waiting end with an error message."""
        self.closed = True
        await asyncio.gather(*(process.end() for process in list(self.all)), *self.cleaning)


class _Place:
    """A place in the pool for one job, held within this context. The heavier the task of the job is, the more
    semaphores must be acquired. A semaphore that only heavy tasks acquire has fewer permits than one that all tasks
    acquire.
    """

    def __init__(self, pool: Pool, effort: Effort) -> None:
        self.pool, self.doors = pool, pool.doors[effort::-1]
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


def make_error(line: str) -> Word:
    """The message that reports the error `line`."""
    return Word("error", json.dumps([line]).encode())


def _make_key(job: Job) -> bytes:
    """The cache key of the answer to `job`: its task, values, time limit and language. Undone moves do not count."""
    saved = job.values.get("saved")
    values = job.values if saved is None else {**job.values, "saved": _drop_undone(saved)}
    return json.dumps([job.task, current_language.get(), values, job.seconds], sort_keys=True).encode()


def _drop_undone(saved: dict[str, object]) -> dict[str, object]:
    """A saved session without the undone moves."""
    moves, made = saved.get("moves", []), saved.get("made")
    assert isinstance(moves, list)
    return {**saved, "moves": moves[:made] if isinstance(made, int) else moves, "made": None}
