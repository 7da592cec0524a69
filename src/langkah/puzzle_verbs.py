"""The `langkah` commands that make puzzles, as Python functions: `langkah.generate` and `langkah.hardest`. See `verbs`
for the other commands.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from langkah.model import Problem
from langkah.tasks.context import Context
from langkah.tracing import Cancelled, Limit, Progress

if TYPE_CHECKING:
    from langkah.generator.hardest import HardestStarts
    from langkah.generator.orders import MadePuzzles


def generate(
    problem: Problem[Any, Any] | str | Path,
    *,
    least: int | tuple[int, int | None] = (1, None),
    grade: Literal["", "easy", "medium", "hard"] = "",
    count: int = 1,
    seed: int = 0,
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> "MadePuzzles":
    """Make puzzles of the same kind as a problem, each with a proved least cost within bounds.

    `least`: the wanted cost, or the lowest and the highest; or give a `grade`. The same seed gives the same puzzles on
    every machine. If fewer than `count` exist, the result has those that were found.

    >>> made = generate(load("hanoi", discs=3, goal="peg 3"), least=(5, 6), count=2, seed=1)
    >>> [puzzle.least for puzzle in made.puzzles]
    [6, 5]
    """
    from langkah.tasks.generate import GenerateRequest, generate_puzzles
    from langkah.verbs import open_problem

    low, high = least if isinstance(least, tuple | list) and len(least) == 2 else (least, least)
    request = GenerateRequest(open_problem(problem, "generate"), low, high, grade, count, seed)
    return generate_puzzles(request, Context(limit or Limit(), progress, cancelled)).made


def hardest(
    problem: Problem[Any, Any] | str | Path,
    *,
    layouts: bool = False,
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> "HardestStarts":
    """Find the hardest starts of a puzzle, proved by exploring its whole space. `layouts`: consider all arrangements of
    its pieces, including those that cannot be reached from its start.

    >>> found = hardest(load("tiles", rows=2, cols=3))
    >>> found.least, found.count
    (21, 1)
    """
    from langkah.tasks.generate import HardestRequest, get_hardest
    from langkah.verbs import open_problem

    context = Context(limit or Limit(), progress, cancelled)
    return get_hardest(HardestRequest(open_problem(problem, "hardest"), layouts), context).found
