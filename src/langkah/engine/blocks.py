"""Large memory blocks for compiled code. A block reserves address space generously: the system assigns memory to a page
of the block only when the page is first touched.

Each class of block has a fixed number width. Kernels name these classes in their signatures, so that no kernel ever
receives numbers of another width.
"""

import ctypes
import mmap
import sys
from array import array
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar, Literal, Self

PAGE = mmap.PAGESIZE
HEAP_BYTES = 16 * PAGE  # the largest block that is allocated on the heap, in bytes
NO_RESERVE = getattr(mmap, "MAP_NORESERVE", 0x4000 if sys.platform.startswith("linux") else 0)
AT_ONCE = getattr(mmap, "MAP_POPULATE", 0)


class Block:
    """Zeroed memory for a fixed count of numbers.

    `huge`: use large pages, for random access. `whole`: commit all memory at once, since all of it will be used.
    `bound`: a length that is stored before the first number, so that compiled code can check indices.
    """

    width: ClassVar[int]  # bytes per number
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
        """The numbers from `first` up to, but not including, `last`."""
        return self.numbers[first:last].tolist()

    def fill(self, numbers: Sequence[int]) -> None:
        """Write numbers consecutively from index 0."""
        self.numbers[: len(numbers)] = array(self.format, numbers)

    def forget(self, first: int, last: int) -> None:
        """Release the memory pages of the numbers from `first` to `last` - 1, which are no longer needed, where the
        system can do so.
        """
        if isinstance(self.map, bytearray):
            return
        begin = -(-first * self.width // PAGE) * PAGE
        length = last * self.width // PAGE * PAGE - begin
        if length > 0 and hasattr(mmap, "MADV_DONTNEED"):
            self.map.madvise(mmap.MADV_DONTNEED, begin, length)

    def enlarge(self, count: int) -> Self:
        """A larger block that starts with the numbers of this block. The original block is closed."""
        larger = type(self)(count)
        ctypes.memmove(larger.address, self.address, self.count * self.width)
        self.close()
        return larger

    def clear(self) -> None:
        """Overwrite every number with 0. Releasing the memory pages instead would zero them only on Linux."""
        ctypes.memset(self.address, 0, self.count * self.width)

    def close(self) -> None:
        """Free the memory."""
        self.numbers.release()
        if isinstance(self.map, mmap.mmap):
            with suppress(BufferError):
                self.map.close()


class Words(Block):
    """A block of signed 64-bit numbers."""

    width, format = 8, "q"


class Halves(Block):
    """A block of unsigned 32-bit numbers."""

    width, format = 4, "I"


class Bytes(Block):
    """A block of unsigned 8-bit numbers."""

    width, format = 1, "B"


def make_words(numbers: Sequence[int]) -> Words:
    """A block that holds `numbers`, preceded by their count for index checks. An empty block still has room for one
    number.
    """
    block = Words(len(numbers) or 1, bound=len(numbers))
    block.fill(numbers)
    return block
