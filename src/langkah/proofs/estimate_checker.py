"""Checks claims that involve an estimate: that it is consistent, or that a cost is the least.

A named estimate is trusted, unless its own `consistent` certificate is checked, too. Pattern databases are checked: the
certificate lists their tables. A state in a table is the image of packed states under an abstraction; its label holds
the number of the abstraction and the distance. No step leads out of a table or lowers the distance by more than it
costs, and goals have distance 0. So no distance exceeds the cost of the abstract image of a path to a goal. At every
listed state, the checker tests that the abstractions lose no step."""

from collections.abc import Mapping
from math import inf
from typing import Any, BinaryIO

from langkah.language import N_
from langkah.proofs.checker import ABSENT, MEMORY, Checker, require
from langkah.proofs.state_text import encode_state, list_steps, read_number

FALLS = N_("the estimate falls by more than the cost of the move to {after}")


class EstimateChecker(Checker):
    """Checks a certificate with an estimate."""

    def __init__(self, file: BinaryIO, said: Mapping[str, Any], problem: Any, memory: int = MEMORY) -> None:
        super().__init__(file, said, problem, memory)
        guess = {each.name: each.of for each in problem.all_estimates()}[said["estimate"]]
        self.estimate = lambda state: max(0, read_number(guess(problem, state)))

    def examine_consistent(self, state: Any, _label: Any, _block: int) -> None:
        """Check that the estimate of a goal is 0, and that no step lowers the estimate by more than the step costs."""
        here = self.estimate(state)
        require(here <= 0 or not self.problem.is_goal(state), N_("this is a goal, but its estimate is {n}"), n=here)
        for cost, after in list_steps(self.problem, state):
            require(self.find(after)[1] >= 0, ABSENT, after)
            require(here <= cost + self.estimate(after), FALLS, after)


class PatternChecker(EstimateChecker):
    """Checks a certificate with tables of distances; `patterns` in its header is the number of tables."""

    def __init__(self, file: BinaryIO, said: Mapping[str, Any], problem: Any, memory: int = MEMORY) -> None:
        super().__init__(file, said, problem, memory)
        self.packed, self.numbers = problem.packed(), range(said["patterns"])
        self.estimate, self.examine_state, self.examine = self._look_up, self.examine, self._ask_rules

    def identify(self, state: Any, label: Any = None) -> str:
        """The name of a state. The name of a state in a table begins with the number of the table."""
        return f"{label[0]} {encode_state(state)}" if isinstance(label, list) else super().identify(state)

    def _look_up(self, state: Any) -> Any:
        """The estimate of a state: the sum or maximum of its distances in the tables, where 0 replaces a missing
        distance.
        """
        word = self.packed.pack(state)
        found = [self.find(self.packed.abstract(number, word), [number])[0] for number in self.numbers]
        return (sum if self.packed.additive else max)(0 if each == inf else each[1] for each in found)

    def _ask_rules(self, state: Any, label: Any, block: int) -> None:
        """Check a listed state, which is a state of the puzzle or a state of a table, by the rules."""
        if isinstance(label, list):
            number, distance = label
            for after, cost in self.packed.list_steps(state):
                there, place, _place = self.find(self.packed.abstract(number, after), label)
                require(place >= 0 and type(distance) is int and distance <= cost + there[1], ABSENT, after)
        else:
            self.examine_state(state, label, block)
            here = self.estimate(state)
            for cost, after in list_steps(self.problem, state):
                require(here <= cost + self.estimate(after), FALLS, after)

    def check_whole(self) -> None:
        """Run the checks of a certificate without tables; then check that the estimate of every goal is 0."""
        super().check_whole()
        require(self.problem.lists_all_goals, N_("the puzzle does not declare that goals() lists all goals"))
        for goal in self.problem.goals():
            require(self.estimate(goal) <= 0, N_("{after} is a goal, but its estimate is not 0"), goal)
