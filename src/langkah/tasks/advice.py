"""Gives advice on a position: the least cost, the effect of each move, hints, and an opponent's move. Also finds the
moves of a session that made the position worse.
"""

import time
from dataclasses import dataclass, replace
from typing import Any, TypedDict

from langkah.model import Game
from langkah.players import Player
from langkah.session import Least, Mark, Session, pack_link, save_session
from langkah.session.share import Saved
from langkah.tasks.context import Context
from langkah.tasks.problems import PositionRequest
from langkah.tracing import Limit, Status, cost_to_json
from langkah.views.json_form import (
    HintJson,
    LapseJson,
    LeastJson,
    MarkJson,
    hint_to_json,
    lapse_to_json,
    least_to_json,
    mark_to_json,
)


class MarksJson(TypedDict):
    """A rating for each legal move, in the order of the moves."""

    marks: list[MarkJson]


class HintAnswerJson(TypedDict):
    """A hint, and the session after this hint was counted: as a saved session, and as a text for a link (`token`)."""

    hint: HintJson
    saved: Saved
    token: str


class CurvePointJson(TypedDict):
    """The known values of one position of a session. `least` is its proved least cost (null if not proved), `stuck`
    means that no goal can be reached from it, and `value` is the value of a two-player game for the first player.
    """

    least: float | None
    stuck: bool
    value: str


class ReviewJson(TypedDict):
    """A review of a session: the moves that made the position worse (`lapses`), the least cost at the start, and the
    known values of every position of the session.
    """

    lapses: list[LapseJson]
    least: LeastJson
    curve: list[CurvePointJson]


class ReplyJson(TypedDict):
    """A move of the opponent, and the reason for this move."""

    move: str
    reason: str


@dataclass(frozen=True)
class LeastAnswer:
    """The evaluation of a position in a session: the least cost to a goal or, in a two-player game, the value. The JSON
    form omits the plan.
    """

    least: Least
    session: Session

    @property
    def lasting(self) -> bool:
        """Whether the answer is proved, so that it will never change."""
        return self.least.optimal or self.least.status is Status.IMPOSSIBLE

    def as_dict(self) -> LeastJson:
        """The answer as plain JSON values."""
        return {**least_to_json(self.least, self.session), "plan": []}


@dataclass(frozen=True)
class MarksAnswer:
    """A rating for each legal move, in the order of the moves."""

    marks: tuple[Mark, ...]

    @property
    def lasting(self) -> bool:
        """Whether no verdict is "unknown", so that the answer will never change."""
        return all(mark.verdict != "unknown" for mark in self.marks)

    def as_dict(self) -> MarksJson:
        """The answer as plain JSON values."""
        return {"marks": [mark_to_json(mark) for mark in self.marks]}


def find_least(request: PositionRequest, context: Context) -> LeastAnswer:
    """Evaluate a position: find the least cost to a goal or, in a two-player game, the value."""
    return LeastAnswer(request.saved.least(context.limit, context.cancelled), request.saved)


def mark_moves(request: PositionRequest, context: Context) -> MarksAnswer:
    """Rate each legal move of a position by its effect on the least cost or, in a two-player game, on the value."""
    return MarksAnswer(request.saved.marks(context.limit, context.cancelled))


def give_hint(request: PositionRequest, context: Context) -> HintAnswerJson:
    """Give the next hint in a position, one grade more explicit than the last."""
    hint = request.saved.ask(context.limit, context.cancelled)
    saved = save_session(request.saved)
    return {"hint": hint_to_json(hint), "saved": saved, "token": pack_link(saved)}


def make_reply(request: PositionRequest, context: Context) -> ReplyJson:
    """Choose a move for the opponent whose turn it is, or roll the dice. A computer player's random numbers depend only
    on the seed of the session and the number of moves made.
    """
    del context
    session = request.saved
    if session.opponent is not None and isinstance(session.opponent.choose, Player):
        session.opponent.choose.random.seed(f"{session.seed}:{session.made}")
    return {"move": session.respond().label, "reason": session.reason}


def review_moves(request: PositionRequest, context: Context) -> ReviewJson:
    """Find the moves of a session that made the position worse, the least cost at the start, and the values of all
    positions. The first two parts have half of the time that is left when they begin, the last part has the rest.
    """
    session, deadline = request.saved, context.make_deadline()

    def take(share: float) -> Limit:
        left = None if deadline.until is None else max(deadline.until - time.monotonic(), 1e-9) * share
        return replace(context.limit, seconds=left)

    lapses = session.review(take(0.5), context.cancelled)
    start = session.advisor.least(session.problem.start, take(0.5), context.cancelled)
    return {
        "lapses": [lapse_to_json(each) for each in lapses],
        "least": LeastAnswer(start, session).as_dict(),
        "curve": _trace_curve(session, replace(context, limit=take(1))),
    }


def _trace_curve(session: Session, context: Context) -> list[CurvePointJson]:
    """The known values of every position of a session, as far as time allows; [] in a race with dice."""
    if session.dice:
        return []
    states = [session.problem.start, *(turn.step.state for turn in session.turns[: session.made])]
    is_over, found = context.make_deadline(), list[CurvePointJson]()
    for state in states:
        least = Least(Status.STOPPED)
        if not is_over():
            left = None if is_over.until is None else max(is_over.until - time.monotonic(), 1e-9)
            least = session.advisor.least(state, replace(context.limit, seconds=left), context.cancelled)
        cost = cost_to_json(least.cost) if least.optimal else None
        stuck = least.status is Status.IMPOSSIBLE
        found.append({"least": cost, "stuck": stuck, "value": _see_from_first(session, state, least.value)})
    return found


def _see_from_first(session: Session, state: Any, value: str) -> str:
    """Convert the value of a state for the side to move (win, draw or loss) to its value for the first player."""
    if not isinstance(session.problem, Game) or session.problem.player(state) == 0:
        return value
    return {"win": "loss", "loss": "win"}.get(value, value)
