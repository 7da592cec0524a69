"""The tasks that make a layer. Each can be repeated at any time and on any machine, and gives the same states.

A task writes only whole files, under names with their checksums. Its arguments hold everything it needs, so that any
executor can run it.
"""

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from langkah.engine.store.compiled_problem import CompiledProblem, NoRoomForTags
from langkah.engine.store.folder import StoreFolder, compute_checksum
from langkah.engine.store.problem_source import ProblemSource, open_packed
from langkah.engine.store.records import Piece, name_part
from langkah.engine.store.state_files import (
    HELD_NUMBERS,
    PACKED,
    PARQUET,
    PartFile,
    encode_layers,
    held_files,
    measure_file,
    pack_layers,
    pack_runs,
    read_entries,
    read_layer,
    read_run,
)
from langkah.engine.store.step_files import iterate_predecessors, write_steps
from langkah.errors import BadInput
from langkah.language import current_language
from langkah.memory import measure_peak_memory


@dataclass(frozen=True)
class Job:
    """The common parameters of all tasks of an exploration."""

    address: str
    source: ProblemSource
    room: int  # successors in memory at once
    language: str = "en"
    packed: bool = False  # whether layers are packed rather than Parquet


class Expanded(NamedTuple):
    """The result of a task that writes successors: the names of its files, the number of successors for each partition,
    whether the successors have tags (the index of the step back), and the number of steps that were examined.
    """

    names: list[str]
    rows: Any
    tagged: bool
    edges: int
    seconds: float = 0.0
    peak: int = 0


class Merged(NamedTuple):
    """The result of a task that writes states or steps: the files that it wrote."""

    files: list[PartFile]
    seconds: float = 0.0
    peak: int = 0


class SmallLayers(NamedTuple):
    """The result of `advance_small`: the new layers, the number of steps that were examined, and whether the search is
    complete.
    """

    files: list[PartFile]
    edges: int
    ended: bool
    peak: int = 0


class SmallLimits(NamedTuple):
    """The limits of `advance_small`: on the states in one layer, on the states and the layers made in total, and on the
    time.
    """

    states_of_a_layer: int
    states: int
    layers: int
    seconds: float


_own = threading.local()  # compiled code per thread, since its buffers are private


def open_compiled(source: ProblemSource) -> CompiledProblem:
    """A problem with its compiled code. Each thread keeps the compiled problem that it opened last, and reuses it."""
    if getattr(_own, "fingerprint", None) != source.fingerprint:
        _own.code, _own.fingerprint = CompiledProblem(open_packed(source)[0]), source.fingerprint
    found: CompiledProblem = _own.code
    return found


@lru_cache(8)
def open_folder(address: str) -> StoreFolder:
    """The folder of a store. The folders that this process used last are cached, so that they are not opened again."""
    return StoreFolder(address)


def _begin(job: Job) -> tuple[CompiledProblem, StoreFolder]:
    current_language.set(job.language)
    held_files.most = max(HELD_NUMBERS, job.room // 8)
    return open_compiled(job.source), open_folder(job.address)


def write_part(
    job: Job, place: str, part: int, bits: int, layers: Sequence[tuple[Any, Any]], depth: int = 0
) -> list[PartFile]:
    """Write sorted states and their marks (which steps lead back to the previous layer) to one file. The file holds one
    partition of a layer, or several small layers, the first of which has the depth `depth`. Returns one entry per
    layer.
    """
    code, folder = _begin(job)
    sizes = [len(states) // code.words for states, _marks in layers]
    states = code.gather([states for states, _marks in layers])
    marks = None if layers[0][1] is None else code.gather([marks for _states, marks in layers])
    how = (states, marks, code.words, sizes)
    data = pack_layers(*how) if job.packed else encode_layers(*how, depth)
    ending = PACKED if job.packed else PARQUET
    name = f"{place}/{name_part(part, bits)}-{compute_checksum(data)}.{ending}"
    goals = [len(code.select_goals(states)) // code.words for states, _marks in layers]
    folder.write(name, data)
    held_files.add(folder.join(name), states, marks)
    ends, about = code.np.cumsum(sizes).tolist(), (len(data), marks is not None)
    return [
        PartFile(name, part, rows, met, *about, end - rows)
        for rows, met, end in zip(sizes, goals, ends, strict=True)
    ]  # fmt: skip


class _RunWriter:
    """Collects successors (or steps, if `paired`), and writes them to a file, grouped by partition. If memory is short,
    it writes several files.
    """

    def __init__(
        self, code: CompiledProblem, folder: StoreFolder, begin: str, bits: int, tag: bool, room: int, *,
        paired: bool = False,
    ) -> None:  # fmt: skip
        self.code, self.folder, self.begin, self.bits, self.tag = code, folder, begin, bits, tag
        self.room, self.paired, self.width = room, paired, (1 + paired) * code.words
        self.began, self.edges, self.waiting = time.process_time(), 0, 0
        self.stretches: list[Any] = []
        self.names: list[str] = []
        self.rows = code.np.zeros(1 << bits, code.np.int64)

    def add(self, values: Any, edges: int) -> None:
        """Add successors or steps. `edges` is the number of steps that were examined to find them, including steps
        whose successor is left out. If memory would become short, the values added earlier are first written to a file.
        """
        rows = len(values) // self.width
        if self.waiting and self.waiting + rows > self.room:
            self._write(several=True)
        self.stretches.append(values)
        self.waiting, self.edges = self.waiting + rows, self.edges + edges

    def _write(self, *, several: bool) -> None:
        whole = self.code.gather(self.stretches)
        self.stretches, self.waiting = [], 0
        values, ends = self.code.spread(whole, self.bits, self.tag, paired=self.paired)
        entries, packed = pack_runs(values, ends, self.width)
        kind = int(self.tag) + 2 * several
        name = f"{self.begin}-{kind}-{compute_checksum(entries, *packed)}.run"
        self.folder.write(name, entries, *packed)
        self.names.append(name)
        self.rows += self.code.np.diff(ends, prepend=0)

    def finish(self) -> Expanded:
        """Write the successors or steps that have not been written yet, and return the result of the task."""
        if self.waiting or not self.names:
            self._write(several=bool(self.names))
        seconds = time.process_time() - self.began
        return Expanded(self.names, self.rows, self.tag, self.edges, seconds, measure_peak_memory() or 0)


def expand_part(
    job: Job, depth: int, files: Sequence[PartFile], part: int, bits: int, *, tag: bool, there: str = "",
    steps: Sequence[Piece] | None = None,
) -> Expanded:  # fmt: skip
    """Write the successors of the states in some files of a layer, grouped into 2**bits partitions.

    `there`: the result of the same task in an earlier run, a file that is used instead if it is complete. `steps`: in a
    backward search, the files in which predecessors are looked up.
    """
    code, folder = _begin(job)
    if there and (found := _recognise_run(folder, there)) is not None:
        return found
    writer = _RunWriter(code, folder, f"runs-{depth:06}/{name_part(part, bits)}", bits, tag, job.room)
    try:
        for file in files:
            states, marks = read_layer(folder, file, code.words)
            for values, more in _iterate_successors(code, folder, states, marks, tag, job.room, steps):
                writer.add(values, more)
    except NoRoomForTags:
        return expand_part(job, depth, files, part, bits, tag=False)
    return writer.finish()


def _iterate_successors(
    code: CompiledProblem, folder: StoreFolder, states: Any, marks: Any, tag: bool, room: int,
    steps: Sequence[Piece] | None,
) -> Iterator[tuple[Any, int]]:  # fmt: skip
    if steps is None:
        return code.expand(states, marks, tag, room)
    return iterate_predecessors(code, folder, states, steps, room)


def select_goals(job: Job, files: Sequence[PartFile], place: str, number: int, bits: int, into: str) -> Expanded:
    """Write the goals among the states in some files to the folder `place` of the store `into`, where a backward search
    starts from them. The file name contains `number`.
    """
    code, folder = _begin(job)
    writer = _RunWriter(code, open_folder(into), f"{place}/{name_part(number, bits)}", bits, False, job.room)
    for file in files:
        writer.add(code.select_goals(read_layer(folder, file, code.words, marks=False)[0]), 0)
    return writer.finish()


def ship_states(job: Job, states: Any, place: str, number: int, bits: int, into: str) -> Expanded:
    """Write states from memory to the folder `place` of the store `into`, grouped into 2**bits partitions, in the same
    format as successors. The file name contains `number`.
    """
    code = _begin(job)[0]
    writer = _RunWriter(code, open_folder(into), f"{place}/{name_part(number, bits)}", bits, False, job.room)
    writer.add(states, 0)
    return writer.finish()


def _recognise_run(folder: StoreFolder, name: str) -> Expanded | None:
    """The result of an earlier task, read from the file of successors that it wrote; None if the file is
    not complete.
    """
    try:
        data = folder.read(name)
        if _read_kind(name) > 1 or compute_checksum(data) != name.rpartition("-")[2].removesuffix(".run"):
            return None
    except BadInput:
        return None
    return Expanded([name], read_entries(data, _read_parts(name)), bool(_read_kind(name) & 1), 0)


def _read_kind(name: str) -> int:
    """The kind of a file of successors, read from its name: 1 if the successors have tags (the index of the step back),
    plus 2 if the task wrote several files.
    """
    return int(name.split("-")[-2])


def _read_parts(name: str) -> int:
    return int(name.rpartition("/")[2].split("-")[2])


def merge_part(
    job: Job, place: str, part: int, bits: int, runs: Sequence[str], known: Sequence[Piece], *, tag: bool,
    there: str = "",
) -> Merged:  # fmt: skip
    """Write the new states of one of the 2**bits partitions of a layer: those that are in the `runs` (files of
    successors), but in none of the `known` files. The runs may have fewer partitions than the layer.

    `tag`: the successors in all runs have tags (the index of the step back). `there`: the result of the same task in an
    earlier run, a file that is used instead if it is complete.
    """
    began = time.process_time()
    code, folder = _begin(job)
    if there and (file := _recognise_part(code, folder, there, part)) is not None:
        return Merged([file])
    found = [code.np.empty(0, code.np.int64)]
    for name in runs:
        run_bits, tagged = _read_parts(name).bit_length() - 1, bool(_read_kind(name) & 1)
        values = read_run(folder, name, part >> bits - run_bits, code.words)
        if bits > run_bits:
            values = code.keep_part(values if values.flags.writeable else values.copy(), bits, part, tagged)
        if tagged and not tag:
            values >>= code.tag_bits
        found.append(values)
    whole = code.np.concatenate(found)
    del found
    states, marks = code.unite(code.sort(whole), tag)
    for piece in _select_pieces(code, states, known, bits):
        if not len(states):
            break
        states, marks = code.subtract(states, marks, _read_piece(code, folder, piece, part, bits))
    files = write_part(job, place, part, bits, [(states, marks)]) if len(states) else []
    return Merged(files, time.process_time() - began, measure_peak_memory() or 0)


def _recognise_part(code: CompiledProblem, folder: StoreFolder, name: str, part: int) -> PartFile | None:
    """The entry for a file of a layer that an earlier run left; None if the file is not complete."""
    try:
        data = folder.read(name)
        if compute_checksum(data) != name.rpartition("-")[2].partition(".")[0]:
            return None
    except BadInput:
        return None
    rows, marked = measure_file(name, data, code.words)
    file = PartFile(name, part, rows, 0, len(data), marked)
    return file._replace(goals=len(code.select_goals(read_layer(folder, file, code.words)[0])) // code.words)


def _select_pieces(code: CompiledProblem, states: Any, pieces: Sequence[Piece], bits: int) -> Iterator[Piece]:
    """The files that may contain some of `states`. If a layer has more than 2**bits partitions, those of its files are
    skipped whose partition contains none of `states`.
    """
    counts: dict[int, Any] = {}
    for piece in pieces:
        if piece.bits > bits:
            if piece.bits not in counts:
                counts[piece.bits] = code.count_by_part(states, piece.bits)
            if not counts[piece.bits][piece.file.part]:
                continue
        yield piece


def _read_piece(code: CompiledProblem, folder: StoreFolder, piece: Piece, part: int, bits: int) -> Any:
    """The states of a file that belong to one of 2**bits partitions."""
    states = read_layer(folder, piece.file, code.words, marks=False)[0]
    return code.keep_part(states.copy(), bits, part) if piece.bits < bits else states


def advance_small(
    job: Job, depth: int, files: Sequence[PartFile], before: Sequence[Piece], seen: Sequence[Piece], most: SmallLimits,
    *, tag: bool, directed: bool, steps: Sequence[Piece] | None = None,
) -> SmallLayers:  # fmt: skip
    """Make several layers that are too small to be split into partitions, beginning with the layer after `depth`.

    `files`: the file of the layer `depth`. `before`: the files of the previous layer, if they are needed. `seen`: in a
    directed space, the files of all earlier layers. `steps`: as in `expand_part`.
    """
    until = time.monotonic() + most.seconds
    code, folder = _begin(job)
    states, marks = read_layer(folder, files[0], code.words)
    older = code.sort(_read_pieces(code, folder, before))
    known = [read_layer(folder, piece.file, code.words, marks=False)[0] for piece in seen]
    layers: list[tuple[Any, Any]] = []
    edges, made, ended, size = 0, 0, False, len(states)
    while not layers or _may_go_on(most, size, len(states), code.words, made, len(layers), until):
        try:
            found = list(_iterate_successors(code, folder, states, marks, tag, job.room, steps))
        except NoRoomForTags:
            if layers:
                break
            tag = False
            continue
        new, more = code.unite(code.sort(code.gather([values for values, _more in found])), tag)
        for each in (states, older, *known):
            new, more = code.subtract(new, more, each)
        edges += sum(count for _values, count in found)
        if not len(new):
            ended = True
            break
        if directed:
            _add_known(code, known, older)
        size, made = len(states), made + len(new) // code.words
        older, states, marks = states, new, more
        layers.append((new, more))
    files = write_part(job, f"layer-{depth + 1:06}", 0, 0, layers, depth + 1) if layers else []
    return SmallLayers(files, edges, ended, measure_peak_memory() or 0)


def _may_go_on(
    most: SmallLimits, before: int, now: int, words: int, made: int, layers: int, until: float
) -> bool:  # fmt: skip
    """Whether the limits `most` and `until` allow another small layer. `before` and `now` are the sizes of the last two
    layers in machine words; a state has `words` of them. The next layer is expected to be larger than the last one by
    the same factor. `made` and `layers` are the numbers of states and layers made so far.
    """
    expected = max(now, now * now // before) // words
    fits = expected <= most.states_of_a_layer and made < most.states and layers < most.layers
    return fits and time.monotonic() < until


def _read_pieces(code: CompiledProblem, folder: StoreFolder, pieces: Sequence[Piece]) -> Any:
    """The states of some files, concatenated in a new array."""
    found = [read_layer(folder, piece.file, code.words, marks=False)[0] for piece in pieces]
    return code.np.concatenate([code.np.empty(0, code.np.int64), *found])


def _add_known(code: CompiledProblem, known: list[Any], states: Any) -> None:
    """Add the sorted array `states` to the arrays in `known`, merging arrays of about the same size."""
    while known and len(known[-1]) < 2 * len(states):
        states = code.sort(code.np.concatenate([known.pop(), states]))
    known.append(states)


def fold_part(job: Job, place: str, part: int, bits: int, pieces: Sequence[Piece]) -> Merged:
    """Merge one partition of several layers into one file. This file holds the visited states, which a directed space
    needs to detect duplicates.
    """
    began = time.process_time()
    code, folder = _begin(job)
    found = [_read_piece(code, folder, piece, part, bits) for piece in pieces]
    states = code.sort(code.np.concatenate([code.np.empty(0, code.np.int64), *found]))
    files = write_part(job, place, part, bits, [(states, None)]) if len(states) else []
    return Merged(files, time.process_time() - began, measure_peak_memory() or 0)


def record_steps(job: Job, files: Sequence[PartFile], number: int, bits: int, into: str) -> Expanded:
    """Write the steps from the states in some files to the store `into`, grouped by the partition of their target."""
    code, folder = _begin(job)
    begin = f"steps-on-their-way/{name_part(number, bits)}"
    writer = _RunWriter(code, open_folder(into), begin, bits, False, job.room // 2, paired=True)
    for file in files:
        states = read_layer(folder, file, code.words, marks=False)[0]
        for values, more in code.list_steps(states, job.room // 2):
            writer.add(values, more)
    return writer.finish()


def gather_steps(job: Job, part: int, bits: int, runs: Sequence[str]) -> Merged:
    """Collect from the files `runs` all steps whose target is in one partition, sort them, and write them to one file
    or, if memory is short, to several files.
    """
    began = time.process_time()
    code, folder = _begin(job)
    width, waiting = 2 * code.words, [code.np.empty(0, code.np.int64)]
    found: list[PartFile] = []

    def write() -> None:
        whole = code.np.concatenate(waiting)
        waiting[1:] = []
        if len(whole):
            steps = code.unite(code.sort(whole, width), False, width)[0]
            found.append(write_steps(code, folder, "steps", part, bits, steps))

    for name in runs:
        values = read_run(folder, name, part, width)
        if sum(map(len, waiting)) + len(values) > job.room // 2 * width:
            write()
        waiting.append(values)
    write()
    return Merged(found, time.process_time() - began, measure_peak_memory() or 0)
