"""Four in a row with gravity, on a board of any size: discs fall to the lowest free cell of a column.

A state is a pair of bitboards, the discs of the first and of the second player. A column takes rows + 1 bits, lowest
row first; the bit above each column is always 0, so that lines found by shifts never run across columns. Adding the
lowest bit of a column to all discs yields the cell where the next disc lands. A position and its mirror image share a
key.
"""

from collections.abc import Hashable, Sequence
from functools import cached_property
from re import fullmatch

from langkah.editor import Editor
from langkah.games.mark_rows import check_position_shape, list_run_shifts, read_position
from langkah.language import N_, _
from langkah.model import Game, Outcome, Step
from langkah.scene import Disc, Path, Rect, Scene, Shape
from langkah.settings import Mistakes, Setting

State = tuple[int, int]
Move = int

MAX_SIDE = 20
POSITION = '["....", "X...", "OX.."]'


class Connect(Game[State, Move]):
    """Drop discs in turn; the first player with k of them in a row, column or diagonal wins."""

    title = N_("Four in a row")
    about = N_("Drop discs into the columns in turn; the first player with k discs in a row, column or diagonal wins.")
    level_groups = (N_("First steps"), N_("Small boards"), N_("Large boards"))
    small = {"rows": 2, "cols": 3, "k": 2}
    settings = (
        Setting("rows", 4, N_("number of rows"), 1, MAX_SIDE, label=N_("Rows")),
        Setting("cols", 4, N_("number of columns"), 1, MAX_SIDE, label=N_("Columns")),
        Setting(
            "k", 4, N_("the number of discs in a line needed to win"), 1, MAX_SIDE, label=N_("Discs in a line to win")
        ),
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
        k: int = 4,
        position: list[str] | str | None = None,
    ) -> None:
        mistakes = Mistakes()
        given = {name: value for name, value in (("rows", rows), ("cols", cols)) if value is not None}
        mistakes.check(self.settings, {**given, "k": k})
        lines = None if position is None else read_position(position, POSITION, MAX_SIDE, mistakes)
        if lines:
            check_position_shape(lines, given, mistakes)
        mistakes.raise_any()
        self.rows: int = len(lines) if lines else rows or 4
        self.cols: int = len(lines[0]) if lines else cols or 4
        self.k = k
        self.column = self.rows + 1  # bits per column
        self.bottom = sum(1 << col * self.column for col in range(self.cols))
        self.board = self.bottom * ((1 << self.rows) - 1)
        self.shifts = (1, self.column, self.column - 1, self.column + 1)[: 4 if k > 1 else 1]
        self.start = self._state_of(lines, mistakes) if lines else (0, 0)
        mistakes.raise_any()

    @property
    def position(self) -> list[str] | None:
        """The rows of the starting position; None for an empty board."""
        return None if self.start == (0, 0) else self.text(self.start).splitlines()

    def player(self, state: State) -> int:
        """The player to move: 0 (X) if both players have the same number of discs, otherwise 1 (O)."""
        return int(state[0].bit_count() > state[1].bit_count())

    def steps(self, state: State) -> list[Step[State, Move]]:
        """A step for each column that is not full, from left to right; no steps once the game is won."""
        x, o = state
        turn = int(x.bit_count() > o.bit_count())
        if self.lined(state[1 - turn]):
            return []
        landing = ((x | o) + self.bottom) & self.board
        found = []
        for col in range(self.cols):
            cell = landing & self._columns[col]
            if cell:
                found.append(Step(col, (x, o | cell) if turn else (x | cell, o)))
        return found

    @cached_property
    def _columns(self) -> list[int]:
        """The cells of each column, as a bitboard."""
        return [((1 << self.rows) - 1) << col * self.column for col in range(self.cols)]

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended: a line wins for the player who moved last, and a full board without a line is a draw.
        None while the game continues.
        """
        x, o = state
        last = int(x.bit_count() == o.bit_count())
        if self.lined(state[last]):
            return Outcome(last, _("{player} has {k} in a line").format(player=_(self.players[last]), k=self.k))
        if x | o == self.board:
            return Outcome(None, _("the board is full and no player has {k} in a line").format(k=self.k))
        return None

    def lined(self, discs: int) -> bool:
        """Whether the bitboard `discs` contains a line of `k` discs."""
        for shifts in self._runs:
            runs = discs
            for shift in shifts:
                runs &= runs >> shift
            if runs:
                return True
        return False

    @cached_property
    def _runs(self) -> list[tuple[int, ...]]:
        """For each direction, the shifts with which `lined` finds lines: after these shifts, applied one after another,
        only the bits remain with which a line of `k` discs begins.
        """
        return [list_run_shifts(shift, self.k) for shift in self.shifts]

    def hopes(self, state: State) -> tuple[bool, bool]:
        """For each player, whether the player can still win: whether some line is free of the opponent's discs."""
        return self.lined(self.board ^ state[1]), self.lined(self.board ^ state[0])

    def key(self, state: State) -> Hashable:
        """The position or its mirror image, whichever is smaller: the two are equivalent."""
        return min(state, (self._mirror(state[0]), self._mirror(state[1])))

    def _mirror(self, discs: int) -> int:
        """The same discs, mirrored left to right."""
        found, mask = 0, (1 << self.column) - 1
        for _col in range(self.cols):
            found = found << self.column | discs & mask
            discs >>= self.column
        return found

    @cached_property
    def windows(self) -> tuple[int, ...]:
        """Every possible line of k cells, each as a bitboard."""
        found = []
        for shift in self.shifts:
            shape = sum(1 << shift * index for index in range(self.k))
            starts = (shape << cell for cell in range(self.cols * self.column))
            found += [line for line in starts if line & self.board == line]
        return tuple(found)

    def evaluate(self, state: State) -> float:
        """The worth of the lines that only the player to move can still complete, minus that of the lines that only the
        opponent can complete, scaled to between -1 and 1. Each disc in a line multiplies the worth of the line by
        eight.
        """
        me = self.player(state)
        mine, theirs = state[me], state[1 - me]
        ahead = 0
        for line in self.windows:
            ours, others = line & mine, line & theirs
            if ours and not others:
                ahead += 8 ** ours.bit_count()
            elif others and not ours:
                ahead -= 8 ** others.bit_count()
        return ahead / (abs(ahead) + self._most)

    def ranked(self, state: State) -> Sequence[Step[State, Move]]:
        """The moves sorted for a search: wins and blocks first, then the columns in the middle, which are in most
        lines.
        """
        me = self.player(state)
        mine, theirs = state[me], state[1 - me]

        def promise(step: Step[State, Move]) -> tuple[bool, bool, int]:
            cell = step.state[me] ^ mine
            return not self.lined(step.state[me]), not self.lined(theirs | cell), self._columns_apart[step.move]

        return sorted(self.steps(state), key=promise)

    @cached_property
    def _most(self) -> int:
        """The worth of a complete line, as `evaluate` counts it."""
        return int(8**self.k)

    @cached_property
    def _columns_apart(self) -> list[int]:
        """The distance of each column from the middle of the board, in units of half a column."""
        return [abs(2 * col - self.cols + 1) for col in range(self.cols)]

    def notation(self, move: Move) -> str:
        """The number of the column, counted from 1."""
        return str(move + 1)

    def _bit(self, row: int, col: int) -> int:
        """The bit of a cell in the bitboards; `row` is counted from the top."""
        return 1 << col * self.column + self.rows - 1 - row

    def text(self, state: State) -> str:
        """One line for each row, the highest row first, with X, O, and `.` for a free cell."""
        return "\n".join("".join(self._mark(state, row, col) for col in range(self.cols)) for row in range(self.rows))

    def _mark(self, state: State, row: int, col: int) -> str:
        bit = self._bit(row, col)
        return "X" if state[0] & bit else "O" if state[1] & bit else "."

    def scene(self, state: State) -> Scene:
        """The board as a frame with round holes. The discs of O have a light middle, so that the players differ even
        without colours.
        """
        width, height, rim = float(self.cols), float(self.rows), 0.12
        shapes: list[Shape] = [Rect(0, 0, width + 2 * rim, height + 2 * rim, "wall", id="frame", round=0.3)]
        for col in range(self.cols):
            handle, words = f"column {col + 1}", self._describe_column(state, col)
            shapes.append(Rect(rim + col, rim, 1, height, "wall", words, handle, handle))
            for row in range(self.rows):
                shapes += self._draw_hole(state, row, col, rim)
        for line in self.windows:
            if line in (line & state[0], line & state[1]):
                shapes.append(self._draw_line(line, rim))
        return Scene(width + 2 * rim, height + 2 * rim, tuple(shapes), self.spoken(state))

    def _draw_hole(self, state: State, row: int, col: int, rim: float) -> list[Shape]:
        """One hole, with its disc if there is one. A click on the hole drops a disc into its column, like a click
        anywhere else in the column.
        """
        mark, place = self._mark(state, row, col), f"{col + 1} {self.rows - row}"
        x, y, handle = rim + col + 0.5, rim + row + 0.5, f"column {col + 1}"
        found: list[Shape] = [Disc(x, y, 0.42, "cell", "", handle, f"hole {place}")]
        if mark != ".":
            role = "piece:0" if mark == "X" else "piece:5"
            found.append(Disc(x, y, 0.38, role, "", handle, f"disc {place}"))
        if mark == "O":
            found.append(Disc(x, y, 0.17, "cell", "", handle, f"ring {place}"))
        return found

    def _draw_line(self, line: int, rim: float) -> Path:
        """A stroke through a winning line, which is given as a bitboard."""
        places = [divmod(bit, self.column) for bit in ((line & -line).bit_length() - 1, line.bit_length() - 1)]
        points = tuple((rim + col + 0.5, rim + self.rows - row - 0.5) for col, row in places)
        return Path(points, "goal", id=f"won {places[0]} {places[1]}", width=0.14)

    def spoken(self, state: State) -> str:
        """The position in words: the player to move or the result, and the discs in each column from the bottom."""
        ended = self.outcome(state)
        turn = _("{player} to move").format(player=_(self.players[self.player(state)]))
        told = [ended.reason if ended else turn]
        return "; ".join([*told, *(self._describe_column(state, col) for col in range(self.cols))])

    def _describe_column(self, state: State, col: int) -> str:
        """The number of a column and the discs in it, from the bottom up, in words."""
        marks = [self._mark(state, row, col) for row in range(self.rows - 1, -1, -1)]
        discs = " ".join(_(mark) for mark in marks if mark != ".")
        return _("column {col}: {discs}").format(col=col + 1, discs=discs or _("empty"))

    def editor(self) -> Editor:
        """The editor in which a position is drawn disc by disc. The numbers of rows and columns are taken from the
        drawing.
        """
        legend = (("X", "mark:0", _("X")), ("O", "mark:1", _("O")), (".", "cell", _("free")))
        return Editor("letters", "position", self.text(self.start).splitlines(), legend, settles=("rows", "cols"))

    def gestures(self, state: State, move: Move) -> tuple[tuple[str], ...]:
        """The click that performs a move: on its column."""
        del state
        return ((f"column {move + 1}",),)

    def refusal(self, state: State, clicks: Sequence[str]) -> str:
        """Why a click is refused: the column is full or does not exist."""
        number = clicks[-1].removeprefix("column ") if clicks else ""
        if not fullmatch("[0-9]{1,4}", number):
            return ""
        col = int(number) - 1
        if not 0 <= col < self.cols:
            return _("There is no column {n}.").format(n=number)
        full = self._columns[col] & (state[0] | state[1]) == self._columns[col]
        return _("Column {n} is full.").format(n=number) if full else ""

    def typed(self, text: str) -> tuple[str, ...]:
        """The click on a column whose number is typed."""
        return (f"column {text.strip()}",)

    def _state_of(self, lines: list[str], mistakes: Mistakes) -> State:
        """The state for a position written as rows of X, O and `.`. Records a mistake if the position cannot arise in a
        game.
        """
        cells = [(row, col) for row in range(self.rows) for col in range(self.cols)]
        x, o = (sum(self._bit(row, col) for row, col in cells if lines[row][col] == mark) for mark in "XO")
        if reason := self._impossible(x, o):
            mistakes.say(_("This position cannot arise: {why}.").format(why=reason), "position")
        return x, o

    def _impossible(self, x: int, o: int) -> str:
        """Why the discs `x` and `o` cannot arise in a game; "" if no reason is found. Whether the discs could have been
        dropped in a legal order is not checked.
        """
        floating = (x | o) & ~((x | o) << 1 | self.bottom)
        if floating:
            col, row = divmod((floating & -floating).bit_length() - 1, self.column)
            return _("the cell below the disc in column {col}, row {row} is empty").format(col=col + 1, row=row + 1)
        ahead = x.bit_count() - o.bit_count()
        if ahead not in (0, 1):
            text = _(
                "there are {x} X and {o} O; X moves first, so the number of X must equal the number of O or be one more"
            )
            return text.format(x=x.bit_count(), o=o.bit_count())
        if self.lined((x, o)[1 if ahead else 0]):
            text = _("{player} had won with {k} in a line before the last mark was made")
            return text.format(player=_(self.players[1 if ahead else 0]), k=self.k)
        return ""
