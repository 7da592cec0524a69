"""The mouse: clicks, and dragging of pieces.

If a piece is dropped close to the target of a move, this move is made, no matter at which point the mouse holds the
piece. Otherwise, the handle under the mouse determines the move.
"""

from math import hypot

from langkah.apps.window import targets
from langkah.apps.window.board_view import BoardView
from langkah.apps.window.play_controller import PlayController
from langkah.views.paint import Point

CLICK_SLACK_PIXELS = 7  # a press that moves no farther is a click


class Mouse:
    """The position of the mouse, its pressed target, and the dragged shapes."""

    def __init__(self, board: BoardView, play: PlayController) -> None:
        self.board, self.play = board, play
        self.at: Point = (-1.0, -1.0)
        self.began: Point = (-1.0, -1.0)
        self.pressed = ""
        self.carried = targets.CarriedShapes(())
        self.known: tuple[object, str] = (None, "")

    @property
    def dragging(self) -> bool:
        """Whether something is being dragged."""
        return bool(self.carried.ways)

    def _find_handle(self, point: Point) -> str:
        return targets.find_handle_at(self.board.scene, *self.board.units(point))

    def over(self) -> str:
        """The handle (the name of a clickable part of the picture) under the mouse if it can be used now, else "". The
        result is cached, because every frame needs it.
        """
        key = self.at, self.play.change.number, self.play.session.selected, self.board.unit, self.board.origin
        if self.known[0] != key:
            self.known = key, self._meant()
        return self.known[1]

    def _meant(self) -> str:
        """Compute the result of `over` without its cache."""
        session, handle = self.play.session, self._find_handle(self.at)
        if not handle or session.over or session.opponent is not None:
            return ""
        return handle if handle in (session.faces() if session.dice else session.highlights()) else ""

    def press(self, point: Point) -> None:
        """Handle a press of the mouse button: remember the point and the clickable part of the picture under it."""
        self.pressed, self.began = self._find_handle(point), point

    def move(self, point: Point) -> None:
        """Handle a movement of the mouse: dragged shapes follow."""
        self.at = point
        dx, dy = point[0] - self.began[0], point[1] - self.began[1]
        if self.pressed and not self.dragging and hypot(dx, dy) > CLICK_SLACK_PIXELS:
            self._begin_drag()
        if self.dragging:
            self.board.carry(self.carried.ids, dx / self.board.unit, dy / self.board.unit)

    def _begin_drag(self) -> None:
        """Start dragging the shapes that move with the pressed handle. If the pressed piece is not one of them, tell
        the player why it cannot be moved.
        """
        session = self.play.session
        if session.opponent is not None or session.over:
            return
        found = targets.find_carried(session, (self.pressed,))
        shape = targets.find_shape_at(self.board.scene, *self.board.units(self.began))
        if found.ids and shape is not None and shape.role.startswith("piece") and shape.id not in found.ids:
            self.pressed = ""
            self.play.press(shape.id)  # reports why it cannot be moved
        elif found.ids:
            self.play.halt()
            self.carried = found
            session.selected = (self.pressed,)

    def release(self, point: Point, now: float) -> None:
        """Handle a button release: a click, or the end of a drag."""
        pressed, carried = self.pressed, self.carried
        self.pressed, self.carried = "", targets.CarriedShapes(())
        if not carried.ways:
            if pressed and self._find_handle(point) == pressed:
                self.play.press(pressed)
            return
        self.play.session.selected = ()
        choice, under = carried.nearest(self.board.poses), self._find_handle(point)
        made = self.play.session.made
        if choice is not None:
            self.play.choose(choice.label)
        elif under and under != pressed:
            self.play.drag(pressed, under)
        if self.play.session.made == made:
            self.board.pose({}, now, self.play.pace)
