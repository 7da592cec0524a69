"""The driver of all explorations: it handles limits, progress, checkpoints, full memory, and the hardest starts."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from langkah.engine.checkpoint import Checkpoint
from langkah.engine.space import Advancing, Distances, OutOfMemory, Space, Unwritable, choose_portion
from langkah.engine.survey import Hardest, Survey, find_nearest_goal
from langkah.engine.team import NeverReturned
from langkah.language import _
from langkah.run import Run, Stopped

T = TypeVar("T")


class Exploration:
    """Runs the exploration of a space, and makes the survey of the results.

    `checkpoint` saves whole layers. `overflow` opens another space that continues the exploration if `space` has filled
    the memory.
    """

    def __init__(
        self,
        space: Space,
        run: Run[Any, Any],
        checkpoint: Checkpoint | None = None,
        overflow: Callable[[Any], Space] | None = None,
    ) -> None:
        self.space, self.run, self.checkpoint, self.overflow = space, run, checkpoint, overflow
        self.note = ""  # why the exploration stopped, if the name of the limit does not say enough
        run.stats.engine = space.engine

    def explore(self, *, hardest: bool) -> Survey:
        """Explore everything, or up to a limit; `hardest`: also find the states farthest from every goal."""
        try:
            limit = self.visit(self.space)
            if limit == "memory" and self.overflow is not None:
                limit = self._overflow() or self.visit(self.space)
            survey = self._make_survey(limit)
            if hardest and not limit and survey.goals:
                self._add_hardest(survey)
            return survey
        finally:
            self._close_checkpoint()
            self.space.close()

    def visit(self, space: Advancing, before: int = 0) -> str:
        """Advance a space until it is complete; returns the limit that stopped it, or "". `before`: the number of
        states expanded before the space was opened.
        """
        return self._attempt(lambda: self._advance_all(space, before))[1] or self.run.cut_by

    def _advance_all(self, space: Advancing, before: int) -> None:
        run, expanded, is_done = self.run, 0, False
        while not is_done:
            most = choose_portion(expanded // 2)
            if run.limit.nodes is not None:
                most = min(most, max(run.limit.nodes - before - expanded, 0))
            moment = space.advance(most)
            expanded, is_done = moment.expanded, moment.is_done
            run.stats.expanded, run.stats.generated = before + expanded, moment.generated
            run.stats.frontier_max = max(run.stats.frontier_max, moment.frontier)
            if moment.is_cut:
                run.cut_by = "depth"
            self._keep(is_done=is_done and not moment.is_cut)
            if not is_done:
                run.check()

    def _attempt(self, work: Callable[[], T]) -> tuple[T | None, str]:
        """Run `work`. Returns its result (None if a limit stopped the work), and the name of the limit that stopped the
        work, or "".
        """
        try:
            return work(), ""
        except Stopped as stop:
            self.note = stop.why if isinstance(stop, Unwritable) else self.note
            return None, stop.limit
        except (OutOfMemory, MemoryError) as full:
            self.note = str(full) if isinstance(full, OutOfMemory) else self.note
            return None, "memory"
        except NeverReturned:
            self.note = _("the function expand or goal did not return; the run stopped without waiting for it")
            return None, "cancel" if self.run.cancelled is not None and self.run.cancelled() else "seconds"
        except KeyboardInterrupt:
            return None, "interrupt"

    def _keep(self, *, is_done: bool = False, is_due: bool = False) -> None:
        """Add the completed layers to the checkpoint if a save is due (always if `is_due` or `is_done`). If writing
        fails, raise `Unwritable`, which stops the exploration; if the exploration is complete anyway, only note the
        failure.
        """
        if self.checkpoint is None:
            return
        try:
            self.checkpoint.add(is_done=is_done, is_due=is_due)
        except Unwritable as failure:
            self.note = failure.why
            self._close_checkpoint()
            if not is_done:
                raise

    def _close_checkpoint(self) -> None:
        """Close the checkpoint, if there is one; this unlocks its folder."""
        if self.checkpoint is not None:
            self.checkpoint.close()
            self.checkpoint = None

    def _overflow(self) -> str:
        """Continue in the `overflow` space after the memory is full; returns the limit that prevents this, or ""."""
        overflow, self.overflow = self.overflow, None
        assert overflow is not None
        self._attempt(lambda: self._keep(is_due=True))
        self._close_checkpoint()
        found, limit = self._attempt(lambda: overflow(self.space))
        if found is not None:
            self.space, self.run.stats.engine = found, found.engine
        return limit

    def _make_survey(self, limit: str) -> Survey:
        """The survey of everything found so far. If a limit stopped the exploration, the checkpoint is saved first."""
        if limit:
            self._attempt(lambda: self._keep(is_due=True))
        counts = self.space.count()
        near, (value, values) = find_nearest_goal(counts.goals), counts.values
        return Survey(
            "", counts.states, counts.layers, sum(counts.goals), near, not limit, self.space.engine, limit=limit,
            note=self.note, value=value, values=values, peak_memory=counts.peak_memory,
        )  # fmt: skip

    def _add_hardest(self, survey: Survey) -> None:
        """Search backwards from all goals, and record the farthest states in the survey, or why they are unknown."""
        self._close_checkpoint()
        self.run.limit = replace(self.run.limit, depth=None)
        back, limit = self._attempt(self.space.open_backwards)
        if limit == "memory" and self.overflow is not None:
            limit = self._overflow()
            if not limit:
                back, limit = self._attempt(self.space.open_backwards)
        if isinstance(back, str):
            survey.note = back
            return
        if back is not None:
            limit = self._measure_distances(back, survey)
        survey.note = survey.note or self.note
        survey.note_missing_hardest(limit)

    def _measure_distances(self, back: Distances, survey: Survey) -> str:
        """Search backwards from the goals, and record the farthest states in `survey`; returns the limit that stopped
        the search, or "".
        """
        try:
            limit, counts = self.visit(back, self.run.stats.expanded), back.count()
            survey.peak_memory = counts.peak_memory
            if not limit:
                distance, stuck = len(counts.layers) - 1, survey.states - counts.states
                survey.hardest = Hardest(distance, counts.layers[-1], back.show_last(), stuck)
            return limit
        finally:
            back.close()


def explore_space(space: Space, run: Run[Any, Any], *, hardest: bool) -> Survey:
    """Explore a space without a checkpoint, and without another space to take over when the memory is full."""
    return Exploration(space, run).explore(hardest=hardest)
