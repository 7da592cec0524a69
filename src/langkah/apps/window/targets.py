"""Finds what the mouse or a key refers to: the handle under a point, next to another handle or for a number key, and
the shapes that would move with it. A handle is the name of a clickable part of the picture.

Everything is derived from the picture and the legal moves, so this code depends on no game and on no pixel size.
"""

from collections.abc import Iterable, Mapping
from itertools import groupby
from math import hypot
from operator import itemgetter
from typing import NamedTuple

from langkah.apps.window.transition import drop_ground_journeys
from langkah.model import draw_scene
from langkah.scene import Disc, Path, Rect, Scene, Shape, Text, is_ground
from langkah.session import Choice, Session
from langkah.session.hint import find_middle
from langkah.views.motion import Journey, find_journeys, get_frame, get_place
from langkah.views.paint import Point, is_inside

DROP_UNITS = 0.45  # units: a piece dropped this close to the target of a move makes that move
LINE_REACH_UNITS = 0.2  # units: the greatest distance at which a click hits a line

MOVE_COMMAND = "move "  # prefix of a move chosen from a list, in place of a handle


def find_handles(scene: Scene) -> dict[str, Point]:
    """Every handle of a picture, in order, with the centre of its first shape."""
    found: dict[str, Point] = {}
    for shape in scene.shapes:
        if shape.handle and shape.handle not in found:
            found[shape.handle] = find_middle(shape)
    return found


def find_shape_at(scene: Scene, x: float, y: float) -> Shape | None:
    """The foremost shape with a handle under a point. If there is none, the foremost line with a handle near the point;
    None if there is no such line either.
    """
    shapes = [shape for shape in reversed(scene.shapes) if shape.handle]
    tries = ((shape, reach) for reach in (0.0, LINE_REACH_UNITS) for shape in shapes)
    return next((shape for shape, reach in tries if _covers_point(shape, x, y, reach)), None)


def find_handle_at(scene: Scene, x: float, y: float) -> str:
    """The handle of the foremost shape under a point; "" if there is none."""
    found = find_shape_at(scene, x, y)
    return "" if found is None else found.handle


def _covers_point(shape: Shape, x: float, y: float, reach: float) -> bool:
    match shape:
        case Rect():
            return 0 <= x - shape.x <= shape.width and 0 <= y - shape.y <= shape.height
        case Disc():
            return hypot(x - shape.x, y - shape.y) <= shape.radius
        case Text():
            return abs(x - shape.x) <= shape.size * max(1, len(shape.text)) / 3 and abs(y - shape.y) <= shape.size / 2
        case Path():
            return is_inside(shape.points, x, y) if shape.closed else _is_on_line(shape, x, y, reach)


def _is_on_line(path: Path, x: float, y: float, reach: float) -> bool:
    """Whether a point is on a line, or at most `reach` from its centre line."""
    for (x1, y1), (x2, y2) in zip(path.points, path.points[1:], strict=False):
        length = (x2 - x1) ** 2 + (y2 - y1) ** 2 or 1.0
        share = min(1.0, max(0.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length))
        if hypot(x - x1 - share * (x2 - x1), y - y1 - share * (y2 - y1)) <= max(reach, path.width / 2):
            return True
    return False


def find_nearest_towards(places: Mapping[str, Point], here: str, dx: int, dy: int) -> str:
    """The name of the place nearest to the place `here` in the direction (dx, dy), which is left, right, up or down;
    `here` itself if there is none.
    """
    x, y = places[here]

    def far(name: str) -> tuple[float, float]:
        ahead = (places[name][0] - x) * dx + (places[name][1] - y) * dy
        aside = abs((places[name][0] - x) * dy) + abs((places[name][1] - y) * dx)
        return ahead, aside

    ahead = [name for name in places if far(name)[0] > 0.01 and far(name)[1] <= 2 * far(name)[0] + 0.01]
    return min(ahead, key=lambda name: far(name)[0] + 2 * far(name)[1], default=here)


def list_unclickable_moves(session: Session) -> list[str]:
    """The moves that no click performs. They are chosen from a list instead."""
    return [choice.label for choice in session.choices() if not choice.gestures]


def find_live_handles(session: Session, scene: Scene) -> dict[str, Point]:
    """The handles that the player can click now, with their positions, in the order of the picture."""
    lit = session.faces() if session.dice else session.highlights()
    return {name: point for name, point in find_handles(scene).items() if name in lit}


def find_numbered(session: Session, scene: Scene, number: int) -> str:
    """What the number key `number` presses: the move with this name, else the shape with this label, else the target at
    this position (from 1) among the clickable handles and the listed moves; "" if there is none.
    """
    wanted = str(number)
    written = [choice for choice in session.choices() if choice.label == wanted and not session.selected]
    if written:
        return MOVE_COMMAND + wanted
    meant, names = find_live_handles(session, scene), dict[str, str]()
    for shape in scene.shapes:
        if shape.handle and shape.label:
            names.setdefault(shape.handle, shape.label)
    known = [name for name in (*meant, *names) if names.get(name, "").split()[-1:] == [wanted]]
    ordered = [*meant, *(MOVE_COMMAND + label for label in list_unclickable_moves(session))]
    return known[0] if known else ordered[number - 1] if 0 < number <= len(ordered) else ""


class CarriedShapes(NamedTuple):
    """The shapes that would move with a click or a drag: for each possible move, its moving shapes with their paths."""

    ways: tuple[tuple[Choice, Mapping[str, Journey]], ...]

    @property
    def ids(self) -> list[str]:
        """The ids, in the current picture, of the shapes that move in every possible move."""
        found = [[journey.old.id for journey in moving.values()] for _choice, moving in self.ways]
        return [name for name in found[0] if all(name in others for others in found)] if found else []

    def raised(self) -> dict[str, Point]:
        """The shapes whose first motion lifts them off the board, by their ids, each with the position to which it is
        lifted.
        """
        if not self.ways or not self.ids:
            return {}
        moving = self.ways[0][1].values()
        return {each.old.id: each.route[1] for each in moving if len(each.route) == 4 and each.old.id in self.ids}

    def nearest(self, shown: Mapping[str, Point]) -> Choice | None:
        """The move that would bring the shapes closest to where they are `shown` now; None if no move would bring them
        close.
        """
        best, least = None, DROP_UNITS
        for choice, moving in self.ways:
            ends = [(get_place(each.new), shown[each.old.id]) for each in moving.values() if each.old.id in shown]
            far = max((hypot(x - to_x, y - to_y) for (x, y), (to_x, to_y) in ends), default=DROP_UNITS)
            if far < least:
                best, least = choice, far
        return best


def find_carried(session: Session, begun: tuple[str, ...]) -> CarriedShapes:
    """For each legal move that begins with the clicks `begun`: the shapes that it would move. Empty if `begun` is
    empty.
    """
    if not begun:
        return CarriedShapes(())
    fitting = [each for each in session.choices() if any(way[: len(begun)] == begun for way in each.gestures)]
    return CarriedShapes(tuple((choice, _find_journeys_of(session, choice)) for choice in fitting))


def _find_journeys_of(session: Session, choice: Choice) -> dict[str, Journey]:
    problem, state, step = session.problem, session.state, choice.step
    return drop_ground_journeys(
        find_journeys(draw_scene(problem, state), draw_scene(problem, step.state), problem.moved(state, step.move))
    )


def find_pushes(session: Session, first: str, dx: int, dy: int) -> list[Choice]:
    """The moves that push one or more shapes in the direction (dx, dy), those with the fewest moved shapes first. If
    `first` is not "", only moves that can begin with a click on this handle.
    """
    found: list[tuple[int, Choice]] = []  # possible moves, each with the number of shapes that it moves
    for choice in session.choices():
        if first and not any(way[:1] == (first,) for way in choice.gestures):
            continue
        ends = [(get_place(each.old), get_place(each.new)) for each in _find_journeys_of(session, choice).values()]
        if ends and all(_heads_towards(to_x - x, to_y - y, dx, dy) for (x, y), (to_x, to_y) in ends):
            found.append((len(ends), choice))
    return [choice for _shapes, choice in sorted(found, key=itemgetter(0))]


def can_slide(session: Session) -> bool:
    """Whether arrow keys can move pieces without a selection: every legal move can be made by one click, and moves a
    piece.
    """
    choices = session.choices()
    return bool(choices) and all(
        any(len(way) == 1 for way in choice.gestures) and _find_journeys_of(session, choice) for choice in choices
    )


def _heads_towards(x: float, y: float, dx: int, dy: int) -> bool:
    """Whether the displacement (x, y) points mainly in the direction (dx, dy)."""
    ahead, aside = x * dx + y * dy, abs(x * dy) + abs(y * dx)
    return ahead > aside


def route_over_ground(before: Scene, gestures: Iterable[tuple[str, ...]], journey: Journey) -> Journey:
    """A token's `journey` after a throw, led over the squares of the board where the token stops. The first of the
    move's `gestures` that names only squares gives these stops; if there is no such gesture, the path is straight.
    """
    ground = {shape.handle: find_middle(shape) for shape in before.shapes if shape.handle and is_ground(shape.role)}
    stops = next(([ground[name] for name in way] for way in gestures if all(name in ground for name in way)), [])
    end = find_middle(journey.new)
    under = [point for point in ground.values() if hypot(point[0] - end[0], point[1] - end[1]) < 0.5]
    aside = (end[0] - under[0][0], end[1] - under[0][1]) if under else (0.0, 0.0)
    x, y = get_place(journey.new)
    bends = [(x + a - end[0] + aside[0], y + b - end[1] + aside[1]) for a, b in stops]
    whole = [(round(a, 6), round(b, 6)) for a, b in (journey.route[0], *bends, journey.route[-1])]
    return journey._replace(route=tuple(point for point, _same in groupby(whole)))


def find_outline(scene: Scene, handle: str) -> tuple[float, float, float, float] | None:
    """The bounding box of the first shape that has this handle; None if there is none."""
    return next((get_frame(shape) for shape in scene.shapes if shape.handle == handle), None)
