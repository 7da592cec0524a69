"""Caches machine code between runs: it is compiled once, and later loaded quickly and without Numba.

An object file is named by the fingerprint of its source, carries a checksum, and is written under a temporary name and
then renamed. The cache holds a limited number of files and deletes the least recently used first. A file that is
missing, damaged or from another version is compiled again.
"""

import ctypes
import hashlib
import os
import sys
import tempfile
import time
from contextlib import suppress
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, Generic

from langkah.engine.blocks import Block
from langkah.engine.kernels import Kernel, P

MOST_FILES = 200
HALF_WRITTEN = 3600.0  # seconds after which a temporary file counts as abandoned
MAGIC = b"langkah object 1\n"


def _find_cache_folder() -> Path:
    """The folder of the cache: $LANGKAH_CACHE, or the user's cache folder."""
    if own := os.environ.get("LANGKAH_CACHE"):
        return Path(own)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "langkah"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "langkah"


def read_cached(name: str) -> bytes | None:
    """The content of a cached file; None if the file is missing or damaged. Reading marks the file as the most recently
    used one.
    """
    path = _find_cache_folder() / name
    try:
        content = path.read_bytes()
        path.touch()
    except OSError:
        return None
    head, body = content[: len(MAGIC) + 32], content[len(MAGIC) + 32 :]
    return body if head == MAGIC + hashlib.sha256(body).digest() else None


def is_cached(name: str) -> bool:
    """Whether the cache has a file of this name."""
    return (_find_cache_folder() / name).exists()


def write_cached(name: str, body: bytes, most: int = MOST_FILES) -> None:
    """Write a file to the cache, and keep at most `most` files with the same suffix. If the folder is not writable, do
    nothing.
    """
    folder = _find_cache_folder()
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=".new-")
        with os.fdopen(handle, "wb") as file:
            file.write(MAGIC + hashlib.sha256(body).digest() + body)
        Path(temporary).replace(folder / name)
        _trim_cache(folder, Path(name).suffix, most)


def _trim_cache(folder: Path, suffix: str, most: int) -> None:
    """Delete all but the `most` most recently used files with this suffix, and temporary files left behind by killed
    runs.
    """
    files = sorted(folder.glob(f"*{suffix}"), key=lambda path: path.stat().st_mtime, reverse=True)
    old = time.time() - HALF_WRITTEN
    left = [path for path in folder.glob(".new-*") if path.stat().st_mtime < old]
    for path in (*files[most:], *left):
        with suppress(OSError):
            path.unlink()


class NativeFunction(Generic[P]):
    """A compiled kernel. It is called with whole numbers and blocks, and releases the GIL while it runs.

    The machine code uses Numba's calling convention: the result is written through a pointer, and the return value is
    0, or another status if the Python code raised an exception.
    """

    def __init__(self, kernel: Kernel[P], function: Any, keeper: object = None) -> None:
        self.kernel, self.function = kernel, function
        self.keeper = keeper  # keeps the machine code alive
        function.restype, function.argtypes = ctypes.c_int32, _list_argument_types(kernel)

    def __call__(self, *arguments: P.args, **_none: P.kwargs) -> int:
        if tuple(map(type, arguments)) != self.kernel.kinds:
            raise TypeError(f"{self.kernel.name} takes {self.kernel.kinds}, not {arguments}")
        answer, error = ctypes.c_int64(0), ctypes.c_void_p(None)
        plain = (each.address if isinstance(each, Block) else each for each in arguments)
        if self.function(ctypes.byref(answer), ctypes.byref(error), *plain):
            raise KernelRaised
        return answer.value


class KernelRaised(Exception):
    """Raised if a puzzle's own function raised an exception in its compiled form. Running the function in Python shows
    this exception.
    """


def _list_argument_types(kernel: Kernel[Any]) -> list[Any]:
    arguments = [ctypes.c_int64 if kind is int else ctypes.c_void_p for kind in kernel.kinds]
    return [ctypes.POINTER(ctypes.c_int64), ctypes.POINTER(ctypes.c_void_p), *arguments]


def load_object(body: bytes, name: str, kernel: Kernel[Any]) -> tuple[Any, Any]:
    """The kernel function in an object file, and an object that must be kept as long as the function is used, because
    it holds the machine code.
    """
    llvm: Any = import_module("llvmlite.binding")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(body))
    engine.finalize_object()
    kind = ctypes.CFUNCTYPE(ctypes.c_int32, *_list_argument_types(kernel))
    return kind(engine.get_function_address(name)), engine


def describe_processor() -> str:
    """A text that identifies the processor that machine code is compiled for, and the version of llvmlite; part of
    cache keys.
    """
    llvm: Any = import_module("llvmlite.binding")
    features = llvm.get_host_cpu_features().flatten()
    return f"{version('llvmlite')} {llvm.get_process_triple()} {llvm.get_host_cpu_name()} {features}"
