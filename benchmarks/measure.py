"""Timing: processor time, the best of several runs, each kind of work in a process of its own."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent
BUILD, RESULTS = HERE / "build", HERE / "results"


@dataclass
class Row:
    """One row of the table of results: the work, the program, its time and peak memory, Langkah's time for the same
    work, the target and a note.
    """

    work: str
    who: str
    seconds: float
    peak: int | None = None
    ours: float | None = None  # our time for the same work
    reach: str = ""
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """The program's time divided by Langkah's time for the same work; None if there is no time to compare with."""
        return None if self.ours is None or not self.ours else self.seconds / self.ours


def best(work: Callable[[], Any], repetitions: int) -> tuple[float, Any]:
    """The least processor time of several runs, and the result of the last one."""
    least, answer = float("inf"), None
    for _turn in range(repetitions):
        before = time.process_time()
        answer = work()
        least = min(least, time.process_time() - before)
    return least, answer


def check_answer(what: str, answer: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """Return `answer`, the result of timed work, if it has all `wanted` values; otherwise raise an error. The wanted
    value `...` stands for any value that is not zero or empty.
    """
    if not wanted:
        raise ValueError(f"{what}: nothing is said about the answer that is timed")
    for name, value in wanted.items():
        found = answer.get(name)
        if found != value if value is not ... else not found:
            raise RuntimeError(f"{what}: {name} is {found!r}, not {value!r}")
    return answer


def alone(function: str, *arguments: object, wanted: dict[str, Any]) -> dict[str, Any]:
    """Run a benchmark function, named "module:name", in a process of its own; returns its result after checking it."""
    return check_answer(function, ask_alone(function, *arguments), wanted)


def ask_alone(function: str, *arguments: object) -> dict[str, Any]:
    """Run a function, named "module:name", in a process of its own, and return its result."""
    code = (
        "import json, sys, importlib; module, name = sys.argv[1].split(':'); "
        "print(json.dumps(getattr(importlib.import_module(module), name)(*json.loads(sys.argv[2]))))"
    )
    words = [sys.executable, "-c", code, function, json.dumps(arguments)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode:
        raise RuntimeError(done.stderr)
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def shell(*words: str, wanted: str, **environment: str) -> tuple[float, int]:
    """The processor time and peak memory of a whole process, including the interpreter's start; its output must contain
    `wanted`.
    """
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(words, stdout=output, cwd=ROOT, env={**os.environ, **environment})
        _pid, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode()
    if process.returncode or not wanted or wanted not in text:
        raise RuntimeError(f"{' '.join(words)}: exit code {process.returncode}, and {wanted!r} is not in: {text!r}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def twin(name: str, *arguments: str, given: str = "", wanted: dict[str, Any]) -> dict[str, Any] | None:
    """Run the C++ twin of a kernel (the same algorithm in C++), compiling it if necessary. Returns its checked result;
    None if there is no compiler.
    """
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    BUILD.mkdir(exist_ok=True)
    program, source = BUILD / name, HERE / "twins" / f"{name}.cpp"
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        flags = ["-O3", "-march=native", "-std=c++20", "-pthread"]
        subprocess.run([compiler, *flags, "-o", str(program), str(source)], check=True)
    done = subprocess.run([str(program), *arguments], input=given, capture_output=True, text=True, check=True)
    return check_answer(f"twins/{name}", json.loads(done.stdout), wanted)


def as_json(rows: list[Row]) -> list[dict[str, Any]]:
    """The rows as plain JSON values, each with its ratio."""
    return [{**asdict(row), "ratio": row.ratio} for row in rows]


def as_text(rows: list[Row]) -> str:
    """The rows as a table in Markdown."""
    lines = ["| work | program | time | memory | Langkah's speed | target | |", "|---|---|---|---|---|---|---|"]
    for row in rows:
        memory = "" if row.peak is None else f"{row.peak / 2**20:,.0f} MB"
        ratio = "" if row.ratio is None else f"{row.ratio:,.2f} x" if row.ratio < 100 else f"{row.ratio:,.0f} x"
        lines.append(
            f"| {row.work} | {row.who} | {in_words(row.seconds)} | {memory} | {ratio} | {row.reach} | {row.note} |"
        )
    return "\n".join(lines) + "\n"


def in_words(seconds: float) -> str:
    """A time as text: in milliseconds if it is less than 0.1 s, otherwise in seconds."""
    return f"{seconds * 1e3:.2f} ms" if seconds < 0.1 else f"{seconds:.2f} s"
