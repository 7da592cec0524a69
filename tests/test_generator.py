"""Puzzles made to order: every least cost proved again by an independent search, all different, the same everywhere."""

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
    """The file of a puzzle, read again, needs just what was said, by plain relaxation; its plan solves it."""
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
    """A board turned by a quarter."""
    width = max(map(len, rows))
    return ["".join(row.ljust(width)[column] for row in reversed(rows)) for column in range(width)]


def list_views(text: str) -> set[str]:
    """A board as it is, turned and mirrored."""
    found: set[str] = set()
    rows = text.split("\n")
    for _quarter in range(4):
        rows = turn(rows)
        found |= {"\n".join(rows), "\n".join(row[::-1] for row in rows)}
    return found


@settings(max_examples=12)
@given(game=some.sampled_from(PUZZLES), seed=some.integers(0, 10**6), grade=some.sampled_from(list(GRADES)))
def test_small_spaces_proved_again(tmp_path_factory: Any, game: str, seed: int, grade: str) -> None:
    """Of the small board of every game: whatever is made is proved by an oracle that shares no code with it."""
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
    """The settings of a puzzle but those that lay out its board."""
    return {name: value for name, value in puzzle.settings.items() if name not in ("board", "start")}


def make_order(game: str, grade: str, seed: int) -> MadePuzzle:
    """A puzzle as the page makes it."""
    order = get_game_class(game).puzzle_orders[grade]  # type: ignore[attr-defined]
    name, chosen = order.choose_base(game, seed)
    base = load(name, chosen)
    (puzzle,) = make_puzzles(base, Wanted(order.low, order.high), 1, seed).puzzles
    assert order.low <= puzzle.least <= order.high
    return puzzle


@settings(max_examples=6)
@given(game=some.sampled_from(ORDERED), grade=some.sampled_from(list(GRADES)), seed=some.integers(0, 10**6))
def test_orders_solved_again(tmp_path_factory: Any, game: str, grade: str, seed: int) -> None:
    """What the page makes is there for any seed, and another search finds the same least cost."""
    puzzle = make_order(game, grade, seed)
    path = tmp_path_factory.mktemp("made") / "made.toml"
    path.write_text(write_puzzle(puzzle, seed, 1), encoding="utf-8")
    result = langkah.solve(str(path))
    assert (result.cost, result.optimal) == (puzzle.least, True)


DRAWN = ("planning", "cube", "river", "tour", "knapsack", "polyomino", "regions")


@settings(max_examples=10)
@given(game=some.sampled_from(DRAWN), seed=some.integers(0, 10**6))
def test_drawn_puzzles_proved_again(tmp_path_factory: Any, game: str, seed: int) -> None:
    """Puzzles that are drawn anew, not taken from a space: the oracle proves each as its file has it."""
    puzzle = make_order(game, "easy", seed)
    if game != "cube":  # its space is too large for plain relaxation; `test_orders_solved_again` has it
        prove_again(puzzle, tmp_path_factory.mktemp("made"))


@settings(max_examples=6)
@given(seed=some.integers(0, 10**6), grade=some.sampled_from(list(GRADES)))
def test_regions_have_one_solution(seed: int, grade: str) -> None:
    """Counted by trying every order of the columns against the rules, not by the game's own steps."""
    rows = make_order("regions", grade, seed).problem.text(()).split("\n")
    assert count_placements(rows, ()) == 1


def count_placements(rows: list[str], columns: tuple[int, ...]) -> int:
    """In how many ways queens can stand in the rows that are left."""
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
    """All grades of a game, twenty seeds each: never without a puzzle, never a wrong least."""
    for grade, seed in product(GRADES, range(20)):
        puzzle = make_order(game, grade, seed)
        assert langkah.solve(load(game, puzzle.settings)).cost == puzzle.least


@pytest.mark.parametrize("game", DRAWS_BOARDS)
def test_a_drawn_board_is_another_one(game: str) -> None:
    """Whatever the seed: never the board that was given, which a draw that fails would leave."""
    board = find_pattern(load(game))
    made = [puzzle for seed in range(4) for puzzle in make_puzzles(load(game), Wanted(), 2, seed).puzzles]
    assert len(made) == 8
    assert board not in map(find_pattern, (puzzle.problem for puzzle in made))


def test_bounds_count_and_ratings() -> None:
    """Ten of a small space: within bounds, all different, rated by figures that the space shows."""
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
    """Of a room in which crates get stuck: as many as cannot reach the goal, one by one."""
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
    """Those that there are; a limit that struck is named; what has no least cost is refused."""
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
    """A puzzle of a few lines: its starts are chosen from its space, and files beside it say where they begin."""
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
    """Processes with other orders of hashes, with and without compiled code, make the same puzzles."""
    asked = json.dumps([[game, "easy"] for game in ORDERED])
    told = [
        subprocess.run(
            [sys.executable, "-c", SAME, asked],
            env={**os.environ, "PYTHONHASHSEED": seed, "NUMBA_DISABLE_JIT": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in HASH_SEEDS
    ]
    assert told[0] == told[1] != ""
    assert len(told[0].splitlines()) == len(ORDERED)


def test_hardest_of_a_space_and_of_all_layouts() -> None:
    """The farthest start, and the farthest arrangement of all, as a plain search from each finds them."""
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
    """Every state that can be reached, each once."""
    states = {problem.key(problem.start): problem.start}
    for state in (waiting := [problem.start]):
        for step in problem.steps(state):
            if problem.key(step.state) not in states:
                states[problem.key(step.state)] = step.state
                waiting.append(step.state)
    return list(states.values())


def arrange() -> list[str]:
    """Every way to lay a square of four and three single blocks, all alike, on three by three cells."""
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
    """Numbers that others have published: the 8-puzzle, both ways to count; classic Klotski's arrangements."""
    assert (langkah.hardest("tiles", layouts=True).least, langkah.hardest("tiles").count) == (31, 2)
    classic = langkah.hardest("klotski:classic")
    assert (classic.least, classic.states) == (126, 25_955)
    assert langkah.hardest("klotski:classic", limit=Limit(nodes=100)).limit == "nodes"
    with pytest.raises(DoesNotFit, match="leave out --layouts"):
        langkah.hardest("sokoban", layouts=True)


def test_hardest_by_cost() -> None:
    """Where steps cost differently, the dearest start counts, and its file says so."""
    found, rink = langkah.hardest("ice:rink-01"), load("ice:rink-01")
    assert isinstance(rink, Puzzle)
    assert found.least == max(filter(None, (oracle.least_cost(rink.at(each)) for each in walk(rink))))


# The commands


def test_generate_command(langkah: Any, tmp_path: Path) -> None:
    """JSON as the contract has it; a folder of files, a booklet with solutions apart, and JSON; exit code 4."""
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
    """What means nothing is refused in a line that says what would be legal."""
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
    """The answer in words and as JSON, with files that can be solved; stopped, and proved to have none."""
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
