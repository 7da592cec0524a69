"""A recorded search as one page that replays it: a single file, no server, no request, in any browser.

The scripts beside this file are plain modules; a page with a server uses them as they are (`panes.js` says how). For
the single file they are joined into one script, and the recording is put beside it as JSON. Boards are lists of drawn
parts, each part stored once however many boards it stands on.
"""

import json
import re
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from langkah.language import _, current_language
from langkah.model import Problem
from langkah.scene import Shape
from langkah.search import get_code, get_frontier
from langkah.search.pseudocode import find_lit_line, find_moment
from langkah.trace import Result, Trace
from langkah.views.paint import paint_scene
from langkah.views.quiz import make_questions
from langkah.views.sentences import describe_left_out, format_heading
from langkah.views.svg import FONT, draw_group, get_palette
from langkah.views.table import is_walk
from langkah.views.theme import DARK, LIGHT, format_css
from langkah.views.watch_texts import translate_watch_texts

FOLDER = Path(__file__).parent
SCRIPTS = (
    "dom",
    "recording",
    "layout",
    "player",
    "pictures",
    "tree",
    "quiz",
    "panes",
    "page",
)  # each after what it uses
MOST_EVENTS = 30_000
MOST_BOARDS = 10_000  # states that are drawn; those beyond are shown as text
IMPORT = re.compile(r'^import [^;]*?from "\./\w+\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=class|function|const)", re.MULTILINE)


def make_replay_page(
    problem: Problem[Any, Any], trace: Trace, result: Result[Any, Any], *, verdict: str, at: int | None = None
) -> str:
    """The page; `verdict` is the answer in a sentence. Long traces are cut, and the page says what was left out."""
    short = trace.first(MOST_EVENTS)
    heading, missing = format_heading(result), describe_left_out(short)
    night = f"@media (prefers-color-scheme:dark){{{format_css(':root:not([data-theme=light])', DARK)}}}"
    style = [
        format_css(":root", LIGHT),
        night,
        format_css(":root[data-theme=dark]", DARK),
        _read_part("panes.css"),
        _read_part("page.css"),
    ]
    data = json.dumps(make_recording(problem, short, result, at=at), ensure_ascii=False, separators=(",", ":"))
    return Template(_read_part("page.html")).substitute(
        language=current_language.get(),
        title=escape(heading),
        heading=escape(heading),
        verdict=escape(verdict),
        left_out=f'<p class="left-out">{escape(missing)}</p>' if missing else "",
        colours=escape(_("Light or dark colours")),
        keys=escape(
            _("Keys: ← → events, Shift + ← → iterations, space play, g goal; on the tree w a s d walk, f folds.")
        ),
        transport=escape(_("Play, pause and step")),
        style="\n".join(style),
        recording=data.replace("</", "<\\/").replace("<!--", "<\\u0021--"),
        script=join_scripts(),
    )


def join_scripts() -> str:
    """All modules as one."""
    return "\n".join(EXPORT.sub("", IMPORT.sub("", _read_part(f"{name}.js"))) for name in SCRIPTS)


def _read_part(name: str) -> str:
    """The text of a file beside this one."""
    return (FOLDER / name).read_text(encoding="utf-8")


def make_recording(
    problem: Problem[Any, Any], trace: Trace, result: Result[Any, Any], *, at: int | None = None
) -> dict[str, Any]:
    """What the panes need: the stored trace, with boards, pseudo-code, the line at work in each event, and a quiz."""
    code = get_code(result.algorithm)
    data = trace.as_dict(problem, result, at=at)
    return {
        **data,
        "boards": _draw_boards(problem, trace, data["states"]),
        "walks": is_walk(trace),
        "frontier": get_frontier(result.algorithm),
        "line": trace.follow([step.move for step in result.path]),
        "code": [{"indent": line.indent, "text": _(line.text)} for line in code],
        "lines": [find_lit_line(code, find_moment(trace, index)) for index in range(len(trace))],
        "quiz": [question._asdict() for question in make_questions(trace)],
        "themes": {"light": format_css("svg", LIGHT), "dark": format_css("svg", DARK)},
        "texts": translate_watch_texts(),
    }


def _draw_boards(problem: Problem[Any, Any], trace: Trace, states: list[dict[str, Any]]) -> dict[str, Any]:
    """Add its board to each state, as a list of parts; return the parts and what all boards share from the back."""
    parts: dict[str, int] = {}
    boards: list[list[int]] = []
    sizes = []
    known: dict[Shape, int] = {}  # a shape looks the same on every board: it is painted once
    for state in list(dict.fromkeys(event.state for event in trace.made.values()))[:MOST_BOARDS]:
        scene = problem.scene(state)
        for shape in scene.shapes:
            if shape not in known:
                (drawn,) = paint_scene(scene._replace(shapes=(shape,)), get_palette("page"))
                known[shape] = parts.setdefault(draw_group(drawn, ids=False), len(parts))
        boards.append([known[shape] for shape in scene.shapes])
        sizes.append([round(scene.width, 3), round(scene.height, 3)])
    same = count_common_parts(boards) if len({tuple(size) for size in sizes}) == 1 else 0
    for state, board, size in zip(states, boards, sizes, strict=False):
        state["board"] = {"size": size, "parts": board[same:]}
    return {"ground": boards[0][:same] if boards else [], "parts": list(parts), "font": FONT}


def count_common_parts(boards: list[list[int]]) -> int:
    """How many parts, from the back, are the same in all boards."""
    first, shortest = boards[0], min(map(len, boards))
    return next((place for place in range(shortest) if any(each[place] != first[place] for each in boards)), shortest)
