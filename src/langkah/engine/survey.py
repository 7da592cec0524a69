"""The result of an exploration, as one value."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from heapq import nsmallest
from itertools import pairwise
from typing import Any

from langkah.engine.step_costs import StepCosts
from langkah.language import N_, _, format_number
from langkah.model import Problem
from langkah.packed import Packed

SHOWN = 6  # the number of hardest starts that a survey contains as boards

LIMITS = {
    "nodes": N_("stopped at the node limit"),
    "seconds": N_("stopped at the time limit"),
    "depth": N_("states beyond the depth limit were not visited"),
    "memory": N_("stopped at the memory limit"),
    "disk": N_("stopped: there is no space for more files, or files cannot be written"),
    "interrupt": N_("interrupted"),
    "cancel": N_("cancelled"),
}


@dataclass
class Hardest:
    """The states that are farthest from their nearest goal: this distance, their number, and some of these states."""

    distance: int
    count: int
    states: tuple[Any, ...]  # some of them
    stuck: int = 0  # states from which no goal can be reached at all


@dataclass(repr=False)
class Survey:
    """The counts of a state space. Every listed layer is complete; `states` counts all visited states.

    >>> explore(load("hanoi", discs=2)).layers
    [1, 2, 2, 4]
    """

    problem: str = ""
    states: int = 0
    layers: list[int] = field(default_factory=list)
    goals: int = 0
    nearest_goal: int | None = None
    complete: bool = False
    engine: str = "python"
    seconds: float = 0.0
    compile_seconds: float = field(default=0.0, compare=False)  # part of `seconds`, for code cached from now on
    peak_memory: int | None = None  # in bytes; None if the system does not report it
    limit: str = ""
    hardest: Hardest | None = None
    note: str = ""
    value: str = ""  # of a two-player game at the start: win, draw or loss for the side to move
    values: dict[str, int] = field(default_factory=dict)  # how many positions are a win, a draw or a loss
    costs: StepCosts | None = None  # if they are not all 1: layers count steps, not costs
    source: Problem[Any, Any] = field(default_factory=Problem, repr=False, compare=False)  # the explored problem

    def __repr__(self) -> str:
        ended = "complete" if self.complete else f"stopped ({self.limit})"
        return f"<Survey {self.problem}: {self.states:,} states in {len(self.layers):,} layers, {ended}>"

    @property
    def depth(self) -> int:
        """The depth of the last listed layer."""
        return len(self.layers) - 1

    @property
    def rate(self) -> float:
        """States per second, without the time for compiling."""
        return self.states / max(self.seconds - self.compile_seconds, 1e-9)

    @property
    def why(self) -> str:
        """Why the survey is incomplete, or ""."""
        return _(LIMITS[self.limit]) if self.limit else ""

    def describe_costs(self) -> list[str]:
        """Text lines for the user which say that depths count steps, and what is known about the costs; [] if every
        step costs 1.
        """
        costs = self.costs
        if costs is None:
            return []
        low, high = format_number(costs.lowest), format_number(costs.highest)
        if costs.lowest == costs.highest:
            text = _("depths and distances are numbers of steps; each step costs {cost}")
        elif costs.whole:
            text = _("depths and distances are numbers of steps; a step costs from {low} to {high}")
        else:
            text = _("depths and distances are numbers of steps; near the start, a step costs from {low} to {high}")
        lines = [text.format(cost=low, low=low, high=high)]
        if costs.farthest is not None:
            text = _(
                "measured by cost, the nearest goal is at distance {goal} from the start, and the farthest "
                "state at {farthest}"
            )
            goal = "∞" if costs.nearest_goal is None else format_number(costs.nearest_goal)
            lines.append(text.format(goal=goal, farthest=format_number(costs.farthest)))
        return lines

    def note_missing_hardest(self, limit: str) -> None:
        """If the hardest starts are unknown, record the reason in `note`: the search for them was interrupted, or
        `limit` stopped it.
        """
        if limit == "interrupt":
            self.limit, self.note = limit, _("all states were visited, but the hardest starts were not found")
        elif self.hardest is None and not self.note:
            self.note = _("the limit was reached before the hardest starts were found")

    def as_dict(self) -> dict[str, Any]:
        """The output of `--json`."""
        found: dict[str, Any] = {
            "problem": self.problem,
            "states": self.states,
            "layers": self.layers,
            "depth": self.depth,
            "goals": self.goals,
            "nearest_goal": self.nearest_goal,
            "complete": self.complete,
            "engine": self.engine,
            "device": "gpu" if self.engine.startswith("gpu") else "cpu",
            "seconds": round(self.seconds, 6),
            "compile_seconds": round(self.compile_seconds, 6),
            "peak_memory": self.peak_memory,
            "limit": self.limit,
            "why": self.why,
            "note": self.note,
            "counts": "steps",
            "costs": None if self.costs is None else self.costs.as_dict(),
        }
        if self.values:
            found |= {"value": self.value, "values": self.values}
        if self.hardest is not None:
            found["hardest"] = {
                "distance": self.hardest.distance,
                "count": self.hardest.count,
                "stuck": self.hardest.stuck,
                "boards": [self.source.text(state) for state in self.hardest.states],
            }
        return found


def choose_shown(packed: Packed[Any], words: Iterable[int]) -> tuple[Any, ...]:
    """The states that a survey shows as boards: the smallest packed states among `words`, at most `SHOWN`, unpacked."""
    return tuple(map(packed.unpack, nsmallest(SHOWN, words)))


def measure_layers(ends: list[int]) -> list[int]:
    """The size of each layer; `ends` are the numbers of states up to the end of each layer."""
    return [last - first for first, last in pairwise([0, *ends])]


def find_nearest_goal(goals: list[int]) -> int | None:
    """The depth of the first layer that contains a goal, given the number of goals in each layer; None if there is no
    goal.
    """
    return next((depth for depth, count in enumerate(goals) if count), None)
