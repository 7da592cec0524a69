"""Tries a batch of functions in this process, which may crash: `python -m tools.soak.own_batch FOLDER`.

Each function runs in plain Python, in watched Python (which checks every operation), with the operators of a simulated
GPU, compiled for the processor and, for some functions, compiled with the operators of a GPU. All must return the same
number and leave the same `out`, or refuse where Python raises an exception or an intermediate number exceeds a machine
word.
"""

import json
import sys
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numba
import numpy as np

from langkah.engine.blocks import Words, make_words
from langkah.engine.compiler import load_kernel
from langkah.engine.fingerprint import NotCompilable, freeze_function
from langkah.engine.gpu import own_functions as gpu
from langkah.engine.kernels import operators
from langkah.engine.kernels.store import ship_steps
from langkah.engine.object_cache import KernelRaised
from langkah.engine.own_code import OwnProgram
from langkah.engine.own_functions import OPERATORS, get_wide_functions
from langkah.engine.own_values import LIST, NUMBER, OUT
from langkah.engine.spaces.state_table import ThreadBuffers
from langkah.engine.watched_code import OPERATORS as WATCHING
from langkah.packed import Packed
from tools.soak.own_programs import HEAD

ROOM = 10  # numbers in `out`; the last one receives the return value
KINDS = (NUMBER, OUT, LIST)
GPU_EVERY = 40  # one of this many functions is compiled with the operators of a GPU
REFUSED = "refused"

Answer = Any  # (number, the rest of `out`), REFUSED, or the name of Python's exception


def load_file(path: Path) -> Any:
    """A module from a file."""
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def run_plainly(function: Callable[..., Any], state: int, data: list[int]) -> Answer:
    """Run a function in plain Python. Returns the number and `out`, or the name of the exception."""
    out = [0] * ROOM
    try:
        return function(state, out, list(data)), out[:-1]
    except Exception as error:
        return f"raised {type(error).__name__}"


def run_watching(function: Any, state: int, data: list[int]) -> Answer:
    """Run a function in watched Python. Returns the number and `out`, or REFUSED if an exception is raised."""
    out = [0] * ROOM
    try:
        return function(state, out, list(data), None), out[:-1]
    except Exception:
        return REFUSED


def run_with_flag(function: Any, state: int, data: list[int], array: Callable[[list[int]], Any]) -> Answer:
    """Run a function as on a GPU, where a fault sets a flag. Returns the number and `out`, or REFUSED after a fault."""
    out, fault = array([0] * ROOM), array([0])
    value = function(state, out, array(list(data)), fault)
    return REFUSED if fault[0] else (int(value), [int(each) for each in out][:-1])


class Compiled:
    """The functions of a file in one kernel, selected by `data[0]`."""

    def __init__(self, folder: Path, texts: dict[int, str]) -> None:
        lines = [HEAD, *texts.values(), "def expand(state, out, data):"]
        for number in texts:
            lines += [f"    if data[0] == {number}:", f"        out[{ROOM - 1}] = own_{number}(state, out, data)"]
        path = folder / "whole.py"
        path.write_text("\n".join([*lines, "    return 0", "def goal(state):", "    return False", ""]), "utf-8")
        module = load_file(path)
        packed = Packed.of(0, int, int, module.expand, module.goal, branching=ROOM - 1, data=[0] * 6)
        self.kernel = load_kernel(ship_steps, **get_wide_functions(packed, "expand"))
        self.buffers, self.told, self.found = ThreadBuffers(packed), Words(3), Words(4 * ROOM)

    def run(self, state: int, data: list[int]) -> Answer:
        """The number and `out` for one input; REFUSED if compiled code finds a fault."""
        mine, states = self.buffers, make_words([state])
        arguments = (mine.out, mine.here, make_words(data), self.told, 1, ROOM - 1)
        try:
            self.kernel(states, 0, 1, self.found, ROOM, *arguments)
        except KernelRaised:
            return REFUSED
        *rest, value = mine.out.read(0, ROOM)
        return value, rest


def compile_with_flag(function: Any) -> Any:
    """Compile a function for the processor, with the operators of a GPU."""
    return (
        OwnProgram(make_gpu_operators(), numba.njit, lambda numbers: np.array(numbers, np.int64))
        .rewrite(function, KINDS)
        .function
    )


_made: dict[str, Any] = {}


def make_gpu_operators() -> dict[str, Any]:
    """The operators of a GPU, with instructions of the processor."""
    from tests.gpu_cases import count_set_bits, count_width, multiply_high

    if not _made:
        gpu.multiply_high = numba.njit(multiply_high)
        counting = {"measure_width": count_width, "count_ones": count_set_bits}
        bound = {each.__name__: numba.njit(counting.get(each.__name__, each)) for each in gpu.INSTRUCTIONS}
        known: dict[Any, Any] = {}

        def compile_one(each: Any) -> Any:
            if each not in known:
                known[each] = numba.njit(error_model="numpy")(freeze_function(each, compile_one, bound))
            return known[each]

        for name in (*OPERATORS, "has_fault"):
            _made[name] = bound.get(name) or compile_one(getattr(operators, name))
    return _made


def compare(plain: Answer, watched: Answer, others: dict[str, Answer]) -> str:
    """The first difference between the answers, in words; "" if there is none."""
    for name, each in others.items():
        if each != watched:
            return f"{name} gives {each}, watching Python {watched}"
    if watched == REFUSED:
        return ""
    if isinstance(plain, str) or plain != watched:
        return f"compiled code gives {watched}, plain Python {plain}"
    return ""


def try_batch(folder: Path) -> Iterator[dict[str, Any]]:
    """Try every function with every input. Yields the verdict on each function, and the number of a function before its
    run.
    """
    case = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    (folder / "plain.py").write_text("\n".join([HEAD, *case["functions"], ""]), encoding="utf-8")
    module = load_file(folder / "plain.py")
    first = HEAD.count("\n") + 2
    programs: dict[int, tuple[Any, Any]] = {}
    simulated = gpu._make_operators()
    for number, text in enumerate(case["functions"]):
        last = first + text.count("\n")
        try:
            packed = Packed.of(0, int, int, getattr(module, f"own_{number}"), int)
            watching, simulating = (OwnProgram(table).rewrite_expand(packed) for table in (WATCHING, simulated))
            programs[number] = watching, simulating
        except NotCompilable as error:
            line = int(str(error).split("line ")[1].split(":")[0])
            inside = first <= line <= last or line < HEAD.count("\n") + 2
            yield {"function": number, "verdict": "refused" if inside else "mismatch", "about": str(error)}
        first = last + 1
    compiled = Compiled(folder, {number: case["functions"][number] for number in programs}) if programs else None
    for number, (watching, simulating) in programs.items():
        yield {"begun": number}
        assert compiled is not None
        with_flag = compile_with_flag(getattr(module, f"own_{number}")) if number % GPU_EVERY == 0 else None
        wrong, refused = "", 0
        for state, data in case["inputs"]:
            data = [number, *data]
            watched = run_watching(watching, state, data)
            others = {"compiled": compiled.run(state, data), "simulated": run_with_flag(simulating, state, data, list)}
            if with_flag is not None:
                others["with flag"] = run_with_flag(with_flag, state, data, lambda each: np.array(each, np.int64))
            plain = watched if watched == REFUSED else run_plainly(getattr(module, f"own_{number}"), state, data)
            wrong = wrong or compare(plain, watched, others)
            refused += watched == REFUSED
        yield {"function": number, "verdict": "mismatch" if wrong else "same", "about": wrong, "faults": refused}


if __name__ == "__main__":
    place = Path(sys.argv[1])
    with (place / "told.jsonl").open("a", encoding="utf-8") as file:
        for told in try_batch(place):
            print(json.dumps(told), file=file, flush=True)
