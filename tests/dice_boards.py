"""An independent, plain implementation of snakes and ladders, with fractions and dense elimination: an oracle for the
odds.

`Board.rolls` derives directly from the rules, for each roll, the square that it leads to and whether it ends the turn.
"""

from fractions import Fraction
from typing import Any, NamedTuple

from hypothesis import strategies as st

from langkah.games.snakes import Snakes

ONE = Fraction(1)


class Board(NamedTuple):
    """A board, described by its settings."""

    squares: int
    die: int
    overshoot: str
    six_again: bool
    jumps: dict[int, int]
    start: int = 0

    def problem(self, **changed: Any) -> Snakes:
        """The board as a problem, with some settings changed."""
        return Snakes(**{**self._asdict(), **changed})

    def rolls(self, square: int) -> list[tuple[int, int, int]]:
        """For each roll: the square before any jump, the square after it, and the number of turns that the roll uses
        up.
        """
        found = []
        for roll in range(1, self.die + 1):
            land = square + roll
            if land > self.squares:
                land = {"win": self.squares, "stay": square, "bounce": bounced(land, self.squares)}[self.overshoot]
                end = square if self.overshoot == "stay" else self.jumps.get(land, land)
            else:
                end = self.jumps.get(land, land)
            again = self.six_again and roll == self.die and end != self.squares
            found.append((land, end, 0 if again else 1))
        return found


def bounced(square: int, last: int) -> int:
    """The square that a piece reaches after `square` single steps from square 0, if it turns back at 0 and at the last
    square.
    """
    place, way = 0, 1
    for _step in range(square):
        way = -1 if place == last else 1 if place == 0 else way
        place += way
    return place


@st.composite
def boards(draw: st.DrawFn, most: int = 14, six_again: bool = True) -> Board:
    """Small random boards; some of them cannot be finished."""
    squares = draw(st.integers(2, most))
    places = st.integers(1, squares - 1) if squares > 2 else st.just(1)
    pairs = draw(st.dictionaries(places, st.integers(1, squares), max_size=5))
    return Board(
        squares,
        draw(st.integers(1, 6)),
        draw(st.sampled_from(["stay", "bounce", "win"])),
        six_again and draw(st.booleans()),
        {foot: end for foot, end in pairs.items() if foot != end},
    )


def solved(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction] | None:
    """The solution of a system of linear equations, by Gaussian elimination; None if the system is singular."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(len(rows)):
        pivot = next((row for row in range(column, len(rows)) if rows[row][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for row in range(len(rows)):
            factor = rows[row][column]
            if row != column and factor:
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [row[-1] for row in rows]


def reachable(board: Board) -> list[int]:
    """Every square that rolls can reach, the start first, without the last square."""
    found = [board.start]
    for square in found:
        if square != board.squares:  # the game is over on the last square
            found += [end for end in dict.fromkeys(end for _l, end, _t in board.rolls(square)) if end not in found]
    return [square for square in found if square != board.squares]


def expected(board: Board) -> Fraction | None:
    """The expected number of turns of one player from the start; None if the game may never end."""
    squares = reachable(board)
    if not ends_surely(board, squares):
        return None
    place = {square: index for index, square in enumerate(squares)}
    matrix = [[ONE * (row == column) for column in range(len(squares))] for row in range(len(squares))]
    right = [Fraction(0)] * len(squares)
    for square, row in place.items():
        for _land, end, turns in board.rolls(square):
            right[row] += Fraction(turns, board.die)
            if end != board.squares:
                matrix[row][place[end]] -= Fraction(1, board.die)
    found = solved(matrix, right)
    assert found is not None
    return found[0]


def ends_surely(board: Board, squares: list[int]) -> bool:
    """Whether the last square can be reached from every square of the list `squares`."""
    fine = {board.squares}
    for _round in squares:
        fine |= {square for square in squares if any(end in fine for _l, end, _t in board.rolls(square))}
    return set(squares) <= fine


def lengths(board: Board, most: int) -> list[Fraction]:
    """The exact probability of each number of rolls from 0 to `most`, computed forward from the start. The rule
    `six_again` is not supported.
    """
    weights, found = {board.start: ONE}, [Fraction(0)]
    for _turn in range(most):
        after: dict[int, Fraction] = {}
        for square, weight in weights.items():
            for _land, end, _turns in board.rolls(square):
                after[end] = after.get(end, Fraction(0)) + weight / board.die
        found.append(after.pop(board.squares, Fraction(0)))
        weights = after
    return found


def first_of_two_wins(board: Board) -> Fraction | None:
    """The probability that the first of two players wins, from one system of equations over all pairs of squares."""
    squares = reachable(board)
    pairs = [(mine, theirs) for mine in squares for theirs in squares]
    place = {pair: index for index, pair in enumerate(pairs)}
    matrix = [[ONE * (row == column) for column in range(len(pairs))] for row in range(len(pairs))]
    right = [Fraction(0)] * len(pairs)
    for (mine, theirs), row in place.items():  # w(mine, theirs) = sum of 1 - w(theirs, mine') over the rolls
        for _land, end, _turns in board.rolls(mine):
            right[row] += Fraction(1, board.die)
            if end != board.squares:
                matrix[row][place[theirs, end]] += Fraction(1, board.die)
    found = solved(matrix, right)
    return None if found is None else found[0]
