"""Marks all submissions of an assignment; a failure in one submission does not affect the others."""

import re
import shutil
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory
from unicodedata import normalize

from langkah.course.assignment import Assignment
from langkah.course.instances import OutOfReach
from langkah.course.marking import STUDENT_SECONDS, Marker
from langkah.course.marks import StudentMarks, TaskMark
from langkah.course.roster import ID
from langkah.course.student_process import MOST_BYTES, MOST_FILES
from langkah.errors import BadInput, make_printable
from langkah.language import _, current_language

MOODLE = re.compile(r"(.+)_[0-9]+_assignsubmission_file_?")  # how Moodle names the folder of a student


@dataclass(frozen=True)
class Submission:
    """The submission of one student: `path` is a folder or a zip file; None if nothing was submitted."""

    student: str
    path: Path | None


def find_submissions(assignment: Assignment, folder: Path) -> list[Submission]:
    """The submissions of all students in the roster, and of all other ids in the folder."""
    found, _unmatched = match_submissions(assignment, folder)
    ids = dict.fromkeys([*assignment.ids, *found])
    return [Submission(each, found.get(each)) for each in ids]


def match_submissions(assignment: Assignment, folder: Path) -> tuple[dict[str, Path], list[str]]:
    """The submission of each student by id, and a list of lines. There is a line for every entry of the folder that is
    ignored or belongs to a student who is not in the roster.
    """
    if not folder.is_dir():
        raise BadInput(_("{path}: the folder does not exist").format(path=folder))
    found: dict[str, Path] = {}
    unmatched = []
    entries = [path for path in sorted(folder.iterdir()) if not path.name.startswith(".")]
    entries.sort(key=lambda path: "_assignsubmission_" in path.name)  # of two submissions, that with a plain id counts
    for path in entries:
        student = _find_student(assignment, path.name.removesuffix(".zip"))
        if not student or path.is_symlink() or not (path.is_dir() or path.suffix == ".zip"):
            text = _("{name}: ignored: a submission is a folder or a zip file with the id of a student as its name")
        elif student in found:
            text = _("{name}: ignored: {student} also has the submission {other}, which is graded")
        else:
            found[student] = path
            if not assignment.ids or student in assignment.ids:
                continue
            text = _("{name}: not in the roster: graded as an additional student")
        other = found[student].name if student in found else ""
        unmatched.append(text.format(name=make_printable(path.name), other=other, student=student))
    return found, unmatched


def _find_student(assignment: Assignment, name: str) -> str:
    """The id of the student to whom the submission `name` belongs; "" if there is none.

    `name` is the id itself, or the name of a folder from Moodle, which contains the student's name. In the second case,
    exactly one student in the roster must have this name.
    """
    if moodle := MOODLE.fullmatch(name):
        wanted = _fold(moodle[1])
        same = [row["id"] for row in assignment.students if _fold(row.get("name") or "") == wanted]
        return same[0] if len(same) == 1 else ""
    return name if ID.fullmatch(name) else ""


def _fold(name: str) -> str:
    return " ".join(normalize("NFC", name).casefold().split())


def grade(
    assignment: Assignment,
    folder: Path,
    *,
    seconds: float = STUDENT_SECONDS,
    report: Callable[[StudentMarks], None] | None = None,
) -> list[StudentMarks]:
    """The marks of all students: first those in the roster, in its order, then all others. `seconds` is the time limit
    for the code of one task. `report` receives the marks of each student as soon as they are known, in the same order.
    """
    marker, submissions = Marker(assignment, seconds), find_submissions(assignment, folder)
    language = current_language.get()  # a new thread has no current language
    with ThreadPoolExecutor(cpu_count() or 1, initializer=lambda: current_language.set(language)) as pool:
        found = []
        for marks in pool.map(lambda each: grade_one(marker, each), submissions):
            found.append(marks)
            if report is not None:
                report(marks)
    return found


def grade_one(marker: Marker, submission: Submission) -> StudentMarks:
    """The marks of one student. A submission that is missing or cannot be read gets 0 points. Raises `OutOfReach` if
    the assignment has no instance for this student.
    """
    tasks = marker.assignment.tasks
    if submission.path is None:
        note = _("nothing was submitted")
        return StudentMarks(
            submission.student, tuple(TaskMark(each.name, 0, each.points, (), note) for each in tasks), note
        )
    try:
        with _open_submission(submission.path) as folder:
            return StudentMarks(
                submission.student, tuple(marker.mark(each, submission.student, folder) for each in tasks)
            )
    except OutOfReach:  # a mistake in the assignment, not in the submission
        raise
    except Exception as error:  # a damaged archive may raise anything, and must not stop the other submissions
        note = str(error) or type(error).__name__
        return StudentMarks(
            submission.student,
            tuple(TaskMark(each.name, 0, each.points, (note,), _("cannot be read")) for each in tasks),
            note,
        )


@contextmanager
def _open_submission(path: Path) -> Iterator[Path]:
    """The folder of a submission. A zip file is unpacked first; raises `BadInput` if it has too many files or bytes."""
    if path.is_dir():
        yield _enter_only_folder(path)
        return
    with TemporaryDirectory(prefix="langkah-zip-") as place, zipfile.ZipFile(path) as packed:
        infos = packed.infolist()
        if len(infos) > MOST_FILES or sum(each.file_size for each in infos) > MOST_BYTES:
            raise BadInput(_("{path}: too large to unpack").format(path=path.name))
        for each in infos:
            parts = Path(each.filename.replace("\\", "/")).parts
            if (
                each.is_dir()
                or not parts
                or ".." in parts
                or parts[0].startswith("/")
                or re.match(r"[A-Za-z]:", parts[0])
            ):
                continue
            target = Path(place).joinpath(*parts)
            target.parent.mkdir(parents=True, exist_ok=True)
            with packed.open(each) as source, target.open("wb") as out:
                shutil.copyfileobj(_Bounded(source, each.file_size), out)
        yield _enter_only_folder(Path(place))


class _Bounded:
    """A stream from a zip archive that ends after the size stated in the header, even if more data follows."""

    def __init__(self, source: object, size: int) -> None:
        self.source, self.left = source, size

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        part: bytes = self.source.read(min(size, self.left) if size >= 0 else self.left)  # type: ignore[attr-defined]
        self.left -= len(part)
        return part


def _enter_only_folder(path: Path) -> Path:
    """The only entry of `path` if this entry is a folder, because course systems pack submissions like that; otherwise
    `path` itself.
    """
    inside = [each for each in path.iterdir() if each.name not in ("__MACOSX", ".DS_Store")]
    return inside[0] if len(inside) == 1 and inside[0].is_dir() and not inside[0].is_symlink() else path
