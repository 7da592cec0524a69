"""The Tower of Hanoi: p pegs, any start and goal, four rules.

A state is a tuple with the peg of each disc, smallest disc first: (0, 0, 2) has the two small discs on the first peg. A
move is a pair of pegs. For three pegs and whole towers, the shortest solution is known and is constructed directly; for
four pegs, Bousch proved in 2014 that the construction of Frame and Stewart is optimal; for more pegs that is a
conjecture.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from re import fullmatch
from typing import Self, TypeGuard

from langkah.games.hanoi.towers import PackedTowers
from langkah.language import N_, _
from langkah.model import Construction, Estimate, Puzzle, Step
from langkah.packed import Pegs
from langkah.scene import Path, Rect, Scene, Shape
from langkah.settings import Mistakes, Setting, quote_value
from langkah.start_settings import Order

State = tuple[int, ...]
Move = tuple[int, int]

DISCS, PEGS = 5, 3  # defaults
MOST_DISCS, MOST_PEGS = 64, 12


class Hanoi(Puzzle[State, Move]):
    """Move the tower, one disc at a time, never a larger disc onto a smaller one."""

    title = N_("Tower of Hanoi")
    shelf = N_("Move and turn")
    about = N_("Move the tower to another peg, one disc at a time, never a larger disc onto a smaller one.")
    level_groups = (N_("First steps"), N_("More discs"), N_("Other rules"))
    lists_all_goals = True
    small = {"discs": 3}
    puzzle_orders = {
        "easy": Order(({"discs": 3, "goal": "peg 3"},), 3, 7),
        "medium": Order(({"discs": 4, "goal": "peg 3"}, {"discs": 5, "pegs": 4, "goal": "peg 4"}), 8, 15),
        "hard": Order(({"discs": 5, "goal": "peg 3"},), 18, 31),
    }
    settings = (
        Setting("discs", DISCS, N_("number of discs"), 1, MOST_DISCS, handy=(3, 10), label=N_("Discs")),
        Setting("pegs", PEGS, N_("number of pegs"), 2, MOST_PEGS, label=N_("Pegs")),
        Setting(
            "start",
            None,
            N_("discs on each peg, largest first; default: all on peg 1"),
            form="[[4, 3, 2, 1], [], []]",
            label=N_("Start"),
        ),
        Setting(
            "goal",
            "",
            N_("the peg for the whole tower, or the discs on each peg; default: any peg but that of the start"),
            form='"peg 3", [[], [], [4, 3, 2, 1]]',
            label=N_("Goal"),
        ),
        Setting(
            "rule",
            "free",
            N_("which moves are allowed"),
            choices=("free", "cyclic", "linear", "star"),
            meanings=(
                N_("from any peg to any other"),
                N_("only to the next peg, and from the last to the first"),
                N_("only to a neighbouring peg"),
                N_("only from or to peg 1"),
            ),
            label=N_("Allowed moves"),
        ),
    )

    def __init__(
        self,
        discs: int | None = None,
        pegs: int | None = None,
        start: list[list[int]] | None = None,
        goal: str | list[list[int]] = "",
        rule: str = "free",
    ) -> None:
        mistakes = Mistakes()
        given = {name: value for name, value in (("discs", discs), ("pegs", pegs)) if value is not None}
        mistakes.check(self.settings, {**given, "rule": rule})
        discs, pegs = given.get("discs", DISCS), given.get("pegs", PEGS)
        if start is not None:
            begin = _read_piles(start, "start", mistakes)
            if begin:
                discs, pegs = len(begin), len(start)
                _check_counts(given, discs, pegs, mistakes)
        else:
            begin = (0,) * discs if mistakes.are_fine("discs") else ()
        goals = _list_goal_states(goal, begin, pegs, mistakes) if mistakes.are_fine("discs", "pegs", "start") else ()
        mistakes.raise_any()
        self.discs, self.pegs, self.rule, self.goal = discs, pegs, rule, goal
        self.start = begin
        self.targets = goals
        self.reversible = rule != "cyclic"
        self.allowed = [[b for b in range(pegs) if _is_allowed(rule, a, b, pegs)] for a in range(pegs)]
        self.into = [[a for a in range(pegs) if _is_allowed(rule, a, b, pegs)] for b in range(pegs)]

    def steps(self, state: State) -> Iterable[Step[State, Move]]:
        """A step for each legal move: a top disc goes to a peg that the rule allows and that holds no smaller disc."""
        return [Step((a, b), after) for a, b, after in self._shifts(state, self.allowed)]

    def back(self, state: State) -> Iterable[Step[State, Move]]:
        """The steps that lead into a state, found as the moves from this state with the rule reversed."""
        return [Step((b, a), before) for a, b, before in self._shifts(state, self.into)]

    def _shifts(self, state: State, ways: list[list[int]]) -> Iterator[tuple[int, int, State]]:
        """The legal moves, each as its first peg, its second peg and the resulting state. `ways` lists, for each peg,
        the pegs to which a disc may move.
        """
        tops = [self.discs] * self.pegs
        for disc in range(self.discs - 1, -1, -1):
            tops[state[disc]] = disc
        for a, disc in enumerate(tops):
            if disc == self.discs:
                continue
            for b in ways[a]:
                if disc < tops[b]:
                    yield a, b, (*state[:disc], b, *state[disc + 1 :])

    def is_goal(self, state: State) -> bool:
        """Whether all discs are on the pegs on which they are in a goal state."""
        return state in self.targets

    def goals(self) -> tuple[State, ...]:
        """The goal states: the positions in which the puzzle is solved."""
        return self.targets

    def turn_around(self) -> Self:
        """The same puzzle with start and goal swapped. If there are several goals, the first one becomes the start."""
        first, last = (_list_piles(state, self.pegs) for state in (self.targets[0], self.start))
        return type(self)(start=first, goal=last, rule=self.rule)

    def packed(self) -> PackedTowers:
        """The packed form, which holds the pegs of all discs side by side in one number."""
        packed = PackedTowers(self.start, self.pegs, self.allowed, self.targets)
        if self.rule in ("free", "star"):
            packed.structure = Pegs(self.pegs, self.start, self.targets, is_star=self.rule == "star")
        return packed

    def misplaced(self, state: State) -> int:
        """The number of discs that are not on their goal peg: each needs at least one move. With several goals, the
        smallest such number.
        """
        return min(sum(map(int.__ne__, state, goal)) for goal in self.targets)

    estimates = (
        Estimate(
            N_("misplaced"),
            misplaced,
            True,
            N_("discs not yet in place"),
            N_("h = number of discs not on their goal peg"),
        ),
    )

    def notation(self, move: Move) -> str:
        """The two pegs of a move, counted from 1: `1-3`."""
        return f"{move[0] + 1}-{move[1] + 1}"

    def text(self, state: State) -> str:
        """The discs on each peg, largest first: `[[3, 2, 1], [], []]`."""
        return str(_list_piles(state, self.pegs))

    def scene(self, state: State) -> Scene:
        """The pegs side by side, each clickable, with their discs."""
        wide, high = self.discs + 2.0, self.discs + 2.0
        shapes: list[Shape] = []
        for peg in range(self.pegs):
            middle = (peg + 0.5) * wide
            label = _("peg {n}").format(n=peg + 1)
            shapes.append(Rect(peg * wide, 0, wide, high, "cell", label, f"peg {peg}", f"ground {peg}", corner=True))
            if peg in self._goal_pegs:
                shapes.append(Path(_trace_tower(self.discs, middle, high), "goal", id=f"goal {peg}", closed=True))
            shapes.append(Rect(middle - 0.15, 0.8, 0.3, high - 1.3, "wall", "", f"peg {peg}", f"pole {peg}", 0.15))
        shapes.append(Rect(0.25, high - 0.5, self.pegs * wide - 0.5, 0.4, "wall", id="base", round=0.15))
        for peg, stack in enumerate(_list_piles(state, self.pegs)):
            for level, disc in enumerate(stack):
                left = (peg + 0.5) * wide - (disc + 1) / 2
                shapes.append(
                    Rect(
                        left,
                        high - 1.5 - level,
                        disc + 1.0,
                        0.92,
                        f"piece:{(disc - 1) % 8}",
                        str(disc),
                        f"peg {peg}",
                        f"disc {disc}",
                        0.3,
                    )
                )
        return Scene(self.pegs * wide, high, tuple(shapes), self.spoken(state))

    def spoken(self, state: State) -> str:
        """The position in words."""
        told = (
            _("peg {n}: {discs}").format(n=peg + 1, discs=" ".join(map(str, stack)) or _("empty"))
            for peg, stack in enumerate(_list_piles(state, self.pegs))
        )
        return "; ".join(told)

    def gestures(self, state: State, move: Move) -> tuple[tuple[str, str], ...]:
        """The clicks that perform a move: on the peg of the disc, then on the peg where it goes."""
        del state
        return ((f"peg {move[0]}", f"peg {move[1]}"),)

    def refusal(self, state: State, clicks: Sequence[str]) -> str:
        """Why clicks are refused: the peg is empty, the disc is too large, or the rule forbids the move."""
        if disc := fullmatch("disc ([0-9]{1,3})", "".join(clicks)):
            return self._find_cover(state, int(disc[1]))
        pegs = [int(click.removeprefix("peg ")) for click in clicks if fullmatch("peg [0-9]{1,3}", click)]
        if not 1 <= len(pegs) == len(clicks) <= 2 or not all(peg < self.pegs for peg in pegs):
            return ""
        tops = [pile[-1] if pile else 0 for pile in _list_piles(state, self.pegs)]
        here, there = pegs[0], pegs[-1]
        if not tops[here]:
            return _("Peg {n} is empty.").format(n=here + 1)
        if len(pegs) == 1:
            text = _("Disc {disc} cannot move now: every peg that it could go to has a smaller disc on top.")
            return text.format(disc=tops[here])
        if here == there:
            return ""
        if not _is_allowed(self.rule, here, there, self.pegs):
            return _("The rule forbids moves from peg {a} to peg {b}.").format(a=here + 1, b=there + 1)
        text = _("Disc {disc} is larger than disc {other}, so it cannot lie on it.")
        return text.format(disc=tops[here], other=tops[there])

    def _find_cover(self, state: State, disc: int) -> str:
        """Why a disc cannot be moved if another disc lies on it; "" if no disc does."""
        pile = next((pile for pile in _list_piles(state, self.pegs) if disc in pile[:-1]), None)
        text = _("Disc {disc} lies under disc {other}: only the disc on top can be moved.")
        return "" if pile is None else text.format(disc=disc, other=pile[-1])

    def typed(self, text: str) -> tuple[str, ...]:
        """The clicks for two typed pegs, counted from 1: `1-3`, `1 3` or `13`."""
        found = fullmatch(r"([0-9]{1,3})[\s,-]+([0-9]{1,3})|([0-9])([0-9])", text.strip())
        pegs = [int(number) - 1 for number in found.groups() if number] if found else []
        return tuple(f"peg {peg}" for peg in pegs) if all(0 <= peg < self.pegs for peg in pegs) else ()

    def goal_scene(self) -> Scene | None:
        """The picture of the goal; None if the goal is a whole tower, since the board then marks the goal peg
        itself.
        """
        return None if self._goal_pegs else self.scene(self.targets[0])

    @property
    def _goal_pegs(self) -> list[int]:
        """The pegs on which the whole tower may end; empty if the goal is not a tower."""
        return [goal[0] for goal in self.targets if len(set(goal)) == 1]

    def preferred(self) -> str:
        """The default algorithm: a construction that is proved to be optimal if there is one, otherwise bidirectional
        search.
        """
        for name, plan in self.constructions().items():
            if plan.proof:
                return name
        return "bidirectional"

    def settings_at(self, state: State) -> dict[str, object]:
        """The settings that make this problem begin in `state`, given as piles of discs."""
        return self.at(state).given()

    def given(self) -> dict[str, object]:
        """The settings that recreate this problem. A start other than the whole tower on the first peg is given as
        piles of discs.
        """
        found = {name: value for name, value in super().given().items() if name != "start"}
        return found if not any(self.start) else {**found, "start": _list_piles(self.start, self.pegs)}

    def constructions(self) -> Mapping[str, Construction[State, Move]]:
        """Those of the three constructions (recursive, iterative, Frame-Stewart) that apply to this problem."""
        towers = [goal[0] for goal in self.targets if len(set(goal)) == 1]
        if self.rule != "free" or len(towers) < len(self.targets) or self.pegs < 3:
            return {}
        found: dict[str, Construction[State, Move]] = {}
        whole = len(set(self.start)) == 1
        if self.pegs == 3:
            target = min(towers, key=lambda peg: _count_recursive_moves(self.start, peg))
            length = _count_recursive_moves(self.start, target)
            found["recursive"] = Construction(_make_recursive_moves(self.start, target), length, _(HINZ))
            if whole:
                found["iterative"] = Construction(
                    _make_iterative_moves(self.discs, self.start[0], target), length, _(HINZ)
                )
        if whole and self.start[0] not in towers:
            length = plan_frame_stewart(self.discs, self.pegs)[0]
            others = [peg for peg in range(self.pegs) if peg not in (self.start[0], towers[0])]
            moves = _make_frame_stewart_moves(self.discs, self.start[0], towers[0], tuple(others))
            proof = {3: _(HINZ), 4: _(BOUSCH)}.get(self.pegs, "")
            found["frame-stewart"] = Construction(moves, length, proof, _(CONJECTURE))
        return found


HINZ = N_(
    "with three pegs, there is only one shortest plan that brings all discs from a position to a "
    "given peg, and this is it (Hinz, 1989)"
)
BOUSCH = N_("with four pegs, the solution of Frame and Stewart is optimal (Bousch, 2014)")
CONJECTURE = N_("with five or more pegs, this solution is conjectured, but not proved, to be optimal")


def _trace_tower(discs: int, middle: float, high: float) -> tuple[tuple[float, float], ...]:
    """The outline of a whole tower on the base, slightly larger than its discs."""
    half, base = [(disc + 1) / 2 + 0.12 for disc in range(1, discs + 1)], high - 0.5
    right = [(middle + half[disc], base - discs + disc + step) for disc in range(discs) for step in (0, 1)]
    return (*right, *((2 * middle - x, y) for x, y in reversed(right)))


def _is_allowed(rule: str, a: int, b: int, pegs: int) -> bool:
    if a == b:
        return False
    if rule == "cyclic":
        return b == (a + 1) % pegs
    if rule == "linear":
        return abs(a - b) == 1
    return rule == "free" or 0 in (a, b)


def _list_piles(state: State, pegs: int) -> list[list[int]]:
    """The discs on each peg, largest first, discs counted from 1."""
    piles: list[list[int]] = [[] for _peg in range(pegs)]
    for disc in range(len(state) - 1, -1, -1):
        piles[state[disc]].append(disc + 1)
    return piles


def _is_piles(value: object) -> TypeGuard[list[list[int]]]:
    return isinstance(value, list) and all(
        isinstance(pile, list) and all(type(disc) is int for disc in pile) for pile in value
    )


def _read_piles(value: object, name: str, mistakes: Mistakes) -> State:
    """The state for a list of piles. Mistakes are recorded; if no state can be made of the piles, the result is ()."""
    if not _is_piles(value) or not 2 <= len(value) <= MOST_PEGS:
        text = _("{name} = {value}: give one list of discs for each peg (2 to {most}), as in [[3, 2, 1], [], []]")
        mistakes.say(text.format(name=name, value=quote_value(value), most=MOST_PEGS), name)
        return ()
    discs = sorted(disc for pile in value for disc in pile)
    if discs != list(range(1, len(discs) + 1)) or not 1 <= len(discs) <= MOST_DISCS:
        text = _("{name} = {value}: the discs must be 1 to n (at most {most}), each exactly once")
        mistakes.say(text.format(name=name, value=quote_value(value), most=MOST_DISCS), name)
        return ()
    for peg, pile in enumerate(value):
        if pile != sorted(pile, reverse=True):
            text = _(
                "{name}: peg {n} holds {pile}, but a larger disc cannot lie on a smaller one: write the "
                "largest disc first"
            )
            mistakes.say(text.format(name=name, n=peg + 1, pile=pile), name)
    pegs = {disc: peg for peg, pile in enumerate(value) for disc in pile}
    return tuple(pegs[disc] for disc in range(1, len(discs) + 1))


def _check_counts(given: Mapping[str, int], discs: int, pegs: int, mistakes: Mistakes) -> None:
    for name, actual in (("discs", discs), ("pegs", pegs)):
        if name in given and mistakes.are_fine(name) and given[name] != actual:
            text = _("start has {name} = {actual}, but the setting is {name} = {asked}")
            mistakes.say(text.format(name=name, actual=actual, asked=given[name]), "start", name)


def _list_goal_states(goal: object, start: State, pegs: int, mistakes: Mistakes) -> tuple[State, ...]:
    """The goal states: a tower on a given peg, a given position, or by default a tower on any peg but that of the
    start. Mistakes are recorded.
    """
    discs = len(start)
    if goal == "":
        home = start[0] if len(set(start)) == 1 else 0
        return tuple((peg,) * discs for peg in range(pegs) if peg != home)
    if isinstance(goal, str):
        number = goal.removeprefix("peg").strip()
        if not (number.isascii() and number.isdigit() and len(number) < 4 and 1 <= int(number) <= pegs):
            text = _('goal = {goal}: name a peg from "peg 1" to "peg {pegs}", or list the discs on each peg')
            mistakes.say(text.format(goal=quote_value(goal), pegs=pegs), "goal")
            return ()
        return ((int(number) - 1,) * discs,)
    found = _read_piles(goal, "goal", mistakes)
    if found and (len(found) != discs or len(goal) != pegs):  # type: ignore[arg-type]
        text = _("goal = {goal}: it must have {discs} discs and {pegs} pegs, as many as the start")
        mistakes.say(text.format(goal=quote_value(goal), discs=discs, pegs=pegs), "goal")
    return (found,) if found else ()


def _count_recursive_moves(state: State, target: int) -> int:
    length = 0
    for disc in range(len(state) - 1, -1, -1):
        if state[disc] != target:
            length += 1 << disc
            target = 3 - state[disc] - target
    return length


def _make_recursive_moves(state: State, target: int) -> Iterator[Move]:
    """The moves that bring all discs of a position to the peg `target`, with three pegs: the smaller discs move out of
    the way, the largest misplaced disc moves, and the smaller ones follow.
    """
    for disc in range(len(state) - 1, -1, -1):
        if state[disc] != target:
            aside = 3 - state[disc] - target
            yield from _make_recursive_moves(state[:disc], aside)
            yield state[disc], target
            yield from _make_recursive_moves((aside,) * disc, target)
            return


def _make_iterative_moves(discs: int, home: int, target: int) -> Iterator[Move]:
    """The moves of a whole tower to the peg `target`, with three pegs. Two kinds of moves alternate: the smallest disc
    moves one peg on, always in the same direction; then the only other legal move is made.
    """
    if home == target:
        return
    around = target - home if discs % 2 else home - target
    piles = {peg: [discs + 1] for peg in range(3)}
    piles[home] = list(range(discs + 1, 0, -1))
    small = home
    while True:
        onward = (small + around) % 3
        piles[onward].append(piles[small].pop())
        yield small, onward
        small = onward
        if len(piles[target]) == discs + 1:
            return
        a, b = (peg for peg in range(3) if peg != small)
        if piles[a][-1] > piles[b][-1]:
            a, b = b, a
        piles[b].append(piles[a].pop())
        yield a, b


@cache
def plan_frame_stewart(discs: int, pegs: int) -> tuple[int, int]:
    """The length of Frame and Stewart's solution, and the number of small discs that it sets aside first."""
    if discs <= 1:
        return discs, 0
    if pegs == 3:
        return (1 << discs) - 1, discs - 1
    return min(
        (2 * plan_frame_stewart(aside, pegs)[0] + plan_frame_stewart(discs - aside, pegs - 1)[0], aside)
        for aside in range(1, discs)
    )


def _make_frame_stewart_moves(discs: int, home: int, target: int, others: tuple[int, ...]) -> Iterator[Move]:
    """The moves of a tower of the `discs` smallest discs: set some of them aside using all pegs, move the others with
    one peg fewer, then put the discs set aside on top.
    """
    if discs == 0:
        return
    if discs == 1:
        yield home, target
        return
    aside = plan_frame_stewart(discs, len(others) + 2)[1]
    rest, spare = others[1:], others[0]
    yield from _make_frame_stewart_moves(aside, home, spare, (target, *rest))
    yield from _make_frame_stewart_moves(discs - aside, home, target, rest)
    yield from _make_frame_stewart_moves(aside, spare, target, (home, *rest))
