"""Lessons: every built-in lesson runs in both languages; lesson files of users are read and checked, and every mistake
is refused on a line of its own.
"""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from langkah import BadInput, Trace, load, solve
from langkah.apps.cli.main import main
from langkah.apps.terminal.lesson import play_lesson, tell_lesson
from langkah.language import LANGUAGES, current_language
from langkah.lessons import BUILT_IN, find_lesson, find_stops, list_lessons, read_lesson
from langkah.lessons.lesson_file import FOLDER
from langkah.tasks.context import Context
from langkah.tasks.lesson import LessonAnswer, LessonRequest, open_lesson, run_lesson
from langkah.tasks.problems import ProblemCatalogue
from langkah.tasks.table import run_task
from langkah.tracing import Kind

DOCUMENT = Path(__file__).parent.parent / "docs" / "lessons.md"
WHOLE = re.findall(r"```toml\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)[0]
IDEAS = {
    "breadth-first": "breadth-first",
    "depth-first": "depth-first",
    "iterative-deepening": "iterative-deepening",
    "uniform-cost": "uniform-cost",
    "greedy": "greedy",
    "a-star": "a-star",
    "ida-star": "ida-star",
    "not-admissible": "a-star",
    "branch-and-bound": "branch-and-bound",
    "knapsack": "branch-and-bound",
    "tour": "branch-and-bound",
    "backtracking": "backtracking",
    "minimax": "minimax",
    "alpha-beta": "alpha-beta",
}
SMALL = 60  # nodes: a larger tree would hide the idea


def given(name: str, language: str = "en") -> LessonAnswer:
    """The answer when the built-in lesson `name` is run in a language."""
    token = current_language.set(language)
    try:
        return run_lesson(LessonRequest(open_lesson(name)), Context())
    finally:
        current_language.reset(token)


def refused(tmp_path: Path, text: str) -> list[str]:
    """The lines with which a lesson file is refused, without path, line and column."""
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as found:
        run_lesson(LessonRequest(open_lesson(str(path))), Context())
    return [re.sub(rf"^{re.escape(str(path))}(, line \d+, column \d+)?: ", "", line) for line in found.value.lines]


def test_every_idea_has_its_lesson() -> None:
    """The table of ideas, the lesson files and the list of built-in lessons have the same names."""
    assert tuple(IDEAS) == BUILT_IN
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(BUILT_IN)
    assert [lesson.name for lesson in list_lessons()] == list(BUILT_IN)


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_lessons(name: str) -> None:
    """In every built-in lesson, the stops are in order, every blank is filled in, and both languages have the same
    stops and the same right answers.
    """
    english, other = given(name), given(name, "id")
    assert english.result.algorithm == IDEAS[name]
    assert len(english.trace.made) <= SMALL
    assert 5 <= len(english.told["stops"]) <= 8
    counts = [stop["at"] for stop in english.told["stops"]]
    assert counts == sorted(counts) == [stop["at"] for stop in other.told["stops"]]
    emptied = [at for at in counts if at and english.trace.events[at - 1].kind is Kind.RESTART]
    assert not emptied, "a tree without a node"
    for stop, after in pairwise(english.told["stops"]):
        assert all(step["then"] <= after["at"] for step in stop["be"]), "the next stop would go back"
    asked, asked_other = english.told["questions"], other.told["questions"]
    assert asked
    assert [each["right"] for each in asked] == [each["right"] for each in asked_other]
    for answer in (english, other):
        assert not re.search(r"\{\w+\}", json.dumps(answer.told))
    lesson = find_lesson(name)
    words = [lesson.title, lesson.about, *(stop.text for stop in lesson.stops)]
    for question in lesson.questions:
        words += [question.text, question.reply, question.wrong]
        words += [text for each in question.choices for text in (each.text, each.reply)]
    blank = re.compile(r"\{\w+\}")
    for text in words:
        assert set(text.texts) in ({""}, set(LANGUAGES))
        used = {code: sorted(set(blank.findall(each))) for code, each in text.texts.items()}
        assert len(set(map(tuple, used.values()))) == 1, used


def test_what_the_lessons_say_is_true() -> None:
    """Claims of lesson texts that no blank fills in are true: cheapest paths, pruned nodes, cut-offs and estimates."""
    roads = f"{FOLDER / 'roads.py'}:Roads"
    problem: Any = load(roads)
    costs = {name: solve(problem, name).cost for name in ("uniform-cost", "breadth-first", "depth-first")}
    assert (costs["uniform-cost"], costs["breadth-first"]) == (14, 17)
    assert solve(problem, "greedy").cost == solve(problem, "a-star", estimate="twice").cost == 17
    assert not solve(problem, "a-star", estimate="twice").optimal
    best = solve(problem, "a-star")
    assert (best.cost, best.optimal) == (14, True)
    remaining = {town: solve(problem.at(town), "uniform-cost").cost for town in "ABCDEFHK"}
    for estimate in problem.estimates:
        honest = all(estimate.of(problem, town) <= (cost or 0) for town, cost in remaining.items())
        assert honest == estimate.admissible
    killed = given("branch-and-bound").trace
    assert [killed.node(event.node).depth for event in killed.events if event.kind == "prune"] == [2, 1]
    assert [event.bound for event in given("alpha-beta").trace.events if event.kind == "cut"] == [97]
    assert {town: remaining[town] for town in "BCD"} == {"B": 10, "C": 13, "D": 8}
    twice = problem.estimates[1]
    assert {town: twice.of(problem, town) for town in "BCD"} == {"B": 14, "C": 16, "D": 8}


def test_the_document_is_a_lesson(tmp_path: Path) -> None:
    """The lesson file in docs/lessons.md works, and its numbers are those of the search."""
    path = tmp_path / "mine.toml"
    path.write_text(WHOLE, encoding="utf-8")
    answer = run_lesson(LessonRequest(open_lesson(str(path))), Context())
    trace = Trace()
    result = solve(load("hanoi", discs=2), "a-star", observe=trace)
    stop = answer.told["stops"][1]
    goal = trace.goals()[-1]
    assert stop["at"] == trace.history(goal).made + 1
    waiting = trace.counters(stop["at"]).frontier
    assert stop["text"] == f"#{goal} is a goal, with f = {result.cost}; the frontier has {waiting} nodes."


def test_bad_files(tmp_path: Path) -> None:
    """All mistakes of a lesson file are reported at once, each on a line of its own."""
    lines = refused(tmp_path, 'title = 3\nprobelm = "hanoi"\n[[stops]]\ntext = ""\nwhen = 1\n')
    assert any("'probelm' is not known. Did you mean problem?" in line for line in lines)
    assert "problem is missing" in lines
    assert any(line.startswith("title = 3: this must be a text") for line in lines)
    assert "stop 1: at is missing" in lines
    assert any(line.startswith("stop 1: Name 'when' is not known") for line in lines)
    assert any(line.startswith("stop 1: text = ''") for line in lines)
    assert refused(tmp_path, "title = ")[0].startswith("this is not TOML")
    assert "stops is missing" in refused(tmp_path, 'title = "a"\nproblem = "hanoi"')
    lines = refused(tmp_path, WHOLE.replace("right = true\n", ""))
    assert lines == ["a question needs at least two choices, one or more of them with right = true"]
    assert refused(tmp_path, WHOLE.replace('"hanoi"', '"hanio"'))[0].startswith("Game 'hanio' is not known")
    assert "'a-sta' is not known" in refused(tmp_path, WHOLE.replace('"a-star"', '"a-sta"'))[0]
    lines = refused(tmp_path, WHOLE.replace('text = "Two discs.', 'text.de = "Zwei.'))
    assert any("'de' is not known" in line for line in lines)


@pytest.mark.parametrize(
    ("at", "line"),
    [
        (
            '"first cut"',
            "stop 2: 'first cut': there is no event with this number: this search has only 0 of this kind",
        ),
        ('"9th goal"', "stop 2: '9th goal': there is no event with this number: this search has only 1 of this kind"),
        ('"0th goal"', "stop 2: '0th goal': there is no event with this number: this search has only 1 of this kind"),
        ('"node 999 is expanded"', "stop 2: 'node 999 is expanded': this search has nodes #0 to #"),
        ('"node 4 is cut"', "stop 2: 'node 4 is cut': #4 never has this status"),
        (
            '"node 4 is eaten"',
            "stop 2: 'node 4 is eaten': there is no status 'eaten'; write one of these: generated, expanded",
        ),
        (
            '"some day"',
            "stop 2: 'some day': this event is not known; write the number of an event, start, end, 'first KIND'",
        ),
        ('"first banana"', "stop 2: 'first banana': this event is not known"),
        ("9999", "stop 2: 9999: this search has events 0 to"),
        ("-1", "stop 2: -1: this search has events 0 to"),
        ("true", "stop 2: at = True: this must be the number of an event"),
    ],
)
def test_stops_that_never_come(tmp_path: Path, at: str, line: str) -> None:
    """A stop at an event that never happens is refused with a line that says why."""
    lines = refused(tmp_path, WHOLE.replace('"the goal is generated"', at))
    assert any(each.startswith(line) for each in lines), lines


def test_stops_in_their_order_and_blanks_that_are_known(tmp_path: Path) -> None:
    """A stop out of order, a blank that has no value at its stop and a lone brace are refused with a line each; doubled
    braces are shown as single ones.
    """
    lines = refused(tmp_path, WHOLE.replace('at = "start"', 'at = "end"'))
    assert any("sort the stops by event" in line for line in lines)
    lines = refused(tmp_path, WHOLE.replace("{f}", "{alpha}"))
    assert any(line.startswith("stop 2: Blank 'alpha' is not known.") for line in lines)
    lines = refused(tmp_path, WHOLE.replace("{total_cost}", "{"))
    assert any(line.startswith("question: choice 1: ") for line in lines)
    assert "{x}" in give_text(tmp_path, WHOLE.replace("Two discs.", "Two {{x}}."))


def give_text(tmp_path: Path, text: str) -> str:
    """The text of the first stop of a lesson file."""
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(run_lesson(LessonRequest(open_lesson(str(path))), Context()).told["stops"][0]["text"])


def test_moments_are_those_of_the_record() -> None:
    """Every way to name an event finds the event in the trace."""
    trace = Trace()
    solve(load("hanoi", discs=2), "breadth-first", observe=trace)
    kinds = [str(event.kind) for event in trace.events]
    duplicates = [count for count, kind in enumerate(kinds, 1) if kind == "duplicate"]
    assert find_stops(trace, [0, "the first duplicate", "next duplicate"]) == [0, *duplicates[:2]]
    assert find_stops(trace, ["3rd duplicate", "last duplicate", "end"]) == [duplicates[2], duplicates[-1], len(trace)]
    goal = trace.goals()[-1]
    made, taken = trace.history(goal).made + 1, trace.history(goal).taken + 1
    assert find_stops(trace, ["the goal is generated", f"node {goal} is expanded", "goal is a goal"]) == [
        made,
        taken,
        len(trace),
    ]


def test_a_problem_beside_the_lesson(tmp_path: Path) -> None:
    """A problem file is found in the folder of the lesson, not in the current folder."""
    (tmp_path / "two.toml").write_text('game = "hanoi"\ndiscs = 2\n', encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(WHOLE.replace('"hanoi"\nsettings = { discs = 2 }', '"two.toml"'), encoding="utf-8")
    assert len(run_lesson(LessonRequest(open_lesson(str(path))), Context()).told["stops"]) == 3
    assert read_lesson(path).problem == str(tmp_path / "two.toml")


OWN = """
from pathlib import Path
from langkah.games.hanoi.hanoi import Hanoi
Path(__file__).with_name("ran").touch()
class Mine(Hanoi):
    def __init__(self):
        super().__init__(discs=2)
"""


@pytest.fixture
def with_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a Python file; its subfolder `lessons` contains another Python file and a link to the
    first.
    """
    for folder in (tmp_path, tmp_path / "lessons"):
        folder.mkdir(exist_ok=True)
        (folder / "own.py").write_text(OWN, encoding="utf-8")
    (tmp_path / "lessons" / "linked.py").symlink_to(tmp_path / "own.py")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "named", ["../own.py", "FOLDER/own.py", "./own.py", "../lessons/own.py", "x:../own.py", "linked.py", "..\\\\own.py"]
)
def test_python_elsewhere_never_runs(named: str, with_python: Path) -> None:
    """A Python file outside the lesson's folder never runs, by any path and with or without trust."""
    named = named.replace("FOLDER", str(with_python))
    path = with_python / "lessons" / "mine.toml"
    text = WHOLE.replace('"hanoi"\nsettings = { discs = 2 }', f'"{named}:Mine"')
    path.write_text(text, encoding="utf-8")
    for trust in (False, True):
        with pytest.raises(BadInput, match="in the folder of the lesson"):
            open_lesson(str(path), trust=trust)
    (with_python / "lessons" / "levels").mkdir()
    level = with_python / "lessons" / "levels" / "one.toml"
    level.write_text('problem = "../own.py:Mine"\n', encoding="utf-8")
    path.write_text(text.replace(f'"{named}:Mine"', '"levels/one.toml"'), encoding="utf-8")
    with pytest.raises(BadInput, match="would run"):
        open_lesson(str(path))
    (with_python / "lessons" / "above.jsonl").write_text('{"problem": "../own.py:Mine"}\n', encoding="utf-8")
    path.write_text(text.replace(f'"{named}:Mine"', '"above.jsonl:1"'), encoding="utf-8")
    with pytest.raises(BadInput):
        run_lesson(LessonRequest(open_lesson(str(path), trust=True)), Context())
    assert not list(with_python.rglob("ran"))


def test_python_beside_a_lesson_runs_only_when_trusted(with_python: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A Python file beside the lesson is refused with a clear line; with --trust it runs, and never the file of the
    same name in the current folder.
    """
    path = with_python / "lessons" / "mine.toml"
    path.write_text(WHOLE.replace('"hanoi"\nsettings = { discs = 2 }', '"own.py:Mine"'), encoding="utf-8")
    assert main(["lesson", str(path), "--check"]) == 2
    told = capsys.readouterr().err
    assert f"would run {path.parent / 'own.py'} with your permissions" in told
    assert "--trust" in told
    assert not list(with_python.rglob("ran"))
    assert main(["lesson", str(path), "--check", "--trust"]) == 0
    assert list(with_python.rglob("ran")) == [path.parent / "ran"]
    (path.parent / "own.py").unlink()
    assert main(["lesson", str(path), "--check", "--trust"]) == 2
    assert not (with_python / "ran").exists()


def test_the_task(tmp_path: Path) -> None:
    """The web app's tasks return the list of lessons and a lesson with its recording; the name of a file is refused as
    the name of a lesson.
    """
    store = ProblemCatalogue()
    assert [each["name"] for each in run_task("lessons", {}, Context(), store)["lessons"]] == list(BUILT_IN)
    data = run_task("lesson", {"name": "alpha-beta"}, Context(), store)
    assert data["players"]
    assert data["lesson"]["stops"][-1]["at"] == len(data["events"]["kind"])
    (tmp_path / "mine.toml").write_text(WHOLE, encoding="utf-8")
    for name in (str(tmp_path / "mine.toml"), "../a-star", "a-star.toml", "roads"):
        with pytest.raises(BadInput, match="is not known"):
            run_task("lesson", {"name": name}, Context(), store)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command lists lessons, prints a whole lesson at once if input is not interactive, writes HTML, checks a file,
    prints JSON and refuses wrong names clearly.
    """
    assert main(["lesson"]) == 0
    assert "branch-and-bound" in capsys.readouterr().out
    assert main(["lesson", "greedy", "--lang", "id"]) == 0
    assert "hanya mengekspansi 3 simpul, tetapi lintasannya berbiaya 17." in capsys.readouterr().out
    page = tmp_path / "x.html"
    assert main(["lesson", "alpha-beta", "--html", str(page)]) == 0
    assert '"lesson":{"name":"alpha-beta"' in page.read_text(encoding="utf-8")
    capsys.readouterr()
    path = tmp_path / "mine.toml"
    path.write_text(WHOLE, encoding="utf-8")
    assert main(["lesson", str(path), "--check"]) == 0
    assert "3 stops, all found" in capsys.readouterr().out
    assert main(["lesson", "minimax", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["name"], told["algorithm"]) == ("minimax", "minimax")
    assert main(["lesson", "minmax"]) == 2
    assert "Did you mean minimax?" in capsys.readouterr().err
    assert main(["lesson", str(tmp_path / "none.toml")]) == 2
    assert "there is no such file" in capsys.readouterr().err


def test_a_lesson_in_the_terminal() -> None:
    """Enter goes on, b goes back, a wrong answer is explained and the question repeated, and q leaves at once."""
    answer = given("greedy")
    stops, lines = answer.told["stops"], list[str]()
    keys = iter(["", "b", *[""] * len(stops), "1", "2", "2", "x", "1"])
    play_lesson(answer, lambda _prompt: next(keys), lines.append, plain=True)
    assert next(keys, None) is None
    text = " ".join(" ".join(lines).split())
    for stop in stops:
        assert stop["text"] in text
    asked = answer.told["questions"][-1]
    replies = [each["reply"] for each in asked["choices"]]
    onward = "Next lesson: A* (langkah lesson a-star)"
    assert lines[-4:] == [replies[1], replies[0], "", onward]
    short = list[str]()
    play_lesson(answer, lambda _prompt: "q", short.append, plain=False)
    assert stops[1]["text"] not in " ".join(short)
    told = list(tell_lesson(answer))
    assert replies[0] in told[-3]
    assert told[-1] == onward
