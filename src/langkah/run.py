"""The context of every search: counters, limits, options and the observer; and the node of all search trees."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from math import inf
from numbers import Rational
from typing import Any, Generic

from langkah.errors import BadInput
from langkah.language import N_, _
from langkah.memory import measure_memory
from langkah.model import ZERO, Cost, Estimate, M, Puzzle, S, Step
from langkah.settings import quote_value
from langkah.tracing import BUILDING_PATTERNS, COMPILING, Cancelled, Event, Kind, Limit, Observer, Progress, Stats

LIMIT_CHECK_NODES = 1 << 12  # generated nodes between limit checks inside the expansion of one node


# Why a search ended without an answer, by name of the limit.
LIMITS = {
    "nodes": N_("stopped at the node limit"),
    "seconds": N_("stopped at the time limit"),
    "depth": N_("no solution was found within the depth limit; deeper solutions may exist"),
    "memory": N_("stopped at the memory limit"),
    "width": N_("the beam dropped nodes and found no solution; a solution may exist"),
    "local": N_("the search ended at a local minimum of the heuristic; a solution may exist"),
    "estimate": N_("nodes were dropped because of a heuristic that may be wrong; a solution may exist"),
    "interrupt": N_("interrupted"),
    "cancel": N_("cancelled"),
}


_running: ContextVar["Run[Any, Any] | None"] = ContextVar("the search that runs now", default=None)


class Stopped(BaseException):
    """Raised when a search reaches a limit. It derives from `BaseException`, so that handlers of errors do not catch
    it.

    `limit` is the name of that limit.
    """

    out_of_time = -inf  # when the time limit was last reached; freeing the data may then take a while

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit


class Deadline:
    """A time limit that can also be cancelled. Calling the deadline returns whether the time is up or the work was
    cancelled; `limit` then names the reason.
    """

    def __init__(self, seconds: float | None, cancelled: Cancelled | None = None) -> None:
        self.until = None if seconds is None else time.monotonic() + seconds
        self.cancelled = cancelled
        self.limit = ""

    def __call__(self) -> bool:
        if self.cancelled is not None and self.cancelled():
            self.limit = "cancel"
        elif self.until is not None and time.monotonic() > self.until:
            self.limit = "seconds"
        return bool(self.limit)


class Node(Generic[S, M]):
    """A state in the search tree, with the path to it. Nodes are numbered in the order of generation."""

    __slots__ = ("closed", "cost", "depth", "move", "number", "parent", "state")

    def __init__(
        self,
        state: S,
        number: int = 0,
        parent: "Node[S, M] | None" = None,
        move: M | None = None,
        cost: Cost = 0,
    ) -> None:
        self.state = state
        self.number = number
        self.parent = parent
        self.move = move
        self.cost = cost
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.closed = False  # expanded, or superseded by a cheaper path to the same state

    def path(self) -> tuple[Step[S, M], ...]:
        """The steps from the root to this node."""
        steps: list[Step[S, M]] = []
        node = self
        while node.parent is not None:
            move: Any = node.move
            steps.append(Step(move, node.state, node.cost - node.parent.cost))
            node = node.parent
        return tuple(reversed(steps))


@dataclass(frozen=True)
class Found(Generic[S, M]):
    """A solution, and whether it is proved to be the cheapest. If it is not, `why` gives the reason."""

    path: tuple[Step[S, M], ...]
    cost: Cost
    optimal: bool
    why: str = ""


@dataclass
class Options:
    """The options of a search; the table of algorithms says which of them each algorithm uses."""

    estimate: Estimate = ZERO
    weight: float | Fraction = 2.0
    width: int = 100
    ties: tuple[str, ...] = ()
    duplicates: bool | None = None  # None: the algorithm's default
    find_all: bool = False
    device: str = "auto"  # where breadth-first search may run: "cpu", "gpu", or whichever is faster
    reopen: bool | None = None  # False: an expanded state is never expanded again

    @property
    def remembers(self) -> bool:
        """Whether the search detects duplicate states: False only if `duplicates` is False."""
        return self.duplicates is not False


@dataclass
class Run(Generic[S, M]):
    """A search in progress: its limits, options, counters, observer, and the solutions found so far."""

    limit: Limit = field(default_factory=Limit)
    options: Options = field(default_factory=Options)
    observe: Observer | None = None
    progress: Progress | None = None
    cancelled: Cancelled | None = None
    stats: Stats = field(default_factory=Stats)
    best: Found[S, M] | None = None  # the best solution so far, returned if a limit is reached
    solutions: list[tuple[Step[S, M], ...]] = field(default_factory=list)
    cut_by: str = ""  # the limit that made this search skip nodes: an empty frontier then proves nothing

    def __post_init__(self) -> None:
        self.began = time.perf_counter()
        self.checked = self.began
        self.stride = 1
        self.next_check = 0
        self.next_inner_check = LIMIT_CHECK_NODES  # number of generated nodes at the next limit check inside one node
        self.rounded = False  # whether some cost is neither a whole number nor a fraction, so that sums are rounded
        self.rounds: list[tuple[Cost, int]] = []  # of growing bounds: each bound, and the expansions before its round
        self.left_closed = 0  # cheaper paths to expanded states that were ignored: the cost is then not proved
        self.shows_floats = False  # whether fractions stand for floating-point costs of the puzzle

    def take(self, node: Node[S, M]) -> None:
        """Count and report a node taken from the frontier. Raises `Stopped` at a limit, before counting."""
        if self.stats.expanded >= self.next_check:
            self.check()
        self.stats.expanded += 1
        self.report_take(node)

    def check(self) -> None:
        """Raise `Stopped` if the limit on nodes, time or memory is reached, or the search is cancelled. Otherwise
        report progress and schedule the next check: after about 10 ms, and exactly at the limit on nodes.
        """
        stats, limit = self.stats, self.limit
        now = time.perf_counter()
        stats.seconds = now - self.began
        since, self.checked = now - self.checked, now
        self.stride = min(self.stride * 2, 4096) if since < 0.01 else max(self.stride // 2, 1)
        self.next_check = stats.expanded + self.stride
        if limit.nodes is not None:
            if stats.expanded >= limit.nodes:
                raise Stopped("nodes")
            self.next_check = min(self.next_check, limit.nodes)
        self.check_resources()
        if self.progress is not None:
            self.progress(stats)

    def check_resources(self) -> None:
        """Raise `Stopped` if the time or memory limit is reached or the search is cancelled, which can happen while one
        node is expanded.
        """
        limit = self.limit
        if limit.seconds is not None and time.perf_counter() - self.began >= limit.seconds:
            Stopped.out_of_time = time.monotonic()
            raise Stopped("seconds")
        if limit.memory is not None and measure_memory() >= limit.memory:
            raise Stopped("memory")
        if self.cancelled is not None and self.cancelled():
            raise Stopped("cancel")

    def check_now_and_then(self) -> None:
        """Check the limits if the last check was more than 10 ms ago. Called during work other than the
        search itself.
        """
        now = time.perf_counter()
        if now - self.checked > 0.01:
            self.checked = now
            self.check_resources()

    def list_steps(self, steps: Iterable[Step[S, M]]) -> Sequence[Step[S, M]]:
        """All of the steps, as a list or tuple. The limits are checked while the steps are generated, in case there are
        infinitely many.
        """
        if isinstance(steps, list | tuple):
            return steps
        steps = iter(steps)
        found = list(islice(steps, LIMIT_CHECK_NODES))
        while len(found) % LIMIT_CHECK_NODES == 0 and (more := list(islice(steps, LIMIT_CHECK_NODES))):
            self.check_resources()
            found += more
        return found

    def finish(self) -> None:
        """Record the seconds since the search began."""
        self.stats.seconds = time.perf_counter() - self.began

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """While this context is active, `get_running` returns this search."""
        token = _running.set(self)
        try:
            yield
        finally:
            _running.reset(token)

    def too_deep(self, node: Node[S, M]) -> bool:
        """Whether the depth limit forbids expanding this node. If so, the node is reported as pruned, and `cut_by`
        records that the search skipped nodes.
        """
        if self.limit.depth is None or node.depth < self.limit.depth:
            return False
        if not self.cut_by:
            self.cut_by = "depth"
        self.prune(node, self.limit.depth, _("beyond the depth limit"))
        return True

    def child(self, parent: Node[S, M] | None, state: S, move: M | None = None, cost: Cost = 0) -> Node[S, M]:
        """Create and count the node for `state`; `cost` is the cost of the path to it. Raises `BadInput` for an illegal
        cost.
        """
        before: Cost = 0 if parent is None else parent.cost
        if type(cost) is not int or cost < before or self.stats.generated >= self.next_inner_check:
            self.check_child(move, before, cost, None if parent is None else parent.state)
        node = Node(state, self.stats.generated, parent, move, cost)
        self.stats.generated += 1
        return node

    def check_child(self, move: M | None, before: Cost, cost: Cost, state: S | None) -> None:
        """Raise an error if a step changes the path cost from `before` to an illegal `cost`; also check the limits now
        and then.
        """
        if not before <= cost < inf:
            raise make_bad_cost(move, cost - before, state)
        if type(cost) is not int and not self.rounded:
            self.rounded = not isinstance(cost, int | Fraction | Rational)
        if self.stats.generated >= self.next_inner_check:
            self.next_inner_check = self.stats.generated + LIMIT_CHECK_NODES
            self.check_resources()

    def report_take(self, node: Node[S, M]) -> None:
        """Report that a node was taken from the frontier."""
        if self.observe is not None:
            self.observe(Event(Kind.TAKE, node.number, depth=node.depth, cost=node.cost, state=node.state))

    def report_open(self, node: Node[S, M], order: tuple[Any, ...], h: Cost = 0, f: Cost = 0, side: str = "") -> None:
        """Report that a node entered the frontier."""
        if self.observe is not None:
            h, f = self.show(h), self.show(f)
            self.observe(self.event(Kind.OPEN, node, estimate=h, total=f, order=order, side=side))

    def duplicate(self, node: Node[S, M], of: int, side: str = "") -> None:
        """Count and report a node whose state equals that of node number `of`."""
        self.stats.skipped += 1
        self.report_duplicate(node, of, side)

    def report_duplicate(self, node: Node[S, M], of: int, side: str = "") -> None:
        """Report a node whose state equals that of node number `of`."""
        if self.observe is not None:
            why = _("duplicate of #{n}").format(n=of)
            self.observe(self.event(Kind.DUPLICATE, node, other=of, why=why, side=side))

    def prune(self, node: Node[S, M], bound: Cost, why: str, f: Cost = 0) -> None:
        """Count and report a node pruned by a bound."""
        self.stats.pruned += 1
        if self.observe is not None:
            self.observe(self.event(Kind.PRUNE, node, bound=self.show(bound), why=why, total=self.show(f)))

    def goal(self, node: Node[S, M], other: int = -1) -> None:
        """Report a goal. In a bidirectional search, `other` is the number of the node that `node` meets on the other
        side.
        """
        if self.observe is not None:
            self.observe(self.event(Kind.GOAL, node, other=other))

    def restart(self, bound: Cost, why: str = "") -> None:
        """Report the start of a new round of the search, for example in IDA*. `why` describes the bound of the round,
        if the number alone says little.
        """
        (_running.get() or self).begin_round(bound)
        if self.observe is not None:
            self.observe(Event(Kind.RESTART, -1, bound=self.show(bound), why=why))

    def begin_round(self, bound: Cost) -> None:
        """Record the bound of a round and the number of nodes expanded before the round; if no node was expanded yet,
        forget earlier rounds.
        """
        if not self.stats.expanded:
            self.rounds.clear()
        self.rounds.append((bound, self.stats.expanded))

    def frontier(self, size: int) -> None:
        """Record the size of the frontier if it is the largest so far."""
        if size > self.stats.frontier_max:
            self.stats.frontier_max = size

    def estimator(self, problem: Puzzle[S, M]) -> Callable[[S], Cost]:
        """The chosen heuristic as a function of the state; negative values count as 0.

        Its values are exact: adding a float would round large integer costs.
        """
        of, check = self.options.estimate.of, self.check_estimate

        def checked(state: S) -> Cost:
            h = of(problem, state)
            return h if type(h) is int and h >= 0 else check(state, h)

        return checked

    def check_estimate(self, state: S, h: Any) -> Cost:
        """The estimate of a state, made exact; 0 if it is negative. Raises `BadInput` if it is not a number."""
        try:
            if h >= 0:
                return h if type(h) is int else self.make_exact(h)
            if h < 0:
                return 0
        except (TypeError, ArithmeticError):  # not a number, or a Decimal NaN
            pass
        name = self.options.estimate.name
        text = _("estimate {name} gave {value} for {state}: it must be a number, or infinity if no goal can be reached")
        raise BadInput(text.format(name=quote_value(name), value=quote_value(h), state=quote_value(state)))

    def make_exact(self, value: Any) -> Cost:
        """Convert a number of any type to an equal integer or fraction; infinity remains infinity."""
        if value == inf:
            return inf
        if isinstance(value, Fraction):
            return value
        found = Fraction(value) if isinstance(value, Rational) else Fraction(*value.as_integer_ratio())
        if found.denominator == 1:
            return int(found)
        self.shows_floats = True
        return found

    def show(self, cost: Cost) -> Cost:
        """A cost in the type that the puzzle uses for its costs: if the puzzle uses floats, a fraction
        becomes a float.
        """
        return float(cost) if self.shows_floats and isinstance(cost, Fraction) else cost

    def describe_doubt(self) -> str:
        """The reason why the answer of a search in order of cost + estimate is not proved to be the cheapest; "" if it
        is proved.
        """
        estimate = self.options.estimate
        if estimate.admissible:
            return _("the depth limit cut off other paths") if self.cut_by else ""
        return _("the heuristic '{name}' is not known to be admissible: it may be too high").format(
            name=_(estimate.name)
        )

    def dead_end(self) -> None:
        """Record that a node was dropped as a dead end because of its estimate, if the estimate may be wrong about
        that.
        """
        if not (self.options.estimate.admissible or self.options.estimate.proves_dead_ends):
            self.cut_by = self.cut_by or "estimate"

    @staticmethod
    def event(kind: Kind, node: Node[S, M], **more: Any) -> Event:
        """An event about a node."""
        parent = -1 if node.parent is None else node.parent.number
        return Event(kind, node.number, parent, node.state, node.move, node.depth, node.cost, **more)


def get_running() -> "Run[Any, Any] | None":
    """The search that runs the current code, so that its limits apply to this code, too; None if there is none."""
    return _running.get()


@contextmanager
def compiling() -> Iterator[None]:
    """While this context is active, the running search reports that machine code is being compiled, and adds up the
    time.
    """
    run = _running.get()
    if run is None:
        yield
        return
    stats, began, before = run.stats, time.perf_counter(), run.stats.engine
    stats.engine = COMPILING
    if run.progress is not None:
        run.progress(stats)
    try:
        yield
    finally:
        stats.engine, stats.compile_seconds = before, stats.compile_seconds + time.perf_counter() - began


def report_patterns(number: int, count: int, states: int) -> None:
    """Report to the running search that it is building pattern database `number` of `count`, with `states` states so
    far.
    """
    run = _running.get()
    if run is not None and run.progress is not None:
        run.progress(Stats(expanded=states, engine=f"{BUILDING_PATTERNS} {number} {count}"))


def make_bad_cost(move: Any, cost: Any, state: Any) -> BadInput:
    """The error for a step whose cost is negative, infinite or not a number."""
    text = _("step {move} from {state} costs {cost}: the cost of a step must be a finite number, 0 or more")
    return BadInput(text.format(move=quote_value(move), state=quote_value(state), cost=cost))


def check_step_cost(step: Step[S, M], state: S) -> Step[S, M]:
    """The given step itself. Raises `BadInput` if its cost is negative, infinite or not a number."""
    if not 0 <= step.cost < inf:
        raise make_bad_cost(step.move, step.cost, state)
    return step


def answer_least_cost(run: Run[S, M], node: Node[S, M] | None) -> Found[S, M] | None:
    """The answer for a goal `node` that was reached in order of cost + estimate; None if `node` is None. The answer is
    optimal if the estimate is admissible and the depth limit cut off no path.
    """
    if node is None:
        return None
    doubt = run.describe_doubt()
    return Found(node.path(), node.cost, not doubt, doubt)


def answer_fewest_steps(path: tuple[Step[S, M], ...], cost: Cost, costs: set[Cost]) -> Found[S, M]:
    """The answer for a plan with the fewest steps: optimal if all steps seen cost the same."""
    text = _("steps cost different amounts; this search finds the fewest steps, not the least cost")
    return Found(path, cost, len(costs) < 2, text if len(costs) > 1 else "")
