"""Rewrites the expressions of a puzzle's own functions (see `own_code`), and finds the kind of each value."""

import ast
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from langkah.engine.fingerprint import NotCompilable
from langkah.engine.own_source import refuse
from langkah.engine.own_values import (
    NUMBER,
    Block,
    Kind,
    Several,
    Table,
    Unfit,
    check_number,
    find_global,
    get_member,
)
from langkah.language import _

if TYPE_CHECKING:
    from langkah.engine.own_code import OwnProgram

BINARY: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.FloorDiv: "divide", ast.Mod: "find_remainder",
    ast.Pow: "raise_to_power", ast.LShift: "shift_left", ast.RShift: "shift_right",
}  # fmt: skip
EXACT = (ast.BitAnd, ast.BitOr, ast.BitXor)  # their results fit into 64 bits, too
COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
FROM_LIST = ((min, "find_least"), (max, "find_greatest"), (sum, "add_up"))
IN_LOOPS = (range, enumerate, zip, reversed)
EXPRESSIONS: dict[type[ast.AST], str] = {
    ast.Lambda: "lambda", ast.ListComp: "[... for ...]", ast.GeneratorExp: "(... for ...)",
    ast.SetComp: "{... for ...}", ast.DictComp: "{... for ...}", ast.Dict: "{...}", ast.Set: "{...}",
    ast.JoinedStr: "f'...'", ast.NamedExpr: ":=", ast.Starred: "*", ast.Await: "await", ast.Yield: "yield",
    ast.YieldFrom: "yield", ast.Slice: "[:]", ast.Tuple: "(..., ...)", ast.List: "[..., ...]",
}  # fmt: skip
SYMBOLS = {ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in"}

Value = tuple[ast.expr, Kind]


@dataclass(frozen=True)
class Items:
    """The items of a loop: an expression for their number, and a function that makes the expression for the item at an
    index. An item with parts is a list of expressions.
    """

    count: ast.expr
    get: Callable[[ast.expr], Any]


def load(name: str) -> ast.expr:
    """The syntax node that reads a name."""
    return ast.Name(name, ast.Load())


class ExpressionRewriter:
    """Rewrites the expressions of one function."""

    def __init__(self, program: "OwnProgram", function: types.FunctionType) -> None:
        self.program, self.function = program, function
        self.now: dict[str, Kind] | None = {}
        self.locals: set[str] = set()
        self.count = 0

    def refuse(self, node: ast.AST, why: str) -> NotCompilable:
        """The error for syntax that is not compiled; it names the line and the reason."""
        line = getattr(node, "lineno", self.function.__code__.co_firstlineno)
        return refuse(self.function.__code__.co_filename, line, why)

    def make_name(self) -> str:
        """A generated name. It is unique, since rewritten names of the puzzle end in an underscore and a number."""
        self.count += 1
        return f"kept{self.count}"

    def spell(self, name: str) -> str:
        """The rewritten form of a name. A name that takes values of several kinds has one form for each kind."""
        assert self.now is not None
        return f"{name}_{self.program.number_kind(self.now[name])}"

    def call(self, name: str, *operands: ast.expr) -> ast.expr:
        """The expression that calls an operator (see `own_code`) which may record a fault."""
        return self.call_plain(name, *operands, load("fault"))

    def call_plain(self, name: str, *operands: ast.expr) -> ast.expr:
        """The expression that calls an operator (see `own_code`) which cannot record a fault."""
        return ast.Call(load(name), list(operands), [])

    def rewrite_number(self, node: ast.expr) -> ast.expr:
        """Rewrite an expression; refuse it if its value is not a number."""
        value, kind = self.rewrite_value(node)
        if kind != NUMBER:
            raise self.refuse(node, _("a number is needed here, not {kind}").format(kind=kind))
        return value

    def rewrite_truth(self, node: ast.expr) -> ast.expr:
        """Rewrite an expression of which only the truth value is needed."""
        match node:
            case ast.Constant(int()):  # keep `while True` a constant, so that the compiler, too, sees no other exit
                new: ast.expr = ast.Constant(bool(node.value))
            case ast.BoolOp():
                new = ast.BoolOp(node.op, [self.rewrite_truth(each) for each in node.values])
            case ast.UnaryOp(ast.Not()):
                new = ast.UnaryOp(ast.Not(), self.rewrite_truth(node.operand))
            case ast.Compare():
                new = self._rewrite_comparison(node)
            case _:
                new = ast.Compare(self.rewrite_number(node), [ast.NotEq()], [ast.Constant(0)])
        return ast.copy_location(new, node)

    def rewrite_value(self, node: ast.expr) -> Value:
        """Rewrite an expression; also returns the kind of its value."""
        try:
            value, kind = self._rewrite_expression(node)
        except Unfit as error:
            raise self.refuse(node, _("{what} is not compiled").format(what=error)) from None
        return ast.copy_location(value, node), kind

    def _rewrite_expression(self, node: ast.expr) -> Value:  # noqa: C901 - one case for each kind
        match node:
            case ast.Constant():
                return self._rewrite_constant(node.value), NUMBER
            case ast.Name() if node.id in self.locals:
                return self._read_name(node)
            case ast.Name() | ast.Attribute():
                return self._rewrite_known(node)
            case ast.BinOp():
                return self.rewrite_operator(node, node.op, node.left, node.right), NUMBER
            case ast.UnaryOp(ast.USub(), ast.Constant(int(number))) if type(number) is int:
                return ast.Constant(check_number(-number)), NUMBER
            case ast.UnaryOp(ast.USub()):
                return self.call("negate", self.rewrite_number(node.operand)), NUMBER
            case ast.UnaryOp(ast.UAdd()):
                return self.rewrite_number(node.operand), NUMBER
            case ast.UnaryOp(ast.Invert()):
                return ast.UnaryOp(ast.Invert(), self.rewrite_number(node.operand)), NUMBER
            case ast.Compare() | ast.UnaryOp(ast.Not()):
                return self.call_plain("int", self.rewrite_truth(node)), NUMBER
            case ast.BoolOp():  # the value is one of its operands, as in Python
                return ast.BoolOp(node.op, [self.rewrite_number(each) for each in node.values]), NUMBER
            case ast.IfExp():
                parts = (
                    self.rewrite_truth(node.test),
                    self.rewrite_number(node.body),
                    self.rewrite_number(node.orelse),
                )
                return ast.IfExp(*parts), NUMBER
            case ast.Call():
                return self._rewrite_call(node)
            case ast.Subscript():
                return self._read_item(node)
            case ast.Tuple() | ast.List():
                return self._make_table(node)
        raise Unfit(EXPRESSIONS.get(type(node), type(node).__name__))

    def _rewrite_constant(self, value: object) -> ast.expr:
        if isinstance(value, float | complex):
            raise Unfit(_("floating point"))
        if not isinstance(value, int):
            raise Unfit(repr(value))
        return ast.Constant(check_number(value))

    def _read_name(self, node: ast.Name) -> Value:
        assert self.now is not None
        if node.id not in self.now:
            raise self.refuse(node, _("{name} is possibly unassigned here").format(name=node.id))
        return load(self.spell(node.id)), self.now[node.id]

    def _find_known(self, node: ast.expr) -> Any:
        """The value of a name that is global or from an enclosing function, or of an attribute of a module or a
        class.
        """
        names = {*self.function.__code__.co_names, *self.function.__code__.co_freevars}  # as spelled in Python
        if isinstance(node, ast.Name) and node.id not in self.locals and node.id in names:
            return find_global(self.function, node.id)
        if isinstance(node, ast.Attribute) and node.attr in names:
            owner = self._find_known(node.value)
            if isinstance(owner, types.ModuleType | type):
                return get_member(owner, node.attr)
        raise Unfit(ast.unparse(node))

    def _rewrite_known(self, node: ast.expr) -> Value:
        value = self._find_known(node)
        try:
            if isinstance(value, int):
                return ast.Constant(check_number(value)), NUMBER
            if type(value) in (list, tuple):
                return ast.Constant(0), self.program.tables.add(value)
        except Unfit as error:
            raise Unfit(f"{ast.unparse(node)} ({error})") from None
        raise Unfit(f"{ast.unparse(node)} ({type(value).__name__})")

    def _make_table(self, node: ast.Tuple | ast.List) -> Value:
        """Rewrite a literal list of constants as a table."""
        try:
            return ast.Constant(0), self.program.tables.add(ast.literal_eval(node))
        except (ValueError, Unfit):
            raise Unfit(EXPRESSIONS[type(node)]) from None

    # Operators

    def rewrite_operator(self, node: ast.AST, sign: ast.operator, left: ast.expr, right: ast.expr) -> ast.expr:
        """Rewrite an operator on two numbers."""
        return self.combine(node, sign, self.rewrite_number(left), self.rewrite_number(right))

    def combine(self, node: ast.AST, sign: ast.operator, left: ast.expr, right: ast.expr) -> ast.expr:
        """Combine two rewritten operands by an operator."""
        if isinstance(sign, EXACT):
            return ast.BinOp(left, sign, right)
        if type(sign) in BINARY:
            return self.call(BINARY[type(sign)], left, right)
        what = _("floating point (/)") if isinstance(sign, ast.Div) else "@"
        raise self.refuse(node, _("{what} is not compiled").format(what=what))

    def _rewrite_comparison(self, node: ast.Compare) -> ast.expr:
        """Rewrite a comparison of numbers, which may be chained (a < b < c), or an `in` test on a list."""
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            found = self._rewrite_containment(node.left, node.comparators[0])
            return ast.UnaryOp(ast.Not(), found) if isinstance(node.ops[0], ast.NotIn) else found
        for sign in node.ops:
            if not isinstance(sign, COMPARISONS):
                raise self.refuse(node, _("{what} is not compiled").format(what=SYMBOLS[type(sign)]))
        left, *others = (self.rewrite_number(each) for each in (node.left, *node.comparators))
        return ast.Compare(left, node.ops, others)

    def _rewrite_containment(self, number: ast.expr, among: ast.expr) -> ast.expr:
        sought = self.rewrite_number(number)
        if isinstance(among, ast.Tuple | ast.List | ast.Set) and among.elts and not _is_literal(among):
            several = [self.call_plain("int", self.rewrite_number(each)) for each in among.elts]
            numbers: ast.expr = ast.Tuple(several, ast.Load())
            stretch: ast.expr = ast.Tuple([ast.Constant(0), ast.Constant(len(several))], ast.Load())
        else:
            numbers, stretch = self._get_stretch(among)
        return ast.Compare(self.call_plain("has_number", sought, numbers, stretch), [ast.NotEq()], [ast.Constant(0)])

    # Lists

    def rewrite_list(self, node: ast.expr) -> tuple[ast.expr, Block | Table]:
        """Rewrite an expression, and return the kind of its value, too; refuse it if the value is not a list."""
        value, kind = self.rewrite_value(node)
        if not isinstance(kind, Block | Table):
            raise self.refuse(node, _("a list is needed here, not {kind}").format(kind=kind))
        return value, kind

    def _get_stretch(self, node: ast.expr) -> tuple[ast.expr, ast.expr]:
        """Where the numbers of a list are: the flat table that contains them, and their first index and count in this
        table.
        """
        value, kind = self.rewrite_list(node)
        if isinstance(kind, Block):
            self.note_read(kind)
            parts = [ast.Constant(0), self.call_plain("measure", value)]
            return value, ast.Tuple(parts, ast.Load())
        if len(kind.levels) > 1:
            raise self.refuse(node, _("{what} is not compiled").format(what=_("this operation on a list of lists")))
        return load(kind.numbers), self._get_bounds(value, kind)

    def _get_bounds(self, index: ast.expr, kind: Table) -> ast.expr:
        """The first index and the length of the list that `index` identifies. The items of this list are consecutive in
        the next level of the table.
        """
        level = kind.levels[0]
        if level.length is None:
            return self.call_plain("find_row", load(level.starts), load(level.lengths), index)
        first = _scale(index, level.length)
        return ast.Tuple([first, ast.Constant(level.length)], ast.Load())

    def note_read(self, kind: Kind) -> None:
        """Record whether the list that is read here is `out`. If a program reads `out`, then `out` must be cleared
        before each call, because in Python it starts with zeros.
        """
        self.program.reads_out |= isinstance(kind, Block) and kind.is_out

    def _measure(self, value: ast.expr, kind: Kind) -> ast.expr:
        if not isinstance(kind, Table):
            return self.call_plain("measure", value)
        level = kind.levels[0]
        if level.length is None:
            return ast.Subscript(load(level.lengths), value, ast.Load())
        if isinstance(value, ast.Constant | ast.Name):
            return ast.Constant(level.length)
        nothing = ast.BinOp(value, ast.Mult(), ast.Constant(0))  # evaluate it anyway, because the index may be a fault
        return ast.BinOp(nothing, ast.Add(), ast.Constant(level.length))

    def _read_item(self, node: ast.Subscript) -> Value:
        value, kind = self.rewrite_list(node.value)
        if isinstance(kind, Block):
            self.note_read(kind)
            place = self.call("find_place", self.rewrite_number(node.slice), self.call_plain("measure", value))
            return ast.Subscript(value, place, ast.Load()), NUMBER
        index, level = self.rewrite_number(node.slice), kind.levels[0]
        if level.length is None:
            place = self.call("find_place_in_row", load(level.starts), load(level.lengths), value, index)
        else:
            first = _scale(value, level.length)
            place = _advance(first, self.call("find_place", index, ast.Constant(level.length)))
        return self._get_inner(place, kind)

    def _get_inner(self, index: ast.expr, kind: Table) -> Value:
        """The item at an index of the next level of a table: an inner list or, after the last level, a number."""
        if len(kind.levels) > 1:
            return index, Table(kind.numbers, kind.levels[1:])
        return ast.Subscript(load(kind.numbers), index, ast.Load()), NUMBER

    def rewrite_written_place(self, node: ast.Subscript) -> tuple[ast.expr, ast.expr]:
        """The list and the index that an assignment writes to; only `out` may be written."""
        value, kind = self.rewrite_list(node.value)
        if not isinstance(kind, Block) or not kind.is_out:
            raise self.refuse(node, _("only the list `out` can be changed"))
        return value, self.call(
            "find_written_place", self.rewrite_number(node.slice), self.call_plain("measure", value)
        )

    def take_apart(self, value: ast.expr, kind: Kind) -> list[Value]:
        """The parts of a value that is assigned to several names; [] if the value has no parts."""
        if isinstance(kind, Several):
            return [(ast.Subscript(value, ast.Constant(each), ast.Load()), NUMBER) for each in range(kind.count)]
        if not isinstance(kind, Table) or kind.levels[0].length is None:
            return []
        first = _scale(value, kind.levels[0].length)
        places = [_advance(first, ast.Constant(each)) for each in range(kind.levels[0].length)]
        return [self._get_inner(place, kind) for place in places]

    # Calls

    def _rewrite_call(self, node: ast.Call) -> Value:
        if node.keywords or any(isinstance(each, ast.Starred) for each in node.args):
            raise Unfit(_("a call with keyword arguments or *"))
        match node.func:
            case ast.Attribute(attr="bit_length" | "bit_count") if not node.args:
                name = "measure_bits" if node.func.attr == "bit_length" else "count_bits"
                return self.call(name, self.rewrite_number(node.func.value)), NUMBER
        called = self._find_known(node.func)
        if isinstance(called, types.FunctionType):
            return self._call_function(called, node.args)
        if any(called is each for each in IN_LOOPS):
            raise Unfit(_("{name} outside `for`").format(name=called.__name__))
        return self._call_builtin(node, called, node.args)

    def _call_function(self, called: types.FunctionType, operands: list[ast.expr]) -> Value:
        """Rewrite a call of another plain Python function; this function is rewritten, too."""
        values = [self.rewrite_value(each) for each in operands]
        made = self.program.rewrite(called, tuple(kind for _value, kind in values))
        return self.call(self.program.name_function(made), *(value for value, _kind in values)), made.result

    def _call_builtin(self, node: ast.Call, called: Any, operands: list[ast.expr]) -> Value:
        count = len(operands)
        if called is len and count == 1:
            return self._measure(*self.rewrite_list(operands[0])), NUMBER
        if count == 1 and (name := next((name for each, name in FROM_LIST if called is each), "")):
            return self.call(name, *self._get_stretch(operands[0])), NUMBER
        if (called is min or called is max) and count > 1:
            new, *others = map(self.rewrite_number, operands)
            for each in others:
                new = self.call_plain("choose_lower" if called is min else "choose_higher", new, each)
            return new, NUMBER
        if called is abs and count == 1:
            return self.call("find_absolute", self.rewrite_number(operands[0])), NUMBER
        if called is int and count == 1:
            return self.rewrite_number(operands[0]), NUMBER
        if called is bool and count == 1:
            return self.call_plain("int", self.rewrite_truth(operands[0])), NUMBER
        if called is pow and count == 2:
            return self.rewrite_operator(node, ast.Pow(), *operands), NUMBER
        if called is divmod and count == 2:
            return self.call("divide_both", *map(self.rewrite_number, operands)), Several(2)
        raise Unfit(ast.unparse(node.func))

    # Iterables

    def rewrite_iterable(self, node: ast.expr, keep: Callable[[ast.expr], ast.expr]) -> Items:
        """Rewrite the iterable of a loop; `keep` adds code that computes a value once before the loop."""
        called: Any = None
        if isinstance(node, ast.Call) and not node.keywords and not any(isinstance(e, ast.Starred) for e in node.args):
            try:
                called = self._find_known(node.func)
            except Unfit:
                called = None
        if isinstance(node, ast.Call) and called is range and 1 <= len(node.args) <= 3:
            return self._count_range([keep(self.rewrite_number(each)) for each in node.args], keep)
        if isinstance(node, ast.Call) and called is reversed and len(node.args) == 1:
            return self._reverse(node, keep)
        if isinstance(node, ast.Call) and called is enumerate and 1 <= len(node.args) <= 2:
            inner = self.rewrite_iterable(node.args[0], keep)
            first = keep(self.rewrite_number(node.args[1])) if len(node.args) == 2 else ast.Constant(0)
            return Items(inner.count, lambda at: [(self.call("add", first, at), NUMBER), inner.get(at)])
        if isinstance(node, ast.Call) and called is zip and node.args:
            several = [self.rewrite_iterable(each, keep) for each in node.args]
            count = several[0].count
            for each in several[1:]:
                count = keep(self.call_plain("choose_lower", count, each.count))
            return Items(count, lambda at: [each.get(at) for each in several])
        if isinstance(node, ast.Tuple | ast.List) and node.elts and not _is_literal(node):
            return self._list_values([keep(self.rewrite_number(each)) for each in node.elts])
        return self._go_through_list(node, keep)

    def _count_range(self, ends: list[ast.expr], keep: Callable[[ast.expr], ast.expr]) -> Items:
        if len(ends) == 1:
            return Items(ends[0], lambda at: (at, NUMBER))
        first, last, step = ends[0], ends[1], ends[2] if len(ends) == 3 else ast.Constant(1)
        count = keep(self.call("count_range", first, last, step))
        return Items(count, lambda at: (ast.BinOp(first, ast.Add(), ast.BinOp(at, ast.Mult(), step)), NUMBER))

    def _reverse(self, node: ast.Call, keep: Callable[[ast.expr], ast.expr]) -> Items:
        inside = node.args[0]
        if isinstance(inside, ast.Call):
            try:
                called = self._find_known(inside.func)
            except Unfit:
                called = None
            if any(called is each for each in (enumerate, zip, reversed)):  # Python refuses these, too
                raise self.refuse(node, _("{what} is not compiled").format(what=ast.unparse(node)))
        inner = self.rewrite_iterable(inside, keep)
        last = ast.BinOp(inner.count, ast.Sub(), ast.Constant(1))
        return Items(inner.count, lambda at: inner.get(ast.BinOp(last, ast.Sub(), at)))

    def _list_values(self, values: list[ast.expr]) -> Items:
        """The loop items for a literal list that contains more than constants."""

        def get(at: ast.expr) -> Value:
            new = values[-1]
            for place in range(len(values) - 2, -1, -1):
                new = ast.IfExp(ast.Compare(at, [ast.Eq()], [ast.Constant(place)]), values[place], new)
            return new, NUMBER

        return Items(ast.Constant(len(values)), get)

    def _go_through_list(self, node: ast.expr, keep: Callable[[ast.expr], ast.expr]) -> Items:
        value, kind = self.rewrite_list(node)
        if isinstance(kind, Block):
            self.note_read(kind)
            block = keep(value)
            return Items(
                keep(self.call_plain("measure", block)), lambda at: (ast.Subscript(block, at, ast.Load()), NUMBER)
            )
        bounds = keep(self._get_bounds(value, kind))
        first, count = (keep(ast.Subscript(bounds, ast.Constant(each), ast.Load())) for each in range(2))
        return Items(count, lambda at: self._get_inner(ast.BinOp(first, ast.Add(), at), kind))


def _scale(index: ast.expr, length: int | None) -> ast.expr:
    """The expression index * length, the offset at which a list begins if all lists of its level have this length."""
    return index if _is_zero(index) else ast.BinOp(index, ast.Mult(), ast.Constant(length))


def _advance(first: ast.expr, place: ast.expr) -> ast.expr:
    """The expression first + place."""
    return place if _is_zero(first) else ast.BinOp(first, ast.Add(), place)


def _is_zero(node: ast.expr) -> bool:
    """Whether an expression is the constant 0. The outermost list of a table has this index."""
    return isinstance(node, ast.Constant) and node.value == 0


def _is_literal(node: ast.expr) -> bool:
    """Whether an expression consists of constants only."""
    try:
        ast.literal_eval(node)
    except ValueError:
        return False
    return True
