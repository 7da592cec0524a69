"""The record of a search, with queries about the time after any event: the frontier in its true order, the closed set,
the tree, the path to a node, and the status of every node with its reason.

Some frontiers are stored as keyframes, which hold only the numbers of the nodes. A keyframe is at least as many events
after the previous keyframe as it holds numbers, so all keyframes together are no longer than the record, and the time
to reach any event is proportional to the size of its frontier. The closed set is a slice of the list of expanded nodes.
"""

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from time import perf_counter
from typing import Any, NamedTuple

from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Cost, Problem
from langkah.tracing.events import MAKES, Event, Kind
from langkah.tracing.points import PLAYERS, describe_value, format_bounds, format_level
from langkah.tracing.result import Result, format_cost
from langkah.tracing.snapshot import Snapshot

KEYFRAME_EVENTS = 256  # minimum distance of two keyframes, in events
NEVER = -1


class _NodeHistory:
    """The history of a node: its children, and the indices of the events that generated it, changed its values, or
    decided its status. An index is `NEVER` if no such event happened.
    """

    __slots__ = ("back", "children", "cut", "dropped", "goal", "made", "taken", "updates", "valued")

    def __init__(self, made: int) -> None:
        self.made = made
        self.taken = self.dropped = self.goal = self.valued = self.cut = self.back = NEVER
        self.updates: tuple[int, ...] = ()  # changes of the node's alpha, beta or provisional value
        self.children: list[int] = []


class Reason(NamedTuple):
    """The status of a node after an event: `fate` is the status in one word, `text` a sentence with the reason."""

    fate: str  # unseen, waiting, taken, goal, back, duplicate, pruned, deep (at the depth limit), past (earlier round)
    text: str
    event: int = NEVER  # the index of the deciding event
    other: int = NEVER  # the other node that this event names, such as the node with the same state


class Counters(NamedTuple):
    """The effort of a search up to an event, counted as in `Stats`."""

    expanded: int
    generated: int
    skipped: int
    pruned: int
    frontier: int


class Trace:
    """The record of a search, as made by `trace`. It is an observer itself: `solve(puzzle, observe=Trace())`.

    `most` bounds the memory: later events are only counted, in `left_out` and by kind in `missing`. `timed` records the
    time of each event, in seconds since the first, for races replayed in real time.

    >>> trace(load("hanoi", discs=1), "bfs")
    <Trace of breadth-first on hanoi discs=1: 6 events>
    """

    def __init__(self, most: int = 1_000_000, *, timed: bool = False) -> None:
        self.events: list[Event] = []
        self.most = most
        self.left_out = 0
        self.missing: Counter[Kind] = Counter()
        self.seconds: array[float] | None = array("d") if timed else None
        self.began = 0.0
        self.result: Result[Any, Any] | None = None  # the result, once the search has ended
        self._index = _TraceIndex()

    def __repr__(self) -> str:
        about = "" if self.result is None else f" of {self.result.algorithm} on {self.result.problem}"
        left_out = f", {self.left_out:,} left out" if self.left_out else ""
        return f"<Trace{about}: {len(self.events):,} events{left_out}>"

    def __call__(self, event: Event) -> None:
        if len(self.events) < self.most:
            self.events.append(event)
            if self.seconds is not None:
                self.began = self.began if self.seconds else perf_counter()
                self.seconds.append(perf_counter() - self.began)
        else:
            self.left_out += 1
            self.missing[event.kind] += 1

    def __len__(self) -> int:
        return len(self.events)

    def first(self, count: int) -> "Trace":
        """The record limited to its first `count` events."""
        if count >= len(self.events):
            return self
        found = Trace(count)
        found.events = self.events[:count]
        found.seconds = None if self.seconds is None else self.seconds[:count]
        found.left_out = self.left_out + len(self.events) - count
        found.missing = self.missing + Counter(event.kind for event in self.events[count:])
        return found

    def node(self, number: int) -> Event:
        """The event that introduced a node."""
        return self.events[self.history(number).made]

    @property
    def made(self) -> dict[int, Event]:
        """The event that introduced each node."""
        return {number: self.events[history.made] for number, history in self.index().histories.items()}

    def history(self, number: int) -> _NodeHistory:
        """The history of a node."""
        return self.index().histories[number]

    def index(self) -> "_TraceIndex":
        """The index of the events so far."""
        self._index.follow(self.events)
        return self._index

    def after(self, count: int) -> Snapshot:
        """The frontier and the closed set after the first `count` events."""
        return Cursor(self, count).snapshot

    def children(self, number: int, count: int | None = None) -> list[int]:
        """The children of a node that were generated in the first `count` events (default: all), in order of
        generation.
        """
        histories = self.index().histories
        found = histories[number].children
        return list(found) if count is None else [each for each in found if histories[each].made < count]

    def path(self, number: int) -> list[int]:
        """The nodes from the root to this one."""
        found = []
        while number >= 0:
            found.append(number)
            number = self.node(number).parent
        return found[::-1]

    def follow(self, moves: Sequence[Any]) -> list[int]:
        """The nodes along a line of moves, from the root of the last round to the last recorded node."""
        roots = self.roots()
        found = roots[:1]
        for move in moves:
            below = (each for each in self.children(found[-1]) if self.node(each).move == move) if found else iter(())
            child = next(below, None)
            if child is None:
                break
            found.append(child)
        return found

    def roots(self, count: int | None = None) -> list[int]:
        """The nodes without a parent in the round that is running after `count` events."""
        begin, end = self.index().round_at(len(self.events) if count is None else count)
        return [number for number in self._index.roots if begin <= self._index.histories[number].made < end]

    def goals(self, count: int | None = None) -> list[int]:
        """The goals found in the first `count` events, in order."""
        end = len(self.events) if count is None else count
        return [self.events[index].node for index in self.index().goals if index < end]

    def solution(self, count: int | None = None) -> list[int]:
        """The nodes on the path to the goal found last; in a bidirectional search, the nodes on both halves of the
        path. [] if there is no goal.
        """
        end = len(self.events) if count is None else count
        met = [self.events[index] for index in self.index().goals if index < end]
        if not met:
            return []
        beyond = self.path(met[-1].other)[::-1] if met[-1].other >= 0 else []
        return [*self.path(met[-1].node), *beyond]

    def rounds(self) -> list[int]:
        """The indices of the events that begin a new round."""
        return list(self.index().restarts)

    def subject(self, count: int | None = None) -> int:
        """The node of the latest event after `count` events (default: all), which viewers highlight and follow; -1 if
        there is none.
        """
        last = len(self.events) if count is None else count
        return self.events[last - 1].node if last else NEVER

    def value(self, number: int, count: int | None = None) -> Cost | None:
        """The value of a node after `count` events (default: all), in a search for two players or with dice; None if it
        is not known by then.
        """
        valued = self.history(number).valued
        return self.events[valued].bound if valued != NEVER and (count is None or valued < count) else None

    def bounds(self, number: int, count: int | None = None) -> tuple[Cost, Cost] | None:
        """Alpha and beta of a node after `count` events; None unless this is a search for two players with pruning."""
        history, end = self.history(number), len(self.events) if count is None else count
        event = self.events[max((each for each in history.updates if each < end), default=history.made)]
        return None if event.alpha is None or event.beta is None else (event.alpha, event.beta)

    def has_players(self) -> bool:
        """Whether this is a two-player game, with MAX and MIN."""
        return bool(self.events) and self.events[0].side in PLAYERS

    def keeps_path(self) -> bool:
        """Whether the search stores only its path: it descends at once into each node that it generates."""
        return self.index().largest <= 1

    def counters(self, count: int | None = None) -> Counters:
        """The effort in the first `count` events."""
        index, end = self.index(), len(self.events) if count is None else count
        return Counters(
            expanded=bisect_left(index.taken_at, end),
            generated=bisect_left(index.made_at, end),
            skipped=bisect_left(index.skipped_at, end),
            pruned=bisect_left(index.pruned_at, end),
            frontier=index.sizes[end - 1] if end else 0,
        )

    def ordered_by_cost(self) -> bool:
        """Whether the frontier is ordered by cost."""
        return any(event.kind is Kind.OPEN and len(event.order) > 1 and event.total for event in self.events)

    def _find_discipline(self) -> str:
        """The order of the frontier: "cost" (the least first), "queue" (the oldest first), "stack" (the newest first),
        or "" for any other order.
        """
        if self.ordered_by_cost():
            return "cost"
        opened = [event for event in self.events if event.kind is Kind.OPEN]
        nodes = [event.node for event in sorted(opened, key=lambda event: event.order)]
        if any(event.side for event in opened):
            return ""
        return "queue" if nodes == sorted(nodes) else "stack" if nodes == sorted(nodes, reverse=True) else ""

    def waiting_texts(self) -> dict[str, str]:
        """The sentences for a node in the frontier, with placeholders: `first` if the node comes next, `same` if the
        next node has the same value, `other` if the next node has a better value, `end` after the end of the search.
        """
        if self.keeps_path():
            told, end = (
                _("the search continues from this node at once"),
                _("the search ended before it continued from this node"),
            )
            return {"first": told, "same": told, "other": told, "end": end}
        place = _("place {place} of {all} in the frontier")
        others = {
            "cost": (
                _("#{n} has the same value, {cost}, but the tie-break rule puts it first"),
                _("#{n} comes first: its value, {less}, is less than {more}"),
            ),
            "queue": (_("#{n} comes first: it was generated earlier"),) * 2,
            "stack": (_("#{n} comes first: it was generated later"),) * 2,
        }
        same, other = others.get(self._find_discipline(), ("", ""))
        return {
            "first": "; ".join((place, _("this node comes first"))),
            "same": "; ".join(filter(None, (place, same))),
            "other": "; ".join(filter(None, (place, other))),
            "end": _("still in the frontier when the search ended"),
        }

    def sizes(self) -> Sequence[int]:
        """The size of the frontier after each event, for a chart."""
        return self.index().sizes

    def why(self, number: int, count: int | None = None) -> Reason:
        """The status of a node after `count` events (default: all), and its reason."""
        return self.explainer(count).explain(number)

    def explainer(self, count: int | None = None) -> "Explainer":
        """An explainer, which gives the same answers as `why` after `count` events, and is faster for many nodes."""
        return Explainer(self, len(self.events) if count is None else count)

    def as_dict(
        self, problem: Problem[Any, Any] | None = None, result: Result[Any, Any] | None = None, **more: Any
    ) -> dict[str, Any]:
        """The record as plain JSON values; see `langkah.tracing.storage`. The problem may be omitted if the
        record contains it.
        """
        from langkah.tracing.storage import trace_to_dict

        result = result or self.result
        problem = problem or (None if result is None else result.source)
        if problem is None:
            raise BadInput(_("this trace does not contain its problem: call as_dict(problem)"))
        return trace_to_dict(self, problem, result, **more)

    @staticmethod
    def from_dict(found: object) -> "Trace":
        """The record stored as the JSON values `found`; `trace_from_dict` also returns its problem and result."""
        from langkah.tracing.storage import trace_from_dict

        return trace_from_dict(found).trace


class _TraceIndex:
    """An index of a trace, built in one pass over the events and extended as more events arrive: the history of each
    node, the positions of some kinds of events, the sizes of the frontier, and the keyframes.
    """

    def __init__(self) -> None:
        self.histories: dict[int, _NodeHistory] = {}
        self.roots: list[int] = []
        self.goals: list[int] = []
        self.restarts = array("q")
        self.made_at, self.taken_at, self.skipped_at, self.pruned_at = array("q"), array("q"), array("q"), array("q")
        self.sizes = array("q")
        self.largest = 0  # the largest entry of `sizes`
        self.frames: list[tuple[int, tuple[int, ...]]] = [(0, ())]  # keyframes: event count, frontier after it
        self.now = Snapshot()

    def follow(self, events: Sequence[Event]) -> None:
        for position in range(len(self.sizes), len(events)):
            event = events[position]
            if event.kind is Kind.RESTART:
                self.restarts.append(position)
            else:
                self.note(position, event)
            self.now.apply(event)
            self.sizes.append(len(self.now.waiting))
            self.largest = max(self.largest, len(self.now.waiting))
            if position + 1 - self.frames[-1][0] >= max(KEYFRAME_EVENTS, len(self.now.waiting)):
                self.frames.append((position + 1, tuple(self.now.waiting)))

    def note(self, position: int, event: Event) -> None:
        history = self.histories.get(event.node)
        if history is None:
            if event.kind not in MAKES:
                return
            history = self.histories[event.node] = _NodeHistory(position)
            self.made_at.append(position)
            (self.roots if event.parent < 0 else self.histories[event.parent].children).append(event.node)
        if event.kind is Kind.TAKE:
            history.taken = position
            self.taken_at.append(position)
        elif event.kind in (Kind.DUPLICATE, Kind.PRUNE):
            history.dropped = position
            (self.skipped_at if event.kind is Kind.DUPLICATE else self.pruned_at).append(position)
        elif event.kind is Kind.GOAL:
            history.goal = position
            self.goals.append(position)
        elif event.kind is Kind.VALUE:
            history.valued = position
        elif event.kind is Kind.CUT:
            history.cut = position
        elif event.kind is Kind.UPDATE:
            history.updates += (position,)
        elif event.kind is Kind.BACK:
            history.back = position

    def round_at(self, count: int) -> tuple[int, int]:
        """The round that is running after `count` events, as a range of event indices: where it begins, and `count`."""
        place = bisect_left(self.restarts, count)
        return (self.restarts[place - 1] + 1 if place else 0), count


class Cursor:
    """A position in a trace that can be moved forwards and backwards: `seek` applies or undoes single events if the
    target is near; otherwise it starts from the last keyframe before the target. `snapshot` is the frontier and the
    closed set at the position.
    """

    def __init__(self, trace: Trace, count: int = 0) -> None:
        self.trace = trace
        self.count = 0
        self.snapshot = Snapshot()
        self.seek(count)

    def seek(self, count: int) -> Snapshot:
        """Go to the time after the first `count` events. Returns the frontier and the closed set at that time."""
        count = max(0, min(count, len(self.trace)))
        frame = self._find_keyframe(count)
        begin = self.trace.index().round_at(self.count)[0]
        back = begin <= count < self.count and self.count - count <= count - frame[0] + len(frame[1])
        if not back and not frame[0] <= self.count <= count:
            self._restore(*frame)
        while self.count < count:
            self.snapshot.apply(self.trace.events[self.count])
            self.count += 1
        while self.count > count:
            self._step_back()
        return self.snapshot

    def _step_back(self) -> None:
        self.count -= 1
        event = self.trace.events[self.count]
        opened = None
        if event.node >= 0:
            history = self.trace.history(event.node)
            first = self.trace.events[history.made]
            left = min(each for each in (history.taken, history.dropped, len(self.trace)) if each != NEVER)
            opened = first if left == self.count and first.kind is Kind.OPEN else None
        self.snapshot.undo(event, opened)

    def _find_keyframe(self, count: int) -> tuple[int, tuple[int, ...]]:
        frames = self.trace.index().frames
        return frames[bisect_left(frames, count + 1, key=lambda frame: frame[0]) - 1]

    def _restore(self, count: int, numbers: Sequence[int]) -> None:
        trace, index = self.trace, self.trace.index()
        begin, end = index.round_at(count)
        first, last = bisect_left(index.taken_at, begin), bisect_left(index.taken_at, end)
        done = (trace.events[position].node for position in index.taken_at[first:last])
        self.snapshot = Snapshot(
            {number: trace.node(number) for number in numbers}, {number: trace.node(number) for number in done}
        )
        self.count = count


class Explainer:
    """Explains the status of any node at one moment: after the first `count` events."""

    def __init__(self, trace: Trace, count: int) -> None:
        self.trace, self.count = trace, count
        self.histories, self.begin = trace.index().histories, trace.index().round_at(count)[0]
        self.over = count >= len(trace) and not trace.left_out
        self.places: dict[int, int] = {}  # positions in the frontier, from 1, computed on first use
        self.texts: dict[str, str] = {}  # the sentences for nodes in the frontier

    def explain(self, number: int) -> Reason:
        """The status of one node, with its reason."""
        fate = self.fate(number)
        if fate == "unseen":
            return Reason(fate, _("not yet reached at this step"))
        history = self.trace.history(number)
        if fate == "past":
            restart = self.trace.events[self.begin - 1]
            text = _("belongs to an earlier round; the current round has the bound {bound}")
            return Reason(fate, text.format(bound=restart.why or restart.bound), history.made)
        if fate == "waiting":
            return self._explain_waiting(number, history)
        if fate in ("duplicate", "pruned"):
            event = self.trace.events[history.dropped]
            return Reason(fate, event.why, history.dropped, event.other)
        taken = _("number {n} in the order of visits") if self.trace.keeps_path() else _("expanded in iteration {n}")
        place = bisect_left(self.trace.index().taken_at, history.taken) + 1
        told = "; ".join([taken.format(n=place), *self.list_findings(number)])
        return Reason(fate, told, *self._find_decision(history))

    def fate(self, number: int) -> str:
        """The status of a node in one word."""
        history = self.histories.get(number)
        if history is None or history.made >= self.count:
            return "unseen"
        if history.made < self.begin:
            return "past"
        if self._is_reached(history.taken):
            decided = {"deep": history.dropped, "goal": history.goal, "back": history.back}
            return next((fate for fate, event in decided.items() if self._is_reached(event)), "taken")
        if self._is_reached(history.dropped):
            return "duplicate" if self.trace.events[history.dropped].kind is Kind.DUPLICATE else "pruned"
        return "waiting"

    def _is_reached(self, position: int) -> bool:
        return position != NEVER and position < self.count

    def _find_decision(self, history: _NodeHistory) -> tuple[int, int]:
        """The index of the event that decided the status of an expanded node, and the other node that this
        event names.
        """
        found = next((each for each in (history.dropped, history.goal, history.back) if self._is_reached(each)), NEVER)
        return (found, self.trace.events[found].other) if found != NEVER else (history.taken, NEVER)

    def list_findings(self, number: int) -> list[str]:
        """Sentences about what the search found at a node after its expansion, for example that it is a goal."""
        events, history = self.trace.events, self.trace.history(number)
        told = []
        if self._is_reached(history.goal):
            told.append(_("a goal"))
        if self._is_reached(history.dropped):
            told.append(_("not expanded: {why}").format(why=events[history.dropped].why))
        if self._is_reached(history.back):
            told.append(_("taken back: there is nothing left to try below it"))
        told += self._list_values(number, history)
        if self._is_reached(history.cut):
            told.append(_("the other moves of this node are not examined: {why}").format(why=events[history.cut].why))
        return told

    def _list_values(self, number: int, history: _NodeHistory) -> list[str]:
        """Sentences about a node: the player to move, and its value or, until this is known, alpha and beta."""
        told = [format_level(self.trace.node(number))] if self.trace.has_players() else []
        if self._is_reached(history.valued):
            return [*told, _("value: {value}").format(value=describe_value(self.trace.events[history.valued]))]
        bounds = self.trace.bounds(number, self.count)
        return [*told, format_bounds(*bounds)] if bounds else told

    def _explain_waiting(self, number: int, history: _NodeHistory) -> Reason:
        self.texts = texts = self.texts or self.trace.waiting_texts()
        if self.over:
            return Reason("waiting", texts["end"], history.made)
        if not self.places:
            frontier = self.trace.after(self.count).frontier()
            self.places = {event.node: place for place, event in enumerate(frontier, 1)}
        first = next(iter(self.places))
        best, own = (format_cost(self.trace.node(node).total) for node in (first, number))
        text = texts["first" if first == number else "same" if best == own else "other"]
        told = text.format(place=self.places[number], all=len(self.places), n=first, cost=best, less=best, more=own)
        return Reason("waiting", told, history.made)
