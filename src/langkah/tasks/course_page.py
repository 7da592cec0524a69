"""Writes the tasks of an assignment that can be done in a browser as one page: lessons, quizzes, and
searches by hand.
"""

from langkah.course.assignment import Assignment, CourseTask
from langkah.course.instances import draw_instance, draw_lessons, draw_questions
from langkah.course.result_code import make_student_key
from langkah.course.step_exam import make_exam_page
from langkah.errors import BadInput
from langkah.language import _
from langkah.tasks.context import Context
from langkah.tasks.lesson import LessonAnswer, LessonRequest, run_lesson
from langkah.views.course_page import PageTask, make_course_page
from langkah.views.scorm import make_scorm_package

PAGE_KINDS = ("lesson", "quiz", "be")


def write_student_page(assignment: Assignment, student: str, context: Context) -> str:
    """The lessons of an assignment for one student, as a page that signs the results; "" if the assignment has no
    lessons.

    Quizzes are not on the page: a page that checks answers contains the right answers, so students hand in a file with
    their answers instead. Searches by hand are not on the page either; each has a link of its own.
    """
    tasks = [task for task in assignment.tasks if task.kind == "lesson"]
    made = [_make_task(assignment, task, student, context, signed=True) for task in tasks]
    return make_course_page(assignment.title, made, student=student, seed=assignment.seed) if made else ""


def pack_assignment(assignment: Assignment, student: str, context: Context) -> bytes:
    """All tasks of an assignment that can be done on a web page, as a SCORM package. All users of the package get the
    same instance of each task: the one drawn for `student`.
    """
    tasks = [task for task in assignment.tasks if task.kind in PAGE_KINDS]
    if not tasks:
        kinds = ", ".join(PAGE_KINDS)
        raise BadInput(
            _(
                "none of the tasks can be done entirely on a web page: a SCORM package needs at least one task of "
                "these kinds: {kinds}"
            ).format(kinds=kinds)
        )
    made = [_make_task(assignment, task, student, context, signed=False) for task in tasks]
    return make_scorm_package(assignment.title, assignment.title, make_course_page(assignment.title, made))


def _make_task(assignment: Assignment, task: CourseTask, student: str, context: Context, *, signed: bool) -> PageTask:
    key = make_student_key(assignment.key, assignment.seed, student, task.slug) if signed else ""
    page = ""
    if task.kind == "lesson":
        page = _run_drawn_lesson(assignment, task, student, context).make_page()
    elif task.kind == "be":
        page = make_exam_page(draw_instance(assignment, task, student), task.algorithm, task.estimate)
    return PageTask(task.slug, task.name, task.points, page, draw_questions(assignment, task, student), key, task.file)


def _run_drawn_lesson(assignment: Assignment, task: CourseTask, student: str, context: Context) -> LessonAnswer:
    """The lesson for a student, with its search recorded. Several starts are drawn for the student; the lesson uses the
    first start from which the search reaches every stop of the lesson. Raises `BadInput` if there is no such start.
    """
    lines: tuple[str, ...] = ()
    for lesson, problem in draw_lessons(assignment, task, student):
        try:
            return run_lesson(LessonRequest(lesson), context, problem)
        except BadInput as error:
            lines = error.lines
    raise BadInput(*(f"{task.name}: {line}" for line in lines))
