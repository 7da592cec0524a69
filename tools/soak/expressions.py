"""Random integer functions as JSON: written as Python source, and evaluated with checks of their edge cases.

Every operator allowed by docs/make-your-puzzle-fast.md occurs, with numbers at the edges of 64 bits.
"""

import operator
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

Tree = list[Any]

BINARY = ("+", "-", "*", "//", "%", "<<", ">>", "&", "|", "^")
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
EDGES = (0, 1, -1, 2, 3, 7, 31, 32, 62, 63, 64, 65, 255, 2**31, 2**32 - 1, 2**53 + 1, 2**62, 2**63 - 1, -(2**63), -7)
TABLES = (3, 8, 13)  # lengths of the global lists
HELPERS = 3


def draw_number(rng: Random) -> int:
    """A constant, often an edge case."""
    return rng.choice(EDGES) if rng.random() < 0.35 else rng.randint(-3, 20)


def draw_tree(rng: Random, depth: int, names: Sequence[str], wild: float, helpers: int = HELPERS) -> Tree:
    """A random expression over these names. `wild` is the probability, at each operation, of operands for which the
    result may be undefined or exceed 64 bits.
    """

    def inner(less: int = 1) -> Tree:
        return draw_tree(rng, depth - less, names, wild, helpers)

    if depth <= 0 or rng.random() < 0.15:
        if rng.random() < 0.6:
            return ["name", rng.choice(names)]
        return ["number", draw_number(rng) if rng.random() < wild else rng.randint(0, 9)]
    kind = rng.random()
    if kind < 0.45:
        return _draw_binary(rng, inner, wild)
    if kind < 0.55:
        return [rng.choice(("min", "max")), inner(), inner()]
    if kind < 0.65:
        return [rng.choice(("~", "-", "abs")), inner()]
    if kind < 0.73:
        return [rng.choice(("bit_length", "bit_count")), inner() if rng.random() < wild else ["abs", inner(2)]]
    if kind < 0.83:
        return ["if", [rng.choice(COMPARISONS), inner(2), inner(2)], inner(), inner()]
    if kind < 0.88:
        truth = [rng.choice(COMPARISONS), inner(2), inner(2)]
        return (
            ["+", ["~", truth], ["number", 0]]
            if rng.random() < max(wild, 0.1)
            else [rng.choice(("+", "-", "*")), truth, inner()]
        )
    if kind < 0.94 and helpers:
        return ["call", rng.randrange(helpers), inner(), inner()]
    table = rng.choice((*(() if "a" in names else (-1,)), *range(len(TABLES))))  # helpers know no `data`
    length = 6 if table < 0 else TABLES[table]
    index = inner() if rng.random() < wild else ["%", inner(2), ["number", length]]
    return ["item", table, index]


def _draw_binary(rng: Random, inner: Any, wild: float) -> Tree:
    """A random operation with two operands. With probability `wild`, the operands are arbitrary (only the distance of a
    left shift is limited); otherwise there is no division by zero, no negative or long shift, and no product of large
    numbers.
    """
    sign = rng.choice(BINARY)
    if rng.random() < wild:
        if sign == "<<":  # Python would create numbers of gigabytes
            return [sign, inner(), ["-", ["%", inner(), ["number", 140]], ["number", 5]]]
        return [sign, inner(), inner()]
    if sign in ("//", "%"):
        return [sign, inner(), ["number", rng.randint(1, 9)]]
    if sign == "<<":
        return [sign, ["&", inner(2), ["number", 255]], ["number", rng.randint(0, 12)]]
    if sign == ">>":
        return [sign, inner(), ["number", rng.randint(0, 12)]]
    if sign == "*":
        return [sign, ["%", inner(2), ["number", 1000]], ["%", inner(2), ["number", 1000]]]
    return [sign, inner(), inner()]


def write_tree(tree: Tree) -> str:
    """An expression as Python source."""
    kind, *parts = tree
    match kind:
        case "name":
            return str(parts[0])
        case "number":
            return f"({parts[0]})"
        case "if":
            return f"({write_tree(parts[1])} if {write_tree(parts[0])} else {write_tree(parts[2])})"
        case "min" | "max":
            return f"{kind}({write_tree(parts[0])}, {write_tree(parts[1])})"
        case "abs":
            return f"abs({write_tree(parts[0])})"
        case "bit_length" | "bit_count":
            return f"({write_tree(parts[0])}).{kind}()"
        case "call":
            return f"helper_{parts[0]}({write_tree(parts[1])}, {write_tree(parts[2])})"
        case "item":
            return f"{'data' if parts[0] < 0 else f'TABLE_{parts[0]}'}[{write_tree(parts[1])}]"
    if len(parts) == 1:
        return f"({kind}{write_tree(parts[0])})"
    return f"({write_tree(parts[0])} {kind} {write_tree(parts[1])})"


class Edge(Exception):
    """Raised if a value is beyond what the documents promise to compute. Compiled code may refuse such a value."""


class Evaluator:
    """Evaluates expressions like Python, and raises `Edge` if a value exceeds what the documents promise."""

    def __init__(self, helpers: list[Tree], tables: list[list[int]], data: list[int]) -> None:
        self.helpers, self.tables, self.data = helpers, tables, data

    def value(self, tree: Tree, names: dict[str, int]) -> int:
        """The value of an expression."""
        found = int(self._compute(tree, names))
        if not -(2**63) <= found < 2**63:
            raise Edge(f"{found} beyond 64 bits")
        return found

    def _compute(self, tree: Tree, names: dict[str, int]) -> int:
        kind, *parts = tree
        if kind == "name":
            return names[parts[0]]
        if kind == "number":
            return int(parts[0])
        if kind == "if":
            return self.value(parts[1] if self.value(parts[0], names) else parts[2], names)
        if kind == "item":
            return self._look_up(parts[0], self.value(parts[1], names))
        if kind == "call":
            a, b = (self.value(part, names) for part in parts[1:])
            return self.value(self.helpers[parts[0]], {"a": a, "b": b})
        if kind == "~" and parts[0][0] in COMPARISONS:
            raise Edge("~ of a comparison")
        return _apply(kind, [self.value(part, names) for part in parts])

    def _look_up(self, table: int, index: int) -> int:
        numbers = self.data if table < 0 else self.tables[table]
        if not 0 <= index < len(numbers):
            raise Edge(f"index {index}")
        return numbers[index]


def _apply(kind: str, values: list[int]) -> int:
    """The value of an operation; raises `Edge` for wide shifts, for division by 0, and for bits of negative numbers."""
    if kind in ("<<", ">>") and not 0 <= values[1] < 63:
        raise Edge(f"shift by {values[1]}")
    if kind in ("//", "%") and values[1] == 0:
        raise Edge("division by 0")
    if kind in ("bit_length", "bit_count") and values[0] < 0:
        raise Edge(f"{kind} of {values[0]}")
    return int(OPERATORS[kind, len(values)](*values))


OPERATORS: dict[tuple[str, int], Callable[..., int]] = {
    ("~", 1): operator.invert,
    ("-", 1): operator.neg,
    ("abs", 1): abs,
    ("bit_length", 1): int.bit_length,
    ("bit_count", 1): int.bit_count,
    ("min", 2): min,
    ("max", 2): max,
    ("+", 2): operator.add,
    ("-", 2): operator.sub,
    ("*", 2): operator.mul,
    ("//", 2): operator.floordiv,
    ("%", 2): operator.mod,
    ("<<", 2): operator.lshift,
    (">>", 2): operator.rshift,
    ("&", 2): operator.and_,
    ("|", 2): operator.or_,
    ("^", 2): operator.xor,
    ("<", 2): operator.lt,
    ("<=", 2): operator.le,
    (">", 2): operator.gt,
    (">=", 2): operator.ge,
    ("==", 2): operator.eq,
    ("!=", 2): operator.ne,
}
