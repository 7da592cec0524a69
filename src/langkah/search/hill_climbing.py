"""Hill climbing and enforced hill climbing: go to states with smaller and smaller estimates, and never go back.

Both are incomplete. Hill climbing goes to the best neighbour and ends if none is better. Enforced hill climbing
(Hoffmann and Nebel, 2001) then searches breadth-first for a better state, and fails only in a part of the space from
which no goal can be reached. Neither ever claims that there is no solution.
"""

from collections import deque
from collections.abc import Iterable
from math import inf

from langkah.language import N_, _
from langkah.model import Cost, M, Puzzle, S
from langkah.run import Found, Node, Run
from langkah.search.algorithm import HEAP, QUEUE, Algorithm, Promise
from langkah.search.pseudocode import CodeLine

LOCAL = "local"  # the reason why these searches end: no reachable state looks better

Rated = tuple[Cost, int, Node[S, M]]  # the estimate and the number of a node, and the node itself


def hill_climbing(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Go on to the child with the least estimate, as long as this estimate is less than that of the current node.
    Returns None if the search ends without a goal.
    """
    estimate = run.estimator(problem)
    node, here = run.child(None, problem.start), estimate(problem.start)
    run.report_open(node, (0, here, 0), here, here)
    while True:
        run.take(node)
        if problem.is_goal(node.state):
            return _answer(run, node)
        if run.too_deep(node):
            return None
        children: list[Rated[S, M]] = []
        for step in problem.steps(node.state):
            child = run.child(node, step.state, step.move, node.cost + step.cost)
            h = estimate(step.state)
            children.append((h, child.number, child))
            run.report_open(child, (child.depth, h, child.number), h, h)
        run.frontier(len(children))
        children.sort(key=lambda each: each[:2])
        if not children or children[0][0] >= here:
            run.cut_by = LOCAL
            _drop(run, children, here, _("no better than h = {h}").format(h=run.show(here)))
            return None
        here, _number, node = children[0]
        _drop(run, children[1:], here, _("another child looks better: h = {h}").format(h=run.show(here)))


def enforced_hill_climbing(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Search breadth-first from a state to the nearest one with a smaller estimate, and continue from there. Returns
    None if the search ends without a goal.
    """
    estimate, key = run.estimator(problem), problem.key
    root, best = run.child(None, problem.start), estimate(problem.start)
    queue, seen = deque([root]), {key(root.state): 0}
    run.report_open(root, (0, 0), best, best)
    while queue:
        run.frontier(len(queue))
        node = queue.popleft()
        run.take(node)
        if problem.is_goal(node.state):
            return _answer(run, node)
        if run.too_deep(node):
            continue
        for step in problem.steps(node.state):
            child = run.child(node, step.state, step.move, node.cost + step.cost)
            first = seen.setdefault(key(step.state), child.number)
            if first != child.number:
                run.duplicate(child, first)
                continue
            h = estimate(step.state)
            if h == inf:
                run.prune(child, inf, _("the estimate says that no goal can be reached"))
                continue
            run.report_open(child, (child.depth, child.number), h, h)
            if h < best:
                why = _("another node looks better: h = {h}").format(h=run.show(h))
                _drop(run, [(h, each.number, each) for each in queue], h, why)
                queue, seen, best = deque([child]), {key(child.state): child.number}, h
                break
            queue.append(child)
    run.cut_by = run.cut_by or LOCAL
    return None


def _drop(run: Run[S, M], nodes: Iterable[Rated[S, M]], bound: Cost, why: str) -> None:
    """Report that `nodes` are dropped from the frontier, for the reason `why`."""
    for h, _number, node in nodes:
        run.prune(node, bound, why, h)


def _answer(run: Run[S, M], node: Node[S, M]) -> Found[S, M]:
    run.goal(node)
    why = _("hill climbing follows the heuristic and never goes back")
    return Found(node.path(), node.cost, False, why)


HILL_CLIMBING = Algorithm(
    "hill-climbing",
    hill_climbing,
    N_("moves to the child with the smallest heuristic, as long as it decreases"),
    Promise(
        N_("nothing; the search ends if no child has a smaller heuristic value, and may miss every solution"),
        complete=False,
    ),
    title=N_("Hill climbing"),
    options=("estimate",),
    aliases=("climb",),
    frontier=HEAP,
    code=(
        CodeLine(0, N_("node ← the start"), "start"),
        CodeLine(0, N_("repeat:"), "take"),
        CodeLine(1, N_("if the node is a goal: done"), "goal"),
        CodeLine(1, N_("if the node lies at the depth limit: give up"), "deep"),
        CodeLine(1, N_("look at all children of the node"), "open"),
        CodeLine(1, N_("if no child has a smaller estimate h: give up; a solution may exist")),
        CodeLine(1, N_("node ← the child with the least h; drop the others"), "prune"),
    ),
)
ENFORCED_HILL_CLIMBING = Algorithm(
    "enforced-hill-climbing",
    enforced_hill_climbing,
    N_("breadth-first search for the nearest state whose heuristic value is smaller, then again from that state"),
    Promise(N_("nothing; if steps cannot be undone, the search may miss every solution"), complete=False),
    title=N_("Enforced hill climbing (EHC)"),
    options=("estimate",),
    aliases=("ehc",),
    frontier=QUEUE,
    code=(
        CodeLine(0, N_("queue ← the start; best ← its estimate h"), "start"),
        CodeLine(0, N_("while the queue is not empty:")),
        CodeLine(1, N_("take the node at the front of the queue"), "take"),
        CodeLine(1, N_("if the node is a goal: done"), "goal"),
        CodeLine(1, N_("if the node lies at the depth limit: go on with the next node"), "deep"),
        CodeLine(1, N_("for each child of the node:")),
        CodeLine(2, N_("if its state was seen since best changed: drop it"), "duplicate"),
        CodeLine(2, N_("if the estimate rules it out: drop it"), "prune"),
        CodeLine(2, N_("put it at the end of the queue"), "open"),
        CodeLine(2, N_("if its h is smaller than best: best ← h, the queue keeps only this child"), "kill"),
        CodeLine(0, N_("give up; a solution may exist")),
    ),
)
