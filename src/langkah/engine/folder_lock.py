"""Locks a folder for one process at a time; a second process would damage its files."""

import os
import weakref
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from langkah.errors import BadInput
from langkah.language import _


class FolderLock:
    """A lock held until it is closed or its process ends for any reason. On systems without folder locks, a file serves
    as the lock, and a killed process leaves it behind. `make`: create the folder if it does not exist. Raises
    `BadInput` if another process holds the lock.
    """

    def __init__(self, folder: Path, *, make: bool = False) -> None:
        try:
            if make:
                folder.mkdir(parents=True, exist_ok=True)
            fcntl: Any = import_module("fcntl")
            self._open_folder(folder, fcntl)
        except ImportError:
            self._make_file(folder / "lock")
        except OSError as error:
            raise BadInput(_("{path}: {why}").format(path=folder, why=error.strerror)) from None

    def _open_folder(self, folder: Path, fcntl: Any) -> None:
        handle = os.open(folder, os.O_RDONLY)
        self.close: Callable[[], object] = weakref.finalize(self, os.close, handle)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            raise BadInput(_("{path} is in use by another process").format(path=folder)) from None

    def check(self) -> None:
        """Do nothing. The lock of a store at a remote address can be lost before it is closed, so that its method of
        this name must check; this lock cannot.
        """

    def _make_file(self, path: Path) -> None:
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            text = _("{path} is in use by another process; if that process no longer exists, delete {file}")
            raise BadInput(text.format(path=path.parent, file=path)) from None
        self.close = weakref.finalize(self, _remove, path)


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)
