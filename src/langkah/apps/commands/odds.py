"""`langkah odds`: how long a game of chance takes, exactly; who wins a race; and what choice would be worth."""

import argparse
from itertools import accumulate
from math import isinf
from typing import Any

from langkah.apps import options
from langkah.apps.commands.draw import write
from langkah.apps.commands.solve import CODES
from langkah.apps.console import columns, print_json, print_table, say
from langkah.games import load, split_settings
from langkah.language import _, number, plural
from langkah.model import Problem
from langkah.odds import Odds, odds
from langkah.odds.chain import chain_of
from langkah.odds.jumps import Effect, Jumping, effects, with_settings
from langkah.odds.policy import Policy, best_policy
from langkah.odds.report import ratio
from langkah.odds.simulate import Simulation, simulate
from langkah.scene import Scene
from langkah.search import solve
from langkah.settings import natural, unknown
from langkah.views.sentences import change, labelled, small
from langkah.views.theme import THEMES

QUICK = 5_000  # positions times jumps: up to here every jump is looked at without being asked for
LISTED = 24  # rolls of a plan
BARS = 72  # little bars in a row, where the screen is wide enough
PIXELS = 40.0  # for a unit of a picture
BLOCKS = " ▁▂▃▄▅▆▇█"


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    options.add_problem(parser)
    parser.epilog = _("players=K among the settings asks for the chances of K players, by seat.")
    parser.add_argument("--at", metavar="A,B", help=_("where the players stand now, the next to move first"))
    parser.add_argument("--exact", action="store_true", help=_("exact fractions also for large boards"))
    parser.add_argument("--jumps", action="store_true", help=_("what each jump is worth, also on large boards"))
    choice = parser.add_argument_group(_("what if one could choose?"))
    choice.add_argument(
        "--or",
        dest="alternatives",
        metavar=_("name=value"),
        action="append",
        default=[],
        help=_("before each turn the player may take these settings instead, as in die=4"),
    )
    choice.add_argument("--decline", action="store_true", help=_("the player may decline a jump"))
    check = parser.add_argument_group(_("check by playing"))
    check.add_argument("--simulate", type=options.whole, metavar="N", help=_("play N games at random"))
    check.add_argument("--seed", type=options.whole, default=0, metavar="S", help=_("for playing at random"))
    pictures = parser.add_argument_group(_("pictures"))
    pictures.add_argument("--chart", metavar=_("FILE"), help=_("draw how likely each length is (.svg, .png)"))
    pictures.add_argument("--heat", metavar=_("FILE"), help=_("draw how often each place is visited (.svg, .png)"))
    pictures.add_argument("--theme", choices=THEMES, default="light", help=_("the colours (default: light)"))
    limits = parser.add_argument_group(_("limits"))
    limits.add_argument("--limit-seconds", type=options.positive, metavar="S", help=_("stop after this many seconds"))
    options.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Work out and print, within the time that there is."""
    with options.clock(args):
        return worked_out(args)


def worked_out(args: argparse.Namespace) -> int:
    """Everything that was asked for."""
    settings = split_settings(args.settings)
    players: Any = settings.pop("players", 1)
    problem: Any = load(args.problem, settings)
    chain_of(problem)  # says at once where there are no dice
    standing = places(problem, args.at) if args.at else []
    found = odds(problem, players, standing, fractions=args.exact or None)
    start = problem.at(standing[0]) if standing else problem
    extra = Extra(start, found, args)
    for path, picture in (args.chart, chart), (args.heat, heat):
        if path:
            write(path, picture(start, found), args.theme, PIXELS)
    if args.json:
        print_json({**found.as_dict(problem.label), **extra.as_dict(problem)})
    else:
        say(*told(problem, found, extra))
        extra.print_jumps()
    return CODES[found.status]


class Extra:
    """What is told besides the odds: the luckiest game, the jumps, the choices, the games played at random."""

    def __init__(self, problem: Any, found: Odds, args: argparse.Namespace) -> None:
        self.plan: tuple[str, ...] | None = None
        if found.minimum is not None:
            self.plan = solve(problem, "breadth-first").moves
        self.jumps: list[Effect] = []
        few = isinstance(problem, Jumping) and len(problem.jumps) * found.positions <= QUICK
        if found.expected is not None and (args.jumps or few):
            self.jumps = effects(problem, found.expected)
        self.policy: Policy | None = None
        if args.alternatives or args.decline:
            versions = [(word, alternative(problem, word)) for word in args.alternatives]
            self.policy = best_policy(problem, versions, decline=args.decline)
        self.simulation: Simulation | None = simulate(problem, args.simulate, args.seed) if args.simulate else None

    def as_dict(self, problem: Problem[Any, Any]) -> dict[str, Any]:
        """The same as plain JSON values, as far as it was asked for."""
        found: dict[str, Any] = {"minimum_moves": None if self.plan is None else list(self.plan)}
        if self.jumps:
            found["jumps"] = [each.as_dict() for each in self.jumps]
        if self.policy:
            found["choice"] = {
                "expected": self.policy.expected,
                "expected_exact": ratio(self.policy.expected_exact),
                "choices": {problem.label(state): name for state, name in self.policy.choices.items()},
                "declined": [[labelled(problem, kept), labelled(problem, end)] for end, kept in self.policy.declined],
            }
        if self.simulation:
            found["simulation"] = self.simulation.as_dict()
        return found

    def print_jumps(self) -> None:
        """What each jump is worth, as a table."""
        if self.jumps:
            rows = [
                [f"{each.start} → {each.end}", without(each.expected_without), change(each.effect)]
                for each in self.jumps
            ]
            print()
            headers = [_("jump"), _("expected without it"), _("what it does")]
            print_table(headers, rows, _("What each jump is worth"))


def without(expected: float) -> object:
    """An expected length, or a word for infinity."""
    return _("never ends") if isinf(expected) else expected


def places(problem: Any, text: str) -> list[Any]:
    """The states that labels stand for, among those that can arise."""
    known = {problem.label(state): state for state in chain_of(problem).states}
    found = []
    for name in options.names(text):
        if name not in known:
            raise unknown(_("Position"), name, known)
        found.append(known[name])
    return found


def alternative(problem: Any, word: str) -> Any:
    """The same problem with one setting changed."""
    ((name, value),) = split_settings([word]).items()
    known = [setting.name for setting in problem.settings]
    if name not in known:
        raise unknown(_("Setting"), name, known)
    return with_settings(problem, **{name: value})


def told(problem: Any, found: Odds, extra: Extra) -> list[str]:
    """The odds in words."""
    lines = [f"{found.problem}: " + headline(found)]
    if found.why:
        lines.append("  " + found.why)
    if found.expected_exact is not None:
        lines += ["  " + _("exactly {p}").format(p=ratio(found.expected_exact))]
    if found.minimum is not None:
        plan = extra.plan or ()
        rolls = " ".join(plan[:LISTED]) + (" ..." if len(plan) > LISTED else "")
        text = _("fewest turns {n}, with chance {p} (choosing every roll: {plan})")
        lines.append("  " + text.format(n=found.minimum, p=small(found.probability_of_minimum), plan=rolls))
        lines.append("  " + spread(found))
        lines += ["", *bars(found), ""]
    for seat, chance in enumerate(found.win_chances if len(found.win_chances) > 1 else (), 1):
        lines.append("  " + _("player {n} wins with chance {p}").format(n=seat, p=number(chance, ".4%")))
    if extra.policy:
        lines += choice_told(problem, found, extra.policy)
    if extra.simulation:
        lines += simulation_told(found, extra.simulation)
    return lines


def headline(found: Odds) -> str:
    """The answer in one phrase."""
    if found.expected is None:
        return _("can never be finished") if not found.finishes else _("is not sure to end")
    text = _("{n} turns expected, standard deviation {sd}")
    return text.format(n=number(found.expected, ",.4f"), sd=number(found.sd or 0.0, ",.4f"))


def spread(found: Odds) -> str:
    """Median, mode and quantiles."""
    text = _("median {median}, most likely {mode}; 25 % within {q25}, 75 % within {q75}, 95 % within {q95}")
    named = {"median": found.median, "mode": found.mode, **found.quantiles}
    return text.format(**{name: "-" if value is None else number(value) for name, value in named.items()})


def bars(found: Odds) -> list[str]:
    """The distribution as a row of little bars, up to where 99 % of the games are done."""
    done = accumulate(found.distribution)
    last = next((n for n, share in enumerate(done) if share >= 0.99 * found.finishes), len(found.distribution) - 1)
    each = -(-(last + 1) // min(BARS, columns() - 3))
    heights = [sum(found.distribution[first : first + each]) for first in range(0, last + 1, each)]
    most = max(heights) or 1.0
    row = "".join(BLOCKS[min(8, -int(-8 * height // most))] for height in heights)
    return ["  " + row, "  0" + str(last).rjust(len(row) - 1)]


def choice_told(problem: Any, found: Odds, policy: Policy) -> list[str]:
    """What it is worth to choose, and how to."""
    if policy.expected is None:
        return ["  " + _("no way of choosing is sure to end the game")]
    lines = ["  " + _("choosing well: {n} turns expected").format(n=number(policy.expected, ",.4f"))]
    if found.expected is not None:
        lines[0] += f" ({number(policy.expected - found.expected, '+,.4f')})"
    for name in dict.fromkeys(policy.choices.values()):
        where = sorted((problem.label(state) for state, taken in policy.choices.items() if taken == name), key=natural)
        if name:
            lines.append("  " + _("{choice} at {places}").format(choice=name, places=", ".join(where)))
    if policy.declined:
        jumps = [f"{labelled(problem, kept)} → {labelled(problem, end)}" for end, kept in policy.declined]
        lines.append("  " + _("decline: {jumps}").format(jumps=", ".join(sorted(jumps, key=natural))))
    return lines


def simulation_told(found: Odds, played: Simulation) -> list[str]:
    """How the games played at random compare."""
    games = plural("{n} game", "{n} games", played.games)
    line = _("{games} played at random: {mean} turns on average").format(games=games, mean=number(played.mean, ",.4f"))
    if played.standard_error > 0:
        line += f" ± {number(played.standard_error, ',.4f')}"
    if found.expected is not None and played.standard_error > 0:
        away = (played.mean - found.expected) / played.standard_error
        line += ", " + _("{n} standard errors from the exact value").format(n=number(away, "+,.2f"))
    rate = _("{n} turns a second").format(n=number(played.turns / max(played.seconds, 1e-9), ",.0f"))
    return ["  " + line, "  " + rate]


def chart(problem: Any, found: Odds) -> Scene:
    """How likely each length is, as a picture."""
    from langkah.views.charts import distribution_chart

    marks = {_("median"): found.median, "25 %": found.quantiles.get("q25"), "95 %": found.quantiles.get("q95")}
    del problem
    return distribution_chart(found.distribution or (0.0,), marks, headline(found), _("turns"))


def heat(problem: Any, found: Odds) -> Scene:
    """How often each place is visited, as a picture."""
    from langkah.views.charts import heat_map

    return heat_map(problem, found.visits)
