"""Klotski and related puzzles: any board of sliding blocks, from Hua Rong Dao to Rush Hour.

A state is a tuple with the place of each piece (the number of its first cell), in the order in which the pieces first
occur on the board. Each piece keeps its letter, so that a picture can animate it and a move can name it. `key` turns a
state into one whole number that treats interchangeable pieces alike; moves are computed on this number (`slides`) and
translated back to letters. A move is a piece with the directions of its slides by one cell.
"""

from cmath import rect
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from math import inf, pi
from operator import getitem
from typing import ClassVar, NamedTuple

from langkah.editor import Editor
from langkah.games.klotski.blocks import (
    CELLS_FORM,
    GOAL_FORM,
    SAME_FORM,
    Cell,
    are_digits,
    find_usual_goal,
    open_gates,
    pick_colours,
    read_board,
    read_cells,
    read_goal,
    read_same,
    sort_into_kinds,
)
from langkah.games.klotski.layouts import list_layouts
from langkah.games.klotski.slides import HEADINGS, PackedBoard, SlideTable, State, make_goal_pattern
from langkah.games.outline import find_parts, trace_outline
from langkah.language import N_, _
from langkah.model import NAMELESS, Cost, Estimate, Puzzle, Step
from langkah.scene import Disc, Path, Rect, Scene, Shape, Text
from langkah.settings import Mistakes, Setting
from langkah.start_settings import Order

CLASSIC = "a**b/a**b/ceed/cfgd/h..i"
PENNANT = "**aa/**bb/cd../efgg/efhh"
CLASSIC_GOAL = {"*": [[3, 1], [3, 2], [4, 1], [4, 2]]}
DIRECTIONS = {"left": N_("to the left"), "right": N_("to the right"), "up": N_("up"), "down": N_("down")}
PIECE_INSET, GOAL_INSET = 0.05, 0.1  # margin of a shape inside its cells: a goal hides behind its piece
WOODS = 4  # shades of wood, which distinguish the shapes of blocks


class _Move(NamedTuple):
    """A move: a piece, and the direction of each of its slides by one cell."""

    piece: str
    path: tuple[str, ...]


def _bring_down(board: str, column: int = 1) -> dict[str, object]:
    """The settings for a board whose 2x2 block `*` must reach the bottom, in `column` and the next one."""
    bottom = board.count("/")
    cells = [[row, place] for row in (bottom - 1, bottom) for place in (column, column + 1)]
    return {"board": board, "goal": {"*": cells}}


class Klotski(Puzzle[State, _Move]):
    """Slide the blocks until the goal pieces are in place."""

    title = N_("Klotski")
    shelf = N_("Slide and push")
    about = N_("Slide the blocks, without lifting or turning any, until the marked one is at its goal.")
    level_groups: ClassVar[tuple[str, ...]] = (
        N_("First steps"),
        N_("Rush Hour: easy"),
        N_("Rush Hour: medium"),
        N_("Rush Hour: hard"),
        N_("Sliding blocks: medium"),
        N_("Sliding blocks: hard"),
        N_("Sliding blocks: very hard"),
        N_("Impossible"),
    )
    small = {"board": "**a/**b/..c", "goal": {"*": [[1, 0], [1, 1], [2, 0], [2, 1]]}}
    puzzle_orders = {
        "easy": Order((_bring_down("aa**/.b**/cb../cd.."), _bring_down(".**/.**/ab./.bc")), 5, 12),
        "medium": Order((_bring_down("aa**/bc**/d.ef/d.eg"), _bring_down("aabb/.**./.**c/ddee")), 15, 40),
        "hard": Order((_bring_down(PENNANT, 0), _bring_down(PENNANT, 1), _bring_down(PENNANT, 2)), 45, 80),
    }
    settings: ClassVar[tuple[Setting, ...]] = (
        Setting(
            "board",
            CLASSIC,
            N_("rows: # wall, . empty, - gate, any other character a piece; or block codes 0-4"),
            form=CLASSIC,
            label=N_("Board"),
        ),
        Setting(
            "goal",
            None,
            N_("the cells that pieces must cover; default for block codes: the 2x2 block at the bottom centre"),
            form=GOAL_FORM,
            label=N_("Goal"),
        ),
        Setting(
            "metric",
            "steps",
            N_("what counts as one move"),
            choices=("steps", "lines", "moves"),
            meanings=(
                N_("one piece moves one cell"),
                N_("one piece moves in a straight line, any distance"),
                N_("one piece moves any distance, also around corners"),
            ),
            label=N_("What counts as one move"),
        ),
        Setting(
            "axis",
            "free",
            N_("the directions in which pieces slide"),
            choices=("free", "along"),
            meanings=(N_("in every direction"), N_("only lengthwise (square pieces in every direction)")),
            label=N_("Directions"),
        ),
        Setting(
            "same",
            [],
            N_("lists of pieces; in the goal, the pieces of one list may take each other's places"),
            form=SAME_FORM,
            label=N_("Interchangeable pieces"),
        ),
        Setting(
            "gates",
            [],
            N_("the gates that lie under pieces; other gates are written as - on the board"),
            form=CELLS_FORM,
            label=N_("Gates"),
        ),
    )
    reversible = True
    lists_all_goals = True

    def __init__(
        self,
        board: str | Sequence[str] | None = None,
        goal: Mapping[str, Sequence[Sequence[int]]] | None = None,
        metric: str = "steps",
        axis: str = "free",
        same: Sequence[Sequence[str]] = (),
        gates: Sequence[Sequence[int]] = (),
    ) -> None:
        mistakes = Mistakes()
        mistakes.check(self.settings, {"metric": metric, "axis": axis})
        found = read_board(CLASSIC if board is None else board, mistakes)
        if goal is None:
            goal = CLASSIC_GOAL if board is None else find_usual_goal(found)
        targets = read_goal(goal, found, mistakes)
        groups = read_same(same, found, mistakes)
        more_gates = read_cells(gates, "gates", found, mistakes)
        if found is not None:
            open_gates(found, more_gates, targets, groups, mistakes)
        mistakes.raise_any()
        assert found is not None
        self.layout, self.targets, self.start = found, targets, found.start
        self.kinds, self.kind_of = sort_into_kinds(found, targets, groups)
        self.colours = pick_colours(self.kinds)
        self.board = "/".join(found.lines(found.start))
        self.goal = {name: [list(cell) for cell in found.spread(name, at)] for name, at in targets.items()}
        self.metric, self.axis = metric, axis
        if axis == "along":
            self.about = N_("Slide the blocks, each only lengthwise, until the marked one is at its goal.")
        self.same = [list(group) for group in same]
        self.gates = [list(cell) for cell in gates]

    @classmethod
    def from_text(cls, text: str) -> dict[str, object] | None:
        """The settings for a board in the block codes of the klotski paper, one row per line; None for any other
        format.
        """
        rows = text.replace("/", "\n").split("\n")
        filled = [row for row in rows if row.strip()]
        return {"board": text} if len(filled) > 1 and are_digits(filled) else None

    @cached_property
    def table(self) -> SlideTable:
        """The table of all unit slides (slides by one cell) on this board."""
        return SlideTable(self.layout, self.kinds, self.axis)

    @cached_property
    def marks(self) -> list[dict[int, int]]:
        """For each piece, and each place where it can stand: the bits that represent it in a packed position."""
        return [self.table.marks[kind] for kind in self.kind_of]

    @cached_property
    def wanted(self) -> tuple[int, int]:
        """The goal as a pair `need, have`: a state is a goal if `key(state) & need == have`."""
        kinds = dict(zip(self.layout.names, self.kind_of, strict=True))
        return make_goal_pattern(self.table, [(kinds[name], at) for name, at in self.targets.items()])

    @cached_property
    def far(self) -> list[tuple[str, list[int], dict[int, int]]]:
        """For each goal piece: its name; the numbers of the pieces that may take its place in the goal; and for each
        place, the cost of moving a piece from there to the goal on an otherwise empty board.
        """
        found = []
        for name, at in self.targets.items():
            kind = self.kind_of[self.layout.names.index(name)]
            first = kind * self.table.size
            steps = self.table.distances(first + at, self.metric)
            pieces = [piece for piece, other in enumerate(self.kind_of) if other == kind]
            found.append((name, pieces, {place - first: steps[place] for place in steps}))
        return found

    def key(self, state: State) -> int:
        """One number for a position. Two positions have the same number if they differ only by swapped interchangeable
        pieces.
        """
        return sum(map(getitem, self.marks, state))

    def steps(self, state: State) -> Iterator[Step[State, _Move]]:
        """The moves in the chosen metric. They are ordered by the empty cell that the block enters first, from the top
        left; for one cell, the block above it comes first, then those to the right, below and left of it.
        """
        names, size = self.layout.names, self.table.size
        for travel in self.table.travels[self.metric](self.key(state)):
            piece = state.index(travel.here % size)
            after = (*state[:piece], travel.there % size, *state[piece + 1 :])
            yield Step(_Move(names[piece], travel.path), after)

    def is_goal(self, state: State) -> bool:
        """Whether every goal piece, or a piece interchangeable with it, is at its goal; always False on a board without
        a goal.
        """
        need, have = self.wanted
        return self.key(state) & need == have

    def goals(self) -> tuple[State, ...] | None:
        """The goal position if the goal names every piece, else None."""
        names = self.layout.names
        return (tuple(self.targets[name] for name in names),) if len(self.targets) == len(names) else None

    def goal_layouts(self) -> Iterator[State]:
        """Every arrangement of the pieces, reachable or not, in which the goal pieces are at their goals; none if the
        board has no goal.
        """
        fixed = {self.layout.names.index(name): at for name, at in self.targets.items()}
        return list_layouts(self.layout, self.kinds, self.kind_of, fixed) if fixed else iter(())

    def distance(self, state: State) -> Cost:
        """The sum, over all goal pieces, of the cost of moving the piece to its goal on an otherwise empty board."""
        return sum(min(steps.get(state[piece], inf) for piece in pieces) for _name, pieces, steps in self.far)

    estimates = (
        Estimate(
            N_("distance"),
            distance,
            True,
            N_("the moves that the goal pieces would need if no other pieces were in the way"),
            N_("h = Σ moves that each goal piece would need on an otherwise empty board"),
        ),
    )

    def hopeless(self) -> str:
        """A reason why the board cannot be solved: it has no goal, or a piece could not reach its goal even on an empty
        board. Otherwise "".
        """
        if not self.targets:
            return _("this board has no goal: it can be explored, not solved")
        for name, pieces, steps in self.far:
            if not any(self.start[piece] in steps for piece in pieces):
                return _("piece {name} cannot reach its goal, even if no other piece were in the way").format(name=name)
        return ""

    def packed(self) -> PackedBoard:
        """The packed form: a position is one number, and a table gives the moves."""
        return PackedBoard(self.table, self.metric, self.kind_of, self.start, self.wanted)

    def preferred(self) -> str:
        """The default algorithm: breadth-first search on packed positions. It finds a proved optimum fastest, since
        there are few positions, and equivalent ones are merged.
        """
        return "breadth-first"

    def notation(self, move: _Move) -> str:
        """The piece and the directions of its path: `h right`, `h right 2`, `h right down`."""
        words = [move.piece]
        for heading, run in groupby(move.path):
            length = len(list(run))
            words += [heading] if length == 1 else [heading, str(length)]
        return " ".join(words)

    def text(self, state: State) -> str:
        """The board as text, in the characters that files use."""
        return "\n".join(self.layout.lines(state))

    def settings_at(self, state: State) -> dict[str, object] | None:
        """The settings that make this state the start: its board and, listed separately, the gates that lie under
        pieces.
        """
        found = {name: value for name, value in self.given().items() if name != "gates"}
        pieces = zip(self.layout.names, state, strict=True)
        under = {cell for name, at in pieces for cell in self.layout.spread(name, at)} & self.layout.gates
        return {
            **found,
            "board": self.text(state),
            **({"gates": [list(cell) for cell in sorted(under)]} if under else {}),
        }

    def likeness(self, state: State) -> str:
        """The board as text, in which only goal pieces keep their names. Two boards are alike if these texts are equal,
        so the letters of other pieces do not matter.
        """
        others = [name for name in self.layout.names if name not in self.targets]
        return self.text(state).translate({ord(name): NAMELESS + number for number, name in enumerate(others)})

    def editor(self) -> Editor:
        """The editor in which the board is drawn character by character, and its goal cell by cell."""
        legend = (("#", "wall", _("wall")), (".", "cell", _("empty")), ("-", "cell:1", _("gate")))
        rows = self.layout.lines(self.start)
        return Editor("letters", "board", rows, legend, _("piece"), goal="goal", handle="piece ")

    def gestures(self, state: State, move: _Move) -> Iterator[tuple[str, str]]:
        """The click sequences for a move: the piece, then an empty cell that the front of the piece will cover. A slide
        by one cell can also be given by the piece, then the direction.

        No two moves of one piece bring its front to the same cell, so the clicks are unambiguous. Proof: let the moves
        v and w bring the cells p and q of the piece to the same cell, p + v = q + w, where p is foremost along v and q
        along w. Then v·(p - q) >= 0 and w·(q - p) >= 0, so (v - w)·(w - v) >= 0, which means v = w.
        """
        piece = f"piece {move.piece}"
        down = sum(HEADINGS[heading][0] for heading in move.path)
        right = sum(HEADINGS[heading][1] for heading in move.path)
        cells = self.layout.spread(move.piece, state[self.layout.names.index(move.piece)])
        front = max(down * row + right * column for row, column in cells)
        for row, column in cells:
            if down * row + right * column == front:
                yield piece, f"cell {row + down},{column + right}"
        if len(move.path) == 1:
            yield piece, move.path[0]

    def refusal(self, state: State, clicks: Sequence[str]) -> str:
        """Why a block cannot make the move that was clicked, and where it can go."""
        piece = clicks[0].removeprefix("piece ") if clicks else ""
        if piece not in self.layout.names:
            return _("Choose a block first, then where it goes.") if clicks else ""
        firsts = dict.fromkeys(step.move.path[0] for step in self.steps(state) if step.move.piece == piece)
        ways = ", ".join(_(DIRECTIONS[heading]) for heading in firsts)
        rule = self._describe_axis(piece)
        if not ways:
            narrow = _("{rule} There is not enough free space for that now.")
            wide = _("Block {piece} is stuck: there is not enough free space beside it.")
            return narrow.format(rule=rule) if rule else wide.format(piece=piece)
        if rule and len(clicks) > 1 and self._is_sideways(state, piece, clicks[1]):
            return _("{rule} It can go: {ways}.").format(rule=rule, ways=ways)
        if len(clicks) > 1 and clicks[1] in HEADINGS:
            others = ", ".join(self._find_obstacles(state, piece, HEADINGS[clicks[1]])) or _("the wall")
            text = _("Block {piece} cannot go that way: it is blocked by {others}. It can go: {ways}.")
            return text.format(piece=piece, others=others, ways=ways)
        return _("Block {piece} cannot slide there. It can go: {ways}.").format(piece=piece, ways=ways)

    def _describe_axis(self, piece: str) -> str:
        """A sentence about the directions in which a block may slide; "" if all are allowed."""
        headings = self.kinds[self.kind_of[self.layout.names.index(piece)]].headings(self.axis)
        if len(headings) == len(HEADINGS):
            return ""
        across = _("Block {piece} slides only left and right.")
        return (across if "left" in headings else _("Block {piece} slides only up and down.")).format(piece=piece)

    def _is_sideways(self, state: State, piece: str, onto: str) -> bool:
        """Whether `onto`, a direction or the handle of a cell or block, lies outside the lane (the rows or columns) in
        which a block may slide.
        """
        number = self.layout.names.index(piece)
        headings = self.kinds[self.kind_of[number]].headings(self.axis)
        if onto in HEADINGS:
            return onto not in headings
        side = 0 if "left" in headings else 1  # the coordinate shared by all places of its lane: row or column
        lane = {cell[side] for cell in self.layout.spread(piece, state[number])}
        cells = self._find_cells(state, onto)
        return bool(cells) and lane.isdisjoint(cell[side] for cell in cells)

    def _find_cells(self, state: State, handle: str) -> list[Cell]:
        """The cells that a handle stands for: one cell, or all cells of a block; [] if the handle is unknown."""
        kind, _space, name = handle.partition(" ")
        if kind == "piece" and name in self.layout.names:
            return self.layout.spread(name, state[self.layout.names.index(name)])
        return [cell for cell in self.layout.cells if handle == f"cell {cell[0]},{cell[1]}"]

    def _find_obstacles(self, state: State, piece: str, heading: Cell) -> list[str]:
        """The blocks that keep a block from moving one cell in a direction."""
        spread = {name: self.layout.spread(name, at) for name, at in zip(self.layout.names, state, strict=True)}
        wanted = {(row + heading[0], column + heading[1]) for row, column in spread[piece]}
        return [name for name, cells in spread.items() if name != piece and wanted & set(cells)]

    def typed(self, text: str) -> tuple[str, ...]:
        """The clicks for a typed block and direction, as in `h right`."""
        words = text.split()
        return (f"piece {words[0]}", *words[1:2]) if words and words[0] in self.layout.names else ()

    def scene(self, state: State) -> Scene:
        """The tray with walls, gates and goal, and a block for each piece."""
        layout = self.layout
        under = {cell: name for name, at in zip(layout.names, state, strict=True) for cell in layout.spread(name, at)}
        shapes: list[Shape] = [Rect(0, 0, layout.width, layout.height, "board", id="board")]
        for row, column in layout.walls:
            shapes.append(Rect(column, row, 1, 1, "wall", id=f"wall {row},{column}"))
        for row, column in layout.cells:
            role, name = "cell:1" if (row, column) in layout.gates else "cell", f"cell {row},{column}"
            shapes.append(Rect(column, row, 1, 1, role, "", "" if (row, column) in under else name, name))
        for name, at in self.targets.items():
            shapes += _draw_block(layout.spread(name, at), GOAL_INSET, "goal", f"goal {name}")
        for row, column in sorted(layout.gates):
            shapes.append(Text(column + 0.5, row + 0.5, "-", role="faint", id=f"gate {row},{column}"))
        for name, at, kind in zip(layout.names, state, self.kind_of, strict=True):
            passes = self.kinds[kind].passes
            role = "target" if passes else f"piece:wood{self.colours[layout.shapes[name]] % WOODS}"
            blocks = _draw_block(layout.spread(name, at), PIECE_INSET, role, f"piece {name}", name, f"piece {name}")
            for block in blocks:
                shapes.append(block)
                if passes and isinstance(block, Rect):
                    shapes += _draw_face(block)
        return Scene(layout.width, layout.height, tuple(shapes), self.spoken(state))

    def spoken(self, state: State) -> str:
        """The position in words: the first cell of each piece."""
        told = (
            _("{piece}: row {row}, column {column}").format(piece=name, row=row + 1, column=column + 1)
            for name, (row, column) in zip(self.layout.names, map(self.layout.cells.__getitem__, state), strict=True)
        )
        return "; ".join(told)


def _draw_face(block: Rect) -> Iterator[Shape]:
    """Two eyes that look down towards the goal, above the block's name."""
    unit = min(block.width, block.height)
    for side, place in ((-1, "left"), (1, "right")):
        x, y, name = block.x + block.width / 2 + side * 0.23 * unit, block.y + 0.2 * unit, f"{block.id} {place}"
        yield Disc(x, y, 0.11 * unit, "glass", handle=block.handle, id=f"{name} eye")
        around = (rect(0.045 * unit, step * pi / 8) for step in range(16))
        pupil = tuple((x + each.real, y + 0.03 * unit + each.imag) for each in around)
        yield Path(pupil, "piece:0", handle=block.handle, id=f"{name} pupil", width=0.02, closed=True)


def _draw_block(
    cells: list[Cell], inset: float, role: str, name: str, label: str = "", handle: str = ""
) -> Iterator[Shape]:
    """One shape for each connected part of a piece: a rectangle if the part has this form, else its outline."""
    for number, part in enumerate(find_parts(cells)):
        named, words = (name, label) if number == 0 else (f"{name} {number + 1}", "")
        rows, columns = {row for row, _column in part}, {column for _row, column in part}
        if len(part) == len(rows) * len(columns):
            left, top = min(columns) + inset, min(rows) + inset
            width, height = len(columns) - 2 * inset, len(rows) - 2 * inset
            yield Rect(left, top, width, height, role, words, handle, named, 0.12, name=bool(words))
        else:
            yield Path(trace_outline(part, inset), role, words, handle, named, closed=True, name=bool(words))
