"""Draws the map of a state space in the format that a file name extension gives; also makes the single HTML file that
shows a map without a server.
"""

import json
from collections.abc import Callable
from html import escape
from pathlib import Path
from string import Template

from langkah.language import _, current_language
from langkah.views.board_parts import make_stroke_boards
from langkah.views.picture import make_unknown_ending
from langkah.views.replay import FOLDER as PANES
from langkah.views.replay import join_modules
from langkah.views.space_map import FOLDER, SpaceMap
from langkah.views.space_map.drawing import draw_map_png, draw_map_svg
from langkah.views.space_map.texts import list_map_texts
from langkah.views.theme import DARK, LIGHT, format_css

MOST_BOARDS = 30_000  # states with boards in the file
SCRIPTS = (
    PANES / "dom.js",
    PANES / "canvas.js",
    *(FOLDER / f"{name}.js" for name in ("space", "map_painter", "map_view", "map_page")),
)  # in order of dependency

_FORMS: dict[str, Callable[[SpaceMap, str], str | bytes]] = {
    ".svg": lambda drawn, theme: draw_map_svg(drawn, theme=theme),
    ".png": lambda drawn, theme: draw_map_png(drawn, theme=theme),
    ".html": lambda drawn, theme: make_map_page(drawn, theme=theme),
}
MAP_ENDINGS = tuple(_FORMS)


def draw_map(drawn: SpaceMap, target: str, *, theme: str = "light") -> str | bytes:
    """The content of the file `target` with the map of a state space, in the format of the file's extension."""
    draw = _FORMS.get(Path(target).suffix.lower())
    if draw is None:
        raise make_unknown_ending(target, MAP_ENDINGS)
    return draw(drawn, theme)


def make_map_page(drawn: SpaceMap, *, theme: str = "light") -> str:
    """The map as a self-contained HTML page. It has the boards of all states unless the map has more than `MOST_BOARDS`
    states.
    """
    graph = drawn.graph
    few = len(graph) <= MOST_BOARDS
    boards, parts = make_stroke_boards(drawn.problem, [graph.get_state(n) for n in range(len(graph))] if few else [])
    data = {"map": drawn.as_dict(), "boards": {"states": boards, **parts}}
    style = [
        format_css(":root", LIGHT),
        format_css(":root[data-theme=dark]", DARK),
        *(path.read_text(encoding="utf-8") for path in (FOLDER / "map.css", FOLDER / "map_page.css")),
    ]
    title = _("The map of {problem}").format(problem=drawn.name)
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Template((FOLDER / "map_page.html").read_text(encoding="utf-8")).substitute(
        language=current_language.get(),
        theme=theme,
        title=escape(title),
        about=escape(drawn.describe()),
        colours=escape(list_map_texts()["colours"]),
        style="\n".join(style),
        data=text.replace("</", "<\\/").replace("<!--", "<\\u0021--"),
        script=join_modules(SCRIPTS),
    )
