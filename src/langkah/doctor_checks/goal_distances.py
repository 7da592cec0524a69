"""Computes the distance from every state to a goal along the steps that the survey visited. This distance is an upper
bound on the least cost, and equals it if the survey is complete. An estimate greater than the distance is therefore
proved to be too high, even if the survey is incomplete.
"""

from collections.abc import Hashable, Iterator
from heapq import heappop, heappush
from typing import Any, NamedTuple

from langkah.doctor_checks.survey import USUAL_LIMIT, StateSurvey
from langkah.model import Cost, Estimate, Puzzle
from langkah.tracing import Limit


class Gap(NamedTuple):
    """A state for which an estimate is too high. `estimate` is the estimate, and `true` the cost of a known path to a
    goal.
    """

    state: Any
    estimate: Cost
    true: Cost


def find_goal_distances(survey: StateSurvey, puzzle: Puzzle[Any, Any]) -> dict[Hashable, Cost]:
    """The least known cost from each state to a goal; states without a known path are left out."""
    if survey.distances is None:
        survey.distances = _measure_goal_distances(survey, puzzle)
    return survey.distances


def _measure_goal_distances(survey: StateSurvey, puzzle: Puzzle[Any, Any]) -> dict[Hashable, Cost]:
    """The distances that `find_goal_distances` returns, computed by Dijkstra's algorithm backwards from all goals."""
    into: dict[Hashable, list[tuple[Hashable, Cost]]] = {}
    heap: list[tuple[Cost, int, Any]] = []
    for number, case in enumerate(survey.all()):
        if puzzle.is_goal(case.state):
            heap.append((0, number, case.state))
        for step in case.steps:
            into.setdefault(step.state, []).append((case.state, step.cost))
    far: dict[Hashable, Cost] = {}
    count = len(survey.cases)
    while heap:
        cost, _number, state = heappop(heap)
        if state in far:
            continue
        far[state] = cost
        for before, price in into.get(state, ()):
            if before not in far:
                count += 1
                heappush(heap, (cost + price, count, before))
    return far


def find_gaps(
    survey: StateSurvey, puzzle: Puzzle[Any, Any], estimate: Estimate, far: dict[Hashable, Cost]
) -> Iterator[Gap]:
    """Every state for which the estimate is too high, in the order of the survey."""
    for case in survey:
        if case.state in far:
            guess = estimate.of(puzzle, case.state)
            if guess > far[case.state]:
                yield Gap(case.state, guess, far[case.state])


def find_worst_gap(puzzle: Puzzle[Any, Any], estimate: Estimate, limit: Limit = USUAL_LIMIT) -> Gap | None:
    """The first state for which an estimate exceeds the known cost to a goal by the largest amount; None if it never
    does.
    """
    survey = StateSurvey(puzzle, limit).explore()
    found = list(find_gaps(survey, puzzle, estimate, find_goal_distances(survey, puzzle)))
    return max(found, key=lambda gap: gap.estimate - gap.true) if found else None
