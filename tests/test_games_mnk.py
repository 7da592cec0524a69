"""The m,n,k-game: rules against plain code, known values and counts, pictures, and bad input."""

import json
import tomllib
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langkah import BadInput, Status, load, solve
from langkah.games import find_level_file, list_levels
from langkah.games.mnk import MAX_SIDE, MOST_MERGED, Mnk
from langkah.model import Game, Outcome
from langkah.scene import Disc
from langkah.scene import Path as Stroke

FACTS = json.loads((Path(__file__).parent / "data" / "mnk.json").read_text())
Board = tuple[str, ...]


def naive_lines(rows: int, cols: int, k: int) -> list[list[tuple[int, int]]]:
    """Every line as a list of cells, by walking from each cell in each direction."""
    found = []
    for row, col in product(range(rows), range(cols)):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            cells = [(row + i * down, col + i * right) for i in range(k)]
            if all(0 <= r < rows and 0 <= c < cols for r, c in cells):
                found.append(cells)
    return found


def naive_winners(board: Board, k: int) -> set[str]:
    """The players (X, O) who fill a line."""
    held = ({board[r][c] for r, c in line} for line in naive_lines(len(board), len(board[0]), k))
    return {marks.pop() for marks in held if len(marks) == 1 and marks <= {"X", "O"}}


def naive_positions(rows: int, cols: int, k: int) -> list[set[Board]]:
    """The positions that play can reach, as one set for each ply."""
    layer: set[Board] = {("." * cols,) * rows}
    layers = []
    while layer:
        layers.append(layer)
        mark = "XO"[(len(layers) - 1) % 2]
        below: set[Board] = set()
        for board in layer:
            if naive_winners(board, k):
                continue
            for r, c in product(range(rows), range(cols)):
                if board[r][c] == ".":
                    below.add((*board[:r], board[r][:c] + mark + board[r][c + 1 :], *board[r + 1 :]))
        layer = below
    return layers


def turned(board: Board) -> set[Board]:
    """All rotations and reflections of a board that keep its shape."""
    images = set()
    for rows in (board, board[::-1]):
        for image in (rows, tuple(row[::-1] for row in rows)):
            images.add(image)
            if len(board) == len(board[0]):
                images.add(tuple("".join(column) for column in zip(*image, strict=True)))
    return images


def boards(rows: int, cols: int) -> st.SearchStrategy[Board]:
    """Boards with any marks, whether or not play can reach them."""
    row = st.text("XO.", min_size=cols, max_size=cols)
    return st.lists(row, min_size=rows, max_size=rows).map(tuple)


def state_of(board: Board) -> tuple[int, int]:
    """The two bitboards of a board."""
    marks = "".join(board)
    x, o = (sum(1 << cell for cell, mark in enumerate(marks) if mark == name) for name in "XO")
    return x, o


sizes = st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6))


# Rules


@given(st.data(), sizes)
def test_lines_and_hopes_are_those_of_plain_code(data: st.DataObject, size: tuple[int, int, int]) -> None:
    rows, cols, k = size
    game = Mnk(rows=rows, cols=cols, k=k)
    board = data.draw(boards(rows, cols))
    x, o = state_of(board)
    winners = naive_winners(board, k)
    assert (game.lined(x), game.lined(o)) == ("X" in winners, "O" in winners)
    free = [{board[r][c] for r, c in line} for line in naive_lines(rows, cols, k)]
    assert game.hopes((x, o)) == (any("O" not in marks for marks in free), any("X" not in marks for marks in free))
    cells = {frozenset(r * cols + c for r, c in line) for line in naive_lines(rows, cols, k)}
    assert {frozenset(cell for cell in range(rows * cols) if line >> cell & 1) for line in game.lines} == cells
    assert len(game.lines) == len(cells)


@pytest.mark.parametrize(("rows", "cols", "k"), [(3, 3, 3), (2, 3, 2), (1, 5, 2), (2, 2, 3), (3, 3, 1), (2, 4, 3)])
def test_exactly_the_positions_that_play_reaches_are_accepted(rows: int, cols: int, k: int) -> None:
    reached = set().union(*naive_positions(rows, cols, k))
    for marks in product("XO.", repeat=rows * cols):
        board = tuple("".join(marks[row * cols : (row + 1) * cols]) for row in range(rows))
        if board in reached:
            game = Mnk(k=k, position=list(board))
            assert game.text(game.start) == "\n".join(board)
        else:
            with pytest.raises(BadInput, match="cannot arise"):
                Mnk(k=k, position=list(board))


@pytest.mark.parametrize("fact", FACTS["counts"], ids=lambda fact: f"{fact['m']}x{fact['n']} k={fact['k']}")
def test_positions_and_games_are_as_many_as_known(fact: dict[str, Any]) -> None:
    game = Mnk(rows=fact["m"], cols=fact["n"], k=fact["k"])
    ways: dict[Any, int] = {game.start: 1}
    by_ply: list[int] = []
    keys: set[Any] = set()
    lengths: dict[str, int] = {}
    ends, results = (dict.fromkeys(("first", "second", "draw"), 0) for _each in range(2))
    while ways:
        by_ply.append(len(ways))
        keys.update(game.key(state) for state in ways)
        below: dict[Any, int] = {}
        for state, count in ways.items():
            ended = game.outcome(state)
            if ended is not None:
                name = "draw" if ended.winner is None else ("first", "second")[ended.winner]
                ends[name] += 1
                results[name] += count
                lengths[str(len(by_ply) - 1)] = lengths.get(str(len(by_ply) - 1), 0) + count
                assert list(game.steps(state)) == []
                continue
            for step in game.steps(state):
                below[step.state] = below.get(step.state, 0) + count
        ways = below
    assert by_ply == fact["positions_by_ply"]
    assert (sum(by_ply), len(keys)) == (fact["positions"], fact["canonical"])
    assert (results, ends, lengths) == (fact["results"], fact["terminal_positions"], fact["games_by_length"])
    assert sum(results.values()) == fact["games"]


@given(st.data(), sizes)
def test_keys_are_equal_exactly_for_images(data: st.DataObject, size: tuple[int, int, int]) -> None:
    rows, cols, k = size
    game = Mnk(rows=rows, cols=cols, k=k)
    board, other = data.draw(boards(rows, cols)), data.draw(boards(rows, cols))
    images = turned(board)
    assert len({game.key(state_of(image)) for image in images}) == 1
    assert (game.key(state_of(board)) == game.key(state_of(other))) == (other in images)


def test_large_boards_are_their_own_keys() -> None:
    assert MOST_MERGED < 9 * 9
    game = Mnk(rows=9, cols=9, k=5)
    assert len({game.key(step.state) for step in game.steps(game.start)}) == 81
    assert len({Mnk(rows=8, cols=8).key((1 << cell, 0)) for cell in range(64)}) == 10


@given(st.data(), sizes)
def test_the_guess_is_fair(data: st.DataObject, size: tuple[int, int, int]) -> None:
    rows, cols, k = size
    game = Mnk(rows=rows, cols=cols, k=k)
    board = data.draw(boards(rows, cols).filter(lambda marks: "".join(marks).count("X") == "".join(marks).count("O")))
    x, o = state_of(board)
    guess = game.evaluate((x, o))
    assert -1 < guess < 1
    assert game.evaluate((o, x)) == -guess
    assert {game.evaluate(state_of(image)) for image in turned(board)} == {guess}


def test_the_guess_puts_winning_before_blocking_before_the_rest() -> None:
    game = Mnk(position=["XX.", "OO.", "..."])
    steps = sorted(game.steps(game.start), key=lambda step: game.evaluate(step.state))
    assert [game.notation(step.move) for step in steps][:2] == ["3", "6"]


@given(st.data(), sizes)
def test_moves_are_ranked_as_the_guess_ranks_them(data: st.DataObject, size: tuple[int, int, int]) -> None:
    rows, cols, k = size
    game = Mnk(rows=rows, cols=cols, k=k)
    state = game.start
    for _ply in range(data.draw(st.integers(0, rows * cols))):
        assert game.ranked(state) == Game.ranked(game, state)
        if not (steps := list(game.steps(state))):
            break
        state = data.draw(st.sampled_from(steps)).state


@pytest.mark.parametrize(
    ("board", "outcome"),
    [
        (("XXX", "OO.", "..."), Outcome(0, "X has 3 in a line")),
        (("XX.", "OOO", "X.."), Outcome(1, "O has 3 in a line")),
        (("XOX", "XOO", "OXX"), Outcome(None, "the board is full and no player has 3 in a line")),
        (("XO.", "...", "..."), None),
    ],
)
def test_how_games_end(board: Board, outcome: Outcome | None) -> None:
    game = Mnk(position=list(board))
    assert game.outcome(game.start) == outcome
    assert (list(game.steps(game.start)) == []) == (outcome is not None)


def test_a_finished_game_has_a_value_and_no_moves() -> None:
    for board, value in ((["XXX", "OO.", "..."], "loss"), (["XOX", "XOO", "OXX"], "draw")):
        for algorithm in ("minimax", "alpha-beta", "negamax"):
            result = solve(Mnk(position=board), algorithm)
            assert (result.status, result.value, result.moves, result.best_moves) == (Status.SOLVED, value, (), ())


# Known values


SOON = 1_000  # nodes of the search that found the facts
SLOW = (pytest.mark.slow, pytest.mark.timeout(1800))  # up to two minutes each on an idle machine


@pytest.mark.parametrize(
    "fact",
    [pytest.param(fact, marks=() if fact["nodes"] < SOON else SLOW, id=fact["name"]) for fact in FACTS["values"]],
)
def test_values_are_the_known_ones(fact: dict[str, Any]) -> None:
    result = solve(Mnk(rows=fact["m"], cols=fact["n"], k=fact["k"]))
    assert result.value == {"draw": "draw", "first": "win", "second": "loss"}[fact["value"]]
    assert result.optimal


@pytest.mark.slow
def test_four_by_four_is_a_draw_within_a_moment() -> None:
    result = solve(Mnk(size=4))
    assert (result.value, len(result.best_moves)) == ("draw", 16)
    assert result.stats.expanded < 100_000


@pytest.mark.parametrize("fact", FACTS["random_positions"], ids=lambda fact: fact["name"])
def test_positions_have_their_known_value(fact: dict[str, Any]) -> None:
    game = Mnk(rows=fact["m"], cols=fact["n"], k=fact["k"], position=fact["rows"])
    assert game.players[game.player(game.start)] == fact["to_move"]
    free = "".join(fact["rows"]).count(".")
    for algorithm in ("minimax", "alpha-beta", "negamax") if free < 9 else ("negamax",):
        assert solve(game, algorithm).value == fact["value_for_side_to_move"]


def test_the_papers_fork_is_found() -> None:
    """After human 1, program 5, human 9, the four edge cells are the moves that keep the draw; the corner that the
    paper's program takes loses to a fork.
    """
    game = Mnk(position=["X..", ".O.", "..X"])
    assert [game.notation(move) for move in solve(game).best_moves] == ["2", "4", "6", "8"]
    lost = Mnk(position=["X.O", ".O.", "..X"])
    assert (solve(lost).value, solve(lost).best_moves) == ("win", (6,))


# Settings


def test_settings_and_their_defaults() -> None:
    assert (Mnk().rows, Mnk().cols, Mnk().k) == (3, 3, 3)
    assert (Mnk(size=5).rows, Mnk(size=5).cols, Mnk(size=5).k) == (5, 5, 5)
    wide = Mnk(rows=1, cols=10)
    assert (wide.rows, wide.cols, wide.k) == (1, 10, 3)
    assert repr(wide) == "Mnk(rows=1, cols=10)"
    assert repr(Mnk(size=3, rows=3)) == "Mnk()"
    game = Mnk(k=4, position="X.../.O../..../....")
    assert (game.rows, game.cols, game.k) == (4, 4, 4)
    assert eval(repr(game), {"Mnk": Mnk}).start == game.start
    after = game.at(next(iter(game.steps(game.start))).state)
    assert eval(repr(after), {"Mnk": Mnk}).start == after.start
    assert solve(Mnk(rows=2, cols=2, k=9)).value == "draw"


@pytest.mark.parametrize(
    "form", [["X.O", "...", "..."], ("X.O", "...", "..."), "X.O/.../...", "X.O\n...\n...\n", " x . o\n. . .\n. . .\n"]
)
def test_forms_of_a_position(form: Any) -> None:
    assert Mnk(position=form).start == (1, 4)


@given(st.data(), st.integers(1, 4), st.integers(1, 4))
def test_text_is_read_back(data: st.DataObject, rows: int, cols: int) -> None:
    game = Mnk(rows=rows, cols=cols, k=4)
    state = game.start
    for _ply in range(data.draw(st.integers(0, rows * cols))):
        steps = list(game.steps(state))
        if not steps:
            break
        state = data.draw(st.sampled_from(steps)).state
    assert Mnk(rows=rows, cols=cols, k=4, position=game.text(state)).start == state


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"size": 4, "rows": 3}, ["size = 4 means rows = 4, but rows = 3"]),
        ({"size": 4, "rows": 3, "k": 3}, ["rows = 3", "k = 3"]),
        ({"rows": 0}, ["rows = 0: this must be a whole number from 1 to 30"]),
        ({"rows": "3", "cols": 2.5, "k": True}, ["rows = '3'", "cols = 2.5", "k = True"]),
        ({"rows": 10**30, "size": -1}, ["rows = 1", "size = -1"]),
        ({"position": ["XX", ".."]}, ["cannot arise", "2 X and 0 O"]),
        ({"position": ["XXX", "OOO", "..."]}, ["cannot arise", "both players"]),
        ({"position": ["XXX", "OO.", "O.."]}, ["cannot arise", "X had won"]),
        ({"position": ["OOO", "XX.", "XX."]}, ["cannot arise", "O had won"]),
        ({"position": ["XX.OO", "XX.OO", "XX.OO"], "k": 3}, ["cannot arise", "both players"]),
        ({"position": ["XXX.OO", "XXX.OO", "......", "..O.O."], "k": 3}, ["cannot arise", "X had won"]),
        ({"position": ["X.", "..."]}, ["row 2", "3 cells long"]),
        ({"position": ["X?", ".!", ".."]}, ["row 1", "'?'", "row 2", "'!'"]),
        (
            {"position": ["X..", "...", "..."], "rows": 4, "cols": 5},
            ["rows = 3, but the setting is rows = 4", "cols = 3, but the setting is cols = 5"],
        ),
        ({"position": ["X..", "...", "..."], "size": 4}, ["rows = 3, but the setting is rows = 4"]),
        ({"position": 5, "rows": 0}, ["rows = 0", "position = 5"]),
        ({"position": []}, ["position = []"]),
        ({"position": [""]}, ["0 cells"]),
        ({"position": ["X"] * 31}, ["31 x 1"]),
        ({"position": ["X", 3]}, ["position"]),
        ({"position": "\n/\n"}, ["position"]),
    ],
)
def test_mistakes_are_named_all_at_once(settings: dict[str, Any], expected: list[str]) -> None:
    with pytest.raises(BadInput) as caught:
        Mnk(**settings)
    for phrase in expected:
        assert phrase in str(caught.value)


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text("XOxo./\n 0ÿ☃"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=6,
)


@given(given=st.fixed_dictionaries({}, optional=dict.fromkeys(("rows", "cols", "k", "size", "position"), junk)))
def test_junk_is_refused_and_nothing_else_happens(given: dict[str, Any]) -> None:
    try:
        game = Mnk(**given)
    except BadInput:
        pass
    else:
        assert 1 <= game.rows <= MAX_SIDE
        game.scene(game.start)
        game.key(game.start)


# Pictures and clicks


@pytest.mark.parametrize("game", [Mnk(), Mnk(rows=2, cols=5), Mnk(rows=1, cols=1), Mnk(position=["XO.", ".X.", "..."])])
def test_every_move_is_one_click_and_one_number(game: Mnk) -> None:
    state = game.start
    handles = {shape.handle for shape in game.scene(state).shapes if shape.handle}
    clicks = [gesture for step in game.steps(state) for gesture in game.gestures(state, step.move)]
    assert len(set(clicks)) == len(clicks) == len(list(game.steps(state)))
    assert {click[0] for click in clicks} <= handles
    assert len(handles) == game.rows * game.cols
    notations = [game.notation(step.move) for step in game.steps(state)]
    assert len(set(notations)) == len(notations)
    assert clicks == [(f"cell {number}",) for number in notations]


def test_the_picture_shows_marks_and_the_winning_line() -> None:
    game = Mnk(position=["XXX", "OO.", "..."])
    scene = game.scene(game.start)
    assert (scene.width, scene.height) == (3, 3)
    crosses = [shape for shape in scene.shapes if isinstance(shape, Stroke) and shape.role == "mark:0"]
    rings = [shape for shape in scene.shapes if isinstance(shape, Disc) and shape.role == "mark:1"]
    won = [shape for shape in scene.shapes if isinstance(shape, Stroke) and shape.role == "goal"]
    assert (len(crosses), len(rings)) == (6, 2)
    assert [shape.points for shape in won] == [((0.5, 0.5), (2.5, 0.5))]
    ids = [shape.id for shape in scene.shapes]
    assert len(set(ids)) == len(ids)
    assert "X has 3 in a line" in scene.title
    assert "X: 1, 2, 3" in scene.title
    opening = Mnk().scene((0, 0))
    assert "X to move" in opening.title
    assert "cell 5: free" in {shape.label for shape in opening.shapes}


def test_every_level_is_a_game() -> None:
    assert {"tic-tac-toe", "gomoku"} <= set(list_levels("mnk"))
    for level in list_levels("tictactoe"):
        game = load(f"tictactoe:{level}")
        assert isinstance(game, Mnk)
        assert game.scene(game.start).shapes


@pytest.mark.parametrize("level", ["tic-tac-toe", "three-on-four", "fork", "paper-trap"])
def test_small_levels_have_the_value_they_claim(level: str) -> None:
    told = tomllib.loads(find_level_file("mnk", level).read_text())["optimum"]
    result = solve(load(f"mnk:{level}"))
    assert told == (result.value if result.value == "draw" else result.why)
