"""Two-player searches against a plain oracle: on random game graphs, on small boards, under every kind of limit."""

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, Kind, Limit, Status, Trace, solve
from langkah.games.mnk import Mnk
from langkah.model import Game, Outcome, Step
from langkah.run import Run
from langkah.scores import WIN, delay_score, format_score, widen_bound
from langkah.search.game_tree import DEEPEST_PLIES, TableSearch, search_game
from langkah.search.game_tree import GameTreeSearch as Plain
from langkah.tracing import Event, Result

ALGORITHMS = ("minimax", "alpha-beta", "negamax")
AnyGame = Game[Any, Any]


class Spot(NamedTuple):
    """One state of a random game: the player to move, the next states, the winner if there is no next state, and the
    evaluation.
    """

    player: int
    onward: tuple[int, ...]
    winner: int | None
    guess: float


class Graph(Game[int, str]):
    """A game on a random graph without cycles: the players' turns come in any order, and a position can occur at
    several depths.
    """

    def __init__(self, spots: list[Spot]) -> None:
        self.spots, self.start = spots, 0

    def player(self, state: int) -> int:
        return self.spots[state].player

    def steps(self, state: int) -> Iterable[Step[int, str]]:
        return [Step(f"{index}: {to}", to) for index, to in enumerate(self.spots[state].onward)]

    def outcome(self, state: int) -> Outcome | None:
        spot = self.spots[state]
        return None if spot.onward else Outcome(spot.winner, "the end")

    def evaluate(self, state: int) -> float:
        return self.spots[state].guess


class Hopeful(Graph):
    """A `Graph` with `hopes`, which returns for each player whether the player can still win."""

    def hopes(self, state: int) -> tuple[bool, bool]:
        winners = {spot.winner for spot in map(self.spots.__getitem__, self.below(state)) if not spot.onward}
        return 0 in winners, 1 in winners

    def below(self, state: int) -> set[int]:
        return {state}.union(*(self.below(to) for to in self.spots[state].onward))


@st.composite
def graphs(draw: st.DrawFn) -> list[Spot]:
    """The states of a random game for `Graph`: up to 14, each leading only to later ones."""
    size = draw(st.integers(1, 14))
    spots = []
    for number in range(size):
        later_ones = st.lists(st.integers(number + 1, size - 1), max_size=4) if number + 1 < size else st.just([])
        spots.append(
            Spot(
                draw(st.integers(0, 1)),
                tuple(draw(later_ones)),
                draw(st.sampled_from([None, 0, 1])),
                draw(st.sampled_from([-1.0, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0])),
            )
        )
    return spots


def random_spots(seed: int) -> list[Spot]:
    """The states of a random game for `Graph`: 3 to 12, of which the start has at least one move. If the seed is odd,
    the player to move alternates with the number of the state.
    """
    draw = Random(seed)
    size = draw.randrange(3, 13)
    spots = []
    for number in range(size):
        more = draw.randrange(1 if number == 0 else 0, 4) if number + 1 < size else 0
        onward = tuple(draw.randrange(number + 1, size) for _each in range(more))
        player = number % 2 if seed % 2 else draw.randrange(2)
        spots.append(Spot(player, onward, draw.choice([None, 0, 1]), draw.choice([-1, -0.5, 0, 0.5, 1])))
    return spots


def oracle(game: AnyGame, state: Any, depth: int | None) -> float:
    """The score of a state for the player to move, by definition: the tree is searched to `depth` (None: to the end),
    and nothing is stored.
    """
    ended = game.outcome(state)
    player = game.player(state)
    if ended is not None:
        return 0 if ended.winner is None else WIN if ended.winner == player else -WIN
    if depth == 0:
        guess = game.evaluate(state)
        hopes = game.hopes(state)
        return max(guess if hopes[player] else min(guess, 0), -1 if hopes[1 - player] else 0)
    return max(score for score, _move in moves_scored(game, state, depth))


def moves_scored(game: AnyGame, state: Any, depth: int | None) -> list[tuple[float, Any]]:
    """The score of each move for the player who makes the move."""
    found: list[tuple[float, Any]] = []
    for step in game.steps(state):
        score = oracle(game, step.state, None if depth is None else depth - 1)
        if game.player(step.state) != game.player(state):
            score = -score
        if abs(score) > 1:
            score -= 1 if score > 0 else -1
        found.append((score, step.move))
    return found


def check_against_oracle(game: AnyGame, algorithm: str, depth: int | None = None) -> None:
    """Assert that score, best moves and line of a search are those of the oracle."""
    result = solve(game, algorithm, limit=Limit(depth=depth))
    score = oracle(game, game.start, depth)
    if depth != 0 and game.outcome(game.start) is None:
        scored = moves_scored(game, game.start, depth)
        expected = [move for each, move in scored if each == score]
        assert list(result.best_moves) == expected
        assert result.moves[0] == expected[0]
    state, plies = game.start, 0
    for step in result.path:
        assert step in list(game.steps(state))
        state, plies = step.state, plies + 1
    ended = game.outcome(state)
    if abs(score) > 1:
        assert result.value == ("win" if score > 0 else "loss")
        assert plies == WIN - abs(score)
        assert ended is not None
        assert (ended.winner == game.player(game.start)) == (score > 0)
    elif result.status is Status.SOLVED:
        assert (score, result.value) == (0, "draw")
        assert ended is not None
        assert ended.winner is None
    else:
        assert depth is not None
        assert (result.value, result.limit) == ("", "depth")
        assert "guess" in result.why
    assert result.optimal == (result.status is Status.SOLVED)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@given(spots=graphs())
def test_random_games_have_the_oracles_score_moves_and_line(algorithm: str, spots: list[Spot]) -> None:
    check_against_oracle(Graph(spots), algorithm)
    check_against_oracle(Hopeful(spots), algorithm)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@given(spots=graphs(), depth=st.integers(0, 5))
def test_a_depth_limit_gives_the_oracles_guess(algorithm: str, spots: list[Spot], depth: int) -> None:
    check_against_oracle(Graph(spots), algorithm, depth)
    check_against_oracle(Hopeful(spots), algorithm, depth)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_hundreds_of_random_games(algorithm: str) -> None:
    for seed in range(500):
        spots = random_spots(seed)
        for depth in (None, 2, 3, 4):
            check_against_oracle(Graph(spots), algorithm, depth)
            check_against_oracle(Hopeful(spots), algorithm, depth)


@st.composite
def late_positions(draw: st.DrawFn) -> Mnk:
    """A small board with at most six free cells, reached by legal play."""
    rows, cols, k = draw(st.integers(1, 4)), draw(st.integers(1, 4)), draw(st.integers(1, 4))
    game = Mnk(rows=rows, cols=cols, k=k)
    state = game.start
    for _ply in range(max(0, rows * cols - 6)):
        steps = list(game.steps(state))
        onward = [step for step in steps if game.outcome(step.state) is None]
        if not onward:
            break
        state = draw(st.sampled_from(onward)).state
    return game.at(state)


@settings(max_examples=40)
@given(game=late_positions(), depth=st.none() | st.integers(1, 4))
def test_small_boards_have_the_oracles_score_moves_and_line(game: Mnk, depth: int | None) -> None:
    for algorithm in ALGORITHMS:
        check_against_oracle(game, algorithm, depth)


class Nim(Game[tuple[int, int], int]):
    """Take 1 to 3 from a heap; taking 2 gives another turn; the player who takes the last one wins."""

    def __init__(self, heap: int) -> None:
        self.start = (heap, 0)

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def steps(self, state: tuple[int, int]) -> list[Step[tuple[int, int], int]]:
        heap, player = state
        return [
            Step(take, (heap - take, player if take == 2 and heap > 2 else 1 - player))
            for take in (1, 2, 3)
            if take <= heap
        ]

    def outcome(self, state: tuple[int, int]) -> Outcome | None:
        return None if state[0] else Outcome(1 - state[1], "took the last one")


@pytest.mark.parametrize("heap", range(1, 12))
def test_a_game_with_extra_turns(heap: int) -> None:
    @cache
    def wins(heap: int) -> bool:
        return heap in (1, 2, 3) or wins(heap - 2) or not wins(heap - 1) or not wins(heap - 3)

    values = {solve(Nim(heap), algorithm).value for algorithm in ALGORITHMS}
    assert values == {"win" if wins(heap) else "loss"}
    lines = {solve(Nim(heap), algorithm).best_moves for algorithm in ALGORITHMS}
    assert len(lines) == 1


@given(
    st.floats(-1, 1)
    | st.integers(1, DEEPEST_PLIES).map(lambda n: WIN - n)
    | st.integers(1, DEEPEST_PLIES).map(lambda n: n - WIN)
)
def test_a_bound_for_the_parent_becomes_a_bound_for_the_child(score: float) -> None:
    assert delay_score(widen_bound(score)) == score or abs(score) == 1
    assert widen_bound(-score) == -widen_bound(score)
    assert delay_score(-score) == -delay_score(score)


def test_scores_are_told_in_words() -> None:
    assert format_score(WIN - 3) == "win in 3"
    assert format_score(4 - WIN) == "loss in 4"
    assert format_score(0) == "draw"
    assert format_score(0.25) == "+0.25"
    assert format_score(-5e-324) == "worse than: draw"
    assert format_score(float("-inf")) == format_score(-WIN - 2) == "-∞"
    assert format_score(WIN) == "win in 0"


# Traces


def rounds(events: list[Event]) -> list[list[Event]]:
    """The events of a trace in one list per round, without the events that begin a new round."""
    found: list[list[Event]] = [[]]
    for event in events:
        if event.kind is Kind.RESTART:
            found.append([])
        else:
            found[-1].append(event)
    return found


def check_trace(game: AnyGame, algorithm: str) -> None:
    """Assert that a trace changes no answer, that its events agree with the counters, and that each round is
    consistent.
    """
    trace = Trace()
    result = solve(game, algorithm, observe=trace)
    silent = solve(game, algorithm)
    counted = ("expanded", "generated", "skipped", "pruned", "frontier_max")
    assert [getattr(result.stats, name) for name in counted] == [getattr(silent.stats, name) for name in counted]
    assert (result.moves, result.best_moves, result.value) == (silent.moves, silent.best_moves, silent.value)
    kinds = [event.kind for event in trace.events]
    assert kinds.count(Kind.TAKE) == result.stats.expanded
    assert kinds.count(Kind.OPEN) + kinds.count(Kind.PRUNE) == result.stats.generated
    assert kinds.count(Kind.DUPLICATE) == result.stats.skipped
    assert kinds.count(Kind.PRUNE) == result.stats.pruned
    for events in rounds(trace.events):
        check_round(game, events, algorithm)


def check_round(game: AnyGame, events: list[Event], algorithm: str) -> None:
    """Assert that each node of a round has a value that follows from the values of its children."""
    opened = {event.node: event for event in events if event.kind is Kind.OPEN}
    values = {event.node: event for event in events if event.kind is Kind.VALUE}
    pruned = {event.node: event for event in events if event.kind is Kind.PRUNE}
    taken = {event.node for event in events if event.kind is Kind.TAKE}
    merged = {event.node: event for event in events if event.kind is Kind.DUPLICATE}
    assert set(values) == set(opened) == taken | set(merged)
    assert not taken & set(merged)
    assert not taken & set(pruned)
    assert {event.parent for event in pruned.values()} == {event.node for event in events if event.kind is Kind.CUT}
    assert all("alpha" in event.why and "beta" in event.why for event in pruned.values())
    assert all(event.other >= 0 for event in merged.values())
    for number, event in opened.items():
        below = [each for each in opened.values() if each.parent == number]
        assert event.side == ("max" if game.player(event.state) == game.player(game.start) else "min")
        assert (event.alpha is None) == (algorithm == "minimax")
        if below:
            points = [value for each in below if (value := values[each.node].bound) is not None]
            assert len(points) == len(below)
            assert values[number].bound == (max(points) if event.side == "max" else min(points))
        if algorithm == "minimax":
            made = {each.state for each in below}
            assert made == {step.state for step in game.steps(event.state)}


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@given(spots=graphs())
def test_a_trace_tells_every_node_to_its_end(algorithm: str, spots: list[Spot]) -> None:
    check_trace(Graph(spots), algorithm)
    check_trace(Hopeful(spots), algorithm)


@settings(max_examples=15)
@given(game=late_positions())
def test_traces_of_boards(game: Mnk) -> None:
    for algorithm in ALGORITHMS:
        check_trace(game, algorithm)


# Limits


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_limit_on_nodes_is_exact_and_the_partial_answer_true(algorithm: str) -> None:
    for seed in range(60):
        game = Graph(random_spots(seed))
        whole = solve(game, algorithm)
        for nodes in range(min(whole.stats.expanded, 60)):
            check_partial(game, whole, solve(game, algorithm, limit=Limit(nodes=nodes)), nodes)
        enough = solve(game, algorithm, limit=Limit(nodes=whole.stats.expanded))
        assert (enough.status, enough.value, enough.moves) == (Status.SOLVED, whole.value, whole.moves)


def check_partial(game: Graph, whole: Result[int, str], part: Result[int, str], nodes: int) -> None:
    """Assert that a stopped search names its limit, and that its partial answer agrees with the answer of the whole
    search.
    """
    assert (part.status, part.limit, part.optimal) == (Status.STOPPED, "nodes", False)
    assert part.stats.expanded == nodes
    assert part.value in ("", whole.value)
    assert part.why.startswith("stopped at the node limit")
    if part.value == "win":
        truth = {move: score for score, move in moves_scored(game, 0, None)}
        assert all(truth[move] > 1 for move in part.best_moves)
    state = 0
    for step in part.path:
        assert step in list(game.steps(state))
        state = step.state


def test_a_limit_on_time_and_cancelling() -> None:
    game = Mnk(rows=6, cols=7, k=5)
    slow = solve(game, limit=Limit(seconds=0.2))
    assert (slow.status, slow.limit, slow.value) == (Status.STOPPED, "seconds", "")
    assert 0.15 < slow.stats.seconds < 20
    assert "first moves" in slow.why or "can force a win within" in slow.why  # the text of plain or of compiled code
    assert "first moves" in solve(game, "alpha-beta", limit=Limit(seconds=0.2)).why
    gone = solve(game, cancelled=lambda: True)
    assert (gone.status, gone.limit) == (Status.STOPPED, "cancel")
    assert solve(game, limit=Limit(memory=1)).limit == "memory"


class Interrupted(Mnk):
    """An m,n,k-game that raises KeyboardInterrupt, as Ctrl-C does, at call number `patience` of `steps`."""

    patience = 0

    def steps(self, state: tuple[int, int]) -> Iterable[Step[tuple[int, int], int]]:
        self.patience -= 1
        if self.patience == 0:
            raise KeyboardInterrupt
        return super().steps(state)


@pytest.mark.parametrize("patience", [2, 100, 1000, 3000])
def test_an_interrupt_leaves_what_was_found(patience: int) -> None:
    game = Interrupted(size=3)
    game.patience = patience
    result = solve(game, "alpha-beta")
    assert (result.status, result.limit) == (Status.STOPPED, "interrupt")
    assert result.why.startswith("interrupted")
    assert bool(result.best_moves) == (patience > 1000)
    assert set(map(game.notation, result.best_moves)) <= set("123456789")


def test_a_stop_after_the_value_is_known_still_tells_it() -> None:
    game = Mnk(rows=4, cols=4, k=3)
    whole = solve(game).stats.expanded
    told_early = [solve(game, limit=Limit(nodes=nodes)) for nodes in range(whole // 2, whole, 10)]
    assert "win" in {each.value for each in told_early}
    assert all(each.value in ("", "win") and not each.optimal for each in told_early)


class Endless(Game[int, str]):
    """A game that never ends."""

    start = 0

    def player(self, state: int) -> int:
        return state % 2

    def outcome(self, state: int) -> Outcome | None:
        del state
        return None

    def steps(self, state: int) -> list[Step[int, str]]:
        return [Step("on", state + 1)]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_game_without_end_stops_honestly(algorithm: str) -> None:
    result = solve(Endless(), algorithm)
    assert (result.status, result.limit, result.value) == (Status.STOPPED, "depth", "")
    assert str(DEEPEST_PLIES) in result.why
    result = solve(Endless(), algorithm, limit=Limit(depth=7))
    assert (result.status, result.limit, len(result.moves)) == (Status.STOPPED, "depth", 7)


class Long(Endless):
    """A game with a single, long line."""

    def outcome(self, state: int) -> Outcome | None:
        return Outcome(0, "at last") if state == DEEPEST_PLIES - 1 else None


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta"])
def test_a_very_long_game_is_played_to_its_end(algorithm: str) -> None:
    result = solve(Long(), algorithm)
    assert (result.status, result.value, len(result.moves)) == (Status.SOLVED, "win", DEEPEST_PLIES - 1)


class Boastful(Endless):
    """A game whose evaluations are out of range."""

    def evaluate(self, state: int) -> float:
        del state
        return 100.0


class Stuck(Endless):
    """A game with a state that has neither a move nor an outcome."""

    def steps(self, state: int) -> list[Step[int, str]]:
        del state
        return []


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_game_that_contradicts_itself_is_told_so(algorithm: str) -> None:
    with pytest.raises(BadInput, match="must be from -1"):
        solve(Boastful(), algorithm, limit=Limit(depth=3))
    with pytest.raises(BadInput, match="no legal move"):
        solve(Stuck(), algorithm)


# Speed, counted in nodes so that a busy machine does not matter


def test_the_trees_of_tic_tac_toe() -> None:
    run: Run[tuple[int, int], int] = Run()
    assert search_game(Plain(Mnk(size=3), run, prune=True)).score == 0
    assert run.stats.expanded < 40_000
    run = Run()
    assert search_game(TableSearch(Mnk(size=3), run)).score == 0
    assert run.stats.expanded < 500


@pytest.mark.slow
def test_minimax_looks_at_every_node_of_tic_tac_toe() -> None:
    assert solve(Mnk(size=3), "minimax").stats.expanded == 549_946
