"""Monte Carlo simulation of many games at once: an independent check of the exact odds.

A turn of all games is computed in one of two ways. If all probabilities are multiples of one fraction that is not too
small, such as 1/6 for a die, a turn is one random integer and one table lookup. Otherwise, Walker's alias method is
used: a random column, and a biased coin between the two entries of the column.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import lcm, nan, sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from langkah.dice_odds.chain import Chain
from langkah.dice_odds.policy import play_best
from langkah.errors import BadInput, MissingExtra
from langkah.language import _
from langkah.settings import quote_value
from langkah.tracing import Cancelled

if TYPE_CHECKING:
    from numpy import int64
    from numpy.random import Generator
    from numpy.typing import NDArray

    States = NDArray[int64]
    Turn = Callable[[States], States]

GAMES_AT_ONCE = 1 << 18  # games simulated in parallel
MOST_TURN_PARTS = 1 << 16  # the most equally likely parts into which a turn is divided
MOST_TABLE_ENTRIES = 1 << 22  # the most entries of a table of turns
MOST_GAMES, MOST_TURNS = 10**9, 10**6


class Simulation(NamedTuple):
    """The result of a simulation. `stuck` games could not end any more, and `unfinished` games were given up after
    `MOST_TURNS` turns: neither kind counts in the figures about lengths.
    """

    games: int
    seed: int
    mean: float
    standard_error: float
    shortest: int
    longest: int
    stuck: int
    unfinished: int
    turns: int
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """The result as plain JSON values."""
        found = {**self._asdict(), "turns_per_second": self.turns / max(self.seconds, 1e-9)}
        return {name: None if value != value else value for name, value in found.items()}


def simulate(problem: Any, games: int, seed: int = 0, cancelled: Cancelled | None = None) -> Simulation:
    """Simulate a number of games. The same seed gives the same games.

    `cancelled` is called before every turn. If it returns true, the simulation stops, and the batch in progress is
    discarded as a whole, because keeping only its short games would bias the result; `games` in the result counts the
    other games.
    """
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        text = _("games = {n}: this must be a whole number from 1 to {most}")
        raise BadInput(text.format(n=quote_value(games), most=MOST_GAMES))
    chain, _policy = play_best(problem)
    try:
        from numpy.random import default_rng
    except ImportError:
        raise MissingExtra(_("The simulation needs NumPy: pip install 'langkah[odds]'")) from None
    began = perf_counter()
    lengths: Counter[int] = Counter()
    table = _TurnTable(chain, default_rng(seed)) if len(chain) else None
    played = 0
    while played < games:
        many = min(GAMES_AT_ONCE, games - played)
        batch = table.play(many, cancelled) if table else Counter({0: many})
        if batch is None:
            break
        lengths += batch
        played += many
    stuck, turns = (table.stuck, table.turns) if table else (0, 0)
    done = lengths.total()
    mean = sum(length * count for length, count in lengths.items()) / done if done else nan
    spread = sum((length - mean) ** 2 * count for length, count in lengths.items())
    return Simulation(
        played,
        seed,
        mean,
        sqrt(spread / (done - 1) / done) if done > 1 else nan,
        min(lengths, default=0),
        max(lengths, default=0),
        stuck,
        played - done - stuck,
        turns,
        perf_counter() - began,
    )


class _TurnTable:
    """A Markov chain prepared for simulation. Its states keep their numbers; the goal and the stuck state (from which
    no goal can be reached) get the next two numbers.
    """

    def __init__(self, chain: Chain[Any], random: "Generator") -> None:
        self.goal, self.random = len(chain), random
        self.stuck = self.turns = 0
        outcomes = [self._outcomes(chain, state) for state in range(len(chain))]
        outcomes += [{self.goal: Fraction(1)}, {self.goal + 1: Fraction(1)}]
        parts = lcm(*(chance.denominator for row in outcomes for chance in row.values()))
        fine = parts <= MOST_TURN_PARTS and parts * len(outcomes) <= MOST_TABLE_ENTRIES
        self.turn: Turn = (
            _make_turn_by_parts(outcomes, parts, random) if fine else _make_turn_by_alias(outcomes, random)
        )

    def _outcomes(self, chain: Chain[Any], state: int) -> dict[int, Fraction]:
        found = {self.goal: chain.finish[state]} if chain.finish[state] else {}
        for there, chance in chain.rows[state].items():
            place = there if chain.hopeful[there] else self.goal + 1
            found[place] = found.get(place, Fraction(0)) + chance
        return found if chain.hopeful[state] else {self.goal + 1: Fraction(1)}

    def play(self, many: int, cancelled: Cancelled | None = None) -> Counter[int] | None:
        """Simulate `many` games in parallel. Returns the number of games of each length; None if cancelled. Finished
        games are removed at intervals.
        """
        import numpy

        states = numpy.zeros(many, dtype=numpy.int64)
        lengths: Counter[int] = Counter()
        at_goal = ended = stuck = 0
        for length in range(1, MOST_TURNS + 1):
            if cancelled is not None and cancelled():
                return None
            self.turns += len(states) - ended
            states = self.turn(states)
            arrived = int(numpy.count_nonzero(states == self.goal))
            if arrived > at_goal:
                lengths[length] += arrived - at_goal
            at_goal, ended = arrived, int(numpy.count_nonzero(states >= self.goal))
            if ended * 8 > len(states):
                stuck += ended - at_goal
                states = states[states < self.goal]
                at_goal = ended = 0
                if not len(states):
                    break
        self.stuck += stuck + ended - at_goal
        return lengths


def _make_turn_by_parts(outcomes: list[dict[int, Fraction]], parts: int, random: "Generator") -> "Turn":
    """A function that plays one turn in many games at once, as a random choice among `parts` equally likely parts."""
    import numpy

    cells = [[there for there, chance in row.items() for _part in range(int(chance * parts))] for row in outcomes]
    table = numpy.array(cells, dtype=numpy.int64).ravel()
    kind = numpy.uint8 if parts <= 256 else numpy.uint16

    def turn(states: "States") -> "States":
        place = states * parts
        place += random.integers(0, parts, len(states), dtype=kind)
        return table.take(place)

    return turn


def _make_turn_by_alias(outcomes: list[dict[int, Fraction]], random: "Generator") -> "Turn":
    """A function that plays one turn in many games at once, as a random column and a biased coin (Walker's alias
    method).
    """
    import numpy

    wide = max(map(len, outcomes))
    columns = [column for row in outcomes for column in make_alias_columns(row, wide)]
    usual = numpy.array([column[0] for column in columns], dtype=numpy.int64)
    other = numpy.array([column[1] for column in columns], dtype=numpy.int64)
    bias = numpy.array([float(column[2]) for column in columns])

    def turn(states: "States") -> "States":
        spot = random.random(len(states)) * wide
        column = spot.astype(numpy.int64)
        place = states * wide + column
        return numpy.where(spot - column < bias.take(place), usual.take(place), other.take(place))

    return turn


def make_alias_columns(row: dict[int, Fraction], wide: int) -> list[tuple[int, int, Fraction]]:
    """The `wide` columns of equal width for Walker's alias method. At most two outcomes share a column: each column is
    a triple of these two outcomes and the first outcome's share of the column.
    """
    left = {there: chance * wide for there, chance in row.items()}
    columns: list[tuple[int, int, Fraction]] = []
    for _column in range(wide):
        small, large = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
        share = min(left[small], Fraction(1))
        columns.append((small, large, share))
        left[small] -= share
        left[large] -= 1 - share
        left = {there: rest for there, rest in left.items() if rest}
    return columns
