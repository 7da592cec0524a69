"""The board editor that a front end offers for a problem: the value returned by `editor()`."""

from typing import Literal, NamedTuple


class Editor(NamedTuple):
    """Describes how users draw their own board in a front end; the drawing becomes one of the problem's settings.

    "letters": `value` holds rows of signs. `legend` gives each sign a role and a meaning; `others` is the meaning of
    any other sign ("": none is allowed); `goal` names the setting with the cells that each piece must reach. A sign
    looks like the shape in the picture with the handle `handle` + sign. "jumps": `value` maps numbers to numbers; they
    are drawn between the handles named `handle` + number. "roads": `value` has `places` (a table from names to [x, y],
    y upwards), `roads` (a list of [place, place, length]), `start` and `goal`; the drawing is written to the settings
    of these names.
    """

    kind: Literal["letters", "jumps", "roads"]
    setting: str
    value: object
    legend: tuple[tuple[str, str, str], ...] = ()
    others: str = ""
    goal: str = ""
    handle: str = ""
    single: str = ""  # signs that stand on the board once: drawing one elsewhere moves it
    settles: tuple[str, ...] = ()  # settings computed from the drawing, and left out with it
