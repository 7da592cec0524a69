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

from langkah.language import _, number
from langkah.trace.record import NEVER
from langkah.trace.stored import Recorded
from langkah.views.replay.texts import word
from langkah.views.sentences import headed, left_out
from langkah.views.text import PLAIN, columns, text
from langkah.views.theme import Theme
from langkah.views.watch import COUNTED, SPEEDS, Entry, Panes, Playback

WIDE = 116  # columns from which the lists stand beside the pseudo-code
LISTS = 5  # lines that the lists get at least
AROUND = 7  # lines that are neither board nor code nor list
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
BOLD, FAINT, LIT, OFF = "\x1b[1m", "\x1b[2m", "\x1b[7m", "\x1b[0m"
SIMPLE = PLAIN | str.maketrans({"←": "<-", "▶": ">", "×": "x", "…": "~", "∞": "inf", "²": "2"})


class Style(NamedTuple):
    """How to write: in plain ASCII or not, in colours or not (None)."""

    plain: bool = False
    theme: Theme | None = None

    def mark(self, words: str, how: str) -> str:
        """Words made bold, faint or lit, where there are colours."""
        return f"{how}{words}{OFF}" if self.theme and words else words


NORMAL = Style()


def screen(playback: Playback, width: int, height: int, style: Style = NORMAL, note: str = "") -> list[str]:
    """The screen: no more lines and columns than there are. `note` stands in the last line, in place of the keys."""
    panes = playback.panes(height)
    room = max(1, height - AROUND)
    body = beside(playback, panes, width, room, style) if width >= WIDE else below(playback, panes, width, room, style)
    lines = [*head(playback, panes, width, style), *body]
    lines += [""] * (height - 4 - len(lines))
    lines += foot(playback, panes, width, style, note)
    if style.plain:
        return [cut(line.translate(SIMPLE), width).translate(SIMPLE) for line in lines[:height]]
    return [cut(line, width) for line in lines[:height]]


def head(playback: Playback, panes: Panes, width: int, style: Style) -> list[str]:
    """What is watched and where it stands; the counters; a rule."""
    title = headed(playback.result)
    place = word("place").format(at=number(panes.at), all=number(playback.length), n=number(panes.counters.expanded))
    playing = f" ▶ {word('pace').format(n=SPEEDS[playback.speed])}" if playback.playing else ""
    title = cut(title, max(1, width - wide(place + playing) - 2))
    gap = " " * max(1, width - wide(title) - wide(place + playing))
    told = [f"{word(name)} {number(getattr(panes.counters, name))}" for name in COUNTED]
    told += [f"{word('bound')} {panes.bound}"] if panes.bound else []
    return [style.mark(title, BOLD) + gap + place + playing, "   ".join(told), "─" * width]


def foot(playback: Playback, panes: Panes, width: int, style: Style, note: str) -> list[str]:
    """A rule, what happened, what became of the node looked at (else what the search found), and the keys."""
    told = style.mark(told_of(playback), FAINT)
    if panes.why is not None:
        way = f" ({' '.join(panes.way)})" if panes.way else ""
        told = f"{word('why').format(n=playback.selected)} {panes.why.text}{way}"
    keys = _("arrows step  Space play  e event  g go  G goal  w why  +- speed  ? keys  q quit")
    return ["─" * width, style.mark(panes.happened, BOLD), told, note or style.mark(keys, FAINT)]


def told_of(playback: Playback) -> str:
    """How the search ended, and what was left out of the record."""
    return " ".join(each for each in (playback.result.why, left_out(playback.trace)) if each)


def below(playback: Playback, panes: Panes, width: int, height: int, style: Style) -> list[str]:
    """Board and pseudo-code beside each other, the two lists below them."""
    most = max(1, height - LISTS)
    drawn = board(playback, panes, max(24, width * 2 // 5), most, style)
    left = max(24, min(width * 2 // 5, max(map(wide, drawn), default=0)))
    code = coded(playback, panes, width - left - 2, style)
    top = min(most, max(len(drawn), len(code)))
    upper = side_by_side([drawn, scrolled(code, top)], [left, width - left - 2])
    half = (width - 2) * 3 // 5
    rest = max(1, height - top)
    frontier = listing(playback, panes, half, rest, style)
    closed = listing(playback, panes, width - 2 - half, rest, style, closed=True)
    return [*upper[:top], *side_by_side([frontier, closed], [half, width - 2 - half])]


def beside(playback: Playback, panes: Panes, width: int, height: int, style: Style) -> list[str]:
    """Three columns: the board, the pseudo-code, and the lists, one above the other."""
    drawn = board(playback, panes, (width - 4) // 3, height, style)
    left = max(26, min((width - 4) // 3, max(map(wide, drawn), default=0)))
    right = max(40, min(56, width - left - 64))
    middle = width - 4 - left - right
    frontier = listing(playback, panes, right, max(2, height * 3 // 5), style)
    closed = listing(playback, panes, right, max(2, height - len(frontier) - 1), style, closed=True)
    code = scrolled(coded(playback, panes, middle, style), height)
    return side_by_side([drawn, code, [*frontier, "", *closed]], [left, middle, right])[:height]


def board(playback: Playback, panes: Panes, width: int, height: int, style: Style) -> list[str]:
    """The board of the node that is shown, and how it was reached."""
    if panes.node == NEVER:
        return []
    problem, state = playback.problem, playback.trace.node(panes.node).state
    caption = wrap(panes.caption, width)
    room = max(1, height - len(caption))
    if isinstance(problem, Recorded):
        drawn = problem.text(state).splitlines()
    else:
        drawn = text(problem.scene(state), width=width, height=room, ascii=style.plain, theme=style.theme).splitlines()
    return [*drawn[:room], *caption]


def coded(playback: Playback, panes: Panes, width: int, style: Style) -> list[str]:
    """The pseudo-code; the line at work begins with a sign, and is lit."""
    found = []
    for index, line in enumerate(playback.code):
        lit = index == panes.lit
        indent = "  " * line.indent
        for place, part in enumerate(wrap(_(line.text), max(8, width - 2 - len(indent))) or [""]):
            words = f"{'▶ ' if lit and not place else '  '}{indent}{'  ' if place else ''}{part}"
            found.append(style.mark(words, LIT) if lit else words)
    return found


def scrolled(lines: list[str], height: int) -> list[str]:
    """As many lines as there is room for, around the one that is marked."""
    marked = next((index for index, line in enumerate(lines) if "▶" in line), 0)
    top = max(0, min(len(lines) - height, marked - height // 2))
    return lines[top : top + height]


def listing(
    playback: Playback, panes: Panes, width: int, height: int, style: Style, *, closed: bool = False
) -> list[str]:
    """The frontier in its order, or the closed set, newest first, under its title."""
    title = word("closed") if closed else playback.frontier_title()
    entries, whole = (panes.closed, panes.done) if closed else (panes.frontier, panes.waiting)
    heading = style.mark(cut(f"{title} ({number(whole)})", width), BOLD)
    return [heading, *listed(playback, entries, whole, width, height - 1)]


def listed(playback: Playback, entries: Sequence[Entry], whole: int, width: int, height: int) -> list[str]:
    """The nodes of a list, as many as there is room for."""
    shown = entries if whole <= height else entries[: max(0, height - 1)]
    lines = [row(entry, width, looked=entry.node == playback.selected) for entry in shown]
    return [*lines, word("more").format(n=number(whole - len(shown)))] if whole > len(shown) and height > 0 else lines


def row(entry: Entry, width: int, *, looked: bool) -> str:
    """A node in one line: its number, its state, its costs."""
    start = f"{'*' if looked else ' '}#{entry.node:<5} {'← ' if entry.side else ''}"
    costs = f"  {entry.costs}" if entry.costs else ""
    label = cut(entry.label, max(1, width - wide(start) - wide(costs)))
    return start + label + " " * max(0, width - wide(start) - wide(label) - wide(costs)) + costs


def side_by_side(parts: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    """Blocks of lines beside each other, two blanks apart."""
    found = []
    for lines in zip_longest(*parts, fillvalue=""):
        cells = [cut(line, width) for line, width in zip(lines, widths, strict=True)]
        padded = [cell + " " * (width - wide(cell)) for cell, width in zip(cells[:-1], widths, strict=False)]
        found.append("  ".join([*padded, cells[-1]]).rstrip())
    return found


def wide(line: str) -> int:
    """How many columns a line takes."""
    return sum(map(columns, ESCAPE.sub("", line)))


def cut(line: str, width: int) -> str:
    """A line that takes no more columns than there are; what was cut off is told by an ellipsis."""
    if wide(line) <= width:
        return line
    found, used = [], 0
    for part in re.split(f"({ESCAPE.pattern})", line):
        if ESCAPE.fullmatch(part):
            found.append(part)
            continue
        for sign in part:
            if used + columns(sign) > width - 1:
                return "".join(found) + "…" + (OFF if ESCAPE.search(line) else "")
            found.append(sign)
            used += columns(sign)
    return "".join(found)
