"""Stores leave other files alone, keep their limits, answer only for states of their own problem, and report failures
of other systems in one line.
"""

import json
import sys
import time
import types
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from langkah import BadInput, Limit, Store, explore, load
from langkah.engine.store import folder as store_folder
from langkah.engine.store import workers
from langkah.engine.store.folder import LOCK, RemoteLock, StoreFolder
from langkah.engine.store.reader import open_store
from langkah.tasks.context import Context
from langkah.tasks.store import StoreRequest, ask_store
from tests.test_engine_store import forget_files, name_place
from tests.test_engine_store_faults import OWN

pytest.importorskip("numba")
pytest.importorskip("pyarrow")
assert forget_files  # a fixture, used by every test here

CYCLIC = {"discs": 6, "pegs": 4, "rule": "cyclic"}
Command = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize("name", ["seen-birds", "notes.txt", ".hidden"])
def test_folders_of_others_are_left_alone(tmp_path: Path, name: str) -> None:
    """A folder with other files is refused and stays unchanged; another file in a store's folder survives when the
    exploration is resumed.
    """
    (tmp_path / name).write_text("mine", encoding="utf-8")
    with pytest.raises(BadInput, match="are not a store"):
        explore(load("hanoi", discs=3), store=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    kept = tmp_path / "kept"
    assert not explore(load("hanoi", **CYCLIC), store=kept, limit=Limit(depth=20)).complete
    (kept / name).write_text("mine", encoding="utf-8")
    assert explore(load("hanoi", **CYCLIC), store=Store(kept, resume=True)).complete
    assert (kept / name).read_text(encoding="utf-8") == "mine"


def test_a_killed_beginning_can_begin_again(tmp_path: Path) -> None:
    """A folder that contains only a half-written file of a killed run is accepted."""
    (tmp_path / ".0123456789abcdef.new").write_bytes(b"half")
    assert explore(load("hanoi", discs=3), store=tmp_path).complete


def test_workers_elsewhere_find_a_relative_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers get the path of a store in absolute form, because they may have started in another folder."""
    monkeypatch.chdir(tmp_path)
    assert StoreFolder("kept").whole_address == str(tmp_path / "kept")
    assert StoreFolder("memory://kept").whole_address == "memory://kept"


@pytest.mark.parametrize(
    ("settings", "depth"),
    [
        ({"start": [[], [], [4, 3, 2, 1]]}, 15),
        ({"start": [[4, 3, 2, 1], [], []]}, 0),
        ({"discs": 4}, None),
        ({"discs": 3}, "another problem"),
        ({"discs": 3, "start": [[], [], [3, 2, 1]]}, "another problem"),
        ({"rule": "cyclic"}, "another problem"),
    ],
)
def test_only_states_of_the_problem_are_answered_for(settings: dict[str, Any], depth: Any) -> None:
    """The settings in a query may give a state as `start`, or repeat settings of the store; settings that change the
    problem are refused.
    """
    place = name_place()
    explore(load("hanoi", discs=4), store=place)
    if isinstance(depth, str):
        with pytest.raises(BadInput, match=depth):
            ask_store(StoreRequest(place, settings=settings), Context())
    else:
        assert ask_store(StoreRequest(place, settings=settings), Context()).depth == depth


@pytest.mark.parametrize("state", [(2, 2, 2), (2, 2, 2, 9), [2, 2, 2, 2], "abcd", None, 7])
def test_what_is_no_state_is_refused(state: Any) -> None:
    """A query about a value that is not a state of the problem is refused."""
    place = name_place()
    explore(load("hanoi", discs=4), store=place)
    for ask in (open_store(place).find_depth, open_store(place).find_plan):
        if state is not None or ask.__name__ == "find_depth":
            with pytest.raises(BadInput, match="is not a state of 'hanoi discs=4'"):
                ask(state)


def test_own_puzzles_are_asked_with_the_settings_that_they_had(tmp_path: Path) -> None:
    """A store keeps the settings of a user's puzzle, so a query needs only the file's name; other settings, and a query
    without the file's name, are refused.
    """
    (tmp_path / "ring.py").write_text(OWN, encoding="utf-8")
    name, place = f"{tmp_path}/ring.py:Ring", str(tmp_path / "kept")
    found = explore(load(name, size=300), store=place)
    for settings in ({}, {"size": 300}):
        answer = ask_store(StoreRequest(place, name, settings, plan=True), Context())
        assert answer.plan is not None
        assert len(answer.plan) == found.nearest_goal
    with pytest.raises(BadInput, match="another problem"):
        ask_store(StoreRequest(place, name, {"size": 400}), Context())
    with pytest.raises(BadInput, match="name the puzzle, too"):
        ask_store(StoreRequest(place, plan=True), Context())


def test_a_puzzle_that_was_edited_is_told_so(tmp_path: Path) -> None:
    """If the file of a puzzle was edited, its stores and checkpoints can be neither queried nor resumed."""
    path = tmp_path / "ring.py"
    path.write_text(OWN, encoding="utf-8")
    name, place, checkpoint = f"{path}:Ring", str(tmp_path / "kept"), tmp_path / "checkpoint"
    explore(load(name, size=300), store=place)
    explore(load(name, size=300), store=Store(checkpoint, keep="checkpoint"))
    path.write_text(OWN.replace("+ 1", "+ 3"), encoding="utf-8")
    edited = load(name, size=300)
    for ask in (
        lambda: open_store(place, edited),
        lambda: explore(edited, store=Store(place, resume=True)),
        lambda: explore(edited, store=Store(checkpoint, keep="checkpoint", resume=True)),
    ):
        with pytest.raises(BadInput, match=r"another version of .*, which has been edited since"):
            ask()


@pytest.mark.parametrize("problem", [load("tiles"), load("hanoi", discs=6, rule="cyclic")])
def test_the_whole_store_keeps_to_its_limit(tmp_path: Path, problem: Any) -> None:
    """All files of a store stay within the disk limit, including records, the search from the goals and the steps of a
    directed space.
    """
    stopped = 0
    for limit in (60_000, 120_000, 900_000, 1_300_000):
        found = explore(problem, store=Store(tmp_path / str(limit), disk_limit=limit))
        there = sum(path.stat().st_size for path in (tmp_path / str(limit)).rglob("*") if path.is_file())
        assert there <= limit
        if found.limit == "disk" or found.hardest is None:
            assert "KB" in found.note or "MB" in found.note
            stopped += 1
    assert stopped


def test_a_limit_on_memory_that_nobody_can_keep(tmp_path: Path) -> None:
    """A memory limit below the needs of a worker is refused, and no folder is made."""
    with pytest.raises(BadInput, match=r"a worker needs at least 17\d MB of memory, but its limit is 50\.0 MB"):
        explore(load("tiles"), store=tmp_path / "kept", limit=Limit(memory=50_000_000))
    assert not (tmp_path / "kept").exists()


def test_the_expected_end_knows_parity(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tiles, the progress reports predict exactly half of all boards as the number of states, because the other
    half cannot be reached.
    """
    monkeypatch.setattr("langkah.engine.spaces.stored_layers.SMALL_STATES", 64)
    told: list[Any] = []
    explore(load("tiles"), store=name_place(), hardest=False, progress=lambda now: told.append(replace(now)))
    left = [now.states + now.seconds_left * now.rate for now in told if now.seconds_left is not None]
    assert left
    assert all(abs(total - 181_440) < 1 for total in left)


@pytest.mark.parametrize("rule", ["free", "cyclic"])
def test_checking_reads_every_file(tmp_path: Path, rule: str) -> None:
    """`check` refuses damage in any file, including those of earlier layers and of the search from the goals."""
    explore(load("hanoi", discs=5, rule=rule), store=tmp_path)
    files = sorted(tmp_path.rglob("*.parquet"))
    assert {path.parts[len(tmp_path.parts)].partition("-")[0] for path in files} >= {"layer", "from"}
    assert open_store(tmp_path).check() == len(files)
    for path in files:
        whole = path.read_bytes()
        path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
        with pytest.raises(BadInput, match=path.name):
            open_store(tmp_path).check()
        path.write_bytes(whole)


def test_hardest_starts_that_nobody_looked_for(tmp_path: Path, langkah: Command) -> None:
    """If an exploration did not look for the hardest starts, the store answers that they are not known."""
    explore(load("hanoi", discs=3), store=tmp_path / "kept", hardest=False)
    assert "are not known" in langkah("store", str(tmp_path / "kept"), "--hardest")[1]
    assert json.loads(langkah("store", str(tmp_path / "kept"), "--hardest", "--json")[1])["hardest"] is None


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--store", ""], "--store must be a folder or an address"),
        (["--store", "kept", "--workers", "0"], "at least 1"),
        (["--disk-limit", "1K"], "need a store"),
    ],
)
def test_options_that_mean_nothing(langkah: Command, words: list[str], why: str) -> None:
    """Options without a sensible meaning are refused with a message."""
    code, _out, err = langkah("explore", "hanoi", *words)
    assert (code, why in err) == (2, True)


def test_stopped_before_anything_was_counted(tmp_path: Path, langkah: Command) -> None:
    """An exploration that stops almost at once gives a complete JSON answer with its limit."""
    words = ["explore", "tiles", "--store", str(tmp_path / "kept"), "--limit-seconds", "0.0001"]
    code, out, _err = langkah(*words, "--json")
    found = json.loads(out)
    assert (code, found["limit"], found["complete"]) == (4, "seconds", False)
    assert sum(found["layers"]) == found["states"]


class _Unreachable(Exception):
    """Stands for an error that the library of an object store raises."""


class _Files:
    """A file system in which every operation fails while `down` is true."""

    protocol = "far"

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self.down = False

    def _ask(self) -> None:
        if self.down:
            raise _Unreachable("no such bucket")

    def cat_file(self, name: str, start: int | None = None, end: int | None = None) -> bytes:
        self._ask()
        if name not in self.kept:
            raise FileNotFoundError(name)
        return self.kept[name][start:end]

    def pipe_file(self, name: str, content: bytes) -> None:
        self._ask()
        self.kept[name] = content

    def ls(self, place: str, detail: bool = True) -> list[dict[str, Any]]:
        del place, detail
        self._ask()
        return [{"name": name, "size": len(content), "type": "file"} for name, content in self.kept.items()]

    def glob(self, pattern: str) -> list[str]:
        del pattern
        self._ask()
        return list(self.kept)

    def exists(self, name: str) -> bool:
        self._ask()
        return name in self.kept

    def rm(self, name: str, recursive: bool = False) -> None:
        del recursive
        self._ask()
        del self.kept[name]

    def invalidate_cache(self) -> None:
        """Do nothing: this file system has no cache."""


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> tuple[StoreFolder, _Files]:
    """A store folder in a simulated object store, and the file system of that object store."""
    files = _Files()
    monkeypatch.setattr("fsspec.core.url_to_fs", lambda address: (files, address.partition("://")[2]))
    return StoreFolder("far://bucket/space"), files


def test_an_object_store_that_does_not_answer(far: tuple[StoreFolder, _Files]) -> None:
    """If an object store fails, every operation on the folder is refused with the message of the object store's
    library.
    """
    folder, files = far
    files.down = True
    with pytest.raises(BadInput, match="far://bucket/space: no such bucket"):
        explore(load("hanoi", discs=3), store=folder.address)
    asked: list[Callable[[], object]] = [
        lambda: folder.read("store.json"),
        lambda: folder.write("store.json", b"{}"),
        lambda: folder.list_files(),
        lambda: folder.find_names("seen-*"),
        lambda: folder.has("store.json"),
        lambda: folder.remove("store.json"),
    ]
    for ask in asked:
        with pytest.raises(BadInput, match="no such bucket"):
            ask()


def test_a_driver_that_slept_finds_another_in_its_place(
    far: tuple[StoreFolder, _Files], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A driver's sign of life is repeated after a failure of the object store. If another driver has taken the lock,
    the driver stops and leaves the lock of the other unchanged.
    """
    folder, files = far
    monkeypatch.setattr(store_folder, "BEAT_SECONDS", 0.01)
    lock = RemoteLock(folder)
    files.down = True
    time.sleep(0.1)
    with pytest.raises(BadInput, match="no such bucket"):
        lock.check()
    files.down = False
    lock.check()
    theirs = json.dumps({"token": "another", "host": "elsewhere", "time": time.time()}).encode()
    folder.write(LOCK, theirs)
    time.sleep(0.1)
    with pytest.raises(BadInput, match="in use by another process, on elsewhere"):
        lock.check()
    lock.close()
    assert folder.read(LOCK) == theirs
    files.kept["bucket/space/" + LOCK] = b"not json"
    with pytest.raises(BadInput, match="damaged"):
        RemoteLock(folder)


def test_batch_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch system without `sbatch` is refused, and errors of the batch system are reported; if no memory is given, a
    job requests 1024 MiB.
    """
    asked: list[dict[str, Any]] = []

    class Cluster:
        def __init__(self, **options: Any) -> None:
            asked.append(options)

        def scale(self, count: int) -> None:
            raise ValueError(f"no queue for {count}")

    module = types.ModuleType("dask_jobqueue")
    module.__spec__ = types.SimpleNamespace(name="dask_jobqueue")  # type: ignore[assignment]
    module.SLURMCluster = Cluster  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "dask_jobqueue", module)
    with pytest.raises(BadInput, match="needs sbatch, which is not installed here"):
        workers.open_workers(cluster="slurm:2")
    monkeypatch.setattr("shutil.which", lambda command: f"/bin/{command}")
    with pytest.raises(BadInput, match="--cluster slurm: no queue for 2"):
        workers.open_workers(cluster="slurm:2")
    assert asked == [{"cores": 1, "processes": 1, "memory": "1024MiB"}]
