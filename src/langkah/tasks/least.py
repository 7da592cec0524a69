"""What is still needed from a position."""

from dataclasses import dataclass

from langkah.session import Least, Session
from langkah.tasks.context import Context, Values
from langkah.tasks.request import PositionRequest
from langkah.tracing import Status
from langkah.views.json_form import least_to_json


@dataclass(frozen=True)
class LeastAnswer:
    """The least that is still needed; how, stays unsaid."""

    least: Least
    session: Session

    @property
    def lasting(self) -> bool:
        """Whether the answer will never change."""
        return self.least.optimal or self.least.status is Status.IMPOSSIBLE

    def as_dict(self) -> Values:
        """The answer as plain JSON values."""
        return {**least_to_json(self.least, self.session), "plan": []}


def find_least(request: PositionRequest, context: Context) -> LeastAnswer:
    """What is still needed from a position."""
    return LeastAnswer(request.saved.least(context.limit, context.cancelled), request.saved)
