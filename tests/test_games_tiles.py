"""Sliding tiles: rules against plain code, known distances, admissible heuristics, bad input, pictures and clicks."""

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, permutations
from math import factorial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, Status, load, solve
from langkah.games import find_level_file, list_levels
from langkah.games.tiles.packed_tiles import PackedTiles
from langkah.games.tiles.tiles import MAX_SIDE, LineCosts, Tiles, count_longest_rise
from langkah.packed import Packed
from langkah.scene import Rect

FACTS = json.loads((Path(__file__).parent / "data" / "tiles.json").read_text())
State = tuple[int, ...]


def naive_neighbours(state: State, rows: int, cols: int, *, lines: bool) -> Iterator[State]:
    """Every board one move away, found on a grid by moving the blank up, left, right and down."""
    grid = {divmod(cell, cols): tile for cell, tile in enumerate(state)}
    blank = next(place for place, tile in grid.items() if tile == 0)
    for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        board, hole = dict(grid), blank
        while True:
            cell = (hole[0] + down, hole[1] + right)
            if cell not in board:
                break
            board[hole], board[cell] = board[cell], 0
            hole = cell
            yield tuple(board[divmod(place, cols)] for place in range(rows * cols))
            if not lines:
                break


def distances(start: Any, neighbours: Callable[[Any], Iterable[Any]]) -> dict[Any, int]:
    """The distance of every reachable state from the start, by plain breadth-first search."""
    found = {start: 0}
    layer = [start]
    while layer:
        below = []
        for state in layer:
            for other in neighbours(state):
                if other not in found:
                    found[other] = found[state] + 1
                    below.append(other)
        layer = below
    return found


def histogram(far: dict[Any, int]) -> list[int]:
    """The number of states at each distance."""
    counts = [0] * (max(far.values()) + 1)
    for depth in far.values():
        counts[depth] += 1
    return counts


@st.composite
def puzzles(draw: st.DrawFn, most: int = 5) -> Tiles:
    """Puzzles with up to `most` rows and columns, any start and goal (solvable or not), in one of the two metrics."""
    rows, cols = draw(st.integers(1, most)), draw(st.integers(1, most))
    start, goal = (draw(st.permutations(range(rows * cols))) for _each in range(2))
    return Tiles(rows, cols, start, goal, draw(st.sampled_from(["steps", "lines"])))


# Rules


@given(puzzles())
def test_steps_and_their_packed_form_are_those_of_plain_code(puzzle: Tiles) -> None:
    state, view = puzzle.start, puzzle.packed()
    steps = list(puzzle.steps(state))
    expected = list(naive_neighbours(state, puzzle.rows, puzzle.cols, lines=puzzle.metric == "lines"))
    assert [step.state for step in steps] == expected
    for step in steps:
        blank = step.state.index(0)
        assert step.move == state[blank]
        assert step.cost == 1
    assert view.unpack(view.start) == state
    packed = [view.pack(each) for each in expected]
    assert list(view.successors(view.start)) == packed
    assert list(Packed.successors(view, view.start)) == packed  # the plain functions that are compiled
    assert len(packed) <= view.branching
    for each in (state, puzzle.target):
        assert view.is_goal(view.pack(each)) == Packed.is_goal(view, view.pack(each)) == puzzle.is_goal(each)


def test_packed_words_stay_in_their_bits() -> None:
    for size, words in ((3, 1), (4, 2), (5, 3), (6, 4)):
        view = Tiles(size, size).packed()
        assert isinstance(view, PackedTiles)
        assert view.words == words
        cut = view.cut(view.start)
        assert all(0 <= word < 2**63 for word in ([cut] if words == 1 else cut))
        assert view.size == factorial(size * size)


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 2), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2)])
def test_what_is_hopeless_is_exactly_what_no_search_reaches(rows: int, cols: int) -> None:
    boards = list(permutations(range(rows * cols)))
    for goal in (boards[0], boards[-1], boards[len(boards) // 3]):
        reached = distances(goal, lambda state: naive_neighbours(state, rows, cols, lines=False))
        for start in boards:
            puzzle = Tiles(rows, cols, list(start), list(goal))
            assert bool(puzzle.hopeless()) == (start not in reached)
            assert bool(Tiles(rows, cols, list(goal)).at(start).hopeless()) == bool(Tiles(rows, cols, start).hopeless())


def test_hopeless_puzzles_are_answered_at_once_in_words() -> None:
    for algorithm in (None, "breadth-first", "ida-star"):
        result = solve(load("tiles:loyd-14-15"), algorithm)
        assert (result.status, result.stats.expanded) == (Status.IMPOSSIBLE, 0)
        assert "parity" in result.why
    assert "order" in solve(Tiles(1, 4, [2, 1, 3, 0])).why


@given(puzzles(4))
def test_a_default_start_is_the_goal_mixed(puzzle: Tiles) -> None:
    mixed = Tiles(puzzle.rows, puzzle.cols, goal=puzzle.target)
    assert mixed.start == Tiles(puzzle.rows, puzzle.cols, goal=puzzle.target).start
    assert not mixed.hopeless()
    assert (mixed.start != mixed.target) == (len(mixed.start) > 1)


# Known distances


@pytest.mark.parametrize("fact", FACTS["depth_distributions"], ids=lambda fact: fact["name"])
def test_positions_at_each_depth(fact: dict[str, Any]) -> None:
    rows, cols = fact["rows"], fact["cols"]
    goal = list(range(1, rows * cols))
    goal.insert(fact["blank"], 0)
    puzzle = Tiles(rows, cols, goal, goal, "lines" if fact["row_slides"] else "steps")
    view = puzzle.packed()
    far = distances(view.start, view.successors)
    assert histogram(far) == fact["hist"]
    assert (len(far), max(far.values())) == (fact["states"], fact["max_depth"])


@pytest.mark.parametrize("size", ["2x2", "2x3", "2x4", pytest.param("2x5", marks=pytest.mark.slow)])
def test_diameters(size: str) -> None:
    rows, cols = map(int, size.split("x"))
    view = Tiles(rows, cols, [*range(1, rows * cols), 0]).packed()
    assert max(distances(view.start, view.successors).values()) == FACTS["diameters"]["A151944_max_moves"][size]


@pytest.mark.parametrize("fact", FACTS["random"], ids=lambda fact: fact["name"])
def test_random_starts_have_their_known_distance(fact: dict[str, Any]) -> None:
    for start in fact.get("all_hardest", [fact["start"]]):
        puzzle = Tiles(fact["rows"], fact["cols"], start, fact["goal"])
        assert bool(puzzle.hopeless()) != fact["solvable"]
        for algorithm in ("a-star", "ida-star", "bidirectional"):
            result = solve(puzzle, algorithm)
            assert result.cost == fact["optimal_moves"]
            assert result.optimal == fact["solvable"]
            assert not fact["solvable"] or result.states[-1] == puzzle.target


EASY = (9, 55, 79, 97)  # numbers of Korf's instances that take less than a second each


@pytest.mark.parametrize(
    "fact",
    [
        pytest.param(fact, marks=() if fact["id"] in EASY else pytest.mark.slow, id=fact["name"])
        for fact in FACTS["korf100"]
        if fact["id"] in EASY or fact["optimal"] <= 46
    ],
)
def test_korfs_easy_ones_are_solved(fact: dict[str, Any]) -> None:
    result = solve(Tiles(4, 4, fact["start"], list(range(16))))
    assert (result.algorithm, result.cost, result.optimal) == ("ida-star", fact["optimal"], True)


@pytest.mark.parametrize(("kind", "side"), [("korf100", 4), ("korf24", 5)])
def test_estimates_of_korfs_puzzles(kind: str, side: int) -> None:
    for fact in FACTS[kind]:
        puzzle = Tiles(side, side, fact["start"], list(range(side * side)))
        assert not puzzle.hopeless()
        assert puzzle.manhattan(puzzle.start) == fact["manhattan"]
        assert fact["manhattan"] <= puzzle.linear_conflict(puzzle.start) <= fact["optimal"]
        assert (fact["optimal"] - fact["manhattan"]) % 2 == 0


# Estimates


@pytest.mark.parametrize(("rows", "cols"), [(2, 3), (3, 2), (1, 4), (3, 3)])
@pytest.mark.parametrize("metric", ["steps", "lines"])
def test_estimates_never_say_too_much_for_any_goal(rows: int, cols: int, metric: str) -> None:
    boards = list(permutations(range(rows * cols)))
    goals = [boards[0], boards[len(boards) // 2 + 7], boards[-1]] if rows * cols < 9 else [boards[20_000]]
    for goal in goals:
        puzzle = Tiles(rows, cols, list(goal), list(goal), metric)
        view = puzzle.packed()
        far = distances(view.start, view.successors)
        estimates = [each for each in puzzle.all_estimates() if each.admissible]
        assert len(estimates) == (5 if metric == "steps" else 2)
        sample = list(far.items())[:: max(1, len(far) // 20_000)]
        for word, depth in sample:
            state = view.unpack(word)
            for each in estimates:
                assert each.of(puzzle, state) <= depth, f"{each.name} of {state}"


@given(puzzles(5))
def test_estimates_against_plain_code(puzzle: Tiles) -> None:
    state, target, cols = puzzle.start, puzzle.target, puzzle.cols
    where = {tile: divmod(cell, cols) for cell, tile in enumerate(state)}
    home = {tile: divmod(cell, cols) for cell, tile in enumerate(target)}
    tiles = range(1, len(state))
    down = sum(abs(where[tile][0] - home[tile][0]) for tile in tiles)
    right = sum(abs(where[tile][1] - home[tile][1]) for tile in tiles)
    assert puzzle.manhattan(state) == down + right
    assert puzzle.misplaced(state) == sum(where[tile] != home[tile] for tile in tiles)
    conflicts = 0
    for axis, count in ((0, puzzle.rows), (1, cols)):
        for line in range(count):
            own = [tile for tile in tiles if where[tile][axis] == home[tile][axis] == line]
            own.sort(key=lambda tile: where[tile][1 - axis])
            conflicts += fewest_to_leave([home[tile][1 - axis] for tile in own])
    assert puzzle.linear_conflict(state) == down + right + 2 * conflicts
    if puzzle.metric == "steps":
        for step in puzzle.steps(state):
            assert abs(puzzle.linear_conflict(step.state) - puzzle.linear_conflict(state)) == 1


def fewest_to_leave(numbers: list[int]) -> int:
    """The least number of elements to remove so that the remaining numbers increase, by trying every subset."""
    for left in range(len(numbers), 0, -1):
        if any(list(kept) == sorted(kept) for kept in combinations(numbers, left)):
            return len(numbers) - left
    return 0


@given(st.permutations(range(7)))
def test_the_longest_rise(numbers: list[int]) -> None:
    assert count_longest_rise(numbers) == len(numbers) - fewest_to_leave(numbers)


def test_the_tables_of_an_estimate_stay_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("langkah.games.tiles.tiles.MOST_LINES", 10)
    table = LineCosts({tile: tile for tile in range(5)}, {1, 2})
    for line in permutations(range(5), 3):
        table[line]
        assert len(table) <= 10


def test_estimates_by_metric() -> None:
    steps, lines = Tiles(), Tiles(metric="lines")
    assert [each.admissible for each in steps.all_estimates()] == [True] * 5
    assert {each.name for each in lines.all_estimates() if each.admissible} == {"pushes", "zero"}
    assert solve(lines, "a-star").estimate == "pushes"
    doubtful = solve(lines, "a-star", estimate="manhattan")
    assert not doubtful.optimal
    assert "manhattan" in doubtful.why


@settings(max_examples=15)
@given(st.permutations(range(9)))
def test_every_algorithm_finds_the_oracles_cost(start: list[int]) -> None:
    for metric in ("steps", "lines"):
        puzzle = Tiles(start=start, metric=metric)
        names = ["a-star", "bidirectional", "breadth-first", *(["ida-star"] if metric == "steps" else [])]
        costs = {solve(puzzle, name).cost for name in names}
        assert len(costs) == 1
        assert (costs == {None}) == bool(puzzle.hopeless())


# Settings


def test_settings_and_their_defaults() -> None:
    puzzle = Tiles()
    assert (puzzle.rows, puzzle.cols, puzzle.metric, puzzle.target) == (3, 3, "steps", (1, 2, 3, 4, 5, 6, 7, 8, 0))
    for each in (puzzle, Tiles(2, 4, metric="lines"), Tiles(2, 2, [3, 2, 1, 0], [0, 1, 2, 3])):
        again = eval(repr(each), {"Tiles": Tiles})
        assert (again.start, again.target, again.metric, again.rows) == (
            each.start,
            each.target,
            each.metric,
            each.rows,
        )
    assert (Tiles(3, 3).preferred(), Tiles(4, 4).preferred(), Tiles(metric="lines").preferred()) == (
        "a-star",
        "ida-star",
        "bidirectional",
    )


@pytest.mark.parametrize(
    "form",
    [
        [1, 2, 3, 4, 0, 5],
        (1, 2, 3, 4, 0, 5),
        [[1, 2, 3], [4, 0, 5]],
        "1 2 3\n4 0 5\n",
        "1 2 3/4 0 5",
        "1, 2, 3, 4, 0, 5",
    ],
)
def test_forms_of_a_board(form: Any) -> None:
    assert Tiles(2, 3, form).start == (1, 2, 3, 4, 0, 5)
    assert Tiles(2, 3, [1, 2, 3, 4, 5, 0], form).target == (1, 2, 3, 4, 0, 5)


def test_a_board_in_rows_settles_the_size() -> None:
    puzzle = Tiles(start=[[1, 2, 3], [4, 0, 5]])
    assert (puzzle.rows, puzzle.cols) == (2, 3)
    assert (Tiles(goal="1 0/2 3").rows, Tiles(goal="1 0/2 3").cols) == (2, 2)


@given(puzzles(5))
def test_text_is_read_back(puzzle: Tiles) -> None:
    text = puzzle.text(puzzle.start)
    assert Tiles(puzzle.rows, puzzle.cols, text).start == puzzle.start
    assert len({len(line) for line in text.splitlines()}) == 1
    if puzzle.rows > 1:
        assert Tiles(start=text).start == puzzle.start


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"rows": 0, "cols": 17, "metric": "moves"}, ["rows = 0", "cols = 17", "metric = 'moves'"]),
        ({"rows": "3", "cols": 3.0}, ["rows = '3'", "cols = 3.0"]),
        ({"start": [1, 2, 3]}, ["start has 3 numbers", "3 x 3 cells need 9"]),
        (
            {"start": [1, 2, 3, 4, 5, 6, 7, 8, 8]},
            ["each number must occur once, but 8 occur twice or more", "missing numbers: 0"],
        ),
        ({"start": [1, 2, 3, 4, 5, 6, 7, 8, 9]}, ["9 cannot be on 3 x 3 cells", "missing numbers: 0"]),
        ({"start": [1, 2, 3, 4, 5, 6, 7, -8, 10**9000]}, ["-8", "missing numbers: 0, 8"]),
        ({"start": [1, 2, 3, 4, 5, 6, 7, 8, "0"]}, ["start = [1, 2", "0 for the blank"]),
        ({"start": [1, 2, 3, 4, 5, 6, 7, 8, True]}, ["start"]),
        ({"start": [1, 2, 3, 4, 5, 6, 7, 8, 0.0]}, ["start"]),
        ({"start": [[1, 2], [3]]}, ["2, 1 numbers long"]),
        ({"start": [[1, 2], [3, 0]], "rows": 3}, ["start has rows = 2, but rows = 3"]),
        ({"start": [[1, 2], [3, 0]], "goal": [[1, 2, 0], [3, 4, 5]]}, ["goal has cols = 3, but cols = 2"]),
        ({"start": [[1, 2], 3]}, ["start"]),
        ({"start": "a b c"}, ["start = 'a b c'"]),
        ({"start": 5, "goal": {}, "rows": -1}, ["start = 5", "goal = {}", "rows = -1"]),
        ({"start": [], "goal": ""}, ["start = []", "goal = ''"]),
        ({"start": [[]]}, ["start = [[]]"]),
        ({"start": [[0]] * 17}, ["start has rows = 17"]),
        (
            {"goal": [0, 0, 0, 0, 0, 0, 0, 0, 0], "start": "1 2 3"},
            ["goal: each number must occur once", "start has 3 numbers"],
        ),
    ],
)
def test_mistakes_are_named_all_at_once(given: dict[str, Any], expected: list[str]) -> None:
    with pytest.raises(BadInput) as caught:
        Tiles(**given)
    for phrase in expected:
        assert phrase in str(caught.value)


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.integers(0, 9) | st.floats() | st.text("0123 ,/\n٣ÿ☃"),
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=9,
)


@given(given=st.fixed_dictionaries({}, optional=dict.fromkeys(("rows", "cols", "start", "goal", "metric"), junk)))
def test_junk_is_refused_and_nothing_else_happens(given: dict[str, Any]) -> None:
    try:
        puzzle = Tiles(**given)
    except BadInput:
        pass
    else:
        assert 1 <= puzzle.rows <= MAX_SIDE
        puzzle.scene(puzzle.start)
        puzzle.packed()


# Pictures and clicks


@given(puzzles(4))
def test_every_move_is_a_click_and_a_number(puzzle: Tiles) -> None:
    state = puzzle.start
    scene = puzzle.scene(state)
    handles = {shape.handle for shape in scene.shapes if shape.handle}
    assert handles == {"blank", *(f"tile {tile}" for tile in state if tile)}
    steps = list(puzzle.steps(state))
    gestures = [gesture for step in steps for gesture in puzzle.gestures(state, step.move)]
    assert len(set(gestures)) == len(gestures) == 2 * len(steps)
    assert all(set(gesture) <= handles for gesture in gestures)
    assert len({puzzle.notation(step.move) for step in steps}) == len(steps)
    ids = [shape.id for shape in scene.shapes]
    assert len(set(ids)) == len(ids)


def test_the_picture() -> None:
    puzzle = Tiles(2, 2, [3, 0, 2, 1])
    scene = puzzle.scene(puzzle.start)
    assert (scene.width, scene.height) == (2, 2)
    tiles = {shape.label: shape for shape in scene.shapes if isinstance(shape, Rect) and shape.role[:5] == "piece"}
    assert {label: shape.role for label, shape in tiles.items()} == {"1": "piece:0", "2": "piece:0", "3": "piece:1"}
    assert (round(tiles["1"].x), round(tiles["1"].y)) == (1, 1)
    assert scene.title == "row 1: 3 0; row 2: 2 1"


def test_an_unusual_goal_shows_what_belongs_into_the_blank() -> None:
    def hints(puzzle: Tiles, state: State) -> list[str]:
        return [shape.label for shape in puzzle.scene(state).shapes if shape.role == "faint"]

    usual, unusual = Tiles(2, 2, [3, 0, 2, 1]), Tiles(2, 2, [3, 0, 2, 1], [0, 1, 2, 3])
    assert hints(usual, usual.start) == []
    assert hints(unusual, unusual.start) == ["(1)"]
    assert hints(unusual, unusual.target) == []


# Levels


@pytest.mark.parametrize("level", list_levels("tiles"))
def test_levels_have_the_optimum_they_claim(level: str) -> None:
    told = tomllib.loads(find_level_file("tiles", level).read_text())["optimum"]
    known = {tuple(fact["start"]): fact["optimal"] for fact in (*FACTS["korf100"], *FACTS["korf24"])}
    for metric in ("steps", "lines"):
        puzzle = load(f"tiles:{level}", metric=metric)
        assert isinstance(puzzle, Tiles)
        if told == "impossible":
            assert puzzle.hopeless()
        elif metric in told:
            easy = puzzle.start not in known or known[puzzle.start] < 43
            assert told[metric] == (solve(puzzle).cost if easy else known[puzzle.start])
