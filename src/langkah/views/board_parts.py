"""The boards of many states as plain JSON, and back: every part is stored once, however many boards it stands on.

Two forms go with a recording. `strokes`, for a page: parts as they are painted, in the order in which they are painted.
`shapes`, for a program that paints by itself: with them a stored trace, whose states are known by sight only, can be
drawn by whoever has no rules, in another process or on another day.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

from langkah.model import Problem
from langkah.scene import Scene, draw_text_box
from langkah.tracing.storage import StoredProblem, StoredState, StoredTrace, trace_from_dict
from langkah.views.json_form import shape_from_json, shape_to_json
from langkah.views.paint import Part, order_parts, paint_part
from langkah.views.strokes import shape_to_strokes
from langkah.views.svg import FONT, get_palette


class BoardParts:
    """Boards on their way out: `encode` gives each as numbers of parts; `as_list` says what they stand for."""

    def __init__(
        self,
        problem: Problem[Any, Any],
        split: Callable[[Scene], Iterable[Hashable]],
        part_to_json: Callable[[Any], dict[str, Any]],
    ) -> None:
        self.problem, self.split, self.part_to_json = problem, split, part_to_json
        self.known: dict[Hashable, int] = {}

    def encode(self, state: Any) -> dict[str, Any]:
        """The board of a state: its size, and the numbers of its parts from back to front."""
        scene, known = self.problem.scene(state), self.known
        numbers = [known.setdefault(part, len(known)) for part in self.split(scene)]
        return {"size": [scene.width, scene.height], "parts": numbers}

    def as_list(self) -> list[dict[str, Any]]:
        """Every part that stands on some board, by its number."""
        return list(map(self.part_to_json, self.known))


def make_stroke_boards(problem: Problem[Any, Any], states: Sequence[Any]) -> tuple[list[dict[str, Any]], Any]:
    """The boards of some states as a page draws them; and their parts, with what all boards share from the back."""
    palette = get_palette("page")
    parts = BoardParts(problem, order_parts, lambda part: _part_to_strokes(part, palette))
    boards = [parts.encode(state) for state in states]
    alike = len({tuple(board["size"]) for board in boards}) == 1
    same = _count_common([board["parts"] for board in boards]) if alike else 0
    ground = boards[0]["parts"][:same] if boards else []
    for board in boards:
        board["size"] = [round(side, 3) for side in board["size"]]
        board["parts"] = board["parts"][same:]
    return boards, {"ground": ground, "parts": parts.as_list(), "alike": alike, "font": FONT}


def _part_to_strokes(part: Part, palette: Any) -> dict[str, Any]:
    return shape_to_strokes(paint_part(part, palette))


def _count_common(boards: list[list[int]]) -> int:
    first, shortest = boards[0], min(map(len, boards))
    return next((place for place in range(shortest) if any(each[place] != first[place] for each in boards)), shortest)


# Shapes, for a program that paints


def make_shape_boards(problem: Problem[Any, Any]) -> BoardParts:
    """Boards as shapes: `encode` goes with `Trace.as_dict`, `as_list` under the name of "shapes" beside it."""
    return BoardParts(problem, lambda scene: scene.shapes, shape_to_json)


class _PicturedProblem(StoredProblem):
    """The problem of a stored trace whose states have boards."""

    def __init__(self, stored: StoredProblem, shapes: list[dict[str, Any]]) -> None:
        super().__init__(stored.name, stored.heading, stored.start)
        self.shapes = [shape_from_json(each) for each in shapes]

    def scene(self, state: StoredState) -> Scene:
        if not state.board:
            return draw_text_box(state.text)
        width, height = state.board["size"]
        return Scene(width, height, tuple(self.shapes[number] for number in state.board["parts"]), state.text)


def read_pictured_trace(found: dict[str, Any]) -> StoredTrace:
    """The stored trace that JSON values describe, with the boards that came with it."""
    stored = trace_from_dict(found)
    return stored._replace(problem=_PicturedProblem(stored.problem, found["shapes"]))
