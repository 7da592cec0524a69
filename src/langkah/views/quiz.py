"""'Which node is taken next?': questions made from any trace, and the marking of answers.

A question stands at a moment when at least two nodes wait. The choices are some of them, the right one among them;
where a search takes nodes by cost, a wrong choice is explained by the costs, else by the order of the queue.
"""

from random import Random
from typing import NamedTuple

from langkah.language import _
from langkah.trace import Cursor, Event, Kind, Trace
from langkah.views.table import format_cost, is_ordered_by_cost

CHOICES = 5


class Question(NamedTuple):
    """After `at` events: which of these nodes is taken next? `answer` is the number of the right one."""

    at: int
    choices: tuple[int, ...]
    answer: int


class _AnswerMark(NamedTuple):
    """Whether an answer is right, and why."""

    right: bool
    text: str


def make_questions(trace: Trace, count: int = 10, seed: int = 0) -> list[Question]:
    """Up to `count` questions, spread over the search, always the same for the same seed."""
    sizes = trace.sizes()
    moments = [at for at, event in enumerate(trace.events) if event.kind is Kind.TAKE and at and sizes[at - 1] >= 2]
    random = Random(seed)
    chosen = sorted(random.sample(moments, min(count, len(moments))))
    cursor = Cursor(trace)
    return [_make_question(trace.events[at].node, cursor.seek(at).frontier(), at, random) for at in chosen]


def _make_question(answer: int, frontier: list[Event], at: int, random: Random) -> Question:
    """A question at one moment; the nodes next in line are the likeliest mistakes, so most choices come from there."""
    others = [event.node for event in frontier if event.node != answer]
    near, far = others[: CHOICES // 2], others[CHOICES // 2 :]
    picked = [answer, *near, *random.sample(far, min(len(far), CHOICES - 1 - len(near)))]
    random.shuffle(picked)
    return Question(at, tuple(picked), answer)


def mark_answer(trace: Trace, question: Question, answer: int) -> _AnswerMark:
    """Mark one answer."""
    frontier = trace.after(question.at).frontier()
    place = {event.node: index for index, event in enumerate(frontier, 1)}
    right, chosen = trace.node(question.answer), trace.node(answer)
    if answer == question.answer:
        return _AnswerMark(True, _("right: #{n} comes first of {all}").format(n=answer, all=len(frontier)))
    if is_ordered_by_cost(trace) and right.total != chosen.total:
        text = _("no: #{n} has {cost}, but #{right} only {least}")
        return _AnswerMark(
            False,
            text.format(
                n=answer, cost=format_cost(chosen.total), right=question.answer, least=format_cost(right.total)
            ),
        )
    text = _("no: #{n} is number {place} in the frontier; #{right} comes first")
    return _AnswerMark(False, text.format(n=answer, place=place.get(answer, "-"), right=question.answer))


class Score:
    """Right answers out of how many."""

    def __init__(self) -> None:
        self.right = self.asked = 0

    def add(self, mark: _AnswerMark) -> None:
        """Count an answer."""
        self.asked += 1
        self.right += mark.right

    def __str__(self) -> str:
        return _("{right} of {asked} right").format(right=self.right, asked=self.asked)
