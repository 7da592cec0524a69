"""Writes the files that a user asks for: each is replaced as a whole or stays as it was, even after a crash.

The new content is written to a temporary file in the same folder, flushed to disk and renamed over the old file. Where
renaming is impossible (devices, pipes, read-only folders), the file is overwritten in place.
"""

import os
import stat
import uuid
from errno import EACCES, EBUSY, EPERM, EROFS, EXDEV
from pathlib import Path

from langkah.errors import BadInput
from langkah.language import _

_IN_PLACE = (EACCES, EPERM, EROFS, EBUSY, EXDEV)  # the folder is read-only, or the file is a mount point
_PSEUDO_FOLDERS = ("/dev/", "/proc/")  # names there are open files of a process, not files on disk


def write_file(target: str | Path, made: str | bytes) -> None:
    """Write a file that the user asked for. Raises `BadInput` with the reason if the file cannot be written."""
    try:
        write_whole(target, made if isinstance(made, bytes) else made.encode())
    except OSError as error:
        raise BadInput(_("{path} cannot be written: {why}").format(path=target, why=error.strerror)) from None


def write_whole(target: str | Path, data: bytes) -> None:
    """Replace a file, or create it. Raises OSError on failure; an existing file then has its old content, and no new
    file is left behind.
    """
    path = Path(target)
    before = path.stat() if path.exists() else None
    if (before is not None and not stat.S_ISREG(before.st_mode)) or str(path.absolute()).startswith(_PSEUDO_FOLDERS):
        with path.open("ab") as file:  # a shell that appends to this file continues after its content
            file.write(data)
        return
    real = Path(os.path.realpath(path))  # keep a symbolic link and replace its target
    if before is None:
        _write_beside(real, data, None)
        return
    with real.open("r+b"):  # refuse to replace a file without write permission
        pass
    try:
        _write_beside(real, data, before)
    except OSError as error:
        if error.errno not in _IN_PLACE:
            raise
        _overwrite(real, data, before.st_size)


def _write_beside(path: Path, data: bytes, before: os.stat_result | None) -> None:
    temporary = path.with_name(f".{uuid.uuid4().hex}.new")
    try:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if before is not None:
            temporary.chmod(stat.S_IMODE(before.st_mode))
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _overwrite(path: Path, data: bytes, size: int) -> None:
    """Overwrite a file, after making sure that the disk has room for all of it."""
    with path.open("r+b") as file:
        if len(data) > size and hasattr(os, "posix_fallocate"):
            try:
                os.posix_fallocate(file.fileno(), 0, len(data))
            except OSError:
                file.truncate(size)
                raise
        file.write(data)
        file.truncate(len(data))
        file.flush()
        os.fsync(file.fileno())
