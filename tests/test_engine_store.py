"""Layers in a store: the results are the same as in memory, in any process, and damaged, foreign or half-written files
are refused.
"""

import json
import os
import re
import shutil
import sys
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings

from langkah import BadInput, Limit, Store, StoreReader, explore, load, solve
from langkah.engine.spaces import stored_layers
from langkah.engine.store.folder import StoreFolder
from langkah.engine.store.reader import open_store
from langkah.engine.store.state_files import held_files
from langkah.engine.store.workers import Workers
from langkah.engine.survey import Survey
from langkah.errors import DoesNotFit, MissingExtra
from langkah.games import GAMES
from langkah.model import Puzzle
from tests.packed_graphs import Walk, walks
from tests.small import SMALL

pytest.importorskip("numba")
pytest.importorskip("pyarrow")


def told(survey: Survey) -> Survey:
    """The survey with fixed values in the fields that may differ between explorations in memory and in a store."""
    return replace(survey, seconds=0.0, peak_memory=0, engine="", note="", hardest=None)


def name_place() -> str:
    """The address of a store in memory, which disappears with the process."""
    return f"memory://{uuid.uuid4().hex}"


@pytest.fixture
def cut_finely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make explorations distribute every layer in many partitions."""
    for name, value in (("SMALL_STATES", 1), ("SHARED_STATES", 2), ("PART_STATES", 8)):
        monkeypatch.setattr(stored_layers, name, value)


@pytest.fixture(autouse=True)
def forget_files() -> Iterator[None]:
    """Empty the cache of file contents, so that every test reads the files themselves."""
    held_files.clear()
    yield
    held_files.clear()


def compare(problem: Any, **more: Any) -> Survey:
    """The survey of an exploration in a store; an exploration in memory must give the same results."""
    found, whole = explore(problem, store=Store(more.pop("store", None) or name_place(), **more)), explore(problem)
    assert told(found) == told(whole)
    assert found.hardest == whole.hardest
    return found


@settings(max_examples=10)
@given(walks())
def test_random_graphs(walk: Walk) -> None:
    """Random graphs, directed or not, with states of one word or three, have the same survey in a store as in memory,
    with whole layers and with layers in many partitions.
    """
    compare(walk)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("SMALL_STATES", 1), ("SHARED_STATES", 2), ("PART_STATES", 8)):
            patch.setattr(stored_layers, name, value)
        compare(walk)


@pytest.mark.parametrize("name", GAMES)
def test_games(name: str, cut_finely: None) -> None:
    """Every game that compiled code explores has the same survey in a store; the others are refused."""
    del cut_finely
    problem = load(name, SMALL[name])
    packed = problem.packed() if isinstance(problem, Puzzle) else None
    if isinstance(problem, Puzzle) and packed is not None and packed.expand is not None:
        compare(problem)
    else:
        with pytest.raises(DoesNotFit, match="a store needs a packed form"):
            explore(problem, store=name_place())


def test_partitions_are_cut_and_split(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A space of 181,440 states, explored in threads, is stored in partitions of similar size; some files mark the
    known steps back. A state takes less than 8 bytes, and no temporary files remain.
    """
    monkeypatch.setattr(stored_layers, "PART_STATES", 1 << 12)
    with ThreadPoolExecutor(2) as threads:
        compare(load("tiles", rows=3, cols=3), store=str(tmp_path / "store"), executor=threads)
    store = open_store(tmp_path / "store")
    assert store.partitions >= 4
    assert 1 <= store.skew < 2
    assert any(file.marked for file in store.iterate_files())
    assert store.size / store.states < 8
    assert store.check() > 50
    assert not list((tmp_path / "store").glob("runs-*"))


@pytest.mark.slow
def test_merging_is_split_where_memory_is_short(monkeypatch: pytest.MonkeyPatch, cut_finely: None) -> None:
    """If a partition does not fit into memory, the partition is split again, and the layers stay the same."""
    del cut_finely
    monkeypatch.setattr(stored_layers.StoredLayers, "choose_room", lambda _self: 5)
    for problem in (
        load("hanoi", discs=4, pegs=4),
        load("hanoi", discs=4, rule="cyclic"),
        load("hanoi", discs=34, pegs=4),
    ):
        limit = Limit(depth=3) if problem.packed().words > 1 else None  # type: ignore[attr-defined]
        found = explore(problem, store=name_place(), limit=limit)
        assert found.layers == explore(problem, limit=limit).layers


@settings(max_examples=10)
@given(walks())
def test_stopped_runs_go_on(walk: Walk) -> None:
    """An exploration that is stopped and resumed several times ends with the results of an uninterrupted one."""
    place = name_place()
    found = explore(walk, limit=Limit(nodes=1), store=place)
    for nodes in (3, 8, 20, 10**6, 10**6):
        held_files.clear()
        found = explore(walk, store=Store(place, resume=True), limit=Limit(nodes=nodes))
    whole = explore(walk)
    assert told(found) == told(whole)
    assert found.hardest == whole.hardest


def test_depth_limits_go_on(tmp_path: Path) -> None:
    """An exploration with a depth limit has exactly the layers up to this depth, and can be resumed."""
    problem = load("hanoi", discs=6)
    found = explore(problem, limit=Limit(depth=9), store=tmp_path / "kept")
    assert (found.limit, found.complete, found.layers) == ("depth", False, explore(problem).layers[:10])
    assert told(explore(problem, store=Store(tmp_path / "kept", resume=True))) == told(explore(problem))


def test_layers_that_were_begun_are_recognised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Complete files of a killed run's last layer are used again; damaged ones are made again."""
    monkeypatch.setattr(stored_layers, "SMALL_STATES", 1)
    monkeypatch.setattr(stored_layers, "PART_STATES", 8)
    problem, place = load("hanoi", discs=5), tmp_path / "kept"
    explore(problem, limit=Limit(depth=11), store=place, hardest=False)
    commit = stored_layers.StoredLayers.commit

    def die(_self: Any, _records: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(stored_layers.StoredLayers, "commit", die)
    assert explore(problem, store=Store(place, resume=True)).limit == "interrupt"
    monkeypatch.setattr(stored_layers.StoredLayers, "commit", commit)
    left = sorted(path for path in place.glob("runs-*/*"))
    assert len(left) > 1
    left[0].write_bytes(b"half of it")
    (left[1].parent / ".half-written.new").write_bytes(b"?")
    begun = sorted(place.glob("layer-000012/*"))
    begun[0].write_bytes(b"half of it")
    assert told(explore(problem, store=Store(place, resume=True))) == told(explore(problem))
    assert not list(place.rglob(".*"))


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an incomplete store of a directed space, with several files for each layer."""
    place = tmp_path_factory.mktemp("begun") / "kept"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stored_layers, "SMALL_STATES", 1)
        patch.setattr(stored_layers, "PART_STATES", 64)
        explore(load("hanoi", discs=6, pegs=4, rule="cyclic"), store=place, limit=Limit(depth=12))
    return place


@pytest.fixture
def kept(begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a copy of the incomplete store `begun`."""
    monkeypatch.setattr(stored_layers, "SMALL_STATES", 1)
    monkeypatch.setattr(stored_layers, "PART_STATES", 64)
    shutil.copytree(begun, tmp_path / "kept")
    return tmp_path / "kept"


def again(folder: Path, **more: Any) -> Survey:
    """Resume the exploration from the store in `folder`, and return the survey."""
    given = {"discs": 6, "pegs": 4, "rule": "cyclic", **more}
    return explore(load("hanoi", given), store=Store(folder, resume=True))


def list_needed(folder: Path) -> list[Path]:
    """One file of every kind that resuming the exploration needs."""
    layer = sorted(folder.glob("layer-000012/*.parquet"))[0]
    before = sorted(folder.glob("layer-000011/*.parquet"))[0]
    seen = sorted(folder.glob("seen-*/*.parquet"))[0]
    record = sorted(folder.glob("seen-*.json"))[-1]
    return [layer, before, seen, record, folder / "layers" / "000007.json", folder / "store.json"]


@pytest.mark.slow
def test_going_on(kept: Path) -> None:
    """A resumed exploration completes the space; resuming a complete one gives the same result."""
    whole = explore(load("hanoi", discs=6, pegs=4, rule="cyclic"))
    assert told(again(kept)) == told(again(kept)) == told(whole)
    assert len(list(kept.glob("seen-*.json"))) < 12


@pytest.mark.parametrize("how", ["changed", "cut", "empty", "missing", "foreign", "folder", "endless", "pipe", "vast"])
@pytest.mark.parametrize("number", range(6))
def test_damaged_files_are_named(kept: Path, how: str, number: int) -> None:
    """A file is refused with its name, and is not read into memory, if it is changed, cut, empty, missing, of
    terabytes, or replaced by another file, a folder, an endless device or a pipe.
    """
    path = list_needed(kept)[number]
    content = bytearray(path.read_bytes())
    if how == "changed":
        content[int(len(content) * 0.6)] ^= 0x15
        path.write_bytes(content)
    elif how == "cut":
        os.truncate(path, len(content) // 2)
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "foreign":
        others = sorted(each for each in path.parent.iterdir() if each.is_file() and each != path)
        path.write_bytes(others[0].read_bytes() if others else b"{}")
    elif how == "vast":
        os.truncate(path, 1 << 43)
    else:
        path.unlink()
        if how == "folder":
            path.mkdir()
        elif how == "endless":
            path.symlink_to("/dev/zero")
        elif how == "pipe":
            os.mkfifo(path)
    with pytest.raises(BadInput) as caught:
        again(kept)
    assert path.name in str(caught.value) or (path.name == "store.json" and str(kept) in str(caught.value))


def test_nothing_is_overwritten(kept: Path, tmp_path: Path) -> None:
    """Without `resume`, a folder that contains a store is refused; so are another problem, a missing store, a file in
    the place of a folder and an unknown protocol.
    """
    problem = load("hanoi", discs=6, pegs=4, rule="cyclic")
    with pytest.raises(BadInput, match="already contains a store"):
        explore(problem, store=kept)
    with pytest.raises(BadInput, match="does not contain a store"):
        open_store(tmp_path / "other")
    with pytest.raises(BadInput, match="another problem"):
        again(kept, discs=7)
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(BadInput, match="file"):
        explore(problem, store=tmp_path / "file")
    with pytest.raises(BadInput, match="nowhere"):
        explore(problem, store="nowhere://at/all")


@pytest.mark.parametrize("remote", [False, True])
def test_one_driver_at_a_time(tmp_path: Path, remote: bool) -> None:
    """A second driver on one store is refused, even if the file system has no locks."""
    place = name_place() if remote else str(tmp_path / "kept")
    lock = StoreFolder(place).lock()
    with pytest.raises(BadInput, match="another process"):
        explore(load("hanoi", discs=3), store=place)
    lock.close()
    assert explore(load("hanoi", discs=3), store=place).complete


def test_other_processes_must_see_the_store() -> None:
    """A store in the memory of this process is refused if other processes must write to it."""
    with ThreadPoolExecutor(1) as threads, pytest.raises(BadInput, match="other processes"):
        explore(load("hanoi", discs=3), store=Store(name_place(), executor=threads))


def test_false_promises_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle that declares steps reversible that cannot be undone is refused when the store goes back."""
    monkeypatch.setattr(stored_layers, "SMALL_STATES", 8)
    walk = Walk([[1, 2], [2, 3], [3, 4, 5], [5], [5], [0]], frozenset({5}), wide=False, reversible=True)
    with pytest.raises(BadInput, match="cannot be undone"):
        explore(walk, store=name_place())


def test_disk_limits(tmp_path: Path) -> None:
    """The exploration stops before a layer that would exceed the disk limit, and the survey has the results so far;
    without the limit, the exploration can be resumed.
    """
    problem = load("tiles", rows=3, cols=3)
    found = explore(problem, store=Store(tmp_path / "kept", disk_limit=100_000))
    assert (found.limit, found.complete) == ("disk", False)
    assert "would need about" in found.note
    assert found.layers == explore(problem).layers[: len(found.layers)]
    assert open_store(tmp_path / "kept").size < 100_000
    assert explore(problem, store=Store(tmp_path / "kept", resume=True), hardest=False).complete


@pytest.mark.parametrize(
    "problem", [load("tiles", rows=2, cols=3), load("hanoi", discs=5, rule="cyclic"), load("klotski")]
)
def test_a_store_is_asked(tmp_path: Path, problem: Puzzle[Any, Any]) -> None:
    """A store answers queries for depths, plans, goals, hardest starts and tables."""
    limit = Limit(depth=20) if problem.name == "klotski" else None
    found = explore(problem, store=tmp_path / "kept", limit=limit)
    store = StoreReader(tmp_path / "kept")
    assert (store.layers, sum(store.goals), store.nearest_goal) == (found.layers, found.goals, found.nearest_goal)
    assert store.find_depth(problem.start) == 0
    for depth in (1, len(store.layers) // 2, len(store.layers) - 1):
        state = next(store.iterate_states(depth))
        plan = store.find_plan(state)
        assert store.find_depth(state) == len(plan) == depth
        assert problem.key(plan[-1].state) == problem.key(state)
        assert store.read_table(depth).num_rows == store.layers[depth]
    assert store.find_hardest() == found.hardest
    if found.goals:
        assert len(store.find_plan()) == solve(problem).cost == found.nearest_goal
        assert sum(1 for _goal in store.iterate_goals()) == found.goals
    with pytest.raises(BadInput, match="only layers 0 to"):
        store.read_table(10**6)


def test_many_small_layers_share_files(tmp_path: Path) -> None:
    """A space of 729 layers with one state each is stored in fewer than 20 files."""
    compare(load("hanoi", discs=6, rule="linear"), store=str(tmp_path / "kept"))
    assert len([path for path in (tmp_path / "kept").rglob("*") if path.is_file()]) < 20
    store = open_store(tmp_path / "kept")
    assert store.layers == [1] * 729
    assert len(store.find_plan()) == store.nearest_goal
    parquet = pytest.importorskip("pyarrow.parquet")
    tables = [parquet.read_table(path) for path in (tmp_path / "kept").glob("layer-*/*.parquet")]
    depths = sorted(depth for table in tables if "depth" in table.column_names for depth in table["depth"].to_pylist())
    assert depths == list(range(1, 729))


HUB = Walk([[node + 1 if node < 150 else 0, 0, (7 * node) % 150] for node in range(151)], frozenset({150}),
           wide=False, reversible=False)  # fmt: skip


def test_a_state_that_all_others_lead_to(monkeypatch: pytest.MonkeyPatch, cut_finely: None) -> None:
    """If the predecessors of a state do not fit into memory, they are written in several files."""
    del cut_finely
    monkeypatch.setattr(stored_layers.StoredLayers, "choose_room", lambda _self: 5)
    monkeypatch.setattr("langkah.engine.store.step_files.BLOCK_STEPS", 4)
    compare(HUB)


@pytest.mark.parametrize("damage", [False, True])
def test_the_search_against_the_steps_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: bool) -> None:
    """The backward search for the hardest starts can be resumed after an interruption; it uses the stored steps again,
    and refuses them if they are damaged.
    """
    commit, problem = stored_layers.StoredLayers.commit, load("hanoi", discs=5, rule="cyclic")
    whole: list[Survey] = []
    monkeypatch.setattr(stored_layers, "TOGETHER_SECONDS", 0.0)

    def die(self: Any, records: Any) -> None:
        if type(self).__name__ == "GoalLayers" and len(self.layers) > 20 and not whole:
            raise KeyboardInterrupt
        commit(self, records)

    monkeypatch.setattr(stored_layers.StoredLayers, "commit", die)
    found = explore(problem, store=tmp_path)
    assert (found.limit, found.hardest) == ("interrupt", None)
    whole.append(explore(problem))
    held_files.clear()
    [steps] = (tmp_path / "from-goals" / "steps").iterdir()
    if damage:
        content = bytearray(steps.read_bytes())
        content[-3] ^= 1
        steps.write_bytes(content)
        with pytest.raises(BadInput, match=steps.name):
            explore(problem, store=Store(tmp_path, resume=True))
        return
    found = explore(problem, store=Store(tmp_path, resume=True))
    assert (found.layers, found.hardest) == (whole[0].layers, whole[0].hardest)
    assert open_store(tmp_path).find_hardest() == found.hardest
    assert not list((tmp_path / "from-goals").glob("steps*"))


def test_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A layer can be read as an Arrow table and as a Polars frame; without Polars, the message says what to install."""
    problem = load("tiles", rows=2, cols=3)
    explore(problem, store=tmp_path)
    store = open_store(tmp_path)
    numbers = [problem.packed().pack(state) for state in store.iterate_states(9)]  # type: ignore[attr-defined]
    assert store.read_table(9)["state"].to_pylist() == numbers
    polars = SimpleNamespace(from_arrow=lambda table: ("a frame of", table))  # a stand-in, since Polars has 170 MB
    monkeypatch.setitem(sys.modules, "polars", polars)
    assert store.read_frame(9) == ("a frame of", store.read_table(9))
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(MissingExtra, match="pip install polars"):
        store.read_frame(9)


def test_states_that_are_not_there(tmp_path: Path) -> None:
    """A query is refused if the store does not contain the state or a goal, if it contains another problem, and if a
    user's puzzle is not named.
    """
    explore(load("tiles", rows=2, cols=3), store=tmp_path / "kept")
    store = open_store(tmp_path / "kept")
    odd = load("tiles", rows=2, cols=3, start=[2, 1, 3, 4, 5, 0]).start
    assert store.find_depth(odd) is None
    with pytest.raises(BadInput, match="does not contain that state"):
        store.find_plan(odd)
    with pytest.raises(BadInput, match="another problem"):
        open_store(tmp_path / "kept", load("hanoi"))
    walk = Walk([[1], [0]], frozenset(), wide=False, reversible=True)
    explore(walk, store=tmp_path / "own")
    with pytest.raises(BadInput, match="name the puzzle, too"):
        open_store(tmp_path / "own").find_depth(0)
    assert open_store(tmp_path / "own", walk).find_depth(1) == 1
    with pytest.raises(BadInput, match="does not contain a goal"):
        open_store(tmp_path / "own", walk).find_plan()


def test_executors_that_break_are_told(tmp_path: Path) -> None:
    """If the user's executor breaks, the run ends with a message, and can be resumed."""
    threads = ThreadPoolExecutor(1)

    class Broken(ThreadPoolExecutor):
        def submit(self, *_given: Any, **_more: Any) -> Any:
            from concurrent.futures import BrokenExecutor

            raise BrokenExecutor

    threads.shutdown()
    assert Workers(threads).renew() is False
    with Broken(1) as broken, pytest.raises(BadInput, match="continue with --resume"):
        explore(load("tiles", rows=3, cols=3), store=Store(tmp_path / "kept", executor=broken))
    assert (
        explore(load("tiles", rows=3, cols=3), store=Store(tmp_path / "kept", resume=True), hardest=False).states
        == 181440
    )


def test_the_command(langkah: Any, tmp_path: Path) -> None:
    """`explore` and `store` write, query and resume a store, and refuse options that exclude each other."""
    place = str(tmp_path / "kept")
    code, out, _err = langkah("explore", "tiles", "rows=2", "cols=3", "--store", place, "--json")
    assert (code, json.loads(out)["states"]) == (0, 360)
    code, out, _err = langkah("store", place, "--json", "--check")
    found = json.loads(out)
    assert {"problem", "layers", "states", "complete", "partitions", "bytes"} <= found.keys()
    files = list((tmp_path / "kept").rglob("*.parquet"))
    assert (code, found["complete"], found["checked"]) == (0, True, len(files))
    code, out, _err = langkah("store", place, "start=[1,2,3,0,4,5]", "--plan", "--json")
    assert json.loads(out)["state_depth"] == len(json.loads(out)["moves"]) == 11
    code, out, _err = langkah("store", place, "start=[1,2,3,0,4,5]", "--hardest")
    assert code == 0
    assert "11 steps from the start" in out
    assert "hardest starts: 1, at a distance of 21 steps" in out
    assert "360 states in layers 0 to" in langkah("store", place)[1]
    assert langkah("explore", "tiles", "rows=2", "cols=3", "--store", place)[0] == 2
    assert langkah("explore", "tiles", "rows=2", "cols=3", "--store", place, "--resume")[0] == 0
    for words in (["--workers", "2"], ["--store", place, "--disk", place], ["--store", place, "--cluster", "nowhere"]):
        assert langkah("explore", "tiles", *words)[0] == 2
    assert langkah("store", str(tmp_path / "nothing"))[0] == 2


def test_plans_in_the_documents(langkah: Any) -> None:
    """The command prints the plans of large explorations that `docs/cluster.md` shows."""
    text = (Path(__file__).parent.parent / "docs" / "cluster.md").read_text(encoding="utf-8")
    block = next(each for each in re.findall(r"^```console\n(.*?)^```", text, re.DOTALL | re.MULTILINE))
    shown = re.findall(r"^\$ langkah (.*)\n((?:[^$].*\n)+)", block, re.MULTILINE)
    assert len(shown) >= 4
    for command, output in shown:
        found = langkah(*command.split())[1]
        assert found.partition("method  ")[0] == output  # the methods listed next depend on the machine


def test_plans_on_paper(langkah: Any, tmp_path: Path) -> None:
    """`explore --plan` predicts the states and hours of an exploration, and the methods that it would use."""
    code, out, _err = langkah("explore", "tiles", "rows=4", "cols=4", "--plan", "--json", "--workers", "64")
    found = json.loads(out)
    assert code == 0
    assert found["states"] > 10**13
    assert found["hours"]["1"] > 50 * found["hours"]["64"] > 50 * found["hours"]["1600"] > 0
    assert 1 < found["growth"] < 3
    reasons = {way["name"]: way["why_not"] for way in found["ways"]}
    assert (reasons["compiled"], reasons["store"]) == ("", "no store was requested")
    assert "hours" in langkah("explore", "klotski", "--plan", "--limit-nodes", "1000")[1]
    assert langkah("explore", "mnk", "--plan")[0] == 2
    begun = langkah("explore", "klotski", "--plan", "--device", "cpu", "--limit-nodes", "1000")[1]
    assert "takes over if plain Python has not finished after 60,000 states" in begun
    assert "used first" in begun
    kept = langkah("explore", "klotski", "--plan", "--store", str(tmp_path / "kept"), "--limit-nodes", "1000")[1]
    assert ("chosen" in kept, "used first" in kept) == (True, False)
