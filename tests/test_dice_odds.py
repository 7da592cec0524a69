"""The odds agree with published numbers, with an independent computation in fractions, and with simulated games."""

import json
import math
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from langkah.dice_odds import distribution, elimination, find_odds
from langkah.dice_odds.analysis import Analysis
from langkah.dice_odds.chain import make_chain
from langkah.dice_odds.jumps import change_settings, find_effects
from langkah.dice_odds.policy import find_best_policy
from langkah.dice_odds.simulate import make_alias_columns, simulate
from langkah.errors import BadInput, MissingExtra
from langkah.games.snakes import Snakes
from langkah.model import Chance, Puzzle, Step
from langkah.tracing import Status
from tests import dice_boards
from tests.dice_boards import Board, boards

FACTS = json.loads((Path(__file__).parent / "data" / "snakes.json").read_text(encoding="utf-8"))
RULES = {"stay": "stay", "bounce": "bounce", "over": "win"}


def known_board(entry: dict[str, Any]) -> Snakes:
    """The snakes-and-ladders board of an entry of the published data."""
    return Snakes(
        squares=entry["squares"],
        die=entry["die"],
        overshoot=RULES[entry["rule"]],
        start=entry["start_square"],
        jumps=entry["jumps"],
    )


class Coin(Puzzle[int, str], Chance[int]):
    """A puzzle: toss a coin until heads come up `heads` times in a row. If `cliff` is positive, a toss may also fall
    off a cliff, with this probability, and the game never ends.
    """

    def __init__(self, heads: int = 2, cliff: Fraction = Fraction(0)) -> None:
        self.heads, self.cliff, self.start = heads, cliff, 0

    def steps(self, state: int) -> Iterable[Step[int, str]]:
        """Steps for heads, for tails, and for a fall if there is a cliff; none after a fall."""
        fall = [Step("fall", -1)] if self.cliff else []
        return [Step("heads", state + 1), Step("tails", 0), *fall] if state >= 0 else []

    def is_goal(self, state: int) -> bool:
        """Whether heads came up often enough in a row."""
        return state == self.heads

    def chances(self, state: int) -> Iterable[tuple[Fraction, int]]:
        """Heads with probability 1/2, the rest for tails and the fall. After a fall, the state never changes."""
        half = Fraction(1, 2)
        return [(half, state + 1), (half - self.cliff, 0), (self.cliff, -1)] if state >= 0 else [(Fraction(1), -1)]


@pytest.mark.parametrize("entry", FACTS["boards"] + FACTS["random"], ids=lambda entry: str(entry["name"]))
def test_published_boards(entry: dict[str, Any]) -> None:
    """The computed odds equal the published ones, including the exact fraction of the expected length."""
    found = find_odds(known_board(entry))
    assert str(found.expected_exact) == entry["expected_rolls_exact"]
    assert found.expected == pytest.approx(entry["expected_rolls"], rel=1e-14)
    assert found.sd == pytest.approx(entry["sd"], rel=1e-8)  # the published value is a truncated sum
    assert found.probability_of_minimum is not None
    assert float(found.probability_of_minimum) == pytest.approx(entry["prob_of_min"], rel=1e-14)
    assert (found.minimum, found.median, found.mode) == (
        entry["min_rolls"],
        entry["median_rolls"],
        entry["mode_rolls"],
    )
    assert all(found.quantiles[name] == entry[name] for name in ("q25", "q75", "q95") if name in entry)
    assert found.positions == entry.get("reachable_states", found.positions)


def test_published_spinners() -> None:
    """The published expected lengths of games with spinners of different sizes are reproduced."""
    board = known_board(FACTS["boards"][0])
    for die, rolls in FACTS["spinner_sizes_MB47"].items():
        assert round(Analysis(change_settings(board, die=int(die))).expected, 4) == rolls


@given(boards())
def test_expected_length(board: Board) -> None:
    """The expected length of a game is the fraction that dense elimination computes, or missing if the game may never
    end.
    """
    found = find_odds(board.problem())
    wanted = dice_boards.expected(board)
    assert found.expected_exact == wanted
    assert (found.status is Status.SOLVED) == (wanted is not None)
    if wanted is not None:
        assert found.expected == pytest.approx(float(wanted), rel=1e-12)
        assert Analysis(board.problem()).expected == pytest.approx(float(wanted), rel=1e-9)
        assert sum(found.visits.values()) == pytest.approx(float(wanted), rel=1e-9)


@given(boards(six_again=False))
def test_distribution(board: Board) -> None:
    """The probability of each length of a game agrees with the oracle; minimum, median, mode, quantiles and variance
    follow from these probabilities.
    """
    found = find_odds(board.problem())
    assume(found.status is Status.SOLVED)
    exact = dice_boards.lengths(board, 60)
    for length, chance in enumerate(exact[: len(found.distribution)]):
        assert found.distribution[length] == pytest.approx(float(chance), rel=1e-9, abs=1e-13)
    first = next(length for length, chance in enumerate(exact) if chance)
    assert (found.minimum, found.probability_of_minimum) == (first, exact[first])
    done = Fraction(0)
    wanted: dict[Fraction, int] = {}
    for length, chance in enumerate(exact):
        done += chance
        for share in (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20)):
            if done >= share:
                wanted.setdefault(share, length)
    named = {Fraction(1, 2): found.median, Fraction(1, 4): found.quantiles["q25"]}
    named |= {Fraction(3, 4): found.quantiles["q75"], Fraction(19, 20): found.quantiles["q95"]}
    assert all(named[share] == length for share, length in wanted.items())
    if max(exact) > 1 - done:
        assert found.mode == exact.index(max(exact))
    assert found.variance_exact is not None
    assert found.variance == pytest.approx(Analysis(board.problem()).variance, rel=1e-6, abs=1e-9)
    moments = [sum(p * n**k for n, p in enumerate(found.distribution)) for k in (1, 2)]
    assert found.variance == pytest.approx(moments[1] - moments[0] ** 2, rel=1e-5, abs=1e-7)


@given(boards(most=5, six_again=False))
def test_races_of_two(board: Board) -> None:
    """The probabilities that the first and the second player win agree with one system of equations over all pairs of
    squares.
    """
    found = find_odds(board.problem(), players=2)
    assume(found.status is Status.SOLVED)
    wanted = dice_boards.first_of_two_wins(board)
    assert wanted is not None
    assert found.win_chances == pytest.approx((float(wanted), 1 - float(wanted)), rel=1e-9)


@given(boards(most=8), st.integers(3, 6))
def test_races_of_many(board: Board, players: int) -> None:
    """The probabilities of winning add up to 1, and an earlier player never has a smaller one than a later player."""
    found = find_odds(board.problem(), players=players)
    assume(found.status is Status.SOLVED)
    assert sum(found.win_chances) == pytest.approx(1, rel=1e-9)
    assert all(a >= b - 1e-12 for a, b in zip(found.win_chances, found.win_chances[1:], strict=False))


def test_races_from_the_middle() -> None:
    """Races may start from any squares: a player close to the last square is likely to win, and one on the last square
    wins.
    """
    board = Snakes(squares=10, die=2, jumps={})
    ahead = find_odds(board, at=[9, 0])
    assert ahead.win_chances[0] > 0.9
    behind = find_odds(board, at=[0, 9])
    assert behind.win_chances == pytest.approx((0.0, 1.0), abs=0.07)
    assert find_odds(board, at=[8, 8]).expected == find_odds(change_settings(board, start=8)).expected
    assert find_odds(board, at=[10, 0]).win_chances == (1.0, 0.0)
    trap = Snakes(squares=12, die=1, jumps={3: 1}, start=1)
    assert find_odds(trap, at=[1, 4]).win_chances == (0.0, 1.0)


@settings(suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(boards(most=20), st.integers(0, 10**6))
def test_monte_carlo_agrees(board: Board, seed: int) -> None:
    """The mean length of simulated games is within four standard errors of the expected length."""
    problem = board.problem()
    exact = Analysis(problem)
    assume(exact.certain and exact.expected < 500)
    played = simulate(problem, 4000, seed)
    assert abs(played.mean - exact.expected) <= 4 * math.sqrt(max(exact.variance, 0) / 4000) + 1e-9
    assert played.shortest >= exact.minimum
    assert (played.stuck, played.unfinished) == (0, 0)
    assert played[:6] == simulate(problem, 4000, seed)[:6]


@given(st.dictionaries(st.integers(0, 9), st.integers(1, 50), min_size=1), st.integers(0, 5))
def test_alias_columns_hold_every_chance(weights: dict[int, int], more: int) -> None:
    """The shares of each outcome in all columns of an alias table add up to the outcome's probability."""
    row = {key: Fraction(weight, sum(weights.values())) for key, weight in weights.items()}
    wide = len(row) + more
    shares = dict.fromkeys(row, Fraction(0))
    for first, second, share in make_alias_columns(row, wide):
        shares[first] += share / wide
        shares[second] += (1 - share) / wide
    assert shares == row


def test_boards_that_never_end() -> None:
    """If it is not certain that the goal is reached, the result is 'impossible', with the probability of finishing."""
    never = find_odds(Snakes(squares=8, jumps=dict.fromkeys(range(2, 8), 1)))
    assert (never.status, never.finishes, never.expected, never.minimum) == (Status.IMPOSSIBLE, 0.0, None, None)
    coin = Coin(2, Fraction(1, 8))
    found = find_odds(coin)
    lucky = Fraction(1, 4) / (1 - (Fraction(3, 8) + Fraction(1, 2) * Fraction(3, 8)))
    assert found.status is Status.IMPOSSIBLE
    assert found.finishes == pytest.approx(float(lucky))
    assert found.expected is None
    assert found.expected_if_finished == pytest.approx(
        sum(n * p for n, p in enumerate(found.distribution)) / float(lucky)
    )
    assert sum(found.distribution) == pytest.approx(float(lucky))
    assert (found.median, found.quantiles["q75"]) == (6, None)
    assert "stuck" in found.why
    played = simulate(coin, 20_000, 3)
    assert played.stuck / 20_000 == pytest.approx(1 - float(lucky), abs=0.02)


def test_any_game_of_chance() -> None:
    """The odds work for any game of chance: n heads in a row take 2^(n+1) - 2 tosses on average."""
    for heads in range(7):
        assert find_odds(Coin(heads)).expected_exact == 2 ** (heads + 1) - 2


def test_ties_are_ties() -> None:
    """A length with cumulative probability exactly 1/2 is the median; of equally likely lengths, the shortest is the
    mode.
    """
    one = find_odds(Coin(1))
    assert (one.median, one.mode, one.quantiles["q75"]) == (1, 1, 2)
    ties = 0
    for squares, die, foot, end in product(range(3, 8), range(2, 5), range(1, 7), range(1, 8)):
        if foot < squares and end <= squares and foot != end:
            board = Board(squares, die, "win", False, {foot: end})
            chances = dice_boards.lengths(board, 20)
            if chances.count(max(chances)) > 1:
                ties += 1
                assert find_odds(board.problem()).mode == chances.index(max(chances))
    assert ties > 10


@pytest.mark.parametrize("way", [distribution.step_plainly, distribution.step_in_blocks, distribution.step_sparsely])
def test_all_ways_to_the_distribution_agree(way: Any) -> None:
    """The plain, the dense and the sparse computation give the same distribution of the length."""
    chain = make_chain(known_board(FACTS["boards"][1]))
    chances, beyond = way(chain)
    wanted = distribution.step_plainly(chain)[0]
    assert beyond < 1e-11
    assert chances[: len(wanted)] == pytest.approx(wanted, abs=1e-14)


def test_all_ways_to_solve_agree() -> None:
    """Plain elimination and SuperLU find the same solutions, for the matrix of a Markov chain and for its transpose."""
    chain = make_chain(known_board(FACTS["boards"][2]))
    own, other = elimination.factorise(chain), elimination.SuperLU(chain)
    right = [math.sin(n) for n in range(len(chain))]
    assert own.solve(right) == pytest.approx(other.solve(right), rel=1e-9)
    assert own.solve_transposed(right) == pytest.approx(other.solve_transposed(right), rel=1e-9)


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without SciPy, Langkah computes the same odds for small boards; for large ones, the message names the extra to
    install.
    """
    monkeypatch.setattr(elimination, "SPARSE_STATES", 10)
    board = known_board(FACTS["boards"][0])
    with_it = find_odds(board, 2, fractions=False)
    for module in (elimination, distribution):
        monkeypatch.setattr(module, "has_scipy", lambda: False)
    without = find_odds(board, 2, fractions=False)
    assert without.expected == pytest.approx(with_it.expected)
    assert without.win_chances == pytest.approx(with_it.win_chances)
    assert without.distribution == pytest.approx(with_it.distribution, abs=1e-14)
    with pytest.raises(MissingExtra, match=r"langkah\[odds\]"):
        find_odds(Snakes(squares=10_000, jumps={}))


def test_large_boards_in_seconds() -> None:
    """On a board of 10,000 squares without jumps, the expected length is near 10,000 / 3.5 rolls; the exact fraction is
    left out.
    """
    board = Snakes(squares=10_000, jumps={})
    found = find_odds(board)
    assert found.expected == pytest.approx(10_000 / 3.5 + 5 / 3 + 11 / 3, abs=3)
    assert found.expected_exact is None
    assert found.median == pytest.approx(found.expected, rel=0.01)
    exact = find_odds(Snakes(squares=1000, jumps={}))
    assert exact.expected_exact is not None
    assert exact.expected == pytest.approx(Analysis(Snakes(squares=1000, jumps={})).expected, rel=1e-12)


def test_very_long_games_are_told_honestly() -> None:
    """If a million turns are too few for the distribution, the median is missing, and the result says why."""
    jumps = {square: 1 for start in (95, 82, 70, 40) for square in range(start, start + 5)}
    found = find_odds(Snakes(squares=100, jumps=jumps | dict.fromkeys((90, 91, 92, 93), 2)))
    assert found.expected is not None
    assert found.expected > 10**6
    assert found.median is None
    assert "more than" in found.why


@given(boards(most=10, six_again=False))
def test_policies_by_value_iteration(board: Board) -> None:
    """The expected length under the best policy agrees with value iteration."""
    problem = board.problem()
    found = find_best_policy(problem, decline=True)
    near = value_iteration(board, decline=True)
    assume(near is None or near < 200)
    assert found.expected == (None if near is None else pytest.approx(near, rel=1e-6))
    usual = find_best_policy(problem)
    assert usual.expected_exact == find_odds(problem).expected_exact
    if usual.expected is not None and found.expected is not None:
        assert found.expected <= usual.expected + 1e-9
        assert found.expected_exact is not None
        assert float(found.expected_exact) == pytest.approx(found.expected)


def value_iteration(board: Board, decline: bool) -> float | None:
    """The least expected number of rolls, approached from below; None if no policy is certain to end the game, or the
    number is too large to find.
    """
    values = dict.fromkeys(range(board.squares + 1), 0.0)
    for _round in range(20_000):
        before = dict(values)
        for square in range(board.squares):
            options = [(land, end) if decline else (end,) for land, end, _turns in board.rolls(square)]
            values[square] = 1 + sum(min(before[place] for place in each) for each in options) / board.die
        if max(abs(values[square] - before[square]) for square in values) < 1e-13:
            return values[board.start]
        if values[board.start] > 10**4:
            return None
    return values[board.start] if values[board.start] < 200 else None


def test_two_dice() -> None:
    """A choice between two dice gives a shorter expected game than either die alone; on the last square but one, the
    smaller die is best.
    """
    board = known_board(FACTS["boards"][0])
    other = change_settings(board, die=4)
    found = find_best_policy(board, [("die=4", other)])
    assert found.expected is not None
    assert found.expected < min(Analysis(board).expected, Analysis(other).expected)
    assert set(found.choices.values()) == {"", "die=4"}
    assert found.choices[99] == "die=4"  # 1 in 4 is better than 1 in 6


def test_jumps_are_weighed() -> None:
    """A snake lengthens the game, and a ladder shortens it; without a jump that the game needs, the game never ends."""
    board = known_board(FACTS["boards"][0])
    expected = Analysis(board).expected
    found = {each.start: each for each in find_effects(board, expected)}
    assert set(found) == set(board.jumps)
    assert found[80].effect < 0 < found[87].effect
    assert max(found.values(), key=lambda each: abs(each.effect)).start == 80
    blocked = Snakes(squares=8, die=2, jumps={5: 8, 6: 1, 7: 1})
    needed = {each.start: each for each in find_effects(blocked, Analysis(blocked).expected)}
    assert needed[5].expected_without == math.inf
    assert needed[5].as_dict()["expected_without"] is None


@pytest.mark.parametrize("players", [0, -1, 101, 2.0, "2", None, True])
def test_bad_numbers_of_players(players: Any) -> None:
    """An invalid number of players is refused."""
    with pytest.raises(BadInput):
        find_odds(Snakes(), players=players)


def test_bad_chances() -> None:
    """Probabilities that are invalid are reported as a mistake of the game."""
    with pytest.raises(BadInput, match="add up to 1"):
        find_odds(Coin(2, Fraction(-1, 8)))
