"""What if? The odds without a jump, with a choice, and as they come out when the game is really played.

Each of these is asked for on its own, since each may take long. What was found when the time was up is told, and how
much is missing.
"""

from typing import Any

from langkah.apps.work.chances import Spot, ending, finite, spot, written
from langkah.apps.work.kit import Kit, Values
from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Problem
from langkah.odds import outcome
from langkah.odds.jumps import Effect, Jumping, each_effect, with_settings
from langkah.odds.policy import Offering, Policy, best_policy
from langkah.odds.simulate import simulate
from langkah.session import Session
from langkah.settings import natural, shown, unknown
from langkah.trace import Stats
from langkah.views.sentences import change, labelled

AGREES = 4.0  # standard errors
MOST_GAMES = 1_000_000


# Without a jump


def jumps(session: Session, kit: Kit) -> Values:
    """Every jump with the expected length without it, the most important first, as far as there is time."""
    where, over = spot(session, dict(kit.options)), ending(kit)
    game, problem = where.game, where.problem
    all_of_them = len(problem.jumps) if isinstance(problem, Jumping) else 0
    if game.over or not game.certain:
        return {"rows": [], "all": all_of_them, "expected": None, "why": outcome(game)[1]}
    found: list[Effect] = []
    for each in each_effect(problem, game.expected):
        found.append(each)
        if kit.progress is not None:
            kit.progress(Stats(expanded=len(found), generated=all_of_them))
        if over():
            break
    found.sort(key=lambda each: -abs(each.effect))
    handle = places_called(problem)
    rows = [jump_out(each, handle) for each in found]
    return {"rows": rows, "all": all_of_them, "expected": game.expected, "why": ""}


def jump_out(each: Effect, handle: str | None) -> Values:
    """One jump: where it leads, what it does, and the handles of its ends on the board."""
    handles = [] if handle is None else [f"{handle}{each.start}", f"{handle}{each.end}"]
    told = {"from": str(each.start), "to": str(each.end), "handles": handles, "words": change(each.effect)}
    return {**told, "without": finite(each.expected_without), "effect": finite(each.effect)}


def places_called(problem: Problem[Any, Any]) -> str | None:
    """What the handles of places begin with where jumps are drawn between them; None where that is not told."""
    drawn = problem.editor()
    return drawn.handle if drawn is not None and drawn.kind == "jumps" else None


# With a choice


def choices(session: Session, kit: Kit) -> Values:
    """What it is worth to choose: to decline jumps, to play a turn by another rule, or both."""
    where, over = spot(session, dict(kit.options)), ending(kit)
    game = where.game
    wanted = asked(where, dict(kit.options))
    found: list[Values] = []
    for number, (decline, versions) in enumerate(wanted):
        if over():
            break
        if kit.progress is not None:
            kit.progress(Stats(expanded=number, generated=len(wanted)))
        policy = best_policy(where.problem, versions, decline=decline)
        found.append({"decline": decline, "rule": bool(versions), **policy_out(where.problem, policy)})
    least = game.minimum if game.possible else None
    return {"expected": finite(game.expected), "least": least, "ways": found, "left_out": len(wanted) - len(found)}


def asked(where: Spot, options: Values) -> list[tuple[bool, list[tuple[str, Any]]]]:
    """The choices that a request wishes for: each alone, then all together."""
    decline = bool(options.get("decline"))
    name = options.get("setting")
    if decline and not isinstance(where.problem, Offering):
        raise BadInput(_("decline = true: here is nothing that could be declined"))
    versions = [] if name is None else [alternative(where, name, options.get("value"))]
    ways: list[tuple[bool, list[tuple[str, Any]]]] = []
    if decline:
        ways.append((True, []))
    if versions:
        ways.append((False, versions))
    return [*ways, (True, versions)] if len(ways) == 2 else ways


def alternative(where: Spot, name: str, value: object) -> tuple[str, Any]:
    """The problem by another rule, and how that is written."""
    problem: Any = where.session.problem
    known = [each.name for each in problem.settings]
    if name not in known:
        raise unknown(_("Setting"), name, known)
    version = with_settings(problem, **{name: value})
    states = (*(problem.goals() or ()), where.state)
    if any(problem.is_goal(state) != version.is_goal(state) for state in states):
        text = _("{name} = {value}: this changes the goal; only what a turn does can be chosen")
        raise BadInput(text.format(name=name, value=shown(value)))
    return f"{name} = {value}", version


def policy_out(problem: Problem[Any, Any], policy: Policy) -> Values:
    """The best way to choose: its length, where another rule is taken, and which jumps are declined."""
    taken = [problem.label(state) for state, name in policy.choices.items() if name]
    declined = [[labelled(problem, kept), labelled(problem, end)] for end, kept in policy.declined]
    return {
        "expected": policy.expected,
        "exact": written(policy.expected_exact),
        "taken": sorted(taken, key=natural),
        "of": len(policy.choices),
        "declined": sorted(declined, key=lambda pair: natural(pair[0])),
    }


# Really played


def games(session: Session, kit: Kit) -> Values:
    """Games played at random beside the exact odds: how far they are apart, in standard errors."""
    where, over = spot(session, dict(kit.options)), ending(kit)
    wanted, seed = kit.options.get("games", 10_000), kit.options.get("seed", 0)
    played = simulate(where.problem, wanted, seed, over)
    game = where.game
    exact = game.expected_if_finished if game.possible else None
    told = {**played.as_dict(), "wanted": wanted, "expected": exact, "finishes": game.finishes}
    away = apart(told["mean"], exact, told["standard_error"])
    return {**told, "away": away, "agrees": None if away is None else abs(away) <= AGREES}


def apart(mean: float | None, exact: float | None, error: float | None) -> float | None:
    """How many standard errors a mean lies from the exact value; None where that cannot be said."""
    if mean is None or exact is None or error is None:
        return None
    if error == 0:
        return 0.0 if abs(mean - exact) < 1e-9 * max(1.0, exact) else None
    return (mean - exact) / error
