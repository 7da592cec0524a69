"""`langkah list`: what there is. Everything is read from the tables that the program itself uses."""

import argparse
from typing import Any

from langkah.apps.cli import arguments
from langkah.apps.cli.console import print_json, print_lines, print_table
from langkah.games import ALIASES, GAMES, get_game_class, get_game_settings, list_levels
from langkah.games.files import read_file
from langkah.language import N_, _, format_number
from langkah.model import Puzzle
from langkah.players import PLAYERS, PlayerRow
from langkah.search import ALGORITHMS
from langkah.settings import Setting

METRICS = {"steps": N_("steps {n}"), "lines": N_("lines {n}"), "moves": N_("moves {n}")}  # of an optimum, as shown


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    parser.add_argument("game", nargs="?", metavar=_("GAME"), help=_("show everything about one game"))
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the tables."""
    names = [args.game] if args.game else list(GAMES)
    if args.json:
        games = {name: _describe_game(name) for name in names}
        algorithms = {name: _describe_algorithm(name) for name in ALGORITHMS}
        print_json(
            {"games": games, "algorithms": algorithms, "players": {name: _describe_player(name) for name in PLAYERS}}
        )
    elif args.game:
        _print_game(args.game)
    else:
        _print_tables()
    return 0


def _describe_game(name: str) -> dict[str, Any]:
    """A game as plain JSON values."""
    cls = get_game_class(name)
    return {
        "title": _(cls.title),
        "about": _(cls.about),
        "aliases": [alias for alias, real in ALIASES.items() if real == name],
        "levels": list_levels(name),
        "settings": [describe_setting(each) for each in get_game_settings(name)],
        "estimates": [
            {"name": each.name, "admissible": each.admissible, "about": _(each.about)}
            for each in (cls.estimates if issubclass(cls, Puzzle) else ())
        ],
    }


def describe_setting(setting: Setting) -> dict[str, Any]:
    """A setting as plain JSON values."""
    facts = {
        "name": setting.name,
        "default": setting.default,
        "about": _(setting.about),
        "legal": setting.legal(),
    }
    if setting.meanings:
        facts["choices"] = dict(zip(setting.choices, map(_, setting.meanings), strict=True))
    return facts


def _describe_algorithm(name: str) -> dict[str, Any]:
    """An algorithm as plain JSON values."""
    row = ALGORITHMS[name]
    return {
        "about": _(row.about),
        "promises": _(row.promises.text),
        "needs": _(row.needs.text) if row.needs else "",
        "on": row.on.__name__.lower(),
        "options": list(row.options),
    }


def _describe_player(name: str) -> dict[str, Any]:
    """A player as plain JSON values."""
    row = PLAYERS[name]
    low, high, default = row.strengths or (None, None, None)
    return {"about": _(row.about), "needs": _(row.needs), "strengths": [low, high], "default_strength": default}


def _print_tables() -> None:
    """Games, algorithms and players, a line each."""
    rows = [
        [_format_game_name(name), _(get_game_class(name).title), len(list_levels(name)), _list_setting_names(name)]
        for name in GAMES
    ]
    print_table([_("game"), _("title"), _("levels"), _("settings")], rows, _("Games"))
    print()
    table = [[name, _(row.about), _(row.promises.text)] for name, row in ALGORITHMS.items()]
    print_table([_("algorithm"), _("idea"), _("promises")], table, _("Algorithms"))
    print()
    players = [[_format_player_name(name, row), _(row.about), _(row.needs)] for name, row in PLAYERS.items()]
    print_table([_("player"), _("idea"), _("needs")], players, _("Players"))
    print()
    print_lines(_("`langkah list GAME` shows the levels and settings of one game."))


def _format_game_name(name: str) -> str:
    """How a game is named, with its other names."""
    return ", ".join([name, *(alias for alias, real in ALIASES.items() if real == name)])


def _format_player_name(name: str, row: PlayerRow) -> str:
    """How a player is named: with its strengths, where it has any."""
    return f"{name}:{row.strengths[0]}-{row.strengths[1]}" if row.strengths else name


def _list_setting_names(name: str) -> str:
    """The names of a game's settings."""
    return " ".join(setting.name for setting in get_game_settings(name))


def _print_game(name: str) -> None:
    """Everything about one game."""
    facts = _describe_game(name)
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
        print_table([_("estimate"), _("admissible"), _("meaning")], estimates, _("Estimates"))
    if facts["levels"]:
        print()
        shown = [_make_level_row(name, level) for level in facts["levels"]]
        print_table([_("level"), _("title"), _("optimum")], shown, _("Levels"))


def _make_level_row(game: str, level: str) -> list[object]:
    """A level: its name, title and known optimum."""
    from langkah.games import find_level_file

    found = read_file(find_level_file(game, level), {})
    return [f"{game}:{level}", _(str(found.get("title", ""))), format_optimum(found.get("optimum", ""))]


def format_optimum(optimum: object) -> str:
    """What is known to be the best: a number, one for each metric, or how a game for two ends."""
    if isinstance(optimum, dict):
        return ", ".join(
            _(METRICS.get(metric, metric + " {n}")).format(n=format_number(value)) for metric, value in optimum.items()
        )
    if isinstance(optimum, str) and optimum.startswith("win in "):
        return _("win in {n}").format(n=optimum.removeprefix("win in "))
    return _(optimum) if isinstance(optimum, str) else format_number(optimum)


def _format_default(value: object) -> str:
    """A default as people type it."""
    text = "" if value is None else str(value).strip().replace("\n", "/")
    return text if len(text) <= 30 else text[:27] + "..."
