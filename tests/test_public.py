"""What `langkah` offers: all of it is there, is explained by an example, and every example runs."""

import doctest
import inspect
from pathlib import Path

import pytest

import langkah

EXPLAINED = [
    name
    for name in langkah.__all__
    if inspect.isclass(getattr(langkah, name)) or inspect.isfunction(getattr(langkah, name))
]


def test_the_tables_are_the_rest() -> None:
    """What is neither a class nor a function is a table."""
    assert set(langkah.__all__) - set(EXPLAINED) == {"ALGORITHMS", "GAMES", "OPTIONS", "PLAYERS"}


@pytest.mark.parametrize("name", EXPLAINED)
def test_examples(name: str) -> None:
    """Each has a docstring with an example, which says the truth; nothing needs to be imported from elsewhere."""
    text = inspect.getdoc(getattr(langkah, name)) or ""
    assert ">>>" in text
    names = {each: getattr(langkah, each) for each in langkah.__all__}
    test = doctest.DocTestParser().get_doctest(text, names, name, None, None)
    failed, tried = doctest.DocTestRunner(verbose=False).run(test)
    assert tried
    assert not failed


def test_an_example_with_its_own_picture_and_clicks() -> None:
    """`examples/frogs.py` uses nothing but what is public, and can be clicked through to its end."""
    problem = langkah.load(str(Path(__file__).parent.parent / "examples" / "frogs.py") + ":Frogs")
    plan = langkah.solve(problem)
    assert plan.cost == 15
    session = langkah.Session(problem)
    for move in plan.moves:
        session.click(f"stone {move}")
    assert session.ending() is not None
    assert langkah.draw_svg(session.scene()).count("<text") == 6
