"""The task 'how long does this game of chance take?': the odds from the start or from named places, the shortest game,
and on request jumps, choices and random games.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Annotated, Any, NotRequired, TypedDict, cast

from langkah.dice_odds import MOST_PLAYERS, Odds, find_odds
from langkah.dice_odds.chain import check_cancelled, make_chain, require_dice
from langkah.dice_odds.jumps import Jumping, find_effects
from langkah.dice_odds.policy import Policy, find_best_policy
from langkah.dice_odds.report import format_ratio
from langkah.dice_odds.simulate import MOST_GAMES, Simulation, simulate
from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Game
from langkah.run import LIMITS, Stopped
from langkah.settings import make_unknown_name
from langkah.tasks.context import Context
from langkah.tasks.odds import LUCKY_GAME_SECONDS, find_luckiest_game
from langkah.tasks.odds_choices import make_alternative, require_offers
from langkah.tasks.request import PYTHON_ONLY, HereRequest
from langkah.tracing import Cancelled, Stats, Status
from langkah.typed_json import Range

__all__ = ["Odds", "OddsReportRequest", "Policy", "Simulation", "format_ratio", "report_odds"]

QUICK = 5_000  # up to this many positions times jumps, every jump is analysed without a request


@dataclass(frozen=True)
class OddsReportRequest(HereRequest):
    """A problem with dice, and the questions about it. `at` lists the positions of the players as labels or states,
    beginning with the next player to move. `alternatives` lists settings and the values that a player may choose before
    each turn.
    """

    players: Annotated[int, Range(1, MOST_PLAYERS)] = 1
    at: Sequence[Any] = ()
    exact: bool = False
    jumps: bool = False
    alternatives: Annotated[Mapping[str, tuple[str, object]], PYTHON_ONLY] = field(default_factory=dict)
    decline: bool = False
    games: Annotated[int, Range(0, MOST_GAMES)] = 0
    seed: Annotated[int, Range(0, 2**63 - 1)] = 0

    def check(self) -> None:
        """Refuse problems without dice."""
        require_dice(self.problem, for_two=True)
        self.check_ranges("players", "games", "seed")


class ChoiceReportJson(TypedDict):
    """The effect of choices: the expected number of turns under an optimal policy, the rule that it uses at each place
    (`choices`), and the jumps that it declines.
    """

    expected: float | None
    expected_exact: str | None
    choices: dict[str, str]
    declined: list[list[str]]


class JumpReportJson(TypedDict):
    """A jump, the expected number of turns without it, and its effect on that number; null means infinity."""

    start: int
    end: int
    expected_without: float | None
    effect: float | None


class OddsReportJson(TypedDict):
    """The figures about the length of a game of chance, with the extras that were requested, such as jumps and the
    results of random games (`simulation`).
    """

    problem: str
    status: Status
    why: str
    expected: float | None
    expected_exact: str | None
    expected_if_finished: float | None
    finishes: float | None
    variance: float | None
    variance_exact: str | None
    sd: float | None
    minimum: int | None
    probability_of_minimum: float | None
    probability_of_minimum_exact: str | None
    median: int | None
    mode: int | None
    quantiles: dict[str, int | None]
    win_chances: list[float]
    positions: int
    visits: dict[str, float]
    distribution: list[float]
    beyond: float
    minimum_moves: list[str] | None
    worth: NotRequired[float]
    worth_exact: NotRequired[str | None]
    jumps: NotRequired[list[JumpReportJson]]
    choice: NotRequired[ChoiceReportJson]
    simulation: NotRequired[dict[str, float | None]]


def describe_odds(odds: Odds) -> OddsReportJson:
    """Odds as plain JSON values."""
    return cast("OddsReportJson", odds.as_dict())


def report_odds(request: OddsReportRequest, context: Context) -> Odds:
    """Compute everything that was requested; when the time is up, return the results so far."""
    problem: Any = request.problem
    is_over = context.make_deadline()
    if isinstance(problem, Game):
        _refuse_choices(request)
        return find_odds(problem, request.players, request.at, cancelled=is_over)
    standing = _find_places(problem, request.at, is_over) if request.at else []
    start = problem.at(standing[0]) if standing else problem
    versions = [(text, make_alternative(start, *pair)) for text, pair in request.alternatives.items()]
    if request.decline:
        require_offers(start)
    luckiest = find_luckiest_game(start, min(LUCKY_GAME_SECONDS, (context.limit.seconds or inf) / 2), context.cancelled)
    fewest = len(luckiest.notation) if luckiest.optimal else None
    moves = None if fewest is None else luckiest.notation
    title = problem.name or repr(problem)
    found = Odds(title, Status.STOPPED, finishes=None, minimum=fewest, moves=moves, source=start)

    def begin_part() -> None:
        """Report the number of positions found so far. Raises `Stopped` if the time is up or the task was cancelled."""
        if context.progress is not None:
            context.progress(Stats(expanded=found.positions))
        check_cancelled(is_over)

    try:
        begin_part()
        odds = find_odds(problem, request.players, standing, fractions=request.exact or None, cancelled=is_over)
        if odds.status is Status.STOPPED and odds.minimum is None:
            odds = replace(odds, minimum=fewest)
        found = replace(odds, moves=None if odds.minimum is None else luckiest.notation)
        few = isinstance(start, Jumping) and len(start.jumps) * odds.positions <= QUICK
        if odds.expected is not None and (request.jumps or few):
            begin_part()
            found = replace(found, jumps=find_effects(start, odds.expected))
        if versions or request.decline:
            begin_part()
            found = replace(found, policy=find_best_policy(start, versions, decline=request.decline))
        if request.games:
            begin_part()
            found = replace(found, simulation=simulate(start, request.games, request.seed, is_over))
    except Stopped as stopped:  # by the deadline, or at any time by an alarm of the front end
        return replace(found, status=Status.STOPPED, why=found.why or _(LIMITS[stopped.limit]))
    return found


def _refuse_choices(request: OddsReportRequest) -> None:
    """Raise `BadInput` if the request has questions that apply only to a race, and not to a two-player game."""
    if request.jumps or request.alternatives or request.decline or request.games or request.at:
        raise BadInput(
            _(
                "for a two-player game with dice, only the odds from the start can be computed: do not ask "
                "for jumps, choices, simulations or other positions"
            )
        )


def _find_places(problem: Any, at: Sequence[Any], cancelled: Cancelled) -> list[Any]:
    """The reachable states that `at` names (by labels or as states). Raises `UnknownName` if one is not reachable."""
    known = {problem.label(state): state for state in make_chain(problem, cancelled).states}
    labels = [each if isinstance(each, str) else problem.label(each) for each in at]
    for name in labels:
        if name not in known:
            raise make_unknown_name(_("Position"), name, known)
    return [known[name] for name in labels]
