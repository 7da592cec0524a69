"""The interface of puzzles, two-player games and dice games, with the defaults of every method.

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
NAMELESS = 0xE000  # the first character that stands for an unnamed piece in `Problem.likeness`


class Step(NamedTuple, Generic[S, M]):
    """One legal move: the move, the resulting state and the cost.

    >>> Step("fill a", (3, 0))
    Step(move='fill a', state=(3, 0), cost=1)
    """

    move: M
    state: S
    cost: Cost = 1


class Estimate(NamedTuple):
    """An estimate (heuristic) of the cost to go. `admissible` is True only if it is proved that the estimate is never
    too high.

    >>> [each.name for each in load("tiles").all_estimates()][:2]
    ['linear-conflict', 'manhattan']
    """

    name: str
    of: Callable[[Any, Any], Cost]  # called with the problem and a state
    admissible: bool
    about: str
    formula: str = ""  # how to compute it by hand, for worksheets
    proves_dead_ends: bool = False  # True: infinite only for states without a path to a goal


ZERO = Estimate(N_("zero"), lambda _problem, _state: 0, True, N_("no heuristic: always 0"))


class FoundLevel(NamedTuple):
    """A level in a file of another program: its settings, title and solution, and the number of its first line."""

    settings: dict[str, object]
    title: str = ""
    plan: str = ""
    line: int = 1


class Problem(Generic[S, M]):
    """The common base of puzzles and two-player games: states, steps, names, pictures and settings.

    >>> load("hanoi", discs=2).given()
    {'discs': 2}
    """

    start: S

    def steps(self, state: S) -> Iterable[Step[S, M]]:
        """The legal moves in a state, always in the same order."""
        raise NotImplementedError

    def player_steps(self, state: S) -> Iterable[Step[S, M]]:
        """The moves that a player may make: all steps, plus moves that searches omit because a search makes the moves
        in a fixed order. Searches can continue from the resulting states.
        """
        return self.steps(state)

    # Identity and names of states

    def key(self, state: S) -> Hashable:
        """The key that identifies a state: states with equal keys must be equivalent. Default: the state itself."""
        return state

    def notation(self, move: M) -> str:
        """A move as people write and type it: unique among the legal moves of a state."""
        return str(move)

    def text(self, state: S) -> str:
        """A state as plain text, in a standard file format where one exists."""
        return make_short_repr(state) if is_endless(state) else write_state(state)

    def label(self, state: S) -> str:
        """A state in a few characters, for tables of the frontier. Default: its text on one line."""
        return "/".join(self.text(state).split("\n"))

    # Pictures and clicks

    labels_nodes: ClassVar[bool] = False  # True: in a tree, a state's label says more than a small board

    def scene(self, state: S) -> Scene:
        """A state as a picture. Default: its values as cells, grids and chips, or the puzzle's own `text` in a box."""
        plain = type(self).text is Problem.text and not is_endless(state)
        return draw_state(state) if plain else draw_text_box(self.text(state))

    def gestures(self, state: S, move: M) -> Iterable[tuple[str, ...]]:
        """The click sequences (handles of the scene) that perform a move; if empty, the move is chosen from a list."""
        del state, move
        return ()

    def map_spot(self, state: S) -> str:
        """The id of this state's shape in the picture of the start, if every state has a shape there; "" otherwise."""
        del state
        return ""

    def working(self, state: S) -> StateTable | None:
        """The calculation of a state's estimate as a table, shown in the Watch view; None if there is none."""
        del state
        return None

    def moved(self, state: S, move: M) -> Mapping[str, str]:
        """A map from old to new ids, for the shapes in the scene that cannot keep their id when this move is made."""
        del state, move
        return {}

    def refusal(self, state: S, clicks: Sequence[str]) -> str:
        """Why a sequence of clicks has no effect here, in a player's words; "" if the default message is enough."""
        del state, clicks
        return ""

    def typed(self, text: str) -> tuple[str, ...]:
        """The clicks that mean the same as a typed move, so that `refusal` can explain it; () if the
        text is unknown.
        """
        del text
        return ()

    def editor(self) -> Editor | None:
        """How a board of this kind is drawn by hand; None if it can only be changed by settings."""
        return None

    # Name and settings

    title: ClassVar[str] = ""
    about: str = ""  # the rules in a sentence; an instance may override it if its settings change them
    settings: ClassVar[tuple[Setting, ...]] = ()
    small: ClassVar[Mapping[str, object]] = {}  # settings of an instance that every algorithm searches within a second
    shelf: ClassVar[str] = ""  # its gallery heading; "": the heading of its kind
    level_groups: ClassVar[tuple[str, ...]] = ()  # the legal values of `group` in a level file, easiest first
    name: str = ""  # how the problem was requested, for example "klotski:classic metric=moves"
    origin: tuple[str, Mapping[str, object]] = ("", {})  # name and settings from which `load` recreates it
    rules_from: tuple[str, Mapping[str, object]] = ("", {})  # like `origin`, but without the start

    def __new__(cls, *arguments: Any, **named: Any) -> Self:
        """Create a problem; illegal settings are refused before its constructor runs."""
        if arguments or named:
            if cls.__init__ is object.__init__:
                raise TypeError(f"{cls.__name__}() takes no arguments")
            enforce_settings(cls.settings, cls.__init__, arguments, named)
        return super().__new__(cls)

    def __init_subclass__(cls, **more: Any) -> None:
        """Use the docstring of a class as its `about`, unless it defines one."""
        super().__init_subclass__(**more)
        if "about" not in vars(cls) and cls.__doc__ and cls.__module__ != __name__:
            cls.about = " ".join(cls.__doc__.split("\n\n")[0].split())

    # Text formats of other programs

    @classmethod
    def from_text(cls, text: str) -> dict[str, object] | None:
        """The settings that a plain text describes; None if the text has another format."""
        del text
        return None

    @classmethod
    def find_needed_file(cls, text: str) -> str:
        """The name of another file in the same folder that is needed to read this text; "" if none is."""
        del text
        return ""

    @classmethod
    def read_levels(cls, text: str) -> "list[FoundLevel] | None":
        """The levels in a file of another program; None if it has another format. Default: the result of
        `from_text`.
        """
        found = cls.from_text(text)
        return None if found is None else [FoundLevel(found)]

    def to_text(self) -> str:
        """The problem in the format of other programs; "" if there is none."""
        return ""

    def write_plan(self, plan: Sequence[Step[S, M]]) -> str:
        """A plan in the format of other programs; "" if there is none."""
        del plan
        return ""

    def check_plan(self, text: str) -> str:
        """The first mistake in a plan written by another program; "" if it solves the problem."""
        del text
        return _("Langkah cannot read solutions of other programs for this game")

    def given(self) -> dict[str, object]:
        """The settings, other than defaults, that recreate this problem."""
        values = {each.name: getattr(self, each.name, each.default) for each in self.settings}
        return {each.name: values[each.name] for each in self.settings if values[each.name] != each.default}

    # Other starts of the same problem

    def at(self, state: S) -> Self:
        """The same problem with another start."""
        other = copy(self)
        other.start = state
        other.origin = ("", {})
        return other

    def settings_at(self, state: S) -> dict[str, object] | None:
        """The settings that make this problem begin in a state; None: no file can express it. Default: try `start`,
        `board` and `position`, and keep the one that yields this state.
        """
        return find_start_settings(self, state)

    def likeness(self, state: S) -> str:
        """A state as rows of characters, used to find boards that are equal or mirrored. Characters from NAMELESS on
        stand for pieces whose names do not matter. Default: its text.
        """
        return self.text(state)

    def random(self, rng: Random) -> Self:
        """The same problem with another start, reached by a random walk that never undoes its last step."""
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
    """A single-agent puzzle: the task is to find the cheapest path to a goal.

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

    # Guidance for a search

    estimates: ClassVar[tuple[Estimate, ...]] = ()
    admissible: ClassVar[bool] = False  # set to True to guarantee that your own `estimate` is never too high

    def estimate(self, state: S) -> Cost:
        """An estimate of the cost to go; set `admissible` to True if it is never too high. Default: 0, which is always
        admissible and never helps.
        """
        del state
        return 0

    def all_estimates(self) -> tuple[Estimate, ...]:
        """Every estimate that can be selected by name, the default one first."""
        own = type(self).estimate is not Puzzle.estimate
        mine = Estimate(N_("own"), type(self).estimate, self.admissible, N_("the puzzle's own heuristic"))
        return (*self.estimates, *((mine,) if own else ()), ZERO)

    def preferred(self) -> str:
        """The default algorithm for this puzzle; "" leaves the choice to the engine."""
        return ""

    def describe_cost(self, cost: Cost) -> str:
        """The cost of a plan in the unit that players count, such as packed value; "" if that is the cost itself."""
        del cost
        return ""

    # Facts known without a search

    reversible: bool = False  # True: every step can be undone by a step of the same cost
    level_cost: bool = False  # True: all plans cost the same, so that any of them is the cheapest

    lists_all_goals: bool = False  # True: guarantees that goals() is complete, so that a search from the goals proves

    def goals(self) -> Iterable[S] | None:
        """Goal states, if they can be listed, else None. They must be all goal states if `lists_all_goals` is true."""
        return None

    def goal_scene(self) -> Scene | None:
        """The goal as a picture beside the board. Default: the only goal; None if the puzzle draws its own `scene`."""
        goals = list(islice(self.goals() or (), 2)) if type(self).scene is Problem.scene else []
        return self.scene(goals[0]) if len(goals) == 1 else None

    def back(self, state: S) -> Iterable[Step[S, M]] | None:
        """The steps that lead *into* a state, each with its move and the predecessor; None if they are not known."""
        del state
        return None

    def turn_around(self) -> "Self | None":
        """The same puzzle with start and goal swapped; None if steps cannot be undone or this is not known. Its
        estimates are lower bounds on the cost from the original start, which bidirectional searches need.
        """
        return None

    def hopeless(self) -> str:
        """A reason why no goal can be reached, if that is known without a search, else ""."""
        return ""

    def promising(self, state: S) -> bool:
        """Whether a descendant of the state may still be a goal. This is the bounding function of backtracking."""
        del state
        return True

    def attempts(self, state: S) -> Iterable[Step[S, M]]:
        """The steps that backtracking tries from a state. As in textbooks, they may include moves that break a rule,
        which `promising` then rejects. All other searches use `steps`.
        """
        return self.steps(state)

    def outlook(self, state: S, seconds: float) -> bool | None:
        """Whether a goal can still be reached, if the puzzle can decide that faster than a search; None: not known, or
        not within `seconds`. Used for ratings if all plans cost the same.
        """
        del state, seconds
        return None

    # New puzzles

    def new_board(self, rng: Random) -> "Self | None":
        """Another random board of the same kind; `self` if this attempt failed. None (the default): boards of this game
        are not random, so that a new puzzle is the same board with another start.
        """
        del rng
        return None

    puzzle_orders: ClassVar[Mapping[str, Order]] = {}  # "easy", "medium", "hard": how to make such a puzzle
    generator_states: ClassVar[int] = 30_000  # at most, in a whole space that is explored to choose new puzzles from

    def goal_layouts(self) -> Iterable[S] | None:
        """Every arrangement of the pieces that is a goal, whether or not it can be reached; None if they are not known.
        Default: the result of `goals` if `lists_all_goals` is true, else None.
        """
        return self.goals() if self.lists_all_goals else None

    # Faster representations

    def packed(self) -> Packed[S] | None:
        """The packed form that fast searches use; None: they use the puzzle itself."""
        return None

    def constructions(self) -> Mapping[str, "Construction[S, M]"]:
        """Plans that are constructed without a search, by name of the algorithm."""
        return {}

    def random(self, rng: Random) -> Self:
        """The same puzzle with another start: by a random walk from a goal if steps can be undone, else from the
        start.
        """
        goals = list(islice(self.goals() or (), 1000)) if self.reversible else []
        return self.at(take_random_walk(self, rng.choice(goals) if goals else self.start, rng))


class Construction(NamedTuple, Generic[S, M]):
    """A plan that is constructed directly, without a search."""

    moves: Iterable[M]
    length: int  # number of moves, known before the first is generated
    proof: str  # the theorem that makes it optimal, or ""
    doubt: str = ""  # why it may not be optimal, if there is no proof


class Outcome(NamedTuple):
    """How a game ended: the winner (player 0 or 1, None for a draw), and the reason in words.

    >>> Outcome(winner=None, reason="the board is full")
    Outcome(winner=None, reason='the board is full')
    """

    winner: int | None
    reason: str


class Game(Problem[S, M]):
    """A game for two players with perfect information and zero sum.

    >>> solve(load("mnk")).value
    'draw'
    """

    players: ClassVar[tuple[str, str]] = (N_("first player"), N_("second player"))

    def random(self, rng: Random) -> Self:
        """The same game with another start: after a short opening of random moves."""
        return self.at(take_random_walk(self, self.start, rng, longest=4))

    def player(self, state: S) -> int:
        """Whose turn it is: 0 or 1."""
        raise NotImplementedError

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it continues."""
        raise NotImplementedError

    def ranked(self, state: S) -> Sequence[Step[S, M]]:
        """The steps in the order in which a search should try them. By default, `evaluate` sorts them, best first."""
        mover = self.player(state)

        def promise(step: Step[S, M]) -> float:
            worth = self.evaluate(step.state)
            return -worth if self.player(step.state) == mover else worth

        return sorted(self.steps(state), key=promise)

    def hopes(self, state: S) -> tuple[bool, bool]:
        """Whether each player can still win. A search does not try to prove a win of a player who cannot."""
        del state
        return True, True

    def structure(self) -> Grid | None:
        """The structure of this game for compiled code; None if compiled code does not support games of its kind."""
        return None

    def evaluate(self, state: S) -> float:
        """The estimated value of a position where the search is cut off, between -1 and 1, for the player to move.
        Default: 0.
        """
        del state
        return 0.0


class Chance(Generic[S]):
    """Dice: a mixin for puzzles whose next state is random, or for two-player games.

    In a two-player game, chance states alternate with decision states: `chances` is empty if a player decides, and
    `steps` lists the successors of both kinds.

    >>> [str(probability) for probability, _square in load("snakes", die=2).chances(0)]
    ['1/2', '1/2']
    """

    def chances(self, state: S) -> Iterable[tuple[Fraction, S]]:
        """The possible next states, with probabilities that add up to 1; empty in a two-player game if a player
        decides.
        """
        raise NotImplementedError

    def decisions(self, state: S) -> "Iterable[Iterable[tuple[Fraction, S]]] | Mapping[str, Any]":
        """The options of the player, named or not, each with its chance outcomes. Default: no choice."""
        return (self.chances(state),)


REPEATED_TIMES = 3  # occurrences of a position that make a two-player game without dice a draw


def draw_scene(problem: Problem[S, M], state: S) -> Scene:
    """A state as a picture. If the puzzle's own `scene` fails, the picture shows the text of the state with the error
    below it.
    """
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
    """The title of a problem in the current language or, if it has none, the name of its class."""
    return _(type(problem).title) or type(problem).__name__


def is_mapped(problem: Problem[Any, Any]) -> bool:
    """Whether every state has a shape in the picture of the start (see `map_spot`)."""
    return bool(problem.map_spot(problem.start))
