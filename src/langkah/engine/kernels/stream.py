"""The expansion of a stretch of states into one long list, for layers that do not fit into memory."""

from typing import Any


def expand(state: int, out: Any, data: Any) -> int:
    """Stands for the puzzle's own function."""
    raise NotImplementedError


def goal(state: int, data: Any) -> bool:
    """Stands for the puzzle's own function."""
    raise NotImplementedError


def spill(states: Any, first: int, last: int, found: Any, room: int, out: Any, data: Any, told: Any) -> int:
    """Write the successors of states one after the other until the room is full; the first state not taken is returned.

    told[0]: how many successors were written; told[1]: how many goals are among the states taken.
    """
    count, goals, index = 0, 0, first
    while index < last:
        number = expand(states[index], out, data)
        if count + number > room:
            break
        for each in range(number):
            found[count + each] = out[each]
        count += number
        goals += 1 if goal(states[index], data) else 0
        index += 1
    told[0], told[1] = count, goals
    return index
