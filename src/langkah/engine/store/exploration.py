"""An exploration whose layers are kept in a store, from the start on."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from langkah.engine.store import partition_tasks as tasks
from langkah.engine.store.from_goals import add_hardest
from langkah.engine.store.layer_building import StoredLayers, StoreSetup, measure_least_memory
from langkah.engine.store.partition_tasks import Expanded
from langkah.engine.store.records import LayerRecord
from langkah.engine.store.task_runner import StoreProgress
from langkah.engine.store.workers import MEMORY, OwnProcess, Workers
from langkah.engine.survey import Survey, find_nearest_goal
from langkah.errors import BadInput
from langkah.language import _, format_bytes
from langkah.model import Problem
from langkah.packed import Packed
from langkah.run import Run

__all__ = ["StoreExploration", "StoreProgress"]


class StoreExploration(StoredLayers):
    """The layers of a space in a store."""

    engine = "store"

    def __init__(
        self, problem: Problem[Any, Any], packed: Packed[Any], run: Run[Any, Any], address: str,
        workers: Workers | None = None, *, resume: bool = False, disk_limit: int | None = None,
        report: Callable[[StoreProgress], None] | None = None, temporary: bool = False,
    ) -> None:  # fmt: skip
        memory = run.limit.memory or MEMORY
        if not temporary:
            _require_memory(packed, memory)
        run.limit = replace(run.limit, memory=None)  # it is that of each worker, and is used in measured portions
        self.goal_runs: list[Expanded] = []  # goals of layers that are no longer there, cut into so many partitions:
        self.goal_bits = 0
        setup = StoreSetup(problem, packed, run, workers or OwnProcess(), memory, disk_limit, report, temporary)
        super().__init__(setup, address, resume=resume, locked=temporary)
        run.stats.engine = self.engine

    def begin(self) -> None:
        """The first layer: the start."""
        word, np = self.packed.start, self.code.np
        self.packed.is_goal(word)  # in Python, where it can be interrupted
        start = np.array([word] if self.packed.words == 1 else self.packed.cut(word), np.int64)
        self.commit([LayerRecord(0, 0, 0, tasks.write_part(self.job, "layer-000000", 0, 0, [(start, None)]))])

    def list_all(self) -> list[LayerRecord]:
        """Where all states are: in a directed space those that were put together, and the last two layers."""
        return self.layers if self.reversible else [*self.seen, *self.layers[-2:]]

    def survey(self, limit: str) -> Survey:
        """What was found."""
        whole = [layer for layer in self.layers if layer.states]
        sizes, goals = [layer.states for layer in whole], [layer.goals for layer in whole]
        near = find_nearest_goal(goals)
        note = self.failure
        found = Survey("", sum(sizes), sizes, sum(goals), near, not limit, self.engine, limit=limit, note=note)
        found.peak_memory = self.runner.peak or None
        return found

    def add_hardest(self, survey: Survey) -> None:
        """Search from all goals at once, in a folder of the same store."""
        add_hardest(self, survey)
        survey.peak_memory = self.runner.peak or None


def _require_memory(packed: Packed[Any], memory: int) -> None:
    """Refuse a limit on memory that no worker can keep."""
    least = measure_least_memory(packed)
    if memory < least:
        text = _("a worker needs {least} of memory at least, and may have {memory}")
        raise BadInput(text.format(least=format_bytes(least), memory=format_bytes(memory)))
