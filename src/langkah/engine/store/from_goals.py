"""The search from all goals at once, in a folder of the same store, which finds the hardest starts.

Where every step can be undone it is one more search forwards. In a directed space it goes against the steps: these are
written down first, sorted by where they lead; a state's predecessors are then looked up where its successors would be
computed, and everything else stays as it is.
"""

from dataclasses import replace
from functools import partial
from heapq import nsmallest
from typing import TYPE_CHECKING, Any

from langkah.engine.backend import visit
from langkah.engine.store import layer_building
from langkah.engine.store import partition_tasks as tasks
from langkah.engine.store.compiled_problem import list_words
from langkah.engine.store.folder import StoreFolder
from langkah.engine.store.layer_building import StoredLayers
from langkah.engine.store.partition_tasks import Expanded, Merged
from langkah.engine.store.records import HEADER, LayerRecord, read_records, write_records
from langkah.engine.store.state_files import PartFile, read_layer
from langkah.engine.survey import SHOWN, Hardest, Survey, make_hardest
from langkah.language import _
from langkah.packed import Packed

if TYPE_CHECKING:
    from langkah.engine.store.exploration import StoreExploration

GOALS = "from-goals"  # the folder of the search backwards
STEPS, ON_THEIR_WAY = "steps", "steps-on-their-way"
STEP = 16  # bytes of each word of a step
READY = "goals"  # where goals wait until the search begins


class GoalSearch(StoredLayers):
    """The layers around the goals of a space that was explored."""

    def __init__(self, forward: "StoreExploration") -> None:
        self.forward = forward
        below = forward.folder.open_below(GOALS)
        super().__init__(forward.setup, below.address, resume=below.has(HEADER), locked=True)
        self.base, self.job = forward.base, replace(self.job, room=forward.job.room)
        self.lock = forward.lock

    def measure_size(self) -> int:
        """How many bytes both searches have, and the steps that are written down."""
        steps = 0 if self.steps is None else self.steps.size
        return self.forward.measure_size() + super().measure_size() + steps

    def measure_all(self) -> int:
        """How many bytes the whole store has."""
        return super().measure_all() + self.forward.folder.measure_files("")

    def begin(self) -> None:
        """The first layer: all goals."""
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
        """In a directed space the steps are needed before the second layer."""
        if not self.reversible and self.steps is None:
            self.steps = self._read_steps() or self._write_steps()

    def _read_steps(self) -> LayerRecord | None:
        """The steps that an earlier run has written down."""
        name = f"{STEPS}.json"
        return read_records(self.folder, name, self.header["sum"])[0] if self.folder.has(name) else None

    def _write_steps(self) -> LayerRecord:
        """Write down all steps: by the partition of where they lead, then each partition sorted."""
        steps = self.forward.states * self.count_successors()
        need = int(2 * steps * STEP * self.packed.words)
        self.require_room(need, _("the steps would need about {need} more, and the store has {now} of {most}"))
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
        if not self.setup.temporary:
            write_records(self.folder, f"{STEPS}.json", [found], self.header["sum"])
        self.folder.remove(ON_THEIR_WAY)
        return found

    def remove_steps(self) -> None:
        """Delete what was needed on the way."""
        for name in (f"{STEPS}.json", STEPS, ON_THEIR_WAY):
            self.folder.remove(name)


def add_hardest(forward: "StoreExploration", survey: Survey) -> None:
    """Search from all goals, and say in the survey which states are farthest from them, or why that is not known."""
    run = forward.run
    run.limit = replace(run.limit, depth=None)
    back = GoalSearch(forward)
    limit = visit(back, run)
    forward.runner.peak = max(forward.runner.peak, back.runner.peak)
    if not limit:
        back.remove_steps()
        survey.hardest = read_hardest(back.folder, back.layers, back.packed, survey.states)
    survey.note = back.failure
    survey.note_missing_hardest(limit)


def read_hardest(folder: StoreFolder, layers: list[LayerRecord], packed: Packed[Any], states: int) -> Hardest:
    """The states of the last layer of a search from all goals; of a space of so many states."""
    last = next(layer for layer in reversed(layers) if layer.states)
    words: list[int] = []
    for file in last.files:
        found = read_layer(folder, file, packed.words, marks=False)[0]
        words = nsmallest(SHOWN, [*words, *list_words(found, packed)])
    return make_hardest(packed, last.depth, last.states, words, states - sum(layer.states for layer in layers))


def _group_files(files: list[PartFile]) -> list[list[PartFile]]:
    """Files as tasks take them: small ones together."""
    groups: list[list[PartFile]] = []
    room = 0
    for file in files:
        if not groups or file.rows > room:
            groups.append([])
            room = layer_building.PART
        groups[-1].append(file)
        room -= file.rows
    return groups
