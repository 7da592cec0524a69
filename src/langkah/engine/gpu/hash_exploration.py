"""Any packed puzzle whose states fit into a word, explored on a GPU: a thread for a state, a table for all states.

The puzzle's own `expand` and `goal` run there as they are. The table is open addressing with compare-and-swap; new
states of a group of threads are counted in their shared memory first, so that the whole GPU does not queue for one
counter.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from langkah.engine.compiler import explain_failure
from langkah.engine.fingerprint import NotCompilable, compute_fingerprint, freeze_function
from langkah.engine.gpu.jit import cuda, gpu_function, gpu_kernel, int64, numba, uint64
from langkah.engine.space import OutOfMemory
from langkah.engine.survey import Hardest, Survey, find_nearest_goal
from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Problem, Puzzle
from langkah.packed import Packed
from langkah.search.run import Run, Stopped

THREADS = 128
MOST_BLOCKS = 8192  # of threads at a time
LEAST_SLOTS, FIRST_SLOTS = 1 << 10, 1 << 22  # of the table: at least, and where nobody knows how many states there are
MOST_BYTES = 1 << 40
FULLEST = 0.55  # of the table
SHARE = 0.9  # of the GPU's free memory
NEXT, GOALS, BROKEN = 0, 1, 2  # places in `counts`
FIRST_MIX, SECOND_MIX = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)
HALF = np.uint64(32)
SHOWN = 6  # hardest starts that are kept as boards


layer_kernels: dict[str, Any] = {}  # by what the puzzle's own functions are


def _teach_bits() -> None:
    """`int.bit_length` and `int.bit_count` for the GPU, as `numba_instructions` has them for the processor."""
    extending: Any = import_module("numba.cuda.extending")

    def overload_bit_length(number: Any) -> Any:
        del number

        def measure(number: Any) -> Any:
            return int64(64) - cuda.clz(int64(number))

        return measure

    def overload_bit_count(number: Any) -> Any:
        del number

        def measure(number: Any) -> Any:
            return int64(cuda.popc(int64(number)))

        return measure

    extending.overload_method(numba.types.Integer, "bit_length")(overload_bit_length)
    extending.overload_method(numba.types.Integer, "bit_count")(overload_bit_count)


if not numba.config.ENABLE_CUDASIM:  # the simulator runs plain Python, which knows them
    _teach_bits()


@gpu_function
def _find_slot(state: Any, mask: Any) -> Any:
    """Where the search for a state begins."""
    x = uint64(state)
    x = (x ^ (x >> HALF)) * FIRST_MIX
    x = (x ^ (x >> HALF)) * SECOND_MIX
    return int64(x >> np.uint64(8)) & mask


@gpu_function
def _insert(table: Any, mask: Any, state: Any) -> Any:
    """Put a state into the table; whether it was not there."""
    slot = _find_slot(state, mask)
    while True:
        found = table[slot]
        if found == -1:
            found = cuda.atomic.cas(table, slot, int64(-1), state)
            if found == -1:
                return True
        if found == state:
            return False
        slot = (slot + 1) & mask


@gpu_kernel
def _fill(array: Any, value: Any) -> None:
    index = cuda.grid(1)
    while index < array.size:
        array[index] = value
        index += cuda.gridsize(1)


@gpu_kernel
def _move_table(old: Any, table: Any) -> None:
    """Put all states of a table into a larger one."""
    index = cuda.grid(1)
    while index < old.size:
        if old[index] != -1:
            _insert(table, table.size - 1, old[index])
        index += cuda.gridsize(1)


@gpu_kernel
def _insert_states(table: Any, states: Any, count: Any) -> None:
    """Put the first states into the table."""
    index = cuda.grid(1)
    while index < count:
        _insert(table, table.size - 1, states[index])
        index += cuda.gridsize(1)


@gpu_kernel
def _look_up(table: Any, states: Any, flags: Any) -> None:
    """Which of some states the table has."""
    index = cuda.grid(1)
    while index < states.size:
        slot = _find_slot(states[index], table.size - 1)
        while table[slot] != -1 and table[slot] != states[index]:
            slot = (slot + 1) & (table.size - 1)
        flags[index] = table[slot] == states[index]
        index += cuda.gridsize(1)


def _compile_for_gpu(function: Callable[..., Any]) -> Any:
    """A plain function and all that it calls, for the GPU."""
    made: dict[Any, Any] = {}

    def compile_one(each: Any) -> Any:
        if each not in made:
            made[each] = None
            made[each] = cuda.jit(device=True)(freeze_function(each, compile_one, {}))
        if made[each] is None:
            raise NotCompilable(_("{name} calls itself").format(name=each.__name__))
        return made[each]

    return compile_one(function)


def _compile_own_functions(view: Packed[Any]) -> tuple[Any, Any]:
    """The puzzle's own `expand` and `goal`, which may both leave `data` out."""
    assert view.expand is not None
    assert view.goal is not None
    expand, goal = _compile_for_gpu(view.expand), _compile_for_gpu(view.goal)
    short_expand = cuda.jit(device=True)(lambda state, out, _data: expand(state, out))
    short_goal = cuda.jit(device=True)(lambda state, _data: goal(state))
    return (
        expand if view.expand.__code__.co_argcount == 3 else short_expand,
        goal if view.goal.__code__.co_argcount == 2 else short_goal,
    )


def _make_layer_kernel(view: Packed[Any]) -> Any:  # noqa: C901 - a kernel is one piece
    """The kernel of a layer, with the puzzle's own functions inside."""
    expand, goal = _compile_own_functions(view)
    branching, width = view.branching, view.branching + 1 + view.scratch

    @gpu_kernel
    def expand_layer(table: Any, now: Any, count: Any, after: Any, counts: Any, data: Any) -> None:
        out = cuda.local.array(width, int64)
        local = cuda.shared.array(2, int64)
        thread = cuda.threadIdx.x
        begin = cuda.blockIdx.x * cuda.blockDim.x
        while begin < count:
            index, fresh, place = begin + thread, 0, int64(0)
            if thread == 0:
                local[0] = 0
            cuda.syncthreads()
            if index < count:
                state = now[index]
                if goal(state, data):
                    cuda.atomic.add(counts, GOALS, 1)
                amount = expand(state, out, data)
                if amount > branching or amount < 0:
                    counts[BROKEN] = state + 1
                    amount = 0
                for number in range(amount):
                    if _insert(table, table.size - 1, out[number]):
                        out[fresh] = out[number]
                        fresh += 1
                if fresh > 0:
                    place = cuda.atomic.add(local, 0, fresh)
            cuda.syncthreads()
            if thread == 0:
                local[1] = cuda.atomic.add(counts, NEXT, local[0])
            cuda.syncthreads()
            place += local[1]
            for number in range(fresh):
                if place + number < after.size:
                    after[place + number] = out[number]
            cuda.syncthreads()
            begin += cuda.gridsize(1)

    return expand_layer


class GpuExploration:
    """One exploration on the GPU; the form of every way to explore."""

    def __init__(self, problem: Problem[Any, Any], view: Packed[Any], run: Run[Any, Any]) -> None:
        self.problem, self.view, self.run = problem, view, run
        key = compute_fingerprint(view.expand, view.goal, view.branching, view.scratch)
        if key not in layer_kernels:
            layer_kernels[key] = _make_layer_kernel(view)
        self.kernel = layer_kernels[key]
        self.data = cuda.to_device(np.array(view.data or [0], np.int64))
        self.counts = cuda.device_array(3, np.int64)
        self._open([view.start], view.size)
        run.stats.engine = "gpu"

    def _open(self, starts: list[int], size: int | None) -> None:
        """A new space, from some states."""
        slots = FIRST_SLOTS if size is None else LEAST_SLOTS
        while size is not None and slots * FULLEST < size:
            slots *= 2
        self.table = self._allocate(min(slots, self._find_most_slots()))
        self._launch(_fill, self.table.size, self.table, -1)
        self.now, self.after = (self._allocate(max(self.table.size // 4, len(starts))) for _side in range(2))
        self.now[: len(starts)].copy_to_device(np.array(starts, np.int64))
        self._launch(_insert_states, len(starts), self.table, self.now, len(starts))
        self.layers, self.goals = [len(starts)], list[int]()

    def _find_most_slots(self) -> int:
        """How large a table may be, with the layers beside it."""
        free, _total = cuda.current_context().get_memory_info()
        room = min(SHARE * free, self.run.limit.memory or free, MOST_BYTES) / 8 / 1.5
        return 1 << max(int(room).bit_length() - 1, 10)

    def _launch(self, kernel: Any, count: int, *arguments: Any) -> None:
        """Run a kernel on so many things."""
        kernel[min(MOST_BLOCKS, -(-count // THREADS)), THREADS](*arguments)

    def _allocate(self, count: int) -> Any:
        try:
            return cuda.device_array(count, np.int64)
        except Exception as error:  # the driver's own kind of error, known only where there is a driver
            if "MEMORY" in str(error).upper():
                raise OutOfMemory from None
            raise

    def advance(self) -> bool:
        """The next layer."""
        count = self.layers[-1]
        if sum(self.layers) + count * max(self._find_growth(), 1) > FULLEST * self.table.size:
            self._grow()
        self.counts.copy_to_device(np.zeros(3, np.int64))
        try:
            self._launch(self.kernel, count, self.table, self.now, count, self.after, self.counts, self.data)
        except numba.core.errors.NumbaError as error:
            raise NotCompilable(explain_failure(error)) from error
        found, goals, broken = (int(each) for each in self.counts.copy_to_host())
        if broken:
            text = _("expand gave more successors for {state} than branching = {n} allows")
            raise BadInput(text.format(state=self.view.unpack(broken - 1), n=self.view.branching))
        if sum(self.layers) + found > 0.9 * self.table.size or found > self.after.size:
            raise OutOfMemory
        self.goals.append(goals)
        if not found:
            return False
        if self.run.limit.nodes is not None and sum(self.layers) + found > self.run.limit.nodes:
            raise Stopped("nodes")  # this layer is not told: a limit is a limit
        self.layers.append(found)
        self.now, self.after = self.after, self.now
        self.run.stats.expanded = self.run.stats.generated = sum(self.layers)
        if self.run.limit.depth is not None and len(self.layers) > self.run.limit.depth:
            raise Stopped("depth")
        return True

    def _find_growth(self) -> float:
        """How much larger the next layer may be: as much as the last one grew, and a half more."""
        return 1.5 * self.layers[-1] / self.layers[-2] if len(self.layers) > 1 else float(self.view.branching)

    def _grow(self) -> None:
        """A larger table, where the GPU has room for one beside the old."""
        slots = min(4 * self.table.size, self._find_most_slots())
        if slots <= self.table.size:
            return
        table, after = self._allocate(slots), self._allocate(slots // 4)
        self._launch(_fill, slots, table, -1)
        self._launch(_move_table, self.table.size, self.table, table)
        now = self._allocate(slots // 4)
        now[: self.layers[-1]].copy_to_device(self.now[: self.layers[-1]])
        self.table, self.now, self.after = table, now, after

    def survey(self, limit: str) -> Survey:
        """What was found. Goals of a last layer that was not expanded are not known."""
        return Survey(
            "", sum(self.layers), self.layers, sum(self.goals), find_nearest_goal(self.goals), not limit, "gpu",
            limit=limit,
        )  # fmt: skip

    def add_hardest(self, survey: Survey) -> None:
        """Explore again from all goals, where steps can be undone and goals can be listed."""
        goals = self.problem.goals() if isinstance(self.problem, Puzzle) and self.problem.reversible else None
        if goals is None:
            survey.note = _("the hardest starts were not looked for: the goals cannot be listed")
            return
        listed = np.array(sorted({self.view.pack(goal) for goal in goals}), np.int64)
        flags = cuda.to_device(np.zeros(len(listed), np.bool_))
        self._launch(_look_up, len(listed), self.table, cuda.to_device(listed), flags)
        states, layers = [int(word) for word in listed[flags.copy_to_host()]], list(self.layers)
        if len(states) != survey.goals:
            survey.note = _("the hardest starts were not looked for: the goals cannot be listed")
            return
        whole = sum(layers)
        self._open(states, whole)
        while self.advance():
            self.run.check()
        last = self.now[: self.layers[-1]].copy_to_host()
        shown = tuple(self.view.unpack(int(word)) for word in np.sort(last)[:SHOWN])
        survey.hardest = Hardest(len(self.layers) - 1, self.layers[-1], shown, whole - sum(self.layers))
        self.layers = layers

    def close(self) -> None:
        """Give all memory back."""
        del self.table, self.now, self.after
