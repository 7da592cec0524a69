"""Rules that every file of ours keeps: one test a rule, which names every file that breaks it, and by what."""

from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parent.parent


def assert_none(offenders: Iterable[tuple[Path, object]]) -> None:
    """Fail with one line for each file that has something wrong."""
    lines = [f"{path.relative_to(ROOT)}: {wrong}" for path, wrong in offenders if wrong]
    assert not lines, "\n".join(("", *lines))
