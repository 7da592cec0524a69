"""Best-first search: one loop for uniform cost, greedy, A*, weighted A* and the papers' branch and bound.

The frontier is a heap with lazy deletion: a node for whose state a cheaper way is found stays in the heap and is passed
over when it surfaces. States are reopened when a cheaper way turns up, so that an estimate that is admissible but not
consistent still gives the cheapest plan.
"""

from collections.abc import Callable, Hashable
from fractions import Fraction
from heapq import heappop, heappush
from math import inf
from typing import Any

from langkah.errors import DoesNotFit
from langkah.language import N_, _
from langkah.model import Cost, M, Puzzle, S
from langkah.run import Found, Node, Run, answer_least_cost
from langkah.search.algorithm import HEAP, LEAST_COST, SOME_SOLUTION, Algorithm, Promise
from langkah.search.pseudocode import EACH_CHILD, IS_GOAL, NO_SOLUTION, TOO_DEEP, CodeLine

Rank = Callable[[Cost, Cost], Cost]  # from the cost so far and the estimate to the place in the queue

TIES = {
    "deep": N_("longer paths first"),
    "shallow": N_("shorter paths first"),
    "first": N_("older nodes first"),
    "last": N_("newer nodes first"),
    "high": N_("larger states first"),
    "low": N_("smaller states first"),
}


class _Reversed:
    """Turns the order of any comparable value around."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __lt__(self, other: "_Reversed") -> bool:
        return bool(other.value < self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Reversed) and bool(self.value == other.value)

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return f"Falling({self.value!r})"


PLACE: dict[str, Callable[[Node[Any, Any]], Any]] = {
    "deep": lambda node: -node.depth,
    "shallow": lambda node: node.depth,
    "first": lambda node: node.number,
    "last": lambda node: -node.number,
    "high": lambda node: _Reversed(node.state),
    "low": lambda node: node.state,
}


def _search_best_first(
    problem: Puzzle[S, M], run: Run[S, M], rank: Rank, *, reopen: bool = True, kill: bool = False, scale: int = 1
) -> Node[S, M] | None:
    """Take the node with the smallest rank, ties as chosen, until it is a goal.

    `reopen`: go back to a state when a cheaper way to it turns up. `kill`: when a solution is found, report each
    waiting node that cannot beat it. `scale`: how many times too large the ranks are.
    """
    estimate, key, merge = run.estimator(problem), problem.key, run.options.remembers
    _require_ordered_states(problem, run.options.ties)
    places = [PLACE[name] for name in run.options.ties]
    best: dict[Hashable, Node[S, M]] = {}
    stale = 0  # nodes in the heap that a cheaper way has overtaken
    heap: list[tuple[Any, ...]] = []

    def add(node: Node[S, M]) -> None:
        h = estimate(node.state)
        if h == inf:
            run.dead_end()
            node.closed = True
            run.prune(node, inf, _("the estimate says that no goal can be reached"))
            return
        f = rank(node.cost, h)
        order = (f, *(place(node) for place in places), node.number)
        heappush(heap, (*order, node))
        run.report_open(node, order, h, f if scale == 1 else f / scale if isinstance(f, float) else Fraction(f) / scale)

    root = run.child(None, problem.start)
    best[key(root.state)] = root
    add(root)
    while heap:
        # The best node that no cheaper way has overtaken
        run.frontier(len(heap) - stale)
        node: Node[S, M] = heappop(heap)[-1]
        if node.closed:
            stale -= 1
            continue
        # A goal, or too deep
        run.take(node)
        node.closed = True
        if problem.is_goal(node.state):
            run.goal(node)
            if kill:
                _prune_rest(run, heap, node.cost)
            return node
        if run.too_deep(node):
            continue
        # Children: new, no better than a known way, or a cheaper way
        for step in problem.steps(node.state):
            child = run.child(node, step.state, step.move, node.cost + step.cost)
            same = best.setdefault(key(step.state), child) if merge else child
            if same is child:
                add(child)
            elif not reopen or child.cost >= same.cost:
                run.duplicate(child, same.number)
            else:
                best[key(step.state)] = child
                add(child)
                if not same.closed:
                    same.closed = True
                    stale += 1
                    run.duplicate(same, child.number)
    return None


def _prune_rest(run: Run[S, M], heap: list[tuple[Any, ...]], cost: Cost) -> None:
    """Prune what waits: the queue is ordered by bound, so nothing in it can beat the solution."""
    why = _("bound {bound} >= best {best}")
    while heap:
        bound, *_ties, node = heappop(heap)
        if not node.closed:
            run.prune(node, cost, why.format(bound=run.show(bound), best=cost), f=bound)


def _require_ordered_states(problem: Puzzle[S, M], ties: tuple[str, ...]) -> None:
    if {"high", "low"}.intersection(ties):
        try:
            sorted([problem.start, problem.start], key=lambda state: state)  # type: ignore[arg-type,return-value]
        except TypeError:
            raise DoesNotFit(
                _("ties by high or low need states that can be compared; these cannot: {state}").format(
                    state=problem.start
                )
            ) from None


def uniform_cost(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Cheapest path first (Dijkstra)."""
    return answer_least_cost(run, _search_best_first(problem, run, lambda g, _h: g))


def a_star(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Least cost so far + estimate first."""
    return answer_least_cost(run, _search_best_first(problem, run, lambda g, h: g + h))


def branch_and_bound(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """The papers' queue: least bound first, ties as chosen, killing what cannot beat the solution found."""
    return answer_least_cost(run, _search_best_first(problem, run, lambda g, h: g + h, kill=True))


def greedy(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Least estimate first, whatever it cost to get there."""
    node = _search_best_first(problem, run, lambda _g, h: h, reopen=False)
    why = _("greedy search follows the estimate and never looks back at the cost")
    return None if node is None else Found(node.path(), node.cost, False, why)


def weighted_a_star(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Least cost so far + weight x estimate first: faster, and never worse than weight x the least cost."""
    weight = Fraction(run.options.weight)
    times, scale = weight.as_integer_ratio()  # whole numbers are ranked alike, and exactly
    run.shows_floats = scale > 1
    node = _search_best_first(problem, run, lambda g, h: scale * g + times * h, scale=scale)
    if node is None:
        return None
    if weight <= 1:
        return answer_least_cost(run, node)
    why = run.describe_doubt() or _("proved to cost at most {weight:g} times the least").format(weight=float(weight))
    return Found(node.path(), node.cost, False, why)


def _list_best_first_lines(order: str, *at_goal: CodeLine) -> tuple[CodeLine, ...]:
    """The loop that differs only in what comes first, and in what is done at a goal."""
    return (
        CodeLine(0, N_("frontier ← the start"), "start"),
        CodeLine(0, N_("while the frontier is not empty:")),
        CodeLine(1, order, "take"),
        *(at_goal or (IS_GOAL,)),
        TOO_DEEP,
        EACH_CHILD,
        CodeLine(2, N_("if its state was reached as cheaply before: drop it"), "duplicate"),
        CodeLine(2, N_("if the estimate rules it out: drop it"), "prune"),
        CodeLine(2, N_("put it into the frontier"), "open"),
        CodeLine(2, N_("if a more expensive path to its state is waiting: drop that one"), "stale"),
        NO_SOLUTION,
    )


UNIFORM_COST = Algorithm(
    "uniform-cost",
    uniform_cost,
    N_("cheapest path first"),
    Promise(N_("the least cost"), least_cost=True),
    title=N_("Uniform cost (UCS)"),
    options=("ties",),
    aliases=("ucs",),
    frontier=HEAP,
    code=_list_best_first_lines(N_("take the node with the least cost g")),
)
GREEDY = Algorithm(
    "greedy",
    greedy,
    N_("smallest heuristic h first"),
    SOME_SOLUTION,
    title=N_("Greedy best-first (GBFS)"),
    options=("estimate", "ties"),
    aliases=("gbfs",),
    frontier=HEAP,
    code=_list_best_first_lines(N_("take the node with the least estimate h")),
)
A_STAR = Algorithm(
    "a-star",
    a_star,
    N_("smallest f = g + h first: cost so far + heuristic"),
    LEAST_COST,
    title=N_("A*"),
    options=("estimate", "ties"),
    ties=("deep", "last"),
    aliases=("astar", "a*"),
    frontier=HEAP,
    code=_list_best_first_lines(N_("take the node with the least f = g + h")),
)
WEIGHTED_A_STAR = Algorithm(
    "weighted-a-star",
    weighted_a_star,
    N_("A* that trusts its heuristic `weight` times as much: f = g + weight × h"),
    Promise(N_("at most `weight` times the least cost, if the estimate is admissible")),
    title=N_("Weighted A*"),
    options=("estimate", "ties", "weight"),
    aliases=("wastar",),
    frontier=HEAP,
    code=_list_best_first_lines(N_("take the node with the least f = g + weight × h")),
)
BRANCH_AND_BOUND = Algorithm(
    "branch-and-bound",
    branch_and_bound,
    N_("the papers' queue: smallest bound first, killing what cannot beat the solution found"),
    LEAST_COST,
    title=N_("Branch and bound"),
    options=("estimate", "ties", "duplicates"),
    ties=("deep", "last"),
    aliases=("bnb",),
    frontier=HEAP,
    code=_list_best_first_lines(
        N_("take the node with the least bound f = g + h"),
        CodeLine(1, N_("if the node is a goal: it is the best so far"), "goal"),
        CodeLine(2, N_("kill every waiting node whose bound is no better"), "kill"),
    ),
)
