"""The sandbox of a submission: its own folder, limits on time and memory, no network, and no other programs.

The process gives up its own rights. If the kernel supports it, the kernel enforces this, also for native code: limits,
a network namespace without connections, and the restrictions of `kernel_locks`. In addition, an audit hook explains
each refusal in words; it is the only protection on systems without these restrictions (see SECURITY.md). The judge
never runs in this process.
"""

import os
import sys
import sysconfig
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from langkah.course.kernel_locks import lock_calls, lock_files

CLONE_NEWNET, CLONE_NEWUSER = 0x40000000, 0x10000000
DENIED = (
    *("socket.", "subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.kill", "pty."),
    *("os.link", "os.symlink", "os.chmod", "os.chown", "os.putenv", "os.unsetenv", "os.chdir", "os.fchdir"),
    *("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.truncate", "os.utime", "os.setxattr", "os.removexattr"),
    *("os.chflags", "os.lchflags", "os.lockf", "shutil.", "tempfile.", "ctypes.", "sqlite3.", "resource."),
    *("signal.pthread_kill", "urllib.", "ftplib.", "smtplib.", "webbrowser.", "http.client", "sys.addaudithook"),
    *("gc.get_objects", "gc.get_referrers", "gc.get_referents", "fcntl.", "syslog.", "winreg.", "msvcrt."),
)
LISTED = ("os.listdir", "os.scandir")


def limit_process(seconds: float, memory: int) -> None:
    """Limit memory, processor time and files of this process, and disconnect its network, if the system supports it."""
    with suppress(ImportError):
        import resource

        for name, most in (
            ("RLIMIT_AS", memory),
            ("RLIMIT_CPU", int(seconds) + 2),
            ("RLIMIT_FSIZE", 0),
            ("RLIMIT_CORE", 0),
        ):
            with suppress(ValueError, OSError, AttributeError):
                resource.setrlimit(getattr(resource, name), (most, most))
    _leave_network()


def _leave_network() -> None:
    """Enter a network namespace without connections, if the kernel allows it."""
    if sys.platform != "linux":
        return
    with suppress(OSError, AttributeError):
        import ctypes

        libc = ctypes.CDLL(None, use_errno=True)
        if libc.unshare(CLONE_NEWNET) != 0:
            libc.unshare(CLONE_NEWUSER | CLONE_NEWNET)


def close_doors(folder: Path) -> None:
    """Restrict this process to reading files in `folder` and in Python's own folders, and forbid writing, other
    programs and connections.
    """
    own = os.path.realpath(folder)
    paths = {sys.prefix, sys.base_prefix, *sysconfig.get_paths().values(), *(each for each in sys.path if each)}
    readable = tuple(os.path.realpath(each) for each in paths)
    with suppress(OSError, AttributeError):
        lock_files((own, *readable))
        if not lock_calls():
            _forbid_processes()
    for name in [name for name in sys.modules if name.partition(".")[0] in ("ctypes", "_ctypes")]:
        del sys.modules[name]
    sys.addaudithook(_make_hook(own, readable))


def _forbid_processes() -> None:
    """Forbid new processes, if the kernel supports a limit on their number."""
    with suppress(ImportError, ValueError, OSError, AttributeError):
        import resource

        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))


def _make_hook(own: str, readable: tuple[str, ...]) -> Callable[[str, tuple[Any, ...]], None]:
    """Create the audit hook, which Python calls before a file is opened, a program is started or a connection is made.

    Everything that the hook uses is bound here, so that a submission cannot change the hook by changing a module.
    """
    realpath, join, fspath, separator = os.path.realpath, os.path.join, os.fspath, os.sep
    is_instance, some, text_type, bytes_type, path_like, whole = isinstance, any, str, bytes, os.PathLike, int
    writing, denied, listed, refuse, no_module = (
        os.O_WRONLY | os.O_RDWR | os.O_CREAT,
        DENIED,
        LISTED,
        PermissionError,
        ImportError,
    )

    def lies_in(path: Any, folders: tuple[str, ...]) -> bool:
        if not is_instance(path, (text_type, bytes_type, path_like)):
            return True  # a descriptor that is already open
        text = fspath(path)
        place = realpath(join(own, text.decode(errors="replace") if is_instance(text, bytes_type) else text))
        return some(place == folder or place.startswith(folder + separator) for folder in folders)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, mode, flags = arguments
            writes = (mode is not None and some(letter in mode for letter in "wax+")) or (
                is_instance(flags, whole) and flags & writing != 0
            )
            if writes and path != "/dev/null" and is_instance(path, (text_type, bytes_type, path_like)):
                raise refuse(f"a submission may not write files: {path!r}")
            if not writes and not lies_in(path, (own, *readable)):
                raise refuse(f"a submission may not open {path!r}")
        elif event == "import":
            if arguments[1] and lies_in(arguments[1], (own,)):
                raise no_module(f"a submission may not bring compiled code: {arguments[0]}")
        elif event.startswith("ctypes."):
            raise no_module("a submission may not use ctypes")
        elif event.startswith(denied):
            raise refuse(f"a submission may not use {event}")
        elif event in listed and arguments[0] is not None and not lies_in(arguments[0], (own, *readable)):
            raise refuse(f"a submission may not list {arguments[0]!r}")

    return hook
