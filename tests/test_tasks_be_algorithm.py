"""The task 'be the algorithm': rules do not reveal the answer, the player cuts off branches, and every search ends."""

from random import Random
from typing import Any

import pytest

from langkah import BadInput, load, solve
from langkah.course.result_code import PageResult, read_code
from langkah.legal_runs import begin_run
from langkah.legal_runs.by_hand import MOST_NODES, MOST_TAKEN
from langkah.model import Problem
from langkah.search.options import SearchRequest
from langkah.tasks.be_algorithm import BeAlgorithmJson, BeAlgorithmRequest, expand_next
from langkah.tasks.context import Context

LATE = {"position": ["XOX", "XO.", "..O"]}


def ask(problem: Problem[Any, Any], algorithm: str, **wish: Any) -> BeAlgorithmJson:
    """The answer of the task 'be the algorithm' to a request with these fields."""
    return expand_next(BeAlgorithmRequest(problem, SearchRequest(algorithm), **wish), Context())


def test_branches_are_cut_by_hand() -> None:
    """The player must cut off branches of alpha-beta exactly when a cut-off is due, whichever of the allowed nodes were
    expanded before. A run without cut-offs by the player accepts the same expansions.
    """
    problem, cuts = load("mnk", LATE), 0
    for seed in range(4):
        rng, taken = Random(seed), list[int]()
        while not (shown := ask(problem, "alpha-beta", taken=taken, hint=True))["over"]:
            node = rng.choice(shown["legal"])
            other = ask(problem, "alpha-beta", taken=taken, guess=node, cut=not shown["cut"])
            assert other["right"] is False
            assert "cut off" in other["why"]
            cuts += shown["cut"]
            taken = ask(problem, "alpha-beta", taken=taken, guess=node, cut=shown["cut"])["taken"]
        run: Any = begin_run(problem, "alpha-beta")
        for number in (number for number in taken if number >= 0):
            run.take(number)
        assert run.over
        assert shown["recording"]["players"]
        assert "+99" in shown["recording"]["words"], "the value of the root is told"
    assert cuts


@pytest.mark.parametrize("name", ["breadth-first", "a-star", "ida-star", "depth-first", "greedy", "beam"])
def test_the_rule_does_not_name_the_answer(name: str) -> None:
    """The answer to a wrong guess names the broken rule, but no node that may be expanded next. An answer with a hint
    names such a node, too.
    """
    problem: Any = load("hanoi", discs=3)
    taken, told = list[int](), 0
    while not (shown := ask(problem, name, taken=taken, hint=True))["over"] and len(taken) < 12:
        run: Any = begin_run(problem, name)
        for number in taken:
            run.take(number)
        run.find_legal()  # begins a new round if the old one is over
        legal = {run.label(run.nodes[number]) for number in shown["legal"]}
        for number in set(shown["waiting"]) - set(shown["legal"]):
            own = run.label(run.nodes[number])
            wrong = ask(problem, name, taken=taken, guess=number)
            assert wrong["right"] is False
            assert not any(label in wrong["why"].replace(own, "") for label in legal)
            told += any(label in ask(problem, name, taken=taken, guess=number, hint=True)["why"] for label in legal)
        taken = ask(problem, name, taken=taken, guess=shown["legal"][0])["taken"]
    assert told or name == "ida-star"


def test_a_long_search_ends_with_a_result() -> None:
    """A search by hand ends after a maximum number of steps or nodes, with a result code. A search that the player
    gives up has no code.
    """
    problem = load("hanoi", discs=7)
    run: Any = begin_run(problem, "breadth-first")
    while len(run.taken) < MOST_TAKEN:
        run.take(run.find_legal()[0])
    almost = ask(problem, "breadth-first", taken=run.taken[:-1])
    assert not almost["over"]
    whole = ask(problem, "breadth-first", taken=run.taken[:-1], guess=run.taken[-1], missed=3)
    assert (whole["right"], whole["over"], whole["short"]) == (True, True, True)
    result = read_code(whole["code"], "")
    assert isinstance(result, PageResult)
    assert (result.right, result.of) == (MOST_TAKEN - 3, MOST_TAKEN)
    left = ask(problem, "breadth-first", taken=[0], end=True)
    assert (left["over"], left["short"], left["code"]) == (True, True, "")
    with pytest.raises(BadInput, match="was not a legal choice at that step"):
        ask(problem, "breadth-first", taken=[*run.taken, run.find_legal()[0]][1:])
    wide = load("queens", n=40)
    run = begin_run(wide, "breadth-first")
    while len(run.nodes) <= MOST_NODES:
        run.take(run.find_legal()[0])
    assert ask(wide, "breadth-first", taken=run.taken)["short"]


def test_squares_that_break_a_rule_can_be_tried() -> None:
    """In backtracking on queens, the player can also choose squares that break a rule; the answer names the rule."""
    problem = load("queens", n=4)
    shown = ask(problem, "backtracking", taken=[0, 1], hint=True)
    assert len(shown["waiting"]) == 4 + 3
    assert len(shown["legal"]) == 2
    tried = min(set(range(5, 9)) - set(shown["legal"]))
    assert "breaks a rule" in ask(problem, "backtracking", taken=[0, 1], guess=tried)["why"]
    assert solve(problem, "backtracking").stats.pruned == 18


def test_negamax_by_hand_ends_where_it_may() -> None:
    """In negamax by hand, the player does not cut off branches. The search ends, and the result code contains all
    steps.
    """
    problem, rng = load("mnk", LATE), Random(2)
    taken = list[int]()
    while not (shown := ask(problem, "negamax", taken=taken, hint=True))["over"]:
        assert not shown["cuts"]
        taken = ask(problem, "negamax", taken=taken, guess=rng.choice(shown["legal"]))["taken"]
    assert not shown["short"]
    result = read_code(shown["code"], "")
    assert isinstance(result, PageResult)
    assert result.taken == tuple(taken)
    assert shown["recording"]["players"]
