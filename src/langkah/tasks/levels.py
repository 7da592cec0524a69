"""The levels of a game, from the easiest to the hardest, each with what its file says about it.

A level's `group` is one of its game's `level_groups`, which stand in order of difficulty; within a group the least cost
decides, or `difficulty` where the least says nothing (games for two).
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
    """What there is to say about a level.

    `rule` says how it is played where that is not as in the game itself, `meaning` what a name in another language
    says, `least` the least cost as the level is set, `optimum` the same for every way of counting (empty where nobody
    knows), `counts` that in words: '116 steps, 81 moves'.
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
    """A level with its picture; `needs` is the least in words, in the metric in which the level is played."""

    needs: str
    scene: SceneJson


class LevelsJson(TypedDict):
    """The levels of a game, the easiest first."""

    game: str
    levels: list[LevelJson]


@dataclass(frozen=True)
class LevelsRequest(CatalogueRequest):
    """The levels of a game."""

    game: Name


def list_level_cards(request: LevelsRequest, context: Context) -> LevelsJson:
    """The levels of a game, each with its picture, group by group, the easiest first."""
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
    """What there is to say about a level, or about a game as it is without a level."""
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
    """The names of a game's levels, the easiest first; no level is opened for that."""
    return list(read_sorted_levels(game))


def read_sorted_levels(game: str) -> dict[str, dict[str, Any]]:
    """What the files of a game's levels say, the easiest level first."""
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
    """What the file of a level says, its remarks among the rest."""
    return read_file(find_level_file(game, level), {})


def read_level_remarks(name: str) -> dict[str, Any]:
    """What the file of a level says beside the problem; nothing where there is no level."""
    game, level = split_level(name)
    return {"title": level, **read_level(game, level)} if level else {}


def format_optimum(optimum: object) -> str:
    """What is known to be the best: steps and moves, a number, or how it ends."""
    if isinstance(optimum, Mapping):
        if "steps" in optimum and "moves" in optimum:  # Indonesian has one word for both where they stand alone
            return _("{steps} steps, {moves} moves").format(**optimum)
        return ", ".join(say(optimum[name]) for name, say in COUNTS.items() if name in optimum)
    if isinstance(optimum, str) and optimum.startswith("win in "):
        return _("win in {n}").format(n=optimum.removeprefix("win in "))
    return _(optimum) if isinstance(optimum, str) else "" if optimum is None else format_number(optimum)


def _find_known_least(optimum: object, problem: Problem[Any, Any]) -> int | None:
    """What a level file says is the least: one number, or one for each way of counting, named like a setting."""
    if isinstance(optimum, Mapping):
        chosen = {str(getattr(problem, each.name, "")) for each in type(problem).settings if each.choices}
        optimum = next((value for key, value in optimum.items() if key in chosen), None)
    return optimum if isinstance(optimum, int) else None
