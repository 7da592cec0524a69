"""The exploration of any problem in plain Python: no packed view and no compiled code needed."""

import time
from collections.abc import Hashable, Iterable
from typing import Any

from langkah.engine.fingerprint import DIFFERENT, NotCompilable
from langkah.engine.survey import SHOWN, Hardest, Survey, find_nearest_goal, measure_layers
from langkah.engine.watched_code import place_expand
from langkah.language import _
from langkah.model import Game, Problem, Puzzle
from langkah.packed import Packed
from langkah.run import Run

PORTION = 256  # states between two looks at the clock


class PatienceEnded(Exception):
    """Plain Python has had its time; compiled code can go on."""


class PlainExploration:
    """A state space, layer by layer."""

    def __init__(
        self,
        problem: Problem[Any, Any],
        packed: Packed[Any] | None,
        run: Run[Any, Any],
        patience: int | None = None,
        seconds: float = 0.0,
    ) -> None:
        self.problem, self.packed, self.run = problem, packed, run
        self.patience, self.until = patience, time.process_time() + seconds  # None: there is nothing to hand over to
        start: Any = problem.start if packed is None else packed.start
        self.index: dict[Hashable, int] = {self.name(start): 0}
        self.found = [start]
        self.into: list[list[int]] = [[]]  # the states that lead into each state
        self.head, self.depth, self.ends = 0, 0, [1]
        self.goals: list[int] = []
        self.goals_in_layer = [0]

    def name(self, state: Any) -> Hashable:
        """What makes a state the same as another. Positions of a two-player game are all counted."""
        if self.packed is not None or isinstance(self.problem, Game):
            found: Hashable = state
            return found
        return self.problem.key(state)

    def onward(self, state: Any) -> Iterable[Any]:
        """The states one step away."""
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

    def advance(self) -> bool:
        """Take some states. Patience may end too, where it has an end."""
        if self.head == 0:
            self.run.check()
        for _state in range(PORTION):
            if self.head == len(self.found):
                return False
            if self.patience is not None and self.head >= self.patience:
                raise PatienceEnded
            self._visit_one()
        if self.patience is not None and time.process_time() > self.until:
            raise PatienceEnded
        return True

    def _visit_one(self) -> None:
        run = self.run
        if run.stats.expanded >= run.next_check:
            run.check()
        if self.head == self.ends[-1]:
            self.ends.append(len(self.found))
            self.goals_in_layer.append(0)
            self.depth += 1
        run.stats.expanded += 1
        state = self.found[self.head]
        if self.is_goal(state):
            self.goals.append(self.head)
            self.goals_in_layer[-1] += 1
        if run.limit.depth is not None and self.depth >= run.limit.depth:
            run.cut_by = "depth"
        else:
            for after in self.onward(state):
                self._meet(after)
        self.head += 1

    def _meet(self, state: Any) -> None:
        """A successor of the state that is being taken."""
        number = self.index.setdefault(self.name(state), len(self.found))
        if number == len(self.found):
            self.found.append(state)
            self.into.append([])
        self.into[number].append(self.head)

    def add_hardest(self, survey: Survey) -> None:
        """Go backwards from all goals at once."""
        seen, layers = set(self.goals), [list(self.goals)]
        while layers[-1]:
            fresh: list[int] = []
            for before in (each for number in layers[-1] for each in self.into[number]):
                if before not in seen:
                    seen.add(before)
                    fresh.append(before)
            layers.append(fresh)
        last = [self.found[number] for number in layers[-2]]
        shown = last[:SHOWN] if self.packed is None else map(self.packed.unpack, sorted(last)[:SHOWN])
        survey.hardest = Hardest(len(layers) - 2, len(last), tuple(shown), len(self.found) - len(seen))

    def _add_values(self, survey: Survey) -> None:
        """Add the values of all positions of a two-player game in which every move leads one layer on."""
        game = self.problem
        if not isinstance(game, Game) or not self._is_layered():
            return
        best = [-2] * len(self.found)  # of the moves seen so far: -1 loss, 0 draw, 1 win for the side to move
        counts = [0, 0, 0]
        for number in range(len(self.found) - 1, -1, -1):
            state = self.found[number]
            if (outcome := game.outcome(state)) is not None:
                best[number] = 0 if outcome.winner is None else 1 if outcome.winner == game.player(state) else -1
            counts[best[number] + 1] += 1
            for before in self.into[number]:
                same = game.player(self.found[before]) == game.player(state)
                best[before] = max(best[before], best[number] if same else -best[number])
        survey.values = dict(zip(("win", "draw", "loss"), reversed(counts), strict=True))
        survey.value = ("loss", "draw", "win")[best[0] + 1]

    def _is_layered(self) -> bool:
        """Whether every step leads from one layer to the next, so that values can be read off backwards."""
        first = 0
        for last in self.ends:
            for number in range(first, last):
                if any(before >= first for before in self.into[number]):
                    return False
            first = last
        return True

    def survey(self, limit: str) -> Survey:
        """What was found, all of it or as far as the limit let it come."""
        near = find_nearest_goal(self.goals_in_layer)
        found = Survey("", len(self.found), measure_layers(self.ends), len(self.goals), near, not limit, limit=limit)
        if not limit:
            self._add_values(found)
        return found

    def compare(self, survey: Survey) -> None:
        """Make sure that compiled code has found the same layers, as far as both have come."""
        mine = measure_layers(self.ends)
        differs = any(one != other for one, other in zip(mine, survey.layers, strict=False))
        if survey.layers and (differs or (survey.complete and len(survey.layers) < len(mine))):
            raise NotCompilable(_(DIFFERENT) if self.packed is None else place_expand(self.packed, _(DIFFERENT)))

    def close(self) -> None:
        """Nothing is held that Python does not give back by itself."""
