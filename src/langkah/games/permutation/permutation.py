"""Any puzzle whose moves rearrange the contents of numbered places, given by its generators: `R = "(1 2 3)(4 5)"`.

Twisty puzzles, crossing rings, boards with shifted rows, stacks of pancakes: all are the same puzzle with different
generators. A state is a tuple with the content of each place; a number is at home in its place in the goal. Solvability
is usually decided without a search, by testing whether the position belongs to the group that the moves generate.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import factorial, inf, prod
from typing import Any, NamedTuple

from langkah.games.game_ids import parse_game_id
from langkah.games.permutation.board_turns import read_board_id, write_board_id
from langkah.games.permutation.cycles import (
    MOST_PLACES,
    Cycles,
    Permutation,
    compute_order,
    count_steps,
    invert,
    make_permutation,
    multiply,
    raise_power,
    read_cycles,
    read_word,
)
from langkah.games.permutation.group import PermutationGroup
from langkah.games.permutation.packed_places import PackedPlaces, State
from langkah.games.permutation.places_picture import draw_places, lay_out, lay_out_ring
from langkah.language import N_, _, format_number
from langkah.model import Cost, Estimate, Puzzle, Step
from langkah.scene import Scene
from langkah.settings import Mistakes, Setting, quote_value
from langkah.start_settings import Order

RINGS = {"L": "(1 2 3 4 5)", "R": "(4 6 7 8 5)"}
SCRAMBLE = "L R L R' L R L' R R L'"
PLACES = [[-0.95, 0.81], [-1.54, 0], [-0.95, -0.81], [0, -0.5], [0, 0.5], [0.95, -0.81], [1.54, 0], [0.95, 0.81]]
MOST_GENERATORS = 40
MOST_MOVES = 200
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,11}")
FORM = '{ R = "(1 2 3)(4 5)" }'
GROUPS = "[[1, 2], [3, 4]]"  # or { A = [1, 2], B = [3, 4] }


class _Move(NamedTuple):
    """One move, which is a power of a generator: its name, the generator, and the permutation of places that it
    performs.
    """

    name: str
    generator: str
    permutation: Permutation
    onto: Permutation  # the new place of each place's content


class PermutationPuzzle(Puzzle[State, str]):
    """Rearrange numbered places by given permutations until every number is in the place that it has in the goal."""

    title = N_("Permutation puzzle")
    shelf = N_("Move and turn")
    about = N_("Each move carries numbers to other places, along its cycles. Bring every number to its home place.")
    level_groups = (N_("First steps"), N_("Rings and stacks"), N_("Boards"), N_("Twisty puzzles"), N_("Impossible"))
    puzzle_orders = {"easy": Order(({},), 3, 4), "medium": Order(({},), 5, 7), "hard": Order(({},), 8, 13)}
    generator_states = 8000
    small = {"generators": {"a": "(1 2 3)", "b": "(3 4 5)"}, "start": "a b a"}
    settings = (
        Setting(
            "generators", RINGS, N_("the moves, each written as cycles of places"), form=FORM, label=N_("Generators")
        ),
        Setting(
            "start",
            SCRAMBLE,
            N_("the start, as a word (a sequence of generators) or as a permutation"),
            form=SCRAMBLE,
            label=N_("Start"),
        ),
        Setting(
            "turns",
            "both",
            N_("which powers of a generator count as one move"),
            choices=("both", "any", "forward"),
            meanings=(N_("one turn, forward or back"), N_("any number of turns"), N_("one turn, forward only")),
            label=N_("What counts as one move"),
        ),
        Setting(
            "same",
            None,
            N_("groups of numbers that look alike, optionally with names"),
            form=GROUPS,
            label=N_("Numbers that look alike"),
        ),
        Setting(
            "places",
            None,
            N_("the coordinates of the places in the picture; default: on a ring"),
            form="[[0, 0], [1, 0]]",
            label=N_("Places"),
        ),
    )

    def __init__(
        self,
        generators: Mapping[str, str] | None = None,
        start: str | Sequence[int] | None = None,
        turns: str = "both",
        same: Sequence[Sequence[int]] | Mapping[str, Sequence[int]] | None = None,
        places: Sequence[Sequence[float]] | None = None,
    ) -> None:
        mistakes = Mistakes()
        mistakes.check(self.settings, {"turns": turns})
        if generators is None:
            generators, start, places = RINGS, SCRAMBLE if start is None else start, places or PLACES
        self.cycles = _read_generators(generators, mistakes)
        counted = [1 + place for each in self.cycles.values() for cycle in each for place in cycle]
        listed = [len(each) for each in (start, places) if isinstance(each, list | tuple)]
        size = max([*counted, *listed, 1])
        kinds, self._names = _read_same(same, size, mistakes)
        spots = _read_places(places, size, mistakes)
        if mistakes.are_fine("generators", "turns"):
            self.moves = _list_moves(self.cycles, size, turns, mistakes)
        mistakes.raise_any()
        self.turns, self.target = turns, tuple(kinds[item] for item in range(1, size + 1))
        self.start = self._read_start("" if start is None else start, kinds, mistakes)
        mistakes.raise_any()
        self._layout = lay_out(spots or lay_out_ring(size))
        asked = {"generators": dict(generators), "start": "" if start is None else start, "turns": turns}
        self._asked = {**asked, "same": same, "places": places}
        self._first = self.start
        self.reversible = turns != "forward"
        self.lists_all_goals = True

    def given(self) -> dict[str, object]:
        """The settings as requested; a changed start is listed number by number. The default `generators` and `places`
        are left out only if both are unchanged, since they belong together.
        """
        asked = self._asked if self.start == self._first else {**self._asked, "start": list(self.start)}
        if asked["generators"] == RINGS and asked["places"] == PLACES:
            asked = {name: value for name, value in asked.items() if name not in ("generators", "places")}
        return {
            each.name: asked[each.name]
            for each in self.settings
            if each.name in asked and (asked[each.name] != each.default or each.name == "generators")
        }

    def settings_at(self, state: State) -> dict[str, object]:
        """The settings that make `state` the start, which is listed number by number."""
        return self.at(state).given()

    @classmethod
    def from_text(cls, text: str) -> dict[str, object] | None:
        """The settings for a game ID of Sixteen or Twiddle, two games of Simon Tatham's collection; None for any other
        text.
        """
        found = parse_game_id(text)
        return None if found is None else read_board_id(found)

    def to_text(self) -> str:
        """The game ID of this puzzle if it is a board of Sixteen or Twiddle, else ""."""
        return write_board_id(self._asked, self.start) if self.turns == "both" else ""

    def _read_start(self, value: object, kinds: Mapping[int, int], mistakes: Mistakes) -> State:
        """The start state that `value` describes: as a word of generators, as cycles, or as numbers place by place.
        Records a mistake if the value is none of these; the result is then not used.
        """
        size = len(self.target)
        if isinstance(value, str) and value.lstrip()[:1] == "(":
            cycles = read_cycles(value, "start", mistakes)
            most = 1 + max((place for cycle in cycles for place in cycle), default=0)
            if most > size:
                told = _("start: place {n} is in no generator; places are 1 to {most}")
                mistakes.say(told.format(n=most, most=size), "start")
            return multiply(self.target, make_permutation(cycles, size)) if mistakes.are_fine("start") else ()
        if isinstance(value, str):
            orders = {name: compute_order(cycles) for name, cycles in self.cycles.items()}
            named = {name: (make_permutation(each, size), orders[name]) for name, each in self.cycles.items()}
            state = self.target
            for permutation in read_word(value, named, mistakes):
                state = multiply(state, permutation)
            return state
        if not isinstance(value, list | tuple) or not all(type(number) is int for number in value):
            told = _(
                "start = {value}: write generators one after another, as in {word}, or cycles, or the numbers at "
                "places 1, 2, 3, ..."
            )
            mistakes.say(told.format(value=quote_value(value), word=quote_value(SCRAMBLE)), "start")
            return ()
        state = tuple(kinds.get(number, 0) for number in value)
        if sorted(state) != sorted(self.target):
            told = _("start: each of the numbers 1 to {n} must occur once; numbers that look alike are interchangeable")
            mistakes.say(told.format(n=size), "start")
        return state

    # The rules

    def steps(self, state: State) -> Iterator[Step[State, str]]:
        """Every move, generator by generator."""
        for move in self.moves:
            yield Step(move.name, multiply(state, move.permutation))

    def is_goal(self, state: State) -> bool:
        """Whether every number is in the place that it, or an equivalent number, has in the goal."""
        return state == self.target

    def goals(self) -> tuple[State, ...]:
        """The only goal state."""
        return (self.target,)

    def back(self, state: State) -> Iterator[Step[State, str]]:
        """The steps that lead into a state: each move with the state before it."""
        for move in self.moves:
            yield Step(move.name, multiply(state, move.onto))

    @cached_property
    def group(self) -> PermutationGroup:
        """The group generated by the moves."""
        return PermutationGroup([move.permutation for move in self.moves])

    @property
    def has_alike(self) -> bool:
        """Whether some numbers are equivalent."""
        return len(set(self.target)) < len(self.target)

    def count_positions(self) -> int | None:
        """The number of reachable positions, or None if it is not known without a search."""
        return self.group.order if self.moves and not self.has_alike and self.group.is_complete else None

    def hopeless(self) -> str:
        """A reason why the goal cannot be reached: no moves bring a number to its place in the goal, the position is
        outside the group that the moves generate, or its parity is wrong. Otherwise "".
        """
        for place, kind in enumerate(self.start):
            if not any(self._far[place][home] >= 0 for home in self._homes[kind]):
                text = _("no moves bring the number {kind} from place {place} to its home place")
                return text.format(kind=kind, place=place + 1)
        if self.has_alike or not self.moves:
            return ""
        where = tuple(kind - 1 for kind in self.start)
        if self.group.is_complete and where not in self.group:
            text = _("the moves reach {n} of all {all} arrangements, and this is not one of them")
            return text.format(n=format_number(self.group.order), all=format_number(factorial(len(where))))
        if _is_odd(where) and not any(_is_odd(move.permutation) for move in self.moves):
            return _("every move is an even permutation, but this position is an odd one: the parity is wrong")
        return ""

    # Estimates

    @cached_property
    def _far(self) -> list[list[int]]:
        """For each place, the least number of moves that take its content to each other place; -1 if no moves do."""
        return count_steps((move.permutation for move in self.moves), len(self.target))

    @cached_property
    def _homes(self) -> dict[int, list[int]]:
        """For each number, its home places: those that hold it or an equivalent number in the goal."""
        found: dict[int, list[int]] = {}
        for place, kind in enumerate(self.target):
            found.setdefault(kind, []).append(place)
        return found

    @cached_property
    def _least(self) -> list[dict[int, Cost]]:
        """For each place and each number: the least number of moves that bring the number from that place to one of its
        home places; infinite if no moves do.
        """
        return [
            {
                kind: min((row[home] for home in homes if row[home] >= 0), default=inf)
                for kind, homes in self._homes.items()
            }
            for row in self._far
        ]

    @cached_property
    def _most_moved(self) -> int:
        """The largest number of places whose content one move changes."""
        changed = (sum(place != source for place, source in enumerate(move.permutation)) for move in self.moves)
        return max(changed, default=1)

    def distances(self, state: State) -> Cost:
        """A lower bound on the number of moves: the largest distance of a number from its nearest home place (its place
        in the goal) or, if larger, the sum of all these distances divided by the most numbers that one move carries.
        """
        each = [least[kind] for least, kind in zip(self._least, state, strict=True)]
        farthest = max(each)
        return farthest if farthest == inf else max(farthest, -(-sum(each) // self._most_moved))

    def misplaced(self, state: State) -> Cost:
        """The number of places with a wrong number, divided by the most numbers that one move carries, rounded up."""
        return -(-sum(map(int.__ne__, state, self.target)) // self._most_moved)

    estimates = (
        Estimate(
            N_("distances"),
            distances,
            True,
            N_(
                "the largest distance of a number from its home place, or, if larger, the sum of these "
                "distances divided by the most numbers that one move carries"
            ),
            N_("h = max(largest distance, Σ distances / most numbers that one move carries, rounded up)"),
        ),
        Estimate(
            N_("misplaced"),
            misplaced,
            True,
            N_("misplaced numbers, divided by how many numbers the largest move carries"),
            N_("h = misplaced numbers / numbers that the largest move carries, rounded up"),
        ),
    )

    def preferred(self) -> str:
        """The default algorithm: bidirectional search, since there is only one goal and the estimates are weak."""
        return "bidirectional"

    def packed(self) -> PackedPlaces | None:
        """The packed form: the contents of all places in one number. None if there are no moves."""
        if not self.moves:
            return None
        alike = [len(homes) for homes in self._homes.values()]
        size = factorial(len(self.target)) // prod(map(factorial, alike))
        permutations = [move.permutation for move in self.moves]
        return PackedPlaces(self.start, self.target, permutations, self.count_positions() or size)

    # Text and pictures

    def text(self, state: State) -> str:
        """The numbers, place by place. If the places form a rectangular board, the numbers are arranged in its rows."""
        width = max(map(len, self._names.values()))
        lines: dict[float, list[tuple[float, str]]] = {}
        for (x, y), kind in zip(self._layout.places, state, strict=True):
            lines.setdefault(y, []).append((x, self._names[kind]))
        is_board = len({tuple(sorted(x for x, _name in line)) for line in lines.values()}) == 1
        board = [[name for _x, name in sorted(line)] for _y, line in sorted(lines.items())]
        rows = board if is_board else [[self._names[kind] for kind in state]]
        return "\n".join(" ".join(name.rjust(width) for name in row) for row in rows)

    def label(self, state: State) -> str:
        """The numbers, place by place, in one line."""
        return " ".join(self._names[kind] for kind in state)

    @cached_property
    def _looks(self) -> dict[int, tuple[str, str]]:
        """A colour and a name for each number. If some numbers are equivalent, each class gets the next of eight
        colours; otherwise a number has the colour of the first generator that moves the place of this number in the
        goal.
        """
        kinds = sorted(self._homes)
        if self.has_alike:
            return {kind: (f"piece:{index % 8}", self._names[kind]) for index, kind in enumerate(kinds)}
        moved = [{place for cycle in cycles for place in cycle} for cycles in self.cycles.values()]
        first = {kind: next((index for index, places in enumerate(moved) if kind - 1 in places), 7) for kind in kinds}
        return {kind: (f"piece:{index % 8}", self._names[kind]) for kind, index in first.items()}

    def scene(self, state: State) -> Scene:
        """Discs on their places, lines along the cycles, and a button for each move."""
        groups = [[move.name for move in self.moves if move.generator == name] for name in self.cycles]
        right = sum(map(int.__eq__, state, self.target))
        title = _("{n} of {all} numbers are in their home places; the number in each place: {numbers}")
        told = title.format(n=right, all=len(state), numbers=self.label(state))
        groups = [names for names in groups if names]
        return draw_places(self._layout, state, self.target, self._looks, self.cycles, groups, told)

    @cached_property
    def _drags(self) -> dict[tuple[int, int], list[str]]:
        """For each pair of places, the names of the moves that take the content of the first place to the second."""
        found: dict[tuple[int, int], list[str]] = {}
        for move in self.moves:
            for place, onto in enumerate(move.onto):
                if place != onto:
                    found.setdefault((place, onto), []).append(move.name)
        return found

    def gestures(self, state: State, move: str) -> Iterator[tuple[str, ...]]:
        """The click sequences for a move: press its button, or drag a disc to a place where only this move takes it."""
        del state
        yield (f"turn {move}",)
        for (place, onto), names in self._drags.items():
            if names == [move]:
                yield f"place {place + 1}", f"place {onto + 1}"

    def moved(self, state: State, move: str) -> dict[str, str]:
        """The ids of the discs that a move carries, mapped to their ids at the new places."""
        del state
        onto = next(each.onto for each in self.moves if each.name == move)
        return {f"piece {place + 1}": f"piece {to + 1}" for place, to in enumerate(onto) if place != to}

    def refusal(self, state: State, clicks: Sequence[str]) -> str:
        """Why clicks are refused: no single move has this effect; the possible moves are listed."""
        del state
        names = ", ".join(move.name for move in self.moves[:12]) + (", ..." if len(self.moves) > 12 else "")
        return (
            _("That is not a single move of this puzzle. The possible moves are: {names}.").format(names=names)
            if clicks
            else ""
        )

    def typed(self, text: str) -> tuple[str, ...]:
        """The click for the typed name of a move, such as `R` or `R'`, even if this puzzle has no such move; () if the
        text is not a name.
        """
        name = text.strip()
        return (f"turn {name}",) if NAME.match(name) and len(name) < 20 else ()

    def goal_scene(self) -> Scene:
        """The picture of the goal."""
        return self.scene(self.target)


def _is_odd(permutation: Permutation) -> bool:
    """Whether a permutation is odd."""
    left, swaps = set(range(len(permutation))), 0
    while left:
        place = permutation[left.pop()]
        while place in left:
            left.remove(place)
            place = permutation[place]
            swaps += 1
    return swaps % 2 == 1


def _read_generators(value: object, mistakes: Mistakes) -> dict[str, Cycles]:
    """The cycles of each generator, by its name. Mistakes are recorded."""
    if not isinstance(value, Mapping) or not value or len(value) > MOST_GENERATORS:
        told = _("generators = {value}: give 1 to {most} names with their cycles, as in {form}")
        line = told.format(value=quote_value(value), most=MOST_GENERATORS, form=FORM)
        mistakes.say(line, "generators")
        return {}
    found: dict[str, Cycles] = {}
    for name, text in value.items():
        if not isinstance(name, str) or not NAME.fullmatch(name):
            told = _(
                "generators: {name} is not a valid name: write a letter, then letters or digits, at most 12 in all"
            )
            mistakes.say(told.format(name=quote_value(name)), "generators")
            continue
        own = Mistakes()
        found[name] = read_cycles(text, f"generators.{name}", own)
        for line in own.lines:
            mistakes.say(line, "generators")
        if not own.lines and not found[name]:
            mistakes.say(
                _("generators.{name}: it moves nothing; write cycles, as in (1 2)").format(name=name), "generators"
            )
    return found


def _list_moves(cycles: Mapping[str, Cycles], size: int, turns: str, mistakes: Mistakes) -> list[_Move]:
    """The moves that the generators make possible. If several have the same effect, only the first one is listed."""
    found: dict[Permutation, _Move] = {}
    names: set[str] = set()
    for generator, each in cycles.items():
        base, order = make_permutation(each, size), compute_order(each)
        powers = {"both": [1, -1], "forward": [1], "any": list(range(1, min(order, MOST_MOVES + 1)))}[turns]
        for power in powers:
            permutation = raise_power(base, power)
            back = power in (-1, order - 1) and order > 2
            name = generator + ("'" if back else str(power) if power > 1 else "")
            if permutation in found:
                continue
            if name in names:
                told = _("generators: two moves would be called {name}; choose other names")
                mistakes.say(told.format(name=name), "generators")
            names.add(name)
            found[permutation] = _Move(name, generator, permutation, invert(permutation))
    if len(found) > MOST_MOVES:
        told = _("generators: they give {n} or more moves; at most {most} are allowed")
        mistakes.say(told.format(n=len(found), most=MOST_MOVES), "generators")
    return list(found.values())


def _read_same(value: object, size: int, mistakes: Mistakes) -> tuple[dict[int, int], dict[int, str]]:
    """For each number, the least number equivalent to it; and for each such least number, the name of its class. After
    recording a mistake, no numbers are equivalent and no class has a name.
    """
    kinds = {number: number for number in range(1, size + 1)}
    groups: Any = list(value.values()) if isinstance(value, Mapping) else value or []
    names = list(map(str, value)) if isinstance(value, Mapping) else []
    numbers = [number for group in groups for number in group] if _is_table(groups) else [None]
    whole = all(type(number) is int and number in kinds for number in numbers)
    if not whole or len(set(numbers)) < len(numbers) or not all(groups) or any(len(name) > 3 for name in names):
        told = _("same = {value}: give groups of numbers from 1 to {n}, each number once, as in {form}")
        mistakes.say(told.format(value=quote_value(value), n=size, form=GROUPS), "same")
        return kinds, {}
    for group in groups:
        kinds |= dict.fromkeys(group, min(group))
    called = {kind: str(kind) for kind in kinds.values()}
    return kinds, called | {min(group): name for group, name in zip(groups, names, strict=False)}


def _is_table(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(row, list | tuple) for row in value)


def _read_places(value: object, size: int, mistakes: Mistakes) -> list[tuple[float, float]]:
    """The coordinates of each place in the picture; [] if none are given, or after recording a mistake."""
    if value is None:
        return []
    rows: Sequence[Sequence[float]] = value if _is_table(value) else []  # type: ignore[assignment]
    numbers = [number for row in rows for number in row]
    fine = all(type(number) in (int, float) and abs(number) <= 1000 for number in numbers)
    points = [(float(row[0]), float(row[1])) for row in rows if len(row) == 2] if fine else []
    apart = {(round(x, 1), round(y, 1)) for x, y in points}
    if size > MOST_PLACES or len(rows) != size or len(points) != size or len(apart) != size:
        told = _("places = {value}: give [x, y] for each of {n} places, none at the same point, as in {form}")
        mistakes.say(told.format(value=quote_value(value), n=min(size, MOST_PLACES), form="[[0, 0], [1, 0]]"), "places")
        return []
    return points
