"""All positions of a tower on four pegs, by bitmaps: a bit for one of each six look-alikes, and no hashing.

The numbers are still those of the whole space: a position whose look-alikes were left out counts for all of them.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from langkah.engine.blocks import Block, Bytes, Halves, Words, make_words
from langkah.engine.compiler import load_kernel
from langkah.engine.kernels.tower_bitmaps import close_layer, commit_layer, push_layer
from langkah.engine.layout import BLOCK
from langkah.engine.survey import Survey, find_nearest_goal
from langkah.engine.team import Team
from langkah.language import _
from langkah.memory import measure_memory, measure_total_memory
from langkah.packed import Pegs
from langkah.run import Run, Stopped

FEWEST, MANY = 4, 13  # discs; three live inside a word; from many on, a space is too large to be searched twice
PREFIX = 8  # the largest discs, which are numbered by a table


def can_use_bitmaps(pegs: Pegs, memory: int | None) -> bool:
    """Whether this is a whole tower on four pegs whose bitmaps fit into memory."""
    if pegs.pegs != 4 or len(set(pegs.start)) != 1 or len(pegs.start) < FEWEST:
        return False
    return measure_memory() + 3 * 8 * count_words(len(pegs.start)) < (memory or measure_total_memory())


def count_words(discs: int) -> int:
    """How many words a bitmap has."""
    larger = discs - 3
    prefix = min(larger, PREFIX)
    return len(list_prefixes(prefix)) << 2 * (larger - prefix)


def list_prefixes(discs: int) -> list[int]:
    """The arrangements in which, from the largest disc down, peg 1 appears before 2 and 2 before 3."""
    found = [(0, 0)]  # an arrangement so far, and how many pegs it uses
    for _disc in range(discs):
        found = [(word << 2 | peg, max(used, peg)) for word, used in found for peg in range(min(used + 1, 3) + 1)]
    return [word for word, _used in found]


class TowerBitmaps:
    """The search."""

    def __init__(self, pegs: Pegs, run: Run[Any, Any], threads: int) -> None:
        self.run, self.team, self.larger = run, Team(threads), len(pegs.start) - 3
        prefix = min(self.larger, PREFIX)
        kept = list_prefixes(prefix)
        self.shift = 2 * (self.larger - prefix)
        self.words = len(kept) << self.shift
        self.seen, self.now, self.after = (Words(self.words, huge=True) for _map in range(3))
        blocks = -(-self.words // BLOCK)
        self.active, self.fresh = Bytes(blocks), Bytes(blocks)
        self.ids, self.prefixes = Halves(1 << 2 * prefix), make_words(kept)
        for number, word in enumerate(kept):
            used = len({word >> 2 * disc & 3 for disc in range(prefix)} - {0})
            self.ids[word] = 2 * number + 2 + (used > 1)
        self.shape, self.cursor = Words(4), Words(8)
        self.shape.fill([self.larger, self.shift, self.words, int(threads > 1)])
        self.special = make_words([self._find_place(_spread_bits(mask)) for mask in range(1 << self.larger)])
        home = pegs.start[0]
        swap = {home: 0, 0: home}
        self.goals = [self._find_position(tuple(swap.get(peg, peg) for peg in goal)) for goal in pegs.goals]
        for block in (self.seen, self.now):
            block[0] = 1
        self.active[0] = 1
        self.layers, self.reached = [1], [self._count_goals()]

    def _find_place(self, word: int) -> int:
        number = (self.ids[word >> self.shift] >> 1) - 1
        return number << self.shift | word & (1 << self.shift) - 1

    def _find_position(self, pegs: tuple[int, ...]) -> tuple[int, int]:
        """Where one of the look-alikes of a position that is kept lies: word and bit."""
        name = {0: 0}
        for peg in (*reversed(pegs[3:]), *range(4)):
            name.setdefault(peg, len(name))
        called = [name[peg] for peg in pegs]
        word = sum(peg << 2 * disc for disc, peg in enumerate(called[3:]))
        return self._find_place(word), called[0] + 4 * called[1] + 16 * called[2]

    def advance(self) -> bool:
        """Make the next layer."""
        maps = (self.seen, self.now, self.after, self.active, self.fresh)
        self._spread(load_kernel(push_layer), *maps, self.shape, self.ids, self.prefixes, self.cursor)
        surplus = load_kernel(close_layer)(self.after, self.special, 1 << self.larger)
        found = self._spread(load_kernel(commit_layer), self.seen, self.after, self.fresh, self.shape, self.cursor)
        self.now, self.after = self.after, self.now
        self.active, self.fresh = self.fresh, self.active
        count, limit = 6 * found - surplus, self.run.limit
        if not count:
            return False
        if limit.nodes is not None and sum(self.layers) + count > limit.nodes:
            raise Stopped("nodes")  # this layer is not told: a limit is a limit
        self.layers.append(count)
        self.reached.append(self._count_goals() - sum(self.reached))
        self.run.stats.expanded = self.run.stats.generated = sum(self.layers)
        if limit.depth is not None and len(self.layers) > limit.depth:
            raise Stopped("depth")
        return True

    def _spread(self, kernel: Callable[..., int], *blocks: Block) -> int:
        """Run a kernel on all threads; the sum of what they answer. It ends early when Ctrl-C comes.

        Where it takes milliseconds, waking a thread for it takes longer, and Ctrl-C can wait.
        """
        self.cursor[0] = 0
        if self.words <= (1 << 20 if self.team.threads == 1 else 1 << 15):
            return kernel(*blocks)
        return sum(self.team.run(kernel, [blocks] * self.team.threads, stop=partial(self.cursor.fill, [self.words])))

    def survey(self, limit: str) -> Survey:
        """What was found."""
        goals, near = sum(self.reached), find_nearest_goal(self.reached)
        return Survey("", sum(self.layers), self.layers, goals, near, not limit, "compiled bitmaps", limit=limit)

    def add_hardest(self, survey: Survey) -> None:
        """They are not looked for."""
        survey.note = _("the hardest starts were not looked for: the space is too large")

    def close(self) -> None:
        """Give all memory back."""
        self.team.close()
        for block in (self.seen, self.now, self.after):
            block.close()

    def _count_goals(self) -> int:
        return sum(self.seen[place] >> bit & 1 for place, bit in self.goals)


def _spread_bits(mask: int) -> int:
    """Discs on peg 0 or 1, from one bit each to two."""
    return sum(1 << 2 * disc for disc in range(mask.bit_length()) if mask >> disc & 1)
