"""Defines functions from text whose source Python can find; Langkah compiles a function only if its source can be
found.
"""

import linecache
import textwrap
from itertools import count
from typing import Any

_numbers = count()


def define(text: str, **names: Any) -> dict[str, Any]:
    """The names that a text defines; `names` are available in the text."""
    name = f"<own {next(_numbers)}>"
    text = textwrap.dedent(text)
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    scope: dict[str, Any] = dict(names)
    exec(compile(text, name, "exec"), scope)
    return scope
