"""Breadth-first search: nearest states first.

A goal is recognised when its node is taken from the queue, not when it is generated. So the printed tables of the queue
end with the goal, as in the papers (`langkah.papers`), and every layer above the goal is complete, which proves the
answer.
"""

from collections import deque
from collections.abc import Hashable

from langkah.engine.packed_check import check_packed_form
from langkah.errors import DoesNotFit
from langkah.language import N_, _
from langkah.model import Cost, M, Puzzle, S
from langkah.run import Found, Run, answer_fewest_steps
from langkah.search.algorithm import FEWEST_STEPS, QUEUE, Algorithm
from langkah.search.packed_search import packed_breadth_first
from langkah.search.pseudocode import EACH_CHILD, IS_GOAL, NO_SOLUTION, TOO_DEEP, CodeLine


def breadth_first(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Breadth-first search: expand nodes in the order in which they were generated. Returns the plan, or None if no
    goal was reached.
    """
    packed = problem.packed() if run.observe is None else None
    if packed is not None and check_packed_form(problem, packed):
        return packed_breadth_first(problem, run, packed)
    if run.options.device == "gpu":
        text = _("{problem} cannot be searched on a GPU: it has no packed form whose steps all cost 1")
        raise DoesNotFit(text.format(problem=problem.name or repr(problem)))
    key, steps, is_goal = problem.key, problem.steps, problem.is_goal
    root = run.child(None, problem.start)
    seen: dict[Hashable, int] = {key(root.state): root.number}
    queue = deque([root])
    costs: set[Cost] = set()
    run.report_open(root, (0,))
    while queue:
        run.frontier(len(queue))
        node = queue.popleft()
        run.take(node)
        if is_goal(node.state):
            run.goal(node)
            return answer_fewest_steps(node.path(), node.cost, costs)
        if run.too_deep(node):
            continue
        for step in steps(node.state):
            costs.add(step.cost)
            child = run.child(node, step.state, step.move, node.cost + step.cost)
            first = seen.setdefault(key(step.state), child.number)
            if first != child.number:
                run.duplicate(child, first)
            else:
                queue.append(child)
                run.report_open(child, (child.number,))
    return None


BREADTH_FIRST = Algorithm(
    "breadth-first",
    breadth_first,
    N_("nearest states first, with a queue"),
    FEWEST_STEPS,
    title=N_("Breadth-first (BFS)"),
    aliases=("bfs",),
    frontier=QUEUE,
    code=(
        CodeLine(0, N_("queue ← the start"), "start"),
        CodeLine(0, N_("while the queue is not empty:")),
        CodeLine(1, N_("take the first node of the queue"), "take"),
        IS_GOAL,
        TOO_DEEP,
        EACH_CHILD,
        CodeLine(2, N_("if its state was seen before: drop it"), "duplicate"),
        CodeLine(2, N_("else put it at the end of the queue"), "open"),
        NO_SOLUTION,
    ),
)
