"""Langkah: play, solve and understand puzzles and games.

from langkah import Puzzle, Step, load, solve

print(solve(load("klotski:classic")).cost)     # 116

Each name is imported when it is first asked for: the program answers to Ctrl-C, and to calls for help, from the start.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from langkah.errors import BadInput, LangkahError
    from langkah.games import load
    from langkah.model import Chance, Estimate, Game, Outcome, Problem, Puzzle, Step
    from langkah.packed import Packed
    from langkah.search import ALGORITHMS, solve
    from langkah.trace import Event, Kind, Limit, Result, Stats, Status, Trace

__all__ = [
    "ALGORITHMS",
    "BadInput",
    "Chance",
    "Estimate",
    "Event",
    "Game",
    "Kind",
    "LangkahError",
    "Limit",
    "Outcome",
    "Packed",
    "Problem",
    "Puzzle",
    "Result",
    "Stats",
    "Status",
    "Step",
    "Trace",
    "load",
    "solve",
]
__version__ = "0.1.0"

# Where these names live, the quickest to import first.
PARTS = ("errors", "model", "packed", "games", "trace", "search")


def __getattr__(name: str) -> object:
    """A public name, from the part where it lives."""
    if name in __all__:
        for part in PARTS:
            module = import_module(f"langkah.{part}")
            if hasattr(module, name):
                globals()[name] = getattr(module, name)
                return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
