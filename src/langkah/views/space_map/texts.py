"""All texts on the map of a state space. The keys are the names by which the map's scripts use the texts; the texts are
sent to the scripts together with the map.
"""

from langkah.language import N_, _

MAP_TEXTS = {
    "map": N_("Map of the state space"),
    "help": N_(
        "Every point is a position. Drag to move the map, scroll or pinch to zoom, click a point to go to its position."
    ),
    "helpFile": N_(
        "Every point is a position. Drag to move the map, scroll or pinch to zoom, "
        "click a point to keep its board shown."
    ),
    "keys": N_(
        "Arrow keys move the focus from position to position, Enter goes to the position with the "
        "focus, + and - zoom, 0 shows the whole map."
    ),
    "nearer": N_("Zoom in"),
    "farther": N_("Zoom out"),
    "fit": N_("Whole map"),
    "toGoal": N_("steps to a goal"),
    "goal": N_("goal"),
    "start": N_("start"),
    "hardest": N_("hardest start"),
    "bottleneck": N_("bottleneck"),
    "stuck": N_("no goal can be reached"),
    "atGoal": N_("a goal"),
    "steps": N_("steps to a goal: {n}"),
    "stepsPart": N_("steps to a goal: {n}, perhaps fewer through states outside this part"),
    "depth": N_("steps from the start: {n}"),
    "share": N_("the best paths from {n} % of the states pass through here"),
    "onward": N_("possible moves from here: {n}"),
    "colours": N_("Light or dark colours"),
}


def list_map_texts() -> dict[str, str]:
    """All texts on a map in the current language, by their names."""
    return {name: _(text) for name, text in MAP_TEXTS.items()}
