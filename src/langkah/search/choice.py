"""The choice of a search when none is named: one table, from facts about a problem to algorithms.

The first row whose condition holds is the first choice. If that search has not finished after about a second, later
rows whose conditions hold get turns, too (`portfolio`). All rows prove their answers, except a puzzle's own choice and
the last row. A fact is computed only when a row needs it, so that small problems do not pay for checks that only large
ones need.
"""

import time
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from langkah.language import N_
from langkah.memory import measure_total_memory
from langkah.model import ZERO, Chance, Cost, Estimate, Game, Problem, Puzzle
from langkah.packed import Packed, count_at_most
from langkah.search.bidirectional import GOALS
from langkah.search.table import ALGORITHMS, choose_estimate

BYTES_A_STATE = 32  # least memory per state of a compiled search, in bytes
PROBED_STATES, PROBED_STEPS, PROBE_SECONDS = (
    20,
    64,
    0.05,
)  # the sample that tells whether all steps seem to cost the same


class Facts:
    """Facts about a problem before it is searched. The arguments `memory` and `estimate` are the requested memory limit
    and the requested estimate, if any.

    >>> Facts(load("klotski:classic")).packs_unit_steps True
    """

    def __init__(self, problem: Problem[Any, Any], memory: int | None = None, estimate: Estimate | None = None) -> None:
        self.problem, self.memory, self.asked = problem, memory, estimate

    @property
    def puzzle(self) -> Puzzle[Any, Any] | None:
        """The problem, if it is a puzzle for one agent."""
        return self.problem if isinstance(self.problem, Puzzle) else None

    @property
    def has_level_cost(self) -> bool:
        """Whether the puzzle declares that all plans cost the same."""
        return self.puzzle is not None and self.puzzle.level_cost

    @cached_property
    def estimate(self) -> Estimate:
        """The heuristic that would guide a search: the requested one or, if none is requested, the default one of the
        puzzle; the zero heuristic if there is none.
        """
        return self.asked or (ZERO if self.puzzle is None else choose_estimate(self.puzzle))

    @property
    def is_guided(self) -> bool:
        """Whether a heuristic was requested, or the problem has one other than zero."""
        return self.asked is not None or self.estimate is not ZERO

    @property
    def is_guided_safely(self) -> bool:
        """Whether a heuristic was requested, or the one that would guide a search is admissible and not zero."""
        return self.is_guided and (self.estimate.admissible or self.asked is not None)

    @cached_property
    def packed(self) -> Packed[Any] | None:
        """The packed form of the problem for compiled code; None if there is none."""
        return None if self.puzzle is None else self.puzzle.packed()

    @property
    def packs_unit_steps(self) -> bool:
        """Whether there is a packed form that declares that every step costs 1."""
        return self.packed is not None and self.packed.unit_cost

    @property
    def is_too_large(self) -> bool:
        """Whether the puzzle gives an upper bound on the number of its states, and so many states would not fit into
        memory.
        """
        size = None if self.packed is None else count_at_most(self.packed)
        return size is not None and size * BYTES_A_STATE > (self.memory or measure_total_memory())

    @property
    def lists_all_goals(self) -> bool:
        """Whether the puzzle guarantees a complete list of goals."""
        return self.puzzle is not None and self.puzzle.lists_all_goals

    @cached_property
    def meets_in_the_middle(self) -> bool:
        """Whether bidirectional search suits the problem: no estimate is requested, goals are listed, steps can be
        taken backwards, and all steps seem to cost the same.
        """
        puzzle = self.puzzle
        return (
            puzzle is not None
            and self.asked is None
            and GOALS.is_met(puzzle)
            and (self.packs_unit_steps or _probe_step_costs(puzzle))
        )


def _probe_step_costs(puzzle: Puzzle[Any, Any]) -> bool:
    """Whether steps from the first few states all cost the same: a guess, which the search itself verifies."""
    states, seen, costs = [puzzle.start], {puzzle.key(puzzle.start)}, set[Cost]()
    ends = time.perf_counter() + PROBE_SECONDS
    for state in states:
        for step in islice(puzzle.steps(state), PROBED_STEPS):
            costs.add(step.cost)
            if len(states) < PROBED_STATES and puzzle.key(step.state) not in seen:
                seen.add(puzzle.key(step.state))
                states.append(step.state)
        if len(costs) > 1 or time.perf_counter() > ends:
            break
    return len(costs) < 2


class Rule(NamedTuple):
    """One row of the table of choices: `algorithm` is chosen if `holds` returns True; `when` is this condition in
    words. An `algorithm` of "" stands for the search that the puzzle itself names.
    """

    algorithm: str
    when: str
    holds: Callable[[Facts], bool]


CHOICE = (
    Rule(
        "expectiminimax",
        N_("two players and dice"),
        lambda facts: isinstance(facts.problem, Game) and isinstance(facts.problem, Chance),
    ),
    Rule(
        "negamax",
        N_("two players"),
        lambda facts: isinstance(facts.problem, Game) and not isinstance(facts.problem, Chance),
    ),
    Rule(
        "",
        N_("the puzzle itself names a search (`preferred`)"),
        lambda facts: facts.puzzle is not None and bool(facts.puzzle.preferred()),
    ),
    Rule("depth-first", N_("all plans cost the same (`level_cost`)"), lambda facts: facts.has_level_cost),
    Rule(
        "greedy",
        N_("all plans cost the same, and there is a heuristic (tried after depth-first search)"),
        lambda facts: facts.has_level_cost and facts.is_guided,
    ),
    Rule(
        "ida-star",
        N_("an admissible heuristic, and more states (`Packed.size`) than fit in memory"),
        lambda facts: facts.is_guided_safely and facts.is_too_large,
    ),
    Rule("a-star", N_("an admissible heuristic"), lambda facts: facts.is_guided_safely),
    Rule(
        "bidirectional",
        N_("all goals are listed (`goals`, `lists_all_goals`), steps can be undone, and all steps cost the same"),
        lambda facts: facts.lists_all_goals and facts.meets_in_the_middle,
    ),
    Rule(
        "breadth-first",
        N_(
            "a packed form whose steps all cost 1 (`unit_cost`), unless there is an admissible heuristic and more "
            "states than fit in memory"
        ),
        lambda facts: (
            facts.asked is None and facts.packs_unit_steps and not (facts.is_guided_safely and facts.is_too_large)
        ),
    ),
    Rule(
        "ida-star",
        N_("an admissible heuristic (tried later, if A* runs out of memory)"),
        lambda facts: facts.is_guided_safely,
    ),
    Rule(
        "uniform-cost",
        N_("neither an admissible heuristic nor a packed form whose steps all cost 1"),
        lambda facts: facts.puzzle is not None and not facts.is_guided_safely and not facts.packs_unit_steps,
    ),
    Rule(
        "bidirectional",
        N_(
            "goals are listed, but perhaps not all: this search finds a plan, but does not prove that the plan is "
            "optimal; the other searches look for such a proof"
        ),
        lambda facts: not facts.lists_all_goals and facts.meets_in_the_middle,
    ),
)


def list_choices(facts: Facts) -> Iterator[str]:
    """The names of the searches for a problem, first choice first, each name once."""
    named = set[str]()
    for rule in CHOICE:
        if rule.holds(facts):
            name = rule.algorithm or _get_own_choice(facts)
            if name and name not in named:
                named.add(name)
                yield name
                if not _may_others_follow(facts, rule, name):
                    return


def _get_own_choice(facts: Facts) -> str:
    """The search that the puzzle itself names; "" if it names none, or if a heuristic is requested that this search
    does not use.
    """
    assert facts.puzzle is not None
    name = facts.puzzle.preferred()
    row = ALGORITHMS.get(name)
    return "" if facts.asked is not None and row is not None and "estimate" not in row.options else name


def _may_others_follow(facts: Facts, rule: Rule, name: str) -> bool:
    """Whether other searches may follow the search `name`. No search follows if the requested estimate is not
    admissible, or after a puzzle's own choice that proves nothing or that is a construction, which always finishes.
    """
    if facts.asked is not None and not facts.asked.admissible:
        return False
    if rule.algorithm:
        return True
    assert facts.puzzle is not None
    promises = ALGORITHMS[name].promises if name in ALGORITHMS and name not in facts.puzzle.constructions() else None
    return promises is not None and (promises.fewest_steps or promises.least_cost or facts.has_level_cost)


def choose_algorithm(problem: Problem[Any, Any]) -> str:
    """The name of the search that is the first choice for a problem."""
    return next(list_choices(Facts(problem)), "uniform-cost")
