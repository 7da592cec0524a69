"""What a notebook shows of a value: pieces of HTML that need nothing from elsewhere and touch nothing around them.

A recording runs in a frame of its own that may run its script and nothing else (`sandbox`): no cell of the notebook can
be reached from it, nor the network.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from langkah.language import _, format_number, format_plural
from langkah.model import Problem
from langkah.tracing import Result, Trace
from langkah.views.animation import result_to_svg
from langkah.views.replay import make_replay_page
from langkah.views.sentences import format_heading, format_verdict

FRAME_PIXELS = 680  # pixels of the frame of a recording
MOST_FRAMED_EVENTS = 4_000  # events of a recording in a notebook, which keeps them in its file


def frame_page(page: str, title: str, height: int = FRAME_PIXELS) -> str:
    """A whole page in a frame that is sealed off."""
    style = f"width:100%;height:{height}px;border:1px solid #8888;border-radius:8px"
    words = f'title="{escape(title)}" style="{style}" srcdoc="{escape(page)}"'
    return f'<iframe sandbox="allow-scripts" {words}></iframe>'


def trace_to_html(problem: Problem[Any, Any], trace: Trace, result: Result[Any, Any]) -> str:
    """A recording that can be played, stepped and rewound."""
    short = trace.first(MOST_FRAMED_EVENTS)
    return frame_page(
        make_replay_page(problem, short, result, verdict=format_verdict(problem, result)), format_heading(result)
    )


def result_to_html(problem: Problem[Any, Any], result: Result[Any, Any]) -> str:
    """What searched, what came of it and at what effort; below, the plan as a film."""
    stats = result.stats
    effort = [
        format_plural("{n} node expanded", "{n} nodes expanded", stats.expanded),
        _("{n} generated").format(n=format_number(stats.generated)),
        f"{format_number(stats.seconds, '.3f')} s",
    ]
    lines = [f"<b>{escape(format_heading(result))}</b>", escape(format_verdict(problem, result)), ", ".join(effort)]
    return f"<div>{'<br>'.join(lines)}</div>{result_to_svg(problem, result)}"


def table_to_html(
    title: str, headers: Sequence[str], rows: Iterable[Sequence[object]], lines: Iterable[str] = (), picture: str = ""
) -> str:
    """A table with its title, sentences and a picture below it."""
    head = "".join(f"<th>{escape(each)}</th>" for each in headers)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    told = "".join(f"<p>{escape(each)}</p>" for each in lines)
    shown = f"<thead><tr>{head}</tr></thead>" if headers else ""
    return f"<div><b>{escape(title)}</b><table>{shown}<tbody>{body}</tbody></table>{told}{picture}</div>"
