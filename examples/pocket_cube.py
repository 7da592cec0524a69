"""The pocket cube, 2 x 2 x 2: 3,674,160 positions, solved by A* with pattern databases, all compiled.

    langkah solve examples/pocket_cube.py:PocketCube
    langkah explore examples/pocket_cube.py:PocketCube

One corner never moves, which leaves seven. A state is one number, five bits per place: the corner that is there, and
its twist. Each pattern database keeps four corners and forgets the others: 68,040 abstract positions.
"""

from random import Random
from typing import Any

from langkah import PATTERNS, Packed, Puzzle, Setting, Step

CORNERS = 7
FORGOTTEN = 7  # stands for any forgotten corner
QUARTERS = {  # for each quarter turn: the place from which each place gets its corner, and the added twist
    "U": ((3, 0, 1, 2, 4, 5, 6), (0, 0, 0, 0, 0, 0, 0)),
    "R": ((4, 1, 2, 0, 6, 5, 3), (2, 0, 0, 1, 1, 0, 2)),
    "F": ((1, 5, 2, 3, 0, 4, 6), (1, 2, 0, 0, 2, 1, 0)),
}


def list_turns() -> list[tuple[str, tuple[int, ...], tuple[int, ...]]]:
    """All turns with their names: quarter, half and three-quarter turns of each face."""
    turns = []
    for face, (source, twist) in QUARTERS.items():
        places, twists = tuple(range(CORNERS)), tuple([0] * CORNERS)
        for ending in ("", "2", "'"):
            twists = tuple((twists[source[place]] + twist[place]) % 3 for place in range(CORNERS))
            places = tuple(places[source[place]] for place in range(CORNERS))
            turns.append((face + ending, places, twists))
    return turns


NAMES = [name for name, _places, _twists in list_turns()]
SOURCES = [places for _name, places, _twists in list_turns()]
TWISTS = [twists for _name, _places, twists in list_turns()]
SOLVED = sum(corner << 5 * corner for corner in range(CORNERS))


def turn(state: int, out: Any) -> int:
    """Write the states after each of the nine turns into `out`; returns 9."""
    for number in range(9):
        turned = 0
        for place in range(CORNERS):
            piece = state >> 5 * SOURCES[number][place] & 31
            twist = ((piece >> 3) + TWISTS[number][place]) % 3
            turned |= (piece & 7 | twist << 3) << 5 * place
        out[number] = turned
    return 9


def is_solved(state: int) -> bool:
    """Whether every corner is in its place and untwisted."""
    return state == SOLVED


def keep_first(state: int) -> int:
    """The abstract state that keeps corners 0 to 3; all other corners look alike."""
    kept = 0
    for place in range(CORNERS):
        piece = state >> 5 * place & 31
        kept |= (piece if piece & 7 < 4 else FORGOTTEN) << 5 * place
    return kept


def keep_last(state: int) -> int:
    """The abstract state that keeps corners 3 to 6; all other corners look alike."""
    kept = 0
    for place in range(CORNERS):
        piece = state >> 5 * place & 31
        kept |= (piece if 3 <= piece & 7 < 7 else FORGOTTEN) << 5 * place
    return kept


class PocketCube(Puzzle[int, str]):
    """The 2 x 2 x 2 cube, scrambled by random turns."""

    title = "Pocket cube"
    settings = (Setting("turns", 30, "turns of the scramble", low=0, high=1000), Setting("seed", 1, "the scramble"))
    estimates = (PATTERNS,)
    reversible = True
    lists_all_goals = True

    def __init__(self, turns: int = 30, seed: int = 1) -> None:
        self.turns, self.seed = turns, seed
        self.start = SOLVED
        rng = Random(seed)
        for _turn in range(turns):
            self.start = rng.choice(self.steps(self.start)).state

    def steps(self, state: int) -> list[Step[int, str]]:
        """The nine turns."""
        out = [0] * 9
        return [Step(NAMES[number], out[number]) for number in range(turn(state, out))]

    def is_goal(self, state: int) -> bool:
        """Whether every corner is in its place and untwisted."""
        return is_solved(state)

    def goals(self) -> list[int]:
        """The only goal: the solved cube."""
        return [SOLVED]

    def text(self, state: int) -> str:
        """The corner of each place, with its twist."""
        pieces = [state >> 5 * place & 31 for place in range(CORNERS)]
        return " ".join(f"{piece & 7}{' +-'[piece >> 3]}" for piece in pieces)

    def packed(self) -> Packed[int]:
        """The packed form: a state is a number already."""
        return Packed.of(
            self.start, int, int, turn, is_solved, branching=9, unit_cost=True, size=3_674_160,
            abstractions=(keep_first, keep_last),
        )  # fmt: skip
