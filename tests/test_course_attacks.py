"""Hostile submissions: none stops the marking of the others or changes anything outside its process, and only harmless
ones earn points.
"""

import os
import tempfile
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from langkah.course.assignment import Assignment
from langkah.course.grading import grade
from langkah.course.kernel_locks import can_lock
from langkah.course.student_process import MOST_BYTES, StudentFailed, copy_plainly
from tests.course_attacks import ATTACKS, BEFORE, EVIL_VALUES, FINE
from tests.course_class import MISPLACED, write_class

ENDLESS = ("hangs up", "signals", "endless line", "recursion")  # these run until the time limit
locked = pytest.mark.skipif(not can_lock(), reason="the kernel has no locks: only the audit hook is left")


def write_attacks(folder: Path, attacks: dict[str, str]) -> tuple[Assignment, Path, Path]:
    """Write an assignment with only the heuristic task, and a folder of attacks; return the assignment, the folder, and
    the file that no submission may touch.
    """
    folder.mkdir(exist_ok=True)
    assignment, submissions = write_class(folder, ["missing"])
    mark = folder / "mark"
    mark.write_text("untouched", encoding="utf-8")
    for name, code in attacks.items():
        (submissions / name.replace(" ", "-")).mkdir(parents=True)
        text = BEFORE + f"MARK = {str(mark)!r}\n" + code
        (submissions / name.replace(" ", "-") / "student.py").write_text(text, encoding="utf-8")
    return replace(assignment, tasks=(assignment.tasks[1],), students=()), submissions, mark


def check_attacks(folder: Path, names: list[str], seconds: float) -> None:
    """Check that all submissions are marked, only the harmless ones get points, and the protected file is unchanged."""
    attacks = {name: ATTACKS[name] + MISPLACED for name in names}
    assignment, submissions, mark = write_attacks(folder, {**attacks, "zz": MISPLACED})
    (folder / "tmp").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(folder / "tmp"))
        marks = grade(assignment, submissions, seconds=seconds)
    found = {each.id.replace("-", " "): each for each in marks}
    assert {name for name, each in found.items() if each.points} == {"zz", *(set(FINE) & set(names))}, found
    assert all(each.tasks[0].lines and each.tasks[0].missed != "not marked" for each in found.values()), found
    assert mark.read_text(encoding="utf-8") == "untouched"
    assert not list((folder / "tmp").iterdir())


@locked
def test_quick_attacks(tmp_path: Path) -> None:
    """Six attacks that end quickly get no points, and leave the protected file unchanged."""
    check_attacks(tmp_path, ["native fork", "patched hook", "deeper patch", "large number", "infinite", "kills"], 20)


@locked
@pytest.mark.slow
def test_all_attacks(tmp_path: Path) -> None:
    """All attacks leave the protected file unchanged, and only the harmless ones (FINE) get points."""
    check_attacks(tmp_path / "quick", [name for name in ATTACKS if name not in ENDLESS], 20)
    check_attacks(tmp_path / "endless", list(ENDLESS), 4)


def test_evil_values(tmp_path: Path) -> None:
    """A submission that returns an object that claims to be equal to every number earns no points."""
    assignment, submissions, _mark = write_attacks(tmp_path, {"evil": EVIL_VALUES})
    (mark,) = grade(assignment, submissions, seconds=20)
    assert mark.points == 0


def test_strange_folders_and_archives(tmp_path: Path) -> None:
    """Links, pipes, damaged or oversized archives and unreadable tables get 0 points; a correct submission among them
    gets all points.
    """
    assignment, submissions = write_class(tmp_path, ["right"])
    for name in ("link", "pipe", "table"):
        (submissions / name).mkdir()
    (submissions / "link" / "student.py").symlink_to(submissions / "right" / "student.py")
    (submissions / "link" / "table.csv").symlink_to(submissions / "right" / "table.csv")
    os.mkfifo(submissions / "pipe" / "student.py")
    os.mkfifo(submissions / "pipe" / "plan.txt")
    (submissions / "table" / "table.csv").write_text("expanded\n" + "x" * 200_000, encoding="utf-8")
    (submissions / "table" / "answers.toml").write_text("quiz = " + "[" * 5000, encoding="utf-8")
    with zipfile.ZipFile(submissions / "damaged.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("student.py", "x = 1\n" * 1000)
        packed.writestr("../../escaped.py", "x = 1\n")
    data = bytearray((submissions / "damaged.zip").read_bytes())
    data[40:60] = bytes(20)
    (submissions / "damaged.zip").write_bytes(data)
    with zipfile.ZipFile(submissions / "swollen.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("student.py", bytes(250 << 20))
    (submissions / "none.zip").write_bytes(b"no archive")
    marks = {each.id: each for each in grade(assignment, submissions, seconds=20)}
    assert marks["right"].points == 18
    assert {name: each.points for name, each in marks.items() if name != "right"} == dict.fromkeys(
        ("damaged", "link", "none", "pipe", "swollen", "table"), 0
    )
    assert not (tmp_path / "escaped.py").exists()


def test_copies_are_bounded(tmp_path: Path) -> None:
    """A submission with too many bytes is refused, with a message that names both limits."""
    (tmp_path / "large").mkdir()
    with (tmp_path / "large" / "student.py").open("wb") as large:
        large.truncate(MOST_BYTES + 1)  # a sparse file: no data is written
    with pytest.raises(StudentFailed, match=r"at most 2,000 files and 210 MB are allowed"):
        copy_plainly(tmp_path / "large", tmp_path / "copy")
