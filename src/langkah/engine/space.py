"""A packed state space while compiled code visits it: its memory, its layers, and the way back to the start.

With one thread the order is exactly that of a queue, so that every number and every plan is the one that the
pure-Python search finds. With several, wide layers are shared and only the order within a layer is left open.
"""

import ctypes
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from typing import Any, NoReturn
from weakref import WeakKeyDictionary

from langkah.engine import layout as at
from langkah.engine.blocks import Block
from langkah.engine.compiler import is_kernel_cached, load_kernel
from langkah.engine.object_cache import KernelRaised, NativeFunction
from langkah.errors import BadInput
from langkah.language import _
from langkah.memory import measure_memory, measure_total_memory
from langkah.packed import Packed
from langkah.search.run import Run
from langkah.settings import quote_value

NARROW, WIDE = "phppppppp", "phppppppppi"
SHARE, SHARE_WIDE, SELECT = "ppppppp", "ppppppppi", "piipippi"
SMALLEST, LARGEST_FIRST = 16, 24  # log2 of the slots of a new table: at least, and at most even if more is known
MOST_LAYERS = 1 << 24  # layers that can be noted
COMPILE_SECONDS = 10.0  # that must be left of a time limit for compiling to be worth while
MOST_THREADS = 64
SHARED = 4096  # states in a layer that is worth waking other threads for
HUGE_TABLE = 19  # log2 of the slots from which on large memory pages pay


step_kernels: "WeakKeyDictionary[Packed[Any], NativeFunction]" = WeakKeyDictionary()


class OutOfMemory(Exception):
    """The states that are known no longer fit into the memory that may be used."""


class Space:
    """Breadth-first layers of a packed state space."""

    def __init__(
        self,
        view: Packed[Any],
        starts: Block | None = None,
        count: int = 0,
        *,
        parents: bool = False,
        halt: bool = False,
        deepest: int | None = None,
        threads: int = 1,
        memory: int | None = None,
    ) -> None:
        self.view, self.words = view, view.words
        self.memory = min(memory or measure_total_memory(), measure_total_memory())
        self.threads = max(1, min(threads, MOST_THREADS, self.memory // (16 * at.PORTION * (view.branching + 8))))
        self.pool: ThreadPoolExecutor | None = None
        self.step = _load_step_kernel(view)
        self.capacity = max(self.memory // (8 * self.words), 1 << SMALLEST)
        self.states = Block(self.capacity * self.words)
        self.parents = Block(self.capacity if parents else 1, 4)
        self.ends, self.goals = Block(MOST_LAYERS), Block(MOST_LAYERS)
        self.data = Block(len(view.data) or 1)
        self.data.fill(view.data)
        self.here = Block(self.words)
        self.rooms = [_ThreadBuffers(view) for _thread in range(self.threads)]
        self.control = Block(at.CONTROL)
        self.now = self.control.numbers
        self.now[at.HALT], self.now[at.KEEP] = int(halt), int(parents)
        self.now[at.BRANCHING], self.now[at.LAYERS] = view.branching, MOST_LAYERS - 1
        self.now[at.DEEPEST] = MOST_LAYERS if deepest is None else deepest
        self.now[at.WIDE] = SHARED if self.threads > 1 else 1 << 62
        self.load = 0.5
        self._allocate(self._first_size())
        self.begin(starts, count)

    def _first_size(self) -> int:
        """The size of the first table, as log2: as large as is known to be needed, within reason."""
        if self.view.size is None:
            return SMALLEST
        most = (max(self.memory - measure_memory(), 1) // 4 // 8).bit_length() - 1
        return max(SMALLEST, min((2 * self.view.size).bit_length(), most, LARGEST_FIRST))

    def begin(self, starts: Block | None, count: int) -> None:
        """Put the first layer in: the view's start, or so many different states of a list."""
        if starts is None:
            self.states.fill([self.view.start] if self.words == 1 else self.view.cut(self.view.start))
            count = 1
        else:
            ctypes.memmove(self.states.address, starts.address, count * self.words * 8)
        while count > self.now[at.ROOM]:
            self.grow()
        self.insert(0, count)
        self.now[at.TAIL] = self.now[at.END] = self.now[at.WIDEST] = count

    def restore(self, ends: list[int], goals: list[int], *, done: bool) -> None:
        """Go on from layers that were put into the list of states: the last one is taken next, or all is done."""
        while ends[-1] + self.view.branching > self.now[at.ROOM]:
            self.grow(refill=False)
        self.slots.close()
        self._allocate(64 - self.now[at.SHIFT])
        self.insert(0, ends[-1])
        self.ends.fill(ends)
        self.goals.fill(goals)
        now, depth = self.now, len(ends) - 1
        now[at.DEPTH], now[at.END], now[at.TAIL] = depth, ends[-1], ends[-1]
        now[at.HEAD] = ends[-1] if done else ends[depth - 1] if depth else 0

    def insert(self, first: int, last: int) -> None:
        """Put states of the list into the table."""
        narrow = self.words == 1
        kernel = (
            load_kernel("breadth_first.insert", "piipii")
            if narrow
            else load_kernel("breadth_first_wide.insert", "piipiii")
        )
        how = (int(self.threads > 1),) if narrow else (int(self.threads > 1), self.words)
        where = (self.slots.address, self.now[at.SHIFT], *how)
        self.together(kernel, [(self.states.address, *part, *where) for part in self.parts(first, last)])

    def parts(self, first: int, last: int) -> list[tuple[int, int]]:
        """A stretch of numbers, cut for the threads where that pays."""
        size = -(-(last - first) // self.threads) if last - first >= SHARED else last - first
        return [(begin, min(begin + size, last)) for begin in range(first, last, max(size, 1))]

    def _allocate(self, size: int) -> None:
        """An empty table of 2**size slots."""
        self.slots = Block(1 << size, huge=size >= HUGE_TABLE, whole=size < HUGE_TABLE)
        self.now[at.SHIFT] = 64 - size
        self._set_room()

    def _set_room(self) -> None:
        """How many states the table and the list may hold."""
        slots = 1 << 64 - self.now[at.SHIFT]
        spare = self.threads * (at.PORTION * self.view.branching + 2 * at.BUFFER) if self.threads > 1 else 0
        self.now[at.ROOM] = min(int(slots * self.load), self.capacity) - spare

    def grow(self, *, refill: bool = True) -> None:
        """A larger table with the same states; or, where memory does not allow that, a fuller one."""
        size = 64 - self.now[at.SHIFT]
        larger = size + (2 if size < 22 else 1)
        if measure_memory() + (8 << larger) > self.memory and size >= HUGE_TABLE:
            if self.load > 0.5 or self.now[at.TAIL] + (1 << size) // 8 > self.capacity:
                raise OutOfMemory
            self.load = 0.85
            self._set_room()
            return
        old, self.load = self.slots, 0.5
        self._allocate(larger)
        if not refill:
            pass
        elif self.words == 1:
            kernel, where = load_kernel("breadth_first.refill", "piipii"), (self.slots.address, self.now[at.SHIFT])
            shared = int(self.threads > 1)
            self.together(kernel, [(old.address, *part, *where, shared) for part in self.parts(0, 1 << size)])
        else:
            self.insert(0, self.now[at.TAIL])
        old.close()

    def advance(self, most: int = 1 << 18) -> int:
        """Take at most so many states more; says why it returned (see `layout`)."""
        now = self.now
        if self.threads > 1 and now[at.END] - now[at.HEAD] >= SHARED and now[at.DEPTH] < now[at.DEEPEST]:
            why = self.share(most)
        else:
            now[at.STOP] = now[at.HEAD] + most
            why = self.call(self.step, self._arguments())
        if why == at.BROKEN:
            raise_bad_expand(self.view, (self.word(index) for index in range(max(now[at.HEAD] - 1, 0), now[at.TAIL])))
        if why == at.FULL:
            self.grow()
        if why == at.STOPPED and now[at.DEPTH] + 2 >= MOST_LAYERS:
            raise BadInput(_("this space has more than {n} layers").format(n=MOST_LAYERS - 2))
        return why

    def _arguments(self) -> tuple[int, ...]:
        """What the kernel is handed."""
        room = self.rooms[0]
        blocks = (self.states, self.parents, self.slots, room.ring, room.out, self.control, self.ends, self.goals)
        fixed = (*(block.address for block in blocks), self.data.address)
        return fixed if self.words == 1 else (*fixed, self.here.address, self.words)

    def share(self, most: int) -> int:
        """Go on with a wide layer on all threads."""
        now = self.now
        now[at.STOP] = min(now[at.END], now[at.HEAD] + most)
        now[at.CURSOR], now[at.NEXT], now[at.MET], now[at.STEPS] = now[at.HEAD], now[at.TAIL], 0, 0
        name, kinds = ("breadth_first.share", SHARE) if self.words == 1 else ("breadth_first_wide.share", SHARE_WIDE)
        kernel = load_kernel(name, kinds, **get_functions(self.view))
        answers = self.together(kernel, [self.part(room) for room in self.rooms])
        if self.words > 1:
            self._close_gaps()
        now[at.TAIL], why = now[at.NEXT], max(answers)
        if why == at.BROKEN:  # the head stays: the state that was expanded wrongly lies behind it
            return why
        now[at.HEAD] = min(now[at.CURSOR], now[at.STOP])
        now[at.EDGES] += now[at.STEPS]
        self.goals.numbers[now[at.DEPTH]] += now[at.MET]
        if why == at.STOPPED and now[at.HEAD] == now[at.END]:
            return self._next_layer()
        return why

    def part(self, room: "_ThreadBuffers") -> tuple[int, ...]:
        """What one thread is handed."""
        blocks = (self.states, self.slots, room.ring, room.out, room.buffer, self.control, self.data)
        fixed = tuple(block.address for block in blocks)
        return fixed if self.words == 1 else (*fixed, room.here.address, self.words)

    def _close_gaps(self) -> None:
        """Give the last states the numbers that threads have taken for states and not used."""
        gaps: set[int] = set()
        for room in self.rooms:
            first, last = room.buffer.numbers[:2]
            gaps.update(range(first, last))
            room.buffer.fill([0, 0])
        end = self.now[at.NEXT]
        tail = end - len(gaps)
        holes = sorted(gap for gap in gaps if gap < tail)
        pairs = zip((index for index in range(tail, end) if index not in gaps), holes, strict=True)
        moved = Block(2 * len(holes))
        moved.fill([index for pair in pairs for index in pair])
        where = (self.states.address, self.slots.address, moved.address)
        load_kernel("breadth_first_wide.renumber", "pppiii")(*where, len(holes), self.now[at.SHIFT], self.words)
        self.now[at.NEXT] = tail

    def _next_layer(self) -> int:
        """Close a layer that threads have shared."""
        now = self.now
        self.ends.numbers[now[at.DEPTH]] = now[at.END]
        if now[at.HEAD] == now[at.TAIL]:
            return at.DONE
        now[at.DEPTH], now[at.END] = now[at.DEPTH] + 1, now[at.TAIL]
        self.goals.numbers[now[at.DEPTH]] = 0
        return at.STOPPED

    def together(self, kernel: NativeFunction, parts: list[tuple[int, ...]]) -> list[int]:
        """Run a kernel on several threads, each with its own arguments."""
        if len(parts) == 1:
            return [self.call(kernel, parts[0])]
        if self.pool is None:
            self.pool = ThreadPoolExecutor(self.threads)
        running = [self.pool.submit(self.call, kernel, each) for each in parts]
        try:
            return [part.result() for part in running]
        finally:  # whatever happens here, threads that use this memory have ended
            wait(running)

    def call(self, kernel: NativeFunction, arguments: tuple[int, ...]) -> int:
        """Run a kernel; an exception of the puzzle's own code is raised again by running that code in Python."""
        try:
            return kernel(*arguments)
        except KernelRaised:
            self._repeat()
            raise

    def _repeat(self) -> None:
        """Do in Python what compiled code was doing, until it raises."""
        known = [self.word(index) for index in range(self.now[at.HEAD], self.now[at.TAIL])]
        seen = set(known)
        for word in known:
            self.view.is_goal(word)
            for after in self.view.successors(word):
                if after not in seen:
                    seen.add(after)
                    known.append(after)

    def word(self, index: int) -> int:
        """The state of that number."""
        numbers = self.states.numbers
        if self.words == 1:
            return int(numbers[index])
        return self.view.joined(numbers[index * self.words : (index + 1) * self.words].tolist())

    def chain(self, index: int) -> list[int]:
        """The states from the start to the one of that number."""
        parents, found = self.parents.numbers, [self.word(index)]
        while index:
            index = parents[index]
            found.append(self.word(index))
        return found[::-1]

    def layers(self) -> list[int]:
        """How many states each layer has, the unfinished last one included."""
        depth, ends = self.now[at.DEPTH], self.ends.numbers
        bounds = [0, *ends[:depth].tolist(), self.now[at.END]]
        return [last - first for first, last in pairwise(bounds)]

    def close(self) -> None:
        """Give all memory back."""
        if self.pool is not None:
            self.pool.shutdown()
        self.now.release()
        own = (self.states, self.parents, self.slots, self.ends, self.goals, self.data, self.control, self.here)
        for block in (*own, *(block for room in self.rooms for block in room.blocks)):
            block.close()


class _ThreadBuffers:
    """What one thread needs for itself."""

    def __init__(self, view: Packed[Any]) -> None:
        self.ring = Block(at.RING * (view.words + 2))
        self.out = Block(view.branching * view.words + view.scratch + 4096)
        self.buffer = Block(at.BUFFER + at.PORTION * view.branching)  # new states; or which numbers they may get
        self.here = Block(view.words)
        self.blocks = (self.ring, self.out, self.buffer, self.here)


def raise_bad_expand(view: Packed[Any], words: Iterable[int]) -> NoReturn:
    """Say which of some states was expanded wrongly."""
    for word in words:
        try:
            found = view.successors(word)
        except IndexError:
            found = [0] * (view.branching + 1)
        if len(found) > view.branching:
            text = _("expand({state}) writes more than branching = {most} successors")
            raise BadInput(text.format(state=quote_value(word), most=view.branching))
        if any(each < 0 or each >> view.words * view.word_bits for each in found):
            text = _("expand({state}) gives a number outside 0 to 2**{bits} - 1")
            raise BadInput(text.format(state=quote_value(word), bits=view.words * view.word_bits))
    raise BadInput(_("expand gives other answers compiled than in Python; numbers may have passed 2**63"))


def get_functions(view: Packed[Any]) -> dict[str, Callable[..., Any]]:
    """A view's own functions, all with the same arguments."""
    assert view.expand is not None
    assert view.goal is not None
    return {"expand": _add_data_argument(view.expand, 3), "goal": _add_data_argument(view.goal, 2)}


def _add_data_argument(function: Callable[..., Any], full: int) -> Callable[..., Any]:
    """A function that takes `data` as its last argument, whether it needs it or not."""
    if function.__code__.co_argcount == full:
        return function
    if full == 3:
        return lambda state, out, data: function(state, out)  # noqa: ARG005
    return lambda state, data: function(state)  # noqa: ARG005


def get_wide_functions(view: Packed[Any], *names: str) -> dict[str, Callable[..., Any]]:
    """Some of a view's functions as kernels for several words call them, whatever number of words there is."""
    found = get_functions(view)
    if view.words == 1:
        expand, goal = found["expand"], found["goal"]
        found = {
            "expand": lambda state, out, data: expand(state[0], out, data),
            "goal": lambda state, data: goal(state[0], data),
        }
    return {name: found[name] for name in names}


def _is_space_compiled(view: Packed[Any], *, whole: bool) -> bool:
    """Whether nothing need be compiled before a search, or before the exploration of the whole space."""
    name, kinds = ("breadth_first.search", NARROW) if view.words == 1 else ("breadth_first_wide.search", WIDE)
    ready = is_kernel_cached(name, kinds, **get_functions(view))
    if whole and ready:
        ready = is_kernel_cached("breadth_first_wide.select_goals", SELECT, **get_wide_functions(view, "goal"))
        name, kinds = ("breadth_first.share", SHARE) if view.words == 1 else ("breadth_first_wide.share", SHARE_WIDE)
        ready = ready and is_kernel_cached(name, kinds, **get_functions(view))
    return ready


def is_worth_compiling(view: Packed[Any], run: Run[Any, Any], *, whole: bool = False) -> bool:
    """Whether there is time to compile, where that must be done first."""
    limit = run.limit.seconds
    return limit is None or limit - run.stats.seconds > COMPILE_SECONDS or _is_space_compiled(view, whole=whole)


def _load_step_kernel(view: Packed[Any]) -> NativeFunction:
    """The search of a view, compiled; looked up once for each view."""
    if view not in step_kernels:
        name, kinds = ("breadth_first.search", NARROW) if view.words == 1 else ("breadth_first_wide.search", WIDE)
        step_kernels[view] = load_kernel(name, kinds, **get_functions(view))
    return step_kernels[view]


def count_threads() -> int:
    """As many threads as there are cores for us."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
