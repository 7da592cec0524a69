"""Random cities on a map, not too close to each other. From five cities on, they are chosen so that the
nearest-neighbour tour is not optimal, if a limited number of attempts finds such cities.
"""

from itertools import pairwise
from math import dist
from random import Random
from string import ascii_uppercase

WIDTH, HEIGHT, LEAST_APART = 100, 64, 14
MOST_DRAWS = 100

Cities = dict[str, list[int]]


def draw_cities(count: int, rng: Random) -> Cities:
    """`count` random cities, named by letters, with whole numbers as coordinates."""
    cities = _draw(count, rng)
    for _draw_again in range(MOST_DRAWS):
        if count < 5 or _is_nearest_improvable(list(cities.values())):
            break
        cities = _draw(count, rng)
    return cities


def _draw(count: int, rng: Random) -> Cities:
    points: list[list[int]] = []
    tries = 0
    while len(points) < count:
        tries += 1
        point, apart = [rng.randint(0, WIDTH), rng.randint(0, HEIGHT)], max(LEAST_APART - tries // 20, 1)
        if all(dist(point, other) >= apart for other in points):
            points.append(point)
    letters = (ascii_uppercase[number % 26] + (str(number // 26) if number >= 26 else "") for number in range(count))
    return dict(zip(letters, points, strict=True))


def _is_nearest_improvable(points: list[list[int]]) -> bool:
    """Whether the nearest-neighbour tour of the points becomes shorter if a part of it is reversed."""
    left, tour = points[1:], points[:1]
    while left:
        nearest = min(left, key=lambda point: round(dist(tour[-1], point)))
        left.remove(nearest)
        tour.append(nearest)
    cost = _measure(tour)
    return any(
        _measure([*tour[:first], *tour[first:last][::-1], *tour[last:]]) < cost
        for first in range(1, len(tour))
        for last in range(first + 2, len(tour) + 1)
    )


def _measure(tour: list[list[int]]) -> int:
    return sum(round(dist(one, other)) for one, other in pairwise([*tour, tour[0]]))
