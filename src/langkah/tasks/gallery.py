"""What can be chosen: the games with their pictures, and the settings of a problem."""

import json
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any, Literal, TypedDict

from langkah.dice_odds.chain import has_odds
from langkah.editor import Editor
from langkah.games import GAMES, list_levels
from langkah.games.files import list_settings
from langkah.language import LANGUAGES, _
from langkah.model import Chance, Game, Problem, Puzzle, get_title
from langkah.players import PLAYERS, list_players
from langkah.scene import Scene
from langkah.search import ALGORITHMS, get_algorithm_title, list_algorithms
from langkah.settings import Setting
from langkah.tasks.context import Context, Values
from langkah.tasks.demo import DemoJson, describe_demo
from langkah.tasks.levels import read_level_remarks
from langkah.tasks.problems import CatalogueRequest, ProblemCatalogue, ProblemRequest
from langkah.views.json_form import Kind
from langkah.views.strokes import SceneJson, scene_to_strokes

BARE = ("board", "cell", "line", "wall", "goal")  # roles of an empty board
PICTURE_MOVES, PICTURE_SEED = (
    5,
    3,
)  # that fill a board which is empty at the start, for its picture


class GameJson(TypedDict):
    """One game of the gallery."""

    name: str
    title: str
    about: str
    kind: Kind
    levels: int
    scene: SceneJson


class HomeJson(TypedDict):
    """The gallery, the link to begin with, and a search that plays itself."""

    games: list[GameJson]
    start: str
    languages: dict[str, str]
    demo: DemoJson


class SettingJson(TypedDict):
    """A setting with its value, what a form writes beside it, what is legal, and what each choice means."""

    name: str
    label: str
    about: str
    kind: Literal["switch", "number", "text", "choice", "form"]
    value: Any
    low: int | None
    high: int | None
    choices: list[str]
    meanings: dict[str, str]
    legal: str


class PlayerJson(TypedDict):
    """An opponent: `title` is what people call it who only want to play, "" for the exact players."""

    name: str
    title: str
    label: str
    about: str
    low: int
    high: int
    usual: int


class AlgorithmNameJson(TypedDict):
    """An algorithm that fits."""

    name: str
    title: str
    about: str


class SheetJson(TypedDict):
    """What can be chosen about a problem. `meaning` is what a level's name says in the reader's language, `goal` the
    goal as a picture where the board does not show it, `editor` how its board is drawn by hand."""

    name: str
    game: str
    title: str
    level: str
    meaning: str
    about: str
    kind: Kind
    odds: bool
    levels: int
    given: dict[str, Any]
    settings: list[SettingJson]
    players: list[PlayerJson]
    algorithms: list[AlgorithmNameJson]
    goal: SceneJson | None
    editor: Annotated[Values, Editor] | None


@dataclass(frozen=True)
class HomeRequest(CatalogueRequest):
    """What there is to play, and the link to begin with."""

    start: str = ""


def list_home(request: HomeRequest, context: Context) -> HomeJson:
    """What the first page shows: every game with a picture, and the link to begin with if there is one."""
    del context
    names = [*request.catalogue.own, *GAMES]
    games = [_describe_game(request.catalogue, name) for name in names]
    return {"games": games, "start": request.start, "languages": LANGUAGES, "demo": describe_demo()}


def _describe_game(catalogue: ProblemCatalogue, name: str) -> GameJson:
    problem = catalogue.load(name, {})
    return {
        "name": name,
        "title": get_title(problem),
        "about": _(problem.about),
        "kind": _find_kind(problem),
        "levels": _count_levels(catalogue, name),
        "scene": scene_to_strokes(_draw_lively(problem)),
    }


def _count_levels(catalogue: ProblemCatalogue, name: str) -> int:
    return 0 if name in catalogue.own else len(list_levels(catalogue.game(name)))


def _draw_lively(problem: Problem[Any, Any]) -> Scene:
    """A picture with something on the board: the start, or where nothing stands there yet, a few moves later."""
    state, random = problem.start, Random(PICTURE_SEED)
    scene: Scene = problem.scene(state)
    if any(shape.role.partition(":")[0] not in BARE for shape in scene.shapes):
        return scene
    for _move in range(PICTURE_MOVES):
        steps = list(problem.steps(state))
        state = random.choice(steps).state if steps else state
    return problem.scene(state)


def _find_kind(problem: Problem[Any, Any]) -> Kind:
    """What is played: a puzzle, a game for two, or a race with dice."""
    return "game" if isinstance(problem, Game) else "dice" if isinstance(problem, Chance) else "puzzle"


def describe_problem(request: ProblemRequest, context: Context) -> SheetJson:
    """What can be chosen about a problem: settings with limits, opponents, algorithms, how its board is edited."""
    del context
    catalogue, name, settings = request.catalogue, request.problem, request.settings
    problem = catalogue.load(name, settings)
    described, remarks = problem.editor(), read_level_remarks(catalogue, name)
    goal = problem.goal_scene() if isinstance(problem, Puzzle) else None
    return {
        "name": name,
        "game": catalogue.game(name),
        "title": get_title(problem),
        "level": _(str(remarks.get("title", ""))),
        "meaning": _(str(remarks.get("meaning", ""))),
        "about": _(problem.about),
        "kind": _find_kind(problem),
        "odds": has_odds(problem),
        "levels": _count_levels(catalogue, name),
        "given": _to_plain(catalogue.given(name, settings)),
        "settings": [
            describe_setting(each, getattr(problem, each.name, each.default)) for each in list_settings(type(problem))
        ],
        "players": [_describe_player(each) for each in list_players(problem)] if isinstance(problem, Game) else [],
        "algorithms": [
            {"name": each, "title": get_algorithm_title(each), "about": _(ALGORITHMS[each].about)}
            for each in list_algorithms(problem)
        ],
        "goal": None if goal is None else scene_to_strokes(goal),
        "editor": None if described is None else _to_plain(described._asdict()),
    }


def describe_setting(each: Setting, value: object) -> SettingJson:
    """A setting as a form shows it."""
    kinds: dict[type, Any] = {bool: "switch", int: "number", str: "text"}
    kind: Any = "choice" if each.choices else "form" if each.form else kinds.get(type(each.default), "form")
    return {
        "name": each.name,
        "label": _(each.label) or _(each.about) or each.name,
        "about": _(each.about),
        "kind": kind,
        "value": _to_plain(value),
        "low": each.low,
        "high": each.high,
        "choices": list(each.choices),
        "meanings": dict(zip(each.choices, map(_, each.meanings), strict=False)),
        "legal": each.legal(),
    }


def _to_plain(value: object) -> Any:
    """A value as JSON has it; None where it cannot be told."""
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        return None


def _describe_player(name: str) -> PlayerJson:
    row = PLAYERS[name]
    low, high, usual = row.strengths or (0, 0, 0)
    title, label = (_(each) if each else "" for each in (row.title, row.label))
    return {
        "name": name,
        "title": title,
        "label": title or label or name,
        "about": _(row.about),
        "low": low,
        "high": high,
        "usual": usual,
    }
