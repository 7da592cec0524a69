"""A space whose layers are saved in a store, and the search from all goals, saved in a subfolder of the same store.

If every step can be undone, the search from the goals is another forward search. In a directed space, it follows the
steps against their direction: all steps are first written to files, sorted by target. Then the search looks up the
predecessors of a state in these files, instead of computing successors. Everything else is the same as in a forward
search.
"""

from dataclasses import asdict, replace
from functools import partial
from typing import Any

from langkah.engine.keeper import StoreStats
from langkah.engine.space import Distances, Moment
from langkah.engine.spaces import stored_layers
from langkah.engine.spaces.stored_layers import StoredLayers, StoreSetup, measure_least_memory
from langkah.engine.store import partition_tasks as tasks
from langkah.engine.store.partition_tasks import Expanded, Merged
from langkah.engine.store.records import LayerRecord, read_record, write_record
from langkah.engine.store.state_files import PartFile
from langkah.engine.store.workers import WORKER_BYTES, OwnProcess, Workers
from langkah.errors import BadInput
from langkah.language import _, format_bytes
from langkah.model import Problem
from langkah.packed import Packed
from langkah.run import Run

GOALS = "from-goals"  # the folder of the backward search
STEPS, ON_THEIR_WAY = "steps", "steps-on-their-way"
STEP_BYTES = 16  # bytes per word of a step
READY = "goals"  # where goals are stored until the search begins


class StoreSpace(StoredLayers):
    """An exploration from the start, whose layers are saved in a store. The memory limit applies to each worker
    separately.
    """

    engine = "store"

    def __init__(
        self, problem: Problem[Any, Any], packed: Packed[Any], run: Run[Any, Any], address: str,
        workers: Workers | None = None, *, memory: int | None = None, disk_limit: int | None = None,
        resume: bool = False, temporary: bool = False,
    ) -> None:  # fmt: skip
        memory = memory or run.limit.memory or WORKER_BYTES
        if not temporary:
            _require_memory(packed, memory)
        run.limit = replace(run.limit, memory=None)  # each worker plans its tasks to fit the limit
        run.stats = StoreStats(**asdict(run.stats))
        self.goal_runs: list[Expanded] = []  # goals of deleted layers, by partition
        self.goal_bits = 0  # log2 of the number of these partitions
        setup = StoreSetup(problem, packed, run, workers or OwnProcess(), memory, disk_limit, temporary)
        super().__init__(setup, address, resume=resume)

    def begin(self) -> None:
        """Make the first layer, which contains only the start."""
        word, np = self.packed.start, self.code.np
        self.packed.is_goal(word)  # in Python, where it can be interrupted
        start = np.array([word] if self.packed.words == 1 else self.packed.cut(word), np.int64)
        self.commit([LayerRecord(0, 0, 0, tasks.write_part(self.job, "layer-000000", 0, 0, [(start, None)]))])

    def list_all(self) -> list[LayerRecord]:
        """The records that together contain all states: one per layer or, in a directed space, the records of combined
        layers and of the last two layers.
        """
        return self.layers if self.reversible else [*self.seen, *self.layers[-2:]]

    def open_backwards(self) -> Distances:
        """The backward search, which starts from all goals at once and is saved in a subfolder of the same store."""
        return GoalLayers(self)


def _require_memory(packed: Packed[Any], memory: int) -> None:
    """Raise an error if `memory`, the limit of each worker, is less than the minimum for a worker."""
    least = measure_least_memory(packed)
    if memory < least:
        text = _("a worker needs at least {least} of memory, but its limit is {memory}")
        raise BadInput(text.format(least=format_bytes(least), memory=format_bytes(memory)))


class GoalLayers(StoredLayers):
    """The search from all goals of an explored space. Its layers, at distance 0, 1, 2, ... from the goals, are saved in
    a subfolder of the store.
    """

    def __init__(self, forward: StoreSpace) -> None:
        self.forward = forward
        super().__init__(forward.setup, forward.folder.open_below(GOALS).address, resume=True, is_locked=True)
        self.base, self.job = forward.base, replace(self.job, room=forward.job.room)
        self.before, self.runner.peak = forward.expanded, forward.runner.peak

    def check_lock(self) -> None:
        """Refuse to continue if another driver has taken over the store. The forward and the backward search share one
        lock.
        """
        self.forward.check_lock()

    def advance(self, most: int) -> Moment:
        """Make the next layer; when the search has ended, delete the files of steps."""
        moment = super().advance(most)
        if moment.is_done:
            for name in (f"{STEPS}.json", STEPS, ON_THEIR_WAY):
                self.folder.remove(name)
        return moment

    def measure_size(self) -> int:
        """The bytes of the forward search, of this search, and of the files of steps."""
        steps = 0 if self.steps is None else self.steps.size
        return self.forward.measure_size() + super().measure_size() + steps

    def measure_all(self) -> int:
        """The bytes of the whole store."""
        return super().measure_all() + self.forward.folder.measure_files("")

    def begin(self) -> None:
        """Make the first layer, which contains all goals."""
        waiting, bits = self.forward.goal_runs, self.forward.goal_bits
        if not waiting:
            bits = self.choose_bits(sum(each.goals for each in self.forward.list_all()))
        files = [file for each in self.forward.list_all() for file in each.files if file.goals]
        runs = waiting + self.runner.run_tasks(
            [
                partial(
                    tasks.select_goals, self.forward.job, group, READY, len(waiting) + number, bits, self.job.address
                )
                for number, group in enumerate(_group_files(files))
            ]
        )
        self.commit([LayerRecord(0, 0, *self.merge("layer-000000", bits, runs, []))])
        self.folder.remove(READY)

    def prepare(self) -> None:
        """In a directed space, make sure that all steps have been written to files before the second layer is made."""
        if not self.reversible and self.steps is None:
            self.steps = self._read_steps() or self._write_steps()

    def _read_steps(self) -> LayerRecord | None:
        """The record of the files of steps that an earlier run wrote; None if there are none."""
        name = f"{STEPS}.json"
        if self.keeper is None or not self.folder.has(name):
            return None
        return read_record(self.folder, name, self.keeper.header["sum"])

    def _write_steps(self) -> LayerRecord:
        """Write all steps to files: first split by the partition of their target, then sorted within each partition.
        Returns the record of these files.
        """
        steps = self.forward.states * self.count_successors()
        need = int(2 * steps * STEP_BYTES * self.packed.words)
        self.require_room(
            need, _("the list of steps would need about {need} more space; the store uses {now} of {most}")
        )
        bits, files = self.choose_bits(2 * steps), [file for each in self.forward.list_all() for file in each.files]
        runs: list[Expanded] = self.runner.run_tasks(
            [
                partial(tasks.record_steps, self.forward.job, group, number, bits, self.job.address)
                for number, group in enumerate(_group_files(files))
            ]
        )
        names, rows = [name for run in runs for name in run.names], sum(run.rows for run in runs)
        answers: list[Merged] = self.runner.run_tasks(
            [
                partial(tasks.gather_steps, self.job, part, bits, names)
                for part in range(1 << bits)
                if rows[part]
            ]
        )  # fmt: skip
        found = LayerRecord(0, 0, bits, [file for answer in answers for file in answer.files])
        if self.keeper is not None:
            write_record(self.folder, f"{STEPS}.json", found, self.keeper.header["sum"])
        self.folder.remove(ON_THEIR_WAY)
        return found


def _group_files(files: list[PartFile]) -> list[list[PartFile]]:
    """Group files into tasks, with several small files in one task."""
    groups: list[list[PartFile]] = []
    room = 0
    for file in files:
        if not groups or file.rows > room:
            groups.append([])
            room = stored_layers.PART_STATES
        groups[-1].append(file)
        room -= file.rows
    return groups
