"""The value that holds all computed odds of a game."""

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

JSON_LENGTHS = 10_000  # longest distribution that is written as JSON


@dataclass(frozen=True, repr=False)
class Odds:
    """The result of `odds`: how long a game with dice takes, and who wins. A figure is None if it is infinite, does not
    apply or was not computed; `why` is a remark on the whole result, such as the limit that stopped it.

    >>> odds(load("snakes", squares=2, die=2))
    <Odds snakes squares=2 die=2: solved, 2 turns expected, 1 at least>
    """

    problem: str
    status: Status
    why: str = ""
    positions: int = 0  # reachable positions; all finished ones count as one
    finishes: float | None = 1.0  # the probability that the game ends at all
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
    distribution: tuple[float, ...] = ()  # [n]: the probability of exactly n turns
    beyond: float = 0.0  # the probability of a longer game that ends
    visits: dict[Any, float] = field(default_factory=dict)  # average number of turns that begin in each state
    win_chances: tuple[float, ...] = ()  # by seat
    worth: float | None = None  # two players: the probability that the first one wins, with draws as half a win
    worth_exact: Fraction | None = None
    moves: tuple[str, ...] | None = None  # the rolls of a shortest game, if it was computed
    jumps: Sequence[JumpEffect] = ()  # the effect of each jump, if requested or cheap
    policy: Policy | None = None  # the optimal policy, if there are choices
    simulation: Simulation | None = None  # a simulation, if requested
    source: Any = field(default=None, compare=False)  # the problem, starting from the next player's state

    def __repr__(self) -> str:
        words = [str(self.status)]
        words += [] if self.expected is None else [f"{self.expected:,.6g} turns expected"]
        words += [] if self.worth is None else [f"worth {self.worth:.6g}"]
        words += [] if self.minimum is None else [f"{self.minimum:,} at least"]
        return f"<Odds {self.problem}: {', '.join(words)}>"

    @property
    def sd(self) -> float | None:
        """The standard deviation of the length; None if the variance is None."""
        return None if self.variance is None else sqrt(max(0.0, self.variance))

    def as_dict(self) -> dict[str, Any]:
        """The odds as plain JSON values, as far as requested."""
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
    """A fraction as the text "p/q", also if it is a whole number, with any number of digits. None stays None."""
    return None if value is None else f"{Decimal(value.numerator)}/{Decimal(value.denominator)}"
