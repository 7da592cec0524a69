"""The map of a state space: each state is a point, each step a line, and colours show the distance to the goal.

A `SpaceMap` is a value; `drawing` makes SVG and PNG of it, and this module makes the JSON for a page and the single
file that shows it without a server. Large data is encoded as little-endian numbers of two or four bytes, in base64. The
scripts beside this file draw it (see `map_view.js`).
"""

import base64
import sys
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

from langkah.engine.state_graph import StateGraph
from langkah.language import _, format_number, format_plural
from langkah.model import Puzzle
from langkah.views.graph_layout import LAYOUTS, Place
from langkah.views.space_map.colours import RAMPS
from langkah.views.space_map.texts import list_map_texts

__all__ = ["FOLDER", "LAYOUTS", "SpaceMap", "SpaceMapJson"]

FOLDER = Path(__file__).parent
NO_WAY = 65_535  # the distance of a state from which no goal can be reached
MOST_MARKED = 400  # maximum number of marked states of each kind


class SpaceMapJson(TypedDict):
    """The map of a state space. States are numbered from 0, the start. `places`: x and y of each state in a square of
    side 65,536 (2 bytes each). `distances`: the number of steps from each state to a goal (2 bytes; 65,535: no goal can
    be reached). `degrees`: the number of steps that lead from each state (2 bytes). `onward`: the successors of each
    state, in the order of the states and of the legal moves (4 bytes; -1: not on the map). `trail`: the states of the
    session, in order. `whole`: whether the map contains all states; `limit`: the limit, if any, that was reached before
    all states were on the map. `texts`: the texts on the map. `ramps`: for each theme, the colours from the goal to the
    farthest state.
    """

    problem: str
    layout: str
    states: int
    steps: int
    goals: int
    farthest: int
    stuck: int
    whole: bool
    limit: str
    about: str
    places: str
    distances: str
    degrees: str
    onward: str
    marked: "MarkedJson"
    trail: list[int]
    texts: dict[str, str]
    ramps: dict[str, list[str]]


class MarkedJson(TypedDict):
    """Notable states, a limited number of each kind. `shares` has, for each bottleneck, the share of all best paths
    that lead through this state.
    """

    goals: list[int]
    hardest: list[int]
    bottlenecks: list[int]
    shares: list[float]


@dataclass(frozen=True, eq=False, repr=False)
class SpaceMap:
    """The map of a space: its states, their places, and the path of a session through it.

    >>> found = map(load("hanoi", discs=3))
    >>> found.describe()
    '27 states, 2 goals, the farthest state is 7 steps from a goal'
    """

    problem: Puzzle[Any, Any]
    graph: StateGraph
    places: list[Place]
    layout: str = "shape"
    trail: tuple[int, ...] = ()
    limit: str = ""  # the limit reached before all states were mapped; "" also if a part was requested

    @property
    def name(self) -> str:
        """The name of the problem."""
        return self.problem.name or repr(self.problem)

    @property
    def is_whole(self) -> bool:
        """Whether every reachable state is on the map."""
        return self.graph.is_whole

    def __repr__(self) -> str:
        part = "" if self.is_whole else ", a part"
        return f"<SpaceMap {self.name}: {len(self.graph):,} states, {len(self.graph.edges):,} edges{part}>"

    def list_goals(self) -> list[int]:
        """The goals that are marked on the map, at most `MOST_MARKED` of them."""
        return self.graph.goals[:MOST_MARKED]

    def list_hardest(self) -> list[int]:
        """The hardest starts that are marked on the map, at most `MOST_MARKED` of them; empty if the map shows only a
        part of the space.
        """
        return self.graph.hardest[:MOST_MARKED] if self.is_whole else []

    def list_bottlenecks(self) -> list[int]:
        """The bottlenecks, states through which many best paths lead; empty if the map shows only a part of the
        space.
        """
        return self.graph.bottlenecks if self.is_whole else []

    def count_stuck(self) -> int:
        """The number of states from which no goal on the map can be reached."""
        return sum(distance < 0 for distance in self.graph.distances)

    def describe(self) -> str:
        """A one-line summary of the map."""
        graph = self.graph
        parts = [
            format_plural("{n} state", "{n} states", len(graph)),
            format_plural("{n} goal", "{n} goals", len(graph.goals)),
        ]
        if graph.farthest > 0:
            words = format_plural(
                "the farthest state is {n} step from a goal",
                "the farthest state is {n} steps from a goal",
                graph.farthest,
            )
            parts.append(words if self.is_whole else _("{words} within this part").format(words=words))
        if self.is_whole and graph.goals and (stuck := self.count_stuck()):
            parts.append(_("{n} states that cannot reach a goal").format(n=format_number(stuck)))
        if not self.is_whole:
            parts.append(_("a part of a larger space"))
        return ", ".join(parts)

    def as_dict(self) -> SpaceMapJson:
        """The map as plain JSON values."""
        graph = self.graph
        distances = (NO_WAY if each < 0 else min(each, NO_WAY - 1) for each in graph.distances)
        degrees = (graph.bounds[number + 1] - graph.bounds[number] for number in range(len(graph)))
        return {
            "problem": self.name,
            "layout": self.layout,
            "states": len(graph),
            "steps": len(graph.onward),
            "goals": len(graph.goals),
            "farthest": max(graph.farthest, 0),
            "stuck": self.count_stuck(),
            "whole": self.is_whole,
            "limit": self.limit,
            "about": self.describe(),
            "places": _pack_numbers("H", (each for place in self.places for each in place)),
            "distances": _pack_numbers("H", distances),
            "degrees": _pack_numbers("H", degrees),
            "onward": _pack_numbers("i", graph.onward),
            "marked": {
                "goals": self.list_goals(),
                "hardest": self.list_hardest(),
                "bottlenecks": self.list_bottlenecks(),
                "shares": [round(graph.shares[each], 4) for each in self.list_bottlenecks()],
            },
            "trail": list(self.trail),
            "texts": list_map_texts(),
            "ramps": {theme: list(ramp) for theme, ramp in RAMPS.items()},
        }


def _pack_numbers(code: str, numbers: Iterable[int]) -> str:
    found = array(code, numbers)
    if sys.byteorder == "big":
        found.byteswap()
    return base64.b64encode(found.tobytes()).decode("ascii")
