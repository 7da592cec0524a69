"""Writes the reports of a marked assignment: a table of marks, files for course systems, a page for each student."""

import csv
import io
import json
from collections import Counter
from collections.abc import Sequence
from html import escape
from pathlib import Path
from xml.etree import ElementTree

from langkah.course.assignment import Assignment
from langkah.course.marks import StudentMarks
from langkah.language import _, current_language

STYLE = Path(__file__).with_name("report.css")


def format_points(points: float) -> str:
    """Format a number of points without trailing zeros."""
    return f"{points:g}"


def make_page(title: str, body: str) -> str:
    """A complete HTML page."""
    style = STYLE.read_text(encoding="utf-8")
    return (
        f'<!doctype html><html lang="{current_language.get()}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{style}</style></head><body>{body}</body></html>\n"
    )


def write_marks(assignment: Assignment, marks: Sequence[StudentMarks]) -> str:
    """The table of marks as CSV: one row per student, with columns that course systems import by name."""
    out = io.StringIO()
    names = [task.name for task in assignment.tasks]
    table = csv.writer(out, lineterminator="\n")
    known = {row["id"]: row for row in assignment.students}
    more = [name for name in ("name", "email") if any(row.get(name) for row in assignment.students)]
    table.writerow(["id", "points", "of", "percent", *map(_guard, names), "feedback", *more])
    for each in marks:
        percent = f"{100 * each.points / each.of:.1f}" if each.of else ""
        missed = "; ".join(f"{mark.task}: {mark.missed}" for mark in each.tasks if mark.missed)
        points = [format_points(mark.points) for mark in each.tasks]
        row = [each.id, format_points(each.points), format_points(each.of), percent, *points, missed]
        row += [known.get(each.id, {}).get(name) or "" for name in more]
        table.writerow([_guard(value) for value in row])
    return out.getvalue()


def _guard(text: str) -> str:
    """Protect a text from being read as a formula by a spreadsheet."""
    return f"'{text}" if text[:1] in "=+@\t" and text else text


def write_canvas(assignment: Assignment, marks: Sequence[StudentMarks]) -> str:
    """A CSV file that Canvas' gradebook imports."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["Student", "ID", "SIS User ID", "SIS Login ID", "Section", _guard(assignment.title)])
    names = {row["id"]: row.get("name") or row["id"] for row in assignment.students}
    table.writerow(["    Points Possible", "", "", "", "", format_points(assignment.points)])
    for each in marks:
        table.writerow([_guard(names.get(each.id, each.id)), "", each.id, each.id, "", format_points(each.points)])
    return out.getvalue()


def write_gradescope(assignment: Assignment, marks: StudentMarks) -> str:
    """Gradescope's results.json."""
    boards = {task.name: task.leaderboard for task in assignment.tasks if task.leaderboard}
    found = {
        "score": marks.points,
        "output": marks.note,
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [
            {
                "name": mark.task,
                "score": mark.points,
                "max_score": mark.of,
                "status": "passed" if mark.points == mark.of else "failed",
                "output": "\n".join(mark.lines),
                "visibility": "visible",
            }
            for mark in marks.tasks
        ],
        "leaderboard": [
            {"name": boards[mark.task], "value": mark.record, "order": "asc"}
            for mark in marks.tasks
            if mark.task in boards and mark.record is not None
        ],
    }
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def write_junit(assignment: Assignment, marks: Sequence[StudentMarks]) -> str:
    """All marks as JUnit XML: a suite for each student, a case for each task."""
    suites = ElementTree.Element("testsuites", name=assignment.title)
    for each in marks:
        lost = [mark for mark in each.tasks if mark.points < mark.of]
        suite = ElementTree.SubElement(
            suites, "testsuite", name=each.id, tests=str(len(each.tasks)), failures=str(len(lost)), errors="0"
        )
        for mark in each.tasks:
            case = ElementTree.SubElement(suite, "testcase", classname=each.id, name=mark.task)
            if mark.points < mark.of:
                failure = ElementTree.SubElement(case, "failure", message=_clean(mark.missed))
                failure.text = _clean("\n".join(mark.lines))
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def _clean(text: str) -> str:
    """Replace control characters, which XML cannot represent."""
    return "".join(sign if sign.isprintable() or sign in "\n\t" else "\N{REPLACEMENT CHARACTER}" for sign in text)


def write_report(assignment: Assignment, marks: StudentMarks) -> str:
    """The web page with the marks of one student."""
    parts = [f"<h1>{escape(assignment.title)}</h1>"]
    total = _("{id}: {points} of {of} points").format(
        id=marks.id, points=format_points(marks.points), of=format_points(marks.of)
    )
    parts.append(f"<p><b>{escape(total)}</b></p>")
    for task, mark in zip(assignment.tasks, marks.tasks, strict=True):
        colour = "good" if mark.points == mark.of else "bad"
        points = f"{format_points(mark.points)} / {format_points(mark.of)}"
        lines = "".join(f"<p>{escape(line)}</p>" for line in mark.lines)
        text = _("Replay the search up to this wrong step")
        replay = f'<p><a href="{escape(task.slug)}.html">{escape(text)}</a></p>' if mark.replay else ""
        head = f'<span class="points {colour}">{points}</span><h2>{escape(task.name)}</h2>'
        parts.append(f"<section>{head}{lines}{replay}</section>")
    return make_page(f"{assignment.title}: {marks.id}", "\n".join(parts))


def write_summary(assignment: Assignment, marks: Sequence[StudentMarks], unmatched: Sequence[str] = ()) -> str:
    """The page for the teacher: the points of all students, and the number of students with each mistake. `unmatched`:
    lines about submissions that belong to no student in the roster.
    """
    head = "".join(f'<th class="n">{escape(task.name)}</th>' for task in assignment.tasks)
    rows = []
    for each in marks:
        cells = "".join(f'<td class="n">{format_points(mark.points)}</td>' for mark in each.tasks)
        total = f'<td class="n"><b>{format_points(each.points)}</b></td>'
        rows.append(f'<tr><td><a href="{escape(each.id)}/report.html">{escape(each.id)}</a></td>{cells}{total}</tr>')
    points = escape(_("points"))
    table = f'<table><tr><th>id</th>{head}<th class="n">{points}</th></tr>{"".join(rows)}</table>'
    parts = [f"<h1>{escape(assignment.title)}</h1>", table]
    if unmatched:
        lines = "".join(f"<li>{escape(line)}</li>" for line in unmatched)
        heading = escape(_("Submissions that belong to no student in the roster"))
        parts.append(f"<section><h2>{heading}</h2><ul>{lines}</ul></section>")
    for place, task in enumerate(assignment.tasks):
        counts = Counter(each.tasks[place].missed for each in marks if each.tasks[place].missed)
        full = sum(each.tasks[place].points == each.tasks[place].of for each in marks)
        text = _("{n} of {all} students have all points").format(n=full, all=len(marks))
        lines = "".join(f"<li>{escape(what)}: {n}</li>" for what, n in counts.most_common())
        parts.append(f"<section><h2>{escape(task.name)}</h2><p>{escape(text)}</p><ul>{lines}</ul></section>")
    return make_page(assignment.title, "\n".join(parts))
