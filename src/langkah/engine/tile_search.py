"""Compiled IDA* for sliding tiles with one blank: linear conflicts first, pattern databases if that takes long.

The home of a tile is the cell that it occupies in the goal. For every placement of a few tiles, a pattern database
holds the number of moves that these tiles alone need to reach their homes. Disjoint groups of tiles never count the
same move, so their values can be added. The databases are built in seconds, once for each board size and position of
the blank, and cached.
"""

import ctypes
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise, product
from typing import Any

from langkah.engine.blocks import Bytes, Halves, Words
from langkah.engine.compiler import load_kernel
from langkah.engine.kernels import tray_control as at
from langkah.engine.kernels.tile_search import build_pattern_table, search_by_lines, search_by_patterns
from langkah.engine.object_cache import is_cached, read_cached, write_cached
from langkah.packed import Tray
from langkah.run import Run
from langkah.tracing import Stats

LINES_NODES = 60_000_000, 3_000_000  # nodes before tables are used: if tables must be built; if they are cached
BUDGET = 2_000_000  # nodes between two checks of the limits
MOST_CELLS, MOST_LINE = 25, 5
LARGEST_TABLE = 1 << 25  # placements of one group
WAITING = 1 << 21  # states in the queue that builds a table, before it is enlarged
DEEPEST = 400  # levels of the stack; no optimal solution on these boards is this long

# The groups for 4 x 4 with the blank's home in the last cell; mirrored for the other corners.
SIXTEEN = ((0, 4, 5, 8, 9, 12), (6, 7, 10, 11, 13, 14), (1, 2, 3))


class TileSearch:
    """An IDA* search from one position."""

    def __init__(self, tray: Tray) -> None:
        self.tray, self.cells = tray, tray.rows * tray.cols
        home = {tile: cell for cell, tile in enumerate(tray.goal)}
        self.homes = [home[tile] for tile in tray.start]  # for each cell, the home of the tile on it
        self.goal_blank, self.blank = home[0], tray.start.index(0)
        self.tiles = [0 if cell == self.blank else home + 1 for cell, home in enumerate(self.homes)]
        self.control, self.stack = Words(16), Words(DEEPEST * at.FRAME)
        self.ways, self.board = Words(self.cells * at.CELL), Words(self.cells)
        self.ways.fill([number for cell in range(self.cells) for number in self._ways_of(cell)])

    def _ways_of(self, cell: int) -> list[int]:
        """The moves of the blank from a cell, as numbers: the count of moves, then five numbers for each move. These
        are the target cell, the two lines (rows or columns) between which the tile moves, the line along which it
        moves, and whether that line is a row.
        """
        rows, cols = self.tray.rows, self.tray.cols
        row, col = divmod(cell, cols)
        found = []
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            if 0 <= row + down < rows and 0 <= col + right < cols:
                onto = cell + down * cols + right
                found += (
                    [onto, rows + col, rows + col + right, row, 1] if right else [onto, row, row + down, rows + col, 0]
                )
        return [len(found) // at.WAY, *found, *[0] * (at.CELL - 1 - len(found))]

    def go(self, run: Run[Any, Any], estimate: str) -> list[int]:
        """The cells that the blank visits on a shortest path to the goal, beginning with its cell at the start. A long
        search with linear conflicts continues with pattern databases. With a limit on nodes, linear conflicts are used
        throughout, so that the counts do not depend on whether pattern databases are cached.
        """
        if self.homes == list(range(self.cells)):
            return [self.blank]
        conflicts = estimate == "linear-conflict"
        kept = is_cached(_make_table_name(self.tray.rows, self.tray.cols, self.goal_blank))
        most = LINES_NODES[kept] if conflicts and run.limit.nodes is None else None
        found = self.rounds(run, LineEstimate(self, conflicts=conflicts), most)
        return found if found is not None else self.rounds(run, PatternEstimate(self), None) or []

    def rounds(
        self, run: Run[Any, Any], method: "LineEstimate | PatternEstimate", nodes: int | None
    ) -> list[int] | None:
        """Run rounds of IDA* with growing bounds. Returns the cells of the blank on the path, or None if a round
        without a solution ends after `nodes` nodes in total.
        """
        now, before = self.control.numbers, replace(run.stats)
        now[at.NODES] = now[at.TAKEN] = roots = 0
        self.begin(method, self.tiles, self.blank)
        bound = max(method.values())
        while nodes is None or now[at.NODES] < nodes:
            self.begin(method, self.tiles, self.blank)
            run.check()
            run.begin_round(bound)
            roots += 1
            now[at.BOUND], now[at.OVER], now[at.LEVEL], why = bound, 1 << 40, 0, at.UNFINISHED
            while why == at.UNFINISHED:
                self.count(run.stats, before, roots)
                now[at.BUDGET] = min(BUDGET, run.limit.nodes - run.stats.expanded) if run.limit.nodes else BUDGET
                why = method.call()
                self.count(run.stats, before, roots)
                if why == at.UNFINISHED:
                    run.check()
            if why == at.FOUND:
                path = [self.stack[level * at.FRAME] for level in range(now[at.LEVEL] + 1)]
                self._look_beside(run.stats, method, path)
                run.stats.frontier_max = len(path)  # IDA* stores only one path
                return path
            bound = now[at.OVER]
        return None

    def count(self, stats: Stats, before: Stats, roots: int) -> None:
        """Update the counters: every expanded node, except the roots, has one skipped child, the reverse move."""
        nodes, taken = self.control[at.NODES], self.control[at.TAKEN]
        stats.expanded = before.expanded + roots + taken
        stats.generated = before.generated + roots + nodes + taken
        stats.skipped = before.skipped + taken
        stats.pruned = before.pruned + nodes - taken

    def _look_beside(self, stats: Stats, method: "LineEstimate | PatternEstimate", path: list[int]) -> None:
        """Count the unvisited siblings of the nodes on the path to the goal, so that the counts are as if all children
        of a node were generated at once.

        The goal is not expanded, so the reverse move that `count` added for it is subtracted.
        """
        stats.generated, stats.skipped = stats.generated - 1, stats.skipped - 1
        bound, tiles = self.control[at.BOUND], list(self.tiles)
        turns = [self.stack[level * at.FRAME + 1] for level in range(len(path))]
        for level, (cell, onto) in enumerate(pairwise(path)):
            ways = self._ways_of(cell)
            for other in ways[1 + turns[level] * at.WAY : 1 + ways[0] * at.WAY : at.WAY]:
                if level and other == path[level - 1]:
                    continue
                self.begin(method, _exchange_tiles(tiles, cell, other), other)
                stats.generated += 1
                stats.pruned += level + 1 + max(method.values()) > bound
            tiles = _exchange_tiles(tiles, cell, onto)

    def begin(self, method: "LineEstimate | PatternEstimate", tiles: Sequence[int], blank: int) -> None:
        """Set up the board, and push the first frame on the stack."""
        self.board.fill(tiles)
        method.begin()
        first = [0] * at.FRAME
        first[0] = blank
        first[2], first[7] = method.values()
        self.stack.fill(first)


def _exchange_tiles(tiles: list[int], one: int, two: int) -> list[int]:
    tiles = tiles.copy()
    tiles[one], tiles[two] = tiles[two], tiles[one]
    return tiles


class LineEstimate:
    """The estimate by Manhattan distances and, if `conflicts`, also by linear conflicts."""

    def __init__(self, search: TileSearch, *, conflicts: bool) -> None:
        self.search = search
        self.base = max(search.tray.rows, search.tray.cols) + 1
        tiles = (search.cells + 1) * at.TILE
        self.far, self.into = Words(tiles), Words(2 * tiles)
        self.costs, self.keys = Words(self.base ** (self.base - 1)), Words(search.tray.rows + search.tray.cols)
        if conflicts:
            self.costs.fill(compute_conflict_costs(self.base))
        far, into = self.far.numbers, self.into.numbers
        for home, cell in product(range(search.cells), repeat=2):
            (row, col), (home_row, home_col) = divmod(cell, search.tray.cols), divmod(home, search.tray.cols)
            place = (home + 1) * at.TILE + cell
            far[place] = abs(row - home_row) + abs(col - home_col)
            into[2 * place] = (1 + home_col) * self.base**col if row == home_row else 0
            into[2 * place + 1] = (1 + home_row) * self.base**row if col == home_col else 0

    def begin(self) -> None:
        """Compute, for the current board, the estimate and the key of each line (row or column): the index of the
        content of the line in the table of conflict costs.
        """
        search, keys = self.search, [0] * (self.search.tray.rows + self.search.tray.cols)
        self.value = 0
        for cell, tile in enumerate(search.board.read(0, search.cells)):
            if tile:
                row, col = divmod(cell, search.tray.cols)
                place = tile * at.TILE + cell
                self.value += self.far[place]
                keys[row] += self.into[2 * place]
                keys[search.tray.rows + col] += self.into[2 * place + 1]
        self.value += sum(self.costs[key] for key in keys)
        self.keys.fill(keys)

    def values(self) -> tuple[int, int]:
        """The estimate of the current board, and 0, since there is no second estimate."""
        return self.value, 0

    def call(self) -> int:
        """Continue the search in compiled code; returns its return code (see `tray_control`)."""
        search = self.search
        blocks = (search.board, self.keys, search.stack, search.control, search.ways, self.far, self.into, self.costs)
        return load_kernel(search_by_lines)(*blocks)


def compute_conflict_costs(base: int) -> list[int]:
    """The cost of the conflicts in a line (row or column), for every content of the line: two moves for each tile that
    must leave the line so that other tiles can pass. The index encodes the content, one digit in base `base` per cell,
    lowest first: 1 plus the goal position of the tile in this line, or 0 if there is no such tile.
    """
    costs = []
    for digits in product(range(base), repeat=base - 1):
        rising: list[int] = []  # by length, the smallest last home of an increasing sequence
        homes = [digit for digit in reversed(digits) if digit]
        for home in homes:
            place = bisect_left(rising, home)
            rising[place : place + 1] = [home]
        costs.append(2 * (len(homes) - len(rising)))
    return costs


class PatternEstimate:
    """The estimate by additive pattern databases, for the board and also, if the mirror image has the same goal, for
    the mirror image of the board.
    """

    def __init__(self, search: TileSearch) -> None:
        self.search = search
        tray, cells = search.tray, search.cells
        self.groups = choose_groups(tray.rows, tray.cols, search.goal_blank)
        self.table, self.bases = _load_pattern_tables(tray.rows, tray.cols, search.goal_blank, self.groups)
        mirrored = [cell % tray.cols * tray.cols + cell // tray.cols for cell in range(cells)]
        if tray.rows != tray.cols or mirrored[search.goal_blank] != search.goal_blank:
            mirrored = list(range(cells))
        member = {home: (number, digit) for number, each in enumerate(self.groups) for digit, home in enumerate(each)}
        self.put, self.group = Words(2 * (cells + 1) * at.TILE), Words(2 * (cells + 1))
        self.places = Words(2 * len(self.groups))
        for home in range(cells):
            for side, name in enumerate((home, mirrored[home])):
                if home != search.goal_blank:
                    number, digit = member[name]
                    self.group[2 * (home + 1) + side] = number + side * len(self.groups)
                    for cell in range(cells):
                        seen = mirrored[cell] if side else cell
                        self.put[2 * ((home + 1) * at.TILE + cell) + side] = seen * cells**digit

    def begin(self) -> None:
        """Compute, for the current board, the index of each group of tiles in its pattern table."""
        count = len(self.groups)
        places = [self.bases[number % count] for number in range(2 * count)]
        for cell, tile in enumerate(self.search.board.read(0, self.search.cells)):
            for side in (0, 1) if tile else ():
                place = 2 * (tile * at.TILE + cell) + side
                places[self.group[2 * tile + side]] += self.put[place]
        self.places.fill(places)

    def values(self) -> tuple[int, int]:
        """The estimates of the current board and of its mirror image."""
        found = [self.table[place] - 1 for place in self.places.read(0, 2 * len(self.groups))]
        return sum(found[: len(self.groups)]), sum(found[len(self.groups) :])

    def call(self) -> int:
        """Continue the search in compiled code; returns its return code (see `tray_control`)."""
        search = self.search
        own = (self.put, self.group, self.table)
        blocks = (search.board, self.places, search.stack, search.control, search.ways, *own)
        return load_kernel(search_by_patterns)(*blocks)


def choose_groups(rows: int, cols: int, blank: int) -> tuple[tuple[int, ...], ...]:
    """Split the tiles into groups whose pattern tables have a reasonable size. Each tile is given by the cell that it
    occupies in the goal.
    """
    cells = rows * cols
    if (rows, cols) == (4, 4) and blank in (0, 3, 12, 15):
        down, right = blank < 8, blank % 4 == 0

        def turned(cell: int) -> int:
            row, col = divmod(cell, 4)
            return (3 - row if down else row) * 4 + (3 - col if right else col)

        return tuple(tuple(turned(cell) for cell in group) for group in SIXTEEN)
    size = 1
    while cells ** (size + 1) <= LARGEST_TABLE:
        size += 1
    rest = [cell for cell in range(cells) if cell != blank]
    return tuple(tuple(rest[first : first + size]) for first in range(0, len(rest), size))


def _make_table_name(rows: int, cols: int, blank: int) -> str:
    return f"patterns-{rows}x{cols}-{blank}.tables"


@cache
def _load_pattern_tables(
    rows: int, cols: int, blank: int, chosen: tuple[tuple[int, ...], ...]
) -> tuple[Bytes, list[int]]:
    """All pattern tables, consecutively in one block, and the offset of each. They come from the cache, or are built
    now.
    """
    cells = rows * cols
    sizes = [cells ** len(group) for group in chosen]
    bases = [sum(sizes[:number]) for number in range(len(sizes))]
    table = Bytes(sum(sizes), huge=True)
    name = _make_table_name(rows, cols, blank)
    kept = read_cached(name)
    if kept is not None and len(kept) == sum(sizes):
        table.map[: len(kept)] = kept
        return table, bases
    for group, base in zip(chosen, bases, strict=True):
        _make_pattern_table(table, base, cells, cols, blank, group)
    write_cached(name, bytes(table.map[: sum(sizes)]), most=3)
    return table, bases


def _make_pattern_table(table: Bytes, base: int, cells: int, cols: int, blank: int, group: Sequence[int]) -> None:
    placings = cells ** len(group)
    seen, room = Halves(placings, huge=True), WAITING
    edges = sum(1 << cell for cell in range(0, cells, cols)) | -1 << cells
    first = sum(home * cells**digit for digit, home in enumerate(group))
    kernel = load_kernel(build_pattern_table)
    while True:
        queue = Words(room)
        done = kernel(table, base, seen, queue, room, len(group), cells, cols, edges, first, blank)
        queue.close()
        if done:
            break
        room *= 4
        seen.clear()
        ctypes.memset(table.address + base, 0, placings)
    seen.close()
