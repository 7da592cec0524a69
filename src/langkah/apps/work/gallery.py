"""What can be chosen: the games with their pictures, the levels of one, and the settings of a problem."""

import json
from collections.abc import Mapping
from random import Random
from typing import Any

from langkah.apps.work.drawing import drawing
from langkah.apps.work.shelf import Shelf
from langkah.games import ALIASES, GAMES, game_class, level_file, levels
from langkah.games.files import read_file, settings_in
from langkah.language import LANGUAGES, _
from langkah.model import Chance, Game, Problem, Puzzle, titled
from langkah.players import PLAYERS, players_for
from langkah.scene import Scene
from langkah.search import ALGORITHMS, algorithms_for
from langkah.settings import Setting

Values = dict[str, Any]

BARE = ("board", "cell", "line", "wall", "goal")  # roles of an empty board
FEW, LUCK = 5, 3  # moves for a picture of a board that is empty at the start, and the seed that picks them
UNKNOWN = 10**9  # where a level stands in the list whose least is not known


def home(shelf: Shelf, start: str) -> Values:
    """What the first page shows: every game with a picture, and the link to begin with if there is one."""
    names = [*shelf.own, *GAMES]
    return {"games": [game(shelf, name) for name in names], "start": start, "languages": LANGUAGES}


def game(shelf: Shelf, name: str) -> Values:
    """One game of the gallery."""
    problem = shelf.load(name, {})
    return {
        "name": name,
        "title": titled(problem),
        "about": _(type(problem).about),
        "kind": kind_of(problem),
        "levels": len(levels(name)),
        "scene": drawing(lively(problem)),
    }


def lively(problem: Problem[Any, Any]) -> Scene:
    """A picture with something on the board: the start, or where nothing stands there yet, a few moves later."""
    state, random = problem.start, Random(LUCK)
    scene: Scene = problem.scene(state)
    if any(shape.role.partition(":")[0] not in BARE for shape in scene.shapes):
        return scene
    for _move in range(FEW):
        steps = list(problem.steps(state))
        state = random.choice(steps).state if steps else state
    return problem.scene(state)


def picture(problem: Problem[Any, Any]) -> Values:
    """How a problem looks at its start."""
    scene: Scene = problem.scene(problem.start)
    return drawing(scene)


def kind_of(problem: Problem[Any, Any]) -> str:
    """What is played: a puzzle, a game for two, or a race with dice."""
    return "game" if isinstance(problem, Game) else "dice" if isinstance(problem, Chance) else "puzzle"


def level_pictures(shelf: Shelf, name: str) -> Values:
    """The levels of a game, each with its picture, those that need the fewest moves first."""
    if name in shelf.own:
        return {"game": name, "levels": []}
    game_class(name)
    real = ALIASES.get(name, name)
    found = [level(shelf, real, each) for each in levels(real)]
    return {"game": real, "levels": sorted(found, key=lambda each: UNKNOWN if each["least"] is None else each["least"])}


def level(shelf: Shelf, game: str, name: str) -> Values:
    """One level: its title, what is known to be the least, and its picture."""
    told = read_file(level_file(game, name), {})
    problem = shelf.load(f"{game}:{name}", {})
    return {
        "name": f"{game}:{name}",
        "title": _(str(told.get("title", name))),
        "note": _(str(told.get("note", ""))),
        "least": least_of(told.get("optimum"), problem),
        "scene": picture(problem),
    }


def level_title(shelf: Shelf, name: str) -> str:
    """What the level behind a name is called; "" where there is none."""
    game, colon, level = name.partition(":")
    if not colon or name in shelf.own:
        return ""
    return _(str(read_file(level_file(game, level), {}).get("title", level)))


def least_of(optimum: object, problem: Problem[Any, Any]) -> int | None:
    """What a level file says is the least: one number, or one for each way of counting, named like a setting."""
    if isinstance(optimum, dict):
        chosen = {str(getattr(problem, each.name, "")) for each in type(problem).settings if each.choices}
        optimum = next((value for key, value in optimum.items() if key in chosen), None)
    return optimum if isinstance(optimum, int) else None


def sheet(shelf: Shelf, name: str, settings: Mapping[str, object]) -> Values:
    """What can be chosen about a problem: settings with limits, opponents, algorithms, how its board is edited."""
    problem = shelf.load(name, settings)
    described = problem.editor()
    return {
        "name": name,
        "game": shelf.game(name),
        "title": titled(problem),
        "level": level_title(shelf, name),
        "about": _(type(problem).about),
        "kind": kind_of(problem),
        "odds": isinstance(problem, Chance) and isinstance(problem, Puzzle),
        "levels": len(levels(shelf.game(name))),
        "given": plain(shelf.given(name, settings)),
        "settings": [setting(each, getattr(problem, each.name, each.default)) for each in settings_in(type(problem))],
        "players": [player(each) for each in players_for(problem)] if isinstance(problem, Game) else [],
        "algorithms": [{"name": each, "about": _(ALGORITHMS[each].about)} for each in algorithms_for(problem)],
        "editor": None if described is None else plain(described._asdict()),
    }


def setting(each: Setting, value: object) -> Values:
    """A setting as a form shows it."""
    kinds = {bool: "switch", int: "number", str: "text"}
    kind = "choice" if each.choices else "form" if each.form else kinds.get(type(each.default), "form")
    return {
        "name": each.name,
        "about": _(each.about),
        "kind": kind,
        "value": plain(value),
        "low": each.low,
        "high": each.high,
        "choices": list(each.choices),
        "meanings": dict(zip(each.choices, map(_, each.meanings), strict=False)),
        "legal": each.legal(),
    }


def plain(value: object) -> object:
    """A value as JSON has it; None where it cannot be told."""
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        return None


def player(name: str) -> Values:
    """A player of the table, with its strengths."""
    row = PLAYERS[name]
    low, high, usual = row.strengths or (0, 0, 0)
    return {"name": name, "about": _(row.about), "low": low, "high": high, "usual": usual}
