"""The search tree of a record, to walk in: where every node of a round stands, which nodes lie in a part of it, and
what they look like at a moment.

A tree is laid out for longer than the moment, so that nothing jumps while the search goes on, but not for all the
future, which would tear apart what has only begun: whenever the search has become twice as long, there is a new layout.

What a node looks like is decided by `langkah.views.tree`, where it stands by `langkah.views.tree_layout`. Nodes stand
in rows; what lies in a part of the tree is found by bisection, however large the whole is.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from langkah.scene import Shape
from langkah.trace import Reason
from langkah.trace.record import Explainer
from langkah.views.recording import Recording
from langkah.views.tree import ROLES, TreePainter, VisibleTree, has_long_labels
from langkah.views.tree_layout import lay_out_tree

NONE = -1
AHEAD = 64  # events whose nodes are laid out at first
WAITING = Reason("waiting", "")


class _NumberedPainter(TreePainter):
    """Nodes that tell their number beside what became of them."""

    def __init__(self, recording: Recording, tree: VisibleTree, *, boards: bool) -> None:
        self.recording = recording
        super().__init__(recording.problem, recording.trace, tree, boards=boards)

    def remark(self, node: int, reason: Reason) -> str:
        return self.recording.foot(node, reason, len(self.recording) if self.tree.after is None else self.tree.after)

    def size(self) -> tuple[float, float]:
        """The size of a node: also what is said of it while it waits has room, and while its value is sought."""
        final = self.remarks
        begun = {node: self.recording.foot(node, WAITING, self.trace.history(node).made) for node in final}
        self.remarks = {
            node: max(words, self.remark(node, WAITING), begun[node], key=len) for node, words in final.items()
        }
        found = super().size()
        self.remarks = final
        return found


class TreeLook(NamedTuple):
    """What decides how nodes look at a moment."""

    explainer: Explainer
    path: Collection[int]
    current: int

    def role(self, node: int) -> str:
        """The role of a node's box."""
        return "cell:path" if node in self.path else ROLES.get(self.explainer.fate(node), "cell")


class WatchedTree:
    """The tree of the round under way. `boards`: draw states instead of naming them; None: where names are long."""

    def __init__(self, recording: Recording, *, boards: bool | None = None) -> None:
        self.recording, self.trace = recording, recording.trace
        some = range(min(len(self.trace.made), 50))
        self.boards = has_long_labels(recording.problem, self.trace, some) if boards is None else boards
        self.folded: set[int] = set()
        self.begin = self.end = NONE
        self.arrange(0)

    def show(self, count: int) -> bool:
        """See to it that the tree of a moment is laid out. Whether it was another one before."""
        begin, end = self._span(count)
        changed = (begin, end) != (self.begin, self.end)
        if changed:
            self.folded = self.folded if begin == self.begin else set()
            self.arrange(count)
        return changed

    def _span(self, count: int) -> tuple[int, int]:
        """The events whose nodes are laid out: from the beginning of the round, for longer than the moment."""
        index = self.trace.index()
        begin = index.round_at(max(count, 1))[0]
        later = bisect_left(index.restarts, begin)
        over = index.restarts[later] if later < len(index.restarts) else len(self.trace)
        long = AHEAD
        while begin + long < count:
            long *= 2
        return begin, min(begin + long, over)

    def arrange(self, count: int) -> None:
        """Find the places of all nodes that are to be laid out and are not folded away."""
        index = self.trace.index()
        self.begin, self.end = self._span(count)
        self.roots = [node for node in index.roots if self.begin <= index.histories[node].made < self.end]
        children = dict(self._list_children())
        layout = lay_out_tree(self.roots, children)
        self.hidden = {node: self._count_below(node) for node in self.folded}
        self.painter = self._sized()
        across, down = self.painter.across, self.painter.down
        self.places = {node: (x * across, depth * down) for node, (x, depth) in layout.places.items()}
        self.rows: list[list[int]] = [[] for _depth in range(layout.depth)]
        for node, (x, depth) in sorted(layout.places.items(), key=lambda each: each[1][0]):
            del x
            self.rows[depth].append(node)
        self.lefts = [[self.places[node][0] for node in row] for row in self.rows]
        self.width = layout.width * across + self.size[0]
        self.height = max(layout.depth - 1, 0) * down + self.size[1]

    def _list_children(self) -> Iterator[tuple[int, list[int]]]:
        """The children of every node that is not folded away, where it has any and does not fold them."""
        reached = list(self.roots)
        for node in reached:  # grows while it is read
            children = [] if node in self.folded else self.trace.children(node, self.end)
            reached += children
            if children:
                yield node, children

    def _sized(self) -> _NumberedPainter:
        explainer = self.trace.explainer(self.end)
        histories = self.trace.index().histories.items()
        lasting = [node for node, history in histories if self.begin <= history.made < self.end]  # also folded ones
        reasons = {node: explainer.glance(node) for node in lasting}
        tree = VisibleTree(self.roots, {}, {}, frozenset(), NONE, reasons)
        return _NumberedPainter(self.recording, tree, boards=self.boards)

    @property
    def size(self) -> tuple[float, float]:
        """The size of a node, in units."""
        return self.painter.width, self.painter.height

    def _count_below(self, node: int) -> int:
        found = self.trace.children(node, self.end)
        for each in found:  # grows while it is read
            found += self.trace.children(each, self.end)
        return len(found)

    def fold(self, node: int) -> bool:
        """Fold what lies below a node, or unfold it. Whether there is anything below it."""
        if node not in self.places or not self.trace.children(node, self.end):
            return False
        self.folded ^= {node}
        self.arrange(self.end)
        return True

    # What lies where

    def within(
        self, left: float, top: float, right: float, bottom: float, count: int, apart: float = 0.0
    ) -> Iterator[int]:
        """The nodes made by the first `count` events that lie in a part of the tree, row by row; where they are closer
        together than `apart`, one for each step of that width."""
        wide, high = self.size
        down = self.painter.down
        first = max(0, int((top - high) // down) + 1)
        for depth in range(first, min(len(self.rows), int(bottom // down) + 1)):
            start = left - wide if not apart else (left - wide) // apart * apart
            lefts = self.lefts[depth]
            yield from self._list_made(depth, bisect_left(lefts, start), bisect_right(lefts, right), count, apart)

    def crossing(
        self, left: float, top: float, right: float, bottom: float, count: int, apart: float = 0.0
    ) -> Iterator[int]:
        """The nodes whose lines from their parents may touch a part of the tree. In a row, parents stand in the order
        of their children, so that these nodes stand together."""
        wide, high = self.size
        down = self.painter.down
        for depth in range(max(1, int(top // down)), min(len(self.rows), int((bottom - high) // down) + 2)):
            row = self.rows[depth]
            begin = bisect_left(row, left - wide - apart, key=lambda node: max(self._find_ends(node)))
            end = bisect_right(row, right, key=lambda node: min(self._find_ends(node)))
            yield from self._list_made(depth, begin, end, count, apart)

    def _find_ends(self, node: int) -> tuple[float, float]:
        return self.places[self.trace.node(node).parent][0], self.places[node][0]

    def _list_made(self, depth: int, begin: int, end: int, count: int, apart: float) -> Iterator[int]:
        """The nodes of a part of a row that are made by now, one for each step of a width."""
        row, lefts, histories = self.rows[depth], self.lefts[depth], self.trace.index().histories
        while begin < end:
            node = row[begin]
            begin += 1
            if histories[node].made < count:
                yield node
                if apart:
                    begin = bisect_left(lefts, (lefts[begin - 1] // apart + 1) * apart, begin)

    def node_at(self, x: float, y: float) -> int:
        """The node at a point, or NONE."""
        depth, (wide, high) = int(y // self.painter.down), self.size
        if not 0 <= depth < len(self.rows) or y - depth * self.painter.down > high:
            return NONE
        place = bisect_right(self.lefts[depth], x) - 1
        return self.rows[depth][place] if place >= 0 and x - self.lefts[depth][place] <= wide else NONE

    def beside(self, node: int, dx: int, dy: int) -> int:
        """The node above, the first one below, or the one beside it in its row; the node itself where there is none."""
        if node not in self.places:
            return self.roots[-1] if self.roots else NONE
        if dy:
            children = [] if node in self.folded else self.trace.children(node, self.end)
            found = self.trace.node(node).parent if dy < 0 else children[0] if children else NONE
            return found if found in self.places else node
        depth = round(self.places[node][1] / self.painter.down)
        place = bisect_left(self.lefts[depth], self.places[node][0]) + dx
        return self.rows[depth][place] if 0 <= place < len(self.rows[depth]) else node

    # What it looks like

    def look(self, count: int, path: Sequence[int], current: int) -> TreeLook:
        """What decides how nodes look after so many events."""
        return TreeLook(self.trace.explainer(count), frozenset(path), current)

    def shapes(self, node: int, look: TreeLook) -> list[Shape]:
        """One node with its top left corner at (0, 0)."""
        hidden = {node: self.hidden[node]} if node in self.hidden else {}
        path = frozenset({node} & set(look.path)) if node in look.path else frozenset[int]()
        tree = VisibleTree(
            [node], {}, hidden, path, look.current, {node: look.explainer.glance(node)}, look.explainer.count
        )
        return self.painter.at(tree).node(node, self.size[0] / 2, 0.0)
