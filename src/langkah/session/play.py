"""A session: one problem being played, by hand or by a solver, with one interface for every front end and game.

A session keeps the history and the current position in it, matches typed moves and clicks against the legal moves, and
asks the advisor for the best one. It does not depend on the game: a click is the name of a handle, a move is a
sequence of handles, and a typed move is compared with the notation of the legal moves.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any, TypeVar

from langkah import players
from langkah.dice_throws import list_dice
from langkah.errors import BadInput
from langkah.language import _, current_language, format_plural
from langkah.metrics import format_count, get_metric
from langkah.model import REPEATED_TIMES, Chance, Cost, Game, Problem, Puzzle, Step, draw_scene
from langkah.scene import Scene, is_ground
from langkah.search import SearchRequest, run_search
from langkah.session import dice
from langkah.session.advice import QUICK, Advisor, Lapse, Least, Mark
from langkah.session.hint import MOVE, Hint, make_hint
from langkah.session.seats import MOST_TOKENS, Answer, Choice, Ending, Seat, Turn
from langkah.session.typed_moves import find_meant
from langkah.settings import quote_value
from langkah.tracing import Cancelled, Limit, Progress, Result, Status

T = TypeVar("T")

MOST_TURNS = 20_000
MOVE_SECONDS = 5.0  # time for one move of an opponent


class Session:
    """A problem being played.

    >>> session = Session(load("hanoi", discs=2))
    >>> session.play("1-2").label
    '1-2'
    >>> session.state
    (1, 0)
    """

    def __init__(
        self,
        problem: Problem[Any, Any],
        *,
        seats: Sequence[Seat] = (),
        dice: bool = True,
        seed: int = 0,
        advisor: Advisor | None = None,
    ) -> None:
        self.problem = problem
        self.dice = dice and isinstance(problem, Chance) and not isinstance(problem, Game)  # a race: a state per player
        self.seats = tuple(seats) or (Seat(),) * (2 if isinstance(problem, Game) else 1)
        self.seed = seed
        self.advisor = advisor or Advisor(problem)
        self.turns: list[Turn] = []
        self.made = 0  # number of turns in effect; the others can be redone
        self.selected: tuple[str, ...] = ()
        self.grade = 0  # the grade of the shown hint
        self.hints = 0
        self.reason = ""  # an opponent's reason for its last move
        self._known: dict[int, dict[tuple[str, str], Any]] = {}  # cached values, by the number of moves made
        _check_seats(self)

    def _work_out(self, name: str, make: Callable[[], T]) -> T:
        """The value `name` of the current position, which `make` computes. It is computed once for each language, and
        cached while the session is at this position or at an adjacent one.
        """
        known, key = self._known.setdefault(self.made, {}), (name, current_language.get())
        if key not in known:
            known[key] = make()
        found: T = known[key]
        return found

    # The current position

    @property
    def turn(self) -> int:
        """The number of the player to move, from 0."""
        if isinstance(self.problem, Game):
            return self.problem.player(self.state)
        return self.made % len(self.seats)

    def state_of(self, player: int) -> Any:
        """The state of one player. In a race every player has their own state; otherwise all players share one."""
        for index in range(self.made - 1, -1, -1):
            if self.turns[index].player == player or not self.dice:
                return self.turns[index].step.state
        return self.problem.start

    @property
    def state(self) -> Any:
        """The state from which the next move starts."""
        return self.state_of(self.made % len(self.seats) if self.dice else 0)

    @property
    def states(self) -> list[Any]:
        """The states of the players: in a race one for each player, otherwise a single one."""
        return [self.state_of(player) for player in range(len(self.seats))] if self.dice else [self.state]

    @property
    def cost(self) -> Cost:
        """The cost of the moves made so far."""
        return sum(turn.step.cost for turn in self.turns[: self.made])

    @property
    def last(self) -> Turn | None:
        """The last move, or None if no move has been made."""
        return self.turns[self.made - 1] if self.made else None

    def renamed(self) -> Mapping[str, str]:
        """The scene ids that the last move changed, as a map from old to new."""
        if not self.made or self.dice or self.turns[self.made - 1].step.move is None:
            return {}
        return self.problem.moved(self._find_state_before(), self.turns[self.made - 1].step.move)

    def scene(self) -> Scene:
        """The picture of the position, with all tokens."""
        return self._work_out("scene", self._draw)

    def _draw(self) -> Scene:
        return dice.draw_together(self.problem, self.states) if self.dice else draw_scene(self.problem, self.state)

    def scene_before(self) -> Scene:
        """The picture before the last move."""
        earlier = copy(self)
        earlier.goto(self.made - 1)
        return earlier.scene()

    def scene_after(self, step: Step[Any, Any]) -> Scene:
        """The picture after a step from here. If the step leads back to the previous position, the known picture is
        reused.
        """
        back = self.made and not self.dice and step.state == self._find_state_before()
        return self.scene_before() if back else draw_scene(self.problem, step.state)

    def _find_state_before(self) -> Any:
        return self.turns[self.made - 2].step.state if self.made > 1 else self.problem.start

    def __repr__(self) -> str:
        moves = f"{self.made} move{'' if self.made == 1 else 's'} made"
        return f"<Session {self.problem.name or repr(self.problem)}: {moves}{', over' if self.over else ''}>"

    def ending(self) -> Ending | None:
        """How the game ended, or None while it continues."""
        return self._work_out("ending", self._find_ending)

    def _find_ending(self) -> Ending | None:
        if isinstance(self.problem, Game):
            outcome = self.problem.outcome(self.state)
            if outcome is not None:
                return Ending(outcome.reason, outcome.winner, self.made)
            text = _("A draw: this position has occurred for the third time.")
            return Ending(text, None, self.made) if self._is_repeated() else None
        assert isinstance(self.problem, Puzzle)
        for player, state in enumerate(self.states):
            if self.problem.is_goal(state):
                return Ending(self._describe_ending(player), player, self.cost)
        return None

    def _is_repeated(self) -> bool:
        """Whether this position has repeated often enough for a draw, in a two-player game without dice."""
        game = self.problem
        if isinstance(game, Chance) or self.made < 2 * (REPEATED_TIMES - 1) or not isinstance(game, Game):
            return False
        states = [game.start, *(turn.step.state for turn in self.turns[: self.made])]
        name = game.key(self.state), game.player(self.state)
        return sum((game.key(each), game.player(each)) == name for each in states) >= REPEATED_TIMES

    def _describe_ending(self, player: int) -> str:
        """The sentence for a solved puzzle or a won race."""
        if not self.dice:
            return _("Solved: {moves}.").format(moves=format_count(get_metric(self.problem), self.cost))
        rolls = sum(turn.player == player for turn in self.turns[: self.made])
        many = format_plural("{n} roll", "{n} rolls", rolls)
        return _("Player {n} has reached the goal after {rolls}.").format(n=player + 1, rolls=many)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.ending() is not None

    @property
    def falls(self) -> bool:
        """Whether the dice must be rolled next in a two-player game; always False for other problems."""
        return isinstance(self.problem, Game) and self._work_out("falls", self._do_dice_fall)

    def _do_dice_fall(self) -> bool:
        return bool(list_dice(self.problem, self.state))

    @property
    def opponent(self) -> Seat | None:
        """The seat that makes the next move without a person: a computer player, or the dice of a two-player game. None
        if a person is to move or the game is over.
        """
        if self.falls:
            return Seat(_("the dice"), lambda _state: self._throw().move)
        seat = self.seats[self.turn]
        return None if self.over or seat.choose is None else seat

    # Moves

    def list_steps(self) -> list[Step[Any, Any]]:
        """All legal steps from the current state, whether a player or the dice choose one of them."""
        return self._work_out("steps", lambda: list(self.problem.player_steps(self.state)))

    def choices(self) -> list[Choice]:
        """The legal moves; none if the game is over or if the dice decide."""
        return [] if self.over or self.dice or self.falls else self._work_out("choices", self._list_choices)

    def _list_choices(self) -> list[Choice]:
        state = self.state
        return [
            Choice(
                self.problem.notation(step.move),
                step,
                tuple(tuple(each) for each in self.problem.gestures(state, step.move)),
            )
            for step in self.list_steps()
        ]

    def make(self, step: Step[Any, Any], label: str = "") -> Turn:
        """Make a step, and record it under `label` (default: the notation of its move). Moves that were undone can no
        longer be redone, unless this step repeats the first of them.
        """
        if self.made >= MOST_TURNS:
            raise BadInput(_("the game cannot continue: at most {n} moves are recorded").format(n=MOST_TURNS))
        turn = Turn(label or self.problem.notation(step.move), self.turn, step)
        if self.made == len(self.turns) or self.turns[self.made].label != turn.label:
            del self.turns[self.made :]
            self.turns.append(turn)
            self._known.pop(self.made + 1, None)
        self.goto(self.made + 1)
        return turn

    def play(self, text: str) -> Turn:
        """Make the move that a typed text means. Case and spacing do not matter, and a unique prefix is enough."""
        choice = self.match(text)
        return self.make(choice.step, choice.label)

    def match(self, text: str) -> Choice:
        """The legal move that a typed text means. Raises `BadInput` if it means no legal move, or more than one."""
        choices = self.choices()
        found = find_meant(text, choices)
        if len(found) == 1:
            return found[0]
        if ending := self.ending():
            raise BadInput(ending.text)
        if self.dice or self.falls:
            raise BadInput(_("Here the dice decide: roll."))
        names = _list_names([choice.label for choice in found or choices])
        if found:
            raise BadInput(_("{text} could mean {names}.").format(text=quote_value(text), names=names))
        if not choices:
            raise BadInput(_("There is no legal move here; undo or start again."))
        if why := self.problem.refusal(self.state, self.problem.typed(text)):
            raise BadInput(_("{why} Legal: {names}.").format(why=why, names=names))
        raise BadInput(
            _("{text} is not a legal move here. Legal: {names}.").format(text=quote_value(text), names=names)
        )

    def roll(self) -> Turn:
        """Roll the dice for the player to move. The seed decides the result, so that a roll gives the same again after
        an undo.
        """
        if not self.dice and not self.falls:
            raise BadInput(_("There are no dice here: choose a move."))
        if ending := self.ending():
            raise BadInput(ending.text)
        throw = self._throw()
        return self.make(Step(throw.move, throw.state, throw.cost), throw.label)

    def _throw(self) -> dice.Throw:
        """The throw at this position; the seed determines it."""
        return dice.throw_dice(self.problem, self.state, f"{self.seed}:{self.made}")

    def respond(self) -> Turn:
        """Make the next move of a computer player, or roll the dice if they decide."""
        if self.falls:
            self.reason = ""
            return self.roll()
        seat = self.opponent
        if seat is None or seat.choose is None:
            raise BadInput(_("It is a person's turn."))
        if isinstance(seat.choose, players.Player):
            seat.choose.seconds = MOVE_SECONDS
        found = seat.choose(self.state)
        move, self.reason = found if isinstance(found, players.Choice) else (found, "")
        for choice in self.choices():
            if choice.step.move == move:
                return self.make(choice.step, choice.label)
        raise BadInput(
            _("player {name} chose {move}, which is not a legal move").format(name=seat.name, move=quote_value(move))
        )

    # Clicks

    def click(self, handle: str) -> Answer:
        """Handle a click: it selects something, makes a move, clears the selection or rolls the dice; or it is refused
        with a reason.
        """
        if self.dice and handle in self.faces():
            return Answer("moved", self.roll().label)
        gestures = [(gesture, choice) for choice in self.choices() for gesture in choice.gestures]
        put = self.selected and self.selected[-1] != handle and self._is_ground(handle)  # not a new selection
        for begun in (self.selected,) if put else (self.selected, ()):
            whole = (*begun, handle)
            fitting = [(gesture, choice) for gesture, choice in gestures if gesture[: len(whole)] == whole]
            done = next((choice for gesture, choice in fitting if gesture == whole), None)
            if done is not None:
                self.make(done.step, done.label)
                return Answer("moved", done.label)
            if fitting and not (begun == () and self.selected == whole):
                self.selected = whole
                return Answer("selected", self._name_of(handle))
        chosen, self.selected = self.selected, ()
        if chosen and chosen[-1] == handle:
            return Answer("cleared")
        return Answer("refused", self._refusal(chosen, handle))

    def _is_ground(self, handle: str) -> bool:
        """Whether a handle belongs to the ground of the board. If something is selected, a click on the ground means
        moving there.
        """
        first = next((shape for shape in self.scene().shapes if shape.handle == handle), None)
        return first is not None and is_ground(first.role)

    def faces(self) -> set[str]:
        """The handles that roll the dice when clicked: the first handle of each gesture of a legal step. Empty if the
        game is over.
        """
        if self.over:
            return set()
        state = self.state
        ways = (way for step in self.list_steps() for way in self.problem.gestures(state, step.move))
        return {way[0] for way in ways if way}

    def drag(self, press: str, release: str) -> Answer:
        """Handle a drag from one handle to another."""
        self.selected = ()
        if press == release:
            return self.click(press)
        gestures = [(gesture, choice) for choice in self.choices() for gesture in choice.gestures]
        for whole in ((press, release), (press,)):
            for gesture, choice in gestures:
                if gesture == whole:
                    self.make(choice.step, choice.label)
                    return Answer("moved", choice.label)
        return Answer("refused", self._refusal((press,), release))

    def _refusal(self, chosen: tuple[str, ...], handle: str) -> str:
        """Why a click does nothing, and what would be legal."""
        if ending := self.ending():
            return ending.text
        if self.dice or self.falls:
            return _("Here the dice decide: roll.")
        if why := self.problem.refusal(self.state, (*chosen, handle)):
            return why
        here = self._name_of(handle)
        ways = [
            gesture[len(chosen)]
            for choice in self.choices()
            for gesture in choice.gestures
            if gesture[: len(chosen)] == chosen and len(gesture) > len(chosen)
        ]
        if not chosen or not ways:
            if len(min((way for choice in self.choices() for way in choice.gestures), key=len, default=())) == 1:
                return _("No move is possible at {here} now.").format(here=here)
            return _("Nothing can be moved from {here}.").format(here=here)
        names = _list_names([self._name_of(way) for way in dict.fromkeys(ways)])
        text = _("{piece} cannot go to {here}. It can go to: {names}.")
        return text.format(piece=self._name_of(chosen[-1]), here=here, names=names)

    def _name_of(self, handle: str) -> str:
        """The name of a handle: its label in the picture, else the handle itself."""
        labels = (shape.label for shape in self.scene().shapes if shape.handle == handle and shape.label)
        return next(labels, handle)

    def highlights(self) -> dict[str, str]:
        """The handles to highlight, each with its kind: the selection, and its possible next clicks; or, without a
        selection, everything that can be selected.
        """
        if self.dice:
            return dict.fromkeys(self._last_throw(), "selected")
        lit: dict[str, str] = {}
        depth = len(self.selected)
        for choice in self.choices():
            for gesture in choice.gestures:
                if gesture[:depth] == self.selected and len(gesture) > depth:
                    lit[gesture[depth]] = "option" if depth else "start"
        return {**lit, **dict.fromkeys(self.selected, "selected")}

    def _last_throw(self) -> tuple[str, ...]:
        """The handles of the last thrown faces."""
        if self.last is None or self.last.step.move is None:
            return ()
        earlier = [turn for turn in self.turns[: self.made - 1] if turn.player == self.last.player]
        before = earlier[-1].step.state if earlier else self.problem.start
        return next(iter(self.problem.gestures(before, self.last.step.move)), ())

    # Undo and redo

    def goto(self, made: int) -> None:
        """Go to the position after `made` moves."""
        self.made = max(0, min(made, len(self.turns)))
        self.selected, self.grade = (), 0
        for far in [each for each in self._known if abs(each - self.made) > 1]:
            del self._known[far]

    def undo(self) -> bool:
        """Undo the last move, and with it an opponent's reply. Returns whether there was a move to undo."""
        return self._travel(range(self.made - 1, -1, -1))

    def redo(self) -> bool:
        """Redo the next move, and with it the opponent's reply. Returns whether there was a move to redo."""
        return self._travel(range(self.made + 1, len(self.turns) + 1))

    def _travel(self, moments: range) -> bool:
        """Go to the first of some positions at which a person is to move or the game is over; if no player is a person,
        to the first of all. `moments` lists the positions, as numbers of moves made. Returns whether one was found.
        """
        before = self.made
        people = any(seat.choose is None for seat in self.seats)
        for made in moments:
            self.goto(made)
            if self.opponent is None or not people:
                return True
        self.goto(before)
        return False

    def reset(self) -> None:
        """Go back to the start; all moves can be redone."""
        self.goto(0)

    # Advice

    def least(self, limit: Limit = QUICK, cancelled: Cancelled | None = None) -> Least:
        """The evaluation of the current position: the least cost to a goal, or the value of a two-player game."""
        return self.advisor.least(self.state, limit, cancelled)

    def marks(self, limit: Limit = QUICK, cancelled: Cancelled | None = None) -> tuple[Mark, ...]:
        """The rating of each legal move at the current position; () if the game is over or the dice decide."""
        return () if self.over or self.dice or self.falls else self.advisor.marks(self.state, limit, cancelled)

    def solve(
        self,
        limit: Limit = QUICK,
        algorithm: str = "",
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Result[Any, Any]:
        """The result of a search for a solution from the current position."""
        search = SearchRequest(algorithm, limit=limit)
        return run_search(self.problem.at(self.state), search, progress=progress, cancelled=cancelled)

    def ask(self, limit: Limit = QUICK, cancelled: Cancelled | None = None) -> Hint:
        """Give a hint. At the same position, each further call gives a more explicit one, up to the move itself.
        `hints` counts them. Raises `BadInput` if the game is over.
        """
        if self.grade < MOVE and not self.over:
            self.grade += 1
            self.hints += 1
        found = self.hint(limit, cancelled)
        if found is None:
            raise BadInput(_("No hint: the game is over."))
        return found

    def hint(self, limit: Limit = QUICK, cancelled: Cancelled | None = None) -> Hint | None:
        """The hint of the current grade; None if no hint was requested at this position, or if the game is over."""
        if not self.grade or self.over:
            return None
        if self.dice or self.falls:
            return Hint(self.grade, _("Here the dice decide: roll."))
        found = self.least(limit, cancelled)
        if found.status is Status.IMPOSSIBLE:
            return Hint(self.grade, _("No goal can be reached from here; undo or start again."))
        if not found.plan:
            return Hint(self.grade, _("No solution is known from here yet: {why}.").format(why=found.why))
        return make_hint(self.problem, self.state, found.plan[0], self.grade)

    def review(self, limit: Limit = QUICK, cancelled: Cancelled | None = None) -> tuple[Lapse, ...]:
        """The moves of people (not of computer players) that made the position worse, in order; () in a race."""
        if self.dice:
            return ()
        before = [self.problem.start, *(turn.step.state for turn in self.turns[: self.made])]
        own = (
            (number + 1, before[number], turn.step)
            for number, turn in enumerate(self.turns[: self.made])
            if self.seats[turn.player].choose is None and not list_dice(self.problem, before[number])
        )
        return self.advisor.review(own, limit, cancelled)


def _check_seats(session: Session) -> None:
    least, most = (2, 2) if isinstance(session.problem, Game) else (1, MOST_TOKENS if session.dice else 1)
    if not least <= len(session.seats) <= most:
        text = (
            _("{n} players: this game needs {least} to {most}")
            if least < most
            else _("{n} players: this game needs {least}")
        )
        raise BadInput(text.format(n=len(session.seats), least=least, most=most))


def _list_names(names: Sequence[str], most: int = 40) -> str:
    """Names for a message, shortened if there are many."""
    return ", ".join(names[:most]) + (", ..." if len(names) > most else "")
