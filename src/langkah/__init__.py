"""Langkah: play, solve and understand puzzles and games.

from langkah import Puzzle, Step, load, solve

print(solve(load("klotski:classic")).cost)     # 116
"""

from langkah.errors import BadInput, LangkahError
from langkah.games import load
from langkah.model import Chance, Estimate, Game, Outcome, Packed, Problem, Puzzle, Step
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
