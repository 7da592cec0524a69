"""Output for LaTeX: escaped text, and pictures in TikZ, which are made from the same strokes as SVG."""

from langkah.scene import Scene
from langkah.views.paint import Box, Circle, Line, Stroke, Words, paint_scene
from langkah.views.theme import LIGHT

SIGNS = {
    "\\": r"\textbackslash{}",
    **{sign: "\\" + sign for sign in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "←": r"$\leftarrow$",
    "→": r"$\rightarrow$",
    "×": r"$\times$",
    "−": r"$-$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "∞": r"$\infty$",
    "α": r"$\alpha$",
    "β": r"$\beta$",
    "Σ": r"$\Sigma$",
    "·": r"$\cdot$",
    "✓": r"$\surd$",
    "…": r"\dots{}",
    "\u00a0": "~",
    "–": "--",
    "“": "``",
    "”": "''",
}
POINTS_PER_CENTIMETRE = 28.45  # TeX points in a centimetre


def escape_latex(text: str) -> str:
    """Escape a text, so that LaTeX prints it literally."""
    return "".join(SIGNS.get(sign, sign) for sign in text)


def draw_tikz(scene: Scene, widest: float = 16.0, unit: float = 1.0) -> str:
    """The picture in TikZ, with `unit` centimetres per unit of the board, but at most `widest` centimetres wide. The
    LaTeX document needs the packages tikz and xcolor.
    """
    size = min(unit, widest / scene.width)
    marks = [_draw_stroke(one, each.x, each.y, size) for each in paint_scene(scene, LIGHT.of) for one in each.marks]
    begin = f"\\begin{{tikzpicture}}[x={size:.3f}cm,y=-{size:.3f}cm,line join=round,line cap=round]"
    return "\n".join([begin, *marks, "\\end{tikzpicture}"])


def _draw_stroke(one: Stroke, x: float, y: float, size: float) -> str:
    match one:
        case Box():
            look = _format_look(one.fill, one.stroke, one.line, one.opacity, size)
            dashed = ",dashed" if one.dashed else ""
            left, top = x + one.x, y + one.y
            corner = f"rounded corners={one.round * size * POINTS_PER_CENTIMETRE:.2f}pt"
            ends = f"({left:.3f},{top:.3f}) rectangle ({left + one.width:.3f},{top + one.height:.3f})"
            return f"\\path[{look}{dashed},{corner}] {ends};"
        case Circle():
            look = _format_look(one.fill, one.stroke, one.line, one.opacity, size)
            return f"\\path[{look}] ({x + one.x:.3f},{y + one.y:.3f}) circle[radius={one.radius:.3f}];"
        case Line():
            look = _format_look(one.fill, one.stroke, one.line, one.opacity, size)
            points = " -- ".join(f"({x + across:.3f},{y + down:.3f})" for across, down in one.points)
            return f"\\path[{look}] {points}{' -- cycle' if one.fill else ''};"
        case Words():
            height = one.size * size * POINTS_PER_CENTIMETRE
            # Every installation has outline fonts in this encoding.
            font = f"\\fontencoding{{OT1}}\\fontsize{{{height:.1f}}}{{{height:.1f}}}\\selectfont\\sffamily"
            look = f"inner sep=0,text={_format_colour(one.colour)},font={font}" + ("\\bfseries" if one.bold else "")
            return f"\\node[{look}] at ({x + one.x:.3f},{y + one.y:.3f}) {{{escape_latex(one.text)}}};"


def _format_look(fill: str, stroke: str, line: float, opacity: float, size: float) -> str:
    """The TikZ options for the fill and the outline of a shape."""
    words = []
    if fill:
        words.append(f"fill={_format_colour(fill)},fill opacity={opacity:.2f}")
    if stroke:
        words.append(f"draw={_format_colour(stroke)},line width={max(line * size * POINTS_PER_CENTIMETRE, 0.2):.2f}pt")
        words += [f"draw opacity={opacity:.2f}"] if not fill and opacity < 1 else []
    return ",".join(words)


def _format_colour(colour: str) -> str:
    """The colour `#rrggbb` as an xcolor expression that can be used without defining a colour first."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"
