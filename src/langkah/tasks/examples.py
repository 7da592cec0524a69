"""The tasks that list the example puzzle files, and that return the code of one."""

import ast
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

import langkah
from langkah.errors import BadInput, find_nearest_names
from langkah.language import _
from langkah.tasks.context import Context
from langkah.tasks.request import Request
from langkah.typed_json import Name

_PACKAGE = Path(langkah.__file__).parent
_FOLDERS = (_PACKAGE / "examples", _PACKAGE.parent.parent / "examples")  # in a wheel; in a clone of the repository


@dataclass(frozen=True)
class ExamplesRequest(Request):
    """A request for the list of examples."""


@dataclass(frozen=True)
class ExampleRequest(Request):
    """A request for one example, by its name."""

    name: Name


class ExampleRowJson(TypedDict):
    """An example in the list: its name and a one-line description."""

    name: str
    about: str


class ExamplesJson(TypedDict):
    """The examples that come with the program."""

    rows: list[ExampleRowJson]


class ExampleJson(ExampleRowJson):
    """An example with its code."""

    code: str


@dataclass(frozen=True)
class Example:
    """An example of a puzzle file: its name, a one-line description, and its code."""

    name: str
    about: str
    code: str

    def as_dict(self) -> ExampleJson:
        """The answer as plain JSON values."""
        return {"name": self.name, "about": self.about, "code": self.code}


def list_examples(request: ExamplesRequest, context: Context) -> ExamplesJson:
    """All examples, without their code."""
    del request, context
    return {"rows": [{"name": each.name, "about": each.about} for each in _read_examples().values()]}


def _read_examples() -> dict[str, Example]:
    """All examples by name."""
    folder = next((folder for folder in _FOLDERS if (folder / "template.py").exists()), None)
    return {path.stem: _read_example(path) for path in sorted(folder.glob("*.py"))} if folder else {}


def get_example(request: ExampleRequest, context: Context) -> Example:
    """One example by its name. An unknown name raises an error that lists the known names."""
    del context
    name, known = request.name, _read_examples()
    wanted = name.removeprefix("examples/").removesuffix(".py")
    if wanted not in known:
        close = find_nearest_names(wanted, known)
        hint = " " + _("Did you mean {names}?").format(names=", ".join(close)) if close else ""
        known_line = " " + _("Known: {names}.").format(names=", ".join(known))
        raise BadInput(_("There is no example '{name}'.").format(name=name) + hint + known_line)
    return known[wanted]


def _read_example(path: Path) -> Example:
    code = path.read_text(encoding="utf-8")
    about = (ast.get_docstring(ast.parse(code)) or "").split("\n\n")[0].replace("\n", " ")
    return Example(path.stem, about, code)
