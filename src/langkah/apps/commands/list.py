"""`langkah list`: what there is. Everything is read from the tables that the program itself uses."""

import argparse
from typing import Any

from langkah.apps import options
from langkah.apps.console import print_json, print_table, say
from langkah.games import ALIASES, GAMES, game_class, levels, settings_of
from langkah.games.files import read_file
from langkah.language import N_, _, number
from langkah.model import Puzzle
from langkah.players import PLAYERS, Row
from langkah.search import ALGORITHMS
from langkah.settings import Setting

METRICS = {"steps": N_("steps {n}"), "lines": N_("lines {n}"), "moves": N_("moves {n}")}  # of an optimum, as shown


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    parser.add_argument("game", nargs="?", metavar=_("GAME"), help=_("show everything about one game"))
    options.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the tables."""
    names = [args.game] if args.game else list(GAMES)
    if args.json:
        games = {name: game_facts(name) for name in names}
        algorithms = {name: algorithm_facts(name) for name in ALGORITHMS}
        print_json(
            {"games": games, "algorithms": algorithms, "players": {name: player_facts(name) for name in PLAYERS}}
        )
    elif args.game:
        show_game(args.game)
    else:
        show_all()
    return 0


def game_facts(name: str) -> dict[str, Any]:
    """A game as plain JSON values."""
    cls = game_class(name)
    return {
        "title": _(cls.title),
        "about": _(cls.about),
        "aliases": [alias for alias, real in ALIASES.items() if real == name],
        "levels": levels(name),
        "settings": [setting_facts(each) for each in settings_of(name)],
        "estimates": [
            {"name": each.name, "admissible": each.admissible, "about": _(each.about)}
            for each in (cls.estimates if issubclass(cls, Puzzle) else ())
        ],
    }


def setting_facts(setting: Setting) -> dict[str, Any]:
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


def algorithm_facts(name: str) -> dict[str, Any]:
    """An algorithm as plain JSON values."""
    row = ALGORITHMS[name]
    return {
        "about": _(row.about),
        "promises": _(row.promises),
        "needs": _(row.needs),
        "on": row.on.__name__.lower(),
        "options": list(row.options),
    }


def player_facts(name: str) -> dict[str, Any]:
    """A player as plain JSON values."""
    row = PLAYERS[name]
    low, high, default = row.strengths or (None, None, None)
    return {"about": _(row.about), "needs": _(row.needs), "strengths": [low, high], "default_strength": default}


def show_all() -> None:
    """Games, algorithms and players, a line each."""
    rows = [[with_aliases(name), _(game_class(name).title), len(levels(name)), short_settings(name)] for name in GAMES]
    print_table([_("game"), _("title"), _("levels"), _("settings")], rows, _("Games"))
    print()
    table = [[name, _(row.about), _(row.promises)] for name, row in ALGORITHMS.items()]
    print_table([_("algorithm"), _("idea"), _("promises")], table, _("Algorithms"))
    print()
    players = [[with_strengths(name, row), _(row.about), _(row.needs)] for name, row in PLAYERS.items()]
    print_table([_("player"), _("idea"), _("needs")], players, _("Players"))
    print()
    say(_("`langkah list GAME` shows the levels and settings of one game."))


def with_aliases(name: str) -> str:
    """How a game is named, with its other names."""
    return ", ".join([name, *(alias for alias, real in ALIASES.items() if real == name)])


def with_strengths(name: str, row: Row) -> str:
    """How a player is named: with its strengths, where it has any."""
    return f"{name}:{row.strengths[0]}-{row.strengths[1]}" if row.strengths else name


def short_settings(name: str) -> str:
    """The names of a game's settings."""
    return " ".join(setting.name for setting in settings_of(name))


def show_game(name: str) -> None:
    """Everything about one game."""
    facts = game_facts(name)
    say(f"{facts['title']}: {facts['about']}")
    if facts["aliases"]:
        say(_("{game} is also called {names}.").format(game=name, names=", ".join(facts["aliases"])))
    print()
    rows = [[each["name"], default(each["default"]), each["about"], each["legal"]] for each in facts["settings"]]
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
        shown = [level_row(name, level) for level in facts["levels"]]
        print_table([_("level"), _("title"), _("optimum")], shown, _("Levels"))


def level_row(game: str, level: str) -> list[object]:
    """A level: its name, title and known optimum."""
    from langkah.games import level_file

    found = read_file(level_file(game, level), {})
    return [f"{game}:{level}", _(str(found.get("title", ""))), best(found.get("optimum", ""))]


def best(optimum: object) -> str:
    """What is known to be the best: a number, one for each metric, or how a game for two ends."""
    if isinstance(optimum, dict):
        return ", ".join(
            _(METRICS.get(metric, metric + " {n}")).format(n=number(value)) for metric, value in optimum.items()
        )
    if isinstance(optimum, str) and optimum.startswith("win in "):
        return _("win in {n}").format(n=optimum.removeprefix("win in "))
    return _(optimum) if isinstance(optimum, str) else number(optimum)


def default(value: object) -> str:
    """A default as people type it."""
    text = "" if value is None else str(value).strip().replace("\n", "/")
    return text if len(text) <= 30 else text[:27] + "..."
