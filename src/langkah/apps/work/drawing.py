"""A scene as the page draws it: each shape with its place, its box and the strokes that `views.paint` decided on.

The page only puts strokes onto its canvas and moves groups about, so it looks like every other front end. Outlines are
moved to an origin of their own, so that they glide like anything else.
"""

from typing import Any

from langkah.scene import Path, Scene
from langkah.views.motion import frame
from langkah.views.paint import Box, Circle, Line, Mark, Painted, Words, painted
from langkah.views.svg import palette

NAMES: dict[type[Mark], str] = {Box: "box", Circle: "circle", Line: "line", Words: "words"}


def drawing(scene: Scene) -> dict[str, Any]:
    """A scene as JSON values."""
    shapes = [shape_out(each) for each in painted(scene, palette("page"))]
    return {"width": scene.width, "height": scene.height, "title": scene.title, "shapes": shapes}


def shape_out(each: Painted) -> dict[str, Any]:
    """One shape: what is at its default is left out."""
    left, top, right, bottom = frame(each.shape)
    shift = (left, top) if isinstance(each.shape, Path) else (0.0, 0.0)
    told = {"id": each.shape.id, "handle": each.shape.handle, "label": each.shape.label}
    return {
        **{key: value for key, value in told.items() if value},
        "role": each.shape.role,
        "at": [short(each.x + shift[0]), short(each.y + shift[1])],
        "box": [short(left), short(top), short(right - left), short(bottom - top)],
        "marks": [mark_out(mark, *shift) for mark in each.marks],
    }


def mark_out(mark: Mark, shift_x: float, shift_y: float) -> dict[str, Any]:
    """One stroke: its kind, and every field that is not at its default."""
    usual = mark._field_defaults
    told = {name: value for name, value in mark._asdict().items() if name not in usual or value != usual[name]}
    if isinstance(mark, Line):
        told["points"] = " ".join(f"{short(x - shift_x)},{short(y - shift_y)}" for x, y in mark.points)
    else:
        told["x"], told["y"] = mark.x - shift_x, mark.y - shift_y
    return {"mark": NAMES[type(mark)], **{key: short(value) for key, value in told.items()}}


def short(value: Any) -> Any:
    """Numbers with as many digits as an eye can see."""
    return round(value, 3) if isinstance(value, float) else value
