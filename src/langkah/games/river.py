"""Crossing a river in a small boat, or a bridge by night, when some travellers must not be left together.

This game covers the whole family of such puzzles: a wolf, a goat and a cabbage; missionaries and cannibals; jealous
couples; four people and a torch. Travellers of one kind are alike. A state is the number of each kind still on the
first bank, and whether the boat is there. Rules hold on both banks and in the boat:
- `quarrels` [wolf, goat, farmer]: the first two must never be together unless one of the others is with them;
- `outnumber` [cannibal, missionary]: where there are any of the second, there must not be more of the first.
With `times`, the cost of a crossing is the time of its slowest traveller.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import permutations, product
from random import Random
from typing import NamedTuple, Self

from langkah.games.random_crossings import PEOPLE, draw_clock, draw_crowds, draw_farm
from langkah.language import N_, _
from langkah.model import Cost, Estimate, Puzzle, Step
from langkah.scene import Disc, Path, Rect, Scene, Shape, Text
from langkah.settings import Mistakes, Setting, quote_value
from langkah.start_settings import Order

NAME = re.compile(r"[^\W\dA-Z_][^\WA-Z_]*( [^\WA-Z_]+)*")
Load = tuple[int, ...]  # the number of each kind in the boat


class State(NamedTuple):
    """The number of each kind still on the first bank, and whether the boat is there."""

    near: tuple[int, ...]
    boat: bool


FARMER = {"farmer": 1, "wolf": 1, "goat": 1, "cabbage": 1}
QUARRELS = [["wolf", "goat", "farmer"], ["goat", "cabbage", "farmer"]]
KNOWN = (  # names with a translation
    *(N_("farmer"), N_("wolf"), N_("goat"), N_("cabbage"), N_("fox"), N_("goose"), N_("grain")),
    *(N_("missionary"), N_("cannibal"), N_("tiger"), N_("deer"), N_("grass")),
    *(N_("husband 1"), N_("wife 1"), N_("husband 2"), N_("wife 2"), N_("husband 3"), N_("wife 3")),
)
MOST_KINDS, MOST_TRAVELLERS, MOST_SEATS, MOST_LETTERS, MOST_MINUTES = 10, 24, 6, 20, 1000
MOST_ORDERS = 3  # travellers who may be clicked in any order
PITCH, ROW_HEIGHT, TOP = 1.25, 1.5, 0.9  # spacing of travellers and of rows, and the position of the first row
WATER = 2.9  # the width of the river
HARD_CLOCK = {"travellers": dict.fromkeys(PEOPLE[:6], 1), "times": dict.fromkeys(PEOPLE[:6], 1)}
HARD_CROWDS = {"travellers": {"missionary": 4, "cannibal": 4}, "outnumber": [["cannibal", "missionary"]]}


class River(Puzzle[State, Load]):
    """Bring all travellers across the river."""

    title = N_("River crossing")
    shelf = N_("Find a way")
    about = N_(
        "Bring all travellers across. The boat needs a rower, and some travellers must not be left together: the "
        "settings say which."
    )
    level_groups = (N_("First steps"), N_("Missionaries and cannibals"), N_("Couples"), N_("Against the clock"))
    settings = (
        Setting(
            "travellers",
            FARMER,
            N_("the kinds of travellers, and the number of each"),
            form="{ missionary = 3, cannibal = 3 }",
            label=N_("Travellers"),
        ),
        Setting("seats", 2, N_("the number of seats in the boat"), 1, MOST_SEATS, label=N_("Seats in the boat")),
        Setting(
            "rowers",
            ["farmer"],
            N_("the travellers who can row; [] means all"),
            form='["farmer"]',
            label=N_("Who can row"),
        ),
        Setting(
            "quarrels",
            QUARRELS,
            N_(
                "lists of travellers: the first two of a list must not be together unless another traveller "
                "of that list is with them"
            ),
            form='[["wolf", "goat", "farmer"]]',
            label=N_("Who quarrels"),
        ),
        Setting(
            "outnumber",
            None,
            N_("pairs of kinds: where both are present, the first must not outnumber the second"),
            form='[["cannibal", "missionary"]]',
            label=N_("Who must not outnumber whom"),
        ),
        Setting(
            "times",
            None,
            N_(
                "the minutes that each kind of traveller needs to cross; if not given, the cost is the "
                "number of crossings"
            ),
            form="{ A = 1, B = 2 }",
            label=N_("Minutes to cross"),
        ),
    )
    small = {"travellers": {"missionary": 2, "cannibal": 2}, "rowers": [], "quarrels": [], "seats": 2}
    reversible = True
    lists_all_goals = True
    puzzle_orders = {
        "easy": Order((), 5, 60, ("farmer", "two-of-each", "bridge")),
        "medium": Order(({"travellers": {"farmer": 1, "wolf": 1, "goat": 2, "cabbage": 1, "fox": 1}},), 5, 150,
                        ("three-of-each", "bridge-five")),
        "hard": Order((HARD_CLOCK, HARD_CROWDS), 9, 300),
    }  # fmt: skip

    def __init__(
        self,
        travellers: Mapping[str, int] | None = None,
        seats: int = 2,
        rowers: Sequence[str] | None = None,
        quarrels: Sequence[Sequence[str]] | None = None,
        outnumber: Sequence[Sequence[str]] | None = None,
        times: Mapping[str, int] | None = None,
    ) -> None:
        mistakes = Mistakes()
        mistakes.check(self.settings, {"seats": seats})
        usual = travellers is None
        travellers = FARMER if travellers is None else travellers
        _check_travellers(travellers, mistakes)
        kinds = list(travellers) if mistakes.are_fine("travellers") else []
        rowers = (["farmer"] if usual else []) if rowers is None else rowers
        quarrels = (QUARRELS if usual else []) if quarrels is None else quarrels
        for name, lists, least, most in (
            ("rowers", [rowers], 0, MOST_KINDS),
            ("quarrels", quarrels, 2, MOST_KINDS),
            ("outnumber", outnumber or [], 2, 2),
        ):
            if mistakes.are_fine("travellers"):
                _check_names(name, lists, kinds, least, most, mistakes)
        if times is not None and mistakes.are_fine("travellers"):
            _check_times(times, kinds, mistakes)
        mistakes.raise_any()
        self.travellers, self.seats = dict(travellers), seats
        self.rowers, self.quarrels = list(rowers), [list(each) for each in quarrels]
        self.outnumber = [list(each) for each in outnumber] if outnumber else None
        self.times = None if times is None else dict(times)
        self.kinds, self.all = kinds, tuple(travellers.values())
        self.start = State(self.all, True)

    def given(self) -> dict[str, object]:
        """The settings that recreate this problem. Unless it has the default travellers, `rowers` and `quarrels` are
        always included, since their defaults are meant for these travellers only.
        """
        found = super().given()
        return {**found, "rowers": self.rowers, "quarrels": self.quarrels} if "travellers" in found else found

    def new_board(self, rng: Random) -> Self:
        """A random crossing with about the same number of travellers and rules of the same kind."""
        if self.times is not None:
            return type(self)(**draw_clock(sum(self.all), self.seats, rng))
        if self.outnumber:
            return type(self)(**draw_crowds(sum(self.all), (self.outnumber[0][0], self.outnumber[0][1]), rng))
        return type(self)(**draw_farm(max(sum(self.all) - 1, 2), rng))

    # Rules

    @cached_property
    def _rules(self) -> tuple[list[list[int]], list[list[int]]]:
        """The rules `quarrels` and `outnumber`, with the index of each kind of traveller instead of its name."""
        number = {kind: at for at, kind in enumerate(self.kinds)}
        return tuple(
            [[number[kind] for kind in rule] for rule in rules] for rules in (self.quarrels, self.outnumber or [])
        )  # type: ignore[return-value]

    def find_broken_rule(self, group: Sequence[int]) -> tuple[str, ...]:
        """The names of two kinds of travellers in `group` that break a rule together; () if no rule is broken."""
        for first, second, *guards in self._rules[0]:
            if group[first] and group[second] and not any(group[guard] for guard in guards):
                return self.kinds[first], self.kinds[second]
        for first, second in self._rules[1]:
            if 0 < group[second] < group[first]:
                return self.kinds[first], self.kinds[second]
        return ()

    @cached_property
    def _loads(self) -> list[Load]:
        """All legal loads of the boat, small ones first. A legal load fits into the seats, includes a rower and breaks
        no rule.
        """
        ranges = [range(min(count, self.seats) + 1) for count in self.all]
        rowing = [self.kinds.index(kind) for kind in self.rowers] or range(len(self.kinds))
        found = [
            load
            for load in product(*ranges)
            if sum(load) <= self.seats and any(load[kind] for kind in rowing) and not self.find_broken_rule(load)
        ]
        return sorted(found, key=lambda load: (sum(load), [-each for each in load]))

    def _split(self, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The travellers on the boat's bank, and those on the other bank."""
        far = tuple(map(int.__sub__, self.all, state.near))
        return (state.near, far) if state.boat else (far, state.near)

    def steps(self, state: State) -> Iterator[Step[State, Load]]:
        """A step for each load whose crossing breaks no rule on either bank; no steps if a rule is already broken."""
        here, there = self._split(state)
        if self.find_broken_rule(here) or self.find_broken_rule(there):
            return
        for load in self._loads:
            if all(map(int.__le__, load, here)):
                left, arrived = tuple(map(int.__sub__, here, load)), tuple(map(int.__add__, there, load))
                if not self.find_broken_rule(left) and not self.find_broken_rule(arrived):
                    after = State(left if state.boat else arrived, not state.boat)
                    yield Step(load, after, self.measure(load))

    def measure(self, load: Load) -> int:
        """The cost of a crossing: the minutes of the slowest traveller in the boat, or 1 if no times are given."""
        if self.times is None:
            return 1
        return max(self.times[kind] for kind, count in zip(self.kinds, load, strict=True) if count)

    def is_goal(self, state: State) -> bool:
        """Whether everybody and the boat are across."""
        return not any(state.near)

    def goals(self) -> tuple[State]:
        """The only goal state: all travellers and the boat are across."""
        return (State((0,) * len(self.all), False),)

    # Facts known without a search

    def count_crossings(self, state: State) -> int:
        """The least number of crossings if there were no rules: after each crossing but the last, one traveller brings
        the boat back.
        """
        left = sum(state.near)
        if not left:
            return 0
        if self.seats == 1:
            return 1 if state.boat and left == 1 else 2 * left + (-1 if state.boat else 0)
        if not state.boat:
            return 1 + self._count_from_near(left + 1)
        return self._count_from_near(left)

    def _count_from_near(self, left: int) -> int:
        return 2 * -(-max(0, left - self.seats) // (self.seats - 1)) + 1

    def crossings_left(self, state: State) -> Cost:
        """A lower bound on the remaining cost: the number of crossings needed without rules. If times are given, one
        crossing takes the time of the slowest traveller on the first bank, and each other crossing the time of the
        fastest traveller.
        """
        crossings = self.count_crossings(state)
        if self.times is None or not crossings:
            return crossings
        slowest = max(self.times[kind] for kind, count in zip(self.kinds, state.near, strict=True) if count)
        return slowest + (crossings - 1) * min(self.times[kind] for kind in self.kinds)

    estimates = (
        Estimate(
            N_("crossings"),
            crossings_left,
            True,
            N_("the crossings needed if all travellers could be left together"),
            N_(
                "h = crossings needed by the travellers on the first bank, if one comes back each time; with "
                "times: the time of the slowest of them + (crossings − 1) × the time of the fastest of all "
                "travellers"
            ),
        ),
    )

    def hopeless(self) -> str:
        """A reason why there is no solution, if a rule is already broken before the first crossing; otherwise ""."""
        if broken := self.find_broken_rule(self.start.near):
            first, second = (_(name) for name in broken)
            text = _("{first} and {second} break a rule on the first bank before the first crossing")
            return text.format(first=first, second=second)
        return ""

    # Text and pictures

    def notation(self, move: Load) -> str:
        """The travellers who cross, as in `farmer+goat` or `2 cannibal`."""
        pairs = zip(self.kinds, move, strict=True)
        return "+".join(kind if count == 1 else f"{count} {kind}" for kind, count in pairs if count)

    def _name_group(self, group: Sequence[int]) -> str:
        pairs = [(_(kind), count) for kind, count in zip(self.kinds, group, strict=True) if count]
        return ", ".join(kind if count == 1 else f"{count} {kind}" for kind, count in pairs)

    def text(self, state: State) -> str:
        """Both banks with the river between them, and the boat on its side."""
        near, far = state.near, tuple(map(int.__sub__, self.all, state.near))
        water = r"\_/~~~" if state.boat else r"~~~\_/"
        return f"{self._name_group(near) or '-'} {water} {self._name_group(far) or '-'}"

    def likeness(self, state: State) -> str:
        """The position and the rules as text: crossings of the same travellers under different rules are different
        puzzles.
        """
        rules = (self.seats, self.rowers, sorted(self.quarrels), self.outnumber, self.times)
        return f"{self.text(state)} {rules}"

    def label(self, state: State) -> str:
        """The initials and numbers of the travellers on the first bank, then `<` if the boat is there or `>` if it is
        across.
        """
        pairs = zip(self._initials, state.near, strict=True)
        letters = "".join(name if count == 1 else f"{count}{name}" for name, count in pairs if count)
        return (letters or "-") + ("<" if state.boat else ">")

    @cached_property
    def _initials(self) -> list[str]:
        """A short name for each kind of traveller: its initial, followed by the last word if the name has several
        words. If two kinds would have the same short name, the first three letters are used, or else the whole names.
        """
        short = [f"{kind[0]}{kind.split()[-1]}" if " " in kind else kind[:1] for kind in self.kinds]
        names = short, [kind[:3] for kind in self.kinds], list(self.kinds)
        return next(each for each in names if len(set(each)) == len(self.kinds))

    def gestures(self, state: State, move: Load) -> tuple[tuple[str, ...], ...]:
        """The clicks that perform a crossing: on the travellers in any order, then on the boat. With more than
        `MOST_ORDERS` travellers in the boat, only one order is accepted.
        """
        del state
        who = [f"kind {kind}" for kind, count in enumerate(move) for _each in range(count)]
        orders = sorted(set(permutations(who))) if len(who) <= MOST_ORDERS else [tuple(who)]
        return tuple((*order, "boat") for order in orders)

    def refusal(self, state: State, clicks: Sequence[str]) -> str:
        """Why the boat cannot cross: no traveller was chosen, the chosen ones are on the other side, too many, or
        unable to row, or a rule would be broken. Otherwise "".
        """
        numbers = {f"kind {kind}": kind for kind in range(len(self.kinds))}
        chosen = [numbers[click] for click in clicks if click in numbers]
        load = [chosen.count(kind) for kind in range(len(self.kinds))]
        if not chosen:
            return _("First choose who goes along, then the boat.") if [*clicks[-1:]] == ["boat"] else ""
        here, there = self._split(state)
        if any(map(int.__gt__, load, here)):
            return _("The boat is on the other side.")
        if len(chosen) > self.seats:
            return _("The boat has {n} seats.").format(n=self.seats)
        if self.rowers and not any(self.kinds[kind] in self.rowers for kind in chosen):
            return _("None of the chosen travellers can row. Travellers who can: {names}.").format(
                names=", ".join(_(name) for name in self.rowers)
            )
        groups = (load, list(map(int.__sub__, here, load)), list(map(int.__add__, there, load)))
        if broken := next(filter(None, map(self.find_broken_rule, groups)), ()):
            first, second = (_(name) for name in broken)
            return _("{first} and {second} must not be left together like this.").format(first=first, second=second)
        return ""

    def typed(self, text: str) -> tuple[str, ...]:
        """The clicks for the travellers who cross, typed as in `farmer+goat`, and for the boat; () for other texts."""
        found: list[str] = []
        for part in text.lower().split("+"):
            count, _space, kind = part.strip().partition(" ")
            if not count.isdecimal() or len(count) > 1:
                count, kind = "1", part.strip()
            if kind not in self.kinds:
                return ()
            found += [f"kind {self.kinds.index(kind)}"] * int(count)
        return (*found, "boat") if found else ()

    def scene(self, state: State) -> Scene:
        """The position as a picture: two banks, the river, the boat at its landing, and all travellers."""
        everybody = [(kind, number) for kind, count in enumerate(self.all) for number in range(count)]
        across = 2 if len(everybody) <= 6 else 3 if len(everybody) <= 12 else 5  # side by side on a bank
        bank, rows = PITCH * across + 0.5, -(-len(everybody) // across)
        width, height = 2 * bank + WATER, TOP + ROW_HEIGHT * max(2, rows) - 0.3
        shapes: list[Shape] = [Rect(0, 0, width, height, "cell:cold", id="river"), *_draw_waves(bank, height)]
        shapes.append(Rect(0, 0, bank, height, "board", id="bank near", round=0.3))
        shapes.append(Rect(bank + WATER, 0, bank, height, "goal", id="bank far", round=0.3))
        for place, (kind, number) in enumerate(everybody):
            near, name = number < state.near[kind], self.kinds[kind]
            x = 0.25 + (place % across + 0.5) * PITCH + (0 if near else bank + WATER)
            y = TOP + place // across * ROW_HEIGHT
            handle = f"kind {kind}" if near == state.boat else ""
            words = _(name) if self.times is None else f"{_(name)} {self.times[name]}′"
            shapes.append(Text(x, y + 0.76, words, 0.21, "text", handle, f"name {name} {number}"))
            shapes += _draw_traveller(x, y, kind, name, handle, f"{name} {number}")
        shapes += _draw_boat(bank + (0.15 if state.boat else WATER - 1.75), height / 2, self.seats)
        return Scene(width, height, tuple(shapes), self._describe(state))

    def _describe(self, state: State) -> str:
        """The position in words."""
        near, far = state.near, tuple(map(int.__sub__, self.all, state.near))
        text = (
            _("On the first bank, with the boat: {near}. Across: {far}.")
            if state.boat
            else _("On the first bank: {near}. Across, with the boat: {far}.")
        )
        nobody = _("no one")
        return text.format(near=self._name_group(near) or nobody, far=self._name_group(far) or nobody)


def _draw_waves(left: float, height: float) -> Iterator[Shape]:
    """Rows of ripples over the river."""
    for row in range(round(height / 0.75)):
        for column in range(2):
            x, y = left + 0.25 + column * 1.2 + row % 2 * 0.5, 0.4 + 0.75 * row
            wave = ((x, y), (x + 0.18, y - 0.09), (x + 0.36, y), (x + 0.54, y + 0.09), (x + 0.72, y))
            yield Path(wave, "piece:4", width=0.04)


def _draw_boat(x: float, y: float, seats: int) -> Iterator[Shape]:
    """A wooden boat with a bench for each seat."""
    hull = ((x, y - 0.4), (x + 1.6, y - 0.4), (x + 1.3, y + 0.4), (x + 0.3, y + 0.4))
    yield Path(hull, "piece", handle="boat", id="boat", width=0.06, closed=True)
    for seat in range(seats):
        across = x + 0.3 + (seat + 0.5) * 1.0 / seats
        yield Path(((across, y - 0.28), (across, y + 0.1)), "wall", handle="boat", id=f"bench {seat}", width=0.1)


PLANTS = ("cabbage", "grain", "grass")
EARED = {"wolf": "piece:7", "fox": "piece:5", "tiger": "piece:1"}
HORNED = {"goat": "glass", "deer": "piece"}
BIRDS = {"goose": "glass"}
BEASTS = EARED | HORNED | BIRDS


def _draw_traveller(x: float, y: float, kind: int, name: str, handle: str, who: str) -> Iterator[Shape]:
    """A traveller, drawn as a plant or an animal if the name is known as one, otherwise as a person."""
    if name in PLANTS:
        yield from _draw_plant(x, y, handle, who)
    elif name in BEASTS:
        yield from _draw_beast(x, y, name, handle, who)
    else:
        body = ((x - 0.12, y), (x + 0.12, y), (x + 0.3, y + 0.5), (x - 0.3, y + 0.5))
        yield Path(body, f"piece:{kind % 8}", handle=handle, id=who, width=0.04, closed=True)
        yield Disc(x, y - 0.16, 0.2, "piece", handle=handle, id=f"{who} head")
        for side in (-0.07, 0.07):
            yield Disc(x + side, y - 0.19, 0.03, "line", handle=handle, id=f"{who} eye {side}")


def _draw_plant(x: float, y: float, handle: str, who: str) -> Iterator[Shape]:
    """A plant, drawn as a round head of leaves."""
    yield Disc(x, y + 0.14, 0.36, "piece:2", handle=handle, id=who)
    for lean in (-0.18, 0.0, 0.18):
        leaf = ((x + lean * 0.3, y + 0.42), (x + lean, y + 0.16), (x + lean * 1.4, y - 0.1))
        yield Path(leaf, "glass", handle=handle, id=f"{who} leaf {lean}", width=0.05)


def _draw_beast(x: float, y: float, name: str, handle: str, who: str) -> Iterator[Shape]:
    """An animal's head, with ears or horns if it has any."""
    role = BEASTS[name]
    for side in (-1, 1):
        if name in HORNED:
            horn = ((x + 0.12 * side, y - 0.08), (x + 0.22 * side, y - 0.3), (x + 0.38 * side, y - 0.34))
            yield Path(horn, "line", handle=handle, id=f"{who} horn {side}", width=0.07)
        elif name in EARED:
            ear = ((x + 0.08 * side, y - 0.1), (x + 0.36 * side, y - 0.34), (x + 0.32 * side, y + 0.1))
            yield Path(ear, role, handle=handle, id=f"{who} ear {side}", width=0.03, closed=True)
    yield Disc(x, y + 0.14, 0.33, role, handle=handle, id=who)
    eyes = "line" if role == "glass" else "glass"
    for side in (-1, 1):
        yield Disc(x + 0.12 * side, y + 0.06, 0.06, eyes, handle=handle, id=f"{who} eye {side}")
    nose = ((x - 0.08, y + 0.22), (x + 0.08, y + 0.22), (x, y + 0.34))
    yield Path(nose, "target", handle=handle, id=f"{who} nose", width=0.02, closed=True)


def _check_travellers(value: object, mistakes: Mistakes) -> None:
    """Record mistakes unless `value` is a table of names, each with a whole number, within the limits."""
    form = "{ farmer = 1, wolf = 1 }"
    if not isinstance(value, Mapping) or not 1 <= len(value) <= MOST_KINDS:
        text = _("travellers = {value}: give a table of 1 to {most} names with the number of each, as in {form}")
        mistakes.say(text.format(value=quote_value(value), most=MOST_KINDS, form=form), "travellers")
        return
    for name, count in value.items():
        if not isinstance(name, str) or not NAME.fullmatch(name) or len(name) > MOST_LETTERS:
            text = _("travellers: {name} is not a valid name: write up to {most} lower-case letters and digits")
            mistakes.say(text.format(name=quote_value(name), most=MOST_LETTERS), "travellers")
        elif type(count) is not int or not 1 <= count <= MOST_TRAVELLERS:
            text = _("travellers: {name} = {value}: this must be a whole number from 1 to {most}")
            mistakes.say(text.format(name=name, value=quote_value(count), most=MOST_TRAVELLERS), "travellers")
    if mistakes.are_fine("travellers") and sum(value.values()) > MOST_TRAVELLERS:
        text = _("travellers: there are {n} in total; at most {most} are allowed")
        mistakes.say(text.format(n=sum(value.values()), most=MOST_TRAVELLERS), "travellers")


def _check_names(name: str, lists: object, kinds: list[str], least: int, most: int, mistakes: Mistakes) -> None:
    """Record mistakes unless `lists` holds lists of travellers, each with at least `least` and at most `most`
    entries.
    """
    if not isinstance(lists, list | tuple) or not all(isinstance(each, list | tuple) for each in lists):
        text = _("{name} = {value}: give lists of travellers")
        mistakes.say(text.format(name=name, value=quote_value(lists)), name)
        return
    for each in lists[: MOST_KINDS**2]:
        if not least <= len(each) <= most:
            text = _("{name}: {value} must be a list of at least {least} and at most {most} travellers")
            mistakes.say(text.format(name=name, value=quote_value(each), least=least, most=most), name)
        for strange in [who for who in each if who not in kinds][:1]:
            text = _("{name}: {who} is not one of the travellers: {kinds}")
            mistakes.say(text.format(name=name, who=quote_value(strange), kinds=", ".join(kinds)), name)


def _check_times(times: object, kinds: list[str], mistakes: Mistakes) -> None:
    """Record mistakes unless `times` gives a number of minutes for every kind of traveller."""
    if not isinstance(times, Mapping) or set(times) != set(kinds):
        text = _("times = {value}: give the minutes that each kind of traveller needs: {kinds}")
        mistakes.say(text.format(value=quote_value(times), kinds=", ".join(kinds)), "times")
        return
    for name, minutes in times.items():
        if type(minutes) is not int or not 1 <= minutes <= MOST_MINUTES:
            text = _("times: {name} = {value}: this must be a whole number from 1 to {most}")
            mistakes.say(text.format(name=name, value=quote_value(minutes), most=MOST_MINUTES), "times")
