"""Early ends of a command: Ctrl-C, closed pipes, and time limits while code does not return."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from langkah.__main__ import _repeat_lost_interrupt
from tests.test_cli import MINE, STEP, run_with


def wait_for_work(pid: int, seconds: float) -> None:
    """Wait until a process has used so many seconds of processor time, or has ended; without /proc, wait 1.5 s."""
    stat = Path(f"/proc/{pid}/stat")
    worked = 0.0
    while worked < seconds and stat.exists():
        time.sleep(0.05)
        fields = stat.read_text(encoding="utf-8").rpartition(")")[2].split()
        worked = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    time.sleep(0 if stat.exists() else 1.5)


def test_ctrl_c_before_the_search(langkah: Any, tmp_path: Path) -> None:
    """If Ctrl-C is pressed while a user's file is loaded, the JSON answer has the usual form, without moves."""
    path = tmp_path / "mine.py"
    path.write_text("raise KeyboardInterrupt\n", encoding="utf-8")
    code, out, _err = langkah("solve", f"{path}:Mine", "--json")
    found = json.loads(out)
    assert (code, found["status"], found["limit"], found["moves"]) == (130, "stopped", "interrupt", [])


LOST = """
class Lost:
    def __del__(self):
        raise KeyboardInterrupt

class Endless(Puzzle):
    start = 0
    lost = Lost()

    def steps(self, state):
        if state == 1000:
            Endless.lost = None
        yield Step("on", state + 1)

    def is_goal(self, state):
        return False
"""


def test_ctrl_c_while_an_object_is_freed(tmp_path: Path) -> None:
    """Python discards an interrupt in `__del__`, so Langkah repeats it: the search ends without a traceback."""
    (tmp_path / "lost.py").write_text(f"from langkah import Puzzle, Step\n{LOST}", encoding="utf-8")
    words = [sys.executable, "-m", "langkah", "solve", "lost.py", "--json"]
    ended = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    found = json.loads(ended.stdout)
    assert (ended.returncode, found["status"], found["limit"], ended.stderr) == (130, "stopped", "interrupt", "")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("work", [1.2, 2.0, 2.6, 3.4])
def test_ctrl_c_gives_a_partial_answer(work: float, tmp_path: Path) -> None:
    """SIGINT after this many seconds of work, in the Python search or during compilation, gives a JSON answer marked as
    interrupted.
    """
    words = [
        "solve",
        "tiles",
        "rows=4",
        "cols=4",
        "start=[13,6,8,12,15,14,0,10,11,7,4,5,9,1,3,2]",
        "--json",
        "--algorithm",
        "breadth-first",
    ]
    surroundings = {**os.environ, "LANGKAH_CACHE": str(tmp_path)}
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-m", "langkah", *words], env=surroundings, **pipes) as process:
        wait_for_work(process.pid, work)
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, err) == (130, "")
    found = json.loads(out)
    assert (found["status"], found["limit"], found["optimal"]) == ("stopped", "interrupt", False)
    assert found["stats"]["expanded"] > 0


EARLY = """
import builtins, sys
plain, places = builtins.__import__, {places!r}
def pressing(name, *more, **others):
    if places and name == places[0]:
        places.pop(0)
        raise KeyboardInterrupt
    return plain(name, *more, **others)
sys.argv = ["langkah", "solve", "hanoi", "--json"]
import runpy
builtins.__import__ = pressing
{way}
"""
WAYS = {
    "script": "from langkah.__main__ import main; sys.exit(main())",
    "module": "runpy.run_module('langkah', run_name='__main__', alter_sys=True)",
}
PLACES = [
    "langkah.apps.cli.main",
    "argparse",
    "langkah.language",
    "langkah.errors",
    "langkah.apps.cli.console",
    "langkah.games",
]


def press_early(way: str, *places: str) -> "subprocess.CompletedProcess[str]":
    """Run the program with a simulated Ctrl-C at the import of each of the modules `places`; `way`: as the installed
    script or by `python -m`.
    """
    code = EARLY.format(places=list(places), way=WAYS[way])
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("where", PLACES)
def test_ctrl_c_while_the_program_is_loaded(where: str, way: str) -> None:
    """Ctrl-C during the program's first imports gives exit code 130 and one JSON object, without a traceback."""
    done = press_early(way, where)
    assert done.returncode == 130
    assert json.loads(done.stdout)["limit"] == "interrupt"
    assert done.stderr == "interrupted\n"


def test_ctrl_c_again_while_the_program_is_loaded() -> None:
    """A second Ctrl-C, while the first one is handled, ends the program without output."""
    done = press_early("module", "argparse", "signal")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_ctrl_c_inside_text_that_is_run(tmp_path: Path) -> None:
    """Ctrl-C inside `exec`, which dataclasses use, gives exit code 130 and a JSON answer marked as interrupted."""
    path = tmp_path / "mine.py"
    path.write_text("exec('raise KeyboardInterrupt')\n", encoding="utf-8")
    words = [sys.executable, "-m", "langkah", "solve", f"{path}:Mine", "--json"]
    done = subprocess.run(words, capture_output=True, check=False)
    assert (done.returncode, json.loads(done.stdout)["limit"]) == (130, "interrupt")


def test_the_script_begins_where_ctrl_c_is_heard() -> None:
    """The installed script has the same entry point as `python -m langkah`."""
    scripts = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert scripts["scripts"] == {"langkah": "langkah.__main__:main"}


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_after_the_answer() -> None:
    """Ctrl-C while Python shuts down, after the answer, has no effect on the answer or the exit code."""
    code = "import atexit, runpy, signal, sys; atexit.register(signal.raise_signal, signal.SIGINT)\n"
    code += f"sys.argv = ['langkah', 'solve', 'hanoi', '--json']\n{WAYS['module']}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["status"] == "solved"


def test_little_is_loaded_before_ctrl_c_is_heard() -> None:
    """Almost nothing is imported before `main` begins to handle Ctrl-C."""
    code = "import sys; before = set(sys.modules); import langkah.__main__; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {name.partition(".")[0] for name in done.stdout.split()} <= {"importlib", "warnings", "langkah"}
    assert "langkah.apps" not in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("times", [1, 4])
def test_ctrl_c_while_a_slow_reader_takes_the_answer(times: int) -> None:
    """Ctrl-C, even repeated, while a slow reader reads the answer does not truncate the JSON object."""
    words = ["-m", "langkah", "trace", "hanoi", "discs=6", "--algorithm", "bfs", "--rows", "0", "--json"]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "bufsize": 0}
    with subprocess.Popen([sys.executable, *words], **pipes) as process:
        assert process.stdout is not None
        begun = process.stdout.read(1000)  # the rest does not fit into the pipe, so the program waits
        for _time in range(times):
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
        rest, err = process.communicate(timeout=60)
    assert json.loads(begun + rest)["status"] == "solved"
    assert (process.returncode, err) == (130, b"interrupted\n")


def test_ctrl_c_where_nobody_takes_the_answer() -> None:
    """Repeated Ctrl-C ends the program even if the program that reads its output has stopped reading."""
    words = ["-m", "langkah", "trace", "hanoi", "discs=6", "--algorithm", "bfs", "--rows", "0", "--json"]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "bufsize": 0}
    with subprocess.Popen([sys.executable, *words], **pipes) as process:
        assert process.stdout is not None
        process.stdout.read(1000)
        for _time in range(100):
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            if process.poll() is not None:
                break
        assert process.wait(timeout=10) == 130


@pytest.mark.parametrize("line", ["sys.stdout.close()", "sys.stderr.close()", "sys.stdout.close(); sys.stderr.close()"])
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_own_files_that_close_the_output(tmp_path: Path, line: str, more: list[str]) -> None:
    """A puzzle that closes the output streams does not suppress the answer."""
    path = tmp_path / "mine.py"
    path.write_text(MINE.format(body=f"{line}; return [{STEP}]"), encoding="utf-8")
    done = run_with(f"solve {path}:Mine {' '.join(more)}")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["cost"] == 3 if more else "Mine: " in done.stdout


HANGING = """
from langkah import Puzzle
class Mine(Puzzle):
    start = 0
    def steps(self, state):
        while True:
            pass
    def is_goal(self, state):
        return False
"""


def test_limits_hold_where_nothing_answers(langkah: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A time limit also stops `explore` and `compare` in code that does not return; the doctor reports the cause."""
    path = tmp_path / "mine.py"
    path.write_text(HANGING, encoding="utf-8")
    code, out, _err = langkah("explore", f"{path}:Mine", "--limit-seconds", "0.3", "--json")
    assert (code, json.loads(out)["limit"]) == (4, "seconds")
    words = ["--limit-seconds", "0.2", "--algorithms", "breadth-first", "--no-memory", "--json"]
    code, out, _err = langkah("compare", f"{path}:Mine", *words)
    assert (code, json.loads(out)["rows"][0]["limit"]) == (0, "seconds")
    monkeypatch.setattr("langkah.apps.cli.commands.doctor.OVERTIME_SECONDS", 0.1)
    code, out, _err = langkah("doctor", f"{path}:Mine", "--limit-seconds", "0.1")
    assert code == 2
    assert "did not return within the time limit" in out


WAITING = """
from langkah import Puzzle, Step
class Mine(Puzzle):
    start = 0
    def steps(self, state):
        return [Step("on", state + 1)]
    def is_goal(self, state):
        return False
    def estimate(self, state):
        while state > 3:
            pass
        return 0
"""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # an alarm in hypothesis's gc callback
def test_a_limit_holds_after_a_search_that_reached_its_own(langkah: Any, tmp_path: Path) -> None:
    """In `compare`, after a search that reached its time limit, the limit also holds for the next search, whose
    heuristic function does not return.
    """
    path = tmp_path / "mine.py"
    path.write_text(WAITING, encoding="utf-8")
    words = ["--limit-seconds", "0.1", "--algorithms", "breadth-first,greedy", "--no-memory", "--json"]
    code, out, _err = langkah("compare", f"{path}:Mine", *words)
    rows = json.loads(out)["rows"]
    assert (code, {row["limit"] for row in rows}) == (0, {"seconds"})
    assert len(rows) > 1
    assert max(row["stats"]["seconds"] for row in rows) < 10


def test_a_closed_pipe_is_no_defect() -> None:
    """`langkah ... | head` ends without an error message."""
    command = f"{sys.executable} -m langkah trace hanoi discs=6 --algorithm breadth-first --rows 0 | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout


def test_piped_output_is_plain() -> None:
    """Piped output contains no escape codes, also without NO_COLOR."""
    surroundings = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    words = [sys.executable, "-m", "langkah", "list"]
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=surroundings)
    assert "\x1b" not in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals")
@pytest.mark.parametrize(("no_color", "has_codes"), [("1", False), ("", True)])
def test_no_color_on_a_terminal(no_color: str, has_codes: bool) -> None:
    """On a terminal, the output of a game has escape codes for colours, except if NO_COLOR is set."""
    surroundings = {**os.environ, "NO_COLOR": no_color, "TERM": "xterm-256color"}
    words = [sys.executable, "-m", "langkah", "play", "hanoi", "discs=2", "--terminal"]
    master, screen = os.openpty()
    with os.fdopen(master, "rb", buffering=0) as reader:
        with os.fdopen(screen, "wb", buffering=0) as file:
            process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=file, env=surroundings)
        shown = b""
        with process, contextlib.suppress(OSError):  # raised at the end of the output
            while part := reader.read(65536):
                shown += part
    assert process.returncode == 0
    assert (b"\x1b" in shown) == has_codes


def test_a_ctrl_c_while_a_lost_one_is_repeated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A Ctrl-C that arrives in the hook that repeats a lost Ctrl-C leaves no traceback, and one repeat is scheduled."""
    attempts: list[int] = []
    repeats: list[Any] = []
    before = signal.getsignal(signal.SIGINT)

    def change_handler(number: int, handler: Any, change: Any = signal.signal) -> Any:
        attempts.append(number)
        if len(attempts) == 1:
            raise KeyboardInterrupt
        return change(number, handler)

    monkeypatch.setattr(signal, "signal", change_handler)
    monkeypatch.setattr(threading, "Timer", lambda *given: SimpleNamespace(start=lambda: repeats.append(given)))
    lost: Any = SimpleNamespace(exc_type=KeyboardInterrupt)
    _repeat_lost_interrupt(lost)
    assert (len(attempts), len(repeats)) == (3, 1)
    assert signal.getsignal(signal.SIGINT) is before
    assert capsys.readouterr().err == ""
