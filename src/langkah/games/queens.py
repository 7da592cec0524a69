"""The n queens: as many queens as rows, placed row by row, none attacking another.

A state holds the columns of the queens in the first rows: (1, 3) has queens in column 1 of row 0 and column 3 of row 1.
A move is the number of a cell, row after row. The setting `tree` chooses among the three trees of textbooks: `valid`
places a queen only where no other attacks it, `permutation` only in free columns, `full` anywhere. In the larger trees
`promising` is the bounding function that makes backtracking turn back. In `valid`, backtracking tries every cell of a
row, as textbooks draw it (`attempts`), and `promising` rejects attacked ones.

How the papers count for n = 4: the permutation tree has 65 nodes, including the root (`count_trees(4).permutation`).
Backtracking generates 16 of them up to the first solution, including the root. The valid tree has 17 nodes, or 16
without its root. Branch and bound with the estimate `perfect` generates 10 nodes of the permutation tree without the
root; Langkah includes the root and reports 11.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import inf, perm
from random import Random
from re import fullmatch
from typing import Any, NamedTuple, Self

from langkah.language import N_, _
from langkah.model import Construction, Estimate, Puzzle, Step
from langkah.packed import Packed
from langkah.scene import Disc, Rect, Scene, Shape
from langkah.settings import Mistakes, Setting, quote_value
from langkah.start_settings import Order

State = tuple[int, ...]

MOST_ROWS = 64
MOST_DRAWN = 12  # rows up to which a random solution is drawn
WORD = 63  # bits per word of compiled code
TREES = ("valid", "permutation", "full")
EASY = 16  # rows up to which backtracking finds a first solution within a second or two
PAULS = N_("queens on these places do not attack each other, for every n from 4 on (Pauls, 1874)")


class Queens(Puzzle[State, int]):
    """Place n queens on an n x n board so that none attacks another."""

    title = N_("n queens")
    shelf = N_("Place and fill")
    about = N_("Place a queen in every row so that no two share a column or a diagonal.")
    level_groups = (N_("With queens already placed"), N_("An empty board"))
    small = {"n": 5}
    puzzle_orders = {
        "easy": Order(({"n": 6},), 6, 6),
        "medium": Order(({"n": 8},), 8, 8),
        "hard": Order(({"n": 10},), 10, 10),
    }
    generator_states = 40_000
    settings = (
        Setting("n", 8, N_("number of rows, columns and queens"), 1, MOST_ROWS, label=N_("Size of the board")),
        Setting(
            "fixed",
            None,
            N_("queens already placed, as [row, column], counted from 0"),
            form="[[3, 2], [0, 5]]",
            label=N_("Queens already placed"),
        ),
        Setting(
            "tree",
            "valid",
            N_("where a queen may be placed"),
            choices=TREES,
            meanings=(
                N_("where no other queen attacks it"),
                N_("in any column without a queen"),
                N_("anywhere in its row"),
            ),
            label=N_("Where queens may stand"),
        ),
    )
    level_cost = True

    def __init__(self, n: int = 8, fixed: list[list[int]] | None = None, tree: str = "valid") -> None:
        mistakes = Mistakes()
        mistakes.check(self.settings, {"n": n, "tree": tree})
        given = [] if fixed is None else _read_fixed_queens(fixed, n if mistakes.are_fine("n") else MOST_ROWS, mistakes)
        mistakes.raise_any()
        self.n, self.tree = n, tree
        self.fixed = [list(each) for each in given] or None
        self.columns = dict(given)  # of the fixed queens, by row
        self.start: State = ()
        self.open = [self._left_open(row) for row in range(n)]

    def new_board(self, rng: Random) -> Self:
        """A board of the same size, with some queens of a solution already placed."""
        queens = list(enumerate(_draw_solution(self.n, rng)))
        kept = rng.sample(queens, rng.randint(1, max(self.n // 4, 1))) if queens else []
        return type(self)(self.n, [list(queen) for queen in sorted(kept)] or None, self.tree)

    def _left_open(self, row: int) -> int:
        """The columns, as bits, in which the fixed queens allow a queen in a row. The setting `tree` decides which
        lines of a fixed queen are closed to other queens.
        """
        if row in self.columns:
            return 1 << self.columns[row]
        closed = 0
        for other, column in self.columns.items():
            if self.tree != "full":
                closed |= 1 << column
            if self.tree == "valid":
                closed |= 1 << column + abs(row - other)
                closed |= 1 << column >> abs(row - other)
        return ((1 << self.n) - 1) & ~closed

    def steps(self, state: State) -> list[Step[State, int]]:
        """A step for each queen that may be placed in the next row, columns from left to right."""
        row = len(state)
        if row == self.n:
            return []
        free = self.open[row]
        if self.tree == "valid":
            free &= ~_find_attacked_columns(state)
        elif self.tree == "permutation":
            for column in state:
                free &= ~(1 << column)
        return self._place_queens(state, free)

    def _place_queens(self, state: State, columns: int) -> list[Step[State, int]]:
        """A step for each column in `columns`, given as bits, which places a queen there in the next row."""
        found: list[Step[State, int]] = []
        first = len(state) * self.n
        while columns:
            column = (columns & -columns).bit_length() - 1
            columns &= columns - 1
            found.append(Step(first + column, (*state, column)))
        return found

    def attempts(self, state: State) -> list[Step[State, int]]:
        """The steps that backtracking tries. In the tree `valid`, these are steps to all cells of the next row,
        attacked or not, or only to the cell of the fixed queen if this row has one. In the other trees, they are the
        same as `steps`.
        """
        row = len(state)
        if self.tree != "valid" or row == self.n:
            return self.steps(state)
        return self._place_queens(state, self.open[row] if row in self.columns else (1 << self.n) - 1)

    def packed(self) -> Packed[State] | None:
        """The packed form, which holds the columns of the queens, counted from 1, side by side in one number; None if
        they do not fit into one word.
        """
        bits = self.n.bit_length()
        if self.n * bits > WORD:
            return None

        def pack(state: State) -> int:
            return sum(column + 1 << row * bits for row, column in enumerate(state))

        def unpack(word: int) -> State:
            digits = (word >> row * bits & (1 << bits) - 1 for row in range(self.n))
            return tuple(digit - 1 for digit in digits if digit)

        data = [self.n, bits, TREES.index(self.tree), *self.open]
        more = {"data": data, "branching": self.n, "unit_cost": True}
        return Packed.of(self.start, pack, unpack, _expand_queens, _is_queens_goal, **more)

    def is_goal(self, state: State) -> bool:
        """Whether every row has a queen and none attacks another."""
        return len(state) == self.n and self.promising(state)

    def promising(self, state: State) -> bool:
        """Whether no two queens attack each other. The fixed queens in the rows below count, too."""
        columns = left = right = 0
        for row in range(self.n if self.columns else len(state)):
            column = state[row] if row < len(state) else self.columns.get(row, -1)
            left, right = left << 1, right >> 1
            if column < 0:
                continue
            bit = 1 << column
            if (columns | left | right) & bit or self.columns.get(row, column) != column:
                return False
            columns, left, right = columns | bit, left | bit, right | bit
        return True

    def rows_left(self, state: State) -> int:
        """The number of rows without a queen: each takes a step."""
        return self.n - len(state)

    def nearest_solution(self, state: State) -> float:
        """The number of steps from a state to a solution, found by a separate depth-first search; infinite if there is
        no solution.
        """
        if not self.promising(state):
            return inf
        ahead = self._at_valid.steps
        waiting = [state]
        while waiting:
            here = waiting.pop()
            if len(here) == self.n:
                return self.n - len(state)
            waiting.extend(step.state for step in ahead(here))
        return inf

    @cached_property
    def _at_valid(self) -> "Queens":
        return self if self.tree == "valid" else Queens(self.n, self.fixed)

    estimates = (
        Estimate(N_("rows"), rows_left, True, N_("rows without a queen"), N_("h = n − queens on the board")),
        Estimate(
            N_("perfect"),
            nearest_solution,
            True,
            N_(
                "the true distance to the nearest solution, found by a separate search; the paper calls it the ideal "
                "cost"
            ),
        ),
    )

    def preferred(self) -> str:
        """The default algorithm: backtracking, or the construction for a large board if there is one."""
        return "iterative" if self.n > EASY and self.constructions() else "backtracking"

    def constructions(self) -> Mapping[str, Construction[State, int]]:
        """A known solution, as the construction "iterative", if n is at least 4 and the board has no queen at the
        start; else none.
        """
        if self.n < 4 or self.columns or self.start:
            return {}
        moves = (row * self.n + column for row, column in enumerate(make_known_solution(self.n)))
        return {"iterative": Construction(moves, self.n, _(PAULS))}

    def notation(self, move: int) -> str:
        """The name of a cell: its column letter and row number, counted from the top left, such as `a1` or `c2`. After
        column `z` comes `aa`.
        """
        row, column = divmod(move, self.n)
        letters = chr(ord("a") + column % 26)
        return (chr(ord("a") + column // 26 - 1) if column >= 26 else "") + letters + str(row + 1)

    def text(self, state: State) -> str:
        """The board as rows of `.` and `Q`; `q` is a fixed queen in a row that is not reached yet."""
        columns = [*state, *(self.columns.get(row, self.n) for row in range(len(state), self.n))]
        letters = ["Q" if row < len(state) else "q" for row in range(self.n)]
        return "\n".join(
            "".join(letter if column == each else "." for each in range(self.n))
            for column, letter in zip(columns, letters, strict=True)
        )

    def label(self, state: State) -> str:
        """The column of the queen in each row so far, counted from 1, as in `2 4 1 3`."""
        return " ".join(str(column + 1) for column in state) or "-"

    @classmethod
    def from_text(cls, text: str) -> dict[str, object] | None:
        """The settings for a square of `.` and `Q`, whose queens become fixed ones; None if the text has another
        format.
        """
        lines = text.split()
        if not set("".join(lines)) <= set(".Qq") or "q" not in text.lower() or {len(lines)} != set(map(len, lines)):
            return None
        fixed = [[row, col] for row, line in enumerate(lines) for col, cell in enumerate(line) if cell != "."]
        return {"n": len(lines), "fixed": fixed}

    def scene(self, state: State) -> Scene:
        """A chessboard with the queens; attacked cells have a faint dot."""
        queens = {*self.columns.items(), *enumerate(state)}
        taken = _list_taken_lines(queens)
        shapes: list[Shape] = []
        for row in range(self.n):
            for column in range(self.n):
                role = "cell:1" if (row + column) % 2 else "cell"
                handle = f"cell {row},{column}"
                shapes.append(Rect(column, row, 1, 1, role, handle=handle, id=handle))
                if (row, column) not in queens and any(map(set.__contains__, taken, _find_crossing_lines(row, column))):
                    shapes.append(Disc(column + 0.5, row + 0.5, 0.08, "faint", handle=handle))
        for row, column in sorted(queens):
            role = "piece:1" if row in self.columns else "piece:0"
            shapes.append(Disc(column + 0.5, row + 0.5, 0.4, role, "♛", f"cell {row},{column}", f"queen {row}"))
        title = _("{n} of {all} queens placed").format(n=len(queens), all=self.n)
        return Scene(self.n, self.n, tuple(shapes), title)

    def gestures(self, state: State, move: int) -> tuple[tuple[str], ...]:
        """The click that performs a move: on the cell."""
        del state
        row, column = divmod(move, self.n)
        return ((f"cell {row},{column}",),)

    def refusal(self, state: State, clicks: Sequence[str]) -> str:
        """Why a click is refused: its row is not the next one, the queen of the row is fixed elsewhere, or a queen
        attacks the cell.
        """
        if not (found := fullmatch(r"cell ([0-9]{1,3}),([0-9]{1,3})", "".join(clicks[-1:]))):
            return ""
        row, column = map(int, found.groups())
        if row < len(state):
            return _("Row {n} has its queen already: {cell}.").format(
                n=row + 1, cell=self.notation(row * self.n + state[row])
            )
        if row > len(state):
            return _("Row {n} comes first: queens are placed row by row, from the top.").format(n=len(state) + 1)
        if row in self.columns:
            return _("The queen of row {n} is fixed: {cell}.").format(
                n=row + 1, cell=self.notation(row * self.n + self.columns[row])
            )
        queens = sorted({*self.columns.items(), *enumerate(state)})
        cells = [self.notation(r * self.n + c) for r, c in queens if _attacks((r, c), (row, column))]
        return _("This queen is attacked from {cells}.").format(cells=", ".join(cells)) if cells else ""

    def typed(self, text: str) -> tuple[str, ...]:
        """The click for a cell typed as `notation` writes it."""
        cells = {self.notation(move): move for move in range(self.n**2)}
        move = cells.get("".join(text.split()).lower())
        return () if move is None else (f"cell {move // self.n},{move % self.n}",)


def _find_crossing_lines(row: int, column: int) -> tuple[int, int, int, int]:
    """The four lines through a cell, each as a number: its row, its column and its two diagonals."""
    return row, column, row + column, row - column


def _list_taken_lines(queens: Iterable[tuple[int, int]]) -> list[set[int]]:
    """The lines on which queens stand, in four sets: rows, columns, and diagonals of either direction."""
    return [set(taken) for taken in zip(*(_find_crossing_lines(*each) for each in queens), strict=True)]


def _find_attacked_columns(state: State) -> int:
    """The columns of the next row that the queens in the rows above attack, as bits."""
    columns = left = right = 0
    for column in state:
        bit = 1 << column
        columns |= bit
        left = (left | bit) << 1
        right = (right | bit) >> 1
    return columns | left | right


def _expand_queens(state: int, out: Any, data: Any) -> int:
    """Write to `out` every state with one more queen, in the next row, and return their number. `data` holds n, the
    bits per column, the number of the tree, then the open columns of each row as bits.
    """
    n, bits, tree = data[0], data[1], data[2]
    mask = (1 << bits) - 1
    row = columns = left = right = 0
    while row < n and state >> row * bits & mask != 0:
        bit = 1 << (state >> row * bits & mask) - 1
        columns |= bit
        left = (left | bit) << 1
        right = (right | bit) >> 1
        row += 1
    if row == n:
        return 0
    closed = columns | left | right if tree == 0 else columns if tree == 1 else 0
    count = 0
    for column in range(n):
        if data[3 + row] >> column & 1 == 1 and closed >> column & 1 == 0:
            out[count] = state | column + 1 << row * bits
            count += 1
    return count


def _is_queens_goal(state: int, data: Any) -> bool:
    """Whether every row has a queen and no two queens attack each other."""
    n, bits = data[0], data[1]
    columns = left = right = 0
    for row in range(n):
        digit = state >> row * bits & (1 << bits) - 1
        if digit == 0 or (columns | left | right) >> digit - 1 & 1 == 1:
            return False
        bit = 1 << digit - 1
        columns |= bit
        left = (left | bit) << 1
        right = (right | bit) >> 1
    return True


def make_known_solution(n: int) -> Iterator[int]:
    """The column of the queen in each row of the known solution for n >= 4. Most queens are a knight's move from the
    next one; if n is odd, the last queen is in a corner.
    """
    even = n - n % 2
    half = even // 2
    if even % 6 != 2:
        yield from range(1, even, 2)
        yield from range(0, even, 2)
    else:
        upper = [(2 * row + half - 1) % even for row in range(half)]
        yield from upper
        yield from (even - 1 - column for column in reversed(upper))
    if n % 2:
        yield n - 1


def _draw_solution(n: int, rng: Random) -> list[int]:
    """The column of the queen in each row of a solution; [] if there is none. On a small board, a random solution is
    found by backtracking; on a large board, the result is the known solution.
    """
    if n > MOST_DRAWN:
        return list(make_known_solution(n))
    columns: list[int] = []
    waiting = [rng.sample(range(n), n)]
    while waiting and len(columns) < n:
        if not waiting[-1]:
            waiting.pop()
            columns = columns[:-1]
            continue
        queen = (len(columns), waiting[-1].pop())
        if not any(_attacks(queen, other) for other in enumerate(columns)):
            columns.append(queen[1])
            waiting.append(rng.sample(range(n), n))
    return columns


class _Trees(NamedTuple):
    """The numbers of nodes in the three trees of a board without fixed queens, roots included."""

    levels: tuple[int, ...]  # nodes of the valid tree at each depth; the last are the solutions
    valid: int
    candidates: int  # cells tried by backtracking for all solutions: every column of every row it reaches
    permutation: int
    full: int


def count_trees(n: int) -> _Trees:
    """Count the nodes of the three trees for n queens. The valid tree is traversed, which takes a second for n = 11;
    for the other two trees there are formulas.
    """
    board = Queens(n)
    levels, layer = [1], [board.start]
    while len(levels) <= n:
        layer = [step.state for state in layer for step in board.steps(state)]
        levels.append(len(layer))
    return _Trees(
        tuple(levels),
        sum(levels),
        n * sum(levels[:-1]),
        sum(perm(n, depth) for depth in range(n + 1)),
        sum(n**depth for depth in range(n + 1)),
    )


def _read_fixed_queens(value: object, n: int, mistakes: Mistakes) -> list[tuple[int, int]]:
    """The cells in the setting `fixed`, sorted by row. All mistakes in the setting are recorded."""
    if not isinstance(value, list | tuple) or len(value) > MOST_ROWS:
        text = _("fixed = {value}: give at most {most} queens as [row, column], as in [[3, 2], [0, 5]]")
        mistakes.say(text.format(value=quote_value(value), most=MOST_ROWS), "fixed")
        return []
    found: list[tuple[int, int]] = []
    for each in value:
        cell = _read_queen(each, n)
        if cell is None:
            text = _("fixed: {queen}: a queen is [row, column], two whole numbers from 0 to {most}")
            mistakes.say(text.format(queen=quote_value(each), most=n - 1), "fixed")
        elif cell in found:
            mistakes.say(_("fixed: {queen} is given twice").format(queen=list(cell)), "fixed")
        else:
            for other in found:
                if _attacks(cell, other):
                    text = _("fixed: {queen} and {other} attack each other: this cannot be part of a solution")
                    mistakes.say(text.format(queen=list(other), other=list(cell)), "fixed")
            found.append(cell)
    return sorted(found)


def _read_queen(value: object, n: int) -> tuple[int, int] | None:
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    row, column = value
    whole = type(row) is int and type(column) is int
    return (row, column) if whole and 0 <= row < n and 0 <= column < n else None


def _attacks(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return any(map(int.__eq__, _find_crossing_lines(*one), _find_crossing_lines(*other)))
