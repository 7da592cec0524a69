"""The corners of a 2 x 2 x 2 cube: the effect of turns on them, rotations of the whole cube, and the numbers of
positions for compiled code.

A place is named by its three faces, clockwise, with top or bottom first; its home corner has the same name. The content
of a place is 3 * corner + twist: the corner's first colour is on the face with index `twist` in the place's name.
Everything is derived from how a turn carries one face onto the next.

Turning the left side equals turning the right one and then the whole cube. So the corner at the bottom, back and left
is never turned: seven corners remain, with 7! permutations and 3**6 twists, 3,674,160 positions. The number of a
position is the rank of its permutation times 3**7 plus its twists as digits in base 3; each part has its own turn
table.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import permutations, product
from typing import Any, NamedTuple

PLACES = ("URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DRB", "DBL")  # the last one is never turned
FREE = 7  # places that turns can change
# The cycle of faces for each turn, seen clockwise from outside.
CYCLES = {"R": "FUBD", "U": "FLBR", "F": "URDL", "L": "FDBU", "D": "FRBL", "B": "ULDR"}
WHOLE = {"x": "R", "y": "U", "z": "F"}  # the whole cube, in the direction of that face
TURNED = ("R", "U", "F")
TWISTS = 2187  # 3**7
ORDERS = 5040
FLAGS = 9  # flags in `data`, one per turn: whether it is allowed

State = tuple[int, ...]  # the content of each free place
Cube = tuple[int, ...]  # the content of each place, including the last one


class Shift(NamedTuple):
    """For one place after a turn: the place from which its content comes (`source`), and the number of thirds by which
    the corner is twisted (`twist`).
    """

    source: int
    twist: int


SOLVED: Cube = tuple(3 * corner for corner in range(len(PLACES)))


@cache
def make_turn(letter: str) -> tuple[Shift, ...]:
    """For each place, the shift that a quarter turn causes there. `letter` names the turned face, or the axis x, y or z
    for a turn of the whole cube.
    """
    face = WHOLE.get(letter, letter)
    cycle = CYCLES[face]
    onto = dict(zip(cycle, cycle[1:] + cycle[0], strict=True))
    found = [Shift(place, 0) for place in range(len(PLACES))]
    for source, name in enumerate(PLACES):
        if face in name or letter in WHOLE:
            after = [onto.get(each, each) for each in name]
            place = next(place for place, other in enumerate(PLACES) if set(other) == set(after))
            found[place] = Shift(source, PLACES[place].index(after[0]))
    return tuple(found)


def turn(cube: Sequence[int], letter: str, quarters: int = 1) -> tuple[int, ...]:
    """The contents of the places after some quarter turns; `letter` is as in `make_turn`. `cube` is a whole cube or
    lacks the last place, which no turn of the puzzle changes.
    """
    shifts = make_turn(letter)[: len(cube)]
    for _quarter in range(quarters):
        cube = [cube[source] // 3 * 3 + (cube[source] + twist) % 3 for source, twist in shifts]
    return tuple(cube)


def hold_still(cube: Cube) -> State:
    """The contents of the seven places that turns can change, after the whole cube is rotated so that the eighth corner
    is in its place, untwisted.
    """
    for first, second in product(("", "x", "xx", "xxx", "z", "zzz"), ("", "y", "yy", "yyy")):
        held = cube
        for letter in first + second:
            held = turn(held, letter)
        if held[FREE] == SOLVED[FREE]:
            return held[:FREE]
    raise AssertionError("a cube has 24 positions in space")


def name_corner(what: int) -> str:
    """The colours of a corner, in the order of the faces in a place's name. `what` is 3 * corner + twist."""
    return "".join(get_colour(what, index) for index in range(3))


def get_colour(what: int, index: int) -> str:
    """The colour that a corner piece shows on one face. `what` is 3 * corner + twist; `index` is the position of the
    face's letter in the name of the place.
    """
    corner, twist = divmod(what, 3)
    return PLACES[corner][(index - twist) % 3]


def parse_corner(name: str) -> int | None:
    """The corner and its twist, as 3 * corner + twist, that show the colours `name`, clockwise in this order; None if
    there is no such corner.
    """
    for corner, colours in enumerate(PLACES):
        for twist in range(3):
            if name == colours[-twist:] + colours[:-twist]:
                return 3 * corner + twist
    return None


# Positions as numbers


def rank_order(order: Iterable[int]) -> int:
    """The lexicographic rank of a permutation of corners."""
    left, rank = list(range(FREE)), 0
    for corner in order:
        place = left.index(corner)
        rank = rank * len(left) + place
        left.pop(place)
    return rank


def pack_cube(state: State) -> int:
    """The number of a position, made of the rank of its permutation and of its twists."""
    twists = 0
    for what in state:
        twists = twists * 3 + what % 3
    return rank_order(what // 3 for what in state) * TWISTS + twists


def unpack_cube(word: int) -> State:
    """The position with this number."""
    rank, twists = divmod(word, TWISTS)
    order = _list_orders()[rank]
    return tuple(3 * corner + twists // 3 ** (FREE - 1 - place) % 3 for place, corner in enumerate(order))


@cache
def _list_orders() -> list[tuple[int, ...]]:
    return list(permutations(range(FREE)))


@cache
def make_tables() -> tuple[list[list[int]], list[list[int]]]:
    """Two lists with a table for each turned face: after a quarter turn of this face, the new rank of every
    permutation, and the new number of every set of twists.
    """
    ranks, twists = [], []
    number = {order: rank for rank, order in enumerate(_list_orders())}
    for letter in TURNED:
        shifts = make_turn(letter)[:FREE]
        ranks.append([number[tuple([order[source] for source, _twist in shifts])] for order in _list_orders()])
        after = []
        for digits in product(range(3), repeat=FREE):
            code = 0
            for source, twist in shifts:
                code = code * 3 + (digits[source] + twist) % 3
            after.append(code)
        twists.append(after)
    return ranks, twists


@cache
def count_turns(twists: bool, quarters: tuple[int, ...]) -> list[int]:
    """For every permutation of the corners, the least number of turns that puts each corner in its place, twisted or
    not. With `twists`: for every set of twists, the least number of turns that untwists all corners, wherever they are.
    -1 if no sequence of turns does that. `quarters` lists the allowed numbers of quarter turns: 1, 2 or 3.
    """
    tables = make_tables()[twists]
    found = [-1] * len(tables[0])
    found[0] = 0
    queue = [0]
    for code in queue:
        for table in tables:
            after = code
            for quarter in (1, 2, 3):
                after = table[after]
                if quarter in quarters and found[after] < 0:
                    found[after] = found[code] + 1
                    queue.append(after)
    return found


def expand_cube(state: int, out: Any, data: Any) -> int:
    """Write to `out` the position after every allowed turn, and return their number. `data` has three flags for each of
    three faces, which allow one, two and three quarter turns, then the tables of permutations, then those of twists.
    """
    count = 0
    for face in range(3):
        rank, twists = state // TWISTS, state % TWISTS
        for quarter in range(3):
            rank = data[FLAGS + face * ORDERS + rank]
            twists = data[FLAGS + 3 * ORDERS + face * TWISTS + twists]
            if data[3 * face + quarter]:
                out[count] = rank * TWISTS + twists
                count += 1
    return count


def is_solved(state: int) -> bool:
    """Whether the position with this number is solved: every corner is in its place and untwisted."""
    return state == 0


def make_data(turns: Collection[tuple[str, int]]) -> list[int]:
    """The list `data` for compiled code: a flag for each face and number of quarter turns that says whether this turn
    is allowed, then the tables. `turns` are the allowed pairs of face and number.
    """
    ranks, twists = make_tables()
    flags = [int((face, quarters) in turns) for face in TURNED for quarters in (1, 2, 3)]
    return [*flags, *(number for table in (*ranks, *twists) for number in table)]
