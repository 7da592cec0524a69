"""Explores any problem in plain Python, without a packed form or compiled code."""

import time
from collections.abc import Hashable, Iterable
from typing import Any

from langkah.engine.fingerprint import DIFFERENT, NotCompilable
from langkah.engine.space import Counts, Distances, Moment
from langkah.engine.survey import SHOWN, Survey, choose_shown, measure_layers
from langkah.engine.watched_code import place_expand
from langkah.language import _
from langkah.model import Game, Problem, Puzzle
from langkah.packed import Packed
from langkah.run import Run

LIMIT_CHECK_STATES, LIMIT_CHECK_SECONDS = 256, 0.01  # states, and time, between two checks of the limits


class PatienceEnded(Exception):
    """Raised when plain Python has used up its number of states or its time, so that compiled code can take over."""


class PythonSpace:
    """A state space explored layer by layer in plain Python. `advance` raises `PatienceEnded` after `patience` states
    or after `seconds` of processor time, whichever comes first. If `patience` is None, `advance` never raises it.
    """

    engine = "python"

    def __init__(
        self,
        problem: Problem[Any, Any],
        packed: Packed[Any] | None,
        run: Run[Any, Any],
        patience: int | None = None,
        seconds: float = 0.0,
    ) -> None:
        self.problem, self.packed, self.run = problem, packed, run
        self.patience, self.until = patience, time.process_time() + seconds
        start: Any = problem.start if packed is None else packed.start
        self.index: dict[Hashable, int] = {self.name(start): 0}
        self.found = [start]
        self.into: list[list[int]] = [[]]  # the predecessors of each state
        self.head, self.depth, self.ends, self.steps = 0, 0, [1], 0
        self.goals: list[int] = []
        self.goals_in_layer = [0]
        self.is_cut = False

    def name(self, state: Any) -> Hashable:
        """The key that identifies a state: the packed number if there is a packed form, else the key of a puzzle's
        state. Equivalent positions of a two-player game have different keys, so that each is counted.
        """
        if self.packed is not None or isinstance(self.problem, Game):
            found: Hashable = state
            return found
        return self.problem.key(state)

    def onward(self, state: Any) -> Iterable[Any]:
        """The successors of a state."""
        if self.packed is not None:
            return self.packed.successors(state)
        return (step.state for step in self.problem.steps(state))

    def is_goal(self, state: Any) -> bool:
        """Whether a state is a goal; in a two-player game, whether it is over."""
        if self.packed is not None:
            return self.packed.is_goal(state)
        if isinstance(self.problem, Game):
            return self.problem.outcome(state) is not None
        assert isinstance(self.problem, Puzzle)
        return self.problem.is_goal(state)

    def advance(self, most: int) -> Moment:
        """Expand at most `most` more states, or fewer if they take long. Raises `PatienceEnded` when Python has used up
        its number of states or its time.
        """
        until = time.perf_counter() + LIMIT_CHECK_SECONDS
        for _state in range(min(most, LIMIT_CHECK_STATES)):
            if self.head == len(self.found) or time.perf_counter() > until:
                break
            if self.patience is not None and self.head >= self.patience:
                raise PatienceEnded
            self._expand_next()
        is_done = self.head == len(self.found)
        if self.patience is not None and not is_done and time.process_time() > self.until:
            raise PatienceEnded
        return Moment(self.head, self.steps + 1, len(self.found) - self.head, is_done, self.is_cut)

    def _expand_next(self) -> None:
        if self.head == self.ends[-1]:
            self.ends.append(len(self.found))
            self.goals_in_layer.append(0)
            self.depth += 1
        state = self.found[self.head]
        if self.is_goal(state):
            self.goals.append(self.head)
            self.goals_in_layer[-1] += 1
        if self.run.limit.depth is not None and self.depth >= self.run.limit.depth:
            self.is_cut = True
        else:
            for after in self.onward(state):
                self._meet(after)
        self.head += 1

    def _meet(self, state: Any) -> None:
        """Record the step from the current state to its successor `state`, and add the successor if it is new."""
        number = self.index.setdefault(self.name(state), len(self.found))
        if number == len(self.found):
            self.found.append(state)
            self.into.append([])
        self.into[number].append(self.head)
        self.steps += 1

    def open_backwards(self) -> Distances | str:
        """The backward search, which starts from all goals at once."""
        return PythonDistances(self)

    def _find_values(self) -> tuple[str, dict[str, int]]:
        """The value of the start and the number of positions with each value, for a two-player game in which every move
        leads to the next layer; empty if unknown.
        """
        game = self.problem
        if not isinstance(game, Game) or self.is_cut or self.head < len(self.found) or not self._is_layered():
            return "", {}
        best = [-2] * len(self.found)  # among the moves so far: -1 loss, 0 draw, 1 win for the side to move
        counts = [0, 0, 0]
        for number in range(len(self.found) - 1, -1, -1):
            state = self.found[number]
            if (outcome := game.outcome(state)) is not None:
                best[number] = 0 if outcome.winner is None else 1 if outcome.winner == game.player(state) else -1
            counts[best[number] + 1] += 1
            for before in self.into[number]:
                same = game.player(self.found[before]) == game.player(state)
                best[before] = max(best[before], best[number] if same else -best[number])
        return ("loss", "draw", "win")[best[0] + 1], dict(zip(("win", "draw", "loss"), reversed(counts), strict=True))

    def _is_layered(self) -> bool:
        """Whether every step leads to the next layer, so that values can be computed backwards."""
        first = 0
        for last in self.ends:
            for number in range(first, last):
                if any(before >= first for before in self.into[number]):
                    return False
            first = last
        return True

    def count(self) -> Counts:
        """The number of states and of goals in each layer so far, and the number of all visited states."""
        return Counts(measure_layers(self.ends), self.goals_in_layer, len(self.found), self._find_values())

    def compare(self, survey: Survey) -> None:
        """Check that compiled code found layers of the same sizes as this space; raises `NotCompilable` if not. If a
        limit stopped the compiled search, compare only the layers that both completed.
        """
        mine, theirs = measure_layers(self.ends), survey.layers
        common = len(mine) if survey.complete else min(len(mine), len(theirs))
        if theirs[:common] != mine[:common] or (survey.complete and survey.goals < len(self.goals)):
            raise NotCompilable(_(DIFFERENT) if self.packed is None else place_expand(self.packed, _(DIFFERENT)))

    def close(self) -> None:
        """Do nothing: Python frees the memory itself."""


class PythonDistances:
    """A backward search: the layers of states at distance 0, 1, 2, ... from the goals of an explored space."""

    def __init__(self, space: PythonSpace) -> None:
        self.space, self.seen, self.layers = space, set(space.goals), [list(space.goals)]

    def advance(self, most: int) -> Moment:
        """Add the next layer: the new predecessors of the states in the last layer."""
        del most
        fresh: list[int] = []
        for before in (each for number in self.layers[-1] for each in self.space.into[number]):
            if before not in self.seen:
                self.seen.add(before)
                fresh.append(before)
        if fresh:
            self.layers.append(fresh)
        return Moment(0, self.space.steps + 1, len(fresh), not fresh)

    def count(self) -> Counts:
        """The number of states at each distance."""
        return Counts(list(map(len, self.layers)), [], len(self.seen))

    def show_last(self) -> tuple[Any, ...]:
        """Some of the states farthest from the goals, to be shown as boards."""
        last = [self.space.found[number] for number in self.layers[-1]]
        return tuple(last[:SHOWN]) if self.space.packed is None else choose_shown(self.space.packed, last)

    def close(self) -> None:
        """Do nothing: Python frees the memory itself."""
