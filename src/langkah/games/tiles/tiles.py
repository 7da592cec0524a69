"""Sliding tiles: the 8-puzzle, the 15-puzzle and every other size, with any start and goal.

A state is a tuple of the numbers on the board, row by row, 0 for the blank; a move is the number of the pushed tile. A
tile is at home on the cell that it has in the goal. Solvability is known at once: on one row tiles never change their
order, elsewhere every slide preserves a parity. The linear-conflict estimate comes from tables, one for each row and
column, that fill during the search: summing lookups is cheaper than counting distances again, and no search has to
update the estimate.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from operator import getitem
from typing import Any, Self

from langkah.games.game_ids import parse_game_id
from langkah.games.tiles.packed_tiles import PackedTiles, State, Ways
from langkah.language import N_, _
from langkah.model import Estimate, Puzzle, Step
from langkah.packed import Tray
from langkah.scene import Rect, Scene, Shape, Text
from langkah.settings import Mistakes, Setting, quote_value
from langkah.start_settings import Order

Move = int

MAX_SIDE = 16  # rows, columns
SCRAMBLE = 45  # slides from the goal to the default start: odd, so that the blank always moves
MOST_LINES = 100_000  # cached costs of line contents
MAX_A_STAR_CELLS = 12  # cells: up to here, A* fits into memory
FORM = "[7, 2, 4, 5, 0, 6, 8, 3, 1]"


class Tiles(Puzzle[State, Move]):
    """Slide tiles into the blank until they are in order."""

    title = N_("Sliding tiles")
    shelf = N_("Slide and push")
    about = N_("Slide tiles into the blank until every tile is in its place.")
    level_groups = (
        N_("First steps"),
        N_("8-puzzle and smaller"),
        N_("15-puzzle"),
        N_("24-puzzle"),
        N_("Impossible"),
    )
    small = {"rows": 2, "cols": 3, "start": [4, 5, 0, 3, 1, 2]}
    puzzle_orders = {"easy": Order(({},), 4, 9), "medium": Order(({},), 10, 16), "hard": Order(({},), 18, 26)}
    settings = (
        Setting("rows", 3, N_("number of rows"), 1, MAX_SIDE, label=N_("Rows")),
        Setting("cols", 3, N_("number of columns"), 1, MAX_SIDE, label=N_("Columns")),
        Setting(
            "start",
            None,
            N_("numbers row by row, 0 for the blank; default: a fixed scramble of the goal"),
            form=FORM,
            label=N_("Start"),
        ),
        Setting(
            "goal",
            None,
            N_("the goal, row by row; default: the numbers in order, the blank last"),
            form=FORM,
            label=N_("Goal"),
        ),
        Setting(
            "metric",
            "steps",
            N_("what counts as one move"),
            choices=("steps", "lines"),
            meanings=(N_("one tile moves one cell"), N_("tiles in a line move one cell together")),
            label=N_("What counts as one move"),
        ),
    )
    reversible = True
    lists_all_goals = True

    def __init__(
        self,
        rows: int | None = None,
        cols: int | None = None,
        start: Sequence[int] | Sequence[Sequence[int]] | str | None = None,
        goal: Sequence[int] | Sequence[Sequence[int]] | str | None = None,
        metric: str = "steps",
    ) -> None:
        mistakes = Mistakes()
        asked = {"rows": rows, "cols": cols}
        sizes = {name: value for name, value in asked.items() if value is not None}
        mistakes.check(self.settings, {**sizes, "metric": metric})
        boards = {"start": _read_tile_rows(start, "start", mistakes), "goal": _read_tile_rows(goal, "goal", mistakes)}
        for name, lines in boards.items():
            if len(lines) > 1:
                _check_tile_shape(name, lines, sizes, mistakes)
        self.rows, self.cols, self.metric = sizes.get("rows", 3), sizes.get("cols", 3), metric
        flat = {name: [number for line in lines for number in line] for name, lines in boards.items()}
        if mistakes.are_fine("rows", "cols"):
            for name, numbers in flat.items():
                if numbers:
                    _check_tile_numbers(name, numbers, self.rows, self.cols, mistakes)
        mistakes.raise_any()
        self.ways = _list_blank_ways(self.rows, self.cols, 1 if metric == "steps" else MAX_SIDE)
        self.target: State = tuple(flat["goal"]) or self._ordered()
        self.start: State = tuple(flat["start"]) or self._mixed()

    @classmethod
    def from_text(cls, text: str) -> dict[str, object] | None:
        """The settings for a game ID of Simon Tatham's collection, `4x4:1,2,3,...` with 0 for the blank; None for any
        other text.
        """
        found = parse_game_id(text)
        words = found.board.split(",") if found else []
        if (
            found is None
            or found.more
            or not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words)
        ):
            return None
        return {"rows": found.height, "cols": found.width, "start": list(map(int, words))} if "0" in words else None

    def to_text(self) -> str:
        """The game ID in Simon Tatham's collection; "" for an unusual goal, which no ID can express."""
        return "" if self.goal else f"{self.cols}x{self.rows}:{','.join(map(str, self.start))}\n"

    @property
    def goal(self) -> State | None:
        """The goal position; None if the goal is the usual one, with the numbers in order and the blank last."""
        return None if self.target == self._ordered() else self.target

    def _ordered(self) -> State:
        return (*range(1, self.rows * self.cols), 0)

    def _mixed(self) -> State:
        """The default start: the goal after a fixed walk of the blank, which returns to the previous cell only if there
        is no other.
        """
        walk = _list_blank_ways(self.rows, self.cols, 1)
        board, blank, before, draw = list(self.target), self.target.index(0), -1, 1
        for _slide in range(SCRAMBLE if len(board) > 1 else 0):
            draw = (draw * 1_103_515_245 + 12_345) % 2**31
            onward = [cell for way in walk[blank] for cell in way if cell != before] or [before]
            cell = onward[(draw >> 16) % len(onward)]
            board[blank], board[cell] = board[cell], 0
            before, blank = blank, cell
        return tuple(board)

    def steps(self, state: State) -> Iterable[Step[State, Move]]:
        """The steps, in the order in which the blank moves: up, left, right, down. The tiles move the other way."""
        found = []
        blank = state.index(0)
        for way in self.ways[blank]:
            board, hole = list(state), blank
            for cell in way:
                board[hole], board[cell] = board[cell], 0
                hole = cell
                found.append(Step(state[cell], tuple(board)))
        return found

    def is_goal(self, state: State) -> bool:
        """Whether every tile is on the cell that it has in the goal."""
        return state == self.target

    def goals(self) -> tuple[State, ...]:
        """The only goal state."""
        return (self.target,)

    def turn_around(self) -> Self:
        """The puzzle with start and goal swapped."""
        return type(self)(self.rows, self.cols, self.target, self.start, self.metric)

    def hopeless(self) -> str:
        """A reason why the goal cannot be reached: the tiles of a single line have another order, or the parity is
        wrong. Otherwise "".
        """
        if min(self.rows, self.cols) == 1:
            start, target = ([tile for tile in board if tile] for board in (self.start, self.target))
            return "" if start == target else _("tiles in a single line can never change their order")
        walked = sum(abs(a - b) for a, b in zip(self.place(self.start), self.place(self.target), strict=True))
        if _is_odd(self.start) ^ _is_odd(self.target) == walked % 2:
            return ""
        return _("no slide changes the parity, and the parities of this position and the goal differ")

    def place(self, state: State) -> tuple[int, int]:
        """The row and column of the blank."""
        return divmod(state.index(0), self.cols)

    @cached_property
    def far(self) -> list[list[int]]:
        """For each cell and each tile: the rows plus columns from this cell to the cell of the tile in the goal."""
        return [[down + right for down, right in cell] for cell in self._apart]

    @cached_property
    def _apart(self) -> list[list[tuple[int, int]]]:
        """For each cell and each tile: the rows and the columns from this cell to the cell of the tile in the goal; 0
        for the blank.
        """
        homes = {tile: divmod(cell, self.cols) for cell, tile in enumerate(self.target)}
        cells = [divmod(cell, self.cols) for cell in range(len(self.target))]
        return [
            [(0, 0)] + [(abs(r - homes[tile][0]), abs(c - homes[tile][1])) for tile in range(1, len(cells))]
            for r, c in cells
        ]

    def misplaced(self, state: State) -> int:
        """The number of tiles that are not on their goal cells; each of them needs at least one slide."""
        return sum(map(int.__ne__, state, self.target)) - (state.index(0) != self.target.index(0))

    def manhattan(self, state: State) -> int:
        """The number of slides that would bring all tiles to their goal cells if no tile were in the way of another."""
        return sum(map(getitem, self.far, state))

    def linear_conflict(self, state: State) -> int:
        """The estimate `manhattan`, plus two slides for each tile that must leave its own row or column to let other
        tiles pass.
        """
        cols, (by_row, by_col) = self.cols, self.lines
        total, first = 0, 0
        for table in by_row:
            total += table[state[first : first + cols]]
            first += cols
        for col, table in enumerate(by_col):
            total += table[state[col::cols]]
        return total

    @cached_property
    def lines(self) -> "tuple[list[LineCosts], list[LineCosts]]":
        """The tables, one for each row and each column, whose entries the linear-conflict estimate adds up. For the
        tiles of a row, an entry counts the columns that they still have to go and their conflicts; for a column, rows
        and conflicts.
        """
        rows, cols = self.rows, self.cols
        homes = {tile: divmod(cell, cols) for cell, tile in enumerate(self.target) if tile}
        across = {tile: col for tile, (_row, col) in homes.items()}
        along = {tile: row for tile, (row, _col) in homes.items()}
        by_row = [LineCosts(across, {tile for tile in homes if along[tile] == row}) for row in range(rows)]
        by_col = [LineCosts(along, {tile for tile in homes if across[tile] == col}) for col in range(cols)]
        return by_row, by_col

    def pushes(self, state: State) -> int:
        """The sum of two bounds, each rounded up: the vertical distances of all tiles to their goal cells, divided by
        the most tiles that one vertical push moves, and the same for the horizontal distances.
        """
        apart = list(map(getitem, self._apart, state))
        down, right = sum(down for down, _right in apart), sum(right for _down, right in apart)
        return -(-down // max(self.rows - 1, 1)) - (-right // max(self.cols - 1, 1))

    estimates = (
        Estimate(
            N_("linear-conflict"),
            linear_conflict,
            True,
            N_("distances, plus detours of tiles that must let others pass"),
            N_("h = Manhattan distance + 2 for each tile that must leave its own row or column to let another pass"),
        ),
        Estimate(
            N_("manhattan"),
            manhattan,
            True,
            N_("sum of the distances of all tiles to their places"),
            N_("h = Σ |row − goal row| + |column − goal column| over all tiles but the blank"),
        ),
        Estimate(
            N_("misplaced"),
            misplaced,
            True,
            N_("tiles not in place"),
            N_("h = number of tiles, the blank not counted, that are not in place"),
        ),
        Estimate(
            N_("pushes"),
            pushes,
            True,
            N_("distances of all tiles to their places, divided by the most tiles that one push can move"),
        ),
    )

    def all_estimates(self) -> tuple[Estimate, ...]:
        """The heuristics; if lines of tiles move at once, only `pushes` and `zero` are admissible."""
        known = super().all_estimates()
        if self.metric == "steps":
            return known
        return tuple(each if each.name in ("pushes", "zero") else each._replace(admissible=False) for each in known)

    def preferred(self) -> str:
        """The default algorithm: bidirectional search if lines of tiles move at once (no estimate is strong then),
        otherwise A* on small boards, and IDA* where A* would need too much memory.
        """
        if self.metric == "lines":
            return "bidirectional"
        return "a-star" if self.rows * self.cols <= MAX_A_STAR_CELLS else "ida-star"

    def packed(self) -> PackedTiles:
        """The packed form: all numbers of a state side by side in one number."""
        packed = PackedTiles(self.start, self.target, self.ways)
        packed.structure = Tray(self.rows, self.cols, self.start, self.target) if self.metric == "steps" else None
        return packed

    def notation(self, move: Move) -> str:
        """The number of the tile."""
        return str(move)

    def text(self, state: State) -> str:
        """The numbers in rows, 0 for the blank."""
        width = len(str(len(state) - 1))
        lines = (state[first : first + self.cols] for first in range(0, len(state), self.cols))
        return "\n".join(" ".join(str(number).rjust(width) for number in line) for line in lines)

    def scene(self, state: State) -> Scene:
        """The board as a picture: the colour of a tile shows its row in the goal. If the goal is unusual, the blank
        faintly shows the number that belongs there.
        """
        shapes: list[Shape] = [Rect(0, 0, self.cols, self.rows, "board", id="board")]
        for cell, tile in enumerate(state):
            row, col = divmod(cell, self.cols)
            if tile:
                home = self.target.index(tile) // self.cols
                role, name = f"piece:{home % 8}", f"tile {tile}"
                shapes.append(Rect(col + 0.04, row + 0.04, 0.92, 0.92, role, str(tile), name, name, 0.12))
            else:
                wanted = self.target[cell]
                shapes.append(Rect(col, row, 1, 1, "cell", _("blank"), "blank", "blank"))
                if wanted and self.goal:
                    shapes.append(Text(col + 0.5, row + 0.5, f"({wanted})", 0.25, "faint", "blank", "hint"))
        return Scene(float(self.cols), float(self.rows), tuple(shapes), self.spoken(state))

    def spoken(self, state: State) -> str:
        """The position in words."""
        lines = self.text(state).splitlines()
        told = (
            _("row {n}: {tiles}").format(n=number, tiles=" ".join(line.split())) for number, line in enumerate(lines, 1)
        )
        return "; ".join(told)

    def gestures(self, state: State, move: Move) -> tuple[tuple[str, ...], ...]:
        """The click sequences for a move: click the tile, or drag it to the blank."""
        del state
        return (f"tile {move}",), (f"tile {move}", "blank")

    def refusal(self, state: State, clicks: Sequence[str]) -> str:
        """Why a click has no effect: it is on the blank, or on a tile that is not beside the blank. "" if no tile was
        clicked.
        """
        del state
        tile = clicks[0].removeprefix("tile ") if clicks else ""
        if tile == "blank":
            return _("Choose a tile beside the blank: it slides there.")
        return _("Tile {tile} is not beside the blank.").format(tile=tile) if tile.isdecimal() else ""

    def typed(self, text: str) -> tuple[str, ...]:
        """The click for the typed number of a tile; () for any other text."""
        number = text.strip()
        return (f"tile {number}",) if number in map(str, range(1, self.rows * self.cols)) else ()

    def goal_scene(self) -> Scene:
        """The goal as a picture."""
        return self.scene(self.target)


class LineCosts(dict[tuple[int, ...], int]):
    """The contribution of the tiles in one row or column to the linear-conflict estimate. The table maps the tiles on
    the line to their contribution, which is computed at the first lookup.

    `homes` gives the goal position of each tile along the line, `own` the tiles whose goal cells are on this line. Of
    the tiles in `own`, a largest set that is in the right order can stay there. Each of the others must leave the line
    and come back, which takes two extra slides.
    """

    def __init__(self, homes: Mapping[int, int], own: Collection[int]) -> None:
        super().__init__()
        self.homes, self.own = homes, own

    def __missing__(self, line: tuple[int, ...]) -> int:
        if len(self) >= MOST_LINES:
            self.clear()
        homes = self.homes
        away = sum(abs(place - homes[tile]) for place, tile in enumerate(line) if tile)
        ranks = [homes[tile] for tile in line if tile in self.own]
        self[line] = away + 2 * (len(ranks) - count_longest_rise(ranks))
        return self[line]


def count_longest_rise(numbers: Sequence[int]) -> int:
    """The length of the longest increasing subsequence."""
    ends: list[int] = []  # the smallest number that ends an increasing subsequence of each length
    for number in numbers:
        place = bisect_left(ends, number)
        ends[place : place + 1] = [number]
    return len(ends)


def _is_odd(state: State) -> bool:
    """Whether the numbers are an odd permutation: each cycle of even length flips the parity."""
    turns, seen = 0, set()
    for first in state:
        length, number = 0, first
        while number not in seen:
            seen.add(number)
            number, length = state[number], length + 1
        turns += length % 2 == 0 and length > 0
    return bool(turns % 2)


def _list_blank_ways(rows: int, cols: int, most: int) -> list[Ways]:
    """For each cell of the blank, and each direction in which it can move (up, left, right, down): the cells that it
    can reach, nearest first, at most `most` of them.
    """
    found = []
    for cell in range(rows * cols):
        row, col = divmod(cell, cols)
        up = [cell - cols * far for far in range(1, row + 1)]
        left = [cell - far for far in range(1, col + 1)]
        right = [cell + far for far in range(1, cols - col)]
        down = [cell + cols * far for far in range(1, rows - row)]
        found.append(tuple(tuple(way[:most]) for way in (up, left, right, down) if way))
    return found


def _read_tile_rows(value: object, name: str, mistakes: Mistakes) -> list[list[int]]:
    """The numbers of a board, either as its rows or as one row with all numbers; [] if none are given, or after
    recording a mistake.
    """
    if value is None:
        return []
    rows: Any = value
    if isinstance(value, str):
        lines = value.replace("/", "\n").replace(",", " ").splitlines()
        rows = [[_parse_whole(word) for word in line.split()] for line in lines if line.strip()]
    if isinstance(rows, list | tuple) and rows and not isinstance(rows[0], list | tuple):
        rows = [rows]
    if isinstance(rows, list | tuple) and any(rows) and all(isinstance(row, list | tuple) for row in rows):
        found = [list(row) for row in rows]
        if all(type(number) is int for row in found for number in row):
            return found
    text = _("{name} = {value}: give the numbers row by row, 0 for the blank, as in {form}")
    mistakes.say(text.format(name=name, value=quote_value(value), form=FORM), name)
    return []


def _parse_whole(word: str) -> int | str:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 6 else word


def _check_tile_shape(name: str, lines: list[list[int]], sizes: dict[str, int], mistakes: Mistakes) -> None:
    """Fill in the missing entries of `sizes` from a board given in rows. Records a mistake if the shape of the board is
    irregular, too large or contradicts known sizes.
    """
    if len({len(line) for line in lines}) > 1:
        text = _("{name}: its rows are {lengths} numbers long; all must be equally long")
        mistakes.say(text.format(name=name, lengths=", ".join(str(len(line)) for line in lines[:MAX_SIDE])), name)
        return
    for side, actual in (("rows", len(lines)), ("cols", len(lines[0]))):
        if mistakes.are_fine(side) and sizes.setdefault(side, actual) != actual:
            text = _("{name} has {side} = {actual}, but {side} = {asked} is given")
            mistakes.say(text.format(name=name, side=side, actual=actual, asked=sizes[side]), name)
        elif not 1 <= actual <= MAX_SIDE:
            text = _("{name} has {side} = {actual}; {side} must be from 1 to {most}")
            mistakes.say(text.format(name=name, side=side, actual=actual, most=MAX_SIDE), name, side)


def _check_tile_numbers(name: str, numbers: list[int], rows: int, cols: int, mistakes: Mistakes) -> None:
    if not mistakes.are_fine(name):
        return
    size = rows * cols
    if len(numbers) != size:
        text = _("{name} has {length} numbers; {rows} x {cols} cells need {size} (settings: rows, cols)")
        mistakes.say(text.format(name=name, length=len(numbers), rows=rows, cols=cols, size=size), name)
        return
    strange = sorted({number for number in numbers if not 0 <= number < size})
    twice = sorted({number for number in numbers if numbers.count(number) > 1} - set(strange))
    missing = sorted(set(range(size)) - set(numbers))
    for found, text in (
        (
            strange,
            _("{name}: {numbers} cannot be on {rows} x {cols} cells; the numbers are 0 to {last}, 0 for the blank"),
        ),
        (twice, _("{name}: each number must occur once, but {numbers} occur twice or more")),
        (missing, _("{name}: missing numbers: {numbers}")),
    ):
        if found:
            listed = ", ".join(quote_value(number, 12) for number in found[:8]) + (", ..." if len(found) > 8 else "")
            mistakes.say(text.format(name=name, numbers=listed, rows=rows, cols=cols, last=size - 1), name)
