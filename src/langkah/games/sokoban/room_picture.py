"""Rooms of Sokoban as pictures: brick walls, crates of planks, marks for goals, dots on dead squares."""

from collections.abc import Iterator, Mapping, Sequence

from langkah.games.sokoban.room import WALL, Room
from langkah.scene import Disc, Path, Rect, Scene, Shape

CRATE = 0.09  # margin of a crate inside its square


def draw_room(room: Room, player: int, boxes: Sequence[int], handles: Mapping[int, str], title: str) -> Scene:
    """The picture of a position; `handles` gives the handle of each square."""
    width, height = max(map(len, room.rows)), len(room.rows)
    shapes: list[Shape] = [Rect(0, 0, width, height, "board", id="board")]
    for row, line in enumerate(room.rows):
        for column, sign in enumerate(line):
            if sign == WALL:
                shapes += _draw_wall(row, column)
    for number, (row, column) in enumerate(room.cells):
        handle = "" if number in boxes else handles[number]
        shapes.append(Rect(column, row, 1, 1, "cell", handle=handle, id=f"cell {row},{column}"))
        if number in room.dead:
            shapes.append(Disc(column + 0.5, row + 0.5, 0.045, "faint", handle=handle, id=f"dead {number}"))
    for number in room.goals:
        row, column = room.cells[number]
        handle = "" if number in boxes else handles[number]
        shapes.append(Rect(column + 0.16, row + 0.16, 0.68, 0.68, "goal", "", handle, f"goal {number}", 0.1))
    for index, box in enumerate(boxes, 1):
        shapes += _draw_crate(*room.cells[box], box in room.goals, f"crate {index}", handles[box])
    shapes += _draw_player(*room.cells[player], handles[player])
    return Scene(width, height, tuple(shapes), title)


def _draw_wall(row: int, column: int) -> Iterator[Shape]:
    """A square of wall, with two rows of bricks."""
    yield Rect(column, row, 1, 1, "wall", id=f"wall {row},{column}")
    yield Path(((column, row + 0.5), (column + 1, row + 0.5)), "board", width=0.03)
    for across, down in ((0.5, 0.0), (0.0, 0.5)):
        yield Path(((column + across, row + down), (column + across, row + down + 0.5)), "board", width=0.03)


def _draw_crate(row: int, column: int, on_goal: bool, name: str, handle: str) -> Iterator[Shape]:
    """A crate with a frame and a brace; on a goal in another colour, with a tick instead of the brace."""
    size = 1 - 2 * CRATE
    left, top = column + CRATE, row + CRATE
    role = "piece:2" if on_goal else "piece"
    yield Rect(left, top, size, size, role, "", handle, name, 0.08)
    inner, far = 0.13, size - 0.13
    frame = (
        (left + inner, top + inner),
        (left + far, top + inner),
        (left + far, top + far - 0.05),
        (left + inner, top + far - 0.05),
    )
    ink = "glass" if on_goal else "line"
    if on_goal:
        tick = ((left + 0.2, top + 0.4), (left + 0.36, top + 0.55), (left + 0.63, top + 0.22))
        yield Path(tick, ink, handle=handle, id=f"{name} tick", width=0.1)
        return
    yield Path((*frame, frame[0]), ink, handle=handle, id=f"{name} frame", width=0.045)
    yield Path((frame[0], frame[2]), ink, handle=handle, id=f"{name} brace", width=0.045)
    yield Path((frame[1], frame[3]), ink, handle=handle, id=f"{name} other brace", width=0.045)


def _draw_player(row: int, column: int, handle: str) -> Iterator[Shape]:
    """The player in a cap, seen from the front."""
    x, y = column + 0.5, row + 0.5
    yield Rect(x - 0.24, y + 0.06, 0.48, 0.34, "piece:0", "", handle, "player coat", 0.14)
    yield Disc(x, y - 0.1, 0.22, "glass", "", handle, "player")
    yield Path(((x - 0.24, y - 0.2), (x + 0.24, y - 0.2)), "piece:0", handle=handle, id="player brim", width=0.09)
    yield Path(((x - 0.12, y - 0.28), (x + 0.12, y - 0.28)), "piece:0", handle=handle, id="player cap", width=0.13)
    for side in (-1, 1):
        yield Disc(x + 0.08 * side, y - 0.06, 0.025, "text", "", handle, f"player eye {side}")
