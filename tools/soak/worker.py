"""A worker process of a soak: generates cases, tries them, and reports counts, failures and memory to its parent."""

import json
import signal
import time
from collections import Counter
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from tools.soak.cases import Attack, Case, Counts, Mismatch, name_failure
from tools.soak.table import ATTACKS

TELL = 1.0  # seconds between two messages
PAGE = 4096


def list_failures(case: Case, error: Exception) -> Iterator[tuple[str, str, Case]]:
    """The failures of a case: the kind, the details and the smallest failing case of each."""
    group = [error, *error.others] if isinstance(error, Mismatch) else [error]
    for each in group:
        smaller = each.case if isinstance(each, Mismatch) and each.case is not None else case
        yield name_failure(each), f"{type(each).__name__}: {each}", smaller


def try_case(attack: Attack, case: Case) -> tuple[Counts, list[tuple[str, str, Case]]]:
    """Try a case; returns counts and failures."""
    try:
        return attack.check(case), []
    except Exception as error:
        counts = error.counts if isinstance(error, Mismatch) else Counter()
        return counts, list(list_failures(case, error))


def choose_attack(spent: dict[str, float], names: list[str]) -> str:
    """The attack that is furthest behind its share of the time."""
    return min(names, key=lambda name: spent[name] / ATTACKS[name].share)


def measure_resident() -> int:
    """The memory of this process in bytes; 0 if the system does not report it."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE
    except OSError:
        return 0


def work(parent: Connection, seed: str, until: float, names: list[str], current: str) -> None:
    """Make and try cases until the time is over, and send the results to the parent. The file `current` always holds
    the current case.
    """
    for each in (signal.SIGINT, signal.SIGHUP):  # programs started here must receive them, even under nohup
        signal.signal(each, signal.SIG_DFL)
    spent = dict.fromkeys(names, 0.0)
    made: Counts = Counter()
    counts: dict[str, Counts] = {name: Counter() for name in names}
    told = 0.0
    with Path(current).open("w", encoding="utf-8") as note:
        while time.time() < until:
            name = choose_attack(spent, names)
            case = json.loads(json.dumps(ATTACKS[name].make(Random(f"{seed}:{name}:{made[name]}"))))
            made[name] += 1
            note.seek(0)
            note.truncate()
            note.write(json.dumps({"attack": name, "case": case}))
            note.flush()
            began = time.perf_counter()
            counted, failures = try_case(ATTACKS[name], case)
            spent[name] += time.perf_counter() - began
            counts[name] += counted
            counts[name]["cases"] += 1
            for kind, why, smaller in failures:
                parent.send({"failure": name, "kind": kind, "why": why, "case": smaller})
            if time.monotonic() - told > TELL or failures:
                told = time.monotonic()
                parent.send(_describe_progress(counts, spent))
                counts = {each: Counter() for each in names}
        parent.send({**_describe_progress(counts, spent), "done": True})


def _describe_progress(counts: dict[str, Counts], spent: dict[str, float]) -> dict[str, Any]:
    """A message to the parent: the counts since the last message, the time spent on each attack, and the memory of this
    process.
    """
    return {
        "counts": {name: dict(found) for name, found in counts.items()},
        "spent": dict(spent),
        "resident": measure_resident(),
    }
