"""The row of an algorithm in the table: what it requires of a problem, what it guarantees, and its pseudo-code."""

from collections.abc import Callable
from typing import Any, NamedTuple

from langkah.language import N_
from langkah.model import Chance, Problem, Puzzle
from langkah.search.pseudocode import CodeLine


class Promise(NamedTuple):
    """What an algorithm guarantees about its answers, in words and as facts that tests check."""

    text: str
    fewest_steps: bool = False  # no plan has fewer steps; if all steps cost the same, none is cheaper, either
    least_cost: bool = False  # no plan is cheaper, and the result says so
    trusts_estimate: bool = False  # `least_cost` holds only if the estimate is admissible
    complete: bool = True  # finds a solution if there is one; else reports that it skipped nodes


class Need(NamedTuple):
    """A requirement of an algorithm beyond the kind of problem: a description in words, and a test."""

    text: str
    is_met: Callable[[Any], bool]


NO_DICE = Need(N_("a game without dice"), lambda problem: not isinstance(problem, Chance))
FEWEST_STEPS = Promise(N_("the fewest steps; the least cost if all steps cost the same"), fewest_steps=True)
LEAST_COST = Promise(N_("the least cost, if the heuristic is admissible"), least_cost=True, trusts_estimate=True)
SOME_SOLUTION = Promise(N_("a solution, not always the cheapest"))

# The kinds of frontier. Depth-first recursive searches store only their path.
QUEUE = N_("Queue: first in, first out")
QUEUES = N_("Two queues, from both ends")
STACK = N_("Stack: last in, first out")
HEAP = N_("Priority queue: the best first")
PATH = N_("Path from the start")


class Algorithm(NamedTuple):
    """One row of the table of algorithms. `search` is called with the problem and a `Run`, which counts nodes and
    enforces the limits.

    >>> ALGORITHMS["beam"].options
    ('estimate', 'width')
    """

    name: str
    search: Callable[[Any, Any], Any]
    about: str
    promises: Promise
    on: type[Any] = Puzzle  # Puzzle, Game or Chance
    needs: Need | None = None
    options: tuple[str, ...] = ()  # the options that the algorithm uses (names from OPTIONS), besides limits
    ties: tuple[str, ...] = ()  # its default tie-breaking
    aliases: tuple[str, ...] = ()  # short names
    title: str = ""  # the display name; default: `name`
    frontier: str = PATH
    code: tuple[CodeLine, ...] = ()  # pseudo-code, shown beside a running search

    def fits(self, problem: Problem[Any, Any]) -> bool:
        """Whether this algorithm can run on a problem."""
        return isinstance(problem, self.on) and (self.needs is None or self.needs.is_met(problem))
