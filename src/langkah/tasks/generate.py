"""The tasks 'which puzzles have this least cost?' and 'which start is the hardest?'. The answers contain puzzle files,
and the least cost of each, which is proved.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypedDict

from langkah.engine.packed_check import check_packed_form
from langkah.errors import BadInput
from langkah.generator.hardest import HardestStarts, find_hardest
from langkah.generator.orders import MadePuzzle, MadePuzzles, Wanted, make_puzzles
from langkah.generator.rating import to_json_number
from langkah.generator.source import Source
from langkah.language import _
from langkah.metrics import format_count, get_metric
from langkah.model import Cost, Puzzle
from langkah.run import LIMITS
from langkah.settings import quote_value, require_whole
from langkah.tasks.context import Context
from langkah.tasks.files import format_toml_value
from langkah.tasks.request import HereRequest
from langkah.typed_json import Range
from langkah.views.booklet import BookletPuzzle, describe_rating, make_booklet

__all__ = [
    "GenerateAnswer",
    "GenerateRequest",
    "HardestAnswer",
    "HardestRequest",
    "describe_rating",
    "format_count",
    "generate_puzzles",
    "get_hardest",
]

MOST_PUZZLES, MOST_SEED = 100, 2**53 - 1


class RatingJson(TypedDict):
    """The difficulty of a puzzle. A figure is null if it needs the whole state space, and this space is too large.
    `branching` is the average number of legal moves along the solution; `dead_ends` counts the reachable states without
    a path to a goal; `greedy` is the share of the distance to the goal that a greedy player covers; `random` is the
    share of games that a random player solves.
    """

    least: float
    moves: int
    branching: float
    states: int | None
    dead_ends: int | None
    greedy: float | None
    random: float


class PuzzleJson(TypedDict):
    """A generated puzzle: the complete text of its file (`toml`), its least cost with the metric, and
    its difficulty.
    """

    toml: str
    least: float
    metric: str
    rating: RatingJson


class GenerateJson(TypedDict):
    """The generated puzzles. `why` says why there are fewer than requested; "" if there are as many."""

    game: str
    seed: int
    puzzles: list[PuzzleJson]
    limit: str
    why: str


class HardestStartsJson(TypedDict):
    """The hardest starts of a puzzle: their least cost, how many there are (`count`) among all `states`, and some of
    them as puzzle files.
    """

    game: str
    least: float | None
    count: int
    states: int
    metric: str
    puzzles: list[str]
    limit: str
    why: str


@dataclass(frozen=True)
class GenerateRequest(HereRequest):
    """A request for new puzzles that are like a given one and differ from each other. The least cost must be from `low`
    to `high`, or fit the `grade`. `count` is the number of puzzles; the same `seed` gives the same puzzles.
    """

    low: Annotated[int, Range(1, 1_000_000)] = 1
    high: Annotated[int, Range(1, 1_000_000)] | None = None
    grade: Literal["", "easy", "medium", "hard"] = ""
    count: Annotated[int, Range(1, MOST_PUZZLES)] = 1
    seed: Annotated[int, Range(0, MOST_SEED)] = 0

    def check(self) -> None:
        """Raise `BadInput` for meaningless values. The upper limits for requests from a page do not apply to Python."""
        require_whole("count", self.count, 1)
        require_whole("seed", self.seed, 0)
        require_whole("least", self.low, 1)
        if self.high is not None and self.high < self.low:
            text = _("least = {low}..{high}: the first number must not be larger than the second")
            raise BadInput(text.format(low=self.low, high=quote_value(self.high)))

    def list_python_files(self) -> list[Path]:
        """The Python files to which the generated puzzle files refer. They must be copied beside these puzzle files."""
        return Source(self.problem).list_python_files()

    @property
    def wanted(self) -> Wanted:
        """The requested bounds on the least cost of the puzzles, and the requested grade."""
        return Wanted(self.low, float("inf") if self.high is None else self.high, self.grade)


@dataclass(frozen=True)
class GenerateAnswer:
    """The generated puzzles, with their request."""

    request: GenerateRequest
    made: MadePuzzles

    @property
    def why(self) -> str:
        """Why there are fewer puzzles than requested; "" if there are as many."""
        if len(self.made.puzzles) >= self.request.count:
            return ""
        if self.made.limit:
            return _(LIMITS[self.made.limit])
        return _("no more puzzles were found among the starts that were tried")

    def list_files(self) -> list[str]:
        """The texts of the puzzle files, one for each puzzle."""
        return [write_puzzle(each, self.request.seed, number) for number, each in enumerate(self.made.puzzles, 1)]

    def make_booklet(self) -> str:
        """The puzzles as a page to print, with the solutions in a separate part."""
        rows = [
            BookletPuzzle(each.problem, each.plan, each.least, each.metric, each.rating) for each in self.made.puzzles
        ]
        return make_booklet(rows, self.request.seed)

    def as_dict(self) -> GenerateJson:
        """The answer as plain JSON values."""
        puzzles: list[Any] = [
            {"toml": toml, "least": to_json_number(each.least), "metric": each.metric, "rating": each.rating.as_dict()}
            for toml, each in zip(self.list_files(), self.made.puzzles, strict=True)
        ]
        head = next((next(iter(each.head.values())) for each in self.made.puzzles), self.request.problem.name)
        found: GenerateJson = {
            "game": head,
            "seed": self.request.seed,
            "puzzles": puzzles,
            "limit": self.made.limit,
            "why": self.why,
        }
        return found


def write_puzzle(puzzle: MadePuzzle, seed: int, number: int) -> str:
    """The text of the file for a generated puzzle."""
    remark = f"# made by `langkah generate`, seed {seed}, number {number}; the least cost is proved\n"
    return remark + _write_file(puzzle.head, puzzle.settings, puzzle.least, puzzle.metric)


def _write_file(head: Mapping[str, str], settings: Mapping[str, object], least: Cost, metric: str) -> str:
    cost = to_json_number(least)
    optimum: object = {metric: cost} if metric not in ("cost", "moves") or "metric" in settings else cost
    known: dict[str, object] = {"optimum": optimum} if isinstance(cost, int) else {}
    return "".join(
        f"{name} = {format_toml_value(value)}\n"
        for name, value in {**head, **known, **settings}.items()
        if value is not None
    )


def generate_puzzles(request: GenerateRequest, context: Context) -> GenerateAnswer:
    """Generate puzzles; when the time is up, return those found so far."""
    is_over = context.make_deadline()
    asked = (request.problem, request.wanted, request.count, request.seed)
    return GenerateAnswer(request, make_puzzles(*asked, is_over, context.progress))


# The hardest


@dataclass(frozen=True)
class HardestRequest(HereRequest):
    """A request for the hardest starts of a puzzle. `layouts`: consider all arrangements of its pieces, not only those
    that can be reached from its start.
    """

    layouts: bool = False


@dataclass(frozen=True)
class HardestAnswer:
    """The hardest starts of a puzzle, with the request for them."""

    request: HardestRequest
    found: HardestStarts

    @property
    def metric(self) -> str:
        """The metric in which the costs are given, such as moves or steps."""
        return get_metric(self.request.problem)

    @property
    def why(self) -> str:
        """Why the hardest starts are not known; "" if they are known."""
        if self.found.limit:
            return _(LIMITS[self.found.limit])
        return "" if self.found.least is not None else _("no goal can be reached")

    def list_files(self) -> list[str]:
        """The texts of puzzle files for some of the hardest starts."""
        least = self.found.least or 0
        return [_write_file(each.head, each.settings, least, self.metric) for each in self.found.puzzles]

    def as_dict(self) -> HardestStartsJson:
        """The answer as plain JSON values."""
        found = self.found
        return {
            "game": self.request.problem.name,
            "least": None if found.least is None else to_json_number(found.least),
            "count": found.count,
            "states": found.states,
            "metric": self.metric,
            "puzzles": self.list_files(),
            "limit": found.limit,
            "why": self.why,
        }


def get_hardest(request: HardestRequest, context: Context) -> HardestAnswer:
    """Find the hardest starts, proved by exploring the whole space."""
    problem: object = request.problem
    if request.layouts and isinstance(problem, Puzzle) and (packed := problem.packed()) is not None:
        check_packed_form(problem, packed)  # the packed layouts that are found will be unpacked
    found = find_hardest(
        request.problem,
        layouts=request.layouts,
        limit=context.limit,
        progress=context.progress,
        cancelled=context.cancelled,
    )
    return HardestAnswer(request, found)
