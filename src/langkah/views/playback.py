"""A recording with a hand on it: where it stands, whether it plays, which node is looked at; and what every pane shows
at that moment, as plain values.

The terminal draws these values and decides nothing; the page does the same in its own language. All that
is known of a moment comes from `langkah.views.recording`.
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

SPEEDS = (1, 2, 5, 10, 25, 60, 240, 1000)  # events a second
USUAL_SPEED = SPEEDS.index(5)


class Panes(NamedTuple):
    """What all panes show at one moment."""

    at: int
    node: int  # whose board is shown; NEVER in an empty record
    caption: str
    happened: str
    frontier: tuple[ListEntry, ...]  # the next one first; of a walk: the way it stands on
    waiting: int  # how many there are, where the list was cut
    closed: tuple[ListEntry, ...]  # the newest first
    done: int
    lit: int  # the line of the pseudo-code at work; -1: none
    counters: Counters
    bound: str
    why: Reason | None  # of the node that is looked at
    way: tuple[str, ...]  # the moves that lead to it


class Playback:
    """A place in a record that people move, and the node they look at."""

    def __init__(self, problem: Problem[Any, Any], trace: Trace, result: Result[Any, Any], at: int = 0) -> None:
        self.recording = Recording(problem, trace, result)
        self.problem, self.trace, self.result = problem, trace, result
        self.cursor = Cursor(trace, at)
        self.selected = NEVER
        self.playing = False
        self.speed = USUAL_SPEED
        self.owed = 0.0  # the part of an event that is due
        self.stops = self.recording.stops()

    # Moving

    @property
    def at(self) -> int:
        """How many events have passed."""
        return self.cursor.count

    @property
    def length(self) -> int:
        """How many events there are."""
        return len(self.trace)

    def go(self, at: int) -> None:
        """To the moment after so many events."""
        self.playing = False
        self.cursor.seek(at)

    def step(self, by: int) -> None:
        """So many events forward or back."""
        self.go(self.at + by)

    def iterate(self, by: int) -> None:
        """To the next node taken, or to the one before."""
        self._go_beside(self.trace.index().taken_at, by)

    def strike(self, by: int) -> None:
        """To the next event worth stopping at, or to the one before."""
        self._go_beside(self.stops, by)

    def _go_beside(self, events: Sequence[int], by: int) -> None:
        """To the moment after the next of some events, or the one before; to the end or the start where none is."""
        place = bisect_left(events, self.at) if by > 0 else bisect_left(events, self.at - 1) - 1
        end = self.length if by > 0 else 0
        self.go(events[place] + 1 if 0 <= place < len(events) else end)

    def to_goal(self) -> bool:
        """To the first goal. Whether there is one."""
        goals = self.trace.index().goals
        if goals:
            self.go(goals[0] + 1)
        return bool(goals)

    def to_made(self, node: int) -> bool:
        """To where a node was generated. Whether there is such a node."""
        history = self.trace.index().histories.get(node)
        if history is not None:
            self.go(history.made + 1)
        return history is not None

    def look(self, node: int) -> None:
        """Look at a node; NEVER follows the search again."""
        self.selected = node if node in self.trace.index().histories else NEVER

    def make_commands(self) -> dict[str, Callable[[], object]]:
        """What can be done with a recording, by name."""
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
        """Faster or slower."""
        self.speed = max(0, min(len(SPEEDS) - 1, self.speed + by))

    def tick(self, seconds: float) -> None:
        """Time has passed: if it plays, go on."""
        if not self.playing:
            return
        self.owed += seconds * SPEEDS[self.speed]
        whole = int(self.owed)
        self.owed -= whole
        self.cursor.seek(self.at + whole)
        self.playing = self.at < self.length

    # What is shown

    @property
    def subject(self) -> int:
        """The node that the last event is about, or NEVER."""
        return self.trace.subject(self.at)

    @property
    def shown(self) -> int:
        """The node whose board is shown: the one looked at, else the one that the last event is about."""
        if self.selected != NEVER or not self.length:
            return self.selected
        return self.subject if self.subject >= 0 else (self.trace.roots(self.at) or [0])[-1]

    def waiting(self, most: int | None = None) -> list[int]:
        """What waits, in order; of a search that walks down and back, the way it stands on."""
        if self.recording.walks:
            return self.trace.path(self.subject)[:most] if self.subject >= 0 else []
        return [event.node for event in self.cursor.snapshot.frontier(most)]

    def panes(self, most: int | None = None) -> Panes:
        """What all panes show now; `most` cuts the lists short."""
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
