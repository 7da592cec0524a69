"""How compiled code sees a puzzle or a game: states as whole numbers, and structures about which it knows more.

A puzzle that has such a form returns it from `packed()`, a two-player game from `structure()`; all others need nothing
of this.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from langkah.errors import BadInput
from langkah.language import _
from langkah.settings import quote_value

S = TypeVar("S", bound=Hashable)


class Tray(NamedTuple):
    """Numbered tiles and one blank (0), row by row: a structure for which compiled searches know more."""

    rows: int
    cols: int
    start: tuple[int, ...]
    goal: tuple[int, ...]


class Pegs(NamedTuple):
    """Discs on pegs, from any peg to any other: the peg of each disc, smallest first, at the start and in each goal."""

    pegs: int
    start: tuple[int, ...]
    goals: tuple[tuple[int, ...], ...]


class Grid(NamedTuple):
    """Two players mark cells in turn, one each; who first has all cells of a line wins. Sets of cells are numbers."""

    cells: int
    lines: tuple[int, ...]
    start: tuple[int, int]
    symmetries: tuple[tuple[int, ...], ...] = ()  # where each cell goes when the board is turned or mirrored


class Packed(Generic[S]):
    """How fast searches see a puzzle: each state is one whole number, look-alikes already merged.

    `successors` gives the numbers one step away, in the order of `steps` and as often as `steps` gives them.
    `unit_cost` says that every step costs 1. Searches hold the puzzle to it wherever they look at steps; without it
    they count steps and call no plan the cheapest.

    Compiled searches need two plain functions besides, which use nothing but whole numbers below 2**63, loops and
    comparisons, and run unchanged in Python: `expand(state, out, data)` writes the successors into out[0], out[1], ...
    and returns how many there are; `goal(state, data)` says whether a state is a goal. Both may leave `data` out. Where
    a number needs more than 63 bits, `words` says into how many pieces of `word_bits` bits it is cut, lowest first:
    `state` is then a list of words, and successor i goes to out[i * words], out[i * words + 1], ...
    `out` has room for one successor more than there can be, and then for `scratch` numbers of the function's own; all
    are 0 when `expand` begins. The list of what compiled functions may use is in docs/make-your-puzzle-fast.md.

    >>> view = load("hanoi", discs=2).packed()
    >>> view.unpack(view.successors(view.start)[0])
    (1, 0)
    """

    start: int
    words: int = 1
    word_bits: int = 63
    branching: int = 64  # the most successors a state can have
    scratch: int = 0
    data: Sequence[int] = ()
    size: int | None = None  # how many states there are at most, where that is known
    expand: Callable[..., int] | None = None
    goal: Callable[..., Any] | None = None
    unit_cost: bool = False  # True: every step costs 1
    structure: Tray | Pegs | None = None  # what else is known about the puzzle

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
        """A packed form made of plain functions; `more` sets branching, unit_cost, data, words and the like."""
        packed: Packed[S] = cls()
        for name, value in {**more, "expand": expand, "goal": goal, "pack": pack, "unpack": unpack}.items():
            setattr(packed, name, value)
        packed.start = pack(start)
        return packed

    def pack(self, state: S) -> int:
        """The number of a state; equal for two states exactly when their keys are equal."""
        raise NotImplementedError

    def unpack(self, word: int) -> S:
        """A state that has this number."""
        raise NotImplementedError

    def successors(self, word: int) -> Sequence[int]:
        """The numbers one step away. Default: what `expand` finds."""
        assert self.expand is not None
        out = [0] * ((self.branching + 1) * self.words + self.scratch)
        count = _call_packed_function(self.expand, 3, self.cut(word), out, self.data)
        if self.words == 1:
            return out[:count]
        if any(number >> self.word_bits for number in out[: count * self.words]):
            text = _("expand({state}) gives a word outside 0 to 2**{bits} - 1")
            raise BadInput(text.format(state=quote_value(word), bits=self.word_bits))
        return [self.joined(out[place : place + self.words]) for place in range(0, count * self.words, self.words)]

    def is_goal(self, word: int) -> bool:
        """Whether the state behind this number is a goal. Default: what `goal` says."""
        assert self.goal is not None
        return bool(_call_packed_function(self.goal, 2, self.cut(word), self.data))

    def cut(self, word: int) -> Any:
        """A number as `expand` takes it: as it is, or cut into words."""
        if self.words == 1:
            return word
        mask = (1 << self.word_bits) - 1
        return [word >> self.word_bits * place & mask for place in range(self.words)]

    def joined(self, words: Sequence[int]) -> int:
        """The number that words make up."""
        return sum(word << self.word_bits * place for place, word in enumerate(words))


def count_at_most(packed: Packed[Any]) -> int | None:
    """How many states can be reached at most, where that is known."""
    tray = packed.structure
    if packed.size is not None and isinstance(tray, Tray) and min(tray.rows, tray.cols) > 1:
        return packed.size // 2  # slides never change the parity of tiles and blank together
    return packed.size


def _call_packed_function(function: Callable[..., Any], full: int, *arguments: Any) -> Any:
    """Call `expand` or `goal`, whose last argument may be left out."""
    return function(*arguments[: min(full, function.__code__.co_argcount)])
