"""Beam search: breadth-first search that keeps only the most promising nodes of each layer."""

from collections.abc import Hashable
from dataclasses import replace

from langkah.language import N_, _
from langkah.model import Cost, M, Puzzle, S
from langkah.run import Found, Node, Run, answer_fewest_steps
from langkah.search.algorithm import HEAP, Algorithm, Promise
from langkah.search.pseudocode import CodeLine


def beam(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Search layer by layer like breadth-first search, but keep only the `width` nodes of each layer with the least
    path cost + estimate. Returns the plan, or None if no goal was reached.
    """
    estimate, key, width = run.estimator(problem), problem.key, run.options.width
    root = run.child(None, problem.start)
    seen: dict[Hashable, int] = {key(root.state): 0}
    layer = [root]
    costs: set[Cost] = set()
    run.report_open(root, (0, 0, 0), estimate(root.state), estimate(root.state))
    while layer:
        below: list[tuple[Cost, int, Node[S, M]]] = []
        for index, node in enumerate(layer):
            run.frontier(len(layer) - index + len(below))
            run.take(node)
            if problem.is_goal(node.state):
                run.goal(node)
                found = answer_fewest_steps(node.path(), node.cost, costs)
                kept = _("the beam dropped no node in this run, but beam search guarantees nothing")
                return replace(found, optimal=False, why=_("the beam dropped nodes") if run.cut_by else kept)
            if run.too_deep(node):
                continue
            for step in problem.steps(node.state):
                costs.add(step.cost)
                child = run.child(node, step.state, step.move, node.cost + step.cost)
                first = seen.setdefault(key(step.state), child.number)
                if first != child.number:
                    run.duplicate(child, first)
                    continue
                h = estimate(step.state)
                below.append((child.cost + h, child.number, child))
                run.report_open(child, (child.depth, child.cost + h, child.number), h, child.cost + h)
        below.sort()
        while len(below) > width:
            f, _number, node = below.pop()
            run.cut_by = "width"
            run.prune(node, width, _("outside the beam of width {width}").format(width=width), f)
        layer = [node for _f, _number, node in below]
    return None


BEAM = Algorithm(
    "beam",
    beam,
    N_("breadth-first search that keeps only the best `width` nodes of each layer"),
    Promise(N_("nothing; the search may miss every solution"), complete=False),
    title=N_("Beam search"),
    options=("estimate", "width"),
    frontier=HEAP,
    code=(
        CodeLine(0, N_("layer ← the start"), "start"),
        CodeLine(0, N_("while the layer is not empty:")),
        CodeLine(1, N_("for each node of the layer, the best first:"), "take"),
        CodeLine(2, N_("if it is a goal: done"), "goal"),
        CodeLine(2, N_("if it lies at the depth limit: go on with the next node"), "deep"),
        CodeLine(2, N_("for each of its children:")),
        CodeLine(3, N_("if its state was seen before: drop it"), "duplicate"),
        CodeLine(3, N_("else put it into the next layer"), "open"),
        CodeLine(1, N_("keep the best `width` nodes of the next layer, drop the others"), "prune"),
        CodeLine(0, N_("no solution was found: a dropped node may have led to one")),
    ),
)
