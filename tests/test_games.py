"""What every game promises, checked over the tables: levels, names, reprs, clicks, pictures and bad input."""

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
    """Every setting has a default and an explanation; the default problem is solved and proved."""
    for setting in get_game_settings(name):
        assert setting.about
        assert setting.legal()
    assert solve(load(name)).optimal


@pytest.mark.parametrize("language", ["en", "id"])
@pytest.mark.parametrize("name", GAMES)
def test_settings_have_labels_as_in_a_form(name: str, language: str) -> None:
    """A few words that begin with a capital and end without a point, each once; none is the name that programs use."""
    catalogue, settings = load_catalogue(language), get_game_settings(name)
    labels = [catalogue.gettext(setting.label) for setting in settings]
    assert len(set(labels)) == len(labels)
    for label, setting in zip(labels, settings, strict=True):
        assert label[:1].isupper(), setting.name
        assert label[-1] not in ".:;,"
        assert 1 <= len(label.split()) <= 6
        assert label != setting.name


def test_the_papers_levels_are_there() -> None:
    """The names that the contract promises."""
    assert set(PAPER_LEVELS) <= set(ALL_LEVELS)
    assert len(list_levels("klotski")) >= 40


@pytest.mark.parametrize("name", ALL_LEVELS)
def test_levels_load_and_say_what_they_are(name: str) -> None:
    """Every level has a title and can be made again, from its name and from its settings, which its repr says."""
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
    """Notations are unique; every gesture uses handles of the scene, none is the beginning of another or shared."""
    problem = load(name)
    for state in explored(problem):
        steps = list(problem.steps(state))
        notations = [problem.notation(step.move) for step in steps]
        assert len(set(notations)) == len(notations)
        handles = {shape.handle for shape in problem.scene(state).shapes}
        owners: dict[tuple[str, ...], str] = {}
        decided = [] if list_dice(problem, state) else zip(steps, notations, strict=True)  # nobody chooses a throw
        for step, notation in decided:
            gestures = [tuple(gesture) for gesture in problem.gestures(state, step.move)]
            assert gestures, f"{notation} cannot be clicked"
            assert any(set(gesture) <= handles for gesture in gestures), f"{notation} cannot be clicked on the picture"
            for gesture in gestures:
                assert owners.setdefault(gesture, notation) == notation


@pytest.mark.parametrize("name", [*GAMES, *PAPER_LEVELS])
def test_pictures_are_sound(name: str) -> None:
    """Shapes lie on the picture, ids are unique, and one sentence says it all."""
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
    """Asking twice gives the same; the packed view has the same successors as often and in the same order."""
    problem = load(name)
    packed = problem.packed() if isinstance(problem, Puzzle) else None
    for state in explored(problem):
        once, twice = list(problem.steps(state)), list(problem.steps(state))
        assert once == twice
        if packed is not None:
            assert list(packed.successors(packed.pack(state))) == [packed.pack(step.state) for step in once]


@pytest.mark.parametrize("name", GAMES)
def test_unknown_settings_name_the_nearest(name: str) -> None:
    """A misspelt setting is answered with the right one."""
    setting = get_game_settings(name)[0].name
    with pytest.raises(BadInput, match=setting):
        load(name, {setting + "x": 1})


def test_estimates_say_what_they_are() -> None:
    """Named, explained; the papers' estimate for snakes is offered and not trusted."""
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
    """A level without a solution says so in its file, and the engine proves it."""
    for name in ALL_LEVELS:
        game, _colon, level = name.partition(":")
        found = tomllib.loads((LEVELS / game / f"{level}.toml").read_text(encoding="utf-8"))
        if found.get("optimum") == "impossible":
            assert solve(load(name)).status is Status.IMPOSSIBLE
