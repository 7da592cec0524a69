"""The question 'what is there?': games with levels, settings and estimates, algorithms, players, from their tables."""

from dataclasses import dataclass

from langkah.games import ALIASES, GAMES, get_game_class, get_game_settings
from langkah.language import _
from langkah.model import Puzzle
from langkah.players import PLAYERS
from langkah.registry import BROKEN
from langkah.search import ALGORITHMS, get_algorithm_title
from langkah.settings import Setting
from langkah.tasks.context import Values
from langkah.tasks.levels import read_level, sort_levels


@dataclass(frozen=True)
class Listing:
    """Games, algorithms and players by name, each as plain JSON values."""

    games: dict[str, Values]
    algorithms: dict[str, Values]
    players: dict[str, Values]
    broken: list[str]  # what other packages offer and cannot be used, a line each

    def as_dict(self) -> Values:
        """The answer as plain JSON values."""
        found: Values = {"games": self.games, "algorithms": self.algorithms, "players": self.players}
        return {**found, "broken": self.broken} if self.broken else found


def list_contents(game: str | None = None) -> Listing:
    """What there is; of the games only one, where it is named."""
    return Listing(
        {name: _describe_game(name) for name in ([game] if game else GAMES)},
        {name: _describe_algorithm(name) for name in ALGORITHMS},
        {name: _describe_player(name) for name in PLAYERS},
        list(BROKEN),
    )


def _describe_game(name: str) -> Values:
    cls = get_game_class(name)
    return {
        "title": _(cls.title),
        "about": _(cls.about),
        "aliases": [alias for alias, real in ALIASES.items() if real == name],
        "levels": sort_levels(name),
        "level_facts": {level: _describe_level(name, level) for level in sort_levels(name)},
        "settings": [_describe_setting(each) for each in get_game_settings(name)],
        "estimates": [
            {"name": each.name, "admissible": each.admissible, "about": _(each.about)}
            for each in (cls.estimates if issubclass(cls, Puzzle) else ())
        ],
    }


def _describe_level(game: str, level: str) -> Values:
    found = read_level(game, level)
    texts = {each: _(str(found.get(each, ""))) for each in ("title", "meaning", "group")}
    return {**texts, "optimum": found.get("optimum")}


def _describe_setting(setting: Setting) -> Values:
    facts: Values = {name: getattr(setting, name) for name in ("name", "default")}
    facts |= {"about": _(setting.about), "legal": setting.legal()}
    if setting.meanings:
        facts["choices"] = dict(zip(setting.choices, map(_, setting.meanings), strict=True))
    return facts


def _describe_algorithm(name: str) -> Values:
    row = ALGORITHMS[name]
    return {
        "title": get_algorithm_title(name),
        "aliases": list(row.aliases),
        "about": _(row.about),
        "promises": _(row.promises.text),
        "needs": _(row.needs.text) if row.needs else "",
        "on": row.on.__name__.lower(),
        "options": list(row.options),
    }


def _describe_player(name: str) -> Values:
    row = PLAYERS[name]
    low, high, default = row.strengths or (None, None, None)
    return {"about": _(row.about), "needs": _(row.needs), "strengths": [low, high], "default_strength": default}
