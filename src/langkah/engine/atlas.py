"""All layouts of a set of pieces on a board: how many, in how many parts, and how far each is from the goal.

Where an exploration asks what can be reached from one start, an atlas asks about every start there is.
"""

from contextlib import closing
from dataclasses import dataclass
from typing import Any

from langkah.engine import layout as at
from langkah.engine.blocks import Words, make_words
from langkah.engine.compiler import load_kernel
from langkah.engine.kernels.breadth_first_wide import select_goals
from langkah.engine.kernels.layouts import find_components, lay_pieces, number_layouts
from langkah.engine.own_functions import get_functions, get_wide_functions
from langkah.engine.space import Space, ThreadBuffers
from langkah.engine.team import count_threads
from langkah.errors import DoesNotFit
from langkah.language import _
from langkah.packed import Packed, Pieces
from langkah.run import Run


@dataclass
class Atlas:
    """What is known about all layouts."""

    layouts: int
    goals: int
    parts: int
    largest: int
    solvable: int
    farthest: int
    hardest: int
    examples: tuple[int, ...]
    distances: list[int]  # layouts at each distance from the nearest goal

    @property
    def unsolvable(self) -> int:
        """Layouts from which no goal can be reached."""
        return self.layouts - self.solvable


def make_atlas(packed: Packed[Any], pieces: Pieces, run: Run[Any, Any], threads: int | None = None) -> Atlas:
    """The atlas of all layouts of some kinds of pieces. Steps must be such that they can be undone."""
    if packed.words > 1:
        raise DoesNotFit(_("an atlas needs positions that fit into one word; these take {n}").format(n=packed.words))
    states, count = _list_layouts(pieces)
    run.check()
    parts, largest = _count_components(packed, states, count)
    run.check()
    goals, met = _find_goals(packed, states, count)
    states.close()
    with closing(Space(packed, goals, met, threads=threads or count_threads())) as space:
        while space.advance(1 << 20) != at.DONE:
            run.check()
        distances, solvable = space.layers(), space.now[at.TAIL]
        last = [space.word(index) for index in range(solvable - distances[-1], solvable)]
    return Atlas(
        count, met, parts, largest, solvable, len(distances) - 1, len(last), tuple(sorted(last)[:6]), distances
    )


def _find_goals(packed: Packed[Any], states: Words, count: int) -> tuple[Words, int]:
    goals, kernel = Words(count), load_kernel(select_goals, **get_wide_functions(packed, "goal"))
    return goals, kernel(states, 0, count, goals, 0, Words(1, bound=1), make_words(packed.data), 1)


def _list_layouts(pieces: Pieces) -> tuple[Words, int]:
    """All layouts, in a list, and how many there are."""
    kinds = len(pieces.cover)
    cover, marks = (make_words([each for row in rows for each in row]) for rows in (pieces.cover, pieces.marks))
    least, most = make_words(pieces.least), make_words(pieces.most)
    found, used, stack = Words(1 << 33), Words(kinds), Words(8 * (pieces.cells + 2))
    kernel = load_kernel(lay_pieces)
    return found, kernel(found, pieces.cells, kinds, cover, marks, least, most, pieces.empty, used, stack)


def _count_components(packed: Packed[Any], states: Words, count: int) -> tuple[int, int]:
    """In how many parts the layouts fall, and how many the largest one has."""
    size = max((2 * count).bit_length(), 4)
    slots, queue, part, sizes = Words(1 << size, huge=True), Words(count), Words(count), Words(count)
    load_kernel(number_layouts)(states, count, slots, 64 - size)
    kernel = load_kernel(find_components, expand=get_functions(packed)["expand"])
    out, data = ThreadBuffers(packed).out, make_words(packed.data)
    parts = kernel(states, count, slots, 64 - size, queue, part, sizes, out, data)
    largest = max(sizes.read(0, parts))
    for block in (slots, queue, part, sizes):
        block.close()
    return parts, largest
