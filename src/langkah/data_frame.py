"""Converts rows to a data frame of Polars or pandas, whichever is installed. Neither package is required until a data
frame is requested.
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from langkah.errors import MissingExtra
from langkah.language import _

LIBRARIES = ("polars", "pandas")  # in order of preference


def make_frame(rows: Iterable[Mapping[str, Any]], library: str = "") -> Any:
    """A data frame with one column for each name in the rows. `library` names the package to use; by default, the first
    installed one is used. Raises `MissingExtra` if none is installed.
    """
    found = next((name for name in ([library] if library else LIBRARIES) if find_spec(name) is not None), None)
    if found is None:
        text = _("a data frame needs {names}, which is not installed. Try: {command}")
        wanted = library or LIBRARIES[0]
        raise MissingExtra(text.format(names=library or " / ".join(LIBRARIES), command=f"pip install {wanted}"))
    columns: dict[str, list[Any]] = {}
    rows = list(rows)
    for name in dict.fromkeys(name for row in rows for name in row):
        values = [row.get(name) for row in rows]
        mixed = any(isinstance(each, float) for each in values)  # then whole numbers in this column become floats, too
        columns[name] = [float(each) if mixed and type(each) is int else each for each in values]
    return import_module(found).DataFrame(columns)
