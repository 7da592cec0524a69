"""Finds other starts of a problem, in two ways: by a random walk, or by finding the settings that make the problem
begin in a given state. The second way tries the settings that usually hold the start. A guess counts only if the
resulting problem begins in exactly that state, or in one with the same text, and all other settings are equal.
"""

import inspect
from collections.abc import Hashable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from langkah.errors import BadInput

LONGEST_WALK = 60


class Order(NamedTuple):
    """The recipe for new puzzles of one grade: the settings and levels from which puzzles are made (the seed chooses
    one of them), and the bounds on the least cost.
    """

    settings: tuple[Mapping[str, object], ...]
    low: int
    high: int
    levels: tuple[str, ...] = ()  # names of levels

    def choose_base(self, game: str, seed: int) -> tuple[str, dict[str, object]]:
        """The name and settings of the problem from which a puzzle is made; `seed` chooses this problem."""
        return Random(f"order {seed}").choice(self.list_bases(game))

    def list_bases(self, game: str) -> list[tuple[str, dict[str, object]]]:
        """The names and settings of the problems from which puzzles of this grade are made."""
        levels = ((f"{game}:{level}", dict[str, object]()) for level in self.levels)
        return [*((game, dict(each)) for each in self.settings), *levels]


def find_start_settings(problem: Any, state: Any) -> dict[str, object] | None:
    """The settings that make this problem begin in a state; None if no such settings are found (see the top of this
    file).
    """
    given = {**problem.origin[1], **problem.given()}
    known = {each.name for each in problem.settings} or set(inspect.signature(type(problem).__init__).parameters)
    text = problem.text(state)
    for name, value in _guess_settings(state, text):
        if name and name not in known:
            continue
        settings = {**given, name: value} if name else given
        try:
            other = type(problem)(**settings)
            begins = other.start == state or other.text(other.start) == text
            if begins and _drop(other.given(), name) == _drop(problem.given(), name):
                return settings
        except (BadInput, TypeError, ValueError, KeyError):
            continue
    return None


def _guess_settings(state: Any, text: str) -> Iterator[tuple[str, object]]:
    """Yield the names of settings that may hold a start, each with `state` in the format of this setting. The first
    name is "", which stands for no change: the problem may already begin in this state.
    """
    yield "", None
    yield "start", to_plain_value(state)
    yield "start", text
    yield "board", text
    yield "position", text.split("\n")


def to_plain_value(value: object) -> object:
    """Convert a value to the form in which files store it: a tuple becomes a list, a set becomes a sorted list."""
    if isinstance(value, set | frozenset):
        return sorted(map(to_plain_value, value), key=_rank_plain_value)
    return [to_plain_value(each) for each in value] if isinstance(value, tuple | list) else value


def _rank_plain_value(value: object) -> tuple[str, float, str]:
    return type(value).__name__, value if isinstance(value, int | float) else 0, repr(value)


def to_state_value(value: object, like: object = None) -> object:
    """Convert a value from a file to a state: a list becomes a tuple, or a frozen set if `like` has one in the same
    place.
    """
    if not isinstance(value, tuple | list):
        return value
    if isinstance(like, frozenset):
        return frozenset(to_state_value(each, next(iter(like), None)) for each in value)
    parts = like if isinstance(like, tuple) and len(like) == len(value) else (None,) * len(value)
    return tuple(to_state_value(each, part) for each, part in zip(value, parts, strict=True))


def is_plain_value(value: object) -> bool:
    """Whether a file can store a value: texts, numbers, true and false, and lists and tables of these."""
    if isinstance(value, Mapping):
        return all(map(is_plain_value, value.values()))
    if isinstance(value, tuple | list):
        return all(map(is_plain_value, value))
    return isinstance(value, str | int | float)


def _drop(given: dict[str, object], name: str) -> dict[str, object]:
    return {each: value for each, value in given.items() if each != name}


def take_random_walk(problem: Any, state: Any, rng: Random, longest: int = LONGEST_WALK) -> Any:
    """The state in which a random walk from `state` ends, after at most `longest` steps. The walk undoes its last step
    only if there is no other choice, and never enters a state without steps.
    """
    before: Hashable = None
    for _step in range(rng.randint(1, longest)):
        onward = [step.state for step in problem.steps(state)]
        fresh = [each for each in onward if problem.key(each) not in (before, problem.key(state))]
        lively = [each for each in fresh or onward if any(True for _more in problem.steps(each))]
        if not lively:
            break
        before, state = problem.key(state), rng.choice(lively)
    return state
