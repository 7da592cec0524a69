"""Layers that no longer fit into memory, kept as sorted files.

A layer is expanded stretch by stretch; each stretch of successors is sorted and written. Then these files are merged,
range by range, and what earlier layers hold is taken out. Where every step can be undone, only
the two layers before can hold it. Else all must be looked at: they are kept in a few files of growing size, two of
which are merged whenever they have become about equal. Every file is written under a temporary name first.

States of one word are sorted as numbers, others as strings of bytes: any order will do, as long as it is the same.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

from langkah.engine import layout as at
from langkah.engine.blocks import Block
from langkah.engine.compiler import load_kernel
from langkah.engine.space import Space, get_wide_functions, raise_bad_expand
from langkah.errors import BadInput
from langkah.language import _
from langkah.search.run import Run

SHARE = 6  # the part of the memory that one stretch may take: it is sorted and merged in copies
LEAST = 1 << 16  # states in a stretch, at least


class DiskExploration:
    """The layers of one space, from the one on that did not fit."""

    def __init__(self, folder: Path, space: Space, run: Run[Any, Any], *, reversible: bool) -> None:
        self.np: Any = import_module("numpy")
        self.width = 8 * space.words
        self.kind: Any = self.np.int64 if space.words == 1 else f"S{self.width}"
        self.folder, self.run, self.reversible = folder, run, reversible
        self.view, self.memory = space.view, space.memory
        self.sizes = space.layers()
        self.depth = space.now[at.DEPTH]
        self.goals: list[int] = space.goals.numbers[: self.depth].tolist()
        self.edges = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(_("{path}: {why}").format(path=folder, why=error.strerror)) from None
        first = self.sizes[: max(self.depth - 1, 0)]
        middle, end = sum(self.sizes[: self.depth]), sum(self.sizes)
        self._write_layer(self.layer(self.depth), space, middle, end)
        self.earlier = [self.folder / "earlier-000000.bin"] if self.depth else []
        self.made = len(self.earlier)
        for path in self.earlier:
            self._write_layer(path, space, sum(first) if reversible else 0, middle)

    def layer(self, depth: int) -> Path:
        """The file of a layer."""
        return self.folder / f"layer-{depth:06}.bin"

    def _write_layer(self, path: Path, space: Space, first: int, last: int) -> None:
        """Put states that are in memory into a file, sorted."""
        states = self.np.frombuffer(space.states.map, self.kind, last - first, first * self.width).copy()
        states.sort()
        self.save(path, states)

    def save(self, path: Path, states: Any) -> None:
        """Write a file as a whole."""
        temporary = path.with_suffix(".new")
        states.tofile(temporary)
        temporary.replace(path)

    def load(self, path: Path) -> Any:
        """A file, to be read where it is needed."""
        if path.stat().st_size == 0:
            return self.np.empty(0, self.kind)
        return self.np.memmap(path, self.kind, "r")

    def prepare(self) -> None:
        """The room for a stretch of successors, once the space in memory is gone."""
        words = self.view.words
        self.stretch = max(self.memory // SHARE // self.width, LEAST, 4 * self.view.branching)
        self.found, self.told, self.here = Block(self.stretch * words), Block(2), Block(words)
        self.out = Block((self.view.branching + 1) * words + self.view.scratch + 4096)
        self.data = Block(len(self.view.data) or 1)
        self.data.fill(self.view.data)
        self.kernel = load_kernel(
            "disk.spill_successors", "piipippppii", **get_wide_functions(self.view, "expand", "goal")
        )

    def go(self) -> None:
        """Layer after layer, until one is empty."""
        while self.sizes[self.depth]:
            if self.run.limit.depth is not None and self.depth >= self.run.limit.depth:
                self.run.cut_by = "depth"
            runs, goals = self.expanded()
            self.goals.append(goals)
            here = self.layer(self.depth)
            self.sizes.append(self._merged(runs, [*self.earlier, here], self.layer(self.depth + 1)))
            self.put_away(here)
            self.depth += 1
        self.sizes.pop()
        for path in (*self.earlier, self.layer(self.depth)):
            path.unlink()

    def put_away(self, layer: Path) -> None:
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
            self._merged(pair, [], target)
            self.earlier[-2:] = [target]

    def expanded(self) -> tuple[list[Path], int]:
        """The successors of the current layer, in sorted files, and how many goals the layer has."""
        np, states = self.np, self.load(self.layer(self.depth))
        runs: list[Path] = []
        index, goals = 0, 0
        room = 0 if self.run.cut_by else self.stretch
        while index < len(states):
            part = np.array(states[index : index + self.stretch])
            taken = 0
            while taken < len(part):
                before = taken
                taken = self.kernel(
                    part.ctypes.data, taken, len(part), self.found.address, self.stretch, self.out.address,
                    self.here.address, self.data.address, self.told.address, self.view.words, self.view.branching,
                )  # fmt: skip
                if taken < 0:
                    raise_bad_expand(self.view, [self.word(part, ~taken)])
                count, more = self.told.numbers[0], self.told.numbers[1]
                goals += more
                self.run.stats.expanded += taken - before
                if count and room:
                    fresh = np.unique(np.frombuffer(self.found.map, self.kind, count))
                    runs.append(self.folder / f"run-{len(runs):06}.bin")
                    self.save(runs[-1], fresh)
                self.run.check()
            index += len(part)
        return runs, goals

    def word(self, part: Any, index: int) -> int:
        """One of some states, as a number."""
        numbers = part.view(self.np.int64)[index * self.view.words : (index + 1) * self.view.words].tolist()
        return int(numbers[0]) if self.view.words == 1 else self.view.joined(numbers)

    def _merged(self, runs: list[Path], known: list[Path], target: Path) -> int:
        """Put what sorted files hold and the known ones do not into one file, each state once; how many that is."""
        np = self.np
        sources, earlier = [self.load(path) for path in runs], [self.load(path) for path in known]
        temporary, count, low = target.with_suffix(".new"), 0, None
        with temporary.open("wb") as file:
            for high in self._cuts(sources):
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

    def _cuts(self, sources: list[Any]) -> list[Any]:
        """Where to cut the range of states so that each part fits into memory; None ends it."""
        total = sum(map(len, sources))
        parts = -(-total // self.stretch)
        if not total:
            return []
        sample = self.np.sort(self.np.concatenate([each[:: max(len(each) // 1024, 1)] for each in sources]))
        inner = [sample[len(sample) * part // parts].item() for part in range(1, parts)]
        return [*sorted(set(inner)), None]


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
