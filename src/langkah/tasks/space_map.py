"""The task 'draw the whole space': a map of the state space, the board of a state on the map, and the path of a session
on it.

If a space is too large, or its puzzle too slow, a part of it is mapped: the states around the moves made so far and
around a solution. The part grows during play. A state on a map is named by a path from the start: the index of the step
taken at each state. So any state can be named, and the server need not store the map.
"""

import time
from array import array
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Annotated, Any, Literal, TypedDict

from langkah.engine.fingerprint import compute_fingerprint
from langkah.engine.object_cache import read_cached, write_cached
from langkah.engine.state_graph import OutOfTime, StateGraph, explore_graph, find_ordinals, follow_ordinals
from langkah.errors import BadInput, DoesNotFit
from langkah.language import _
from langkah.memory import measure_memory
from langkah.model import Puzzle
from langkah.packed import count_at_most
from langkah.session import Session
from langkah.tasks.context import Context
from langkah.tasks.problems import PositionRequest
from langkah.tracing import EXPLORING, LAYING_OUT, Limit, Stats
from langkah.typed_json import Range
from langkah.views.graph_layout import Place, place_nodes
from langkah.views.space_map import LAYOUTS, SpaceMap
from langkah.views.strokes import SceneJson, scene_to_strokes

__all__ = [
    "LAYOUTS",
    "MOST_STATES",
    "MapRequest",
    "PlaceRequest",
    "SpaceMap",
    "find_place",
    "find_way",
    "make_map",
]

MOST_STATES, MOST_PAGE_STATES = 1_000_000, 200_000  # states on a map: at most, and by default
PART_STATES = 1500  # states on a partial map
MOST_AROUND = 600  # states around which a partial map grows
TIME_SHARES = (0.4, 0.7, 0.95)  # exploring, layout and everything must end at these shares of the time limit
PLAN_SECONDS = 5.0
TOO_MANY = 4  # a space that may be larger than the map by this factor is not explored
MOST_STEPS = 20_000
MOST_KEPT = 4
LEAST_CACHED_STATES, MOST_CACHED = 2000, 50  # states of a map that is cached; number of maps in the cache folder

_kept: OrderedDict[tuple[Any, str, int], SpaceMap] = OrderedDict()  # the most recent whole maps


@dataclass(frozen=True)
class MapRequest(PositionRequest):
    """A request for a map of the state space, for a session with the moves made so far. If the space has more than
    `most` states, only a part of it is mapped. `layout`: whether states are placed by the shape of the space, or in
    rings around the start.
    """

    layout: Literal["shape", "rings"] = "shape"
    most: Annotated[int, Range(10, MOST_STATES)] = MOST_PAGE_STATES

    def check(self) -> None:
        """Raise `Malformed` for unknown layouts and illegal numbers of states, also in requests from Python."""
        self.check_ranges("layout", "most")


@dataclass(frozen=True)
class PlaceRequest(PositionRequest):
    """A request about a place on the map. `way` is the path to it from the start: the index of the step taken at each
    state.
    """

    way: Annotated[list[int], Range(0, MOST_STEPS)] = field(default_factory=list)


class MapPlaceJson(TypedDict):
    """A state on the map: its board, as a picture and as text, and the moves that lead to it from the start."""

    scene: SceneJson
    text: str
    moves: list[str]


class MapWayJson(TypedDict):
    """The path of a session on the map, from the start: the index of the step taken at each state."""

    way: list[int]


def make_map(request: MapRequest, context: Context) -> SpaceMap:
    """Make the map of a state space: explore the space, and find a place on the map for each state. The answer names
    the limit that was reached, if any.
    """
    session = request.saved
    puzzle = _require_puzzle(session)
    key = (puzzle, request.layout, request.most)
    watches = tuple(_Watch(context, share) for share in TIME_SHARES)
    drawn = _kept.get(key) or _map_whole(puzzle, request, context, watches)
    if drawn.is_whole:
        _kept[key] = drawn
        _kept.move_to_end(key)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    elif drawn.limit not in ("depth", "cancel"):
        drawn = replace(_map_part(session, puzzle, request, context, watches[-1]), limit=drawn.limit)
    return replace(drawn, trail=_follow(drawn.graph, _list_ordinals(session, puzzle)))


def _require_puzzle(session: Session) -> Puzzle[Any, Any]:
    """The puzzle of a session. Raises `DoesNotFit` for a two-player game, which has no map."""
    if not isinstance(session.problem, Puzzle):
        raise DoesNotFit(
            _("a map shows the state space of a puzzle, but {name} is a two-player game").format(
                name=session.problem.name
            )
        )
    return session.problem


class _Watch:
    """Watches the time, the memory and cancelling. Calling it returns whether to stop; `limit` then
    names the reason.
    """

    def __init__(self, context: Context, share: float = 1.0) -> None:
        seconds = context.limit.seconds
        brief = context.tighten(Limit(seconds=None if seconds is None else seconds * share))
        self.deadline, self.memory, self.limit = brief.make_deadline(), context.limit.memory, ""

    def find_left(self, most: float) -> float:
        """The number of seconds left, at most `most`."""
        until = self.deadline.until
        return most if until is None else max(1e-3, min(most, until - time.monotonic()))

    def __call__(self) -> bool:
        if self.deadline():
            self.limit = self.deadline.limit
        elif self.memory is not None and measure_memory() > self.memory:
            self.limit = "memory"
        return bool(self.limit)


def _map_whole(puzzle: Puzzle[Any, Any], request: MapRequest, context: Context, watches: Sequence[_Watch]) -> SpaceMap:
    """The map of all states, or of all states within the depth limit. If there are too many states, or the time is up,
    the map shows only the start.
    """
    packed, limit = puzzle.packed(), context.limit
    most = min(request.most, limit.nodes or request.most)
    cut = "nodes" if most < request.most else ""
    if packed is not None and (count_at_most(packed) or 0) > TOO_MANY * most and limit.depth is None:
        return _map_start(puzzle, request, cut)
    exploring, placing = watches[:2]
    try:
        tell = _make_teller(context, EXPLORING)
        graph = explore_graph(puzzle, most, deepest=limit.depth, is_over=exploring, tell=tell)
        if not graph.is_whole and len(graph) >= most:
            return _map_start(puzzle, request, cut)
        if tell := _make_teller(context, LAYING_OUT):
            tell(len(graph))
        places = _place_or_read(graph, request.layout, placing)
    except OutOfTime:
        return _map_start(puzzle, request, exploring.limit or placing.limit)
    return SpaceMap(puzzle, graph, places, request.layout, limit="" if graph.is_whole else "depth")


def _place_or_read(graph: StateGraph, layout: str, is_over: Callable[[], bool]) -> list[Place]:
    """The coordinates of all states on the map. Computing coordinates takes most of the time, so the coordinates of a
    large space are cached; the cache key is made from the graph and the code of the layout.
    """
    if len(graph) < LEAST_CACHED_STATES:
        return place_nodes(graph, layout, is_over)
    name = f"{compute_fingerprint(place_nodes, layout, graph.bounds.tobytes(), graph.onward.tobytes())}.map"
    kept = array("i", read_cached(name) or b"")
    if len(kept) == 2 * len(graph):
        return list(zip(kept[::2], kept[1::2], strict=True))
    places = place_nodes(graph, layout, is_over)
    write_cached(name, array("i", chain.from_iterable(places)).tobytes(), most=MOST_CACHED)
    return places


def _map_start(puzzle: Puzzle[Any, Any], request: MapRequest, limit: str = "") -> SpaceMap:
    graph = explore_graph(puzzle, 1)
    return SpaceMap(puzzle, graph, place_nodes(graph), request.layout, limit=limit)


def _map_part(
    session: Session, puzzle: Puzzle[Any, Any], request: MapRequest, context: Context, watch: _Watch
) -> SpaceMap:
    """The map of the states around the moves made so far, and around a solution from the current position."""
    made = [turn.step.state for turn in session.turns[: session.made]]
    plan = session.least(context.limit.tighten(Limit(seconds=watch.find_left(PLAN_SECONDS))), context.cancelled).plan
    around = [*made[-MOST_AROUND:], *(step.state for step in plan[:MOST_AROUND])]
    most = min(PART_STATES, request.most, context.limit.nodes or PART_STATES)
    try:
        graph = explore_graph(puzzle, max(most, len(around) + 1), around=around, is_over=watch)
        return SpaceMap(puzzle, graph, place_nodes(graph, request.layout, watch), request.layout)
    except OutOfTime:
        return _map_start(puzzle, request, watch.limit)


def _make_teller(context: Context, engine: str) -> Callable[[int], None] | None:
    if context.progress is None:
        return None
    tell = context.progress
    return lambda states: tell(Stats(expanded=states, generated=states, engine=engine))


def _list_ordinals(session: Session, puzzle: Puzzle[Any, Any]) -> list[int]:
    if session.dice:
        return []
    return find_ordinals(puzzle, [puzzle.start, *(turn.step.state for turn in session.turns[: session.made])])


def _follow(graph: StateGraph, ordinals: Sequence[int]) -> tuple[int, ...]:
    """The numbers of the states along a path, up to the first that is not on the map. The path is given by the index of
    the step taken at each state.
    """
    here, found = 0, [0]
    for ordinal in ordinals:
        here = graph.onward[graph.bounds[here] + ordinal]
        if here < 0:
            break
        found.append(here)
    return tuple(found)


def find_place(request: PlaceRequest, context: Context) -> MapPlaceJson:
    """The board of a state on the map, and the moves that lead to this state from the start. Raises `BadInput` if the
    requested steps are not possible.
    """
    del context
    puzzle = _require_puzzle(request.saved)
    steps = follow_ordinals(puzzle, puzzle.start, request.way)
    if steps is None:
        raise BadInput(_("these steps are not possible from the start"))
    state = steps[-1].state if steps else puzzle.start
    return {
        "scene": scene_to_strokes(puzzle.scene(state)),
        "text": puzzle.text(state),
        "moves": [puzzle.notation(step.move) for step in steps],
    }


def find_way(request: PositionRequest, context: Context) -> MapWayJson:
    """Find the path from the start to the present position of a session, for a map."""
    del context
    return {"way": _list_ordinals(request.saved, _require_puzzle(request.saved))}
