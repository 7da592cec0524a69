"""The odds of a game in one value."""

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from math import sqrt
from typing import Any

from langkah.language import _, format_number
from langkah.tracing import Status

LISTED = 10_000  # lengths in JSON


@dataclass(frozen=True)
class Odds:
    """What is known about the length of a game. None: infinite, not reached or not worked out; `why` says more."""

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

    @property
    def sd(self) -> float | None:
        """The standard deviation."""
        return None if self.variance is None else sqrt(max(0.0, self.variance))

    def _repr_html_(self) -> str:
        """What a notebook shows: the figures, and how likely each length is."""
        from langkah.views.charts import draw_distribution
        from langkah.views.notebook import table_to_html
        from langkah.views.svg import draw_svg

        figures = {
            _("Expected turns"): self.expected,
            _("Standard deviation"): self.sd,
            _("Fewest turns"): self.minimum,
            _("Median"): self.median,
            _("Most likely"): self.mode,
            _("Chance to end at all"): self.finishes,
        }
        rows = [
            [name, format_number(round(value, 4) if isinstance(value, float) else value)]
            for name, value in figures.items()
            if value is not None
        ]
        seats = enumerate(self.win_chances if len(self.win_chances) > 1 else (), 1)
        rows += [[_("player {n}").format(n=seat), format_number(chance, ".4f")] for seat, chance in seats]
        picture = draw_svg(draw_distribution(self.distribution), size=28, ids=False) if any(self.distribution) else ""
        return table_to_html(self.problem, [], rows, [self.why] if self.why else [], picture)

    def as_dict(self, label: Callable[[Any], str]) -> dict[str, Any]:
        """The odds as plain JSON values; `label` names a state."""
        chance = self.probability_of_minimum
        return {
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
            "distribution": list(self.distribution[:LISTED]),
            "beyond": self.beyond + sum(self.distribution[LISTED:]),
        }


def format_ratio(value: Fraction | None) -> str | None:
    """A fraction as "p/q", whole numbers too, however long they are."""
    return None if value is None else f"{Decimal(value.numerator)}/{Decimal(value.denominator)}"
