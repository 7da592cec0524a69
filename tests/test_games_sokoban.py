"""Sokoban: a second implementation of the rules on sets of squares, published answers, heuristics, dead squares, and
plans in letters.
"""

import tomllib
from collections import deque
from itertools import permutations
from math import inf
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from langkah import BadInput, Status, load, solve
from langkah.games import LEVELS, list_levels
from langkah.games.sokoban.room import match_boxes
from langkah.games.sokoban.sokoban import Sokoban
from langkah.session import Session
from tests import oracle

# Two levels of David W. Skinner's Microban, with the published least pushes and least moves.
PUBLISHED = [
    ("####/# .#/#  ###/#*@  #/#  $ #/#  ###/####", 8, 33),
    ("######/#    #/# #@ #/# $* #/# .* #/#    #/######", 3, 16),
]
WAYS = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}


class PlainRoom:
    """A second implementation of the rules: sets of squares, and one step of the player at a time."""

    def __init__(self, rows: list[str]) -> None:
        signs = {(row, column): sign for row, line in enumerate(rows) for column, sign in enumerate(line)}
        self.floor = {cell for cell, sign in signs.items() if sign != "#"}
        self.goals = {cell for cell, sign in signs.items() if sign in ".+*"}
        self.player = next(cell for cell, sign in signs.items() if sign in "@+")
        self.boxes = frozenset(cell for cell, sign in signs.items() if sign in "$*")

    def step(self, player: Any, boxes: frozenset[Any], way: str) -> Any:
        """The player, the crates and whether a crate was pushed, after a step; None if the step is impossible."""
        (row, column), (down, right) = player, WAYS[way]
        onto, ahead = (row + down, column + right), (row + 2 * down, column + 2 * right)
        if onto not in self.floor:
            return None
        if onto not in boxes:
            return onto, boxes, False
        return (onto, boxes - {onto} | {ahead}, True) if ahead in self.floor - boxes else None

    def find_least(self, metric: str) -> int | None:
        """The least number of steps or pushes, by 0-1 breadth-first search over single steps; None if unsolvable."""
        start = (self.player, self.boxes)
        cost = {start: 0}
        queue = deque([start])
        while queue:
            player, boxes = state = queue.popleft()
            if boxes <= self.goals:
                return cost[state]
            for way in WAYS:
                found = self.step(player, boxes, way)
                if found is None:
                    continue
                after, price = (found[0], found[1]), 1 if metric == "moves" or found[2] else 0
                if cost[state] + price < cost.get(after, 10**9):
                    cost[after] = cost[state] + price
                    (queue.append if price else queue.appendleft)(after)
        return None


@st.composite
def rooms(draw: st.DrawFn) -> list[str]:
    """Small closed rooms with one to three crates."""
    height, width = draw(st.integers(2, 4)), draw(st.integers(2, 4))
    signs = draw(st.lists(st.sampled_from("    #"), min_size=height * width, max_size=height * width))
    places = draw(st.permutations(range(height * width)))
    boxes = draw(st.integers(1, 3))
    assume(2 * boxes < height * width)
    for sign, place in zip("@" + "$" * boxes + "." * boxes, places, strict=False):
        signs[place] = sign
    rows = ["".join(signs[at : at + width]) for at in range(0, len(signs), width)]
    return ["#" * (width + 2), *(f"#{row}#" for row in rows), "#" * (width + 2)]


@settings(max_examples=60, deadline=None)
@given(rooms(), st.sampled_from(["pushes", "moves"]))
def test_costs_are_those_of_plain_rules(rows: list[str], metric: str) -> None:
    """The cost agrees with single steps on sets of squares, and the plan in letters is legal under those rules."""
    try:
        problem = Sokoban(rows, metric)
    except BadInput:
        assume(False)
    plain = PlainRoom(rows)
    result = solve(problem)
    assert result.cost == plain.find_least(metric)
    assert solve(problem, "breadth-first").cost == result.cost
    if result.status is Status.SOLVED:
        letters = problem.write_plan(result.path)
        assert problem.check_plan(letters) == ""
        player, boxes, pushes = plain.player, plain.boxes, 0
        for letter in letters:
            player, boxes, pushed = plain.step(player, boxes, letter.lower())
            assert pushed == letter.isupper()
            pushes += pushed
        assert boxes <= plain.goals
        assert result.cost == (pushes if metric == "pushes" else len(letters))


@settings(max_examples=30, deadline=None)
@given(rooms())
def test_estimates_are_never_too_high(rows: list[str]) -> None:
    """In both metrics, no estimate exceeds the true distance in the first reachable states, and packed states have the
    same successors.
    """
    for metric in ("pushes", "moves"):
        try:
            problem = Sokoban(rows, metric)
        except BadInput:
            assume(False)
        packed = problem.packed()
        states, queue = {problem.key(problem.start)}, [problem.start]
        for state in queue[:150]:
            least = oracle.fewest_steps(problem.at(state)) if len(queue) < 60 else None
            for estimate in problem.estimates if least is not None else ():
                assert least is None or estimate.of(problem, state) <= least, estimate.name
            after = [step.state for step in problem.steps(state)]
            assert list(packed.successors(packed.pack(state))) == list(map(packed.pack, after))
            for each in after:
                if problem.key(each) not in states:
                    states.add(problem.key(each))
                    queue.append(each)


@pytest.mark.parametrize(("board", "pushes", "moves"), PUBLISHED)
def test_published_answers(board: str, pushes: int, moves: int) -> None:
    """Two levels have their published least pushes and least moves."""
    for metric, least in (("pushes", pushes), ("moves", moves)):
        problem = Sokoban(board, metric)
        result = solve(problem)
        assert (result.cost, result.optimal) == (least, True)
        assert oracle.replay(problem, result)[1] == least == oracle.fewest_steps(problem)


@pytest.mark.parametrize("level", list_levels("sokoban"))
def test_levels_cost_what_they_say(level: str) -> None:
    """Each level has the optimum of its file: the pushes by a plain breadth-first search, the moves by the default
    search.
    """
    told = tomllib.loads((LEVELS / "sokoban" / f"{level}.toml").read_text(encoding="utf-8"))["optimum"]
    problem: Any = load(f"sokoban:{level}")
    assert oracle.fewest_steps(problem) == told["pushes"]
    assert solve(load(f"sokoban:{level}", metric="moves")).cost == told["moves"]


@given(st.integers(1, 4), st.integers(-1, 2), st.randoms(use_true_random=False))
def test_matching_is_the_least_of_all_ways(boxes: int, more: int, rng: Any) -> None:
    """The cost of the matching is the least over all ways to assign a goal to each crate. The cost is infinite if there
    are more crates than goals, which only a damaged certificate has.
    """
    goals = boxes + more
    far = [[rng.choice([0, 1, 2, 3, 7, 12, inf]) for _box in range(boxes)] for _goal in range(goals)]
    ways = permutations(range(goals), boxes)
    least = min((sum(far[goal][box] for box, goal in enumerate(way)) for way in ways), default=inf)
    assert match_boxes(far, range(boxes)) == least


def test_dead_squares() -> None:
    """Corners and walls without a goal are dead. A level with a crate on a dead square is proved impossible without a
    search.
    """
    problem = Sokoban("#####/#@  #/# $ #/#  .#/#####")
    dead = {problem.room.cells[number] for number in problem.room.dead}
    assert dead == {(1, 1), (1, 2), (1, 3), (2, 1), (3, 1)}
    stuck = solve(Sokoban("#####/#@  #/#$. #/#####"))
    assert stuck.status is Status.IMPOSSIBLE
    assert stuck.stats.expanded == 0


def test_plans_in_letters_are_checked() -> None:
    """A plan is refused with its first illegal step, with a character that is not a letter of plans, or because some
    crate is not on a goal.
    """
    problem = Sokoban("#######/#@ $ .#/#######")
    assert problem.check_plan("rRR") == ""
    assert "step 1, l" in problem.check_plan("lRR")
    assert "character 2 is x; use the letters l u r d and L U R D" in problem.check_plan("rxR")
    assert "not every crate" in problem.check_plan("rR")


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ("#####/#$. #/#####", "0 players"),
        ("#####/#@$.@#/#####", "2 players"),
        ("####/#@$./####", "not closed"),
        ("####/#@.#/####", "no crate"),
        ("######/#@$$.#/######", "there are 2 crates and 1 goals"),
        ("#####  /#@$.# $/#####", "stands outside"),
        ("#####/#@$?#/#####", r"'\?' is not allowed at row 2, column 4"),
        ("", "empty"),
        (5, "give the rows"),
    ],
)
def test_bad_boards(board: Any, words: str) -> None:
    """The message names each mistake and, if possible, its place."""
    with pytest.raises(BadInput, match=words):
        Sokoban(board)


def test_refusals_say_why() -> None:
    """A click is refused with the reason: no crate is chosen, the chosen crate cannot go there, or the crate cannot be
    pushed.
    """
    session = Session(Sokoban("######/#@ $.#/#   ##/######"))
    assert "Choose a crate first" in session.click("cell 2,1").text
    session.click("crate 1")
    assert "It can go: to the right" in session.click("cell 2,2").text
    assert (
        "cannot be pushed" in Session(Sokoban("####/#.@#/#$.#/##$#/####".replace("##$#", "#$##"))).click("crate 1").text
    )
