"""The n queens: every count of every tree by a real search, completions, and boards against plain permutations."""

import json
import tomllib
from contextlib import suppress
from itertools import combinations, permutations
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, explore, load, solve
from langkah.games import LEVELS, list_levels
from langkah.games.queens import MOST_ROWS, Queens, count_trees, make_known_solution
from langkah.tracing import Kind, Status, Trace
from tests.oracle import replay

DATA = json.loads((Path(__file__).parent / "data" / "queens.json").read_text(encoding="utf-8"))
SOLUTIONS = DATA["meta"]["counts_A000170"]
FOUR = DATA["meta"]["four_queens"]
TREES = ("valid", "permutation", "full")


def peaceful(columns: tuple[int, ...]) -> bool:
    """Whether queens in these columns, row by row, leave each other alone."""
    return all(a != b and abs(a - b) != j - i for (i, a), (j, b) in combinations(enumerate(columns), 2))


def completions(n: int, fixed: list[list[int]] | None = None) -> list[tuple[int, ...]]:
    """All solutions by trying all permutations."""
    return [
        each
        for each in permutations(range(n))
        if all(each[row] == column for row, column in fixed or ()) and peaceful(each)
    ]


def number_of_nodes(game: Queens) -> int:
    """The size of the whole tree that the steps span."""
    count, waiting = 0, [game.start]
    while waiting:
        state = waiting.pop()
        count += 1
        waiting.extend(step.state for step in game.steps(state))
    return count


@pytest.mark.parametrize("n", range(1, 10))
def test_all_solutions(n: int) -> None:
    """As many as the encyclopedia says, each of them right, none twice."""
    result = solve(Queens(n), "backtracking", find_all=True)
    assert (result.solutions or 0) == SOLUTIONS[n]
    found = [path[-1].state for path in result.all_paths]
    assert all(peaceful(state) and len(state) == n for state in found)
    assert len(set(found)) == len(found)
    if n <= 7:
        assert found == completions(n)
    if n in (2, 3):
        assert result.status is Status.IMPOSSIBLE


@pytest.mark.parametrize("entry", DATA["trees"], ids=lambda entry: f"n={entry['n']}")
def test_trees(entry: dict[str, Any]) -> None:
    """Levels, nodes, candidates: counted by `count_trees`, and again by real searches."""
    n = entry["n"]
    trees = count_trees(n)
    assert list(trees.levels) == entry["levels"]
    assert trees.levels[-1] == entry["solutions"]
    assert trees.valid == entry["backtrack_nodes_incl_root"]
    assert trees.candidates == entry["candidates_tested_all"]
    assert trees.permutation == entry["permutation_tree_nodes"]
    assert trees.full == entry["full_tree_nodes"]
    trace = Trace()
    everything = solve(Queens(n), "backtracking", find_all=True, observe=trace)
    assert everything.stats.generated - 1 == trees.candidates, "every cell of a row is tried"
    assert everything.stats.generated - everything.stats.pruned == everything.stats.expanded == trees.valid
    depths = [event.depth for event in trace.events if event.kind is Kind.OPEN]
    assert [depths.count(depth) for depth in range(n + 1)] == entry["levels"]
    assert solve(Queens(n, tree="full"), "backtracking", find_all=True).stats.generated - 1 == trees.candidates
    first = solve(Queens(n))
    if "first_solution" in entry:
        assert list(first.states[-1]) == entry["first_solution"]
        assert first.stats.expanded == entry["valid_nodes_until_first(incl root)"]
        assert first.stats.generated - 1 == entry["candidates_tested_until_first"]
        tried = solve(Queens(n, tree="full"), "backtracking").stats.generated - 1
        assert tried == entry["candidates_tested_until_first"]
    else:
        assert first.status is Status.IMPOSSIBLE


@pytest.mark.parametrize("n", range(1, 6))
def test_the_formulas_of_the_large_trees(n: int) -> None:
    """The permutation and the full tree, walked node by node."""
    trees = count_trees(n)
    assert number_of_nodes(Queens(n)) == trees.valid
    assert number_of_nodes(Queens(n, tree="permutation")) == trees.permutation
    assert number_of_nodes(Queens(n, tree="full")) == trees.full


def test_the_paper() -> None:
    """Four queens as the paper counts them: 65, 16 (or 17 - 1), and 10 below the root by perfect costs."""
    game = load("queens:paper")
    assert isinstance(game, Queens)
    trees = count_trees(4)
    assert trees.permutation == FOUR["permutation_tree"] == 65 == solve(game, "breadth-first").stats.generated
    assert trees.full == FOUR["full_tree_n_pow"]
    first = solve(game, "backtracking").stats.generated
    assert first == FOUR["permutation_tree_backtracking_generated_until_first_solution_incl_root"] == 16
    assert solve(game, "backtracking", find_all=True).stats.generated == FOUR["same_all_solutions"]
    assert trees.valid == FOUR["valid_nodes_all_incl_root"] == 17
    assert trees.valid - 1 == FOUR["valid_nodes_all_excl_root"] == 16
    assert solve(Queens(4)).stats.expanded == FOUR["valid_nodes_until_first_solution_incl_root"]
    ideal = solve(game, "branch-and-bound", estimate="perfect")
    assert ideal.stats.generated - 1 == 10
    assert ideal.stats.expanded == 5
    assert ideal.optimal


@pytest.mark.parametrize(
    "entry", [each for each in DATA["completion"] if "completions" in each], ids=lambda entry: entry["name"]
)
@pytest.mark.parametrize("tree", TREES)
def test_completions(entry: dict[str, Any], tree: str) -> None:
    """Fixed queens, in each of the trees."""
    game = load("queens", n=entry["n"], fixed=entry["fixed_queens_row_col"], tree=tree)
    assert solve(game, "backtracking", find_all=True).solutions == entry["completions"]
    result = solve(game)
    assert game.is_goal(replay(game, result)[0])  # type: ignore[attr-defined]


def test_completions_by_column() -> None:
    """The first queen in each of the eight columns."""
    (entry,) = (each for each in DATA["completion"] if "counts" in each)
    counts = [solve(Queens(8, [[0, column]]), "backtracking", find_all=True).solutions for column in range(entry["n"])]
    assert counts == entry["counts"]


@settings(max_examples=120)
@given(st.data())
def test_fixed_queens_against_permutations(data: st.DataObject) -> None:
    """Any peaceful queens on a small board: solutions in order, or proved impossible, in every tree."""
    n = data.draw(st.integers(1, 6))
    cells = data.draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=3))
    fixed: list[list[int]] = []
    for row, column in cells:
        if all(row != r and column != c and abs(row - r) != abs(column - c) for r, c in fixed):
            fixed.append([row, column])
    game = Queens(n, fixed, data.draw(st.sampled_from(TREES)))
    result = solve(game, "backtracking", find_all=True)
    wanted = completions(n, fixed)
    assert [path[-1].state for path in result.all_paths] == wanted
    assert result.status is (Status.SOLVED if wanted else Status.IMPOSSIBLE)
    if wanted:
        assert solve(game).states[-1] == wanted[0]
        assert result.optimal


@settings(max_examples=120)
@given(st.data())
def test_the_packed_form_is_the_game(data: st.DataObject) -> None:
    """Along any line of steps: the same steps in the same order, and the same goals, whatever is given."""
    n = data.draw(st.integers(1, 15))
    cell = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    game = Queens(n, [list(each) for each in data.draw(st.lists(cell, max_size=1))], data.draw(st.sampled_from(TREES)))
    packed, state = game.packed(), game.start
    assert packed is not None
    while True:
        steps, word = game.steps(state), packed.pack(state)
        assert packed.unpack(word) == state
        assert [packed.unpack(each) for each in packed.successors(word)] == [step.state for step in steps]
        assert packed.is_goal(word) == game.is_goal(state)
        if not steps:
            return
        state = data.draw(st.sampled_from(steps)).state


@pytest.mark.slow
def test_compiled_code_counts_the_tree() -> None:
    """All nodes for twelve queens, level by level, as they are known; more than one word is left to Python."""
    pytest.importorskip("numba")
    found = explore(Queens(12))
    assert (found.states, found.layers[-1], found.goals) == (856_189, 14_200, 14_200)
    assert found.engine == "compiled"
    assert Queens(16).packed() is None


@settings(max_examples=120)
@given(st.data())
def test_steps_bounds_and_estimates(data: st.DataObject) -> None:
    """Along any line of steps: what each tree allows, what is promising, and how far the nearest solution is."""
    n = data.draw(st.integers(1, 6))
    game = Queens(n, tree=data.draw(st.sampled_from(TREES)))
    all_solutions = completions(n)
    state = game.start
    while True:
        steps = game.steps(state)
        columns = [step.state[-1] for step in steps]
        allowed = {
            "valid": [c for c in range(n) if peaceful((*state, c))],
            "permutation": [c for c in range(n) if c not in state],
            "full": list(range(n)),
        }[game.tree]
        assert columns == (allowed if len(state) < n else [])
        assert game.promising(state) == peaceful(state)
        assert game.is_goal(state) == (state in all_solutions)
        below = [each for each in all_solutions if each[: len(state)] == state]
        assert game.nearest_solution(state) == (n - len(state) if below else inf)
        assert game.rows_left(state) == n - len(state)
        if not steps:
            return
        state = data.draw(st.sampled_from(steps)).state


def test_the_valid_tree_heeds_fixed_queens_below() -> None:
    """No step onto a cell that a fixed queen attacks, whichever side of it the fixed queen stands."""
    assert [step.state for step in Queens(6, [[2, 2]]).steps(())] == [(1,), (3,), (5,)]
    assert [step.state for step in Queens(6, [[2, 2]], "permutation").steps(())] == [(0,), (1,), (3,), (4,), (5,)]
    assert [step.state for step in Queens(6, [[0, 4]], "full").steps(())] == [(4,)]
    game = Queens(7, [[4, 4], [5, 6]])
    waiting = [game.start]
    while waiting:
        state = waiting.pop()
        assert game.promising(state)
        waiting.extend(step.state for step in game.steps(state))


def test_a_state_that_contradicts_the_fixed_queens_is_no_goal() -> None:
    """A solution of the board is not one of the problem when a fixed queen stands elsewhere."""
    game = Queens(4, [[0, 2]])
    assert not game.is_goal((1, 3, 0, 2))
    assert not game.promising((1,))
    assert game.is_goal((2, 0, 3, 1))


@pytest.mark.parametrize("n", range(4, MOST_ROWS + 1))
def test_known_places(n: int) -> None:
    """The places written down solve every board, and are what large boards are solved with."""
    assert peaceful(tuple(make_known_solution(n)))
    if n > 16 or n == 4:
        game = Queens(n)
        result = solve(game, "iterative")
        assert result.optimal
        assert game.is_goal(replay(game, result)[0])
        assert n == 4 or solve(game).algorithm == "iterative"


def test_where_the_known_places_do_not_fit() -> None:
    """Not for fixed queens, not from a board under way, not below four."""
    assert not Queens(30, [[0, 0]]).constructions()
    assert not Queens(30).at((0,)).constructions()
    assert not Queens(3).constructions()
    assert solve(Queens(8)).algorithm == "backtracking"


@pytest.mark.parametrize("level", list_levels("queens"))
def test_levels(level: str) -> None:
    """Each level can be solved, in as many steps as it says."""
    told = tomllib.loads((LEVELS / "queens" / f"{level}.toml").read_text(encoding="utf-8"))
    game = load(f"queens:{level}")
    result = solve(game)
    assert result.cost == told["optimum"]
    assert result.optimal
    assert replay(game, result)[1] == told["optimum"]


@pytest.mark.parametrize("n", [1, 4, 8, 27, 64])
@pytest.mark.parametrize("tree", TREES)
def test_notation_and_clicks(n: int, tree: str) -> None:
    """Unique words, and cells of the scene to click."""
    game = Queens(n, tree=tree)
    state: tuple[int, ...] = ()
    while steps := game.steps(state):
        words = {game.notation(step.move) for step in steps}
        clicks = {gesture for step in steps for gesture in game.gestures(state, step.move)}
        assert len(words) == len(clicks) == len(steps)
        assert clicks <= {(shape.handle,) for shape in game.scene(state).shapes} if len(state) < 3 else True
        state = steps[-1].state


def test_words() -> None:
    """Columns by letters, rows by numbers, both from the top left."""
    assert [Queens(64).notation(move) for move in (0, 25, 26, 51, 52, 63, 64, 64 * 64 - 1)] == [
        *("a1", "z1", "aa1", "az1", "ba1", "bl1"),
        *("a2", "bl64"),
    ]
    game = Queens(4, [[2, 0]])
    assert game.text((1, 3)) == ".Q..\n...Q\nq...\n...."
    assert game.text((1, 3, 0, 2)) == ".Q..\n...Q\nQ...\n..Q."
    assert game.label((1, 3)) == "2 4"
    assert repr(game) == "Queens(n=4, fixed=[[2, 0]])"


def test_the_picture() -> None:
    """Queens stand on their cells, fixed ones in a colour of their own, and attacked cells are marked."""
    scene = Queens(4, [[2, 0]]).scene((1,))
    queens = {
        shape.id: (shape.handle, shape.role, shape.label) for shape in scene.shapes if shape.id.startswith("queen")
    }
    assert queens == {"queen 0": ("cell 0,1", "piece:0", "♛"), "queen 2": ("cell 2,0", "piece:1", "♛")}
    marked = {shape.handle for shape in scene.shapes if shape.role == "faint"}
    assert {f"cell {row},{column}" for row in range(4) for column in range(4)} - marked == {
        *("cell 0,1", "cell 2,0"),
        *("cell 1,3", "cell 3,2", "cell 3,3"),
    }
    assert scene.title == "2 of 4 queens placed"


def test_a_board_as_text(tmp_path: Path) -> None:
    """A square of dots and queens is a problem; other texts belong to other games."""
    assert Queens.from_text("..Q\n...\n...\n") == {"n": 3, "fixed": [[0, 2]]}
    for other in ("", "...\n...\n...", "..Q\n...", "X.O\n...\n...", "..Q.\n....", "10 10\n3,21"):
        assert Queens.from_text(other) is None
    file = tmp_path / "board.txt"
    file.write_text("....Q.\n" + "......\n" * 5)
    assert solve(load(str(file))).cost == 6


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            {"fixed": [[8, 0], [0, -1]]},
            ["fixed: [8, 0]: a queen is [row, column], two whole numbers from 0 to 7", "[0, -1]"],
        ),
        ({"fixed": [[1, 2], [1, 2]]}, ["fixed: [1, 2] is given twice"]),
        ({"fixed": [[0, 0], [5, 5]]}, ["[0, 0] and [5, 5] attack each other: this cannot be part of a solution"]),
        ({"fixed": [[0, 0], [0, 3], [4, 3]]}, ["[0, 0] and [0, 3]", "[0, 3] and [4, 3]"]),
        ({"fixed": [[4, 3], [2, 5]]}, ["[4, 3] and [2, 5] attack"]),
        ({"fixed": "d4"}, ["fixed = 'd4': give at most 64 queens as [row, column]"]),
        ({"fixed": [3, [1], [1, 2.0], [True, 1], ["1", 2]]}, ["fixed: 3", "[1]", "[1, 2.0]", "[True, 1]", "['1', 2]"]),
        ({"n": 0, "fixed": [[9, 9], 7]}, ["n = 0: this must be a whole number from 1 to 64", "fixed: 7"]),
        ({"n": 65, "tree": "valide"}, ["n = 65", "did you mean valid?"]),
        ({"n": 8.0, "tree": 3}, ["n = 8.0", "tree = 3"]),
    ],
)
def test_mistakes_are_told_all_at_once(given: dict[str, Any], told: list[str]) -> None:
    """One line for each mistake, quoting it."""
    with pytest.raises(BadInput) as caught:
        Queens(**given)
    assert len(caught.value.lines) == len(told)
    for part in told:
        assert any(part in line for line in caught.value.lines), (part, caught.value.lines)


def nest(depth: int) -> list[Any]:
    """Lists in lists."""
    inner: list[Any] = []
    for _level in range(depth):
        inner = [inner]
    return inner


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 70) | st.floats() | st.text(max_size=5) | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=10,
)


@settings(max_examples=400)
@given(st.dictionaries(st.sampled_from(["n", "fixed", "tree"]), JUNK, max_size=3))
def test_no_junk_makes_a_traceback(given: dict[str, Any]) -> None:
    """Whatever is given, there is a board or a clear refusal."""
    with suppress(BadInput):
        game = Queens(**given)
        assert game.text(()).count("\n") == game.n - 1


@pytest.mark.parametrize("value", [10**5000, nest(100_000)], ids=["huge", "deep"])
@pytest.mark.parametrize("form", ["n", "fixed", "tree", "queen", "row"])
def test_nothing_unprintable_makes_a_traceback(form: str, value: Any) -> None:
    """Numbers too long to print and lists too deep to print are refused, wherever they stand."""
    inside: dict[str, dict[str, Any]] = {"queen": {"fixed": [value]}, "row": {"fixed": [[value, 1]]}}
    with pytest.raises(BadInput):
        Queens(**inside.get(form, {form: value}))


@settings(max_examples=200)
@given(st.text(alphabet=".Qq \n", max_size=30))
def test_no_text_makes_a_traceback(text: str) -> None:
    """Any text is a board, a clear refusal, or another game's."""
    found: Any = Queens.from_text(text)
    if found is not None:
        with suppress(BadInput):
            assert Queens(**found).n == len(text.split())
