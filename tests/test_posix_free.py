"""On a system without POSIX (Windows, or Python in a browser), the library, the command line and the tasks of the web
app work.
"""

import subprocess
import sys

import pytest

HIDDEN = """
import os, signal, sys
for name in ("resource", "fcntl", "termios", "tty", "pty", "pwd", "grp"):
    sys.modules[name] = None  # importing it fails
for module, name in (
    (signal, "setitimer"), (signal, "ITIMER_REAL"), (signal, "SIGALRM"), (signal, "alarm"), (signal, "SIGHUP"),
    (os, "fork"), (os, "sysconf"), (os, "nice"), (os, "sched_setscheduler"), (os, "getuid"),
):
    if hasattr(module, name):
        delattr(module, name)
import builtins
plain_open = builtins.open
def no_proc(name, *more, **others):
    if str(name).startswith("/proc/"):
        raise FileNotFoundError(name)
    return plain_open(name, *more, **others)
builtins.open = no_proc
"""
LIBRARY = """
from langkah import Limit, load, solve
from langkah.engine.explore import explore
assert solve(load("hanoi", discs=4)).cost == 15
assert solve(load("tictactoe")).value == "draw"
assert solve(load("hanoi", discs=4), limit=Limit(seconds=60.0)).cost == 15
survey = explore(load("hanoi", discs=8))
assert (survey.states, survey.complete) == (6561, True)
limited = explore(load("hanoi", discs=8), limit=Limit(memory=1 << 30))
assert limited.states == 6561
assert survey.as_dict()["peak_memory"] in (None, 0)
"""
COMMANDS = """
import contextlib, io, json
from langkah.apps.cli.main import main
def ask(*words):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        code = main([*words, "--json"])
    assert code == 0, (words, code, out.getvalue())
    return json.loads(out.getvalue())
assert ask("solve", "hanoi", "discs=3", "--limit-seconds", "60")["cost"] == 7
assert ask("trace", "hanoi", "discs=3")["events"]
assert ask("explore", "hanoi", "discs=7", "--limit-seconds", "60")["states"] == 2187
assert ask("compare", "hanoi", "discs=3")["rows"]
assert ask("doctor", "hanoi", "discs=3", "--limit-seconds", "1")["healthy"]
assert ask("odds", "snakes:small")["expected"]
assert ask("audit", "perfect", "tictactoe")["opponent_wins"] == 0
assert ask("match", "random", "random", "tictactoe", "--games", "4")["games"] == 4
assert ask("worksheet", "hanoi", "discs=3")["page"]
assert ask("draw", "hanoi")["scene"]
assert ask("list")["games"]
assert ask("play", "hanoi", "--terminal")["choices"]
"""
TASKS = """
from langkah.tasks.context import Context
from langkah.tasks.problems import ProblemCatalogue
from langkah.tasks.table import TASKS, run_task
from langkah.tracing import Limit
store = ProblemCatalogue()
hanoi, snakes, game = ({"problem": name} for name in ("hanoi", "snakes:small", "tictactoe"))
asked = {
    "least": {"saved": hanoi}, "marks": {"saved": hanoi}, "hint": {"saved": hanoi}, "review": {"saved": hanoi},
    "solve": {"saved": hanoi}, "position": {"saved": hanoi}, "searches": {"saved": hanoi},
    "record": {"saved": hanoi, "search": {"algorithm": "a-star"}}, "compare": {"saved": hanoi},
    "race": {"saved": hanoi, "searches": [{"algorithm": "a-star"}, {"algorithm": "breadth-first"}]},
    "odds": {"saved": snakes}, "odds of jumps": {"saved": snakes}, "levels": {"game": "klotski"},
    "plots": {"text": '{"run": 1, "instance": "a", "algorithm": "a-star", "status": "solved", "expanded": 3}'},
}
for name, values in asked.items():
    answer = run_task(name, values, Context(Limit(seconds=30.0, memory=1 << 30)), store)
    assert answer and "error" not in answer, name
"""


@pytest.mark.parametrize("code", [LIBRARY, COMMANDS, TASKS], ids=["library", "commands", "tasks"])
def test_without_posix(code: str) -> None:
    """Nothing fails if `resource`, `fcntl`, `termios`, `signal.setitimer` and `os.fork` are missing."""
    done = subprocess.run([sys.executable, "-c", HIDDEN + code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_limits_on_memory_that_cannot_be_kept() -> None:
    """If the system does not report memory in use, the answer is the same and the output mentions memory."""
    words = ["explore", "hanoi", "discs=6", "--memory", "1G"]
    code = f"from langkah.apps.cli.main import main\nraise SystemExit(main({words}))"
    done = subprocess.run([sys.executable, "-c", HIDDEN + code], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "729 states" in done.stdout
    assert "memory" in done.stdout + done.stderr
