"""Functions as heuristics: `solve(problem, estimate=function)`, and other places where a heuristic can be named."""

from typing import Any

import pytest
from hypothesis import given, settings

from langkah import BadInput, Estimate, Status, compare, load, solve, trace, worksheet
from tests.graphs import Graph, graphs
from tests.oracle import least_cost, replay


def count_wrong(problem: Any, state: Any) -> int:
    """The number of misplaced tiles: a heuristic that is admissible but not declared so."""
    return sum(a != b for a, b in zip(state, problem.target, strict=True) if a)


BOARD: Any = load("tiles", rows=2, cols=3, start=[4, 5, 0, 1, 2, 3])


def test_a_function_guides_a_search_and_proves_nothing() -> None:
    """A function of the problem and a state, or of a state alone, guides a search but proves nothing; a named function
    gives the heuristic its name.
    """
    plain = solve(BOARD, "a*")
    found = solve(BOARD, "a*", estimate=count_wrong)
    assert (found.estimate, found.cost, found.optimal) == ("count_wrong", plain.cost, False)
    assert "'count_wrong' is not known to be admissible" in found.why
    alone = solve(BOARD, "a*", estimate=lambda state: count_wrong(BOARD, state))
    assert (alone.estimate, alone.stats.expanded) == ("given", found.stats.expanded)
    assert solve(BOARD, estimate=count_wrong).algorithm == "a-star"
    assert "count_wrong" not in {each.name for each in BOARD.all_estimates()}, "the problem itself stays as it was"


def test_an_estimate_vouches_for_itself() -> None:
    """A function wrapped in `Estimate` has the declared name and admissibility."""
    sure = Estimate("wrong", count_wrong, True, "tiles that are not in their places")
    for algorithm in (None, "a*", "ida*"):
        found = solve(BOARD, algorithm, estimate=sure)
        assert (found.estimate, found.optimal) == ("wrong", True)


def test_traces_comparisons_and_worksheets_know_it() -> None:
    """Traces, comparisons and worksheets show the function's name; functions of the same name are numbered."""
    found = trace(BOARD, "a*", estimate=count_wrong).result
    assert found is not None
    assert found.estimate == "count_wrong"
    rows = compare(BOARD, "a*,wa*", estimates=[count_wrong, "zero", count_wrong], memory=False).rows
    assert [(row.result.algorithm, row.result.estimate) for row in rows] == [
        (name, each) for name in ("a-star", "weighted-a-star") for each in ("count_wrong", "zero", "count_wrong-2")
    ]
    both = compare([BOARD, BOARD.at((1, 2, 3, 4, 0, 5))], ["a*"], estimate=count_wrong, memory=False)
    assert {row.result.estimate for row in both.rows} >= {"count_wrong"}
    assert "count_wrong" in worksheet(BOARD, "a*", estimate=count_wrong)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (3, "estimate = 3: this must be the name of a heuristic (estimate)"),
        (lambda: 0, "estimate = '<lambda>': the function must take (problem, state) or (state)"),
        (lambda a, b, c: 0, "estimate = '<lambda>': the function must take (problem, state) or (state)"),  # noqa: ARG005
        ("manhatan", "Heuristic (estimate) 'manhatan' is not known. Did you mean manhattan?"),
    ],
)
def test_what_is_no_estimate_is_refused(given: Any, line: str) -> None:
    """A value that is no heuristic is refused in a line that says what is legal."""
    with pytest.raises(BadInput) as told:
        solve(BOARD, estimate=given)
    assert told.value.lines[0].startswith(line)


def test_an_estimate_in_the_wrong_place() -> None:
    """A function in the place of the algorithm is refused with a line that says what to write, and a game takes no
    heuristic.
    """
    wrong: Any = count_wrong
    with pytest.raises(BadInput) as told:
        solve(BOARD, wrong)
    assert told.value.lines == (
        'algorithm = count_wrong: give its name, as in "a*"',
        "If count_wrong is a heuristic, write: estimate=count_wrong",
    )
    number: Any = 5
    with pytest.raises(BadInput, match=r'^algorithm = 5: give its name, as in "a\*"$'):
        trace(BOARD, number)
    with pytest.raises(BadInput, match="only puzzles have heuristics"):
        solve("tictactoe", estimate=count_wrong)


@settings(max_examples=60)
@given(graphs())
def test_functions_on_random_graphs(graph: Graph) -> None:
    """With a function that returns the true distance, a search finds the least cost but calls no plan optimal."""
    found = solve(graph, estimate=lambda node: graph.exact[node])
    least = least_cost(graph)
    if least is None:
        assert found.status is not Status.SOLVED
    else:
        assert (found.cost, found.optimal) == (least, False)
        assert replay(graph, found)[1] == least


def test_moves_are_the_puzzles_own() -> None:
    """`moves` has the puzzle's own moves, and `notation` and the JSON have the moves as people write them; `best_moves`
    and `as_dict` follow the same rule.
    """
    board: Any = load("snakes", squares=9, die=3)
    found = solve(board)
    assert found.moves == (3, 3, 3)
    assert found.notation == ("3", "3", "3")
    assert found.as_dict()["moves"] == ["3", "3", "3"]
    assert [step.move for step in found.path] == list(found.moves)
    game = solve("tictactoe")
    assert game.best_moves == tuple(range(9))
    assert game.as_dict()["best_moves"] == [str(n) for n in range(1, 10)]


def test_every_answer_makes_its_json_alone() -> None:
    """`as_dict` of every answer works without the problem as an argument; a trace that does not contain its problem is
    refused.
    """
    from langkah import audit, doctor, explore, match, odds

    answers: list[Any] = [
        solve("hanoi"),
        trace("hanoi", "bfs"),
        compare("hanoi", ["bfs"], memory=False),
        explore("hanoi"),
        audit("expert", "tictactoe"),
        match("random", "random", "tictactoe", games=2),
        odds(load("snakes", squares=3, die=2)),
        doctor(load("hanoi", discs=2)),
    ]
    for answer in answers:
        assert isinstance(answer.as_dict(), dict)
    assert explore("hanoi").as_dict()["hardest"]["boards"]
    with pytest.raises(BadInput, match="this trace does not contain its problem"):
        type(answers[1])().as_dict()
