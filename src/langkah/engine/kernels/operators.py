"""The operators of a puzzle's own functions in compiled code. They return the same result as in Python, or record a
fault.

One source serves the processor and the GPU. Hardware instructions, and the way to record a fault (an exception on the
processor, a flag on the GPU), are bound at compile time. After a fault, an operator returns a harmless number, because
a GPU thread runs on until the next loop iteration.
"""

from typing import Any

from langkah.engine.kernels.instructions import (
    add_overflows,
    add_wrapping,
    count_ones,
    measure_width,
    multiply_overflows,
    multiply_wrapping,
    note_fault,
    subtract_overflows,
    subtract_wrapping,
)

LOWEST = -(1 << 63)


def add(one: int, two: int, fault: Any) -> int:
    """one + two; a fault if the sum does not fit 64 bits."""
    if add_overflows(one, two):
        note_fault(fault)
    return add_wrapping(one, two)


def subtract(one: int, two: int, fault: Any) -> int:
    """one - two; a fault if the difference does not fit 64 bits."""
    if subtract_overflows(one, two):
        note_fault(fault)
    return subtract_wrapping(one, two)


def multiply(one: int, two: int, fault: Any) -> int:
    """one * two; a fault if the product does not fit 64 bits."""
    if multiply_overflows(one, two):
        note_fault(fault)
    return multiply_wrapping(one, two)


def negate(one: int, fault: Any) -> int:
    """-one; a fault if the result does not fit 64 bits."""
    return subtract(0, one, fault)


def find_absolute(one: int, fault: Any) -> int:
    """abs(one); a fault if the result does not fit 64 bits."""
    return subtract(0, one, fault) if one < 0 else one


def divide(one: int, two: int, fault: Any) -> int:
    """one // two; a fault if `two` is 0 or the quotient does not fit 64 bits."""
    if two == 0 or (two == -1 and one == LOWEST):
        note_fault(fault)
        return 0
    return one // two


def find_remainder(one: int, two: int, fault: Any) -> int:
    """one % two; a fault if `two` is 0."""
    if two == 0:
        note_fault(fault)
        return 0
    if two == -1:
        return 0
    return one % two


def raise_to_power(one: int, two: int, fault: Any) -> int:
    """one ** two; a fault if `two` is negative or the power does not fit 64 bits."""
    if two < 0:
        note_fault(fault)
        return 0
    if -2 < one < 2:
        return (one if two % 2 != 0 else one * one) if two != 0 else 1
    found = 1
    for _time in range(two):
        if multiply_overflows(found, one):
            note_fault(fault)
            return 0
        found = multiply_wrapping(found, one)
    return found


def shift_left(one: int, two: int, fault: Any) -> int:
    """one << two; a fault if `two` is negative or the result does not fit 64 bits."""
    if two < 0 or two > 63:
        if two < 0 or one != 0:
            note_fault(fault)
        return 0
    found = one << two
    if found >> two != one:
        note_fault(fault)
    return found


def shift_right(one: int, two: int, fault: Any) -> int:
    """one >> two; a fault if `two` is negative."""
    if two < 0:
        note_fault(fault)
        return 0
    return one >> (two if two < 63 else 63)


def measure_bits(one: int, _fault: Any) -> int:
    """one.bit_length()."""
    return measure_width(subtract_wrapping(0, one) if one < 0 else one)


def count_bits(one: int, _fault: Any) -> int:
    """one.bit_count()."""
    return count_ones(subtract_wrapping(0, one) if one < 0 else one)


def choose_lower(one: int, two: int) -> int:
    """min(one, two)."""
    return two if two < one else one


def choose_higher(one: int, two: int) -> int:
    """max(one, two)."""
    return two if two > one else one


def find_place(index: int, length: int, fault: Any) -> int:
    """The offset in a list that `index` means, which may be negative as in Python; a fault if the index is out of
    range.
    """
    place = index + length if index < 0 else index
    if place < 0 or place >= length:
        note_fault(fault)
        return 0
    return place


def find_written_place(index: int, length: int, fault: Any) -> int:
    """Like `find_place`, for an index that is assigned to. This operator has a name of its own so that `watched_code`
    can report such an index differently.
    """
    return find_place(index, length, fault)


def count_range(first: int, last: int, step: int, fault: Any) -> int:
    """len(range(first, last, step)); a fault if `step` is 0, or if the range is not empty and its ends are 2**63 or
    more apart.
    """
    if step == 0:
        note_fault(fault)
        return 0
    low, high = (first, last) if step > 0 else (last, first)
    if low >= high:
        return 0
    if subtract_overflows(high, low):
        note_fault(fault)
        return 0
    if step == LOWEST:
        return 1
    return (subtract_wrapping(high, low) - 1) // (step if step > 0 else -step) + 1


def divide_both(one: int, two: int, fault: Any) -> tuple[int, int]:
    """divmod(one, two), with the faults of `divide` and `find_remainder`."""
    return divide(one, two, fault), find_remainder(one, two, fault)


def find_row(starts: Any, lengths: Any, row: int) -> tuple[int, int]:
    """The offset and the length of the inner list `row` in the flat table that contains all inner lists."""
    return starts[row], lengths[row]


def find_place_in_row(starts: Any, lengths: Any, row: int, index: int, fault: Any) -> int:
    """The offset of an item of an inner list in the flat table; a fault if the index is out of range."""
    return int(starts[row] + find_place(index, lengths[row], fault))


def has_number(sought: int, numbers: Any, bounds: tuple[int, int]) -> int:
    """Whether a slice of a list, given as offset and length, contains a number."""
    for place in range(bounds[0], bounds[0] + bounds[1]):
        if numbers[place] == sought:
            return 1
    return 0


def add_up(numbers: Any, bounds: tuple[int, int], fault: Any) -> int:
    """The sum of a slice of a list, added in order; a fault if an intermediate sum does not fit 64 bits."""
    found = 0
    for place in range(bounds[0], bounds[0] + bounds[1]):
        found = add(found, numbers[place], fault)
    return found


def find_least(numbers: Any, bounds: tuple[int, int], fault: Any) -> int:
    """The least number in a slice of a list; a fault if the slice is empty."""
    if bounds[1] == 0:
        note_fault(fault)
        return 0
    found = numbers[bounds[0]]
    for place in range(bounds[0] + 1, bounds[0] + bounds[1]):
        found = choose_lower(found, numbers[place])
    return int(found)


def find_greatest(numbers: Any, bounds: tuple[int, int], fault: Any) -> int:
    """The greatest number in a slice of a list; a fault if the slice is empty."""
    if bounds[1] == 0:
        note_fault(fault)
        return 0
    found = numbers[bounds[0]]
    for place in range(bounds[0] + 1, bounds[0] + bounds[1]):
        found = choose_higher(found, numbers[place])
    return int(found)
