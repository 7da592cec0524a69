"""Ice: a second implementation of the rules, tile by tile; the text format of the exercise; heuristics against true
distances; bad boards.
"""

import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, load, solve
from langkah.games import LEVELS, list_levels
from langkah.games.ice import Ice
from langkah.session import Session
from tests import oracle

EXERCISE = """7 7
XXXXXXX
X0****X
X**X**X
X****OX
X1***LX
XZ**X*X
XXXXXXX
999 999 999 999 999 999 999
999 3   5   2   8   1   999
999 7   4   999 6   9   999
999 2   8   3   5   4   999
999 6   1   7   2   999 999
999 9   3   4   999 8   999
999 999 999 999 999 999 999
"""


def walk(rows: list[str], costs: list[list[int]], at: tuple[int, int], done: int, way: tuple[int, int]) -> Any:
    """One slide, tile by tile: the cell where it ends, the count of numbers crossed so far and the cost; None if the
    slide is not allowed.
    """
    row, column = at
    cost = 0
    while True:
        row, column = row + way[0], column + way[1]
        if not (0 <= row < len(rows) and 0 <= column < len(rows[0])) or rows[row][column] == "L":
            return None
        if rows[row][column] == "X":
            end = (row - way[0], column - way[1])
            return None if end == at else (end, done, cost)
        cost += costs[row][column]
        if rows[row][column].isdigit():
            if int(rows[row][column]) > done:
                return None
            done = max(done, int(rows[row][column]) + 1)


@st.composite
def rinks(draw: st.DrawFn) -> dict[str, Any]:
    """Small boards with or without surrounding walls, lava, numbers and costs."""
    height, width = draw(st.integers(2, 5)), draw(st.integers(2, 5))
    signs = draw(st.lists(st.sampled_from("***XXL"), min_size=height * width, max_size=height * width))
    places = draw(st.permutations(range(height * width)))
    for sign, place in zip("ZO" + "012"[: draw(st.integers(0, 2))], places, strict=False):
        signs[place] = sign
    rows = ["".join(signs[at : at + width]) for at in range(0, len(signs), width)]
    if draw(st.booleans()):
        rows = ["X" * (width + 2), *(f"X{row}X" for row in rows), "X" * (width + 2)]
    prices = st.lists(st.integers(0, 9), min_size=len(rows[0]), max_size=len(rows[0]))
    costs = draw(st.lists(prices, min_size=len(rows), max_size=len(rows)))
    return {"board": rows, "costs": costs, "metric": draw(st.sampled_from(["tiles", "slides"]))}


@settings(max_examples=60, deadline=None)
@given(rinks())
def test_rules_estimates_and_costs(rink: dict[str, Any]) -> None:
    """The steps are those of `walk`, the cost is the least, and no heuristic exceeds the true distance in any state."""
    problem = Ice(**rink)
    rows, costs, width = rink["board"], rink["costs"], len(rink["board"][0])
    ways = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
    states, queue = {problem.start}, [problem.start]
    for state in queue:
        slides = {name: walk(rows, costs, divmod(state[0], width), state[1], way) for name, way in ways.items()}
        legal = {name: slide for name, slide in slides.items() if slide}
        found = {step.move: step for step in problem.steps(state)}
        assert set(found) == set(legal)
        for name, ((row, column), done, cost) in legal.items():
            assert found[name].state == (row * width + column, done)
            assert found[name].cost == (cost if rink["metric"] == "tiles" else 1)
        fresh = {step.state for step in found.values()} - states
        states |= fresh
        queue += fresh
    for state in states:
        least = oracle.least_cost(problem.at(state))
        for estimate in problem.estimates:
            assert least is None or estimate.of(problem, state) <= least, estimate.name
    result = solve(problem)
    assert result.cost == oracle.least_cost(problem)
    if result.cost is not None:
        assert oracle.replay(problem, result)[1] == result.cost
        assert result.optimal


@pytest.mark.parametrize("level", list_levels("ice"))
def test_levels_cost_what_they_say(level: str) -> None:
    """In both metrics, a plain search confirms the optimum in the file of each level."""
    told = tomllib.loads((LEVELS / "ice" / f"{level}.toml").read_text(encoding="utf-8"))["optimum"]
    for metric, least in told.items():
        problem = load(f"ice:{level}", metric=metric)
        assert oracle.least_cost(problem) == least  # type: ignore[arg-type]


def test_the_form_of_the_exercise() -> None:
    """The text format of the exercise is read, solved and written again. Spaces between tiles are ignored, and costs
    may be missing.
    """
    given_settings = Ice.from_text(EXERCISE)
    assert given_settings is not None
    problem = Ice(**given_settings)  # type: ignore[arg-type]
    result = solve(problem)
    assert (result.cost, len(result.moves)) == (87, 8)
    assert Ice.from_text(problem.to_text()) == given_settings
    assert Ice.from_text("2 3\nZ * X\nX O X\n") == {"board": "Z*X/XOX"}
    assert Ice.from_text("10 10\n3,21\n") is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3 3\nZ*X\nXOX\n", "line 1 gives 3 rows"),
        ("2 3\nZ*X\nXOXX\n1 1 1\n1 1 1\n", "line 3 has 4 tiles, but line 1 gives 3 columns"),
        ("2 3\nZ*X\nXOX\n1 1 1\n1 -1 1\n", "line 5, column 2: '-1' is not a whole number"),
        ("2 3\nZ*X\nXOX\n1 1\n1 1 1\n", "line 4 has 2 costs, but line 1 gives 3 columns"),
    ],
)
def test_mistakes_in_the_form_have_their_line(text: str, words: str) -> None:
    """The message for a mistake in the text format names its line."""
    with pytest.raises(BadInput, match=words):
        Ice.from_text(text)


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ("Z*/**", "O occurs 0 times"),
        ("ZZ/O*", "Z occurs 2 times"),
        ("Z1/O*", "the numbers must be 0, 1, 2 and so on"),
        ("Z00/O**", "the number 0 occurs twice"),
        ("Z?/O*", "row 1, column 2"),
        ("Z*/O", "all rows must have the same length"),
    ],
)
def test_bad_boards(board: str, words: str) -> None:
    """The message names the mistake on the board."""
    with pytest.raises(BadInput, match=words):
        Ice(board)


def test_refusals_say_why() -> None:
    """A refused click explains the reason: a wall, lava, a tile where no slide ends, or the edge of the board."""
    session = Session(Ice("XXXXX/XZ1LX/X0*OX/X****/XXXXX"))
    for clicks, words in (
        ("cell 0,1", "There is a wall in that direction."),
        ("cell 1,2", "There is lava that way."),
        ("cell 2,3", "No slide from here ends on that tile."),
    ):
        assert session.click(clicks).text.startswith(words)
    session.play("down")
    assert "leave the board" in session.click("cell 3,2").text
