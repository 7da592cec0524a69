"""What every breadth-first loop does where a layer, its portion or its room ends."""

from typing import Any

from langkah.engine.layout import BRANCHING, DEPTH, DONE, END, FULL, LAYERS, ROOM, STOP, STOPPED, WIDE


def turned(control: Any, ends: Any, goals: Any, head: int, tail: int) -> int:
    """Begin the next layer where one has ended; why the loop must return, or -1 where it goes on."""
    if head == control[END]:
        ends[control[DEPTH]] = head
        if head == tail:
            return DONE
        control[DEPTH] += 1
        control[END] = tail
        goals[control[DEPTH]] = 0
        if tail - head >= control[WIDE]:
            return STOPPED
    if head == control[STOP] or control[DEPTH] + 1 == control[LAYERS]:
        return STOPPED
    return FULL if tail + control[BRANCHING] > control[ROOM] else -1
