"""The parts of the window, without a screen: drawing, aiming, travelling, solving behind the scenes."""

import os
import time
from collections.abc import Iterator
from math import pi
from pathlib import Path as FilePath
from random import Random
from typing import Any

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import load
from langkah.apps.window import controls, fonts, highlights, session_setup, targets
from langkah.apps.window.board_view import BoardView
from langkah.apps.window.canvas import Canvas
from langkah.apps.window.keys import KEYS, TOOLBAR
from langkah.apps.window.level_chooser import LevelChooser
from langkah.apps.window.play_controller import PlayController
from langkah.apps.window.transition import lead_journey, make_shake, make_transition, place_shape
from langkah.apps.window.ui import Ui
from langkah.apps.worker_client import Question, WorkerClient
from langkah.errors import BadInput
from langkah.games import GAMES
from langkah.model import Chance, Puzzle, Step
from langkah.scene import Disc, Path, Rect, Scene, Shape, Text
from langkah.session import Seat, Session, make_seat, save_session
from langkah.session.hint import find_middle
from langkah.views.motion import Journey, find_journeys, get_frame, get_place
from langkah.views.paint import Box, Circle, Line, PaintedShape, Stroke, Words
from langkah.views.theme import THEMES, to_rgb
from tests.windows import Windows, key, session, wait

NOWHERE = Text(0, 0, "")
SIZES = (420, 380), (960, 640), (700, 1100)
HARD = "tiles rows=4 cols=4 start=[0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1]"

pytestmark = pytest.mark.usefixtures("screenless")


# Letters and sprites


def test_signs_that_one_typeface_lacks_come_from_another() -> None:
    """A queen is drawn by a typeface that has one, wherever the letters come from."""
    for text in ("Aé", "♛", "→", "∞"):
        assert all(fonts.has_sign(run.face, sign) for run in fonts.split_runs(text, True) for sign in run.text)
    assert not fonts.has_sign(fonts.find_faces(False)[0], fonts.MISSING_SIGN)
    assert "".join(run.text for run in fonts.split_runs("a♛b", False)) == "a♛b"


@given(st.text(alphabet="abc WM.,♛", max_size=60), st.integers(8, 40), st.integers(30, 500))
@settings(max_examples=60, deadline=None)
def test_text_is_cut_and_wrapped_to_the_room(text: str, size: int, room: int) -> None:
    """Nothing is wider than the room but a single word, and no word is lost."""
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
    """The opacity of all pixels adds up to the area; colours are multiplied by it; edges are soft."""
    sprite = Canvas().sprite((mark,), unit).surface
    pixels = [sprite.get_at((x, y)) for x in range(sprite.get_width()) for y in range(sprite.get_height())]
    assert sum(pixel.a for pixel in pixels) / 255 / unit**2 == pytest.approx(area, rel=0.06, abs=0.05)
    assert all(pixel.b <= pixel.a for pixel in pixels)
    if not isinstance(mark, Box) or mark.round:
        assert any(0 < pixel.a < 255 for pixel in pixels)


def test_a_shape_that_moves_is_drawn_once() -> None:
    """The same outline elsewhere is the same sprite."""
    canvas = Canvas()
    for x in (0.0, 3.7, 11.1):
        points = ((x, 1.0), (x + 2, 1.0), (x + 2, 2.5))
        canvas.sprite((Line(points, "#000000", 0.1, "#ffffff"),), 40.0)
    assert len(canvas.sprites) == 1


def test_words_are_centred() -> None:
    """A label lies as far from the left as from the right, and from the top as from the bottom."""
    target = pygame.Surface((200, 200), pygame.SRCALPHA)
    Canvas().put(target, PaintedShape(NOWHERE, 2.5, 2.5, (Words(0, 0, "H", 2.0, "#000000"),)), 40.0, (0.0, 0.0))
    box = pygame.mask.from_surface(target, 127).get_bounding_rects()[0]
    assert abs(box.centerx - 100) <= 2
    assert abs(box.centery - 100) <= 2


# Aiming


def drawn_handle(scene: Scene, unit: int) -> tuple[Any, list[str]]:
    """What lies where, by painting: every shape with a handle in a colour of its own."""
    names = sorted({shape.handle for shape in scene.shapes if shape.handle})
    canvas = pygame.Surface((int(scene.width * unit) + 1, int(scene.height * unit) + 1))
    for shape in scene.shapes:
        if not shape.handle:
            continue
        number = names.index(shape.handle) + 1
        colour = number % 256, number // 256, 0
        match shape:
            case Rect():
                pygame.draw.rect(canvas, colour, [round(side * unit) for side in shape[:4]])
            case Disc():
                pygame.draw.circle(canvas, colour, (shape.x * unit, shape.y * unit), shape.radius * unit)
            case Path() if shape.closed:
                pygame.draw.polygon(canvas, colour, [(x * unit, y * unit) for x, y in shape.points])
            case _:
                pass
    return canvas, names


@pytest.mark.parametrize("words", [*GAMES, "klotski:l-ane-rouge", "hanoi discs=9 pegs=5"])
def test_a_click_hits_what_is_painted_there(words: str) -> None:
    """Wherever a picture is painted in one colour, the click hits the handle of that colour."""
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
    """Near a line is on it; an L-shaped outline has an outside in its corner."""
    line = Scene(4, 4, (Path(((0, 0), (4, 4)), handle="line"), Text(1, 3, "abc", 0.4, handle="text")))
    assert targets.find_handle_at(line, 2.1, 2.0) == "line"
    assert targets.find_handle_at(line, 3.0, 2.0) == ""
    assert targets.find_handle_at(line, 1.2, 3.1) == "text"
    corner = Scene(2, 2, (Path(((0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)), handle="L", closed=True),))
    assert targets.find_handle_at(corner, 0.5, 1.5) == targets.find_handle_at(corner, 1.5, 0.5) == "L"
    assert targets.find_handle_at(corner, 1.5, 1.5) == ""


@pytest.mark.parametrize("row", range(5))
def test_arrows_go_to_the_neighbour(row: int) -> None:
    """On a grid the nearest place in a direction is the next cell, and the edge stays the edge."""
    places = {f"{y},{x}": (float(x), float(y)) for y in range(5) for x in range(5)}
    for column in range(5):
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = f"{min(4, max(0, row + dy))},{min(4, max(0, column + dx))}"
            assert targets.find_nearest_towards(places, f"{row},{column}", dx, dy) == there


def test_number_keys() -> None:
    """Pegs, cells, dice and throws by the number people see; else the n-th that is legal."""
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
    """The top disc is lifted off its peg; a block let go near the end of a move has made it, and nowhere else."""
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
    """Shift and an arrow: the only piece that can go that way, or the one that is meant."""
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
    """A throw that meets a ladder leads to its foot first."""
    problem = load("snakes:paper-1")
    before, after = problem.scene(0), problem.scene(21)
    journey = find_journeys(before, after)["token"]
    passed = targets.route_over_ground(before, reversed(list(problem.gestures(0, 3))), journey)
    foot = next(find_middle(shape) for shape in before.shapes if shape.handle == "square 3")
    assert passed.route == (journey.route[0], foot, journey.route[-1])


# Travelling


@pytest.mark.parametrize("words", [*GAMES, "klotski:l-ane-rouge"])
def test_every_move_begins_and_ends_where_the_pictures_have_it(words: str) -> None:
    """At the first moment everything is where it was, at the last where it will be; nothing is drawn twice."""
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
    """Lifted: without lifting again. Carried by the mouse: over the end, then down."""
    disc = Rect(0, 4, 2, 1, id="disc")
    journey = Journey(disc, disc._replace(x=6), ((0, 4), (0, -1), (6, -1), (6, 4)))
    assert lead_journey(journey, (0, -1), None).route == ((0, -1), (6, -1), (6, 4))
    assert lead_journey(journey, (3.3, 0.5), None).route == ((3.3, 0.5), (6, -1), (6, 4))
    assert lead_journey(journey, None, (6, -1)).route[-1] == (6, -1)
    slide = Journey(disc, disc._replace(x=1), ((0, 4), (1, 4)))
    assert lead_journey(slide, (0.8, 4.1), None).route == ((0.8, 4.1), (1, 4))
    assert place_shape(Path(((1, 1), (2, 3))), (5, 5)) == Path(((5, 5), (6, 7)))


def test_a_refused_piece_shakes_and_stays() -> None:
    """It is at home at both ends of the shaking, and elsewhere in between."""
    scene = Scene(4, 4, (Rect(0, 0, 4, 4, "cell", handle="a", id="cell"), Rect(1, 1, 1, 1, handle="a", id="piece")))
    way = make_shake(scene, "a", 2.0)
    assert way.places(2.0) == way.places(9.0) == {"piece": (1, 1)}
    assert way.places(2.0 + way.lasts * 0.25) != {"piece": (1, 1)}
    assert make_shake(scene, "b", 2.0).lasts == 0


# The board


@given(st.integers(60, 3000), st.integers(60, 2000), st.floats(1, 60), st.floats(1, 60))
@settings(max_examples=80, deadline=None)
def test_the_picture_lies_within_its_area(wide: int, high: int, across: float, down: float) -> None:
    """However large the window and the scene, the picture fits, and points translate both ways."""
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
    """Keeping the back of the picture changes no pixel."""
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


# Behind the scenes


class Ear:
    """Hears what the worker says."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, Any]] = []

    def __call__(self, word: str, found: Any) -> None:
        self.heard.append((word, found))

    def answer(self, worker: WorkerClient, seconds: float = 20.0) -> tuple[str, Any]:
        """Wait for the answer."""
        ends = time.monotonic() + seconds
        while not self.heard or self.heard[-1][0] == "progress":
            assert time.monotonic() < ends
            worker.attend()
            time.sleep(0.005)
        return self.heard[-1]


@pytest.fixture
def worker() -> Iterator[WorkerClient]:
    """A worker, closed at the end."""
    found = WorkerClient()
    yield found
    found.close()


def test_a_newer_question_calls_off_the_older_one(worker: WorkerClient) -> None:
    """A search that would take long is not heard of again; the next answer comes soon, and nobody waits meanwhile."""
    slow, quick = Ear(), Ear()
    worker.ask(Question("solve", save_session(session(HARD)), slow))
    ends = time.monotonic() + 20
    while not slow.heard:
        assert time.monotonic() < ends
        worker.attend()
    worker.ask(Question("least", save_session(session("hanoi discs=4")), quick))
    assert worker.task == "least", "it is asked for at once, whatever the worker still does"
    word, found = quick.answer(worker)
    assert (word, found["cost"]) == ("result", 15)
    assert {word for word, _found in slow.heard} == {"progress"}
    assert worker.task == ""


def test_a_worker_that_dies_is_replaced(worker: WorkerClient) -> None:
    """The question it worked on is answered by an error; the next one is answered."""
    first, second = Ear(), Ear()
    worker.ask(Question("solve", save_session(session(HARD)), first))
    assert worker.process is not None
    worker.process.kill()  # before it is ready
    assert first.answer(worker)[0] == "error"
    worker.ask(Question("least", save_session(session("hanoi discs=3")), second))
    assert second.answer(worker)[1]["cost"] == 7


def test_a_worker_that_does_not_obey_is_ended(worker: WorkerClient) -> None:
    """One that hears nothing any more gives way to another."""
    import signal

    slow, quick = Ear(), Ear()
    worker.ask(Question("solve", save_session(session(HARD)), slow))
    while worker.asked is None:
        worker.attend()
    assert worker.process is not None
    stubborn = worker.process
    os.kill(stubborn.pid, signal.SIGSTOP)
    worker.ask(Question("least", save_session(session("hanoi discs=3")), quick))
    assert quick.answer(worker)[1]["cost"] == 7
    assert stubborn.poll() is not None


# Rounds and windows


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("words", [*GAMES, "mnk rows=19 cols=19 k=5", "hanoi discs=64", "snakes rows=40 cols=40"])
def test_every_game_is_drawn_at_every_size(words: str, theme: str, windows: Windows) -> None:
    """The board is seen, with room around it, whatever the size; help and levels too."""
    window = windows(session(words), theme=theme)
    window.play.answered |= {"least", "optimum"}  # no solver is needed
    for size in SIZES:
        window.window.size = size
        window.frame()
        target, board = window.window.get_surface(), window.board
        assert target.get_size() == size
        colours = {tuple(target.get_at((x, board.area.centery))) for x in range(board.area.left, board.area.right, 3)}
        assert len(colours) > 1
        for command in ("help", "help", "levels", "levels"):
            window.command(command)
            window.frame()


def test_every_key_has_a_command_and_every_tool_a_key(windows: Windows) -> None:
    """Pressing every key of the table does something and breaks nothing."""
    window = windows(session("hanoi"))
    assert set(TOOLBAR) <= {each.command for each in KEYS}
    for each in KEYS:
        before = window.look(0.0)
        key(window, 0, each.sign.lower())
        window.frame()
        assert window.look(0.0) != before, each.command
        window.keyboard.leaving = 0.0
        key(window, pygame.K_ESCAPE)
    assert window.open


def test_frames_never_wait_for_the_solver(windows: Windows) -> None:
    """While a long search runs, frames go on and cost little; Escape ends it at once."""
    window = windows(session(HARD))
    wait(window, lambda: window.shown is not None)
    window.command("solve")
    wait(window, lambda: window.play.progress)
    longest, began = 0.0, time.monotonic()
    while time.monotonic() - began < 1.0:
        moment = time.thread_time()
        window.shown = None  # draw every frame
        window.frame()
        longest = max(longest, time.thread_time() - moment)
    assert longest < 1 / 60
    assert window.play.worker.task == "solve"
    key(window, pygame.K_ESCAPE)
    assert (window.play.auto, window.play.worker.task) == (False, "")


@pytest.mark.parametrize("words", ["hanoi discs=8", "klotski:classic", "snakes:paper-1"])
def test_sixty_frames_a_second(words: str, windows: Windows) -> None:
    """The work of a frame fits into a sixtieth of a second nearly always, with moves going on."""
    window = windows(session(words))
    window.window.size = (1600, 1000)
    wait(window, lambda: window.play.left is not None)
    window.command("solve")
    wait(window, lambda: window.play.session.made >= 1)
    window.costs.clear()
    wait(window, lambda: len(window.costs) >= 100)
    costs = sorted(window.costs)
    assert costs[94] < 1000 / 60


def test_automatic_mode_from_anywhere_and_honest_when_there_is_no_way(windows: Windows) -> None:
    """It solves from where the board stands, and says so where no goal can be reached."""
    window = windows(session("queens n=4"))
    window.play.choose(window.play.session.choices()[0].label)  # a corner: no solution has a queen there
    window.command("solve")
    wait(window, lambda: window.play.note.text)
    assert window.play.note.text == "No goal can be reached from here; undo or start again."
    assert not window.play.auto
    window.command("undo")
    window.play.speed = 6
    window.command("solve")
    wait(window, lambda: window.play.session.over)
    assert window.play.session.made == 4


def test_hints_marks_and_notes(windows: Windows) -> None:
    """A hint lights what it is about and stays until a move is made; marks light the moves."""
    window = windows(session("klotski:paper"))
    window.command("hint")
    wait(window, lambda: window.play.hint)
    wait(window, lambda: "hint" in window.board.lit.values())
    window.play.hint = None
    window.command("marks")
    wait(window, lambda: window.play.marks)
    assert set(highlights.find_marked_handles(window.play).values()) <= {"better", "equal", "worse"}
    window.play.choose(window.play.session.choices()[0].label)
    assert not window.play.marks
    assert window.play.session.grade == 0


def test_opponents_against_each_other_and_undo(windows: Windows) -> None:
    """Two players that are not people finish a game by themselves."""
    problem = load("mnk")
    played = Session(problem, seats=[make_seat(problem, "perfect"), make_seat(problem, "expert")])
    window = windows(played)
    window.play.speed = 6
    wait(window, lambda: window.play.session.over)
    assert window.play.session.ending().winner is None  # type: ignore[union-attr]
    alone = windows(Session(problem, seats=[make_seat(problem, "paper"), Seat()]))
    wait(alone, lambda: alone.play.session.made == 1)
    alone.command("undo")
    assert alone.play.note.text == "There is nothing to take back."
    assert alone.play.session.made == 1


STUBBORN = """
from langkah import Puzzle

class Stubborn(Puzzle):
    start = 0

    def __init__(self, size: int = 3) -> None:
        self.size = 3

    def steps(self, state):
        return ()

    def is_goal(self, state):
        return False
"""


def test_lineups_and_numbers(tmp_path: FilePath) -> None:
    """One to four with dice; every opponent on either side of a game; nothing to share in a puzzle."""
    assert len(session_setup.list_lineups(session("snakes"))) == 4
    assert ("human", "perfect") in session_setup.list_lineups(session("mnk"))
    assert ("perfect", "human") in session_setup.list_lineups(session("mnk"))
    assert "expert" not in {name for way in session_setup.list_lineups(session("mnk size=4")) for name in way}
    with pytest.raises(BadInput, match="for one player"):
        session_setup.make_next_lineup(session("hanoi"))
    with pytest.raises(BadInput, match="no number"):
        session_setup.change_number(session("klotski"), 1)
    with pytest.raises(BadInput, match="start has discs = 3"):
        session_setup.change_number(session("hanoi start=[[3,2,1],[],[]]"), 1)
    (tmp_path / "own.py").write_text(STUBBORN, encoding="utf-8")
    with pytest.raises(BadInput, match="other settings decide"):
        session_setup.change_number(session(f"{tmp_path}/own.py:Stubborn"), 1)
    with pytest.raises(BadInput, match="from 3 to 10"):
        session_setup.change_number(session("hanoi discs=12"), 1)
    assert session_setup.change_number(session("hanoi discs=12"), -1).problem.name.endswith("discs=11")
    reseated = session_setup.change_number(session("mnk", seats=[Seat(), make_seat(load("mnk"), "expert")]), 1)
    assert [seat.name for seat in reseated.seats] == ["human", "human"]  # the expert knows 3 x 3 only


class Many(Puzzle[int, str]):
    """So many moves that they need pages."""

    start = 0

    def steps(self, state: int) -> list[Step[int, str]]:
        """Two hundred names."""
        return [Step(f"the way number {number}", state + number) for number in range(1, 201)]

    def is_goal(self, state: int) -> bool:
        """Never mind."""
        return state == 10_000


def test_long_lists_of_moves_have_pages() -> None:
    """Every move is on some page, and a page fits."""
    problem = Many()
    problem.origin = ("tests.py:Many", {})
    play = PlayController(Session(problem))
    target = pygame.Surface((800, 600))
    ui = Ui(Canvas(), target, THEMES["light"], controls.compute_em(target.get_size()), (0.0, 0.0))
    seen: set[str] = set()
    for _page in range(30):
        ui.click_areas.clear()
        controls.draw_move_list(ui, play)
        assert all(area.rect.bottom <= 600 for area in ui.click_areas)
        seen |= {area.command for area in ui.click_areas}
        play.turn_page()
    assert seen == {"page"} | {f"{targets.MOVE_COMMAND}the way number {number}" for number in range(1, 201)}
    play.close()


def test_the_chooser_lists_every_level() -> None:
    """Each game has a tab, its own card first, then its levels from easy to hard; the arrows stay within."""
    chosen: list[str] = []
    chooser = LevelChooser("klotski:classic", chosen.append)
    assert chooser.games == list(GAMES)
    assert chooser.names[chooser.at] == "klotski:classic"
    least = [chooser.level(name).least for name in chooser.names[1:]]
    assert least == sorted(least, key=lambda value: float("inf") if value is None else value)
    ui = Ui(Canvas(), pygame.Surface((960, 640)), THEMES["dark"], 16.0, (0.0, 0.0))
    while chooser.draw(ui):
        pass
    for _step in range(80):
        chooser.step(1, 0)
    assert chooser.at == len(chooser.names) - 1
    chooser.turn_game(1)
    chooser.choose_card()
    assert chosen == [chooser.game]
    chooser.click("tab hanoi")
    chooser.click("card hanoi")
    assert chosen[-1] == "hanoi"


def test_dice_tumble_over_their_faces(windows: Windows) -> None:
    """While the dice tumble a face is up; then the token moves to where the throw took it."""
    window = windows(session("snakes:small"))
    assert isinstance(window.play.session.problem, Chance)
    wait(window, lambda: window.shown is not None)
    key(window, pygame.K_SPACE)
    window.frame()
    assert window.find_face_up(time.monotonic()) in {"roll 1", "roll 2", "roll 3", "roll 4"}
    key(window, pygame.K_SPACE)  # too early
    assert window.play.session.made == 1
    token = next(shape for shape in window.board.scene.shapes if shape.id == "token")
    assert get_place(token) == get_place(
        next(shape for shape in load("snakes:small").scene(0).shapes if shape.id == "token")
    )
    wait(window, lambda: not window.is_lively(time.monotonic()))
    window.frame()
    state = window.play.session.state
    shown: Shape = next(shape for shape in window.board.scene.shapes if shape.id == "token")
    assert shown in load("snakes:small").scene(state).shapes


def test_nothing_is_missed_when_much_happens_in_one_frame(windows: Windows) -> None:
    """A move and a refused click between two frames: the move is seen. Dice that are taken back lie still at once."""
    window = windows(session("hanoi discs=3"))
    wait(window, lambda: window.shown is not None)
    for name in ("peg 0", "peg 2", "peg 1"):
        window.play.press(name)
    window.frame()
    assert window.board.scene == window.play.session.scene()
    assert window.play.note.text == "Nothing can be moved from peg 2."
    dice = windows(session("snakes:small"))
    wait(dice, lambda: dice.shown is not None)
    key(dice, pygame.K_SPACE)
    dice.frame()
    dice.play.press("square 20")
    dice.frame()
    assert dice.find_face_up(time.monotonic())
    dice.command("undo")
    dice.frame()
    assert not dice.find_face_up(time.monotonic())
    assert dice.board.scene == dice.play.session.scene()
