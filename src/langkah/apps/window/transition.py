"""The transition from one picture to the next: moving, appearing and disappearing shapes, and their places over time.

A shape need not start from its place in the previous picture: it may have been lifted, dragged, or interrupted in the
middle of its last move. It then starts from where it is shown.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from langkah.scene import Path, Scene, Shape, is_ground
from langkah.views.motion import Journey, ease_share, find_journeys, find_point_along, get_place, move_midway
from langkah.views.paint import Point

SHORTEST_SECONDS, LONGEST_SECONDS = 0.17, 0.62  # bounds on the duration of a move, at normal speed
SECONDS_PER_UNIT = 0.026  # per unit of the path
SHAKE_UNITS = 0.09  # units to either side
SMALLEST_SIZE = 0.55  # the relative size at which a shape appears or disappears

Renamed = Mapping[str, str]
Places = Mapping[str, Point]


class Transition(NamedTuple):
    """An animated change of the picture: the shapes that move, appear and disappear, with start time and duration."""

    moving: tuple[Journey, ...] = ()
    coming: tuple[Shape, ...] = ()
    going: tuple[Shape, ...] = ()
    starts: float = 0.0
    lasts: float = 0.0

    def share(self, now: float) -> float:
        """The fraction of the transition's duration that has passed at the time `now`, from 0 to 1."""
        return 1.0 if not self.lasts else max(0.0, min(1.0, (now - self.starts) / self.lasts))

    def floating(self) -> set[str]:
        """The ids of the shapes that are moving or appearing, and thus not yet at rest in the picture."""
        return {journey.new.id for journey in self.moving} | {shape.id for shape in self.coming}

    def shapes(self, now: float) -> list[tuple[Shape, float]]:
        """The moving, appearing and disappearing shapes, each with its scale, to be drawn over the picture from back to
        front.
        """
        share = self.share(now)
        grown = SMALLEST_SIZE + (1 - SMALLEST_SIZE) * ease_share(share)
        shrunk = 1 - (1 - SMALLEST_SIZE) * ease_share(share)
        gone = [(shape, shrunk) for shape in self.going if share < 0.6]
        return [
            *gone,
            *((shape, grown) for shape in self.coming),
            *((move_midway(journey, ease_share(share)), 1.0) for journey in self.moving),
        ]

    def places(self, now: float) -> dict[str, Point]:
        """The places of all moving shapes at the time `now`, by their ids."""
        share = ease_share(self.share(now))
        return {journey.new.id: find_point_along(journey.route, share) for journey in self.moving}


def make_transition(
    before: Scene, after: Scene, *, renamed: Renamed, shown: Places, poses: Places, now: float, speed: float
) -> Transition:
    """The transition from one picture to the next.

    `renamed` maps the old id of a shape to its new id. `shown` has the places of shapes that are now shown away from
    their normal places. `poses` has the places of shapes that are to end away from their normal places. `speed` is a
    factor of the normal speed.
    """
    if (before.width, before.height) != (after.width, after.height):
        return Transition(starts=now)
    travel = drop_ground_journeys(find_journeys(before, after, renamed))
    moving = {name: lead_journey(each, shown.get(each.old.id), poses.get(name)) for name, each in travel.items()}
    ends = {shape.id: shape for shape in after.shapes if shape.id}
    for name in {*shown, *poses} & ends.keys() - moving.keys():
        home = get_place(ends[name])
        way = shown.get(name, home), poses.get(name, home)
        if way[0] != way[1]:
            moving[name] = Journey(ends[name], ends[name], way)
    old = {renamed.get(shape.id, shape.id) for shape in before.shapes}
    coming = tuple(shape for name, shape in ends.items() if name not in old)
    going = tuple(shape for shape in before.shapes if shape.id and renamed.get(shape.id, shape.id) not in ends)
    lengths = [sum(abs(b[0] - a[0]) + abs(b[1] - a[1]) for a, b in pairwise(each.route)) for each in moving.values()]
    lasts = min(LONGEST_SECONDS, SHORTEST_SECONDS + SECONDS_PER_UNIT * max(lengths, default=0.0))
    lasts = lasts if lengths or coming or going else 0.0
    return Transition(tuple(moving.values()), coming, going, now, lasts / speed)


def drop_ground_journeys(travel: Mapping[str, Journey]) -> dict[str, Journey]:
    """The journeys (movements of shapes) in `travel` without those of ground shapes. Ground shapes, such as squares,
    are part of the board: they are not animated, but change their place at once.
    """
    return {name: journey for name, journey in travel.items() if not is_ground(journey.old.role)}


def lead_journey(journey: Journey, shown: Point | None, pose: Point | None) -> Journey:
    """A copy of the journey (the movement of a shape) whose path begins at `shown`, where the shape is shown now, and
    ends at `pose`. If one of these is None, the path keeps its old beginning or end.
    """
    route = journey.route
    if shown is not None and shown in route:
        route = route[route.index(shown) :]
    elif shown is not None:
        route = (shown, *(route[-2:] if len(route) > 3 else route[-1:]))
    return journey._replace(route=route if pose is None else (*route[:-1], pose))


def make_shake(scene: Scene, handle: str, now: float) -> Transition:
    """A transition that shakes the foremost shape with this handle."""
    shapes = [shape for shape in scene.shapes if shape.handle == handle and shape.id]
    moving = []
    for shape in shapes[-1:]:
        x, y = get_place(shape)
        moving.append(
            Journey(shape, shape, ((x, y), (x + SHAKE_UNITS, y), (x - SHAKE_UNITS, y), (x + SHAKE_UNITS, y), (x, y)))
        )
    return Transition(tuple(moving), starts=now, lasts=0.35 if moving else 0.0)


def place_shape(shape: Shape, point: Point) -> Shape:
    """A copy of the shape at another place."""
    if isinstance(shape, Path):
        dx, dy = point[0] - shape.points[0][0], point[1] - shape.points[0][1]
        return shape._replace(points=tuple((x + dx, y + dy) for x, y in shape.points))
    moved: Shape = shape._replace(x=point[0], y=point[1])
    return moved
