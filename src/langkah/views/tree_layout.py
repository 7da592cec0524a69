"""A tidy tree layout: as narrow as whole subtrees allow, every parent centred above its children, in linear time.

Each subtree has a left and a right contour: the positions of its outermost nodes at each depth, deepest first. Two
adjacent subtrees are pushed together until their contours touch, which takes as many steps as the shallower subtree is
deep. The contour of the deeper one is then reused for both; a single number shifts all its entries. There is no
recursion, so trees may have any depth.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class _Outline:
    """The left and the right contour of a subtree, deepest first, each with a shift for all its entries."""

    __slots__ = ("left", "left_shift", "right", "right_shift")

    def __init__(self) -> None:
        self.left: list[float] = []
        self.right: list[float] = []
        self.left_shift = self.right_shift = 0.0

    def _put_on_top(self) -> None:
        self.left.append(-self.left_shift)
        self.right.append(-self.right_shift)

    def shift(self, by: float) -> None:
        self.left_shift += by
        self.right_shift += by


class _TreeLayout(NamedTuple):
    """The position of each node, and the size of the tree. Across, the unit is the least distance between nodes of the
    same depth; down, the unit is one generation.
    """

    places: dict[int, tuple[float, int]]
    width: float
    depth: int


def lay_out_tree(roots: Sequence[int], children: Mapping[int, Sequence[int]]) -> _TreeLayout:
    """The layout of a forest, whose trees stand side by side; `children` lists the children of each inner node, in
    order.
    """
    order = _list_downward(roots, children)
    offsets: dict[int, float] = {}
    outlines: dict[int, _Outline] = {}
    for node in reversed(order):
        below = children.get(node, ())
        outline = _push_together([outlines.pop(child) for child in below], below, offsets)
        if below:
            middle = offsets[below[-1]] / 2
            outline.shift(-middle)
            for child in below:
                offsets[child] -= middle
        outline._put_on_top()
        outlines[node] = outline
    whole = _push_together([outlines[root] for root in roots], roots, offsets)
    least = min((edge + whole.left_shift for edge in whole.left), default=0.0)
    most = max((edge + whole.right_shift for edge in whole.right), default=0.0)
    return _TreeLayout(_place_nodes(roots, children, order, offsets, least), most - least, len(whole.left))


def _list_downward(roots: Sequence[int], children: Mapping[int, Sequence[int]]) -> list[int]:
    order = []
    stack = list(reversed(roots))
    while stack:
        node = stack.pop()
        order.append(node)
        stack += reversed(children.get(node, ()))
    return order


def _push_together(outlines: Sequence[_Outline], nodes: Sequence[int], offsets: dict[int, float]) -> _Outline:
    """The joint contour of adjacent subtrees, which are pushed together from left to right. The distance of each
    subtree from the first one is stored in `offsets`.
    """
    if not outlines:
        return _Outline()
    whole = outlines[0]
    offsets[nodes[0]] = 0.0
    for node, outline in zip(nodes[1:], outlines[1:], strict=True):
        offsets[node] = _find_distance(whole, outline)
        whole = _join_outlines(whole, outline, offsets[node])
    return whole


def _find_distance(a: _Outline, b: _Outline) -> float:
    """How far `b` must be moved to the right of `a`, so that at every depth the nodes of `b` are at least 1 to the
    right of the nodes of `a`.
    """
    common = min(len(a.right), len(b.left))
    gaps = (a.right[-level] - b.left[-level] for level in range(1, common + 1))
    return max(gaps) + a.right_shift - b.left_shift + 1


def _join_outlines(a: _Outline, b: _Outline, by: float) -> _Outline:
    """The joint contour of `a` and `b` after `b` is moved to the right by `by`. It is the deeper of both contours, with
    one side overwritten by the shallower contour.
    """
    b.shift(by)
    if len(a.right) >= len(b.right):
        for level in range(1, len(b.right) + 1):
            a.right[-level] = b.right[-level] + b.right_shift - a.right_shift
        return a
    for level in range(1, len(a.left) + 1):
        b.left[-level] = a.left[-level] + a.left_shift - b.left_shift
    return b


def _place_nodes(
    roots: Sequence[int],
    children: Mapping[int, Sequence[int]],
    order: Sequence[int],
    offsets: Mapping[int, float],
    least: float,
) -> dict[int, tuple[float, int]]:
    places = {root: (offsets[root] - least, 0) for root in roots}
    for node in order:
        x, depth = places[node]
        for child in children.get(node, ()):
            places[child] = x + offsets[child], depth + 1
    return places
