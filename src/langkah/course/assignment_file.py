"""Reads the TOML file of an assignment: tasks, points, and the instance of each student.

The file is checked completely before it is used; every mistake is reported with its line and column.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from langkah.course.assignment import Assignment, CourseTask, Scale
from langkah.course.instances import (
    BLANKS,
    OutOfReach,
    draw_answer,
    draw_questions,
    open_lesson,
    open_problem,
    parse_number,
    parse_range,
)
from langkah.course.plain_space import explore_plainly
from langkah.course.roster import read_roster
from langkah.course.task_flaws import find_flaws
from langkah.errors import BadInput
from langkah.games import load
from langkah.games.files import parse_toml, read_text
from langkah.language import _
from langkah.legal_runs import begin_run
from langkah.model import Puzzle
from langkah.search.options import SearchRequest
from langkah.search.table import find_algorithm
from langkah.settings import make_unknown_name, quote_value

KINDS = ("table", "plan", "estimate", "algorithm", "puzzle", "quiz", "lesson", "be")
HEAD = ("title", "students", "seed", "key", "site", "tasks")
COMMON = ("name", "kind", "points", "text")
FIELDS: dict[str, tuple[str, ...]] = {
    "table": ("problem", "settings", "least", "algorithm", "estimate", "file"),
    "plan": ("problem", "settings", "least", "file"),
    "estimate": ("problem", "settings", "least", "from", "require", "expanded", "leaderboard"),
    "algorithm": ("problem", "settings", "least", "algorithm", "estimate", "from"),
    "puzzle": ("from", "like", "draw", "least"),
    "quiz": ("questions", "draw", "problem", "settings", "least", "estimate", "file"),
    "lesson": ("lesson", "draw", "least", "file"),
    "be": ("problem", "settings", "least", "algorithm", "estimate", "file"),
}
NEEDED: dict[str, tuple[str, ...]] = {
    "table": ("problem", "algorithm"),
    "plan": ("problem",),
    "estimate": ("problem", "from"),
    "algorithm": ("problem", "algorithm", "from"),
    "puzzle": ("from", "like"),
    "quiz": ("questions",),
    "lesson": ("lesson",),
    "be": ("problem", "algorithm"),
}
USUAL_FILES = {
    "table": "table.csv",
    "plan": "plan.txt",
    "quiz": "answers.toml",
    "lesson": "codes.txt",
    "be": "codes.txt",
}
MOST_CHOICES = 1000  # possible values of a setting
BLANK = re.compile(r"\{(\w+)\}")
REQUIREMENTS = ("admissible", "consistent")
SITE = re.compile(r"https?://[^\s#\"'<>]{1,300}")
HEADING = re.compile(r"\s*\[\[\s*tasks\s*\]\]")
INLINE_KIND = re.compile(r"[{,]\s*kind\s*=")  # each task in `tasks = [{...}, ...]` has one `kind`
SOURCE = re.compile(r"([A-Za-z_][A-Za-z_0-9]*\.py):([A-Za-z_][A-Za-z_0-9]*)")


def read_assignment(path: Path) -> Assignment:
    """Read an assignment from a file; one error reports all its mistakes."""
    text = read_text(path)
    reader = _Reader(path, text)
    try:
        found = parse_toml(text)
    except BadInput as error:
        raise BadInput(*(f"{path}: {line}" for line in error.lines)) from None
    return reader.read(found)


class _Reader:
    """Reads the tables of a file, and collects the mistakes with their lines and columns."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self.lines = path, text.splitlines()
        self.wrong: list[str] = []
        heads = [number for number, line in enumerate(self.lines) if HEADING.match(line)]
        self.head = range(heads[0] if heads else len(self.lines))
        heads = heads or [number for number, line in enumerate(self.lines) for _kind in INLINE_KIND.finditer(line)]
        self.blocks = [range(a, max(b, a + 1)) for a, b in pairwise([*heads, len(self.lines)])]

    def say(self, block: range, name: str, text: str) -> None:
        """Record the mistake `text` about the setting `name`, with the line and column of this name in the part `block`
        of the file.
        """
        line, column = self.find_place(block, name)
        place = _("{path}, line {line}, column {column}").format(path=self.path, line=line, column=column)
        self.wrong.append(f"{place}: {text}")

    def find_place(self, block: range, name: str) -> tuple[int, int]:
        """The line and the column of `name` in the part `block` of the file. The name stands at the beginning of a line
        or in an inline table. If the name is not found, or if several tasks share its line, the beginning of the part
        is returned.
        """
        key = rf'(?=(["\']?){re.escape(name)}\1\s*[=.])'
        for before in (r"\s*", r".*?[{,]\s*"):
            for number in block:
                if len(INLINE_KIND.findall(self.lines[number])) > 1:
                    continue
                if found := re.match(before + key, self.lines[number]):
                    return number + 1, found.end() + 1
        return block.start + 1, 1

    def say_wrong(self, block: range, name: str, value: object, legal: str) -> None:
        text = _("{name} = {value}: this must be {legal}")
        self.say(block, name, text.format(name=name, value=quote_value(value), legal=legal))

    def read(self, found: Mapping[str, Any]) -> Assignment:
        for name in found:
            if name not in HEAD:
                self.say(self.head, name, make_unknown_name(_("Name"), name, HEAD).lines[0])
        tables = found.get("tasks", [])
        if not isinstance(tables, list) or not tables or not all(isinstance(each, dict) for each in tables):
            self.say(self.head, "tasks", _("an assignment needs one or more tasks, each under [[tasks]]"))
            tables = []
        blocks = self.blocks if len(self.blocks) == len(tables) else [range(len(self.lines))] * len(tables)
        tasks = tuple(self.read_task(table, block) for table, block in zip(tables, blocks, strict=True))
        names = [task.slug for task in tasks]
        for task, block in zip(tasks, blocks, strict=True):
            if names.count(task.slug) > 1:
                self.say(block, "name", _("two tasks have the name {name}").format(name=quote_value(task.name)))
        title, seed = found.get("title", self.path.stem), found.get("seed", 0)
        if not isinstance(title, str):
            self.say_wrong(self.head, "title", title, _("a text"))
        if isinstance(seed, bool) or not isinstance(seed, int | str):
            self.say_wrong(self.head, "seed", seed, _("a whole number or a text"))
        key = found.get("key", "")
        if not isinstance(key, str):
            self.say_wrong(self.head, "key", key, _("a text"))
        site = found.get("site", "")
        if site != "" and not (isinstance(site, str) and SITE.fullmatch(site)):
            self.say_wrong(self.head, "site", site, _('an address, as in site = "https://example.org/langkah/"'))
        students = self.read_roster(found.get("students"))
        if self.wrong:
            raise BadInput(*self.wrong)
        return Assignment(str(title), tasks, self.path.parent, str(seed), str(key), students, str(site))

    def read_roster(self, name: object) -> tuple[Mapping[str, str], ...]:
        """The rows of the roster, a CSV file with a column `id`."""
        if name is None:
            return ()
        if not isinstance(name, str) or not re.fullmatch(r"[^/\\]+\.csv", name):
            self.say_wrong(self.head, "students", name, _("a CSV file in the same folder, given without a path"))
            return ()
        try:
            return read_roster(self.path.parent / name)
        except BadInput as error:
            for line in error.lines:
                self.say(self.head, "students", line)
            return ()

    def read_task(self, table: Mapping[str, Any], block: range) -> CourseTask:
        # Kind
        kind = table.get("kind")
        if kind not in KINDS:
            if "kind" in table:
                self.say(block, "kind", make_unknown_name(_("Kind"), str(kind), KINDS).lines[0])
            else:
                self.say(block, "kind", _("{name} is missing").format(name="kind"))
            return CourseTask(str(table.get("name", "")), "", 0)
        # Unknown and missing names
        known = (*COMMON, *FIELDS[kind])
        for name in table:
            if name not in known:
                self.say(block, name, make_unknown_name(_("Name"), name, known).lines[0])
        for name in ("name", *NEEDED[kind]):
            if name not in table:
                self.say(block, name, _("{name} is missing").format(name=name))
        # Points
        points = table.get("points", 1)
        if isinstance(points, bool) or not isinstance(points, int | float) or not 0 < points <= 1000:
            self.say_wrong(block, "points", points, _("a number above 0, up to 1000"))
            points = 1
        # Texts
        for name in (
            "name",
            "text",
            "problem",
            "algorithm",
            "estimate",
            "file",
            "from",
            "like",
            "leaderboard",
            "lesson",
        ):
            if name in table and (not isinstance(table[name], str) or not table[name].strip()):
                self.say_wrong(block, name, table[name], _("a text"))
                table = {**table, name: ""}
        # The task
        task = CourseTask(
            name=table.get("name", ""),
            kind=kind,
            points=points,
            text=table.get("text", ""),
            problem=str(table.get("problem", "")),
            settings=table.get("settings", {}),
            least=self.read_range(table, block),
            algorithm=self.read_algorithm(table, block),
            estimate=table.get("estimate"),
            file=self.read_file_name(table, block, kind),
            source=self.read_source(table, block),
            like=table.get("like", ""),
            require=self.read_requirements(table, block),
            expanded=self.read_scale(table, block),
            leaderboard=table.get("leaderboard", ""),
            questions=self.read_questions(table, block),
            lesson=table.get("lesson", ""),
            draw=0 if kind == "puzzle" else self.read_draw(table, block),
            choices=self.read_choices(table, block) if kind == "puzzle" else {},
        )
        # Its problem and an example instance
        if not self.wrong:
            self.check_problem(task, block)
        if not self.wrong:
            self.check_instance(task, block)
        return task

    def check_problem(self, task: CourseTask, block: range) -> None:
        """Check that the problem can be opened, that the algorithm applies to it, and that the task can be solved."""
        about = "problem"
        if not isinstance(task.settings, dict):
            self.say_wrong(block, "settings", task.settings, _("a table"))
        elif task.problem:
            try:
                problem = open_problem(task.problem, task.settings, self.path.parent)
                about = "algorithm"
                if task.algorithm:
                    begin_run(problem, task.algorithm, SearchRequest(estimate=task.estimate))
                for name, line in find_flaws(task, problem, self.path.parent):
                    self.say(block, name, line)
            except BadInput as error:
                for line in error.lines:
                    self.say(block, about, line)

    def check_instance(self, task: CourseTask, block: range) -> None:
        """Check that a student's instance of the task can be drawn. The instance is a lesson, a puzzle that the student
        writes, or a puzzle whose values fill the blanks in quiz questions. Records every mistake.
        """
        folder, about = self.path.parent, task.kind if task.kind == "lesson" else "questions"
        try:
            if task.kind == "lesson":
                lesson = open_lesson(task.lesson, folder)
                about = "draw"
                self.check_draw(task.draw, len(lesson.questions), block)
                about = "least"
                if task.least and not isinstance(load(lesson.problem, lesson.settings), Puzzle):
                    self.say(block, "least", _("only a puzzle can have a random start"))
            elif task.kind == "puzzle":
                about = "draw" if task.choices else "like"
                if task.least and not task.choices:
                    text = _(
                        "a range of least costs needs `draw`: the possible values of a setting, from which one is "
                        "drawn for each student, as in {form}"
                    )
                    self.say(block, "least", text.format(form='draw = { discs = "3..5" }'))
                explore_plainly(draw_answer(Assignment("", (task,), folder, "0"), task, "")[1])
                about = "text"
                if unknown := [name for name in BLANK.findall(task.text) if task.choices and name not in task.choices]:
                    self.say(block, "text", make_unknown_name(_("Blank"), unknown[0], task.choices).lines[0])
            elif task.kind == "quiz" and task.least and not task.problem:
                self.say(block, "least", _("{name} is missing").format(name="problem"))
            elif task.problem and task.questions:
                draw_questions(Assignment("", (task,), folder, "0"), task, "")
        except BadInput as error:
            for line in error.lines:
                self.say(block, "least" if isinstance(error, OutOfReach) else about, line)

    def check_draw(self, value: int, most: int, block: range) -> None:
        if value > most:
            self.say_wrong(
                block,
                "draw",
                value,
                _("the number of questions for each student, at most the number of questions in the task"),
            )

    def read_range(self, table: Mapping[str, Any], block: range) -> tuple[int, int] | None:
        value = table.get("least")
        if value is None:
            return None
        found = parse_range(value)
        if found is None:
            self.say_wrong(block, "least", value, _('a range of costs, as in least = "8..10"'))
        return found

    def read_algorithm(self, table: Mapping[str, Any], block: range) -> str:
        name = table.get("algorithm", "")
        if not name:
            return ""
        try:
            row = find_algorithm(name)
        except BadInput as error:
            self.say(block, "algorithm", error.lines[0])
            return ""
        return row.name

    def read_file_name(self, table: Mapping[str, Any], block: range, kind: str) -> str:
        name = table.get("file", USUAL_FILES.get(kind, ""))
        if name and (not isinstance(name, str) or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}", name)):
            self.say_wrong(block, "file", name, _("the name of a file in the submission, without a folder"))
        return str(name)

    def read_source(self, table: Mapping[str, Any], block: range) -> tuple[str, str]:
        value = table.get("from")
        if not value:
            return "", ""
        found = SOURCE.fullmatch(str(value))
        if found is None:
            self.say_wrong(block, "from", value, _('a name in the student\'s file, as in from = "student.py:search"'))
            return "", ""
        return found[1], found[2]

    def read_requirements(self, table: Mapping[str, Any], block: range) -> tuple[str, ...]:
        value = table.get("require", [])
        if not isinstance(value, list) or not all(each in REQUIREMENTS for each in value):
            self.say_wrong(
                block, "require", value, _("a list with any of {names}").format(names=", ".join(REQUIREMENTS))
            )
            return ()
        return tuple(value)

    def read_scale(self, table: Mapping[str, Any], block: range) -> Scale | None:
        value = table.get("expanded")
        if value is None:
            return None
        try:
            scale = Scale(float(value["full"]), float(value["none"]), str(value["of"]))
            if 0 < scale.full < scale.none and set(value) == {"full", "none", "of"}:
                return scale
        except (KeyError, TypeError, ValueError):
            pass
        legal = _('a scale with full < none, as in expanded = { full = 1.05, none = 3.0, of = "manhattan" }')
        self.say_wrong(block, "expanded", value, legal)
        return None

    def read_questions(self, table: Mapping[str, Any], block: range) -> tuple[Mapping[str, Any], ...]:
        value = table.get("questions", [])
        legal = _('a list of questions, each { text = "...", choices = ["...", "..."], right = [1] }')
        number = _("a number, or one of {names} if the task names a problem").format(names=", ".join(BLANKS))
        if not isinstance(value, list):
            self.say_wrong(block, "questions", value, legal)
            return ()
        for each in value:
            if isinstance(each, dict) and set(each) == {"text", "answer"}:
                if parse_number(each["answer"]) is None and not ("problem" in table and each["answer"] in BLANKS):
                    self.say_wrong(block, "questions", each["answer"], number)
                continue
            good = (
                isinstance(each, dict)
                and set(each) == {"text", "choices", "right"}
                and isinstance(each["choices"], list)
                and isinstance(each["right"], list)
                and len(each["choices"]) > 1
                and each["right"]
                and all(isinstance(one, int) and 1 <= one <= len(each["choices"]) for one in each["right"])
            )
            if not good:
                self.say_wrong(block, "questions", each, legal)
        return tuple(each for each in value if isinstance(each, dict))

    def read_draw(self, table: Mapping[str, Any], block: range) -> int:
        value, questions = table.get("draw", 0), table.get("questions", [])
        if "draw" in table and (type(value) is not int or value < 1):
            self.say_wrong(
                block,
                "draw",
                value,
                _("the number of questions for each student, at most the number of questions in the task"),
            )
            return 0
        if "questions" in table:
            self.check_draw(value, len(questions) if isinstance(questions, list) else 0, block)
        return int(value)

    def read_choices(self, table: Mapping[str, Any], block: range) -> dict[str, Sequence[Any]]:
        """The settings of the correct puzzle that are drawn for each student, with the possible values of each."""
        value, found = table.get("draw", {}), dict[str, Sequence[Any]]()
        legal = _('settings of the answer with their possible values, as in draw = { discs = "3..5", pegs = [3, 4] }')
        for name, values in value.items() if isinstance(value, dict) else [("", None)]:
            ends = parse_range(values)
            if ends is not None and ends[1] - ends[0] < MOST_CHOICES:
                found[name] = range(ends[0], ends[1] + 1)
            elif isinstance(values, list) and values:
                found[name] = values
            else:
                self.say_wrong(block, "draw", value, legal)
                return {}
        return found
