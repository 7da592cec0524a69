"""Any settings of a game give a problem that can be drawn, written and played, or a clear refusal."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput
from langkah.games import GAMES, get_game_class, get_game_settings

SHORT = st.text("*.#AB ab/\n10X", max_size=12) | st.sampled_from(["cat", "english", "AA/A", "farmer", "***/***"])
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 30) | st.integers() | st.floats() | SHORT | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(SHORT, inner, max_size=3),
    max_leaves=8,
)
CLICKS = [(), ("boat",), ("kind 99", "boat"), ("jug Z", "jug A"), ("piece A", "cell 99,99"), ("place 99", "letter a")]
TYPED = ["", "+", "a0", "A1-a1", "zz9", "fill Z", "9 wolf+x", "\u0661"]


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=80, deadline=None)
@given(st.data())
def test_no_junk_makes_a_traceback(name: str, data: st.DataObject) -> None:
    """Random settings, clicks and typed moves raise no error except `BadInput`. The settings that a problem returns
    build the same problem again.
    """
    names = [setting.name for setting in get_game_settings(name)]
    words: dict[str, Any] = data.draw(st.dictionaries(st.sampled_from(names), JUNK, max_size=3))
    with suppress(BadInput):
        problem = get_game_class(name)(**words)
        assert problem.scene(problem.start).title
        for clicks, text in zip(CLICKS, TYPED, strict=False):
            assert isinstance(problem.refusal(problem.start, clicks), str)
            assert isinstance(problem.typed(text), tuple)
        again = type(problem)(**problem.given())
        assert again.text(again.start) == problem.text(problem.start)
