"""The two tasks that make a layer. Each can be run again at any time, anywhere, and gives the same states.

Only whole files leave a task, under names that carry their checksums. What a task needs is in its arguments, so that
any executor can run it.
"""

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from langkah.engine.blocks import Words, make_words
from langkah.engine.compiler import is_trusted, load_kernel
from langkah.engine.kernels import store as kernels
from langkah.engine.kernels.breadth_first_wide import select_goals
from langkah.engine.object_cache import KernelRaised
from langkah.engine.space import ThreadBuffers, get_wide_functions, raise_refused
from langkah.engine.store.folder import StoreFolder, compute_checksum, require_cluster
from langkah.engine.store.problem_source import ProblemSource, open_view
from langkah.engine.store.state_files import (
    PartFile,
    encode_layer,
    hold_layer,
    lend,
    load_plain,
    measure_table,
    pack_runs,
    read_entries,
    read_layer,
    read_run,
)
from langkah.errors import BadInput
from langkah.language import _, current_language
from langkah.memory import measure_peak_memory
from langkah.packed import Packed

SAMPLE = 32  # states of a file that are expanded in Python too, where a puzzle is not ours
MOST_MARKS = 62  # successors that marks can name


@dataclass(frozen=True)
class Job:
    """What all tasks of an exploration share."""

    address: str
    source: ProblemSource
    room: int  # successors that are in memory at once
    language: str = "en"


class Piece(NamedTuple):
    """A file of states that were met before, and into how many partitions its layer is cut (as log2)."""

    file: PartFile
    bits: int


class Expanded(NamedTuple):
    """What `expand_part` answers: its file, and for each partition how many successors it has."""

    name: str
    size: int
    rows: Any
    tagged: bool
    edges: int
    seconds: float = 0.0
    peak: int = 0


class Merged(NamedTuple):
    """What `merge_part` answers: its file, None where nothing is new."""

    file: PartFile | None
    seconds: float = 0.0
    peak: int = 0
    edges: int = 0  # successors that there were, where it made them itself


class CompiledProblem:
    """A problem with its compiled code, ready for tasks in this process."""

    def __init__(self, view: Packed[Any]) -> None:
        self.np: Any = require_cluster("numpy")
        self.view, self.words, self.data = view, view.words, make_words(view.data)
        self.here, self.there = ThreadBuffers(view), ThreadBuffers(view)
        self.told, self.tally = Words(3), Words(kernels.RADIX)
        self.ship = load_kernel(kernels.ship_successors, **get_wide_functions(view, "expand"))
        self.select = load_kernel(select_goals, **get_wide_functions(view, "goal"))
        self.tag_bits = max(1, (view.branching - 1).bit_length())
        self.is_trusted = is_trusted(view.expand) and is_trusted(view.goal)
        self.can_tag = view.words == 1 and view.branching <= MOST_MARKS

    def expand(self, states: Any, marks: Any, tag: bool, room: int) -> Iterator[tuple[Any, int]]:
        """The successors of states, as many at once as there is room for, and how many there were with those left
        out."""
        view, taken, size = self.view, 0, len(states) // self.words
        if not self.is_trusted and size >= SAMPLE:
            self._compare_sample(states, size)
        both = (self.here.out, self.here.here, self.there.out, self.there.here, self.data, self.told)
        how = (self.words, view.branching, self.tag_bits if tag else 0)
        while taken < size:
            room = max(min(room, (size - taken) * view.branching), view.branching)
            found = self.np.empty(room * self.words, self.np.int64)  # anew each time: what was yielded stays as it is
            known = (lend(states), lend(states if marks is None else marks), int(marks is not None))
            try:
                before, taken = taken, self.ship(*known, taken, size, lend(found), room, *both, *how)
            except KernelRaised:
                raise_refused(view, (self.get_word(states, index) for index in range(taken, size)))
            if taken < 0:
                self._raise_wrong(self.get_word(states, ~taken))
            if taken == before:  # cannot be: there is always room for one
                raise RuntimeError("no state was expanded")
            yield found[: self.told[0] * self.words], self.told[2]

    def _compare_sample(self, states: Any, size: int) -> None:
        """Expand some states in Python too: the answers must be the same."""
        for index in range(0, size, -(-size // SAMPLE)):
            one = states[index * self.words : (index + 1) * self.words].copy()
            found = self.np.empty((self.view.branching + 1) * self.words, self.np.int64)
            both = (self.here.out, self.here.here, self.there.out, self.there.here, self.data, self.told)
            room = self.view.branching
            word = self.get_word(one, 0)
            after = list(self.view.successors(word))
            self.ship(lend(one), lend(one), 0, 0, 1, lend(found), room, *both, self.words, room, 0)
            same = [self.get_word(found, each) for each in range(self.told[0])] == after
            if not same or bool(len(self.select_goals(one))) != self.view.is_goal(word):
                raise_refused(self.view, [word])

    def _raise_wrong(self, word: int) -> None:
        why = self.told[1]
        if why == kernels.NO_ROOM:
            raise NoRoomForTags
        if why == kernels.ONE_WAY:
            text = _("the puzzle says that every step can be undone, but not every step from {state} can")
            raise BadInput(text.format(state=word))
        raise_refused(self.view, [word, *self.view.successors(word)])

    def get_word(self, states: Any, index: int) -> int:
        """One of some states, as a number."""
        numbers = states[index * self.words : (index + 1) * self.words].tolist()
        return int(numbers[0]) if self.words == 1 else self.view.joined(numbers)

    def sort(self, values: Any) -> Any:
        """Sort states, in place where that can be done."""
        if self.words == 1:
            values.sort()
            return values
        spare = self.np.empty_like(values)
        sort = load_plain(kernels.sort_states)
        swapped = sort(lend(values), lend(spare), len(values) // self.words, self.words, self.tally)
        return spare if swapped else values

    def spread(self, values: Any, bits: int, tag: bool) -> tuple[Any, Any]:
        """States by partition, sorted in each, and where each partition ends."""
        np, tags, shift = self.np, self.tag_bits if tag else 0, 64 - bits
        count, sizes = len(values) // self.words, np.zeros(1 << bits, np.int64)
        if not bits:
            return self.sort(values), np.array([count])
        load_plain(kernels.count_by_part)(lend(values), count, self.words, tags, shift, lend(sizes))
        ends = np.cumsum(sizes)
        target, places = np.empty_like(values), ends - sizes
        spread = load_plain(kernels.spread_by_part)
        spread(lend(values), count, self.words, tags, shift, lend(places), lend(target))
        first = 0
        for last in (ends * self.words).tolist():
            target[first:last] = self.sort(target[first:last])
            first = last
        return target, ends

    def keep_part(self, values: Any, bits: int, part: int, tag: bool = False) -> Any:
        """The states that belong to a partition. The array is changed."""
        keep = load_plain(kernels.keep_part)
        tags = self.tag_bits if tag else 0
        kept = keep(lend(values), len(values) // self.words, self.words, tags, 64 - bits, part)
        return values[: kept * self.words]

    def unite(self, values: Any, tag: bool) -> tuple[Any, Any]:
        """Sorted states without repetition and tags, and the marks that the tags become."""
        marks = self.np.empty(len(values) if tag else 0, self.np.int64)
        count = len(values) // self.words
        kernel = load_plain(kernels.unite)
        kept = kernel(lend(values), count, self.words, self.tag_bits if tag else 0, lend(marks))
        return values[: kept * self.words], marks[:kept] if tag else None

    def subtract(self, states: Any, marks: Any, known: Any) -> tuple[Any, Any]:
        """Sorted states that another sorted list does not hold."""
        kernel, marked = load_plain(kernels.subtract), marks is not None
        count, size = len(states) // self.words, len(known) // self.words
        more = (lend(marks if marked else states), int(marked), count)
        kept = kernel(lend(states), *more, lend(known), size, self.words)
        return states[: kept * self.words], marks[:kept] if marked else None

    def select_goals(self, states: Any) -> Any:
        """The goals among states."""
        chosen, count = self.np.empty_like(states), len(states) // self.words
        try:
            found = self.select(lend(states), 0, count, lend(chosen), 0, self.here.here, self.data, self.words)
        except KernelRaised:
            for index in range(count):
                self.view.is_goal(self.get_word(states, index))
            raise_refused(self.view, (self.get_word(states, index) for index in range(count)))
        return chosen[: found * self.words]


class NoRoomForTags(Exception):
    """States fill their words so that no tag fits beside them."""


_own = threading.local()  # what each thread has compiled: its buffers are its own


def open_compiled(source: ProblemSource) -> CompiledProblem:
    """A problem with its compiled code, made once in a thread."""
    if getattr(_own, "fingerprint", None) != source.fingerprint:
        _own.code, _own.fingerprint = CompiledProblem(open_view(source)[0]), source.fingerprint
    found: CompiledProblem = _own.code
    return found


@lru_cache(8)
def open_folder(address: str) -> StoreFolder:
    """The folder of a store, opened once in a process."""
    return StoreFolder(address)


def _begin(job: Job) -> tuple[CompiledProblem, StoreFolder]:
    current_language.set(job.language)
    return open_compiled(job.source), open_folder(job.address)


def write_part(
    folder: StoreFolder, place: str, part: int, bits: int, states: Any, marks: Any, code: CompiledProblem
) -> PartFile:
    """Write sorted states as one file of a layer, or of several layers put together."""
    data = encode_layer(states, marks, code.words)
    name = f"{place}/{name_part(part, bits)}-{compute_checksum(data)}.parquet"
    goals = len(code.select_goals(states)) // code.words
    folder.write(name, data)
    hold_layer(folder, name, states, marks)
    return PartFile(name, part, len(states) // code.words, goals, len(data), marks is not None)


def name_part(part: int, bits: int) -> str:
    """How the file of a partition begins."""
    return f"{part:06}-of-{1 << bits:06}"


def expand_part(
    job: Job, depth: int, files: Sequence[PartFile], part: int, bits: int, *, tag: bool, goals_only: bool = False,
    there: str = "", into: str = "",
) -> Expanded:  # fmt: skip
    """Write the successors of some files of a layer, by the partition that each belongs to: 2**bits of them.

    `goals_only`: no successors, but the goals among the states themselves, from which a search backwards begins.
    `there`: a file that an earlier run has left; where it is whole, nothing need be done. `into`: another store.
    """
    began = time.process_time()
    code, folder = _begin(job)
    if there and (found := _recognise_run(folder, there)) is not None:
        return found
    np, stretches, edges = code.np, [], 0
    try:
        for file in files:
            states, marks = read_layer(folder, file, code.words)
            if goals_only:
                stretches.append(code.select_goals(states))
                continue
            for values, more in code.expand(states, marks, tag, job.room):
                stretches.append(values)
                edges += more
    except NoRoomForTags:
        return expand_part(job, depth, files, part, bits, tag=False)
    whole = stretches[0] if len(stretches) == 1 else np.concatenate([np.empty(0, np.int64), *stretches])
    del stretches
    values, ends = code.spread(whole, bits, tag)
    entries, packed = pack_runs(values, ends, code.words)
    place = f"{'goals' if goals_only else 'runs'}-{depth:06}"
    name = f"{place}/{name_part(part, bits)}-{int(tag)}-{compute_checksum(entries, *packed)}.run"
    size = (open_folder(into) if into else folder).write(name, entries, *packed)
    rows = np.diff(ends, prepend=0)
    return Expanded(name, size, rows, tag, edges, time.process_time() - began, measure_peak_memory() or 0)


def _recognise_run(folder: StoreFolder, name: str) -> Expanded | None:
    """What is told of a file of successors that is there, None where it is not whole."""
    try:
        data = folder.read(name)
        if compute_checksum(data) != name.rpartition("-")[2].removesuffix(".run"):
            return None
    except BadInput:
        return None
    return Expanded(name, len(data), read_entries(data, _read_parts(name)), is_tagged(name), 0)


def is_tagged(name: str) -> bool:
    """Whether a file of successors has tags."""
    return name.split("-")[-2] == "1"


def _read_parts(name: str) -> int:
    return int(name.rpartition("/")[2].split("-")[2])


def merge_part(
    job: Job, depth: int, part: int, bits: int, runs: Sequence[str], known: Sequence[Piece], *, tag: bool,
    there: str = "",
) -> Merged:  # fmt: skip
    """Write the new states of one partition (of 2**bits) of a layer: what the runs hold for it and no known file does.

    Runs may be cut into fewer partitions. `tag`: all of them are tagged.
    """
    began = time.process_time()
    code, folder = _begin(job)
    if there and (file := _recognise_part(code, folder, there, part)) is not None:
        return Merged(file)
    np, found = code.np, []
    for name in runs:
        run_bits, tagged = _read_parts(name).bit_length() - 1, is_tagged(name)
        values = read_run(folder, name, part >> bits - run_bits, code.words)
        if bits > run_bits:
            values = code.keep_part(values if values.flags.writeable else values.copy(), bits, part, tagged)
        if tagged and not tag:
            values >>= code.tag_bits
        found.append(values)
    whole = np.concatenate([np.empty(0, np.int64), *found])
    del found
    file = _settle(code, folder, depth, part, bits, whole, known, tag)
    return Merged(file, time.process_time() - began, measure_peak_memory() or 0)


def _recognise_part(code: CompiledProblem, folder: StoreFolder, name: str, part: int) -> PartFile | None:
    """A file of a layer that is there, None where it is not whole."""
    try:
        data = folder.read(name)
        if compute_checksum(data) != name.rpartition("-")[2].removesuffix(".parquet"):
            return None
    except BadInput:
        return None
    rows, marked = measure_table(data)
    file = PartFile(name, part, rows, 0, len(data), marked)
    return file._replace(goals=len(code.select_goals(read_layer(folder, file, code.words)[0])) // code.words)


def _settle(
    code: CompiledProblem,
    folder: StoreFolder,
    depth: int,
    part: int,
    bits: int,
    values: Any,
    known: Sequence[Piece],
    tag: bool,
) -> PartFile | None:
    states, marks = code.unite(code.sort(values), tag)
    for piece in known:
        if not len(states):
            break
        states, marks = code.subtract(states, marks, _read_piece(code, folder, piece, part, bits))
    return write_part(folder, f"layer-{depth:06}", part, bits, states, marks, code) if len(states) else None


def _read_piece(code: CompiledProblem, folder: StoreFolder, piece: Piece, part: int, bits: int) -> Any:
    """The states of a file, or those that belong to a partition where it holds others too."""
    states = read_layer(folder, piece.file, code.words, marks=False)[0]
    return code.keep_part(states.copy(), bits, part) if piece.bits < bits else states


def advance_small(job: Job, depth: int, files: Sequence[PartFile], known: Sequence[Piece], *, tag: bool) -> Merged:
    """Both tasks at once, for a layer that is not worth cutting."""
    code, folder = _begin(job)
    stretches, edges = [code.np.empty(0, code.np.int64)], 0
    try:
        for file in files:
            states, marks = read_layer(folder, file, code.words)
            for values, more in code.expand(states, marks, tag, job.room):
                stretches.append(values)
                edges += more
    except NoRoomForTags:
        return advance_small(job, depth, files, known, tag=False)
    new = _settle(code, folder, depth + 1, 0, 0, code.np.concatenate(stretches), known, tag)
    return Merged(new, 0.0, measure_peak_memory() or 0, edges)


def fold_part(job: Job, place: str, part: int, bits: int, pieces: Sequence[Piece]) -> Merged:
    """Put what several layers hold of one partition into one file: what directed spaces must not meet again."""
    began = time.process_time()
    code, folder = _begin(job)
    found = [_read_piece(code, folder, piece, part, bits) for piece in pieces]
    states = code.sort(code.np.concatenate([code.np.empty(0, code.np.int64), *found]))
    file = write_part(folder, place, part, bits, states, None, code) if len(states) else None
    return Merged(file, time.process_time() - began, measure_peak_memory() or 0)
