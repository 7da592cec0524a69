"""Best-first search: one loop for uniform cost, greedy, A*, weighted A*, and branch and bound as in the papers
(`langkah.papers`).

The frontier is a heap with lazy deletion: a node superseded by a cheaper path to its state stays in the heap and is
skipped when it is popped. An expanded state is reopened if a cheaper path to it is found, so that an admissible but
inconsistent estimate still yields the cheapest plan. With `reopen` off, A* never expands a state again: a plan is then
proved only if no cheaper path to an expanded state was found.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from fractions import Fraction
from heapq import heappop, heappush
from math import inf
from typing import Any

from langkah.errors import DoesNotFit
from langkah.language import N_, _, format_plural
from langkah.model import Cost, M, Puzzle, S, Step
from langkah.run import Found, Node, Run, answer_least_cost
from langkah.search.algorithm import HEAP, LEAST_COST, SOME_SOLUTION, Algorithm, Promise
from langkah.search.packed_tiers import find_packed_form, search_in_tiers
from langkah.search.pseudocode import EACH_CHILD, IS_GOAL, NO_SOLUTION, TOO_DEEP, CodeLine

Rank = Callable[[Cost, Cost], Cost]  # from path cost and estimate to the priority

TIES = {
    "deep": N_("longer paths first"),
    "shallow": N_("shorter paths first"),
    "first": N_("older nodes first"),
    "last": N_("newer nodes first"),
    "high": N_("the greater state first, in Python's order"),
    "low": N_("the smaller state first, in Python's order"),
}

DEPTH_SIGNS = {"deep": -1, "shallow": 1}


class _Reversed:
    """A value that compares in reverse order: smaller values come last."""

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
        return f"Reversed({self.value!r})"


PLACE: dict[str, Callable[[Any, int, int], Any]] = {  # tie-breaking by the state, depth and number of a node
    "deep": lambda _state, depth, _number: -depth,
    "shallow": lambda _state, depth, _number: depth,
    "first": lambda _state, _depth, number: number,
    "last": lambda _state, _depth, number: -number,
    "high": lambda state, _depth, _number: _Reversed(state),
    "low": lambda state, _depth, _number: state,
}


Entry = tuple[Any, ...]
"""A node in the frontier: its rank, tie-breakers and number; then its state, move, cost, depth and the parent's entry.
Tuples are created several times faster than nodes, and the garbage collector skips those of plain values.
"""
NUMBER, STATE, MOVE, COST, DEPTH, PARENT = -6, -5, -4, -3, -2, -1


def _make_node(entry: Entry) -> Node[Any, Any]:
    """The node of a heap entry, for an event. Its parent has only a number and a state."""
    parent: Entry | None = entry[PARENT]
    above: Node[Any, Any] | None = None if parent is None else Node(parent[STATE], parent[NUMBER])
    node = Node(entry[STATE], entry[NUMBER], above, entry[MOVE], entry[COST])
    node.depth = entry[DEPTH]
    return node


def _make_last_node(entry: Entry | None) -> Node[Any, Any] | None:
    """The node of a heap entry (the goal of a plan), linked to all its ancestors; None if `entry` is None."""
    entries: list[Entry] = []
    while entry is not None:
        entries.append(entry)
        entry = entry[PARENT]
    node: Node[Any, Any] | None = None
    for each in reversed(entries):
        node = Node(each[STATE], each[NUMBER], node, each[MOVE], each[COST])
    return node


def _make_order(ties: tuple[str, ...]) -> Callable[[Cost, Any, int, int], Entry]:
    """A function that makes the beginning of a heap entry from the rank, the state, the depth and the number of a node.
    The heap is ordered by these beginnings: by rank, then by the tie-breaks `ties`, then by number.
    """
    places = [PLACE[name] for name in ties]
    return lambda f, state, depth, number: (f, *(place(state, depth, number) for place in places), number)


def _search_best_first(
    problem: Puzzle[S, M], run: Run[S, M], rank: Rank, *, reopen: bool = True, kill: bool = False, scale: int = 1
) -> Node[S, M] | None:
    """Expand the node with the lowest rank, again and again, until a goal has the lowest rank; ties are broken as
    requested. Returns the goal node, or None if there is no solution.

    `reopen`: expand a state again when a cheaper path to it is found. `kill`: when a solution is found, report each
    frontier node that cannot beat it. `scale`: the number by which ranks are divided before they are shown.
    """
    _require_ordered_states(problem, run.options.ties)
    return _make_last_node(_find_best_goal(problem, run, rank, reopen, kill, scale))


def _find_best_goal(  # noqa: C901 - one loop, in which every call would be felt
    problem: Puzzle[S, M], run: Run[S, M], rank: Rank, reopen: bool, kill: bool, scale: int
) -> Entry | None:
    """Like `_search_best_first`, but returns the heap entry of the goal. For speed, counters are local variables, which
    are copied to `run.stats` when limits are checked and at the end.
    """
    settled = run.options.reopen is False  # never expand a state again
    estimate, order, merge = run.options.estimate.of, _make_order(run.options.ties), run.options.remembers
    is_usual, is_sum = run.options.ties == ("deep", "last"), rank is _add  # frequent cases that need no function call
    key = None if type(problem).key is Puzzle.key else problem.key
    observe, stats, is_goal, list_steps = run.observe, run.stats, problem.is_goal, problem.steps
    best: dict[Hashable, Entry] = {}
    push, pop, find = heappush, heappop, best.get if merge else _find_none
    done: set[int] = set()  # the numbers of nodes that were expanded, superseded or never queued
    stale = 0  # nodes in the heap superseded by a cheaper path
    heap: list[Entry] = []
    parent: Entry | None = None
    before: Cost = 0
    depth, height, deepest, widest = 0, 0, run.limit.depth, stats.frontier_max
    number, skipped, expanded = stats.generated, stats.skipped, stats.expanded
    check_generated, check_expanded = run.next_inner_check, run.next_check
    steps: Iterable[Step[S, Any]] = [Step(None, problem.start, 0)]  # the start, as if reached by a step
    try:
        while True:
            # Children: new, no better than a known path, or cheaper
            for move, state, more in steps:
                cost = before + more
                if type(cost) is not int or cost < before or number >= check_generated:
                    stats.generated, stats.skipped, stats.expanded = number, skipped, expanded
                    run.check_child(move, before, cost, None if parent is None else parent[STATE])
                    check_generated = run.next_inner_check
                known = state if key is None else key(state)
                same = find(known)
                if same is not None and (not reopen or cost >= same[COST] or (settled and same[NUMBER] in done)):
                    skipped += 1
                    if settled and cost < same[COST]:
                        run.left_closed += 1
                    if observe is not None:
                        new = (number, state, move, cost, depth, parent)
                        run.report_duplicate(_make_node(new), same[NUMBER])
                    number += 1
                    continue
                h = estimate(problem, state)
                if type(h) is not int or h < 0:
                    h = run.check_estimate(state, h)
                f = cost + h if is_sum else rank(cost, h)
                if is_usual:
                    entry: Entry = (f, height, -number, number, state, move, cost, depth, parent)
                else:
                    entry = (*order(f, state, depth, number), state, move, cost, depth, parent)
                best[known] = entry
                if h is inf:
                    run.dead_end()
                    done.add(number)
                    run.prune(_make_node(entry), inf, _("the estimate says that no goal can be reached"))
                else:
                    push(heap, entry)
                    if observe is not None:
                        shown = f if scale == 1 else _divide_rank(f, scale)
                        run.report_open(_make_node(entry), entry[:STATE], h, shown)
                if same is not None and same[NUMBER] not in done:
                    done.add(same[NUMBER])
                    stale += 1
                    skipped += 1
                    if observe is not None:
                        run.report_duplicate(_make_node(same), number)
                number += 1
            # The best node that is not superseded
            while heap:
                entry = pop(heap)
                if entry[NUMBER] not in done:
                    break
                stale -= 1
            else:
                return None
            if len(heap) - stale >= widest:
                widest = len(heap) - stale + 1
            if expanded >= check_expanded:
                stats.generated, stats.skipped, stats.expanded, stats.frontier_max = number, skipped, expanded, widest
                run.check()
                check_expanded = run.next_check
            expanded += 1
            parent, state, before, depth = entry, entry[STATE], entry[COST], entry[DEPTH]
            if observe is not None:
                run.report_take(_make_node(entry))
            done.add(entry[NUMBER])
            # A goal, or too deep
            if is_goal(state):
                if observe is not None:
                    run.goal(_make_node(entry))
                if kill:
                    _prune_rest(run, heap, before, done)
                return entry
            if deepest is None or depth < deepest:
                steps = list_steps(state)
            else:
                run.too_deep(_make_node(entry))
                steps = ()
            depth += 1
            height = -depth
    finally:
        stats.generated, stats.skipped, stats.expanded, stats.frontier_max = number, skipped, expanded, widest


def _find_none(_key: Hashable) -> Entry | None:
    """Always None: the lookup of known states if duplicates are not detected."""
    return None


def _add(cost: Cost, estimate: Cost) -> Cost:
    """The rank of a node in A*: path cost + estimate."""
    return cost + estimate


def _divide_rank(f: Cost, scale: int) -> Cost:
    return f / scale if isinstance(f, float) else Fraction(f) / scale


def _prune_rest(run: Run[S, M], heap: list[Entry], cost: Cost, done: set[int]) -> None:
    """Prune the whole frontier after a solution of cost `cost` was found. The frontier is ordered by bound, so no node
    in it can beat the solution.
    """
    why = _("bound {bound} >= best {best}")
    while heap:
        entry = heappop(heap)
        if entry[NUMBER] not in done:
            bound = entry[0]
            run.prune(_make_node(entry), cost, why.format(bound=run.show(bound), best=cost), f=bound)


def _require_ordered_states(problem: Puzzle[S, M], ties: tuple[str, ...]) -> None:
    if {"high", "low"}.intersection(ties):
        try:
            sorted([problem.start, problem.start], key=lambda state: state)  # type: ignore[arg-type,return-value]
        except TypeError:
            raise DoesNotFit(
                _(
                    "the tie-breaks high and low need states that can be compared; states such as {state} cannot "
                    "be compared"
                ).format(state=problem.start)
            ) from None


def _search(
    problem: Puzzle[S, M], run: Run[S, M], rank: Rank, times: int = 1, scale: int = 1, *, reopen: bool = True
) -> Node[S, M] | None:
    """Best-first search in plain Python; if there is a suitable packed form, compiled code takes over after a while.
    `rank` must compute scale x cost + times x estimate, because compiled code uses this formula.
    """
    ties = _find_tie_order(run.options.ties)
    in_python = ties is None or not run.options.remembers or run.options.reopen is False
    form = None if in_python else find_packed_form(problem, run)
    if form is None:
        return _search_best_first(problem, run, rank, reopen=reopen, scale=scale or 1)

    def search(view: Puzzle[Any, Any], short: Run[Any, Any]) -> Node[Any, Any] | None:
        return _search_best_first(view, short, rank, reopen=reopen, scale=scale or 1)

    return search_in_tiers(problem, run, form, search, "best-first", (scale, times, reopen, *(ties or ())))


def _find_tie_order(ties: tuple[str, ...]) -> tuple[int, bool] | None:
    """The tie-breaks in the form that compiled code needs: the sign with which the depth enters the order (0 if the
    depth is no tie-break), and whether the newest node comes first. None if a tie-break compares states.
    """
    sign = 0
    for name in ties:
        if name in ("first", "last"):
            return sign, name == "last"
        if name not in DEPTH_SIGNS:
            return None
        sign = sign or DEPTH_SIGNS[name]
    return sign, False


def uniform_cost(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Uniform-cost search (Dijkstra's algorithm): expand the node with the cheapest path first. Returns the plan, or
    None if no goal was found.
    """
    return answer_least_cost(run, _search(problem, run, lambda g, _h: g, times=0))


def a_star(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """A*: expand the node with the least path cost + estimate first. Returns the plan, or None if no goal was found."""
    found = answer_least_cost(run, _search(problem, run, _add))
    if found is None or not run.left_closed:
        return found
    return replace(found, optimal=False, why=_describe_left_closed(run))


def _describe_left_closed(run: Run[S, M]) -> str:
    return format_plural(
        "{n} cheaper path to an expanded state was ignored, so the cost is not proved to be the least",
        "{n} cheaper paths to expanded states were ignored, so the cost is not proved to be the least",
        run.left_closed,
    )


def branch_and_bound(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Branch and bound as in the papers: expand the node with the least bound first, breaking ties as requested, and
    prune nodes that cannot beat the best solution.
    """
    return answer_least_cost(run, _search_best_first(problem, run, _add, kill=True))


def greedy(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Greedy search: expand the node with the least estimate first, regardless of the path cost. Returns the plan, or
    None if no goal was found.
    """
    node = _search(problem, run, lambda _g, h: h, scale=0, reopen=False)
    why = _("greedy search follows the heuristic and ignores the path cost")
    return None if node is None else Found(node.path(), node.cost, False, why)


def weighted_a_star(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Expand the node with the least path cost + weight x estimate first. With a weight above 1, this is usually faster
    than A*; if the estimate is admissible, the plan then costs at most `weight` times the least cost.
    """
    weight = Fraction(run.options.weight)
    times, scale = weight.as_integer_ratio()  # integer ranks are exact, and give the same order
    run.shows_floats = scale > 1
    node = _search(problem, run, lambda g, h: scale * g + times * h, times, scale)
    if node is None:
        return None
    if weight <= 1 and not run.left_closed:
        return answer_least_cost(run, node)
    doubt = run.describe_doubt() or (_describe_left_closed(run) if run.left_closed else "")
    why = doubt or _("proved to cost at most {weight:g} times the least cost").format(weight=float(weight))
    return Found(node.path(), node.cost, False, why)


def _list_best_first_lines(order: str, *at_goal: CodeLine) -> tuple[CodeLine, ...]:
    """The pseudo-code of the common loop of best-first search. `order` is the line that says which node is taken, and
    `at_goal` holds the lines that say what happens at a goal.
    """
    return (
        CodeLine(0, N_("frontier ← the start"), "start"),
        CodeLine(0, N_("while the frontier is not empty:")),
        CodeLine(1, order, "take"),
        *(at_goal or (IS_GOAL,)),
        TOO_DEEP,
        EACH_CHILD,
        CodeLine(2, N_("if its state has a path at least as good: drop it"), "duplicate"),
        CodeLine(2, N_("if the estimate rules it out: drop it"), "prune"),
        CodeLine(2, N_("put it into the frontier"), "open"),
        CodeLine(2, N_("if the frontier has a worse path to its state: drop that"), "stale"),
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
    options=("estimate", "ties", "reopen"),
    ties=("deep", "last"),
    aliases=("astar", "a*"),
    frontier=HEAP,
    code=_list_best_first_lines(N_("take the node with the least f = g + h")),
)
WEIGHTED_A_STAR = Algorithm(
    "weighted-a-star",
    weighted_a_star,
    N_("A* with a weighted heuristic: smallest f = g + weight × h first"),
    Promise(N_("at most `weight` times the least cost, if the heuristic is admissible")),
    title=N_("Weighted A*"),
    options=("estimate", "ties", "reopen", "weight"),
    aliases=("wastar", "wa*"),
    frontier=HEAP,
    code=_list_best_first_lines(N_("take the node with the least f = g + weight × h")),
)
BRANCH_AND_BOUND = Algorithm(
    "branch-and-bound",
    branch_and_bound,
    N_("best-first by lower bound; prunes nodes that cannot improve the best solution found"),
    LEAST_COST,
    title=N_("Branch and bound"),
    options=("estimate", "ties", "duplicates"),
    ties=("deep", "last"),
    aliases=("bnb",),
    frontier=HEAP,
    code=_list_best_first_lines(
        N_("take the node with the least bound f = g + h"),
        CodeLine(1, N_("if the node is a goal: it is the best so far"), "goal"),
        CodeLine(2, N_("prune frontier nodes that cannot beat the best"), "kill"),
    ),
)
