"""An exploration in compiled code: limits, memory, goals, the way back from them, and layers kept on disk."""

from dataclasses import replace
from heapq import nsmallest
from pathlib import Path
from typing import Any

from langkah.engine import layout as at
from langkah.engine.blocks import Block
from langkah.engine.checkpoint import Checkpoint
from langkah.engine.compiler import load_kernel
from langkah.engine.disk import DiskExploration
from langkah.engine.space import SELECT, OutOfMemory, Space, count_threads, get_wide_functions
from langkah.engine.survey import SHOWN, Hardest, Survey, find_nearest_goal
from langkah.language import _
from langkah.model import Problem, Puzzle
from langkah.packed import Packed
from langkah.search.run import Run, Stopped

LEAST, MOST = 1 << 12, 1 << 20  # states between two looks at the limits


class Exploration:
    """One exploration."""

    def __init__(
        self,
        problem: Problem[Any, Any],
        view: Packed[Any],
        run: Run[Any, Any],
        threads: int | None = None,
        *,
        checkpoint: Path | None = None,
        resume: bool = False,
        disk: Path | None = None,
    ) -> None:
        self.view, self.run = view, run
        self.threads = threads or count_threads()
        self.reversible = isinstance(problem, Puzzle) and problem.reversible
        self.name = problem.name or repr(problem)
        self.space = self.main = self._new_space()
        self.chosen: Block | None = None  # the goals
        self.ended = ""  # the limit that ended the search for the hardest starts
        self.met = self.looked = 0  # how many goals, and up to which state they were gathered
        self.disk = disk
        self.checkpoint = Checkpoint(checkpoint, self.name, view, resume=resume) if checkpoint else None
        if self.checkpoint is not None and resume:
            self.checkpoint.restore(self.space)

    def _new_space(self, starts: Block | None = None, count: int = 0) -> Space:
        """A space to be explored, from the problem's start or from given states."""
        limit = self.run.limit
        return Space(self.view, starts, count, deepest=limit.depth, threads=self.threads, memory=limit.memory)

    def go(self, *, hardest: bool) -> Survey:
        """Visit everything, then look back from the goals."""
        self.run.stats.engine = "compiled"
        limit = self.visited(self.space, gather=hardest and self.reversible)
        if limit == "memory" and self.disk is not None:
            return self._from_disk(self.disk, hardest=hardest)
        space = self.space
        goals = space.goals.numbers[: space.now[at.DEPTH] + 1].tolist()
        survey = Survey(
            "", space.now[at.TAIL], space.layers(), sum(goals), find_nearest_goal(goals), not limit, "compiled"
        )
        survey.limit = limit
        if hardest and not limit and survey.goals:
            survey.hardest = self.back(survey.goals)
            if self.ended == "interrupt":
                survey.limit, survey.note = self.ended, _("all states were visited, but not the hardest starts found")
            elif survey.hardest is None:
                survey.note = _("the limit left no room to look for the hardest starts")
        self.space.close()
        return survey

    def _from_disk(self, folder: Path, *, hardest: bool) -> Survey:
        """Go on with layers in files."""
        disk = DiskExploration(folder, self.space, self.run, reversible=self.reversible)
        self.space.close()
        if self.chosen is not None:
            self.chosen.close()
        disk.prepare()
        self.run.limit = replace(self.run.limit, memory=None)  # from here on memory is used in measured portions
        limit = ""
        try:
            disk.go()
        except Stopped as stop:
            limit = stop.limit
        except KeyboardInterrupt:
            limit = "interrupt"
        limit = limit or self.run.cut_by
        note = _("the hardest starts were not looked for: the space is on disk") if hardest else ""
        goals = disk.goals
        return Survey(
            "",
            sum(disk.sizes),
            disk.sizes,
            sum(goals),
            find_nearest_goal(goals),
            not limit,
            "disk",
            limit=limit,
            note=note,
        )

    def visited(self, space: Space, *, gather: bool) -> str:
        """Visit a whole space; which limit ended that, "" where none did."""
        run, now = self.run, space.now
        base = run.stats.expanded if space is not self.main else 0
        try:
            while True:
                most = max(LEAST, min(MOST, now[at.HEAD] // 2))
                if run.limit.nodes is not None:
                    most = min(most, run.limit.nodes - now[at.HEAD])
                why = space.advance(most)
                run.stats.expanded, run.stats.generated = base + now[at.HEAD], now[at.EDGES] + 1
                run.stats.frontier_max = max(run.stats.frontier_max, now[at.END] - now[at.HEAD])
                self._pass_by(space, gather)
                self.keep(space, done=why == at.DONE and not now[at.PRUNED])
                if why == at.DONE:
                    return "depth" if now[at.PRUNED] else ""
                run.check()
        except Stopped as stop:
            self.keep(space, done=False)
            return stop.limit
        except OutOfMemory:
            return "memory"
        except KeyboardInterrupt:
            return "interrupt"

    def _pass_by(self, space: Space, gather: bool) -> None:
        """Gather the goals among the states that were taken, and forget states that nobody will ask for again."""
        head = space.now[at.HEAD]
        if gather:
            if self.chosen is None:
                self.chosen = Block(space.capacity * space.words)
            kernel = load_kernel("breadth_first_wide.select_goals", SELECT, **get_wide_functions(self.view, "goal"))
            self.met = kernel(
                space.states.address, self.looked, head, self.chosen.address, self.met, space.here.address,
                space.data.address, space.words,
            )  # fmt: skip
        if self.reversible and space.words == 1 and self.checkpoint is None:
            back = 1 if self.disk is None else 2  # the last layers are still asked for
            depth = space.now[at.DEPTH] - back
            space.states.forget(0, space.ends.numbers[depth] if depth >= 0 else 0)
        self.looked = head

    def keep(self, space: Space, *, done: bool) -> None:
        """Add to the checkpoint, now and then and at the end."""
        if self.checkpoint is not None and space is self.main and (done or self.checkpoint.due()):
            self.checkpoint.add(space, done=done)

    def back(self, goals: int) -> Hardest | None:
        """The states farthest from every goal."""
        if not self.reversible:
            return self._against_the_steps()
        assert self.chosen is not None
        assert goals == self.met
        whole = self.space.now[at.TAIL]
        self.space.close()
        self.space = space = self._new_space(self.chosen, self.met)
        self.looked = 0
        self.ended = self.visited(space, gather=False)
        if self.ended:
            return None
        layers = space.layers()
        last = range(space.now[at.TAIL] - layers[-1], space.now[at.TAIL])
        return self.told(len(layers) - 1, [space.word(index) for index in last], whole - space.now[at.TAIL])

    def told(self, distance: int, words: list[int], stuck: int) -> Hardest:
        """The hardest states as the problem knows them."""
        boards = tuple(self.view.unpack(word) for word in nsmallest(SHOWN, words))
        return Hardest(distance, len(words), boards, stuck)

    def _against_the_steps(self) -> Hardest | None:
        """The same in a space whose steps cannot be taken back."""
        from langkah.engine.backward import BackwardSearch

        try:
            distance, numbers, reached = BackwardSearch(self.space, self.run).go()
        except (OutOfMemory, MemoryError):
            return None
        except Stopped as stop:
            self.ended = stop.limit
            return None
        except KeyboardInterrupt:
            self.ended = "interrupt"
            return None
        return self.told(distance, [self.space.word(index) for index in numbers], self.space.now[at.TAIL] - reached)
