"""All positions of a tower on four pegs, by bitmaps: a bit for one of each six look-alikes, and no hashing.

The numbers are still those of the whole space: a position whose look-alikes were left out counts for all of them.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from langkah.engine.blocks import Block
from langkah.engine.compiler import load_kernel
from langkah.engine.layout import BLOCK
from langkah.engine.survey import Survey, find_nearest_goal
from langkah.memory import measure_memory, measure_total_memory
from langkah.packed import Pegs
from langkah.search.run import Run, Stopped

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

    def __init__(self, pegs: Pegs, threads: int) -> None:
        self.threads, self.larger = threads, len(pegs.start) - 3
        prefix = min(self.larger, PREFIX)
        kept = list_prefixes(prefix)
        self.shift = 2 * (self.larger - prefix)
        self.words = len(kept) << self.shift
        self.seen, self.now, self.after = (Block(self.words, huge=True) for _map in range(3))
        blocks = -(-self.words // BLOCK)
        self.active, self.fresh = Block(blocks, 1), Block(blocks, 1)
        self.ids, self.prefixes = Block(1 << 2 * prefix, 4), Block(len(kept))
        self.prefixes.fill(kept)
        for number, word in enumerate(kept):
            used = len({word >> 2 * disc & 3 for disc in range(prefix)} - {0})
            self.ids.numbers[word] = 2 * number + 2 + (used > 1)
        self.shape, self.cursor = Block(4), Block(8)
        self.shape.fill([self.larger, self.shift, self.words, int(threads > 1)])
        self.special = Block(1 << self.larger)
        self.special.fill([self.place(_spread_bits(mask)) for mask in range(1 << self.larger)])
        home = pegs.start[0]
        self.goals = [
            self.position(tuple(0 if peg == home else home if peg == 0 else peg for peg in goal)) for goal in pegs.goals
        ]
        for block in (self.seen, self.now):
            block.numbers[0] = 1
        self.active.numbers[0] = 1

    def place(self, word: int) -> int:
        """Where a word that is kept lies."""
        number = (self.ids.numbers[word >> self.shift] >> 1) - 1
        return number << self.shift | word & (1 << self.shift) - 1

    def position(self, pegs: tuple[int, ...]) -> tuple[int, int]:
        """Where one of the look-alikes of a position that is kept lies: word and bit."""
        name = {0: 0}
        for peg in (*reversed(pegs[3:]), *range(4)):
            name.setdefault(peg, len(name))
        called = [name[peg] for peg in pegs]
        word = sum(peg << 2 * disc for disc, peg in enumerate(called[3:]))
        return self.place(word), called[0] + 4 * called[1] + 16 * called[2]

    def go(self, run: Run[Any, Any]) -> Survey:
        """Layer after layer."""
        survey = Survey("", 1, [1], engine="compiled bitmaps")
        reached = [self.met()]
        try:
            while count := self.layer():
                if run.limit.nodes is not None and survey.states + count > run.limit.nodes:
                    raise Stopped("nodes")  # this layer is not told: a limit is a limit
                survey.layers.append(count)
                survey.states += count
                reached.append(self.met() - sum(reached))
                run.stats.expanded = run.stats.generated = survey.states
                if run.limit.depth is not None and survey.depth >= run.limit.depth:
                    raise Stopped("depth")
                run.check()
        except Stopped as stop:
            survey.limit = stop.limit
        except KeyboardInterrupt:
            survey.limit = "interrupt"
        survey.goals, survey.nearest_goal = sum(reached), find_nearest_goal(reached)
        survey.complete = not survey.limit
        for block in (self.seen, self.now, self.after):
            block.close()
        return survey

    def layer(self) -> int:
        """Make the next layer; how many positions it has."""
        maps = (self.seen, self.now, self.after, self.active, self.fresh)
        push = load_kernel("tower_bitmaps.push_layer", "pppbbphpp")
        self.spread(push, *maps, self.shape, self.ids, self.prefixes, self.cursor)
        surplus = load_kernel("tower_bitmaps.close_layer", "ppi")(
            self.after.address, self.special.address, 1 << self.larger
        )
        commit = load_kernel("tower_bitmaps.commit_layer", "ppbpp")
        count = self.spread(commit, self.seen, self.after, self.fresh, self.shape, self.cursor)
        self.now, self.after = self.after, self.now
        self.active, self.fresh = self.fresh, self.active
        return 6 * count - surplus

    def spread(self, kernel: Callable[..., int], *blocks: Block) -> int:
        """Run a kernel on all threads; the sum of what they answer."""
        self.cursor.numbers[0] = 0
        addresses = [block.address for block in blocks]
        if self.threads == 1:
            return kernel(*addresses)
        with ThreadPoolExecutor(self.threads) as pool:
            return sum(part.result() for part in [pool.submit(kernel, *addresses) for _thread in range(self.threads)])

    def met(self) -> int:
        """How many of the goals have been reached."""
        seen = self.seen.numbers
        return sum(seen[place] >> bit & 1 for place, bit in self.goals)


def _spread_bits(mask: int) -> int:
    """Discs on peg 0 or 1, from one bit each to two."""
    return sum(1 << 2 * disc for disc in range(mask.bit_length()) if mask >> disc & 1)
