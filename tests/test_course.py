"""A course with automatic marking: the assignment file, the marks for every kind of submission, handouts, reports."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from langkah import BadInput
from langkah.apps.cli.main import main
from langkah.course.assignment_file import read_assignment
from langkah.course.grading import grade
from langkah.course.handout import write_handout, write_keys
from langkah.course.instances import draw_instance, draw_questions
from langkah.course.marking import Marker, read_reference
from langkah.course.plain_space import explore_plainly
from langkah.course.reports import write_gradescope, write_junit, write_marks, write_report, write_summary
from langkah.course.result_code import PageResult, read_code, write_code
from langkah.course.same_space import find_difference
from langkah.games import load
from langkah.language import current_language
from langkah.search import run_search
from tests.course_class import ASSIGNMENT, FULL, STUDENTS, write_class


def check_marks(folder: Path, ids: list[str], seconds: float) -> None:
    """Mark a class with these students, and check that every submission gets the points that its kind deserves."""
    assignment, submissions = write_class(folder, ids)
    marks = grade(assignment, submissions, seconds=seconds)
    assert [each.id for each in marks] == ids
    for each in marks:
        kind, found = each.id.partition(".")[0], {mark.task: mark.points for mark in each.tasks}
        if kind == "missing":
            assert each.points == 0
            continue
        for task, full in FULL.items():
            expected = STUDENTS[kind][1].get(task, full)
            why = (each.id, task, [mark.lines for mark in each.tasks if mark.task == task])
            if expected is None:
                assert 0 <= found[task] < full, why
            else:
                assert found[task] == expected, why


def test_some_students(tmp_path: Path) -> None:
    """Correct, wrong, cheating and missing submissions are marked as expected."""
    check_marks(tmp_path, ["right", "queue", "early", "reader", "writer", "missing"], 20)


@pytest.mark.slow
def test_a_class_of_forty(tmp_path: Path) -> None:
    """Forty submissions of every kind are marked as expected in one run."""
    kinds = [*STUDENTS, "missing"]
    check_marks(tmp_path, [f"{kinds[number % len(kinds)]}.{number}" for number in range(40)], 10)


def test_the_first_wrong_step_is_named(tmp_path: Path) -> None:
    """For a wrong table, the mark names the first wrong step and the nodes that may be expanded there. The replay ends
    at this step, and the steps before it earn points.
    """
    assignment, submissions = write_class(tmp_path, ["right"])
    task, folder = assignment.tasks[0], submissions / "right"
    rows = (folder / "table.csv").read_text(encoding="utf-8").splitlines()
    rows[3], rows[-1] = rows[-1], rows[3]
    (folder / "table.csv").write_text("\n".join(rows), encoding="utf-8")
    mark = Marker(assignment).mark(task, "right", folder)
    assert 0 < mark.points < task.points
    assert mark.lines[0].startswith("step 3: ")
    assert mark.lines[1].startswith("may be expanded at this step: ")
    assert mark.lines[0] in mark.replay
    (folder / "table.csv").write_text("wrong\n1\n", encoding="utf-8")
    assert "must name the columns" in Marker(assignment).mark(task, "right", folder).lines[0]


def test_frontiers_in_a_table(tmp_path: Path) -> None:
    """If a student's table has the frontier column, each line must have the right frontier, in any order."""
    assignment, submissions = write_class(tmp_path, ["right"])
    task, folder = assignment.tasks[0], submissions / "right"
    from langkah.legal_runs import begin_run

    run, lines = begin_run(draw_instance(assignment, task, "right"), task.algorithm), ["expanded,queue"]
    while legal := run.list_legal():
        run.take(legal[0].number)
        waiting = [run.label(run.nodes[number]) for number in reversed(run.list_waiting())]
        lines.append(f'{run.label(legal[0])},"{"; ".join(waiting)}"')
    (folder / "table.csv").write_text("\n".join(lines), encoding="utf-8")
    assert Marker(assignment).mark(task, "right", folder).points == task.points
    (folder / "table.csv").write_text(
        "\n".join([*lines[:2], lines[2].partition(",")[0] + ",", *lines[3:]]), encoding="utf-8"
    )
    mark = Marker(assignment).mark(task, "right", folder)
    assert mark.lines[0].startswith("step 2: ")
    assert "should be in the frontier" in mark.lines[0]


WRONG = [
    ('kind = "table"', 'kind = "tabel"', "line 9, column 1: Kind 'tabel' is not known. Did you mean table?"),
    ('least = "3..4"', 'least = "4..3"', "line 12, column 1: least = '4..3': this must be a range of costs"),
    ("points = 4", "points = -1", "line 14, column 1: points = -1: this must be a number above 0"),
    ('algorithm = "breadth-first"', 'algorithm = "negamax"', "line 13, column 1: negamax does not fit tiles"),
    ('problem = "tiles"', 'problem = "tils"', "line 10, column 1: Game 'tils' is not known. Did you mean tiles?"),
    ('from = "student.py:misplaced"', 'from = "../x.py:y"', "line 19, column 1: from = '../x.py:y'"),
    ("full = 2.0", "full = 40.0", "a scale with full < none"),
    ("right = [1, 2]", "right = [4]", "a list of questions"),
    ('students = "roster.csv"', 'students = "../roster.csv"', "a CSV file in the same folder, given without a path"),
    ("seed = 7", "sead = 7", "line 4, column 1: Name 'sead' is not known. Did you mean seed?"),
]


@pytest.mark.parametrize(("good", "bad", "line"), WRONG)
def test_mistakes_in_the_file_have_a_place(good: str, bad: str, line: str, tmp_path: Path) -> None:
    """An assignment file with a mistake is refused with a message that names the mistake, in most cases with its line
    and column.
    """
    write_class(tmp_path, ["right"])
    (tmp_path / "hw.toml").write_text(ASSIGNMENT.replace(good, bad, 1), encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        read_assignment(tmp_path / "hw.toml")
    assert line in str(caught.value)


def test_instances_are_drawn_once_and_for_all(tmp_path: Path) -> None:
    """A student always gets the same instance, other students get others; each least cost is in the given range."""
    assignment, _submissions = write_class(tmp_path, ["right"])
    task = assignment.tasks[2]
    starts = [draw_instance(assignment, task, each).start for each in ("ani", "budi", "cici", "ani")]
    assert starts[0] == starts[3]
    assert len(set(starts)) == 3
    costs = [run_search(load("tiles", rows=2, cols=3).at(start)).cost for start in starts]
    assert all(cost is not None and 8 <= cost <= 12 for cost in costs)


def test_questions_are_drawn_for_each_student(tmp_path: Path) -> None:
    """Each student gets the configured number of questions, and is marked on these questions."""
    _assignment, submissions = write_class(tmp_path, ["right"])
    (tmp_path / "hw.toml").write_text(ASSIGNMENT.replace('kind = "quiz"', 'kind = "quiz"\ndraw = 1'), encoding="utf-8")
    assignment, answers = read_assignment(tmp_path / "hw.toml"), submissions / "right" / "answers.toml"
    task, seen = assignment.tasks[5], set()
    for number in range(6):
        (question,) = draw_questions(assignment, task, f"s{number}")
        seen.add(question["text"])
        assert question["text"] in write_handout(assignment, f"s{number}")["index.html"]
        answers.write_text(f"quiz = [{question['right']}]\n", encoding="utf-8")
        assert Marker(assignment).mark(task, f"s{number}", submissions / "right").points == task.points
    assert len(seen) == 2


def test_reports(tmp_path: Path) -> None:
    """The CSV, Gradescope JSON, JUnit XML and HTML reports can be read, and give the expected points."""
    assignment, submissions = write_class(tmp_path, ["right", "missing"])
    marks = grade(assignment, submissions, seconds=20)
    rows = list(csv.DictReader(io.StringIO(write_marks(assignment, marks))))
    assert [(row["id"], float(row["points"]), float(row["of"])) for row in rows] == [
        ("right", 18, 18),
        ("missing", 0, 18),
    ]
    told = json.loads(write_gradescope(assignment, marks[0]))
    assert told["score"] == sum(test["score"] for test in told["tests"]) == 18
    assert told["leaderboard"][0]["name"] == "nodes expanded"
    suites = ElementTree.fromstring(write_junit(assignment, marks))
    assert [suite.get("failures") for suite in suites] == ["0", "7"]
    assert "18 of 18" in write_report(assignment, marks[0])
    assert "nothing was submitted: 1" in write_summary(assignment, marks)


def test_reports_speak_the_language_of_the_teacher(tmp_path: Path) -> None:
    """All reports are in the current language, although submissions are marked in threads."""
    assignment, submissions = write_class(tmp_path, ["right", "missing"])
    (submissions / "right" / "answers.toml").write_text("quiz = [[1]]", encoding="utf-8")
    token = current_language.set("id")
    try:
        marks = grade(assignment, submissions, seconds=20)
        said = write_report(assignment, marks[0]) + write_summary(assignment, marks) + write_marks(assignment, marks)
    finally:
        current_language.reset(token)
    assert "jawaban salah" in said
    assert "wrong" not in said.split("</style>")[1]
    assert not re.search(r"\b(question|right:|submitted)\b", said)


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`handout` writes a folder for each student and a separate file of keys; `grade` accepts these folders."""
    write_class(tmp_path, ["right"])
    file, out, marks = (str(tmp_path / name) for name in ("hw.toml", "out", "marks"))
    assert main(["handout", file, "-o", out]) == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"right", "keys.html"}
    assert main(["grade", file, out, "-o", marks, "--json"]) == 0
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert [each["id"] for each in told["marks"]] == ["right"]
    assert (tmp_path / "marks" / "right" / "report.html").is_file()
    assert main(["grade", file, str(tmp_path / "none"), "-o", marks]) == 2


def test_handouts_hold_no_keys(tmp_path: Path) -> None:
    """A handout contains the page with the tasks and files to start from; the second step of the table is only in the
    keys.
    """
    assignment, _submissions = write_class(tmp_path, ["right"])
    files = write_handout(assignment, "right")
    assert {"index.html", "student.py", "cases.py", "table.csv", "plan.txt", "answers.toml", "codes.txt"} == set(files)
    compile(files["student.py"], "student.py", "exec")
    keys = write_keys(assignment, ["right"])
    second = read_reference(draw_instance(assignment, assignment.tasks[0], "right"), assignment.tasks[0])[1]
    assert second in keys
    assert second not in files["index.html"]


INLINE = 'tasks = [{ name = "One", kind = "quiz", questions = [{ text = "1 + 1?", answer = 2 }] }'
FILES = [
    ("", "line 1, column 1: an assignment needs one or more tasks, each under [[tasks]]"),
    ('title = "x"\n', "line 1, column 1: an assignment needs one or more tasks"),
    ('title = "x"\n[[tasks]\n', "this is not TOML: "),
    ('title = "x"\ntasks = 3\n', "line 2, column 1: an assignment needs one or more tasks"),
    (INLINE + ", 3]\n", "line 1, column 1: an assignment needs one or more tasks"),
    (INLINE + ',\n  { name = "Two", kind = "quizz" }]\n', "line 2, column 19: Kind 'quizz' is not known."),
    (INLINE + ', { name = "Two", kind = "quiz" }]\n', "line 1, column 1: questions is missing"),
    (INLINE.replace("[{ n", "[{ points = -1, n") + "]\n", "line 1, column 12: points = -1: this must be a number"),
    ('[[tasks]]\nname = "a"\nkind = "plan"\nproblem = "tiles"\nsettings = 3\n', "line 5, column 1: settings = 3"),
]


@pytest.mark.parametrize("command", ["handout", "grade"])
@pytest.mark.parametrize(("text", "line"), FILES)
def test_a_file_without_tasks_is_refused(
    text: str, line: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file without tasks, or with malformed tasks, is refused with a clear message and exit code 2."""
    (tmp_path / "hw.toml").write_text(text, encoding="utf-8")
    (tmp_path / "in").mkdir()
    words = [command, str(tmp_path / "hw.toml"), *([str(tmp_path / "in")] if command == "grade" else [])]
    assert main([*words, "-o", str(tmp_path / "out")]) == 2
    assert line in capsys.readouterr().err


def test_tasks_in_an_inline_list(tmp_path: Path) -> None:
    """Tasks in an inline list are read like tasks under headings."""
    (tmp_path / "hw.toml").write_text(f"{INLINE}]\n", encoding="utf-8")
    assert [task.name for task in read_assignment(tmp_path / "hw.toml").tasks] == ["One"]


PLAN = 'kind = "plan"\nproblem = "tiles"\nsettings = { rows = 2, cols = 2 }\n'
GAP = 'kind = "estimate"\nfrom = "student.py:h"\nproblem = '
NOBODY = [
    ('kind = "plan"\nproblem = "mnk"\n', "line 4, column 1: mnk is a game for two players: a task of the kind plan"),
    (GAP + '"mnk"\n', "line 5, column 1: mnk is a game for two players"),
    (
        'kind = "algorithm"\nfrom = "student.py:f"\nproblem = "mnk"\nalgorithm = "minimax"\n',
        "line 5, column 1: mnk is a game for two players",
    ),
    (
        GAP + '"hanoi"\nexpanded = { full = 1.0, none = 2.0, of = "nope" }\n',
        "line 6, column 1: Heuristic (estimate) 'nope' is not known",
    ),
    (
        GAP + '"tiles"\nsettings = { rows = 3, cols = 4 }\n',
        "line 5, column 1: tiles rows=3 cols=4 has more than 200000 states",
    ),
    (
        PLAN.replace("cols = 2", "cols = 2, start = [2, 1, 3, 0]"),
        "line 4, column 1: tiles has no solution, so a task of the kind plan cannot be solved",
    ),
    (PLAN + 'least = "1000..2000"\n', "line 6, column 1: One: none of 400 instances drawn at random has a least cost"),
    (
        'kind = "table"\nalgorithm = "minimax"\nproblem = "mnk"\nleast = "1..2"\n',
        "line 6, column 1: only a puzzle can have a random start",
    ),
]


@pytest.mark.parametrize("command", ["handout", "grade"])
@pytest.mark.parametrize(("text", "line"), NOBODY)
def test_what_nobody_can_solve_is_refused(
    text: str, line: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A task that cannot be solved is refused with line and column, before any submission is marked."""
    (tmp_path / "hw.toml").write_text(f'[[tasks]]\nname = "One"\n{text}', encoding="utf-8")
    (tmp_path / "in" / "ani").mkdir(parents=True)
    words = [command, str(tmp_path / "hw.toml"), *([str(tmp_path / "in")] if command == "grade" else [])]
    assert main([*words, "-o", str(tmp_path / "out")]) == 2
    assert line in capsys.readouterr().err


def test_an_instance_out_of_reach_costs_nobody_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If no instance can be drawn for one student, marking stops with an error that names the task."""
    text = f'[[tasks]]\nname = "One"\n{PLAN}least = "1..6"\n'
    (tmp_path / "hw.toml").write_text(text, encoding="utf-8")
    assignment = read_assignment(tmp_path / "hw.toml")
    (tmp_path / "in" / "ani").mkdir(parents=True)
    (tmp_path / "in" / "ani" / "plan.txt").write_text("1\n", encoding="utf-8")
    monkeypatch.setattr("langkah.course.instances.draw_start", lambda *_words: None)
    with pytest.raises(BadInput, match="One: none of 400 instances"):
        grade(assignment, tmp_path / "in")


def test_submissions_of_nobody_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Submissions outside the roster, duplicate ones and unusable ones are named on standard error and in the summary.
    A folder named by Moodle is assigned to its student if the name is unambiguous.
    """
    (tmp_path / "roster.csv").write_text(
        "id,name\nani,Ani Lestari\nbudi,Budi  Santoso\ncici,Cici\ndedi,Cici\n", encoding="utf-8"
    )
    (tmp_path / "hw.toml").write_text(f'students = "roster.csv"\n{INLINE}]\n', encoding="utf-8")
    said = {
        "Ani": "not in the roster",
        "ani": "",
        "Ani Lestari_12345_assignsubmission_file_": "ignored: ani also has the submission",
        "budi santoso_7_assignsubmission_file": "",
        "Cici_8_assignsubmission_file_": "a submission is a folder",
        "Some Body": "a submission is a folder",
        "dedi.rar": "a submission is a folder",
        ".DS_Store": "",
    }
    for name in said:
        if name.endswith(".rar"):
            (tmp_path / "in" / name).write_bytes(b"Rar!")
            continue
        (tmp_path / "in" / name).mkdir(parents=True)
        (tmp_path / "in" / name / "answers.toml").write_text("one = [2]\n", encoding="utf-8")
    words = [str(tmp_path / name) for name in ("hw.toml", "in", "marks")]
    assert main(["grade", *words[:2], "-o", words[2], "--json"]) == 0
    found = capsys.readouterr()
    told = json.loads(found.out)
    assert {each["id"]: each["points"] for each in told["marks"]} == {
        "ani": 1,
        "budi": 1,
        "cici": 0,
        "dedi": 0,
        "Ani": 1,
    }
    lines, page = found.err.splitlines(), (tmp_path / "marks" / "summary.html").read_text(encoding="utf-8")
    assert lines == told["unmatched"]
    assert len(lines) == len([reason for reason in said.values() if reason])
    for name, reason in said.items():
        mine = [line for line in lines if line.startswith(f"{name}: ")]
        assert len(mine) == bool(reason)
        assert all(reason in line and line in page for line in mine)


@pytest.mark.slow
def test_the_document_leads_to_marks(tmp_path: Path) -> None:
    """The files and commands of docs/course.md, run in an empty folder, produce the marks of a class."""
    text = (Path(__file__).parent.parent / "docs" / "course.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(?:text|python)\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
    for name, block in zip(("roster.csv", "answer.py", "homework.toml"), blocks, strict=False):
        (tmp_path / name).write_text(block, encoding="utf-8")
    program = Path(sys.executable).parent
    for commands in blocks[3:]:
        words = ["bash", "-e", "-c", commands]
        subprocess.run(words, cwd=tmp_path, check=True, env={**os.environ, "PATH": f"{program}:{os.environ['PATH']}"})
    marks = {
        row["id"]: row
        for row in csv.DictReader((tmp_path / "marks" / "marks.csv").read_text(encoding="utf-8").splitlines())
    }
    assert marks["ani"]["Quiz"] == "2"
    assert float(marks["ani"]["points"]) == float(marks["budi"]["points"]) + 2
    assert {path.name for path in tmp_path.glob("*.zip")} == {"lesson.zip", "homework.zip"}


def test_codes_are_signed() -> None:
    """A result code is read with the key that signed it; a changed score, another key or a wrong form is rejected."""
    code = write_code(PageResult("a", "ani", "1", 3, 10), "key")
    found = read_code(code, "key")
    assert isinstance(found, PageResult)
    assert (found.right, found.share) == (3, 0.3)
    better = write_code(PageResult("a", "ani", "1", 10, 10), "other").rpartition(".")[0] + "." + code.rpartition(".")[2]
    for line in (better, code[:-1], code.replace("L1", "L2"), "", "L1..", "L1.x.y"):
        assert isinstance(read_code(line, "key"), str)
    assert isinstance(read_code(code, "another"), str)


def test_spaces_are_compared_up_to_names() -> None:
    """A state space with renamed and shuffled states counts as the same; a space with a different step, goal or cost
    does not.
    """
    from random import Random

    space, rng = explore_plainly(load("hanoi", discs=3)), Random(3)
    rows: list[Any] = [
        [goal, list(steps), str(number)]
        for number, (goal, steps) in enumerate(zip(space.goals, space.steps, strict=True))
    ]
    places = [0, *rng.sample(range(1, len(rows)), len(rows) - 1)]
    renamed: list[Any] = [[False, [], ""] for _row in rows]
    for number, (goal, steps, name) in enumerate(rows):
        renamed[places[number]] = [goal, rng.sample([(places[to], cost) for to, cost in steps], len(steps)), name]
    assert find_difference(renamed, rows) == ""
    for change in range(3):
        other: list[Any] = [[goal, list(steps), name] for goal, steps, name in renamed]
        if change == 0:
            other[5][0] = not other[5][0]
        elif change == 1:
            other[5][1][0] = (other[5][1][0][0], 7)
        else:
            other[5][1][0] = (next(to for to in range(len(rows)) if to not in dict(other[5][1]) and to != 5), 1)
        assert find_difference(other, rows) != ""
