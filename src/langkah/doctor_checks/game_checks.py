"""Checks of two-player games and games with dice."""

from collections.abc import Hashable, Iterator
from typing import Any

from langkah.dice_throws import list_decisions, list_unlisted_throws
from langkah.doctor_checks.survey import Finding, StateSurvey
from langkah.language import _
from langkah.model import Game


def check_turns(survey: StateSurvey) -> Iterator[Finding]:
    """Check that there is a player to move, that the game has an outcome if there is no legal move, and that
    evaluations are between -1 and 1.
    """
    game = survey.problem
    assert isinstance(game, Game)
    for case in survey:
        board = survey.board(case.state)
        ended = game.outcome(case.state)
        if game.player(case.state) not in (0, 1):
            yield Finding(
                True, _("player() is {player}; it must be 0 or 1").format(player=game.player(case.state)), board
            )
        if ended is None and not case.steps:
            yield Finding(True, _("the game goes on, but there is no legal move"), board)
        if ended is not None and ended.winner not in (0, 1, None):
            text = _("the winner is {winner}; it must be 0, 1 or None")
            yield Finding(True, text.format(winner=ended.winner), board)
        if not -1 <= game.evaluate(case.state) <= 1:
            text = _("evaluate() gives {value}; it must be between -1 and 1")
            yield Finding(True, text.format(value=game.evaluate(case.state)), board)


def check_hopes(survey: StateSurvey) -> Iterator[Finding]:
    """Check `hopes`: if it says that a player cannot win any more in some state, the player must not win in any state
    reachable from this state.
    """
    game = survey.problem
    assert isinstance(game, Game)
    winners: dict[Hashable, set[int]] = {}
    into: dict[Hashable, list[Hashable]] = {}
    for case in survey.all():
        for step in case.steps if game.outcome(case.state) is None else ():
            into.setdefault(step.state, []).append(case.state)
    waiting = [(case.state, ended.winner) for case in survey.all() if (ended := game.outcome(case.state)) is not None]
    while waiting:
        state, winner = waiting.pop()
        if winner is not None and winner not in winners.setdefault(state, set()):
            winners[state].add(winner)
            waiting += [(before, winner) for before in into.get(state, ())]
    for case in survey:
        for player in winners.get(case.state, ()):
            if not game.hopes(case.state)[player]:
                text = _(
                    "hopes() says that {player} cannot win any more, but there is a line of play in which "
                    "this player wins"
                )
                yield Finding(True, text.format(player=_(game.players[player])), survey.board(case.state))


def check_chances(survey: StateSurvey) -> Iterator[Finding]:
    """Check that the probabilities of each decision are positive and add up to 1, and that a step leads to every state
    to which the dice can lead.
    """
    puzzle: Any = survey.problem  # the problem is also a `Chance`, which the type cannot express
    for_two = isinstance(survey.problem, Game)
    for case in survey:
        if puzzle.outcome(case.state) is not None if for_two else puzzle.is_goal(case.state):
            continue
        decided = [outcomes for _name, outcomes in list_decisions(puzzle, case.state)]
        for outcomes in (puzzle.chances(case.state), *decided):
            parts = [probability for probability, _state in outcomes]
            if parts and (sum(parts) != 1 or min(parts) <= 0):
                text = _("the chances add up to {sum}; they must all be positive and add up to 1")
                yield Finding(True, text.format(sum=sum(parts)), survey.board(case.state))
        for after in list_unlisted_throws(puzzle, case.state, puzzle.chances(case.state))[:1]:
            text = _("the dice lead to a state to which no step leads: add a step for each throw to steps()")
            yield Finding(True, text, survey.board(case.state, after))
