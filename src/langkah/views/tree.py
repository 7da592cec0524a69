"""The search tree as a picture: every node at its place in the tree, with its status.

Nodes are boards or labels, and the path to the goal is marked. The line below a duplicate names the node that it
repeats; the line below a pruned node shows its cost. A tree too large to read is folded: nodes near the root and on the
path to the goal are shown, and a badge on a node shows the number of hidden nodes below it. The picture is a scene like
any other, so that every renderer can draw it.
"""

from collections.abc import Collection, Iterable, Sequence
from copy import copy
from typing import Any, NamedTuple, Self

from langkah.language import _
from langkah.model import Problem, draw_scene, is_mapped
from langkah.scene import Disc, Path, Rect, Scene, Shape, Text
from langkah.tracing import Trace, format_cost
from langkah.tracing.points import format_points
from langkah.tracing.record import Reason
from langkah.views.tree_layout import lay_out_tree

MOST_NODES = 600  # the default number of nodes drawn, at most
MOST_BOARD_NODES = 150  # trees with more nodes show labels instead of small boards
SHORT_LETTERS, LONGEST_LETTERS = 6, 14  # a short label says more than a small board; a long one is truncated
ROLES = {
    "taken": "cell:taken",
    "goal": "goal",
    "waiting": "cell:waiting",
    "duplicate": "cell:dropped",
    "pruned": "cell:pruned",
    "deep": "cell:pruned",
    "back": "cell:dropped",
}
DROPPED = ("duplicate", "pruned", "deep", "back")
BOARD_AREA = 3.6  # area of a small board, in square units
REMARK_HEIGHT = 0.36  # the height of the line below a node


class VisibleTree(NamedTuple):
    """The nodes of a search tree that are shown, with their statuses."""

    roots: list[int]
    children: dict[int, list[int]]
    hidden: dict[int, int]  # the number of nodes folded below a node
    path: frozenset[int]
    current: int
    reasons: dict[int, Reason]
    after: int | None = None  # number of events so far; None: all


def select_visible(
    trace: Trace,
    count: int | None = None,
    *,
    folded: Collection[int] = (),
    most: int | None = MOST_NODES,
    line: Sequence[Any] = (),
) -> VisibleTree:
    """The part of the tree to show after `count` events: at most `most` nodes (but the whole path to the goal), and
    none below the nodes in `folded`. `line`: the moves of a path to mark if the search has found no goal.
    """
    roots = trace.roots(count)
    path = trace.solution(count) or (trace.follow(line) if line else [])
    whole = _list_unfolded(trace, roots, count, folded)
    shown = _select_nearest(whole, path, most)
    children = {
        node: [each for each in trace.children(node, count) if each in shown] if node not in folded else []
        for node in shown
    }
    explainer = trace.explainer(count)
    return VisibleTree(
        [root for root in roots if root in shown],
        {node: found for node, found in children.items() if found},
        _count_hidden(trace, shown, count),
        frozenset(path),
        trace.subject(count),
        {node: explainer.explain(node) for node in sorted(shown)},
        count,
    )


def _list_unfolded(trace: Trace, roots: Sequence[int], count: int | None, folded: Collection[int]) -> list[int]:
    found = list(roots)
    for node in found:  # grows during the loop
        if node not in folded:
            found += trace.children(node, count)
    return found


def _select_nearest(nodes: Sequence[int], path: Sequence[int], most: int | None) -> set[int]:
    """The nodes on the path and then the nodes nearest to the root, `most` nodes in all; more only if the path is
    longer.
    """
    if most is None or len(nodes) <= most:
        return set(nodes)
    kept = dict.fromkeys([*path, *nodes])
    return set(list(kept)[: max(most, len(path))]).intersection(nodes)


def _count_hidden(trace: Trace, shown: set[int], count: int | None) -> dict[int, int]:
    """For each shown node that has hidden children, the number of all hidden nodes below it."""
    found: dict[int, int] = {}
    for node in shown:
        missing = [each for each in trace.children(node, count) if each not in shown]
        for each in missing:  # grows during the loop
            missing += trace.children(each, count)
        if missing:
            found[node] = len(missing)
    return found


class TreePainter:
    """Draws the nodes of one tree. With `blank` the tree is an exercise: the nodes in `blank` are empty, and nothing is
    marked.
    """

    def __init__(
        self,
        problem: Problem[Any, Any],
        trace: Trace,
        tree: VisibleTree,
        *,
        boards: bool,
        blank: Collection[int] | None = None,
    ) -> None:
        if blank is not None:
            unmarked = {node: Reason("waiting", "") for node in tree.reasons}
            tree = tree._replace(path=frozenset(), current=-1, reasons=unmarked)
        self.problem, self.trace, self.tree, self.boards, self.blank = problem, trace, tree, boards, blank
        self.costs = trace.ordered_by_cost()
        self.remarks = {node: self.remark(node, reason) for node, reason in tree.reasons.items()}
        self.foot = REMARK_HEIGHT if any(self.remarks.values()) or blank is not None else 0.0
        self.width, self.height = self.size()
        self.across, self.down = self.width + 0.35, self.height + 0.9

    def size(self) -> tuple[float, float]:
        """The width and height of each node. With boards, nodes have the proportions of a board; otherwise, they are as
        wide as the longest label needs.
        """
        longest = max((len(words) for words in self.remarks.values()), default=0) * 0.155 + 0.3
        if self.boards and self.tree.roots:
            scene = draw_scene(self.problem, self.trace.node(self.tree.roots[0]).state)
            scale = (BOARD_AREA / (scene.width * scene.height)) ** 0.5
            return max(scene.width * scale + 0.24, longest), scene.height * scale + 0.24 + self.foot
        labels = [len(self.label(node)) for node in self.tree.reasons]
        return max(0.9, 0.22 * max(labels, default=0) + 0.45, longest), 0.65 + self.foot

    def at(self, tree: VisibleTree) -> Self:
        """A painter with the same node sizes for `tree`, which shows the same search at another event."""
        other = copy(self)
        other.tree = tree
        other.remarks = {node: other.remark(node, reason) for node, reason in tree.reasons.items()}
        return other

    def label(self, node: int) -> str:
        """The short label of a node's state."""
        label = self.problem.label(self.trace.node(node).state)
        return label if len(label) <= LONGEST_LETTERS else label[: LONGEST_LETTERS - 1] + "…"

    def remark(self, node: int, reason: Reason) -> str:
        """The line of text below a node."""
        costs = format_cost(self.trace.node(node).total) if self.costs else ""
        return describe_foot(self.trace, node, reason, 0 if self.blank is not None else self.tree.after, costs)

    def scene(self) -> Scene:
        """The whole tree as a picture."""
        layout = lay_out_tree(self.tree.roots, self.tree.children)
        places = {
            node: (x * self.across + self.width / 2, depth * self.down) for node, (x, depth) in layout.places.items()
        }
        shapes: list[Shape] = []
        chips: list[Shape] = []
        for node, children in self.tree.children.items():
            for child in children:
                shapes.append(self.edge(child, places[node], places[child]))
                chips += self._chip(child, places[node], places[child])
        shapes += chips
        for node, (x, y) in places.items():
            shapes += self.node(node, x, y)
        width = layout.width * self.across + self.width
        height = max(layout.depth - 1, 0) * self.down + self.height
        return Scene(width, height, tuple(shapes), self.title())

    def title(self) -> str:
        """A one-sentence description of the picture."""
        text = _("search tree: {shown} of {all} nodes").format(shown=len(self.tree.reasons), all=len(self.trace.made))
        missing = self.trace.left_out
        return text + ("; " + _("{n} later events were not recorded").format(n=missing) if missing else "")

    def edge(self, child: int, start: tuple[float, float], end: tuple[float, float]) -> Shape:
        """The line from a node to its child."""
        marked = child in self.tree.path
        points = (start[0], start[1] + self.height), end
        return Path(points, "up" if marked else "faint", id=f"edge {child}", width=0.12 if marked else 0.035)

    def _chip(self, child: int, start: tuple[float, float], end: tuple[float, float]) -> list[Shape]:
        """The shapes of an edge's label: the name of the move. Empty if the name is long or missing, or if the tree has
        too many nodes for legible labels.
        """
        move = self.trace.node(child).move
        word = "" if move is None or child in (self.blank or ()) else self.problem.notation(move)
        if not word or len(word) > 8 or len(self.tree.reasons) > MOST_BOARD_NODES:
            return []
        top = start[1] + self.height
        x, y = start[0] + (end[0] - start[0]) * 0.6, top + (end[1] - top) * 0.6
        width = 0.16 * len(word) + 0.14
        ground = Rect(x - width / 2, y - 0.16, width, 0.32, "cell", round=0.14)
        return [ground, Text(x, y, word, 0.24, "text" if child in self.tree.path else "faint")]

    def node(self, node: int, x: float, y: float) -> list[Shape]:
        """The shapes of one node: its box with a board or label, the line of text below it, and the number of nodes
        folded below it.
        """
        reason = self.tree.reasons[node]
        role = "cell:path" if node in self.tree.path else ROLES.get(reason.fate, "cell")
        name = f"node {node}"
        box = Rect(x - self.width / 2, y, self.width, self.height, role, "", name, name, 0.12)
        if node in (self.blank or ()):
            return [box]
        shapes: list[Shape] = [box, *self.content(node, box, faint=reason.fate in DROPPED)]
        if node == self.tree.current:
            shapes.insert(0, Rect(box.x - 0.1, y - 0.1, box.width + 0.2, box.height + 0.2, "cell:current", round=0.2))
        if self.remarks[node]:
            shapes.append(Text(x, y + self.height - 0.22, self.remarks[node], 0.25, "faint", name))
        if node in self.tree.hidden:
            badge = f"+{self.tree.hidden[node]}"
            shapes.append(Disc(x + self.width / 2, y + self.height, 0.3, "cell:1", badge, f"fold {node}"))
        return shapes

    def content(self, node: int, box: Rect, *, faint: bool) -> list[Shape]:
        """The content of a node's box: a small board or a label."""
        room = box._replace(height=box.height - self.foot)
        if self.boards:
            return _fit_scene(draw_scene(self.problem, self.trace.node(node).state), room, 0.12)
        middle = box.y + room.height / 2 + (0.04 if self.foot else 0)
        return [Text(box.x + box.width / 2, middle, self.label(node), 0.36, "faint" if faint else "text", box.handle)]


def describe_foot(trace: Trace, node: int, reason: Reason, count: int | None, costs: str) -> str:
    """The line of text below a node after `count` events. It says why the node was dropped, or gives its value, or
    alpha and beta, or otherwise its costs.
    """
    if reason.fate == "duplicate":
        return f"= #{reason.other}"
    if reason.fate in ("pruned", "deep"):
        total = trace.node(node).total
        return f"× {format_cost(total)}" if total else "×"
    valued = trace.history(node).valued
    if valued >= 0 and (count is None or valued < count):
        return trace.events[valued].why
    bounds = trace.bounds(node, count)
    return "α {} β {}".format(*map(format_points, bounds)) if bounds else costs


def _fit_scene(scene: Scene, box: Rect, margin: float) -> list[Shape]:
    """The shapes of a picture, scaled down to fit into a box. The scaled shapes have no ids and get the handle of the
    box; squares and the background of the board lose their labels.
    """
    scale = min((box.width - 2 * margin) / scene.width, (box.height - 2 * margin) / scene.height)
    x = box.x + (box.width - scale * scene.width) / 2
    y = box.y + (box.height - scale * scene.height) / 2
    return [_scale_shape(shape, scale, x, y, box.handle) for shape in scene.shapes]


def _scale_shape(shape: Shape, scale: float, x: float, y: float, handle: str) -> Shape:
    if isinstance(shape, Path):
        points = tuple((x + scale * a, y + scale * b) for a, b in shape.points)
        return shape._replace(points=points, width=shape.width * scale, handle=handle, id="")
    placed = shape._replace(x=x + scale * shape.x, y=y + scale * shape.y, handle=handle, id="")
    if isinstance(placed, Rect):
        placed = placed._replace(label="" if placed.role.partition(":")[0] in ("board", "cell") else placed.label)
        width, height = placed.width * scale, placed.height * scale
        return placed._replace(width=width, height=height, round=placed.round * scale)
    if isinstance(placed, Disc):
        return placed._replace(radius=placed.radius * scale)
    return placed._replace(size=placed.size * scale)


def draw_search_tree(
    problem: Problem[Any, Any],
    trace: Trace,
    count: int | None = None,
    *,
    boards: bool | None = None,
    folded: Collection[int] = (),
    most: int | None = MOST_NODES,
    line: Sequence[Any] = (),
    blank: Collection[int] | None = None,
) -> Scene:
    """The search tree as a picture. `boards`: draw each state as a small board instead of its label; if None, boards
    are drawn only if a label is long and there are few nodes. `blank` makes an exercise: the nodes in `blank` are left
    empty, and nothing is marked.
    """
    tree = select_visible(trace, count, folded=folded, most=most, line=line)
    if boards is None:
        boards = len(tree.reasons) <= MOST_BOARD_NODES and has_long_labels(problem, trace, tree.reasons)
    return TreePainter(problem, trace, tree, boards=boards, blank=blank).scene()


def has_long_labels(problem: Problem[Any, Any], trace: Trace, nodes: Iterable[int]) -> bool:
    """Whether a label of these nodes is so long that small boards are easier to read; False for problems that set
    `labels_nodes` or whose board is a map of all states.
    """
    if problem.labels_nodes or is_mapped(problem):
        return False
    return any(len(problem.label(trace.node(node).state)) > SHORT_LETTERS for node in nodes)


def format_dot(
    problem: Problem[Any, Any],
    trace: Trace,
    count: int | None = None,
    *,
    most: int | None = None,
    line: Sequence[Any] = (),
) -> str:
    """The search tree in Graphviz's DOT language."""
    tree = select_visible(trace, count, most=most, line=line)
    styles = {
        "taken": "",
        "goal": " peripheries=2",
        "waiting": " style=dashed",
        "duplicate": " style=dotted",
        "pruned": " style=dotted",
        "deep": " style=dotted",
        "back": " style=dotted",
    }
    lines = ["digraph search {", "  node [shape=box fontname=monospace];"]
    for node, reason in tree.reasons.items():
        words = quote_dot("\n".join((problem.text(trace.node(node).state), f"#{node} {reason.text}")))
        bold = " penwidth=3" if node in tree.path else ""
        lines.append(f"  {node} [label={words}{styles.get(reason.fate, '')}{bold}];")
    for node, children in tree.children.items():
        for child in children:
            move = trace.node(child).move
            words = f" [label={quote_dot(problem.notation(move))}]" if move is not None else ""
            lines.append(f"  {node} -> {child}{words};")
    return "\n".join([*lines, "}", ""])


def quote_dot(text: str) -> str:
    """Quote a text for Graphviz."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
