"""A second, independent implementation of sliding-block puzzles, with plain rules, plain searches and random boards,
for comparison with the game klotski.

It packs and caches nothing, and shares only the names of moves with the code under test.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from hypothesis import assume
from hypothesis import strategies as st

from langkah import load
from langkah.games.klotski.klotski import Klotski

METRICS = ("steps", "lines", "moves")

Graph = dict[int, list[int]]


def component(puzzle: Klotski) -> Graph:
    """Every reachable position, in packed form, with its successors."""
    packed = puzzle.packed()
    graph: Graph = {}
    queue = [packed.start]
    seen = {packed.start}
    for word in queue:
        graph[word] = packed.successors(word)
        for after in graph[word]:
            if after not in seen:
                seen.add(after)
                queue.append(after)
    return graph


def depths(graph: Graph, sources: Iterable[int]) -> dict[int, int]:
    """The distance of each reachable position from the nearest of the positions `sources`."""
    found = dict.fromkeys(sources, 0)
    queue = deque(found)
    while queue:
        word = queue.popleft()
        for after in graph[word]:
            if after not in found:
                found[after] = found[word] + 1
                queue.append(after)
    return found


def level_of(name: str, **more: object) -> Klotski:
    """A level of klotski, by its name."""
    puzzle = load(f"klotski:{name}", **more)
    assert isinstance(puzzle, Klotski)
    return puzzle


Cells = frozenset[tuple[int, int]]
AROUND = {"down": (1, 0), "left": (0, -1), "up": (-1, 0), "right": (0, 1)}


class Plain(NamedTuple):
    """A board and its rules. A position maps the name of each piece to the cells of the piece."""

    rows: list[str]
    goal: dict[str, list[list[int]]]
    same: list[list[str]]
    axis: str

    def start(self) -> dict[str, Cells]:
        """The position at the start: the pieces and their cells as drawn in `rows`."""
        found: dict[str, set[tuple[int, int]]] = {}
        for row, line in enumerate(self.rows):
            for column, sign in enumerate(line):
                if sign not in "#.-":
                    found.setdefault(sign, set()).add((row, column))
        return {name: frozenset(cells) for name, cells in found.items()}

    def stands_for(self, name: str) -> set[str]:
        """The names of the pieces that are interchangeable with a piece, itself included, by the groups in `same` that
        share pieces.
        """
        found = {name}
        while True:
            more = found.union(*(group for group in self.same if found & set(group)))
            if more == found:
                return found
            found = more

    def slid(self, position: dict[str, Cells], name: str, heading: str) -> dict[str, Cells] | None:
        """The position after a slide by one cell, or None if the slide is not allowed."""
        down, right = AROUND[heading]
        cells = frozenset((row + down, column + right) for row, column in position[name])
        rows, columns = (max(each) - min(each) + 1 for each in zip(*cells, strict=True))
        if self.axis == "along" and rows != columns and (rows > columns) != bool(down):
            return None
        others = frozenset().union(*(other for key, other in position.items() if key != name))
        for row, column in cells:
            if not (0 <= row < len(self.rows) and 0 <= column < len(self.rows[0])) or (row, column) in others:
                return None
            sign = self.rows[row][column]
            if sign == "#" or (sign == "-" and not self.stands_for(name) & set(self.goal)):
                return None
        return {**position, name: cells}

    def units(self, position: dict[str, Cells]) -> Iterator[tuple[str, str]]:
        """The legal slides of a piece by one cell, as the piece's name and a direction, in the order in which the paper
        lists them.
        """
        owner = {cell: name for name, cells in position.items() for cell in cells}
        told = set()
        for row in range(len(self.rows)):
            for column in range(len(self.rows[0])):
                if (row, column) in owner:
                    continue
                for heading, (down, right) in AROUND.items():
                    name = owner.get((row - down, column - right))
                    if name is not None and (name, heading) not in told and self.slid(position, name, heading):
                        told.add((name, heading))
                        yield name, heading

    def moves(self, position: dict[str, Cells], metric: str) -> list[tuple[str, dict[str, Cells]]]:
        """The notation of each legal move in this metric, and the position after the move."""
        found: dict[tuple[str, Cells], tuple[str, ...]] = {}
        for name, heading in self.units(position):
            paths: deque[tuple[dict[str, Cells], tuple[str, ...]]] = deque([(position, ())])
            while paths:
                now, path = paths.popleft()
                for way in [heading] if metric != "moves" else AROUND:
                    after = self.slid(now, name, way)
                    if after and after[name] != position[name] and (name, after[name]) not in found:
                        found[name, after[name]] = (*path, way)
                        if metric != "steps":
                            paths.append((after, (*path, way)))
        return [(spelled(name, path), {**position, name: cells}) for (name, cells), path in found.items()]

    def look(self, position: dict[str, Cells]) -> object:
        """A key of a position that is equal for positions that differ only by interchangeable pieces."""
        tags = {}
        for name in position:
            group = self.stands_for(name)
            tags[name] = min(group) if group & set(self.goal) else "any"
        return frozenset(Counter((tags[name], cells) for name, cells in position.items()).items())

    def solved(self, position: dict[str, Cells]) -> bool:
        """Whether each piece of the goal, or a piece interchangeable with it, is on its goal cells."""
        return bool(self.goal) and all(
            any(position[other] == frozenset(map(tuple, cells)) for other in self.stands_for(name))
            for name, cells in self.goal.items()
        )

    def layers(self, metric: str) -> tuple[list[int], int | None]:
        """The number of positions at each depth, and the least depth of a solved position (None: no solved position can
        be reached).
        """
        layer, seen = [self.start()], {self.look(self.start())}
        counts: list[int] = []
        nearest = None
        while layer:
            if nearest is None and any(map(self.solved, layer)):
                nearest = len(counts)
            counts.append(len(layer))
            following = []
            for position in layer:
                for _words, after in self.moves(position, metric):
                    if self.look(after) not in seen:
                        seen.add(self.look(after))
                        following.append(after)
            layer = following
        return counts, nearest


def spelled(name: str, path: tuple[str, ...]) -> str:
    """The notation of the move of the piece `name` along `path`, a list of directions."""
    words = [name]
    for index, way in enumerate(path):
        if index and path[index - 1] == way:
            continue
        length = next((n for n, other in enumerate(path[index:]) if other != way), len(path) - index)
        words += [way] if length == 1 else [way, str(length)]
    return " ".join(words)


@st.composite
def boards(draw: st.DrawFn) -> dict[str, Any]:
    """Small random boards with pieces of any shape, walls, gates, goals and groups of interchangeable pieces."""
    height, width = draw(st.sampled_from([(1, 5), (2, 3), (3, 3), (2, 5), (4, 3), (3, 4)]))
    grid = [["."] * width for _row in range(height)]
    for row in range(height):
        for column in range(width):
            choice = draw(st.sampled_from("abcd*<<^^......-#"))
            left = grid[row][column - 1] if column else "."
            above = grid[row - 1][column] if row else "."
            grid[row][column] = {"<": left, "^": above}.get(choice, choice)
    rows = ["".join(line) for line in grid]
    pieces = Plain(rows, {}, [], "free").start()
    assume(pieces)
    goal: dict[str, list[list[int]]] = {}
    taken: set[tuple[int, int]] = set()
    wanted = draw(st.sampled_from([1, 1, 2, 3, 9, 0]))
    for name in draw(st.permutations(sorted(pieces)))[:wanted]:
        shifts = [(down, right) for down in range(-height, height) for right in range(-width, width)]
        spots = [{(row + down, column + right) for row, column in pieces[name]} for down, right in shifts]
        fits = [
            cells
            for cells in spots
            if not cells & taken and all(0 <= r < height and 0 <= c < width and rows[r][c] != "#" for r, c in cells)
        ]
        if fits:
            cells = draw(st.sampled_from(fits))
            taken |= cells
            goal[name] = [list(cell) for cell in draw(st.permutations(sorted(cells)))]
    shapes: dict[Cells, list[str]] = {}
    for name, piece in pieces.items():
        top, left_most = min(piece)
        shapes.setdefault(frozenset((r - top, c - left_most) for r, c in piece), []).append(name)
    same = [group for group in shapes.values() if len(group) > 1 and draw(st.booleans())]
    return {"board": rows, "goal": goal, "same": same, "axis": draw(st.sampled_from(["free", "free", "along"]))}
