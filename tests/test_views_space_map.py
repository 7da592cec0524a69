"""Maps as files: SVG, PNG, and a page that needs no other file."""

import io
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

import langkah
from langkah import BadInput, load
from langkah.apps.cli.main import main
from langkah.engine.state_graph import follow_ordinals
from langkah.views.graph_layout import SIDE
from langkah.views.space_map import FOLDER, colours
from langkah.views.space_map.drawing import draw_map_png, draw_map_svg
from langkah.views.theme import THEMES, compute_contrast, to_rgb
from tests.node import run_script


def test_svg_shows_every_state_edge_and_mark() -> None:
    """The SVG has one dot for each state, one line for each edge, and a shape for the start, each goal and each hardest
    start.
    """
    drawn = langkah.map(load("hanoi", discs=4), moves=["1-2", "1-3"])
    root = ET.fromstring(draw_map_svg(drawn))
    paths = [each.get("d", "") for each in root.iter("{http://www.w3.org/2000/svg}path")]
    assert sum(path.count("h0") for path in paths) == 81
    assert paths[0].count("L") == len(drawn.graph.edges) == 120
    assert paths[-1].count("L") == 2  # the path that was played
    marks = list(root.iter("{http://www.w3.org/2000/svg}polygon"))
    shown = len(drawn.graph.goals) + len(drawn.graph.hardest) + 1
    assert len(marks) == shown + 3  # and three in the legend
    assert "81 states" in (root.findtext("{http://www.w3.org/2000/svg}title") or "")


def test_png_in_both_themes() -> None:
    """The PNG has the requested size and the theme's background."""
    drawn = langkah.map(load("hanoi", discs=3))
    for name, theme in THEMES.items():
        picture = Image.open(io.BytesIO(draw_map_png(drawn, theme=name, size=300))).convert("RGB")
        assert picture.width == 300
        assert picture.getpixel((1, 1)) == to_rgb(theme.page)


def test_near_and_far_differ_in_lightness() -> None:
    """The lightness of the colours grows with the distance, so that near and far differ even without colour."""
    for theme in THEMES:
        shades = [compute_contrast(colours.choose_colour(n / 10, theme), "#000000") for n in range(11)]
        assert shades == sorted(shades)
        assert shades[-1] > 2.5 * shades[0]


def test_the_command_writes_each_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The suffix of the file name selects the format, the page loads nothing, and other suffixes are refused."""
    for ending in ("svg", "png", "html"):
        assert main(["map", "hanoi", "discs=3", "--layout", "rings", "-o", str(tmp_path / f"map.{ending}")]) == 0
    page = (tmp_path / "map.html").read_text(encoding="utf-8")
    assert re.findall(r'(?:src|href)="(?!data:)[^"]*"', page) == []
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    assert len(data["boards"]["states"]) == data["map"]["states"] == 27
    assert capsys.readouterr().out.count("27 states") == 3
    assert main(["map", "hanoi", "-o", "map.gif"]) == 2
    assert main(["map", "hanoi", "discs=3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["layout"] == "shape"


def test_too_many_states_for_svg(monkeypatch: pytest.MonkeyPatch) -> None:
    """If there are too many states for an SVG, the error recommends a PNG."""
    drawn = langkah.map(load("hanoi", discs=3))
    monkeypatch.setattr("langkah.views.space_map.drawing.MOST_SVG_STATES", 20)
    with pytest.raises(BadInput, match=r"\.png"):
        draw_map_svg(drawn)


SPACE = """
({ Space }, data) => {
  const space = new Space(data);
  const states = [...Array(space.count).keys()];
  const turned = new Space(data);
  turned.turn(0.6, 0.8, -1);
  const grown = new Space(data);
  grown.turn(Math.cos(2), Math.sin(2), 1);
  grown.alignTo(turned);
  return {
    ways: states.map((state) => space.findWay(0, state)),
    ordinals: states.map((state) => space.toOrdinals(space.findWay(0, state))),
    back: states.map((state) => space.follow(space.toOrdinals(space.findWay(0, state))).at(-1)),
    nearest: states.map((state) => space.findNearest(...space.place(state), 100)),
    near: states.map((state) => space.listNear(state).sort((a, b) => a - b)),
    edges: space.edges.length / 2,
    apart: Math.max(...states.map((state) => Math.hypot(
      grown.place(state)[0] - turned.place(state)[0], grown.place(state)[1] - turned.place(state)[1]))),
  };
}
"""


def test_the_page_finds_its_way_on_the_map() -> None:
    """The page finds the same shortest paths, ordinals, nearest states and neighbours as Python. A map that was laid
    out again is turned so that its states stay near their earlier places.
    """
    drawn = langkah.map(load("hanoi", discs=4))
    graph, found = drawn.graph, run_script(FOLDER / "space.js", SPACE, drawn.as_dict())
    assert [len(way) - 1 for way in found["ways"]] == graph.depths
    for number, ordinals in enumerate(found["ordinals"]):
        steps = follow_ordinals(drawn.problem, drawn.problem.start, ordinals)
        assert steps is not None
        assert (steps[-1].state if steps else drawn.problem.start) == graph.get_state(number)
    assert found["back"] == found["nearest"] == list(range(len(graph)))
    assert found["near"] == [sorted(each) for each in graph.near]
    assert found["edges"] == len(graph.edges)
    assert found["apart"] < 0.02 * SIDE
