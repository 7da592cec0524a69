"""The page with the tasks of a course: lessons and quizzes in one file that needs no server, and the student's result.

Inside a learning management system with SCORM, the page reports score and completion to that system. If a student has a
key, the page shows a signed code to submit. Each lesson is a whole page in a frame, which reports its result to the
outer page.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from langkah.language import N_, _, current_language
from langkah.views.replay import join_modules
from langkah.views.theme import DARK, LIGHT, format_css

FOLDER = Path(__file__).parent
SCRIPTS = ("lms", "result_code", "quiz_form", "course_page")  # in order of dependency
TEXTS = {
    "tasks": N_("Tasks"),
    "check": N_("Check my answers"),
    "choose": N_("Choose all right answers."),
    "number": N_("Your number:"),
    "right": N_("right"),
    "wrong": N_("wrong"),
    "score": N_("{right} of {of} right"),
    "open": N_("not done yet"),
    "total": N_("{percent} % of all points"),
    "sent": N_("Sent to the course system."),
    "refused": N_("The course system did not accept the result: {why}"),
    "code": N_("Your result, signed. Copy this line into {file}, and hand it in:"),
    "copy": N_("Copy"),
    "copied": N_("Copied."),
    "unsigned": N_("The browser cannot sign the result on this page: open the page as a file, or over https."),
}


@dataclass(frozen=True)
class PageTask:
    """A task on the page: either a whole page, shown in a frame, or questions. `key` is the key that signs the result;
    `file` is the name of the file into which the student copies the signed code.
    """

    slug: str
    name: str
    points: float = 1
    page: str = ""
    questions: tuple[Mapping[str, Any], ...] = ()
    key: str = ""
    file: str = "codes.txt"


def make_course_page(title: str, tasks: Sequence[PageTask], *, student: str = "", seed: str = "") -> str:
    """The HTML page with the tasks of a course."""
    told = {
        "title": title,
        "student": student,
        "seed": seed,
        "tasks": [asdict(task) for task in tasks],
        "texts": {name: _(text) for name, text in TEXTS.items()},
    }
    data = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    night = f"@media (prefers-color-scheme:dark){{{format_css(':root', DARK)}}}"
    style = [format_css(":root", LIGHT), night, (FOLDER / "course_page.css").read_text(encoding="utf-8")]
    return Template((FOLDER / "course_page.html").read_text(encoding="utf-8")).substitute(
        language=current_language.get(),
        title=escape(title),
        student=escape(student),
        tasks=escape(_("Tasks")),
        style="\n".join(style),
        data=data.replace("<", "\\u003c"),
        script=join_modules([FOLDER / f"{name}.js" for name in SCRIPTS]),
    )
