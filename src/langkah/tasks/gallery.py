"""The gallery of games with their pictures, and the settings, opponents and algorithms of a problem."""

import json
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Annotated, Any, Literal, TypedDict

from langkah.dice_odds.chain import has_odds
from langkah.editor import Editor
from langkah.games import GAMES, list_levels
from langkah.games.files import list_settings
from langkah.language import LANGUAGES, N_, _
from langkah.metrics import format_wish, get_metric, get_metric_title
from langkah.model import Chance, Game, Problem, Puzzle, draw_scene, get_title
from langkah.players import PLAYERS, list_players
from langkah.scene import Scene
from langkah.search import ALGORITHMS, get_algorithm_title, list_algorithms
from langkah.settings import Setting
from langkah.tasks.context import Context, Values
from langkah.tasks.demo import DemoJson, describe_demo
from langkah.tasks.levels import read_level_remarks, read_sorted_levels
from langkah.tasks.problems import CatalogueRequest, ProblemCatalogue, ProblemRequest
from langkah.views.json_form import Kind
from langkah.views.strokes import SceneJson, scene_to_strokes

PROBED_STEPS = 3  # steps from the start that are tried, to find out whether files can hold the resulting states
BARE = ("board", "cell", "line", "wall", "goal")  # roles of an empty board
PICTURE_MOVES, PICTURE_SEED = 5, 3  # the moves that fill an initially empty board for its picture


class PathLevelJson(TypedDict):
    """A level in the list of a game's levels from easy to hard."""

    name: str
    title: str


class GameJson(TypedDict):
    """One game of the gallery. `shelf` is the heading under which it is listed, and `path` lists its levels from easy
    to hard.
    """

    name: str
    title: str
    about: str
    kind: Kind
    shelf: str
    levels: int
    path: list[PathLevelJson]
    level_cost: bool
    scene: SceneJson


class HomeJson(TypedDict):
    """The content of the first page: the games, the link to open at the start ("" if none), the languages, and the
    animated searches (`demo`).
    """

    games: list[GameJson]
    start: str
    languages: dict[str, str]
    demo: DemoJson


class SettingJson(TypedDict):
    """A setting with its value, its form label, its legal values, and the meaning of each choice."""

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
    """A computer player that can be chosen as an opponent. `title` is the name shown to people who just want to play;
    "" if the player is not meant for them. `low`, `high` and `usual` are the least, the greatest and the default
    strength (0 if the player has no strengths).
    """

    name: str
    title: str
    label: str
    about: str
    low: int
    high: int
    usual: int


class AlgorithmNameJson(TypedDict):
    """An algorithm that fits a problem."""

    name: str
    title: str
    about: str


class SheetJson(TypedDict):
    """The choices that a player has for a problem. `metric` is the unit of its cost, and `level_cost` means that all
    its solutions cost the same. `renewable` means that new puzzles of its kind can be generated, and `wish` is the text
    that asks for a new puzzle with the least cost {n}. `meaning` explains the name of the level in the reader's
    language. `goal` is a picture of the goal if the board does not show it. `editor` says how the board is drawn by
    hand.
    """

    name: str
    game: str
    title: str
    level: str
    meaning: str
    about: str
    kind: Kind
    odds: bool
    levels: int
    metric: str
    level_cost: bool
    renewable: bool
    wish: str
    given: dict[str, Any]
    settings: list[SettingJson]
    players: list[PlayerJson]
    algorithms: list[AlgorithmNameJson]
    goal: SceneJson | None
    editor: Annotated[Values, Editor] | None


@dataclass(frozen=True)
class HomeRequest(CatalogueRequest):
    """A request for the content of the first page; `start` is the link to open at the start, if any."""

    start: str = ""

    @property
    def lasting(self) -> bool:
        """Whether the answer stays the same while a server runs. If the user's own puzzles are listed, it may change,
        because the user may edit them.
        """
        return not self.catalogue.own


def list_home(request: HomeRequest, context: Context) -> HomeJson:
    """The content of the first page: every game with a picture, beginning with the user's own, and the initial link, if
    any.
    """
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
        "shelf": _("Your own") if name in catalogue.own else _find_shelf(problem),
        "levels": _count_levels(catalogue, name),
        "path": _list_path(catalogue.game(name)),
        "level_cost": isinstance(problem, Puzzle) and problem.level_cost,
        "scene": scene_to_strokes(_draw_lively(problem)),
    }


def _list_path(game: str) -> list[PathLevelJson]:
    """The levels of a game from easy to hard, without unsolvable ones."""
    return [
        {"name": f"{game}:{level}", "title": _(str(remarks.get("title", level)))}
        for level, remarks in read_sorted_levels(game).items()
        if remarks.get("optimum") != "impossible"
    ]


def _is_renewable(problem: Problem[Any, Any]) -> bool:
    """Whether new puzzles of this kind can be generated: the game makes random boards, or puzzle files can hold other
    starts.
    """
    if not isinstance(problem, Puzzle):
        return False
    draws_boards = type(problem).new_board is not Puzzle.new_board
    return draws_boards or any(
        problem.settings_at(step.state) is not None for step in islice(problem.steps(problem.start), PROBED_STEPS)
    )


def _describe_wish(catalogue: ProblemCatalogue, problem: Puzzle[Any, Any], game: str) -> str:
    """The text that asks for a new puzzle, for example "A puzzle that needs {n} moves". The text uses the metric of the
    puzzles that are generated.
    """
    bases = (base for order in problem.puzzle_orders.values() for base in order.list_bases(game))
    return format_wish({get_metric(catalogue.load(*base)) for base in bases} or {get_metric(problem)})


def _count_levels(catalogue: ProblemCatalogue, name: str) -> int:
    return len(list_levels(catalogue.game(name)))


def _draw_lively(problem: Problem[Any, Any]) -> Scene:
    """A picture with pieces on the board: the start or, if the board is empty at the start, a position after a few
    moves.
    """
    state, random = problem.start, Random(PICTURE_SEED)
    scene = draw_scene(problem, state)
    if any(shape.role.partition(":")[0] not in BARE for shape in scene.shapes):
        return scene
    for _move in range(PICTURE_MOVES):
        steps = list(problem.steps(state))
        state = random.choice(steps).state if steps else state
    return draw_scene(problem, state)


def _find_kind(problem: Problem[Any, Any]) -> Kind:
    """The kind of problem: a puzzle, a two-player game, or a race with dice."""
    return "game" if isinstance(problem, Game) else "dice" if isinstance(problem, Chance) else "puzzle"


def _find_shelf(problem: Problem[Any, Any]) -> str:
    """The heading for a game in the gallery."""
    kinds = {"game": N_("For two"), "dice": N_("With dice"), "puzzle": N_("Puzzles")}
    return _(type(problem).shelf or kinds[_find_kind(problem)])


def describe_problem(request: ProblemRequest, context: Context) -> SheetJson:
    """The choices that a player has for a problem: settings and their legal values, opponents, algorithms, and how the
    board is edited.
    """
    del context
    catalogue, name, settings = request.catalogue, request.problem, request.settings
    problem = catalogue.load(name, settings)
    described, remarks = problem.editor(), read_level_remarks(name)
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
        "metric": get_metric_title(problem) if isinstance(problem, Puzzle) else "",
        "level_cost": isinstance(problem, Puzzle) and problem.level_cost,
        "renewable": catalogue.is_own(name) or _is_renewable(problem),
        "wish": _describe_wish(catalogue, problem, catalogue.game(name)) if isinstance(problem, Puzzle) else "",
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
    """Describe a setting and its present value for a form on the page."""
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
    """A value for JSON; None if JSON cannot represent it."""
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
