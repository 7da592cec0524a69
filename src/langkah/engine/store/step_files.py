"""The steps of a directed space, sorted by target, for the backward search from the goals.

A file holds the steps into one partition in blocks, sorted by target. It begins with the first target and a checksum
for each block, so that looking up the steps into a few states reads only a few blocks.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from langkah.engine.kernels import store as kernels
from langkah.engine.store.compiled_problem import CompiledProblem
from langkah.engine.store.folder import StoreFolder, compute_checksum
from langkah.engine.store.records import Piece, name_part
from langkah.engine.store.state_files import PartFile, held_files, lend, load_plain

BLOCK_STEPS = 4096  # read and checked together


def write_steps(code: CompiledProblem, folder: StoreFolder, place: str, part: int, bits: int, steps: Any) -> PartFile:
    """Write to one file the sorted steps whose targets are in the partition `part` of 2**bits."""
    width, np = 2 * code.words, code.np
    rows = len(steps) // width
    ends = [min(first + BLOCK_STEPS, rows) * width for first in range(0, rows, BLOCK_STEPS)]
    add = load_plain(kernels.sum_numbers)
    sums = [add(lend(steps), first * width, end) for first, end in zip(range(0, rows, BLOCK_STEPS), ends, strict=True)]
    heads = steps.reshape(rows, width)[::BLOCK_STEPS, code.words :].reshape(-1)
    head = np.concatenate([heads, np.array(sums, np.int64)]).tobytes()
    name = f"{place}/{name_part(part, bits)}-{compute_checksum(head)}.steps"
    size = folder.write(name, head, memoryview(steps).cast("B"))
    return PartFile(name, part, rows, 0, size, False)


class _StepFile:
    """A file of steps, opened for looking up the steps into given states."""

    def __init__(self, code: CompiledProblem, folder: StoreFolder, file: PartFile) -> None:
        self.code, self.folder, self.file, self.path = code, folder, file, folder.join(file.name)
        self.blocks, self.width = -(-file.rows // BLOCK_STEPS), 2 * code.words
        self.begin = 8 * self.blocks * (code.words + 1)
        found = held_files.get(self.path)
        if found is None:
            head = folder.read(file.name, 0, self.begin)
            if compute_checksum(head) != file.checksum:
                raise folder.make_damaged(file.name)
            numbers = code.np.frombuffer(head, code.np.int64)
            found = numbers[: -self.blocks], numbers[-self.blocks :]
            held_files.add(self.path, *found)
        self.heads, self.sums = found

    def read(self, first: int, last: int) -> Any:
        """The steps in the blocks `first` to `last` - 1, with their checksums verified."""
        path, begin, end = f"{self.path}/steps", first * BLOCK_STEPS, min(last * BLOCK_STEPS, self.file.rows)
        held = held_files.get(path)
        if held is not None:
            return held[0][begin * self.width : end * self.width]
        each = 8 * self.width
        data = self.folder.read(self.file.name, self.begin + begin * each, self.begin + end * each)
        steps, add = self.code.np.frombuffer(data[: len(data) // each * each], self.code.np.int64), kernels.sum_numbers
        whole = len(data) == (end - begin) * each
        for block in range(first, last) if whole else ():
            low, high = block * BLOCK_STEPS - begin, min((block + 1) * BLOCK_STEPS, end) - begin
            whole &= load_plain(add)(lend(steps), low * self.width, high * self.width) == int(self.sums[block])
        if not whole:
            raise self.folder.make_damaged(self.file.name)
        if (first, last) == (0, self.blocks):
            held_files.add(path, steps)
        return steps

    def find_blocks(self, states: Any, most: int) -> Iterator[tuple[int, int]]:
        """Yield ranges of at most `most` blocks that may contain steps into some of the sorted `states`."""
        wanted, words = self.code.np.empty(self.blocks, self.code.np.int64), self.code.words
        find = load_plain(kernels.find_blocks)
        count = find(lend(states), len(states) // words, lend(self.heads), self.blocks, words, lend(wanted))
        first = last = -1
        for block in wanted[:count].tolist():
            if block != last or last - first >= most:
                if last > 0:
                    yield first, last
                first = block
            last = block + 1
        if last > 0:
            yield first, last


def iterate_predecessors(
    code: CompiledProblem, folder: StoreFolder, states: Any, pieces: Sequence[Piece], room: int
) -> Iterator[tuple[Any, int]]:
    """Yield the predecessors of the sorted `states` in batches, each with the number of predecessors in it; `room`
    limits the number of steps read at a time.
    """
    count, gather = len(states) // code.words, load_plain(kernels.list_predecessors)
    for piece in pieces:
        file = _StepFile(code, folder, piece.file)
        for first, last in file.find_blocks(states, max(room // BLOCK_STEPS, 1)):
            steps = file.read(first, last)
            size = len(steps) // file.width
            found = code.np.empty(size * code.words, code.np.int64)
            kept = gather(lend(states), count, lend(steps), size, code.words, lend(found))
            if kept:
                yield found[: kept * code.words].copy(), kept
