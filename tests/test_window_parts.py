"""The parts of the window, without a screen: fonts, sprites, hit targets, animated moves, and the board view."""

from math import pi
from random import Random
from typing import Any

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import load
from langkah.apps.window import fonts, targets
from langkah.apps.window.board_view import BoardView
from langkah.apps.window.canvas import Canvas
from langkah.apps.window.transition import lead_journey, make_shake, make_transition, place_shape
from langkah.games import GAMES
from langkah.scene import Disc, Path, Rect, Scene, Text
from langkah.session import Session
from langkah.session.hint import find_middle
from langkah.views.motion import Journey, find_journeys, get_frame, get_place
from langkah.views.paint import Box, Circle, Line, PaintedShape, Stroke, Words
from langkah.views.theme import THEMES, to_rgb
from tests.windows import session

NOWHERE = Text(0, 0, "")

pytestmark = pytest.mark.usefixtures("screenless")


# Letters and sprites


def test_signs_that_one_typeface_lacks_come_from_another() -> None:
    """A character that a typeface lacks, such as a queen, is drawn with another typeface that has it."""
    for text in ("Aé", "♛", "→", "∞"):
        assert all(fonts.has_sign(run.face, sign) for run in fonts.split_runs(text, True) for sign in run.text)
    assert not fonts.has_sign(fonts.find_faces(False)[0], fonts.MISSING_SIGN)
    assert "".join(run.text for run in fonts.split_runs("a♛b", False)) == "a♛b"


@given(st.text(alphabet="abc WM.,♛", max_size=60), st.integers(8, 40), st.integers(30, 500))
@settings(max_examples=60)
def test_text_is_cut_and_wrapped_to_the_room(text: str, size: int, room: int) -> None:
    """Truncated text fits into the given width. Wrapped lines fit too, except for single words, and keep all words."""
    assert fonts.measure_text(fonts.truncate_text(text, size, room), size) <= max(room, fonts.measure_text("…", size))
    lines = fonts.wrap_text(text, size, room)
    assert " ".join(lines).split() == text.split()
    assert all(fonts.measure_text(line, size) <= room or " " not in line for line in lines)


SHAPES: list[tuple[Stroke, float]] = [
    (Box(0, 0, 3, 2, 0, "#336699"), 6.0),
    (Box(0, 0, 3, 2, 0, "", "#336699", 0.2), 2 * (3 + 2) * 0.2),
    (Circle(0, 0, 1.5, "#336699"), pi * 2.25),
    (Circle(0, 0, 1.5, "", "#336699", 0.4), pi * (1.7**2 - 1.3**2)),
    (Line(((0, 0), (3, 4)), "#336699", 0.5), 5 * 0.5 + pi * 0.25**2),
    (Line(((0, 0), (4, 0), (4, 3)), "#336699", 0.01, "#336699"), 6.0),
    (Box(0, 0, 2, 2, 0.5, "#336699"), 4 - (4 - pi) * 0.25),
]


@pytest.mark.parametrize(("mark", "area"), SHAPES)
@pytest.mark.parametrize("unit", [17.0, 40.0])
def test_sprites_cover_the_right_area_with_soft_edges(mark: Stroke, area: float, unit: float) -> None:
    """The sum of the opacity of all pixels equals the area of the shape. Colours are premultiplied by the opacity, and
    edges are soft.
    """
    sprite = Canvas().sprite((mark,), unit).surface
    pixels = [sprite.get_at((x, y)) for x in range(sprite.get_width()) for y in range(sprite.get_height())]
    assert sum(pixel.a for pixel in pixels) / 255 / unit**2 == pytest.approx(area, rel=0.06, abs=0.05)
    assert all(pixel.b <= pixel.a for pixel in pixels)
    if not isinstance(mark, Box) or mark.round:
        assert any(0 < pixel.a < 255 for pixel in pixels)


def test_a_shape_that_moves_is_drawn_once() -> None:
    """Shapes with the same outline at different places share one sprite."""
    canvas = Canvas()
    for x in (0.0, 3.7, 11.1):
        points = ((x, 1.0), (x + 2, 1.0), (x + 2, 2.5))
        canvas.sprite((Line(points, "#000000", 0.1, "#ffffff"),), 40.0)
    assert len(canvas.sprites) == 1


def test_words_are_centred() -> None:
    """A label is centred on its point, horizontally and vertically."""
    target = pygame.Surface((200, 200), pygame.SRCALPHA)
    Canvas().put(target, PaintedShape(NOWHERE, 2.5, 2.5, (Words(0, 0, "H", 2.0, "#000000"),)), 40.0, (0.0, 0.0))
    box = pygame.mask.from_surface(target, 127).get_bounding_rects()[0]
    assert abs(box.centerx - 100) <= 2
    assert abs(box.centery - 100) <= 2


# Aiming


def draw_line(canvas: Any, colour: tuple[int, int, int], line: Path, unit: int, reach: float) -> None:
    """Draw a line as wide as twice the reach, with round ends."""
    ends = [(x * unit, y * unit) for x, y in line.points]
    pygame.draw.lines(canvas, colour, False, ends, max(1, round(2 * reach * unit)))
    for end in ends:
        pygame.draw.circle(canvas, colour, end, reach * unit)


def drawn_handle(scene: Scene, unit: int) -> tuple[Any, list[str]]:
    """A picture with a different colour for each handle, and the names of the handles in the order of the colours."""
    names = sorted({shape.handle for shape in scene.shapes if shape.handle})
    canvas = pygame.Surface((int(scene.width * unit) + 1, int(scene.height * unit) + 1))
    painted = [(shape, (names.index(shape.handle) + 1)) for shape in scene.shapes if shape.handle]
    colours = [(shape, (number % 256, number // 256, 0)) for shape, number in painted]
    for shape, colour in colours:  # a line is also hit near it, unless something else is painted there
        if isinstance(shape, Path) and not shape.closed:
            draw_line(canvas, colour, shape, unit, max(0.2, shape.width / 2))
    for shape, colour in colours:
        match shape:
            case Rect():
                pygame.draw.rect(canvas, colour, [round(side * unit) for side in shape[:4]])
            case Disc():
                pygame.draw.circle(canvas, colour, (shape.x * unit, shape.y * unit), shape.radius * unit)
            case Path() if shape.closed:
                pygame.draw.polygon(canvas, colour, [(x * unit, y * unit) for x, y in shape.points])
            case Text():
                half = shape.size * max(1, len(shape.text)) / 3
                box = (shape.x - half, shape.y - shape.size / 2, 2 * half, shape.size)
                pygame.draw.rect(canvas, colour, [round(side * unit) for side in box])
            case Path():
                draw_line(canvas, colour, shape, unit, shape.width / 2)
    return canvas, names


@pytest.mark.parametrize("words", [*GAMES, "klotski:l-ane-rouge", "hanoi discs=9 pegs=5"])
def test_a_click_hits_what_is_painted_there(words: str) -> None:
    """At points whose surroundings have one colour, a click hits the handle of this colour."""
    played, unit, luck = session(words), 32, Random(words)
    for _move in range(3):
        scene = played.scene()
        canvas, names = drawn_handle(scene, unit)
        for _point in range(200):
            x, y = luck.randrange(2, canvas.get_width() - 2), luck.randrange(2, canvas.get_height() - 2)
            around = {tuple(canvas.get_at((x + dx, y + dy)))[:2] for dx in (-2, 0, 2) for dy in (-2, 0, 2)}
            if len(around) == 1:
                low, high = around.pop()
                expected = names[low + 256 * high - 1] if low + high else ""
                assert targets.find_handle_at(scene, x / unit, y / unit) == expected
        if played.choices():
            played.make(luck.choice(played.choices()).step)


def test_lines_and_words_can_be_hit() -> None:
    """A click near a line hits the line, and a click on a text hits the text. The missing corner of an L-shaped outline
    is outside.
    """
    line = Scene(4, 4, (Path(((0, 0), (4, 4)), handle="line"), Text(1, 3, "abc", 0.4, handle="text")))
    assert targets.find_handle_at(line, 2.1, 2.0) == "line"
    assert targets.find_handle_at(line, 3.0, 2.0) == ""
    assert targets.find_handle_at(line, 1.2, 3.1) == "text"
    corner = Scene(2, 2, (Path(((0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)), handle="L", closed=True),))
    assert targets.find_handle_at(corner, 0.5, 1.5) == targets.find_handle_at(corner, 1.5, 0.5) == "L"
    assert targets.find_handle_at(corner, 1.5, 1.5) == ""


@pytest.mark.parametrize("row", range(5))
def test_arrows_go_to_the_neighbour(row: int) -> None:
    """On a grid, an arrow key moves to the adjacent cell; at the edge, it stays."""
    places = {f"{y},{x}": (float(x), float(y)) for y in range(5) for x in range(5)}
    for column in range(5):
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = f"{min(4, max(0, row + dy))},{min(4, max(0, column + dx))}"
            assert targets.find_nearest_towards(places, f"{row},{column}", dx, dy) == there


def test_number_keys() -> None:
    """A number key selects the peg, cell, move or roll that is shown with this number; otherwise the legal target at
    this place in the list.
    """
    for words, number, meant in [
        ("hanoi", 1, "peg 0"),
        ("hanoi", 3, "peg 2"),
        ("hanoi discs=3 rule=linear start=[[],[],[3,2,1]]", 1, "peg 0"),
        ("mnk", 7, targets.MOVE_COMMAND + "7"),
        ("tiles start=[1,2,3,4,5,0,7,8,6]", 6, targets.MOVE_COMMAND + "6"),
        ("tiles start=[1,2,3,4,5,0,7,8,6]", 7, "tile 7"),
        ("hanoi", 4, ""),
    ]:
        played = session(words)
        assert targets.find_numbered(played, played.scene(), number) == meant
    thrown = session("snakes")
    assert targets.find_numbered(thrown, thrown.scene(), 4) in thrown.faces()
    chosen = session("snakes", dice=False)
    assert targets.find_numbered(chosen, chosen.scene(), 5) == targets.MOVE_COMMAND + "5"
    queens = session("queens")
    assert targets.find_numbered(queens, queens.scene(), 2) == "cell 0,1"


def test_what_is_lifted_and_where_it_is_let_go() -> None:
    """The top disc is lifted above its peg, and an empty peg has nothing to lift. A dragged block makes a move if it is
    released near the end of the move, and otherwise makes none.
    """
    tower = session("hanoi")
    found = targets.find_carried(tower, ("peg 0",))
    assert found.ids == ["disc 1"]
    _x, y = found.raised()["disc 1"]
    assert y + 0.92 < min(get_frame(shape)[1] for shape in tower.scene().shapes if shape.role == "wall")
    assert not targets.find_carried(tower, ("peg 1",)).ways
    board = session("klotski:classic")
    block = targets.find_carried(board, ("piece f",))
    home = get_place(next(shape for shape in board.scene().shapes if shape.id == "piece f"))
    assert block.raised() == {}
    assert block.nearest({"piece f": home}) is None
    down = block.nearest({"piece f": (home[0] + 0.2, home[1] + 0.8)})
    assert down is not None
    assert down.label == "f down"


def test_pushing() -> None:
    """Shift and an arrow key push the pieces that can move in this direction, or only the selected piece."""
    tiles = session("tiles start=[1,2,3,4,0,5,7,8,6]")
    labels = {
        way: [each.label for each in targets.find_pushes(tiles, "", *way)] for way in ((1, 0), (-1, 0), (0, 1), (0, -1))
    }
    assert [len(found) for found in labels.values()] == [1, 1, 1, 1]
    moved = Session(tiles.problem)
    moved.play(labels[1, 0][0])
    assert moved.problem.text(moved.state).split() == ["1", "2", "3", "0", "4", "5", "7", "8", "6"]
    board = session("klotski:classic")
    assert {each.label for each in targets.find_pushes(board, "", 0, 1)} == {"f down", "g down"}
    assert [each.label for each in targets.find_pushes(board, "piece g", 0, 1)] == ["g down"]


def test_a_token_passes_over_the_square_it_lands_on() -> None:
    """The route of a token that takes a ladder leads through the foot of the ladder."""
    problem = load("snakes:paper-1")
    before, after = problem.scene(0), problem.scene(21)
    journey = find_journeys(before, after)["token"]
    passed = targets.route_over_ground(before, reversed(list(problem.gestures(0, 3))), journey)
    foot = next(find_middle(shape) for shape in before.shapes if shape.handle == "square 3")
    assert passed.route == (journey.route[0], foot, journey.route[-1])


# Animated moves


@pytest.mark.parametrize("words", [*GAMES, "klotski:l-ane-rouge"])
def test_every_move_begins_and_ends_where_the_pictures_have_it(words: str) -> None:
    """An animated move begins with all shapes at their old places and ends with all shapes at their new places. No
    shape is drawn twice.
    """
    problem, luck = load(words), Random(words)
    state = problem.start
    for _move in range(6):
        steps = list(problem.steps(state))
        if not steps:
            break
        step = luck.choice(steps)
        renamed = problem.moved(state, step.move)
        before, after = problem.scene(state), problem.scene(step.state)
        way = make_transition(before, after, renamed=renamed, shown={}, poses={}, now=5.0, speed=1.0)
        old, new = ({shape.id: get_place(shape) for shape in scene.shapes if shape.id} for scene in (before, after))
        back = {to: name for name, to in renamed.items()}
        assert all(way.places(5.0)[name] == pytest.approx(old[back.get(name, name)]) for name in way.places(5.0))
        assert all(way.places(9.0)[name] == pytest.approx(new[name]) for name in way.places(9.0))
        assert way.floating() <= new.keys()
        drawn = [shape.id for shape, _size in way.shapes(5.0 + way.lasts / 2)]
        assert len(drawn) == len(set(drawn))
        state = step.state


def test_a_journey_goes_on_from_where_the_piece_is_shown() -> None:
    """A lifted piece is not lifted again, and a piece dragged by mouse continues from its current place to the end of
    its route.
    """
    disc = Rect(0, 4, 2, 1, id="disc")
    journey = Journey(disc, disc._replace(x=6), ((0, 4), (0, -1), (6, -1), (6, 4)))
    assert lead_journey(journey, (0, -1), None).route == ((0, -1), (6, -1), (6, 4))
    assert lead_journey(journey, (3.3, 0.5), None).route == ((3.3, 0.5), (6, -1), (6, 4))
    assert lead_journey(journey, None, (6, -1)).route[-1] == (6, -1)
    slide = Journey(disc, disc._replace(x=1), ((0, 4), (1, 4)))
    assert lead_journey(slide, (0.8, 4.1), None).route == ((0.8, 4.1), (1, 4))
    assert place_shape(Path(((1, 1), (2, 3))), (5, 5)) == Path(((5, 5), (6, 7)))


def test_a_refused_piece_shakes_and_stays() -> None:
    """A refused piece is at its place at the beginning and at the end of the shaking, and elsewhere in between."""
    scene = Scene(4, 4, (Rect(0, 0, 4, 4, "cell", handle="a", id="cell"), Rect(1, 1, 1, 1, handle="a", id="piece")))
    way = make_shake(scene, "a", 2.0)
    assert way.places(2.0) == way.places(9.0) == {"piece": (1, 1)}
    assert way.places(2.0 + way.lasts * 0.25) != {"piece": (1, 1)}
    assert make_shake(scene, "b", 2.0).lasts == 0


# The board


@given(st.integers(60, 3000), st.integers(60, 2000), st.floats(1, 60), st.floats(1, 60))
@settings(max_examples=80)
def test_the_picture_lies_within_its_area(wide: int, high: int, across: float, down: float) -> None:
    """For every size of the window and of the scene, the picture fits into its area, and the conversions between pixels
    and scene units are inverse.
    """
    board = BoardView(Canvas())
    board.scene = Scene(across, down, ())
    area = pygame.Rect(10, 20, wide, high)
    board.fit(area)
    (left, top), (right, bottom) = board.pixels((0, 0)), board.pixels((across, down))
    if board.unit > 1:
        assert area.left - 1 <= left < right <= area.right + 1
        assert area.top - 1 <= top < bottom <= area.bottom + 1
    assert board.units(board.pixels((0.3, 0.7))) == pytest.approx((0.3, 0.7))


@pytest.mark.parametrize("words", [*GAMES])
def test_layers_show_what_drawing_anew_shows(words: str) -> None:
    """A board drawn with a cached background equals a board drawn from scratch in every pixel."""
    played, luck, theme = session(words, dice=False), Random(words), THEMES["light"]
    kept = BoardView(Canvas())
    area = pygame.Rect(0, 0, 400, 300)
    for moment in range(8):
        scene = played.scene()
        lit = {
            name: luck.choice(["option", "selected", "hint"])
            for name in targets.find_handles(scene)
            if luck.random() < 0.1
        }
        pictures = []
        for board in (kept, BoardView(Canvas())):
            board.go(scene, {}, float(moment), 1.0)
            board.fit(area)
            board.lit = dict(lit)
            target = pygame.Surface(area.size)
            target.fill(to_rgb(theme.page))
            board.draw_resting(target, theme, moment + 0.9)
            pictures.append(pygame.image.tobytes(target, "RGB"))
        assert pictures[0] == pictures[1]
        if played.choices() and moment % 2:
            played.make(luck.choice(played.choices()).step)
