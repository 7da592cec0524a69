"""Scores of two-player games: how wins and losses are weighed by their length, and what a search of one comes to."""

from math import inf, nextafter
from typing import Generic, NamedTuple

from langkah.language import _
from langkah.model import Cost, M, S, Step
from langkah.tracing.points import WIN_POINTS

WIN = 1_000_000


class Verdict(NamedTuple, Generic[S, M]):
    """What a two-player search found: the score for the side to move, the best moves, and a best line of play.

    Where a limit came first (`exact` is False), `why` says what is missing: the score is a guess, or that of the best
    move so far, and the line may break off. `value` is "" while it is not certain.
    """

    score: float
    value: str  # win, draw or loss
    best: tuple[M, ...]
    line: tuple[Step[S, M], ...]
    exact: bool
    why: str
    chance: Cost | None = None  # with dice: the chance of the side to move to win, a draw counted as half


def delay_score(score: float) -> float:
    """A score seen one ply earlier, by the same player: a win is one ply farther away."""
    if score >= 2:
        return score - 1
    return score + 1 if score <= -2 else score


def widen_bound(score: float) -> float:
    """The bound for a child that corresponds to a bound for its parent: the inverse of `later`, rounded outward."""
    if score >= 1:
        return score + 1
    return score - 1 if score <= -1 else score


def format_score(score: float) -> str:
    """A score in words; a bound that lies next to a score as better or worse than it."""
    near = round(score, 6)
    if abs(near) <= WIN and near != score and score in (nextafter(near, -inf), nextafter(near, inf)):
        text = _("worse than: {score}") if score < near else _("better than: {score}")
        return text.format(score=format_score(near))
    if abs(score) > WIN:  # no score can be that high: a bound that cuts nothing, or everything
        return "∞" if score > 0 else "-∞"
    if abs(score) >= 2:
        return (_("win in {n}") if score > 0 else _("loss in {n}")).format(n=round(WIN - abs(score)))
    return _("draw") if score == 0 else f"{score:+.2f}"


def score_to_points(score: float, depth: int) -> Cost:
    """A score of a node at a depth in points for its player to move. Wins later than any board lasts are still worth
    more than any guess, and less than those before them."""
    if abs(score) < 2 or abs(score) == inf:
        return score
    ply = depth + WIN - abs(score)
    points = WIN_POINTS - ply if ply <= WIN_POINTS - 2 else 1 + 1 / (ply - WIN_POINTS + 3)
    return points if score > 0 else -points


def name_value(score: float) -> str:
    """A score as one of three words."""
    return "draw" if score == 0 else "win" if score > 0 else "loss"
