"""Queens in regions: all solutions against every permutation, every order and tree, the text format, and bad boards."""

from itertools import pairwise, permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, load, solve
from langkah.games import list_levels, read_level_text
from langkah.games.regions import Regions
from langkah.session import Session

CHOICES = list(product(("rows", "columns", "regions"), ("ahead", "valid", "any")))


def try_all_permutations(rows: list[str]) -> set[frozenset[tuple[int, int]]]:
    """Every solution, by trying all ways to put one queen into each row and column."""
    found = set()
    for columns in permutations(range(len(rows))):
        near = any(abs(one - other) < 2 for one, other in pairwise(columns))
        if not near and len({rows[row][column] for row, column in enumerate(columns)}) == len(rows):
            found.add(frozenset(enumerate(columns)))
    return found


def find_all(problem: Regions) -> list[frozenset[tuple[int, int]]]:
    """Every solution that backtracking finds."""
    result = solve(problem, "backtracking", find_all=True)
    return [frozenset(divmod(step.move, problem.n) for step in plan) for plan in result.all_paths]


@st.composite
def maps(draw: st.DrawFn) -> list[str]:
    """A square of letters with as many different letters as rows; the cells of a letter need not be connected."""
    n = draw(st.integers(1, 6))
    letters = draw(st.lists(st.sampled_from("ABCDEF"[:n]), min_size=n * n, max_size=n * n))
    for letter, place in zip("ABCDEF"[:n], draw(st.permutations(range(n * n))), strict=False):
        letters[place] = letter
    return ["".join(letters[row : row + n]) for row in range(0, n * n, n)]


@settings(max_examples=50, deadline=None)
@given(maps(), st.sampled_from(CHOICES))
def test_all_solutions(rows: list[str], choice: tuple[str, str]) -> None:
    """With every order of filling (rows, columns or regions) and every tree, backtracking finds each solution once, and
    no proof or estimate excludes a solution.
    """
    order, tree = choice
    problem = Regions(rows, order, tree)
    known = try_all_permutations(rows)
    found = find_all(problem)
    assert len(found) == len(set(found))
    assert set(found) == known
    assert not (problem.hopeless() and known)
    result = solve(problem, "a-star", estimate="ahead")
    assert (result.cost, result.optimal) == ((len(rows), True) if known else (None, False))


def test_trees_get_smaller() -> None:
    """The tree `ahead` expands the fewest nodes. In every tree, backtracking prunes more nodes than it expands."""
    stats = [solve(load("regions:eight-5", tree=tree)).stats for tree in ("ahead", "valid", "any")]
    assert stats[0].expanded < stats[1].expanded <= stats[2].expanded
    assert all(each.generated - each.pruned == each.expanded < each.pruned for each in stats)


def test_levels_have_one_solution() -> None:
    """Each level has one solution, except the level with two solutions and the impossible levels."""
    for level in list_levels("regions"):
        problem = load(f"regions:{level}", order="regions", tree="ahead")
        count = {"two-ways": 2, "one-row": 0, "no-way": 0}.get(level, 1)
        assert len(find_all(problem)) == count, level  # type: ignore[arg-type]


def test_the_text_form() -> None:
    """Rows of letters are read with or without spaces; a board of cars is still read as Rush Hour."""
    text = "A A B B\nA C B B\n\nC C D D\nC C D D\n"
    assert Regions.from_text(text) == {"board": "AABB/ACBB/CCDD/CCDD"}
    for level in list_levels("regions"):
        assert [each.game for each in read_level_text(load(f"regions:{level}").to_text())] == ["regions"]
    assert [each.game for each in read_level_text("BB.\nAA.\n...\n")] == ["rushhour"]
    assert Regions.from_text("4\n" + text) == Regions.from_text(text)
    assert Regions.from_text("AB\nAB\n") is None
    for wrong, words in (
        ("AABB\nACBB\nCCD\nCCDD", "row 3, 'CCD', has 3 cells, but row 1 has 4"),
        ("AABBB\nA1BBB\nCCDDD\nCCDDD\nEEEEE", "column 2 is '1'"),
    ):
        with pytest.raises(BadInput, match=words):
            load("regions", Regions.from_text(wrong))


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ("AB/A", "all rows must have the same length"),
        ("ABC/ABC", "2 rows and 3 columns"),
        ("A1/AB", "row 1, column 2 is '1'"),
        ("AA/AA", "2 rows need 2 regions, but there are 1: A"),
        (7, "give the rows of a board"),
        (["A" * 27] * 27, "at most 676"),
    ],
)
def test_bad_boards(board: Any, words: str) -> None:
    """The message names the mistake on the board."""
    with pytest.raises(BadInput, match=words):
        Regions(board)


@settings(max_examples=40, deadline=None)
@given(maps(), st.sampled_from(CHOICES), st.lists(st.integers(0, 99), max_size=12))
def test_people_place_queens_in_any_order(rows: list[str], choice: tuple[str, str], picks: list[int]) -> None:
    """After queens are placed and removed in any order, the search finds exactly the solutions that contain the
    remaining queens.
    """
    problem = Regions(rows, *choice)
    state: tuple[int, ...] = ()
    for pick in picks:
        steps = list(problem.player_steps(state))
        assert {step.move for step in problem.steps(state)} <= {step.move for step in steps}
        state = steps[pick % len(steps)].state if steps else state
    queens = {divmod(cell, len(rows)) for cell in state}
    known = {each - queens for each in try_all_permutations(rows) if queens <= each}
    assert set(find_all(problem.at(state))) == known


def test_refusals_say_why() -> None:
    """An excluded cell is refused, and the message names the queens that exclude the cell. A queen is refused if it
    leaves another row without a cell. A click on a queen removes it at no cost.
    """
    board = "AABB/ACBB/CCDD/CCDD"
    session = Session(Regions(board))
    session.play("b1")
    assert "Queens that exclude this cell: b1." in session.click("cell 1,2").text
    assert session.click("cell 3,2").kind == "moved"
    assert session.click("cell 0,1").text == "-b1"
    assert (session.state, session.cost) == ((14,), 2)
    assert (
        "leaves no cell for the queen of another row"
        in Session(load("regions:one-row", tree="ahead")).click("cell 0,3").text
    )
