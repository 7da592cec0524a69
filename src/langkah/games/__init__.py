"""The table of games, and `load`, which turns a name, a file or your own class into a problem.

To add a game, write one file beside this one and one line in the table. Game modules are imported only when needed.
"""

import inspect
import os.path
import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from langkah.errors import BadInput
from langkah.games.files import (
    list_settings,
    list_unfit_arguments,
    parse_toml,
    read_file,
    read_instances,
    read_text,
    read_text_settings,
)
from langkah.games.level_files import FileLevel, pick_level, read_level_file, split_file_name
from langkah.games.python_files import OwnName, find_class, load_classes, parse_own_name
from langkah.language import _
from langkah.model import Problem
from langkah.registry import Registry
from langkah.settings import Setting, make_unknown_name, quote_value
from langkah.start_settings import to_plain_value, to_state_value

__all__ = [
    "ALIASES",
    "GAMES",
    "build_problem",
    "get_game_class",
    "list_instances",
    "list_levels",
    "load",
    "load_shipped",
    "parse_settings",
]


def _adopt_game(_name: str, found: Any) -> str:
    if not (inspect.isclass(found) and issubclass(found, Problem)):
        raise TypeError(_("this is not a subclass of Problem: {value}").format(value=quote_value(found)))
    return f"{found.__module__}:{found.__qualname__}"


_OWN = {
    "snakes": "langkah.games.snakes:Snakes",
    "klotski": "langkah.games.klotski.klotski:Klotski",
    "hanoi": "langkah.games.hanoi.hanoi:Hanoi",
    "mnk": "langkah.games.mnk:Mnk",
    "tiles": "langkah.games.tiles.tiles:Tiles",
    "queens": "langkah.games.queens:Queens",
    "ice": "langkah.games.ice:Ice",
    "rushhour": "langkah.games.klotski.rush_hour:RushHour",
    "sokoban": "langkah.games.sokoban.sokoban:Sokoban",
    "solitaire": "langkah.games.solitaire.solitaire:Solitaire",
    "route": "langkah.games.route.route:Route",
    "tour": "langkah.games.tour.tour:Tour",
    "knapsack": "langkah.games.knapsack.knapsack:Knapsack",
    "lights": "langkah.games.lights:Lights",
    "jugs": "langkah.games.jugs:Jugs",
    "river": "langkah.games.river:River",
    "regions": "langkah.games.regions:Regions",
    "polyomino": "langkah.games.polyomino.polyomino:Polyomino",
    "ladder": "langkah.games.ladder.ladder:Ladder",
    "planning": "langkah.games.planning.planning:Planning",
    "cube": "langkah.games.cube.cube:PocketCube",
    "permutation": "langkah.games.permutation.permutation:PermutationPuzzle",
    "connect": "langkah.games.connect:Connect",
    "nim": "langkah.games.nim:Nim",
    "pig": "langkah.games.pig:Pig",
}
GAMES: dict[str, str] = Registry("langkah.games", _OWN, _adopt_game)
ALIASES = {"tictactoe": "mnk"}
_INSTANCE = re.compile(r"(?P<file>.+\.jsonl)(?::(?P<line>[0-9]{1,9}))?")
LEVELS = Path(__file__).parent / "levels"
REMARKS = (
    "title",
    "meaning",
    "group",
    "difficulty",
    "author",
    "source",
    "note",
    "optimum",
    "proof",
)  # allowed besides settings


def get_game_class(name: str) -> type[Problem[Any, Any]]:
    """The class of the game that has this name or alias."""
    real = ALIASES.get(name, name)
    if real not in GAMES:
        raise make_unknown_name(_("Game"), name, [*GAMES, *ALIASES])
    module, _colon, attribute = GAMES[real].partition(":")
    found: type[Problem[Any, Any]] = getattr(import_module(module), attribute)
    return found


def find_problem_class(name: str) -> type[Problem[Any, Any]]:
    """The problem class that `name` stands for, `GAME` or `FILE.py:CLASS`. In the second form the Python file is run,
    so never call this with a name from a web page.
    """
    own = parse_own_name(name)
    if own is None:
        return get_game_class(name)
    classes = load_classes(Path(own.file))
    return classes[find_class(own, classes, [])[0]]


def list_levels(game: str) -> list[str]:
    """The names of all levels of a game. `game` may also be the user's own puzzle, `FILE.py:CLASS`, whose levels are in
    the folder `levels` beside the Python file.
    """
    own, paths = parse_own_name(game), _find_level_folder(game).glob("*.toml")
    return sorted(path.stem for path in paths if own is None or _is_level_of(path, own))


def _is_level_of(path: Path, own: OwnName) -> bool:
    """Whether the level file `path` belongs to the user's own puzzle `own`: both must name the same Python file and, if
    both name a class, the same class.
    """
    try:
        named = _find_own_puzzle(read_file(path, {}), path.parent)
    except BadInput as error:
        raise BadInput(*(line if line.startswith(f"{path}:") else f"{path}: {line}" for line in error.lines)) from None
    if named is None or Path(named.file).resolve() != Path(own.file).resolve():
        return False
    return not named.words or not own.words or named.words[0] == own.words[0]


def split_level(name: str) -> tuple[str, str]:
    """Split the name of a problem into its game, `GAME` or `FILE.py:CLASS`, and its level. The level is "" if the name
    contains none.
    """
    own = parse_own_name(name)
    if own is None:
        game, _colon, level = name.partition(":")
        return game, level
    return ":".join([own.file, *own.words[:1]]), "".join(own.words[1:])


def read_level_settings(name: str) -> dict[str, object]:
    """The settings in the file of the level that a problem's name contains; empty if the name contains no level."""
    game, level = split_level(name)
    return drop_remarks(read_file(find_level_file(game, level), {})) if level else {}


def _find_level_folder(game: str) -> Path:
    """The folder with the level files of a game: `levels/GAME` in this package for its own games, `levels/GAME` beside
    the module of a game from another package, and `levels` beside the Python file of the user's own puzzle.
    """
    if own := parse_own_name(game):
        return Path(own.file).parent / "levels"
    name = ALIASES.get(game, game)
    if name in _OWN:
        return LEVELS / name
    return Path(inspect.getfile(get_game_class(name))).parent / "levels" / name


def find_level_file(game: str, level: str) -> Path:
    """The path of the TOML file of a level. Raises an error with similar names if the game has no such level."""
    known = list_levels(game)
    if level not in known:
        names = [f"{game}:{each}" for each in known]
        raise make_unknown_name(_("Level"), f"{game}:{level}", names, f"langkah list {game}")
    return _find_level_folder(game) / f"{level}.toml"


def load(name: str, settings: Mapping[str, object] | None = None, /, **more: object) -> Problem[Any, Any]:
    """Load a problem by name: `GAME`, `GAME:LEVEL`, `FILE`, `FILE:LEVEL`, `FILE.jsonl:LINE` or `FILE.py:CLASS`. The
    settings given here override those of the level or file. For PDDL, `name` is the domain file, and the setting
    `problem` is the path of the problem file.

    >>> load("hanoi", discs=3, pegs=4)
    load('hanoi', discs=3, pegs=4)
    """
    given = {**(settings or {}), **more}
    label = " ".join([name, *(f"{key}={_format_setting(value)}" for key, value in given.items())])
    if own := parse_own_name(name):
        return _load_own(own, given, label)
    if found := _INSTANCE.fullmatch(name):
        path, line = Path(found["file"]), found["line"]
        return build_from_file(_read_instance(path, line), given, label, name, path.parent)
    file, which = split_file_name(name)
    if file:
        picked = pick_level(read_levels_of(Path(file)), which, file)
        return build_from_file(picked.describe(), given, label, name, None if picked.game else Path(file).parent)
    if name.endswith(".pddl") and "problem" in given:
        texts = {"domain": read_text(Path(name)), "problem": read_text(Path(str(given["problem"])))}
        return build_problem(get_game_class("planning"), {**given, **texts}, label, ("planning", texts))
    if _looks_like_file(name):
        path = Path(name)
        said = read_file(path, {} if name.endswith(".toml") else get_text_readers())
        return build_from_file(said, given, label, name, path.parent)
    cls = get_game_class(split_level(name)[0])
    return build_problem(cls, {**read_level_settings(name), **given}, label, (name, given))


def _load_own(own: OwnName, given: Mapping[str, object], label: str) -> Problem[Any, Any]:
    """Run the user's Python file and load a problem from it."""
    classes = load_classes(Path(own.file))
    levels = list_levels(own.file) if own.words and own.words[0] not in classes else []
    cls, level = find_class(own, classes, levels)
    name = ":".join([own.file, cls, *([level] if level else [])])
    return build_own_problem(classes[cls], {**read_level_settings(name), **given}, label, (name, given))


def build_own_problem(
    cls: type[Problem[Any, Any]], given: Mapping[str, object], label: str, origin: tuple[str, Mapping[str, object]]
) -> Problem[Any, Any]:
    """Build a problem from the user's own class. A level may give a `start` even if the class has no such setting: the
    problem then begins in that state.
    """
    if "start" not in given or any(setting.name == "start" for setting in list_settings(cls)):
        return build_problem(cls, given, label, origin)
    problem = build_problem(cls, {name: value for name, value in given.items() if name != "start"}, label, origin)
    state = to_state_value(given["start"], problem.start)
    if type(state) is not type(problem.start):
        text = _("start = {value}: this must be a state of the puzzle, as in {form}")
        form = quote_value(to_plain_value(problem.start))
        raise BadInput(text.format(value=quote_value(given["start"]), form=form))
    begun = problem.at(state)
    begun.name, begun.origin = label, origin
    return begun


def list_instances(name: str) -> list[str]:
    """The names of all problems in an instance file: `FILE.jsonl:1`, `FILE.jsonl:2` and so on, since each line holds
    one problem. [] if `name` is not the name of such a file.
    """
    found = _INSTANCE.fullmatch(name)
    if found is None or found["line"]:
        return []
    return [f"{name}:{line}" for line in range(1, len(read_instances(Path(name))) + 1)]


def _read_instance(path: Path, line: str | None) -> dict[str, object]:
    """The settings in one line of an instance file. `line` may be None if the file has only one line."""
    instances = read_instances(path)
    if line is None and len(instances) != 1:
        text = _("{path} has {n} instances: choose one by its line number, as in {path}:1")
        raise BadInput(text.format(path=path, n=len(instances)))
    number = int(line or 1)
    if not 1 <= number <= len(instances):
        text = _("{path} has no line {n}: its last line is {most}")
        raise BadInput(text.format(path=path, n=number, most=len(instances)))
    return instances[number - 1]


def read_levels_of(path: Path) -> list[FileLevel]:
    """The levels in the file `path`. Errors are reported with the path."""
    try:
        return read_level_text(read_whole_text(path))
    except BadInput as error:
        raise type(error)(*(line if str(path) in line else f"{path}: {line}" for line in error.lines)) from None


def read_whole_text(path: Path) -> str:
    """The text of a level file. If the game needs a second file for it, the text of the second file comes first."""
    text = read_text(path)
    needed = next(filter(None, (get_game_class(name).find_needed_file(text) for name in GAMES)), "")
    return f"{read_text(path.parent / Path(needed).name)}\n{text}" if needed else text


def is_level_file(name: str) -> bool:
    """Whether a name is that of a level file rather than of a game."""
    return _looks_like_file(name) and not (parse_own_name(name) or _INSTANCE.fullmatch(name))


def read_level_text(text: str) -> list[FileLevel]:
    """The levels in the text of a level file, in any format that one of the games can read."""
    return read_level_file(text, {name: get_game_class(name) for name in GAMES})


def find_python_file(name: str) -> str:
    """The Python file that `load` runs for a name; "" if it runs none, or if the name is wrong."""
    if own := parse_own_name(name):
        return own.file
    try:
        if found := _INSTANCE.fullmatch(name):
            path = Path(found["file"])
            said = _read_instance(path, found["line"])
        elif (split := split_file_name(name))[0]:
            path = Path(split[0])
            said = pick_level(read_levels_of(path), split[1], split[0]).describe()
        elif name.endswith((".toml", ".txt")):
            path = Path(name)
            said = read_file(path, {} if name.endswith(".toml") else get_text_readers())
        else:
            return ""
        own = _find_own_puzzle(said, path.parent)
    except BadInput:  # `load` reports what is wrong with it
        return ""
    return own.file if own else ""


def load_shipped(name: str, settings: Mapping[str, object] | None = None) -> Problem[Any, Any]:
    """Load a problem that comes with Langkah, `GAME` or `GAME:LEVEL`. It never opens a file at a path given by the
    user, so `name` may come from an untrusted source.
    """
    game, colon, level = name.partition(":")
    get_game_class(game)
    if colon:
        find_level_file(game, level)
    return load(name, settings)


def _looks_like_file(name: str) -> bool:
    if not name or name in _OWN or name in ALIASES:
        return False
    try:
        named_so = name.endswith((".toml", ".txt", ".xsb", ".sok", ".pddl", ".sas")) or "/" in name or "\\" in name
        return named_so or (Path(name).exists() and name not in GAMES)
    except OSError:  # not a possible file name
        return False


def get_text_readers() -> dict[str, Any]:
    """For each game, the function that reads its plain text format."""
    return {name: get_game_class(name).from_text for name in GAMES}


def build_from_file(
    found: Mapping[str, object], given: Mapping[str, object], label: str, path: str, folder: Path | None = None
) -> Problem[Any, Any]:
    """Build the problem that a file describes. Each error message begins with the path of the file."""
    try:
        return build_described(found, given, label, folder)
    except BadInput as error:
        raise type(error)(*(f"{path}: {line}" for line in error.lines)) from None


def build_described(
    found: Mapping[str, object], given: Mapping[str, object], label: str, folder: Path | None = None
) -> Problem[Any, Any]:
    """Build the problem that the content of a file describes. Content from a web page must be passed without a
    `folder`: then it cannot name a Python file, which would be run.
    """
    said = drop_remarks(found)
    whole = {**(said if folder is None else read_text_settings(said, folder)), **given}
    if own := _find_own_puzzle(found, folder):
        return _load_own(own, whole, label)
    game = found.get("game")
    if not isinstance(game, str):
        text = _('the first line must name the game, as in game = "hanoi". Known: {names}.')
        raise BadInput(text.format(names=", ".join([*GAMES, *ALIASES])))
    return build_problem(get_game_class(game), whole, label, (game, whole))


def _find_own_puzzle(found: Mapping[str, object], folder: Path | None) -> OwnName | None:
    """The user's own puzzle that a puzzle file names with the key `problem`; None if it has no such key or names a
    game. The Python file must be in `folder`, where the puzzle file is, or one folder above if `folder` is named
    `levels`.
    """
    about = found.get("problem")
    if about is None or "game" in found:
        return None
    if folder is None:
        raise BadInput(_("problem = {value}: the web app cannot open Python files").format(value=quote_value(about)))
    own = parse_own_name(about) if isinstance(about, str) else None
    above = r"(\.\./)?" if folder.resolve().name == "levels" else ""
    if own is None or not re.fullmatch(above + r"[^/\\]+", own.file):
        text = _("problem = {value}: this must be a class of a Python file in this folder, {form}")
        form = _('as in problem = "mine.py:Mine"; a file in a folder named levels may also name "../mine.py:Mine"')
        raise BadInput(text.format(value=quote_value(about), form=form))
    return own._replace(file=os.path.normpath(folder / own.file))


def drop_remarks(found: Mapping[str, object]) -> dict[str, object]:
    """The settings in a file, without the entry that names the game or the user's own puzzle, and without remarks such
    as the title.
    """
    about = "game" if "game" in found else "problem"
    return {key: value for key, value in found.items() if key != about and key not in REMARKS}


def build_problem(
    cls: type[Problem[Any, Any]],
    given: Mapping[str, object],
    label: str,
    origin: tuple[str, Mapping[str, object]] = ("", {}),
) -> Problem[Any, Any]:
    """Build a problem of the class `cls` with the settings `given`. Unknown settings are reported together with the
    errors that the class itself finds.
    """
    known = {setting.name for setting in list_settings(cls)}
    strange = [make_unknown_name(_("Setting"), name, known).lines[0] for name in given if name not in known]
    if unfit := list_unfit_arguments(cls, given):
        raise BadInput(*strange, *unfit)
    try:
        problem = cls(**{name: value for name, value in given.items() if name in known})
    except BadInput as error:
        raise BadInput(*strange, *error.lines) from None
    if strange:
        raise BadInput(*strange)
    if not hasattr(problem, "start"):
        raise BadInput(
            _("{name} has no start: add `start = ...`, the state in which the puzzle begins").format(name=cls.__name__)
        )
    problem.name = label
    problem.origin = problem.rules_from = origin
    return problem


def parse_settings(words: list[str], folder: Path | None = None) -> dict[str, object]:
    """The settings in words from the command line. A word is `name=value`, where the value is TOML or a bare word, or
    it is the name of a PDDL problem file.

    If `folder` is given, `name=FILE.txt` stands for the text of that file in this folder. For words from a web page,
    `folder` must be None, so that no file is read.
    """
    given: dict[str, object] = {}
    for word in words:
        if word.endswith(".pddl"):  # the second of two files
            word = f"problem={word}"
        name, equals, value = word.partition("=")
        if not equals or not name.strip():
            raise BadInput(_("'{word}' is not a setting; write name=value, as in discs=8").format(word=word))
        if name.strip() in given:
            raise BadInput(_("the setting '{name}' is given twice").format(name=name.strip()))
        given[name.strip()] = _parse_value(value.strip())
    return given if folder is None else read_text_settings(given, folder)


def _parse_value(text: str) -> object:
    """The value that `text` denotes in TOML, or `text` itself if it is not TOML."""
    try:
        found = parse_toml("value = " + text)
    except BadInput:
        return text
    return found["value"] if list(found) == ["value"] else text


def _format_setting(value: object) -> str:
    try:
        return str(value).lower() if isinstance(value, bool) else str(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, or infinitely nested lists
        return quote_value(value)


def get_game_settings(name: str) -> tuple[Setting, ...]:
    """The settings of the game that has this name or alias."""
    return list_settings(get_game_class(name))
