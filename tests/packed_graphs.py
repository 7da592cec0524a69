"""Random graphs as packed puzzles: of any size, directed or undirected, with states of one word or of three words."""

from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

from langkah.model import Puzzle, Step
from langkah.packed import Packed

FAR = 50  # bits between the parts of a number that is spread over several words


def expand(state: int, out: Any, data: Any) -> int:
    """Writes the successors of a node into `out`, each as often as the node's list has it; returns their number."""
    first, last = data[1 + state], data[2 + state]
    for place in range(first, last):
        out[place - first] = data[place]
    return int(last - first)


def goal(state: int, data: Any) -> bool:
    """Whether the node is a target."""
    return bool(data[data[0] + state])


def expand_wide(state: Any, out: Any, data: Any) -> int:
    """Writes the successors of a node, whose states have three words: each word is the node times a fixed factor.
    Returns the number of successors.
    """
    first, last = data[1 + state[0]], data[2 + state[0]]
    for place in range(first, last):
        for word in range(3):
            out[(place - first) * 3 + word] = data[place] * (word * word + 1)
    return int(last - first)


def goal_wide(state: Any, data: Any) -> bool:
    """Whether the node is a target."""
    return bool(data[data[0] + state[0]])


class Walk(Puzzle[int, int]):
    """A puzzle: walk from node 0 to a target. `wide`: a packed state has three words instead of one."""

    def __init__(
        self, ways: list[list[int]], targets: frozenset[int], *, wide: bool, reversible: bool, size: int | None = None
    ) -> None:
        self.size = size
        self.ways, self.targets, self.wide, self.start = ways, targets, wide, 0
        self.reversible = reversible

    def steps(self, state: int) -> Iterable[Step[int, int]]:
        """A step for every edge of the node."""
        return [Step(index, node) for index, node in enumerate(self.ways[state])]

    def is_goal(self, state: int) -> bool:
        """Whether the node is a target."""
        return state in self.targets

    def packed(self) -> Packed[int]:
        """The packed form. Its data are the offsets of the successor lists, then the lists, then the goal flags."""
        data = [0] * (len(self.ways) + 2)
        for node, ways in enumerate(self.ways):
            data[1 + node] = len(data)
            data += ways
        data[1 + len(self.ways)] = data[0] = len(data)
        data += [int(node in self.targets) for node in range(len(self.ways))]
        most = max(map(len, self.ways), default=0) or 1
        if not self.wide:
            return Packed.of(
                0, lambda node: node, lambda word: word, expand, goal, data=data, branching=most, size=self.size
            )

        def pack(node: int) -> int:
            return sum(node * (word * word + 1) << FAR * word for word in range(3))

        return Packed.of(
            0, pack, lambda word: word & (1 << FAR) - 1, expand_wide, goal_wide,
            data=data, branching=most, words=3, word_bits=FAR, size=self.size,
        )  # fmt: skip


@st.composite
def walks(draw: st.DrawFn) -> Walk:
    """Random graphs with loops, parallel edges, dead ends and unreachable parts."""
    size = draw(st.integers(1, 60))
    seed = draw(st.randoms(use_true_random=False))
    ways: list[list[int]] = [
        [seed.randrange(size) for _way in range(seed.choice((0, 1, 1, 2, 5)))] for _node in range(size)
    ]
    reversible = draw(st.booleans())
    if reversible:
        for node, onward in enumerate([list(each) for each in ways]):
            for other in onward:
                ways[other].append(node)
    targets = frozenset(node for node in range(size) if seed.random() < 0.08)
    return Walk(ways, targets, wide=draw(st.booleans()), reversible=reversible)


def expand_signs(state: int, out: Any) -> int:
    """Successors from operations in which machine arithmetic differs from Python on negative numbers."""
    debt = state - 10
    out[0], out[1], out[2] = abs(debt), ~debt & 31, debt.bit_length() + state // 2
    return 3


def expand_halves(state: int, out: Any) -> int:
    """A successor computed with floating point, which Langkah does not compile anywhere."""
    out[0] = int(state / 2)
    return 1


class Own(Puzzle[int, int]):
    """A puzzle of numbers whose successors come from `expand_halves` or from `expand_signs`."""

    start = 25

    def __init__(self, halves: bool) -> None:
        self.expand, self.branching = (expand_halves, 1) if halves else (expand_signs, 3)

    def steps(self, state: int) -> Any:
        """The steps, computed by running the puzzle's `expand` function in Python."""
        out = [0] * self.branching
        return [Step(number, out[number]) for number in range(self.expand(state, out))]

    def is_goal(self, state: int) -> bool:
        """Whether the number is below 2."""
        return state < 2

    def packed(self) -> Packed[int]:
        """The packed form; each state is packed as itself."""
        return Packed.of(
            self.start,
            lambda state: state,
            lambda word: word,
            self.expand,
            lambda state: state < 2,
            branching=self.branching,
        )
