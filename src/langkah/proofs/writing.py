"""Writes certificates as files: the same content always gives the same bytes, on every machine."""

import gzip
import json
from collections.abc import Iterable
from math import inf
from typing import Any

from langkah.model import Game

COMPRESSION = 9
Block = tuple[Any, list[str]]  # a label, and the states below it


def write_certificate(header: dict[str, Any], blocks: Iterable[Block], *, version: int = 1) -> bytes:
    """A certificate as the bytes of its file."""
    named = {"format": f"langkah proof {version}", **header}
    lines = [json.dumps(named, ensure_ascii=False, separators=(",", ":"))]
    for label, states in blocks:
        lines.append("@" + json.dumps(label, ensure_ascii=False, separators=(",", ":")))
        lines += sorted(states)
    return gzip.compress(("\n".join(lines) + "\n").encode(), COMPRESSION, mtime=0)


def find_version(header: dict[str, Any], problem: object) -> int:
    """The oldest version of the format that supports this certificate; version 2 added pattern tables and the odds of
    two-player games.
    """
    return 2 if "patterns" in header or (header["claim"] == "odds" and isinstance(problem, Game)) else 1


def write_number(value: Any) -> int | str | None:
    """An exact number as a JSON value: a whole number, a text such as "7/2" for a fraction, or null for infinity."""
    if value == inf:
        return None
    return int(value) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
