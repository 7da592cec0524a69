"""Checks the result of a tower exploration that is too large for a certificate, by flooding one region again, or every
region (`engine/spaces/towers` explains regions, gates and floods).

An exploration with a checkpoint keeps one file per region, with a checksum. The file holds the times at which the gates
of the region are entered and reached. With the gate times of its neighbours, a region can be flooded again on its own,
in the memory of one region.
"""

import hashlib
from collections.abc import Generator
from contextlib import closing
from typing import Any, NamedTuple

from langkah.engine.keeper import Keeper, read_header
from langkah.engine.spaces.towers import ProcessorFlood, RegionCheckpoint, TowerSpace, list_regions, name_region
from langkah.engine.store.folder import StoreFolder
from langkah.errors import BadInput
from langkah.games import load_shipped
from langkah.language import _
from langkah.packed import Pegs
from langkah.run import Run
from langkah.settings import make_unknown_name


class RegionReport(NamedTuple):
    """The result of flooding a region again and comparing it with its file: `flaw` names the first difference, or is ""
    if there is none.
    """

    problem: str
    region: str
    regions: int  # total number of regions
    positions: int
    flaw: str
    sha256: str  # checksum of the region's file


def check_regions(
    address: str, wanted: str, run: Run[Any, Any], threads: int = 1
) -> Generator[RegionReport, None, None]:
    """Check the region named `wanted`, or every region if `wanted` is "all", by flooding it again; yields one report
    per region. `address` is the folder of the checkpoint.
    """
    folder = StoreFolder(address)
    header = read_header(folder)
    if header["keep"] != "regions":
        raise BadInput(
            _("{path} is not a checkpoint of a Tower of Hanoi that was explored region by region").format(path=address)
        )
    name, settings = header["origin"]
    problem: Any = load_shipped(name, settings)
    packed = problem.packed()
    keeper = Keeper(address, "regions", problem, packed, resume=True)
    pegs: Pegs = packed.structure
    space = TowerSpace(
        pegs, run, lambda small: ProcessorFlood(small, threads, is_star=pegs.is_star), 0, RegionCheckpoint(keeper)
    )
    with closing(space):
        known = {"".join(map(str, each)): each for each in list_regions(space.large)}
        if wanted != "all" and wanted not in known:
            raise make_unknown_name(_("Region"), wanted, [*known, "all"])
        for missing in set(known.values()) - set(space.regions):
            text = _("{path}: the region {name} is missing; finish the exploration first, with --resume")
            raise BadInput(text.format(path=address, name=name_region(missing)))
        for each in known if wanted == "all" else (wanted,):
            digest = hashlib.sha256(folder.read(name_region(known[each]))).hexdigest()
            positions = sum(space.regions[known[each]].counts)
            yield RegionReport(
                str(header["problem"]), each, len(known), positions, space.find_flaw(known[each]), digest
            )
