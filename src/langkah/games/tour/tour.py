"""Tour: the travelling salesman problem. Visit every city once and come home, at the least cost.

A state is the path so far, as numbers of cities; it always begins with the first city. The step into the last city also
pays for the return, so that the search tree equals that of textbooks: n cities, n - 1 levels below the root. Paths with
the same visited cities and the same last city have the same future (`key`). Costs come from a matrix, which need not be
symmetric, or from coordinates: then they are straight-line distances, rounded to whole numbers.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import dist, inf
from random import Random
from typing import Self

from langkah.games.amounts import format_amount, is_amount, make_exact
from langkah.games.map_points import PLACES_FORM, Point, is_name, read_points, spread_on_circle
from langkah.games.tour.random_cities import draw_cities
from langkah.games.tour.reduced_matrix import Path, ReducedMatrix
from langkah.games.tour.tour_picture import TourPicture, name_handle
from langkah.language import N_, _
from langkah.model import Cost, Estimate, Puzzle, Step
from langkah.scene import Scene
from langkah.settings import Mistakes, Setting, quote_value
from langkah.start_settings import Order
from langkah.state_table import StateTable

MOST_CITIES = 30
NO_ROAD = ("-", "inf", inf)  # matrix entries without a road; JSON has no infinity
MATRIX_FORM = "[[0, 10, 15], [5, 0, 9], [6, 13, 0]]"
NAMES_FORM = '["A", "B", "C"]'
CLASSIC = (  # the example of Horowitz and Sahni, Fundamentals of Computer Algorithms: bound 25 at the root, tour 28
    (0, 20, 30, 10, 11),
    (15, 0, 16, 4, 2),
    (3, 5, 0, 2, 4),
    (19, 6, 18, 0, 3),
    (16, 4, 7, 16, 0),
)
LONGEST_LABEL = 14


def measure_reduced_matrix(problem: "Tour", state: Path) -> Cost:
    """The bound that the reduced cost matrix of the path gives for a whole tour, minus the cost of the path."""
    return problem.reductions.reduce(state).bound - problem.measure_path(state)


def measure_two_cheapest(problem: "Tour", state: Path) -> Cost:
    """Half the sum of the cheapest road into each city that the tour must still enter and the cheapest road out of each
    city that it must still leave. With symmetric costs, the two roads of a city are different. 0 for a path through all
    cities.
    """
    costs, size = problem.costs, problem.size
    if len(state) == size:
        return 0
    left = [city for city in range(size) if city not in state]
    ways_in = {city: min(costs[other][city] for other in (*left, state[-1]) if other != city) for city in left}
    ways_in[0] = min(costs[city][0] for city in left)
    ways_out = {city: min(costs[city][other] for other in (*left, 0) if other != city) for city in left}
    ways_out[state[-1]] = min(costs[state[-1]][city] for city in left)
    whole: Cost = sum(ways_in.values()) + sum(ways_out.values())
    if problem.is_symmetric:  # then a tour uses two different roads at each city
        joined = [*left, 0] if len(state) == 1 else left
        whole = sum(sum(_find_two_least(costs, city, left, state)) for city in joined)
        whole += 0 if len(state) == 1 else ways_in[0] + ways_out[state[-1]]
    return inf if whole == inf else whole // 2 if whole % 2 == 0 else Fraction(whole) / 2


def _find_two_least(costs: Sequence[Sequence[Cost]], city: int, left: list[int], path: Path) -> list[Cost]:
    """The costs of the two cheapest roads from a city to cities that can be beside it on the tour; if there is only one
    such road, its cost twice.
    """
    near = sorted(costs[city][other] for other in {*left, path[-1], 0} - {city})
    return near[:2] if len(near) > 1 else near * 2


def measure_spanning_tree(problem: "Tour", state: Path) -> Cost:
    """The cost of a minimum spanning tree of the unvisited cities, plus the cheapest road from the current city to this
    tree and the cheapest road from the tree to the first city.
    """
    left = [city for city in range(problem.size) if city not in state]
    if not left:
        return 0
    costs = problem.costs
    near: dict[int, Cost] = dict.fromkeys(left[1:], inf)
    whole: Cost = min(costs[state[-1]][city] for city in left) + min(costs[city][0] for city in left)
    last = left[0]
    while near:
        near = {city: min(far, costs[last][city], costs[city][last]) for city, far in near.items()}
        last = min(near, key=lambda city: near[city])
        whole += near.pop(last)
    return whole


class Tour(Puzzle[Path, int]):
    """Visit every city once and come home, at the least cost."""

    title = N_("Tour")
    shelf = N_("Find a way")
    about = N_("Visit every city once and come home, at the least cost.")
    level_groups = (N_("Matrices of textbooks"), N_("Maps"))
    small = {"matrix": [[0, 10, 15, 20], [5, 0, 9, 10], [6, 13, 0, 12], [8, 8, 9, 0]]}
    labels_nodes = True
    settings = (
        Setting(
            "matrix",
            None,
            N_("the cost from each city to each other, row by row; '-' if there is no road"),
            form=MATRIX_FORM,
            label=N_("Costs"),
        ),
        Setting(
            "places",
            None,
            N_("coordinates of the cities, instead of a matrix of costs"),
            form=PLACES_FORM,
            label=N_("Places"),
        ),
        Setting(
            "names", None, N_("the names of the cities, in the order of the matrix"), form=NAMES_FORM, label=N_("Names")
        ),
    )
    puzzle_orders = {
        "easy": Order((), 1, 100_000, ("five", "java-6")),
        "medium": Order((), 1, 100_000, ("seven",)),
        "hard": Order((), 1, 100_000, ("java-9", "ten")),
    }
    estimates = (
        Estimate(
            N_("reduced-matrix"),
            measure_reduced_matrix,
            True,
            N_("the bound of the reduced cost matrix"),
            N_(
                "g + h = bound of the parent + the step's entry in the parent's reduced matrix + the total "
                "subtracted when rows and columns are reduced again"
            ),
        ),
        Estimate(
            N_("two-cheapest"),
            measure_two_cheapest,
            True,
            N_("half the sum of the costs of the cheapest roads into and out of every city"),
            N_(
                "h = half of (Σ cheapest road into each city that the path has not yet entered + Σ cheapest "
                "road out of each city that it has not yet left)"
            ),
        ),
        Estimate(
            N_("spanning-tree"),
            measure_spanning_tree,
            True,
            N_(
                "the cheapest tree that connects the unvisited cities, plus the cheapest road from here to the tree "
                "and the cheapest road from the tree home"
            ),
            N_("h = cheapest tree over the unvisited cities + cheapest road to that tree + cheapest road home"),
        ),
    )

    def __init__(
        self,
        matrix: Sequence[Sequence[object]] | None = None,
        places: Mapping[str, Sequence[float]] | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        mistakes = Mistakes()
        self.matrix, self.places, self.names = matrix, places, names
        self.points: dict[str, Point] = {}
        costs: list[list[Cost]] = []
        if places is not None:
            if matrix is not None or names is not None:
                text = _("places: coordinates give the costs and the names; leave out {names}")
                mistakes.say(text.format(names="matrix, names"), "places")
            self.points = read_points(places, MOST_CITIES, mistakes)
            lines = self.points.values()
            costs = [[round(dist(one, other)) for other in lines] for one in lines]
        else:
            costs = _read_matrix(CLASSIC if matrix is None else matrix, mistakes)
        if places is not None and mistakes.are_fine("places") and len(costs) < 2:
            mistakes.say(_("places: a tour needs at least 2 cities"), "places")
        self.cities = list(self.points) or _read_names(names, len(costs), mistakes)
        mistakes.raise_any()
        self.points = self.points or spread_on_circle(self.cities)
        self.size = len(costs)
        self.costs = tuple(
            tuple(inf if row == column else cost for column, cost in enumerate(line)) for row, line in enumerate(costs)
        )
        self.is_symmetric = all(self.costs[a][b] == self.costs[b][a] for a in range(self.size) for b in range(a))
        self.start: Path = (0,)
        if matrix is not None:  # no road is written as "-", since JSON has no infinity
            self.matrix = [[NO_ROAD[0] if cost in NO_ROAD else cost for cost in row] for row in matrix]

    @cached_property
    def reductions(self) -> ReducedMatrix:
        """The object that computes and caches the reduced cost matrices of paths."""
        return ReducedMatrix(self.costs)

    # Rules

    def steps(self, state: Path) -> Iterator[Step[Path, int]]:
        """A step to every unvisited city to which a road leads, in order of the cities' numbers. The cost of the last
        step includes the return.
        """
        last = len(state) == self.size - 1
        for city in range(self.size):
            if city not in state:
                cost = self.costs[state[-1]][city] + (self.costs[city][0] if last else 0)
                if cost < inf:
                    yield Step(city, (*state, city), cost)

    def is_goal(self, state: Path) -> bool:
        """Whether every city is visited."""
        return len(state) == self.size

    def key(self, state: Path) -> tuple[int, int]:
        """The visited cities, as bits, and the current city."""
        return sum(1 << city for city in state), state[-1]

    def measure_path(self, state: Path) -> Cost:
        """The cost of a path. If it visits all cities, the cost includes the return."""
        whole: Cost = sum(self.costs[here][there] for here, there in pairwise(state))
        return whole + self.costs[state[-1]][0] if len(state) == self.size else whole

    def preferred(self) -> str:
        """Branch and bound, since tours are its standard example."""
        return "branch-and-bound"

    def random(self, rng: Random) -> Self:
        """The same cities with a start after at most two random steps; `self` if one of these steps has no road."""
        path = [0, *rng.sample(range(1, self.size), max(0, min(2, self.size - 3)))]
        return self.at(tuple(path)) if self.measure_path(tuple(path)) < inf else self

    def new_board(self, rng: Random) -> Self:
        """A tour of the same number of cities at random points of a map."""
        return type(self)(places=draw_cities(self.size, rng))

    # Text and pictures

    def notation(self, move: int) -> str:
        """The name of the city that the step visits."""
        return self.cities[move]

    def text(self, state: Path) -> str:
        """The path, and below it the table of costs."""
        cells = [["", *self.cities]]
        cells += [[self.cities[row], *map(format_amount, line)] for row, line in enumerate(self.costs)]
        wide = [max(len(line[column]) for line in cells) for column in range(self.size + 1)]
        lines = ["  ".join(word.rjust(size) for word, size in zip(line, wide, strict=True)) for line in cells]
        return "\n".join([self._write_path(state), *lines])

    def _write_path(self, state: Path) -> str:
        home = [self.cities[0]] if len(state) == self.size else []
        return " – ".join([*(self.cities[city] for city in state), *home])

    def label(self, state: Path) -> str:
        """The cities of the path in order, as in `1-4-2`. If this text is too long, their short names are used or, if
        these are also too long, the number of cities and the last two cities.
        """
        for names in (self.cities, self.short_names):
            label = "-".join(names[city] for city in state)
            if len(label) <= LONGEST_LABEL:
                return label
        return f"{len(state)}: …{self.short_names[state[-2]]}-{self.short_names[state[-1]]}"

    @cached_property
    def short_names(self) -> list[str]:
        """A short unique name for each city: the first letters of its name if possible, else its number."""
        for size in range(1, 5):
            found = [name[:size] for name in self.cities]
            if len(set(found)) == self.size:
                return found
        return [str(number) for number in range(1, self.size + 1)]

    def working(self, state: Path) -> StateTable:
        """The reduced cost matrix of a path as a table, with the computation of the bound."""
        found, names = self.reductions.reduce(state), self.short_names
        rows = tuple((names[row], *map(format_amount, line)) for row, line in enumerate(found.matrix))
        marked = ((state[-2], state[-1]),) if len(state) > 1 else ()
        return StateTable(_("Reduced cost matrix"), ("", *names), rows, self._list_notes(state), marked)

    def _list_notes(self, state: Path) -> tuple[str, ...]:
        found, notes = self.reductions.reduce(state), []
        if len(state) > 1:
            names = {"here": self.cities[state[-2]], "there": self.cities[state[-1]]}
            step = _("Entry ({here}, {there}) of the parent's matrix: {cost}")
            notes.append(step.format(cost=format_amount(found.entry), **names))
        for text, amounts in ((_("Row reductions: {sum}"), found.rows), (_("Column reductions: {sum}"), found.columns)):
            if amounts:
                terms = " + ".join(map(format_amount, amounts))
                notes.append(text.format(sum=f"{terms} = {format_amount(sum(amounts))}"))
        parts = [*([found.parent_bound, found.entry] if len(state) > 1 else []), sum(found.rows), sum(found.columns)]
        if found.bound == inf:
            return (*notes, _("No tour can begin with this path."))
        terms = " + ".join(map(format_amount, parts[: len(parts) if found.rows else 2]))
        return (*notes, _("Lower bound: {sum}").format(sum=f"{terms} = {format_amount(found.bound)}"))

    def scene(self, state: Path) -> Scene:
        """The map with the path so far, and the costs of the next steps."""
        return self._picture.draw(state, self._describe(state))

    @cached_property
    def _picture(self) -> TourPicture:
        return TourPicture(self.points, self.costs)

    def _describe(self, state: Path) -> str:
        cost = format_amount(self.measure_path(state))
        if len(state) == self.size:
            return _("The tour {path} costs {cost}.").format(path=self._write_path(state), cost=cost)
        text = _("{n} of {all} cities visited, cost so far {cost}; you are in {city}.")
        return text.format(n=len(state), all=self.size, cost=cost, city=self.cities[state[-1]])

    def gestures(self, state: Path, move: int) -> tuple[tuple[str], ...]:
        """The click for a step: on the city that the step visits."""
        del state
        return ((name_handle(self.cities[move]),),)

    def refusal(self, state: Path, clicks: Sequence[str]) -> str:
        """Why a clicked city cannot be visited: it was visited already, or a road is missing. "" if no city was
        clicked.
        """
        handles = {name_handle(name): city for city, name in enumerate(self.cities)}
        city = handles.get("".join(clicks[-1:]))
        if city is None:
            return ""
        if city in state:
            told = _("The return home after the last city is automatic.")
            return told if city == 0 else _("{city} was visited already.").format(city=self.cities[city])
        names = {"here": self.cities[state[-1]], "there": self.cities[city]}
        return _("There is no road from {here} to {there}, or no road home from there.").format(**names)

    def typed(self, text: str) -> tuple[str, ...]:
        """The click for a city typed by its name, in capitals or small letters; () for an unknown name."""
        names = {name.casefold(): name for name in self.cities}
        name = names.get(" ".join(text.split()).casefold())
        return () if name is None else (name_handle(name),)


def _read_matrix(value: object, mistakes: Mistakes) -> list[list[Cost]]:
    """The matrix of costs in a setting, with 0 on the diagonal; [] after recording a mistake."""
    lines = value if isinstance(value, list | tuple) else ()
    square = 2 <= len(lines) <= MOST_CITIES and all(
        isinstance(line, list | tuple) and len(line) == len(lines) for line in lines
    )
    if not square:
        text = _("matrix = {value}: give a square matrix of costs with 2 to {most} rows, as in {form}")
        mistakes.say(text.format(value=quote_value(value), most=MOST_CITIES, form=MATRIX_FORM), "matrix")
        return []
    found: list[list[Cost]] = [[0] * len(lines) for _line in lines]
    for row, line in enumerate(lines):
        for column, cost in enumerate(line):
            if row == column:
                continue
            if not (is_amount(cost) or cost in NO_ROAD):
                text = _(
                    "matrix: row {row}, column {column} is {value}; a cost is a number, 0 or more, and '-' means "
                    "no road"
                )
                mistakes.say(text.format(row=row + 1, column=column + 1, value=quote_value(cost)), "matrix")
                return []
            found[row][column] = inf if cost in NO_ROAD else make_exact(cost)
    return found


def _read_names(value: object, size: int, mistakes: Mistakes) -> list[str]:
    """The names of the cities, by default their numbers."""
    if value is None:
        return [str(number) for number in range(1, size + 1)]
    names = list(value) if isinstance(value, list | tuple) else []
    if not all(map(is_name, names)) or len(set(names)) != len(names) or (size and len(names) != size) or not names:
        text = _("names = {value}: give each of the {n} cities a different name, as in {form}")
        mistakes.say(text.format(value=quote_value(value), n=size, form=NAMES_FORM), "names")
    return names
