"""The choice of a search if no algorithm is named: one table leads from facts to searches and is shown to users."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from langkah import Limit, Puzzle, Status, Step, load, solve
from langkah.games import GAMES, list_levels
from langkah.language import current_language
from langkah.model import Estimate
from langkah.search import ALGORITHMS, CHOICE, Facts, choose_algorithm, list_choices
from langkah.session import Session
from langkah.tasks.trace import choose_instructive
from tests import ten_puzzles as ten
from tests.oracle import fewest_steps, least_cost, replay

WORDS = "cold cord card ward warm word worm corm form ford fold gold bold bolt"
ROOM = "#######/#.@ # #/#$* $ #/#   $ #/# ..  #/#  *  #/#######"
LAKE = "S..#..../......#./.#....../...#..#./#......./.....#../..#...G#"
HILLS = "19111/19191/11191/99991/11111"
SCRAMBLE = "R F2 D R' F R2 D' F2"
HARDEST = (0, 4, 6, 3, 2, 1, 5, 7), (0, 0, 1, 1, 2, 2, 1, 2)  # one of the 2644 positions that need eleven turns
PUZZLES = {  # each with the search that suits its declared facts
    "missionaries": (ten.Missionaries(), "uniform-cost"),
    "ladder": (ten.Ladder("cold", "warm", WORDS), "bidirectional"),
    "boxes": (ten.Boxes("#####/#@$.#/#  .#/# $ #/#   #/#####"), "uniform-cost"),
    "pegs": (ten.Pegs(ten.CROSS, (3, 3)), "depth-first"),
    "cube": (ten.Cube("R F2 D"), "bidirectional"),
    "pancakes": (ten.Pancakes(3, 5, 1, 2, 4), "a-star"),
    "ice": (ten.Ice(LAKE), "uniform-cost"),
    "hills": (ten.Hills(HILLS), "uniform-cost"),
    "counter": (ten.Counter(500, 499), "breadth-first"),
}
LARGE = {  # the same puzzles in realistic sizes
    "missionaries": ten.Missionaries(5, 3),
    "too many missionaries": ten.Missionaries(4, 2),
    "boxes": ten.Boxes(ROOM),
    "pegs": ten.Pegs(ten.ENGLISH, (3, 3)),
    "hardest cube": ten.Cube().at(HARDEST),
    "pancakes": ten.Pancakes(7, 3, 12, 1, 9, 5, 14, 2, 11, 8, 4, 13, 6, 10),
    "hills": ten.Hills("/".join("".join(str((r * 7 + c * c * 3) % 9 + 1) for c in range(80)) for r in range(80))),
    "counter": ten.Counter(3_000_000, 2_999_998),
}


@pytest.mark.parametrize("name", PUZZLES)
def test_the_right_search_for_each_puzzle(name: str) -> None:
    """The first choice proves its answer, and the cost is that of a plain oracle."""
    puzzle, algorithm = PUZZLES[name]
    result = solve(puzzle)
    assert (result.algorithm, choose_algorithm(puzzle)) == (algorithm, algorithm)
    assert (result.status, result.optimal, result.tried) == (Status.SOLVED, True, ())
    if name != "cube":  # has too many states for the oracle
        assert result.cost == least_cost(puzzle)
    state, cost = replay(puzzle, result)
    assert puzzle.is_goal(state)
    assert cost == result.cost


def test_a_cube_is_a_cube() -> None:
    """The first layers of the pocket cube, counted by half turns, have the known sizes: 1, 9, 54, 321, 1847."""
    cube = ten.Cube()
    seen, layer, counts = {cube.start}, [cube.start], [1]
    for _depth in range(4):
        layer = list({step.state for state in layer for step in cube.steps(state)} - seen)
        seen.update(layer)
        counts.append(len(layer))
    assert counts == [1, 9, 54, 321, 1847]
    assert solve(ten.Cube("R F2 D")).cost == fewest_steps(ten.Cube("R F2 D")) == 3


def test_peg_solitaire_and_a_cube_have_a_minimum_while_playing() -> None:
    """A session finds the least cost of peg solitaire and of a cube within its usual time limit, with a proof."""
    for puzzle, cost in ((ten.Pegs(ten.ENGLISH, (3, 3)), 31), (ten.Cube(SCRAMBLE), 8)):
        session = Session(puzzle)
        least = session.least()
        assert (least.cost, least.optimal) == (cost, True)
        hint = session.ask()
        assert hint.text
        assert session.solve().cost == cost


class Told(Puzzle[int, int]):
    """A line of numbers; each test sets the facts that the puzzle declares."""

    start = 5

    def steps(self, state: int) -> list[Step[int, int]]:
        """Subtract 1 or add 1, from 0 to 9."""
        return [Step(move, state + move) for move in (-1, 1) if 0 <= state + move <= 9]

    def is_goal(self, state: int) -> bool:
        """The goal is 0."""
        return state == 0


def make(**facts: Any) -> Told:
    """The line of numbers with these facts."""
    made: Told = type("Told", (Told,), facts)()
    return made


def tell(value: Any) -> Callable[[Any], Any]:
    """A method that returns this value."""
    return lambda _self: value


ESTIMATES = {"estimate": lambda _self, state: state, "admissible": True}
ENDS = {"goals": tell([0]), "reversible": True, "lists_all_goals": True}


@pytest.mark.parametrize(
    ("facts", "names"),
    [
        ({}, "uniform-cost"),
        ({"level_cost": True}, "depth-first uniform-cost"),
        ({"level_cost": True, "estimate": ESTIMATES["estimate"]}, "depth-first greedy uniform-cost"),
        (ESTIMATES, "a-star ida-star"),
        ({**ESTIMATES, "admissible": False}, "uniform-cost"),
        (ENDS, "bidirectional uniform-cost"),
        ({**ENDS, "lists_all_goals": False}, "uniform-cost bidirectional"),
        ({**ENDS, "reversible": False}, "uniform-cost"),
        ({**ENDS, **ESTIMATES}, "a-star bidirectional ida-star"),
        ({"preferred": tell("ida-star")}, "ida-star uniform-cost"),
        ({"preferred": tell("greedy")}, "greedy"),
        ({"preferred": tell("backtracking"), "level_cost": True}, "backtracking depth-first uniform-cost"),
    ],
)
def test_facts_lead_to_searches(facts: dict[str, Any], names: str) -> None:
    """Each declared fact adds its search and removes the searches that are then pointless, and the puzzle is solved."""
    puzzle = make(**facts)
    assert list(list_choices(Facts(puzzle))) == names.split()
    assert solve(puzzle).cost == 5


def test_size_and_memory() -> None:
    """If a puzzle with a heuristic has more states than memory holds, breadth-first search is not tried, and A* only
    after IDA*.
    """
    fits, grows = ten.Counter(10**6, 1), ten.Counter(10**15, 1)
    assert list(list_choices(Facts(fits))) == ["breadth-first"]
    assert list(list_choices(Facts(grows))) == ["breadth-first"]
    for puzzle in (fits, grows):
        puzzle.estimates = (Estimate("none", lambda _problem, _state: 0, True, ""),)  # type: ignore[misc]
    assert list(list_choices(Facts(fits))) == ["a-star", "breadth-first", "ida-star"]
    assert list(list_choices(Facts(grows))) == ["ida-star", "a-star"]
    assert list(list_choices(Facts(fits, memory=10**6))) == ["ida-star", "a-star"]


def test_steps_of_different_costs_do_not_meet_in_the_middle() -> None:
    """Bidirectional search is not chosen if steps near the start differ in cost."""

    class Dear(Told):
        reversible = lists_all_goals = True

        def steps(self, state: int) -> list[Step[int, int]]:
            return [Step(step.move, step.state, 1 + max(state, step.state) // 5) for step in super().steps(state)]

        def goals(self) -> list[int]:
            return [0]

    assert list(list_choices(Facts(Dear()))) == ["uniform-cost"]


def test_an_estimate_that_is_asked_for_is_heeded() -> None:
    """If a heuristic is requested, only searches with this heuristic are chosen; with a heuristic that proves nothing,
    one search is tried.
    """
    klotski: Any = load("klotski:paper")
    assert solve(klotski).algorithm == "breadth-first"
    for name in ("zero", klotski.all_estimates()[0].name):
        assert (solve(klotski, estimate=name).algorithm, solve(klotski, estimate=name).estimate) == ("a-star", name)
    wild = solve(klotski, estimate=lambda _state: 7)
    assert (wild.algorithm, wild.optimal, wild.tried) == ("a-star", False, ())


def test_what_is_watched_searches() -> None:
    """For a trace, the choice is a search that is easy to learn: A* if there is a heuristic, else breadth-first search,
    and negamax for a game.
    """
    assert choose_instructive(make(**ENDS)) == "breadth-first"
    assert choose_instructive(make(**ENDS, estimate=ESTIMATES["estimate"])) == "a-star"
    assert choose_instructive(load("mnk")) == "negamax"


def test_the_table_is_shown(langkah: Callable[..., tuple[int, str, str]]) -> None:
    """`list --choice` prints the table in both languages and as JSON, and the choice for one game."""
    rows = json.loads(langkah("list", "--choice", "--json")[1])["choice"]
    assert [row["algorithm"] for row in rows] == [rule.algorithm for rule in CHOICE]
    assert {rule.algorithm for rule in CHOICE} - {""} <= set(ALGORITHMS)
    for language in ("en", "id"):
        token = current_language.set("en")
        code, out, _err = langkah("--lang", language, "list", "--choice")
        current_language.reset(token)
        plain = " ".join(out.split())
        assert code == 0
        assert ("all plans cost the same (`level_cost`)" in plain) == (language == "en")
        assert "Depth-first" in plain or language == "id"
    told = json.loads(langkah("list", "tiles", "--choice", "--json")[1])
    assert told["chosen"] == list(list_choices(Facts(load("tiles"))))
    assert (
        "For tiles, these searches are tried in this order: A*, Bidirectional"
        in langkah("list", "tiles", "--choice")[1]
    )


def assert_answered(puzzle: Any) -> None:
    """Assert that a puzzle is solved or proved impossible within ten seconds, or that the time limit is reported."""
    result = solve(puzzle, limit=Limit(seconds=10))
    assert result.stats.seconds < 12 + result.stats.compile_seconds
    assert result.optimal or result.status is Status.IMPOSSIBLE or (result.limit == "seconds" and result.why)
    assert result.status is not Status.SOLVED or puzzle.is_goal(replay(puzzle, result)[0])


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_large_ones_are_answered(name: str) -> None:
    """Puzzles of realistic sizes are solved, or proved to have no solution, within a minute."""
    assert_answered(LARGE[name])
    result = solve(LARGE[name], limit=Limit(seconds=60))
    assert result.optimal != (result.status is Status.IMPOSSIBLE)
    assert result.cost == 11 or name != "hardest cube"


LEVELS = [f"{game}:{level}" for game in GAMES for level in list_levels(game) if isinstance(load(game), Puzzle)]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*(game for game in GAMES if isinstance(load(game), Puzzle)), *LEVELS])
def test_every_level_is_answered(name: str) -> None:
    """Every level of every built-in puzzle is answered, or the time limit is reported."""
    assert_answered(load(name))
