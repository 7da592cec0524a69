"""Marks: the points of a student for each task, with comments."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class TaskMark:
    """The mark for one task: `points` out of `of`. `lines` are comments for the student; `missed` is a short name of
    the mistake.
    """

    task: str
    points: float
    of: float
    lines: tuple[str, ...] = ()
    missed: str = ""
    record: float | None = None  # the value for the leaderboard; smaller is better
    replay: str = ""  # a page that replays the search up to the first wrong step


@dataclass(frozen=True)
class StudentMarks:
    """All marks of one student."""

    id: str
    tasks: tuple[TaskMark, ...] = field(default_factory=tuple)
    note: str = ""  # about the whole submission

    @property
    def points(self) -> float:
        """The sum of the points of all tasks."""
        return round(sum(mark.points for mark in self.tasks), 4)

    @property
    def of(self) -> float:
        """The maximum number of points."""
        return round(sum(mark.of for mark in self.tasks), 4)

    def as_dict(self) -> dict[str, object]:
        """The marks as plain JSON values."""
        tasks = {mark.task: {"points": mark.points, "of": mark.of, "lines": list(mark.lines)} for mark in self.tasks}
        return {"id": self.id, "points": self.points, "of": self.of, "note": self.note, "tasks": tasks}
