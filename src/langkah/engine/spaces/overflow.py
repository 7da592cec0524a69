"""Continues an exploration in a temporary store when the memory is full (`--disk`).

The states in memory are first written to files, in the same format as successors: the last two layers if every step can
be undone, else all states. The files use a packed format instead of Parquet, so that only NumPy is needed. Only the
files that the next layer needs are kept: of layers, no more than the last two if every step can be undone.
"""

from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path

from langkah.engine.blocks import Words
from langkah.engine.kernels import table_control as at
from langkah.engine.space import Distances, Unwritable
from langkah.engine.spaces.cpu import CpuSpace
from langkah.engine.spaces.store import GOALS, READY, StoreSpace
from langkah.engine.spaces.stored_layers import LEAST_STATES
from langkah.engine.store import partition_tasks as tasks
from langkah.engine.store.folder import describe_disk_failure
from langkah.engine.store.partition_tasks import Expanded
from langkah.engine.store.records import LayerRecord, name_seen
from langkah.engine.store.state_files import PartFile
from langkah.memory import measure_memory

SPARE_PARTS = 16  # a fraction of 1 / SPARE_PARTS of the memory stays free for unforeseen needs


def spare_memory(memory: int | None) -> int | None:
    """The memory limit less a reserve for unforeseen needs; None if there is no limit. NumPy is imported here, so that
    its memory counts as used when memory is measured later.
    """
    import_module("numpy")
    return None if memory is None else memory - memory // SPARE_PARTS


@dataclass
class _Handed:
    """The states of the layers `first` to `depth`, which have been written from memory to files (`runs`), grouped into
    2**bits partitions, but are not yet merged into the files of a layer.
    """

    first: int
    depth: int
    bits: int
    runs: list[Expanded]


class OverflowSpace(StoreSpace):
    """A space that takes over from a space that has filled the memory, and stores its further layers in files."""

    engine = "disk"

    def __init__(self, place: Path, full: CpuSpace) -> None:
        self.wants_goals, self.handed = full.goals is not None, list[_Handed]()
        super().__init__(full.problem, full.packed, full.run, str(place), temporary=True)
        try:
            self._take_over(full)
        except OSError as error:
            raise Unwritable(describe_disk_failure(self.folder, error)) from None
        full.close()
        self.base = measure_memory()
        self.job = replace(self.job, room=4 * self.choose_room())

    def _take_over(self, full: CpuSpace) -> None:
        """Write to files those states in memory that are needed to make the next layer."""
        table, words = full.table, self.packed.words
        sizes, depth = table.layers(), table.now[at.DEPTH]
        room = max(
            LEAST_STATES, (8 << 64 - table.now[at.SHIFT]) // (32 * words)
        )  # states that fit into the memory of the slots, which is freed next
        table.slots.close()
        goals = [*table.goals.read(0, depth), 0]
        self.layers = [LayerRecord(n, n, 0, [], gone=each) for n, each in enumerate(zip(sizes, goals, strict=True))]
        self.states = self.known = sum(sizes)
        self.expanded, self.edges, self.looked = sum(sizes[:-1]), table.now[at.EDGES], table.now[at.HEAD]
        older = depth - 1 if self.reversible else 0
        stretches = [(older, depth - 1)] if depth else []
        for first, last in [*stretches, (depth, depth)]:
            begin, end = sum(sizes[:first]), sum(sizes[: last + 1])
            bits = self.choose_bits(end - begin)
            runs = self._ship(table.states, begin, end, room, f"runs-{last:06}", bits, self.job.address)
            self.handed.append(_Handed(first, last, bits, runs))
        if full.goals is not None:
            count, self.goal_bits = full.goals.count, self.choose_bits(16 * full.goals.count)
            into = self.folder.open_below(GOALS).address
            self.goal_runs = self._ship(full.goals.chosen, 0, count, room, READY, self.goal_bits, into)

    def _ship(
        self, block: Words, first: int, last: int, room: int, place: str, bits: int, into: str
    ) -> list[Expanded]:  # fmt: skip
        """Write the states `first` to `last` - 1 of a memory block to files in the folder `place` of the store `into`,
        `room` states at a time, grouped into 2**bits partitions.
        """
        np, words, found = self.code.np, self.packed.words, []
        for number, begin in enumerate(range(first, last, room)):
            count = (min(begin + room, last) - begin) * words
            states = np.frombuffer(block.map, np.int64, count, 8 * begin * words).copy()
            found.append(tasks.ship_states(self.job, states, place, number, bits, into))
        return found

    def prepare(self) -> None:
        """Before the first new layer is made, merge the states written from memory into the files of layers."""
        for each in self.handed:
            single = each.first == each.depth
            place = f"layer-{each.depth:06}" if single else name_seen(each.first, each.depth)
            record = LayerRecord(each.first, each.depth, *self.merge(place, each.bits, each.runs, []))
            if single:
                self.layers[each.depth] = record
            else:
                self.seen = [record]
            self.folder.remove(f"runs-{each.depth:06}")
        self.handed = []

    def save_goals(self, files: list[PartFile]) -> None:
        """Before files of layers are deleted, save the goals in them, which the search for the hardest starts needs."""
        found = [file for file in files if file.goals]
        if self.wants_goals and found:
            into = self.folder.open_below(GOALS).address
            number = len(self.goal_runs)
            self.goal_runs.append(tasks.select_goals(self.job, found, READY, number, self.goal_bits, into))

    def open_backwards(self) -> Distances:
        """The backward search from all goals. Before it begins, states written from memory are merged into layers if
        necessary.
        """
        try:
            self.prepare()
        except OSError as error:
            raise Unwritable(describe_disk_failure(self.folder, error)) from None
        return super().open_backwards()
