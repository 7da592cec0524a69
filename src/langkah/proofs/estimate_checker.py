"""Checks what is claimed by estimates: that one is consistent, and least costs for which one was used.

A named estimate is believed, or its own `consistent` certificate is read besides. Pattern databases are checked: their
tables are listed in the certificate. A state of a table is what an abstraction leaves of packed states, its label the
number of the abstraction and the distance. From none does a step lead out of the table, or down by more than it costs,
and goals have 0: so no distance is too high for what is left of a way to a goal. That abstractions lose no step is
tested at every listed state."""

from collections.abc import Mapping
from math import inf
from typing import Any, BinaryIO

from langkah.language import N_
from langkah.proofs.checker import ABSENT, MEMORY, Checker, require
from langkah.proofs.state_text import encode_state, list_steps, read_number

FALLS = N_("the estimate falls by more than the cost of the move to {after}")


class EstimateChecker(Checker):
    """A certificate with an estimate."""

    def __init__(self, file: BinaryIO, said: Mapping[str, Any], problem: Any, memory: int = MEMORY) -> None:
        super().__init__(file, said, problem, memory)
        guess = {each.name: each.of for each in problem.all_estimates()}[said["estimate"]]
        self.estimate = lambda state: max(0, read_number(guess(problem, state)))

    def examine_consistent(self, state: Any, _label: Any, _block: int) -> None:
        """Goals have 0, and no step leads down by more than it costs."""
        here = self.estimate(state)
        require(here <= 0 or not self.problem.is_goal(state), N_("it is a goal, but its estimate is {n}"), n=here)
        for cost, after in list_steps(self.problem, state):
            require(self.find(after)[1] >= 0, ABSENT, after)
            require(here <= cost + self.estimate(after), FALLS, after)


class PatternChecker(EstimateChecker):
    """A certificate with tables of distances, `patterns` of them."""

    def __init__(self, file: BinaryIO, said: Mapping[str, Any], problem: Any, memory: int = MEMORY) -> None:
        super().__init__(file, said, problem, memory)
        self.packed, self.numbers = problem.packed(), range(said["patterns"])
        self.estimate, self.examine_state, self.examine = self._look_up, self.examine, self._ask_rules

    def identify(self, state: Any, label: Any = None) -> str:
        """What tells a state from others: a number in a table, or what does so without tables."""
        return f"{label[0]} {encode_state(state)}" if isinstance(label, list) else super().identify(state)

    def _look_up(self, state: Any) -> Any:
        """The largest or the sum of what the tables say of a state, 0 where one says nothing."""
        word = self.packed.pack(state)
        found = [self.find(self.packed.abstract(number, word), [number])[0] for number in self.numbers]
        return (sum if self.packed.additive else max)(0 if each == inf else each[1] for each in found)

    def _ask_rules(self, state: Any, label: Any, block: int) -> None:
        """Ask the rules about a state of the puzzle, or about one of a table."""
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
        """As without tables; besides, the tables say 0 of every goal."""
        super().check_whole()
        require(self.problem.lists_all_goals, N_("the puzzle does not declare that goals() lists all goals"))
        for goal in self.problem.goals():
            require(self.estimate(goal) <= 0, N_("{after} is a goal, but its estimate is not 0"), goal)
