"""Renderers: themes that are easy to read, and the same picture as SVG, PNG, text, JSON and film."""

import ast
import io
import json
import math
import random
import re
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path as FilePath
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import langkah
from langkah import BadInput, load, solve
from langkah.games import ALIASES, GAMES
from langkah.scene import Disc, Path, Rect, Scene, Shape, Text
from langkah.session import Session
from langkah.views import json_form
from langkah.views.animation import Film, film_to_gif, film_to_svg, make_film, write_animation
from langkah.views.motion import draw_between, find_journeys, get_frame
from langkah.views.notebook import register_values
from langkah.views.paint import ACROSS, Line, Words, is_inside, paint_scene
from langkah.views.png import draw_image, draw_png
from langkah.views.svg import draw_svg
from langkah.views.text import draw_text
from langkah.views.theme import DARK, LIGHT, THEMES, Theme, compute_contrast, format_css, to_rgb
from tests.goldens import same_as_golden
from tests.offenders import assert_none
from tests.test_session import walked

SVG = "{http://www.w3.org/2000/svg}"


def scene_of(name: str, moves: int = 0, **settings: object) -> Scene:
    """The picture of a game after some random moves."""
    return walked(Session(load(name, settings), dice=False), moves, seed=3).scene()


# Themes


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_everything_written_can_be_read(theme: Theme) -> None:
    """Texts have a contrast of at least 4.5 to their background, as accessibility guidelines require."""
    for role, paint in theme.paints.items():
        if role.startswith(("piece", "target", "board", "cell", "wall", "goal")):
            assert compute_contrast(paint.ink, paint.fill) >= 4.5, role
    for role in ("text", "faint", "mark:0", "mark:1"):
        for ground in ("cell", "cell:1", "board"):
            assert compute_contrast(theme.of(role).fill, theme.of(ground).fill) >= 4.5, (role, ground)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_pieces_and_lines_stand_out(theme: Theme) -> None:
    """A piece or its outline has a contrast of at least 2.9 to every background; so have highlights and lines."""
    for role, paint in theme.paints.items():
        if role.startswith(("piece", "target", "up", "down", "line", "selected", "option", "hint", "better", "worse")):
            for ground in ("cell", "cell:1"):
                under = theme.of(ground).fill
                assert max(compute_contrast(paint.fill, under), compute_contrast(paint.stroke, under)) >= 2.9, (
                    role,
                    ground,
                )


# Full red, green and blue blindness as matrices on linear light, from Machado, Oliveira and Fernandes (2009)
BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def seen(colour: str, blindness: str) -> tuple[float, float, float]:
    """A colour as it appears with a kind of colour blindness, in the space CIELAB."""
    parts = [part / 255 for part in to_rgb(colour)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    r, g, b = (min(1.0, max(0.0, sum(a * c for a, c in zip(row, linear, strict=True)))) for row in BLINDNESS[blindness])
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("blindness", BLINDNESS)
def test_colours_are_told_apart_by_everybody(theme: Theme, blindness: str) -> None:
    """Colours of pieces, of marks, of up and down, of better and worse differ for every kind of colour vision."""
    pieces = [theme.of(f"piece:{index}").fill for index in range(8)]
    for one, other in combinations(pieces, 2):
        assert math.dist(seen(one, blindness), seen(other, blindness)) > 10, (one, other)
    for roles in (("mark:0", "mark:1"), ("up", "down"), ("better", "worse")):
        one, other = (theme.of(role).fill for role in roles)
        assert math.dist(seen(one, blindness), seen(other, blindness)) > 20, roles


def test_roles_nobody_knows_look_like_something() -> None:
    """An unknown colour role has the colours of its first part if this is a role, otherwise of `piece`."""
    assert LIGHT.of("piece:99") == LIGHT.of("piece")
    assert LIGHT.of("wall:7") == LIGHT.of("wall")
    assert LIGHT.of("dragon") == LIGHT.of("piece")


def test_css_holds_every_role() -> None:
    """The style sheet has three variables for every colour role of a theme, besides one for the page."""
    sheet = format_css(":root", DARK)
    assert sheet.count(":#") == 1 + 3 * len(DARK.paints)
    assert f"--langkah-piece-0-fill:{DARK.of('piece:0').fill}" in sheet


# SVG


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("theme", ["light", "dark", "auto", "page"])
def test_svg_of_every_game(name: str, theme: str) -> None:
    """The SVG has every shape with its handle and id, in order, and the position in words as its title."""
    scene = scene_of(name, 3)
    root = ET.fromstring(draw_svg(scene, theme=theme))
    groups = root.findall(f"{SVG}g")
    if any(shape.role in ACROSS for shape in scene.shapes):  # numbers of squares are drawn over crossing shapes
        names = [group for group in groups if group.get("data-id") is None and group.findtext(f"{SVG}text")]
        assert [name.findtext(f"{SVG}text") for name in names] == [str(square) for square in range(101)]
        groups = [group for group in groups if group not in names]
    assert [group.get("data-id", "") for group in groups] == [shape.id for shape in scene.shapes]
    assert [group.get("data-handle", "") for group in groups] == [shape.handle for shape in scene.shapes]
    assert root.findtext(f"{SVG}title") == scene.title
    drawn = ET.tostring(root, encoding="unicode")
    assert ("var(--langkah" in drawn) == (theme in ("auto", "page"))
    assert (root.find(f"{SVG}style") is not None) == (theme == "auto")


def test_svg_options() -> None:
    """Size, margin, background, ids and highlights take effect; an unknown theme is refused."""
    scene = scene_of("hanoi", discs=3)
    root = ET.fromstring(draw_svg(scene, size=10, margin=0, ids=False))
    assert (root.get("width"), root.get("height")) == ("150", "50")
    assert root.get("viewBox") == "0 0 15 5"
    assert not root.findall(f"{SVG}g[@data-id]")
    assert ET.fromstring(draw_svg(scene, page=True)).find(f"{SVG}rect") is not None
    lights = {"peg 0": "selected", "peg 2": "option", "disc 3": "hint"}
    lit = draw_svg(scene, highlights=lights)
    for role in lights.values():
        assert LIGHT.of(role).fill in lit
    with pytest.raises(BadInput, match="Known: auto, dark, light, page"):
        draw_svg(scene, theme="pink")
    with pytest.raises(BadInput, match="too large"):
        draw_svg(scene, size=1e9)


def test_what_is_selected_is_lit_in_front_and_where_it_can_go_behind() -> None:
    """The ring of a selection surrounds the frontmost shape of a handle; other rings surround the rearmost one."""
    back, front = Rect(0, 0, 4, 4, "cell", handle="here"), Rect(1, 1, 1, 1, "piece", handle="here")
    scene = Scene(4, 4, (back, front))
    rings = {}
    for role in ("selected", "option"):
        order = [each.marks[0] for each in paint_scene(scene, LIGHT.of, {"here": role})]
        rings[role] = order
    assert rings["selected"][-1].width < 1  # type: ignore[union-attr]
    assert rings["option"][1].width > 3  # type: ignore[union-attr]


NASTY = st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=12)
NUMBERS = st.floats(-20, 20, allow_nan=False).map(lambda value: round(value, 2))
SIZES = st.floats(0.01, 20).map(lambda value: round(value, 2))
ROLES = st.sampled_from([*LIGHT.paints, "piece:9", "unheard-of"])
RECTS = st.builds(Rect, NUMBERS, NUMBERS, SIZES, SIZES, ROLES, NASTY, NASTY, NASTY, st.floats(0, 1))
DISCS = st.builds(Disc, NUMBERS, NUMBERS, SIZES, ROLES, NASTY, NASTY, NASTY)
TEXTS = st.builds(Text, NUMBERS, NUMBERS, NASTY, SIZES, ROLES, NASTY, NASTY)
POINTS = st.lists(st.tuples(NUMBERS, NUMBERS), min_size=2, max_size=6).map(tuple)
PATHS = st.builds(Path, POINTS, ROLES, NASTY, NASTY, NASTY, st.floats(0.01, 1), st.booleans())
SHAPES: st.SearchStrategy[Shape] = st.one_of(RECTS, DISCS, TEXTS, PATHS)
SCENES = st.builds(Scene, SIZES, SIZES, st.lists(SHAPES, max_size=6).map(tuple), NASTY)


def read_scene(found: dict[str, Any]) -> Scene:
    """The scene that JSON values describe."""
    classes = {name: cls for cls, name in json_form.KIND_NAMES.items()}

    def read_shape(fields: dict[str, Any]) -> Shape:
        if "points" in fields:
            fields["points"] = tuple(map(tuple, fields["points"]))
        return classes[fields.pop("kind")](**fields)

    return Scene(found["width"], found["height"], tuple(map(read_shape, found["shapes"])), found["title"])


@given(SCENES)
def test_any_scene_can_be_drawn(scene: Scene) -> None:
    """Every renderer draws any scene, JSON preserves the scene, and no text in it becomes markup."""
    root = ET.fromstring(draw_svg(scene, highlights={shape.id: "selected" for shape in scene.shapes if shape.id}))
    assert len(root.findall(f"{SVG}script")) == 0
    assert read_scene(json.loads(json.dumps(json_form.scene_to_json(scene)))) == scene
    assert isinstance(draw_text(scene), str)
    draw_text(scene, ascii=True, width=20, height=10, notes={shape.handle: "x" for shape in scene.shapes})
    draw_image(scene, size=4)


# JSON


@pytest.mark.parametrize("name", GAMES)
def test_sessions_are_plain_json(name: str) -> None:
    """A session survives JSON unchanged, with its picture and the legal moves."""
    session = walked(Session(load(name)), 2)
    told = json_form.session_to_json(session)
    assert json.loads(json.dumps(told)) == told
    assert told["made"] == 2
    assert told["kind"] in ("puzzle", "game", "dice")
    assert read_scene(told["scene"]) == session.scene()
    assert [choice["move"] for choice in told["choices"]] == [choice.label for choice in session.choices()]
    for found in (
        json_form.least_to_json(session.least(), session),
        [json_form.mark_to_json(mark) for mark in session.marks()],
        [json_form.lapse_to_json(lapse) for lapse in session.review()],
        json_form.hint_to_json(session.ask()),
    ):
        assert json.loads(json.dumps(found)) == found


# Text


PICTURES = [
    ("hanoi-3.txt", "hanoi", 4, {"discs": 3}),
    ("hanoi-6.txt", "hanoi", 6, {"discs": 6}),
    ("klotski-classic.txt", "klotski:classic", 10, {}),
    ("mnk-3.txt", "tictactoe", 4, {}),
    ("mnk-25.txt", "mnk", 20, {"rows": 25, "cols": 25, "k": 5}),
    ("snakes.txt", "snakes", 3, {}),
    ("tiles.txt", "tiles", 5, {}),
    ("queens.txt", "queens", 3, {}),
]


@pytest.mark.parametrize(("file", "name", "moves", "settings"), PICTURES)
def test_pictures_in_characters(file: str, name: str, moves: int, settings: dict[str, object]) -> None:
    """The golden files show boards in box characters and in plain ASCII; a free cell shows the move that fills it."""
    session = walked(Session(load(name, settings), dice=False), moves, seed=3)
    notes = {way[0]: each.label for each in session.choices() for way in each.gestures if len(way) == 1}
    boxed, plain = (draw_text(session.scene(), notes=notes, ascii=ascii) for ascii in (False, True))  # noqa: A001
    same_as_golden(file, f"{boxed}\n\n{plain}\n")
    assert plain.isascii()
    assert len(boxed.splitlines()) == len(plain.splitlines())
    assert max(map(len, boxed.splitlines())) <= 80


def test_pieces_of_any_shape_in_characters() -> None:
    """A piece that is not a rectangle is drawn by its outline."""
    board = "aab\na.b\ncc*"
    session = Session(load("klotski", board=board, goal={"*": [[1, 1]]}))
    same_as_golden("outlines.txt", draw_text(session.scene()) + "\n")


def test_holes_in_characters() -> None:
    """A disc of the background is an empty hole; pieces are drawn inside it, two of them side by side."""
    holes = [Disc(x + 0.5, 0.5, 0.3, role) for x, role in enumerate(("cell", "cell:1", "goal", "cell"))]
    scene = Scene(4, 1, (*holes, Disc(1.5, 0.5, 0.3, "piece:0"), *[Disc(3.5, 0.5, 0.3, "mark:1")] * 2))
    assert draw_text(scene).strip() == "○   ●   ○   ○○"
    assert draw_text(scene, ascii=True).strip() == "O   @   O   OO"


def test_text_has_no_room_for_all() -> None:
    """The scale shrinks until the picture fits, wide characters take two columns, and colours must be requested."""
    scene = scene_of("hanoi", discs=4)
    wide, narrow = draw_text(scene), draw_text(scene, width=40)
    assert max(map(len, wide.splitlines())) > 60
    assert max(map(len, narrow.splitlines())) <= 40
    assert "\x1b[" not in wide
    assert "\x1b[38;2;" in draw_text(scene, theme=DARK)
    sign = Scene(4, 2, (Rect(0, 0, 4, 2, "piece", "曹操"),))
    assert "│      曹操     │" in draw_text(sign)


# PNG


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("theme", THEMES)
def test_png_shows_the_same_colours(name: str, theme: str) -> None:
    """In the PNG, each shape that is large enough and not covered has the colour of its role."""
    scene = scene_of(name, 3)
    size = 40
    picture = Image.open(io.BytesIO(draw_png(scene, theme=theme, size=size))).convert("RGB")
    assert picture.size == (round((scene.width + 0.6) * size), round((scene.height + 0.6) * size))
    checked = 0
    for index, shape in enumerate(scene.shapes):
        if not isinstance(shape, Rect | Disc) or shape.role.startswith("mark"):
            continue
        left, top, right, bottom = get_frame(shape)
        if min(right - left, bottom - top) < 0.5:  # too small: all its pixels are blurred
            continue
        x, y = (left + 0.9 * (right - left), top + 0.75 * (bottom - top)) if isinstance(shape, Rect) else (
            shape.x + 0.55 * shape.radius, shape.y)  # fmt: skip
        over = [get_frame(other) for other in scene.shapes[index + 1 :]]
        if not any(a - 0.1 <= x <= c + 0.1 and b - 0.1 <= y <= d + 0.1 for a, b, c, d in over):
            pixel = picture.getpixel((round((x + 0.3) * size), round((y + 0.3) * size)))
            assert pixel == to_rgb(THEMES[theme].of(shape.role).fill), shape
            checked += 1
    assert checked >= 2


def test_png_refuses_what_is_too_large() -> None:
    """A PNG that would be too large, or with an unknown theme, is refused."""
    with pytest.raises(BadInput, match="too large"):
        draw_png(scene_of("hanoi"), size=5000)
    with pytest.raises(BadInput, match="Known: dark, light"):
        draw_png(scene_of("hanoi"), theme="auto")


# Motion and films


@pytest.mark.parametrize("name", GAMES)
def test_journeys_begin_and_end_where_the_pictures_say(name: str) -> None:
    """A moving shape starts and ends where the pictures of the states show it."""
    session = walked(Session(load(name), dice=False), 2)
    before = session.scene()
    for choice in session.choices():
        after = session.problem.scene(choice.step.state)
        renamed = session.problem.moved(session.state, choice.step.move)
        for journey in find_journeys(before, after, renamed).values():
            assert journey.route[0] == get_frame(journey.old)[:2] or not isinstance(journey.old, Rect)
            assert journey.route[-1] == get_frame(journey.new)[:2] or not isinstance(journey.new, Rect)
        assert draw_between(before, after, 0, renamed) == before
        assert draw_between(before, after, 1, renamed) == after
        halves = [draw_between(before, after, share, renamed) for share in (0.25, 0.75)]
        assert len(halves[0].shapes) == len(before.shapes)
        assert len(halves[1].shapes) == len(after.shapes)


def test_a_disc_is_lifted_off_its_pole() -> None:
    """A disc moves up above every pole, across, and down; it never passes through another disc."""
    session = Session(load("hanoi", discs=4))
    before = session.scene()
    session.play("1-3")
    (journey,) = find_journeys(before, session.scene()).values()
    (x, y), (up_x, up_y), (over_x, over_y), (to_x, to_y) = journey.route
    assert (x, to_x, up_y) == (up_x, over_x, over_y)
    poles = min(shape.y for shape in before.shapes if isinstance(shape, Rect) and shape.role == "wall")
    assert up_y + 0.92 < poles
    assert y < to_y
    others = [get_frame(shape) for shape in before.shapes if shape.id.startswith("disc") and shape.id != "disc 1"]
    for share in [part / 40 for part in range(41)]:
        moving = next(shape for shape in draw_between(before, session.scene(), share).shapes if shape.id == "disc 1")
        left, top, right, bottom = get_frame(moving)
        assert not any(a < right and left < c and b < bottom - 0.01 and top < d - 0.01 for a, b, c, d in others)


def test_round_a_corner() -> None:
    """If the straight way is blocked, a piece moves around the corner that is free."""
    block, blocker = Rect(0, 0, 1, 1, id="block"), Rect(0, 1, 1, 1, id="other")
    before, after = Scene(2, 2, (block, blocker)), Scene(2, 2, (block._replace(x=1, y=1), blocker))
    assert find_journeys(before, after)["block"].route == ((0, 0), (1, 0), (1, 1))
    free = Scene(2, 2, (block._replace(y=1),))
    assert find_journeys(Scene(2, 2, (block,)), free)["block"].route == ((0, 0), (0, 1))


@pytest.mark.parametrize("name", ["hanoi", "klotski:paper", "snakes", "tictactoe"])
def test_films_begin_and_end_as_the_solution_does(name: str) -> None:
    """An SVG film contains, for every moving shape, its places in order; a GIF ends with the last picture."""
    problem = load(name, {"discs": 3} if name == "hanoi" else {})
    result = solve(problem)
    shown = make_film(problem, problem.start, result.path)
    root = ET.fromstring(film_to_svg(shown))
    moving = root.findall(f".//{SVG}animateTransform")
    for one in moving:
        times = [float(time) for time in (one.get("keyTimes") or "").split(";")]
        assert (times[0], times[-1]) == (0, 1)
        assert times == sorted(times)
        assert len(times) == len((one.get("values") or "").split(";"))
        assert len(times) == len((one.get("keySplines") or "").split(";")) + 1
    if name == "hanoi":
        assert len(moving) == 3
        small = next(one for one in moving if len((one.get("values") or "").split(";")) == 1 + 4 * 4 + 1)
        last = next(shape for shape in shown.scenes[-1].shapes if shape.id == "disc 1")
        assert isinstance(last, Rect)
        assert (small.get("values") or "").split(";")[-1] == f"{last.x:g} {last.y:g}"
    picture = Image.open(io.BytesIO(film_to_gif(shown, size=20)))
    assert picture.n_frames > len(result.path)  # type: ignore[attr-defined]
    picture.seek(picture.n_frames - 1)  # type: ignore[attr-defined]
    wanted, got = draw_image(shown.scenes[-1], size=20), picture.convert("RGB")
    random.seed(1)
    for _pixel in range(300):
        at = random.randrange(got.width), random.randrange(got.height)
        right, shown_there = wanted.getpixel(at), got.getpixel(at)
        assert isinstance(right, tuple)
        assert isinstance(shown_there, tuple)
        assert math.dist(right, shown_there) < 60


def test_things_that_change_their_look_come_and_go() -> None:
    """If a shape changes its role, a film hides the old shape when it shows the new one."""
    scenes = (Scene(1, 1, (Rect(0, 0, 1, 1, "cell", id="a"),)), Scene(1, 1, (Rect(0, 0, 1, 1, "goal", id="a"),)))
    root = ET.fromstring(film_to_svg(Film(scenes, ({},))))
    values = [one.get("values") for one in root.findall(f".//{SVG}animate")]
    assert sorted(map(str, values)) == ["0;1", "1;0"]


def test_animate_writes_files(tmp_path: Any) -> None:
    """The suffix selects the format; other suffixes and empty solutions are refused."""
    problem = load("hanoi", discs=2)
    result = solve(problem)
    for name in ("film.svg", "film.gif"):
        write_animation(problem, result, str(tmp_path / name))
        assert (tmp_path / name).stat().st_size > 500
    with pytest.raises(BadInput, match=r"\.svg or \.gif"):
        write_animation(problem, result, str(tmp_path / "film.mp4"))
    with pytest.raises(BadInput, match="cannot be written"):
        write_animation(problem, result, str(tmp_path / "no" / "film.svg"))
    solved = problem.at((1, 1))
    with pytest.raises(BadInput, match="no solution to show"):
        write_animation(solved, solve(solved), str(tmp_path / "film.svg"))


# Notebooks


@pytest.mark.parametrize("name", GAMES)
def test_values_show_themselves(name: str) -> None:
    """In a notebook, a problem, a scene, a session and a result are shown as pictures."""
    problem = load(name)
    result = solve(problem)
    register_values()
    values: tuple[Any, ...] = (problem, problem.scene(problem.start), Session(problem), result)
    for value in values:
        picture = value._repr_svg_()
        assert picture is not None
        assert ET.fromstring(picture).tag == f"{SVG}svg"
    assert ("animate" in str(values[-1]._repr_svg_())) == bool(result.path)


FRONT_ENDS = [
    path
    for room in ("views", "apps")
    for path in (FilePath(langkah.__file__).parent / room).rglob("*")
    if path.suffix in (".py", ".js", ".html", ".css", ".svg")
]


# Games whose names are ordinary words: a name counts only as a complete quoted string.
ORDINARY_WORDS = {"connect", "jugs", "ladder", "lights", "regions", "river"}
PROTOCOL_WORDS = {"connect"}  # a quoted word of policies and sockets, too


def list_games_named(path: FilePath) -> set[str]:
    """The games that a file of a view or an app names, apart from Python docstrings."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        tree = ast.parse(source)
        holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        told = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, holders)}
        texts = [
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        source = "\n".join(text for text in texts if text not in told)
        quoted = set(texts)
    else:
        quoted = set(re.findall(r"""["'`]([a-z]+)["'`]""", source))
    games = {*GAMES, *ALIASES}
    return (set(re.findall(r"[A-Za-z]+", source)) & games - ORDINARY_WORDS) | (quoted & games - PROTOCOL_WORDS)


def test_front_ends_are_blind_to_games() -> None:
    """No view and no app names a game."""
    assert_none((path, list_games_named(path)) for path in FRONT_ENDS)


def test_outlined_pieces_keep_to_their_cells() -> None:
    """A piece of any shape, with its thickness and round corners, stays inside its outline; so does its label."""
    board = "aab\na.b\ncc*"
    scene = load("klotski", board=board, goal={"*": [[1, 1]]}).scene(load("klotski", board=board).start)
    (shape,) = (shape for shape in scene.shapes if isinstance(shape, Path) and shape.label)
    for mark in next(each.marks for each in paint_scene(scene, LIGHT.of) if each.shape == shape):
        if isinstance(mark, Line):
            for x, y in mark.points:
                assert all(is_inside(shape.points, x + dx, y + dy) for dx in (-0.09, 0.09) for dy in (-0.09, 0.09))
        else:
            assert isinstance(mark, Words)
            assert is_inside(shape.points, mark.x, mark.y)


def test_labels_that_do_not_fit_are_left_to_screen_readers() -> None:
    """A label that is drawn is never wider than its piece; longer labels are left to screen readers."""
    for name in GAMES:
        for each in paint_scene(scene_of(name, 3), LIGHT.of):
            for mark in each.marks:
                if isinstance(mark, Words) and isinstance(each.shape, Rect):
                    assert len(mark.text) * mark.size * 0.5 <= each.shape.width, each.shape
