"""Reads puzzle files in TOML or in the plain text format of a game, and instance files with one JSON object per line.

No file is trusted: size, encoding and syntax are checked before any game sees it, and mistakes are reported with their
place.
"""

import inspect
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any

from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Problem
from langkah.settings import Setting

LARGEST = 1_000_000  # bytes; far above any puzzle, far below a risk
LARGEST_INSTANCES = 50_000_000  # bytes of an instance file

TEXT_FILE = re.compile(r"[^\n]{1,200}\.txt")  # as the value of a setting
MOST_PARTS = 8  # parts of a dotted key: tomllib's memory grows with their square
# The tokens of TOML, matched from the first character on, so that none begins inside a string: multi-line strings,
# comments and blanks, which contain no names; parts of names (and numbers); dots; single characters. An unterminated
# string takes the rest.
TOKEN = re.compile(
    r"""(?P<skipped>\#[^\n]*+|"{3}(?>[^"\\]+|\\.|"(?!""))*+"{0,5}|'{3}(?>[^']+|'(?!''))*+'{0,5}|[ \t]++)"""
    r"""|(?P<part>[\w-]++|"(?>[^"\\\n]+|\\[^\n])*+"?|'[^'\n]*+'?)"""
    r"""|(?P<dot>\.)|.""",
    re.DOTALL,
)

TextReader = Callable[[str], dict[str, object] | None]


class NotToml(BadInput):
    """Raised if a text is not TOML, or is nested too deeply to be a puzzle."""


def read_text(path: Path, most: int = LARGEST) -> str:
    """The text of the file `path`, which must be UTF-8 and have at most `most` bytes. Raises `BadInput` with the reason
    if it cannot be read.
    """
    try:
        info = path.stat()
        data = path.read_bytes() if S_ISREG(info.st_mode) and info.st_size <= most else b""
    except FileNotFoundError:
        raise BadInput(_("{path}: there is no such file").format(path=path)) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise BadInput(_("{path} cannot be read: {why}").format(path=path, why=why)) from None
    if S_ISDIR(info.st_mode):
        raise BadInput(_("{path} is a folder, not a puzzle file").format(path=path))
    if not S_ISREG(info.st_mode):
        raise BadInput(_("{path} is a pipe or a device, not a puzzle file").format(path=path))
    if info.st_size > most:
        raise BadInput(_("{path} is larger than {most} bytes: not a puzzle file").format(path=path, most=most))
    if b"\0" in data:
        raise BadInput(_("{path} is binary, not text").format(path=path))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(
            _("{path} is not UTF-8 text: byte {n} cannot be read").format(path=path, n=error.start)
        ) from None


def read_text_settings(given: Mapping[str, object], folder: Path) -> dict[str, object]:
    """The settings `given`, in which the name of a text file, `FILE.txt`, is replaced by the content of that file in
    `folder`.
    """
    return {
        name: read_text(folder / value) if isinstance(value, str) and TEXT_FILE.fullmatch(value) else value
        for name, value in given.items()
    }


def read_file(path: Path, text_readers: Mapping[str, TextReader]) -> dict[str, object]:
    """The settings in a puzzle file, which is TOML or has the plain text format of one of the games."""
    try:
        return parse_puzzle(read_text(path), {} if path.suffix == ".toml" else text_readers)
    except NotToml as error:
        raise BadInput(f"{path}: {error}") from None


def parse_puzzle(text: str, text_readers: Mapping[str, TextReader]) -> dict[str, object]:
    """The settings in the text of a puzzle file. The first of `text_readers` that recognises the format reads it; if
    none does, it is parsed as TOML.
    """
    for game, reader in text_readers.items():
        found = reader(text)
        if found is not None:
            return {"game": game, **found}
    return parse_toml(text)


def parse_toml(text: str) -> dict[str, object]:
    """Parse TOML from an untrusted source, in bounded time and memory. Raises `NotToml` if this fails."""
    import tomllib

    why: object = _("a dotted key has more than {n} parts").format(n=MOST_PARTS)
    try:
        if count_name_parts(text) <= MOST_PARTS:
            return tomllib.loads(text)
    except (RecursionError, ValueError) as error:  # includes the errors of tomllib
        why = error
    raise NotToml(_("this is not TOML: {why}").format(why=why))


def read_instances(path: Path) -> list[dict[str, object]]:
    """Read an instance file, in which each line is a JSON object of settings. A line that has neither the key `game`
    nor `problem` belongs to the same game or problem as the line before.
    """
    found: list[dict[str, object]] = []
    about: dict[str, object] = {}
    for number, line in enumerate(read_text(path, LARGEST_INSTANCES).splitlines(), 1):
        why = _("expected a JSON object of settings, as in {form}").format(form='{"game": "hanoi", "discs": 4}')
        try:
            given = json.loads(line)
        except (ValueError, RecursionError) as error:
            given, why = None, str(error)
        if not isinstance(given, dict):
            raise BadInput(_("{path}, line {n}: {why}").format(path=path, n=number, why=why))
        named = "game" if "game" in given else "problem"
        about = {named: given[named]} if named in given else about
        found.append({**about, **given})
    return found


def count_name_parts(text: str) -> int:
    """The number of parts of the longest dotted key in a TOML text; `a.b.c` has three parts."""
    most = parts = 0
    after_dot = False
    for token in TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "part":
            parts = parts + 1 if after_dot else 1
            most = max(most, parts)
        elif kind is None:
            parts = 0
        after_dot = kind == "dot" or (kind == "skipped" and after_dot)
    return most


def list_settings(cls: type[Problem[Any, Any]]) -> tuple[Setting, ...]:
    """The settings of a problem class: those that it declares as `settings`, or else one for each parameter of its
    constructor.
    """
    if not all(isinstance(each, Setting) for each in cls.settings):
        text = _("the settings of {name} must be a tuple of Setting: write `settings = (Setting(...),)`")
        raise BadInput(text.format(name=cls.__name__))
    if cls.settings or cls.__init__ is object.__init__:
        return cls.settings
    parameters = list(inspect.signature(cls.__init__).parameters.values())[1:]
    named = [each for each in parameters if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]
    return tuple(
        Setting(each.name, None if each.default is each.empty else each.default, "", form="value") for each in named
    )


def list_unfit_arguments(cls: type[Problem[Any, Any]], given: Mapping[str, object]) -> list[str]:
    """The reasons why the constructor of `cls` cannot be called with these settings, one line for each mistake; empty
    if it can be called.
    """
    if cls.__init__ is object.__init__:
        taken, missing = set(), set()
    else:
        parameters = list(inspect.signature(cls.__init__).parameters.values())[1:]
        if any(each.kind is each.VAR_KEYWORD for each in parameters):
            return []
        taken = {each.name for each in parameters}
        open_ended = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
        missing = {each.name for each in parameters if each.default is each.empty and each.kind not in open_ended}
    text = _("{cls} has the setting {name}, but its constructor has no such parameter: write `{line}`")
    wrong = [
        text.format(cls=cls.__name__, name=each.name, line=f"def __init__(self, {each.name}={each.default!r}):")
        for each in cls.settings
        if each.name in given and each.name not in taken
    ]
    text = _(
        "{cls} needs a value for {name}: write {name}=VALUE after its name, or define a default in its constructor"
    )
    return [*wrong, *(text.format(cls=cls.__name__, name=name) for name in sorted(missing - {*given}))]
