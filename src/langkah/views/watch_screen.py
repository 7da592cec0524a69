"""Draws a recorded search at one position as a screen of characters: board, pseudo-code, frontier, closed set, last
event.

`draw_screen` is a pure function from a playback and a size to lines. Eighty columns and twenty-four lines are enough;
larger screens show more. The highlighted line and the selected node are marked by a character as well as by brightness,
so that nothing depends on colour.
"""

import re
from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import NamedTuple

from langkah.language import _, format_number
from langkah.model import draw_scene
from langkah.state_table import StateTable
from langkah.tracing.record import NEVER
from langkah.tracing.storage import StoredProblem
from langkah.views.playback import SPEEDS, Panes, Playback
from langkah.views.recording import ListEntry
from langkah.views.sentences import describe_left_out, format_heading
from langkah.views.text import PLAIN, count_columns, draw_text
from langkah.views.theme import Theme
from langkah.views.watch_texts import get_watch_text

WIDE_COLUMNS = 116  # screens at least this wide have the lists beside the pseudo-code
LEAST_LIST_LINES = 5  # lines for the lists, at least
FIXED_LINES = 7  # lines for everything except board, code and lists
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
BOLD, FAINT, LIT, OFF = "\x1b[1m", "\x1b[2m", "\x1b[7m", "\x1b[0m"
SIMPLE = PLAIN | str.maketrans({"←": "<-", "▶": ">", "×": "x", "…": "~", "∞": "inf", "²": "2", "−": "-"})


class ScreenStyle(NamedTuple):
    """The style of the screen: whether it is plain ASCII, and the theme of its colours (None: no colours)."""

    plain: bool = False
    theme: Theme | None = None

    def mark(self, words: str, how: str) -> str:
        """The words, between the escape sequence `how` (such as `BOLD` or `LIT`) and its end; unchanged if the screen
        has no colours.
        """
        return f"{how}{words}{OFF}" if self.theme and words else words


NORMAL = ScreenStyle()


def draw_screen(playback: Playback, width: int, height: int, style: ScreenStyle = NORMAL, note: str = "") -> list[str]:
    """The lines of the screen: at most `height` lines, each at most `width` columns wide. `note` replaces the list of
    keys in the last line.
    """
    screen = _Screen(playback, playback.panes(height), style)
    draw_body = screen.draw_lists_beside if width >= WIDE_COLUMNS else screen.draw_lists_below
    lines = [*screen.draw_head(width), *draw_body(width, max(1, height - FIXED_LINES))]
    lines += [""] * (height - 4 - len(lines))
    lines += screen.draw_foot(width, note)
    if style.plain:
        return [cut_line(line.translate(SIMPLE), width).translate(SIMPLE) for line in lines[:height]]
    return [cut_line(line, width) for line in lines[:height]]


class _Screen(NamedTuple):
    """The screen at one position, drawn in parts."""

    playback: Playback
    panes: Panes
    style: ScreenStyle

    def draw_head(self, width: int) -> list[str]:
        panes, playback = self.panes, self.playback
        at, whole, taken = map(format_number, (panes.at, playback.length, panes.counters.expanded))
        words, names = playback.recording.text, playback.recording.counters()
        place = words("place").format(at=at, all=whole, n=taken)
        place += f" ▶ {get_watch_text('pace').format(n=SPEEDS[playback.speed])}" if playback.playing else ""
        title = cut_line(format_heading(playback.result), max(1, width - measure_shown_width(place) - 2))
        gap = " " * max(1, width - measure_shown_width(title) - measure_shown_width(place))
        told = [f"{words(name)} {format_number(getattr(panes.counters, name))}" for name in names]
        told += [f"{get_watch_text('bound')} {panes.bound}"] if panes.bound else []
        return [self.style.mark(title, BOLD) + gap + place, "   ".join(told), "─" * width]

    def draw_foot(self, width: int, note: str) -> list[str]:
        """The foot of the screen: a line across, the last event, the status of the selected node (or the result of the
        search, if no node is selected), and the keys or the `note`.
        """
        playback, why = self.playback, self.panes.why
        told = " ".join(filter(None, (playback.result.why, describe_left_out(playback.trace))))
        told = self.style.mark(told, FAINT)
        if why is not None:
            way = f" ({' '.join(self.panes.way)})" if self.panes.way else ""
            told = f"{get_watch_text('why').format(n=playback.selected)} {why.text}{way}"
        keys = _("arrows step  Space play  e event  g go  G goal  w why  +- speed  ? keys  q quit")
        mark = self.style.mark
        return ["─" * width, mark(self.panes.happened, BOLD), told, note or mark(keys, FAINT)]

    def draw_lists_below(self, width: int, height: int) -> list[str]:
        """Board and pseudo-code side by side, with the frontier and the closed set below."""
        most = max(1, height - LEAST_LIST_LINES)
        drawn = self.draw_board(max(24, width * 2 // 5), most)
        left = max(24, min(width * 2 // 5, max(map(measure_shown_width, drawn), default=0)))
        code = self.draw_code(width - left - 2)
        top = min(most, max(len(drawn), len(code)))
        upper = _join_columns([drawn, _scroll_to_mark(code, top)], [left, width - left - 2])
        halves = (width - 2) * 3 // 5, width - 2 - (width - 2) * 3 // 5
        rest = max(1, height - top)
        lists = [self.draw_list(halves[0], rest), self.draw_list(halves[1], rest, closed=True)]
        return [*upper[:top], *_join_columns(lists, halves)]

    def draw_lists_beside(self, width: int, height: int) -> list[str]:
        """Three columns: the board, the pseudo-code, and the frontier above the closed set."""
        drawn = self.draw_board((width - 4) // 3, height)
        left = max(26, min((width - 4) // 3, max(map(measure_shown_width, drawn), default=0)))
        right = max(40, min(56, width - left - 64))
        middle = width - 4 - left - right
        frontier = self.draw_list(right, max(2, height * 3 // 5))
        closed = self.draw_list(right, max(2, height - len(frontier) - 1), closed=True)
        code = _scroll_to_mark(self.draw_code(middle), height)
        return _join_columns([drawn, code, [*frontier, "", *closed]], [left, middle, right])[:height]

    def draw_board(self, width: int, height: int) -> list[str]:
        if self.panes.node == NEVER:
            return []
        problem, state = self.playback.problem, self.playback.trace.node(self.panes.node).state
        caption = wrap(self.panes.caption, width)
        room = max(1, height - len(caption))
        if isinstance(problem, StoredProblem):
            drawn = problem.text(state)
        elif table := problem.working(state):
            drawn = "\n".join(_format_table(table))
        else:
            plain, theme = self.style
            drawn = draw_text(draw_scene(problem, state), width=width, height=room, ascii=plain, theme=theme)
        return [*drawn.splitlines()[:room], *caption]

    def draw_code(self, width: int) -> list[str]:
        found = []
        for index, line in enumerate(self.playback.recording.code):
            lit = index == self.panes.lit
            indent = "  " * line.indent
            for place, part in enumerate(wrap(_(line.text), max(8, width - 2 - len(indent))) or [""]):
                words = f"{'▶ ' if lit and not place else '  '}{indent}{'  ' if place else ''}{part}"
                found.append(self.style.mark(words, LIT) if lit else words)
        return found

    def draw_list(self, width: int, height: int, *, closed: bool = False) -> list[str]:
        panes = self.panes
        recording = self.playback.recording
        title = recording.text("closed") if closed else recording.frontier_title
        entries, whole = (panes.closed, panes.done) if closed else (panes.frontier, panes.waiting)
        shown = entries if whole < height else entries[: max(0, height - 2)]
        lines = [self.style.mark(cut_line(f"{title} ({format_number(whole)})", width), BOLD)]
        lines += [_format_entry(entry, width, looked=entry.node == self.playback.selected) for entry in shown]
        more = whole - len(shown) if height > 1 else 0
        return [*lines, get_watch_text("more").format(n=format_number(more))] if more else lines


def _format_table(table: StateTable) -> list[str]:
    """The lines that show how a heuristic value is computed: a title, a table with aligned columns, and notes."""
    lines = [table.head, *table.rows]
    wide = [max(measure_shown_width(line[column]) for line in lines) for column in range(len(table.head))]
    rows = [
        " ".join(" " * (size - measure_shown_width(word)) + word for word, size in zip(line, wide, strict=True))
        for line in lines
    ]
    return [table.title, *rows, *table.notes]


def _scroll_to_mark(lines: list[str], height: int) -> list[str]:
    marked = next((index for index, line in enumerate(lines) if "▶" in line), 0)
    top = max(0, min(len(lines) - height, marked - height // 2))
    return lines[top : top + height]


def _format_entry(entry: ListEntry, width: int, *, looked: bool) -> str:
    start = f"{'*' if looked else ' '}#{entry.node:<5} {'← ' if entry.side else ''}"
    costs = f"  {entry.costs}" if entry.costs else ""
    room = width - measure_shown_width(start) - measure_shown_width(costs)
    label = cut_line(entry.label, max(1, room))
    return start + label + " " * max(0, room - measure_shown_width(label)) + costs


def _join_columns(parts: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    found = []
    for lines in zip_longest(*parts, fillvalue=""):
        cells = [cut_line(line, width) for line, width in zip(lines, widths, strict=True)]
        padded = [
            cell + " " * (width - measure_shown_width(cell)) for cell, width in zip(cells[:-1], widths, strict=False)
        ]
        found.append("  ".join([*padded, cells[-1]]).rstrip())
    return found


def measure_shown_width(line: str) -> int:
    """The number of columns that a line takes on the screen, not counting its escape sequences."""
    return sum(map(count_columns, ESCAPE.sub("", line)))


def cut_line(line: str, width: int) -> str:
    """A line truncated to a width, with an ellipsis."""
    if measure_shown_width(line) <= width:
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
