"""IDA* with a transposition table: facts about a state learnt in one round prune all later rounds.

When the search below a state has failed, its children give a lower bound for it that is better than its estimate: the
least sum of step cost and known bound of the child (Reinefeld and Marsland, 1994). This bound holds for every path to
the state, even if children were cut off or duplicates, since only bounds are used. So later rounds prune such states
sooner. Within a round, the cheapest path to each state is remembered, as in this package's IDA*.

States that lead to each other raise each other's bounds a little in each round, for ever if there is no solution. So a
round without a new state is followed by one without the table, which finds the next bound of IDA*, or proves that
nothing is left.
"""

from collections.abc import Hashable
from math import inf
from typing import Generic, NamedTuple

from langkah.language import N_, _
from langkah.model import Cost, M, Puzzle, S
from langkah.run import Found, Node, Run, answer_least_cost
from langkah.search.algorithm import LEAST_COST, STACK, Algorithm
from langkah.search.deepening import get_path_cost, is_overtaken
from langkah.search.pseudocode import CodeLine

Table = dict[Hashable, Cost]


class _Round(NamedTuple, Generic[S, M]):
    """The result of one round of the search. `goal` is the goal node, if found; `beyond` is the least value (path cost
    + lower bound) of a node that was cut off; `is_new` tells whether a state was expanded for the first time.
    """

    goal: Node[S, M] | None
    beyond: Cost  # the least cost + h beyond the bound
    is_new: bool  # whether the round expanded a state that no earlier round expanded


class _Lesson(NamedTuple):
    """An entry of the stack that is below the children of a node. When this entry is popped, the search below all these
    children has failed.
    """

    key: Hashable
    estimate: Cost
    children: list[tuple[Cost, Hashable, Cost]]  # step cost, key and estimate of each child


def ida_star_with_table(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """IDA* that stores a lower bound for every state whose descendants it has searched."""
    return answer_least_cost(run, _deepen_with_table(problem, run))


def _deepen_with_table(problem: Puzzle[S, M], run: Run[S, M]) -> Node[S, M] | None:
    """Depth-first search in rounds; each round has a bound on the path cost plus the known lower bound of the remaining
    cost. Returns the goal node, or None if there is no solution.
    """
    table: Table = {}
    expanded: set[Hashable] = set()
    bound = run.estimator(problem)(problem.start)
    if bound == inf:
        run.dead_end()
    while bound < inf:
        run.restart(bound)
        found = _search_round(problem, run, table, expanded, bound)
        if found.goal is None and found.beyond < inf and not found.is_new:
            run.restart(bound)
            found = _search_round(problem, run, None, expanded, bound)
        if found.goal is not None:
            return found.goal
        bound = max(found.beyond, table.get(problem.key(problem.start), 0))
    return None


def _search_round(
    problem: Puzzle[S, M], run: Run[S, M], table: Table | None, expanded: set[Hashable], bound: Cost
) -> _Round[S, M]:
    """One round of depth-first search up to a bound. If `table` is None, no bounds of states are used or stored."""
    estimate, key = run.estimator(problem), problem.key
    learnt: Table = {} if table is None else table
    beyond: Cost = inf
    before = len(expanded)
    root = run.child(None, problem.start)
    reached: dict[Hashable, Node[S, M]] = {key(root.state): root}
    stack: list[Node[S, M] | _Lesson] = [root]
    waiting = 1
    run.report_open(root, (-root.number,), bound, bound)
    while stack:
        top = stack.pop()
        # All children were searched: update the bound of their parent
        if isinstance(top, _Lesson):
            if table is not None:
                _learn(table, top)
            continue
        # A node: skip it if it is superseded or beyond the bound
        run.frontier(waiting)
        node, waiting = top, waiting - 1
        here = key(node.state)
        if is_overtaken(run, reached, here, node, get_path_cost):
            continue
        f = node.cost + learnt.get(here, 0)  # the bound may have risen since the node was pushed
        if f > bound:
            beyond = min(beyond, f)
            _cut(run, node, f, bound)
            continue
        # A goal, or too deep
        run.take(node)
        if problem.is_goal(node.state):
            run.goal(node)
            return _Round(node, bound, is_new=True)
        if run.too_deep(node):
            continue
        # Push the children within the bound; the least value beyond it is the next bound
        expanded.add(here)
        lesson = _Lesson(here, estimate(node.state), [])
        stack.append(lesson)
        for step in reversed(run.list_steps(problem.steps(node.state))):
            child = run.child(node, step.state, step.move, node.cost + step.cost)
            h, below = estimate(step.state), key(step.state)
            lesson.children.append((step.cost, below, h))
            if h == inf:
                run.dead_end()
            h = max(h, learnt.get(below, 0))
            f = inf if h == inf else child.cost + h
            if f > bound:
                beyond = min(beyond, f)
                _cut(run, child, f, bound)
            elif not is_overtaken(run, reached, below, child, get_path_cost):
                stack.append(child)
                waiting += 1
                run.report_open(child, (-child.number,), h, f)
    return _Round(None, beyond, len(expanded) > before)


def _learn(table: Table, lesson: _Lesson) -> None:
    """Compute a lower bound of a state from the bounds of its children, and store it in the table if it is greater than
    the known bound.
    """
    value: Cost = min((cost + max(h, table.get(key, 0)) for cost, key, h in lesson.children), default=inf)
    if value > max(lesson.estimate, table.get(lesson.key, 0)):
        table[lesson.key] = value


def _cut(run: Run[S, M], node: Node[S, M], f: Cost, bound: Cost) -> None:
    run.prune(node, bound, _("{f} > bound {bound}").format(f=run.show(f), bound=run.show(bound)), f)


IDA_STAR_WITH_TABLE = Algorithm(
    "ida-star-with-table",
    ida_star_with_table,
    N_(
        "IDA* that raises the estimate of a state if no goal was found below it, and stores the raised estimate for "
        "later rounds"
    ),
    LEAST_COST,
    title=N_("IDA* with a transposition table"),
    options=("estimate",),
    aliases=("ida-star-tt", "ida*tt"),
    frontier=STACK,
    code=(
        CodeLine(0, N_("table ← empty; bound ← estimate of the start")),
        CodeLine(0, N_("repeat:"), "restart"),
        CodeLine(1, N_("stack ← the start"), "start"),
        CodeLine(1, N_("while the stack is not empty:")),
        CodeLine(2, N_("take the node on top"), "take"),
        CodeLine(2, N_("if cost + h now exceeds the bound: drop it"), "kill"),
        CodeLine(2, N_("if it is a goal: done"), "goal"),
        CodeLine(2, N_("if a better path to its state has been found since: drop it"), "stale"),
        CodeLine(2, N_("if it lies at the depth limit: go on with the next node"), "deep"),
        CodeLine(2, N_("for each child, h ← max(estimate, table):")),
        CodeLine(3, N_("if cost + h exceeds the bound: drop it"), "prune"),
        CodeLine(3, N_("if this round has a path at least as good: drop it"), "duplicate"),
        CodeLine(3, N_("else put it on the stack"), "open"),
        CodeLine(2, N_("all children done: entry ← min(step cost + h)")),
        CodeLine(1, N_("bound ← the least cost + h that exceeded it; if none: no solution")),
    ),
)
