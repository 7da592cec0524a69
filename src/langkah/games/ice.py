"""Ice: a slide continues until a wall stops it; every tile crossed has a cost.

The rules are those of the exercise 'Ice Sliding Puzzle' of the course IF2211, and so is the text format: a line with
rows and columns, the board (`X` wall, `*` ice, `L` lava, `Z` the start, `O` the goal, digits), then the costs of all
tiles. A slide into lava, off the board or over a number that is not the next one is illegal. The goal is reached by
stopping on it after crossing all numbers. A state is the current cell and the count of numbers crossed.
"""

import heapq
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from math import inf
from random import Random
from typing import NamedTuple, Self

from langkah.editor import Editor
from langkah.errors import BadInput
from langkah.games.board_text import check_signs, name_cell, read_rows
from langkah.language import N_, _
from langkah.model import Cost, Estimate, Puzzle, Step
from langkah.scene import Disc, Path, Rect, Scene, Shape
from langkah.settings import Mistakes, Setting, quote_value
from langkah.start_settings import Order

Cell = tuple[int, int]
State = tuple[int, int]  # the current cell, and the count of numbers crossed

WALL, ICE, LAVA, START, GOAL, DIGITS = "X", "*", "L", "Z", "O", "0123456789"
SIGNS = WALL + ICE + LAVA + START + GOAL + DIGITS
MOST_CELLS, MOST_COST = 2500, 1_000_000
WALL_CHANCE = 0.16  # probability of a wall for each tile of a random rink
WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
FIRST = "XXXXXXX/X0****X/X**X**X/X****OX/X1***LX/XZ**X*X/XXXXXXX"
COSTS_FORM = "[[1, 1, 3], [2, 1, 1]]"


class _Slide(NamedTuple):
    """The end and cost of a slide, and the numbers that it crosses. `danger` says why the slide is illegal; it is "" if
    the slide is legal.
    """

    end: int
    cost: int
    numbers: tuple[int, ...] = ()
    danger: str = ""


def _make_empty_rink(side: int) -> str:
    """The board of a square rink: walls around it, the start and the goal in opposite corners, and only ice between
    them.
    """
    inner = [WALL + START + ICE * (side - 3) + WALL, *[WALL + ICE * (side - 2) + WALL] * (side - 4)]
    return "/".join([WALL * side, *inner, WALL + ICE * (side - 3) + GOAL + WALL, WALL * side])


class Ice(Puzzle[State, str]):
    """Slide over the ice to the goal."""

    title = N_("Ice")
    shelf = N_("Slide and push")
    about = N_(
        "Slide until a wall stops you; cross the numbers in order, avoid the lava, and stop on the goal. Every "
        "tile that you cross has a cost."
    )
    level_groups = (N_("First steps"), N_("Numbers and lava"), N_("Wide rinks"))
    puzzle_orders = {
        "easy": Order(({"board": _make_empty_rink(7), "metric": "slides"},), 3, 4),
        "medium": Order(({"board": _make_empty_rink(9), "metric": "slides"},), 5, 7),
        "hard": Order(({"board": _make_empty_rink(11), "metric": "slides"},), 8, 30),
    }
    small = {
        "board": "XXXXX/XZ**X/X*X*X/X*0OX/XXXXX",
        "costs": [[0, 0, 0, 0, 0], [0, 1, 2, 3, 0], [0, 1, 0, 1, 0], [0, 1, 2, 1, 0], [0, 0, 0, 0, 0]],
    }
    settings = (
        Setting(
            "board",
            FIRST,
            N_("the rows: X wall, * ice, L lava, Z start, O goal; digits: to be crossed in order"),
            form=FIRST,
            label=N_("Board"),
        ),
        Setting(
            "costs", None, N_("the cost of each tile, row by row; default: 1 each"), form=COSTS_FORM, label=N_("Costs")
        ),
        Setting(
            "metric",
            "tiles",
            N_("what counts as cost"),
            choices=("tiles", "slides"),
            meanings=(N_("the costs of the tiles crossed"), N_("the number of slides")),
            label=N_("What counts as cost"),
        ),
    )

    def __init__(
        self,
        board: str | Sequence[str] = FIRST,
        costs: Sequence[Sequence[int]] | None = None,
        metric: str = "tiles",
    ) -> None:
        mistakes = Mistakes()
        mistakes.check(self.settings, {"metric": metric})
        rows = read_rows(board, "board", FIRST, MOST_CELLS, mistakes)
        check_signs(rows, "board", SIGNS, mistakes)
        _check_counts("".join(rows), mistakes)
        if costs is not None:
            _check_costs(costs, rows, mistakes)
        mistakes.raise_any()
        self.board, self.metric = "/".join(rows), metric
        self.costs = None if costs is None else [list(line) for line in costs]
        self.rows, self.width = rows, len(rows[0])
        self.signs = "".join(rows)
        self.prices = [1] * len(self.signs) if costs is None else [price for line in costs for price in line]
        self.numbers = [self.signs.index(sign) for sign in DIGITS if sign in self.signs]
        self.finish = self.signs.index(GOAL)
        self.start: State = (self.signs.index(START), 0)

    @classmethod
    def from_text(cls, text: str) -> dict[str, object] | None:
        """The settings in a text in the format of the exercise: `rows columns`, the board, then a line of costs for
        each row. None if the text has another format.
        """
        lines = [line.split() for line in text.splitlines() if line.strip()]
        head = lines[0] if lines else []
        if len(head) != 2 or not all(word.isdecimal() and len(word) < 4 for word in head) or len(lines) < 2:
            return None
        if any(sign not in SIGNS for word in lines[1] for sign in word) or len("".join(lines[1])) != int(head[1]):
            return None
        return _read_exercise(text, int(head[0]), int(head[1]))

    def to_text(self) -> str:
        """The board and costs in the text format of the exercise."""
        prices = self.costs or [[1] * self.width for _row in self.rows]
        lines = [" ".join(map(str, line)) for line in prices]
        return "\n".join([f"{len(self.rows)} {self.width}", *self.rows, *lines]) + "\n"

    def new_board(self, rng: Random) -> Self:
        """Another rink of the same size: random walls, start and goal, and every tile costs 1; `self` if the walls
        leave fewer than two tiles free.
        """
        height, inner = len(self.rows), range(1, self.width - 1)
        rows = [
            [WALL if row in (0, height - 1) or column not in inner or rng.random() < WALL_CHANCE else ICE
             for column in range(self.width)]
            for row in range(height)
        ]  # fmt: skip
        free = [(row, column) for row in range(height) for column in range(self.width) if rows[row][column] == ICE]
        if len(free) < 2:
            return self
        for sign, (row, column) in zip((START, GOAL), rng.sample(free, 2), strict=True):
            rows[row][column] = sign
        return type(self)(["".join(line) for line in rows], metric=self.metric)

    # Rules

    def look(self, cell: int, way: str) -> _Slide:
        """The result of a slide from a cell in one direction, ignoring the order in which numbers must be crossed."""
        return self._slides[cell, way]

    @cached_property
    def _slides(self) -> dict[tuple[int, str], _Slide]:
        open_cells = [cell for cell, sign in enumerate(self.signs) if sign not in (WALL, LAVA)]
        return {(cell, way): self._find_slide(cell, way) for cell in open_cells for way in WAYS}

    def _find_slide(self, cell: int, way: str) -> _Slide:
        (row, column), (down, right) = divmod(cell, self.width), WAYS[way]
        cost = 0
        crossed: list[int] = []
        while True:
            ahead = (row + down, column + right)
            if not (0 <= ahead[0] < len(self.rows) and 0 <= ahead[1] < self.width):
                return _Slide(cell, cost, danger=N_("No wall stops you that way: you would leave the board."))
            sign = self.rows[ahead[0]][ahead[1]]
            if sign == WALL:
                return _Slide(row * self.width + column, cost, tuple(crossed))
            if sign == LAVA:
                return _Slide(cell, cost, danger=N_("There is lava that way."))
            row, column = ahead
            cost += self.prices[row * self.width + column]
            if row * self.width + column in self.numbers:
                crossed.append(self.numbers.index(row * self.width + column))

    def _count_crossed(self, slide: _Slide, crossed: int) -> int | None:
        """How many numbered tiles have been crossed after a slide, if `crossed` of them had been crossed before it;
        None if the slide crosses a number too early.
        """
        for number in slide.numbers:
            if number > crossed:
                return None
            crossed = max(crossed, number + 1)
        return crossed

    def steps(self, state: State) -> Iterator[Step[State, str]]:
        """A step for each of the slides up, down, left and right that is legal and ends on another cell."""
        cell, crossed = state
        for way in WAYS:
            slide = self.look(cell, way)
            after = None if slide.danger or slide.end == cell else self._count_crossed(slide, crossed)
            if after is not None:
                yield Step(way, (slide.end, after), slide.cost if self.metric == "tiles" else 1)

    def is_goal(self, state: State) -> bool:
        """Whether the player has stopped on the goal tile after crossing all numbers."""
        return state == (self.finish, len(self.numbers))

    def goals(self) -> tuple[State, ...]:
        """The only goal state: on the goal tile, with all numbers crossed."""
        return ((self.finish, len(self.numbers)),)

    # Estimates

    @cached_property
    def _stations(self) -> list[dict[int, Cost]]:
        """For each numbered tile in order, and finally for the goal tile: the least cost from every cell to this tile
        if the player could stop on every tile. Cells from which there is no path are left out.
        """
        return [self._measure(cell) for cell in (*self.numbers, self.finish)]

    def _measure(self, target: int) -> dict[int, Cost]:
        """The least cost from each cell to a target if the player could stop on every tile. Cells from which there is
        no path are left out.
        """
        found: dict[int, Cost] = {}
        heap: list[tuple[Cost, int]] = [(0, target)]
        while heap:
            far, cell = heapq.heappop(heap)
            if cell in found:
                continue
            found[cell] = far
            for down, right in WAYS.values():
                row, column = divmod(cell, self.width)
                price: Cost = 0
                while True:  # backwards along a line: entering the tiles from here to the previous one
                    price = 1 if self.metric == "slides" else price + self.prices[row * self.width + column]
                    row, column = row + down, column + right
                    inside = 0 <= row < len(self.rows) and 0 <= column < self.width
                    if not inside or self.rows[row][column] in (WALL, LAVA):
                        break
                    heapq.heappush(heap, (far + price, row * self.width + column))
        return found

    @cached_property
    def _legs(self) -> list[Cost]:
        """The least cost from each numbered tile to the next, and from the last one to the goal, if the player could
        stop on every tile; infinite if there is no path.
        """
        return [after.get(cell, inf) for cell, after in zip(self.numbers, self._stations[1:], strict=True)]

    def walk(self, state: State) -> Cost:
        """An estimate: the cost of the cheapest path through the remaining numbers to the goal if the player could stop
        on every tile. If slides are counted, it is the cost of only the longest part of this path between two targets,
        since one slide can cover several parts.
        """
        cell, crossed = state
        legs = [self._stations[crossed].get(cell, inf), *self._legs[crossed:]]
        return max(legs) if self.metric == "slides" else sum(legs)

    def manhattan(self, state: State) -> Cost:
        """The Manhattan distance through the remaining numbers to the goal, times the cost of the cheapest tile. With
        the metric `slides`: 1 unless this distance is 0.
        """
        cell, crossed = state
        way = [divmod(each, self.width) for each in (cell, *self.numbers[crossed:], self.finish)]
        far = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(way)]
        if self.metric == "slides":
            return int(any(far))
        return sum(far) * min(self.prices)

    estimates = (
        Estimate(
            N_("walk"),
            walk,
            True,
            N_("the cost of the cheapest path if the player could stop on any tile"),
            N_(
                "h = cost of the cheapest path through the remaining numbers to the goal, if the player could stop"
                " anywhere"
            ),
        ),
        Estimate(
            N_("manhattan"),
            manhattan,
            True,
            N_("rows and columns along the path through the remaining numbers to the goal"),
            N_(
                "h = (rows + columns along the path through the remaining numbers to the goal) × cost of the "
                "cheapest tile"
            ),
        ),
    )

    def hopeless(self) -> str:
        """A reason why there is no solution, if walls and lava block every path to the goal; otherwise ""."""
        if self.walk(self.start) < inf:
            return ""
        return _("walls and lava block every path to the goal, even if the player could stop anywhere")

    def preferred(self) -> str:
        """The default algorithm: A*, since costs differ; its estimate is `walk`."""
        return "a-star"

    # Text and pictures

    def text(self, state: State) -> str:
        """The board with `Z` at the current cell; crossed numbers become ice."""
        signs = [ICE if sign == START else sign for sign in self.signs]
        for cell in self.numbers[: state[1]]:
            signs[cell] = ICE
        signs[state[0]] = START
        return "\n".join("".join(signs[row : row + self.width]) for row in range(0, len(signs), self.width))

    def label(self, state: State) -> str:
        """The current cell and the next number to cross, as in `b3:1`; only the cell if all numbers have been
        crossed.
        """
        cell = name_cell(*divmod(state[0], self.width))
        if state[1] == len(self.numbers):
            return cell
        return f"{cell}:{self.signs[self.numbers[state[1]]]}"

    def gestures(self, state: State, move: str) -> tuple[tuple[str], ...]:
        """The clicks that perform a slide: on the tile where it ends or on the adjacent tile in its direction. The name
        of the direction is a third possibility, for typed moves.
        """
        (row, column), (down, right) = divmod(state[0], self.width), WAYS[move]
        near = (row + down) * self.width + column + right
        ends = dict.fromkeys((self.look(state[0], move).end, near))
        return (*((self._name_handle(cell),) for cell in ends), (move,))

    def _name_handle(self, cell: int) -> str:
        row, column = divmod(cell, self.width)
        return f"cell {row},{column}"

    def refusal(self, state: State, clicks: Sequence[str]) -> str:
        """Why a click is refused: the slide is illegal, or no slide ends there."""
        last = clicks[-1] if clicks else ""
        cell, crossed = state
        way = next((way for way in WAYS if last == way or last == self._name_beside(cell, way)), "")
        if not way:
            return _("No slide from here ends on that tile.") if last.startswith("cell") else ""
        slide = self.look(cell, way)
        if slide.danger:
            return _(slide.danger)
        if slide.end == cell:
            return _("There is a wall in that direction.")
        if self._count_crossed(slide, crossed) is None:
            following = self.signs[self.numbers[crossed]] if crossed < len(self.numbers) else ""
            return _("This slide would cross a number too early: the next number is {number}.").format(number=following)
        return ""

    def _name_beside(self, cell: int, way: str) -> str:
        (row, column), (down, right) = divmod(cell, self.width), WAYS[way]
        return f"cell {row + down},{column + right}"

    def typed(self, text: str) -> tuple[str, ...]:
        """The click for a direction that is typed."""
        word = text.strip().lower()
        return (word,) if word in WAYS else ()

    def editor(self) -> Editor:
        """The editor in which the board is drawn as characters. The costs of tiles cannot be drawn: they are changed as
        a setting.
        """
        signs = (
            (WALL, "wall", _("wall")),
            (ICE, "cell:cold", _("ice")),
            (LAVA, "cell:hot", _("lava")),
            (START, "piece:0", _("start")),
            (GOAL, "goal", _("goal")),
            *((digit, "cell:1", _("number to be crossed")) for digit in DIGITS),
        )
        return Editor("letters", "board", list(self.rows), signs, single=START + GOAL + DIGITS)

    def scene(self, state: State) -> Scene:
        """The rink with walls, lava and numbers, and the cost of each tile if costs differ."""
        cell, crossed = state
        shapes: list[Shape] = [Rect(0, 0, self.width, len(self.rows), "board", id="board")]
        varied = len({price for price, sign in zip(self.prices, self.signs, strict=True) if sign not in "XL"}) > 1
        for place, sign in enumerate(self.signs):
            row, column = divmod(place, self.width)
            price = str(self.prices[place]) if varied and sign not in (WALL, LAVA) else ""
            shapes += _draw_tile(row, column, sign, price)
        for number, place in enumerate(self.numbers):
            row, column = divmod(place, self.width)
            role = "faint" if number < crossed else "piece:1" if number == crossed else "piece:6"
            name = f"number {number}"
            if number < crossed:
                shapes.append(Disc(column + 0.5, row + 0.5, 0.09, role, id=name))
            else:
                handle = self._name_handle(place)
                shapes.append(Disc(column + 0.5, row + 0.5, 0.27, role, self.signs[place], handle, name))
        shapes += _draw_penguin(*divmod(cell, self.width))
        return Scene(self.width, len(self.rows), tuple(shapes), self._describe(state))

    def _describe(self, state: State) -> str:
        """The current cell, and the next number or, if all numbers are crossed, the goal, in words."""
        row, column = divmod(state[0], self.width)
        told = _("You stand in row {row}, column {column}.").format(row=row + 1, column=column + 1)
        if state[1] == len(self.numbers):
            (row, column) = divmod(self.finish, self.width)
            return told + " " + _("The goal is in row {row}, column {column}.").format(row=row + 1, column=column + 1)
        return told + " " + _("The next number is {number}.").format(number=self.signs[self.numbers[state[1]]])


def _draw_tile(row: int, column: int, sign: str, price: str) -> Iterator[Shape]:
    """One tile: a wall of ice blocks, glowing lava, or ice with a glint and its cost."""
    name = f"cell {row},{column}"
    if sign == WALL:
        yield Rect(column, row, 1, 1, "wall", id=f"wall {row},{column}")
        yield Path(((column, row + 0.5), (column + 1, row + 0.5)), "board", width=0.03)
        joints = ((0.5, 0.0), (0.0 if (row + column) % 2 else 0.25, 0.5))
        for across, down in joints:
            yield Path(((column + across, row + down), (column + across, row + down + 0.5)), "board", width=0.03)
        return
    role = "cell:hot" if sign == LAVA else "cell:cold"
    yield Rect(column, row, 1, 1, role, price, name, name, corner=True)
    if sign == LAVA:
        for down in (0.3, 0.52, 0.74):
            wave = tuple(
                (column + 0.15 + 0.175 * step, row + down + (0.07 if step % 2 else -0.05)) for step in range(5)
            )
            yield Path(wave, "target", width=0.07)
    else:
        yield Path(((column + 0.62, row + 0.88), (column + 0.88, row + 0.62)), "cell", width=0.04)
    if sign == GOAL:
        yield Rect(column + 0.08, row + 0.08, 0.84, 0.84, "goal", handle=name, id="goal", round=0.12)
        pole = ((column + 0.36, row + 0.82), (column + 0.36, row + 0.2))
        yield Path(pole, "line", width=0.06)
        flag = ((column + 0.36, row + 0.2), (column + 0.74, row + 0.34), (column + 0.36, row + 0.48))
        yield Path(flag, "piece:2", handle=name, width=0.04, closed=True)


def _draw_penguin(row: int, column: int) -> Iterator[Shape]:
    """The penguin that slides."""
    x, y = column + 0.5, row + 0.5
    yield Disc(x, y, 0.36, "piece:0", id="player")
    yield Disc(x, y + 0.09, 0.2, "glass", id="belly")
    for side in (-1, 1):
        yield Disc(x + 0.12 * side, y - 0.15, 0.06, "glass", id=f"eye {side}")
    beak = ((x - 0.07, y - 0.05), (x + 0.07, y - 0.05), (x, y + 0.05))
    yield Path(beak, "piece:1", id="beak", width=0.02, closed=True)


def _check_counts(signs: str, mistakes: Mistakes) -> None:
    """Record mistakes unless the board has exactly one start, exactly one goal, and each number from 0 on
    exactly once.
    """
    if not mistakes.are_fine("board"):
        return
    for sign, what in ((START, _("start")), (GOAL, _("goal"))):
        if signs.count(sign) != 1:
            text = _("board: {sign} occurs {n} times; exactly one {what} is needed")
            mistakes.say(text.format(n=signs.count(sign), sign=sign, what=what), "board")
    used = [digit for digit in DIGITS if digit in signs]
    for digit in used:
        if signs.count(digit) > 1:
            mistakes.say(_("board: the number {number} occurs twice").format(number=digit), "board")
    if used != list(DIGITS[: len(used)]):
        text = _("board: the numbers must be 0, 1, 2 and so on, without gaps; it has {numbers}")
        mistakes.say(text.format(numbers=" ".join(used)), "board")


def _check_costs(costs: object, rows: list[str], mistakes: Mistakes) -> None:
    """Record mistakes unless `costs` gives a whole number for each tile."""
    shape = isinstance(costs, list | tuple) and all(isinstance(line, list | tuple) for line in costs)
    if not shape:
        text = _("costs = {value}: give a list of whole numbers for each row, as in {form}")
        mistakes.say(text.format(value=quote_value(costs), form=COSTS_FORM), "costs")
        return
    assert isinstance(costs, list | tuple)
    if mistakes.are_fine("board") and [len(line) for line in costs] != [len(row) for row in rows]:
        text = _("costs: give {rows} rows of {columns} numbers, one for each tile of the board")
        mistakes.say(text.format(rows=len(rows), columns=len(rows[0])), "costs")
    for number, line in enumerate(costs[:MOST_CELLS], 1):
        for column, price in enumerate(line[:MOST_CELLS], 1):
            if type(price) is not int or not 0 <= price <= MOST_COST:
                text = _("costs: row {row}, column {column} is {value}; it must be a whole number from 0 to {most}")
                told = text.format(row=number, column=column, value=quote_value(price), most=MOST_COST)
                mistakes.say(told, "costs")
                return


def _read_exercise(text: str, height: int, width: int) -> dict[str, object]:
    """The settings in a text in the format of the exercise. Mistakes are reported with their line number."""
    mistakes = Mistakes()
    lines = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1) if line.strip()][1:]
    if len(lines) not in (height, 2 * height):
        wanted = _(
            "line 1 gives {rows} rows: {rows} lines of the board and {rows} lines of costs must follow, "
            "but there are {n} lines"
        )
        raise BadInput(wanted.format(rows=height, n=len(lines)))
    for number, words in lines[:height]:
        if len("".join(words)) != width:
            told = _("line {line} has {n} tiles, but line 1 gives {columns} columns")
            mistakes.say(told.format(line=number, n=len("".join(words)), columns=width))
    costs: list[list[int]] = []
    for number, words in lines[height:]:
        column, strange = next(((at, word) for at, word in enumerate(words, 1) if not _is_price(word)), (0, ""))
        if strange:
            told = _("line {line}, column {column}: {word} is not a whole number from 0 to {most}")
            mistakes.say(told.format(line=number, column=column, word=quote_value(strange), most=MOST_COST))
        elif len(words) != width:
            told = _("line {line} has {n} costs, but line 1 gives {columns} columns")
            mistakes.say(told.format(line=number, n=len(words), columns=width))
        else:
            costs.append([int(word) for word in words])
    mistakes.raise_any()
    found: Mapping[str, object] = {"costs": costs} if costs else {}
    return {"board": "/".join("".join(words) for _number, words in lines[:height]), **found}


def _is_price(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 8 and int(word) <= MOST_COST
