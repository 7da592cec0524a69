"""The states of a space and the steps between them as a graph with numbered nodes: the data of a map.

Explorations count states and forget steps; a map needs every step. States are numbered breadth-first from the start, so
the same problem always gives the same numbers. The steps of a state keep the order of `steps`, so that a path is fully
described by ordinals, the index of the step taken at each state. The code is plain Python, so that it also runs in a
browser.
"""

from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, pairwise
from typing import Any

from langkah.model import Puzzle, Step
from langkah.packed import Packed

OUTSIDE = -1  # the number of a state beyond the explored part of the space
UNREACHED = -1  # the distance of a state from which no goal can be reached
LIMIT_CHECK_STATES = 1024
LEAST_ARRAY_STATES = 50_000  # from this size on, arrays are faster than lists
MOST_NARROW, CLEARLY_WIDER = 4, 2.0  # the most bottlenecks reported; how many times wider both sides must be
LEAST_PASSING = 0.1  # share of all best paths that must pass a bottleneck
LEAST_SHARE = 0.1  # share of the paths through a bottleneck that a state must carry to be listed


class OutOfTime(Exception):
    """Raised if the time limit was reached, or the work was cancelled."""


class Naming:
    """Identifies states: by their packed numbers if the puzzle has a packed form, else by their keys."""

    def __init__(self, puzzle: Puzzle[Any, Any]) -> None:
        self.puzzle = puzzle
        self.packed: Packed[Any] | None = puzzle.packed()

    def enter(self, state: Any) -> Any:
        """A state converted to the form that the graph stores."""
        return state if self.packed is None else self.packed.pack(state)

    def leave(self, held: Any) -> Any:
        """A stored state converted back to the puzzle's form."""
        return held if self.packed is None else self.packed.unpack(held)

    def name(self, held: Any) -> Hashable:
        """A hashable value that identifies a stored state."""
        found: Hashable = held if self.packed is not None else self.puzzle.key(held)
        return found

    def list_onward(self, held: Any) -> Iterable[Any]:
        """The successors of a stored state, in the order of `steps`."""
        if self.packed is not None:
            return self.packed.successors(held)
        return (step.state for step in self.puzzle.steps(held))

    def is_goal(self, held: Any) -> bool:
        """Whether a state is a goal."""
        return self.packed.is_goal(held) if self.packed is not None else self.puzzle.is_goal(held)


@dataclass(eq=False)
class StateGraph:
    """Numbered states and their successors: those of state n are `onward[bounds[n]:bounds[n + 1]]`, in the order of
    `steps`.
    """

    naming: Naming
    states: list[Any]
    bounds: "array[int]" = field(default_factory=lambda: array("l", [0]))
    onward: "array[int]" = field(default_factory=lambda: array("l"))
    goals: list[int] = field(default_factory=list)
    is_whole: bool = True  # whether the graph has every reachable state

    def __len__(self) -> int:
        return len(self.states)

    def get_state(self, number: int) -> Any:
        """The state with this number."""
        return self.naming.leave(self.states[number])

    def list_steps(self) -> Iterable[tuple[int, int]]:
        """Every step between two states of the graph, as a pair of their numbers."""
        for number in range(len(self)):
            for after in self.onward[self.bounds[number] : self.bounds[number + 1]]:
                if after != OUTSIDE:
                    yield number, after

    @cached_property
    def before(self) -> list[list[int]]:
        """The predecessors of each state."""
        found: list[list[int]] = [[] for _state in self.states]
        for number, after in self.list_steps():
            found[after].append(number)
        return found

    @cached_property
    def near(self) -> list[list[int]]:
        """The neighbours of each state: all other states that a step connects with it, in either direction."""
        found: list[dict[int, None]] = [{} for _state in self.states]
        for number, after in self.list_steps():
            if number != after:
                found[number][after] = found[after][number] = None
        return [list(each) for each in found]

    @cached_property
    def edges(self) -> list[tuple[int, int]]:
        """All pairs of neighbours, each pair once."""
        return [(number, other) for number, others in enumerate(self.near) for other in others if number < other]

    @cached_property
    def distances(self) -> list[int]:
        """The fewest steps from each state to a goal within the known part; -1 if no goal can be reached."""
        return measure_distances(self.before, self.goals)

    @cached_property
    def depths(self) -> list[int]:
        """The fewest steps between the start and each state, ignoring the direction of steps; -1 if no steps connect
        them.
        """
        return measure_distances(self.near, (0,))

    @property
    def farthest(self) -> int:
        """The largest distance from any state to its nearest goal."""
        return max(self.distances)

    @cached_property
    def hardest(self) -> list[int]:
        """The numbers of the states that are farthest from every goal; [] if no state has a distance above 0."""
        most = self.farthest
        return [number for number, distance in enumerate(self.distances) if distance == most] if most > 0 else []

    @cached_property
    def shares(self) -> list[float]:
        """For each state, the share of all states whose shortest paths to a goal pass through it, from 0 to 1. A state
        with several best steps divides its share evenly among these steps.
        """
        distances, through = self.distances, [1.0] * len(self)
        for number in sorted(range(len(self)), key=lambda each: -distances[each]):
            if distances[number] <= 0:
                continue
            onward = self.onward[self.bounds[number] : self.bounds[number + 1]]
            best = [each for each in onward if each >= 0 and distances[each] == distances[number] - 1]
            for each in best:
                through[each] += through[number] / len(best)
        return [each / len(self) for each in through]

    @cached_property
    def bottlenecks(self) -> list[int]:
        """The numbers of the bottleneck states: the shortest paths of many states to a goal converge to these few
        states, and spread out again. They are found by the width at each distance from the goals, that is, the
        effective number of states that carry the paths.
        """
        layers: list[list[int]] = [[] for _distance in range(self.farthest + 1)]
        for number, distance in enumerate(self.distances):
            if distance >= 0:
                layers[distance].append(number)
        widths = [_measure_width([self.shares[number] for number in layer]) for layer in layers]
        found: list[int] = []
        for distance in _find_narrow(widths)[:MOST_NARROW]:
            passing = sum(self.shares[number] for number in layers[distance])
            if passing >= LEAST_PASSING:
                found += [each for each in layers[distance] if self.shares[each] >= LEAST_SHARE * passing]
        return found


def _measure_width(shares: Sequence[float]) -> float:
    """The effective number of states that carry the paths, given the share of each state: n if n states have equal
    shares (inverse Simpson index).
    """
    whole = sum(shares)
    return whole * whole / sum(share * share for share in shares)


def _find_narrow(widths: Sequence[float]) -> list[int]:
    """The indices of local minima in `widths` from which the widths grow much larger on both sides, the most pronounced
    minimum first.
    """
    window = max(1, len(widths) // 12)
    found: list[tuple[float, int]] = []
    for place in range(1, len(widths) - 1):
        width = widths[place]
        around = widths[max(0, place - window) : place + window + 1]
        wider = min(max(widths[:place]), max(widths[place + 1 :])) / width
        if (
            width == min(around)
            and wider >= CLEARLY_WIDER
            and not any(abs(place - each) <= window for _w, each in found)
        ):
            found.append((-wider, place))
    return [place for _wider, place in sorted(found)]


def measure_distances(near: Sequence[Sequence[int]], sources: Iterable[int]) -> list[int]:
    """For each node, the fewest edges from the nearest source; -1 if there is no path."""
    found = [UNREACHED] * len(near)
    queue = list(sources)
    for source in queue:
        found[source] = 0
    for node in queue:
        further = found[node] + 1
        for other in near[node]:
            if found[other] < 0:
                found[other] = further
                queue.append(other)
    return found


def make_measure(near: Sequence[Sequence[int]]) -> Callable[[int], list[int]]:
    """A function that measures the distances from a node to all nodes. It uses NumPy if the graph is large and NumPy is
    installed; the results are the same without it.
    """
    try:
        if len(near) < LEAST_ARRAY_STATES:
            raise ImportError
        import numpy
    except ImportError:
        return lambda source: measure_distances(near, (source,))
    counts = numpy.fromiter(map(len, near), numpy.int64, len(near))
    ends = numpy.cumsum(counts)
    others = numpy.fromiter(chain.from_iterable(near), numpy.int32, int(ends[-1]))

    def measure(source: int) -> list[int]:
        found = numpy.full(len(near), UNREACHED, numpy.int32)
        layer, distance = numpy.array([source]), 0
        while layer.size:
            found[layer] = distance
            many = counts[layer]
            last = numpy.cumsum(many)
            reached = others[numpy.arange(last[-1]) + numpy.repeat(ends[layer] - last, many)]
            layer, distance = numpy.unique(reached[found[reached] < 0]), distance + 1
        listed: list[int] = found.tolist()
        return listed

    return measure


def explore_graph(
    puzzle: Puzzle[Any, Any],
    most: int,
    *,
    around: Iterable[Any] = (),
    deepest: int | None = None,
    is_over: Callable[[], bool] | None = None,
    tell: Callable[[int], None] | None = None,
) -> StateGraph:
    """The graph of all reachable states or, if there are more than `most`, of the first `most` states found.

    The search starts from the start state and the states in `around`, and goes at most `deepest` steps. `tell` is
    called with the number of states found so far. Raises `OutOfTime` if `is_over` returns True.
    """
    naming = Naming(puzzle)
    index: dict[Hashable, int] = {}
    states: list[Any] = []
    for state in (puzzle.start, *around):
        held = naming.enter(state)
        if index.setdefault(naming.name(held), len(states)) == len(states):
            states.append(held)
    graph, end, depth = StateGraph(naming, states), len(states), 0
    for number, held in enumerate(states):  # `states` grows in this loop
        if number == end:
            end, depth = len(states), depth + 1
        has_room = deepest is None or depth < deepest
        if number % LIMIT_CHECK_STATES == 0:
            if is_over is not None and is_over():
                raise OutOfTime
            if tell is not None:
                tell(len(states))
        for after in naming.list_onward(held):
            name = naming.name(after)
            found = index.get(name, OUTSIDE)
            if found == OUTSIDE and has_room and len(states) < most:
                found = index[name] = len(states)
                states.append(after)
            elif found == OUTSIDE:
                graph.is_whole = False
            graph.onward.append(found)
        graph.bounds.append(len(graph.onward))
        if naming.is_goal(held):
            graph.goals.append(number)
    return graph


def find_ordinals(puzzle: Puzzle[Any, Any], states: Sequence[Any]) -> list[int]:
    """A path through consecutive states as ordinals: the index of the step taken at each state."""
    naming, found = Naming(puzzle), []
    for here, there in pairwise(states):
        wanted = naming.name(naming.enter(there))
        names = [naming.name(each) for each in naming.list_onward(naming.enter(here))]
        found.append(names.index(wanted))
    return found


def follow_ordinals(puzzle: Puzzle[Any, Any], state: Any, ordinals: Iterable[int]) -> list[Step[Any, Any]] | None:
    """The path from `state` that `ordinals` describes, as steps; None if there is no such path."""
    naming, steps = Naming(puzzle), []
    for ordinal in ordinals:
        onward = list(naming.list_onward(naming.enter(state)))
        if not 0 <= ordinal < len(onward):
            return None
        wanted = naming.name(onward[ordinal])
        step = next(each for each in puzzle.steps(state) if naming.name(naming.enter(each.state)) == wanted)
        steps.append(step)
        state = step.state
    return steps
