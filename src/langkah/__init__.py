"""Langkah: play, solve and understand puzzles and games.

from langkah import Puzzle, Step, load, solve

print(solve("klotski:classic").cost) # 116

The functions of this package are named like the commands of the program. Each name is imported on first use, so that
the program reacts to Ctrl-C and `--help` at once.
"""

TYPE_CHECKING = False  # avoids importing `typing`, which is slow; type checkers still treat it as true
if TYPE_CHECKING:
    from langkah.comparison import Comparison
    from langkah.dice_odds import Odds
    from langkah.doctor_checks import Report
    from langkah.engine.keeper import Store
    from langkah.engine.patterns import PATTERNS
    from langkah.engine.store.reader import StoreReader
    from langkah.engine.survey import Survey
    from langkah.errors import BadInput, DoesNotHold, LangkahError, UnknownName
    from langkah.experiments.definition import Experiment
    from langkah.experiments.result import ExperimentResult
    from langkah.game_verbs import audit, match, odds
    from langkah.games import GAMES, load
    from langkah.model import Chance, Estimate, Game, Outcome, Problem, Puzzle, Step
    from langkah.packed import Packed, forget
    from langkah.picture_verbs import draw, map  # noqa: A004 - the verb of the command line
    from langkah.player_audit import Audit
    from langkah.player_match import Match
    from langkah.players import PLAYERS, make_player
    from langkah.proofs.certificate import Proof
    from langkah.proofs.verdict import Verdict
    from langkah.puzzle_verbs import generate, hardest
    from langkah.scene import Disc, Path, Rect, Scene, Text
    from langkah.search import ALGORITHMS, OPTIONS, Algorithm, SearchOptions, SearchRequest
    from langkah.session import Session
    from langkah.settings import Setting
    from langkah.tracing import Event, Kind, Limit, Result, Stats, Status, Trace
    from langkah.verbs import check, compare, doctor, explore, prove, reproduce, solve, store, trace, worksheet
    from langkah.views.space_map import SpaceMap

__all__ = [
    "ALGORITHMS",
    "GAMES",
    "OPTIONS",
    "PATTERNS",
    "PLAYERS",
    "Algorithm",
    "Audit",
    "BadInput",
    "Chance",
    "Comparison",
    "Disc",
    "DoesNotHold",
    "Estimate",
    "Event",
    "Experiment",
    "ExperimentResult",
    "Game",
    "Kind",
    "LangkahError",
    "Limit",
    "Match",
    "Odds",
    "Outcome",
    "Packed",
    "Path",
    "Problem",
    "Proof",
    "Puzzle",
    "Rect",
    "Report",
    "Result",
    "Scene",
    "SearchOptions",
    "SearchRequest",
    "Session",
    "Setting",
    "SpaceMap",
    "Stats",
    "Status",
    "Step",
    "Store",
    "StoreReader",
    "Survey",
    "Text",
    "Trace",
    "UnknownName",
    "Verdict",
    "audit",
    "check",
    "compare",
    "doctor",
    "draw",
    "explore",
    "forget",
    "generate",
    "hardest",
    "load",
    "make_player",
    "map",
    "match",
    "odds",
    "prove",
    "reproduce",
    "solve",
    "store",
    "trace",
    "worksheet",
]
__version__ = "0.1.0"

_HOMES = {  # the module of each name; all other names are in the module `verbs`
    "comparison": "Comparison",
    "dice_odds": "Odds",
    "doctor_checks": "Report",
    "engine.keeper": "Store",
    "engine.patterns": "PATTERNS",
    "engine.store.reader": "StoreReader",
    "engine.survey": "Survey",
    "errors": "BadInput DoesNotHold LangkahError UnknownName",
    "experiments.definition": "Experiment",
    "experiments.result": "ExperimentResult",
    "game_verbs": "audit match odds",
    "games": "GAMES load",
    "model": "Chance Estimate Game Outcome Problem Puzzle Step",
    "packed": "Packed forget",
    "picture_verbs": "draw map",
    "player_audit": "Audit",
    "player_match": "Match",
    "players": "PLAYERS make_player",
    "proofs.certificate": "Proof",
    "proofs.verdict": "Verdict",
    "puzzle_verbs": "generate hardest",
    "scene": "Disc Path Rect Scene Text",
    "search": "ALGORITHMS OPTIONS Algorithm SearchOptions SearchRequest",
    "session": "Session",
    "settings": "Setting",
    "views.space_map": "SpaceMap",
    "tracing": "Event Kind Limit Result Stats Status Trace",
}
_NOTEBOOKS = {"IPython", "marimo"}  # if one of these is imported, values need their notebook displays


def __getattr__(name: str) -> object:
    """Import a public name from its module on first use."""
    import sys
    from importlib import import_module

    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if _NOTEBOOKS & sys.modules.keys():
        import_module("langkah.views.notebook").register_values()
    home = next((home for home, names in _HOMES.items() if name in names.split()), "verbs")
    globals()[name] = getattr(import_module(f"langkah.{home}"), name)
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
