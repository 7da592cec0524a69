"""Makes a new puzzle for a player: one of a given grade, one with a given least cost, or the puzzle of the day.

The seed determines the puzzle, so that a link with the seed shows it to everybody. The puzzle of the day is generated
from the date alone; its game is one of those that define recipes for new puzzles (`Puzzle.puzzle_orders`).
"""

from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Literal, TypedDict
from urllib.parse import quote

from langkah.errors import BadInput
from langkah.games import GAMES, get_game_class
from langkah.generator.orders import MadePuzzle, Wanted, make_puzzles
from langkah.language import _
from langkah.metrics import format_count
from langkah.model import Chance, Puzzle
from langkah.session import Session
from langkah.settings import quote_value
from langkah.tasks.context import Context
from langkah.tasks.generate import MOST_SEED, RatingJson
from langkah.tasks.positions import PositionJson, describe_position
from langkah.tasks.problems import CatalogueRequest
from langkah.typed_json import Range

DAY_GRADES = ("easy", "medium", "medium", "medium", "medium", "hard", "hard")  # from Monday on
MOST_GAMES_TRIED = 3  # games tried on a day, if the first one gives no puzzle


@dataclass(frozen=True)
class NewPuzzleRequest(CatalogueRequest):
    """A request for a new puzzle. It gives a game (`problem`), a `grade` or a least cost (`needs`), and a seed; or only
    a `day` such as 2026-11-18, for the puzzle of that day.
    """

    problem: Annotated[str, Range(0, 300)] = ""
    grade: Literal["", "easy", "medium", "hard"] = ""
    needs: Annotated[int, Range(1, 100_000)] | None = None
    seed: Annotated[int, Range(0, MOST_SEED)] = 0
    day: Annotated[str, Range(0, 10)] = ""


class NewPuzzleJson(TypedDict):
    """A new puzzle: its start position, a link that generates it again, its least cost as a number and in words, and
    its difficulty.
    """

    position: PositionJson
    address: str
    least: float
    counts: str
    rating: RatingJson


def make_new_puzzle(request: NewPuzzleRequest, context: Context) -> NewPuzzleJson:
    """Generate the puzzle for a request."""
    if request.day:
        return _make_puzzle_of_day(request, context)
    game = request.catalogue.game(request.problem) if request.problem else next(iter(GAMES))
    grade = request.grade or "medium"
    puzzle = _make_puzzle(request, context, game, grade, request.needs, request.seed)
    if puzzle is None:
        text = _("No such puzzle was found: choose another minimum or difficulty, or try again.")
        raise BadInput(text)
    wish = grade if request.needs is None else str(request.needs)
    return _describe(request, game, puzzle, f"new/{quote(game, safe='')}/{wish}/{request.seed}")


def _make_puzzle_of_day(request: NewPuzzleRequest, context: Context) -> NewPuzzleJson:
    try:
        day = date.fromisoformat(request.day)
    except ValueError:
        text = _("{value} is not a date; write it as 2026-11-18")
        raise BadInput(text.format(value=quote_value(request.day))) from None
    games = [name for name in GAMES if _can_be_daily(name)]
    for later in range(MOST_GAMES_TRIED):
        game = games[(day.toordinal() + later) % len(games)]
        puzzle = _make_puzzle(request, context, game, DAY_GRADES[day.weekday()], None, day.toordinal())
        if puzzle is not None:
            return _describe(request, game, puzzle, f"day/{request.day}")
    raise BadInput(_("There is no puzzle for {day}.").format(day=request.day))


def _can_be_daily(name: str) -> bool:
    cls = get_game_class(name)
    return issubclass(cls, Puzzle) and not issubclass(cls, Chance) and bool(cls.puzzle_orders) and not cls.level_cost


def _make_puzzle(
    request: NewPuzzleRequest, context: Context, game: str, grade: str, needs: int | None, seed: int
) -> MadePuzzle | None:
    """The puzzle for a game, a grade and a seed; None if none was found. If `needs` is given, the puzzle has this least
    cost, and the grade is used only if no recipe covers this cost.
    """
    cls = type(request.catalogue.load(game, {}))
    orders = cls.puzzle_orders if issubclass(cls, Puzzle) else {}
    if needs is not None:
        fitting = [name for name, each in orders.items() if each.low <= needs <= each.high]
        grade = (fitting or [grade])[0]
    base, wanted = (game, dict[str, object]()), Wanted(grade=grade)
    if grade in orders:
        base, wanted = orders[grade].choose_base(game, seed), Wanted(orders[grade].low, orders[grade].high)
    if needs is not None:
        wanted = Wanted(needs, needs)
    problem = request.catalogue.load(*base)
    made = make_puzzles(problem, wanted, 1, seed, context.make_deadline())
    return next(iter(made.puzzles), None)


def _describe(request: NewPuzzleRequest, game: str, puzzle: MadePuzzle, address: str) -> NewPuzzleJson:
    position = describe_position(Session(request.catalogue.load(game, puzzle.settings)))
    rating: Any = puzzle.rating.as_dict()
    return {
        "position": {**position, "address": address},
        "address": address,
        "least": rating["least"],
        "counts": format_count(puzzle.metric, puzzle.least),
        "rating": rating,
    }
