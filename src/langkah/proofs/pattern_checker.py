"""Checks least costs for which pattern databases were used: their tables are listed in the certificate, too.

A state of a table is what an abstraction leaves of packed states, its label the number of the abstraction and the
distance. From none does a step lead out of the table, or down by more than it costs, and goals have 0: so no distance
is too high for what is left of a way to a goal. That abstractions lose no step is tested at every listed state."""

from math import inf
from typing import Any

from langkah.language import N_
from langkah.proofs.certificate_text import CertificateText, encode_state
from langkah.proofs.checker import ABSENT, FALLS, Checker, list_steps, require


class PatternChecker(Checker):
    """A certificate with tables of distances, `patterns` of them."""

    def __init__(self, text: CertificateText, problem: Any) -> None:
        super().__init__(text, problem)
        self.packed, self.numbers = problem.packed(), range(self.said["patterns"])

    def identify(self, state: Any, label: Any = None) -> str:
        """What tells a state from others: a number in a table, or what does so without tables."""
        return f"{label[0]} {encode_state(state)}" if isinstance(label, list) else super().identify(state)

    def estimate(self, state: Any) -> Any:
        """The largest or the sum of what the tables say of a state, 0 where one says nothing."""
        word = self.packed.pack(state)
        found = [self.find(self.packed.abstract(number, word), [number])[0] for number in self.numbers]
        return (sum if self.packed.additive else max)(0 if each == inf else each[1] for each in found)

    def examine(self, state: Any, label: Any, block: int) -> None:
        """Ask the rules about a state of the puzzle, or about one of a table."""
        if isinstance(label, list):
            number, distance = label
            for after, cost in self.packed.list_steps(state):
                there, place = self.find(self.packed.abstract(number, after), label)
                require(place >= 0 and type(distance) is int and distance <= cost + there[1], ABSENT, after)
        else:
            super().examine(state, label, block)
            here = self.estimate(state)
            for cost, after in list_steps(self.problem, state):
                require(here <= cost + self.estimate(after), FALLS, after)

    def find_start(self) -> None:
        """The start is listed; besides, the tables say 0 of every goal."""
        super().find_start()
        require(self.problem.lists_all_goals, N_("the puzzle does not vouch that it lists all goals"))
        for goal in self.problem.goals():
            require(self.estimate(goal) <= 0, N_("{after} is a goal, and its estimate is not 0"), goal)
