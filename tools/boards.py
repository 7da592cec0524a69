"""`python -m tools.boards`: make the levels "First steps" and "Rush Hour", by exploring boards and choosing hard
starts.

A random board is changed slightly again and again, keeping changes that do not make its hardest start easier, until
some start has the wanted least cost. That start, without useless pieces, is the level. The same seed makes the same
boards; none is taken from elsewhere.
"""

import argparse
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple

from langkah import solve
from langkah.games import LEVELS
from langkah.games.klotski.klotski import Klotski

Cell = tuple[int, int]
Pieces = dict[str, frozenset[Cell]]

MOST_STATES = 1_500  # states of a board, at most: small ones are solved instantly on every device
MOST_CHANGES = 300  # changes of a board before another one is tried
LETTERS = "abcdefghijklmnopqrstuvwxyz"
METRICS = ("steps", "lines", "moves")


class Family(NamedTuple):
    """A kind of board: the goal piece, its target, and the pieces that can stand in its way."""

    rows: int
    cols: int
    wanted: tuple[int, int]  # rows and columns of the goal piece
    goal: Cell  # target of its first cell
    shapes: tuple[tuple[int, int], ...]
    pieces: tuple[int, int]  # number of other pieces
    metric: str  # the metric of `least`
    lane: int | None = None  # the row that the goal piece never leaves

    @property
    def axis(self) -> str:
        """The setting `axis` of the puzzle: `along` if pieces slide only along their length, otherwise `free`."""
        return "free" if self.lane is None else "along"

    def cover(self, shape: tuple[int, int], at: Cell) -> frozenset[Cell]:
        """The cells of a rectangle with this number of rows and columns, whose top left cell is `at`."""
        return frozenset((at[0] + row, at[1] + col) for row, col in product(range(shape[0]), range(shape[1])))

    @property
    def target(self) -> list[list[int]]:
        """The cells that the goal piece must cover."""
        return [list(cell) for cell in sorted(self.cover(self.wanted, self.goal))]

    def draw(self, pieces: Pieces) -> str:
        """The board with these pieces as text, in the format of level files."""
        owners = {cell: name for name, cells in pieces.items() for cell in cells}
        return "\n".join("".join(owners.get((row, col), ".") for col in range(self.cols)) for row in range(self.rows))

    def build(self, board: str, metric: str) -> Klotski:
        """The puzzle with this board and metric, and with the goal of this kind of board."""
        return Klotski(board=board, goal={"*": self.target}, metric=metric, axis=self.axis)


RUSH = Family(
    6, 6, (1, 2), (2, 4), ((1, 2), (2, 1), (1, 3), (3, 1)), (4, 13), "lines", lane=2
)  # straight pieces, since its cars only move lengthwise
SQUARE = partial(Family, wanted=(2, 2), metric="steps")
SMALL = SQUARE(4, 3, goal=(2, 0), shapes=((1, 1), (1, 2), (2, 1)), pieces=(2, 6))
MEDIUM = SQUARE(4, 4, goal=(2, 1), shapes=((1, 1), (1, 2), (2, 1), (1, 3)), pieces=(3, 7))
TALL = SQUARE(5, 4, goal=(3, 1), shapes=((1, 1), (1, 2), (2, 1)), pieces=(5, 9))

# The plan: the name of a group, and for each of its levels the kind of board and its least cost.
PLAN = {
    "First steps": [
        *((SMALL, least) for least in (5, 7, 9, 11, 13)),
        *((MEDIUM, least) for least in (8, 12, 15, 18, 21, 24)),
        *((TALL, least) for least in (10, 16, 20)),
    ],
    "Rush Hour: easy": [(RUSH, least) for least in range(5, 13)],
    "Rush Hour: medium": [(RUSH, least) for least in range(13, 20)],
    "Rush Hour: hard": [(RUSH, least) for least in range(22, 28)],
}


def measure_starts(family: Family, board: str) -> list[str]:
    """For each least cost to a goal, from 0 to the largest, one board with this cost among all positions that can be
    reached. Empty if no goal can be reached, or if there are too many positions.
    """
    puzzle = family.build(board, family.metric)
    packed = puzzle.packed()
    graph: dict[int, list[int]] = {}
    queue = [packed.start]
    met = {packed.start}
    for word in queue:
        graph[word] = list(packed.successors(word))
        fresh = [after for after in dict.fromkeys(graph[word]) if after not in met]
        queue += fresh
        met.update(fresh)
        if len(met) > MOST_STATES:
            return []
    distance = {word: 0 for word in graph if packed.is_goal(word)}
    queue = list(distance)
    for word in queue:
        for after in graph[word]:
            if after not in distance:
                distance[after] = distance[word] + 1
                queue.append(after)
    last = {distance[word]: word for word in queue}
    return [puzzle.text(packed.unpack(last[least])) for least in sorted(last)]


def lay_at_random(family: Family, rng: Random) -> Pieces:
    """The goal piece and some others, at random free places."""
    row = rng.randrange(family.rows - family.wanted[0] + 1) if family.lane is None else family.lane
    pieces = {"*": family.cover(family.wanted, (row, rng.randrange(family.cols - family.wanted[1] + 1)))}
    for _piece in range(rng.randint(*family.pieces)):
        add_piece(family, pieces, rng)
    return pieces


def add_piece(family: Family, pieces: Pieces, rng: Random) -> None:
    """Add a random piece at a free place, unless there is no room. In the row that the goal piece never leaves, no
    piece is placed lengthwise.
    """
    taken = frozenset().union(*pieces.values())
    places = [
        cells
        for shape in family.shapes
        for at in product(range(family.rows - shape[0] + 1), range(family.cols - shape[1] + 1))
        if not (cells := family.cover(shape, at)) & taken and not (shape[0] == 1 and at[0] == family.lane)
    ]
    if places and len(taken) + 1 < family.rows * family.cols:
        pieces[next(letter for letter in LETTERS if letter not in pieces)] = rng.choice(places)


def change_a_little(family: Family, pieces: Pieces, rng: Random) -> Pieces:
    """A copy of the pieces with one of them removed, one added, both, or neither."""
    found = dict(pieces)
    others = [name for name in found if name != "*"]
    low, high = family.pieces
    if len(others) > low and rng.random() < 0.6:
        del found[rng.choice(others)]
    if len(found) - 1 < high and rng.random() < 0.6:
        add_piece(family, found, rng)
    return found


def read_pieces(board: str) -> Pieces:
    """The cells of each piece on a board in the format of level files."""
    found: dict[str, set[Cell]] = {}
    for row, line in enumerate(board.split("\n")):
        for col, sign in enumerate(line):
            if sign != ".":
                found.setdefault(sign, set()).add((row, col))
    return {name: frozenset(cells) for name, cells in found.items()}


def drop_useless_pieces(family: Family, board: str, least: int) -> str:
    """Remove one piece after another if the least cost stays the same without it. Returns the board with the other
    pieces.
    """
    pieces = read_pieces(board)
    for name in sorted(pieces.keys() - {"*"}):
        fewer = {other: cells for other, cells in pieces.items() if other != name}
        if solve(family.build(family.draw(fewer), family.metric)).cost == least:
            pieces = fewer
    return family.draw(rename_in_order(pieces))


def rename_in_order(pieces: Pieces) -> Pieces:
    """The same pieces with letters in reading order."""
    letters = iter(LETTERS)
    return {
        name if name == "*" else next(letters): pieces[name] for name in sorted(pieces, key=lambda at: min(pieces[at]))
    }


def make_board(family: Family, least: int, rng: Random) -> str:
    """A board with this least cost to a goal. Without any of its pieces, the least cost would be lower."""
    while True:
        pieces = lay_at_random(family, rng)
        starts = measure_starts(family, family.draw(pieces))
        for _change in range(MOST_CHANGES):
            if len(starts) > least:
                return drop_useless_pieces(family, starts[least], least)
            after = change_a_little(family, pieces, rng)
            found = measure_starts(family, family.draw(after))
            if len(found) >= len(starts):
                pieces, starts = after, found


def write_level(name: str, title: str, group: str, family: Family, board: str) -> str:
    """The text of a level file, with the least costs in all metrics, which are found by searches."""
    costs = {metric: solve(family.build(board, metric)) for metric in METRICS}
    assert all(result.optimal for result in costs.values()), name
    optimum = ", ".join(f"{metric} = {result.cost}" for metric, result in costs.items())
    lines = [
        'game = "klotski"',
        f'title = "{title}"',
        f'group = "{group}"',
        'source = "made by tools/boards.py"',
        f"optimum = {{ {optimum} }}",
        *(['axis = "along"'] if family.axis == "along" else []),
        f'board = """\n{board}\n"""',
        f'goal = {{ "*" = {family.target} }}',
    ]
    return "\n".join(lines) + "\n"


def make_levels(seed: int) -> Iterator[tuple[str, str]]:
    """The name and the file text of each level in the plan. Within each group, levels are ordered by their least number
    of steps.
    """
    numbers = {"First steps": 0, "Rush Hour": 0}
    for group, wanted in PLAN.items():
        made = []
        for family, least in wanted:
            board = make_board(family, least, Random(f"{seed} {group} {family.rows} {least}"))
            made.append((solve(family.build(board, "steps")).cost or 0, family, board))
        for _cost, family, board in sorted(made, key=lambda each: each[0]):
            title = group.partition(":")[0]
            numbers[title] += 1
            name = f"{title.lower().replace(' ', '-')}-{numbers[title]:02}"
            yield name, write_level(name, f"{title} {numbers[title]}", group, family, board)


def main() -> None:
    """Make the levels of the plan and write their files."""
    parser = argparse.ArgumentParser(description="Make the levels of the groups First steps and Rush Hour.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=LEVELS / "klotski")
    args = parser.parse_args()
    for name, text in make_levels(args.seed):
        print(name, flush=True)
        (args.folder / f"{name}.toml").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
