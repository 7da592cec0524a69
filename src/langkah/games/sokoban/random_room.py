"""Random rooms: random walls, and goals with crates on them, which are then pulled away as far as possible.

Every pull can be undone by a push, so every room can be solved.
"""

from random import Random

WALL_CHANCE = 0.2
MOST_PULLED = 600  # positions explored by pulls
WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))
Cell = tuple[int, int]
Position = tuple[Cell, tuple[Cell, ...]]  # the player and the crates


def draw_room(height: int, width: int, crates: int, rng: Random) -> list[str] | None:
    """The rows of a room with this number of crates; None if the random floor is too small, or if a crate remains on a
    goal.
    """
    inner = [(row, column) for row in range(1, height - 1) for column in range(1, width - 1)]
    floor = {cell for cell in inner if rng.random() >= WALL_CHANCE}
    floor = max(_list_parts(floor), key=len, default=set())
    if len(floor) < max(3 * crates + 4, height * width // 4):
        return None
    goals = tuple(sorted(rng.sample(sorted(floor), crates)))
    free = sorted(floor.difference(goals))
    far = _pull(floor, goals, rng.choice(free), rng)
    player, boxes = far
    if set(boxes) & set(goals):
        return None
    return _write(height, width, floor, goals, player, boxes)


def _list_parts(floor: set[Cell]) -> list[set[Cell]]:
    """The connected parts of the floor."""
    left, found = set(floor), []
    for cell in sorted(floor):
        if cell in left:
            found.append(_find_reach(cell, left))
            left -= found[-1]
    return found


def _find_reach(cell: Cell, floor: set[Cell]) -> set[Cell]:
    reach, queue = {cell}, [cell]
    for row, column in queue:
        for down, right in WAYS:
            ahead = (row + down, column + right)
            if ahead in floor and ahead not in reach:
                reach.add(ahead)
                queue.append(ahead)
    return reach


def _pull(floor: set[Cell], goals: tuple[Cell, ...], player: Cell, rng: Random) -> Position:
    """A random position among those that need the most pulls from the goals. The search ends after about `MOST_PULLED`
    positions.
    """
    first = (min(_find_reach(player, floor.difference(goals))), goals)
    layer, seen = [first], {first}
    last = layer
    while layer and len(seen) < MOST_PULLED:
        last, fresh = layer, []
        for player, boxes in layer:
            for position in _list_pulls(floor, player, boxes):
                if position not in seen:
                    seen.add(position)
                    fresh.append(position)
        layer = fresh
    return rng.choice(layer or last)


def _list_pulls(floor: set[Cell], player: Cell, boxes: tuple[Cell, ...]) -> list[Position]:
    """The positions one pull away. The player's square is replaced by the first square within reach, so that equivalent
    positions are equal.
    """
    free = floor.difference(boxes)
    reach = _find_reach(player, free)
    found = []
    for box in boxes:
        for down, right in WAYS:
            stand = (box[0] + down, box[1] + right)
            back = (stand[0] + down, stand[1] + right)
            if stand in reach and back in free:
                after = tuple(sorted([*(each for each in boxes if each != box), stand]))
                found.append((min(_find_reach(back, floor.difference(after))), after))
    return found


def _write(
    height: int, width: int, floor: set[Cell], goals: tuple[Cell, ...], player: Cell, boxes: tuple[Cell, ...]
) -> list[str]:
    """The rows of a room with this floor, these goals and crates (`boxes`), and the player on this square."""
    rows = [["#"] * width for _row in range(height)]
    for row, column in floor:
        rows[row][column] = " "
    for row, column in goals:
        rows[row][column] = "."
    for row, column in boxes:
        rows[row][column] = "*" if (row, column) in goals else "$"
    row, column = player
    rows[row][column] = "+" if player in goals else "@"
    return ["".join(line) for line in rows]
