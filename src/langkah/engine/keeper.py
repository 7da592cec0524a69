"""The files of an exploration in a folder or at an address: a header, a journal and a lock.

`store.json` describes the problem and the form of the store. `layers/000012.json` is a journal record; it is written
after all the files it names, and makes the layers from 12 on valid. The checksum in each record also covers the
checksum of the record before it, so that a changed, missing or swapped record is detected.
"""

import json
import shutil
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import Any

from langkah.engine.fingerprint import make_other_problem
from langkah.engine.folder_lock import FolderLock
from langkah.engine.store.folder import StoreFolder, compute_checksum, describe_disk_failure
from langkah.engine.store.problem_source import describe_source
from langkah.errors import BadInput
from langkah.language import N_, _
from langkah.model import Problem, Puzzle
from langkah.packed import Packed
from langkah.settings import make_unknown_name, quote_value, require_whole
from langkah.tracing import Stats, format_code

HEADER, FORMAT = "store.json", 2
LARGEST_RECORD_BYTES = 1 << 28  # limit for a header and for the record of a layer, which names each of its files
OLD_HEADER = "header.json"  # header of checkpoints in the old format, before stores
OVERFLOW = "langkah-layers"  # the subfolder for layers that do not fit into memory


KEEP = ("layers", "checkpoint", "overflow")
TASKS_NEED_LAYERS = N_("`workers`, `cluster` and `disk_limit` need a store of layers")
RESUME_NEEDS_STORE = N_("`resume` needs a checkpoint or a store of layers")


@dataclass(frozen=True, repr=False)
class Store:
    """Where an exploration stores its states, and which states it stores.

    `keep`: "layers" (all of them, in files that can be queried later), "checkpoint" (only what is needed to resume
    after a run was stopped or killed) or "overflow" (only what does not fit into memory, and only during the run). With
    `resume`, a run continues from the stored state, or starts if there is none.

    Tasks make the layers: in this process, in `workers` processes, in a Dask `cluster` (`tcp://host:8786`,
    `local:2`, `slurm:16`) or in an `executor` of concurrent.futures; each may use `memory` bytes, and the store
    `disk_limit` bytes. With a checkpoint, `overflow` is a folder for layers that do not fit into memory.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> explore(load("hanoi", discs=3), limit=Limit(depth=4), store=Store(folder, keep="checkpoint")).complete
    False
    >>> explore(load("hanoi", discs=3), store=Store(folder, keep="checkpoint", resume=True)).states
    27
    """

    path: str | Path
    _more: KW_ONLY
    keep: str = "layers"
    workers: int | None = None
    cluster: str = ""
    executor: Executor | None = None
    memory: int | None = None
    disk_limit: int | None = None
    resume: bool = False
    overflow: str | Path | None = None

    __repr__ = format_code

    def __post_init__(self) -> None:
        """Refuse contradictory options. The message puts option names in backticks, since the command line
        has other names for them.
        """
        about_tasks = (self.workers, self.cluster, self.executor, self.memory, self.disk_limit)
        if not str(self.path):
            raise BadInput(_("`path` must be a folder or an address"))
        if self.keep not in KEEP:
            raise make_unknown_name(_("Storage method"), self.keep, KEEP)
        if self.workers is not None:
            require_whole("`workers`", self.workers, 1)
        if self.cluster and (self.workers or self.executor is not None):
            raise BadInput(_("give either `workers` (processes on this machine) or `cluster`, not both"))
        if self.keep != "layers" and any(each not in (None, "") for each in about_tasks):
            raise BadInput(_(TASKS_NEED_LAYERS))
        if self.keep == "overflow" and self.resume:
            raise BadInput(_(RESUME_NEEDS_STORE))
        if self.overflow is not None and self.keep != "checkpoint":
            raise BadInput(_("`overflow` works only with a checkpoint, not with a store of layers"))


@dataclass(slots=True)
class StoreStats(Stats):
    """The progress of an exploration with a store, as passed to `progress`."""

    depth: int = 0  # depth of the layer in progress
    states: int = 0
    size: int = 0  # bytes used by the store
    rate: float = 0.0  # states per second in this run
    workers: int = 1
    link: str = ""  # link to Dask's dashboard, or the reason why there is none
    done: int = 0  # finished tasks of the layer
    tasks: int = 0
    skew: float = 1.0  # size of the largest partition of the last layer, relative to the average
    seconds_left: float | None = None  # time until the end, if the number of states is known


def read_kept_form(store: Store) -> str:
    """The form of the states in the checkpoint from which a run resumes; "" if there is none."""
    if not store.resume or store.keep != "checkpoint":
        return ""
    folder = StoreFolder(str(store.path))
    return str(read_header(folder)["keep"]) if folder.has(HEADER) else ""


class Keeper:
    """The folder of one exploration: locked, with a header and a journal.

    `keep` is the form of the stored states; `about` holds further fields of the header. With `resume`, the run
    continues from the stored state, or starts if there is none.
    """

    def __init__(
        self, address: str, keep: str, problem: Problem[Any, Any], packed: Packed[Any], *, resume: bool,
        about: dict[str, Any] | None = None, is_locked: bool = False,
    ) -> None:  # fmt: skip
        self.folder, self.keep, self.name = StoreFolder(address), keep, problem.name or repr(problem)
        if self.folder.is_local and self.folder.local.exists() and not self.folder.local.is_dir():
            raise BadInput(_("{path} is not a folder").format(path=self.folder.root))
        self.lock = None if is_locked else self.folder.lock()
        self.is_new = True  # whether the folder was empty
        try:
            self.header = self._open(describe_header(keep, problem, packed, about or {}), resume)
        except OSError as error:
            self.close()
            raise BadInput(describe_disk_failure(self.folder, error)) from None
        except BaseException:
            self.close()
            raise
        self.chain = str(self.header["sum"])  # the checksum of the last record, or of the header before the first

    def _open(self, mine: dict[str, Any], resume: bool) -> dict[str, Any]:
        """Write a new header, or read the existing one. Raises `BadInput` if the folder has other content, if a header
        exists although `resume` is not set, or if it describes another problem or another form of states.
        """
        path = self.folder.address
        self.is_new = not self.folder.has(HEADER)
        if self.is_new:
            self._check_old_checkpoint()
            if not self.folder.is_empty():
                text = _(
                    "{path} contains files that are not a store: choose an empty folder, or one that does not exist yet"
                )
                raise BadInput(text.format(path=path))
            self.folder.write(HEADER, seal(mine, "")[0], is_safe=True)
        elif not resume:
            text = _("{path} already contains a store: add --resume to continue it, or choose another folder")
            if self.keep != "layers":
                text = _("{path} already contains a checkpoint: add --resume to continue it, or choose another folder")
            raise BadInput(text.format(path=path))
        found = read_header(self.folder)
        if found["keep"] != self.keep:
            raise make_other_form(path, found["keep"], self.keep)
        if found["fingerprint"] != mine["fingerprint"]:
            raise make_other_problem(path, found.get("problem"), self.name)
        return found

    def _check_old_checkpoint(self) -> None:
        """Refuse a checkpoint in the format of an older version."""
        if not self.folder.has(OLD_HEADER):
            return
        try:
            version = json.loads(self.folder.read(OLD_HEADER, most=LARGEST_RECORD_BYTES))["langkah"]
        except (ValueError, TypeError, KeyError, RecursionError):
            return
        text = _("{path} contains a checkpoint in the format of version {theirs}, which this version cannot resume")
        raise BadInput(text.format(path=self.folder.address, theirs=quote_value(version)))

    @property
    def note(self) -> str:
        """The note about a run with `resume` that found nothing to resume."""
        return _("{path} contained nothing to resume, so this run started from the beginning").format(
            path=self.folder.address
        )

    def read_journal(self) -> Iterator[dict[str, Any]]:
        """All records in order. After the last one, `add_record` can continue the journal."""
        for record in read_journal(self.folder, self.header):
            self.chain = record["sum"]
            yield record

    def add_record(self, number: int, content: dict[str, Any], *, is_safe: bool = False) -> int:
        """Add a journal record that makes the layers from `number` on valid; returns its size in bytes. `is_safe`:
        flush it to disk.
        """
        data, checksum = seal(content, self.chain)
        size = self.folder.write(name_record(number), data, is_safe=is_safe)
        self.chain = checksum
        return size

    def close(self) -> None:
        """Unlock the folder."""
        if self.lock is not None:
            self.lock.close()


def describe_header(
    keep: str, problem: Problem[Any, Any], packed: Packed[Any], about: dict[str, Any]
) -> dict[str, Any]:
    """The header of a new store."""
    from langkah import __version__

    source = describe_source(problem, packed)
    origin: Any = [source.name, source.settings]
    try:
        json.dumps(origin)
    except (TypeError, ValueError):
        origin = ["", {}]
    reversible = isinstance(problem, Puzzle) and problem.reversible
    named = {"format": FORMAT, "langkah": __version__, "problem": problem.name or repr(problem), "origin": origin}
    shape = {"words": packed.words, "word_bits": packed.word_bits, "reversible": reversible}
    return {**named, "fingerprint": source.fingerprint, **shape, "keep": keep, **about}


def read_header(folder: StoreFolder) -> dict[str, Any]:
    """Read and check the header of a store. Raises `BadInput` if there is none, or if another version wrote it."""
    if not folder.has(HEADER):
        raise BadInput(_("{path} does not contain a store").format(path=folder.address))
    header = {"keep": "layers", **unseal(folder, HEADER, "")}
    if header.get("format") != FORMAT:
        text = _("{path} was written by version {theirs}, whose stores this version cannot read")
        raise BadInput(text.format(path=folder.join(HEADER), theirs=quote_value(header.get("langkah"))))
    return header


def read_journal(folder: StoreFolder, header: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All records of the journal in order. Raises an error if one of them is missing or damaged."""
    names = [name for name in folder.list_files("layers") if name.endswith(".json")]
    before, layers = header["sum"], 0
    for name in sorted(names, key=lambda name: (len(name), name)):
        if name != f"{layers:06}.json":
            raise BadInput(_("{path} is missing from the store").format(path=folder.join(name_record(layers))))
        record = unseal(folder, name_record(layers), before)
        yield record
        try:
            before, layers = record["sum"], layers + len(record["layers"])
        except (KeyError, TypeError):
            raise folder.make_damaged(name_record(layers)) from None


def name_record(number: int) -> str:
    """The file name of the journal record that begins with layer `number`."""
    return f"layers/{number:06}.json"


def seal(content: dict[str, Any], before: str) -> tuple[bytes, str]:
    """The bytes of a journal record, and its checksum. The checksum also covers `before`, the checksum of the previous
    record.

    The checksum is computed from the content as JSON returns it, where all keys are text.
    """
    content = json.loads(json.dumps(content))
    checksum = compute_checksum(before.encode(), json.dumps(content, sort_keys=True).encode())
    return json.dumps({**content, "sum": checksum}, indent=1).encode() + b"\n", checksum


def unseal(folder: StoreFolder, name: str, before: str) -> dict[str, Any]:
    """Read a sealed record. Raises an error if its checksum is wrong. The checksum also covers `before`, the checksum
    of the previous record.
    """
    try:
        found = json.loads(folder.read(name, most=LARGEST_RECORD_BYTES))
        content = {key: value for key, value in found.items() if key != "sum"}
        sealed = compute_checksum(before.encode(), json.dumps(content, sort_keys=True).encode())
    except (ValueError, AttributeError, RecursionError):
        raise folder.make_damaged(name) from None
    if found.get("sum") != sealed:
        raise folder.make_damaged(name)
    return dict(found)


def make_other_form(path: object, theirs: str, ours: str) -> BadInput:
    """The error for a folder whose states are stored in another form than this run would use."""
    text = _("{path} contains states stored as {theirs}, not as {ours}: resume with the options of the first run")
    return BadInput(text.format(path=path, theirs=theirs, ours=ours))


@contextmanager
def open_overflow(folder: Path) -> Iterator[Path]:
    """Make an empty subfolder of `folder` for layers that do not fit into memory. The folder `folder` is locked for
    this process. The subfolder is deleted at the end; if a killed run left one behind, it is deleted first.
    """
    lock, place = FolderLock(folder, make=True), folder / OVERFLOW
    try:
        shutil.rmtree(place, ignore_errors=True)
        try:
            place.mkdir()
        except OSError as error:
            raise BadInput(_("{path}: {why}").format(path=place, why=error.strerror)) from None
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)
        lock.close()
