"""Depth-first search and what is built on it: deepening, IDA*, branch and bound with an incumbent, backtracking.

All keep an explicit stack: no recursion limit can strike. Duplicate detection remembers, for each state, the cheapest
way by which it was reached in this round; a way that is no cheaper leads to nothing new.
"""

from collections.abc import Callable, Hashable, Iterator
from math import inf

from langkah.language import _
from langkah.model import Cost, M, Puzzle, S, Step
from langkah.search.best import describe_doubt
from langkah.search.breadth import FEWEST
from langkah.search.packed_search import has_tray, search_with_structure
from langkah.search.run import Found, Node, Run

Spent = Callable[[Node[S, M]], Cost]  # what a node has cost, as a bound counts it


STRAIGHT_BACK = 2  # steps: one there, one back


def _get_path_cost(node: Node[S, M]) -> Cost:
    """The cost of the way to a node."""
    return node.cost


def depth_first(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Follow the newest node as deep as it goes, then the next."""
    why = _("depth-first search takes the first solution it meets")
    root = run.child(None, problem.start)
    reached: dict[Hashable, Node[S, M]] = {}
    stack = [root]
    run.report_open(root, (0,))
    while stack:
        run.frontier(len(stack))
        node = stack.pop()
        same = reached.setdefault(problem.key(node.state), node)
        if same is not node:
            if run.limit.depth is None or same.depth <= node.depth:
                run.duplicate(node, same.number)
                continue
            reached[problem.key(node.state)] = node
        run.take(node)
        if problem.is_goal(node.state):
            run.goal(node)
            return Found(node.path(), node.cost, False, why)
        if run.too_deep(node):
            continue
        for step in reversed(list(problem.steps(node.state))):
            child = run.child(node, step.state, step.move, node.cost + step.cost)
            stack.append(child)
            run.report_open(child, (-child.number,))
    return None


def iterative_deepening(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Depth-first search to depth 0, 1, 2, ... until a goal is met."""
    costs: set[Cost] = set()
    node = _deepen_rounds(problem, run, lambda node: node.depth, lambda _state: 0, costs)
    if node is None:
        return None
    return Found(node.path(), node.cost, len(costs) < 2, _(FEWEST) if len(costs) > 1 else "")


def ida_star(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Depth-first search up to a bound on cost + estimate; the bound grows to the least value that exceeded it.

    Where compiled code may take over it remembers no states unless told to: nor does that code.
    """
    if run.options.duplicates is None:
        run.options.duplicates = not has_tray(problem)
    return search_with_structure("ida-star", problem, run, _run_ida_star)


def _run_ida_star(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """IDA* in Python."""
    node = _deepen_rounds(problem, run, _get_path_cost, run.estimator(problem), set())
    if node is None:
        return None
    return Found(node.path(), node.cost, run.options.estimate.admissible and not run.cut_by, describe_doubt(run))


def _deepen_rounds(
    problem: Puzzle[S, M], run: Run[S, M], spent: Spent[S, M], estimate: Callable[[S], Cost], costs: set[Cost]
) -> Node[S, M] | None:
    """Rounds of depth-first search, each up to a bound on what a node has spent and what it is estimated to need.

    Without duplicate detection nothing is remembered but the path, on which a node never goes straight back.
    """
    bound, remember = estimate(problem.start), run.options.remembers
    if bound == inf:
        run.dead_end()
    while bound < inf:
        run.restart(bound)
        beyond: Cost = inf
        root = run.child(None, problem.start)
        reached: dict[Hashable, Node[S, M]] = {problem.key(root.state): root}
        stack = [root]
        run.report_open(root, (-root.number,), estimate(root.state), estimate(root.state))
        while stack:
            run.frontier(len(stack))
            node = stack.pop()
            if remember and _is_overtaken(run, reached, problem.key(node.state), node, spent):
                continue
            run.take(node)
            if problem.is_goal(node.state):
                run.goal(node)
                return node
            if run.too_deep(node):
                continue
            for step in reversed(list(problem.steps(node.state))):
                costs.add(step.cost)
                child = run.child(node, step.state, step.move, node.cost + step.cost)
                if not remember and _goes_in_circle(problem, run, child):
                    continue
                h = estimate(step.state)
                f = spent(child) + h
                if f > bound:
                    if f == inf:
                        run.dead_end()
                    beyond = min(beyond, f)
                    run.prune(child, bound, _("{f} > bound {bound}").format(f=f, bound=bound), f)
                elif not remember or not _is_overtaken(run, reached, problem.key(step.state), child, spent):
                    stack.append(child)
                    run.report_open(child, (-child.number,), h, f)
        bound = beyond
    return None


def _goes_in_circle(problem: Puzzle[S, M], run: Run[S, M], child: Node[S, M]) -> bool:
    """Whether a node goes straight back to where its parent came from, or around in a circle that costs nothing."""
    key, node = problem.key(child.state), child.parent
    while node is not None and (node.cost == child.cost or child.depth - node.depth <= STRAIGHT_BACK):
        if problem.key(node.state) == key:
            run.duplicate(child, node.number)
            return True
        node = node.parent
    return False


def _is_overtaken(
    run: Run[S, M], reached: dict[Hashable, Node[S, M]], key: Hashable, node: Node[S, M], spent: Spent[S, M]
) -> bool:
    """Whether another way to the same state has spent no more, nor (under a depth limit) gone deeper; reports it.

    A way that is at least as good as the one remembered takes its place.
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


def depth_first_branch_and_bound(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Depth-first search that keeps the best solution and kills every node whose bound cannot beat it."""
    estimate = run.estimator(problem)
    root = run.child(None, problem.start)
    reached: dict[Hashable, Node[S, M]] = {problem.key(root.state): root}
    stack: list[tuple[Cost, Node[S, M]]] = [(estimate(root.state), root)]
    run.report_open(root, (0,), stack[0][0], stack[0][0])
    best: Node[S, M] | None = None
    while stack:
        run.frontier(len(stack))
        f, node = stack.pop()
        if best is not None and f >= best.cost:
            run.prune(node, best.cost, _("bound {bound} >= best {best}").format(bound=f, best=best.cost), f)
            continue
        if _is_overtaken(run, reached, problem.key(node.state), node, _get_path_cost):
            continue
        run.take(node)
        if problem.is_goal(node.state):
            run.goal(node)
            best = node
            run.best = Found(node.path(), node.cost, False, _("better solutions may be left"))
            continue
        if run.too_deep(node):
            continue
        for f, child in _order_children(problem, run, node, estimate):
            if not _is_overtaken(run, reached, problem.key(child.state), child, _get_path_cost):
                stack.append((f, child))
                run.report_open(child, (-child.number,), f - child.cost, f)
    if best is None:
        return None
    return Found(best.path(), best.cost, run.options.estimate.admissible and not run.cut_by, describe_doubt(run))


def _order_children(
    problem: Puzzle[S, M], run: Run[S, M], node: Node[S, M], estimate: Callable[[S], Cost]
) -> list[tuple[Cost, Node[S, M]]]:
    """The children of a node in the order in which a stack wants them: the most promising one last."""
    valued = [(node.cost + step.cost + estimate(step.state), step) for step in problem.steps(node.state)]
    valued.sort(key=lambda pair: pair[0], reverse=True)
    return [(f, run.child(node, step.state, step.move, node.cost + step.cost)) for f, step in valued]


def backtracking(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Make one child at a time, go down at once if it is promising, come back when nothing is left below.

    Remembers only the path, so it never meets the same state twice on one path but may meet it on another.
    """
    root = run.child(None, problem.start)
    run.report_open(root, (0,))
    path = [root]
    on_path = {problem.key(root.state)}
    pending: list[Iterator[Step[S, M]]] = []
    _enter_node(problem, run, root, pending)
    while pending:
        run.frontier(len(pending))
        node = path[-1]
        if problem.is_goal(node.state) and run.options.find_all:
            run.solutions.append(node.path())
        elif problem.is_goal(node.state):
            return Found(node.path(), node.cost, False, _("backtracking takes the first solution it meets"))
        child = _find_next_child(problem, run, node, pending[-1], on_path)
        if child is None:
            pending.pop()
            on_path.discard(problem.key(path.pop().state))
        else:
            path.append(child)
            on_path.add(problem.key(child.state))
            _enter_node(problem, run, child, pending)
    if not run.solutions:
        return None
    first = run.solutions[0]
    why = _("the depth limit cut off other ways") if run.cut_by else _("all solutions were asked for, not the cheapest")
    return Found(first, sum(step.cost for step in first), False, why)


def _enter_node(problem: Puzzle[S, M], run: Run[S, M], node: Node[S, M], pending: list[Iterator[Step[S, M]]]) -> None:
    """Take a node: its children are made one by one from now on. Goals and nodes at the depth limit get none."""
    run.take(node)
    if problem.is_goal(node.state):
        run.goal(node)
        pending.append(iter(()))
    else:
        pending.append(iter(()) if run.too_deep(node) else iter(problem.steps(node.state)))


def _find_next_child(
    problem: Puzzle[S, M],
    run: Run[S, M],
    node: Node[S, M],
    steps: Iterator[Step[S, M]],
    on_path: set[Hashable],
) -> Node[S, M] | None:
    """The next child worth entering, or None when the node has no more."""
    for step in steps:
        child = run.child(node, step.state, step.move, node.cost + step.cost)
        if not problem.promising(step.state):
            run.prune(child, 0, _("breaks a rule: nothing below it can be a goal"))
        elif problem.key(step.state) in on_path:
            run.prune(child, 0, _("already on this path"))
        else:
            run.report_open(child, (child.number,))
            return child
    return None
