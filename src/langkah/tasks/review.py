"""Looking back: which moves lost ground, and what the whole would have needed."""

from dataclasses import dataclass, replace

from langkah.session import Lapse
from langkah.tasks.context import Context, Values
from langkah.tasks.least import LeastAnswer
from langkah.tasks.request import PositionRequest
from langkah.views.json_form import lapse_to_json


@dataclass(frozen=True)
class ReviewAnswer:
    """The moves that lost ground, and what was needed from the start."""

    lapses: tuple[Lapse, ...]
    least: LeastAnswer

    def as_dict(self) -> Values:
        """The answer as plain JSON values."""
        return {"lapses": [lapse_to_json(each) for each in self.lapses], "least": self.least.as_dict()}


def review_moves(request: PositionRequest, context: Context) -> ReviewAnswer:
    """The moves of a session judged, within half of the time; the other half is for its start."""
    session = request.saved
    half = None if context.limit.seconds is None else context.limit.seconds / 2
    lapses = session.review(replace(context.limit, seconds=half), context.cancelled)
    start = session.advisor.least(session.problem.start, context.limit, context.cancelled)
    return ReviewAnswer(lapses, LeastAnswer(start, session))
