"""A worksheet to print: the steps of a search, with blanks to fill in by hand, and the solutions on separate sheets.

A worksheet is made from any trace: the table of the first iterations, the tree of these iterations, and questions about
the node that is expanded next. The first lines of the table are filled in as examples. `contents` collects the content;
this module turns the content into a page for a browser or a printer, or into LaTeX.
"""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from langkah.language import _, current_language
from langkah.model import Problem
from langkah.scene import Scene
from langkah.tracing import Result, Trace
from langkah.views.latex import draw_tikz, escape_latex
from langkah.views.svg import draw_svg
from langkah.views.table import Table
from langkah.views.worksheet.contents import Asked, Contents, collect_contents

USUAL_ROWS, USUAL_QUESTIONS, USUAL_NODES = 12, 4, 45
PARTS = SHEET, KEY = ("sheet", "key")  # the parts of a worksheet: with blanks, and with solutions
GIVEN_ROWS = 2  # rows that are filled in as examples
LONGEST_CELL_LETTERS = 90  # longer cells do not widen a column of a LaTeX table any further
LETTER_WIDTH = 0.0115  # width of a letter in a LaTeX table, as a share of the line
TABLE_WIDTH = 0.74  # width of all columns except the first, without gaps, as a share of the line

FOLDER = Path(__file__).parent


def make_worksheet(
    problem: Problem[Any, Any],
    trace: Trace,
    result: Result[Any, Any],
    *,
    rows: int = USUAL_ROWS,
    ask: int = USUAL_QUESTIONS,
    nodes: int = USUAL_NODES,
    seed: int = 0,
    ties: Sequence[str] | None = None,
    latex: bool = False,
    parts: Sequence[str] = PARTS,
) -> str:
    """A worksheet and its solutions, as an HTML page or as LaTeX source. The same trace and seed give the same result.
    `ties`: the tie-breaking of the search, if it is not the algorithm's default. `parts`: the worksheet ("sheet"), the
    solutions ("key"), or both.
    """
    sheet = collect_contents(problem, trace, result, rows=rows, ask=ask, nodes=nodes, seed=seed, ties=ties)
    return write_sheets([(sheet, "")], latex=latex, parts=parts)


def write_sheets(sheets: Sequence[tuple[Contents, str]], *, latex: bool, parts: Sequence[str]) -> str:
    """Several worksheets in one file: each one starts on a new page with the name of its student, and all solutions
    follow at the end.
    """
    return _write_latex(sheets, parts) if latex else _write_page(sheets, parts)


# For a browser


def _write_page(sheets: Sequence[tuple[Contents, str]], parts: Sequence[str]) -> str:
    lines: list[str] = []
    for sheet, name in sheets if SHEET in parts else ():
        whole = [f"<h1>{escape(sheet.title)}</h1>", *_write_head(sheet, name), *_write_tasks(sheet, solved=False)]
        lines += whole if len(sheets) == 1 else ['<div class="sheet">', *whole, "</div>"]
    for sheet, name in sheets if KEY in parts else ():
        solved = _write_tasks(sheet, solved=True)
        title = _title_key(sheet, name, apart=SHEET not in parts)
        key = [f"<h1>{escape(title)}</h1>", *solved, f"<p>{escape(sheet.ending)}</p>"]
        lines += ['<div class="solution">', *key, "</div>"] if SHEET in parts or len(sheets) > 1 else key
    first = sheets[0][0]
    return Template((FOLDER / "worksheet.html").read_text(encoding="utf-8")).substitute(
        language=current_language.get(),
        title=escape(first.title if SHEET in parts else _title_key(first, "", apart=True)),
        style=(FOLDER / "worksheet.css").read_text(encoding="utf-8"),
        sheet="\n".join(lines),
    )


def _title_key(sheet: Contents, name: str, *, apart: bool) -> str:
    """The title of the solutions, with the student's `name` if there is one. If the solutions are in a separate file
    (`apart`), the title includes the worksheet's title.
    """
    title = _("Solutions. {worksheet}").format(worksheet=sheet.title) if apart else _("Solutions")
    return f"{title} ({name})" if name else title


def _write_head(sheet: Contents, who: str) -> Iterator[str]:
    name, date, start, goal = _("Name"), _("Date"), _("Start"), _("Goal")
    given = f" <b>{escape(who)}</b>" if who else ""
    yield f'<div class="name"><span>{escape(name)}{given}</span><span>{escape(date)}</span></div>'
    facts = "".join(f"<dt>{escape(label)}</dt><dd>{escape(text)}</dd>" for label, text in sheet.facts)
    yield f'<dl class="given">{facts}</dl>'
    boards = f"<figure>{_draw_picture(sheet.start, 260)}<figcaption>{escape(start)}</figcaption></figure>"
    if sheet.goal is not None:
        boards += f"<figure>{_draw_picture(sheet.goal, 260)}<figcaption>{escape(goal)}</figcaption></figure>"
    code = "".join(f'<li style="--in:{line.indent}">{escape(_(line.text))}</li>' for line in sheet.code)
    yield f'<div class="boards">{boards}</div><ol class="code">{code}</ol>'


def _draw_picture(scene: Scene, widest: float) -> str:
    return draw_svg(scene, size=min(44.0, widest / scene.width), ids=False)


def _write_tasks(sheet: Contents, *, solved: bool) -> Iterator[str]:
    yield f"<h2>1. {escape(sheet.table_task)}</h2>"
    yield _write_table(sheet.table, solved=solved)
    yield f"<h2>2. {escape(sheet.tree_task)}</h2>"
    yield f'<div class="tree">{_draw_picture(sheet.tree if solved else sheet.tree_blank, 660)}</div>'
    if sheet.asked:
        task = _("Which node is expanded next?")
        yield f"<h2>3. {escape(task)}</h2>"
        yield f'<ol class="questions">{"".join(_write_question(each, solved=solved) for each in sheet.asked)}</ol>'


def _write_table(table: Table, *, solved: bool) -> str:
    header = "".join(f"<th>{escape(name)}</th>" for name in table.headers)
    body = []
    for index, row in enumerate(table.rows):
        if solved or index < GIVEN_ROWS:
            cells = "".join(f"<td>{escape(str(cell))}</td>" for cell in row)
        else:
            cells = f"<td>{escape(str(row[0]))}</td>" + '<td class="blank"></td>' * (len(row) - 1)
        body.append(f"<tr>{cells}</tr>")
    return f"<table><thead><tr>{header}</tr></thead><tbody>{''.join(body)}</tbody></table>"


def _write_question(asked: Asked, *, solved: bool) -> str:
    """The HTML of a question: some nodes of the frontier, each with a box to tick. In the solutions, the right box is
    ticked and the reason is added.
    """
    words = [
        f'<span><i class="box{" right" if solved and each.right else ""}"></i>{escape(each.text)}</span>'
        for each in asked.choices
    ]
    why = f"<p>{escape(asked.why)}</p>" if solved else ""
    return f'<li><p>{escape(asked.text)}</p><div class="choices">{"".join(words)}</div>{why}</li>'


# For LaTeX


def _write_latex(sheets: Sequence[tuple[Contents, str]], parts: Sequence[str]) -> str:
    """A whole LaTeX document, which needs only packages that every LaTeX distribution includes."""
    lines = [
        r"\documentclass[a4paper,11pt]{article}",
        r"\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}",
        r"\usepackage[margin=18mm]{geometry}\usepackage{xcolor,tikz,longtable,array,amssymb}",
        r"\setlength{\parindent}{0pt}\setlength{\parskip}{4pt}\raggedright",
        r"\begin{document}",
    ]
    pages: list[list[str]] = []
    for sheet, name in sheets if SHEET in parts else ():
        head = [rf"\section*{{{escape_latex(sheet.title)}}}", *_write_latex_head(sheet, name)]
        pages.append([*head, *_write_latex_tasks(sheet, solved=False)])
    for sheet, name in sheets if KEY in parts else ():
        title = escape_latex(_title_key(sheet, name, apart=SHEET not in parts))
        pages.append([rf"\section*{{{title}}}", *_write_latex_tasks(sheet, solved=True), escape_latex(sheet.ending)])
    for number, page in enumerate(pages):
        lines += [r"\clearpage", *page] if number else page
    return "\n".join([*lines, r"\end{document}"]) + "\n"


def _write_latex_head(sheet: Contents, who: str) -> Iterator[str]:
    blank, name, date = r"\hrulefill", _("Name"), _("Date")
    given = rf"\textbf{{{escape_latex(who)}}} " if who else ""
    yield f"{escape_latex(name)} {given}{blank}\\quad {escape_latex(date)} {blank}\n"
    yield r"\begin{description}\setlength{\itemsep}{0pt}"
    yield from (f"\\item[{{{escape_latex(label)}}}] {escape_latex(text)}" for label, text in sheet.facts)
    yield r"\end{description}"
    pictures = [(_("Start"), sheet.start), *([(_("Goal"), sheet.goal)] if sheet.goal is not None else [])]
    for label, scene in pictures:
        yield rf"\parbox[t]{{0.48\linewidth}}{{\centering {draw_tikz(scene, 7.0)}\\{escape_latex(label)}}}"
    yield ""
    yield r"\begin{enumerate}\setlength{\itemsep}{0pt}\ttfamily\small"
    yield from (f"\\item \\hspace*{{{line.indent * 4}mm}}{escape_latex(_(line.text))}" for line in sheet.code)
    yield r"\end{enumerate}" if sheet.code else r"\item \end{enumerate}"


def _write_latex_tasks(sheet: Contents, *, solved: bool) -> Iterator[str]:
    yield rf"\subsection*{{1. {escape_latex(sheet.table_task)}}}"
    yield from _write_latex_table(sheet.table, solved=solved)
    yield rf"\subsection*{{2. {escape_latex(sheet.tree_task)}}}"
    yield rf"\begin{{center}}{draw_tikz(sheet.tree if solved else sheet.tree_blank, 17.0)}\end{{center}}"
    if sheet.asked:
        task = _("Which node is expanded next?")
        yield rf"\subsection*{{3. {escape_latex(task)}}}"
        yield r"\begin{enumerate}"
        for asked in sheet.asked:
            yield rf"\item {escape_latex(asked.text)}\\"
            for each in asked.choices:
                box = r"$\blacksquare$" if solved and each.right else r"$\square$"
                yield rf"\mbox{{{box}~{escape_latex(each.text)}}}\quad"
            yield rf"\\{escape_latex(asked.why)}" if solved else ""
        yield r"\end{enumerate}"


def _write_latex_table(table: Table, *, solved: bool) -> Iterator[str]:
    columns = [rf">{{\raggedright\arraybackslash}}p{{{width:.3f}\linewidth}}|" for width in _share_width(table)]
    yield rf"{{\small\begin{{longtable}}{{|r|{''.join(columns)}}}"
    heads = " & ".join(rf"\textbf{{{escape_latex(each)}}}" for each in table.headers)
    yield rf"\hline {heads} \\ \hline \endhead"
    for index, row in enumerate(table.rows):
        given = solved or index < GIVEN_ROWS
        shown = map(str, row) if given else [str(row[0]), *[""] * (len(row) - 1)]
        yield " & ".join(map(escape_latex, shown)) + (r" \\ \hline" if given else r" \\[6mm] \hline")
    yield r"\end{longtable}}"


def _share_width(table: Table) -> list[float]:
    """The width of each column except the first, as a fraction of the line. Each column is wide enough for its longest
    word; columns with longer texts get more.
    """
    columns = [[str(each) for each in column] for column in zip(table.headers, *table.rows, strict=True)][1:]
    words = [max(len(word) for cell in column for word in cell.split(" ")) * LETTER_WIDTH for column in columns]
    longest = [min(max(map(len, column)), LONGEST_CELL_LETTERS) for column in columns]
    rest = max(0.0, TABLE_WIDTH - sum(words)) / sum(longest)
    return [word + rest * length for word, length in zip(words, longest, strict=True)]
