"""What each legal move does to what is still needed."""

from dataclasses import dataclass

from langkah.session import Mark
from langkah.tasks.context import Context, Values
from langkah.tasks.request import PositionRequest
from langkah.views.json_form import mark_to_json


@dataclass(frozen=True)
class MarksAnswer:
    """A mark for each legal move, in the order of the moves."""

    marks: tuple[Mark, ...]

    @property
    def lasting(self) -> bool:
        """Whether the answer will never change."""
        return all(mark.verdict != "unknown" for mark in self.marks)

    def as_dict(self) -> Values:
        """The answer as plain JSON values."""
        return {"marks": [mark_to_json(mark) for mark in self.marks]}


def mark_moves(request: PositionRequest, context: Context) -> MarksAnswer:
    """What each legal move of a position does."""
    return MarksAnswer(request.saved.marks(context.limit, context.cancelled))
