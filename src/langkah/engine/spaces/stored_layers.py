"""An exploration whose layers are files: it distributes the tasks of each layer to workers, and then commits the layer.

Subclasses define where a search begins and what becomes of its layers: `StoreSpace` begins at the start, `GoalLayers`
at the goals, `OverflowSpace` where the memory was full.
"""

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from errno import EDQUOT, EFBIG, ENOSPC
from functools import partial
from heapq import nsmallest
from typing import Any

from langkah.engine.keeper import Keeper, StoreStats
from langkah.engine.space import Counts, Moment, Unwritable
from langkah.engine.store import partition_tasks as tasks
from langkah.engine.store.compiled_problem import CompiledProblem, NoRoomForTags, list_words
from langkah.engine.store.folder import StoreFolder, describe_disk_failure
from langkah.engine.store.partition_tasks import Expanded, Job, Merged, SmallLayers, SmallLimits
from langkah.engine.store.problem_source import ProblemSource, describe_source, remember_packed
from langkah.engine.store.records import (
    LayerRecord,
    Piece,
    describe_records,
    name_part,
    name_seen,
    parse_layers,
    read_record,
    write_record,
)
from langkah.engine.store.state_files import PartFile, read_layer
from langkah.engine.store.task_runner import TaskRunner
from langkah.engine.store.workers import Workers, is_lost
from langkah.engine.survey import SHOWN, choose_shown
from langkah.errors import BadInput
from langkah.language import _, current_language, format_bytes
from langkah.model import Problem, Puzzle
from langkah.packed import Packed, count_at_most
from langkah.run import Run

PART_STATES = 1 << 20  # typical number of states in a partition
MANY_PARTS_BITS = 12  # log2 of the number of partitions; a larger layer gets larger partitions, as far as memory allows
SMALL_STATES = 1 << 14  # smaller layers are not distributed to workers
TOGETHER_WORDS, TOGETHER_SECONDS = 1 << 16, 0.5  # bounds in words and seconds for making small layers together
SHARED_STATES = 1 << 16  # from this layer size on, every worker should have a task
BASE_BYTES, START_BYTES = 200 << 20, 160 << 20  # memory of an idle worker: as planned, and as measured
LEAST_STATES = 1 << 14  # least number of states of a task, however little memory there is
STATE_WORDS, SUCCESSOR_WORDS = (
    5,
    4,
)  # words of memory per state of a task, and per successor, at most
SHIP_BYTES = 6  # bytes per word of a shipped successor, on average
BACK_PAYS_SECONDS = 100e-9  # time to write and read a successor; finding the step back may take as long
FULL_DISK = {ENOSPC, EDQUOT, EFBIG}
SEEN = re.compile(r"seen-\d+-\d+(\.json)?")  # the names made by `name_seen`


@dataclass(frozen=True)
class StoreSetup:
    """The problem, the workers and the limits of an exploration. With `temporary`, the exploration keeps only the files
    that the next layer needs, and no records, since it will be neither resumed nor queried.
    """

    problem: Problem[Any, Any]
    packed: Packed[Any]
    run: Run[Any, Any]
    workers: Workers
    memory: int  # bytes per worker
    disk_limit: int | None = None
    temporary: bool = False


class StoredLayers:
    """The layers of one search, stored in one folder."""

    def __init__(self, setup: StoreSetup, address: str, *, resume: bool = False, is_locked: bool = False) -> None:
        self.setup, self.problem, self.packed, self.run = setup, setup.problem, setup.packed, setup.run
        self.workers, self.base = setup.workers, BASE_BYTES
        self.reversible = isinstance(self.problem, Puzzle) and self.problem.reversible
        self.source = describe_source(self.problem, self.packed)
        remember_packed(self.source, self.problem)
        self.folder, self.code = StoreFolder(address), CompiledProblem(self.packed)
        if self.workers.elsewhere and "memory" in self.folder.kinds:
            raise BadInput(_("{path}: other processes cannot access this store").format(path=self.folder.address))
        self.expanded = self.edges = self.looked = 0  # states; sampled steps, and states in the sample
        self.before = 0  # states expanded before this search began
        self.keeper: Keeper | None = None  # None if temporary
        if not setup.temporary:
            self.keeper = Keeper(
                address, "layers", self.problem, self.packed, resume=resume, is_locked=is_locked
            )  # fmt: skip
        self.runner = TaskRunner(self.workers, self.run, address, self._tell)
        place, room = self.folder.whole_address, 4 * self.choose_room()
        self.job = Job(place, self._make_source(), room, current_language.get(), setup.temporary)
        self.layers: list[LayerRecord] = []
        self.seen: list[LayerRecord] = []  # of a directed space: all layers except the last two, combined
        self.steps: LayerRecord | None = None  # of a directed space: all steps, for the search from the goals
        # Code that may never return runs only in other processes
        self.careful = self.workers.elsewhere and not self.code.is_trusted
        can_tag = self.reversible and self.code.can_tag and not self.careful
        self.tag: bool | None = None if can_tag else False  # None: not decided yet
        self.single = setup.disk_limit is not None  # whether small layers are made one by one
        self.began = time.monotonic()
        self.states = self.known = self.size = 0
        self.fresh = resume  # whether files of the next layer may exist already
        self.skew, self.shipped = 1.0, resume  # whether files of successors may exist
        try:
            if self.keeper is not None:
                self._read_kept(self.keeper)
        except BaseException:
            self.close()
            raise

    def _make_source(self) -> ProblemSource:
        """The description from which tasks recreate the problem; tasks that run in this process use the
        problem itself.
        """
        return self.source if self.workers.elsewhere else replace(self.source, problem=self.problem)

    def choose_room(self) -> int:
        """The number of states that fit into the memory of one task."""
        each = 8 * self.packed.words * (STATE_WORDS + SUCCESSOR_WORDS * self.count_successors())
        return max(int((self.setup.memory - self.base) / each), LEAST_STATES)

    def count_successors(self) -> float:
        """The average number of successors of a state, or a guess at the beginning."""
        return self.edges / self.looked if self.looked > 1000 and self.edges else 4.0

    def _read_kept(self, keeper: Keeper) -> None:
        """Resume from the stored layers, and delete files that a killed run left behind."""
        self.layers = parse_layers(self.folder, keeper.read_journal())
        self._check_sizes()
        if self.layers:
            self.seen = [self._read_seen(keeper, *each) for each in self.layers[-1].seen]
        self.states = self.known = sum(layer.states for layer in self.layers)
        self.expanded = sum(layer.states for layer in self.layers[:-1])
        self.size = _measure_files(self.layers) + self.folder.measure_files("layers")
        wanted = {name_seen(each.first, each.depth) for each in self.seen}
        for name in self.folder.find_names("seen-*"):  # left by a killed run
            if SEEN.fullmatch(name) and name.removesuffix(".json") not in wanted:
                self.folder.remove(name)

    def _read_seen(self, keeper: Keeper, first: int, last: int) -> LayerRecord:
        """The record that contains the states of the layers `first` to `last`: of a single layer, or of several
        combined layers.
        """
        if first == last:
            return self.layers[first]
        return read_record(self.folder, name_seen(first, last) + ".json", keeper.header["sum"])

    def _check_sizes(self) -> None:
        """Raise an error if a file that the next layer needs is missing or has the wrong size. The content of a file is
        checked when it is read.
        """
        files = [file for layer in self.layers[-2:] for file in layer.files]
        places = {file.name.partition("/")[0] for file in files}
        there = {f"{place}/{name}": size for place in places for name, size in self.folder.list_files(place).items()}
        for file in files:
            size = there.get(file.name)
            if size != file.size:
                text = (
                    _("{path} is missing from the store")
                    if size is None
                    else _("{path} is damaged or incomplete; its content is not used")
                )
                raise BadInput(text.format(path=self.folder.join(file.name)))

    def advance(self, most: int) -> Moment:
        """Make the next layer, or the next few layers if they are small."""
        del most
        depth, is_cut = self.run.limit.depth, False
        try:
            if not self.layers:
                self.begin()
            elif self.layers[-1].states:
                is_cut = depth is not None and self.layers[-1].depth >= depth
                if not is_cut:
                    self._make_next()
        except OSError as error:
            if is_lost(error) or error.errno not in FULL_DISK:
                raise BadInput(describe_disk_failure(self.folder, error)) from None
            raise Unwritable(describe_disk_failure(self.folder, error)) from None
        last = self.layers[-1].states
        return Moment(self.expanded, self.edges + 1, last, is_cut or not last, is_cut)

    def count(self) -> Counts:
        """The number of states and of goals in each layer so far, and the number of all visited states."""
        whole = [layer for layer in self.layers if layer.states]
        sizes, goals = [layer.states for layer in whole], [layer.goals for layer in whole]
        return Counts(sizes, goals, sum(sizes), peak_memory=self.runner.peak or None)

    def begin(self) -> None:
        """Make the first layer."""
        raise NotImplementedError

    def prepare(self) -> None:
        """Called before each layer after the first is made. A subclass overrides this method if it must do something
        first.
        """

    def _make_next(self) -> None:
        self.prepare()
        layer = self.layers[-1]
        self._foretell(layer)
        if self.tag is None and layer.states >= SMALL_STATES // 4:
            self.tag = self._does_back_pay(layer)
        expected = layer.states * self._guess_growth()
        seen = 0 if self.reversible else sum(each.states for each in self.seen) * self.packed.words
        small = min(SMALL_STATES, self.choose_room())
        if not layer.bits and max(layer.states, expected) <= small and seen <= self.job.room:
            records = self._make_small_layers(layer, small if self.tag is not None else small // 4)
        else:
            records = [self._make_layer(layer, expected)]
        expanded = sum(each.states for each in [layer, *records][: len(records)])
        self.expanded, self.looked = self.expanded + expanded, self.looked + expanded
        self.commit(records)

    def _make_small_layers(self, layer: LayerRecord, small: int) -> list[LayerRecord]:
        """Make the next layers in one task, as long as each has at most about `small` states. If the search is
        complete, the last of the returned records is empty.
        """
        limit = self.run.limit
        deepest = 1 if self.single else 1 << 24 if limit.depth is None else limit.depth - layer.depth
        nodes = TOGETHER_WORDS if limit.nodes is None else limit.nodes - self.before - self.expanded - layer.states
        seconds = TOGETHER_SECONDS if limit.seconds is None else limit.seconds - (time.perf_counter() - self.run.began)
        together = min(TOGETHER_WORDS, self.job.room) // self.packed.words
        most = SmallLimits(small, min(together, nodes), deepest, min(TOGETHER_SECONDS, seconds))
        if self.fresh:  # left by a killed run
            self.folder.remove(f"layer-{layer.depth + 1:06}")
        before, *seen = [each.list_pieces(0, 0) for each in self._list_known(layer)[1:]] or [[]]
        work = partial(
            tasks.advance_small, self.job, layer.depth, layer.files, before, [p for each in seen for p in each], most,
            tag=bool(self.tag), directed=not self.reversible, steps=self._list_steps(0, 0),
        )  # fmt: skip
        try:
            answer: SmallLayers = self.runner.run_tasks([work])[0] if self.careful else self.runner.note(work())
        except OSError as error:
            if self.single or error.errno not in FULL_DISK:
                raise
            self.single = True  # one layer alone may still fit
            return self._make_small_layers(layer, small)
        self.edges, self.fresh = self.edges + answer.edges, False
        files = [[file] for file in answer.files] + ([[]] if answer.ended else [])
        return [LayerRecord(layer.depth + n, layer.depth + n, 0, each) for n, each in enumerate(files, 1)]

    def _list_steps(self, part: int, bits: int) -> list[Piece] | None:
        return None if self.steps is None else self.steps.list_pieces(part, bits)

    def _make_layer(self, layer: LayerRecord, expected: float) -> LayerRecord:
        """Make the layer after `layer`; it will have about `expected` states."""
        bits, self.shipped, place = self.choose_bits(expected), True, f"runs-{layer.depth:06}"
        there = self._find_leftovers(place)
        runs: list[Expanded] = self.runner.run_tasks(
            [
                partial(
                    tasks.expand_part, self.job, layer.depth, [file], file.part, bits, tag=bool(self.tag),
                    there=there.get(name_part(file.part, bits), ""), steps=self._list_steps(file.part, layer.bits),
                )
                for file in layer.files
            ]
        )  # fmt: skip
        self.edges += sum(run.edges for run in runs)
        cut, files = self.merge(f"layer-{layer.depth + 1:06}", bits, runs, self._list_known(layer))
        return LayerRecord(layer.depth + 1, layer.depth + 1, cut, files)

    def merge(
        self, place: str, bits: int, runs: list[Expanded], known: list[LayerRecord]
    ) -> tuple[int, list[PartFile]]:
        """Merge the `runs` (files of successors) into one file per partition, without the states of the `known` layers.
        There are 2**bits partitions, or more if one of these would exceed the memory. Returns log2 of the number of
        partitions, and the files.
        """
        rows, finer = sum((run.rows for run in runs), self.code.np.zeros(1 << bits, self.code.np.int64)), 0
        while int(rows.max()) >> finer > 3 * self.choose_room():
            finer += 1
        tag = bool(runs) and all(run.tagged for run in runs)
        names, there = [name for run in runs for name in run.names], self._find_leftovers(place)
        self.fresh, cut, work = False, bits + finer, []
        for part in range(1 << cut):
            if rows[part >> finer]:
                pieces = [piece for each in known for piece in each.list_pieces(part, cut)]
                left = there.get(name_part(part, cut), "")
                work.append(partial(tasks.merge_part, self.job, place, part, cut, names, pieces, tag=tag, there=left))
        answers: list[Merged] = self.runner.run_tasks(work)
        return cut, [file for answer in answers for file in answer.files]

    def _find_leftovers(self, place: str) -> dict[str, str]:
        """The files that an earlier run left in the folder `place`. Each is listed under the beginning of its name, as
        `name_part` makes it.
        """
        if not self.fresh:
            return {}
        names = sorted(self.folder.list_files(place))
        for name in names:
            if name.startswith("."):  # unfinished, from a killed worker
                self.folder.remove(f"{place}/{name}")
        return {"-".join(name.split("-")[:3]): f"{place}/{name}" for name in names if not name.startswith(".")}

    def _list_known(self, layer: LayerRecord) -> list[LayerRecord]:
        """The layers that may already contain successors of `layer`. The previous layer is left out if the marks of
        `layer` exclude its states.
        """
        before = self.layers[-2:-1]
        if self.reversible:
            return [layer, *([] if layer.marked else before)]
        return [layer, *before, *self.seen]

    def _guess_growth(self) -> float:
        """An estimate of the size of the next layer, as a multiple of the size of the last one."""
        sizes = [layer.states for layer in self.layers[-2:]]
        ratio = sizes[-1] / sizes[0] if len(sizes) == 2 else 2.0
        return min(ratio * 1.1, self.packed.branching) if sizes[-1] > 1000 else min(self.packed.branching, 8)

    def choose_bits(self, expected: float) -> int:
        """Log2 of the number of partitions for about `expected` states. No partition should be too large, and in a
        large layer every worker should have a partition.
        """
        bits, room = 0, self.choose_room()
        while expected > min(PART_STATES, room) << bits and (bits < MANY_PARTS_BITS or expected > room << bits):
            bits += 1
        if expected >= SHARED_STATES and self.workers.count > 1:
            bits = max(bits, (2 * self.workers.count - 1).bit_length())
        return bits

    def _does_back_pay(self, layer: LayerRecord) -> bool:
        """Whether it saves time to find the step back (the tag) for each successor. Without tags, the states of the
        previous layer are generated again as successors, written to files, and dropped later.
        """
        states = read_layer(self.folder, layer.files[0], self.code.words)[0][:SMALL_STATES]
        seconds = []
        for tag in (False, True):
            best = float("inf")
            for _time in range(3):
                began = time.thread_time()
                try:
                    for _values in self.code.expand(states, None, tag, self.job.room):
                        pass
                except NoRoomForTags:
                    return False
                best = min(best, time.thread_time() - began)
            seconds.append(best)
        return (seconds[1] - seconds[0]) / len(states) < BACK_PAYS_SECONDS

    def _tell(self, done: int, count: int) -> None:
        """Report the progress, if requested: `done` of the `count` tasks of this layer are finished."""
        stats = self.run.stats
        if self.run.progress is None or not isinstance(stats, StoreStats):
            return
        seconds, size = max(time.monotonic() - self.began, 1e-9), count_at_most(self.packed)
        stats.rate = rate = (self.states - self.known) / seconds
        stats.seconds_left = max(size - self.states, 0) / rate if size is not None and rate > 0 else None
        stats.depth, stats.states, stats.size = len(self.layers), self.states, self.measure_size()
        stats.workers, stats.link, stats.skew = self.workers.count, self.workers.link, self.skew
        stats.done, stats.tasks = done, count

    def measure_size(self) -> int:
        """The bytes of all layers and of the files that combine earlier layers."""
        return self.size + sum(each.size for each in self.seen if each.first < each.depth)

    def measure_all(self) -> int:
        """The bytes of the whole folder: of everything that `measure_size` counts, and of the header and
        the journal.
        """
        return self.measure_size() + self.folder.measure_files("")

    def _foretell(self, layer: LayerRecord) -> None:
        """Raise `Unwritable` if the layer after `layer` is expected to exceed the disk's free space or the store's
        limit.
        """
        if layer.states >= SMALL_STATES or self.setup.disk_limit is not None:
            on_the_way = layer.states * self.count_successors() * SHIP_BYTES * self.packed.words
            text = _("layer {depth} would need about {need} more space; the store uses {now} of {most}")
            self.require_room(int(layer.size * self._guess_growth() + on_the_way), text, depth=layer.depth + 1)

    def require_room(self, need: int, text: str, **more: int) -> None:
        """Raise `Unwritable` with this text if `need` more bytes do not fit on the disk, or if they exceed the store's
        limit.
        """
        now, free = self.measure_all(), self.folder.measure_free()
        for most in (self.setup.disk_limit, None if free is None else now + free):
            if most is not None and now + need > most:
                sizes = {"need": need, "now": now, "most": most}
                raise Unwritable(text.format(**more, **{name: format_bytes(size) for name, size in sizes.items()}))

    def commit(self, records: list[LayerRecord]) -> None:
        """Add new layers to the journal, which makes them valid, and delete files that are no longer needed."""
        depth = len(self.layers)
        gone = [f"runs-{depth - 1:06}"] if self.shipped else []
        whole = [*self.layers, *records]
        if not self.reversible:
            old = whole[max(depth - 2, 0) : max(len(whole) - 2, 0)]
            gone += self._fold([each for each in old if each.files])
        if self.keeper is not None:
            records[-1].seen = [(each.first, each.depth) for each in self.seen]
            self.check_lock()
            self.size += self.keeper.add_record(depth, describe_records(records))
        self.layers = whole
        self.states += sum(each.states for each in records)
        self.size, self.shipped = self.size + _measure_files(records), False
        if len(records) == 1 and records[0].states:
            last = records[0]
            self.skew = max(file.rows for file in last.files) * (1 << last.bits) / last.states
        for name in gone:
            self.folder.remove(name)
        if self.setup.temporary:
            self._drop_old()

    def _drop_old(self) -> None:
        """Delete the files of layers that the next layer does not need."""
        needed = [*self.layers[-2:], *self.seen]
        old = [layer for layer in self.layers[:-2] if layer.files and not any(layer is each for each in self.seen)]
        self.save_goals([file for layer in old for file in layer.files])
        places = _list_places(old) - _list_places(needed)
        for place in places:
            self.folder.remove(place)
        for layer in old:
            layer.gone, layer.files = (layer.states, layer.goals), []
        self.size = _measure_files(self.layers)

    def save_goals(self, files: list[PartFile]) -> None:
        """Called before `files` are deleted. A subclass overrides this method if it still needs the goals in them."""

    def _fold(self, layers: list[LayerRecord]) -> list[str]:
        """Add layers to the visited states of a directed space. Records with about the same number of states are
        combined into one, so that there are few of them. Returns the names of files and folders that are no longer
        needed.
        """
        self.seen += layers
        first, total = len(self.seen) - len(layers), sum(each.states for each in layers)
        while first and self.seen[first - 1].states < 2 * total:
            first -= 1
            total += self.seen[first].states
        old = self.seen[first:]
        if len(old) < 2:
            return []
        bits, place = self.choose_bits(total), name_seen(old[0].first, old[-1].depth)
        work = [
            partial(
                tasks.fold_part, self.job, place, part, bits, [p for each in old for p in each.list_pieces(part, bits)]
            )
            for part in range(1 << bits)
        ]
        answers = [each() for each in work] if total <= SMALL_STATES else self.runner.run_tasks(work)
        files = [file for answer in answers for file in answer.files]
        self.seen[first:] = [LayerRecord(old[0].first, old[-1].depth, bits, files)]
        if self.keeper is not None:
            write_record(self.folder, place + ".json", self.seen[-1], self.keeper.header["sum"])
        names = [name_seen(each.first, each.depth) for each in old if each.first < each.depth]
        return [*names, *(f"{name}.json" for name in names)]

    def check_lock(self) -> None:
        """Refuse to continue if another driver has taken over the store."""
        if self.keeper is not None and self.keeper.lock is not None:
            self.keeper.lock.check()

    def show_last(self) -> tuple[Any, ...]:
        """Some states of the last layer, to be shown as boards."""
        return read_shown(self.folder, self.layers, self.packed)

    def close(self) -> None:
        """Unlock the store."""
        if self.keeper is not None:
            self.keeper.close()


def _measure_files(layers: Sequence[LayerRecord]) -> int:
    """The bytes of the files of these layers; a file that several layers share counts once."""
    return sum({file.name: file.size for layer in layers for file in layer.files}.values())


def _list_places(layers: Sequence[LayerRecord]) -> set[str]:
    """The names of the folders that contain the files of these layers."""
    return {file.name.partition("/")[0] for layer in layers for file in layer.files}


def measure_least_memory(packed: Packed[Any]) -> int:
    """The least memory that a worker needs, in bytes: for the idle process and for the smallest possible task."""
    return START_BYTES + LEAST_STATES * 8 * packed.words * (STATE_WORDS + SUCCESSOR_WORDS * 4)


def read_shown(folder: StoreFolder, layers: list[LayerRecord], packed: Packed[Any]) -> tuple[Any, ...]:
    """Some states of the last layer, to be shown as boards."""
    last = next(layer for layer in reversed(layers) if layer.states)
    words: list[int] = []
    for file in last.files:
        found = read_layer(folder, file, packed.words, marks=False)[0]
        words = nsmallest(SHOWN, [*words, *list_words(found, packed)])
    return choose_shown(packed, words)
