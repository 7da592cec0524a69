"""numba-cuda, as the modules beside this one use it: optional packages, whose types are left open."""

from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

from langkah.engine.gpu.device import load_cuda

cuda: Any = load_cuda()
for _name in ("numba.core.config", "numba.cuda.core.config"):  # of which numba-cuda asks one or the other
    with suppress(ImportError):
        _config: Any = import_module(_name)
        _config.CUDA_LOW_OCCUPANCY_WARNINGS = _config.CUDA_WARN_ON_IMPLICIT_COPY = 0  # nobody can act on them
numba: Any = import_module("numba")
SIMULATED = bool(numba.config.ENABLE_CUDASIM)  # kernels then run as plain Python, and there is no driver
int32, int64 = numba.int32, numba.int64
uint16, uint32, uint64 = numba.uint16, numba.uint32, numba.uint64


def gpu_kernel(function: Callable[..., None]) -> Any:
    """A function that a host starts on many threads of the GPU."""
    return cuda.jit(function)


def gpu_kernel_with(registers: int) -> Callable[[Callable[..., None]], Any]:
    """The same for a kernel that is faster with few registers, since more threads are then at work."""
    return gpu_kernel if SIMULATED else cuda.jit(max_registers=registers)


def gpu_function(function: Callable[..., Any]) -> Any:
    """A function that kernels call."""
    return cuda.jit(device=True, inline=True)(function)


WARP = 1 if SIMULATED else 32  # threads that go in step, and can add up what they found without a detour


@gpu_function
def sum_over_warp(number: Any) -> Any:
    """The sum of what the threads of a warp have, for each of them."""
    if WARP == 1:
        return number
    number += cuda.shfl_xor_sync(0xFFFFFFFF, number, 16)
    number += cuda.shfl_xor_sync(0xFFFFFFFF, number, 8)
    number += cuda.shfl_xor_sync(0xFFFFFFFF, number, 4)
    number += cuda.shfl_xor_sync(0xFFFFFFFF, number, 2)
    return number + cuda.shfl_xor_sync(0xFFFFFFFF, number, 1)


@gpu_function
def synchronize_warp() -> None:
    """Wait until the threads of a warp are here, and see what the others wrote."""
    if WARP > 1:
        cuda.syncwarp()


def count_multiprocessors() -> int:
    """How many blocks of threads can be at work beside each other, at least."""
    return 1 if SIMULATED else int(cuda.get_current_device().MULTIPROCESSOR_COUNT)
