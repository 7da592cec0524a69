"""Whether a position of peg solitaire can still be solved: depth first, with a memory that lasts from move to move.

A search of its own rather than one of the table: it needs neither plans nor counters, only the answer, and it looks at
about ten times as many positions a second. Three things keep it short. Weights of the holes by which no jump gains
(`peg_board`) prove most dead positions: the sums of all weights stand side by side in one number, so that a jump is
one addition and one comparison tells whether any sum is too small. Endgames are looked up. For known boards a file
holds good weights, checked against every jump as it is read, and from a known start all positions after a number of
jumps that are dead but for no weight, so that those before need no long search.
Positions proved dead or alive stay known, those alive also turned and mirrored, so that a game under way is judged
faster and faster.
"""

import time
from collections.abc import Callable, Collection, Sequence

from langkah.games.solitaire.peg_board import PegBoard, turn_position

MOST_DEAD = 600_000  # positions that are remembered
CLOCK_POSITIONS = 256  # looked at between two looks at the clock


class WeightSums:
    """The sums of many weights in one number, each in bits of its own, of which the highest says that it is not too
    small."""

    def __init__(self, board: PegBoard, weights: Collection[Sequence[int]], ends: Sequence[int]) -> None:
        bits = max((sum(map(abs, each)) for each in weights), default=0).bit_length() + 2
        fields = [1 << bits * index for index in range(len(weights))]
        self.floor = sum(field << bits - 1 for field in fields)  # the highest bit of each
        holes = range(len(board.cells))
        self._of_hole = [sum(field * each[hole] for field, each in zip(fields, weights, strict=True)) for hole in holes]
        self.changes = [
            self._of_hole[jump.end] - self._of_hole[jump.start] - self._of_hole[jump.over] for jump in board.jumps
        ]
        self._ends = [self._of_hole[end] - self.floor for end in ends]

    def add_up(self, position: int) -> int:
        """The sums of a position."""
        return sum(each for hole, each in enumerate(self._of_hole) if position >> hole & 1)

    def prove_dead(self, sums: int) -> bool:
        """Whether each possible last peg weighs more by some weight than a position with these sums."""
        floor = self.floor
        for end in self._ends:  # not all(...): this is asked for every position
            if (sums - end) & floor == floor:
                break
        else:
            return True
        return False


class Solvability:
    """What is known about positions that end in one of some holes."""

    def __init__(self, board: PegBoard, ends: Sequence[int], scatter: Callable[[int], int], start: int) -> None:
        self.pegs, self.alive = board.list_endgames(ends)  # up to so many pegs nothing else is alive
        self.dead: set[int] = set()
        self._turns = [onto for onto in board.find_symmetries(None) if {onto[end] for end in ends} == {*ends}]
        self._opening = board.list_dead(start, ends)
        self._sums = WeightSums(board, board.weights, ends)
        self._jumps = [
            (jump.need, jump.have, change) for jump, change in zip(board.jumps, self._sums.changes, strict=True)
        ]
        self._scatter = scatter

    def knows_dead(self, position: int) -> bool:
        """Whether a position is known not to be solvable, without a search."""
        return position in self.dead or (position.bit_count() <= self.pegs and position not in self.alive)

    def judge(self, position: int, seconds: float) -> bool | None:
        """Whether a position can be solved; None where the time is over."""
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
        """Whether a position, which no weight proves dead, is among the dead ones of the file."""
        return min(turn_position(position, onto) for onto in self._turns) in self._opening.dead

    def _list_onward(self, position: int, sums: int) -> list[tuple[int, int, int]]:
        """The positions one jump on that are not known to be dead, the least scattered last, with their sums."""
        found = []
        for need, have, change in self._jumps:
            if position & need == have and (after := position ^ need) not in self.dead:
                if self._sums.prove_dead(sums + change):
                    self.dead.add(after)
                else:
                    found.append((self._scatter(after), after, sums + change))
        found.sort(reverse=True)
        return found
