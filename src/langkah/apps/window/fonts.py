"""Fonts: a good typeface of the system, with fallbacks for characters that it lacks.

pygame's own font is plain and covers few characters. The first family in `FAMILIES` that is installed is used. A
character that it lacks comes from the first of the `FALLBACK_FAMILIES` that has the character.
"""

from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import pygame
from pygame import Surface

FAMILIES = (
    "inter",
    "segoeui",
    "sfnstext",
    "helveticaneue",
    "notosans",
    "cantarell",
    "ubuntu",
    "opensans",
    "liberationsans",
    "arial",
    "dejavusans",
)
FALLBACK_FAMILIES = (
    "dejavusans",
    "segoeuisymbol",
    "applesymbols",
    "notosanssymbols2",
    "notosanscjksc",
    "pingfang",
    "microsoftyahei",
    "droidsansfallback",
)
MISSING_SIGN = "\uffff"  # a character that no font has
LIGATURES = ("ff", "fi", "fl")  # never joined, so that every letter in the name of a state is visible
MOST_KEPT_TEXTS = 600  # rendered texts in the cache

Colour = tuple[int, int, int]


class Run(NamedTuple):
    """Consecutive characters of a text that are rendered with the same typeface."""

    face: str
    text: str


@cache
def find_faces(bold: bool) -> tuple[str, ...]:
    """The font files to try, best first; "" is pygame's own font."""
    there = set(pygame.font.get_fonts())  # checked first: pygame would substitute a missing font
    main = next((name for name in FAMILIES if name in there), "")
    names = [name for name in (main, *FALLBACK_FAMILIES) if name in there]
    found = [pygame.font.match_font(name, bold=bold) or pygame.font.match_font(name) for name in names]
    return (*dict.fromkeys(_find_normal_width(path) for path in found if path), "")


def _find_normal_width(path: str) -> str:
    """The font file of normal width. The search for a family may find its condensed variant, so this is `path` without
    "Condensed" in its name if such a file exists; otherwise it is `path` itself.
    """
    found = Path(path)
    wide = found.with_name(found.name.replace("Condensed", ""))
    return str(wide if wide.exists() else found)


@cache
def _open_font(face: str, size: int) -> pygame.font.Font:
    return pygame.font.Font(face or None, size)


@cache
def _render_sign(face: str, sign: str) -> bytes:
    """The bitmap of a character in a typeface, as bytes."""
    return pygame.image.tobytes(_open_font(face, 20).render(sign, False, "white", "black"), "RGB")


@cache
def has_sign(face: str, sign: str) -> bool:
    """Whether a typeface has a character. If it does not, the bitmap of the character equals that of a character which
    no font has.
    """
    return sign.isspace() or _render_sign(face, sign) != _render_sign(face, MISSING_SIGN)


@lru_cache(4000)
def split_runs(text: str, bold: bool) -> tuple[Run, ...]:
    """Split a text into runs of one typeface each. Letters that would form a ligature are also put into
    different runs.
    """
    found: list[Run] = []
    for sign in text:
        face = next((each for each in find_faces(bold) if has_sign(each, sign)), find_faces(bold)[0])
        if found and found[-1].face == face and found[-1].text[-1] + sign not in LIGATURES:
            found[-1] = Run(face, found[-1].text + sign)
        else:
            found.append(Run(face, sign))
    return tuple(found)


@lru_cache(4000)
def measure_text(text: str, size: int, bold: bool = False) -> int:
    """The width of a text in pixels."""
    return sum(_open_font(run.face, size).size(run.text)[0] for run in split_runs(text, bold))


@cache
def measure_font(size: int, bold: bool) -> tuple[int, int]:
    """The ascent and descent of the main font, in pixels."""
    main = _open_font(find_faces(bold)[0], size)
    return main.get_ascent(), main.get_height() - main.get_ascent()


def find_text_middle(text: str, size: int, bold: bool) -> float:
    """How far the middle of a text is above its baseline, in pixels: the middle of capital letters or, if the text is a
    single symbol, the middle of that symbol.
    """
    alone = len(text) == 1 and not text.isalnum()
    face, sign = split_runs(text, bold)[0] if alone else (find_faces(bold)[0], "H")
    found = _open_font(face, size).metrics(sign)[0]
    return size * 0.36 if found is None else (found[2] + found[3]) / 2


@lru_cache(MOST_KEPT_TEXTS)
def render_text(text: str, size: int, colour: Colour, bold: bool = False) -> Surface:
    """The bitmap of a line of text, with premultiplied colours."""
    ascent, descent = measure_font(size, bold)
    surface = Surface((max(1, measure_text(text, size, bold)), ascent + descent), pygame.SRCALPHA)
    across = 0
    for run in split_runs(text, bold):
        letters = _open_font(run.face, size)
        surface.blit(letters.render(run.text, True, colour), (across, ascent - letters.get_ascent()))
        across += letters.size(run.text)[0]
    return surface.premul_alpha()


def clear_font_caches() -> None:
    """Forget all opened fonts. pygame closes them when it quits, so they must be opened again if pygame is
    restarted.
    """
    for known in (
        find_faces,
        _open_font,
        _render_sign,
        has_sign,
        split_runs,
        measure_text,
        measure_font,
        render_text,
    ):
        known.cache_clear()


def wrap_text(text: str, size: int, room: int, bold: bool = False) -> list[str]:
    """Wrap a text between words, to a width of `room` pixels."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measure_text(longer, size, bold) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def truncate_text(text: str, size: int, room: int, bold: bool = False) -> str:
    """Truncate a text to a width of `room` pixels, with an ellipsis."""
    if measure_text(text, size, bold) <= room:
        return text
    while text and measure_text(text + "…", size, bold) > room:
        text = text[:-1]
    return text + "…"
