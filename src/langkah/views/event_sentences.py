"""A sentence for every event of a search. There are three sets of sentences: for searches with a frontier, for searches
that only walk down and back up the tree, and for games between MAX and MIN.
"""

from typing import Any

from langkah.language import N_, _
from langkah.model import Problem
from langkah.tracing import Event, Kind, Trace, format_cost
from langkah.tracing.events import MAKES
from langkah.tracing.points import describe_value, format_points, get_level

SENTENCES = {
    Kind.OPEN: N_("#{n} is generated from #{parent} by move {move} and put into the frontier."),
    Kind.TAKE: N_("#{n} is taken from the frontier."),
    Kind.DUPLICATE: N_("#{n} is dropped: {why}."),
    Kind.PRUNE: N_("#{n} is dropped: {why}."),
    Kind.GOAL: N_("#{n} is a goal."),
    Kind.RESTART: N_("A new round begins, with the bound {bound}."),
    Kind.VALUE: N_("The value of #{n} is known: {why}."),
    Kind.UPDATE: N_("The best child of #{n} ({level}) so far is #{other}: {value}."),
    Kind.CUT: N_("The other moves of #{n} are cut off: {why}."),
    Kind.BACK: N_("The move to #{n} is taken back: nothing is left to try below it. Back to #{other}."),
}
FIRST = N_("#{n} is put into the frontier: the search begins.")
WALK_SENTENCES = {  # for searches without a frontier
    **SENTENCES,
    Kind.OPEN: N_("From #{parent} the search tries move {move}: #{n}."),
    Kind.TAKE: N_("The search goes on from #{n}."),
    Kind.PRUNE: N_("From #{parent} the search tries move {move} (#{n}) and takes it back at once: {why}."),
}
FIRST_STEP = N_("The search begins at #{n}.")
BY_CHANCE = N_("A chance event leads from #{parent} to #{n}.")
GAME_SENTENCES = {  # for games between MAX and MIN
    **SENTENCES,
    Kind.OPEN: N_("Move {move} leads from #{parent} to #{n}."),
    Kind.TAKE: N_("#{n} is examined: {level} is to move."),
    Kind.DUPLICATE: N_("#{n} need not be examined: {why}."),
    Kind.PRUNE: N_("#{n} is cut off: {why}."),
}
WITH_BOUNDS = N_("Move {move} leads from #{parent} to #{n}, with alpha {alpha} and beta {beta}.")
DICE_FALL = N_("#{n} is examined: the dice are rolled.")
BACKED_UP = {
    "": N_("The value of #{n} is the average over all rolls of the dice: {why}."),
    "max": N_("The value of #{n} (MAX) is the greatest of its children: {why}."),
    "min": N_("The value of #{n} (MIN) is the least of its children: {why}."),
}
ENOUGH = N_("The value of #{n} ({level}) is {why}; its exact value is not needed.")
RAISED = {
    "max": N_("The best child of #{n} (MAX) so far is #{other}: alpha rises to {alpha}."),
    "min": N_("The best child of #{n} (MIN) so far is #{other}: beta falls to {beta}."),
}
JUST_BELOW = N_(
    "The best child of #{n} (MAX) so far is #{other}, {value}: "
    "alpha rises to {alpha}, just below it, so that equally good moves are found too."
)


def describe_event(problem: Problem[Any, Any], trace: Trace, index: int) -> str:
    """Describe an event in a sentence."""
    event = trace.events[index]
    why = describe_value(event) if event.kind is Kind.VALUE else event.why
    bound = "" if event.bound is None else format_cost(event.bound)
    numbers = {"alpha": event.alpha, "beta": event.beta, "value": event.bound}
    told = {name: format_points(number) for name, number in numbers.items() if number is not None}
    if event.node >= 0:
        told["level"] = get_level(trace.node(event.node))
        told["move"] = "" if event.move is None or event.kind not in MAKES else problem.notation(event.move)
    by_chance = event.kind is Kind.OPEN and event.parent >= 0 and not told["move"]
    text = _(BY_CHANCE if by_chance else _find_sentence(trace, event))
    return text.format(n=event.node, parent=event.parent, other=event.other, why=why, bound=event.why or bound, **told)


def _find_sentence(trace: Trace, event: Event) -> str:
    """The sentence that fits an event, with placeholders for node numbers and values."""
    walks = trace.keeps_path()
    if event.kind is Kind.OPEN and event.parent < 0:
        return FIRST_STEP if walks else FIRST
    if not trace.has_players():
        return (WALK_SENTENCES if walks else SENTENCES)[event.kind]
    if event.kind is Kind.OPEN and event.alpha is not None:
        return WITH_BOUNDS
    if event.kind is Kind.VALUE and trace.history(event.node).children:
        return ENOUGH if event.why[:1] in "≤≥" else BACKED_UP[event.side]
    if event.kind is Kind.UPDATE and event.alpha is not None:
        return JUST_BELOW if event.side == "max" and event.alpha != event.bound else RAISED[event.side]
    if event.kind is Kind.TAKE and not trace.node(event.node).side:
        return DICE_FALL
    return GAME_SENTENCES[event.kind]
