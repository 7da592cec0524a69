"""The records in the documents: the layers in every file add up, have the right checksum, and agree with the page about
records.
"""

import hashlib
import json
import math
from collections.abc import Callable
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
RECORDS = sorted((DOCS / "records").glob("*.json"))


SPACES: dict[str, Callable[[int], int]] = {
    "hanoi-4-pegs": lambda discs: int(4**discs),
    "tiles-3-x": lambda cols: math.factorial(3 * cols) // 2,
}
HOLES = {"solitaire-english": 33, "solitaire-european": 37}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_is_sound(path: Path) -> None:
    """The layers of a record add up to the number of its positions, and the page about records has the same numbers."""
    record = json.loads(path.read_text(encoding="utf-8"))
    layers, (kind, _dash, size) = record["layers"], path.stem.rpartition("-")
    assert hashlib.sha256(",".join(map(str, layers)).encode()).hexdigest() == record["sha256"]
    assert sum(layers) == record["positions"]
    assert layers[0] == (HOLES[kind] if size == "one" else 1), "one peg anywhere, or one position alone"
    assert min(layers) > 0
    where = next(line for line in (DOCS / "records.md").read_text(encoding="utf-8").splitlines() if path.name in line)
    assert f"{record['positions']:,}" in where
    cells = [cell.strip() for cell in where.strip("|").split("|")]
    if "values" in record:  # an m,n,k-game
        assert cells[3:6] == [
            str(record["seconds"]),
            record["value"],
            "; ".join(f"{n:,}" for n in record["values"].values()),
        ]
        assert sum(record["values"].values()) == record["positions"]
    elif kind in HOLES:
        assert (cells[2], cells[5]) == (f"{record['positions']:,}", str(record["seconds"]))
        assert cells[3] == f"{record['positions'] / 2 ** HOLES[kind]:.2%}".replace("%", " %")
        unsolvable = path.stem == "solitaire-european-centre"  # no European board with one hole ends in the centre
        assert len(layers) == HOLES[kind] - 1 - unsolvable, "from one peg to one empty hole"
    else:
        assert sum(layers) == SPACES[kind](int(size))
        assert len(layers) - 1 == record["eccentricity"]
        assert (cells[2], cells[4]) == (str(record["eccentricity"]), str(record["seconds"]))


def test_solitaire_is_what_others_counted() -> None:
    """On the English board, the number of positions that can be reduced to one peg in the centre is the one that Bell
    published, and every board that is full except for one hole can be reduced to one peg.
    """
    one, centre = (
        json.loads((DOCS / "records" / f"solitaire-english-{name}.json").read_text()) for name in ("one", "centre")
    )
    assert centre["positions"] == 187_636_299
    assert one["layers"][-1] == 33
    assert all(some <= every for some, every in zip(centre["layers"], one["layers"], strict=True))


def test_small_layers_are_the_same_for_every_tower() -> None:
    """The first 100 layers are the same for 22, 23 and 24 discs, because the largest discs cannot move so early."""
    found = [json.loads((DOCS / "records" / f"hanoi-4-pegs-{n}.json").read_text())["layers"] for n in (22, 23, 24)]
    assert found[0][:100] == found[1][:100] == found[2][:100]
