"""Whether a GPU can be used here, and if not, what is missing. The CPU never silently replaces a requested GPU."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from langkah.errors import DoesNotFit, MissingExtra
from langkah.language import _

DEVICES = ("auto", "cpu", "gpu")
WORTH_STATES = 50_000_000  # the size from which a GPU is used unless another device is requested


@cache
def load_cuda() -> Any:
    """The module numba.cuda; None if numba-cuda is not installed."""
    if find_spec("numba") is None or find_spec("numba.cuda") is None:
        return None
    numpy: Any = import_module("numpy")
    if not hasattr(numpy, "row_stack"):  # numba-cuda still uses this name, which NumPy 2.5 has removed
        numpy.row_stack = numpy.vstack
    return import_module("numba.cuda")


@cache
def has_gpu() -> bool:
    """Whether a GPU, its driver and numba-cuda are available."""
    cuda = load_cuda()
    return cuda is not None and bool(cuda.is_available())


def wants_gpu(device: str, size: int | None) -> bool:
    """Whether to search a space on a GPU: if a GPU is requested, or if the space is large and a GPU is available.
    Raises an error if a GPU is requested and none can be used.
    """
    if device == "gpu":
        require_gpu()
        return True
    return device == "auto" and (size or 0) >= WORTH_STATES and has_gpu()


def require_gpu() -> None:
    """Raise an error that says what is missing if no GPU can be used."""
    if has_gpu():
        return
    cuda = load_cuda()
    if cuda is None:
        text = _("--device gpu needs numba-cuda. Try: {command}")
        raise MissingExtra(text.format(command="pip install 'langkah[gpu]'"))
    why = str(getattr(cuda, "cuda_error", lambda: "")() or "").strip().split("\n")[0]
    if "NO_DEVICE" in why:
        text = _("--device gpu: the NVIDIA driver is installed, but it finds no GPU ({why}).")
    elif "cannot be found" in why:
        text = _("--device gpu: no NVIDIA driver is installed here ({why})")
    else:
        text = _("--device gpu: no GPU can be used here: {why}")
    raise DoesNotFit(text.format(why=why or _("no NVIDIA driver or GPU was found")))
