"""Dice games for two players on random graphs, compared with all pairs of strategies, each solved in fractions; dice
races with decisions, compared with all ways to choose.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from langkah import Status, odds, solve
from langkah.dice_odds.two_players import Duel, find_duel_odds
from langkah.model import Chance, Game, Outcome, Puzzle, Step

Outcomes = list[tuple[Fraction, int]]
WON, LOST, DRAWN = -1, -2, -3
ENDS = {WON: 0, LOST: 1, DRAWN: None}


class Throws(Game[int, int], Chance[int]):
    """A dice game on a graph: `moves` lists the successors of each state in which a player moves, `dice` the outcomes
    of each state in which dice are thrown.
    """

    start = 0

    def __init__(self, turns: dict[int, int], moves: dict[int, list[int]], dice: dict[int, Outcomes]) -> None:
        self.turns, self.moves, self.dice = turns, moves, dice

    def player(self, state: int) -> int:
        return self.turns.get(state, 0)

    def outcome(self, state: int) -> Outcome | None:
        return Outcome(ENDS[state], "the end") if state < 0 else None

    def steps(self, state: int) -> list[Step[int, int]]:
        onward = self.moves.get(state) or [after for _chance, after in self.dice.get(state, [])]
        return [Step(number, after) for number, after in enumerate(onward)]

    def chances(self, state: int) -> Outcomes:
        return self.dice.get(state, [])


def make_throws(seed: int) -> Throws:
    """A random game. Players move in even states, dice are thrown in odd states; each throw may end the game, so every
    game ends with probability 1.
    """
    rng = Random(seed)
    size = 2 * rng.randint(1, 3)
    moves = {state: [rng.randrange(1, size, 2) for _way in range(rng.randint(1, 2))] for state in range(0, size, 2)}
    dice: dict[int, Outcomes] = {}
    for state in range(1, size, 2):
        shares = [rng.randint(1, 4) for _way in range(3)]
        onward = [rng.choice((WON, LOST, DRAWN)), rng.randrange(size), rng.randrange(size)]
        dice[state] = [(Fraction(share, sum(shares)), to) for share, to in zip(shares, onward, strict=True)]
    return Throws({state: rng.randint(0, 1) for state in range(size)}, moves, dice)


def solve_equations(rows: list[dict[int, Fraction]], constants: list[Fraction]) -> list[Fraction]:
    """The solution x of x = rows x + constants, by Gaussian elimination."""
    size = len(rows)
    matrix = [
        [Fraction(int(i == j)) - rows[i].get(j, Fraction(0)) for j in range(size)] + [constants[i]] for i in range(size)
    ]
    for pivot in range(size):
        best = next(row for row in range(pivot, size) if matrix[row][pivot])
        matrix[pivot], matrix[best] = matrix[best], matrix[pivot]
        for row in range(size):
            if row != pivot and matrix[row][pivot]:
                factor = matrix[row][pivot] / matrix[pivot][pivot]
                matrix[row] = [a - factor * b for a, b in zip(matrix[row], matrix[pivot], strict=True)]
    return [matrix[row][-1] / matrix[row][row] for row in range(size)]


def value_strategies(game: Throws, chosen: dict[int, int]) -> Fraction:
    """The value of the start for the first player if both players move as in `chosen`: 1 for a win, 0 for a loss, 1/2
    for a draw.
    """
    worths = {WON: Fraction(1), LOST: Fraction(0), DRAWN: Fraction(1, 2)}
    rows, constants = [], []
    for state in range(len(game.turns)):
        outcomes = game.dice.get(state) or [(Fraction(1), chosen[state])]
        row: dict[int, Fraction] = {}
        for chance, to in outcomes:
            if to >= 0:
                row[to] = row.get(to, Fraction(0)) + chance
        rows.append(row)
        constants.append(sum((chance * worths[to] for chance, to in outcomes if to < 0), Fraction(0)))
    return solve_equations(rows, constants)[0]


def find_worth(game: Throws) -> Fraction:
    """The value of the game for the first player under the best strategy against the best reply; all strategies are
    tried.
    """
    own = [state for state in game.moves if game.turns[state] == 0]
    theirs = [state for state in game.moves if game.turns[state] == 1]

    def tell(states: Sequence[int], ways: tuple[int, ...]) -> dict[int, int]:
        return dict(zip(states, ways, strict=True))

    return max(
        min(
            value_strategies(game, tell(own, mine) | tell(theirs, yours))
            for yours in product(*(game.moves[state] for state in theirs))
        )
        for mine in product(*(game.moves[state] for state in own))
    )


def test_random_games_are_worth_what_all_strategies_say() -> None:
    for seed in range(250):
        game = make_throws(seed)
        worth = find_worth(game)
        duel = Duel(game)
        assert duel.halts
        assert duel.exact_worth == worth
        assert duel.low[0] - 1e-9 <= worth <= duel.high[0] + 1e-9
        found = find_duel_odds(game)
        draws = 1 - sum(found.win_chances)
        assert found.win_chances[0] + draws / 2 == pytest.approx(float(worth), abs=1e-9)
        result = solve(game)
        assert result.probability == (1 - worth if game.player(0) else worth)
        assert result.optimal


def test_play_that_can_go_on_for_ever_says_so() -> None:
    """If both players can wait, and throwing wins only one game in four, neither throws: `odds` stops and reports only
    the bounds 0.25 and 0.75. If waiting gains nothing, the value is exact.
    """
    quarter, most = Fraction(1, 4), Fraction(3, 4)
    bad, good = [(quarter, WON), (most, LOST)], [(most, WON), (quarter, LOST)]
    game = Throws({0: 0, 1: 1, 2: 0, 3: 1}, {0: [1, 2], 1: [0, 3]}, {2: bad, 3: good})
    found = odds(game)
    assert found.status is Status.STOPPED
    assert "between 0.2500 and 0.7500" in found.why
    assert solve(game).status is Status.STOPPED
    even = [(Fraction(1, 2), WON), (Fraction(1, 2), LOST)]
    fair = Throws({0: 0, 1: 1, 2: 0}, {0: [1, 2], 1: [0, 2]}, {2: even})
    assert (odds(fair).worth, odds(fair).expected) == (0.5, None)
    assert solve(fair).probability == 0.5
    sure = Throws({0: 0, 1: 1, 2: 0}, {0: [1, 2], 1: [0, 2]}, {2: [(Fraction(1), WON)]})
    assert Duel(sure).high[0] == 1


class DieOrCoin(Puzzle[int, int], Chance[int]):
    """A race to the last square. In each turn, the player throws a die or a coin (one or two squares); after a throw
    beyond the last square, the player stays.
    """

    start = 0

    def __init__(self, last: int = 8) -> None:
        self.last = last

    def is_goal(self, state: int) -> bool:
        return state == self.last

    def steps(self, state: int) -> list[Step[int, int]]:
        return [Step(throw, state + throw) for throw in range(1, 7) if state + throw <= self.last]

    def throw(self, state: int, faces: int) -> Outcomes:
        return [
            (Fraction(1, faces), state + face if state + face <= self.last else state) for face in range(1, faces + 1)
        ]

    def chances(self, state: int) -> Outcomes:
        return self.throw(state, 6)

    def decisions(self, state: int) -> dict[str, Outcomes]:
        return {"die": self.throw(state, 6), "coin": self.throw(state, 2)}


def count_turns(race: DieOrCoin, chosen: tuple[int, ...]) -> Fraction:
    """The expected number of turns if the player throws a die with `chosen[square]` faces on each square, computed from
    the last square backwards.
    """
    left = [Fraction(0)] * (race.last + 1)
    for square in range(race.last - 1, -1, -1):
        outcomes = race.throw(square, chosen[square])
        stay = sum((chance for chance, to in outcomes if to == square), Fraction(0))
        onward = sum((chance * left[to] for chance, to in outcomes if to != square), Fraction(0))
        left[square] = (1 + onward) / (1 - stay)
    return left[0]


def test_odds_of_a_race_with_decisions_are_those_of_best_play() -> None:
    """`odds` gives the least expected number of turns over all ways to choose; throwing only the die takes longer."""
    race = DieOrCoin()
    ways = {chosen: count_turns(race, chosen) for chosen in product((6, 2), repeat=race.last)}
    best = min(ways.values())
    found = odds(race, simulate=20_000)
    assert found.expected_exact == best
    assert found.expected == pytest.approx(float(best))
    assert best < ways[(6,) * race.last]
    assert found.policy is not None
    assert tuple({"die": 6, "coin": 2}[found.policy.choices[square]] for square in (6, 7)) == (2, 2)
    assert sum(found.distribution) == pytest.approx(1, abs=1e-6)
    assert found.simulation is not None
    assert abs(found.simulation.mean - float(best)) < 5 * found.simulation.standard_error
    mean = sum(turns * chance for turns, chance in enumerate(found.distribution))
    assert mean == pytest.approx(float(best), abs=1e-4)
    assert odds(race, players=2).win_chances[0] > 0.5


class Stuck(DieOrCoin):
    """A race in which every decision leads back to the start or stays on the square, so that the race never ends."""

    def decisions(self, state: int) -> dict[str, Outcomes]:
        return {"stay": [(Fraction(1), 0)], "wait": [(Fraction(1), state)]}


def test_where_no_choice_ends_the_game_the_dice_alone_count() -> None:
    found = odds(Stuck())
    assert found.expected_exact == count_turns(DieOrCoin(), (6,) * 8)
    assert "no strategy is sure to end the game" in found.why
