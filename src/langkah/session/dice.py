"""Dice: the outcomes of a throw, and one picture for the players of a race, who share a board.

The puzzle of a race is defined for one player. Here every player has their own state, and the picture of the puzzle
shows the moving shapes once per player.
"""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from langkah.dice_throws import check_chances
from langkah.language import _
from langkah.model import Chance, Cost, Problem, draw_scene
from langkah.scene import Disc, Path, Scene, Shape, Text

ASIDE = 0.22  # distance of a token from the middle of a place that several tokens may share
LOST = "-"  # the label of a throw without a legal move


class Throw(NamedTuple):
    """A possible throw of the dice: its label, its probability, and the resulting state."""

    label: str
    probability: Fraction
    state: Any
    move: Any = None  # None: no move fits the throw, so the turn is lost
    cost: Cost = 1


def list_throws(problem: Problem[Any, Any], state: Any) -> list[Throw]:
    """Every possible throw in a state. If several moves lead to the same state, the probability of this state is
    divided equally among them.
    """
    assert isinstance(problem, Chance)
    weights: dict[Any, Fraction] = {}
    for probability, after in check_chances(state, problem.chances(state)):
        weights[after] = weights.get(after, Fraction(0)) + probability
    steps: dict[Any, list[Any]] = {after: [] for after in weights}
    for step in problem.steps(state):
        if step.state in steps:
            steps[step.state].append(step)
    found: list[Throw] = []
    lost = 0
    for after, weight in weights.items():
        share = weight / max(1, len(steps[after]))
        found.extend(Throw(problem.notation(each.move), share, after, each.move, each.cost) for each in steps[after])
        if not steps[after]:
            lost += 1
            found.append(Throw(LOST if lost == 1 else f"{LOST}{lost}", share, after))
    return found


def throw_dice(problem: Problem[Any, Any], state: Any, seed: str) -> Throw:
    """A random throw in a state. The same seed in the same state always gives the same throw."""
    found = list_throws(problem, state)
    chosen = Fraction(Random(seed).random())
    for each in found:
        chosen -= each.probability
        if chosen < 0:
            return each
    return found[-1]


def find_tokens(problem: Problem[Any, Any]) -> set[str]:
    """The ids of the shapes that are tokens: those that at least one of the moves from the start changes."""
    before = {shape.id: shape for shape in draw_scene(problem, problem.start).shapes if shape.id}
    found: set[str] = set()
    for step in problem.steps(problem.start):
        after = {shape.id: shape for shape in draw_scene(problem, step.state).shapes if shape.id}
        found |= {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    return found


def draw_together(problem: Problem[Any, Any], states: Sequence[Any]) -> Scene:
    """One picture of the states of all players. If there are several, each player's token has the player's own colour,
    and is drawn slightly beside the middle of its square, so that several tokens can share a square.
    """
    if len(states) == 1:
        return draw_scene(problem, states[0])
    tokens = find_tokens(problem)
    scenes = [draw_scene(problem, state) for state in states]
    ground = tuple(shape for shape in scenes[0].shapes if shape.id not in tokens)
    shapes = [
        _colour_token(shape, player, len(states))
        for player, scene in enumerate(scenes)
        for shape in scene.shapes
        if shape.id in tokens
    ]
    told = "; ".join(
        _("player {n}: {where}").format(n=player + 1, where=scene.title) for player, scene in enumerate(scenes)
    )
    return Scene(scenes[0].width, scenes[0].height, ground + tuple(shapes), told)


def _colour_token(shape: Shape, player: int, players: int) -> Shape:
    """The shape as the token of a player: in the player's colour, with the player's number if it can have a label, and
    slightly offset.
    """
    across = -ASIDE if player % 2 == 0 else ASIDE
    down = 0.0 if players < 3 else -ASIDE if player < 2 else ASIDE
    name, role, number = f"{shape.id} {player}", f"piece:{player}", str(player + 1)
    if isinstance(shape, Path):
        points = tuple((x + across, y + down) for x, y in shape.points)
        return shape._replace(points=points, role=role, id=name)
    aside = shape._replace(x=shape.x + across, y=shape.y + down, id=name)
    if isinstance(aside, Disc):
        return aside._replace(role=role, label=number, radius=aside.radius * 0.7)
    return aside if isinstance(aside, Text) else aside._replace(role=role, label=number)
