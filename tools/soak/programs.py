"""Starts Langkah as a separate program, like a shell."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tools.soak.cases import Mismatch
from tools.soak.packed import make_python_path

WAIT = 90.0  # seconds for a small run on a busy machine

# Small portions and frequent additions, so that a short run can be interrupted almost anywhere.
SLOWED = """
import sys
from importlib import import_module
for name, constants in (
    ("langkah.engine.checkpoint", {"ADD_SECONDS": 0, "ADD_SHARE": 0}),
    ("langkah.engine.space", {"LEAST_STATES": 64, "MOST_STATES": 64}),
    ("langkah.engine.spaces.stored_layers", {"LEAST_STATES": 512, "SMALL_STATES": 128, "PART_STATES": 512}),
    ("langkah.engine.spaces.stored_layers", {"TOGETHER_WORDS": 64}),
):
    for constant, value in constants.items():
        setattr(import_module(name), constant, value)
from langkah.apps.cli.main import main
sys.exit(main())
"""

SCRIPT = "import sys; from langkah.__main__ import main; sys.exit(main())"  # like the installed script


def start_program(
    words: list[str], *, slowed: bool = False, script: bool = False, folder: Path | None = None
) -> "subprocess.Popen[str]":
    """Start Langkah with these words of a command line, in its own process group. With `slowed`, it stores states in
    small portions; with `script`, it starts like the installed script.
    """
    way = ["-c", SLOWED] if slowed else ["-c", SCRIPT] if script else ["-m", "langkah"]
    return subprocess.Popen(
        [sys.executable, *way, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,  # not a session, which would not share the soak's priority
        cwd=folder,
        env={**os.environ, "PYTHONPATH": make_python_path(), "LANGUAGE": "en"},
    )


def end_program(process: "subprocess.Popen[str]", seconds: float = WAIT) -> tuple[int, str, str]:
    """Wait for the end of a program; returns the exit code, the output and the errors. A program that takes too long is
    killed, and a mismatch is raised.
    """
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        raise Mismatch("the program did not end", f"{process.args!r}\n{err[-500:]}") from None
    return process.returncode, out, err


def read_object(text: str, about: str) -> dict[str, Any]:
    """The JSON object that is the whole output of a program; raises a mismatch if the output is anything else."""
    try:
        found = json.loads(text)
    except ValueError:
        raise Mismatch("not one JSON object", f"{about}\n{text[:300]}") from None
    if not isinstance(found, dict):
        raise Mismatch("not one JSON object", about)
    return found
