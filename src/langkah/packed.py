"""Packed forms for compiled code: states as whole numbers, and structures with specialised searches.

A puzzle with such a form returns it from `packed()`, a two-player game from `structure()`; all others can ignore this
module.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from inspect import Parameter, signature
from math import inf
from typing import Any, Generic, NamedTuple, TypeVar

from langkah.errors import BadInput
from langkah.language import _
from langkah.settings import quote_value

S = TypeVar("S", bound=Hashable)
MOST_COUNTED = 4096  # successors of a state beyond `branching` that are counted, to report the needed value
DEAD_END = 1 << 62  # the smallest packed estimate that means that no goal can be reached


class Tray(NamedTuple):
    """A sliding-tile puzzle with one blank, written as 0. `start` and `goal` list the tiles row by row. Compiled code
    has specialised searches for such puzzles.
    """

    rows: int
    cols: int
    start: tuple[int, ...]
    goal: tuple[int, ...]


class Pegs(NamedTuple):
    """A puzzle about a tower of discs. `start` and each of `goals` give the peg of each disc, the smallest disc first.
    A disc can move from any peg to any other or, with `is_star`, only to and from peg 0, the centre of the star.
    """

    pegs: int
    start: tuple[int, ...]
    goals: tuple[tuple[int, ...], ...]
    is_star: bool = False


class Grid(NamedTuple):
    """A game in which two players take turns to mark cells, and the first to mark all cells of a line wins. Sets of
    cells are bit masks.
    """

    cells: int
    lines: tuple[int, ...]
    start: tuple[int, int]
    symmetries: tuple[tuple[int, ...], ...] = ()  # the permutation of cells for each rotation or reflection


class Packed(Generic[S]):
    """The form of a puzzle that fast searches use: each state is one whole number, with equivalent states merged.

    `successors` returns the numbers of the successors, in the order of `steps` and with the same repetitions.
    `unit_cost` promises that every step costs 1. Searches check this at every step they examine; without it they count
    steps and never report a plan as optimal.

    Compiled searches also need two plain functions that use only whole numbers below 2**63, loops and comparisons, and
    run unchanged in Python: `expand(state, out, data)` writes the successors into out[0], out[1], ... and returns their
    number; `goal(state, data)` returns whether a state is a goal. Both may omit `data`. If a number needs more
    than 63 bits, it is split into `words` words of `word_bits` bits, lowest first: `state` is then a list of words, and
    successor i goes to out[i * words], out[i * words + 1], ... `out` has room for one successor more than the maximum,
    followed by `scratch` numbers for the function's own use; all are 0 when `expand` begins.
    docs/make-your-puzzle-fast.md lists the syntax that compiled functions may use.

    `estimate(state, data)` is the packed form of the puzzle's own `estimate`: a whole number, `DEAD_END` or more if
    no goal can be reached. With `costs`, `expand` writes the cost of successor i into out[-1 - i].

    >>> packed = load("hanoi", discs=2).packed()
    >>> packed.unpack(packed.successors(packed.start)[0])
    (1, 0)
    """

    start: int
    words: int = 1
    word_bits: int = 63
    branching: int = 64  # the largest number of successors of a state
    scratch: int = 0
    data: Sequence[int] = ()
    size: int | None = None  # an upper bound on the number of states, if known
    expand: Callable[..., int] | None = None
    goal: Callable[..., Any] | None = None
    estimate: Callable[..., int] | None = None
    costs: bool = False  # True: `expand` writes the cost of every step
    abstractions: Sequence[Callable[..., int]] = ()  # functions, or `forget` with a list; see docs/pattern-databases.md
    additive: bool = False  # True: no step changes what two abstractions keep, so that their distances can be added
    unit_cost: bool = False  # True: every step costs 1
    structure: Tray | Pegs | None = None  # a structure with specialised searches

    @classmethod
    def of(
        cls,
        start: S,
        pack: Callable[[S], int],
        unpack: Callable[[int], S],
        expand: Callable[..., int],
        goal: Callable[..., Any],
        **more: Any,
    ) -> "Packed[S]":
        """A packed form built from plain functions; `more` sets branching, unit_cost, data, words and other fields."""
        packed: Packed[S] = cls()
        for name, value in {**more, "expand": expand, "goal": goal, "pack": pack, "unpack": unpack}.items():
            setattr(packed, name, value)
        packed.start = pack(start)
        return packed

    def pack(self, state: S) -> int:
        """The number of a state; states with equal keys have the same number."""
        raise NotImplementedError

    def unpack(self, word: int) -> S:
        """A state with this number."""
        raise NotImplementedError

    def successors(self, word: int) -> Sequence[int]:
        """The numbers of the successors. Default: computed by `expand`."""
        return self._expand_plainly(word)[0]

    def list_steps(self, word: int) -> list[tuple[int, int]]:
        """The numbers of the successors, each with the cost of its step: `expand` writes the costs if the puzzle has
        `costs`; otherwise each cost is 1.
        """
        if self.costs:
            return list(zip(*self._expand_plainly(word), strict=True))
        return [(after, 1) for after in self.successors(word)]

    def _expand_plainly(self, word: int) -> tuple[list[int], list[int]]:
        """The successors and their costs, computed by `expand` in Python."""
        assert self.expand is not None
        out = [0] * self.out_length
        try:
            count = _call_packed_function(self.expand, 3, self.cut(word), out, self.data)
        except IndexError:
            self._check_branching(word)
            raise
        if isinstance(count, int) and count > self.branching:
            self._check_branching(word)
        costs = out[: -1 - count : -1] if self.costs else []
        if self.words == 1:
            return out[:count], costs
        if any(number >> self.word_bits for number in out[: count * self.words]):
            text = _("expand({state}) gives a word outside 0 to 2**{bits} - 1")
            raise BadInput(text.format(state=quote_value(word), bits=self.word_bits))
        places = range(0, count * self.words, self.words)
        return [self.joined(out[place : place + self.words]) for place in places], costs

    def _check_branching(self, word: int) -> None:
        """Raise `BadInput` if a state has more than `branching` successors. The message gives the value that
        `branching` needs.
        """
        assert self.expand is not None
        out = [0] * (self.out_length + MOST_COUNTED * self.words)
        with suppress(IndexError):
            count = _call_packed_function(self.expand, 3, self.cut(word), out, self.data)
            if count > self.branching:
                text = _("expand({state}) writes more than branching = {most} successors: declare branching={n}")
                raise BadInput(text.format(state=quote_value(word), n=count, most=self.branching))

    @property
    def out_length(self) -> int:
        """The length of the list `out` that is passed to `expand`."""
        return (self.branching + 1) * self.words + self.scratch + (self.branching if self.costs else 0)

    def guess(self, word: int) -> float:
        """The packed estimate of a state: at least 0, infinity if no goal can be reached."""
        assert self.estimate is not None
        found = _call_packed_function(self.estimate, 2, self.cut(word), self.data)
        return inf if found >= DEAD_END else max(int(found), 0)

    def is_goal(self, word: int) -> bool:
        """Whether the state with this number is a goal. Default: computed by `goal`."""
        assert self.goal is not None
        return bool(_call_packed_function(self.goal, 2, self.cut(word), self.data))

    def abstract(self, number: int, word: int) -> int:
        """The image of a state under the abstraction with the index `number`."""
        return int(_call_packed_function(self.abstractions[number], 2, self.cut(word), self.data))

    def cut(self, word: int) -> Any:
        """The number of a state in the form that `expand` takes: unchanged, or split into words."""
        if self.words == 1:
            return word
        mask = (1 << self.word_bits) - 1
        return [word >> self.word_bits * place & mask for place in range(self.words)]

    def joined(self, words: Sequence[int]) -> int:
        """The number that consists of these words, lowest first."""
        return sum(word << self.word_bits * place for place, word in enumerate(words))


def forget(
    values: Iterable[int] = (), *, places: int, bits: int, at: Iterable[int] = (), by: int | None = None
) -> Callable[[int], int]:
    """An abstraction that replaces some numbers in a state by a constant. The state is a row of `places` numbers of
    `bits` bits each; the first number is in the lowest bits.

    Every number in `values`, and every number `at` one of these places, is replaced by `by` (default: all bits 1). Bits
    above the row are kept.

    >>> hex(forget((0, 1), places=4, bits=4)(0x3210))
    '0x32ff'
    >>> hex(forget(at=(3,), places=4, bits=4, by=0)(0x3210))
    '0x210'
    """
    size, lost, gaps = 1 << bits, frozenset(values), frozenset(at)
    by = size - 1 if by is None else by
    if not (bits > 0 < places and places * bits < 63):
        text = _(
            "forget: {places} places of {bits} bits do not fit into a state of one machine word, which has 62 bits"
        )
        raise BadInput(text.format(places=places, bits=bits))
    if wrong := [
        *(each for each in (*lost, by) if not 0 <= each < size),
        *(each for each in gaps if each not in range(places)),
    ]:
        text = _("forget: {value} is wrong: numbers must have at most {bits} bits, and places must be from 0 to {last}")
        raise BadInput(text.format(value=quote_value(wrong[0]), bits=bits, last=places - 1))
    left = tuple(by if value in lost or place in gaps else value for place in range(places) for value in range(size))

    def forget_listed(state: int) -> int:
        kept = state >> places * bits << places * bits
        for place in range(places):
            kept |= left[place * size + (state >> place * bits & size - 1)] << place * bits
        return kept

    return forget_listed


def count_at_most(packed: Packed[Any]) -> int | None:
    """An upper bound on the number of reachable states, if known."""
    tray = packed.structure
    if packed.size is not None and isinstance(tray, Tray) and min(tray.rows, tray.cols) > 1:
        return packed.size // 2  # slides never change the joint parity of the tiles and the blank
    return packed.size


def _call_packed_function(function: Callable[..., Any], full: int, *arguments: Any) -> Any:
    """Call a function of the packed form, such as `expand`; its optional last argument is passed only if the function
    accepts it.
    """
    return function(*arguments[: min(full, function.__code__.co_argcount)])


def _show_keywords() -> None:
    """Make `help` and notebooks list the keywords of `Packed.of` with the defaults of the class."""
    plain = signature(Packed.of.__func__)  # type: ignore[attr-defined]
    given = {*plain.parameters, "more"}
    named = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=getattr(Packed, name), annotation=annotation)
        for name, annotation in Packed.__annotations__.items()
        if name not in given
    ]
    kept = [each for name, each in plain.parameters.items() if name != "more"]
    Packed.of.__func__.__signature__ = plain.replace(parameters=[*kept, *named])  # type: ignore[attr-defined]


_show_keywords()
