"""Compiled search of m,n,k-games: the same scores, best moves and lengths as the plain search."""

import json
from functools import cache
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from langkah import Limit, load, solve
from langkah.engine.two_player import AttackSearch, MarkGameSolution, negamax
from langkah.games.mnk import Mnk
from langkah.model import Game
from langkah.run import Run
from langkah.scores import WIN
from langkah.search.game_tree import TableSearch, search_game
from langkah.tracing import Status

pytest.importorskip("numba")

FACTS = json.loads((Path(__file__).parent / "data" / "mnk.json").read_text(encoding="utf-8"))
SHAPES = [(3, 3, 3), (3, 4, 3), (4, 4, 4), (4, 4, 3), (2, 5, 2), (1, 7, 3), (3, 5, 3), (3, 3, 2), (4, 3, 4)]


def after_moves(shape: tuple[int, int, int], numbers: list[int]) -> Game[Any, Any]:
    """A game that starts after some moves, in a position where the game is not over."""
    game = Mnk(*shape)
    state = game.start
    for number in numbers:
        steps = list(game.steps(state))
        following = steps[number % len(steps)].state
        if game.outcome(following) is not None:
            break
        state = following
    return Mnk(k=shape[2], position=game.text(state).splitlines())


@settings(max_examples=60)
@given(st.sampled_from(SHAPES), st.lists(st.integers(0, 100), max_size=12))
def test_the_same_verdict_as_plain_search(shape: tuple[int, int, int], numbers: list[int]) -> None:
    """Score, value and best moves agree with the plain search; the line is legal and as long as the score says."""
    game = after_moves(shape, numbers)
    marks = (game.start[0] | game.start[1]).bit_count()
    assume(shape[0] * shape[1] - marks <= 12)
    plain = search_game(TableSearch(game, Run()))
    found = negamax(game, Run())
    assert found is not None
    assert (found.score, found.value, sorted(found.best)) == (plain.score, plain.value, sorted(plain.best))
    state = game.start
    for step in found.line:
        assert step in list(game.steps(state))
        state = step.state
    outcome = game.outcome(state)
    assert outcome is not None
    if found.value != "draw":
        assert len(found.line) == round(WIN - abs(found.score))
        assert (outcome.winner == game.player(game.start)) == (found.value == "win")


@settings(max_examples=40)
@given(st.sampled_from(SHAPES), st.lists(st.integers(0, 100), max_size=8), st.integers(0, 1), st.integers(0, 20))
def test_forced_lines_by_plain_recursion(
    shape: tuple[int, int, int], numbers: list[int], attacker: int, bound: int
) -> None:
    """`AttackSearch.forces` agrees with a plain recursion over the rules."""
    game = after_moves(shape, numbers)
    marks = (game.start[0] | game.start[1]).bit_count()
    assume(shape[0] * shape[1] - marks <= 7)

    def forced(state: Any) -> bool:
        outcome = game.outcome(state)
        if outcome is not None:
            return outcome.winner == attacker
        if (state[0] | state[1]).bit_count() >= bound:
            return False
        answers = (forced(step.state) for step in game.steps(state))
        return any(answers) if game.player(state) == attacker else all(answers)

    grid = game.structure()
    assert grid is not None
    assert AttackSearch(grid, Run()).forces(game.start, attacker, bound) == forced(game.start)


@pytest.mark.parametrize("entry", FACTS["values"], ids=lambda entry: f"{entry['m']}x{entry['n']}-{entry['k']}")
def test_published_values(entry: dict[str, Any]) -> None:
    """Every board of the published list has its published value."""
    found = solve(load("mnk", rows=entry["m"], cols=entry["n"], k=entry["k"]))
    wanted = {"first": "win", "draw": "draw", "second": "loss"}[entry["value"]]
    assert (found.status, found.value, found.optimal) == (Status.SOLVED, wanted, True)


@pytest.mark.parametrize("entry", FACTS["random_positions"], ids=lambda entry: str(entry["name"]))
def test_published_positions(entry: dict[str, Any]) -> None:
    """Positions from the middle of a game have their published values."""
    game = Mnk(k=entry["k"], position=entry["rows"])
    found = negamax(game, Run())
    assert found is None or found.value == entry["value_for_side_to_move"]


def test_limits_are_honest() -> None:
    """A search that is stopped by a limit reports how far the proof came, and expands no more nodes than allowed."""
    game = Mnk(6, 7, 5)
    result = solve(game, limit=Limit(nodes=200_000))
    assert (result.status, result.limit, result.value) == (Status.STOPPED, "nodes", "")
    assert result.stats.expanded <= 200_000
    assert "neither player can force a win within" in result.why
    quick = solve(game, limit=Limit(seconds=0.5))
    assert (quick.status, quick.limit) == (Status.STOPPED, "seconds")


def test_small_tables_give_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a table of very few entries, the search finds the known draws and the score of the plain search."""
    monkeypatch.setattr("langkah.engine.two_player.MOST_ENTRY_BITS", 6)
    for shape in (4, 4, 4), (4, 5, 4):
        found = negamax(Mnk(*shape), Run())
        assert found is not None
        assert (found.value, len(found.best)) == ("draw", shape[0] * shape[1])
    game = Mnk(3, 4, 3)
    duel = AttackSearch(game.structure(), Run())
    assert MarkGameSolution(game, duel).score(game.start) == search_game(TableSearch(game, Run())).score


@settings(max_examples=15)
@given(st.sampled_from(SHAPES), st.randoms(use_true_random=False))
def test_answers_serve_other_questions(shape: tuple[int, int, int], random: Random) -> None:
    """The attack search uses one table for every position, attacker and bound. Asked in any order, its answers agree
    with a plain recursion.
    """
    game = Mnk(*shape)
    duel = AttackSearch(game.structure(), Run())

    @cache
    def forced(state: Any, attacker: int, bound: int) -> bool:
        outcome = game.outcome(state)
        if outcome is not None:
            return outcome.winner == attacker
        if (state[0] | state[1]).bit_count() >= bound:
            return False
        answers = (forced(step.state, attacker, bound) for step in game.steps(state))
        return any(answers) if game.player(state) == attacker else all(answers)

    cells = shape[0] * shape[1]
    for _ in range(100):
        state = game.start
        for _ in range(random.randrange(max(0, cells - 9), cells)):
            state = random.choice(list(game.steps(state))).state
            if game.outcome(state) is not None:
                break
        attacker, bound = random.randrange(2), random.randrange(cells + 1)
        if game.outcome(state) is None:
            assert duel.forces(state, attacker, bound) == forced(state, attacker, bound)


@pytest.mark.parametrize(
    ("shape", "nodes"), [((4, 4, 4), 1_000), ((4, 5, 4), 25_000), ((4, 6, 4), 900_000), ((6, 6, 5), 150_000)]
)
def test_proofs_of_draws_stay_small(shape: tuple[int, int, int], nodes: int) -> None:
    """The proof of each draw expands a limited number of nodes. The limit is about twice the present number, and less
    than a tenth of the number in earlier versions.
    """
    run: Run[Any, Any] = Run()
    found = negamax(Mnk(*shape), run)
    assert found is not None
    assert (found.value, len(found.best), found.exact) == ("draw", shape[0] * shape[1], True)
    assert run.stats.expanded <= nodes


@pytest.mark.slow
def test_four_in_a_line_on_four_by_seven() -> None:
    """4 x 7 with four in a line is a draw after every first move, proved within a minute of processor time and 30
    million nodes.
    """
    before = process_time()
    found = solve(Mnk(4, 7, 4))
    assert (found.status, found.value, found.optimal, len(found.best_moves)) == (Status.SOLVED, "draw", True, 28)
    assert process_time() - before < 60
    assert found.stats.expanded < 30_000_000


def test_traces_and_depth_limits_stay_plain() -> None:
    """A depth limit, a low node limit or a small board keeps the search in Python."""
    game = Mnk(4, 4, 4)
    assert solve(game, limit=Limit(depth=3)).stats.engine == "python"
    assert solve(game, limit=Limit(nodes=1000)).stats.engine == "python"
    assert solve(Mnk(3, 3, 3)).stats.engine == "python"
