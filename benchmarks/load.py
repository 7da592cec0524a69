"""Many users at once: `python -m benchmarks.load [--people 40] [--seconds 20]`.

Starts `langkah play` on this machine, simulates users who open games, think, move, request the least cost of each
position and sometimes a solution, and reports the response time of moves and the memory of all processes. The number of
users and the time are bounded, and nothing leaves this machine. Exits with code 1 if a target is missed.
"""

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

MOST_PEOPLE, MOST_SECONDS = 100, 120
PROMISE = 0.100  # seconds within which 95 of 100 moves must be answered
MEMORY = 4 << 30  # bytes: limit for all processes together
GAMES = ("hanoi", "klotski:classic", "snakes", "mnk", "tiles", "queens", "klotski:paper", "tiles:15-puzzle")
THINKING = (0.3, 0.9)  # seconds between two moves of a user
SOLVING = 0.15  # share of moves that are followed by a request for a solution
PATIENCE_SECONDS = 3.0  # a user gives up waiting for a solution after this time


@dataclass
class Figures:
    """The measurements: response times in seconds, numbers of requests by outcome, and the peak memory in bytes."""

    moves: list[float] = field(default_factory=list)
    advice: list[float] = field(default_factory=list)
    solutions: int = 0
    left: int = 0  # solutions that users did not wait for
    refused: int = 0  # 429 and 503: requests refused by limits
    failed: int = 0
    peak: int = 0


class Line:
    """An HTTP connection of a simulated user, as simple as possible, so that the simulation does not slow down the
    server.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: dict[str, Any]) -> tuple[int, bytes]:
        """Send a request and wait for the whole answer: its status and its content."""
        if self.ends is None:
            self.ends = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 24)
        reader, writer = self.ends
        sent = json.dumps(body).encode()
        head = f"POST /api/{path} HTTP/1.1\r\nHost: localhost:{self.port}\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: {len(sent)}\r\n\r\n".encode() + sent)
        try:
            return await answered(reader)
        except BaseException:  # interrupted: this connection cannot be reused
            self.close()
            raise

    def close(self) -> None:
        """Disconnect."""
        if self.ends is not None:
            self.ends[1].close()
            self.ends = None


async def answered(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """Read an HTTP answer, sent whole or in chunks; returns its status and its content."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    status = int(head.split()[1])
    if found := re.search(r"content-length: (\d+)", head):
        return status, await reader.readexactly(int(found[1]))
    body = b""
    while size := int(await reader.readuntil(b"\r\n"), 16):
        body += (await reader.readexactly(size + 2))[:-2]
    await reader.readuntil(b"\r\n")
    return status, body


class Person:
    """A simulated user."""

    def __init__(self, line: Line, figures: Figures, seed: int) -> None:
        self.line, self.figures, self.random = line, figures, random.Random(seed)

    async def play(self, until: float) -> None:
        """Open games and play them until the time is over."""
        while time.monotonic() < until:
            name = self.random.choice(GAMES)
            position = await self.ask("position", {"problem": name, "dice": False})
            while position and position["choices"] and position["made"] < 30 and time.monotonic() < until:
                await asyncio.sleep(self.random.uniform(*THINKING))
                position = await self.move(position)
                if position and self.random.random() < SOLVING:
                    await self.work("solve", position["saved"], PATIENCE_SECONDS)

    async def move(self, position: dict[str, Any]) -> dict[str, Any] | None:
        """Make a random move, measure the response time, and request the least cost. Returns the new position; None if
        the move was refused.
        """
        choice = self.random.choice(position["choices"])
        began = time.perf_counter()
        done = await self.ask("act", {"saved": position["saved"], "deed": {"do": "play", "move": choice["move"]}})
        if done is None:
            return None
        self.figures.moves.append(time.perf_counter() - began)
        after: dict[str, Any] = done["position"]
        await self.work("least", after["saved"], THINKING[0])
        return after

    async def ask(self, path: str, body: dict[str, Any]) -> dict[str, Any] | None:
        """Send a request and return the answer as a dictionary; None if it was refused or failed."""
        status, content = await self.line.post(path, body)
        if status == 200:
            found: dict[str, Any] = json.loads(content)
            return found
        if status in (429, 503):
            self.figures.refused += 1
        else:
            self.figures.failed += 1
        return None

    async def work(self, task: str, saved: dict[str, Any], patience: float) -> None:
        """Request a task about the game `saved`, and give up if no answer arrives within `patience` seconds."""
        began = time.perf_counter()
        try:
            async with asyncio.timeout(patience):
                status, _content = await self.line.post("work", {"task": task, "saved": saved})
        except TimeoutError:
            self.figures.left += task == "solve"
            return
        if status != 200:
            self.figures.refused += 1
        elif task == "solve":
            self.figures.solutions += 1
        else:
            self.figures.advice.append(time.perf_counter() - began)


def family(root: int) -> list[int]:
    """The process ids of `root` and of all its descendants."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError):
            continue
        children.setdefault(parent, []).append(int(path.parent.name))
    found = [root]
    for each in found:
        found += children.get(each, [])
    return found


def held(root: int) -> int:
    """The memory in bytes that the process `root` and all its descendants use now."""
    total = 0
    for each in family(root):
        try:
            total += int(Path(f"/proc/{each}/statm").read_text().split()[1]) * 4096
        except (OSError, IndexError):
            continue
    return total


async def watch(figures: Figures, root: int, until: float) -> None:
    """Record the peak memory of the process `root` with its descendants, measured twice a second until the time
    `until`.
    """
    while time.monotonic() < until:
        figures.peak = max(figures.peak, held(root))
        await asyncio.sleep(0.5)


async def crowd(port: int, people: int, seconds: float, root: int) -> Figures:
    """Simulate `people` users of the server for some seconds, and return the measurements."""
    figures, lines = Figures(), [Line(port) for _person in range(people)]
    until = time.monotonic() + seconds
    players = (Person(line, figures, seed).play(until) for seed, line in enumerate(lines))
    await asyncio.gather(watch(figures, root, until), *players)
    for line in lines:
        line.close()
    return figures


def share(values: list[float], part: float) -> float:
    """The quantile `part` (0 to 1) of times in seconds, converted to milliseconds; NaN if there are no times."""
    return 1000 * sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else float("nan")


def report(figures: Figures, people: int, seconds: float) -> dict[str, Any]:
    """The measurements as plain JSON values, with quantiles of the response times."""
    return {
        "people": people,
        "seconds": seconds,
        "moves": len(figures.moves),
        "move_ms": {
            name: round(share(figures.moves, part), 1) for name, part in (("p50", 0.5), ("p95", 0.95), ("max", 1))
        },
        "advice": len(figures.advice),
        "advice_ms": {name: round(share(figures.advice, part), 1) for name, part in (("p50", 0.5), ("p95", 0.95))},
        "solutions": figures.solutions,
        "solutions_left": figures.left,
        "refused": figures.refused,
        "failed": figures.failed,
        "peak_memory_mb": figures.peak >> 20,
    }


def main() -> int:
    """Start the server, simulate the users, and print the report. Returns 1 if a target is missed, otherwise 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=40, choices=range(1, MOST_PEOPLE + 1), metavar="N")
    parser.add_argument("--seconds", type=int, default=20, choices=range(1, MOST_SECONDS + 1), metavar="S")
    args = parser.parse_args()
    command = [sys.executable, "-m", "langkah", "play", "--no-browser", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://localhost:(\d+)", server.stdout.readline())
        assert found, "the server did not say where it is"
        figures = asyncio.run(crowd(int(found[1]), args.people, args.seconds, server.pid))
    finally:
        server.terminate()
        server.wait(10)
    told = report(figures, args.people, args.seconds)
    print(json.dumps(told, indent=1))
    kept = told["move_ms"]["p95"] < 1000 * PROMISE and figures.peak < MEMORY and not figures.failed
    print(
        "kept" if kept else "NOT KEPT",
        f"p95 of a move under {1000 * PROMISE:.0f} ms, memory under {MEMORY >> 30} GiB, no failure",
    )
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
