"""The common base class of compiled searches on packed states: it holds the memory blocks of the compiled loop, and
compares the results of the loop with Python.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from langkah.engine.blocks import Block, Words, make_words
from langkah.engine.compiler import is_kernel_cached, is_trusted, load_kernel
from langkah.engine.fingerprint import DIFFERENT, NotCompilable
from langkah.engine.kernels import Kernel
from langkah.engine.kernels import best_first_control as at
from langkah.engine.object_cache import KernelRaised
from langkah.engine.own_functions import get_pattern_functions, get_search_functions, raise_refused
from langkah.engine.patterns import PatternDatabases
from langkah.engine.spaces.state_table import COMPILE_SECONDS, FIRST_SAMPLE_STATES, SAMPLE_STATES
from langkah.engine.team import Team
from langkah.engine.watched_code import find_refusal, place_expand
from langkah.language import _
from langkah.memory import measure_total_memory
from langkah.model import Cost
from langkah.packed import DEAD_END, Packed
from langkah.run import Run


class Estimator(NamedTuple):
    """The heuristic of a compiled search. `function` is the puzzle's own function in it: the estimate of the packed
    form or, for pattern databases, the first abstraction; None if the search uses no heuristic.
    """

    function: Callable[..., Any] | None
    guess: Callable[[int], Cost]  # the estimate of a packed state, computed in Python
    functions: dict[str, Callable[..., Any]]  # all functions that a loop calls
    tables: Words


def make_estimator(packed: Packed[Any], guide: PatternDatabases | Callable[..., int] | None) -> Estimator:
    """The estimator for `guide`, which is either pattern databases, or the estimate function of the packed form, or
    None for no heuristic.
    """
    if isinstance(guide, PatternDatabases):
        function = packed.abstractions[0]
        return Estimator(function, guide.guess, get_pattern_functions(packed), guide.block)
    guess: Callable[[int], Cost] = packed.guess if guide is not None else lambda _word: 0
    return Estimator(guide, guess, get_search_functions(packed, guide), Words(1))


def has_time_to_compile(run: Run[Any, Any], kernel: Kernel[Any], estimator: Estimator, *, waits: bool) -> bool:
    """Whether a kernel can be used: either it is in the cache, or the caller agrees to wait for the compiler (`waits`)
    and the time limit leaves time to compile it.
    """
    limit = run.limit.seconds
    if waits and (limit is None or limit - run.stats.seconds > COMPILE_SECONDS):
        return True
    return is_kernel_cached(kernel, **estimator.functions)


class PackedLoop:
    """A compiled search in progress. Subclasses add their own memory blocks."""

    kernel: Kernel[Any]

    def __init__(
        self,
        packed: Packed[Any],
        estimator: Estimator,
        *,
        deepest: int | None,
        memory: int | None,
        is_over: Callable[[], bool] | None,
    ) -> None:
        self.packed, self.estimator, self.words = packed, estimator, packed.words
        self.is_checked = not all(map(is_trusted, (packed.expand, packed.goal, estimator.function or packed.goal)))
        self.is_over = is_over if self.is_checked else None  # Langkah's own functions always return; others may not
        self.next_sample, self.team = FIRST_SAMPLE_STATES, Team(1)
        whole = measure_total_memory()
        self.memory = min(memory or whole, whole)
        self.step: Callable[..., int] = load_kernel(self.kernel, **estimator.functions)
        self.here = Words(packed.words, bound=packed.words)
        self.there = Words(packed.words, bound=packed.words)
        self.out = Words(packed.out_length + 4096, bound=packed.out_length)
        self.data, self.control = make_words(packed.data), Words(at.NUMBERS)
        self.now = self.control.numbers
        self.now[at.LAST_COST] = packed.out_length - 1 if packed.costs else -1
        self.now[at.BRANCHING] = packed.branching
        self.now[at.DEEPEST] = at.MOST_COST if deepest is None else deepest

    def list_blocks(self) -> tuple[Block, ...]:
        """The memory blocks that every compiled loop takes as arguments. A subclass puts its own blocks before them."""
        return self.out, self.here, self.there, self.control, self.data

    def cut(self, word: int) -> list[int]:
        """The machine words of a packed state."""
        return [word] if self.words == 1 else list(self.packed.cut(word))

    def read_current(self) -> int:
        """The packed state that was expanded last."""
        return self.packed.joined(self.here.read(0, self.words))

    def run_loop(self, most: int) -> int:
        """Expand at most `most` more nodes, and check for errors; returns a code that tells why the loop stopped."""
        self.now[at.STOP] = self.now[at.EXPANDED] + most
        why = self._run()
        if why == at.BROKEN:
            raise_refused(self.packed, [self.read_current()])
        if why == at.FAR:
            raise NotCompilable(_("a cost or an estimate is too large, or a path is too long, for compiled code"))
        return why

    def _run(self) -> int:
        """Run the loop; if the puzzle's own code raises an exception, repeat the last expansion in Python."""
        try:
            [why] = self.team.run(self.step, [(*self.list_blocks(), self.estimator.tables)], is_over=self.is_over)
        except KernelRaised:
            self._repeat(self.read_current())
            raise
        return why

    def _repeat(self, word: int) -> None:
        """Repeat the last expansion in Python, so that Python raises the exception of the puzzle's own code. Raise
        `NotCompilable` if Python raises no exception.
        """
        self.packed.is_goal(word)
        for after, _cost in self.packed.list_steps(word):
            self.estimator.guess(after)
        refusal = find_refusal(self.packed, [word])
        raise NotCompilable(
            refusal.text if refusal else place_expand(self.packed, _("an intermediate result exceeds 2**63"))
        )

    def compare_sample(self, read_word: Callable[[int], int], count: int) -> None:
        """At intervals, take a sample of the states that `read_word` returns for the indices below `count`, and expand
        these states in Python, too. Raise `NotCompilable` if the results differ from those of compiled code.
        """
        if not self.is_checked or self.now[at.EXPANDED] < self.next_sample:
            return
        self.next_sample, before = 2 * self.now[at.EXPANDED], self.read_current()
        for number in range(0, count, count // SAMPLE_STATES + 1):
            word = read_word(number)
            if self._probe(word) != self._look_plainly(word):
                refusal = find_refusal(self.packed, [word])
                raise NotCompilable(refusal.text if refusal else place_expand(self.packed, _(DIFFERENT)))
        self.here.fill(self.cut(before))

    def _probe(self, word: int) -> tuple[Any, ...]:
        """The results of compiled code for one state: its steps, whether it is a goal, and its estimate."""
        now, words = self.now, self.words
        self.here.fill(self.cut(word))
        now[at.PROBED] = 1
        try:
            self._run()
        finally:
            now[at.PROBED] = 0
        count, last = now[at.COUNT], now[at.LAST_COST]
        costs = [self.out[last - number] if last >= 0 else 1 for number in range(count)]
        found = [self.packed.joined(self.out.read(number * words, (number + 1) * words)) for number in range(count)]
        return list(zip(found, costs, strict=True)), bool(now[at.IS_GOAL]), min(max(now[at.GUESS], 0), DEAD_END)

    def _look_plainly(self, word: int) -> tuple[Any, ...]:
        """The results of plain Python for one state: its steps, whether it is a goal, and its estimate."""
        packed = self.packed
        return packed.list_steps(word), packed.is_goal(word), min(self.estimator.guess(word), DEAD_END)

    def close(self) -> None:
        """Free all memory."""
        self.team.close()
        for block in () if self.team.lost else self.list_blocks():
            block.close()
