"""Checks claims about two-player games and dice: values, players that never lose, exact odds.

Everything else in such a certificate is checked as for puzzles, in `checker.py`."""

from collections import Counter
from fractions import Fraction
from math import inf
from typing import Any

from langkah.dice_throws import check_chances, list_dice
from langkah.language import N_
from langkah.model import Game, Outcome
from langkah.proofs.checker import ABSENT, Checker, require
from langkah.proofs.state_text import list_steps, read_number


def list_rolls(problem: Any, state: Any) -> list[tuple[Any, Any]]:
    """The possible next states in a game with dice, each with its chance; if a player decides, each chance is 1. Empty
    if the game is over."""
    if not isinstance(problem, Game):
        return [] if problem.is_goal(state) else check_chances(state, problem.chances(state))
    if problem.outcome(state) is not None:
        return []
    return list_dice(problem, state) or [(Fraction(1), step.state) for step in problem.steps(state)]


class GameChecker(Checker):
    """Checks a certificate about a two-player game, or about a game with dice."""

    def identify(self, state: Any, label: Any = None) -> str:
        """The name of a state. In a plan, the name begins with the first item of the label: the side that follows the
        plan.
        """
        return (f"{label[0]} " if isinstance(label, list) else "") + super().identify(state)

    def list_future(self, state: Any) -> Any:
        """What must be equal in states that `key` merges: the winner or, before the end, the player to move (in a
        puzzle: whether the state is a goal) and the steps.
        """
        game, problem = isinstance(self.problem, Game), self.problem
        if game and (end := problem.outcome(state)) is not None:
            return end.winner
        after = list_rolls(problem, state) if self.claim == "odds" else list_steps(problem, state)
        ways = Counter((weight, problem.key(there)) for weight, there in after)
        return (problem.player if game else problem.is_goal)(state), ways if self.claim == "odds" else {*ways}

    def examine_value(self, state: Any, label: list[Any], _block: int) -> None:
        side, end, forced = label[0], self.problem.outcome(state), self.said.get("value") in ("win", "loss")
        fine = end is None or (end.winner == side if forced else end.winner != 1 - side)
        require(fine, N_("the game ends here, but not with the claimed result"))
        steps, mine = [] if end else list(self.problem.steps(state)), self.problem.player(state) == side
        if mine and self.claim == "never-loses":
            steps = [step for step in steps if self.problem.notation(step.move) in label[1:]]
            require(end or len(steps) == len(label) - 1, N_("not all moves in the label are legal"))
        found = [(self.find(step.state, label)[:2], step.state) for step in steps]
        bad = [after for (there, place), after in found if place < 0 or (forced and not there[1] < label[1])]
        enough = len(bad) < len(steps) if mine and self.claim == "value" else steps and not bad
        require(end or enough, ABSENT, bad[0] if bad else None)

    examine_never_loses = examine_value

    def examine_odds(self, state: Any, label: Any, block: int) -> None:
        ways = []
        for chance, after in list_rolls(self.problem, state):
            ways.append((chance, *self.find(after)[:2]))
            require(ways[-1][2] >= 0, ABSENT, after)
        decides = sum(chance for chance, *_more in ways) > 1  # a player decides between two steps or more
        worths, earlier = [there for _chance, there, _place in ways], [place < block for *_more, place in ways]
        if decides:
            right = max(worths) if self.problem.player(state) == 0 else min(worths)
        elif ways:
            right = sum(chance * there for chance, there, _place in ways) + (not isinstance(self.problem, Game))
        else:
            end: Any = self.problem.outcome(state) if isinstance(self.problem, Game) else Outcome(1, "")
            right = Fraction(1, 2) if end.winner is None else 1 - end.winner  # the first player's chance, or 0 turns
        require(label == right < inf, N_("the label should be {n}"), n=right)
        led = all(earlier) if decides else any(earlier)
        require(led or not ways, N_("one of the rolls, or every move of a player, must lead to an earlier block"))

    def check_whole(self) -> None:
        """Check that the start is listed for each side with a plan, and that the header gives the odds of the start."""
        if self.claim == "layers":
            super().check_whole()
            return
        said, start = self.said, self.problem.start
        mover = self.problem.player(start) if isinstance(self.problem, Game) else 0
        sides: Any = {"win": [mover], "loss": [1 - mover], "draw": [0, 1]}
        for side in sides[said["value"]] if self.claim == "value" else [said.get("seat")]:
            label, place, _place = self.find(start, None if side is None else [side])
            listed = place >= 0 and side in (None, 0, 1)
            require(listed, N_("the start {after} is not listed, or has a wrong label"), start)
        known = self.claim != "odds" or read_number(said["expected"]) == label
        require(known, N_("the header is wrong: {name} should be {fact}"), name="expected", fact=label)
