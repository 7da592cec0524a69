"""The files of a store, wherever they are: a local folder, or anything that fsspec knows by its address (s3://...).

A local file is written under a name of its own and renamed when it is whole. An object store shows a file only when all
of it has arrived: there the file is written under its name at once. Nobody waits for the disk: what a power cut takes
is noticed by its checksum, and the layer can be made again from the one before.
"""

import hashlib
import os
import shutil
import socket
import time
import uuid
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from langkah.engine.folder_lock import FolderLock
from langkah.errors import BadInput, MissingExtra
from langkah.language import _

LOCK, STALE = "lock.json", 120.0  # seconds after which a driver elsewhere that says nothing counts as gone
BEAT = 20.0  # seconds between two signs of life


def compute_checksum(*parts: Any) -> str:
    """What tells a damaged file from the one that was written."""
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


def require_cluster(name: str, command: str = "pip install 'langkah[cluster]'") -> Any:
    """An optional package that stores need, and how it is installed."""
    try:
        return import_module(name)
    except ImportError:
        text = _("a store needs the package {name}, which is not installed. Try: {command}")
        raise MissingExtra(text.format(name=name, command=command)) from None


class StoreFolder:
    """One folder of files. Names are relative to it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.files: Any = None  # what fsspec has for it
        self.kinds: tuple[str, ...] = ("file",)
        if "://" in address:
            try:
                self.files, self.root = require_cluster("fsspec").core.url_to_fs(address)
            except (ImportError, ValueError, OSError) as error:
                raise BadInput(_("{path}: {why}").format(path=address, why=error)) from None
            kinds = self.files.protocol
            self.kinds = (kinds,) if isinstance(kinds, str) else tuple(kinds)
        else:
            self.root = str(Path(address).expanduser().absolute())
        self.is_local = "file" in self.kinds
        self.local = Path(self.root)

    def join(self, name: str) -> str:
        """The whole path of a file."""
        return f"{self.root}/{name}"

    def open_below(self, name: str) -> "StoreFolder":
        """A folder in this one."""
        return StoreFolder(f"{self.address.rstrip('/')}/{name}")

    def read(self, name: str, first: int | None = None, last: int | None = None) -> bytes:
        """A file, or a stretch of it."""
        try:
            if self.is_local:
                with open(self.join(name), "rb", buffering=0) as file:  # noqa: PTH123 - thousands of small reads
                    file.seek(first or 0)
                    return file.read() if last is None else file.read(last - (first or 0))
            found: bytes = self.files.cat_file(self.join(name), start=first, end=last)
        except FileNotFoundError:
            raise BadInput(_("{path} is missing from the store").format(path=self.join(name))) from None
        except IsADirectoryError:
            raise BadInput(_("{path} is a folder, not a file of a store").format(path=self.join(name))) from None
        return found

    def write(self, name: str, *parts: Any) -> int:
        """Write a file so that it is there as a whole or not at all; its size."""
        size = sum(len(part) for part in parts)
        if not self.is_local:
            self.files.pipe_file(self.join(name), b"".join(parts))
            return size
        path = self.local / name
        temporary = path.with_name(f".{uuid.uuid4().hex}.new")
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with temporary.open("wb", buffering=0) as file:
                for part in parts:
                    _write_whole(file, part)
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        return size

    def list_files(self, folder: str = "") -> dict[str, int]:
        """The files in a folder with their sizes; none where there is no such folder."""
        try:
            if self.is_local:
                with os.scandir(self.local / folder) as entries:
                    return {entry.name: entry.stat().st_size for entry in entries if entry.is_file()}
            self.files.invalidate_cache()
            found = self.files.ls(self.join(folder) if folder else self.root, detail=True)
        except (FileNotFoundError, NotADirectoryError):
            return {}
        return {Path(each["name"]).name: each["size"] or 0 for each in found if each["type"] == "file"}

    def find_names(self, pattern: str) -> list[str]:
        """The files and folders here whose names have a form such as seen-*."""
        found = self.local.glob(pattern) if self.is_local else self.files.glob(self.join(pattern))
        return sorted(Path(each).name for each in found)

    def has(self, name: str) -> bool:
        """Whether there is such a file or folder."""
        if self.is_local:
            return (self.local / name).exists()
        self.files.invalidate_cache()
        return bool(self.files.exists(self.join(name)))

    def remove(self, name: str) -> None:
        """Delete a file or a whole folder, if it is there."""
        try:
            if self.is_local:
                path = self.local / name
                shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
            elif self.files.exists(self.join(name)):
                self.files.rm(self.join(name), recursive=True)
        except FileNotFoundError:  # somebody else was faster
            pass

    def measure_free(self) -> int | None:
        """How many bytes can still be written; None where nobody says."""
        try:
            return shutil.disk_usage(self.local).free if self.is_local else None
        except OSError:
            return None

    def lock(self) -> "Callable[[], object]":
        """See to it that no second driver works here; what ends that."""
        if self.is_local:
            lock = FolderLock(self.local, make=True)
            return lambda: lock.close()  # which keeps the lock alive
        return _RemoteLock(self).close


def _write_whole(file: Any, part: Any) -> None:
    view = memoryview(part)
    while len(view):
        view = view[file.write(view) :]


class _RemoteLock:
    """A file that says who works here and when that was last so. A driver that was killed is believed gone after a
    while: stores without locks allow nothing better."""

    def __init__(self, folder: StoreFolder) -> None:
        import json
        import threading

        self.folder, self.token = folder, uuid.uuid4().hex
        if LOCK in folder.list_files():
            found = json.loads(folder.read(LOCK))
            if time.time() - found["time"] < STALE:
                text = _("{path} is in use by another process, on {host}")
                raise BadInput(text.format(path=folder.address, host=found["host"]))
        self.ended = threading.Event()
        self._beat()
        if json.loads(folder.read(LOCK))["token"] != self.token:
            text = _("{path} is in use by another process, on {host}")
            raise BadInput(text.format(path=folder.address, host="?"))
        threading.Thread(target=self._work, daemon=True).start()

    def _beat(self) -> None:
        import json

        found = {"token": self.token, "host": socket.gethostname(), "time": time.time()}
        self.folder.write(LOCK, json.dumps(found).encode())

    def _work(self) -> None:
        while not self.ended.wait(BEAT):
            self._beat()

    def close(self) -> None:
        """Let others work in the store."""
        if not self.ended.is_set():
            self.ended.set()
            self.folder.remove(LOCK)
