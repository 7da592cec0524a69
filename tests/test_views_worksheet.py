"""Quiz questions and printable worksheets, generated from any trace."""

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from langkah import Limit, Trace, load, solve
from langkah.apps.cli.main import main
from langkah.language import current_language
from langkah.search import list_algorithms
from langkah.views.latex import escape_latex
from langkah.views.quiz import make_questions
from langkah.views.worksheet import make_worksheet
from tests.small import FITTING, SMALL


def recorded(game: str, algorithm: str, **settings: Any) -> Any:
    """A problem, the trace of a search on it, and the result of the search."""
    problem, trace = load(game, settings), Trace()
    return problem, trace, solve(problem, algorithm, observe=trace, limit=Limit(nodes=200))


@pytest.mark.parametrize(("game", "algorithm"), FITTING)
def test_questions_have_one_right_answer(game: str, algorithm: str) -> None:
    """The answer to each question is the node that the search expands next. All choices are distinct nodes of the
    frontier at that moment, and the same seed gives the same questions.
    """
    _problem, trace, _result = recorded(game, algorithm, **SMALL[game])
    asked = make_questions(trace, 6, seed=3)
    assert asked == make_questions(trace, 6, seed=3)
    for question in asked:
        waiting = trace.after(question.at).waiting
        assert trace.events[question.at].node == question.answer
        assert question.answer in question.choices
        assert len(set(question.choices)) == len(question.choices) >= 2
        assert set(question.choices) <= set(waiting)


def test_marking() -> None:
    """Replies distinguish the right answer, a node with a higher f, and a node that comes later in the queue."""
    _problem, trace, _result = recorded("hanoi", "a-star", discs=3)
    for question in make_questions(trace, 8):
        for node in question.choices:
            reply = question.reply(node)
            assert reply.startswith("right:") == (node == question.answer)
            dearer = trace.node(node).total > trace.node(question.answer).total
            assert ("but that of #" in reply) == dearer
    _problem, trace, _result = recorded("hanoi", "breadth-first", discs=3)
    question = make_questions(trace, 1)[0]
    wrong = next(node for node in question.choices if node != question.answer)
    assert re.fullmatch(
        rf"no: #{wrong} is number \d+ in the frontier; #{question.answer} comes first",
        question.reply(wrong),
    )


def test_no_choice_no_question() -> None:
    """A search whose frontier never holds two nodes has no quiz questions."""
    _problem, trace, _result = recorded("queens", "backtracking", n=4)
    assert make_questions(trace) == []


def test_blanks_and_solutions() -> None:
    """The exercise gives away only the first two rows and the nodes of depth 0 and 1. The solutions fill in all the
    blanks and state the cost of the solution.
    """
    problem, trace, result = recorded("snakes:paper-1", "breadth-first")
    page = make_worksheet(problem, trace, result, rows=8, ask=3)
    exercise, solution = page.split('<div class="solution">')
    blanks = exercise.count('<td class="blank">')
    assert blanks == 2 * (8 - 2)
    assert solution.count('<td class="blank">') == 0
    assert exercise.count('class="box"') == solution.count('class="box"') + 3
    assert solution.count('class="box right"') == 3
    assert "cost of the solution" in solution
    assert "cost of the solution" not in exercise
    words = re.findall(r">(\d+)</text>", exercise)
    deep = {problem.label(trace.node(node).state) for node in trace.made if trace.node(node).depth > 1}
    shallow = {problem.label(trace.node(node).state) for node in trace.made if trace.node(node).depth <= 1}
    tree = exercise.split('<div class="tree">')[1]
    assert not (deep - shallow) & set(re.findall(r">(\d+)</text>", tree.split("</svg>")[0]))
    assert shallow <= set(words)


@pytest.mark.parametrize(("game", "algorithm"), FITTING)
def test_a_worksheet_of_every_search(game: str, algorithm: str) -> None:
    """Every algorithm on every game has a complete worksheet, which is reproducible and loads no external file."""
    problem, trace, result = recorded(game, algorithm, **SMALL[game])
    page = make_worksheet(problem, trace, result, rows=5, nodes=20)
    assert page == make_worksheet(problem, trace, result, rows=5, nodes=20)
    assert page.count("<table>") == 2
    assert page.rstrip().endswith("</html>")
    assert not re.search(r'(?:src|href)="(?!data:)', page)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`langkah worksheet` writes to a file or to standard output, and refuses an algorithm that does not fit the
    problem.
    """
    target = tmp_path / "sheet.html"
    assert main(["worksheet", "hanoi", "discs=3", "--algorithm", "breadth-first", "-o", str(target)]) == 0
    assert "Worksheet: Breadth-first (BFS) on hanoi discs=3" in target.read_text(encoding="utf-8")
    assert main(["worksheet", "hanoi", "discs=2", "--rows", "3", "--questions", "0"]) == 0
    assert "Which node is expanded next?" not in capsys.readouterr().out
    assert main(["worksheet", "hanoi", "--algorithm", "minimax"]) == 2
    assert "does not fit" in capsys.readouterr().err


@pytest.mark.parametrize("ending", ["html", "tex"])
def test_the_key_in_a_file_of_its_own(ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With `--key`, the sheet contains no solutions, and the key contains all of them under the title of the worksheet.
    Without `--key`, both are in one file. A key is refused if its path is standard output or the file of the sheet.
    """
    words = ["worksheet", "tiles", "--algorithm", "a-star"]
    both, sheet, key = (tmp_path / f"{name}.{ending}" for name in ("both", "sheet", "key"))
    assert main([*words, "-o", str(both)]) == 0
    assert main([*words, "-o", str(sheet), "--key", str(key), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["key"] == str(key)
    texts = {path.stem: path.read_text(encoding="utf-8") for path in (both, sheet, key)}
    assert all("The whole search:" in texts[name] for name in ("both", "key"))
    assert not any(word in texts["sheet"] for word in ("Solutions", "The whole search:", "box right", "blacksquare"))
    assert "Solutions. Worksheet: A*" in texts["key"]
    assert "Name" not in texts["key"]
    for bad in (str(sheet), "-"):
        assert main([*words, "-o", str(sheet), "--key", bad]) == 2
        assert "--key" in capsys.readouterr().err


@pytest.mark.parametrize("ending", ["html", "tex"])
def test_a_whole_class_in_one_file(ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With `--students` or `--variants`, one file has a sheet with a different start for each student or variant;
    `--students` prints the names, and the key has the solutions of all sheets. Invalid combinations of options are
    refused.
    """
    (tmp_path / "roster.csv").write_text("id,name\nani,Ani L\nbudi,\ncici,C & D\n", encoding="utf-8")
    words = ["worksheet", "tiles", "rows=2", "cols=3", "--algorithm", "a-star", "--rows", "4", "--least", "5..6"]
    sheet, key = (tmp_path / f"{name}.{ending}" for name in ("sheet", "key"))
    files = ["-o", str(sheet), "--key", str(key)]
    assert main([*words, "--students", str(tmp_path / "roster.csv"), *files]) == 0
    text, solutions = sheet.read_text(encoding="utf-8"), key.read_text(encoding="utf-8")
    amp = "C &amp; D" if ending == "html" else r"C \& D"
    assert all(name in text and name in solutions for name in ("ani Ani L", "budi", f"cici {amp}"))
    parts = text.split('class="sheet"' if ending == "html" else r"\clearpage")
    assert len(parts) == (4 if ending == "html" else 3)
    boards = {re.sub(r"ani Ani L|budi|cici C [^ ]* D|</?div.*", "", part)[:3000] for part in parts[-3:]}
    assert len(boards) == 3
    assert "The whole search:" not in text
    assert solutions.count("The whole search:") == 3
    assert main([*words, "--variants", "2", "--seed", "3", "-o", str(sheet)]) == 0
    assert "variant 2" in sheet.read_text(encoding="utf-8")
    capsys.readouterr()
    for bad, why in (
        (["--students", "none.csv"], "no such file"),
        (["--variants", "0"], "from 1 to"),
        (["--variants", "2", "--students", "x"], "use only one of these options"),
        ([], "--least needs --variants or --students"),
    ):
        assert main([*words, *bad, "-o", str(sheet)]) == 2
        assert why in capsys.readouterr().err


def test_a_sheet_says_all_that_is_needed() -> None:
    """A worksheet states the algorithm, the heuristic and its formula, the tie-breaking order, the start and the goal.
    The key uses the same node numbers as the questions.
    """
    problem, trace = load("tiles:nilsson"), Trace()
    result = solve(problem, "a*", estimate="manhattan", observe=trace)
    page = make_worksheet(problem, trace, result)
    exercise, solution = page.split('<div class="solution">')
    for words in ("A*: smallest f = g + h", "h = Σ |row − goal row|", "longer paths first", "Goal", "the start is #0"):
        assert words in exercise
    assert exercise.count("<figcaption>") == 2
    asked = re.findall(r"(#\d+ [^<]*?)</span>", exercise)
    assert asked
    assert set(asked) <= set(re.findall(r"(#\d+ [^<]*?)</span>", solution)), "the key speaks of the same numbers"
    assert re.findall(r"<td>#0 [^<]*</td><td>#1\s[^ ;<]* ; #\d", exercise), "states are kept apart, and each together"
    other = make_worksheet(problem, trace, result, ties=("low",))
    assert "the smaller state first, in Python's order, then older nodes first" in unescape(other)


def test_values_of_a_heuristic_without_a_formula_are_listed() -> None:
    """A worksheet lists the values of a heuristic that has no formula to compute by hand."""
    problem, trace, result = recorded("snakes:paper-1", "branch-and-bound")
    page = make_worksheet(problem, trace, result, rows=4)
    told = re.search(r"<dt>Values of h</dt><dd>([^<]*)</dd>", page)
    assert told
    assert f"0: {trace.node(0).estimate}" in told[1].split(" ; ")


@pytest.mark.parametrize(
    ("game", "algorithm"), [("hanoi", "a-star"), ("klotski", "breadth-first"), ("mnk", "alpha-beta")]
)
def test_latex_is_balanced_and_escaped(game: str, algorithm: str) -> None:
    """All braces and environments are closed in order, and texts contain no unescaped special characters of LaTeX."""
    problem, trace, result = recorded(game, algorithm, **SMALL[game])
    page = make_worksheet(problem, trace, result, rows=4, nodes=12, latex=True)
    bare = re.sub(r"\\[\\{}&%$#_]", "", page)
    depth = 0
    for sign in bare:
        depth += {"{": 1, "}": -1}.get(sign, 0)
        assert depth >= 0
    assert depth == 0
    opened: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", page):
        opened.append(name) if kind == "begin" else opened.remove(name) if opened[-1] == name else pytest.fail(name)
    assert opened == []
    assert bare.count("$") % 2 == 0
    assert not re.search(r"[#%]", bare), "a sign that is a command"
    assert page.isascii() or set(re.findall(r"[^\x00-\x7f]", page)) <= set("ÂâéÉ")
    assert page.count(r"\begin{tikzpicture}") >= 3


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("pdflatex"), reason="needs LaTeX")
@pytest.mark.parametrize("language", ["en", "id"])
@pytest.mark.parametrize(
    ("game", "algorithm"),
    [(game, list_algorithms(load(game, SMALL[game]))[0]) for game in SMALL] + [("mnk", "alpha-beta")],
)
def test_latex_compiles(game: str, algorithm: str, language: str, tmp_path: Path) -> None:
    """Worksheets of every game in both languages compile with pdflatex, and no line is more than 20 pt too wide."""
    problem, trace, result = recorded(game, algorithm, **SMALL[game])
    token = current_language.set(language)
    try:
        text = make_worksheet(problem, trace, result, latex=True)
    finally:
        current_language.reset(token)
    (tmp_path / "sheet.tex").write_text(text, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "sheet.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert not re.findall(r"Overfull .hbox \((?:[2-9]\d|\d{3,})[.\d]*pt too wide\).*", done.stdout)


def test_text_for_latex() -> None:
    """Special characters of LaTeX are escaped, so that they are printed literally."""
    assert escape_latex("a_b & 50 % {x} #1 ~^\\ ← ≥") == (
        r"a\_b \& 50 \% \{x\} \#1 \textasciitilde{}\textasciicircum{}\textbackslash{} $\leftarrow$ $\geq$"
    )


def test_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A worksheet is printed as a PDF by a browser if one is installed; otherwise the error message explains how to
    print it.
    """
    words = ["worksheet", "hanoi", "discs=2", "--algorithm", "bfs"]
    if shutil.which("chromium"):
        target = tmp_path / "sheet.pdf"
        assert main([*words, "-o", str(target)]) == 0
        assert target.read_bytes().startswith(b"%PDF")
        assert target.read_bytes().count(b"/Type /Page\n") >= 2
    monkeypatch.setattr("langkah.apps.cli.print_pdf.BROWSERS", ("no-such-browser",))
    assert main([*words, "--pdf", "sheet.pdf"]) == 2
    assert "open it in any browser and print it" in capsys.readouterr().err
    assert main([*words, "-o", str(tmp_path / "sheet.tex")]) == 0
    assert (tmp_path / "sheet.tex").read_text(encoding="utf-8").startswith(r"\documentclass")
