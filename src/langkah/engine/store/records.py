"""The records of layers in the journal of a store: the files of each layer, as readable JSON."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from langkah.engine.keeper import seal, unseal
from langkah.engine.store.folder import StoreFolder
from langkah.engine.store.state_files import PartFile


class Piece(NamedTuple):
    """A file of a layer, and log2 of the number of partitions of this layer."""

    file: PartFile
    bits: int


def name_part(part: int, bits: int) -> str:
    """The beginning of the name of a file that holds the partition number `part`, out of 2**bits partitions."""
    return f"{part:06}-of-{1 << bits:06}"


@dataclass
class LayerRecord:
    """The record of one layer, or of several combined layers: log2 of the number of partitions, and the files."""

    first: int  # the first layer
    depth: int  # the last layer
    bits: int
    files: list[PartFile]
    seen: list[tuple[int, int]] = field(default_factory=list)  # directed: the layers of each combined record
    gone: tuple[int, int] = (0, 0)  # the number of states whose files were deleted, and of goals among them

    @property
    def states(self) -> int:
        """The number of states in the layers, including states whose files were deleted."""
        return self.gone[0] + sum(file.rows for file in self.files)

    @property
    def goals(self) -> int:
        """The number of goals in the layers, including goals whose files were deleted."""
        return self.gone[1] + sum(file.goals for file in self.files)

    @property
    def size(self) -> int:
        """The total bytes of the files."""
        return sum(file.size for file in self.files)

    @property
    def marked(self) -> bool:
        """Whether all files contain marks, which say for each state which steps lead back to the previous layer."""
        return all(file.marked for file in self.files)

    def list_pieces(self, part: int, bits: int) -> list[Piece]:
        """The files that may contain states of the partition `part` of 2**bits."""
        wanted = part >> bits - self.bits if bits >= self.bits else part
        deeper = max(self.bits - bits, 0)
        return [Piece(file, self.bits) for file in self.files if file.part >> deeper == wanted]


def describe_records(records: Sequence[LayerRecord]) -> dict[str, Any]:
    """The content, for JSON, of one entry in the journal: the records of layers that were made together."""
    return {
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


def parse_records(folder: StoreFolder, content: dict[str, Any], name: str) -> list[LayerRecord]:
    """The records in one entry of the journal: of layers that were made together. Raises an error if they
    are invalid.
    """
    records = []
    try:
        for each in content["layers"]:
            files = [PartFile(**file) for file in each["files"]]
            bits = int(each["partitions"]).bit_length() - 1
            seen = [(int(first), int(last)) for first, last in each["seen"]]
            records.append(LayerRecord(int(each["first"]), int(each["depth"]), bits, files, seen))
    except (KeyError, TypeError, ValueError):
        raise folder.make_damaged(name) from None
    return records


def write_record(folder: StoreFolder, name: str, record: LayerRecord, before: str) -> None:
    """Write a record that is not in the journal, but in a file of its own: the record of combined layers or of files of
    steps. `before` is the checksum of the store's header, which the checksum of the record covers, too.
    """
    folder.write(name, seal(describe_records([record]), before)[0])


def read_record(folder: StoreFolder, name: str, before: str) -> LayerRecord:
    """Read a record that is not in the journal, but in a file of its own: the record of combined layers or of files of
    steps. `before` is the checksum of the store's header, which the checksum of the record covers, too.
    """
    return parse_records(folder, unseal(folder, name, before), name)[0]


def parse_layers(folder: StoreFolder, journal: Iterable[dict[str, Any]]) -> list[LayerRecord]:
    """The records of all valid layers in order. The last record is empty if the space is complete."""
    return [each for record in journal for each in parse_records(folder, record, "layers")]


def name_seen(first: int, last: int) -> str:
    """The folder name of the combined layers `first` to `last`."""
    return f"seen-{first:06}-{last:06}"
