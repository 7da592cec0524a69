"""Odds: exact answers about games of chance.

    from langkah import load
    from langkah.odds import odds

    print(odds(load("snakes:paper-bfs")).expected_exact)

A game of chance is an absorbing Markov chain. Everything here follows from one sparse matrix: solved in whole numbers
for exact fractions, in floats for everything else, and multiplied turn by turn for the distribution.
"""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from langkah.errors import BadInput
from langkah.language import _, format_number
from langkah.odds.analysis import Analysis
from langkah.odds.distribution import LONGEST, Distribution, find_win_chances
from langkah.odds.exact import AFFORDABLE
from langkah.odds.report import Odds
from langkah.settings import quote_value
from langkah.trace import Status

__all__ = ["Analysis", "Odds", "find_odds"]

EXACT = AFFORDABLE  # the effort up to which the expected length is worked out as a fraction unless asked otherwise
EXACT_VARIANCE = AFFORDABLE // 20  # the same for the variance too
MOST_PLAYERS = 100
NEGLIGIBLE = 1e-6  # chance of a game too long to be followed, below which nothing is said about it
QUANTILES = {"q25": Fraction(1, 4), "q75": Fraction(3, 4), "q95": Fraction(19, 20)}


def find_odds(problem: Any, players: int = 1, at: Sequence[Any] = (), *, fractions: bool | None = None) -> Odds:
    """Everything about the length of a game of chance, and each seat's chance to win a race of several players.

    `at` are the states in which the players of a race stand, the next to move first; without it all are at the start.
    The lengths are those of the first seat. `fractions` asks for exact fractions, or for none; by default boards of
    up to about 1,000 positions have them, fewer where many squares can be reached in one turn.
    """
    seats = _find_standing(problem, players, at)
    analyses: dict[Hashable, Analysis] = {}
    for state in seats:
        key = problem.key(state)
        analyses[key] = analyses.get(key) or Analysis(problem.at(state))
    first = analyses[problem.key(seats[0])]
    found = _assemble_odds(first, problem.name or repr(problem), fractions)
    if len(seats) == 1:
        return replace(found, win_chances=(found.finishes,))
    racing = [analyses[problem.key(state)] for state in seats]
    return replace(found, win_chances=tuple(find_win_chances([each.distribution for each in racing])))


def _find_standing(problem: Any, players: int, at: Sequence[Any]) -> list[Any]:
    """Where each player stands."""
    if type(players) is not int or not 1 <= players <= MOST_PLAYERS:
        text = _("players = {n}: this must be a whole number from 1 to {most}")
        raise BadInput(text.format(n=quote_value(players), most=MOST_PLAYERS))
    if at and players not in (1, len(at)):
        text = _("players = {n}, but {given} positions are given: give one for each player")
        raise BadInput(text.format(n=players, given=len(at)))
    return list(at) or [problem.start] * players


def _assemble_odds(game: Analysis, title: str, fractions: bool | None) -> Odds:
    """The odds of one game."""
    status, why = find_outcome(game)
    if not game.possible:
        return Odds(title, status, why, len(game.chain), 0.0)
    lengths = game.distribution
    found = Odds(
        title,
        status,
        why or describe_cut(lengths),
        positions=len(game.chain) + 1,
        minimum=game.minimum,
        probability_of_minimum=game.probability_of_minimum,
        median=lengths.quantile(Fraction(1, 2)),
        mode=lengths.mode(),
        quantiles={name: lengths.quantile(share) for name, share in QUANTILES.items()},
        distribution=tuple(lengths.chances),
        beyond=lengths.beyond,
        visits=dict(zip(game.part.states, game.visits, strict=True)),
    )
    if not game.certain:
        return replace(found, finishes=game.finishes, expected_if_finished=game.expected_if_finished)
    return _add_moments(found, game, fractions)


def find_outcome(game: Analysis) -> tuple[Status, str]:
    """Whether a game is sure to end, and a sentence where it is not."""
    if not game.possible:
        return Status.IMPOSSIBLE, _("no roll ever leads to a goal: the game can never be finished")
    if not game.certain:
        text = _("a game can get stuck where no roll leads to a goal: it ends with chance {p} only")
        return Status.IMPOSSIBLE, text.format(p=format_number(game.finishes, ".6f"))
    return Status.SOLVED, ""


def describe_cut(lengths: Distribution) -> str:
    """A sentence where there are games too long to be followed."""
    text = _("some games take more than {most} turns: not all is worked out")
    return text.format(most=format_number(LONGEST)) if lengths.beyond > NEGLIGIBLE else ""


def _add_moments(found: Odds, game: Analysis, fractions: bool | None) -> Odds:
    """Expected length and variance added, as fractions too where wanted."""
    wanted = game.effort <= EXACT if fractions is None else fractions
    if not wanted:
        return replace(found, expected=game.expected, variance=game.variance, expected_if_finished=game.expected)
    mean, variance = game.exactly(variance=game.effort <= EXACT_VARIANCE)
    return replace(
        found,
        expected=float(mean),
        expected_exact=mean,
        expected_if_finished=float(mean),
        variance=game.variance if variance is None else float(variance),
        variance_exact=variance,
    )
