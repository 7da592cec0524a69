"""Places with coordinates. In settings they are written as in `{ Arad = [91, 492], Sibiu = [207, 457] }`; the y axis
points up.
"""

from collections.abc import Mapping
from math import cos, hypot, isfinite, pi, sin

from langkah.games.amounts import MOST_AMOUNT
from langkah.language import _
from langkah.settings import Mistakes, quote_value

Point = tuple[float, float]

PLACES_FORM = "{ Arad = [91, 492], Zerind = [108, 531], Sibiu = [207, 457] }"
LONGEST_NAME = 40


def is_name(value: object) -> bool:
    """Whether a value is a valid name of a place: a text of at most `LONGEST_NAME` characters, with single spaces
    between words.
    """
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME and value == " ".join(value.split())


def is_point(value: object) -> bool:
    """Whether a value is a pair of finite coordinates, at most `MOST_AMOUNT` away from the origin."""
    return (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(isinstance(each, int | float) and not isinstance(each, bool) and isfinite(each) for each in value)
        and hypot(*value) <= MOST_AMOUNT
    )


def read_points(value: object, most: int, mistakes: Mistakes) -> dict[str, Point]:
    """The coordinates of each place in the setting `places`, by name; {} after recording a mistake. At most `most`
    places are allowed.
    """
    if not isinstance(value, Mapping) or not 0 < len(value) <= most:
        text = _("places = {value}: give 1 to {most} places with their coordinates, as in {form}")
        mistakes.say(text.format(value=quote_value(value), most=most, form=PLACES_FORM), "places")
        return {}
    wrong = next((name for name, point in value.items() if not (is_name(name) and is_point(point))), None)
    if wrong is not None:
        text = _("places: {place} = {value}: a place is a name with [x, y], two numbers, as in {form}")
        told = text.format(place=quote_value(wrong), value=quote_value(value[wrong]), form=PLACES_FORM)
        mistakes.say(told, "places")
        return {}
    return {name: (float(point[0]), float(point[1])) for name, point in value.items()}


def spread_on_circle(names: list[str]) -> dict[str, Point]:
    """Coordinates for these places, evenly spread on a circle, for a map without coordinates."""
    turn = 2 * pi / max(len(names), 1)
    return {name: (10 * sin(turn * place), 10 * cos(turn * place)) for place, name in enumerate(names)}
