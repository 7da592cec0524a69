"""What a lesson says: a TOML file, read and checked. Every mistake in it is collected before anything is raised."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from langkah.errors import BadInput
from langkah.games import find_python_file
from langkah.games.files import parse_toml, read_text
from langkah.language import LANGUAGES, _, current_language
from langkah.settings import Mistakes, make_unknown_name, quote_value

FOLDER = Path(__file__).parent / "built_in"
BUILT_IN = (  # in the order of a course
    "breadth-first",
    "depth-first",
    "iterative-deepening",
    "uniform-cost",
    "greedy",
    "a-star",
    "ida-star",
    "not-admissible",
    "branch-and-bound",
    "backtracking",
    "minimax",
    "alpha-beta",
)
KNOWN = ("title", "about", "problem", "settings", "search", "others", "stops", "question")


class Words(NamedTuple):
    """A text in one or more languages; under "" one that serves all."""

    texts: Mapping[str, str]

    def say(self) -> str:
        """The text in the current language; where it has none, in the first one that is there."""
        return self.texts.get(current_language.get()) or next(iter(self.texts.values()))


class Stop(NamedTuple):
    """A moment, and what is said there."""

    at: int | str
    text: Words


class Choice(NamedTuple):
    """An answer that can be chosen, whether it is right, and what is said to whoever chooses it."""

    text: Words
    reply: Words
    right: bool


class Question(NamedTuple):
    """The question at the end."""

    text: Words
    choices: tuple[Choice, ...]


class Lesson(NamedTuple):
    """One lesson. `others` are searches that are run besides, for their numbers alone."""

    name: str
    title: Words
    about: Words
    problem: str
    settings: Mapping[str, Any]
    search: Mapping[str, Any]
    others: Mapping[str, Mapping[str, Any]]
    stops: tuple[Stop, ...]
    question: Question | None


def list_lessons() -> list[Lesson]:
    """The lessons that come with Langkah, in the order of a course."""
    return [read_lesson(FOLDER / f"{name}.toml") for name in BUILT_IN]


def find_lesson(name: str) -> Lesson:
    """A lesson that comes with Langkah. Opens no other file: fit for names from strangers."""
    if name not in BUILT_IN:
        raise make_unknown_name(_("Lesson"), name, BUILT_IN)
    return read_lesson(FOLDER / f"{name}.toml")


def read_lesson(path: Path, *, trust: bool = False) -> Lesson:
    """The lesson in a file; everything that is wrong with it at once. `trust`: it may name a Python file beside it."""
    try:
        return _Reader(parse_toml(read_text(path))).read(path, trust=trust or path.parent == FOLDER)
    except BadInput as error:
        lines = (line if line.startswith(str(path)) else f"{path}: {line}" for line in error.lines)
        raise BadInput(*lines) from None


class _Reader:
    """Reads what a file says, and notes what is wrong with it."""

    def __init__(self, found: Mapping[str, Any]) -> None:
        self.found, self.mistakes = found, Mistakes()

    def read(self, path: Path, *, trust: bool) -> Lesson:
        self.check_names(self.found, KNOWN)
        for name in ("title", "problem", "stops"):
            if name not in self.found:
                self.mistakes.say(_("{name} is missing").format(name=name))
        problem = self.found.get("problem", "")
        if not isinstance(problem, str):
            self.say_wrong("problem", problem, _('the name of a problem, as in problem = "hanoi"'))
            problem = ""
        lesson = Lesson(
            name=path.stem,
            title=self.read_words(self.found, "title"),
            about=self.read_words(self.found, "about", needed=False),
            problem=self.find_problem(problem, path, trust=trust),
            settings=self.read_table(self.found, "settings"),
            search=self.read_table(self.found, "search"),
            others={
                name: self.read_table(self.read_table(self.found, "others"), name)
                for name in self.read_table(self.found, "others")
            },
            stops=tuple(self.read_stops()),
            question=self.read_question() if "question" in self.found else None,
        )
        self.mistakes.raise_any()
        return lesson

    def find_problem(self, name: str, path: Path, *, trust: bool) -> str:
        """The name of a problem; a file beside the lesson is found from anywhere, and Python nowhere else."""
        file, colon, rest = name.partition(":")
        beside = path.parent / file
        if python := find_python_file(name):
            if Path(python).name != python or "\\" in python or beside.resolve().parent != path.parent.resolve():
                self.say_wrong("problem", name, _("a Python file in the folder of the lesson, named without a path"))
            elif not trust:
                text = _("problem = {name}: this would run {file} with your rights: look at it, then say --trust")
                self.mistakes.say(text.format(name=quote_value(name), file=beside))
            return f"{beside}{colon}{rest}"
        return f"{beside}{colon}{rest}" if file.endswith((".toml", ".txt")) and beside.exists() else name

    def check_names(self, table: Mapping[str, Any], known: tuple[str, ...], where: str = "") -> None:
        for name in table:
            if name not in known:
                self.mistakes.say(where + make_unknown_name(_("Name"), name, known).lines[0])

    def say_wrong(self, name: str, value: object, legal: str) -> None:
        text = _("{name} = {value}: this must be {legal}")
        self.mistakes.say(text.format(name=name, value=quote_value(value), legal=legal))

    def read_table(self, table: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        value = table.get(name, {})
        if isinstance(value, dict):
            return value
        self.say_wrong(name, value, _("a table"))
        return {}

    def read_list(self, table: Mapping[str, Any], name: str, where: str = "") -> list[Mapping[str, Any]]:
        value = table.get(name, [])
        if isinstance(value, list) and all(isinstance(each, dict) for each in value):
            return value
        self.say_wrong(where + name, value, _("a list of tables, each under [[{name}]]").format(name=where + name))
        return []

    def read_words(self, table: Mapping[str, Any], name: str, where: str = "", *, needed: bool = True) -> Words:
        """A text for all languages, or a table with one for each."""
        value = table.get(name)
        if isinstance(value, str) and value:
            return Words({"": value})
        if isinstance(value, dict) and value and all(isinstance(each, str) and each for each in value.values()):
            self.check_names(value, tuple(LANGUAGES), f"{where}{name}: ")
            return Words(value)
        if value is None and where and needed:
            self.mistakes.say(_("{name} is missing").format(name=where + name))
        elif value is not None:
            self.say_wrong(where + name, value, _('a text, or one for each language, as in {en = "...", id = "..."}'))
        return Words({"": ""})

    def read_stops(self) -> list[Stop]:
        found = []
        for number, table in enumerate(self.read_list(self.found, "stops"), 1):
            where = _("stop {n}: ").format(n=number)
            self.check_names(table, ("at", "text"), where)
            at = table.get("at")
            if not isinstance(at, str | int) or isinstance(at, bool):
                legal = _('the number of an event, or a moment in words, as in at = "first prune"')
                self.say_wrong(f"{where}at", at, legal) if "at" in table else self.mistakes.say(
                    _("{name} is missing").format(name=f"{where}at")
                )
                at = 0
            found.append(Stop(at, self.read_words(table, "text", where)))
        if not found and "stops" in self.found:
            self.mistakes.say(_("a lesson needs at least one stop"))
        return found

    def read_question(self) -> Question:
        table = self.read_table(self.found, "question")
        self.check_names(table, ("text", "choices"), "question: ")
        choices = []
        for number, each in enumerate(self.read_list(table, "choices", "question."), 1):
            where = _("choice {n}: ").format(n=number)
            self.check_names(each, ("text", "reply", "right"), where)
            right = each.get("right", False)
            if not isinstance(right, bool):
                self.say_wrong(f"{where}right", right, _("true or false"))
            choices.append(
                Choice(self.read_words(each, "text", where), self.read_words(each, "reply", where), right is True)
            )
        if len(choices) < 2 or sum(each.right for each in choices) != 1:
            self.mistakes.say(_("a question needs at least two choices, exactly one of them with right = true"))
        return Question(self.read_words(table, "text", "question."), tuple(choices))
