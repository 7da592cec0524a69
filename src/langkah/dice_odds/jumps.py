"""The effect of each jump: how much longer or shorter it makes the expected game."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

from langkah.dice_odds.analysis import Analysis


@runtime_checkable
class Jumping(Protocol):
    """A game such as snakes and ladders, whose setting `jumps` maps the first square of each jump to the square where
    the jump ends.
    """

    jumps: Mapping[Any, Any]


class JumpEffect(NamedTuple):
    """The effect of a jump on the expected number of turns: positive if the jump makes the game longer, minus infinity
    if the game has a finite expected length only because of the jump.
    """

    start: Any
    end: Any
    expected_without: float
    effect: float

    def as_dict(self) -> dict[str, Any]:
        """The fields as plain JSON values; null means plus or minus infinity."""
        found = self._asdict()
        return {name: None if value in (float("inf"), float("-inf")) else value for name, value in found.items()}


def change_settings(problem: Any, **changed: Any) -> Any:
    """A copy of the problem in which the settings `changed` have other values."""
    given = {setting.name: getattr(problem, setting.name) for setting in problem.settings}
    other = type(problem)(**{**given, **changed})
    other.name = problem.name
    return other


def find_effects(problem: Any, expected: float) -> list[JumpEffect]:
    """The effect of each jump on the expected number of turns, the strongest effect first, whether it lengthens or
    shortens the game. `expected` is the expected number of turns with all jumps.
    """
    return sorted(iterate_effects(problem, expected), key=lambda each: -abs(each.effect))


def iterate_effects(problem: Any, expected: float) -> Iterator[JumpEffect]:
    """Yield the effect of each jump on the expected number of turns, in the order of `problem.jumps`; nothing if the
    problem has no jumps. The caller can stop at any time.
    """
    here = problem.start
    if not isinstance(problem, Jumping):
        return
    for start, end in problem.jumps.items():
        rest = {place: target for place, target in problem.jumps.items() if place != start}
        without = Analysis(change_settings(problem, jumps=rest).at(here)).expected
        yield JumpEffect(start, end, without, expected - without)
