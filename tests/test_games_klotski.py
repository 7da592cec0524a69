"""Klotski: the rules against a second implementation, searches, pictures, gestures, texts and bad input."""

import subprocess
import sys
from collections import Counter
from contextlib import suppress
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, solve
from langkah.games.klotski.klotski import Klotski
from langkah.games.outline import find_parts, trace_outline
from langkah.scene import Path
from langkah.tracing import Limit, Status, Trace
from tests.oracle import replay
from tests.sliding import AROUND, METRICS, Plain, boards, component, depths, level_of

CAO = {"*": [[3, 1], [3, 2], [4, 1], [4, 2]]}
PAPER = "1133/2233/2200/4422/4411"


@pytest.mark.parametrize(("metric", "cost"), [("steps", 116), ("lines", 90), ("moves", 81)])
def test_classic(metric: str, cost: int) -> None:
    """The best known level is solved and proved in each metric, and the plan is legal."""
    puzzle = level_of("classic", metric=metric)
    result = solve(puzzle)
    assert (result.cost, result.optimal, result.algorithm) == (cost, True, "breadth-first")
    assert puzzle.is_goal(replay(puzzle, result)[0])
    assert solve(Klotski(metric=metric)).cost == cost


def test_classic_from_a_cold_shell() -> None:
    """Solving the classic level takes less than half a second of processor time, including the start of Python, and
    loads neither Numba nor NumPy.
    """
    code = (
        "import time, langkah; assert langkah.solve(langkah.load('klotski:classic')).cost == 116;"
        "import sys; assert 'numba' not in sys.modules and 'numpy' not in sys.modules; print(time.process_time())"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert float(ran.stdout) < 0.5


def test_the_example_of_the_paper() -> None:
    """The board of the paper: three spellings of its block codes, the order of the first moves, 4 slides, and 81,462
    positions.
    """
    puzzle = Klotski(PAPER)
    assert puzzle.text(puzzle.start) == "abcd\neecd\nff..\n**gg\n**hi"
    assert puzzle.goal == CAO
    spaced = "1 1 3 3\n2 2 3 3\n2 2 0 0\n4 4 2 2\n4 4 1 1\n"
    for board in (PAPER.replace("/", "\n"), spaced, PAPER.split("/")):
        assert Klotski(board).board == puzzle.board
    assert Klotski.from_text(spaced) == {"board": spaced}
    assert [puzzle.notation(step.move) for step in puzzle.steps(puzzle.start)] == [
        "c down",
        "g up",
        "f right",
        "d down",
    ]
    assert solve(puzzle).cost == solve(level_of("paper")).cost == 4
    assert len(component(puzzle)) == 81_462


@pytest.mark.parametrize(
    "text", ["", "hello", "10 10\n3,21\n", "game = 1", "1133", "1 2 3\n4 5 6\n7 8 0\n", "a**b\na**b\n", "\0\n\0"]
)
def test_texts_that_are_not_block_codes(text: str) -> None:
    """Texts that are not block codes are left to other games."""
    assert Klotski.from_text(text) is None


def test_without_a_goal() -> None:
    """A board without a goal can be explored; solving it ends at once with the reason."""
    puzzle = Klotski("aab./acd./efgh")
    assert len(component(puzzle)) == 208
    result = solve(puzzle)
    assert (result.status, result.optimal) == (Status.IMPOSSIBLE, False)
    assert "no goal" in result.why
    assert not any(puzzle.is_goal(step.state) for step in puzzle.steps(puzzle.start))
    assert puzzle.distance(puzzle.start) == 0


def test_a_goal_out_of_reach() -> None:
    """A goal behind a wall is proved unreachable without a search, but a gate does not stop a piece of the goal. Other
    unreachable goals are proved by a search.
    """
    assert "piece a" in Klotski("a#./###/...", {"a": [[2, 2]]}).hopeless()
    assert Klotski("a-./b..", {"a": [[0, 2]]}).hopeless() == ""
    result = solve(level_of("zou-tou-wu-lu"))
    assert result.status is Status.IMPOSSIBLE
    assert "every reachable state" in result.why


def test_gates_and_those_who_may_pass() -> None:
    """Only pieces of the goal, and pieces that `same` declares interchangeable with them, can enter a gate."""
    goal = {"a": [[0, 3]]}

    def through(same: list[list[str]]) -> set[str]:
        puzzle = Klotski("a.-./b.-.", goal, same=same)
        words = (step.move.piece for state in reached(puzzle) for step in puzzle.steps(state))
        gate = {(0, 2), (1, 2)}
        entered = {
            name
            for state in reached(puzzle)
            for name, at in zip(puzzle.layout.names, state, strict=True)
            if puzzle.layout.cells[at] in gate
        }
        assert set(words) == {"a", "b"}
        return entered

    assert through([]) == {"a"}
    assert through([["a", "b"]]) == {"a", "b"}


def reached(puzzle: Klotski) -> list[tuple[int, ...]]:
    """Every reachable position; interchangeable pieces are not merged."""
    queue = [puzzle.start]
    seen = {puzzle.start}
    for state in queue:
        for step in puzzle.steps(state):
            if step.state not in seen:
                seen.add(step.state)
                queue.append(step.state)
    return queue


@settings(max_examples=100)
@given(boards(), st.sampled_from(METRICS))
def test_random_boards(given_board: dict[str, Any], metric: str) -> None:
    """The packed search, the general search and the plain rules agree on layers, cost and counts, and the plan is
    legal.
    """
    puzzle = Klotski(metric=metric, **given_board)
    plain = Plain(given_board["board"], given_board["goal"], given_board["same"], given_board["axis"])
    counts, nearest = plain.layers(metric)
    graph = component(puzzle)
    start = puzzle.packed().start
    assert counts == list(Counter(depths(graph, [start]).values()).values())
    result, watched = solve(puzzle), solve(puzzle, observe=Trace())
    assert result.cost == watched.cost == nearest
    assert result.moves == watched.moves
    if not puzzle.hopeless():
        result.stats.seconds = watched.stats.seconds = 0
        assert result.stats == watched.stats
    if result:
        assert puzzle.is_goal(replay(puzzle, result)[0])
        assert solve(puzzle, "a-star").cost == nearest
    if puzzle.goals() is not None and not puzzle.hopeless():
        assert solve(puzzle, "bidirectional").cost == nearest


@settings(max_examples=100)
@given(boards(), st.sampled_from(METRICS), st.randoms())
def test_moves_of_random_positions(given_board: dict[str, Any], metric: str, random: Any) -> None:
    """Along a random walk, the moves and their order, notation, goals, texts and packed states agree with the plain
    rules, and the gestures are sound.
    """
    puzzle = Klotski(metric=metric, **given_board)
    plain = Plain(given_board["board"], given_board["goal"], given_board["same"], given_board["axis"])
    state, position = puzzle.start, plain.start()
    gates = [list(cell) for cell in puzzle.layout.gates]
    packed = puzzle.packed()
    for _turn in range(6):
        steps = list(puzzle.steps(state))
        known = dict(plain.moves(position, metric))
        assert [puzzle.notation(step.move) for step in steps] == list(known)
        assert [puzzle.key(step.state) for step in steps] == packed.successors(packed.pack(state))
        assert packed.pack(packed.unpack(packed.pack(state))) == packed.pack(state)
        assert puzzle.is_goal(state) == plain.solved(position)
        check_gestures(puzzle, state)
        again = Klotski(puzzle.text(state), puzzle.goal, metric, puzzle.axis, puzzle.same, gates)
        assert again.text(again.start) == puzzle.text(state)
        assert again.key(again.start) == puzzle.key(state)
        assert sorted(map(again.notation, (step.move for step in again.steps(again.start)))) == sorted(known)
        if not steps:
            break
        chosen = random.choice(steps)
        assert any(back.state == state for back in puzzle.steps(chosen.state))
        state, position = chosen.state, known[puzzle.notation(chosen.move)]


def check_gestures(puzzle: Klotski, state: tuple[int, ...]) -> None:
    """Check that every move has clicks on the picture, that no click sequence means two moves, and that all sequences
    have two clicks, so that none is the beginning of another.
    """
    handles = {shape.handle for shape in puzzle.scene(state).shapes}
    meaning: dict[tuple[str, ...], object] = {}
    for step in puzzle.steps(state):
        gestures = list(puzzle.gestures(state, step.move))
        assert any(set(gesture) <= handles for gesture in gestures)
        for gesture in gestures:
            assert set(gesture) <= handles | set(AROUND)
            assert meaning.setdefault(gesture, step.move) == step.move
    assert {len(gesture) for gesture in meaning} <= {2}


@settings(max_examples=60)
@given(boards(), st.sampled_from(METRICS))
def test_the_estimate_is_admissible(given_board: dict[str, Any], metric: str) -> None:
    """The estimate never exceeds the true distance, which is counted backwards from the solved positions, and is
    infinite only if no goal can be reached.
    """
    puzzle = Klotski(metric=metric, **given_board)
    packed = puzzle.packed()
    graph = component(puzzle)
    to_goal = depths(graph, [word for word in graph if packed.is_goal(word)])
    for word in graph:
        assert puzzle.distance(packed.unpack(word)) <= to_goal.get(word, inf)
        assert not packed.is_goal(word) or puzzle.distance(packed.unpack(word)) == 0
    if puzzle.hopeless():
        assert not to_goal


def test_a_move_goes_round_corners() -> None:
    """The moves of one block on an open board, in each metric: a step, a straight line, or a path around corners."""
    told = {
        metric: [puzzle.notation(step.move) for step in puzzle.steps(puzzle.start)]
        for metric in METRICS
        for puzzle in [Klotski("a../...", metric=metric)]
    }
    assert told["steps"] == ["a right", "a down"]
    assert told["lines"] == ["a right", "a right 2", "a down"]
    assert told["moves"] == ["a down", "a right", "a down right", "a right 2", "a down right 2"]


def test_a_piece_in_two_parts_and_a_ring() -> None:
    """All cells of one character are one piece, touching or not; a piece inside a ring cannot leave the ring."""
    puzzle = Klotski("a.a./....")
    assert [puzzle.notation(step.move) for step in puzzle.steps(puzzle.start)] == ["a right", "a down"]
    assert len(component(puzzle)) == 4
    ring = Klotski("aaa./aba./aaa.", {"b": [[1, 2]]})
    assert solve(ring).status is Status.IMPOSSIBLE
    assert Klotski("aaa/a.a/aaa").scene(Klotski("aaa/a.a/aaa").start).shapes[-1].handle == "piece a"


# --- pictures ------------------------------------------------------------------------------------------------------


def inside(point: tuple[float, float], points: tuple[tuple[float, float], ...]) -> bool:
    """Whether a point is inside a closed line, by the even-odd rule."""
    x, y = point
    found = False
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            found = not found
    return found


@settings(max_examples=120)
@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=16))
def test_outlines(cells: set[tuple[int, int]]) -> None:
    """An outline encloses the centres of its own cells and of no others, even if the shape has holes."""
    for part in find_parts(cells):
        points = trace_outline(part, 0.05)
        for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
            assert (x1 == x2) != (y1 == y2)
        for row in range(5):
            for column in range(5):
                assert inside((column + 0.5, row + 0.497), points) == ((row, column) in part)


def test_scene_of_the_classic() -> None:
    """Shapes have stable ids and roles, only pieces and empty cells have handles, and the title describes the position
    in words.
    """
    puzzle = Klotski()
    scene = puzzle.scene(puzzle.start)
    assert (scene.width, scene.height) == (4, 5)
    assert "*: row 1, column 2" in scene.title
    by_id = {shape.id: shape for shape in scene.shapes}
    assert len(by_id) == len(scene.shapes)
    target, goal = by_id["piece *"], by_id["goal *"]
    assert (target.role, target.label, target.handle) == ("target", "*", "piece *")
    assert (goal.role, goal.handle) == ("goal", "")
    assert {shape.handle for shape in scene.shapes if shape.handle.startswith("cell")} == {"cell 4,1", "cell 4,2"}
    assert by_id["piece a"].role == by_id["piece d"].role != by_id["piece e"].role
    after = next(iter(puzzle.steps(puzzle.start))).state
    assert {shape.id for shape in puzzle.scene(after).shapes} == set(by_id)


def test_scene_of_odd_pieces() -> None:
    """An L is one closed line, walls and gates are drawn, and a piece in two parts is two shapes with one handle."""
    puzzle = Klotski("aab#/a.b-/c.c.", {"a": [[1, 0], [1, 1], [2, 0]]})
    shapes = {shape.id: shape for shape in puzzle.scene(puzzle.start).shapes}
    assert isinstance(shapes["piece a"], Path)
    assert shapes["piece a"].closed
    assert len(set(shapes["piece a"].points)) == 6
    assert shapes["wall 0,3"].role == "wall"
    assert (shapes["cell 1,3"].role, shapes["gate 1,3"].label) == ("cell:1", "-")
    assert shapes["piece c"].handle == shapes["piece c 2"].handle == "piece c"
    assert (shapes["piece c"].label, shapes["piece c 2"].label) == ("c", "")


# --- names, copies, limits, bad input ------------------------------------------------------------------------------


def test_repr_is_code() -> None:
    """The repr of a puzzle is code that builds the same puzzle."""
    for puzzle in (
        Klotski(),
        Klotski(PAPER),
        Klotski(Klotski().board),
        Klotski("a.b", metric="moves"),
        Klotski("a.b", {"a": [[0, 1]]}, same=[["a", "b"]]),
    ):
        again = eval(repr(puzzle))  # evaluates only the repr of a puzzle of this test
        assert (again.board, again.goal, again.same, again.metric) == (
            puzzle.board,
            puzzle.goal,
            puzzle.same,
            puzzle.metric,
        )


def test_from_another_position() -> None:
    """`at` changes the start, and packed searches begin at the new start."""
    puzzle = level_of("classic")
    plan = solve(puzzle)
    assert solve(puzzle.at(plan.states[16])).cost == 100
    assert solve(puzzle.at(plan.states[-1])).cost == 0
    assert solve(puzzle, limit=Limit(nodes=1000)).limit == "nodes"


BAD: list[tuple[dict[str, Any], list[str]]] = [
    ({"board": ""}, ["board = ''"]),
    ({"board": 7}, ["board = 7"]),
    ({"board": ["ab", 3]}, ["board = ['ab', 3]"]),
    ({"board": "..\n.#"}, ["no piece"]),
    (
        {"board": "abc/de/fghi"},
        ["row 2, 'de', has 2 cells, but row 1 has 3", "row 3, 'fghi', has 4 cells, but row 1 has 3"],
    ),
    ({"board": "a b/cde"}, ["row 1, column 2: ' ' cannot name a piece"]),
    ({"board": "a" * 401}, ["401 cells: at most 400 can"]),
    ({"board": "".join(map(chr, range(192, 253)))}, ["61 pieces; at most 60"]),
    ({"board": "1144/0040"}, ["row 1, column 3: this 4 does not belong to a complete block"]),
    ({"board": "210/0330"}, ["row 1 has 3"]),
    ({"board": "210/030"}, ["row 1, column 1: this 2", "row 2, column 2: this 3"]),
    ({"goal": {"z": [[0, 0]]}}, ["no piece z", "a * b c e d f g h i"]),
    ({"goal": []}, ["goal = []"]),
    ({"goal": {1: [[0, 0]]}}, ["goal = {1:"]),
    (
        {"goal": {"*": [[3, 1], [3, 2]]}},
        [
            "goal of piece *: it must have the shape of the piece; the piece covers row 1, columns 2, 3; row 2,",
            ", the goal covers row 4, columns 2, 3",
        ],
    ),
    ({"goal": {"*": []}}, ["goal of piece *", "the goal covers no cell"]),
    (
        {"goal": {"f": [[9, 9]], "g": [[0, -1]]}},
        ["row 10, column 10 is a wall or outside the board, which has 5 rows and 4 columns", "row 1, column 0 is"],
    ),
    ({"goal": {"f": [[True, 0]]}}, ["goal of piece f = [[True, 0]]"]),
    ({"goal": {"f": [[1, 1], [1, 1]]}}, ["row 2, column 2 is named twice"]),
    (
        {"goal": {"f": [[0, 0]], "g": [[0, 0]]}},
        ["goal of piece g: row 1, column 1 also belongs to the goal of piece f"],
    ),
    ({"goal": {"f": [[10**50, 0]]}}, ["row 1000000000", ", column 1 is a wall or outside"]),
    ({"board": "a#", "goal": {"a": [[0, 1]]}}, ["row 1, column 2 is a wall"]),
    ({"same": [["a", "e"]]}, ["a e have different shapes"]),
    ({"same": [["a", "z", 4]]}, ["no piece z", "no piece 4"]),
    ({"same": "ab"}, ["same = 'ab'"]),
    ({"same": [["a"] * 61]}, ["same = "]),
    ({"gates": [[7, 7]]}, ["gates: row 8, column 8"]),
    ({"gates": 5}, ["gates = 5"]),
    ({"gates": [[0, 0], [0, 1]]}, ["gates: piece a stands on a gate (row 1, column 1)"]),
    ({"metric": "step", "axis": 3, "same": 1}, ["did you mean steps", "axis = 3", "same = 1"]),
    ({"metric": "stops", "board": "ab/c"}, ["metric = 'stops'", "row 2"]),
    (
        {"board": "ab/c", "goal": {"a": 4}, "same": 5, "gates": "x"},
        ["row 2", "goal of piece a = 4", "same = 5", "gates = 'x'"],
    ),
]


@pytest.mark.parametrize(("wrong", "lines"), BAD, ids=lambda each: str(each)[:50])
def test_bad_input(wrong: dict[str, Any], lines: list[str]) -> None:
    """Every mistake is reported, in one error, with its place and what is legal."""
    with pytest.raises(BadInput) as told:
        Klotski(**wrong)
    for line in lines:
        assert line in str(told.value)


JUNK: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["a.b", "a-#", "1133/2233", "along", "*", float("nan"), "ａ.", "\ud800", b"x"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from("ab*é") | st.text(max_size=2), inner, max_size=3)
        | st.tuples(inner, inner)
    ),
    max_leaves=12,
)


@pytest.mark.parametrize("setting", [each.name for each in Klotski.settings])
@pytest.mark.parametrize(
    "huge", [10**5000, [[10**5000, 0]], {"*": [[10**5000] * 2] * 4}], ids=["number", "cell", "goal"]
)
def test_huge_numbers(setting: str, huge: Any) -> None:
    """Numbers that are too long to print are refused like other wrong values."""
    with pytest.raises(BadInput):
        Klotski(**{setting: huge})


@settings(max_examples=250)
@given(st.dictionaries(st.sampled_from([each.name for each in Klotski.settings]), JUNK, max_size=6))
def test_junk(given_settings: dict[str, Any]) -> None:
    """Any settings give `BadInput`, or a puzzle that can be drawn and played, and no other error."""
    puzzle = None
    with suppress(BadInput):
        puzzle = Klotski(**given_settings)
    if puzzle is not None:
        assert puzzle.scene(puzzle.start).shapes
        assert isinstance(puzzle.text(puzzle.start), str)
        assert isinstance(list(puzzle.steps(puzzle.start)), list)


def test_a_colour_stays_with_its_shape() -> None:
    """The colour of a piece does not depend on the pieces that are missing, and different shapes have different
    colours.
    """

    def list_roles(board: str, goal: dict[str, list[list[int]]]) -> dict[str, str]:
        scene = Klotski(board=board, goal=goal).scene(Klotski(board=board, goal=goal).start)
        return {each.handle[6:]: each.role for each in scene.shapes if each.handle.startswith("piece ")}

    whole = list_roles("a**b/a**b/ceed/cfgd/h..i", {"*": [[3, 1], [3, 2], [4, 1], [4, 2]]})
    for less in ("a..b/a..b/ceed/cfgd/h..i", "a..b/a..b/c..d/cfgd/h..i", ".**./.**./ceec/cfgd/h..i"):
        left = list_roles(less, {})
        common = left.keys() & whole.keys() - {"*", "c", "d"}
        assert {name: left[name] for name in common} == {name: whole[name] for name in common}
    assert len({whole[name] for name in "*ace" if name in whole} | {whole["h"]}) == 4
