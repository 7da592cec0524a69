"""Estimates for planning: the cost of reaching the goal if no fact were ever deleted and negative conditions were
ignored.
"""

from collections.abc import Callable
from heapq import heappop, heappush
from math import inf

from langkah.games.planning.ground_task import GroundTask, iterate_bits
from langkah.model import Cost

Combine = Callable[[Cost, Cost], Cost]


class Relaxation:
    """The task without deletions. Each change of each action is an operator: its conditions, the facts it adds, its
    cost, and the number of its action.
    """

    def __init__(self, task: GroundTask) -> None:
        self.goal = list(iterate_bits(task.goal))
        self.facts = len(task.facts)
        self.operators: list[tuple[tuple[int, ...], tuple[int, ...], Cost, int]] = []
        self.users: list[list[int]] = [[] for _fact in range(self.facts)]
        for number, action in enumerate(task.actions):
            for change in action.changes:
                need = tuple(iterate_bits(action.need | change.need))
                for fact in need:
                    self.users[fact].append(len(self.operators))
                self.operators.append((need, tuple(iterate_bits(change.add)), action.cost, number))
        self.free = [index for index, (need, _add, _cost, _number) in enumerate(self.operators) if not need]

    def measure(self, state: int, combine: Combine) -> tuple[list[Cost], list[int]]:
        """For each fact, the cost of reaching it from `state` if nothing is ever deleted, and the operator that adds it
        at this cost (-1 if none does). `combine` joins the costs of two conditions, for example to their sum or
        maximum.
        """
        costs: list[Cost] = [inf] * self.facts
        makers = [-1] * self.facts
        spent: list[Cost] = [0] * len(self.operators)
        waiting = [len(need) for need, _add, _cost, _number in self.operators]
        heap: list[tuple[Cost, int]] = []
        for fact in iterate_bits(state):
            costs[fact] = 0
            heap.append((0, fact))
        done = [False] * self.facts

        def fire(index: int) -> None:
            _need, added, cost, _number = self.operators[index]
            whole = spent[index] + cost
            for fact in added:
                if whole < costs[fact]:
                    costs[fact], makers[fact] = whole, index
                    heappush(heap, (whole, fact))

        for index in self.free:
            fire(index)
        while heap:
            cost, fact = heappop(heap)
            if done[fact]:
                continue
            done[fact] = True
            for index in self.users[fact]:
                spent[index] = combine(spent[index], cost)
                waiting[index] -= 1
                if not waiting[index]:
                    fire(index)
        return costs, makers

    def estimate_max(self, state: int) -> Cost:
        """The cost of the most expensive goal fact (h-max). Several conditions cost as much as the most expensive of
        them, so the estimate is admissible.
        """
        costs, _makers = self.measure(state, max)
        return max((costs[fact] for fact in self.goal), default=0)

    def estimate_sum(self, state: int) -> Cost:
        """The sum of the costs of all goal facts, as if no action served two of them (h-add)."""
        costs, _makers = self.measure(state, lambda one, other: one + other)
        return sum((costs[fact] for fact in self.goal), start=0)

    def estimate_plan(self, state: int) -> Cost:
        """The cost of a plan without deletions (FF); infinite if there is none. The plan is extracted backwards from
        the goal, and each of its actions counts once.
        """
        costs, makers = self.measure(state, lambda one, other: one + other)
        if any(costs[fact] == inf for fact in self.goal):
            return inf
        open_facts, met, used = list(self.goal), set(self.goal), {}
        while open_facts:
            maker = makers[open_facts.pop()]
            if maker >= 0:
                need, _added, cost, number = self.operators[maker]
                used[number] = cost
                fresh = [fact for fact in need if fact not in met]
                met.update(fresh)
                open_facts += fresh
        return sum(used.values(), start=0)
