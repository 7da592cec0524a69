"""Runs compiled code from the first state on, for spaces so small that plain Python alone would solve them."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from langkah.engine import explore as exploring
from langkah.search import packed_search, packed_tiers

NAMES = ("PATIENCE_STATES", "LITTLE_PATIENCE", "FIRST_NODES")


@contextmanager
def compile_at_once() -> Iterator[None]:
    """While this context is open, searches and explorations use compiled code from the first state on."""
    modules: tuple[ModuleType, ...] = (packed_search, packed_tiers, exploring)
    before = [(module, name, getattr(module, name)) for module in modules for name in NAMES if hasattr(module, name)]
    for module, name, _value in before:
        setattr(module, name, 0)
    try:
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)
