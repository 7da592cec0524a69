"""An assignment: tasks, points, and a roster."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Scale:
    """Points by how many nodes are expanded: all up to `full` times as many as with `of`, none from `none` times on."""

    full: float
    none: float
    of: str


@dataclass(frozen=True)
class CourseTask:
    """One task. What does not belong to its kind is empty."""

    name: str
    kind: str
    points: float
    text: str = ""
    problem: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    least: tuple[int, int] | None = None
    algorithm: str = ""
    estimate: str | None = None
    file: str = ""  # in a submission
    source: tuple[str, str] = ("", "")  # the student's file, and the name in it
    like: str = ""
    require: tuple[str, ...] = ()
    expanded: Scale | None = None
    leaderboard: str = ""
    questions: tuple[Mapping[str, Any], ...] = ()
    lesson: str = ""
    draw: int = 0  # questions that each student gets; 0: all
    choices: Mapping[str, Sequence[Any]] = field(default_factory=dict)  # of settings of `like`, drawn for each student

    @property
    def slug(self) -> str:
        """The name as files and links write it."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-") or "task"


@dataclass(frozen=True)
class Assignment:
    """What a teacher gives to a class."""

    title: str
    tasks: tuple[CourseTask, ...]
    folder: Path
    seed: str
    key: str = ""  # signs the results that the page gives out
    students: tuple[Mapping[str, str], ...] = ()  # rows of the roster, each with an `id`
    site: str = ""  # where the page lies, as a folder of files or a server

    @property
    def points(self) -> float:
        """All points together."""
        return sum(task.points for task in self.tasks)

    @property
    def ids(self) -> tuple[str, ...]:
        """The students' ids."""
        return tuple(row["id"] for row in self.students)
