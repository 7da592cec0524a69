"""Cat and mouse, a two-player game in which positions repeat: the mouse runs to its hole, the cat chases the mouse.

A plain minimax search from the start need not end, because both players can run in circles for ever. `langkah solve
examples/cat_and_mouse.py` therefore computes the values of all positions backwards from the ends of the game
(retrograde analysis). If neither player can force a win, the game is a draw by repetition. With `mouse=2 cat=1` the
mouse wins, with `mouse=1 cat=3` the cat.
"""

from collections.abc import Iterator

from langkah import BadInput, Disc, Game, Outcome, Rect, Scene, Setting, Step

State = tuple[int, int, int]  # the squares of the mouse and of the cat, and the player to move


class CatAndMouse(Game[State, int]):
    """The players take turns to step to a neighbouring square. The mouse wins in its hole; the cat wins if it catches
    the mouse.
    """

    players = ("mouse", "cat")
    settings = (
        Setting("rows", 4, "rows of the board", low=2, high=8),
        Setting("cols", 4, "columns of the board", low=2, high=8),
        Setting("mouse", 1, "square of the mouse, counted from 1 at the top left", low=1, high=64),
        Setting("cat", 0, "square of the cat; 0: above the hole", low=0, high=64),
    )
    small = {"rows": 2, "cols": 3}

    def __init__(self, rows: int = 4, cols: int = 4, mouse: int = 1, cat: int = 0) -> None:
        if max(mouse, cat) > rows * cols:
            raise BadInput(f"the board has {rows * cols} squares: put mouse and cat on two of them")
        self.rows, self.cols, self.mouse, self.cat = rows, cols, mouse, cat
        self.hole = rows * cols - 1
        self.start = (mouse - 1, (cat or (rows - 1) * cols) - 1, 0)

    def player(self, state: State) -> int:
        """The player to move: 0 is the mouse, which begins, and 1 is the cat."""
        return state[2]

    def outcome(self, state: State) -> Outcome | None:
        """The cat wins if the mouse is caught, the mouse if it is in its hole; otherwise None: the game goes on."""
        mouse, cat, _turn = state
        if mouse == cat:
            return Outcome(1, "the cat has caught the mouse")
        return Outcome(0, "the mouse is in its hole") if mouse == self.hole else None

    def steps(self, state: State) -> Iterator[Step[State, int]]:
        """Steps up, left, right and down. A move is the number of the target square, from 0. The hole is too small for
        the cat.
        """
        mouse, cat, turn = state
        row, col = divmod((mouse, cat)[turn], self.cols)
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            to = (row + down) * self.cols + col + right
            if 0 <= row + down < self.rows and 0 <= col + right < self.cols and not (turn and to == self.hole):
                yield Step(to, (mouse, to, 0) if turn else (to, cat, 1))

    def notation(self, move: int) -> str:
        """The number of the target square, counted from 1."""
        return str(move + 1)

    def text(self, state: State) -> str:
        """A character for each square: m the mouse, c the cat, o the hole."""
        signs = ["."] * (self.rows * self.cols)
        signs[self.hole], signs[state[0]], signs[state[1]] = "o", "m", "c"
        return "\n".join("".join(signs[row * self.cols : (row + 1) * self.cols]) for row in range(self.rows))

    def scene(self, state: State) -> Scene:
        """Squares to click, the hole, the mouse and the cat."""
        shapes: list[Rect | Disc] = []
        for square in range(self.rows * self.cols):
            row, col = divmod(square, self.cols)
            role = "goal" if square == self.hole else "cell:1" if (row + col) % 2 else "cell"
            shapes.append(Rect(col, row, 1, 1, role, handle=f"square {square + 1}", id=f"square {square + 1}"))
        for name, square, radius, role in (("m", state[0], 0.26, "piece"), ("c", state[1], 0.38, "piece:5")):
            row, col = divmod(square, self.cols)
            shapes.append(Disc(col + 0.5, row + 0.5, radius, role, name, f"square {square + 1}", name))
        return Scene(self.cols, self.rows, tuple(shapes), f"{self.players[state[2]]} to move")

    def gestures(self, state: State, move: int) -> tuple[tuple[str], ...]:
        """Click the target square."""
        del state
        return ((f"square {move + 1}",),)
