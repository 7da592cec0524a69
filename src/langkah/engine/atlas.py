"""All layouts of a set of pieces on a board: how many, in how many parts, and how far each is from the goal.

Where an exploration asks what can be reached from one start, an atlas asks about every start there is.
"""

from contextlib import closing
from dataclasses import dataclass
from typing import Any

from langkah.engine import layout as at
from langkah.engine.blocks import Block
from langkah.engine.compiler import load_kernel
from langkah.engine.space import SELECT, Space, count_threads, get_functions, get_wide_functions
from langkah.errors import DoesNotFit
from langkah.language import _
from langkah.packed import Packed, Pieces
from langkah.search.run import Run


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


def make_atlas(view: Packed[Any], pieces: Pieces, run: Run[Any, Any], threads: int | None = None) -> Atlas:
    """The atlas of all layouts of some kinds of pieces. Steps must be such that they can be undone."""
    if view.words > 1:
        raise DoesNotFit(_("an atlas needs positions that fit into one word; these take {n}").format(n=view.words))
    states, count = _list_layouts(pieces)
    run.check()
    parts, largest = _count_components(view, states, count)
    run.check()
    goals, met = _find_goals(view, states, count)
    states.close()
    with closing(Space(view, goals, met, threads=threads or count_threads())) as space:
        while space.advance(1 << 20) != at.DONE:
            run.check()
        distances, solvable = space.layers(), space.now[at.TAIL]
        last = [space.word(index) for index in range(solvable - distances[-1], solvable)]
    return Atlas(
        count, met, parts, largest, solvable, len(distances) - 1, len(last), tuple(sorted(last)[:6]), distances
    )


def _find_goals(view: Packed[Any], states: Block, count: int) -> tuple[Block, int]:
    """The goals among some states, and how many they are."""
    goals, here, data = Block(count), Block(1), Block(len(view.data) or 1)
    data.fill(view.data)
    select = load_kernel("breadth_first_wide.select_goals", SELECT, **get_wide_functions(view, "goal"))
    return goals, select(states.address, 0, count, goals.address, 0, here.address, data.address, 1)


def _list_layouts(pieces: Pieces) -> tuple[Block, int]:
    """All layouts, in a list, and how many there are."""
    kinds = len(pieces.cover)
    blocks = [Block(kinds * pieces.cells), Block(kinds * pieces.cells), Block(kinds), Block(kinds)]
    flat_cover = [mask for row in pieces.cover for mask in row]
    flat_marks = [mark for row in pieces.marks for mark in row]
    for block, numbers in zip(blocks, (flat_cover, flat_marks, pieces.least, pieces.most), strict=True):
        block.fill(numbers)
    found, used, stack = Block(1 << 33), Block(kinds), Block(8 * (pieces.cells + 2))
    cover, marks, least, most = (block.address for block in blocks)
    count = load_kernel("layouts.lay_pieces", "piippppipp")(
        found.address, pieces.cells, kinds, cover, marks, least, most, pieces.empty, used.address, stack.address
    )
    return found, count


def _count_components(view: Packed[Any], states: Block, count: int) -> tuple[int, int]:
    """In how many parts the layouts fall, and how many the largest one has."""
    size = max((2 * count).bit_length(), 4)
    slots, queue, part, sizes = Block(1 << size, huge=True), Block(count), Block(count), Block(count)
    out, data = Block(view.branching + view.scratch + 4096), Block(len(view.data) or 1)
    data.fill(view.data)
    load_kernel("layouts.number_layouts", "pipi")(states.address, count, slots.address, 64 - size)
    kernel = load_kernel("layouts.find_components", "pipi" + "ppppp", expand=get_functions(view)["expand"])
    parts = kernel(
        states.address, count, slots.address, 64 - size, queue.address, part.address, sizes.address, out.address,
        data.address,
    )  # fmt: skip
    largest = max(sizes.numbers[:parts])
    for block in (slots, queue, part, sizes):
        block.close()
    return parts, largest
