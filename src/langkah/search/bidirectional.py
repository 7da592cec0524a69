"""Bidirectional search: breadth-first from the start and from the goals, until the two sides meet.

The puzzle lists its goals and the predecessors of a state, and both are checked: every visited state is tested for
being an unlisted goal, and the backward half of the plan is rebuilt from forward steps. An unlisted goal may still lie
where neither side has searched. So an answer is proved only if the puzzle guarantees a complete list of goals,
or if the forward side has seen every relevant state.
"""

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Set
from dataclasses import replace
from typing import Any, Generic

from langkah.errors import BadInput
from langkah.language import N_, _
from langkah.model import Cost, M, Puzzle, S, Step
from langkah.run import Found, Node, Run, answer_fewest_steps
from langkah.search.algorithm import FEWEST_STEPS, QUEUES, Algorithm, Need
from langkah.search.packed_tiers import PackedView, find_packed_form, search_in_tiers
from langkah.search.pseudocode import CodeLine
from langkah.settings import quote_value


class _SearchSide(Generic[S, M]):
    """One side of a bidirectional search: its queue and its visited states."""

    def __init__(self, name: str, side: int, steps: Callable[[S], Iterable[Step[S, M]]]) -> None:
        self.name, self.side, self.steps = name, side, steps
        self.depth = 0
        self.queue: deque[Node[S, M]] = deque()
        self.seen: dict[Hashable, Node[S, M]] = {}

    def add(self, run: Run[S, M], key: Hashable, node: Node[S, M]) -> bool:
        """Add a node to the queue unless this side has already reached the state of the node. Returns whether the node
        was added; a node that was not is reported as a duplicate.
        """
        known = self.seen.setdefault(key, node)
        if known is not node:
            run.duplicate(node, known.number, self.name)
            return False
        self.queue.append(node)
        run.report_open(node, (self.side, node.number), side=self.name)
        return True


def bidirectional(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Grow whole layers from the start and from the goals, the smaller frontier first, until they meet.

    Compiled code takes over from plain Python after a while if it can prove the plan: there is a packed form, every
    step costs 1 and can be undone, and all goals are listed.
    """
    form = find_packed_form(problem, run) if problem.reversible and problem.lists_all_goals else None
    if form is None or not form.packed.unit_cost:
        return _search_both_sides(problem, run)
    from langkah.engine.compiled_bidirectional import UnlistedGoal

    goals = list(dict.fromkeys(map(form.packed.pack, problem.goals() or ())))
    try:
        node = search_in_tiers(problem, run, form, _find_last_node, "bidirectional", goals)
    except UnlistedGoal as error:
        raise _make_unlisted(problem, form.packed.unpack(error.word)) from None
    return None if node is None else answer_fewest_steps(node.path(), node.cost, {1})


def _find_last_node(problem: Puzzle[Any, Any], run: Run[Any, Any]) -> Node[Any, Any] | None:
    """Search in plain Python; returns the last node of the plan, linked to all its ancestors, or None if there is no
    plan.
    """
    found = _search_both_sides(problem, run)
    if found is None:
        return None
    node: Node[Any, Any] = Node(problem.start)
    for step in found.path:
        node = Node(step.state, 0, node, step.move, node.cost + step.cost)
    return node


def _search_both_sides(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Bidirectional search in plain Python. Returns the plan, and whether it is proved to be the cheapest; None if
    there is none or the depth limit was reached.
    """
    ahead, behind = _SearchSide("", 0, problem.steps), _SearchSide("back", 1, get_backward_steps(problem))
    ahead.add(run, problem.key(problem.start), run.child(None, problem.start))
    for goal in problem.goals() or ():
        if not problem.is_goal(goal):
            raise make_contradiction(
                problem, _("goals() lists {state}, but is_goal() says that it is not a goal"), goal
            )
        behind.add(run, problem.key(goal), run.child(None, goal))
    listed = frozenset(behind.seen)
    refuse_unlisted(problem, listed, problem.key(problem.start), problem.start)
    meeting = {key: None for key in ahead.seen if key in behind.seen}  # in insertion order, independent of hashes
    costs: set[Cost] = set()
    vouched = problem.lists_all_goals
    while not meeting and ahead.queue and (behind.queue or not vouched):
        if run.limit.depth is not None and ahead.depth + behind.depth >= run.limit.depth:
            run.cut_by = "depth"
            return None
        shorter = not behind.queue or len(ahead.queue) <= len(behind.queue)
        here, there = (ahead, behind) if shorter else (behind, ahead)
        here.depth += 1
        for _turn in range(len(here.queue)):
            run.frontier(len(ahead.queue) + len(behind.queue))
            node = here.queue.popleft()
            run.take(node)
            for step in here.steps(node.state):
                costs.add(step.cost)
                child = run.child(node, step.state, step.move, node.cost + step.cost)
                key = problem.key(step.state)
                if here.add(run, key, child):
                    refuse_unlisted(problem, listed, key, step.state)
                if key in there.seen:
                    meeting[key] = None
    if not meeting:
        return None
    middle = min(meeting, key=lambda key: ahead.seen[key].cost + behind.seen[key].cost)
    path, joined = join_sides(problem, ahead.seen[middle], behind.seen[middle])
    run.goal(ahead.seen[middle], behind.seen[middle].number)
    found = answer_fewest_steps(path, sum(step.cost for step in path), costs | joined)
    if vouched or not found.optimal or not behind.depth:
        return found
    text = _("goals() may omit nearer goals: the puzzle does not declare `lists_all_goals = True`")
    return replace(found, optimal=False, why=text)


def get_backward_steps(problem: Puzzle[S, M]) -> Callable[[S], Iterable[Step[S, M]]]:
    """The function that lists the predecessors of a state: the puzzle's `steps` if every step can be undone, else its
    `back`.
    """
    return problem.steps if problem.reversible else lambda state: problem.back(state) or ()


def refuse_unlisted(problem: Puzzle[S, M], listed: Set[Hashable], key: Hashable, state: S) -> None:
    """Raise an error if a state is a goal that the puzzle does not list. The backward search did not start from such a
    goal, so a proof that relies on this search would be wrong.
    """
    if key not in listed and problem.is_goal(state):
        raise _make_unlisted(problem, state)


def _make_unlisted(problem: Puzzle[S, M], state: S) -> BadInput:
    return make_contradiction(problem, _("is_goal() says that {state} is a goal, but goals() does not list it"), state)


def make_contradiction(problem: Puzzle[S, M], text: str, state: Any) -> BadInput:
    name = problem.name or type(problem).__name__
    shown = problem.form.unpack(state) if isinstance(problem, PackedView) else state
    return BadInput(f"{name}: {text.format(state=quote_value(shown))}", _("`langkah doctor` shows every difference."))


def join_sides(
    problem: Puzzle[S, M], near: Node[S, M], far: Node[S, M]
) -> tuple[tuple[Step[S, M], ...], frozenset[Cost]]:
    """The plan through a state that both sides have reached, and the set of step costs in the backward half of this
    plan. `near` is the node of the state on the forward side, `far` the one on the backward side. The backward half is
    rebuilt from forward steps.
    """
    path = list(near.path())
    state, node = near.state, far.parent
    while node is not None:
        wanted = problem.key(node.state)
        same = [step for step in problem.steps(state) if problem.key(step.state) == wanted]
        if not same:
            text = _("back() or `reversible` promises a step from {state} that steps() does not list")
            raise make_contradiction(problem, text, state)
        path.append(min(same, key=lambda step: step.cost))
        state, node = path[-1].state, node.parent
    if not problem.is_goal(state):
        raise make_contradiction(problem, _("goals() lists {state}, but is_goal() says that it is not a goal"), state)
    return tuple(path), frozenset(step.cost for step in path[near.depth :])


def _can_search_backwards(problem: Puzzle[Any, Any]) -> bool:
    goals = problem.goals()
    if goals is None:
        return False
    return problem.reversible or all(problem.back(goal) is not None for goal in goals)


GOALS = Need(N_("goal states that can be listed, and steps that can be taken backwards"), _can_search_backwards)
BIDIRECTIONAL = Algorithm(
    "bidirectional",
    bidirectional,
    N_("breadth-first search from the start and from the goals"),
    FEWEST_STEPS,
    title=N_("Bidirectional"),
    needs=GOALS,
    frontier=QUEUES,
    code=(
        CodeLine(0, N_("one queue ← the start, another ← the goals"), "start"),
        CodeLine(0, N_("until the two searches meet:"), "goal"),
        CodeLine(1, N_("for each node in the shorter queue:"), "take"),
        CodeLine(2, N_("for each child (from the goals: each state that leads here):")),
        CodeLine(3, N_("if this side has seen its state: drop it"), "duplicate"),
        CodeLine(3, N_("else put it at the end of this side's queue"), "open"),
        CodeLine(0, N_("if a queue becomes empty before that: there is no solution")),
    ),
)
