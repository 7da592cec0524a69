"""The gallery of all games: the level that a card opens, and the same cost on the card, on the counter and in the
solution.
"""

from typing import Any

import langkah
from langkah.games import GAMES, get_game_class, load
from langkah.model import Cost, Puzzle
from langkah.session import Session
from langkah.tasks.context import Context
from langkah.tasks.gallery import HomeRequest, list_home
from langkah.tasks.levels import read_level_facts
from langkah.tasks.positions import describe_position
from langkah.tasks.problems import ProblemCatalogue
from langkah.tasks.table import run_task
from tests.small import SMALL

CATALOGUE = ProblemCatalogue()
PUZZLES = {
    game["name"]: game for game in list_home(HomeRequest(CATALOGUE), Context())["games"] if game["kind"] == "puzzle"
}
EASY = 30  # the most steps that the first level of a path may need


def test_cards_open_at_an_easy_level_and_count_as_the_board_does() -> None:
    """For every puzzle, the first level that its card suggests has a title and a solution of at most `EASY` steps. The
    least cost of this level is the cost that the counter shows after the solution. A new puzzle can be generated.
    """
    puzzles = [name for name in GAMES if issubclass(get_game_class(name), Puzzle)]
    assert len(PUZZLES) == len(puzzles) - 1  # the card of one of them has the kind "dice"
    for card in PUZZLES.values():
        first = card["path"][0]
        level = read_level_facts(CATALOGUE, first["name"])
        assert first["title"]
        result = langkah.solve(first["name"])
        session = Session(load(first["name"]))
        for step in result.path:
            session.make(step)
        position = describe_position(session)
        assert result.optimal
        assert position["cost"] == result.cost == level["least"], first["name"]
        assert len(result.path) <= EASY
        assert run_task("problem", {"problem": first["name"]}, Context(), CATALOGUE)["renewable"]


def test_praise_for_any_solution_only_where_all_cost_the_same() -> None:
    """Four puzzles declare that all solutions have the same cost. This is true of the small board of each puzzle."""
    said = [game for game, card in PUZZLES.items() if card["level_cost"]]
    assert {"queens", "solitaire", "regions", "polyomino"} == set(said)
    for game in said:
        problem: Any = load(game, SMALL[game])
        assert len(list_goal_costs(problem)) == 1, game


def list_goal_costs(problem: Puzzle[Any, Any]) -> set[Cost]:
    """The costs of all paths from the start to a goal. Paths that reach the same state at the same cost are followed
    once.
    """
    found: set[Cost] = set()
    waiting: list[tuple[Any, Cost]] = [(problem.start, 0)]
    seen: set[tuple[Any, Cost]] = {(problem.start, 0)}
    for state, cost in waiting:
        if problem.is_goal(state):
            found.add(cost)
        for step in problem.steps(state):
            after = (step.state, cost + step.cost)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return found
