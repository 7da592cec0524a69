"""Scores of two-player games: wins and losses weighted by their length, and the result of a search."""

from math import inf, nextafter
from typing import Generic, NamedTuple

from langkah.language import _
from langkah.model import Cost, M, S, Step
from langkah.tracing.points import WIN_POINTS

WIN = 1_000_000


class Verdict(NamedTuple, Generic[S, M]):
    """The result of a two-player search: the score for the side to move, the best moves and a best line of play.

    If a limit was reached first, `exact` is False and `why` says what is missing. The score is then a guess, or the
    score of the best move found so far, and the line may be incomplete. `value` is "" if the outcome is uncertain.
    """

    score: float
    value: str  # win, draw or loss
    best: tuple[M, ...]
    line: tuple[Step[S, M], ...]
    exact: bool
    why: str
    chance: Cost | None = None  # with dice: the probability that the side to move wins, with draws as half a win


def delay_score(score: float) -> float:
    """Convert the score of a position to the score of the position one ply earlier, for the same player. There, a win
    or a loss is one ply farther away.
    """
    if score >= 2:
        return score - 1
    return score + 1 if score <= -2 else score


def widen_bound(score: float) -> float:
    """Convert a bound on a position's score to the matching bound on its successor's score. This is the inverse of
    `delay_score`; if two bounds match, the one farther from 0 is returned.
    """
    if score >= 1:
        return score + 1
    return score - 1 if score <= -1 else score


def format_score(score: float) -> str:
    """A score in words. A search can test bounds that are just above or just below a score; such a bound is written as
    "better than" or "worse than" the score.
    """
    near = round(score, 6)
    if abs(near) <= WIN and near != score and score in (nextafter(near, -inf), nextafter(near, inf)):
        text = _("worse than: {score}") if score < near else _("better than: {score}")
        return text.format(score=format_score(near))
    if abs(score) > WIN:  # an infinite bound, beyond every score
        return "∞" if score > 0 else "-∞"
    if abs(score) >= 2:
        return (_("win in {n}") if score > 0 else _("loss in {n}")).format(n=round(WIN - abs(score)))
    return _("draw") if score == 0 else f"{score:+.2f}"


def score_to_points(score: float, depth: int) -> Cost:
    """Convert the score of a node at `depth` (in plies) to points for the player to move. Even a very late win is worth
    more than every guess, but less than an earlier win.
    """
    if abs(score) < 2 or abs(score) == inf:
        return score
    ply = depth + WIN - abs(score)
    points = WIN_POINTS - ply if ply <= WIN_POINTS - 2 else 1 + 1 / (ply - WIN_POINTS + 3)
    return points if score > 0 else -points


def name_value(score: float) -> str:
    """The name of a score: win, draw or loss."""
    return "draw" if score == 0 else "win" if score > 0 else "loss"
