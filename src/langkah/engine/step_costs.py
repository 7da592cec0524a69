"""What steps cost, for explorations, which count steps: said wherever it is not 1, and measured where that is cheap."""

import time
from collections.abc import Hashable
from heapq import heappop, heappush
from itertools import count, islice
from typing import Any, NamedTuple

from langkah.model import Cost, Puzzle
from langkah.run import check_step_cost
from langkah.tracing import Cancelled, cost_to_json

PROBED_STATES, PROBED_STEPS, PROBE_SECONDS = 100, 64, 0.1  # near the start, looked at to see what steps cost
MEASURED_STATES, MEASURE_SECONDS = 60_000, 2.0  # of a space whose costs are all measured


class StepCosts(NamedTuple):
    """What steps cost: those of the whole space, or those near the start."""

    lowest: Cost
    highest: Cost
    whole: bool = False  # whether every step was looked at
    nearest_goal: Cost | None = None  # the least cost of a goal, where the whole space was measured
    farthest: Cost | None = None  # and that of the state to which the cheapest way is the dearest

    def as_dict(self) -> dict[str, Any]:
        """The costs as plain JSON values."""
        values = self._asdict().items()
        return {name: value if isinstance(value, bool) else cost_to_json(value) for name, value in values}


def find_step_costs(puzzle: Puzzle[Any, Any], states: int | None, cancelled: Cancelled | None) -> StepCosts | None:
    """What steps cost; None where all that were looked at cost 1. `states`: how many there are, where that is known."""
    costs, is_all = _probe_costs(puzzle)
    if costs <= {1} and (is_all or states is None or states > MEASURED_STATES):
        return None
    if states is not None and states <= MEASURED_STATES and (found := _measure_costs(puzzle, cancelled)):
        return None if found.lowest == found.highest == 1 else found
    return StepCosts(min(costs), max(costs), is_all) if costs - {1} else None


def _probe_costs(puzzle: Puzzle[Any, Any]) -> tuple[set[Cost], bool]:
    """What steps cost near the start, and whether those are all the steps that there are."""
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
    """The costs of all steps, and of the cheapest ways to all states, by Dijkstra's algorithm; None: out of time."""
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
