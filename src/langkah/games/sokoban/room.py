"""Rooms of Sokoban: the floor, the distance of a lone crate from each goal, and the dead squares.

The characters are those of every collection: `#` wall, `@` player, `+` player on a goal, `$` crate, `*` crate on a
goal, `.` goal; floor is a space, `-` or `_`. Squares of the floor are numbered row by row.
"""

from collections import deque
from collections.abc import Sequence
from functools import cached_property
from math import inf

from langkah.language import _
from langkah.settings import Mistakes

Cell = tuple[int, int]

WALL, PLAYER, BOX, GOAL, PLAYER_ON_GOAL, BOX_ON_GOAL, FLOOR = "#@$.+* "
SIGNS = WALL + PLAYER + BOX + GOAL + PLAYER_ON_GOAL + BOX_ON_GOAL
WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
MOST_BOXES = 60


class Room:
    """A valid room: its squares, goals and crates, and the player's square."""

    def __init__(self, rows: Sequence[str], cells: Sequence[Cell]) -> None:
        self.rows, self.cells = list(rows), sorted(cells)
        self.number = {cell: number for number, cell in enumerate(self.cells)}
        signs = [rows[row][column] for row, column in self.cells]
        self.player = next(number for number, sign in enumerate(signs) if sign in (PLAYER, PLAYER_ON_GOAL))
        self.boxes = tuple(number for number, sign in enumerate(signs) if sign in (BOX, BOX_ON_GOAL))
        goals = (GOAL, PLAYER_ON_GOAL, BOX_ON_GOAL)
        self.goals = tuple(number for number, sign in enumerate(signs) if sign in goals)
        # The square beside each square, up, down, left and right; -1 if there is a wall
        self.beside = [
            [self.number.get((row + dy, column + dx), -1) for dy, dx in WAYS.values()] for row, column in self.cells
        ]

    @cached_property
    def pushes(self) -> list[list[float]]:
        """For each goal and each square: the number of pushes that bring a lone crate from the square to the goal;
        infinite if this is impossible.
        """
        return [self._measure(goal) for goal in self.goals]

    def _measure(self, goal: int) -> list[float]:
        found: list[float] = [inf] * len(self.cells)
        found[goal] = 0
        queue = deque([goal])
        while queue:
            box = queue.popleft()
            for way in range(4):
                before = self.beside[box][way ^ 1]  # pushed from there; the player was one square further back
                if before >= 0 and self.beside[before][way ^ 1] >= 0 and found[before] == inf:
                    found[before] = found[box] + 1
                    queue.append(before)
        return found

    @cached_property
    def dead(self) -> frozenset[int]:
        """The squares from which a lone crate cannot be pushed to any goal."""
        return frozenset(n for n in range(len(self.cells)) if all(far[n] == inf for far in self.pushes))

    def find_reach(self, player: int, boxes: frozenset[int] | set[int]) -> set[int]:
        """The squares that the player can reach without a push."""
        found, queue = {player}, [player]
        for here in queue:
            for there in self.beside[here]:
                if there >= 0 and there not in found and there not in boxes:
                    found.add(there)
                    queue.append(there)
        return found

    def find_walk(self, player: int, target: int, boxes: set[int]) -> list[int]:
        """A shortest walk to `target`, as a list of direction numbers (up, down, left, right). The target must be
        within reach.
        """
        came: dict[int, tuple[int, int]] = {player: (-1, -1)}
        queue = deque([player])
        while target not in came:
            here = queue.popleft()
            for way, there in enumerate(self.beside[here]):
                if there >= 0 and there not in came and there not in boxes:
                    came[there] = here, way
                    queue.append(there)
        walk = []
        while target != player:
            target, way = came[target]
            walk.append(way)
        return walk[::-1]


def read_room(rows: list[str], mistakes: Mistakes) -> Room | None:
    """The room for these rows; None after recording mistakes."""
    signs = {(row, column): sign for row, line in enumerate(rows) for column, sign in enumerate(line)}
    players = [cell for cell, sign in signs.items() if sign in (PLAYER, PLAYER_ON_GOAL)]
    if len(players) != 1:
        text = _("board: it has {n} players; exactly one is needed, written @, or + if it stands on a goal")
        mistakes.say(text.format(n=len(players)), "board")
        return None
    inside, queue = {players[0]}, [players[0]]
    for row, column in queue:
        for down, right in WAYS.values():
            ahead = (row + down, column + right)
            if ahead not in signs:
                text = _("board: the room is not closed: from row {row}, column {column} the player could walk out")
                mistakes.say(text.format(row=row + 1, column=column + 1), "board")
                return None
            if signs[ahead] != WALL and ahead not in inside:
                inside.add(ahead)
                queue.append(ahead)
    boxes = [cell for cell, sign in signs.items() if sign in (BOX, BOX_ON_GOAL)]
    goals = sum(signs[cell] in (GOAL, PLAYER_ON_GOAL, BOX_ON_GOAL) for cell in inside)
    within = [cell for cell in boxes if cell in inside]
    for row, column in boxes:
        if (row, column) not in inside and signs[row, column] == BOX:
            text = _("board: the crate in row {row}, column {column} stands outside the room: no push reaches it")
            mistakes.say(text.format(row=row + 1, column=column + 1), "board")
    if not within:
        mistakes.say(_("board: there is no crate in the room; write one as $, or as * if it stands on a goal"), "board")
    if len(within) > MOST_BOXES:
        mistakes.say(
            _("board: it has {n} crates; at most {most} are allowed").format(n=len(within), most=MOST_BOXES), "board"
        )
    if goals < len(within):
        text = _("board: there are {boxes} crates and {goals} goals; both numbers must be equal (write a goal as .)")
        mistakes.say(text.format(boxes=len(within), goals=goals), "board")
    return Room(rows, sorted(inside)) if mistakes.are_fine("board") else None


def match_boxes(far: Sequence[Sequence[float]], boxes: Sequence[int]) -> float:
    """The least total number of pushes that bring every crate to a different goal, found by the Hungarian method;
    infinite if the crates cannot all reach different goals. `far` gives, for each goal, the number of pushes from each
    square.
    """
    impossible = 10**6
    goals, rows = len(far), len(boxes)
    if rows > goals:  # as in a damaged certificate
        return inf
    cost = [[min(far[goal][box], impossible) for goal in range(goals)] for box in boxes]
    potential_row, potential = [0.0] * (rows + 1), [0.0] * (goals + 1)
    owner = [0] * (goals + 1)  # the crate assigned to a goal, from 1; 0: none
    for row in range(1, rows + 1):
        owner[0], column = row, 0
        least, way, used = [inf] * (goals + 1), [0] * (goals + 1), [False] * (goals + 1)
        while owner[column]:
            used[column] = True
            here, step, following = owner[column], inf, 0
            for goal in range(1, goals + 1):
                if used[goal]:
                    continue
                rest = cost[here - 1][goal - 1] - potential_row[here] - potential[goal]
                if rest < least[goal]:
                    least[goal], way[goal] = rest, column
                if least[goal] < step:
                    step, following = least[goal], goal
            for goal in range(goals + 1):
                if used[goal]:
                    potential_row[owner[goal]] += step
                    potential[goal] -= step
                else:
                    least[goal] -= step
            column = following
        while column:
            owner[column], column = owner[way[column]], way[column]
    whole = -potential[0]
    return inf if whole >= impossible else whole
