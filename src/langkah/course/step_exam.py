"""Writes a search by hand as a web page that needs no server. At each step, the page asks which node is expanded next.

Every node that the rules of the algorithm allow to be expanded next counts as right.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from langkah.language import _
from langkah.legal_runs import begin_run
from langkah.legal_runs.record import RecordedRun
from langkah.model import Problem
from langkah.search.options import SearchRequest
from langkah.tracing import Result, Status
from langkah.views.replay import make_replay_page

MOST_STEPS = 60  # expansions that the questions cover
CHOICE_COUNT = 8  # nodes to choose from


def make_exam_page(problem: Problem[Any, Any], algorithm: str, estimate: str | None) -> str:
    """The web page with the questions. While they are answered, the search tree of one run of the algorithm grows."""
    recorded: RecordedRun[Any, Any] = RecordedRun(begin_run(problem, algorithm, SearchRequest(estimate=estimate)))
    questions = list(_ask_steps(recorded))
    name = recorded.run.rules.estimate.name if recorded.run.value_name in ("f", "h") else ""
    result: Result[Any, Any] = Result(problem.name, algorithm, Status.STOPPED, estimate=name, source=problem)
    return make_replay_page(problem, recorded.trace, result, verdict="", exam=questions)


def _ask_steps(recorded: RecordedRun[Any, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield a question for each step at which the frontier has two or more nodes. Regardless of the answer, the run
    then expands the first node that the rules of the algorithm allow.
    """
    run = recorded.run
    while not run.over and len(run.taken) < MOST_STEPS:
        legal, at, waiting = run.find_legal(), len(recorded.trace), sorted(run.list_waiting())
        others = [number for number in waiting if number not in legal][: CHOICE_COUNT - 1]
        chosen = sorted([*legal[: CHOICE_COUNT - len(others)], *others])
        replies = [
            _("right: {state} may be expanded next").format(state=run.label(run.nodes[number]))
            if number in legal
            else _("no: {why}").format(why=run.explain(run.nodes[number].state))
            for number in chosen
        ]
        recorded.take(legal[0])
        if len(waiting) > 1:
            yield {
                "at": at,
                "node": -1,
                "ask": _("Which node is expanded next?"),
                "answer": chosen.index(legal[0]),
                "right": [place for place, number in enumerate(chosen) if number in legal],
                "then": len(recorded.trace),
                "choices": [
                    {"node": number, "label": "", "costs": "", "reply": reply}
                    for number, reply in zip(chosen, replies, strict=True)
                ],
            }
