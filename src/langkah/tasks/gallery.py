"""What can be chosen: the games with their pictures, the levels of one, and the settings of a problem."""

import json
from collections.abc import Mapping
from random import Random
from typing import Any

from langkah.games import ALIASES, GAMES, find_level_file, get_game_class, list_levels
from langkah.games.files import list_settings, read_file
from langkah.language import LANGUAGES, _
from langkah.model import Chance, Game, Problem, Puzzle, get_title
from langkah.players import PLAYERS, list_players
from langkah.scene import Scene
from langkah.search import ALGORITHMS, list_algorithms
from langkah.settings import Setting
from langkah.tasks.problems import ProblemStore
from langkah.views.strokes import scene_to_strokes

Values = dict[str, Any]

BARE = ("board", "cell", "line", "wall", "goal")  # roles of an empty board
FEW, LUCK = 5, 3  # moves for a picture of a board that is empty at the start, and the seed that picks them
UNKNOWN = 10**9  # where a level stands in the list whose least is not known


def list_home(shelf: ProblemStore, start: str) -> Values:
    """What the first page shows: every game with a picture, and the link to begin with if there is one."""
    names = [*shelf.own, *GAMES]
    return {"games": [_describe_game(shelf, name) for name in names], "start": start, "languages": LANGUAGES}


def _describe_game(shelf: ProblemStore, name: str) -> Values:
    """One game of the gallery."""
    problem = shelf.load(name, {})
    return {
        "name": name,
        "title": get_title(problem),
        "about": _(type(problem).about),
        "kind": _find_kind(problem),
        "levels": len(list_levels(name)),
        "scene": scene_to_strokes(_draw_lively(problem)),
    }


def _draw_lively(problem: Problem[Any, Any]) -> Scene:
    """A picture with something on the board: the start, or where nothing stands there yet, a few moves later."""
    state, random = problem.start, Random(LUCK)
    scene: Scene = problem.scene(state)
    if any(shape.role.partition(":")[0] not in BARE for shape in scene.shapes):
        return scene
    for _move in range(FEW):
        steps = list(problem.steps(state))
        state = random.choice(steps).state if steps else state
    return problem.scene(state)


def _draw_start(problem: Problem[Any, Any]) -> Values:
    """How a problem looks at its start."""
    scene: Scene = problem.scene(problem.start)
    return scene_to_strokes(scene)


def _find_kind(problem: Problem[Any, Any]) -> str:
    """What is played: a puzzle, a game for two, or a race with dice."""
    return "game" if isinstance(problem, Game) else "dice" if isinstance(problem, Chance) else "puzzle"


def list_level_cards(shelf: ProblemStore, name: str) -> Values:
    """The levels of a game, each with its picture, those that need the fewest moves first."""
    if name in shelf.own:
        return {"game": name, "levels": []}
    get_game_class(name)
    real = ALIASES.get(name, name)
    found = [_describe_level(shelf, real, each) for each in list_levels(real)]
    return {"game": real, "levels": sorted(found, key=lambda each: UNKNOWN if each["least"] is None else each["least"])}


def _describe_level(shelf: ProblemStore, game: str, name: str) -> Values:
    """One level: its title, what is known to be the least, and its picture."""
    told = read_file(find_level_file(game, name), {})
    problem = shelf.load(f"{game}:{name}", {})
    return {
        "name": f"{game}:{name}",
        "title": _(str(told.get("title", name))),
        "note": _(str(told.get("note", ""))),
        "least": find_known_least(told.get("optimum"), problem),
        "scene": _draw_start(problem),
    }


def _find_level_title(shelf: ProblemStore, name: str) -> str:
    """What the level behind a name is called; "" where there is none."""
    game, colon, level = name.partition(":")
    if not colon or name in shelf.own:
        return ""
    return _(str(read_file(find_level_file(game, level), {}).get("title", level)))


def find_known_least(optimum: object, problem: Problem[Any, Any]) -> int | None:
    """What a level file says is the least: one number, or one for each way of counting, named like a setting."""
    if isinstance(optimum, dict):
        chosen = {str(getattr(problem, each.name, "")) for each in type(problem).settings if each.choices}
        optimum = next((value for key, value in optimum.items() if key in chosen), None)
    return optimum if isinstance(optimum, int) else None


def describe_problem(shelf: ProblemStore, name: str, settings: Mapping[str, object]) -> Values:
    """What can be chosen about a problem: settings with limits, opponents, algorithms, how its board is edited."""
    problem = shelf.load(name, settings)
    described = problem.editor()
    return {
        "name": name,
        "game": shelf.game(name),
        "title": get_title(problem),
        "level": _find_level_title(shelf, name),
        "about": _(type(problem).about),
        "kind": _find_kind(problem),
        "odds": isinstance(problem, Chance) and isinstance(problem, Puzzle),
        "levels": len(list_levels(shelf.game(name))),
        "given": _to_plain(shelf.given(name, settings)),
        "settings": [
            describe_setting(each, getattr(problem, each.name, each.default)) for each in list_settings(type(problem))
        ],
        "players": [_describe_player(each) for each in list_players(problem)] if isinstance(problem, Game) else [],
        "algorithms": [{"name": each, "about": _(ALGORITHMS[each].about)} for each in list_algorithms(problem)],
        "editor": None if described is None else _to_plain(described._asdict()),
    }


def describe_setting(each: Setting, value: object) -> Values:
    """A setting as a form shows it."""
    kinds = {bool: "switch", int: "number", str: "text"}
    kind = "choice" if each.choices else "form" if each.form else kinds.get(type(each.default), "form")
    return {
        "name": each.name,
        "about": _(each.about),
        "kind": kind,
        "value": _to_plain(value),
        "low": each.low,
        "high": each.high,
        "choices": list(each.choices),
        "meanings": dict(zip(each.choices, map(_, each.meanings), strict=False)),
        "legal": each.legal(),
    }


def _to_plain(value: object) -> object:
    """A value as JSON has it; None where it cannot be told."""
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        return None


def _describe_player(name: str) -> Values:
    """A player of the table, with its strengths."""
    row = PLAYERS[name]
    low, high, usual = row.strengths or (0, 0, 0)
    return {"name": name, "about": _(row.about), "low": low, "high": high, "usual": usual}
