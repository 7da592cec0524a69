"""The boards of many states as plain JSON for a page. Every part of a board is stored once, as it is drawn, even if
many boards show it.
"""

from collections.abc import Sequence
from typing import Any

from langkah.model import Problem, draw_scene, is_mapped
from langkah.views.paint import Part, order_parts, paint_part
from langkah.views.strokes import shape_to_strokes
from langkah.views.svg import FONT, get_palette


def make_stroke_boards(problem: Problem[Any, Any], states: Sequence[Any]) -> tuple[list[dict[str, Any]], Any]:
    """The boards of the given states in the format that a page draws, and the table of the parts that the boards refer
    to. The parts at the back that all boards share are listed only once, as `ground` in this table.
    """
    known: dict[Part, int] = {}
    boards: list[dict[str, Any]] = []
    for state in states:
        scene = draw_scene(problem, state)
        numbers = [known.setdefault(part, len(known)) for part in order_parts(scene)]
        boards.append({"size": [round(scene.width, 3), round(scene.height, 3)], "parts": numbers})
    alike = len({tuple(board["size"]) for board in boards}) == 1 and not is_mapped(problem)
    same = _count_common([board["parts"] for board in boards]) if alike else 0
    ground = boards[0]["parts"][:same] if boards else []
    for board in boards:
        board["parts"] = board["parts"][same:]
    palette = get_palette("page")
    parts = [shape_to_strokes(paint_part(part, palette)) for part in known]
    return boards, {"ground": ground, "parts": parts, "alike": alike, "labels": problem.labels_nodes, "font": FONT}


def _count_common(boards: list[list[int]]) -> int:
    first, shortest = boards[0], min(map(len, boards))
    return next((place for place in range(shortest) if any(each[place] != first[place] for each in boards)), shortest)
