"""The whole state space of a small puzzle in plain Python, with exact distances, for judging heuristics and puzzles."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from math import inf
from typing import Any

from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Problem, Puzzle

MOST_STATES = 200_000


@dataclass(frozen=True)
class PlainSpace:
    """A state space: the states in the order in which they are reached, whether each of them is a goal, and the steps
    from each.

    A step is the number of the next state, and a cost.
    """

    states: list[Any]
    goals: list[bool]
    steps: list[list[tuple[int, Any]]]

    @cached_property
    def distances(self) -> list[Any]:
        """The least cost from each state to a goal; infinity if no goal is reachable."""
        into: list[list[tuple[int, Any]]] = [[] for _state in self.states]
        for number, steps in enumerate(self.steps):
            for other, cost in steps:
                into[other].append((number, cost))
        far: list[Any] = [0 if goal else inf for goal in self.goals]
        heap: list[tuple[Any, int]] = [(0, number) for number, goal in enumerate(self.goals) if goal]
        while heap:
            cost, number = heappop(heap)
            if cost == far[number]:
                for other, step in into[number]:
                    if cost + step < far[other]:
                        far[other] = cost + step
                        heappush(heap, (far[other], other))
        return far


def explore_plainly(problem: Problem[Any, Any], most: int = MOST_STATES) -> PlainSpace:
    """The space of all reachable states. Raises `BadInput` if there are more than `most` states."""
    numbers: dict[Any, int] = {problem.key(problem.start): 0}
    states, goals, rows = [problem.start], [], []
    for state in states:
        steps = []
        for step in problem.steps(state):
            number = numbers.setdefault(problem.key(step.state), len(states))
            if number == len(states):
                states.append(step.state)
            steps.append((number, step.cost if isinstance(step.cost, int) else Fraction(step.cost)))
        goals.append(isinstance(problem, Puzzle) and bool(problem.is_goal(state)))
        rows.append(steps)
        if len(states) > most:
            text = _("{problem} has more than {n} states: choose a smaller problem")
            raise BadInput(text.format(problem=problem.name or type(problem).__name__, n=most))
    return PlainSpace(states, goals, rows)
