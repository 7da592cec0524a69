"""The search tree of a record as it is at a moment: only what exists is laid out, so that it grows with the search.

Places are counted in steps: x from the first root to the right, one between neighbours; depth downward. What is there
follows from the record, where it stands from `views.tree_layout`, where to look from `views.tree_follow`. Nodes stand
in rows; what lies in a part of the tree is found by bisection, however large the whole is. The page does the same in
its own language (`views/replay/layout.js`).
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from langkah.tracing import Event
from langkah.views.recording import Recording
from langkah.views.tree_layout import lay_out_tree

NONE = -1


class GrowingTree:
    """The tree of the round under way, and what is folded in it."""

    def __init__(self, recording: Recording) -> None:
        self.recording, self.trace = recording, recording.trace
        self.count = self.begin = 0  # how many events have passed, and where their round begins
        self.folded: set[int] = set()
        self.hidden: dict[int, int] = {}  # how many nodes lie folded below a node
        self.roots: list[int] = []
        self.parents: dict[int, int] = {}  # of all nodes that are there, -1 for roots
        self.children: dict[int, list[int]] = {}
        self.places: dict[int, tuple[float, int]] = {}  # a new dictionary for each layout: those of before stay true
        self.rows: list[list[int]] = []
        self.across: list[list[float]] = []  # the places of each row
        self.left = self.right = 0.0  # how far the tree reaches
        self._known: object = None  # what decided the places
        self.show(0)

    @property
    def levels(self) -> int:
        """How many generations there are."""
        return len(self.rows)

    def show(self, count: int) -> bool:
        """Lay out what is there after so many events and is not folded away. Whether places have changed."""
        index = self.trace.index()
        begin = index.round_at(max(count, 1))[0]
        if begin != self.begin:
            self.folded = set()
        self.count, self.begin = count, begin
        made = bisect_left(index.made_at, begin), bisect_left(index.made_at, count)
        known = *made, frozenset(self.folded)
        changed = known != self._known
        if changed:
            self._known = known
            self._arrange([self.trace.events[position] for position in index.made_at[slice(*made)]])
        return changed

    def _arrange(self, made: list[Event]) -> None:
        """Find the places of nodes; they come in the order in which they were made."""
        self.roots, self.parents, self.children = [], {}, {}
        for event in made:
            if event.parent < 0:
                self.roots.append(event.node)
            elif event.parent in self.parents and event.parent not in self.folded:
                self.children.setdefault(event.parent, []).append(event.node)
            else:
                continue
            self.parents[event.node] = event.parent
        layout = lay_out_tree(self.roots, self.children)
        first = layout.places[self.roots[0]][0] if self.roots else 0.0
        self.left, self.right = -first, layout.width - first
        self.rows, self.across = [[] for _row in range(layout.depth)], [[] for _row in range(layout.depth)]
        self.places = {}
        for node, (x, depth) in layout.places.items():  # those of a row come from left to right
            self.places[node] = x - first, depth
            self.rows[depth].append(node)
            self.across[depth].append(x - first)
        self.hidden = {node: self._count_below(node) for node in self.folded}

    def _count_below(self, node: int) -> int:
        found = self.trace.children(node, self.count)
        for each in found:  # grows while it is read
            found += self.trace.children(each, self.count)
        return len(found)

    def fold(self, node: int) -> bool:
        """Fold what lies below a node, or unfold it. Whether there is anything below it."""
        if node not in self.places or not self.trace.children(node, self.count):
            return False
        self.folded ^= {node}
        self.show(self.count)
        return True

    # What must be seen

    @property
    def current(self) -> int:
        """The node at work: the one that the last event is about, or NONE."""
        return self.trace.subject(self.count)

    def find_shown(self, node: int) -> int:
        """The node, or the nearest one above it that is not folded away; NONE where there is none."""
        known = node in self.trace.index().histories
        return next((each for each in reversed(self.trace.path(node)) if each in self.places), NONE) if known else NONE

    def list_followed(self, subject: int) -> list[int]:
        """What a view that follows must show: the roots, the node at work with its parent, siblings and children,
        and the one looked at."""
        current = self.current
        parent = self.parents.get(current, NONE)
        family = (*self.children.get(parent, ()), *self.children.get(current, ()))
        return [node for node in (*self.roots, parent, *family, current, subject) if node in self.places]

    # What lies where

    def within(self, left: float, top: float, right: float, bottom: float, apart: float = 0.0) -> Iterator[int]:
        """The nodes in a part of the tree, row by row; where they are closer together than `apart`, one for each step
        of that width."""
        for depth in range(max(0, -int(-top // 1)), min(self.levels, int(bottom // 1) + 1)):
            places = self.across[depth]
            begin = bisect_left(places, left // apart * apart if apart else left)
            yield from self._list_apart(depth, begin, bisect_right(places, right), apart)

    def crossing(self, left: float, top: float, right: float, bottom: float, apart: float = 0.0) -> Iterator[int]:
        """The nodes whose lines from their parents may touch a part of the tree. In a row, parents stand in the order
        of their children, so that these nodes stand together."""
        for depth in range(max(1, -int(-top // 1)), min(self.levels, int(bottom // 1) + 2)):
            row = self.rows[depth]
            begin = bisect_left(row, left - apart, key=lambda node: max(self._find_ends(node)))
            end = bisect_right(row, right, key=lambda node: min(self._find_ends(node)))
            yield from self._list_apart(depth, begin, end, apart)

    def _find_ends(self, node: int) -> tuple[float, float]:
        return self.places[self.parents[node]][0], self.places[node][0]

    def _list_apart(self, depth: int, begin: int, end: int, apart: float) -> Iterator[int]:
        """The nodes of a part of a row, one for each step of a width."""
        row, places = self.rows[depth], self.across[depth]
        if not apart:
            yield from row[begin:end]
            return
        while begin < end:
            yield row[begin]
            begin = bisect_left(places, (places[begin] // apart + 1) * apart, begin + 1)

    def beside(self, node: int, dx: int, dy: int) -> int:
        """The node above, the first one below, or the one beside it in its row; the node itself where there is none."""
        if node not in self.places:
            return self.roots[-1] if self.roots else NONE
        if dy:
            found = self.parents[node] if dy < 0 else self.children.get(node, [NONE])[0]
            return found if found in self.places else node
        x, depth = self.places[node]
        place = bisect_left(self.across[depth], x) + dx
        return self.rows[depth][place] if 0 <= place < len(self.rows[depth]) else node
