"""What the engine asks of a puzzle, a two-player game or a game with dice, and what it assumes where nothing is said.

A puzzle needs three things: a `start`, the `steps` from a state, and whether a state `is_goal`. States and moves are
immutable, hashable values; a step makes a new state and never changes the old one. All else has a default.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from copy import copy
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from langkah.editor import Editor
from langkah.errors import describe_exception
from langkah.language import N_, _
from langkah.packed import Grid, Packed
from langkah.scene import Scene, draw_text_box
from langkah.settings import Setting, enforce_settings, is_endless, make_short_repr, quote_value
from langkah.start_settings import Order, find_start_settings, take_random_walk
from langkah.state_picture import draw_state, write_state
from langkah.state_table import StateTable

S = TypeVar("S", bound=Hashable)
M = TypeVar("M", bound=Hashable)
Cost = int | float | Fraction
NAMELESS = 0xE000  # the first sign that stands for a piece without a name, in `Problem.likeness`


class Step(NamedTuple, Generic[S, M]):
    """One legal move: what is done, what it leads to, and what it costs.

    >>> Step("fill a", (3, 0))
    Step(move='fill a', state=(3, 0), cost=1)
    """

    move: M
    state: S
    cost: Cost = 1


class Estimate(NamedTuple):
    """A guess of the cost to go. `admissible` means proved never to be too high; without proof it is False.

    >>> [each.name for each in load("tiles").all_estimates()][:2]
    ['linear-conflict', 'manhattan']
    """

    name: str
    of: Callable[[Any, Any], Cost]  # called with the problem and a state
    admissible: bool
    about: str
    formula: str = ""  # how to work it out by hand, for sheets of paper
    proves_dead_ends: bool = False  # infinite only where no goal can be reached, even if it is too high elsewhere


ZERO = Estimate(N_("zero"), lambda _problem, _state: 0, True, N_("no heuristic: always 0"))


class FoundLevel(NamedTuple):
    """A level in a file of another program: its settings, title, solution, and the line where it begins."""

    settings: dict[str, object]
    title: str = ""
    plan: str = ""
    line: int = 1


class Problem(Generic[S, M]):
    """What puzzles and two-player games share: states, steps, names, pictures and settings.

    >>> load("hanoi", discs=2).given()
    {'discs': 2}
    """

    start: S

    def steps(self, state: S) -> Iterable[Step[S, M]]:
        """The legal moves in a state, always in the same order."""
        raise NotImplementedError

    def player_steps(self, state: S) -> Iterable[Step[S, M]]:
        """The moves that a person may make: all steps, and others where searches keep to an order that people need not.
        Searches go on from the states that these lead to."""
        return self.steps(state)

    # What is the same, and what it is called

    def key(self, state: S) -> Hashable:
        """What makes a state the same as another: equal keys have equal futures. Default: the state itself."""
        return state

    def notation(self, move: M) -> str:
        """A move as people write it and type it: unique among the legal moves of a state."""
        return str(move)

    def text(self, state: S) -> str:
        """A state as plain text, in the form that files use where there is one."""
        return make_short_repr(state) if is_endless(state) else write_state(state)

    def label(self, state: S) -> str:
        """A state in a few characters, for queue tables. Default: its text on one line."""
        return "/".join(self.text(state).split("\n"))

    # Pictures and clicks

    labels_nodes: ClassVar[bool] = False  # True: in a tree a state's label says more than a small board, however long

    def scene(self, state: S) -> Scene:
        """A state as a picture. Default: what is inside it as cells, grids and chips, or an own `text` in a box."""
        plain = type(self).text is Problem.text and not is_endless(state)
        return draw_state(state) if plain else draw_text_box(self.text(state))

    def gestures(self, state: S, move: M) -> Iterable[tuple[str, ...]]:
        """The click sequences (handles of the scene) that perform a move; none: it is chosen from a list."""
        del state, move
        return ()

    def map_spot(self, state: S) -> str:
        """Where all states lie on one picture, that of the start: the id of a state's shape there; "": they do not."""
        del state
        return ""

    def working(self, state: S) -> StateTable | None:
        """The working behind a state's estimate, for those who watch a search; None: there is none to show."""
        del state
        return None

    def moved(self, state: S, move: M) -> Mapping[str, str]:
        """Scene ids that a move renames, old to new, where ids cannot simply stay the same."""
        del state, move
        return {}

    def refusal(self, state: S, clicks: Sequence[str]) -> str:
        """Why a sequence of clicks does nothing here, in a player's words; "" where the engine says it all."""
        del state, clicks
        return ""

    def typed(self, text: str) -> tuple[str, ...]:
        """The clicks that a typed move stands for, legal or not, so that a refusal can be explained; (): unknown."""
        del text
        return ()

    def editor(self) -> Editor | None:
        """How a board of this kind is drawn by hand; None where settings are all there is."""
        return None

    # What it is called, and its settings

    title: ClassVar[str] = ""
    about: str = ""  # the rules in a sentence; a problem may say it anew where its settings change them
    settings: ClassVar[tuple[Setting, ...]] = ()
    small: ClassVar[Mapping[str, object]] = {}  # settings of one that any algorithm searches in a moment
    shelf: ClassVar[str] = ""  # the heading below which a gallery shows it; "" leaves it to its kind
    level_groups: ClassVar[tuple[str, ...]] = ()  # what `group` can be in a level's file, the easiest first
    name: str = ""  # how the problem was asked for, for example "klotski:classic metric=moves"
    origin: tuple[str, Mapping[str, object]] = ("", {})  # what `load` makes it from again; "" where it cannot
    rules_from: tuple[str, Mapping[str, object]] = ("", {})  # the same, but for the start, which may be another one

    def __new__(cls, *arguments: Any, **named: Any) -> Self:
        """A new problem; what its settings do not allow is refused before its constructor runs."""
        if arguments or named:
            if cls.__init__ is object.__init__:
                raise TypeError(f"{cls.__name__}() takes no arguments")
            enforce_settings(cls.settings, cls.__init__, arguments, named)
        return super().__new__(cls)

    def __init_subclass__(cls, **more: Any) -> None:
        """What a class says of itself stands where nothing else is said."""
        super().__init_subclass__(**more)
        if "about" not in vars(cls) and cls.__doc__ and cls.__module__ != __name__:
            cls.about = " ".join(cls.__doc__.split("\n\n")[0].split())

    # Text forms of other programs

    @classmethod
    def from_text(cls, text: str) -> dict[str, object] | None:
        """The settings that a plain text form stands for; None where the text has another form."""
        del text
        return None

    @classmethod
    def find_needed_file(cls, text: str) -> str:
        """The name of another file, in the same folder, that must be read before this text; "" where it is whole."""
        del text
        return ""

    @classmethod
    def read_levels(cls, text: str) -> "list[FoundLevel] | None":
        """The levels in a file of other programs; None where it has another form. Default: what `from_text` reads."""
        found = cls.from_text(text)
        return None if found is None else [FoundLevel(found)]

    def to_text(self) -> str:
        """The problem as other programs write it; "" where there is no such form."""
        return ""

    def write_plan(self, plan: Sequence[Step[S, M]]) -> str:
        """A plan as other programs write it; "" where there is no such form."""
        del plan
        return ""

    def check_plan(self, text: str) -> str:
        """What is wrong with a plan that another program wrote; "" where it solves the problem."""
        del text
        return _("solutions cannot be read for this game")

    def given(self) -> dict[str, object]:
        """The settings, other than defaults, that make this problem again."""
        values = {each.name: getattr(self, each.name, each.default) for each in self.settings}
        return {each.name: values[each.name] for each in self.settings if values[each.name] != each.default}

    # The same from elsewhere

    def at(self, state: S) -> Self:
        """The same problem, started from another state."""
        other = copy(self)
        other.start = state
        other.origin = ("", {})
        return other

    def settings_at(self, state: S) -> dict[str, object] | None:
        """The settings that make this problem begin in a state; None: no file can say it. Default: by `start`, `board`
        or `position`, where one of them makes a problem that begins there."""
        return find_start_settings(self, state)

    def likeness(self, state: S) -> str:
        """A state as rows of signs, by which boards are found that are the same or mirrored. Signs from NAMELESS on
        stand for pieces whose names do not matter. Default: its text."""
        return self.text(state)

    def random(self, rng: Random) -> Self:
        """Another start for the same problem, by a walk of random steps that does not turn back at once."""
        return self.at(take_random_walk(self, self.start, rng))

    def __repr__(self) -> str:
        loaded, given = self.origin
        words = [f"{name}={value!r}" for name, value in (given if loaded else self.given()).items()]
        if loaded and not self.name.startswith(loaded):  # from a file, whose settings may be long
            return f"<{type(self).__name__} {self.name}>" if "=" in self.name else f"load({self.name!r})"
        if loaded:
            return f"load({', '.join([repr(loaded), *words])})"
        return f"{type(self).__name__}({', '.join(words)})"


class Puzzle(Problem[S, M]):
    """One agent looking for the cheapest way to a goal.

    >>> class Countdown(Puzzle):
    ...     start = 3
    ...     def steps(self, state):
    ...         return [Step("minus one", state - 1)]
    ...     def is_goal(self, state):
    ...         return state == 0
    >>> solve(Countdown()).moves
    ('minus one', 'minus one', 'minus one')
    """

    def is_goal(self, state: S) -> bool:
        """Whether the puzzle is solved."""
        raise NotImplementedError

    # What guides a search

    estimates: ClassVar[tuple[Estimate, ...]] = ()
    admissible: ClassVar[bool] = False  # set to True to vouch that an own `estimate` is never too high

    def estimate(self, state: S) -> Cost:
        """A lower bound on the cost to go. Default: 0, which is always right and never helps."""
        del state
        return 0

    def all_estimates(self) -> tuple[Estimate, ...]:
        """Every estimate that can be asked for by name, the default one first."""
        own = type(self).estimate is not Puzzle.estimate
        mine = Estimate(N_("own"), type(self).estimate, self.admissible, N_("the puzzle's own heuristic"))
        return (*self.estimates, *((mine,) if own else ()), ZERO)

    def preferred(self) -> str:
        """The algorithm to use when none is named; "" leaves the choice to the engine."""
        return ""

    def describe_cost(self, cost: Cost) -> str:
        """What a plan of this cost is worth, where people count something else; "" where the cost says it."""
        del cost
        return ""

    # What is known without a search

    reversible: bool = False  # True: every step can be undone by a step of the same cost
    level_cost: bool = False  # True: all plans cost the same, so that any of them is the cheapest

    lists_all_goals: bool = False  # True: vouches that goals() leaves none out, so that a search from them proves

    def goals(self) -> Iterable[S] | None:
        """All goal states where they can be listed, else None."""
        return None

    def goal_scene(self) -> Scene | None:
        """The goal as a picture beside the board. Default: the only goal, where `scene` is the default one, too."""
        goals = list(islice(self.goals() or (), 2)) if type(self).scene is Problem.scene else []
        return self.scene(goals[0]) if len(goals) == 1 else None

    def back(self, state: S) -> Iterable[Step[S, M]] | None:
        """The steps that lead *into* a state: each with the move, and the state it comes from. None: not known."""
        del state
        return None

    def turn_around(self) -> "Self | None":
        """The same puzzle with the start as its goal, where steps can be undone: its estimates then say how far a state
        is from the start, which a search from both ends asks. None: not known."""
        return None

    def hopeless(self) -> str:
        """A reason why no goal can be reached, where that is known without a search, else ""."""
        return ""

    def promising(self, state: S) -> bool:
        """False where nothing below a state can be a goal: the bounding function of backtracking."""
        del state
        return True

    def attempts(self, state: S) -> Iterable[Step[S, M]]:
        """What backtracking tries from a state: its steps, and where textbooks show them, also moves that break a rule
        at once, which `promising` then rejects. Every other search knows the steps alone."""
        return self.steps(state)

    def outlook(self, state: S, seconds: float) -> bool | None:
        """Whether a goal can still be reached, where the puzzle tells that sooner than a search; None: not known, or
        not within that time. Asked for marks where all plans cost the same."""
        del state, seconds
        return None

    # New puzzles

    def new_board(self, rng: Random) -> "Self | None":
        """Another board of the same kind, drawn by chance, or `self` where this draw gave none; None: new puzzles begin
        elsewhere on the same one."""
        del rng
        return None

    puzzle_orders: ClassVar[Mapping[str, Order]] = {}  # "easy", "medium", "hard": what such a puzzle is made of
    generator_states: ClassVar[int] = 30_000  # of a whole space that is explored to choose new puzzles from

    def goal_layouts(self) -> Iterable[S] | None:
        """Every arrangement of the pieces that is a goal, also those out of reach. Default: what `goals` lists."""
        return self.goals() if self.lists_all_goals else None

    # Faster ways

    def packed(self) -> Packed[S] | None:
        """How fast searches see this puzzle; None where they see it as it is."""
        return None

    def constructions(self) -> Mapping[str, "Construction[S, M]"]:
        """Ways to write a solution down without searching, by name of the algorithm."""
        return {}

    def random(self, rng: Random) -> Self:
        """Another start: by a walk away from a goal where steps can be undone, else by a walk from the start."""
        goals = list(islice(self.goals() or (), 1000)) if self.reversible else []
        return self.at(take_random_walk(self, rng.choice(goals) if goals else self.start, rng))


class Construction(NamedTuple, Generic[S, M]):
    """A plan that is written down instead of searched for."""

    moves: Iterable[M]
    length: int  # how many moves that will be, known before the first is made
    proof: str  # the theorem that makes it optimal, or ""
    doubt: str = ""  # why it may not be optimal, where there is no proof


class Outcome(NamedTuple):
    """How a game ended: the winner (player 0 or 1, None for a draw), and why in words.

    >>> Outcome(winner=None, reason="the board is full")
    Outcome(winner=None, reason='the board is full')
    """

    winner: int | None
    reason: str


class Game(Problem[S, M]):
    """Two players, perfect information, zero sum.

    >>> solve(load("mnk")).value
    'draw'
    """

    players: ClassVar[tuple[str, str]] = (N_("first player"), N_("second player"))

    def random(self, rng: Random) -> Self:
        """Another start: a short opening of random moves."""
        return self.at(take_random_walk(self, self.start, rng, longest=4))

    def player(self, state: S) -> int:
        """Whose turn it is: 0 or 1."""
        raise NotImplementedError

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        raise NotImplementedError

    def ranked(self, state: S) -> Sequence[Step[S, M]]:
        """The steps in the order in which a search should try them. Default: by what `evaluate` says of them."""
        mover = self.player(state)

        def promise(step: Step[S, M]) -> float:
            worth = self.evaluate(step.state)
            return -worth if self.player(step.state) == mover else worth

        return sorted(self.steps(state), key=promise)

    def hopes(self, state: S) -> tuple[bool, bool]:
        """For each player, False where no line of play makes them win any more: spares a search the proof."""
        del state
        return True, True

    def structure(self) -> Grid | None:
        """What compiled code can know about this game, where it is of a kind that it knows."""
        return None

    def evaluate(self, state: S) -> float:
        """A guess for a game cut short, between -1 and 1, for the player to move. Default: 0."""
        del state
        return 0.0


class Chance(Generic[S]):
    """Dice: added to a puzzle whose next state is decided by chance when it is played, or to a game for two.

    In a game for two, states in which the dice fall lie between those in which a player decides: `chances` is empty
    where a player decides, and `steps` lists what can happen in both.

    >>> [str(probability) for probability, _square in load("snakes", die=2).chances(0)]
    ['1/2', '1/2']
    """

    def chances(self, state: S) -> Iterable[tuple[Fraction, S]]:
        """What can happen next, with probabilities that add up to 1; in a game for two, nothing where a player
        decides."""
        raise NotImplementedError

    def decisions(self, state: S) -> "Iterable[Iterable[tuple[Fraction, S]]] | Mapping[str, Any]":
        """What the player can choose between, each with what chance makes of it, by name or not. Default: no choice."""
        return (self.chances(state),)


REPEATED_TIMES = 3  # that a position may come before a game for two without dice counts as a draw


def draw_scene(problem: Problem[S, M], state: S) -> Scene:
    """A state as a picture. Where the puzzle's own `scene` fails, that is its text, and below it what went wrong."""
    try:
        scene: object = problem.scene(state)
        if isinstance(scene, Scene):
            return scene
        why = _("expected a Scene, not {value}").format(value=quote_value(scene))
    except Exception as error:
        why = describe_exception(error)
    try:
        text = problem.text(state)
    except Exception as error:
        text = describe_exception(error)
    return draw_text_box(f"{text}\n\nscene: {why}")


def get_title(problem: Problem[Any, Any]) -> str:
    """The name of a problem in the reader's language."""
    return _(type(problem).title) or type(problem).__name__


def is_mapped(problem: Problem[Any, Any]) -> bool:
    """Whether all states lie on one picture, that of the start (`map_spot`)."""
    return bool(problem.map_spot(problem.start))
