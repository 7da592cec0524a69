"""What the window shows, as lines of JSON in a file: for tests, which see it only through keys, clicks and this.

Set LANGKAH_WINDOW_REPORT to the name of a file. Whenever what is shown has changed, a line is added.
"""

import json
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from langkah.apps.window import controls, dialogs, targets
from langkah.language import current_language
from langkah.trace import cost_to_json

if TYPE_CHECKING:
    from langkah.apps.window.watch.screen import WatchScreen
    from langkah.apps.window.window import Window

VARIABLE = "LANGKAH_WINDOW_REPORT"
MOST_NODES = 200  # of a tree, whose places are told


class Report:
    """Adds a line whenever the facts have changed."""

    def __init__(self, path: str) -> None:
        self.path = Path(path) if path else None
        self.last = ""

    def tell(self, window: "Window", now: float) -> None:
        """Write down what is shown, unless it is as before."""
        if self.path is None:
            return
        line = json.dumps(_collect_facts(window, now))
        if line != self.last:
            self.last = line
            with self.path.open("a", encoding="utf-8") as file:
                file.write(line + "\n")


def _collect_facts(window: "Window", now: float) -> dict[str, Any]:
    """What is shown."""
    round_, session, board = window.round, window.round.session, window.board
    card = (
        [dialogs.format_ending_heading(round_), *(line[0] for line in dialogs.format_ending_lines(round_))]
        if window.covered(now)
        else []
    )
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
        "left": cost_to_json(round_.left),
        "optimum": cost_to_json(round_.optimum),
        "over": session.over,
        "card": card,
        "note": controls.find_note(round_)[0],
        "hint": None if round_.hint is None else round_.hint["grade"],
        "marks": round_.marks,
        "focus": window.keyboard.focus,
        "help": window.help,
        "choosing": None if window.chooser is None else window.chooser.names[window.chooser.at],
        "watch": None if window.watch is None else _collect_watch_facts(window.watch),
        "theme": window.theme.name,
        "language": current_language.get(),
        "task": round_.backstage.task,
        "moving": not board.resting(now) or now < window.tumbling,
        "size": list(window.window.size),
        "position": list(window.window.position),
        "handles": {name: board.pixels(point) for name, point in targets.find_handles(board.scene).items()},
        "spots": {spot.command: spot.rect.center for spot in window.spots},
        "frame": round(median(window.costs), 1),
    }


def _collect_watch_facts(watch: "WatchScreen") -> dict[str, Any]:
    """What is shown of a search that is watched, or chosen."""
    form = {row.name: row.value for row in watch.choices.rows()}
    found: dict[str, Any] = {"stage": watch.stage, "help": watch.help, "wrong": watch.wrong, "form": form}
    theatre = watch.theatre
    if theatre is None or theatre.plan is None:
        return found
    playback, view, panes = theatre.playback, theatre.view, theatre.panes()
    boxes = {node: view.box(node) for node in sorted(playback.trace.read().lives) if node in view.grove.places}
    inside = view.layer.get_rect()
    nodes = {node: box.move(view.area.topleft).center for node, box in boxes.items() if inside.contains(box)}
    return found | {
        "algorithm": playback.result.algorithm,
        "at": playback.at,
        "of": playback.length,
        "playing": playback.playing,
        "pace": playback.speed,
        "looked": playback.selected,
        "happened": panes.happened,
        "why": None if panes.why is None else [panes.why.fate, panes.why.text],
        "board": playback.problem.text(playback.trace.node(panes.node).state) if panes.node >= 0 else "",
        "frontier": [entry.node for entry in panes.frontier],
        "closed": [entry.node for entry in panes.closed],
        "counters": panes.counters._asdict(),
        "lit": panes.lit,
        "panes": sorted(theatre.plan.panes),
        "tab": theatre.tab,
        "slider": list(theatre.slider),
        "chart": list(theatre.chart),
        "tree": {
            "area": list(view.area),
            "scale": view.scale,
            "corner": [round(view.x), round(view.y)],
            "following": view.following,
            "boards": view.grove.boards,
            "folded": sorted(view.grove.folded),
            "nodes": dict(list(nodes.items())[:MOST_NODES]),
        },
        "verdict": theatre.verdict,
        "left": theatre.left,
    }
