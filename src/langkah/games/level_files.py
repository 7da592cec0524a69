"""Reads level files of other programs: finds out which game a file is for, and picks a level by its number or name.

Every game reads its own formats (`Problem.read_levels`); the first game that recognises a file reads it. A TOML file
has one level. No file is trusted: mistakes are reported with their line.
"""

from pathlib import Path
from typing import NamedTuple

from langkah.errors import BadInput
from langkah.games.files import NotToml, parse_toml
from langkah.language import _
from langkah.model import FoundLevel, Problem
from langkah.settings import make_unknown_name, quote_value

SHOWN_LETTERS = 12  # letters of an unknown file that the error quotes
FORMS = ("TOML", "XSB", "SOK", "Rush Hour", "4x4:1,2,3 ...")  # formats that the error for an unknown format lists


class FileLevel(NamedTuple):
    """A level in a file. `game` is the name of its game, or "" if the level belongs to the user's own puzzle."""

    game: str
    level: FoundLevel

    def describe(self) -> dict[str, object]:
        """The level as the content of a TOML file."""
        return {**({"game": self.game} if self.game else {}), **self.level.settings}


def read_level_file(text: str, classes: dict[str, type[Problem[object, object]]]) -> list[FileLevel]:
    """The levels in a text, read by the first of `classes` that recognises its format. If none does, the text is read
    as a TOML file with one level.
    """
    for game, cls in classes.items():
        levels = cls.read_levels(text)
        if levels is not None:
            return [FileLevel(game, each) for each in levels]
    why: tuple[str, ...] = ()
    found: dict[str, object] = {}
    try:
        found = parse_toml(text)
    except NotToml as error:
        why = (str(error),)
    if "game" not in found and "problem" not in found:
        begin = quote_value(text.strip()[:SHOWN_LETTERS])
        told = _("no game can read the format of this file, which begins with {begin}; known formats: {forms}")
        raise BadInput(told.format(begin=begin, forms=", ".join(FORMS)), *why)
    return [FileLevel(str(found.get("game", "")), FoundLevel(found, str(found.get("title", ""))))]


def split_file_name(name: str) -> tuple[str, str]:
    """Split `FILE:NUMBER` or `FILE:NAME` at the last colon into the file and the level. Both are "" if there is no such
    file.
    """
    head, _colon, which = name.rpartition(":")
    try:
        fits = bool(head and which) and not head.endswith((".py", ".jsonl")) and Path(head).is_file()
    except (OSError, ValueError):  # not a possible file name
        fits = False
    return (head, which) if fits else ("", "")


def pick_level(levels: list[FileLevel], which: str, path: str) -> FileLevel:
    """The level that `which` names: by its number, counted from 1, or by its title. Raises `BadInput` if there is none;
    the message contains `path`.
    """
    if which.isascii() and which.isdigit() and len(which) < 10:
        if not 1 <= int(which) <= len(levels):
            text = _("{path}: there is no level {n}; its levels are 1 to {most}")
            raise BadInput(text.format(path=path, n=which, most=len(levels)))
        return levels[int(which) - 1]
    named = [each for each in levels if each.level.title.casefold() == which.casefold()]
    if not named:
        titles = [each.level.title for each in levels if each.level.title]
        raise make_unknown_name(_("Level"), which, titles, f"langkah list {path}")
    return named[0]
