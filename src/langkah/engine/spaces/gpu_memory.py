"""The common base class of the spaces on a GPU: it compiles and launches kernels, allocates GPU memory, and compares a
sample of the results with Python.
"""

from typing import Any

import numpy as np

from langkah.engine.compiler import explain_failure, is_trusted
from langkah.engine.fingerprint import DIFFERENT, NotCompilable, compute_fingerprint
from langkah.engine.gpu import hash_kernels as kernels
from langkah.engine.gpu.jit import SIMULATED, cuda, numba
from langkah.engine.space import OutOfMemory
from langkah.engine.watched_code import find_refusal, place_expand
from langkah.errors import BadInput
from langkah.language import _
from langkah.packed import Packed
from langkah.run import Run

THREADS = 128  # threads in a block
MOST_BLOCKS = 8192  # blocks in one launch
MEMORY_SHARE = 0.92  # share of the GPU's free memory that is used
MOST_BYTES = 1 << 40  # the simulator reports infinite memory
MOST_PARENTS = 1 << 12  # predecessors of a state that are listed

kernels_of: dict[str, kernels.Kernels] = {}  # by the fingerprint of the puzzle's own functions


class GpuMemory:
    """The compiled kernels of one packed puzzle, and its data and memory on the GPU."""

    def __init__(self, packed: Packed[Any], run: Run[Any, Any], taken: int = 0) -> None:
        """`taken`: the bytes of GPU memory that the caller already uses, which count towards the memory limit."""
        self.packed, self.run, self.words = packed, run, packed.words
        functions = (packed.expand, packed.goal)
        self.fingerprint = compute_fingerprint(*functions, packed.branching, packed.out_length, packed.words)
        if self.fingerprint not in kernels_of:
            kernels_of[self.fingerprint] = kernels.make_kernels(packed)
        self.kernels = kernels_of[self.fingerprint]
        self.is_checked = not (
            is_trusted(packed.expand) and is_trusted(packed.goal)
        )  # whether some function is not Langkah's
        self.data = cuda.to_device(np.array(packed.data or [0], np.int64))
        if not SIMULATED:
            cuda.current_context().deallocations.clear()  # freed memory can be used only after this
        free, _total = cuda.current_context().get_memory_info()
        self.memory = int(min(MEMORY_SHARE * free, (run.limit.memory or MOST_BYTES) - taken, MOST_BYTES - taken))

    def make_array(self, count: int, kind: Any = np.int64) -> Any:
        """Allocate GPU memory for `count` numbers; raises `OutOfMemory` if there is too little."""
        try:
            return cuda.device_array(max(count, 1), kind)
        except Exception as error:  # the driver's own error class, which exists only with a driver
            if "MEMORY" in str(error).upper():
                raise OutOfMemory from None
            raise

    def launch(self, kernel: Any, threads: int, *arguments: Any) -> None:
        """Run a kernel on at least `threads` threads, rounded up to whole blocks, but on at most
        `MOST_BLOCKS` blocks.
        """
        try:
            kernel[max(min(MOST_BLOCKS, -(-threads // THREADS)), 1), THREADS](*arguments)
        except numba.core.errors.NumbaError as error:
            raise NotCompilable(explain_failure(error)) from error

    def split(self, word: int) -> list[int]:
        """The machine words that represent a packed state on the GPU."""
        return [word] if self.words == 1 else list(self.packed.cut(word))

    def join(self, numbers: Any) -> list[int]:
        """The packed states that are represented by these machine words, each as one number."""
        if self.words == 1:
            return [int(each) for each in numbers]
        return [self.packed.joined([int(each) for each in row]) for row in numbers.reshape(-1, self.words)]

    def upload(self, states: list[int]) -> Any:
        """Copy packed states to a new GPU array of machine words."""
        return cuda.to_device(np.array([part for each in states for part in self.split(each)], np.int64))

    def refuse(self, word: int) -> None:
        """Expand a state in Python after its expansion failed on the GPU. Raises the exception that Python raises or,
        if there is none, an error that says why the puzzle cannot run on the GPU.
        """
        self.packed.is_goal(word)
        self.packed.successors(word)
        refusal = find_refusal(self.packed, [word])
        if refusal is None or refusal.only_slow:
            why = refusal.text if refusal else place_expand(self.packed, _("an intermediate result exceeds 2**63"))
            raise NotCompilable(why)
        raise BadInput(refusal.text)

    def compare_sample(self, table: Any, words: list[int], whole: tuple[int, int] | None) -> None:
        """Expand some states of a layer, `words`, in Python, too; raises `NotCompilable` if `table` lacks one of their
        successors. If `words` holds the whole layer, `whole` is the number of its successors and the number of its
        goals as counted on the GPU; Python must count the same numbers.
        """
        after = [each for word in words for each in self.packed.successors(word)]
        flags = cuda.to_device(np.ones(len(after), np.bool_))
        if after:
            self.launch(self.kernels.table.look_up, flags.size, table, self.upload(after), flags)
        counted = (len(after), sum(map(self.packed.is_goal, words)))
        if not flags.copy_to_host().all() or whole not in (None, counted):
            raise NotCompilable(_(DIFFERENT))
