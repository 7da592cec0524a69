"""The question 'how long does this game of chance take?', answered in one report: the odds from the start or from named
places, the luckiest game, and what was asked for besides: jumps, choices, games played at random."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from langkah.dice_odds import Odds, find_odds
from langkah.dice_odds.chain import Stop, heed, make_chain, require_dice
from langkah.dice_odds.jumps import JumpEffect, Jumping, find_effects
from langkah.dice_odds.policy import Policy, find_best_policy
from langkah.dice_odds.report import format_ratio
from langkah.dice_odds.simulate import Simulation, simulate
from langkah.language import _
from langkah.run import LIMITS, Stopped
from langkah.settings import make_unknown_name
from langkah.tasks.context import Context, Values
from langkah.tasks.odds import LOOKING, find_luckiest_game
from langkah.tasks.odds_choices import make_alternative, require_offers
from langkah.tracing import Status
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
    jumps: Sequence[JumpEffect] = ()
    policy: Policy | None = None
    simulation: Simulation | None = None

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
    """Work out everything that was asked for; when the time is up, what is known by then."""
    problem, stop = request.problem, context.make_deadline()
    require_dice(problem)
    standing = _find_places(problem, request.at, stop) if request.at else []
    start = problem.at(standing[0]) if standing else problem
    versions = [(text, make_alternative(start, *pair)) for text, pair in request.alternatives.items()]
    if request.decline:
        require_offers(start)
    luckiest = find_luckiest_game(start, min(LOOKING, (context.limit.seconds or inf) / 2))
    fewest = len(luckiest.moves) if luckiest.optimal else None
    odds = Odds(problem.name or repr(problem), Status.STOPPED, finishes=None, minimum=fewest)
    report = OddsReport(problem, start, odds, None if fewest is None else luckiest.moves)
    try:
        odds = find_odds(problem, request.players, standing, fractions=request.exact or None, stop=stop)
        if odds.status is Status.STOPPED and odds.minimum is None:
            odds = replace(odds, minimum=fewest)
        report = replace(report, odds=odds, plan=None if odds.minimum is None else luckiest.moves)
        few = isinstance(start, Jumping) and len(start.jumps) * odds.positions <= QUICK
        if odds.expected is not None and (request.jumps or few):
            heed(stop)
            report = replace(report, jumps=find_effects(start, odds.expected))
        if versions or request.decline:
            heed(stop)
            report = replace(report, policy=find_best_policy(start, versions, decline=request.decline))
        if request.games:
            heed(stop)
            report = replace(report, simulation=simulate(start, request.games, request.seed, stop))
    except Stopped as stopped:  # by the deadline, or by an alarm of the front end, which may strike anywhere
        known = report.odds
        return replace(report, odds=replace(known, status=Status.STOPPED, why=known.why or _(LIMITS[stopped.limit])))
    return report


def _find_places(problem: Any, labels: Sequence[str], stop: Stop) -> list[Any]:
    """The states that labels stand for, among those that can arise."""
    known = {problem.label(state): state for state in make_chain(problem, stop).states}
    for name in labels:
        if name not in known:
            raise make_unknown_name(_("Position"), name, known)
    return [known[name] for name in labels]
