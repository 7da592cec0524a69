"""The expansion of a stretch of states into one long list, for layers that do not fit into memory."""

from langkah.engine.blocks import Words
from langkah.engine.kernels import expand, goal, kernel


@kernel
def spill_successors(
    states: Words, first: int, last: int, found: Words, room: int, out: Words, here: Words, data: Words, told: Words,
    words: int, branching: int,
) -> int:  # fmt: skip
    """Write the successors of states one after the other until the room is full; the first state not taken is returned,
    or where it was expanded wrongly the number below -index.

    told[0]: how many successors were written; told[1]: how many goals are among the states taken.
    """
    count, goals, index = 0, 0, first
    while index < last:
        for number in range(words):
            here[number] = states[index * words + number]
        number = expand(here, out, data)
        if number < 0 or number > branching:
            return ~index
        if count + number > room:
            break
        for each in range(number * words):
            if out[each] < 0:
                return ~index
            found[count * words + each] = out[each]
        count += number
        goals += 1 if goal(here, data) else 0
        index += 1
    told[0], told[1] = count, goals
    return index
