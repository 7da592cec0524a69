"""Bidirectional search: breadth-first from the start and from the goals, until the two meet."""

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic

from langkah.errors import BadInput
from langkah.language import N_, _
from langkah.model import Cost, M, Puzzle, S, Step
from langkah.run import Found, Node, Run, answer_fewest_steps
from langkah.search.algorithm import FEWEST_STEPS, QUEUES, Algorithm, Need
from langkah.search.pseudocode import CodeLine
from langkah.settings import quote_value


class _SearchSide(Generic[S, M]):
    """One side of a bidirectional search: its queue and what it has seen."""

    def __init__(self, name: str, side: int, steps: Callable[[S], Iterable[Step[S, M]]]) -> None:
        self.name, self.side, self.steps = name, side, steps
        self.depth = 0
        self.queue: deque[Node[S, M]] = deque()
        self.seen: dict[Hashable, Node[S, M]] = {}

    def add(self, run: Run[S, M], key: Hashable, node: Node[S, M]) -> None:
        """Queue a node unless its state was seen from this side before."""
        known = self.seen.setdefault(key, node)
        if known is not node:
            run.duplicate(node, known.number, self.name)
            return
        self.queue.append(node)
        run.report_open(node, (self.side, node.number), side=self.name)


def bidirectional(problem: Puzzle[S, M], run: Run[S, M]) -> Found[S, M] | None:
    """Grow whole layers from the start and from the goals, the smaller frontier first, until they meet."""
    ahead, behind = _SearchSide("", 0, problem.steps), _SearchSide("back", 1, _get_backward_steps(problem))
    ahead.add(run, problem.key(problem.start), run.child(None, problem.start))
    for goal in problem.goals() or ():
        if not problem.is_goal(goal):
            text = _("{problem}: goals() lists {state}, but is_goal() says that it is none")
            raise BadInput(text.format(problem=problem.name or type(problem).__name__, state=quote_value(goal)))
        behind.add(run, problem.key(goal), run.child(None, goal))
    meeting = {key: None for key in ahead.seen if key in behind.seen}  # in their order, whatever their hashes are
    costs: set[Cost] = set()
    while not meeting and ahead.queue and behind.queue:
        if run.limit.depth is not None and ahead.depth + behind.depth >= run.limit.depth:
            run.cut_by = "depth"
            return None
        here, there = (ahead, behind) if len(ahead.queue) <= len(behind.queue) else (behind, ahead)
        here.depth += 1
        for _turn in range(len(here.queue)):
            run.frontier(len(ahead.queue) + len(behind.queue))
            node = here.queue.popleft()
            run.take(node)
            for step in here.steps(node.state):
                costs.add(step.cost)
                child = run.child(node, step.state, step.move, node.cost + step.cost)
                key = problem.key(step.state)
                here.add(run, key, child)
                if key in there.seen:
                    meeting[key] = None
    if not meeting:
        return None
    middle = min(meeting, key=lambda key: ahead.seen[key].cost + behind.seen[key].cost)
    path = _join_sides(problem, ahead.seen[middle], behind.seen[middle])
    run.goal(ahead.seen[middle], behind.seen[middle].number)
    return answer_fewest_steps(path, sum(step.cost for step in path), costs)


def _get_backward_steps(problem: Puzzle[S, M]) -> Callable[[S], Iterable[Step[S, M]]]:
    """The steps that lead into a state: listed by the puzzle, or its own steps where those can be undone."""
    return problem.steps if problem.reversible else lambda state: problem.back(state) or ()


def _join_sides(problem: Puzzle[S, M], near: Node[S, M], far: Node[S, M]) -> tuple[Step[S, M], ...]:
    """The plan through a meeting point. The backward half is walked forward again, move by legal move."""
    path = list(near.path())
    state = near.state
    node = far.parent
    while node is not None:
        wanted = problem.key(node.state)
        same = (step for step in problem.steps(state) if problem.key(step.state) == wanted)
        path.append(min(same, key=lambda step: step.cost))
        state, node = path[-1].state, node.parent
    return tuple(path)


def _can_search_backwards(problem: Puzzle[Any, Any]) -> bool:
    goals = problem.goals()
    if goals is None:
        return False
    return problem.reversible or all(problem.back(goal) is not None for goal in goals)


GOALS = Need(N_("goal states that can be listed, and steps that can be taken backwards"), _can_search_backwards)
BIDIRECTIONAL = Algorithm(
    "bidirectional",
    bidirectional,
    N_("breadth-first from the start and from the goals"),
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
        CodeLine(0, N_("if a queue runs empty before: there is no solution")),
    ),
)
