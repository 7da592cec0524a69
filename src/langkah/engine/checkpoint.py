"""Whole layers kept in a folder, so that an exploration that was killed can go on.

`states.bin` holds the states of all layers, one after the other; `journal` has one line for each addition, written
only after the states are safely on disk. Each line carries a checksum over the states it adds and over the line before,
and over the header, so nothing can be changed, lost or swapped unnoticed. What a killed run leaves behind the last
whole line is ignored and overwritten. `header.json` says which problem it is: another problem or another version is
refused, and so is a second process.
"""

import hashlib
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from langkah.engine import layout as at
from langkah.engine.fingerprint import compute_fingerprint
from langkah.engine.folder_lock import FolderLock
from langkah.engine.space import OutOfMemory, Space
from langkah.errors import BadInput
from langkah.language import _, format_number
from langkah.packed import Packed
from langkah.settings import quote_value

EVERY = 1.0  # seconds between two additions, about
FORMAT = 3


class CheckpointFolder:
    """The folder of one exploration: locked, and with a header that says of what. `form` says how states are kept."""

    form = ""

    def __init__(self, folder: Path, name: str, packed: Packed[Any], *, resume: bool) -> None:
        from langkah import __version__

        self.folder, self.name, self.packed, self.header = folder, name, packed, folder / "header.json"
        self.failure = ""  # why the folder can no longer be written
        shape = (
            packed.start,
            packed.words,
            packed.word_bits,
            packed.branching,
            packed.expand,
            packed.goal,
            list(packed.data),
        )
        self.identity: dict[str, Any] = {"format": FORMAT, "form": self.form, "langkah": __version__, "problem": name}
        self.identity["fingerprint"] = compute_fingerprint(*shape)
        self.found: dict[str, Any] = {}  # the header that is there
        self.lock = FolderLock(folder, make=not resume)
        try:
            with self.naming_folder():
                if not resume:
                    self.create()
                self._check_header()
        except BaseException:
            self.close()
            raise

    @contextmanager
    def naming_folder(self) -> Iterator[None]:
        """Name the folder where the system refuses something."""
        try:
            yield
        except OSError as error:
            raise BadInput(_("{path}: {why}").format(path=error.filename or self.folder, why=error.strerror)) from None

    def close(self) -> None:
        """Let others work in the folder."""
        self.lock.close()

    def create(self) -> None:
        """A new checkpoint in a folder that has none yet."""
        if self.header.exists():
            text = _("{path} holds a checkpoint already: add --resume to go on with it, or choose another folder")
            raise BadInput(text.format(path=self.folder))
        replace_safely(self.header, json.dumps(self.identity).encode())

    def _check_header(self) -> None:
        """Refuse a checkpoint of something else."""
        if not self.header.exists():
            raise BadInput(_("{path} holds no checkpoint; leave --resume out to begin one").format(path=self.folder))
        try:
            found = json.loads(self.header.read_text(encoding="utf-8"))
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or "fingerprint" not in found:
            raise self.make_damaged("header.json")
        mine, self.found = self.identity, found
        if any(found.get(each) != mine[each] for each in ("format", "form", "langkah")):
            text = _("{path} was written by version {theirs}; this is version {ours}, which cannot go on with it")
            raise BadInput(
                text.format(path=self.folder, theirs=quote_value(found.get("langkah")), ours=mine["langkah"])
            )
        if found["fingerprint"] != mine["fingerprint"]:
            text = _("{path} is the checkpoint of another problem: {theirs}, not {ours}")
            raise BadInput(
                text.format(path=self.folder, theirs=quote_value(found.get("problem")), ours=quote_value(self.name))
            )

    def make_damaged(self, name: str) -> BadInput:
        """The error for a file that is not what was written."""
        text = _("{path} is damaged and cannot be used; delete the folder {folder} and begin again")
        return BadInput(text.format(path=self.folder / name, folder=self.folder))

    def note_failure(self, error: OSError) -> bool:
        """The folder can no longer be written: what was found so far is all that can be told."""
        self.failure = _("{path}: {why}").format(path=self.folder, why=error.strerror)
        return False


class Checkpoint(CheckpointFolder):
    """Whole layers of states."""

    form = "layers"

    def __init__(self, folder: Path, name: str, packed: Packed[Any], *, resume: bool) -> None:
        self.journal, self.states = folder / "journal", folder / "states.bin"
        self.layers = 0  # layers whose ends are written
        self.written = 0  # states that are written
        self.done = False  # whether that is all there is
        self.last = time.monotonic()
        super().__init__(folder, name, packed, resume=resume)
        self.chain = json.dumps(self.identity)  # the checksum of the last line; before the first, the header

    def create(self) -> None:
        """A new checkpoint, with nothing in it."""
        if not self.header.exists():
            self.states.write_bytes(b"")
            self.journal.write_bytes(b"")
        super().create()

    def _make_too_large(self, size: int) -> BadInput:
        """What to say about a checkpoint that does not fit into the memory that may be used."""
        text = _(
            "the checkpoint in {folder} holds {size} MB of states, and their table takes two to four times as much"
        )
        more = _("Give it more: --memory, as in --memory 4G.")
        return BadInput(text.format(folder=self.folder, size=format_number(-(-size >> 20))), more)

    def add(self, space: Space, *, done: bool, due: bool = False) -> bool:
        """Append all layers that have become whole: when it is time for that, and at the end. False: it failed."""
        now = space.now
        depth, end = now[at.DEPTH], now[at.END]
        if self.failure or self.done:
            return not self.failure
        if not done and (end == self.written or not (due or time.monotonic() - self.last >= EVERY)):
            return True
        ends = [*space.ends.read(0, depth), end][self.layers :]
        goals, steps = (each.read(max(self.layers - 1, 0), depth + int(done)) for each in (space.goals, space.steps))
        width = 8 * space.words
        data = memoryview(space.states.map)[self.written * width : end * width]
        line: dict[str, Any] = {"ends": ends, "goals": goals, "steps": steps, "done": done}
        self.chain = _compute_checksum(self.chain, line, data)
        try:
            _append_safely(self.states, data, self.written * width)
            _append_safely(self.journal, (json.dumps({**line, "sum": self.chain}) + "\n").encode(), None)
        except OSError as error:
            return self.note_failure(error)
        finally:
            data.release()
        self.layers, self.written, self.done, self.last = depth + 1, end, done, time.monotonic()
        return True

    def restore(self, space: Space) -> None:
        """Put everything that was kept into a space."""
        ends: list[int] = []
        goals: list[int] = []
        steps: list[int] = []
        with self.naming_folder(), self.states.open("rb") as file:
            for line in self._read_lines():
                before = max(self.layers - 1, 0)
                ends = [*ends[: self.layers], *line["ends"]]
                goals, steps = [*goals[:before], *line["goals"]], [*steps[:before], *line["steps"]]
                self._take(space, file, line, ends[-1])
                self.layers, self.written, self.done = len(ends), ends[-1], bool(line["done"])
        if ends:
            try:
                space.restore(ends, goals, steps, done=self.done)
            except OutOfMemory:
                raise self._make_too_large(ends[-1] * 8 * space.words) from None
        with self.naming_folder():
            self._trim()

    def _read_lines(self) -> list[dict[str, Any]]:
        """The whole lines of the journal; what a killed run left of the last one is ignored."""
        whole, newline, _rest = self.journal.read_bytes().rpartition(b"\n")
        found: list[dict[str, Any]] = []
        for text in whole.split(b"\n") if newline else []:
            try:
                line = json.loads(text)
                numbers = [each for name in ("ends", "goals", "steps") for each in line[name]]
                sound = {"done", "sum"} <= line.keys() and (line["ends"] or found) and {int} >= set(map(type, numbers))
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
                sound = False
            if not sound:
                raise self.make_damaged("journal")
            found.append(line)
        return found

    def _take(self, space: Space, file: Any, line: dict[str, Any], end: int) -> None:
        width = 8 * space.words
        if end < self.written:
            raise self.make_damaged("journal")
        if end > space.capacity:
            raise self._make_too_large(end * width)
        data = memoryview(space.states.map)[self.written * width : end * width]
        complete = file.readinto(data) == len(data)
        stated = line.pop("sum")
        sound = complete and _compute_checksum(self.chain, line, data) == stated
        data.release()
        if not sound:
            raise self.make_damaged("states.bin")
        self.chain = stated

    def _trim(self) -> None:
        """Cut off what a killed run left behind the last whole line."""
        whole = self.journal.read_bytes()
        os.truncate(self.journal, whole.rfind(b"\n") + 1)
        os.truncate(self.states, self.written * 8 * self.packed.words)


def _compute_checksum(before: str, line: dict[str, Any], data: memoryview) -> str:
    """Of a line of the journal: over the line before it, its own content, and the states."""
    digest = hashlib.blake2b(before.encode(), digest_size=16)
    digest.update(json.dumps(line, sort_keys=True).encode())
    digest.update(data)
    return digest.hexdigest()


def replace_safely(path: Path, *parts: bytes | memoryview) -> None:
    """Write a whole file so that at any moment either the old one or the new one is there."""
    temporary = path.with_name(f"{path.name}.new")
    with temporary.open("wb") as file:
        for part in parts:
            file.write(part)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def _append_safely(path: Path, data: bytes | memoryview, offset: int | None) -> None:
    """Write behind what is there, or at an offset, and wait until it is on disk."""
    with path.open("r+b") as file:
        if offset is None:
            file.seek(0, os.SEEK_END)
        else:
            file.seek(offset)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
