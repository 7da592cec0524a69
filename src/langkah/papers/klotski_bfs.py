"""Klotski by breadth-first search: the example of the paper, its first moves, and the answer 'no solution'."""

from collections import Counter
from typing import Any

from langkah.games import load
from langkah.language import _
from langkah.model import Puzzle
from langkah.papers import Claim
from langkah.search import SearchRequest, run_search
from langkah.tracing import Status

CODES = {(1, 1): "1", (1, 2): "2", (2, 1): "3", (2, 2): "4"}


def recompute_claims() -> list[Claim]:
    """The printed and drawn values of the paper's example, its statement that an empty queue means 'no solution', and
    counts that it leaves open.
    """
    problem = load("klotski:paper")
    assert isinstance(problem, Puzzle)
    steps = list(problem.steps(problem.start))
    result = run_search(problem, SearchRequest("breadth-first"))
    stuck = run_search(load("klotski", board="1133/2233/2211/4422/4411"), SearchRequest("breadth-first"))
    return [
        Claim(_("matrix of the example"), "1133/2233/2200/4422/4411", _encode_board(problem, problem.start)),
        Claim(
            _("first move into the first empty cell: the block above it"),
            "1103/2233/2230/4422/4411",
            _encode_board(problem, steps[0].state),
        ),
        Claim(
            _("second move into the first empty cell: the block below it"),
            "1133/2233/2222/4400/4411",
            _encode_board(problem, steps[1].state),
        ),
        Claim(_("the example has a solution"), True, result.status is Status.SOLVED, _describe_moves(result.cost)),
        Claim(_("an empty queue means that there is no solution"), str(Status.IMPOSSIBLE), str(stuck.status)),
        *_answer_open_questions(problem),
    ]


def _answer_open_questions(example: Puzzle[Any, Any]) -> list[Claim]:
    """Counts that the paper does not give: for its example, and for the best-known board of Klotski."""
    classic = load("klotski:classic")
    assert isinstance(classic, Puzzle)
    reached, solved = _count_positions(classic)
    return [
        Claim(_("example: slides of one cell each to the exit"), None, run_search(example).cost),
        Claim(_("example: reachable positions"), None, _count_positions(example)[0]),
        Claim(_("classic board: slides of one cell each"), None, run_search(classic).cost),
        Claim(
            _("classic board: moves (one move takes a block any distance)"),
            None,
            run_search(load("klotski:classic", metric="moves")).cost,
        ),
        Claim(_("classic board: reachable positions"), None, reached),
        Claim(_("classic board: solved positions among the reachable ones"), None, solved),
    ]


def _count_positions(problem: Puzzle[Any, Any]) -> tuple[int, int]:
    packed = problem.packed()
    assert packed is not None
    seen, layer = {packed.start}, [packed.start]
    while layer:
        fresh = {word for each in layer for word in packed.successors(each)} - seen
        seen |= fresh
        layer = list(fresh)
    return len(seen), sum(map(packed.is_goal, seen))


def _describe_moves(cost: object) -> str:
    return _("the 2x2 block reaches the exit in {n} moves of one cell each").format(n=cost)


def _encode_board(problem: Puzzle[Any, Any], state: Any) -> str:
    rows = problem.text(state).split("\n")
    cells = {letter: [] for letter in Counter("".join(rows)) if letter != "."}  # type: dict[str, list[tuple[int, int]]]
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != ".":
                cells[letter].append((y, x))
    code = {letter: CODES[_measure_extent(places)] for letter, places in cells.items()} | {".": "0"}
    return "/".join("".join(code[letter] for letter in row) for row in rows)


def _measure_extent(places: list[tuple[int, int]]) -> tuple[int, int]:
    ys, xs = zip(*places, strict=True)
    return max(ys) - min(ys) + 1, max(xs) - min(xs) + 1
