"""The expert at three in a row: the first of its eight rules that applies decides. Of equally good cells, the expert
takes the one with the lowest number.

Rule 4 is the subtle one. If the opponent has one fork, the expert takes the cell of the fork. If the opponent has two,
taking one cell leaves the other, so the expert makes two in a row that must be blocked at a cell where the opponent
gets no fork.
"""

from collections.abc import Callable
from typing import Any

from langkah.language import N_, _
from langkah.model import Game
from langkah.players.base import Choice, Player, make_misfit
from langkah.players.lines import HasLines, LineBoard, Position

CENTRE, CORNERS, SIDES = (4,), (0, 2, 6, 8), (1, 3, 5, 7)
LINES = {0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}  # rows, columns, diagonals: one bit per cell


class Expert(Player[Any, Any]):
    """A player with eight rules: win, block, fork, block a fork, centre, opposite corner, corner, side."""

    def __init__(self, game: Game[Any, Any], strength: int = 0, seed: int = 0) -> None:
        super().__init__(game, strength, seed)
        if not isinstance(game, HasLines) or set(game.lines) != LINES:
            raise make_misfit("expert", game, _("its eight rules are for three in a row on 3 x 3 cells"))
        self.board = LineBoard(game)

    def options(self, state: tuple[int, int]) -> tuple[Choice[int]]:
        """One choice: the cell with the lowest number among those that the first applicable rule gives."""
        position = self.board.seen(state, self.game.player(state))
        found = ((number, reason, rule(position)) for number, (reason, rule) in enumerate(RULES, 1))
        number, reason, cells = next(each for each in found if each[2])
        return (Choice(cells[0], _("rule {n}: {reason}").format(n=number, reason=_(reason))),)


def _find_blocks(position: Position) -> list[int]:
    return position.turned().wins()


def _find_fork_blocks(position: Position) -> list[int]:
    """The cells that prevent a fork of the opponent; empty if the opponent has none. A single fork is prevented on its
    cell. Several forks are prevented on the cells that make a threat whose block gives the opponent no fork or, if
    there are no such cells, on the cells of the forks.
    """
    forks = position.turned().forks()
    if len(forks) < 2:
        return forks
    return [cell for cell in position.free() if _is_harmless(position.marked(cell).wins(), forks)] or forks


def _is_harmless(replies: list[int], forks: list[int]) -> bool:
    """Whether there are `replies` (cells that block the threat of a mark), and none of these cells is among the
    opponent's `forks`.
    """
    return bool(replies) and not set(replies) & set(forks)


def _find_opposite_corners(position: Position) -> list[int]:
    return [cell for cell in _make_cell_rule(CORNERS)(position) if position.theirs >> 8 - cell & 1]


def _make_cell_rule(cells: tuple[int, ...]) -> Callable[[Position], list[int]]:
    """The rule that takes the first free cell of `cells`."""
    return lambda position: [cell for cell in position.free() if cell in cells]


RULES: tuple[tuple[str, Callable[[Position], list[int]]], ...] = (
    (N_("wins"), Position.wins),
    (N_("blocks a line"), _find_blocks),
    (N_("makes a fork"), Position.forks),
    (N_("blocks a fork"), _find_fork_blocks),
    (N_("takes the centre"), _make_cell_rule(CENTRE)),
    (N_("takes the corner opposite the opponent's corner"), _find_opposite_corners),
    (N_("takes a corner"), _make_cell_rule(CORNERS)),
    (N_("takes a side"), _make_cell_rule(SIDES)),
)
