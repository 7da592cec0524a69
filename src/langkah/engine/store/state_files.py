"""States as files: sorted Parquet for layers, readable by any tool, and packed differences for successors in transit.

A file holds one partition of a layer, or several small layers in order. Temporary files (`--disk`) are packed, too: no
other tool reads them, and they need only NumPy. A file of successors begins with one entry per partition: the number of
states, their offset, their length, and a checksum of these numbers and the states. A task that merges one partition
reads only this entry and these states.
"""

from collections.abc import Sequence
from threading import Lock
from typing import Any, NamedTuple

from langkah.engine.blocks import Words
from langkah.engine.compiler import load_kernel
from langkah.engine.kernels import Kernel, P
from langkah.engine.kernels.store import pack_sorted, unpack_sorted
from langkah.engine.object_cache import NativeFunction
from langkah.engine.store.folder import StoreFolder, compute_checksum, require_cluster

ENTRY = 40  # size of an entry: three numbers and a checksum
HELD_NUMBERS = 1 << 16  # minimum size of the cache of a process
HELD_FILE_NUMBERS = 1 << 18  # the largest cached file; reading a larger file again is faster than copying it
ROW_GROUP = 1 << 20  # rows that Parquet readers take at a time
PARQUET, PACKED = "parquet", "packed"  # file name extensions


class PartFile(NamedTuple):
    """One file of a layer or, if several small layers share a file, the part of the file that belongs to one layer.
    `name` contains the checksum of the file.
    """

    name: str
    part: int
    rows: int
    goals: int
    size: int
    marked: bool  # whether the steps back are known
    begin: int = 0  # the number of states before this part, which belong to other layers

    @property
    def checksum(self) -> str:
        """The checksum of the file, which is part of its name."""
        return self.name.rpartition("-")[2].partition(".")[0]


def encode_layers(states: Any, marks: Any, words: int, sizes: Sequence[int], depth: int) -> memoryview:
    """The content of a Parquet file with sorted layers of these `sizes`. It has one column per word of a state, and one
    for the marks (which steps lead back), if any. If there are several layers, another column gives the depth of each
    state; the first layer has the depth `depth`.
    """
    np, pa, pq = (require_cluster(name) for name in ("numpy", "pyarrow", "pyarrow.parquet"))
    names, more = list_columns(words), {}
    columns = {name: pa.array(states[place::words]) for place, name in enumerate(names)}
    if marks is not None:
        more["back"] = pa.array(marks)
    if len(sizes) > 1:
        more["depth"] = pa.array(np.repeat(np.arange(depth, depth + len(sizes)), sizes))
    sink = pa.BufferOutputStream()
    pq.write_table(
        pa.table({**columns, **more}), sink,
        row_group_size=ROW_GROUP, compression="none", use_dictionary=list(more),
        column_encoding=dict.fromkeys(names, "DELTA_BINARY_PACKED"),
    )  # fmt: skip
    return memoryview(sink.getvalue())


def pack_layers(states: Any, marks: Any, words: int, sizes: Sequence[int]) -> bytes:
    """The content of a file in the packed format, with sorted layers of these `sizes`. It begins with the number of
    layers, the bytes of one mark (0: no marks), and the sizes; then come the states; then the marks, which say for each
    state which steps lead back.
    """
    np = require_cluster("numpy")
    ends = np.cumsum(sizes).tolist()
    kind = None if marks is None else np.dtype("u1" if int(marks.max()) < 256 else "<i8")
    parts = [np.array([len(sizes), kind.itemsize if kind else 0, *sizes], "<i8")]
    parts += (
        [_pack(states, last - size, last) for size, last in zip(sizes, ends, strict=True)] if words == 1 else [states]
    )
    parts += [] if kind is None else [marks.astype(kind)]
    return b"".join(memoryview(part).cast("B") for part in parts)


def _pack(values: Any, first: int, last: int) -> Any:
    rows = last - first
    room = require_cluster("numpy").empty(rows + 4 * (rows // 128 + 1), "<i8")
    return room[: load_plain(pack_sorted)(lend(values), first, last, lend(room))]


def _unpack_layers(data: bytes, words: int) -> tuple[Any, Any]:
    """The states and the marks in the content of a file in the packed format; the inverse of `pack_layers`."""
    np = require_cluster("numpy")
    numbers = np.frombuffer(data + bytes(16), "<i8", len(data) // 8 + 2)  # the kernel may read one number past the end
    count, width = numbers[:2].tolist()
    sizes, place = numbers[2 : 2 + count].tolist(), 2 + count
    rows = sum(sizes)
    if words == 1:
        unpack, states, first = load_plain(unpack_sorted), np.empty(rows, np.int64), 0
        for size in sizes:
            place += unpack(lend(numbers[place:]), lend(states), first, size)
            first += size
    else:
        states = numbers[place : place + rows * words]
        place += rows * words
    kind = "u1" if width == 1 else "<i8"
    return states, np.frombuffer(data, kind, rows, place * 8).astype(np.int64) if width else None


def list_columns(words: int) -> list[str]:
    """The names of the columns for a state: `state` or, if it has several words, one name per word, lowest
    word first.
    """
    return ["state"] if words == 1 else [f"word{number}" for number in range(words)]


def read_part(folder: StoreFolder, file: PartFile) -> Any:
    """The states and marks of one layer in a file, as an Arrow table; the checksum of the file is verified."""
    return _parse_table(_read_whole(folder, file)).slice(file.begin, file.rows)


def _read_whole(folder: StoreFolder, file: PartFile) -> bytes:
    data = folder.read(file.name, most=file.size)
    if len(data) != file.size or compute_checksum(data) != file.checksum:
        raise folder.make_damaged(file.name)
    return data


def _parse_table(data: bytes) -> Any:
    source = require_cluster("pyarrow").BufferReader(data)
    return require_cluster("pyarrow.parquet").ParquetFile(source, pre_buffer=False).read(use_threads=False)


def _parse(name: str, data: bytes, words: int) -> tuple[Any, Any]:
    """The states in the complete content of a file, and their marks (which steps lead back); None instead of the marks
    if the file has none.
    """
    if name.endswith(PACKED):
        return _unpack_layers(data, words)
    np, table = require_cluster("numpy"), _parse_table(data)
    columns = [table[name].to_numpy() for name in list_columns(words)]
    states = np.ascontiguousarray(columns[0]) if words == 1 else np.stack(columns, axis=1).reshape(-1)
    return states, np.ascontiguousarray(table["back"].to_numpy()) if "back" in table.column_names else None


def measure_file(name: str, data: bytes, words: int) -> tuple[int, bool]:
    """The number of states in a file, whose content is `data`, and whether they have marks (which steps lead back)."""
    states, marks = _parse(name, data, words)
    return len(states) // words, marks is not None


def read_layer(folder: StoreFolder, file: PartFile, words: int, *, marks: bool = True) -> tuple[Any, Any]:
    """The states of one layer in a file, and their marks. Instead of the marks, the result has None if the file has no
    marks or `marks` is false. The arrays are shared with a cache and must not be changed.
    """
    found = held_files.get(folder.join(file.name))
    if found is None:
        found = _parse(file.name, _read_whole(folder, file), words)
        held_files.add(folder.join(file.name), *found)
    states, known = found
    end = file.begin + file.rows
    if len(states) < end * words:
        raise folder.make_damaged(file.name)
    return states[file.begin * words : end * words], known[file.begin : end] if marks and file.marked else None


class _HeldFiles:
    """A cache of small files that were recently read or written, because the exploration of a space with many layers
    soon reads them again.
    """

    def __init__(self) -> None:
        self.lock, self.arrays, self.size, self.most = Lock(), dict[str, tuple[Any, ...]](), 0, HELD_NUMBERS

    def get(self, path: str) -> Any:
        """The cached content of a file, or None."""
        return self.arrays.get(path)

    def add(self, path: str, *arrays: Any) -> None:
        """Add the content of a file unless it is too large, and drop the oldest files while the cache is too full."""
        size = _count_numbers(arrays)
        if size > min(self.most, HELD_FILE_NUMBERS):
            return
        with self.lock:
            if path not in self.arrays:
                own = (each if each is None or each.base is None else each.copy() for each in arrays)
                self.arrays[path], self.size = tuple(own), self.size + size
            while self.size > self.most:
                self.size -= _count_numbers(self.arrays.pop(next(iter(self.arrays))))

    def clear(self) -> None:
        """Empty the cache."""
        with self.lock:
            self.arrays.clear()
            self.size = 0


def _count_numbers(arrays: tuple[Any, ...]) -> int:
    return sum(len(each) for each in arrays if each is not None)


held_files = _HeldFiles()


def pack_runs(values: Any, ends: Any, words: int) -> tuple[bytes, list[memoryview]]:
    """The content of a file of successors: the entries of its partitions, and the states of each partition. `ends`
    gives the end of each partition in `values`.
    """
    np = require_cluster("numpy")
    entries, stretches, offset, first = bytearray(), [], len(ends) * ENTRY, 0
    for last in map(int, ends):
        rows = last - first
        found = _pack(values, first, last) if words == 1 else values[first * words : last * words]
        stretch = memoryview(found).cast("B") if rows else memoryview(b"")
        numbers = np.array([rows, offset, len(stretch)], "<i8").tobytes()
        entries += numbers + bytes.fromhex(compute_checksum(numbers, stretch))
        stretches.append(stretch)
        offset, first = offset + len(stretch), last
    return bytes(entries), stretches


def read_entries(data: bytes, parts: int) -> Any:
    """The number of successors for each partition, from the content of a file of successors."""
    np = require_cluster("numpy")
    return np.frombuffer(data, np.uint8, parts * ENTRY).reshape(parts, ENTRY)[:, :8].copy().view("<i8").reshape(-1)


def read_run(folder: StoreFolder, name: str, part: int, words: int) -> Any:
    """The successors for one partition, read from one file of successors."""
    np = require_cluster("numpy")
    entry = folder.read(name, part * ENTRY, (part + 1) * ENTRY)
    if len(entry) != ENTRY:
        raise folder.make_damaged(name)
    rows, offset, size = map(int, np.frombuffer(entry, "<i8", 3))
    data = folder.read(name, offset, offset + size) if size > 0 and offset > 0 else b""
    if compute_checksum(entry[:24], data).encode() != entry[24:].hex().encode():
        raise folder.make_damaged(name)
    if words > 1:
        return np.frombuffer(data, np.int64)
    values = np.empty(rows, np.int64)
    load_plain(unpack_sorted)(lend(np.frombuffer(data + bytes(8), np.int64)), lend(values), 0, rows)
    return values


_loaded: dict[str, NativeFunction[Any]] = {}


def load_plain(kernel: Kernel[P]) -> NativeFunction[P]:
    """Load a kernel (a compiled function) that needs no functions of a problem. It is loaded only once per process."""
    if kernel.name not in _loaded:
        _loaded[kernel.name] = load_kernel(kernel)
    return _loaded[kernel.name]


def lend(array: Any) -> Words:
    """A NumPy array as a block for compiled code; the block keeps the array alive."""
    block = Words.__new__(Words)
    block.count, block.address, block.numbers = len(array), array.ctypes.data, memoryview(array)
    return block
