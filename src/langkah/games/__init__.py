"""The table of games, and `load`, which turns a name, a file or a class of one's own into a problem.

A new game is one file beside this one and one line in the table. Game modules are imported only when asked for.
"""

import inspect
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from langkah.errors import BadInput
from langkah.games.files import list_settings, load_class, parse_toml, read_file
from langkah.language import _
from langkah.model import Problem
from langkah.registry import Registry
from langkah.settings import Setting, make_unknown_name, quote_value

__all__ = [
    "ALIASES",
    "GAMES",
    "build_problem",
    "get_game_class",
    "list_levels",
    "load",
    "load_shipped",
    "parse_settings",
]


def _adopt_game(_name: str, found: Any) -> str:
    if not (inspect.isclass(found) and issubclass(found, Problem)):
        raise TypeError(_("this is not a class of problems: {value}").format(value=quote_value(found)))
    return f"{found.__module__}:{found.__qualname__}"


_OWN = {
    "snakes": "langkah.games.snakes:Snakes",
    "klotski": "langkah.games.klotski.klotski:Klotski",
    "hanoi": "langkah.games.hanoi.hanoi:Hanoi",
    "mnk": "langkah.games.mnk:Mnk",
    "tiles": "langkah.games.tiles.tiles:Tiles",
    "queens": "langkah.games.queens:Queens",
}
GAMES: dict[str, str] = Registry("langkah.games", _OWN, _adopt_game)
ALIASES = {"tictactoe": "mnk"}
LEVELS = Path(__file__).parent / "levels"
REMARKS = ("title", "meaning", "group", "difficulty", "author", "source", "note", "optimum")  # besides settings


def get_game_class(name: str) -> type[Problem[Any, Any]]:
    """The class of a game, by name or alias."""
    real = ALIASES.get(name, name)
    if real not in GAMES:
        raise make_unknown_name(_("Game"), name, [*GAMES, *ALIASES])
    module, _colon, attribute = GAMES[real].partition(":")
    found: type[Problem[Any, Any]] = getattr(import_module(module), attribute)
    return found


def list_levels(game: str) -> list[str]:
    """The names of the levels that come with a game."""
    return sorted(path.stem for path in _find_level_folder(game).glob("*.toml"))


def _find_level_folder(game: str) -> Path:
    """Where the levels of a game lie: in our own folder, or in `levels/GAME` beside the game of another package."""
    name = ALIASES.get(game, game)
    if name in _OWN:
        return LEVELS / name
    return Path(inspect.getfile(get_game_class(name))).parent / "levels" / name


def find_level_file(game: str, level: str) -> Path:
    """The file of a level."""
    known = list_levels(game)
    if level not in known:
        names = [f"{game}:{each}" for each in known]
        raise make_unknown_name(_("Level"), f"{game}:{level}", names, f"langkah list {game}")
    return _find_level_folder(game) / f"{level}.toml"


def load(name: str, settings: Mapping[str, object] | None = None, /, **more: object) -> Problem[Any, Any]:
    """The problem of that name: `GAME`, `GAME:LEVEL`, `FILE.toml` or `FILE.py:CLASS`, with settings on top.

    >>> load("hanoi", discs=3, pegs=4)
    load('hanoi', discs=3, pegs=4)
    """
    given = {**(settings or {}), **more}
    label = " ".join([name, *(f"{key}={_format_setting(value)}" for key, value in given.items())])
    head, _colon, tail = name.rpartition(":")
    if find_python_file(name):
        return build_problem(load_class(Path(head), tail), given, label, (name, given))
    if name.endswith(".py"):
        raise BadInput(_("{name}: name the class too, as in {name}:MyPuzzle").format(name=name))
    if _looks_like_file(name):
        found = read_file(Path(name), {} if name.endswith(".toml") else get_text_readers())
        return build_from_file(found, given, label, name)
    if head:
        cls = get_game_class(head)
        found = read_file(find_level_file(head, tail), {})
        return build_problem(cls, {**drop_remarks(found), **given}, label, (name, given))
    return build_problem(get_game_class(name), given, label, (name, given))


def find_python_file(name: str) -> str:
    """The Python file that `load` runs for a name; "" where it runs none."""
    head = name.rpartition(":")[0]
    return head if head.endswith(".py") else ""


def load_shipped(name: str, settings: Mapping[str, object] | None = None) -> Problem[Any, Any]:
    """A problem that comes with Langkah, `GAME` or `GAME:LEVEL`. Opens no other file: fit for names from strangers."""
    game, colon, level = name.partition(":")
    get_game_class(game)
    if colon:
        find_level_file(game, level)
    return load(name, settings)


def _looks_like_file(name: str) -> bool:
    if not name or name in _OWN or name in ALIASES:
        return False
    try:
        named_so = name.endswith((".toml", ".txt")) or "/" in name or "\\" in name
        return named_so or (Path(name).exists() and name not in GAMES)
    except OSError:  # a name that no file can have
        return False


def get_text_readers() -> dict[str, Any]:
    """For each game, what reads its plain text form."""
    return {name: get_game_class(name).from_text for name in GAMES}


def build_from_file(
    found: Mapping[str, object], given: Mapping[str, object], label: str, path: str
) -> Problem[Any, Any]:
    """The problem that a file describes."""
    game = found.get("game")
    if not isinstance(game, str):
        raise BadInput(
            _('{path}: the first line must name the game, as in game = "hanoi". Known: {names}.').format(
                path=path, names=", ".join([*GAMES, *ALIASES])
            )
        )
    try:
        whole = {**drop_remarks(found), **given}
        return build_problem(get_game_class(game), whole, label, (game, whole))
    except BadInput as error:
        raise type(error)(*(f"{path}: {line}" for line in error.lines)) from None


def drop_remarks(found: Mapping[str, object]) -> dict[str, object]:
    """What a file says without its remarks."""
    return {key: value for key, value in found.items() if key != "game" and key not in REMARKS}


def build_problem(
    cls: type[Problem[Any, Any]],
    given: Mapping[str, object],
    label: str,
    origin: tuple[str, Mapping[str, object]] = ("", {}),
) -> Problem[Any, Any]:
    """A problem with these settings. Reports unknown names together with what the game itself finds wrong."""
    known = {setting.name for setting in list_settings(cls)}
    strange = [make_unknown_name(_("Setting"), name, known).lines[0] for name in given if name not in known]
    try:
        problem = cls(**{name: value for name, value in given.items() if name in known})
    except BadInput as error:
        raise BadInput(*strange, *error.lines) from None
    if strange:
        raise BadInput(*strange)
    if not hasattr(problem, "start"):
        raise BadInput(_("{name} has no start: add `start = ...`, the state it begins in").format(name=cls.__name__))
    problem.name = label
    problem.origin = origin
    return problem


def parse_settings(words: list[str]) -> dict[str, object]:
    """Settings from the command line: `name=value`, the value as TOML writes it, or a bare word."""
    given: dict[str, object] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name.strip():
            raise BadInput(_("'{word}' is not a setting; write name=value, as in discs=8").format(word=word))
        if name.strip() in given:
            raise BadInput(_("'{name}' is given twice").format(name=name.strip()))
        given[name.strip()] = _parse_value(value.strip())
    return given


def _parse_value(text: str) -> object:
    """The value that a text stands for: as TOML reads it, else the text itself."""
    try:
        found = parse_toml("value = " + text)
    except BadInput:
        return text
    return found["value"] if list(found) == ["value"] else text


def _format_setting(value: object) -> str:
    try:
        return str(value).lower() if isinstance(value, bool) else str(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists without end
        return quote_value(value)


def get_game_settings(name: str) -> tuple[Setting, ...]:
    """The settings of a game, by name."""
    return list_settings(get_game_class(name))
