"""Any packed puzzle, explored on a GPU by hashing; the form of every way to explore.

All states lie in one list, layer after layer, beside the table of them. So a table that has become too small is made
anew from the list, a plan is found by going back through it, and a checkpoint is a copy of it. Several layers are asked
for at once while they are small, since asking takes longer than they do.
"""

from pathlib import Path
from typing import Any

import numpy as np

from langkah.engine import layout as at
from langkah.engine.blocks import Words
from langkah.engine.checkpoint import Checkpoint
from langkah.engine.compiler import explain_failure, is_trusted
from langkah.engine.fingerprint import DIFFERENT, NotCompilable, compute_fingerprint
from langkah.engine.gpu import hash_kernels as kernels
from langkah.engine.gpu.jit import count_multiprocessors, cuda, numba
from langkah.engine.space import SAMPLE, OutOfMemory
from langkah.engine.survey import Survey, find_nearest_goal, make_hardest, measure_layers
from langkah.engine.watched_code import find_refusal, place_expand
from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Problem, Puzzle
from langkah.packed import Packed
from langkah.run import Run, Stopped

THREADS = 128  # of a block
MOST_BLOCKS = 8192  # of threads at a time
BLOCKS = 6  # for each multiprocessor, where nobody knows how many states the next layer has
LEAST_SLOTS, FIRST_SLOTS = 1 << 10, 1 << 25  # of the table: at least, and where nobody knows how many states there are
FULLEST, CROWDED = 0.55, 0.85  # of the table: as a rule, and where there is no room for a larger one
SHARE = 0.92  # of the GPU's free memory
MOST_BYTES = 1 << 40  # the simulator says that its memory is infinite
ROWS, AT_ONCE = 64, 1 << 26  # layers that are asked for at once: at most, and about how many states they have
PARENTS = 1 << 12  # states that lead to one, as far as they are told

kernels_of: dict[str, kernels.Kernels] = {}  # by what the puzzle's own functions are


class GpuSpace:
    """A packed space on the GPU: the table, the list of states, and what is noted of each layer."""

    def __init__(self, packed: Packed[Any], run: Run[Any, Any]) -> None:
        self.packed, self.run, self.words = packed, run, packed.words
        key = compute_fingerprint(packed.expand, packed.goal, packed.branching, packed.scratch, packed.words)
        if key not in kernels_of:
            kernels_of[key] = kernels.make_kernels(packed)
        self.kernels = kernels_of[key]
        self.is_checked = not (is_trusted(packed.expand) and is_trusted(packed.goal))  # functions of the puzzle's own
        self.data = cuda.to_device(np.array(packed.data or [0], np.int64))
        self.notes = cuda.device_array((ROWS + 1, kernels.NOTES), np.int64)
        free, _total = cuda.current_context().get_memory_info()
        self.memory = int(min(SHARE * free, run.limit.memory or free, MOST_BYTES))
        self.table: Any = None
        self.order: Any = None
        self.begin(cuda.to_device(np.array(self._cut(packed.start), np.int64)), 1, packed.size)

    def _cut(self, word: int) -> list[int]:
        return [word] if self.words == 1 else list(self.packed.cut(word))

    def begin(self, starts: Any, count: int, size: int | None) -> None:
        """A new space, from some different states; `size`: how many there are at most, where that is known."""
        slots, wanted = FIRST_SLOTS if size is None else LEAST_SLOTS, max(size or 0, count)
        while slots * FULLEST < wanted:
            slots *= 2
        while slots > LEAST_SLOTS and self._measure(slots, FULLEST) > self.memory:
            slots //= 2
        self.table = self.order = None
        self._allocate(slots, FULLEST)
        if count > self.room:
            raise OutOfMemory
        self.order[: count * self.words].copy_to_device(starts[: count * self.words])
        self._fill_table(count)
        self.ends, self.goals, self.steps = [count], list[int](), list[int]()  # of each layer; steps up to its end
        self.next_look = 1  # states after which the next sample is compared with Python

    def _measure(self, slots: int, load: float) -> int:
        """Bytes of a table, and of the list beside it."""
        return int(8 * self.words * slots * (1 + load))

    def _allocate(self, slots: int, load: float) -> None:
        """A table and a list of that size, with nothing in them."""
        self.slots, self.load, self.room = slots, load, int(slots * load)
        self.table, self.order = self.make_array(slots * self.words), self.make_array(self.room * self.words)

    def make_array(self, count: int, kind: Any = np.int64) -> Any:
        """Memory of the GPU for so many numbers."""
        try:
            return cuda.device_array(max(count, 1), kind)
        except Exception as error:  # the driver's own kind of error, known only where there is a driver
            if "MEMORY" in str(error).upper():
                raise OutOfMemory from None
            raise

    def _fill_table(self, count: int) -> None:
        """Put the first states of the list into the table, and nothing else."""
        self.launch(kernels.fill, self.table.size, self.table, -1)
        self.launch(self.kernels.table.insert_all, count, self.table, self.order, count)

    def launch(self, kernel: Any, count: int, *arguments: Any) -> None:
        """Run a kernel on so many things."""
        try:
            kernel[self._count_blocks(count), THREADS](*arguments)
        except numba.core.errors.NumbaError as error:
            raise NotCompilable(explain_failure(error)) from error

    def _count_blocks(self, count: int) -> int:
        """Blocks of threads for so many things."""
        return max(min(MOST_BLOCKS, -(-count // THREADS)), 1)

    @property
    def layers(self) -> list[int]:
        """How many states each layer has; the last one is not expanded yet."""
        return measure_layers(self.ends)

    def advance(self) -> bool:
        """The next layers, as many as are asked for at once; False when there is nothing left."""
        count, depth = self.layers[-1], len(self.ends) - 1
        rows = max(1, min(ROWS, AT_ONCE // count))
        if self.run.limit.depth is not None:
            rows = min(rows, self.run.limit.depth - depth)
        if rows < 1:
            return self._stop_at_depth()
        notes = np.zeros((ROWS + 1, kernels.NOTES), np.int64)
        notes[0, kernels.BEGIN], notes[0, kernels.COUNT] = self.ends[-1] - count, count
        self.notes.copy_to_device(notes)
        self._launch_rows(rows, count if rows == 1 else BLOCKS * count_multiprocessors() * THREADS)
        notes = self.notes.copy_to_host()
        for row in range(rows):
            if notes[row, kernels.FULL]:
                self._grow()
                break
            self._check_row(notes[row])
            if not self._add_layer(notes[row], int(notes[row + 1, kernels.COUNT])):
                return False
        return True

    def _launch_rows(self, rows: int, threads: int) -> None:
        """Ask for several layers, each of which finds in the notes what the one before it found."""
        expand = self.kernels.expand_layer[self._count_blocks(threads), THREADS]
        try:
            for row in range(rows):
                expand(self.table, self.order, self.notes, row, self.room, self.data)
        except numba.core.errors.NumbaError as error:
            raise NotCompilable(explain_failure(error)) from error

    def _check_row(self, note: Any) -> None:
        """Make sure that the puzzle's own functions did what they may do."""
        if note[kernels.BROKEN]:
            index = int(note[kernels.BEGIN] + note[kernels.BROKEN]) - 1
            self._refuse(self.read_states(index, index + 1)[0])
        if self.is_checked and self.ends[-1] >= self.next_look:
            self.next_look = 2 * self.ends[-1]
            self._compare_sample(note)

    def _refuse(self, word: int) -> None:
        """Do in Python what the GPU could not: it raises what Python raises, or only Python can do that."""
        self.packed.is_goal(word)
        self.packed.successors(word)
        refusal = find_refusal(self.packed, [word])
        if refusal is None or refusal.only_slow:
            why = refusal.text if refusal else place_expand(self.packed, _("numbers pass 2**63 on the way"))
            raise NotCompilable(why)
        raise BadInput(refusal.text)

    def _compare_sample(self, note: Any) -> None:
        """Expand some states of a layer in Python, too: what follows must be in the table; where these are all states
        of the layer, as much must follow, and as many be goals."""
        first, count = int(note[kernels.BEGIN]), int(note[kernels.COUNT])
        words = [self.read_states(index, index + 1)[0] for index in range(first, first + count, count // SAMPLE + 1)]
        after = [each for word in words for each in self.packed.successors(word)]
        flags = cuda.to_device(np.ones(len(after), np.bool_))
        if after:
            states = cuda.to_device(np.array([part for each in after for part in self._cut(each)], np.int64))
            self.launch(self.kernels.table.look_up, flags.size, self.table, states, flags)
        found = (len(after), sum(map(self.packed.is_goal, words))) if len(words) == count else None
        if not flags.copy_to_host().all() or found not in (None, (note[kernels.STEPS], note[kernels.GOALS])):
            raise NotCompilable(_(DIFFERENT))

    def _add_layer(self, note: Any, found: int) -> bool:
        """Note that the last layer is expanded and how many states follow; whether there are any."""
        limit, stats = self.run.limit, self.run.stats
        self.goals.append(int(note[kernels.GOALS]))
        self.steps.append((self.steps[-1] if self.steps else 0) + int(note[kernels.STEPS]))
        stats.expanded, stats.generated = self.ends[-1], self.steps[-1] + 1
        stats.frontier_max = max(stats.frontier_max, found)
        if not found:
            return False
        if limit.nodes is not None and self.ends[-1] + found > limit.nodes:
            raise Stopped("nodes")  # the next layer is not told: a limit is a limit
        self.ends.append(self.ends[-1] + found)
        return True

    def _stop_at_depth(self) -> bool:
        """The last layer that may be looked at: only its goals are."""
        count = self.layers[-1]
        self.goals.append(self.select_goals(self.ends[-1] - count, count, 0)[1])
        self.run.cut_by = "depth"
        return False

    def _grow(self) -> None:
        """A larger table, or a fuller one, and a longer list; whatever follows the last whole layer is forgotten."""
        old = self.order
        for slots, load in ((4 * self.slots, FULLEST), (2 * self.slots, FULLEST), (self.slots, CROWDED)):
            if self._measure(slots, load) + old.nbytes <= self.memory and slots * load > self.room:
                break
        else:
            raise OutOfMemory
        self.table = self.order = None
        self._allocate(slots, load)
        count = self.ends[-1] * self.words
        self.order[:count].copy_to_device(old[:count])
        self._fill_table(self.ends[-1])

    def restore(self, states: Any, ends: list[int], goals: list[int], steps: list[int]) -> None:
        """Go on from layers that were kept."""
        self.begin(states, ends[-1], max(self.packed.size or 0, 2 * ends[-1]))
        self.ends, self.goals, self.steps = ends, goals, steps

    def read_states(self, first: int, last: int) -> list[int]:
        """The states of those numbers."""
        return self.join(self.order[first * self.words : last * self.words].copy_to_host())

    def join(self, numbers: Any) -> list[int]:
        """States as whole numbers, from their words."""
        if self.words == 1:
            return [int(each) for each in numbers]
        return [self.packed.joined([int(each) for each in row]) for row in numbers.reshape(-1, self.words)]

    def select_goals(self, first: int, count: int, most: int) -> tuple[Any, int]:
        """The goals among some states, at most so many of them, and how many there are."""
        chosen, found = self.make_array(most * self.words), cuda.to_device(np.zeros(1, np.int64))
        self.launch(self.kernels.select_goals, count, self.order, first, count, chosen, found, self.data)
        return chosen, int(found.copy_to_host()[0])

    def find_chain(self, depth: int) -> list[int]:
        """States from the start to the least goal of a layer, each one step from the one before."""
        chosen, found = self.select_goals(*self._find_layer(depth), PARENTS)
        chain = [min(self.join(chosen[: min(found, PARENTS) * self.words].copy_to_host()))]
        for level in reversed(range(depth)):
            first, count = self._find_layer(level)
            target, number = (
                cuda.to_device(np.array(self._cut(chain[-1]), np.int64)),
                cuda.to_device(np.zeros(1, np.int64)),
            )
            arguments = (self.order, first, count, target, chosen, number, self.data)
            self.launch(self.kernels.select_parents, count, *arguments)
            found = min(int(number.copy_to_host()[0]), PARENTS)
            chain.append(min(self.join(chosen[: found * self.words].copy_to_host())))
        return chain[::-1]

    def _find_layer(self, depth: int) -> tuple[int, int]:
        """Where a layer begins in the list, and how many states it has."""
        first = self.ends[depth - 1] if depth else 0
        return first, self.ends[depth] - first

    def find_hardest(self) -> tuple[int, list[int], int]:
        """Against the steps, from the goals: the largest distance, the states that have it, how many have any."""
        count, found = self.ends[-1], cuda.to_device(np.zeros(1, np.int64))
        if self._measure(self.slots, self.load) + 4 * self.slots > self.memory:
            raise OutOfMemory
        labels = self.make_array(self.slots, np.int32)
        self.launch(kernels.fill, self.slots, labels, -1)
        totals = [0]
        while len(totals) < 2 or totals[-1] > totals[-2]:
            level = len(totals) - 1
            arguments = (self.table, self.order, count, labels, level, found, self.data)
            self.launch(self.kernels.label_layer, count, *arguments)
            totals.append(int(found.copy_to_host()[0]))
            self.run.check()
        level, number = len(totals) - 3, totals[-2] - totals[-3]
        chosen, found = self.make_array(number * self.words), cuda.to_device(np.zeros(1, np.int64))
        self.launch(self.kernels.select_labelled, count, self.table, self.order, count, labels, level, chosen, found)
        return level, self.join(chosen.copy_to_host()), totals[-1]

    def close(self) -> None:
        """Give all memory back."""
        self.table = self.order = None


class GpuExploration:
    """One exploration on the GPU."""

    def __init__(
        self,
        problem: Problem[Any, Any],
        packed: Packed[Any],
        run: Run[Any, Any],
        checkpoint: Path | None = None,
        *,
        resume: bool = False,
    ) -> None:
        self.problem, self.packed, self.run = problem, packed, run
        name = problem.name or repr(problem)
        self.checkpoint = Checkpoint(checkpoint, name, packed, resume=resume) if checkpoint else None
        self.is_done = False
        try:
            self.space = GpuSpace(packed, run)
            self.kept = _KeptStates(self.space)
            if self.checkpoint is not None and resume:
                self.checkpoint.restore(self.kept)  # type: ignore[arg-type]  # it has the form that is asked for
                self.is_done = self.checkpoint.done
        except BaseException:
            self.close_checkpoint()
            raise
        run.stats.engine = "gpu"

    def advance(self) -> bool:
        """The next layers."""
        if self.is_done:
            return False
        self.is_done = not self.space.advance()
        if self.checkpoint is not None:
            done = self.is_done and not self.run.cut_by
            if not self.checkpoint.add(self.kept, done=done) and not done:  # type: ignore[arg-type]
                raise Stopped("disk")
            self.kept.forget(self.checkpoint.written)
        return not self.is_done

    def survey(self, limit: str) -> Survey:
        """What was found. Goals of a last layer that was not expanded are not known."""
        space, note = self.space, ""
        if self.checkpoint is not None:
            if limit:
                self.checkpoint.add(self.kept, done=False, due=True)  # type: ignore[arg-type]
            note = self.checkpoint.failure
        near = find_nearest_goal(space.goals)
        return Survey(
            "", space.ends[-1], space.layers, sum(space.goals), near, not limit, "gpu", limit=limit, note=note
        )

    def add_hardest(self, survey: Survey) -> None:
        """Explore again from all goals where steps can be undone, else go against them."""
        limit = ""
        try:
            is_reversible = isinstance(self.problem, Puzzle) and self.problem.reversible
            distance, count, words, reached = self._go_from_goals(survey) if is_reversible else self._go_against_steps()
            survey.hardest = make_hardest(self.packed, distance, count, words, survey.states - reached)
        except (OutOfMemory, MemoryError):
            limit = "memory"
        except Stopped as stop:
            limit = stop.limit
        except KeyboardInterrupt:
            limit = "interrupt"
        survey.note_missing_hardest(limit)

    def _go_from_goals(self, survey: Survey) -> tuple[int, int, list[int], int]:
        """The largest distance from the goals, how many states have it, the states, and how many have any."""
        space = self.space
        goals, count = space.select_goals(0, space.ends[-1], survey.goals)
        assert count == survey.goals
        before = self.run.stats.expanded
        self.close_checkpoint()
        space.begin(goals, count, survey.states)
        while space.advance():
            self.run.stats.expanded += before
            self.run.check()
        last = space.read_states(space.ends[-1] - space.layers[-1], space.ends[-1])
        return len(space.ends) - 1, space.layers[-1], last, space.ends[-1]

    def _go_against_steps(self) -> tuple[int, int, list[int], int]:
        """The same where steps cannot be undone."""
        distance, words, reached = self.space.find_hardest()
        return distance, len(words), words, reached

    def close_checkpoint(self) -> None:
        """Let others work in the folder."""
        if self.checkpoint is not None:
            self.checkpoint.close()
            self.checkpoint = None

    def close(self) -> None:
        """Give all memory back."""
        self.close_checkpoint()
        self.space.close()


class _KeptStates:
    """The states of a space on the GPU as a checkpoint asks for them: a copy in our memory, of what is just needed."""

    def __init__(self, space: GpuSpace) -> None:
        self.space, self.words, self.capacity = space, space.words, space.memory // 8 // space.words
        self.block, self.copied = Words(self.capacity * self.words), 0
        self.states, self.ends, self.goals, self.steps = (
            self,
            *(_List(space, name) for name in ("ends", "goals", "steps")),
        )

    @property
    def now(self) -> dict[int, int]:
        """The numbers that a checkpoint looks at."""
        return {at.DEPTH: len(self.space.ends) - 1, at.END: self.space.ends[-1]}

    @property
    def map(self) -> Any:
        """All states that were found since the last time, in their place."""
        end, width = self.space.ends[-1], 8 * self.words
        if end > self.copied:
            states = self.space.order[self.copied * self.words : end * self.words].copy_to_host()
            self.block.map[self.copied * width : end * width] = states.tobytes()
            self.copied = end
        return self.block.map

    def forget(self, count: int) -> None:
        """The first states are written, and will not be asked for again."""
        self.block.forget(0, count * self.words)
        self.copied = max(self.copied, count)

    def restore(self, ends: list[int], goals: list[int], steps: list[int], *, done: bool) -> None:
        """Put states that were read into the space on the GPU."""
        del done
        states = np.frombuffer(self.block.map, np.int64, ends[-1] * self.words)
        self.space.restore(states, ends, goals, steps)
        del states
        self.copied = ends[-1]
        self.forget(ends[-1])


class _List:
    """A list of a space, as a checkpoint reads it."""

    def __init__(self, space: GpuSpace, name: str) -> None:
        self.space, self.name = space, name

    def read(self, first: int, last: int) -> list[int]:
        """A part of it."""
        found: list[int] = getattr(self.space, self.name)[first:last]
        return found
