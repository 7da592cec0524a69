"""Large blocks of memory for compiled code: reserved generously, paid for page by page as they are touched."""

import ctypes
import mmap
import sys
from array import array
from collections.abc import Sequence
from contextlib import suppress
from typing import Literal

PAGE = mmap.PAGESIZE
SMALL = 16 * PAGE  # bytes that are taken from the heap
FORMATS: dict[int, Literal["q", "I", "B"]] = {8: "q", 4: "I", 1: "B"}  # by bytes
NO_RESERVE = getattr(mmap, "MAP_NORESERVE", 0x4000 if sys.platform.startswith("linux") else 0)
AT_ONCE = getattr(mmap, "MAP_POPULATE", 0)


class Block:
    """Zeroed memory for 64-bit numbers (or `width` bytes each).

    `huge`: in large pages, for random access; `whole`: all of it will be used, so it may be paid for at once.
    """

    def __init__(self, count: int, width: int = 8, *, huge: bool = False, whole: bool = False) -> None:
        self.count, self.width = count, width
        size = max(count * width, PAGE)
        self.map: mmap.mmap | bytearray
        if size <= SMALL:
            self.map = bytearray(size)
        elif sys.platform == "win32":
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
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.map))

    @property
    def numbers(self) -> "memoryview[int]":
        """The content, to be read and written from Python."""
        return memoryview(self.map).cast(FORMATS[self.width])

    def at(self, index: int) -> int:
        """The address of one number."""
        return self.address + index * self.width

    def fill(self, numbers: Sequence[int], first: int = 0) -> None:
        """Write numbers, one after the other."""
        self.numbers[first : first + len(numbers)] = array(FORMATS[self.width], numbers)

    def forget(self, first: int, last: int) -> None:
        """Give the pages between two numbers back; they read as 0 afterwards."""
        if isinstance(self.map, bytearray):
            self.map[first * self.width : last * self.width] = bytes((last - first) * self.width)
            return
        begin = -(-first * self.width // PAGE) * PAGE
        length = last * self.width // PAGE * PAGE - begin
        if length > 0 and hasattr(mmap, "MADV_DONTNEED"):
            self.map.madvise(mmap.MADV_DONTNEED, begin, length)

    def close(self) -> None:
        """Give all of it back."""
        if isinstance(self.map, mmap.mmap):
            with suppress(BufferError):
                self.map.close()
