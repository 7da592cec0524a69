"""The worker behind the window: the one that serves the page, with one task more: a search, recorded with boards that
can be drawn without knowing its problem."""

from langkah.apps.web import worker
from langkah.apps.web.kit import Kit, Values
from langkah.apps.web.recording import MOST_EVENTS, SECONDS, Search, brief, here, room, spoken
from langkah.apps.web.tasks import TASKS, Task
from langkah.language import _, number
from langkah.session import Session
from langkah.trace import Trace
from langkah.views.boards import Album

WATCH = "watch"


def watch(session: Session, kit: Kit) -> Values:
    """One search from where a session stands: its record, its boards, the answer, and what was left out."""
    problem = here(session)
    trace = Trace(MOST_EVENTS)
    result = Search.asked(problem, kit.options, kit, SECONDS).run(problem, kit, trace)
    short = trace.first(room(problem, trace))
    album = Album(problem)
    data = short.as_dict(problem, result, board=album)
    missing = _("The first {n} events are shown; {more} later ones were left out.")
    return {
        **data,
        "result": brief(data["result"]),
        "shapes": album.shapes(),
        "verdict": spoken(problem, result),
        "left": missing.format(n=number(len(short)), more=number(short.left_out)) if short.left_out else "",
    }


TASKS[WATCH] = Task(watch, SECONDS, heavy=True)

if __name__ == "__main__":
    worker.main()
