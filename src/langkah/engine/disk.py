"""Layers that no longer fit into memory, kept as sorted files.

A layer is expanded stretch by stretch; each stretch of successors is sorted and written. Then these files are merged,
range by range, and what earlier layers hold is taken out. Where every step can be undone, only
the two layers before can hold it. Else all must be looked at: they are kept in a few files of growing size, two of
which are merged whenever they have become about equal. Every file is written under a temporary name first.

States of one word are sorted as numbers, others as strings of bytes: any order will do, as long as it is the same.
"""

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from langkah.engine import layout as at
from langkah.engine.blocks import Words, make_words
from langkah.engine.compiler import load_kernel
from langkah.engine.exploration import Exploration
from langkah.engine.kernels.disk import spill_successors
from langkah.engine.space import Space, ThreadBuffers, get_wide_functions, raise_bad_expand
from langkah.engine.survey import Survey, find_nearest_goal
from langkah.language import _
from langkah.search.run import Stopped

SHARE = 6  # the part of the memory that one stretch may take: it is sorted and merged in copies
LEAST = 1 << 16  # states in a stretch, at least


class DiskExploration:
    """The layers of one space, from the one on that did not fit."""

    def __init__(self, folder: Path, full: Exploration) -> None:
        space = full.space
        self.np: Any = import_module("numpy")
        self.width = 8 * space.words
        self.kind: Any = self.np.int64 if space.words == 1 else f"S{self.width}"
        self.folder, self.run, self.reversible, self.view = folder, full.run, full.reversible, full.view
        self.sizes, self.depth = space.layers(), space.now[at.DEPTH]
        self.goals = space.goals.read(0, self.depth)
        self.failure = ""  # why the folder can no longer be written
        first = sum(self.sizes[: max(self.depth - 1, 0)]) if self.reversible else 0
        middle, end = sum(self.sizes[: self.depth]), sum(self.sizes)
        self.earlier = [self.folder / "earlier-000000.bin"] if self.depth else []
        self.made = len(self.earlier)
        try:
            self._write_layer(self._layer(self.depth), space, middle, end)
            for path in self.earlier:
                self._write_layer(path, space, first, middle)
        except OSError as error:
            full.failure = _describe_failure(folder, error)
            raise Stopped("disk") from None
        full.close()
        self.run.limit = replace(self.run.limit, memory=None)  # from here on memory is used in measured portions
        self._prepare(space.memory)

    def _prepare(self, memory: int) -> None:
        """The room for a stretch of successors, once the space in memory is gone."""
        view, words = self.view, self.view.words
        self.stretch = max(memory // SHARE // self.width, LEAST, 4 * view.branching)
        self.part, self.found = Words(self.stretch * words), Words(self.stretch * words)
        self.counts, self.buffers, self.data = Words(2), ThreadBuffers(view), make_words(view.data)
        self.kernel = load_kernel(spill_successors, **get_wide_functions(view, "expand", "goal"))

    def _layer(self, depth: int) -> Path:
        """The file of a layer."""
        return self.folder / f"layer-{depth:06}.bin"

    def _write_layer(self, path: Path, space: Space, first: int, last: int) -> None:
        """Put states that are in memory into a file, sorted."""
        states = self.np.frombuffer(space.states.map, self.kind, last - first, first * self.width).copy()
        states.sort()
        self._save(path, states)

    def _save(self, path: Path, states: Any) -> None:
        """Write a file as a whole."""
        temporary = path.with_suffix(".new")
        states.tofile(temporary)
        temporary.replace(path)

    def _load(self, path: Path) -> Any:
        """A file, to be read where it is needed."""
        if path.stat().st_size == 0:
            return self.np.empty(0, self.kind)
        return self.np.memmap(path, self.kind, "r")

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
        here = self._layer(self.depth)
        self.sizes.append(self._merge(runs, [*self.earlier, here], self._layer(self.depth + 1)))
        self._put_away(here)
        self.depth += 1
        if self.sizes[-1]:
            return True
        self.sizes.pop()
        for path in (*self.earlier, self._layer(self.depth)):
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
            self._merge(pair, [], target)
            self.earlier[-2:] = [target]

    def _expand(self) -> tuple[list[Path], int]:
        """The successors of the current layer, in sorted files, and how many goals the layer has."""
        np, states = self.np, self._load(self._layer(self.depth))
        part = np.frombuffer(self.part.map, self.kind, self.stretch)
        runs: list[Path] = []
        goals = 0
        for index in range(0, len(states), self.stretch):
            size, taken = min(self.stretch, len(states) - index), 0
            part[:size] = states[index : index + size]
            while taken < size:
                before, mine = taken, self.buffers
                own = (mine.out, mine.here, self.data, self.counts, self.view.words, self.view.branching)
                taken = self.kernel(self.part, taken, size, self.found, self.stretch, *own)
                if taken < 0:
                    raise_bad_expand(self.view, [self._word(~taken)])
                count, more = self.counts.read(0, 2)
                goals += more
                self.run.stats.expanded += taken - before
                if count and not self.run.cut_by:
                    runs.append(self.folder / f"run-{len(runs):06}.bin")
                    self._save(runs[-1], np.unique(np.frombuffer(self.found.map, self.kind, count)))
                self.run.check()
        return runs, goals

    def _word(self, index: int) -> int:
        """One of the states that are being expanded, as a number."""
        words = self.view.words
        numbers = self.part.read(index * words, (index + 1) * words)
        return numbers[0] if words == 1 else self.view.joined(numbers)

    def _merge(self, runs: list[Path], known: list[Path], target: Path) -> int:
        """Put what sorted files hold and the known ones do not into one file, each state once; how many that is."""
        np = self.np
        sources, earlier = [self._load(path) for path in runs], [self._load(path) for path in known]
        temporary, count, low = target.with_suffix(".new"), 0, None
        with temporary.open("wb") as file:
            for high in self._choose_cuts(sources):
                fresh = np.unique(np.concatenate([_select_range(np, each, low, high) for each in sources]))
                for layer in earlier:
                    fresh = _remove_known(np, fresh, _select_range(np, layer, low, high))
                fresh.tofile(file)
                count, low = count + len(fresh), high
                self.run.check()
        temporary.replace(target)
        for path in runs:
            path.unlink()
        return count

    def _choose_cuts(self, sources: list[Any]) -> list[Any]:
        """Where to cut the range of states so that each part fits into memory; None ends it."""
        total = sum(map(len, sources))
        parts = -(-total // self.stretch)
        if not total:
            return []
        sample = self.np.sort(self.np.concatenate([each[:: max(len(each) // 1024, 1)] for each in sources]))
        inner = [sample[len(sample) * part // parts].item() for part in range(1, parts)]
        return [*sorted(set(inner)), None]

    def survey(self, limit: str) -> Survey:
        """What was found."""
        goals, near = sum(self.goals), find_nearest_goal(self.goals)
        return Survey("", sum(self.sizes), self.sizes, goals, near, not limit, "disk", limit=limit, note=self.failure)

    def add_hardest(self, survey: Survey) -> None:
        """They are not looked for."""
        survey.note = _("the hardest starts were not looked for: the space is on disk")

    def close(self) -> None:
        """Give all memory back."""
        for block in (self.part, self.found, self.data, *self.buffers.blocks):
            block.close()


def _describe_failure(folder: Path, error: OSError) -> str:
    return _("{path}: {why}").format(path=error.filename or folder, why=error.strerror or error)


def _select_range(np: Any, states: Any, low: Any, high: Any) -> Any:
    """The part of a sorted list from `low` to below `high`."""
    first = 0 if low is None else int(np.searchsorted(states, low))
    last = len(states) if high is None else int(np.searchsorted(states, high))
    return np.asarray(states[first:last])


def _remove_known(np: Any, states: Any, known: Any) -> Any:
    """A sorted list without what another one holds."""
    if not len(known) or not len(states):
        return states
    places = np.searchsorted(known, states)
    places[places == len(known)] = 0
    return states[known[places] != states]
