"""A problem as the file that people keep, and back."""

import json
import tomllib
from collections.abc import Mapping
from typing import Any

from langkah.apps.work.positions import Values, told
from langkah.apps.work.shelf import Shelf
from langkah.errors import BadInput
from langkah.games import from_file, text_readers
from langkah.language import _
from langkah.session import Session
from langkah.settings import shown


def written(shelf: Shelf, name: str, settings: Mapping[str, object]) -> Values:
    """A problem as a TOML file: the settings that were given, and those of its level."""
    shelf.load(name, settings)
    if name in shelf.own:
        raise BadInput(_("{name} was written in Python; keep that file").format(name=shown(name)))
    whole = {"game": shelf.game(name), **shelf.given(name, settings)}
    return {"name": f"{name.rpartition(':')[2]}.toml", "text": toml(whole)}


def toml(values: Mapping[str, object]) -> str:
    """Values as TOML, one after the other; what is None is left out."""
    return "".join(f"{key} = {toml_value(value)}\n" for key, value in values.items() if value is not None)


def toml_value(value: object) -> str:
    """One value as TOML; a board stays a picture in its text."""
    if isinstance(value, Mapping):
        inner = ", ".join(f"{json.dumps(str(key))} = {toml_value(each)}" for key, each in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    if isinstance(value, str) and "\n" in value and not set(value) & {"\\", '"'}:
        return '"""\n' + value.removesuffix("\n") + '\n"""'
    return json.dumps(value, ensure_ascii=False)


def read(text: str) -> Values:
    """The problem that the text of a file describes, at its start."""
    problem = from_file(values_in(text), {}, _("file"), _("file"))
    return told(Session(problem))


def values_in(text: str) -> dict[str, Any]:
    """What a text says: TOML, or a plain text form that one of the games knows."""
    for game, reader in text_readers().items():
        found = reader(text)
        if found is not None:
            return {"game": game, **found}
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise BadInput(_("this is not TOML: {why}").format(why=error)) from None
