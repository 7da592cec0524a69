"""A helper for rules that hold for every file of the project: each rule is one test, which reports every file that
breaks the rule, and how.
"""

from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parent.parent


def assert_none(offenders: Iterable[tuple[Path, object]]) -> None:
    """Fail with one line for each file that breaks the rule."""
    lines = [f"{path.relative_to(ROOT)}: {wrong}" for path, wrong in offenders if wrong]
    assert not lines, "\n".join(("", *lines))
