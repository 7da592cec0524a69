"""Lights Out: pressing a lamp switches it and its neighbours; all lamps must go out.

A state is a whole number with a bit for each lamp that is on. The order of presses does not matter and pressing twice
has no effect, so a solution is a set of lamps that solves a system of linear equations modulo 2. Elimination shows at
once whether there is a solution. The smallest one is found by adding to any solution the quiet patterns, which switch
nothing (Anderson and Feil, Mathematics Magazine 71, 1998).
"""

from collections.abc import Mapping, Sequence
from functools import cached_property, reduce
from math import inf
from operator import xor
from random import Random
from typing import Any, NamedTuple, Self

from langkah.editor import Editor
from langkah.errors import BadInput
from langkah.games.board_text import check_signs, name_cell, parse_cell, read_rows
from langkah.games.game_ids import parse_game_id
from langkah.language import N_, _, format_plural
from langkah.model import Construction, Cost, Estimate, Puzzle, Step
from langkah.packed import Packed
from langkah.scene import Disc, Path, Rect, Scene, Shape
from langkah.settings import Mistakes, Setting, quote_value
from langkah.start_settings import Order

ON, OFF = "*", "."
MOST_SIDE = 20
MOST_OWN_LAMPS = 64  # lamps of a board on which each lamp has its own list of lamps to switch
BAR = 0.06  # half the width of the bars between lamps
WORD_BITS = 63  # lamps per word of compiled code
MOST_QUIET = 16  # quiet patterns of which all 2**16 sums are compared for a plan
MOST_QUIET_ESTIMATE = 8  # quiet patterns of which all sums are compared for the estimate of a state
PATTERNS: dict[str, tuple[tuple[int, int], ...]] = {
    "plus": ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)),
    "cross": ((0, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)),
    "torus": ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)),
}


class _Equations(NamedTuple):
    """The result of Gaussian elimination. `rows` maps the bit length of each remaining row, that is, its highest lamp
    plus 1, to the row itself and to the presses that produce it. `quiet` lists the sets of presses that switch nothing.
    """

    rows: dict[int, tuple[int, int]]
    quiet: list[int]

    def find_presses(self, lamps: int) -> int | None:
        """A set of presses that switches exactly these lamps; None if there is none."""
        presses = 0
        while lamps:
            row = self.rows.get(lamps.bit_length())
            if row is None:
                return None
            lamps, presses = lamps ^ row[0], presses ^ row[1]
        return presses


def eliminate(switches: Sequence[int]) -> _Equations:
    """Apply Gaussian elimination to the equations of a board, where pressing lamp i switches the lamps `switches[i]`.
    The result serves for every position on this board.
    """
    rows: dict[int, tuple[int, int]] = {}
    quiet: list[int] = []
    for number, lamps in enumerate(switches):
        presses = 1 << number
        while lamps and (row := rows.get(lamps.bit_length())):
            lamps, presses = lamps ^ row[0], presses ^ row[1]
        if lamps:
            rows[lamps.bit_length()] = lamps, presses
        else:
            quiet.append(presses)
    return _Equations(rows, quiet)


class Lights(Puzzle[int, int]):
    """Press lamps until all are out."""

    title = N_("Lights Out")
    shelf = N_("Move and turn")
    about = N_(
        "Pressing a lamp switches it and its neighbours: those that are on go off, and those that "
        "are off go on. All lamps must go out."
    )
    level_groups = (N_("First steps"), N_("Five by five"), N_("Other boards"), N_("Impossible"))
    small = {"rows": 2, "cols": 3}
    settings = (
        Setting("rows", 5, N_("number of rows"), 1, MOST_SIDE, label=N_("Rows")),
        Setting("cols", 5, N_("number of columns"), 1, MOST_SIDE, label=N_("Columns")),
        Setting(
            "start",
            None,
            N_("rows: * lamp on, . lamp off; default: all on"),
            form='["*.*", "...", "*.*"]',
            label=N_("Lamps"),
        ),
        Setting(
            "pattern",
            "plus",
            N_("which lamps a press switches besides the lamp itself"),
            choices=tuple(PATTERNS),
            meanings=(
                N_("the lamps beside it"),
                N_("the lamps at its corners"),
                N_("the lamps beside it, wrapping around at the edges (torus)"),
            ),
            label=N_("What a press switches"),
        ),
        Setting(
            "switches",
            None,
            N_(
                "which lamps change when a lamp is pressed, if this differs between lamps: one board per lamp, with * "
                "for every lamp that changes"
            ),
            form='["**", "**"]',
            label=N_("What each lamp switches"),
        ),
    )
    reversible = True
    lists_all_goals = True
    puzzle_orders = {
        "easy": Order(({"rows": 3, "cols": 3},), 2, 4),
        "medium": Order(({"rows": 4, "cols": 4},), 4, 6),
        "hard": Order(({},), 9, 15),
    }
    generator_states = 5000

    def __init__(
        self,
        rows: int | None = None,
        cols: int | None = None,
        start: str | Sequence[str] | None = None,
        pattern: str = "plus",
        switches: Sequence[str] | None = None,
    ) -> None:
        mistakes = Mistakes()
        asked = {name: value for name, value in (("rows", rows), ("cols", cols)) if value is not None}
        mistakes.check(self.settings, {**asked, "pattern": pattern})
        lines = [] if start is None else read_rows(start, "start", "*.*/.*.", MOST_SIDE**2, mistakes)
        check_signs(lines, "start", ON + OFF, mistakes)
        if lines and mistakes.are_fine("rows", "cols"):
            _check_shape(lines, asked, mistakes)
        self.rows = len(lines) or rows or 5
        self.cols = len(lines[0]) if lines else cols or 5
        own = None
        if switches is not None and mistakes.are_fine("rows", "cols", "start"):
            own = _read_switches(switches, self.rows * self.cols, mistakes)
        mistakes.raise_any()
        self.pattern, self.lamps = pattern, self.rows * self.cols
        self.switches = None if own is None else [_write_lamps(lamps, self.lamps) for lamps in own]
        self.near = own or _list_near(self.rows, self.cols, pattern)
        self.start = _read_lamps("".join(lines)) if lines else (1 << self.lamps) - 1

    def given(self) -> dict[str, object]:
        """The settings that recreate this problem. `start` shows which lamps are on, and is left out if all are on."""
        whole = (1 << self.lamps) - 1
        told: dict[str, object] = {"rows": self.rows, "cols": self.cols}
        told |= {} if self.start == whole else {"start": self.text(self.start).split("\n")}
        told |= {"pattern": self.pattern} if self.pattern != "plus" else {}
        return told | ({"switches": self.switches} if self.switches else {})

    @classmethod
    def from_text(cls, text: str) -> dict[str, object] | None:
        """The settings in a text: rows of `*` and `.`, or a game ID of Simon Tatham's Flip, which tells what each lamp
        switches and, after a comma, which lamps are on. None if the text has another format.
        """
        if (found := parse_game_id(text)) and found.board.count(",") == 1 and found.more in ("", "c", "r"):
            return _read_flip(found.width, found.height, found.board, found.column)
        lines = text.split()
        if len(lines) < 2 or not set("".join(lines)) <= {ON, OFF} or ON not in text:
            return None
        return {"start": lines}

    def to_text(self) -> str:
        """This board as a game ID of Simon Tatham's Flip."""
        matrix = "".join(_write_lamps(lamps, self.lamps) for lamps in self.near)
        board = ",".join(_write_hex(signs) for signs in (matrix, _write_lamps(self.start, self.lamps)))
        return f"{self.cols}x{self.rows}:{board}\n"

    # Rules

    def steps(self, state: int) -> list[Step[int, int]]:
        """A step for each lamp, which presses this lamp."""
        return [Step(lamp, state ^ near) for lamp, near in enumerate(self.near)]

    def is_goal(self, state: int) -> bool:
        """Whether all lamps are out."""
        return state == 0

    def goals(self) -> tuple[int]:
        """The only goal state: all lamps are out."""
        return (0,)

    def packed(self) -> Packed[int] | None:
        """The packed form, which uses the state as it is, since it is already a number; None if there are too many
        lamps for one word.
        """
        if self.lamps > WORD_BITS:
            return None
        data = [self.lamps, *self.near]
        more = {"data": data, "branching": self.lamps, "unit_cost": True, "size": 1 << len(self.equations.rows)}
        return Packed.of(self.start, int, int, _expand_lights, _is_dark, **more)

    # Facts known without a search

    @cached_property
    def equations(self) -> _Equations:
        """The equations of this board after Gaussian elimination. They are the same for every position."""
        return eliminate(self.near)

    @cached_property
    def _quiet_sums(self) -> list[int]:
        """The sums (XOR) of all subsets of the first `MOST_QUIET` quiet patterns, which are sets of presses that switch
        nothing. A solution remains a solution if such a sum is added to it.
        """
        sums = [0]
        for pattern in self.equations.quiet[:MOST_QUIET]:
            sums += [each ^ pattern for each in sums]
        return sums

    def find_least_presses(self, state: int) -> int | None:
        """The smallest set of presses that turns all lamps off; None if there is none. If more than `MOST_QUIET`
        independent sets of presses switch nothing, not all solutions are compared, and a smaller set may exist.
        """
        presses = self.equations.find_presses(state)
        return None if presses is None else min((presses ^ quiet for quiet in self._quiet_sums), key=int.bit_count)

    def presses_left(self, state: int) -> Cost:
        """The least number of presses that turn all lamps off, found by linear algebra; infinite if there is no
        solution. If the board has too many solutions, the result is the estimate `lamps_left`.
        """
        if len(self.equations.quiet) > MOST_QUIET_ESTIMATE:
            return self.lamps_left(state) if self.equations.find_presses(state) is not None else inf
        presses = self.find_least_presses(state)
        return inf if presses is None else presses.bit_count()

    def lamps_left(self, state: int) -> int:
        """The number of lamps that are on, divided by the most that one press switches, rounded up."""
        return -(-state.bit_count() // max(1, *(near.bit_count() for near in self.near)))

    estimates = (
        Estimate(
            N_("presses"),
            presses_left,
            True,
            N_("the true number of presses, by linear algebra"),
            N_("h = number of presses in the smallest solution of the equations modulo 2"),
        ),
        Estimate(
            N_("lamps"),
            lamps_left,
            True,
            N_("number of lamps that are on, divided by the largest number that one press switches, rounded up"),
            N_("h = number of lamps that are on ÷ largest number of lamps that one press switches, rounded up"),
        ),
    )

    def hopeless(self) -> str:
        """A reason why the position cannot be solved, if elimination proves that; otherwise ""."""
        if self.equations.find_presses(self.start) is not None:
            return ""
        return _(
            "the equations of the board have no solution: only 2^{rank} of its 2^{lamps} positions can be solved"
        ).format(rank=len(self.equations.rows), lamps=self.lamps)

    def constructions(self) -> Mapping[str, Construction[int, int]]:
        """The solution of `find_least_presses`, found by linear algebra, as the construction "iterative"; empty if
        there is no solution.
        """
        presses = self.find_least_presses(self.start)
        if presses is None:
            return {}
        moves = tuple(lamp for lamp in range(self.lamps) if presses >> lamp & 1)
        count = len(self.equations.quiet)
        if count > MOST_QUIET:
            doubt = _("only 2^{n} of 2^{all} solutions of the equations were compared").format(n=MOST_QUIET, all=count)
            return {"iterative": Construction(moves, len(moves), "", doubt)}
        proof = format_plural(
            "it is the only solution of the equations",
            "it is the smallest of all {n} solutions of the equations",
            1 << count,
        )
        return {"iterative": Construction(moves, len(moves), proof)}

    def preferred(self) -> str:
        """The default algorithm: the construction if there is one, since it solves the equations at once on boards of
        any size.
        """
        return "iterative" if self.constructions() else ""

    def random(self, rng: Random) -> Self:
        """The same board with a random start that can be solved: the lamps that result from a random set of presses."""
        presses = rng.getrandbits(self.lamps)
        return self.at(reduce(xor, (near for lamp, near in enumerate(self.near) if presses >> lamp & 1), 0))

    # Text and pictures

    def notation(self, move: int) -> str:
        """The name of the pressed lamp, such as `a1` or `c2`."""
        return name_cell(*divmod(move, self.cols))

    def text(self, state: int) -> str:
        """The board as rows of `*` for lamps that are on and `.` for lamps that are off."""
        signs = _write_lamps(state, self.lamps)
        return "\n".join(signs[first : first + self.cols] for first in range(0, self.lamps, self.cols))

    def gestures(self, state: int, move: int) -> tuple[tuple[str], ...]:
        """The click that performs a move: on the lamp."""
        del state
        return ((self._name_handle(move),),)

    def _name_handle(self, lamp: int) -> str:
        return f"lamp {lamp // self.cols},{lamp % self.cols}"

    def typed(self, text: str) -> tuple[str, ...]:
        """The click for a lamp typed as `notation` writes it."""
        cell = parse_cell(text)
        return () if cell is None else (f"lamp {cell[0]},{cell[1]}",)

    def editor(self) -> Editor:
        """The editor in which the board is drawn as characters, one for each lamp."""
        legend = ((ON, "piece:6", _("lamp on")), (OFF, "cell:1", _("lamp off")))
        return Editor(
            "letters", "start", self.text(self.start).split("\n"), legend, settles=("rows", "cols", "switches")
        )

    def scene(self, state: int) -> Scene:
        """A frame with a glass lamp in each cell: bright with rays if it is on, dull if it is off."""
        shapes: list[Shape] = [Rect(0, 0, self.cols, self.rows, "board", id="panel")]
        shapes += [Rect(column - BAR, -BAR, 2 * BAR, self.rows + 2 * BAR, "wall") for column in range(self.cols + 1)]
        shapes += [Rect(-BAR, row - BAR, self.cols + 2 * BAR, 2 * BAR, "wall") for row in range(self.rows + 1)]
        for lamp in range(self.lamps):
            row, column = divmod(lamp, self.cols)
            shapes += _draw_lamp(row, column, self._name_handle(lamp), lit=bool(state >> lamp & 1))
        title = format_plural("{n} lamp is on", "{n} lamps are on", state.bit_count())
        return Scene(self.cols, self.rows, tuple(shapes), title)


def _draw_lamp(row: int, column: int, handle: str, *, lit: bool) -> list[Shape]:
    """One lamp in its socket."""
    x, y = column + 0.5, row + 0.5
    side, name = 1 - 2 * BAR, f"socket {row},{column}"
    socket = Rect(column + BAR, row + BAR, side, side, "cell", handle=handle, id=name, round=0.14)
    if not lit:
        return [socket, Disc(x, y, 0.24, "cell:1", handle=handle, id=handle)]
    rays = [((0, -1), 0.4), ((0.7071, -0.7071), 0.4), ((1, 0), 0.4), ((0.7071, 0.7071), 0.4)]
    lines = [
        Path(((x - dx * far, y - dy * far), (x + dx * far, y + dy * far)), "piece:1", handle=handle, width=0.07)
        for (dx, dy), far in rays
    ]
    bulb = Disc(x, y, 0.26, "piece:6", handle=handle, id=handle)
    return [socket, *lines, bulb, Disc(x - 0.08, y - 0.09, 0.06, "glass", handle=handle)]


def _list_near(rows: int, cols: int, pattern: str) -> list[int]:
    """For each lamp, the lamps that a press on it switches, as bits. On a narrow torus, a lamp that is reached twice is
    switched twice and so stays as it was.
    """
    found = []
    for row in range(rows):
        for column in range(cols):
            lamps = 0
            for down, right in PATTERNS[pattern]:
                there = row + down, column + right
                if pattern == "torus":
                    there = there[0] % rows, there[1] % cols
                if 0 <= there[0] < rows and 0 <= there[1] < cols:
                    lamps ^= 1 << there[0] * cols + there[1]
            found.append(lamps)
    return found


def _read_lamps(signs: str) -> int:
    return sum(1 << lamp for lamp, sign in enumerate(signs) if sign == ON)


def _write_lamps(state: int, lamps: int) -> str:
    return "".join(ON if state >> lamp & 1 else OFF for lamp in range(lamps))


def _check_shape(lines: list[str], asked: Mapping[str, int], mistakes: Mistakes) -> None:
    """Record mistakes unless `lines` has the requested numbers of rows and columns, and neither is too large."""
    for name, found in (("rows", len(lines)), ("cols", len(lines[0]))):
        if found != asked.get(name, found):
            text = _("start has {found} {name}, but {name} = {asked}; omit {name}, or use the same number")
            mistakes.say(text.format(found=found, name=name, asked=asked[name]), "start")
        elif found > MOST_SIDE:
            text = _("start has {found} {name}; at most {most} are allowed")
            mistakes.say(text.format(found=found, name=name, most=MOST_SIDE), "start")


def _read_switches(value: object, lamps: int, mistakes: Mistakes) -> list[int]:
    """For each lamp, the lamps that a press on it switches, as bits, read from the setting `switches`. After recording
    a mistake, the result is [].
    """
    if lamps > MOST_OWN_LAMPS:
        text = _("switches: allowed only on boards of up to {most} lamps; this board has {n}")
        mistakes.say(text.format(most=MOST_OWN_LAMPS, n=lamps), "switches")
        return []
    if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value) or len(value) != lamps:
        text = _(
            "switches = {value}: give {n} texts, one for each lamp, with * for every lamp that a press "
            "on it switches and . for the others"
        )
        mistakes.say(text.format(value=quote_value(value), n=lamps), "switches")
        return []
    found = []
    for number, each in enumerate(value, 1):
        signs = "".join(each.replace("/", " ").split())
        if len(signs) != lamps or not set(signs) <= {ON, OFF}:
            text = _("switches: text {n} is {text}; it must be {lamps} characters, * or ., one for each lamp")
            mistakes.say(text.format(n=number, text=quote_value(each), lamps=lamps), "switches")
            return []
        found.append(_read_lamps(signs))
    return found


def _read_flip(width: int, height: int, board: str, column: int) -> dict[str, object]:
    """The settings for the parts of a game ID of Flip. `column` is where `board` begins in the ID; mistakes are
    reported with their column.
    """
    lamps = width * height
    if not 1 <= lamps <= MOST_OWN_LAMPS or max(width, height) > MOST_SIDE:
        text = _("column 1: {width} x {height} lamps; at most {most} lamps, and {side} per side, are allowed")
        raise BadInput(text.format(width=width, height=height, most=MOST_OWN_LAMPS, side=MOST_SIDE))
    parts = []
    for digits, signs in zip(board.split(","), (lamps * lamps, lamps), strict=True):
        strange = next((place for place, digit in enumerate(digits) if digit not in "0123456789abcdef"), None)
        if strange is not None:
            text = _("column {column}: {sign} is not a hexadecimal digit (0 to 9, a to f)")
            raise BadInput(text.format(column=column + strange, sign=quote_value(digits[strange])))
        if len(digits) != -(-signs // 4):
            text = _("column {column}: {n} digits; {width} x {height} lamps need {all}")
            size = {"width": width, "height": height, "all": -(-signs // 4)}
            raise BadInput(text.format(column=column, n=len(digits), **size))
        bits = "".join(f"{int(digit, 16):04b}" for digit in digits)[:signs]
        parts.append(bits.translate(str.maketrans("01", OFF + ON)))
        column += len(digits) + 1
    rows = [parts[1][first : first + width] for first in range(0, lamps, width)]
    switches = [parts[0][first : first + lamps] for first in range(0, lamps * lamps, lamps)]
    for name in PATTERNS:
        if list(map(_read_lamps, switches)) == _list_near(height, width, name):
            return {"start": rows, "pattern": name}
    return {"start": rows, "switches": switches}


def _write_hex(signs: str) -> str:
    """Write the characters for lamps that are on or off as hexadecimal digits, four characters per digit, the first one
    in the highest bit.
    """
    bits = signs.translate(str.maketrans(OFF + ON, "01"))
    return "".join(f"{int(bits[first : first + 4].ljust(4, '0'), 2):x}" for first in range(0, len(bits), 4))


def _expand_lights(state: int, out: Any, data: Any) -> int:
    """Write to `out` the state after each press, lamp by lamp, and return their number. `data` holds the number of
    lamps, then for each lamp the bits of the lamps that it switches.
    """
    for lamp in range(data[0]):
        out[lamp] = state ^ data[lamp + 1]
    return int(data[0])


def _is_dark(state: int) -> bool:
    """Whether all lamps are out."""
    return state == 0
