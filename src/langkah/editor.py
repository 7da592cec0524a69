"""How a front end lets people draw a board of their own: what a problem returns from `editor()`."""

from typing import Literal, NamedTuple


class Editor(NamedTuple):
    """How a front end lets people draw a board of their own, in one of the settings.

    "letters": `value` is rows of signs; `legend` lists signs with a role and a meaning, `others` says what any other
    sign means ("": none is allowed), `goal` names the setting with the cells that each piece must reach; what a sign
    stands for looks as it does in the picture, where its handle is `handle` + sign.
    "jumps": `value` is a table from number to number; they are drawn between handles called `handle` + number.
    "roads": `value` has `places` (a table from names to [x, y], y upwards), `roads` (a list of [place, place, length]),
    `start` and `goal`; what is drawn goes into the settings of these names.
    """

    kind: Literal["letters", "jumps", "roads"]
    setting: str
    value: object
    legend: tuple[tuple[str, str, str], ...] = ()
    others: str = ""
    goal: str = ""
    handle: str = ""
    single: str = ""  # signs of the legend that stand on the board once: drawn elsewhere, they move there
    settles: tuple[str, ...] = ()  # settings that follow from the drawing and are left out with it
