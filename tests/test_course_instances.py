"""Each student's own instances in tasks of the kinds puzzle, lesson and quiz: how they are drawn, proved and marked."""

import json
import re
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from langkah import BadInput
from langkah.apps.cli.main import main
from langkah.course.assignment import Assignment, CourseTask
from langkah.course.assignment_file import read_assignment
from langkah.course.handout import write_handout, write_keys
from langkah.course.instances import draw_answer, draw_instance, draw_questions, parse_number
from langkah.course.marking import Marker
from langkah.search import find_estimate, run_search
from langkah.tasks.context import Context
from langkah.tasks.course_page import write_student_page

ANSWER = '''
from langkah import BadInput, Puzzle, Step

class Jugs(Puzzle):
    """Two jugs; measure an amount."""

    start = (0, 0)

    def __init__(self, small=3, large=5, goal=4):
        if goal >= large:
            raise BadInput("goal: this must fit into the large jug")
        self.small, self.large, self.goal = small, large, goal

    def steps(self, state):
        a, b = state
        right, left = min(a, self.large - b), min(b, self.small - a)
        for after in (
            (self.small, b), (a, self.large), (0, b), (a, 0), (a - right, b + right), (a + left, b - left)
        ):
            yield Step(str(after), after)

    def is_goal(self, state):
        return self.goal in state
'''
LESSON = """
title = "Rings around the start"
problem = "tiles"
settings = { rows = 2, cols = 3 }
search = { algorithm = "breadth-first" }

[[stops]]
at = "first duplicate"
text = "{other_state} was there before. All in all {total_moves} moves."

[[stops]]
at = "the goal is generated"
text = "{node} is a goal at depth {depth}."

[[questions]]
kind = "number"
text = "How many moves are needed?"
answer = "{total_moves}"
reply = "Right."

[[questions]]
text = "What is the frontier?"
choices = [{ text = "A queue", reply = "Right.", right = true }, { text = "A stack", reply = "No." }]
"""
HOMEWORK = """
title = "Drawn"
seed = 3
key = "not for students"

[[tasks]]
name = "Jugs"
kind = "puzzle"
from = "student.py:Jugs"
like = "answer.py:Jugs"
draw = { small = "3..6", large = [5, 7, 8, 11], goal = "1..8" }
least = "4..9"
text = "Jugs of {small} and {large} litres; measure {goal}. Write {} where you like."

[[tasks]]
name = "Rings"
kind = "lesson"
lesson = "rings.toml"
least = "2..5"
draw = 1

[[tasks]]
name = "Numbers"
kind = "quiz"
problem = "tiles"
settings = { rows = 2, cols = 3 }
least = "4..8"
estimate = "manhattan"
points = 4
questions = [
  { text = "How many moves does {start} need at least?", answer = "{least}" },
  { text = "What is h there?", answer = "{h}" },
  { text = "How many moves are legal there?", answer = "{steps}" },
  { text = "Which use h?", choices = ["A*", "uniform cost"], right = [1] },
]
"""
IDS = [f"s{number}" for number in range(6)]


def write_course(folder: Path, text: str = HOMEWORK) -> Assignment:
    """Write the assignment and the files that belong to it, and read the assignment."""
    (folder / "answer.py").write_text(ANSWER, encoding="utf-8")
    (folder / "rings.toml").write_text(LESSON, encoding="utf-8")
    (folder / "hw.toml").write_text(text, encoding="utf-8")
    return read_assignment(folder / "hw.toml")


def mark(assignment: Assignment, number: int, student: str, file: str, text: str) -> tuple[float, str]:
    """The points for the task with this number if a student submits a file with this text, and the mark's lines."""
    folder = assignment.folder / "in"
    folder.mkdir(exist_ok=True)
    (folder / file).write_text(text, encoding="utf-8")
    found = Marker(assignment).mark(assignment.tasks[number], student, folder)
    return found.points, " ".join(found.lines)


def test_a_puzzle_has_numbers_of_its_own(tmp_path: Path) -> None:
    """Each student's settings are drawn so that the proved least cost is in the range, and are printed in the handout.
    A solution with the settings of another student is wrong.
    """
    assignment = write_course(tmp_path)
    task, seen = assignment.tasks[0], {}
    for student in IDS:
        settings, problem = draw_answer(assignment, task, student)
        assert draw_answer(assignment, task, student)[0] == settings
        cost = run_search(problem).cost
        assert cost is not None
        assert 4 <= cost <= 9
        files, keys = write_handout(assignment, student), write_keys(assignment, [student])
        seen[student] = tuple(settings.values())
        small, large, goal = seen[student]
        assert f"Jugs of {small} and {large} litres; measure {goal}. Write {{}} where you like." in files["index.html"]
        assert f"small = {small}, large = {large}, goal = {goal}" in keys
        assert f"    small = {small}\n    large = {large}\n    goal = {goal}\n" in files["student.py"]
        compile(files["student.py"], "student.py", "exec")
    assert len(set(seen.values())) > 3
    one, other = IDS[0], next(each for each in IDS if seen[each] != seen[IDS[0]])
    small, large, goal = seen[one]
    fixed = ANSWER.replace("small=3, large=5, goal=4", "").replace("(self, )", "(self)")
    fixed = fixed.replace("if goal >= large:", "if False:").replace(
        "= small, large, goal", f"= {small}, {large}, {goal}"
    )
    for text in (ANSWER, fixed):  # with the settings as parameters, and with fixed ones
        points, why = mark(assignment, 0, one, "student.py", text)
        assert points == 1, why
    assert mark(assignment, 0, other, "student.py", ANSWER)[0] == 1
    assert mark(assignment, 0, other, "student.py", fixed)[0] == 0


def read_lesson_page(page: str) -> Any:
    """The recording in the only task on the HTML page `page`."""
    (task,) = json.loads(page.split('id="data">')[1].split("</script>")[0])["tasks"]
    return json.loads(task["page"].split('id="recording">')[1].split("</script>")[0])


def test_a_lesson_has_a_start_and_questions_of_its_own(tmp_path: Path) -> None:
    """Each student's lesson has a start of its own, whose least cost is in the range, and one of the two questions."""
    assignment, starts, asked = write_course(tmp_path), set(), set()
    for student in IDS:
        page = write_student_page(assignment, student, Context())
        told = read_lesson_page(page)["lesson"]
        assert told == read_lesson_page(write_student_page(assignment, student, Context()))["lesson"]
        starts.add(told["stops"][0]["text"].partition(" was")[0])
        (question,) = told["questions"]
        asked.add(question["text"])
        moves = int(re.findall(r"(\d+) moves", told["stops"][0]["text"])[0])
        assert 2 <= moves <= 5
        if question["kind"] == "number":
            assert question["answers"] == [str(moves)]
        assert "lessons.html" in write_handout(assignment, student)["index.html"]
    assert len(starts) > 3
    assert len(asked) == 2


def test_a_quiz_asks_about_the_own_start(tmp_path: Path) -> None:
    """The answers of a quiz are the proved numbers of the student's instance. Each right answer earns its share, in any
    notation of the number.
    """
    assignment, starts = write_course(tmp_path), set()
    task = assignment.tasks[2]
    for student in IDS[:3]:
        problem: Any = draw_instance(assignment, task, student)
        least, h, steps, last = draw_questions(assignment, task, student)
        starts.add(problem.start)
        assert least["text"] == f"How many moves does {problem.label(problem.start)} need at least?"
        assert int(least["answer"]) == run_search(problem).cost
        assert int(h["answer"]) == find_estimate(problem, "manhattan").of(problem, problem.start)
        assert int(steps["answer"]) == len(list(problem.steps(problem.start)))
        files = write_handout(assignment, student)
        assert least["text"] in files["index.html"]
        assert "<svg" in files["index.html"]
        assert tomllib.loads(files["answers.toml"]) == {"numbers": ["", "", "", []]}
        assert f"{least['answer']}\n{h['answer']}\n{steps['answer']}\n1</pre>" in write_keys(assignment, [student])
        right = f'numbers = [{least["answer"]}, "{h["answer"]},0", {steps["answer"]}.0, [1]]'
        assert mark(assignment, 2, student, "answers.toml", right)[0] == 4
        wrong = f"numbers = [{least['answer']}, 99, [{steps['answer']}], [1]]"
        assert mark(assignment, 2, student, "answers.toml", wrong)[0] == 2
        assert last["right"] == [1]
    assert len(starts) == 3
    assert [parse_number(each) for each in ("1/0", "", True, "x", None, [1])] == [None] * 6
    assert parse_number("-5/2") == parse_number("-2,5") == parse_number(-2.5)


def test_a_package_asks_for_numbers(browser: Browser, tmp_path: Path) -> None:
    """In the SCORM package of a student, typed numbers are marked in any notation."""
    assignment = write_course(tmp_path)
    target = tmp_path / "hw.zip"
    assert main(["handout", str(tmp_path / "hw.toml"), "--scorm", str(target), "--student", "s1"]) == 0
    with zipfile.ZipFile(target) as packed:
        index = packed.read("index.html").decode()
    own = draw_questions(assignment, assignment.tasks[2], "s1")
    page = browser.new_page()
    page.set_content(index)
    page.get_by_role("tab", name="Numbers").click()
    fields = page.get_by_label("Your number:")
    expect(fields).to_have_count(3)
    expect(page.locator("legend").first).to_contain_text(own[0]["text"])
    for place, text in enumerate((f" {own[0]['answer']},0", "99", f"{int(own[2]['answer']) * 2}/2")):
        fields.nth(place).fill(text)
    page.get_by_label("A*").check()
    page.get_by_role("button", name="Check my answers").click()
    expect(page.locator(".verdict")).to_have_text(["right", "wrong", "right", "right"])
    expect(page.locator("#result")).to_contain_text("Numbers: 3 of 4 right")
    expect(fields.first).to_be_disabled()
    page.close()


WRONG = [
    ('least = "4..9"', 'least = "90..99"', "line 12, column 1: Jugs: none of 400 instances"),
    (
        'draw = { small = "3..6", large = [5, 7, 8, 11], goal = "1..8" }\n',
        "",
        "line 11, column 1: a range of least costs needs `draw`: the possible values of a setting",
    ),
    ('small = "3..6"', 'small = "x"', "line 11, column 1: draw = {"),
    ('small = "3..6"', 'smal = "3..6"', "line 11, column 1: "),
    ("{small} and", "{smal} and", "line 13, column 1: Blank 'smal' is not known. Did you mean small?"),
    ('like = "answer.py:Jugs"', 'like = "answer.py:Jug"', "line 11, column 1: "),
    ("rings.toml", "ring.toml", "line 18, column 1: "),
    (
        "rings.toml",
        "../rings.toml",
        "line 18, column 1: ../rings.toml: this file must be in the folder of the assignment",
    ),
    ("draw = 1", "draw = 3", "line 20, column 1: draw = 3: this must be the number of questions for each student"),
    ('answer = "{h}"', 'answer = "{hh}"', "line 30, column 1: questions = '{hh}': this must be a number, or one of"),
    (
        'problem = "tiles"\nsettings = { rows = 2, cols = 3 }\nleast',
        "least",
        "line 28, column 1: questions = '{steps}'",
    ),
]


@pytest.mark.parametrize(("good", "bad", "line"), WRONG)
def test_what_cannot_be_drawn_has_a_place(good: str, bad: str, line: str, tmp_path: Path) -> None:
    """A mistake is reported with the line and the column that must be changed."""
    assert good in HOMEWORK
    with pytest.raises(BadInput) as caught:
        write_course(tmp_path, HOMEWORK.replace(good, bad))
    assert line in str(caught.value)


def test_nothing_drawn_is_the_same_for_all(tmp_path: Path) -> None:
    """If nothing is drawn, neither settings nor a start, the puzzle and the lesson are the same for all students."""
    text = re.sub(r"^(draw|least|text) = .*\n", "", HOMEWORK, flags=re.MULTILINE)
    assignment = write_course(tmp_path, text)
    task: CourseTask = assignment.tasks[0]
    assert draw_answer(assignment, task, "a")[0] == draw_answer(assignment, task, "b")[0] == {}
    one, other = (write_student_page(assignment, student, Context()) for student in ("a", "b"))
    assert read_lesson_page(one)["lesson"] == read_lesson_page(other)["lesson"]
    quiz = HOMEWORK.replace('problem = "tiles"\nsettings = { rows = 2, cols = 3 }\n', "")
    with pytest.raises(BadInput, match="line 25, column 1: problem is missing"):
        write_course(tmp_path, re.sub(r'"\{\w+\}"', "1", quiz))
