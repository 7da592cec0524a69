"""Depth-first search: newest states first, with an explicit stack, so that no recursion limit applies."""

from collections.abc import Hashable

from langkah.language import N_, _
from langkah.model import M, Puzzle, S
from langkah.run import Found, Node, Run
from langkah.search.algorithm import SOME_SOLUTION, STACK, Algorithm
from langkah.search.pseudocode import IS_GOAL, NO_SOLUTION, TOO_DEEP, CodeLine


def depth_first(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Depth-first search: expand the newest node first, so that one path is followed to its end before the next.
    Returns the plan, or None if no goal was reached.
    """
    why = _("depth-first search takes the first solution it finds")
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
        for step in reversed(run.list_steps(problem.steps(node.state))):
            child = run.child(node, step.state, step.move, node.cost + step.cost)
            stack.append(child)
            run.report_open(child, (-child.number,))
    return None


DEPTH_FIRST = Algorithm(
    "depth-first",
    depth_first,
    N_("newest states first, with a stack"),
    SOME_SOLUTION,
    title=N_("Depth-first (DFS)"),
    aliases=("dfs",),
    frontier=STACK,
    code=(
        CodeLine(0, N_("stack ← the start"), "start"),
        CodeLine(0, N_("while the stack is not empty:")),
        CodeLine(1, N_("take the node on top of the stack"), "take"),
        CodeLine(1, N_("if its state was expanded before: drop it"), "stale"),
        IS_GOAL,
        TOO_DEEP,
        CodeLine(1, N_("for each child of the node, the last one first:")),
        CodeLine(2, N_("put it on the stack"), "open"),
        NO_SOLUTION,
    ),
)
