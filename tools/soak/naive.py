"""The simplest solvers: breadth-first search, relaxation, counting of paths, elimination. They share no code with
Langkah.
"""

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import Any, NamedTuple

Onward = Callable[[Any], Iterable[Any]]


class Distances(NamedTuple):
    """A whole state space: the distances of each state from the start and, where possible, to the nearest goal."""

    depth: dict[Hashable, int]
    layers: list[int]
    goals: set[Hashable]
    nearest: int | None
    to_goal: dict[Hashable, int]


def measure_space(start: Any, onward: Onward, is_goal: Callable[[Any], bool]) -> Distances:
    """The whole state space: visit every state with a queue, then search backwards from all goals at once."""
    depth: dict[Hashable, int] = {start: 0}
    into: dict[Hashable, list[Hashable]] = {start: []}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in onward(here):
            if there not in depth:
                depth[there] = depth[here] + 1
                into[there] = []
                queue.append(there)
            into[there].append(here)
    layers = [0] * (max(depth.values()) + 1)
    for each in depth.values():
        layers[each] += 1
    goals = {state for state in depth if is_goal(state)}
    to_goal: dict[Hashable, int] = dict.fromkeys(goals, 0)
    back = deque(goals)
    while back:
        here = back.popleft()
        for before in into[here]:
            if before not in to_goal:
                to_goal[before] = to_goal[here] + 1
                back.append(before)
    nearest = min((depth[goal] for goal in goals), default=None)
    return Distances(depth, layers, goals, nearest, to_goal)


Ways = list[list[tuple[int, Fraction]]]  # for each node: targets with costs


def relax_costs(ways: Ways, targets: Iterable[int]) -> list[Fraction | None]:
    """The exact cost from every node to the nearest target, by relaxing until nothing changes; None: no path."""
    far: list[Fraction | None] = [None] * len(ways)
    for target in targets:
        far[target] = Fraction(0)
    changed = True
    while changed:
        changed = False
        for node, onward in enumerate(ways):
            for other, cost in onward:
                rest, known = far[other], far[node]
                if rest is not None and (known is None or cost + rest < known):
                    far[node], changed = cost + rest, True
    return far


def count_simple_paths(ways: Ways, start: int, targets: set[int], most: int) -> int | None:
    """The number of simple paths from the start, each ending at its first target; None: too many.

    Parallel edges count separately.
    """
    found = tried = 0
    stack: list[tuple[int, frozenset[int]]] = [(start, frozenset({start}))]
    while stack:
        node, path = stack.pop()
        tried += 1
        if tried > most:
            return None
        if node in targets:
            found += 1
            continue
        stack += [(other, path | {other}) for other, _cost in ways[node] if other not in path]
    return found


def eliminate(rows: list[list[Fraction]]) -> list[Fraction] | None:
    """Solve linear equations (each row: coefficients, then the right side) exactly; None if they are singular."""
    size = len(rows)
    for column in range(size):
        pivot = next((row for row in range(column, size) if rows[row][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for row in range(size):
            factor = rows[row][column]
            if row != column and factor:
                rows[row] = [value - factor * top for value, top in zip(rows[row], rows[column], strict=True)]
    return [row[-1] for row in rows]
