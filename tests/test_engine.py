"""Compiled code gives exactly the results of plain Python, for the games of Langkah and for random puzzles."""

from collections import deque
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from langkah import BadInput, Limit, Store, load, solve
from langkah.engine import explore as exploring
from langkah.engine.explore import explore
from langkah.engine.facts import gather_facts
from langkah.engine.fingerprint import NotCompilable
from langkah.engine.spaces import state_table
from langkah.engine.spaces.python import PythonSpace
from langkah.engine.survey import Survey
from langkah.engine.ways import WAYS, choose_way, describe_ways
from langkah.memory import measure_memory
from langkah.model import Problem, Puzzle, Step
from langkah.packed import Packed
from langkah.run import Run
from langkah.search import packed_search
from langkah.tracing import Result
from tests.packed_graphs import Walk, walks

pytest.importorskip("numba")

PROBLEMS: list[tuple[str, dict[str, object]]] = [
    ("hanoi", {"discs": 6}),
    ("hanoi", {"discs": 5, "pegs": 4}),
    ("hanoi", {"discs": 4, "pegs": 5, "rule": "star"}),
    ("hanoi", {"discs": 5, "rule": "cyclic"}),
    ("hanoi", {"discs": 5, "rule": "linear", "start": [[5, 2], [4, 3], [1]]}),
    ("klotski:paper", {}),
    ("klotski:classic", {"metric": "moves"}),
    ("klotski", {"board": "ab.\ncd.", "goal": {"a": [[1, 2]]}, "metric": "lines"}),
]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make searches and explorations use compiled code from the first state on."""
    monkeypatch.setattr(packed_search, "PATIENCE_STATES", 0)
    for name in ("PATIENCE_STATES", "LITTLE_PATIENCE"):
        monkeypatch.setattr(exploring, name, 0)


def both_results(problem: Puzzle[Any, Any], limit: Limit) -> tuple[Result[Any, Any], Result[Any, Any]]:
    """The results of breadth-first search in plain Python and in compiled code, without the time and the name of the
    engine.
    """
    results = []
    for patience in (10**9, 0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(packed_search, "PATIENCE_STATES", patience)
            patch.setattr(packed_search, "LITTLE_PATIENCE", patience)
            patch.setattr(packed_search, "PATIENCE_SECONDS", 10**9)
            result = solve(problem, "breadth-first", limit=limit)
        assert result.stats.engine == ("compiled" if patience == 0 else "python")
        results.append(replace(result, stats=replace(result.stats, seconds=0.0, engine="")))
    return results[0], results[1]


def three_surveys(problem: Problem[Any, Any], limit: Limit | None = None) -> list[Survey]:
    """The surveys of plain Python, of compiled code with one thread and of compiled code with two, without time, memory
    and the name of the engine.
    """
    found = []
    for patience, threads in ((10**9, 1), (0, 1), (0, 2)):
        with pytest.MonkeyPatch.context() as patch:
            for name in ("PATIENCE_STATES", "LITTLE_PATIENCE"):
                patch.setattr(exploring, name, patience)
            patch.setattr(exploring, "PATIENCE_SECONDS", 10**9)
            patch.setattr(state_table, "SHARED_STATES", 8)
            survey = explore(problem, threads=threads, limit=limit)
        assert survey.engine == ("compiled" if patience == 0 else "python")
        found.append(replace(survey, seconds=0.0, peak_memory=0, engine=""))
    return found


def plain_layers(problem: Puzzle[Any, Any]) -> list[int]:
    """The number of states at each distance from the start, by a simple breadth-first search."""
    far = {problem.key(problem.start): 0}
    queue = deque([problem.start])
    while queue:
        state = queue.popleft()
        for step in problem.steps(state):
            if problem.key(step.state) not in far:
                far[problem.key(step.state)] = far[problem.key(state)] + 1
                queue.append(step.state)
    return [list(far.values()).count(depth) for depth in range(max(far.values()) + 1)]


def farthest(walk: Walk) -> tuple[int, int, int] | None:
    """The largest distance from a reachable node to a target, the number of nodes at this distance, and the number of
    reachable nodes from which no target can be reached; None if no target can be reached. Computed by relaxation.
    """
    reached, queue = {0}, [0]
    for node in queue:
        fresh = set(walk.ways[node]) - reached
        reached |= fresh
        queue += fresh
    far = {node: 0 if node in walk.targets else 10**6 for node in reached}
    for _round in reached:
        for node in reached:
            far[node] = min([far[node], *(far[other] + 1 for other in walk.ways[node])])
    known = [distance for distance in far.values() if distance < 10**6]
    return (max(known), known.count(max(known)), len(far) - len(known)) if known else None


@settings(max_examples=12)
@given(walks())
def test_random_graphs_solve(walk: Walk) -> None:
    """Cost, plan and every counter of breadth-first search agree in plain Python and in compiled code, with and without
    limits.
    """
    for limit in (Limit(), Limit(nodes=7), Limit(depth=2), Limit(nodes=1)):
        plain, compiled = both_results(walk, limit)
        assert plain == compiled


@settings(max_examples=12)
@given(walks())
def test_random_graphs_explore(walk: Walk) -> None:
    """Layers, goals and hardest starts agree in plain Python, in compiled code with one thread and with two, and in
    simple reference code.
    """
    plain, one, two = three_surveys(walk)
    assert plain == one == two
    assert plain.layers == plain_layers(walk)
    hardest = plain.hardest and (plain.hardest.distance, plain.hardest.count, plain.hardest.stuck)
    assert hardest == farthest(walk)


@settings(max_examples=25)
@given(walks())
def test_random_graphs_to_a_depth(walk: Walk) -> None:
    """With a depth limit, plain Python and compiled code find the same complete layers."""
    plain, one, two = three_surveys(walk, Limit(depth=2))
    assert plain == one == two
    whole = plain_layers(walk)
    assert plain.layers == whole[:3]
    assert plain.complete == (len(whole) <= 2 or (len(whole) == 3 and not plain.limit))


def test_wide_last_layers_are_kept() -> None:
    """If the last layer is wide, plain Python and compiled code find the same hardest starts in it."""
    rays = 3000
    ways = [
        list(range(1, rays + 1)),
        *([0, rays + ray] for ray in range(1, rays + 1)),
        *([ray] for ray in range(1, rays + 1)),
    ]
    plain, one, two = three_surveys(Walk(ways, frozenset({0}), wide=False, reversible=True))
    assert plain == one == two
    assert plain.hardest is not None
    assert plain.hardest.states == tuple(range(rays + 1, rays + 7))


@pytest.mark.parametrize(("name", "given"), PROBLEMS)
def test_games_solve(name: str, given: dict[str, object]) -> None:
    """Breadth-first search of every game gives the same result in plain Python and in compiled code."""
    problem = load(name, given)
    assert isinstance(problem, Puzzle)
    for limit in (Limit(nodes=20_000), Limit(nodes=500), Limit(depth=9)):
        plain, compiled = both_results(problem, limit)
        assert plain == compiled


@pytest.mark.parametrize(("name", "given"), PROBLEMS)
def test_games_explore(name: str, given: dict[str, object]) -> None:
    """Every game gives the same survey in plain Python and in compiled code."""
    problem = load(name, given)
    assert isinstance(problem, Puzzle)
    plain, one, two = three_surveys(problem)
    assert plain == one == two
    assert plain.hardest is None or all(problem.text(state) for state in plain.hardest.states)


@pytest.mark.usefixtures("impatient")
def test_classic_klotski() -> None:
    """Compiled code finds the known counts for the classic Klotski: 25,955 states, 964 goals, the nearest goal at depth
    116.
    """
    survey = explore(load("klotski:classic"))
    assert (survey.states, survey.goals, survey.nearest_goal, survey.depth) == (25_955, 964, 116, 167)
    assert survey.engine == "compiled"
    assert sum(survey.layers) == survey.states


@pytest.mark.parametrize("metric", ["steps", "lines", "moves"])
@pytest.mark.parametrize("rows", [5, 9])
def test_klotski_functions(metric: str, rows: int) -> None:
    """Klotski's functions for compiled code, run in Python, give the same successors in the same order as its rules,
    and the same goals, for states of one word and of several.
    """
    board = "\n".join(["a**b", "a**b", "ceed", "cfgd", *["...."] * (rows - 5), "h..i"])
    packed = load("klotski", board=board, goal={"*": [[3, 1], [3, 2], [4, 1], [4, 2]]}, metric=metric).packed()  # type: ignore[attr-defined]
    assert (packed.words > 1) == (rows == 9)
    word = packed.start
    for turn in range(60):
        found = list(packed.successors(word))
        assert found == list(Packed.successors(packed, word))
        assert packed.is_goal(word) == Packed.is_goal(packed, word)
        assert packed.pack(packed.unpack(word)) == word
        word = found[turn * 7 % len(found)]


@pytest.mark.slow
def test_wide_states_on_two_threads() -> None:
    """For states of several words, two threads find the same layers as one, even if a layer is large enough to be
    shared.
    """
    problem = load("hanoi", discs=32, pegs=5)
    alone, together = (explore(problem, limit=Limit(depth=14), threads=threads) for threads in (1, 2))
    assert alone.layers == together.layers
    assert max(alone.layers) > 4 * state_table.SHARED_STATES


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("limit", "name"), [(Limit(nodes=1000), "nodes"), (Limit(seconds=1e-9), "seconds")])
def test_limits(limit: Limit, name: str) -> None:
    """A stopped exploration names its limit, and its layers are correct as far as they go."""
    problem = load("hanoi", discs=8)
    survey = explore(problem, limit=limit)
    assert not survey.complete
    assert survey.limit == name
    assert survey.why
    whole = explore(problem, threads=1).layers
    assert survey.layers == whole[: len(survey.layers)]


@pytest.mark.usefixtures("impatient")
def test_memory_limit() -> None:
    """If the 3**20 states of a tower exceed the memory limit, the survey names this limit and has correct layers as far
    as they go.
    """
    explore(load("hanoi", discs=20), limit=Limit(nodes=300_000), threads=2)  # compiles first
    survey = explore(load("hanoi", discs=20), limit=Limit(memory=measure_memory() + (48 << 20)), threads=2)
    assert survey.limit == "memory"
    assert survey.states > 500_000
    assert survey.layers[:200] == explore(load("hanoi", discs=9)).layers[:200]  # only nine discs moved


def bad(state: int, out: Any) -> int:
    """An `expand` function that writes nine successors, more than `branching` allows."""
    for number in range(9):
        out[number] = state + number
    return 9


def negative(state: int, out: Any) -> int:
    """An `expand` function that writes a successor outside the range of states."""
    out[0] = state - 1
    return 1


def raising(state: int, out: Any) -> int:
    """An `expand` function that divides by zero in state 5."""
    out[0] = 10 // (5 - state) + state
    out[1] = state + 1
    return 2


def fancy(state: int, out: Any) -> int:
    """An `expand` function with a dictionary, which cannot be compiled."""
    out[0] = len({"a": state, "b": 2}) * 3 % 5
    return 1


def never(_state: int) -> bool:
    """False for every state."""
    return False


class Own(Puzzle[int, int]):
    """A puzzle whose packed form has the given `expand` function; no state is a goal."""

    def __init__(self, function: Any, **more: Any) -> None:
        self.start, self.function, self.more = 0, function, more

    def is_goal(self, state: int) -> bool:
        """False for every state."""
        return never(state)

    def packed(self) -> Packed[int]:
        """The packed form; each state is a number, which is packed as itself."""
        return Packed.of(0, int, int, self.function, never, **self.more)


def late(state: int, out: Any) -> int:
    """An `expand` function of a binary tree that returns too many successors in state 20,000, far from the root."""
    for number in range(2):
        out[number] = 2 * state + number + 1
    out[2] = 0
    if state > 30_000:
        return 0
    return 3 if state == 20_000 else 2


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("threads", [1, 2])
def test_the_state_that_is_broken_is_named(threads: int) -> None:
    """The message names the state with too many successors, even if several threads share its layer."""
    with pytest.raises(BadInput, match=r"expand\(20000\) writes more than branching = 2"):
        explore(Own(late, branching=2), threads=threads)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("function", "message"), [(bad, "more than branching = 8"), (negative, "outside 0 to")])
def test_broken_functions_are_refused(function: Any, message: str) -> None:
    """The message says what the function does wrong."""
    with pytest.raises(BadInput, match=message):
        explore(Own(function, branching=8))


def test_what_is_broken_is_refused_on_disk_too(tmp_path: Path) -> None:
    """An exploration on disk refuses the same mistake with the same message."""
    with pytest.raises(BadInput, match=r"expand\(20000\) writes more than branching = 2"):
        explore(Own(late, branching=2), store=Store(tmp_path, keep="overflow"), limit=Limit(memory=1))


@pytest.mark.parametrize("reversible", [True, False])
@pytest.mark.usefixtures("impatient")
def test_ctrl_c_while_the_hardest_starts_are_looked_for(reversible: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """If Ctrl-C interrupts the search for the hardest starts, the survey still has all states, and reports the
    interruption.
    """
    from langkah.engine.spaces import cpu

    def interrupted(*_given: Any, **_more: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(cpu.CpuSpace, "open_backwards", interrupted)
    walk = Walk([[1], [0, 2], [1]], frozenset([2]), wide=False, reversible=reversible)
    found = explore(walk)
    assert (found.states, found.complete, found.limit, found.hardest) == (3, True, "interrupt", None)
    assert "hardest" in found.note


def test_more_threads_than_anybody_has() -> None:
    """The number of threads is reduced to what the memory limit has room for."""
    walk = Walk([[1], [0, 2], [1]], frozenset([2]), wide=True, reversible=True)
    assert state_table.StateTable(walk.packed(), threads=10**6, memory=1 << 20).threads < 100


def one_or_two(state: int, out: Any) -> int:
    """An `expand` function with steps forward by one and by two from each state below 100."""
    out[0], out[1] = state + 1, state + 2
    return 2 if state < 100 else 0


def two_or_one(state: int, out: Any) -> int:
    """The steps of `one_or_two`, in the opposite order."""
    out[0], out[1] = state + 2, state + 1
    return 2 if state < 100 else 0


def one_or_three(state: int, out: Any) -> int:
    """An `expand` function with steps forward by one and by three (from state 0: by one and by two) from each state
    below 100.
    """
    out[0], out[1] = state + 1, state + (3 if state else 2)
    return 2 if state < 100 else 0


class Contradicting(Own):
    """A puzzle whose packed form may have other successors or another goal than the puzzle itself."""

    def __init__(self, function: Any, target: int) -> None:
        super().__init__(function)
        self.target = target

    def steps(self, state: int) -> list[Step[int, int]]:
        """Steps forward by one and by two from each state below 100."""
        return [Step(by, state + by) for by in (1, 2)] if state < 100 else []

    def is_goal(self, state: int) -> bool:
        """Whether the state is the target."""
        return state == self.target

    def packed(self) -> Packed[int]:
        """A packed form with the given function, whose goal is always 90."""
        return Packed.of(0, int, int, self.function, lambda state: state == 90, branching=2)


@pytest.mark.parametrize(("function", "target"), [(one_or_three, 90), (one_or_two, 3), (one_or_two, 91)])
def test_a_packed_form_that_contradicts_the_puzzle_is_refused(function: Any, target: int) -> None:
    """A packed form that contradicts the puzzle in the first states is refused before the search; another contradiction
    is noticed if the plan does not end in a goal. A different order of successors is no contradiction.
    """
    with pytest.raises(BadInput, match=r"packed\(\) contradicts steps\(\)"):
        solve(Contradicting(function, target), "breadth-first")
    if target != 91:
        with pytest.raises(BadInput, match="langkah doctor"):
            explore(Contradicting(function, target))
    for fine in (one_or_two, two_or_one):
        assert solve(Contradicting(fine, 90), "breadth-first").cost == 45


@pytest.mark.usefixtures("impatient")
def test_exceptions_come_through() -> None:
    """A division by zero in compiled code raises the same exception as in Python."""
    with pytest.raises(ZeroDivisionError):
        explore(Own(raising))


@pytest.mark.usefixtures("impatient")
def test_what_cannot_be_compiled_runs_in_python() -> None:
    """A puzzle whose function cannot be compiled is explored in Python, and the survey has a note about it."""
    survey = explore(Own(fancy))
    assert survey.engine == "python"
    assert survey.states == 2
    assert "compiled" in survey.note


def test_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numba, everything works in plain Python; a survey names the package to install only if compiled code
    would have helped.
    """
    from langkah.engine import compiled_search, compiler, ways

    monkeypatch.setattr(exploring, "can_compile", lambda: False)
    monkeypatch.setattr(ways, "can_compile", lambda: False)
    monkeypatch.setattr(compiled_search, "can_compile", lambda: False)
    monkeypatch.setattr(compiler, "can_compile", lambda: False)
    monkeypatch.setattr(packed_search, "PATIENCE_STATES", 10)
    assert solve(load("hanoi", discs=5), "breadth-first").cost == 31
    whole = explore(load("hanoi", discs=5))
    assert (whole.complete, whole.states, whole.note) == (True, 243, "")
    cut = explore(load("hanoi", discs=9), limit=Limit(seconds=0.01))
    assert "langkah[fast]" in cut.note
    with pytest.raises(BadInput, match="numba is not installed"):
        compiler.require_compiler()


def test_compiled_code_that_ends_too_soon_is_not_believed() -> None:
    """Compiled results are discarded if they lack layers or goals that Python has already found, unless a limit stopped
    compiled code earlier.
    """
    walk = Walk([[1], [2], [3], []], frozenset([1]), wide=False, reversible=False)
    plain = PythonSpace(walk, walk.packed(), Run(Limit()))
    plain.advance(3)
    whole = explore(walk)
    plain.compare(whole)
    plain.compare(replace(whole, layers=[1, 1], goals=0, complete=False, limit="nodes"))
    wrongs: tuple[dict[str, Any], ...] = ({"layers": [1, 1]}, {"layers": []}, {"layers": [1, 1, 2, 1]}, {"goals": 0})
    for wrong in wrongs:
        with pytest.raises(NotCompilable):
            plain.compare(replace(whole, **wrong))


def test_every_way_says_why_it_does_not_fit() -> None:
    """The table lists every exploration method; the first method without a reason against it is the chosen one."""
    tower = load("hanoi", discs=8, pegs=4)
    cases = ((load("hanoi", discs=8), "compiled"), (load("mnk"), "compiled retrograde"), (tower, "compiled regions"))
    for problem, way in cases:
        facts = gather_facts(problem, device="cpu", hardest=False)
        ways = describe_ways(facts)
        assert [each["name"] for each in ways] == [row.name for row in WAYS]
        assert next(each["name"] for each in ways if not each["why_not"]) == choose_way(facts).name == way
