"""The boards of many states as plain JSON, and back: every shape is stored once, however many boards it stands on.

Goes with a stored trace (`langkah.trace.stored`), whose states are known by sight only: with these boards they can be
drawn by whoever has no rules, in another process or on another day.
"""

from typing import Any

from langkah.model import Problem
from langkah.scene import Scene, Shape, boxed
from langkah.trace.stored import Recorded, Shown, Stored, from_dict
from langkah.views.wire import shape_in, shape_out


class Album:
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
        return [shape_out(shape) for shape in self.known]


class Pictured(Recorded):
    """The problem of a stored trace whose states have boards."""

    def __init__(self, recorded: Recorded, shapes: list[dict[str, Any]]) -> None:
        super().__init__(recorded.name, recorded.heading, recorded.start)
        self.shapes = [shape_in(each) for each in shapes]

    def scene(self, state: Shown) -> Scene:
        """The board that was stored."""
        if not state.board:
            return boxed(state.text)
        width, height, numbers = state.board
        return Scene(width, height, tuple(self.shapes[number] for number in numbers), state.text)


def pictured(found: dict[str, Any]) -> Stored:
    """The stored trace that JSON values describe, with the boards that came with it."""
    stored = from_dict(found)
    return stored._replace(problem=Pictured(stored.problem, found["shapes"]))
