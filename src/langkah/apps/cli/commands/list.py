"""`langkah list`: what there is. Everything is read from the tables that the program itself uses."""

import argparse
from itertools import groupby

from langkah.apps.cli.console import print_json, print_lines, print_table
from langkah.language import _
from langkah.tasks.context import Context
from langkah.tasks.levels import format_optimum
from langkah.tasks.listing import ListedGameJson, ListedLevelJson, Listing, ListRequest
from langkah.tasks.table import ask


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    parser.add_argument("game", nargs="?", metavar=_("GAME"), help=_("show everything about one game"))


def run(args: argparse.Namespace) -> int:
    """Print the tables."""
    found: Listing = ask("list", ListRequest(args.game), Context())
    if args.json:
        print_json(found.as_dict())
    elif args.game:
        _print_game(args.game, found.games[args.game])
    else:
        _print_tables(found)
    return 0


def _print_tables(found: Listing) -> None:
    rows = [
        [
            ", ".join([name, *game["aliases"]]),
            game["title"],
            len(game["levels"]),
            " ".join(setting["name"] for setting in game["settings"]),
        ]
        for name, game in found.games.items()
    ]
    print_table([_("game"), _("title"), _("levels"), _("settings")], rows, _("Games"))
    print()
    table = [
        [row["title"], ", ".join([name, *row["aliases"]]), row["about"], row["promises"]]
        for name, row in found.algorithms.items()
    ]
    print_table([_("algorithm"), _("name"), _("idea"), _("promises")], table, _("Algorithms"))
    print()
    players = [
        [_format_player(name, *row["strengths"]), row["about"], row["needs"]] for name, row in found.players.items()
    ]
    print_table([_("player"), _("idea"), _("needs")], players, _("Players"))
    print()
    print_lines(*found.broken)
    print_lines(_("`langkah list GAME` shows the levels and settings of one game."))


def _format_player(name: str, low: int | None, high: int | None) -> str:
    return name if low is None else f"{name}:{low}-{high}"


def _print_game(name: str, facts: ListedGameJson) -> None:
    print_lines(f"{facts['title']}: {facts['about']}")
    if facts["aliases"]:
        print_lines(_("{game} is also called {names}.").format(game=name, names=", ".join(facts["aliases"])))
    print()
    rows = [
        [each["name"], _format_default(each["default"]), each["about"], each["legal"]] for each in facts["settings"]
    ]
    print_table([_("setting"), _("default"), _("meaning"), _("legal")], rows, _("Settings"))
    choices = [
        [f"{each['name']}={choice}", meaning]
        for each in facts["settings"]
        for choice, meaning in each.get("choices", {}).items()
    ]
    if choices:
        print()
        print_table([_("choice"), _("meaning")], choices, _("Choices"))
    if facts["estimates"]:
        print()
        estimates = [[each["name"], each["admissible"], each["about"]] for each in facts["estimates"]]
        print_table([_("heuristic"), _("admissible"), _("meaning")], estimates, _("Heuristics (estimates)"))
    for group, levels in groupby(facts["levels"], lambda level: facts["level_facts"][level]["group"]):
        print()
        shown = [_make_level_row(f"{name}:{level}", facts["level_facts"][level]) for level in levels]
        print_table([_("level"), _("title"), _("minimum")], shown, _("Levels") + (f": {group}" if group else ""))


def _make_level_row(name: str, facts: ListedLevelJson) -> list[object]:
    title = f"{facts['title']}: {facts['meaning']}" if facts["meaning"] else facts["title"]
    return [name, title, format_optimum(facts["optimum"])]


def _format_default(value: object) -> str:
    text = "" if value is None else str(value).strip().replace("\n", "/")
    return text if len(text) <= 30 else text[:27] + "..."
