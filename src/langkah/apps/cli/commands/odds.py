"""`langkah odds`: how long a game of chance takes, exactly; who wins a race; and what choice would be worth."""

import argparse
from itertools import accumulate
from math import isinf
from typing import Any

from langkah.apps.cli import arguments
from langkah.apps.cli.console import get_screen_width, print_json, print_lines, print_table
from langkah.apps.cli.exit_codes import get_exit_code
from langkah.apps.cli.picture_files import write_board
from langkah.games import load, parse_settings
from langkah.language import _, format_number, format_plural
from langkah.model import Problem
from langkah.odds import Odds, find_odds
from langkah.odds.chain import make_chain
from langkah.odds.jumps import JumpEffect, Jumping, change_settings, find_effects
from langkah.odds.policy import Policy, find_best_policy
from langkah.odds.report import format_ratio
from langkah.odds.simulate import Simulation, simulate
from langkah.scene import Scene
from langkah.search import solve
from langkah.settings import make_sort_key, make_unknown_name
from langkah.views.sentences import format_chance, format_change, format_label
from langkah.views.theme import THEMES

QUICK = 5_000  # positions times jumps: up to here every jump is looked at without being asked for
LISTED = 24  # rolls of a plan
BARS = 72  # little bars in a row, where the screen is wide enough
PIXELS = 40.0  # for a unit of a picture
BLOCKS = " ▁▂▃▄▅▆▇█"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    arguments.add_problem(parser)
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
    check.add_argument("--simulate", type=arguments.parse_whole, metavar="N", help=_("play N games at random"))
    check.add_argument("--seed", type=arguments.parse_whole, default=0, metavar="S", help=_("for playing at random"))
    pictures = parser.add_argument_group(_("pictures"))
    pictures.add_argument("--chart", metavar=_("FILE"), help=_("draw how likely each length is (.svg, .png)"))
    pictures.add_argument("--heat", metavar=_("FILE"), help=_("draw how often each place is visited (.svg, .png)"))
    pictures.add_argument("--theme", choices=THEMES, default="light", help=_("the colours (default: light)"))
    limits = parser.add_argument_group(_("limits"))
    limits.add_argument(
        "--limit-seconds", type=arguments.parse_positive, metavar="S", help=_("stop after this many seconds")
    )
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Work out and print, within the time that there is."""
    with arguments.limit_time(args):
        return _answer_odds(args)


def _answer_odds(args: argparse.Namespace) -> int:
    """Everything that was asked for."""
    settings = parse_settings(args.settings)
    players: Any = settings.pop("players", 1)
    problem: Any = load(args.problem, settings)
    make_chain(problem)  # says at once where there are no dice
    standing = _read_places(problem, args.at) if args.at else []
    found = find_odds(problem, players, standing, fractions=args.exact or None)
    start = problem.at(standing[0]) if standing else problem
    extra = _OddsExtras(start, found, args)
    for path, picture in (args.chart, _draw_chart), (args.heat, _draw_heat):
        if path:
            write_board(path, picture(start, found), args.theme, PIXELS)
    if args.json:
        print_json({**found.as_dict(problem.label), **extra.as_dict(problem)})
    else:
        print_lines(*_format_odds(problem, found, extra))
        extra._print_jumps()
    return get_exit_code(found.status)


class _OddsExtras:
    """What is told besides the odds: the luckiest game, the jumps, the choices, the games played at random."""

    def __init__(self, problem: Any, found: Odds, args: argparse.Namespace) -> None:
        self.plan: tuple[str, ...] | None = None
        if found.minimum is not None:
            self.plan = solve(problem, "breadth-first").moves
        self.jumps: list[JumpEffect] = []
        few = isinstance(problem, Jumping) and len(problem.jumps) * found.positions <= QUICK
        if found.expected is not None and (args.jumps or few):
            self.jumps = find_effects(problem, found.expected)
        self.policy: Policy | None = None
        if args.alternatives or args.decline:
            versions = [(word, _read_alternative(problem, word)) for word in args.alternatives]
            self.policy = find_best_policy(problem, versions, decline=args.decline)
        self.simulation: Simulation | None = simulate(problem, args.simulate, args.seed) if args.simulate else None

    def as_dict(self, problem: Problem[Any, Any]) -> dict[str, Any]:
        """The same as plain JSON values, as far as it was asked for."""
        found: dict[str, Any] = {"minimum_moves": None if self.plan is None else list(self.plan)}
        if self.jumps:
            found["jumps"] = [each.as_dict() for each in self.jumps]
        if self.policy:
            found["choice"] = {
                "expected": self.policy.expected,
                "expected_exact": format_ratio(self.policy.expected_exact),
                "choices": {problem.label(state): name for state, name in self.policy.choices.items()},
                "declined": [
                    [format_label(problem, kept), format_label(problem, end)] for end, kept in self.policy.declined
                ],
            }
        if self.simulation:
            found["simulation"] = self.simulation.as_dict()
        return found

    def _print_jumps(self) -> None:
        """What each jump is worth, as a table."""
        if self.jumps:
            rows = [
                [f"{each.start} → {each.end}", _format_expected(each.expected_without), format_change(each.effect)]
                for each in self.jumps
            ]
            print()
            headers = [_("jump"), _("expected without it"), _("what it does")]
            print_table(headers, rows, _("What each jump is worth"))


def _format_expected(expected: float) -> object:
    """An expected length, or a word for infinity."""
    return _("never ends") if isinf(expected) else expected


def _read_places(problem: Any, text: str) -> list[Any]:
    """The states that labels stand for, among those that can arise."""
    known = {problem.label(state): state for state in make_chain(problem).states}
    found = []
    for name in arguments.split_names(text):
        if name not in known:
            raise make_unknown_name(_("Position"), name, known)
        found.append(known[name])
    return found


def _read_alternative(problem: Any, word: str) -> Any:
    """The same problem with one setting changed."""
    ((name, value),) = parse_settings([word]).items()
    known = [setting.name for setting in problem.settings]
    if name not in known:
        raise make_unknown_name(_("Setting"), name, known)
    return change_settings(problem, **{name: value})


def _format_odds(problem: Any, found: Odds, extra: _OddsExtras) -> list[str]:
    """The odds in words."""
    lines = [f"{found.problem}: " + _format_headline(found)]
    if found.why:
        lines.append("  " + found.why)
    if found.expected_exact is not None:
        lines += ["  " + _("exactly {p}").format(p=format_ratio(found.expected_exact))]
    if found.minimum is not None:
        plan = extra.plan or ()
        rolls = " ".join(plan[:LISTED]) + (" ..." if len(plan) > LISTED else "")
        text = _("fewest turns {n}, with chance {p} (choosing every roll: {plan})")
        lines.append("  " + text.format(n=found.minimum, p=format_chance(found.probability_of_minimum), plan=rolls))
        lines.append("  " + _format_spread(found))
        lines += ["", *_draw_bars(found), ""]
    for seat, chance in enumerate(found.win_chances if len(found.win_chances) > 1 else (), 1):
        lines.append("  " + _("player {n} wins with chance {p}").format(n=seat, p=format_number(chance, ".4%")))
    if extra.policy:
        lines += _format_choice(problem, found, extra.policy)
    if extra.simulation:
        lines += _format_simulation(found, extra.simulation)
    return lines


def _format_headline(found: Odds) -> str:
    """The answer in one phrase."""
    if found.expected is None:
        return _("can never be finished") if not found.finishes else _("is not sure to end")
    text = _("{n} turns expected, standard deviation {sd}")
    return text.format(n=format_number(found.expected, ",.4f"), sd=format_number(found.sd or 0.0, ",.4f"))


def _format_spread(found: Odds) -> str:
    """Median, mode and quantiles."""
    text = _("median {median}, most likely {mode}; 25 % within {q25}, 75 % within {q75}, 95 % within {q95}")
    named = {"median": found.median, "mode": found.mode, **found.quantiles}
    return text.format(**{name: "-" if value is None else format_number(value) for name, value in named.items()})


def _draw_bars(found: Odds) -> list[str]:
    """The distribution as a row of little bars, up to where 99 % of the games are done."""
    done = accumulate(found.distribution)
    last = next((n for n, share in enumerate(done) if share >= 0.99 * found.finishes), len(found.distribution) - 1)
    each = -(-(last + 1) // min(BARS, get_screen_width() - 3))
    heights = [sum(found.distribution[first : first + each]) for first in range(0, last + 1, each)]
    most = max(heights) or 1.0
    row = "".join(BLOCKS[min(8, -int(-8 * height // most))] for height in heights)
    return ["  " + row, "  0" + str(last).rjust(len(row) - 1)]


def _format_choice(problem: Any, found: Odds, policy: Policy) -> list[str]:
    """What it is worth to choose, and how to."""
    if policy.expected is None:
        return ["  " + _("no way of choosing is sure to end the game")]
    lines = ["  " + _("choosing well: {n} turns expected").format(n=format_number(policy.expected, ",.4f"))]
    if found.expected is not None:
        lines[0] += f" ({format_number(policy.expected - found.expected, '+,.4f')})"
    for name in dict.fromkeys(policy.choices.values()):
        where = sorted(
            (problem.label(state) for state, taken in policy.choices.items() if taken == name), key=make_sort_key
        )
        if name:
            lines.append("  " + _("{choice} at {places}").format(choice=name, places=", ".join(where)))
    if policy.declined:
        jumps = [f"{format_label(problem, kept)} → {format_label(problem, end)}" for end, kept in policy.declined]
        lines.append("  " + _("decline: {jumps}").format(jumps=", ".join(sorted(jumps, key=make_sort_key))))
    return lines


def _format_simulation(found: Odds, played: Simulation) -> list[str]:
    """How the games played at random compare."""
    games = format_plural("{n} game", "{n} games", played.games)
    line = _("{games} played at random: {mean} turns on average").format(
        games=games, mean=format_number(played.mean, ",.4f")
    )
    if played.standard_error > 0:
        line += f" ± {format_number(played.standard_error, ',.4f')}"
    if found.expected is not None and played.standard_error > 0:
        away = (played.mean - found.expected) / played.standard_error
        line += ", " + _("{n} standard errors from the exact value").format(n=format_number(away, "+,.2f"))
    rate = _("{n} turns a second").format(n=format_number(played.turns / max(played.seconds, 1e-9), ",.0f"))
    return ["  " + line, "  " + rate]


def _draw_chart(problem: Any, found: Odds) -> Scene:
    """How likely each length is, as a picture."""
    from langkah.views.charts import draw_distribution

    marks = {_("median"): found.median, "25 %": found.quantiles.get("q25"), "95 %": found.quantiles.get("q95")}
    del problem
    return draw_distribution(found.distribution or (0.0,), marks, _format_headline(found), _("turns"))


def _draw_heat(problem: Any, found: Odds) -> Scene:
    """How often each place is visited, as a picture."""
    from langkah.views.charts import draw_heat_map

    return draw_heat_map(problem, found.visits)
