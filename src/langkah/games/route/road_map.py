"""A map of roads: places with or without coordinates, roads with lengths, a table of estimates.

The default is the map of Romania used in textbooks of artificial intelligence: its lengths, coordinates and
straight-line distances to Bucharest are those of Russell and Norvig.
"""

from collections.abc import Collection, Mapping
from math import dist
from typing import NamedTuple

from langkah.games.amounts import format_amount, is_amount, make_exact
from langkah.games.map_points import Point, is_name, is_point, read_points, spread_on_circle
from langkah.games.route.place_map import Link, PlaceMap
from langkah.language import _
from langkah.model import Cost
from langkah.settings import Mistakes, make_unknown_name, quote_value

MOST_PLACES, MOST_ROADS = 500, 2000
ROADS_FORM = '[["Arad", "Zerind", 75], ["Arad", "Sibiu", 140]]'
TABLE_FORM = "{ Arad = 366, Sibiu = 253 }"
LAND_FORM = "[[[0, 0], [9, 0], [5, 7]]]"


class Road(NamedTuple):
    """A road from one place to another."""

    one: str
    other: str
    length: Cost


class RoadMap(PlaceMap):
    """Places connected by roads; `points` are the given coordinates or, if these are not complete, positions on a
    circle.
    """

    def __init__(self, roads: list[Road], points: dict[str, Point], *, oneway: bool) -> None:
        self.roads, self.oneway = roads, oneway
        names = list(dict.fromkeys([*points, *(name for road in roads for name in road[:2])]))
        self.surveyed = bool(points) and all(name in points for name in names)
        self.points = points if self.surveyed else spread_on_circle(names)
        costs: dict[str, dict[str, Cost]] = {name: {} for name in names}
        for one, other, length in roads:
            for here, there in ((one, other),) if oneway else ((one, other), (other, one)):
                costs[here][there] = min(length, costs[here].get(there, length))
        self.links = {
            name: [Link(there, there, cost) for there, cost in sorted(found.items())] for name, found in costs.items()
        }
        self.entries: dict[str, list[Link]] = {name: [] for name in names}
        for name, found in self.links.items():
            for link in found:
                self.entries[link.to].append(link._replace(to=name))

    @property
    def places(self) -> Collection[str]:
        """The names of all places."""
        return self.links.keys()

    def find_point(self, name: str) -> Point:
        """The position of a place."""
        return self.points[name]

    def list_links(self, name: str) -> list[Link]:
        """The roads that leave a place, in alphabetical order."""
        return self.links[name]

    def list_entries(self, name: str) -> list[Link]:
        """The roads that lead into a place, each with the place where the road begins."""
        return self.entries[name]

    def scale(self) -> float:
        """The least cost per unit of length on the map: every road costs at least this much times the length of its
        straight line.
        """
        lines = [(road.length, dist(self.points[road.one], self.points[road.other])) for road in self.roads]
        return min((float(length) / line for length, line in lines if line), default=0.0)

    def write_text(self, at: str, goal: str) -> str:
        """A text with the current place `at` and the goal, then the roads that leave `at`."""
        ways = ", ".join(f"{link.to} {format_amount(link.cost)}" for link in self.links[at])
        return f"{at} – {goal}\n{at}: {ways}".rstrip(": ")


def read_roads(roads: object, places: object, *, oneway: bool, mistakes: Mistakes) -> RoadMap | None:
    """The road map that the settings `roads` and `places` describe; None after recording mistakes."""
    points = {} if places is None else read_points(places, MOST_PLACES, mistakes)
    found: list[Road] = []
    if not isinstance(roads, list | tuple) or not roads or len(roads) > MOST_ROADS:
        text = _("roads = {value}: give 1 to {most} roads as [place, place, length], as in {form}")
        mistakes.say(text.format(value=quote_value(roads), most=MOST_ROADS, form=ROADS_FORM), "roads")
        return None
    for number, each in enumerate(roads, 1):
        road = _read_road(each)
        if road is None:
            text = _("roads: road {number} is {value}; a road is two names and a length, 0 or more, as in {form}")
            mistakes.say(text.format(number=number, value=quote_value(each), form='["Arad", "Zerind", 75]'), "roads")
            return None
        found.append(road)
    names = dict.fromkeys(name for road in found for name in road[:2])
    if len(names) > MOST_PLACES:
        mistakes.say(
            _("roads: the roads connect {n} places; at most {most} are allowed").format(n=len(names), most=MOST_PLACES),
            "roads",
        )
    if points and mistakes.are_fine("places") and (missing := [name for name in names if name not in points]):
        text = _("places: give coordinates for {names}, since roads lead there")
        mistakes.say(text.format(names=", ".join(missing[:5])), "places")
    return RoadMap(found, points, oneway=oneway) if mistakes.are_fine("roads", "places") else None


def _read_road(value: object) -> Road | None:
    if not isinstance(value, list | tuple) or len(value) != 3:
        return None
    one, other, length = value
    fine = is_name(one) and is_name(other) and one != other and is_amount(length)
    return Road(one, other, make_exact(length)) if fine else None


def read_estimates(value: object, known: Collection[str], mistakes: Mistakes) -> dict[str, Cost]:
    """The table of estimates in a setting, by place; {} after recording mistakes. Places that are not in the table have
    the estimate 0.
    """
    if not isinstance(value, Mapping):
        text = _("estimates = {value}: give a number for each place, as in {form}")
        mistakes.say(text.format(value=quote_value(value), form=TABLE_FORM), "estimates")
        return {}
    for name, amount in value.items():
        if name not in known:
            mistakes.say("estimates: " + make_unknown_name(_("Place"), str(name), known).lines[0], "estimates")
        elif not is_amount(amount):
            text = _("estimates: {name} = {value}: an estimate is a number, 0 or more")
            mistakes.say(text.format(name=name, value=quote_value(amount)), "estimates")
    return {name: make_exact(amount) for name, amount in value.items()} if mistakes.are_fine("estimates") else {}


def read_land(value: object, mistakes: Mistakes) -> tuple[tuple[Point, ...], ...]:
    """The outlines of the land, each a list of points; () after recording a mistake."""
    outlines = value if isinstance(value, list | tuple) else ()
    good = 0 < len(outlines) <= 100 and all(
        isinstance(each, list | tuple) and 3 <= len(each) <= 1000 and all(map(is_point, each)) for each in outlines
    )
    if not good:
        text = _("land = {value}: give the outlines of the land as lists of points, as in {form}")
        mistakes.say(text.format(value=quote_value(value), form=LAND_FORM), "land")
        return ()
    return tuple(tuple((float(x), float(y)) for x, y in each) for each in outlines)


ROMANIA_ROADS = [
    ["Arad", "Zerind", 75],
    ["Arad", "Sibiu", 140],
    ["Arad", "Timisoara", 118],
    ["Zerind", "Oradea", 71],
    ["Oradea", "Sibiu", 151],
    ["Timisoara", "Lugoj", 111],
    ["Lugoj", "Mehadia", 70],
    ["Mehadia", "Drobeta", 75],
    ["Drobeta", "Craiova", 120],
    ["Craiova", "Rimnicu Vilcea", 146],
    ["Craiova", "Pitesti", 138],
    ["Sibiu", "Rimnicu Vilcea", 80],
    ["Sibiu", "Fagaras", 99],
    ["Rimnicu Vilcea", "Pitesti", 97],
    ["Pitesti", "Bucharest", 101],
    ["Fagaras", "Bucharest", 211],
    ["Bucharest", "Giurgiu", 90],
    ["Bucharest", "Urziceni", 85],
    ["Urziceni", "Hirsova", 98],
    ["Urziceni", "Vaslui", 142],
    ["Hirsova", "Eforie", 86],
    ["Vaslui", "Iasi", 92],
    ["Iasi", "Neamt", 87],
]
ROMANIA_PLACES = {
    "Arad": [91, 492],
    "Bucharest": [400, 327],
    "Craiova": [253, 288],
    "Drobeta": [165, 299],
    "Eforie": [562, 293],
    "Fagaras": [305, 449],
    "Giurgiu": [375, 270],
    "Hirsova": [534, 350],
    "Iasi": [473, 506],
    "Lugoj": [165, 379],
    "Mehadia": [168, 339],
    "Neamt": [406, 537],
    "Oradea": [131, 571],
    "Pitesti": [320, 368],
    "Rimnicu Vilcea": [233, 410],
    "Sibiu": [207, 457],
    "Timisoara": [94, 410],
    "Urziceni": [456, 350],
    "Vaslui": [509, 444],
    "Zerind": [108, 531],
}
TO_BUCHAREST = {
    "Arad": 366,
    "Bucharest": 0,
    "Craiova": 160,
    "Drobeta": 242,
    "Eforie": 161,
    "Fagaras": 176,
    "Giurgiu": 77,
    "Hirsova": 151,
    "Iasi": 226,
    "Lugoj": 244,
    "Mehadia": 241,
    "Neamt": 234,
    "Oradea": 380,
    "Pitesti": 100,
    "Rimnicu Vilcea": 193,
    "Sibiu": 253,
    "Timisoara": 329,
    "Urziceni": 80,
    "Vaslui": 199,
    "Zerind": 374,
}
