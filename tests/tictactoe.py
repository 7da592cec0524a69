"""Tic-tac-toe and two of its players, written as plainly as possible: an oracle that shares no code with the library.

A board is a tuple of 0 (free), 1 and 2 (the players). A player is a function of a board and a player's number that
returns a cell.
"""

from collections.abc import Callable

Board = tuple[int, ...]
Mover = Callable[[Board, int], int]
THREE = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def rows(size: int) -> list[tuple[int, ...]]:
    """All rows, columns and diagonals of a board."""
    n = range(size)
    straight = [tuple(size * a + b for b in n) for a in n] + [tuple(size * b + a for b in n) for a in n]
    return [*straight, tuple(size * a + a for a in n), tuple(size * a + size - 1 - a for a in n)]


def paper(board: Board, me: int) -> int:
    """The move of the paper's player, by the formulas of the paper (or, oc, od, br, bc, bd and opr, opc, opd)."""
    size = round(len(board) ** 0.5)
    lines, other = rows(size), 3 - me
    free = [cell for cell, mark in enumerate(board) if mark == 0]
    for cell in free:
        if any([board[each] for each in line].count(me) == size - 1 for line in lines if cell in line):
            return cell
    best, chosen = (-1.0, -1.0), -1
    for cell in free:
        defend, attack = 0.0, 0.0
        for line in lines:
            if cell in line:
                theirs = [board[each] for each in line].count(other)
                defend += theirs + (float("inf") if theirs == size - 1 else 0)
                attack += theirs == 0
        if (defend, attack) > best:
            best, chosen = (defend, attack), cell
    return chosen


def expert(board: Board, me: int) -> tuple[int, int]:
    """The first of the eight rules of perfect play that applies: its number, and the cell that it chooses."""
    other = 3 - me
    free = [cell for cell in range(9) if board[cell] == 0]

    def put(cells: Board, cell: int, who: int) -> Board:
        return (*cells[:cell], who, *cells[cell + 1 :])

    def threats(cells: Board, who: int) -> list[int]:
        lines = [line for line in THREE if sorted(cells[each] for each in line) == sorted([0, who, who])]
        return sorted({each for line in lines for each in line if cells[each] == 0})

    def forks(who: int) -> list[int]:
        return [cell for cell in free if len(threats(put(board, cell, who), who)) > 1]

    theirs = forks(other)
    forcing = [
        cell
        for cell in free
        if threats(put(board, cell, me), me) and not set(threats(put(board, cell, me), me)) & set(theirs)
    ]
    rules = [
        threats(board, me),
        threats(board, other),
        forks(me),
        theirs if len(theirs) < 2 else forcing or theirs,
        [4],
        [cell for cell in (0, 2, 6, 8) if board[8 - cell] == other],
        [0, 2, 6, 8],
        [1, 3, 5, 7],
    ]
    found = [(number, [cell for cell in cells if cell in free]) for number, cells in enumerate(rules, 1)]
    return next((number, cells[0]) for number, cells in found if cells)


def play_all(size: int, mover: Mover, seat: int) -> tuple[dict[int, int], list[list[int]]]:
    """All games of a player in `seat` (1 or 2) against every sequence of replies. Returns the number of games by winner
    (0: draw), and the moves of the games that the player lost.
    """
    lines = rows(size)
    through = [[line for line in lines if cell in line] for cell in range(size * size)]
    games = {0: 0, 1: 0, 2: 0}
    lost: list[list[int]] = []

    def go(board: Board, line: list[int]) -> None:
        last = 2 - len(line) % 2
        if line and any(all(board[cell] == last for cell in row) for row in through[line[-1] - 1]):
            games[last] += 1
            if last != seat:
                lost.append(line)
        elif 0 not in board:
            games[0] += 1
        else:
            turn = 3 - last
            free = [cell for cell, mark in enumerate(board) if mark == 0]
            for cell in [mover(board, turn)] if turn == seat else free:
                go((*board[:cell], turn, *board[cell + 1 :]), [*line, cell + 1])

    go((0,) * (size * size), [])
    return games, lost
