"""How much memory this process holds, has held, and may hold; on every system, as far as the system tells."""

import os
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any

IN_BROWSER = sys.platform == "emscripten"
WHOLE_TAB = 2 << 30  # bytes that a tab of a browser may hold
TAB_SHARE = 128 << 20  # and how much of it is reserved for states: there, memory is paid for when it is reserved
GENEROUS = 4  # how much of what may be reserved is reserved for each thing that may become as large as memory


@cache
def find_resource_module() -> Any:
    """The module that knows what a process uses, None on systems that have none."""
    try:
        return import_module("resource")
    except ImportError:
        return None


def measure_memory() -> int:
    """Bytes of memory that this process holds now (where only the peak is known, the peak); 0 where nothing is."""
    if IN_BROWSER:
        return int(import_module("pyodide_js")._module.HEAP8.length)
    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123 - called often; a Path costs more than the read
            return int(file.read().split()[1]) * 4096
    except OSError:
        return measure_peak_memory() or 0


def can_measure_memory() -> bool:
    """Whether the system tells how much memory is in use: where it does not, no limit on it can be kept."""
    return measure_memory() > 0


def measure_peak_memory() -> int | None:
    """The most memory that this process has held, in bytes; None where the system does not tell."""
    if IN_BROWSER:
        return measure_memory()
    with suppress(OSError, StopIteration), open("/proc/self/status", "rb") as file:  # noqa: PTH123 - as above
        return int(next(line for line in file if line.startswith(b"VmHWM:")).split()[1]) * 1024
    resource = find_resource_module()  # which on Linux also counts the program that started this one
    if resource is None:
        return None
    peak: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


@cache
def _measure_machine_memory() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 4 << 30


def measure_total_memory() -> int:
    """The memory of this machine in bytes, or a cautious guess; less where the system grants this process less."""
    if IN_BROWSER:
        return WHOLE_TAB
    total = _measure_machine_memory()
    resource = find_resource_module()
    granted = -1 if resource is None else resource.getrlimit(resource.RLIMIT_AS)[0]
    return total if resource is None or granted == resource.RLIM_INFINITY else min(total, granted // GENEROUS)
