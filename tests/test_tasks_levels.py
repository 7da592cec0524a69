"""Levels in order of difficulty: groups, costs in words, rules, and the meanings of foreign names."""

import pytest

from langkah import load
from langkah.games import GAMES, get_game_class, list_levels
from langkah.language import current_language
from langkah.session import Session
from langkah.tasks.context import Context
from langkah.tasks.levels import LevelsRequest, list_level_cards, read_level, read_level_facts, sort_levels
from langkah.tasks.problems import ProblemCatalogue
from langkah.tracing import Limit
from langkah.views.json_form import session_to_json


@pytest.mark.parametrize("game", GAMES)
def test_levels_come_group_by_group_from_easy_to_hard(game: str) -> None:
    """The groups of levels come in the game's order; within each group, the least cost never decreases."""
    names = sort_levels(game)
    assert sorted(names) == list_levels(game)
    levels = [read_level(game, name) for name in names]
    known = get_game_class(game).level_groups
    places = [known.index(level["group"]) if known else 0 for level in levels]
    assert places == sorted(places)
    assert not known or set(places) == set(range(len(known))), "a group without a level"
    for place in set(places):
        optima = [level.get("optimum") for level, at in zip(levels, places, strict=True) if at == place]
        costs = [next(iter(optimum.values())) for optimum in optima if isinstance(optimum, dict)]
        assert costs == sorted(costs)


def test_names_in_another_language_are_explained() -> None:
    """A level with a Chinese or French name also has its meaning, in the reader's language."""
    foreign = [name for name in list_levels("klotski") if not read_level("klotski", name)["title"].isascii()]
    assert len(foreign) > 40
    for name in foreign:
        assert read_level("klotski", name)["meaning"].isascii()
    token = current_language.set("id")
    try:
        assert read_level_facts(ProblemCatalogue(), "klotski:yu-sheng-xi-li")["meaning"] == "Rintik hujan"
    finally:
        current_language.reset(token)


def test_cards_tell_both_counts() -> None:
    """Cards of sliding blocks show the least numbers of steps and of moves, or that a level is impossible. Levels of
    other games have a minimum or the result of perfect play.
    """
    answer = list_level_cards(LevelsRequest(ProblemCatalogue(), "klotski"), Context(Limit()))
    cards = {card["name"]: card for card in answer["levels"]}
    classic = cards["klotski:classic"]
    assert classic["counts"] == "116 steps, 81 moves"
    assert classic["optimum"] == {"steps": 116, "lines": 90, "moves": 81}
    assert classic["least"] == 116
    assert cards["klotski:zou-tou-wu-lu"]["counts"] == "impossible"
    assert read_level_facts(ProblemCatalogue(), "queens:eight")["counts"] == "minimum: 8"
    assert read_level_facts(ProblemCatalogue(), "mnk:fork")["counts"] == "win in 3"
    assert list(cards) == [f"klotski:{name}" for name in sort_levels("klotski")]


def test_cards_tell_rules_of_their_own() -> None:
    """If blocks slide only lengthwise, the card of the level says so, and so does the text beside the board."""
    answer = list_level_cards(LevelsRequest(ProblemCatalogue(), "klotski"), Context(Limit()))
    rules = {card["name"]: card["rule"] for card in answer["levels"]}
    assert all(("lengthwise" in rules[name]) == ("rush-hour" in name) for name in rules if "rouge" not in name)
    assert rules["klotski:classic"] == ""
    assert session_to_json(Session(load("klotski:rush-hour-01")))["about"] == rules["klotski:rush-hour-01"]
    assert "lengthwise" not in session_to_json(Session(load("klotski")))["about"]


def test_sliding_blocks_begin_easy() -> None:
    """The first group of sliding blocks has at least a dozen levels of 4 to 30 steps; Rush Hour has three grades."""
    levels = [read_level("klotski", name) for name in sort_levels("klotski")]
    first = [level["optimum"]["steps"] for level in levels if level["group"] == levels[0]["group"]]
    assert len(first) >= 12
    assert 4 <= min(first) <= max(first) <= 30
    grades = {level["group"] for level in levels if level["group"].startswith("Rush Hour")}
    assert grades == {f"Rush Hour: {grade}" for grade in ("easy", "medium", "hard")}
