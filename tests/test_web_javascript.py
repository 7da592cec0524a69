"""The JavaScript modules that need no browser, tested by Node: tests/javascript/*.test.mjs."""

import os
import re
import subprocess
from pathlib import Path

from tests.node import NODE

FILES = sorted((Path(__file__).parent / "javascript").glob("*.test.mjs"))


def test_javascript() -> None:
    """All JavaScript tests pass and are counted; failing tests are reported with names and reasons."""
    words = [str(NODE), "--test", "--test-reporter=tap", *map(str, FILES)]
    surroundings = {**os.environ, "NO_COLOR": "1"}
    done = subprocess.run(words, env=surroundings, capture_output=True, text=True, encoding="utf-8", check=False)
    failed = re.findall(r"^( *)not ok \d+ - (.*\n(?:\1  .*\n)*)", done.stdout, re.MULTILINE)
    assert done.returncode == 0, "\n".join(("", *(told for _indent, told in failed), done.stderr))
    (passed,) = re.findall(r"^# pass (\d+)$", done.stdout, re.MULTILINE)
    assert int(passed) >= sum(path.read_text(encoding="utf-8").count("\ntest(") for path in FILES)
