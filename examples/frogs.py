"""Frogs and toads change sides by stepping or jumping over one animal: a complete puzzle with its own picture and
clicks.

langkah play examples/frogs.py:Frogs
"""

from collections.abc import Iterator

from langkah import Disc, Puzzle, Rect, Scene, Setting, Step


class Frogs(Puzzle[str, int]):
    """Frogs hop to the right, toads to the left: onto a free stone beside them, or over one animal."""

    settings = (Setting("each", 3, "frogs, and as many toads", low=1, high=9),)

    def __init__(self, each: int = 3) -> None:
        self.each = each
        self.start = ">" * each + "." + "<" * each

    def steps(self, state: str) -> Iterator[Step[str, int]]:
        """A move is the number of the stone from which the animal hops."""
        free = state.index(".")
        for stone, sign in ((free - 2, ">"), (free - 1, ">"), (free + 1, "<"), (free + 2, "<")):
            if 0 <= stone < len(state) and state[stone] == sign:
                hopped = list(state)
                hopped[free], hopped[stone] = sign, "."
                yield Step(stone + 1, "".join(hopped))

    def is_goal(self, state: str) -> bool:
        """Whether all animals are on the other side."""
        return state == self.start[::-1]

    def scene(self, state: str) -> Scene:
        """Stones in a row; the animals on them can be clicked."""
        stones = [Rect(x, 0, 1, 1, "cell", id=f"stone {x + 1}") for x in range(len(state))]
        hoppers = [
            Disc(x + 0.5, 0.5, 0.4, "piece:1" if sign == ">" else "piece:2", sign, f"stone {x + 1}")
            for x, sign in enumerate(state)
            if sign != "."
        ]
        return Scene(len(state), 1, (*stones, *hoppers), " ".join(state))

    def gestures(self, state: str, move: int) -> tuple[tuple[str], ...]:
        """Click the animal that hops."""
        del state
        return ((f"stone {move}",),)
