"""A hint, one grade plainer than the last."""

from dataclasses import dataclass

from langkah.session import Hint, Session, pack_link, save_session
from langkah.tasks.context import Context, Values
from langkah.tasks.request import PositionRequest
from langkah.views.json_form import hint_to_json


@dataclass(frozen=True)
class HintAnswer:
    """A hint, and the session that remembers having given it."""

    hint: Hint
    session: Session

    def as_dict(self) -> Values:
        """The answer as plain JSON values."""
        keep = save_session(self.session)
        return {"hint": hint_to_json(self.hint), "saved": keep, "token": pack_link(keep)}


def give_hint(request: PositionRequest, context: Context) -> HintAnswer:
    """The next hint in a position."""
    return HintAnswer(request.saved.ask(context.limit, context.cancelled), request.saved)
