"""Reading what people bring: puzzle files in TOML or in the papers' plain text, and classes of their own in Python.

Nothing here trusts a file: size, encoding and syntax are checked before any game sees it, and a mistake is reported
with its place. Python files are code and run as such, so only the command line loads them.
"""

import inspect
import linecache
import re
import sys
from collections.abc import Callable, Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any

from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Problem
from langkah.settings import Setting, make_unknown_name

LARGEST = 1_000_000  # bytes; far above any puzzle, far below trouble
MOST_TOLD = 300  # signs of an exception's own words

MOST_PARTS = 8  # of a name with dots: tomllib needs memory for the square of them
# The tokens of TOML from the first sign on, so that none begins inside a text: texts over many lines, remarks and
# blanks, which hold no name; parts of names (and numbers); dots; single signs. A text without an end takes the rest.
TOKEN = re.compile(
    r"""(?P<skipped>\#[^\n]*+|"{3}(?>[^"\\]+|\\.|"(?!""))*+"{0,5}|'{3}(?>[^']+|'(?!''))*+'{0,5}|[ \t]++)"""
    r"""|(?P<part>[\w-]++|"(?>[^"\\\n]+|\\[^\n])*+"?|'[^'\n]*+'?)"""
    r"""|(?P<dot>\.)|.""",
    re.DOTALL,
)

TextReader = Callable[[str], dict[str, object] | None]


class NotToml(BadInput):
    """A text that is not TOML, or not such as a puzzle has."""


def read_text(path: Path, most: int = LARGEST) -> str:
    """The text of a file, or a clear line about why it cannot be read."""
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


def read_file(path: Path, text_readers: Mapping[str, TextReader]) -> dict[str, object]:
    """What a puzzle file says: TOML, or a plain text form that one of the games knows."""
    try:
        return parse_puzzle(read_text(path), {} if path.suffix == ".toml" else text_readers)
    except NotToml as error:
        raise BadInput(f"{path}: {error}") from None


def parse_puzzle(text: str, text_readers: Mapping[str, TextReader]) -> dict[str, object]:
    """What the text of a puzzle file says."""
    for game, reader in text_readers.items():
        found = reader(text)
        if found is not None:
            return {"game": game, **found}
    return parse_toml(text)


def parse_toml(text: str) -> dict[str, object]:
    """What a TOML text says. Whoever wrote it, reading it takes little time and memory."""
    import tomllib

    why: object = _("a name has more than {n} parts").format(n=MOST_PARTS)
    try:
        if count_name_parts(text) <= MOST_PARTS:
            return tomllib.loads(text)
    except (RecursionError, ValueError) as error:  # among these, what tomllib raises
        why = error
    raise NotToml(_("this is not TOML: {why}").format(why=why))


def count_name_parts(text: str) -> int:
    """The most parts with dots between them that a name in a TOML text has."""
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


def load_class(path: Path, name: str) -> type[Problem[Any, Any]]:
    """A puzzle class from a Python file. The file is run: never call this with a name that came from the web."""
    classes = load_classes(path)
    if name not in classes:
        raise make_unknown_name(_("Class"), name, classes)
    return classes[name]


def load_classes(path: Path) -> dict[str, type[Problem[Any, Any]]]:
    """Every puzzle class of a Python file, by name. The file is run."""
    read_text(path)
    spec = spec_from_file_location(f"{path.stem} in {path.resolve()}", path)  # a name that no other module can have
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[module.__name__] = module  # where dataclasses look for what they are made of
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        line = _("{path}, line {n}: {why}").format(path=path, n=error.lineno, why=error.msg)
        raise BadInput(line) from None
    except (Exception, SystemExit) as error:
        raise BadInput(_("{path} cannot be loaded: {why}").format(path=path, why=describe_exception(error))) from None
    linecache.checkcache(str(spec.origin))  # keep the source as it was run: an edit or deletion changes nothing
    linecache.getlines(str(spec.origin))
    return {
        key: value
        for key, value in vars(module).items()
        if inspect.isclass(value) and issubclass(value, Problem) and value.__module__ == module.__name__
    }


def describe_exception(error: BaseException) -> str:
    """An exception of somebody's code in one line: what, and where."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    where = f" ({Path(at.tb_frame.f_code.co_filename).name}, line {at.tb_lineno})" if at is not None else ""
    return format_exception(error) + where


def format_exception(error: BaseException) -> str:
    """An exception in one line that anybody can print, without its place."""
    try:
        text = str(error)
    except Exception:  # somebody's own exception, which cannot say itself
        text = ""
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    text = text if len(text) <= MOST_TOLD else text[:MOST_TOLD] + " …"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def list_settings(cls: type[Problem[Any, Any]]) -> tuple[Setting, ...]:
    """The settings of a class: declared, or else the parameters of its constructor."""
    if cls.settings or cls.__init__ is object.__init__:
        return cls.settings
    parameters = list(inspect.signature(cls.__init__).parameters.values())[1:]
    named = [each for each in parameters if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]
    return tuple(
        Setting(each.name, None if each.default is each.empty else each.default, "", form="value") for each in named
    )
