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

from langkah.language import _, current
from langkah.model import Problem
from langkah.scene import Shape
from langkah.search.pseudocode import CODES, FRONTIERS, PATH, lit, moment
from langkah.trace import Result, Trace
from langkah.views.paint import painted
from langkah.views.quiz import questions
from langkah.views.replay.texts import texts
from langkah.views.sentences import headed, left_out
from langkah.views.svg import FONT, group, palette
from langkah.views.table import walks
from langkah.views.theme import DARK, LIGHT, css

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


def replay_page(
    problem: Problem[Any, Any], trace: Trace, result: Result[Any, Any], *, verdict: str, at: int | None = None
) -> str:
    """The page; `verdict` is the answer in a sentence. Long traces are cut, and the page says what was left out."""
    short = trace.first(MOST_EVENTS)
    heading, missing = headed(result), left_out(short)
    night = f"@media (prefers-color-scheme:dark){{{css(':root:not([data-theme=light])', DARK)}}}"
    style = [css(":root", LIGHT), night, css(":root[data-theme=dark]", DARK), read("panes.css"), read("page.css")]
    data = json.dumps(recording_data(problem, short, result, at=at), ensure_ascii=False, separators=(",", ":"))
    return Template(read("page.html")).substitute(
        language=current.get(),
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
        script=joined_script(),
    )


def joined_script() -> str:
    """All modules as one."""
    return "\n".join(EXPORT.sub("", IMPORT.sub("", read(f"{name}.js"))) for name in SCRIPTS)


def read(name: str) -> str:
    """The text of a file beside this one."""
    return (FOLDER / name).read_text(encoding="utf-8")


def recording_data(
    problem: Problem[Any, Any], trace: Trace, result: Result[Any, Any], *, at: int | None = None
) -> dict[str, Any]:
    """What the panes need: the stored trace, with boards, pseudo-code, the line at work in each event, and a quiz."""
    code = CODES[result.algorithm]
    data = trace.as_dict(problem, result, at=at)
    return {
        **data,
        "boards": pictures(problem, trace, data["states"]),
        "walks": walks(trace),
        "frontier": _(FRONTIERS.get(result.algorithm, PATH)),
        "line": trace.follow([step.move for step in result.path]),
        "code": [{"indent": line.indent, "text": _(line.text)} for line in code],
        "lines": [lit(code, moment(trace, index)) for index in range(len(trace))],
        "quiz": [question._asdict() for question in questions(trace)],
        "themes": {"light": css("svg", LIGHT), "dark": css("svg", DARK)},
        "texts": texts(),
    }


def pictures(problem: Problem[Any, Any], trace: Trace, states: list[dict[str, Any]]) -> dict[str, Any]:
    """Add its board to each state, as a list of parts; return the parts and what all boards share from the back."""
    parts: dict[str, int] = {}
    boards: list[list[int]] = []
    sizes = []
    known: dict[Shape, int] = {}  # a shape looks the same on every board: it is painted once
    for state in list(dict.fromkeys(event.state for event in trace.made.values()))[:MOST_BOARDS]:
        scene = problem.scene(state)
        for shape in scene.shapes:
            if shape not in known:
                (drawn,) = painted(scene._replace(shapes=(shape,)), palette("page"))
                known[shape] = parts.setdefault(group(drawn, ids=False), len(parts))
        boards.append([known[shape] for shape in scene.shapes])
        sizes.append([round(scene.width, 3), round(scene.height, 3)])
    same = common(boards) if len({tuple(size) for size in sizes}) == 1 else 0
    for state, board, size in zip(states, boards, sizes, strict=False):
        state["board"] = {"size": size, "parts": board[same:]}
    return {"ground": boards[0][:same] if boards else [], "parts": list(parts), "font": FONT}


def common(boards: list[list[int]]) -> int:
    """How many parts, from the back, are the same in all boards."""
    first, shortest = boards[0], min(map(len, boards))
    return next((place for place in range(shortest) if any(each[place] != first[place] for each in boards)), shortest)
