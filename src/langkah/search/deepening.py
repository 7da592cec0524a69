"""Depth-first search in rounds, each with a larger bound than the one before: iterative deepening, and IDA*.

Duplicate detection stores the cheapest path to each state in this round, and drops paths that are not cheaper.
"""

from collections.abc import Callable, Hashable
from math import inf

from langkah.language import N_, _
from langkah.model import Cost, M, Puzzle, S
from langkah.run import Found, Node, Run, answer_fewest_steps, answer_least_cost
from langkah.search.algorithm import FEWEST_STEPS, LEAST_COST, STACK, Algorithm
from langkah.search.packed_search import has_tray, search_with_structure
from langkah.search.packed_tiers import PackedForm, find_packed_form, search_in_tiers
from langkah.search.pseudocode import CodeLine

Spent = Callable[[Node[S, M]], Cost]  # the cost of a node as counted by a bound

STRAIGHT_BACK = 2  # depth below an ancestor after a step there and back


def get_path_cost(node: Node[S, M]) -> Cost:
    """The path cost of a node."""
    return node.cost


def iterative_deepening(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Depth-first search to depth 0, 1, 2, ... until a goal is found. Returns the plan, or None if there is none."""
    costs: set[Cost] = set()
    form = _find_form(problem, run)
    if form is not None and form.packed.unit_cost:
        node = search_in_tiers(problem, run, form, _search_ida_star, "deepening")
    else:
        node = _deepen_rounds(problem, run, lambda node: node.depth, lambda _state: 0, costs)
    if node is None:
        return None
    return answer_fewest_steps(node.path(), node.cost, costs)


def ida_star(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Depth-first search up to a bound on cost + estimate; the bound grows to the least value that exceeded it.

    For sliding tiles, compiled code may take over. It stores no visited states, so by default the Python search for
    sliding tiles stores none, either.
    """
    if run.options.duplicates is None:
        run.options.duplicates = not has_tray(problem)
    return search_with_structure("ida-star", problem, run, _run_ida_star)


def _run_ida_star(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """IDA*; if there is a suitable packed form, compiled code takes over from plain Python after a while."""
    form = _find_form(problem, run)
    if form is None:
        return answer_least_cost(run, _search_ida_star(problem, run))
    return answer_least_cost(run, search_in_tiers(problem, run, form, _search_ida_star, "deepening"))


def _find_form(problem: Puzzle[S, M], run: Run[S, M]) -> PackedForm | None:
    """The packed form of the puzzle for compiled code; None if it has no suitable one.

    Also None in two cases: for sliding tiles, which have a compiled search of their own; and if duplicates are detected
    under a depth limit, because compiled code stores the cost of each state, but not its depth.
    """
    remembers = run.options.remembers
    if (remembers and run.limit.depth is not None) or has_tray(problem):
        return None
    form = find_packed_form(problem, run)
    return None if form is None else form._replace(takes_last=remembers)  # of equal moves, the last is generated first


def _search_ida_star(problem: Puzzle[S, M], run: Run[S, M]) -> Node[S, M] | None:
    return _deepen_rounds(problem, run, get_path_cost, run.estimator(problem), set())


def _deepen_rounds(
    problem: Puzzle[S, M], run: Run[S, M], spent: Spent[S, M], estimate: Callable[[S], Cost], costs: set[Cost]
) -> Node[S, M] | None:
    """Depth-first search in rounds; each round has a bound on the sum of `spent` and `estimate` for a node. Returns the
    goal node, or None if there is no solution. All step costs that occur are added to `costs`.

    Without duplicate detection, no visited states are stored; only nodes that close a short or free cycle are dropped
    (see `_goes_in_circle`).
    """
    bound, remember = estimate(problem.start), run.options.remembers
    if bound == inf:
        run.dead_end()
    while bound < inf:
        # A new round, from the start
        run.restart(bound)
        beyond: Cost = inf
        root = run.child(None, problem.start)
        reached: dict[Hashable, Node[S, M]] = {problem.key(root.state): root}
        stack = [root]
        run.report_open(root, (-root.number,), estimate(root.state), estimate(root.state))
        while stack:
            run.frontier(len(stack))
            node = stack.pop()
            if remember and is_overtaken(run, reached, problem.key(node.state), node, spent):
                continue
            run.take(node)
            if problem.is_goal(node.state):
                run.goal(node)
                return node
            if run.too_deep(node):
                continue
            # Push the children within the bound; the least cost beyond it is the next bound
            for step in reversed(run.list_steps(problem.steps(node.state))):
                costs.add(step.cost)
                child = run.child(node, step.state, step.move, node.cost + step.cost)
                if not remember and _goes_in_circle(problem, run, child):
                    continue
                h = estimate(step.state)
                f = inf if h == inf else spent(child) + h
                if f > bound:
                    if f == inf:
                        run.dead_end()
                    beyond = min(beyond, f)
                    why = _("{f} > bound {bound}").format(f=run.show(f), bound=run.show(bound))
                    run.prune(child, bound, why, f)
                elif not remember or not is_overtaken(run, reached, problem.key(step.state), child, spent):
                    stack.append(child)
                    run.report_open(child, (-child.number,), h, f)
        bound = beyond
    return None


def _goes_in_circle(problem: Puzzle[S, M], run: Run[S, M], child: Node[S, M]) -> bool:
    """Whether `child` has the same state as its parent or grandparent, or closes a cycle of cost 0. If so, `child` is
    reported as a duplicate.
    """
    key, node = problem.key(child.state), child.parent
    while node is not None and (node.cost == child.cost or child.depth - node.depth <= STRAIGHT_BACK):
        if problem.key(node.state) == key:
            run.duplicate(child, node.number)
            return True
        node = node.parent
    return False


def is_overtaken(
    run: Run[S, M], reached: dict[Hashable, Node[S, M]], key: Hashable, node: Node[S, M], spent: Spent[S, M]
) -> bool:
    """Whether `node` is a duplicate: `reached` has another node with the same state, whose path is no longer (as
    measured by `spent`) and, if there is a depth limit, no deeper. A duplicate is reported. Any other node is stored in
    `reached` under its `key`, unless there is a depth limit and the stored node is less deep.
    """
    same = reached.get(key)
    if same is None:
        reached[key] = node
    elif same is not node:
        deep = run.limit.depth is not None
        if spent(same) <= spent(node) and not (deep and same.depth > node.depth):
            run.duplicate(node, same.number)
            return True
        if not (deep and node.depth > same.depth):
            reached[key] = node
    return False


def _list_deepening_lines(before: str, over: str, after: str) -> tuple[CodeLine, ...]:
    return (
        CodeLine(0, before),
        CodeLine(0, N_("repeat:"), "restart"),
        CodeLine(1, N_("stack ← the start"), "start"),
        CodeLine(1, N_("while the stack is not empty:")),
        CodeLine(2, N_("take the node on top"), "take"),
        CodeLine(2, N_("if it is a goal: done"), "goal"),
        CodeLine(2, N_("if a better path to its state has been found since: drop it"), "stale"),
        CodeLine(2, N_("if it lies at the depth limit: go on with the next node"), "deep"),
        CodeLine(2, N_("for each of its children, the last one first:")),
        CodeLine(3, over, "prune"),
        CodeLine(3, N_("if this round has a path at least as good: drop it"), "duplicate"),
        CodeLine(3, N_("else put it on the stack"), "open"),
        CodeLine(1, after),
    )


ITERATIVE_DEEPENING = Algorithm(
    "iterative-deepening",
    iterative_deepening,
    N_("depth-first to depth 0, 1, 2, ... in turn"),
    FEWEST_STEPS,
    title=N_("Iterative deepening (IDS)"),
    options=("duplicates",),
    aliases=("ids",),
    frontier=STACK,
    code=_list_deepening_lines(
        N_("bound ← 0"),
        N_("if it lies deeper than the bound: drop it"),
        N_("bound ← bound + 1, if any node was deeper; else there is no solution"),
    ),
)
IDA_STAR = Algorithm(
    "ida-star",
    ida_star,
    N_("depth-first up to a growing bound on cost + estimate"),
    LEAST_COST,
    title=N_("IDA*"),
    options=("estimate", "duplicates"),
    aliases=("idastar", "ida*"),
    frontier=STACK,
    code=_list_deepening_lines(
        N_("bound ← estimate of the start"),
        N_("if cost + estimate exceeds the bound: drop it"),
        N_("bound ← the least sum that exceeded it; if none: no solution"),
    ),
)
