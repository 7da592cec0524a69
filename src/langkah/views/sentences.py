"""Sentences shared by all descriptions of searches and games of chance: answers, titles, and what was omitted."""

from fractions import Fraction
from math import isinf
from typing import Any

from langkah.language import _, format_number, format_plural, format_probability
from langkah.model import Game, Problem, Puzzle
from langkah.search import get_algorithm_title
from langkah.tracing import Result, Status, Trace, simplify_cost

MOST_DIGITS = 200  # the longest fraction that is still readable

# Searches


def format_heading(result: Result[Any, Any]) -> str:
    """A title with the name of the search and of its problem."""
    return _("{algorithm} on {problem}").format(algorithm=name_search(result), problem=result.problem)


def name_search(result: Result[Any, Any]) -> str:
    """The display name of a search, with the name of its heuristic if there is one: 'A* (manhattan)'."""
    return get_algorithm_title(result.algorithm, result.estimate)


def describe_left_out(trace: Trace) -> str:
    """A sentence that says how many events of a search the trace does not contain; "" if the trace is complete."""
    text = _("Showing the first {n} of {all} events.")
    shown, omitted = len(trace), trace.left_out
    return text.format(n=format_number(shown), all=format_number(shown + omitted)) if omitted else ""


def format_verdict(problem: Problem[Any, Any], result: Result[Any, Any]) -> str:
    """The answer of a search in one phrase."""
    if result.probability is not None:
        about = format_probability(result.probability, ".6f")
        rounded = isinstance(result.probability, float) or len(str(result.probability)) > MOST_DIGITS
        return (
            _("chance {p}").format(p=about)
            if rounded
            else _("chance {p} = {about}").format(p=result.probability, about=about)
        )
    if result.status is Status.IMPOSSIBLE:
        return _("proved to have no solution")
    if result.status is Status.STOPPED:
        best = (
            _("; best so far: cost {cost}").format(cost=format_number(simplify_cost(result.cost)))
            if result.cost is not None
            else ""
        )
        return _("stopped") + best
    if isinstance(problem, Game):
        words = {"win": _("a win for the side to move"), "loss": _("a loss for the side to move"), "draw": _("a draw")}
        return words[result.value]
    if result.solutions is not None:
        return _describe_solutions(problem, result)
    proved = _("proved to be the least") if result.optimal else _("not proved to be the least")
    cost = format_number(simplify_cost(result.cost))
    if isinstance(problem, Puzzle) and result.cost is not None and (worth := problem.describe_cost(result.cost)):
        return _("solved, {worth}, cost {cost}, {proved}").format(worth=worth, cost=cost, proved=proved)
    return _("solved, cost {cost}, {proved}").format(cost=cost, proved=proved)


def _describe_solutions(problem: Problem[Any, Any], result: Result[Any, Any]) -> str:
    """The number of solutions and, if their costs can differ and the best one is proved, the cost of the best one."""
    told = format_plural("{n} solution", "{n} solutions", result.solutions or 0)
    if not isinstance(problem, Puzzle) or problem.level_cost or not result.optimal or result.cost is None:
        return told
    worth = problem.describe_cost(result.cost)
    cost = _("cost {cost}").format(cost=format_number(simplify_cost(result.cost)))
    return _("{solutions}; the best: {worth}").format(solutions=told, worth=worth or cost)


# Games of chance


def format_change(effect: float) -> str:
    """The effect of a jump on the length of the game, in words."""
    if isinf(effect):
        return _("lets the game end")
    return _("{n} turns").format(n=format_number(effect, "+,.3f"))


def format_chance(chance: Fraction | None) -> str:
    """Format a probability, even one that is too small for a float."""
    if not chance:
        return "0"
    if chance > Fraction(1, 10**300):
        return format_probability(chance, ".6g")
    return _("about 10^{n}").format(n=len(str(chance.numerator)) - len(str(chance.denominator)))
