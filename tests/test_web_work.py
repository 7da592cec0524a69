"""Worker processes of the server: cancelling and killing, limits on time, memory and the number of tasks at once, and
no waiting for dead processes.
"""

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from langkah import load
from langkah.apps.process_bounds import measure_processor_seconds
from langkah.apps.web import pool as places
from langkah.apps.web.pool import Pool, WorkerProcess
from langkah.apps.web.server import listen_on, make_app
from langkah.apps.worker_client import Job, Word
from langkah.tasks.table import TASKS
from tests.webserver import running

Values = dict[str, Any]

EASY = Job("least", {"saved": {"problem": "hanoi", "settings": {"discs": 3}}})
KORF = {"problem": "tiles:korf-24-01"}
LONG = Job(
    "solve", {"saved": KORF, "search": {"algorithm": "uniform-cost"}}
)  # reacts to cancelling long before the search ends
ORDER = {"task": LONG.task, "saved": KORF, "algorithm": "uniform-cost"}
DEAF = Job("reply", {"saved": {"problem": "mnk:five-on-seven", "seats": ["perfect", "human"]}})  # ignores cancelling

OWN = """
import os
from langkah import Puzzle, Step

class Odd(Puzzle[int, int]):
    start = 0
    def __init__(self, how: str = "fine") -> None:
        self.how = how
    def steps(self, state):
        if state == 1 and self.how == "greedy":
            self.hoard = bytes(1 << 36)
        if state == 1 and self.how == "dead":
            os._exit(7)
        if state == 1 and self.how == "broken":
            raise RuntimeError("a slip")
        return [Step(1, state + 1)]
    def is_goal(self, state):
        return state == 5
"""


def using(deed: Callable[[Pool], Awaitable[None]], **options: Any) -> None:
    """Run `deed` with a pool and close the pool. It runs in a thread, because the main thread may already run an event
    loop.
    """

    async def whole() -> None:
        pool = Pool(**options)
        try:
            await asyncio.wait_for(deed(pool), 60)
        finally:
            await pool.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(whole())).result()


async def last(words: AsyncIterator[Word]) -> Values:
    """The last event of a job, as `{kind: content}`."""
    word = [word async for word in words][-1]
    return {{"lasting": "result"}.get(word.kind, word.kind): json.loads(word.text)}


@contextlib.asynccontextmanager
async def under_way(pool: Pool, job: Job) -> AsyncIterator[WorkerProcess]:
    """Start a job and yield its process; cancel the job at the end."""
    task = asyncio.create_task(last(pool.run(job)))
    busy: list[WorkerProcess] = []
    while not busy:
        await asyncio.sleep(0.01)
        busy = [each for each in pool.all if each.busy and each.problem == job.problem]
    await asyncio.sleep(0.3)
    yield busy[0]
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


def alive(process: WorkerProcess) -> bool:
    """Whether a process still runs."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process.process.pid, 0)
        return process.process.returncode is None
    return False


def test_what_is_called_off_stops_and_its_process_lives_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cancelled search stops, and its process stays in the pool for the next job. The time limit for cancelling is
    long here, because a test machine may be busy.
    """
    monkeypatch.setattr(places, "CANCEL_SECONDS", 10)

    async def deed(pool: Pool) -> None:
        async with under_way(pool, LONG) as process:
            pass
        await asyncio.gather(*pool.cleaning)
        assert process in pool.idle
        assert not process.busy
        assert (await last(pool.run(EASY)))["result"]["cost"] == 7

    using(deed, places=2)


def test_what_does_not_obey_is_killed() -> None:
    """A process that does not react to cancelling is killed."""

    async def deed(pool: Pool) -> None:
        async with under_way(pool, DEAF) as process:
            pass
        await asyncio.gather(*pool.cleaning)
        assert not alive(process)
        assert process not in pool.idle

    using(deed, places=2)


def test_nobody_waits_for_the_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only one heavy task may run at a time. After a task that does not react to cancelling, the next task begins at
    once, and does not wait until the time limit of the cancelled task, ten minutes.
    """
    monkeypatch.setitem(TASKS, "reply", TASKS["reply"]._replace(seconds=600))

    async def deed(pool: Pool) -> None:
        await pool.warm()
        await last(pool.run(EASY))
        async with under_way(pool, DEAF):
            pass
        told = await last(pool.run(Job("solve", {"saved": {"problem": "hanoi", "settings": {"discs": 3}}})))
        assert told["result"]["cost"] == 7

    using(deed, places=2)


def test_heavy_work_leaves_a_place_for_light_work() -> None:
    """A light task is answered while a heavy task runs and another heavy task waits."""

    async def deed(pool: Pool) -> None:
        async with under_way(pool, LONG):
            waiting = asyncio.create_task(last(pool.run(Job("solve", {"saved": {"problem": "tiles:korf-001"}}))))
            await asyncio.sleep(0.05)
            assert pool.waiting == 1
            assert (await last(pool.run(EASY)))["result"]["cost"] == 7
            waiting.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await waiting
        assert pool.waiting == 0

    using(deed, places=2)


def test_too_many_are_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full queue refuses requests with status 503 and a message."""
    monkeypatch.setattr(places, "MOST_WAITING", 0)
    with running(make_app()) as client:
        answer = client.post("/api/work", json={"task": "least", **EASY.values})
        assert answer.status_code == 503
        assert "too many" in answer.json()["error"][0].lower()


def test_time_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A task that exceeds its time limit is stopped with a message. Afterwards the pool has only idle processes."""
    monkeypatch.setitem(TASKS, "reply", TASKS["reply"]._replace(seconds=0.2))
    monkeypatch.setattr(places, "KILL_AFTER_SECONDS", 0.3)

    async def deed(pool: Pool) -> None:
        await last(pool.run(EASY))
        began = time.monotonic()
        assert (await last(pool.run(DEAF)))["error"] == ["no answer in time; try another opponent"]
        assert time.monotonic() - began < 20
        await asyncio.gather(*pool.cleaning)
        assert len(pool.all) == len(pool.idle)

    using(deed, places=2)


def test_waiting_for_a_processor_costs_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time limit counts processor time: a process that is suspended for longer than its limit still answers."""
    if measure_processor_seconds(os.getpid()) is None:
        pytest.skip("the system does not tell how long a process had a processor")
    monkeypatch.setitem(TASKS, "least", TASKS["least"]._replace(seconds=0.5))
    monkeypatch.setattr(places, "KILL_AFTER_SECONDS", 0.5)
    monkeypatch.setattr(places, "MOST_STRETCHED", 60.0)

    async def deed(pool: Pool) -> None:
        await last(pool.run(Job("hint", EASY.values)))
        (process,) = pool.all
        os.kill(process.process.pid, signal.SIGSTOP)
        asyncio.get_running_loop().call_later(2.5, os.kill, process.process.pid, signal.SIGCONT)
        began = time.monotonic()
        assert (await last(pool.run(EASY)))["result"]["cost"] == 7
        assert time.monotonic() - began > 2

    using(deed, places=2)


@pytest.mark.parametrize(("how", "words"), [("greedy", "memory"), ("dead", "ended"), ("broken", "a slip")])
def test_a_puzzle_that_misbehaves_hurts_only_itself(tmp_path: Path, how: str, words: str) -> None:
    """A puzzle that exhausts the memory, ends its process or raises an error gets an error message, and the next task
    is answered.
    """
    file = tmp_path / "odd.py"
    file.write_text(OWN, encoding="utf-8")
    name = f"{file}:Odd"

    async def deed(pool: Pool) -> None:
        assert (await last(pool.run(Job("solve", {"saved": {"problem": name}}))))["result"]["cost"] == 5
        told = await last(pool.run(Job("solve", {"saved": {"problem": name, "settings": {"how": how}}})))
        assert words in (told.get("error") or [told["result"]["why"]])[0]
        assert (await last(pool.run(EASY)))["result"]["cost"] == 7

    using(deed, places=2, own=(name,))


def test_own_problems_and_no_others(tmp_path: Path) -> None:
    """The web app begins with the problem of the command line. Another class of the same file is refused."""
    file = tmp_path / "odd.py"
    file.write_text(OWN + "\n\nclass Other(Odd):\n    pass\n", encoding="utf-8")
    with running(make_app(load(f"{file}:Odd"))) as client:
        home = client.get("/api/games").json()
        assert home["games"][0]["name"] == f"{file}:Odd"
        assert client.post("/api/link", json={"token": home["start"]}).json()["title"] == "Odd"
        assert client.post("/api/position", json={"problem": f"{file}:Other"}).status_code == 400


def test_answers_that_never_change_are_remembered() -> None:
    """A proved answer is stored, and repeated requests return the stored answer."""

    async def deed(pool: Pool) -> None:
        first = await last(pool.run(EASY))
        for process in list(pool.all):
            await process.end()
        assert await last(pool.run(EASY)) == first
        assert not any(map(alive, pool.all)), "a stored answer needs no process"
        assert len(pool.memory.answers) == 1

    using(deed)


def test_what_is_remembered_is_bounded_by_its_size() -> None:
    """The stored answers never exceed their size limit: the oldest ones are removed, and an answer larger than the
    limit is not stored.
    """
    memory = places.Memory(most=1000)
    for number in range(50):
        memory.remember(b"%d" % number * 50, Word("lasting", b"x" * 100))
        assert memory.size == sum(len(key) + len(word.text) for key, word in memory.answers.items()) <= 1000
    assert memory.recall(b"49" * 50)
    assert not memory.recall(b"0" * 50)
    memory.remember(b"key", Word("lasting", b"x" * 2000))
    assert memory.size <= 1000


def test_progress_is_told_and_leaving_ends_the_work() -> None:
    """A running search sends progress events. When the client disconnects, the process becomes free."""
    pool = Pool(places=2)
    with running(make_app(pool=pool), pool) as client:
        with client.stream("POST", "/api/work", json=ORDER) as answer:
            assert next(answer.iter_lines()) == "event: progress"
        deadline = time.monotonic() + 60
        while any(process.busy for process in pool.all) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert not any(process.busy for process in pool.all)
    assert not any(alive(process) for process in pool.all)


def test_a_server_that_goes_takes_its_workers_along() -> None:
    """A server that closes during a search, with the client still connected, ends all its worker processes."""
    pool = Pool()
    with running(make_app(pool=pool), pool) as client:
        client.get("/api/texts")
        listener = httpx.Client(base_url=client.base_url)
        answer = listener.send(listener.build_request("POST", "/api/work", json=ORDER), stream=True)
        assert next(answer.iter_lines()) == "event: progress"
    listener.close()
    assert pool.closed
    assert not any(alive(process) for process in pool.all)


def test_who_waits_when_the_server_closes_starts_nothing() -> None:
    """A job that still waits for other jobs when the pool closes gets an error that says so, and starts no process."""

    async def deed(pool: Pool) -> None:
        words = pool.run(LONG)
        async with contextlib.AsyncExitStack() as stack:
            for door in pool.doors:
                for _place in range(door._value):
                    await stack.enter_async_context(door)
            waiting = asyncio.ensure_future(anext(words))
            await asyncio.sleep(0.05)
            await pool.close()
        word = await waiting
        assert (word.kind, b"closing" in word.text) == ("error", True)
        assert not pool.all

    using(deed)


def test_ctrl_c_ends_a_server_under_attack() -> None:
    """With incomplete bodies and very slow positions pending, Ctrl+C ends the server within seconds and without a
    traceback.
    """
    with listen_on("127.0.0.1", [0]) as ear:
        port = ear.getsockname()[1]
    command = [sys.executable, "-m", "langkah", "play", "--no-browser", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        assert server.stdout is not None
        assert str(port) in server.stdout.readline()
        connect = contextlib.suppress(OSError)
        slow: list[socket.socket] = []
        while not slow:
            with connect:
                slow.append(socket.create_connection(("127.0.0.1", port)))
        slow += [socket.create_connection(("127.0.0.1", port)) for _number in range(30)]
        board = {"rows": 100, "cols": 100, "die": 1000, "jumps": {}}
        body = json.dumps({"problem": "snakes", "settings": board, "moves": ["1"] * 8000})
        head = "POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{}"
        for number, each in enumerate(slow):
            each.sendall(head.format(len(body), body if number < 2 else "{").encode())
        time.sleep(1)
        server.send_signal(signal.SIGINT)
        began = time.monotonic()
        said = server.communicate(timeout=30)[0]
        assert time.monotonic() - began < 15
        assert "Traceback" not in said
        for each in slow:
            each.close()


def test_answers_are_not_held_back() -> None:
    """The listening socket names TCP as its protocol; otherwise asyncio leaves Nagle's algorithm on, which delays every
    response by 40 ms.
    """
    with listen_on("127.0.0.1", [0]) as ear:
        assert ear.proto == socket.IPPROTO_TCP
