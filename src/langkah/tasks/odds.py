"""Computes the odds of a position: how long the rest of the game takes, who wins, and how often each place on the board
is visited. Requests and answers are plain JSON values; every number comes from `langkah.dice_odds`.

The answer is computed in parts, quick ones first, and each part is sent as soon as it is known. So on a huge board the
figures can be read while the rest is computed, and they remain if the time runs out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import ceil, isfinite
from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict, cast

from langkah.dice_odds import MOST_PLAYERS, Analysis, Odds, add_fractions, add_lengths, find_figures
from langkah.dice_odds.chain import Chain, never, require_dice
from langkah.dice_odds.distribution import find_win_chances
from langkah.dice_odds.exact import AFFORDABLE_EFFORT
from langkah.dice_odds.jumps import Jumping, change_settings
from langkah.dice_odds.policy import Offering
from langkah.dice_odds.report import format_ratio
from langkah.errors import BadInput
from langkah.language import _, format_number
from langkah.run import LIMITS, Stopped
from langkah.search import SearchRequest, run_search
from langkah.session import Session
from langkah.session.dice import find_tokens
from langkah.session.seats import MOST_TOKENS
from langkah.tasks.context import Context
from langkah.tasks.gallery import SettingJson, describe_setting
from langkah.tasks.positions import draw_position
from langkah.tasks.problems import PositionRequest
from langkah.tracing import Cancelled, Limit, Result, Status
from langkah.typed_json import Range
from langkah.views.charts import SHADES, find_heat, find_shown_length
from langkah.views.sentences import format_chance

MOST_BARS = 300  # as many as a narrow screen can show
MOST_LISTED_ROLLS = 24  # rolls of the shortest game that are listed
LUCKY_GAME_SECONDS = 4.0  # time for finding the shortest game
MOST_DRAWN = 1_000_000_000  # shapes that may be created to locate each state
HOT_SHARE = 0.95  # share of places below the top of the scale: a few hot places do not make all others look cold
MOST_BITS = 13_000  # bits of the numerator and of the denominator of a fraction that is written out
TRIED_STATES = 40  # states in which another rule is tried, plus the same number near a goal
KEPT_ANALYSES = 4  # analyses cached per process


@dataclass(frozen=True)
class OddsRequest(PositionRequest):
    """A request for the odds of one seat in a position. If `seat` is None, it is the seat of the player to move."""

    seat: Annotated[int, Range(0, MOST_TOKENS - 1)] | None = None

    def check(self) -> None:
        """Refuse games without dice, and seats that do not exist."""
        find_stand(self)


@dataclass(frozen=True)
class SeatsRequest(OddsRequest):
    """A request for the odds of a seat, and for the odds of a race between `players` players who all begin at the
    current position of this seat.
    """

    players: Annotated[int, Range(2, MOST_PLAYERS)] = 2


class FractionJson(TypedDict):
    """A fraction as text, and the number of its digits. The text is null if it would be too long to read."""

    text: str | None
    digits: int


class FiguresJson(TypedDict):
    """Figures about the length of the rest of the game for one seat: the expected number of turns, their variance and
    standard deviation (`sd`), and the least number of turns with its probability. If the time runs out, only the
    required fields are known.
    """

    seat: int
    place: str
    over: bool
    status: Status
    why: str
    finishes: float | None
    expected: float | None
    positions: NotRequired[int]
    expected_if_finished: NotRequired[float | None]
    variance: NotRequired[float | None]
    sd: NotRequired[float | None]
    least: NotRequired[int | None]
    least_chance: NotRequired[float]
    least_told: NotRequired[str]
    least_exact: NotRequired[FractionJson | None]
    rolls: NotRequired[list[str]]
    more_rolls: NotRequired[bool]


class LengthsJson(TypedDict):
    """The probability distribution of the number of turns. Each bar covers `width` lengths, and is given by its first
    length, its probability, and the cumulative probability at its end. `beyond` is the probability of a game that ends
    after more turns than were computed.
    """

    width: int
    bars: list[tuple[int, float, float]]
    median: int | None
    mode: int | None
    quantiles: dict[str, int | None]
    beyond: float
    why: str


class SeatsJson(TypedDict):
    """Each seat's probability of winning: from the current positions (`standing`), and in a race of `players` players
    who all begin at the position of the requested seat (`together`).
    """

    turn: int
    standing: list[float]
    players: int
    together: list[float]


class HeatJson(TypedDict):
    """How often each place on the board is visited. Each cell has the index of the place's shape in the picture, its
    shade, and the expected number of visits. `most` is the largest number of visits, and `top` the number from which on
    the shade is the darkest; `tokens` lists the ids of the tokens.
    """

    cells: list[tuple[int, int, float]]
    top: float
    most: float
    tokens: list[str]
    why: str


class ExactJson(TypedDict):
    """The expected number of turns and the variance as fractions. They are null on boards that are too large."""

    expected: FractionJson | None
    variance: FractionJson | None


class OddsSettingJson(SettingJson):
    """A setting whose value a player could be allowed to choose before each turn. `other` is a value different from the
    present one.
    """

    other: Any


class OddsMenuJson(TypedDict):
    """The further questions that can be asked about this game. `jumps` is the number of its jumps (such as snakes and
    ladders), and `work` the effort of analysing all of them (number of jumps times number of positions). `decline`:
    whether a player could be allowed to decline jumps. `settings` lists the settings that a player could be allowed to
    choose before each turn.
    """

    jumps: int
    work: int
    decline: bool
    settings: list[OddsSettingJson]


class OddsJson(TypedDict):
    """All parts of the answer that apply to this game. `left_out` names the parts for which the time was too short."""

    left_out: list[str]
    figures: NotRequired[FiguresJson]
    lengths: NotRequired[LengthsJson]
    seats: NotRequired[SeatsJson]
    heat: NotRequired[HeatJson]
    menu: NotRequired[OddsMenuJson]
    exact: NotRequired[ExactJson]


class Stand(NamedTuple):
    """The subject of a request: a session, one of its seats, and the number of players in the race whose odds are
    computed.
    """

    session: Session
    seat: int
    players: int = 2
    cancelled: Cancelled = never

    @property
    def state(self) -> Any:
        """The state of the player in this seat."""
        return self.session.states[self.seat]

    @property
    def problem(self) -> Any:
        """The problem, starting from the state of the player in this seat."""
        return self.session.problem.at(self.state)

    @property
    def game(self) -> Analysis:
        """The analysis of the game from the state of the player in this seat. Analyses are cached, since several
        questions concern the same position.
        """
        return self.analyse(self.state)

    def analyse(self, state: Any) -> Analysis:
        """The analysis of the game from a state."""
        found = _analyse(self.session.problem, state)
        found.cancelled = self.cancelled
        return found


@lru_cache(KEPT_ANALYSES)
def _analyse(problem: Any, state: Any) -> Analysis:
    return Analysis(problem.at(state))


def find_stand(request: OddsRequest, cancelled: Cancelled = never) -> Stand:
    """The session and the seat that a request is about; by default, the seat of the player to move. Raises `BadInput`
    if the problem has no dice or no such seat.
    """
    session = request.saved
    require_dice(session.problem)
    seat, most = session.turn if request.seat is None else request.seat, len(session.states)
    if seat >= most:
        raise BadInput(_("seat = {n}: there are {most} seats, counted from 0").format(n=seat, most=most))
    return Stand(session, seat, request.players if isinstance(request, SeatsRequest) else 2, cancelled)


def find_luckiest_game(
    problem: Any, seconds: float = LUCKY_GAME_SECONDS, cancelled: Cancelled | None = None
) -> Result[Any, Any]:
    """Find a game with the fewest turns, as if the player could choose every roll, by breadth-first search. If this
    takes more than a quarter of `seconds`, A* is used, for up to `seconds`.
    """
    found = run_search(problem, SearchRequest("breadth-first", limit=Limit(seconds=seconds / 4)), cancelled=cancelled)
    if found.status is not Status.STOPPED:
        return found
    return run_search(problem, SearchRequest("a-star", limit=Limit(seconds=seconds)), cancelled=cancelled)


def work_out_odds(request: SeatsRequest, context: Context) -> OddsJson:
    """Compute all parts of the odds that apply to a game, and send each part as soon as it is known. Returns all parts
    that were computed, and the names of those for which the time was too short.
    """
    is_over = context.make_deadline()
    where = find_stand(request, is_over)
    found: Any = {"left_out": []}
    for name, part in PARTS.items():
        if is_over():
            found["left_out"].append(name)
            continue
        try:
            if name not in ALWAYS and not where.game.possible:
                continue
            found[name] = part(where)
        except Stopped:
            found["left_out"].append(name)
            continue
        if context.partial is not None:
            context.partial({"part": name, "told": found[name]})
    return cast("OddsJson", found)


# The parts


def _work_out_figures(where: Stand) -> FiguresJson:
    """The figures that need no probability distribution: the expected number of turns, the variance, and the least
    number of turns with its probability. If the time runs out, the answer has only the required fields.
    """
    game, place = where.game, where.problem.scene(where.state).title
    luckiest = find_luckiest_game(where.problem)
    try:
        found = find_figures(game, "")
    except Stopped as stopped:
        why = _(LIMITS[stopped.limit])
        if luckiest.optimal:
            why += "; " + _("at least {n} turns are needed").format(n=format_number(luckiest.cost))
        known: FiguresJson = {
            "seat": where.seat,
            "place": place,
            "over": False,
            "status": Status.STOPPED,
            "why": why,
            "finishes": None,
            "expected": None,
        }
        return known
    told: FiguresJson = {
        "seat": where.seat,
        "place": place,
        "over": game.over,
        "status": found.status,
        "why": found.why,
        "positions": found.positions,
        "finishes": found.finishes,
        "expected": found.expected,
    }
    if not game.possible:
        return told
    least, plan = game.probability_of_minimum, luckiest.notation
    return {
        **told,
        "expected_if_finished": found.expected_if_finished,
        "variance": found.variance,
        "sd": found.sd,
        "least": found.minimum,
        "least_chance": float(least),
        "least_told": format_chance(least),
        "least_exact": write_fraction(least),
        "rolls": list(plan[:MOST_LISTED_ROLLS]),
        "more_rolls": len(plan) > MOST_LISTED_ROLLS,
    }


def work_out_lengths(where: Stand) -> LengthsJson:
    """The probability distribution of the number of turns."""
    found = add_lengths(Odds("", Status.SOLVED), where.game)
    last = find_shown_length(found.distribution)
    width = max(1, ceil((last + 1) / MOST_BARS))
    chances = [sum(found.distribution[first : first + width]) for first in range(0, last + 1, width)]
    bars = zip(range(0, last + 1, width), chances, accumulate(chances), strict=True)
    return {
        "width": width,
        "bars": list(bars),
        "median": found.median,
        "mode": found.mode,
        "quantiles": dict(found.quantiles),
        "beyond": found.beyond,
        "why": found.why,
    }


def _work_out_seats(where: Stand) -> SeatsJson:
    """Each seat's probability of winning."""
    session, here = where.session, where.game.distribution
    first, many = session.turn if session.dice else 0, len(session.states)
    order = [(first + number) % many for number in range(many)]
    chances = find_win_chances([where.analyse(session.states[seat]).distribution for seat in order])
    return {
        "turn": first,
        "standing": [chances[order.index(seat)] for seat in range(many)] if many > 1 else [],
        "players": where.players,
        "together": find_win_chances([here] * where.players),
    }


def _work_out_heat(where: Stand) -> HeatJson:
    """How often each place on the board is visited; without cells if the board is too large to be coloured."""
    session, game = where.session, where.game
    scene = draw_position(session)
    if len(game.part) * len(scene.shapes) > MOST_DRAWN:
        return {"cells": [], "top": 0.0, "most": 0.0, "tokens": [], "why": _("the board is too large to be coloured")}
    tokens = find_tokens(session.problem)
    tokens |= {f"{name} {player}" for name in tokens for player in range(len(session.states))}
    visits = dict(zip(game.part.states, game.visits, strict=True))
    found = find_heat(session.problem, scene, visits, tokens)
    ordered = sorted(found.values())
    top = ordered[round(HOT_SHARE * (len(ordered) - 1))] if ordered else 0.0
    cells = [(index, _find_shade(value, top), round(value, 6)) for index, value in sorted(found.items())]
    most = max(ordered, default=0.0)
    return {"cells": cells, "top": top, "most": most, "tokens": sorted(tokens), "why": ""}


def _find_shade(value: float, top: float) -> int:
    """The shade of a place on the board, from 0 for the value 0 to the darkest for `top` and all greater values."""
    return round((SHADES - 1) * min(1.0, value / top)) if top > 0 else 0


def _work_out_exact(where: Stand) -> ExactJson:
    """Expected number of turns and variance as fractions."""
    game = where.game
    if not game.certain or game.effort > AFFORDABLE_EFFORT:
        return {"expected": None, "variance": None}
    found = add_fractions(Odds("", Status.SOLVED), game)
    return {"expected": write_fraction(found.expected_exact), "variance": write_fraction(found.variance_exact)}


def _work_out_menu(where: Stand) -> OddsMenuJson:
    """The further questions that can be asked about this game."""
    game, problem = where.game, where.session.problem
    jumps = len(problem.jumps) if isinstance(problem, Jumping) else 0
    return {
        "jumps": jumps,
        "work": jumps * len(game.chain),
        "decline": isinstance(problem, Offering),
        "settings": [] if game.over else _find_alternatives(problem, game.chain),
    }


PARTS: dict[str, Callable[[Stand], Any]] = {
    "figures": _work_out_figures,
    "lengths": work_out_lengths,
    "seats": _work_out_seats,
    "heat": _work_out_heat,
    "menu": _work_out_menu,
    "exact": _work_out_exact,
}
ALWAYS = ("figures", "seats")  # the others have no meaning for a game that can never be finished


def work_out_race(request: SeatsRequest, context: Context) -> SeatsJson:
    """Compute only the probabilities of winning, for example after the user changed the number of players."""
    del context
    return _work_out_seats(find_stand(request))


# Fractions and infinities


def to_finite(value: float) -> float | None:
    """A number for JSON; None for infinity."""
    return value if isfinite(value) else None


def write_fraction(value: Fraction | None) -> FractionJson | None:
    """A fraction as text, with the number of its digits; None if `value` is None."""
    if value is None:
        return None
    longest = max(value.numerator.bit_length(), value.denominator.bit_length())
    text = format_ratio(value) if longest <= MOST_BITS else None
    return {"text": text, "digits": len(text or "") - 1 if text else round(longest * 0.60206)}


# Rules that could be chosen


def _find_alternatives(problem: Any, chain: Chain[Any]) -> list[OddsSettingJson]:
    """The settings that change only the effect of a turn: a player could be allowed to choose between their values.
    They are tested in a sample of the states of `chain`.
    """
    near = [state for state, done in zip(chain.states, chain.finish, strict=True) if done][:TRIED_STATES]
    tried = [*near, *chain.states[:: max(1, len(chain) // TRIED_STATES)]]
    found: list[OddsSettingJson] = []
    for each in problem.settings:
        row = describe_setting(each, getattr(problem, each.name, each.default))
        for other in _find_other_values(row):
            if _only_turns_differ(problem, each.name, other, tried):
                found.append({**row, "other": other})
                break
    return found


def _find_other_values(row: SettingJson) -> list[object]:
    """Other values of a setting, to test its effect; empty for settings that are not switches, choices or numbers."""
    value = row["value"]
    if row["kind"] == "switch":
        return [not value]
    if row["kind"] == "choice":
        return [choice for choice in row["choices"] if choice != value]
    if row["kind"] != "number":
        return []
    near = [value - 2, value - 1, value + 1]
    low, high = row["low"], row["high"]
    return [each for each in near if (low is None or each >= low) and (high is None or each <= high)][:1]


def _only_turns_differ(problem: Any, name: str, value: object, states: Sequence[Any]) -> bool:
    """Whether another value of a setting changes the effect of a turn in some of the states, but neither the set of
    states nor which of them are goals.
    """
    try:
        version = change_settings(problem, **{name: value})
        differs = False
        for state in states:
            usual, other = set(problem.chances(state)), set(version.chances(state))
            if any(problem.is_goal(after) != version.is_goal(after) for _chance, after in usual | other):
                return False
            differs = differs or usual != other
    except Exception:  # a state unknown to the other version: any exception means different states
        return False
    return differs
