"""Compiled code from the first state on, for spaces so small that plain Python would answer alone."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from langkah.engine import explore as exploring
from langkah.search import packed_search

NAMES = ("PATIENCE_STATES", "LITTLE_PATIENCE")


@contextmanager
def compile_at_once() -> Iterator[None]:
    """No patience with plain Python, as long as this lasts."""
    modules: tuple[ModuleType, ...] = (packed_search, exploring)
    before = [(module, name, getattr(module, name)) for module in modules for name in NAMES]
    for module, name, _value in before:
        setattr(module, name, 0)
    try:
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)
