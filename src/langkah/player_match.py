"""Matches: two players, many games, both seats, and the confidence interval of the result."""

from collections import Counter
from collections.abc import Hashable
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any, Generic, NamedTuple

from langkah.dice_throws import list_dice
from langkah.errors import BadInput
from langkah.language import _
from langkah.model import REPEATED_TIMES, Chance, Game, M, S, Step
from langkah.players import Player, make_player
from langkah.players.base import PlayerClock
from langkah.run import Node, Run, Stopped
from langkah.settings import quote_value
from langkah.tracing import Cancelled, Limit, Progress, Stats, Status

SURE_DEVIATIONS = 1.959964  # standard errors on either side that hold 95 % of a normal distribution


class _PlayedGame(NamedTuple, Generic[M]):
    """One finished game: the winner (player 0 or 1, None for a draw), and the moves, each with its reason."""

    winner: int | None
    moves: tuple[M, ...]
    reasons: tuple[str, ...]


def play_game(
    game: Game[S, M],
    first: Player[S, M],
    second: Player[S, M],
    run: Run[S, M] | None = None,
    random: Random | None = None,
) -> _PlayedGame[M]:
    """Let two players play one game. `random` supplies the throws of the dice, if the game has dice. A game without
    dice is drawn when a position occurs for the third time.
    """
    random = random or Random(0)
    state = game.start
    moves: list[M] = []
    reasons: list[str] = []
    met: Counter[Hashable] = Counter()
    while (outcome := game.outcome(state)) is None:
        met[game.key(state), game.player(state)] += 1
        if met[game.key(state), game.player(state)] == REPEATED_TIMES and not isinstance(game, Chance):
            return _PlayedGame(None, tuple(moves), tuple(reasons))
        if run is not None:
            run.take(Node(state, len(moves)))
        if outcomes := list_dice(game, state):
            step, reason = _throw_dice(game, state, outcomes, random), _("the dice")
            move, state = step.move, step.state
        else:
            move, reason = (first, second)[game.player(state)](state)
            state = next(step.state for step in game.steps(state) if step.move == move)
        moves.append(move)
        reasons.append(reason)
    return _PlayedGame(outcome.winner, tuple(moves), tuple(reasons))


def _throw_dice(game: Game[S, M], state: S, outcomes: list[tuple[Fraction, S]], random: Random) -> Step[S, M]:
    """The step that corresponds to a random throw of the dice. The throw gives a state from `outcomes`; if several
    steps lead to this state, one of them is chosen at random. Raises `BadInput` if no step leads to this state.
    """
    weights = [float(chance) for chance, _after in outcomes]
    after = random.choices([after for _chance, after in outcomes], weights)[0]
    steps = [step for step in game.steps(state) if step.state == after]
    if not steps:
        text = _("in state {state} the dice lead to {after}, but no step does")
        raise BadInput(text.format(state=quote_value(state), after=quote_value(after)))
    return random.choice(steps)


@dataclass
class Tally:
    """Games won, drawn and lost by the first-named player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of points: 1 for a win, 1/2 for a draw; 1/2 if there are no games."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    def as_dict(self) -> dict[str, Any]:
        """The tally as plain JSON values."""
        return {"games": self.games, **asdict(self), "score": self.score}

    def count(self, winner: int | None, seat: int) -> None:
        """Add the result of a game in which the first-named player had the seat `seat`."""
        self.wins += winner == seat
        self.draws += winner is None
        self.losses += winner == 1 - seat


@dataclass(frozen=True, repr=False)
class Match:
    """The result of a match: in total, and by seat of the first-named player.

    >>> match("perfect", "expert", "tictactoe", games=4)
    <Match of perfect against expert on tictactoe: 4 games, 0 won, 4 drawn, 0 lost>
    """

    problem: str
    players: tuple[str, str]
    status: Status
    total: Tally
    seats: tuple[Tally, Tally]
    different: int  # number of distinct games
    plies: float  # average length of a game
    shown: tuple[_PlayedGame[Any], ...] = ()  # the first games, as many as were requested
    why: str = ""
    limit: str = ""
    stats: Stats = field(default_factory=Stats)

    def __repr__(self) -> str:
        total, ended = self.total, f"stopped ({self.limit}); " if self.limit else ""
        games = f"{total.games:,} games, {total.wins:,} won, {total.draws:,} drawn, {total.losses:,} lost"
        return f"<Match of {self.players[0]} against {self.players[1]} on {self.problem}: {ended}{games}>"

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the true score."""
        return compute_interval(self.total.score, self.total.games)

    def as_dict(self) -> dict[str, Any]:
        """The result as plain JSON values."""
        low, high = self.interval
        return {
            "problem": self.problem,
            "players": list(self.players),
            "status": str(self.status),
            **self.total.as_dict(),
            "interval": [low, high],
            "as_first": self.seats[0].as_dict(),
            "as_second": self.seats[1].as_dict(),
            "different_games": self.different,
            "plies": self.plies,
            "why": self.why,
            "limit": self.limit or None,
            "seconds": self.stats.seconds,
        }


def compute_interval(score: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % confidence interval for a score; the whole range from 0 to 1 if there are no games. The formula
    assumes no draws; with draws, the correct interval is a little narrower.
    """
    if not games:
        return 0.0, 1.0
    square = SURE_DEVIATIONS**2 / games
    middle = (score + square / 2) / (1 + square)
    reach = SURE_DEVIATIONS * sqrt(score * (1 - score) / games + square / (4 * games)) / (1 + square)
    return max(0.0, min(score, middle - reach)), min(1.0, max(score, middle + reach))


def match(
    game: Game[S, M],
    names: tuple[str, str],
    games: int = 100,
    seed: int = 0,
    *,
    show: int = 0,
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Match:
    """Play a number of games, swapping seats after each. The same seed gives the same games; the first `show` games are
    kept, with the reason for every move.
    """
    # Two players that stop when time is up
    run: Run[S, M] = Run(limit or Limit(), progress=progress, cancelled=cancelled)
    one, other = make_player(names[0], game, 2 * seed), make_player(names[1], game, 2 * seed + 1)
    clock = PlayerClock(run, one, other)
    # The games, with seats swapped after each
    total, seats = Tally(), (Tally(), Tally())
    seen: set[tuple[Any, ...]] = set()
    shown: list[_PlayedGame[M]] = []
    plies, stop = 0, ""
    try:
        for number in range(games):
            seat = number % 2
            pair = (one, other) if seat == 0 else (other, one)
            found = play_game(game, *pair, run, Random(f"{seed}:{number}"))
            seats[seat].count(found.winner, seat)
            total.count(found.winner, seat)
            seen.add((seat, *found.moves))
            plies += len(found.moves)
            if number < show:
                shown.append(found)
    except Stopped as met:
        stop = clock.over or met.limit
    except KeyboardInterrupt:
        stop = "interrupt"
    run.finish()
    return Match(
        game.name or repr(game),
        names,
        Status.STOPPED if stop else Status.SOLVED,
        total,
        seats,
        len(seen),
        plies / max(1, total.games),
        tuple(shown),
        _("stopped after {n} of {all} games").format(n=total.games, all=games) if stop else "",
        stop,
        run.stats,
    )
