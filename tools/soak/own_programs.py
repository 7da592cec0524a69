"""Random functions as people write them, in the part of Python that Langkah compiles, and slightly beyond this part.

A function takes a number, `out` and `data`, and returns a number. Syntax that Langkah does not compile must be refused
with its line, or mean the same as in Python.
"""

from random import Random

EDGES = (0, 1, -1, 2, 3, 7, 31, 62, 63, 64, 255, 2**31, 2**53 + 1, 2**62, 2**63 - 1, -(2**63), -7)
HEAD = """
from enum import IntEnum
import math

TABLE = [5, 7, 11, -3, 0, 9223372036854775807]
GRID = [[1, -2, 3], [4, 5, -6], (7, 8, 9), [0, 0, 1]]
RAGGED = ((), (1,), (2, 3), [4, 5, 6, -7])
EMPTY = []
BIG = 2**62
HUGE = 2**63
HALF = 0.5
FLAG = True


class Side(IntEnum):
    LEFT = 3
    RIGHT = -4


class Odd(IntEnum):
    ONE = 1

    def __add__(self, other):
        return 40


class Sizes:
    WIDE = 6
    ROWS = [2, 4, 6]


def mix(a, b):
    return a * 3 - b if a > b else b - (a & 7)


def split(a, b):
    if b == 0:
        return a, 1
    return divmod(a, b)


def look(numbers, index):
    if index < -len(numbers) or index >= len(numbers):
        return len(numbers)
    return numbers[index]


def put(out, place, number):
    out[place] = number
    return place + 1


def loop(a):
    return loop(a - 1) if a > 0 else 0


def nothing(a):
    if a > 3:
        return 1
"""
NEAR_EXPRESSIONS = (
    "{x} / 3", "({x} is {y})", "({x} is not {y})", "(5 in GRID)", "len([{x}])", "(lambda z: z)({x})", "sum([{x}, 1])",
    "int('7')", "float({x})", "(z := {x})", "TABLE[1:][0]", "{{1: 2}}[1]", "int(HALF)", "HUGE % 7", "len('abc')",
    "Odd.ONE + {x}", "int(Odd.ONE)", "round({x})", "math.gcd({x}, 6)", "int(math.sqrt(4))", "divmod({x}, 3)[0]",
    "len(range(5))", "({x} in range(3))", "len({x})", "min({x})", "min(TABLE, GRID)", "max(TABLE, default=3)",
    "sum(GRID)", "sum(TABLE, 1)", "pow({x}, 3, 5)", "({x}).real", "({x}).bit_length(1)", "int(not TABLE)",
    "int(TABLE == TABLE)", "len(TABLE + TABLE)", "(TABLE or GRID)[0]", "(TABLE if {x} > 0 else EMPTY)[0]",
    "{x}[0]", "GRID[0] < GRID[1]", "int(GRID[0] == 1)", "abs(*[{x}])", "mix(b={x}, a=1)", "mix({x})",
    "loop(3)", "(nothing({x}) or 5)", "split({x}, 3)", "out[0:2][0]", "(0x10000000000000000 & 7)", "1_0.5 * 2",
    "int(f'{{{x}}}')", "ord('a')", "bool(EMPTY)", "bool(TABLE)", "any(TABLE)", "all(TABLE)", "sorted(TABLE)[0]",
    "Side.LEFT.value", "Side(3)", "missing", "id(TABLE) * 0", "hash({x})", "({x} if TABLE else 2)", "(1, {x})[1]",
    "GRID[0][0][0]", "len(GRID[0][0])", "-TABLE", "~GRID[0]", "abs(TABLE)", "int(RAGGED)", "(GRID[1] in GRID)",
    "({x} < {y} in TABLE)", "(None or {x})", "(... is None)", "Sizes.missing", "Sizes.ROWS", "int.bit_count({x})",
)  # fmt: skip
NEAR_STATEMENTS = (
    ("try:", "    r = r + 1", "except Exception:", "    r = 0"), ("if TABLE:", "    r = 1"), ("return",),
    ("while EMPTY:", "    r = 2"), ("for z in TABLE:", "    pass", "else:", "    r = 3"), ("data[0] = r",),
    ("while r > 3:", "    break", "else:", "    r = 4"), ("TABLE[0] = 5",), ("GRID[0][0] = 5",), ("del r",),
    ("assert r > 0",), ("raise ValueError",), ("global BIG",), ("def inner(z):", "    return z"), ("import math",),
    ("with open('x'):", "    pass",), ("rows = data", "rows[0] = 1"), ("rows = [0, 0]", "rows[0] = 1"),
    ("r, s, t = divmod(r, 3)",), ("for p, q in TABLE:", "    r = p"), ("r = divmod(r, 3)",), ("print(r)",),
    ("for p in enumerate(TABLE):", "    r = 1"), ("for p in reversed(zip(TABLE, TABLE)):", "    pass"),
    ("for p, q in zip(TABLE, TABLE, strict=True):", "    r = p",), ("for p in GRID:", "    r = p"),
    ("for p in range(0):", "    late = 1", "r = late",), ("if r > 3:", "    early = 1", "r = early",),
    ("for p in (1, TABLE):", "    r = 1"), ("for p in {1, 2}:", "    r = p"), ("for p in 'ab':", "    r = 1"),
    ("while r > 0:", "    r = r - 1 if r < 9 else 3", "    odd = r", "r = odd"), ("r = TABLE", "r = 0"),
    ("if r > 2:", "    mixed = TABLE", "else:", "    mixed = 3", "r = mixed"),
    ("match r:", "    case 1:", "        r = 2"),
    ("(r) = s = t = 5", "r = s + t"), ("r: int",), ("r += TABLE",), ("out = TABLE",), ("*r, s = 1, 2",),
    ("for out[0] in TABLE:", "    pass"), ("r = out = 3",), ("(r, (s, t)) = (1, (2, 3))",), ("yield r",),
    ("r = [p for p in TABLE][0]",), ("r = max(p for p in TABLE)",), ("nonlocal r",), ("lambda: r",), ("TABLE",),
    ("'text'",), ("r",), ("3",), ("out",), ("r; pass",), ("out[1] = TABLE",), ("out = 5",), ("data = 5", "r = data"),
    ("state = TABLE", "r = state[1]"),
    ("for p in range(-2**62, 2**62):", "    r += 1", "    if r > 4:", "        break"),
    ("for p in range(-2**63, 2**63 - 1):", "    r = p", "    break"), ("for p in range(1, 5, 0):", "    r = p"),
)  # fmt: skip


class Writer:
    """Writes the source of one random function."""

    def __init__(self, rng: Random, near: float, wild: float) -> None:
        self.rng, self.near, self.wild = rng, near, wild
        self.count = 0

    def write(self, name: str) -> list[str]:
        """The lines of the function."""
        depth = self.rng.choice((0, 1, 1, 1, 2, 3))  # small functions compile quickly
        body = ["r = state", *self.block(depth, ["state", "r"], 0), f"return {self.number(2, ['state', 'r'])}"]
        if self.rng.random() < self.near:
            new = self.rng.choice(NEAR_STATEMENTS)
            place = self.rng.randrange(1, len(body))
            while body[place].startswith((" ", "else", "elif")):
                place -= 1
            body[place:place] = new
        return [f"def {name}(state, out, data):", *(f"    {line}" for line in body)]

    # Numbers

    def constant(self) -> str:
        """A random constant: a literal, a named constant or a member of an enumeration."""
        rng = self.rng
        if rng.random() < self.wild:
            return f"({rng.choice(EDGES)})"
        return rng.choice((str(rng.randint(0, 9)), str(rng.randint(-9, 70)), "Side.LEFT", "Sizes.WIDE", "True", "FLAG"))

    def number(self, depth: int, names: list[str]) -> str:  # noqa: C901 - one line for each kind
        """A random expression for an integer or a boolean value."""
        rng = self.rng
        if depth <= 0 or rng.random() < 0.12:
            return rng.choice(names) if rng.random() < 0.6 else self.constant()
        one, two = (self.number(depth - 1, names) for _each in range(2))
        if rng.random() < 0.15 * self.near:
            return "(" + rng.choice(NEAR_EXPRESSIONS).format(x=one, y=two) + ")"
        kind = rng.randrange(26)
        if kind < 3:
            return f"({one} {rng.choice('+-*')} {two})"
        if kind < 5:
            return f"({one} {rng.choice('&|^')} {two})"
        if kind == 5:
            return f"({one} {rng.choice(('//', '%'))} {two if rng.random() < self.wild else rng.randint(1, 9)})"
        if kind == 6:
            places = (
                f"({two} % 70 - {rng.choice((0, 0, 0, 2))})" if rng.random() < self.wild else str(rng.randint(0, 9))
            )
            return f"({one} {rng.choice(('<<', '>>'))} {places})"
        if kind == 7:
            return f"({one} ** {rng.choice(('2', '3', f'({two} & 7)', f'({two} % 9 - 1)'))})"
        if kind == 8:
            return f"({rng.choice(('-', '~', '+', 'not '))}{one})"
        if kind == 9:
            return f"{rng.choice(('abs', 'int', 'bool'))}({one})"
        if kind == 10:
            return f"({one}).{rng.choice(('bit_length', 'bit_count'))}()"
        if kind == 11:
            return f"{rng.choice(('min', 'max'))}({one}, {two}{', ' + self.constant() if rng.random() < 0.3 else ''})"
        if kind == 12:
            return f"({one} if {self.truth(depth - 1, names)} else {two})"
        if kind == 13:
            return f"({self.truth(depth - 1, names)})"
        if kind == 14:
            return f"({one} {rng.choice(('and', 'or'))} {two})"
        if kind == 15:
            return f"mix({one}, {two})"
        if kind == 16:
            return f"look({self.row(depth - 1, names)}, {two})"
        if kind == 17:
            return f"len({rng.choice((self.row(depth - 1, names), 'GRID', 'RAGGED', 'out'))})"
        if kind == 18:
            return f"{rng.choice(('sum', 'min', 'max'))}({self.row(depth - 1, names)})"
        if kind == 19:
            return f"pow({one}, {rng.randint(0, 4)})"
        if kind == 20:
            return f"out[{self.index(two, 4)}]"
        if kind == 21:
            return f"put(out, {rng.randint(0, 3)}, {one})"
        row = self.row(depth - 1, names)
        return f"{row}[{self.index(two, 3)}]"

    def index(self, number: str, length: int) -> str:
        """An index into a list of this length, usually within the list."""
        return number if self.rng.random() < self.wild else f"{number} % {length}"

    def row(self, depth: int, names: list[str]) -> str:
        """An expression for a list of numbers."""
        rng = self.rng
        index = self.index(self.number(depth - 1, names), 4)
        return rng.choice(("TABLE", "data", "data", "Sizes.ROWS", "(3, 1, -2)", f"GRID[{index}]", f"RAGGED[{index}]"))

    def truth(self, depth: int, names: list[str]) -> str:
        """A boolean expression."""
        rng = self.rng
        one, two, three = (self.number(depth - 1, names) for _each in range(3))
        sign = rng.choice(("<", "<=", ">", ">=", "==", "!="))
        kind = rng.randrange(7)
        if kind == 0:
            return f"{one} {sign} {two} {rng.choice(('<', '!=', '>='))} {three}"
        if kind == 1:
            return f"not {one} {sign} {two}"
        if kind == 2:
            return f"({one} {sign} {two}) {rng.choice(('and', 'or'))} {three}"
        if kind == 3:
            among = rng.choice((self.row(depth - 1, names), f"({two}, {three})", f"[{two}, 4]", "(1, 2, 3)", "{1, 5}"))
            return f"{one} {rng.choice(('in', 'not in'))} {among}"
        return f"{one} {sign} {two}"

    # Statements

    def name(self) -> str:
        """A new name for a variable."""
        self.count += 1
        return f"n{self.count}"

    def block(self, depth: int, names: list[str], loops: int) -> list[str]:
        """The lines of one or two random statements. Variables that the statements assign are added to `names`."""
        found: list[str] = []
        for _statement in range(self.rng.randint(1, 2)):
            found += self.statement(depth, names, loops)
        return found

    def indent(self, depth: int, names: list[str], loops: int, more: tuple[str, ...] = ()) -> list[str]:
        """The indented lines of a nested block. Variables that the block assigns are usually not added to `names`,
        because they may be unassigned afterwards.
        """
        inner = [*names, *more]
        lines = [f"    {line}" for line in self.block(depth - 1, inner, loops)]
        if self.rng.random() < 0.1 * self.near:
            names += [each for each in inner if each not in names]
        return lines

    def statement(self, depth: int, names: list[str], loops: int) -> list[str]:
        """The lines of one random statement."""
        rng, value = self.rng, self.number(2, names)
        kind = rng.randrange(15 if depth > 0 else 8)
        assigned = [each for each in names if each[0] in "rn"]
        if kind < 2:
            new = rng.choice((self.name(), *assigned))
            names += [new] * (new not in names)
            return [f"{new}{rng.choice(('', '', ': int'))} = {value}"]
        if kind == 2:
            return [f"{rng.choice(assigned)} {rng.choice(('+', '-', '*', '&', '|', '^', '%', '//', '>>'))}= {value}"]
        if kind == 3:
            one, two = self.name(), rng.choice(assigned)
            names.append(one)
            pair = rng.choice((f"{value}, {two}", f"divmod({value}, 7)", f"split({value}, {two})", f"{two}, {two} + 1"))
            return [f"{one}, {two} = {pair}"]
        if kind == 4:
            return [f"out[{self.index(value, 4)}] {rng.choice(('', '', '+', '^'))}= {self.number(2, names)}"]
        if kind == 5:
            one, two, three = self.name(), self.name(), rng.choice(assigned)
            names += [one, two]
            index = self.index(value, 4)
            return rng.choice(([f"{one}, {two}, {three} = GRID[{index}]"], [f"{one} = {two} = {value}"]))
        if kind == 6:
            return rng.choice(
                (["pass"], [f"put(out, 2, {value})"], [f"if {self.truth(2, names)}:", f"    return {value}"])
            )
        if kind == 7:
            return [rng.choice(("break", "continue"))] if loops and rng.random() < 0.3 else [f"r = {value}"]
        if kind < 10:
            lines = [f"if {self.truth(2, names)}:", *self.indent(depth, names, loops)]
            if rng.random() < 0.4:
                lines += [f"elif {self.truth(1, names)}:", *self.indent(depth, names, loops)]
            return [*lines, "else:", *self.indent(depth, names, loops)] if rng.random() < 0.6 else lines
        if kind == 10:
            turn = f"turn{self.count}"
            self.count += 1
            head = rng.choice(("while True:", f"while {self.truth(1, names)}:"))
            return [f"{turn} = 0", head, f"    {turn} += 1", f"    if {turn} > {rng.randint(1, 5)}:", "        break",
                    *self.indent(depth, names, loops + 1)]  # fmt: skip
        return self.loop(depth, names, loops)

    def loop(self, depth: int, names: list[str], loops: int) -> list[str]:
        """The lines of a `for` loop over a list or a range, in which `reversed`, `enumerate` or `zip` may occur."""
        rng, one, two = self.rng, self.name(), self.name()
        few = f"{self.number(1, names)} % 5"
        lists = (
            "TABLE",
            "data",
            f"GRID[{few} % 4]",
            f"RAGGED[{few} % 4]",
            "(1, -1, 5)",
            f"({few}, r, 2)",
            "EMPTY",
            "out",
        )
        ranges = (
            f"range({few})", f"range(-2, {few})", f"range({few}, -3, -1)", f"range({few}, 20, {rng.randint(3, 9)})",
            f"range({rng.choice(EDGES)}, {rng.choice(EDGES)}, {rng.choice((2**61, -(2**61), 2**63 - 1))})",
        )  # fmt: skip
        simple = rng.choice(lists if rng.random() < 0.5 else ranges)
        other = rng.choice(lists)
        head, more = rng.choice((
            (f"for {one} in {simple}:", (one,)),
            (f"for {one} in {simple}:", (one,)),
            (f"for {one} in reversed({simple}):", (one,)),
            (f"for {one}, {two} in enumerate({simple}):", (one, two)),
            (f"for {one}, {two} in enumerate({simple}, {rng.randint(-3, 3)}):", (one, two)),
            (f"for {one}, {two} in zip({simple}, {other}):", (one, two)),
            (f"for {one}, {two}, r in GRID:", (one, two)),
            (f"for {one} in GRID:\n    {two} = sum({one})", (two,)),
        ))  # fmt: skip
        return [*head.split("\n"), *self.indent(depth, names, loops + 1, more)]


def write_functions(rng: Random, count: int, near: float) -> list[str]:
    """The source of `count` functions."""
    found = []
    for number in range(count):
        wild = rng.choice((0.0, 0.05, 0.3))
        while True:
            lines = "\n".join(Writer(rng, near if rng.random() < 0.5 else 0.0, wild).write(f"own_{number}"))
            try:
                compile(lines, "drawn", "exec")
            except SyntaxError:  # refused by Python itself
                continue
            found.append(lines)
            break
    return found
