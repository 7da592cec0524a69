"""Layers in files: a killed exploration can be resumed, an exploration can exceed the memory, and damaged files are
refused.
"""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from langkah import BadInput, Limit, Store, load
from langkah.engine import checkpoint as checkpoints
from langkah.engine import space
from langkah.engine.explore import explore
from langkah.engine.folder_lock import FolderLock
from langkah.engine.keeper import seal
from langkah.engine.spaces import stored_layers
from langkah.engine.store.folder import StoreFolder
from langkah.engine.store.reader import open_store
from langkah.engine.survey import Survey
from langkah.errors import MissingExtra
from tests.packed_graphs import Walk, walks

pytest.importorskip("numba")

COMMAND = [sys.executable, "-m", "langkah", "explore", "--json", "--threads", "1"]
SAME = ("states", "layers", "goals", "nearest_goal", "complete", "hardest")


def checkpoint(folder: Path, *, resume: bool = False) -> Store:
    """A store in `folder` that keeps checkpoints, from which an exploration can be resumed."""
    return Store(folder, keep="checkpoint", resume=resume)


def overflow(folder: Path) -> Store:
    """A store in `folder` for the layers that do not fit into memory."""
    return Store(folder, keep="overflow")


def told(survey: Survey) -> Survey:
    """The survey with fixed values in the fields that may differ between explorations in memory and in files."""
    return replace(survey, seconds=0.0, peak_memory=0, engine="", note="", hardest=None)


@pytest.mark.slow
@settings(max_examples=40)
@given(walks())
def test_disk_gives_the_same_numbers(tmp_path: Path, walk: Walk) -> None:
    """With almost no memory, an exploration on disk gives the same survey as an exploration in memory, for random
    graphs, directed or not, and a few states at a time.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("LEAST_STATES", 7), ("SMALL_STATES", 3)):
            patch.setattr(stored_layers, name, value)
        patch.setattr(space, "LEAST_STATES", 5)
        patch.setattr(space, "MOST_STATES", 5)
        found = explore(walk, store=overflow(tmp_path / "disk"), limit=Limit(memory=1))
    whole = explore(walk)
    assert found.engine == "disk" or found.states <= 5
    assert told(found) == told(whole)
    assert found.hardest == whole.hardest
    assert not list((tmp_path / "disk").glob("*"))


@pytest.mark.slow
@settings(max_examples=15)
@given(walks())
def test_disk_from_the_first_layers_on(tmp_path: Path, walk: Walk) -> None:
    """The survey is the same if the exploration moves to disk after the first states."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stored_layers, "LEAST_STATES", 3)
        patch.setattr(space, "LEAST_STATES", 1)
        patch.setattr(space, "MOST_STATES", 1)
        found = explore(walk, store=overflow(tmp_path / "disk"), limit=Limit(memory=1))
    whole = explore(walk)
    assert told(found) == told(whole)
    assert found.hardest == whole.hardest


def test_disk_of_a_game(tmp_path: Path) -> None:
    """Games explored on disk have the same layers and hardest starts as in memory, directed or not."""
    problem = load("hanoi", discs=7, pegs=4)
    found = explore(problem, store=overflow(tmp_path), limit=Limit(memory=1))
    assert found.engine == "disk"
    whole = explore(problem)
    assert (found.layers, found.hardest, found.note) == (whole.layers, whole.hardest, "")
    assert not list(tmp_path.iterdir())
    directed = load("hanoi", discs=8, rule="cyclic")
    found, whole = explore(directed, store=overflow(tmp_path), limit=Limit(memory=1)), explore(directed)
    assert (found.engine, found.layers, found.hardest, found.note) == ("disk", whole.layers, whole.hardest, "")


def test_what_disk_and_store_need(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exploration on disk needs no packages besides those of compiled code. A store of layers needs pyarrow; without
    it, the store is refused before anything is written.
    """
    for name in ("pyarrow", "pyarrow.parquet", "fsspec", "distributed"):
        monkeypatch.setitem(sys.modules, name, None)
    found = explore(load("hanoi", discs=7, pegs=4), store=overflow(tmp_path / "disk"), limit=Limit(memory=1))
    assert (found.engine, found.states, found.complete) == ("disk", 16384, True)
    with pytest.raises(MissingExtra, match=r"pyarrow.*pip install 'langkah\[cluster\]'"):
        explore(load("hanoi", discs=3), store=tmp_path / "store")
    assert not (tmp_path / "store").exists()


def test_what_a_killed_run_left_on_disk_goes(tmp_path: Path) -> None:
    """The next run in the folder deletes the layers of a killed run, and leaves all other files."""
    (tmp_path / "langkah-layers" / "layer-000003").mkdir(parents=True)
    (tmp_path / "langkah-layers" / "layer-000003" / "rest").write_bytes(b"half")
    (tmp_path / "mine.txt").write_text("keep", encoding="utf-8")
    assert explore(load("hanoi", discs=7, pegs=4), store=overflow(tmp_path), limit=Limit(memory=1)).complete
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_disk_of_wide_states(tmp_path: Path) -> None:
    """States of several words can be kept on disk."""
    problem = load("hanoi", discs=34, pegs=4)
    found = explore(problem, store=overflow(tmp_path), limit=Limit(memory=1, depth=20))
    assert found.engine == "disk"
    assert found.layers == explore(problem, limit=Limit(depth=20)).layers


WIDE_TOWERS = ["hanoi", "discs=34", "pegs=4", "--limit-depth", "9"]


@pytest.mark.parametrize("problem", [["hanoi", "discs=12"], pytest.param(WIDE_TOWERS, marks=pytest.mark.slow)])
def test_killed_runs_go_on(tmp_path: Path, problem: list[str]) -> None:
    """An exploration that is killed and resumed several times ends with the same results as an uninterrupted
    exploration.
    """
    folder = tmp_path / "kept"
    often = "import langkah.engine.checkpoint as c; c.ADD_SECONDS = c.ADD_SHARE = 0"
    script = f"{often}; from langkah.apps.cli.main import main; main()"
    words = [sys.executable, "-c", script, "explore", *problem, "--json", "--checkpoint", str(folder)]
    for moment in (0.0, 0.02, 0.1, 0.3):
        process = subprocess.Popen([*words, "--resume"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        size, began = journal_size(folder), time.monotonic()
        while journal_size(folder) == size and time.monotonic() - began < 30 and process.poll() is None:
            time.sleep(0.002)
        time.sleep(moment)
        process.send_signal(signal.SIGKILL)
        process.wait()
    done = subprocess.run([*words, "--resume"], capture_output=True, text=True, check=False)
    whole = subprocess.run([*COMMAND, *problem], capture_output=True, text=True, check=False)
    found, expected = json.loads(done.stdout), json.loads(whole.stdout)
    assert {name: found.get(name) for name in SAME} == {name: expected.get(name) for name in SAME}


def journal_size(folder: Path) -> int:
    """The number of records in a checkpoint folder, which shows the progress of the run."""
    return len(list((folder / "layers").glob("*.json")))


@settings(max_examples=25)
@given(walks())
def test_stopped_runs_go_on(tmp_path: Path, walk: Walk) -> None:
    """An exploration that limits stop several times, and that is resumed each time, ends with the same survey as an
    uninterrupted exploration.
    """
    folder = tmp_path / str(time.monotonic_ns())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(space, "LEAST_STATES", 1)
        patch.setattr(space, "MOST_STATES", 1)
        found = explore(walk, store=checkpoint(folder), limit=Limit(nodes=1))
        for nodes in (3, 8, 20, 10**6):
            found = explore(walk, store=checkpoint(folder, resume=True), limit=Limit(nodes=nodes))
    whole = explore(walk)
    assert told(found) == told(whole)
    assert found.hardest == whole.hardest


def keep_often(patch: pytest.MonkeyPatch) -> None:
    """Make explorations write to the checkpoint every few states."""
    for module, name, value in (
        (checkpoints, "ADD_SECONDS", 0),
        (checkpoints, "ADD_SHARE", 0),
        (space, "LEAST_STATES", 50),
    ):
        patch.setattr(module, name, value)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with the checkpoint of a small exploration that was stopped."""
    keep_often(monkeypatch)
    explore(load("hanoi", discs=6), store=checkpoint(tmp_path / "kept"), limit=Limit(nodes=300))
    return tmp_path / "kept"


def again(folder: Path, **more: Any) -> Survey:
    """Resume the exploration from the checkpoint in `folder`, and return the survey."""
    return explore(load("hanoi", {"discs": 6, **more}), store=checkpoint(folder, resume=True))


def test_resume(kept: Path) -> None:
    """A resumed exploration completes the state space; resuming a complete one gives the same number of states."""
    assert again(kept).states == again(kept).states == 729


def test_checkpoints_are_not_overwritten(kept: Path) -> None:
    """Without `resume`, a folder that contains a checkpoint is refused."""
    with pytest.raises(BadInput, match="already contains a checkpoint"):
        explore(load("hanoi", discs=6), store=checkpoint(kept))


@pytest.mark.parametrize("keep", ["checkpoint", "layers"])
def test_nothing_to_go_on_with(tmp_path: Path, keep: str) -> None:
    """With `resume`, an exploration in a folder without a checkpoint starts from the beginning and reports that,
    because an earlier exploration may have been killed before its first write. A folder with other files is refused and
    stays unchanged.
    """
    problem, folder = load("hanoi", discs=6), tmp_path / "kept"
    found = explore(problem, store=Store(folder, keep=keep, resume=True))
    assert (found.states, found.complete) == (729, True)
    assert "started from the beginning" in found.note
    assert explore(problem, store=Store(folder, keep=keep, resume=True)).note == ""
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(BadInput, match="files that are not a store"):
        explore(problem, store=Store(tmp_path, keep=keep, resume=True))
    assert (tmp_path / "mine.txt").read_text(encoding="utf-8") == "mine"


def test_checkpoints_of_the_last_version_are_refused(tmp_path: Path) -> None:
    """A checkpoint of an older format is refused with the version of Langkah that wrote it. A store of layers cannot be
    resumed as a checkpoint, and a checkpoint cannot be queried.
    """
    (tmp_path / "header.json").write_text('{"format": 3, "form": "layers", "langkah": "1.9.0"}', encoding="utf-8")
    with pytest.raises(BadInput, match=r"in the format of version '1\.9\.0', which this version cannot resume"):
        again(tmp_path)
    explore(load("hanoi", discs=3), store=tmp_path / "store")
    with pytest.raises(BadInput, match="stored as layers, not as checkpoint"):
        explore(load("hanoi", discs=3), store=checkpoint(tmp_path / "store", resume=True))
    explore(load("hanoi", discs=3), store=checkpoint(tmp_path / "kept"))
    with pytest.raises(BadInput, match="contains a checkpoint; only a store of layers can be queried"):
        open_store(tmp_path / "kept")


@pytest.mark.parametrize(
    ("keep", "more"),
    [
        ("checkpoint", {"workers": 2}),
        ("checkpoint", {"cluster": "local:2"}),
        ("overflow", {"disk_limit": 1}),
        ("overflow", {"resume": True}),
        ("layers", {"workers": 0}),
        ("layers", {"workers": 2, "cluster": "local:2"}),
        ("layers", {"overflow": "there"}),
        ("everything", {}),
    ],
)
def test_what_means_nothing_together_is_refused(tmp_path: Path, keep: str, more: dict[str, Any]) -> None:
    """Contradictory options of a store are refused before anything is written."""
    with pytest.raises(BadInput):
        Store(tmp_path / "kept", keep=keep, **more)
    with pytest.raises(BadInput, match="is not a problem"):
        explore("x", store=tmp_path / "kept")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="not on a GPU"):
        explore(load("hanoi", discs=3), store=tmp_path / "kept", device="gpu")
    assert not (tmp_path / "kept").exists()


def test_other_problems_are_refused(kept: Path) -> None:
    """The checkpoint of another problem is refused."""
    with pytest.raises(BadInput, match="another problem"):
        again(kept, rule="linear")


def test_other_versions_are_refused(kept: Path) -> None:
    """A checkpoint in the format of another version of Langkah is refused with the name of that version."""
    header = json.loads((kept / "store.json").read_text(encoding="utf-8"))
    del header["sum"]
    (kept / "store.json").write_bytes(seal({**header, "format": 1, "langkah": "0.0.1"}, "")[0])
    with pytest.raises(BadInput, match=r"version '0\.0\.1'"):
        again(kept)


@pytest.mark.parametrize("name", ["states/000000.bin", "layers/000000.json", "store.json"])
@pytest.mark.parametrize("place", [0, 0.3, 0.9])
def test_damaged_files_are_refused(kept: Path, name: str, place: float) -> None:
    """A checkpoint is refused if a single byte of its states, its records or its header has changed."""
    path = kept / name
    content = bytearray(path.read_bytes())
    content[int(len(content) * place)] ^= 0x15
    path.write_bytes(content)
    with pytest.raises(BadInput, match=r"damaged|another problem|version"):
        again(kept)


def test_short_files_are_refused(kept: Path) -> None:
    """A checkpoint with fewer states than its records promise is refused as damaged."""
    os.truncate(kept / "states" / "000000.bin", 100)
    with pytest.raises(BadInput, match="damaged"):
        again(kept)


def test_torn_additions_are_ignored(kept: Path) -> None:
    """Half-written files of a killed run are ignored."""
    layers = sum(len(json.loads(path.read_text())["layers"]) for path in (kept / "layers").iterdir())
    (kept / "states" / f"{layers:06}.bin").write_bytes(b"half a state")
    (kept / "layers" / ".0123456789abcdef.new").write_bytes(b'{"layers": [1, 2')
    assert again(kept).states == 729
    assert again(kept).complete


def test_a_checkpoint_larger_than_the_memory_is_not_called_damaged(tmp_path: Path) -> None:
    """If a checkpoint exceeds the memory limit, the message says how much memory it needs; with more memory, the
    exploration resumes.
    """
    problem = load("hanoi", discs=11)
    whole = explore(problem, store=checkpoint(tmp_path / "kept"), hardest=False)
    with pytest.raises(BadInput, match="contains 2 MB of states; their hash table needs"):
        explore(problem, store=checkpoint(tmp_path / "kept", resume=True), limit=Limit(memory=1))
    assert explore(problem, store=checkpoint(tmp_path / "kept", resume=True), hardest=False).layers == whole.layers


@pytest.mark.parametrize("discs", [6, 7])
def test_directed_spaces_go_on(tmp_path: Path, discs: int) -> None:
    """Both a complete and an incomplete checkpoint of a directed space can be resumed, with the same survey."""
    problem = load("hanoi", discs=discs, rule="cyclic")
    whole = explore(problem)
    for name, limit in (("done", None), ("cut", Limit(nodes=3**discs // 2))):
        explore(problem, store=checkpoint(tmp_path / name), limit=limit)
        found = explore(problem, store=checkpoint(tmp_path / name, resume=True))
        assert told(found) == told(whole)
        assert found.hardest == whole.hardest


def test_swapped_headers_are_refused(tmp_path: Path) -> None:
    """A checkpoint with the header of another problem is refused as damaged."""
    for discs in (5, 6):
        explore(load("hanoi", discs=discs), store=checkpoint(tmp_path / str(discs)))
    (tmp_path / "5" / "store.json").replace(tmp_path / "6" / "store.json")
    with pytest.raises(BadInput, match="damaged"):
        explore(load("hanoi", discs=5), store=checkpoint(tmp_path / "6", resume=True))


@pytest.mark.parametrize("how", ["checkpoint", "overflow"])
def test_a_folder_has_one_process_at_a_time(tmp_path: Path, how: str) -> None:
    """A second process in the same folder is refused, even if the system has no file locks."""
    problem = load("hanoi", discs=5)
    for hidden in (False, True):
        with pytest.MonkeyPatch.context() as patch:
            if hidden:
                patch.setitem(sys.modules, "fcntl", None)
            folder = tmp_path / str(hidden)
            lock = FolderLock(folder, make=True)
            with pytest.raises(BadInput, match="another process"):
                explore(problem, store=Store(folder, keep=how))
            lock.close()
            assert explore(problem, store=Store(folder, keep=how)).complete


@pytest.mark.parametrize("nodes", [None, 300])
def test_a_full_disk_loses_no_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nodes: int | None) -> None:
    """If the disk fills up, the survey has the results so far and reports that the disk is full."""
    keep_often(monkeypatch)
    calls, write = iter(range(100)), StoreFolder.write

    def fail(self: Any, name: str, *parts: Any, **more: Any) -> int:
        if next(calls) > 3:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(self, name, *parts, **more)

    monkeypatch.setattr(StoreFolder, "write", fail)
    found = explore(load("hanoi", discs=6), store=checkpoint(tmp_path / "kept"), limit=Limit(nodes=nodes))
    assert (found.limit, found.complete) == ("disk", False)
    assert found.states > 1
    assert "No space left" in found.note


@pytest.mark.parametrize("moment", [0, 1, 4])
def test_a_full_disk_under_layers_loses_no_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: int
) -> None:
    """If the disk fills up while an exploration moves its layers to disk, or later, the survey has the layers so far,
    and no files remain.
    """
    calls, write = iter(range(100)), StoreFolder.write

    def fail(self: Any, name: str, *parts: Any, **more: Any) -> int:
        if next(calls) >= moment:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(self, name, *parts, **more)

    monkeypatch.setattr(StoreFolder, "write", fail)
    found = explore(load("hanoi", discs=7, pegs=4), store=overflow(tmp_path / "disk"), limit=Limit(memory=1))
    assert (found.limit, found.complete) == ("disk", False)
    assert found.layers == explore(load("hanoi", discs=7, pegs=4)).layers[: len(found.layers)]
    assert "No space left" in found.note
    assert not list((tmp_path / "disk").iterdir())


def test_missing_and_foreign_files_are_named(kept: Path) -> None:
    """A missing file of a checkpoint, or a folder in the place of a file, is refused with its name; a file with other
    content is refused as damaged.
    """
    for name in ("states/000000.bin", "layers/000000.json"):
        content = (kept / name).read_bytes()
        (kept / name).unlink()
        with pytest.raises(BadInput, match=name):
            again(kept)
        (kept / name).mkdir()
        with pytest.raises(BadInput, match=name):
            again(kept)
        (kept / name).rmdir()
        (kept / name).write_bytes(content)
    sealed = json.loads((kept / "store.json").read_text(encoding="utf-8"))["sum"]
    foreign = {"layers": [1], "goals": 1, "steps": [], "done": 0, "file": "states/000000.bin", "checksum": ""}
    for path in sorted((kept / "layers").iterdir())[1:]:
        path.unlink()
    for text in (b"[]\n", seal(foreign, sealed)[0], b"[" * 5000 + b"\n"):
        (kept / "layers" / "000000.json").write_bytes(text)
        with pytest.raises(BadInput, match="damaged"):
            again(kept)


def test_a_folder_that_is_no_folder(tmp_path: Path) -> None:
    """A file in the place of the folder is refused with its name, for checkpoints and for layers on disk."""
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    for how in ("checkpoint", "overflow"):
        with pytest.raises(BadInput, match="file"):
            explore(load("hanoi", discs=4), store=Store(tmp_path / "file", keep=how))


@pytest.mark.slow
def test_the_memory_limit_holds_on_disk(tmp_path: Path) -> None:
    """The peak memory of an exploration on disk stays below the limit, with the interpreter, NumPy, machine code and
    mapped files included.
    """

    def measure_peak(discs: int, memory: int) -> int:
        rest = ["hanoi", f"discs={discs}", "pegs=4", "--disk", str(tmp_path / "disk"), "--memory", str(memory)]
        found = json.loads(subprocess.run([*COMMAND, *rest], capture_output=True, check=True, text=True).stdout)
        assert (found["engine"], found["states"]) == ("disk", 4**discs)
        return int(found["peak_memory"])

    measure_peak(7, 1)  # compiles
    memory = measure_peak(7, 1) + (5 << 20)
    measure_peak(8, memory)  # compiles what only larger spaces need
    assert measure_peak(10, memory) <= memory
