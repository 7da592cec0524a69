"""A game with dice: throw a die until every face of it was seen.

`langkah odds examples/all_faces.py` works out how long that takes: 14.7 throws on average, exactly 147/10, which is
6 x (1 + 1/2 + 1/3 + 1/4 + 1/5 + 1/6). `langkah play examples/all_faces.py` throws the die for you.
"""

from collections.abc import Iterator
from fractions import Fraction

from langkah import Chance, Puzzle, Rect, Scene, Setting, Step

State = frozenset[int]  # the faces that were seen


class AllFaces(Puzzle[State, int], Chance[State]):
    """Throw a die until every face of it was seen."""

    settings = (Setting("faces", 6, "faces of the die", low=2, high=12),)
    start: State = frozenset()

    def __init__(self, faces: int = 6) -> None:
        self.faces = faces

    def chances(self, state: State) -> list[tuple[Fraction, State]]:
        """Every face comes equally often."""
        return [(Fraction(1, self.faces), state | {face}) for face in range(1, self.faces + 1)]

    def steps(self, state: State) -> Iterator[Step[State, int]]:
        """What a throw can do, where one wishes how the die falls: by these the least number of throws is found."""
        for face in range(1, self.faces + 1):
            yield Step(face, state | {face})

    def is_goal(self, state: State) -> bool:
        """All faces were seen."""
        return len(state) == self.faces

    def text(self, state: State) -> str:
        """The faces that were seen, a point for each other one."""
        return " ".join(str(face) if face in state else "." for face in range(1, self.faces + 1))

    def scene(self, state: State) -> Scene:
        """A cell for each face, filled when it was seen."""
        cells = [
            Rect(face - 1, 0, 1, 1, "piece:1" if face in state else "cell", str(face), f"{face}", round=0.15)
            for face in range(1, self.faces + 1)
        ]
        return Scene(self.faces, 1, tuple(cells), f"{len(state)} of {self.faces} faces were seen")

    def gestures(self, state: State, move: int) -> tuple[tuple[str], ...]:
        """Click the face, where throws are chosen."""
        del state
        return ((f"{move}",),)
