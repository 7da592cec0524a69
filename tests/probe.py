"""An observer that reads the local variables of a running search, so that traces can be compared with the true state of
the search.

Every event comes from a call deep inside the search. The probe walks up the stack to the function that searches, and
reads its variables at that moment: its queue, stack or heap, and the keys of the states that it remembers.
"""

import sys
from collections.abc import Callable, Hashable
from types import FrameType
from typing import Any, NamedTuple

from langkah.search.best_first import NUMBER, STATE
from langkah.tracing import Event, Trace

Locals = dict[str, Any]


class Seen(NamedTuple):
    """The true state of a search: the frontier in its order, and the keys that the search remembers (None: it remembers
    none).
    """

    frontier: list[int]
    keys: set[Hashable] | None


def queue(held: Locals) -> Seen:
    """Reads breadth-first search: the nodes of its queue, and the keys that it has seen."""
    return Seen([node.number for node in held["queue"]], set(held["seen"]))


def both(held: Locals) -> Seen:
    """Reads bidirectional search: the nodes of both queues, and the keys that either half has seen."""
    halves = held["ahead"], held["behind"]
    return Seen([node.number for half in halves for node in half.queue], {key for half in halves for key in half.seen})


def heap(held: Locals) -> Seen:
    """Reads best-first search, whose heap keeps outdated entries until they are popped; these are left out."""
    entries = sorted(held["heap"], key=lambda entry: entry[:STATE])
    live = [entry[NUMBER] for entry in entries if entry[NUMBER] not in held["done"]]
    return Seen(live, set(held["best"]) if held["merge"] else None)


def stack(held: Locals) -> Seen:
    """Reads depth-first search: the nodes of its stack, from the top."""
    nodes = [entry[-1] if isinstance(entry, tuple) else entry for entry in held.get("stack", ())]
    return Seen([node.number for node in reversed(nodes)], set(held["reached"]) if "reached" in held else set())


def layers(held: Locals) -> Seen:
    """Reads beam search: the remaining nodes of the current layer, then the best nodes so far for the next layer."""
    here = held["layer"][held["index"] + 1 :] if "index" in held else held["layer"]
    below = [node.number for _f, _number, node in sorted(held.get("below", ()))]
    return Seen([node.number for node in here] + below, set(held["seen"]))


# For each algorithm, the function that searches, and the reader of its variables. The tests of an algorithm without a
# reader use its events only.
READERS: dict[str, tuple[str, Callable[[Locals], Seen]]] = {
    "breadth-first": ("breadth_first", queue),
    "bidirectional": ("_search_both_sides", both),
    "uniform-cost": ("_find_best_goal", heap),
    "greedy": ("_find_best_goal", heap),
    "a-star": ("_find_best_goal", heap),
    "weighted-a-star": ("_find_best_goal", heap),
    "branch-and-bound": ("_find_best_goal", heap),
    "depth-first": ("depth_first", stack),
    "iterative-deepening": ("_deepen_rounds", stack),
    "ida-star": ("_deepen_rounds", stack),
    "depth-first-branch-and-bound": ("depth_first_branch_and_bound", stack),
    "beam": ("beam", layers),
}


def caller(name: str) -> FrameType | None:
    """The innermost running function with this name, as a stack frame; None if no such function is running."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_name != name:
        frame = frame.f_back
    return frame


def read(name: str, reader: Callable[[Locals], Seen]) -> Seen:
    """The true state of the running search in the function `name`."""
    frame = caller(name)
    assert frame is not None, f"no function {name} is searching"
    return reader(frame.f_locals)


class Probe:
    """An observer that records the events. After each event it also records the true state of the search, if `READERS`
    has a reader for the algorithm.
    """

    def __init__(self, algorithm: str) -> None:
        self.reader = READERS.get(algorithm)
        self.trace = Trace()
        self.seen: list[Seen | None] = []
        self.paths: list[list[int] | None] = []

    def __call__(self, event: Event) -> None:
        self.trace(event)
        self.seen.append(None if self.reader is None else read(*self.reader))
        walking = caller("backtracking")
        self.paths.append(None if walking is None else [node.number for node in walking.f_locals.get("path", ())])
