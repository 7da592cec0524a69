"""One position: its picture, its possible actions, and the result of a click, a drag or a throw."""

import json
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypedDict, cast

from langkah.model import Step
from langkah.scene import Scene, is_ground
from langkah.session import Session
from langkah.session.hint import find_middle, find_travellers
from langkah.session.share import MAX_LINK_CHARACTERS, Saved
from langkah.tasks.address import format_address, read_address
from langkah.tasks.context import Context
from langkah.tasks.problems import CatalogueRequest, PositionRequest
from langkah.typed_json import Name, Range
from langkah.views.json_form import SessionJson, session_to_json
from langkah.views.motion import find_journeys, get_frame
from langkah.views.strokes import Point, SceneJson, ShapeJson, scene_to_strokes

MOST_DRAWN = 4000  # shapes that may be drawn to find out where pieces would go
MOST_FRAMES = 60


class ClickJson(TypedDict):
    """The user clicks shapes with these handles, one after the other."""

    do: Literal["click"]
    handles: Annotated[list[Name], Range(1, 20)]


class DragJson(TypedDict):
    """The user presses the button on the shape with one handle, and releases it on another."""

    do: Literal["drag"]
    press: Name
    release: Name


class PlayJson(TypedDict):
    """The user types a move in the notation of the game."""

    do: Literal["play"]
    move: Annotated[str, Range(0, 300)]


class SimpleJson(TypedDict):
    """The user throws the dice, undoes a move, or redoes it."""

    do: Literal["roll", "undo", "redo"]


@dataclass(frozen=True)
class LinkRequest(CatalogueRequest):
    """A request to open a link. `token` is the text of the link after the #: a readable address or an
    exact position.
    """

    token: Annotated[str, Range(1, MAX_LINK_CHARACTERS)]


@dataclass(frozen=True)
class ActRequest(PositionRequest):
    """A request to perform an action of the user in a position."""

    deed: ClickJson | DragJson | PlayJson | SimpleJson


class PositionJson(SessionJson):
    """A position with all its possible actions. `address` is a readable link to it; "" if none can describe it fully,
    so that only the exact link (the token) works. `routes` has, by id, the path of each shape that the last move moved.
    `travels` has, for each choice, how far each shape would move, by id.
    """

    saved: Saved  # type: ignore[misc]
    scene: SceneJson
    address: str
    text: str
    routes: dict[str, list[Point]]
    travels: list[dict[str, Point]]


class AnswerJson(TypedDict):
    """The result of an action: what it did (`kind`), and a sentence about it (`text`)."""

    kind: Literal["moved", "selected", "cleared", "refused"]
    text: str


class DoneJson(TypedDict):
    """The result of an action, and the position after it."""

    answer: AnswerJson
    position: PositionJson


class PictureJson(TypedDict):
    """A picture. A number in `shapes` is the index of an equal shape in the previous picture."""

    width: float
    height: float
    title: str
    shapes: list[ShapeJson | int]


class FrameJson(TypedDict):
    """The picture after one of the moves that the session can redo (`made` moves after the start), with the data to
    animate that move.
    """

    made: int
    scene: PictureJson
    renamed: dict[str, str]
    routes: dict[str, list[Point]]


class FramesJson(TypedDict):
    """The pictures after the moves that the session can redo."""

    frames: list[FrameJson]


def show_position(request: PositionRequest, context: Context) -> PositionJson:
    """Show a position with all its possible actions."""
    del context
    return describe_position(request.saved)


def open_link(request: LinkRequest, context: Context) -> PositionJson:
    """Show the position in a link."""
    del context
    return describe_position(request.catalogue.session(read_address(request.catalogue, request.token)))


def describe_position(session: Session) -> PositionJson:
    """A session as plain JSON values for the page."""
    found: Any = {
        **session_to_json(session, lambda each: scene_to_strokes(draw_position(each))),
        "address": format_address(session) if session.problem.origin[0] else "",
        "text": "\n\n".join(session.problem.text(state) for state in session.states),
        "routes": _find_routes(session),
        "travels": _find_travels(session),
    }
    return cast("PositionJson", found)


def draw_position(session: Session) -> Scene:
    """The picture of a position. In a race, the handles for choosing a throw are omitted, because the dice decide."""
    scene = session.scene()
    if not session.dice:
        return scene
    start = session.problem.start
    ways = [way for step in session.problem.steps(start) for way in session.problem.gestures(start, step.move) if way]
    ground = {shape.handle for shape in scene.shapes if is_ground(shape.role)}
    buttons = {way[0] for way in ways} - ground
    shapes = tuple(shape for shape in scene.shapes if shape.handle not in buttons)
    return scene._replace(shapes=shapes, height=max(get_frame(shape)[3] for shape in shapes))


def _find_routes(session: Session) -> dict[str, list[Point]]:
    """The paths of the shapes that the last move moved: for each id the points of its path, relative to
    the last point.
    """
    if not session.made:
        return {}
    found: dict[str, list[Point]] = {}
    for name, journey in find_journeys(session.scene_before(), session.scene(), session.renamed()).items():
        to_x, to_y = journey.route[-1]
        found[name] = [(round(x - to_x, 3), round(y - to_y, 3)) for x, y in journey.route]
    return found


def _find_travels(session: Session) -> list[dict[str, Point]]:
    """For each choice, how far it moves each shape, so that a page can let users drag shapes; [] if the board is too
    large.
    """
    choices = session.choices()
    before = session.scene()
    if len(choices) * len(before.shapes) > MOST_DRAWN:
        return []
    return [_find_travel(session, before, choice.step) for choice in choices]


def _find_travel(session: Session, before: Scene, step: Step[Any, Any]) -> dict[str, Point]:
    """How far one move moves each piece, to the right and down, by the id of the piece. Shapes of the board itself are
    left out.
    """
    after = session.scene_after(step)
    renamed = session.problem.moved(session.state, step.move)
    found: dict[str, Point] = {}
    for old, new in find_travellers(before, after, renamed):
        if is_ground(old.role):
            continue
        (x, y), (to_x, to_y) = find_middle(old), find_middle(new)
        found[old.id] = (round(to_x - x, 4), round(to_y - y, 4))
    return found


def act_on(request: ActRequest, context: Context) -> DoneJson:
    """Perform an action in a position; returns its result, and the position after it."""
    del context
    kind, text = _perform_deed(request.saved, request.deed)
    answer = cast("AnswerJson", {"kind": kind, "text": text})
    return {"answer": answer, "position": describe_position(request.saved)}


def _perform_deed(session: Session, deed: ClickJson | DragJson | PlayJson | SimpleJson) -> tuple[str, str]:
    """Perform an action; returns the result (moved, selected, cleared or refused), and a sentence about it."""
    if deed["do"] == "click":
        *before, last = deed["handles"]
        for handle in before:
            session.click(handle)
        return session.click(last)
    if deed["do"] == "drag":
        return session.drag(deed["press"], deed["release"])
    if deed["do"] == "play":
        return "moved", session.play(deed["move"]).label
    if deed["do"] == "roll":
        return "moved", session.roll().label
    done = session.undo() if deed["do"] == "undo" else session.redo()
    return ("moved" if done else "refused"), ""


def draw_frames(request: PositionRequest, context: Context) -> FramesJson:
    """Draw the picture after each move that the session can redo, so that a page can play them without more requests.

    Since most of a board stays the same, a shape that equals one in the previous picture is replaced by its index
    there.
    """
    session, is_over = request.saved, context.make_deadline()
    shapes = scene_to_strokes(draw_position(session))["shapes"]
    pictures: list[FrameJson] = []
    for made in range(session.made + 1, min(session.made + MOST_FRAMES, len(session.turns)) + 1):
        if pictures and is_over():
            break
        session.goto(made)
        scene = scene_to_strokes(draw_position(session))
        before = {json.dumps(shape): number for number, shape in enumerate(shapes)}
        shapes = scene["shapes"]
        changed: list[ShapeJson | int] = [before.get(json.dumps(shape), shape) for shape in shapes]
        picture: PictureJson = {**scene, "shapes": changed}
        renamed = dict(session.renamed())
        pictures.append({"made": made, "scene": picture, "renamed": renamed, "routes": _find_routes(session)})
    return {"frames": pictures}
