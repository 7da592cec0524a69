"""The question 'how long does this game of chance take?', answered in one report: the odds from the start or from named
places, the luckiest game, and what was asked for besides: jumps, choices, games played at random."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from langkah.language import _
from langkah.odds import Odds, find_odds
from langkah.odds.chain import make_chain
from langkah.odds.jumps import JumpEffect, Jumping, find_effects
from langkah.odds.policy import Policy, find_best_policy
from langkah.odds.report import format_ratio
from langkah.odds.simulate import Simulation, simulate
from langkah.search import solve
from langkah.settings import make_unknown_name
from langkah.tasks.context import Context, Values
from langkah.tasks.odds_choices import make_alternative, require_offers
from langkah.trace import Limit
from langkah.views.sentences import format_label

__all__ = ["Odds", "OddsReport", "OddsReportRequest", "Policy", "Simulation", "format_ratio", "report_odds"]

QUICK = 5_000  # positions times jumps: up to here every jump is looked at without being asked for


@dataclass(frozen=True)
class OddsReportRequest:
    """A problem with dice, and what is asked about it. `at` labels where the players stand, the next to move first;
    `alternatives` are settings that a player may choose before each turn, each with how it is written."""

    problem: Any
    players: int = 1
    at: Sequence[str] = ()
    exact: bool = False
    jumps: bool = False
    alternatives: Mapping[str, tuple[str, object]] = field(default_factory=dict)
    decline: bool = False
    games: int = 0
    seed: int = 0


@dataclass(frozen=True)
class OddsReport:
    """The odds, and what was asked for besides; `start` is the problem from where the next player stands."""

    problem: Any
    start: Any
    odds: Odds
    plan: tuple[str, ...] | None
    jumps: list[JumpEffect]
    policy: Policy | None
    simulation: Simulation | None

    def as_dict(self) -> Values:
        """The report as plain JSON values, as far as it was asked for."""
        found: Values = {"minimum_moves": None if self.plan is None else list(self.plan)}
        if self.jumps:
            found["jumps"] = [each.as_dict() for each in self.jumps]
        if self.policy:
            declined = self.policy.declined
            found["choice"] = {
                "expected": self.policy.expected,
                "expected_exact": format_ratio(self.policy.expected_exact),
                "choices": {self.problem.label(state): name for state, name in self.policy.choices.items()},
                "declined": [[format_label(self.problem, each) for each in (kept, end)] for end, kept in declined],
            }
        if self.simulation:
            found["simulation"] = self.simulation.as_dict()
        return {**self.odds.as_dict(self.problem.label), **found}


def report_odds(request: OddsReportRequest, context: Context) -> OddsReport:
    """Work out everything that was asked for."""
    problem = request.problem
    chain = make_chain(problem)  # says at once where there are no dice
    known = {problem.label(state): state for state in chain.states} if request.at else {}
    for name in request.at:
        if name not in known:
            raise make_unknown_name(_("Position"), name, known)
    standing = [known[name] for name in request.at]
    start = problem.at(standing[0]) if standing else problem
    versions = [(text, make_alternative(start, *pair)) for text, pair in request.alternatives.items()]
    if request.decline:
        require_offers(start)
    odds = find_odds(problem, request.players, standing, fractions=request.exact or None)
    plan = None
    if odds.minimum is not None:
        plan = solve(start, "breadth-first", limit=Limit(), cancelled=context.cancelled).moves
    few = isinstance(start, Jumping) and len(start.jumps) * odds.positions <= QUICK
    wanted = odds.expected is not None and (request.jumps or few)
    return OddsReport(
        problem,
        start,
        odds,
        plan,
        find_effects(start, odds.expected) if wanted and odds.expected is not None else [],
        find_best_policy(start, versions, decline=request.decline) if versions or request.decline else None,
        simulate(start, request.games, request.seed, context.cancelled) if request.games else None,
    )
