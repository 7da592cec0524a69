"""One position: what it looks like, what can be done in it, and what a click, a drag or a throw makes of it."""

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

MOST_DRAWN = 4000  # shapes that may be drawn to learn where pieces would go
MOST_FRAMES = 60


class ClickJson(TypedDict):
    """Clicks on handles, one after the other."""

    do: Literal["click"]
    handles: Annotated[list[Name], Range(1, 20)]


class DragJson(TypedDict):
    """A press on one handle and a release on another."""

    do: Literal["drag"]
    press: Name
    release: Name


class PlayJson(TypedDict):
    """A move as it is written."""

    do: Literal["play"]
    move: Annotated[str, Range(0, 300)]


class SimpleJson(TypedDict):
    """Throw the dice, take a move back, or make it again."""

    do: Literal["roll", "undo", "redo"]


@dataclass(frozen=True)
class LinkRequest(CatalogueRequest):
    """The position behind a link: what stands in it after the #, readable or exact."""

    token: Annotated[str, Range(1, MAX_LINK_CHARACTERS)]


@dataclass(frozen=True)
class ActRequest(PositionRequest):
    """Something done in a position."""

    deed: ClickJson | DragJson | PlayJson | SimpleJson


class PositionJson(SessionJson):
    """A position, and everything that can be done in it. `address` is a link to it that can be typed, "" where only the
    token says it all; `routes` are the ways by which shapes came, `travels` how far each choice takes which shapes."""

    saved: Saved  # type: ignore[misc]
    scene: SceneJson
    address: str
    text: str
    routes: dict[str, list[Point]]
    travels: list[dict[str, Point]]


class AnswerJson(TypedDict):
    """What a deed did, and words for it."""

    kind: Literal["moved", "selected", "cleared", "refused"]
    text: str


class DoneJson(TypedDict):
    """What a deed did, and the position after it."""

    answer: AnswerJson
    position: PositionJson


class PictureJson(TypedDict):
    """A picture on the way; a number stands for that shape of the picture before."""

    width: float
    height: float
    title: str
    shapes: list[ShapeJson | int]


class FrameJson(TypedDict):
    """One of the moves that follow, as a picture."""

    made: int
    scene: PictureJson
    renamed: dict[str, str]
    routes: dict[str, list[Point]]


class FramesJson(TypedDict):
    """The pictures of the moves that follow."""

    frames: list[FrameJson]


def show_position(request: PositionRequest, context: Context) -> PositionJson:
    """A position, and everything that can be done in it."""
    del context
    return describe_position(request.saved)


def open_link(request: LinkRequest, context: Context) -> PositionJson:
    """The position behind a link."""
    del context
    return describe_position(request.catalogue.session(read_address(request.catalogue, request.token)))


def describe_position(session: Session) -> PositionJson:
    """What the page shows of a session."""
    found: Any = {
        **session_to_json(session, lambda each: scene_to_strokes(draw_position(each))),
        "address": format_address(session) if session.problem.origin[0] else "",
        "text": "\n\n".join(session.problem.text(state) for state in session.states),
        "routes": _find_routes(session),
        "travels": _find_travels(session),
    }
    return cast("PositionJson", found)


def draw_position(session: Session) -> Scene:
    """The picture. When dice decide, buttons beside the board that choose a throw are left out: they would mislead."""
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
    """How shapes came to where they are by the last move: for each id the points of its way, seen from its end."""
    if not session.made:
        return {}
    found: dict[str, list[Point]] = {}
    for name, journey in find_journeys(session.scene_before(), session.scene(), session.renamed()).items():
        to_x, to_y = journey.route[-1]
        found[name] = [(round(x - to_x, 3), round(y - to_y, 3)) for x, y in journey.route]
    return found


def _find_travels(session: Session) -> list[dict[str, Point]]:
    """For each choice, which shapes it takes elsewhere and how far, so that they can be dragged; [] on large boards."""
    choices = session.choices()
    before = session.scene()
    if len(choices) * len(before.shapes) > MOST_DRAWN:
        return []
    return [_find_travel(session, before, choice.step) for choice in choices]


def _find_travel(session: Session, before: Scene, step: Step[Any, Any]) -> dict[str, Point]:
    """The pieces that one move takes elsewhere, by id, and how far to the right and down; no part of the ground."""
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
    """Do something in a position: what came of it, and the position after it."""
    del context
    kind, text = _perform_deed(request.saved, request.deed)
    answer = cast("AnswerJson", {"kind": kind, "text": text})
    return {"answer": answer, "position": describe_position(request.saved)}


def _perform_deed(session: Session, deed: ClickJson | DragJson | PlayJson | SimpleJson) -> tuple[str, str]:
    """What a deed did (moved, selected, cleared or refused), and words for it."""
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
    """The pictures of the moves that follow, for playing them without asking for each.

    A shape that is as in the picture before is given by its number there: most of a board stands still.
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
