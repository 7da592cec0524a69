"""The web app under mixed load: good and bad requests, slow clients, disconnecting clients, and killed worker
processes.
"""

import http.client
import json
import os
import signal
import socket
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from tools.soak.cases import Case, Counts, Mismatch, require
from tools.soak.inputs import make_body
from tools.soak.programs import end_program, start_program

CLIENTS = 6
ANSWERS = (200, 400, 404, 405, 408, 413, 422, 429, 503)
LARGEST = 700 << 20  # memory limit of the server in bytes
STARTING, ENDING = 60.0, 15.0  # seconds
GOOD: tuple[tuple[str, dict[str, Any]], ...] = (
    ("position", {"problem": "hanoi", "moves": ["1-2"]}),
    ("act", {"saved": {"problem": "tiles"}, "deed": {"do": "undo"}}),
    ("frames", {"problem": "hanoi", "settings": {"discs": 3}, "moves": ["1-2", "1-3"], "made": 0}),
    ("problem", {"problem": "klotski:classic"}),
    ("read", {"text": 'game = "hanoi"\ndiscs = 3\n'}),
    ("searches", {"problem": "queens"}),
    ("work", {"task": "least", "saved": {"problem": "tiles", "settings": {"rows": 2, "cols": 3}}}),
    ("work", {"task": "hint", "saved": {"problem": "hanoi", "settings": {"discs": 4}}}),
    ("work", {"task": "solve", "saved": {"problem": "klotski:classic"}, "seconds": 1.0}),
    ("work", {"task": "reply", "saved": {"problem": "mnk", "seats": ["human", "perfect"], "moves": ["5"]}}),
    ("odds", {"saved": {"problem": "snakes"}}),
    ("compare", {"saved": {"problem": "hanoi", "settings": {"discs": 3}}}),
)
LIGHT = ("position", "act", "frames", "problem", "read", "searches", "file", "link")
HEAVY: tuple[tuple[str, dict[str, Any]], ...] = (
    ("position", {"problem": "snakes", "settings": {"rows": 100, "cols": 100}, "moves": ["1"] * 4000}),
    ("read", {"text": "\n".join("x" + ".a" * 200 + f".k{n} = 1" for n in range(100))}),
    ("odds", {"saved": {"problem": "snakes", "settings": {"squares": 3000, "die": 100}}}),
)


def make_page_case(rng: Random) -> Case:
    """A random case: the duration in seconds, the seed of all events, and the numbers of kills and of slow clients."""
    return {"seconds": 12, "seed": rng.randrange(1 << 30), "kills": rng.randint(0, 3), "slow": rng.choice((0, 20, 60))}


def check_page_case(case: Case) -> Counts:
    """Start the server, attack it, and end it with Ctrl-C."""
    port = _find_free_port()
    process = start_program(["play", "--no-browser", "--port", str(port)])
    try:
        load = Load(port, case)
        load.wait_until_served(process)
        load.go(process.pid)
        load.require_answer()
        held = _measure_resident(process.pid)
        require(held < LARGEST, "the server grew", f"{held >> 20} MB")
        workers = list_children(process.pid)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        ending, out, err = end_program(process, ENDING)
        about = f"{ending} after {time.monotonic() - began:.1f} s\n{out[-300:]}\n{err[-600:]}"
        require(ending in (0, 130), "the server did not end well", about)
        require("Traceback" not in err, "a traceback of the server", about)
        time.sleep(0.5)
        left = [pid for pid in workers if Path(f"/proc/{pid}").exists()]
        require(not left, "workers outlive the server", left)
    finally:
        process.kill()
        process.communicate()
        load.close()
    return load.counts


def list_children(pid: int) -> list[int]:
    """The child processes of a process."""
    found: list[int] = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, path.read_text(encoding="ascii").split())
    return found


def _measure_resident(pid: int) -> int:
    """The memory of a process in bytes; 0 if the system does not report it."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * 4096
    except OSError:
        return 0


def _find_free_port() -> int:
    """A free port."""
    with socket.socket() as ear:
        ear.bind(("127.0.0.1", 0))
        return int(ear.getsockname()[1])


class Load:
    """Clients of all kinds, which run in several threads."""

    def __init__(self, port: int, case: Case) -> None:
        self.port, self.case = port, case
        self.counts: Counts = Counter()
        self.failures: list[Mismatch] = []
        self.slow: list[socket.socket] = []
        self.until = 0.0
        self.lock = threading.Lock()

    def wait_until_served(self, process: Any) -> None:
        """Wait until the page answers."""
        until = time.monotonic() + STARTING
        while time.monotonic() < until and process.poll() is None:
            with suppress(OSError, http.client.HTTPException):
                if self.ask("GET", "/", None)[0] == 200:
                    return
            time.sleep(0.05)
        raise Mismatch("the page was never served", str(process.poll()))

    def ask(self, method: str, path: str, body: bytes | None, patience: float = 60.0) -> tuple[int, bytes]:
        """Send one request: returns status and answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience)
        try:
            connection.request(method, path, body, {"content-type": "application/json"} if body is not None else {})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def go(self, server: int) -> None:
        """Attack for the duration of the case."""
        self.until = time.monotonic() + self.case["seconds"]
        threads = [threading.Thread(target=self.attack, args=(number,)) for number in range(CLIENTS)]
        threads.append(threading.Thread(target=self.kill_workers, args=(server,)))
        threads.append(threading.Thread(target=self.open_slowly))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if self.failures:
            raise self.failures[0]

    def attack(self, number: int) -> None:
        """Send random requests as one client until the time is over. Failures are added to `failures`."""
        rng = Random(f"{self.case['seed']}:{number}")
        while time.monotonic() < self.until and not self.failures:
            path, body = self.draw_request(rng)
            try:
                if rng.random() < 0.1:
                    self.leave_early(path, body)
                    continue
                status, answer = self.ask("POST", f"/api/{path}", body, 60.0 if path in LIGHT else 8.0)
                with self.lock:
                    self.counts["requests"] += 1
                    self.counts[f"answered {status}"] += 1
                require(status in ANSWERS, f"status {status}", f"{path} {body[:300]!r} {answer[:300]!r}")
                if status != 200:
                    require("error" in json.loads(answer), "a refusal without a sentence", f"{path} {answer[:200]!r}")
            except Mismatch as mismatch:
                self.failures.append(mismatch)
            except TimeoutError:
                with self.lock:
                    self.counts["gave up"] += 1
                if path in LIGHT:
                    self.failures.append(Mismatch("nobody answered for a minute", f"{path} {body[:200]!r}"))
            except (OSError, http.client.HTTPException, ValueError) as error:
                about = f"{path} {body[:200]!r}: {type(error).__name__}: {error}"
                self.failures.append(Mismatch("a request was not answered", about))

    def draw_request(self, rng: Random) -> tuple[str, bytes]:
        """The path and the body of a random request: mostly good, some bad, some slow."""
        kind = rng.random()
        if kind < 0.75:
            path, values = rng.choice(GOOD)
            return path, json.dumps(values).encode()
        if kind < 0.8:
            path, values = rng.choice(HEAVY)
            return path, json.dumps(values).encode()
        case = make_body(rng)
        path = rng.choice(("position", "act", "read", "work", "problem", "file", "link", "record", "race", "odds"))
        body = json.dumps(case["body"]).encode()
        return path, body if rng.random() < 0.8 else body[: rng.randint(0, len(body))]

    def leave_early(self, path: str, body: bytes) -> None:
        """Send a request, and disconnect before the answer."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as line:
            head = f"POST /api/{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            line.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        with self.lock:
            self.counts["left early"] += 1

    def open_slowly(self) -> None:
        """Open the connections of slow clients, which never finish their request."""
        for number in range(self.case["slow"]):
            with suppress(OSError):
                line = socket.create_connection(("127.0.0.1", self.port), timeout=10)
                head = "POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                line.sendall((head + ("Content-Length: 500\r\n\r\n{" if number % 2 else "")).encode())
                self.slow.append(line)
                with self.lock:
                    self.counts["slow clients"] += 1

    def kill_workers(self, server: int) -> None:
        """Kill random worker processes of the server at random moments."""
        rng = Random(f"{self.case['seed']}:kills")
        for _kill in range(self.case["kills"]):
            time.sleep(rng.random() * self.case["seconds"] / 4)
            workers = list_children(server)
            if workers:
                with suppress(ProcessLookupError):
                    os.kill(rng.choice(workers), signal.SIGKILL)
                with self.lock:
                    self.counts["killed workers"] += 1

    def require_answer(self) -> None:
        """Require that the server answers a simple request after the attack."""
        until = time.monotonic() + 30
        status = 0
        while time.monotonic() < until:
            with suppress(OSError, http.client.HTTPException):
                status, _answer = self.ask("GET", "/api/games", None, 15)
                if status == 200:
                    return
            time.sleep(0.5)
        raise Mismatch("the page does not answer after the load", str(status))

    def close(self) -> None:
        """Disconnect the slow clients."""
        for line in self.slow:
            line.close()
