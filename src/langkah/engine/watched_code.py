"""Explains why compiled code refuses a state: the line of the puzzle's own source, and the reason.

The rewritten functions run again in Python (see `own_code`), with operators that detect what compiled code cannot do.
That is slow, and used only after a refusal and in the doctor.
"""

import operator
import sys
import time
import traceback
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from langkah.engine.compiler import is_trusted
from langkah.engine.fingerprint import NotCompilable
from langkah.engine.own_code import OwnProgram
from langkah.engine.own_source import shorten_path
from langkah.engine.own_values import HIGH, LOW
from langkah.language import _
from langkah.packed import Packed
from langkah.settings import quote_value

HERE = (lambda: None).__code__.co_filename  # as in tracebacks: `__file__` may name the bytecode
SEARCH_SECONDS = 5.0  # time spent on finding the cause
LARGEST_SHIFT = 63  # of a nonzero number to the left; larger shifts, and powers, are refused before they are computed


class Refusal(NamedTuple):
    """Why compiled code refuses a state: a message that names the source line, and whether plain Python can handle the
    state.
    """

    text: str
    only_slow: bool


class _OnlyPython(ArithmeticError):
    """Raised if the result of an operator exists in Python but is not a 64-bit whole number."""


def _pass_limit(*source: Any) -> _OnlyPython:
    """The error for an expression whose value does not fit 64 bits. `source` holds the parts of the expression's text:
    operators as text, operands as numbers.
    """
    text = "".join(quote_value(each) if isinstance(each, int) else each for each in source)
    return _OnlyPython(_("{expression} exceeds 2**63").format(expression=text))


def _watch_two(sign: str, compute: Callable[[int, int], Any]) -> Callable[[int, int, Any], int]:
    """An operator with two operands, computed in Python, that raises an error if the result is not a 64-bit whole
    number.
    """

    def apply(one: int, two: int, _fault: Any) -> int:
        if (sign == "<<" and one and two > LARGEST_SHIFT) or (sign == "**" and abs(one) > 1 and two > LARGEST_SHIFT):
            raise _pass_limit(one, f" {sign} ", two)
        found = compute(one, two)
        if not isinstance(found, int):
            raise _OnlyPython(_("{expression} is not a whole number").format(expression=f"{one} {sign} {two}"))
        if not LOW <= found < HIGH:
            raise _pass_limit(one, f" {sign} ", two)
        return found

    return apply


def _watch_one(sign: str, compute: Callable[[int], int]) -> Callable[[int, Any], int]:
    """An operator with one operand, computed in Python, that raises an error if the result does not fit 64 bits."""

    def apply(one: int, _fault: Any) -> int:
        found = compute(one)
        if found == HIGH:
            raise _pass_limit(sign, one)
        return found

    return apply


def _find_place(index: int, length: int, _fault: Any) -> int:
    if not -length <= index < length:
        raise IndexError("list index out of range")
    return index % length


def _count_range(first: int, last: int, step: int, _fault: Any) -> int:
    numbers = range(first, last, step)
    if numbers and abs(last - first) >= HIGH:
        raise _pass_limit(str(numbers))
    return len(numbers)


def _cut(numbers: Any, bounds: tuple[int, int]) -> Any:
    return numbers[bounds[0] : bounds[0] + bounds[1]]


def _add_up(numbers: list[int], bounds: tuple[int, int], fault: Any) -> int:
    found = 0
    for each in _cut(numbers, bounds):
        found = OPERATORS["add"](found, each, fault)
    return found


OPERATORS: dict[str, Callable[..., Any]] = {
    "add": _watch_two("+", operator.add),
    "subtract": _watch_two("-", operator.sub),
    "multiply": _watch_two("*", operator.mul),
    "divide": _watch_two("//", operator.floordiv),
    "find_remainder": _watch_two("%", operator.mod),
    "raise_to_power": _watch_two("**", operator.pow),
    "shift_left": _watch_two("<<", operator.lshift),
    "shift_right": _watch_two(">>", operator.rshift),
    "negate": _watch_one("-", operator.neg),
    "find_absolute": _watch_one("abs ", abs),
    "measure_bits": lambda one, _fault: one.bit_length(),
    "count_bits": lambda one, _fault: one.bit_count(),
    "choose_lower": min,
    "choose_higher": max,
    "find_place": _find_place,
    "find_written_place": _find_place,
    "count_range": _count_range,
    "divide_both": lambda one, two, fault: (OPERATORS["divide"](one, two, fault), one % two),
    "find_row": lambda starts, lengths, row: (starts[row], lengths[row]),
    "find_place_in_row": lambda starts, lengths, row, at, fault: starts[row] + _find_place(at, lengths[row], fault),
    "has_number": lambda sought, numbers, bounds: int(sought in _cut(numbers, bounds)),
    "add_up": _add_up,
    "find_least": lambda numbers, bounds, _fault: min(_cut(numbers, bounds)),
    "find_greatest": lambda numbers, bounds, _fault: max(_cut(numbers, bounds)),
    "measure": len,
}


class _Written(list[int]):
    """The list `out`, to which `expand` writes successors; it records the source line that wrote each element."""

    def __init__(self, count: int) -> None:
        super().__init__([0] * count)
        self.writers: dict[int, traceback.FrameSummary] = {}

    def __setitem__(self, index: Any, value: Any) -> None:
        code, line = sys._getframe(1).f_code, sys._getframe(1).f_lineno
        self.writers[index] = traceback.FrameSummary(code.co_filename, line, code.co_name)
        super().__setitem__(index, value)


def find_refusal(packed: Packed[Any], words: Iterable[int], seconds: float = SEARCH_SECONDS) -> Refusal | None:
    """Why compiled code refuses the puzzle's functions, or the first state among `words` that it refuses; None if no
    reason is found in time.
    """
    try:
        watch = _Watch(packed)
    except NotCompilable as error:
        return None if is_trusted(packed.expand) else Refusal(str(error), only_slow=True)
    until = time.monotonic() + seconds
    for word in words:
        if time.monotonic() > until:
            return None
        found = watch.look(word)
        if found is not None:
            return found
    return None


def format_place(filename: str, line: int | None, name: str, what: str) -> str:
    """A message about a mistake, preceded by the path, the line and the function."""
    return _("{path}, line {n}, in {method}: {what}").format(
        path=shorten_path(filename), n=line, method=name, what=what
    )


def place_expand(packed: Packed[Any], what: str) -> str:
    """A message about `expand` as a whole, preceded by the path, the first line and the name of the function."""
    assert packed.expand is not None
    code = packed.expand.__code__
    return format_place(code.co_filename, code.co_firstlineno, code.co_name, what)


class _Watch:
    """The functions of a packed form, rewritten with operators that detect what compiled code cannot do."""

    def __init__(self, packed: Packed[Any]) -> None:
        self.packed = packed
        program = OwnProgram({**OPERATORS, "find_written_place": self._find_written_place})
        self.expand, self.goal = program.rewrite_expand(packed), program.rewrite_goal(packed)
        others = (*([] if packed.estimate is None else [packed.estimate]), *packed.abstractions)
        self.others = [program.rewrite_estimate(packed, each) for each in others]

    def _find_written_place(self, index: int, length: int, fault: Any) -> int:
        if index >= length:
            text = _("out[{index}] is out of range for branching = {most}")
            raise IndexError(text.format(index=index, most=self.packed.branching))
        return _find_place(index, length, fault)

    def look(self, word: int) -> Refusal | None:
        """Run all functions on one state, as a search does; returns why the state is refused, or None."""
        packed, state, data = self.packed, self.packed.cut(word), list(self.packed.data)
        out = _Written(packed.out_length)
        try:
            self.goal(*(state, data)[: self.goal.__code__.co_argcount - 1], None)
            for each in self.others:
                each(*(state, data)[: each.__code__.co_argcount - 1], None)
            count = self.expand(*(state, out, data)[: self.expand.__code__.co_argcount - 1], None)
            if count > packed.branching:
                text = _("expand({state}) writes more than branching = {most} successors")
                text = text.format(state=quote_value(word), most=packed.branching)
                return self._refuse(out, packed.branching * packed.words, text)
            if count < 0:
                text = _("expand({state}) returns {n}, which is not a valid number of successors")
                return Refusal(place_expand(packed, text.format(state=quote_value(word), n=count)), only_slow=False)
            if packed.costs and min(out[: -1 - count : -1], default=0) < 0:
                text = _("expand({state}) gives a cost below 0").format(state=quote_value(word))
                return Refusal(place_expand(packed, text), only_slow=False)
            for place in range(count * packed.words):
                if out[place] < 0 or out[place] >> packed.word_bits:
                    text = _("expand({state}) gives a number outside 0 to 2**{bits} - 1")
                    if packed.words > 1:
                        text = _("expand({state}) gives a word outside 0 to 2**{bits} - 1")
                    text = text.format(state=quote_value(word), bits=packed.word_bits)
                    return self._refuse(out, place, text)
        except Exception as error:
            frames = [each for each in traceback.extract_tb(error.__traceback__) if each.filename != HERE]
            what = str(error) if isinstance(error, _OnlyPython) else f"{type(error).__name__}: {error}"
            what = _("{what} (state {state})").format(what=what, state=quote_value(word))
            last = frames[-1]
            return Refusal(format_place(last.filename, last.lineno, last.name, what), isinstance(error, _OnlyPython))
        return None

    def _refuse(self, out: _Written, place: int, text: str) -> Refusal:
        """The refusal of a value in `out`: it names the line that wrote the value or, if no line did, the function."""
        if place not in out.writers:
            return Refusal(place_expand(self.packed, text), only_slow=False)
        writer = out.writers[place]
        return Refusal(format_place(writer.filename, writer.lineno, writer.name, text), only_slow=False)
