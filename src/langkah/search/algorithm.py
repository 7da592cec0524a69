"""What the table says of an algorithm: what it asks of a problem, what it promises, and how it goes, line by line."""

from collections.abc import Callable
from typing import Any, NamedTuple

from langkah.language import N_
from langkah.model import Chance, Problem, Puzzle
from langkah.search.pseudocode import CodeLine


class Promise(NamedTuple):
    """What an answer is worth: in words, and as facts by which tests judge it."""

    text: str
    fewest_steps: bool = False  # no plan has fewer; where all steps cost the same, it says that none is cheaper
    least_cost: bool = False  # no plan is cheaper, and it says so
    trusts_estimate: bool = False  # ... if the estimate is admissible
    complete: bool = True  # finds a solution wherever there is one; else it says that it left something aside


class Need(NamedTuple):
    """What an algorithm asks of a problem besides being of the right kind: in words, and as a test."""

    text: str
    is_met: Callable[[Any], bool]


NO_DICE = Need(N_("a game without dice"), lambda problem: not isinstance(problem, Chance))
FEWEST_STEPS = Promise(N_("the fewest steps; the least cost where all steps cost the same"), fewest_steps=True)
LEAST_COST = Promise(N_("the least cost, if the estimate is admissible"), least_cost=True, trusts_estimate=True)
SOME_SOLUTION = Promise(N_("a solution, not always the cheapest"))

# What an algorithm keeps in its frontier; those that go down at once keep their path.
QUEUE = N_("Queue: first in, first out")
QUEUES = N_("Two queues, from both ends")
STACK = N_("Stack: last in, first out")
HEAP = N_("Priority queue: the best first")
PATH = N_("Path from the start")


class Algorithm(NamedTuple):
    """One row of the table. `search` is called with the problem and a `Run`, which counts and keeps the limits.

    >>> ALGORITHMS["beam"].options
    ('estimate', 'width')
    """

    name: str
    search: Callable[[Any, Any], Any]
    about: str
    promises: Promise
    on: type[Any] = Puzzle  # Puzzle, Game or Chance
    needs: Need | None = None
    options: tuple[str, ...] = ()  # names from OPTIONS that it heeds; limits are heeded by all
    ties: tuple[str, ...] = ()  # how it breaks ties by itself
    aliases: tuple[str, ...] = ()  # short names that people use
    title: str = ""  # as people call it; its name where nothing is said
    frontier: str = PATH
    code: tuple[CodeLine, ...] = ()  # how it goes, to be read beside a running search

    def fits(self, problem: Problem[Any, Any]) -> bool:
        """Whether it can work on a problem."""
        return isinstance(problem, self.on) and (self.needs is None or self.needs.is_met(problem))
