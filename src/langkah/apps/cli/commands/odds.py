"""`langkah odds`: computes the exact length of a game of chance, the chances to win a race, and the effect of
choices.
"""

import argparse
from itertools import accumulate
from math import isinf
from typing import Any

from langkah.apps.cli import arguments
from langkah.apps.cli.console import get_screen_width, print_json, print_lines, print_table
from langkah.apps.cli.exit_codes import get_exit_code
from langkah.apps.cli.picture_files import write_board
from langkah.games import load, parse_settings
from langkah.language import _, format_number, format_plural, format_probability
from langkah.scene import Scene
from langkah.settings import make_sort_key
from langkah.tasks.context import Context
from langkah.tasks.odds_report import (
    Odds,
    OddsReportRequest,
    Policy,
    Simulation,
    format_ratio,
)
from langkah.tasks.table import ask
from langkah.tracing import Limit
from langkah.views.sentences import format_chance, format_change
from langkah.views.theme import THEMES

LISTED = 24  # rolls of a plan that are printed
BARS = 72  # bars in a row, if the screen is wide enough
PIXELS = 40.0  # per unit of a picture
BLOCKS = " ▁▂▃▄▅▆▇█"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    arguments.add_problem(parser)
    parser.epilog = _("With the setting players=K, each player's chance to win a race of K players is shown too.")
    parser.add_argument("--at", metavar="A,B", help=_("the players' current squares, starting with the player to move"))
    parser.add_argument("--exact", action="store_true", help=_("compute exact fractions even for large boards"))
    parser.add_argument(
        "--jumps",
        action="store_true",
        help=_("compute the effect of each jump (snake or ladder), even on large boards"),
    )
    choice = parser.add_argument_group(_("if the player can choose"))
    text = _("before each turn, the player may choose to play that turn with this setting, as in die=4")
    name = _("name=value")
    choice.add_argument("--or", dest="alternatives", metavar=name, action="append", default=[], help=text)
    choice.add_argument("--decline", action="store_true", help=_("the player may decline a jump"))
    check = parser.add_argument_group(_("check by simulation"))
    arguments.add_whole(check, "--simulate", _("simulate N random games"))
    arguments.add_whole(check, "--seed", _("seed of the simulation"), 0, "S")
    pictures = parser.add_argument_group(_("pictures"))
    pictures.add_argument(
        "--chart", metavar=_("FILE"), help=_("draw the chance of each length of the game (.svg, .png)")
    )
    pictures.add_argument("--heat", metavar=_("FILE"), help=_("draw how often each square is visited (.svg, .png)"))
    pictures.add_argument("--theme", choices=THEMES, default="light", help=_("the colours (default: light)"))
    arguments.add_time_limit(parser)


def run(args: argparse.Namespace) -> int:
    """Compute and print the odds, within the time limit."""
    with arguments.limit_time(args):
        found: Odds = ask("odds report", _read_request(args), Context(Limit(seconds=args.limit_seconds)))
    for path, draw in (args.chart, _draw_chart), (args.heat, _draw_heat):
        if path:
            write_board(path, draw(found), args.theme, PIXELS)
    if args.json:
        print_json(found.as_dict())
    else:
        print_lines(*_format_odds(found))
        _print_jumps(found)
    return get_exit_code(found.status)


def _read_request(args: argparse.Namespace) -> OddsReportRequest:
    """The request for the odds, from the command line. The user writes `players` like a setting of the game, but
    `players` is a separate part of the request.
    """
    settings = parse_settings(args.settings)
    players: Any = settings.pop("players", 1)
    alternatives = {word: pair for word in args.alternatives for pair in parse_settings([word]).items()}
    return OddsReportRequest(
        load(args.problem, settings),
        players,
        arguments.split_names(args.at or ""),
        exact=args.exact,
        jumps=args.jumps,
        alternatives=alternatives,
        decline=args.decline,
        games=args.simulate or 0,
        seed=args.seed,
    )


def _print_jumps(found: Odds) -> None:
    rows = [
        [
            f"{each.start} → {each.end}",
            _("never ends") if isinf(each.expected_without) else each.expected_without,
            format_change(each.effect),
        ]
        for each in found.jumps
    ]
    if rows:
        print()
        print_table(
            [_("jump"), _("expected turns without the jump"), _("turns added by the jump")],
            rows,
            _("Effect of each jump"),
        )


def _format_odds(found: Odds) -> list[str]:
    lines = [f"{found.problem}: " + _format_headline(found)]
    if found.why:
        lines.append("  " + found.why)
    if found.expected_exact is not None:
        lines += ["  " + _("exactly {p}").format(p=format_ratio(found.expected_exact))]
    if found.minimum is not None:
        plan = found.moves or ()
        rolls = " ".join(plan[:LISTED]) + (" ..." if len(plan) > LISTED else "")
        least = found.probability_of_minimum
        known = _("fewest turns: {n}, with chance {p} (rolls: {plan})")
        text = known if least is not None else _("fewest turns: {n} (rolls: {plan})")
        lines.append("  " + text.format(n=found.minimum, p=format_chance(least), plan=rolls))
    if found.distribution:
        lines += ["  " + _format_spread(found), "", *_draw_bars(found), ""]
    if found.worth_exact is not None:
        text = _("the exact value for the first player is {p}")
        lines.append("  " + text.format(p=format_ratio(found.worth_exact)))
    for seat, chance in enumerate(found.win_chances if len(found.win_chances) > 1 else (), 1):
        lines.append("  " + _("player {n} wins with chance {p}").format(n=seat, p=format_probability(chance, ".4%")))
    if found.policy:
        lines += _format_choice(found, found.policy)
    if found.simulation:
        lines += _format_simulation(found, found.simulation)
    return lines


def _format_headline(found: Odds) -> str:
    if found.expected is None:
        if found.finishes is None:
            return _("the expected length is not known")
        return _("can never be finished") if not found.finishes else _("may never end")
    if found.worth is not None:
        return _("{n} moves and throws expected").format(n=format_number(found.expected, ",.4f"))
    text = _("{n} turns expected, standard deviation {sd}")
    return text.format(n=format_number(found.expected, ",.4f"), sd=format_number(found.sd or 0.0, ",.4f"))


def _format_spread(found: Odds) -> str:
    text = _(
        "median {median}, most likely {mode}; 25 % of the games end within {q25} turns, 75 % within "
        "{q75}, 95 % within {q95}"
    )
    named = {"median": found.median, "mode": found.mode, **found.quantiles}
    return text.format(**{name: "-" if value is None else format_number(value) for name, value in named.items()})


def _draw_bars(found: Odds) -> list[str]:
    """The distribution of game lengths as a row of small bars. The row stops at the length within which 99 % of the
    games have ended, not counting games that never end.
    """
    done = accumulate(found.distribution)
    last = next(
        (n for n, share in enumerate(done) if share >= 0.99 * (found.finishes or 0)), len(found.distribution) - 1
    )
    each = -(-(last + 1) // min(BARS, get_screen_width() - 3))
    heights = [sum(found.distribution[first : first + each]) for first in range(0, last + 1, each)]
    highest = max(heights) or 1.0
    row = "".join(BLOCKS[min(8, -int(-8 * height // highest))] for height in heights)
    return ["  " + row, "  0" + str(last).rjust(len(row) - 1)]


def _format_choice(found: Odds, policy: Policy) -> list[str]:
    if policy.expected is None:
        return ["  " + _("no strategy is sure to end the game")]
    lines = ["  " + _("with the best choices: {n} turns expected").format(n=format_number(policy.expected, ",.4f"))]
    if found.expected == policy.expected:
        lines = ["  " + _("with the best choices:")]
    elif found.expected is not None:
        lines[0] += f" ({format_number(policy.expected - found.expected, '+,.4f')})"
    for name in dict.fromkeys(policy.choices.values()):
        where = sorted(
            (found.source.label(state) for state, taken in policy.choices.items() if taken == name), key=make_sort_key
        )
        if name:
            lines.append("  " + _("{choice} at {places}").format(choice=name, places=", ".join(where)))
    if policy.declined:
        jumps = [" → ".join(pair) for pair in policy.list_declined(found.source)]
        lines.append("  " + _("decline: {jumps}").format(jumps=", ".join(sorted(jumps, key=make_sort_key))))
    return lines


def _format_simulation(found: Odds, played: Simulation) -> list[str]:
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


def _draw_chart(found: Odds) -> Scene:
    from langkah.views.charts import draw_distribution

    marks = {_("median"): found.median, "25 %": found.quantiles.get("q25"), "95 %": found.quantiles.get("q95")}
    return draw_distribution(found.distribution or (0.0,), marks, _format_headline(found), _("turns"))


def _draw_heat(found: Odds) -> Scene:
    from langkah.views.charts import draw_heat_map

    return draw_heat_map(found.source, found.visits)
