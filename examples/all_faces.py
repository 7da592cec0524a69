"""A game with one die: throw it until every face has come up.

`langkah odds examples/all_faces.py` computes how long that takes: 14.7 throws on average, exactly 147/10, which is
6 x (1 + 1/2 + 1/3 + 1/4 + 1/5 + 1/6). `langkah play examples/all_faces.py` throws the die for you.
"""

from collections.abc import Iterator
from fractions import Fraction

from langkah import Chance, Puzzle, Rect, Scene, Setting, Step

State = frozenset[int]  # the faces that have come up


class AllFaces(Puzzle[State, int], Chance[State]):
    """Throw a die until every face has come up."""

    settings = (Setting("faces", 6, "faces of the die", low=2, high=12),)
    start: State = frozenset()

    def __init__(self, faces: int = 6) -> None:
        self.faces = faces

    def chances(self, state: State) -> list[tuple[Fraction, State]]:
        """The state after each face of the die; all faces have the same probability."""
        return [(Fraction(1, self.faces), state | {face}) for face in range(1, self.faces + 1)]

    def steps(self, state: State) -> Iterator[Step[State, int]]:
        """All possible results of a throw; the search for the least number of throws chooses among them."""
        for face in range(1, self.faces + 1):
            yield Step(face, state | {face})

    def is_goal(self, state: State) -> bool:
        """Whether all faces have come up."""
        return len(state) == self.faces

    def text(self, state: State) -> str:
        """The faces that have come up, and a dot for each other face."""
        return " ".join(str(face) if face in state else "." for face in range(1, self.faces + 1))

    def scene(self, state: State) -> Scene:
        """A cell for each face, filled once the face has come up."""
        cells = [
            Rect(face - 1, 0, 1, 1, "piece:1" if face in state else "cell", str(face), f"{face}", round=0.15)
            for face in range(1, self.faces + 1)
        ]
        return Scene(self.faces, 1, tuple(cells), f"{len(state)} of {self.faces} faces have come up")

    def gestures(self, state: State, move: int) -> tuple[tuple[str], ...]:
        """Click a face to choose the throw."""
        del state
        return ((f"{move}",),)
