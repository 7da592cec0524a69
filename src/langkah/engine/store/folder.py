"""The files of a store: in a local folder, or at any address that fsspec supports (s3://...).

A local file is written under a temporary name and then renamed. An object store shows a file only when it is complete,
so there it is written under its final name. Writes do not wait for the disk: a file damaged by a power cut is detected
by its checksum, and its layer can be made again from the previous one.
"""

import hashlib
import json
import os
import shutil
import socket
import stat
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from langkah.engine.folder_lock import FolderLock
from langkah.errors import BadInput, MissingExtra
from langkah.language import _

LOCK, STALE_SECONDS = "lock.json", 120.0  # time after which a silent driver on another machine counts as dead
BEAT_SECONDS = 20.0  # between two renewals of the lock
LARGEST_FILE_BYTES = 1 << 31  # limit for files that are read whole; partitions are far smaller


def compute_checksum(*parts: Any) -> str:
    """A checksum of the given bytes as hexadecimal text, with which damaged files are detected."""
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


def require_cluster(name: str, command: str = "pip install 'langkah[cluster]'") -> Any:
    """Import an optional package that stores need. If it is not installed, raise an error that says how to
    install it.
    """
    try:
        return import_module(name)
    except ImportError:
        text = _("a store needs the package {name}, which is not installed. Try: {command}")
        raise MissingExtra(text.format(name=name, command=command)) from None


class StoreFolder:
    """A folder of files, local or in an object store. The names of files are relative to this folder."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.files: Any = None  # its fsspec file system
        self.kinds: tuple[str, ...] = ("file",)
        if "://" in address:
            try:
                self.files, self.root = require_cluster("fsspec").core.url_to_fs(address)
            except (ImportError, ValueError, OSError) as error:
                raise self._make_failure(error) from None
            kinds = self.files.protocol
            self.kinds = (kinds,) if isinstance(kinds, str) else tuple(kinds)
        else:
            self.root = str(Path(address).expanduser().absolute())
        self.is_local = "file" in self.kinds
        self.local = Path(self.root)
        self.whole_address = self.root if self.is_local else address  # valid in every folder and on every worker

    def _make_failure(self, error: Exception) -> BadInput:
        why = str(error).strip() or type(error).__name__
        return BadInput(_("{path}: {why}").format(path=self.address, why=why))

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """A context in which errors of an object store's library, except system errors, are converted to errors with a
        clear message.
        """
        try:
            yield
        except (OSError, BadInput):
            raise
        except Exception as error:
            raise self._make_failure(error) from None

    def join(self, name: str) -> str:
        """The whole path of the file `name` in this folder."""
        return f"{self.root}/{name}"

    def open_below(self, name: str) -> "StoreFolder":
        """A subfolder of this one."""
        return StoreFolder(f"{self.address.rstrip('/')}/{name}")

    def read(self, name: str, first: int = 0, last: int | None = None, most: int = LARGEST_FILE_BYTES) -> bytes:
        """Read a file, or its bytes `first` to `last` - 1. Raises an error for more than `most` bytes, and for anything
        that is not a file of a known size.
        """
        try:
            if self.is_local:
                return self._read_local(name, first, last, most)
            with self._asking():
                end = first + most + 1 if last is None else last  # one extra byte reveals that a file is too long
                found: bytes = self.files.cat_file(self.join(name), start=first, end=end)
        except FileNotFoundError:
            raise BadInput(_("{path} is missing from the store").format(path=self.join(name))) from None
        except IsADirectoryError:
            raise BadInput(_("{path} is a folder, not a file of a store").format(path=self.join(name))) from None
        if len(found) > most:
            raise self.make_damaged(name)
        return found

    def _read_local(self, name: str, first: int, last: int | None, most: int) -> bytes:
        size = self._measure_local(name)
        count = (size if last is None else min(last, size)) - first
        if count > most:
            raise self.make_damaged(name)
        with open(self.join(name), "rb", buffering=0) as file:  # noqa: PTH123 - thousands of small reads
            file.seek(first)
            return file.read(max(count, 0))

    def _measure_local(self, name: str) -> int:
        """The size of a local file; raises an error for devices and pipes, which have no size."""
        info = os.stat(self.join(name))  # noqa: PTH116 - thousands of small reads
        if not stat.S_ISREG(info.st_mode) and not stat.S_ISDIR(info.st_mode):
            raise BadInput(_("{path} is a pipe or a device, not a file of a store").format(path=self.join(name)))
        return info.st_size

    def make_damaged(self, name: str) -> BadInput:
        """The error to be raised for a damaged file."""
        text = _("{path} is damaged or incomplete; its content is not used")
        return BadInput(text.format(path=self.join(name)))

    def read_into(self, name: str, room: memoryview) -> bool:
        """Read a file into a buffer; returns whether the file has exactly the size of the buffer."""
        if not self.is_local:
            found = self.read(name, most=len(room))
            room[: len(found)] = found[: len(room)]
            return len(found) == len(room)
        try:
            if self._measure_local(name) != len(room):
                return False
            with open(self.join(name), "rb", buffering=0) as file:  # noqa: PTH123 - as above
                size = 0
                while size < len(room) and (count := file.readinto(room[size:])):
                    size += count
                return size == len(room) and not file.read(1)
        except FileNotFoundError:
            raise BadInput(_("{path} is missing from the store").format(path=self.join(name))) from None

    def write(self, name: str, *parts: Any, is_safe: bool = False) -> int:
        """Write a file, either completely or not at all; returns the size of the file. `is_safe`: wait until a local
        file is on the disk.
        """
        size = sum(len(part) for part in parts)
        if not self.is_local:
            with self._asking():
                self.files.pipe_file(self.join(name), b"".join(parts))
            return size
        path = self.local / name
        temporary = path.with_name(f".{uuid.uuid4().hex}.new")
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with temporary.open("wb", buffering=0) as file:
                for part in parts:
                    _write_whole(file, part)
                if is_safe:
                    os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        return size

    def list_files(self, folder: str = "") -> dict[str, int]:
        """The names of the files in a folder, with their sizes; empty if there is no such folder."""
        try:
            if self.is_local:
                with os.scandir(self.local / folder) as entries:
                    return {entry.name: entry.stat().st_size for entry in entries if entry.is_file()}
            with self._asking():
                self.files.invalidate_cache()
                found = self.files.ls(self.join(folder) if folder else self.root, detail=True)
        except (FileNotFoundError, NotADirectoryError):
            return {}
        return {Path(each["name"]).name: each["size"] or 0 for each in found if each["type"] == "file"}

    def measure_files(self, folder: str) -> int:
        """The total size in bytes of the files directly in a folder."""
        return sum(self.list_files(folder).values())

    def find_names(self, pattern: str) -> list[str]:
        """The files and folders in this folder whose names match a pattern such as seen-*."""
        with self._asking():
            found = self.local.glob(pattern) if self.is_local else self.files.glob(self.join(pattern))
            return sorted(Path(each).name for each in found)

    def is_empty(self) -> bool:
        """Whether the folder is empty, apart from a lock and from unfinished files that a killed run left."""
        if not self.is_local:
            return not set(self.find_names("*")) - {LOCK}
        return not [path for path in self.local.glob("*") if path.name != "lock" and not path.match(".*.new")]

    def has(self, name: str) -> bool:
        """Whether a file or folder of this name exists."""
        if self.is_local:
            return (self.local / name).exists()
        with self._asking():
            self.files.invalidate_cache()
            return bool(self.files.exists(self.join(name)))

    def remove(self, name: str) -> None:
        """Delete a file or a whole folder, if it exists."""
        try:
            if self.is_local:
                path = self.local / name
                shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
            elif self.has(name):
                with self._asking():
                    self.files.rm(self.join(name), recursive=True)
        except FileNotFoundError:  # another process was faster
            pass

    def measure_free(self) -> int | None:
        """The number of bytes that can still be written; None if unknown."""
        try:
            return shutil.disk_usage(self.local).free if self.is_local else None
        except OSError:
            return None

    def lock(self) -> "FolderLock | RemoteLock":
        """Lock the folder for this driver (the process that leads an exploration) until the returned lock is closed.
        Raises `BadInput` if another driver has locked it.
        """
        return FolderLock(self.local, make=True) if self.is_local else RemoteLock(self)


def describe_disk_failure(folder: StoreFolder, error: OSError) -> str:
    """An error message that names the file or the folder and gives the reason of a system error."""
    return _("{path}: {why}").format(path=error.filename or folder.address, why=error.strerror or error)


def _write_whole(file: Any, part: Any) -> None:
    packed = memoryview(part)
    while len(packed):
        packed = packed[file.write(packed) :]


class RemoteLock:
    """A lock for a folder in an object store, which has no locks of its own: a file that names the current driver (the
    process that leads the exploration) and the time at which the driver last renewed the lock. A driver that has not
    renewed its lock for a while counts as dead; so a suspended driver may lose its lock.
    """

    def __init__(self, folder: StoreFolder) -> None:
        self.folder, self.token, self.ended = folder, uuid.uuid4().hex, threading.Event()
        if LOCK in folder.list_files():
            found = self._read()
            if time.time() - found["time"] < STALE_SECONDS:
                raise self._make_refusal(found)
        self._beat()
        self._renew()
        threading.Thread(target=self._work, daemon=True).start()

    def _read(self) -> dict[str, Any]:
        content = self.folder.read(LOCK)
        try:
            found = json.loads(content)
            return {"token": str(found["token"]), "host": str(found["host"]), "time": float(found["time"])}
        except (ValueError, TypeError, KeyError):
            raise self.folder.make_damaged(LOCK) from None

    def _make_refusal(self, found: dict[str, Any]) -> BadInput:
        text = _("{path} is in use by another process, on {host}")
        return BadInput(text.format(path=self.folder.address, host=found["host"]))

    def _beat(self) -> None:
        found = {"token": self.token, "host": socket.gethostname(), "time": time.time()}
        self.folder.write(LOCK, json.dumps(found).encode())
        self.last = time.monotonic()

    def _renew(self) -> None:
        """Renew the lock; raises an error if another driver has taken it."""
        found = self._read()
        if found["token"] != self.token:
            raise self._make_refusal(found)
        self._beat()

    def _work(self) -> None:
        while not self.ended.wait(BEAT_SECONDS):
            with suppress(Exception):  # the next renewal may succeed; if none does, `check` raises an error
                self._renew()

    def check(self) -> None:
        """Raise an error if another driver has taken over this folder, so that this driver commits no layer to it any
        more.
        """
        if time.monotonic() - self.last > 2 * BEAT_SECONDS:
            self._renew()

    def close(self) -> None:
        """Stop renewing the lock, and remove it if it still belongs to this driver."""
        if not self.ended.is_set():
            self.ended.set()
            with suppress(BadInput, OSError):
                if self._read()["token"] == self.token:
                    self.folder.remove(LOCK)
