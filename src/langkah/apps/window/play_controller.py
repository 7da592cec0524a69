"""Controls a session in the window: the player's actions, automatic mode, opponents and advice. It does no drawing.

Nothing here blocks. Slow work is sent to the worker, and `tick` checks regularly for an answer. When the position
changes, requests about the previous one are cancelled.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from langkah.apps.window import session_setup, targets
from langkah.apps.worker_client import Question, WorkerClient
from langkah.errors import BadInput
from langkah.games import GAMES, split_level
from langkah.language import _
from langkah.model import Cost, Game
from langkah.session import Session, save_session

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
NORMAL_SPEED = SPEEDS.index(1.0)
MOVE_PAUSE_SECONDS = 0.14  # between two automatic moves, at normal speed
LEAST_REPLY_SECONDS = 0.45  # the least time for the reply of an opponent
NOTE_SECONDS = 6.0  # time for which a note is shown
MOST_EARLIER_GAMES = 20  # games that can be returned to

Values = dict[str, Any]


class _Note(NamedTuple):
    """A line of text for the player: the text, its role in the theme, and the time at which it disappears."""

    text: str = ""
    role: str = "text"
    until: float = 0.0


class PositionChange(NamedTuple):
    """The last change of the position. `number` counts the changes; `renamed` maps the old id of each renamed shape to
    its new id.
    """

    number: int
    renamed: Mapping[str, str] = {}
    faces: tuple[str, ...] = ()  # the handles of the thrown dice
    ways: tuple[tuple[str, ...], ...] = ()  # the gestures that perform the same move


class PlayController:
    """Controls a session that one or more players play at the same window."""

    def __init__(self, session: Session) -> None:
        self.speed = NORMAL_SPEED
        self.worker = WorkerClient()
        self.change = PositionChange(0)
        self.refused: list[str] = []  # handles of refused clicks, until the window has shaken them
        self.resting = True  # whether the window shows the position at rest
        self.earlier: list[Session] = []  # games with moves that were left for another game, the latest last
        self.open(session)

    def open(self, session: Session) -> None:
        """Play another session."""
        name = session.problem.origin[0]
        game = split_level(name)[0]
        own = () if game in GAMES else (game,)
        if own != self.worker.own:
            self.worker.close()
            self.worker = WorkerClient(own)
        self.session = session
        self.auto = False
        self.optimum: Cost | None = None  # the least cost of the whole problem, if proved
        self.answered: set[str] = set()  # the names of answered requests
        self._start_position({})

    def close(self) -> None:
        """Stop the worker."""
        self.worker.close()

    # Changes of the position

    def _start_position(self, renamed: Mapping[str, str], *, planned: bool = False) -> None:
        """After a change of the position, drop all results about the previous position. With `planned`, keep the rest
        of the plan, because the change was a move of this plan.
        """
        self.worker.cancel()
        self.change = PositionChange(self.change.number + 1, renamed)
        self.note = _Note()
        self.saved = save_session(self.session)
        self.ready = time.monotonic() + MOVE_PAUSE_SECONDS / self.pace
        self.answer = ""  # the move of an opponent that has answered
        self.hint: Values | None = None
        self.marks: dict[str, str] = {}
        self.progress: Values = {}
        self.page = 0  # the index of the page that is shown of a long list of moves
        self.answered &= {"optimum"}
        if not planned:
            self.plan: list[str] = []
            self.left: Cost | None = None  # the least cost from here, if proved
            self.hopeless = False

    def _change_position(self, make: Callable[[], object], *, planned: bool = False, otherwise: str = "") -> None:
        """Call `make`, an action that changes the position. If the action is refused, report why; if it changes
        nothing, show the note `otherwise`. `planned`: see `_start_position`.
        """
        before, renamed = self.session.made, self.session.renamed()
        try:
            make()
        except BadInput as error:
            self.say(str(error), "down")
            return
        made = self.session.made
        if made == before and otherwise:
            self.say(otherwise)
            return
        back = {new: old for old, new in renamed.items()}
        renamed = back if made == before - 1 else self.session.renamed() if made == before + 1 else {}
        self._start_position(renamed, planned=planned)

    def say(self, text: str, role: str = "text") -> None:
        """Show a note to the player."""
        self.note = _Note(text, role, time.monotonic() + NOTE_SECONDS)

    @property
    def pace(self) -> float:
        """The speed of animations and automatic moves, as a factor of the normal speed."""
        return SPEEDS[self.speed]

    # Actions of the player

    def press(self, handle: str) -> None:
        """Click a handle, or choose a move from the list."""
        self.halt()
        session = self.session
        if session.opponent is not None:
            self.say(_("It is {player}'s turn.").format(player=session.opponent.name))
        elif handle.startswith(targets.MOVE_COMMAND):
            self._change_position(lambda: session.play(handle.removeprefix(targets.MOVE_COMMAND)))
        elif session.dice and handle in session.faces():
            self.roll()
        else:
            self._hand_on(session.click, handle)

    def drag(self, press: str, release: str) -> None:
        """Drag from one handle to another."""
        self.halt()
        self._hand_on(self.session.drag, press, release)

    def _hand_on(self, do: Callable[..., Any], *handles: str) -> None:
        """Call `do`, the session's `click` or `drag`, with the given handles, and show the result."""
        made = self.session.made
        answer = do(*handles)
        if self.session.made != made:
            self._start_position(self.session.renamed())
        elif answer.kind == "refused":
            self.say(answer.text, "down")
            self.refused.append(handles[0])
        else:
            self.note = _Note()

    def choose(self, label: str) -> None:
        """Make a move by name."""
        self.halt()
        self._change_position(lambda: self.session.play(label))

    def turn_page(self) -> None:
        """Show the next page of a long list of moves."""
        self.page += 1

    def roll(self) -> None:
        """Throw the dice, unless they are still moving."""
        if not self.resting:
            return
        session, state, number = self.session, self.session.state, self.change.number
        steps = session.problem.steps(state) if not session.over else ()
        faces = [way[0] for step in steps for way in tuple(session.problem.gestures(state, step.move))[:1] if way]
        self._change_position(session.roll)
        if self.change.number != number and session.last is not None:
            move = session.last.step.move
            ways = () if move is None else tuple(tuple(way) for way in session.problem.gestures(state, move))
            self.change = self.change._replace(faces=tuple(dict.fromkeys(faces)), ways=ways)
            self.resting = False
            if move is None:
                self.say(_("This roll is lost."))

    def undo(self) -> None:
        """Undo a move. If the game has no move to undo, return to the game that was played before, if it was saved."""
        self.halt()
        if not self.session.made and self.earlier:
            self.open(self.earlier.pop())
            self.say(_("Back in the previous game."))
        else:
            self._change_position(self.session.undo, otherwise=_("There is nothing to undo."))

    def redo(self) -> None:
        """Redo a move."""
        self.halt()
        self._change_position(self.session.redo, otherwise=_("There is nothing to redo."))

    def reset(self) -> None:
        """Go back to the start."""
        self.halt()
        self._change_position(self.session.reset)

    def deselect(self) -> bool:
        """Cancel the selection, a search and automatic mode; returns whether there was anything to cancel."""
        busy = bool(self.session.selected) or self.auto or self.worker.task in ("solve", "hint", "marks")
        self.session.selected = ()
        self.halt()
        return busy

    # Automatic mode

    def solve(self) -> None:
        """Start automatic mode from here, or stop it."""
        if self.auto:
            self.halt()
        elif self.session.over:
            self.say(_("The game is over; start again or take a move back."))
        else:
            self.session.selected = ()
            self.auto, self.note = True, _Note()

    def halt(self) -> None:
        """Stop automatic mode, and cancel requests that the player made (a solution, a hint or ratings)."""
        self.auto, self.plan = False, []
        if self.worker.task in ("solve", "hint", "marks"):
            self.worker.cancel()

    def tick(self, resting: bool) -> None:
        """Handle answers of the worker. If nothing on the screen is moving (`resting`), also make the next move of
        automatic mode or of an opponent.
        """
        self.resting = resting
        self.worker.attend()
        if not resting or time.monotonic() < self.ready:
            return
        if self.session.over:
            self.auto = False
        elif self.session.opponent is not None:
            self._let_opponent_move()
        elif self.auto:
            self._move_automatically()
        if not self.worker.task and not self.auto:
            self._ask_least()

    def _move_automatically(self) -> None:
        if self.session.dice:
            self.roll()
        elif self.plan:
            move = self.plan.pop(0)
            alone = all(seat.choose is None for seat in self.session.seats)
            self._change_position(lambda: self.session.play(move), planned=alone)
            if alone and self.left is not None and self.session.last:
                self.left -= self.session.last.step.cost
        elif self.worker.task != "solve":
            self._ask("solve", self._hear_plan)

    def _let_opponent_move(self) -> None:
        if self.answer:
            move, session = self.answer, self.session
            self._change_position(lambda: session.roll() if session.falls else session.play(move))
        elif self.worker.task != "reply" and "reply" not in self.answered:
            self.ready = time.monotonic() + LEAST_REPLY_SECONDS / self.pace
            self._ask("reply", self._hear_reply)

    # Requests to the worker

    def _ask(self, task: str, hear: Callable[[Values], None], *, name: str = "", saved: Values | None = None) -> None:
        """Send a request about the position `saved` (by default the current one). `hear` receives the answer, unless
        the request is cancelled; an error is shown as a note. When an answer or an error arrives, `name` (by default
        `task`) is added to `self.answered`.
        """
        self.progress = {}

        def listen(word: str, found: Any) -> None:
            if word == "progress":
                self.progress = found
                return
            self.answered.add(name or task)
            if word == "error":
                self.halt()
                self.say("; ".join(found), "down")
            else:
                hear(found)

        self.worker.ask(Question(task, self.saved if saved is None else saved, listen))

    def _hear_plan(self, found: Values) -> None:
        if not self.auto:
            return
        self.plan = list(found["moves"])
        self.auto = bool(self.plan)
        if found["status"] == "impossible":
            self.hopeless = True
            self.say(_("No goal can be reached from here; undo or start again."), "down")
        elif not self.plan:
            self.say(_("No solution is known from here yet: {why}.").format(why=found["why"]), "down")
        elif found["optimal"]:
            self._note_least(found["cost"])

    def _note_least(self, cost: Cost | None) -> None:
        self.left = cost
        if self.session.made == 0:
            self.optimum = cost

    def _hear_reply(self, found: Values) -> None:
        self.answer, self.session.reason = found["move"], found["reason"]

    def ask_hint(self) -> None:
        """Request a hint. Each further hint about the same position is more explicit."""
        self.halt()
        if self.session.over or self.session.opponent is not None:
            self.say(_("No hint: the game is over.") if self.session.over else _("It is not your turn."))
        else:
            self._ask("hint", self._hear_hint)

    def _hear_hint(self, found: Values) -> None:
        self.hint, self.saved = found["hint"], found["saved"]
        self.session.hints, self.session.grade = self.saved.get("hints", 0), self.saved.get("grade", 0)
        self.say(found["hint"]["text"], "hint")

    def ask_marks(self) -> None:
        """Request ratings of the legal moves; if ratings are already shown, hide them."""
        self.halt()
        if self.marks:
            self.marks = {}
        elif self.session.choices():
            self._ask("marks", self._hear_marks)

    def _hear_marks(self, found: Values) -> None:
        self.marks = {mark["move"]: mark["verdict"] for mark in found["marks"]}

    def _ask_least(self) -> None:
        """Request the two numbers that are shown beside the board: the least cost from here, and the least cost of the
        whole problem.
        """
        if isinstance(self.session.problem, Game):
            return
        if self.left is None and "least" not in self.answered and not self.session.over:
            self._ask("least", self._hear_least)
        elif self.optimum is None and "optimum" not in self.answered:
            whole = {key: value for key, value in self.saved.items() if key not in ("moves", "made")}
            self._ask("least", self._hear_optimum, name="optimum", saved=whole)

    def _hear_least(self, found: Values) -> None:
        self.hopeless = found["status"] == "impossible"
        if found["optimal"]:
            self._note_least(found["cost"])

    def _hear_optimum(self, found: Values) -> None:
        self.optimum = found["cost"] if found["optimal"] else None

    # Settings

    def reopen(self, made: Callable[[], Session]) -> bool:
        """Play the session that `made` creates, or report why it cannot be played; returns whether it is played. If the
        current session has moves, it is saved, so that `undo` can return to it.
        """
        before = self.session
        try:
            self.open(made())
        except BadInput as error:
            self.say(str(error))
            return False
        if before.turns:
            self.earlier = [*self.earlier[-MOST_EARLIER_GAMES + 1 :], before]
            self.say(_("New game. Undo (U) returns to the previous game."))
        return True

    def new(self) -> None:
        """Start a new game of the same problem with an empty history; its dice fall differently."""
        session = self.session
        self.reopen(lambda: session_setup.reseat_session(session, session.problem, session.seed + 1))

    def change_number(self, by: int) -> None:
        """Start a new game in which the first whole number among the settings is changed by `by`."""
        self.reopen(lambda: session_setup.change_number(self.session, by))

    def change_players(self) -> None:
        """Start a new game with the next lineup of players."""
        if self.reopen(lambda: session_setup.make_next_lineup(self.session)):
            text = _("New game: {players}")
            if self.earlier:
                text = _("New game: {players}. Undo (U) returns to the previous game.")
            self.say(text.format(players=session_setup.describe_lineup(self.session)))

    def tell_why(self) -> None:
        """Show why the opponent made its last move."""
        told = session_setup.describe_reply(self.session, why=True)
        self.say(told or _("The last move was not an opponent's."), "hint" if told else "text")

    def change_speed(self, by: int) -> None:
        """Change the speed by `by` steps of `SPEEDS`."""
        self.speed = max(0, min(len(SPEEDS) - 1, self.speed + by))
        self.say(_("Speed: {n}").format(n=f"×{self.pace:g}"))
