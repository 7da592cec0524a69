"""The few machine instructions that Python has no name for; `numba_instructions` says what they become."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Instruction:
    """Stands for a machine instruction in a kernel, until that is compiled."""

    name: str

    def __call__(self, *arguments: Any) -> Any:
        raise NotImplementedError(self.name, arguments)


hash_to_slot: Callable[[int, int], int] = Instruction("hash_to_slot")  # (state, shift): of 2**(64 - shift) slots
mix_word: Callable[[int, int], int] = Instruction("mix_word")  # (hash so far, word): the hash with one more word
shift_right: Callable[[int, int], int] = Instruction("shift_right")  # fills with zeros
find_lowest_bit: Callable[[int], int] = Instruction("find_lowest_bit")  # 64 where none is set
count_ones: Callable[[int], int] = Instruction("count_ones")
widen: Callable[[int], int] = Instruction("widen")  # an unsigned number as a signed one of 64 bits
add_atomically: Callable[[Any, int, int], int] = Instruction("add_atomically")  # says what was there before
prefetch: Callable[[Any, int], None] = Instruction("prefetch")  # ask the memory for pointer[index]
compare_exchange: Callable[[Any, int, int, int], int] = Instruction("compare_exchange")  # (.., expected, wanted)

# For the functions of puzzles, see `operators`
add_overflows: Callable[[int, int], int] = Instruction("add_overflows")  # whether what is given is not the sum
add_wrapping: Callable[[int, int], int] = Instruction("add_wrapping")  # the sum, or its lowest 64 bits
subtract_overflows: Callable[[int, int], int] = Instruction("subtract_overflows")
subtract_wrapping: Callable[[int, int], int] = Instruction("subtract_wrapping")
multiply_overflows: Callable[[int, int], int] = Instruction("multiply_overflows")
multiply_wrapping: Callable[[int, int], int] = Instruction("multiply_wrapping")
measure_width: Callable[[int], int] = Instruction("measure_width")  # bits of a number without a sign
measure: Callable[[Any], int] = Instruction("measure")  # how many numbers a block has, as a list would
note_fault: Callable[[Any], None] = Instruction("note_fault")  # Python would do something else here
