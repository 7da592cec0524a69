"""Layers that no longer fit into memory, kept as sorted files.

A layer is expanded stretch by stretch; each stretch of successors is sorted and written. Then these files are merged,
range by range, and what earlier layers hold is taken out. Where every step can be undone, only
the two layers before can hold it. Else all must be looked at: they are kept in a few files of growing size, two of
which are merged whenever they have become about equal. Every file is written under a temporary name first.

States of one word are sorted as numbers, others as strings of bytes: any order will do, as long as it is the same.
"""

from dataclasses import replace
from heapq import nsmallest
from importlib import import_module
from pathlib import Path
from typing import Any

from langkah.engine import layout as at
from langkah.engine.backend import visit
from langkah.engine.blocks import Words, make_words
from langkah.engine.compiler import load_kernel
from langkah.engine.exploration import Exploration
from langkah.engine.kernels.breadth_first_wide import select_goals
from langkah.engine.kernels.disk import spill_successors
from langkah.engine.object_cache import KernelRaised
from langkah.engine.space import ThreadBuffers, get_wide_functions, raise_refused
from langkah.engine.survey import SHOWN, Hardest, Survey, find_nearest_goal
from langkah.language import _
from langkah.memory import measure_memory
from langkah.packed import Packed
from langkah.search.run import Run, Stopped

COPIES = 8  # of a stretch that are in memory at most: it is expanded, sorted and merged
LEAST = 1 << 16  # states in a stretch, at least
SAMPLE = 1024  # states of a file that say how the others are spread
SPARE = 16  # the part of the memory that stays free for what cannot be foreseen: 1 / SPARE


def spare_memory(memory: int | None) -> int | None:
    """What may be planned with of the memory that may be used. NumPy is loaded here, so that it is measured."""
    import_module("numpy")
    return None if memory is None else memory - memory // SPARE


class _DiskLayers:
    """Layers in a folder, of which the file of the first is there already."""

    def __init__(self, folder: Path, view: Packed[Any], run: Run[Any, Any], *, reversible: bool) -> None:
        self.np: Any = import_module("numpy")
        self.folder, self.view, self.run, self.reversible = folder, view, run, reversible
        self.width = 8 * view.words
        self.kind: Any = self.np.int64 if view.words == 1 else f"S{self.width}"
        self.sizes: list[int] = []
        self.goals: list[int] = []
        self.depth = self.made = 0
        self.earlier: list[Path] = []
        self.last: list[int] = []  # some states of the last layer, once all is done
        self.goal_runs: list[Path] | None = None  # files with the goals, where they are wanted
        self.failure = ""  # why the folder can no longer be written

    def prepare(self, memory: int) -> None:
        """The room for a stretch of successors, within the memory that may be used."""
        view, words = self.view, self.view.words
        self.counts, self.buffers, self.data = Words(2), ThreadBuffers(view), make_words(view.data)
        self.kernel = load_kernel(spill_successors, **get_wide_functions(view, "expand", "goal"))
        self.select = load_kernel(select_goals, **get_wide_functions(view, "goal"))
        room = (memory - measure_memory()) // COPIES // self.width  # measured last: machine code takes room, too
        self.stretch = max(room, LEAST, 4 * view.branching)
        self.part, self.found = Words(self.stretch * words), Words(self.stretch * words)

    def find_layer(self, depth: int) -> Path:
        """The file of a layer."""
        return self.folder / f"layer-{depth:06}.bin"

    def save(self, path: Path, states: Any) -> None:
        """Write a file as a whole."""
        temporary = path.with_suffix(".new")
        states.tofile(temporary)
        temporary.replace(path)

    def _count(self, path: Path) -> int:
        return path.stat().st_size // self.width

    def advance(self) -> bool:
        """Make the next layer."""
        try:
            return self._advance_layer()
        except OSError as error:
            self.failure = _describe_failure(self.folder, error)
            raise Stopped("disk") from None

    def _advance_layer(self) -> bool:
        if self.run.limit.depth is not None and self.depth >= self.run.limit.depth:
            self.run.cut_by = "depth"
        runs, goals = self._expand()
        self.goals.append(goals)
        here = self.find_layer(self.depth)
        self.sizes.append(self.merge(runs, [*self.earlier, here], self.find_layer(self.depth + 1)))
        self._put_away(here)
        self.depth += 1
        if self.sizes[-1]:
            return True
        self.sizes.pop()
        if self.reversible:
            self.last = self._find_smallest(self.earlier[-1])
        useless = self.goal_runs or [] if not any(self.goals) else []
        for path in (*self.earlier, self.find_layer(self.depth), *useless):
            path.unlink()
        return False

    def _put_away(self, layer: Path) -> None:
        """Remember a layer that has been expanded, as long as its states can be met again."""
        if self.reversible:
            for path in self.earlier:
                path.unlink()
            self.earlier = []
        self.earlier.append(layer.replace(self.folder / f"earlier-{self.made:06}.bin"))
        self.made += 1
        while len(self.earlier) > 1 and self.earlier[-2].stat().st_size < 2 * self.earlier[-1].stat().st_size:
            pair, target = self.earlier[-2:], self.folder / f"earlier-{self.made:06}.bin"
            self.made += 1
            self.merge(pair, [], target)
            self.earlier[-2:] = [target]

    def _expand(self) -> tuple[list[Path], int]:
        """The successors of the current layer, in sorted files, and how many goals the layer has."""
        runs: list[Path] = []
        goals, mine, words = 0, self.buffers, self.view.words
        own = (mine.out, mine.here, self.data, self.counts, words, self.view.branching)
        with self.find_layer(self.depth).open("rb") as file:
            while size := file.readinto(memoryview(self.part.map)[: self.stretch * self.width]) // self.width:
                taken = 0
                while taken < size:
                    before = taken
                    try:
                        taken = self.kernel(self.part, taken, size, self.found, self.stretch, *own)
                    except KernelRaised:
                        raise_refused(self.view, (self._word(index) for index in range(taken, size)))
                    if taken < 0:
                        raise_refused(self.view, [self._word(~taken)])
                    count, more = self.counts.read(0, 2)
                    goals += more
                    self.run.stats.expanded += taken - before
                    if not self.run.cut_by:
                        self._save_run(runs, "run", count)
                    self.run.check()
                if self.goal_runs is not None:
                    count = self.select(self.part, 0, size, self.found, 0, mine.here, self.data, words)
                    self._save_run(self.goal_runs, "goals", count)
        return runs, goals

    def _save_run(self, runs: list[Path], name: str, count: int) -> None:
        if count:
            runs.append(self.folder / f"{name}-{len(runs):06}.bin")
            self.save(runs[-1], self.np.unique(self.np.frombuffer(self.found.map, self.kind, count)))

    def _word(self, index: int) -> int:
        """One of the states that are being expanded, as a number."""
        words = self.view.words
        numbers = self.part.read(index * words, (index + 1) * words)
        return numbers[0] if words == 1 else self.view.joined(numbers)

    def _find_smallest(self, path: Path) -> list[int]:
        best: list[int] = []
        with path.open("rb") as file:
            while size := file.readinto(memoryview(self.part.map)[: self.stretch * self.width]) // self.width:
                best = nsmallest(SHOWN, [*best, *map(self._word, range(size))])
        return best

    def merge(self, runs: list[Path], known: list[Path], target: Path) -> int:
        """Put what sorted files hold and the known ones do not into one file, each state once; how many that is."""
        np, temporary, count, low = self.np, target.with_suffix(".new"), 0, None
        with temporary.open("wb") as file:
            for high in self._choose_cuts(runs, known):
                fresh = np.unique(np.concatenate([self._select_range(each, low, high) for each in runs]))
                for layer in known:
                    fresh = _remove_known(np, fresh, self._select_range(layer, low, high))
                fresh.tofile(file)
                count, low = count + len(fresh), high
                self.run.check()
        temporary.replace(target)
        for path in runs:
            path.unlink()
        return count

    def _choose_cuts(self, runs: list[Path], known: list[Path]) -> list[Any]:
        """Where to cut the range of states so that each part of all files fits into memory; None ends it."""
        paths = [path for path in (*runs, *known) if self._count(path)]
        parts = -(-sum(map(self._count, paths)) // self.stretch)
        if not any(map(self._count, runs)):
            return []
        sample = self.np.sort(self.np.concatenate([self._sample(path) for path in paths]))
        inner = [sample[len(sample) * part // parts].item() for part in range(1, parts)]
        return [*sorted(set(inner)), None]

    def _sample(self, path: Path) -> Any:
        """Some states of a file, evenly spread. They are read: in a mapped file, each would bring its surroundings."""
        found, step = bytearray(), max(self._count(path) // SAMPLE, 1) * self.width
        with path.open("rb", buffering=0) as file:
            for place in range(0, self._count(path) * self.width, step):
                file.seek(place)
                found += file.read(self.width)
        return self.np.frombuffer(found, self.kind)

    def _map(self, path: Path) -> Any:
        """A file, of which a few places are looked at."""
        return self.np.memmap(path, self.kind, "r") if self._count(path) else self.np.empty(0, self.kind)

    def _select_range(self, path: Path, low: Any, high: Any) -> Any:
        """The part of a sorted file from `low` to below `high`."""
        np, states = self.np, self._map(path)
        first = 0 if low is None else int(np.searchsorted(states, low))
        last = len(states) if high is None else int(np.searchsorted(states, high))
        return np.fromfile(path, self.kind, last - first, offset=first * self.width)

    def survey(self, limit: str) -> Survey:
        """What was found."""
        goals, near = sum(self.goals), find_nearest_goal(self.goals)
        size = sum(self.sizes)
        return Survey("", size, self.sizes, goals, near, not limit, "disk", limit=limit, note=self.failure)

    def add_hardest(self, survey: Survey) -> None:
        """Search from all goals at once, on disk again, where every step can be undone."""
        if self.goal_runs is None:
            survey.note = _("the hardest starts were not looked for: steps cannot be undone, and the space is on disk")
            return
        self.close()
        back = _DiskLayers(self.folder, self.view, self.run, reversible=True)
        back.stretch = self.stretch
        try:
            back.sizes = [back.merge(self.goal_runs, [], back.find_layer(0))]
            back.prepare(self.stretch * COPIES * self.width + measure_memory())
            limit = visit(back, self.run)
            back.close()
        except OSError as error:
            back.failure, limit = _describe_failure(self.folder, error), "disk"
        if not limit:
            boards = tuple(map(self.view.unpack, back.last))
            survey.hardest = Hardest(len(back.sizes) - 1, back.sizes[-1], boards, survey.states - sum(back.sizes))
        survey.note = back.failure
        survey.note_missing_hardest(limit)

    def close(self) -> None:
        """Give all memory back."""
        for block in (self.part, self.found, self.data, *self.buffers.blocks):
            block.close()


class DiskExploration(_DiskLayers):
    """The layers of one space, from the one on that did not fit."""

    def __init__(self, folder: Path, full: Exploration) -> None:
        space = full.space
        super().__init__(folder, full.view, full.run, reversible=full.reversible)
        self.sizes, self.depth = space.layers(), space.now[at.DEPTH]
        self.goals = space.goals.read(0, self.depth)
        first = sum(self.sizes[: max(self.depth - 1, 0)]) if self.reversible else 0
        middle, end = sum(self.sizes[: self.depth]), sum(self.sizes)
        self.earlier = [self.folder / "earlier-000000.bin"] if self.depth else []
        self.made = len(self.earlier)
        full.close_checkpoint()
        try:
            self._write_states(self.find_layer(self.depth), space.states, middle, end)
            for path in self.earlier:
                self._write_states(path, space.states, first, middle)
            if full.goals is not None:
                self.goal_runs = [self.folder / "goals-000000.bin"]
                self._write_states(self.goal_runs[0], full.goals.chosen, 0, full.goals.count)
        except OSError as error:
            full.failure = _describe_failure(folder, error)
            raise Stopped("disk") from None
        full.close()
        self.run.limit = replace(self.run.limit, memory=None)  # from here on memory is used in measured portions
        self.prepare(space.memory)

    def _write_states(self, path: Path, block: Words, first: int, last: int) -> None:
        """Put states that are in memory into a file, sorted; in memory they are sorted too."""
        states = self.np.frombuffer(block.map, self.kind, last - first, first * self.width)
        states.sort()
        self.save(path, states)


def _describe_failure(folder: Path, error: OSError) -> str:
    return _("{path}: {why}").format(path=error.filename or folder, why=error.strerror or error)


def _remove_known(np: Any, states: Any, known: Any) -> Any:
    """A sorted list without what another one holds."""
    if not len(known) or not len(states):
        return states
    places = np.searchsorted(known, states)
    places[places == len(known)] = 0
    return states[known[places] != states]
