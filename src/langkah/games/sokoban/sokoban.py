"""Sokoban: push crates, never pull them, until each stands on a goal.

A state is the player's square and then the square of each crate, in the order of the level, so that crates keep their
names. Two metrics give two spaces: in `pushes` a step is one push of any crate within the player's reach, and only the
area that the player can reach matters; in `moves` a step is one step of the player. Files may hold many levels
(`level_text`), and plans use the usual notation: `lurd` for steps, `LURD` for pushes.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from math import inf
from random import Random
from typing import Any, NamedTuple, Self

from langkah.editor import Editor
from langkah.games.board_text import name_cell
from langkah.games.sokoban.level_text import decode_runs, read_collection, write_level
from langkah.games.sokoban.packed_room import BITS, count_words, expand_moves, expand_pushes, is_packed_goal, make_data
from langkah.games.sokoban.random_room import draw_room as draw_random_room
from langkah.games.sokoban.room import BOX, FLOOR, GOAL, PLAYER, SIGNS, WALL, WAYS, match_boxes, read_room
from langkah.games.sokoban.room_picture import draw_room
from langkah.games.spaced_rows import draw_rows, read_spaced_rows
from langkah.language import N_, _
from langkah.model import Cost, Estimate, FoundLevel, Puzzle, Step
from langkah.packed import Packed
from langkah.scene import Scene
from langkah.settings import Mistakes, Setting
from langkah.start_settings import Order

State = tuple[int, ...]  # the player's square, and the squares of the crates

FIRST = "#######/#  .  #/#  $  #/#.$@$.#/#  $  #/#  .  #/#######"
MOST_CELLS = 600
MOST_DRAWS = 30  # attempts to draw a random room
MOST_REMEMBERED = 200_000  # cached matchings
HEADINGS = list(WAYS)
LETTERS = "udlr"


class _Move(NamedTuple):
    """A move: a push of the crate on the square `box` or, if `box` is -1, a step of the player; `way` is the number of
    its direction.
    """

    box: int
    way: int


class Sokoban(Puzzle[State, _Move]):
    """Push every crate onto a goal."""

    title = N_("Sokoban")
    shelf = N_("Slide and push")
    about = N_(
        "Push every crate onto a marked square. Crates can be pushed, one at a time, and never pulled. A dot "
        "marks squares from which a crate can no longer be pushed to any goal."
    )
    level_groups = (N_("First steps"), N_("Two crates"), N_("Three crates"), N_("Hard"))
    small = {"board": "#####/#@  #/# $.#/#   #/#####"}
    puzzle_orders = {
        "easy": Order(({"board": "#######/#@ $ .#/#     #/#     #/#######"},), 3, 8),
        "medium": Order(({"board": "#######/#@ $ .#/#     #/#. $  #/#     #/#######"},), 6, 12),
        "hard": Order(({"board": "########/#@ $ . #/#  $  .#/#. $   #/#      #/########"},), 10, 60),
    }
    generator_states = 2500
    settings = (
        Setting(
            "board",
            FIRST,
            N_("rows: # wall, @ player, $ crate, . goal, + player on a goal, * crate on a goal"),
            form="#####/#@$.#/#####",
            label=N_("Board"),
        ),
        Setting(
            "metric",
            "pushes",
            N_("what counts as one move"),
            choices=("pushes", "moves"),
            meanings=(N_("one push of a crate; walking is free"), N_("one step of the player")),
            label=N_("What counts as one move"),
        ),
    )

    def __init__(self, board: str | Sequence[str] = FIRST, metric: str = "pushes") -> None:
        mistakes = Mistakes()
        mistakes.check(self.settings, {"metric": metric})
        rows = read_spaced_rows(decode_runs(board), SIGNS, MOST_CELLS, mistakes)
        room = read_room(rows, mistakes) if rows else None
        mistakes.raise_any()
        assert room is not None
        self.board, self.metric, self.room = "/".join(row.rstrip() for row in rows), metric, room
        self.start: State = (room.player, *room.boxes)
        self._match = lru_cache(MOST_REMEMBERED)(lambda boxes: match_boxes(room.pushes, boxes))

    # Text forms

    @classmethod
    def read_levels(cls, text: str) -> list[FoundLevel] | None:
        """The levels in a file of a collection, each with its title and, if present, its solution; None if there are
        none.
        """
        return read_collection(text)

    @classmethod
    def from_text(cls, text: str) -> dict[str, object] | None:
        """The settings for the first level in a file; None if the file has no level."""
        found = read_collection(text)
        return found[0].settings if found else None

    def to_text(self) -> str:
        """The level in the format of collections."""
        return write_level(self.room.rows)

    def write_plan(self, plan: Sequence[Step[State, _Move]]) -> str:
        """A plan in the usual notation: a small letter for each step, a capital for each push."""
        state, written = self.start, ""
        for step in plan:
            player, boxes = state[0], set(state[1:])
            if step.move.box >= 0:
                behind = self.room.beside[step.move.box][step.move.way ^ 1]
                written += "".join(LETTERS[way] for way in self.room.find_walk(player, behind, boxes))
            pushed = set(step.state[1:]) != boxes
            written += LETTERS[step.move.way].upper() if pushed else LETTERS[step.move.way]
            state = step.state
        return written

    def check_plan(self, text: str) -> str:
        """The first mistake in a plan that is written in letters, `lurd` or `LURD` for each step of the player; "" if
        the plan solves the level.
        """
        state = self.start
        letters = "".join(text.split())
        for number, letter in enumerate(letters, 1):
            if letter.lower() not in LETTERS:
                return _("character {n} is {sign}; use the letters l u r d and L U R D").format(n=number, sign=letter)
            after = self._walk(state, LETTERS.index(letter.lower()))
            if after is None:
                return _("step {n}, {sign}, is not possible after the steps before it").format(n=number, sign=letter)
            state = after
        return (
            "" if self.is_goal(state) else _("after all {n} steps, not every crate is on a goal").format(n=len(letters))
        )

    # Rules

    def new_board(self, rng: Random) -> Self:
        """A random room of the same size with the same number of crates; `self` if no attempt gives one."""
        width, rows = max(map(len, self.room.rows)), None
        for _draw in range(MOST_DRAWS):
            rows = rows or draw_random_room(len(self.room.rows), width, len(self.room.boxes), rng)
        return self if rows is None else type(self)(rows, self.metric)

    def _walk(self, state: State, way: int) -> State | None:
        """The state after one step of the player; None if a wall or an immovable crate is in the way."""
        onto = self.room.beside[state[0]][way]
        if onto < 0:
            return None
        if onto not in state[1:]:
            return (onto, *state[1:])
        ahead = self.room.beside[onto][way]
        if ahead < 0 or ahead in state[1:]:
            return None
        return (onto, *(ahead if box == onto else box for box in state[1:]))

    def steps(self, state: State) -> Iterator[Step[State, _Move]]:
        """In the metric `pushes` every push, ordered by the square of the crate; in `moves` every step of the player.
        Directions are in the order up, down, left, right.
        """
        if self.metric == "moves":
            for way in range(4):
                after = self._walk(state, way)
                if after is not None:
                    yield Step(_Move(-1, way), after)
            return
        boxes = set(state[1:])
        reach = self.room.find_reach(state[0], boxes)
        for box in sorted(boxes):
            beside = self.room.beside[box]
            for way in range(4):
                ahead = beside[way]
                if ahead >= 0 and ahead not in boxes and beside[way ^ 1] in reach:
                    yield Step(_Move(box, way), (box, *(ahead if each == box else each for each in state[1:])))

    def key(self, state: State) -> int:
        """A number that is equal for equivalent states: crates are interchangeable and, in the metric `pushes`, so are
        all squares within the player's reach.
        """
        player, boxes = state[0], state[1:]
        if self.metric == "pushes":
            player = min(self.room.find_reach(player, set(boxes)))
        return player | sum(1 << box for box in boxes) << BITS

    def is_goal(self, state: State) -> bool:
        """Whether every crate is on a goal."""
        return set(state[1:]) <= set(self.room.goals)

    def packed(self) -> Packed[State]:
        """The packed form: the player's square, and a bit for each square with a crate."""
        room, size = self.room, len(self.room.cells)
        branching = 4 * len(room.boxes) if self.metric == "pushes" else 4
        words = count_words(size)

        def unpack(word: int) -> State:
            boxes = word >> BITS
            return (word & (1 << BITS) - 1, *(box for box in range(size) if boxes >> box & 1))

        more: dict[str, Any] = {
            "data": make_data(room, branching),
            "branching": branching,
            "words": words,
            "word_bits": BITS,
            "scratch": words + 4 * size,
            "unit_cost": True,
        }
        expand = expand_pushes if self.metric == "pushes" else expand_moves
        return Packed.of(self.start, self.key, unpack, expand, is_packed_goal, **more)

    # Estimates

    def matching(self, state: State) -> Cost:
        """The fewest pushes that would bring every crate to a different goal if crates did not block each other;
        infinite if the crates cannot all reach different goals.
        """
        found: float = self._match(tuple(sorted(state[1:])))
        return inf if found == inf else round(found)

    def nearest(self, state: State) -> Cost:
        """The sum, over all crates, of the pushes that would bring the crate to its nearest goal if it were alone in
        the room.
        """
        return sum(self._nearest[box] for box in state[1:])

    @cached_property
    def _nearest(self) -> list[Cost]:
        return [min(far[cell] for far in self.room.pushes) for cell in range(len(self.room.cells))]

    estimates = (
        Estimate(
            N_("matching"),
            matching,
            True,
            N_(
                "fewest pushes that would bring every crate to a different goal if crates did not block each "
                "other; infinite if that is impossible"
            ),
            N_("h = least total number of pushes over all assignments of the crates to different goals"),
        ),
        Estimate(
            N_("nearest"),
            nearest,
            True,
            N_("pushes of each crate to its nearest goal; infinite if a crate is on a dead square"),
            N_("h = Σ pushes of each crate to the nearest goal"),
        ),
    )

    def hopeless(self) -> str:
        """A reason why the level cannot be solved: the crates cannot all reach different goals, even if none stood in
        the way of another. Otherwise "".
        """
        if self.matching(self.start) < inf:
            return ""
        return _("the crates cannot all be pushed to different goals, even if no crate stood in the way of another")

    def promising(self, state: State) -> bool:
        """Whether all crates can still reach different goals, if they did not block each other."""
        return self.matching(state) < inf

    def preferred(self) -> str:
        """The default algorithm: A*, whose heuristic recognises many positions that are dead ends."""
        return "a-star"

    # Text and pictures

    def text(self, state: State) -> str:
        """The level as text, in the characters that files use."""
        signs: dict[tuple[int, int], str] = dict.fromkeys(self.room.cells, FLOOR)
        goals = set(self.room.goals)
        for number in goals:
            signs[self.room.cells[number]] = GOAL
        for number in state[1:]:
            signs[self.room.cells[number]] = "*" if number in goals else BOX
        signs[self.room.cells[state[0]]] = "+" if state[0] in goals else PLAYER
        return draw_rows(self.room.rows, signs)

    def label(self, state: State) -> str:
        """The player's square and those of the crates: `c2: b3 d4`."""
        names = [name_cell(*self.room.cells[number]) for number in (state[0], *sorted(state[1:]))]
        return f"{names[0]}: {' '.join(names[1:])}"

    def notation(self, move: _Move) -> str:
        """A push as the crate's square and the direction, `c3 right`; a step as its direction only."""
        return f"{name_cell(*self.room.cells[move.box])} {HEADINGS[move.way]}" if move.box >= 0 else HEADINGS[move.way]

    def gestures(self, state: State, move: _Move) -> tuple[tuple[str, ...], ...]:
        """The click sequences for a move: the crate, then the square ahead of it or the direction. For a step, the
        square that the player enters, or the direction.
        """
        heading = HEADINGS[move.way]
        if move.box < 0:
            onto = self.room.beside[state[0]][move.way]
            return (self._name_handle(state, onto),), (heading,)
        crate = self._name_handle(state, move.box)
        return (crate, self._name_handle(state, self.room.beside[move.box][move.way])), (crate, heading)

    def _name_handle(self, state: State, cell: int) -> str:
        """The handle of a square: named after the crate on the square if there is one, otherwise after the square."""
        if cell in state[1:]:
            return f"crate {state[1:].index(cell) + 1}"
        row, column = self.room.cells[cell]
        return f"cell {row},{column}"

    def refusal(self, state: State, clicks: Sequence[str]) -> str:
        """Why clicks have no effect: the rules for a step or push of the player, or the directions in which the clicked
        crate can be pushed.
        """
        if self.metric == "moves":
            return _(
                "The player can step only to an adjacent square, and can push one crate if the square behind"
                " it is free."
            )
        crates = {f"crate {number}": box for number, box in enumerate(state[1:], 1)}
        if not clicks or clicks[0] not in crates:
            return _("Choose a crate first, then the square to which it is pushed.") if clicks else ""
        pushes = [HEADINGS[step.move.way] for step in self.steps(state) if step.move.box == crates[clicks[0]]]
        if not pushes:
            return _(
                "This crate cannot be pushed: the player must stand on one side of it, and the opposite side"
                " must be free."
            )
        ways = ", ".join(_(WORDS[heading]) for heading in pushes)
        return _("This crate cannot be pushed there. It can go: {ways}.").format(ways=ways)

    def typed(self, text: str) -> tuple[str, ...]:
        """The clicks for a typed push, such as `c3 right`, or in the metric `moves` for a typed direction; () for any
        other text.
        """
        words = text.lower().split()
        cells = {name_cell(*cell): number for number, cell in enumerate(self.room.cells)}
        if self.metric == "moves":
            return tuple(word for word in words[:1] if word in WAYS)
        if not words or words[0] not in cells:
            return ()
        row, column = self.room.cells[cells[words[0]]]
        crate = next((f"crate {n}" for n, box in enumerate(self.start[1:], 1) if box == cells[words[0]]), "")
        return (crate or f"cell {row},{column}", *words[1:2])

    def editor(self) -> Editor:
        """How to draw a level: character by character."""
        legend = (
            (WALL, "wall", _("wall")),
            (FLOOR, "cell", _("floor")),
            (PLAYER, "piece:0", _("player")),
            (BOX, "piece", _("crate")),
            (GOAL, "goal", _("goal")),
            ("*", "piece:2", _("crate on a goal")),
            ("+", "piece:0", _("player on a goal")),
        )
        return Editor("letters", "board", self.text(self.start).split("\n"), legend)

    def scene(self, state: State) -> Scene:
        """The room with its crates; dead squares have a dot."""
        handles = {cell: self._name_handle(state, cell) for cell in range(len(self.room.cells))}
        done = sum(box in self.room.goals for box in state[1:])
        title = _("{n} of {all} crates stand on goals").format(n=done, all=len(state) - 1)
        return draw_room(self.room, state[0], state[1:], handles, title)


WORDS: Mapping[str, str] = {"left": N_("to the left"), "right": N_("to the right"), "up": N_("up"), "down": N_("down")}
