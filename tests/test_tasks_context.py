"""Tasks use their context: limits, progress reports and cancellation."""

import time
from typing import Any

import pytest

from langkah import Puzzle, load
from langkah.session import Session
from langkah.session.advice import Advisor, Least
from langkah.settings import quote_value
from langkah.tasks.advice import review_moves
from langkah.tasks.context import Context
from langkah.tasks.doctor import DoctorRequest, examine_problem
from langkah.tasks.problems import PositionRequest
from langkah.tasks.reproduce import ReproduceRequest, reproduce_papers
from langkah.tracing import Limit, Status


def test_the_doctor_keeps_its_context() -> None:
    """The doctor reports its progress, obeys limits, and stops at once when it is cancelled."""
    heard: list[int] = []
    request = DoctorRequest(load("hanoi", discs=5), "hanoi")
    report = examine_problem(request, Context(Limit(nodes=40), lambda stats: heard.append(stats.expanded)))
    assert report.states == max(heard) == 40
    assert heard == sorted(heard)
    calls = iter(range(10**9))
    report = examine_problem(request, Context(cancelled=lambda: next(calls) > 20))
    assert (report.limit, report.complete) == ("cancel", False)
    assert [check.looked for check in report.checks] == [0, 0], "those that look at no state"
    assert next(calls) < 30


def test_reproduce_keeps_its_context(langkah: Any) -> None:
    """A cancelled or stopped reproduction returns the papers recomputed so far, and names the limit."""
    parts: list[Any] = []
    answer = reproduce_papers(ReproduceRequest(), Context(cancelled=lambda: bool(parts), partial=parts.append))
    assert (list(answer.papers), answer.limit) == (["snakes-bnb"], "cancel")
    assert answer.as_dict() == {"papers": parts, "limit": "cancel"}
    whole = reproduce_papers(ReproduceRequest("hanoi-bfs"), Context())
    assert "limit" not in whole.as_dict()
    code, out, _err = langkah("reproduce", "--limit-seconds", "0.001")
    assert code == 4
    assert out.endswith("stopped at the time limit\n")


def test_a_review_divides_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """If every search uses all the time it gets, the parts of a review together use no more than the time limit."""
    session = Session(load("hanoi", discs=3))
    session.play("1-2")
    clock = [0.0]

    def search(_advisor: Advisor, _state: Any, limit: Limit, _cancelled: object) -> Least:
        assert limit.seconds is not None
        clock[0] += limit.seconds
        return Least(Status.STOPPED)

    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(Advisor, "least", search)
    monkeypatch.setattr(
        Session, "review", lambda _session, limit, _cancelled: search(session.advisor, 0, limit, None) and []
    )
    answer = review_moves(PositionRequest(session), Context(Limit(seconds=8)))
    assert (answer["lapses"], len(answer["curve"])) == ([], 2)
    assert 7 < clock[0] <= 8.001


def test_texts_of_values_without_end_are_short() -> None:
    """The text of a deeply nested value is cut short; written in full, the value would take gigabytes."""
    state: Any = 1
    for _time in range(60):
        state = (state, state)
    assert len(quote_value(state)) <= 60
    assert 10 < len(Puzzle.text(load("hanoi"), state)) < 2000
    assert Puzzle.text(load("hanoi"), ((1, 2), 3)) == "((1, 2), 3)"
