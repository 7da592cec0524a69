"""Route: the cheapest path from one place to another, on a map of roads or on a grid with walls and terrain.

A state is the name of a place: a town, or a square of a grid, such as `c4`. Both kinds of maps are links between places
(`place_map`); only reading (`road_map`, `grid_map`) and drawing (`map_picture`) differ. On a grid the digits are the
cost of entering a square. All states lie on one picture (`map_spot`), so that a search can be watched as it spreads
over the map.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import dist, floor, inf, sqrt
from random import Random
from typing import Any, ClassVar, Self

from langkah.editor import Editor
from langkah.games.amounts import cost_to_number
from langkah.games.map_points import PLACES_FORM
from langkah.games.route.grid_map import DIAGONAL, DIGITS, FORM, GOAL, OPEN, START, WALL, GridMap, read_grid
from langkah.games.route.map_picture import RoadPicture, draw_grid, draw_pin, get_terrain, name_handle
from langkah.games.route.moving_ai import find_map_name, read_moving_ai, read_scenarios
from langkah.games.route.road_map import (
    LAND_FORM,
    ROADS_FORM,
    ROMANIA_PLACES,
    ROMANIA_ROADS,
    TABLE_FORM,
    TO_BUCHAREST,
    RoadMap,
    read_estimates,
    read_land,
    read_roads,
)
from langkah.language import N_, _
from langkah.model import Cost, Estimate, FoundLevel, Puzzle, Step
from langkah.scene import Scene
from langkah.settings import Mistakes, Setting, make_unknown_name, quote_value

ROUNDED_DOWN = 100  # estimates on maps with fractional costs are rounded down to hundredths
SAFETY = 1e-12  # relative error of an estimate in floating-point numbers


def look_up(problem: "Route", state: str) -> Cost:
    """The estimate of a place in the given table; 0 for a place that is not in the table."""
    return problem.given_estimates.get(state, 0)


def measure_straight_line(problem: "Route", state: str) -> Cost:
    """The length of the straight line to the goal, times the least cost per unit of length on this map, rounded
    down.
    """
    far = problem.least_rate * dist(problem.map.find_point(state), problem.map.find_point(problem.goal))
    if problem.map.whole:
        return floor(far)
    return Fraction(floor(far * ROUNDED_DOWN * (1 - SAFETY)), ROUNDED_DOWN)


def measure_manhattan(problem: "Route", state: str) -> Cost:
    """The number of rows plus columns to the goal, times the cost of the cheapest square."""
    assert isinstance(problem.map, GridMap)
    return sum(problem.map.measure_offsets(state, problem.goal)) * problem.map.cheapest


def measure_octile(problem: "Route", state: str) -> Cost:
    """The least cost to the goal if there were no walls and every square were the cheapest: diagonal steps as far as
    possible, then straight ones.
    """
    assert isinstance(problem.map, GridMap)
    long, short = problem.map.measure_offsets(state, problem.goal)
    return (long - short + DIAGONAL * short) * problem.map.cheapest


TABLE = Estimate(
    N_("table"), look_up, True, N_("the number in the table of estimates"), N_("h = the number in the table")
)
STRAIGHT_LINE = Estimate(
    N_("straight-line"),
    measure_straight_line,
    True,
    N_("the straight line to the goal, rounded down"),
    N_("h = length of the straight line to the goal × least cost per unit of length, rounded down"),
)
MANHATTAN = Estimate(
    N_("manhattan"),
    measure_manhattan,
    True,
    N_("rows and columns to the goal"),
    N_("h = (rows + columns to the goal) × cost of the cheapest square"),
)
OCTILE = Estimate(
    N_("octile"),
    measure_octile,
    True,
    N_("diagonal steps as far as possible, then straight ones"),
    N_(
        "h = (L − S + 1.4 × S) × cost of the cheapest square; L and S: the larger and the smaller of the row and "
        "column distances to the goal"
    ),
)


class Route(Puzzle[str, str]):
    """Find the cheapest path on a map."""

    title = N_("Route")
    shelf = N_("Find a way")
    about = N_("Go from place to place, and reach the goal at the least cost.")
    level_groups = (N_("First steps"), N_("Terrain"), N_("Diagonal steps"), N_("Roads"), N_("Wide maps"))
    small = {"board": "S.2./.#3./...G"}
    settings = (
        Setting("roads", None, N_("roads with their lengths"), form=ROADS_FORM, label=N_("Roads")),
        Setting("places", None, N_("coordinates, x to the right, y upwards"), form=PLACES_FORM, label=N_("Places")),
        Setting("estimates", None, N_("a table of estimates"), form=TABLE_FORM, label=N_("Table of estimates")),
        Setting("start", "", N_("the start; default: Arad, or S on a board"), label=N_("Start")),
        Setting("goal", "", N_("the goal; default: Bucharest, or G on a board"), label=N_("Goal")),
        Setting(
            "oneway", False, N_("each road leads only from its first place to its second"), label=N_("One-way roads")
        ),
        Setting("land", None, N_("outlines of the land, for the picture"), form=LAND_FORM, label=N_("Land")),
        Setting(
            "board",
            None,
            N_(
                "a grid instead of roads: . is free, # a wall, a digit is the cost of entering that cell, S "
                "is the start, G the goal"
            ),
            form=FORM,
            label=N_("Board"),
        ),
        Setting("diagonal", False, N_("diagonal steps on a board, at 1.4 times the cost"), label=N_("Diagonal steps")),
    )
    estimates: ClassVar[tuple[Estimate, ...]] = (TABLE, STRAIGHT_LINE, MANHATTAN, OCTILE)
    lists_all_goals = True

    def __init__(
        self,
        roads: Sequence[Sequence[object]] | None = None,
        places: Mapping[str, Sequence[float]] | None = None,
        estimates: Mapping[str, float] | None = None,
        start: str = "",
        goal: str = "",
        oneway: bool = False,
        land: Sequence[Sequence[Sequence[float]]] | None = None,
        board: str | Sequence[str] | None = None,
        diagonal: bool = False,
    ) -> None:
        mistakes = Mistakes()
        mistakes.check(self.settings, {"start": start, "goal": goal, "oneway": oneway, "diagonal": diagonal})
        drawn = {"roads": roads, "places": places, "estimates": estimates, "land": land, "oneway": oneway or None}
        _check_kind(board, [name for name, value in drawn.items() if value is not None], mistakes, diagonal=diagonal)
        self._said = {"roads": roads, "places": places, "estimates": estimates, "land": land}
        self._usual_start, self._usual_goal = "", ""  # the default start and goal
        if roads is None and board is None:
            roads, places, self._usual_start, self._usual_goal = ROMANIA_ROADS, ROMANIA_PLACES, "Arad", "Bucharest"
            if goal in ("", self._usual_goal) and estimates is None:
                estimates = TO_BUCHAREST
        found: RoadMap | GridMap | None
        if board is None:
            found = read_roads(roads, places, oneway=oneway, mistakes=mistakes)
        elif found := read_grid(board, diagonal=diagonal, mistakes=mistakes):
            self._usual_start, self._usual_goal = found.find_sign(START), found.find_sign(GOAL)
        self.outlines = () if land is None else read_land(land, mistakes)
        self.given_estimates: dict[str, Cost] = {}
        if found is not None:
            start = _find_place(start or self._usual_start, "start", START, found, mistakes)
            goal = _find_place(goal or self._usual_goal, "goal", GOAL, found, mistakes)
            self.given_estimates = {} if estimates is None else read_estimates(estimates, found.places, mistakes)
        mistakes.raise_any()
        assert found is not None
        self.map, self.start, self.goal = found, start, goal
        self.roads, self.places, self.land = roads, places, land
        self.oneway, self.diagonal = oneway, diagonal
        self.board = "/".join(found.rows) if isinstance(found, GridMap) else None
        self.reversible = found.is_reversible()
        self.estimates = tuple(self._list_estimates())  # type: ignore[misc]  # those that fit this map

    @classmethod
    def from_text(cls, text: str) -> dict[str, object] | None:
        """The settings for a map of the MovingAI collection; None for any other text. Such a map has no start and goal,
        so two squares far apart are chosen.
        """
        rows = read_moving_ai(text)
        if rows is None:
            return None
        grid = GridMap(rows, diagonal=True)
        first = next(iter(grid.places), "")
        far = grid.measure_to(first) if first else {}
        last = max(far, key=lambda name: far[name]) if len(far) > 1 else ""
        return {"board": "/".join(rows), "diagonal": True, "start": first, "goal": last}

    @classmethod
    def find_needed_file(cls, text: str) -> str:
        """The file name of the map that a scenario file of the MovingAI collection needs; "" for any other text."""
        return find_map_name(text)

    @classmethod
    def read_levels(cls, text: str) -> list[FoundLevel] | None:
        """The levels in a text of the MovingAI collection: one for each scenario, or only the map if it has no
        scenarios. None for any other text.
        """
        found = read_scenarios(text)
        return super().read_levels(text) if found is None else found

    def _list_estimates(self) -> Iterator[Estimate]:
        """The heuristics available on this map. Their field `admissible` is True only if they are certainly never too
        high.
        """
        if isinstance(self.map, GridMap):
            yield from (OCTILE, STRAIGHT_LINE, MANHATTAN._replace(admissible=False)) if self.diagonal else ()
            yield from (MANHATTAN, OCTILE, STRAIGHT_LINE) if not self.diagonal else ()
            return
        if self.given_estimates:
            true = self.map.measure_to(self.goal)
            yield TABLE._replace(admissible=all(h <= true.get(name, inf) for name, h in self.given_estimates.items()))
        if self.map.surveyed:
            yield STRAIGHT_LINE

    def given(self) -> dict[str, object]:
        """The settings that recreate this problem: the requested settings, and the start and the goal unless they are
        the default ones.
        """
        found: dict[str, object] = {name: value for name, value in self._said.items() if value is not None}
        found |= {} if self.board is None else {"board": self.board}
        found |= {} if self.start == self._usual_start else {"start": self.start}
        found |= {} if self.goal == self._usual_goal else {"goal": self.goal}
        return {**found, **{name: True for name in ("oneway", "diagonal") if getattr(self, name)}}

    # Rules

    def steps(self, state: str) -> Iterator[Step[str, str]]:
        """One step along every road, in alphabetical order of the targets; on a board one step up, down, left, right,
        then diagonally.
        """
        return (Step(link.move, link.to, link.cost) for link in self.map.list_links(state))

    def is_goal(self, state: str) -> bool:
        """Whether the goal is reached."""
        return state == self.goal

    def goals(self) -> tuple[str, ...]:
        """The only goal state: the place where the path must end."""
        return (self.goal,)

    def back(self, state: str) -> Iterator[Step[str, str]]:
        """The links that lead into a place, each with the place where the link begins."""
        return (Step(link.move, link.to, link.cost) for link in self.map.list_entries(state))

    def turn_around(self) -> Self:
        """The map with start and goal swapped. A table of estimates is left out, since it belongs to the
        original goal.
        """
        said = {name: value for name, value in self._said.items() if name != "estimates"}
        more: dict[str, Any] = {**said, "board": self.board, "oneway": self.oneway, "diagonal": self.diagonal}
        return type(self)(start=self.goal, goal=self.start, **more)

    def hopeless(self) -> str:
        """A reason why the goal cannot be reached: no path leads there. Otherwise ""."""
        if self.start in self._leading:
            return ""
        return _("there is no path from {start} to {goal}").format(start=self.start, goal=self.goal)

    @cached_property
    def _leading(self) -> set[str]:
        """The places from which the goal can be reached."""
        return self.map.find_leading(self.goal)

    @cached_property
    def least_rate(self) -> float:
        """The least cost per unit of straight-line distance on this map."""
        if isinstance(self.map, RoadMap):
            return self.map.scale()
        return self.map.cheapest * (float(DIAGONAL) / sqrt(2) if self.diagonal else 1)

    def preferred(self) -> str:
        """The default algorithm: A* if the map has an admissible heuristic, otherwise uniform-cost search."""
        return "a-star" if any(each.admissible for each in self.estimates) else "uniform-cost"

    def random(self, rng: Random) -> Self:
        """The same map with another random start from which the goal can be reached; `self` if the goal can be reached
        from nowhere else.
        """
        names = sorted(self._leading - {self.goal})
        return self.at(rng.choice(names)) if names else self

    # Text and pictures

    def text(self, state: str) -> str:
        """The board with `S` at the current square; on a map of roads, the roads from the current place."""
        return self.map.write_text(state, self.goal)

    def label(self, state: str) -> str:
        """The name of the place that is the state."""
        return state

    def map_spot(self, state: str) -> str:
        """The handle of a place's shape on the map."""
        return name_handle(state)

    def scene(self, state: str) -> Scene:
        """The map with a pin at the current place."""
        pin = draw_pin(self._find_point(state))
        return self._ground._replace(shapes=(*self._ground.shapes, *pin), title=self._describe(state))

    @cached_property
    def _ground(self) -> Scene:
        return draw_grid(self.map, self.goal) if isinstance(self.map, GridMap) else self._picture.draw()

    @cached_property
    def _picture(self) -> RoadPicture:
        assert isinstance(self.map, RoadMap)
        return RoadPicture(self.map, self.goal, self.outlines)

    def _find_point(self, state: str) -> tuple[float, float]:
        if isinstance(self.map, RoadMap):
            return self._picture.points[state]
        row, column = self.map.find_cell(state)
        return column + 0.5, row + 0.62

    def _describe(self, state: str) -> str:
        if state == self.goal:
            return _("You have reached {goal}.").format(goal=self.goal)
        return _("You are in {place}; the goal is {goal}.").format(place=state, goal=self.goal)

    def gestures(self, state: str, move: str) -> tuple[tuple[str], ...]:
        """The click for a move: on the place to which the move leads."""
        there = next(link.to for link in self.map.list_links(state) if link.move == move)
        return ((name_handle(there),),)

    def refusal(self, state: str, clicks: Sequence[str]) -> str:
        """Why a click on a place has no effect: it is the current place, or no link leads to it. "" if no place was
        clicked.
        """
        places = {name_handle(name): name for name in self.map.places}
        name = places.get("".join(clicks[-1:]), "")
        if not name:
            return ""
        if name == state:
            return _("You are there already.")
        if isinstance(self.map, RoadMap):
            return _("No road leads from {here} to {there}.").format(here=state, there=name)
        if self.diagonal:
            return _("One step leads to an adjacent square, also diagonally, but not past the corner of a wall.")
        return _("One step leads to an adjacent square: up, down, left or right.")

    def typed(self, text: str) -> tuple[str, ...]:
        """The click for a place typed by its name, in capitals or small letters; () for an unknown name."""
        names = {name.casefold(): name for name in self.map.places}
        name = names.get(" ".join(text.split()).casefold())
        return () if name is None else (name_handle(name),)

    def editor(self) -> Editor:
        """How to draw a problem: a board as characters, a road map as places and roads."""
        if not isinstance(self.map, GridMap):
            places = {name: [round(x, 2), round(y, 2)] for name, (x, y) in self.map.points.items()}
            roads = [[road.one, road.other, cost_to_number(road.length)] for road in self.map.roads]
            drawn = {"places": places, "roads": roads, "start": self.start, "goal": self.goal}
            return Editor("roads", "roads", drawn, settles=("estimates",))
        signs = (
            (WALL, "wall", _("wall")),
            (OPEN, "cell", _("free")),
            *((digit, get_terrain(int(digit)), _("cost of entering: {n}").format(n=digit)) for digit in DIGITS[2:]),
            (START, "piece:5", _("start")),
            (GOAL, "goal", _("goal")),
        )
        return Editor("letters", "board", list(self.map.rows), signs, single=START + GOAL, settles=("start", "goal"))


def _check_kind(board: object, drawn: list[str], mistakes: Mistakes, *, diagonal: bool) -> None:
    """Check that the settings describe either roads or a board, but not both. `drawn` lists the settings for roads that
    are given.
    """
    if board is not None and drawn:
        text = _("board: a board cannot be combined with {names}; omit either the board or {names}")
        mistakes.say(text.format(names=", ".join(drawn)), *drawn)
    if board is None and diagonal:
        mistakes.say(_("diagonal: this setting is only for a board; roads have no diagonal steps"), "diagonal")
    if board is None and "roads" not in drawn and ("places" in drawn or "estimates" in drawn):
        text = _("roads: places and estimates need roads; give roads, too, as in {form}")
        mistakes.say(text.format(form=ROADS_FORM), "roads")


def _find_place(name: object, setting: str, sign: str, found: RoadMap | GridMap, mistakes: Mistakes) -> str:
    """The place `name` that a setting gives; "" after recording that the map has no such place. A value that is not a
    text is only converted to text.
    """
    if not isinstance(name, str) or name in found.places:
        return str(name)  # values other than text were already reported by the settings
    if isinstance(found, GridMap):
        if not name:
            text = _("board: {sign} is missing; put one on the board, or give the setting {setting}")
            mistakes.say(text.format(sign=sign, setting=setting), setting)
        else:
            text = _("{setting} = {value}: give a free square, as in {form}")
            form = next(iter(found.places), "a1")
            mistakes.say(text.format(setting=setting, value=quote_value(name), form=form), setting)
        return ""
    unknown = make_unknown_name(_("Place"), str(name), found.places).lines[0]
    mistakes.say(f"{setting}: {unknown}", setting)
    return ""
