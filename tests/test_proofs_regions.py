"""Checkpoints by regions: each region can be explored again from the gates, the positions that connect the region with
others. Every change of a region file is found.
"""

from pathlib import Path

import pytest

import langkah
from langkah import BadInput, DoesNotHold, Store, load
from langkah.apps.cli.main import main
from langkah.engine.keeper import Keeper
from langkah.engine.spaces.towers import RegionCheckpoint

pytest.importorskip("numba")
TOWER = load("hanoi", discs=13, pegs=4)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the checkpoint of a completely explored tower."""
    folder = tmp_path_factory.mktemp("towers") / "kept"
    assert langkah.explore(TOWER, device="cpu", hardest=False, store=Store(folder, keep="checkpoint")).states == 4**13
    return folder


def test_every_region_is_as_it_was_kept(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A check covers all regions or one region; an unknown region is refused with the known ones."""
    verdict = langkah.check(kept, region="all")
    assert verdict.states == 2 * 4**12
    assert "2 of 2 regions" in verdict.proved
    assert "other regions" in langkah.check(kept, region="1").unproved[-1]
    with pytest.raises(BadInput, match="Known: 0, 1"):
        langkah.check(kept, region="2")
    assert main(["check", str(kept), "--region", "0"]) == 0
    assert "1 of 2 regions" in capsys.readouterr().out


@pytest.mark.parametrize("what", ["entries", "times", "counts"])
def test_what_was_changed_is_found(what: str, kept: Path) -> None:
    """A changed entry, time or count of a region is found, although the checksums fit."""
    packed = TOWER.packed()  # type: ignore[attr-defined]
    checkpoint = RegionCheckpoint(Keeper(str(kept), "regions", TOWER, packed, resume=True))
    regions = dict(checkpoint.read(1, 6 << 12))
    region = regions[1,]
    before = list(region.counts), region.entries[100], region.times[100]
    if what == "counts":
        region.counts[20] += 1
    else:
        getattr(region, what)[100] -= 1
    checkpoint.write((1,), region)
    checkpoint.keeper.close()
    with pytest.raises(DoesNotHold, match="region 1"):
        langkah.check(kept, region="1")
    region.counts, region.entries[100], region.times[100] = before
    checkpoint.write((1,), region)


def test_another_folder_is_refused(tmp_path: Path) -> None:
    """A folder without such a checkpoint is refused."""
    with pytest.raises(BadInput):
        langkah.check(tmp_path, region="all")
