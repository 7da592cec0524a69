"""What the journal of a store says of every layer: its files, as JSON that people can read."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from langkah.engine.keeper import seal, unseal
from langkah.engine.store.folder import StoreFolder
from langkah.engine.store.state_files import PartFile


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


def describe_records(records: Sequence[LayerRecord]) -> dict[str, Any]:
    """Layers that were made together, as they are written down."""
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
    """Layers that were written down together."""
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
    """Write down what stands beside the journal: layers that were put together, or steps."""
    folder.write(name, seal(describe_records([record]), before)[0])


def read_record(folder: StoreFolder, name: str, before: str) -> LayerRecord:
    """What was written down beside the journal."""
    return parse_records(folder, unseal(folder, name, before), name)[0]


def parse_layers(folder: StoreFolder, journal: Iterable[dict[str, Any]]) -> list[LayerRecord]:
    """All layers that count, in order. The last one is empty where the space is complete."""
    return [each for record in journal for each in parse_records(folder, record, "layers")]


def name_seen(first: int, last: int) -> str:
    """Layers that were put together."""
    return f"seen-{first:06}-{last:06}"
