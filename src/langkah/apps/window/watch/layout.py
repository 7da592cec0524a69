"""Where the panes lie: side by side where there is room for all, else one at a time behind tabs. All of it in pixels,
worked out from the size of the window and its em."""

from typing import NamedTuple

from pygame import Rect

COLUMNS_NEED = 88, 42  # ems that all panes need side by side
TABS_BESIDE_NEED = 54  # ems of width for two columns, one of them with tabs
HEADER, EVENT_HEIGHT, PLAYBACK_HEIGHT = 3.9, 2.1, 5.4  # heights in ems: title and answer, what happened, play and step
TAB_BAR_HEIGHT = 2.9
ALL_PANES = ("board", "tree", "frontier", "closed", "code", "effort", "why")
BESIDE_TABS = ("board", "why")  # panes that stand beside tabs, where there is room for two columns


class PaneLayout(NamedTuple):
    """The panes that are shown, each with its place; the tabs and their bar, where there are any."""

    panes: dict[str, Rect]
    tabs: tuple[str, ...]
    bar: Rect
    header: Rect
    lesson: Rect  # without a size where there is none
    words: Rect
    foot: Rect


def compute_watch_em(size: tuple[int, int]) -> float:
    """The measure of a window of that size: smaller than that of the game, for there is more to read."""
    return max(12.0, min(size[0] / 112, size[1] / 63))


def list_panes(*, walks: bool) -> tuple[str, ...]:
    """The panes of a search; whoever walks down and back keeps no closed set."""
    return tuple(name for name in ALL_PANES if not (walks and name == "closed"))


def make_layout(
    size: tuple[int, int], em: float, tab: str, lines: int, *, walks: bool = False, lesson: int = 0
) -> PaneLayout:
    """Where everything lies; `lines` is the length of the pseudo-code, `walks` whether there is no closed set, `lesson`
    how high the bar of a lesson is."""
    wide, high = size
    gap = round(0.7 * em)
    header = Rect(gap, 0, wide - 2 * gap, round(HEADER * em))
    foot = Rect(gap, high - round(PLAYBACK_HEIGHT * em), wide - 2 * gap, round(PLAYBACK_HEIGHT * em))
    words = Rect(gap, foot.y - round(EVENT_HEIGHT * em), foot.width, round(EVENT_HEIGHT * em))
    body = Rect(gap, header.bottom, header.width, max(1, words.y - header.bottom))
    none = Rect(0, 0, 0, 0)
    bar_of_lesson = none
    if lesson:
        bar_of_lesson, body = _split_down(body, min(lesson, body.height * 3 // 5), gap)
    ends = header, bar_of_lesson, words, foot
    if wide >= COLUMNS_NEED[0] * em and high - bar_of_lesson.height >= COLUMNS_NEED[1] * em:
        return PaneLayout(_arrange_columns(body, em, gap, lines, walks=walks), (), none, *ends)
    beside = BESIDE_TABS if wide >= TABS_BESIDE_NEED * em else ()
    tabs = tuple(name for name in list_panes(walks=walks) if name not in beside)
    panes: dict[str, Rect] = {}
    room = body
    if beside:
        left, room = _split_across(body, round(body.width * 0.38), gap)
        panes["board"], panes["why"] = _split_down(left, round(left.height * 0.55), gap)
    bar, rest = _split_down(room, round(TAB_BAR_HEIGHT * em), 0)
    panes[tab if tab in tabs else tabs[0]] = rest
    return PaneLayout(panes, tabs, bar, *ends)


def _arrange_columns(body: Rect, em: float, gap: int, lines: int, *, walks: bool) -> dict[str, Rect]:
    """Three columns: board and why; the tree with both lists below it; the pseudo-code with counters and chart."""
    side = round(min(36 * em, max(26 * em, body.width * 0.27)))
    left, rest = _split_across(body, side, gap)
    middle, right = _split_across(rest, rest.width - side - gap, gap)
    board, why = _split_down(left, round(min(left.height * 0.6, left.width * 1.05)), gap)
    tree, lists = _split_down(middle, round(middle.height * (0.74 if walks else 0.63)), gap)
    code, effort = _split_down(right, round(min(right.height * 0.66, (2.3 * lines + 3.4) * em)), gap)
    found = {"board": board, "tree": tree, "frontier": lists, "code": code, "effort": effort, "why": why}
    if not walks:
        found["frontier"], found["closed"] = _split_across(lists, round(lists.width * 0.56), gap)
    return found


def _split_across(rect: Rect, wide: int, gap: int) -> tuple[Rect, Rect]:
    return (
        Rect(rect.x, rect.y, wide, rect.height),
        Rect(rect.x + wide + gap, rect.y, max(1, rect.width - wide - gap), rect.height),
    )


def _split_down(rect: Rect, high: int, gap: int) -> tuple[Rect, Rect]:
    return (
        Rect(rect.x, rect.y, rect.width, high),
        Rect(rect.x, rect.y + high + gap, rect.width, max(1, rect.height - high - gap)),
    )
