"""Compares exact odds of small boards of snakes and ladders with equations solved by elimination."""

from collections import Counter
from random import Random

from langkah import Limit, load, solve
from langkah.dice_odds import find_odds
from tools.soak.cases import Case, Counts, require
from tools.soak.games import make_random_snakes
from tools.soak.naive import measure_space
from tools.soak.rules import SnakesBoard

FEW = 14  # squares


def make_dice_case(rng: Random) -> Case:
    """A random case: the settings of a small board, a number of turns to look ahead, and a number of players."""
    settings = make_random_snakes(rng)
    while settings["squares"] > FEW or (settings["die"] == 1 and settings["six_again"]):
        settings = make_random_snakes(rng)
    return {"settings": settings, "turns": rng.randint(0, 6), "players": rng.randint(1, 3)}


def check_dice_case(case: Case) -> Counts:
    """Check the odds of a board: the expected and the least number of turns, and the probabilities of the least number
    and of some turns. The win probabilities of all seats must add up to 1.
    """
    board = SnakesBoard(case["settings"])
    problem = load("snakes", case["settings"])
    odds = find_odds(problem, case["players"])
    space = measure_space(board.start, board.onward, lambda square: square == board.last)
    certain = len(space.to_goal) == len(space.depth)
    require((odds.status == "solved") == certain, "wrong about whether a game ends", odds)
    require(odds.minimum == space.nearest, "wrong least length", odds)
    counts: Counts = Counter(odds=1)
    thrown = {board.start}
    waiting = [board.start]
    while waiting:
        here = waiting.pop()
        for _goes_on, end in board.rolls(here) if here != board.last else ():
            if end not in thrown:
                thrown.add(end)
                waiting.append(end)
    if certain:
        expected = board.expect(sorted(thrown | {board.last}))
        assert expected is not None
        truth = expected[board.start]
        require(odds.expected_exact == truth, "wrong expected length", f"{odds.expected_exact}, truth {truth}")
        total = sum(odds.win_chances)
        require(abs(total - 1) < 1e-6, "chances of seats do not add up to 1", odds.win_chances)
    if not board.again:
        result = solve(problem, "expectimax", limit=Limit(depth=case["turns"]))
        counts["searches"] += 1
        require(result.probability == board.reach(case["turns"]), "wrong chance", result.probability)
        if odds.minimum is not None:
            require(odds.probability_of_minimum == board.reach(odds.minimum), "wrong chance of the least length", odds)
        spread = [float(board.reach(turn)) for turn in range(min(len(odds.distribution), 8))]
        sums = [sum(odds.distribution[: turn + 1]) for turn in range(len(spread))]
        near = all(abs(a - b) < 1e-9 for a, b in zip(spread, sums, strict=True))
        require(near, "wrong distribution", f"{sums}, truth {spread}")
    return counts
