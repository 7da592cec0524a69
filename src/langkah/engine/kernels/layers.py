"""The checks of all breadth-first loops at the end of a layer, at the end of a portion, and when memory is full."""

from typing import Any

from langkah.engine.kernels import table_control as at


def end_layer(control: Any, ends: Any, goals: Any, steps: Any, head: int, tail: int) -> int:
    """Begin the next layer if the current one has ended. Returns a code for the reason to leave the loop, or -1 to
    continue.
    """
    if head == control[at.END]:
        ends[control[at.DEPTH]] = head
        steps[control[at.DEPTH]] = control[at.EDGES]
        if head == tail:
            return at.DONE
        control[at.DEPTH] += 1
        control[at.END] = tail
        goals[control[at.DEPTH]] = 0
        if tail - head >= control[at.WIDE]:
            return at.STOPPED
    if head == control[at.STOP] or control[at.DEPTH] + 1 == control[at.LAYERS]:
        return at.STOPPED
    return at.FULL if tail + control[at.BRANCHING] > control[at.ROOM] else -1
