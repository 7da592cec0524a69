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
    """The problem that a text names as on the command line; "(small)" means the settings in tests/small.py."""
    name, *words = text.split(" ")
    return load(name, SMALL[name] if words == ["(small)"] else parse_settings(words))


PUZZLE_ALGORITHMS = [name for name, row in ALGORITHMS.items() if row.on is Puzzle]


PAIRS = [(text, name) for text in PUZZLES for name in PUZZLE_ALGORITHMS]
MISFITS = [(text, name) for text, name in PAIRS if explain_misfit(opened(text), name)]


@pytest.mark.parametrize(("text", "algorithm"), MISFITS, ids=lambda text: text.rsplit("/", 1)[-1])
def test_misfits_are_refused(text: str, algorithm: str) -> None:
    """An algorithm refuses a puzzle that lacks a property which the algorithm needs."""
    with pytest.raises(BadInput, match="does not fit"):
        solve(opened(text), algorithm)


@pytest.mark.parametrize(
    ("text", "algorithm"), [each for each in PAIRS if each not in MISFITS], ids=lambda text: text.rsplit("/", 1)[-1]
)
def test_every_algorithm_on_every_puzzle(text: str, algorithm: str) -> None:
    """Every plan is legal and reaches a goal, plans called optimal are optimal, and the table's promises are kept."""
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
    """Assert that the result of a search that discarded nodes gives a reason and no cost."""
    assert result.limit in LEFT_ASIDE
    assert result.cost is None
    assert result.why


@pytest.mark.parametrize("text", [*PUZZLES, *UNSOLVABLE], ids=lambda text: text.rsplit("/", 1)[-1])
def test_a_beam_that_throws_nothing_away_is_complete(text: str) -> None:
    """The default beam width is enough for all these puzzles: beam search solves each, or proves that there is no
    solution.
    """
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
    """Every complete search proves that a finite space has no solution, also if paths could cycle forever; any other
    search may stop.
    """
    result = solve(opened(text), algorithm, limit=Limit(seconds=60))
    if result.status is Status.STOPPED and not ALGORITHMS[algorithm].promises.complete:
        assert_left_aside(result)
    else:
        assert result.status is Status.IMPOSSIBLE
        assert result.cost is None
        assert result.why


@pytest.mark.parametrize("text", PUZZLES, ids=lambda text: text.rsplit("/", 1)[-1])
def test_default_choice_proves_its_answer(text: str) -> None:
    """If no algorithm is named, the answer is proved."""
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
    """With an admissible heuristic, each search except greedy and weighted A* finds the least cost. With any other
    heuristic, only uniform-cost search calls its plan optimal.
    """
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
    """If all steps cost 1, every search agrees with breadth-first distances."""
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
    """Without duplicate detection, IDA* finds the same cost and iterative deepening as few steps, also if steps cost
    nothing.
    """
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
    """A search that counts steps calls a plan optimal only if the plan has the least cost."""
    result = solve(graph, algorithm)
    if result.status is Status.SOLVED and result.optimal:
        assert result.cost == least_cost(graph)


@settings(max_examples=60)
@given(graphs(), st.sampled_from(PUZZLE_ALGORITHMS), st.integers(0, 4))
def test_depth_limit_is_honest(graph: Graph, algorithm: str, depth: int) -> None:
    """A depth limit is never exceeded, and leads to no false proof of impossibility or optimality."""
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
    """A search expands at most as many nodes as the limit allows."""
    problem = load("hanoi", discs=6)
    result = solve(problem, algorithm, limit=Limit(nodes=nodes))
    assert result.stats.expanded <= nodes
    assert result.status is Status.STOPPED
    assert result.limit == ("local" if algorithm == "hill-climbing" and nodes > 1 else "nodes")


class Endless(Puzzle[int, int]):
    """A puzzle with endlessly many numbers as states and no goal."""

    start = 0

    def steps(self, state: int) -> Iterator[Step[int, int]]:
        """Two larger numbers."""
        yield Step(1, state * 2 + 1)
        yield Step(2, state * 2 + 2)

    def is_goal(self, state: int) -> bool:
        """No number that is reached is a goal."""
        return state < 0


ENDLESS = [name for name in PUZZLE_ALGORITHMS if not ALGORITHMS[name].needs]


@pytest.mark.parametrize("algorithm", ENDLESS)
def test_time_limit_holds(algorithm: str) -> None:
    """A search in an endless space ends on time and reports that it was stopped."""
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
    """A search stops when the process reaches its memory limit."""
    result = solve(Endless(), "breadth-first", limit=Limit(memory=measure_memory() + 20_000_000, seconds=60))
    assert result.limit == "memory"


def test_incumbent_survives_a_limit() -> None:
    """Depth-first branch and bound that a limit stops returns the best solution so far, without a proof."""
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
    """Every tie-break gives the same cost, and `deep` expands no more nodes than `shallow` here."""
    problem = load("hanoi", discs=4)
    taken = {tie: solve(problem, "a-star", ties=[tie]) for tie in TIES}
    assert {result.cost for result in taken.values()} == {15}
    assert taken["deep"].stats.expanded <= taken["shallow"].stats.expanded


def test_bad_names_are_refused() -> None:
    """Unknown algorithms, heuristics and tie-breaks are refused with legal names."""
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
    """A cost that is infinite, negative or not a number is refused, because a proof of the least cost would be
    meaningless.
    """
    graph = Graph({0: [(1, 2)], 1: []}, frozenset([1]))
    graph.edges = {0: [(1, cost)], 1: []}
    for name in ("uniform-cost", "a-star", "breadth-first", "ida-star", "depth-first-branch-and-bound", "backtracking"):
        with pytest.raises(BadInput, match="the cost of a step must be a finite number, 0 or more"):
            solve(graph, name, estimate="zero")


class Guessing(Graph):
    """A goal that three cheap steps or one expensive step reach, with any heuristic."""

    def __init__(self, guess: Any, *, vouched: bool) -> None:
        super().__init__({0: [(3, 7), (1, 1)], 1: [(2, 1)], 2: [(3, 1)], 3: []}, frozenset([3]))
        self.guess = guess
        self.vouched = vouched

    def all_estimates(self) -> tuple[Estimate, ...]:
        """The heuristic under test."""
        return (Estimate("guess", lambda puzzle, node: puzzle.guess(node), self.vouched, ""),)


GUIDED = [name for name, row in ALGORITHMS.items() if "estimate" in row.options]


@pytest.mark.parametrize("name", GUIDED)
def test_an_estimate_below_nothing_proves_nothing_more(name: str) -> None:
    """If the estimate of a goal is negative, a plan that does not have the least cost is not called optimal."""
    result = solve(Guessing(lambda node: -5 if node == 3 else 0, vouched=True), name)
    assert result.cost == 3 or not result.optimal


@pytest.mark.parametrize("name", GUIDED)
def test_an_estimate_that_calls_all_hopeless_is_no_proof(name: str) -> None:
    """Infinite estimates of a heuristic that is not declared admissible do not prove a puzzle impossible."""
    for hopeless in ((0,), (1, 3), (0, 1, 2, 3)):
        doubtful = Guessing(lambda node, hopeless=hopeless: float("inf") if node in hopeless else 0, vouched=False)
        result = solve(doubtful, name)
        assert result.status is not Status.IMPOSSIBLE
        assert not result.optimal


@pytest.mark.parametrize("name", GUIDED)
@pytest.mark.parametrize("guess", [None, "3", float("nan"), [1]])
def test_an_estimate_that_is_no_number_is_refused(name: str, guess: Any) -> None:
    """An estimate that is not a number is refused, and the message names the heuristic."""
    with pytest.raises(BadInput, match="estimate 'guess' gave"):
        solve(Guessing(lambda _node: guess, vouched=True), name)


def test_a_depth_limit_takes_the_proof_away() -> None:
    """A depth limit removes the proof, also from weighted A* with weight 1: the cheap path is longer than the limit."""
    graph = Guessing(lambda _node: 0, vouched=True)
    result = solve(graph, "weighted-a-star", weight=1, limit=Limit(depth=1))
    assert (result.cost, result.optimal, bool(result.why)) == (7, False, True)
    assert solve(graph, "weighted-a-star", weight=0.5).optimal


def test_all_solutions_within_a_depth_limit_say_so() -> None:
    """A count of all solutions under a depth limit says that the limit left out deeper ones."""
    result = solve(Guessing(lambda _node: 0, vouched=True), "backtracking", find_all=True, limit=Limit(depth=1))
    assert result.solutions == 1
    assert "limit" in result.why


def test_a_move_may_be_any_value() -> None:
    """A move may be any value, even None."""

    class Silent(Puzzle[int, None]):
        start = 0

        def steps(self, state: int) -> list[Step[int, None]]:
            return [Step(None, state + 1)]

        def is_goal(self, state: int) -> bool:
            return state == 3

    assert solve(Silent()).cost == 3


def test_weights_and_widths_are_checked() -> None:
    """A negative weight, a weight that is not a number and a width of 0 are refused."""
    for more in ({"weight": -1.0}, {"weight": float("nan")}, {"width": 0}):
        with pytest.raises(BadInput, match=next(iter(more))):
            solve(load("hanoi", discs=2), **more)


def test_expectimax_looks_far_ahead() -> None:
    """Expectimax searches a thousand turns deep, and refuses a depth limit that is too large."""
    board = load("snakes", squares=2, die=2)
    assert solve(board, "expectimax", limit=Limit(depth=1000)).probability == 1 - Fraction(1, 2) ** 1000
    with pytest.raises(BadInput, match="3000"):
        solve(board, "expectimax", limit=Limit(depth=10**9))


def test_expectimax_is_the_exact_chance() -> None:
    """Expectimax gives the probability to reach the goal within d rolls that a plain forward computation gives."""
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
    """Every algorithm has a description and promises, and fits at least one problem."""
    problems = [opened(text) for text in PUZZLES] + [load(name, SMALL[name]) for name in GAMES]
    for name, row in ALGORITHMS.items():
        assert row.about
        assert row.promises
        assert any(name in list_algorithms(problem) for problem in problems)
    assert ALGORITHMS["bidirectional"].needs is GOALS
    assert {name for name, row in ALGORITHMS.items() if row.on is Game} >= {"minimax", "alpha-beta", "negamax"}


def test_the_table_promises_no_less_than_it_can() -> None:
    """The table promises at least what this test states; the tests above rely on these promises."""
    steps = {"breadth-first", "iterative-deepening", "bidirectional"}
    costs = {"uniform-cost", "a-star", "branch-and-bound", "ida-star", "depth-first-branch-and-bound"}
    assert {name for name, row in ALGORITHMS.items() if row.promises.fewest_steps} >= steps
    assert {name for name, row in ALGORITHMS.items() if row.promises.least_cost} >= costs
    assert {name for name, row in ALGORITHMS.items() if row.promises.trusts_estimate} >= costs - {"uniform-cost"}
    assert not ALGORITHMS["uniform-cost"].promises.trusts_estimate
    for name in {*steps, *costs, "depth-first", "greedy", "weighted-a-star", "backtracking"}:
        assert ALGORITHMS[name].promises.complete


def test_long_plans_do_not_recurse() -> None:
    """Depth-first searches find a plan of 50,000 steps, because they do not recurse."""

    class Line(Puzzle[int, int]):
        start = 0

        def steps(self, state: int) -> Iterator[Step[int, int]]:
            yield Step(1, state + 1)

        def is_goal(self, state: int) -> bool:
            return state == 50_000

        def estimate(self, state: int) -> int:
            return 50_000 - state  # exact, so one round of IDA* is enough

    for name in ("depth-first", "backtracking", "ida-star", "depth-first-branch-and-bound"):
        assert sys.getrecursionlimit() < 50_000
        assert solve(Line(), name).cost == 50_000
