"""A recorded search as one page that replays it: a single file that works in any browser and needs no server.

The scripts beside this file are plain modules, which a page with a server uses unchanged (see `panes.js`). For the
single file they are joined into one script, with the recording as JSON. Boards are lists of drawn parts; each part is
stored once, even if many boards show it.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from langkah.language import current_language
from langkah.model import Problem
from langkah.tracing import Result, Trace
from langkah.views.recording import Recording
from langkah.views.sentences import describe_left_out, format_heading
from langkah.views.theme import DARK, LIGHT, format_css
from langkah.views.watch_texts import get_watch_text

FOLDER = Path(__file__).parent
SCRIPTS = (
    "dom",
    "canvas",
    "recording",
    "layout",
    "follow",
    "player",
    "pictures",
    "map",
    "table",
    "brush",
    "tree_edges",
    "tree_nodes",
    "tree_dots",
    "tree_painter",
    "tree",
    "lists",
    "quiz",
    "lesson_question",
    "lesson",
    "stage",
    "panes",
    "page",
)  # in order of dependency
MOST_EVENTS = 30_000
IMPORT = re.compile(r'^import [^;]*?from "\.[\w./]*\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=class|function|const)", re.MULTILINE)


def make_replay_page(
    problem: Problem[Any, Any],
    trace: Trace,
    result: Result[Any, Any],
    *,
    verdict: str,
    at: int | None = None,
    lesson: Mapping[str, Any] | None = None,
    exam: Sequence[Mapping[str, Any]] | None = None,
) -> str:
    """The HTML page. `verdict` is the answer of the search in a sentence; `at` is the number of events after which the
    replay begins; `lesson` is a lesson about this search. `exam` has questions that replace the quiz: the reader must
    answer each one to get to the next. Long traces are truncated, and the page says how much is omitted.
    """
    short = trace.first(MOST_EVENTS)
    heading, missing = lesson["title"] if lesson else format_heading(result), describe_left_out(short)
    # Colours and styles
    night = f"@media (prefers-color-scheme:dark){{{format_css(':root:not([data-theme=light])', DARK)}}}"
    style = [
        format_css(":root", LIGHT),
        night,
        format_css(":root[data-theme=dark]", DARK),
        _read_part("panes.css"),
        _read_part("page.css"),
    ]
    # The recording, and the page around it
    recording: dict[str, Any] = {**Recording(problem, short, result).as_dict(at=at), "lesson": lesson}
    if exam is not None:
        recording |= {"quiz": exam, "exam": True}
    data = json.dumps(recording, ensure_ascii=False, separators=(",", ":"))
    return Template(_read_part("page.html")).substitute(
        language=current_language.get(),
        title=escape(heading),
        heading=escape(heading),
        verdict=escape(verdict),
        left_out=f'<p class="left-out">{escape(missing)}</p>' if missing else "",
        **{name: escape(get_watch_text(name)) for name in ("colours", "keys", "transport")},
        style="\n".join(style),
        recording=data.replace("</", "<\\/").replace("<!--", "<\\u0021--"),
        script=join_scripts(),
    )


def join_scripts() -> str:
    """The JavaScript modules of the replay, joined into one script."""
    return join_modules([FOLDER / f"{name}.js" for name in SCRIPTS])


def join_modules(paths: Iterable[Path]) -> str:
    """Join JavaScript modules into one script. `paths` must list a module after all modules that it imports."""
    return "\n".join(EXPORT.sub("", IMPORT.sub("", path.read_text(encoding="utf-8"))) for path in paths)


def _read_part(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
