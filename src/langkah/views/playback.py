"""A replay under user control: its position, whether it plays, the selected node, and the content of every pane at this
position, as plain values.

The terminal only draws these values; the page does the same in JavaScript. All facts about a position come from
`langkah.views.recording`.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from langkah.model import Problem
from langkah.tracing import Cursor, Reason, Result, Trace
from langkah.tracing.record import NEVER, Counters
from langkah.views.recording import ListEntry, Recording
from langkah.views.watch_texts import get_watch_text

SPEEDS = (1, 2, 5, 10, 25, 60, 240, 1000)  # events per second
USUAL_SPEED = SPEEDS.index(5)


class Panes(NamedTuple):
    """The content of all panes at one position of a replay."""

    at: int
    node: int  # the node whose board is shown; NEVER in an empty record
    caption: str
    happened: str
    frontier: tuple[ListEntry, ...]  # next node first; without a frontier: the nodes of the path
    waiting: int  # the size of the frontier, even if the list is truncated
    closed: tuple[ListEntry, ...]  # newest first
    done: int
    lit: int  # the highlighted line of the pseudo-code; -1: none
    counters: Counters
    bound: str
    why: Reason | None  # the status of the selected node, and its reason
    way: tuple[str, ...]  # the moves that lead to the selected node


class Playback:
    """A replay that a user controls: the current position in a recorded search, and the selected node."""

    def __init__(self, problem: Problem[Any, Any], trace: Trace, result: Result[Any, Any], at: int = 0) -> None:
        self.recording = Recording(problem, trace, result)
        self.problem, self.trace, self.result = problem, trace, result
        self.cursor = Cursor(trace, at)
        self.selected = NEVER
        self.playing = False
        self.speed = USUAL_SPEED
        self.owed = 0.0  # time that has passed towards the next event, as a fraction of an event
        self.stops = self.recording.stops()

    # Moving

    @property
    def at(self) -> int:
        """The number of events so far."""
        return self.cursor.count

    @property
    def length(self) -> int:
        """The total number of events."""
        return len(self.trace)

    def go(self, at: int) -> None:
        """Stop playing, and go to the position after `at` events."""
        self.playing = False
        self.cursor.seek(at)

    def step(self, by: int) -> None:
        """Go forward by `by` events, or back if `by` is negative."""
        self.go(self.at + by)

    def iterate(self, by: int) -> None:
        """Go to the next expansion of a node or, if `by` is negative, to the previous one."""
        self._go_beside(self.trace.index().taken_at, by)

    def strike(self, by: int) -> None:
        """Go to the next notable event or, if `by` is negative, to the previous one. The notable events are those in
        `stops` (see `Recording.stops`).
        """
        self._go_beside(self.stops, by)

    def _go_beside(self, events: Sequence[int], by: int) -> None:
        """Go to the position after the next of the given events or, if `by` is negative, after the previous one. If
        there is no such event, go to the end or the start.
        """
        place = bisect_left(events, self.at) if by > 0 else bisect_left(events, self.at - 1) - 1
        end = self.length if by > 0 else 0
        self.go(events[place] + 1 if 0 <= place < len(events) else end)

    def to_goal(self) -> bool:
        """Go to the first goal; returns whether there is one."""
        goals = self.trace.index().goals
        if goals:
            self.go(goals[0] + 1)
        return bool(goals)

    def to_made(self, node: int) -> bool:
        """Go to the event that generated a node; returns whether there is such a node."""
        history = self.trace.index().histories.get(node)
        if history is not None:
            self.go(history.made + 1)
        return history is not None

    def look(self, node: int) -> None:
        """Select a node. The value `NEVER` clears the selection, so that the viewer follows the search again."""
        self.selected = node if node in self.trace.index().histories else NEVER

    def make_commands(self) -> dict[str, Callable[[], object]]:
        """The commands of a replay, by name."""
        return {
            "play": self.toggle,
            "forward": lambda: self.step(1),
            "back": lambda: self.step(-1),
            "next": lambda: self.iterate(1),
            "previous": lambda: self.iterate(-1),
            "strike": lambda: self.strike(1),
            "strike back": lambda: self.strike(-1),
            "first": lambda: self.go(0),
            "last": lambda: self.go(self.length),
            "faster": lambda: self.faster(1),
            "slower": lambda: self.faster(-1),
            "made": lambda: self.to_made(self.shown),
        }

    # Playing

    def toggle(self) -> None:
        """Play or pause; at the end, play from the start."""
        if not self.playing and self.at >= self.length:
            self.cursor.seek(0)
        self.playing, self.owed = not self.playing and self.length > 0, 0.0

    def faster(self, by: int) -> None:
        """Increase the speed by `by` levels of the table `SPEEDS`, or decrease it if `by` is negative."""
        self.speed = max(0, min(len(SPEEDS) - 1, self.speed + by))

    def tick(self, seconds: float) -> None:
        """If the replay is playing, advance it by the number of events that are played in `seconds` at the current
        speed.
        """
        if not self.playing:
            return
        self.owed += seconds * SPEEDS[self.speed]
        whole = int(self.owed)
        self.owed -= whole
        self.cursor.seek(self.at + whole)
        self.playing = self.at < self.length

    # Display

    @property
    def subject(self) -> int:
        """The node of the last event; `NEVER` if there is none."""
        return self.trace.subject(self.at)

    @property
    def shown(self) -> int:
        """The node whose board is shown: the selected node or, if none is selected, the node of the last event."""
        if self.selected != NEVER or not self.length:
            return self.selected
        return self.subject if self.subject >= 0 else (self.trace.roots(self.at) or [0])[-1]

    def waiting(self, most: int | None = None) -> list[int]:
        """The first `most` nodes of the frontier (None: all), in order. For a search without a frontier, the nodes of
        its current path.
        """
        if self.recording.walks:
            return self.trace.path(self.subject)[:most] if self.subject >= 0 else []
        return [event.node for event in self.cursor.snapshot.frontier(most)]

    def panes(self, most: int | None = None) -> Panes:
        """The content of all panes; the lists are truncated to `most` entries."""
        recording, snapshot, looked, at = self.recording, self.cursor.snapshot, self.selected, self.at
        return Panes(
            at=at,
            node=self.shown,
            caption=self._caption(self.shown),
            happened=recording.happened(at),
            frontier=tuple(recording.entry_at(node, at) for node in self.waiting(most)),
            waiting=len(self.waiting()) if recording.walks else len(snapshot.waiting),
            closed=tuple(recording.entry_at(node, at) for node in islice(reversed(snapshot.done), most)),
            done=len(snapshot.done),
            lit=recording.lit_line(at),
            counters=self.trace.counters(at),
            bound=recording.bound(at),
            why=None if looked == NEVER else self.trace.why(looked, at),
            way=() if looked == NEVER else recording.moves(looked),
        )

    def _caption(self, node: int) -> str:
        if node == NEVER:
            return ""
        parent = self.trace.node(node).parent
        if parent < 0:
            return get_watch_text("root").format(n=node)
        move = self.recording.move(node)
        text = get_watch_text("reached" if move else "reachedByChance")
        return text.format(**{"n": node, "from": parent, "move": move})
