"""Best-first search of packed states: one loop for uniform cost, A*, weighted A* and greedy search.

Nodes are stored consecutively and never move. A cheaper path to a state is a new node, and the old one is skipped when
it is taken from the queue. A slot of the hash table holds the state itself, so that hash collisions cannot mix up
states, together with the index and the cost of its best node. The queue has a list of nodes for every rank (a weighted
sum of path cost and estimate), or for every rank and depth if ties are broken by depth. Within a list, the oldest or
the newest node comes first. So nodes are taken in exactly the order of plain Python's heap.
"""

from typing import Any

from langkah.engine.blocks import Halves, Words
from langkah.engine.kernels import best_first_control as at
from langkah.engine.kernels import count_words, estimate, expand, goal, kernel
from langkah.engine.kernels.instructions import mix_word, prefetch, shift_right


def expand_state(state: Any, out: Any, data: Any, last_cost: int, branching: int) -> int:
    """Call `expand` for a state. `expand` writes the successors to `out` and, if steps have costs, also the costs,
    which are set to 0 before the call. Returns the number of successors.
    """
    for place in range(last_cost - branching + 1 if last_cost >= 0 else 0, last_cost + 1):
        out[place] = 0
    return expand(state, out, data)


def probe_state(here: Any, out: Any, data: Any, tables: Any, control: Any) -> int:
    """Write the goal test, the estimate and the number of successors of one state to `control`, and the successors to
    `out`, so that the caller can compare them with Python's. Returns `DONE`.
    """
    control[at.IS_GOAL], control[at.GUESS] = 1 if goal(here, data) else 0, estimate(here, data, tables)
    control[at.COUNT] = expand_state(here, out, data, control[at.LAST_COST], control[at.BRANCHING])
    return at.DONE


def note_cut(control: Any, by: int, other: int) -> None:
    """Count a node that was skipped because of the depth limit or its estimate. `by` is the offset of this reason in
    the control block, `other` that of the other reason; record which reason occurred first.
    """
    control[at.PRUNED] += 1
    if control[by] == 0:
        control[by] = 2 if control[other] else 1


def hash_state(block: Any, base: int) -> int:
    """The hash of the state at offset `base`."""
    hashed = 0
    for number in range(count_words()):
        hashed = mix_word(hashed, block[base + number])
    return hashed


def copy_state(block: Any, base: int, target: Any, place: int) -> bool:
    """Copy a state. Returns whether the state is legal: none of its words is negative."""
    legal = True
    for number in range(count_words()):
        word = block[base + number]
        legal &= word >= 0
        target[place + number] = word
    return legal


def find_slot(slots: Any, hashed: int, shift: int, block: Any, base: int) -> int:
    """The offset of the slot that holds a state or, if the table does not contain it, of the empty slot for it. The
    first word of an empty slot is 0.
    """
    words, mask = count_words(), (1 << (64 - shift)) - 1
    slot = shift_right(hashed, shift)
    while True:
        place = slot * (words + 1)
        first = slots[place]
        if first == 0:
            return place
        alike = first == ~block[base]
        for number in range(1, words):
            alike &= slots[place + number] == block[base + number]
        if alike:
            return place
        slot = (slot + 1) & mask


def fill_slot(slots: Any, place: int, block: Any, base: int, value: int) -> None:
    """Write a state, and the number `value` that belongs to it, into a slot."""
    slots[place] = ~block[base]
    for number in range(1, count_words()):
        slots[place + number] = block[base + number]
    slots[place + count_words()] = value


def find_best(nodes: Any, heads: Any, control: Any) -> int:
    """The next node that has not been superseded by a cheaper path; -1 if the queue is empty."""
    words, stride = count_words(), count_words() + at.NODE_WORDS
    lowest, highest = control[at.LOWEST], control[at.HIGHEST]
    found = -1
    while found < 0 and lowest <= highest:
        node = heads[lowest] - 1
        if node < 0:
            lowest += 1
        elif nodes[node * stride + words + at.DEPTH] & 1:
            heads[lowest] = shift_right(nodes[node * stride + words + at.LINKS], 32)
        else:
            found = node
    control[at.LOWEST] = lowest
    return found


def take_best(nodes: Any, heads: Any, node: int, control: Any, here: Any) -> None:
    """Remove a node from the queue, and copy its state to `here`."""
    base = node * (count_words() + at.NODE_WORDS)
    heads[control[at.LOWEST]] = shift_right(nodes[base + count_words() + at.LINKS], 32)
    nodes[base + count_words() + at.DEPTH] |= 1
    control[at.LIVE] -= 1
    control[at.EXPANDED] += 1
    control[at.NODE] = node
    copy_state(nodes, base, here, 0)


def judge_child(nodes: Any, slots: Any, place: int, cost: int, there: Any, control: Any, data: Any, tables: Any) -> int:
    """Estimate a child that is new or was reached by a cheaper path. In the second case, close the node of the old
    path.

    Returns the estimate, or one of these: -1 if the child is to be skipped, NO_GOAL if no goal can be reached, NO_GOAL
    + 1 if the estimate is too large.
    """
    words = count_words()
    if slots[place] == 0:
        guess = max(estimate(there, data, tables), 0)
        if guess >= at.DEAD_END:
            return at.NO_GOAL
        return guess if guess < at.NO_GOAL else at.NO_GOAL + 1
    known = slots[place + words]
    if control[at.REOPEN] == 0 or cost >= known & at.HALF:
        control[at.SKIPPED] += 1
        return -1
    other = shift_right(known, 32) * (words + at.NODE_WORDS) + words
    if nodes[other + at.DEPTH] & 1 == 0:
        nodes[other + at.DEPTH] |= 1
        control[at.LIVE] -= 1
        control[at.SKIPPED] += 1
    return shift_right(nodes[other + at.VALUES], 32)


def add_node(nodes: Any, there: Any, parent: int, cost: int, guess: int, depth: int, control: Any) -> int:
    """Append a node; returns its index."""
    node: int = control[at.USED]
    words = count_words()
    base = node * (words + at.NODE_WORDS)
    copy_state(there, 0, nodes, base)
    nodes[base + words + at.VALUES] = (guess << 32) | cost
    nodes[base + words + at.LINKS] = parent + 1
    nodes[base + words + at.DEPTH] = depth << 1
    control[at.USED] = node + 1
    return node


def enqueue(nodes: Any, heads: Any, tails: Any, node: int, rank: int, depth: int, control: Any) -> bool:
    """Insert a node at the front or the end of the list for its rank and depth; returns False if one of these is too
    large.
    """
    words, stride = count_words(), count_words() + at.NODE_WORDS
    sign, bits = control[at.DEPTH_SIGN], control[at.DEPTH_BITS]
    if rank >= control[at.KEYS] >> bits or (sign != 0 and depth >> bits != 0):
        return False
    key = (rank << bits) + (depth if sign > 0 else (1 << bits) - 1 - depth if sign < 0 else 0)
    first = heads[key] + 0
    if control[at.NEWEST]:
        nodes[node * stride + words + at.LINKS] |= first << 32
        heads[key] = node + 1
    else:
        if first == 0:
            heads[key] = node + 1
        else:
            nodes[(tails[key] - 1) * stride + words + at.LINKS] |= (node + 1) << 32
        tails[key] = node + 1
    control[at.LIVE] += 1
    control[at.LOWEST] = min(control[at.LOWEST], key)
    control[at.HIGHEST] = max(control[at.HIGHEST], key)
    return True


def add_children(
    nodes: Any, slots: Any, heads: Any, tails: Any, out: Any, places: Any, there: Any, control: Any, data: Any, tables:
    Any, count: int,
) -> int:  # fmt: skip
    """Add the children of the current node that are new or reached by a cheaper path. Returns -1, or an error code."""
    words, shift, last_cost, node = count_words(), control[at.SHIFT], control[at.LAST_COST], control[at.NODE]
    base = node * (words + at.NODE_WORDS) + words
    before, depth = nodes[base + at.VALUES] & at.HALF, (nodes[base + at.DEPTH] >> 1) + 1
    control[at.GENERATED] += count
    for number in range(count):
        hashed = hash_state(out, number * words)
        places[number] = hashed
        prefetch(slots, shift_right(hashed, shift) * (words + 1))
    for number in range(count):
        cost = out[last_cost - number] if last_cost >= 0 else 1
        if not copy_state(out, number * words, there, 0) or cost < 0:
            return at.BROKEN
        if cost > at.MOST_COST - before:
            return at.FAR
        cost += before
        place = find_slot(slots, places[number], shift, there, 0)
        guess = judge_child(nodes, slots, place, cost, there, control, data, tables)
        if guess < 0:
            continue
        if guess > at.NO_GOAL:
            return at.FAR
        child = add_node(nodes, there, node, cost, guess, depth, control)
        fill_slot(slots, place, there, 0, (child << 32) | cost)
        if guess == at.NO_GOAL:
            nodes[child * (words + at.NODE_WORDS) + words + at.DEPTH] |= 1
            note_cut(control, at.CUT_BY_ESTIMATE, at.CUT_BY_DEPTH)
        else:
            rank = control[at.COST_WEIGHT] * cost + control[at.ESTIMATE_WEIGHT] * guess
            if not enqueue(nodes, heads, tails, child, rank, depth, control):
                return at.FAR
    return -1


@kernel
def search(
    nodes: Words, slots: Words, heads: Halves, tails: Halves, places: Words, out: Words, here: Words, there: Words,
    control: Words, data: Words, tables: Words,
) -> int:  # fmt: skip
    """Continue a search until it is complete, reaches a goal or must stop. Returns a code for the reason. If
    control[PROBED] is set, only call `probe_state` for the state `here`.
    """
    branching, last_cost = control[at.BRANCHING], control[at.LAST_COST]
    if control[at.PROBED]:
        return probe_state(here, out, data, tables, control)
    words, stride, why = count_words(), count_words() + at.NODE_WORDS, -1
    while why < 0:
        node = find_best(nodes, heads, control)
        if node < 0:
            return at.DONE
        control[at.WIDEST] = max(control[at.WIDEST], control[at.LIVE])
        if control[at.EXPANDED] == control[at.STOP]:
            return at.STOPPED
        if control[at.USED] + branching > control[at.ROOM]:
            return at.FULL
        take_best(nodes, heads, node, control, here)
        if goal(here, data):
            return at.GOAL
        if nodes[node * stride + words + at.DEPTH] >> 1 >= control[at.DEEPEST]:
            note_cut(control, at.CUT_BY_DEPTH, at.CUT_BY_ESTIMATE)
            continue
        count = expand_state(here, out, data, last_cost, branching)
        if count < 0 or count > branching:
            return at.BROKEN
        why = add_children(nodes, slots, heads, tails, out, places, there, control, data, tables, count)
    return why


@kernel
def index_nodes(nodes: Words, first: int, last: int, slots: Words, shift: int) -> int:
    """Insert the nodes `first` to `last` - 1 into the hash table. Of several nodes with the same state, the last one
    remains, because it has the cheapest path.
    """
    words, stride = count_words(), count_words() + at.NODE_WORDS
    for node in range(first, last):
        place = find_slot(slots, hash_state(nodes, node * stride), shift, nodes, node * stride)
        cost = nodes[node * stride + words + at.VALUES] & at.HALF
        fill_slot(slots, place, nodes, node * stride, (node << 32) | cost)
    return 0
