"""The result of a search: one object with the answer and the effort. Also the limits of a search."""

from collections.abc import Callable
from dataclasses import MISSING, astuple, dataclass, field, fields
from enum import StrEnum
from fractions import Fraction
from math import isfinite
from typing import Any, Generic, NamedTuple

from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Cost, Game, M, Problem, S, Step
from langkah.settings import quote_value

HIGHEST_LIMIT = 10**18  # nodes, levels, bytes: beyond any search


def format_code(value: Any) -> str:
    """The Python code that creates a dataclass instance, without arguments that equal their defaults."""
    given = {each.name: getattr(value, each.name) for each in fields(value) if each.repr}
    usual = {
        each.name: each.default_factory() if each.default_factory is not MISSING else each.default
        for each in fields(value)
    }
    words = ", ".join(f"{name}={each!r}" for name, each in given.items() if each != usual[name])
    return f"{type(value).__name__}({words})"


@dataclass(frozen=True, slots=True, repr=False)
class Limit:
    """The limits of a search. None: no limit.

    >>> solve("tiles", limit=Limit(nodes=10)).limit
    'nodes'
    """

    nodes: int | None = None
    seconds: float | None = None
    depth: int | None = None
    memory: int | None = None  # bytes of the whole process

    __repr__ = format_code

    def __post_init__(self) -> None:
        """Raise `BadInput` for illegal limits, which would have no effect or would end every search at once."""
        for name, value in zip(("nodes", "seconds", "depth", "memory"), astuple(self), strict=True):
            low, high = int(name == "memory"), 10**9 if name == "seconds" else HIGHEST_LIMIT
            kinds = (int, float) if name == "seconds" else (int,)
            if value is not None and not (type(value) in kinds and low <= value <= high):  # false for NaN
                form = _("a number from {low} to {high}")
                form = form if float in kinds else _("a whole number from {low} to {high}")
                legal = form.format(low=low, high=high)
                text = _("{name} = {value}: this must be {legal}")
                raise BadInput(text.format(name=name, value=quote_value(value), legal=legal))

    def or_else(self, usual: "Limit") -> "Limit":
        """These limits, with defaults for those that are not set."""
        pairs = zip(astuple(self), astuple(usual), strict=True)
        return Limit(*(other if each is None else each for each, other in pairs))

    def tighten(self, other: "Limit") -> "Limit":
        """For each resource, the stricter of the two limits."""
        pairs = zip(astuple(self), astuple(other), strict=True)
        return Limit(*(min((each for each in pair if each is not None), default=None) for pair in pairs))


class Status(StrEnum):
    """The three possible outcomes of a search.

    >>> solve("hanoi").status is Status.SOLVED
    True
    """

    SOLVED = "solved"
    IMPOSSIBLE = "impossible"
    STOPPED = "stopped"


@dataclass(slots=True, repr=False)
class Stats:
    """The effort of a search. `expanded` counts nodes taken from the frontier, including the goal; `generated` counts
    all nodes, including the root and duplicates.

    >>> solve(load("hanoi", discs=2), "breadth-first").stats.expanded
    7
    """

    expanded: int = 0
    generated: int = 0
    skipped: int = 0  # duplicates
    pruned: int = 0
    frontier_max: int = 0
    seconds: float = 0.0
    engine: str = "python"  # in progress reports also the activity before a search, such as `COMPILING`
    compile_seconds: float = field(default=0.0, compare=False)  # part of `seconds`, for code cached from now on

    __repr__ = format_code

    @property
    def rate(self) -> float:
        """Nodes per second, without the time for compiling."""
        return self.expanded / max(self.seconds - self.compile_seconds, 1e-9)


COMPILING = "compiling"  # the engine of a search that waits for its machine code
BUILDING_PATTERNS = "patterns"  # followed by the number of the pattern database that is built, and their count
EXPLORING, LAYING_OUT = "exploring", "layout"  # the steps of a map: its states are explored, then laid out
Progress = Callable[[Stats], None]  # called with the progress of the work
Cancelled = Callable[[], bool]  # called at intervals; True cancels the work


class Tried(NamedTuple):
    """A search that was run in turn with others (see `Portfolio`), but that did not give the answer."""

    algorithm: str
    expanded: int
    seconds: float
    limit: str = ""  # the limit that ended it; "" if only its time slice ended


@dataclass(frozen=True, repr=False)
class Result(Generic[S, M]):
    """The result of a search: the answer and the effort. The moves in `path` are the puzzle's own values; `notation` is
    their text.

    >>> found = solve("klotski:classic")
    >>> found
    <Result klotski:classic: solved, cost 116, optimal, 24,005 expanded>
    >>> found.notation[:3]
    ('h right', 'c down', 'e left')
    """

    problem: str
    algorithm: str
    status: Status
    cost: Cost | None = None
    optimal: bool = False
    why: str = ""
    start: S | None = None
    path: tuple[Step[S, M], ...] = ()
    notation: tuple[str, ...] = ()  # the moves as text
    stats: Stats = field(default_factory=Stats)  # the sum over all searches tried
    tried: tuple[Tried, ...] = ()  # the searches besides the one that gave the answer
    limit: str = ""  # the limit that stopped it: nodes, seconds, depth, memory, width, interrupt, cancel
    estimate: str = ""  # the name of the estimate
    value: str = ""  # two players: win, draw or loss for the side to move
    best_moves: tuple[M, ...] = ()
    probability: Cost | None = None  # dice: the probability of arriving or winning
    solutions: int | None = None  # the number of solutions, if all were requested
    all_paths: tuple[tuple[Step[S, M], ...], ...] = ()
    rounds: tuple[tuple[Cost, int], ...] = field(default=(), compare=False)  # each round: bound, nodes before it
    source: Problem[S, M] | None = field(default=None, repr=False, compare=False)  # the solved problem, for drawing

    def __repr__(self) -> str:
        words = [f"{self.status} ({self.limit})" if self.limit else self.value or str(self.status)]
        words += [] if self.cost is None else [f"cost {format_cost(self.cost)}"]
        words += [] if self.probability is None else [f"chance {float(self.probability):.6g}"]
        words += ["optimal"] if self.optimal and self.cost is not None else []
        words += [] if self.solutions is None else [f"{self.solutions:,} solutions"]
        return f"<Result {self.problem}: {', '.join(words)}, {self.stats.expanded:,} expanded>"

    @property
    def moves(self) -> tuple[M, ...]:
        """The moves of the plan, as the puzzle's own values."""
        return tuple(step.move for step in self.path)

    @property
    def states(self) -> tuple[S, ...]:
        """Every state of the plan, including the start."""
        return () if self.start is None else (self.start, *(step.state for step in self.path))

    def __bool__(self) -> bool:
        return self.status is Status.SOLVED

    def as_dict(self, *, states: bool = False) -> dict[str, Any]:
        """The result as plain JSON values, moves as text; `states` adds every board of the plan as text."""
        found: dict[str, Any] = {
            "problem": self.problem,
            "algorithm": self.algorithm,
            "estimate": self.estimate or None,
            "status": str(self.status),
            "cost": cost_to_json(self.cost),
            "optimal": self.optimal,
            "why": self.why,
            "moves": list(self.notation),
            "stats": {name: getattr(self.stats, name) for name in Stats.__slots__},
            "limit": self.limit or None,
            "tried": [each._asdict() | {"limit": each.limit or None} for each in self.tried],
        }
        source = self.source
        if states and source is not None:
            found["states"] = [source.text(state) for state in self.states]
        if isinstance(source, Game):
            best = [source.notation(move) for move in self.best_moves]
            found |= {"value": self.value or None, "best_moves": best, "line": list(self.notation)}
        if self.probability is not None:
            found["probability"] = float(self.probability)
            if not isinstance(self.probability, float):
                found["probability_exact"] = str(self.probability)
        if self.solutions is not None and source is not None:
            found["solutions"] = self.solutions
            found["all_moves"] = [[source.notation(step.move) for step in path] for path in self.all_paths]
        return found


def cost_to_json(cost: Cost | None) -> int | float | None:
    """A cost as a JSON number: an integer if it is whole; None if it is None or not finite."""
    if cost is None or isinstance(cost, int):
        return cost
    if isinstance(cost, float) and not isfinite(cost):
        return None
    return int(cost) if cost == int(cost) else float(cost)


def simplify_cost(cost: Cost | None) -> Cost | None:
    """A cost in a simpler form: a fraction that is not whole, and whose denominator divides 100, becomes a float. Any
    other cost is returned unchanged.
    """
    return float(cost) if isinstance(cost, Fraction) and 100 % cost.denominator == 0 and cost.denominator > 1 else cost


def format_cost(cost: Cost) -> str:
    """A cost as a short text."""
    if isinstance(cost, Fraction):
        return str(simplify_cost(cost))
    if isinstance(cost, float) and not isfinite(cost):
        return "∞" if cost > 0 else "-∞"
    return str(cost) if isinstance(cost, int) or cost != int(cost) else str(int(cost))
