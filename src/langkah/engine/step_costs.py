"""Finds the step costs of a space, because explorations only count steps. The costs are reported if not all of them are
1. In a small space, the least costs to all states are also measured.
"""

import time
from collections.abc import Hashable
from heapq import heappop, heappush
from itertools import count, islice
from typing import Any, NamedTuple

from langkah.model import Cost, Puzzle
from langkah.run import check_step_cost
from langkah.tracing import Cancelled, cost_to_json

PROBED_STATES, PROBED_STEPS, PROBE_SECONDS = 100, 64, 0.1  # the sample near the start: states, steps per state, time
MEASURED_STATES, MEASURE_SECONDS = 60_000, 2.0  # the largest space, and the time, for measuring all costs


class StepCosts(NamedTuple):
    """The step costs of the whole space, or of the states near the start."""

    lowest: Cost
    highest: Cost
    whole: bool = False  # whether every step was examined
    nearest_goal: Cost | None = None  # the least cost to a goal, if the whole space was measured
    farthest: Cost | None = None  # the largest of the least costs to all states

    def as_dict(self) -> dict[str, Any]:
        """The costs as plain JSON values."""
        values = self._asdict().items()
        return {name: value if isinstance(value, bool) else cost_to_json(value) for name, value in values}


def find_step_costs(puzzle: Puzzle[Any, Any], states: int | None, cancelled: Cancelled | None) -> StepCosts | None:
    """The step costs; None if all examined steps cost 1. `states`: the number of states, if known."""
    costs, is_all = _probe_costs(puzzle)
    if costs <= {1} and (is_all or states is None or states > MEASURED_STATES):
        return None
    if states is not None and states <= MEASURED_STATES and (found := _measure_costs(puzzle, cancelled)):
        return None if found.lowest == found.highest == 1 else found
    return StepCosts(min(costs), max(costs), is_all) if costs - {1} else None


def _probe_costs(puzzle: Puzzle[Any, Any]) -> tuple[set[Cost], bool]:
    """The step costs near the start, and whether all steps of the space were examined."""
    states, seen, costs = [puzzle.start], {puzzle.key(puzzle.start)}, set[Cost]()
    ends, is_all = time.perf_counter() + PROBE_SECONDS, True
    for state in states:
        steps = list(islice(puzzle.steps(state), PROBED_STEPS + 1))
        is_all = is_all and len(steps) <= PROBED_STEPS
        for step in steps:
            costs.add(check_step_cost(step, state).cost)
            if puzzle.key(step.state) in seen:
                continue
            if len(states) < PROBED_STATES:
                seen.add(puzzle.key(step.state))
                states.append(step.state)
            else:
                is_all = False
        if time.perf_counter() > ends:
            return costs, is_all and state is states[-1]
    return costs, is_all


def _measure_costs(puzzle: Puzzle[Any, Any], cancelled: Cancelled | None) -> StepCosts | None:
    """The step costs of the whole space: the lowest and the highest cost of a step, the least cost to a goal, and the
    largest of the least costs to all states. Uses Dijkstra's algorithm; None if the time is up, if the work was
    cancelled, or if there are no steps.
    """
    order, ends = count(), time.perf_counter() + MEASURE_SECONDS
    done: dict[Hashable, Cost] = {}
    heap: list[tuple[Cost, int, Any]] = [(0, next(order), puzzle.start)]
    highest: Cost = 0
    farthest: Cost = 0
    lowest: Cost | None = None
    nearest: Cost | None = None
    while heap:
        spent, number, state = heappop(heap)
        key = puzzle.key(state)
        if key in done:
            continue
        if number % 256 == 0 and (time.perf_counter() > ends or (cancelled is not None and cancelled())):
            return None
        done[key] = farthest = spent
        if nearest is None and puzzle.is_goal(state):
            nearest = spent
        for step in puzzle.steps(state):
            lowest = step.cost if lowest is None else min(lowest, step.cost)
            highest = max(highest, check_step_cost(step, state).cost)
            if puzzle.key(step.state) not in done:
                heappush(heap, (spent + step.cost, next(order), step.state))
    return None if lowest is None else StepCosts(lowest, highest, True, nearest, farthest)
