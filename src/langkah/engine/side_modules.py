"""Kernels as WebAssembly for Python in a browser: compiled when the static site is built, and loaded in the browser by
`ctypes`.

Python in the browser has another version and processor, so a kernel is identified by the names of its functions, not by
a fingerprint. These names suffice, because the archive with the modules also contains the source from which they were
compiled. Only Langkah's own functions have such names.
"""

import ctypes
import json
import re
import subprocess
import sys
import tempfile
import types
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from langkah.engine.kernels import Kernel, expand, goal
from langkah.packed import Packed

FOLDER = Path(__file__).parent / "side_modules"  # exists only in the browser's copy
TABLE = "table.json"
TRIPLE = "wasm32-unknown-emscripten"
FEATURES = "+bulk-memory,+sign-ext,+mutable-globals"
MODULES = (
    *("backward", "breadth_first", "breadth_first_wide", "retrograde"),
    *("tile_search", "tower_regions", "two_player"),
)

Functions = dict[str, Callable[..., Any]]


def make_label(kernel: Kernel[Any], functions: Functions) -> str:
    """The label of a kernel: its name and the names of its functions; "" if one of the functions is not part of
    Langkah.
    """
    parts = [_name_value(function) for _name, function in sorted(functions.items())]
    return "" if "" in parts else " ".join([kernel.name, *parts])


def _name_value(value: object) -> str:
    """The name of one of Langkah's functions with its closure values, or a plain value as text; "" for any
    other value.
    """
    if isinstance(value, int | str | bool | None):
        return repr(value)
    if isinstance(value, tuple):
        parts = [_name_value(each) for each in value]
        return "" if "" in parts else f"({','.join(parts)})"
    if not isinstance(value, types.FunctionType) or not value.__module__.startswith("langkah."):
        return ""
    inner = [_name_value(cell.cell_contents) for cell in value.__closure__ or ()]
    where = value.__code__.co_firstlineno
    return "" if "" in inner else f"{value.__module__}.{value.__qualname__}:{where}({','.join(inner)})"


# In the browser


@cache
def read_side_modules() -> dict[str, list[str]]:
    """The available modules: for the label of each kernel, the file of its module and the name of its function."""
    try:
        found: dict[str, list[str]] = json.loads((FOLDER / TABLE).read_text(encoding="utf-8"))
    except OSError:
        return {}
    return found


def load_side_module(label: str) -> Any:
    """Load the WebAssembly module with this label, and return its function."""
    file, name = read_side_modules()[label]
    return getattr(ctypes.CDLL(str(FOLDER / file)), name)


# When the site is built


def can_link() -> bool:
    """Whether the WebAssembly linker is installed."""
    return all(find_spec(each) is not None for each in ("numba", "llvmlite", "ziglang"))


def list_kernels(forms: Iterable[Packed[Any]]) -> Iterator[tuple[str, Kernel[Any], Functions]]:
    """Yield the label, the kernel and the functions to bind for every kernel that explores one of the packed `forms`,
    and for every kernel that needs no functions of a puzzle. Each label occurs once.
    """
    from langkah.engine.own_functions import get_functions, get_wide_functions

    found = [import_module(f"langkah.engine.kernels.{name}") for name in MODULES]
    kernels = [each for module in found for each in vars(module).values() if isinstance(each, Kernel)]
    kernels = [each for each in kernels if each.function.__name__ != "share"]  # a browser's Python has one thread
    seen: set[str] = set()
    for packed in (None, *forms):
        for kernel in kernels:
            open_names = _find_open_names(kernel.function)
            if bool(open_names) is (packed is None):
                continue
            functions: Functions = {}
            if packed is not None:
                whole = kernel.function.__name__ == "search"  # of the single-word or the multi-word form
                if whole and kernel.function.__module__.endswith("_wide") is (packed.words == 1):
                    continue
                functions = get_functions(packed) if whole else get_wide_functions(packed, *open_names)
            label = make_label(kernel, functions)
            if label and label not in seen:
                seen.add(label)
                yield label, kernel, functions


def _find_open_names(function: Any, seen: frozenset[Any] = frozenset()) -> list[str]:
    """Which of the placeholders `expand` and `goal` a kernel uses, directly or through the functions that it calls."""
    found: set[str] = set()
    for name in function.__code__.co_names:
        value = function.__globals__.get(name)
        if value is expand or value is goal:
            found.add(name)
        elif isinstance(value, types.FunctionType) and value not in seen and value.__module__.startswith("langkah."):
            found.update(_find_open_names(value, seen | {value}))
    return sorted(found)


def make_side_module(code: str, name: str) -> bytes:
    """Compile and link a WebAssembly module from the LLVM code of a kernel; `name` is the function that the module
    exports.
    """
    llvm: Any = import_module("llvmlite.binding")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", features=FEATURES, opt=3, reloc="pic"
    )
    code = re.sub(r'target triple = "[^"]*"', f'target triple = "{TRIPLE}"', code)
    code = re.sub(r'target datalayout = "[^"]*"', f'target datalayout = "{machine.target_data}"', code)
    code = re.sub(r"= common (local_unnamed_addr )?global", "= internal global", code)
    code = re.sub(r'"(target-cpu|target-features)"="[^"]*"', "", code)
    module = llvm.parse_assembly(code)
    module.verify()
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "kernel.o", Path(folder) / "kernel.so"
        source.write_bytes(machine.emit_object(module))
        words = ["-shared", "--experimental-pic", "--no-entry", f"--export={name}", "--strip-debug"]
        linker = [sys.executable, "-m", "ziglang", "wasm-ld"]
        subprocess.run([*linker, *words, "-o", str(target), str(source)], check=True, capture_output=True)
        return target.read_bytes()
