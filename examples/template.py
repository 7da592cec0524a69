"""The smallest complete puzzle: copy this file to start your own. It is always tested.

    langkah solve examples/template.py:Template target=11

Three things are needed: a start, the steps from a state, and whether a state is a goal. States and moves must be values
that never change: numbers, texts, tuples, frozen sets.
"""

from collections.abc import Iterator

from langkah import Puzzle, Step


class Template(Puzzle[int, str]):
    """Reach a number from 1 by adding 1 or doubling."""

    def __init__(self, target: int = 10) -> None:
        self.target = target
        self.start = 1

    def steps(self, state: int) -> Iterator[Step[int, str]]:
        """Every legal move: what it is called, where it leads, what it costs (1 if you say nothing)."""
        if state < self.target:
            yield Step("add 1", state + 1)
            yield Step("double", state * 2)

    def is_goal(self, state: int) -> bool:
        """Whether the puzzle is solved."""
        return state == self.target
