"""Describes games won by marks in a line, in the form used by players that reason about lines.

The states of such a game are the cells of the first and of the second player, as bits of two numbers; lines and the
board use the same bits, and a move is the number of a cell.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from langkah.language import N_

NEEDS = N_("a game won by a line of marks, such as tic-tac-toe")


@runtime_checkable
class HasLines(Protocol):
    """What a game must provide, besides its rules, for players that reason about lines."""

    @property
    def lines(self) -> Sequence[int]:
        """The winning lines, each as the bits of its cells."""
        ...

    @property
    def full(self) -> int:
        """All cells, as bits."""
        ...


class Position(NamedTuple):
    """A position from the view of the player to move."""

    board: "LineBoard"
    mine: int
    theirs: int

    def free(self) -> list[int]:
        """The numbers of the empty cells."""
        taken = self.mine | self.theirs
        return [cell for cell in range(len(self.board.through)) if not taken >> cell & 1]

    def wins(self) -> list[int]:
        """The empty cells that complete a line of the player to move."""
        return [cell for cell in self.free() if self.completes(cell)]

    def completes(self, cell: int) -> bool:
        """Whether a mark of the player to move in this cell completes a line."""
        with_it = self.mine | 1 << cell
        return any(line & with_it == line for line in self.board.through[cell])

    def forks(self) -> list[int]:
        """The empty cells that give the player to move two immediate threats."""
        return [cell for cell in self.free() if len(self.marked(cell).wins()) >= 2]

    def marked(self, cell: int) -> "Position":
        """The position after one more mark of the player to move."""
        return self._replace(mine=self.mine | 1 << cell)

    def turned(self) -> "Position":
        """The same position from the opponent's view."""
        return Position(self.board, self.theirs, self.mine)


class LineBoard:
    """The lines of a game, indexed by their cells."""

    def __init__(self, game: HasLines) -> None:
        self.through: list[list[int]] = [[] for _cell in range(game.full.bit_length())]
        for line in game.lines:
            rest = line
            while rest:
                lowest = rest & -rest
                self.through[lowest.bit_length() - 1].append(line)
                rest ^= lowest

    def seen(self, state: tuple[int, int], player: int) -> Position:
        """A state of the game as a position from the view of `player`."""
        return Position(self, state[player], state[1 - player])
