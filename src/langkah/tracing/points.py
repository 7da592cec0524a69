"""Values of two-player games in points for MAX, who moves at the start, against MIN.

A win at ply n of the game is worth 100 - n points, a loss n - 100, a draw 0; so MAX plays for the quickest win, and for
the longest resistance. Values between -1 and 1 are evaluations at the depth limit.
"""

from math import ceil, floor, inf

from langkah.language import _
from langkah.model import Cost
from langkah.tracing.events import Event

WIN_POINTS = 100  # points of an immediate win
PLAYERS = {"max": "MAX", "min": "MIN"}  # the meaning of `Event.side` with two players
JUST_BELOW = 1e-9  # a bound closer than this to a whole number stands for the next whole number
GUESS = "≈ "  # marks a value that is based on an evaluation at the depth limit


def format_points(points: Cost) -> str:
    """Points as a short text. A bound just below a whole number, such as alpha at the root, is rounded down, and one
    just above is rounded up, because no value lies between: just below 5 is shown as 4, just above 5 as 6.
    """
    if abs(points) == inf:
        return "+∞" if points > 0 else "-∞"
    near = round(float(points), 6)
    if near != points and abs(near - points) < JUST_BELOW and near.is_integer():
        near = floor(points) if points < near else ceil(points)
    return f"{near:+g}" if near else "0"


def format_bounds(alpha: Cost, beta: Cost) -> str:
    """A text with alpha and beta in points."""
    return _("alpha {alpha}, beta {beta}").format(alpha=format_points(alpha), beta=format_points(beta))


def get_level(event: Event) -> str:
    """The player to move at the node of an event: "MAX" or "MIN"; "" if the dice decide, or in a search without
    players.
    """
    return PLAYERS.get(event.side, "")


def format_level(event: Event) -> str:
    """A text that says whether MAX or MIN is to move at the node of an event."""
    return _("{player} is to move").format(player=get_level(event))


def describe_value(event: Event) -> str:
    """The value in an event as text, with its meaning: for example, who wins at which ply."""
    if event.side not in PLAYERS:
        return event.why or str(event.bound)
    points = float(event.bound or 0)
    if event.why.endswith("%"):  # a probability, in a game with dice
        return event.why
    if event.why.startswith(GUESS):
        meaning = _("an evaluation")
    elif not points:
        meaning = _("a draw")
    elif abs(points) <= 1 or not event.why[1:].isdigit():  # based on evaluations, or only a bound
        return event.why
    else:
        meaning = _("MAX wins at ply {n}") if points > 0 else _("MIN wins at ply {n}")
    return f"{event.why} ({meaning.format(n=round(WIN_POINTS - abs(points)))})"
