"""A game of chance as an absorbing Markov chain: the reachable states and their transition probabilities.

Probabilities are exact fractions here; floats begin where figures are computed from them. States are numbered in order
of discovery, the start first; goals have no number, as reaching one ends the game.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, Generic

from langkah.dice_throws import check_chances, list_unlisted_throws
from langkah.errors import BadInput, DoesNotFit
from langkah.language import _
from langkah.model import Chance, Puzzle, S
from langkah.run import Deadline, Stopped
from langkah.settings import quote_value
from langkah.tracing import Cancelled

MOST_STATES = 200_000  # states; a larger board is refused
CHECKED_STATES = 2_000  # states whose throws are compared with their steps; the doctor compares all that it visits


@dataclass(frozen=True)
class Chain(Generic[S]):
    """A Markov chain. `rows[i]` maps each state j to the probability of going from i to j. Goals are not among the
    states.
    """

    states: tuple[S, ...]
    rows: tuple[dict[int, Fraction], ...]
    finish: tuple[Fraction, ...]  # for each state, the probability that the next turn ends the game

    def __len__(self) -> int:
        return len(self.states)

    @cached_property
    def denominators(self) -> list[int]:
        """For each state, the common denominator of the probabilities of its next turn."""
        return [
            lcm(done.denominator, *(chance.denominator for chance in row.values()))
            for row, done in zip(self.rows, self.finish, strict=True)
        ]

    @cached_property
    def hopeful(self) -> list[bool]:
        """For each state, whether a goal can be reached from it."""
        return [turns is not None for turns in self.least]

    def hopeful_part(self) -> "Chain[S]":
        """The chain without the states from which no goal can be reached, and without transitions to them."""
        kept = [index for index, hope in enumerate(self.hopeful) if hope]
        place = {index: new for new, index in enumerate(kept)}
        rows = tuple(
            {place[there]: chance for there, chance in self.rows[index].items() if there in place} for index in kept
        )
        return Chain(tuple(self.states[i] for i in kept), rows, tuple(self.finish[i] for i in kept))

    @cached_property
    def least(self) -> list[int | None]:
        """For each state, the least number of turns to a goal; None if no goal can be reached."""
        into: list[list[int]] = [[] for _row in self.rows]
        for here, row in enumerate(self.rows):
            for there in row:
                into[there].append(here)
        turns: list[int | None] = [1 if done else None for done in self.finish]
        layer = [state for state, fewest in enumerate(turns) if fewest]
        while layer:
            after = []
            for state in layer:
                for before in into[state]:
                    if turns[before] is None:
                        turns[before] = (turns[state] or 0) + 1
                        after.append(before)
            layer = after
        return turns


def never() -> bool:
    """Return False: the default for `cancelled`, which never stops the work."""
    return False


def check_cancelled(cancelled: Cancelled) -> None:
    """Raise `Stopped` if the work was cancelled or its time is up."""
    if cancelled():
        raise Stopped(cancelled.limit if isinstance(cancelled, Deadline) else "cancel")


def has_odds(problem: Any) -> bool:
    """Whether the length of a problem has odds, because it is a puzzle with dice. False for two-player games."""
    return isinstance(problem, Chance) and isinstance(problem, Puzzle)


def require_dice(problem: Any, *, for_two: bool = False) -> None:
    """Refuse a problem without dice. A two-player game is refused, too, unless `for_two` is set."""
    if not has_odds(problem) and not (for_two and isinstance(problem, Chance)):
        title = getattr(problem, "name", "") or type(problem).__name__
        raise DoesNotFit(_("{problem} is not a game with dice.").format(problem=title))


def refuse_many_states(count: int) -> None:
    """Refuse a board with too many states."""
    if count > MOST_STATES:
        raise BadInput(_("more than {most} positions can arise: too many for exact odds").format(most=MOST_STATES))


def check_throws(problem: Any, state: Any, outcomes: Sequence[tuple[Fraction, Any]]) -> None:
    """Raise `BadInput` if the dice can lead to a state to which no step leads, because searches follow the steps, but
    games follow the dice.
    """
    for after in list_unlisted_throws(problem, state, outcomes)[:1]:
        text = _("in state {state}, the dice lead to {after}, but no step does: add a step for that throw to steps()")
        raise BadInput(text.format(state=quote_value(state), after=quote_value(after)))


def make_chain(problem: Any, cancelled: Cancelled = never) -> Chain[Any]:
    """The chain of a puzzle with dice, from its start."""
    require_dice(problem)
    if problem.is_goal(problem.start):
        return Chain((), (), ())
    numbers: dict[Hashable, int] = {problem.key(problem.start): 0}
    states: list[Any] = [problem.start]
    rows: list[dict[int, Fraction]] = []
    finish: list[Fraction] = []
    for state in states:
        check_cancelled(cancelled)
        row: dict[int, Fraction] = {}
        done = Fraction(0)
        outcomes = check_chances(state, problem.chances(state))
        if len(rows) < CHECKED_STATES:
            check_throws(problem, state, outcomes)
        for chance, after in outcomes:
            if problem.is_goal(after):
                done += chance
                continue
            number = numbers.setdefault(problem.key(after), len(states))
            if number == len(states):
                states.append(after)
            row[number] = row[number] + chance if number in row else chance
        rows.append(row)
        finish.append(done)
        refuse_many_states(len(states))
    return Chain(tuple(states), tuple(rows), tuple(finish))
