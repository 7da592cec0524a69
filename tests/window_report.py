"""A window that reports its state as lines of JSON in a file. Tests control the window by keys and clicks and observe
it only through this file.

python -m tests.window_report FILE play --window ...     the usual command line; FILE gets a line for each change
"""

import json
import sys
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

import langkah.apps.window
from langkah.apps.cli.main import main
from langkah.apps.window import controls, dialogs, targets
from langkah.apps.window.window import Window
from langkah.language import current_language
from langkah.tracing import cost_to_json
from tests.windows import MeasuredWindow


class ReportingWindow(MeasuredWindow):
    """A window that appends a line to its file whenever its state changes."""

    path = Path()
    last = ""

    def frame(self) -> None:
        """Run a frame; if the frame was drawn and the state has changed, append the state to the file."""
        super().frame()
        if self.drawn_at >= 0:
            line = json.dumps(_collect_facts(self, self.drawn_at) | {"frame": round(median(self.costs[-120:]), 1)})
            if line != self.last:
                self.last = line
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(line + "\n")


def _collect_facts(window: Window, now: float) -> dict[str, Any]:
    """The state of the window, as a JSON object."""
    play, session, board = window.play, window.play.session, window.board
    card = (
        [dialogs.format_ending_heading(play), *(line[0] for line in dialogs.format_ending_lines(play))]
        if window.shows_ending(now)
        else []
    )
    return {
        "problem": session.problem.name,
        "made": session.made,
        "cost": cost_to_json(session.cost),
        "state": session.problem.text(session.state),
        "turn": session.turn,
        "seats": [seat.name for seat in session.seats],
        "selected": list(session.selected),
        "lifted": sorted(board.poses),
        "auto": play.auto,
        "speed": play.pace,
        "left": cost_to_json(play.left),
        "optimum": cost_to_json(play.optimum),
        "over": session.over,
        "card": card,
        "note": controls.find_note(play)[0],
        "hint": None if play.hint is None else play.hint["grade"],
        "marks": play.marks,
        "focus": window.keyboard.focus,
        "help": window.help,
        "choosing": None if window.chooser is None else window.chooser.names[window.chooser.at],
        "command": window.page.command,
        "why": window.page.why,
        "theme": window.theme.name,
        "language": current_language.get(),
        "task": play.worker.task,
        "moving": not board.is_resting(now) or now < window.tumbling,
        "size": list(window.window.size),
        "position": list(window.window.position),
        "handles": {name: board.pixels(point) for name, point in targets.find_handles(board.scene).items()},
        "click_areas": {area.command: area.rect.center for area in window.click_areas},
    }


if __name__ == "__main__":
    ReportingWindow.path = Path(sys.argv[1])
    with patch.object(langkah.apps.window, "Window", ReportingWindow):
        sys.exit(main(sys.argv[2:]))
