"""Memory that is paid for when it is reserved, as in a browser: it grows with what is found, and ends where it must."""

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
    ("klotski", {"board": "abcd.....\n.........", "goal": {"a": [[1, 8]]}}),  # of several goals
]


@pytest.fixture
def in_tab(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Compiled code from the first state on, in a tab of a browser: memory is paid for, and there is one thread."""
    for module in (packed_search, exploring):
        monkeypatch.setattr(module, "PATIENCE_STATES", 0)
    monkeypatch.setattr(exploring, "LITTLE_PATIENCE", 0)
    monkeypatch.setattr(state_table, "IN_BROWSER", True)
    return monkeypatch


def describe(name: str, settings: dict[str, Any]) -> tuple[Any, ...]:
    """What is found, but for how long it took."""
    survey, result = explore(load(name, settings), threads=1), solve(load(name, settings), "breadth-first")
    hardest = None if survey.hardest is None else (survey.hardest.distance, survey.hardest.count)
    return survey.states, survey.layers, survey.goals, survey.limit, hardest, result.moves, result.stats.generated


@pytest.mark.parametrize(("name", "settings"), SPACES)
def test_a_space_that_grows(name: str, settings: dict[str, Any], in_tab: pytest.MonkeyPatch) -> None:
    """The same numbers and the same plan as where all memory is reserved at once."""
    growing = describe(name, settings)
    in_tab.setattr(state_table, "IN_BROWSER", False)
    assert growing == describe(name, settings)


def test_no_more_than_its_share(in_tab: pytest.MonkeyPatch) -> None:
    """What a tab may reserve for states is filled, and then it ends; a share that is larger is used."""
    in_tab.setattr(state_table, "TAB_SHARE", 8 << 17)
    found = explore(load(*SPACES[1]), hardest=False)
    assert (found.limit, found.engine) == ("memory", "compiled")
    assert 0.95 * 2**17 < found.states <= 2**17
    in_tab.setattr(state_table, "TAB_SHARE", 8 << 18)
    assert explore(load(*SPACES[1]), hardest=False).states == 181_440


@pytest.mark.parametrize("kind", [Words, Halves, Bytes])
@pytest.mark.parametrize("count", [5, 1 << 19])
def test_blocks_are_cleared_and_enlarged(kind: type[Words | Halves | Bytes], count: int) -> None:
    """In the heap and in pages of their own, wherever giving pages back does not make them empty."""
    block = kind(count)
    block[0], block[count - 1] = 3, 7
    larger = block.enlarge(2 * count)
    assert (larger[0], larger[count - 1], larger[count], larger.count) == (3, 7, 0, 2 * count)
    larger.clear()
    assert not any(larger.read(0, 2 * count))
