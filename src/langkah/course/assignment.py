"""An assignment: tasks, points, and a roster."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Scale:
    """How many points a heuristic earns. This depends on a ratio: the number of nodes that A* expands with the
    heuristic, divided by the number that A* expands with the heuristic `of`.

    A ratio up to `full` gives all points, a ratio of `none` or more gives none; between them, points fall linearly.
    """

    full: float
    none: float
    of: str


@dataclass(frozen=True)
class CourseTask:
    """One task of an assignment. Fields that do not belong to its kind are empty."""

    name: str
    kind: str
    points: float
    text: str = ""
    problem: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    least: tuple[int, int] | None = None
    algorithm: str = ""
    estimate: str | None = None
    file: str = ""  # the name of the file in a submission
    source: tuple[str, str] = ("", "")  # the student's file, and the name that it defines
    like: str = ""
    require: tuple[str, ...] = ()
    expanded: Scale | None = None
    leaderboard: str = ""
    questions: tuple[Mapping[str, Any], ...] = ()
    lesson: str = ""
    draw: int = 0  # the number of questions that each student gets; 0: all
    choices: Mapping[str, Sequence[Any]] = field(
        default_factory=dict
    )  # settings of `like` with the values to draw from

    @property
    def slug(self) -> str:
        """The name as it is used in files and links: lower-case letters, digits and hyphens."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-") or "task"


@dataclass(frozen=True)
class Assignment:
    """An assignment that a teacher gives to a class."""

    title: str
    tasks: tuple[CourseTask, ...]
    folder: Path
    seed: str
    key: str = ""  # the secret that signs the results of the web page
    students: tuple[Mapping[str, str], ...] = ()  # rows of the roster, each with an `id`
    site: str = ""  # the address of the web page: a static site or a server

    @property
    def points(self) -> float:
        """The maximum number of points: the sum over all tasks."""
        return sum(task.points for task in self.tasks)

    @property
    def ids(self) -> tuple[str, ...]:
        """The students' ids."""
        return tuple(row["id"] for row in self.students)
