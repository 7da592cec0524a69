"""Kills explorations without warning while they write a checkpoint, a store or layers on disk, then resumes them.

Most of the state spaces are directed graphs. The kill may come at any moment: the resumed run must end with the numbers
of the naive solver.
"""

import os
import shutil
import signal
import tempfile
import time
from collections import Counter
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tools.soak.cases import Case, Counts, Mismatch, require
from tools.soak.naive import Distances, measure_space
from tools.soak.programs import end_program, read_object, start_program
from tools.soak.rules import make_hanoi

DIRECTED = ("discs=8 rule=cyclic", "discs=7 rule=cyclic", "discs=5 pegs=4 rule=cyclic", "discs=6 rule=cyclic")
TWO_WAY = ("discs=8", "discs=7 rule=linear", "discs=5 pegs=4", "discs=8 rule=star")
KILLS = 5  # per case
PATIENCE_SECONDS = 400.0  # thousands of tiny layers, on a busy machine


def make_kill_case(rng: Random) -> Case:
    """A random case: a state space, a way to store its states, and when to kill: at once, or some time after the folder
    has grown.
    """
    return {
        "settings": rng.choice(DIRECTED if rng.random() < 0.65 else TWO_WAY),
        "way": rng.choice(("checkpoint", "disk", "both", "store", "store")),
        "threads": rng.choice((1, 2)),
        "strikes": [[rng.random() < 0.8, round(rng.random() ** 2 * 0.4, 4)] for _kill in range(KILLS)],
    }


@cache
def measure_towers(settings: str) -> Distances:
    """The whole state space of the Tower of Hanoi with these settings, by naive rules."""
    given: dict[str, Any] = {}
    for word in settings.split():
        name, _equals, value = word.partition("=")
        given[name] = int(value) if value.isdigit() else value
    rules = make_hanoi(given)
    return measure_space(rules.start, rules.onward, rules.is_goal)


def check_kill_case(case: Case) -> Counts:
    """Kill and resume an exploration several times, let it finish, and check the result."""
    folder = Path(tempfile.mkdtemp(prefix="soak-kills-"))
    directed = "cyclic" in case["settings"]
    counts: Counts = Counter()
    try:
        for grown, moment in case["strikes"]:
            process = start_program(_make_words(case, folder), slowed=True)
            size, began = measure_folder(folder), time.monotonic()
            while grown and measure_folder(folder) == size and process.poll() is None and time.monotonic() - began < 20:
                time.sleep(0.002)
            time.sleep(moment)
            process.send_signal(signal.SIGKILL)
            ending, out, err = end_program(process)
            if ending == -signal.SIGKILL:
                counts["kills"] += 1
                counts["kills, directed" if directed else "kills, two-way"] += 1
            else:
                _compare(case, folder, ending, out, err)
        ending, out, err = end_program(start_program(_make_words(case, folder), slowed=True), PATIENCE_SECONDS)
        _compare(case, folder, ending, out, err)
        counts["resumed"] += 1
    except Mismatch as mismatch:
        mismatch.counts = counts
        raise
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return counts


def measure_folder(folder: Path) -> int:
    """The number of bytes in all files of a folder, plus one for each file."""
    total = 0
    for top, _folders, files in os.walk(folder):  # tolerates folders that disappear meanwhile
        for name in files:
            with suppress(OSError):
                total += Path(top, name).stat().st_size + 1
    return total


def _make_words(case: Case, folder: Path) -> list[str]:
    """The command line of an exploration, with `--resume` if the folder has a checkpoint or a store."""
    words = ["explore", "hanoi", *case["settings"].split(), "--json", "--threads", str(case["threads"])]
    if case["way"] == "store":
        words += ["--store", str(folder / "kept")]
    if case["way"] in ("checkpoint", "both"):
        words += ["--checkpoint", str(folder / "kept")]
    if any((folder / "kept" / name).exists() for name in ("header.json", "store.json")):
        words += ["--resume"]
    if case["way"] in ("disk", "both"):
        words += ["--disk", str(folder / "disk"), "--memory", "1K"]
    return words


def _compare(case: Case, folder: Path, ending: int, out: str, err: str) -> None:
    """Check that a finished run printed one JSON object with the numbers of the naive solver."""
    about = (
        f"{case['settings']} {case['way']} -> {ending} {sorted(path.name for path in folder.rglob('*'))}\n{err[-600:]}"
    )
    require(ending == 0, f"resumed run ended with {ending}", about)
    found = read_object(out, about)
    truth = measure_towers(case["settings"])
    require(found["complete"] and found["layers"] == truth.layers, "wrong layers after a kill", about)
    goals = (found["states"], found["goals"], found["nearest_goal"])
    require(goals == (len(truth.depth), len(truth.goals), truth.nearest), "wrong goals after a kill", about)
    hardest = found.get("hardest", {}).get("distance")
    require(hardest == max(truth.to_goal.values()), "wrong hardest starts after a kill", about)
