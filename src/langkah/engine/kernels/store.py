"""The loops of a store: they expand part of a layer, distribute the results to partitions, sort, subtract and pack
them.

A state's partition is given by the highest bits of its hash. In a space with reversible steps, a successor can carry a
tag: the index of the step from it back to its predecessor. `unite` combines the tags of a state into marks, and the
next expansion skips the marked steps, which all lead to the previous layer.

A row is either a state or a step; a step consists of its source and then its target. Steps are sorted, and assigned to
partitions, by target, so that a backward search of a directed space finds them.
"""

from typing import Any

from langkah.engine.blocks import Words
from langkah.engine.kernels import expand, kernel
from langkah.engine.kernels.breadth_first_wide import is_same_state
from langkah.engine.kernels.instructions import hash_to_slot, mix_word, shift_right

SOUND, WRONG, ONE_WAY, NO_ROOM = 0, 1, 2, 3  # in `told[1]`: the outcome of an expansion
BLOCK = 128  # numbers that are packed with the same width
RADIX = 256


def find_part(values: Any, base: int, words: int, tag_bits: int, shift: int) -> int:
    """The partition of the state that begins at values[base]. The state has `words` words; the lowest `tag_bits` bits
    of a one-word state hold its tag. The partition is the hash shifted right by `shift`, which is 64 if there is only
    one partition.
    """
    if shift == 64:
        return 0
    if words == 1:
        return hash_to_slot(values[base] >> tag_bits, shift)
    hashed = 0
    for number in range(words):
        hashed = mix_word(hashed, values[base + number])
    return shift_right(hashed, shift)


def leads_back(out: Any, each: int, marks: int) -> bool:
    """Whether the successor with the index `each` belongs to the previous layer: it equals a successor whose bit is set
    in `marks`.
    """
    step, found = 0, False
    while marks != 0:
        found |= marks & 1 == 1 and out[step] == out[each]
        marks >>= 1
        step += 1
    return found


@kernel
def ship_successors(
    states: Words, marks: Words, marked: int, first: int, last: int, found: Words, room: int, out: Words, here: Words,
    again: Words, there: Words, data: Words, told: Words, words: int, branching: int, tag_bits: int,
) -> int:  # fmt: skip
    """Write the successors of the states `first` to `last` - 1 to `found`, one after another, as long as they fit into
    `room` rows. If `marked`, leave out the successors to which the steps in `marks` lead. Returns the index of the
    first state that was not expanded or, after an error in state i, ~i. `told` receives the number of successors
    written, the outcome, and the number of steps.
    """
    count, index, edges = 0, first, 0
    told[1] = SOUND
    while index < last:
        for number in range(words):
            here[number] = states[index * words + number]
        ways = expand(here, out, data)
        if ways < 0 or ways > branching:
            told[1] = WRONG
            return ~index
        if count + ways > room:
            break
        back = marks[index] if marked else 0
        edges += ways
        for each in range(ways):
            if back != 0 and leads_back(out, each, back):
                continue
            for number in range(words):
                word = out[each * words + number]
                found[count * words + number] = word
                if word < 0:
                    told[1] = WRONG
                    return ~index
            if tag_bits > 0:
                there[0] = out[each]
                onward = expand(there, again, data)
                step = 0
                while step < onward and again[step] != here[0]:
                    step += 1
                if step >= onward or onward > branching or out[each] >> 62 - tag_bits != 0:
                    told[1] = ONE_WAY if step >= onward else WRONG if onward > branching else NO_ROOM
                    return ~index
                found[count] = (out[each] << tag_bits) | step
            count += 1
        index += 1
    told[0], told[2] = count, edges
    return index


@kernel
def ship_steps(
    states: Words, first: int, last: int, found: Words, room: int, out: Words, here: Words, data: Words, told: Words,
    words: int, branching: int,
) -> int:  # fmt: skip
    """Like `ship_successors`, but write each step as a row: its source, then its target."""
    count, index = 0, first
    told[1] = SOUND
    while index < last:
        for number in range(words):
            here[number] = states[index * words + number]
        ways = expand(here, out, data)
        if ways < 0 or ways > branching:
            told[1] = WRONG
            return ~index
        if count + ways > room:
            break
        for each in range(ways):
            for number in range(words):
                found[count * 2 * words + number] = states[index * words + number]
                found[(count * 2 + 1) * words + number] = out[each * words + number]
            count += 1
        index += 1
    told[0], told[2] = count, count
    return index


@kernel
def count_by_part(values: Words, count: int, width: int, words: int, tag_bits: int, shift: int, sizes: Words) -> int:
    """Add to sizes[partition] the number of rows in each partition."""
    for index in range(count):
        sizes[find_part(values, (index + 1) * width - words, words, tag_bits, shift)] += 1
    return 0


@kernel
def spread_by_part(
    values: Words, count: int, width: int, words: int, tag_bits: int, shift: int, places: Words, target: Words
) -> int:
    """Copy rows to `target`, grouped by partition. places[partition] is the next free index for a row of this
    partition.
    """
    for index in range(count):
        part = find_part(values, (index + 1) * width - words, words, tag_bits, shift)
        place = places[part]
        places[part] = place + 1
        for number in range(width):
            target[place * width + number] = values[index * width + number]
    return 0


@kernel
def keep_part(values: Words, count: int, words: int, tag_bits: int, shift: int, part: int) -> int:
    """Drop the states of all partitions except `part`; returns the number of states left."""
    kept = 0
    for index in range(count):
        if find_part(values, index * words, words, tag_bits, shift) == part:
            for number in range(words):
                values[kept * words + number] = values[index * words + number]
            kept += 1
    return kept


@kernel
def sort_states(values: Words, spare: Words, count: int, words: int, tally: Words) -> int:
    """Sort multi-word states by radix sort, least significant byte first; returns 1 if the result is in `spare`."""
    swapped = 0
    for digit in range(words * 8):
        word, shift = digit // 8, digit % 8 * 8
        source, target = (spare, values) if swapped else (values, spare)
        for each in range(RADIX):
            tally[each] = 0
        for index in range(count):
            tally[(source[index * words + word] >> shift) & (RADIX - 1)] += 1
        if count == 0 or tally[(source[word] >> shift) & (RADIX - 1)] == count:
            continue
        total = 0
        for each in range(RADIX):
            total, tally[each] = total + tally[each], total
        for index in range(count):
            each = (source[index * words + word] >> shift) & (RADIX - 1)
            place = tally[each]
            tally[each] = place + 1
            for number in range(words):
                target[place * words + number] = source[index * words + number]
        swapped = 1 - swapped
    return swapped


@kernel
def unite(values: Words, count: int, words: int, tag_bits: int, marks: Words) -> int:
    """Merge equal states in a sorted list, and combine their tags into marks: one bit for each tag. Returns the number
    of states left.
    """
    kept = 0
    for index in range(count):
        tag = values[index] & ((1 << tag_bits) - 1)
        if tag_bits > 0:
            values[index] >>= tag_bits
        if kept == 0 or not is_same_state(values, (kept - 1) * words, values, index * words, words):
            for number in range(words):
                values[kept * words + number] = values[index * words + number]
            if tag_bits > 0:
                marks[kept] = 0
            kept += 1
        if tag_bits > 0:
            marks[kept - 1] |= 1 << tag
    return kept


def is_less(states: Any, base: int, others: Any, first: int, words: int) -> bool:
    """Whether a state sorts before another state; the last word is the most significant."""
    number = words - 1
    while number > 0 and states[base + number] == others[first + number]:
        number -= 1
    return bool(states[base + number] < others[first + number])


def skip_smaller(rows: Any, size: int, place: int, width: int, states: Any, base: int, words: int) -> int:
    """The index of the first row, from index `place` on, that does not sort before a state. The rows are sorted; rows
    that are steps are sorted and compared by target.
    """
    step = 1  # doubled until too far, then halved
    while place + step <= size and is_less(rows, (place + step) * width - words, states, base, words):
        place += step
        step += step
    while step > 1:
        step >>= 1
        if place + step <= size and is_less(rows, (place + step) * width - words, states, base, words):
            place += step
    return place


@kernel
def subtract(states: Words, marks: Words, marked: int, count: int, known: Words, size: int, words: int) -> int:
    """Remove from a sorted list all states that the sorted list `known` contains; returns the number of states left."""
    kept, place = 0, 0
    for index in range(count):
        width = 1  # doubled until too far, then halved
        while place + width <= size and is_less(known, (place + width - 1) * words, states, index * words, words):
            place += width
            width += width
        while width > 1:
            width >>= 1
            if place + width <= size and is_less(known, (place + width - 1) * words, states, index * words, words):
                place += width
        if place < size and is_same_state(known, place * words, states, index * words, words):
            continue
        for number in range(words):
            states[kept * words + number] = states[index * words + number]
        if marked:
            marks[kept] = marks[index]
        kept += 1
    return kept


@kernel
def find_blocks(states: Words, count: int, heads: Words, blocks: int, words: int, wanted: Words) -> int:
    """List the blocks of steps that may contain a step to one of the sorted `states`. The steps are sorted by target,
    and `heads` holds the target of the first step of each block. Returns the number of listed blocks.
    """
    found, place = 0, 0
    for block in range(blocks):
        place = skip_smaller(states, count, place, words, heads, block * words, words)
        if place == count:
            break
        if block + 1 == blocks or not is_less(heads, (block + 1) * words, states, place * words, words):
            wanted[found] = block
            found += 1
    return found


@kernel
def list_predecessors(states: Words, count: int, steps: Words, size: int, words: int, found: Words) -> int:
    """List the sources of all steps that lead to one of the sorted `states`; the steps are sorted by target. Returns
    the number of sources.
    """
    kept, place, width = 0, 0, 2 * words
    for index in range(count):
        place = skip_smaller(steps, size, place, width, states, index * words, words)
        while place < size and is_same_state(steps, place * width + words, states, index * words, words):
            for number in range(words):
                found[kept * words + number] = steps[place * width + number]
            kept += 1
            place += 1
    return kept


@kernel
def sum_numbers(values: Words, first: int, last: int) -> int:
    """A fast checksum over the numbers `first` to `last` - 1; it changes whenever exactly one of them changes."""
    total = 0
    for index in range(first, last):
        total = mix_word(total, values[index])
    return total


@kernel
def find_state(states: Words, count: int, wanted: Words, words: int) -> int:
    """The index of a state in a sorted list; -1 if the list does not contain it."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if is_less(states, middle * words, wanted, 0, words):
            low = middle + 1
        else:
            high = middle
    return low if low < count and is_same_state(states, low * words, wanted, 0, words) else -1


@kernel
def find_parent(states: Words, count: int, wanted: Words, out: Words, here: Words, data: Words, words: int) -> int:
    """The index of the first state that has the successor `wanted`; -1 if there is none."""
    for index in range(count):
        for number in range(words):
            here[number] = states[index * words + number]
        for each in range(expand(here, out, data)):
            if is_same_state(out, each * words, wanted, 0, words):
                return index
    return -1


@kernel
def pack_sorted(values: Words, first: int, last: int, packed: Words) -> int:
    """Write sorted numbers in a packed form. For each block of numbers: the first number, the bit width of the
    differences, then the differences between neighbours as a bit stream. Returns the number of words written.
    """
    place = 0
    while first < last:
        end, widest = min(first + BLOCK, last), 0
        for index in range(first + 1, end):
            widest |= values[index] - values[index - 1]
        width = 0
        while widest != 0:
            widest >>= 1
            width += 1
        packed[place], packed[place + 1] = values[first], width
        place += 2
        word, used = 0, 0
        for index in range(first + 1, end):
            step = values[index] - values[index - 1]
            word |= step << used
            used += width
            if used >= 64:
                packed[place] = word
                place += 1
                used -= 64
                word = shift_right(step, width - used) if used else 0
        if used:
            packed[place] = word
            place += 1
        first = end
    return place


@kernel
def unpack_sorted(packed: Words, values: Words, first: int, count: int) -> int:
    """Read `count` numbers that `pack_sorted` wrote, and store them in `values` from index `first` on; returns the
    number of words read.
    """
    place, last = 0, first + count
    while first < last:
        end, value, width = min(first + BLOCK, last), packed[place], packed[place + 1]
        place += 2
        mask, used = (1 << width) - 1, 0
        values[first] = value
        for index in range(first + 1, end):
            step = shift_right(packed[place], used) if width else 0
            if used + width > 64:
                step |= packed[place + 1] << (64 - used)
            value += step & mask
            values[index] = value
            used += width
            if used >= 64:
                used -= 64
                place += 1
        if used:
            place += 1
        first = end
    return place
