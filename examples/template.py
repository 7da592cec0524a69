"""The smallest complete puzzle: copy this file to start your own. The tests run it.

    langkah solve examples/template.py:Template target=11

A puzzle needs three things: a start, the steps from a state, and a test for goals. States and moves must be immutable:
numbers, strings, tuples, frozensets.
"""

from collections.abc import Iterator

from langkah import Puzzle, Step


class Template(Puzzle[int, str]):
    """Reach a number from 1 by adding 1 or doubling."""

    def __init__(self, target: int = 10) -> None:
        self.target = target
        self.start = 1

    def steps(self, state: int) -> Iterator[Step[int, str]]:
        """Every legal move with the next state; a third value could be the cost of the move (default: 1)."""
        if state < self.target:
            yield Step("add 1", state + 1)
            yield Step("double", state * 2)

    def is_goal(self, state: int) -> bool:
        """Whether the puzzle is solved."""
        return state == self.target
