"""The board editor that a front end offers for a problem: the value returned by `editor()`."""

from typing import Literal, NamedTuple


class Editor(NamedTuple):
    """Describes how users draw their own board in a front end. The drawing becomes the value of the setting `setting`
    of the problem.

    `kind` is the kind of drawing. It determines the form of `value`, which is the drawing of the current board.

    "letters": `value` is a list of rows of signs. `legend` gives each sign a role and a meaning; `others` is the
    meaning of any other sign ("": no other sign is allowed). `goal` names the setting with the cells that each piece
    must reach. A sign is drawn like the shape of the picture whose handle is `handle` + sign.

    "jumps": `value` is a table from numbers to numbers. A jump is drawn between the shapes whose handles are `handle` +
    number.

    "roads": `value` has `places` (a table from names to [x, y], y upwards), `roads` (a list of [place, place, length]),
    `start` and `goal`. Each of these parts becomes the value of the setting with the same name.
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
