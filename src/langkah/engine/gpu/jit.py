"""Access to numba-cuda for the modules in this folder. numba-cuda is an optional dependency, so its values have the
type `Any`.
"""

from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

from langkah.engine.gpu.device import load_cuda

cuda: Any = load_cuda()
for _name in ("numba.core.config", "numba.cuda.core.config"):  # which of them is read depends on the version
    with suppress(ImportError):
        _config: Any = import_module(_name)
        # No warnings that users cannot act on
        _config.CUDA_LOW_OCCUPANCY_WARNINGS = _config.CUDA_WARN_ON_IMPLICIT_COPY = 0
numba: Any = import_module("numba")
SIMULATED = bool(numba.config.ENABLE_CUDASIM)  # if so, kernels run as plain Python, without a driver
int32, int64 = numba.int32, numba.int64
uint16, uint32, uint64 = numba.uint16, numba.uint32, numba.uint64


def gpu_kernel(function: Callable[..., None]) -> Any:
    """Make a kernel: a function that the host launches on many GPU threads."""
    return cuda.jit(function)


def gpu_kernel_with(registers: int) -> Callable[[Callable[..., None]], Any]:
    """Like `gpu_kernel`, with a limit on registers per thread, so that more threads run at once."""
    return gpu_kernel if SIMULATED else cuda.jit(max_registers=registers)


def gpu_function(function: Callable[..., Any]) -> Any:
    """Make a GPU function that kernels call."""
    return cuda.jit(device=True, inline=True)(function)


WARP = 1 if SIMULATED else 32  # threads that run in lockstep and can exchange values directly


@gpu_function
def sum_over_warp(number: Any) -> Any:
    """The sum of a number over the threads of a warp; every thread gets the result."""
    if WARP == 1:
        return number
    number += cuda.shfl_xor_sync(0xFFFFFFFF, number, 16)
    number += cuda.shfl_xor_sync(0xFFFFFFFF, number, 8)
    number += cuda.shfl_xor_sync(0xFFFFFFFF, number, 4)
    number += cuda.shfl_xor_sync(0xFFFFFFFF, number, 2)
    return number + cuda.shfl_xor_sync(0xFFFFFFFF, number, 1)


@gpu_function
def synchronize_warp() -> None:
    """Wait for all threads of a warp; afterwards each sees what the others wrote."""
    if WARP > 1:
        cuda.syncwarp()


def count_multiprocessors() -> int:
    """The number of multiprocessors: at least this many blocks of threads run at once."""
    return 1 if SIMULATED else int(cuda.get_current_device().MULTIPROCESSOR_COUNT)
