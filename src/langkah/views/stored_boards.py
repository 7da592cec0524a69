"""The boards of many states as plain JSON, and back: every shape is stored once, however many boards it stands on.

Goes with a stored trace (`langkah.trace.stored`), whose states are known by sight only: with these boards they can be
drawn by whoever has no rules, in another process or on another day.
"""

from typing import Any

from langkah.model import Problem
from langkah.scene import Scene, Shape, draw_text_box
from langkah.trace.storage import StoredProblem, StoredState, StoredTrace, trace_from_dict
from langkah.views.json_form import shape_from_json, shape_to_json


class BoardEncoder:
    """Boards on their way out: call it with a state, for a row of numbers; `shapes` says what they stand for."""

    def __init__(self, problem: Problem[Any, Any]) -> None:
        self.problem = problem
        self.known: dict[Shape, int] = {}

    def __call__(self, state: Any) -> list[Any]:
        """The board of a state: its size, and the numbers of its shapes from back to front."""
        scene = self.problem.scene(state)
        return [scene.width, scene.height, [self.known.setdefault(shape, len(self.known)) for shape in scene.shapes]]

    def shapes(self) -> list[dict[str, Any]]:
        """Every shape that stands on some board, by its number."""
        return [shape_to_json(shape) for shape in self.known]


class _PicturedProblem(StoredProblem):
    """The problem of a stored trace whose states have boards."""

    def __init__(self, recorded: StoredProblem, shapes: list[dict[str, Any]]) -> None:
        super().__init__(recorded.name, recorded.heading, recorded.start)
        self.shapes = [shape_from_json(each) for each in shapes]

    def scene(self, state: StoredState) -> Scene:
        """The board that was stored."""
        if not state.board:
            return draw_text_box(state.text)
        width, height, numbers = state.board
        return Scene(width, height, tuple(self.shapes[number] for number in numbers), state.text)


def read_pictured_trace(found: dict[str, Any]) -> StoredTrace:
    """The stored trace that JSON values describe, with the boards that came with it."""
    stored = trace_from_dict(found)
    return stored._replace(problem=_PicturedProblem(stored.problem, found["shapes"]))
