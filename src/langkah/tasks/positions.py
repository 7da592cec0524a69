"""One position: what it looks like, what can be done in it, and what a click, a drag or a throw makes of it."""

import json
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Annotated, Any

from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Step
from langkah.scene import Scene, is_ground
from langkah.session import Session
from langkah.session.hint import find_middle, find_travellers
from langkah.session.share import LONGEST
from langkah.settings import quote_value
from langkah.tasks.address import format_address, read_address
from langkah.tasks.context import Context, Values
from langkah.tasks.request import PositionRequest, Range, StoreRequest
from langkah.views.json_form import session_to_json
from langkah.views.motion import find_journeys, get_frame
from langkah.views.strokes import scene_to_strokes

MOST_DRAWN = 4000  # shapes that may be drawn to learn where pieces would go
MOST_FRAMES = 60


@dataclass(frozen=True)
class LinkRequest(StoreRequest):
    """The position behind a link: what stands in it after the #, readable or exact."""

    token: Annotated[str, Range(1, LONGEST)]


@dataclass(frozen=True)
class ActRequest(PositionRequest):
    """Something done in a position: click, drag, play, roll, undo or redo."""

    deed: Mapping[str, Any]


def show_position(request: PositionRequest, context: Context) -> Values:
    """A position, and everything that can be done in it."""
    del context
    return describe_position(request.saved)


def open_link(request: LinkRequest, context: Context) -> Values:
    """The position behind a link."""
    del context
    return describe_position(request.store.session(read_address(request.store, request.token)))


def describe_position(session: Session) -> Values:
    """What the page shows of a session."""
    return {
        **session_to_json(session),
        "address": format_address(session) if session.problem.origin[0] else "",
        "scene": scene_to_strokes(draw_position(session)),
        "text": "\n\n".join(session.problem.text(state) for state in session.states),
        "routes": _find_routes(session),
        "travels": _find_travels(session),
    }


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


def _find_routes(session: Session) -> dict[str, list[list[float]]]:
    """How shapes came to where they are by the last move: for each id the points of its way, seen from its end."""
    if not session.made:
        return {}
    earlier = copy(session)
    earlier.goto(session.made - 1)
    found: dict[str, list[list[float]]] = {}
    for name, journey in find_journeys(earlier.scene(), session.scene(), session.renamed()).items():
        to_x, to_y = journey.route[-1]
        found[name] = [[round(x - to_x, 3), round(y - to_y, 3)] for x, y in journey.route]
    return found


def _find_travels(session: Session) -> list[dict[str, list[float]]]:
    """For each choice, which shapes it takes elsewhere and how far, so that they can be dragged; [] on large boards."""
    choices = session.choices()
    before = session.scene()
    if len(choices) * len(before.shapes) > MOST_DRAWN:
        return []
    return [_find_travel(session, before, choice.step) for choice in choices]


def _find_travel(session: Session, before: Scene, step: Step[Any, Any]) -> dict[str, list[float]]:
    """The shapes that one move takes elsewhere, by id, and how far to the right and down."""
    after = session.problem.scene(step.state)
    renamed = session.problem.moved(session.state, step.move)
    found: dict[str, list[float]] = {}
    for old, new in find_travellers(before, after, renamed):
        (x, y), (to_x, to_y) = find_middle(old), find_middle(new)
        found[old.id] = [round(to_x - x, 4), round(to_y - y, 4)]
    return found


def act_on(request: ActRequest, context: Context) -> Values:
    """Do something in a position: what came of it, and the position after it."""
    del context
    kind, text = _perform_deed(request.saved, request.deed)
    return {"answer": {"kind": kind, "text": text}, "position": describe_position(request.saved)}


def _perform_deed(session: Session, deed: Mapping[str, Any]) -> tuple[str, str]:
    """What a deed did (moved, selected, cleared or refused), and words for it."""
    match deed:
        case {"do": "click", "handles": [*before, last]}:
            for handle in before:
                session.click(handle)
            return session.click(last)
        case {"do": "drag", "press": press, "release": release}:
            return session.drag(press, release)
        case {"do": "play", "move": move}:
            return "moved", session.play(move).label
        case {"do": "roll"}:
            return "moved", session.roll().label
        case {"do": "undo"}:
            return ("moved" if session.undo() else "refused"), ""
        case {"do": "redo"}:
            return ("moved" if session.redo() else "refused"), ""
    raise BadInput(_("{what} is nothing that can be done").format(what=quote_value(dict(deed))))


def draw_frames(request: PositionRequest, context: Context) -> Values:
    """The pictures of the moves that follow, for playing them without asking for each.

    A shape that is as in the picture before is given by its number there: most of a board stands still.
    """
    session, is_over = request.saved, context.make_deadline()
    shapes = scene_to_strokes(draw_position(session))["shapes"]
    pictures: list[Values] = []
    for made in range(session.made + 1, min(session.made + MOST_FRAMES, len(session.turns)) + 1):
        if pictures and is_over():
            break
        session.goto(made)
        scene = scene_to_strokes(draw_position(session))
        before = {json.dumps(shape): number for number, shape in enumerate(shapes)}
        shapes = scene["shapes"]
        scene["shapes"] = [before.get(json.dumps(shape), shape) for shape in shapes]
        pictures.append(
            {"made": made, "scene": scene, "renamed": dict(session.renamed()), "routes": _find_routes(session)}
        )
    return {"frames": pictures}
