"""Two-player games with dice: the value of each position under optimal play.

The value of a position is the probability that the first player wins, with draws as half a win. Where the first player
moves, the value is the maximum over the successors; where the second player moves, the minimum; where the dice decide,
the average. Positions can repeat (after bad throws by both players), so no forward search suffices. Positions that can
repeat form a strongly connected component of the graph; components are evaluated from the end of the game backwards,
each by repeated sweeps.

Two bounds are kept for each position: a lower one, which counts unfinished games as lost, and an upper one, which
counts them as won. The true value lies between the bounds. If no player can prolong the game for ever, both bounds
converge to the same value; the choices found are then checked in fractions, if this does not take too long.
"""

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from langkah.dice_odds import exact
from langkah.dice_odds.chain import CHECKED_STATES, MOST_STATES, Chain, check_throws
from langkah.dice_odds.elimination import factorise
from langkah.dice_throws import check_chances
from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Chance, Game, Step
from langkah.settings import quote_value

SAME_WORTH = 1e-10  # moves whose values differ by at most this are equally good
CLOSE = 1e-13  # bounds that differ by at most this count as equal
SETTLED = 1e-10  # bounds for the start that differ by at most this count as equal, as rounding errors accumulate
MOST_SWEEPS = 5_000
AFFORDABLE_EFFORT = exact.AFFORDABLE_EFFORT // 5  # about half a second
MOST_EXACT_ROUNDS = 8
FIRST, SECOND, DICE, OVER = range(4)  # who decides in a position


class Duel:
    """All positions of a two-player game with dice, numbered, the start first. `count` is called for each position, and
    `check` at intervals; both can raise an exception to end the work. Raises `BadInput` if there are more than `most`
    positions.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        count: Callable[[], None] = lambda: None,
        check: Callable[[], None] = lambda: None,
        most: int | None = None,
    ) -> None:
        self.game, self.check = game, check
        self.states: list[Any] = []
        self.numbers: dict[Hashable, int] = {}
        self.deciders: list[int] = []
        self.onward: list[list[int]] = []
        self.weights: list[list[Fraction]] = []  # probabilities of the dice, parallel to `onward`
        self.ends: dict[int, Fraction] = {}  # the values of final positions
        self.find(game.start)
        for number, state in enumerate(self.states):
            count()
            self._expand(number, state)
            if most is not None and len(self.states) > most:
                text = _("more than {most} positions can arise: too many for exact odds")
                raise BadInput(text.format(most=most))

    def name(self, state: Any) -> Hashable:
        """The value that identifies a position: equal for equivalent positions."""
        return self.game.key(state), self.game.player(state)

    def find(self, state: Any) -> int:
        """The number of a position; a new position gets the next number."""
        name = self.name(state)
        if name not in self.numbers:
            self.numbers[name] = len(self.states)
            self.states.append(state)
        return self.numbers[name]

    def _expand(self, number: int, state: Any) -> None:
        """Record who decides in a position, and its successors."""
        game: Any = self.game
        ended = game.outcome(state)
        if ended is not None:
            self.ends[number] = Fraction(1, 2) if ended.winner is None else Fraction(int(ended.winner == 0))
            self._note(OVER, [], [])
            return
        thrown = list(game.chances(state)) if isinstance(game, Chance) else []
        if thrown:
            outcomes = check_chances(state, thrown)
            if len(self.onward) < CHECKED_STATES:
                check_throws(game, state, outcomes)
            self._note(DICE, [self.find(after) for _chance, after in outcomes], [chance for chance, _after in outcomes])
            return
        onward = [self.find(step.state) for step in game.steps(state)]
        if not onward:
            text = _("{state}: there is no legal move, yet `outcome` does not say how the game ended")
            raise BadInput(text.format(state=quote_value(game.text(state))))
        self._note(SECOND if game.player(state) else FIRST, onward, [])

    def _note(self, decider: int, onward: list[int], weights: list[Fraction]) -> None:
        self.deciders.append(decider)
        self.onward.append(onward)
        self.weights.append(weights)

    # Values of positions

    @property
    def low(self) -> list[float]:
        """The lower bounds on the values of all positions for the first player, with endless games as losses."""
        return self._worths[0]

    @property
    def high(self) -> list[float]:
        """The upper bounds on the values of all positions for the first player, with endless games as wins."""
        return self._worths[1]

    @cached_property
    def _worths(self) -> tuple[list[float], list[float]]:
        """The lower and the upper bounds on the values of all positions for the first player."""
        low, high = [0.0] * len(self.states), [1.0] * len(self.states)
        for number, worth in self.ends.items():
            low[number] = high[number] = float(worth)
        for part in _find_parts(self.onward):
            self.check()
            rows = [self._make_row(number) for number in part if self.deciders[number] != OVER]
            once = len(rows) == 1 and rows[0][0] not in self.onward[rows[0][0]]
            for _sweep in range(1 if once else MOST_SWEEPS):
                _sweep_part(low, rows)
                _sweep_part(high, rows)
                if max((high[row[0]] - low[row[0]] for row in rows), default=0.0) <= CLOSE:
                    break
        return low, high

    def _make_row(self, number: int) -> "_Row":
        """A position with the side that decides in it and its successors, in the form that `_sweep_part` reads."""
        onward = self.onward[number]
        chances = [float(chance) for chance in self.weights[number]]
        return number, self.deciders[number], onward, list(zip(chances, onward, strict=False))

    @cached_property
    def halts(self) -> bool:
        """Whether play ends with probability 1 under every choice of the players: no player can prolong it for ever."""
        kept = [decider != OVER for decider in self.deciders]
        left = [
            len(onward) if decider != DICE else 1 for decider, onward in zip(self.deciders, self.onward, strict=True)
        ]
        into: list[list[int]] = [[] for _state in self.states]
        for number, onward in enumerate(self.onward):
            for there in onward:
                into[there].append(number)
        waiting = list(self.ends)
        while waiting:
            for number in into[waiting.pop()]:
                left[number] -= 1
                if kept[number] and left[number] <= 0:
                    kept[number] = False
                    waiting.append(number)
        return not any(kept)

    @property
    def is_settled(self) -> bool:
        """Whether the lower and the upper bound on the value of the start are equal, apart from rounding errors."""
        return self.high[0] - self.low[0] <= SETTLED

    def worth(self, number: int) -> float:
        """The probability that the first player wins from a position, with draws as half a win: the mean of both
        bounds.
        """
        return (self.low[number] + self.high[number]) / 2

    def seen_by(self, player: int, number: int, worths: Sequence[float] = ()) -> float:
        """The value of a position for `player`. It is computed from the bounds in `worths` if these are given, else
        from the mean of both bounds.
        """
        worth = worths[number] if worths else self.worth(number)
        return 1 - worth if player else worth

    def find_best(self, state: Any) -> list[Step[Any, Any]]:
        """The best steps of the player to move, with ties within a small tolerance."""
        mover = self.game.player(state)
        steps = list(self.game.steps(state))
        worths = [self.seen_by(mover, self.numbers[self.name(step.state)]) for step in steps]
        return [step for step, worth in zip(steps, worths, strict=True) if worth >= max(worths) - SAME_WORTH]

    # Optimal choices and their consequences

    @cached_property
    def chosen(self) -> dict[int, int]:
        """The chosen successor of each position in which a player decides; the first of equally good ones."""
        found = {}
        for number, decider in enumerate(self.deciders):
            if decider in (FIRST, SECOND):
                sign = -1 if decider == SECOND else 1
                worths = [round(sign * self.worth(there), 11) for there in self.onward[number]]
                found[number] = self.onward[number][worths.index(max(worths))]
        return found

    def make_chain(self) -> Chain[int]:
        """The Markov chain of all unfinished positions if both players make the choices in `chosen`. A win of the first
        player counts as finished, a draw as half finished, and a win of the second player as not finished.
        """
        open_ones = [number for number, decider in enumerate(self.deciders) if decider != OVER]
        place = {number: index for index, number in enumerate(open_ones)}
        rows, finish = [], []
        for number in open_ones:
            row: dict[int, Fraction] = {}
            won = Fraction(0)
            for there, chance in self._follow(number):
                if there in self.ends:
                    won += chance * self.ends[there]
                else:
                    row[place[there]] = row.get(place[there], Fraction(0)) + chance
            rows.append(row)
            finish.append(won)
        return Chain(tuple(open_ones), tuple(rows), tuple(finish))

    def _follow(self, number: int) -> list[tuple[int, Fraction]]:
        """The successors of a position with their probabilities: those of the dice, or 1 for the chosen successor."""
        if self.deciders[number] == DICE:
            return list(zip(self.onward[number], self.weights[number], strict=True))
        return [(self.chosen[number], Fraction(1))]

    @cached_property
    def exact_worth(self) -> Fraction | None:
        """The value of the start as a fraction, verified against all other choices. None if the verification is too
        much work, or if a player can prolong the game for ever.
        """
        worths = self.find_exact_worths() if self.halts else None
        return worths[0] if worths else None

    def find_exact_worths(self, effort: int = AFFORDABLE_EFFORT) -> dict[int, Fraction] | None:
        """The value of every position as a fraction; None if that takes too long. Requires that `halts` is true."""
        if 0 in self.ends:
            return self.ends
        for _round in range(MOST_EXACT_ROUNDS):
            chain = self.make_chain()
            if exact.estimate_effort(chain) > effort:
                return None
            self.check()
            numerators, scale = exact.find_values(chain, chain.finish)
            values = {number: worth * scale for number, worth in self.ends.items()}
            values |= {number: Fraction(each) for number, each in zip(chain.states, numerators, strict=True)}
            if not self._improve(values):
                return {number: value / scale for number, value in values.items()}
        return None

    def _improve(self, values: dict[int, Fraction]) -> bool:
        """Improve the choices in `chosen` by means of the exact `values` of positions. Returns whether any changed."""
        changed = False
        for number, now in self.chosen.items():
            best = (min if self.deciders[number] == SECOND else max)(self.onward[number], key=values.__getitem__)
            if values[best] != values[now]:
                self.chosen[number], changed = best, True
        return changed

    def find_lengths(self) -> tuple[float, float, float]:
        """The probabilities that the first and the second player win under the choices in `chosen`, and the average
        number of moves and throws.
        """
        if 0 in self.ends:
            return float(self.ends[0] == 1), float(self.ends[0] == 0), 0.0
        chain = self.make_chain()
        part = _find_reached(chain)
        factors = factorise(part)
        wins = [[0.0] * len(part), [0.0] * len(part)]
        for index, number in enumerate(part.states):
            for there, chance in self._follow(number):
                if self.ends.get(there) in (0, 1):
                    wins[self.ends[there] == 0][index] += float(chance)
        first, second = (factors.solve(each)[0] for each in wins)
        return min(1.0, first), min(1.0, second), factors.solve([1.0] * len(part))[0]


_Row = tuple[int, int, list[int], list[tuple[float, int]]]  # position, who decides, successors, probabilities


def _sweep_part(values: list[float], rows: list[_Row]) -> None:
    """Update the values of the positions in `rows`, a strongly connected component, from the current values of their
    successors.
    """
    for number, decider, onward, throws in rows:
        if decider == DICE:
            total = 0.0
            for chance, there in throws:
                total += chance * values[there]
            values[number] = total
        elif decider == FIRST:
            values[number] = max([values[there] for there in onward])
        else:
            values[number] = min([values[there] for there in onward])


class DuelOdds(NamedTuple):
    """The result of a two-player game with dice under optimal play."""

    positions: int
    low: float  # bounds on the probability that the first player wins, with draws as half a win
    high: float
    exact: Fraction | None
    win_chances: tuple[float, float]
    length: float  # average number of moves and throws


def find_duel_odds(game: Game[Any, Any], check: Callable[[], None] = lambda: None) -> DuelOdds:
    """The odds of a two-player game with dice, from its start."""
    duel = Duel(game, check, check, MOST_STATES)
    first, second, length = duel.find_lengths() if duel.halts else (duel.low[0], 1 - duel.high[0], float("inf"))
    return DuelOdds(len(duel.states), duel.low[0], duel.high[0], duel.exact_worth, (first, second), length)


def _find_reached(chain: Chain[int]) -> Chain[int]:
    """The part of a Markov chain that can be reached from its first state."""
    order, numbers = [0], {0: 0}
    for place in order:
        for there in chain.rows[place]:
            if there not in numbers:
                numbers[there] = len(order)
                order.append(there)
    rows = tuple({numbers[there]: chance for there, chance in chain.rows[place].items()} for place in order)
    return Chain(tuple(chain.states[place] for place in order), rows, tuple(chain.finish[place] for place in order))


def _find_parts(onward: list[list[int]]) -> list[list[int]]:
    """The strongly connected components of a graph, those at the end of the game first. Within a component, most
    successors of a position come before the position. (Tarjan's algorithm of 1972, with an explicit stack.)
    """
    index: list[int] = [-1] * len(onward)
    lowest: list[int] = [0] * len(onward)
    waiting: list[int] = []
    is_waiting = [False] * len(onward)
    finished: dict[int, int] = {}
    parts: list[list[int]] = []
    count = 0
    for root in range(len(onward)):
        if index[root] >= 0:
            continue
        path = [(root, iter(onward[root]))]
        index[root] = lowest[root] = count
        count += 1
        waiting.append(root)
        is_waiting[root] = True
        while path:
            here, rest = path[-1]
            for there in rest:
                if index[there] < 0:
                    index[there] = lowest[there] = count
                    count += 1
                    waiting.append(there)
                    is_waiting[there] = True
                    path.append((there, iter(onward[there])))
                    break
                if is_waiting[there]:
                    lowest[here] = min(lowest[here], index[there])
            else:
                path.pop()
                finished[here] = len(finished)
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[here])
                if lowest[here] == index[here]:
                    part: list[int] = []
                    while not part or part[-1] != here:
                        part.append(waiting.pop())
                        is_waiting[part[-1]] = False
                    parts.append(sorted(part, key=finished.__getitem__))
    return parts
