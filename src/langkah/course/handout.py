"""Writes handouts. Each student gets a page with tasks and boards, and starter files; the answer key is a separate
file.
"""

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from langkah.course.assignment import Assignment, CourseTask
from langkah.course.instances import draw_answer, draw_instance, draw_questions, fill_in
from langkah.course.links import make_link
from langkah.course.marking import read_reference
from langkah.course.reports import format_points, make_page
from langkah.course.starters import write_starters
from langkah.language import _
from langkah.model import Problem, draw_scene
from langkah.views.svg import draw_svg

WIDEST = 300.0  # pixels: the greatest width of a board
LESSONS = "lessons.html"  # the page of a student's lessons, beside the handout


def write_handout(assignment: Assignment, student: str) -> dict[str, str]:
    """The contents of the files for one student, by file name: `index.html`, starter files, and public test cases if
    there are any.
    """
    name = next((row.get("name", "") for row in assignment.students if row["id"] == student), "")
    parts = [f"<h1>{escape(assignment.title)}</h1><p><b>{escape(f'{student} {name}'.strip())}</b></p>"]
    files = write_starters(assignment, student)
    if "cases.py" in files:
        text = _("The starter files run without changes; `python cases.py` tests your code on public cases.")
        parts.append(f"<p>{_mark_up(text)}</p>")
    parts += [_write_task(assignment, task, student) for task in assignment.tasks]
    return {"index.html": make_page(f"{assignment.title}: {student}", "\n".join(parts)), **files}


def _write_task(assignment: Assignment, task: CourseTask, student: str) -> str:
    points = _("{n} points").format(n=format_points(task.points))
    head = f'<span class="points">{escape(points)}</span><h2>{escape(task.name)}</h2>'
    drawn = draw_answer(assignment, task, student)[0] if task.choices else {}
    lines = [fill_in(task.text, drawn)] if task.text else []
    lines += list(_describe_work(task))
    if drawn:
        lines.append(_("The values chosen at random for you: {settings}").format(settings=_format_settings(drawn)))
    board = ""
    if task.problem:
        board = _draw_board(draw_instance(assignment, task, student))
    asked = draw_questions(assignment, task, student)
    questions = "".join(_write_question(number, each) for number, each in enumerate(asked, 1))
    link = _write_link(assignment, task, student)
    return f"<section>{head}{''.join(f'<p>{_mark_up(line)}</p>' for line in lines)}{link}{board}{questions}</section>"


def _write_link(assignment: Assignment, task: CourseTask, student: str) -> str:
    """An HTML link that opens the task. A lesson is on a page beside the handout; other tasks are opened on the site of
    the assignment, or on a local server.
    """
    if task.kind == "lesson":
        text = _("Open the lesson")
        return f'<p><a href="{LESSONS}#{escape(task.slug)}">{escape(text)}</a></p>'
    link = make_link(assignment, task, student)
    if not link:
        return ""
    text = _("Do this task in the web app") if task.kind == "be" else _("Open your board in the web app")
    first = _("(start `langkah play` first)")
    hint = "" if assignment.site else f" <small>{_mark_up(first)}</small>"
    return f'<p><a href="{escape(link)}">{escape(text)}</a>{hint}</p>'


def _describe_work(task: CourseTask) -> Iterator[str]:
    """The instructions of a task, and the name of the file to hand in."""
    texts = {
        "table": _(
            "Run {algorithm} by hand. Write one line for each expanded state, in order, as a CSV file with the "
            "column `expanded` (and, optionally, `queue`: the states in the frontier, separated by ;)."
        ),
        "plan": _("Find a plan that reaches a goal, at the lowest cost that you can achieve. Write one move per line."),
        "estimate": _("Write the function `{name}` in {source}: it returns a lower bound on the remaining cost."),
        "algorithm": _("Write {algorithm} as the function `{name}` in {source}. You may break ties in any order."),
        "puzzle": _("Define the puzzle as the class `{name}` in {source}."),
        "quiz": _(
            "For each question, write the numbers of all right choices, or the number that the question asks for."
        ),
        "lesson": _("Do this lesson in the web app, and hand in the codes that it shows."),
        "be": _(
            "Be the algorithm: run {algorithm} by clicking, each time, the node that it expands next, "
            "and hand in the code that appears at the end."
        ),
    }
    yield texts[task.kind].format(algorithm=task.algorithm, name=task.source[1], source=task.source[0])
    if task.estimate:
        yield _("The heuristic h is {name}.").format(name=task.estimate)
    if task.require:
        yield _("The heuristic must be {what}.").format(what=", ".join(task.require))
    if task.file or task.source[0]:
        yield _("Hand in: {file}").format(file=task.file or task.source[0])


def _draw_board(problem: Problem[Any, Any]) -> str:
    """HTML with a picture of the start, its text form and, if the problem has a single goal picture, that picture."""
    start, goal = _("Start (in text form: {state})").format(state=f"`{problem.label(problem.start)}`"), _("Goal")
    scenes = [(start, draw_scene(problem, problem.start))]
    scenes += [(goal, scene)] if (scene := problem.goal_scene() if hasattr(problem, "goal_scene") else None) else []
    figures = (
        f"<figure>{draw_svg(each, size=min(40.0, WIDEST / each.width))}"
        f"<figcaption>{_mark_up(text)}</figcaption></figure>"
        for text, each in scenes
    )
    return f'<div class="boards">{"".join(figures)}</div>'


def _mark_up(text: str) -> str:
    """Convert a text to HTML; text between backticks becomes code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _format_settings(settings: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in settings.items())


def _write_question(number: int, question: Any) -> str:
    if "answer" in question:
        return f"<p>{number}. {escape(str(question['text']))} ______</p>"
    choices = "".join(f"<li>{escape(str(each))}</li>" for each in question["choices"])
    return f"<p>{number}. {escape(str(question['text']))}</p><ol>{choices}</ol>"


def write_keys(assignment: Assignment, students: list[str]) -> str:
    """The answer key for the marker: one right answer for each task of each student."""
    heading = _("answer keys")
    parts = [f"<h1>{escape(assignment.title)}: {escape(heading)}</h1>"]
    for student in students:
        rows = "".join(
            f"<tr><td>{escape(task.name)}</td><td><pre>{escape(_write_key(assignment, task, student))}</pre></td></tr>"
            for task in assignment.tasks
        )
        parts.append(f"<section><h2>{escape(student)}</h2><table>{rows}</table></section>")
    return make_page(assignment.title, "\n".join(parts))


def _write_key(assignment: Assignment, task: CourseTask, student: str) -> str:
    """One right answer to a task of one student, as text for the marker. For a heuristic, only the name of the instance
    and of the heuristic that it is compared with.
    """
    if task.kind == "quiz":
        asked = draw_questions(assignment, task, student)
        return "\n".join(", ".join(map(str, each.get("right", [each.get("answer")]))) for each in asked)
    if task.kind == "puzzle":
        return f"{task.like} {_format_settings(draw_answer(assignment, task, student)[0])}".strip()
    if task.kind == "lesson":
        return task.lesson
    if task.kind == "estimate":
        problem = draw_instance(assignment, task, student)
        name = f"{task.problem}: {problem.label(problem.start)}"
        return name if task.expanded is None else f"{name}: {task.expanded.of}"
    return "\n".join(read_reference(draw_instance(assignment, task, student), task))
