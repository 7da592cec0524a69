"""Permutation puzzles: groups and counts from the literature, cycles, words, game IDs, packed forms, bad input."""

import math
import tomllib
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, Limit, Status, explore, load, solve
from langkah.games import LEVELS, list_levels, read_level_text
from langkah.games.permutation.cycles import (
    compute_order,
    format_cycles,
    invert,
    make_permutation,
    multiply,
    read_cycles,
)
from langkah.games.permutation.permutation import PermutationPuzzle, _is_odd
from langkah.session import Session
from langkah.session.hint import make_hint
from langkah.settings import Mistakes
from tests import oracle

# Positions of the Pyraminx without tips for each number of turns (Jaap Scherphuis), 933,120 in all.
PYRAMINX = [1, 8, 48, 288, 1728, 9896, 51808, 220111, 480467, 166276, 2457, 32]
PANCAKES = {3: 3, 4: 4, 5: 5, 6: 7}  # number of pancakes: flips for the hardest stack
GROUPS = {
    "rubik": 43_252_003_274_489_856_000,
    "pyraminx": 933_120,
    "m12": 95_040,
    "floppy": 192,
    "two-rings": math.factorial(8) // 2,
    "sixteen-4": math.factorial(16),
}
FLIPS = {
    count: {
        f"f{size}": "".join(f"({place} {size + 1 - place})" for place in range(1, size // 2 + 1))
        for size in range(2, count + 1)
    }
    for count in PANCAKES
}


@st.composite
def puzzles(draw: st.DrawFn) -> dict[str, Any]:
    """The settings of a puzzle with one to three random generators on two to six places."""
    size = draw(st.integers(2, 6))
    made = draw(st.lists(st.permutations(range(size)), min_size=1, max_size=3))
    moving = [tuple(each) for each in made if list(each) != list(range(size))] or [(1, 0, *range(2, size))]
    start = list(draw(st.permutations(range(1, size + 1))))
    same = draw(st.sampled_from([None, [[1, 2]]]))
    turns = draw(st.sampled_from(["both", "any", "forward"]))
    generators = {name: format_cycles(each) for name, each in zip("abc", moving, strict=False)}
    return {"generators": generators, "start": start, "same": same, "turns": turns}


@settings(max_examples=80, deadline=None)
@given(puzzles())
def test_searches_agree_with_a_plain_one(wanted: dict[str, Any]) -> None:
    """Costs, proofs of impossibility, numbers of positions, heuristics and packed forms agree with a plain search."""
    problem = PermutationPuzzle(**wanted)
    reached, queue = {problem.target: 0}, [problem.target]
    for state in queue:  # from the goal, by every move backwards
        for move in problem.moves:
            before = tuple(state[place] for place in move.onto)
            if before not in reached:
                reached[before] = reached[state] + 1
                queue.append(before)
    least = reached.get(problem.start)
    result = solve(problem)
    assert (result.status is Status.IMPOSSIBLE) == (least is None)
    assert result.cost == least
    if not problem.has_alike:
        assert problem.count_positions() == len(reached)
        assert bool(problem.hopeless()) == (least is None)
    packed = problem.packed()
    assert packed is not None
    for state in queue[:40]:
        assert [packed.pack(step.state) for step in problem.steps(state)] == list(packed.successors(packed.pack(state)))
        assert packed.unpack(packed.pack(state)) == state
        assert all(each.of(problem, state) <= reached[state] for each in problem.all_estimates())


@pytest.mark.parametrize("level", GROUPS)
def test_groups_are_as_large_as_the_literature_says(level: str) -> None:
    """The order of the group is the published one, computed without visiting positions and with all pieces distinct."""
    problem: Any = load(f"permutation:{level}")
    assert problem.group.is_complete
    assert problem.group.order == GROUPS[level]


def test_where_the_group_is_too_large_parity_still_tells() -> None:
    """If the group is too large to compute its order, an odd position is still proved impossible by its parity."""
    odd = PermutationPuzzle({"a": "(1 2 3)", "b": f"({' '.join(map(str, range(2, 49)))})"}, "(1 2)")
    assert not odd.group.is_complete
    assert "parity" in odd.hopeless()


@pytest.mark.parametrize("count", PANCAKES)
def test_pancakes(count: int) -> None:
    """Exploration finds all stacks of pancakes, and the known number of flips for the hardest stack."""
    survey = explore(PermutationPuzzle(FLIPS[count]))
    assert (survey.states, survey.depth) == (math.factorial(count), PANCAKES[count])


def test_neighbours_take_as_many_swaps_as_pairs_are_out_of_order() -> None:
    """Sorting by swaps of neighbours costs one move for each pair that is out of order, for every seventh order of five
    numbers.
    """
    generators = {name: f"({place} {place + 1})" for place, name in enumerate("abcd", 1)}
    for start in list(permutations(range(1, 6)))[::7]:
        wrong = sum(start[one] > start[other] for one in range(5) for other in range(one + 1, 5))
        assert solve(PermutationPuzzle(generators, start)).cost == wrong


@pytest.mark.parametrize("depth", [6, pytest.param(11, marks=pytest.mark.slow)])
def test_the_pyraminx(depth: int) -> None:
    """The number of positions for each number of turns is the published one."""
    level = tomllib.loads((LEVELS / "permutation" / "pyraminx.toml").read_text(encoding="utf-8"))
    survey = explore(PermutationPuzzle(level["generators"], ""), limit=Limit(depth=depth))
    assert list(survey.layers) == PYRAMINX[: depth + 1]


@pytest.mark.parametrize("level", list_levels("permutation"))
def test_levels_are_what_they_say(level: str) -> None:
    """Each level has the optimum of its file, or is proved to be impossible."""
    told = tomllib.loads((LEVELS / "permutation" / f"{level}.toml").read_text(encoding="utf-8"))["optimum"]
    problem: Any = load(f"permutation:{level}")
    result = solve(problem)
    assert ("impossible" if result.status is Status.IMPOSSIBLE else result.cost) == told
    if result.cost is not None:
        assert problem.is_goal(oracle.replay(problem, result)[0])


@given(st.integers(1, 9).flatmap(lambda size: st.permutations(range(size))))
def test_cycles_are_read_as_they_are_written(order: list[int]) -> None:
    """Cycles that are written and read again give the same permutation; inverses, orders and parities are right."""
    permutation, mistakes = tuple(order), Mistakes()
    cycles = [] if permutation == tuple(sorted(order)) else read_cycles(format_cycles(permutation), "x", mistakes)
    assert make_permutation(cycles, len(order)) == permutation
    assert multiply(permutation, invert(permutation)) == tuple(range(len(order)))
    power, count = permutation, 1
    while power != tuple(range(len(order))):
        power, count = multiply(power, permutation), count + 1
    assert compute_order(cycles) == count
    swaps = sum(len(cycle) - 1 for cycle in cycles)
    assert _is_odd(permutation) == bool(swaps % 2)


def test_a_cycle_takes_what_is_at_its_first_place_to_the_next() -> None:
    """A cycle takes the piece at its first place to its second, as in group theory; words are read left to right."""
    problem = PermutationPuzzle({"R": "(1 2 3)", "U": "(3 4)"}, "R U R2 U'")
    assert PermutationPuzzle({"R": "(1 2 3)(4)"}, "R").start == (3, 1, 2)
    state = (1, 2, 3, 4)
    for name in ("R", "U", "R", "R", "U"):
        a, b, c, d = state
        state = (c, a, b, d) if name == "R" else (a, b, d, c)
    assert problem.start == state


IDS = [
    "3x3:2,1,3,4,5,6,7,8,9",
    "2x4:2,1,4,3,5,6,8,7",
    "3x3n2:3,1,2,4,5,6,7,9,8",
    "3x3n2r:1,1,2,2,1,2,3,3,3",
    "2x3n2o:1l2u3d4u5r6u",
    "4x4n3:1,2,3,4,5,6,7,8,9,10,11,12,13,14,16,15",
]


@pytest.mark.parametrize("ident", IDS)
def test_game_ids(ident: str) -> None:
    """Game IDs of Sixteen and Twiddle are read, and written again unchanged."""
    (found,) = read_level_text(ident + "\n")
    assert found.game == "permutation"
    assert load("permutation", found.level.settings).to_text().strip() == ident


def test_a_turned_block_of_upright_tiles() -> None:
    """A block whose tiles all point to the left is solved by one turn, and a shifted row by one move."""
    turned: Any = load("permutation", read_level_text("2x2n2o:2l4l1l3l")[0].level.settings)
    assert solve(turned).moves == ("a1",)
    pushed: Any = load("permutation", read_level_text("3x2:3,1,2,4,5,6")[0].level.settings)
    assert solve(pushed).moves == ("r1'",)


@pytest.mark.parametrize(
    ("ident", "words"),
    [
        ("3x3:1,2,3,4,5,6,7,8,8", "column 5: the numbers must be 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ("2x2n3:1,2,3,4", "blocks of 3 x 3 do not fit into 2 x 2"),
        ("99x99:1,2,3", "at most 120"),
        ("3x3n2#123", "column 6: an ID with # has only the seed"),
    ],
)
def test_bad_ids(ident: str, words: str) -> None:
    """The message names the mistake in a game ID."""
    with pytest.raises(BadInput, match=words):
        read_level_text(ident)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"generators": {"R": "(1 2"}}, "generators.R: the last cycle is not closed"),
        ({"generators": {"R": "(1 2 1)"}}, "column 6: '1' occurs twice"),
        ({"generators": {"R": "1 2"}}, "column 1: '1' is not allowed there"),
        ({"generators": {"R": "(1 121)"}}, "places are numbered from 1 to 120"),
        ({"generators": {"R": "()"}}, "it moves nothing"),
        ({"generators": {"2": "(1 2)"}}, "'2' is not a valid name"),
        ({"generators": []}, "give 1 to 40 names"),
        ({"generators": {"R": "(1 2 3 4)", "R2": "(1 2)"}, "turns": "any"}, "two moves would be called R2"),
        ({"start": "L Q"}, "column 3 is 'Q'; write generators from L R"),
        ({"start": [1, 1, 3, 4, 5, 6, 7, 8]}, "each of the numbers 1 to 8 must occur once"),
        ({"start": "(1 9)"}, "place 9 is in no generator"),
        ({"start": 3}, "write generators one after another"),
        ({"same": [[1, 99]]}, "groups of numbers from 1 to 8"),
        ({"places": [[0, 0]]}, "each of 8 places"),
        ({"turns": "bot"}, "did you mean both"),
    ],
)
def test_bad_puzzles(wrong: dict[str, Any], words: str) -> None:
    """The message names each mistake and its place."""
    with pytest.raises(BadInput, match=words):
        PermutationPuzzle(**wrong)


def test_rings_can_be_dragged() -> None:
    """A disc can be dragged to a place if exactly one move takes the disc there. If two moves do, the drag is refused,
    and the buttons make the move.
    """
    session = Session(PermutationPuzzle())
    assert session.drag("place 1", "place 2").kind == "moved"
    assert session.turns[-1].label == "L"
    assert "not a single move" in session.drag("place 4", "place 5").text  # L and R' both take the disc there
    assert session.click("turn R'").kind == "moved"


def test_hints_about_what_is_carried_round() -> None:
    """The first hint says how many pieces move; the second says in which direction one of them goes."""
    problem = PermutationPuzzle(start="L")
    step = next(step for step in problem.steps(problem.start) if problem.is_goal(step.state))
    first, second = (make_hint(problem, problem.start, step, grade) for grade in (1, 2))
    assert (first.text, len(first.ids)) == ("5 pieces move at once.", 5)
    assert second.text == "One of the pieces that move is “5”: it goes to the right."
