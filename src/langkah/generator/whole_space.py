"""A whole state space in plain Python, with the least cost from every state to a goal.

The order of states, and so of everything chosen from them, is that of `steps`: the same on every machine, with or
without compiled code. If the space has more states than allowed, there is no result at all.
"""

import heapq
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from itertools import count
from typing import Any

from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Cost, Puzzle, Step
from langkah.run import Deadline, Stopped

CHECK_STATES = 256  # expanded between two checks of the clock


@dataclass
class WholeSpace:
    """Every reachable state, numbered in order of discovery; the start is number 0.

    For each state, `onward` lists the number of each successor and the cost of the step, and `least` is the least cost
    to a goal, None if no goal can be reached. `goals` are the numbers of the goals. `states` may hold states in packed
    form, which `unpack` converts; `find` gives the number of a state.
    """

    problem: Puzzle[Any, Any]
    states: list[Any]
    onward: list[list[tuple[int, Cost]]]
    goals: list[int]
    least: list[Cost | None]
    unpack: Callable[[Any], Any]
    find: Callable[[Any], int]

    def get_state(self, number: int) -> Any:
        """The state with this number."""
        return self.problem.start if number == 0 else self.unpack(self.states[number])

    def make_plan(self) -> list[Step[Any, Any]]:
        """A cheapest plan from the start; empty if there is none. If several moves are equally good, the plan uses the
        first. Raises `BadInput` if the packed form of the puzzle disagrees with its steps.
        """
        plan: list[Step[Any, Any]] = []
        state, left = self.problem.start, self.least[0]
        while left:
            for step in self.problem.steps(state):
                rest = self.least[self.find(step.state)]
                if rest is not None and rest + step.cost == left:
                    plan.append(step)
                    state, left = step.state, rest
                    break
            else:  # free steps form a cycle, or costs are inconsistent
                raise BadInput(_("steps() and packed() of this puzzle do not agree"))
        return plan

    def count_dead_ends(self) -> int:
        """The number of states without a path to a goal."""
        return sum(cost is None for cost in self.least)

    def group_by_least(self) -> dict[Cost, list[int]]:
        """The numbers of the states that are not goals, grouped by their least cost to a goal, lowest first. Dead ends
        are left out.
        """
        groups: dict[Cost, list[int]] = {}
        for number, cost in enumerate(self.least):
            if cost:
                groups.setdefault(cost, []).append(number)
        return dict(sorted(groups.items()))


def explore_whole(problem: Puzzle[Any, Any], most: int, is_over: Deadline) -> WholeSpace | None:
    """The whole space, or None if it has more than `most` states. Raises `Stopped` when the time is up."""
    packed = problem.packed()
    if packed is not None and packed.unit_cost:
        successors = packed.successors
        return _explore(
            problem, packed.start, lambda word: word, lambda word: ((each, 1) for each in successors(word)),
            packed.is_goal, packed.unpack, packed.pack, most, is_over,
        )  # fmt: skip
    return _explore(
        problem, problem.start, problem.key, lambda state: ((step.state, step.cost) for step in problem.steps(state)),
        problem.is_goal, lambda state: state, problem.key, most, is_over,
    )  # fmt: skip


def list_goal_layers(problem: Puzzle[Any, Any], most: int, is_over: Deadline) -> dict[Cost, list[Any]]:
    """States by their least cost, found layer by layer around the goals until there are more than `most` states, for a
    puzzle that is too large to be explored whole. Only complete layers are included. The puzzle must have a packed
    form, reversible steps of cost 1 and a complete list of goals; otherwise the result is {}.
    """
    packed = problem.packed()
    if packed is None or not packed.unit_cost or not problem.reversible or not problem.lists_all_goals:
        return {}
    layer = [packed.pack(goal) for goal in problem.goals() or ()]
    seen, found, depth = set(layer), dict[Cost, list[Any]](), 0
    while layer:
        fresh = []
        for number, word in enumerate(layer):
            if number % CHECK_STATES == 0 and is_over():
                raise Stopped(is_over.limit)
            for after in packed.successors(word):
                if after not in seen:
                    seen.add(after)
                    fresh.append(after)
        if len(seen) > most:
            break
        depth += 1
        if fresh:
            found[depth] = list(map(packed.unpack, fresh))
        layer = fresh
    return found


def _explore(
    problem: Puzzle[Any, Any],
    start: Any,
    name: Callable[[Any], Hashable],
    steps: Callable[[Any], Iterable[tuple[Any, Cost]]],
    is_goal: Callable[[Any], bool],
    unpack: Callable[[Any], Any],
    pack: Callable[[Any], Hashable],
    most: int,
    is_over: Deadline,
) -> WholeSpace | None:
    index: dict[Hashable, int] = {name(start): 0}
    states, onward, goals = [start], [], []
    for number, state in enumerate(states):
        if number % CHECK_STATES == 0 and is_over():
            raise Stopped(is_over.limit)
        if is_goal(state):
            goals.append(number)
        found: list[tuple[int, Cost]] = []
        for after, cost in steps(state):
            there = index.setdefault(name(after), len(states))
            if there == len(states):
                if there >= most:
                    return None
                states.append(after)
            found.append((there, cost))
        onward.append(found)
    return WholeSpace(
        problem, states, onward, goals, _measure_least(onward, goals), unpack, lambda each: index[pack(each)]
    )


def _measure_least(onward: list[list[tuple[int, Cost]]], goals: list[int]) -> list[Cost | None]:
    """The least cost from each state to a goal: layer by layer if every step costs 1, else by Dijkstra's algorithm."""
    into: list[list[tuple[int, Cost]]] = [[] for _state in onward]
    unit = True
    for number, steps in enumerate(onward):
        for after, cost in steps:
            into[after].append((number, cost))
            unit = unit and cost == 1
    least: list[Cost | None] = [None] * len(onward)
    if unit:
        _fill_layers(least, into, goals)
        return least
    order = count()
    heap: list[tuple[Cost, int, int]] = [(0, next(order), number) for number in goals]
    while heap:
        cost, _order, number = heapq.heappop(heap)
        if least[number] is not None:
            continue
        least[number] = cost
        for before, more in into[number]:
            if least[before] is None:
                heapq.heappush(heap, (cost + more, next(order), before))
    return least


def _fill_layers(least: list[Cost | None], into: list[list[tuple[int, Cost]]], goals: list[int]) -> None:
    """Write into `least` the number of steps from each state to the nearest goal."""
    layer, depth = goals, 0
    for number in goals:
        least[number] = 0
    while layer:
        depth += 1
        fresh = []
        for number in layer:
            for before, _cost in into[number]:
                if least[before] is None:
                    least[before] = depth
                    fresh.append(before)
        layer = fresh
