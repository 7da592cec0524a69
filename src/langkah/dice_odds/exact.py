"""Computes the expected length of a game and its variance as exact fractions.

The matrix is eliminated only once, modulo a prime p. The factors give the last base-p digit of the answer; the residual
and the same factors give the next digit, and so on (Dixon, 1982). Hadamard's inequality bounds the number of digits
that determine the fraction; Euclid's algorithm recovers the fraction. This is much faster than elimination with
fractions.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import isqrt, lcm, prod
from typing import Any

from langkah.dice_odds.chain import Chain, check_cancelled, never
from langkah.dice_odds.elimination import Elimination
from langkah.tracing import Cancelled

AFFORDABLE_EFFORT = 5_000_000  # the effort spent by default
PRIMES = (2**61 - 1, 2**89 - 1, 2**107 - 1)  # the next one is used if the matrix is singular modulo the first


def estimate_effort(chain: Chain[Any]) -> int:
    """A measure of the work for the exact expected number of turns. It is proportional to the number of matrix entries
    times the number of digits of the answer.

    A current computer does one to three million such units of work per second; the variance takes about six times as
    much work.
    """
    digits = sum(scale.bit_length() + 1 for scale in chain.denominators) * 2 // PRIMES[0].bit_length() + 1
    return digits * sum(map(len, chain.rows)) // 2


class _WholeEquations:
    """The equations of a Markov chain in whole numbers: each row is multiplied by the common denominator of its
    entries.
    """

    def __init__(self, chain: Chain[Any], cancelled: Cancelled, costs: Sequence[Fraction] | None = None) -> None:
        self.scales = chain.denominators
        if costs is not None:
            self.scales = [lcm(scale, cost.denominator) for scale, cost in zip(self.scales, costs, strict=True)]
        self.rows = [
            {there: -int(chance * scale) for there, chance in row.items()}
            for row, scale in zip(chain.rows, self.scales, strict=True)
        ]
        for state, (row, scale) in enumerate(zip(self.rows, self.scales, strict=True)):
            row[state] = scale + row.get(state, 0)
        self.prime, self.factors = self._factorise_modulo(cancelled)

    def _factorise_modulo(self, cancelled: Cancelled) -> tuple[int, Elimination[int]]:
        """A prime that divides no pivot, and the elimination of the matrix modulo this prime."""
        for prime in PRIMES:
            rows = [{there: entry % prime for there, entry in row.items()} for row in self.rows]
            try:
                return prime, Elimination(rows, prime.__rmod__, partial(_invert_modulo, prime), cancelled)
            except ValueError:  # not invertible
                continue
        raise AssertionError("no prime fits")

    def times(self, x: list[int]) -> list[int]:
        """The product of the matrix and a vector."""
        return [sum(entry * x[there] for there, entry in row.items()) for row in self.rows]

    def bound(self, right: int = 1) -> int:
        """An upper bound on the determinant of the matrix, also if one of its columns is replaced by `right` times the
        vector `scales` (Hadamard's inequality).
        """
        squares = (
            sum(entry * entry for entry in row.values()) + (right * scale) ** 2
            for row, scale in zip(self.rows, self.scales, strict=True)
        )
        return isqrt(prod(squares)) + 1


def _invert_modulo(prime: int, number: int) -> int:
    """The inverse of a number modulo a prime."""
    return pow(number, -1, prime)


def find_expected(chain: Chain[Any], costs: Sequence[Fraction] | None = None, cancelled: Cancelled = never) -> Fraction:
    """The expected number of turns from the start of a Markov chain in which every state can reach a goal.

    With `costs`, each turn counts not as 1, but as the cost (0 to 1) of the state in which it begins.
    """
    values, power, bound = _lift_values(chain, costs, 1, cancelled)
    return _recover_fraction(values[0], power, bound)


def find_values(chain: Chain[Any], costs: Sequence[Fraction]) -> tuple[list[int], int]:
    """The expected cost from each state of a Markov chain in which every state can reach a goal, as a list of
    numerators and their common denominator. A turn costs as much as `costs` says for the state in which it begins.
    """
    lifted, power, bound = _lift_values(chain, costs, len(chain), never)
    numerators: list[int] = []
    denominator = 1
    for value in lifted:
        numerator = value * denominator % power
        if numerator > bound:  # not whole: the denominator lacks a factor, and still divides the determinant
            found = _recover_fraction(numerator, power, bound)
            numerators = [each * found.denominator for each in numerators]
            numerator, denominator = found.numerator, denominator * found.denominator
        numerators.append(numerator)
    return numerators, denominator


def _lift_values(
    chain: Chain[Any], costs: Sequence[Fraction] | None, wanted: int, cancelled: Cancelled
) -> tuple[list[int], int, int]:
    """Solve the equations of a Markov chain modulo a power of a prime (Dixon's p-adic lifting).

    Returns three values: the solutions for the first `wanted` states (the expected number of turns or, with `costs`,
    the expected cost), modulo the power; the power; and a bound on the numerators and denominators of the true
    solutions. Together, they determine the true solutions.
    """
    whole = _WholeEquations(chain, cancelled, costs)
    bound = whole.bound()
    each = [Fraction(1)] * len(chain) if costs is None else costs
    residual = [int(scale * cost) for scale, cost in zip(whole.scales, each, strict=True)]
    prime = whole.prime
    values, power = [0] * wanted, 1
    while power <= 2 * bound * bound:
        check_cancelled(cancelled)
        digits = whole.factors.solve([each % prime for each in residual])
        residual = [(r - a) // prime for r, a in zip(residual, whole.times(digits), strict=True)]
        values = [value + digit * power for value, digit in zip(values, digits, strict=False)]
        power *= prime
    return values, power, bound


def find_moments(chain: Chain[Any], cancelled: Cancelled = never) -> tuple[Fraction, Fraction]:
    """The mean and the variance of the number of turns from the start.

    Let Q be the matrix of `chain.rows`, t the mean number of turns from each state, and m the mean of its square. Then
    (I - Q) t = 1 and (I - Q) m = 2 t - 1. Both systems are solved together by Dixon's p-adic lifting, one digit in base
    p at a time; m needs about twice as many digits as t.
    """
    whole = _WholeEquations(chain, cancelled)
    bound = whole.bound()
    square_bound = bound * whole.bound(3)
    prime = whole.prime
    first, second = list(whole.scales), [-scale for scale in whole.scales]
    mean = square = 0
    power = 1
    while power <= 2 * square_bound * square_bound:
        check_cancelled(cancelled)
        t = whole.factors.solve([each % prime for each in first])
        first = [(r - a) // prime for r, a in zip(first, whole.times(t), strict=True)]
        second = [r + 2 * scale * each for r, scale, each in zip(second, whole.scales, t, strict=True)]
        m = whole.factors.solve([each % prime for each in second])
        second = [(r - a) // prime for r, a in zip(second, whole.times(m), strict=True)]
        mean += t[0] * power
        square += m[0] * power
        power *= prime
    turns = _recover_fraction(mean, power, bound)
    return turns, _recover_fraction(square, power, square_bound) - turns * turns


def _recover_fraction(value: int, modulus: int, bound: int) -> Fraction:
    """The only fraction that equals `value` modulo `modulus` and has a numerator and denominator of at most `bound`."""
    above, here = modulus, value % modulus
    times_above, times = 0, 1
    while here > bound:
        quotient = above // here
        above, here = here, above - quotient * here
        times_above, times = times, times_above - quotient * times
    return Fraction(here, times)
