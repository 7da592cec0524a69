"""Bounds for worker processes, enforced by the system where possible: memory, and a low priority."""

import contextlib
import os

ADDRESS_SPACE = 6 << 30  # bytes; far above the limit of a task, since compiled code reserves more than it uses
NICE = 12  # heavy work yields to quick answers


def set_bounds() -> None:
    """Set the bounds that the system supports."""
    with contextlib.suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    with contextlib.suppress(OSError, AttributeError):
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICE)
