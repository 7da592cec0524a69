"""The task 'what is available?': games with levels, settings and estimates, algorithms and players, from their
tables.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NotRequired, TypedDict

from langkah.games import ALIASES, GAMES, drop_remarks, find_problem_class, get_game_class, list_instances, load
from langkah.games.files import list_settings, read_instances
from langkah.language import _, format_plural
from langkah.model import Puzzle
from langkah.players import PLAYERS
from langkah.registry import BROKEN
from langkah.search import ALGORITHMS, CHOICE, Facts, Rule, get_algorithm_title, list_choices
from langkah.settings import Setting
from langkah.tasks.context import Context
from langkah.tasks.levels import read_level, sort_levels
from langkah.tasks.request import PYTHON_ONLY, Request
from langkah.typed_json import Name


@dataclass(frozen=True)
class ListRequest(Request):
    """A request for a list of everything available, or only of one `game`. With `files`, `game` may also name a file of
    the user.
    """

    game: Name | None = None
    files: Annotated[bool, PYTHON_ONLY] = False


class ListedEstimateJson(TypedDict):
    """A heuristic, which estimates the least cost from a state to a goal."""

    name: str
    admissible: bool
    about: str


class ListedLevelJson(TypedDict):
    """A level. `optimum` is its best known result; `proof` is the checksum of its certificate, or ""."""

    title: str
    meaning: str
    group: str
    optimum: Any
    proof: str


class ListedSettingJson(TypedDict):
    """A setting; `choices` maps each choice to its meaning."""

    name: str
    default: Any
    about: str
    legal: str
    choices: NotRequired[dict[str, str]]


class ListedGameJson(TypedDict):
    """A game with its levels, settings and heuristics."""

    title: str
    about: str
    aliases: list[str]
    levels: list[str]
    level_facts: dict[str, ListedLevelJson]
    settings: list[ListedSettingJson]
    estimates: list[ListedEstimateJson]


class ListedAlgorithmJson(TypedDict):
    """An algorithm: what it needs and guarantees, and the options that it uses. `on` is the kind of problem on which it
    runs, such as "puzzle".
    """

    title: str
    aliases: list[str]
    about: str
    promises: str
    needs: str
    on: str
    options: list[str]


class ListedPlayerJson(TypedDict):
    """A player. `strengths` is its least and greatest strength (null if the player has no strengths)."""

    about: str
    needs: str
    strengths: tuple[int | None, int | None]
    default_strength: int | None


class ListedChoiceJson(TypedDict):
    """A row of the table of default searches. `algorithm` is "" if the puzzle itself chooses the algorithm."""

    algorithm: str
    title: str
    when: str


class ListingJson(TypedDict):
    """All games, algorithms and players, by name. `choice` is the table that decides which search is the default, in
    order of priority; `chosen` lists the default searches for the requested game. `broken` lists extensions of other
    packages that cannot be used.
    """

    games: dict[str, ListedGameJson]
    algorithms: dict[str, ListedAlgorithmJson]
    players: dict[str, ListedPlayerJson]
    choice: list[ListedChoiceJson]
    chosen: NotRequired[list[str]]
    broken: NotRequired[list[str]]


@dataclass(frozen=True)
class Listing:
    """Games, algorithms and players by name, and the table of default searches."""

    games: dict[str, ListedGameJson]
    algorithms: dict[str, ListedAlgorithmJson]
    players: dict[str, ListedPlayerJson]
    choice: list[ListedChoiceJson]
    chosen: list[str]  # the default searches for the named game
    broken: list[str]  # unusable extensions of other packages, one line each

    def as_dict(self) -> ListingJson:
        """The answer as plain JSON values."""
        found: ListingJson = {
            "games": self.games,
            "algorithms": self.algorithms,
            "players": self.players,
            "choice": self.choice,
        }
        if self.chosen:
            found["chosen"] = self.chosen
        if self.broken:
            found["broken"] = self.broken
        return found


def list_contents(request: ListRequest, context: Context) -> Listing:
    """List everything that is available, or only the requested game with all algorithms and players."""
    del context
    one_problem = request.game is not None and not list_instances(request.game)
    return Listing(
        {request.game: _describe_named(request)} if request.game else {name: _describe_game(name) for name in GAMES},
        {name: _describe_algorithm(name) for name in ALGORITHMS},
        {name: _describe_player(name) for name in PLAYERS},
        [_describe_choice(rule) for rule in CHOICE],
        list(list_choices(Facts(load(str(request.game))))) if one_problem else [],
        list(BROKEN),
    )


def _describe_named(request: ListRequest) -> ListedGameJson:
    assert request.game is not None
    if not request.files:
        get_game_class(request.game)
    return _describe_instances(request.game) if list_instances(request.game) else _describe_game(request.game)


def _describe_instances(name: str) -> ListedGameJson:
    """The description of an instance file in the form of a game: each line of the file is listed like a level."""
    lines = read_instances(Path(name))
    facts = {f"{number}": _describe_remarks(line) for number, line in enumerate(lines, 1)}
    for number, line in enumerate(lines, 1):
        given = " ".join(f"{key}={json.dumps(value)}" for key, value in drop_remarks(line).items())
        facts[f"{number}"]["title"] = facts[f"{number}"]["title"] or given
    return {
        "title": Path(name).name,
        "about": format_plural("{n} instance", "{n} instances", len(lines)),
        "aliases": [],
        "levels": list(facts),
        "level_facts": facts,
        "settings": [],
        "estimates": [],
    }


def _describe_game(name: str) -> ListedGameJson:
    cls = find_problem_class(name)
    return {
        "title": _(cls.title) or cls.__name__,
        "about": _(cls.about),
        "aliases": [alias for alias, real in ALIASES.items() if real == name],
        "levels": sort_levels(name),
        "level_facts": {level: _describe_level(name, level) for level in sort_levels(name)},
        "settings": [_describe_setting(each) for each in list_settings(cls)],
        "estimates": [
            {"name": each.name, "admissible": each.admissible, "about": _(each.about)}
            for each in (cls.estimates if issubclass(cls, Puzzle) else ())
        ],
    }


def _describe_level(game: str, level: str) -> ListedLevelJson:
    return _describe_remarks(read_level(game, level))


def _describe_remarks(found: Mapping[str, Any]) -> ListedLevelJson:
    title, meaning, group = (_(str(found.get(each, ""))) for each in ("title", "meaning", "group"))
    optimum, proof = found.get("optimum"), str(found.get("proof", ""))
    return {"title": title, "meaning": meaning, "group": group, "optimum": optimum, "proof": proof}


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


def _describe_choice(rule: Rule) -> ListedChoiceJson:
    title = get_algorithm_title(rule.algorithm) if rule.algorithm else _("the search that the puzzle names")
    return {"algorithm": rule.algorithm, "title": title, "when": _(rule.when)}


def _describe_player(name: str) -> ListedPlayerJson:
    row = PLAYERS[name]
    low, high, default = row.strengths or (None, None, None)
    return {"about": _(row.about), "needs": _(row.needs), "strengths": (low, high), "default_strength": default}
