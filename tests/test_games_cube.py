"""The pocket cube: known counts, a second implementation of the rules with stickers in space, scrambles, corners, and
bad input.
"""

import math
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, Limit, Status, explore, load, solve
from langkah.games.cube.corners import PLACES, pack_cube, unpack_cube
from langkah.games.cube.cube import PocketCube
from langkah.session import Session
from langkah.views.motion import find_journeys, move_midway

# The number of positions at each distance from the solved cube (Jaap Scherphuis's tables, and many others).
HALF = [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644]
QUARTER = [1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276]

Vector = tuple[int, int, int]
FACES: dict[str, Vector] = {
    "R": (1, 0, 0), "L": (-1, 0, 0), "U": (0, 1, 0), "D": (0, -1, 0), "F": (0, 0, 1), "B": (0, 0, -1),
}  # fmt: skip
Stickers = dict[tuple[Vector, Vector], str]  # (place of a corner, direction of its sticker): colour
SOLVED: Stickers = {
    (corner, face): name
    for corner in product((-1, 1), (-1, 1), (-1, 1))
    for name, face in FACES.items()
    if sum(a * b for a, b in zip(corner, face, strict=True)) == 1
}


def rotate(vector: Vector, axis: Vector) -> Vector:
    """A vector after a quarter turn around an axis, clockwise as seen from outside the cube."""
    along = sum(a * b for a, b in zip(vector, axis, strict=True))
    crossed = [axis[(k + 1) % 3] * vector[(k + 2) % 3] - axis[(k + 2) % 3] * vector[(k + 1) % 3] for k in range(3)]
    x, y, z = (along * axis[k] - crossed[k] for k in range(3))
    return x, y, z


def turn_stickers(stickers: Stickers, letter: str) -> Stickers:
    """The stickers after a quarter turn of a side (capital letter), or of the whole cube in the same direction (small
    letter).
    """
    axis = FACES[letter.upper()]
    found = {}
    for (corner, face), colour in stickers.items():
        moves = letter.islower() or sum(a * b for a, b in zip(corner, axis, strict=True)) == 1
        found[(rotate(corner, axis), rotate(face, axis)) if moves else (corner, face)] = colour
    return found


def look(stickers: Stickers) -> list[str]:
    """The colours of the corners in the order of `PLACES`, after the whole cube is turned so that the last corner is in
    its place.
    """
    for first, second in product(("", "r", "rr", "rrr", "f", "fff"), ("", "u", "uu", "uuu")):
        held = stickers
        for letter in first + second:
            held = turn_stickers(held, letter)
        corners = []
        for place in PLACES:
            x, y, z = (sum(FACES[name][k] for name in place) for k in range(3))
            corners.append("".join(held[(x, y, z), FACES[name]] for name in place))
        if corners[-1] == PLACES[-1]:
            return corners
    raise AssertionError


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("RUFLDBxyz"), st.sampled_from(["", "2", "'"])), max_size=25))
def test_scrambles_do_what_hands_do(turns: list[tuple[str, str]]) -> None:
    """A scramble gives the same cube as turning stickers in space, and the corners read from the stickers build the
    same cube again.
    """
    stickers = SOLVED
    for letter, ending in turns:
        whole = {"x": "r", "y": "u", "z": "f"}.get(letter, letter)
        for _quarter in range({"": 1, "2": 2, "'": 3}[ending]):
            stickers = turn_stickers(stickers, whole)
    problem = PocketCube(" ".join(letter + ending for letter, ending in turns))
    corners = look(stickers)
    assert problem.label(problem.start).split() == corners[:-1]
    assert PocketCube(corners).start == problem.start
    assert unpack_cube(pack_cube(problem.start)) == problem.start
    assert problem.text(problem.start).count("U") == 4


@pytest.mark.parametrize(("metric", "layers"), [("half", HALF[:7]), ("quarter", QUARTER[:8])])
def test_the_first_layers(metric: str, layers: list[int]) -> None:
    """The first layers have the known numbers of positions."""
    assert list(explore(load("cube", start="", metric=metric), limit=Limit(depth=len(layers) - 1)).layers) == layers


@pytest.mark.parametrize(("turns", "positions"), [("half", 24), ("two", math.factorial(5) * 3**5)])
def test_fewer_turns(turns: str, positions: int) -> None:
    """With half turns only, 24 positions can be reached; with turns of two sides only, 5! times 3**5."""
    assert explore(load("cube", start="", turns=turns)).states == positions


@pytest.mark.slow
@pytest.mark.parametrize(("metric", "layers", "farthest"), [("half", HALF, 11), ("quarter", QUARTER, 14)])
def test_all_positions(metric: str, layers: list[int], farthest: int) -> None:
    """All 3,674,160 positions are explored, with the known number in every layer. The depth (God's number) is 11 in the
    half-turn metric and 14 in the quarter-turn metric.
    """
    survey = explore(load("cube", start="", metric=metric))
    assert (survey.states, survey.depth, list(survey.layers)) == (3_674_160, farthest, layers)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.sampled_from(["R", "U", "F", "R2", "U'", "F'"]), max_size=6), st.sampled_from(["half", "quarter"]))
def test_estimates_are_never_too_high(word: list[str], metric: str) -> None:
    """No heuristic exceeds the number of turns left on a shortest plan, and three searches find the same cost."""
    problem = PocketCube(" ".join(word), metric)
    result = solve(problem)
    assert result.cost == solve(problem, "ida-star").cost == solve(problem, "a-star", estimate="misplaced").cost
    state, left = problem.start, result.cost or 0
    for move in result.moves:
        assert max(each.of(problem, state) for each in problem.all_estimates()) <= left
        state, left = next(step.state for step in problem.steps(state) if step.move == move), left - 1
    assert problem.is_goal(state)


def test_a_twisted_corner_is_proved_to_be_impossible() -> None:
    """A cube with one twisted corner is proved impossible without a search; a cube with two corners that are twisted in
    opposite directions can be solved.
    """
    twisted = PocketCube(["FUR", *PLACES[1:]])
    result = solve(twisted)
    assert (result.status, result.stats.expanded) == (Status.IMPOSSIBLE, 0)
    pair = PocketCube(["FUR", "FLU", *PLACES[2:]])  # two neighbours, twisted in opposite directions
    assert solve(pair).optimal


def test_stickers_can_be_dragged() -> None:
    """Stickers can be dragged on the drawn cube and on the unfolded cube; a click on the fixed corner is refused with
    the reason.
    """
    session = Session(PocketCube("U"))
    assert session.drag("cube F of URF", "cube U of UBR").kind == "moved"
    assert session.drag("flat F of UFL", "flat U of ULB").kind == "refused"
    assert session.drag("flat U of UFL", "flat R of URF").kind == "moved"
    assert session.state == PocketCube("U R F").start
    assert "This corner never moves" in session.click("flat L of DBL").text
    session.click("turn F'")
    assert session.state == PocketCube("U R").start


def measure_area(points: tuple[tuple[float, float], ...]) -> float:
    """The area of a polygon, by the shoelace formula."""
    pairs = zip(points, (*points[1:], points[0]), strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2


def test_stickers_turn_on_their_way() -> None:
    """The stickers that a turn moves keep their area during the whole animation."""
    problem = load("cube", start="R U")
    before = problem.scene(problem.start)
    for step in problem.steps(problem.start):
        after, renamed = problem.scene(step.state), problem.moved(problem.start, step.move)
        moving = find_journeys(before, after, renamed)
        assert len(moving) == 12 + sum(name.startswith("cube") for name in renamed)
        for journey in moving.values():
            areas = [measure_area(move_midway(journey, share).points) for share in (0, 0.3, 0.5, 0.8, 1)]  # type: ignore[union-attr]
            assert areas == pytest.approx([measure_area(journey.new.points)] * 5, rel=0.02)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"start": "R Q"}, "character 3 is 'Q'"),
        ({"start": 7}, "give a scramble"),
        ({"start": ["URF"]}, "start has 1 corners; 8 are needed"),
        ({"start": ["UFR", *PLACES[1:]]}, "'UFR' at URF is not a corner"),
        ({"start": ["UFL", *PLACES[1:]]}, "the corner UFL occurs twice"),
        ({"start": "R " * 1001}, "at most 1000 turns"),
        ({"metric": "hal"}, "did you mean half"),
        ({"turns": []}, "this must be one of all, two, half"),
        ({"metric": "quarter", "turns": "half"}, "allows only half turns"),
    ],
)
def test_bad_cubes(wrong: dict[str, Any], words: str) -> None:
    """The message names each mistake and its place."""
    with pytest.raises(BadInput, match=words):
        PocketCube(**wrong)
