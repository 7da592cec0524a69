"""Defines functions from text whose source Python can find; Langkah compiles a function only if its source can be
found.
"""

import linecache
import textwrap
from itertools import count
from typing import Any

_numbers = count()


def define(text: str, **names: Any) -> dict[str, Any]:
    """The functions and other names that the code in `text` defines, by name; the code can use `names`."""
    name = f"<own {next(_numbers)}>"
    text = textwrap.dedent(text)
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    scope: dict[str, Any] = dict(names)
    exec(compile(text, name, "exec"), scope)
    return scope
