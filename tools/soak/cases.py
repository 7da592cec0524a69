"""A case: a small JSON value that an attack makes, tries, and keeps as a file where it fails."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

Case = dict[str, Any]
Counts = Counter[str]

FOLDER = Path(__file__).parents[2] / "tests" / "soak_cases"
FOLDERS = re.compile(r"(?<![\w*./])(?:/[\w.+-]+)+/(?=[\w.+-])")  # of the machine, before a file's name
MOST_KEPT = 3  # cases of one kind of failure that are kept

# Kinds of failure that are known and not mended yet, as "attack: kind". Must be empty in a release.
KNOWN: frozenset[str] = frozenset()


class Mismatch(Exception):
    """Langkah was wrong, crashed or broke a promise: `kind` in a few words, then all about it.

    A case of many parts says which smaller case fails alone, what else failed, and what was tried all the same.
    """

    def __init__(self, kind: str, about: str = "", case: Case | None = None) -> None:
        super().__init__(f"{kind}: {about}" if about else kind)
        self.kind, self.case = kind, case
        self.others: list[Mismatch] = []
        self.counts: Counts = Counter()


class Attack(NamedTuple):
    """A row of the table of attacks."""

    make: Callable[[Random], Case]
    check: Callable[[Case], Counts]  # counts what was tried; raises Mismatch
    share: float  # of the time of a soak
    about: str


def require(holds: bool, kind: str, about: object = "") -> None:
    """Raise a mismatch unless something holds."""
    if not holds:
        raise Mismatch(kind, str(about))


def name_failure(error: BaseException) -> str:
    """The kind of a failure: what the mismatch says, or what was raised that nobody expected."""
    return error.kind if isinstance(error, Mismatch) else f"raised {type(error).__name__}"


def keep_case(attack: str, case: Case, kind: str, why: str, folder: Path = FOLDER) -> Path | None:
    """Keep a failing case as a file; None where enough of its kind are kept."""
    text = json.dumps(case, sort_keys=True)
    label = "-".join(f"{attack} {kind}".replace("/", " ").replace(":", " ").split())[:60]
    folder.mkdir(parents=True, exist_ok=True)
    if len(list(folder.glob(f"{label}-*.json"))) >= MOST_KEPT:
        return None
    path = folder / f"{label}-{hashlib.sha256(text.encode()).hexdigest()[:8]}.json"
    kept = {"attack": attack, "kind": kind, "why": FOLDERS.sub("", why)[:2000], "case": case}
    path.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    return path


def read_cases(folder: Path = FOLDER) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every kept case, with the name of its file."""
    for path in sorted(folder.glob("*.json")):
        yield path.name, json.loads(path.read_text(encoding="utf-8"))
