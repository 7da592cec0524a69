"""The user's own puzzles in Python files: their names, and the classes in them.

A file is code and is run. So only names given on the command line or in Python code may be passed to this module, never
names from a web page. A file can import its neighbours: `import words` finds `words.py` in the same folder, unless the
standard library has that name. Every such module gets a unique internal name: two folders may both have a `words.py`,
and other code cannot import either of them.
"""

import builtins
import inspect
import linecache
import re
import sys
from collections.abc import Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from langkah.errors import BadInput, describe_exception
from langkah.games.files import read_text
from langkah.language import _
from langkah.model import Problem
from langkah.settings import make_unknown_name

Classes = dict[str, type[Problem[Any, Any]]]
OWN_NAME = re.compile(r"(?P<file>.+?\.py)(?::(?P<first>[^:]*))?(?::(?P<second>[^:]*))?")
RESERVED = frozenset({"langkah", *sys.stdlib_module_names})  # names that a neighbour can never have


class OwnName(NamedTuple):
    """A name of the form `FILE.py`, `FILE.py:CLASS`, `FILE.py:LEVEL` or `FILE.py:CLASS:LEVEL`, split at its colons into
    the file and the words that follow.
    """

    file: str
    words: tuple[str, ...]


def parse_own_name(name: str) -> OwnName | None:
    """The parts of a name that starts with a Python file; None for other names."""
    found = OWN_NAME.fullmatch(name)
    if found is None:
        return None
    return OwnName(found["file"], tuple(each for each in (found["first"], found["second"]) if each is not None))


def find_class(own: OwnName, classes: Classes, levels: Sequence[str]) -> tuple[str, str]:
    """The names of the class and of the level that `own` refers to; the level is "" if `own` names none. If the file
    has only one public class, `own` need not name the class. Raises `BadInput` if the class is unknown, or if several
    are possible.
    """
    public = [name for name in classes if not name.startswith("_")]
    first, second = (*own.words, "", "")[:2]
    if first in classes:
        return first, second
    if len(public) == 1 and not second and (first in levels or not own.words):
        return public[0], first
    if own.words:
        raise make_unknown_name(_("Class"), first, [*classes, *(levels if len(public) == 1 else ())])
    if not public:
        raise BadInput(_("{path} has no puzzle: write `class MyPuzzle(Puzzle):`").format(path=own.file))
    text = _("{path} has several puzzles: choose one, as in {path}:{first}. Known: {names}.")
    raise BadInput(text.format(path=own.file, first=public[0], names=", ".join(public)))


def load_class(path: Path, name: str) -> type[Problem[Any, Any]]:
    """Run a Python file and return the puzzle class of this name. Raises `BadInput` if the file fails or has no such
    class.
    """
    classes = load_classes(path)
    if name not in classes:
        raise make_unknown_name(_("Class"), name, classes)
    return classes[name]


def load_classes(path: Path, *, neighbours: bool = True) -> Classes:
    """Run a Python file and return all puzzle classes in it, by name. With `neighbours=False`, the file cannot import
    other files in its folder.
    """
    module = _OwnImport(path.parent if neighbours else None).run(path)
    return {
        key: value
        for key, value in vars(module).items()
        if inspect.isclass(value) and issubclass(value, Problem) and value.__module__ == module.__name__
    }


def read_neighbours(path: Path) -> dict[str, str]:
    """The source text of each file that a Python file imported from its own folder when it was last run, by
    file name.
    """
    return {each.name: read_text(each) for each in list_neighbours(path)}


def list_neighbours(path: Path) -> list[Path]:
    """The paths of the files that a Python file imported from its own folder when it was last run."""
    module = sys.modules[_make_module_name(path)]
    own = vars(module)["__builtins__"]["__import__"]
    assert isinstance(own, _OwnImport)
    return [Path(str(each.__file__)) for each in own.modules.values() if each is not module]


def _make_module_name(path: Path) -> str:
    return f"{path.stem} in {path.resolve()}"


class _OwnImport:
    """The function that carries out `import` statements in one puzzle file and in the neighbours that it imports."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.modules: dict[str, ModuleType] = {}

    def __call__(self, name: str, *more: Any, **named: Any) -> Any:
        """Import the file `name.py` in the puzzle's folder if there is one and the standard library has no such module;
        otherwise import as Python does.
        """
        level = named.get("level", more[3] if len(more) > 3 else 0)
        if level == 0 and name in self.modules:
            return self.modules[name]
        if level == 0 and self.folder is not None and name.isidentifier() and name not in RESERVED:
            path = self.folder / f"{name}.py"
            if path.is_file():
                return self.run(path)
        return builtins.__import__(name, *more, **named)

    def run(self, path: Path) -> ModuleType:
        """Run a file as a separate module and return the module. Raises `BadInput` with a message of one line for an
        error in the file.
        """
        text = read_text(path)
        spec = spec_from_file_location(_make_module_name(path), path)
        assert spec is not None
        module = module_from_spec(spec)
        module.__dict__["__builtins__"] = {**vars(builtins), "__import__": self}
        sys.modules[module.__name__] = module  # needed by dataclasses to resolve names
        self.modules[path.stem] = module
        try:
            # Do not use its loader, whose bytecode cache misses an edit of the same length within a second
            exec(compile(text, str(spec.origin), "exec", dont_inherit=True), module.__dict__)
        except SyntaxError as error:
            line = _("{path}, line {n}: {why}").format(path=error.filename or path, n=error.lineno, why=error.msg)
            raise BadInput(line) from None
        except BadInput:  # from a neighbour, which has reported its own mistake
            raise
        except (Exception, SystemExit) as error:
            why = describe_exception(error)
            raise BadInput(_("{path} cannot be loaded: {why}").format(path=path, why=why)) from None
        linecache.checkcache(str(spec.origin))  # keep the source that was run: later edits or deletion change nothing
        linecache.getlines(str(spec.origin))
        return module
