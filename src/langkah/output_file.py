"""Files that people asked for: each is replaced as a whole or stays as it was, whatever happens meanwhile.

The new content is written beside the old file, brought to the disk, and then takes its name. What cannot be renamed
over, as devices, pipes and files in folders that take no new ones, is written in place.
"""

import os
import stat
import uuid
from errno import EACCES, EBUSY, EPERM, EROFS, EXDEV
from pathlib import Path

from langkah.errors import BadInput
from langkah.language import _

_IN_PLACE = (EACCES, EPERM, EROFS, EBUSY, EXDEV)  # the folder takes no file, or the file is a mount of its own
_PSEUDO_FOLDERS = ("/dev/", "/proc/")  # names there stand for what a process holds, not for files


def write_file(target: str | Path, made: str | bytes) -> None:
    """Write what a person asked for; a `BadInput` says why that cannot be done."""
    try:
        write_whole(target, made if isinstance(made, bytes) else made.encode())
    except OSError as error:
        raise BadInput(_("{path} cannot be written: {why}").format(path=target, why=error.strerror)) from None


def write_whole(target: str | Path, data: bytes) -> None:
    """Replace a file, or make a new one. Raises OSError; then the old file is as it was, or there is none."""
    path = Path(target)
    before = path.stat() if path.exists() else None
    if (before is not None and not stat.S_ISREG(before.st_mode)) or str(path.absolute()).startswith(_PSEUDO_FOLDERS):
        with path.open("ab") as file:  # a shell that appends to a file by this name goes on behind what is there
            file.write(data)
        return
    real = Path(os.path.realpath(path))  # a link stays, and what it names is replaced
    if before is None:
        _write_beside(real, data, None)
        return
    with real.open("r+b"):  # a file that must not be written is not replaced
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
    """Write over a file, after making sure that there is room for all of it."""
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
