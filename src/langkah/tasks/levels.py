"""Lists the levels of a game, easiest first, each with the facts in its file.

A level's `group` is one of its game's `level_groups`, which are in order of difficulty. Within a group, levels are
sorted by least cost, or by `difficulty` if the least cost means little (two-player games).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

from langkah.games import ALIASES, find_level_file, find_problem_class, get_game_class, list_levels, split_level
from langkah.games.files import read_file
from langkah.language import _, format_number
from langkah.metrics import COUNTS, format_count, get_metric
from langkah.model import Problem, Puzzle, draw_scene
from langkah.tasks.context import Context
from langkah.tasks.problems import CatalogueRequest, ProblemCatalogue
from langkah.typed_json import Name
from langkah.views.strokes import SceneJson, scene_to_strokes


class LevelFacts(TypedDict):
    """The facts about a level.

    `rule` is a description of the level's rules if they differ from the game's; `meaning` explains a name that is in
    another language. `least` is the least cost in the level's metric (null if unknown), `optimum` the least cost in
    every metric (empty if unknown), and `counts` the least cost in words: '116 steps, 81 moves'.
    """

    name: str
    title: str
    meaning: str
    rule: str
    group: str
    note: str
    least: int | None
    optimum: dict[str, int]
    counts: str


class LevelJson(LevelFacts):
    """A level with its picture. `needs` is the least cost in words, for example "116 steps", in the metric of the
    level.
    """

    needs: str
    scene: SceneJson


class LevelsJson(TypedDict):
    """The levels of a game, easiest first."""

    game: str
    levels: list[LevelJson]


@dataclass(frozen=True)
class LevelsRequest(CatalogueRequest):
    """A request for the levels of a game."""

    game: Name


def list_level_cards(request: LevelsRequest, context: Context) -> LevelsJson:
    """The levels of a game with their pictures, group by group, easiest first."""
    del context
    if not request.catalogue.is_own(request.game):
        get_game_class(request.game)
    real = ALIASES.get(request.game, request.game)
    return {"game": real, "levels": [_draw_level(request.catalogue, f"{real}:{level}") for level in sort_levels(real)]}


def _draw_level(catalogue: ProblemCatalogue, name: str) -> LevelJson:
    problem, facts = catalogue.load(name, {}), read_level_facts(catalogue, name)
    known = facts["least"] is not None and isinstance(problem, Puzzle)
    needs = format_count(get_metric(problem), facts["least"]) if known else facts["counts"]
    return {**facts, "needs": needs, "scene": scene_to_strokes(draw_scene(problem, problem.start))}


def read_level_facts(catalogue: ProblemCatalogue, name: str) -> LevelFacts:
    """The facts about a level, or about a game without a level."""
    remarks, problem = read_level_remarks(name), catalogue.load(name, {})
    title, meaning, group, note = (_(str(remarks.get(each, ""))) for each in ("title", "meaning", "group", "note"))
    optimum = remarks.get("optimum")
    least = _find_known_least(optimum, problem)
    return {
        "name": name,
        "title": title,
        "meaning": meaning,
        "rule": "" if problem.about == type(problem).about else _(problem.about),
        "group": group,
        "note": note,
        "least": least,
        "optimum": dict(optimum) if isinstance(optimum, dict) else {},
        "counts": _("minimum: {n}").format(n=least) if isinstance(optimum, int) else format_optimum(optimum),
    }


def sort_levels(game: str) -> list[str]:
    """The names of a game's levels, easiest first. The level files are read, but no level is built."""
    return list(read_sorted_levels(game))


def read_sorted_levels(game: str) -> dict[str, dict[str, Any]]:
    """The contents of a game's level files, easiest first."""
    groups = find_problem_class(game).level_groups
    places = {group: place for place, group in enumerate(groups)}

    def rank(level: str) -> tuple[float, ...]:
        remarks = found[level]
        optimum = remarks.get("optimum")
        counts = list(optimum.values()) if isinstance(optimum, dict) else [optimum]
        costs = [count for count in [remarks.get("difficulty"), *counts] if isinstance(count, int | float)]
        return (places.get(remarks.get("group", ""), len(groups)), *(costs or [float("inf")]))

    found = {level: read_level(game, level) for level in list_levels(game)}
    return {level: found[level] for level in sorted(found, key=rank)}


def read_level(game: str, level: str) -> dict[str, Any]:
    """The content of a level's file: its settings, and its remarks, such as its title and least cost."""
    return read_file(find_level_file(game, level), {})


def read_level_remarks(name: str) -> dict[str, Any]:
    """The content of a level's file; its title defaults to the level's name. {} if `name` is a game without a level."""
    game, level = split_level(name)
    return {"title": level, **read_level(game, level)} if level else {}


def format_optimum(optimum: object) -> str:
    """The best known result of a level, in words: a number of steps and moves, a number, or the outcome of a game; ""
    if it is None.
    """
    if isinstance(optimum, Mapping):
        if "steps" in optimum and "moves" in optimum:  # in Indonesian, both words alone would be the same
            return _("{steps} steps, {moves} moves").format(**optimum)
        return ", ".join(say(optimum[name]) for name, say in COUNTS.items() if name in optimum)
    if isinstance(optimum, str) and optimum.startswith("win in "):
        return _("win in {n}").format(n=optimum.removeprefix("win in "))
    return _(optimum) if isinstance(optimum, str) else "" if optimum is None else format_number(optimum)


def _find_known_least(optimum: object, problem: Problem[Any, Any]) -> int | None:
    """The least cost that a level file states; None if the file states none. `optimum` is one number or a table with
    one number for each metric, from which the metric of `problem` is chosen.
    """
    if isinstance(optimum, Mapping):
        chosen = {str(getattr(problem, each.name, "")) for each in type(problem).settings if each.choices}
        optimum = next((value for key, value in optimum.items() if key in chosen), None)
    return optimum if isinstance(optimum, int) else None
