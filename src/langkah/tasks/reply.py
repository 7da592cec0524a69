"""An opponent's move."""

from dataclasses import asdict, dataclass

from langkah.players import Player
from langkah.tasks.context import Context, Values
from langkah.tasks.request import PositionRequest


@dataclass(frozen=True)
class ReplyAnswer:
    """The move, and why it was made."""

    move: str
    reason: str

    def as_dict(self) -> Values:
        """The answer as plain JSON values."""
        return asdict(self)


def make_reply(request: PositionRequest, context: Context) -> ReplyAnswer:
    """The move of the opponent whose turn it is. Seed and position decide, not what was before."""
    del context
    session = request.saved
    if session.opponent is not None and isinstance(session.opponent.choose, Player):
        session.opponent.choose.random.seed(f"{session.seed}:{session.made}")
    turn = session.respond()
    return ReplyAnswer(turn.label, session.reason)
