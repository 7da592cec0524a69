"""Generated puzzles: an independent search confirms every least cost, all puzzles differ, and a seed gives the same
puzzles in every process.
"""

import json
import os
import subprocess
import sys
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import langkah
from langkah.errors import BadInput, DoesNotFit
from langkah.games import GAMES, get_game_class, load
from langkah.games.files import parse_toml
from langkah.generator.difference import find_pattern
from langkah.generator.orders import GRADES, MadePuzzle, MadePuzzles, Wanted, make_puzzles
from langkah.model import Cost, Puzzle
from langkah.run import Deadline
from langkah.tasks.generate import write_puzzle
from langkah.tracing import Limit
from tests import oracle
from tests.small import SMALL

PUZZLES = [name for name in GAMES if issubclass(get_game_class(name), Puzzle)]
ORDERED = [name for name in PUZZLES if get_game_class(name).puzzle_orders]  # type: ignore[attr-defined]
DRAWS_BOARDS = [name for name in PUZZLES if type(load(name)).new_board is not Puzzle.new_board]  # type: ignore[attr-defined]
HASH_SEEDS = ("1", "2")


def prove_again(puzzle: MadePuzzle, folder: Path) -> None:
    """Assert that the puzzle's file, read again, has the stated least cost by plain relaxation, and that the plan
    reaches a goal at this cost.
    """
    path = folder / "made.toml"
    path.write_text(write_puzzle(puzzle, 0, 1), encoding="utf-8")
    problem = load(str(path))
    assert isinstance(problem, Puzzle)
    assert oracle.least_cost(problem) == puzzle.least > 0
    state: Any = problem.start
    cost: Cost = 0
    for step in puzzle.plan:
        legal = {problem.notation(each.move): each for each in problem.steps(state)}
        found = legal[problem.notation(step.move)]
        state, cost = found.state, cost + found.cost
    assert problem.is_goal(state)
    assert cost == puzzle.least


def turn(rows: list[str]) -> list[str]:
    """A board rotated by a quarter turn."""
    width = max(map(len, rows))
    return ["".join(row.ljust(width)[column] for row in reversed(rows)) for column in range(width)]


def list_views(text: str) -> set[str]:
    """All rotations and reflections of a board."""
    found: set[str] = set()
    rows = text.split("\n")
    for _quarter in range(4):
        rows = turn(rows)
        found |= {"\n".join(rows), "\n".join(row[::-1] for row in rows)}
    return found


@settings(max_examples=12)
@given(game=some.sampled_from(PUZZLES), seed=some.integers(0, 10**6), grade=some.sampled_from(list(GRADES)))
def test_small_spaces_proved_again(tmp_path_factory: Any, game: str, seed: int, grade: str) -> None:
    """An oracle that shares no code with the generator confirms every puzzle generated from a game's small board, and
    no two puzzles with the same rules are rotations or reflections of each other.
    """
    base = load(game, SMALL[game])
    try:
        made = make_puzzles(base, Wanted(grade=grade), 2, seed)
    except BadInput:
        made = MadePuzzles()
        assert not any(base.settings_at(step.state) for step in base.steps(base.start)), "its starts can be written"
    for puzzle in made.puzzles:
        prove_again(puzzle, tmp_path_factory.mktemp("made"))
    for one, other in combinations(made.puzzles, 2):
        same_rules = list_rules(one) == list_rules(other)
        mirrored = other.problem.text(other.problem.start) in list_views(one.problem.text(one.problem.start))
        assert not (same_rules and mirrored)


def list_rules(puzzle: MadePuzzle) -> dict[str, object]:
    """The settings of a puzzle except those that lay out its board."""
    return {name: value for name, value in puzzle.settings.items() if name not in ("board", "start")}


def make_order(game: str, grade: str, seed: int) -> MadePuzzle:
    """A puzzle as the web app generates it for a grade, from the game's order: a base problem and bounds on the least
    cost. The least cost is asserted to lie within the bounds.
    """
    order = get_game_class(game).puzzle_orders[grade]  # type: ignore[attr-defined]
    name, chosen = order.choose_base(game, seed)
    base = load(name, chosen)
    (puzzle,) = make_puzzles(base, Wanted(order.low, order.high), 1, seed).puzzles
    assert order.low <= puzzle.least <= order.high
    return puzzle


@settings(max_examples=6)
@given(game=some.sampled_from(ORDERED), grade=some.sampled_from(list(GRADES)), seed=some.integers(0, 10**6))
def test_orders_solved_again(tmp_path_factory: Any, game: str, grade: str, seed: int) -> None:
    """The order of every game and grade (see `make_order`) yields a puzzle for any seed, and another search finds the
    same least cost.
    """
    puzzle = make_order(game, grade, seed)
    path = tmp_path_factory.mktemp("made") / "made.toml"
    path.write_text(write_puzzle(puzzle, seed, 1), encoding="utf-8")
    result = langkah.solve(str(path))
    assert (result.cost, result.optimal) == (puzzle.least, True)


DRAWN = ("planning", "cube", "river", "tour", "knapsack", "polyomino", "regions")


@settings(max_examples=10)
@given(game=some.sampled_from(DRAWN), seed=some.integers(0, 10**6))
def test_drawn_puzzles_proved_again(tmp_path_factory: Any, game: str, seed: int) -> None:
    """Some puzzles are drawn at random instead of chosen from a state space; the oracle confirms the least cost of each
    from its file.
    """
    puzzle = make_order(game, "easy", seed)
    if game != "cube":  # the cube is too large for plain relaxation; `test_orders_solved_again` covers the cube
        prove_again(puzzle, tmp_path_factory.mktemp("made"))


@settings(max_examples=6)
@given(seed=some.integers(0, 10**6), grade=some.sampled_from(list(GRADES)))
def test_regions_have_one_solution(seed: int, grade: str) -> None:
    """A generated Regions puzzle has one solution, counted by trying every order of the columns against the rules,
    without the game's own steps.
    """
    rows = make_order("regions", grade, seed).problem.text(()).split("\n")
    assert count_placements(rows, ()) == 1


def count_placements(rows: list[str], columns: tuple[int, ...]) -> int:
    """The number of ways to place queens in the remaining rows by the rules of Regions, if the queens of the first rows
    are in these columns.
    """
    row = len(columns)
    if row == len(rows):
        return 1
    taken = {rows[line][column] for line, column in enumerate(columns)}
    return sum(
        count_placements(rows, (*columns, column))
        for column in range(len(rows))
        if column not in columns and rows[row][column] not in taken and not (columns and abs(column - columns[-1]) < 2)
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", ORDERED)
def test_every_order_over_many_seeds(game: str) -> None:
    """Every grade of a game yields a puzzle with the correct least cost for each of twenty seeds."""
    for grade, seed in product(GRADES, range(20)):
        puzzle = make_order(game, grade, seed)
        assert langkah.solve(load(game, puzzle.settings)).cost == puzzle.least


@pytest.mark.parametrize("game", DRAWS_BOARDS)
def test_a_drawn_board_is_another_one(game: str) -> None:
    """For four seeds, every drawn board differs from the given board, which a failed draw would leave unchanged."""
    board = find_pattern(load(game))
    made = [puzzle for seed in range(4) for puzzle in make_puzzles(load(game), Wanted(), 2, seed).puzzles]
    assert len(made) == 8
    assert board not in map(find_pattern, (puzzle.problem for puzzle in made))


def test_bounds_count_and_ratings() -> None:
    """Ten puzzles of a small state space have a least cost within the bounds, differ from each other, and have ratings
    that agree with the state space.
    """
    base = load("klotski:first-steps-13")
    made = langkah.generate(base, least=(20, 30), count=10, seed=1)
    texts = [puzzle.problem.text(puzzle.problem.start) for puzzle in made.puzzles]
    assert len(set(texts)) == 10
    assert all(20 <= puzzle.least <= 30 for puzzle in made.puzzles)
    for puzzle in made.puzzles:
        rating, states = puzzle.rating, oracle.distances(puzzle.problem)
        assert (rating.states, rating.dead_ends, rating.moves) == (len(states), 0, rating.least)
        assert rating.branching > 1
        assert 0 <= (rating.greedy or 0) < 1
        assert 0 <= rating.random < 1


def test_dead_ends_are_counted() -> None:
    """In a room where crates get stuck, the rated number of dead ends is the number of states that cannot reach the
    goal.
    """
    made = langkah.generate(load("sokoban", SMALL["sokoban"]), seed=5)
    (puzzle,) = made.puzzles
    problem, waiting = puzzle.problem, [puzzle.problem.start]
    states = {problem.key(problem.start): problem.start}
    while waiting:
        for step in problem.steps(waiting.pop()):
            if problem.key(step.state) not in states:
                states[problem.key(step.state)] = step.state
                waiting.append(step.state)
    dead = sum(oracle.fewest_steps(problem.at(state)) is None for state in states.values())
    assert (puzzle.rating.states, puzzle.rating.dead_ends) == (len(states), dead)


def test_fewer_than_wanted_and_limits() -> None:
    """Generation returns fewer puzzles if there are no more, names the limit that stopped it, and refuses reversed
    bounds and games without a least cost.
    """
    made = langkah.generate(load("hanoi", discs=3, goal="peg 3"), least=7, count=50)
    assert {puzzle.least for puzzle in made.puzzles} == {7}
    assert 0 < len(made.puzzles) < 50
    assert not made.limit
    assert not make_puzzles(load("hanoi"), Wanted(500, 600), 1, 0).puzzles
    assert make_puzzles(load("klotski"), Wanted(), 1, 0, Deadline(0)).limit == "seconds"
    with pytest.raises(DoesNotFit, match="only puzzles have a least cost"):
        langkah.generate("mnk")
    with pytest.raises(BadInput, match="must not be larger"):
        langkah.generate("hanoi", least=(5, 4))


JUGS = """
from langkah import Puzzle, Step
class Jugs(Puzzle):
    "Measure four litres."
    start = (0, 0)
    def steps(self, state):
        a, b = state
        pour = min(a, 5 - b)
        back = min(b, 3 - a)
        for move, after in (("fill a", (3, b)), ("fill b", (a, 5)), ("empty a", (0, b)), ("empty b", (a, 0)),
                            ("a to b", (a - pour, b + pour)), ("b to a", (a + back, b - back))):
            yield Step(move, after)
    def is_goal(self, state):
        return state[1] == 4
"""


def test_own_puzzle_without_a_setting(tmp_path: Path) -> None:
    """For a puzzle class without settings, starts are chosen from the state space, and a generated file states its
    start. A start that is not a state is refused.
    """
    (tmp_path / "jugs.py").write_text(JUGS, encoding="utf-8")
    made = langkah.generate(tmp_path / "jugs.py:Jugs", least=(3, 6), count=4, seed=2)
    assert len(made.puzzles) == 4
    for puzzle in made.puzzles:
        assert puzzle.head == {"problem": "jugs.py:Jugs"}
        prove_again(puzzle, tmp_path)
    (tmp_path / "wrong.toml").write_text('problem = "jugs.py:Jugs"\nstart = 3\n', encoding="utf-8")
    with pytest.raises(BadInput, match=r"start = 3: this must be a state of the puzzle, as in \[0, 0\]"):
        load(str(tmp_path / "wrong.toml"))


SAME = """
import json, sys
from langkah.games import get_game_class, load
from langkah.generator.orders import Wanted, make_puzzles
for game, grade in json.loads(sys.argv[1]):
    order = get_game_class(game).puzzle_orders[grade]
    name, chosen = order.choose_base(game, 7)
    made = make_puzzles(load(name, chosen), Wanted(order.low, order.high), 2, 7)
    print(json.dumps([[puzzle.settings, puzzle.rating.as_dict()] for puzzle in made.puzzles]))
"""


def test_same_seed_same_puzzles() -> None:
    """Processes with different hash seeds generate the same puzzles."""
    asked = json.dumps([[game, "easy"] for game in ORDERED])
    told = [
        subprocess.run(
            [sys.executable, "-c", SAME, asked],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in HASH_SEEDS
    ]
    assert told[0] == told[1] != ""
    assert len(told[0].splitlines()) == len(ORDERED)


def test_hardest_of_a_space_and_of_all_layouts() -> None:
    """The hardest start of a space and the hardest of all layouts match a plain search from each start."""
    small = load("klotski", board="**a/**b/..c", goal={"*": [[1, 1], [1, 2], [2, 1], [2, 2]]})
    assert isinstance(small, Puzzle)
    reached = [small.at(state) for state in walk(small)]
    found = langkah.hardest(small)
    costs: list[Any] = [oracle.fewest_steps(each) for each in reached]
    assert (found.least, found.count, found.states) == (max(filter(None, costs)), costs.count(found.least), len(costs))
    boards: list[Any] = [load("klotski", board=board, goal=small.given()["goal"]) for board in arrange()]
    layouts = list(map(oracle.fewest_steps, boards))
    solvable = [cost for cost in layouts if cost is not None]
    every = langkah.hardest(small, layouts=True)
    assert (every.least, every.count, every.states) == (max(solvable), solvable.count(max(solvable)), len(solvable))
    for puzzle in every.puzzles:
        assert oracle.fewest_steps(puzzle.problem) == every.least


def walk(problem: Puzzle[Any, Any]) -> list[Any]:
    """Every reachable state, each once."""
    states = {problem.key(problem.start): problem.start}
    for state in (waiting := [problem.start]):
        for step in problem.steps(state):
            if problem.key(step.state) not in states:
                states[problem.key(step.state)] = step.state
                waiting.append(step.state)
    return list(states.values())


def arrange() -> list[str]:
    """Every way to place one 2 x 2 block and three identical single blocks on 3 x 3 cells."""
    boards = []
    for row, column in product(range(2), range(2)):
        square = {(row + down, column + right) for down in (0, 1) for right in (0, 1)}
        free = [cell for cell in product(range(3), range(3)) if cell not in square]
        for singles in combinations(free, 3):
            names = dict(zip(singles, "abc", strict=True))
            signs = {cell: "*" if cell in square else names.get(cell, ".") for cell in product(range(3), range(3))}
            boards.append("/".join("".join(signs[line, place] for place in range(3)) for line in range(3)))
    return boards


def test_known_hardest() -> None:
    """The hardest instances match published numbers: the 8-puzzle with and without `layouts`, and the arrangements of
    classic Klotski.
    """
    assert (langkah.hardest("tiles", layouts=True).least, langkah.hardest("tiles").count) == (31, 2)
    classic = langkah.hardest("klotski:classic")
    assert (classic.least, classic.states) == (126, 25_955)
    assert langkah.hardest("klotski:classic", limit=Limit(nodes=100)).limit == "nodes"
    with pytest.raises(DoesNotFit, match="leave out --layouts"):
        langkah.hardest("sokoban", layouts=True)


def test_hardest_by_cost() -> None:
    """If moves differ in cost, the hardest start is the one with the greatest least cost."""
    found, rink = langkah.hardest("ice:rink-01"), load("ice:rink-01")
    assert isinstance(rink, Puzzle)
    assert found.least == max(filter(None, (oracle.least_cost(rink.at(each)) for each in walk(rink))))


# The commands


def test_generate_command(langkah: Any, tmp_path: Path) -> None:
    """`generate` prints the documented JSON, writes the puzzle files and a booklet with separate solutions, and exits
    with 4 if it finds fewer puzzles than requested.
    """
    words = ["generate", "klotski:first-steps-13", "--least", "20..30", "--count", "3", "--seed", "1"]
    code, out, _err = langkah(*words, "-o", str(tmp_path / "made"), "--json")
    told = json.loads(out)
    assert code == 0
    assert (told["game"], told["seed"], len(told["puzzles"])) == ("klotski", 1, 3)
    assert {"toml", "least", "metric", "rating"} <= told["puzzles"][0].keys()
    assert sorted(path.name for path in (tmp_path / "made").iterdir()) == [
        *("1.toml", "2.toml", "3.toml"),
        *("booklet.html", "puzzles.json"),
    ]
    for number, puzzle in enumerate(told["puzzles"], 1):
        text = (tmp_path / "made" / f"{number}.toml").read_text(encoding="utf-8")
        assert text == puzzle["toml"]
        assert parse_toml(text)["optimum"] == {"steps": puzzle["least"]}
    page = (tmp_path / "made" / "booklet.html").read_text(encoding="utf-8")
    puzzles, solutions = page.split('<div class="solution">')
    plan = load(str(tmp_path / "made" / "1.toml"))
    move = plan.notation(next(iter(plan.steps(plan.start))).move)
    assert puzzles.count("<svg") == 3
    assert move not in puzzles
    assert solutions.count('class="answer"') == 3
    code, out, _err = langkah("generate", "hanoi", "discs=3", "goal=peg 3", "--least", "7", "--count", "50", "--json")
    assert (code, json.loads(out)["why"]) == (4, "no more puzzles were found among the starts that were tried")


def test_generate_refusals(langkah: Any, tmp_path: Path) -> None:
    """Arguments without a meaning are refused with exit code 2 and a line that says what is legal."""
    (tmp_path / "file").touch()
    for words, line in (
        (["tiles", "--least", "five"], "'five' is not a range; write 30..40, 30.. or 30"),
        (["tiles", "--least", "9..5"], "the first number must not be larger"),
        (["tiles", "--least", "5", "--grade", "easy"], "give --least or --grade, not both"),
        (["tiles", "--count", "0"], "count = 0: this must be a whole number of at least 1"),
        (["hanoi", "-o", str(tmp_path / "file" / "below")], "cannot be written"),
    ):
        code, _out, err = langkah("generate", *words)
        assert code == 2
        assert line in err


def test_hardest_command(langkah: Any, tmp_path: Path) -> None:
    """`hardest` prints its answer as text and as JSON and writes puzzle files; it exits with 4 if a limit stops it, and
    with 3 if it is proved that there is no solvable start.
    """
    code, out, _err = langkah("hardest", "tiles", "rows=2", "--json")
    told = json.loads(out)
    assert (code, told["least"], told["count"], told["states"]) == (0, 21, 1, 360)
    assert parse_toml(told["puzzles"][0])["start"] == [4, 5, 0, 1, 2, 3]
    code, out, _err = langkah("hardest", "hanoi", "discs=3", "goal=peg 3", "-o", str(tmp_path / "hard"))
    assert code == 0
    assert ") need 7 moves" in out
    assert list((tmp_path / "hard").iterdir())
    assert langkah("hardest", "klotski", "--limit-nodes", "50", "--json")[0] == 4
    assert langkah("hardest", "klotski:zou-tou-wu-lu", "--json")[0] == 3
