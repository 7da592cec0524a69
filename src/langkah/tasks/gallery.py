"""What can be chosen: the games with their pictures, the levels of one, and the settings of a problem."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from langkah.games import ALIASES, GAMES, find_level_file, get_game_class, list_levels, load
from langkah.games.files import list_settings, read_file
from langkah.language import LANGUAGES, _
from langkah.model import Chance, Game, Problem, get_title
from langkah.odds.chain import has_odds
from langkah.players import PLAYERS, list_players
from langkah.scene import Scene
from langkah.search import ALGORITHMS, list_algorithms
from langkah.settings import Setting
from langkah.tasks.context import Context, Values
from langkah.tasks.problems import ProblemStore
from langkah.tasks.request import Name, ProblemRequest, StoreRequest
from langkah.views.strokes import scene_to_strokes

BARE = ("board", "cell", "line", "wall", "goal")  # roles of an empty board
FEW, LUCK = 5, 3  # moves for a picture of a board that is empty at the start, and the seed that picks them


class LevelCard(NamedTuple):
    """What a gallery shows of a level: how it is called, what is known to be the least, and how it looks."""

    name: str
    title: str
    note: str
    least: int | None
    scene: Scene


@dataclass(frozen=True)
class HomeRequest(StoreRequest):
    """What there is to play, and the link to begin with."""

    start: str = ""


@dataclass(frozen=True)
class LevelsRequest(StoreRequest):
    """The levels of a game."""

    game: Name


def list_home(request: HomeRequest, context: Context) -> Values:
    """What the first page shows: every game with a picture, and the link to begin with if there is one."""
    del context
    names = [*request.store.own, *GAMES]
    games = [_describe_game(request.store, name) for name in names]
    return {"games": games, "start": request.start, "languages": LANGUAGES}


def _describe_game(store: ProblemStore, name: str) -> Values:
    problem = store.load(name, {})
    return {
        "name": name,
        "title": get_title(problem),
        "about": _(type(problem).about),
        "kind": _find_kind(problem),
        "levels": _count_levels(store, name),
        "scene": scene_to_strokes(_draw_lively(problem)),
    }


def _count_levels(store: ProblemStore, name: str) -> int:
    return 0 if name in store.own else len(list_levels(store.game(name)))


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


def _find_kind(problem: Problem[Any, Any]) -> str:
    """What is played: a puzzle, a game for two, or a race with dice."""
    return "game" if isinstance(problem, Game) else "dice" if isinstance(problem, Chance) else "puzzle"


def list_level_cards(request: LevelsRequest, context: Context) -> Values:
    """The levels of a game, each with its picture, those that need the fewest moves first."""
    del context
    if request.game in request.store.own:
        return {"game": request.game, "levels": []}
    get_game_class(request.game)
    real = ALIASES.get(request.game, request.game)
    found = [read_level_card(request.store, f"{real}:{level}") for level in list_levels(real)]
    found.sort(key=lambda card: (card.least is None, card.least or 0))
    return {"game": real, "levels": [{**card._asdict(), "scene": scene_to_strokes(card.scene)} for card in found]}


def read_level_card(store: ProblemStore, name: str) -> LevelCard:
    """What is shown of a level, or of a game as it is without a level."""
    remarks = _read_level_remarks(store, name)
    problem = store.load(name, {})
    texts = {each: _(str(remarks.get(each, ""))) for each in ("title", "note")}
    return LevelCard(name, **texts, least=_find_known_least(remarks, problem), scene=problem.scene(problem.start))


def sort_levels(game: str) -> list[str]:
    """The names of a game's levels, those that need the fewest moves first; no level is opened for that."""
    problem, store = load(game), ProblemStore()
    names = [f"{game}:{level}" for level in list_levels(game)]
    least = {name: _find_known_least(_read_level_remarks(store, name), problem) for name in names}
    return sorted(names, key=lambda name: (least[name] is None, least[name] or 0))


def _read_level_remarks(store: ProblemStore, name: str) -> dict[str, object]:
    """What the file of a level says beside the problem: title, note, optimum; nothing where there is no level."""
    game, _colon, level = name.partition(":")
    if not level or name in store.own:
        return {}
    return {"title": level, **read_file(find_level_file(game, level), {})}


def _find_known_least(remarks: Mapping[str, object], problem: Problem[Any, Any]) -> int | None:
    """What a level file says is the least: one number, or one for each way of counting, named like a setting."""
    optimum = remarks.get("optimum")
    if isinstance(optimum, dict):
        chosen = {str(getattr(problem, each.name, "")) for each in type(problem).settings if each.choices}
        optimum = next((value for key, value in optimum.items() if key in chosen), None)
    return optimum if isinstance(optimum, int) else None


def describe_problem(request: ProblemRequest, context: Context) -> Values:
    """What can be chosen about a problem: settings with limits, opponents, algorithms, how its board is edited."""
    del context
    store, name, settings = request.store, request.problem, request.settings
    problem = store.load(name, settings)
    described = problem.editor()
    return {
        "name": name,
        "game": store.game(name),
        "title": get_title(problem),
        "level": _(str(_read_level_remarks(store, name).get("title", ""))),
        "about": _(type(problem).about),
        "kind": _find_kind(problem),
        "odds": has_odds(problem),
        "levels": _count_levels(store, name),
        "given": _to_plain(store.given(name, settings)),
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
    row = PLAYERS[name]
    low, high, usual = row.strengths or (0, 0, 0)
    return {"name": name, "about": _(row.about), "low": low, "high": high, "usual": usual}
