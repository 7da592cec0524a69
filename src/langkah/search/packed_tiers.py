"""Searches on packed states in two tiers, plain Python first, then compiled code. Both expand the same nodes.

The Python tier is the general search itself, on a puzzle whose states are the packed numbers. It solves most puzzles
before compiled code could be loaded. The plan is found in packed form and then replayed with real moves.
"""

import time
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from itertools import pairwise
from typing import Any, NamedTuple

from langkah.engine.packed_check import PATIENCE_SECONDS, PATIENCE_STATES, check_packed_form
from langkah.engine.patterns import PATTERNS, find_patterns
from langkah.model import ZERO, Cost, Estimate, M, Puzzle, S, Step
from langkah.packed import Packed
from langkah.run import Node, Run, Stopped
from langkah.search.packed_search import get_compiled_search, replay_packed_plan
from langkah.tracing import Stats

FIRST_NODES = 2_000  # nodes expanded in Python before checking whether machine code is cached

Search = Callable[[Puzzle[Any, Any], Run[Any, Any]], Node[Any, Any] | None]


class PackedView(Puzzle[int, None]):
    """A puzzle whose states are the packed numbers of another puzzle, and whose steps have no moves."""

    def __init__(self, problem: Puzzle[Any, Any], packed: Packed[Any]) -> None:
        self.plain, self.form, self.start = problem, packed, packed.start
        self.reversible, self.lists_all_goals = problem.reversible, problem.lists_all_goals
        self.name = problem.name or type(problem).__name__  # the name for error messages

    def key(self, state: int) -> Hashable:
        """The key of a state: the packed number itself."""
        return state

    def steps(self, state: int) -> Iterable[Step[int, None]]:
        """The steps that the packed form computes."""
        if self.form.costs:
            return [Step(None, after, cost) for after, cost in self.form.list_steps(state)]
        return [Step(None, after) for after in self.form.successors(state)]

    def is_goal(self, state: int) -> bool:
        """Whether the packed form says that a state is a goal."""
        return self.form.is_goal(state)

    def goals(self) -> Iterable[int] | None:
        """The packed numbers of the listed goals, without duplicates; None if the puzzle lists no goals."""
        goals = self.plain.goals()
        return None if goals is None else dict.fromkeys(map(self.form.pack, goals))


class PackedForm(NamedTuple):
    """The packed form of a puzzle for a search, and the heuristic as a function of packed numbers."""

    packed: Packed[Any]
    estimate: Estimate
    guide: Any = None  # the estimate in compiled code: a function of the packed form, or pattern databases
    takes_last: bool = False  # among equal moves to a state, whether the last is taken instead of the first


def find_packed_form(problem: Puzzle[S, M], run: Run[S, M]) -> PackedForm | None:
    """A packed form on which a search gives the same answer as on the puzzle itself. None if there is no such form, or
    if an observer needs the events of the search.
    """
    packed = problem.packed() if run.observe is None else None
    if packed is None or packed.expand is None or packed.goal is None or not (packed.unit_cost or packed.costs):
        return None
    estimate, form = run.options.estimate, PackedForm(packed, ZERO)
    if estimate is PATTERNS:
        patterns = find_patterns(problem)
        form = PackedForm(packed, estimate._replace(of=lambda _view, word: patterns.guess(word)), patterns)
    elif estimate is not ZERO:
        if packed.estimate is None or estimate.of is not type(problem).estimate:
            return None
        form = PackedForm(packed, estimate._replace(of=lambda _view, word: packed.guess(word)), packed.estimate)
    own = ZERO if estimate is PATTERNS else estimate
    return form if check_packed_form(problem, packed, own) else None


def search_in_tiers(
    problem: Puzzle[S, M], run: Run[S, M], form: PackedForm, search: Search, name: str, *how: Any
) -> Node[S, M] | None:
    """Run `search` in Python for a limited time, and then the algorithm `name` in compiled code, with the further
    arguments `how`. If the code cannot be compiled, all of the search runs in Python. Returns the last node of the
    plan, or None if there is no plan.
    """
    from langkah.engine.fingerprint import NotCompilable

    view = PackedView(problem, form.packed)
    try:
        for nodes in (FIRST_NODES, PATIENCE_STATES):
            with suppress(_OutOfPatience):
                return _replay_node(problem, form, _search_shortly(view, run, form, search, nodes))
            _reset(run.stats)
            compiled = get_compiled_search(name)
            chain = compiled(run, form.packed, *how, guide=form.guide, waits=nodes == PATIENCE_STATES)
            if chain is not None:
                return _replay_chain(problem, form, chain)
    except NotCompilable:
        _reset(run.stats)
    run.options = replace(run.options, estimate=form.estimate)
    return _replay_node(problem, form, search(view, run))


class _OutOfPatience(Exception):
    """Raised when the Python tier has reached its limit on nodes or on time."""


def _search_shortly(
    view: PackedView, run: Run[Any, Any], form: PackedForm, search: Search, nodes: int
) -> Node[Any, Any] | None:
    """Run `search` in Python, up to a number of nodes and for a limited time. Returns the last node of the plan, or
    None if there is no plan; raises `_OutOfPatience` if the time or the nodes are not enough.
    """
    limit, most = run.limit, time.perf_counter() - run.began + PATIENCE_SECONDS
    less = replace(
        limit,
        nodes=nodes if limit.nodes is None else min(nodes, limit.nodes),
        seconds=most if limit.seconds is None else min(most, limit.seconds),
    )
    options = replace(run.options, estimate=form.estimate)
    short: Run[Any, Any] = Run(less, options, None, run.progress, run.cancelled, run.stats)
    short.began = run.began
    try:
        found = search(view, short)
    except Stopped as stop:
        if stop.limit in ("nodes", "seconds") and getattr(short.limit, stop.limit) != getattr(limit, stop.limit):
            raise _OutOfPatience from None
        raise
    run.cut_by, run.rounded, run.shows_floats = short.cut_by, short.rounded, short.shows_floats
    return found


def _reset(stats: Stats) -> None:
    """Reset all counters except the time."""
    for each in fields(Stats):
        if each.name not in ("seconds", "compile_seconds"):
            setattr(stats, each.name, each.default)


def _replay_node(problem: Puzzle[S, M], form: PackedForm, last: Node[int, None] | None) -> Node[S, M] | None:
    """The last node of a plan found on packed states, replayed with real moves; None if there is no plan."""
    chain: list[tuple[int, Cost]] = []
    while last is not None:
        chain.append((last.state, last.cost))
        last = last.parent
    return _replay_chain(problem, form, chain[::-1])


def _replay_chain(problem: Puzzle[S, M], form: PackedForm, chain: Sequence[tuple[int, Cost]]) -> Node[S, M] | None:
    """The last node of a plan, replayed with real moves. `chain` lists the packed states of the plan with their path
    costs; if it is empty, there is no plan, and None is returned.
    """
    if not chain:
        return None
    node: Node[S, M] = Node(problem.start)
    costs = [after - before for (_one, before), (_two, after) in pairwise(chain)]
    words = [word for word, _cost in chain]
    for step in replay_packed_plan(problem, form.packed, words, costs, takes_last=form.takes_last):
        node = Node(step.state, 0, node, step.move, node.cost + step.cost)
    return node
