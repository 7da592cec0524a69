"""Rates the difficulty of a puzzle in figures: its least cost, the width and depth of its space, and the success of
simple players.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from langkah.generator.whole_space import WholeSpace
from langkah.model import Cost, Puzzle, Step

RANDOM_GAMES, RANDOM_LENGTHS = 100, 4  # games of the random player; its moves per game, as a multiple of the plan's
MOST_RANDOM_MOVES = 40_000  # moves of the random player in all its games together
MOST_GREEDY_MOVES = 1000


@dataclass(frozen=True)
class Rating:
    """The figures that rate a puzzle. A figure is None if it needs the whole space, which is too large.

    `branching`: the average number of legal moves along the solution. `dead_ends`: reachable states without a path to a
    goal. `greedy`: the share of the distance to the goal covered by a player who always moves to the unvisited state
    with the least estimate; 1 means solved. `random`: the share of games solved by a player who moves at random and
    gives up after four times the moves of the plan.
    """

    least: Cost
    moves: int
    branching: float
    states: int | None
    dead_ends: int | None
    greedy: float | None
    random: float

    def as_dict(self) -> dict[str, Any]:
        """The figures as plain JSON values."""
        whole = asdict(self)
        return {**whole, "least": to_json_number(self.least)}


def to_json_number(cost: Cost) -> int | float:
    """A cost for JSON: whole numbers stay whole."""
    return int(cost) if cost == int(cost) else float(cost)


def rate_puzzle(
    problem: Puzzle[Any, Any], plan: Sequence[Step[Any, Any]], space: WholeSpace | None, rng: Random
) -> Rating:
    """Rate a puzzle from its cheapest plan, and from its whole space if known."""
    states = [problem.start, *(step.state for step in plan[:-1])]
    branching = sum(sum(1 for _step in problem.steps(state)) for state in states) / max(len(states), 1)
    return Rating(
        sum(step.cost for step in plan),
        len(plan),
        round(branching, 2),
        None if space is None else len(space.states),
        None if space is None else space.count_dead_ends(),
        _follow_greedily(problem, space),
        _play_randomly(problem, len(plan), space, rng),
    )


def _follow_greedily(problem: Puzzle[Any, Any], space: WholeSpace | None) -> float | None:
    """The share of the distance to the goal that a greedy player covers. None if the player does not reach a goal and
    the space is not known or has no reachable goal.
    """
    estimate = problem.all_estimates()[0].of
    state, seen = problem.start, {problem.key(problem.start)}
    nearest = None if space is None else space.least[0]
    for _move in range(MOST_GREEDY_MOVES):
        if problem.is_goal(state):
            return 1.0
        fresh = [step.state for step in problem.steps(state) if problem.key(step.state) not in seen]
        if not fresh:
            break
        state = min(fresh, key=lambda each: estimate(problem, each))
        seen.add(problem.key(state))
        if space is not None:
            left = space.least[space.find(state)]
            nearest = left if left is not None and (nearest is None or left < nearest) else nearest
    if space is None or not space.least[0] or nearest is None:
        return None
    return round(1 - float(nearest) / float(space.least[0]), 3)


def _play_randomly(problem: Puzzle[Any, Any], moves: int, space: WholeSpace | None, rng: Random) -> float:
    """The share of games that a random player solves."""
    most = max(RANDOM_LENGTHS * moves, 1)
    games = max(min(RANDOM_GAMES, MOST_RANDOM_MOVES // most), 1) if space else min(RANDOM_GAMES, 2000 // most + 1)
    return round(sum(_wins(problem, most, space, rng) for _game in range(games)) / games, 3)


def _wins(problem: Puzzle[Any, Any], most: int, space: WholeSpace | None, rng: Random) -> bool:
    """Whether one game of a random player, with at most `most` moves, ends at a goal."""
    if space is not None:
        number = 0
        for _move in range(most):
            if space.least[number] == 0:
                return True
            if not space.onward[number]:
                return False
            number = rng.choice(space.onward[number])[0]
        return space.least[number] == 0
    state = problem.start
    for _move in range(most):
        if problem.is_goal(state):
            return True
        steps = list(problem.steps(state))
        if not steps:
            return False
        state = rng.choice(steps).state
    return problem.is_goal(state)
