"""The output of commands: tables, sentences and progress, coloured and fitted to a terminal, plain when piped.

rich is imported only when it is needed.
"""

import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import zip_longest
from typing import Any, NamedTuple, TextIO

from langkah.language import _, format_number
from langkah.output_file import write_file

TableRow = Sequence[object]

PIPED_COLUMNS = 100  # if the width is unknown
SLIM_COLUMNS = 18  # below this width, a cell of many words is tedious to read
PROSE_COLUMNS = 36  # beyond this width, a cell counts as prose rather than a figure
PIECE_CHARACTERS = 2048  # of JSON that are written at once
STUCK_SECONDS = 3.0  # if nothing is read for so long, a second Ctrl-C takes effect at once
FRAME_COLUMNS = 3  # added by a frame to each column; a frame adds one more in all


_json_output: ContextVar[TextIO | None] = ContextVar("json_output", default=None)  # reserved for one JSON object
_answered: ContextVar[bool] = ContextVar("answered", default=False)


@contextmanager
def reserve_for_json(stream: TextIO) -> Iterator[None]:
    """Within this context, `print_json` writes its object to `stream` instead of standard output."""
    _answered.set(False)
    token = _json_output.set(stream)
    try:
        yield
    finally:
        _json_output.reset(token)


def has_answered() -> bool:
    """Whether `print_json` has written its object, completely or in part."""
    return _answered.get()


def print_json(value: object) -> None:
    """Print one JSON object on standard output, or on the stream of `reserve_for_json`. Ctrl-C takes effect after the
    object is written. If the reader of the output is stuck, a second Ctrl-C takes effect at once.
    """
    import json

    out = _json_output.get() or sys.stdout
    plain = (getattr(out, "encoding", "") or "utf-8").lower().replace("_", "-") not in ("utf-8", "utf8")
    text = json.dumps(value, ensure_ascii=plain, default=str) + "\n"
    with _hold_interrupt() as note_progress:
        _answered.set(True)
        for start in range(0, len(text), PIECE_CHARACTERS):  # a signal during a longer write would lose the remainder
            out.write(text[start : start + PIECE_CHARACTERS])
            out.flush()
            note_progress()


@contextmanager
def _hold_interrupt() -> Iterator[Callable[[], None]]:
    """Defer Ctrl-C until the end of this context. The code within the context calls the yielded function after each
    piece of progress. If the last such call is more than `STUCK_SECONDS` ago, a second Ctrl-C takes effect at once.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return
    pressed: list[int] = []
    moved = [time.monotonic()]

    def hear(number: int, _frame: object) -> None:
        if pressed and time.monotonic() - moved[-1] > STUCK_SECONDS:
            raise KeyboardInterrupt
        pressed.append(number)

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield lambda: moved.append(time.monotonic())
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed and before is not signal.SIG_IGN:
        raise KeyboardInterrupt


def get_screen_width() -> int:
    """The width of the screen in columns, like `shutil.get_terminal_size`, without its slow imports."""
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told) > 0:
        return int(told)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns if sys.__stdout__ else PIPED_COLUMNS
    except (AttributeError, ValueError, OSError):
        return PIPED_COLUMNS


def print_lines(*lines: str) -> None:
    """Print lines; on a terminal, long lines are wrapped between words and indented."""
    width = get_screen_width() if sys.stdout.isatty() else 0
    for line in lines:
        print(*(fold_line(line, width) if 0 < width < measure_width(line) else [line]), sep="\n")


def fold_line(line: str, width: int, onward: int = 2) -> list[str]:
    """Wrap a line to a width. All resulting lines after the first are indented by `onward` more columns than
    the first.
    """
    margin = " " * (len(line) - len(line.lstrip()) + onward)
    lines = [""]
    for word in re.findall(r"\s*\S+", line):
        if lines[-1] and measure_width(lines[-1] + word) > max(width, len(margin) + SLIM_COLUMNS):
            lines.append(margin + word.lstrip())
        else:
            lines[-1] += word
    return lines


class Figure(NamedTuple):
    """A number in a table. `form` is its format as in `format()`; `sign` is a text before it, such as ">= "."""

    value: float
    form: str
    sign: str = ""

    def __str__(self) -> str:
        """The number as text for files that programs read: its format does not depend on the language."""
        return self.sign + format(self.value, self.form)


def print_table(headers: Sequence[str], rows: Sequence[TableRow], title: str = "", named: int = 1) -> None:
    """Print a table: framed on a terminal, aligned columns when piped. Numbers are right-aligned.

    If the terminal is too narrow, a table of at least three rows without long texts is split into several tables, which
    all begin with the first `named` columns. If the table is shorter, has long texts or cannot be split, each row is
    printed as a block of lines.
    """
    right = [all(_is_number(row[index]) for row in rows) for index in range(len(headers))]
    texts = [[format_cell(cell) for cell in row] for row in rows]
    if not sys.stdout.isatty():
        print(*([title] if title else []), *align_columns([list(headers), *texts], right), sep="\n")
        return
    layout = _TableLayout([list(headers), *texts], right, get_screen_width())
    parts = layout.parts(named)
    if not parts:
        print(*([title] if title else []), *_format_blocks(headers, texts, get_screen_width(), named), sep="\n")
    for part in parts:
        _print_framed_table(layout, part, title if part is parts[0] else "")


class _TableLayout:
    """Divides the screen width among the columns of a table, without breaking words or making prose too narrow."""

    def __init__(self, rows: Sequence[Sequence[str]], right: Sequence[bool], screen: int) -> None:
        self.rows, self.right, self.screen = rows, right, screen
        cells = [[row[index] for row in rows] for index in range(len(right))]
        self.natural = [max(measure_width(line) for cell in each for line in cell.split("\n")) for each in cells]
        words = [max(measure_width(word) for cell in each for word in cell.split() or [""]) for each in cells]
        self.least = [
            whole if numeric else max(word, min(whole, SLIM_COLUMNS))
            for whole, word, numeric in zip(self.natural, words, right, strict=True)
        ]

    def _count_free_columns(self, part: Sequence[int]) -> int:
        """The screen width that is left for the text in the columns `part`, after subtracting the frame."""
        return self.screen - FRAME_COLUMNS * len(part) - 1

    def _has_room_for(self, part: Sequence[int]) -> bool:
        return sum(self.least[index] for index in part) <= self._count_free_columns(part)

    def parts(self, named: int) -> list[list[int]]:
        """Splits a table that is too wide into several, which all begin with the first `named` columns. Returns a list
        of column indices for each table; an empty list if blocks of lines are easier to read.
        """
        front, others = list(range(named)), list(range(named, len(self.right)))
        if self._has_room_for(front + others):
            return [front + others]
        if len(self.rows) <= 2 or any(self.natural[index] > PROSE_COLUMNS for index in others):
            return []
        found = [front]
        for index in others:
            if not self._has_room_for([*front, index]):
                return []
            if self._has_room_for([*found[-1], index]):
                found[-1] = [*found[-1], index]
            else:
                found.append([*front, index])
        return found

    def _widths(self, part: Sequence[int]) -> list[int]:
        """The width of each of the columns `part`. If they do not fit on the screen, the widest columns are reduced
        first.
        """
        most = max(self.natural)
        while True:
            found = [max(self.least[index], min(self.natural[index], most)) for index in part]
            if sum(found) <= self._count_free_columns(part):
                return found
            most = min(most, self.screen) - 1


def _print_framed_table(layout: _TableLayout, part: Sequence[int], title: str) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(title) if title else None, box=box.ROUNDED, title_justify="left", header_style="bold")
    headers, *rows = layout.rows
    for index, width in zip(part, layout._widths(part), strict=True):
        justify: Any = "right" if layout.right[index] else "left"
        table.add_column(Text(headers[index]), justify=justify, overflow="fold", width=width)
    for row in rows:
        table.add_row(*(Text(row[index]) for index in part))
    Console().print(table)


def _format_blocks(headers: Sequence[str], rows: Sequence[Sequence[str]], width: int, named: int = 1) -> Iterator[str]:
    """Each row of a table as a block of lines: the first `named` cells as a heading, then a line with header and
    content for each other cell that is not empty.
    """
    margin = min(max(map(measure_width, headers[named:]), default=0), width // 3) + 4
    for row in rows:
        yield from fold_line(" - ".join(row[:named]), width)
        for header, cell in zip(headers[named:], row[named:], strict=True):
            if cell:
                first, *others = cell.split("\n")
                yield from fold_line(_pad_text(f"  {header}:", margin) + first, width, margin - 2)
                yield from (" " * margin + other for other in others)


def align_columns(rows: Sequence[Sequence[str]], right: Sequence[bool]) -> list[str]:
    """The rows of a table as lines of text with aligned columns. `right` says for each column whether it is
    right-aligned.
    """
    widths = [max(measure_width(row[index]) for row in rows) for index in range(len(right))]
    return [
        "  ".join(
            _pad_text(cell, width, right=numeric) for cell, width, numeric in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in rows
    ]


def _pad_text(text: str, width: int, *, right: bool = False) -> str:
    blanks = " " * (width - measure_width(text))
    return blanks + text if right else text + blanks


def measure_width(text: str) -> int:
    """The width of a text on a screen, in columns: Chinese characters take two, combining accents none."""
    if text.isascii():
        return len(text)
    from langkah.views.text import count_columns

    return sum(map(count_columns, text))


def _is_number(cell: object) -> bool:
    """Whether a cell counts as a number, so that its column can be right-aligned. None and "..." count, because they
    stand for missing numbers.
    """
    return cell in (None, "...") or (isinstance(cell, int | float | Figure) and not isinstance(cell, bool))


def format_cell(cell: object, write: Callable[[object, str], str] = format_number) -> str:
    """The text of a table cell. `write` converts a number and its format to text."""
    if cell is None:
        return "-"
    if isinstance(cell, bool):
        return _("yes") if cell else _("no")
    if isinstance(cell, Figure):
        return cell.sign + write(cell.value, cell.form)
    if isinstance(cell, float):
        return write(cell, ".3f" if cell < 100 else ",.0f")
    return write(cell, ",") if isinstance(cell, int) else str(cell)


def join_boards(boards: Sequence[str], *, margin: int, gap: int) -> list[str]:
    """The lines of several boards, as many side by side as fit on the screen: `margin` columns from the left edge, and
    `gap` columns apart.
    """
    blocks = [board.split("\n") for board in boards]
    lines: list[str] = []
    while blocks:
        row: list[list[str]] = []
        used = margin
        while blocks and (not row or used + max(map(len, blocks[0])) <= get_screen_width()):
            row.append(blocks.pop(0))
            used += max(map(len, row[-1])) + gap
        for cells in zip_longest(*row, fillvalue=""):
            parts = (cell.ljust(max(map(len, block)) + gap) for cell, block in zip(cells, row, strict=True))
            lines.append((" " * margin + "".join(parts)).rstrip())
        lines.append("")
    return lines[:-1]


def format_csv(headers: Sequence[str], rows: Sequence[TableRow]) -> str:
    """A table as comma-separated values."""
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headers)
    writer.writerows(rows)
    return text.getvalue()


def format_markdown(headers: Sequence[str], rows: Sequence[TableRow]) -> str:
    """A table as Markdown. Special characters are escaped, so that text from a puzzle never becomes a tag, a link or a
    picture.
    """

    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(re.sub(r"[\\`*\[\]~|<&]", _escape_sign, cell) for cell in cells) + " |"

    lines = [line(headers), "|" + "---|" * len(headers)]
    lines += [line([format_cell(cell) for cell in row]).replace("\n", "<br>") for row in rows]
    return "\n".join(lines) + "\n"


def _escape_sign(found: re.Match[str]) -> str:
    return {"<": "&lt;", "&": "&amp;"}.get(found[0], "\\" + found[0])


def format_latex(headers: Sequence[str], rows: Sequence[TableRow]) -> str:
    """A table as LaTeX."""
    from langkah.views.latex import escape_latex

    def line(cells: Sequence[object]) -> str:
        return " & ".join(escape_latex(format_cell(cell, format)) for cell in cells) + r" \\"

    body = [line(row) for row in rows]
    return "\n".join(
        [
            rf"\begin{{tabular}}{{{'l' * len(headers)}}}",
            r"\hline",
            line(headers),
            r"\hline",
            *body,
            r"\hline",
            r"\end{tabular}",
            "",
        ]
    )


FORMATS: dict[str, Callable[[Sequence[str], Sequence[TableRow]], str]] = {
    "csv": format_csv,
    "markdown": format_markdown,
    "latex": format_latex,
}


def write_output(target: str, made: str | bytes) -> None:
    """Write `made` to the file `target`, or to standard output if `target` is `-`."""
    if target == "-":
        sys.stdout.write(made.decode() if isinstance(made, bytes) else made)
        return
    write_file(target, made)
    report_written(target)


def report_written(target: object) -> None:
    """Report on standard error that a file was written. If JSON output is requested, report nothing, because the JSON
    object contains the file name.
    """
    if _json_output.get() is None:
        print(_("written: {path}").format(path=target), file=sys.stderr)
