"""Quiz questions made from any trace, with a reply to each answer.

For searches with a frontier: 'Which node is expanded next?', asked when the frontier has at least two nodes. The
choices are some of these nodes, including the right one; a wrong choice is explained by the costs, if they order the
frontier, else by the order of the queue.

For searches that descend at once: alpha-beta 'Is this branch cut?', minimax 'Which value does the node get?',
backtracking 'Does the search go on from here?'.
"""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from langkah.language import _
from langkah.model import Problem
from langkah.tracing import Cursor, Event, Kind, Trace, format_cost
from langkah.tracing.points import format_points, get_level

CHOICE_COUNT = 5


class Question(NamedTuple):
    """The question 'Which node is expanded next?', asked after `at` events. `answer` is the right one of the `choices`,
    which are nodes; `replies` has the reply to each choice.
    """

    at: int
    choices: tuple[int, ...]
    answer: int
    replies: tuple[str, ...]

    def reply(self, node: int) -> str:
        """The reply to a chosen node."""
        return self.replies[self.choices.index(node)]


def make_questions(trace: Trace, count: int = 10, seed: int = 0) -> list[Question]:
    """Up to `count` questions, chosen at random moments of the search; the same seed gives the same questions."""
    sizes = trace.sizes()
    moments = [at for at, event in enumerate(trace.events) if event.kind is Kind.TAKE and at and sizes[at - 1] >= 2]
    random = Random(seed)
    chosen = sorted(random.sample(moments, min(count, len(moments))))
    cursor, costs = Cursor(trace), trace.ordered_by_cost()
    return [_make_question(trace.events[at], cursor.seek(at).frontier(), at, random, costs=costs) for at in chosen]


def _make_question(right: Event, frontier: list[Event], at: int, random: Random, *, costs: bool) -> Question:
    # The nodes at the front of the queue are the likeliest mistakes, so most choices come from there.
    others = [event.node for event in frontier if event.node != right.node]
    near, far = others[: CHOICE_COUNT // 2], others[CHOICE_COUNT // 2 :]
    picked = [right.node, *near, *random.sample(far, min(len(far), CHOICE_COUNT - 1 - len(near)))]
    random.shuffle(picked)
    places = {event.node: place for place, event in enumerate(frontier)}

    def reply(node: int) -> str:
        if node == right.node:
            return _("right: of the {all} nodes in the frontier, #{n} comes first").format(n=node, all=len(frontier))
        own, least = frontier[places[node]].total, frontier[places.get(right.node, 0)].total
        if costs and own != least:
            text = _("no: the value of #{n} is {cost}, but that of #{right} is only {least}")
            return text.format(n=node, cost=format_cost(own), right=right.node, least=format_cost(least))
        text = _("no: #{n} is number {place} in the frontier; #{right} comes first")
        return text.format(n=node, place=places[node] + 1, right=right.node)

    return Question(at, tuple(picked), right.node, tuple(map(reply, picked)))


class WalkQuestion(NamedTuple):
    """A question in words about node `node`, asked after `at` events. `answer` is the index of the right choice, and
    `replies` has the reply to each choice. The state after `then` events shows the answer.
    """

    at: int
    node: int
    ask: str
    choices: tuple[str, ...]
    answer: int
    replies: tuple[str, ...]
    then: int


def make_walk_questions(problem: Problem[Any, Any], trace: Trace, count: int = 10, seed: int = 0) -> list[WalkQuestion]:
    """Up to `count` questions about a search without a frontier, chosen at random moments of it; the same seed gives
    the same questions.
    """
    kinds = {event.kind for event in trace.events}
    if not trace.has_players():
        found = [] if Kind.VALUE in kinds else [*_ask_tries(problem, trace), *_ask_ways(trace)]
        found = found if kinds & {Kind.PRUNE, Kind.BACK} else []
    elif Kind.CUT in kinds:
        found = list(_ask_cuts(trace))
    else:
        found = list(_ask_values(trace))
    return sorted(Random(seed).sample(found, min(count, len(found))))


def _ask_ways(trace: Trace) -> Iterator[WalkQuestion]:
    """The questions 'Is there anything left to try?': one each time the search, at a node, either generates a child
    next or returns to the parent.
    """
    for at, (event, after) in enumerate(pairwise(trace.events), 1):
        node = event.other if event.kind is Kind.BACK else event.node
        back = after.kind is Kind.BACK and after.node == node
        if event.kind not in (Kind.TAKE, Kind.BACK) or not (back or (after.kind is Kind.OPEN and after.parent == node)):
            continue
        ask = _("The search is at #{n}. Is there anything left to try below #{n}, or is #{n} taken back?").format(
            n=node
        )
        text = _("nothing is left to try below #{n}") if back else _("the search can still go on from #{n}")
        right, wrong = (sign.format(why=text.format(n=node)) for sign in (_("right: {why}"), _("no: {why}")))
        replies = (wrong, right) if back else (right, wrong)
        yield WalkQuestion(
            at, node, ask, (_("the search goes on"), _("the move is taken back")), int(back), replies, at + 1
        )


def _ask_tries(problem: Problem[Any, Any], trace: Trace) -> Iterator[WalkQuestion]:
    """The questions 'Does the search go on from here?': one for every child that the search tries. There are none if no
    child breaks a rule, because the answer would always be yes.
    """
    some = any(event.kind is Kind.PRUNE for event in trace.events)
    for at, event in enumerate(trace.events if some else ()):
        if event.kind not in (Kind.OPEN, Kind.PRUNE) or event.parent < 0 or trace.history(event.node).made != at:
            continue
        kept = event.kind is Kind.OPEN
        ask = _(
            "From #{n} the search tries move {move} next. "
            "Does the search go on from there, or does it take the move back at once?"
        )
        why = _("the move breaks no rule") if kept else event.why
        right, wrong = _("right: {why}").format(why=why), _("no: {why}").format(why=why)
        yield WalkQuestion(
            at,
            event.parent,
            ask.format(n=event.parent, move=problem.notation(event.move)),
            (_("the search goes on"), _("the move is taken back")),
            int(not kept),
            (right, wrong) if kept else (wrong, right),
            at + 1,
        )


def _ask_cuts(trace: Trace) -> Iterator[WalkQuestion]:
    """The questions 'Is this branch cut?': one each time the value of a child updates its parent and the parent has
    more children.
    """
    for at, (event, after) in enumerate(pairwise(trace.events), 1):
        cut, bounds = after.kind is Kind.CUT, trace.bounds(event.node, at) if event.kind is Kind.UPDATE else None
        if bounds is None or not (cut or (after.kind is Kind.OPEN and after.parent == event.node)):
            continue
        alpha, beta = map(format_points, bounds)
        if alpha == beta and not cut:  # evaluations whose difference is too small to be shown
            continue
        ask = _("At #{n} ({player}) alpha is {alpha} now and beta is {beta}. Are its remaining branches cut off?")
        asked = ask.format(n=event.node, player=get_level(event), alpha=alpha, beta=beta)
        text = _("alpha {alpha} >= beta {beta}") if cut else _("alpha {alpha} < beta {beta}")
        why = text.format(alpha=alpha, beta=beta)
        right, wrong = _("right: {why}").format(why=why), _("no: {why}").format(why=why)
        choices = _("yes, they are cut off"), _("no, the search goes on")
        replies = (right, wrong) if cut else (wrong, right)
        yield WalkQuestion(at, event.node, asked, choices, int(not cut), replies, at + 1)


def _ask_values(trace: Trace) -> Iterator[WalkQuestion]:
    """The questions 'Which value does the node get?': one for every node whose children have different values."""
    for at, event in enumerate(trace.events):
        values = {trace.value(child, at) for child in trace.children(event.node)} if event.kind is Kind.VALUE else set()
        known = sorted(value for value in values if value is not None)
        if len(known) < 2 or event.bound not in known:
            continue
        ask = _("All children of #{n} ({player}) now have values. Which value does #{n} get?")
        text = _("MAX takes the greatest: {value}") if event.side == "max" else _("MIN takes the least: {value}")
        why = text.format(value=format_points(event.bound or 0))
        right, wrong = _("right: {why}").format(why=why), _("no: {why}").format(why=why)
        yield WalkQuestion(
            at,
            event.node,
            ask.format(n=event.node, player=get_level(event)),
            tuple(map(format_points, known)),
            known.index(event.bound),
            tuple(right if value == event.bound else wrong for value in known),
            at + 1,
        )
