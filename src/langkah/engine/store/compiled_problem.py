"""A problem with its compiled code, and its operations on arrays of states: expand, sort, split into partitions,
subtract.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from langkah.engine.blocks import Words, make_words
from langkah.engine.compiler import is_trusted, load_kernel
from langkah.engine.kernels import store as kernels
from langkah.engine.kernels.breadth_first_wide import select_goals
from langkah.engine.object_cache import KernelRaised
from langkah.engine.own_functions import get_wide_functions, raise_refused
from langkah.engine.spaces.state_table import ThreadBuffers
from langkah.engine.store.folder import require_cluster
from langkah.engine.store.state_files import lend, load_plain
from langkah.errors import BadInput
from langkah.language import _
from langkah.packed import Packed

SAMPLE_STATES = 32  # states of each file that Python expands, too, unless the puzzle is Langkah's own
MOST_MARKS = 62  # the most successors that marks can represent


class CompiledProblem:
    """A problem with its compiled code, ready for tasks in this process."""

    def __init__(self, packed: Packed[Any]) -> None:
        self.np: Any = require_cluster("numpy")
        self.packed, self.words, self.data = packed, packed.words, make_words(packed.data)
        self.here, self.there = ThreadBuffers(packed), ThreadBuffers(packed)
        self.told, self.tally = Words(3), Words(kernels.RADIX)
        self.ship = load_kernel(kernels.ship_successors, **get_wide_functions(packed, "expand"))
        self.select = load_kernel(select_goals, **get_wide_functions(packed, "goal"))
        self.tag_bits = max(1, (packed.branching - 1).bit_length())
        self.is_trusted = is_trusted(packed.expand) and is_trusted(packed.goal)
        self.can_tag = packed.words == 1 and packed.branching <= MOST_MARKS

    def expand(self, states: Any, marks: Any, tag: bool, room: int) -> Iterator[tuple[Any, int]]:
        """Yield the successors of states in batches of at most `room`, each with its number of steps. Steps back to the
        previous layer, which `marks` may name, are counted but yield no successor. With `tag`, each successor carries
        the index of its step back; raises `NoRoomForTags` if a successor has too few free bits for this index.
        """
        known = (lend(states), lend(states if marks is None else marks), int(marks is not None))
        both = (self.here.out, self.here.here, self.there.out, self.there.here, self.data, self.told)
        how = (self.words, self.packed.branching, self.tag_bits if tag else 0)

        def ship(taken: int, size: int, found: Words, room: int) -> int:
            return self.ship(*known, taken, size, found, room, *both, *how)

        return self._iterate(states, self.words, room, ship)

    def list_steps(self, states: Any, room: int) -> Iterator[tuple[Any, int]]:
        """Yield the steps from the given states in batches of at most `room` steps, each batch with its number of
        steps. A step is a pair of a state and its successor.
        """
        kernel = load_kernel(kernels.ship_steps, **get_wide_functions(self.packed, "expand"))
        own = (self.here.out, self.here.here, self.data, self.told, self.words, self.packed.branching)

        def ship(taken: int, size: int, found: Words, room: int) -> int:
            return kernel(lend(states), taken, size, found, room, *own)

        return self._iterate(states, 2 * self.words, room, ship)

    def _iterate(
        self, states: Any, width: int, room: int, ship: Callable[[int, int, Words, int], int]
    ) -> Iterator[tuple[Any, int]]:
        """Yield the rows that `ship` (a function that calls a kernel) writes for states, in batches of at most `room`
        rows. Each batch comes with its number of steps. A row consists of `width` numbers.
        """
        packed, taken, size = self.packed, 0, len(states) // self.words
        if not self.is_trusted and size >= SAMPLE_STATES:
            self._compare_sample(states, size)
        while taken < size:
            room = max(min(room, (size - taken) * packed.branching), packed.branching)
            found = self.np.empty(room * width, self.np.int64)  # a new array, since the caller keeps the old one
            try:
                before, taken = taken, ship(taken, size, lend(found), room)
            except KernelRaised:
                raise_refused(packed, (self.get_word(states, index) for index in range(taken, size)))
            if taken < 0:
                self._raise_wrong(self.get_word(states, ~taken))
            if taken == before:  # impossible: there is always room for one
                raise RuntimeError("no state was expanded")
            yield found[: self.told[0] * width], self.told[2]

    def _compare_sample(self, states: Any, size: int) -> None:
        """Expand some states in Python, too; raise an error if the results differ from those of compiled code."""
        for index in range(0, size, -(-size // SAMPLE_STATES)):
            one = states[index * self.words : (index + 1) * self.words].copy()
            found = self.np.empty((self.packed.branching + 1) * self.words, self.np.int64)
            both = (self.here.out, self.here.here, self.there.out, self.there.here, self.data, self.told)
            room = self.packed.branching
            word = self.get_word(one, 0)
            after = list(self.packed.successors(word))
            self.ship(lend(one), lend(one), 0, 0, 1, lend(found), room, *both, self.words, room, 0)
            same = [self.get_word(found, each) for each in range(self.told[0])] == after
            if not same or bool(len(self.select_goals(one))) != self.packed.is_goal(word):
                raise_refused(self.packed, [word])

    def _raise_wrong(self, word: int) -> None:
        why = self.told[1]
        if why == kernels.NO_ROOM:
            raise NoRoomForTags
        if why == kernels.ONE_WAY:
            text = _("the puzzle declares every step reversible, but a step from {state} cannot be undone")
            raise BadInput(text.format(state=word))
        raise_refused(self.packed, [word, *self.packed.successors(word)])

    def get_word(self, states: Any, index: int) -> int:
        """The packed state at an index of an array, as one number."""
        numbers = states[index * self.words : (index + 1) * self.words].tolist()
        return int(numbers[0]) if self.words == 1 else self.packed.joined(numbers)

    def sort(self, values: Any, width: int = 0) -> Any:
        """Sort an array of states or, if `width` is given, of rows with `width` numbers each. Returns the sorted array:
        either the given array, or a new one, and then the given array is overwritten, too.
        """
        width = width or self.words
        if width == 1:
            values.sort()
            return values
        spare = self.np.empty_like(values)
        sort = load_plain(kernels.sort_states)
        swapped = sort(lend(values), lend(spare), len(values) // width, width, self.tally)
        return spare if swapped else values

    def spread(self, values: Any, bits: int, tag: bool, *, paired: bool = False) -> tuple[Any, Any]:
        """Group an array of states by partition, and sort the states within each partition. Returns the grouped array,
        and the index at which each partition ends. With `paired`, the rows are steps: they are grouped by target, and
        not sorted.
        """
        np, tags, width = self.np, self.tag_bits if tag else 0, (1 + paired) * self.words
        count = len(values) // width
        if not bits:
            return values if paired else self.sort(values), np.array([count])
        sizes = self.count_by_part(values, bits, tags, width)
        ends = np.cumsum(sizes)
        target, places = np.empty_like(values), ends - sizes
        spread = load_plain(kernels.spread_by_part)
        spread(lend(values), count, width, self.words, tags, 64 - bits, lend(places), lend(target))
        first = 0
        for last in [] if paired else (ends * self.words).tolist():
            target[first:last] = self.sort(target[first:last])
            first = last
        return target, ends

    def count_by_part(self, values: Any, bits: int, tags: int = 0, width: int = 0) -> Any:
        """The number of states in each of 2**bits partitions or, if `width` is given, the number of rows with `width`
        numbers each.
        """
        width, sizes = width or self.words, self.np.zeros(1 << bits, self.np.int64)
        count = load_plain(kernels.count_by_part)
        count(lend(values), len(values) // width, width, self.words, tags, 64 - bits, lend(sizes))
        return sizes

    def keep_part(self, values: Any, bits: int, part: int, tag: bool = False) -> Any:
        """The states of the partition `part` of 2**bits. They are moved to the beginning of the same array."""
        keep = load_plain(kernels.keep_part)
        tags = self.tag_bits if tag else 0
        kept = keep(lend(values), len(values) // self.words, self.words, tags, 64 - bits, part)
        return values[: kept * self.words]

    def unite(self, values: Any, tag: bool, width: int = 0) -> tuple[Any, Any]:
        """Remove duplicates and tags from sorted states or rows. Returns the remaining ones, and a mark for each, which
        combines the tags of its duplicates. The marks are None without `tag`.
        """
        width = width or self.words
        marks = self.np.empty(len(values) if tag else 0, self.np.int64)
        kernel = load_plain(kernels.unite)
        kept = kernel(lend(values), len(values) // width, width, self.tag_bits if tag else 0, lend(marks))
        return values[: kept * width], marks[:kept] if tag else None

    def gather(self, arrays: Sequence[Any]) -> Any:
        """Concatenate several arrays."""
        return arrays[0] if len(arrays) == 1 else self.np.concatenate([self.np.empty(0, self.np.int64), *arrays])

    def subtract(self, states: Any, marks: Any, known: Any) -> tuple[Any, Any]:
        """The states (and their marks) that the array `known` does not contain. Both arrays of states must
        be sorted.
        """
        kernel, marked = load_plain(kernels.subtract), marks is not None
        count, size = len(states) // self.words, len(known) // self.words
        more = (lend(marks if marked else states), int(marked), count)
        kept = kernel(lend(states), *more, lend(known), size, self.words)
        return states[: kept * self.words], marks[:kept] if marked else None

    def select_goals(self, states: Any) -> Any:
        """An array of the goals among these states."""
        chosen, count = self.np.empty_like(states), len(states) // self.words
        try:
            found = self.select(lend(states), 0, count, lend(chosen), 0, self.here.here, self.data, self.words)
        except KernelRaised:
            for index in range(count):
                self.packed.is_goal(self.get_word(states, index))
            raise_refused(self.packed, (self.get_word(states, index) for index in range(count)))
        return chosen[: found * self.words]


class NoRoomForTags(Exception):
    """Raised when a successor has too few free bits in its machine word for a tag."""


def list_words(states: Any, packed: Packed[Any]) -> list[int]:
    """The packed states in an array, each as one number."""
    if packed.words == 1:
        return list(states.tolist())
    return [packed.joined(row) for row in states.reshape(-1, packed.words).tolist()]
