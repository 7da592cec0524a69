"""Puzzles with one planted defect each, for the tests of the doctor (`langkah doctor`). `sick` has the name of the
check that must find the defect, and a pattern that the check's message must match. Each puzzle is a healthy one (a walk
along ten squares) or a healthy game (players take from a heap) with one part replaced.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import count
from typing import Any, ClassVar

from langkah.model import Chance, Construction, Estimate, Game, Outcome, Puzzle, Step
from langkah.packed import Packed
from langkah.scene import Rect, Scene, Shape
from langkah.settings import Setting

LAST = 9
Steps = Iterable[Step[Any, Any]]


class View(Packed[int]):
    """The packed form of `Walk`, with some of its parts replaced."""

    def __init__(self, **parts: Any) -> None:
        self.start, self.unit_cost = 0, True
        for name, part in parts.items():
            setattr(self, name, part)

    def pack(self, state: int) -> int:
        return state

    def unpack(self, word: int) -> int:
        return word

    def successors(self, word: int) -> list[int]:
        return [after for after in (word + 1, word - 1) if 0 <= after <= LAST]

    def is_goal(self, word: int) -> bool:
        return word == LAST


class Walk(Puzzle[Any, Any]):
    """A walk from square 0 to square 9, one step at a time. It has no defect, and defines many optional members."""

    sick: ClassVar[tuple[str, str]] = ("", "")
    reversible = True
    estimates: ClassVar[tuple[Estimate, ...]] = (Estimate("squares", lambda _walk, square: LAST - square, True, ""),)

    def __init__(self) -> None:
        self.start: Any = 0

    def steps(self, state: Any) -> Steps:
        return [Step(move, state + by) for move, by in (("on", 1), ("home", -1)) if 0 <= state + by <= LAST]

    def is_goal(self, state: Any) -> bool:
        return bool(state == LAST)

    def goals(self) -> Iterable[Any]:
        return (LAST,)

    def back(self, state: Any) -> Steps:
        return [Step(move, state - by) for move, by in (("on", 1), ("home", -1)) if 0 <= state - by <= LAST]

    def packed(self) -> Packed[Any] | None:
        return View()

    def constructions(self) -> Mapping[str, Construction[Any, Any]]:
        return {"straight": Construction(["on"] * LAST, LAST, "nine squares, one at a time")}

    def scene(self, state: Any) -> Scene:
        squares: list[Shape] = [Rect(x, 0, 1, 1, "cell", str(x), f"square {x}", f"square {x}") for x in range(LAST + 1)]
        return Scene(LAST + 1, 1, (*squares, Rect(state, 0, 1, 1, "piece", handle="piece", id=f"piece {state}")))

    def gestures(self, state: Any, move: Any) -> Iterable[tuple[str, ...]]:
        return (("piece", f"square {state + (1 if move == 'on' else -1)}"),)

    def moved(self, state: Any, move: Any) -> Mapping[str, str]:
        return {f"piece {state}": f"piece {state + (1 if move == 'on' else -1)}"}


class Heap(Game[Any, Any]):
    """A game without defects: take 1 or 2 objects from a heap of 5; the player who takes the last object wins."""

    sick: ClassVar[tuple[str, str]] = ("", "")
    start: Any = (5, 0)

    def player(self, state: Any) -> int:
        return int(state[1])

    def outcome(self, state: Any) -> Outcome | None:
        return Outcome(1 - state[1], "the heap is empty") if not state[0] else None

    def steps(self, state: Any) -> Steps:
        return [Step(take, (state[0] - take, 1 - state[1])) for take in (1, 2) if take <= state[0]]


class Dice(Walk, Chance[Any]):
    """The walk with a coin that decides the direction of each step. It has no defect."""

    def chances(self, state: Any) -> Iterable[tuple[Fraction, Any]]:
        half = Fraction(1, 2)
        return ((half, min(state + 1, LAST)), (half, max(state - 1, 0)))


class Board:
    """A mutable state; its hash and its equality depend on its square."""

    def __init__(self, square: int) -> None:
        self.square = square

    def __hash__(self) -> int:
        return self.square

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.square == other.square


def spoiled(check: str, words: str, base: type[Any] = Walk, **parts: Any) -> type[Any]:
    """A healthy class with some of its parts replaced; functions become methods."""
    cls: type[Any] = type("Spoiled", (base,), {"sick": (check, words), **parts})
    return cls


def made(move: Any, state: Any) -> Step[Any, Any]:
    """A step with this move to this state."""
    return Step(move, state)


def costing(cost: Any) -> Any:
    """A `steps` function that returns the steps of the walk with another cost."""
    return lambda walk, state: [step._replace(cost=cost) for step in Walk.steps(walk, state)]


def onward_only(ways: Any) -> Any:
    """A `steps` function that returns only the steps of `ways` with the move `on`."""
    return lambda walk, state: [step for step in ways(walk, state) if step.move == "on"]


ASKED = count()  # counts calls; the result of a method must not depend on it


def changing(_walk: Any, state: Board) -> list[Step[Any, Any]]:
    """A `steps` function that changes the state that it gets."""
    state.square += 1
    return [Step("on", Board(state.square))]


def restless(_walk: Any, state: int) -> list[Step[Any, Any]]:
    """A `steps` function that returns the steps of the walk in the opposite order at every second call."""
    found = list(Walk().steps(state))
    return found if next(ASKED) % 2 else found[::-1]


def moody(_walk: Any, state: int) -> bool:
    """An `is_goal` function that says that the last square is a goal only at every second call."""
    return state == LAST and next(ASKED) % 2 == 0


def numbered(_walk: Any, state: int) -> tuple[int, int]:
    """A `key` function whose result is different at every call."""
    return state, next(ASKED)


def with_shapes(*shapes: Shape) -> Any:
    """A `scene` function that adds these shapes to the picture of the walk."""
    return lambda walk, state: Walk.scene(walk, state)._replace(shapes=(*Walk.scene(walk, state).shapes, *shapes))


def plan(*moves: str, length: int = 0, proof: str = "") -> Any:
    """A `constructions` function that offers one fixed plan."""
    return lambda _walk: {"plan": Construction(moves, length or len(moves), proof)}


def estimate(of: Any, admissible: bool = True) -> tuple[Estimate, ...]:
    """The `estimates` of a puzzle with only the heuristic `of`, declared admissible or not."""
    return (Estimate("guess", of, admissible, ""),)


def none(*_arguments: Any) -> None:
    """Return None, for any arguments."""


def expand(state: int, out: Any) -> int:
    """Writes the successors of a state of the walk into `out`, and returns their number. Can be compiled."""
    count = 0
    if state < LAST:
        out[count] = state + 1
        count += 1
    if state > 0:
        out[count] = state - 1
        count += 1
    return count


def goal(state: int) -> bool:
    """Whether the walk is at its last square."""
    return state == LAST


def pack_walk(expand: Any, **more: Any) -> Packed[Any]:
    """The packed form of the walk with the function `expand` and the other parts in `more`."""
    return Packed.of(0, int, int, expand, goal, **{"branching": 2, "unit_cost": True, **more})


PLAIN: dict[str, Any] = {"start": 0, "steps": Walk.steps, "is_goal": Walk.is_goal}  # without optional members


def with_settings(parameters: str, default: int = 3, high: int | None = None) -> dict[str, Any]:
    """The parts that give a puzzle a setting `n` and a constructor with the arguments `parameters`."""
    scope: dict[str, Any] = {}
    exec(f"def __init__(self, {parameters}):\n    self.start = self.n = 0", scope)
    return {"settings": (Setting("n", default, "how many", 1, high),), "__init__": scope["__init__"]}


SQUARES = {square: LAST - square for square in range(LAST + 1) if square != 5}

# The form of steps.
NoSteps = spoiled(
    "steps", r"must return Step\(move, state\), not \('on', 1\)", steps=lambda _walk, state: [("on", state + 1)]
)
Listed = spoiled("steps", "the state .* is not hashable", steps=lambda _walk, state: [made("on", [state])])
Unfixed = spoiled("steps", "the move .* is not hashable", steps=lambda _walk, state: [made(["on"], state)])
Gainful = spoiled("steps", "costs -1; a cost is a number, 0 or more", steps=costing(-1))
Undefined = spoiled("steps", "costs nan", steps=costing(float("nan")))
Wordy = spoiled("steps", "costs 'much'", steps=costing("much"))
Endless = spoiled("steps", "or never ends", steps=lambda _walk, state: (Step(n, state) for n in count()))
Raises = spoiled(
    "steps",
    r"ZeroDivisionError: .* \(broken_puzzles.py, line \d+, in <lambda>\)",
    steps=lambda _walk, state: [Step("on", state + 1, 1 // (5 - state))],
)
Changes = spoiled("steps", "has changed the state that it was given", start=Board(0), __init__=none, steps=changing)

# Determinism.
Restless = spoiled("determinism", r"two calls of steps\(\) for this state return different steps", steps=restless)
Moody = spoiled("determinism", r"two calls of is_goal\(\)", is_goal=moody)
Numbered = spoiled("determinism", "different keys", key=numbered)

# Keys and symmetries.
Parity = spoiled(
    "keys",
    "their successors have different keys or step costs",
    key=lambda _walk, state: state if state in (0, LAST) else -1,
)
Mirror = spoiled("keys", "but only one of them is a goal", key=lambda _walk, state: min(state, LAST - state))
Turnless = spoiled("keys", "a different player to move or a different outcome", Heap, key=lambda _heap, state: state[0])

# Notation, pictures, clicks.
Alike = spoiled("notation", "have the same notation: ", notation=lambda _walk, move: "Go" if move == "on" else "g o")
Nameless = spoiled("notation", "cannot be typed", notation=lambda _walk, move: "" if move == "home" else "on")
Twins = spoiled("pictures", "have the id 'a'", scene=with_shapes(Rect(0, 0, 1, 1, id="a"), Rect(1, 0, 1, 1, id="a")))
Nowhere = spoiled("pictures", "not a finite number", scene=with_shapes(Rect(float("nan"), 0, 1, 1)))
Flat = spoiled("pictures", "a Scene of a valid size", scene=lambda walk, at: Walk.scene(walk, at)._replace(height=0))
Unclickable = spoiled(
    "gestures",
    "move home cannot be clicked",
    gestures=lambda walk, state, move: () if move == "home" else Walk.gestures(walk, state, move),
)
KeysOnly = spoiled(
    "gestures",
    "move on cannot be clicked",
    gestures=lambda _walk, _state, move: (("up",),) if move == "on" else (("piece",),),
)
Elsewhere = spoiled(
    "gestures",
    "needs a click on 'square 10'",
    gestures=lambda _walk, state, move: (("piece", f"square {state + (2 if move == 'on' else -1)}"),),
)
Ambiguous = spoiled(
    "gestures", "but the clicks for .* are the same or begin with these", gestures=lambda *_: (("piece", "square 0"),)
)
Hasty = spoiled(
    "gestures",
    "the clicks piece perform on, but the clicks for home are the same or begin with these",
    gestures=lambda walk, state, move: (("piece",),) if move == "on" else Walk.gestures(walk, state, move),
)
Renames = spoiled(
    "renaming", "renames an id, but 'ghost' is missing from the picture", moved=lambda *_: {"ghost": "piece 0"}
)

# Goals.
Goalless = spoiled(
    "goals",
    "no goal can be reached from the start",
    steps=lambda walk, state: [step for step in Walk.steps(walk, state) if step.state < LAST],
    estimates=(),
    goals=none,
    back=none,
    packed=none,
    constructions=lambda _walk: {},
)
Pessimist = spoiled("goals", "says 'lost', but a goal can be reached, at a cost of 9", hopeless=lambda _walk: "lost")
WrongGoal = spoiled("goals", "lists a state that is not a goal", goals=lambda _walk: (LAST, 3))
MissingGoal = spoiled("goals", "is missing from goals", goals=lambda _walk: ())

# Steps backwards.
OneWay = spoiled(
    "reversible",
    "cannot be undone at the same cost",
    steps=onward_only(Walk.steps),
    back=onward_only(Walk.back),
    packed=none,
)
WrongBack = spoiled(
    "back",
    "lists a step from the first state to the second",
    back=lambda walk, state: [*Walk.back(walk, state), *([Step("on", 2)] if state == 7 else [])],
)
MissingBack = spoiled("back", "does not list it", back=lambda walk, state: list(Walk.back(walk, state))[:1])

# The packed view.
WrongStart = spoiled(
    "packed", "its start is not the number that .* gives for the puzzle's start", packed=lambda _walk: View(start=1)
)
WrongSuccessors = spoiled(
    "packed",
    "not the numbers that .* gives for the successors",
    packed=lambda _walk: View(successors=lambda word: [word]),
)
WrongPackedGoal = spoiled("packed", "disagree", packed=lambda _walk: View(is_goal=lambda word: word == 4))
Lossy = spoiled("packed", "disagree", packed=lambda _walk: View(pack=lambda state: min(state, 8)))
Merged = spoiled(
    "packed",
    "not the numbers that .* gives for the successors",
    packed=lambda _walk: View(pack=lambda state: state - state % 2),
)
WrongUnpack = spoiled("packed", "unpack", packed=lambda _walk: View(unpack=lambda _word: 0))
Dear = spoiled("packed", "unit_cost declares that every step costs 1", steps=costing(2), estimates=())

Braching = spoiled("packed", "`braching` is not a keyword", packed=lambda _walk: pack_walk(expand, braching=2))
TooMany = spoiled(
    "compiled", r"line \d+, in expand: .* branching = 1", packed=lambda _walk: pack_walk(expand, branching=1)
)
WrongPackedEstimate = spoiled(
    "packed",
    "its estimate differs from",
    estimate=lambda _walk, state: LAST - state,
    packed=lambda _walk: pack_walk(expand, estimate=lambda _state: 3),
)
WrongPackedCosts = spoiled(
    "packed", "the cost of a step in expand", packed=lambda _walk: pack_walk(expand, unit_cost=False, costs=True)
)
Forgetful = spoiled(
    "patterns",
    "the step from 4 to 5 needs an abstract step",
    lists_all_goals=True,
    packed=lambda _walk: pack_walk(expand, abstractions=(lambda state: 0 if state < 5 else LAST,)),
)

# Misspelt names of members, and attributes that hide a method of the model.
Admissable = spoiled("names", "perhaps `admissible` was meant", admissable=True)
Reversable = spoiled("names", "perhaps `reversible` was meant", Puzzle, **PLAIN, reversable=True)
Heuristic = spoiled("names", r"perhaps `estimate\(state\)` was meant", heuristic=lambda _walk, state: LAST - state)
Gesture = spoiled(
    "names", r"perhaps `gestures\(state, move\)` was meant", Puzzle, **PLAIN, gesture=lambda _walk, _at, _move: ()
)
Diceless = spoiled("names", r"uses `chances\(state\)` only in a subclass of Chance", chances=lambda _walk, _state: ())
HiddenAt = spoiled(
    "names", r"calls `at\(state\)`, but your function .* takes different arguments", at=lambda _walk, _row, _col: 0
)
HiddenRandom = spoiled("names", r"calls `random\(rng\)`, but here it is", random=3)
HiddenGoals = spoiled("names", r"calls `goals\(\)`, but here it is \(9,\)", goals=(LAST,))
Called = spoiled("names", "Langkah reads `reversible` as True or False", reversible=lambda _walk: True)
NoStart = spoiled("starts", r"`at\(state\)` must return this problem .* but it returns 7", at=lambda _walk, _cell: 7)
Luck = spoiled("starts", "two calls return the starts", random=lambda walk, _rng: walk.at(next(ASKED)))

# Settings.
Unheard = spoiled("settings", "the setting `n` is not an argument", settings=(Setting("n", 3, "how many"),))
Illegal = spoiled("settings", "the default of `n`, 50, is not legal", **with_settings("n=50", default=50, high=12))
Unequal = spoiled("settings", "the default of `n` is 3 in its setting, but 4", **with_settings("n=4"))
NotSmall = spoiled("settings", "`small` names 'm'", **with_settings("n=3"), small={"m": 2})

# Pictures that raise an error, and roles that no theme defines.
Undrawn = spoiled(
    "pictures", r"scene\(\) fails, .* KeyError: 5 ", scene=lambda walk, at: Walk.scene(walk, LAST - SQUARES[at])
)
Pice = spoiled(
    "pictures",
    "the themes do not define the role 'pice', so it is drawn like 'piece'",
    scene=with_shapes(Rect(0, 0, 1, 1, "pice")),
)

# Other declarations.
Faint = spoiled(
    "promising", "a goal can be reached from it at a cost of 2", promising=lambda _walk, state: state != LAST - 2
)
Level = spoiled("level_cost", "plans of cost", level_cost=True)
IllegalPlan = spoiled("constructions", "makes an illegal move: home", constructions=plan("home"))
ShortPlan = spoiled("constructions", "does not end at a goal", constructions=plan("on"))
WrongLength = spoiled("constructions", "declares 8 moves, but makes 9", constructions=plan(*["on"] * LAST, length=8))
LongPlan = spoiled(
    "constructions",
    "plan of cost 11 proved optimal, but the least cost is 9",
    constructions=plan("on", "home", *["on"] * LAST, proof="believe me"),
)

# Estimates: declared admissible but too high (on square 6 by 7), not a number, raising an error.
TooHigh = spoiled(
    "estimates",
    "declared admissible, but here it is 10, although a goal can be reached at a cost of 3",
    estimates=estimate(lambda _walk, square: LAST - square + (square == 6) * 7),
)
TooHighOwn = spoiled(
    "estimates",
    "own is declared admissible, but here it is 18, although a goal can be reached at a cost of 9",
    estimates=(),
    admissible=True,
    estimate=lambda _walk, square: 2 * (LAST - square),
)
NoNumber = spoiled("estimates", "returns None, which is not a number", estimates=estimate(none))
Breaking = spoiled(
    "estimates", "an error occurred: KeyError: 5", estimates=estimate(lambda _walk, square: SQUARES[square])
)


class Counter:
    """A mutable state without `__eq__` and `__hash__`: two objects with equal values are different states."""

    def __init__(self, at: int) -> None:
        self.at = at

    def __str__(self) -> str:
        return str(self.at)


def push(_walk: Any, state: Counter) -> Steps:
    """A `steps` function that changes the state that it gets, and returns the same object as the successor."""
    state.at += 1
    return [Step("on", state)] if state.at <= LAST else []


Moving = spoiled(
    "steps",
    "has changed the state that it was given",
    Puzzle,
    start=Counter(0),
    steps=push,
    key=lambda _walk, state: state.at,
    is_goal=lambda _walk, state: state.at == LAST,
)

# Games for two players, and dice.
ThirdMan = spoiled("turns", "it must be 0 or 1", Heap, player=lambda _heap, _state: 2)
NoEnd = spoiled("turns", "there is no legal move", Heap, outcome=none)
Stranger = spoiled(
    "turns", "the winner is 5", Heap, outcome=lambda _heap, state: None if state[0] else Outcome(5, "somebody")
)
Excited = spoiled("turns", "gives 7.0; it must be between -1 and 1", Heap, evaluate=lambda _heap, _state: 7.0)
Hopeless = spoiled("hopes", "cannot win any more, but", Heap, hopes=lambda _heap, _state: (True, False))
Loaded = spoiled(
    "chances",
    "add up to 3/4; they must all be positive",
    Dice,
    chances=lambda _dice, state: ((Fraction(3, 4), min(state + 1, LAST)),),
)


class Unbuilt(Walk):
    """A walk whose constructor raises an error."""

    sick = ("constructor", "an error occurred: ZeroDivisionError")

    def __init__(self) -> None:
        super().__init__()
        self.start = 1 // 0


HEALTHY = (Walk, Heap, Dice)
SICK: dict[str, Any] = {
    name: cls for name, cls in globals().items() if isinstance(cls, type) and cls.__name__ == "Spoiled"
}
