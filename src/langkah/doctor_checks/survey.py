"""The states that the doctor looks at: as many as time allows, visited breadth-first.

States are distinguished by the states themselves, not by their keys, because the keys are to be checked, too. If goals
can be listed and predecessors are known, half of the states are taken around the goals, so that estimates are also
checked there. Mistakes in the steps themselves are recorded during the survey.
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
MOST_STEPS = 10_000  # steps from one state; more of them count as endless
USUAL_LIMIT = Limit(nodes=20_000, seconds=10.0)  # limit of a survey; the checks then have the same time again


class Finding(NamedTuple):
    """A finding of the doctor: a defect, or a note.

    Of several findings with the same text, the one with the greatest `gap` counts as the worst. `boards` shows the
    states concerned. `advice` is a line of code that the author of the puzzle could write.
    """

    defect: bool
    text: str
    boards: tuple[str, ...] = ()
    gap: Cost = 0
    advice: str = ""


class Case(NamedTuple):
    """One state, its depth in the survey, and its steps."""

    state: Any
    depth: int
    steps: tuple[Step[Any, Any], ...]


class Broken(Exception):
    """Raised if the problem cannot be examined any further; `finding` says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.text)
        self.finding = finding


class StateSurvey:
    """The visited states, each with its steps; `complete` is False if some reachable states were not visited."""

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
        self.depth = 0  # depth up to which every state was visited
        self.check = "steps"  # the current check
        self.deadline = self.until  # when the time of the current check ends
        self.is_late = False  # whether the deadline ended the current check early
        self.counts: list[int] = []  # for each pass of the current check, the number of states that it looked at
        self.current: tuple[Any, ...] = ()  # the current state
        self.distances: dict[Hashable, Cost] | None = None  # from each state to a goal, computed on first use
        self.stats = Stats()

    @property
    def looked(self) -> int:
        """The number of states that the current check has looked at; the least number if it makes several passes."""
        return min(self.counts, default=0)

    def begin_check(self, name: str, seconds: float) -> None:
        """Begin the check `name`, which may take `seconds` seconds."""
        self.check, self.deadline = name, time.monotonic() + seconds
        self.is_late, self.counts, self.current = False, [], ()

    def note_state(self) -> None:
        """Report the number of visited states; raises `Stopped` if the survey was cancelled."""
        if self.cancelled is not None and self.cancelled():
            raise Stopped("cancel")
        self.stats.expanded = len(self.cases)
        if self.progress is not None:
            self.progress(self.stats)

    def explore(self) -> "StateSurvey":
        """Visit states breadth-first from the start. If the limit ends this visit early, and the goals and predecessors
        are known, also visit states around the goals; half of the states are reserved for them.
        """
        self.current = (self.problem.start,)
        if isinstance(self.problem, Puzzle):
            self.problem.is_goal(self.problem.start)  # if `is_goal` fails, no check can find anything out
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
        """Visit states breadth-first from `sources`; `onward` lists the states to visit after a state. Stops when the
        survey has `most` states or its time is over. Returns whether every state that can be reached like this was
        visited, and the last depth that was finished.
        """
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
        """Whether a state was visited. Raises `Broken` if the state is not hashable."""
        try:
            return state in self.cases
        except TypeError as error:
            text = _("the state {state} is not hashable ({why}); use numbers, texts, tuples, frozen sets")
            raise Broken(Finding(True, text.format(state=repr(state)[:60], why=error))) from None

    def visit(self, state: Any, depth: int) -> None:
        """Record a state with its steps. Raises `Broken` if the steps have the wrong form, or if listing them changes
        the state.
        """
        self.current = (state,)
        before = self._identify(state)
        given: Any = self.problem.steps(state)
        board = self.board(state)
        if not isinstance(given, Iterable) or isinstance(given, Step):
            text = _("steps(state) returns {what}; expected a list of Step(move, state)")
            raise Broken(Finding(True, text.format(what=repr(given)[:60]), board))
        steps = tuple(islice(given, MOST_STEPS + 1))
        if len(steps) > MOST_STEPS:
            raise Broken(Finding(True, _("steps() of this state lists too many steps, or never ends"), board))
        for step in steps:
            self.form(step, board)
        if self._identify(state) != before:
            raise Broken(Finding(True, _("steps() has changed the state that it was given"), board))
        self.cases[state] = Case(state, depth, steps)

    def _identify(self, state: Any) -> tuple[object, ...]:
        """The hash, key and text of a state, which must be the same before and after the steps of the state are listed.
        Only the hash if the puzzle fails to give the key or the text.
        """
        try:
            key = self.problem.key(state)
            return hash(state), key if key == self.problem.key(state) else None, self.problem.text(state)
        except Exception:  # a defect that another check reports
            return (hash(state),)

    def form(self, step: Any, board: tuple[str, ...]) -> None:
        """Check that a step is a `Step` with a hashable move and a nonnegative cost. Raises `Broken` if it is not."""
        if not isinstance(step, Step):
            text = _("steps() must return Step(move, state), not {what}")
            raise Broken(Finding(True, text.format(what=repr(step)[:60]), board))
        try:
            hash(step.move)
        except TypeError as error:
            text = _("the move {move} is not hashable ({why}); use numbers, texts, tuples")
            raise Broken(Finding(True, text.format(move=repr(step.move)[:60], why=error), board)) from None
        if not is_cost(step.cost):
            text = _("step {move} costs {cost}; a cost is a number, 0 or more")
            raise Broken(Finding(True, text.format(move=repr(step.move)[:60], cost=repr(step.cost)[:30]), board))

    def board(self, *states: Any) -> tuple[str, ...]:
        """The text of each state, as the puzzle writes it; if the puzzle cannot write a state, its repr."""
        shown = []
        for state in states:
            try:
                shown.append(str(self.problem.text(state)))
            except Exception:
                shown.append(repr(state))
        return tuple(shown)

    def all(self) -> Iterable[Case]:
        """Every visited state."""
        return self.cases.values()

    def go_on(self, values: Iterable[V], share: float = 1.0) -> Iterator[V]:
        """Iterate over values until the given share of the check's remaining time has passed."""
        now = time.monotonic()
        until = now + share * max(self.deadline - now, 0.0)
        for value in values:
            if time.monotonic() > until:
                self.is_late = True
                return
            self.note_state()
            yield value

    def __iter__(self) -> Iterator[Case]:
        """The visited states in the order of the survey, until the check's time is over."""
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
    """Whether a value can be a cost: a finite number, 0 or more."""
    if isinstance(cost, bool) or not isinstance(cost, Cost):
        return False
    return not (isinstance(cost, float) and (isnan(cost) or not isfinite(cost))) and cost >= 0


def _find_ways_back(problem: Problem[Any, Any]) -> tuple[list[Any], Callable[[Any], Iterable[Any]]] | None:
    """The goals (at most 100), and a function that lists the predecessors of a state. None if the goals cannot be
    listed or predecessors are unknown.

    For a reversible puzzle without `back`, the function lists nothing, because the steps themselves lead to the
    predecessors.
    """
    goals = list(islice(problem.goals() or (), 100)) if isinstance(problem, Puzzle) else []
    if not goals or not isinstance(problem, Puzzle):
        return None
    puzzle = problem
    if all(puzzle.back(goal) is not None for goal in goals):
        return goals, lambda state: [step.state for step in puzzle.back(state) or ()]
    return (goals, lambda _state: ()) if puzzle.reversible else None
