"""Langkah: play, solve and understand puzzles and games.

from langkah import Puzzle, Step, load, solve

print(solve(load("klotski:classic")).cost)     # 116

Each name is imported when it is first asked for: the program answers to Ctrl-C, and to calls for help, from the start.
"""

TYPE_CHECKING = False  # the one of `typing`, which takes long to load
if TYPE_CHECKING:
    from langkah.dice_odds import find_odds
    from langkah.doctor_checks import examine
    from langkah.engine.explore import explore
    from langkah.engine.store.reader import Store, open_store
    from langkah.errors import BadInput, LangkahError, UnknownName
    from langkah.games import GAMES, load
    from langkah.model import Chance, Estimate, Game, Outcome, Problem, Puzzle, Step
    from langkah.packed import Packed
    from langkah.players import PLAYERS, make_player
    from langkah.scene import Disc, Path, Rect, Scene, Text
    from langkah.search import ALGORITHMS, OPTIONS, Algorithm, SearchRequest, solve
    from langkah.session import Session
    from langkah.settings import Setting
    from langkah.tasks.compare import compare_algorithms
    from langkah.tracing import Event, Kind, Limit, Result, Stats, Status, Trace
    from langkah.views.svg import draw_svg

__all__ = [
    "ALGORITHMS",
    "GAMES",
    "OPTIONS",
    "PLAYERS",
    "Algorithm",
    "BadInput",
    "Chance",
    "Disc",
    "Estimate",
    "Event",
    "Game",
    "Kind",
    "LangkahError",
    "Limit",
    "Outcome",
    "Packed",
    "Path",
    "Problem",
    "Puzzle",
    "Rect",
    "Result",
    "Scene",
    "SearchRequest",
    "Session",
    "Setting",
    "Stats",
    "Status",
    "Step",
    "Store",
    "Text",
    "Trace",
    "UnknownName",
    "compare_algorithms",
    "draw_svg",
    "examine",
    "explore",
    "find_odds",
    "load",
    "make_player",
    "open_store",
    "solve",
]
__version__ = "0.1.0"

_HOMES = {  # where these names live
    "errors": "BadInput LangkahError UnknownName",
    "model": "Chance Estimate Game Outcome Problem Puzzle Step",
    "packed": "Packed",
    "settings": "Setting",
    "scene": "Disc Path Rect Scene Text",
    "games": "GAMES load",
    "tracing": "Event Kind Limit Result Stats Status Trace",
    "search": "ALGORITHMS OPTIONS Algorithm SearchRequest solve",
    "players": "PLAYERS make_player",
    "session": "Session",
    "engine.explore": "explore",
    "engine.store.reader": "Store open_store",
    "dice_odds": "find_odds",
    "doctor_checks": "examine",
    "tasks.compare": "compare_algorithms",
    "views.svg": "draw_svg",
}


def __getattr__(name: str) -> object:
    """A public name, from where it lives."""
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names.split():
            globals()[name] = getattr(import_module(f"langkah.{home}"), name)
            return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
