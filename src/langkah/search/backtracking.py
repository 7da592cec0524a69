"""Backtracking: generates one child at a time, steps back when nothing promising is left, and stores only the path."""

from collections.abc import Hashable, Iterator

from langkah.language import N_, _
from langkah.model import M, Puzzle, S, Step
from langkah.run import Found, Node, Run
from langkah.search.algorithm import Algorithm, Promise
from langkah.search.pseudocode import EACH_CHILD, CodeLine
from langkah.tracing import Kind


def backtracking(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Generate one child at a time, descend at once if it is promising (see `Puzzle.promising`), and step back when no
    promising child is left.

    Only the current path is stored: a state never occurs twice on one path, but it may be visited again on another
    path. If all solutions are requested, the cheapest of them is the answer.
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
            return Found(node.path(), node.cost, False, _("backtracking takes the first solution it finds"))
        child = _find_next_child(problem, run, node, pending[-1], on_path)
        if child is None:
            pending.pop()
            on_path.discard(problem.key(path.pop().state))
            _report_back(run, node)
        else:
            path.append(child)
            on_path.add(problem.key(child.state))
            _enter_node(problem, run, child, pending)
    if not run.solutions:
        return None
    best = min(run.solutions, key=lambda path: sum(step.cost for step in path))
    why = _("the depth limit cut off other paths") if run.cut_by else ""
    return Found(best, sum(step.cost for step in best), not run.cut_by, why)  # all solutions were found


def _report_back(run: Run[S, M], node: Node[S, M]) -> None:
    """Report that the search leaves a node and returns to its parent. Nothing is reported for the root, which has no
    parent.
    """
    if run.observe is not None and node.parent is not None:
        run.observe(run.event(Kind.BACK, node, other=node.parent.number))


def _enter_node(problem: Puzzle[S, M], run: Run[S, M], node: Node[S, M], pending: list[Iterator[Step[S, M]]]) -> None:
    """Visit a node, and prepare to generate its children one by one. A goal or a node at the depth limit gets no
    children.
    """
    run.take(node)
    if problem.is_goal(node.state):
        run.goal(node)
        pending.append(iter(()))
    else:
        pending.append(iter(()) if run.too_deep(node) else iter(problem.attempts(node.state)))


def _find_next_child(
    problem: Puzzle[S, M],
    run: Run[S, M],
    node: Node[S, M],
    steps: Iterator[Step[S, M]],
    on_path: set[Hashable],
) -> Node[S, M] | None:
    """The next child of a node that is promising and not on the current path; None if no such child is left."""
    for step in steps:
        child = run.child(node, step.state, step.move, node.cost + step.cost)
        if not problem.promising(step.state):
            run.prune(child, 0, _("breaks a rule: no state below it can be a goal"))
        elif problem.key(step.state) in on_path:
            run.prune(child, 0, _("already on this path"))
        else:
            run.report_open(child, (child.number,))
            return child
    return None


BACKTRACKING = Algorithm(
    "backtracking",
    backtracking,
    N_("depth-first, one child at a time; goes back if no promising child is left; stores only the path"),
    Promise(N_("a solution, or all of them")),
    title=N_("Backtracking"),
    options=("find_all",),
    code=(
        CodeLine(0, N_("explore a node (first: the start):"), "start take"),
        CodeLine(1, N_("if the node is a goal: a solution"), "goal"),
        CodeLine(1, N_("if the node lies at the depth limit: go back"), "deep"),
        EACH_CHILD,
        CodeLine(2, N_("if it breaks a rule or repeats a state: drop it"), "prune"),
        CodeLine(2, N_("else explore it"), "open"),
        CodeLine(1, N_("take the node back: continue at its parent"), "back"),
    ),
)
