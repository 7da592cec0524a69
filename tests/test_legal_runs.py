"""Legal runs: an expanded node is legal if the rules of the algorithm allow it to be the next one. Every search of
Langkah expands only legal nodes, also with shuffled ties, and an illegal step is reported at its position.
"""

from copy import copy
from random import Random
from typing import Any

import pytest

from langkah import BadInput, load, solve
from langkah.legal_runs import RUNS, begin_run, find_first_wrong_step
from langkah.legal_runs.record import RecordedRun
from langkah.model import Game, Problem, Puzzle
from langkah.search import ALGORITHMS
from langkah.tracing import Kind, Limit, Trace

PUZZLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("hanoi", {"discs": 3}),
    ("tiles:nilsson", {}),
    ("klotski:first-steps-01", {}),
    ("snakes:paper-1", {}),
    ("queens", {"n": 5, "tree": "full"}),
    ("queens", {"n": 5}),
    ("knapsack", {}),
)
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("mnk", {"rows": 2, "cols": 2, "k": 2}),
    ("mnk", {"rows": 2, "cols": 3, "k": 2}),
    ("nim", {"heaps": [2, 2]}),
    ("connect", {"rows": 2, "cols": 3, "k": 2}),
)
OWN: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {  # for algorithms that fit few games: three boards each
    "recursive": tuple(("hanoi", {"discs": discs}) for discs in (2, 3, 4)),
    "iterative": (("hanoi", {"discs": 3}), ("queens", {"n": 6}), ("lights", {"rows": 3, "cols": 3})),
    "frame-stewart": tuple(("hanoi", {"discs": discs, "pegs": 4}) for discs in (2, 3, 4)),
    "expectimax": (("snakes", {}), ("snakes:paper-1", {}), ("pig", {})),
    "expectiminimax": tuple(("pig", {"target": target}) for target in (10, 20, 30)),
}
LEAST_GAMES = 3
DICE = ("expectimax", "expectiminimax")
TURNS = 3  # depth limit of the searches with dice, in throws
TIES = ("uniform-cost", "greedy", "a-star", "weighted-a-star", "branch-and-bound")  # searches with a sorted frontier


def shuffle_steps(problem: Problem[Any, Any], rng: Random, *, packed: bool = False) -> Problem[Any, Any]:
    """A copy of the problem that returns its steps in another random order at every call."""
    shuffled: Any = copy(problem)

    def shuffle(plain: Any) -> Any:
        def steps(state: Any) -> list[Any]:
            found = list(plain(state))
            rng.shuffle(found)
            return found

        return steps

    for name in {"steps", "ranked", "attempts", "chances"} & set(dir(problem)):
        setattr(shuffled, name, shuffle(getattr(problem, name)))
    if not packed:
        shuffled.packed = lambda: None
    return shuffled  # type: ignore[no-any-return]


def list_expanded(problem: Problem[Any, Any], algorithm: str, rng: Random, most: int = 400) -> list[Any]:
    """The states that Langkah's search expands, in one of the possible orders; an empty list if the node limit stops
    the search.
    """
    trace = Trace()
    more: dict[str, Any] = {"ties": (), "width": 3} if algorithm in TIES else {}
    more = {name: value for name, value in more.items() if name in ALGORITHMS[algorithm].options}
    more |= {"width": 3} if algorithm == "beam" else {}
    depth = TURNS if algorithm in DICE else None
    shuffled = shuffle_steps(problem, rng, packed=algorithm == "meet-in-the-middle")  # for its step costs
    result = solve(shuffled, algorithm, observe=trace, limit=Limit(nodes=most, depth=depth), **more)
    taken = [event.state for event in trace.events if event.kind is Kind.TAKE]
    return [] if result.limit == "nodes" else taken


def list_fitting(algorithm: str) -> list[Problem[Any, Any]]:
    """Sample problems that an algorithm can search."""
    row = ALGORITHMS[algorithm]
    some = OWN.get(algorithm, GAMES if row.on is Game else PUZZLES)
    problems = [load(name, settings) for name, settings in some]
    return [problem for problem in problems if row.fits(problem)]


def begin(problem: Problem[Any, Any], algorithm: str) -> Any:
    """A new legal run with the beam width and the depth limit of `list_expanded`."""
    from langkah.search.options import SearchRequest

    limit = Limit(depth=TURNS) if algorithm in DICE else Limit()
    return begin_run(problem, algorithm, SearchRequest(width=3 if algorithm == "beam" else 100, limit=limit))


def check_runs(algorithm: str, times: int, seed: int) -> int:
    """Assert that the runs of Langkah's search are legal and that illegal steps put into them are found. Returns the
    number of runs.
    """
    rng, looked, games = Random(seed), 0, 0
    for problem in list_fitting(algorithm):
        before = looked
        for _time in range(times):
            states = list_expanded(problem, algorithm, rng)
            if not states:
                continue
            looked += 1
            wrong = find_first_wrong_step(begin(problem, algorithm), states)
            assert wrong is None, (problem.name, wrong)
            check_planted(problem, algorithm, states, rng)
        games += looked > before
    assert games >= LEAST_GAMES
    return looked


def check_planted(problem: Problem[Any, Any], algorithm: str, states: list[Any], rng: Random) -> None:
    """Replace one state of a run by a state that is illegal there, and assert that exactly this step is reported."""
    run, places = begin(problem, algorithm), []
    for place, state in enumerate(states):
        legal = {node.key for node in run.list_legal()}
        others = [node.state for node in run.nodes if node.key not in legal]
        if others:
            places.append((place, rng.choice(others)))
        number = run.find_state(state)
        assert number is not None
        run.take(number)
    if places:
        place, other = rng.choice(places)
        found = find_first_wrong_step(begin(problem, algorithm), [*states[:place], other, *states[place + 1 :]])
        assert found is not None
        assert (found.step, found.state) == (place + 1, other)
        assert found.why
        assert problem.key(states[place]) in {node.key for node in found.legal}


def test_every_algorithm_can_be_followed() -> None:
    """Every algorithm of the search table has legal runs."""
    assert set(ALGORITHMS) == set(RUNS)


@pytest.mark.parametrize("algorithm", RUNS)
def test_our_runs_are_legal(algorithm: str) -> None:
    """The runs of Langkah's searches are legal on several problems, with random order of ties."""
    assert check_runs(algorithm, 3, seed=1) >= 9


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("algorithm", RUNS)
def test_a_thousand_runs_are_legal(algorithm: str) -> None:
    """A thousand runs of each algorithm are legal, and illegal steps put into them are found."""
    assert check_runs(algorithm, 1000 // len(list_fitting(algorithm)) + 30, seed=2) >= 1000


def is_best(algorithm: str) -> bool:
    """Whether an algorithm on puzzles promises the least cost or the fewest steps, and a legal run shows this. A
    bidirectional run does not, because its two halves do not show where they met.
    """
    row = ALGORITHMS[algorithm]
    return row.on is Puzzle and algorithm != "bidirectional" and (row.promises.least_cost or row.promises.fewest_steps)


@pytest.mark.parametrize("algorithm", [name for name in RUNS if is_best(name)])
def test_legal_runs_find_what_the_search_finds(algorithm: str) -> None:
    """If a run expands random legal nodes until none is left, it has met a goal with the cost that the algorithm
    promises.
    """
    rng = Random(5)
    for problem in list_fitting(algorithm)[:3]:
        run = begin(problem, algorithm)
        while (legal := run.list_legal()) and len(run.taken) < 2000:
            run.take(rng.choice(legal).number)
        assert not legal
        goals = [run.nodes[number] for number in run.taken if run.is_goal(run.nodes[number])]
        found = run.cost if algorithm == "meet-in-the-middle" else min(node.cost for node in goals)
        assert found == solve(problem).cost


def test_what_is_wrong_is_said_as_in_a_textbook() -> None:
    """The explanation of a wrong step states the rule of the algorithm, and the report of an incomplete run lists the
    legal nodes.
    """
    tiles = load("tiles:nilsson")
    run = begin_run(tiles, "a-star")
    run.take(0)
    worst = max(run.nodes[1:], key=lambda node: node.cost + node.estimate)
    assert "the least comes first" in run.explain(worst.state)
    with pytest.raises(BadInput, match="the least comes first"):
        run.take(worst.number)
    queue = begin_run(tiles, "breadth-first")
    queue.take(0)
    first, *_others = queue.list_legal()
    queue.take(first.number)
    assert "the oldest node comes first" in queue.explain(queue.nodes[queue.list_waiting()[-1]].state)
    assert "was expanded before" in queue.explain(tiles.start)
    early = find_first_wrong_step(begin_run(tiles, "breadth-first"), [tiles.start])
    assert early is not None
    assert (early.step, early.state, len(early.legal)) == (2, None, len(list(tiles.steps(tiles.start))))


def test_negamax_may_ask_its_table_at_any_time() -> None:
    """Negamax may look up its table at any time, so one run has several interpretations: the run may be over or go on,
    and a state that is expanded again may be missing in the table.
    """
    nim, several, rng = load("nim", heaps=[1, 2, 3]), 0, Random(3)
    for _time in range(20):
        run: Any = begin_run(nim, "negamax")
        while not run.over:
            run.take(rng.choice(run.find_legal()))
            several = max(several, len(run.worlds))
        assert find_first_wrong_step(begin_run(nim, "negamax"), [run.nodes[n].state for n in run.taken]) is None
    assert several > 1
    run = begin_run(load("mnk", rows=2, cols=2, k=2), "negamax")
    for state in ((0, 0), (1, 0), (1, 4), (9, 4)):
        run.take(run.find_state(state))
    assert "is already exact enough for this alpha-beta window" in run.explain((1, 4)), (
        "the mirror image of what was just searched"
    )
    assert "alpha >= beta" in run.explain((5, 2))


@pytest.mark.parametrize("name", ["nim", "mnk", "connect"])
def test_a_negamax_run_is_recorded_as_the_search_tells_it(name: str) -> None:
    """A recorded run of negamax has the rounds and the root value of the search's own trace, and no expanded node is
    recorded as pruned or duplicate.
    """
    game: Any = load(name, {"nim": {"heaps": [1, 2]}, "mnk": dict(GAMES[1][1]), "connect": dict(GAMES[3][1])}[name])
    rng, told = Random(4), Trace()
    best = solve(game, "negamax", observe=told)
    for _time in range(10):
        recorded: RecordedRun[Any, Any] = RecordedRun(begin_run(game, "negamax"))
        while not recorded.run.over:
            recorded.take(rng.choice(recorded.run.find_legal()))
        events = recorded.trace.events
        rounds = [event.why for event in events if event.kind is Kind.RESTART]
        assert rounds == [event.why for event in told.events if event.kind is Kind.RESTART]
        roots = {event.node for event in events if event.kind is Kind.OPEN and event.parent < 0}
        assert [event.bound for event in events if event.kind is Kind.VALUE and event.node in roots][-1] == [
            event.bound for event in told.events if event.kind is Kind.VALUE and event.parent < 0
        ][-1]
        taken = {event.node for event in events if event.kind is Kind.TAKE}
        assert not any(event.node in taken for event in events if event.kind in (Kind.PRUNE, Kind.DUPLICATE))
        valued = [event.node for event in events if event.kind is Kind.VALUE]
        assert len(valued) == len(set(valued))
        assert taken <= set(valued)
    assert best.optimal


@pytest.mark.parametrize(("algorithm", "name"), [("ida-star", "tiles:nilsson"), ("iterative-deepening", "jugs")])
def test_no_round_begins_after_a_goal(algorithm: str, name: str) -> None:
    """No round begins after a goal, even if the goal is the last node of its round and nodes lie beyond the bound."""
    last = 0
    for seed in range(30):
        rng, recorded = Random(seed), RecordedRun[Any, Any](begin_run(load(name), algorithm))
        while not recorded.run.over:
            recorded.take(rng.choice(recorded.run.find_legal()))
        kinds = [event.kind for event in recorded.trace.events]
        assert Kind.RESTART not in kinds[kinds.index(Kind.GOAL) :]
        last += not recorded.run.list_waiting()
    assert last, "a goal was the last node of its round"
