"""Sliding tiles with one blank: IDA* with estimates updated incrementally, move by move.

Tiles are numbered from 1 by their home, the cell that they occupy in the goal, so that the goal is the same in every
search. The search keeps its stack in memory, one frame per level, so that it can be interrupted and resumed at any
node. A frame holds the blank's cell, the next move to try, the estimate, and the values to restore when the level is
left.
"""

from typing import Any

from langkah.engine.blocks import Bytes, Halves, Words
from langkah.engine.kernels import kernel
from langkah.engine.kernels import tray_control as at
from langkah.engine.kernels.instructions import find_lowest_bit, widen


def undo_move(board: Any, held: Any, stack: Any, top: int, count: int) -> None:
    """Undo the last move, and restore the `count` numbers in `held` (keys or table indices) that the move has
    changed.
    """
    cell, before = stack[top], stack[top - at.FRAME]
    board[cell], board[before] = board[before], 0
    for number in range(count):
        held[stack[top + 3 + number]] = stack[top + 3 + count + number]


def save_progress(control: Any, nodes: int, taken: int, over: int, level: int, why: int) -> int:
    """Save the counters and the level of the search, so that it can be resumed; returns the return code `why`."""
    control[at.NODES] += nodes
    control[at.TAKEN] += taken
    control[at.OVER], control[at.LEVEL] = over, level
    return why


@kernel
def search_by_lines(
    board: Words, keys: Words, stack: Words, control: Words, ways: Words, far: Words, into: Words, costs: Words
) -> int:
    """Continue IDA* with Manhattan distances and linear conflicts, for a given number of nodes. Returns FOUND,
    EXHAUSTED (no goal within the bound) or UNFINISHED.

    ways: the moves from each cell (layout: see `tray_control.CELL`). A move consists of the blank's next cell, the two
    lines between which the tile moves, the line along which the tile moves, and whether that last line is a row.
    far[tile, cell]: the distance of the tile from its home. into[tile, cell, 0 or 1]: what the tile adds to the key of
    its row (0) or column (1). keys: the current key of each line. costs[key]: the cost of the conflicts in a line with
    this key.
    """
    bound, over, level, budget = control[at.BOUND], control[at.OVER], control[at.LEVEL], control[at.BUDGET]
    nodes, taken = 0, 0
    while taken < budget:
        top = level * at.FRAME
        cell, turn = stack[top], stack[top + 1]
        if turn == ways[cell * at.CELL]:
            if level == 0:
                return save_progress(control, nodes, taken, over, level, at.EXHAUSTED)
            undo_move(board, keys, stack, top, 3)
            level -= 1
            continue
        # The next move, except straight back
        stack[top + 1] = turn + 1
        way = cell * at.CELL + 1 + turn * at.WAY
        onto = ways[way]
        if level > 0 and onto == stack[top - at.FRAME]:
            continue
        nodes += 1
        # The estimate after this move
        tile = board[onto]
        here, there, row = tile * at.TILE + cell, tile * at.TILE + onto, ways[way + 4]
        one, two = ways[way + 1], ways[way + 2]
        first, second = keys[one], keys[two]
        new_first, new_second = first + into[2 * here + row], second - into[2 * there + row]
        value = stack[top + 2] + far[here] - far[there]
        value += costs[new_first] - costs[first] + costs[new_second] - costs[second]
        if level + 1 + value > bound:
            over = min(over, level + 1 + value)
            continue
        # Make the move, keeping the values to restore
        three = ways[way + 3]
        level += 1
        top += at.FRAME
        stack[top], stack[top + 1], stack[top + 2] = onto, 0, value
        stack[top + 3], stack[top + 4], stack[top + 5] = one, two, three
        stack[top + 6], stack[top + 7], stack[top + 8] = first, second, keys[three]
        keys[one], keys[two] = new_first, new_second
        keys[three] += into[2 * here + 1 - row] - into[2 * there + 1 - row]
        board[cell], board[onto] = tile, 0
        taken += 1
        if value == 0:
            return save_progress(control, nodes, taken, over, level, at.FOUND)
    return save_progress(control, nodes, taken, over, level, at.UNFINISHED)


@kernel
def search_by_patterns(
    board: Words, places: Words, stack: Words, control: Words, ways: Words, put: Words, group: Words, table: Bytes
) -> int:
    """Continue IDA* with additive pattern databases, for the board and its mirror image, for a given number of nodes.
    Returns FOUND, EXHAUSTED (no goal within the bound) or UNFINISHED.

    put[tile, cell, 0 or 1]: the contribution of a tile to the table index of its group, for the board and its mirror
    image. group[tile, 0 or 1]: the group that contains the tile. places[group]: the current table index of the group.
    The estimates of board and mirror image are updated separately; the larger one is used.
    """
    bound, over, level, budget = control[at.BOUND], control[at.OVER], control[at.LEVEL], control[at.BUDGET]
    nodes, taken = 0, 0
    while taken < budget:
        top = level * at.FRAME
        cell, turn = stack[top], stack[top + 1]
        if turn == ways[cell * at.CELL]:
            if level == 0:
                return save_progress(control, nodes, taken, over, level, at.EXHAUSTED)
            undo_move(board, places, stack, top, 2)
            level -= 1
            continue
        # The next move, except straight back
        stack[top + 1] = turn + 1
        onto = ways[cell * at.CELL + 1 + turn * at.WAY]
        if level > 0 and onto == stack[top - at.FRAME]:
            continue
        nodes += 1
        # The estimates after this move
        tile = board[onto]
        here, there = 2 * (tile * at.TILE + cell), 2 * (tile * at.TILE + onto)
        one, two = group[2 * tile], group[2 * tile + 1]
        first, second = places[one], places[two]
        new_first, new_second = first + put[here] - put[there], second + put[here + 1] - put[there + 1]
        value = stack[top + 2] + widen(table[new_first]) - widen(table[first])
        mirror = stack[top + 7] + widen(table[new_second]) - widen(table[second])
        larger = max(value, mirror)
        if level + 1 + larger > bound:
            over = min(over, level + 1 + larger)
            continue
        # Make the move, keeping the values to restore
        level += 1
        top += at.FRAME
        stack[top], stack[top + 1], stack[top + 2], stack[top + 7] = onto, 0, value, mirror
        stack[top + 3], stack[top + 4], stack[top + 5], stack[top + 6] = one, two, first, second
        places[one], places[two] = new_first, new_second
        board[cell], board[onto] = tile, 0
        taken += 1
        if larger == 0:
            return save_progress(control, nodes, taken, over, level, at.FOUND)
    return save_progress(control, nodes, taken, over, level, at.UNFINISHED)


def flood_region(free: int, start: int, cols: int, edges: int) -> int:
    """The bit mask of the cells that the blank can reach from `start`, a single bit, without moving a tile of the
    pattern.
    """
    region, before = start, 0
    while region != before:
        before = region
        region |= find_neighbours(region, cols, edges) & free
    return region


def find_neighbours(region: int, cols: int, edges: int) -> int:
    """The bit mask of the cells adjacent to a region; bits beyond the last row may be set, too."""
    return ((region << 1) & ~edges) | ((region & ~edges) >> 1) | (region << cols) | (region >> cols)


def find_free_cells(placing: int, size: int, cells: int) -> int:
    """The bit mask of the cells without a tile of the pattern. `placing` encodes the placement of the `size` tiles (see
    `build_pattern_table`).
    """
    free = (1 << cells) - 1
    for _digit in range(size):
        free &= ~(1 << (placing % cells))
        placing //= cells
    return free


@kernel
def build_pattern_table(
    table: Bytes, base: int, seen: Halves, queue: Words, room: int, size: int, cells: int, cols: int, edges: int,
    first: int, blank: int,
) -> int:  # fmt: skip
    """Build a pattern database: for every placement of `size` tiles, the least number of moves of these tiles that
    brings all of them home.

    The search is breadth-first from the homes. The blank moves freely among the other tiles, so a state is a placement
    and the region that the blank can reach. A placement is a number whose base-`cells` digits are the cells of the
    tiles; table[base + placement] becomes the distance + 1. seen[placement]: the visited cells of the blank. queue: a
    ring buffer for `room` states; `room` is a power of two. edges: the first cell of every row. Returns the number of
    states, or 0 if the ring buffer is too small.
    """
    region = flood_region(find_free_cells(first, size, cells), 1 << blank, cols, edges)
    table[base + first], seen[first], queue[0] = 1, region, first << cells | region
    head, tail, end, distance = 0, 1, 1, 1
    while head < tail:
        if head == end:
            distance, end = distance + 1, tail
        placing, region = queue[head & room - 1] >> cells, queue[head & room - 1] & (1 << cells) - 1
        head += 1
        free, near = find_free_cells(placing, size, cells), find_neighbours(region, cols, edges)
        rest, weight = placing, 1
        for _digit in range(size):
            cell = rest % cells
            targets = find_neighbours(1 << cell, cols, edges) & region if (near >> cell) & 1 else 0
            while targets:
                target = targets & -targets
                targets ^= target
                moved = placing + (find_lowest_bit(target) - cell) * weight
                if (widen(seen[moved]) >> cell) & 1 == 0:
                    fresh = flood_region((free | (1 << cell)) & ~target, 1 << cell, cols, edges)
                    seen[moved] = widen(seen[moved]) | fresh
                    if table[base + moved] == 0:
                        table[base + moved] = distance + 1
                    if tail - head == room:
                        return 0
                    queue[tail & room - 1] = moved << cells | fresh
                    tail += 1
            rest //= cells
            weight *= cells
    return tail
