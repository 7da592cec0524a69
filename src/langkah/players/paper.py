"""The player of the tic-tac-toe paper: branch and bound that looks one move ahead and defends first.

It wins if it can. Otherwise each free cell has two costs:
- cd, of defending: the opponent's marks in the lines through the cell; infinite if a line lacks only this cell;
- ca, of attacking: how many of these lines hold no mark of the opponent.
The largest cd decides, then the largest ca, then the lowest number. The paper's lines are the rows, columns and
diagonals of an n x n board; on other boards the same rules apply to the winning lines.
"""

from math import inf
from typing import Any

from langkah.language import _
from langkah.model import Game
from langkah.players.base import Choice, Player, make_misfit
from langkah.players.lines import NEEDS, HasLines, LineBoard, Position


class Paper(Player[Any, Any]):
    """A player that follows the paper's rules exactly."""

    def __init__(self, game: Game[Any, Any], strength: int = 0, seed: int = 0) -> None:
        super().__init__(game, strength, seed)
        if not isinstance(game, HasLines):
            raise make_misfit("paper", game, _("this player needs {needs}").format(needs=_(NEEDS)))
        self.board = LineBoard(game)

    def options(self, state: tuple[int, int]) -> tuple[Choice[int]]:
        """The one move chosen by the rules."""
        position = self.board.seen(state, self.game.player(state))
        for cell in position.free():
            if position.completes(cell):
                return (Choice(cell, _("completes a line")),)
        costs = {cell: _compute_costs(position, cell) for cell in position.free()}
        best = max(costs, key=lambda cell: (costs[cell], -cell))
        defending, attacking = costs[best]
        if defending == inf:
            return (Choice(best, _("blocks a line: cd = ∞, ca = {ca}").format(ca=attacking)),)
        return (
            Choice(
                best,
                _("largest cost of defending: cd = {cd}; then largest cost of attacking: ca = {ca}").format(
                    cd=defending, ca=attacking
                ),
            ),
        )


def _compute_costs(position: Position, cell: int) -> tuple[float, int]:
    lines = position.board.through[cell]
    if position.turned().completes(cell):
        return inf, sum(not line & position.theirs for line in lines)
    held = [(line & position.theirs).bit_count() for line in lines]
    return sum(held), held.count(0)
