"""MM: bidirectional heuristic search that is guaranteed to meet in the middle (Holte, Felner, Sharon and Sturtevant,
2016).

Each side expands the node with the least max(f, 2 g), where g is the path cost and f the path cost + estimate. So no
expanded node is farther from its own end than half of the cost of a cheapest plan. The sides meet when both have
reached the same state. The best plan found so far is proved to be the cheapest as soon as no pair of frontier nodes can
belong to a cheaper plan. The backward side uses the estimate of the reversed puzzle (`Puzzle.turn_around`) if there is
one, and otherwise the estimate 0, which is always admissible.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from heapq import heappop, heappush
from math import inf
from typing import Any, Generic

from langkah.engine.packed_check import hold_to_unit_cost
from langkah.language import N_, _
from langkah.model import Cost, M, Puzzle, S, Step
from langkah.run import Found, Node, Run
from langkah.search.algorithm import LEAST_COST, Algorithm
from langkah.search.bidirectional import (
    GOALS,
    get_backward_steps,
    join_sides,
    make_contradiction,
    refuse_unlisted,
)
from langkah.search.pseudocode import CodeLine

HEAPS = N_("Two priority queues, from both ends")
PRIORITY, F, G = range(3)  # the heaps of a side: by max(f, 2 g), by f = g + h, by g
ROUNDING = 1e-12  # relative error of a sum of floating-point numbers


class _Side(Generic[S, M]):
    """One side of the search: its nodes by key, and its frontier in three heaps, ordered by priority, by f and by g."""

    def __init__(self, name: str, steps: Callable[[S], Iterable[Step[S, M]]], estimate: Callable[[S], Cost]) -> None:
        self.name, self.steps, self.estimate = name, steps, estimate
        self.best: dict[Hashable, Node[S, M]] = {}
        self.waiting = 0
        self._heaps: tuple[list[tuple[Any, ...]], ...] = ([], [], [])

    def add(self, run: Run[S, M], key: Hashable, node: Node[S, M]) -> bool:
        """Add a node to the frontier, unless this side has reached the node's state at the same or a lower cost, or the
        node's estimate is infinite. Returns whether the node was added.
        """
        same = self.best.get(key)
        if same is not None and node.cost >= same.cost:
            run.duplicate(node, same.number, self.name)
            return False
        self.best[key] = node
        h = self.estimate(node.state)
        if h == inf:
            node.closed = True
            run.dead_end()
            run.prune(node, inf, _("the estimate says that no goal can be reached"))
        else:
            f = node.cost + h
            places = (max(f, 2 * node.cost), -node.cost), (f,), (node.cost,)
            for heap, place in zip(self._heaps, places, strict=True):
                heappush(heap, (*place, -node.number, node))
            self.waiting += 1
            run.report_open(node, (max(f, 2 * node.cost), -node.cost, -node.number), h, f, side=self.name)
        if same is not None and not same.closed:
            same.closed = True
            self.waiting -= 1
            run.duplicate(same, node.number, self.name)
        return not node.closed

    def get_least(self, which: int) -> Cost:
        """The least priority, f or g of the frontier nodes, depending on `which` (PRIORITY, F or G); infinity if the
        frontier is empty.
        """
        heap = self._heaps[which]
        while heap and heap[0][-1].closed:
            heappop(heap)
        found: Cost = heap[0][0] if heap else inf
        return found

    def take(self, run: Run[S, M]) -> Node[S, M]:
        """Remove the node with the least priority from the frontier, and return it. `get_least` must be called first,
        to remove superseded nodes.
        """
        node: Node[S, M] = heappop(self._heaps[PRIORITY])[-1]
        run.take(node)
        node.closed = True
        self.waiting -= 1
        return node


class _Search(Generic[S, M]):
    """A search in progress: both sides, and the best meeting so far, which is a pair of nodes with the same state, one
    from each side.
    """

    def __init__(self, problem: Puzzle[S, M], run: Run[S, M]) -> None:
        self.problem, self.run = problem, run
        self.behind_estimate = _find_backward_estimate(problem, run)
        self.ahead = _Side("", problem.steps, run.estimator(problem))
        self.behind = _Side("back", get_backward_steps(problem), self.behind_estimate)
        packed = problem.packed()
        self.packed = packed if packed is not None and packed.unit_cost else None
        self.least_step = 0 if self.packed is None else 1
        self.cost: Cost = inf
        self.meeting: tuple[Node[S, M], Node[S, M]] | None = None
        self.listed = frozenset[Hashable]()

    def begin(self) -> None:
        """Put the start and the goals into the frontiers of their sides."""
        problem = self.problem
        goals = {problem.key(goal): goal for goal in problem.goals() or ()}
        for goal in goals.values():
            if not problem.is_goal(goal):
                text = _("goals() lists {state}, but is_goal() says that it is not a goal")
                raise make_contradiction(problem, text, goal)
        self.listed = frozenset(goals)
        self.reach(self.ahead, self.run.child(None, problem.start))
        for goal in goals.values():
            self.reach(self.behind, self.run.child(None, goal))

    def reach(self, side: _Side[S, M], node: Node[S, M]) -> None:
        """Handle a node that `side` has generated: add it to the frontier, and test whether the other side has reached
        its state.
        """
        key = self.problem.key(node.state)
        side.add(self.run, key, node)
        if side.best[key] is not node:
            return
        if side is self.ahead:
            refuse_unlisted(self.problem, self.listed, key, node.state)
        met = (self.behind if side is self.ahead else self.ahead).best.get(key)
        if met is None or node.cost + met.cost >= self.cost:
            return
        deepest = self.run.limit.depth
        if deepest is not None and node.depth + met.depth > deepest:
            self.run.cut_by = "depth"
            return
        self.cost = node.cost + met.cost
        self.meeting = (node, met) if side is self.ahead else (met, node)

    def go_on(self) -> bool:
        """Expand the node with the least priority of both frontiers. Returns False, without expanding a node, if no
        plan can be cheaper than the best one so far.
        """
        ahead, behind = self.ahead, self.behind
        first, second = ahead.get_least(PRIORITY), behind.get_least(PRIORITY)
        if first == inf or (second == inf and (self.problem.lists_all_goals or self.meeting)):
            return False
        together = 0 if second == inf else ahead.get_least(G) + behind.get_least(G) + self.least_step
        far = 0 if second == inf else behind.get_least(F)
        if self.cost <= max(min(first, second), ahead.get_least(F), far, together):
            return False
        side = ahead if first <= second else behind
        self.run.frontier(ahead.waiting + behind.waiting)
        node = side.take(self.run)
        if self.run.too_deep(node):
            return True
        steps = self.run.list_steps(side.steps(node.state))
        if self.packed is not None and side is ahead:
            hold_to_unit_cost(self.problem, self.packed, node.state, list(steps))
        for step in steps:
            self.reach(side, self.run.child(node, step.state, step.move, node.cost + step.cost))
        return True


def meet_in_the_middle(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Search from both ends, expanding the node with the least max(f, 2 g) first, until the best plan found is proved
    to be the cheapest. Returns None if there is no plan.
    """
    search = _Search(problem, run)
    search.begin()
    while search.go_on():
        pass
    if search.meeting is None:
        return None
    near, far = search.meeting
    path, _costs = join_sides(problem, near, far)
    run.goal(near, far.number)
    cost = sum(step.cost for step in path)
    doubt = run.describe_doubt() or _find_doubt(search, path, cost)
    return Found(path, cost, not doubt, doubt)


def _find_doubt(search: _Search[S, M], path: tuple[Step[S, M], ...], cost: Cost) -> str:
    """Why the plan `path` that the search found is not proved to be the cheapest, even if the estimate is admissible;
    "" if it is proved.
    """
    slack: Any = float(cost) * ROUNDING if search.run.rounded else 0  # each side adds its costs in another order
    if abs(cost - search.cost) > slack:
        return _("step costs differ from those that back() or `reversible` promises")
    spent: Cost = 0
    for step in path:
        spent += step.cost
        if search.behind_estimate(step.state) > spent + slack:
            return _(
                "the heuristic of the puzzle that turn_around() returns is too high: {state} is nearer to the start"
            ).format(state=search.problem.label(step.state))
    if search.problem.lists_all_goals:
        return ""
    return _("goals() may omit nearer goals: the puzzle does not declare `lists_all_goals = True`")


def _find_backward_estimate(problem: Puzzle[S, M], run: Run[S, M]) -> Callable[[S], Cost]:
    """A function that gives a lower bound on the cost from the start to a state: the requested heuristic, applied to
    the reversed puzzle. If the puzzle cannot be reversed, or the reversed puzzle lacks this heuristic, the bound is 0.
    """
    turned = problem.turn_around() if problem.reversible else None
    if turned is None:
        return lambda _state: 0
    if not turned.is_goal(problem.start):
        raise make_contradiction(
            problem, _("in the puzzle that turn_around() returns, {state} is not a goal"), problem.start
        )
    wanted = run.options.estimate
    same = next((each for each in turned.all_estimates() if each.name == wanted.name), None)
    if same is None or (wanted.admissible and not same.admissible):
        return lambda _state: 0
    other: Run[S, M] = Run(run.limit, replace(run.options, estimate=same))
    return other.estimator(turned)


MEET_IN_THE_MIDDLE = Algorithm(
    "meet-in-the-middle",
    meet_in_the_middle,
    N_("MM: from both ends, the least max(f, 2 g) first, so that the two sides meet in the middle"),
    LEAST_COST,
    title=N_("MM (meet in the middle)"),
    needs=GOALS,
    options=("estimate",),
    aliases=("mm",),
    frontier=HEAPS,
    code=(
        CodeLine(0, N_("one frontier ← the start, another ← the goals; best ← none"), "start"),
        CodeLine(0, N_("until no two frontier nodes can form a plan cheaper than the best:"), "goal"),
        CodeLine(1, N_("take the node with the least max(f, 2 g) of both frontiers"), "take"),
        CodeLine(1, N_("if the node lies at the depth limit: go on with the next node"), "deep"),
        CodeLine(1, N_("for each child (from the goals: each state that leads here):")),
        CodeLine(2, N_("if this side has a path at least as good: drop it"), "duplicate"),
        CodeLine(2, N_("if the estimate rules it out: drop it"), "prune"),
        CodeLine(2, N_("put it into this side's frontier"), "open"),
        CodeLine(2, N_("if the frontier has a worse path to its state: drop that"), "stale"),
        CodeLine(2, N_("if the other side has reached its state: best ← the cheaper plan")),
        CodeLine(0, N_("if a frontier is empty and there is no best: there is no solution")),
    ),
)
