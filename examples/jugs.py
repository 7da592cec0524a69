"""Two jugs of 3 and 5 litres, a tap and a drain: measure exactly 4 litres. A short, complete puzzle."""

from collections.abc import Iterator

from langkah import Puzzle, Step

State = tuple[int, int]


class Jugs(Puzzle[State, str]):
    """Measure `target` litres with jugs of sizes `a` and `b`."""

    def __init__(self, a: int = 3, b: int = 5, target: int = 4) -> None:
        self.a, self.b, self.target = a, b, target
        self.start = (0, 0)

    def steps(self, state: State) -> Iterator[Step[State, str]]:
        """Fill a jug, empty it, or pour it into the other one."""
        x, y = state
        right, left = min(x, self.b - y), min(y, self.a - x)
        yield Step("fill a", (self.a, y))
        yield Step("fill b", (x, self.b))
        yield Step("empty a", (0, y))
        yield Step("empty b", (x, 0))
        yield Step("pour a into b", (x - right, y + right))
        yield Step("pour b into a", (x + left, y - left))

    def is_goal(self, state: State) -> bool:
        """Whether one jug holds the target."""
        return self.target in state
