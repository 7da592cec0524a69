"""What a store says about itself: which problem it holds, and for every layer its files, as JSON that people can read.

`store.json` names the problem and the version; `layers/000012.json` is written last of all files of layer 12, and makes
it count, and with it those small layers that were made together with it. Each carries a checksum over itself and over
the one before, so that none can be changed, lost or swapped unnoticed.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from langkah.engine.store.folder import StoreFolder, compute_checksum
from langkah.engine.store.state_files import PartFile, make_damaged
from langkah.errors import BadInput
from langkah.language import _
from langkah.settings import quote_value

HEADER, FORMAT = "store.json", 2


class Piece(NamedTuple):
    """A file, and into how many partitions what it is a part of is cut (as log2)."""

    file: PartFile
    bits: int


def name_part(part: int, bits: int) -> str:
    """How the name of a partition's file begins."""
    return f"{part:06}-of-{1 << bits:06}"


@dataclass
class LayerRecord:
    """A layer, or several put together: into how many partitions (as log2) it is cut, and its files."""

    first: int  # the first layer that it holds
    depth: int  # the last
    bits: int
    files: list[PartFile]
    seen: list[tuple[int, int]] = field(default_factory=list)  # of a directed space: which earlier ones are one file
    checksum: str = ""
    gone: tuple[int, int] = (0, 0)  # states, and goals among them, of which no file is kept

    @property
    def states(self) -> int:
        """How many states it has."""
        return self.gone[0] + sum(file.rows for file in self.files)

    @property
    def goals(self) -> int:
        """How many of them are goals."""
        return self.gone[1] + sum(file.goals for file in self.files)

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
    folder.write(HEADER, _seal(header, "")[0])


def read_header(folder: StoreFolder) -> dict[str, Any]:
    """What a store says of its problem."""
    if not folder.has(HEADER):
        raise BadInput(_("{path} holds no store").format(path=folder.address))
    header = _unseal(folder, HEADER, "")
    if header.get("format") != FORMAT:
        text = _("{path} was written by version {theirs}, whose stores this version cannot read")
        raise BadInput(text.format(path=folder.join(HEADER), theirs=quote_value(header.get("langkah"))))
    return header


def write_records(folder: StoreFolder, name: str, records: Sequence[LayerRecord], before: str) -> int:
    """Make layers count that were made together; how many bytes that takes."""
    content = {
        "layers": [
            {
                "first": record.first,
                "depth": record.depth,
                "states": record.states,
                "goals": record.goals,
                "partitions": 1 << record.bits,
                "seen": record.seen,
                "files": [file._asdict() for file in record.files],
            }
            for record in records
        ]
    }
    data, checksum = _seal(content, before)
    for record in records:
        record.checksum = checksum
    return folder.write(name, data)


def read_records(folder: StoreFolder, name: str, before: str) -> list[LayerRecord]:
    """Records that are there."""
    found = _unseal(folder, name, before)
    records = []
    try:
        for each in found["layers"]:
            files = [PartFile(**file) for file in each["files"]]
            bits = int(each["partitions"]).bit_length() - 1
            seen = [(int(first), int(last)) for first, last in each["seen"]]
            records.append(LayerRecord(int(each["first"]), int(each["depth"]), bits, files, seen, found["sum"]))
    except (KeyError, TypeError, ValueError):
        raise make_damaged(folder, name) from None
    return records


def read_layers(folder: StoreFolder, header: dict[str, Any]) -> list[LayerRecord]:
    """All layers that count, in order. The last one is empty where the space is complete."""
    names = [name for name in folder.list_files("layers") if name.endswith(".json")]
    found: list[LayerRecord] = []
    before = header["sum"]
    for name in sorted(names, key=lambda name: (len(name), name)):
        if name != f"{len(found):06}.json":
            raise BadInput(_("{path} is missing from the store").format(path=folder.join(name_record(len(found)))))
        found += read_records(folder, f"layers/{name}", before)
        before = found[-1].checksum
    return found


def name_record(depth: int) -> str:
    """The record of a layer."""
    return f"layers/{depth:06}.json"


def name_seen(first: int, last: int) -> str:
    """Layers that were put together."""
    return f"seen-{first:06}-{last:06}"


def _seal(content: dict[str, Any], before: str) -> tuple[bytes, str]:
    """What to write, and its checksum: of what will be read, where names in settings are no numbers any more."""
    content = json.loads(json.dumps(content))
    checksum = compute_checksum(before.encode(), json.dumps(content, sort_keys=True).encode())
    return json.dumps({**content, "sum": checksum}, indent=1).encode() + b"\n", checksum


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
