"""Peg solitaire on a board of any shape: jump over pegs, which are taken away, until one is left.

A state is a whole number with a bit for each hole that has a peg. All solutions have the same number of jumps, one for
each peg to remove, so every solution is optimal; the question is only whether there is one. With `alike = "one"`,
rotated or reflected positions are equivalent. The order of the steps is then that of the equivalent position with the
least number.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from math import inf
from random import Random
from typing import NamedTuple, Self

from langkah.editor import Editor
from langkah.errors import BadInput
from langkah.games.board_text import name_cell, parse_cell
from langkah.games.game_ids import parse_game_id
from langkah.games.solitaire.packed_pegs import expand_pegs, is_last_peg, make_data, merge_position
from langkah.games.solitaire.peg_board import WAYS, PegBoard, turn_position
from langkah.games.solitaire.solvability import Solvability
from langkah.games.spaced_rows import OUTSIDE, draw_rows, read_spaced_rows
from langkah.language import N_, _
from langkah.model import Cost, Estimate, Puzzle, Step
from langkah.packed import Packed
from langkah.scene import Disc, Rect, Scene, Shape
from langkah.settings import Mistakes, Setting
from langkah.start_settings import Order

PEG, HOLE = "o", "."
ENGLISH = "  ooo  /  ooo  /ooooooo/ooo.ooo/ooooooo/  ooo  /  ooo  "
MOST_HOLES = 121
MOST_RANDOM_JUMPS = 16
WORD_BITS = 63  # holes per word of compiled code
SMALL_START = 17  # pegs: a search from there is faster than listing endgames
LONELY = 8  # added to the estimate for a peg without a neighbour
LITTLE_LONELY = 2  # the same, in the search that only decides solvability


class _Move(NamedTuple):
    """A jump from one hole into another."""

    start: int
    end: int


class Solitaire(Puzzle[int, _Move]):
    """Jump over pegs until one is left."""

    title = N_("Peg solitaire")
    shelf = N_("Move and turn")
    about = N_(
        "A peg jumps over its neighbour into the empty hole behind it, and the neighbour is removed. One peg must"
        " be left at the end."
    )
    level_groups = (N_("First steps"), N_("Shapes"), N_("Whole boards"), N_("Impossible"))
    small = {"board": "oo./oo./...", "goal": "one"}
    settings = (
        Setting(
            "board",
            ENGLISH,
            N_("rows: o peg, . hole, space (or _) outside the board"),
            form="ooo/ooo/.oo",
            label=N_("Board"),
        ),
        Setting(
            "goal",
            "same",
            N_("where the last peg must be"),
            choices=("one", "same"),
            meanings=(N_("anywhere"), N_("in the hole that is empty at the start")),
            label=N_("The last peg"),
        ),
        Setting(
            "alike",
            "apart",
            N_("how turned and mirrored positions are counted"),
            choices=("apart", "one"),
            meanings=(N_("are counted separately"), N_("count as one")),
            label=N_("Turned and mirrored positions"),
        ),
    )
    level_cost = True
    puzzle_orders = {"easy": Order(({},), 3, 5), "medium": Order(({},), 6, 9), "hard": Order(({},), 10, 16)}
    generator_states = 2000

    def __init__(self, board: str | Sequence[str] = ENGLISH, goal: str = "same", alike: str = "apart") -> None:
        mistakes = Mistakes()
        mistakes.check(self.settings, {"goal": goal, "alike": alike})
        rows = read_spaced_rows(board, PEG + HOLE, MOST_HOLES, mistakes)
        signs = {(row, column): sign for row, line in enumerate(rows) for column, sign in enumerate(line)}
        holes = {cell: sign for cell, sign in signs.items() if sign != OUTSIDE}
        empty = sum(sign == HOLE for sign in holes.values())
        if mistakes.are_fine("board") and empty == len(holes):
            mistakes.say(_("board: there is no peg on it; write one as {sign}").format(sign=PEG), "board")
        if mistakes.are_fine("board") and goal == "same" and empty != 1:
            text = _('goal = "same": the board must have exactly one empty hole, but it has {n}; use goal = "one"')
            mistakes.say(text.format(n=empty), "goal")
        mistakes.raise_any()
        self.board, self.goal, self.alike = "/".join(rows), goal, alike
        self.rows, self.holes = rows, PegBoard(holes)
        pegs = [number for number, cell in enumerate(self.holes.cells) if holes[cell] == PEG]
        self.start = self._drawn = sum(1 << number for number in pegs)  # `at` changes `start`, but not `_drawn`
        self.last = next(number for number in range(len(holes)) if number not in pegs) if goal == "same" else -1
        self._known: dict[tuple[bool, ...], Solvability] = {}  # by invariants of positions

    @classmethod
    def from_text(cls, text: str) -> dict[str, object] | None:
        """The settings for rows of pegs and holes, or for a game ID of Simon Tatham's collection (`P` peg, `H` hole,
        `O` outside); None for any other text. Raises `BadInput` if an ID has the wrong number of characters.
        """
        if (found := parse_game_id(text)) and found.board and set(found.board) <= set("PHO"):
            if len(found.board) != found.width * found.height:
                told = _("column {column}: {n} characters; {width} x {height} holes need {all}")
                size = {"width": found.width, "height": found.height, "all": found.width * found.height}
                raise BadInput(told.format(column=found.column, n=len(found.board), **size))
            signs = found.board.translate(str.maketrans("PHO", PEG + HOLE + "_"))
            rows = [signs[at : at + found.width] for at in range(0, len(signs), found.width)]
            return {"board": "/".join(rows), "goal": "one"}
        lines = [line.rstrip() for line in text.splitlines() if line.strip()]
        if len(lines) < 2 or not set("".join(lines)) <= set(PEG + HOLE + OUTSIDE) or PEG not in text:
            return None
        return {"board": "\n".join(lines), "goal": "same" if text.count(HOLE) == 1 else "one"}

    def to_text(self) -> str:
        """The game ID of this board in Simon Tatham's collection."""
        rows = [row.ljust(max(map(len, self.rows))) for row in self.text(self.start).split("\n")]
        signs = "".join(rows).translate(str.maketrans(PEG + HOLE + OUTSIDE, "PHO"))
        return f"{len(rows[0])}x{len(rows)}:{signs}\n"

    def new_board(self, rng: Random) -> Self:
        """A random solvable position on the same board, made by jumping backwards from a single peg."""
        pegs = 1 << rng.randrange(len(self.holes.cells))
        for _jump in range(rng.randint(3, MOST_RANDOM_JUMPS)):
            back = [jump for jump in self.holes.jumps if pegs & jump.need == 1 << jump.end]
            if not back:
                break
            pegs ^= rng.choice(back).need
        return type(self)(self.text(pegs), "one", self.alike)

    # Rules

    @cached_property
    def _symmetries(self) -> list[list[int]]:
        """The symmetries under which positions count as one, without the identity."""
        fixed = None if self.last < 0 else self.last
        return self.holes.find_symmetries(fixed)[1:] if self.alike == "one" else []

    @cached_property
    def _data(self) -> list[int]:
        return make_data(self.holes, self._symmetries, self.last)

    def key(self, state: int) -> int:
        """The position itself or, if rotated or reflected positions count as one, the equivalent position with the
        least number.
        """
        return merge_position(state, self._data) if self._symmetries else state

    def steps(self, state: int) -> Iterator[Step[int, _Move]]:
        """Every possible jump, in the order of the first holes. If rotated or reflected positions count as one, the
        jumps are in the order that they have in the position `key(state)`.
        """
        least = self.key(state)
        way = next((onto for onto in self._symmetries if least != state and turn_position(state, onto) == least), None)
        back = None if way is None else {onto: number for number, onto in enumerate(way)}
        for jump in self.holes.jumps:
            if least & jump.need == jump.have:
                start, end, flip = jump.start, jump.end, jump.need
                if back is not None:
                    start, over, end = back[start], back[jump.over], back[end]
                    flip = 1 << start | 1 << over | 1 << end
                yield Step(_Move(start, end), state ^ flip)

    def is_goal(self, state: int) -> bool:
        """Whether only one peg is left and, if the last hole is prescribed, it is in this hole."""
        return state.bit_count() == 1 and (self.last < 0 or state >> self.last == 1)

    # Estimates

    @property
    def _ends(self) -> Sequence[int]:
        """The holes in which the last peg may be."""
        return range(len(self.holes.cells)) if self.last < 0 else (self.last,)

    def _get_solvability(self, state: int) -> Solvability:
        """The `Solvability` object for all positions of the same class (see `PegBoard.find_class`) as `state`. It is
        created on first use.
        """
        kind = self.holes.find_class(state)
        if kind not in self._known:
            ends = [end for end in self._ends if self.holes.find_class(1 << end) == kind]
            scatter = partial(self._sum_scatter, lonely=LITTLE_LONELY)
            self._known[kind] = Solvability(self.holes, ends, scatter, self._drawn)
        return self._known[kind]

    def find_ends(self, state: int) -> list[int]:
        """The holes where the last peg can still end, as far as this is decided without a search."""
        if self.start.bit_count() > SMALL_START and self._get_solvability(state).knows_dead(state):
            return []
        return self.holes.find_ends(state, self._ends)

    def outlook(self, state: int, seconds: float) -> bool | None:
        """Whether a position can still be solved, with the last peg in an allowed hole; None if this is not decided
        within `seconds`.
        """
        return self._get_solvability(state).judge(state, seconds) if self.find_ends(state) else False

    def pegs_left(self, state: int) -> Cost:
        """The number of jumps left, each of which removes one peg; infinite if it is proved that there is no
        solution.
        """
        return state.bit_count() - 1 if self.find_ends(state) else inf

    def scattered(self, state: int) -> Cost:
        """A measure of how hard the pegs are to bring together: the sum of their squared distances from the middle, and
        more for each peg without a neighbour. Infinite if it is proved that there is no solution.
        """
        return self._sum_scatter(state) if self.find_ends(state) else inf

    def _sum_scatter(self, state: int, lonely: int = LONELY) -> int:
        whole, left = 0, state
        while left:
            low = left & -left
            far, beside = self._surroundings[low.bit_length() - 1]
            whole += far if state & beside else far + lonely
            left ^= low
        return whole

    @cached_property
    def _surroundings(self) -> list[tuple[int, int]]:
        """For each hole: its squared distance from the middle of the board, rounded, and the adjacent holes as bits."""
        cells, number = self.holes.cells, self.holes.number
        down, right = (max(each) / 2 for each in zip(*cells, strict=True))
        beside = [[number.get((row + dy, column + dx)) for dy, dx in WAYS] for row, column in cells]
        masks = [sum(1 << hole for hole in holes if hole is not None) for holes in beside]
        return [
            (round((cell[0] - down) ** 2 + (cell[1] - right) ** 2), mask)
            for cell, mask in zip(cells, masks, strict=True)
        ]

    estimates = (
        Estimate(
            N_("scattered"),
            scattered,
            False,
            N_("how far the pegs are from the middle and from each other; infinite if a solution is proved impossible"),
            N_("h = Σ squared distances of the pegs from the middle + 8 for each peg without a neighbour"),
            proves_dead_ends=True,
        ),
        Estimate(
            N_("pegs"),
            pegs_left,
            True,
            N_("pegs still to be removed; infinite if a solution is proved impossible"),
            N_("h = pegs − 1"),
        ),
    )

    def promising(self, state: int) -> bool:
        """Whether a solution is still possible, as far as this is decided without a search."""
        return bool(self.find_ends(state))

    def hopeless(self) -> str:
        """A reason why there is no solution, if parities or weights prove this at once. Otherwise ""."""
        if self.find_ends(self.start):
            return ""
        return _(
            "an invariant of the diagonal colours, or a weight that no jump increases, proves that there is no solution"
        )

    def preferred(self) -> str:
        """Greedy search: all solutions are equally long, so that the first one found is optimal."""
        return "greedy"

    def packed(self) -> Packed[int] | None:
        """The packed form, which is the state itself; None if it does not fit into one word."""
        if len(self.holes.cells) > WORD_BITS:
            return None
        more = {"data": self._data, "branching": max(1, len(self.holes.jumps)), "unit_cost": True}
        return Packed.of(self.start, self.key, int, expand_pegs, is_last_peg, **more)

    # Text and pictures

    def text(self, state: int) -> str:
        """The board as text, in the characters that files use."""
        cells = self.holes.cells
        return draw_rows(self.rows, {cell: PEG if state >> number & 1 else HOLE for number, cell in enumerate(cells)})

    def label(self, state: int) -> str:
        """The rows of pegs and holes, in one line."""
        return "/".join(row.strip() for row in self.text(state).split("\n"))

    def notation(self, move: _Move) -> str:
        """The holes where the jump begins and ends: `d2-d4`."""
        return f"{name_cell(*self.holes.cells[move.start])}-{name_cell(*self.holes.cells[move.end])}"

    def moved(self, state: int, move: _Move) -> dict[str, str]:
        """The id of the peg that jumps, mapped to its id in the new hole."""
        del state
        return {f"peg {move.start}": f"peg {move.end}"}

    def gestures(self, state: int, move: _Move) -> tuple[tuple[str, str]]:
        """The clicks for a jump: the peg, then the hole into which it jumps."""
        del state
        return ((self._name_handle(move.start), self._name_handle(move.end)),)

    def _name_handle(self, hole: int) -> str:
        row, column = self.holes.cells[hole]
        return f"hole {row},{column}"

    def refusal(self, state: int, clicks: Sequence[str]) -> str:
        """Why clicks have no effect: the first hole has no peg, or its peg cannot jump at all or not into the second
        hole. "" if no hole was clicked first.
        """
        holes = [self._find_hole(click) for click in clicks]
        if not holes or holes[0] is None:
            return ""
        start = holes[0]
        if not state >> start & 1:
            return _("There is no peg in that hole: choose a peg, then the hole that it jumps into.")
        jumps = [jump for jump in self.holes.jumps if jump.start == start and state & jump.need == jump.have]
        if not jumps:
            return _("This peg cannot jump: it needs a neighbour with an empty hole behind it.")
        names = ", ".join(self.notation(_Move(jump.start, jump.end)) for jump in jumps)
        return _("This peg cannot jump there. Its jumps are: {names}.").format(names=names)

    def _find_hole(self, handle: str) -> int | None:
        return next((number for number in range(len(self.holes.cells)) if self._name_handle(number) == handle), None)

    def typed(self, text: str) -> tuple[str, ...]:
        """The clicks for two typed holes, as in `d2-d4`; words that are no cells are ignored."""
        cells = [parse_cell(word) for word in text.replace("-", " ").split()]
        return tuple(f"hole {cell[0]},{cell[1]}" for cell in cells if cell is not None)

    def editor(self) -> Editor:
        """How to draw a board: character by character."""
        legend = ((PEG, "piece:0", _("peg")), (HOLE, "cell:1", _("hole")), (OUTSIDE, "board", _("outside")))
        return Editor("letters", "board", self.text(self.start).split("\n"), legend)

    def scene(self, state: int) -> Scene:
        """A wooden board with round holes and marbles; the required last hole is marked."""
        width, height = max(map(len, self.rows)), len(self.rows)
        shapes: list[Shape] = [Rect(0, 0, width, height, "board", id="board", round=0.5)]
        for number, (row, column) in enumerate(self.holes.cells):
            handle = self._name_handle(number)
            shapes.append(Rect(column, row, 1, 1, "cell", handle=handle, id=f"ground {number}", round=0.2))
            shapes.append(Disc(column + 0.5, row + 0.5, 0.24, "cell:1", handle=handle, id=handle))
        if self.last >= 0:
            row, column = self.holes.cells[self.last]
            shapes.append(Disc(column + 0.5, row + 0.5, 0.32, "goal", handle=self._name_handle(self.last), id="last"))
        for number, (row, column) in enumerate(self.holes.cells):
            if state >> number & 1:
                handle = self._name_handle(number)
                shapes.append(Disc(column + 0.5, row + 0.5, 0.36, "piece:0", handle=handle, id=f"peg {number}"))
                shapes.append(Disc(column + 0.4, row + 0.38, 0.07, "glass", handle=handle))
        title = _("{n} of {all} holes have a peg").format(n=state.bit_count(), all=len(self.holes.cells))
        return Scene(width, height, tuple(shapes), title)
