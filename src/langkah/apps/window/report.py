"""What the window shows, as lines of JSON in a file: for tests, which see it only through keys, clicks and this.

Set LANGKAH_WINDOW_REPORT to the name of a file. Whenever what is shown has changed, a line is added.
"""

import json
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from langkah.apps.window import aim, cards, chrome
from langkah.language import current
from langkah.trace import number

if TYPE_CHECKING:
    from langkah.apps.window.window import Window

VARIABLE = "LANGKAH_WINDOW_REPORT"


class Report:
    """Adds a line whenever the facts have changed."""

    def __init__(self, path: str) -> None:
        self.path = Path(path) if path else None
        self.last = ""

    def tell(self, window: "Window", now: float) -> None:
        """Write down what is shown, unless it is as before."""
        if self.path is None:
            return
        line = json.dumps(facts(window, now))
        if line != self.last:
            self.last = line
            with self.path.open("a", encoding="utf-8") as file:
                file.write(line + "\n")


def facts(window: "Window", now: float) -> dict[str, Any]:
    """What is shown."""
    round_, session, board = window.round, window.round.session, window.board
    card = [cards.heading_of(round_), *(line[0] for line in cards.told(round_))] if window.covered(now) else []
    return {
        "problem": session.problem.name,
        "made": session.made,
        "state": session.problem.text(session.state),
        "turn": session.turn,
        "seats": [seat.name for seat in session.seats],
        "selected": list(session.selected),
        "lifted": sorted(board.poses),
        "auto": round_.auto,
        "speed": round_.pace,
        "left": number(round_.left),
        "optimum": number(round_.optimum),
        "over": session.over,
        "card": card,
        "note": chrome.said(round_)[0],
        "hint": None if round_.hint is None else round_.hint["grade"],
        "marks": round_.marks,
        "focus": window.keyboard.focus,
        "help": window.help,
        "choosing": None if window.chooser is None else window.chooser.names[window.chooser.at],
        "theme": window.theme.name,
        "language": current.get(),
        "task": round_.backstage.task,
        "moving": not board.resting(now) or now < window.tumbling,
        "size": list(window.window.size),
        "position": list(window.window.position),
        "handles": {name: board.pixels(point) for name, point in aim.handles(board.scene).items()},
        "spots": {spot.command: spot.rect.center for spot in window.spots},
        "frame": round(median(window.costs), 1),
    }
