"""`langkah list`: lists all games, algorithms and players, read from the tables that the program itself uses."""

import argparse
from itertools import groupby
from pathlib import Path
from typing import Any

from langkah.apps.cli.console import print_json, print_lines, print_table
from langkah.errors import BadInput
from langkah.games import is_level_file, read_whole_text
from langkah.language import _
from langkah.tasks.context import Context
from langkah.tasks.files import format_toml_value
from langkah.tasks.level_file import LevelFileJson, LevelFileRequest, LevelInFileJson
from langkah.tasks.levels import format_optimum
from langkah.tasks.listing import ListedGameJson, ListedLevelJson, Listing, ListRequest
from langkah.tasks.table import ask


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "game",
        nargs="?",
        metavar=_("GAME"),
        help=_("show everything about one game, your own puzzle, or a file of puzzles"),
    )
    parser.add_argument("--choice", action="store_true", help=_("show which search is used if no algorithm is named"))


def run(args: argparse.Namespace) -> int:
    """Print the requested tables."""
    if args.game and is_level_file(args.game):
        return _run_file(args)
    found: Listing = ask("list", ListRequest(args.game, files=True), Context())
    if args.json:
        told: Any = found.as_dict()
        print_json({name: told[name] for name in ("choice", "chosen") if name in told} if args.choice else told)
    elif args.choice:
        _print_choice(args.game, found)
    elif args.game:
        _print_game(args.game, found.games[args.game])
    else:
        _print_tables(found)
    return 0


def _run_file(args: argparse.Namespace) -> int:
    """Print the levels in the file that the user named. Raises `BadInput` if the file has only one level and it is
    invalid.
    """
    text = read_whole_text(Path(args.game))
    levels: list[LevelInFileJson] = []
    whole = 1
    while len(levels) < whole:
        try:
            request = LevelFileRequest(text, len(levels) + 1, folder=Path(args.game).parent)
            answer: LevelFileJson = ask("levels in a file", request, Context())
        except BadInput as error:
            raise type(error)(*(f"{args.game}: {line}" for line in error.lines)) from None
        levels, whole = [*levels, *answer["levels"]], answer["all"]
    if whole == 1 and levels[0]["wrong"]:
        raise BadInput(*(f"{args.game}: {line}" for line in levels[0]["wrong"]))
    if args.json:
        told = [{key: value for key, value in level.items() if key != "scene"} for level in levels]
        print_json({"file": args.game, "levels": told})
        return 0
    rows = [
        [f"{args.game}:{level['number']}", level["title"], level["game"], _format_soundness(level)] for level in levels
    ]
    print_table([_("level"), _("title"), _("game"), _("solution in the file")], rows, _("Levels"))
    return 0


def _format_soundness(level: LevelInFileJson) -> str:
    """What is known about a level in a file: its first mistake or, if the level is valid, whether the solution in the
    file is right. "" if the level is valid and the file has no solution for it.
    """
    if level["wrong"]:
        return _("line {line}: {why}").format(line=level["line"], why=level["wrong"][0])
    if level["plan_wrong"]:
        return _("wrong: {why}").format(why=level["plan_wrong"])
    return _("right: {n} steps").format(n=len(level["plan"])) if level["plan"] else ""


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
    print_table([_("algorithm"), _("name"), _("idea"), _("guarantee")], table, _("Algorithms"))
    print()
    players = [
        [_format_player(name, *row["strengths"]), row["about"], row["needs"]] for name, row in found.players.items()
    ]
    print_table([_("player"), _("idea"), _("needs")], players, _("Players"))
    print()
    print_lines(*found.broken)
    print_lines(_("`langkah list GAME` shows the levels and settings of one game."))


def _print_choice(game: str | None, found: Listing) -> None:
    """Print the table that determines the default search and, if a game is given, the searches that it chooses for
    `game`.
    """
    rows = [[number, row["when"], row["title"], row["algorithm"]] for number, row in enumerate(found.choice, 1)]
    print_table(["", _("condition"), _("algorithm"), _("name")], rows, _("How the default search is chosen"))
    print_lines(
        _(
            "The first row whose condition holds is used. If its search has not finished after about a second, it "
            "takes turns with the searches of the later rows whose conditions hold."
        ),
        _(
            "The limits that you give apply to all these searches together. The answer names the search "
            "that proved the result, and the other searches that were tried."
        ),
    )
    if found.chosen:
        titles = ", ".join(found.algorithms[name]["title"] for name in found.chosen)
        print_lines(_("For {game}, these searches are tried in this order: {names}.").format(game=game, names=titles))


def _format_player(name: str, low: int | None, high: int | None) -> str:
    return name if low is None else f"{name}:{low}-{high}"


def _print_game(name: str, facts: ListedGameJson) -> None:
    print_lines(": ".join(filter(None, (facts["title"], facts["about"]))))
    if facts["aliases"]:
        print_lines(_("{game} is also called {names}.").format(game=name, names=", ".join(facts["aliases"])))
    rows = [[each["name"], format_default(each["default"]), each["about"], each["legal"]] for each in facts["settings"]]
    if rows:
        print()
        print_table([_("setting"), _("default"), _("meaning"), _("legal values")], rows, _("Settings"))
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


def format_default(value: object) -> str:
    """A setting's default as a person would write it, shortened; "" if it has none."""
    if value is None:
        return ""
    text = value.strip().replace("\n", "/") if isinstance(value, str) else format_toml_value(value)
    return text if len(text) <= 30 else text[:27] + "..."
