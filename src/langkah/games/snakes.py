"""Snakes and ladders: as a puzzle, in which the player chooses every roll, and as a game of chance.

A state is the number of the piece's square; square 0 is beside the board. The end of a one-roll turn depends only on
the sum of square and roll, so the whole board is one table over these sums (`ends`).

A move is the sum of a turn's rolls. Without `six_again` that is the roll itself. With it, a turn is any number of
highest rolls and one last roll, which the sum still determines: 15 with six faces is 6-6-3. The cost counts turns,
which without `six_again` are the same as rolls. A turn ends at once on the last square.

The setting `overshoot` says what happens on a roll past the last square. `stay`: the roll is lost. In the puzzle it is
not a move; in the game of chance the piece stays where it is. `bounce`: the piece walks back from the last square, and
forwards again if it ever reaches square 0. `win`: the player wins.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from re import sub
from typing import Any

from langkah.editor import Editor
from langkah.games.jump_pictures import draw_ladder, draw_snake
from langkah.language import N_, _
from langkah.model import Chance, Estimate, Puzzle, Step
from langkah.packed import Packed
from langkah.scene import Disc, Rect, Scene, Shape
from langkah.settings import Mistakes, Setting, quote_value

MOST_SQUARES, MOST_SIDE, MOST_FACES = 10_000, 200, 1000
MANY_FACES, MOST_TURNS = 20, 100_000
LOST = -1  # in the tables: the end of a lost roll

Jumps = dict[int, int]
# The board of the paper snakes-bfs, which is the default.
FIRST_BOARD: Jumps = {1: 38, 4: 14, 9: 31, 21: 42, 28: 84, 51: 57, 72: 91, 80: 99}
FIRST_BOARD |= {17: 7, 54: 34, 62: 19, 64: 60, 87: 36, 93: 73, 95: 75, 98: 79}


class Snakes(Puzzle[int, int], Chance[int]):
    """Reach the last square in as few turns as possible, choosing every roll; or let the die decide."""

    title = N_("Snakes and ladders")
    about = N_("Reach the last square in as few rolls as possible. Ladders lead up, snakes lead down.")
    level_groups = (N_("Small boards"), N_("Boards of the papers"), N_("Classic boards"))
    lists_all_goals = True
    small = {"rows": 5, "cols": 5, "jumps": {3: 11, 17: 4}}
    settings = (
        Setting("rows", 10, N_("rows of the board"), 1, MOST_SIDE, label=N_("Rows")),
        Setting("cols", 10, N_("columns of the board"), 1, MOST_SIDE, label=N_("Columns")),
        Setting("squares", 0, N_("number of squares; 0: rows x cols"), 0, MOST_SQUARES, label=N_("Squares")),
        Setting("die", 6, N_("the number of faces of the die"), 1, MOST_FACES, label=N_("Faces of the die")),
        Setting(
            "overshoot",
            "stay",
            N_("what happens on a roll past the last square"),
            choices=("stay", "bounce", "win"),
            meanings=(N_("the roll is lost"), N_("the token walks back from the last square"), N_("wins")),
            label=N_("Roll past the last square"),
        ),
        Setting("start", 0, N_("the first square; 0: beside the board"), 0, MOST_SQUARES - 1, label=N_("First square")),
        Setting(
            "six_again",
            False,
            N_(
                "after the highest possible roll, the player rolls again in the same turn; the cost is the number of "
                "turns"
            ),
            label=N_("Roll again after the highest roll"),
        ),
        Setting(
            "jumps",
            None,
            N_(
                "snakes and ladders, from = to; default: those of the paper on a board of 100 squares, none "
                "on other boards"
            ),
            form="{ 3 = 21, 17 = 12 }",
            label=N_("Snakes and ladders"),
        ),
    )

    def __init__(
        self,
        rows: int = 10,
        cols: int = 10,
        squares: int = 0,
        die: int = 6,
        overshoot: str = "stay",
        start: int = 0,
        six_again: bool = False,
        jumps: Mapping[int, int] | Mapping[str, int] | Sequence[Sequence[int]] | None = None,
    ) -> None:
        mistakes = Mistakes()
        given = {"rows": rows, "cols": cols, "squares": squares, "die": die}
        mistakes.check(self.settings, given | {"overshoot": overshoot, "start": start, "six_again": six_again})
        last = _count_squares(rows, cols, squares, mistakes)
        if last and mistakes.are_fine("start") and start >= last:
            text = _("start = {start}: the board has {last} squares; the start must be a square from 0 to {most}")
            mistakes.say(text.format(start=start, last=last, most=last - 1), "start")
        found = _read_jumps(jumps, last, mistakes)
        mistakes.raise_any()
        self.rows, self.cols, self.squares, self.die = rows, cols, squares, die
        self.overshoot, self.start, self.six_again, self.jumps = overshoot, start, six_again, found
        self.last = last
        self.height = -(-last // cols)  # number of drawn rows
        self.lands = [_find_landing(total, last, overshoot) for total in range(last + die)]
        self.ends = [found.get(square, square) for square in self.lands]

    def steps(self, state: int) -> list[Step[int, int]]:
        """Every turn that moves the piece, smallest rolls first."""
        found: list[Step[int, int]] = []
        for sum_so_far, here in self._throws_from(state):
            for roll in range(1, self.die + 1):
                end = self.ends[here + roll]
                if self._goes_on(roll, end):
                    continue
                if end != LOST:
                    found.append(Step(sum_so_far + roll, end))
                elif sum_so_far:  # the last roll of the turn is lost, but the rolls before it count
                    found.append(Step(sum_so_far + roll, here))
        return found

    def packed(self) -> Packed[int] | None:
        """The packed form, in which a state is the number of its square; None if so many different turns may be
        possible from a square that they exceed `MOST_TURNS`.
        """
        lost = self.last + 1
        most = self.die * (self.last + 1 if self.six_again else 1)
        if most > MOST_TURNS:
            return None
        ends = [lost if end == LOST else end for end in self.ends]
        data = [self.last, self.die, int(self.six_again), *ends]
        more = {"data": data, "branching": most, "scratch": self.last + 1, "size": self.last + 1, "unit_cost": True}
        return Packed.of(self.start, int, int, _expand_turns, _is_last_square, **more)

    def _throws_from(self, state: int) -> Iterator[tuple[int, int]]:
        """Each point in a turn where the die is thrown: the sum of the rolls so far, all of them highest rolls, and the
        square of the piece.

        Ends when highest rolls lead back to a square of this turn, since nothing new can happen from there on.
        """
        thrown, here = 0, state
        seen: set[int] = set()
        while here not in seen and here not in (LOST, self.last):
            yield thrown, here
            if not self.six_again:
                return
            seen.add(here)
            thrown, here = thrown + self.die, self.ends[here + self.die]

    def _goes_on(self, roll: int, end: int) -> bool:
        return self.six_again and roll == self.die and end != self.last

    def chances(self, state: int) -> list[tuple[Fraction, int]]:
        """Each square on which a turn can end, with its probability. Endless highest rolls are summed exactly, as a
        geometric series.
        """
        chain = [here for _sum, here in self._throws_from(state)]
        after = self.ends[chain[-1] + self.die] if chain and self.six_again else self.last
        after = chain[-1] if after == LOST else after
        if not chain or (self.die == 1 and after != self.last):  # the game is over, or the turn never ends
            return [(Fraction(1), state)]
        circle = chain.index(after) if after != self.last else len(chain)  # where a circle of highest rolls begins
        trips = Fraction(1) / (1 - Fraction(1, self.die ** (len(chain) - circle))) if circle < len(chain) else 1
        odds: dict[int, Fraction] = {}
        for index, here in enumerate(chain):
            one_roll = Fraction(1, self.die ** (index + 1)) * (trips if index >= circle else 1)
            ends = [self.ends[here + roll] for roll in range(1, self.die + 1)]
            stops = Counter(end for roll, end in enumerate(ends, 1) if not self._goes_on(roll, end))
            shares = {rolls: rolls * one_roll for rolls in set(stops.values())}  # few different counts, on any board
            for end, rolls in stops.items():
                square = here if end == LOST else end
                odds[square] = odds[square] + shares[rolls] if square in odds else shares[rolls]
        return [(chance, square) for square, chance in odds.items()]

    def offers(self, state: int) -> Iterator[tuple[Fraction, int, tuple[int, ...]]]:
        """The outcomes of a throw if the player may decline a jump. For each roll: its probability, then 1 if the roll
        ends the turn or 0 if not, and the squares between which the player chooses.
        """
        for roll in range(1, self.die + 1):
            land, end = self.lands[state + roll], self.ends[state + roll]
            squares = (state,) if land == LOST else tuple(dict.fromkeys((end, land)))
            yield Fraction(1, self.die), int(not self._goes_on(roll, end)), squares

    def is_goal(self, state: int) -> bool:
        """Whether the piece is on the last square."""
        return state == self.last

    def goals(self) -> tuple[int]:
        """The only goal state: the last square."""
        return (self.last,)

    def back(self, state: int) -> list[Step[int, int]]:
        """The turns that end on a square, each with the square on which the turn began."""
        found: list[Step[int, int]] = []
        for roll, here in self._rolls_into(state):
            if not self._goes_on(roll, state):
                found.extend(Step(sum_before + roll, origin) for sum_before, origin in self._turns_to(here))
        for roll in range(1, self.die + 1):  # last rolls that are lost, after highest ones that are not
            if state < self.last and self.ends[state + roll] == LOST and not self._goes_on(roll, LOST):
                found.extend(Step(total + roll, origin) for total, origin in self._turns_to(state) if total)
        return found

    def _turns_to(self, square: int) -> Iterator[tuple[int, int]]:
        """The squares on which a turn can begin and reach `square` by highest rolls alone, each with the sum of these
        rolls. The first is `square` itself, with sum 0; without `six_again` it is the only one.

        No square occurs twice, because a highest roll leads from each square to only one square.
        """
        layer, total = [square], 0
        while layer:
            yield from ((total, origin) for origin in layer)
            if not self.six_again:
                return
            before = [here for each in layer for roll, here in self._rolls_into(each) if roll == self.die]
            layer, total = [here for here in before if here != square], total + self.die

    def _rolls_into(self, square: int) -> Iterator[tuple[int, int]]:
        """The rolls that lead to a square, each with the square where the die was thrown."""
        for total in self._sums.get(square, ()):
            for here in range(max(0, total - self.die), min(self.last, total)):
                yield total - here, here

    @cached_property
    def _sums(self) -> dict[int, list[int]]:
        """For each square, the sums that lead to it, with or without a jump. A sum is the square before a roll plus the
        roll.
        """
        found: dict[int, list[int]] = {}
        for total, end in enumerate(self.ends[1:], 1):
            found.setdefault(end, []).append(total)
        return found

    @cached_property
    def _fewest(self) -> list[int]:
        """For each square, a lower bound on the number of turns to the last square.

        The bound is exact for an easier game, in which a turn may end on any square up to its highest roll, and only
        ladders apply. Every real turn is also possible in the easier game, and a higher square is never worse, so going
        as far as possible is optimal. With `six_again` a turn can have any length: the bound is then 1.
        """
        if self.six_again:
            return [1] * self.last + [0]
        turns, highest = [0] * (self.last + 1), [0] * (self.last + 1)
        for square in range(1, self.last + 1):
            highest[square] = max(highest[square - 1], square, self.jumps.get(square, 0))
        for square in range(self.last - 1, -1, -1):
            turns[square] = 1 + turns[highest[min(square + self.die, self.last)]]
        return turns

    def ladders_only(self, state: int) -> int:
        """A lower bound on the number of turns left, from an easier game in which ladders may be used freely and snakes
        are ignored (see `_fewest`).
        """
        return self._fewest[state]

    def without_ladders(self, state: int) -> int:
        """The number of rolls left on a board without snakes and ladders. The paper on branch and bound
        (`papers.snakes_bnb`) calls this estimate g.
        """
        return -((state - self.last) // self.die)

    estimates = (
        Estimate(
            N_("jumps"), ladders_only, True, N_("turns left if the player could use ladders freely and ignore snakes")
        ),
        Estimate(
            N_("paper"),
            without_ladders,
            False,
            N_(
                "the heuristic of the paper snakes-bnb, ceil((last - square) / die); too high if a ladder leads "
                "further up"
            ),
        ),
    )

    def preferred(self) -> str:
        """The default algorithm: A* with the setting `six_again` or a die of many faces, otherwise breadth-first
        search.
        """
        return "a-star" if self.six_again or self.die > MANY_FACES else "breadth-first"

    def rolls(self, move: int) -> list[int]:
        """The rolls of a turn: 15 with six faces is 6, 6, 3."""
        highest, rest = divmod(move, self.die)
        return [self.die] * highest + [rest] * (rest > 0)

    def notation(self, move: int) -> str:
        """The rolls of the turn: `4`, or with six_again `6-6-3`."""
        return "-".join(map(str, self.rolls(move)))

    def label(self, state: int) -> str:
        """The number of the square."""
        return str(state)

    def text(self, state: int) -> str:
        """The board as text, last row first: `[5]` is the square of the piece, `3^21` the foot of a ladder, `17v12` the
        head of a snake.
        """
        words = [[""] * self.cols for _row in range(self.height)]
        for square in range(1, self.last + 1):
            row, col = self.place(square)
            end = self.jumps.get(square, square)
            word = f"{square}^{end}" if end > square else f"{square}v{end}" if end < square else str(square)
            words[row][col] = f"[{word}]" if square == state else word
        wide = max(len(word) for line in words for word in line)
        lines = [" ".join(word.rjust(wide) for word in line).rstrip() for line in words]
        return "\n".join([*lines, "[0]"] if state == 0 else lines)

    def place(self, square: int) -> tuple[int, int]:
        """The row, from the top, and the column of a square. Numbers zigzag up from the bottom left; square 0 is beside
        square 1.
        """
        row, col = divmod(square - 1, self.cols)
        if square == 0:
            return self.height - 1, -1
        return self.height - 1 - row, col if row % 2 == 0 else self.cols - 1 - col

    def middle(self, square: int) -> tuple[float, float]:
        """The centre of a square in the picture."""
        row, col = self.place(square)
        return col + 1.5, row + 0.5

    def scene(self, state: int) -> Scene:
        """The board with its snakes and ladders, the faces of the die below it, and the piece."""
        x, y = self.middle(state)
        across = max(self.cols, 6)
        below = -(-self.die // across)
        token = Disc(x, y, 0.3, "piece:0", handle=f"square {state}", id="token")
        title = _("square {n} of {last}").format(n=state, last=self.last)
        return Scene(across + 1.0, self.height + 0.25 + below, (*self.ground, *self.faces(across), token), title)

    def faces(self, across: int) -> Iterator[Shape]:
        """The faces of the die as buttons, `across` of them in each row."""
        for roll in range(1, self.die + 1):
            row, col = divmod(roll - 1, across)
            handle = f"roll {roll}"
            yield Rect(col + 1.1, self.height + row + 0.35, 0.8, 0.8, "piece", str(roll), handle, handle, 0.18)

    @cached_property
    def ground(self) -> tuple[Shape, ...]:
        """The shapes that never change: squares, numbers, snakes and ladders."""
        shapes: list[Shape] = []
        for square in range(self.last + 1):
            row, col = self.place(square)
            role = "goal" if square == self.last else "cell:1" if (row + col) % 2 else "cell"
            handle = f"square {square}"
            shapes.append(
                Rect(col + 1, row, 1, 1, "board" if square == 0 else role, str(square), handle, handle, corner=True)
            )
        for foot, end in self.jumps.items():
            draw = draw_ladder if end > foot else draw_snake
            shapes.extend(draw(self.middle(foot), self.middle(end), f"{foot} → {end}"))
        return tuple(shapes)

    def editor(self) -> Editor:
        """The editor in which snakes and ladders are drawn from square to square."""
        return Editor("jumps", "jumps", dict(self.jumps), handle="square ")

    def gestures(self, state: int, move: int) -> list[tuple[str, ...]]:
        """The clicks that perform a turn: on the faces that are rolled, or on the squares to which the rolls lead
        before any jump. The squares are left out if a roll is lost or a smaller roll leads to the same square.
        """
        rolls = self.rolls(move)
        clicks: list[tuple[str, ...]] = [tuple(f"roll {roll}" for roll in rolls)]
        squares: list[str] = []
        for roll in rolls:
            square = self.lands[state + roll]
            if square == LOST or square in self.lands[state + 1 : state + roll]:
                return clicks
            squares.append(f"square {square}")
            state = self.ends[state + roll]
        return [*clicks, tuple(squares)]

    def refusal(self, state: int, clicks: Sequence[str]) -> str:
        """Why a click on a square has no effect: no roll leads there. "" if no square was clicked."""
        square = clicks[-1].removeprefix("square ") if clicks else ""
        text = _("No roll leads from square {here} to square {there}.")
        return text.format(here=state, there=square) if square.isdigit() else ""

    @classmethod
    def from_text(cls, text: str) -> dict[str, object] | None:
        """The settings in a text in the papers' format: a line such as `10 10` with the rows and columns, then a pair
        `from,to` for each jump. As in the papers' program, the piece bounces back from the last square. None if the
        text has another format.
        """
        lines = text.strip().splitlines()
        size = lines[0].split() if lines else []
        words = sub(r"\s*,\s*", ",", "\n".join(lines[1:])).split()
        if len(size) != 2 or not all(map(str.isdigit, size)) or (words and "," not in words[0]):
            return None
        rows, cols = map(_parse_number, size)
        jumps = [[_parse_number(part) for part in word.split(",")] for word in words]
        return {"rows": rows, "cols": cols, "overshoot": "bounce", "jumps": jumps}


def _parse_number(word: str) -> object:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else word


def _count_squares(rows: int, cols: int, squares: int, mistakes: Mistakes) -> int:
    """The number of squares on the board; 0 if a mistake in the settings makes it unknown."""
    if not mistakes.are_fine("rows", "cols", "squares"):
        return 0
    if not squares and rows * cols > MOST_SQUARES:
        text = _("rows = {rows}, cols = {cols}: the board would have {n} squares; at most {most} are allowed")
        mistakes.say(text.format(rows=rows, cols=cols, n=rows * cols, most=MOST_SQUARES), "rows", "cols")
        return 0
    return squares or rows * cols


def _read_jumps(value: object, last: int, mistakes: Mistakes) -> Jumps:
    """The jumps in `value`, a table or a list of pairs, after recording mistakes. If `value` is None, they are those of
    the default board on a board of 100 squares, and none on others. `last` is the last square, or 0 if it is unknown.
    """
    if value is None:
        return dict(FIRST_BOARD) if last == 100 else {}
    pairs = list(value.items()) if isinstance(value, Mapping) else value
    if not isinstance(pairs, list | tuple) or len(pairs) > MOST_SQUARES:
        text = _("jumps = {value}: give at most {most} jumps, as in {form}")
        mistakes.say(text.format(value=quote_value(value), form="{ 3 = 21, 17 = 12 }", most=MOST_SQUARES), "jumps")
        return {}
    found: Jumps = {}
    for pair in pairs:
        numbers = _read_pair(pair)
        if numbers is None:
            mistakes.say(_describe_strange_pair(pair), "jumps")
            continue
        foot, end = numbers
        if wrong := _find_jump_mistake(foot, end, last, found):
            text = _("jump from {foot} to {end}: {wrong}")
            mistakes.say(text.format(foot=quote_value(foot), end=quote_value(end), wrong=wrong), "jumps")
        found.setdefault(foot, end)
    return found


def _describe_strange_pair(pair: object) -> str:
    """The message about a jump in a setting that is not a pair of whole numbers."""
    if isinstance(pair, list | tuple) and len(pair) == 2:
        foot, end = map(quote_value, pair)
        return _("jump from {foot} to {end}: {wrong}").format(foot=foot, end=end, wrong=_("give two whole numbers"))
    return _("jumps: {pair}: a jump is a pair of whole numbers, from and to").format(pair=quote_value(pair))


def _read_pair(value: object) -> tuple[int, int] | None:
    """The two whole numbers in a value, given as numbers or text; None if the value has another form."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    foot, end = (_parse_number(each) if isinstance(each, str) else each for each in value)
    return (foot, end) if type(foot) is int and type(end) is int else None


def _find_jump_mistake(foot: int, end: int, last: int, others: Jumps) -> str:
    """The message about a mistake in a jump; "" if there is none."""
    if foot == end:
        return _("a jump must end on another square")
    if foot in others:
        return _("square {n} already has a jump, to {end}").format(n=foot, end=quote_value(others[foot]))
    if not last:
        return ""
    if foot == last:
        return _("no jump can begin on the last square: the game ends there")
    if not (1 <= foot < last and 1 <= end <= last):
        return _(
            "off the board: a jump must start on a square from 1 to {most} and end on one from 1 to {last}"
        ).format(most=last - 1, last=last)
    return ""


def _find_landing(total: int, last: int, overshoot: str) -> int:
    """The square on which the piece lands, before any jump, if its square and the roll add up to `total`; LOST if the
    roll is lost.
    """
    if total <= last:
        return total
    if overshoot == "bounce":
        walked = total % (2 * last)
        return min(walked, 2 * last - walked)
    return last if overshoot == "win" else LOST


def _expand_turns(square: int, out: Any, data: Any) -> int:
    """Write to `out` the end of every turn that moves the piece, as in `steps`, and return their number. `data` holds
    the last square, the faces of the die, whether a highest roll rolls again, then the square for each sum; last square
    + 1 means that the roll is lost.
    """
    last, die, again = data[0], data[1], data[2]
    seen = die * (last + 1 if again == 1 else 1) + 1  # offset of the scratch space in `out`
    count, throws, here, is_new = 0, 0, square, square != last
    while is_new:
        for roll in range(1, die + 1):
            end = data[3 + here + roll]
            if again == 1 and roll == die and end != last:
                continue
            if end <= last or throws > 0:  # the last roll of a turn may be lost, but the rolls before it count
                out[count] = end if end <= last else here
                count += 1
        if again == 0:
            return count
        out[seen + throws] = here
        throws += 1
        here = data[3 + here + die]
        is_new = here < last
        for throw in range(throws):
            is_new = is_new and out[seen + throw] != here
    return count


def _is_last_square(square: int, data: Any) -> bool:
    return bool(square == data[0])
