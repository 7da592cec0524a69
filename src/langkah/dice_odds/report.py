"""The odds of a game in one value."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from math import sqrt
from typing import Any

from langkah.dice_odds.jumps import JumpEffect
from langkah.dice_odds.policy import Policy
from langkah.dice_odds.simulate import Simulation
from langkah.tracing import Status

JSON_LENGTHS = 10_000  # lengths of a game whose chances are written as JSON


@dataclass(frozen=True, repr=False)
class Odds:
    """What is known about the length of a game. None: infinite, not reached or not worked out; `why` says more.

    >>> odds(load("snakes", squares=2, die=2))
    <Odds snakes squares=2 die=2: solved, 2 turns expected, 1 at least>
    """

    problem: str
    status: Status
    why: str = ""
    positions: int = 0  # that can arise, all finished ones counted as one
    finishes: float | None = 1.0  # the chance that the game ends at all
    expected: float | None = None
    expected_exact: Fraction | None = None
    expected_if_finished: float | None = None
    variance: float | None = None
    variance_exact: Fraction | None = None
    minimum: int | None = None
    probability_of_minimum: Fraction | None = None
    median: int | None = None
    mode: int | None = None
    quantiles: dict[str, int | None] = field(default_factory=dict)
    distribution: tuple[float, ...] = ()  # [n]: the chance of exactly n turns
    beyond: float = 0.0  # the chance of a game longer than that, if it ends
    visits: dict[Any, float] = field(default_factory=dict)  # turns that begin in each state, on average
    win_chances: tuple[float, ...] = ()  # by seat
    worth: float | None = None  # two players: the chance of the first to win, a draw counted as half
    worth_exact: Fraction | None = None
    moves: tuple[str, ...] | None = None  # the rolls of a luckiest game, where it was looked for
    jumps: Sequence[JumpEffect] = ()  # what each jump is worth, where that was asked or is quick
    policy: Policy | None = None  # the best way to choose, where there is a choice
    simulation: Simulation | None = None  # games played at random, where some were asked for
    source: Any = field(default=None, compare=False)  # the problem from where the next player stands

    def __repr__(self) -> str:
        words = [str(self.status)]
        words += [] if self.expected is None else [f"{self.expected:,.6g} turns expected"]
        words += [] if self.worth is None else [f"worth {self.worth:.6g}"]
        words += [] if self.minimum is None else [f"{self.minimum:,} at least"]
        return f"<Odds {self.problem}: {', '.join(words)}>"

    @property
    def sd(self) -> float | None:
        """The standard deviation."""
        return None if self.variance is None else sqrt(max(0.0, self.variance))

    def as_dict(self) -> dict[str, Any]:
        """The odds as plain JSON values, as far as they were asked for."""
        chance, label = self.probability_of_minimum, self.source.label
        found: dict[str, Any] = {
            "problem": self.problem,
            "status": str(self.status),
            "why": self.why,
            "expected": self.expected,
            "expected_exact": format_ratio(self.expected_exact),
            "expected_if_finished": self.expected_if_finished,
            "finishes": self.finishes,
            "variance": self.variance,
            "variance_exact": format_ratio(self.variance_exact),
            "sd": self.sd,
            "minimum": self.minimum,
            "probability_of_minimum": None if chance is None else float(chance),
            "probability_of_minimum_exact": format_ratio(self.probability_of_minimum),
            "median": self.median,
            "mode": self.mode,
            "quantiles": self.quantiles,
            "win_chances": list(self.win_chances),
            "positions": self.positions,
            "visits": {label(state): count for state, count in self.visits.items()},
            "distribution": list(self.distribution[:JSON_LENGTHS]),
            "beyond": self.beyond + sum(self.distribution[JSON_LENGTHS:]),
            "minimum_moves": None if self.moves is None else list(self.moves),
        }
        if self.worth is not None:
            found |= {"worth": self.worth, "worth_exact": format_ratio(self.worth_exact)}
        if self.jumps:
            found["jumps"] = [each.as_dict() for each in self.jumps]
        if self.policy:
            found["choice"] = {
                "expected": self.policy.expected,
                "expected_exact": format_ratio(self.policy.expected_exact),
                "choices": {label(state): name for state, name in self.policy.choices.items()},
                "declined": self.policy.list_declined(self.source),
            }
        if self.simulation:
            found["simulation"] = self.simulation.as_dict()
        return found


def format_ratio(value: Fraction | None) -> str | None:
    """A fraction as "p/q", whole numbers too, however long they are."""
    return None if value is None else f"{Decimal(value.numerator)}/{Decimal(value.denominator)}"
