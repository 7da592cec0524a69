"""The part of Python that a puzzle's own functions may use: listed syntax is rewritten, all other syntax is refused.

A function is processed as a syntax tree. Every operator, index and loop in it becomes a call of a named function
(`a + b` becomes `add(a, b, fault)`), and a table of operators defines these names: for Numba, for numba-cuda, or for
watched Python. The rewriter also checks that every name has a value of one kind before it is read, and that every path
returns a value. Any other syntax is refused with its line, so that compiled code never silently means something else.
The list of syntax is in docs/make-your-puzzle-fast.md.
"""

import ast
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from langkah.engine.fingerprint import NotCompilable
from langkah.engine.own_expressions import ExpressionRewriter, load
from langkah.engine.own_source import find_definition, refuse
from langkah.engine.own_values import LIST, NUMBER, OUT, Kind, Number, Several, Tables
from langkah.language import _
from langkah.packed import Packed

STATEMENTS = {  # syntax that is not compiled, by a readable name
    ast.Try: "try", ast.With: "with", ast.Raise: "raise", ast.Assert: "assert", ast.Delete: "del",
    ast.Global: "global", ast.Nonlocal: "nonlocal", ast.Import: "import", ast.ImportFrom: "import",
    ast.FunctionDef: "def", ast.ClassDef: "class", ast.Match: "match",
}  # fmt: skip
State = dict[str, Kind]  # names that certainly have a value, with its kind


@dataclass
class OwnFunction:
    """A rewritten function, whose last argument records faults, and the kind of its result."""

    function: Any
    result: Kind


class OwnProgram:
    """A puzzle's own functions and all functions they call, rewritten for one table of operators.

    `finish` converts a rewritten function to a callable object; `hold` converts a flat table to a form that the
    functions can read.
    """

    def __init__(
        self,
        operators: Mapping[str, Any],
        finish: Callable[[Any], Any] = lambda function: function,
        hold: Callable[[list[int]], Any] = lambda numbers: numbers,
    ) -> None:
        self.tables, self.finish, self.hold = Tables(), finish, hold
        self.scope: dict[str, Any] = dict(operators)
        self.made: dict[tuple[types.FunctionType, tuple[Kind, ...]], OwnFunction | None] = {}
        self.names: dict[int, str] = {}
        self.kinds: list[Kind] = [NUMBER]
        self.reads_out = False  # whether a function reads `out`, which an earlier call may have written

    def rewrite(self, function: Any, kinds: tuple[Kind, ...]) -> OwnFunction:
        """Rewrite a function for arguments of the given kinds; a repeated call returns the first result. Raises
        `NotCompilable` if the function calls itself or contains other syntax that is not compiled.
        """
        key = (function, kinds)
        if key not in self.made:
            self.made[key] = None
            self.made[key] = self._make(function, kinds)
        found = self.made[key]
        if found is None:
            code = function.__code__
            why = _("{name} calls itself").format(name=function.__name__)
            raise refuse(code.co_filename, code.co_firstlineno, why)
        return found

    def rewrite_expand(self, packed: Packed[Any]) -> Any:
        """Rewrite `expand`; the result takes (state, out, data, fault), without `data` if the original has none."""
        return self._rewrite_entry(packed.expand, NUMBER if packed.words == 1 else LIST, OUT, LIST)

    def rewrite_goal(self, packed: Packed[Any]) -> Any:
        """Rewrite `goal`; the result takes (state, data, fault), without `data` if the original has none."""
        return self._rewrite_entry(packed.goal, NUMBER if packed.words == 1 else LIST, LIST)

    def rewrite_estimate(self, packed: Packed[Any], estimate: Any) -> Any:
        """Rewrite `estimate`; the result takes (state, data, fault), without `data` if the original has none."""
        return self._rewrite_entry(estimate, NUMBER if packed.words == 1 else LIST, LIST)

    def _rewrite_entry(self, function: Any, *kinds: Kind) -> Any:
        if not isinstance(function, types.FunctionType):
            raise NotCompilable(_("{name} is not a plain function").format(name=function))
        found, code = self.rewrite(function, kinds[: function.__code__.co_argcount]), function.__code__
        if found.result != NUMBER:
            raise refuse(code.co_filename, code.co_firstlineno, _("the function must return one number, not several"))
        return found.function

    def _make(self, function: types.FunctionType, kinds: tuple[Kind, ...]) -> OwnFunction:
        tree, result = FunctionRewriter(self, function, kinds).rewrite()
        for name, numbers in self.tables.flat.items():
            if name not in self.scope:
                self.scope[name] = self.hold(numbers)
        inner: dict[str, Any] = {}
        exec(compile(tree, function.__code__.co_filename, "exec"), self.scope, inner)
        [made] = inner.values()
        code = made.__code__.replace(co_name=function.__name__, co_qualname=function.__name__)
        made = types.FunctionType(code, self.scope, function.__name__)
        made.__module__ = function.__module__
        return OwnFunction(self.finish(made), result)

    def number_kind(self, kind: Kind) -> int:
        """The number of a kind of value in this program. A new kind gets the next free number."""
        if kind not in self.kinds:
            self.kinds.append(kind)
        return self.kinds.index(kind)

    def name_function(self, made: OwnFunction) -> str:
        """The name by which other functions of the program call the rewritten function `made`."""
        name = self.names.setdefault(id(made), f"own{len(self.names)}")
        self.scope[name] = made.function
        return name


class FunctionRewriter(ExpressionRewriter):
    """Rewrites the statements of one function."""

    def __init__(self, program: OwnProgram, function: types.FunctionType, kinds: tuple[Kind, ...]) -> None:
        super().__init__(program, function)
        self.kinds = kinds
        self.result: Kind | None = None
        self.breaks: list[list[State]] = []  # for each enclosing loop, the known names at each `break`
        self.continues: list[list[State]] = []
        self.stops: list[ast.Return] = []  # the `return` statements that end the function after a fault

    def rewrite(self) -> tuple[ast.Module, Kind]:
        """The rewritten function as a syntax tree of a module that defines it, and the kind of its result."""
        node = find_definition(self.function)
        self._check_head(node)
        names = [each.arg for each in node.args.args]
        alone: list[ast.stmt] = [ast.copy_location(ast.Return(node.body), node)] if isinstance(node, ast.Lambda) else []
        body = node.body if isinstance(node, ast.FunctionDef) else alone
        self.locals = {*names, *(name for part in body for name in _list_stored_names(part))}
        self.now = dict(zip(names, self.kinds, strict=True))
        arguments = [ast.arg(self.spell(name)) for name in names] + [ast.arg("fault")]
        new = self._rewrite_body(body)
        if self._merge([self.now]) is not None:
            raise self.refuse(body[-1], _("a path through the function ends without returning a value"))
        assert self.result is not None
        for stop in self.stops:
            zeros: list[ast.expr] = [ast.Constant(0) for _each in range(getattr(self.result, "count", 0))]
            stop.value = ast.Tuple(zeros, ast.Load()) if zeros else ast.Constant(0)
        head = ast.arguments([], arguments, None, [], [], None, [])
        made = ast.copy_location(ast.FunctionDef("own", head, new, []), node)
        return ast.fix_missing_locations(ast.Module([made], [])), self.result

    def _check_head(self, node: ast.FunctionDef | ast.Lambda) -> None:
        """Refuse a function with special arguments (such as defaults or *args), with another number of arguments than
        expected, or with a decorator other than `staticmethod`.
        """
        plain = node.args
        if plain.posonlyargs or plain.kwonlyargs or plain.vararg or plain.kwarg or self.function.__defaults__:
            raise self.refuse(node, _("only plain arguments without defaults are compiled"))
        if len(plain.args) != len(self.kinds):
            text = _("wrong number of arguments: {name} takes {n}").format(
                name=self.function.__name__, n=len(plain.args)
            )
            raise self.refuse(node, text)
        for each in node.decorator_list if isinstance(node, ast.FunctionDef) else []:
            if not isinstance(each, ast.Name) or each.id != "staticmethod":
                raise self.refuse(each, _("decorators are not compiled"))

    # Known names

    def _merge(self, states: list[State | None]) -> State | None:
        """The names that certainly have a value where several paths join: those that have a value of the same kind at
        the end of every path. None if no path reaches this point.
        """
        known = [each for each in states if each is not None]
        if not known:
            return None
        return {name: kind for name, kind in known[0].items() if all(each.get(name) == kind for each in known)}

    def _rewrite_body(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Rewrite a sequence of statements."""
        new: list[ast.stmt] = []
        for node in body:
            if self.now is None:  # unreachable
                break
            new += [ast.copy_location(each, node) for each in self._rewrite_statement(node)]
        return new

    def _rewrite_statement(self, node: ast.stmt) -> list[ast.stmt]:
        match node:
            case ast.Pass() | ast.Expr(ast.Constant(str())):
                return [ast.Pass()]
            case ast.Expr(ast.Call()):
                return [ast.Expr(self.rewrite_value(node.value)[0])]
            case ast.Return():
                return [self._rewrite_return(node)]
            case ast.Assign():
                return self._rewrite_assignment(node.targets, node.value)
            case ast.AnnAssign(target=ast.Name(), value=ast.expr()):
                assert node.value is not None
                return self._rewrite_assignment([node.target], node.value)
            case ast.AugAssign():
                return self._rewrite_augmented(node)
            case ast.If():
                return [self._rewrite_if(node)]
            case ast.While(orelse=[]):
                return [self._rewrite_while(node)]
            case ast.For(orelse=[]):
                return self._rewrite_for(node)
            case ast.Break() | ast.Continue():
                assert self.now is not None
                (self.breaks if isinstance(node, ast.Break) else self.continues)[-1].append(self.now)
                self.now = None
                return [node]
            case ast.While() | ast.For():
                raise self.refuse(node, _("{what} is not compiled").format(what=_("else after a loop")))
        what = next((name for kind, name in STATEMENTS.items() if isinstance(node, kind)), type(node).__name__)
        raise self.refuse(node, _("{what} is not compiled").format(what=what))

    def _rewrite_return(self, node: ast.Return) -> ast.stmt:
        if node.value is None:
            raise self.refuse(node, _("return without a value is not compiled"))
        if isinstance(node.value, ast.Tuple):
            numbers = [self.rewrite_number(each) for each in node.value.elts]
            value: ast.expr = ast.Tuple(numbers, ast.Load())
            kind: Kind = Several(len(numbers))
        else:
            value, kind = self.rewrite_value(node.value)
        if not isinstance(kind, Number | Several) or kind == Several(0):
            raise self.refuse(node, _("only numbers can be returned"))
        if self.result not in (None, kind):
            raise self.refuse(
                node, _("one `return` gives {one}, another gives {other}").format(one=self.result, other=kind)
            )
        self.result, self.now = kind, None
        return ast.Return(value)

    # Assignments

    def _rewrite_assignment(self, targets: list[ast.expr], value: ast.expr) -> list[ast.stmt]:
        """Rewrite an assignment. As in Python, the values are evaluated first, from left to right; then the targets are
        assigned from left to right.
        """
        if len(targets) == 1 and not isinstance(targets[0], ast.Tuple | ast.List):
            return [self._assign(targets[0], *self.rewrite_value(value))]
        new: list[ast.stmt] = []
        if isinstance(value, ast.Tuple | ast.List) and all(isinstance(each, ast.Tuple | ast.List) for each in targets):
            parts = [self._keep(new, *self.rewrite_value(each)) for each in value.elts]
        else:
            kept = self._keep(new, *self.rewrite_value(value))
            parts = self.take_apart(*kept) if all(isinstance(each, ast.Tuple | ast.List) for each in targets) else []
            if not parts:
                return new + [self._assign(target, *kept) for target in targets]
        for target in targets:
            new += self._assign_parts(target, parts)
        return new

    def _assign_parts(self, target: ast.expr, parts: list[tuple[ast.expr, Kind]]) -> list[ast.stmt]:
        """Assign several values to several targets."""
        inner = target.elts if isinstance(target, ast.Tuple | ast.List) else []
        if not inner or len(inner) != len(parts):
            raise self.refuse(target, _("the number of names must equal the number of values"))
        return [self._assign(each, *part) for each, part in zip(inner, parts, strict=True)]

    def _keep(self, new: list[ast.stmt], value: ast.expr, kind: Kind) -> tuple[ast.expr, Kind]:
        """Append to `new` an assignment of a value to a generated name, so that the value is computed only once.
        Returns an expression that reads the name, and the kind of the value.
        """
        name = self.make_name()
        new.append(ast.Assign([ast.Name(name, ast.Store())], value))
        return load(name), kind

    def _assign(self, target: ast.expr, value: ast.expr, kind: Kind) -> ast.stmt:
        """Assign one value to a name or an index of `out`."""
        if isinstance(target, ast.Name):
            if isinstance(kind, Several):
                raise self.refuse(target, _("this gives several numbers: assign them to the same number of names"))
            assert self.now is not None
            self.now[target.id] = kind
            return ast.Assign([ast.Name(self.spell(target.id), ast.Store())], value)
        if not isinstance(target, ast.Subscript):
            raise self.refuse(target, _("only names and elements of `out` can be assigned"))
        if kind != NUMBER:
            raise self.refuse(target, _("only numbers can be written into `out`"))
        place = self.rewrite_written_place(target)
        return ast.Assign([ast.Subscript(place[0], place[1], ast.Store())], value)

    def _rewrite_augmented(self, node: ast.AugAssign) -> list[ast.stmt]:
        if isinstance(node.target, ast.Name):
            old = ast.copy_location(load(node.target.id), node)
            return [self._assign(node.target, self.rewrite_operator(node, node.op, old, node.value), NUMBER)]
        if not isinstance(node.target, ast.Subscript):
            raise self.refuse(node.target, _("only names and elements of `out` can be assigned"))
        new: list[ast.stmt] = []
        block, index = self.rewrite_written_place(node.target)
        kept, _kind = self._keep(new, index, NUMBER)
        self.program.reads_out = True
        value = self.combine(node, node.op, ast.Subscript(block, kept, ast.Load()), self.rewrite_number(node.value))
        return [*new, ast.Assign([ast.Subscript(block, kept, ast.Store())], value)]

    # Branches and loops

    def _rewrite_if(self, node: ast.If) -> ast.stmt:
        test = self.rewrite_truth(node.test)
        assert self.now is not None
        before = dict(self.now)
        body = self._rewrite_body(node.body)
        after, self.now = self.now, before
        other = self._rewrite_body(node.orelse)
        self.now = self._merge([after, self.now])
        return ast.If(test, body, other)

    def _rewrite_while(self, node: ast.While) -> ast.stmt:
        is_endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
        test = self.rewrite_truth(node.test)
        assert self.now is not None
        entry = dict(self.now)
        body = self._rewrite_loop(node, [], node.body, entry)
        self.now = self._merge([*self.breaks.pop(), *([] if is_endless else [entry])])
        return ast.While(test, body, [])

    def _rewrite_for(self, node: ast.For) -> list[ast.stmt]:
        """Rewrite a `for` loop as a loop over indices. The iterable provides the number of items, and the item at each
        index.
        """
        new: list[ast.stmt] = []

        def keep(value: ast.expr) -> ast.expr:
            return self._keep(new, value, NUMBER)[0]

        items = self.rewrite_iterable(node.iter, keep)
        assert self.now is not None
        entry, index = dict(self.now), self.make_name()
        head = self._assign_item(node.target, items.get(load(index)))
        body = self._rewrite_loop(node, head, node.body, entry)
        self.now = self._merge([*self.breaks.pop(), entry])
        return [*new, ast.For(ast.Name(index, ast.Store()), self.call_plain("range", items.count), body, [])]

    def _assign_item(self, target: ast.expr, item: Any) -> list[ast.stmt]:
        """Assign the current item of a loop to `target`; if the item has parts, to several names."""
        if isinstance(target, ast.Tuple | ast.List):
            parts = item if isinstance(item, list) else self.take_apart(*item)
            if len(parts) != len(target.elts):
                raise self.refuse(target, _("the number of names must equal the number of values"))
            pairs = zip(target.elts, parts, strict=True)
            return [each for inner, part in pairs for each in self._assign_item(inner, part)]
        if isinstance(item, list) or not isinstance(target, ast.Name):
            raise self.refuse(target, _("the target of a loop must be one or several names"))
        return [self._assign(target, *item)]

    def _rewrite_loop(self, node: ast.stmt, head: list[ast.stmt], body: list[ast.stmt], entry: State) -> list[ast.stmt]:
        """Rewrite the body of a loop; the statements `head` come first. A recorded fault ends the loop. Names that have
        a value before the loop (`entry`) must keep their kind.
        """
        self.breaks.append([])
        self.continues.append([])
        if "has_fault" in self.program.scope:
            self.stops.append(ast.Return())
            head = [ast.If(self.call_plain("has_fault", load("fault")), [self.stops[-1]], []), *head]
        new = [*head, *self._rewrite_body(body)]
        for state in [*self.continues.pop(), *([] if self.now is None else [self.now])]:
            for name, kind in entry.items():
                if state.get(name) != kind:
                    raise self.refuse(
                        node, _("{name} is a number in one iteration and a list in another").format(name=name)
                    )
        return new


def _list_stored_names(node: ast.AST) -> list[str]:
    inner = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
    return [each.id for each in inner if isinstance(each.ctx, ast.Store)]
