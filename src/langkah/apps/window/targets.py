"""What is meant: which handle lies under a point, beside another or behind a number key, and which piece goes along.

Everything is read off the picture and the legal moves, so that no game is known here. No pixel is known either.
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
from langkah.views.paint import Point

DROP_UNITS = 0.45  # units: a piece let go this close to where a move takes it has made that move
LINE_REACH_UNITS = 0.2  # units: how close to a line a click must be

MOVE_COMMAND = "move "  # before the name of a move that is chosen from a list, where a handle would stand


def find_handles(scene: Scene) -> dict[str, Point]:
    """Every handle of a picture, in order, with the middle of its first shape."""
    found: dict[str, Point] = {}
    for shape in scene.shapes:
        if shape.handle and shape.handle not in found:
            found[shape.handle] = find_middle(shape)
    return found


def find_shape_at(scene: Scene, x: float, y: float) -> Shape | None:
    """The foremost shape with a handle under a point; where there is none, the foremost line near it."""
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
            return _is_inside_outline(shape.points, x, y) if shape.closed else _is_on_line(shape, x, y, reach)


def _is_inside_outline(points: tuple[Point, ...], x: float, y: float) -> bool:
    """Whether a point lies within an outline: a ray from it crosses the outline an odd number of times."""
    within = False
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            within = not within
    return within


def _is_on_line(path: Path, x: float, y: float, reach: float) -> bool:
    """Whether a point lies on a line, or within reach of its middle."""
    for (x1, y1), (x2, y2) in zip(path.points, path.points[1:], strict=False):
        length = (x2 - x1) ** 2 + (y2 - y1) ** 2 or 1.0
        share = min(1.0, max(0.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length))
        if hypot(x - x1 - share * (x2 - x1), y - y1 - share * (y2 - y1)) <= max(reach, path.width / 2):
            return True
    return False


def find_nearest_towards(places: Mapping[str, Point], here: str, dx: int, dy: int) -> str:
    """The nearest place from here in one of the four directions; `here` itself where there is none."""
    x, y = places[here]

    def far(name: str) -> tuple[float, float]:
        ahead = (places[name][0] - x) * dx + (places[name][1] - y) * dy
        aside = abs((places[name][0] - x) * dy) + abs((places[name][1] - y) * dx)
        return ahead, aside

    ahead = [name for name in places if far(name)[0] > 0.01 and far(name)[1] <= 2 * far(name)[0] + 0.01]
    return min(ahead, key=lambda name: far(name)[0] + 2 * far(name)[1], default=here)


def list_unclickable_moves(session: Session) -> list[str]:
    """The moves that no click performs: they are chosen from a list."""
    return [choice.label for choice in session.choices() if not choice.gestures]


def find_live_handles(session: Session, scene: Scene) -> dict[str, Point]:
    """The handles that mean something now, in the order of the picture."""
    lit = session.faces() if session.dice else session.highlights()
    return {name: point for name, point in find_handles(scene).items() if name in lit}


def find_numbered(session: Session, scene: Scene, number: int) -> str:
    """What a number key presses: the move written so, the thing with that number on it, or the n-th that is legal."""
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
    """What goes along with a click or a drag: for each choice it may become, the shapes on their journeys."""

    ways: tuple[tuple[Choice, Mapping[str, Journey]], ...]

    @property
    def ids(self) -> list[str]:
        """The ids, as they are now, of the shapes that travel whatever is chosen."""
        found = [[journey.old.id for journey in moving.values()] for _choice, moving in self.ways]
        return [name for name in found[0] if all(name in others for others in found)] if found else []

    def raised(self) -> dict[str, Point]:
        """Where the shapes wait that are lifted off before they travel: at the top of the first bend."""
        if not self.ways or not self.ids:
            return {}
        moving = self.ways[0][1].values()
        return {each.old.id: each.route[1] for each in moving if len(each.route) == 4 and each.old.id in self.ids}

    def nearest(self, shown: Mapping[str, Point]) -> Choice | None:
        """The choice that takes the shapes to where they are shown now, if one does nearly."""
        best, least = None, DROP_UNITS
        for choice, moving in self.ways:
            ends = [(get_place(each.new), shown[each.old.id]) for each in moving.values() if each.old.id in shown]
            far = max((hypot(x - to_x, y - to_y) for (x, y), (to_x, to_y) in ends), default=DROP_UNITS)
            if far < least:
                best, least = choice, far
        return best


def find_carried(session: Session, begun: tuple[str, ...]) -> CarriedShapes:
    """What goes along after these clicks."""
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
    """The choices that push something in one of the four directions, and begin with a given handle if there is one;
    those that move the least first."""
    found: list[tuple[int, Choice]] = []  # with how many shapes it moves
    for choice in session.choices():
        if first and not any(way[:1] == (first,) for way in choice.gestures):
            continue
        ends = [(get_place(each.old), get_place(each.new)) for each in _find_journeys_of(session, choice).values()]
        if ends and all(_heads_towards(to_x - x, to_y - y, dx, dy) for (x, y), (to_x, to_y) in ends):
            found.append((len(ends), choice))
    return [choice for _shapes, choice in sorted(found, key=itemgetter(0))]


def can_slide(session: Session) -> bool:
    """Whether an arrow says enough for a move: every move is made by one click, and slides what stands there."""
    choices = session.choices()
    return bool(choices) and all(
        any(len(way) == 1 for way in choice.gestures) and _find_journeys_of(session, choice) for choice in choices
    )


def _heads_towards(x: float, y: float, dx: int, dy: int) -> bool:
    """Whether a way leads mainly in one of the four directions."""
    ahead, aside = x * dx + y * dy, abs(x * dy) + abs(y * dx)
    return ahead > aside


def route_over_ground(before: Scene, gestures: Iterable[tuple[str, ...]], journey: Journey) -> Journey:
    """The journey of a token that is thrown, led over the parts of the board that its gesture names."""
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
    """The frame around the first shape of a handle."""
    return next((get_frame(shape) for shape in scene.shapes if shape.handle == handle), None)
