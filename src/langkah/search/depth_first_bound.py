"""Depth-first branch and bound: keeps the best solution so far, and prunes nodes that cannot beat it."""

from collections.abc import Callable, Hashable

from langkah.language import N_, _
from langkah.model import Cost, M, Puzzle, S
from langkah.run import Found, Node, Run, answer_least_cost
from langkah.search.algorithm import LEAST_COST, STACK, Algorithm
from langkah.search.deepening import get_path_cost, is_overtaken
from langkah.search.pseudocode import TOO_DEEP, CodeLine


def depth_first_branch_and_bound(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Depth-first search that keeps the best solution so far and prunes every node whose bound cannot beat this
    solution. Returns the best plan, or None if no goal was reached.
    """
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
            why = _("bound {bound} >= best {best}").format(bound=run.show(f), best=best.cost)
            run.prune(node, best.cost, why, f)
            continue
        if is_overtaken(run, reached, problem.key(node.state), node, get_path_cost):
            continue
        run.take(node)
        if problem.is_goal(node.state):
            run.goal(node)
            best = node
            run.best = Found(node.path(), node.cost, False, _("better solutions may exist"))
            continue
        if run.too_deep(node):
            continue
        for f, child in _order_children(problem, run, node, estimate):
            if not is_overtaken(run, reached, problem.key(child.state), child, get_path_cost):
                stack.append((f, child))
                run.report_open(child, (-child.number,), f - child.cost, f)
    if best is None:
        return None
    return answer_least_cost(run, best)


def _order_children(
    problem: Puzzle[S, M], run: Run[S, M], node: Node[S, M], estimate: Callable[[S], Cost]
) -> list[tuple[Cost, Node[S, M]]]:
    """The children of a node with their bounds (path cost plus estimate), in the order in which they are pushed on the
    stack: the child with the least bound last.
    """
    steps = run.list_steps(problem.steps(node.state))
    valued = [(node.cost + step.cost + estimate(step.state), step) for step in steps]
    valued.sort(key=lambda pair: pair[0], reverse=True)
    return [(f, run.child(node, step.state, step.move, node.cost + step.cost)) for f, step in valued]


DEPTH_FIRST_BRANCH_AND_BOUND = Algorithm(
    "depth-first-branch-and-bound",
    depth_first_branch_and_bound,
    N_("depth-first; prunes nodes whose bound cannot beat the best solution so far"),
    LEAST_COST,
    title=N_("Depth-first branch and bound"),
    options=("estimate",),
    frontier=STACK,
    code=(
        CodeLine(0, N_("stack ← the start; best ← none"), "start"),
        CodeLine(0, N_("while the stack is not empty:")),
        CodeLine(1, N_("take the node on top of the stack"), "take"),
        CodeLine(1, N_("if its bound f = g + h cannot beat the best: prune it"), "kill"),
        CodeLine(1, N_("if a cheaper path to its state has been found since: drop it"), "stale"),
        CodeLine(1, N_("if it is a goal: it is the best so far"), "goal"),
        TOO_DEEP,
        CodeLine(1, N_("for each child of the node, the least promising first:")),
        CodeLine(2, N_("if its state has a path at least as good: drop it"), "duplicate"),
        CodeLine(2, N_("else put it on the stack"), "open"),
        CodeLine(0, N_("the best solution is the answer")),
    ),
)
