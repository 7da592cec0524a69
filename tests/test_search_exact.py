"""Answers that must not be wrong: large whole numbers beside floating-point numbers, puzzles that contradict
themselves, packed forms of puzzles with step costs, and states with endlessly many steps.
"""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from langkah import BadInput, Limit, Packed, Puzzle, Status, Step, solve
from langkah.memory import can_measure_memory, measure_memory
from langkah.model import Construction
from langkah.search import list_algorithms
from langkah.session import Session
from tests.broken_puzzles import Counter, push

LARGE = 2**53  # beyond this number, floats leave out every other whole number
CHEAPEST = (
    "uniform-cost",
    "a-star",
    "weighted-a-star",
    "branch-and-bound",
    "ida-star",
    "depth-first-branch-and-bound",
)


class Table(Puzzle[str, str]):
    """A puzzle on a graph that is given as a table of roads."""

    start = "start"
    admissible = True

    def __init__(self, roads: dict[str, list[tuple[str, Any]]], guess: Any = 0) -> None:
        self.roads, self.guess = roads, guess

    def steps(self, state: str) -> Iterable[Step[str, str]]:
        """The roads from a place."""
        return [Step(f"{state}-{place}", place, cost) for place, cost in self.roads.get(state, [])]

    def is_goal(self, state: str) -> bool:
        """The goal is home."""
        return state == "home"

    def estimate(self, state: str) -> Any:
        """The same estimate everywhere except at home."""
        return type(self.guess)(0) if state == "home" else self.guess


def two_ways(dear: Any, cheap: Any, guess: Any = 0) -> Table:
    """A puzzle with a direct road that costs `dear`, and a detour that costs `cheap` and whose last road costs 3."""
    return Table({"start": [("home", dear), ("around", cheap - 3)], "around": [("home", 3)]}, guess)


@pytest.mark.parametrize("algorithm", CHEAPEST)
@pytest.mark.parametrize("guess", [0, 0.0, 0.5, Fraction(1, 3)])
def test_large_whole_costs_stay_exact(algorithm: str, guess: Any) -> None:
    """A floating-point estimate or weight does not round the whole numbers to which it is added."""
    result = solve(two_ways(LARGE + 1, LARGE, guess), algorithm, weight=1.0)
    assert result.cost == LARGE
    assert result.optimal
    assert not result.why


@pytest.mark.parametrize("weight", [1.0, 0.1, 1.5, 2, Fraction(4, 3), 1000])
def test_weights_keep_their_promise(weight: Any) -> None:
    """A plan of weighted A* costs at most `weight` times the least cost, or just the least if `weight` < 1."""
    problem = two_ways(3 * LARGE + 1, 3 * LARGE, 2.5)
    result = solve(problem, "weighted-a-star", weight=weight)
    assert result.cost is not None
    assert result.cost <= max(Fraction(1), Fraction(weight)) * 3 * LARGE
    assert result.optimal == (weight <= 1)


@pytest.mark.parametrize("algorithm", CHEAPEST)
def test_floating_point_costs_say_so(algorithm: str) -> None:
    """If costs are floating-point numbers, the answer mentions rounding."""
    result = solve(two_ways(3.5, 3 + 0.1 + 0.2), algorithm, weight=1)
    assert result.optimal
    assert "rounding" in result.why


@pytest.mark.parametrize("number", [np.float16, np.float32, np.float64, np.longdouble, Decimal], ids=str)
@pytest.mark.parametrize("algorithm", [*CHEAPEST, "breadth-first", "iterative-deepening", "bidirectional"])
def test_numbers_that_round_say_so(number: Any, algorithm: str) -> None:
    """The answer mentions rounding for costs of floating-point and decimal types, but not for exact whole numbers and
    fractions.
    """
    graph = Listed({"start": [("home", number("0.1"))]})
    result = solve(graph, algorithm, weight=1)
    assert result.optimal
    assert "rounding" in result.why
    for exact in (1, True, Fraction(1, 10), np.int32(3), np.uint8(3)):
        result = solve(Listed({"start": [("home", exact)]}), algorithm, weight=1)
        assert (result.optimal, result.why) == (True, "")


def test_whole_numbers_that_overflow_are_refused() -> None:
    """Fixed-size integers that overflow are refused, so no plan becomes cheaper by an overflow."""
    for number in (np.int8(100), np.uint8(200), np.int64(2**62)):
        graph = Listed({"start": [("on", number)], "on": [("home", number)]})
        with np.errstate(over="ignore"), pytest.raises(BadInput, match="the cost of a step must be a finite number"):
            solve(graph, "uniform-cost")


@pytest.mark.parametrize("number", [float, np.float32, np.float16, Decimal], ids=str)
def test_estimates_of_any_type_stay_exact(number: Any) -> None:
    """Estimates of any type do not round large costs to which they are added."""
    graph = two_ways(2**60 + 1, 2**60, number("0.5"))
    for algorithm in ("a-star", "ida-star", "branch-and-bound", "depth-first-branch-and-bound"):
        result = solve(graph, algorithm)
        assert (result.cost, result.optimal) == (solve(graph, "uniform-cost").cost, True), algorithm


def test_traces_show_numbers_as_they_were_given() -> None:
    """A trace shows an estimate of 0.1 as 0.1, not as an exact fraction."""
    seen: list[Any] = []
    solve(two_ways(5, 4, 0.1), "a-star", observe=seen.append)
    assert {event.estimate for event in seen if event.kind == "open"} == {0.1, 0}
    assert all(not isinstance(event.total, Fraction) for event in seen)


class Listed(Table):
    """A table that lists all its goals."""

    reversible = lists_all_goals = True

    def goals(self) -> tuple[str, ...]:
        """Home is the only goal."""
        return ("home",)


class WrongGoals(Table):
    """A table that lists a state as a goal that is none."""

    reversible = True

    def goals(self) -> tuple[str, ...]:
        """Home, and a place that is not a goal."""
        return ("home", "around")


def test_goals_that_are_none_are_refused() -> None:
    """A listed goal that is not a goal is refused."""
    with pytest.raises(BadInput, match=r"goals\(\) lists 'around'"):
        solve(WrongGoals(two_ways(9, 1).roads), "bidirectional")


class Line(Puzzle[int, int]):
    """A line of squares to the last one; some other squares are goals that are not listed."""

    start = 0
    reversible = True

    def __init__(self, last: int = 50, unlisted: tuple[int, ...] = ()) -> None:
        self.last, self.unlisted = last, unlisted

    def steps(self, state: int) -> Iterable[Step[int, int]]:
        """One square to the right, or one to the left."""
        return [Step(by, state + by) for by in (1, -1) if -self.last <= state + by <= self.last]

    def is_goal(self, state: int) -> bool:
        """The goals are the end of the line and the unlisted goals."""
        return state == self.last or state in self.unlisted

    def goals(self) -> Iterable[int]:
        """The end of the line only."""
        return (self.last,)


@pytest.mark.parametrize("unlisted", [0, 1, -1, 5, 25, 45, 49])
def test_goals_that_are_not_listed_are_refused(unlisted: int) -> None:
    """An unlisted goal is refused wherever the search meets the goal: at the start, in the middle, near the goals."""
    with pytest.raises(BadInput, match=rf"{unlisted} is a goal, but goals\(\) does not list it"):
        solve(Line(50, (unlisted,)), "bidirectional")


def test_goals_that_may_be_left_out_take_the_proof_away() -> None:
    """An unlisted goal may be unexplored, so a plan is proved only if the puzzle declares `lists_all_goals`."""
    astray = solve(Line(50, (-5,)), "bidirectional")
    assert (astray.cost, astray.optimal) == (50, False)
    assert "lists_all_goals" in astray.why
    vouching = Line(50)
    vouching.lists_all_goals = True
    found = solve(vouching, "bidirectional")
    assert (found.cost, found.optimal, found.why) == (50, True, "")


class Barred(Line):
    """A line on which no step leads to the listed goal; an unlisted goal can be reached."""

    reversible = False

    def steps(self, state: int) -> Iterable[Step[int, int]]:
        """One square to the left."""
        return [Step(-1, state - 1)] if state > -self.last else []

    def back(self, state: int) -> Iterable[Step[int, int]]:
        """The step from the square on the right."""
        return [Step(-1, state + 1)] if state < self.last else []


def test_goals_that_may_be_left_out_are_no_proof_that_there_is_none() -> None:
    """A puzzle is proved impossible only after every state was examined; an unlisted goal among them is refused."""
    with pytest.raises(BadInput, match=r"-20 is a goal, but goals\(\) does not list it"):
        solve(Barred(50, (-20,)), "bidirectional")
    assert solve(Barred(50), "bidirectional").status is Status.IMPOSSIBLE


class Undone(Line):
    """A line that declares every step reversible, although no step leads to the last square."""

    def steps(self, state: int) -> Iterable[Step[int, int]]:
        """The steps of the line except those to the last square."""
        return [step for step in super().steps(state) if step.state != self.last]


class Uphill(Line):
    """A line whose `back` gives every step a cost of 1, although steps near the goal cost 9."""

    reversible = False

    def steps(self, state: int) -> Iterable[Step[int, int]]:
        """One square to the right."""
        return [Step(1, state + 1, 9 if state > 40 else 1)] if state < self.last else []

    def back(self, state: int) -> Iterable[Step[int, int]]:
        """The step from the square on the left, with cost 1."""
        return [Step(1, state - 1)]


def test_ways_back_that_are_none_prove_nothing() -> None:
    """A backward step that is no forward step is refused; a backward step with a wrong cost removes the proof."""
    with pytest.raises(BadInput, match="promises a step from"):
        solve(Undone(50), "bidirectional")
    result = solve(Uphill(), "bidirectional")
    assert (result.cost, result.optimal) == (41 + 9 * 9, False)


class Written(Line):
    """A line with a construction whose moves a test sets."""

    moves: tuple[int, ...] = ()

    def constructions(self) -> dict[str, Construction[int, int]]:
        """The construction, declared as proved by a theorem."""
        return {"recursive": Construction(self.moves, len(self.moves), "a theorem")}


def test_constructions_that_are_wrong_are_refused() -> None:
    """A construction that ends before the goal or makes an illegal move is refused, although it declares a theorem."""
    puzzle = Written(5)
    for moves, told in (((1, 1), "end in 2, which is not a goal"), ((1, 7), "the move 7 is not legal in 1")):
        puzzle.moves = moves
        with pytest.raises(BadInput, match=told):
            solve(puzzle, "recursive")
    puzzle.moves = (1,) * 5
    assert solve(puzzle, "recursive").optimal


class Moving(Puzzle[Any, str]):
    """A puzzle whose `steps` changes the state that it receives."""

    def __init__(self) -> None:
        self.start = Counter(0)

    def steps(self, state: Any) -> Iterable[Step[Any, str]]:
        """The same counter, one square farther."""
        return push(self, state)

    def key(self, state: Any) -> int:
        """The square of the counter."""
        return int(state.at)

    def is_goal(self, state: Any) -> bool:
        """No state that is reached is a goal."""
        return bool(state.at == 0 and state is not self.start)


@pytest.mark.parametrize("algorithm", ["breadth-first", "a-star", "depth-first"])
def test_steps_that_change_their_state_are_refused(algorithm: str) -> None:
    """A puzzle whose steps change their state is refused instead of being proved impossible."""
    with pytest.raises(BadInput, match="changed the state"):
        solve(Moving(), algorithm, limit=Limit(nodes=100))


class Priced(Puzzle[int, str]):
    """A line of squares: a step costs 1, a stride of three squares `stride`. Strides are possible from square `free`
    on.
    """

    start = 0

    unit_cost = False  # the declaration of the packed form

    def __init__(self, last: int = 9, free: int = 0, stride: int = 10) -> None:
        self.last, self.free, self.stride = last, free, stride

    def steps(self, state: int) -> Iterable[Step[int, str]]:
        """One or three squares farther."""
        ways = [("step", 1, 1)] + ([("stride", 3, self.stride)] if state >= self.free else [])
        return [Step(name, state + far, cost) for name, far, cost in ways if state + far <= self.last]

    def is_goal(self, state: int) -> bool:
        """The goal is the last square."""
        return state == self.last

    def packed(self) -> Packed[int]:
        """The same puzzle without costs."""
        return Squares(self)


class Squares(Packed[int]):
    """A packed form in which a square is its own number."""

    start = 0

    def __init__(self, puzzle: Priced) -> None:
        self.puzzle, self.unit_cost = puzzle, puzzle.unit_cost

    def pack(self, state: int) -> int:
        """The square itself."""
        return state

    def unpack(self, word: int) -> int:
        """The number itself."""
        return word

    def successors(self, word: int) -> list[int]:
        """The squares to which the steps lead."""
        return [step.state for step in self.puzzle.steps(word)]

    def is_goal(self, word: int) -> bool:
        """The goal is the last square."""
        return self.puzzle.is_goal(word)


@pytest.mark.parametrize("problem", [Priced(), Priced(300, 290), Priced(300, 0, 3)], ids=str)
def test_packed_forms_know_nothing_of_prices(problem: Priced) -> None:
    """Breadth-first search on a packed form returns the true cost, and calls only the cheapest plan optimal."""
    result = solve(problem, "breadth-first")
    assert result.cost == sum(step.cost for step in result.path)
    least = solve(problem, "uniform-cost").cost
    assert least == problem.last
    assert not result.optimal or result.cost == least


class Vouching(Priced):
    """A line whose packed form declares that every step costs 1."""

    unit_cost = True


def test_fewest_steps_are_the_cheapest_only_where_the_packed_form_says_so() -> None:
    """Costs far from the start may go unseen, so a plan is proved only if the packed form declares `unit_cost`."""
    far = solve(Priced(300, 200, 5), "breadth-first")
    assert far.cost == sum(step.cost for step in far.path) > 300
    assert not far.optimal
    assert "unit_cost" in far.why
    level = solve(Priced(300, 0, 1), "breadth-first")
    assert (level.cost, level.optimal) == (100, False)
    vouched = solve(Vouching(300, 0, 1), "breadth-first")
    assert (vouched.cost, vouched.optimal, vouched.why) == (100, True, "")


@pytest.mark.parametrize("free", [0, 200, 297])
def test_a_packed_form_is_held_to_what_it_says_of_costs(free: int) -> None:
    """A packed form with `unit_cost` is refused if another cost occurs on or beside the plan, from start to goal."""
    for last in (300, 301):
        with pytest.raises(BadInput, match=r"all steps cost 1 \(unit_cost\), but 'stride' from \d+ costs 5"):
            solve(Vouching(last, free, 5), "breadth-first")


def test_a_plan_of_a_packed_form_takes_the_cheaper_of_two_steps() -> None:
    """If two steps lead to the same state, the plan has the cheaper one."""

    class Twice(Priced):
        def steps(self, state: int) -> Iterable[Step[int, str]]:
            near = state > 50
            return [Step("dear", state + 1, 9 if near else 1), Step("cheap", state + 1, 1)] if state < self.last else []

    result = solve(Twice(60), "breadth-first")
    assert (result.cost, result.optimal) == (60, False)


def test_a_cost_less_than_nothing_is_refused_in_a_packed_plan() -> None:
    """A negative cost is refused in a plan of a packed form, too."""
    with pytest.raises(BadInput, match="a finite number, 0 or more"):
        solve(Priced(300, 200, -5), "breadth-first")


def test_marks_and_hints_know_the_costs_of_a_packed_puzzle() -> None:
    """The marks of moves are computed with costs, not with numbers of steps."""
    marks = Session(Priced(9, 0, 10)).marks()
    assert [(each.move, each.least, each.best) for each in marks] == [("step", 8, True), ("stride", 6, False)]


class Endless(Puzzle[int, int]):
    """A puzzle with a state that has endlessly many steps."""

    start = 0

    def steps(self, state: int) -> Iterator[Step[int, int]]:
        """Endlessly many larger numbers."""
        number = state
        while True:
            number += 1
            yield Step(number, number)

    def is_goal(self, state: int) -> bool:
        """No number that is reached is a goal."""
        return state < 0


@pytest.mark.parametrize("algorithm", list_algorithms(Endless()))
def test_limits_hold_inside_one_node(algorithm: str) -> None:
    """A time limit and a cancellation stop a search while it expands one node."""
    result = solve(Endless(), algorithm, limit=Limit(seconds=0.1))
    assert (result.status, result.limit) == (Status.STOPPED, "seconds")
    assert result.stats.seconds < 20
    result = solve(Endless(), algorithm, cancelled=lambda: True)
    assert result.limit == "cancel"


@pytest.mark.skipif(not can_measure_memory(), reason="this system does not tell how much memory is in use")
@pytest.mark.parametrize("algorithm", ["breadth-first", "depth-first", "backtracking"])
def test_memory_holds_inside_one_node(algorithm: str) -> None:
    """A memory limit stops a search while it expands a state with endlessly many steps."""
    before = measure_memory()
    assert before is not None
    result = solve(Endless(), algorithm, limit=Limit(memory=before + 30_000_000, seconds=100))
    assert result.limit == "memory"


class Restless(Table):
    """A table whose keys are never equal, so that no states are merged."""

    def key(self, state: str) -> object:
        """A new object at each call."""
        del state
        return object()


def test_keys_that_merge_nothing_are_no_change() -> None:
    """Keys that are never equal are not mistaken for changed states."""
    assert solve(Restless(two_ways(5, 4).roads), "a-star").cost == 4


class Place(int):
    """The number of a square, with a hash that depends on `factor`."""

    factor = 1

    def __hash__(self) -> int:
        return int(self) * self.factor % 1009


class Square(Puzzle[Place, str]):
    """A grid of four by four squares with many equally short paths from one corner to the opposite one."""

    name, start, reversible = "square", Place(0), True

    def steps(self, state: Place) -> Iterator[Step[Place, str]]:
        """The neighbours of a square."""
        for move, by, legal in (
            ("d", 4, state < 12),
            ("r", 1, state % 4 < 3),
            ("u", -4, state > 3),
            ("l", -1, state % 4),
        ):
            if legal:
                yield Step(move, Place(state + by))

    def is_goal(self, state: Place) -> bool:
        """The goal is the opposite corner."""
        return state == 15

    def goals(self) -> tuple[Place, ...]:
        """The opposite corner is the only goal."""
        return (Place(15),)


@pytest.mark.parametrize("algorithm", list_algorithms(Square()))
def test_plans_do_not_depend_on_hashes(algorithm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan does not depend on hashes, which differ between Pythons and, for texts, between runs."""
    plans = set()
    for factor in (1, 7, 500, 1008):
        monkeypatch.setattr(Place, "factor", factor)
        plans.add(tuple(solve(Square(), algorithm).moves))
    assert len(plans) == 1
