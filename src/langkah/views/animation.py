"""A solution as an animation: an SVG that any browser plays, or a GIF by pillow.

Both formats use the same pictures and paths as the page and the window.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, NamedTuple

from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Problem, Step
from langkah.output_file import write_file
from langkah.scene import Path, Scene, Shape
from langkah.tracing import Result
from langkah.views.motion import draw_between, find_journeys, get_place
from langkah.views.paint import Palette, Point, Stroke, paint_shape
from langkah.views.png import draw_image, load_pillow
from langkah.views.svg import MARGIN_UNITS, draw_stroke, draw_svg, fmt, get_palette, make_document

if TYPE_CHECKING:
    from PIL.Image import Image

GLIDE_SECONDS, REST_SECONDS = 0.4, 0.25  # seconds that a move takes, and pause after a move
PAUSE_SECONDS = 1.5  # seconds before the first move, and after the last
UNIT_PIXELS = 40.0  # pixels for a unit
WIDEST_PIXELS = 640  # the default width of a GIF
MOST_FRAMES = 1500
MOST_MOVES = 5000
MOST_NOTEBOOK_MOVES = 500  # moves in a notebook, where many pictures share a page
TWEENS = (0.2, 0.4, 0.6, 0.8)  # the fractions of a move that a GIF shows


class Film(NamedTuple):
    """The pictures of a solution (`scenes`). `renamed` has, for each move, the ids that the move changes, as a map from
    old to new.
    """

    scenes: tuple[Scene, ...]
    renamed: tuple[dict[str, str], ...]


def write_animation(problem: Problem[Any, Any], result: Result[Any, Any], path: str) -> None:
    """Write the solution as an animation, in a `.svg` or `.gif` file. Raises `BadInput` for any other file, and for a
    result without a solution.
    """
    target = FilePath(path)
    writers: dict[str, Callable[[Film], bytes]] = {
        ".svg": lambda shown: film_to_svg(shown).encode(),
        ".gif": film_to_gif,
    }
    if target.suffix.lower() not in writers:
        raise BadInput(_("'{path}': an animation must be a .svg or .gif file").format(path=path))
    if not result.path:
        raise BadInput(_("there is no solution to show: {why}").format(why=result.why or result.status))
    start = problem.start if result.start is None else result.start
    found = writers[target.suffix.lower()](make_film(problem, start, result.path))
    write_file(target, found)


def result_to_svg(problem: Problem[Any, Any], result: Result[Any, Any]) -> str:
    """A result as an SVG for a notebook: its plan as an animation. If there is no plan or the plan is too long, only
    the start is shown.
    """
    start = problem.start if result.start is None else result.start
    if not result.path or len(result.path) > MOST_NOTEBOOK_MOVES:
        return draw_svg(problem.scene(start), theme="auto", page=True)
    return film_to_svg(make_film(problem, start, result.path), theme="auto")


def make_film(problem: Problem[Any, Any], start: Any, path: Sequence[Step[Any, Any]]) -> Film:
    """The pictures of a plan from `start`. Raises `BadInput` if the plan has too many moves."""
    if len(path) > MOST_MOVES:
        text = _("{n} moves are too many for an animation; at most {most} can be shown")
        raise BadInput(text.format(n=len(path), most=MOST_MOVES))
    states = [start, *(step.state for step in path)]
    renamed = tuple(dict(problem.moved(state, step.move)) for state, step in zip(states, path, strict=False))
    return Film(tuple(problem.scene(state) for state in states), renamed)


def film_to_gif(film: Film, *, theme: str = "light", size: float | None = None) -> bytes:
    """The film as a GIF that repeats forever. If the film is long, the GIF shows only the positions after each move,
    without the movement between them.
    """
    import io

    library = load_pillow()
    if size is None:
        size = min(UNIT_PIXELS, WIDEST_PIXELS / max(film.scenes[0].width, film.scenes[0].height))
    moves = len(film.scenes) - 1
    tweens = TWEENS if moves * (len(TWEENS) + 1) < MOST_FRAMES else ()
    frames: list[Image] = [draw_image(film.scenes[0], theme=theme, size=size)]
    times = [PAUSE_SECONDS]
    for index in range(moves):
        before, after = film.scenes[index : index + 2]
        for share in tweens:
            frames.append(draw_image(draw_between(before, after, share, film.renamed[index]), theme=theme, size=size))
            times.append(GLIDE_SECONDS / (len(tweens) + 1))
        frames.append(draw_image(after, theme=theme, size=size))
        times.append(REST_SECONDS if index + 1 < moves else PAUSE_SECONDS * 2)
    colours = frames[-1].quantize(128)
    small = [frame.quantize(palette=colours, dither=library.Image.Dither.NONE) for frame in frames]
    found = io.BytesIO()
    lengths = [round(1000 * time) for time in times]
    small[0].save(found, "GIF", save_all=True, append_images=small[1:], duration=lengths, loop=0, optimize=False)
    return found.getvalue()


class _Actor:
    """A shape in the film: its strokes (`look`), its position from back to front (`rank`), the times at which it
    appears and disappears (`born`, `gone`), and its places with their times (`keys`).
    """

    def __init__(self, look: tuple[Stroke, ...], rank: int, born: float, place: Point) -> None:
        self.look, self.rank, self.born = look, rank, born
        self.gone: float | None = None
        self.keys: list[tuple[float, Point]] = [(0.0, place)]

    def travel(self, way: tuple[Point, ...], starts: float, ends: float) -> None:
        lengths = [abs(b[0] - a[0]) + abs(b[1] - a[1]) for a, b in pairwise(way)]
        self.keys.append((starts, way[0]))
        done = 0.0
        for point, length in zip(way[1:], lengths, strict=True):
            done += length
            self.keys.append((starts + (ends - starts) * done / sum(lengths), point))


def film_to_svg(film: Film, *, theme: str = "light", size: float = UNIT_PIXELS) -> str:
    """The film as one SVG, animated by SMIL. Shapes glide along their paths; everything else changes halfway through
    each move.
    """
    lasts = PAUSE_SECONDS + (len(film.scenes) - 1) * (GLIDE_SECONDS + REST_SECONDS) + PAUSE_SECONDS
    actors = sorted(_find_actors(film, get_palette(theme)), key=lambda actor: actor.rank)
    content = "".join(_animate_actor(actor, lasts) for actor in actors)
    return make_document(film.scenes[0], content, theme=theme, size=size, margin=MARGIN_UNITS, page=True)


def _find_actors(film: Film, colours: Palette) -> list[_Actor]:
    everybody: list[_Actor] = []
    on_stage: dict[object, _Actor] = {}
    for index, scene in enumerate(film.scenes):
        starts = PAUSE_SECONDS + (index - 1) * (GLIDE_SECONDS + REST_SECONDS)
        ends, middle = starts + GLIDE_SECONDS, starts + GLIDE_SECONDS / 2
        moving = find_journeys(film.scenes[index - 1], scene, film.renamed[index - 1]) if index else {}
        before = {new: old for old, new in film.renamed[index - 1].items()} if index else {}
        now: dict[object, _Actor] = {}
        for rank, shape in enumerate(scene.shapes):
            look = _paint_actor(shape, colours)
            actor = on_stage.get(before.get(shape.id, shape.id) or shape)
            if actor is None or actor.look != look:
                actor = _Actor(look, rank, middle if index else 0.0, get_place(shape))
                everybody.append(actor)
            elif shape.id in moving:
                actor.travel(moving[shape.id].route, starts, ends)
            now[shape.id or shape] = actor
        staying = set(map(id, now.values()))
        for actor in on_stage.values():
            if id(actor) not in staying:
                actor.gone = middle
        on_stage = now
    return everybody


def _paint_actor(shape: Shape, colours: Palette) -> tuple[Stroke, ...]:
    if isinstance(shape, Path):
        x, y = get_place(shape)
        shape = shape._replace(points=tuple((a - x, b - y) for a, b in shape.points))
    return tuple(paint_shape(shape, colours))


def _animate_actor(actor: _Actor, lasts: float) -> str:
    x, y = actor.keys[0][1]
    acts = _animate_places(actor.keys, lasts) if len(actor.keys) > 1 else ""
    hidden = ""
    if actor.born or actor.gone is not None:
        acts += _animate_opacity(actor, lasts)
        hidden = ' opacity="0"' if actor.born else ""
    return f'<g transform="translate({fmt(x)} {fmt(y)})"{hidden}>{acts}{"".join(map(draw_stroke, actor.look))}</g>'


def _animate_places(keys: list[tuple[float, Point]], lasts: float) -> str:
    keys = [*keys, (lasts, keys[-1][1])]
    times = ";".join(_format_share(time, lasts) for time, _place in keys)
    values = ";".join(f"{fmt(x)} {fmt(y)}" for _time, (x, y) in keys)
    gently = ";".join([".4 0 .3 1"] * (len(keys) - 1))
    return (
        f'<animateTransform attributeName="transform" type="translate" dur="{fmt(lasts)}s" repeatCount="indefinite" '
        f'calcMode="spline" keyTimes="{times}" values="{values}" keySplines="{gently}"/>'
    )


def _animate_opacity(actor: _Actor, lasts: float) -> str:
    keys = [(0.0, 1)] if not actor.born else [(0.0, 0), (actor.born, 1)]
    keys += [] if actor.gone is None else [(actor.gone, 0)]
    times, values = (
        ";".join(each) for each in zip(*((_format_share(time, lasts), str(on)) for time, on in keys), strict=True)
    )
    return (
        f'<animate attributeName="opacity" dur="{fmt(lasts)}s" repeatCount="indefinite" calcMode="discrete" '
        f'keyTimes="{times}" values="{values}"/>'
    )


def _format_share(time: float, lasts: float) -> str:
    return f"{time / lasts:.6f}".rstrip("0").rstrip(".")
