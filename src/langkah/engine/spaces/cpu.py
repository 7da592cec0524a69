"""A packed state space in memory, explored by compiled code on all cores, and the backward search from its goals."""

from typing import Any

from langkah.engine.blocks import Bytes, Words
from langkah.engine.compiler import load_kernel
from langkah.engine.kernels import table_control as at
from langkah.engine.kernels.backward import note_predecessors, search_backward, sum_counts
from langkah.engine.kernels.breadth_first_wide import insert, select_goals
from langkah.engine.own_functions import get_wide_functions
from langkah.engine.space import Counts, Distances, LayerNumbers, Moment, OutOfMemory
from langkah.engine.spaces.state_table import StateTable
from langkah.engine.survey import choose_shown, measure_layers
from langkah.engine.team import make_watch
from langkah.memory import measure_memory
from langkah.model import Problem, Puzzle
from langkah.packed import Packed
from langkah.run import Run

LIMIT_CHECK_STATES = 1 << 18  # states scanned between two checks of the limits, in the backward search


class CpuSpace:
    """A packed state space in memory, explored by compiled code from the start or, if `starts` is given, from the
    `count` states in it.

    `hardest`: if every step can be undone, collect the goals during the exploration, so that the backward search can
    start from a list of them. `kept_layers`: the number of the latest layers to keep in the list of states, counting
    the layer being expanded but not the layer being generated. All layers are kept if `kept_layers` is None, if some
    step cannot be undone, or if a state has several words.
    """

    engine = "compiled"

    def __init__(
        self,
        problem: Problem[Any, Any],
        packed: Packed[Any],
        run: Run[Any, Any],
        threads: int,
        *,
        hardest: bool,
        kept_layers: int | None = 1,
        starts: Words | None = None,
        count: int = 0,
    ) -> None:
        self.problem, self.packed, self.run, self.threads, self.words = problem, packed, run, threads, packed.words
        self.reversible = isinstance(problem, Puzzle) and problem.reversible
        self.kept_layers = kept_layers if self.reversible and packed.words == 1 else None
        watch = make_watch(run.limit.seconds, run.began, run.cancelled)
        self.table = StateTable(
            packed, starts, count,
            deepest=run.limit.depth, threads=threads, memory=run.limit.memory, is_over=watch,
        )  # fmt: skip
        self.goals = GoalList(self.table) if hardest and self.reversible else None

    def advance(self, most: int) -> Moment:
        """Expand at most `most` more states, collect the goals among them, and free the memory of states that are no
        longer needed.
        """
        table, now = self.table, self.table.now
        why = table.advance(most)
        if self.goals is not None:
            self.goals.gather(table)
        if self.kept_layers is not None:
            depth = now[at.DEPTH] - self.kept_layers
            table.states.forget(0, table.ends[depth] if depth >= 0 else 0)
        waiting = now[at.END] - now[at.HEAD]
        return Moment(now[at.HEAD], now[at.EDGES] + 1, waiting, why == at.DONE, now[at.PRUNED] > 0)

    def count(self) -> Counts:
        """The number of states and of goals in each layer so far, and the number of all visited states."""
        table, now = self.table, self.table.now
        return Counts(table.layers(), table.goals.read(0, now[at.DEPTH] + 1), now[at.TAIL])

    def open_backwards(self) -> Distances:
        """The backward search from the goals. If every step can be undone, it is a forward search that starts from the
        goals; otherwise it follows the steps against their direction.
        """
        if self.goals is None:
            return BackwardSearch(self.table, self.run)
        goals, self.goals = self.goals, None
        self.table.close()
        shape = (self.problem, self.packed, self.run, self.threads)
        back = CpuSpace(*shape, hardest=False, starts=goals.chosen, count=goals.count)
        goals.chosen.close()
        return back

    def show_last(self) -> tuple[Any, ...]:
        """Some states of the last layer, to be shown as boards."""
        tail = self.table.now[at.TAIL]
        return choose_shown(self.packed, map(self.table.word, range(tail - self.table.layers()[-1], tail)))

    def list_layers(self) -> LayerNumbers:
        """For each layer found so far: the index of its end in the list of states, its number of goals, and the number
        of all steps up to its end.
        """
        table, depth = self.table, self.table.now[at.DEPTH]
        ends = [*table.ends.read(0, depth), table.now[at.END]]
        return LayerNumbers(ends, table.goals.read(0, depth + 1), table.steps.read(0, depth + 1))

    def read(self, first: int, last: int) -> memoryview:
        """The bytes of the states `first` to `last` - 1, without copying them."""
        return memoryview(self.table.states.map)[first * 8 * self.words : last * 8 * self.words]

    def make_room(self, count: int) -> memoryview:
        """The memory for the bytes of the first `count` states, to be filled by the caller. Raises `OutOfMemory` if it
        is too small.
        """
        if count > self.table.capacity:
            raise OutOfMemory
        return self.read(0, count)

    def restore(self, layers: LayerNumbers, *, is_done: bool) -> None:
        """Continue an earlier exploration from its `layers`, whose states are in the memory that
        `make_room` returned.
        """
        self.table.restore(layers.ends, layers.goals, layers.steps, done=is_done)

    def close(self) -> None:
        """Free all memory."""
        self.table.close()
        if self.goals is not None:
            self.goals.chosen.close()


class GoalList:
    """A list of the goals among the expanded states, in the order of expansion."""

    def __init__(self, table: StateTable) -> None:
        self.kernel = load_kernel(select_goals, **get_wide_functions(table.packed, "goal"))
        self.chosen, self.count = Words(table.capacity * table.words), 0
        self.looked = 0  # the first state not yet tested

    def gather(self, table: StateTable) -> None:
        """Add the goals among the states that were expanded since the last call of this method."""
        needed = (self.count + table.now[at.HEAD] - self.looked) * table.words
        if needed > self.chosen.count:
            self.chosen = self.chosen.enlarge(2 * needed)
        arguments = (self.chosen, self.count, table.here, table.data, table.words)
        self.count = self.kernel(table.states, self.looked, table.now[at.HEAD], *arguments)
        self.looked = table.now[at.HEAD]


class BackwardSearch:
    """A search from the goals of a directed space, against the direction of the steps. The constructor does most of the
    work: if it raises `OutOfMemory`, the caller can still repeat the search with the states in files.
    """

    def __init__(self, table: StateTable, run: Run[Any, Any]) -> None:
        self.table, self.run, self.states = table, run, table.now[at.TAIL]
        # Indices for the states
        size = max((2 * self.states).bit_length(), 4)
        self._need((1 << size) + 3 * self.states)
        self.slots, self.shift = Words(1 << size, huge=True), 64 - size
        self.bounds, self.into = Words(self.states + 2), Words(1)
        self.queue, self.seen, self.ends = Words(self.states), Bytes(self.states), Words(self.states + 1)
        self.depth = -1
        load_kernel(insert)(table.states, 0, self.states, self.slots, self.shift, 0, table.words)
        # All steps, grouped by target: counted first, then listed
        steps = self._note(fill=False)
        self._need(steps)
        self.into = Words(steps + 1)
        load_kernel(sum_counts)(self.bounds, self.states)
        self._note(fill=True)

    def _need(self, numbers: int) -> None:
        """Raise `OutOfMemory` unless there is memory for `numbers` more numbers."""
        if measure_memory() + 8 * numbers > self.table.memory:
            raise OutOfMemory

    def _note(self, *, fill: bool) -> int:
        """Count the steps into each state or, with `fill`, list the source states of these steps. Returns the total
        number of steps.
        """
        table, mine = self.table, self.table.buffers[0]
        kernel = load_kernel(note_predecessors, **get_wide_functions(table.packed, "expand"))
        own = (self.slots, self.shift, mine.ring, mine.out, table.here, table.data, table.words)
        steps = 0
        for first in range(0, self.states, LIMIT_CHECK_STATES):
            last = min(first + LIMIT_CHECK_STATES, self.states)
            steps += kernel(table.states, first, last, *own, self.bounds, self.into, int(fill))
            self.run.check()
        return steps

    def advance(self, most: int) -> Moment:
        """Run the whole backward search in one call, regardless of `most`."""
        del most
        table = self.table
        kernel = load_kernel(search_backward, **get_wide_functions(table.packed, "goal"))
        lists = (self.bounds, self.into, self.queue, self.seen, self.ends)
        self.depth = kernel(table.states, self.states, table.here, table.data, table.words, *lists)
        return Moment(0, self.run.stats.generated, 0, is_done=True)

    def count(self) -> Counts:
        """The number of states at each distance."""
        layers = measure_layers(self.ends.read(0, self.depth + 1))
        return Counts(layers, [], sum(layers))

    def show_last(self) -> tuple[Any, ...]:
        """Some of the states farthest from the goals, to be shown as boards."""
        first, last = self.ends[self.depth - 1] if self.depth else 0, self.ends[self.depth]
        return choose_shown(self.table.packed, map(self.table.word, self.queue.read(first, last)))

    def close(self) -> None:
        """Free all memory."""
        for block in (self.slots, self.bounds, self.into, self.queue, self.seen, self.ends):
            block.close()
