"""Files of other programs that hold levels: which game each is of, and one of them by its number or its name.

Every game reads its own forms (`Problem.read_levels`); the first that knows a file has it. A TOML file is a file of one
level. Nothing here trusts a file: what is wrong with it is said with its line.
"""

from pathlib import Path
from typing import NamedTuple

from langkah.errors import BadInput
from langkah.games.files import NotToml, parse_toml
from langkah.language import _
from langkah.model import FoundLevel, Problem
from langkah.settings import make_unknown_name, quote_value

SHOWN_LETTERS = 12  # of what a file begins with
FORMS = ("TOML", "XSB", "SOK", "Rush Hour", "4x4:1,2,3 ...")  # that are named where a file has none of them


class FileLevel(NamedTuple):
    """A level of a file, and the game that it is of."""

    game: str
    level: FoundLevel


def read_level_file(text: str, classes: dict[str, type[Problem[object, object]]]) -> list[FileLevel]:
    """The levels that the text of a file holds, read by the first of some games that knows its form."""
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
        told = _("no game knows the form of this file, which begins with {begin}; known: {forms}")
        raise BadInput(told.format(begin=begin, forms=", ".join(FORMS)), *why)
    return [FileLevel(str(found.get("game", "")), FoundLevel(found, str(found.get("title", ""))))]


def split_file_name(name: str) -> tuple[str, str]:
    """`FILE:NUMBER` or `FILE:NAME` cut at its last colon, where that file is there; else two empty texts."""
    head, _colon, which = name.rpartition(":")
    try:
        fits = bool(head and which) and not head.endswith((".py", ".jsonl")) and Path(head).is_file()
    except (OSError, ValueError):  # a name that no file can have
        fits = False
    return (head, which) if fits else ("", "")


def pick_level(levels: list[FileLevel], which: str, path: str) -> FileLevel:
    """The level of that number, from 1, or of that title."""
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
