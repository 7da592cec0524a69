"""Pig: roll as often as you dare. Each roll adds to the turn total, but a 1 ends the turn, and its total is lost.

A state holds the points of both players, the turn total, the player to move, whether the die is in the air, and the
face it shows. Between two decisions there is a state in which the die falls, with outcomes from `chances`. The face is
only shown, so states that differ only in it share a key. A turn begins with a roll, so that a player cannot wait for
ever; a player whose points and turn total reach the target wins at once, since holding would be the only sensible move.
"""

from collections.abc import Hashable
from fractions import Fraction
from typing import NamedTuple

from langkah.language import N_, _
from langkah.model import Chance, Game, Outcome, Step
from langkah.scene import Disc, Path, Rect, Scene, Shape, Text
from langkah.settings import Mistakes, Setting

ROLL, HOLD, DIE = "roll", "hold", "die"
WIDE, BAR_LEFT, BAR_WIDE = 10.0, 0.5, 9.0
PIPS = {  # in thirds of the die, from its middle
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


class State(NamedTuple):
    """A position of the game: the points of both players, the turn total, the player to move, whether the die is in the
    air, and the face that it shows.
    """

    points: tuple[int, int]
    sum: int = 0  # the turn total
    turn: int = 0
    rolling: bool = False
    face: int = 0  # shown by the die; 0 before the first throw


class Pig(Game[State, str], Chance[State]):
    """Roll as often as you dare, then hold to keep the turn total; after a 1, the turn ends and its total is lost."""

    title = N_("Pig")
    shelf = N_("With dice")
    about = N_("Roll as often as you dare, then hold to keep the sum. A 1 ends the turn, and its sum is lost.")
    level_groups = (N_("First steps"), N_("Short games"), N_("Long games"))
    small = {"target": 3, "die": 3}
    players = (N_("first player"), N_("second player"))
    settings = (
        Setting("target", 15, N_("the number of points needed to win"), 1, 1000, label=N_("Points to win")),
        Setting("die", 6, N_("the number of faces of the die"), 2, 20, label=N_("Faces of the die")),
    )
    start = State((0, 0))

    def __init__(self, target: int = 15, die: int = 6) -> None:
        mistakes = Mistakes()
        mistakes.check(self.settings, {"target": target, "die": die})
        mistakes.raise_any()
        self.target, self.die = target, die

    def player(self, state: State) -> int:
        """The player to move; while the die is in the air, the player who rolled it."""
        return state.turn

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended: the player to move wins if their points and the turn total together reach the target.
        None while the game continues.
        """
        if state.points[state.turn] + state.sum < self.target:
            return None
        name = _(self.players[state.turn])
        return Outcome(state.turn, _("{player} has reached {n} points and wins").format(player=name, n=self.target))

    def steps(self, state: State) -> list[Step[State, str]]:
        """The possible moves: roll, and hold if the turn total is not 0. While the die is in the air, a step for each
        face.
        """
        if self.outcome(state) is not None:
            return []
        if state.rolling:
            return [Step(str(face), self._fall(state, face)) for face in range(1, self.die + 1)]
        found = [Step(ROLL, state._replace(rolling=True))]
        return [*found, Step(HOLD, self._pass_on(state, state.sum))] if state.sum else found

    def chances(self, state: State) -> list[tuple[Fraction, State]]:
        """The next states while the die is in the air, one for each face, all with the same probability; empty if a
        player is to decide.
        """
        steps = self.steps(state) if state.rolling else []
        return [(Fraction(1, self.die), step.state) for step in steps]

    def _fall(self, state: State, face: int) -> State:
        """The state after the die has fallen and shows `face`."""
        if face == 1:
            return self._pass_on(state, 0)._replace(face=1)
        return state._replace(sum=state.sum + face, rolling=False, face=face)

    @staticmethod
    def _pass_on(state: State, kept: int) -> State:
        """The state after the player to move has ended the turn and kept `kept` points: the other player is to move."""
        first, second = state.points
        points = (first, second + kept) if state.turn else (first + kept, second)
        return State(points, 0, 1 - state.turn, False, state.face)

    def key(self, state: State) -> Hashable:
        """The state without the face that the die shows, since this face does not matter for the game."""
        return state[:4]

    def evaluate(self, state: State) -> float:
        """The lead of the player to move, as a share of the target. The turn total counts half, since it can still be
        lost.
        """
        mine, theirs = state.points[state.turn], state.points[1 - state.turn]
        return max(-1.0, min(1.0, (mine + state.sum / 2 - theirs) / (self.target + 1)))

    def notation(self, move: str) -> str:
        """A move as text: `roll`, `hold`, or the number of the face on which the die falls."""
        return move

    def text(self, state: State) -> str:
        """A line for each player with their points. The line of the player to move begins with `>` and also has the
        turn total, and a `?` while the die is in the air.
        """
        now = f" +{state.sum}" + (" ?" if state.rolling else "")
        marks = [f"> {each}{now}" if turn == state.turn else f"  {each}" for turn, each in enumerate(state.points)]
        return "\n".join(marks)

    def label(self, state: State) -> str:
        """The points of both players, with the turn total after the points of the player to move, as in `12+5 : 9`."""
        now = f"+{state.sum}" + ("?" if state.rolling else "")
        return " : ".join(f"{each}{now}" if turn == state.turn else str(each) for turn, each in enumerate(state.points))

    def scene(self, state: State) -> Scene:
        """The tracks of both players to the target, the die, and two buttons."""
        shapes: list[Shape] = [Rect(0, 0, WIDE, 7.0, "board", id="board", round=0.3)]
        for player in (0, 1):
            shapes += self._draw_way(state, player, 0.35 + 1.25 * player)
        shapes += self._draw_die(state, 1.75, 4.85)
        ended = self.outcome(state) is not None
        shapes += [
            Text(5.0, 4.25, _("this turn"), 0.42, "faint", id="turn name"),
            Text(5.0, 5.1, str(state.sum), 1.1, id="turn sum"),
        ]
        for y, move, words, role, fits in (
            (3.45, ROLL, _("Roll"), "piece:2", not ended and not state.rolling),
            (5.0, HOLD, _("Hold"), "piece:1", not ended and not state.rolling and state.sum > 0),
        ):
            shapes.append(Rect(6.9, y, 2.6, 1.3, role if fits else "cell", words, move, f"button {move}", 0.3))
        return Scene(WIDE, 7.0, tuple(shapes), self.spoken(state))

    def _draw_way(self, state: State, player: int, y: float) -> list[Shape]:
        """A player's track to the target, filled with the points kept and, for the player to move, the points that
        holding would add.
        """
        turn = player == state.turn
        kept, open_sum = state.points[player], state.sum if turn else 0
        scale = BAR_WIDE / self.target
        found: list[Shape] = [Rect(BAR_LEFT, y + 0.42, BAR_WIDE, 0.55, "cell", id=f"way {player}", round=0.2)]
        if kept:
            found.append(Rect(BAR_LEFT, y + 0.42, kept * scale, 0.55, f"mark:{player}", id=f"kept {player}", round=0.2))
        if open_sum:
            wide = min(open_sum * scale, BAR_WIDE - kept * scale)
            found.append(Rect(BAR_LEFT + kept * scale, y + 0.47, wide, 0.45, "goal", id=f"open {player}", round=0.15))
        name = _("{player}: {n} of {target}").format(player=_(self.players[player]), n=kept, target=self.target)
        found.append(Text(WIDE / 2, y + 0.16, name, 0.36, "text" if turn else "faint", id=f"name {player}"))
        if turn:
            points = ((0.12, y + 0.55), (0.38, y + 0.7), (0.12, y + 0.85))
            found.append(Path(points, f"mark:{player}", id="whose turn", closed=True, width=0.04))
        return found

    def _draw_die(self, state: State, x: float, y: float) -> list[Shape]:
        """The die with its face; a question mark while the die is in the air or before the first throw."""
        face = 0 if state.rolling else state.face
        found: list[Shape] = [Rect(x - 1.2, y - 1.2, 2.4, 2.4, "cell:1", "", DIE, "die", 0.4)]
        if face > len(PIPS) or not face:
            found.append(Text(x, y, str(face) if face else "?", 1.2, "text" if face else "faint", DIE, "face"))
            return found
        role = "down" if face == 1 else "wall"
        pips = [
            Disc(x + 0.65 * across, y + 0.65 * down, 0.24, role, "", DIE, f"pip {number}")
            for number, (across, down) in enumerate(PIPS[face])
        ]
        return [*found, *pips]

    def spoken(self, state: State) -> str:
        """The position in words."""
        ended = self.outcome(state)
        turn = _("{player} to move").format(player=_(self.players[state.turn]))
        points = _("points: {first} and {second}").format(first=state.points[0], second=state.points[1])
        told = [ended.reason if ended else turn, points, _("{n} points in this turn").format(n=state.sum)]
        shown = _("the die shows {face}").format(face=state.face) if state.face else ""
        return "; ".join(filter(None, [*told, _("the die is rolling") if state.rolling else shown]))

    def gestures(self, state: State, move: str) -> tuple[tuple[str, ...], ...]:
        """The clicks that perform a move: on the die or on a button. There are no clicks for the fall of the die, since
        players cannot choose it.
        """
        del state
        return ((ROLL,), (DIE,)) if move == ROLL else ((HOLD,),) if move == HOLD else ()
