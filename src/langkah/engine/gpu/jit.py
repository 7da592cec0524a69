"""numba-cuda, as the modules beside this one use it: optional packages, whose types are left open."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from langkah.engine.gpu.device import load_cuda

cuda: Any = load_cuda()
numba: Any = import_module("numba")
int64, uint32, uint64 = numba.int64, numba.uint32, numba.uint64


def gpu_kernel(function: Callable[..., None]) -> Any:
    """A function that a host starts on many threads of the GPU."""
    return cuda.jit(function)


def gpu_function(function: Callable[..., Any]) -> Any:
    """A function that kernels call."""
    return cuda.jit(device=True, inline=True)(function)
