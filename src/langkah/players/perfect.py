"""The perfect player: solves the position, wins as fast as possible, resists as long as possible.

All moves of that kind are equally good to it; it picks one by its seed. What it found out about one position it
remembers for the next, look-alikes merged, so that a whole game or an audit costs little more than one solution. A
person's opponent must move: where its seconds do not suffice for a proof, it plays as the hard player does and says so.
"""

import time

from langkah.language import _, format_number
from langkah.model import Game, M, S
from langkah.players.base import Choice, Player, explain_choice, make_misfit
from langkah.players.casual import Hard
from langkah.run import Run, Stopped
from langkah.scores import Verdict, format_score
from langkah.search.game_tree import TableSearch, negamax, search_game
from langkah.search.packed_search import get_compiled_search
from langkah.tracing import Limit

QUICK_NODES = 20_000  # for one move with what is remembered; then a search of its own, in compiled code where it can
MOST_NODES = 200_000_000  # for one move: beyond that a game counts as too large to solve
QUICK_SHARE, PROOF_SHARE = 0.2, 0.4  # of the seconds for one move; the rest is for a move without a proof
PROBE_STEPS = 20_000  # legal moves listed to find out whether a game can be solved
PROBE_NODES = 2_000_000  # the same for compiled code: half a second


class Perfect(Player[S, M]):
    """Never makes a mistake where it can solve the position."""

    def __init__(self, game: Game[S, M], strength: int = 0, seed: int = 0) -> None:
        super().__init__(game, strength, seed)
        self.table = TableSearch(game, Run()).table
        self.hard = Hard(game, seed=seed)

    def options(self, state: S) -> list[Choice[M]]:
        """Every best move, with what it leads to; where it cannot be proved in time, a good move."""
        began = time.monotonic()
        search = TableSearch(self.game.at(state), self._make_run(QUICK_NODES, QUICK_SHARE))
        search.table = self.table
        found = search_game(search)
        if found.exact:
            reason = _explain_proof(found)
            return [explain_choice(reason, search, move) for move in found.best]
        run = search.run
        if run.cut_by in ("nodes", "seconds") and (self.seconds is None or _can_compile_search(self.game)):
            run = self._make_run(MOST_NODES, PROOF_SHARE)
            found = negamax(self.game.at(state), run)
            if found.exact:
                return [Choice(move, _explain_proof(found)) for move in found.best]
        if self.seconds is None or run.cut_by not in ("nodes", "depth", "seconds"):
            raise self._make_stop(run.cut_by)
        return self._choose_unproved(state, time.monotonic() - began)

    def _make_run(self, nodes: int, share: float) -> Run[S, M]:
        """A run that takes no more than a share of the seconds for one move."""
        seconds = None if self.seconds is None else share * self.seconds
        return Run(Limit(nodes=nodes, seconds=seconds), cancelled=self.cancelled)

    def _choose_unproved(self, state: S, spent: float) -> list[Choice[M]]:
        """What the hard player does in the seconds that are left."""
        assert self.seconds is not None
        self.hard.cancelled, self.hard.seconds = self.cancelled, max(0.0, self.seconds - spent)
        text = _("not proved, since {n} s were too few to solve it: {reason}")
        seconds = format_number(spent, ".1f")
        return [
            Choice(choice.move, text.format(n=seconds, reason=choice.reason)) for choice in self.hard.options(state)
        ]

    def _make_stop(self, limit: str) -> BaseException:
        if limit == "interrupt":
            return KeyboardInterrupt()
        if limit in ("nodes", "depth"):
            return make_misfit(
                "perfect", self.game, _("it is too large to solve; alpha-beta and monte-carlo can play it")
            )
        return Stopped(limit)


def _explain_proof(found: Verdict[S, M]) -> str:
    return _("solved: {result} at best play").format(result=format_score(found.score))


def is_solvable(game: Game[S, M]) -> bool:
    """Whether a moment's search solves the start of a game: where it does not, nobody is offered a perfect player."""
    if game.outcome(game.start) is not None:
        return True
    width = sum(1 for _step in game.steps(game.start))
    if search_game(TableSearch(game, Run(Limit(nodes=max(1, PROBE_STEPS // max(1, width)))))).exact:
        return True
    if not _can_compile_search(game):
        return False
    found: Verdict[S, M] | None = get_compiled_search("negamax")(game, Run(Limit(nodes=PROBE_NODES)), patient=True)
    return found is None or found.exact  # None: the code is still to be compiled


def _can_compile_search(game: Game[S, M]) -> bool:
    """Whether compiled code knows how to solve a game. The engine is imported here and no sooner."""
    from langkah.engine.two_player import can_search

    return can_search(game)
