"""Lists the levels in a user's file: a collection in the format of another program, or a file with one level.

Each level is built, so that its mistakes are reported with it; included solutions are replayed move by move. Pictures
are drawn for one page of levels at a time.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypedDict

from langkah.errors import BadInput
from langkah.games import GAMES, build_described, build_problem, drop_remarks, get_game_class, read_level_text
from langkah.games.files import LARGEST
from langkah.games.level_files import FileLevel
from langkah.language import _
from langkah.model import Problem, get_title
from langkah.tasks.context import Context
from langkah.tasks.request import PYTHON_ONLY, Request
from langkah.typed_json import Range
from langkah.views.strokes import SceneJson, scene_to_strokes

PAGE_LEVELS = 60  # built and drawn per request


@dataclass(frozen=True)
class LevelFileRequest(Request):
    """A request for the levels in the text of a file: `count` levels, beginning with number `first`. `folder` is the
    folder of the file; if it is given, the file may name a Python file there.
    """

    text: Annotated[str, Range(1, LARGEST)]
    first: Annotated[int, Range(1, 1_000_000)] = 1
    count: Annotated[int, Range(1, PAGE_LEVELS)] = PAGE_LEVELS
    folder: Annotated[Path | None, PYTHON_ONLY] = None


class LevelInFileJson(TypedDict):
    """A level in a file. `wrong` lists the mistakes in it. `plan` is the solution included in the file, and
    `plan_wrong` says why this solution fails ("" if it does not).
    """

    number: int
    line: int
    title: str
    game: str
    game_title: str
    settings: dict[str, Any]
    wrong: list[str]
    plan: str
    plan_wrong: str
    scene: SceneJson | None


class LevelFileJson(TypedDict):
    """The requested levels in a file, and the number of all its levels."""

    all: int
    levels: list[LevelInFileJson]


def list_file_levels(request: LevelFileRequest, context: Context) -> LevelFileJson:
    """List the requested levels in the text of a file; fewer if the time is up."""
    is_over = context.make_deadline()
    levels = read_level_text(request.text)
    found: list[LevelInFileJson] = []
    for number, each in list(enumerate(levels, 1))[request.first - 1 : request.first - 1 + request.count]:
        if found and is_over():
            break
        found.append(_describe_level(number, each, request.folder))
    return {"all": len(levels), "levels": found}


def _describe_level(number: int, each: FileLevel, folder: Path | None) -> LevelInFileJson:
    """Describe a level. To find its mistakes, the level is built."""
    level, settings = each.level, drop_remarks(each.level.settings)
    problem: Problem[Any, Any] | None = None
    wrong: tuple[str, ...] = ()
    try:
        problem = _build_level(each, folder)
    except BadInput as error:
        wrong = error.lines
    return {
        "number": number,
        "line": level.line,
        "title": level.title,
        "game": each.game or str(level.settings.get("problem", "")),
        "game_title": _name_game(each, problem),
        "settings": settings,
        "wrong": list(wrong),
        "plan": level.plan,
        "plan_wrong": problem.check_plan(level.plan) if problem is not None and level.plan else "",
        "scene": None if problem is None else scene_to_strokes(problem.scene(problem.start)),
    }


def _build_level(each: FileLevel, folder: Path | None) -> Problem[Any, Any]:
    settings, title = each.level.settings, each.level.title
    if each.game:
        return build_problem(get_game_class(each.game), drop_remarks(settings), title)
    return build_described(settings, {}, title, folder)


def _name_game(each: FileLevel, problem: Problem[Any, Any] | None) -> str:
    """The title of the game to which a level belongs, or of the user's own puzzle."""
    if each.game in GAMES:
        return _(get_game_class(each.game).title)
    return each.game if problem is None else get_title(problem)
