"""Minimal rules of some games, written from the documents alone. They share no code with Langkah.

The comments say what a state of each game is.
"""

from ast import literal_eval
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any, NamedTuple

from tools.soak.naive import eliminate

Cells = frozenset[tuple[int, int]]


class Rules(NamedTuple):
    """A puzzle for the naive solvers. `read` converts a state of Langkah, given with its text, to a state of these
    rules.
    """

    start: Any
    onward: Callable[[Any], Iterator[Any]]
    is_goal: Callable[[Any], bool]
    read: Callable[[Any, str], Any]


# Hanoi: a state is the peg of each disc, smallest first.


def make_hanoi(settings: dict[str, Any]) -> Rules:
    """The Tower of Hanoi with any rule."""
    piles = settings.get("start")
    pegs = len(piles) if piles else settings.get("pegs", 3)
    start = read_piles(piles) if piles else (0,) * settings.get("discs", 5)
    goal, rule = settings.get("goal", ""), settings.get("rule", "free")
    if isinstance(goal, list):
        goals = {read_piles(goal)}
    elif goal:
        goals = {(int(goal.removeprefix("peg ")) - 1,) * len(start)}
    else:
        home = start[0] if len(set(start)) == 1 else 0
        goals = {(peg,) * len(start) for peg in range(pegs)} - {(home,) * len(start)}

    def may(a: int, b: int) -> bool:
        return {"free": True, "cyclic": b == (a + 1) % pegs, "linear": abs(a - b) == 1, "star": a * b == 0}[str(rule)]

    def onward(state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for disc, a in enumerate(state):
            if a in state[:disc]:
                continue
            for b in range(pegs):
                if a != b and b not in state[:disc] and may(a, b):
                    yield (*state[:disc], b, *state[disc + 1 :])

    return Rules(start, onward, lambda state: state in goals, lambda _state, text: read_piles(literal_eval(text)))


def read_piles(piles: list[list[int]]) -> tuple[int, ...]:
    """The peg of each disc, from the piles."""
    peg_of = {disc: peg for peg, pile in enumerate(piles) for disc in pile}
    return tuple(peg_of[disc] for disc in sorted(peg_of))


# Tiles: a state is the numbers row by row.


def make_tiles(settings: dict[str, Any]) -> Rules:
    """Sliding tiles, moved singly or a whole line at once."""
    rows, cols = settings["rows"], settings["cols"]
    goal = tuple(settings.get("goal") or [*range(1, rows * cols), 0])

    def onward(state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        row, col = divmod(state.index(0), cols)
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            board, r, c = list(state), row, col
            while 0 <= r + down < rows and 0 <= c + right < cols:
                board[r * cols + c] = board[(r + down) * cols + c + right]
                r, c = r + down, c + right
                board[r * cols + c] = 0
                yield tuple(board)
                if settings.get("metric", "steps") == "steps":
                    break

    return Rules(tuple(settings["start"]), onward, lambda state: state == goal, lambda state, _text: tuple(state))


# Queens: a state is the columns of the queens so far.


def make_queens(settings: dict[str, Any]) -> Rules:
    """The queens puzzle, filled row by row; `tree` determines where steps may place a queen."""
    n, tree = settings["n"], settings.get("tree", "valid")
    fixed: dict[int, int] = dict(settings.get("fixed") or [])

    def attack(a: tuple[int, int], b: tuple[int, int]) -> bool:
        return a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1])

    def onward(state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        row = len(state)
        others = {**fixed, **dict(enumerate(state))}
        for col in range(n) if row < n else ():
            mine = (row, col)
            if fixed.get(row, col) != col:
                continue
            rest = [(r, c) for r, c in others.items() if r != row]
            if tree == "valid" and any(attack(mine, other) for other in rest):
                continue
            if tree == "permutation" and any(c == col for _r, c in rest):
                continue
            yield (*state, col)

    def is_goal(state: tuple[int, ...]) -> bool:
        queens = list(enumerate(state))
        return len(state) == n and not any(attack(a, b) for a in queens for b in queens if a < b)

    return Rules((), onward, is_goal, lambda state, _text: tuple(state))


def count_queens(settings: dict[str, Any]) -> int:
    """The number of solutions of the queens puzzle, by trying all permutations."""
    n, fixed = settings["n"], settings.get("fixed") or []
    fits = 0
    for columns in permutations(range(n)):
        apart = all(abs(columns[a] - columns[b]) != b - a for a in range(n) for b in range(a + 1, n))
        fits += apart and all(columns[row] == col for row, col in fixed)
    return fits


# Snakes: a state is a square.


class SnakesBoard:
    """Snakes and ladders: the results of rolls and of turns, and the exact expected number of turns."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self.last: int = settings.get("squares") or settings["rows"] * settings["cols"]
        self.die: int = settings["die"]
        self.overshoot: str = settings.get("overshoot", "stay")
        self.again: bool = settings.get("six_again", False)
        self.jumps: dict[int, int] = {int(a): b for a, b in settings.get("jumps", {}).items()}
        self.start: int = settings.get("start", 0)

    def land(self, here: int, roll: int) -> int | None:
        """The square after a roll; None if the roll is lost, because it leads beyond the last square."""
        square = here + roll
        if square > self.last:
            if self.overshoot == "stay":
                return None
            if self.overshoot == "win":
                return self.last
            ahead, square = -1, self.last
            for _step in range(here + roll - self.last):
                square += ahead
                if square in (0, self.last):
                    ahead = -ahead
        return self.jumps.get(square, square)

    def rolls(self, here: int) -> Iterator[tuple[bool, int]]:
        """For each roll of the die: whether the turn continues, and the square where the token then stands."""
        for roll in range(1, self.die + 1):
            end = self.land(here, roll)
            yield self.again and roll == self.die and end != self.last, here if end is None else end

    def onward(self, state: int) -> Iterator[int]:
        """The squares on which a turn can end."""
        if state == self.last:
            return
        thrown, waiting = {state}, [state]
        while waiting:
            for goes_on, end in self.rolls(waiting.pop()):
                if not goes_on:
                    yield end
                elif end not in thrown:
                    thrown.add(end)
                    waiting.append(end)

    def rules(self) -> Rules:
        """The puzzle in which the player chooses every roll."""
        return Rules(self.start, self.onward, lambda state: state == self.last, lambda state, _text: state)

    def expect(self, squares: list[int]) -> dict[int, Fraction] | None:
        """The exact expected number of turns from each of these squares, which must include all reachable ones.

        There are two unknowns per square: the turns left when a turn begins there, and when the die is thrown there.
        """
        places = {square: index for index, square in enumerate(squares)}
        size = len(squares)
        rows = [[Fraction(0)] * (2 * size + 1) for _row in range(2 * size)]
        for square, index in places.items():
            rows[index][index] = Fraction(1)
            rows[size + index][size + index] = Fraction(1)
            if square == self.last:
                continue
            rows[index][size + index], rows[index][-1] = Fraction(-1), Fraction(1)
            for goes_on, end in self.rolls(square):
                rows[size + index][places[end] + (size if goes_on else 0)] -= Fraction(1, self.die)
        found = eliminate(rows)
        return None if found is None else {square: found[index] for square, index in places.items()}

    def reach(self, turns: int) -> Fraction:
        """The exact probability of finishing within this many turns, on a board without the rule `six_again`."""
        chances = {self.start: Fraction(1)}
        for _turn in range(turns):
            after: dict[int, Fraction] = {}
            for square, chance in chances.items():
                ends = [square] if square == self.last else [end for _goes_on, end in self.rolls(square)]
                for end in ends:
                    after[end] = after.get(end, Fraction(0)) + chance / len(ends)
            chances = after
        return chances.get(self.last, Fraction(0))


# m,n,k: a state is the text of the board.


class MarksGame:
    """Tic-tac-toe of any size, on rows of X, O and dots."""

    def __init__(self, settings: dict[str, Any]) -> None:
        position = settings.get("position")
        self.rows = len(position) if position else settings["rows"]
        self.cols = len(position[0]) if position else settings["cols"]
        self.k = settings["k"]
        self.start = "".join(position) if position else "." * (self.rows * self.cols)
        self.lines = []
        for row in range(self.rows):
            for col in range(self.cols):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    cells = [(row + down * i, col + right * i) for i in range(self.k)]
                    if all(0 <= r < self.rows and 0 <= c < self.cols for r, c in cells):
                        self.lines.append([r * self.cols + c for r, c in cells])
        self.known: dict[str, int] = {}

    def has_won(self, board: str, mark: str) -> bool:
        """Whether a player has a line."""
        return any(all(board[cell] == mark for cell in line) for line in self.lines)

    def mover(self, board: str) -> str:
        """The player to move."""
        return "X" if board.count("X") == board.count("O") else "O"

    def is_over(self, board: str) -> bool:
        """Whether the game has ended."""
        return "." not in board or self.has_won(board, "X") or self.has_won(board, "O")

    def onward(self, board: str) -> Iterator[str]:
        """The boards after one more mark; none if the game is over."""
        if self.is_over(board):
            return
        mark = self.mover(board)
        for cell, sign in enumerate(board):
            if sign == ".":
                yield board[:cell] + mark + board[cell + 1 :]

    def score(self, board: str) -> int:
        """The worth of a board for the player to move, if both play perfectly: 0 for a draw, 100 minus the number of
        marks until the end for a win, and the negative of this for a loss.
        """
        if board not in self.known:
            other = "O" if self.mover(board) == "X" else "X"
            if self.has_won(board, other):
                self.known[board] = -WIN
            else:
                self.known[board] = max((_step_back(self.score(after)) for after in self.onward(board)), default=0)
        return self.known[board]

    def best_cells(self, board: str) -> set[int]:
        """The cells of the moves that win soonest, or lose latest."""
        free = [cell for cell, sign in enumerate(board) if sign == "."]
        scores = [_step_back(self.score(after)) for after in self.onward(board)]
        return {cell for cell, score in zip(free, scores, strict=True) if score == max(scores)}


WIN = 100


def _step_back(score: int) -> int:
    """The score of a board one mark earlier, for the other player."""
    return -score - 1 if score < 0 else 1 - score if score else 0


# Klotski: a state is a frozen set of (kind, cells), with equivalent blocks merged.


class BlocksBoard:
    """The rules of sliding blocks on one board."""

    def __init__(self, settings: dict[str, Any]) -> None:
        lines = settings["board"].replace("/", "\n").strip().split("\n")
        self.goal: dict[str, Cells] = {
            name: frozenset((row, col) for row, col in cells) for name, cells in (settings.get("goal") or {}).items()
        }
        self.metric, self.axis = settings.get("metric", "steps"), settings.get("axis", "free")
        self.group: dict[str, str] = {name: group[0] for group in settings.get("same", []) for name in group}
        signs = {(r, c): sign for r, line in enumerate(lines) for c, sign in enumerate(line)}
        self.floor = {cell for cell, sign in signs.items() if sign != "#"}
        self.gates = {cell for cell, sign in signs.items() if sign == "-"}
        self.gates |= {(row, col) for row, col in settings.get("gates", [])}
        self.start = self.read(None, "\n".join(lines))
        self.wanted = frozenset((self.name_kind(name, cells), cells) for name, cells in self.goal.items())

    def name_kind(self, name: str, cells: Cells) -> str:
        """The kind of a block: its group or its name if the goal names the block, otherwise its shape."""
        if name in self.goal:
            return "goal " + self.group.get(name, name)
        top, left = min(row for row, _col in cells), min(col for _row, col in cells)
        return "shape " + str(sorted((row - top, col - left) for row, col in cells))

    def read(self, _state: object, text: str) -> frozenset[tuple[str, Cells]]:
        """A position from the text of its board."""
        pieces: dict[str, set[tuple[int, int]]] = {}
        for row, line in enumerate(text.split("\n")):
            for col, sign in enumerate(line):
                if sign not in "#.-":
                    pieces.setdefault(sign, set()).add((row, col))
        whole = {name: frozenset(cells) for name, cells in pieces.items()}
        return frozenset((self.name_kind(name, cells), cells) for name, cells in whole.items())

    def is_goal(self, state: frozenset[tuple[str, Cells]]) -> bool:
        """Whether every goal block is in place; never true without a goal."""
        return bool(self.wanted) and self.wanted <= state

    def onward(self, state: frozenset[tuple[str, Cells]]) -> Iterator[frozenset[tuple[str, Cells]]]:
        """The positions after each move, in the sense of the metric."""
        for kind, cells in state:
            rest = state - {(kind, cells)}
            taken = {cell for _kind, others in rest for cell in others}
            free = self.floor - taken - (set() if kind.startswith("goal") else self.gates)
            for there in self.travel(cells, free):
                yield rest | {(kind, there)}

    def travel(self, cells: Cells, free: set[tuple[int, int]]) -> set[Cells]:
        """The sets of cells to which one block can go in one move."""
        high = 1 + max(r for r, _c in cells) - min(r for r, _c in cells)
        wide = 1 + max(c for _r, c in cells) - min(c for _r, c in cells)
        ways = [(-1, 0), (1, 0), (0, -1), (0, 1)]
        if self.axis == "along" and high != wide:
            ways = ways[:2] if high > wide else ways[2:]
        found: set[Cells] = set()
        waiting = [(cells, way) for way in ways]
        while waiting:
            here, (down, right) = waiting.pop()
            there = frozenset((r + down, c + right) for r, c in here)
            if not there <= free or there == cells or (self.metric == "moves" and there in found):
                continue
            found.add(there)
            if self.metric == "lines":
                waiting.append((there, (down, right)))
            if self.metric == "moves":
                waiting += [(there, way) for way in ways]
        return found

    def rules(self) -> Rules:
        """The board as a puzzle for the naive solvers."""
        return Rules(self.start, self.onward, self.is_goal, self.read)
