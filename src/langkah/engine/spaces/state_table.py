"""A packed state space during compiled breadth-first search: its memory, its layers, and the paths back to the start.

With one thread, the order is exactly that of a queue, so that all numbers and plans equal those of the Python search.
With several threads, wide layers are shared, and only the order within a layer is undefined.
"""

import ctypes
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from langkah.engine.blocks import Halves, Words, make_words
from langkah.engine.compiler import is_kernel_cached, is_trusted, load_kernel
from langkah.engine.fingerprint import DIFFERENT, NotCompilable
from langkah.engine.kernels import Kernel, breadth_first, breadth_first_wide
from langkah.engine.kernels import table_control as at
from langkah.engine.object_cache import KernelRaised
from langkah.engine.own_functions import get_functions, get_wide_functions, raise_refused
from langkah.engine.space import OutOfMemory
from langkah.engine.team import HAS_THREADS, Team
from langkah.engine.watched_code import find_refusal, place_expand
from langkah.errors import BadInput
from langkah.language import _
from langkah.memory import IN_BROWSER, TAB_SHARE, measure_memory, measure_total_memory
from langkah.packed import Packed
from langkah.run import Run

LEAST_SLOT_BITS, MOST_FIRST_SLOT_BITS = (
    16,
    24,
)  # log2 of the slots of a new table: the minimum, and the maximum even if more states are expected
MOST_LAYERS = 1 << (16 if IN_BROWSER else 24)  # in a browser, memory is committed when it is reserved
COMPILE_SECONDS = 6.0  # compiling starts only if this much time remains
MOST_THREADS = 64
SHARED_STATES = 4096  # from this layer size on, threads share the work
FIRST_SAMPLE_STATES, SAMPLE_STATES = 1 << 12, 32  # states before the first comparison with Python; states in a sample
SEARCHED_STATES = 64  # states among which Python searches for the one that compiled code refused
HUGE_SLOT_BITS = 19  # log2 of the number of slots from which on large memory pages pay off


class StateTable:
    """A compiled breadth-first search of a packed state space, layer by layer. It begins with the `count` states in
    `starts`, by default with the start. With `parents`, the table stores the parent of each state, which `chain` needs;
    with `halt`, the search stops at a goal.
    """

    def __init__(
        self,
        packed: Packed[Any],
        starts: Words | None = None,
        count: int = 0,
        *,
        parents: bool = False,
        halt: bool = False,
        deepest: int | None = None,
        threads: int = 1,
        memory: int | None = None,
        is_over: Callable[[], bool] | None = None,
    ) -> None:
        self.packed, self.words = packed, packed.words
        self.is_checked = not (is_trusted(packed.expand) and is_trusted(packed.goal))
        self.is_over = is_over if self.is_checked else None  # Langkah's own functions always return; others may not
        self.next_sample, self.repeats = FIRST_SAMPLE_STATES, True
        whole = measure_total_memory()
        self.memory = min(memory or whole, whole)
        self.threads = max(
            1, min(threads, MOST_THREADS, self.memory // (16 * at.TAKEN_STATES * (packed.branching + 8)))
        )
        self.team = Team(self.threads)
        self.step: Callable[..., int] = load_kernel(_get_kernels(packed).search, **get_functions(packed))
        reserved = min(self.memory, TAB_SHARE) if IN_BROWSER else self.memory
        self.most = max(reserved // (8 * self.words), 1 << LEAST_SLOT_BITS)  # maximum number of states
        self.capacity = 1 << LEAST_SLOT_BITS if IN_BROWSER else self.most
        self.states = Words(self.capacity * self.words)
        self.parents = Halves(self.capacity if parents else 1)
        self.ends, self.goals, self.steps = Words(MOST_LAYERS), Words(MOST_LAYERS), Words(MOST_LAYERS)  # by layer
        self.data = make_words(packed.data)
        self.buffers = [ThreadBuffers(packed) for _thread in range(self.threads)]
        self.here = self.buffers[0].here
        self.control = Words(at.NUMBERS)
        self.now = self.control.numbers
        self.now[at.HALT], self.now[at.KEEP] = int(halt), int(parents)
        self.now[at.BRANCHING], self.now[at.LAYERS] = packed.branching, MOST_LAYERS - 1
        self.now[at.DEEPEST] = MOST_LAYERS if deepest is None else deepest
        self.now[at.WIDE] = SHARED_STATES if self.threads > 1 else 1 << 62
        self.load = 0.5
        self._allocate(self._choose_size())
        self._begin(starts, count)

    def _choose_size(self) -> int:
        """Log2 of the number of slots of the first hash table. If the number of states is known, the table gets enough
        slots for all of them, up to a maximum and as far as the memory allows; otherwise it begins with the minimum.
        """
        if self.packed.size is None:
            return LEAST_SLOT_BITS
        most = (max(self.memory - measure_memory(), 1) // 4 // 8).bit_length() - 1
        return max(LEAST_SLOT_BITS, min((2 * self.packed.size).bit_length(), most, MOST_FIRST_SLOT_BITS))

    def _begin(self, starts: Words | None, count: int) -> None:
        """Add the first layer: the `count` distinct states in `starts` or, if `starts` is None, the start of the packed
        form.
        """
        if starts is None:
            starts, count = (
                make_words([self.packed.start] if self.words == 1 else self.packed.cut(self.packed.start)),
                1,
            )
        while count > self.now[at.ROOM]:
            self._grow()
        ctypes.memmove(self.states.address, starts.address, count * self.words * 8)
        self._insert(0, count)
        self.now[at.TAIL] = self.now[at.END] = self.now[at.WIDEST] = count

    def restore(self, ends: list[int], goals: list[int], steps: list[int], *, done: bool) -> None:
        """Continue from layers whose states have been restored to the list of states. The last layer is expanded next,
        unless the exploration is `done`.
        """
        while ends[-1] + self.packed.branching > self.now[at.ROOM]:
            self._grow(refill=False)
        self.slots.close()
        self._allocate(64 - self.now[at.SHIFT])
        self._insert(0, ends[-1])
        for block, numbers in ((self.ends, ends), (self.goals, goals), (self.steps, steps)):
            block.fill(numbers)
        now, depth = self.now, len(ends) - 1
        now[at.DEPTH], now[at.END], now[at.TAIL], now[at.EDGES] = depth, ends[-1], ends[-1], steps[-1] if steps else 0
        now[at.HEAD] = ends[-1] if done else ends[depth - 1] if depth else 0

    def _insert(self, first: int, last: int) -> None:
        kernel: Callable[..., int] = load_kernel(_get_kernels(self.packed).insert)
        where = (self.slots, self.now[at.SHIFT], int(self.threads > 1), *([] if self.words == 1 else [self.words]))
        self.team.run(kernel, [(self.states, *part, *where) for part in self._cut(first, last)])

    def _cut(self, first: int, last: int) -> list[tuple[int, int]]:
        """Split the range `first` to `last` - 1 into one part for each thread, or leave it whole if it is small."""
        size = -(-(last - first) // self.threads) if last - first >= SHARED_STATES else last - first
        return [(begin, min(begin + size, last)) for begin in range(first, last, max(size, 1))]

    def _allocate(self, size: int) -> None:
        """Allocate an empty table of 2**size slots."""
        self.slots = Words(1 << size, huge=size >= HUGE_SLOT_BITS, whole=size < HUGE_SLOT_BITS)
        self.now[at.SHIFT] = 64 - size
        if self.capacity < min(1 << size, self.most):  # in a browser, where reserved memory is committed at once
            self.capacity = min(1 << size, self.most)
            self.states = self.states.enlarge(self.capacity * self.words)
            self.parents = self.parents.enlarge(self.capacity) if self.now[at.KEEP] else self.parents
        self._set_room()

    def _set_room(self) -> None:
        slots = 1 << 64 - self.now[at.SHIFT]
        spare = (
            self.threads * (at.TAKEN_STATES * self.packed.branching + 2 * at.BUFFER_STATES) if self.threads > 1 else 0
        )
        self.now[at.ROOM] = min(int(slots * self.load), self.capacity) - spare

    def _grow(self, *, refill: bool = True) -> None:
        """Enlarge the hash table or, if memory is short, allow it to be filled further."""
        size = 64 - self.now[at.SHIFT]
        if int((1 << size) * self.load) >= self.most:
            raise OutOfMemory
        larger = size + (2 if size < 22 else 1)
        if measure_memory() + (8 << larger) > self.memory and size >= HUGE_SLOT_BITS:
            if self.load > 0.5 or self.now[at.TAIL] + (1 << size) // 8 > self.capacity:
                raise OutOfMemory
            self.load = 0.85
            self._set_room()
            return
        old, self.load = self.slots, 0.5
        self._allocate(larger)
        if refill and self.words == 1:
            where = (self.slots, self.now[at.SHIFT], int(self.threads > 1))
            self.team.run(load_kernel(breadth_first.refill), [(old, *part, *where) for part in self._cut(0, 1 << size)])
        elif refill:
            self._insert(0, self.now[at.TAIL])
        old.close()

    def advance(self, most: int = 1 << 18) -> int:
        """Expand at most `most` more states; returns a code that tells why the loop stopped (see `table_control`)."""
        now = self.now
        if self.threads > 1 and now[at.END] - now[at.HEAD] >= SHARED_STATES and now[at.DEPTH] < now[at.DEEPEST]:
            why = self._share(most)
        else:
            now[at.STOP] = now[at.HEAD] + most
            mine = self.buffers[0]
            layers = (self.control, self.ends, self.goals, self.steps, self.data)
            arguments = (self.states, self.parents, self.slots, mine.ring, mine.out, *layers, *mine.more)
            [why] = self._run(self.step, [arguments])
        if why == at.BROKEN:
            raise_refused(self.packed, (self.word(index) for index in range(max(now[at.HEAD] - 1, 0), now[at.TAIL])))
        if why == at.FULL:
            self._grow()
        if self.is_checked and now[at.HEAD] >= self.next_sample:
            self.next_sample = 2 * now[at.HEAD]
            self._compare_sample()
        if why == at.STOPPED and now[at.DEPTH] + 2 >= MOST_LAYERS:
            raise BadInput(_("this space has more than {n} layers").format(n=MOST_LAYERS - 2))
        return why

    def _compare_sample(self) -> None:
        """Expand some recent states in Python, too. Raise `NotCompilable` if the results differ from those of compiled
        code.
        """
        now, packed = self.now, self.packed
        first = self.ends[now[at.DEPTH] - 1] if now[at.DEPTH] else 0
        words = [self.word(index) for index in range(first, now[at.HEAD], (now[at.HEAD] - first) // SAMPLE_STATES + 1)]
        small = self._start_from(words)
        while small.advance() != at.DONE:
            pass
        after = [each for word in words for each in packed.successors(word)]
        found = {small.word(index) for index in range(small.now[at.TAIL])}
        same = found == {*words, *after} and small.now[at.EDGES] == len(after)
        same = same and small.goals[0] == sum(map(packed.is_goal, words))
        small.close()
        if not same:
            refusal = find_refusal(packed, words)
            raise NotCompilable(refusal.text if refusal else place_expand(packed, _(DIFFERENT)))

    def _start_from(self, words: list[int]) -> "StateTable":
        """A new table whose first layer consists of the states in `words`, and which expands only these states."""
        starts = make_words([part for word in words for part in ([word] if self.words == 1 else self.packed.cut(word))])
        return StateTable(self.packed, starts, len(words), deepest=1, is_over=self.is_over)

    def _share(self, most: int) -> int:
        """Expand at most `most` more states of a wide layer, shared among all threads; returns a code that tells why
        the threads stopped (see `table_control`).
        """
        now = self.now
        now[at.STOP] = min(now[at.END], now[at.HEAD] + most)
        now[at.CURSOR], now[at.NEXT], now[at.MET], now[at.STEPS] = now[at.HEAD], now[at.TAIL], 0, 0
        kernel: Callable[..., int] = load_kernel(_get_kernels(self.packed).share, **get_functions(self.packed))
        parts = [
            (self.states, self.slots, each.ring, each.out, each.buffer, self.control, self.data, *each.more)
            for each in self.buffers
        ]
        answers = self._run(kernel, parts)
        if self.words > 1:
            self._close_gaps()
        now[at.TAIL], why = now[at.NEXT], max(answers)
        if why == at.BROKEN:  # keep the head: the state that failed comes after it
            return why
        now[at.HEAD] = min(now[at.CURSOR], now[at.STOP])
        now[at.EDGES] += now[at.STEPS]
        self.goals[now[at.DEPTH]] += now[at.MET]
        if why == at.STOPPED and now[at.HEAD] == now[at.END]:
            return self._begin_layer()
        return why

    def _close_gaps(self) -> None:
        """Move the last states of the list to indices that threads reserved but did not fill, so that the list has no
        gaps.
        """
        gaps: set[int] = set()
        for each in self.buffers:
            gaps.update(range(*each.buffer.read(0, 2)))
            each.buffer.fill([0, 0])
        end = self.now[at.NEXT]
        tail = end - len(gaps)
        holes = sorted(gap for gap in gaps if gap < tail)
        pairs = zip((index for index in range(tail, end) if index not in gaps), holes, strict=True)
        moved = make_words([index for pair in pairs for index in pair])
        renumber = load_kernel(breadth_first_wide.renumber)
        renumber(self.states, self.slots, moved, len(holes), self.now[at.SHIFT], self.words)
        self.now[at.NEXT] = tail

    def _begin_layer(self) -> int:
        """Finish a layer that the threads have shared, and begin the next one; returns `DONE` if there is none."""
        now = self.now
        self.ends[now[at.DEPTH]], self.steps[now[at.DEPTH]] = now[at.END], now[at.EDGES]
        if now[at.HEAD] == now[at.TAIL]:
            return at.DONE
        now[at.DEPTH], now[at.END] = now[at.DEPTH] + 1, now[at.TAIL]
        self.goals[now[at.DEPTH]] = 0
        return at.STOPPED

    def _run(self, kernel: Callable[..., int], parts: list[tuple[Any, ...]]) -> list[int]:
        """Run a kernel; if the puzzle's own code raises an exception, repeat the last expansions in Python."""
        try:
            return self.team.run(kernel, parts, is_over=self.is_over)
        except KernelRaised:
            if self.repeats:
                self._repeat()
            raise

    def _repeat(self) -> None:
        """Repeat the last expansions in Python, so that Python raises the exception of the puzzle's own code. Raise
        `NotCompilable` if Python raises no exception.
        """
        first = self.now[at.HEAD]
        known = [self.word(index) for index in range(first, min(self.now[at.TAIL], self.now[at.STOP]))]
        seen = set(known)
        for word in known:
            self.packed.is_goal(word)
            for after in self.packed.successors(word):
                if after not in seen and len(known) < self.now[at.STOP] - first:
                    seen.add(after)
                    known.append(after)
        refusal = find_refusal(self.packed, self._narrow(known))
        raise NotCompilable(
            refusal.text if refusal else place_expand(self.packed, _("an intermediate result exceeds 2**63"))
        )

    def _narrow(self, words: list[int]) -> list[int]:
        """A short part of the list `words` that still contains a state on which compiled code fails, found by
        repeatedly halving the list.
        """
        words = [word for word in words if 0 <= word < 1 << self.words * self.packed.word_bits]
        while len(words) > SEARCHED_STATES:
            half = words[: len(words) // 2]
            words = half if self._raises(half) else words[len(half) :]
        return words

    def _raises(self, words: list[int]) -> bool:
        """Whether compiled code raises an exception on one of the states in `words`."""
        small = self._start_from(words)
        small.repeats = False
        try:
            while small.advance() != at.DONE:
                pass
        except KernelRaised:
            return True
        finally:
            small.close()
        return False

    def word(self, index: int) -> int:
        """The packed state with this index in the list of states."""
        if self.words == 1:
            return self.states[index]
        return self.packed.joined(self.states.read(index * self.words, (index + 1) * self.words))

    def chain(self, index: int) -> list[int]:
        """The states on the path from the start to the state with this index."""
        found = [self.word(index)]
        while index:
            index = self.parents[index]
            found.append(self.word(index))
        return found[::-1]

    def layers(self) -> list[int]:
        """The size of each layer, including the unfinished last one."""
        bounds = [0, *self.ends.read(0, self.now[at.DEPTH]), self.now[at.END]]
        return [last - first for first, last in pairwise(bounds)]

    def close(self) -> None:
        """Free all memory."""
        self.team.close()
        if self.team.lost:
            return
        own = (self.states, self.parents, self.slots, self.ends, self.goals, self.steps, self.data, self.control)
        for block in (*own, *(block for each in self.buffers for block in each.blocks)):
            block.close()


class ThreadBuffers:
    """The memory buffers that one thread does not share with others."""

    def __init__(self, packed: Packed[Any]) -> None:
        self.ring = Words(at.RING_STATES * (packed.words + 2))
        seen = packed.out_length  # the length that Python would see
        self.out = Words(seen + 4096, bound=seen)
        self.buffer = Words(
            at.BUFFER_STATES + at.TAKEN_STATES * packed.branching
        )  # new states, or their reserved indices
        self.here = Words(packed.words, bound=packed.words)
        self.more = () if packed.words == 1 else (self.here, packed.words)  # extra arguments of multi-word kernels
        self.blocks = (self.ring, self.out, self.buffer, self.here)


def _get_kernels(packed: Packed[Any]) -> Any:
    """The module of the kernels for single-word or multi-word states."""
    return breadth_first if packed.words == 1 else breadth_first_wide


def is_worth_compiling(packed: Packed[Any], run: Run[Any, Any], *, whole: bool = False) -> bool:
    """Whether compiled code can be used: its kernels are cached, or the time limit leaves time to compile them. With
    `whole`, this includes the kernels for exploring a whole space.
    """
    limit = run.limit.seconds
    if limit is None or limit - run.stats.seconds > COMPILE_SECONDS:
        return True
    kernels, functions = _get_kernels(packed), get_functions(packed)
    needed: list[Kernel[Any]] = [kernels.search, *([kernels.share] if whole and HAS_THREADS else [])]
    return all(is_kernel_cached(each, **functions) for each in needed) and (
        not whole or is_kernel_cached(breadth_first_wide.select_goals, **get_wide_functions(packed, "goal"))
    )
