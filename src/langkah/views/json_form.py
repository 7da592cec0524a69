"""Scenes and sessions as plain JSON values, for pages and programs of any kind.

Shapes omit default values, which keeps boards small. All functions only convert values, so a page can either request
their results from a server or run the same code itself.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypedDict

from langkah.language import _
from langkah.model import Game, get_title
from langkah.scene import Disc, Path, Rect, Scene, Shape, Text
from langkah.session.advice import Lapse, Least, Mark
from langkah.session.hint import Hint
from langkah.session.play import Session
from langkah.session.seats import Ending, Turn
from langkah.session.share import Saved, pack_link, save_session
from langkah.tracing import Status, cost_to_json

KIND_NAMES: dict[type[Shape], str] = {Rect: "rect", Disc: "disc", Path: "path", Text: "text"}
Kind = Literal["puzzle", "game", "dice"]
# JSON tables, each with the fields of the class that it names
EndingJson = Annotated[dict[str, Any], Ending]
HintJson = Annotated[dict[str, Any], Hint]
LapseJson = Annotated[dict[str, Any], Lapse]
MarkJson = Annotated[dict[str, Any], Mark]


class ChoiceJson(TypedDict):
    """A legal move, and the clicks that perform it."""

    move: str
    gestures: list[list[str]]


class TurnJson(TypedDict):
    """A move in the history."""

    move: str
    player: int
    cost: float


class SessionJson(TypedDict):
    """The session as shown by a front end. `choices` are the legal moves, `highlights` the handles to highlight. `made`
    moves are in effect, and `undone` moves can be redone. `waiting_for` is the computer player (or the dice) to move
    next; "" if a person is to move.
    """

    name: str
    title: str
    about: str
    kind: Kind
    saved: Saved | None
    token: str
    scene: Any
    renamed: dict[str, str]
    highlights: dict[str, str]
    selected: list[str]
    choices: list[ChoiceJson]
    made: int
    undone: int
    cost: float | None
    turns: list[TurnJson]
    turn: int
    seats: list[str]
    players: list[str]
    waiting_for: str
    ending: EndingJson | None
    hints: int
    grade: int


class LeastJson(TypedDict):
    """The evaluation of a position: the least cost or, with two players, the value for the side to move and every best
    move.
    """

    status: Status
    cost: float | None
    optimal: bool
    why: str
    value: str
    plan: list[str]
    best: list[str]
    chance: float | None


def scene_to_json(scene: Scene) -> dict[str, Any]:
    """A scene as JSON values."""
    return {
        "width": scene.width,
        "height": scene.height,
        "title": scene.title,
        "shapes": [shape_to_json(shape) for shape in scene.shapes],
    }


def shape_to_json(shape: Shape) -> dict[str, Any]:
    """A shape as JSON values: its kind, and every field that differs from its default."""
    usual = shape._field_defaults
    told = {name: value for name, value in shape._asdict().items() if name not in usual or value != usual[name]}
    if isinstance(shape, Path):
        told["points"] = [list(point) for point in shape.points]
    return {"kind": KIND_NAMES[type(shape)], **told}


def _turn_to_json(turn: Turn) -> TurnJson:
    return {"move": turn.label, "player": turn.player, "cost": cost_to_json(turn.step.cost) or 0}


def least_to_json(least: Least, session: Session) -> LeastJson:
    """The evaluation of a position as JSON values. The plan is given as a list of moves in notation."""
    return {
        "status": least.status,
        "cost": cost_to_json(least.cost),
        "optimal": least.optimal,
        "why": least.why,
        "value": least.value,
        "plan": [session.problem.notation(step.move) for step in least.plan],
        "best": list(least.best),
        "chance": least.chance,
    }


def mark_to_json(mark: Mark) -> MarkJson:
    """The rating of a legal move as JSON values."""
    return {**mark._asdict(), "least": cost_to_json(mark.least)}


def lapse_to_json(lapse: Lapse) -> LapseJson:
    """A move that made the position worse, as JSON values."""
    return {**lapse._asdict(), "lost": cost_to_json(lapse.lost), "better": list(lapse.better)}


def hint_to_json(hint: Hint) -> HintJson:
    """A hint as JSON values."""
    return {**hint._asdict(), "ids": list(hint.ids), "handles": list(hint.handles)}


def _name_session_kind(session: Session) -> Kind:
    return "dice" if session.dice else "game" if isinstance(session.problem, Game) else "puzzle"


def list_player_names(session: Session) -> list[str]:
    """The display names of the players of a session: in a two-player game those of the game, otherwise "player 1" and
    so on.
    """
    if isinstance(session.problem, Game):
        return [_(name) for name in session.problem.players]
    return [_("player {n}").format(n=index + 1) for index in range(len(session.seats))]


def session_to_json(session: Session, draw: Callable[[Session], Any] | None = None) -> SessionJson:
    """Everything that a front end shows of a session, without running a solver. `draw` makes the picture; by default,
    the picture is the scene as JSON values.
    """
    ending = session.ending()
    keep = save_session(session) if session.problem.origin[0] else None
    return {
        "name": session.problem.name,
        "title": get_title(session.problem),
        "about": _(session.problem.about),
        "kind": _name_session_kind(session),
        "saved": keep,
        "token": pack_link(keep) if keep is not None else "",
        "scene": scene_to_json(session.scene()) if draw is None else draw(session),
        "renamed": dict(session.renamed()),
        "highlights": session.highlights(),
        "selected": list(session.selected),
        "choices": [
            {"move": choice.label, "gestures": [list(each) for each in choice.gestures]} for choice in session.choices()
        ],
        "made": session.made,
        "undone": len(session.turns) - session.made,
        "cost": cost_to_json(session.cost),
        "turns": [_turn_to_json(turn) for turn in session.turns],
        "turn": session.turn,
        "seats": [seat.name for seat in session.seats],
        "players": list_player_names(session),
        "waiting_for": "" if session.opponent is None else session.opponent.name,
        "ending": None if ending is None else {**ending._asdict(), "made": cost_to_json(ending.made)},
        "hints": session.hints,
        "grade": session.grade,
    }
