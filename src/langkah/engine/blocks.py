"""Large blocks of memory for compiled code: reserved generously, paid for page by page as they are touched.

The kind of a block says what it holds. Kernels name these kinds in their signatures, so that no kernel is ever handed
numbers of another width.
"""

import ctypes
import mmap
import sys
from array import array
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar, Literal, Self

PAGE = mmap.PAGESIZE
HEAP_BYTES = 16 * PAGE  # of a block that is taken from the heap
NO_RESERVE = getattr(mmap, "MAP_NORESERVE", 0x4000 if sys.platform.startswith("linux") else 0)
AT_ONCE = getattr(mmap, "MAP_POPULATE", 0)


class Block:
    """Zeroed memory for so many numbers.

    `huge`: in large pages, for random access; `whole`: all of it will be used, so it may be paid for at once. `bound`:
    the length that checked code sees; it stands before the first number.
    """

    width: ClassVar[int]  # bytes of a number
    format: ClassVar[Literal["q", "I", "B"]]

    def __init__(self, count: int, *, huge: bool = False, whole: bool = False, bound: int | None = None) -> None:
        self.count = count
        head = 0 if bound is None else 8
        size = max(count * self.width + head, PAGE)
        self.map: mmap.mmap | bytearray
        if size <= HEAP_BYTES:
            self.map = bytearray(size)
        elif sys.platform == "win32" or not hasattr(mmap, "MAP_ANONYMOUS"):
            self.map = mmap.mmap(-1, size)
        else:
            flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NO_RESERVE | (AT_ONCE if whole else 0)
            try:
                self.map = mmap.mmap(-1, size, flags=flags)
            except OSError as error:
                raise MemoryError(error.strerror) from None
        if huge and isinstance(self.map, mmap.mmap) and hasattr(mmap, "MADV_HUGEPAGE"):
            with suppress(OSError):
                self.map.madvise(mmap.MADV_HUGEPAGE)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.map)) + head
        if bound is not None:
            self.map[:head] = bound.to_bytes(head, sys.byteorder)
        self.numbers: memoryview[int] = memoryview(self.map)[head:].cast(self.format)

    def __getitem__(self, index: int) -> int:
        return self.numbers[index]

    def __setitem__(self, index: int, number: int) -> None:
        self.numbers[index] = number

    def read(self, first: int, last: int) -> list[int]:
        """The numbers from `first` to below `last`."""
        return self.numbers[first:last].tolist()

    def fill(self, numbers: Sequence[int]) -> None:
        """Write numbers, one after the other, from the first place on."""
        self.numbers[: len(numbers)] = array(self.format, numbers)

    def forget(self, first: int, last: int) -> None:
        """Nobody will ask for the numbers from `first` to below `last` again: give their pages back, where one can."""
        if isinstance(self.map, bytearray):
            return
        begin = -(-first * self.width // PAGE) * PAGE
        length = last * self.width // PAGE * PAGE - begin
        if length > 0 and hasattr(mmap, "MADV_DONTNEED"):
            self.map.madvise(mmap.MADV_DONTNEED, begin, length)

    def enlarge(self, count: int) -> Self:
        """A larger block with the same numbers, in the place of this one."""
        larger = type(self)(count)
        ctypes.memmove(larger.address, self.address, self.count * self.width)
        self.close()
        return larger

    def clear(self) -> None:
        """Every number is 0 again. Only Linux does that by giving pages back."""
        ctypes.memset(self.address, 0, self.count * self.width)

    def close(self) -> None:
        """Give all of it back."""
        self.numbers.release()
        if isinstance(self.map, mmap.mmap):
            with suppress(BufferError):
                self.map.close()


class Words(Block):
    """Signed numbers of 64 bits."""

    width, format = 8, "q"


class Halves(Block):
    """Unsigned numbers of 32 bits."""

    width, format = 4, "I"


class Bytes(Block):
    """Unsigned numbers of 8 bits."""

    width, format = 1, "B"


def make_words(numbers: Sequence[int]) -> Words:
    """A block with these numbers, which knows how many they are; never quite empty."""
    block = Words(len(numbers) or 1, bound=len(numbers))
    block.fill(numbers)
    return block
