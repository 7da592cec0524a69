"""What commands print: tables and progress, in colour on a terminal, plain when piped.

rich is loaded only when there is something for it to show.
"""

import csv
import io
import json
import sys
import time
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from types import TracebackType
from typing import Any, Self, TextIO

from langkah.language import _
from langkah.trace import Stats

Row = Sequence[object]

answers: ContextVar[TextIO | None] = ContextVar("answers", default=None)  # where JSON goes, and nothing else


def print_json(value: object) -> None:
    """One JSON object on standard output."""
    out = answers.get() or sys.stdout
    plain = (getattr(out, "encoding", "") or "utf-8").lower().replace("_", "-") not in ("utf-8", "utf8")
    print(json.dumps(value, ensure_ascii=plain, default=str), file=out)


def print_table(headers: Sequence[str], rows: Sequence[Row], title: str = "") -> None:
    """A table: framed on a terminal, aligned columns when piped. Numbers stand to the right."""
    right = [all(is_number(row[index]) for row in rows) for index in range(len(headers))]
    if sys.stdout.isatty():
        from rich import box
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table(title=title or None, box=box.ROUNDED, title_justify="left", header_style="bold")
        for header, numeric in zip(headers, right, strict=True):
            table.add_column(header, justify="right" if numeric else "left", overflow="fold")
        for row in rows:
            table.add_row(*(Text(shown(cell)) for cell in row))
        Console().print(table)
    else:
        if title:
            print(title)
        print(*aligned([list(headers), *([shown(cell) for cell in row] for row in rows)], right), sep="\n")


def aligned(rows: Sequence[Sequence[str]], right: Sequence[bool]) -> list[str]:
    """Lines with straight columns."""
    widths = [max(len(row[index]) for row in rows) for index in range(len(right))]
    lines = []
    for row in rows:
        cells = (
            cell.rjust(width) if numeric else cell.ljust(width)
            for cell, width, numeric in zip(row, widths, right, strict=True)
        )
        lines.append("  ".join(cells).rstrip())
    return lines


def is_number(cell: object) -> bool:
    """Whether a cell belongs to the right."""
    return cell is None or (isinstance(cell, int | float) and not isinstance(cell, bool))


def shown(cell: object) -> str:
    """A cell as people read it."""
    if cell is None:
        return "-"
    if isinstance(cell, bool):
        return _("yes") if cell else _("no")
    if isinstance(cell, float):
        return f"{cell:.3f}" if cell < 100 else f"{cell:,.0f}"
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


def as_csv(headers: Sequence[str], rows: Sequence[Row]) -> str:
    """A table as comma-separated values."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headers)
    writer.writerows(rows)
    return text.getvalue()


def as_markdown(headers: Sequence[str], rows: Sequence[Row]) -> str:
    """A table as Markdown."""
    lines = ["| " + " | ".join(headers) + " |", "|" + "---|" * len(headers)]
    lines += [
        "| " + " | ".join(shown(cell).replace("|", "\\|").replace("\n", "<br>") for cell in row) + " |" for row in rows
    ]
    return "\n".join(lines) + "\n"


LATEX = {character: "\\" + character for character in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def as_latex(headers: Sequence[str], rows: Sequence[Row]) -> str:
    """A table as LaTeX."""

    def line(cells: Sequence[object]) -> str:
        return " & ".join("".join(LATEX.get(each, each) for each in shown(cell)) for cell in cells) + r" \\"

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


FORMATS: dict[str, Callable[[Sequence[str], Sequence[Row]], str]] = {
    "csv": as_csv,
    "markdown": as_markdown,
    "latex": as_latex,
}


def write(target: str, text: str) -> None:
    """Write to a file, or to standard output when the name is `-`."""
    from pathlib import Path

    from langkah.errors import BadInput

    if target == "-":
        sys.stdout.write(text)
        return
    try:
        Path(target).write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(_("{path} cannot be written: {why}").format(path=target, why=error.strerror)) from None


class Progress:
    """A line on standard error about a search that takes its time. Silent for the first moment, and when piped."""

    AFTER, EVERY = 0.5, 0.1

    def __init__(self) -> None:
        self.began = self.last = time.perf_counter()
        self.status: Any = None
        self.visible = sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.status is not None:
            self.status.stop()

    def __call__(self, stats: Stats) -> None:
        now = time.perf_counter()
        if not self.visible or now - self.began < self.AFTER or now - self.last < self.EVERY:
            return
        self.last = now
        text = self.text(stats)
        if self.status is None:
            from rich.console import Console

            self.status = Console(stderr=True).status(text)
            self.status.start()
        self.status.update(text)

    def text(self, stats: Stats) -> str:
        """What the line says now."""
        seconds = max(time.perf_counter() - self.began, 1e-9)
        return _("{expanded} nodes, {rate} a second, frontier up to {frontier}, {seconds} s").format(
            expanded=f"{stats.expanded:,}",
            rate=f"{stats.expanded / seconds:,.0f}",
            frontier=f"{stats.frontier_max:,}",
            seconds=f"{seconds:.0f}",
        )
