"""Lays out the nodes of a graph on a map: by the graph's own shape, or in rings around its first node.

The layout by shape uses pivot MDS (Brandes and Pich 2006). Breadth-first distances from some tens of distant pivot
nodes give every node a vector of distances; the two directions of greatest variance are the axes. Small graphs are then
refined by rounds of stress majorization (Gansner, Koren and North 2004), in which only the distances to pivots and
neighbours count (Ortmann, Klimenta and Brandes 2017). Force-directed layouts are not used: they do not unfold large
spaces.

A graph always gets the same layout, on every machine: pivots, initial vectors and signs are fixed, and floating-point
numbers are added by `fsum` or one by one, because `sum` rounds differently since Python 3.12. The code is plain Python,
because it also runs in a browser: 26,000 states take about a second.
"""

from collections.abc import Callable, Sequence
from math import cos, fsum, pi, sin, sqrt
from operator import mul

from langkah.engine.state_graph import OutOfTime, StateGraph, make_measure

LAYOUTS = ("shape", "rings")
SIDE = 65_535  # side of the square that contains all places: two bytes per coordinate
MOST_PIVOTS, LEAST_PIVOTS, PIVOT_WORK = 60, 16, 3_000_000  # work: approximate number of node visits by all searches
SAMPLE = 4000  # nodes from which the axes are computed
ROUNDS, STRESS_WORK = 120, 4_000_000  # stress majorization: maximum rounds; node pairs in all rounds
LEAST_ROUNDS = 8  # fewer rounds would only blur the shape
AXIS_ROUNDS = 120  # iterations that compute the axes

Place = tuple[int, int]
Coordinates = tuple[list[float], list[float]]


def place_nodes(graph: StateGraph, layout: str = "shape", is_over: Callable[[], bool] | None = None) -> list[Place]:
    """A position for each node, in a square of side `SIDE`. Raises `OutOfTime` if `is_over` returns True during the
    layout by shape.
    """
    if len(graph) < 3:
        return [(SIDE * (number + 1) // (len(graph) + 1), SIDE // 2) for number in range(len(graph))]
    found = place_in_rings(graph) if layout == "rings" else place_by_shape(graph, is_over or (lambda: False))
    return _fit_square(*found)


def _fit_square(xs: Sequence[float], ys: Sequence[float]) -> list[Place]:
    """Scale the coordinates to the largest map that fits into the square of side `SIDE`, and centre the map."""
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    scale = SIDE / (max(right - left, bottom - top) or 1.0)
    move_x, move_y = (SIDE - (right + left) * scale) / 2, (SIDE - (bottom + top) * scale) / 2
    return [(round(x * scale + move_x), round(y * scale + move_y)) for x, y in zip(xs, ys, strict=True)]


# By shape


def place_by_shape(graph: StateGraph, is_over: Callable[[], bool]) -> Coordinates:
    """The coordinates of all nodes by pivot MDS, refined by stress majorization if the graph is small."""
    near, size = graph.near, len(graph)
    wanted = min(size, max(LEAST_PIVOTS, min(MOST_PIVOTS, PIVOT_WORK // size)))
    pivots, rows = choose_pivots(near, wanted, is_over)
    axes = _find_axes(rows)
    xs, ys = _project(rows, *axes)
    scale = _find_scale(xs, ys, pivots, rows)
    xs, ys = [x * scale for x in xs], [y * scale for y in ys]
    rounds = min(ROUNDS, STRESS_WORK // (size * wanted))
    if rounds >= LEAST_ROUNDS:
        _even_out(near, pivots, rows, (xs, ys), rounds, is_over)
    return _turn(xs, ys)


def choose_pivots(
    near: Sequence[Sequence[int]], wanted: int, is_over: Callable[[], bool]
) -> tuple[list[int], list[list[int]]]:
    """The pivots, which are nodes far apart from each other, beginning with the first node; and for each pivot the
    distances of all nodes from it.
    """
    measure = make_measure(near)
    pivots, rows = [0], [measure(0)]
    nearest = rows[0]
    while len(pivots) < wanted:
        if is_over():
            raise OutOfTime
        pivots.append(max(range(len(near)), key=nearest.__getitem__))
        rows.append(measure(pivots[-1]))
        nearest = list(map(min, nearest, rows[-1]))
    return pivots, rows


def _centre(rows: Sequence[Sequence[int]], step: int) -> list[list[float]]:
    """For every `step`th node, a row with its squared distances to the pivots, multiplied by -1/2 and double-centred,
    as in classical multidimensional scaling.
    """
    size = len(rows[0])
    means = [sum(map(mul, row, row)) / size for row in rows]
    whole = fsum(means) / len(rows)
    found = []
    for column in zip(*(row[::step] for row in rows), strict=True):
        squares = list(map(mul, column, column))
        mean = sum(squares) / len(rows) - whole
        found.append([(mean + each - square) / 2 for square, each in zip(squares, means, strict=True)])
    return found


def _project(rows: Sequence[Sequence[int]], one: Sequence[float], other: Sequence[float]) -> Coordinates:
    """The coordinates of every node along the axes `one` and `other`. They are only correct up to a shift and a scale,
    which are set later.
    """
    weight, other_weight = fsum(one) / len(rows), fsum(other) / len(rows)
    xs, ys = [], []
    for column in zip(*rows, strict=True):
        squares = list(map(mul, column, column))
        whole = sum(squares)
        xs.append(whole * weight - fsum(map(mul, one, squares)))
        ys.append(whole * other_weight - fsum(map(mul, other, squares)))
    return xs, ys


def _find_axes(rows: Sequence[Sequence[int]]) -> list[list[float]]:
    """The two directions of greatest variance of the distance vectors, computed by orthogonal iteration. It starts from
    fixed vectors, so that the result is always the same.
    """
    columns = list(zip(*_centre(rows, max(1, len(rows[0]) // SAMPLE)), strict=True))
    products = [[fsum(map(mul, one, other)) for other in columns] for one in columns]
    size = len(products)
    first = [1.0 + index / size for index in range(size)]
    second = [1.0 if index % 2 else -1.0 - index / size for index in range(size)]
    for _round in range(AXIS_ROUNDS):
        first = _normalize([fsum(map(mul, row, first)) for row in products])
        second = [fsum(map(mul, row, second)) for row in products]
        common = fsum(map(mul, first, second))
        second = _normalize([each - common * other for each, other in zip(second, first, strict=True)])
    return [first, second]


def _normalize(vector: list[float]) -> list[float]:
    length = sqrt(fsum(map(mul, vector, vector))) or 1.0
    return [each / length for each in vector]


def _find_scale(xs: list[float], ys: list[float], pivots: Sequence[int], rows: Sequence[Sequence[int]]) -> float:
    """The factor by which to scale the coordinates so that lengths on the map best fit the distances in the graph."""
    step = max(1, len(xs) // SAMPLE)
    above = below = 0.0
    for pivot, row in zip(pivots, rows, strict=True):
        for x, y, distance in zip(xs[::step], ys[::step], row[::step], strict=True):
            square = (x - xs[pivot]) ** 2 + (y - ys[pivot]) ** 2
            above += distance * sqrt(square)
            below += square
    return above / below if below else 1.0


def _even_out(
    near: Sequence[Sequence[int]],
    pivots: Sequence[int],
    rows: Sequence[Sequence[int]],
    places: Coordinates,
    rounds: int,
    is_over: Callable[[], bool],
) -> None:
    """Refine the coordinates `places` by stress majorization: in each round, move each node in turn to where its graph
    distances from the pivots and its neighbours pull it.
    """
    xs, ys = places
    columns = [
        [*((pivot, distance) for pivot, distance in zip(pivots, column, strict=True) if distance > 1)]
        + [(other, 1) for other in near[node]]
        for node, column in enumerate(zip(*rows, strict=True))
    ]
    for _round in range(rounds):
        if is_over():
            raise OutOfTime
        for node, pairs in enumerate(columns):
            x, y = xs[node], ys[node]
            sum_x = sum_y = weights = 0.0
            for other, distance in pairs:
                to_x, to_y = xs[other], ys[other]
                dx, dy = x - to_x, y - to_y
                stretch = distance / (sqrt(dx * dx + dy * dy) or 1.0)
                weight = 1.0 / (distance * distance)
                sum_x += weight * (to_x + dx * stretch)
                sum_y += weight * (to_y + dy * stretch)
                weights += weight
            xs[node], ys[node] = sum_x / weights, sum_y / weights


def _turn(xs: list[float], ys: list[float]) -> Coordinates:
    """Mirror the map, if necessary, so that the start is neither to the right of the mean of all positions nor below
    it.
    """
    middle_x, middle_y = fsum(xs) / len(xs), fsum(ys) / len(ys)
    if xs[0] > middle_x:
        xs = [-x for x in xs]
    if ys[0] > middle_y:
        ys = [-y for y in ys]
    return xs, ys


# In rings


def place_in_rings(graph: StateGraph) -> Coordinates:
    """The coordinates of all nodes on rings around the start, one ring for each number of steps from the start. Each
    node gets a part of its parent's angle, in proportion to its number of descendants in a tree of shortest paths.
    """
    depths = graph.depths
    order = sorted(range(len(graph)), key=depths.__getitem__)
    parents = [0] * len(graph)
    sizes = [1] * len(graph)
    for node in order[1:]:
        parents[node] = next(each for each in graph.near[node] if depths[each] == depths[node] - 1)
    for node in reversed(order[1:]):
        sizes[parents[node]] += sizes[node]
    begins, free = (
        [0.0] * len(graph),
        [0.0] * len(graph),
    )  # of each node's angle: its start, and its free part
    xs, ys = [0.0] * len(graph), [0.0] * len(graph)
    whole = 2 * pi / max(1, len(graph) - 1)
    for node in order[1:]:
        parent = parents[node]
        begins[node] = free[node] = free[parent]
        free[parent] += sizes[node] * whole
        angle = begins[node] + sizes[node] * whole / 2
        xs[node], ys[node] = depths[node] * cos(angle), depths[node] * sin(angle)
    return xs, ys
