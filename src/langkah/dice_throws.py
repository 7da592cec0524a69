"""Lists the chance outcomes of a state and the decisions of its player; checks that probabilities add up to 1."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Chance, Game, Problem, S
from langkah.settings import quote_value


def check_chances(state: S, outcomes: Iterable[tuple[Any, S]]) -> list[tuple[Fraction, S]]:
    """The possible outcomes with exact fractions as probabilities. Raises `BadInput` if a probability is negative, or
    if the probabilities do not add up to 1.
    """
    found = [(chance, after) for chance, after in outcomes if chance]
    try:
        exact = [(chance if type(chance) is Fraction else Fraction(chance), after) for chance, after in found]
    except (TypeError, ValueError, OverflowError):  # not a number, or not a finite one
        exact = []
    parts: dict[int, int] = {}  # numerators by denominator, which needs far fewer additions of fractions
    for chance, _after in exact:
        parts[chance.denominator] = parts.get(chance.denominator, 0) + chance.numerator
    whole = sum((Fraction(part, size) for size, part in parts.items()), Fraction(0))
    if whole != 1 or any(chance.numerator < 0 for chance, _after in exact):
        text = _("in state {state} the chances are {chances}: they must be positive and add up to 1")
        chances = ", ".join(str(chance) for chance, _after in exact or found)
        raise BadInput(text.format(state=quote_value(state), chances=chances or 0))
    return exact


def list_unlisted_throws(problem: Any, state: S, outcomes: Iterable[tuple[Any, S]]) -> list[S]:
    """The states to which the dice can lead although no step leads to them. In a puzzle, the dice may also leave the
    state as it is; in a two-player game, this needs a step.
    """
    legal = {problem.key(step.state) for step in problem.steps(state)}
    legal |= set() if isinstance(problem, Game) else {problem.key(state)}
    return [after for chance, after in outcomes if chance and problem.key(after) not in legal]


def list_decisions(problem: Chance[S], state: S) -> list[tuple[str, list[tuple[Fraction, S]]]]:
    """The options of the player: the name or number of each option, and its chance outcomes."""
    found = problem.decisions(state)
    named = found.items() if isinstance(found, Mapping) else ((str(n), each) for n, each in enumerate(found, 1))
    return [(str(name), list(outcomes)) for name, outcomes in named]


def has_decisions(problem: object) -> bool:
    """Whether the player of a dice game has decisions to make."""
    return isinstance(problem, Chance) and type(problem).decisions is not Chance.decisions


def list_dice(problem: Problem[S, Any], state: S) -> list[tuple[Fraction, S]]:
    """The possible outcomes of the dice in a state of a two-player game, after checking their probabilities. The list
    is empty if a player moves or the game is over.
    """
    if not isinstance(problem, Game) or not isinstance(problem, Chance) or problem.outcome(state) is not None:
        return []
    outcomes = list(problem.chances(state))
    return check_chances(state, outcomes) if outcomes else []
