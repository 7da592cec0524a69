"""Instance sets that come with Langkah: named in an experiment as `suite:korf15`.

Korf's start states come from his papers: each line of a file in `suite_data` has the least number of moves, then the
tiles. The 100 least numbers of moves in `korf15.txt` were verified with pattern databases. All other sets are generated
from a seed.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from langkah.experiments.instances import Instance, make_instance
from langkah.games import load
from langkah.language import N_, _
from langkah.model import Problem
from langkah.settings import make_unknown_name

DATA = Path(__file__).parent / "suite_data"
USUAL_COUNT = 100  # instances of a generated set


class Suite(NamedTuple):
    """A set of instances: a file of start states of sliding tiles, or a problem with random starts."""

    about: str
    source: str
    file: str = ""
    side: int = 4
    problem: str = ""
    settings: Mapping[str, Any] = {}

    def as_dict(self) -> dict[str, Any]:
        """The description and the source of this set, for the list of suites that the command line prints."""
        return {"about": _(self.about), "source": self.source}


def _make_pancakes(count: int) -> Mapping[str, Any]:
    """The settings of a permutation puzzle about a stack of pancakes: its generators reverse the top of the stack."""
    flips = {}
    for size in range(2, count + 1):
        pairs = [(place, size + 1 - place) for place in range(1, size // 2 + 1)]
        flips[f"F{size}"] = "".join(f"({one} {two})" for one, two in pairs)
    return {"generators": flips}


SUITES: Mapping[str, Suite] = {
    "korf15": Suite(
        N_("100 start states of the 15-puzzle"),
        "Korf, Artificial Intelligence 27 (1985); github.com/nathansttt/hog2, envutil/STPInstances.cpp",
        file="korf15.txt",
    ),
    "korf24": Suite(
        N_("10 of the 50 start states of the 24-puzzle"),
        "Korf and Taylor (1996), Korf and Felner (2002)",
        file="korf24.txt",
        side=5,
    ),
    "tiles8": Suite(
        N_("random start states of the 8-puzzle"), "seed", problem="tiles", settings={"rows": 3, "cols": 3}
    ),
    "tiles15": Suite(
        N_("random start states of the 15-puzzle"), "seed", problem="tiles", settings={"rows": 4, "cols": 4}
    ),
    "pancakes8": Suite(N_("random stacks of 8 pancakes"), "seed", problem="permutation", settings=_make_pancakes(8)),
    "pancakes10": Suite(N_("random stacks of 10 pancakes"), "seed", problem="permutation", settings=_make_pancakes(10)),
    "cube2": Suite(N_("random scrambles of the pocket cube"), "seed", problem="cube"),
}


def list_suite(name: str, seed: int = 0, count: int | None = None) -> Iterator[Instance]:
    """The instances of a set. A file has a fixed list, of which all or the first `count` are taken; other sets generate
    `count` instances from the seed.
    """
    if name not in SUITES:
        raise make_unknown_name(_("Suite"), name, SUITES)
    suite = SUITES[name]
    if suite.file:
        starts = read_starts(suite.file)
        for number, (_least, start) in enumerate(starts[:count], 1):
            yield make_instance(_load_tiles(suite, start, f"{name} {number}"))
        return
    base, chance = load(suite.problem, suite.settings), Random(seed)
    for number in range(1, (count or USUAL_COUNT) + 1):
        problem = base.random(chance)
        problem.name = f"{name} {number}"
        yield make_instance(problem, seed)


def read_starts(file: str) -> list[tuple[int, list[int]]]:
    """The least number of moves and the tiles of each start state in a file."""
    lines = (DATA / file).read_text(encoding="utf-8").splitlines()
    parts = [line.partition(":") for line in lines]
    return [(int(least), [int(tile) for tile in tiles.split()]) for least, _colon, tiles in parts]


def _load_tiles(suite: Suite, start: Sequence[int], label: str) -> Problem[Any, Any]:
    cells = suite.side * suite.side
    problem = load("tiles", rows=suite.side, cols=suite.side, start=list(start), goal=list(range(cells)))
    problem.name = label
    return problem
