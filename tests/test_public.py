"""The public names of `langkah`: each class and function has an example, and every example runs."""

import doctest
import inspect
from pathlib import Path

import pytest

import langkah
from langkah import Limit
from langkah.games.hanoi.hanoi import Hanoi

EXPLAINED = [
    name
    for name in langkah.__all__
    if inspect.isclass(getattr(langkah, name)) or inspect.isfunction(getattr(langkah, name))
]


def test_the_tables_are_the_rest() -> None:
    """Every public name that is neither a class nor a function is a table."""
    assert set(langkah.__all__) - set(EXPLAINED) == {"ALGORITHMS", "GAMES", "OPTIONS", "PATTERNS", "PLAYERS"}


@pytest.mark.parametrize("name", EXPLAINED)
def test_examples(name: str) -> None:
    """Each class and function has a docstring with an example that passes with only the public names."""
    text = inspect.getdoc(getattr(langkah, name)) or ""
    assert ">>>" in text
    names = {each: getattr(langkah, each) for each in langkah.__all__}
    test = doctest.DocTestParser().get_doctest(text, names, name, None, None)
    failed, tried = doctest.DocTestRunner(verbose=False).run(test)
    assert tried
    assert not failed


def test_an_example_with_its_own_picture_and_clicks() -> None:
    """`examples/frogs.py` can be solved, drawn, and clicked through to its end."""
    problem = langkah.load(str(Path(__file__).parent.parent / "examples" / "frogs.py") + ":Frogs")
    plan = langkah.solve(problem)
    assert plan.cost == 15
    session = langkah.Session(problem)
    for move in plan.moves:
        session.click(f"stone {move}")
    assert session.ending() is not None
    assert langkah.draw(session).count("<text") == 6


# The reprs of values


def test_reprs_are_short_and_say_what_matters(tmp_path: Path) -> None:
    """A repr is Python code if possible, else one short line."""
    solve, load = langkah.solve, langkah.load
    small = load("hanoi", discs=2)
    session = langkah.Session(small)
    session.play("1-2")
    langkah.explore(small, store=tmp_path)
    known = {
        repr(load("klotski:classic")): "load('klotski:classic')",
        repr(load("tiles", rows=2, start=[3, 1, 2, 0], cols=2)): "load('tiles', rows=2, start=[3, 1, 2, 0], cols=2)",
        repr(Hanoi(discs=3, pegs=4)): "Hanoi(discs=3, pegs=4)",
        repr(Limit()): "Limit()",
        repr(Limit(nodes=10, seconds=0.5)): "Limit(nodes=10, seconds=0.5)",
        repr(langkah.Stats(expanded=7, engine="compiled")): "Stats(expanded=7, engine='compiled')",
        repr(langkah.SearchRequest("a-star", ties=["deep"], limit=Limit(depth=3))): (
            "SearchRequest(algorithm='a-star', ties=('deep',), limit=Limit(depth=3))"
        ),
        repr(solve("klotski:classic")): "<Result klotski:classic: solved, cost 116, optimal, 24,005 expanded>",
        repr(solve("tictactoe")): "<Result tictactoe: draw, 322 expanded>",
        repr(solve("tiles:loyd-14-15")): "<Result tiles:loyd-14-15: impossible, 0 expanded>",
        repr(solve("tiles", limit=Limit(nodes=10))): "<Result tiles: stopped (nodes), 10 expanded>",
        repr(solve("queens", find_all=True)): "<Result queens: solved, cost 8, optimal, 92 solutions, 2,057 expanded>",
        repr(langkah.Trace()): "<Trace: 0 events>",
        repr(langkah.trace(small, "bfs", events=5)): (
            "<Trace of breadth-first on hanoi discs=2: 5 events, 21 left out>"
        ),
        repr(langkah.explore(small)): "<Survey hanoi discs=2: 9 states in 4 layers, complete>",
        repr(langkah.explore("tiles", limit=Limit(depth=2))): "<Survey tiles: 9 states in 3 layers, stopped (depth)>",
        repr(langkah.compare(small, "bfs")): "<Comparison on hanoi discs=2: 1 of 1 searches solved it>",
        repr(langkah.odds("snakes:small")): "<Odds snakes:small: solved, 32.6087 turns expected, 4 at least>",
        repr(langkah.audit("random", "tictactoe", limit=Limit(depth=3))): (
            "<Audit of random as second on tictactoe: stopped (depth); 0 games, 0 won, 0 drawn, 0 lost>"
        ),
        repr(langkah.match("perfect", "expert", "tictactoe", games=4)): (
            "<Match of perfect against expert on tictactoe: 4 games, 0 won, 4 drawn, 0 lost>"
        ),
        repr(session): "<Session hanoi discs=2: 1 move made>",
        repr(small.scene(small.start)): "<Scene 12 x 4, 11 shapes: peg 1: 2 1; peg 2: empty; peg 3: empty>",
        repr(langkah.Store("folder", workers=2)): "Store(path='folder', workers=2)",
        repr(langkah.store(tmp_path)): "<StoreReader hanoi discs=2: 9 states in 4 layers, complete>",
        repr(langkah.reproduce("hanoi-bfs")): "<ReproduceAnswer on hanoi-bfs: 12 of 13 claims agree>",
        repr(langkah.doctor(small)): "<Report on hanoi discs=2: healthy, 9 states>",
    }
    assert list(known) == list(known.values())
