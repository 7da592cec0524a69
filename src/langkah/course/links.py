"""Links that open a task on the web page: on the site that the assignment names, or on a local `langkah play`.

A link contains the student's own instance. A link to a search by hand also contains the key that signs its result.
"""

from typing import Any
from urllib.parse import quote, urlencode

from langkah.course.assignment import Assignment, CourseTask
from langkah.course.instances import draw_instance
from langkah.course.result_code import make_student_key
from langkah.games import load
from langkah.model import Problem, Puzzle
from langkah.session import pack_link
from langkah.start_settings import to_plain_value

OWN_MACHINE = "http://127.0.0.1:8765/"  # where `langkah play` serves the page


def make_link(assignment: Assignment, task: CourseTask, student: str) -> str:
    """The address at which a student does a task on the web page; "" if the page cannot show the task, for example a
    puzzle from a file or a lesson with drawn questions.
    """
    base = assignment.site or OWN_MACHINE
    base = base if base.endswith(("/", ".html")) else f"{base}/"
    if task.kind == "lesson":
        if task.least or task.draw or "." in task.lesson:
            return ""
        return f"{base}#lesson/{quote(task.lesson)}"
    if not task.problem or "." in task.problem.partition(":")[0]:
        return ""
    saved = describe_instance(task, draw_instance(assignment, task, student))
    if saved is None:
        return ""
    place = f"{base}#{pack_link(saved)}"
    if task.kind != "be":
        return place
    key = make_student_key(assignment.key, assignment.seed, student, task.slug)
    words = {"algorithm": task.algorithm, **({"estimate": task.estimate} if task.estimate else {})}
    return f"{place}&be&{urlencode({**words, 'student': student, 'task': task.slug, 'key': key})}"


def describe_instance(task: CourseTask, problem: Problem[Any, Any]) -> dict[str, Any] | None:
    """A student's instance as the name of its problem and its settings, for a link or a line of Python. None if no
    settings describe the instance.
    """
    if task.least is None:
        return {"langkah": 1, "problem": task.problem, "settings": dict(task.settings)}
    name = task.problem.partition(":")[0]
    settings = problem.settings_at(problem.start) if isinstance(problem, Puzzle) else None
    if settings is None:
        return None
    plain = {each: to_plain_value(value) for each, value in settings.items() if value is not None}
    return {"langkah": 1, "problem": name, "settings": plain} if load(name, plain).start == problem.start else None
