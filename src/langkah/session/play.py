"""The middle end: one problem being played, by hand or by a solver, for every front end and every game alike.

A session knows the history and where in it we stand, matches typed moves and clicks against the legal moves, and asks
the advisor for what is best. It never asks which game it plays: a click is the name of a handle, a move is the
sequence of handles that performs it, and a typed move is compared with the notations of the legal ones.
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
MOVE_SECONDS = 5.0  # that an opponent may think about one move


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
        self.dice = dice and isinstance(problem, Chance) and not isinstance(problem, Game)  # a race: each has a state
        self.seats = tuple(seats) or (Seat(),) * (2 if isinstance(problem, Game) else 1)
        self.seed = seed
        self.advisor = advisor or Advisor(problem)
        self.turns: list[Turn] = []
        self.made = 0  # how many of the turns stand; the others can be made again
        self.selected: tuple[str, ...] = ()
        self.grade = 0  # of the hint that is shown
        self.hints = 0
        self.reason = ""  # why an opponent made its last move
        self._known: dict[
            int, dict[tuple[str, str], Any]
        ] = {}  # by the number of moves made: what was worked out there
        _check_seats(self)

    def _work_out(self, name: str, make: Callable[[], T]) -> T:
        """Something about the position, in the reader's language, worked out once while we stand here or beside it."""
        known, key = self._known.setdefault(self.made, {}), (name, current_language.get())
        if key not in known:
            known[key] = make()
        found: T = known[key]
        return found

    # Where we stand

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        if isinstance(self.problem, Game):
            return self.problem.player(self.state)
        return self.made % len(self.seats)

    def state_of(self, player: int) -> Any:
        """Where one player stands; in all but dice games everybody stands in the same state."""
        for index in range(self.made - 1, -1, -1):
            if self.turns[index].player == player or not self.dice:
                return self.turns[index].step.state
        return self.problem.start

    @property
    def state(self) -> Any:
        """The state that the next move starts from."""
        return self.state_of(self.made % len(self.seats) if self.dice else 0)

    @property
    def states(self) -> list[Any]:
        """Where every token stands: one state, or with dice one for each player."""
        return [self.state_of(player) for player in range(len(self.seats))] if self.dice else [self.state]

    @property
    def cost(self) -> Cost:
        """What the moves made so far cost."""
        return sum(turn.step.cost for turn in self.turns[: self.made])

    @property
    def last(self) -> Turn | None:
        """The move that was made last."""
        return self.turns[self.made - 1] if self.made else None

    def renamed(self) -> Mapping[str, str]:
        """The scene ids that the last move renamed, old to new."""
        if not self.made or self.dice or self.turns[self.made - 1].step.move is None:
            return {}
        return self.problem.moved(self._find_state_before(), self.turns[self.made - 1].step.move)

    def scene(self) -> Scene:
        """The picture of the position, with every player's token."""
        return self._work_out("scene", self._draw)

    def _draw(self) -> Scene:
        return dice.draw_together(self.problem, self.states) if self.dice else draw_scene(self.problem, self.state)

    def scene_before(self) -> Scene:
        """The picture before the last move."""
        earlier = copy(self)
        earlier.goto(self.made - 1)
        return earlier.scene()

    def scene_after(self, step: Step[Any, Any]) -> Scene:
        """The picture after a step from here; where it leads back, that is known."""
        back = self.made and not self.dice and step.state == self._find_state_before()
        return self.scene_before() if back else draw_scene(self.problem, step.state)

    def _find_state_before(self) -> Any:
        return self.turns[self.made - 2].step.state if self.made > 1 else self.problem.start

    def __repr__(self) -> str:
        moves = f"{self.made} move{'' if self.made == 1 else 's'} made"
        return f"<Session {self.problem.name or repr(self.problem)}: {moves}{', over' if self.over else ''}>"

    def ending(self) -> Ending | None:
        """How it ended, or None while it goes on."""
        return self._work_out("ending", self._find_ending)

    def _find_ending(self) -> Ending | None:
        if isinstance(self.problem, Game):
            outcome = self.problem.outcome(self.state)
            if outcome is not None:
                return Ending(outcome.reason, outcome.winner, self.made)
            text = _("A draw: this position has come for the third time.")
            return Ending(text, None, self.made) if self._is_repeated() else None
        assert isinstance(self.problem, Puzzle)
        for player, state in enumerate(self.states):
            if self.problem.is_goal(state):
                return Ending(self._describe_ending(player), player, self.cost)
        return None

    def _is_repeated(self) -> bool:
        """In a game for two without dice: whether this position has come so often that it goes on for ever."""
        game = self.problem
        if isinstance(game, Chance) or self.made < 2 * (REPEATED_TIMES - 1) or not isinstance(game, Game):
            return False
        states = [game.start, *(turn.step.state for turn in self.turns[: self.made])]
        name = game.key(self.state), game.player(self.state)
        return sum((game.key(each), game.player(each)) == name for each in states) >= REPEATED_TIMES

    def _describe_ending(self, player: int) -> str:
        """The sentence about a solved puzzle or a won race."""
        if not self.dice:
            return _("Solved: {moves}.").format(moves=format_count(get_metric(self.problem), self.cost))
        rolls = sum(turn.player == player for turn in self.turns[: self.made])
        many = format_plural("{n} roll", "{n} rolls", rolls)
        return _("Player {n} has arrived after {rolls}.").format(n=player + 1, rolls=many)

    @property
    def over(self) -> bool:
        """Whether no more moves can be made."""
        return self.ending() is not None

    @property
    def falls(self) -> bool:
        """In a game for two: whether the dice fall now, and nobody decides."""
        return isinstance(self.problem, Game) and self._work_out("falls", self._do_dice_fall)

    def _do_dice_fall(self) -> bool:
        return bool(list_dice(self.problem, self.state))

    @property
    def opponent(self) -> Seat | None:
        """Who must be asked for the next move, if it is not a person; the dice are none."""
        if self.falls:
            return Seat(_("the dice"), lambda _state: self._throw().move)
        seat = self.seats[self.turn]
        return None if self.over or seat.choose is None else seat

    # Moves

    def list_steps(self) -> list[Step[Any, Any]]:
        """What can be done here by the rules, whoever decides."""
        return self._work_out("steps", lambda: list(self.problem.player_steps(self.state)))

    def choices(self) -> list[Choice]:
        """The legal moves; none when it is over, and none to choose from when dice decide."""
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
        """Make a step; what could have been redone is forgotten, unless it is the same move again."""
        if self.made >= MOST_TURNS:
            raise BadInput(_("this is the end: more than {n} moves are not kept").format(n=MOST_TURNS))
        turn = Turn(label or self.problem.notation(step.move), self.turn, step)
        if self.made == len(self.turns) or self.turns[self.made].label != turn.label:
            del self.turns[self.made :]
            self.turns.append(turn)
            self._known.pop(self.made + 1, None)
        self.goto(self.made + 1)
        return turn

    def play(self, text: str) -> Turn:
        """Make the move that is written so, whatever its case and spaces; a beginning that fits one move will do."""
        choice = self.match(text)
        return self.make(choice.step, choice.label)

    def match(self, text: str) -> Choice:
        """The legal move that a text means."""
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
            raise BadInput(_("{text} could be {names}.").format(text=quote_value(text), names=names))
        if not choices:
            raise BadInput(_("No move is left here; undo or start again."))
        if why := self.problem.refusal(self.state, self.problem.typed(text)):
            raise BadInput(_("{why} Legal: {names}.").format(why=why, names=names))
        raise BadInput(
            _("{text} is not a legal move here. Legal: {names}.").format(text=quote_value(text), names=names)
        )

    def roll(self) -> Turn:
        """Throw the dice for the player whose turn it is. The seed decides: a throw taken back comes again."""
        if not self.dice and not self.falls:
            raise BadInput(_("There are no dice here: choose a move."))
        if ending := self.ending():
            raise BadInput(ending.text)
        throw = self._throw()
        return self.make(Step(throw.move, throw.state, throw.cost), throw.label)

    def _throw(self) -> dice.Throw:
        """How the dice fall here."""
        return dice.throw_dice(self.problem, self.state, f"{self.seed}:{self.made}")

    def respond(self) -> Turn:
        """Let the player whose turn it is, and who is not a person, make its move; or let the dice fall."""
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
            _("player {name} wants {move}, which is not legal").format(name=seat.name, move=quote_value(move))
        )

    # Clicks

    def click(self, handle: str) -> Answer:
        """A click: it selects, moves, takes the selection back, throws the dice, or is refused with a reason."""
        if self.dice and handle in self.faces():
            return Answer("moved", self.roll().label)
        gestures = [(gesture, choice) for choice in self.choices() for gesture in choice.gestures]
        put = self.selected and self.selected[-1] != handle and self._is_ground(handle)  # not to choose something else
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
        """Whether a handle belongs to the ground: to click it with something in hand means to put that there."""
        first = next((shape for shape in self.scene().shapes if shape.handle == handle), None)
        return first is not None and is_ground(first.role)

    def faces(self) -> set[str]:
        """With dice: where a click means a throw, namely wherever it would choose one."""
        if self.over:
            return set()
        state = self.state
        ways = (way for step in self.list_steps() for way in self.problem.gestures(state, step.move))
        return {way[0] for way in ways if way}

    def drag(self, press: str, release: str) -> Answer:
        """A press on one handle and a release on another."""
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
                return _("Nothing can be done at {here} now.").format(here=here)
            return _("Nothing can be moved from {here}.").format(here=here)
        names = _list_names([self._name_of(way) for way in dict.fromkeys(ways)])
        text = _("{piece} cannot go to {here}. It can go to: {names}.")
        return text.format(piece=self._name_of(chosen[-1]), here=here, names=names)

    def _name_of(self, handle: str) -> str:
        """What a person calls the thing behind a handle: its label on the picture, else the handle itself."""
        labels = (shape.label for shape in self.scene().shapes if shape.handle == handle and shape.label)
        return next(labels, handle)

    def highlights(self) -> dict[str, str]:
        """What to light up, by handle: what is selected, where it can go, or what can be taken."""
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
        """The handles of the faces that were thrown last."""
        if self.last is None or self.last.step.move is None:
            return ()
        earlier = [turn for turn in self.turns[: self.made - 1] if turn.player == self.last.player]
        before = earlier[-1].step.state if earlier else self.problem.start
        return next(iter(self.problem.gestures(before, self.last.step.move)), ())

    # Back and forth

    def goto(self, made: int) -> None:
        """Stand after that many moves."""
        self.made = max(0, min(made, len(self.turns)))
        self.selected, self.grade = (), 0
        for far in [each for each in self._known if abs(each - self.made) > 1]:
            del self._known[far]

    def undo(self) -> bool:
        """Take back the last move, and what an opponent answered to it. Whether there was one."""
        return self._travel(range(self.made - 1, -1, -1))

    def redo(self) -> bool:
        """Make a move again that was taken back, and the opponent's answer. Whether there was one."""
        return self._travel(range(self.made + 1, len(self.turns) + 1))

    def _travel(self, moments: range) -> bool:
        """Go to the first of these moments at which a person has the turn, or simply to the first if nobody is one."""
        before = self.made
        people = any(seat.choose is None for seat in self.seats)
        for made in moments:
            self.goto(made)
            if self.opponent is None or not people:
                return True
        self.goto(before)
        return False

    def reset(self) -> None:
        """Back to the start; the moves can be made again."""
        self.goto(0)

    # Advice

    def least(self, limit: Limit = QUICK, cancelled: Cancelled | None = None) -> Least:
        """What is still needed from here."""
        return self.advisor.least(self.state, limit, cancelled)

    def marks(self, limit: Limit = QUICK, cancelled: Cancelled | None = None) -> tuple[Mark, ...]:
        """What each legal move does: better, equal or worse."""
        return () if self.over or self.dice or self.falls else self.advisor.marks(self.state, limit, cancelled)

    def solve(
        self,
        limit: Limit = QUICK,
        algorithm: str = "",
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Result[Any, Any]:
        """The solution from here."""
        search = SearchRequest(algorithm, limit=limit)
        return run_search(self.problem.at(self.state), search, progress=progress, cancelled=cancelled)

    def ask(self, limit: Limit = QUICK, cancelled: Cancelled | None = None) -> Hint:
        """A hint, each time one grade plainer until the move is told. It stays until a move is made; it is counted."""
        if self.grade < MOVE and not self.over:
            self.grade += 1
            self.hints += 1
        found = self.hint(limit, cancelled)
        if found is None:
            raise BadInput(_("There is nothing to hint at: it is over."))
        return found

    def hint(self, limit: Limit = QUICK, cancelled: Cancelled | None = None) -> Hint | None:
        """The hint that is shown now, if any."""
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
        """The moves made by people that lost ground, in order."""
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
        text = _("{n} players: this needs {least} to {most}") if least < most else _("{n} players: this needs {least}")
        raise BadInput(text.format(n=len(session.seats), least=least, most=most))


def _list_names(names: Sequence[str], most: int = 40) -> str:
    """Names for a message, not too many of them."""
    return ", ".join(names[:most]) + (", ..." if len(names) > most else "")
