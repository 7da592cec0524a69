"""Reads tables of a lesson's file: names, texts in several languages, events; collects mistakes with their lines."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from langkah.errors import BadInput
from langkah.language import LANGUAGES, _, current_language
from langkah.lessons.toml_places import TomlPlaces
from langkah.settings import make_unknown_name, quote_value


class Words(NamedTuple):
    """A text in one or more languages; the key "" is a text for all languages."""

    texts: Mapping[str, str]

    def say(self) -> str:
        """The text in the current language; if there is none, in the first language that has one."""
        return self.texts.get(current_language.get()) or next(iter(self.texts.values()))


NO_WORDS = Words({"": ""})


class TableReader:
    """Reads the tables of a file, one at a time, and collects the mistakes with their lines and columns."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self.places = path, TomlPlaces(text)
        self.lines: list[str] = []
        self.table, self.where = "", ""

    def enter(self, table: str, where: str) -> None:
        """Select the table to read; `where` is its name in messages."""
        self.table, self.where = table, where

    def place(self, table: str, name: str = "") -> str:
        """The path of the file, followed by the line and column of a name in a table if they are known."""
        found = self.places.find(table, name)
        if found is None:
            return str(self.path)
        text = _("{path}, line {line}, column {column}")
        return text.format(path=self.path, line=found[0], column=found[1])

    def say(self, text: str, name: str = "") -> None:
        """Record a mistake about a name in the current table."""
        self.lines.append(f"{self.place(self.table, name)}: {self.where}{text}")

    def raise_any(self) -> None:
        """Raise one error with all mistakes, if there are any."""
        if self.lines:
            raise BadInput(*self.lines)

    def say_wrong(self, name: str, value: object, legal: str) -> None:
        """Record a value that is not legal, with a description of the legal values."""
        text = _("{name} = {value}: this must be {legal}")
        self.say(text.format(name=name, value=quote_value(value), legal=legal), name)

    def check_names(self, table: Mapping[str, Any], known: tuple[str, ...], prefix: str = "") -> None:
        """Record unknown names as mistakes."""
        for name in table:
            if name not in known:
                self.say(prefix + make_unknown_name(_("Name"), name, known).lines[0], name)

    def read_table(self, table: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        """A table within a table; empty if it is missing, or after recording that it is not a table."""
        value = table.get(name, {})
        if isinstance(value, dict):
            return value
        self.say_wrong(name, value, _("a table"))
        return {}

    def read_list(self, table: Mapping[str, Any], name: str, within: str = "") -> list[Mapping[str, Any]]:
        """A list of tables within a table; empty if it is missing, or after recording that it is not such a list."""
        value = table.get(name, [])
        if isinstance(value, list) and all(isinstance(each, dict) for each in value):
            return value
        self.say_wrong(within + name, value, _("a list of tables, each under [[{name}]]").format(name=within + name))
        return []

    def read_words(self, table: Mapping[str, Any], name: str, *, needed: bool = True) -> Words:
        """Read a text for all languages, or a table with a text for each language. `NO_WORDS` if there is none; this is
        recorded as a mistake if the text is `needed` or has another form.
        """
        value = table.get(name)
        if isinstance(value, str) and value:
            return Words({"": value})
        if isinstance(value, dict) and value and all(isinstance(each, str) and each for each in value.values()):
            self.check_names(value, tuple(LANGUAGES), f"{name}: ")
            return Words(value)
        if value is None and self.table and needed:
            self.say(_("{name} is missing").format(name=name))
        elif value is not None:
            self.say_wrong(name, value, _('a text, or one for each language, as in {en = "...", id = "..."}'))
        return NO_WORDS

    def read_moment(self, table: Mapping[str, Any], usual: str | None = None) -> int | str:
        """Read the name `at`, the event of a stop or question. The name is required unless `usual` is given. 0 after
        recording a mistake.
        """
        at = table.get("at", usual)
        if isinstance(at, str | int) and not isinstance(at, bool):
            return at
        if "at" in table:
            self.say_wrong("at", at, _('the number of an event, or its description, as in at = "first prune"'))
        else:
            self.say(_("{name} is missing").format(name="at"))
        return 0
