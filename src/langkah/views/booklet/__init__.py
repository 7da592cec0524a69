"""A booklet of puzzles to print: boards with their goals and space for the moves, and separate pages with the
solutions.
"""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

from langkah.language import _, current_language, format_number
from langkah.metrics import format_count
from langkah.model import Puzzle, Step, draw_scene, get_title
from langkah.views.svg import draw_svg

WIDEST, LARGEST_CELL = 250.0, 40.0  # maximum width of a board, and of a cell, in pixels
FOLDER = Path(__file__).parent
SHEET = FOLDER.parent / "worksheet" / "worksheet.html"


class BookletPuzzle(NamedTuple):
    """A puzzle in a booklet: the problem, its cheapest plan, the least cost in the problem's metric, and its rating."""

    problem: Puzzle[Any, Any]
    plan: Sequence[Step[Any, Any]]
    least: Any
    metric: str
    rating: Any


def make_booklet(puzzles: Sequence[BookletPuzzle], seed: int) -> str:
    """The HTML page of a booklet: the puzzles first, then the solutions."""
    game = get_title(puzzles[0].problem) if puzzles else ""
    heading = _("Solutions")
    title = _("{game}: {n} puzzles").format(game=game, n=format_number(len(puzzles)))
    lines = [f"<h1>{escape(title)}</h1>"]
    lines += [f"<p>{escape(_(each))}</p>" for each in dict.fromkeys(puzzle.problem.about for puzzle in puzzles)]
    lines.append(f'<div class="puzzles">{"".join(_write_puzzles(puzzles))}</div>')
    lines.append(f'<div class="solution"><h1>{escape(heading)}</h1>')
    lines += _write_solutions(puzzles)
    made = _("Made by Langkah, seed {seed}. Every minimum is proved.").format(seed=seed)
    lines.append(f'<p class="made">{escape(made)}</p></div>')
    styles = [SHEET.with_suffix(".css"), FOLDER / "booklet.css"]
    return Template(SHEET.read_text(encoding="utf-8")).substitute(
        language=current_language.get(),
        title=escape(title),
        style="\n".join(path.read_text(encoding="utf-8") for path in styles),
        sheet="\n".join(lines),
    )


def _write_puzzles(puzzles: Sequence[BookletPuzzle]) -> Iterator[str]:
    for number, puzzle in enumerate(puzzles, 1):
        problem = puzzle.problem
        need = _("Minimum: {count}").format(count=format_count(puzzle.metric, puzzle.least))
        goal = problem.goal_scene()
        boards = _draw(draw_scene(problem, problem.start)) + ("" if goal is None else _draw(goal, _("Goal")))
        own = _("Your solution")
        moves = f'<p class="own">{escape(own)}</p>'
        head = f"<h2>{number}. <span>{escape(need)}</span></h2>"
        yield f'<section class="puzzle">{head}<div class="boards">{boards}</div>{moves}</section>'


def _draw(scene: Any, caption: str = "") -> str:
    size = min(LARGEST_CELL, (WIDEST if not caption else WIDEST / 2) / scene.width)
    words = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f"<figure>{draw_svg(scene, size=size, ids=False)}{words}</figure>"


def _write_solutions(puzzles: Sequence[BookletPuzzle]) -> Iterator[str]:
    for number, puzzle in enumerate(puzzles, 1):
        moves = ", ".join(puzzle.problem.notation(step.move) for step in puzzle.plan)
        count = format_count(puzzle.metric, puzzle.least)
        yield f'<section class="answer"><h2>{number}. <span>{escape(count)}</span></h2><p>{escape(moves)}</p>'
        yield f'<p class="rating">{escape("; ".join(describe_rating(puzzle.rating)))}</p></section>'


def describe_rating(rating: Any) -> Iterator[str]:
    """The figures of a puzzle's rating in words."""
    yield _("{n} legal moves on average").format(n=format_number(rating.branching, ".1f"))
    if rating.states is not None:
        yield _("{n} reachable positions").format(n=format_number(rating.states))
    if rating.dead_ends:
        yield _("dead ends: {n}").format(n=format_number(rating.dead_ends))
    if rating.greedy is not None:
        yield _("a greedy player covers {n} % of the distance to the goal").format(
            n=format_number(round(100 * rating.greedy))
        )
    yield _("a player who moves at random solves this puzzle in {n} % of the games").format(
        n=format_number(round(100 * rating.random))
    )
