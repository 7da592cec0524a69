"""The `langkah` commands that draw, as Python functions: `langkah.draw` and `langkah.map`. See `verbs` for the other
commands.
"""

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, Any, Literal, overload

from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Problem
from langkah.output_file import write_file
from langkah.scene import Scene
from langkah.settings import quote_value
from langkah.tracing import Cancelled, Limit, Progress, Result
from langkah.verbs import Name, make_context, open_problem, play_moves

if TYPE_CHECKING:
    from langkah.session import Session
    from langkah.views.space_map import SpaceMap


@overload
def draw(
    what: "Problem[Any, Any] | Name | Session | Scene | Result[Any, Any]",
    output: None = None,
    *,
    moves: Sequence[str] | str = (),
    theme: str = "light",
    size: float = 48.0,
) -> str: ...
@overload
def draw(
    what: "Problem[Any, Any] | Name | Session | Scene | Result[Any, Any]",
    output: Name,
    *,
    moves: Sequence[str] | str = (),
    theme: str = "light",
    size: float = 48.0,
) -> None: ...
def draw(
    what: "Problem[Any, Any] | Name | Session | Scene | Result[Any, Any]",
    output: Name | None = None,
    *,
    moves: Sequence[str] | str = (),
    theme: str = "light",
    size: float = 48.0,
) -> str | None:
    """Draw a problem, after some `moves`, as SVG, or write the picture to the file `output`: .svg, .png or .txt.

    A session is drawn in its current position, a result as an animation of its plan: .svg or .gif. `size`: pixels per
    unit.

    >>> draw("hanoi", moves=["1-2", "1-3"])[:4]
    '<svg'
    """
    from langkah.session import Session
    from langkah.views.picture import draw_picture
    from langkah.views.svg import draw_svg

    given: object = size
    if not isinstance(given, int | float) or not 0 < given < inf:
        text = _("{name} = {value}: this must be {legal}")
        raise BadInput(text.format(name="size", value=quote_value(given), legal=_("a number above 0")))
    if isinstance(what, Result):
        return _draw_film(what, output)
    if isinstance(what, Scene):
        scene = what
    elif isinstance(what, Session) and not moves:
        scene = what.scene()
    else:
        problem = what.problem.at(what.state) if isinstance(what, Session) else open_problem(what, "draw")
        scene = play_moves(problem, moves).scene()
    if output is None:
        return draw_svg(scene, theme=theme, size=size, page=True)
    made = draw_picture(scene, str(output), theme=theme, size=size)
    write_file(output, made)
    return None


def _draw_film(result: Result[Any, Any], output: Name | None) -> str | None:
    from langkah.views.animation import result_to_svg, write_animation

    problem = open_problem(result.source, "draw")
    if output is None:
        return result_to_svg(problem, result)
    write_animation(problem, result, str(output))
    return None


def map(  # noqa: A001 - the verb of the command line
    problem: "Problem[Any, Any] | Name | Session",
    output: Name | None = None,
    *,
    layout: Literal["shape", "rings"] = "shape",
    states: int = 1_000_000,
    moves: Sequence[str] | str = (),
    theme: str = "light",
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> "SpaceMap":
    """Draw the map of a whole state space, and write it to the file `output`: .svg, .png, or .html for an interactive
    one.

    `layout`: by the shape of the space, or in rings around the start. If the space has more than `states` states, only
    a part of it is mapped: the states around the start, along the path of the `moves`, and along a solution.

    >>> map(load("hanoi", discs=3))
    <SpaceMap hanoi discs=3: 27 states, 39 edges>
    """
    from langkah.session import Session
    from langkah.tasks.space_map import MapRequest, make_map
    from langkah.views.space_map.files import draw_map

    session = problem if isinstance(problem, Session) else play_moves(open_problem(problem, "map"), moves)
    found = make_map(MapRequest(session, layout, states), make_context(limit, progress, cancelled))
    if output is not None:
        write_file(output, draw_map(found, str(output), theme=theme))
    return found
