"""The Tower of Hanoi on four pegs, explored region by region: the layers agree with a plain search for several sizes of
regions. A region has all positions in which the large discs are in the same places; a flood explores one region.
"""

import errno
import json
import random
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from langkah import Limit, Store, load
from langkah.engine.explore import explore
from langkah.engine.keeper import Keeper, seal
from langkah.engine.layers import explore_space
from langkah.engine.spaces.towers import (
    LEAST_DISCS,
    ProcessorFlood,
    RegionCheckpoint,
    TowerSpace,
    can_use_regions,
    choose_small_discs,
    count_regions,
    list_regions,
    measure_region,
)
from langkah.engine.store.folder import StoreFolder
from langkah.engine.survey import Survey
from langkah.errors import BadInput
from langkah.games.hanoi.hanoi import plan_frame_stewart
from langkah.model import Puzzle
from langkah.packed import Pegs
from langkah.run import Run

pytest.importorskip("numba")
np = pytest.importorskip("numpy")

FARTHER = {15: 130, 20: 294}  # number of discs: depth, if the farthest position is not a tower


def tower(discs: int, *goals: tuple[int, ...], home: int = 0) -> Pegs:
    """The packed form of a Tower of Hanoi that starts with all discs on the peg `home`. The goal is a tower on peg 1 if
    no goals are given.
    """
    return Pegs(4, (home,) * discs, goals or ((1,) * discs,))


def open_regions(pegs: Pegs, small: int, threads: int = 1, kept: RegionCheckpoint | None = None) -> TowerSpace:
    """A new exploration by regions; within a region, only the `small` smallest discs move."""
    return TowerSpace(pegs, Run(Limit()), lambda size: ProcessorFlood(size, threads, is_star=pegs.is_star), small, kept)


def flood(pegs: Pegs, small: int, threads: int = 1) -> Survey:
    """Explore all positions by regions within which only the `small` smallest discs move. Returns the survey."""
    search = open_regions(pegs, small, threads)
    return explore_space(search, search.run, hardest=False)


def test_regions_are_counted_once() -> None:
    """1 to 4 large discs have 2, 5, 15 and 51 regions: arrangements that differ only by a permutation of three pegs are
    one region.
    """
    assert [len(list(list_regions(large))) for large in range(1, 5)] == [2, 5, 15, 51]
    assert [count_regions(large) for large in range(1, 5)] == [2, 5, 15, 51]
    assert choose_small_discs(40, 1 << 37) < LEAST_DISCS  # counted, because there are too many to list


def measure_distances(discs: int, home: int, pairs: Iterable[tuple[int, int]]) -> Any:
    """The distance of each position from a tower on the peg `home`, by a plain search, which expands whole layers at
    once. A position is a number in base 4 whose last digit is the peg of the smallest disc. Discs move only between the
    pegs of `pairs`.
    """
    far = np.full(4**discs, -1, np.int64)
    layer, depth = np.array([home * (4**discs - 1) // 3]), 0
    while len(layer):
        far[layer], found = depth, [np.empty(0, np.int64)]
        for one, two in pairs:
            free = layer  # positions in which neither peg has a smaller disc
            for disc in range(discs):
                peg = free >> 2 * disc & 3
                moved = free[(peg == one) | (peg == two)]
                found.append(moved ^ (one ^ two) << 2 * disc)
                free = free[(peg != one) & (peg != two)]
        reached = np.unique(np.concatenate(found))
        layer, depth = reached[far[reached] < 0], depth + 1
    return far


@pytest.mark.parametrize(("discs", "small"), [(7, 6), (8, 6), (8, 7), (9, 6), (9, 8), (10, 6), (10, 7), (10, 9)])
def test_layers_and_goals_agree_with_a_plain_search(discs: int, small: int) -> None:
    """Every layer and the depth of the nearest of three random goals agree with a plain search, from a tower on any
    peg.
    """
    draw, home = random.Random(100 * discs + small), discs % 4
    goals = [tuple(draw.randrange(4) for _disc in range(discs)) for _goal in range(3)]
    far = measure_distances(discs, home, list(combinations(range(4), 2)))
    near = min(int(far[sum(peg << 2 * disc for disc, peg in enumerate(goal))]) for goal in goals)
    for threads in (1, 2):
        found = flood(tower(discs, *goals, home=home), small, threads)
        assert found.layers == np.bincount(far).tolist()
        assert (found.states, found.complete, found.limit) == (4**discs, True, "")
        assert (found.goals, found.nearest_goal) == (3, near)


STAR = (1, 4, 7, 14, 23, 32, 47, 68, 93, 120, 153, 198, 255, 318, 399, 480, 579, 700, 835, 1012, 1201, 1428)  # A291877


@pytest.mark.parametrize(("discs", "small"), [(7, 6), (8, 6), (9, 6), (9, 8), (10, 6), (10, 7)])
def test_a_star_agrees_with_a_plain_search(discs: int, small: int) -> None:
    """If discs move only to and from the centre peg, every layer and the nearest goal agree with a plain search. The
    depth of a tower on an outer peg agrees with the sequence A291877 of the OEIS.
    """
    draw, far = random.Random(discs + small), measure_distances(discs, 0, [(0, 1), (0, 2), (0, 3)])
    drawn = [tuple(draw.randrange(4) for _disc in range(discs)) for _goal in range(3)]
    for goals in ([(leaf,) * discs for leaf in (1, 2, 3)], drawn):
        near = min(int(far[sum(peg << 2 * disc for disc, peg in enumerate(goal))]) for goal in goals)
        found = flood(Pegs(4, (0,) * discs, tuple(goals), is_star=True), small, threads=2)
        assert found.layers == np.bincount(far).tolist()
        assert (found.states, found.goals, found.nearest_goal) == (4**discs, 3, near)
        assert goals is drawn or near == STAR[discs - 1]


@pytest.mark.parametrize("discs", [11, 13, pytest.param(15, marks=pytest.mark.slow)])
def test_a_star_is_explored_so(discs: int) -> None:
    """With the rule `star`, `explore` uses regions if the tower starts on the centre peg, but not on an outer peg. Two
    sizes of regions give the same layers.
    """
    found = explore(load("hanoi", discs=discs, pegs=4, rule="star"), hardest=False, threads=2)
    assert (found.engine, found.states, found.nearest_goal) == ("compiled regions", 4**discs, STAR[discs - 1])
    again = flood(Pegs(4, (0,) * discs, ((1,) * discs,), is_star=True), 8, threads=2)
    assert again.layers == found.layers
    leaf = Pegs(4, (1,) * discs, ((2,) * discs,), is_star=True)
    assert not can_use_regions(leaf, Limit())


@pytest.mark.parametrize("discs", [11, 12, 13])
def test_eccentricity_is_frame_stewart(discs: int) -> None:
    """The depth of the space equals the distance to another tower, which is the Frame-Stewart number; two sizes of
    regions agree.
    """
    one, other = flood(tower(discs), discs - 2), flood(tower(discs), discs - 3, 2)
    assert one.layers == other.layers
    assert one.depth == one.nearest_goal == plan_frame_stewart(discs, 4)[0]
    assert one.states == 4**discs


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("discs", [14, 15, 16, 17, 18, 19, 20])
def test_eccentricity_of_many_discs(discs: int) -> None:
    """14 to 20 discs have the known depth, and the layers together have all positions. Up to 17 discs, every layer
    agrees with an exploration with bitmaps of all positions.
    """
    found = flood(tower(discs), min(discs - 3, 16), 2)
    least = plan_frame_stewart(discs, 4)[0]
    assert (found.nearest_goal, found.depth, found.states) == (least, FARTHER.get(discs, least), 4**discs)
    assert sum(found.layers) == 4**discs
    if discs <= 17:
        known = json.loads((Path(__file__).parent / "data" / "tower_layers.json").read_text(encoding="utf-8"))
        assert found.layers == known[str(discs)]


@pytest.mark.parametrize(("discs", "depth"), [(10, 49), (13, 97)])
def test_towers_are_explored_so(discs: int, depth: int) -> None:
    """`explore` uses regions for towers and reports this engine. With a limit on depth or nodes, the ordinary
    exploration runs instead and obeys the limit.
    """
    problem = load("hanoi", discs=discs, pegs=4)
    found = explore(problem, hardest=False)
    assert (found.engine, found.states, found.depth, found.goals) == ("compiled regions", 4**discs, depth, 3)
    for limit, name in ((Limit(depth=20), "depth"), (Limit(nodes=100_000), "nodes")):
        cut = explore(problem, hardest=False, limit=limit)
        assert (cut.engine in ("python", "compiled"), cut.limit, cut.complete) == (True, name, False)
        assert cut.layers == found.layers[: len(cut.layers)]


@pytest.mark.parametrize("floods", [0, 1, 2, 5, 11, 20])
def test_what_is_told_after_a_stop_is_exact(floods: int) -> None:
    """If the exploration stops after any number of floods of a region, every reported layer is complete."""
    pegs = tower(10)
    whole = flood(pegs, 7)
    search = open_regions(pegs, 7)
    for _flood in range(floods):
        search.advance()
    found = search.count()
    assert found.layers == whole.layers[: len(found.layers)]
    assert found.states == sum(found.layers)
    assert len(found.layers) > (1 if floods > 5 else 0)


def test_a_time_limit_holds_inside_a_flood() -> None:
    """A time limit also stops an exploration in the middle of a flood, which explores one region."""
    found = explore(load("hanoi", discs=18, pegs=4), limit=Limit(seconds=0.4), hardest=False)
    assert (found.limit, found.complete) == ("seconds", False)
    assert found.seconds < 20


@pytest.mark.slow
def test_little_memory_makes_small_regions() -> None:
    """A memory limit makes regions smaller. Regions are not used if the smallest one needs more memory than the limit,
    if there is a depth limit, with three pegs, or if the start is not a tower.
    """
    assert measure_region(14) < 110e6
    usual = choose_small_discs(18, None)
    assert choose_small_discs(18, 10**12) == usual
    assert choose_small_discs(18, None) > choose_small_discs(18, 200 << 20)
    assert not can_use_regions(tower(18), Limit(memory=1 << 20))
    assert not can_use_regions(tower(18), Limit(depth=5))
    assert not can_use_regions(Pegs(3, (0,) * 18, ()), Limit())
    assert not can_use_regions(Pegs(4, (0, 1, *(0,) * 16), ()), Limit())


@pytest.mark.parametrize("presses", [1, 3])
def test_ctrl_c_never_ends_in_a_crash(presses: int) -> None:
    """After Ctrl-C at any moment and any number of times, the process continues or ends as an interrupted process does:
    with exit code 1 or 130, or by SIGINT.
    """
    script = """
        from langkah import load
        from langkah.engine.explore import explore
        problem = load("hanoi", discs=12, pegs=4)
        print("ready", flush=True)
        while True:
            if explore(problem, hardest=False, threads=2).limit == "interrupt":
                print("told", flush=True)
    """
    draw = random.Random(presses)
    for _time in range(2):
        words = [sys.executable, "-c", textwrap.dedent(script)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            for _press in range(4 * presses):
                time.sleep(draw.random() * 0.4 / presses)
                process.send_signal(signal.SIGINT)
            time.sleep(0.5)
            ended = process.poll()
            process.kill()
        assert ended in (None, 1, 130, -signal.SIGINT)


# Checkpoints


def open_checkpoint(folder: Path, *, resume: bool, discs: int = 10, small: int = 7) -> RegionCheckpoint:
    """The checkpoint of a tower in a folder, new or resumed."""
    problem = load("hanoi", discs=discs, pegs=4)
    assert isinstance(problem, Puzzle)
    packed = problem.packed()
    assert packed is not None
    return RegionCheckpoint(Keeper(str(folder), "regions", problem, packed, resume=resume, about={"small": small}))


@pytest.mark.parametrize("floods", range(1, 11))
def test_a_run_goes_on_where_it_was_left(tmp_path: Path, floods: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that ends after any number of floods is resumed with the region size of the first run, repeats no flood,
    and finds the same layers.
    """
    run: Run[Any, Any] = Run(Limit())
    kept = open_checkpoint(tmp_path, resume=False)
    first = open_regions(tower(10), 7, kept=kept)
    for _flood in range(floods):
        first.advance()
    first.close()
    again = open_regions(tower(10), 7, kept=open_checkpoint(tmp_path, resume=True, small=8))
    begun = Mock(wraps=again.flood.begin)
    monkeypatch.setattr(again.flood, "begin", begun)
    found = explore_space(again, run, hardest=False)
    assert found.layers == flood(tower(10), 8).layers
    assert begun.call_count == 20 - floods  # a run without a pause has 20 floods


def test_hardest_starts_are_found_with_a_checkpoint_too(tmp_path: Path) -> None:
    """A small tower is explored by regions only if hardest starts are not requested, or if its checkpoint was begun by
    regions.
    """
    problem = load("hanoi", discs=7, pegs=4)
    kept = explore(problem, store=Store(tmp_path / "one", keep="checkpoint"))
    assert kept.hardest == explore(problem).hardest is not None
    begun = explore(problem, store=Store(tmp_path / "two", keep="checkpoint"), hardest=False)
    again = explore(problem, store=Store(tmp_path / "two", keep="checkpoint", resume=True))
    assert (begun.engine, again.engine, again.layers) == ("compiled regions", "compiled regions", kept.layers)
    assert "region by region does not support this" in again.note


def test_a_region_that_was_not_written_is_flooded_again(tmp_path: Path) -> None:
    """A flood writes the file of its own region last. If this file still has its previous content, the region is
    explored again, and no layer changes.
    """
    run: Run[Any, Any] = Run(Limit())
    search = open_regions(tower(10), 7, kept=open_checkpoint(tmp_path, resume=False))
    for _flood in range(3):
        search.advance()
    before = {path.name: path.read_bytes() for path in tmp_path.glob("region-*")}
    name = min(search.regions, key=lambda each: (search.regions[each].due, each))
    search.advance()
    search.close()
    file = tmp_path / f"region-{''.join(map(str, name))}"
    file.write_bytes(before[file.name])
    again = open_regions(tower(10), 7, kept=open_checkpoint(tmp_path, resume=True))
    assert explore_space(again, run, hardest=False).layers == flood(tower(10), 8).layers


def test_a_run_killed_within_its_first_flood_begins_again(tmp_path: Path) -> None:
    """The neighbours of the first region are written before the region itself. If the file of the first region is
    missing, the run starts again with this region.
    """
    search = open_regions(tower(9), 7, kept=open_checkpoint(tmp_path, resume=False, discs=9))
    search.advance()
    search.close()
    (tmp_path / "region-00").unlink()
    assert list(tmp_path.glob("region-*"))
    again = open_regions(tower(9), 7, kept=open_checkpoint(tmp_path, resume=True, discs=9))
    assert explore_space(again, again.run, hardest=False).layers == flood(tower(9), 8).layers


def test_damaged_files_are_named(tmp_path: Path) -> None:
    """Region files that are changed, short, empty or swapped, and a wrong header, are refused with the name of the
    file.
    """
    search = open_regions(tower(9), 7, kept=open_checkpoint(tmp_path, resume=False, discs=9))
    search.advance()
    search.advance()
    search.close()
    files = sorted(tmp_path.glob("region-*"))
    good = {path: path.read_bytes() for path in files}
    changed = bytearray(good[files[0]])
    changed[-5] ^= 1
    for bad in (bytes(changed), good[files[0]][:-4], b"", b"[]\n", good[files[1]]):
        files[0].write_bytes(bad)
        with pytest.raises(BadInput, match=files[0].name):
            open_regions(tower(9), 7, kept=open_checkpoint(tmp_path, resume=True, discs=9))
    files[0].write_bytes(good[files[0]])
    header = json.loads((tmp_path / "store.json").read_text())
    del header["sum"]
    (tmp_path / "store.json").write_bytes(seal({**header, "small": "x"}, "")[0])
    with pytest.raises(BadInput, match=r"store\.json"):
        open_checkpoint(tmp_path, resume=True, discs=9)


def test_a_folder_that_cannot_be_written_stops_with_what_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the folder cannot be written to, the exploration stops with the limit `disk` and a note with the folder."""
    search = open_regions(tower(9), 7, kept=open_checkpoint(tmp_path, resume=False, discs=9))

    def fail(_self: Any, name: str, *_parts: Any, **_more: Any) -> int:
        raise OSError(errno.ENOSPC, "No space left on device", str(tmp_path / name))

    monkeypatch.setattr(StoreFolder, "write", fail)
    found = explore_space(search, search.run, hardest=False)
    assert (found.limit, found.complete) == ("disk", False)
    assert str(tmp_path) in found.note


def test_a_killed_run_is_resumed(tmp_path: Path) -> None:
    """After SIGKILL in the middle of a run, `--resume` on the command line finds all positions and the known depth."""
    words = [sys.executable, "-m", "langkah", "explore", "hanoi", "discs=14", "pegs=4", "--no-hardest", "--json"]
    words += ["--device", "cpu", "--checkpoint", str(tmp_path / "kept"), "--threads", "1"]
    first = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    while first.poll() is None and len(list((tmp_path / "kept").glob("region-*"))) < 4:
        signal.sigtimedwait([], 0.01)
    first.kill()
    first.wait()
    done = subprocess.run([*words, "--resume"], capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert (found["states"], found["depth"], found["complete"]) == (4**14, 113, True)


@pytest.mark.slow
def test_a_run_that_is_killed_ten_times_is_resumed(tmp_path: Path) -> None:
    """A run is killed ten times, each time a little later after a file was written. It finds the same layers as a run
    without interruption.
    """
    folder, killed = tmp_path / "kept", 0
    script = "import sys; from tests.test_engine_tower_regions import print_kept; print_kept(sys.argv[1])"
    words = [sys.executable, "-c", script, str(folder)]
    for moment in range(10):
        run = subprocess.Popen(words, stdout=subprocess.DEVNULL, cwd=Path(__file__).parent.parent)
        before = get_times(folder)
        while run.poll() is None and get_times(folder) == before:
            signal.sigtimedwait([], 0.005)
        signal.sigtimedwait([], 0.03 * moment)
        run.kill()
        killed += run.wait() == -signal.SIGKILL
    assert killed == 10
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=Path(__file__).parent.parent)
    assert json.loads(done.stdout) == flood(tower(14), 12, 2).layers


def print_kept(folder: str) -> None:
    """Explore 14 discs in 51 regions with a checkpoint, which is resumed if it exists, and print the layers."""
    begun = (Path(folder) / "store.json").exists()
    kept = open_checkpoint(Path(folder), resume=begun, small=10, discs=14)
    search = open_regions(tower(14), 10, kept=kept)
    print(json.dumps(explore_space(search, search.run, hardest=False).layers))


def get_times(folder: Path) -> dict[str, int]:
    """The time at which each region file was last written."""
    return {path.name: path.stat().st_mtime_ns for path in folder.glob("region-?*") if path.suffix != ".new"}
