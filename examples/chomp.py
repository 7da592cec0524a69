"""Chomp, a two-player game: the players take turns to eat from a bar of chocolate; the player who eats the poisoned
corner loses.

`langkah play examples/chomp.py` plays it, `langkah solve examples/chomp.py` finds the winner (by an old theorem, the
first player wins on every bar except 1 x 1), `langkah match perfect random examples/chomp.py` plays many games between
two computer players.
"""

from collections.abc import Iterator

from langkah import Game, Outcome, Rect, Scene, Setting, Step

State = tuple[tuple[int, ...], int]  # the number of squares left in each row, from the top; the player to move
Move = tuple[int, int]  # the row and column of the chosen square


class Chomp(Game[State, Move]):
    """Eat a square and all squares below it and to its right. The square at the top left is poisoned."""

    players = ("first eater", "second eater")
    settings = (
        Setting("rows", 3, "rows of the bar", low=1, high=8),
        Setting("cols", 4, "columns of the bar", low=1, high=8),
    )
    small = {"rows": 2, "cols": 3}

    def __init__(self, rows: int = 3, cols: int = 4) -> None:
        self.rows, self.cols = rows, cols
        self.start = ((cols,) * rows, 0)

    def player(self, state: State) -> int:
        """The player to move: 0 or 1."""
        return state[1]

    def outcome(self, state: State) -> Outcome | None:
        """Once the poisoned square is eaten, the player to move has won; None before that."""
        bar, turn = state
        return None if any(bar) else Outcome(turn, "the other one ate the poison")

    def steps(self, state: State) -> Iterator[Step[State, Move]]:
        """Each remaining square can be eaten."""
        bar, turn = state
        for row, left in enumerate(bar):
            for col in range(left):
                eaten = (*bar[:row], *(min(each, col) for each in bar[row:]))
                yield Step((row, col), (eaten, 1 - turn))

    def notation(self, move: Move) -> str:
        """Row and column, counted from 1: `2,3`."""
        return f"{move[0] + 1},{move[1] + 1}"

    def text(self, state: State) -> str:
        """A character for each square: P is the poison."""
        rows = ["#" * left + "." * (self.cols - left) for left in state[0]]
        return "\n".join(["P" + rows[0][1:] if state[0][0] else rows[0], *rows[1:]])

    def scene(self, state: State) -> Scene:
        """The bar; each remaining square can be clicked."""
        squares = [
            Rect(
                col,
                row,
                1,
                1,
                "down" if row == col == 0 else "piece",
                handle=f"{row},{col}",
                id=f"{row},{col}",
                round=0.1,
            )
            for row, left in enumerate(state[0])
            for col in range(left)
        ]
        return Scene(self.cols, self.rows, (Rect(0, 0, self.cols, self.rows, "board"), *squares), "a bar of chocolate")

    def gestures(self, state: State, move: Move) -> tuple[tuple[str], ...]:
        """Click the square."""
        del state
        return ((f"{move[0]},{move[1]}",),)
