"""The probability of each length of a dice game in turns, and figures that follow from these probabilities.

Probabilities are floats. They are computed until a share of at most `TINY_CHANCE` of all games is unfinished, or until
about `LONGEST_TURNS` turns. If a quantile or the mode depends on the last digits, exact integers decide, so that ties
are recognised; this is left out if it would take too long.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, islice
from math import lcm
from typing import Any

from langkah.dice_odds.chain import Chain, check_cancelled, never
from langkah.dice_odds.elimination import has_scipy, make_sparse_matrix
from langkah.errors import MissingExtra
from langkah.language import _
from langkah.tracing import Cancelled

TINY_CHANCE = 1e-12  # share of unfinished games below which the distribution ends
FLOAT_TOLERANCE = 1e-10  # differences that floats cannot resolve
LONGEST_TURNS = 1_000_000  # the longest game that is computed
TIE_ADDITIONS = 20_000_000  # additions of short numbers, some seconds: the budget for deciding a tie exactly
SHORT_BITS = 256  # the most bits of a short number
PLAIN_ADDITIONS = 3_000_000  # single additions; with more, NumPy is worth its import
MOST_PLAIN_ADDITIONS = 1_000_000_000  # about a minute without NumPy
BLOCK_TURNS = 256  # turns computed at once with a dense matrix
DENSE_STATES = 1_000  # the most states for which a dense matrix is faster


class Distribution:
    """The distribution of game lengths: `chances[n]` is the probability of exactly n turns, and `beyond` is the
    probability of a longer game. Games that get stuck in a state without a path to a goal are counted in neither.
    """

    def __init__(self, chain: Chain[Any], chances: list[float], beyond: float = 0.0) -> None:
        self.chain, self.chances, self.beyond = chain, chances, beyond

    @cached_property
    def _by(self) -> list[float]:
        """A list in which item n is the probability that the game ends within n turns."""
        return list(accumulate(self.chances))

    @cached_property
    def still(self) -> list[float]:
        """A list in which item n is the probability that the game continues, or is stuck, after n turns."""
        return [max(0.0, 1 - done) for done in self._by]

    def quantile(self, share: Fraction) -> int | None:
        """The least number of turns within which at least the share `share` of all games ends; None if this number is
        greater than the computed lengths.
        """
        length = bisect_left(self._by, float(share) - FLOAT_TOLERANCE)
        while length < len(self._by) and self._by[length] < float(share) + FLOAT_TOLERANCE:
            if not self._decidable(length) or self._done_within(length) >= share:
                break
            length += 1
        return length if length < len(self._by) else None

    def mode(self) -> int | None:
        """The most likely length, the shortest if several are equally likely; None if a length beyond the computed ones
        might be more likely.
        """
        if not self.chances or self.beyond > max(self.chances):
            return None
        near = max(self.chances) * (1 - FLOAT_TOLERANCE)
        candidates = [length for length, chance in enumerate(self.chances) if chance >= near]
        if len(candidates) == 1 or not self._decidable(candidates[-1]):
            return candidates[0]
        exact = list(islice(_iterate_exact_chances(self.chain), candidates[-1] + 1))
        return max(candidates, key=lambda length: (exact[length], -length))

    def _decidable(self, turns: int) -> bool:
        """Whether the exact probabilities of all lengths up to `turns` turns can be computed quickly. Their numerators
        and denominators grow with every turn.
        """
        longest = turns * lcm(*self.chain.denominators).bit_length()
        return turns * sum(map(len, self.chain.rows)) * (1 + longest // SHORT_BITS) <= TIE_ADDITIONS

    def _done_within(self, turns: int) -> Fraction:
        return sum(islice(_iterate_exact_chances(self.chain), turns + 1), Fraction(0))


def _iterate_exact_chances(chain: Chain[Any]) -> Iterator[Fraction]:
    """Yield the exact probability that a game takes 0 turns, 1 turn, 2 turns, and so on without end."""
    if not len(chain):
        yield Fraction(1)
        while True:
            yield Fraction(0)
    scale = lcm(*chain.denominators)
    rows = [[(there, int(chance * scale)) for there, chance in row.items()] for row in chain.rows]
    ends = [int(chance * scale) for chance in chain.finish]
    weights = {0: 1}
    whole = 1
    yield Fraction(0)
    while True:
        whole *= scale
        yield Fraction(sum(weight * ends[state] for state, weight in weights.items()), whole)
        after: dict[int, int] = {}
        for state, weight in weights.items():
            for there, ways in rows[state]:
                after[there] = after.get(there, 0) + weight * ways
        weights = after


def make_distribution(chain: Chain[Any], likely: float, cancelled: Cancelled = never) -> Distribution:
    """The distribution of game lengths for a Markov chain in which every state can reach a goal; `likely` is roughly
    the expected number of turns. Raises `MissingExtra` if the computation would take too long without SciPy, and SciPy
    is not installed.
    """
    if not len(chain):
        return Distribution(chain, [1.0])
    work = min(likely, LONGEST_TURNS) * sum(map(len, chain.rows)) * 20
    if work > MOST_PLAIN_ADDITIONS and not has_scipy():
        raise MissingExtra(_("A board of this size needs SciPy: pip install 'langkah[odds]'"))
    if work < PLAIN_ADDITIONS or not has_scipy():
        return Distribution(chain, *step_plainly(chain, cancelled))
    step = step_in_blocks if len(chain) <= DENSE_STATES else step_sparsely
    return Distribution(chain, *step(chain, cancelled))


def step_plainly(chain: Chain[Any], cancelled: Cancelled = never) -> tuple[list[float], float]:
    """Compute the distribution of game lengths turn by turn in plain Python. Returns the probability of each length,
    and the probability of a longer game.
    """
    rows = [[(there, float(chance)) for there, chance in row.items()] for row in chain.rows]
    ends = [float(chance) for chance in chain.finish]
    weights = [0.0] * len(rows)
    weights[0] = 1.0
    chances = [0.0]
    while len(chances) <= LONGEST_TURNS and sum(weights) > TINY_CHANCE:
        check_cancelled(cancelled)
        after = [0.0] * len(rows)
        done = 0.0
        for weight, row, end in zip(weights, rows, ends, strict=True):
            if weight:
                done += weight * end
                for there, chance in row:
                    after[there] += weight * chance
        chances.append(done)
        weights = after
    return chances, sum(weights)


def step_in_blocks(chain: Chain[Any], cancelled: Cancelled = never) -> tuple[list[float], float]:
    """Like `step_plainly`, but in blocks of `BLOCK_TURNS` turns, so that the list of lengths ends with a whole block.
    For each state, the probabilities of finishing in each turn of a block are computed once; one matrix multiplication
    then advances by a whole block.
    """
    import numpy

    step = numpy.zeros((len(chain), len(chain)))
    for here, row in enumerate(chain.rows):
        for there, chance in row.items():
            step[here, there] = float(chance)
    ends = [numpy.array([float(chance) for chance in chain.finish])]
    for _turn in range(BLOCK_TURNS - 1):
        ends.append(step @ ends[-1])
    finish, leap = numpy.array(ends).T, numpy.linalg.matrix_power(step, BLOCK_TURNS)
    weights = numpy.zeros(len(chain))
    weights[0] = 1.0
    blocks = [numpy.zeros(1)]
    while len(blocks) * BLOCK_TURNS <= LONGEST_TURNS and weights.sum() > TINY_CHANCE:
        check_cancelled(cancelled)
        blocks.append(weights @ finish)
        weights = weights @ leap
    return numpy.concatenate(blocks).tolist(), float(weights.sum())


def step_sparsely(chain: Chain[Any], cancelled: Cancelled = never) -> tuple[list[float], float]:
    """Like `step_plainly`, but with a sparse matrix from SciPy."""
    import numpy

    step = make_sparse_matrix(chain).T.tocsr()
    ends = numpy.array([float(chance) for chance in chain.finish])
    weights = numpy.zeros(len(chain))
    weights[0] = 1.0
    chances = [0.0]
    while len(chances) <= LONGEST_TURNS and weights.sum() > TINY_CHANCE:
        check_cancelled(cancelled)
        chances.append(float(weights @ ends))
        weights = step @ weights
    return chances, float(weights.sum())


def find_win_chances(seats: Sequence[Distribution]) -> list[float]:
    """For each player, the probability of finishing first. The players take turns, and the first one in `seats` begins.

    A player wins in turn n if no earlier player has finished within n turns, and no later player within n - 1.
    """
    wins = [0.0] * len(seats)
    for turn in range(max(len(seat.chances) for seat in seats)):
        now = [_find_still_going(seat.still, turn) for seat in seats]
        earlier = [_find_still_going(seat.still, turn - 1) if turn else 1.0 for seat in seats]
        behind = [1.0, *accumulate(reversed(earlier), float.__mul__)]
        before = 1.0
        for seat, each in enumerate(seats):
            chance = each.chances[turn] if turn < len(each.chances) else 0.0
            wins[seat] += before * chance * behind[len(seats) - 1 - seat]
            before *= now[seat]
    return wins


def _find_still_going(still: list[float], turn: int) -> float:
    """The probability that a game continues after `turn` turns: item `turn` of `still`, or the last item if `still` is
    shorter.
    """
    return still[turn] if turn < len(still) else still[-1]
