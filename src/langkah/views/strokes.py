"""A scene in the form that the page draws: each shape with its position, its bounding box and the strokes from
`views.paint`.

The page only draws strokes and moves groups of strokes, so it looks like every other front end. The points of an
outline are relative to the outline's own origin, so that outlines can be animated like all other shapes.
"""

from typing import Any, Literal, NotRequired, TypedDict, cast

from langkah.scene import Path, Scene
from langkah.views.motion import get_frame
from langkah.views.paint import Box, Circle, Line, PaintedShape, Stroke, Words, paint_scene
from langkah.views.svg import get_palette

NAMES: dict[type[Stroke], str] = {Box: "box", Circle: "circle", Line: "line", Words: "words"}


Point = tuple[float, float]


class StrokeJson(TypedDict):
    """One stroke of a shape; fields with default values are omitted."""

    mark: Literal["box", "circle", "line", "words"]
    x: NotRequired[float]
    y: NotRequired[float]
    width: NotRequired[float]
    height: NotRequired[float]
    radius: NotRequired[float]
    round: NotRequired[float]
    points: NotRequired[str]
    text: NotRequired[str]
    size: NotRequired[float]
    colour: NotRequired[str]
    bold: NotRequired[bool]
    name: NotRequired[bool]
    fill: NotRequired[str]
    stroke: NotRequired[str]
    line: NotRequired[float]
    dashed: NotRequired[bool]
    opacity: NotRequired[float]


class ShapeJson(TypedDict):
    """A painted shape: its position (`at`), its bounding box, and its strokes (`marks`). A missing id, handle or label
    is empty.
    """

    id: NotRequired[str]
    handle: NotRequired[str]
    label: NotRequired[str]
    role: str
    at: Point
    box: tuple[float, float, float, float]
    marks: list[StrokeJson]


class SceneJson(TypedDict):
    """A picture: its size in cells, its shapes from back to front, and a one-sentence description."""

    width: float
    height: float
    title: str
    shapes: list[ShapeJson]


def scene_to_strokes(scene: Scene) -> SceneJson:
    """A scene as JSON values, in the form that the page draws."""
    shapes = [shape_to_strokes(each) for each in paint_scene(scene, get_palette("page"))]
    return {"width": scene.width, "height": scene.height, "title": scene.title, "shapes": shapes}


def shape_to_strokes(each: PaintedShape) -> ShapeJson:
    """One shape as JSON values; empty texts and default values are omitted."""
    left, top, right, bottom = get_frame(each.shape)
    shift = (left, top) if isinstance(each.shape, Path) else (0.0, 0.0)
    told = {"id": each.shape.id, "handle": each.shape.handle, "label": each.shape.label}
    found: Any = {
        **{key: value for key, value in told.items() if value},
        "role": each.shape.role,
        "at": [_round_number(each.x + shift[0]), _round_number(each.y + shift[1])],
        "box": [_round_number(left), _round_number(top), _round_number(right - left), _round_number(bottom - top)],
        "marks": [_stroke_to_json(mark, *shift) for mark in each.marks],
    }
    return cast("ShapeJson", found)


def _stroke_to_json(mark: Stroke, shift_x: float, shift_y: float) -> dict[str, Any]:
    usual = mark._field_defaults
    told = {name: value for name, value in mark._asdict().items() if name not in usual or value != usual[name]}
    if isinstance(mark, Line):
        told["points"] = " ".join(f"{_round_number(x - shift_x)},{_round_number(y - shift_y)}" for x, y in mark.points)
    else:
        told["x"], told["y"] = mark.x - shift_x, mark.y - shift_y
    return {"mark": NAMES[type(mark)], **{key: _round_number(value) for key, value in told.items()}}


def _round_number(value: Any) -> Any:
    return round(value, 3) if isinstance(value, float) else value
