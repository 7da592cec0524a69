"""IDA* on packed states: rounds of depth-first search, each up to a bound on cost + estimate.

The stack and its order equal those of plain Python. A round stores either the least path cost of each state in a hash
table, while memory lasts, or only the current path. In the second case, children that equal their grandparent or close
a cycle of cost 0 are skipped.
"""

from typing import Any

from langkah.engine.blocks import Words
from langkah.engine.kernels import best_first_control as at
from langkah.engine.kernels import count_words, estimate, goal, kernel
from langkah.engine.kernels.best_first import (
    copy_state,
    expand_state,
    fill_slot,
    find_slot,
    hash_state,
    note_cut,
    probe_state,
)


def is_overtaken(slots: Any, state: Any, base: int, cost: int, number: int, control: Any) -> bool:
    """Whether the table holds another path to the state that costs no more than `cost`. If not, store the new path in
    the table, if there is room.
    """
    words = count_words()
    place, mine = find_slot(slots, hash_state(state, base), control[at.SHIFT], state, base), (cost << 32) | number
    if slots[place] == 0:
        if control[at.HELD] < control[at.ROOM]:
            fill_slot(slots, place, state, base, mine)
            control[at.HELD] += 1
        return False
    there = slots[place + words]
    if there != mine and there >> 32 <= cost:
        control[at.SKIPPED] += 1
        return True
    slots[place + words] = mine
    return False


def goes_in_circle(path: Any, state: Any, cost: int, depth: int, control: Any) -> bool:
    """Whether a child equals its grandparent, or closes a cycle of cost 0."""
    words = count_words()
    level = depth - 1
    while level >= 0 and (depth - level <= at.STRAIGHT_BACK or path[level * (words + 1) + words] == cost):
        alike = True
        for number in range(words):
            alike &= path[level * (words + 1) + number] == state[number]
        if alike:
            control[at.SKIPPED] += 1
            return True
        level -= 1
    return False


def push_children(
    stack: Any, path: Any, slots: Any, out: Any, there: Any, control: Any, data: Any, tables: Any, count: int, before:
    int, depth: int,
) -> int:  # fmt: skip
    """Push the children whose cost + estimate is within the bound, the last child first, so that the first child is
    expanded first; returns -1, or an error code.
    """
    words, last_cost, remembers, bound = count_words(), control[at.LAST_COST], control[at.REMEMBERS], control[at.BOUND]
    for number in range(count - 1, -1, -1):
        cost = out[last_cost - number] if last_cost >= 0 else 1
        if not copy_state(out, number * words, there, 0) or cost < 0:
            return at.BROKEN
        if cost > at.MOST_COST - before:
            return at.FAR
        cost += before
        serial = control[at.GENERATED] & at.HALF
        control[at.GENERATED] += 1
        if not remembers and goes_in_circle(path, there, cost, depth, control):
            continue
        guess = max(estimate(there, data, tables), 0)
        if guess >= at.DEAD_END:
            note_cut(control, at.CUT_BY_ESTIMATE, at.CUT_BY_DEPTH)
        elif guess + cost > bound:
            control[at.PRUNED] += 1
            control[at.BEYOND] = min(control[at.BEYOND], guess + cost)
        elif not remembers or not is_overtaken(slots, there, 0, cost, serial, control):
            base = control[at.LIVE] * (words + at.FRAME_WORDS)
            copy_state(there, 0, stack, base)
            stack[base + words], stack[base + words + 1], stack[base + words + 2] = cost, depth, serial
            control[at.LIVE] += 1
    return -1


@kernel
def search(
    stack: Words, path: Words, slots: Words, out: Words, here: Words, there: Words, control: Words, data: Words,
    tables: Words,
) -> int:  # fmt: skip
    """Continue a round until it is complete, reaches a goal or must stop. Returns a code for the reason. If
    control[PROBED] is set, only call `probe_state` for the state `here`.
    """
    if control[at.PROBED]:
        return probe_state(here, out, data, tables, control)
    words, branching, last_cost = count_words(), control[at.BRANCHING], control[at.LAST_COST]
    frame, why = count_words() + at.FRAME_WORDS, -1
    while why < 0:
        if control[at.LIVE] == 0:
            return at.DONE
        control[at.WIDEST] = max(control[at.WIDEST], control[at.LIVE])
        base = (control[at.LIVE] - 1) * frame
        cost, depth = stack[base + words], stack[base + words + 1]
        if control[at.REMEMBERS] and is_overtaken(slots, stack, base, cost, stack[base + words + 2], control):
            control[at.LIVE] -= 1
            continue
        if control[at.EXPANDED] == control[at.STOP]:
            return at.STOPPED
        if control[at.REMEMBERS] == 1 and control[at.HELD] + branching > control[at.ROOM]:
            return at.FULL
        if control[at.LIVE] + branching > control[at.STACK_ROOM] or depth >= control[at.PATH_ROOM]:
            return at.FAR
        control[at.LIVE] -= 1
        control[at.EXPANDED] += 1
        control[at.NODE] = depth
        copy_state(stack, base, here, 0)
        copy_state(here, 0, path, depth * (words + 1))
        path[depth * (words + 1) + words] = cost
        if goal(here, data):
            return at.GOAL
        if depth >= control[at.DEEPEST]:
            note_cut(control, at.CUT_BY_DEPTH, at.CUT_BY_ESTIMATE)
            continue
        count = expand_state(here, out, data, last_cost, branching)
        if count < 0 or count > branching:
            return at.BROKEN
        why = push_children(stack, path, slots, out, there, control, data, tables, count, cost, depth + 1)
    return why


@kernel
def move_slots(old: Words, count: int, new: Words, shift: int) -> int:
    """Rehash all states of an old table into a larger one."""
    words = count_words()
    for slot in range(count):
        if old[slot * (words + 1)] != 0:
            old[slot * (words + 1)] = ~old[slot * (words + 1)]
            place = find_slot(new, hash_state(old, slot * (words + 1)), shift, old, slot * (words + 1))
            fill_slot(new, place, old, slot * (words + 1), old[slot * (words + 1) + words])
    return 0
