"""The game IDs of Simon Tatham's puzzle collection: `WIDTHxHEIGHT`, letters, a colon, and the description of a board.

An ID does not name its game; each game checks whether the description has its format. An ID with `#` holds the seed of
a random generator that only the collection has.
"""

import re
from typing import NamedTuple

from langkah.errors import BadInput
from langkah.language import _

GAME_ID = re.compile(
    r"\s*(?P<width>\d{1,3})(?:x(?P<height>\d{1,3}))?(?P<more>[a-z]\w*)?(?P<mark>[:#])(?P<board>\S*)\s*"
)
MOST_LETTERS = 5000


class GameId(NamedTuple):
    """The parts of a game ID: the size of the board, the letters after the size (`more`) and the description of the
    board. `column` is the position in the ID, counted from 1, at which the description begins.
    """

    width: int
    height: int
    more: str
    board: str
    column: int


def parse_game_id(text: str) -> GameId | None:
    """The parts of a game ID; None if the text is not a game ID. An ID with a random seed is refused with an error,
    since it does not describe the board.
    """
    found = GAME_ID.fullmatch(text) if len(text) <= MOST_LETTERS else None
    if found is None:
        return None
    if found["mark"] == "#":
        told = _(
            "column {column}: an ID with # has only the seed of a random board; use the ID with a colon, which has the "
            "board itself"
        )
        raise BadInput(told.format(column=found.start("mark") + 1))
    width = int(found["width"])
    height = int(found["height"] or found["width"])
    return GameId(width, height, found["more"] or "", found["board"], found.start("board") + 1)
