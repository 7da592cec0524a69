"""Decides whether a position of peg solitaire can still be solved: depth-first, with a cache that lasts across moves.

This search is separate from the general searches, and faster because it needs neither plans nor counters. Three
techniques keep it short. First, weights of the holes that no jump increases (`peg_board`) prove that positions are dead
(unsolvable). All sums of weights are packed into one number, so that a jump is one addition, and one comparison shows
whether any sum is too small. Second, endgames are looked up. Third, the file `known_boards.toml` holds good weights for
known boards, which are checked against every jump on loading. For one known start, the file also lists all positions
after a number of jumps that are dead although no weight proves it, so that earlier positions need no long search.

Positions proved dead or solvable are cached, the solvable ones with their symmetric images. So judging gets faster
during a game.
"""

import time
from collections.abc import Callable, Collection, Sequence

from langkah.games.solitaire.peg_board import PegBoard, turn_position

MOST_DEAD = 600_000  # cached positions
CLOCK_POSITIONS = 256  # searched between two checks of the clock


class WeightSums:
    """Sums of many weight lists, packed into one number: each sum has a field of bits. In a comparison, the highest bit
    of a field tells whether its sum is large enough.
    """

    def __init__(self, board: PegBoard, weights: Collection[Sequence[int]], ends: Sequence[int]) -> None:
        bits = max((sum(map(abs, each)) for each in weights), default=0).bit_length() + 2
        fields = [1 << bits * index for index in range(len(weights))]
        self.floor = sum(field << bits - 1 for field in fields)  # the highest bit of each field
        holes = range(len(board.cells))
        self._of_hole = [sum(field * each[hole] for field, each in zip(fields, weights, strict=True)) for hole in holes]
        self.changes = [
            self._of_hole[jump.end] - self._of_hole[jump.start] - self._of_hole[jump.over] for jump in board.jumps
        ]
        self._ends = [self._of_hole[end] - self.floor for end in ends]

    def add_up(self, position: int) -> int:
        """The packed sums of the weights of all pegs in a position."""
        return sum(each for hole, each in enumerate(self._of_hole) if position >> hole & 1)

    def prove_dead(self, sums: int) -> bool:
        """Whether a position with these packed sums is proved dead: for every hole where the last peg may be, some
        weight list gives a peg in that hole more weight than the whole position.
        """
        floor = self.floor
        for end in self._ends:  # not all(...): this runs for every position
            if (sums - end) & floor == floor:
                break
        else:
            return True
        return False


class Solvability:
    """Decides whether positions can be reduced to a single peg in one of the holes `ends`, and caches the results."""

    def __init__(self, board: PegBoard, ends: Sequence[int], scatter: Callable[[int], int], start: int) -> None:
        self.pegs, self.alive = board.list_endgames(ends)  # with at most this many pegs, no other position is alive
        self.dead: set[int] = set()
        self._turns = [onto for onto in board.find_symmetries(None) if {onto[end] for end in ends} == {*ends}]
        self._opening = board.list_dead(start, ends)
        self._sums = WeightSums(board, board.weights, ends)
        self._jumps = [
            (jump.need, jump.have, change) for jump, change in zip(board.jumps, self._sums.changes, strict=True)
        ]
        self._scatter = scatter

    def knows_dead(self, position: int) -> bool:
        """Whether a position was already proved unsolvable, or is an endgame that is not on the list of solvable
        endgames, which is complete.
        """
        return position in self.dead or (position.bit_count() <= self.pegs and position not in self.alive)

    def judge(self, position: int, seconds: float) -> bool | None:
        """Whether a position can be solved; None if this is not decided within `seconds`."""
        if position in self.alive:
            return True
        sums = self._sums.add_up(position)
        if self.knows_dead(position) or self._sums.prove_dead(sums):
            return False
        if len(self.dead) > MOST_DEAD:
            self.dead.clear()
        if position.bit_count() == self._opening.pegs:
            return not self._is_listed(position)
        ends = time.perf_counter() + seconds
        path, waiting, looked_at = [position], [self._list_onward(position, sums)], 0
        while path:
            looked_at += 1
            if looked_at % CLOCK_POSITIONS == 0 and time.perf_counter() > ends:
                return None
            if not waiting[-1]:
                waiting.pop()
                self.dead.add(path.pop())
                continue
            _scatter, after, sums = waiting[-1].pop()
            last = after.bit_count() == self._opening.pegs
            if after in self.alive or (last and not self._is_listed(after)):
                self.alive.update(turn_position(each, onto) for each in path for onto in self._turns)
                return True
            if last:
                self.dead.add(after)
            elif not self.knows_dead(after):
                path.append(after)
                waiting.append(self._list_onward(after, sums))
        return False

    def _is_listed(self, position: int) -> bool:
        """Whether the file of known boards lists a position as dead. The file lists only dead positions that no weight
        proves dead.
        """
        return min(turn_position(position, onto) for onto in self._turns) in self._opening.dead

    def _list_onward(self, position: int, sums: int) -> list[tuple[int, int, int]]:
        """The positions after one jump that are not known to be dead. Each is listed with a measure of how scattered
        its pegs are, and with its weight sums. The least scattered position comes last, and is searched first.
        """
        found = []
        for need, have, change in self._jumps:
            if position & need == have and (after := position ^ need) not in self.dead:
                if self._sums.prove_dead(sums + change):
                    self.dead.add(after)
                else:
                    found.append((self._scatter(after), after, sums + change))
        found.sort(reverse=True)
        return found
