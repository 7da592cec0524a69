"""Hints of three grades, derived from the pictures before and after the best move, so that they work for every game.

If one piece moves, the hints name the piece, then its target or direction, then the move. If pieces move in many
different ways at once, as in a rotation, the hints give the number of pieces, then the direction of one of them, then
the move. If something is placed, the hints name the part of the board, then the row, then the move.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from langkah.language import _
from langkah.model import Problem, Step, draw_scene
from langkah.scene import Path, Rect, Scene, Shape

PIECE, PLACE, MOVE = 1, 2, 3
ROUND = 3  # pieces count as rotating from this number of different displacements on


class Hint(NamedTuple):
    """A hint of grade 1 (which piece), 2 (where it goes) or 3 (the whole move), with the shapes to highlight, by their
    ids and handles. `move` is "" below grade 3.
    """

    grade: int
    text: str
    ids: tuple[str, ...] = ()
    handles: tuple[str, ...] = ()
    move: str = ""


def make_hint(problem: Problem[Any, Any], state: Any, step: Step[Any, Any], grade: int) -> Hint:
    """The hint of grade 1, 2 or 3 that suggests a step."""
    before, after = draw_scene(problem, state), draw_scene(problem, step.state)
    gesture = next(iter(problem.gestures(state, step.move)), ())
    pieces = find_travellers(before, after, problem.moved(state, step.move))
    ids = tuple(old.id for old, _new in pieces)
    if grade >= MOVE:
        move = problem.notation(step.move)
        return Hint(grade, _("Make the move {move}.").format(move=move), ids, tuple(gesture), move)
    if not pieces:
        return _hint_at_place(before, gesture, grade)
    old, new = pieces[0]
    piece = old.label or old.handle or old.id
    if len({_find_way(*pair) for pair in pieces}) >= ROUND:
        if grade == PIECE:
            return Hint(grade, _("{n} pieces move at once.").format(n=len(pieces)), ids)
        text = _("One of the pieces that move is “{piece}”: it goes {direction}.")
        return Hint(grade, text.format(piece=piece, direction=_describe_direction(old, new)), (old.id,))
    if grade == PIECE:
        return Hint(grade, _("Move “{piece}”.").format(piece=piece), ids)
    target = next((shape for shape in before.shapes if gesture and shape.handle == gesture[-1] and shape.label), None)
    if target is not None and len(gesture) > 1 and target.id not in ids:
        text = _("Move “{piece}” to {place}.").format(piece=piece, place=target.label)
    else:
        text = _("Move “{piece}” {direction}.").format(piece=piece, direction=_describe_direction(old, new))
    return Hint(grade, text, ids, tuple(gesture[-1:]))


def find_travellers(before: Scene, after: Scene, renamed: Any) -> list[tuple[Shape, Shape]]:
    """The shapes that a move displaces, each as it is before and after the move. `renamed` maps each id that the move
    changes to the new id.
    """
    places = {shape.id: shape for shape in after.shapes if shape.id}
    pairs = ((shape, places.get(renamed.get(shape.id, shape.id))) for shape in before.shapes if shape.id)
    return [(old, new) for old, new in pairs if new is not None and find_middle(old) != find_middle(new)]


def _hint_at_place(scene: Scene, gesture: Iterable[str], grade: int) -> Hint:
    """A hint about the place on the board at which a gesture ends. Grade 1 names the part of the board, grade 2 the
    row. If there is no such place, the hint only says that there is a best move.
    """
    handles = tuple(gesture)
    spots = [shape for shape in scene.shapes if shape.handle]
    goal = next((shape for shape in spots if shape.handle == handles[-1]), None) if handles else None
    if goal is None:
        return Hint(grade, _("There is a best move: ask once more to see it."))
    x, y = find_middle(goal)
    if grade == PIECE:
        return Hint(
            grade, _("Look at the {part} of the board.").format(part=_describe_part(x / scene.width, y / scene.height))
        )
    rows = sorted({round(find_middle(shape)[1], 3) for shape in spots})
    lit = tuple(dict.fromkeys(shape.handle for shape in spots if round(find_middle(shape)[1], 3) == round(y, 3)))
    return Hint(grade, _("Look at row {n} from the top.").format(n=rows.index(round(y, 3)) + 1), handles=lit)


def find_middle(shape: Shape) -> tuple[float, float]:
    """The middle of a shape."""
    if isinstance(shape, Rect):
        return shape.x + shape.width / 2, shape.y + shape.height / 2
    if isinstance(shape, Path):
        across, down = zip(*shape.points, strict=True)
        return (min(across) + max(across)) / 2, (min(down) + max(down)) / 2
    return shape.x, shape.y


def _find_way(old: Shape, new: Shape) -> tuple[float, float]:
    """The displacement of a shape to the right and down."""
    (x, y), (to_x, to_y) = find_middle(old), find_middle(new)
    return round(to_x - x, 2), round(to_y - y, 2)


def _describe_direction(old: Shape, new: Shape) -> str:
    (x, y), (to_x, to_y) = find_middle(old), find_middle(new)
    if abs(to_x - x) >= abs(to_y - y):
        return _("to the right") if to_x > x else _("to the left")
    return _("down") if to_y > y else _("up")


def _describe_part(across: float, down: float) -> str:
    """The part of a board, in words, that contains a point. The point is given as fractions of the board's width and
    height.
    """
    if 0.4 <= across <= 0.6 and 0.4 <= down <= 0.6:
        return _("middle")
    if down < 0.5:
        return _("upper left part") if across < 0.5 else _("upper right part")
    return _("lower left part") if across < 0.5 else _("lower right part")
