"""The cases that tests of GPU code run in a separate process: on a GPU, or on the simulator of numba-cuda, which runs
kernels as plain Python.

The command line gives the cases as JSON: a name and arguments each. The results are printed as JSON.
"""

import json
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy

from langkah import Limit, Store, load, solve
from langkah.engine.explore import explore
from langkah.engine.fingerprint import freeze_function
from langkah.engine.gpu import own_functions, retrograde_kernels, table_kernels, tower_kernels
from langkah.engine.gpu.jit import SIMULATED, numba
from langkah.engine.kernels import operators
from langkah.engine.layers import explore_space
from langkah.engine.spaces import gpu, gpu_grid, gpu_memory, gpu_towers
from langkah.engine.spaces.towers import TowerSpace
from langkah.errors import BadInput, DoesNotFit
from langkah.model import Puzzle
from langkah.packed import Packed, Pegs
from langkah.run import Run
from tests.packed_graphs import Own, Walk

gpu.FIRST_SLOTS = gpu.LEAST_SLOTS = 16  # so that the table must grow
if SIMULATED:  # the simulator is slow
    gpu_memory.THREADS, gpu_memory.MOST_BLOCKS, gpu.BLOCKS, gpu.ROWS = 4, 1, 1, 2
    table_kernels.CHUNK = 8
    retrograde_kernels.THREADS, gpu_grid.MOST_BLOCKS = 8, 1
    tower_kernels.THREADS, gpu_towers.MOST_BLOCKS = 16, 1


def expand_too_far(state: int, out: Any) -> int:
    """An `expand` function with a mistake that must be found: it writes more successors than `branching` declares,
    beyond the end of `out`.
    """
    for number in range(state + 1):
        out[number] = state + 1
    return 1


class TooFar(Puzzle[int, int]):
    """A puzzle whose states have more and more successors."""

    start = 0

    def packed(self) -> Packed[int]:
        """The packed form, which declares two successors at most."""
        return Packed.of(
            0, lambda state: state, lambda word: word, expand_too_far, lambda state: state < 0, branching=2
        )


def explore_own(halves: bool) -> Any:
    """The survey of the puzzle `Own` on the GPU, or the reason why the GPU cannot explore the puzzle."""
    try:
        return explore(Own(halves), device="gpu").as_dict()
    except DoesNotFit as error:
        return error.lines


def multiply_high(one: Any, two: Any) -> Any:
    """The upper 64 bits of the product of two 64-bit numbers, for which a GPU has an instruction."""
    low, high, below, above = one & HALF, one >> 32, two & HALF, two >> 32
    middle = high * below + ((low * below) >> 32 & HALF)
    return high * above + (middle >> 32) + ((low * above + (middle & HALF)) >> 32)


def apply_operators(numbers: list[int]) -> Any:
    """Apply every operator of user-written functions to pairs of numbers. The GPU versions of the operators are
    compiled for the CPU, with and without known signs of the numbers. Returns the operator, the numbers and the result
    (None if the operator reports a fault) of each case.
    """
    own_functions.multiply_high = numba.njit(multiply_high)
    counting = {"measure_width": count_width, "count_ones": count_set_bits}  # a GPU has instructions for these
    bound = {each.__name__: numba.njit(counting.get(each.__name__, each)) for each in own_functions.INSTRUCTIONS}
    found = []
    for name, alone in PLAIN.items():
        compiled = compile_operator(getattr(operators, name), bound)
        for change, (one_change, two_change) in SIGNS.items():
            known = _know_signs(compiled, change, alone)
            for one in map(one_change, numbers):
                for two in map(two_change, numbers[: 1 if alone else None]):
                    pair = (one,) if alone else (one, two)
                    fault = numpy.zeros(1, numpy.int64)
                    result = int(known(*pair, fault))
                    found.append([name, pair, None if fault[0] else result])
    return found


def compile_operator(function: Any, bound: dict[str, Any]) -> Any:
    """An operator and the operators that it calls, compiled for the CPU; the functions in `bound` replace instructions
    of the GPU.
    """
    return numba.njit(error_model="numpy")(freeze_function(function, lambda each: compile_operator(each, bound), bound))


def count_width(number: int) -> int:
    """The number of bits of a number, as the GPU computes it with `cuda.clz`."""
    width = 0
    while number != 0:
        number, width = (number >> 1) & MOST, width + 1
    return width


def count_set_bits(number: int) -> int:
    """The number of set bits, as `cuda.popc` counts."""
    count = 0
    while number != 0:
        number, count = number & (number - 1), count + 1
    return count


PLAIN = {  # operators, and whether they take a single number
    "add": False, "subtract": False, "multiply": False, "divide": False, "find_remainder": False,
    "raise_to_power": False, "shift_left": False, "shift_right": False, "negate": True, "find_absolute": True,
    "measure_bits": True, "count_bits": True,
}  # fmt: skip
MOST, LEAST, HALF = 2**63 - 1, -(2**63), 2**32 - 1
SIGNS: dict[str, tuple[Callable[[int], int], Callable[[int], int]]] = {
    "unknown": (lambda one: one, lambda two: two),
    "not negative": (lambda one: one & MOST, lambda two: two & MOST),
    "negative and not": (lambda one: one | LEAST, lambda two: two & MOST),
}


def _know_signs(function: Any, change: str, alone: bool) -> Any:
    """The function `function`, compiled so that the compiler knows the signs of the arguments; unchanged if `change` is
    "unknown".
    """
    if change == "unknown":
        return function
    is_low = change != "not negative"
    if alone:
        return numba.njit(lambda one, fault: function(one | LEAST if is_low else one & MOST, fault))
    return numba.njit(lambda one, two, fault: function(one | LEAST if is_low else one & MOST, two & MOST, fault))


def explore_game(name: str, settings: dict[str, Any], limit: dict[str, Any], folder: str, resume: bool) -> Any:
    """The survey of a game on the GPU, with limits, and with a checkpoint if a folder is given."""
    problem, kept = load(name, settings), Store(folder, keep="checkpoint", resume=resume) if folder else None
    survey = explore(problem, store=kept, device="gpu", limit=Limit(**limit))
    return survey.as_dict()


def explore_walk(ways: list[list[int]], targets: list[int], wide: bool, reversible: bool) -> Any:
    """The survey of a graph on the GPU."""
    problem = Walk(ways, frozenset(targets), wide=wide, reversible=reversible)
    return explore(problem, device="gpu").as_dict()


def _read_walk(memory: int, labels: int, walk: list[Any], size: int | None = None) -> Walk:
    """A puzzle on a graph. From then on, the GPU may use `memory` bytes, and its table can tell `labels` layers apart
    at a time.
    """
    ways, targets, wide, reversible = walk
    gpu_memory.MOST_BYTES, table_kernels.LAST = memory, labels
    return Walk(ways, frozenset(targets), wide=wide, reversible=reversible, size=size)


def explore_in(memory: int, labels: int, walk: list[Any], size: int | None, limit: dict[str, int]) -> Any:
    """The survey, and the note of the survey, of a graph that the GPU explores in limited memory. `size`: the number of
    nodes, if it is declared.
    """
    survey = explore(_read_walk(memory, labels, walk, size), device="gpu", limit=Limit(**limit))
    return [survey.as_dict(), survey.note]


def solve_in(memory: int, labels: int, walk: list[Any]) -> Any:
    """The moves of a shortest plan that the GPU finds in limited memory, and the whole result of the search."""
    found = solve(_read_walk(memory, labels, walk), device="gpu")
    return [found.moves, found.as_dict()]


def explore_too_far() -> Any:
    """The error message for the mistake of `expand_too_far`."""
    try:
        explore(TooFar(), device="gpu")
    except IndexError as error:
        return str(error)


def solve_game(name: str, settings: dict[str, Any]) -> Any:
    """The result of a search for a shortest plan of a game on the GPU."""
    problem = load(name, settings)
    return solve(problem, device="gpu").as_dict()


def flood_tower(discs: int, small: int) -> Any:
    """The layers, the number of goals and the depth of the nearest goal of a tower that the GPU explores by regions."""
    run: Run[Any, Any] = Run(Limit())
    pegs = Pegs(4, (2,) * discs, ((1,) * discs, (3,) * discs))
    survey = explore_space(TowerSpace(pegs, run, gpu_towers.GpuFlood, small), run, hardest=False)
    return [survey.layers, survey.goals, survey.nearest_goal]


def resume_tower(discs: int, folder: str) -> Any:
    """The survey that the GPU resumes from a checkpoint of a tower's regions, with the region size that the GPU would
    choose; or the reason why the checkpoint is rejected.
    """
    problem = load("hanoi", discs=discs, pegs=4)
    try:
        survey = explore(problem, device="gpu", store=Store(folder, keep="checkpoint", resume=True))
    except BadInput as error:
        return error.lines[0]
    return [survey.layers, survey.engine, survey.note, gpu_towers.choose_region(discs)]


def reduce_pegs(rows: str, ends: list[int]) -> Any:
    """The positions of a small board of peg solitaire that can be reduced to one peg: their count for each number of
    pegs, and the words of their bitmap.
    """
    sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
    script = import_module("solitaire_on_gpu")
    script.THREADS = 4  # type: ignore[attr-defined]
    good, layers = script.find_reducible(script.make_board(rows), ends)
    return [layers, list(map(int, good.copy_to_host()))]


FUNCTIONS = (
    apply_operators,
    explore_game,
    explore_in,
    explore_own,
    explore_too_far,
    explore_walk,
    flood_tower,
    reduce_pegs,
    resume_tower,
    solve_game,
    solve_in,
)
CASES: dict[str, Callable[..., Any]] = {each.__name__: each for each in FUNCTIONS}

if __name__ == "__main__":
    print(json.dumps([CASES[name](*arguments) for name, *arguments in json.loads(sys.argv[1])]))
