"""Compares a packed form with its puzzle on a sample of states, and defines how much Python expands before compiled
code starts.
"""

from itertools import islice
from random import Random
from typing import Any

from langkah.errors import BadInput
from langkah.language import _
from langkah.model import ZERO, Cost, Estimate, Puzzle, Step
from langkah.packed import Packed
from langkah.settings import quote_value

PATIENCE_STATES = 60_000  # states that Python expands before compiled code starts; they solve most boards
PATIENCE_SECONDS = 1.0  # processor time of Python before compiled code starts
LARGE_STATES, LITTLE_PATIENCE = 5_000_000, 5_000  # states of a large space, and those that Python expands there

CHECKED_STATES = 20  # states compared with the packed form: near the start, and as many along a walk


def make_contradiction(problem: Puzzle[Any, Any], state: Any) -> BadInput:
    text = _("{problem}: at {state}, packed() contradicts steps() or is_goal().")
    return _make_difference(problem, text, state)


def _make_difference(problem: Puzzle[Any, Any], text: str, state: Any) -> BadInput:
    name = problem.name or type(problem).__name__
    return BadInput(text.format(problem=name, state=quote_value(state)), _("`langkah doctor` shows every difference."))


def hold_to_unit_cost(problem: Puzzle[Any, Any], packed: Packed[Any], state: Any, steps: list[Step[Any, Any]]) -> None:
    """Raise `BadInput` if the packed form promises unit cost, but a step in `steps`, which lead from `state`, has
    another cost.
    """
    for step in steps if packed.unit_cost else ():
        if step.cost != 1:
            text = _(
                "{problem}: packed() says that all steps cost 1 (unit_cost), but {move} from {state} costs {cost}."
            )
            name = problem.name or type(problem).__name__
            words = {"move": quote_value(problem.notation(step.move)), "state": quote_value(state), "cost": step.cost}
            raise BadInput(text.format(problem=name, **words))


def check_packed_form(problem: Puzzle[Any, Any], packed: Packed[Any], estimate: Estimate = ZERO) -> bool:
    """Compare a packed form with the puzzle on a sample of states. Raises `BadInput` unless goal tests, successors and,
    if the form packs them, step costs agree.

    The sample consists of the first states, some states along a random walk, and the first listed goals. If an estimate
    is given, it must equal the packed estimate. A puzzle defined only by its packed form is trusted. Returns False if
    some steps do not cost 1 and the packed form has no costs.
    """
    if type(problem).steps is Puzzle.steps or type(problem).is_goal is Puzzle.is_goal:
        return True
    if packed.pack(problem.start) != packed.start:
        raise make_contradiction(problem, problem.start)
    costs: set[Cost] = set()

    def look(state: Any) -> list[Any]:
        word, steps = packed.pack(state), list(problem.steps(state))
        _check_way_back(problem, packed, state, word)
        hold_to_unit_cost(problem, packed, state, steps)
        costs.update(step.cost for step in steps)
        after = {packed.pack(step.state): step.state for step in steps}
        if packed.is_goal(word) != bool(problem.is_goal(state)) or after.keys() != set(packed.successors(word)):
            raise make_contradiction(problem, state)
        if packed.costs and {(packed.pack(step.state), step.cost) for step in steps} != set(packed.list_steps(word)):
            text = _("{problem}: expand and steps() give different costs for the steps from {state}.")
            raise _make_difference(problem, text, state)
        if estimate is not ZERO and packed.guess(word) != max(estimate.of(problem, state), 0):
            text = _("{problem}: the packed estimate of {state} differs from estimate().")
            raise _make_difference(problem, text, state)
        return list(after.values())

    states, seen = [problem.start], {packed.start}
    for state in states:
        for each in look(state):
            if len(states) < CHECKED_STATES and packed.pack(each) not in seen:
                seen.add(packed.pack(each))
                states.append(each)
    rng, state = Random(0), states[-1]
    for _step in range(CHECKED_STATES):
        onward = look(state)
        state = rng.choice(onward) if onward else problem.start
    _check_listed_goals(problem, packed)
    return packed.costs or costs <= {1}


def _check_way_back(problem: Puzzle[Any, Any], packed: Packed[Any], state: Any, word: int) -> None:
    """Raise an error unless unpacking a packed state gives the same state, or an equivalent one with the same packed
    number.
    """
    try:
        again = packed.unpack(word)
    except NotImplementedError:
        return
    if again != state and packed.pack(again) != word:
        text = _(
            "{problem}: unpack(pack(state)) returns {again} for the state {state}, but pack() gives "
            "these two states different numbers."
        )
        name = problem.name or type(problem).__name__
        words = {"again": quote_value(again), "state": quote_value(state)}
        raise BadInput(text.format(problem=name, **words), _("`langkah doctor` shows every difference."))


def _check_listed_goals(problem: Puzzle[Any, Any], packed: Packed[Any]) -> None:
    """Raise an error if one of the first listed goals is not a goal of the packed form: a search could then prove,
    wrongly, that no solution exists.
    """
    for goal in islice(problem.goals() or (), CHECKED_STATES):
        if problem.is_goal(goal) and not packed.is_goal(packed.pack(goal)):
            raise make_contradiction(problem, goal)
