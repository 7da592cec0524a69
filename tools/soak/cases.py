"""Cases: small JSON values that an attack generates, tries, and saves as a file if they fail."""

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
FOLDERS = re.compile(r"(?<![\w*./])(?:/[\w.+-]+)+/(?=[\w.+-])")  # folders of this machine, before a file name
MOST_KEPT = 3  # saved cases per kind of failure

# Known kinds of failure that are not fixed yet, as "attack: kind". Must be empty in a release.
KNOWN: frozenset[str] = frozenset()


class Mismatch(Exception):
    """Raised if Langkah gave a wrong result, crashed or broke a promise. `kind` says in a few words what failed.

    If a case has many parts, `case` is a smaller case that fails alone, `others` has the other failures, and `counts`
    says how much was tried.
    """

    def __init__(self, kind: str, about: str = "", case: Case | None = None) -> None:
        super().__init__(f"{kind}: {about}" if about else kind)
        self.kind, self.case = kind, case
        self.others: list[Mismatch] = []
        self.counts: Counts = Counter()


class Attack(NamedTuple):
    """A kind of random test: how to make a case, how to check a case, and the share of the time."""

    make: Callable[[Random], Case]
    check: Callable[[Case], Counts]  # returns counts of what was tried; raises Mismatch
    share: float  # share of the time of a soak
    about: str


def require(holds: bool, kind: str, about: object = "") -> None:
    """Raise a mismatch unless a condition holds."""
    if not holds:
        raise Mismatch(kind, str(about))


def name_failure(error: BaseException) -> str:
    """The kind of a failure: the kind of a mismatch, or the type of another exception."""
    return error.kind if isinstance(error, Mismatch) else f"raised {type(error).__name__}"


def keep_case(attack: str, case: Case, kind: str, why: str, folder: Path = FOLDER) -> Path | None:
    """Save a failing case as a file; None if enough of its kind are saved."""
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
    """Every saved case, with its file name."""
    for path in sorted(folder.glob("*.json")):
        yield path.name, json.loads(path.read_text(encoding="utf-8"))
