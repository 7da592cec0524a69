"""Questions of lessons, of every kind: right answers come from the trace and the rules, mistakes are reported with
their place in the file, and the terminal judges answers as the web app does.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from langkah import BadInput
from langkah.apps.terminal.lesson_question import judge_answer
from langkah.legal_runs import begin_run
from langkah.lessons import BUILT_IN
from langkah.lessons.toml_places import TomlPlaces
from langkah.tasks.context import Context
from langkah.tasks.lesson import LessonAnswer, LessonRequest, open_lesson, run_lesson
from langkah.tracing import Kind

HEAD = """title = "Mine"
problem = "tiles"
settings = { start = "1 2 3/4 0 6/7 5 8" }
search = { algorithm = "a-star" }

[[stops]]
at = "first expansion"
text = "Go."
"""


def give(tmp_path: Path, text: str) -> LessonAnswer:
    """A lesson, run from a file with the given questions."""
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + text, encoding="utf-8")
    return run_lesson(LessonRequest(open_lesson(str(path))), Context())


def test_right_answers_come_from_the_record(tmp_path: Path) -> None:
    """The right answers come from the trace: h of a node, the order of the queue with ties, a node that is never
    expanded, and the next node.
    """
    answer = give(
        tmp_path,
        """
[[questions]]
kind = "number"
at = "node 1 is generated"
text = "h?"
answer = ["{h}", 99]
reply = "{h}"
[[questions]]
kind = "order"
at = 6
text = "order?"
reply = "yes"
[[questions]]
kind = "node"
which = "never expanded"
at = 6
text = "which?"
reply = "yes"
wrong = "not {node}"
[[questions]]
kind = "node"
at = 6
text = "next?"
reply = "yes"
""",
    )
    number, order, never, coming = answer.told["questions"]
    trace, problem = answer.trace, answer.problem
    assert number["answers"] == [str(trace.node(1).estimate), "99"]
    places = dict(zip((each["node"] for each in order["choices"]), order["right"], strict=True))
    frontier = trace.after(6).frontier()
    assert sorted(places) == sorted(event.node for event in frontier)
    for one in frontier:
        for other in frontier:
            assert (one.total < other.total) == (places[one.node] < places[other.node])
    taken = {event.node for event in trace.events if event.kind is Kind.TAKE}
    assert {never["choices"][place]["node"] for place in never["right"]} == {
        event.node for event in frontier if event.node not in taken
    }
    run: Any = begin_run(problem, "a-star")
    run.take(0)
    legal = {problem.key(node.state) for node in run.list_legal()}
    found = {problem.key(trace.node(coming["choices"][place]["node"]).state) for place in coming["right"]}
    assert found == legal
    assert trace.events[coming["then"]].kind is Kind.TAKE


@pytest.mark.parametrize("name", BUILT_IN)
def test_steps_of_the_reader_are_those_of_the_search(name: str) -> None:
    """In every lesson, the steps to choose are in order, the node that the search expands is a right choice, and some
    other choice is wrong.
    """
    answer = run_lesson(LessonRequest(open_lesson(name)), Context())
    for stop in answer.told["stops"]:
        last = stop["at"]
        for step in stop["be"]:
            assert last <= step["at"] < step["then"]
            last = step["at"]
            assert 0 < len(step["right"]) < len(step["choices"])
            assert all(each["reply"] for each in step["choices"])
            if step["kind"] == "node":
                event = answer.trace.events[step["at"]]
                assert event.kind is Kind.TAKE
                assert event.node in [step["choices"][place]["node"] for place in step["right"]]


def test_the_terminal_judges(tmp_path: Path) -> None:
    """The terminal judges numbers, orders with ties, questions for all right answers and questions for any right
    answer; input that is no answer gets no verdict.
    """
    del tmp_path
    plain: Any = {"text": "", "at": 0, "then": 0, "choices": [], "right": [], "answers": [], "reply": "", "wrong": ""}
    number: Any = {**plain, "kind": "number", "answers": ["7", "3.5"], "reply": "good", "wrong": "bad"}
    answers = {"7": True, "7,0": True, "3,5": True, "+7": True, "8": False}
    assert {typed: (judge_answer(number, typed) or (None,))[0] for typed in answers} == answers
    assert judge_answer(number, "") is judge_answer(number, "seven") is None
    choices = [{"text": "", "reply": str(place), "node": -1} for place in range(3)]
    order: Any = {**plain, "kind": "order", "choices": choices, "right": [1, 0, 1]}
    judged = {typed: judge_answer(order, typed) for typed in ("2 1 3", "2 3 1", "1 2 3", "2 1", "9")}
    assert [each and each[0] for each in judged.values()] == [True, True, False, False, None]
    every: Any = {**plain, "kind": "all", "choices": choices, "right": [0, 2]}
    assert judge_answer(every, "3 1") == (True, "0 2")
    assert judge_answer(every, "1 2") == (False, "1")
    assert judge_answer(every, "1") == (False, "Right so far, but there are more right answers.")
    either: Any = {**plain, "kind": "choice", "choices": choices, "right": [0, 2]}
    assert [judge_answer(either, typed) for typed in ("1", "2", "3", "1 3")] == [
        (True, "0"),
        (False, "1"),
        (True, "2"),
        None,
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[[questions]]\nkind = "guess"\ntext = "?"', "line 11, column 1: question 1: Kind 'guess' is not known"),
        ('[[questions]]\n  kind = "number"\n  answer = true', "line 12, column 3: question 1: answer = True"),
        (
            '[[questions]]\nkind = "number"\ntext = "?"\nreply = "!"\nanswer = "{x}"',
            "line 10, column 1: question: Blank",
        ),
        ('[[questions]]\nkind = "order"\nmost = 1\ntext = "?"\nreply = "!"', "line 12, column 1: question 1: most = 1"),
        (
            '[[questions]]\nkind = "node"\nwhich = "best"\ntext = "?"',
            "line 12, column 1: question 1: which: Name 'best'",
        ),
        (
            '[[questions]]\nkind = "node"\nwhich = "cut"\ntext = "?"\nreply = "!"',
            "line 10, column 1: question: which =",
        ),
        (
            '[[questions]]\ntext = "?"\n[[questions.choices]]\ntext = "a"',
            "column 1: question 1: choice 1: reply is missing",
        ),
        (
            '[[questions]]\nat = "first cut"\nkind = "order"\ntext = "?"\nreply = "!"',
            "line 10, column 1: question: 'first cut': there is no event with this number: this search has only 0 of",
        ),
        (
            '[[stops]]\nat = "end"\ntext = "!"\nbe = 99',
            "line 13, column 1: stop 2: be = 99: this must be a whole number",
        ),
        (
            '[[stops]]\nat = "end"\ntext = "!"\nbe = 2',
            "line 10, column 1: stop 2: no node is expanded after this moment",
        ),
    ],
)
def test_mistakes_have_a_place(tmp_path: Path, text: str, line: str) -> None:
    """A mistake in a lesson file is reported with its line, its column and the question or stop."""
    with pytest.raises(BadInput) as found:
        give(tmp_path, f"\n{text}\n")
    assert any(line in each for each in found.value.lines), found.value.lines
    assert all(re.match(r".*mine\.toml, line \d+, column \d+: ", each) for each in found.value.lines)


def test_places_of_nested_lists() -> None:
    """In a TOML file, tables of a nested list are numbered from 1 again within each table of the outer list."""
    text = '[[q]]\n[[q.c]]\na = 1\n[[q.c]]\n a = 1\n[[q]]\n[[q.c]]\n  "a" = 1\n[one.two]\nb.en = 1\n'
    places = TomlPlaces(text)
    wanted = {("q 1.c 1", "a"): (3, 1), ("q 1.c 2", "a"): (5, 2), ("q 2.c 1", "a"): (8, 3), ("one.two", "b"): (10, 1)}
    assert {key: places.find(*key) for key in wanted} == wanted
    assert places.find("q 2", "none") == (6, 1)
    assert places.find("other", "a") is None
