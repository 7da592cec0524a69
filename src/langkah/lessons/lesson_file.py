"""Reads and checks the TOML file of a lesson. One error reports all mistakes in it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from langkah.errors import BadInput
from langkah.games import find_python_file
from langkah.games.files import parse_toml, read_text
from langkah.language import _
from langkah.lessons.question_file import Question, read_questions
from langkah.lessons.table_reader import TableReader, Words
from langkah.settings import make_unknown_name, quote_value

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
    "knapsack",
    "tour",
    "backtracking",
    "minimax",
    "alpha-beta",
)
STOP_SECONDS, QUESTION_SECONDS = 35, 45  # time that a reader spends on a stop and on a question
BE_SECONDS = 12  # time for a step by the reader
MOST_BE = 20  # steps by the reader at one stop
KNOWN = ("title", "about", "after", "problem", "settings", "search", "others", "stops", "question", "questions")


class Stop(NamedTuple):
    """A stop of a lesson: its event `at`, its text, and the number of steps after it that the reader does by hand
    (`be`).
    """

    at: int | str
    text: Words
    be: int = 0


class Lesson(NamedTuple):
    """One lesson. `others` are additional searches, run only for their numbers."""

    name: str
    title: Words
    about: Words
    problem: str
    settings: Mapping[str, Any]
    search: Mapping[str, Any]
    others: Mapping[str, Mapping[str, Any]]
    stops: tuple[Stop, ...]
    questions: tuple[Question, ...] = ()
    after: tuple[str, ...] = ()  # names of lessons that should come first
    places: Mapping[
        str, str
    ] = {}  # lines and columns of stops and questions in the file: "stop 2" -> "x.toml, line 9, ..."

    @property
    def minutes(self) -> int:
        """The estimated duration in minutes: reading the stops, doing their steps, and answering the questions."""
        steps = sum(stop.be for stop in self.stops)
        seconds = len(self.stops) * STOP_SECONDS + steps * BE_SECONDS + len(self.questions) * QUESTION_SECONDS
        return max(1, round(seconds / 60))


def list_lessons() -> list[Lesson]:
    """The lessons that come with Langkah, in the order of a course."""
    return [read_lesson(FOLDER / f"{name}.toml") for name in BUILT_IN]


def find_lesson(name: str) -> Lesson:
    """A lesson that comes with Langkah, by its name. No other file is opened, so the name may be untrusted. Raises
    `BadInput` if there is no such lesson.
    """
    if name not in BUILT_IN:
        raise make_unknown_name(_("Lesson"), name, BUILT_IN)
    return read_lesson(FOLDER / f"{name}.toml")


def read_lesson(path: Path, *, trust: bool = False) -> Lesson:
    """Read a lesson from a file. Raises one `BadInput` with all mistakes in the file. `trust`: the lesson may name a
    Python file.
    """
    try:
        text = read_text(path)
        return _Reader(parse_toml(text), path, text).read(trust=trust or path.parent == FOLDER)
    except BadInput as error:
        lines = (line if line.startswith(str(path)) else f"{path}: {line}" for line in error.lines)
        raise BadInput(*lines) from None


class _Reader(TableReader):
    """Reads the tables of a file, and collects the mistakes."""

    def __init__(self, found: Mapping[str, Any], path: Path, text: str) -> None:
        super().__init__(path, text)
        self.found = found

    def read(self, *, trust: bool) -> Lesson:
        path, found = self.path, self.found
        self.check_names(found, KNOWN)
        for name in ("title", "problem", "stops"):
            if name not in found:
                self.say(_("{name} is missing").format(name=name))
        problem = found.get("problem", "")
        if not isinstance(problem, str):
            self.say_wrong("problem", problem, _('the name of a problem, as in problem = "hanoi"'))
            problem = ""
        stops = tuple(self.read_stops())
        questions = tuple(read_questions(self, found))
        lesson = Lesson(
            name=path.stem,
            title=self.read_words(found, "title"),
            about=self.read_words(found, "about", needed=False),
            problem=self.find_problem(problem, path, trust=trust),
            settings=self.read_table(found, "settings"),
            search=self.read_table(found, "search"),
            others={
                name: self.read_table(self.read_table(found, "others"), name)
                for name in self.read_table(found, "others")
            },
            stops=stops,
            questions=questions,
            after=self.read_after(),
            places=dict(self.list_places(len(stops), len(questions))),
        )
        self.raise_any()
        return lesson

    def list_places(self, stops: int, questions: int) -> Iterator[tuple[str, str]]:
        """Yield the names of all stops and questions, each with its line and column in the file."""
        for number in range(1, stops + 1):
            yield f"stop {number}", self.place(f"stops {number}")
        for number in range(1, questions + 1):
            yield f"question {number}", self.place("question" if "question" in self.found else f"questions {number}")

    def find_problem(self, name: str, path: Path, *, trust: bool) -> str:
        """The name of the problem, with the path of its file if the problem is in a file. Files are looked for in the
        folder of the lesson; a Python file must be there. Records a mistake if a Python file is elsewhere or is not
        trusted.
        """
        file, colon, rest = name.partition(":")
        beside = path.parent / file
        whole = f"{beside}{colon}{rest}"
        is_data = file.endswith((".toml", ".txt", ".jsonl")) and beside.exists()
        if python := find_python_file(whole if is_data else name):
            is_path = not is_data and (Path(python).name != python or "\\" in python)
            runs = Path(python) if is_data else beside
            if is_path or runs.resolve().parent != path.parent.resolve():
                self.say_wrong(
                    "problem", name, _("the name of a Python file in the folder of the lesson, without a folder")
                )
            elif not trust:
                text = _(
                    "problem = {name}: this would run {file} with your permissions: read the file, then add --trust"
                )
                self.say(text.format(name=quote_value(name), file=python if is_data else beside), "problem")
            return whole
        return whole if is_data else name

    def read_after(self) -> tuple[str, ...]:
        value = self.found.get("after", [])
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            for name in value:
                if name not in BUILT_IN:
                    self.say("after: " + make_unknown_name(_("Lesson"), name, BUILT_IN).lines[0], "after")
            return tuple(value)
        self.say_wrong("after", value, _('a list of lessons, as in after = ["breadth-first"]'))
        return ()

    def read_stops(self) -> list[Stop]:
        found = []
        for number, table in enumerate(self.read_list(self.found, "stops"), 1):
            self.enter(f"stops {number}", _("stop {n}: ").format(n=number))
            self.check_names(table, ("at", "text", "be"))
            at = self.read_moment(table)
            be = table.get("be", 0)
            if isinstance(be, bool) or not isinstance(be, int) or not 0 <= be <= MOST_BE:
                self.say_wrong("be", be, _("a whole number from {low} to {high}").format(low=0, high=MOST_BE))
                be = 0
            found.append(Stop(at, self.read_words(table, "text"), be))
        self.enter("", "")
        if not found and "stops" in self.found:
            self.say(_("a lesson needs at least one stop"), "stops")
        return found
