"""The common base of road maps and grids: named places, their positions, and the links between them."""

import heapq
from typing import NamedTuple

from langkah.games.map_points import Point
from langkah.model import Cost


class Link(NamedTuple):
    """One step away: the move, the target, and the cost."""

    move: str
    to: str
    cost: Cost


class PlaceMap:
    """Places and links between them; `points` are their positions, x to the right and y upwards."""

    points: dict[str, Point]

    def __init__(self, links: dict[str, list[Link]]) -> None:
        self.links = links
        self.entries: dict[str, list[Link]] = {name: [] for name in links}  # the links into each place
        for name, found in links.items():
            for link in found:
                self.entries[link.to].append(link._replace(to=name))
        self.whole = all(type(link.cost) is int for found in links.values() for link in found)

    def measure_to(self, goal: str) -> dict[str, Cost]:
        """The least cost from every place that can reach a goal (Dijkstra, backwards)."""
        found: dict[str, Cost] = {}
        heap: list[tuple[Cost, str]] = [(0, goal)]
        while heap:
            far, name = heapq.heappop(heap)
            if name not in found:
                found[name] = far
                for link in self.entries[name]:
                    heapq.heappush(heap, (far + link.cost, link.to))
        return found

    def is_reversible(self) -> bool:
        """Whether every link has a reverse of the same cost."""
        back = {(name, link.to): link.cost for name, found in self.links.items() for link in found}
        return all(back.get((there, here)) == cost for (here, there), cost in back.items())
