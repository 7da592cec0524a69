"""What every breadth-first loop does where a layer, its portion or its room ends."""

from typing import Any

from langkah.engine.kernels import table_control as at


def end_layer(control: Any, ends: Any, goals: Any, steps: Any, head: int, tail: int) -> int:
    """Begin the next layer where one has ended; why the loop must return, or -1 where it goes on."""
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
