"""Memory of this process: current, peak and available, as far as the operating system reports it."""

import os
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any

IN_BROWSER = sys.platform == "emscripten"
WHOLE_TAB = 2 << 30  # assumed to be available to a browser tab, in bytes
TAB_SHARE = 128 << 20  # bytes reserved for states in a tab: a browser commits memory as soon as it is reserved
GENEROUS = 4  # each structure of the size of the memory may reserve 1 / GENEROUS of a limited address space


@cache
def find_resource_module() -> Any:
    """The standard module that reports resource usage; None on systems without it."""
    try:
        return import_module("resource")
    except ImportError:
        return None


def measure_memory() -> int:
    """The bytes of memory that this process uses, or the peak if the system reports only the peak; 0 if it reports
    neither.
    """
    if IN_BROWSER:
        return int(import_module("pyodide_js")._module.HEAP8.length)
    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123 - called often; a Path costs more than the read
            return int(file.read().split()[1]) * 4096
    except OSError:
        return measure_peak_memory() or 0


def can_measure_memory() -> bool:
    """Whether the system reports memory usage; without that, a memory limit cannot be enforced."""
    return measure_memory() > 0


def measure_peak_memory() -> int | None:
    """Peak memory of this process in bytes; None if the system does not report memory use."""
    if IN_BROWSER:
        return measure_memory()
    with suppress(OSError, StopIteration), open("/proc/self/status", "rb") as file:  # noqa: PTH123 - as above
        return int(next(line for line in file if line.startswith(b"VmHWM:")).split()[1]) * 1024
    resource = find_resource_module()  # on Linux, this also counts the parent process
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
    """The memory of this machine in bytes, or a cautious guess in a browser or if the system does not report it. If the
    address space of this process is limited, the result is at most a quarter of that limit.
    """
    if IN_BROWSER:
        return WHOLE_TAB
    total = _measure_machine_memory()
    resource = find_resource_module()
    granted = -1 if resource is None else resource.getrlimit(resource.RLIMIT_AS)[0]
    return total if resource is None or granted == resource.RLIM_INFINITY else min(total, granted // GENEROUS)
