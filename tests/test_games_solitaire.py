"""Peg solitaire: the jumps against a plain implementation on sets of holes, known counts of positions, symmetries, and
proofs that a position is hopeless.
"""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, Limit, Status, explore, load, solve
from langkah.games import LEVELS, list_levels
from langkah.games.solitaire import peg_board
from langkah.games.solitaire.peg_board import turn_position
from langkah.games.solitaire.solitaire import ENGLISH, Solitaire
from langkah.memory import measure_total_memory
from langkah.session import Session
from tests import oracle

# The number of positions of the English board after each jump, from the board with an empty middle hole (literature:
# 187,636,299 in all; 23,475,688 if rotated and mirrored positions count as one).
ENGLISH_LAYERS = [1, 4, 12, 60, 296, 1338, 5648]
MERGED_LAYERS = [1, 1, 2, 8, 39, 171, 719, 2757]

QUICK_LEVELS = [
    pytest.param(level, marks=pytest.mark.slow) if level == "european" else level for level in list_levels("solitaire")
]


def jump_sets(pegs: frozenset[Any], holes: frozenset[Any]) -> set[frozenset[Any]]:
    """The positions that one jump leads to, each as the set of the holes with a peg."""
    found = set()
    for row, column in pegs:
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            over, end = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if over in pegs and end in holes - pegs:
                found.add(pegs - {(row, column), over} | {end})
    return found


@st.composite
def boards(draw: st.DrawFn) -> dict[str, Any]:
    """Settings of small boards of any shape."""
    width = draw(st.integers(1, 5))
    row = st.text("ooo..  ", min_size=width, max_size=width)
    rows = draw(st.lists(row, min_size=1, max_size=4).filter(lambda rows: "o" in "".join(rows)))
    goal = "same" if "".join(rows).count(".") == 1 and draw(st.booleans()) else "one"
    return {"board": rows, "goal": goal, "alike": draw(st.sampled_from(["apart", "one"]))}


@settings(max_examples=80, deadline=None)
@given(boards())
def test_rules_and_proofs(given_settings: dict[str, Any]) -> None:
    """The jumps match a plain implementation, no solvable board is called hopeless, `outlook` is right in every
    reachable position, plans replay to a goal, and the packed form has the same successors.
    """
    problem = Solitaire(**given_settings)
    cells = problem.holes.cells

    def spread(state: int) -> frozenset[Any]:
        return frozenset(cell for number, cell in enumerate(cells) if state >> number & 1)

    states, queue = {problem.start}, [problem.start]
    for state in queue:
        found = [step.state for step in problem.steps(state)]
        assert {spread(each) for each in found} == jump_sets(spread(state), frozenset(cells))
        fresh = set(found) - states
        states |= fresh
        queue += fresh
    solvable = any(problem.is_goal(state) for state in states)
    result = solve(problem)
    assert (result.status is Status.SOLVED) == solvable
    assert not (solvable and problem.hopeless())
    if solvable:
        state, cost = oracle.replay(problem, result)
        assert problem.is_goal(state)
        assert cost == result.cost == problem.start.bit_count() - 1
    alive = set[int]()
    for state in sorted(states, key=int.bit_count):
        if problem.is_goal(state) or any(step.state in alive for step in problem.steps(state)):
            alive.add(state)
    assert all(problem.outlook(state, 60) == (state in alive) for state in sorted(states, reverse=True))
    packed = problem.packed()
    assert packed is not None
    for state in list(states)[:30]:
        after = [packed.pack(step.state) for step in problem.steps(state)]
        assert list(packed.successors(packed.pack(state))) == after


@pytest.mark.parametrize(("alike", "layers"), [("apart", ENGLISH_LAYERS), ("one", MERGED_LAYERS)])
def test_the_first_layers_of_the_english_board(alike: str, layers: list[int]) -> None:
    """The first layers have as many positions as the literature states, whether symmetric positions count apart or as
    one.
    """
    survey = explore(load("solitaire", alike=alike), limit=Limit(depth=len(layers) - 1))
    assert list(survey.layers) == layers


@pytest.mark.slow
def test_all_positions_of_the_english_board() -> None:
    """If rotated and mirrored positions count as one, the English board has 23,475,688 positions, and the goal is 31
    jumps away.
    """
    survey = explore(load("solitaire", alike="one"))
    assert survey.states == 23_475_688
    assert survey.nearest_goal == 31


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.skipif(measure_total_memory() < 10 * 2**30, reason="needs 8 GB of memory")
def test_each_position_of_the_english_board() -> None:
    """If symmetric positions count apart, the English board has 187,636,299 positions (one minute on two cores). The
    hardest starts are left out, because the backward jumps stored for them would take 20 GB.
    """
    survey = explore(load("solitaire"), hardest=False)
    assert (survey.states, survey.depth, survey.nearest_goal) == (187_636_299, 31, 31)


def test_endgames_mirror_the_first_jumps() -> None:
    """With time reversed, holes jump as pegs do. So the solvable positions with n pegs are the positions after n - 1
    jumps with pegs and holes exchanged.
    """
    problem = Solitaire()
    pegs, solvable = problem.holes.list_endgames([problem.last])
    full = (1 << 33) - 1
    layer = {problem.start}
    for count in range(1, 7):
        assert {each for each in solvable if each.bit_count() == count} == {full ^ each for each in layer}
        layer = {step.state for each in layer for step in problem.steps(each)}
    assert pegs == 8


@pytest.mark.parametrize("level", QUICK_LEVELS)
def test_levels_are_what_they_say(level: str) -> None:
    """Each level has the optimum that its file states or is proved impossible, and every plan replays to a goal."""
    told = tomllib.loads((LEVELS / "solitaire" / f"{level}.toml").read_text(encoding="utf-8"))["optimum"]
    problem: Any = load(f"solitaire:{level}")
    result = solve(problem)
    assert ("impossible" if result.status is Status.IMPOSSIBLE else result.cost) == told
    if result.cost is not None:
        assert problem.is_goal(oracle.replay(problem, result)[0])


def test_marks_say_whether_it_can_still_be_solved() -> None:
    """A jump that makes every goal unreachable is marked worse, and every other jump is marked better."""
    session = Session(Solitaire("oo./oo./...", "one"))
    marks = {mark.move: mark for mark in session.marks()}
    for move, mark in marks.items():
        after = next(
            step.state for step in session.problem.steps(session.state) if session.problem.notation(step.move) == move
        )
        alive = oracle.fewest_steps(session.problem.at(after)) is not None  # type: ignore[arg-type]
        assert mark.verdict == ("better" if alive else "worse")
    assert marks


def test_marks_of_a_whole_board_come_in_time() -> None:
    """Every first jump on the English board is marked better, because the board stays solvable. If the time limit is
    too short, every first jump on the European board is marked unknown.
    """
    session = Session(load("solitaire"))
    assert {mark.verdict for mark in session.marks()} == {"better"}
    fresh = Session(load("solitaire:european"))
    assert {mark.verdict for mark in fresh.marks(Limit(seconds=0.001))} == {"unknown"}


def test_weights_of_known_boards() -> None:
    """The boards of the levels have all weights stored in `known_boards.toml`, and no jump increases the weighted sum
    of the pegs.
    """
    file = Path(peg_board.__file__).parent / "known_boards.toml"
    given = {each["shape"]: each["weights"] for each in tomllib.loads(file.read_text(encoding="utf-8"))["board"]}
    for level in ("english", "european"):
        problem: Any = load(f"solitaire:{level}")
        board = problem.holes
        lines = given["/".join(row.rstrip().replace("o", ".") for row in problem.rows)]
        weights = [[int(word) for word in line.split()] for line in lines]
        assert len(weights) > 10
        assert all(each in board.weights for each in weights)
        for jump in board.jumps:
            assert all(each[jump.end] <= each[jump.start] + each[jump.over] for each in board.weights)


def test_the_opening_of_the_english_board_is_judged() -> None:
    """After four jumps, `outlook` judges exactly one of the 39 positions (up to symmetry) as dead."""
    problem = Solitaire()
    layer = {problem.start}
    for _jump in range(4):
        layer = {step.state for each in layer for step in problem.steps(each)}
    least = {min(turn_position(each, onto) for onto in problem.holes.find_symmetries(problem.last)) for each in layer}
    assert (len(least), [problem.outlook(each, 60) for each in least].count(False)) == (39, 1)


@pytest.mark.slow
def test_the_file_of_the_english_board() -> None:
    """After nine jumps, the positions judged dead are exactly those that no solution passes through. With time
    reversed, holes jump as pegs do, so a position is solvable if its holes are the pegs of a position that the start
    reaches in 22 jumps.
    """
    from tests import peg_layers

    layers, problem = peg_layers.list_layers(22), Solitaire()
    assert [len(layer) for layer in layers[:8]] == MERGED_LAYERS
    alive = {*peg_layers.list_solvable(layers[22]).tolist()}
    judged = {each: problem.outlook(each, 60) for each in layers[9].tolist()}
    assert list(judged.values()).count(False) == 15_292
    assert all(found is (each in alive) for each, found in judged.items())


def test_text_forms() -> None:
    """`from_text` reads rows and game IDs of Simon Tatham's collection, and `to_text` writes the same ID again."""
    ident = "7x7:OOPPPOOOOPPPOOPPPPPPPPPPHPPPPPPPPPPOOPPPOOOOPPPOO"
    found = Solitaire.from_text(ident)
    assert found is not None
    problem = Solitaire(**found)  # type: ignore[arg-type]
    assert problem.start == Solitaire().start
    assert problem.to_text().strip() == ident
    rows = "\n".join(row.rstrip() for row in ENGLISH.split("/"))
    assert Solitaire.from_text(rows + "\n") == {"board": rows, "goal": "same"}
    assert Solitaire.from_text("4x4:1,2,3") is None


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"board": "oo\n.x", "goal": "one"}, "'x' is not allowed at row 2, column 2"),
        ({"board": "...", "goal": "one"}, "no peg"),
        ({"board": "", "goal": "one"}, "empty"),
        ({"board": "oo..", "goal": "same"}, "exactly one empty hole"),
        ({"board": ["o" * 100, "o" * 100], "goal": "one"}, "at most 121"),
        ({"board": 3}, "give the rows"),
    ],
)
def test_bad_boards(wrong: dict[str, Any], words: str) -> None:
    """A bad board is refused with a message that names the mistake."""
    with pytest.raises(BadInput, match=words):
        Solitaire(**wrong)


def test_ids_that_do_not_fit() -> None:
    """An ID of the wrong length and an ID with a random seed are refused with the column of the mistake."""
    with pytest.raises(BadInput, match="column 5: 3 characters; 2 x 2 holes need 4"):
        Solitaire.from_text("2x2:PPH")
    with pytest.raises(BadInput, match="column 9: an ID with # has only the seed"):
        Solitaire.from_text("7x7cross#123")


def test_refusals_say_why() -> None:
    """A click on a hole without a peg, on a peg that cannot jump, or on a hole that no jump reaches is refused with a
    reason.
    """
    session = Session(Solitaire("ooo./.../o", "one"))
    assert "no peg" in session.click("hole 0,3").text
    assert "cannot jump: it needs" in session.click("hole 2,0").text
    session.click("hole 0,1")
    assert "Its jumps are: b1-d1." in session.click("hole 1,0").text
