"""Machine instructions that Python cannot express; `numba_instructions` compiles them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Instruction:
    """Placeholder for a machine instruction in a kernel, replaced at compile time."""

    name: str

    def __call__(self, *arguments: Any) -> Any:
        raise NotImplementedError(self.name, arguments)


hash_to_slot: Callable[[int, int], int] = Instruction("hash_to_slot")  # (state, shift): one of 2**(64 - shift) slots
mix_word: Callable[[int, int], int] = Instruction("mix_word")  # (hash so far, word): the extended hash
shift_right: Callable[[int, int], int] = Instruction("shift_right")  # logical shift, fills with zeros
find_lowest_bit: Callable[[int], int] = Instruction("find_lowest_bit")  # 64 if no bit is set
count_ones: Callable[[int], int] = Instruction("count_ones")
widen: Callable[[int], int] = Instruction("widen")  # an unsigned number as a signed 64-bit one
add_atomically: Callable[[Any, int, int], int] = Instruction("add_atomically")  # returns the old value
prefetch: Callable[[Any, int], None] = Instruction("prefetch")  # prefetch pointer[index]
compare_exchange: Callable[[Any, int, int, int], int] = Instruction("compare_exchange")  # (.., expected, wanted)

# For the functions of puzzles; see `operators`
add_overflows: Callable[[int, int], int] = Instruction("add_overflows")  # whether the sum overflows
add_wrapping: Callable[[int, int], int] = Instruction("add_wrapping")  # the lowest 64 bits of the sum
subtract_overflows: Callable[[int, int], int] = Instruction("subtract_overflows")
subtract_wrapping: Callable[[int, int], int] = Instruction("subtract_wrapping")
multiply_overflows: Callable[[int, int], int] = Instruction("multiply_overflows")
multiply_wrapping: Callable[[int, int], int] = Instruction("multiply_wrapping")
measure_width: Callable[[int], int] = Instruction("measure_width")  # bit length of an unsigned number
measure: Callable[[Any], int] = Instruction("measure")  # length of a block
note_fault: Callable[[Any], None] = Instruction("note_fault")  # Python's result would differ here
