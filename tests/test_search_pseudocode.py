"""Every algorithm has pseudo-code, and a page can highlight one line of it for every event of a search."""

from itertools import pairwise

import pytest

from langkah import Limit, Trace, solve
from langkah.games import load
from langkah.search import ALGORITHMS
from langkah.search.pseudocode import find_lit_line, find_moment
from tests.small import FITTING, SMALL


def test_one_for_each_algorithm() -> None:
    """Every algorithm has pseudo-code. No moment highlights two lines of one code, and the indentation grows by at most
    one level per line.
    """
    for name, row in ALGORITHMS.items():
        code = row.code
        lights = [each for line in code for each in line.lights.split()]
        assert len(lights) == len(set(lights)), name
        assert code[0].indent == 0
        assert all(line.indent - before.indent <= 1 for before, line in pairwise(code)), name


@pytest.mark.parametrize(("game", "name"), FITTING)
def test_every_event_lights_a_line(game: str, name: str) -> None:
    """Every event of an algorithm highlights a line of its pseudo-code, for every game that the algorithm fits, with
    and without a depth limit.
    """
    problem = load(game, SMALL[game])
    for depth in (None, 3):
        trace = Trace()
        solve(problem, name, observe=trace, limit=Limit(nodes=300, depth=depth), width=3)
        moments = {find_moment(trace, index) for index in range(len(trace))}
        assert "start" in moments
        assert all(find_lit_line(ALGORITHMS[name].code, each) >= 0 for each in moments), moments


def test_moments_of_branch_and_bound() -> None:
    """Branch and bound highlights the line about pruning when frontier nodes are pruned after the goal."""
    trace = Trace()
    solve(load("hanoi", discs=3), "branch-and-bound", observe=trace)
    code = ALGORITHMS["branch-and-bound"].code
    texts = [code[find_lit_line(code, find_moment(trace, i))].text for i in range(len(trace))]
    assert texts[0] == "frontier ← the start"
    assert texts[1] == "take the node with the least bound f = g + h"
    assert texts[-1] == "prune frontier nodes that cannot beat the best"
    kill = "prune frontier nodes that cannot beat the best"
    assert texts.index("if the node is a goal: it is the best so far") < texts.index(kill)
