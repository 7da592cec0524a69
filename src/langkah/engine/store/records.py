"""What a store says about itself: which problem it holds, and for every layer its files, as JSON that people can read.

`store.json` names the problem and the version; `layers/000012.json` is written last of all files of layer 12, and makes
it count. Each record carries a checksum over itself and over the record before, so that none can be changed, lost or
swapped unnoticed.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from langkah.engine.store.folder import StoreFolder, compute_checksum
from langkah.engine.store.partition_tasks import Piece
from langkah.engine.store.state_files import PartFile, make_damaged
from langkah.errors import BadInput
from langkah.language import _
from langkah.settings import quote_value

HEADER, FORMAT = "store.json", 1


@dataclass
class LayerRecord:
    """A layer, or several put together: into how many partitions (as log2) it is cut, and its files."""

    first: int  # the first layer that it holds
    depth: int  # the last
    bits: int
    files: list[PartFile]
    seen: list[tuple[int, int]] = field(default_factory=list)  # of a directed space: which earlier ones are one file
    checksum: str = ""

    @property
    def states(self) -> int:
        """How many states it has."""
        return sum(file.rows for file in self.files)

    @property
    def goals(self) -> int:
        """How many of them are goals."""
        return sum(file.goals for file in self.files)

    @property
    def size(self) -> int:
        """How many bytes its files have."""
        return sum(file.size for file in self.files)

    @property
    def marked(self) -> bool:
        """Whether every step back from it is known."""
        return all(file.marked for file in self.files)

    def list_pieces(self, part: int, bits: int) -> list[Piece]:
        """The files that may hold states of a partition of 2**bits."""
        wanted = part >> bits - self.bits if bits >= self.bits else part
        deeper = max(self.bits - bits, 0)
        return [Piece(file, self.bits) for file in self.files if file.part >> deeper == wanted]


def write_header(folder: StoreFolder, header: dict[str, Any]) -> None:
    """Begin a store."""
    folder.write(HEADER, _seal(header, ""))


def read_header(folder: StoreFolder) -> dict[str, Any]:
    """What a store says of its problem."""
    if not folder.has(HEADER):
        raise BadInput(_("{path} holds no store").format(path=folder.address))
    header = _unseal(folder, HEADER, "")
    if header.get("format") != FORMAT:
        text = _("{path} was written by version {theirs}, whose stores this version cannot read")
        raise BadInput(text.format(path=folder.join(HEADER), theirs=quote_value(header.get("langkah"))))
    return header


def write_record(folder: StoreFolder, name: str, record: LayerRecord, before: str) -> None:
    """Make a layer count."""
    content = {
        "first": record.first,
        "depth": record.depth,
        "states": record.states,
        "goals": record.goals,
        "partitions": 1 << record.bits,
        "seen": record.seen,
        "files": [file._asdict() for file in record.files],
    }
    data = _seal(content, before)
    folder.write(name, data)
    record.checksum = json.loads(data)["sum"]


def read_record(folder: StoreFolder, name: str, before: str) -> LayerRecord:
    """A record that is there."""
    found = _unseal(folder, name, before)
    try:
        files = [PartFile(**each) for each in found["files"]]
        bits = int(found["partitions"]).bit_length() - 1
        seen = [(int(first), int(last)) for first, last in found["seen"]]
        return LayerRecord(int(found["first"]), int(found["depth"]), bits, files, seen, found["sum"])
    except (KeyError, TypeError, ValueError):
        raise make_damaged(folder, name) from None


def read_layers(folder: StoreFolder, header: dict[str, Any]) -> list[LayerRecord]:
    """All layers that count, in order. The last one is empty where the space is complete."""
    names = sorted(name for name in folder.list_files("layers") if name.endswith(".json"))
    found: list[LayerRecord] = []
    before = header["sum"]
    for depth, name in enumerate(names):
        if name != f"{depth:06}.json":
            raise BadInput(_("{path} is missing from the store").format(path=folder.join(name_record(depth))))
        found.append(read_record(folder, f"layers/{name}", before))
        before = found[-1].checksum
    return found


def name_record(depth: int) -> str:
    """The record of a layer."""
    return f"layers/{depth:06}.json"


def _seal(content: dict[str, Any], before: str) -> bytes:
    body = json.dumps(content, sort_keys=True)
    return json.dumps({**content, "sum": compute_checksum(before.encode(), body.encode())}, indent=1).encode() + b"\n"


def _unseal(folder: StoreFolder, name: str, before: str) -> dict[str, Any]:
    try:
        found = json.loads(folder.read(name))
        content = {key: value for key, value in found.items() if key != "sum"}
        sealed = compute_checksum(before.encode(), json.dumps(content, sort_keys=True).encode())
    except (ValueError, AttributeError, RecursionError):
        raise make_damaged(folder, name) from None
    if found.get("sum") != sealed:
        raise make_damaged(folder, name)
    return dict(found)
