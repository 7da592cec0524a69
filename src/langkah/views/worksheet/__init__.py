"""A worksheet to print: what a search does, with blanks to fill in by hand, and the solutions on sheets of their own.

Made from any trace: the table of the first iterations, the tree that they make, and questions about the node that is
taken next. The first lines are filled in, so that everybody sees how it is meant.
"""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

from langkah.language import _, current_language
from langkah.model import Problem, get_title
from langkah.scene import Scene
from langkah.search import get_code, get_frontier
from langkah.trace import Result, Trace
from langkah.views.quiz import Question, make_questions
from langkah.views.svg import draw_svg
from langkah.views.table import Table, is_walk, list_queue_rows, make_table
from langkah.views.tree import draw_search_tree

ROWS, QUESTIONS, NODES = 12, 4, 45
GIVEN = 2  # rows that are filled in as examples

FOLDER = Path(__file__).parent


class _Sheet(NamedTuple):
    """What a worksheet is made from: the part of a trace that fits, and the questions about it."""

    problem: Problem[Any, Any]
    trace: Trace
    result: Result[Any, Any]
    until: int  # so many events belong to the iterations that are asked about
    rows: int
    nodes: int
    questions: Sequence[Question]


def make_worksheet(
    problem: Problem[Any, Any],
    trace: Trace,
    result: Result[Any, Any],
    *,
    rows: int = ROWS,
    ask: int = QUESTIONS,
    nodes: int = NODES,
    seed: int = 0,
) -> str:
    """The page: the worksheet, then its solutions. The same trace and seed give the same page."""
    count = _find_last_event(trace, rows)
    sheet = _Sheet(problem, trace, result, count, rows, nodes, make_questions(trace, ask, seed))
    solutions = _("Solutions")
    title = _("Worksheet: {algorithm} on {problem}").format(algorithm=result.algorithm, problem=result.problem)
    return Template((FOLDER / "worksheet.html").read_text(encoding="utf-8")).substitute(
        language=current_language.get(),
        title=escape(title),
        style=(FOLDER / "worksheet.css").read_text(encoding="utf-8"),
        sheet="\n".join([f"<h1>{escape(title)}</h1>", *_write_head(sheet), *_write_tasks(sheet, solved=False)]),
        solution="\n".join([f"<h1>{escape(solutions)}</h1>", *_write_tasks(sheet, solved=True), *_write_ending(sheet)]),
    )


def _find_last_event(trace: Trace, rows: int) -> int:
    if is_walk(trace):
        taken = trace.index().taken_at
        return int(taken[rows]) if rows < len(taken) else len(trace)
    return next((row.at for row in list_queue_rows(trace, 0) if row.iteration >= rows), len(trace))


def _write_head(sheet: _Sheet) -> Iterator[str]:
    problem = sheet.problem
    name, date = _("Name"), _("Date")
    yield f'<div class="name"><span>{escape(name)}</span><span>{escape(date)}</span></div>'
    about = _(type(problem).about)
    yield f'<p class="about">{escape(get_title(problem))}{": " + escape(about) if about else ""}</p>'
    code = "".join(
        f'<li style="--in:{line.indent}">{escape(_(line.text))}</li>' for line in get_code(sheet.result.algorithm)
    )
    board = _draw_picture(problem.scene(problem.start), 300)
    yield f'<div class="side"><div>{board}</div><ol class="code">{code}</ol></div>'


def _draw_picture(scene: Scene, widest: float) -> str:
    return draw_svg(scene, size=min(44.0, widest / scene.width), ids=False)


def _write_tasks(sheet: _Sheet, *, solved: bool) -> Iterator[str]:
    table = make_table(sheet.problem, sheet.trace, rows=sheet.rows, queue=None)
    kept = get_frontier(sheet.result.algorithm)
    task = _("Fill in the table ({kept})").format(kept=kept)
    yield f"<h2>1. {escape(task)}</h2>"
    yield _write_table(table, solved=solved)
    task = _("Write the values into the tree, and strike out what is not looked at")
    task = task if is_walk(sheet.trace) else _("Complete the search tree of these iterations")
    yield f"<h2>2. {escape(task)}</h2>"
    yield f'<div class="tree">{_write_tree(sheet, solved=solved)}</div>'
    if sheet.questions:
        task = _("Which node is expanded next?")
        yield f"<h2>3. {escape(task)}</h2>"
        asked = "".join(_write_question(sheet, each, solved=solved) for each in sheet.questions)
        yield f'<ol class="questions">{asked}</ol>'


def _write_table(table: Table, *, solved: bool) -> str:
    header = "".join(f"<th>{escape(name)}</th>" for name in table.headers)
    body = []
    for index, row in enumerate(table.rows):
        if solved or index < GIVEN:
            cells = "".join(f"<td>{escape(str(cell))}</td>" for cell in row)
        else:
            cells = f"<td>{escape(str(row[0]))}</td>" + '<td class="blank"></td>' * (len(row) - 1)
        body.append(f"<tr>{cells}</tr>")
    return f"<table><thead><tr>{header}</tr></thead><tbody>{''.join(body)}</tbody></table>"


def _write_tree(sheet: _Sheet, *, solved: bool) -> str:
    """The tree. As an exercise the root and its children are filled in; of a game for two all boards, but no values."""
    trace = sheet.trace
    made = [node for node in trace.made if trace.history(node).made < sheet.until]
    blank = [] if is_walk(trace) else [node for node in made if trace.node(node).depth > 1]
    scene = draw_search_tree(sheet.problem, trace, sheet.until, most=sheet.nodes, blank=None if solved else blank)
    return _draw_picture(scene, 660)


def _write_question(sheet: _Sheet, question: Question, *, solved: bool) -> str:
    """One question: the frontier as a set, and boxes to tick; solved, with the reason."""
    words = []
    for node in question.choices:
        event = sheet.trace.node(node)
        costs = f" (g = {event.cost}, h = {event.estimate})" if sheet.trace.ordered_by_cost() else f" (#{node})"
        tick = " right" if solved and node == question.answer else ""
        words.append(f'<span><i class="box{tick}"></i>{escape(sheet.problem.label(event.state) + costs)}</span>')
    iteration = sheet.trace.counters(question.at).expanded
    asked = _("After iteration {n} these are among the {all} nodes that wait:").format(
        n=iteration, all=sheet.trace.counters(question.at).frontier
    )
    why = f"<p>{escape(question.reply(question.answer))}</p>" if solved else ""
    return f'<li><p>{escape(asked)}</p><div class="choices">{"".join(words)}</div>{why}</li>'


def _write_ending(sheet: _Sheet) -> Iterator[str]:
    stats, result = sheet.result.stats, sheet.result
    text = _("The whole search: {expanded} nodes expanded, {generated} generated").format(
        expanded=stats.expanded, generated=stats.generated
    )
    cost = "; " + _("cost of the solution: {cost}").format(cost=result.cost) if result.cost is not None else ""
    moves = "; " + " ".join(result.moves) if 0 < len(result.moves) <= 60 else ""
    yield f"<p>{escape(text + cost + moves)}.</p>"
