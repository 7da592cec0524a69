"""Checks for all games and levels: names, reprs, clicks, pictures and bad input."""

import tomllib
from typing import Any

import pytest

from langkah import BadInput, Puzzle, Status, load, solve
from langkah.dice_throws import list_dice
from langkah.games import ALIASES, GAMES, LEVELS, get_game_class, get_game_settings, list_levels
from langkah.language import load_catalogue
from langkah.model import Game
from tests.small import SMALL

PAPER_LEVELS = ["snakes:paper-1", "snakes:paper-2", "snakes:paper-bfs", "klotski:paper", "klotski:classic"]
ALL_LEVELS = [f"{game}:{level}" for game in GAMES for level in list_levels(game)]


@pytest.mark.parametrize("name", [*GAMES, *ALIASES])
def test_defaults_work(name: str) -> None:
    """Every setting has an explanation and a text about its legal values; the default problem is solved with proof."""
    for setting in get_game_settings(name):
        assert setting.about
        assert setting.legal()
    assert solve(load(name)).optimal


@pytest.mark.parametrize("language", ["en", "id"])
@pytest.mark.parametrize("name", GAMES)
def test_settings_have_labels_as_in_a_form(name: str, language: str) -> None:
    """The labels of a game's settings are different. Each has at most six words, begins with a capital letter, has no
    punctuation at the end, and differs from the name of the setting in programs.
    """
    catalogue, settings = load_catalogue(language), get_game_settings(name)
    labels = [catalogue.gettext(setting.label) for setting in settings]
    assert len(set(labels)) == len(labels)
    for label, setting in zip(labels, settings, strict=True):
        assert label[:1].isupper(), setting.name
        assert label[-1] not in ".:;,"
        assert 1 <= len(label.split()) <= 6
        assert label != setting.name


def test_the_papers_levels_are_there() -> None:
    """Every level of `PAPER_LEVELS` exists, and Klotski has at least 40 levels."""
    assert set(PAPER_LEVELS) <= set(ALL_LEVELS)
    assert len(list_levels("klotski")) >= 40


@pytest.mark.parametrize("name", ALL_LEVELS)
def test_levels_load_and_say_what_they_are(name: str) -> None:
    """Every level has a title and can be built again, both from its name and from the repr of its settings."""
    game, _colon, level = name.partition(":")
    assert tomllib.loads((LEVELS / game / f"{level}.toml").read_text(encoding="utf-8"))["title"]
    problem = load(name)
    assert repr(problem) == f"load({name!r})"
    written = repr(type(problem)(**problem.given()))
    for text in (repr(problem), written):
        again = eval(text, {type(problem).__name__: type(problem), "load": load})
        assert problem.key(again.start) == problem.key(problem.start)
        assert problem.text(again.start) == problem.text(problem.start)


def explored(problem: Any, most: int = 60) -> list[Any]:
    """The first states of a problem, breadth-first."""
    seen, order = {problem.start}, [problem.start]
    for state in order:
        if len(order) > most or (isinstance(problem, Game) and problem.outcome(state)):
            break
        for step in problem.steps(state):
            if step.state not in seen:
                seen.add(step.state)
                order.append(step.state)
    return order


@pytest.mark.parametrize("name", [*GAMES, *PAPER_LEVELS])
def test_moves_can_be_typed_and_clicked(name: str) -> None:
    """In each state, the notations of the moves are unique, every move has a gesture on the handles of the scene, and
    no two moves share a gesture.
    """
    problem = load(name)
    for state in explored(problem):
        steps = list(problem.steps(state))
        notations = [problem.notation(step.move) for step in steps]
        assert len(set(notations)) == len(notations)
        handles = {shape.handle for shape in problem.scene(state).shapes}
        owners: dict[tuple[str, ...], str] = {}
        decided = [] if list_dice(problem, state) else zip(steps, notations, strict=True)  # no player chooses a throw
        for step, notation in decided:
            gestures = [tuple(gesture) for gesture in problem.gestures(state, step.move)]
            assert gestures, f"{notation} cannot be clicked"
            assert any(set(gesture) <= handles for gesture in gestures), f"{notation} cannot be clicked on the picture"
            for gesture in gestures:
                assert owners.setdefault(gesture, notation) == notation


@pytest.mark.parametrize("name", [*GAMES, *PAPER_LEVELS])
def test_pictures_are_sound(name: str) -> None:
    """Every scene has a title and unique ids, and every state has a label of one line."""
    problem = load(name)
    for state in explored(problem, 15):
        scene = problem.scene(state)
        assert scene.title
        ids = [shape.id for shape in scene.shapes if shape.id]
        assert len(set(ids)) == len(ids)
        assert problem.label(state)
        assert "\n" not in problem.label(state)


@pytest.mark.parametrize("name", GAMES)
def test_steps_are_deterministic_and_packing_agrees(name: str) -> None:
    """The steps of a state are the same every time, and the packed form has the same successors in the same order."""
    problem = load(name)
    packed = problem.packed() if isinstance(problem, Puzzle) else None
    for state in explored(problem):
        once, twice = list(problem.steps(state)), list(problem.steps(state))
        assert once == twice
        if packed is not None:
            assert list(packed.successors(packed.pack(state))) == [packed.pack(step.state) for step in once]


@pytest.mark.parametrize("name", GAMES)
def test_unknown_settings_name_the_nearest(name: str) -> None:
    """A misspelt setting is refused with the nearest name."""
    setting = get_game_settings(name)[0].name
    with pytest.raises(BadInput, match=setting):
        load(name, {setting + "x": 1})


def test_estimates_say_what_they_are() -> None:
    """Every heuristic has an explanation, and A* proves its plan if and only if the heuristic is admissible or all
    plans cost the same. The papers' heuristic for snakes is not admissible.
    """
    for name in GAMES:
        problem = load(name, SMALL.get(name, {}))
        if isinstance(problem, Puzzle):
            for estimate in problem.all_estimates():
                assert estimate.about
                assert (
                    solve(problem, "a-star", estimate=estimate.name).optimal == estimate.admissible
                    or problem.level_cost
                )
    paper = next(each for each in get_game_class("snakes").estimates if each.name == "paper")  # type: ignore[attr-defined]
    assert not paper.admissible


def test_impossible_levels_are_proved() -> None:
    """If the file of a level says that the level is impossible, the search proves this."""
    for name in ALL_LEVELS:
        game, _colon, level = name.partition(":")
        found = tomllib.loads((LEVELS / game / f"{level}.toml").read_text(encoding="utf-8"))
        if found.get("optimum") == "impossible":
            assert solve(load(name)).status is Status.IMPOSSIBLE
