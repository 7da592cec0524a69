"""Puzzles as users write them, from small to large, each with only the optional members that its author would add."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from langkah import Packed, Puzzle, Step

Cell = tuple[int, int]
AROUND = ((-1, 0), (0, -1), (0, 1), (1, 0))


class Missionaries(Puzzle[Any, str]):
    """Equal numbers of missionaries and cannibals cross a river; cannibals must not outnumber missionaries anywhere."""

    def __init__(self, pairs: int = 3, boat: int = 2) -> None:
        self.pairs, self.boat = pairs, boat
        self.start = pairs, pairs, True  # people on the first bank, and whether the boat is there

    def steps(self, state: tuple[int, int, bool]) -> Iterator[Step[Any, str]]:
        """A step for every crew that keeps the boat and both banks safe."""
        missionaries, cannibals, here = state
        sign = -1 if here else 1
        for m in range(self.boat + 1):
            for c in range(self.boat + 1 - m):
                after = missionaries + sign * m, cannibals + sign * c
                if m + c and (not m or m >= c) and self.is_peaceful(*after):
                    yield Step(f"{m}+{c}", (*after, not here))

    def is_peaceful(self, missionaries: int, cannibals: int) -> bool:
        """Whether a bank with these numbers is safe, and the other bank, too."""
        if not (0 <= missionaries <= self.pairs and 0 <= cannibals <= self.pairs):
            return False
        return missionaries in (0, self.pairs) or missionaries == cannibals

    def is_goal(self, state: tuple[int, int, bool]) -> bool:
        """Whether all people are on the second bank."""
        return state == (0, 0, False)


class Ladder(Puzzle[str, str]):
    """A word ladder: change the word `start` into the word `goal` letter by letter, through the words of a list."""

    reversible = lists_all_goals = True

    def __init__(self, start: str, goal: str, words: str) -> None:
        self.start, self.goal, self.words = start, goal, tuple(words.split())

    def steps(self, state: str) -> Iterator[Step[str, str]]:
        """A step to every word of the list that differs in one letter."""
        for word in self.words:
            if sum(a != b for a, b in zip(word, state, strict=True)) == 1:
                yield Step(word, word)

    def is_goal(self, state: str) -> bool:
        """Whether the word is `goal`."""
        return state == self.goal

    def goals(self) -> list[str]:
        """A list with the only goal."""
        return [self.goal]


class Boxes(Puzzle[Any, str]):
    """Sokoban: push all boxes onto goals."""

    def __init__(self, board: str) -> None:
        cells = {(r, c): each for r, row in enumerate(board.split("/")) for c, each in enumerate(row)}
        self.floor = {cell for cell, each in cells.items() if each != "#"}
        self.targets = {cell for cell, each in cells.items() if each in ".*+"}
        (player,) = (cell for cell, each in cells.items() if each in "@+")
        self.start = player, frozenset(cell for cell, each in cells.items() if each in "$*")

    def steps(self, state: tuple[Cell, frozenset[Cell]]) -> Iterator[Step[Any, str]]:
        """A step of the player, perhaps with a box."""
        (row, column), boxes = state
        for down, right in AROUND:
            to, beyond = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if to in boxes and beyond in self.floor and beyond not in boxes:
                yield Step(f"push {down},{right}", (to, boxes - {to} | {beyond}))
            elif to in self.floor and to not in boxes:
                yield Step(f"walk {down},{right}", (to, boxes))

    def is_goal(self, state: tuple[Cell, frozenset[Cell]]) -> bool:
        """Whether every box stands on a goal."""
        return state[1] <= self.targets


class Pegs(Puzzle[int, Any]):
    """Peg solitaire: jump until only one peg is left, in the hole `last`."""

    level_cost = True

    def __init__(self, board: str, last: Cell) -> None:
        cells = [(r, c) for r, row in enumerate(board.split("/")) for c, each in enumerate(row) if each != " "]
        bit = {cell: 1 << place for place, cell in enumerate(cells)}
        full = [(r, c) for r, row in enumerate(board.split("/")) for c, each in enumerate(row) if each == "o"]
        self.start, self.last = sum(bit[cell] for cell in full), bit[last]
        lines = [((r, c), (r + a, c + b), (r + 2 * a, c + 2 * b)) for r, c in cells for a, b in AROUND]
        self.jumps = [tuple(bit[each] for each in line) for line in lines if all(each in bit for each in line)]

    def steps(self, state: int) -> Iterator[Step[int, Any]]:
        """Every jump over a peg into a hole."""
        for number, (start, over, end) in enumerate(self.jumps):
            if state & start and state & over and not state & end:
                yield Step(number, state ^ start ^ over ^ end)

    def is_goal(self, state: int) -> bool:
        """Whether one peg is left, in the right hole."""
        return state == self.last


ENGLISH = "  ooo  /  ooo  /ooooooo/ooo.ooo/ooooooo/  ooo  /  ooo  "
CROSS = "  ...  /  .o.  /..ooo../...o.../...o.../  ...  /  ...  "
TURNS = {  # of a pocket cube with corner 0 fixed: for each turn, the corner that moves to each place, and its twist
    "R": ((0, 2, 6, 3, 4, 1, 5, 7), (0, 1, 2, 0, 0, 2, 1, 0)),
    "F": ((0, 1, 3, 7, 4, 5, 2, 6), (0, 0, 1, 2, 0, 0, 2, 1)),
    "D": ((0, 1, 2, 3, 5, 6, 7, 4), (0, 0, 0, 0, 0, 0, 0, 0)),
}


class Cube(Puzzle[Any, str]):
    """A 2 x 2 x 2 cube with one corner fixed. A state has the positions of the corners and their twists; the moves are
    quarter and half turns of three faces.
    """

    reversible = lists_all_goals = True
    solved = tuple(range(8)), (0,) * 8

    def __init__(self, scramble: str = "") -> None:
        self.start = self.solved
        for word in scramble.split():
            self.start = {step.move: step.state for step in self.steps(self.start)}[word]

    def steps(self, state: Any) -> Iterator[Step[Any, str]]:
        """A step for each of the nine turns."""
        for name, (places, twists) in TURNS.items():
            corners, twisted = state
            for suffix in ("", "2", "'"):
                twisted = tuple((twisted[p] + t) % 3 for p, t in zip(places, twists, strict=True))
                corners = tuple(corners[p] for p in places)
                yield Step(name + suffix, (corners, twisted))

    def is_goal(self, state: Any) -> bool:
        """Whether the cube is solved."""
        return bool(state == self.solved)

    def goals(self) -> list[Any]:
        """A list with the only goal, the solved cube."""
        return [self.solved]


class Pancakes(Puzzle[tuple[int, ...], int]):
    """Turn over the upper part of a pile of pancakes until the pile is sorted. The heuristic is the number of gaps."""

    reversible = lists_all_goals = admissible = True

    def __init__(self, *pile: int) -> None:
        self.start = pile

    def steps(self, state: tuple[int, ...]) -> Iterator[Step[tuple[int, ...], int]]:
        """A step for each number of upper pancakes, at least two, that can be turned over."""
        for n in range(2, len(state) + 1):
            yield Step(n, state[:n][::-1] + state[n:])

    def is_goal(self, state: tuple[int, ...]) -> bool:
        """Whether the pile is sorted."""
        return state == tuple(sorted(state))

    def goals(self) -> list[tuple[int, ...]]:
        """A list with the only goal, the sorted pile."""
        return [tuple(sorted(self.start))]

    def estimate(self, state: tuple[int, ...]) -> int:
        """The number of gaps: neighbours whose sizes differ by more than 1. Each turn closes at most one gap."""
        return sum(abs(a - b) != 1 for a, b in pairwise((*state, len(state) + 1)))


class Ice(Puzzle[Cell, str]):
    """Slide on ice to the exit: each move goes on to the next wall."""

    def __init__(self, board: str) -> None:
        cells = {(r, c): each for r, row in enumerate(board.split("/")) for c, each in enumerate(row)}
        self.floor = {cell for cell, each in cells.items() if each != "#"}
        (self.start,) = (cell for cell, each in cells.items() if each == "S")
        (self.exit,) = (cell for cell, each in cells.items() if each == "G")

    def steps(self, state: Cell) -> Iterator[Step[Cell, str]]:
        """A slide in each of the four directions, as far as possible; directions blocked at once are left out."""
        for name, (down, right) in zip("nwes", AROUND, strict=True):
            at = state
            while (after := (at[0] + down, at[1] + right)) in self.floor:
                at = after
            if at != state:
                yield Step(name, at)

    def is_goal(self, state: Cell) -> bool:
        """Whether the cell is the exit."""
        return state == self.exit


class Hills(Puzzle[Cell, str]):
    """A grid in which entering a cell costs the number in it; every step can be reversed, but the way back may have
    another cost.
    """

    def __init__(self, board: str) -> None:
        rows = board.split("/")
        self.costs = {(r, c): int(each) for r, row in enumerate(rows) for c, each in enumerate(row)}
        self.start, self.end = (0, 0), (len(rows) - 1, len(rows[0]) - 1)

    def steps(self, state: Cell) -> Iterator[Step[Cell, str]]:
        """A step to each neighbour."""
        for name, (down, right) in zip("nwes", AROUND, strict=True):
            to = state[0] + down, state[1] + right
            if to in self.costs:
                yield Step(name, to, self.costs[to])

    def is_goal(self, state: Cell) -> bool:
        """Whether the cell is the opposite corner."""
        return state == self.end


def expand_counter(state: int, out: list[int], data: tuple[int, ...]) -> int:
    """Writes two successors into `out`: the number plus 1 and the number doubled, modulo `data[0]`. Returns 2."""
    out[0], out[1] = (state + 1) % data[0], (state * 2) % data[0]
    return 2


def is_counter_done(state: int, data: tuple[int, ...]) -> bool:
    """Whether the number is the goal, `data[1]`."""
    return state == data[1]


class Counter(Puzzle[int, str]):
    """Get from 1 to the number `wanted` by adding 1 and doubling, modulo `modulus`. The puzzle has a packed form, but
    no heuristic.
    """

    start = 1

    def __init__(self, modulus: int, wanted: int) -> None:
        self.data = modulus, wanted

    def steps(self, state: int) -> Iterator[Step[int, str]]:
        """Two steps: add 1, and double."""
        yield Step("add", (state + 1) % self.data[0])
        yield Step("double", state * 2 % self.data[0])

    def is_goal(self, state: int) -> bool:
        """Whether the number is the goal."""
        return state == self.data[1]

    def packed(self) -> Packed[int]:
        """The packed form; each number is packed as itself."""
        return Packed.of(
            1, int, int, expand_counter, is_counter_done, branching=2, data=self.data, size=self.data[0], unit_cost=True
        )
