"""Computes the figures of one game of chance, each when it is first used."""

from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Any

from langkah.dice_odds import exact
from langkah.dice_odds.chain import Chain, never, require_dice
from langkah.dice_odds.distribution import Distribution, make_distribution
from langkah.dice_odds.elimination import Factors, factorise
from langkah.dice_odds.policy import Policy, play_best
from langkah.tracing import Cancelled


class Analysis:
    """The figures of a problem, computed from its Markov chain. `cancelled` is called at intervals, to learn whether to
    stop.
    """

    def __init__(self, problem: Any, cancelled: Cancelled = never) -> None:
        require_dice(problem)
        self.problem, self.cancelled = problem, cancelled

    @cached_property
    def played(self) -> tuple[Chain[Any], Policy | None]:
        """The Markov chain under optimal play, and the optimal policy; None for the policy if the dice alone decide. If
        no policy is sure to end the game, the chain follows `chances` and ignores the choices.
        """
        return play_best(self.problem, self.cancelled)

    @property
    def chain(self) -> Chain[Any]:
        """The Markov chain of all reachable states, as described in `played`."""
        return self.played[0]

    @property
    def policy(self) -> Policy | None:
        """The optimal policy; None if the dice alone decide."""
        return self.played[1]

    @property
    def over(self) -> bool:
        """Whether the start is a goal."""
        return len(self.chain) == 0

    @property
    def possible(self) -> bool:
        """Whether a goal can be reached from the start."""
        return self.over or self.chain.hopeful[0]

    @cached_property
    def certain(self) -> bool:
        """Whether every game is sure to be finished, because it can never get stuck."""
        return self.over or all(self.chain.hopeful)

    @cached_property
    def part(self) -> Chain[Any]:
        """The chain without the states from which no goal can be reached; its first state is the start."""
        return self.chain if self.certain else self.chain.hopeful_part()

    @cached_property
    def factors(self) -> Factors:
        """The matrix I - Q (Q: the transition probabilities within `part`), factorised for solving equations."""
        return factorise(self.part, self.cancelled)

    @cached_property
    def turns(self) -> list[float]:
        """For each state of `part`, the expected number of turns until the game is finished or stuck."""
        return list(self.factors.solve([1.0] * len(self.part)))

    @cached_property
    def ends(self) -> list[float]:
        """For each state of `part`, the probability that a game which continues from it is ever finished."""
        if self.certain:
            return [1.0] * len(self.part)
        return list(self.factors.solve([float(chance) for chance in self.part.finish]))

    @cached_property
    def visits(self) -> list[float]:
        """For each state of `part`, the average number of turns that begin in it."""
        start = [0.0] * len(self.part)
        start[:1] = [1.0] * bool(start)
        return list(self.factors.solve_transposed(start))

    @property
    def finishes(self) -> float:
        """The probability that a game from the start ever reaches a goal."""
        return 1.0 if self.certain else min(1.0, self.ends[0]) if self.possible else 0.0

    @property
    def expected(self) -> float:
        """The expected number of turns; infinite if the game can get stuck."""
        if self.over:
            return 0.0
        return self.turns[0] if self.certain else inf

    @property
    def expected_if_finished(self) -> float:
        """The expected number of turns, counting only games that are finished."""
        if self.over:
            return 0.0
        return sum(count * end for count, end in zip(self.visits, self.ends, strict=True)) / self.ends[0]

    @property
    def variance(self) -> float:
        """The variance of the number of turns, in floats; infinite if the game can get stuck."""
        if self.over or not self.certain:
            return inf if not self.certain else 0.0
        mean = self.turns[0]
        return sum(count * (2 * turns - 1) for count, turns in zip(self.visits, self.turns, strict=True)) - mean * mean

    @property
    def effort(self) -> int:
        """An estimate of the work for the exact expected length (see `estimate_effort`); 0 if the start is a goal."""
        return 0 if self.over else exact.estimate_effort(self.chain)

    def exactly(self, *, variance: bool) -> tuple[Fraction, Fraction | None]:
        """The expected number of turns and its variance, as fractions; both are 0 if the start is a goal. Otherwise,
        the variance is None if it is not requested.
        """
        if self.over:
            return Fraction(0), Fraction(0)
        return (
            exact.find_moments(self.chain, self.cancelled)
            if variance
            else (exact.find_expected(self.chain, cancelled=self.cancelled), None)
        )

    @property
    def minimum(self) -> int:
        """The least number of turns from the start to a goal."""
        return 0 if self.over else self.part.least[0] or 0

    @cached_property
    def probability_of_minimum(self) -> Fraction:
        """The exact probability that a game has the least length. Only states on shortest paths are followed."""
        if self.over:
            return Fraction(1)
        weights = {0: Fraction(1)}
        for left in range(self.minimum - 1, 0, -1):
            after: dict[int, Fraction] = {}
            for state, weight in weights.items():
                for there, chance in self.part.rows[state].items():
                    if self.part.least[there] == left:
                        after[there] = after.get(there, Fraction(0)) + weight * chance
            weights = after
        return sum((weight * self.part.finish[state] for state, weight in weights.items()), Fraction(0))

    @cached_property
    def distribution(self) -> Distribution:
        """The distribution of the number of turns until a goal is reached."""
        if not self.possible:
            return Distribution(self.part, [0.0])
        return make_distribution(self.part, 0.0 if self.over else self.turns[0], self.cancelled)
