"""Water jugs: fill, empty and pour until a jug holds exactly the target amount.

A state is the litres in each jug. Without a tap and a drain, water is only poured from jug to jug. Each jug always
holds a multiple of the greatest common divisor of all sizes and initial amounts, which proves some targets unreachable
without a search.
"""

from collections.abc import Iterator, Sequence
from math import gcd
from typing import NamedTuple

from langkah.language import N_, _
from langkah.model import Cost, Estimate, Puzzle, Step
from langkah.scene import Disc, Path, Rect, Scene, Shape, Text
from langkah.settings import Mistakes, Setting, quote_value

State = tuple[int, ...]

TAP, DRAIN = "tap", "drain"
MOST_JUGS, MOST_LITRES = 6, 1000
JUG_WIDTH, JUG_HEIGHT, PITCH = 1.7, 4.0, 2.3  # size of the largest jug, and distance between jugs
LEAST_HEIGHT = 1.1
TAP_ROOM = 1.5  # space above the jugs
MOST_NOTCHES = 12  # marks for litres; with more, they would be too close


class Pour(NamedTuple):
    """A move, which pours water from the jug `start` into the jug `end`. A `start` of -1 is the tap, and an `end` of -1
    is the drain.
    """

    start: int
    end: int


class Jugs(Puzzle[State, Pour]):
    """Measure out the target amount of water with jugs."""

    title = N_("Water jugs")
    shelf = N_("Find a way")
    about = N_(
        "Fill a jug to the brim, empty a jug, or pour one jug into another until the first is empty or the second is "
        "full. In the end, a jug must hold exactly the target."
    )
    level_groups = (N_("First steps"), N_("Two jugs"), N_("Three jugs or more"), N_("Impossible"))
    small = {"capacities": [3, 5], "target": 4}
    settings = (
        Setting("capacities", [3, 5], N_("the size of each jug in litres"), form="[3, 5]", label=N_("Jugs")),
        Setting(
            "target",
            4,
            N_("the litres that one of the jugs must hold, or a list of the litres in every jug"),
            form="4",
            label=N_("Litres wanted"),
        ),
        Setting(
            "start",
            None,
            N_("the litres in each jug at the start; default: all jugs empty"),
            form="[0, 0]",
            label=N_("Water at the start"),
        ),
        Setting("tap", True, N_("whether there are a tap and a drain"), label=N_("Tap and drain")),
        Setting(
            "metric",
            "moves",
            N_("what counts as cost"),
            choices=("moves", "water"),
            meanings=(N_("the moves"), N_("the litres taken from the tap")),
            label=N_("What counts as cost"),
        ),
    )

    def __init__(
        self,
        capacities: Sequence[int] = (3, 5),
        target: int | Sequence[int] = 4,
        start: Sequence[int] | None = None,
        tap: bool = True,
        metric: str = "moves",
    ) -> None:
        mistakes = Mistakes()
        mistakes.check(self.settings, {"tap": tap, "metric": metric})
        _check_litres("capacities", capacities, [MOST_LITRES] * MOST_JUGS, mistakes, least=1)
        if mistakes.are_fine("capacities"):
            if isinstance(target, list | tuple):
                _check_litres("target", target, capacities, mistakes, same=True)
            elif type(target) is not int or not 1 <= target <= MOST_LITRES:
                text = _(
                    "target = {value}: this must be a whole number from 1 to {most}, or a list of the litres in "
                    "each jug"
                )
                mistakes.say(text.format(value=quote_value(target), most=MOST_LITRES), "target")
            if start is not None:
                _check_litres("start", start, capacities, mistakes, same=True)
        mistakes.raise_any()
        self.capacities, self.tap, self.metric = list(capacities), tap, metric
        self.target = target if isinstance(target, int) else list(target)
        self.start: State = tuple(start) if start is not None else (0,) * len(capacities)

    def given(self) -> dict[str, object]:
        """The settings that recreate this problem. `start` is left out if all jugs are empty at the start."""
        told = super().given()
        del told["start"]
        return {**told, "start": list(self.start)} if any(self.start) else told

    # Rules

    def steps(self, state: State) -> Iterator[Step[State, Pour]]:
        """Every move that changes something: first fill a jug, then empty a jug, then pour one jug into another, each
        in the order of the jugs.
        """
        jugs = range(len(state))
        if self.tap:
            for jug in jugs:
                if state[jug] < self.capacities[jug]:
                    cost = self.capacities[jug] - state[jug] if self.metric == "water" else 1
                    yield Step(Pour(-1, jug), self._change(state, {jug: self.capacities[jug]}), cost)
            for jug in jugs:
                if state[jug]:
                    yield Step(Pour(jug, -1), self._change(state, {jug: 0}), self._pour_cost)
        for jug in jugs:
            for other in jugs:
                litres = min(state[jug], self.capacities[other] - state[other])
                if jug != other and litres:
                    after = self._change(state, {jug: state[jug] - litres, other: state[other] + litres})
                    yield Step(Pour(jug, other), after, self._pour_cost)

    @property
    def _pour_cost(self) -> int:
        return 0 if self.metric == "water" else 1

    @staticmethod
    def _change(state: State, litres: dict[int, int]) -> State:
        return tuple(litres.get(jug, held) for jug, held in enumerate(state))

    def is_goal(self, state: State) -> bool:
        """Whether some jug holds the target amount or, if the target is a list of amounts, every jug holds its amount
        in the list.
        """
        return self.target in state if isinstance(self.target, int) else list(state) == self.target

    # Facts known without a search

    def moves_left(self, state: State) -> Cost:
        """A lower bound on the remaining cost. In moves: half the number of jugs with a wrong amount, rounded up, since
        a move changes at most two; or, if any jug may hold the target, 1 as long as none does. In litres: the water
        that is still missing, since it must come from the tap.
        """
        if self.metric == "water":
            wanted = self.target if isinstance(self.target, int) else sum(self.target)
            return max(0, wanted - sum(state))
        if isinstance(self.target, int):
            return int(self.target not in state)
        wrong = sum(held != wanted for held, wanted in zip(state, self.target, strict=True))
        return -(-wrong // 2)

    def look_ahead(self, state: State) -> Cost:
        """The estimate `moves_left`, improved by looking one move ahead: if `moves_left` is 1, but no single move
        reaches the target, the result is 2. If litres are counted, the result is `moves_left`.
        """
        least = self.moves_left(state)
        if self.metric == "water" or least > 1 or self.is_goal(state):
            return least
        return least if any(self.is_goal(step.state) for step in self.steps(state)) else least + 1

    estimates = (
        Estimate(
            N_("ahead"),
            look_ahead,
            True,
            N_("the estimate `missing`, plus 1 if `missing` is at most 1 and no single move reaches the goal"),
            N_(
                "h = 0 at the goal, 1 if one move reaches it, otherwise 2 or more; if litres are counted: target − "
                "water in the jugs"
            ),
        ),
        Estimate(
            N_("missing"),
            moves_left,
            True,
            N_(
                "half the number of jugs with a wrong amount, since a move changes two jugs; if any jug may hold the "
                "target: 1 until one does; if litres are counted: the missing litres"
            ),
            N_(
                "h = number of jugs with a wrong amount ÷ 2, rounded up; if litres are counted: target − "
                "water in the jugs"
            ),
        ),
    )

    def hopeless(self) -> str:
        """A reason why the target cannot be reached: it is too much for any jug, it is not a multiple of the greatest
        common divisor of all sizes and initial amounts, or, without a tap, it does not match the water in the jugs.
        Otherwise "".
        """
        wanted = [self.target] if isinstance(self.target, int) else self.target
        if isinstance(self.target, int) and self.target > max(self.capacities):
            return _("no jug is large enough for {n} litres").format(n=self.target)
        if not self.tap and (
            sum(wanted) > sum(self.start) or (wanted is self.target and sum(wanted) != sum(self.start))
        ):
            return _("the jugs contain {n} litres in total, which cannot change without a tap and a drain").format(
                n=sum(self.start)
            )
        common = gcd(*self.capacities, *self.start)
        if any(litres % common for litres in wanted):
            return _(
                "each jug always holds a multiple of {n} litres, the greatest common divisor of all sizes "
                "and starting amounts"
            ).format(n=common)
        return ""

    # Text and pictures

    def notation(self, move: Pour) -> str:
        """A move as text: `fill A`, `empty A`, or `A>B` to pour jug A into jug B."""
        if move.start < 0:
            return f"fill {_name_jug(move.end)}"
        return f"empty {_name_jug(move.start)}" if move.end < 0 else f"{_name_jug(move.start)}>{_name_jug(move.end)}"

    def text(self, state: State) -> str:
        """Each jug with its content: `A 0/3  B 5/5`."""
        pairs = zip(state, self.capacities, strict=True)
        return "  ".join(f"{_name_jug(jug)} {held}/{size}" for jug, (held, size) in enumerate(pairs))

    def label(self, state: State) -> str:
        """The litres in each jug, as in `0 5`."""
        return " ".join(map(str, state))

    def gestures(self, state: State, move: Pour) -> tuple[tuple[str, str]]:
        """The clicks that perform a move: on the source of the water, then on its destination."""
        del state
        return ((_name_handle(move.start) or TAP, _name_handle(move.end) or DRAIN),)

    def refusal(self, state: State, clicks: Sequence[str]) -> str:
        """Why clicks are refused: the first jug is empty, the second jug is full, or the drain was clicked first."""
        jugs = {_name_handle(jug): jug for jug in range(len(state))}
        first, last = (jugs.get(click, -1) for click in (clicks[0], clicks[-1])) if clicks else (-1, -1)
        if first >= 0 and not state[first]:
            return _("Jug {name} is empty.").format(name=_name_jug(first))
        if len(clicks) > 1 and last >= 0 and state[last] == self.capacities[last]:
            return _("Jug {name} is full.").format(name=_name_jug(last))
        return _("Choose a jug or the tap first, then where the water goes.") if [*clicks[:1]] == [DRAIN] else ""

    def typed(self, text: str) -> tuple[str, ...]:
        """The clicks for a move that is typed as `notation` writes it, in upper or lower case."""
        names = {_name_jug(jug): _name_handle(jug) for jug in range(len(self.capacities))}
        words = text.upper().replace(">", " ").split()
        if len(words) != 2 or words[1] not in names:
            return ()
        start = {"FILL": TAP, "EMPTY": names[words[1]]}.get(words[0]) or names.get(words[0], "")
        return (start, DRAIN if words[0] == "EMPTY" else names[words[1]]) if start else ()

    def scene(self, state: State) -> Scene:
        """Glass jugs with their water on a shelf, below a tap and above a drain."""
        width = PITCH * len(state) + 0.6
        floor = JUG_HEIGHT + (TAP_ROOM if self.tap else 0.5)
        height = floor + (2.1 if self.tap else 1.7)
        shapes: list[Shape] = [Rect(0, 0, width, height, "board", id="room", round=0.3)]
        if self.tap:
            shapes += _draw_tap(width)
            shapes += _draw_drain(width, floor + 1.15)
        place = (1.25, 0.72) if self.tap else (width / 2, floor + 1.3)
        shapes.append(Text(*place, _("wanted: {litres}").format(litres=self._write_target()), 0.3, "text", id="wanted"))
        shapes.append(Rect(0.2, floor, width - 0.4, 0.16, "wall", id="shelf", round=0.06))
        for jug, held in enumerate(state):
            wanted = self.target == held if isinstance(self.target, int) else self.target[jug] == held
            shapes += self._draw_jug(jug, held, floor, wanted=bool(wanted))
        return Scene(width, height, tuple(shapes), self._describe(state))

    def _draw_jug(self, jug: int, held: int, floor: float, *, wanted: bool) -> Iterator[Shape]:
        """One jug, its height proportional to its size (but not too small), with its water and, unless it is large, a
        mark for each litre.
        """
        size, handle = self.capacities[jug], _name_handle(jug)
        unit = JUG_HEIGHT / max(self.capacities)
        tall = max(LEAST_HEIGHT, size * unit)
        left, right = 0.6 + PITCH * jug, 0.6 + PITCH * jug + JUG_WIDTH
        top = floor - tall
        yield Rect(left, top, JUG_WIDTH, tall, "cell", handle=handle, id=f"glass {jug}", round=0.12)
        deep = tall * held / size
        name = _name_jug(jug) if held else ""
        yield Rect(left + 0.08, floor - deep, JUG_WIDTH - 0.16, deep, "piece:4", name, handle, f"water {jug}")
        for litre in range(1, size) if size <= MOST_NOTCHES else ():
            y = floor - tall * litre / size
            yield Path(((left + 0.1, y), (left + 0.38, y)), "line", handle=handle, width=0.03)
        outline = ((left - 0.12, top), (left, top + 0.12), (left, floor), (right, floor), (right, top))
        yield Path(outline, "line", handle=handle, id=f"outline {jug}", width=0.09)
        role = "goal" if wanted else "cell:1"
        yield Rect(left - 0.1, floor + 0.3, JUG_WIDTH + 0.2, 0.6, role, handle=handle, id=handle, round=0.15)
        shown = f"{_name_jug(jug)}: {held}/{size}"
        yield Text(left + JUG_WIDTH / 2, floor + 0.6, shown, 0.36, "text", handle, f"litres {jug}")

    def _describe(self, state: State) -> str:
        """The content of each jug, and the target, in words."""
        jugs = self.text(state).replace("  ", ", ")
        return _("{jugs}. Wanted: {litres} litres.").format(jugs=jugs, litres=self._write_target())

    def _write_target(self) -> str:
        return str(self.target) if isinstance(self.target, int) else ", ".join(map(str, self.target))


def _name_jug(jug: int) -> str:
    return chr(ord("A") + jug)


def _name_handle(jug: int) -> str:
    """The handle of a jug, which names it in clicks; "" for the tap and the drain."""
    return f"jug {_name_jug(jug)}" if jug >= 0 else ""


def _draw_tap(width: float) -> Iterator[Shape]:
    """The tap with a drop of water, in the middle of a pipe along the ceiling."""
    middle = width / 2
    yield Rect(0.2, 0.2, width - 0.4, 0.24, "wall", handle=TAP, id="pipe", round=0.1)
    yield Rect(middle - 0.22, 0.3, 0.44, 0.5, "wall", handle=TAP, id="spout", round=0.1)
    yield Disc(middle, 0.32, 0.26, "piece:5", handle=TAP, id=TAP)
    drop = ((middle, 0.86), (middle + 0.13, 1.1), (middle, 1.22), (middle - 0.13, 1.1))
    yield Path(drop, "piece:4", handle=TAP, id="drop", width=0.03, closed=True)
    yield Text(middle + 0.95, 0.72, _("tap"), 0.3, "faint", handle=TAP)


def _draw_drain(width: float, top: float) -> Iterator[Shape]:
    """The drain, drawn as a grating in the floor."""
    left = width / 2 - 0.9
    yield Rect(left, top, 1.8, 0.5, "wall", handle=DRAIN, id=DRAIN, round=0.2)
    for bar in range(5):
        x = left + 0.3 + 0.3 * bar
        yield Path(((x, top + 0.1), (x, top + 0.4)), "board", handle=DRAIN, width=0.09)
    yield Text(left + 2.4, top + 0.27, _("drain"), 0.3, "faint", handle=DRAIN)


def _check_litres(
    name: str, value: object, most: Sequence[int], mistakes: Mistakes, *, least: int = 0, same: bool = False
) -> None:
    """Record mistakes in a list of litres. `most` holds the largest value allowed for each jug. With `same`, the list
    must have exactly as many entries as `most`; otherwise it may be shorter.
    """
    many = len(most) if same else len(value) if isinstance(value, list | tuple) else 0
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= len(most) or len(value) != many:
        text = (
            _("{name} = {value}: give the litres in each of the {n} jugs, as in {form}")
            if same
            else _("{name} = {value}: give the size of each jug, for 1 to {n} jugs, as in {form}")
        )
        form = [0] * len(most) if same else [3, 5]
        mistakes.say(text.format(name=name, value=quote_value(value), n=len(most), form=form), name)
        return
    for jug, litres in enumerate(value):
        if type(litres) is not int or not least <= litres <= most[jug]:
            text = _("{name}: jug {jug} is {value}; it must be a whole number from {least} to {most}")
            told = text.format(name=name, jug=_name_jug(jug), value=quote_value(litres), least=least, most=most[jug])
            mistakes.say(told, name)
