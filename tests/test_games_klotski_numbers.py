"""Klotski: the known numbers of many boards, and the optimum of every level, in every metric."""

import json
import tomllib
from collections.abc import Iterator
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tools import boards

from langkah import solve
from langkah.games import LEVELS, list_levels
from langkah.games.klotski.klotski import Klotski
from langkah.tasks.levels import read_level
from tests.oracle import replay
from tests.sliding import METRICS, Graph, component, depths, level_of

DATA = Path(__file__).parent / "data"
BOARDS: list[dict[str, Any]] = json.loads((DATA / "klotski.json").read_text(encoding="utf-8"))
RUSH: list[dict[str, Any]] = json.loads((DATA / "rushhour.json").read_text(encoding="utf-8"))


MADE = [name for name in list_levels("klotski") if name.startswith(("first-steps-", "rush-hour-"))]


def built(entry: dict[str, Any], metric: str) -> Klotski:
    """The puzzle of an entry of the data."""
    names = ("board", "goal", "axis", "same")
    return Klotski(metric=metric, **{name: entry[name] for name in names if name in entry})


def family(puzzle: Klotski) -> tuple[object, ...]:
    """A key that is equal for boards with the same cells, gates, blocks, goal and axis: only their starts differ."""
    layout = puzzle.layout
    blocks = tuple(puzzle.kinds), tuple(sorted(puzzle.kind_of))
    return tuple(layout.cells), tuple(sorted(layout.gates)), blocks, puzzle.wanted, puzzle.axis


def with_levels() -> Iterator[dict[str, Any]]:
    """The entries of the data, and Langkah's levels in the form of such entries."""
    yield from BOARDS
    for name in list_levels("klotski"):
        level = tomllib.loads((LEVELS / "klotski" / f"{name}.toml").read_text(encoding="utf-8"))
        if name in MADE:
            continue  # `test_levels_that_we_made` searches these
        best = {"solvable": False} if level["optimum"] == "impossible" else level["optimum"]
        yield {
            "id": f"level {name}",
            **best,
            **{key: level[key] for key in ("board", "goal", "same", "axis") if key in level},
        }


def list_families() -> list[list[dict[str, Any]]]:
    """The levels, and the entries whose number of positions is known, in groups with the same key of `family`."""
    grouped: dict[object, list[dict[str, Any]]] = {}
    for entry in with_levels():
        if "states" in entry or entry["id"].startswith("level"):
            grouped.setdefault(family(built(entry, "steps")), []).append(entry)
    return list(grouped.values())


FAMILIES = list_families()


def families(low: int, high: int) -> list[list[dict[str, Any]]]:
    """The groups of `list_families` with at least `low` and less than `high` positions."""
    return [group for group in FAMILIES if low <= max(entry.get("states", 0) for entry in group) < high]


def check_family(group: list[dict[str, Any]], metric: str, *, deep: bool = True) -> None:
    """Check, for every board of a group from `list_families`, the number of positions and of solved positions, the
    distance to the goal and, with `deep`, the greatest depth.

    Distances are counted backwards from the solved positions. This is a second method, which must agree with the
    searches.
    """
    known: list[tuple[Graph, list[int], dict[int, int]]] = []  # positions, solved positions, distances to these
    for entry in group:
        puzzle = built(entry, metric)
        packed = puzzle.packed()
        if not any(packed.start in graph for graph, _goals, _to_goal in known):
            graph = component(puzzle)
            goals = [word for word in graph if packed.is_goal(word)]
            known.append((graph, goals, depths(graph, goals)))
        graph, goals, to_goal = next(each for each in known if packed.start in each[0])
        told = (entry["id"], metric)
        assert entry.get("states", len(graph)) == len(graph), told
        assert entry.get("goals", len(goals)) == len(goals), told
        assert entry.get(metric, to_goal.get(packed.start)) == to_goal.get(packed.start), told
        assert (packed.start in to_goal) == entry.get("solvable", bool(entry.get("goal"))), told
        if deep and f"depth_{metric}" in entry:
            assert max(depths(graph, [packed.start]).values()) == entry[f"depth_{metric}"], told


def group_id(group: list[dict[str, Any]]) -> str:
    """The id of a group from `list_families`: its first board, and the number of other boards."""
    return f"{group[0]['id']}+{len(group) - 1}"


SMALL, LARGE = 30_000, 1_000_000  # positions: limits for tests that are not slow, and for plain Python
WITH_LEVELS = [group for group in families(SMALL, LARGE) if group[-1]["id"].startswith("level")]


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("group", families(0, SMALL), ids=group_id)
def test_known_numbers(group: list[dict[str, Any]], metric: str) -> None:
    """All small boards and levels have the known numbers of positions and distances (see `check_family`)."""
    check_family(group, metric)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("group", WITH_LEVELS, ids=group_id)
def test_known_numbers_of_larger_levels(group: list[dict[str, Any]], metric: str) -> None:
    """The larger levels have the known numbers of positions and distances; the greatest depth is not checked."""
    check_family(group, metric, deep=False)


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("group", families(SMALL, LARGE), ids=group_id)
def test_known_numbers_of_larger_boards(group: list[dict[str, Any]], metric: str) -> None:
    """All boards of up to a million positions have the known numbers of positions and distances, including the greatest
    depth.
    """
    check_family(group, metric)


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(
    "entry", [each for each in BOARDS if each.get("states", inf) >= LARGE], ids=lambda entry: str(entry["id"])
)
def test_large_boards_are_solved(entry: dict[str, Any], metric: str) -> None:
    """Boards that are too large to explore here are solved at the known least cost."""
    puzzle = built(entry, metric)
    result = solve(puzzle)
    assert (result.cost, result.optimal) == (entry[metric], True)
    assert puzzle.is_goal(replay(puzzle, result)[0])


@pytest.mark.parametrize(
    "entry",
    [pytest.param(each, marks=[pytest.mark.slow] if each["states"] > SMALL // 2 else []) for each in RUSH],
    ids=lambda entry: str(entry["id"]),
)
def test_rush_hour(entry: dict[str, Any]) -> None:
    """Boards of Rush Hour have the known numbers of positions and distances. Cars slide only along their length: a move
    is a straight line.
    """
    check_family([entry], "steps")
    check_family([entry], "moves")
    puzzle = built(entry, "lines")
    result = solve(puzzle)
    assert (result.cost, result.optimal) == (entry["moves"], True)
    assert puzzle.is_goal(replay(puzzle, result)[0])


@pytest.mark.parametrize("name", [*MADE[:9], *(pytest.param(name, marks=pytest.mark.slow) for name in MADE[9:])])
def test_levels_that_we_made(name: str) -> None:
    """Each level that `tools.boards` made has the proved optimum of its file in every metric, and fits the group that
    its file names. No such level is a known card of Rush Hour.
    """
    level = tomllib.loads((LEVELS / "klotski" / f"{name}.toml").read_text(encoding="utf-8"))
    for metric in METRICS:
        puzzle = level_of(name, metric=metric)
        result = solve(puzzle)
        assert (result.cost, result.optimal) == (level["optimum"][metric], True)
        assert puzzle.is_goal(replay(puzzle, result)[0])
    steps, moves = level["optimum"]["steps"], level["optimum"]["moves"]
    kind, _colon, grade = level["group"].partition(": ")
    assert 4 <= steps <= 30 if kind == "First steps" else puzzle.axis == "along"
    low, high = {"easy": (1, 12), "medium": (13, 20), "hard": (21, 99), "": (1, 99)}[grade]
    assert low <= moves <= high
    ours = {(family(puzzle), puzzle.key(puzzle.start))}
    cards = (built(entry, metric) for entry in RUSH if kind == "Rush Hour")
    assert not ours & {(family(card), card.key(card.start)) for card in cards}


def test_enough_levels_for_beginners() -> None:
    """At least twelve levels are in the group `First steps`, and Rush Hour has at least six levels in each of three
    grades.
    """
    groups = [level["group"] for level in (read_level("klotski", name) for name in list_levels("klotski"))]
    assert groups.count("First steps") >= 12
    assert min(groups.count(f"Rush Hour: {grade}") for grade in ("easy", "medium", "hard")) >= 6


def test_boards_are_made_by_exploring() -> None:
    """`tools.boards` makes the same board for the same seed. The board has the requested least cost, and is easier
    without any one of its pieces.
    """
    board = boards.make_board(boards.SMALL, 9, Random("a test"))
    assert board == boards.make_board(boards.SMALL, 9, Random("a test"))
    assert solve(boards.SMALL.build(board, "steps")).cost == 9
    for name in set(board) - set(".*\n"):
        assert (solve(boards.SMALL.build(board.replace(name, "."), "steps")).cost or 0) < 9
    assert boards.measure_starts(boards.SMALL, board)[0].split("\n")[2].startswith("**")


def test_our_levels() -> None:
    """At least fifty levels exist. Each has a title, a source and an optimum, and only one pair of levels has the same
    board.
    """
    names = list_levels("klotski")
    found = {name: tomllib.loads((LEVELS / "klotski" / f"{name}.toml").read_text(encoding="utf-8")) for name in names}
    assert len(names) >= 50
    assert {"classic", "paper"} <= set(names)
    for name, level in found.items():
        assert level["title"]
        assert level["source"]
        assert level["optimum"] == "impossible" or set(level["optimum"]) == set(METRICS), name
    puzzles = [level_of(name) for name in names]
    assert len({(family(each), each.key(each.start)) for each in puzzles}) == len(names) - 1  # Century = Shou Kou 2
