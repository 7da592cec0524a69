"""Colours: the fill, outline and text colour of each role in the light and in the dark theme.

The eight colours for distinguishing pieces are those of Okabe and Ito, chosen for people with any kind of colour vision
(black is a dark grey in the light theme and a light grey in the dark theme). The outline of a piece is a darker shade
of its fill, and text on a piece is dark or light, whichever has more contrast. Renderers ask for a role and never name
a colour themselves.
"""

from typing import NamedTuple

OKABE_ITO = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#4d4d4d")
DARK_INK, LIGHT_INK = "#12100e", "#ffffff"
GLASS = "#e4eff6"  # windows and eyes: the same in both themes


class Paint(NamedTuple):
    """The colours of a role: fill, outline, and text on it."""

    fill: str
    stroke: str
    ink: str


class Theme(NamedTuple):
    """The paint of every role, and the background colour."""

    name: str
    page: str
    paints: dict[str, Paint]

    def of(self, role: str) -> Paint:
        """The paint of a role. A role that the theme does not list has the paint of the part before its colon or, if
        that is not listed either, the paint of a piece.
        """
        return self.paints.get(role) or self.paints.get(role.partition(":")[0]) or self.paints["piece"]


def to_rgb(colour: str) -> tuple[int, int, int]:
    """The red, green and blue parts of a colour written as `#rrggbb`."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix_colours(colour: str, other: str, share: float) -> str:
    """The colour `colour` mixed with a fraction `share` of the colour `other`."""
    return "#" + "".join(
        f"{round(a + (b - a) * share):02x}" for a, b in zip(to_rgb(colour), to_rgb(other), strict=True)
    )


def _compute_luminance(colour: str) -> float:
    """The relative luminance of a colour, from 0 to 1, as defined by the accessibility guidelines (WCAG)."""
    parts = (part / 255 for part in to_rgb(colour))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def compute_contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    low, high = sorted((_compute_luminance(one), _compute_luminance(other)))
    return (high + 0.05) / (low + 0.05)


def choose_ink(fill: str) -> str:
    """The colour for text on the background `fill`: dark or light, whichever has more contrast."""
    return max((DARK_INK, LIGHT_INK), key=lambda ink: compute_contrast(ink, fill))


def _make_paint(fill: str, stroke: str = "") -> Paint:
    return Paint(fill, stroke or mix_colours(fill, "#000000", 0.42), choose_ink(fill))


def _make_theme(name: str, ground: dict[str, str], pieces: tuple[str, ...]) -> Theme:
    text, faint = ground["text"], ground["faint"]
    paints = {
        "board": Paint(ground["board"], ground["edge"], text),
        "cell": Paint(ground["cell"], ground["edge"], faint),
        "cell:1": Paint(ground["other"], ground["edge"], faint),
        "wall": Paint(ground["wall"], ground["wall"], choose_ink(ground["wall"])),
        "goal": Paint(mix_colours(ground["cell"], pieces[2], 0.2), pieces[2], text),
        "text": Paint(text, text, text),
        "faint": Paint(faint, faint, faint),
        "piece": _make_paint(ground["piece"]),
        "target": _make_paint(pieces[5]),
        "up": Paint(ground["option"], mix_colours(ground["option"], "#000000", 0.4), text),
        "down": Paint(pieces[5], mix_colours(pieces[5], "#000000", 0.4), text),
        "glass": Paint(GLASS, mix_colours(GLASS, "#000000", 0.42), DARK_INK),
        "cell:cold": Paint(
            mix_colours(ground["cell"], pieces[4], 0.3), mix_colours(ground["edge"], pieces[4], 0.5), text
        ),
        "cell:grass": Paint(mix_colours(ground["cell"], pieces[2], 0.2), ground["edge"], faint),
        "cell:wood": Paint(mix_colours(ground["cell"], pieces[2], 0.42), ground["edge"], text),
        "cell:rock": Paint(mix_colours(ground["cell"], ground["wall"], 0.38), ground["edge"], text),
        "cell:hot": Paint(mix_colours(ground["cell"], pieces[5], 0.55), pieces[5], text),
        "cell:taken": Paint(mix_colours(ground["cell"], pieces[0], 0.16), pieces[0], text),
        "cell:waiting": Paint(ground["cell"], ground["line"], text),
        "cell:dropped": Paint(ground["board"], ground["edge"], faint),
        "cell:pruned": Paint(
            mix_colours(ground["board"], pieces[5], 0.08), mix_colours(ground["edge"], pieces[5], 0.5), faint
        ),
        "cell:path": Paint(mix_colours(ground["cell"], pieces[1], 0.35), pieces[1], text),
        "cell:current": Paint(ground["selected"], ground["selected"], ground["page"]),
    }
    marks = {"start": faint, "better": pieces[0], "equal": faint, "worse": pieces[5]}
    marks |= {role: ground[role] for role in ("line", "mark:0", "mark:1", "selected", "option", "hint")}
    paints |= {role: Paint(colour, colour, text) for role, colour in marks.items()}
    paints |= {f"piece:{index}": _make_paint(colour) for index, colour in enumerate(pieces)}
    paints |= {
        f"cell:heat{shade}": _make_paint(mix_colours(ground["cell"], pieces[5], shade / 12)) for shade in range(10)
    }
    for shade in range(4):
        paints[f"piece:wood{shade}"] = _make_paint(mix_colours(ground["wood"], ground["bark"], shade / 3))
    for index in range(2 * len(pieces)):  # regions of a board, distinguished by hue and then by intensity
        tint = mix_colours(ground["cell"], pieces[index % len(pieces)], 0.34 if index < len(pieces) else 0.7)
        paints[f"cell:area{index}"] = Paint(tint, ground["edge"], choose_ink(tint))
    paints["cell:bar"] = _make_paint(pieces[0], pieces[0])
    return Theme(name, ground["page"], paints)


_COLOURS = {  # light theme, dark theme
    "page": ("#ffffff", "#14171c"),
    "board": ("#ece4d6", "#1d2129"),
    "cell": ("#faf7f1", "#2a303b"),
    "other": ("#efe8da", "#303744"),
    "edge": ("#d8cdb9", "#454d5c"),
    "wall": ("#6a5a49", "#9a8b78"),
    "line": ("#4a443c", "#c9c3b8"),
    "text": ("#26231f", "#f2eee6"),
    "faint": ("#675f54", "#b5aea2"),
    "piece": ("#c9a877", "#b99a6b"),
    "wood": ("#e3c495", "#dcbd8e"),  # light wood, dark wood
    "bark": ("#a67e52", "#a98154"),
    "mark:0": ("#0068a3", "#67bdf0"),
    "mark:1": ("#a34400", "#f08a3c"),
    "selected": ("#12100e", "#ffffff"),
    "option": ("#00825e", "#1fbf8f"),
    "hint": ("#a8528a", "#e59bc6"),
}
LIGHT, DARK = (
    _make_theme(name, {role: colours[index] for role, colours in _COLOURS.items()}, pieces)
    for index, (name, pieces) in enumerate((("light", OKABE_ITO), ("dark", ("#1b84c6", *OKABE_ITO[1:7], "#e0e0e0"))))
)
THEMES = {"light": LIGHT, "dark": DARK}


def name_variable(role: str, part: str) -> str:
    """The name of the CSS variable for one part (fill, stroke or ink) of a role's paint."""
    return f"--langkah-{role.replace(':', '-')}-{part}"


def format_css(selector: str, one: Theme) -> str:
    """A CSS rule that sets the colours of a theme as CSS variables, for pages that switch themes without redrawing."""
    lines = [f"--langkah-page:{one.page}"]
    for role, paint in one.paints.items():
        lines += [f"{name_variable(role, part)}:{colour}" for part, colour in paint._asdict().items()]
    return f"{selector}{{{';'.join(lines)}}}"
