"""Why compiled code cannot be used for some state: the line of the puzzle's own source, and what happens there.

The functions run once more in Python, on whole numbers and lists that notice what compiled code cannot do or may not
give. That is slow; it happens where something was refused, and in the doctor.
"""

import operator
import sys
import time
import traceback
import types
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from langkah.engine.fingerprint import copy_function
from langkah.language import _
from langkah.packed import Packed
from langkah.settings import quote_value

HERE = (lambda: None).__code__.co_filename  # as tracebacks have it: `__file__` may be that of the bytecode
SECONDS = 5.0  # that the cause is looked for
LOW, HIGH = -(1 << 63), 1 << 63
TWO = {
    "add": "+", "sub": "-", "mul": "*", "floordiv": "//", "mod": "%", "pow": "**", "lshift": "<<", "rshift": ">>",
    "and": "&", "or": "|", "xor": "^",
}  # fmt: skip
ONE = {"neg": "-", "invert": "~", "abs": "abs "}


class Refusal(NamedTuple):
    """Why: the place in the source, what happens there, in which state; and whether Python can do it all the same."""

    text: str
    only_slow: bool


class _PastLimit(ArithmeticError):
    """A number on the way does not fit into a machine word."""

    def __init__(self, *source: Any) -> None:
        text = "".join(quote_value(int(each)) if isinstance(each, int) else each for each in source)
        super().__init__(_("{expression} passes 2**63").format(expression=text))


class _Number(int):
    """A whole number that notices where what is computed from it passes 2**63."""

    def bit_length(self) -> int:
        """Of the number without its sign, as compiled code takes it."""
        return _Number(int.bit_length(abs(self)))

    def bit_count(self) -> int:
        """The same."""
        return _Number(int.bit_count(abs(self)))


def _add_operator(name: str, sign: str) -> None:
    """Teach watched numbers an operator on two of them, on either side of it."""
    compute = getattr(operator, f"__{name}__")

    def apply(one: int, two: int) -> Any:
        if name == "lshift" and one and two > 63:  # Python would make it, however large
            raise _PastLimit(one, " << ", two)
        found = compute(one, two)
        if isinstance(found, int) and not LOW <= found < HIGH:
            raise _PastLimit(one, f" {sign} ", two)
        return _watch_value(found)

    def left(self: Any, other: Any) -> Any:
        return apply(int(self), int(other)) if isinstance(other, int) else NotImplemented

    def right(self: Any, other: Any) -> Any:
        return apply(int(other), int(self)) if isinstance(other, int) else NotImplemented

    setattr(_Number, f"__{name}__", left)
    setattr(_Number, f"__r{name}__", right)


def _add_sign(name: str, sign: str) -> None:
    """Teach watched numbers an operator on one of them."""
    compute = getattr(operator, f"__{name}__")

    def apply(self: Any) -> Any:
        found = compute(int(self))
        if found == HIGH:
            raise _PastLimit(sign, self)
        return _Number(found)

    setattr(_Number, f"__{name}__", apply)


for _name, _sign in TWO.items():
    _add_operator(_name, _sign)
for _name, _sign in ONE.items():
    _add_sign(_name, _sign)


class _Numbers(list[Any]):
    """A list of watched numbers that remembers which line has written each of its places."""

    def __init__(self, values: Iterable[Any], most: int | None = None) -> None:
        super().__init__(map(_watch_value, values))
        self.most = most  # successors that may be written, where this is `out`
        self.writers: dict[int, traceback.FrameSummary] = {}

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, int):
            code, line = sys._getframe(1).f_code, sys._getframe(1).f_lineno
            self.writers[index % max(len(self), 1)] = traceback.FrameSummary(code.co_filename, line, code.co_name)
            if self.most is not None and index >= len(self):
                text = _("out[{index}] is beyond branching = {most}")
                raise IndexError(text.format(index=index, most=self.most))
        super().__setitem__(index, value)


def _watch_value(value: Any) -> Any:
    """A value as watched functions see it."""
    if type(value) is int:
        return _Number(value)
    if isinstance(value, list | tuple):
        return _Numbers(value)
    return _watch_function(value) if isinstance(value, types.FunctionType) else value


def _watch_function(function: Callable[..., Any]) -> Callable[..., Any]:
    """A copy of a function, with its lines, in which all numbers are watched."""
    copy = copy_function(function, lambda _name, value: _watch_value(value))
    numbers = tuple(_Number(each) if type(each) is int else each for each in copy.__code__.co_consts)
    copy.__code__ = copy.__code__.replace(co_consts=numbers)
    copy.__globals__.setdefault("range", _watch_range)
    return copy


def _watch_range(*ends: int) -> Iterator[int]:
    return map(_Number, range(*ends))


def find_refusal(packed: Packed[Any], words: Iterable[int], seconds: float = SECONDS) -> Refusal | None:
    """What compiled code refuses in one of some states; None where nothing was found in good time."""
    try:
        watch = _Watch(packed)
    except RecursionError:  # functions that call themselves have no compiled form at all
        return None
    until = time.monotonic() + seconds
    for word in words:
        if time.monotonic() > until:
            return None
        found = watch.look(word)
        if found is not None:
            return found
    return None


def format_place(filename: str, line: int | None, name: str, what: str) -> str:
    """A place in somebody's source, and what is to be said about it."""
    return _("{path}, line {n}, in {method}: {what}").format(
        path=shorten_path(filename), n=line, method=name, what=what
    )


def shorten_path(name: str) -> Path:
    """A path as a person would type it."""
    path = Path(name).resolve()
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def place_expand(packed: Packed[Any], what: str) -> str:
    """Something about `expand` as a whole."""
    assert packed.expand is not None
    code = packed.expand.__code__
    return format_place(code.co_filename, code.co_firstlineno, code.co_name, what)


class _Watch:
    """The functions of a view, watched."""

    def __init__(self, packed: Packed[Any]) -> None:
        assert packed.expand is not None
        assert packed.goal is not None
        self.packed = packed
        self.expand, self.goal = _watch_function(packed.expand), _watch_function(packed.goal)

    def look(self, word: int) -> Refusal | None:
        """Do in one state what a search does."""
        packed = self.packed
        size = packed.branching + 1
        out = _Numbers([0] * (size * packed.words + packed.scratch), packed.branching)
        state, data = _watch_value(packed.cut(word)), _Numbers(packed.data)
        try:
            self.goal(*(state, data)[: self.goal.__code__.co_argcount])
            count = self.expand(*(state, out, data)[: self.expand.__code__.co_argcount])
            if count > packed.branching:
                text = _("expand({state}) writes more than branching = {most} successors")
                text = text.format(state=quote_value(word), most=packed.branching)
                return self._refuse(out, packed.branching * packed.words, text)
            for place in range(count * packed.words):
                if out[place] < 0 or out[place] >> packed.word_bits:
                    text = _("expand({state}) gives a number outside 0 to 2**{bits} - 1")
                    text = text.format(state=quote_value(word), bits=packed.words * packed.word_bits)
                    return self._refuse(out, place, text)
        except Exception as error:
            frames = [each for each in traceback.extract_tb(error.__traceback__) if each.filename != HERE]
            what = str(error) if isinstance(error, _PastLimit) else f"{type(error).__name__}: {error}"
            what = _("{what} (state {state})").format(what=what, state=quote_value(word))
            last = frames[-1]
            return Refusal(format_place(last.filename, last.lineno, last.name, what), isinstance(error, _PastLimit))
        return None

    def _refuse(self, out: _Numbers, place: int, text: str) -> Refusal:
        """What was written is wrong: the line that wrote it, or the function where none has."""
        if place not in out.writers:
            return Refusal(place_expand(self.packed, text), only_slow=False)
        writer = out.writers[place]
        return Refusal(format_place(writer.filename, writer.lineno, writer.name, text), only_slow=False)
