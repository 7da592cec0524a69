"""Compiles plain Python functions to machine code that any thread can call.

A kernel is a function in one of the modules in `kernels`. The puzzle's own functions are compiled into the innermost
loop of the kernel. A kernel uses only pointers and 64-bit integers and allocates nothing, so it needs neither Numba nor
Python at run time: Numba compiles it once, the object file is cached, and later runs only load that file.
"""

import re
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from re import search
from typing import Any

from langkah.engine.blocks import Bytes, Halves, Words
from langkah.engine.fingerprint import NotCompilable, compute_fingerprint, freeze_function
from langkah.engine.kernels import Kernel, P
from langkah.engine.object_cache import NativeFunction, describe_processor, load_object, read_cached, write_cached
from langkah.engine.own_source import shorten_path
from langkah.engine.side_modules import load_side_module, make_label, make_side_module, read_side_modules
from langkah.engine.team import hold_signals
from langkah.errors import MissingExtra
from langkah.language import _
from langkah.run import compiling

OPERATORS = "langkah.engine.kernels.operators"
loaded_kernels: dict[str, NativeFunction[Any]] = {}
compiled_operators: dict[Any, Any] = {}  # operators in puzzles' functions, compiled once for all kernels


@cache
def can_compile() -> bool:
    """Whether compiled code can be used on this machine."""
    return bool(read_side_modules()) or (find_spec("llvmlite") is not None and find_spec("numba") is not None)


def require_compiler() -> None:
    """Raise an error that says what to install if the compiler is missing."""
    if not can_compile():
        raise MissingExtra(
            _("this needs compiled code, and numba is not installed. Try: {command}").format(
                command="pip install 'langkah[fast]'"
            )
        )


def _make_kernel_key(kernel: Kernel[Any], functions: dict[str, Callable[..., Any]]) -> str:
    """The cache key of a kernel: a fingerprint of its source, of the functions bound to it, of the versions of Python
    and Numba, and of the processor.
    """
    if all(is_trusted(each) and not each.__closure__ for each in functions.values()):
        return _make_trusted_key(kernel.name, *functions.items())
    return compute_fingerprint(kernel.name, _fingerprint_surroundings(), list(functions.items()))


@cache
def _make_trusted_key(name: str, *functions: tuple[str, Callable[..., Any]]) -> str:
    """The key that `_make_kernel_key` returns if all functions are Langkah's own. The key is cached, since these
    functions do not change during a run.
    """
    return compute_fingerprint(name, _fingerprint_surroundings(), list(functions))


@cache
def _fingerprint_surroundings() -> str:
    folder = Path(__file__).parent
    names = ("numba_instructions.py", "compiler.py", "fingerprint.py", "own_functions.py")
    sources = [*sorted((folder / "kernels").glob("*.py")), *(folder / name for name in names)]
    return compute_fingerprint(
        [path.read_bytes() for path in sources], sys.version, _get_numba_version(), describe_processor()
    )


def _get_numba_version() -> str:
    try:
        return version("numba")
    except PackageNotFoundError:
        return ""


def is_trusted(function: Callable[..., Any] | None) -> bool:
    """Whether a function is part of Langkah. Compiled code of such functions is covered by tests, and needs no checks
    at run time.
    """
    return (getattr(function, "__module__", None) or "").startswith("langkah.")


def load_kernel(kernel: Kernel[P], **functions: Callable[..., Any]) -> NativeFunction[P]:
    """Load a kernel as machine code, compiling it first if it is not cached. `functions` replace the placeholders with
    these names in the kernel. Raises `NotCompilable` if one of them cannot be compiled.
    """
    require_compiler()
    if read_side_modules():
        return _load_from_side(kernel, functions)
    key = _make_kernel_key(kernel, functions)
    if key not in loaded_kernels:
        kept = read_cached(f"{key}.o")
        if kept is None:
            with hold_signals(), compiling():
                kept = _compile_kernel(kernel, functions)
            write_cached(f"{key}.o", kept)
        name, _newline, body = kept.partition(b"\n")
        loaded_kernels[key] = NativeFunction(kernel, *load_object(body, name.decode(), kernel))
    return loaded_kernels[key]


def _load_from_side(kernel: Kernel[P], functions: dict[str, Callable[..., Any]]) -> NativeFunction[P]:
    """Load a precompiled kernel in a browser, where nothing can be compiled."""
    label = make_label(kernel, functions)
    if label not in read_side_modules():
        raise NotCompilable(_("in a browser, compiled code exists only for the puzzles that come with Langkah"))
    if label not in loaded_kernels:
        loaded_kernels[label] = NativeFunction(kernel, load_side_module(label))
    return loaded_kernels[label]


def compile_side_module(kernel: Kernel[Any], functions: dict[str, Callable[..., Any]]) -> tuple[str, bytes]:
    """Compile a kernel for browsers; returns the name of the function, and the module that contains it."""
    key = _make_kernel_key(kernel, functions)
    kept = read_cached(f"{key}.wasm")
    if kept is None:
        name, code = _compile_to_llvm(kernel, functions)
        kept = name.encode() + b"\n" + make_side_module(code, name)
        write_cached(f"{key}.wasm", kept)
    head, _newline, body = kept.partition(b"\n")
    return head.decode(), body


def is_kernel_cached(kernel: Kernel[Any], **functions: Callable[..., Any]) -> bool:
    """Whether the machine code of a kernel is cached."""
    if read_side_modules():
        return make_label(kernel, functions) in read_side_modules()
    key = _make_kernel_key(kernel, functions)
    return key in loaded_kernels or read_cached(f"{key}.o") is not None


def _compile_kernel(kernel: Kernel[Any], functions: dict[str, Callable[..., Any]]) -> bytes:
    """Compile a kernel; returns its object file, preceded by a line with the name of its function."""
    llvm: Any = import_module("llvmlite.binding")
    name, text = _compile_to_llvm(kernel, functions)
    machine = llvm.Target.from_default_triple().create_target_machine(
        opt=3,
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        codemodel="jitdefault",
        jit=True,
    )
    return name.encode() + b"\n" + bytes(machine.emit_object(llvm.parse_assembly(text)))


def _compile_to_llvm(kernel: Kernel[Any], functions: dict[str, Callable[..., Any]]) -> tuple[str, str]:
    """Compile a kernel to LLVM's intermediate language; returns the name of its function, and the code."""
    numba, errors = (import_module(each) for each in ("numba", "numba.core.errors"))
    import_module("langkah.engine.numba_instructions")  # registers more instructions with Numba
    lean: dict[str, Any] = {"nopython": True, "nogil": True, "_nrt": False, "no_rewrites": True}
    # Only machine code calls these functions, so they need no wrappers
    lean |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

    own: dict[Any, Any] = {}

    def compile_one(function: Any) -> Any:
        made = compiled_operators if function.__module__ == OPERATORS else own
        if function in made:
            if made[function] is None:
                raise NotCompilable(_("{name} calls itself").format(name=function.__name__))
            return made[function]
        made[function] = None
        is_kernel = (function.__module__ or "").startswith("langkah.engine.kernels.")
        how = {"error_model": "numpy" if is_kernel else "python"}
        made[function] = numba.jit(freeze_function(function, compile_one, bound), **how, **lean)
        return made[function]

    bound: dict[str, Any] = {}
    bound.update({each: compile_one(function) for each, function in functions.items()})
    whole = numba.jit(freeze_function(kernel.function, compile_one, bound), error_model="numpy", **lean)
    signature = tuple(_make_numba_type(kind) for kind in kernel.kinds)
    try:
        whole.compile(signature)
    except (errors.NumbaError, NotImplementedError) as error:
        raise NotCompilable(explain_failure(error)) from error
    result = whole.overloads[signature]
    return result.fndesc.llvm_func_name, result.library.get_llvm_str()


def _make_numba_type(kind: type) -> Any:
    types: Any = import_module("numba.core.types")
    if kind is int:
        return types.int64
    numbers: dict[type, Any] = {Words: types.int64, Halves: types.uint32, Bytes: types.uint8}
    return types.CPointer(numbers[kind])


def explain_failure(error: Exception) -> str:
    """The useful line of Numba's error message, preceded by the path and line of the puzzle's source if it refers to
    them.
    """
    plain = re.sub(r"\x1b\[[0-9;]*m", "", str(error))  # remove colour codes
    lines = [line.strip() for line in plain.splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(("Failed in", "During", "File", "<source", "^"))]
    why = (telling or lines or [type(error).__name__])[0].rstrip(":")
    place = search(r'File "([^"]+)", line (\d+)', str(error))
    if place is None or Path(place[1]).resolve().is_relative_to(Path(__file__).parents[1]):
        return why
    return _("{path}, line {n}: {why}").format(path=shorten_path(place[1]), n=place[2], why=why)
