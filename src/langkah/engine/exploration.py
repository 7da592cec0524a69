"""An exploration in compiled code: limits, memory, goals, and the way back from them."""

from pathlib import Path
from typing import Any

from langkah.engine import layout as at
from langkah.engine.backend import visit
from langkah.engine.backward import BackwardSearch
from langkah.engine.blocks import Words
from langkah.engine.checkpoint import Checkpoint
from langkah.engine.compiler import load_kernel
from langkah.engine.kernels.breadth_first_wide import select_goals
from langkah.engine.own_functions import get_wide_functions
from langkah.engine.space import OutOfMemory, Space
from langkah.engine.survey import Survey, find_nearest_goal, make_hardest
from langkah.engine.team import make_watch
from langkah.language import _
from langkah.model import Problem, Puzzle
from langkah.packed import Packed
from langkah.run import Run, Stopped

LEAST, MOST = 1 << 12, 1 << 20  # states between two looks at the limits


class Exploration:
    """A packed space in memory. With `hardest`, goals are gathered on the way."""

    def __init__(
        self,
        problem: Problem[Any, Any],
        packed: Packed[Any],
        run: Run[Any, Any],
        threads: int,
        *,
        hardest: bool,
        checkpoint: Path | None = None,
        resume: bool = False,
        layers_back: int = 1,
    ) -> None:
        self.packed, self.run, self.threads, self.layers_back = packed, run, threads, layers_back
        self.reversible = isinstance(problem, Puzzle) and problem.reversible
        self.space = self._new_space()
        self.goals: _Goals | None = _Goals(self.space) if hardest and self.reversible else None
        self.failure = ""  # why layers could not be written
        self.base = 0  # states that were expanded before this space was begun
        name = problem.name or repr(problem)
        self.checkpoint = Checkpoint(checkpoint, name, packed, resume=resume) if checkpoint else None
        if self.checkpoint is not None and resume:
            try:
                self.checkpoint.restore(self.space)
            except BaseException:
                self.close()
                raise
        run.stats.engine = "compiled"

    def _new_space(self, starts: Words | None = None, count: int = 0) -> Space:
        """A space to be explored, from the problem's start or from given states."""
        limit = self.run.limit
        watch = make_watch(limit.seconds, self.run.began, self.run.cancelled)
        return Space(
            self.packed, starts, count,
            deepest=limit.depth, threads=self.threads, memory=limit.memory, is_over=watch,
        )  # fmt: skip

    def advance(self) -> bool:
        """Take some states more, gather goals and forget states that nobody will ask for again."""
        run, space = self.run, self.space
        now, stats = space.now, run.stats
        most = max(LEAST, min(MOST, now[at.HEAD] // 2))
        if run.limit.nodes is not None:
            most = min(most, run.limit.nodes - now[at.HEAD])
        why = space.advance(most)
        stats.expanded, stats.generated = self.base + now[at.HEAD], now[at.EDGES] + 1
        stats.frontier_max = max(stats.frontier_max, now[at.END] - now[at.HEAD])
        if now[at.PRUNED]:
            run.cut_by = "depth"
        if self.goals is not None:
            self.goals.gather(space)
        if self.checkpoint is not None:
            done = why == at.DONE and not now[at.PRUNED]
            if not self.checkpoint.add(space, done=done) and not done:
                raise Stopped("disk")
        elif self.reversible and space.words == 1:
            depth = now[at.DEPTH] - self.layers_back
            space.states.forget(0, space.ends[depth] if depth >= 0 else 0)
        return why != at.DONE

    def survey(self, limit: str) -> Survey:
        """What was found."""
        space, now = self.space, self.space.now
        if limit and self.checkpoint is not None:
            self.checkpoint.add(space, done=False, due=True)
        goals = space.goals.read(0, now[at.DEPTH] + 1)
        near = find_nearest_goal(goals)
        if space.team.lost:
            self.failure = _("expand or goal did not return, and was left to itself")
        note = self.failure or (self.checkpoint.failure if self.checkpoint is not None else "")
        return Survey("", now[at.TAIL], space.layers(), sum(goals), near, not limit, "compiled", limit=limit, note=note)

    def add_hardest(self, survey: Survey) -> None:
        """Search from all goals at once: forwards where steps can be undone, else against the steps."""
        if self.goals is None:
            limit = self._go_against_the_steps(survey)
        else:
            assert self.goals.count == survey.goals
            self.close_checkpoint()
            self.space.close()
            self.base, self.layers_back = self.run.stats.expanded, 1
            self.space = space = self._new_space(self.goals.chosen, self.goals.count)
            self.goals.chosen.close()
            self.goals = None
            limit = visit(self, self.run)
            if not limit:
                layers, tail = space.layers(), space.now[at.TAIL]
                words = [space.word(index) for index in range(tail - layers[-1], tail)]
                survey.hardest = make_hardest(self.packed, len(layers) - 1, len(words), words, survey.states - tail)
        survey.note_missing_hardest(limit)

    def _go_against_the_steps(self, survey: Survey) -> str:
        """The same in a space whose steps cannot be undone; the limit that ended it."""
        try:
            distance, numbers, reached = BackwardSearch(self.space, self.run).go()
        except Stopped as stop:
            if stop.limit == "memory":
                raise OutOfMemory from None
            return stop.limit
        except KeyboardInterrupt:
            return "interrupt"
        words = [self.space.word(index) for index in numbers]
        survey.hardest = make_hardest(self.packed, distance, len(words), words, survey.states - reached)
        return ""

    def close_checkpoint(self) -> None:
        """Add what is whole, and let others work in the folder."""
        if self.checkpoint is not None:
            self.checkpoint.add(self.space, done=False, due=True)
            self.checkpoint.close()
            self.checkpoint = None

    def close(self) -> None:
        """Give all memory back."""
        self.space.close()
        if self.checkpoint is not None:
            self.checkpoint.close()
        if self.goals is not None:
            self.goals.chosen.close()


class _Goals:
    """The goals among the states that were taken, in the order in which they were met."""

    def __init__(self, space: Space) -> None:
        self.kernel = load_kernel(select_goals, **get_wide_functions(space.packed, "goal"))
        self.chosen, self.count = Words(space.capacity * space.words), 0
        self.looked = 0  # the state up to which they were gathered

    def gather(self, space: Space) -> None:
        """Add those that were taken since the last time."""
        needed = (self.count + space.now[at.HEAD] - self.looked) * space.words
        if needed > self.chosen.count:
            self.chosen = self.chosen.enlarge(2 * needed)
        arguments = (self.chosen, self.count, space.here, space.data, space.words)
        self.count = self.kernel(space.states, self.looked, space.now[at.HEAD], *arguments)
        self.looked = space.now[at.HEAD]
