"""The instance sets of Langkah have the stated number of instances, which are different, solvable and reproducible by
their seed.
"""

import pytest

from langkah import BadInput, load, solve
from langkah.experiments.suites import SUITES, list_suite, read_starts


def count_inversions(tiles: list[int]) -> int:
    """The number of pairs of tiles, without the blank, in which the larger tile comes first."""
    known = [tile for tile in tiles if tile]
    return sum(one > two for place, one in enumerate(known) for two in known[place:])


@pytest.mark.parametrize(("file", "side", "count"), [("korf15.txt", 4, 100), ("korf24.txt", 5, 10)])
def test_start_states_of_korf(file: str, side: int, count: int) -> None:
    """Korf's starts are solvable permutations. The stated length of each is at least the Manhattan distance and has the
    same parity. For the 100 boards of 4 x 4, the sums of lengths and of distances are the published ones.
    """
    starts = read_starts(file)
    assert len({tuple(start) for _least, start in starts}) == len(starts) == count
    distances = []
    for least, start in starts:
        assert sorted(start) == list(range(side * side))
        row = start.index(0) // side
        assert (count_inversions(start) + (row if side % 2 == 0 else 0)) % 2 == 0
        far = [abs(at // side - tile // side) + abs(at % side - tile % side) for at, tile in enumerate(start) if tile]
        distances.append(sum(far))
        assert distances[-1] <= least
        assert (distances[-1] - least) % 2 == 0
    if count == 100:
        assert sum(least for least, _start in starts) == 5305
        assert sum(distances) == 3705


@pytest.mark.parametrize("name", [name for name, suite in SUITES.items() if not suite.file])
def test_sets_by_seed(name: str) -> None:
    """The same seed gives the same starts, and another seed gives other starts. Each instance can be loaded again from
    its name and settings.
    """
    first, again, other = ([each.start for each in list_suite(name, seed, 5)] for seed in (1, 1, 2))
    assert first == again != other
    for each in list_suite(name, 1, 2):
        assert each.state is None
        problem = load(each.source.name, each.source.settings)
        assert "/".join(problem.text(problem.start).split("\n")) == each.start


def test_easiest_of_korf() -> None:
    """Number 79, the easiest instance of Korf, needs 42 moves; an unknown set is refused."""
    instance = list(list_suite("korf15"))[78]
    assert (instance.label, solve(instance.open(), "ida*", estimate="linear-conflict").cost) == ("korf15 79", 42)
    with pytest.raises(BadInput, match="korf15"):
        list(list_suite("korf16"))
