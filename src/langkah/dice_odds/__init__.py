"""Odds: exact answers about games of chance.

    from langkah import odds

    print(odds("snakes:paper-bfs").expected_exact)

A game of chance is an absorbing Markov chain. All results come from one sparse matrix of transition probabilities: its
linear equations are solved in whole numbers for exact fractions, otherwise in floats; repeated multiplication gives the
distribution of lengths turn by turn.
"""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import isfinite
from typing import Any

from langkah.dice_odds.analysis import Analysis
from langkah.dice_odds.chain import check_cancelled, never, require_dice
from langkah.dice_odds.distribution import LONGEST_TURNS, find_win_chances
from langkah.dice_odds.exact import AFFORDABLE_EFFORT
from langkah.dice_odds.report import Odds
from langkah.dice_odds.two_players import SETTLED, find_duel_odds
from langkah.errors import BadInput
from langkah.language import _, format_number, format_probability
from langkah.model import Game
from langkah.run import LIMITS, Stopped
from langkah.settings import quote_value
from langkah.tracing import Cancelled, Status

__all__ = ["Analysis", "Odds", "find_odds"]

VARIANCE_EFFORT = AFFORDABLE_EFFORT // 20  # the effort up to which the variance is also computed as a fraction
MOST_PLAYERS = 100
NEGLIGIBLE_CHANCE = 1e-6  # the probability of very long games that may be ignored
QUANTILES = {"q25": Fraction(1, 4), "q75": Fraction(3, 4), "q95": Fraction(19, 20)}


def find_odds(
    problem: Any,
    players: int = 1,
    at: Sequence[Any] = (),
    *,
    fractions: bool | None = None,
    cancelled: Cancelled = never,
) -> Odds:
    """The length of a game of chance, and each seat's probability of winning a race of several players.

    `at` lists the states of the players in a race, beginning with the player who moves next; by default, all players
    are at the start. The lengths are those of the game of the first player in `at`. `fractions` turns exact fractions
    on or off. By default, they are computed for boards of up to about 1,000 positions, and for fewer positions if many
    squares can be reached in one turn. If the work is cancelled, the result contains what was computed before.
    """
    if isinstance(problem, Game):
        return _find_game_odds(problem, players, at, cancelled)
    seats = _find_standing(problem, players, at)
    games: dict[Hashable, Analysis] = {problem.key(state): Analysis(problem.at(state), cancelled) for state in seats}
    first = games[problem.key(seats[0])]
    source = first.problem
    found = Odds(problem.name or repr(problem), Status.STOPPED, finishes=None, source=source)
    try:
        found = replace(find_figures(first, found.problem), source=source, policy=first.policy)
        if first.possible:
            found = add_lengths(found, first)
        if len(seats) == 1:
            found = replace(found, win_chances=(found.finishes or 0.0,))
        else:
            racing = [games[problem.key(state)].distribution for state in seats]
            found = replace(found, win_chances=tuple(find_win_chances(racing)))
        wanted = first.certain and (first.effort <= AFFORDABLE_EFFORT if fractions is None else fractions)
        return add_fractions(found, first) if wanted else found
    except Stopped as stopped:
        return replace(found, status=Status.STOPPED, why=_(LIMITS[stopped.limit]))


def _find_game_odds(game: Any, players: int, at: Sequence[Any], cancelled: Cancelled) -> Odds:
    """The odds of a two-player game with dice under optimal play: who wins, and after how many moves."""
    require_dice(game, for_two=True)
    if players not in (1, 2) or len(at) > 1:
        text = _(
            "{problem} is a two-player game: `players` must be 1 or 2; both players share one position, "
            "so `at` may give only one"
        )
        raise BadInput(text.format(problem=game.name or type(game).__name__))
    found = Odds(game.name or repr(game), Status.STOPPED, finishes=None, source=game)
    try:
        duel = find_duel_odds(game.at(at[0]) if at else game, lambda: check_cancelled(cancelled))
    except Stopped as stopped:
        return replace(found, why=_(LIMITS[stopped.limit]))
    found = replace(found, positions=duel.positions, win_chances=duel.win_chances)
    if duel.high - duel.low > SETTLED:
        text = _("the game can go on for ever: the first player's chance to win is between {low} and {high}")
        return replace(
            found, why=text.format(low=format_probability(duel.low, ".4f"), high=format_probability(duel.high, ".4f"))
        )
    return replace(
        found,
        status=Status.SOLVED,
        why=_(
            "both players play optimally; the length of a game is its moves and throws, and a draw counts as half a win"
        ),
        finishes=1.0 if isfinite(duel.length) else None,
        expected=duel.length if isfinite(duel.length) else None,
        expected_if_finished=duel.length if isfinite(duel.length) else None,
        worth=(duel.low + duel.high) / 2,
        worth_exact=duel.exact,
    )


def _find_standing(problem: Any, players: int, at: Sequence[Any]) -> list[Any]:
    if type(players) is not int or not 1 <= players <= MOST_PLAYERS:
        text = _("players = {n}: this must be a whole number from 1 to {most}")
        raise BadInput(text.format(n=quote_value(players), most=MOST_PLAYERS))
    if at and players not in (1, len(at)):
        text = _("players = {n}, but {given} positions are given: give one for each player")
        raise BadInput(text.format(n=players, given=len(at)))
    return list(at) or [problem.start] * players


def find_figures(game: Analysis, title: str) -> Odds:
    """The results that need no distribution of lengths: the probability that the game ends, the expected and the least
    number of turns, the variance, and the visits to each state. Only the status if no goal can be reached.
    """
    status, why = find_outcome(game)
    if not game.possible:
        return Odds(title, status, why, len(game.chain), 0.0)
    expected = game.expected if game.certain else None
    return Odds(
        title,
        status,
        why,
        positions=len(game.chain) + 1,
        finishes=game.finishes,
        expected=expected,
        expected_if_finished=game.expected_if_finished if expected is None else expected,
        variance=game.variance if game.certain else None,
        minimum=game.minimum,
        probability_of_minimum=game.probability_of_minimum,
        visits=dict(zip(game.part.states, game.visits, strict=True)),
    )


def add_lengths(found: Odds, game: Analysis) -> Odds:
    """A copy of `found` with the distribution of lengths, and the median, mode and quantiles that follow from it."""
    lengths = game.distribution
    text = _("some games take more than {most} turns: the distribution is incomplete")
    return replace(
        found,
        why=found.why or (text.format(most=format_number(LONGEST_TURNS)) if lengths.beyond > NEGLIGIBLE_CHANCE else ""),
        median=lengths.quantile(Fraction(1, 2)),
        mode=lengths.mode(),
        quantiles={name: lengths.quantile(share) for name, share in QUANTILES.items()},
        distribution=tuple(lengths.chances),
        beyond=lengths.beyond,
    )


def add_fractions(found: Odds, game: Analysis) -> Odds:
    """A copy of `found` with the expected length as an exact fraction and, if the effort is small, the variance."""
    mean, variance = game.exactly(variance=game.effort <= VARIANCE_EFFORT)
    return replace(
        found,
        expected=float(mean),
        expected_exact=mean,
        expected_if_finished=float(mean),
        variance=found.variance if variance is None else float(variance),
        variance_exact=variance,
    )


def find_outcome(game: Analysis) -> tuple[Status, str]:
    """The status of a game, and a sentence about a game that is not sure to end; "" for a game that is."""
    if not game.possible:
        return Status.IMPOSSIBLE, _("no roll ever leads to a goal: the game can never be finished")
    if not game.certain:
        text = _(
            "the game can get stuck in a state without a path to a goal: the probability that the game ever ends is {p}"
        )
        return Status.IMPOSSIBLE, text.format(p=format_probability(game.finishes, ".6f"))
    if game.policy is not None and game.policy.expected is None:
        return Status.SOLVED, _(
            "no strategy is sure to end the game: these odds follow `chances` alone, without choices of the player"
        )
    return Status.SOLVED, ""
