"""Every algorithm on every kind of problem: plans are replayed, costs compared with an oracle, proofs checked."""

import sys
import threading
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from langkah import BadInput, Limit, Puzzle, Result, Status, Step, load, solve
from langkah.games import GAMES, parse_settings
from langkah.memory import can_measure_memory, measure_memory
from langkah.model import Estimate, Game
from langkah.search import ALGORITHMS, choose_algorithm, choose_estimate, explain_misfit, list_algorithms
from langkah.search.best_first import TIES
from langkah.search.bidirectional import GOALS
from tests.graphs import Graph, graphs
from tests.oracle import distances, fewest_steps, least_cost, replay, step_costs
from tests.small import SMALL

EXAMPLES = Path(__file__).parent.parent / "examples"
PUZZLES = [
    *(f"{name} (small)" for name in GAMES if isinstance(load(name, SMALL[name]), Puzzle)),
    "hanoi discs=4 pegs=4 rule=star",
    "hanoi discs=3 rule=cyclic",
    "hanoi start=[[3],[2],[1]] goal=[[],[1],[3,2]] rule=linear",
    "klotski board=ab/c. goal={a=[[1,1]]} metric=moves",
    "tiles rows=2 cols=3 start=[4,5,0,1,2,3]",
    f"{EXAMPLES}/jugs.py:Jugs",
    f"{EXAMPLES}/river.py:River",
    f"{EXAMPLES}/template.py:Template",
]
UNSOLVABLE = [
    "hanoi discs=2 pegs=2",
    "klotski board=ab/cd goal={a=[[1,1]]}",
    "tiles rows=2 cols=2 start=[2,1,3,0]",
    "queens n=3",
    "snakes squares=8 cols=4 die=2 jumps={5=1,6=1}",
    f"{EXAMPLES}/jugs.py:Jugs target=9",
]


def opened(text: str) -> Any:
    """The problem behind a line as a person types it; "(small)" is what the game itself calls small."""
    name, *words = text.split(" ")
    return load(name, SMALL[name] if words == ["(small)"] else parse_settings(words))


PUZZLE_ALGORITHMS = [name for name, row in ALGORITHMS.items() if row.on is Puzzle]


PAIRS = [(text, name) for text in PUZZLES for name in PUZZLE_ALGORITHMS]
MISFITS = [(text, name) for text, name in PAIRS if explain_misfit(opened(text), name)]


@pytest.mark.parametrize(("text", "algorithm"), MISFITS, ids=lambda text: text.rsplit("/", 1)[-1])
def test_misfits_are_refused(text: str, algorithm: str) -> None:
    """Algorithms that need something which a puzzle has not."""
    with pytest.raises(BadInput, match="does not fit"):
        solve(opened(text), algorithm)


@pytest.mark.parametrize(
    ("text", "algorithm"), [each for each in PAIRS if each not in MISFITS], ids=lambda text: text.rsplit("/", 1)[-1]
)
def test_every_algorithm_on_every_puzzle(text: str, algorithm: str) -> None:
    """Each plan is legal and reaches a goal; what is called optimal is; what the table promises is kept."""
    problem = opened(text)
    promises = ALGORITHMS[algorithm].promises
    result = solve(problem, algorithm, limit=Limit(seconds=60))
    assert result.status is (Status.SOLVED if promises.complete or result.path else Status.STOPPED)
    if result.status is Status.STOPPED:
        assert_left_aside(result)
        return
    state, cost = replay(problem, result)
    assert problem.is_goal(state)
    assert cost == result.cost
    least = least_cost(problem)
    assert result.cost >= least
    assert not result.optimal or result.cost == least
    assert result.optimal or result.why
    if promises.fewest_steps:
        assert len(result.path) == fewest_steps(problem)
        assert result.optimal or len(step_costs(problem)) > 1
    if promises.least_cost:
        assert result.optimal or (promises.trusts_estimate and not choose_estimate(problem).admissible)


LEFT_ASIDE = ("width", "depth", "estimate", "local")


def assert_left_aside(result: Result[Any, Any]) -> None:
    """No limit stopped it: it says that it left something aside, and claims nothing."""
    assert result.limit in LEFT_ASIDE
    assert result.cost is None
    assert result.why


@pytest.mark.parametrize("text", [*PUZZLES, *UNSOLVABLE], ids=lambda text: text.rsplit("/", 1)[-1])
def test_a_beam_that_throws_nothing_away_is_complete(text: str) -> None:
    """Its usual width is enough for all of these: it finds what is there, and proves what is not."""
    problem = opened(text)
    result = solve(problem, "beam", limit=Limit(seconds=60))
    assert result.status is (Status.IMPOSSIBLE if text in UNSOLVABLE else Status.SOLVED)
    assert not (result.status is Status.SOLVED and result.optimal) or problem.level_cost, "it promises nothing"


@pytest.mark.parametrize(
    ("text", "algorithm"),
    [
        pytest.param(text, name, id=f"{text.rsplit('/', 1)[-1]}-{name}")
        for text in UNSOLVABLE
        for name in PUZZLE_ALGORITHMS
        if not explain_misfit(opened(text), name)
    ],
)
def test_what_cannot_be_solved_is_proved(text: str, algorithm: str) -> None:
    """Every search ends on a finite space, also where paths could go round for ever."""
    result = solve(opened(text), algorithm, limit=Limit(seconds=60))
    if result.status is Status.STOPPED and not ALGORITHMS[algorithm].promises.complete:
        assert_left_aside(result)
    else:
        assert result.status is Status.IMPOSSIBLE
        assert result.cost is None
        assert result.why


@pytest.mark.parametrize("text", PUZZLES, ids=lambda text: text.rsplit("/", 1)[-1])
def test_default_choice_proves_its_answer(text: str) -> None:
    """With no algorithm named the answer is proved."""
    problem = opened(text)
    result = solve(problem)
    assert result.optimal
    assert result.algorithm == choose_algorithm(problem)
    assert result.cost == least_cost(problem)


WEIGHTED = [
    "uniform-cost",
    "a-star",
    "ida-star",
    "ida-star-with-table",
    "meet-in-the-middle",
    "branch-and-bound",
    "depth-first-branch-and-bound",
    "weighted-a-star",
    "greedy",
]


@settings(max_examples=150)
@given(graphs(), st.sampled_from(WEIGHTED), st.sampled_from(["exact", "half", "patchy", "wild", "zero"]))
def test_costs_on_random_graphs(graph: Graph, algorithm: str, estimate: str) -> None:
    """Cost-aware searches find the least cost with any admissible estimate, and never claim it with another."""
    result = solve(graph, algorithm, estimate=estimate)
    least = least_cost(graph)
    assert result.status is (Status.IMPOSSIBLE if least is None else Status.SOLVED)
    if least is None:
        return
    state, cost = replay(graph, result)
    assert graph.is_goal(state)
    assert cost == result.cost
    if estimate == "wild" and algorithm != "uniform-cost":
        assert not result.optimal
        assert result.why
    elif algorithm == "weighted-a-star":
        assert result.cost <= 2 * least
    elif algorithm != "greedy":
        assert result.optimal
        assert result.cost == least


@settings(max_examples=150)
@given(graphs(highest_cost=1), st.sampled_from(PUZZLE_ALGORITHMS))
def test_steps_on_random_graphs(graph: Graph, algorithm: str) -> None:
    """Where all steps cost 1, every search agrees with breadth-first distances."""
    assume(not explain_misfit(graph, algorithm))
    result = solve(graph, algorithm)
    far = distances(graph)
    least = min((far[goal] for goal in graph.targets if goal in far), default=None)
    if least is None:
        assert result.status is not Status.SOLVED
    elif result.status is Status.STOPPED and not ALGORITHMS[algorithm].promises.complete:
        assert_left_aside(result)
    else:
        assert result.status is Status.SOLVED
        assert replay(graph, result)[0] in graph.targets
        assert not result.optimal or result.cost == least


@settings(max_examples=100)
@given(graphs(), st.sampled_from(["ida-star", "iterative-deepening"]))
def test_deepening_without_memory_finds_the_same(graph: Graph, algorithm: str) -> None:
    """Nothing remembered but the path: the same cost or as few steps, even where steps cost nothing."""
    sure = solve(graph, algorithm, estimate="half")
    bare = solve(graph, algorithm, estimate="half", duplicates=False, limit=Limit(nodes=20_000))
    if sure.status == "solved" and bare.status == "solved":
        if algorithm == "ida-star":
            assert (bare.cost, bare.optimal) == (sure.cost, sure.optimal)
        assert len(bare.moves) == len(sure.moves) or algorithm == "ida-star"
        assert replay(graph, bare)[1] == bare.cost
    else:
        assert bare.status in ("stopped", sure.status)


@settings(max_examples=100)
@given(graphs(), st.sampled_from(["breadth-first", "iterative-deepening", "bidirectional", "beam"]))
def test_fewest_steps_is_not_called_least_cost(graph: Graph, algorithm: str) -> None:
    """Searches that count steps claim the least cost only when they are right."""
    result = solve(graph, algorithm)
    if result.status is Status.SOLVED and result.optimal:
        assert result.cost == least_cost(graph)


@settings(max_examples=60)
@given(graphs(), st.sampled_from(PUZZLE_ALGORITHMS), st.integers(0, 4))
def test_depth_limit_is_honest(graph: Graph, algorithm: str, depth: int) -> None:
    """A depth limit is never exceeded, and never turned into a proof that nothing is there."""
    assume(not explain_misfit(graph, algorithm))
    result = solve(graph, algorithm, limit=Limit(depth=depth))
    assert len(result.path) <= depth
    if result.status is Status.IMPOSSIBLE:
        assert least_cost(graph) is None
    if result.optimal:
        assert result.cost == least_cost(graph)
    if result.status is Status.STOPPED:
        assert result.limit == "depth" or (result.limit in LEFT_ASIDE and not ALGORITHMS[algorithm].promises.complete)


@pytest.mark.parametrize("algorithm", PUZZLE_ALGORITHMS)
@pytest.mark.parametrize("nodes", [0, 1, 7])
def test_node_limit_holds_exactly(algorithm: str, nodes: int) -> None:
    """At most that many nodes are taken."""
    problem = load("hanoi", discs=6)
    result = solve(problem, algorithm, limit=Limit(nodes=nodes))
    assert result.stats.expanded <= nodes
    assert result.status is Status.STOPPED
    assert result.limit == ("local" if algorithm == "hill-climbing" and nodes > 1 else "nodes")


class Endless(Puzzle[int, int]):
    """Count for ever."""

    start = 0

    def steps(self, state: int) -> Iterator[Step[int, int]]:
        """The next numbers."""
        yield Step(1, state * 2 + 1)
        yield Step(2, state * 2 + 2)

    def is_goal(self, state: int) -> bool:
        """Never."""
        return state < 0


ENDLESS = [name for name in PUZZLE_ALGORITHMS if not ALGORITHMS[name].needs]


@pytest.mark.parametrize("algorithm", ENDLESS)
def test_time_limit_holds(algorithm: str) -> None:
    """A search in an endless space ends on time, and says that it was stopped."""
    began = time.perf_counter()
    result = solve(Endless(), algorithm, limit=Limit(seconds=0.1))
    assert time.perf_counter() - began < 20
    assert result.status is Status.STOPPED
    assert result.limit == "seconds" or (result.limit in LEFT_ASIDE and not ALGORITHMS[algorithm].promises.complete)


@pytest.mark.parametrize("algorithm", ENDLESS)
def test_cancel_and_interrupt(algorithm: str) -> None:
    """A search can be cancelled from outside, and Ctrl-C gives an answer instead of a traceback."""
    flag = threading.Event()
    threading.Timer(0.05, flag.set).start()
    result = solve(Endless(), algorithm, cancelled=flag.is_set)
    assert result.limit == "cancel" or (result.limit in LEFT_ASIDE and not ALGORITHMS[algorithm].promises.complete)

    def strike(_stats: object) -> None:
        raise KeyboardInterrupt

    assert solve(Endless(), algorithm, progress=strike).limit == "interrupt"


@pytest.mark.skipif(not can_measure_memory(), reason="this system does not tell how much memory is in use")
def test_memory_limit_holds() -> None:
    """A search stops when the process holds as much as it may."""
    result = solve(Endless(), "breadth-first", limit=Limit(memory=measure_memory() + 20_000_000, seconds=60))
    assert result.limit == "memory"


def test_incumbent_survives_a_limit() -> None:
    """Depth-first branch and bound that is stopped returns the best solution it has, unproved."""
    problem: Any = load("hanoi", discs=6, pegs=4)
    for nodes in range(50, 5000, 50):
        result = solve(problem, "depth-first-branch-and-bound", limit=Limit(nodes=nodes))
        if result.status is Status.SOLVED:
            break
        if result.cost is not None:
            assert not result.optimal
            assert problem.is_goal(replay(problem, result)[0])
            return
    pytest.fail("no incumbent was ever seen before the search ended")


def test_ties_order_equals() -> None:
    """Every tie-break gives the same cost; `deep` takes no more nodes than `shallow` here."""
    problem = load("hanoi", discs=4)
    taken = {tie: solve(problem, "a-star", ties=[tie]) for tie in TIES}
    assert {result.cost for result in taken.values()} == {15}
    assert taken["deep"].stats.expanded <= taken["shallow"].stats.expanded


def test_bad_names_are_refused() -> None:
    """Unknown algorithms, estimates and ties are answered with the legal names."""
    problem = load("hanoi")
    with pytest.raises(BadInput, match="breadth-first"):
        solve(problem, "breadth-frist")
    with pytest.raises(BadInput, match="misplaced"):
        solve(problem, "a-star", estimate="manhatan")
    with pytest.raises(BadInput, match="shallow"):
        solve(problem, "a-star", ties=["shalow"])


def test_a_step_cannot_cost_less_than_nothing() -> None:
    """A negative cost would break every proof, so it is refused."""
    graph = Graph({0: [(1, 2)], 1: []}, frozenset([1]))
    graph.edges = {0: [(1, -2)], 1: []}
    with pytest.raises(BadInput, match="a finite number, 0 or more"):
        solve(graph, "a-star", estimate="zero")


@pytest.mark.parametrize("cost", [float("nan"), float("inf"), -float("inf"), Fraction(-1, 3)])
def test_costs_that_are_no_numbers_are_refused(cost: Any) -> None:
    """With such costs nothing would be the cheapest, yet it would be said to be proved."""
    graph = Graph({0: [(1, 2)], 1: []}, frozenset([1]))
    graph.edges = {0: [(1, cost)], 1: []}
    for name in ("uniform-cost", "a-star", "breadth-first", "ida-star", "depth-first-branch-and-bound", "backtracking"):
        with pytest.raises(BadInput, match="the cost of a step must be a finite number, 0 or more"):
            solve(graph, name, estimate="zero")


class Guessing(Graph):
    """A far goal at the end of a cheap way, and the same one step away at a high price; any estimate can be put in."""

    def __init__(self, guess: Any, *, vouched: bool) -> None:
        super().__init__({0: [(3, 7), (1, 1)], 1: [(2, 1)], 2: [(3, 1)], 3: []}, frozenset([3]))
        self.guess = guess
        self.vouched = vouched

    def all_estimates(self) -> tuple[Estimate, ...]:
        """The one to be tried."""
        return (Estimate("guess", lambda puzzle, node: puzzle.guess(node), self.vouched, ""),)


GUIDED = [name for name, row in ALGORITHMS.items() if "estimate" in row.options]


@pytest.mark.parametrize("name", GUIDED)
def test_an_estimate_below_nothing_proves_nothing_more(name: str) -> None:
    """A lower bound below 0 is a true one; a goal must not look cheaper than it is because of it."""
    result = solve(Guessing(lambda node: -5 if node == 3 else 0, vouched=True), name)
    assert result.cost == 3 or not result.optimal


@pytest.mark.parametrize("name", GUIDED)
def test_an_estimate_that_calls_all_hopeless_is_no_proof(name: str) -> None:
    """Where nobody vouches for an estimate, its infinity does not make a puzzle impossible."""
    for hopeless in ((0,), (1, 3), (0, 1, 2, 3)):
        doubtful = Guessing(lambda node, hopeless=hopeless: float("inf") if node in hopeless else 0, vouched=False)
        result = solve(doubtful, name)
        assert result.status is not Status.IMPOSSIBLE
        assert not result.optimal


@pytest.mark.parametrize("name", GUIDED)
@pytest.mark.parametrize("guess", [None, "3", float("nan"), [1]])
def test_an_estimate_that_is_no_number_is_refused(name: str, guess: Any) -> None:
    """It is named, with the state."""
    with pytest.raises(BadInput, match="estimate 'guess' gave"):
        solve(Guessing(lambda _node: guess, vouched=True), name)


def test_a_depth_limit_takes_the_proof_away() -> None:
    """Also from weighted A* that weighs nothing: the cheap way is longer than the limit."""
    graph = Guessing(lambda _node: 0, vouched=True)
    result = solve(graph, "weighted-a-star", weight=1, limit=Limit(depth=1))
    assert (result.cost, result.optimal, bool(result.why)) == (7, False, True)
    assert solve(graph, "weighted-a-star", weight=0.5).optimal


def test_all_solutions_within_a_depth_limit_say_so() -> None:
    """Those that lie deeper were not counted."""
    result = solve(Guessing(lambda _node: 0, vouched=True), "backtracking", find_all=True, limit=Limit(depth=1))
    assert result.solutions == 1
    assert "limit" in result.why


def test_a_move_may_be_any_value() -> None:
    """Even None."""

    class Silent(Puzzle[int, None]):
        start = 0

        def steps(self, state: int) -> list[Step[int, None]]:
            return [Step(None, state + 1)]

        def is_goal(self, state: int) -> bool:
            return state == 3

    assert solve(Silent()).cost == 3


def test_weights_and_widths_are_checked() -> None:
    """A weight below 0 would turn the promise around."""
    for more in ({"weight": -1.0}, {"weight": float("nan")}, {"width": 0}):
        with pytest.raises(BadInput, match=next(iter(more))):
            solve(load("hanoi", discs=2), **more)


def test_expectimax_looks_far_ahead() -> None:
    """A thousand turns need no more than memory; without end there is no answer."""
    board = load("snakes", squares=2, die=2)
    assert solve(board, "expectimax", limit=Limit(depth=1000)).probability == 1 - Fraction(1, 2) ** 1000
    with pytest.raises(BadInput, match="3000"):
        solve(board, "expectimax", limit=Limit(depth=10**9))


def test_expectimax_is_the_exact_chance() -> None:
    """The chance to be home within d rolls, against a plain forward computation."""
    board: Any = load("snakes", rows=3, cols=4, jumps={"3": 9, "11": 2})
    for turns in range(8):
        spread = {board.start: Fraction(1)}
        for _turn in range(turns):
            after: dict[Any, Fraction] = {}
            for square, chance in spread.items():
                ways = [(Fraction(1), square)] if board.is_goal(square) else list(board.chances(square))
                for part, to in ways:
                    after[to] = after.get(to, Fraction(0)) + chance * part
            spread = after
        home = sum((chance for square, chance in spread.items() if board.is_goal(square)), Fraction(0))
        assert solve(board, "expectimax", limit=Limit(depth=turns)).probability == home


def test_the_table_is_complete() -> None:
    """Every algorithm says what it does and promises, and fits at least one shipped game."""
    problems = [opened(text) for text in PUZZLES] + [load(name, SMALL[name]) for name in GAMES]
    for name, row in ALGORITHMS.items():
        assert row.about
        assert row.promises
        assert any(name in list_algorithms(problem) for problem in problems)
    assert ALGORITHMS["bidirectional"].needs is GOALS
    assert {name for name, row in ALGORITHMS.items() if row.on is Game} >= {"minimax", "alpha-beta", "negamax"}


def test_the_table_promises_no_less_than_it_can() -> None:
    """The rows from which the tests above read what to expect, a second time."""
    steps = {"breadth-first", "iterative-deepening", "bidirectional"}
    costs = {"uniform-cost", "a-star", "branch-and-bound", "ida-star", "depth-first-branch-and-bound"}
    assert {name for name, row in ALGORITHMS.items() if row.promises.fewest_steps} >= steps
    assert {name for name, row in ALGORITHMS.items() if row.promises.least_cost} >= costs
    assert {name for name, row in ALGORITHMS.items() if row.promises.trusts_estimate} >= costs - {"uniform-cost"}
    assert not ALGORITHMS["uniform-cost"].promises.trusts_estimate
    for name in {*steps, *costs, "depth-first", "greedy", "weighted-a-star", "backtracking"}:
        assert ALGORITHMS[name].promises.complete


def test_long_plans_do_not_recurse() -> None:
    """A plan of a hundred thousand steps is no trouble for any depth-first search."""

    class Line(Puzzle[int, int]):
        start = 0

        def steps(self, state: int) -> Iterator[Step[int, int]]:
            yield Step(1, state + 1)

        def is_goal(self, state: int) -> bool:
            return state == 100_000

    for name in ("depth-first", "backtracking", "ida-star", "depth-first-branch-and-bound"):
        assert sys.getrecursionlimit() < 100_000
        result = solve(Line(), name) if name != "ida-star" else None
        assert result is None or result.cost == 100_000
