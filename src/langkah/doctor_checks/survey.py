"""What the doctor looks at: as many states as there is time for, every one met in the plainest way.

States are told apart by themselves, not by their keys, for keys are among the things to be checked. Half of the
room goes to states around the goals where these can be listed and walked back from, so that estimates are checked near
the goal too. What is wrong with the steps themselves is noted on the way.
"""

import time
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import islice
from math import isfinite, isnan
from typing import Any, NamedTuple, TypeVar

from langkah.language import _
from langkah.model import Cost, Problem, Puzzle, Step
from langkah.run import Stopped
from langkah.tracing import Cancelled, Limit, Progress, Stats

V = TypeVar("V")
MOST_STEPS = 10_000  # from one state: beyond this, steps do not end
USUAL_LIMIT = Limit(nodes=20_000, seconds=10.0)  # of a survey; checks then have as much time again


class Finding(NamedTuple):
    """Something the doctor has to say: a defect, or a note about something that is merely good to know.

    `gap` orders findings of one kind, the worst first; `boards` shows what it is about; `advice` is a line of code to
    write.
    """

    defect: bool
    text: str
    boards: tuple[str, ...] = ()
    gap: Cost = 0
    advice: str = ""


class Case(NamedTuple):
    """One state, with what the problem says about it."""

    state: Any
    depth: int
    steps: tuple[Step[Any, Any], ...]


class Broken(Exception):
    """The problem cannot be looked at any further; `finding` says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.text)
        self.finding = finding


class StateSurvey:
    """The states that were met, each with its steps; `complete` if there are no others."""

    def __init__(
        self,
        problem: Problem[Any, Any],
        limit: Limit = USUAL_LIMIT,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> None:
        self.problem, self.progress, self.cancelled = problem, progress, cancelled
        limit = limit.or_else(USUAL_LIMIT)
        self.most, self.seconds = max(limit.nodes or 0, 1), limit.seconds or 0.0
        self.until = time.monotonic() + self.seconds
        self.cases: dict[Hashable, Case] = {}
        self.complete = True
        self.depth = 0  # up to here every state from the start was looked at
        self.check = "steps"  # the check that is under way
        self.deadline = self.until  # its end
        self.is_late = False  # whether the deadline has ended it
        self.counts: list[int] = []  # at how many states it has looked, each time that it went through them
        self.current: tuple[Any, ...] = ()  # the state that it looks at
        self.distances: dict[Hashable, Cost] | None = None  # of states to a goal, once these were asked for
        self.stats = Stats()

    @property
    def looked(self) -> int:
        """At how many states the check under way has looked."""
        return min(self.counts, default=0)

    def begin_check(self, name: str, seconds: float) -> None:
        """Begin a check, which may take so many seconds."""
        self.check, self.deadline = name, time.monotonic() + seconds
        self.is_late, self.counts, self.current = False, [], ()

    def note_state(self) -> None:
        """Report how many states were met; raises `Stopped` where the survey was cancelled."""
        if self.cancelled is not None and self.cancelled():
            raise Stopped("cancel")
        self.stats.expanded = len(self.cases)
        if self.progress is not None:
            self.progress(self.stats)

    def explore(self) -> "StateSurvey":
        """Look at states from the start, then from the goals where that is possible, nearest first."""
        self.current = (self.problem.start,)
        if isinstance(self.problem, Puzzle):
            self.problem.is_goal(self.problem.start)  # where that fails, no check can say anything
        around = _find_ways_back(self.problem)
        ended, self.depth = self.walk(
            [self.problem.start], self._problem_steps, self.most // 2 if around else self.most
        )
        self.complete = ended
        if around and not ended:
            sources, ways = around
            self.walk(sources, lambda state: self._both_ways(state, ways), self.most)
        return self

    def _problem_steps(self, state: Any) -> Iterable[Any]:
        return (step.state for step in self.cases[state].steps)

    def _both_ways(self, state: Any, ways: Callable[[Any], Iterable[Any]]) -> Iterator[Any]:
        yield from ways(state)
        yield from self._problem_steps(state)

    def walk(self, sources: list[Any], onward: Callable[[Any], Iterable[Any]], most: int) -> tuple[bool, int]:
        """Breadth-first; tells whether it came to its end, and which depth it finished."""
        queue = deque((state, 0) for state in sources)
        deepest = 0
        while queue:
            state, depth = queue.popleft()
            if self.known(state):
                continue
            if len(self.cases) >= most or time.monotonic() > self.until:
                return False, max(depth - 1, 0)
            self.visit(state, depth)
            self.note_state()
            deepest = depth
            queue.extend((after, depth + 1) for after in onward(state) if not self.known(after))
        return True, deepest

    def known(self, state: Any) -> bool:
        """Whether a state was met before."""
        try:
            return state in self.cases
        except TypeError as error:
            text = _(
                "the state {state} cannot be told apart from others ({why}); use numbers, texts, tuples, frozen sets"
            )
            raise Broken(Finding(True, text.format(state=repr(state)[:60], why=error))) from None

    def visit(self, state: Any, depth: int) -> None:
        """Ask a state for its steps, and check their form."""
        self.current = (state,)
        before = self._identify(state)
        given: Any = self.problem.steps(state)
        board = self.board(state)
        if not isinstance(given, Iterable) or isinstance(given, Step):
            text = _("steps(state) gives {what}; expected a list of Step(move, state)")
            raise Broken(Finding(True, text.format(what=repr(given)[:60]), board))
        steps = tuple(islice(given, MOST_STEPS + 1))
        if len(steps) > MOST_STEPS:
            raise Broken(Finding(True, _("the steps from this state do not end"), board))
        for step in steps:
            self.form(step, board)
        if self._identify(state) != before:
            raise Broken(Finding(True, _("asking for the steps has changed the state itself"), board))
        self.cases[state] = Case(state, depth, steps)

    def _identify(self, state: Any) -> tuple[object, ...]:
        """What must not change while a state is asked for its steps."""
        try:
            key = self.problem.key(state)
            return hash(state), key if key == self.problem.key(state) else None, self.problem.text(state)
        except Exception:  # a defect of its own, which another check tells
            return (hash(state),)

    def form(self, step: Any, board: tuple[str, ...]) -> None:
        """A step is a Step, with a move that can be compared and a cost that is a number from 0 on."""
        if not isinstance(step, Step):
            text = _("steps must give Step(move, state), not {what}")
            raise Broken(Finding(True, text.format(what=repr(step)[:60]), board))
        try:
            hash(step.move)
        except TypeError as error:
            text = _("the move {move} is not a fixed value ({why}); use numbers, texts, tuples")
            raise Broken(Finding(True, text.format(move=repr(step.move)[:60], why=error), board)) from None
        if not is_cost(step.cost):
            text = _("step {move} costs {cost}; a cost is a number, 0 or more")
            raise Broken(Finding(True, text.format(move=repr(step.move)[:60], cost=repr(step.cost)[:30]), board))

    def board(self, *states: Any) -> tuple[str, ...]:
        """States as people see them, as far as the problem can show them."""
        shown = []
        for state in states:
            try:
                shown.append(str(self.problem.text(state)))
            except Exception:
                shown.append(repr(state))
        return tuple(shown)

    def all(self) -> Iterable[Case]:
        """Every state that was met."""
        return self.cases.values()

    def go_on(self, values: Iterable[V], share: float = 1.0) -> Iterator[V]:
        """Some values, until a share of the time that is left for this check is over."""
        now = time.monotonic()
        until = now + share * max(self.deadline - now, 0.0)
        for value in values:
            if time.monotonic() > until:
                self.is_late = True
                return
            self.note_state()
            yield value

    def __iter__(self) -> Iterator[Case]:
        """The states that were met, nearest first, until the time for this check is over."""
        place = len(self.counts)
        self.counts.append(0)
        for case in self.cases.values():
            if time.monotonic() > self.deadline:
                self.is_late = True
                return
            self.counts[place] += 1
            self.current = (case.state,)
            self.note_state()
            yield case
        self.current = ()


def is_cost(cost: object) -> bool:
    """Whether something can be a cost."""
    if isinstance(cost, bool) or not isinstance(cost, Cost):
        return False
    return not (isinstance(cost, float) and (isnan(cost) or not isfinite(cost))) and cost >= 0


def _find_ways_back(problem: Problem[Any, Any]) -> tuple[list[Any], Callable[[Any], Iterable[Any]]] | None:
    """The goals where they can be listed, and how to walk back from them; None where that is not possible."""
    goals = list(islice(problem.goals() or (), 100)) if isinstance(problem, Puzzle) else []
    if not goals or not isinstance(problem, Puzzle):
        return None
    puzzle = problem
    if all(puzzle.back(goal) is not None for goal in goals):
        return goals, lambda state: [step.state for step in puzzle.back(state) or ()]
    return (goals, lambda _state: ()) if puzzle.reversible else None
