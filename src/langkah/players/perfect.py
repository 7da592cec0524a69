"""The perfect player: solves the position, wins as fast as possible, resists as long as possible.

All moves of that kind are equally good to it; it picks one by its seed. What it found out about one position it
remembers for the next, look-alikes merged, so that a whole game or an audit costs little more than one solution.
"""

from langkah.language import _
from langkah.model import Game, M, S
from langkah.players.base import Choice, Player, explain_choice, make_misfit
from langkah.run import Run, Stopped
from langkah.scores import format_score
from langkah.search.game_tree import TableSearch, negamax, search_game
from langkah.tracing import Limit

QUICK_NODES = 20_000  # for one move with what is remembered; then a search of its own, in compiled code where it can
MOST_NODES = 200_000_000  # nodes for one move: beyond that a game counts as too large to solve


class Perfect(Player[S, M]):
    """Never makes a mistake."""

    def __init__(self, game: Game[S, M], strength: int = 0, seed: int = 0) -> None:
        super().__init__(game, strength, seed)
        self.table = TableSearch(game, Run()).table

    def options(self, state: S) -> list[Choice[M]]:
        """Every best move, with what it leads to."""
        quick: Run[S, M] = Run(Limit(nodes=QUICK_NODES), cancelled=self.cancelled)
        search = TableSearch(self.game.at(state), quick)
        search.table = self.table
        found = search_game(search)
        reason = _("solved: {result} at best play")
        if found.exact:
            return [
                explain_choice(reason.format(result=format_score(found.score)), search, move) for move in found.best
            ]
        if quick.cut_by != "nodes":
            raise self._too_hard(quick.cut_by)
        run: Run[S, M] = Run(Limit(nodes=MOST_NODES), cancelled=self.cancelled)
        found = negamax(self.game.at(state), run)
        if not found.exact:
            raise self._too_hard(run.cut_by)
        return [Choice(move, reason.format(result=format_score(found.score))) for move in found.best]

    def _too_hard(self, limit: str) -> BaseException:
        if limit == "interrupt":
            return KeyboardInterrupt()
        if limit in ("nodes", "depth"):
            return make_misfit(
                "perfect", self.game, _("it is too large to solve; alpha-beta and monte-carlo can play it")
            )
        return Stopped(limit)
