"""A recorded search at one moment as a screen of characters: board, pseudo-code, frontier, closed set, what happened.

A pure function from a playback and a size to lines. Eighty columns and twenty-four lines are enough; where there is
more room, more is shown. The line at work and the node looked at are marked by a sign as well as by brightness, so that
nothing depends on colour.
"""

import re
from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import NamedTuple

from langkah.language import _, format_number
from langkah.trace.record import NEVER
from langkah.trace.storage import StoredProblem
from langkah.views.playback import COUNTED, SPEEDS, Panes, Playback
from langkah.views.recording import ListEntry
from langkah.views.sentences import describe_left_out, format_heading
from langkah.views.text import PLAIN, count_columns, draw_text
from langkah.views.theme import Theme
from langkah.views.watch_texts import get_watch_text

WIDE = 116  # columns from which the lists stand beside the pseudo-code
LISTS = 5  # lines that the lists get at least
AROUND = 7  # lines that are neither board nor code nor list
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
BOLD, FAINT, LIT, OFF = "\x1b[1m", "\x1b[2m", "\x1b[7m", "\x1b[0m"
SIMPLE = PLAIN | str.maketrans({"←": "<-", "▶": ">", "×": "x", "…": "~", "∞": "inf", "²": "2"})


class ScreenStyle(NamedTuple):
    """How to write: in plain ASCII or not, in colours or not (None)."""

    plain: bool = False
    theme: Theme | None = None

    def mark(self, words: str, how: str) -> str:
        """Words made bold, faint or lit, where there are colours."""
        return f"{how}{words}{OFF}" if self.theme and words else words


NORMAL = ScreenStyle()


def draw_screen(playback: Playback, width: int, height: int, style: ScreenStyle = NORMAL, note: str = "") -> list[str]:
    """The screen: no more lines and columns than there are. `note` stands in the last line, in place of the keys."""
    panes = playback.panes(height)
    room = max(1, height - AROUND)
    body = (
        _draw_lists_beside(playback, panes, width, room, style)
        if width >= WIDE
        else _draw_lists_below(playback, panes, width, room, style)
    )
    lines = [*_draw_head(playback, panes, width, style), *body]
    lines += [""] * (height - 4 - len(lines))
    lines += _draw_foot(playback, panes, width, style, note)
    if style.plain:
        return [cut_line(line.translate(SIMPLE), width).translate(SIMPLE) for line in lines[:height]]
    return [cut_line(line, width) for line in lines[:height]]


def _draw_head(playback: Playback, panes: Panes, width: int, style: ScreenStyle) -> list[str]:
    title = format_heading(playback.result)
    place = get_watch_text("place").format(
        at=format_number(panes.at), all=format_number(playback.length), n=format_number(panes.counters.expanded)
    )
    playing = f" ▶ {get_watch_text('pace').format(n=SPEEDS[playback.speed])}" if playback.playing else ""
    title = cut_line(title, max(1, width - measure_line(place + playing) - 2))
    gap = " " * max(1, width - measure_line(title) - measure_line(place + playing))
    told = [f"{get_watch_text(name)} {format_number(getattr(panes.counters, name))}" for name in COUNTED]
    told += [f"{get_watch_text('bound')} {panes.bound}"] if panes.bound else []
    return [style.mark(title, BOLD) + gap + place + playing, "   ".join(told), "─" * width]


def _draw_foot(playback: Playback, panes: Panes, width: int, style: ScreenStyle, note: str) -> list[str]:
    """A rule, what happened, what became of the node looked at (else what the search found), and the keys."""
    told = style.mark(_describe_ending(playback), FAINT)
    if panes.why is not None:
        way = f" ({' '.join(panes.way)})" if panes.way else ""
        told = f"{get_watch_text('why').format(n=playback.selected)} {panes.why.text}{way}"
    keys = _("arrows step  Space play  e event  g go  G goal  w why  +- speed  ? keys  q quit")
    return ["─" * width, style.mark(panes.happened, BOLD), told, note or style.mark(keys, FAINT)]


def _describe_ending(playback: Playback) -> str:
    return " ".join(each for each in (playback.result.why, describe_left_out(playback.trace)) if each)


def _draw_lists_below(playback: Playback, panes: Panes, width: int, height: int, style: ScreenStyle) -> list[str]:
    """Board and pseudo-code beside each other, the two lists below them."""
    most = max(1, height - LISTS)
    drawn = _draw_node_board(playback, panes, max(24, width * 2 // 5), most, style)
    left = max(24, min(width * 2 // 5, max(map(measure_line, drawn), default=0)))
    code = _draw_code(playback, panes, width - left - 2, style)
    top = min(most, max(len(drawn), len(code)))
    upper = _join_columns([drawn, _scroll_to_mark(code, top)], [left, width - left - 2])
    half = (width - 2) * 3 // 5
    rest = max(1, height - top)
    frontier = _draw_list(playback, panes, half, rest, style)
    closed = _draw_list(playback, panes, width - 2 - half, rest, style, closed=True)
    return [*upper[:top], *_join_columns([frontier, closed], [half, width - 2 - half])]


def _draw_lists_beside(playback: Playback, panes: Panes, width: int, height: int, style: ScreenStyle) -> list[str]:
    """Three columns: the board, the pseudo-code, and the lists, one above the other."""
    drawn = _draw_node_board(playback, panes, (width - 4) // 3, height, style)
    left = max(26, min((width - 4) // 3, max(map(measure_line, drawn), default=0)))
    right = max(40, min(56, width - left - 64))
    middle = width - 4 - left - right
    frontier = _draw_list(playback, panes, right, max(2, height * 3 // 5), style)
    closed = _draw_list(playback, panes, right, max(2, height - len(frontier) - 1), style, closed=True)
    code = _scroll_to_mark(_draw_code(playback, panes, middle, style), height)
    return _join_columns([drawn, code, [*frontier, "", *closed]], [left, middle, right])[:height]


def _draw_node_board(playback: Playback, panes: Panes, width: int, height: int, style: ScreenStyle) -> list[str]:
    if panes.node == NEVER:
        return []
    problem, state = playback.problem, playback.trace.node(panes.node).state
    caption = wrap(panes.caption, width)
    room = max(1, height - len(caption))
    if isinstance(problem, StoredProblem):
        drawn = problem.text(state).splitlines()
    else:
        drawn = draw_text(
            problem.scene(state), width=width, height=room, ascii=style.plain, theme=style.theme
        ).splitlines()
    return [*drawn[:room], *caption]


def _draw_code(playback: Playback, panes: Panes, width: int, style: ScreenStyle) -> list[str]:
    found = []
    for index, line in enumerate(playback.recording.code):
        lit = index == panes.lit
        indent = "  " * line.indent
        for place, part in enumerate(wrap(_(line.text), max(8, width - 2 - len(indent))) or [""]):
            words = f"{'▶ ' if lit and not place else '  '}{indent}{'  ' if place else ''}{part}"
            found.append(style.mark(words, LIT) if lit else words)
    return found


def _scroll_to_mark(lines: list[str], height: int) -> list[str]:
    marked = next((index for index, line in enumerate(lines) if "▶" in line), 0)
    top = max(0, min(len(lines) - height, marked - height // 2))
    return lines[top : top + height]


def _draw_list(
    playback: Playback, panes: Panes, width: int, height: int, style: ScreenStyle, *, closed: bool = False
) -> list[str]:
    title = get_watch_text("closed") if closed else playback.recording.frontier_title
    entries, whole = (panes.closed, panes.done) if closed else (panes.frontier, panes.waiting)
    heading = style.mark(cut_line(f"{title} ({format_number(whole)})", width), BOLD)
    return [heading, *_format_entries(playback, entries, whole, width, height - 1)]


def _format_entries(playback: Playback, entries: Sequence[ListEntry], whole: int, width: int, height: int) -> list[str]:
    shown = entries if whole <= height else entries[: max(0, height - 1)]
    lines = [_format_entry(entry, width, looked=entry.node == playback.selected) for entry in shown]
    return (
        [*lines, get_watch_text("more").format(n=format_number(whole - len(shown)))]
        if whole > len(shown) and height > 0
        else lines
    )


def _format_entry(entry: ListEntry, width: int, *, looked: bool) -> str:
    start = f"{'*' if looked else ' '}#{entry.node:<5} {'← ' if entry.side else ''}"
    costs = f"  {entry.costs}" if entry.costs else ""
    label = cut_line(entry.label, max(1, width - measure_line(start) - measure_line(costs)))
    return start + label + " " * max(0, width - measure_line(start) - measure_line(label) - measure_line(costs)) + costs


def _join_columns(parts: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    found = []
    for lines in zip_longest(*parts, fillvalue=""):
        cells = [cut_line(line, width) for line, width in zip(lines, widths, strict=True)]
        padded = [cell + " " * (width - measure_line(cell)) for cell, width in zip(cells[:-1], widths, strict=False)]
        found.append("  ".join([*padded, cells[-1]]).rstrip())
    return found


def measure_line(line: str) -> int:
    """How many columns a line takes."""
    return sum(map(count_columns, ESCAPE.sub("", line)))


def cut_line(line: str, width: int) -> str:
    """A line that takes no more columns than there are; what was cut off is told by an ellipsis."""
    if measure_line(line) <= width:
        return line
    found, used = [], 0
    for part in re.split(f"({ESCAPE.pattern})", line):
        if ESCAPE.fullmatch(part):
            found.append(part)
            continue
        for sign in part:
            if used + count_columns(sign) > width - 1:
                return "".join(found) + "…" + (OFF if ESCAPE.search(line) else "")
            found.append(sign)
            used += count_columns(sign)
    return "".join(found)
