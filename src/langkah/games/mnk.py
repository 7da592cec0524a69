"""The m,n,k-game: rows x cols cells, k marks in a line win. Tic-tac-toe is 3 x 3 with k = 3.

A state is a pair of bitboards, the cells of X and the cells of O; the numbers of marks give the player to move. All
lines of a direction are found at once by shifting a bitboard onto itself, which is faster than a list of lines except
on the smallest boards. Positions that differ only by a rotation or reflection of the board share a key. To find the key
quickly, the cells are divided into chunks, and a table for each chunk gives the images of every set of its cells under
all rotations and reflections, side by side in one number.
"""

from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from re import fullmatch

from langkah.editor import Editor
from langkah.games.mark_rows import check_position_shape, list_run_shifts, read_position
from langkah.language import N_, _
from langkah.model import Game, Outcome, Step
from langkah.packed import Grid
from langkah.scene import Disc, Path, Rect, Scene, Shape
from langkah.settings import Mistakes, Setting

State = tuple[int, int]
Move = int

MAX_SIDE = 30  # rows, columns, marks in a line
MOST_MERGED = 64  # cells: on larger boards, equivalent positions rarely occur
CHUNK = 10  # cells per lookup of symmetric images
POSITION = '["X..", ".O.", "..."]'


class Mnk(Game[State, Move]):
    """Take turns; the first player with k marks in a row, column or diagonal wins."""

    title = N_("Tic-tac-toe")
    about = N_("Take turns to mark a cell; the first player with k marks in a row, column or diagonal wins.")
    level_groups = (N_("Positions to solve"), N_("Small boards"), N_("Large boards"))
    small = {"rows": 2, "cols": 3, "k": 2}
    settings = (
        Setting("rows", 3, N_("number of rows"), 1, MAX_SIDE, label=N_("Rows")),
        Setting("cols", 3, N_("number of columns"), 1, MAX_SIDE, label=N_("Columns")),
        Setting(
            "k", 3, N_("the number of marks in a line needed to win"), 1, MAX_SIDE, label=N_("Marks in a line to win")
        ),
        Setting("size", 3, N_("one value for rows, cols and k"), 1, MAX_SIDE, label=N_("Size")),
        Setting(
            "position",
            None,
            N_("the starting position of a game in which X moved first; default: an empty board"),
            form=POSITION,
            label=N_("Start"),
        ),
    )
    players = (N_("X"), N_("O"))

    def __init__(
        self,
        rows: int | None = None,
        cols: int | None = None,
        k: int | None = None,
        size: int | None = None,
        position: list[str] | str | None = None,
    ) -> None:
        mistakes = Mistakes()
        asked = {"rows": rows, "cols": cols, "k": k, "size": size}
        given = {name: value for name, value in asked.items() if value is not None}
        mistakes.check(self.settings, given)
        _check_size(given, mistakes)
        lines = None if position is None else read_position(position, POSITION, MAX_SIDE, mistakes)
        if lines:
            check_position_shape(lines, given, mistakes)
        mistakes.raise_any()
        usual = size or 3
        self.rows: int = len(lines) if lines else rows or usual
        self.cols: int = len(lines[0]) if lines else cols or usual
        self.k: int = k or usual
        self.full = (1 << self.rows * self.cols) - 1
        self.bits = tuple((cell, 1 << cell) for cell in range(self.rows * self.cols))
        self.directions = tuple(_list_directions(self.rows, self.cols, self.k))
        self.start = self.state_of(lines, mistakes) if lines else (0, 0)
        mistakes.raise_any()

    @property
    def position(self) -> list[str] | None:
        """The rows of the starting position; None for an empty board."""
        return None if self.start == (0, 0) else self.text(self.start).splitlines()

    def player(self, state: State) -> int:
        """The player to move: 0 (X) if both players have the same number of marks, otherwise 1 (O)."""
        return int(state[0].bit_count() > state[1].bit_count())

    def steps(self, state: State) -> Iterable[Step[State, Move]]:
        """A step for each free cell, in the order of the cells' numbers; no steps once the game is won."""
        x, o = state
        free = self.full ^ (x | o)
        if x.bit_count() > o.bit_count():
            return [] if self.lined(x) else [Step(cell, (x, o | bit)) for cell, bit in self.bits if free & bit]
        return [] if self.lined(o) else [Step(cell, (x | bit, o)) for cell, bit in self.bits if free & bit]

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended: a line wins for the player who moved last, and a full board without a line is a draw.
        None while the game continues.
        """
        x, o = state
        last = int(x.bit_count() == o.bit_count())
        if self.lined(state[last]):
            text = _("{player} has {k} in a line")
            return Outcome(last, text.format(player=_(self.players[last]), k=self.k))
        if x | o == self.full:
            return Outcome(None, _("the board is full and no player has {k} in a line").format(k=self.k))
        return None

    def lined(self, bits: int) -> bool:
        """Whether `bits`, the cells of one player as a bitboard, contains a line."""
        if bits.bit_count() < self.k:
            return False
        for shifts, starts in self.directions:
            runs = bits
            for shift in shifts:
                runs &= runs >> shift
            if runs & starts:
                return True
        return False

    def hopes(self, state: State) -> tuple[bool, bool]:
        """For each player, whether a win is still possible: whether some line is free of the opponent's marks."""
        return self.lined(self.full ^ state[1]), self.lined(self.full ^ state[0])

    def key(self, state: State) -> Hashable:
        """The smallest image of the position under the rotations and reflections that keep the board's shape. On a
        large board, the position itself, since equivalent positions rarely occur there.
        """
        if not self.turned:
            return state
        x, o = state
        width, mask, lane, images = self.turned
        both, shift = 0, 0
        for table in images:
            both |= table[x >> shift & mask] | table[o >> shift & mask] << self.rows * self.cols
            shift += width
        data = both.to_bytes(lane[-1].stop, "little")
        return min([data[place] for place in lane])

    @cached_property
    def turned(self) -> tuple[int, int, list[slice], list[list[int]]] | None:
        """The tables that `key` uses: the number of cells in a chunk, the bit mask of a chunk, the slice of bytes for
        each image of the board, and for each chunk the images of every set of its cells. None if the board is too
        large.
        """
        cells = self.rows * self.cols
        if cells > MOST_MERGED:
            return None
        ways = _list_symmetries(self.rows, self.cols)
        size = (2 * cells + 7) // 8
        chunks = -(-cells // CHUNK)
        width = -(-cells // chunks)
        images = []
        for first in range(0, cells, width):
            table = [0]
            for cell in range(first, min(first + width, cells)):
                image = sum(1 << 8 * size * index + way[cell] for index, way in enumerate(ways))
                table += [image | other for other in table]
            images.append(table)
        lane = [slice(size * index, size * (index + 1)) for index in range(len(ways))]
        return width, (1 << width) - 1, lane, images

    @cached_property
    def worth(self) -> list[int]:
        """The worth of a line to a player, indexed by the number of this player's marks in the line."""
        return [0, *(8**marks for marks in range(self.k))]

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """Every possible line, each as a bitboard of its cells."""
        found = []
        for step, starts in _list_line_starts(self.rows, self.cols, self.k):
            shape = sum(1 << step * index for index in range(self.k))
            found += [shape << cell for cell, bit in self.bits if starts & bit]
        return tuple(found)

    @cached_property
    def cells(self) -> tuple[tuple[int, ...], ...]:
        """For each line in `lines`, the numbers of its cells."""
        return tuple(tuple(cell for cell, bit in self.bits if line & bit) for line in self.lines)

    def structure(self) -> Grid:
        """The cells, lines and symmetries of the board for compiled code."""
        ways = tuple(map(tuple, _list_symmetries(self.rows, self.cols)))
        return Grid(self.rows * self.cols, self.lines, self.start, ways)

    def evaluate(self, state: State) -> float:
        """The worth of the lines that only the player to move can still complete, minus the worth of the lines that
        only the opponent can complete, scaled to between -1 and 1. Each further mark in a line multiplies its worth by
        eight.
        """
        me = self.player(state)
        mine, theirs = state[me], state[1 - me]
        worth, ahead = self.worth, 0
        for line in self.lines:
            ours, others = line & mine, line & theirs
            if not others:
                ahead += worth[ours.bit_count()]
            elif not ours:
                ahead -= worth[others.bit_count()]
        return ahead / (abs(ahead) + worth[-1])

    def ranked(self, state: State) -> Sequence[Step[State, Move]]:
        """The steps, best first for the player to move, in the order of the values that `evaluate` gives to their
        results. The order is computed in one pass over the lines, instead of one pass for each step.
        """
        me = self.player(state)
        mine, theirs = state[me], state[1 - me]
        worth, gain = self.worth, [0] * len(self.bits)
        for line, cells in zip(self.lines, self.cells, strict=True):
            ours, others = line & mine, line & theirs
            if ours and others:
                continue
            marks = ours.bit_count()
            more = worth[others.bit_count()] if others else worth[marks + 1] - worth[marks]
            for cell in cells:
                gain[cell] += more
        return sorted(self.steps(state), key=lambda step: -gain[step.move])

    def notation(self, move: Move) -> str:
        """The number of the marked cell, counted from 1, row by row."""
        return str(move + 1)

    def text(self, state: State) -> str:
        """One line for each row, with X, O, and `.` for a free cell."""
        marks = ["X" if state[0] & bit else "O" if state[1] & bit else "." for _cell, bit in self.bits]
        return "\n".join("".join(marks[row * self.cols : (row + 1) * self.cols]) for row in range(self.rows))

    def scene(self, state: State) -> Scene:
        """Clickable cells, the lines between them, the marks, and a stroke through every winning line."""
        width, height = float(self.cols), float(self.rows)
        shapes: list[Shape] = [Rect(0, 0, width, height, "board", id="board")]
        for cell, bit in self.bits:
            row, col = divmod(cell, self.cols)
            mark = next((_(name) for name, board in zip(self.players, state, strict=True) if board & bit), _("free"))
            label = _("cell {n}: {mark}").format(n=cell + 1, mark=mark)
            shapes.append(Rect(col, row, 1, 1, "cell", label, f"cell {cell + 1}", f"cell {cell + 1}"))
        shapes += [Path(((col, 0), (col, height)), id=f"column line {col}") for col in range(1, self.cols)]
        shapes += [Path(((0, row), (width, row)), id=f"row line {row}") for row in range(1, self.rows)]
        for cell, bit in self.bits:
            if (state[0] | state[1]) & bit:
                shapes += _draw_mark(cell, cell // self.cols, cell % self.cols, cross=bool(state[0] & bit))
        for line in self.lines:
            if line in (line & state[0], line & state[1]):
                ends = (line & -line).bit_length() - 1, line.bit_length() - 1
                points = tuple((cell % self.cols + 0.5, cell // self.cols + 0.5) for cell in ends)
                shapes.append(Path(points, "goal", id=f"won {ends[0] + 1} {ends[1] + 1}", width=0.12))
        return Scene(width, height, tuple(shapes), self.spoken(state))

    def spoken(self, state: State) -> str:
        """The position in words: the player to move or the result, and the marks."""
        ended = self.outcome(state)
        turn = _("{player} to move").format(player=_(self.players[self.player(state)]))
        told = [ended.reason if ended else turn]
        for name, board in zip(self.players, state, strict=True):
            cells = ", ".join(str(cell + 1) for cell, bit in self.bits if board & bit)
            told.append(_("{player}: {cells}").format(player=_(name), cells=cells or _("nothing yet")))
        return "; ".join(told)

    def editor(self) -> Editor:
        """The editor in which a position is drawn mark by mark. The numbers of rows and columns are taken from the
        drawing.
        """
        legend = (("X", "mark:0", _("X")), ("O", "mark:1", _("O")), (".", "cell", _("free")))
        return Editor("letters", "position", self.text(self.start).splitlines(), legend, settles=("rows", "cols"))

    def gestures(self, state: State, move: Move) -> tuple[tuple[str], ...]:
        """The click that performs a move: on the cell."""
        del state
        return ((f"cell {move + 1}",),)

    def refusal(self, state: State, clicks: Sequence[str]) -> str:
        """Why a click is refused: the cell is not free."""
        number = clicks[-1].removeprefix("cell ") if clicks else ""
        if not fullmatch("[0-9]{1,4}", number) or not 1 <= int(number) <= len(self.bits):
            return ""
        bit = 1 << int(number) - 1
        marks = [_(name) for name, board in zip(self.players, state, strict=True) if board & bit]
        return _("Cell {n} already contains {mark}.").format(n=number, mark=marks[0]) if marks else ""

    def typed(self, text: str) -> tuple[str, ...]:
        """The click that a typed cell number stands for."""
        return (f"cell {text.strip()}",)

    def state_of(self, lines: list[str], mistakes: Mistakes) -> State:
        """The state for a position written as rows of X, O and `.`. Records a mistake if the position cannot arise in a
        game.
        """
        marks = "".join(lines)
        x, o = (sum(1 << cell for cell, mark in enumerate(marks) if mark == name) for name in "XO")
        if reason := self.impossible(x, o):
            mistakes.say(_("This position cannot arise: {why}.").format(why=reason), "position")
        return x, o

    def impossible(self, x: int, o: int) -> str:
        """Why the marks `x` and `o` cannot arise in a game; "" if they can."""
        ahead = x.bit_count() - o.bit_count()
        if ahead not in (0, 1):
            text = _(
                "there are {x} X and {o} O; X moves first, so the number of X must equal the number of O or be one more"
            )
            return text.format(x=x.bit_count(), o=o.bit_count())
        if self.lined(x) and self.lined(o):
            return _("both players have {k} in a line").format(k=self.k)
        last, early = (0, 1) if ahead else (1, 0)
        text = _("{player} had won with {k} in a line before the last mark was made")
        if self.lined((x, o)[early]):
            return text.format(player=_(self.players[early]), k=self.k)
        board = (x, o)[last]
        if self.lined(board) and all(self.lined(board ^ bit) for _cell, bit in self.bits if board & bit):
            return text.format(player=_(self.players[last]), k=self.k)
        return ""


def _list_line_starts(rows: int, cols: int, k: int) -> Iterable[tuple[int, int]]:
    """For each direction in which the board has lines: the difference between the numbers of two adjacent cells in a
    line, and the cells where lines start, as bits.
    """
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))[: 4 if k > 1 else 1]:
        starts = sum(
            1 << row * cols + col
            for row in range(rows)
            for col in range(cols)
            if row + down * (k - 1) < rows and 0 <= col + right * (k - 1) < cols
        )
        if starts:
            yield down * cols + right, starts


def _list_directions(rows: int, cols: int, k: int) -> Iterable[tuple[tuple[int, ...], int]]:
    """For each direction in which the board has lines: the shifts that find the first cell of every line (see
    `list_run_shifts`), and the cells where lines start, as bits.
    """
    for step, starts in _list_line_starts(rows, cols, k):
        yield list_run_shifts(step, k), starts


def _list_symmetries(rows: int, cols: int) -> list[list[int]]:
    """For every rotation and reflection that keeps the board's shape, the image of each cell."""
    found = []
    for flip_rows in (False, True):
        for flip_cols in (False, True):
            for swap in (False, True) if rows == cols else (False,):
                way = []
                for cell in range(rows * cols):
                    row, col = divmod(cell, cols)
                    row, col = rows - 1 - row if flip_rows else row, cols - 1 - col if flip_cols else col
                    way.append(col * cols + row if swap else row * cols + col)
                found.append(way)
    return found


def _draw_mark(cell: int, row: int, col: int, *, cross: bool) -> list[Shape]:
    handle, name = f"cell {cell + 1}", f"mark {cell + 1}"
    if not cross:
        return [Disc(col + 0.5, row + 0.5, 0.32, "mark:1", "", handle, name)]
    near, far = 0.2, 0.8
    falling = ((col + near, row + near), (col + far, row + far))
    rising = ((col + near, row + far), (col + far, row + near))
    return [
        Path(points, "mark:0", "", handle, f"{name} {stroke}", 0.12)
        for stroke, points in (("falling", falling), ("rising", rising))
    ]


def _check_size(given: dict[str, int], mistakes: Mistakes) -> None:
    if "size" not in given or not mistakes.are_fine("size"):
        return
    for name in ("rows", "cols", "k"):
        if name in given and mistakes.are_fine(name) and given[name] != given["size"]:
            text = _("size = {size} means {name} = {size}, but {name} = {value} is given too: leave one of them out")
            mistakes.say(text.format(size=given["size"], name=name, value=given[name]), "size", name)
