"""Memory in a browser, where reserved memory counts as used: tables grow with the number of states, and the exploration
stops at its limit.
"""

from typing import Any

import pytest

from langkah import load, solve
from langkah.engine import explore as exploring
from langkah.engine.blocks import Bytes, Halves, Words
from langkah.engine.explore import explore
from langkah.engine.spaces import state_table
from langkah.search import packed_search

pytest.importorskip("numba")

SPACES: list[tuple[str, dict[str, Any]]] = [
    ("klotski:classic", {}),
    ("tiles", {"rows": 3, "cols": 3, "start": [8, 6, 7, 2, 5, 4, 3, 0, 1]}),  # 181,440 states: a table that grows twice
    ("klotski", {"board": "abcd.....\n.........", "goal": {"a": [[1, 8]]}}),  # several goals
]


@pytest.fixture
def in_tab(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Use compiled code from the first state on, with the memory rules of a browser tab."""
    for module in (packed_search, exploring):
        monkeypatch.setattr(module, "PATIENCE_STATES", 0)
    monkeypatch.setattr(exploring, "LITTLE_PATIENCE", 0)
    monkeypatch.setattr(state_table, "IN_BROWSER", True)
    return monkeypatch


def describe(name: str, settings: dict[str, Any]) -> tuple[Any, ...]:
    """The counts and hardest starts of an exploration, and the plan and count of a breadth-first search."""
    survey, result = explore(load(name, settings), threads=1), solve(load(name, settings), "breadth-first")
    hardest = None if survey.hardest is None else (survey.hardest.distance, survey.hardest.count)
    return survey.states, survey.layers, survey.goals, survey.limit, hardest, result.moves, result.stats.generated


@pytest.mark.parametrize(("name", "settings"), SPACES)
def test_a_space_that_grows(name: str, settings: dict[str, Any], in_tab: pytest.MonkeyPatch) -> None:
    """With tables that grow, the counts and the plan are the same as with all memory reserved at the start."""
    growing = describe(name, settings)
    in_tab.setattr(state_table, "IN_BROWSER", False)
    assert growing == describe(name, settings)


def test_no_more_than_its_share(in_tab: pytest.MonkeyPatch) -> None:
    """In a browser tab, an exploration fills its share of memory and then stops; with a larger share, it completes the
    space.
    """
    in_tab.setattr(state_table, "TAB_SHARE", 8 << 17)
    found = explore(load(*SPACES[1]), hardest=False)
    assert (found.limit, found.engine) == ("memory", "compiled")
    assert 0.95 * 2**17 < found.states <= 2**17
    in_tab.setattr(state_table, "TAB_SHARE", 8 << 18)
    assert explore(load(*SPACES[1]), hardest=False).states == 181_440


@pytest.mark.parametrize("kind", [Words, Halves, Bytes])
@pytest.mark.parametrize("count", [5, 1 << 19])
def test_blocks_are_cleared_and_enlarged(kind: type[Words | Halves | Bytes], count: int) -> None:
    """Blocks of memory, small and large, keep their numbers when enlarged, have zeros in the added part, and contain
    only zeros after `clear`.
    """
    block = kind(count)
    block[0], block[count - 1] = 3, 7
    larger = block.enlarge(2 * count)
    assert (larger[0], larger[count - 1], larger[count], larger.count) == (3, 7, 0, 2 * count)
    larger.clear()
    assert not any(larger.read(0, 2 * count))
