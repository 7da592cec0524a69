"""Nim: two players take turns to take any number of coins from one heap. The player who takes the last coin wins or, if
so agreed, loses.

A state is the size of each heap and the player to move. Heaps have letters, because people click and type them; for a
search only their sizes matter, so states with the same sizes share a key. The theory (Bouton 1901: in the normal game,
a player wins who always leaves heaps whose sizes, combined by bitwise exclusive or, give 0) is not built in: the
searches discover it, and `tests/test_games_nim.py` checks them against it.
"""

from collections.abc import Hashable, Iterator, Sequence
from re import fullmatch

from langkah.language import N_, _, format_plural
from langkah.model import Game, Outcome, Step
from langkah.scene import Path, Rect, Scene, Shape, Text
from langkah.settings import Mistakes, Setting, quote_value

State = tuple[tuple[int, ...], int]  # the size of each heap; the player to move
Move = tuple[int, int]  # the heap, and the number of coins taken from it

MOST_HEAPS, MOST_COINS = 10, 30
LETTERS = "ABCDEFGHIJ"
WIDE, HIGH, GAP = 1.7, 0.62, 0.4  # a coin seen from the side, and the gap between two heaps


class Nim(Game[State, Move]):
    """Take any number of coins from one heap; the player who takes the last coin wins or, in the misère game, loses."""

    title = N_("Nim")
    about = N_("Take as many coins as you like from one heap; the player who takes the very last coin wins.")
    level_groups = (N_("First steps"), N_("Three heaps"), N_("The last coin loses"))
    small = {"heaps": [1, 2]}
    players = (N_("first player"), N_("second player"))
    settings = (
        Setting("heaps", None, N_("coins in each heap"), form="[3, 4, 5]", label=N_("Heaps")),
        Setting("misere", False, N_("the player who takes the last coin loses"), label=N_("The last coin loses")),
    )

    def __init__(self, heaps: Sequence[int] | None = None, misere: bool = False) -> None:
        mistakes = Mistakes()
        mistakes.check(self.settings, {"misere": misere})
        sizes = _read_heaps([3, 4, 5] if heaps is None else heaps, mistakes)
        mistakes.raise_any()
        self.misere, self.sizes = misere, sizes
        self.start = (sizes, 0)
        self.tallest = max(sizes)
        if misere:
            self.about = N_(
                "Take as many coins as you like from one heap; the player who takes the very last coin loses."
            )

    @property
    def heaps(self) -> list[int] | None:
        """The setting `heaps` that recreates the initial heaps; None for the default heaps."""
        return None if self.sizes == (3, 4, 5) else list(self.sizes)

    def player(self, state: State) -> int:
        """The player to move: 0 or 1."""
        return state[1]

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended: once all heaps are empty, the player who took the last coin wins or, in the misère game,
        loses. None while coins are left.
        """
        heaps, turn = state
        if any(heaps):
            return None
        last, winner = _(self.players[1 - turn]), turn if self.misere else 1 - turn
        text = _("{player} took the last coin and loses") if self.misere else _("{player} took the last coin and wins")
        return Outcome(winner, text.format(player=last))

    def steps(self, state: State) -> Iterator[Step[State, Move]]:
        """A step for each possible move: from each heap, take one coin, two coins, and so on up to all of them."""
        heaps, turn = state
        for heap, left in enumerate(heaps):
            for take in range(1, left + 1):
                yield Step((heap, take), ((*heaps[:heap], left - take, *heaps[heap + 1 :]), 1 - turn))

    def key(self, state: State) -> Hashable:
        """The sizes of the heaps in sorted order, without empty heaps, and the player to move: states that differ only
        in the order of heaps or in empty heaps are equivalent.
        """
        return tuple(sorted(filter(None, state[0]))), state[1]

    def notation(self, move: Move) -> str:
        """A move as the letter of the heap and the number of coins: `B2` takes two coins from the second heap."""
        return f"{LETTERS[move[0]]}{move[1]}"

    def text(self, state: State) -> str:
        """A line for each heap: its letter, and an o for each coin."""
        return "\n".join(f"{letter} {'o' * left}".rstrip() for letter, left in zip(LETTERS, state[0], strict=False))

    def label(self, state: State) -> str:
        """The sizes of the heaps."""
        return " ".join(map(str, state[0]))

    def scene(self, state: State) -> Scene:
        """Stacks of coins; a click on a coin takes this coin and all coins above it."""
        count = len(self.sizes)
        width, floor = count * (WIDE + GAP) + GAP, self.tallest * HIGH + 0.4
        shapes: list[Shape] = [Rect(0, 0, width, floor + 0.95, "board", id="board", round=0.2)]
        shapes.append(Path(((GAP / 2, floor), (width - GAP / 2, floor)), "wall", id="table", width=0.1))
        for heap, left in enumerate(state[0]):
            x = GAP + heap * (WIDE + GAP)
            shapes += [self._draw_coin(heap, level, left, x, floor) for level in range(left)]
            shapes.append(Text(x + WIDE / 2, floor + 0.5, LETTERS[heap], 0.5, "text" if left else "faint"))
        return Scene(width, floor + 0.95, tuple(shapes), self.spoken(state))

    def _draw_coin(self, heap: int, level: int, left: int, x: float, floor: float) -> Rect:
        """One coin; its label describes the effect of a click."""
        taken = format_plural("take {n} coin", "take {n} coins", left - level)
        name, y = f"{LETTERS[heap]} {level + 1}", floor - 0.05 - (level + 1) * HIGH
        role, label = (
            f"piece:{(1, 4, 2, 3)[heap % 4]}",
            _("heap {heap}: {taken}").format(heap=LETTERS[heap], taken=taken),
        )
        return Rect(x, y + 0.03, WIDE, HIGH - 0.06, role, label, f"coin {name}", f"coin {name}", 0.2, corner=True)

    def spoken(self, state: State) -> str:
        """The position in words."""
        ended = self.outcome(state)
        heaps = ", ".join(f"{letter} {left}" for letter, left in zip(LETTERS, state[0], strict=False))
        turn = _("{player} to move").format(player=_(self.players[state[1]]))
        return (ended.reason if ended else turn) + "; " + _("heaps: {heaps}").format(heaps=heaps)

    def gestures(self, state: State, move: Move) -> tuple[tuple[str], ...]:
        """The click that performs a move: on the lowest of the coins to take."""
        heap, take = move
        return ((f"coin {LETTERS[heap]} {state[0][heap] - take + 1}",),)

    def typed(self, text: str) -> tuple[str, ...]:
        """The click for a typed move, such as `B2` for two coins from the second heap."""
        found = fullmatch(r"\s*([A-Ja-j])\s*([0-9]{1,3})\s*", text)
        return (f"take {found[1].upper()} {found[2]}",) if found else ()

    def refusal(self, state: State, clicks: Sequence[str]) -> str:
        """Why a click is refused: the heap does not exist or has too few coins, or no coin is taken."""
        found = fullmatch(r"take ([A-J]) ([0-9]+)", clicks[-1]) if clicks else None
        if found is None:
            return ""
        heap, take = LETTERS.index(found[1]), int(found[2])
        if heap >= len(state[0]):
            return _("There is no heap {heap}.").format(heap=found[1])
        if not take:
            return _("At least one coin must be taken.")
        left = state[0][heap]
        coins = format_plural("{n} coin", "{n} coins", left)
        return _("Heap {heap} has only {coins}.").format(heap=found[1], coins=coins) if take > left else ""


def _read_heaps(heaps: object, mistakes: Mistakes) -> tuple[int, ...]:
    """The sizes of the heaps, or () after recording mistakes."""
    text = _("heaps = {heaps}: give from 1 to {most} heaps of 0 to {coins} coins, not all empty, as in [3, 4, 5]")
    sizes = list(heaps) if isinstance(heaps, list | tuple) else []
    fine = all(type(each) is int and 0 <= each <= MOST_COINS for each in sizes)
    if not fine or not 1 <= len(sizes) <= MOST_HEAPS or not any(sizes):
        mistakes.say(text.format(heaps=quote_value(heaps), most=MOST_HEAPS, coins=MOST_COINS), "heaps")
        return ()
    return tuple(sizes)
