"""A virtual screen, and simulated input that types and clicks on it: the tests use windows as people do.

The screen is Xvfb; xdotool simulates the input. The window is a separate process. The tests know its contents only from
the report that `tests/window_report.py` writes.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

Facts = dict[str, Any]
PATIENCE_SECONDS = 60.0  # long enough for a busy machine


@contextmanager
def xvfb(size: str = "1280x800") -> Iterator[str]:
    """Start a virtual screen, and yield its name."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", f"{size}x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert server.stdout is not None
        yield f":{server.stdout.readline().strip()}"
    finally:
        server.terminate()
        server.wait()
        assert server.stdout is not None
        server.stdout.close()


class Pilot:
    """A window of Langkah in a separate process, and the simulated input that uses the window."""

    def __init__(self, screen: str, folder: Path, words: str) -> None:
        self.path = folder / f"report-{time.monotonic_ns()}.jsonl"
        self.place = {**os.environ, "DISPLAY": screen, "SDL_VIDEODRIVER": "x11"}
        self.place |= {"LANGUAGE": "en"}
        command = [sys.executable, "-m", "tests.window_report", str(self.path), "play", "--window", *words.split()]
        self.process = subprocess.Popen(command, env=self.place, cwd=Path(__file__).parent.parent)
        facts = self.until(lambda _facts: True)
        x, y = facts["position"]
        self.hand("mousemove", x + 2, y + 2)  # the window under the mouse pointer receives the keys

    @property
    def facts(self) -> Facts:
        """The current contents of the window: the last complete line of its report; {} if there is none yet."""
        text = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
        lines = text.rpartition("\n")[0].splitlines()
        found: Facts = json.loads(lines[-1]) if lines else {}
        return found

    def until(self, fits: Callable[[Facts], Any], seconds: float = PATIENCE_SECONDS) -> Facts:
        """Wait until the contents of the window satisfy the condition `fits`."""
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            assert self.process.poll() is None, "the window is gone"
            facts = self.facts
            if facts and fits(facts):
                return facts
            time.sleep(0.02)
        raise AssertionError(f"still not so after {seconds} s: {self.facts}")

    def still(self, fits: Callable[[Facts], Any] = lambda _facts: True) -> Facts:
        """Wait until nothing moves and the contents satisfy the condition `fits`."""
        return self.until(lambda facts: not facts["moving"] and fits(facts))

    def hand(self, *words: object) -> None:
        """Run the program xdotool with these arguments."""
        subprocess.run(["xdotool", *map(str, words)], env=self.place, check=True)

    def keys(self, *names: str) -> None:
        """Press keys, one after the other."""
        self.hand("key", "--delay", 25, *names)

    def at(self, name: str) -> tuple[int, int]:
        """The position of a handle or a button on the screen, in pixels, once the window shows it."""
        facts = self.until(lambda facts: name in facts["handles"] or name in facts["click_areas"])
        x, y = facts["handles"].get(name) or facts["click_areas"][name]
        return round(x + facts["position"][0]), round(y + facts["position"][1])

    def click(self, *names: str) -> None:
        """Click on handles or buttons, one after the other."""
        for name in names:
            self.hand("mousemove", *self.at(name), "click", 1)

    def drag(self, name: str, dx: float, dy: float) -> None:
        """Drag a handle or a button by a distance in pixels."""
        x, y = self.at(name)
        self.hand("mousemove", x, y, "mousedown", 1)
        for share in (0.3, 0.7, 1.0):
            self.hand("mousemove", round(x + dx * share), round(y + dy * share))
        self.hand("mouseup", 1)

    def resize(self, wide: int, high: int) -> Facts:
        """Move the window to a corner of the screen, and change its size."""
        told = subprocess.run(
            ["xdotool", "getmouselocation", "--shell"], env=self.place, check=True, capture_output=True, text=True
        )
        window = dict(line.split("=") for line in told.stdout.split())["WINDOW"]
        self.hand("windowmove", window, 5, 5, "windowsize", window, wide, high, "mousemove", 8, 8)
        return self.still(lambda facts: (facts["size"], facts["position"]) == ([wide, high], [5, 5]))

    def close(self) -> int:
        """Close the window with Escape, pressed as often as necessary; return the exit code."""
        for _time in range(8):
            if self.process.poll() is None:
                self.keys("Escape")
                time.sleep(0.15)
        try:
            return self.process.wait(PATIENCE_SECONDS)
        finally:
            self.process.kill()
            self.process.wait()
