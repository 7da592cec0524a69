"""Judges any result of Langkah: its plan must be legal, its claims true, and the promises of the algorithm kept."""

from collections.abc import Callable
from fractions import Fraction
from math import isfinite
from typing import Any, NamedTuple

from langkah import Result
from tools.soak.cases import require

CLOSE = 1e-9  # relative difference allowed for sums of floats

FEWEST_STEPS = ("breadth-first", "iterative-deepening", "bidirectional")
LEAST_COST = (
    "uniform-cost",
    "a-star",
    "branch-and-bound",
    "ida-star",
    "ida-star-with-table",
    "meet-in-the-middle",
    "depth-first-branch-and-bound",
)
INCOMPLETE = {"beam": "width", "hill-climbing": "local", "enforced-hill-climbing": "local"}


class Truth(NamedTuple):
    """The facts about a puzzle from the naive solvers."""

    cost: Fraction | None  # the least cost; None: no goal can be reached
    steps: int | None  # the fewest steps
    rounds: bool = False  # costs or estimates are floats: sums are rounded
    uniform: bool = True  # every step costs the same


class Asked(NamedTuple):
    """The request to a search."""

    algorithm: str
    admissible: bool = True  # of the estimate, if the algorithm uses one
    weight: Fraction | None = None
    free: bool = True  # no limit that could be reached


def make_exact(value: object) -> Fraction:
    """A finite number as an exact fraction; any other value raises a mismatch."""
    require(isinstance(value, int | float | Fraction) and isfinite(value), "cost is no number", repr(value))
    assert isinstance(value, int | float | Fraction)
    return Fraction(value)


def judge_result(result: Result[Any, Any], truth: Truth, asked: Asked, walk: Callable[[], Fraction]) -> None:
    """Compare a result with the facts; `walk` replays its moves by the naive rules and returns their cost."""
    about = f"{result.algorithm} {asked} -> {result.status} {result.cost!r} {result.limit}; truth {truth}"
    status = str(result.status)
    require(status in ("solved", "impossible", "stopped"), "unknown status", about)
    require(bool(result.why) or (result.optimal and status == "solved"), "no reason given", about)
    if status == "impossible":
        require(truth.cost is None, "wrongly called impossible", about)
        return
    if status == "stopped":
        require(not result.optimal, "stopped and yet optimal", about)
        excused = INCOMPLETE.get(result.algorithm) == result.limit or (
            result.limit == "estimate" and not asked.admissible
        )
        require(not asked.free or excused, "stopped without a limit", about)
        if result.cost is None:
            return
    require(truth.cost is not None, "solved what has no solution", about)
    assert truth.cost is not None
    cost, walked = make_exact(result.cost), walk()
    slack = abs(walked) * Fraction(CLOSE) if truth.rounds else Fraction(0)
    require(abs(cost - walked) <= slack, "cost is not that of the plan", f"{about}; walked {walked}")
    require(walked >= truth.cost - slack, "cheaper than possible", about)
    if result.optimal:
        require(walked <= truth.cost + slack, "optimal, but not the least cost", about)
    if status == "solved" and asked.free:
        _judge_promise(result, truth, asked, walked, slack, about)


def _judge_promise(
    result: Result[Any, Any], truth: Truth, asked: Asked, walked: Fraction, slack: Fraction, about: str
) -> None:
    """Check what an algorithm guarantees: the fewest steps, the least cost, or a cost bounded by the weight."""
    assert truth.cost is not None
    if asked.algorithm in FEWEST_STEPS:
        require(len(result.path) == truth.steps, "not the fewest steps", about)
        require(result.optimal or not truth.uniform, "fewest steps not called optimal", about)
    if asked.algorithm in LEAST_COST and asked.admissible:
        require(result.optimal, "least cost not called optimal", about)
    if asked.weight is not None and asked.admissible:
        require(walked <= max(asked.weight, Fraction(1)) * truth.cost + slack, "beyond weight x least", about)
