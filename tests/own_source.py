"""Functions from text, with a source that can be found: only source is compiled."""

import linecache
import textwrap
from itertools import count
from typing import Any

_numbers = count()


def define(text: str, **names: Any) -> dict[str, Any]:
    """What a text defines, where some names are known."""
    name = f"<own {next(_numbers)}>"
    text = textwrap.dedent(text)
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    scope: dict[str, Any] = dict(names)
    exec(compile(text, name, "exec"), scope)
    return scope
