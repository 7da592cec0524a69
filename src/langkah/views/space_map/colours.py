"""The colours of distances on a map: from blue at the goal to amber far away, with steadily rising lightness, so that
people with any kind of colour vision can tell near from far.
"""

from langkah.views.theme import THEMES, mix_colours

RAMPS = {  # from the goal to the farthest state, by theme
    "light": ("#0b3a75", "#3a6ea5", "#7d8f8a", "#c29a2e", "#f0a500"),
    "dark": ("#2f6fc4", "#6f9ccc", "#a8aea0", "#d9b65a", "#ffd34d"),
}


def choose_colour(share: float, theme: str = "light") -> str:
    """The colour of a distance. `share` is the distance as a fraction of the largest distance."""
    stops = RAMPS[theme]
    place = min(max(share, 0.0), 1.0) * (len(stops) - 1)
    index = min(int(place), len(stops) - 2)
    return mix_colours(stops[index], stops[index + 1], place - index)


def choose_dead_colour(theme: str) -> str:
    """The colour of a state from which no goal can be reached."""
    return THEMES[theme].of("cell").stroke
