"""The common base of road maps and grids: named places, their positions, and the links between them."""

import heapq
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import NamedTuple

from langkah.games.map_points import Point
from langkah.model import Cost


class Link(NamedTuple):
    """A link between two places: the move, the place at its other end, and the cost."""

    move: str
    to: str
    cost: Cost


class PlaceMap:
    """Places and links between them. Links are computed when needed, since a large grid has many thousands of them."""

    @property
    def places(self) -> Collection[str]:
        """The names of all places."""
        raise NotImplementedError

    def find_point(self, name: str) -> Point:
        """The position of a place, x to the right and y upwards."""
        raise NotImplementedError

    def list_links(self, name: str) -> Sequence[Link]:
        """The links that leave a place."""
        raise NotImplementedError

    def list_entries(self, name: str) -> Sequence[Link]:
        """The links that lead into a place, each with the place where the link begins."""
        raise NotImplementedError

    @cached_property
    def whole(self) -> bool:
        """Whether every cost is a whole number."""
        return all(type(link.cost) is int for name in self.places for link in self.list_links(name))

    def find_leading(self, goal: str) -> set[str]:
        """The places from which a goal can be reached."""
        found, waiting = {goal}, [goal]
        for name in waiting:  # grows during the loop
            fresh = [link.to for link in self.list_entries(name) if link.to not in found]
            found.update(fresh)
            waiting += fresh
        return found

    def measure_to(self, goal: str) -> dict[str, Cost]:
        """The least cost from every place that can reach a goal, by Dijkstra's algorithm backwards from the goal."""
        found: dict[str, Cost] = {}
        heap: list[tuple[Cost, str]] = [(0, goal)]
        while heap:
            far, name = heapq.heappop(heap)
            if name not in found:
                found[name] = far
                for link in self.list_entries(name):
                    heapq.heappush(heap, (far + link.cost, link.to))
        return found

    def is_reversible(self) -> bool:
        """Whether every link has a reverse of the same cost."""
        back = {(name, link.to): link.cost for name in self.places for link in self.list_links(name)}
        return all(back.get((there, here)) == cost for (here, there), cost in back.items())
