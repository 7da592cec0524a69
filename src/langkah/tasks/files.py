"""Saves a problem as a file, and reads it back."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, TypedDict

from langkah.errors import BadInput
from langkah.games import build_from_file, get_text_readers
from langkah.games.files import parse_puzzle
from langkah.language import _
from langkah.session import Session
from langkah.session.share import MAX_LINK_CHARACTERS
from langkah.settings import quote_value
from langkah.tasks.context import Context
from langkah.tasks.positions import PositionJson, describe_position
from langkah.tasks.problems import ProblemRequest
from langkah.tasks.request import Request
from langkah.typed_json import Range


@dataclass(frozen=True)
class FileRequest(Request):
    """A request to open the text of a puzzle file."""

    text: Annotated[str, Range(1, MAX_LINK_CHARACTERS)]


class FileJson(TypedDict):
    """A file to be saved by the user: its name and its text."""

    name: str
    text: str


def write_problem(request: ProblemRequest, context: Context) -> FileJson:
    """A problem as a TOML file: its settings, including those of its level. Raises `BadInput` for the user's own
    puzzles, which are written in Python.
    """
    del context
    catalogue, name, settings = request.catalogue, request.problem, request.settings
    catalogue.load(name, settings)
    if catalogue.is_own(name):
        raise BadInput(
            _("{name} is written in Python and cannot be saved as a TOML file: keep the Python file").format(
                name=quote_value(name)
            )
        )
    whole = {"game": catalogue.game(name), **catalogue.given(name, settings)}
    return {"name": f"{name.rpartition(':')[2]}.toml", "text": _to_toml(whole)}


def _to_toml(values: Mapping[str, object]) -> str:
    """A table of values as TOML, one line for each name; None is omitted."""
    return "".join(f"{key} = {format_toml_value(value)}\n" for key, value in values.items() if value is not None)


def format_toml_value(value: object) -> str:
    """One value as TOML. A text of several lines, such as a board, becomes a multi-line string."""
    if isinstance(value, Mapping):
        inner = ", ".join(f"{json.dumps(str(key))} = {format_toml_value(each)}" for key, each in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(format_toml_value, value)) + "]"
    if isinstance(value, str) and "\n" in value and not set(value) & {"\\", '"'}:
        return '"""\n' + value.removesuffix("\n") + '\n"""'
    return json.dumps(value, ensure_ascii=False)


def read_problem(request: FileRequest, context: Context) -> PositionJson:
    """Read the text of a puzzle file, and show the start of its problem as a position."""
    del context
    problem = build_from_file(parse_puzzle(request.text, get_text_readers()), {}, _("file"), _("file"))
    return describe_position(Session(problem))
