"""Limits for worker processes: a maximum of memory and a low priority, as far as the operating system supports them.
Also measures the processor time of a process.
"""

import contextlib
import os
from pathlib import Path

ADDRESS_SPACE = 6 << 30  # bytes; far above the limit of a task, since compiled code reserves more than it uses
NICE = 12  # long tasks yield to quick answers


def set_bounds() -> None:
    """Limit the memory of this process and lower its priority, as far as the operating system supports it."""
    with contextlib.suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    with contextlib.suppress(OSError, AttributeError):
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICE)


def measure_processor_seconds(pid: int) -> float | None:
    """The processor time that a process has used so far; None if the system does not report it."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return None
