"""The question 'what is there?': games with levels, settings and estimates, algorithms, players, from their tables."""

from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

from langkah.games import ALIASES, GAMES, get_game_class, get_game_settings
from langkah.language import _
from langkah.model import Puzzle
from langkah.players import PLAYERS
from langkah.registry import BROKEN
from langkah.search import ALGORITHMS, get_algorithm_title
from langkah.settings import Setting
from langkah.tasks.context import Context
from langkah.tasks.levels import read_level, sort_levels
from langkah.tasks.request import Request
from langkah.typed_json import Name


@dataclass(frozen=True)
class ListRequest(Request):
    """What is there? Of the games only one, where it is named."""

    game: Name | None = None


class ListedEstimateJson(TypedDict):
    """A guess of the cost still needed."""

    name: str
    admissible: bool
    about: str


class ListedLevelJson(TypedDict):
    """A level, and the best that is known of it."""

    title: str
    meaning: str
    group: str
    optimum: Any


class ListedSettingJson(TypedDict):
    """A setting; `choices` with what each means."""

    name: str
    default: Any
    about: str
    legal: str
    choices: NotRequired[dict[str, str]]


class ListedGameJson(TypedDict):
    """A game with its levels, settings and estimates."""

    title: str
    about: str
    aliases: list[str]
    levels: list[str]
    level_facts: dict[str, ListedLevelJson]
    settings: list[ListedSettingJson]
    estimates: list[ListedEstimateJson]


class ListedAlgorithmJson(TypedDict):
    """An algorithm, what it needs and what it promises."""

    title: str
    aliases: list[str]
    about: str
    promises: str
    needs: str
    on: str
    options: list[str]


class ListedPlayerJson(TypedDict):
    """A player, and how strong it can be made."""

    about: str
    needs: str
    strengths: tuple[int | None, int | None]
    default_strength: int | None


class ListingJson(TypedDict):
    """Games, algorithms and players by name; `broken` is what other packages offer and cannot be used."""

    games: dict[str, ListedGameJson]
    algorithms: dict[str, ListedAlgorithmJson]
    players: dict[str, ListedPlayerJson]
    broken: NotRequired[list[str]]


@dataclass(frozen=True)
class Listing:
    """Games, algorithms and players by name."""

    games: dict[str, ListedGameJson]
    algorithms: dict[str, ListedAlgorithmJson]
    players: dict[str, ListedPlayerJson]
    broken: list[str]  # what other packages offer and cannot be used, a line each

    def as_dict(self) -> ListingJson:
        """The answer as plain JSON values."""
        found: ListingJson = {"games": self.games, "algorithms": self.algorithms, "players": self.players}
        if self.broken:
            found["broken"] = self.broken
        return found


def list_contents(request: ListRequest, context: Context) -> Listing:
    """What there is."""
    del context
    return Listing(
        {name: _describe_game(name) for name in ([request.game] if request.game else GAMES)},
        {name: _describe_algorithm(name) for name in ALGORITHMS},
        {name: _describe_player(name) for name in PLAYERS},
        list(BROKEN),
    )


def _describe_game(name: str) -> ListedGameJson:
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


def _describe_level(game: str, level: str) -> ListedLevelJson:
    found = read_level(game, level)
    title, meaning, group = (_(str(found.get(each, ""))) for each in ("title", "meaning", "group"))
    return {"title": title, "meaning": meaning, "group": group, "optimum": found.get("optimum")}


def _describe_setting(setting: Setting) -> ListedSettingJson:
    facts: ListedSettingJson = {
        "name": setting.name,
        "default": setting.default,
        "about": _(setting.about),
        "legal": setting.legal(),
    }
    if setting.meanings:
        facts["choices"] = dict(zip(setting.choices, map(_, setting.meanings), strict=True))
    return facts


def _describe_algorithm(name: str) -> ListedAlgorithmJson:
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


def _describe_player(name: str) -> ListedPlayerJson:
    row = PLAYERS[name]
    low, high, default = row.strengths or (None, None, None)
    return {"about": _(row.about), "needs": _(row.needs), "strengths": (low, high), "default_strength": default}
