"""Roads between a few towns, each with a length: a map on which searches by cost and by estimate find different paths.

For lessons. There are paths from A to G in the north, through the middle and in the south.
"""

from collections.abc import Iterator
from math import dist

from langkah.language import N_
from langkah.model import Estimate, Puzzle, Step
from langkah.scene import Disc, Path, Scene, Shape, Text

TOWNS = {
    "A": (2.0, 4.0),
    "B": (5.0, 2.0),
    "C": (4.0, 6.0),
    "D": (8.0, 5.0),
    "E": (8.0, 1.0),
    "F": (6.0, 8.0),
    "G": (12.0, 4.0),
    "H": (10.5, 2.0),
    "K": (0.0, 2.0),
}
ROADS = {
    ("A", "B"): 4,
    ("A", "C"): 3,
    ("A", "D"): 9,
    ("A", "K"): 3,
    ("B", "E"): 4,
    ("C", "D"): 5,
    ("C", "F"): 5,
    ("D", "G"): 8,
    ("E", "H"): 3,
    ("F", "G"): 9,
    ("H", "G"): 3,
}
GOAL = "G"
MARGIN = 0.8  # space around the map


def measure_straight_line(_problem: "Roads", town: str) -> int:
    """The straight-line distance to the goal, rounded down: no path is shorter."""
    return int(dist(TOWNS[town], TOWNS[GOAL]))


def measure_twice(problem: "Roads", town: str) -> int:
    """Twice the straight-line distance, which is not admissible."""
    return 2 * measure_straight_line(problem, town)


class Roads(Puzzle[str, str]):
    """Drive from A to G; the numbers are the lengths of the roads."""

    title = N_("Roads from A to G")
    start = "A"
    reversible = True
    estimates = (
        Estimate(N_("line"), measure_straight_line, True, N_("the straight-line distance to G, rounded down")),
        Estimate(
            N_("twice"), measure_twice, False, N_("twice the straight-line distance to G, which is often too high")
        ),
    )

    def steps(self, state: str) -> Iterator[Step[str, str]]:
        """One step along each road from the town, in alphabetical order of the roads."""
        for (one, other), length in sorted(ROADS.items()):
            if state in (one, other):
                there = other if state == one else one
                yield Step(there, there, length)

    def is_goal(self, state: str) -> bool:
        """Whether the town is the goal."""
        return state == GOAL

    def scene(self, state: str) -> Scene:
        """The map, with the current town highlighted."""
        places = {town: (x + MARGIN, y + MARGIN) for town, (x, y) in TOWNS.items()}
        shapes: list[Shape] = []
        for (one, other), length in ROADS.items():
            (x, y), (u, v) = places[one], places[other]
            shapes.append(Path(((x, y), (u, v)), "faint", id=f"{one}{other}", width=0.1))
            shapes += [Disc((x + u) / 2, (y + v) / 2, 0.38, "cell"), Text((x + u) / 2, (y + v) / 2, str(length), 0.55)]
        for town, (x, y) in places.items():
            role = "piece:0" if town == state else "goal" if town == GOAL else "piece"
            shapes.append(Disc(x, y, 0.62, role, label=town, id=town))
        return Scene(12 + 2 * MARGIN, 8 + 2 * MARGIN, tuple(shapes), state)
