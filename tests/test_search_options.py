"""The table of options: the same range in every interface, all mistakes reported at once, and requests that survive
conversion to JSON.
"""

import json
from typing import Any

import pytest
from tools import searches

from langkah import Limit, load, solve
from langkah.errors import BadInput, DoesNotFit, UnknownName
from langkah.search import ALGORITHMS, OPTIONS, OptionKind, SearchRequest, run_search
from langkah.tracing import Result


def test_every_option_is_described() -> None:
    """Every option has a title, a description and a default that it accepts; every number has a range and is rejected
    outside it.
    """
    for name, option in OPTIONS.items():
        assert option.name == name
        assert option.title
        assert option.about
        assert option.accepts(option.default)
        if option.kind in (OptionKind.NUMBER, OptionKind.WHOLE):
            assert option.low is not None
            assert option.high is not None
            assert all(option.accepts(step) for step in option.steps)
            assert not option.accepts(option.high + 1)
            assert not option.accepts(option.low - 1)
        json.dumps(option.as_dict())


def test_algorithms_heed_only_known_options() -> None:
    """The options of every algorithm are in the table, and none of them is a limit: limits apply to all algorithms."""
    for row in ALGORITHMS.values():
        assert all(not OPTIONS[name].is_limit for name in row.options)


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"algorithm": "a-star"},
        {"algorithm": "weighted-a-star", "weight": 1.5, "ties": ["deep", "last"], "nodes": 5, "depth": 3},
        {"algorithm": "beam", "width": 3, "seconds": 2.5, "memory": 10**9, "estimate": "misplaced"},
        {"algorithm": "branch-and-bound", "duplicates": False},
        {"algorithm": "backtracking", "find_all": True},
    ],
)
def test_there_and_back(values: dict[str, Any]) -> None:
    """A request is converted back to the JSON values that it was made from, without the options that have their default
    value.
    """
    request = SearchRequest.from_dict(json.loads(json.dumps(values)))
    assert request.as_dict() == values
    usual = {name: option.default for name, option in OPTIONS.items()}
    assert SearchRequest.from_dict({**usual, **values}).as_dict() == values


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("weight", 0),
        ("weight", -1.0),
        ("weight", float("nan")),
        ("weight", float("inf")),
        ("weight", True),
        ("weight", "2"),
        ("width", 0),
        ("width", 2.5),
        ("ties", "deep"),
        ("ties", ["deap"]),
        ("duplicates", 1),
        ("find_all", "yes"),
        ("estimate", 3),
        ("nodes", -1),
        ("nodes", 1.5),
        ("depth", -1),
        ("seconds", 0),
        ("memory", 0),
    ],
)
def test_one_range_everywhere(name: str, value: object) -> None:
    """`SearchRequest.from_dict` and the keywords of `solve` reject the same values with the same error."""
    with pytest.raises(BadInput) as told:
        SearchRequest.from_dict({name: value})
    problem: Any = load("hanoi", discs=2)
    given: Any = {name: value}
    with pytest.raises(BadInput) as again:
        solve(problem, **({"limit": Limit(**given)} if OPTIONS[name].is_limit else given))
    assert told.value.lines == again.value.lines
    assert type(told.value) is type(again.value)


def test_all_mistakes_at_once() -> None:
    """One error reports all mistakes in a request. An unknown algorithm and one that does not fit have error types of
    their own.
    """
    with pytest.raises(BadInput) as told:
        SearchRequest.from_dict({"wieght": 2, "width": 0, "ties": ["deap"]})
    assert [any(word in line for line in told.value.lines) for word in ("wieght", "width", "deap")] == [True] * 3
    with pytest.raises(BadInput) as told:
        SearchRequest("minimax", "nonsense", width=0).check(load("hanoi", discs=2))
    assert len(told.value.lines) == 3
    with pytest.raises(UnknownName):
        SearchRequest("a-starr").check(load("hanoi"))
    with pytest.raises(DoesNotFit):
        SearchRequest("minimax").check(load("hanoi"))


def test_a_request_is_what_the_keywords_say() -> None:
    """A search from a request has the same result and the same counters as `solve` with the same keywords."""
    problem = load("tiles", rows=2, cols=3)
    keywords = solve(problem, "weighted-a-star", weight=3, ties=("deep",), limit=Limit(nodes=200))
    request = SearchRequest.from_dict({"algorithm": "wastar", "weight": 3, "ties": ["deep"], "nodes": 200})
    asked: Result[Any, Any] = run_search(problem, request)
    asked.stats.seconds = keywords.stats.seconds = 0.0
    assert asked == keywords


def test_a_problem_or_its_name_is_wanted() -> None:
    """`solve` accepts a problem or its name; for any other value, the error says what is valid."""
    assert solve("hanoi").moves == solve(load("hanoi")).moves
    name: Any = None
    with pytest.raises(BadInput, match=r'solve needs a problem or its name, as in "hanoi" or load'):
        solve(name)


def test_the_document_is_made_from_the_tables() -> None:
    """`docs/searches.md` is the text that `make documents` generates from the tables."""
    same = searches.PAGE.read_text(encoding="utf-8") == searches.write_page()
    assert same, "docs/searches.md is not what the tables say: run `make documents`"
