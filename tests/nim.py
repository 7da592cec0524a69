"""A minimal game without heuristic or picture: take 1 to 3 objects from a heap. The player who takes the last object
wins or loses, according to a setting.
"""

from collections.abc import Iterable

from langkah.model import Game, Outcome, Step

Heap = tuple[int, int]  # the size of the heap, and the player to move


class Nim(Game[Heap, int]):
    """A game with one heap. `last_wins`: the player who takes the last object wins (otherwise loses). `passing`: a
    player may also pass at a heap of exactly 5.
    """

    def __init__(self, heap: int = 7, last_wins: bool = True, passing: bool = False) -> None:
        self.start = (heap, 0)
        self.last_wins, self.passing = last_wins, passing

    def player(self, state: Heap) -> int:
        """The player to move."""
        return state[1]

    def outcome(self, state: Heap) -> Outcome | None:
        """The outcome if the heap is empty, otherwise None."""
        if state[0]:
            return None
        return Outcome(1 - state[1] if self.last_wins else state[1], "the heap is empty")

    def steps(self, state: Heap) -> Iterable[Step[Heap, int]]:
        """Take 1, 2 or 3; where passing is allowed, also take nothing."""
        heap, turn = state
        takes = [take for take in (1, 2, 3) if take <= heap]
        return [Step(take, (heap - take, 1 - turn)) for take in ([0] if self.passing and heap == 5 else []) + takes]
