"""The Tower of Hanoi: every rule against plain enumeration, constructions against searches, and the published
sequences.
"""

import itertools
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, load, solve
from langkah.games.hanoi.hanoi import Hanoi, plan_frame_stewart
from tests.oracle import distances, replay

DATA = json.loads((Path(__file__).parent / "data" / "hanoi.json").read_text(encoding="utf-8"))
RULES = ("free", "cyclic", "linear", "star")


def legal(state: tuple[int, ...], a: int, b: int, pegs: int, rule: str) -> bool:
    """Whether the rule allows a move from peg `a` to peg `b`: a second implementation of the rules."""
    if a == b or a not in state or (b in state and state.index(b) < state.index(a)):
        return False
    return {"free": True, "cyclic": (b - a) % pegs == 1, "linear": abs(a - b) == 1, "star": a * b == 0}[rule]


@settings(max_examples=200)
@given(
    st.integers(2, 5).flatmap(lambda p: st.tuples(st.just(p), st.lists(st.integers(0, p - 1), min_size=1, max_size=7))),
    st.sampled_from(RULES),
)
def test_steps_are_exactly_the_legal_moves(where: tuple[int, list[int]], rule: str) -> None:
    """The steps are the moves that `legal` allows, and `back` returns the state before each of them."""
    pegs, spots = where
    state = tuple(spots)
    puzzle = Hanoi(discs=len(state), pegs=pegs, rule=rule)
    moves = {step.move: step.state for step in puzzle.steps(state)}
    pairs = itertools.product(range(pegs), range(pegs))
    assert set(moves) == {(a, b) for a, b in pairs if legal(state, a, b, pegs, rule)}
    for (_a, b), after in moves.items():
        disc = next(index for index in range(len(state)) if after[index] != state[index])
        assert after[disc] == b
        assert any(step.state == state for step in puzzle.back(after))
        assert not puzzle.reversible or any(step.state == state for step in puzzle.steps(after))


@pytest.mark.parametrize(
    "entry", DATA["from_perfect"], ids=lambda entry: f"{entry['p']}-{entry['n']}-{entry['rule']}-{entry['start']}"
)
def test_distances_from_a_tower(entry: dict[str, Any]) -> None:
    """The number of states, the eccentricity, the sum of distances and the distances to the other towers agree with
    breadth-first enumeration.
    """
    pegs, discs = entry["p"], entry["n"]
    puzzle = Hanoi(discs=discs, pegs=pegs, rule=entry["rule"])
    far = distances(puzzle.at((entry["start"],) * discs))
    assert len(far) == entry["reached"]
    assert max(far.values()) == entry["ecc"]
    assert sum(far.values()) == entry["sum"]
    assert list(far.values()).count(entry["ecc"]) == entry["far"]
    assert [far.get((peg,) * discs) for peg in range(pegs)] == entry["to_perfect"]


@pytest.mark.parametrize("entry", DATA["random_pairs"], ids=lambda entry: entry["name"])
def test_random_pairs(entry: dict[str, Any]) -> None:
    """Under every rule, from any start to any goal, the plan has the known length and is legal."""

    def piles(pegs_of: list[int]) -> list[list[int]]:
        return [
            [disc + 1 for disc in range(entry["discs"] - 1, -1, -1) if pegs_of[disc] == peg]
            for peg in range(entry["pegs"])
        ]

    puzzle = load("hanoi", start=piles(entry["start"]), goal=piles(entry["goal"]), rule=entry["rule"])
    result = solve(puzzle)
    assert result.cost == entry["optimal_moves"]
    assert result.optimal
    assert replay(puzzle, result)[0] == tuple(entry["goal"])


@pytest.mark.parametrize("discs", range(1, 7))
def test_three_pegs_from_everywhere(discs: int) -> None:
    """The recursive construction gives a shortest plan from every position to every tower."""
    for target in range(3):
        puzzle = Hanoi(discs=discs, goal=f"peg {target + 1}")
        far = distances(puzzle.at((target,) * discs))
        for state in itertools.product(range(3), repeat=discs):
            result = solve(puzzle.at(state), "recursive")
            assert result.cost == far[state]
            assert result.optimal


@pytest.mark.parametrize("discs", range(1, 9))
def test_constructions_agree(discs: int) -> None:
    """With three pegs, the recursive, iterative and Frame-Stewart plans have 2^n - 1 moves and are legal."""
    puzzle = load("hanoi", discs=discs)
    for name in ("recursive", "iterative", "frame-stewart"):
        result = solve(puzzle, name)
        assert result.cost == 2**discs - 1
        assert puzzle.is_goal(replay(puzzle, result)[0])  # type: ignore[attr-defined]


@pytest.mark.parametrize(("pegs", "sequence"), [(4, "A007664"), (5, "A007665"), (6, "A182058")])
def test_frame_stewart_numbers(pegs: int, sequence: str) -> None:
    """The lengths of Frame-Stewart plans are the published ones, searches confirm those of small towers, and only the
    plans on four pegs are called optimal.
    """
    known = DATA["sequences"][sequence]
    offset = known.get("offset", 0)
    for index, length in enumerate(known["terms"]):
        assert plan_frame_stewart(index + offset, pegs)[0] == length
    for discs in range(1, 7):
        puzzle = load("hanoi", discs=discs, pegs=pegs, goal=f"peg {pegs}")
        written = solve(puzzle, "frame-stewart")
        assert written.cost == solve(puzzle, "bidirectional").cost == plan_frame_stewart(discs, pegs)[0]
        assert puzzle.is_goal(replay(puzzle, written)[0])  # type: ignore[attr-defined]
        assert written.optimal == (pegs == 4)


def test_large_towers_answer_at_once() -> None:
    """Large towers are solved at once without a search; a plan that is too long to list is refused with its length."""
    assert solve(load("hanoi", discs=16)).cost == 65535
    assert solve(load("hanoi", discs=20, pegs=4)).cost == 289
    with pytest.raises(BadInput, match="1099511627775 moves"):
        solve(load("hanoi", discs=40))


def test_default_goal_is_any_other_peg() -> None:
    """The default goal is any other peg, as in the paper; a setting can name one peg."""
    assert load("hanoi", discs=2).goals() == ((1, 1), (2, 2))  # type: ignore[attr-defined]
    assert load("hanoi", start=[[], [2, 1], []]).goals() == ((0, 0), (2, 2))  # type: ignore[attr-defined]
    assert load("hanoi", discs=2, goal="peg 3").goals() == ((2, 2),)  # type: ignore[attr-defined]
    assert load("hanoi", discs=2, goal="3").goals() == ((2, 2),)  # type: ignore[attr-defined]


@settings(max_examples=60)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=5), st.sampled_from(RULES))
def test_estimate_is_admissible_and_text_is_readable(spots: list[int], rule: str) -> None:
    """The estimate never exceeds the true distance, and the text of a state can be used as a start."""
    puzzle = Hanoi(discs=len(spots), pegs=4, rule=rule)
    state = tuple(spots)
    far = distances(puzzle.at(state))
    least = min(far[goal] for goal in puzzle.targets if goal in far)
    assert puzzle.misplaced(state) <= least
    assert Hanoi(start=json.loads(puzzle.text(state))).start == state


MISTAKES = [
    ({"discs": 0}, "1 to 64"),
    ({"discs": "five"}, "whole number"),
    ({"discs": True}, "whole number"),
    ({"pegs": 1}, "2 to 12"),
    ({"rule": "circular"}, "free, cyclic, linear, star"),
    ({"start": [[1, 2], [], []]}, "larger disc cannot lie on a smaller one"),
    ({"start": [[3, 1], [], []]}, "each exactly once"),
    ({"start": [[2, 1], [1], []]}, "each exactly once"),
    ({"start": [[], [], []]}, "each exactly once"),
    ({"start": 7}, "one list of discs for each peg"),
    ({"start": [[1.5]]}, "one list of discs for each peg"),
    ({"goal": "peg 9"}, '"peg 3"'),
    ({"goal": [[5, 4, 3, 2], [], []]}, "each exactly once"),
    ({"goal": [[4, 3, 2, 1], [], []]}, "it must have 5 discs"),
    ({"goal": [[5, 4, 3, 2, 1], []]}, "it must have 5 discs and 3 pegs"),
    ({"goal": 3}, "one list of discs for each peg"),
]


@pytest.mark.parametrize(("given_settings", "words"), MISTAKES)
def test_mistakes_are_explained(given_settings: dict[str, object], words: str) -> None:
    """The message for each mistake says what is legal."""
    with pytest.raises(BadInput) as caught:
        load("hanoi", given_settings)
    assert words in str(caught.value)


def test_all_mistakes_at_once() -> None:
    """The error lists all mistakes in the settings, one line for each."""
    with pytest.raises(BadInput) as caught:
        load("hanoi", discs=-1, pegs=99, rule="x", disks=3)
    assert len(caught.value.lines) == 4


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=200)
@given(st.dictionaries(st.sampled_from(["discs", "pegs", "start", "goal", "rule"]), JUNK))
def test_junk_is_refused_politely(junk: dict[str, object]) -> None:
    """Any settings give a puzzle or `BadInput`, and no other error."""
    with suppress(BadInput):
        load("hanoi", junk)


def test_numbers_that_contradict_the_start() -> None:
    """Numbers of discs and pegs that contradict the start are both reported; numbers that agree with the start are
    accepted.
    """
    with pytest.raises(BadInput) as caught:
        Hanoi(discs=4, pegs=5, start=[[2, 1], [], []])
    assert [line.split(",")[0] for line in caught.value.lines] == ["start has discs = 2", "start has pegs = 3"]
    assert Hanoi(discs=2, pegs=3, start=[[2], [1], []]).start == (1, 0)
    assert Hanoi(start=[[2], [1], [], []]).pegs == 4
