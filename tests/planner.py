"""An independent planner for comparison. Another package reads the PDDL, every action is tried with all objects, and
states are sets of facts.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count, product
from typing import Any

from pddl.logic.base import And, Not  # type: ignore[import-untyped]
from pddl.logic.effects import When  # type: ignore[import-untyped]
from pddl.logic.functions import Increase, NumericFunction, NumericValue  # type: ignore[import-untyped]
from pddl.logic.predicates import EqualTo, Predicate  # type: ignore[import-untyped]
from pddl.parser.domain import DomainParser  # type: ignore[import-untyped]
from pddl.parser.problem import ProblemParser  # type: ignore[import-untyped]

Facts = frozenset[tuple[str, ...]]


class NaivePlanner:
    """A PDDL planning task, read by another package, and a plain search for its least cost."""

    def __init__(self, domain: str, problem: str) -> None:
        named = domain.replace(":action-costs", ":action-costs :numeric-fluents")  # the other package requires this
        self.domain: Any = DomainParser()(named)
        self.problem: Any = ProblemParser()(problem)
        self.objects = {*self.domain.constants, *self.problem.objects}
        self.start: Facts = frozenset(self.name(each, {}) for each in self.problem.init if isinstance(each, Predicate))
        self.values = {
            self.name(each.operands[0], {}): each.operands[1].value
            for each in self.problem.init
            if not isinstance(each, Predicate | Not)
        }

    @staticmethod
    def name(atom: Any, binding: dict[str, str]) -> tuple[str, ...]:
        """The fact that an atom states after its variables are replaced by objects (`binding`): its name and its
        objects.
        """
        return (str(atom.name), *(binding.get(str(term.name), str(term.name)) for term in atom.terms))

    def holds(self, formula: Any, facts: Facts, binding: dict[str, str]) -> bool:
        """Whether the facts satisfy a condition."""
        match formula:
            case And():
                return all(self.holds(each, facts, binding) for each in formula.operands)
            case Not():
                return not self.holds(formula.argument, facts, binding)
            case EqualTo():
                left, right = (binding.get(str(term.name), str(term.name)) for term in (formula.left, formula.right))
                return left == right
            case None:
                return True
        return self.name(formula, binding) in facts

    def act(self, effect: Any, facts: Facts, binding: dict[str, str]) -> tuple[set[Any], set[Any], Any]:
        """The facts that an effect adds, the facts that the effect deletes, and the cost of the effect."""
        match effect:
            case And():
                parts = [self.act(each, facts, binding) for each in effect.operands]
                added = {fact for part in parts for fact in part[0]}
                return added, {fact for part in parts for fact in part[1]}, sum(part[2] for part in parts)
            case When():
                met = self.holds(effect.condition, facts, binding)
                return self.act(effect.effect, facts, binding) if met else (set(), set(), 0)
            case Not():
                return set(), {self.name(effect.argument, binding)}, 0
            case Increase():
                _total, amount = effect.operands
                if isinstance(amount, NumericValue):
                    return set(), set(), amount.value
                assert isinstance(amount, NumericFunction)
                return set(), set(), self.values[self.name(amount, binding)]
        return {self.name(effect, binding)}, set(), 0

    def steps(self, facts: Facts) -> Iterator[tuple[str, Facts, Any]]:
        """The steps of every applicable action, with all objects of the right types."""
        for action in self.domain.actions:
            names = [str(each.name) for each in action.parameters]
            fitting = [[str(one.name) for one in self.objects if self.fits(one, each)] for each in action.parameters]
            for values in product(*fitting):
                binding = dict(zip(names, values, strict=True))
                if self.holds(action.precondition, facts, binding):
                    added, deleted, cost = self.act(action.effect, facts, binding)
                    after = frozenset(facts - deleted | added)
                    yield f"({' '.join((str(action.name), *values))})", after, cost if self.problem.metric else 1

    def fits(self, value: Any, variable: Any) -> bool:
        """Whether an object is of a variable's type."""
        if not variable.type_tags:
            return True
        tags = {str(tag) for tag in value.type_tags}
        while tags:
            if tags & {str(tag) for tag in variable.type_tags}:
                return True
            types = {str(name): parent for name, parent in self.domain.types.items()}
            tags = {str(types[tag]) for tag in tags if types.get(tag) is not None}
        return "object" in {str(tag) for tag in variable.type_tags}

    def solve(self, most: int = 100_000) -> Any:
        """The least cost of a plan, by Dijkstra's algorithm; None if there is no plan, or none is found within `most`
        states.
        """
        order = count()
        best: dict[Facts, Any] = {self.start: 0}
        heap: list[tuple[Any, int, Facts]] = [(0, next(order), self.start)]
        while heap and len(best) < most:
            cost, _number, facts = heappop(heap)
            if cost > best[facts]:
                continue
            if self.holds(self.problem.goal, facts, {}):
                return cost
            for _name, after, price in self.steps(facts):
                if cost + price < best.get(after, cost + price + 1):
                    best[after] = cost + price
                    heappush(heap, (cost + price, next(order), after))
        return None
