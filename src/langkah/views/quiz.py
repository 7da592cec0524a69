"""'Which node is taken next?': questions made from any trace, and what is said to each answer.

A question stands at a moment when at least two nodes wait. The choices are some of them, the right one among them;
where a search takes nodes by cost, a wrong choice is explained by the costs, else by the order of the queue.
"""

from random import Random
from typing import NamedTuple

from langkah.language import _
from langkah.trace import Cursor, Event, Kind, Trace, format_cost

CHOICES = 5


class Question(NamedTuple):
    """After `at` events: which of these nodes is taken next? `answer` is the right one, `replies` what is said to each
    choice."""

    at: int
    choices: tuple[int, ...]
    answer: int
    replies: tuple[str, ...]

    def reply(self, node: int) -> str:
        """What is said to whoever chooses a node."""
        return self.replies[self.choices.index(node)]


def make_questions(trace: Trace, count: int = 10, seed: int = 0) -> list[Question]:
    """Up to `count` questions, spread over the search, always the same for the same seed."""
    sizes = trace.sizes()
    moments = [at for at, event in enumerate(trace.events) if event.kind is Kind.TAKE and at and sizes[at - 1] >= 2]
    random = Random(seed)
    chosen = sorted(random.sample(moments, min(count, len(moments))))
    cursor, costs = Cursor(trace), trace.ordered_by_cost()
    return [_make_question(trace.events[at], cursor.seek(at).frontier(), at, random, costs=costs) for at in chosen]


def _make_question(right: Event, frontier: list[Event], at: int, random: Random, *, costs: bool) -> Question:
    # The nodes next in line are the likeliest mistakes, so most choices come from there.
    others = [event.node for event in frontier if event.node != right.node]
    near, far = others[: CHOICES // 2], others[CHOICES // 2 :]
    picked = [right.node, *near, *random.sample(far, min(len(far), CHOICES - 1 - len(near)))]
    random.shuffle(picked)
    places = {event.node: place for place, event in enumerate(frontier)}

    def reply(node: int) -> str:
        if node == right.node:
            return _("right: #{n} comes first of {all}").format(n=node, all=len(frontier))
        own, least = frontier[places[node]].total, frontier[places.get(right.node, 0)].total
        if costs and own != least:
            text = _("no: #{n} has {cost}, but #{right} only {least}")
            return text.format(n=node, cost=format_cost(own), right=right.node, least=format_cost(least))
        text = _("no: #{n} is number {place} in the frontier; #{right} comes first")
        return text.format(n=node, place=places[node] + 1, right=right.node)

    return Question(at, tuple(picked), right.node, tuple(map(reply, picked)))
