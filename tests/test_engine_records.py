"""The records: every layer file adds up, carries its checksum, and is what the document says."""

import hashlib
import json
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
RECORDS = sorted((DOCS / "records").glob("*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_is_sound(path: Path) -> None:
    """All positions are counted once, and the row of the document has the same figures."""
    record = json.loads(path.read_text(encoding="utf-8"))
    layers, discs = record["layers"], int(path.stem.rpartition("-")[2])
    assert hashlib.sha256(",".join(map(str, layers)).encode()).hexdigest() == record["sha256"]
    assert sum(layers) == record["positions"] == 4**discs
    assert len(layers) - 1 == record["eccentricity"]
    assert layers[0] == 1
    assert min(layers) > 0
    row = next(line for line in (DOCS / "records.md").read_text(encoding="utf-8").splitlines() if path.name in line)
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[1:3] == [f"{record['positions']:,}", str(record["eccentricity"])]
    assert cells[4] == str(record["seconds"])


def test_small_layers_are_the_same_for_every_tower() -> None:
    """The first moves do not know how many discs lie below: towers of 22 and 23 discs agree until that matters."""
    one, other = (json.loads((DOCS / "records" / f"hanoi-4-pegs-{n}.json").read_text())["layers"] for n in (22, 23))
    assert one[:100] == other[:100]
