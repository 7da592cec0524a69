"""Bidirectional search in compiled code: breadth-first layers from the start and from the goals until they meet.

The puzzle must have reversible steps of cost 1 and a complete list of goals. The side with the smaller frontier is
expanded next, in queue order, so that all counts and the plan equal those of plain Python.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from typing import Any

from langkah.engine.blocks import Words, make_words
from langkah.engine.compiled_best_first import hold_to_limits
from langkah.engine.compiler import can_compile, is_kernel_cached, load_kernel
from langkah.engine.fingerprint import NotCompilable
from langkah.engine.kernels import breadth_first, breadth_first_wide
from langkah.engine.kernels import table_control as at
from langkah.engine.kernels.meeting import find_common, find_common_wide
from langkah.engine.own_functions import get_functions, get_wide_functions
from langkah.engine.space import choose_portion
from langkah.engine.spaces.state_table import StateTable, is_worth_compiling
from langkah.language import _
from langkah.packed import Packed
from langkah.run import Run


class UnlistedGoal(Exception):
    """Raised if the search reaches a goal that the puzzle's list of goals does not contain: the state `word`."""

    def __init__(self, word: int) -> None:
        super().__init__(word)
        self.word = word


def search_bidirectional(
    run: Run[Any, Any], packed: Packed[Any], goals: Sequence[int], *, guide: Any, waits: bool
) -> list[tuple[int, int]] | None:
    """The packed states of a shortest plan, each with its path cost; [] if there is no plan. None if the search would
    have to be compiled first, and there is no time or the caller does not want to wait. Raises `UnlistedGoal` if the
    search reaches a goal that is not in `goals`.
    """
    del guide
    if not can_compile():
        raise NotCompilable(_("the compiler is not installed"))
    kernel: Any = (breadth_first if packed.words == 1 else breadth_first_wide).search
    if not (is_worth_compiling(packed, run) if waits else is_kernel_cached(kernel, **get_functions(packed))):
        return None
    with hold_to_limits(run) as how, ExitStack() as opened:
        sides = _Sides(run, packed, goals, how, opened)
        while True:
            if sides.ahead.count_waiting() == 0 or sides.behind.count_waiting() == 0:
                return []
            if run.limit.depth is not None and sides.depth >= run.limit.depth:
                run.cut_by = "depth"
                return []
            chain = sides.grow()
            if chain:
                return [(word, cost) for cost, word in enumerate(chain)]


class _Side:
    """One side of the search: the layers around the start, or around the goals."""

    def __init__(self, packed: Packed[Any], starts: Sequence[int], how: dict[str, Any]) -> None:
        parts = [part for word in starts for part in ([word] if packed.words == 1 else packed.cut(word))]
        self.table = StateTable(
            packed, make_words(parts), len(starts), parents=True, memory=how["memory"], is_over=how["is_over"]
        )
        self.now, self.starts = self.table.now, len(starts)

    def count_waiting(self) -> int:
        """The number of states in the frontier."""
        return self.now[at.TAIL] - self.now[at.HEAD]

    def find_meeting(self, first: int, other: "_Side") -> int:
        """The index of the first state of this side, from index `first` on, that the side `other` also contains; -1 if
        there is none.
        """
        table, there = self.table, other.table
        where = (table.states, first, self.now[at.TAIL], there.slots, there.now[at.SHIFT])
        if table.words == 1:
            return load_kernel(find_common)(*where)
        return load_kernel(find_common_wide)(*where, there.states, table.words)

    def list_chain(self, word: int, index: int | None = None) -> list[int]:
        """The path from the root of this side to the state `word`. `index` is the index of this state; if it is None,
        the state is searched for among the newest ones.
        """
        if index is None:
            index = self.now[at.TAIL] - 1
            while self.table.word(index) != word:
                index -= 1
        found = [word]
        while index >= self.starts:
            index = self.table.parents[index]
            found.append(self.table.word(index))
        return found[::-1]


class _Sides:
    """A bidirectional search in progress: both sides, and the statistics that they share."""

    def __init__(
        self, run: Run[Any, Any], packed: Packed[Any], goals: Sequence[int], how: dict[str, Any], opened: ExitStack
    ) -> None:
        self.run, self.packed, self.depth, self.listed = run, packed, 0, frozenset(goals)
        self.ahead = _Side(packed, [packed.start], how)
        opened.callback(self.ahead.table.close)
        self.behind = _Side(packed, goals, how)
        opened.callback(self.behind.table.close)
        self.select: Callable[..., int] = load_kernel(
            breadth_first_wide.select_goals, **get_wide_functions(packed, "goal")
        )
        run.stats.engine = "compiled"
        self._count()

    def grow(self) -> list[int]:
        """Expand one layer of the side with the smaller frontier; returns the states of the plan if the sides meet,
        else [].
        """
        here, there = self.ahead, self.behind
        if here.count_waiting() > there.count_waiting():
            here, there = there, here
        first, others = here.now[at.TAIL], there.count_waiting()
        self._note_frontier(here.count_waiting() + others)
        here.now[at.WIDEST] = 0
        last = here.now[at.END]
        self._expand(here, last - 1, others)
        # The last state is expanded alone: its successors count in the frontier only from the next layer on
        self._expand(here, last, others)
        self.depth += 1
        self._refuse_unlisted(here, first)
        index = here.find_meeting(first, there)
        if index < 0:
            return []
        word = here.table.word(index)
        near = here.list_chain(word, index)
        far = there.list_chain(word)[-2::-1]
        chain = near + far
        return chain if here is self.ahead else chain[::-1]

    def _note_frontier(self, waiting: int) -> None:
        self.run.stats.frontier_max = max(self.run.stats.frontier_max, waiting)

    def _expand(self, side: _Side, last: int, others: int) -> None:
        """Expand the states of one side before index `last`, within the limits; `others` is the size of the other
        side's frontier.
        """
        while side.now[at.HEAD] < last:
            self._note_frontier(side.now[at.WIDEST] + others)
            self.run.check()
            most = min(choose_portion(side.now[at.HEAD]), last - side.now[at.HEAD])
            if self.run.limit.nodes is not None:
                most = min(most, self.run.limit.nodes - self.run.stats.expanded)
            side.table.advance(most)
            self._count()

    def _count(self) -> None:
        stats, both = self.run.stats, (self.ahead, self.behind)
        stats.expanded = sum(each.now[at.HEAD] for each in both)
        stats.generated = sum(each.now[at.EDGES] + each.starts for each in both)
        stats.skipped = stats.generated - sum(each.now[at.TAIL] for each in both)

    def _refuse_unlisted(self, side: _Side, first: int) -> None:
        """Raise `UnlistedGoal` if a state of `side` from index `first` on is a goal that the puzzle does not list. The
        backward search did not start from such a goal, so the plan might not be a shortest one.
        """
        table, last = side.table, side.now[at.TAIL]
        with closing(Words(max(last - first, 1) * table.words)) as chosen:
            count = self.select(table.states, first, last, chosen, 0, table.here, table.data, table.words)
            for number in range(count):
                word = self.packed.joined(chosen.read(number * table.words, (number + 1) * table.words))
                if word not in self.listed:
                    raise UnlistedGoal(word)
