"""States as files: sorted Parquet for layers, which anybody can read, and packed differences for what is on its way.

A file of successors begins with one entry for each partition: how many states, where, how long, and a checksum over
that and the states. Whoever merges reads its own stretch of every such file and nothing else.
"""

from threading import Lock
from typing import Any, NamedTuple

from langkah.engine.blocks import Words
from langkah.engine.compiler import load_kernel
from langkah.engine.kernels import Kernel, P
from langkah.engine.kernels.store import pack_sorted, unpack_sorted
from langkah.engine.object_cache import NativeFunction
from langkah.engine.store.folder import StoreFolder, compute_checksum, require_cluster
from langkah.errors import BadInput
from langkah.language import _

ENTRY = 40  # bytes of an entry: three numbers and a checksum
HELD_FILES, HELD_NUMBERS = 32, 1 << 14  # what is remembered of files: so many, of so many numbers each
ROW_GROUP = 1 << 20  # rows that readers of Parquet take together


class PartFile(NamedTuple):
    """One file of a layer, as its record names it. The name carries the checksum."""

    name: str
    part: int
    rows: int
    goals: int
    size: int
    marked: bool  # whether every step back is known

    @property
    def checksum(self) -> str:
        """What the name says of the content."""
        return self.name.rpartition("-")[2].partition(".")[0]


def make_damaged(folder: StoreFolder, name: str) -> BadInput:
    """The error for a file that is not what was written."""
    return BadInput(
        _("{path} is damaged or was not written whole; nothing is counted from it").format(path=folder.join(name))
    )


def encode_layer(states: Any, marks: Any, words: int) -> memoryview:
    """Sorted states as a Parquet file: one column for each word, and one for the marks where there are any."""
    pa, pq = require_cluster("pyarrow"), require_cluster("pyarrow.parquet")
    names = list_columns(words)
    columns = {name: pa.array(states[place::words]) for place, name in enumerate(names)}
    if marks is not None:
        columns["back"] = pa.array(marks)
    sink = pa.BufferOutputStream()
    pq.write_table(
        pa.table(columns), sink,
        row_group_size=ROW_GROUP, compression="none", use_dictionary=["back"],
        column_encoding=dict.fromkeys(names, "DELTA_BINARY_PACKED"),
    )  # fmt: skip
    return memoryview(sink.getvalue())


def list_columns(words: int) -> list[str]:
    """The names of the columns that hold a state: `state`, or one for each word, lowest first."""
    return ["state"] if words == 1 else [f"word{number}" for number in range(words)]


def read_table(folder: StoreFolder, file: PartFile) -> Any:
    """A file of a layer as an Arrow table, every byte of it checked."""
    data = folder.read(file.name)
    if len(data) != file.size or compute_checksum(data) != file.checksum:
        raise make_damaged(folder, file.name)
    table = _parse_table(data)
    if table.num_rows != file.rows:
        raise make_damaged(folder, file.name)
    return table


def _parse_table(data: bytes) -> Any:
    source = require_cluster("pyarrow").BufferReader(data)
    return require_cluster("pyarrow.parquet").ParquetFile(source, pre_buffer=False).read(use_threads=False)


def measure_table(data: bytes) -> tuple[int, bool]:
    """How many rows a Parquet file has, and whether it has marks."""
    table = _parse_table(data)
    return table.num_rows, "back" in table.column_names


def read_layer(folder: StoreFolder, file: PartFile, words: int, *, marks: bool = True) -> tuple[Any, Any]:
    """The states of a file and their marks, None where it has none. Nobody may change them."""
    if (held := _held.get(folder.join(file.name))) is not None:
        return held
    np, table = require_cluster("numpy"), read_table(folder, file)
    columns = [table[name].to_numpy() for name in list_columns(words)]
    states = np.ascontiguousarray(columns[0]) if words == 1 else np.stack(columns, axis=1).reshape(-1)
    return states, np.ascontiguousarray(table["back"].to_numpy()) if marks and file.marked else None


_held: dict[str, tuple[Any, Any]] = {}  # small files that this process has written, the newest last
_holding = Lock()


def hold_layer(folder: StoreFolder, name: str, states: Any, marks: Any) -> None:
    """Remember what was just written, where that is little: in a deep space it is read again a moment later."""
    if len(states) <= HELD_NUMBERS:
        with _holding:
            _held[folder.join(name)] = states.copy(), None if marks is None else marks.copy()
            while len(_held) > HELD_FILES:
                del _held[next(iter(_held))]


def pack_runs(values: Any, ends: Any, words: int) -> tuple[bytes, list[memoryview]]:
    """The entries and the stretches of a file of successors; `ends` says where each partition's states end."""
    np = require_cluster("numpy")
    pack = load_plain(pack_sorted)
    entries, stretches, offset, first = bytearray(), [], len(ends) * ENTRY, 0
    for last in map(int, ends):
        rows = last - first
        if words == 1:
            room = np.empty(rows + 4 * (rows // 128 + 1), np.int64)
            stretch = memoryview(room[: pack(lend(values), first, last, lend(room))]).cast("B")
        else:
            stretch = memoryview(values[first * words : last * words]).cast("B") if rows else memoryview(b"")
        numbers = np.array([rows, offset, len(stretch)], "<i8").tobytes()
        entries += numbers + bytes.fromhex(compute_checksum(numbers, stretch))
        stretches.append(stretch)
        offset, first = offset + len(stretch), last
    return bytes(entries), stretches


def read_entries(data: bytes, parts: int) -> Any:
    """How many states a file of successors holds for each partition."""
    np = require_cluster("numpy")
    return np.frombuffer(data, np.uint8, parts * ENTRY).reshape(parts, ENTRY)[:, :8].copy().view("<i8").reshape(-1)


def read_run(folder: StoreFolder, name: str, part: int, words: int) -> Any:
    """The successors that one file holds for one partition."""
    np = require_cluster("numpy")
    entry = folder.read(name, part * ENTRY, (part + 1) * ENTRY)
    if len(entry) != ENTRY:
        raise make_damaged(folder, name)
    rows, offset, size = map(int, np.frombuffer(entry, "<i8", 3))
    data = folder.read(name, offset, offset + size) if size > 0 and offset > 0 else b""
    if compute_checksum(entry[:24], data).encode() != entry[24:].hex().encode():
        raise make_damaged(folder, name)
    if words > 1:
        return np.frombuffer(data, np.int64)
    values = np.empty(rows, np.int64)
    load_plain(unpack_sorted)(lend(np.frombuffer(data + bytes(8), np.int64)), lend(values), 0, rows)
    return values


_loaded: dict[str, NativeFunction[Any]] = {}


def load_plain(kernel: Kernel[P]) -> NativeFunction[P]:
    """A kernel that needs no function of a problem, looked for once in a process."""
    if kernel.name not in _loaded:
        _loaded[kernel.name] = load_kernel(kernel)
    return _loaded[kernel.name]


def lend(array: Any) -> Words:
    """The numbers of a NumPy array as compiled code takes them; the array lives as long as the block."""
    block = Words.__new__(Words)
    block.count, block.address, block.numbers = len(array), array.ctypes.data, memoryview(array)
    return block
