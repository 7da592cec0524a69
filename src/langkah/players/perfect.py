"""The perfect player: solves the position, wins as fast as possible, and resists as long as possible.

Among equally good moves, the player picks one at random, as its seed determines. Solved positions are cached with
equivalent ones merged, so that a whole game or an audit costs little more than one solution. Against a person it must
always move: if its time does not suffice for a proof, it plays like the hard player and says so.
"""

import time

from langkah.language import _, format_number, format_probability
from langkah.model import Chance, Game, M, S
from langkah.players.base import Choice, Player, explain_choice, make_misfit
from langkah.players.casual import Hard
from langkah.run import Run, Stopped
from langkah.scores import Verdict, format_score
from langkah.search.expectiminimax import ChanceValues
from langkah.search.game_tree import TableSearch, negamax, search_game
from langkah.search.packed_search import get_compiled_search
from langkah.search.retrograde import GameValues, value_all
from langkah.tracing import Limit

QUICK_NODES = 20_000  # for one move with the cache; after these, a new search begins, in compiled code if possible
MOST_NODES = 200_000_000  # for one move; a game that needs more counts as too large to solve
QUICK_SHARE, PROOF_SHARE = 0.2, 0.4  # of the time for one move; the rest is for a move without a proof
PROBE_STEPS = 45_000  # legal moves generated to find out whether a game can be solved
MOST_POSITIONS = 500_000  # evaluated together, in games with dice or repeating positions
FEW_POSITIONS = 20_000  # up to this many such positions, a perfect player is offered
PROBE_NODES = 2_000_000  # nodes for the same test in compiled code: half a second


class Perfect(Player[S, M]):
    """A player that never makes a mistake in positions that it can solve."""

    def __init__(self, game: Game[S, M], strength: int = 0, seed: int = 0) -> None:
        super().__init__(game, strength, seed)
        self.table = TableSearch(game, Run()).table
        self.hard = Hard(game, seed=seed)
        # The values of all positions, for games with repeating positions or dice
        self.values: GameValues[S, M] | ChanceValues[S, M] | None = None

    def options(self, state: S) -> list[Choice[M]]:
        """Every best move with its result. If there is no proof in time, the moves of the hard player; if there is no
        time limit, `DoesNotFit` is raised for a game that is too large to solve.
        """
        began = time.monotonic()
        if isinstance(self.game, Chance) or self.values is not None:
            return self._choose_by_values(state, began)
        search = TableSearch(self.game.at(state), self._make_run(QUICK_NODES, QUICK_SHARE))
        search.table = self.table
        found = search_game(search)
        if found.exact:
            reason = _explain_proof(found)
            return [explain_choice(reason, search, move) for move in found.best]
        if search.repeats:
            return self._choose_by_values(state, began)
        run = search.run
        if run.cut_by in ("nodes", "seconds") and (self.seconds is None or _can_compile_search(self.game)):
            run = self._make_run(MOST_NODES, PROOF_SHARE)
            found = negamax(self.game.at(state), run)
            if found.exact:
                return [Choice(move, _explain_proof(found)) for move in found.best]
        if self.seconds is None or run.cut_by not in ("nodes", "depth", "seconds"):
            raise self._make_stop(run.cut_by)
        return self._choose_unproved(state, time.monotonic() - began)

    def _choose_by_values(self, state: S, began: float) -> list[Choice[M]]:
        """Every best move, by the values of all positions of the game. The values are computed once and kept."""
        try:
            if self.values is None or not self.values.knows(state):
                run, game = self._make_run(MOST_POSITIONS, PROOF_SHARE), self.game.at(state)
                self.values = ChanceValues(game, run) if isinstance(game, Chance) else value_all(game, run)
            found = self.values.judge(state)
        except Stopped as stop:
            if self.seconds is None or stop.limit not in ("nodes", "seconds"):
                raise self._make_stop(stop.limit) from None
            return self._choose_unproved(state, time.monotonic() - began)
        if not found.exact:
            raise make_misfit("perfect", self.game, found.why)
        reason = _explain_proof(found) if found.chance is None else _explain_chance(found)
        return [Choice(move, reason) for move in found.best]

    def _make_run(self, nodes: int, share: float) -> Run[S, M]:
        """The `Run` of a search that is limited to `nodes` nodes and to the share `share` of the time for one move."""
        seconds = None if self.seconds is None else share * self.seconds
        return Run(Limit(nodes=nodes, seconds=seconds), cancelled=self.cancelled)

    def _choose_unproved(self, state: S, spent: float) -> list[Choice[M]]:
        """The moves of the hard player in the remaining time, with a note that they are not proved."""
        assert self.seconds is not None
        self.hard.cancelled, self.hard.seconds = self.cancelled, max(0.0, self.seconds - spent)
        text = _("not proved, because {n} s were not enough to solve the position: {reason}")
        seconds = format_number(spent, ".1f")
        return [
            Choice(choice.move, text.format(n=seconds, reason=choice.reason)) for choice in self.hard.options(state)
        ]

    def _make_stop(self, limit: str) -> BaseException:
        if limit == "interrupt":
            return KeyboardInterrupt()
        if limit in ("nodes", "depth"):
            return make_misfit(
                "perfect", self.game, _("the game is too large to solve; alpha-beta and monte-carlo can play it")
            )
        return Stopped(limit)


def _explain_proof(found: Verdict[S, M]) -> str:
    return _("solved: {result} with best play").format(result=format_score(found.score))


def _explain_chance(found: Verdict[S, M]) -> str:
    return _("solved: chance to win {chance} with best play").format(chance=format_probability(found.score, ".1%"))


def is_solvable(game: Game[S, M]) -> bool:
    """Whether the start of a game can be solved quickly: by a short search or, with dice or repeated positions, because
    there are few positions. Otherwise the perfect player is not offered. Also True as long as the compiled code needed
    for that search is not ready.
    """
    if game.outcome(game.start) is not None:
        return True
    if isinstance(game, Chance):
        return _has_few_positions(game)
    width = sum(1 for _step in game.steps(game.start))
    search = TableSearch(game, Run(Limit(nodes=max(1, PROBE_STEPS // max(1, width)))))
    if search_game(search).exact:
        return True
    if search.repeats:
        return _has_few_positions(game)
    if not _can_compile_search(game):
        return False
    found: Verdict[S, M] | None = get_compiled_search("negamax")(game, Run(Limit(nodes=PROBE_NODES)), patient=True)
    return found is None or found.exact  # None: the code is not compiled yet


def _has_few_positions(game: Game[S, M]) -> bool:
    """Whether the game has so few positions that all of them can be evaluated quickly."""
    states, seen = [game.start], {game.key(game.start)}
    for state in states:
        for step in () if game.outcome(state) is not None else game.steps(state):
            key = game.key(step.state)
            if key not in seen:
                seen.add(key)
                states.append(step.state)
        if len(states) > FEW_POSITIONS:
            return False
    return True


def _can_compile_search(game: Game[S, M]) -> bool:
    """Whether compiled code can solve a game. The engine is only imported here."""
    from langkah.engine.two_player import can_search

    return can_search(game)
