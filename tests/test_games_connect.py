"""Four in a row with gravity, compared with a naive implementation whose columns are strings: values, best moves and
numbers of positions.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, Session, Status, explore, load, solve
from langkah.games.connect import Connect
from langkah.players import can_play, list_players

Columns = tuple[str, ...]  # each column as X and O, from the bottom up
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Naive:
    """Four in a row without bitboards: each column is a string, and lines are found cell by cell."""

    def __init__(self, rows: int, cols: int, k: int) -> None:
        self.rows, self.cols, self.k = rows, cols, k
        self.value = cache(self.value)  # type: ignore[method-assign]

    def at(self, board: Columns, col: int, row: int) -> str:
        return board[col][row] if 0 <= col < self.cols and 0 <= row < len(board[col]) else ""

    def wins(self, board: Columns, mark: str) -> bool:
        return any(
            all(self.at(board, col + index * right, row + index * up) == mark for index in range(self.k))
            for col in range(self.cols)
            for row in range(self.rows)
            for right, up in DIRECTIONS
        )

    def moves(self, board: Columns) -> Iterator[tuple[int, Columns]]:
        discs = sum(map(len, board))
        if discs and self.wins(board, "XO"[(discs - 1) % 2]):
            return
        for col in range(self.cols):
            if len(board[col]) < self.rows:
                yield col, (*board[:col], board[col] + "XO"[discs % 2], *board[col + 1 :])

    def value(self, board: Columns) -> int:
        """The value for the player to move: 1, 0 or -1."""
        discs = sum(map(len, board))
        if discs and self.wins(board, "XO"[(discs - 1) % 2]):
            return -1
        best = -1 if any(len(column) < self.rows for column in board) else 0
        for _col, after in self.moves(board):
            best = max(best, -self.value(min(after, after[::-1])))
            if best == 1:
                break
        return best


def count_positions(start: Any, steps: Callable[[Any], Iterable[Any]]) -> int:
    """The number of positions of a game in which every move adds a disc, counted layer by layer, with only two layers
    in memory.
    """
    layer, count = {start}, 0
    while layer:
        count += len(layer)
        layer = {after for board in layer for after in steps(board)}
    return count


WORDS = {1: "win", 0: "draw", -1: "loss"}


def check(rows: int, cols: int, k: int) -> None:
    """Check that the value, the moves that keep the value and the number of positions are those of `Naive`."""
    naive, game = Naive(rows, cols, k), load("connect", rows=rows, cols=cols, k=k)
    start: Columns = ("",) * cols
    result = solve(game)
    assert (result.status, result.value) == (Status.SOLVED, WORDS[naive.value(start)])
    keep = {col for col, after in naive.moves(start) if -naive.value(after) == naive.value(start)}
    assert set(result.best_moves) <= keep
    assert result.value != "draw" or set(result.best_moves) == keep
    plainly = count_positions(start, lambda board: (after for _col, after in naive.moves(board)))
    assert count_positions(game.start, lambda state: (step.state for step in game.steps(state))) == plainly
    assert plainly == explore(game).states


def test_small_boards() -> None:
    for rows, cols, k in ((1, 5, 3), (3, 3, 3), (2, 4, 3), (4, 2, 2), (2, 2, 1)):
        check(rows, cols, k)


def solve_by_layers(rows: int, cols: int, k: int) -> tuple[int, int, set[int]]:
    """The number of positions, the value for the first player and the columns that keep this value, by visiting every
    position.

    A position is an integer with one bit for each cell and player. The forward pass collects the positions by their
    number of discs; the backward pass computes the value of each position.
    """
    size = rows * cols
    spots = [(col, row) for col in range(cols) for row in range(rows)]
    lines = [[(col + at * right, row + at * up) for at in range(k)] for col, row in spots for right, up in DIRECTIONS]
    masks = [sum(1 << spots.index(spot) for spot in line) for line in lines if set(line) <= set(spots)]
    through = [[mask for mask in masks if mask >> cell & 1] for cell in range(size)]

    def list_moves(board: int, turn: int) -> list[tuple[int, int, bool]]:
        taken, mine, found = board | board >> size, board >> size * turn, []
        for first in range(0, size, rows):
            for cell in range(first, first + rows):
                if not taken >> cell & 1:
                    after = mine | 1 << cell
                    won = any(after & mask == mask for mask in through[cell])
                    found.append((first // rows, board | 1 << cell + size * turn, won))
                    break
        return found

    layers, count = [{0}], 1
    for discs in range(size):
        going, won = set[int](), set[int]()
        for board in layers[-1]:
            for _col, after, ends in list_moves(board, discs % 2):
                (won if ends else going).add(after)
        layers.append(going)
        count += len(going) + len(won)
    values = dict.fromkeys(layers.pop(), 0)  # the values of full boards
    for discs in range(size - 1, 0, -1):
        moves = {board: list_moves(board, discs % 2) for board in layers.pop()}
        values = {
            board: max(1 if ends else -values[after] for _col, after, ends in found) for board, found in moves.items()
        }
    kept = {col: 1 if ends else -values[after] for col, after, ends in list_moves(0, 0)}
    return count, max(kept.values()), {col for col, value in kept.items() if value == max(kept.values())}


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("rows", "cols", "positions"), [(4, 4, 161_029), (5, 4, 1_706_255), (4, 5, 3_945_711)], ids=str
)
def test_boards_of_the_literature(rows: int, cols: int, positions: int) -> None:
    """Value, best moves and number of positions are those of the naive solver; the numbers of positions are those that
    John Tromp published.
    """
    game = load("connect", rows=rows, cols=cols)
    count, value, keep = solve_by_layers(rows, cols, 4)
    assert count == positions == count_positions(game.start, lambda state: (step.state for step in game.steps(state)))
    result = solve(game)
    assert (result.value, set(result.best_moves)) == (WORDS[value], keep)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 4), max_size=20), st.integers(2, 4))
def test_a_game_is_the_naive_game(moves: list[int], k: int) -> None:
    """In any line of play, the moves, the boards and the end of the game agree with `Naive`."""
    game, naive = load("connect", rows=4, cols=5, k=k), Naive(4, 5, k)
    state, board = game.start, tuple([""] * 5)
    for col in moves:
        steps, after = {step.move: step.state for step in game.steps(state)}, dict(naive.moves(board))
        assert steps.keys() == after.keys()
        if col not in steps:
            continue
        state, board = steps[col], after[col]
        rows = ["".join(column.ljust(4, ".")[3 - row] for column in board) for row in range(4)]
        assert game.text(state).splitlines() == rows
        ended = game.outcome(state)  # type: ignore[attr-defined]
        won = naive.wins(board, "XO"[(sum(map(len, board)) - 1) % 2])
        assert (ended is not None) == (won or all(len(column) == 4 for column in board))
        assert ended is None or (ended.winner is not None) == won
        if not won:
            again = Connect(position=rows, k=k)
            assert again.start == state


def test_a_mirror_image_is_the_same() -> None:
    game = load("connect", rows=4, cols=5)
    left, right = (Session(game) for _side in range(2))
    for col in (1, 1, 2, 4):
        left.play(str(col))
        right.play(str(6 - col))
    assert left.state != right.state
    assert game.key(left.state) == game.key(right.state)


def test_clicks_and_refusals() -> None:
    session = Session(load("connect", rows=2, cols=3))
    assert session.click("column 2").kind == "moved"
    assert session.play("2").label == "2"
    assert session.click("column 2").text == "Column 2 is full."
    with pytest.raises(BadInput, match="There is no column 9"):
        session.play("9")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"position": ["X..", "..."]}, "the cell below the disc"),
        ({"position": ["...", "XX."]}, "there are 2 X and 0 O"),
        ({"position": ["...", "XZ."]}, "is not allowed: use X, O and"),
        ({"position": ["..", "X.."]}, "cells long"),
        ({"position": ["O..", "XXX"], "k": 3}, "there are 3 X and 1 O"),
        ({"position": ["XX.", "OOO"], "rows": 3, "k": 4}, "rows = 2, but the setting is rows = 3"),
        ({"position": ["X...", "XXX.", "OOO."], "k": 3}, "had won"),
        ({"position": 7}, "give one text"),
        ({"rows": 0}, "from 1 to 20"),
    ],
    ids=str,
)
def test_bad_positions(given: dict[str, object], told: str) -> None:
    with pytest.raises(BadInput, match=told):
        load("connect", given)


def test_players_that_look_for_lines_are_not_offered() -> None:
    """The paper's program and the expert cannot play a game in which a move is a column instead of a cell, and are not
    offered for such a game.
    """
    game = Connect()
    assert not can_play("paper", game)
    assert not can_play("expert", game)
    assert {"easy", "medium", "hard", "alpha-beta", "monte-carlo", "random"} <= set(list_players(game))
