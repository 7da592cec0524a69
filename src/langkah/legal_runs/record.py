"""The trace of a `LegalRun`: its steps as the events that a search reports, so that every view of a search can show the
run.
"""

from collections.abc import Hashable
from typing import Any, Generic

from langkah.language import _
from langkah.legal_runs.base import LegalRun, RunNode
from langkah.legal_runs.game_runs import GameTreeRun
from langkah.legal_runs.negamax_runs import NegamaxRun
from langkah.model import Game, M, S
from langkah.scores import score_to_points
from langkah.tracing import Event, Kind, Trace
from langkah.tracing.points import format_points

CUT_OFF = "alpha >= beta"


class RecordedRun(Generic[S, M]):
    """A run, and the trace of its steps so far."""

    def __init__(self, run: LegalRun[S, M]) -> None:
        self.run, self.trace = run, Trace()
        self.told = 0  # the number of nodes in the trace
        self.first: dict[Hashable, int] = {}  # the first node of each state
        self.valued = 0  # the number of game nodes whose values are in the trace
        self.waiting = set[int]()
        self._tell_news()

    def take(self, number: int) -> None:
        """Expand a node that the rules allow to be expanded next, and record the events."""
        node = self.run.nodes[number]
        self.run.take(number)
        self._tell(Kind.TAKE, node)
        self.waiting.discard(number)
        if self.run.is_goal(node):
            self._tell(Kind.GOAL, node)
        self._tell_news()

    def cut(self, number: int) -> None:
        """Cut off a branch and the remaining branches of the same node, and record the events."""
        above = self.run.nodes[self.run.nodes[number].parent]
        self.run.cut(number)
        self._tell(Kind.CUT, above, why=CUT_OFF)
        self._tell_news()

    def _tell_news(self) -> None:
        """Record the new nodes, and the nodes that left the frontier."""
        self.run.list_legal()  # if a round is over, this call begins the next one, unless a goal was expanded
        waiting = set(self.run.list_waiting())
        new = self.run.nodes[self.told :]
        for node in new:
            if node.parent >= 0:
                self._tell_node(node, waits=node.number in waiting)
        again = {node.key: node.number for node in reversed(new)}
        for number in sorted(self.waiting - waiting):
            self._tell_drop(self.run.nodes[number], again)
        self._tell_values()
        for node in new:
            if node.parent < 0:
                if self.told:
                    bound, why = getattr(self.run, "bound", None), getattr(self.run, "bound_text", "")
                    self.trace(Event(Kind.RESTART, -1, bound=bound, why=why))
                self._tell_node(node, waits=node.number in waiting)
        self.told, self.waiting = len(self.run.nodes), waiting

    def _tell_drop(self, node: RunNode[S, M], again: dict[Hashable, int]) -> None:
        """Record why a node left the frontier without being expanded. `again` has the numbers of the new nodes by the
        keys of their states.
        """
        if isinstance(self.run, NegamaxRun) and node.number in self.run.known:
            other = self.run.known[node.number]
            why = _("already in the table: duplicate of #{n}").format(n=other)
            self._tell(Kind.DUPLICATE, node, other=other, why=why)
        elif isinstance(self.run, GameTreeRun):
            self._tell(Kind.PRUNE, node, why=CUT_OFF)
        elif node.key in again:
            self._tell(Kind.DUPLICATE, node, other=again[node.key], why=_("a cheaper path to this state is known"))
        else:
            self._tell(Kind.PRUNE, node, why=_("dropped by the rules of the search"))

    def _tell_values(self) -> None:
        """Record the values of finished nodes of a game, in points for MAX."""
        if not isinstance(self.run, GameTreeRun):
            return
        for number, score, sign in self.run.finished[self.valued :]:
            node = self.run.nodes[number]
            points = score_to_points(score, node.depth)
            if sign and self._get_side(node) == "min":
                sign = "≥" if sign == "≤" else "≤"
            points = points if self._get_side(node) == "max" else -points
            self._tell(Kind.VALUE, node, bound=points, why=f"{sign} {format_points(points)}".strip())
        self.valued = len(self.run.finished)

    def _get_side(self, node: RunNode[S, M]) -> str:
        """The side of the player to move at a node: "max" for the player who moves at the start, "min" for the
        opponent; "" in a puzzle.
        """
        game = self.run.problem
        if not isinstance(game, Game):
            return ""
        return "max" if game.player(node.state) == game.player(game.start) else "min"

    def _tell_node(self, node: RunNode[S, M], *, waits: bool) -> None:
        first = self.first.setdefault(node.key, node.number)
        same = first if first != node.number else -1
        if waits:
            value = self.run.get_value(node)
            newest = getattr(getattr(self.run, "groups", None), "newest_first", False)
            order: tuple[Any, ...] = (
                (value, node.number) if self.run.value_name else (-node.number if newest else node.number,)
            )
            self._tell(Kind.OPEN, node, estimate=node.estimate, total=value if self.run.value_name else 0, order=order)
            return
        if same >= 0:
            self._tell(Kind.DUPLICATE, node, other=same, why=_("duplicate of #{n}").format(n=same))
        elif isinstance(self.run, GameTreeRun):
            self._tell(Kind.PRUNE, node, why=CUT_OFF)
        else:
            bound = getattr(self.run, "bound", None)
            self._tell(Kind.PRUNE, node, bound=bound, why=_("dropped by the rules of the search"))

    def _tell(self, kind: Kind, node: RunNode[S, M], **more: Any) -> None:
        known = (node.number, node.parent, node.state, node.move, node.depth, node.cost)
        self.trace(Event(kind, *known, side=self._get_side(node), **more))
