"""What an exploration keeps in a folder or at an address: one header, one journal, one lock, one rule for going on.

`store.json` says which problem it is and how it is kept; `layers/000012.json` is a record of the journal, written when
all that it speaks of is there, and makes the layers from 12 on count. Each carries a checksum over itself and over the
one before, so that none can be changed, lost or swapped unnoticed.
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
LARGEST_RECORD_BYTES = 1 << 28  # of a header or of the record of a layer, which names each of its files
OLD_HEADER = "header.json"  # of checkpoints before they had the form of a store
OVERFLOW = "langkah-layers"  # the folder in the one that was given, where layers go that fit into no memory


KEEP = ("layers", "checkpoint", "overflow")
TASKS_NEED_LAYERS = N_("`workers`, `cluster` and `disk_limit` need a store of layers")
RESUME_NEEDS_STORE = N_("`resume` needs a checkpoint or a store of layers")


@dataclass(frozen=True, repr=False)
class Store:
    """Where an exploration keeps its states, and what it keeps.

    `keep`: "layers" (all of them, in files that can be asked later), "checkpoint" (what is needed to go on after a run
    was stopped or killed) or "overflow" (only what fits into no memory, and only as long as the run takes). With
    `resume` a run goes on with what is kept, and begins where nothing is kept yet.

    Layers are made by tasks: in this process, in so many `workers`, in a Dask `cluster` (`tcp://host:8786`, `local:2`,
    `slurm:16`) or in an `executor` of concurrent.futures; each may hold `memory` bytes, and the store `disk_limit`
    bytes. A checkpoint may have a folder for its `overflow`.

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
        """Refuse what means nothing together. Names stand in backticks: the command line has others for them."""
        about_tasks = (self.workers, self.cluster, self.executor, self.memory, self.disk_limit)
        if not str(self.path):
            raise BadInput(_("`path` needs a folder or an address"))
        if self.keep not in KEEP:
            raise make_unknown_name(_("Way to keep states"), self.keep, KEEP)
        if self.workers is not None:
            require_whole("`workers`", self.workers, 1)
        if self.cluster and (self.workers or self.executor is not None):
            raise BadInput(_("`workers` starts processes here, `cluster` uses a cluster: give one of them"))
        if self.keep != "layers" and any(each not in (None, "") for each in about_tasks):
            raise BadInput(_(TASKS_NEED_LAYERS))
        if self.keep == "overflow" and self.resume:
            raise BadInput(_(RESUME_NEEDS_STORE))
        if self.overflow is not None and self.keep != "checkpoint":
            raise BadInput(_("`overflow` goes with a checkpoint only"))


@dataclass(slots=True)
class StoreStats(Stats):
    """How far an exploration with a store has come: what its `progress` hears."""

    depth: int = 0  # of the layer that is made
    states: int = 0
    size: int = 0  # bytes that the store holds
    rate: float = 0.0  # states a second, since this run began
    workers: int = 1
    link: str = ""  # of Dask's dashboard, or why there is none
    done: int = 0  # tasks of the layer
    tasks: int = 0
    skew: float = 1.0  # the largest partition of the last layer, compared with the average
    seconds_left: float | None = None  # until all is done, where it is known how many states there are


def read_kept_form(store: Store) -> str:
    """How the states are kept that a run goes on with; "" where nothing is kept yet."""
    if not store.resume or store.keep != "checkpoint":
        return ""
    folder = StoreFolder(str(store.path))
    return str(read_header(folder)["keep"]) if folder.has(HEADER) else ""


class Keeper:
    """The folder of one exploration: locked, with a header that says of what, and with its journal.

    `keep` says how states are kept; `about` is what else the header says of that. With `resume` it goes on with what is
    kept, and begins where nothing is kept yet.
    """

    def __init__(
        self, address: str, keep: str, problem: Problem[Any, Any], packed: Packed[Any], *, resume: bool,
        about: dict[str, Any] | None = None, is_locked: bool = False,
    ) -> None:  # fmt: skip
        self.folder, self.keep, self.name = StoreFolder(address), keep, problem.name or repr(problem)
        if self.folder.is_local and self.folder.local.exists() and not self.folder.local.is_dir():
            raise BadInput(_("{path} is no folder").format(path=self.folder.root))
        self.lock = None if is_locked else self.folder.lock()
        self.is_new = True  # whether nothing was kept yet
        try:
            self.header = self._open(describe_header(keep, problem, packed, about or {}), resume)
        except OSError as error:
            self.close()
            raise BadInput(describe_disk_failure(self.folder, error)) from None
        except BaseException:
            self.close()
            raise
        self.chain = str(self.header["sum"])  # the checksum of the last record; before the first, of the header

    def _open(self, mine: dict[str, Any], resume: bool) -> dict[str, Any]:
        """The header: a new one, or the one that is there, of the same problem."""
        path = self.folder.address
        self.is_new = not self.folder.has(HEADER)
        if self.is_new:
            self._check_old_checkpoint()
            if not self.folder.is_empty():
                text = _("{path} holds files that are no store: choose an empty folder, or one that is not there yet")
                raise BadInput(text.format(path=path))
            self.folder.write(HEADER, seal(mine, "")[0], is_safe=True)
        elif not resume:
            text = _("{path} holds a store already: add --resume to go on with it, or choose another folder")
            if self.keep != "layers":
                text = _("{path} holds a checkpoint already: add --resume to go on with it, or choose another folder")
            raise BadInput(text.format(path=path))
        found = read_header(self.folder)
        if found["keep"] != self.keep:
            raise make_other_form(path, found["keep"], self.keep)
        if found["fingerprint"] != mine["fingerprint"]:
            raise make_other_problem(path, found.get("problem"), self.name)
        return found

    def _check_old_checkpoint(self) -> None:
        """Refuse a checkpoint of a version that kept them in another way."""
        if not self.folder.has(OLD_HEADER):
            return
        try:
            version = json.loads(self.folder.read(OLD_HEADER, most=LARGEST_RECORD_BYTES))["langkah"]
        except (ValueError, TypeError, KeyError, RecursionError):
            return
        text = _("{path} has a checkpoint in the form of earlier versions ({theirs}): this one cannot go on with it")
        raise BadInput(text.format(path=self.folder.address, theirs=quote_value(version)))

    @property
    def note(self) -> str:
        """What to say of a run that was to go on, where nothing was kept."""
        return _("{path} held nothing to go on with yet: this run has begun it").format(path=self.folder.address)

    def read_journal(self) -> Iterator[dict[str, Any]]:
        """All records that count, in order; what is added comes behind them."""
        for record in read_journal(self.folder, self.header):
            self.chain = record["sum"]
            yield record

    def add_record(self, number: int, content: dict[str, Any], *, is_safe: bool = False) -> int:
        """Make layers count, from that number on; how many bytes that takes."""
        data, checksum = seal(content, self.chain)
        size = self.folder.write(name_record(number), data, is_safe=is_safe)
        self.chain = checksum
        return size

    def close(self) -> None:
        """Let others work in the folder."""
        if self.lock is not None:
            self.lock.close()


def describe_header(
    keep: str, problem: Problem[Any, Any], packed: Packed[Any], about: dict[str, Any]
) -> dict[str, Any]:
    """What a store says of itself."""
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
    """What a store says of its problem."""
    if not folder.has(HEADER):
        raise BadInput(_("{path} holds no store").format(path=folder.address))
    header = {"keep": "layers", **unseal(folder, HEADER, "")}
    if header.get("format") != FORMAT:
        text = _("{path} was written by version {theirs}, whose stores this version cannot read")
        raise BadInput(text.format(path=folder.join(HEADER), theirs=quote_value(header.get("langkah"))))
    return header


def read_journal(folder: StoreFolder, header: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All records that count, in order."""
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
    """The record of a layer."""
    return f"layers/{number:06}.json"


def seal(content: dict[str, Any], before: str) -> tuple[bytes, str]:
    """What to write, and its checksum: of what will be read, where names in settings are no numbers any more."""
    content = json.loads(json.dumps(content))
    checksum = compute_checksum(before.encode(), json.dumps(content, sort_keys=True).encode())
    return json.dumps({**content, "sum": checksum}, indent=1).encode() + b"\n", checksum


def unseal(folder: StoreFolder, name: str, before: str) -> dict[str, Any]:
    """A record that was sealed after the one with that checksum."""
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
    """The error for what is kept in another way."""
    text = _("{path} is kept as {theirs}, not as {ours}: go on as it was begun")
    return BadInput(text.format(path=path, theirs=theirs, ours=ours))


@contextmanager
def open_overflow(folder: Path) -> Iterator[Path]:
    """An empty folder in one that no other process works in. It is gone afterwards, as is what a killed run left."""
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
