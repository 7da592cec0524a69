"""The highlights on the board: the selection, its targets, hints, ratings of moves, and the face of a die."""

from random import Random

from langkah.apps.window.play_controller import PlayController, PositionChange

FACE_SECONDS = 0.07  # for each face of tumbling dice, at normal speed
VERDICT_ORDER = ("better", "equal", "worse", "unknown")


def find_highlights(play: PlayController, over: str) -> dict[str, str]:
    """The highlighted shapes of the board: a table from their handles (names of clickable parts) or ids to the kind of
    highlight. A shape that can be selected is highlighted only if `over` is its handle.
    """
    session = play.session
    lit = {name: role for name, role in session.highlights().items() if role != "start" or name == over}
    if session.opponent is not None or play.auto:
        lit = {name: role for name, role in lit.items() if role == "selected"}
    lit |= find_marked_handles(play)
    if play.hint is not None:
        lit |= dict.fromkeys((*play.hint["ids"], *play.hint["handles"]), "hint")
    return lit


def find_marked_handles(play: PlayController) -> dict[str, str]:
    """For each handle (the name of a clickable part of the picture) that begins or continues a rated move: the rating
    of this move, or the best rating of several moves.
    """
    session, found = play.session, dict[str, str]()
    depth = len(session.selected)
    for choice in session.choices() if play.marks else ():
        verdict = play.marks.get(choice.label, "unknown")
        for way in choice.gestures:
            if way[:depth] == session.selected and len(way) > depth:
                found[way[depth]] = min(verdict, found.get(way[depth], verdict), key=VERDICT_ORDER.index)
    return {name: verdict for name, verdict in found.items() if verdict != "unknown"}


def choose_tumbling_face(thrown: PositionChange, left: float) -> str:
    """The face that is shown now while the dice tumble. `left` is the number of further faces that will be shown
    (rounded down).
    """
    return Random(f"{thrown.number}:{int(left)}").choice(thrown.faces)
