"""Answers 'what if?': the odds without a jump (such as a snake or a ladder), the odds with choices, and the results of
random games.

Each of these questions is a separate request, since each may take long. When the time is up, the answer has the results
so far, and says how much is missing.
"""

from dataclasses import dataclass
from typing import Annotated, Any, TypedDict, cast

from langkah.dice_odds import find_outcome
from langkah.dice_odds.jumps import JumpEffect, Jumping, change_settings, iterate_effects
from langkah.dice_odds.policy import Offering, Policy, find_best_policy
from langkah.dice_odds.simulate import simulate
from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Problem
from langkah.settings import make_sort_key, make_unknown_name, quote_value
from langkah.tasks.context import Context
from langkah.tasks.odds import FractionJson, OddsRequest, find_stand, to_finite, write_fraction
from langkah.tracing import Stats
from langkah.typed_json import Name, Range
from langkah.views.sentences import format_change

AGREES = 4.0  # a difference of at most this many standard errors counts as agreement
MOST_GAMES = 1_000_000


@dataclass(frozen=True)
class ChoicesRequest(OddsRequest):
    """A request for the effect of choices that a player could be allowed to make before each turn: to decline jumps
    (`decline`), or to play the turn with another `value` of a `setting`.
    """

    decline: bool = False
    setting: Name | None = None
    value: bool | int | Annotated[str, Range(0, 300)] | None = None

    def check(self) -> None:
        """Refuse choices that this game does not offer."""
        list_wanted_choices(self)


@dataclass(frozen=True)
class GamesRequest(OddsRequest):
    """A request to play random games from a position: the number of games, and the seed of the random numbers."""

    games: Annotated[int, Range(1, MOST_GAMES)] = 10_000
    seed: Annotated[int, Range(0, 2**63 - 1)] = 0


# Without a jump

JumpJson = TypedDict(
    "JumpJson",
    {"from": str, "to": str, "handles": list[str], "words": str, "without": float | None, "effect": float | None},
)


class JumpsJson(TypedDict):
    """The expected number of turns without each jump, the jump with the largest effect first. `all` is the number of
    jumps; if the time was too short, `rows` has fewer.
    """

    rows: list[JumpJson]
    all: int
    expected: float | None
    why: str


def weigh_jumps(request: OddsRequest, context: Context) -> JumpsJson:
    """Compute the expected number of turns without each jump. The jumps are sorted by the size of their effect, largest
    first. If the time is too short, the answer omits some jumps.
    """
    where, is_over = find_stand(request), context.make_deadline()
    game, problem = where.game, where.problem
    all_of_them = len(problem.jumps) if isinstance(problem, Jumping) else 0
    if game.over or not game.certain:
        return {"rows": [], "all": all_of_them, "expected": None, "why": find_outcome(game)[1]}
    found: list[JumpEffect] = []
    for each in iterate_effects(problem, game.expected):
        found.append(each)
        if context.progress is not None:
            context.progress(Stats(expanded=len(found), generated=all_of_them))
        if is_over():
            break
    found.sort(key=lambda each: -abs(each.effect))
    handle = _find_place_prefix(problem)
    rows = [_jump_to_json(each, handle) for each in found]
    return {"rows": rows, "all": all_of_them, "expected": game.expected, "why": ""}


def _jump_to_json(each: JumpEffect, handle: str | None) -> JumpJson:
    """A jump as JSON: its ends, their handles on the board, the expected number of turns without the jump, and its
    effect.
    """
    handles = [] if handle is None else [f"{handle}{each.start}", f"{handle}{each.end}"]
    return {
        "from": str(each.start),
        "to": str(each.end),
        "handles": handles,
        "words": format_change(each.effect),
        "without": to_finite(each.expected_without),
        "effect": to_finite(each.effect),
    }


def _find_place_prefix(problem: Problem[Any, Any]) -> str | None:
    """The text with which the handles of places begin, if jumps can be drawn on the board; None for any other board."""
    drawn = problem.editor()
    return drawn.handle if drawn is not None and drawn.kind == "jumps" else None


# With a choice


class WayJson(TypedDict):
    """The optimal policy of a player with certain choices: whether jumps may be declined (`decline`), whether there is
    another rule (`rule`), the expected number of turns, the places at which the policy uses the other rule (`taken`,
    among `of` places), and the jumps that it declines.
    """

    decline: bool
    rule: bool
    expected: float | None
    exact: FractionJson | None
    taken: list[str]
    of: int
    declined: list[list[str]]


class ChoicesJson(TypedDict):
    """How choices change the expected number of turns: each choice alone, then all together. `least` is the least
    number of turns; `left_out` is the number of choices for which the time was too short.
    """

    expected: float | None
    least: int | None
    ways: list[WayJson]
    left_out: int


def weigh_choices(request: ChoicesRequest, context: Context) -> ChoicesJson:
    """Compute the expected length of the game for each choice: declining jumps, playing a turn by another rule, or
    both.
    """
    where, is_over = find_stand(request), context.make_deadline()
    game = where.game
    wanted = list_wanted_choices(request)
    found: list[WayJson] = []
    for number, (decline, versions) in enumerate(wanted):
        if is_over():
            break
        if context.progress is not None:
            context.progress(Stats(expanded=number, generated=len(wanted)))
        policy = find_best_policy(where.problem, versions, decline=decline)
        found.append(_policy_to_json(where.problem, policy, decline=decline, rule=bool(versions)))
    least = game.minimum if game.possible else None
    return {"expected": to_finite(game.expected), "least": least, "ways": found, "left_out": len(wanted) - len(found)}


def list_wanted_choices(request: ChoicesRequest) -> list[tuple[bool, list[tuple[str, Any]]]]:
    """The choices to compute: each requested choice alone and, if there are two, both together.

    Each entry is a pair: whether jumps may be declined, and the list of alternative rules. Each alternative rule is a
    pair of a description and a problem.
    """
    where, decline, name = find_stand(request), request.decline, request.setting
    ways: list[tuple[bool, list[tuple[str, Any]]]] = []
    versions: list[tuple[str, Any]] = []
    if decline:
        require_offers(where.problem)
        ways.append((True, []))
    if name is not None:
        versions = [(f"{name} = {request.value}", make_alternative(where.problem, name, request.value))]
        ways.append((False, versions))
    return [*ways, (True, versions)] if len(ways) == 2 else ways


def require_offers(problem: Any) -> None:
    """Raise an error if the game has no jumps that can be declined."""
    if not isinstance(problem, Offering):
        raise BadInput(_("decline = true: this game has no jumps that a player could decline"))


def make_alternative(problem: Any, name: str, value: object) -> Any:
    """The same problem with another value of a setting, so that a player can choose between the two rules before a
    turn. Raises `BadInput` if this value changes the goal.
    """
    known = [each.name for each in problem.settings]
    if name not in known:
        raise make_unknown_name(_("Setting"), name, known)
    version = change_settings(problem, **{name: value})
    states = (*(problem.goals() or ()), problem.start)
    if any(problem.is_goal(state) != version.is_goal(state) for state in states):
        text = _(
            "{name} = {value}: this setting changes the goal; an alternative rule may only change the effect of a turn"
        )
        raise BadInput(text.format(name=name, value=quote_value(value)))
    return version


def _policy_to_json(problem: Problem[Any, Any], policy: Policy, *, decline: bool, rule: bool) -> WayJson:
    """The optimal policy as JSON."""
    taken = [problem.label(state) for state, name in policy.choices.items() if name]
    return {
        "decline": decline,
        "rule": rule,
        "expected": policy.expected,
        "exact": write_fraction(policy.expected_exact),
        "taken": sorted(taken, key=make_sort_key),
        "of": len(policy.choices),
        "declined": sorted(policy.list_declined(problem), key=lambda pair: make_sort_key(pair[0])),
    }


# Random games


class GamesJson(TypedDict):
    """The results of random games beside the exact odds. `stuck` games could not end, and `unfinished` ones were
    abandoned. `away` is the difference of the mean length from the expected one, in standard errors; `agrees` says
    whether it is small.
    """

    games: int
    wanted: int
    seed: int
    mean: float | None
    standard_error: float | None
    expected: float | None
    finishes: float
    shortest: int | None
    longest: int | None
    stuck: int
    unfinished: int
    turns: int
    seconds: float
    turns_per_second: float
    agrees: bool | None
    away: float | None


def play_games(request: GamesRequest, context: Context) -> GamesJson:
    """Play random games, and give their difference from the exact odds in standard errors."""
    where, is_over = find_stand(request), context.make_deadline()
    played = simulate(where.problem, request.games, request.seed, is_over)
    game = where.game
    exact = game.expected_if_finished if game.possible else None
    told: Any = {**played.as_dict(), "wanted": request.games, "expected": exact, "finishes": game.finishes}
    away = _count_errors_apart(told["mean"], exact, told["standard_error"])
    return cast("GamesJson", {**told, "away": away, "agrees": None if away is None else abs(away) <= AGREES})


def _count_errors_apart(mean: float | None, exact: float | None, error: float | None) -> float | None:
    """The difference of a mean from the exact value, in standard errors; None if it is undefined."""
    if mean is None or exact is None or error is None:
        return None
    if error == 0:
        return 0.0 if abs(mean - exact) < 1e-9 * max(1.0, exact) else None
    return (mean - exact) / error
