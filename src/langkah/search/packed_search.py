"""Breadth-first search on packed states, which are plain integers. It counts the same numbers of nodes as the general
search.

This search is several times faster than the general loop, because neither states nor steps are objects. `breadth_first`
uses it for puzzles with a packed form unless there is an observer. The plan is found in packed form and then replayed
with real moves.

This search in Python is the first of two tiers; the second tier is compiled code. The first tier solves most puzzles
before compiled code could even be loaded. If the first tier takes too long, or the space is known to be large, the
search starts over in compiled code.
"""

import time
from array import array
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from itertools import islice
from typing import Any

from langkah.engine.packed_check import (
    LARGE_STATES,
    LITTLE_PATIENCE,
    PATIENCE_SECONDS,
    PATIENCE_STATES,
    check_packed_form,
    hold_to_unit_cost,
    make_contradiction,
)
from langkah.language import _
from langkah.model import Cost, M, Puzzle, S, Step
from langkah.packed import Packed, Tray
from langkah.run import Found, Node, Run, Stopped, check_step_cost
from langkah.tracing import Stats

PYTHON_NODES = 5_000  # nodes in Python first, if compiled code supports the structure of the puzzle


def get_compiled_search(algorithm: str) -> Callable[..., Any]:
    """The function that runs an algorithm in compiled code, which returns None for a problem that compiled code does
    not support. Imports the modules for compiled code.
    """
    from langkah.engine.compiled_search import SEARCHES

    return SEARCHES[algorithm]


def packed_breadth_first(problem: Puzzle[S, M], run: Run[S, M], packed: Packed[S]) -> Found[S, M] | None:
    """Breadth-first search on packed states, in Python and then in compiled code. Limits are checked between nodes.
    Returns None if there is no plan.
    """
    search = _PackedQueue(run, packed, problem.start)
    began = time.process_time()
    patient = packed.expand is not None and packed.goal is not None
    states = LITTLE_PATIENCE if (packed.size or 0) >= LARGE_STATES else PATIENCE_STATES
    if run.options.device == "gpu":
        states = 0
    while True:
        found = search.go(states, began + PATIENCE_SECONDS) if patient else search.go(None, None)
        if found is None:
            chain = get_compiled_search("breadth-first")(run, packed)
            if chain is None:  # no compiled form: continue in Python
                patient = False
                continue
            found = chain
        if not found:
            return None
        path = replay_packed_plan(problem, packed, found)
        if packed.unit_cost or not path:
            return Found(path, len(path), True)
        text = _(
            "packed() does not declare that every step costs 1 (unit_cost): the plan has the fewest steps, "
            "but perhaps not the least cost"
        )
        return Found(path, sum(step.cost for step in path), False, text)


class _PackedQueue:
    """A breadth-first search in progress: the visited states in order, and their parents."""

    def __init__(self, run: Run[Any, Any], packed: Packed[Any], start: Any) -> None:
        self.run, self.packed = run, packed
        self.marker: Node[Any, Any] = Node(start)
        self.seen = {packed.start}
        self.order = [packed.start]  # states in queue order
        self.parents = array("l", [-1])
        self.head, self.end, self.depth = 0, 1, 0
        run.stats.generated = 1

    def go(self, states: int | None, until: float | None) -> list[int] | None:
        """Continue to the first goal. Returns the packed states on the path to this goal; [] if there is no goal; None
        if `states` nodes have been expanded or the time `until` has passed. If `states` is None, neither of these two
        limits applies.
        """
        successors, is_goal, stats = self.packed.successors, self.packed.is_goal, self.run.stats
        seen, order, parents = self.seen, self.order, self.parents
        while self.head < len(order):
            if states is not None and (self.head >= states or self.impatient(until)):
                return None
            if self.head == self.end:
                self.depth, self.end = self.depth + 1, len(order)
            stats.frontier_max = max(stats.frontier_max, len(order) - self.head)
            word = order[self.head]
            self.run.take(self.marker)
            if is_goal(word):
                return self.chain(self.head)
            if self.run.limit.depth is not None and self.depth >= self.run.limit.depth:
                self.run.cut_by = "depth"
                stats.pruned += 1
            else:
                found = successors(word)
                stats.generated += len(found)
                for each in found:
                    if each in seen:
                        stats.skipped += 1
                    else:
                        seen.add(each)
                        order.append(each)
                        parents.append(self.head)
            self.head += 1
        return []

    def impatient(self, until: float | None) -> bool:
        """Whether the time `until` has passed; the clock is read only once in 512 nodes. False if `until` is None."""
        return until is not None and self.head % 512 == 511 and time.process_time() > until

    def chain(self, index: int) -> list[int]:
        """The packed states on the path from the start to the state with this index."""
        words = []
        while index >= 0:
            words.append(self.order[index])
            index = self.parents[index]
        return words[::-1]


def replay_packed_plan(
    problem: Puzzle[S, M],
    packed: Packed[S],
    words: Iterable[int],
    costs: Iterable[Cost] | None = None,
    *,
    takes_last: bool = False,
) -> tuple[Step[S, M], ...]:
    """The plan through the packed states `words`, with real moves and their costs. Raises an error if the packed form
    contradicts the puzzle.

    If several moves lead to a state, the cheapest is used; if `costs` are given, only moves with the given cost count.
    Among equal moves, the first is used or, with `takes_last`, the last.
    """
    wanted = None if costs is None else iter(costs)
    path: list[Step[S, M]] = []
    state = problem.start
    for word in islice(words, 1, None):
        steps = list(problem.steps(state))
        hold_to_unit_cost(problem, packed, state, steps)
        fitting = [check_step_cost(step, state) for step in steps if packed.pack(step.state) == word]
        if wanted is not None:
            cost = next(wanted)
            fitting = [step for step in fitting if step.cost == cost]
        if not fitting:
            raise make_contradiction(problem, state)
        path.append(min(reversed(fitting) if takes_last else fitting, key=lambda step: step.cost))
        state = path[-1].state
    if not problem.is_goal(state):
        raise make_contradiction(problem, state)
    return tuple(path)


def has_tray(problem: Puzzle[Any, Any]) -> bool:
    """Whether a puzzle consists of sliding tiles, for which there is a special IDA* in compiled code."""
    packed = problem.packed()
    return packed is not None and isinstance(packed.structure, Tray)


def search_with_structure(
    algorithm: str,
    problem: Puzzle[S, M],
    run: Run[S, M],
    search: Callable[[Puzzle[S, M], Run[S, M]], Found[S, M] | None],
) -> Found[S, M] | None:
    """Run a search for a short time in Python and then, if compiled code supports the structure of the puzzle, in
    compiled code.

    The compiled search stores no visited states. So if duplicate detection is requested, only Python runs; likewise if
    there is an observer or a depth limit.
    """
    limit, plain = run.limit, run.observe is not None or run.options.remembers
    packed = (
        None
        if plain or limit.depth is not None or (limit.nodes or PYTHON_NODES + 1) <= PYTHON_NODES
        else problem.packed()
    )
    if packed is None or packed.structure is None:
        return search(problem, run)
    short: Run[S, M] = Run(
        replace(limit, nodes=PYTHON_NODES), run.options, None, run.progress, run.cancelled, run.stats
    )
    try:
        return search(problem, short)
    except Stopped as stop:
        if stop.limit != "nodes":
            raise
    trusted = packed.unit_cost and check_packed_form(problem, packed)
    states = get_compiled_search(algorithm)(run, packed) if trusted else None
    if states is None:  # no compiled form: start over in Python
        for each in fields(Stats):
            setattr(run.stats, each.name, each.default)
        return search(problem, run)
    path = replay_packed_plan(problem, packed, map(packed.pack, states))
    return Found(path, len(path), run.options.estimate.admissible)
