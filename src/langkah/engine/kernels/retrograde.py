"""Computes the value of every position of a game in which two players mark cells of a grid until a player completes a
line. Full boards come first; the computation then goes back, mark by mark.

A position consists of two sets of cells, one for each player, among the cells that are free at the start. Values are
stored in a byte table, whose index has a base-3 digit for each cell. The values are 0: impossible position; 1, 2, 3:
loss, draw, win for the side to move.
"""

from typing import Any

from langkah.engine.blocks import Bytes, Words
from langkah.engine.kernels import kernel
from langkah.engine.kernels.instructions import add_atomically, count_ones, widen

LOST, DRAWN, WON = 1, 2, 3
SETS_AT_A_TIME = 256  # sets of cells that a thread takes at a time


@kernel
def mark_lines(won: Bytes, cells: int, lines: Words, count: int) -> int:
    """For every set of cells, set won[cell_set] to 1 if the set contains a line, else to 0."""
    for cell_set in range(1 << cells):
        held = 0
        for number in range(count):
            held |= 1 if cell_set & lines[number] == lines[number] else 0
        won[cell_set] = held
    return 0


@kernel
def compute_places(places: Words, cells: int) -> int:
    """For every set of cells, set places[cell_set] to its contribution to a base-3 index: the sum of 3**cell over all
    its cells.
    """
    for cell_set in range(1 << cells):
        total, weight = 0, 1
        for cell in range(cells):
            total += weight if (cell_set >> cell) & 1 else 0
            weight *= 3
        places[cell_set] = total
    return 0


def is_breakable(won: Any, cell_set: int) -> bool:
    """Whether the latest mark may have completed the first line in `cell_set`: `cell_set` has a cell without which it
    contains no line.
    """
    rest, found = cell_set, False
    while rest:
        cell = rest & -rest
        rest ^= cell
        found |= won[cell_set ^ cell] == 0
    return found


def compute_value(mine: int, other: int, free: int, won: Any, places: Any, table: Any, scale: int) -> Any:
    """The value of a position for the side to move, which has marked the cells `mine`; the opponent has marked the
    cells `other`. In the base-3 index, the cells of the side to move have the digit `scale`, and those of the opponent
    3 - `scale`.
    """
    value: Any = DRAWN if free == 0 else LOST
    base = places[other] * (3 - scale)
    while free and value < WON:
        cell = free & -free
        free ^= cell
        after = mine | cell
        theirs = LOST if won[after] else widen(table[places[after] * scale + base])
        value = max(value, 4 - theirs)
    return value


@kernel
def evaluate_layer(
    table: Bytes, places: Words, first_won: Bytes, second_won: Bytes, cells: int, first: int, second: int, turn: int,
    cursor: Words, told: Words,
) -> int:  # fmt: skip
    """Evaluate one thread's share of the positions in which the first player has marked `first` cells and the second
    player `second` cells; `turn` is the player to move.

    Adds five numbers of positions to `told`: in this order, of all, finished, lost, drawn and won positions.
    """
    full, sizes = (1 << cells) - 1, 1 << cells
    positions, over, lost, drawn, winning = 0, 0, 0, 0, 0
    while True:
        begin = add_atomically(cursor, 0, SETS_AT_A_TIME)
        if begin >= sizes:
            break
        for one in range(begin, min(begin + SETS_AT_A_TIME, sizes)):
            if count_ones(one) != first:
                continue
            rest = full & ~one
            two = rest
            while True:
                if count_ones(two) == second:
                    mine, other = (one, two) if turn == 0 else (two, one)
                    my_won, other_won = (first_won, second_won) if turn == 0 else (second_won, first_won)
                    if my_won[mine] == 0 and (other_won[other] == 0 or is_breakable(other_won, other)):
                        ended = other_won[other] != 0
                        value = LOST
                        if not ended:
                            value = compute_value(mine, other, rest & ~two, my_won, places, table, 1 + turn)
                        table[places[one] + 2 * places[two]] = value
                        positions += 1
                        over += 1 if ended or rest == two else 0
                        lost += 1 if value == LOST else 0
                        drawn += 1 if value == DRAWN else 0
                        winning += 1 if value == WON else 0
                if two == 0:
                    break
                two = (two - 1) & rest
    add_atomically(told, 0, positions)
    add_atomically(told, 1, over)
    add_atomically(told, 2, lost)
    add_atomically(told, 3, drawn)
    add_atomically(told, 4, winning)
    return 0
